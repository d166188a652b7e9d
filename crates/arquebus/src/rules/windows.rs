//! The windows of a side during an activation (6.3, 11.2, 12.2, 13.6): declining, closing and reopening them.

use crate::action::Action;
use crate::casebook::cite;
use crate::components::{Side, UnitId};
use crate::engine::Engine;
use crate::event::{Chance, What};
use crate::state::activation::Window;
use crate::state::position::State;

casus_continuity::windows! {
    no_hex {
        Chance::RetreatBeforeCombat => cite!("12.2"),
        Chance::Refuge => cite!("14.4"),
        _ => cite!("14.3"),
    }
    passed_over { paths: Vec::new() }
}
