//! The rooms of this crate: no circle of files or of rooms, and no room uses a room that its page does not allow. And for
//! all crates how long a file and a function may be.

mod lengths;
mod sources;

use sources::{Arm, Sources};
use std::path::Path;

#[test]
fn the_rooms_are_in_order() {
    let sources = Sources::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src")).unwrap();
    assert!(sources.uses("play/game.rs").contains(&"decisions/turn.rs"), "the sources are read");
    assert_eq!(sources.faults().join("\n"), "");
}

/// The crates of the workspace that each crate of the library may use, whatever the features.
const CRATES: [(&str, &[&str]); 13] = [
    ("core", &[]),
    ("cites", &[]),
    ("continuity", &["core", "guide"]),
    ("draw", &["core"]),
    ("guide", &["core"]),
    ("protocol", &["core", "draw", "guide"]),
    ("testkit", &["core", "guide", "protocol"]),
    ("terminal", &["core", "draw", "guide"]),
    ("catalog", &["core", "guide", "protocol", "terminal", "testkit"]),
    ("suleiman", &["catalog", "cites", "continuity", "core", "guide", "testkit"]),
    ("marignan", &["catalog", "cites", "core", "guide", "testkit"]),
    ("arquebus", &["catalog", "cites", "continuity", "core", "guide", "testkit"]),
    ("blind_faith", &["catalog", "cites", "core", "guide", "testkit"]),
];

/// The crates of the workspace that a manifest names under `[dependencies]`, and which of them are optional.
fn uses(manifest: &str) -> Vec<(String, bool)> {
    let manifest: toml::Table = manifest.parse().unwrap();
    let dependencies = manifest.get("dependencies").and_then(toml::Value::as_table);
    let ours = dependencies.into_iter().flatten().filter_map(|(name, value)| {
        let optional = value.get("optional").and_then(toml::Value::as_bool) == Some(true);
        Some((name.strip_prefix("casus-")?.replace('-', "_"), optional))
    });
    ours.collect()
}

#[test]
fn crates_depend_one_way() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    for (name, allowed) in CRATES {
        let manifest = std::fs::read_to_string(crates.join(name).join("Cargo.toml")).unwrap();
        let used = uses(&manifest);
        let not = used
            .iter()
            .map(|(other, _)| other.as_str())
            .filter(|other| !allowed.contains(other));
        assert_eq!(not.collect::<Vec<_>>(), Vec::<&str>::new(), "{name}");
        // A program with one game compiles no protocol, no drawing and no test kit without a feature.
        let game = ["suleiman", "marignan", "arquebus", "blind_faith"].contains(&name);
        let below = ["cites", "continuity", "core", "guide"];
        let always = used
            .iter()
            .filter(|(other, optional)| !optional && !below.contains(&other.as_str()));
        assert!(!game || always.count() == 0, "{name}: {used:?}");
    }
    let upward = "[dependencies]\ncasus-core.workspace = true\ncasus-protocol = { workspace = true, optional = true }";
    assert_eq!(uses(upward), [("core".to_owned(), false), ("protocol".to_owned(), true)]);
    // No crate may use one that may use it.
    let allowed: std::collections::BTreeMap<_, _> = CRATES.into_iter().collect();
    for (name, others) in CRATES {
        assert!(others.iter().all(|other| !allowed[other].contains(&name)), "{name}");
    }
}

const HOST_REQUESTS: (&str, &str) = ("lib.rs", "pub mod cellar;\npub mod attic;\npub use attic::Roof;");
const CELLAR: (&str, &str) = ("cellar/mod.rs", "//! Below.\n//!\n//! May use: nothing.\npub(crate) mod stone;");
const ATTIC: (&str, &str) = (
    "attic/mod.rs",
    "//! Above.\n//!\n//! May use: `cellar`.\npub(crate) mod roof;\npub(crate) mod beam;",
);

fn faults(files: &[(&str, &str)]) -> Vec<String> {
    let files = [HOST_REQUESTS, CELLAR, ATTIC].iter().chain(files);
    Sources::of(&[], files.map(|&(path, text)| (path.to_owned(), text.to_owned()))).faults()
}

#[test]
fn an_orderly_house_has_no_fault() {
    let stone = "macro_rules! mortar { () => { $crate::Roof } }\nstruct Stone;";
    let roof = "use crate::attic::beam::{Beam, Knot as Eye};\nuse crate::cellar::stone::Stone;";
    let files = [
        ("cellar/stone.rs", stone),
        ("attic/roof.rs", roof),
        ("attic/beam.rs", "struct Beam;"),
    ];
    assert_eq!(faults(&files), [""; 0]);
}

#[test]
fn a_circle_is_named() {
    let roof = "fn f() { crate::attic::beam::hew(); }";
    let beam = "use crate::{\n    attic::{roof::{self, Tile}},\n};";
    assert_eq!(
        faults(&[("attic/roof.rs", roof), ("attic/beam.rs", beam)]),
        ["a circle of files: attic/beam.rs -> attic/roof.rs -> attic/beam.rs"]
    );
    let macros = "#[macro_export]\nmacro_rules! hew { () => {} }\nmod nail {\n    use super::super::roof::Tile;\n}";
    assert_eq!(
        faults(&[("attic/roof.rs", "crate::hew!();"), ("attic/beam.rs", macros)]),
        ["a circle of files: attic/beam.rs -> attic/roof.rs -> attic/beam.rs"]
    );
}

#[test]
fn a_room_keeps_to_its_page() {
    let stone = "use crate::attic::roof::Tile;";
    assert_eq!(
        faults(&[("cellar/stone.rs", stone), ("attic/roof.rs", ""), ("attic/beam.rs", "")]),
        ["cellar/stone.rs uses attic/roof.rs: the page of `cellar` does not allow `attic`"]
    );
    assert_eq!(
        Sources::of(&[], [("lib.rs", "mod attic;"), ("attic/mod.rs", "//! Above.")].map(|(p, t)| (p.into(), t.into())))
            .faults(),
        ["attic/mod.rs does not say which rooms it may use"]
    );
}

#[test]
fn pages_allow_no_circle() {
    let cellar = ("cellar/mod.rs", "//! May use: `attic`.");
    assert_eq!(faults(&[cellar]), ["a circle of rooms: attic -> cellar -> attic"]);
}

#[test]
fn a_file_names_files() {
    let roof = "use crate::Roof;\nfn f() { crate::cellar::Stone }";
    assert_eq!(
        faults(&[("attic/roof.rs", roof), ("attic/beam.rs", ""), ("cellar/stone.rs", "")]),
        [
            "attic/roof.rs names crate::Roof through lib.rs, not its file",
            "attic/roof.rs names crate::cellar::Stone through cellar/mod.rs, not its file"
        ]
    );
}

#[test]
fn comments_texts_and_tests_do_not_count() {
    let stone = r##"
        //! What stands under the [`Roof`](crate::attic::roof::Roof)
        /* use crate::attic::roof::Roof; */
        const A: &str = "crate::attic::roof::\"Roof";
        const B: (&str, char, char) = (r#"crate::attic::"roof"#, '"', '\'');
        #[cfg(test)]
        use crate::attic::roof::Roof;
        #[cfg(test)]
        pub(crate) mod tests {
            use crate::attic::roof::Roof;
            fn f() { }
        }
        fn after<'a>(a: &'a str) -> &'a str { crate::cellar::mortar::mix(a) }
    "##;
    let files = [
        ("cellar/stone.rs", stone),
        ("cellar/mortar.rs", ""),
        ("attic/roof.rs", ""),
        ("attic/beam.rs", ""),
    ];
    assert_eq!(faults(&files), [""; 0]);
    let sources = Sources::of(&[], files.map(|(path, text)| (path.to_owned(), text.to_owned())));
    assert_eq!(sources.uses("cellar/stone.rs"), ["cellar/mortar.rs"]);
}

#[test]
fn what_a_macro_names_for_its_caller_counts() {
    let hew = r"macro_rules! hew {
        (all) => { $crate::hew!(); };
        (all of $house:tt) => { $crate::hew!(); $house::attic::roof::tile(); };
    }";
    let roof = ("attic/roof.rs", "use crate::attic::beam::Beam;");
    let house = |beam: &'static str| {
        let files = [HOST_REQUESTS, CELLAR, ATTIC, roof, ("attic/beam.rs", beam)];
        Sources::of(&Arm::of(hew), files.map(|(path, text)| (path.to_owned(), text.to_owned()))).faults()
    };
    assert_eq!(house("oak::hew!(all);\n// oak::hew!(all of crate);"), [""; 0]);
    assert_eq!(
        house("oak::hew!(all of crate);"),
        ["a circle of files: attic/beam.rs -> attic/roof.rs -> attic/beam.rs"]
    );
}

/// What the macros of core name of a game, by their own text.
#[test]
fn what_the_macros_of_core_name_is_seen() {
    let files = [
        ("game.rs", "casus_core::staged!(modules of crate);"),
        ("strategies.rs", "casus_testkit::trial!(modules of crate);"),
        ("bare.rs", "casus_core::staged!(laws);"),
    ];
    let rooms = [
        "setup", "dispatch", "engine", "view", "story", "picture", "options", "timing", "advice",
    ];
    let rooms = rooms.map(|room| (format!("{room}.rs"), String::new()));
    let files = files.map(|(path, text)| (path.to_owned(), text.to_owned()));
    let sources = Sources::of(&Arm::of_core().unwrap(), files.into_iter().chain(rooms));
    assert_eq!(
        sources.uses("game.rs"),
        [
            "dispatch.rs",
            "engine.rs",
            "picture.rs",
            "setup.rs",
            "story.rs",
            "view.rs"
        ]
    );
    assert_eq!(sources.uses("strategies.rs"), ["options.rs", "timing.rs"]);
    assert_eq!(sources.uses("bare.rs"), [""; 0]);
}
