//! A shot, from its announcement to its results (11.2).

use crate::components::UnitId;
use crate::state::activation::Window;
use casus_core::{HexId, PieceSet};
use serde::Serialize;

/// The three opportunities for missile fire (11.2).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Mode {
    /// In one's own activation.
    Active,
    /// At a missile unit that fires.
    Return,
    /// At a unit that comes in front.
    Reaction,
}

/// Where a shot stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Aim {
    /// The target may Counter-Charge (13.9).
    Counter,
    /// The target may return fire (11.2).
    Return,
    /// The dice fall.
    Roll,
    /// A Counter-Charge won by the shot is carried out.
    After,
}

/// A shot on its way.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Shot {
    /// The unit that fires.
    pub firer: UnitId,
    /// At which hex.
    pub target: HexId,
    /// Whether it is fire in its own activation, Return or Reaction Fire.
    pub mode: Mode,
    /// Where it stands.
    pub aim: Aim,
    /// The numbers of the targets that return fire.
    pub returned: PieceSet,
    /// The target that has won a Counter-Charge.
    pub countered: Option<UnitId>,
}

impl Shot {
    /// The window that it waits for, if it does.
    pub(crate) const fn window(&self) -> Option<Window> {
        match self.aim {
            Aim::Counter => Some(Window::Fire),
            Aim::Return => Some(Window::Return),
            Aim::Roll | Aim::After => None,
        }
    }
}
