//! The map as a picture: the look of the printed map, the counters, and what is shown beside the map.

use crate::components::{Arm, CommandId, LeaderId, Missile, STREAM, Side, TERRAIN_WORDS, UnitId, trench_inside};
use crate::dispatch::decision;
use crate::state::pieces::{self, Unit, Whereabouts};
use crate::state::position::State;
use crate::story::side_name;
use crate::view::sees_leader;
use casus_core::picture::{
    Army, Colour, Condition, Counter, Emphasis, Glyph, Ground, Group, Highlight, Kind, Level, Line, Look, Marker,
    MarkerKind, Panel, PanelLine, Pattern, Stroke, Symbol,
};
use casus_core::words::{genitive, many, tally};
use casus_core::{Dir, Game, HexId, Lexicon as _, Orientation, Place, Scene, Sided};
use std::collections::BTreeMap;

/// Indexes in the lists of the scene.
const STREAM_LINE: usize = 0;
const TRENCH_LINE: usize = 1;
const BRIDGE_LINE: usize = 2;
const DISORDERED: usize = 0;
const RETIRED: usize = 1;
const BANNER: usize = 0;
const CAMP: usize = 1;
const LEADER: usize = WEAPONS.len() * Arm::ALL.len();

/// What distinguishes the kinds of unit of one arm.
const WEAPONS: [Missile; 3] = [Missile::None, Missile::Bow, Missile::Musket];

/// The colors of the stripes, one for each command in order; after the last they repeat.
const STRIPES: [u32; 15] = [
    0x00e0_b13c,
    0x004f_86b0,
    0x00d9_d2c3,
    0x00d8_6f37,
    0x0093_5fa0,
    0x0077_a653,
    0x002b_2622,
    0x00e0_b13c,
    0x004f_86b0,
    0x00d8_6f37,
    0x00d9_d2c3,
    0x0093_5fa0,
    0x0058_b0a7,
    0x00c7_8a9b,
    0x008a_6b4a,
];

const fn symbol(arm: Arm, missile: Missile) -> Symbol {
    match (arm, missile) {
        (Arm::Artillery, _) => Symbol::Artillery,
        (Arm::RegularInfantry | Arm::LevyInfantry, Missile::Bow) => Symbol::MissileInfantry,
        (Arm::RegularInfantry | Arm::LevyInfantry, Missile::Musket) => Symbol::Firearms,
        (Arm::RegularInfantry, _) => Symbol::Infantry,
        (Arm::LevyInfantry, _) => Symbol::Levy,
        (_, Missile::Bow | Missile::Musket) => Symbol::MissileCavalry,
        (Arm::HeavyCavalry, _) => Symbol::HeavyCavalry,
        (Arm::MediumCavalry, _) => Symbol::MediumCavalry,
        (Arm::LightCavalry | Arm::Akinci, _) => Symbol::LightCavalry,
    }
}

const fn code(arm: Arm) -> &'static str {
    match arm {
        Arm::LevyInfantry => "Lv",
        Arm::Artillery => "Ar",
        other => other.short(),
    }
}

/// The sign of a kind on the text map. Units of one arm with and without missiles have different signs.
const fn sign(arm: Arm, missile: Missile) -> &'static str {
    match (arm, missile) {
        (Arm::LightCavalry, Missile::Bow) => "Lb",
        (Arm::RegularInfantry, Missile::Bow) => "Rb",
        (Arm::RegularInfantry, Missile::Musket) => "Rm",
        _ => code(arm),
    }
}

/// The index of a unit's kind in the scene: every arm with each weapon, then leaders.
fn kind(s: &State, u: UnitId) -> usize {
    let place = |found: Option<usize>| found.unwrap_or(0);
    let weapon = place(WEAPONS.iter().position(|&m| m == s.missile(u)));
    weapon * Arm::ALL.len() + place(Arm::ALL.iter().position(|&a| a == s.arm(u)))
}

fn kinds() -> Vec<Kind> {
    let mut out = Vec::new();
    for missile in WEAPONS {
        for arm in Arm::ALL {
            let title = arm.title();
            out.push(Kind {
                word: match (arm, missile) {
                    (_, Missile::Musket) => format!("{title}, muskets"),
                    (Arm::Akinci, _) | (_, Missile::None | Missile::Gun) => title.to_owned(),
                    (_, Missile::Bow) => format!("{title}, bows"),
                },
                symbol: symbol(arm, missile),
                code: sign(arm, missile).to_owned(),
            });
        }
    }
    out.push(Kind {
        word: "Leader".to_owned(),
        symbol: Symbol::Leader,
        code: "*".to_owned(),
    });
    out
}

/// The name without the letters of the side: `"HC-3"` of `"HU-HC-3"`.
fn name(id: &str) -> String {
    id.split_once('-').map_or(id, |(_, own)| own).to_owned()
}

/// Appends the features of a hexside. Each is listed once: a trench for the hex inside it, the others for the first hex.
fn edges(s: &State, hex: HexId, dir: Dir, out: &mut Vec<usize>) {
    let board = &s.game_data.board;
    if trench_inside(board, hex, dir) {
        out.push(TRENCH_LINE);
    }
    let first = board.neighbour(hex, dir).is_none_or(|beyond| hex < beyond);
    if first && board.features(hex, dir) & STREAM != 0 {
        out.push(STREAM_LINE);
        if board.road(hex, dir) {
            out.push(BRIDGE_LINE);
        }
    }
}

fn unit(s: &State, u: UnitId, hex: HexId) -> Counter {
    let card = s.counter(u);
    let now = s.unit(u);
    let r = s.ratings(u);
    let sdr = match card.arm {
        Arm::Artillery => "–".to_owned(),
        _ => format!("{:+}", r.sdr),
    };
    Counter {
        id: card.id.clone(),
        name: s.name_of(u.place()),
        text: name(&card.id),
        army: card.side.index(),
        group: Some(usize::from(card.command.0)),
        kind: kind(s, u),
        site: hex.index(),
        facing: Some(now.facing.into()),
        condition: match now.condition {
            pieces::Condition::Normal => None,
            pieces::Condition::Disordered => Some(DISORDERED),
            pieces::Condition::Retired => Some(RETIRED),
        },
        ratings: format!("{sdr}/{}", r.ma),
        note: match card.missile {
            Missile::None | Missile::Gun => String::new(),
            missile => missile.short().to_owned(),
        },
        strength: None,
        badges: Vec::new(),
    }
}

fn leader(s: &State, l: LeaderId, hex: HexId) -> Counter {
    let card = s.game_data.roster.leader_card(l);
    let name = s.name_of(l.place());
    let name = if s.leader(l).replacement {
        format!("{} replacement", genitive(&name))
    } else {
        name
    };
    Counter {
        id: card.id.clone(),
        name: name.clone(),
        text: name,
        army: card.side.index(),
        group: Some(usize::from(card.command.0)),
        kind: LEADER,
        site: hex.index(),
        facing: None,
        condition: None,
        ratings: format!("{}/{}", s.activation_rating(l), s.command_range(l)),
        note: String::new(),
        strength: None,
        badges: Vec::new(),
    }
}

/// The number of units of each type: `"9 LC, 2 RI"`.
fn count(s: &State, side: Side, which: impl Fn(&Unit) -> bool) -> String {
    let units = s.unit_ids().filter(|&u| s.side(u) == side && which(s.unit(u)));
    let arms = units.map(|u| Arm::ALL.iter().position(|&a| a == s.arm(u)).unwrap_or(0));
    tally(arms, |arm| Arm::ALL[arm].short())
}

fn panel(s: &State, side: Side) -> Panel {
    let roster = &s.game_data.roster;
    let (points, level) = (s.flight_points(side), s.flight_level(side));
    let gauge = |n: i32| u32::try_from(n).unwrap_or(0);
    let mut lines = vec![
        PanelLine {
            text: format!("Flight Points {points} of {level}"),
            gauge: Some((gauge(points), gauge(level))),
        },
        format!("On the map: {}", count(s, side, |u| u.at.hex().is_some())).into(),
        format!("Eliminated: {}", count(s, side, |u| u.at == Whereabouts::Lost)).into(),
    ];
    match side {
        Side::Hungary => {
            let retired = count(s, side, |u| u.condition == pieces::Condition::Retired && u.at.hex().is_some());
            lines.push(format!("Retired to the Banner: {retired}").into());
        }
        Side::Ottoman => {
            let boxed = |retired: bool| {
                count(s, side, |u| u.at == Whereabouts::Box && (u.condition == pieces::Condition::Retired) == retired)
            };
            lines.push(format!("Retired to the Box: {}", boxed(true)).into());
            if s.units
                .iter()
                .any(|u| u.at == Whereabouts::Box && u.condition != pieces::Condition::Retired)
            {
                lines.push(format!("Rallied in the Box: {}", boxed(false)).into());
            }
        }
    }
    let mut coming: BTreeMap<CommandId, usize> = BTreeMap::new();
    for u in s.unit_ids() {
        if s.side(u) == side && s.unit(u).at == Whereabouts::Reserve {
            *coming.entry(s.counter(u).command).or_default() += 1;
        }
    }
    let coming: Vec<String> = coming
        .into_iter()
        .map(|(c, n)| format!("{} ({})", roster.command_word(c), many(n, "unit")))
        .collect();
    if !coming.is_empty() {
        lines.push(format!("To come: {}", coming.join(", ")).into());
    }
    // A leader whose place a replacement has taken has fallen too.
    let fell = |&l: &LeaderId| s.leader(l).at == Whereabouts::Lost || s.leader(l).replacement;
    let mut lost: Vec<String> = s
        .leader_ids()
        .filter(|&l| roster.leader_card(l).side == side && fell(&l))
        .map(|l| roster.leader_name(l).to_owned())
        .collect();
    let all: usize = s.fallen[side as usize].iter().map(|&n| usize::from(n)).sum();
    if all > lost.len() && !lost.is_empty() {
        lost.push(many(all - lost.len(), "replacement"));
    }
    if !lost.is_empty() {
        lines.push(format!("Leaders lost: {}", lost.join(", ")).into());
    }
    Panel {
        title: side_name(side).to_owned(),
        army: Some(side.index()),
        lines,
    }
}

/// The pieces that the decision is about, and the declared attacks.
fn highlights(s: &State) -> Vec<Highlight> {
    let mut out = Vec::new();
    let at = match decision(s).filter(|_| s.outcome.is_none()).map(|d| d.of) {
        Some(Place::Unit(u)) if usize::from(u) < s.units.len() => s.hex(UnitId(u as u8)),
        Some(Place::Hex(h) | Place::Hexside(h, _)) => Some(HexId(h)),
        _ => None,
    };
    out.extend(at.map(Highlight::decided));
    for declared in s.activation().iter().flat_map(|a| &a.declared) {
        if let (Some(from), Some(to)) = (s.hex(declared.attacker), s.hex(declared.target)) {
            out.push(Highlight {
                word: "declared attack".to_owned(),
                style: Emphasis::Path,
                colour: Colour::hex(0x0020_1a16),
                sites: vec![from.index(), to.index()],
                words: Vec::new(),
                sides: Vec::new(),
            });
        }
    }
    out
}

/// Returns the scene for a viewer. `None` is a spectator, who sees what both sides see (3.5).
pub(crate) fn scene<G: Game<State = State>>(s: &State, viewer: Option<Side>) -> Scene {
    let roster = &s.game_data.roster;
    let mut scene = Scene {
        grounds: vec![
            Ground::new(TERRAIN_WORDS[0], None, Pattern::Plain, ' '),
            Ground::new(TERRAIN_WORDS[1], Some(0x00b4_c9b0), Pattern::Marsh, '"'),
            Ground::new(TERRAIN_WORDS[2], None, Pattern::Houses, '#'),
        ],
        levels: [(1, 0x00ee_e4c8), (2, 0x00e1_d0a2), (3, 0x00d0_b47c), (4, 0x00b8_9258)]
            .map(|(level, fill)| Level::new(level, fill))
            .into(),
        lines: vec![
            Line::new("stream", Stroke::Stream, 0x004f_86b0, '~'),
            Line::new("trench", Stroke::Work, 0x004a_3626, '^'),
            Line::new("bridge", Stroke::Bridge, 0x004a_3626, ':'),
        ],
        armies: vec![
            Army::new(Side::Hungary, 0x00a3_3529, 0x00ff_f6e3),
            Army {
                word: side_name(Side::Ottoman).to_owned(),
                ..Army::new(Side::Ottoman, 0x002c_664c, 0x00ff_f6e3)
            },
        ],
        groups: Group::striped(roster.commands.iter().map(|c| (&*c.id, c.side)), &STRIPES),
        kinds: kinds(),
        conditions: vec![
            Condition::new("Disordered", Look::Worn, '-'),
            Condition::new("Retired", Look::Broken, '='),
        ],
        marker_kinds: vec![
            MarkerKind::new("Banner", Glyph::Standard, 0x00f2_c84b, '!'),
            MarkerKind::new("making camp", Glyph::Camp, 0x00f4_ecd8, 'c'),
        ],
        highlights: highlights(s),
        panels: Side::ALL.iter().map(|&side| panel(s, side)).collect(),
        notes: vec![
            "On a unit: Shock Defense Rating / Movement Allowance, and its missile type. \
             The map and most ratings are reconstructed; the charts say which and why."
                .to_owned(),
        ],
        ..Scene::of::<G>(s, Orientation::Pointy)
    }
    .with_board(&s.game_data.board, |hex, dir, out| edges(s, hex, dir, out));
    scene.title.push_str(": Mohács, 29 August 1526");
    if !scene.edges.is_empty() {
        scene.beyond = ["to Mohács", "Danube", "", ""].map(str::to_owned);
    }
    for u in s.unit_ids() {
        if let Some(hex) = s.hex(u) {
            scene.counters.push(unit(s, u, hex));
            if s.unit(u).done.has(pieces::Done::ENCAMPED) {
                scene.markers.push(Marker {
                    kind: CAMP,
                    site: hex.index(),
                });
            }
        }
    }
    for l in s.leader_ids().filter(|&l| sees_leader(s, l, viewer)) {
        if let Some(hex) = s.leader(l).at.hex() {
            scene.counters.push(leader(s, l, hex));
        }
    }
    if let Some(hex) = s.banner {
        scene.markers.push(Marker {
            kind: BANNER,
            site: hex.index(),
        });
    }
    scene
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Suleiman;
    use crate::setup::Setup;

    #[test]
    fn leaders_for_whom_a_replacement_stands_are_lost_too() {
        let mut s = Suleiman::begin(&Setup::default()).unwrap();
        let lost = |s: &State| -> Vec<String> {
            let lines = scene::<Suleiman>(s, None).panels.into_iter().flat_map(|p| p.lines);
            lines
                .map(|l| l.text)
                .filter(|t| t.starts_with("Leaders lost"))
                .collect()
        };
        assert!(lost(&s).is_empty());
        let leader = |s: &State, name: &str| {
            s.leader_ids()
                .find(|&l| s.game_data.roster.leader_word(l) == name)
                .unwrap()
        };
        let (tomori, bali) = (leader(&s, "Tomori"), leader(&s, "Bali"));
        s.leader_mut(tomori).at = Whereabouts::Lost;
        s.leader_mut(bali).replacement = true;
        s.fallen = [[0, 1], [0, 3]];
        assert_eq!(lost(&s), ["Leaders lost: Tomori", "Leaders lost: Bali, 2 replacements"]);
    }
}
