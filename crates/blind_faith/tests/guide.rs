//! The guide of this game says what is there.

#[path = "../../core/tests/rooms/guide.rs"]
mod guide;

use casus_blind_faith::{BlindFaith, Setup};
use casus_core::Match;
use std::path::Path;

#[test]
fn the_guide_names_every_list_every_key_and_every_verb() {
    let game = Match::<BlindFaith>::new(Setup::default()).unwrap();
    guide::check::<BlindFaith>(Path::new(env!("CARGO_MANIFEST_DIR")), game.state());
}
