//! Module 9, Movement; with what 3.1, 4.1, 6.2, 8.3 and 14.1 say of it.
//!
//! `ground` is what is crossed, `costs` what it costs and `terrain` what it does to order. The selected pieces are taken
//! (`taking`), step (`step`) and turn (`pivot`); `ways` finds where they could get to. A step or a pivot is a
//! `contact`, with its `charge`s and `hedgehog`s; `hand` asks for the next.

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
