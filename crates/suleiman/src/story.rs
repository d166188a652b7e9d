//! The story: events in words.

use crate::charts::{Fate, Recoil, ShockResult};
use crate::components::{CommandId, LeaderId, Side, UnitId};
use crate::event::{Chance, Event, What};
use crate::state::activation::Warrant;
use crate::state::pieces::Condition;
use crate::state::position::State;
use casus_core::words::costs;
use casus_core::{HexId, Ledger, Lexicon, Outcome, Sided, Test};

pub(crate) const fn fate(f: Fate) -> &'static str {
    match f {
        Fate::None => "no effect",
        Fate::Retreat => "Retreat",
        Fate::Disordered => "Disordered",
        Fate::DisorderedRetreat => "Disordered and Retreat",
        Fate::Retired => "Retired",
        Fate::Eliminated => "Eliminated",
    }
}

pub(crate) const fn condition(c: Condition) -> &'static str {
    match c {
        Condition::Normal => "Normal",
        Condition::Disordered => "Disordered",
        Condition::Retired => "Retired",
    }
}

/// A result of the Shock or Charge Table in words.
pub(crate) fn result_words(result: ShockResult) -> String {
    let recoil = match result.attacker {
        Recoil::None => "",
        Recoil::Disordered => "attacker Disordered; ",
        Recoil::Retreat => "attacker Retreats; ",
        Recoil::DisorderedRetreat => "attacker Disordered and Retreats; ",
    };
    let on = if result.continued { ", Continue Attack" } else { "" };
    format!("{recoil}{}{on}", fate(result.defender))
}

/// The die and its modifiers in words: each with the piece that it comes from, if it comes from one.
fn sum(s: &State, l: &Ledger) -> String {
    casus_core::words::sum("die", l, |at| s.word_of(at))
}

fn against(s: &State, t: &Test, limit: &str) -> String {
    format!("{}, {limit} {}", sum(s, &t.ledger), t.need)
}

/// By what a unit was lost, where the result that befell it does not say so itself.
fn lost_by(case: &str) -> &'static str {
    match case {
        "10.2.2" => ": it cannot retreat",
        "13.0.4" => ": it has no place at its Banner",
        "7.5.4" => ", with those who defended it",
        _ => "",
    }
}

/// An event in words, with its Case.
pub(crate) fn tell(s: &State, event: &Event) -> String {
    let told = words(s, &event.what);
    match event.what {
        // What forbids it, says by which Case itself.
        What::PassedOver { .. } => told,
        What::Eliminated { .. } => format!("{told}{} ({})", lost_by(event.cite.number()), event.cite),
        _ => format!("{told} ({})", event.cite),
    }
}

fn words(s: &State, what: &What) -> String {
    let roster = &s.kit.roster;
    let u = |id: UnitId| roster.unit_word(id);
    let l = |id: LeaderId| roster.leader_word(id);
    // A replacement is none of the one whom he stands for (12.4.1).
    let who = |id: LeaderId, replacement: bool| {
        if replacement {
            format!("the replacement for {}", l(id))
        } else {
            l(id).to_owned()
        }
    };
    let c = |id: CommandId| roster.command_word(id);
    let h = |hex: HexId| s.kit.board.label(hex);
    let side = |x: Side| match x {
        Side::Hungary => "the Hungarians",
        Side::Ottoman => "the Ottomans",
    };
    let vertex = |f: casus_core::VertexFacing| f.word(s.kit.board.orientation());
    let names = |list: &[UnitId]| list.iter().map(|&x| u(x)).collect::<Vec<_>>().join(", ");
    let along = |list: &[LeaderId]| match list {
        [] => String::new(),
        list => {
            let list: Vec<&str> = list.iter().map(|&x| l(x)).collect();
            format!(" with {}", list.join(" and "))
        }
    };
    match what {
        What::Placed { unit, hex } => format!("{} is placed in {}", u(*unit), h(*hex)),
        What::LeaderPlaced {
            leader, hex: Some(hex), ..
        } => format!("{} is placed in {}", l(*leader), h(*hex)),
        What::LeaderPlaced { leader, hex: None, .. } => format!("{} is placed, unseen", l(*leader)),
        What::BannerPlaced { hex } => format!("the Banner of Hungary is planted in {}", h(*hex)),
        What::FreeActivation { side: x } => format!("{} may act freely", side(*x)),
        What::Activated {
            side: x,
            command,
            leader,
            warrant,
        } => {
            let how = match warrant {
                Warrant::Free => "freely",
                Warrant::Continuity => "by Continuity",
                Warrant::Seized => "having Seized Continuity",
            };
            format!("{}: the command {} acts under {}, {how}", x.word(), c(*command), l(*leader))
        }
        What::Passed { side: x } => format!("{} pass", side(*x)),
        What::StandardRaised { side: x } => format!("{} activate their Standard", side(*x)),
        What::Named { side: x, leader } => {
            format!("{} name {} for Continuity", side(*x), l(*leader))
        }
        What::Continuity { leader, test } => format!(
            "Continuity of {} under {}: {}: {}",
            side(roster.leader_card(*leader).side),
            l(*leader),
            against(s, test, "at most"),
            if test.passed { "it goes on" } else { "play passes" }
        ),
        What::Seizure { leader, test } => format!(
            "{} tries to Seize Continuity: {}: {}",
            l(*leader),
            against(s, test, "at most"),
            if test.passed { "Seized" } else { "no Seizure" }
        ),
        What::Summons { face, came } => match came {
            Some(x) => format!("die {face}: {} comes", c(*x)),
            None => format!("die {face}: nobody comes"),
        },
        What::OutOfCommand { unit } => format!("{} is out of command", u(*unit)),
        What::Stepped { unit, from, to, cost } => {
            format!("{} moves from {} to {} for {} MP{}", u(*unit), h(*from), h(*to), cost.total, costs(cost))
        }
        What::Entered { unit, hex, cost } => {
            format!("{} enters at {} for {} MP{}", u(*unit), h(*hex), cost.total, costs(cost))
        }
        What::InZoc { unit, by } => format!("{} is in the ZOC of {}", u(*unit), u(*by)),
        What::Faced { unit, facing } => format!("{} faces {}", u(*unit), vertex(*facing)),
        What::Rode {
            leader,
            replacement,
            from,
            to: Some(to),
            ..
        } => {
            let from = from.map_or(String::new(), |from| format!(" from {}", h(from)));
            format!("{} rides{from} to {}", who(*leader, *replacement), h(*to))
        }
        What::Rode {
            leader,
            replacement,
            to: None,
            ..
        } => format!("{} rides, unseen", who(*leader, *replacement)),
        What::Disclosed { leader } => format!("{} is seen", l(*leader)),
        What::Aimed {
            firer,
            target,
            mode,
            range,
        } => {
            let how = match mode {
                crate::state::shot::Mode::Phasing => "fires",
                crate::state::shot::Mode::Return => "returns fire",
                crate::state::shot::Mode::Reaction => "fires in reaction",
            };
            format!("{} {how} at {}, range {range}", u(*firer), u(*target))
        }
        What::FiredInZoc { unit } => format!("{} pays 1 MP to fire in an enemy ZOC", u(*unit)),
        What::Fired {
            firer,
            target,
            ledger,
            result,
        } => {
            format!("{} on {}: {}: {}", u(*firer), u(*target), sum(s, ledger), fate(*result))
        }
        What::Held { side: x, window: None } => format!("{} hold", side(*x)),
        What::Held {
            side: x,
            window: Some(w),
        } => {
            format!("{} hold, and close {} until the activation ends", side(*x), w.word())
        }
        What::Reopened { side: x, window } => format!("{} open {} again", side(*x), window.word()),
        What::PassedOver {
            side: x,
            unit,
            chance,
            against,
            refusals,
        } => {
            let who = unit.map_or(side(*x), u);
            let whom = against.map_or(String::new(), |foe| format!(" {}", u(foe)));
            let from = match chance {
                Chance::Seizure => "Seizing Continuity",
                Chance::ReactionFire => "Reaction Fire at",
                Chance::ReturnFire => "Return Fire at",
                Chance::Shock => "attacking",
                Chance::RetreatBeforeShock => "retreating before shock",
                Chance::Charge => "Charging",
                Chance::CounterCharge => "a Counter-Charge against",
                Chance::Wheel => "turning before its Counter-Charge",
                Chance::Advance => "advancing after",
            };
            let are = if unit.is_some() { "is" } else { "are" };
            format!("{who} {are} kept from {from}{whom}: {refusals}")
        }
        What::CounterCharge {
            unit,
            against: foe,
            test,
        } => format!(
            "{} would Counter-Charge {}: {}: {}",
            u(*unit),
            u(*foe),
            against(s, test, "at most"),
            if test.passed { "it does" } else { "it must stand" }
        ),
        What::CounterLapsed { unit } => {
            format!("the Counter-Charge of {} comes to nothing", u(*unit))
        }
        What::Charged {
            unit,
            from,
            to,
            leaders,
        } => {
            let with = along(leaders);
            format!("{}{with} charges from {} to {}", u(*unit), h(*from), h(*to))
        }
        What::Reluctance { unit, before, test } => format!(
            "the horses of {} before the pikes of {}: {}: {}",
            u(*unit),
            u(*before),
            against(s, test, "at most"),
            if test.passed {
                "they close"
            } else {
                "they will not; plain Shock"
            }
        ),
        What::Declared {
            attacker,
            target,
            charge,
        } => {
            let verb = if *charge { "Charge" } else { "attack" };
            format!("{} is to {verb} {}", u(*attacker), u(*target))
        }
        What::Void { attacker, target } => {
            format!("the attack of {} on {} is void", u(*attacker), u(*target))
        }
        What::CombatBegins { attackers, defenders } => {
            format!("combat: {} against {}", names(attackers), names(defenders))
        }
        What::Withdrew { unit, from, to } => {
            format!("{} retreats before shock from {} to {}", u(*unit), h(*from), h(*to))
        }
        What::Evaded { unit, test } => format!(
            "{} evades: {}: {}",
            u(*unit),
            against(s, test, "at most"),
            if test.passed { "in good order" } else { "in disorder" }
        ),
        What::Struck {
            attackers,
            defender,
            charge,
            ledger,
            result,
        } => {
            let table = if *charge { "Charge" } else { "Shock" };
            format!(
                "{table} of {} on {}: {}: {}",
                names(attackers),
                u(*defender),
                sum(s, ledger),
                result_words(*result)
            )
        }
        What::Became { unit, condition: x } => format!("{} is {}", u(*unit), condition(*x)),
        What::Unaffected { unit } => format!("{} suffers no more by it", u(*unit)),
        What::Retreated { unit, from, to } => {
            format!("{} retreats from {} to {}", u(*unit), h(*from), h(*to))
        }
        What::Trampled { unit, archers } => format!("{} rides through {}", u(*unit), u(*archers)),
        What::Retired { unit, hex: Some(hex) } => {
            format!("{} is Retired to {}, by the Banner", u(*unit), h(*hex))
        }
        What::Retired { unit, hex: None } => format!("{} is Retired to the camp", u(*unit)),
        What::Eliminated { unit } => format!("{} is Eliminated", u(*unit)),
        What::Advanced {
            unit,
            from,
            to,
            leaders,
        } => {
            let with = along(leaders);
            format!("{}{with} advances from {} to {}", u(*unit), h(*from), h(*to))
        }
        What::Continues { unit } => format!("{} continues its attack", u(*unit)),
        What::LeaderRisk {
            leader,
            replacement,
            test,
        } => format!(
            "is {} hit? {}, {} or more kills: {}",
            who(*leader, *replacement),
            sum(s, &test.ledger),
            test.need,
            if test.passed { "he lives" } else { "he falls" }
        ),
        What::Killed { leader, replacement } => format!("{} is killed", who(*leader, *replacement)),
        What::Captured { leader, replacement } => format!("{} is captured", who(*leader, *replacement)),
        What::Fled { leader, replacement } => {
            format!("{} has no units left and leaves the field", who(*leader, *replacement))
        }
        What::Joined {
            leader,
            replacement,
            unit: Some(unit),
        } => format!("{} joins {}", who(*leader, *replacement), u(*unit)),
        What::Joined {
            leader,
            replacement,
            unit: None,
        } => {
            format!("{} waits off the field for his units", who(*leader, *replacement))
        }
        What::Replaced {
            leader,
            unit: Some(unit),
            ..
        } => {
            format!("a replacement for {} arrives with {}", l(*leader), u(*unit))
        }
        What::Replaced { leader, unit: None, .. } => {
            format!("a replacement for {} arrives", l(*leader))
        }
        What::Rallied { unit, condition: x } => {
            format!("{} rallies to {}", u(*unit), condition(*x))
        }
        What::BannerLost => "the Banner of Hungary falls".to_owned(),
        What::Flight { side: x, test } => format!(
            "the nerve of {}: {}, at most {}: {}",
            side(*x),
            sum(s, &test.ledger),
            test.need,
            if test.passed { "they stand" } else { "they flee" }
        ),
        What::FlightSafe { side: x, points, level } => {
            format!("{} have {points} Flight Level Points of {level}: no die can break them", side(*x))
        }
        What::Ended { outcome } => match outcome {
            Outcome::Win(x) => format!("{} have won", side(*x)),
            Outcome::Draw => "a draw".to_owned(),
            Outcome::AllLose => "both armies flee: both have lost".to_owned(),
            Outcome::Stalemate => "nobody acts any more: a stalemate".to_owned(),
        },
    }
}
