//! The field as a picture: lands, rivers, roads, places with their markers, and the counters.

use crate::components::{Faction, Kind as Type, RIVER, Side, Terrain, UnitId};
use crate::course::decision;
use crate::rules::victory::of_seven;
use crate::state::pieces::Whereabouts;
use crate::state::position::State;
use casus_core::pictures::{
    Army, Counter, Glyph, Ground, Group, Highlight, Kind, Level, Line, Marker, MarkerKind, Panel, PanelLine, Pattern,
    Stroke, Symbol,
};
use casus_core::words::tally;
use casus_core::{Game, HexId, Orientation, Place, Scene, Sided};

const PILLAGED: usize = 0;
const BLOCKADED: usize = 1;

/// One stripe for each faction in its order.
const STRIPES: [u32; 12] = [
    0x00b8_3b2c,
    0x00f4_f0e6,
    0x0026_3f7a,
    0x00d8_c060,
    0x00a8_3a30,
    0x003f_7d46,
    0x00f4_f0e6,
    0x002b_2622,
    0x0055_5555,
    0x003a_5fa8,
    0x00b8_3b2c,
    0x00e0_b13c,
];

const fn symbol(kind: Type) -> Symbol {
    match kind {
        Type::Foot => Symbol::Infantry,
        Type::Hussar => Symbol::LightCavalry,
        Type::LayKnight => Symbol::HeavyCavalry,
        Type::ChurchKnight => Symbol::MediumCavalry,
        Type::Wagon => Symbol::Wagon,
        Type::Legate | Type::Dowager => Symbol::Leader,
    }
}

const fn sign(kind: Type) -> &'static str {
    match kind {
        Type::Foot => "Ft",
        Type::Hussar => "Hs",
        Type::LayKnight => "Lk",
        Type::ChurchKnight => "Ek",
        Type::Wagon => "Wg",
        Type::Legate => "Lg",
        Type::Dowager => "Qu",
    }
}

fn grounds() -> Vec<Ground> {
    Terrain::ALL
        .iter()
        .map(|t| match t {
            Terrain::Clear => Ground::new(t.word(), None, Pattern::Plain, ' '),
            Terrain::Forest => Ground::new(t.word(), Some(0x00a9_bd87), Pattern::Plain, 'T'),
            Terrain::Rough => Ground::new(t.word(), Some(0x00d3_c4a4), Pattern::Plain, 'r'),
            Terrain::Mountain => Ground::new(t.word(), Some(0x00b8_a078), Pattern::Plain, '^'),
        })
        .collect()
}

fn counter(s: &State, u: UnitId, hex: HexId) -> Counter {
    let card = s.counter(u);
    let prowess = match (card.attack, card.defence) {
        (0, 0) => String::new(),
        (a, d) => format!("+{a}/-{d}"),
    };
    Counter {
        id: card.id.clone(),
        name: card.id.clone(),
        army: card.side.index(),
        group: Faction::ALL.iter().position(|&f| f == card.faction),
        kind: Type::ALL.iter().position(|&k| k == card.kind).unwrap_or(0),
        site: hex.index(),
        facing: None,
        condition: None,
        ratings: prowess,
        note: if s.within(u) { "in".to_owned() } else { String::new() },
        badges: Vec::new(),
    }
}

fn panel(s: &State, side: Side) -> Panel {
    let count = |which: &dyn Fn(Whereabouts) -> bool| {
        let units = s.unit_ids().filter(|&u| s.side(u) == side && which(s.unit(u).at));
        tally(units.map(|u| Type::ALL.iter().position(|&k| k == s.kind(u)).unwrap_or(0)), |k| sign(Type::ALL[k]))
    };
    let mut lines: Vec<PanelLine> = vec![
        PanelLine {
            text: format!("Places {} of 7", of_seven(s, side)),
            gauge: Some((of_seven(s, side) as u32, 7)),
        },
        format!("Florins: {}", s.purse(side)).into(),
        format!("On the map: {}", count(&|at| at.hex().is_some())).into(),
        format!("Routed: {}", count(&|at| matches!(at, Whereabouts::Routed | Whereabouts::Returns(_)))).into(),
    ];
    if side == Side::Imperial {
        let pope = match s.pope() {
            crate::state::turn::Pope::Martin => "Martin V",
            crate::state::turn::Pope::Eugenius => "Eugenius IV",
        };
        let crusade = if s.crusade().is_on() {
            "a crusade is on"
        } else {
            "no crusade"
        };
        lines.push(format!("{pope}; {crusade}").into());
    }
    if s.atrocious(side) {
        lines.push("Atrocity".to_owned().into());
    }
    Panel {
        title: match side {
            Side::Hussite => "Hussites".to_owned(),
            Side::Imperial => "Holy Roman Empire".to_owned(),
        },
        army: Some(side.index()),
        lines,
    }
}

fn decided(s: &State) -> Option<Highlight> {
    let at = match decision(s)?.of {
        Place::Unit(u) => s.hex(UnitId(u8::try_from(u).ok()?)),
        Place::Hex(h) | Place::Hexside(h, _) => Some(HexId(h)),
        _ => None,
    };
    at.map(Highlight::decided)
}

/// The field as a picture; nothing on the map is hidden.
pub(crate) fn scene<G: Game<State = State>>(s: &State, _: Option<Side>) -> Scene {
    let kit = s.kit();
    let mut scene = Scene {
        grounds: grounds(),
        levels: vec![Level::new(0, 0x00ee_e4c8)],
        lines: vec![Line::new("river", Stroke::Stream, 0x004f_86b0, '~')],
        armies: vec![
            Army::new(Side::Hussite, 0x002f_4f8f, 0x00ff_f6e3),
            Army::new(Side::Imperial, 0x00c9_8a5a, 0x002b_2622),
        ],
        groups: Group::striped(
            Faction::ALL.iter().map(|f| {
                let hussite = matches!(f, Faction::Calixtene | Faction::Taborite | Faction::Orphan | Faction::Polish);
                (f.word(), if hussite { Side::Hussite } else { Side::Imperial })
            }),
            &STRIPES,
        ),
        kinds: Type::ALL
            .iter()
            .map(|&k| Kind::new(k.title(), symbol(k), sign(k)))
            .collect(),
        marker_kinds: vec![
            MarkerKind::new("Pillaged", Glyph::Camp, 0x002b_2622, 'x'),
            MarkerKind::new("Blockade", Glyph::Camp, 0x00d8_6f37, 'b'),
        ],
        highlights: decided(s).into_iter().collect(),
        panels: Side::ALL.iter().map(|&side| panel(s, side)).collect(),
        notes: vec![
            "The map but for its places, the charts and most counters are reconstructed; the sheets say which and why."
                .to_owned(),
        ],
        ..Scene::of::<G>(s, Orientation::Pointy)
    }
    .with_board(&kit.board, |hex, dir, out| {
        let first = kit.board.neighbour(hex, dir).is_none_or(|beyond| hex < beyond);
        if first && kit.board.features(hex, dir) & RIVER != 0 {
            out.push(0);
        }
    });
    scene.title = format!("{}: {}", scene.title, s.year());
    for u in s.unit_ids() {
        if let Some(hex) = s.hex(u) {
            scene.counters.push(counter(s, u, hex));
        }
    }
    for t in kit.roster.town_ids() {
        let site = kit.roster[t].hex.index();
        for (on, kind) in [(s.town(t).pillaged, PILLAGED), (s.town(t).blockaded, BLOCKADED)] {
            if on {
                scene.markers.push(Marker { kind, site });
            }
        }
    }
    scene
}
