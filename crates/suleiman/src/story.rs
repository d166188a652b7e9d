//! The story: events in words.

use crate::charts::{Fate, Recoil, ShockResult};
use crate::components::{CommandId, LeaderId, Side, UnitId};
use crate::event::{Chance, Event, Lapse, Loss, Question, What};
use crate::state::activation::Warrant;
use crate::state::pieces::Condition;
use crate::state::position::State;
use casus_core::words::{costs, many};
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
    let on = if result.continued { ", Continue Attack" } else { "" };
    let recoil = match result.attacker {
        Recoil::None => return format!("{}{on}", fate(result.defender)),
        Recoil::Disordered => "Disordered",
        Recoil::Retreat => "Retreats",
        Recoil::DisorderedRetreat => "Disordered and Retreats",
    };
    let defender = match result.defender {
        Fate::None => "unharmed",
        on => fate(on),
    };
    format!("attacker {recoil}; defender {defender}{on}")
}

/// The die and its modifiers in words: each with the piece that it comes from, if it comes from one.
fn sum(s: &State, l: &Ledger) -> String {
    casus_core::words::sum("die", l, |at| s.word_of(at))
}

/// A leader's name; a replacement is none of the one whom he stands for (12.4.1).
pub(crate) fn who(s: &State, leader: LeaderId, replacement: bool) -> String {
    let name = s.kit.roster.leader_word(leader);
    if replacement {
        format!("the replacement for {name}")
    } else {
        name.to_owned()
    }
}

fn against(s: &State, t: &Test, limit: &str) -> String {
    format!("{}, {limit} {}", sum(s, &t.ledger), t.need)
}

/// By what a unit was lost, where the result that befell it does not say so itself.
const fn lost_by(why: Loss) -> &'static str {
    match why {
        Loss::Result => "",
        Loss::NoRetreat => ": it cannot retreat",
        Loss::Spared => ": it does not retreat through the archers",
        Loss::NoBanner => ": Retired, and the Banner is lost",
        Loss::NoRefuge => ": Retired, and no hex is vacant",
        Loss::BannerFell => ": Retired when the Banner fell",
        Loss::Companion => ": guns, and a unit attacked with them has suffered",
        Loss::Unguarded => ": guns that nobody defends",
    }
}

/// Why an attack lapses.
const fn lapse(why: Lapse) -> &'static str {
    match why {
        Lapse::TargetGone => "its target is no longer there",
        Lapse::NotInFront => "its target is not in front of it",
        Lapse::Forestalled => "its target has been attacked meanwhile",
        Lapse::AttackerGone => "the attacker has left its hex or is Retired",
        Lapse::Disordered => "it is Disordered",
        Lapse::OutOfReach => "its target is not two or three hexes away",
        Lapse::NoWay => "no way to its target is open",
        Lapse::DrivenOff => "it has been driven off",
        Lapse::Countered => "its target has Counter-Charged it",
        Lapse::NobodyMet => "it would meet no enemy",
        Lapse::Sheltered => "water or a village keeps it from its enemy",
        Lapse::NotAdvanced => "it has not advanced, and no vacant hex in front is open to it",
    }
}

/// An event in words, with its Case.
pub(crate) fn tell(s: &State, event: &Event) -> String {
    let told = words(s, &event.what);
    match event.what {
        // What forbids it, says by which Case itself.
        What::PassedOver { .. } | What::NoHex { .. } => told,
        _ => format!("{told} ({})", event.cite),
    }
}

/// Kept from what, and against whom.
pub(crate) fn kept(s: &State, chance: Chance, against: &[UnitId]) -> String {
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
        Chance::Retreat => "retreating",
    };
    let list: Vec<&str> = against.iter().map(|&foe| s.kit.roster.unit_word(foe)).collect();
    let whom = if list.is_empty() { "" } else { " " };
    format!("kept from {from}{whom}{}", list.join(", "))
}

fn words(s: &State, what: &What) -> String {
    let roster = &s.kit.roster;
    let u = |id: UnitId| roster.unit_word(id);
    let l = |id: LeaderId| roster.leader_word(id);
    let who = |id: LeaderId, replacement: bool| who(s, id, replacement);
    let c = |id: CommandId| roster.command_word(id);
    let h = |hex: HexId| s.kit.board.label(hex);
    let side = |x: Side| match x {
        Side::Hungary => "the Hungarians",
        Side::Ottoman => "the Ottomans",
    };
    let vertex = |f: casus_core::VertexFacing| f.word(s.kit.board.orientation());
    let names = |list: &[UnitId]| list.iter().map(|&x| u(x)).collect::<Vec<_>>().join(", ");
    let along = |list: &[LeaderId], replacements: &[LeaderId]| match list {
        [] => String::new(),
        list => {
            let list: Vec<String> = list.iter().map(|x| who(*x, replacements.contains(x))).collect();
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
            replacement,
            warrant,
            number,
        } => {
            let how = match warrant {
                Warrant::Free => "freely",
                Warrant::Continuity => "by Continuity",
                Warrant::Seized => "having Seized Continuity",
            };
            // Most commands are called by the name of their leader.
            let under = if !*replacement && c(*command) == l(*leader) {
                String::new()
            } else {
                format!(" under {}", who(*leader, *replacement))
            };
            format!("{}: activation {number}: the command {} acts{under}, {how}", x.word(), c(*command))
        }
        What::Passed { side: x } => format!("{} pass", side(*x)),
        What::StandardRaised { side: x, number } => {
            format!("{}: activation {number}: {} activate their Standard", x.word(), side(*x))
        }
        What::Named {
            side: x,
            leader,
            replacement,
        } => {
            format!("{} name {} for Continuity", side(*x), who(*leader, *replacement))
        }
        What::Continuity {
            leader,
            replacement,
            test,
        } => format!(
            "Continuity of {} under {}: {}: {}",
            side(roster.leader_card(*leader).side),
            who(*leader, *replacement),
            against(s, test, "at most"),
            if test.passed { "it goes on" } else { "play passes" }
        ),
        What::Seizure {
            leader,
            replacement,
            test,
        } => format!(
            "{} tries to Seize Continuity: {}: {}",
            who(*leader, *replacement),
            against(s, test, "at most"),
            if test.passed { "Seized" } else { "no Seizure" }
        ),
        What::Summons { face, came, number } => match came {
            Some(x) => format!("die {face}: {} comes", c(*x)),
            None => format!("{}: activation {number}: die {face}: nobody comes", Side::Hungary.word()),
        },
        What::OutOfCommand { unit } => format!("{} is out of command", u(*unit)),
        What::Stepped { unit, from, to, cost } => {
            format!("{} moves from {} to {} for {} MP{}", u(*unit), h(*from), h(*to), cost.total, costs(cost))
        }
        What::Entered { unit, hex, cost } => {
            format!("{} enters at {} for {} MP{}", u(*unit), h(*hex), cost.total, costs(cost))
        }
        What::InZoc { unit, by } => format!("{} is in the ZOC of {}", u(*unit), names(by)),
        What::Faced { unit, facing } => format!("{} faces {}", u(*unit), vertex(*facing)),
        What::Rode {
            leader,
            replacement,
            from,
            to: Some(to),
            ..
        } => {
            let who = who(*leader, *replacement);
            match from {
                Some(from) => format!("{who} rides from {} to {}", h(*from), h(*to)),
                None => format!("{who} enters at {}", h(*to)),
            }
        }
        What::Rode {
            leader,
            replacement,
            to: None,
            ..
        } => format!("{} rides, unseen", who(*leader, *replacement)),
        What::Disclosed { leader, replacement } => format!("{} is seen", who(*leader, *replacement)),
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
        What::Held { side: x, window, units } => {
            let with = match &units[..] {
                [] => String::new(),
                list => format!(" with {}", names(list)),
            };
            let close = window.map_or(String::new(), |w| format!(", and close {} until the activation ends", w.word()));
            format!("{} hold{with}{close}", side(*x))
        }
        What::Declined { unit: Some(unit), .. } => format!("{} keeps its facing", u(*unit)),
        What::Declined { side: x, question, .. } => {
            let does = match question {
                Question::Seizure => "do not Seize",
                Question::Follow => "do not follow",
                Question::Facing => "turn nobody",
            };
            format!("{} {does}", side(*x))
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
            let are = if unit.is_some() { "is" } else { "are" };
            format!("{who} {are} {}: {refusals}", kept(s, *chance, against))
        }
        What::NoHex { unit, chance, barred } => {
            let no = match chance {
                Chance::RetreatBeforeShock => "has no hex to retreat to before shock",
                _ => "has no hex to retreat to",
            };
            format!(
                "{} {no}: {}",
                u(*unit),
                casus_core::words::barred(&s.kit.board, barred.iter().map(|b| (b.hex, &b.refusals)))
            )
        }
        What::CounterCharge {
            unit,
            against: foe,
            test,
        } => format!(
            "{} tries to Counter-Charge {}: {}: {}",
            u(*unit),
            u(*foe),
            against(s, test, "at most"),
            if test.passed { "succeeds" } else { "fails" }
        ),
        What::Countered {
            unit,
            against: foe,
            charge: true,
        } => format!("the Charge of {} on {} loses its +2", u(*foe), u(*unit)),
        What::Countered {
            unit,
            against: foe,
            charge: false,
        } => format!("the Counter-Charge of {} changes nothing: {} does not Charge", u(*unit), u(*foe)),
        What::CounterLapsed { unit, why } => {
            format!("the Counter-Charge of {} lapses: {}", u(*unit), lapse(*why))
        }
        What::Charged {
            unit,
            from,
            to,
            leaders,
            replacements,
        } => {
            let with = along(leaders, replacements);
            format!("{}{with} charges from {} to {}", u(*unit), h(*from), h(*to))
        }
        What::Reluctance { unit, before, test } => format!(
            "the horses of {} before the front of {}: {}: {}",
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
        What::Void { attacker, target, why } => {
            format!("the attack of {} on {} is void: {}", u(*attacker), u(*target), lapse(*why))
        }
        What::DrawnIn { attacker, target } => {
            format!("{} attacks {} too, in front of it", u(*attacker), u(*target))
        }
        What::CombatBegins { attackers, defenders } => {
            format!("combat: {} against {}", names(attackers), names(defenders))
        }
        What::Withdrew {
            unit,
            from,
            to,
            leaders,
            replacements,
        } => {
            let with = along(leaders, replacements);
            format!("{}{with} retreats before shock from {} to {}", u(*unit), h(*from), h(*to))
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
        What::Unaffected { unit, condition: x } => match x {
            Condition::Normal => format!("{} is never Disordered", u(*unit)),
            _ => format!("{} is {} already", u(*unit), condition(*x)),
        },
        What::Retreated {
            unit,
            from,
            to,
            leaders,
            replacements,
        } => {
            let with = along(leaders, replacements);
            format!("{}{with} retreats from {} to {}", u(*unit), h(*from), h(*to))
        }
        What::Trampled { unit, archers } => format!("{} rides through {}", u(*unit), u(*archers)),
        What::Retired { unit, hex: Some(hex) } => {
            format!("{} is Retired to {}, by the Banner", u(*unit), h(*hex))
        }
        What::Retired { unit, hex: None } => format!("{} is Retired to the camp", u(*unit)),
        What::Eliminated { unit, why } => format!("{} is Eliminated{}", u(*unit), lost_by(*why)),
        What::Advanced {
            unit,
            from,
            to,
            leaders,
            replacements,
        } => {
            let with = along(leaders, replacements);
            format!("{}{with} advances from {} to {}", u(*unit), h(*from), h(*to))
        }
        What::Continues { unit, alone: false } => format!("{} continues its attack", u(*unit)),
        What::Continues { unit, alone: true } => {
            format!("{} continues its attack, and nobody is in front of it", u(*unit))
        }
        What::ContinuedLapsed { unit, why } => {
            format!("the Continued Attack of {} lapses: {}", u(*unit), lapse(*why))
        }
        What::LeaderRisk {
            leader,
            replacement,
            test,
        } => format!(
            "is {} hit? {}, {} or more kills: {}",
            who(*leader, *replacement),
            casus_core::words::sum("die", &test.ledger, |_| who(*leader, *replacement)),
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
            from,
            overrun,
            unit,
            to,
        } => {
            let (name, from) = (who(*leader, *replacement), h(*from));
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
                None => format!("{name}, {why}, waits off the field for his units"),
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
                None if *hidden => "arrives, unseen".to_owned(),
                None => "waits off the field for his units".to_owned(),
            };
            format!("{a} replacement for {} {does}", l(*leader))
        }
        What::Rallied { unit, condition: x } => {
            format!("{} rallies to {}", u(*unit), condition(*x))
        }
        What::BannerLost => "the Banner of Hungary falls".to_owned(),
        What::Flight { side: x, test } => format!(
            "flight check of {}: {}, at most {}: {}",
            side(*x),
            sum(s, &test.ledger),
            test.need,
            if test.passed { "they hold" } else { "they are broken" }
        ),
        What::FlightSafe { side: x, points, level } => {
            let points = many(usize::try_from(*points).unwrap_or(0), "Flight Level Point");
            format!("{} have {points} of {level}: no die can break them", side(*x))
        }
        What::Ended { outcome } => match outcome {
            Outcome::Win(x) => format!("{} have won", side(*x)),
            Outcome::Draw => "a draw".to_owned(),
            Outcome::AllLose => "both armies flee: both have lost".to_owned(),
            Outcome::Stalemate => "nobody acts any more: a stalemate".to_owned(),
        },
    }
}
