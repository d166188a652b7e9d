//! The rooms of this crate: no circle of files, nothing below it but core, and no game's name.

#[path = "../../core/tests/rooms/sources.rs"]
mod sources;

use sources::Sources;
use std::fs;
use std::path::Path;

#[test]
fn the_rooms_are_in_order() {
    let sources = Sources::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src")).unwrap();
    assert!(sources.uses("facts.rs").is_empty(), "the sources are read");
    assert_eq!(sources.faults().join("\n"), "");
}

#[test]
fn it_uses_core_and_guide_alone_and_names_no_game() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let manifest = fs::read_to_string(root.join("Cargo.toml")).unwrap();
    let below: Vec<&str> = manifest.lines().filter(|line| line.starts_with("casus-")).collect();
    assert_eq!(below, ["casus-core.workspace = true", "casus-guide.workspace = true"]);
    let games = ["suleiman", "arquebus", "marignan", "blind_faith", "blind faith"];
    for file in fs::read_dir(root.join("src")).unwrap() {
        let path = file.unwrap().path();
        let text = fs::read_to_string(&path).unwrap().to_lowercase();
        let named: Vec<_> = games.iter().filter(|game| text.contains(**game)).collect();
        assert!(named.is_empty(), "{} names {named:?}", path.display());
    }
}
