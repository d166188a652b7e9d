//! The map as a picture: the look of the map, the counters, and what is shown beside the map.

use crate::components::{Arm, Hexside, LeaderId, SeizureCounter, SeizureCounters, Side, Terrain, UnitId};
use crate::dispatch::decision;
use crate::state::pieces::{self, Whereabouts};
use crate::state::position::State;
use casus_core::picture::{
    Army, Condition, Counter, Glyph, Ground, Group, Highlight, Kind, Level, Line, Look, Marker, MarkerKind, Panel,
    PanelLine, Pattern, Stroke, Symbol,
};
use casus_core::words::{genitive, tally};
use casus_core::{Dir, Game, HexId, Lexicon as _, Orientation, Place, Scene, Sided};

/// Indexes in the lists of the scene.
const DISORDERED: usize = 0;
const RETIRED: usize = 1;
const ENGAGED: usize = 0;
/// The first of the Standards, one for each side.
const STANDARDS: usize = 1;
const LEADER: usize = Arm::ALL.len();

/// The colors of the stripes, one for each Battle in order; after the last they repeat.
const STRIPES: [u32; 12] = [
    0x00e0_b13c,
    0x004f_86b0,
    0x00d9_d2c3,
    0x00d8_6f37,
    0x0093_5fa0,
    0x0077_a653,
    0x002b_2622,
    0x0058_b0a7,
    0x00c7_8a9b,
    0x008a_6b4a,
    0x00f4_f0e6,
    0x00a9_c46c,
];

const fn symbol(arm: Arm) -> Symbol {
    match arm {
        Arm::MenAtArms => Symbol::HeavyCavalry,
        Arm::Stradiots => Symbol::MediumCavalry,
        Arm::LightCavalry => Symbol::LightCavalry,
        Arm::LightArchers | Arm::Genitors | Arm::MountedArquebus | Arm::MountedCrossbow => Symbol::MissileCavalry,
        Arm::Pikes => Symbol::Pike,
        Arm::SwordAndBuckler => Symbol::Infantry,
        Arm::Arquebus => Symbol::Firearms,
        Arm::Crossbow | Arm::Longbow => Symbol::MissileInfantry,
        Arm::Skirmishers => Symbol::Levy,
        Arm::Sappers => Symbol::Other,
        Arm::Artillery => Symbol::Artillery,
        Arm::GunWagon => Symbol::Wagon,
        Arm::BaggageWagon => Symbol::Baggage,
    }
}

/// The sign of an arm on the text map.
const fn sign(arm: Arm) -> &'static str {
    match arm {
        Arm::Stradiots => "St",
        Arm::LightArchers => "LA",
        Arm::MountedArquebus => "MQ",
        Arm::MountedCrossbow => "MC",
        Arm::Artillery => "Ar",
        other => other.short(),
    }
}

fn kinds() -> Vec<Kind> {
    let arms = Arm::ALL
        .into_iter()
        .map(|arm| Kind::new(arm.title(), symbol(arm), sign(arm)));
    arms.chain([Kind::new("Leader", Symbol::Leader, "*")]).collect()
}

fn place(arm: Arm) -> usize {
    Arm::ALL.iter().position(|&a| a == arm).unwrap_or(0)
}

fn grounds() -> Vec<Ground> {
    let look = |t: Terrain| match t {
        Terrain::Clear => (None, Pattern::Plain, ' '),
        Terrain::Cropfields => (Some(0x00e6_d9a0), Pattern::Fields, ','),
        Terrain::Vineyards => (Some(0x00c9_d3a0), Pattern::Vines, 'v'),
        Terrain::LightWoods => (Some(0x00b9_c995), Pattern::Grove, 't'),
        Terrain::Woods => (Some(0x0094_ad72), Pattern::Woods, 'T'),
        Terrain::Marsh => (Some(0x00b4_c9b0), Pattern::Marsh, '"'),
        Terrain::Rough => (Some(0x00d3_c4a4), Pattern::Rough, 'r'),
        Terrain::Town => (None, Pattern::Town, '#'),
        Terrain::Buildings | Terrain::City => (None, Pattern::Houses, '#'),
        Terrain::Taro => (Some(0x009f_c0d4), Pattern::Water, '~'),
    };
    let ground = |t: &Terrain| {
        let (fill, pattern, mark) = look(*t);
        Ground::new(t.title(), fill, pattern, mark)
    };
    Terrain::ALL.iter().map(ground).collect()
}

fn lines() -> Vec<Line> {
    let look = |side: Hexside| match side {
        Hexside::Stream => (Stroke::Stream, 0x004f_86b0, '~'),
        Hexside::River => (Stroke::Stream, 0x004f_86b0, '≈'),
        Hexside::Bridge => (Stroke::Bridge, 0x004a_3626, ':'),
        Hexside::Breach => (Stroke::Bridge, 0x008a_6b4a, ':'),
        Hexside::Ditch => (Stroke::Work, 0x004a_3626, '^'),
        Hexside::Rampart => (Stroke::Work, 0x004a_3626, '%'),
        Hexside::Trench => (Stroke::Work, 0x004a_3626, '¦'),
        Hexside::Wall => (Stroke::Work, 0x004a_3626, '|'),
        Hexside::Torre => (Stroke::Work, 0x004a_3626, '$'),
    };
    let line = |side: &Hexside| {
        let (stroke, colour, mark) = look(*side);
        Line::new(side.title(), stroke, colour, mark)
    };
    Hexside::ALL.iter().map(line).collect()
}

/// Appends the features of a hexside. Each is listed once: a work for the hex inside it, the others for the first hex.
fn edges(s: &State, hex: HexId, dir: Dir, out: &mut Vec<usize>) {
    let board = &s.game_data.board;
    let first = board.neighbour(hex, dir).is_none_or(|beyond| hex < beyond);
    for side in Hexside::all_at(board, hex, dir) {
        let sided = matches!(side, Hexside::Ditch | Hexside::Rampart | Hexside::Trench);
        let here = if sided { Hexside::inside(board, hex, dir) } else { first };
        if here {
            out.extend(Hexside::ALL.iter().position(|&x| x == side));
        }
    }
}

fn unit(s: &State, u: UnitId, hex: HexId) -> Counter {
    let card = s.counter(u);
    let now = s.unit(u);
    let r = s.ratings(u);
    Counter {
        id: card.id.clone(),
        name: s.name_of(u.place()),
        text: card.id.split_once('-').map_or(&*card.id, |(_, own)| own).to_owned(),
        army: card.side.index(),
        group: Some(usize::from(card.battle.0)),
        kind: place(s.arm(u)),
        site: hex.index(),
        facing: Some(now.facing.into()),
        condition: match now.condition {
            pieces::Condition::Normal => None,
            pieces::Condition::Disordered => Some(DISORDERED),
            pieces::Condition::Retired => Some(RETIRED),
        },
        ratings: format!("{:+}/{}", r.sdr, r.ma),
        note: r
            .missile
            .map_or(String::new(), |drm| format!("{} {drm:+}", card.missile.short())),
        strength: None,
        badges: if s.engaged(u) { vec![ENGAGED] } else { Vec::new() },
    }
}

fn leader(s: &State, l: LeaderId, hex: HexId) -> Counter {
    let card = &s.game_data.roster[l];
    let name = s.name_of(l.place());
    let name = if s.leader(l).replacement {
        format!("{} replacement", genitive(&name))
    } else {
        name
    };
    let rating = s.activation_rating(l).map_or("-".to_owned(), |n| n.to_string());
    Counter {
        id: card.id.clone(),
        name: name.clone(),
        text: name,
        army: card.side.index(),
        group: card.battles.first().map(|b| usize::from(b.0)),
        kind: LEADER,
        site: hex.index(),
        facing: None,
        condition: None,
        ratings: format!("{rating}/{}/{:+}", s.command_range(l), s.charisma(l)),
        note: String::new(),
        strength: None,
        badges: Vec::new(),
    }
}

/// The number of units of each type: `"9 MM, 2 PK"`.
fn count(s: &State, side: Side, which: impl Fn(&pieces::Unit) -> bool) -> String {
    tally_of(s, side, |s, u| which(s.unit(u)))
}

fn tally_of(s: &State, side: Side, which: impl Fn(&State, UnitId) -> bool) -> String {
    let units = s.unit_ids().filter(|&u| s.side(u) == side && which(s, u));
    tally(units.map(|u| place(s.arm(u))), |arm| Arm::ALL[arm].short())
}

fn panel<G: Game<State = State, Side = Side>>(s: &State, side: Side, viewer: Option<Side>) -> Panel {
    let (points, level) = (s.flight_points(side), s.flight_level(side));
    let gauge = |n: i32| u32::try_from(n).unwrap_or(0);
    let hand = s.hand(side);
    let list = |counters: SeizureCounters| {
        counters
            .iter()
            .map(SeizureCounter::title)
            .collect::<Vec<_>>()
            .join(", ")
    };
    let held = if viewer == Some(side) && !hand.held.is_empty() {
        list(hand.held)
    } else {
        hand.held.len().to_string()
    };
    let mut lines: Vec<PanelLine> = vec![
        PanelLine {
            text: format!("Flight Points {points} of {level}"),
            gauge: Some((gauge(points), gauge(level))),
        },
        format!("On the map: {}", count(s, side, |u| u.at.hex().is_some())).into(),
        format!("Eliminated: {}", tally_of(s, side, State::eliminated)).into(),
    ];
    let taken = s.wagons_lost(side);
    if taken > 0 {
        lines.push(format!("Baggage Wagons lost: {taken}").into());
    }
    lines.push(format!("Seizure counters held: {held}").into());
    if let Some(exit) = s.exit(side) {
        let (away, needed) = (s.points_away(side), i32::from(exit.points));
        lines.push(PanelLine {
            text: format!("Off the map: {away} of {needed} points"),
            gauge: Some((gauge(away), gauge(needed))),
        });
    }
    if !hand.played.is_empty() {
        lines.push(format!("Seizure counters played: {}", list(hand.played)).into());
    }
    let coming = count(s, side, |u| u.at == Whereabouts::Reserve);
    if !coming.is_empty() {
        lines.push(format!("To come: {coming}").into());
    }
    Panel {
        title: G::side_name(s, side),
        army: Some(side.index()),
        lines,
    }
}

/// A side with the name that the battle gives it.
fn army<G: Game<State = State, Side = Side>>(s: &State, side: Side, fill: u32) -> Army {
    Army {
        word: G::side_name(s, side),
        ..Army::new(side, fill, 0x00ff_f6e3)
    }
}

/// The Standards of a side.
fn standard(s: &State, side: Side, colour: u32) -> MarkerKind {
    let word = format!("Standard of {}", s.game_data.scenario.name(side));
    MarkerKind::new(&word, Glyph::Standard, colour, '!')
}

fn decided(s: &State) -> Option<Highlight> {
    let at = match decision(s)?.of {
        Place::Unit(u) => s.hex(UnitId(u8::try_from(u).ok()?)),
        Place::Leader(l) => s.leader(LeaderId(u8::try_from(l).ok()?)).at.hex(),
        Place::Hex(h) | Place::Hexside(h, _) => Some(HexId(h)),
        _ => None,
    };
    at.map(Highlight::decided)
}

/// Returns the scene for a viewer. `None` is a spectator, who sees what both sides see (6.3).
pub(crate) fn scene<G: Game<State = State, Side = Side>>(s: &State, viewer: Option<Side>) -> Scene {
    let roster = &s.game_data.roster;
    let mut scene = Scene {
        grounds: grounds(),
        levels: [(0, 0x00ee_e4c8), (1, 0x00e1_d0a2), (2, 0x00d0_b47c), (3, 0x00b8_9258)]
            .map(|(level, fill)| Level::new(level, fill))
            .into(),
        lines: lines(),
        armies: vec![
            army::<G>(s, Side::France, 0x002f_4f8f),
            army::<G>(s, Side::League, 0x00a3_3529),
        ],
        groups: Group::striped(roster.battle_ids().map(|b| (roster.battle_name(b), roster[b].side)), &STRIPES),
        kinds: kinds(),
        conditions: vec![
            Condition::new("Disordered", Look::Worn, '-'),
            Condition::new("Retired", Look::Broken, '='),
        ],
        marker_kinds: vec![
            MarkerKind::new("Engaged", Glyph::Camp, 0x00f4_ecd8, 'e'),
            standard(s, Side::France, 0x00f2_c84b),
            standard(s, Side::League, 0x00f4_ecd8),
        ],
        highlights: decided(s).into_iter().collect(),
        panels: Side::ALL.iter().map(|&side| panel::<G>(s, side, viewer)).collect(),
        notes: vec![
            "On a unit: Shock Defense DRM / Movement Allowance, its missile type and Missile Fire DRM. \
             The maps and most ratings are reconstructed; the charts say which and why."
                .to_owned(),
        ],
        ..Scene::of::<G>(s, Orientation::Pointy)
    }
    .with_board(&s.game_data.board, |hex, dir, out| edges(s, hex, dir, out));
    scene.title = format!("{}: {}", scene.title, s.game_data.scenario.title);
    for u in s.unit_ids() {
        if let Some(hex) = s.hex(u) {
            scene.counters.push(unit(s, u, hex));
        }
    }
    for l in s.leader_ids() {
        if let Some(hex) = s.leader(l).at.hex() {
            scene.counters.push(leader(s, l, hex));
        }
    }
    for t in s.standard_ids() {
        if let Some(hex) = s.standard(t).at.hex() {
            scene.markers.push(Marker {
                kind: STANDARDS + roster[t].side.index(),
                site: hex.index(),
            });
        }
    }
    scene
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::Base;
    use crate::game::Arquebus;
    use crate::setup::Setup;

    #[test]
    fn no_two_battles_of_a_side_have_one_colour() {
        for base in Base::ALL {
            let setup = Setup {
                base,
                ..Setup::default()
            };
            let scene = scene::<Arquebus>(&Arquebus::begin(&setup).unwrap(), None);
            for (i, group) in scene.groups.iter().enumerate() {
                let like = |g: &&Group| (g.army, g.colour) == (group.army, group.colour);
                assert!(scene.groups[..i].iter().find(like).is_none(), "{base:?}: {}", group.word);
            }
        }
    }
}
