//! A shot, from its announcement to its results (11.2).

use crate::components::UnitId;
use crate::state::activation::Window;
pub(crate) use casus_continuity::Aim;
use casus_core::{HexId, PieceSet};
use serde::Serialize;

/// The three opportunities for missile fire (11.2).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Mode {
    /// Fire in the unit's own activation.
    Active,
    /// Fire at a missile unit that has fired at it.
    Return,
    /// Fire at a unit that enters its front.
    Reaction,
}

/// A shot in progress.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Shot {
    /// The unit that fires.
    pub firer: UnitId,
    /// The target hex.
    pub target: HexId,
    /// Whether it is Active, Return or Reaction Fire.
    pub mode: Mode,
    /// The step that it has reached.
    pub aim: Aim,
    /// The ids of the targets that return fire.
    pub returned: PieceSet,
    /// The target whose Counter-Charge has passed.
    pub countered: Option<UnitId>,
}

impl Shot {
    /// The window that it waits for, if any.
    pub(crate) const fn window(&self) -> Option<Window> {
        match self.aim {
            Aim::Counter => Some(Window::Fire),
            Aim::Return => Some(Window::Return),
            Aim::Roll | Aim::After => None,
        }
    }
}
