//! No circle of files in this crate.

#[path = "../../core/tests/rooms/sources.rs"]
mod sources;

use sources::Sources;
use std::path::Path;

#[test]
fn the_files_are_in_order() {
    let sources = Sources::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src")).unwrap();
    assert!(sources.uses("marks.rs").contains(&"asking.rs"), "the sources are read");
    assert_eq!(sources.faults().join("\n"), "");
}
