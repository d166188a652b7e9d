//! A shot, from its announcement to its results (7.3.2).

use crate::components::UnitId;
use crate::state::activation::Window;
pub(crate) use casus_continuity::Aim;
use casus_core::HexId;
use serde::Serialize;

/// The three opportunities for missile fire (7.3.2).
///
/// Ruling D1 says how often each unit may use each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Mode {
    /// Fire in the unit's own activation.
    Phasing,
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
    /// The unit that it fires at.
    pub target: UnitId,
    /// Whether it is Phasing, Reaction or Return Fire.
    pub mode: Mode,
    /// The step that it has reached.
    pub aim: Aim,
    /// Whether the target returns fire.
    pub returned: bool,
    /// The hex of the target if its Counter-Charge has passed.
    pub countered: Option<HexId>,
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
