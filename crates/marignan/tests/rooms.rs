//! The rooms of this crate: the state, the engine, the rules, and above them the course of play, in no circle.

#[path = "../../core/tests/rooms/sources.rs"]
mod sources;

use sources::Sources;
use std::path::Path;

#[test]
fn the_rooms_are_in_order() {
    let sources = Sources::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src")).unwrap();
    assert!(sources.uses("game.rs").contains(&"dispatch.rs"), "the sources are read");
    assert_eq!(sources.faults().join("\n"), "");
}
