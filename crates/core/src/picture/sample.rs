//! A small scene for the tests of this crate and of `casus-draw`.

use casus_core::picture::{
    Army, Colour, Condition, Counter, Ground, Group, Heading, Kind, Level, Look, Pattern, Pile, Scene, Shape, Site,
    Symbol,
};
use casus_core::{Dir, Orientation};

/// Creates a scene of two pieces of two sides on four hexes. The first faces south if it can.
pub(crate) fn small(orientation: Orientation) -> Scene {
    let sites = [(0, 0), (1, 0), (0, 1), (1, 1)];
    let piece = |id: &str, army, site| Counter {
        id: id.to_owned(),
        name: id.to_owned(),
        text: id.to_owned(),
        army,
        group: Some(army),
        kind: 0,
        site,
        facing: Some(Heading::Side(Dir::wrapped(1 + 3 * army as u8))),
        condition: Some(army),
        ratings: "+1/7".to_owned(),
        note: "A".to_owned(),
        strength: None,
        badges: Vec::new(),
    };
    let colour = Colour::hex;
    Scene {
        title: "Duel at the Ford".to_owned(),
        moment: "Red to decide: turn (2.1)".to_owned(),
        orientation,
        sites: sites
            .into_iter()
            .map(|(q, r)| Site {
                label: format!("{:02}{:02}", r + 1, q + 1),
                shape: Shape::Hex { q, r },
                ground: 0,
                level: q as i8,
            })
            .collect(),
        grounds: vec![
            Ground {
                word: "clear".to_owned(),
                mark: ' ',
                ..Ground::default()
            },
            Ground {
                word: "town".to_owned(),
                pattern: Pattern::Walls,
                mark: '#',
                ..Ground::default()
            },
        ],
        levels: [(0, 0x00ee_e4c8), (1, 0x00d0_b47c)]
            .map(|(level, fill)| Level {
                level,
                fill: colour(fill),
            })
            .into(),
        lines: Vec::new(),
        edges: Vec::new(),
        roads: vec![(0, 1)],
        labels: Vec::new(),
        beyond: Default::default(),
        armies: ["Red", "Blue"]
            .map(|word| Army {
                word: word.to_owned(),
                fill: colour(0x00a3_3529),
                ink: colour(0x00ff_ffff),
            })
            .into(),
        groups: ["Reds", "Blues"]
            .into_iter()
            .enumerate()
            .map(|(army, word)| Group {
                word: word.to_owned(),
                colour: colour(0x00e0_b13c),
                army,
            })
            .collect(),
        kinds: vec![Kind {
            word: "Pikes".to_owned(),
            symbol: Symbol::Pike,
            code: "Pk".to_owned(),
        }],
        conditions: [("shaken", Look::Worn, '-'), ("routed", Look::Broken, '=')]
            .map(|(word, look, mark)| Condition {
                word: word.to_owned(),
                look,
                mark,
            })
            .into(),
        counters: vec![piece("R-1", 0, 0), piece("B-1", 1, 3)],
        pile: Pile::default(),
        marker_kinds: Vec::new(),
        markers: Vec::new(),
        highlights: Vec::new(),
        panels: Vec::new(),
        notes: Vec::new(),
    }
}
