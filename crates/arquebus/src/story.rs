//! The story: events in words. Sides are called by the titles that the battle gives them.

use crate::casebook::cite;
use crate::charts::{Fate, Recoil, ShockResult};
use crate::components::{BattleId, LeaderId, SeizureCounter, Side, UnitId};
use crate::event::{Chance, Event, Lapse, Loss, Parting, Question, Shut, What};
use crate::state::activation::Warrant;
use crate::state::fray::Answer;
use crate::state::pieces::Condition;
use crate::state::position::State;
use crate::state::shot::Mode;
use casus_core::words::{costs, many};
use casus_core::{HexId, Ledger, Lexicon, Outcome, Refusal, Refusals, Test};

pub(crate) const fn fate(f: Fate) -> &'static str {
    match f {
        Fate::None => "no effect",
        Fate::Engaged => "Engaged",
        Fate::Retreat => "Retreat",
        Fate::Disordered => "Disordered",
        Fate::DisorderedEngaged => "Disordered and Engaged",
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
    let on = if result.continued { ", Continued Attack" } else { "" };
    let recoil = match result.attacker {
        Recoil::None => return format!("{}{on}", fate(result.defender)),
        Recoil::Engaged => "Engaged",
        Recoil::DisorderedEngaged => "Disordered and Engaged",
        Recoil::Disordered => "Disordered",
        Recoil::Retreat => "Retreats",
        Recoil::DisorderedRetreat => "Disordered and Retreats",
    };
    let both = match (result.attacker, result.defender) {
        (Recoil::Engaged, Fate::Engaged) => "both sides Engaged".to_owned(),
        (Recoil::DisorderedEngaged, Fate::DisorderedEngaged) => "both sides Disordered and Engaged".to_owned(),
        (Recoil::DisorderedEngaged, Fate::Engaged) => "attacker Disordered; both sides Engaged".to_owned(),
        (Recoil::Engaged, Fate::DisorderedEngaged) => "defender Disordered; both sides Engaged".to_owned(),
        (_, Fate::None) => format!("attacker {recoil}; defender unharmed"),
        (_, on) => format!("attacker {recoil}; defender {}", fate(on)),
    };
    format!("{both}{on}")
}

/// The die and its modifiers in words: each with the piece that it comes from, if it comes from one.
fn sum(s: &State, l: &Ledger) -> String {
    casus_core::words::sum("die", l, |at| s.word_of(at))
}

fn against(s: &State, t: &Test, limit: &str) -> String {
    format!("{}, {limit} {}", sum(s, &t.ledger), t.need)
}

/// By what a unit was lost, where the result that befell it does not say so itself.
const fn lost_by(why: Loss) -> &'static str {
    match why {
        Loss::Result => "",
        Loss::Retired => ": it was Retired, and is driven off",
        Loss::Anchored => ": unlimbered guns cannot retreat",
        Loss::NoRetreat => ": it cannot retreat",
        Loss::NoRefuge => ": it cannot be placed at its Standard",
        Loss::PassedThrough => " by the retreat through it",
        Loss::Companion => ", with the unit that defended it",
        Loss::Guns => " by that die",
        Loss::Unsteady => " by the counter",
    }
}

/// By what a unit is Engaged no more.
const fn parted(by: Parting) -> &'static str {
    match by {
        Parting::Retreat => ", by the retreat",
        Parting::Retired => ", by the Retired result",
        Parting::Loss => ", by the loss",
        Parting::Advance => ", by the advance",
        Parting::Move => ", having Disengaged",
        Parting::ContinuedAttack => ", by the Continued Attack",
        Parting::Apart => "",
    }
}

/// Why a Continued Attack or a Counter-Charge lapses.
const fn lapse(why: Lapse) -> &'static str {
    match why {
        Lapse::AttackerGone => "the attacker is no longer on the map",
        Lapse::NobodyInFront => "no enemy unit is in front",
        Lapse::NoneToAttack => "no enemy unit in front may be attacked",
        Lapse::DrivenOff => "it has been driven off or Retired",
        Lapse::TargetGone => "the unit that fired is no longer on the map",
        Lapse::NoPath => "no path to the unit that fired is open",
        Lapse::NobodyAdvanced => "no unit advances",
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

/// What forbids a thing, each with its Case; that no path is open stands last, with what closes each (13.3(5)).
fn reasons(s: &State, refusals: &Refusals, paths: &[Shut]) -> String {
    if paths.is_empty() {
        return refusals.to_string();
    }
    let closed = |r: &&Refusal| r.cite == cite!("13.3(5)");
    let (shut, others): (Vec<&Refusal>, Vec<&Refusal>) = refusals.iter().partition(closed);
    let all: Vec<String> = others.into_iter().chain(shut).map(ToString::to_string).collect();
    let by = casus_core::words::barred(&s.kit.board, paths.iter().map(|p| (p.hex, &p.refusals)));
    format!("{}: {by}", all.join("; "))
}

fn counters(list: &[SeizureCounter]) -> String {
    list.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

const fn how(warrant: Warrant) -> &'static str {
    match warrant {
        Warrant::Free => "freely",
        Warrant::Continuity => "by Continuation",
        Warrant::Seized => "having Seized Continuity",
    }
}

const fn passed(test: &Test, yes: &'static str, no: &'static str) -> &'static str {
    if test.passed { yes } else { no }
}

fn words(s: &State, what: &What) -> String {
    let roster = &s.kit.roster;
    let u = |id: UnitId| roster.unit_word(id);
    let l = |id: LeaderId| roster.leader_word(id);
    // A replacement is none of the one whom he stands for (5.5).
    let who = |id: LeaderId, replacement: bool| {
        if replacement {
            format!("the replacement for {}", l(id))
        } else {
            l(id).to_owned()
        }
    };
    // A Battle has the name of its leader, who may have fallen.
    let b = |id: BattleId| format!("the Battle {}", roster.battle_word(id));
    let h = |hex: HexId| s.kit.board.label(hex);
    let side = |x: Side| s.kit.scenario.name(x);
    let army = |x: Option<BattleId>| x.map_or("the army".to_owned(), b);
    let names = |list: &[UnitId]| list.iter().map(|&x| u(x)).collect::<Vec<_>>().join(", ");
    let vertex = |f: casus_core::VertexFacing| f.word(s.kit.board.orientation());
    match what {
        What::Drew {
            side: x,
            counters: Some(list),
            ..
        } => format!("{} draws {}", side(*x), counters(list)),
        What::Drew { side: x, number, .. } => format!("{} draws {number} Seizure counters, unseen", side(*x)),
        What::FreeActivation { side: x } => format!("{} has a Free Activation", side(*x)),
        What::Activated {
            side: x,
            battles,
            warrant,
            number,
        } => {
            let list: Vec<String> = battles.iter().map(|&x| b(x)).collect();
            format!("activation {number}: {} activates {}, {}", side(*x), list.join(" and "), how(*warrant))
        }
        What::ArmyActivated {
            side: x,
            warrant,
            number,
        } => {
            format!("activation {number}: {} activates the army, {}", side(*x), how(*warrant))
        }
        What::StandardActivated {
            standard,
            moves,
            number,
        } => {
            let does = if *moves { "moves" } else { "calls its Retired to it" };
            format!("activation {number}: {} {does}", roster.standard_word(*standard))
        }
        What::Passed { side: x } => format!("{} passes", side(*x)),
        What::Clock { space, last } => format!("the Time marker comes to {space} of {last}"),
        What::Named { side: x, battle } => format!("{} names {} to continue", side(*x), army(*battle)),
        What::Continuation { side: x, battle, test } => {
            let (whom, on) = (army(*battle), passed(test, "it goes on", "play passes"));
            format!("{} continues with {whom}: {}: {on}", side(*x), against(s, test, "at most"))
        }
        What::JoinRoll {
            side: x,
            battle,
            others,
            test,
        } => {
            let on = passed(test, "it does", "it does not");
            let with: Vec<String> = others.iter().map(|&x| b(x)).collect();
            let (who, with) = (side(*x), with.join(" and "));
            format!("{who} would have {} act with {with}: {}: {on}", b(*battle), against(s, test, "at most"))
        }
        What::Reset { side: x } => format!("the penalties of {} for continuing are reset", side(*x)),
        What::CounterPlayed { side: x, counter } => format!("{} plays {counter}", side(*x)),
        What::Seizure { side: x, battle, test } => {
            let on = passed(test, "Seized", "no Seizure");
            format!("{} tries to Seize with {}: {}: {on}", side(*x), b(*battle), against(s, test, "at most"))
        }
        What::OutOfCommand { unit } => format!("{} is out of command", u(*unit)),
        What::Marching { units } => format!("with the army may move: {}", names(units)),
        What::Stepped { unit, from, to, cost } => {
            format!("{} moves from {} to {} for {} MP{}", u(*unit), h(*from), h(*to), cost.total, costs(cost))
        }
        What::Entered { unit, hex, cost } => {
            format!("{} enters at {} for {} MP{}", u(*unit), h(*hex), cost.total, costs(cost))
        }
        What::LeftMap {
            unit,
            from,
            leaders,
            cost,
            worth,
            away,
            needed,
        } => {
            let with: Vec<&str> = leaders.iter().map(|&x| l(x)).collect();
            let with = match with[..] {
                [] => String::new(),
                _ => format!(", {} with it", with.join(" and ")),
            };
            let of = needed.map_or(String::new(), |n| format!(" of {n}"));
            let (unit, from) = (u(*unit), h(*from));
            let mp = format!("{} MP{}", cost.total, costs(cost));
            format!("{unit} leaves the map from {from} for {mp}{with}: worth {worth}, {away}{of} away")
        }
        What::Stopped { unit, by } => format!("{} is next to {}", u(*unit), names(by)),
        What::Disengaged { unit } => format!("{} Disengages", u(*unit)),
        What::Ground {
            unit,
            hex,
            ground,
            test,
        } => {
            let on = passed(test, "it keeps its order", "it loses it");
            format!("{} on the ground of {} ({ground}): {}: {on}", u(*unit), h(*hex), against(s, test, "at most"))
        }
        What::Faced { unit, facing } => format!("{} faces {}", u(*unit), vertex(*facing)),
        What::Dismounted { unit, cost, reloads } => {
            let and = if *reloads { " and reloads" } else { "" };
            format!("{} dismounts for {cost} MP{and}", u(*unit))
        }
        What::Remounted { unit, cost } => format!("{} remounts for {cost} MP", u(*unit)),
        What::Unlimbered { unit } => format!("{} unlimbers", u(*unit)),
        What::Escorts {
            leader,
            replacement,
            unit,
        } => format!("{} goes with {}", who(*leader, *replacement), u(*unit)),
        What::Rode {
            leader,
            replacement,
            from,
            to,
            cost,
        } => {
            format!("{} rides from {} to {} for {cost} MP", who(*leader, *replacement), h(*from), h(*to))
        }
        What::Carried {
            standard,
            from,
            to,
            cost,
        } => {
            let name = roster.standard_word(*standard);
            format!("{name} is carried from {} to {} for {cost} MP", h(*from), h(*to))
        }
        What::Aimed {
            firer,
            hex,
            mode,
            range,
        } => {
            let does = match mode {
                Mode::Active => "fires",
                Mode::Return => "returns fire",
                Mode::Reaction => "fires in reaction",
            };
            format!("{} {does} at {}, range {range}", u(*firer), h(*hex))
        }
        What::Emptied { unit } => format!("{} is marked Fired", u(*unit)),
        What::FiredClose { unit } => format!("{} pays to fire next to an enemy unit", u(*unit)),
        What::Fired {
            firer,
            target,
            ledger,
            result,
        } => format!("{} on {}: {}: {}", u(*firer), u(*target), sum(s, ledger), fate(*result)),
        What::Held { side: x, window, units } => {
            let with = match &units[..] {
                [] => String::new(),
                list => format!(" with {}", names(list)),
            };
            let closes =
                window.map_or(String::new(), |w| format!(", and closes {} until the activation ends", w.word()));
            format!("{} holds{with}{closes}", side(*x))
        }
        What::Declined { side: x, question } => {
            let does = match question {
                Question::Seizure => "does not Seize",
                Question::Negation => "does not negate it",
                Question::Clock => "leaves the Time marker where it is",
                Question::Escort => "sends no leader along",
                Question::Follow => "does not follow",
            };
            format!("{} {does}", side(*x))
        }
        What::Reopened { side: x, window } => format!("{} opens {} again", side(*x), window.word()),
        What::PassedOver {
            side: x,
            unit,
            chance,
            against,
            refusals,
            paths,
        } => {
            let who = unit.map_or(side(*x), u);
            let whom = match &against[..] {
                [] => String::new(),
                list => format!(" {}", names(list)),
            };
            let from = match chance {
                Chance::ReactionFire => "Reaction Fire at",
                Chance::ReturnFire => "Return Fire at",
                Chance::Shock => "attacking",
                Chance::RetreatBeforeCombat => "retreating before combat",
                Chance::CounterCharge => "a Counter-Charge against",
                Chance::Advance => "advancing",
                Chance::Retreat => "retreating",
                Chance::Refuge => "a place at its Standard",
            };
            format!("{who} is kept from {from}{whom}: {}", reasons(s, refusals, paths))
        }
        What::NoHex { unit, chance, barred } => {
            let no = match chance {
                Chance::RetreatBeforeCombat => "has no hex to retreat to before combat",
                Chance::Refuge => "has no place at its Standard",
                _ => "has no hex to retreat to",
            };
            format!(
                "{} {no}: {}",
                u(*unit),
                casus_core::words::barred(&s.kit.board, barred.iter().map(|b| (b.hex, &b.refusals)))
            )
        }
        What::Declared {
            attacker,
            hex,
            charge,
            path,
        } => {
            let verb = if *charge { "Charge" } else { "attack" };
            let by = match path.as_slice() {
                [] => String::new(),
                list => format!(" by way of {}", list.iter().map(|&x| h(x)).collect::<Vec<_>>().join(", ")),
            };
            format!("{} is to {verb} {}{by}", u(*attacker), h(*hex))
        }
        What::Void { attacker, hex } => format!("the attack of {} on {} lapses", u(*attacker), h(*hex)),
        What::Charged { unit, from, to } => format!("{} charges from {} to {}", u(*unit), h(*from), h(*to)),
        What::Blunted { unit } => format!("{} comes on by Shock", u(*unit)),
        What::Reluctance { unit, test } => {
            let on = passed(test, "it attacks", "it will not");
            format!("the Swiss of {}: {}: {on}", u(*unit), against(s, test, "at most"))
        }
        What::Withdrew { unit, from, to } => {
            format!("{} retreats before combat from {} to {}", u(*unit), h(*from), h(*to))
        }
        What::CounterCharge {
            unit,
            against: what,
            test,
        } => {
            let what = match what {
                Answer::Charge => "the Charge",
                Answer::Shock => "the Shock",
                Answer::Fire => "the fire",
            };
            let on = passed(test, "succeeds", "fails");
            format!("{} tries to Counter-Charge {what}: {}: {on}", u(*unit), against(s, test, "at most"))
        }
        What::CounterLapsed { unit, why } => {
            format!("the Counter-Charge of {} lapses: {}", u(*unit), lapse(*why))
        }
        What::FightBegins { attackers, defenders } => {
            format!("combat: {} against {}", names(attackers), names(defenders))
        }
        What::Struck {
            attackers,
            defender,
            hex,
            charge,
            ledger,
            result,
        } => {
            let table = if *charge { "Charge" } else { "Shock" };
            let (by, at) = (names(attackers), h(*hex));
            format!("{table} of {by} on {} in {at}: {}: {}", u(*defender), sum(s, ledger), result_words(*result))
        }
        What::Undefended { units, charge, .. } => {
            let by = if *charge { "Charge" } else { "Shock" };
            format!("{} has nobody to defend it against the {by}: no die falls", names(units))
        }
        What::Battered { unit, test } => {
            let on = passed(test, "they come through", "they are lost");
            format!("the guns of {}: {}, {} or less loses them: {on}", u(*unit), sum(s, &test.ledger), test.need)
        }
        What::Became { unit, condition: x } => format!("{} is {}", u(*unit), condition(*x)),
        What::Unaffected { unit, condition: x } => match x {
            Condition::Normal => format!("{} is never Disordered", u(*unit)),
            _ => format!("{} is {} already", u(*unit), condition(*x)),
        },
        What::NotEngaged { unit } => {
            format!("{} is Retired and cannot be Engaged: that result is disregarded", u(*unit))
        }
        What::Engaged { attacker, defender } => format!("{} and {} are Engaged", u(*attacker), u(*defender)),
        What::Freed { unit, by } => format!("{} is Engaged no more{}", u(*unit), parted(*by)),
        What::Retreated { unit, from, to } => format!("{} retreats from {} to {}", u(*unit), h(*from), h(*to)),
        What::PassedThrough { unit, friend } => format!("{} retreats through {}", u(*unit), u(*friend)),
        What::Retired { unit, hex } => format!("{} is Retired to {}, by its Standard", u(*unit), h(*hex)),
        What::Eliminated { unit, why } => format!("{} is Eliminated{}", u(*unit), lost_by(*why)),
        What::WagonCaptured { unit } => format!("{} is captured and leaves the map", u(*unit)),
        What::Advanced { unit, from, to } => format!("{} advances from {} to {}", u(*unit), h(*from), h(*to)),
        What::Continues { unit, sum } => format!("{} gains a Continued Attack (-{sum} on its next die)", u(*unit)),
        What::ContinuedLapsed { units, why } => {
            format!("the Continued Attack of {} lapses: {}", names(units), lapse(*why))
        }
        What::Round { number } => format!("Continued Attacks, round {number}"),
        What::LeaderRisk {
            leader,
            replacement,
            test,
        } => {
            let (name, on) = (who(*leader, *replacement), passed(test, "he lives", "he falls"));
            format!("is {name} hit? {}, {} or more kills: {on}", sum(s, &test.ledger), test.need)
        }
        What::Killed { leader, replacement } => format!("{} is killed", who(*leader, *replacement)),
        What::Captured { leader, replacement } => format!("{} is captured", who(*leader, *replacement)),
        What::Left { leader, replacement } => {
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
            let name = who(*leader, *replacement);
            let why = match from {
                Some(from) if *overrun => format!(", as an enemy unit is in {},", h(*from)),
                Some(from) => format!(", left without units in {},", h(*from)),
                None => String::new(),
            };
            match unit {
                Some(unit) => {
                    let at = to.map_or(String::new(), |x| format!(" in {}", h(x)));
                    format!("{name}{why} joins {}{at}", u(*unit))
                }
                None => format!("{name}{why} waits off the field for his units"),
            }
        }
        What::Replaced {
            leader,
            unit,
            hex,
            again,
        } => {
            let a = if *again { "another" } else { "a" };
            format!("{a} replacement for {} arrives with {} in {}", l(*leader), u(*unit), h(*hex))
        }
        What::Rallied { unit, condition: x } => format!("{} rallies to {}", u(*unit), condition(*x)),
        What::RallyTest { unit, test } => {
            let on = passed(test, "it rallies", "it does not");
            format!("{} would rally: {}: {on}", u(*unit), against(s, test, "at most"))
        }
        What::StandardCaptured { standard } => format!("{} is captured", roster.standard_word(*standard)),
        What::LossCheck { side: x, test } => {
            let on = passed(test, "holds", "is broken");
            format!("flight check of {}: {}: {on}", side(*x), against(s, test, "at most"))
        }
        What::LossSafe { side: x, points, level } => {
            let points = many(usize::try_from(*points).unwrap_or(0), "Flight Point");
            format!("{} has {points} of {level}: no die can break it", side(*x))
        }
        What::Ended { outcome } => match outcome {
            Outcome::Win(x) => format!("{} has won", side(*x)),
            Outcome::Draw | Outcome::AllLose => "both armies flee: a draw".to_owned(),
            Outcome::Stalemate => "nobody acts any more: a stalemate".to_owned(),
        },
    }
}
