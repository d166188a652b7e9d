//! The rooms of this game: no circle of files, and the rules know the state and not the course of play.

#[path = "../../core/tests/rooms/sources.rs"]
mod sources;

use sources::Sources;
use std::path::Path;

#[test]
fn the_rooms_are_in_order() {
    let sources = Sources::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src")).unwrap();
    assert!(sources.uses("dispatch.rs").contains(&"rules/sequence.rs"), "the sources are read");
    assert_eq!(sources.faults().join("\n"), "");
}
