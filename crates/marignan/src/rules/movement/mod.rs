//! Module 9, Movement; with the parts of 3.1, 4.1, 6.2, 8.3 and 14.1 that concern it.
//!
//! `ground` has the terrain that a step crosses, `costs` its cost, and `terrain` its effect on order. Pieces are selected
//! (`taking`), step (`step`) and pivot (`pivot`). `ways` finds where they can move. `contact` resolves one step or pivot,
//! with its `charge`s and `hedgehog`s. `hand` runs the decisions of the selected pieces.

pub(crate) mod charge;
pub(crate) mod contact;
pub(crate) mod costs;
pub(crate) mod ground;
pub(crate) mod hand;
pub(crate) mod hedgehog;
pub(crate) mod pivot;
pub(crate) mod step;
pub(crate) mod taking;
pub(crate) mod terrain;
pub(crate) mod ways;

pub use charge::{CHARGE_BARS, ChargeFacts};
pub use costs::{CostFacts, STEP_COSTS};
pub use ground::Crossing;
pub use hedgehog::{FORM_BARS, FormFacts};
pub use pivot::{PIVOT_BARS, PIVOT_COSTS, PivotFacts};
pub use step::{RIDE_BARS, RideFacts, STEP_BARS, StepFacts};
pub use taking::{
    END_BARS, EndFacts, HALT_BARS, HaltFacts, LEAVE_BARS, LeaveFacts, TAKE_BARS, TAKE_COMMANDER_BARS,
    TakeCommanderFacts, TakeFacts,
};
pub use terrain::{ROUGH_BARS, RoughFacts};
pub use ways::{Stride, Way, ways};
