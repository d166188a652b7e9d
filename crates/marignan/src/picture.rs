//! The map as a picture: terrain, counters in their stacks, and the panels beside the map.

use crate::components::{
    Arm, BRIDGE, Bonus, CANAL, Class, CommanderId, GRAND_CANAL, Protection, RIVER, Side, TERRAIN_WORDS, UnitId,
    behind_fortification,
};
use crate::dispatch::decision;
use crate::state::combat::ShotAt;
use crate::state::pieces::{self, Unit, Whereabouts};
use crate::state::position::State;
use crate::state::stage::Stage;
use crate::story::hour;
use crate::view::{actor, led, steadied_by, taken};
use casus_core::picture::{
    Army, Colour, Condition, Counter, Edge, Emphasis, Glyph, Ground, Group, Highlight, Kind, Level, Line, Look, Marker,
    MarkerKind, Panel, PanelLine, Pattern, Pile, Stroke, Symbol,
};
use casus_core::play::describe_decision;
use casus_core::{Dir, Game, HexId, Lexicon as _, Orientation, Place, Scene, Sided};
use core::fmt::Write as _;

/// Indexes into the lists of the scene.
const CANAL_LINE: usize = 0;
const RIVER_LINE: usize = 1;
const GRAND_CANAL_LINE: usize = 2;
const PRINTED_LINE: usize = 3;
const BUILT_LINE: usize = 4;
const BRIDGE_LINE: usize = 5;
const DISORDERED: usize = 0;
const ROUTED: usize = 1;
const INJURED: usize = 2;
const TAKEN: usize = 0;
const HEDGEHOG: usize = 1;
const CHARGE: usize = 2;
const REPLACED: usize = 3;
const OUT_OF_COMMAND: usize = 4;

/// The kinds of units: icon, and for cavalry protection too.
const KINDS: [(Arm, Option<Protection>, &str, Symbol, &str); 7] = [
    (Arm::Pikemen, None, "Pikemen", Symbol::Pike, "Pk"),
    (Arm::Arquebusiers, None, "Arquebusiers", Symbol::Firearms, "Aq"),
    (Arm::Swordsmen, None, "Swordsmen", Symbol::Infantry, "Sw"),
    (Arm::Cavalry, Some(Protection::Superior), "Heavy cavalry", Symbol::HeavyCavalry, "Hc"),
    (Arm::Cavalry, Some(Protection::Normal), "Cavalry", Symbol::MediumCavalry, "Cv"),
    (Arm::Cavalry, Some(Protection::Feeble), "Light cavalry", Symbol::LightCavalry, "Lc"),
    (Arm::Artillery, None, "Artillery", Symbol::Artillery, "Ar"),
];
const COMMANDER: usize = KINDS.len();

/// The stripes of the corps, in order; after the last they repeat.
const STRIPES: [u32; 13] = [
    0x00f2_c84b,
    0x00d9_d2c3,
    0x00d8_6f37,
    0x0077_a653,
    0x00c7_8a9b,
    0x0058_b0a7,
    0x00a8_7bb8,
    0x002b_2622,
    0x00b9_472f,
    0x008a_6b4a,
    0x00f2_c84b,
    0x002b_2622,
    0x00d9_d2c3,
];

/// Returns the index of a unit's kind in the scene.
fn kind(s: &State, u: UnitId) -> usize {
    let card = s.counter(u);
    KINDS
        .iter()
        .position(|k| k.0 == card.arm && k.1.is_none_or(|p| p == card.protection))
        .unwrap_or(0)
}

fn kinds() -> Vec<Kind> {
    let one = |word: &str, symbol, code: &str| Kind {
        word: word.to_owned(),
        symbol,
        code: code.to_owned(),
    };
    let units = KINDS.iter().map(|k| one(k.2, k.3, k.4));
    units.chain([one("Commander", Symbol::Leader, "*")]).collect()
}

/// Appends the lines along a hexside, each once: a fortification with the hex that it protects, the others with the hex that
/// comes first.
fn edges(s: &State, hex: HexId, dir: Dir, out: &mut Vec<usize>) {
    let board = &s.game_data.board;
    if behind_fortification(board, hex, dir) {
        out.push(PRINTED_LINE);
    }
    let first = board.neighbour(hex, dir).is_none_or(|beyond| hex < beyond);
    if !first {
        return;
    }
    let features = board.features(hex, dir);
    let waters = [
        (CANAL, CANAL_LINE),
        (RIVER, RIVER_LINE),
        (GRAND_CANAL, GRAND_CANAL_LINE),
        (BRIDGE, BRIDGE_LINE),
    ];
    out.extend(
        waters
            .into_iter()
            .filter(|(bit, _)| features & bit != 0)
            .map(|(_, line)| line),
    );
}

/// Returns a name that fits on a counter. It omits the corps, which the stripe shows: `"Gen-1"` of `"Bourbon-Gen-1"`. For the
/// Swiss, whose corps consist of one arm each, it is the corps and the number: `"II-7"`.
fn name(s: &State, u: UnitId) -> String {
    let card = s.counter(u);
    let corps = card.corps.map(|c| s.game_data.roster[c].id.as_str());
    let own = corps.and_then(|c| Some((c, card.id.strip_prefix(c)?.strip_prefix('-')?)));
    match (own, card.side) {
        (Some((_, own)), Side::French) => own.to_owned(),
        (Some((corps, own)), Side::Swiss) => {
            format!("{corps}-{}", own.rsplit('-').next().unwrap_or(own))
        }
        (None, _) => card.id.clone(),
    }
}

fn unit(s: &State, u: UnitId, hex: HexId) -> Counter {
    let (card, now, face) = (s.counter(u), s.unit(u), s.face(u));
    let badges = [
        (s.hedgehog(u), HEDGEHOG),
        (now.charge.is_some(), CHARGE),
        (now.replaced, REPLACED),
        (s.out_of_command(u), OUT_OF_COMMAND),
    ];
    Counter {
        id: card.id.clone(),
        name: s.name_of(u.place()),
        text: name(s, u),
        army: card.side.index(),
        group: card.corps.map(|c| usize::from(c.0)),
        kind: kind(s, u),
        site: hex.index(),
        facing: (!s.routed(u) && !s.all_round(u)).then(|| now.facing.into()),
        condition: match now.condition {
            pieces::Condition::Order => None,
            pieces::Condition::Disordered => Some(DISORDERED),
            pieces::Condition::Routed => Some(ROUTED),
        },
        ratings: format!("{}·{}·{}", face.melee, face.morale, face.ma),
        note: match face.fire {
            0 => String::new(),
            fire => fire.to_string(),
        },
        strength: Some(face.melee.into()),
        badges: badges
            .into_iter()
            .filter(|(on, _)| *on)
            .map(|(_, badge)| badge)
            .collect(),
    }
}

fn commander(s: &State, c: CommanderId, hex: HexId) -> Counter {
    let (card, face) = (&s.game_data.roster[c], s.commander_face(c));
    let bonus = match face.bonus {
        Bonus::None => String::new(),
        Bonus::Melee(n) => format!(", melee +{n}"),
        Bonus::Fire(n) => format!(", fire +{n}"),
    };
    Counter {
        id: card.id.clone(),
        name: s.name_of(c.place()),
        text: s.name_of(c.place()),
        army: card.side.index(),
        group: Some(usize::from(card.corps.0)),
        kind: COMMANDER,
        site: hex.index(),
        facing: None,
        condition: s.commander(c).injured.then_some(INJURED),
        ratings: format!("range {}, {} MP{bonus}", face.range, face.ma),
        note: String::new(),
        strength: None,
        badges: Vec::new(),
    }
}

/// Returns the name of one unit of a type: `"pikeman"`.
fn of_one(arm: Arm) -> &'static str {
    match arm {
        Arm::Pikemen => "pikeman",
        Arm::Arquebusiers => "arquebusier",
        Arm::Swordsmen => "swordsman",
        Arm::Cavalry | Arm::Artillery => arm.word(),
    }
}

/// Returns the number of units of each type: `"9 pikemen, 1 swordsman, 2 cavalry"`.
fn count(s: &State, side: Side, arm: impl Fn(Arm) -> bool, which: impl Fn(&Unit) -> bool) -> String {
    let counted = |u: &UnitId| s.side(*u) == side && arm(s.arm(*u)) && which(s.unit(*u));
    let of = |&arm: &Arm| match s.unit_ids().filter(|&u| s.arm(u) == arm).filter(counted).count() {
        0 => None,
        1 => Some(format!("1 {}", of_one(arm))),
        n => Some(format!("{n} {}", arm.word())),
    };
    Arm::ALL.iter().filter_map(of).collect::<Vec<_>>().join(", ")
}

fn panel(s: &State, side: Side) -> Panel {
    let roster = &s.game_data.roster;
    let mut lines = Vec::new();
    if side == Side::Swiss {
        let full = s.game_data.deployment.armies.swiss_morale;
        lines.push(PanelLine {
            text: format!("Morale of the army {}", s.swiss_morale),
            gauge: Some((s.swiss_morale.into(), full.max(s.swiss_morale).into())),
        });
        let places: Vec<String> = taken(s).map(|h| crate::story::place_name(s, h)).collect();
        if !places.is_empty() {
            lines.push(format!("Taken: {}", places.join(", ")).into());
        }
    } else {
        let (now, lose) = (s.demoralized_corps(), s.game_data.deployment.armies.french_corps_to_lose);
        lines.push(format!("Demoralized: {now} corps; {lose} lose the battle").into());
    }
    let any = |_: Arm| true;
    let there = |u: &Unit| u.at.hex().is_some();
    let counts = [
        ("Foot on the map", count(s, side, |arm| arm.class() == Class::Infantry, there)),
        ("Horse and guns", count(s, side, |arm| arm.class() != Class::Infantry, there)),
        ("Routed", count(s, side, any, |u| there(u) && u.condition == pieces::Condition::Routed)),
        ("Still to enter", count(s, side, any, |u| u.at == Whereabouts::Reserve)),
        ("Lost", count(s, side, any, |u| matches!(u.at, Whereabouts::Lost | Whereabouts::Fled))),
    ];
    for (what, many) in counts {
        if !many.is_empty() {
            lines.push(format!("{what}: {many}").into());
        }
    }
    let lost: Vec<&str> = s
        .commander_ids()
        .filter(|&c| s.led_side(c) == side && s.commander(c).at == Whereabouts::Lost)
        .map(|c| roster.leader_name(c))
        .collect();
    if !lost.is_empty() {
        lines.push(format!("Commanders lost: {}", lost.join(", ")).into());
    }
    Panel {
        title: side.word().to_owned(),
        army: Some(side.index()),
        lines,
    }
}

/// Returns the panel with the morale of the corps that have one (8.2).
fn morale_panel(s: &State) -> Panel {
    let roster = &s.game_data.roster;
    let lines = s.corps_ids().filter_map(|k| {
        let card = &roster[k];
        let (full, now) = (card.morale?, s.corps(k));
        let who = match now.leader {
            Some(c) if led(s, c).nth(1).is_some() => {
                format!(" under {}", roster.leader_name(c))
            }
            Some(_) => String::new(),
            None => " without a commander".to_owned(),
        };
        let state = match steadied_by(s, k) {
            Some(hero) => format!(", steadied by {}", roster.leader_name(hero)),
            None if s.demoralized(k) => ", demoralized".to_owned(),
            None => String::new(),
        };
        Some(PanelLine {
            text: format!("{} {} of {full}{who}{state}", card.name, now.morale),
            gauge: Some((now.morale.into(), full.max(now.morale).into())),
        })
    });
    Panel {
        title: "Morale of the corps".to_owned(),
        army: Some(Side::French.index()),
        lines: lines.collect(),
    }
}

/// Returns the hex of a place on the map.
fn spot(s: &State, at: Place) -> Option<HexId> {
    match at {
        Place::Unit(u) if usize::from(u) < s.units.len() => s.hex(UnitId(u as u8)),
        Place::Leader(c) if usize::from(c) < s.commanders.len() => s.commander(CommanderId(c as u8)).at.hex(),
        Place::Hex(h) | Place::Hexside(h, _) => Some(HexId(h)),
        _ => None,
    }
}

/// Returns the highlights: the subject of the decision, the Charges, and the shot or melee in progress.
fn highlights(s: &State) -> Vec<Highlight> {
    let mut out = Vec::new();
    let open = decision(s).filter(|_| s.outcome.is_none());
    out.extend(open.and_then(|d| spot(s, d.of)).map(Highlight::decided));
    let mut arrow = |word: &str, colour, from: HexId, to: HexId| {
        let way = Highlight {
            word: word.to_owned(),
            style: Emphasis::Path,
            colour: Colour::hex(colour),
            sites: vec![from.index(), to.index()],
            words: Vec::new(),
            sides: Vec::new(),
        };
        if !out.contains(&way) {
            out.push(way);
        }
    };
    for (unit, from) in Side::ALL.iter().flat_map(|&x| s.on_map(x)) {
        if let Some(to) = s.unit(unit).charge {
            arrow("charge", 0x00b2_3a1e, from, to);
        }
    }
    for stage in &s.stack {
        let (word, colour, units, to) = match stage {
            // A melee that has been fought is highlighted by its attackers.
            Stage::Shot(shot) if shot.at == ShotAt::Drafting => ("fire", 0x0020_1a16, shot.firers, shot.target),
            Stage::Bout(bout) if bout.defenders.is_empty() => ("melee", 0x0020_1a16, bout.attackers, bout.target),
            _ => continue,
        };
        for from in units.iter().filter_map(|u| s.hex(UnitId(u))) {
            if from != to {
                arrow(word, colour, from, to);
            }
        }
    }
    if !s.assaulted.is_empty() {
        out.push(Highlight {
            word: "attacked in this phase".to_owned(),
            style: Emphasis::Wash,
            colour: Colour::hex(0x00b2_3a1e),
            sites: s.assaulted.iter().map(|h| h.index()).collect(),
            words: Vec::new(),
            sides: Vec::new(),
        });
    }
    out
}

/// Returns a line about the current moment: the turn and its hour, the phase, and the open decision.
fn moment<G: Game<State = State>>(s: &State) -> String {
    let asked = describe_decision::<G>(s);
    let when = format!("Turn {}, {}", s.turn, hour(s, s.turn));
    match s.phase().filter(|_| s.outcome.is_none()) {
        Some(p) => format!("{when}. {} turn, {} ({}). {asked}", s.active.word(), p.title(), actor(s, p).word()),
        None => format!("{when}. {asked}"),
    }
}

/// Returns the map as a picture. It is the same for everyone, because nothing is hidden.
pub(crate) fn scene<G: Game<State = State>>(s: &State, _: Option<Side>) -> Scene {
    let roster = &s.game_data.roster;
    let mut scene = Scene {
        moment: moment::<G>(s),
        grounds: vec![
            Ground::new(TERRAIN_WORDS[0], None, Pattern::Plain, ' '),
            Ground::new("dense cultivations", Some(0x00cd_d3a2), Pattern::Fields, '"'),
            Ground::new(TERRAIN_WORDS[2], None, Pattern::Houses, '#'),
            Ground::new(TERRAIN_WORDS[3], None, Pattern::Farm, 'f'),
        ],
        levels: [(0, 0x00ea_e6c8), (1, 0x00d9_c690), (2, 0x00c4_a468)]
            .map(|(level, fill)| Level::new(level, fill))
            .into(),
        lines: vec![
            Line::new("canal", Stroke::Stream, 0x006f_a3c8, '~'),
            Line::new("river", Stroke::River, 0x004f_86b0, '='),
            Line::new("grand canal", Stroke::Canal, 0x005b_93bb, '%'),
            Line::new("fortification", Stroke::Work, 0x004a_3626, '^'),
            Line::new("fortification of the night", Stroke::Work, 0x008a_4b1e, '¦'),
            Line::new("bridge", Stroke::Bridge, 0x004a_3626, ':'),
        ],
        armies: vec![
            Army::new(Side::Swiss, 0x00a3_2a24, 0x00ff_f6e3),
            Army::new(Side::French, 0x002f_4f87, 0x00ff_f6e3),
        ],
        groups: Group::striped(roster.corps.iter().map(|c| (&*c.name, c.side)), &STRIPES),
        kinds: kinds(),
        conditions: vec![
            Condition::new("in disorder", Look::Worn, '-'),
            Condition::new("routed", Look::Broken, '='),
            Condition::new("injured", Look::Hurt, '-'),
        ],
        pile: Pile::Fan,
        marker_kinds: vec![
            MarkerKind::new("taken by the Swiss", Glyph::Standard, 0x00c8_3a30, '!'),
            MarkerKind::new("hedgehog", Glyph::Disc, 0x00f2_c84b, 'H'),
            MarkerKind::new("charge", Glyph::Disc, 0x00ee_8f6a, 'C'),
            MarkerKind::new("replacement", Glyph::Disc, 0x00d8_d8d8, 'R'),
            MarkerKind::new("out of command", Glyph::Disc, 0x00f4_ecd8, 'O'),
        ],
        markers: taken(s)
            .map(|hex| Marker {
                kind: TAKEN,
                site: hex.index(),
            })
            .collect(),
        highlights: highlights(s),
        panels: vec![panel(s, Side::Swiss), panel(s, Side::French), morale_panel(s)],
        notes: vec![
            "On a unit: melee strength, morale and movement allowance, and its fire strength in the box; \
             under a stack the sum of its melee strengths. \
             The map and most ratings are reconstructed; the charts say which and why."
                .to_owned(),
        ],
        ..Scene::of::<G>(s, Orientation::Flat)
    }
    .with_board(&s.game_data.board, |hex, dir, out| edges(s, hex, dir, out));
    let scenario = &s.game_data.deployment.scenarios[usize::from(s.scenario)];
    let days = if scenario.days > 1 { "13 and 14" } else { "13" };
    let _ = write!(scene.title, ": {days} September 1515");
    scene.edges.extend(s.works.iter().map(|work| Edge {
        site: work.hex.index(),
        side: work.side,
        line: BUILT_LINE,
    }));
    if !scene.edges.is_empty() {
        scene.beyond = ["to Milan", "", "to Marignano", ""].map(str::to_owned);
    }
    // Guns are on top of a stack, where they are fully visible: there are few of them.
    let mut units: Vec<(bool, UnitId, HexId)> = Side::ALL
        .iter()
        .flat_map(|&x| s.on_map(x))
        .map(|(u, h)| (s.arm(u) == Arm::Artillery, u, h))
        .collect();
    units.sort_unstable_by_key(|&(over, u, _)| (over, u));
    scene.counters.extend(units.into_iter().map(|(_, u, h)| unit(s, u, h)));
    for c in s.commander_ids() {
        if let Some(hex) = s.commander(c).at.hex() {
            scene.counters.push(commander(s, c, hex));
        }
    }
    scene
}
