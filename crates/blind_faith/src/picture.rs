//! The map as a picture: lands, rivers, roads, places with their markers, and the counters.

use crate::components::{Faction, Kind as Type, Land, RIVER, Side, Terrain, UnitId, Urban};
use crate::dispatch::decision;
use crate::rules::field::display::standing;
use crate::rules::siege::boxes::{besiegers, garrison};
use crate::rules::victory::of_seven;
use crate::state::pieces::Whereabouts;
use crate::state::position::State;
use casus_core::picture::{
    Army, Counter, Glyph, Ground, Group, Highlight, Kind, Label, Level, Line, Marker, MarkerKind, Panel, PanelLine,
    Pattern, Pile, Stroke, Symbol,
};
use casus_core::words::tally;
use casus_core::{Game, HexId, Lexicon as _, Orientation, Place, Scene, Sided};

const PILLAGED: usize = 0;
const BLOCKADED: usize = 1;

/// The stripes of the factions, in order.
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

/// Returns the terrains, and then each kind of place in each of them.
fn grounds() -> Vec<Ground> {
    let look = |t: Terrain| match t {
        Terrain::Clear => (None, Pattern::Plain, ' '),
        Terrain::Forest => (Some(0x00a9_bd87), Pattern::Woods, 'T'),
        Terrain::Rough => (Some(0x00d3_c4a4), Pattern::Rough, 'r'),
        Terrain::Mountain => (Some(0x00b8_a078), Pattern::Rough, '^'),
    };
    let plain = Terrain::ALL.iter().map(|&t| {
        let (fill, pattern, mark) = look(t);
        Ground::new(t.word(), fill, pattern, mark)
    });
    let urban = Urban::ALL.iter().flat_map(|&kind| {
        Terrain::ALL.iter().map(move |&t| {
            let (pattern, mark) = match kind {
                Urban::Town => (Pattern::Town, 'o'),
                Urban::City => (Pattern::Walls, 'O'),
                Urban::Fortress => (Pattern::Keep, '#'),
                Urban::Customs => (Pattern::Toll, 'c'),
            };
            let word = match t {
                Terrain::Clear => kind.word().to_owned(),
                _ => format!("{} in {}", kind.word(), t.word()),
            };
            Ground::new(&word, look(t).0, pattern, mark)
        })
    });
    plain.chain(urban).collect()
}

/// Returns the index of a hex's terrain in [`grounds`].
fn ground(s: &State, hex: HexId) -> usize {
    let terrain = usize::from(s.game_data().board.terrain(hex));
    let many = Terrain::ALL.len();
    s.game_data()
        .urban(hex)
        .map_or(terrain, |kind| many * (1 + kind as usize) + terrain)
}

/// Returns the words of a counter's name apart from its kind and its number.
fn own_words(id: &str) -> Vec<&str> {
    const KINDS: [&str; 6] = ["Foot", "Levy", "Wagon", "Hussars", "Knights", "Castle"];
    let words = id.split('-').enumerate();
    words
        .filter(|&(i, w)| i == 0 || !(KINDS.contains(&w) || w.bytes().all(|b| b.is_ascii_digit())))
        .map(|(_, w)| w)
        .collect()
}

/// Returns the large letters on a counter: `"Tabor 2"`, or `"F. Meissen"` if there is another Frederick.
fn short_name(id: &str, alike: impl Fn(&str) -> bool) -> String {
    let words = own_words(id);
    let number = id.rsplit('-').next().filter(|w| w.bytes().all(|b| b.is_ascii_digit()));
    let (first, second) = (words.first().copied().unwrap_or(id), words.get(1).copied());
    let mut name = match second {
        Some(second) if first.len() + second.len() < 8 => format!("{first} {second}"),
        Some(second) if alike(first) => format!("{}. {second}", first.chars().next().unwrap_or('?')),
        _ => first.to_owned(),
    };
    if let Some(number) = number {
        name.push(' ');
        name.push_str(number);
    }
    name
}

fn counter(s: &State, u: UnitId, hex: HexId) -> Counter {
    let card = s.counter(u);
    let prowess = match (card.attack, card.defence) {
        (0, 0) => String::new(),
        (a, d) => format!("+{a}/-{d}"),
    };
    Counter {
        id: card.id.clone(),
        name: s.name_of(u.place()),
        text: short_name(&card.id, |first| {
            let all = s.unit_ids().map(|u| own_words(&s.counter(u).id));
            all.filter(|w| w[0] == first).nth(1).is_some()
        }),
        army: card.side.index(),
        group: Faction::ALL.iter().position(|&f| f == card.faction),
        kind: Type::ALL.iter().position(|&k| k == card.kind).unwrap_or(0),
        site: hex.index(),
        facing: None,
        condition: None,
        ratings: prowess,
        note: if s.within(u) { "in".to_owned() } else { String::new() },
        strength: None,
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
        title: crate::story::army(side).to_owned(),
        army: Some(side.index()),
        lines,
    }
}

/// Returns the panel of the Field Battle or Siege Battle Display, if a battle is in progress.
fn display(s: &State) -> Option<Panel> {
    let word = |u: UnitId| s.game_data().roster.unit_name(u).to_owned();
    let named = |list: Vec<UnitId>| match &list[..] {
        [] => "nobody".to_owned(),
        all => all.iter().map(|&u| word(u)).collect::<Vec<_>>().join(", "),
    };
    let spot = |hex| crate::story::spot(s, hex);
    if let Some(b) = s.field() {
        let box_of = |(i, unit): (usize, &Option<UnitId>)| {
            let who = unit
                .filter(|&u| s.hex(u) == Some(b.hex))
                .map_or("empty".to_owned(), word);
            format!("Assault box {}: {who}", i + 1)
        };
        let reserve = standing(s, b.attackers, b.hex).filter(|&u| !b.boxes.contains(&Some(u)));
        let mut lines: Vec<String> = b.boxes.iter().enumerate().map(box_of).collect();
        lines.push(format!("Reserve: {}", named(reserve.collect())));
        lines.push(format!("Defender box: {}", named(standing(s, b.defenders, b.hex).collect())));
        return Some(Panel {
            army: Some(b.attacker.index()),
            ..Panel::new(&format!("Field Battle at {}, round {}", spot(b.hex), b.round + 1), lines)
        });
    }
    let b = s.siege()?;
    let lines = [
        format!("Before the walls: {}", named(besiegers(s))),
        format!("Inside: {}", named(garrison(s))),
    ];
    Some(Panel {
        army: Some(b.besieger.index()),
        ..Panel::new(&format!("Siege of {}, round {}", spot(b.hex), b.round + 1), lines)
    })
}

/// Returns the names of the lands, each as near to the middle of its land as the names of places permit.
fn lands(s: &State) -> Vec<Label> {
    let board = &s.game_data().board;
    let named: Vec<HexId> = board.ids().filter(|&h| board.name(h).is_some()).collect();
    let crowd = |h: HexId| {
        named
            .iter()
            .map(|&n| board.distance(h, n))
            .min()
            .unwrap_or(u32::MAX)
            .min(3)
    };
    let label = |&land: &Land| {
        let own: Vec<HexId> = board.ids().filter(|&h| s.game_data().land(h) == land).collect();
        let far = |h: HexId| own.iter().map(|&o| board.distance(h, o)).sum::<u32>();
        let middle = own
            .iter()
            .copied()
            .min_by_key(|&h| (core::cmp::Reverse(crowd(h)), far(h)))?;
        Some(Label {
            site: middle.index(),
            text: land.word().to_uppercase(),
        })
    };
    Land::ALL.iter().filter_map(label).collect()
}

fn decided(s: &State) -> Option<Highlight> {
    let at = match decision(s)?.of {
        Place::Unit(u) => s.hex(UnitId(u8::try_from(u).ok()?)),
        Place::Hex(h) | Place::Hexside(h, _) => Some(HexId(h)),
        _ => None,
    };
    at.map(Highlight::decided)
}

/// Returns a side with its usual name.
fn army(side: Side, fill: u32, ink: u32) -> Army {
    Army {
        word: crate::story::army(side).to_owned(),
        ..Army::new(side, fill, ink)
    }
}

/// Returns the map as a picture; nothing on it is hidden.
pub(crate) fn scene<G: Game<State = State>>(s: &State, _: Option<Side>) -> Scene {
    let game_data = s.game_data();
    let mut scene = Scene {
        grounds: grounds(),
        levels: vec![Level::new(0, 0x00ee_e4c8)],
        lines: vec![
            Line::new("river", Stroke::Stream, 0x004f_86b0, '~'),
            Line::new("frontier", Stroke::Border, 0x0093_3c2c, '\''),
        ],
        armies: vec![
            army(Side::Hussite, 0x002f_4f8f, 0x00ff_f6e3),
            army(Side::Imperial, 0x00c9_8a5a, 0x002b_2622),
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
        panels: Side::ALL.iter().map(|&side| panel(s, side)).chain(display(s)).collect(),
        pile: Pile::Count,
        notes: vec![
            "The map but for its places, the charts and most counters are reconstructed; the sheets say which and why."
                .to_owned(),
        ],
        ..Scene::of::<G>(s, Orientation::Pointy)
    }
    .with_board(&game_data.board, |hex, dir, out| {
        let beyond = game_data.board.neighbour(hex, dir);
        let first = beyond.is_none_or(|beyond| hex < beyond);
        if first && game_data.board.features(hex, dir) & RIVER != 0 {
            out.push(0);
        } else if first && beyond.is_some_and(|beyond| game_data.land(hex) != game_data.land(beyond)) {
            out.push(1);
        }
    });
    for hex in game_data.board.ids() {
        scene.sites[hex.index()].ground = ground(s, hex);
    }
    scene.labels.extend(lands(s));
    scene.title = format!("{}: {}", scene.title, s.year());
    // The strongest unit is on top of its stack.
    let mut units: Vec<UnitId> = s.unit_ids().collect();
    units.sort_by_key(|&u| (s.counter(u).attack + s.counter(u).defence, s.counter(u).artillery));
    for u in units {
        if let Some(hex) = s.hex(u) {
            scene.counters.push(counter(s, u, hex));
        }
    }
    for t in game_data.roster.town_ids() {
        let site = game_data.roster[t].hex.index();
        for (on, kind) in [(s.town(t).pillaged, PILLAGED), (s.town(t).blockaded, BLOCKADED)] {
            if on {
                scene.markers.push(Marker { kind, site });
            }
        }
    }
    scene
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_counter_is_called_shortly_and_like_no_other_of_its_kind() {
        let alike = |first: &str| first == "Frederick" || first == "Guard";
        for (id, name) in [
            ("Tabor-Levy-2", "Tabor 2"),
            ("Wagon-1", "Wagon 1"),
            ("Mt-Oreb-Levy-1", "Mt Oreb 1"),
            ("Frederick-Meissen", "F. Meissen"),
            ("Wenzel-IV-Troppau", "Wenzel"),
            ("Guard-Banta", "G. Banta"),
            ("Regensburg-Foot", "Regensburg"),
            ("Zvikov-Castle-Foot", "Zvikov"),
            ("Zizka", "Zizka"),
        ] {
            assert_eq!(short_name(id, alike), name);
        }
        let s = crate::setup::begin(&crate::setup::Setup::default(), &casus_core::Laws::PRINTED).unwrap();
        let scene = scene::<crate::game::BlindFaith>(&s, None);
        let mut called: Vec<(usize, &str)> = scene.counters.iter().map(|c| (c.kind, c.name.as_str())).collect();
        let many = called.len();
        called.sort_unstable();
        called.dedup();
        assert_eq!(called.len(), many, "{called:?}");
    }
}
