//! The player's guide: questions, notes on choices, effects and costs of actions, pieces, threats.

use crate::action::Action;
use crate::casebook::cite;
use crate::charts::Disorder;
use crate::components::{
    BRIDGE, Bonus, CANAL, CommanderId, CorpsId, FARM, GRAND_CANAL, Piece, RIVER, Side, TERRAIN_WORDS, UnitId, VILLAGE,
};
use crate::dispatch::decision;
use crate::event::{Event, What};
use crate::game::Marignan;
use crate::rules::fire::aim::could_fire;
use crate::rules::melee::bout::{once_over, over_water};
use crate::rules::melee::odds::forecast;
use crate::rules::movement::contact::{braces, committed};
use crate::rules::movement::costs::{ride_ledger, step_ledger};
use crate::rules::movement::ways::{Stride, ways};
use crate::rules::scenarios::deployment::deployed;
use crate::rules::testing::test_ledger;
use crate::state::combat::Mode;
use crate::state::pieces::{Condition, Whereabouts};
use crate::state::position::State;
use crate::state::run::Run;
use crate::state::stage::{Stage, Why};
use crate::state::turn::{Course as Timing, Night};
use crate::story::{condition, hour, melee_result, need, place_name, shifts, toll, total, why};
use crate::view::{led, steadied_by};
use casus_core::picture::Manner;
use casus_core::words::{by_face, choices, costs, losses, many, moved};
use casus_core::{Cite, Die, Dir, Game as _, HexId, Lexicon, PieceSet, Place, Sided};
use casus_guide::{Blow, Course, Goal, Guide, InHand, Leg, Note, Threat};
use std::borrow::Cow;
use std::collections::BTreeSet;

/// Returns the name of a unit, which is plural.
fn un(s: &State, u: UnitId) -> &str {
    s.game_data.roster.unit_name(u)
}
fn cn(s: &State, c: CommanderId) -> &str {
    s.game_data.roster.leader_name(c)
}
fn kn(s: &State, k: CorpsId) -> &str {
    s.game_data.roster.corps_name(k)
}
/// Returns a name in the form for the beginning of a sentence.
fn upper(name: &str) -> String {
    let mut letters = name.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
}
fn label(s: &State, h: HexId) -> String {
    s.game_data.board.label(h)
}
fn whereabouts(s: &State, at: Whereabouts) -> String {
    match at {
        Whereabouts::Map(h) => label(s, h),
        Whereabouts::Reserve => "still to enter".to_owned(),
        Whereabouts::Lost => "lost".to_owned(),
        Whereabouts::Fled => "fled from the field".to_owned(),
        Whereabouts::Absent => "not in this battle".to_owned(),
    }
}
fn names(s: &State, list: impl Iterator<Item = UnitId>) -> String {
    let list: Vec<UnitId> = list.collect();
    crate::story::names(s, &list)
}
fn facing_word(s: &State, u: UnitId) -> &'static str {
    s.unit(u).facing.word(s.game_data.board.orientation())
}
/// Returns the selected pieces in words: `"Vanguard pikemen 1 and 2 with Steiner"`.
fn party(s: &State, run: &Run) -> String {
    let units = names(s, run.units.iter().map(UnitId));
    let man = |c| crate::story::commander(s, c, s.commander(c).successor);
    let commanders: Vec<String> = run.commanders.iter().map(man).collect();
    match (units.is_empty(), commanders.is_empty()) {
        (true, _) => commanders.join(", "),
        (false, true) => units,
        (false, false) => format!("{units} with {}", commanders.join(" and ")),
    }
}
/// Returns the hex of the selected pieces.
fn at_hand(s: &State, run: &Run) -> Option<HexId> {
    match run.units.first() {
        Some(u) => s.hex(UnitId(u)),
        None => s.commander(run.commanders.iter().next()?).at.hex(),
    }
}
fn commander_left(s: &State, c: CommanderId) -> i32 {
    i32::from(s.commander_face(c).ma) - i32::from(s.commander(c).spent)
}
/// Returns the movement points that all selected pieces have left.
fn left(s: &State, run: &Run) -> i32 {
    let units = run.units.iter().map(|u| s.points_left(UnitId(u)));
    let commanders = run.commanders.iter().map(|c| commander_left(s, c));
    units.chain(commanders).min().unwrap_or(0)
}
fn top(s: &State) -> Option<&Stage> {
    s.stack.last()
}

fn question(s: &State) -> String {
    let Some(open) = decision(s) else {
        return String::new();
    };
    let about = s.name_of(open.of);
    let mut listed = Vec::new();
    Marignan::actions(s, &mut listed);
    let offers = |like: fn(&Action) -> bool| listed.iter().any(like);
    match top(s) {
        Some(Stage::Course(course)) => course_question(s, *course, open.of),
        Some(Stage::Turning { .. }) => format!("Units in {about}: choose their facing."),
        Some(Stage::Hero(_)) => format!("{}: choose the demoralized corps that he steadies.", upper(&about)),
        Some(Stage::Running(run)) => {
            let at = at_hand(s, run).map_or("off the map".to_owned(), |h| label(s, h));
            let facing = run
                .units
                .iter()
                .map(UnitId)
                .find(|&u| s.hex(u).is_some() && !s.routed(u))
                .map_or(String::new(), |u| format!(", facing {}", facing_word(s, u)));
            let out = run.units.iter().map(UnitId).all(|u| s.hex(u).is_none());
            let way = if out && at_hand(s, run).is_none() {
                "enter the map"
            } else {
                "move"
            };
            let does = choices(&[
                (way, offers(|a| matches!(a, Action::Step(_)))),
                ("turn", offers(|a| matches!(a, Action::Face(_)))),
                ("select more pieces", offers(|a| matches!(a, Action::Join(_) | Action::JoinCommander(_)))),
                ("form a hedgehog", offers(|a| *a == Action::Form)),
                ("done", offers(|a| *a == Action::Halt)),
            ]);
            format!("{} ({at}{facing}): {} MP left. {does}", upper(&party(s, run)), left(s, run))
        }
        Some(Stage::Contact(contact)) => match open.what {
            "go-on" => format!("Some failed their test. Do the others go on to {}?", label(s, contact.to)),
            "charge" => "Charge the enemy: with which cavalry, and which hex? Or do not charge.".to_owned(),
            _ => {
                let (who, s_of) = match s.run() {
                    Some(run) if run.units.is_empty() && run.commanders.iter().count() == 1 => (party(s, run), "s"),
                    Some(run) => (party(s, run), ""),
                    None => (String::new(), ""),
                };
                let at = label(s, contact.to);
                format!("{} enter{s_of} {at}. Form the hedgehog in {about}?", upper(&who))
            }
        },
        Some(Stage::Tests(tests)) if matches!(tests.why, Why::Desorg(_)) => "Desorg: choose the next unit.".to_owned(),
        Some(Stage::Tests(tests)) => {
            let left = names(s, tests.left.iter().map(UnitId));
            format!("{left} {}: which of them next?", why(s, tests.why))
        }
        Some(Stage::Flight(_)) => format!("{about} run: to which hex?"),
        Some(Stage::Order { corps }) => {
            format!("{} retreats: which unit next, and where to?", upper(kn(s, *corps)))
        }
        Some(Stage::Escort(_)) => format!("Choose the commanders that go along with {about}."),
        Some(Stage::Shot(_)) => {
            let does = choices(&[
                ("choose units", offers(|a| matches!(a, Action::Fire(_)))),
                ("roll", offers(|a| *a == Action::Loose)),
            ]);
            format!("Fire at {about}. {does}")
        }
        Some(Stage::Bout(_)) if open.what == "advance" => {
            format!("{about} is vacant. Advance after melee: which unit, or none?")
        }
        Some(Stage::Bout(_)) => {
            let does = choices(&[
                ("choose units", offers(|a| matches!(a, Action::Attack(_)))),
                ("roll", offers(|a| *a == Action::Resolve)),
            ]);
            format!("Attack on {about}. {does}")
        }
        Some(Stage::Losses(losses)) => {
            format!("A loss among {}: choose the unit.", names(s, losses.among.iter().map(UnitId)))
        }
        Some(Stage::Rejoin(_)) => format!("{} joins which unit?", upper(&about)),
        Some(Stage::Risk { .. }) | None => String::new(),
    }
}

fn course_question(s: &State, course: Timing, of: Place) -> String {
    let about = s.name_of(of);
    let mut listed = Vec::new();
    Marignan::actions(s, &mut listed);
    let done = if listed.contains(&Action::Done) {
        ", or done"
    } else {
        ""
    };
    match course {
        Timing::Deploy(n) => {
            let more = deployed(&s.game_data).skip(usize::from(n) + 1).count();
            format!("Place {about}. {} more to place.", many(more, "piece"))
        }
        Timing::Successors => format!("{}: choose its new commander.", upper(&about)),
        Timing::Rallies => format!("Rally: choose a routed unit{done}."),
        Timing::Routs => "Rout: choose the next routed unit that runs.".to_owned(),
        Timing::Moves => {
            let waits = s
                .unit_ids()
                .filter(|&u| s.side(u) == s.active && s.unit(u).at == Whereabouts::Reserve);
            let waits = waits.count();
            let more = match waits {
                0 => String::new(),
                n => format!(" {} still to enter.", many(n, "unit")),
            };
            format!("Turn {}, {}: select a piece to move{done}.{more}", s.turn, hour(s, s.turn))
        }
        Timing::Hedgehogs => format!("Hedgehogs: choose units that leave them{done}."),
        Timing::Retreats => format!("Retreat before the enemy: choose a unit and its hex{done}."),
        Timing::DefensiveFire | Timing::OffensiveFire => format!("Fire: choose a target hex{done}."),
        Timing::Melees => format!("Melee: choose a hex to attack{done}."),
        Timing::Night(Night::FallBack) => {
            format!("Night: choose a unit that goes back from the enemy, and its hex{done}.")
        }
        Timing::Night(Night::Works) => {
            let most = usize::from(s.game_data.deployment.armies.fortifications);
            let left = most.saturating_sub(crate::rules::scenarios::works::built(s));
            format!("Night: build a fortification{done}. {left} left.")
        }
        Timing::Night(_) => match of {
            Place::Nowhere => format!("Night: choose a unit to place again{done}."),
            _ => format!("Night: place {about} again."),
        },
        Timing::Command | Timing::Recovery | Timing::Close => String::new(),
    }
}

/// Returns the units in a hex, in few words.
fn held(s: &State, h: HexId) -> String {
    names(s, s.units_at(h))
}
fn ground_words(s: &State, h: HexId) -> Vec<String> {
    let code = s.game_data.board.terrain(h);
    let mut out = Vec::new();
    if let (1.., Some(word)) = (code, TERRAIN_WORDS.get(usize::from(code))) {
        out.push((*word).to_owned());
    }
    if let (VILLAGE | FARM, Some(name)) = (code, s.game_data.board.name(h)) {
        out.push(name.to_owned());
    }
    out
}

fn unit_note(s: &State, u: UnitId) -> String {
    let mut parts = vec![whereabouts(s, s.unit(u).at)];
    if s.hex(u).is_some() {
        if s.unit(u).condition != Condition::Order {
            parts.push(condition(s.unit(u).condition).to_owned());
        }
        if s.hedgehog(u) {
            parts.push("in hedgehog".to_owned());
        }
        if s.out_of_command(u) {
            parts.push("out of command".to_owned());
        }
    }
    parts.join(", ")
}

/// Returns the morale of a corps, or of its army if it has none of its own.
fn morale_words(s: &State, k: CorpsId) -> String {
    match s.game_data.roster[k].morale {
        Some(_) => format!("morale {}", s.corps(k).morale),
        None => format!("morale of the army {}", s.swiss_morale),
    }
}

/// Returns the effects of a path's terrain on the order of the units on it: `"test of order"`, `"2 tests of order"`.
fn order_words(s: &State, units: PieceSet, from: Option<HexId>, way: &[HexId]) -> Vec<String> {
    let (tests, lost) = s.ordeals(units, from, way);
    let mut out = Vec::new();
    match tests {
        0 => {}
        1 => out.push("test of order".to_owned()),
        n => out.push(format!("{n} tests of order")),
    }
    match lost {
        0 => {}
        1 => out.push("disordered by the ground".to_owned()),
        n => out.push(format!("{n} disordered by the ground")),
    }
    out
}

/// Returns the cost of a step: that of the first selected unit, or of a commander if no unit is selected. Before a unit's step
/// terrain or the enemy may require a test.
fn step_price(s: &State, action: Action) -> Option<(i32, &'static str)> {
    let (Action::Step(to), Some(Stage::Running(run))) = (action, top(s)) else {
        return None;
    };
    let from = at_hand(s, run);
    let price = match run.units.first().map(UnitId) {
        Some(u) => step_ledger(s, u, from, to, run.units),
        None => ride_ledger(s, from, to),
    };
    Some((price.total, "MP"))
}

fn note(s: &State, action: Action) -> Note {
    let words = Note::said;
    let aside = |from: Option<HexId>, to: HexId, more: Vec<String>| {
        Note::toward(action.word(), s.game_data.board.way(from, to), more)
    };
    match action {
        Action::Place(_, h) => words(ground_words(s, h).join(", ")),
        Action::Take(u) => words(format!("{}, {}, {} MP", un(s, u), unit_note(s, u), s.points_left(u))),
        Action::TakeCommander(c) => {
            words(format!("{}, {} MP", whereabouts(s, s.commander(c).at), commander_left(s, c)))
        }
        Action::Step(to) => match top(s) {
            Some(Stage::Running(run)) => {
                let from = at_hand(s, run);
                let mut more = Vec::new();
                more.extend(step_price(s, action).map(|(points, of)| format!("{points} {of}")));
                more.extend(ground_words(s, to));
                more.push(held(s, to));
                if s.in_zoc(to, run.side.enemy()) {
                    more.push("enemy ZOC".to_owned());
                }
                more.extend(order_words(s, run.units, from, &[to]));
                aside(from, to, more)
            }
            Some(Stage::Flight(flight)) => aside(s.hex(flight.unit), to, vec![held(s, to)]),
            _ => Note::default(),
        },
        Action::Retreat(u, to) => {
            let mut more = ground_words(s, to);
            // At night there are no tests (ruling R95).
            if s.phase().is_some() {
                more.extend(order_words(s, [u.0].into_iter().collect(), s.hex(u), &[to]));
            }
            aside(s.hex(u), to, more)
        }
        Action::Advance(u) => match top(s) {
            Some(Stage::Bout(bout)) => {
                let mut more = vec![un(s, u).to_owned(), unit_note(s, u)];
                more.extend(order_words(s, [u.0].into_iter().collect(), s.hex(u), &[bout.target]));
                words(more.join(", "))
            }
            _ => words(format!("{}, {}", un(s, u), unit_note(s, u))),
        },
        Action::Aim(h) | Action::Assault(h) | Action::Charge(_, h) => words(held(s, h)),
        Action::Order(k) | Action::Inspire(k) => words(morale_words(s, k)),
        Action::Test(u)
        | Action::Rally(u)
        | Action::Flee(u)
        | Action::Lose(u)
        | Action::Join(u)
        | Action::Install(u)
        | Action::Rejoin(u)
        | Action::Unform(u)
        | Action::Fire(u)
        | Action::Attack(u) => words(format!("{}, {}", un(s, u), unit_note(s, u))),
        _ => Note::default(),
    }
}

/// Returns the test that a unit must pass, with what it needs: `"Arquebusiers 1 test against the advance to 1213 (9.2): …"`.
fn trial(s: &State, u: UnitId, of: Why, unless: &str) -> String {
    let need = need(s, u, &test_ledger(s, u, of));
    format!("{} {} ({}){unless}: on two dice they need {need}.", un(s, u), why(s, of), of.cite())
}

/// Returns the consequences of a step besides its cost, in the order of ruling R36: the tests of units that enter a ZOC, the
/// effect of the terrain on them, and the tests of units that they commit (9.1, 9.2).
fn step_trials(s: &State, run: &Run, from: Option<HexId>, to: HexId) -> Vec<String> {
    let mut out = Vec::new();
    if s.in_zoc(to, run.side.enemy()) {
        let braced = run.units.iter().map(UnitId).filter(|&u| !s.counter(u).swiss_pikemen());
        out.extend(braced.map(|u| trial(s, u, Why::Entry, "")));
    }
    for u in run.units.iter().map(UnitId) {
        match s.roughness(u, from, to) {
            Disorder::None => {}
            Disorder::Test => out.push(trial(s, u, Why::Terrain, "")),
            Disorder::Automatic => {
                out.push(format!("{} are disordered by the ground, without a test ({}).", un(s, u), cite!("9.1")));
            }
        }
    }
    for e in committed(s, run, from, to).iter().map(UnitId) {
        let unless = if braces(s, run, e) {
            format!(" unless they form the hedgehog first ({})", cite!("9.4"))
        } else {
            String::new()
        };
        out.push(trial(s, e, Why::Commitment(to), &unless));
    }
    out
}

/// Returns the result of each face of the die, one line each.
fn sense(s: &State, action: Action) -> Vec<String> {
    let mut out = Vec::new();
    match action {
        Action::Step(to) => {
            let Some(Stage::Running(run)) = top(s) else {
                return out;
            };
            let from = at_hand(s, run);
            for u in run.units.iter().map(UnitId) {
                let cost = step_ledger(s, u, from, to, run.units);
                let lines: Vec<String> = cost
                    .lines
                    .iter()
                    .map(|l| format!("{} {} ({})", l.value, l.label, l.cite))
                    .collect();
                out.push(format!(
                    "{} spend {} MP of {}: {}.",
                    un(s, u),
                    cost.total,
                    s.points_left(u),
                    lines.join(", ")
                ));
            }
            for e in s.controllers(to, run.side.enemy()) {
                out.push(format!("There they are in the ZOC of {} ({}).", un(s, e), cite!("4.0")));
            }
            out.extend(step_trials(s, run, from, to));
        }
        Action::Test(u) | Action::Rally(u) => {
            let why = match top(s) {
                Some(Stage::Tests(tests)) => tests.why,
                _ => Why::Rally,
            };
            out.push(if matches!(why, Why::Desorg(_)) {
                format!("{} have no test to pass ({}).", un(s, u), why.cite())
            } else {
                let need = need(s, u, &test_ledger(s, u, why));
                format!("{} need {need} on two dice ({}).", un(s, u), cite!("0.2"))
            });
        }
        Action::Loose | Action::Fire(_) => {
            let Some(Stage::Shot(shot)) = top(s) else {
                return out;
            };
            let mut firers = shot.firers;
            if let Action::Fire(unit) = action {
                firers.insert(unit.0);
            }
            out.extend(fire_lines(s, shot.target, firers));
        }
        Action::Aim(hex) => {
            if let Some(mode) = Mode::of(s) {
                let firers: PieceSet = crate::rules::fire::shot::firers(s, hex, mode).map(|u| u.0).collect();
                let loners = crate::rules::fire::draft::loners(s, firers);
                let together = firers.without(loners);
                if !together.is_empty() {
                    out.push(format!("If all who may fire at it together did ({}):", cite!("12.3", "R56")));
                    out.extend(fire_lines(s, hex, together));
                }
                for unit in loners.iter() {
                    let name = un(s, UnitId(unit));
                    out.push(format!("{name} would fire alone ({}):", cite!("12.3", "R56")));
                    out.extend(fire_lines(s, hex, PieceSet::one(unit)));
                }
            }
        }
        Action::Resolve | Action::Attack(_) => {
            let Some(Stage::Bout(bout)) = top(s) else {
                return out;
            };
            let mut attackers = bout.attackers;
            if let Action::Attack(unit) = action {
                attackers.insert(unit.0);
            }
            out.extend(melee_lines(s, bout.target, attackers));
        }
        Action::Assault(hex) => {
            let able = |&(u, _): &(UnitId, HexId)| crate::rules::melee::assault::may_attack(s, u, hex);
            let attackers: PieceSet = s.on_map(s.active).filter(able).map(|(u, _)| u.0).collect();
            out.push(format!("If all who may attack it took part ({}):", cite!("13.1", "R60")));
            out.extend(melee_lines(s, hex, attackers));
        }
        Action::Order(k) => out.push(format!(
            "The units of {} retreat without a test, for two points of morale: {} ({}).",
            kn(s, k),
            morale_words(s, k),
            cite!("11.0")
        )),
        _ => {}
    }
    out
}

fn courses(s: &State) -> Vec<Course<Action>> {
    let Some(Stage::Running(run)) = top(s) else {
        return Vec::new();
    };
    let here = at_hand(s, run);
    let mut seen: Vec<HexId> = here.into_iter().collect();
    let mut out = Vec::new();
    // List the cheapest path to a hex, whatever the facing there.
    for way in ways(s, run) {
        if seen.contains(&way.hex) {
            continue;
        }
        seen.push(way.hex);
        let hexes: Vec<HexId> = way.path.iter().filter_map(Stride::hex).collect();
        let mut note = vec![format!("{} MP spent", way.spent)];
        if way.in_zoc {
            note.push("enemy ZOC".to_owned());
        }
        note.extend(order_words(s, run.units, here, &hexes));
        out.push(Course {
            // A unit that enters an enemy ZOC stops there, and nobody fires at moving units.
            risks: Vec::new(),
            to: label(s, way.hex),
            note: note.join(", "),
            actions: way
                .path
                .iter()
                .map(|stride| match *stride {
                    Stride::Step(h) => Action::Step(h),
                    Stride::Face(f) => Action::Face(f),
                })
                .collect(),
        });
    }
    out
}

fn in_hand(s: &State) -> Option<InHand<Action>> {
    let Stage::Running(_) = top(s)? else {
        return None;
    };
    let mut listed = Vec::new();
    Marignan::actions(s, &mut listed);
    let idle = |a: &Action| matches!(a, Action::Halt | Action::Face(_) | Action::Leave(_) | Action::LeaveCommander(_));
    Some(InHand {
        lay_down: Action::Halt,
        idle: listed.iter().all(idle),
    })
}

fn became(before: &State, after: &State, action: Action) -> Vec<String> {
    let mut out = Vec::new();
    let named = |h: HexId| matches!(action, Action::Step(x) | Action::Place(_, x) | Action::Retreat(_, x) if x == h);
    for u in before.unit_ids() {
        let (a, b) = (before.unit(u), after.unit(u));
        let name = un(before, u);
        match b.at {
            Whereabouts::Lost if a.at != b.at => {
                out.push(format!("{name} eliminated"));
                continue;
            }
            Whereabouts::Fled if a.at != b.at => {
                out.push(format!("{name} flee from the map"));
                continue;
            }
            _ => {}
        }
        if a.condition != b.condition {
            out.push(format!("{name} {}", condition(b.condition)));
        }
        if !a.replaced && b.replaced {
            out.push(format!("{name} lose half their men"));
        }
        if !before.hedgehog(u) && after.hedgehog(u) {
            out.push(format!("{name} in hedgehog"));
        }
        let (from, to) = (a.at.hex(), b.at.hex());
        out.extend(moved(&before.game_data.board, name, from, to, named));
    }
    for c in before.commander_ids() {
        let (a, b) = (before.commander(c), after.commander(c));
        if a.at != b.at && b.at == Whereabouts::Lost {
            out.push(format!("{} killed", cn(before, c)));
        } else if !a.injured && b.injured {
            out.push(format!("{} injured", cn(before, c)));
        }
    }
    let fell = |was: u8, is: u8| i32::from(is) - i32::from(was);
    let army = fell(before.swiss_morale, after.swiss_morale);
    if army != 0 {
        out.push(format!("Swiss morale {army:+}"));
    }
    for k in before.corps_ids() {
        let corps = fell(before.corps(k).morale, after.corps(k).morale);
        if corps != 0 {
            out.push(format!("morale of {} {corps:+}", kn(before, k)));
        }
        if !before.demoralized(k) && after.demoralized(k) {
            out.push(format!("{} demoralized", kn(before, k)));
        }
    }
    out
}

/// Returns what decided the battle, and the losses.
fn reckoning(s: &State, last: &[Event]) -> Vec<String> {
    let mut out = Vec::new();
    for event in last {
        let decides = match event.what {
            What::Morale { change, .. } => change != 0,
            What::Unsteadied { .. } => true,
            _ => false,
        };
        if decides {
            out.push(crate::story::describe(s, event));
        }
    }
    for &side in Side::ALL {
        let own = || s.unit_ids().filter(|&u| s.side(u) == side);
        let at = |at: Whereabouts| own().filter(|&u| s.unit(u).at == at).count();
        let commanders = || s.commander_ids().filter(|&c| s.game_data.roster[c].side == side);
        // A commander who was injured and then killed counts as killed.
        let injured = || commanders().filter(|&c| s.commander(c).injured && s.commander(c).at != Whereabouts::Lost);
        let counts = [
            (at(Whereabouts::Lost), "unit", "eliminated"),
            (at(Whereabouts::Fled), "unit", "fled"),
            (own().filter(|&u| s.hex(u).is_some() && s.routed(u)).count(), "unit", "routed"),
            (commanders().filter(|&c| s.commander(c).at == Whereabouts::Lost).count(), "commander", "killed"),
            (injured().count(), "commander", "injured"),
        ];
        let hurt: Vec<&str> = injured().map(|c| cn(s, c)).collect();
        let hurt = if hurt.is_empty() {
            String::new()
        } else {
            format!(" ({})", hurt.join(", "))
        };
        let lost = format!("{}{hurt}", losses(&upper(crate::story::side(side)), &counts));
        out.push(match side {
            Side::Swiss => format!("{lost}; morale {}", s.swiss_morale),
            Side::French => {
                let corps = || s.corps_ids().filter(|&k| s.game_data.corps_side(k) == side);
                let names: Vec<&str> = corps().filter(|&k| s.demoralized(k)).map(|k| kn(s, k)).collect();
                let (all, most) = (corps().count(), s.game_data.deployment.armies.french_corps_to_lose);
                let whose = if names.is_empty() {
                    String::new()
                } else {
                    format!(" ({})", names.join(", "))
                };
                format!("{lost}; {} of {all} corps demoralized{whose}, and {most} lose the battle", names.len())
            }
        });
    }
    out
}

fn leg(s: &State, event: &Event) -> Option<Leg> {
    let lead = |units: &[UnitId], commanders: &[CommanderId]| match (units, commanders) {
        ([u, ..], _) => Some(u.place()),
        ([], [c, ..]) => Some(c.place()),
        _ => None,
    };
    let party = |units: &[UnitId], commanders: &[CommanderId]| {
        party(
            s,
            &Run {
                begun: true,
                ..Run::new(s.active, units.iter().map(|u| u.0).collect(), commanders.iter().copied().collect())
            },
        )
    };
    let (piece, name, from, to, moves, cost) = match &event.what {
        What::Stepped {
            units,
            commanders,
            successors: _,
            from,
            to,
            cost,
        } => (
            lead(units, commanders)?,
            party(units, commanders),
            from.map(|h| label(s, h)),
            label(s, *to),
            true,
            Some(cost),
        ),
        What::Faced { hex, facing, cost } => {
            let word = facing.word(s.game_data.board.orientation());
            let (piece, name) = match s.run() {
                Some(run) if at_hand(s, run) == Some(*hex) => {
                    let units: Vec<UnitId> = run.units.iter().map(UnitId).collect();
                    let commanders: Vec<CommanderId> = run.commanders.iter().collect();
                    (lead(&units, &commanders)?, party(&units, &commanders))
                }
                // While an army sets up, name the unit that came into the hex.
                None if s.phase().is_none() => {
                    let unit = s.units_at(*hex).next()?;
                    (unit.place(), un(s, unit).to_owned())
                }
                _ => return None,
            };
            let faces = if matches!(piece, Place::Unit(_)) {
                "face"
            } else {
                "faces"
            };
            (piece, name, None, format!("{faces} {word}"), false, cost.as_ref())
        }
        What::Placed { unit, hex } => (unit.place(), un(s, *unit).to_owned(), None, label(s, *hex), true, None),
        _ => return None,
    };
    Some(Leg {
        piece,
        name,
        from,
        to,
        moves,
        spends: cost.map(|c| (c.total, "MP")),
        costs: cost.map(costs).unwrap_or_default(),
    })
}

fn unit_lines(s: &State, u: UnitId) -> Vec<String> {
    let (card, unit, face) = (s.counter(u), s.unit(u), s.face(u));
    if unit.at == Whereabouts::Absent {
        return Vec::new();
    }
    let corps = match card.corps {
        Some(k) => format!("of {}", kn(s, k)),
        None => "of no corps".to_owned(),
    };
    let mut out = vec![format!(
        "{} ({}): {}, {} {} {corps}, {} protection ({}).",
        card.name,
        card.id,
        card.title,
        card.side.word(),
        card.arm.word(),
        card.protection.word(),
        cite!("1.1")
    )];
    let replaced = if unit.replaced { ", its replacement" } else { "" };
    let facing = match unit.at.hex() {
        Some(_) if s.all_round(u) => format!(", front on all sides ({})", cite!("9.4")),
        Some(_) if !s.routed(u) => format!(", facing {} ({})", facing_word(s, u), cite!("3.0")),
        _ => String::new(),
    };
    out.push(format!("  {}{replaced}{facing}.", unit_note(s, u)));
    let other = card.face(unit.condition == Condition::Order, unit.replaced);
    let fire = |f: u8| match f {
        0 => String::new(),
        f => format!(", fire {f}"),
    };
    out.push(format!(
        "  Melee {}, morale {}, allowance {}{} ({}); its other face {}, {}, {}{}.",
        face.melee,
        face.morale,
        face.ma,
        fire(face.fire),
        cite!("1.1"),
        other.melee,
        other.morale,
        other.ma,
        fire(other.fire)
    ));
    if i32::from(face.morale) != s.morale(u) {
        out.push(format!("  They test at {}: their corps is demoralized ({}).", s.morale(u), cite!("8.3")));
    }
    if unit.at.hex().is_some() {
        out.push(format!("  {} of {} MP left ({}).", s.points_left(u), s.allowance(u), cite!("9.0")));
    }
    out
}

fn commander_lines(s: &State, c: CommanderId) -> Vec<String> {
    let (card, now, face) = (&s.game_data.roster[c], s.commander(c), s.commander_face(c));
    let leads: Vec<&str> = led(s, c).map(|k| kn(s, k)).collect();
    let leads = match &leads[..] {
        [] => "leads no corps".to_owned(),
        more => format!("leads {}", more.join(" and ")),
    };
    let hurt = if now.injured { ", injured" } else { "" };
    let whose = if now.successor { "the successor of " } else { "" };
    let bonus = match face.bonus {
        Bonus::None => String::new(),
        Bonus::Melee(n) => format!(", +{n} in melee ({})", cite!("7.4")),
        Bonus::Fire(n) => format!(", +{n} in fire ({})", cite!("7.3")),
    };
    let mut out = vec![
        format!("{} ({}), {whose}{}: {leads} ({}).", upper(&card.short_name), card.id, card.name, cite!("7.1")),
        format!("  {}{hurt}.", whereabouts(s, now.at)),
        format!("  Command range {} ({}), allowance {} MP{bonus}.", face.range, cite!("6.1"), face.ma),
    ];
    if card.hero {
        let whom = match now.steadies {
            Some(k) => format!("; he steadies {}", kn(s, k)),
            None => String::new(),
        };
        out.push(format!("  A hero{whom} ({}).", cite!("7.2")));
    }
    out
}

fn corps_lines(s: &State, k: CorpsId) -> Vec<String> {
    let (card, now) = (&s.game_data.roster[k], s.corps(k));
    let mut out = vec![format!("{}, {}: {}.", upper(&card.name), card.side.word(), card.title)];
    match card.morale {
        Some(full) => {
            let state = match steadied_by(s, k) {
                Some(hero) => format!(", steadied by {} ({})", cn(s, hero), cite!("7.2")),
                None if s.demoralized(k) => format!(", demoralized ({})", cite!("8.3")),
                None => String::new(),
            };
            out.push(format!("  Morale {} of {full} ({}){state}.", now.morale, cite!("8.2")));
        }
        None => out.push(format!("  The Swiss army has one morale: {} ({}).", s.swiss_morale, cite!("8.1"))),
    }
    match now.leader {
        Some(c) => out.extend(commander_lines(s, c).into_iter().map(|x| format!("  {x}"))),
        None => out.push(format!("  It has no commander ({}).", cite!("7.1"))),
    }
    let units: Vec<String> = s
        .game_data
        .roster
        .units_of(k)
        .filter(|&u| s.unit(u).at != Whereabouts::Absent)
        .map(|u| format!("{} {}", un(s, u), unit_note(s, u)))
        .collect();
    out.extend(units.chunks(4).map(|line| format!("  {}", line.join("; "))));
    out
}

/// Returns the forecast of a shot by these units.
fn fire_lines(s: &State, target: HexId, firers: PieceSet) -> Vec<String> {
    let Some(f) = crate::rules::fire::odds::forecast(s, target, firers) else {
        return Vec::new();
    };
    let head = format!(
        "{}: strength {}, {}: column {}.",
        names(s, firers.iter().map(UnitId)),
        total(s, &f.strength),
        shifts(s, &f.modifiers),
        f.column
    );
    vec![head, by_face(Die::D6, |face| toll(f.result(face)))]
}

/// Returns the forecast of a melee of these units.
fn melee_lines(s: &State, target: HexId, attackers: PieceSet) -> Vec<String> {
    let cite = cite!("9.1", "R67");
    let over = |such: Disorder| -> PieceSet {
        let meets = |&u: &u8| over_water(s, UnitId(u), target) == such;
        attackers.iter().filter(meets).collect()
    };
    let (lost, tested) = (over(Disorder::Automatic), over(Disorder::Test));
    let mut out = Vec::new();
    for u in tested.iter().map(UnitId) {
        let need = need(s, u, &test_ledger(s, u, Why::Terrain));
        let name = un(s, u);
        out.push(format!(
            "{name} test their order over the water before the odds are read: on two dice they need {need} ({cite})."
        ));
    }
    for failed in outcomes(tested) {
        let after = once_over(s, lost.union(failed));
        let Some(f) = forecast(&after, target, attackers) else {
            return Vec::new();
        };
        out.push(format!(
            "{}{}: {} against {}, {}: column {}.",
            supposed(s, tested, failed),
            names(s, attackers.iter().map(UnitId)),
            total(s, &f.attack),
            total(s, &f.defence),
            shifts(s, &f.modifiers),
            f.column
        ));
        out.push(by_face(Die::D6, |face| melee_result(f.result(face))));
    }
    if tested.len() > MOST_TOLD {
        out.push(format!("If some of them pass and some fail, the odds are others ({cite})."));
    }
    for u in lost.iter().map(UnitId) {
        let name = un(s, u);
        out.push(format!(
            "{name} are disordered over the water before the odds are read; the odds above include it ({cite})."
        ));
    }
    out
}

/// The maximum number of tests over water for which every outcome is listed; beyond it, only if all pass and if all fail.
const MOST_TOLD: usize = 3;

/// Returns the possible sets of units that failed their test: first none, last all.
fn outcomes(tested: PieceSet) -> Vec<PieceSet> {
    if tested.len() > MOST_TOLD {
        return vec![PieceSet::EMPTY, tested];
    }
    let mut all = vec![PieceSet::EMPTY];
    for u in tested.iter() {
        let more: Vec<PieceSet> = all.iter().map(|set| set.union(PieceSet::one(u))).collect();
        all.extend(more);
    }
    all
}

/// Returns `"If Vanguard pikemen 1 pass and Vanguard pikemen 2 fail, "`; empty if no unit tests.
fn supposed(s: &State, tested: PieceSet, failed: PieceSet) -> String {
    let passed = tested.without(failed);
    let part =
        |of: PieceSet, does: &str| (!of.is_empty()).then(|| format!("{} {does}", names(s, of.iter().map(UnitId))));
    let parts: Vec<String> = [part(passed, "pass"), part(failed, "fail")]
        .into_iter()
        .flatten()
        .collect();
    if parts.is_empty() {
        String::new()
    } else {
        format!("If {}, ", parts.join(" and "))
    }
}

/// Returns the features of a hex's sides, and of the hex.
fn side_lines(s: &State, h: HexId) -> Vec<String> {
    let b = &s.game_data.board;
    let list = |has: &dyn Fn(Dir) -> bool| {
        let dirs = Dir::ALL.into_iter().filter(|&d| has(d));
        let words: Vec<&str> = dirs.map(|d| b.orientation().dir_word(d)).collect();
        words.join(", ")
    };
    let bears = |bit: u8| list(&|d| b.features(h, d) & bit != 0);
    let shelters = list(&|d| s.sheltered(h, d));
    let open = list(&|d| {
        let beyond = b.neighbour(h, d);
        beyond.is_some_and(|n| s.sheltered(n, d.opposite())) && !s.sheltered(h, d)
    });
    [
        ("A road to", list(&|d| b.road(h, d)), cite!("9.0", "R104")),
        ("A canal along", bears(CANAL), cite!("9.0")),
        ("The river along", bears(RIVER), cite!("9.0")),
        ("The grand canal along", bears(GRAND_CANAL), cite!("9.0")),
        ("A bridge over", bears(BRIDGE), cite!("9.0", "R104")),
        ("Sheltered by fortifications on", shelters, cite!("12.4", "R98")),
        ("Before the fortifications on", open, cite!("12.4", "R98")),
    ]
    .into_iter()
    .filter(|line| !line.1.is_empty())
    .map(|(words, sides, cite)| format!("  {words} {sides} ({cite})."))
    .collect()
}

fn hex_lines(s: &State, h: HexId) -> Vec<String> {
    let b = &s.game_data.board;
    let word = TERRAIN_WORDS
        .get(usize::from(b.terrain(h)))
        .copied()
        .unwrap_or(TERRAIN_WORDS[0]);
    let mut out = vec![format!(
        "{}: {word}, level {} ({}).",
        place_name(s, h),
        b.elevation(h),
        cite!("9.0")
    )];
    out.extend(side_lines(s, h));
    for x in Side::ALL {
        let by: Vec<UnitId> = s.controllers(h, *x).collect();
        if !by.is_empty() {
            out.push(format!("  In the ZOC of {} ({}).", names(s, by.into_iter()), cite!("4.0")));
        }
    }
    for u in s.units_at(h) {
        out.extend(unit_lines(s, u));
    }
    for c in s.commanders_at(h) {
        out.extend(commander_lines(s, c));
    }
    out
}

/// Returns the enemies that a unit threatens, and those that threaten it.
fn threats(s: &State, u: UnitId) -> Vec<Threat> {
    let Some(at) = s.hex(u) else {
        return Vec::new();
    };
    let enemy = s.side(u).enemy();
    let hexes = |list: &mut dyn Iterator<Item = HexId>| -> Vec<String> {
        list.map(|h| [label(s, h), held(s, h)].join(" ").trim_end().to_owned())
            .collect()
    };
    let units = |list: &mut dyn Iterator<Item = UnitId>| -> Vec<String> {
        list.map(|e| format!("{} {}", un(s, e), unit_note(s, e))).collect()
    };
    // In its own next fire phase, whichever that is.
    let fires = |unit: UnitId, to: HexId| {
        let mode = if s.side(unit) == s.active {
            Mode::Offensive
        } else {
            Mode::Defensive
        };
        could_fire(s, unit, to, mode).is_ok()
    };
    let enemies: Vec<(UnitId, HexId)> = s.on_map(enemy).collect();
    let targets: BTreeSet<HexId> = enemies.iter().map(|x| x.1).collect();
    let all = [
        ("Their ZOC", hexes(&mut s.zoc(u)), cite!("4.0")),
        ("They are in the ZOC of", units(&mut s.controllers(at, enemy)), cite!("4.0")),
        (
            "Of these they turn their back to",
            units(
                &mut s
                    .controllers(at, enemy)
                    .filter(|&e| s.hex(e).is_some_and(|from| s.behind(u, from))),
            ),
            cite!("3.3"),
        ),
        ("They could fire at", hexes(&mut targets.into_iter().filter(|&to| fires(u, to))), cite!("12.0")),
        (
            "They could be fired at by",
            units(&mut enemies.iter().filter(|x| fires(x.0, at)).map(|x| x.0)),
            cite!("12.0"),
        ),
    ];
    let facing = if s.all_round(u) || s.routed(u) {
        String::new()
    } else {
        format!(", facing {}", facing_word(s, u))
    };
    let mut out = vec![Threat {
        words: format!("{} in {}{facing}", un(s, u), label(s, at)),
        on: Vec::new(),
        cite: cite!("3.0"),
    }];
    let rest =
        all.into_iter()
            .filter(|(_, on, _)| !on.is_empty())
            .map(|(words, on, cite): (&str, Vec<String>, Cite)| Threat {
                words: words.to_owned(),
                on,
                cite,
            });
    out.extend(rest);
    out
}

/// Returns the state that determines the odds of a unit's attack, if it passes its tests (9.1).
fn sure(s: &State, u: UnitId, hex: HexId) -> Cow<'_, State> {
    match over_water(s, u, hex) {
        Disorder::Automatic => Cow::Owned(once_over(s, PieceSet::one(u.0))),
        Disorder::None | Disorder::Test => Cow::Borrowed(s),
    }
}

/// Returns the hexes that a unit could fire at or has in its ZOC, with the forecast if it acts alone.
fn goals(s: &State, u: UnitId) -> Vec<Goal> {
    let alone: PieceSet = core::iter::once(u.0).collect();
    let mode = if s.side(u) == s.active {
        Mode::Offensive
    } else {
        Mode::Defensive
    };
    let held: BTreeSet<HexId> = s.on_map(s.side(u).enemy()).map(|x| x.1).collect();
    let mut out = Vec::new();
    for hex in held {
        let mut goal = |words: String| out.push(Goal { at: hex.place(), words });
        if could_fire(s, u, hex, mode).is_ok()
            && let Some(f) = crate::rules::fire::odds::forecast(s, hex, alone)
        {
            goal(format!("fire, column {}", f.column));
        }
        if s.zoc(u).any(|h| h == hex)
            && let Some(f) = forecast(&sure(s, u, hex), hex, alone)
        {
            goal(format!("attack alone, {}", f.column));
        }
    }
    out
}

fn blow(event: &Event) -> Option<Blow> {
    let (by, hex, how) = match &event.what {
        What::Fired { firers, hex, .. } => (firers, hex, Manner::Shot),
        What::Fought { attackers, hex, .. } => (attackers, hex, Manner::Struck),
        _ => return None,
    };
    Some(Blow {
        by: by.iter().map(|u| u.place()).collect(),
        at: hex.place(),
        how,
    })
}

impl Guide for Marignan {
    fn question(s: &State) -> String {
        question(s)
    }
    fn note(s: &State, action: &Action) -> Note {
        note(s, *action)
    }
    fn sense(s: &State, action: &Action) -> Vec<String> {
        sense(s, *action)
    }
    fn courses(s: &State) -> Vec<Course<Action>> {
        courses(s)
    }
    fn take(s: &State, at: Place) -> Option<Action> {
        match Piece::at(s, at)? {
            Piece::Unit(u) => Some(Action::Take(u)),
            Piece::Leader(c) => Some(Action::TakeCommander(c)),
            _ => None,
        }
    }
    fn join(s: &State, at: Place) -> Option<Action> {
        match Piece::at(s, at)? {
            Piece::Unit(u) => Some(Action::Join(u)),
            Piece::Leader(c) => Some(Action::JoinCommander(c)),
            _ => None,
        }
    }
    fn stack(s: &State, hex: Place) -> Vec<Place> {
        let Some(Piece::Hex(h)) = Piece::at(s, hex) else {
            return Vec::new();
        };
        let commanders = s.commanders_at(h).map(CommanderId::place);
        s.units_at(h).map(UnitId::place).chain(commanders).collect()
    }
    fn turn_number(s: &State) -> Option<u32> {
        Some(s.turn().into())
    }
    fn passes(event: &Event) -> bool {
        matches!(event.what, What::Turn { .. } | What::PhaseBegins { .. } | What::NightStep { .. })
    }
    fn aside(event: &Event) -> bool {
        matches!(event.what, What::PassedOver { .. } | What::NoHex { .. })
    }
    fn in_hand(s: &State) -> Option<InHand<Action>> {
        in_hand(s)
    }
    fn weighty(action: &Action) -> bool {
        matches!(action, Action::Loose | Action::Resolve)
    }
    fn became(before: &State, after: &State, action: &Action, _: Side) -> Vec<String> {
        became(before, after, *action)
    }
    fn reckoning(s: &State, last: &[Event]) -> Vec<String> {
        reckoning(s, last)
    }
    fn spends(s: &State, action: &Action) -> Option<(i32, &'static str)> {
        step_price(s, *action)
    }
    fn leg(s: &State, event: &Event) -> Option<Leg> {
        leg(s, event)
    }
    fn blow(_: &State, event: &Event) -> Option<Blow> {
        blow(event)
    }
    fn piece(s: &State, _: Option<Side>, at: Place) -> Vec<String> {
        match Piece::at(s, at) {
            Some(Piece::Unit(u)) => unit_lines(s, u),
            Some(Piece::Leader(c)) => commander_lines(s, c),
            Some(Piece::Command(k)) => corps_lines(s, k),
            Some(Piece::Hex(h)) => hex_lines(s, h),
            None => Vec::new(),
        }
    }
    fn faces(s: &State, _: Option<Side>, at: Place) -> Option<&'static str> {
        match Piece::at(s, at) {
            Some(Piece::Unit(u)) if s.hex(u).is_some() && !s.routed(u) && !s.all_round(u) => Some(facing_word(s, u)),
            _ => None,
        }
    }
    fn zone(s: &State, _: Option<Side>, at: Place) -> Vec<Place> {
        match Piece::at(s, at) {
            Some(Piece::Unit(u)) if s.hex(u).is_some() => s.zoc(u).map(HexId::place).collect(),
            _ => Vec::new(),
        }
    }
    fn sight(s: &State, _: Option<Side>, at: Place) -> Option<Vec<Place>> {
        let from = match Piece::at(s, at)? {
            Piece::Unit(u) => s.hex(u)?,
            Piece::Leader(c) => s.commander(c).at.hex()?,
            Piece::Hex(h) => h,
            Piece::Command(_) => return None,
        };
        let seen = |&to: &HexId| to != from && s.game_data.sees(from, to, |h| s.units_at(h).next().is_some());
        Some(s.game_data.board.ids().filter(seen).map(HexId::place).collect())
    }
    fn goals(s: &State, _: Option<Side>, at: Place) -> Vec<Goal> {
        match Piece::at(s, at) {
            Some(Piece::Unit(u)) => goals(s, u),
            _ => Vec::new(),
        }
    }
    fn threats(s: &State, _: Option<Side>, at: Place) -> Vec<Threat> {
        match Piece::at(s, at) {
            Some(Piece::Unit(u)) => threats(s, u),
            Some(Piece::Hex(h)) => s.units_at(h).flat_map(|u| threats(s, u)).collect(),
            _ => Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::setup::tests::{act, hex, position, unit};

    /// Two lance units in front of dense terrain and a village.
    fn lances() -> State {
        position(
            r#"{"start_at":"moves","active":"French",
                "map":{"blank":true,"hexes":[{"hex":"1009","terrain":"dense"},{"hex":"1008","terrain":"dense"},
                    {"hex":"1110","terrain":"village"}]},
                "charts":{"terrain":{"clear":{"mp":["1","1","1"],"disorder":"none"},"dense":{"mp":["1","1","1"],"disorder":"test"},
                    "village":{"mp":["1","1","1"],"disorder":"automatic"}}},
                "counters":[{"id":"Bourbon-Lan-1","front":{"ma":6}},{"id":"Bourbon-Lan-2","front":{"ma":6}}],
                "units":[{"id":"Bourbon-Lan-1","hex":"1010","facing":"N"},{"id":"Bourbon-Lan-2","hex":"1010","facing":"N"}]}"#,
        )
    }
    fn told(s: &State, to: &str) -> String {
        note(s, Action::Step(hex(s, to))).words
    }

    #[test]
    fn a_step_says_what_it_does_to_the_order_of_those_in_hand() {
        let mut s = lances();
        act(&mut s, "take Bourbon-Lan-1");
        assert!(told(&s, "1009").ends_with("test of order"), "{}", told(&s, "1009"));
        assert!(!told(&s, "1109").contains("order"), "{}", told(&s, "1109"));
        act(&mut s, "join Bourbon-Lan-2");
        assert!(told(&s, "1009").ends_with("2 tests of order"), "{}", told(&s, "1009"));
        assert!(told(&s, "1110").ends_with("2 disordered by the ground"), "{}", told(&s, "1110"));
    }

    #[test]
    fn a_way_tells_of_all_the_tests_on_it() {
        let mut s = lances();
        act(&mut s, "take Bourbon-Lan-1");
        let course = |s: &State, to: &str| courses(s).into_iter().find(|c| c.to == to).map(|c| c.note);
        let note = |to: &str| course(&s, to).unwrap_or_default();
        assert_eq!(note("1008"), "2 MP spent, 2 tests of order");
        assert_eq!(note("1009"), "1 MP spent, test of order");
    }

    #[test]
    fn who_is_in_order_no_more_is_told_of_no_test() {
        let mut s = lances();
        for u in s.unit_ids().collect::<Vec<_>>() {
            s.unit_mut(u).condition = Condition::Disordered;
        }
        act(&mut s, "take Bourbon-Lan-1");
        assert!(!told(&s, "1009").contains("order"), "{}", told(&s, "1009"));
    }

    fn why_words(s: &State, words: &str) -> Vec<String> {
        sense(s, Action::parse(s, words).unwrap())
    }
    /// Pikemen in front of disordered lances, with this hexside between them and a changed chart.
    fn crossing(kind: &str, disorder: &str) -> State {
        position(&format!(
            r#"{{"start_at":"melee","active":"Swiss",
                "map":{{"blank":true,"hexsides":[{{"hex":"1213","side":"S","kind":"{kind}"}}]}},
                "charts":{{"terrain":{{"{kind}":{{"mp":["1","1","1"],"disorder":"{disorder}"}}}}}},
                "units":[{{"id":"I-Pike-1","hex":"1213","facing":"S"}},
                    {{"id":"Bourbon-Lan-1","hex":"1214","facing":"N","state":"disordered"}}]}}"#
        ))
    }

    #[test]
    fn an_attack_over_water_is_reckoned_as_it_will_be_fought() {
        let mut s = crossing("river", "automatic");
        let told = why_words(&s, "assault 1214");
        assert!(told[1].starts_with("Vanguard pikemen 1: 4 ") && told[1].contains("column 1/1"), "{told:?}");
        act(&mut s, "assault 1214");
        act(&mut s, "attack I-Pike-1");
        let told = why_words(&s, "resolve");
        assert!(told[0].starts_with("Vanguard pikemen 1: 4 ") && told[0].ends_with("column 1/1."), "{told:?}");
        assert!(told[2].starts_with("Vanguard pikemen 1 are disordered over the water"), "{told:?}");
        assert_eq!(told.len(), 3);
        assert!(
            goals(&s, unit(&s, "I-Pike-1"))
                .iter()
                .any(|g| g.words == "attack alone, 1/1")
        );
    }

    #[test]
    fn where_a_test_comes_before_either_outcome_is_told() {
        let mut s = crossing("canal", "test");
        act(&mut s, "assault 1214");
        act(&mut s, "attack I-Pike-1");
        let told = why_words(&s, "resolve");
        assert!(told[0].starts_with("Vanguard pikemen 1 test their order over the water"), "{told:?}");
        assert!(told[1].starts_with("If Vanguard pikemen 1 pass, Vanguard pikemen 1: 8 "), "{told:?}");
        assert!(told[3].starts_with("If Vanguard pikemen 1 fail, Vanguard pikemen 1: 4 "), "{told:?}");
        assert_eq!(told.len(), 5);
    }

    #[test]
    fn water_that_disorders_nobody_changes_no_odds() {
        let mut s = crossing("canal", "none");
        act(&mut s, "assault 1214");
        act(&mut s, "attack I-Pike-1");
        let told = why_words(&s, "resolve");
        assert!(told[0].starts_with("Vanguard pikemen 1: 8 "), "{told:?}");
        assert_eq!(told.len(), 2);
    }

    #[test]
    fn a_step_tells_the_tests_and_the_disorder_that_it_brings() {
        let step = |hexsides: &str, lances: &str| {
            let mut s = position(&format!(
                r#"{{"start_at":"moves","active":"Swiss","map":{{"blank":true,"hexsides":[{hexsides}]}},
                    "units":[{{"id":"Arq-1","hex":"1211","facing":"S"}},{{"id":"I-Pike-1","hex":"1211","facing":"S"}},
                        {{"id":"Bourbon-Lan-1","hex":"{lances}","facing":"N"}}],
                    "commanders":[{{"id":"Steiner","hex":"1211"}}]}}"#
            ));
            act(&mut s, "take Arq-1");
            act(&mut s, "join I-Pike-1");
            why_words(&s, "step 1212").join("\n")
        };
        let river = r#"{"hex":"1211","side":"S","kind":"river"}"#;
        let told = step(river, "1213");
        assert!(told.contains("Vanguard pikemen 1 are disordered by the ground, without a test (9.1)."), "{told}");
        assert!(!told.contains("Arquebusiers 1 are disordered"), "{told}");
        assert!(told.contains("Arquebusiers 1 test before they close with the enemy (9.2)"), "{told}");
        assert!(!told.contains("pikemen 1 test before"), "{told}");
        assert!(told.contains("Bourbon's landsknechts 1 test against the advance to 1212 (9.2)"), "{told}");
        let told = step("", "1217");
        for none in ["disordered", "test before", "test against"] {
            assert!(!told.contains(none), "{told}");
        }
    }

    #[test]
    fn only_those_who_may_fire_together_are_added_up() {
        let aim = |second: &str, facing: &str| {
            let s = position(&format!(
                r#"{{"start_at":"defensive-fire","active":"French","map":{{"blank":true}},
                    "units":[{{"id":"Arq-1","hex":"1213","facing":"S"}},{{"id":"Arq-2","hex":"{second}","facing":"{facing}"}},
                        {{"id":"Guise-Lan-1","hex":"1214","facing":"N"}}]}}"#
            ));
            why_words(&s, "aim 1214").join("\n")
        };
        let apart = aim("1215", "N");
        assert!(
            apart.contains("Arquebusiers 1 would fire alone") && apart.contains("Arquebusiers 2 would fire alone"),
            "{apart}"
        );
        assert!(!apart.contains("Arquebusiers 1 and 2"), "{apart}");
        let together = aim("1314", "SW");
        assert!(together.contains("Arquebusiers 1 and 2: strength 6"), "{together}");
        assert!(!together.contains("alone"), "{together}");
    }

    #[test]
    fn who_was_injured_and_then_killed_is_counted_once() {
        let mut s = position(
            r#"{"start_at":"melee","active":"Swiss","map":{"blank":true},
                "units":[{"id":"III-Pike-1","hex":"1214","facing":"S"},{"id":"King-Gen-1","hex":"1215","facing":"N"}],
                "commanders":[{"id":"Francois","hex":"1215","injured":true}]}"#,
        );
        let french = |s: &State| reckoning(s, &[])[1].clone();
        assert!(french(&s).contains("1 commander injured (François)"), "{}", french(&s));
        let king = s.commander_ids().find(|&c| cn(&s, c) == "François").unwrap();
        s.commander_mut(king).at = Whereabouts::Lost;
        let told = french(&s);
        assert!(told.contains("1 commander killed") && !told.contains("injured"), "{told}");
    }
}
