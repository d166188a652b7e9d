//! Events in words.

use crate::casebook::cite;
use crate::charts::{Check, MeleeResult, Toll};
use crate::components::{CommanderId, CorpsId, Side, UnitId};
use crate::event::{Chance, Event, Loss, Question, Reading, Unsteady, What};
use crate::state::pieces::Condition;
use crate::state::position::State;
use crate::state::stage::Why;
use casus_core::words::{costs, lines, sentence, sum};
use casus_core::{HexId, Ledger, Lexicon, Outcome, Place, Shift};
use core::fmt::Write as _;

/// Returns a side as the subject of a sentence: `"the Swiss"`.
pub(crate) const fn side(x: Side) -> &'static str {
    match x {
        Side::Swiss => "the Swiss",
        Side::French => "the French",
    }
}

pub(crate) const fn condition(c: Condition) -> &'static str {
    match c {
        Condition::Order => "in order",
        Condition::Disordered => "in disorder",
        Condition::Routed => "routed",
    }
}

/// Returns when a turn begins, in words: `"17:30"`, `"20:00, by night"`, `"the second day"`.
pub(crate) fn hour(s: &State, turn: u8) -> String {
    let clock = &s.game_data.deployment.clock;
    let night = if clock.is_night(turn) { ", by night" } else { "" };
    match clock.minutes(turn) {
        Some(m) => format!("{:02}:{:02}{night}", m / 60, m % 60),
        None => "the second day".to_owned(),
    }
}

/// Returns the result for the units of a hex, as printed and in words: `"*T-1: 1 loss, then tests at -1"`.
pub(crate) fn toll(t: Toll) -> String {
    let losses = match t.losses {
        0 => String::new(),
        1 => "1 loss".to_owned(),
        n => format!("{n} losses"),
    };
    let check = match t.check {
        Check::None => String::new(),
        Check::Test(0) => "a test of morale".to_owned(),
        Check::Test(n) => format!("a test of morale at -{n}"),
        Check::Disorder => "worse order without a test".to_owned(),
    };
    let words = match (losses.is_empty(), check.is_empty()) {
        (true, true) => "no effect".to_owned(),
        (false, true) => losses,
        (true, false) => check,
        (false, false) => format!("{losses}, then {check}"),
    };
    format!("{t}: {words}")
}

pub(crate) fn melee_result(r: MeleeResult) -> String {
    format!("attackers {}; defenders {}", toll(r.attacker), toll(r.defender))
}

/// Returns why units test their morale, in words that follow their name.
pub(crate) fn why(s: &State, why: Why) -> String {
    let at = |n: u8| match n {
        0 => String::new(),
        n => format!(" at -{n}"),
    };
    match why {
        Why::Rally => "try to rally".to_owned(),
        Why::Entry => "test before they close with the enemy".to_owned(),
        Why::Commitment(hex) => format!("test against the advance to {}", s.game_data.board.label(hex)),
        Why::Hedgehog => "try to form the hedgehog".to_owned(),
        Why::Terrain => "test their order on rough ground".to_owned(),
        Why::Panic => "test as routed friends run through them".to_owned(),
        Why::Retreat => "try to retreat".to_owned(),
        Why::Fire(n) => format!("test under fire{}", at(n)),
        Why::Melee(n) => format!("test in melee{}", at(n)),
        Why::Desorg(_) => "suffer Desorg".to_owned(),
    }
}

/// Returns a commander by name, or as the successor of the one whose card he has (7.1).
pub(crate) fn commander(s: &State, id: CommanderId, successor: bool) -> String {
    let name = s.game_data.roster.leader_name(id);
    if successor {
        format!("the successor of {name}")
    } else {
        name.to_owned()
    }
}

/// Returns the name of the source of a ledger line.
pub(crate) fn from(s: &State, at: Place) -> String {
    let successor = s.commander_ids().find(|&c| c.place() == at && s.commander(c).successor);
    successor.map_or_else(|| s.name_of(at), |c| commander(s, c, true))
}

/// Returns how a unit was lost, where its Case alone does not tell.
const fn lost_by(why: Loss) -> &'static str {
    match why {
        Loss::Star => "",
        Loss::Routed => ": they were already routed",
        Loss::Guns => ": guns that would rout are lost",
        Loss::NoRout => ": they cannot run",
    }
}

/// Returns what a side does not do, or does no more.
fn declines(s: &State, question: Question, more: bool) -> String {
    let h = |hex| s.game_data.board.label(hex);
    match (question, more) {
        (Question::Charge, false) => "do not charge".to_owned(),
        (Question::Charge, true) => "charge with no other unit".to_owned(),
        (Question::Unform, _) => "keep the other hedgehogs".to_owned(),
        (Question::Retreat, false) => "do not retreat".to_owned(),
        (Question::Retreat, true) => "retreat with no other unit".to_owned(),
        (Question::Fire, false) => "do not fire".to_owned(),
        (Question::Fire, true) => "fire no more".to_owned(),
        (Question::Advance(hex), false) => format!("do not advance into {}", h(hex)),
        (Question::Advance(hex), true) => format!("advance with no other unit into {}", h(hex)),
        (Question::Escort(hex), false) => format!("leave their commanders in {}", h(hex)),
        (Question::Escort(hex), true) => format!("leave their other commanders in {}", h(hex)),
        (Question::Rejoin(c), _) => {
            let man = commander(s, c, s.commander(c).successor);
            format!("leave {man} where he is")
        }
        (Question::Placing, false) => "place no unit again".to_owned(),
        (Question::Placing, true) => "place no other unit again".to_owned(),
        (Question::Build, false) => "build no fortification".to_owned(),
        (Question::Build, true) => "build no more fortifications".to_owned(),
    }
}

/// Returns a ledger as its total and its lines: `"14 [+8 fire strength (Royal artillery 1; 12.1), +6 ...]"`.
pub(crate) fn total(s: &State, l: &Ledger) -> String {
    match &lines(l, |at| from(s, at))[..] {
        [] => l.total.to_string(),
        lines => format!("{} [{}]", l.total, lines.join(", ")),
    }
}

/// Returns the names of units as a list in words.
pub(crate) fn names(s: &State, units: &[UnitId]) -> String {
    let all: Vec<&str> = units.iter().map(|&u| s.game_data.roster.unit_name(u)).collect();
    casus_core::words::names(&all)
}

/// Returns the highest passing sum of two dice for a test of this unit, and how it is made up:
/// `"7 or less [morale 8, -1 its corps is demoralized (8.3)]"`.
pub(crate) fn need(s: &State, unit: UnitId, morale: &Ledger) -> String {
    let total = morale.total;
    if morale.lines.is_empty() {
        return format!("{total} or less");
    }
    let piece = |at| if at == unit.place() { String::new() } else { from(s, at) };
    let lines = casus_core::words::lines(morale, piece);
    format!("{total} or less [morale {}, {}]", morale.base, lines.join(", "))
}

/// Returns the units that fire. It does not repeat the names of units that the ledger names.
fn shooters(s: &State, firers: &[UnitId], l: &Ledger) -> String {
    let named = |u: &UnitId| l.lines.iter().any(|x| x.from == u.place());
    match firers {
        [first, ..] if firers.iter().all(named) => format!("{} fire", side(s.side(*first))),
        many => format!("{} fire", names(s, many)),
    }
}

/// Returns the units that fight, and their strength. It does not repeat the names of units that the ledger names.
fn force(s: &State, units: &[UnitId], l: &Ledger) -> String {
    let named = |u: &UnitId| l.lines.iter().any(|x| x.from == u.place());
    if units.iter().all(named) {
        return total(s, l);
    }
    format!("{} with {}", names(s, units), total(s, l))
}

/// Returns the modifiers of a table in columns, and their shift: `"+1 fire bonus (Navarro; 7.3): +1 on the die"`.
pub(crate) fn shifts(s: &State, l: &Ledger) -> String {
    let told = lines(l, |at| from(s, at));
    let shift = l.shift.unwrap_or_else(|| Shift::of(l.net()));
    match &told[..] {
        [] => "no modifiers".to_owned(),
        [one] => format!("{one}: {shift}"),
        many => format!("{} = {:+}: {shift}", many.join(", "), l.net()),
    }
}

fn reading(s: &State, r: &Reading) -> String {
    let mut out = format!("column {}, {}", r.from, shifts(s, &r.modifiers));
    if r.column != r.from {
        let _ = write!(out, ", read in column {}", r.column);
    }
    let _ = write!(out, ", rolled {}", r.die);
    if r.row != i32::from(r.die) {
        let _ = write!(out, " read as {}", r.row);
    }
    out
}

/// Returns what a unit cannot do, in words.
pub(crate) fn passed_over(s: &State, chance: Chance) -> String {
    let h = |hex| s.game_data.board.label(hex);
    match chance {
        Chance::Succession => "have a new commander with them".to_owned(),
        Chance::Rout => "run".to_owned(),
        Chance::Rally => "rally".to_owned(),
        Chance::Recovery => "return to order".to_owned(),
        Chance::Charge(hex) => format!("charge {}", h(hex)),
        Chance::Hedgehog(_) => "form the hedgehog".to_owned(),
        Chance::Order => "retreat by the order".to_owned(),
        Chance::Melee => "attack".to_owned(),
        Chance::Advance(hex) => format!("advance into {}", h(hex)),
        Chance::FallBack => "go back from the enemy".to_owned(),
        Chance::Placing => "be placed again".to_owned(),
    }
}

/// Returns an event in words, with its Case.
pub(crate) fn describe(s: &State, event: &Event) -> String {
    let what = sentence(&words(s, &event.what));
    if matches!(event.what, What::PassedOver { .. } | What::NoHex { .. }) {
        // The reasons name their own Cases.
        return what;
    }
    // Only a broken army needs more words (8.2); the King's death has an event of its own (7.1).
    let broken = match event.what {
        What::Ended {
            outcome: Outcome::Win(Side::Swiss),
        } if event.cite.number() == "8.2" => {
            let corps = s.corps_ids().filter(|&k| s.demoralized(k));
            let names: Vec<&str> = corps.map(|k| s.game_data.roster.corps_name(k)).collect();
            format!(": demoralized are {}", names.join(", "))
        }
        _ => String::new(),
    };
    format!("{what}{broken} ({})", event.cite)
}

fn words(s: &State, what: &What) -> String {
    let roster = &s.game_data.roster;
    let u = |id: UnitId| roster.unit_name(id);
    let c = |id: CommanderId| roster.leader_name(id);
    let k = |id: CorpsId| roster.corps_name(id);
    let h = |hex: HexId| s.game_data.board.label(hex);
    let names = |list: &[UnitId]| names(s, list);
    let man = |id: CommanderId, successor: bool| commander(s, id, successor);
    let men = |list: &[CommanderId], successors: &[CommanderId]| -> Vec<String> {
        list.iter().map(|x| man(*x, successors.contains(x))).collect()
    };
    let along = |list: &[CommanderId], successors: &[CommanderId]| match list {
        [] => String::new(),
        list => format!(" with {}", men(list, successors).join(" and ")),
    };
    let party = |units: &[UnitId], commanders: &[CommanderId], successors: &[CommanderId]| match units {
        [] => men(commanders, successors).join(" and "),
        units => format!("{}{}", names(units), along(commanders, successors)),
    };
    let whose = |corps: Option<CorpsId>| match corps {
        Some(x) => k(x).to_owned(),
        None => "the Swiss army".to_owned(),
    };
    match what {
        What::Placed { unit, hex } => format!("{} are placed in {}", u(*unit), h(*hex)),
        What::Built { work } => format!(
            "the French build a fortification in {} on its {} side",
            h(work.hex),
            s.game_data.board.orientation().dir_word(work.side)
        ),
        What::Turn { turn, side: x, night } => {
            let when = hour(s, *turn);
            let dark = if *night && !when.contains("night") {
                ", by night"
            } else {
                ""
            };
            format!("turn {turn} ({when}{dark}): {} are active", side(*x))
        }
        What::PhaseBegins { phase, side: x } => {
            format!("{}. {}: {}", phase.number(), phase.title(), side(*x))
        }
        What::NightFalls => "night falls between the two days".to_owned(),
        What::NightStep { side: x, step } => {
            let does = match step {
                Some(1) => "units next to the enemy go back",
                Some(2) => "units return to order",
                Some(3) => "units out of command are placed again",
                Some(_) => "the other units are placed again",
                None => "fortifications are built",
            };
            match step {
                Some(n) => format!("night step {n}, {}: {does}", side(*x)),
                None => format!("night, {}: {does}", side(*x)),
            }
        }
        What::OutOfCommand {
            unit, leaderless: true, ..
        } => format!("{} are out of command: their corps has no commander", u(*unit)),
        What::OutOfCommand { unit, range: None, .. } => {
            format!("{} are out of command: their commander is not on the map", u(*unit))
        }
        What::OutOfCommand {
            unit,
            range: Some(range),
            shorter,
            ..
        } => {
            let way = match range {
                0 => "no way of 0 hexes".to_owned(),
                1 => "no way of 1 hex".to_owned(),
                n => format!("no way of {n} hexes or fewer"),
            };
            let night = match shorter {
                0 => String::new(),
                n => format!(", by night {n} less ({}),", cite!("14.1")),
            };
            format!("{} are out of command: {way}{night} to the commander", u(*unit))
        }
        What::InCommand { unit } => format!("{} are in command again", u(*unit)),
        What::Succeeded {
            corps,
            commander,
            unit: Some(unit),
            hex,
        } => {
            let at = hex.map_or(String::new(), |hex| format!(" in {}", h(hex)));
            format!("{} takes command of {}, with {}{at}", man(*commander, true), k(*corps), u(*unit))
        }
        What::Succeeded { corps, commander, .. } => format!("{} takes command of {} too", c(*commander), k(*corps)),
        What::Tested {
            unit,
            why: reason,
            morale,
            dice,
            passed,
        } => format!(
            "{} {}: rolled {dice} on two dice, needed {}: {}{}",
            u(*unit),
            why(s, *reason),
            need(s, *unit, morale),
            if *passed { "passed" } else { "failed" },
            match reason {
                Why::Entry if !passed => ", they do not go on",
                Why::Retreat if !passed => ", they stay",
                _ => "",
            }
        ),
        What::Desorg { unit } => format!("{} suffer Desorg, as if they had failed a test", u(*unit)),
        What::Became {
            unit,
            was,
            condition: x,
        } => {
            let no_longer = match (was, x) {
                (Condition::Routed, _) => ", no longer routed",
                (_, Condition::Order) => " again",
                _ => "",
            };
            format!("{} are {}{no_longer}", u(*unit), condition(*x))
        }
        What::Stands { unit } => format!("{} stand where others would run", u(*unit)),
        What::Replaced { unit } => {
            format!("{} have lost half their men and fight on", u(*unit))
        }
        What::Eliminated { unit, why } => format!("{} are eliminated{}", u(*unit), lost_by(*why)),
        What::NoHex { unit, chance, barred } => {
            let no = match chance {
                Chance::Melee => "may attack no hex",
                Chance::Rout => "have no hex to run to",
                _ => "have no hex to go back to",
            };
            format!(
                "{} {no}: {}",
                u(*unit),
                casus_core::words::barred(&s.game_data.board, barred.iter().map(|b| (b.hex, &b.refusals)))
            )
        }
        What::LeftMap { unit } => format!("{} flee from the map for good", u(*unit)),
        What::Morale {
            corps, change: 0, to, ..
        } => format!("the morale of {} stays at {to}", whose(*corps)),
        What::Morale {
            corps,
            change,
            full,
            to,
        } => {
            let (does, bound) = if *change < 0 {
                ("falls", "least")
            } else {
                ("rises", "most")
            };
            let whose = whose(*corps);
            let by = match full {
                None => format!("by {} to {to}", change.abs()),
                Some(full) => {
                    format!("by {} to {to}, not by {}, as {to} is the {bound}", change.abs(), full.abs())
                }
            };
            format!("the morale of {whose} {does} {by}")
        }
        What::Demoralized { corps } => format!("{} is demoralized", k(*corps)),
        What::Restored { corps } => format!("{} is no longer demoralized", k(*corps)),
        What::Steadied { commander, corps } => {
            format!("{} steadies {}", c(*commander), k(*corps))
        }
        What::Unsteadied { commander, corps, why } => {
            let why = match why {
                Unsteady::Killed => "he is killed",
                Unsteady::Restored => "its morale has risen",
                Unsteady::Apart => "he is with no unit of it that is not routed",
                Unsteady::Alone => "no enemy unit is adjacent to him",
                Unsteady::House => "a house rule forbids it",
            };
            format!("{} no longer steadies {}: {why}", c(*commander), k(*corps))
        }
        What::Captured { hex } => format!("the Swiss take {}", place_name(s, *hex)),
        What::Breached => "no French unit holds the fortifications any longer".to_owned(),
        What::Stepped {
            units,
            commanders,
            successors,
            from,
            to,
            cost,
        } => {
            // Units are plural; a single commander is not.
            let s_of = if units.is_empty() && commanders.len() == 1 {
                "s"
            } else {
                ""
            };
            let who = party(units, commanders, successors);
            let spent = format!("for {} MP{}", cost.total, costs(cost));
            match from {
                Some(from) => format!("{who} move{s_of} from {} to {} {spent}", h(*from), h(*to)),
                None => format!("{who} enter{s_of} at {} {spent}", h(*to)),
            }
        }
        What::Faced { hex, facing, cost } => {
            let spent = cost.as_ref().map(|c| format!(" for {} MP{}", c.total, costs(c)));
            let word = facing.word(s.game_data.board.orientation());
            format!("units in {} face {word}{}", h(*hex), spent.unwrap_or_default())
        }
        What::CalledOff { hex } => format!("the other units do not enter {} either", h(*hex)),
        What::Charges { unit, hex } => format!("{} charge the enemy in {}", u(*unit), h(*hex)),
        What::ChargeLapsed { unit, hex } => format!("the charge of {} on {} is over", u(*unit), h(*hex)),
        What::Unbraced { hex } => {
            format!("no hedgehog is formed in {}: all of its infantry forms it, or none", h(*hex))
        }
        What::Hedgehog { unit } => format!("{} form the hedgehog", u(*unit)),
        What::Unformed { unit } => format!("{} leave the hedgehog", u(*unit)),
        What::Held {
            side: x,
            hex,
            all: false,
        } => format!("{} form no hedgehog in {}", side(*x), h(*hex)),
        What::Held {
            side: x,
            hex,
            all: true,
        } => {
            format!("{} form no hedgehog in {}, nor anywhere else until the phase ends", side(*x), h(*hex))
        }
        What::Declined {
            side: x,
            question,
            more,
        } => format!("{} {}", side(*x), declines(s, *question, *more)),
        What::Untested { unit, why: reason } => {
            format!("{} do not {}: they are gone", u(*unit), why(s, *reason))
        }
        What::Void { hex, melee } => {
            let what = if *melee { "attack on" } else { "shot at" };
            format!("the {what} {} does not take place", h(*hex))
        }
        What::Reopened { side: x } => format!("{} reopen the choice of hedgehogs", side(*x)),
        What::Fled {
            unit,
            commanders,
            successors,
            from,
            to,
            cost,
        } => format!(
            "{}{} run from {} to {} for {} MP{}",
            u(*unit),
            along(commanders, successors),
            h(*from),
            h(*to),
            cost.total,
            costs(cost)
        ),
        What::Ordered { corps } => format!("a General Retreat Order to {}", k(*corps)),
        What::Retreated {
            unit,
            commanders,
            successors,
            from,
            to,
        } => format!("{}{} retreat from {} to {}", u(*unit), along(commanders, successors), h(*from), h(*to)),
        What::Fired {
            firers,
            hex,
            strength,
            reading: r,
            result,
        } => format!(
            "{} at {}: strength {}, {}: {}",
            shooters(s, firers, strength),
            h(*hex),
            total(s, strength),
            reading(s, r),
            toll(*result)
        ),
        What::Assaulted { attackers, hex } => {
            format!("{} attack {}", names(attackers), h(*hex))
        }
        What::Fought {
            attackers,
            defenders,
            hex,
            attack,
            defence,
            reading: r,
            result,
        } => format!(
            "melee for {}: {} against {}: {}: {}",
            h(*hex),
            force(s, attackers, attack),
            force(s, defenders, defence),
            reading(s, r),
            melee_result(*result)
        ),
        What::Risk {
            commander,
            successor,
            ledger,
            hit,
        } => format!(
            "leader check for {}: {}, hit on 6 or more: {}",
            man(*commander, *successor),
            sum("rolled", ledger, |at| if at == commander.place() {
                String::new()
            } else {
                from(s, at)
            }),
            if *hit { "hit" } else { "unhurt" }
        ),
        What::Injured { commander, successor } => format!("{} is injured", man(*commander, *successor)),
        What::Killed { commander, successor } => format!("{} is killed", man(*commander, *successor)),
        What::Joined {
            commander,
            successor,
            unit,
            from,
            hex,
        } => {
            format!("{} goes from {} to {} in {}", man(*commander, *successor), h(*from), u(*unit), h(*hex))
        }
        What::Advanced {
            unit,
            commanders,
            successors,
            from,
            to,
        } => format!("{}{} advance from {} to {}", u(*unit), along(commanders, successors), h(*from), h(*to)),
        What::PassedOver { unit, chance, refusals } => {
            format!("{} cannot {}: {refusals}", u(*unit), passed_over(s, *chance))
        }
        What::Ended { outcome } => match outcome {
            Outcome::Win(x) => format!("{} have won", side(*x)),
            Outcome::Draw => "night ends the battle: a draw".to_owned(),
            Outcome::AllLose => "both have lost".to_owned(),
            Outcome::Stalemate => "nobody can act any more: a stalemate".to_owned(),
        },
    }
}

/// Returns a hex with the name printed on it, if it has one.
pub(crate) fn place_name(s: &State, hex: HexId) -> String {
    let label = s.game_data.board.label(hex);
    match s.game_data.board.name(hex) {
        Some(name) => format!("{name} in {label}"),
        None => label,
    }
}
