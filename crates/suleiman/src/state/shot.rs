//! A shot, from its announcement to its results (7.3.2).

use crate::components::UnitId;
use crate::state::activation::Window;
use casus_core::HexId;
use serde::Serialize;

/// The three opportunities for missile fire (7.3.2).
///
/// How often each unit has each: ruling D1.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Mode {
    /// In one's own activation.
    Phasing,
    /// At a missile unit that fires.
    Return,
    /// At a unit that comes in front.
    Reaction,
}

/// Where a shot stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Aim {
    /// The target may Counter-Charge (9.4.2).
    Counter,
    /// The target may return fire (7.3.2 A).
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
    /// The unit that it fires at.
    pub target: UnitId,
    /// Whether it is Phasing, Reaction or Return Fire.
    pub mode: Mode,
    /// Where it stands.
    pub aim: Aim,
    /// The target returns fire.
    pub returned: bool,
    /// Where the target stands that has won a Counter-Charge.
    pub countered: Option<HexId>,
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
