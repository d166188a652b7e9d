//! The story: events in words.

use crate::charts::{CombatResult, Recoil, ShockResult};
use crate::components::{CommandId, LeaderId, Side, UnitId, Who};
use crate::event::{Chance, Event, Lapse, Loss, Question, Riders, What};
use crate::state::activation::{Warrant, Window};
use crate::state::pieces::Condition;
use crate::state::position::State;
use casus_continuity::story::{rolled, sum, told};
use casus_core::words::costs;
use casus_core::{HexId, Outcome, Place};

pub(crate) const fn fate(f: CombatResult) -> &'static str {
    match f {
        CombatResult::None => "no effect",
        CombatResult::Retreat => "Retreat",
        CombatResult::Disordered => "Disordered",
        CombatResult::DisorderedRetreat => "Disordered and Retreat",
        CombatResult::Retired => "Retired",
        CombatResult::Eliminated => "Eliminated",
    }
}

/// A result of the Shock or Charge Table in words.
pub(crate) fn result_words(result: ShockResult) -> String {
    let on = if result.continued { ", Continue Attack" } else { "" };
    let recoil = match result.attacker {
        Recoil::None => return format!("{}{on}", fate(result.defender)),
        Recoil::Disordered => "Disordered",
        Recoil::Retreat => "Retreats",
        Recoil::DisorderedRetreat => "Disordered and Retreats",
    };
    let defender = match result.defender {
        CombatResult::None => "unharmed",
        on => fate(on),
    };
    format!("attacker {recoil}; defender {defender}{on}")
}

/// The name of a side.
pub(crate) const fn side_name(side: Side) -> &'static str {
    match side {
        Side::Hungary => "Hungary",
        Side::Ottoman => "Ottomans",
    }
}
/// The subject for a side in a sentence.
pub(crate) const fn army(side: Side) -> &'static str {
    match side {
        Side::Hungary => "Hungary",
        Side::Ottoman => "the Ottomans",
    }
}
/// A side as the subject of a verb, given in the singular and in the plural: `"Hungary passes"`, `"the Ottomans pass"`.
pub(crate) fn acts(side: Side, one: &str, many: &str) -> String {
    let does = match side {
        Side::Hungary => one,
        Side::Ottoman => many,
    };
    format!("{} {does}", army(side))
}

/// The name of a leader. A replacement has no name of his own (12.4.1).
pub(crate) fn named(s: &State, who: Who) -> String {
    who.words(s.game_data.roster.leader_name(who.leader))
}

/// The cause of a unit's loss, where the preceding result does not give it.
const fn lost_by(why: Loss) -> &'static str {
    match why {
        Loss::Result => "",
        Loss::NoRetreat => ": they cannot retreat",
        Loss::Spared => ": they do not retreat through the archers",
        Loss::NoBanner => ": Retired, and the Banner is lost",
        Loss::NoRefuge => ": Retired, and no hex is vacant",
        Loss::BannerFell => ": Retired when the Banner was lost",
        Loss::Companion => ": guns, and a unit attacked with them has suffered",
        Loss::Unguarded => ": guns that nobody defends",
    }
}

/// The reason why an attack lapses. "Their" refers to the attackers.
const fn lapse(why: Lapse) -> &'static str {
    match why {
        Lapse::TargetGone => "their target is no longer there",
        Lapse::NotInFront => "their target is not in front of them",
        Lapse::Forestalled => "their target has been attacked meanwhile",
        Lapse::AttackerGone => "they have left their hex or are Retired",
        Lapse::Disordered => "they are Disordered",
        Lapse::OutOfReach => "their target is not two or three hexes away",
        Lapse::NoWay => "no way to their target is open",
        Lapse::DrivenOff => "they have been driven off",
        Lapse::Countered => "their target has Counter-Charged them",
        Lapse::NobodyMet => "they would meet no enemy",
        Lapse::Sheltered => "water or a village keeps them from their enemy",
        Lapse::NotAdvanced => "they have not advanced, and no vacant hex in front is open to them",
    }
}

/// An event in words, with its Case.
pub(crate) fn describe(s: &State, event: &Event) -> String {
    // These already name the Cases that forbid it.
    let names_cases = matches!(event.what, What::PassedOver { .. } | What::NoHex { .. });
    told(&words(s, &event.what), event.cite, names_cases)
}

/// What cannot be done, and against which units. `named` returns the name of a unit.
pub(crate) fn cannot(chance: Chance, against: &[UnitId], named: impl Fn(UnitId) -> String) -> String {
    let does = match chance {
        Chance::Seizure => "seize continuity",
        Chance::ReactionFire => "fire in reaction at",
        Chance::ReturnFire => "return fire at",
        Chance::Shock => "attack",
        Chance::RetreatBeforeShock => "retreat before shock",
        Chance::Charge => "charge",
        Chance::CounterCharge => "counter-charge",
        Chance::Wheel => "turn before the Counter-Charge",
        Chance::Advance => "advance after",
        Chance::Retreat => "retreat",
    };
    let list: Vec<String> = against.iter().map(|&foe| named(foe)).collect();
    let whom = if list.is_empty() { "" } else { " " };
    format!("cannot {does}{whom}{}", casus_core::words::names(&list))
}

/// The name of a window: `"Reaction Fire"`.
const fn title(window: Window) -> &'static str {
    match window {
        Window::Reaction => "Reaction Fire",
        Window::Return => "Return Fire",
        Window::Fire => "Counter-Charge against fire",
        Window::Shock => "reaction to Shock",
    }
}

fn words(s: &State, what: &What) -> String {
    let roster = &s.game_data.roster;
    let u = |id: UnitId| roster.unit_name(id);
    let l = |id: LeaderId| roster.leader_name(id);
    let named = |who: Who| named(s, who);
    let c = |id: CommandId| roster.command_word(id);
    let h = |hex: HexId| s.game_data.board.label(hex);
    let vertex = |f: casus_core::VertexFacing| f.word(s.game_data.board.orientation());
    let names = |list: &[UnitId]| casus_core::words::names(&list.iter().map(|&x| u(x)).collect::<Vec<_>>());
    let places =
        |list: &[UnitId], more: UnitId| -> Vec<Place> { list.iter().chain([&more]).map(|x| x.place()).collect() };
    let along = |with: &Riders| match &*with.leaders {
        [] => String::new(),
        list => {
            let replaced = |x: &LeaderId| Who::of(*x, with.replacements.contains(x));
            let list: Vec<String> = list.iter().map(|x| named(replaced(x))).collect();
            format!(" with {}", list.join(" and "))
        }
    };
    match what {
        What::Placed { unit, hex } => format!("{} are placed in {}", u(*unit), h(*hex)),
        What::LeaderPlaced {
            leader, hex: Some(hex), ..
        } => format!("{} is placed in {}", l(*leader), h(*hex)),
        What::LeaderPlaced { leader, hex: None, .. } => format!("{} is placed, hidden", l(*leader)),
        What::BannerPlaced { hex } => format!("the Banner of Hungary is placed in {}", h(*hex)),
        What::FreeActivation { side: x } => acts(*x, "has a free activation", "have a free activation"),
        What::Activated {
            side: x,
            command,
            who,
            warrant,
            number,
        } => {
            let how = match warrant {
                Warrant::Free => "freely",
                Warrant::Continuity => "by continuity",
                Warrant::Seized => "having seized continuity",
            };
            // Most commands have the name of their leader.
            let under = if !who.replacement && c(*command) == roster.leader_word(who.leader) {
                String::new()
            } else {
                format!(" under {}", named(*who))
            };
            let does = acts(*x, "activates", "activate");
            format!("activation {number}: {does} {}{under}, {how}", c(*command))
        }
        What::Passed { side: x } => acts(*x, "passes", "pass"),
        What::StandardRaised { side: x, number } => {
            let does = acts(*x, "activates its Standard", "activate their Standard");
            format!("activation {number}: {does}")
        }
        What::Named { side: x, who } => {
            format!("{} {} for continuity", acts(*x, "names", "name"), named(*who))
        }
        What::Continuity { who, test } => format!(
            "continuity roll for {}: {}: {}",
            named(*who),
            rolled(s, test, &[who.leader.place()]),
            if test.passed { "success" } else { "failure, play passes" }
        ),
        What::Seizure { who, test } => format!(
            "seizure roll for {}: {}: {}",
            named(*who),
            rolled(s, test, &[who.leader.place()]),
            if test.passed { "seized" } else { "not seized" }
        ),
        What::Summons { face, came, number } => match came {
            Some(x) => format!("rolled {face}: the contingent {} comes", c(*x)),
            None => format!("activation {number}: Hungary rolled {face}: no contingent comes"),
        },
        What::OutOfCommand { unit } => format!("{} are out of command", u(*unit)),
        What::Stepped { unit, from, to, cost } => {
            format!("{} move from {} to {} for {} MP{}", u(*unit), h(*from), h(*to), cost.total, costs(cost))
        }
        What::Entered { unit, hex, cost } => {
            format!("{} enter at {} for {} MP{}", u(*unit), h(*hex), cost.total, costs(cost))
        }
        What::InZoc { unit, by } => format!("{} are in the ZOC of {}", u(*unit), names(by)),
        What::Faced { unit, facing } => format!("{} face {}", u(*unit), vertex(*facing)),
        What::Rode {
            who,
            from,
            to: Some(to),
            ..
        } => {
            let name = named(*who);
            match from {
                Some(from) => format!("{name} moves from {} to {}", h(*from), h(*to)),
                None => format!("{name} enters at {}", h(*to)),
            }
        }
        What::Rode { who, to: None, .. } => format!("{} moves, hidden", named(*who)),
        What::Disclosed { who } => format!("{} is revealed", named(*who)),
        What::Aimed {
            firer,
            target,
            mode,
            range,
        } => {
            let how = match mode {
                crate::state::shot::Mode::Phasing => "fire",
                crate::state::shot::Mode::Return => "return fire",
                crate::state::shot::Mode::Reaction => "fire in reaction",
            };
            format!("{} {how} at {}, range {range}", u(*firer), u(*target))
        }
        What::FiredInZoc { unit } => format!("{} pay 1 MP to fire in an enemy ZOC", u(*unit)),
        What::Fired {
            firer,
            target,
            ledger,
            result,
        } => {
            let roll = sum(s, ledger, &places(&[*firer], *target));
            format!("{} fire at {}: {roll}: {}", u(*firer), u(*target), fate(*result))
        }
        What::Held { side: x, window, units } => {
            let with = match &units[..] {
                [] => String::new(),
                list => format!(" with {}", names(list)),
            };
            let close = window.map_or(String::new(), |w| format!(", and every {} until the activation ends", title(w)));
            format!("{}{with}{close}", acts(*x, "declines", "decline"))
        }
        What::Declined { unit: Some(unit), .. } => format!("{} keep their facing", u(*unit)),
        What::Declined { side: x, question, .. } => match question {
            Question::Seizure => acts(*x, "does not try to seize", "do not try to seize"),
            Question::Follow => acts(*x, "does not follow", "do not follow"),
            Question::Facing => acts(*x, "turns no unit", "turn no unit"),
        },
        What::Reopened { side: x, window } => format!("{} {}", acts(*x, "reopens", "reopen"), title(*window)),
        What::PassedOver {
            side: x,
            unit,
            chance,
            against,
            refusals,
        } => {
            let who = unit.map_or(army(*x), u);
            format!("{who} {}: {refusals}", cannot(*chance, against, |foe| u(foe).to_owned()))
        }
        What::NoHex { unit, chance, barred } => {
            let no = match chance {
                Chance::RetreatBeforeShock => "have no hex to retreat to before shock",
                _ => "have no hex to retreat to",
            };
            format!(
                "{} {no}: {}",
                u(*unit),
                casus_core::words::barred(&s.game_data.board, barred.iter().map(|b| (b.hex, &b.refusals)))
            )
        }
        What::CounterCharge {
            unit,
            against: foe,
            test,
        } => format!(
            "{} try to counter-charge {}: {}: {}",
            u(*unit),
            u(*foe),
            rolled(s, test, &places(&[*unit], *foe)),
            if test.passed { "success" } else { "failure" }
        ),
        What::Countered {
            unit,
            against: foe,
            charge: true,
        } => format!("the Charge of {} on {} loses its +2 for charging", u(*foe), u(*unit)),
        What::Countered {
            unit,
            against: foe,
            charge: false,
        } => format!("the Counter-Charge of {} changes nothing: {} do not charge", u(*unit), u(*foe)),
        What::CounterLapsed { unit, why } => {
            format!("the Counter-Charge of {} lapses: {}", u(*unit), lapse(*why))
        }
        What::Charged { unit, from, to, with } => {
            let with = along(with);
            format!("{}{with} charge from {} to {}", u(*unit), h(*from), h(*to))
        }
        What::Reluctance { unit, before, test } => format!(
            "Charge reluctance, {} before the front of {}: {}: {}",
            u(*unit),
            u(*before),
            rolled(s, test, &places(&[*unit], *before)),
            if test.passed {
                "they charge"
            } else {
                "no Charge, they attack by plain Shock"
            }
        ),
        What::Declared {
            attacker,
            target,
            charge,
        } => {
            let what = if *charge { "a Charge" } else { "an attack" };
            format!("{} declare {what} on {}", u(*attacker), u(*target))
        }
        What::Void { attacker, target, why } => {
            format!("{} do not attack {}: {}", u(*attacker), u(*target), lapse(*why))
        }
        What::DrawnIn { attacker, target } => {
            format!("{} attack {} too, in front of them", u(*attacker), u(*target))
        }
        What::CombatBegins { attackers, defenders } => {
            format!("{} against {}", names(attackers), names(defenders))
        }
        What::Withdrew { unit, from, to, with } => {
            let with = along(with);
            format!("{}{with} retreat before shock from {} to {}", u(*unit), h(*from), h(*to))
        }
        What::Evaded { unit, test } => format!(
            "{} evade: {}: {}",
            u(*unit),
            rolled(s, test, &[unit.place()]),
            if test.passed { "unharmed" } else { "Disordered" }
        ),
        What::Struck {
            attackers,
            defender,
            charge,
            ledger,
            result,
        } => {
            let does = if *charge { "charge" } else { "attack" };
            // A single attacker is named already. With several, each modifier names its attacker.
            let named = match &attackers[..] {
                [_] => places(attackers, *defender),
                _ => places(&[], *defender),
            };
            let (roll, result) = (sum(s, ledger, &named), result_words(*result));
            format!("{} {does} {}: {roll}: {result}", names(attackers), u(*defender))
        }
        What::Became { unit, condition: x } => format!("{} are {}", u(*unit), x.title()),
        What::Unaffected { unit, condition: x } => match x {
            Condition::Normal => format!("{} are never Disordered: no effect", u(*unit)),
            _ => format!("{} are already {}: no effect", u(*unit), x.title()),
        },
        What::Retreated { unit, from, to, with } => {
            let with = along(with);
            format!("{}{with} retreat from {} to {}", u(*unit), h(*from), h(*to))
        }
        What::Trampled { unit, archers } => format!("{} retreat through {}", u(*unit), u(*archers)),
        What::Encamped { units } => {
            format!("{} set up camp: they are Disordered, and cannot move before they rally", names(units))
        }
        What::Retired {
            unit,
            hex: Some(hex),
            away,
        } => {
            format!("{} are Retired to {}, {}", u(*unit), h(*hex), casus_core::words::beside(*away, "the Banner"))
        }
        What::Retired { unit, hex: None, .. } => format!("{} are Retired to the camp", u(*unit)),
        What::Eliminated { unit, why } => format!("{} are Eliminated{}", u(*unit), lost_by(*why)),
        What::Advanced { unit, from, to, with } => {
            let with = along(with);
            format!("{}{with} advance from {} to {}", u(*unit), h(*from), h(*to))
        }
        What::Continues { unit, alone: false } => format!("{} continue their attack", u(*unit)),
        What::Continues { unit, alone: true } => {
            format!("{} continue their attack, and nobody is in front of them", u(*unit))
        }
        What::ContinuedLapsed { unit, why } => {
            format!("the Continued Attack of {} lapses: {}", u(*unit), lapse(*why))
        }
        What::LeaderRisk { who, test } => format!(
            "leader check for {}: {}, killed on {} or more: {}",
            named(*who),
            sum(s, &test.ledger, &[who.leader.place()]),
            test.need,
            if test.passed { "he survives" } else { "he is killed" }
        ),
        What::Killed { who } => format!("{} is killed", named(*who)),
        What::Captured { who } => format!("{} is captured", named(*who)),
        What::Fled { who } => {
            format!("{} has no units left and leaves the field", named(*who))
        }
        What::Joined {
            who,
            from,
            overrun,
            unit,
            to,
        } => {
            let (name, from) = (named(*who), h(*from));
            let why = if *overrun {
                format!("as an enemy unit is in {from}")
            } else {
                format!("left without his unit in {from}")
            };
            match unit {
                Some(unit) => {
                    let at = to.map_or(String::new(), |x| format!(" in {}", h(x)));
                    format!("{name}, {why}, joins {}{at}", u(*unit))
                }
                None => format!("{name}, {why}, waits off the map for his units"),
            }
        }
        What::Replaced {
            leader,
            unit,
            hex,
            hidden,
            again,
        } => {
            let a = if *again { "another" } else { "a" };
            let at = hex.map_or(String::new(), |x| format!(" in {}", h(x)));
            let does = match unit {
                Some(unit) => format!("arrives with {}{at}", u(*unit)),
                None if *hidden => "arrives, hidden".to_owned(),
                None => "waits off the map for his units".to_owned(),
            };
            format!("{a} replacement for {} {does}", l(*leader))
        }
        What::Rallied { unit, condition: x } => {
            format!("{} rally to {}", u(*unit), x.title())
        }
        What::BannerLost => "the Banner of Hungary is lost".to_owned(),
        What::Flight { side: x, test } => format!(
            "flight check of {}: {}, level {}: {}",
            army(*x),
            sum(s, &test.ledger, &[]),
            test.need,
            if test.passed {
                "the army holds"
            } else {
                "the army flees"
            }
        ),
        What::FlightSafe { side: x, points, level } => {
            let has = acts(*x, "has", "have");
            format!("{has} {points} of {level} Flight Points: no roll can break the army")
        }
        What::Ended { outcome } => match outcome {
            Outcome::Win(x) => acts(*x, "has won", "have won"),
            Outcome::Draw => "a draw".to_owned(),
            Outcome::AllLose => "both armies flee: both have lost".to_owned(),
            Outcome::Stalemate => "nobody can act any more: a stalemate".to_owned(),
        },
    }
}
