//! The story: events in words. Sides have the titles that the battle gives them.

use crate::casebook::cite;
use crate::charts::{CombatResult, Recoil, ShockResult};
use crate::components::{BattleId, Hexside, LeaderId, SeizureCounter, Side, Terrain, UnitId, Who};
use crate::event::{Chance, Event, Lapse, Loss, Parting, Question, Shut, What};
use crate::state::activation::Warrant;
use crate::state::combat::Answer;
use crate::state::pieces::Condition;
use crate::state::position::State;
use crate::state::shot::Mode;
use casus_continuity::story::{rolled, sum, told};
use casus_core::words::{costs, many, names};
use casus_core::{HexId, Outcome, Place, Refusal, Refusals, Test};

pub(crate) const fn fate(f: CombatResult) -> &'static str {
    match f {
        CombatResult::None => "no effect",
        CombatResult::Engaged => "Engaged",
        CombatResult::Retreat => "Retreat",
        CombatResult::Disordered => "Disordered",
        CombatResult::DisorderedEngaged => "Disordered and Engaged",
        CombatResult::DisorderedRetreat => "Disordered and Retreat",
        CombatResult::Retired => "Retired",
        CombatResult::Eliminated => "Eliminated",
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
        (Recoil::Engaged, CombatResult::Engaged) => "both sides Engaged".to_owned(),
        (Recoil::DisorderedEngaged, CombatResult::DisorderedEngaged) => "both sides Disordered and Engaged".to_owned(),
        (Recoil::DisorderedEngaged, CombatResult::Engaged) => "attacker Disordered; both sides Engaged".to_owned(),
        (Recoil::Engaged, CombatResult::DisorderedEngaged) => "defender Disordered; both sides Engaged".to_owned(),
        (_, CombatResult::None) => format!("attacker {recoil}; defender unharmed"),
        (_, on) => format!("attacker {recoil}; defender {}", fate(on)),
    };
    format!("{both}{on}")
}

/// The name of the terrain or hexside with this word.
fn ground_words(word: &str) -> &str {
    let side = || Hexside::named(word).map(Hexside::title);
    Terrain::named(word).map(Terrain::title).or_else(side).unwrap_or(word)
}

/// The cause of the loss of units, where the preceding result does not give it.
const fn lost_by(why: Loss) -> &'static str {
    match why {
        Loss::Result => "",
        Loss::Retired => ": they were Retired already",
        Loss::Anchored => ": unlimbered guns cannot retreat",
        Loss::NoRetreat => ": they cannot retreat",
        Loss::NoRefuge => ": they cannot be placed at their Standard",
        Loss::PassedThrough => " by the retreat through them",
        Loss::Companion => ", with the unit that defended them",
        Loss::Guns => " by that roll",
        Loss::Unsteady => " by the counter",
    }
}

/// The reason why units are no longer Engaged.
const fn parted(by: Parting) -> &'static str {
    match by {
        Parting::Retreat => ", by the retreat",
        Parting::Retired => ", by the Retired result",
        Parting::Loss => ", by the loss",
        Parting::Advance => ", by the advance",
        Parting::Move => ", having disengaged",
        Parting::ContinuedAttack => ", by the Continued Attack",
        Parting::Apart => "",
    }
}

/// The reason why a Continued Attack or a Counter-Charge lapses.
const fn lapse(why: Lapse) -> &'static str {
    match why {
        Lapse::AttackerGone => "the attackers are no longer on the map",
        Lapse::NobodyInFront => "no enemy unit is in front",
        Lapse::NoneToAttack => "no enemy unit in front may be attacked",
        Lapse::DrivenOff => "they have been driven off or Retired",
        Lapse::TargetGone => "the unit that fired is no longer on the map",
        Lapse::NoPath => "no path to the unit that fired is open",
        Lapse::NobodyAdvanced => "no unit advances",
    }
}

/// An event in words, with its Case.
pub(crate) fn describe(s: &State, event: &Event) -> String {
    // These already name the Cases that forbid it.
    let names_cases = matches!(event.what, What::PassedOver { .. } | What::NoHex { .. });
    told(&words(s, &event.what), event.cite, names_cases)
}

/// The reasons that forbid an action, each with its Case. That no path is open comes last, with what closes each one (13.3(5)).
fn reasons(s: &State, refusals: &Refusals, paths: &[Shut]) -> String {
    if paths.is_empty() {
        return refusals.to_string();
    }
    let closed = |r: &&Refusal| r.cite == cite!("13.3(5)");
    let (shut, others): (Vec<&Refusal>, Vec<&Refusal>) = refusals.iter().partition(closed);
    let all: Vec<String> = others.into_iter().chain(shut).map(ToString::to_string).collect();
    let by = casus_core::words::barred(&s.game_data.board, paths.iter().map(|p| (p.hex, &p.refusals)));
    format!("{}: {by}", all.join("; "))
}

fn counters(list: &[SeizureCounter]) -> String {
    list.iter().map(|c| c.title()).collect::<Vec<_>>().join(", ")
}

const fn how(warrant: Warrant) -> &'static str {
    match warrant {
        Warrant::Free => "in a free activation",
        Warrant::Continuity => "by continuity",
        Warrant::Seized => "by seizure",
    }
}

const fn passed(test: &Test, yes: &'static str, no: &'static str) -> &'static str {
    if test.passed { yes } else { no }
}

/// What a unit could not do: the verb, and the preposition before its targets.
const fn chance_words(chance: Chance) -> (&'static str, &'static str) {
    match chance {
        Chance::ReactionFire => ("use Reaction Fire", " at "),
        Chance::ReturnFire => ("return fire", " at "),
        Chance::Shock => ("attack", " "),
        Chance::RetreatBeforeCombat => ("retreat before combat", " from "),
        Chance::CounterCharge => ("counter-charge", " "),
        Chance::Advance => ("advance", " against "),
        Chance::Retreat => ("retreat", " from "),
        Chance::Refuge => ("be placed at their Standard", " before "),
    }
}

fn words(s: &State, what: &What) -> String {
    let roster = &s.game_data.roster;
    let u = |id: UnitId| roster.unit_name(id);
    let l = |id: LeaderId| roster.leader_name(id);
    // A replacement has no name of his own (5.5).
    let named = |who: Who| who.words(l(who.leader));
    let b = |id: BattleId| roster.battle_name(id);
    let h = |hex: HexId| s.game_data.board.label(hex);
    let side = |x: Side| s.game_data.scenario.name(x);
    let army = |x: Option<BattleId>| x.map_or("the army", b);
    let names = |list: &[UnitId]| names(&list.iter().map(|&x| u(x)).collect::<Vec<_>>());
    let rolled = |t: &Test, named: &[Place]| rolled(s, t, named);
    let vertex = |f: casus_core::VertexFacing| f.word(s.game_data.board.orientation());
    match what {
        What::Drew {
            side: x,
            counters: Some(list),
            ..
        } => format!("{} draws {}", side(*x), counters(list)),
        What::Drew { side: x, number, .. } => {
            format!("{} draws {}, face down", side(*x), many(usize::from(*number), "Seizure counter"))
        }
        What::FreeActivation { side: x } => format!("{}: free activation", side(*x)),
        What::Activated {
            side: x,
            battles,
            warrant,
            number,
        } => {
            let list: Vec<&str> = battles.iter().map(|&x| b(x)).collect();
            format!("activation {number}: {} activates {} {}", side(*x), casus_core::words::names(&list), how(*warrant))
        }
        What::ArmyActivated {
            side: x,
            warrant,
            number,
        } => {
            format!("activation {number}: {} activates the army {}", side(*x), how(*warrant))
        }
        What::StandardActivated {
            standard,
            moves,
            number,
        } => {
            let does = if *moves { "moves" } else { "rallies its Retired units" };
            format!("activation {number}: {} {does}", roster.standard_name(*standard))
        }
        What::Passed { side: x } => format!("{} passes", side(*x)),
        What::Clock { space, last } => format!("the Time marker moves to space {space} of {last}"),
        What::Named { side: x, battle } => format!("{} will roll for continuity with {}", side(*x), army(*battle)),
        What::Continuation { side: x, battle, test } => {
            let (whom, on) = (army(*battle), passed(test, "success", "failure, play passes"));
            format!("{}, continuity roll for {whom}: {}: {on}", side(*x), rolled(test, &[]))
        }
        What::JoinRoll {
            side: x,
            battle,
            others,
            test,
        } => {
            let on = passed(test, "success", "failure");
            let with: Vec<&str> = others.iter().map(|&x| b(x)).collect();
            let (who, with) = (side(*x), casus_core::words::names(&with));
            format!("{who}, roll for {} to act with {with}: {}: {on}", b(*battle), rolled(test, &[]))
        }
        What::Reset { side: x } => format!("{}: the continuity penalties are reset", side(*x)),
        What::CounterPlayed { side: x, counter } => format!("{} plays {}", side(*x), counter.title()),
        What::Seizure { side: x, battle, test } => {
            let on = passed(test, "success", "failure");
            format!("{}, seizure roll with {}: {}: {on}", side(*x), b(*battle), rolled(test, &[]))
        }
        What::OutOfCommand { unit } => format!("{} are out of command", u(*unit)),
        What::Marching { units } => format!("these move with the army: {}", names(units)),
        What::Stepped { unit, from, to, cost } => {
            format!("{} move from {} to {} for {} MP{}", u(*unit), h(*from), h(*to), cost.total, costs(cost))
        }
        What::Entered { unit, hex, cost } => {
            format!("{} enter at {} for {} MP{}", u(*unit), h(*hex), cost.total, costs(cost))
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
                _ => format!(", with {}", with.join(" and ")),
            };
            let worth = many(usize::try_from(*worth).unwrap_or(0), "Flight Point");
            let of = needed.map_or(String::new(), |n| format!(" of {n} needed"));
            let (unit, from) = (u(*unit), h(*from));
            let mp = format!("{} MP{}", cost.total, costs(cost));
            format!("{unit} leave the map from {from} for {mp}{with}: worth {worth}, {away}{of} are off the map")
        }
        What::Stopped { unit, by } => format!("{} stop next to {}", u(*unit), names(by)),
        What::Disengaged { unit } => format!("{} disengage", u(*unit)),
        What::Ground {
            unit,
            hex,
            ground,
            test,
        } => {
            let on = passed(test, "they keep their order", "they lose their order");
            let (name, hex, ground) = (u(*unit), h(*hex), ground_words(ground));
            format!("{name}, disorder check in {hex} ({ground}): {}: {on}", rolled(test, &[unit.place()]))
        }
        What::Faced { unit, facing } => format!("{} face {}", u(*unit), vertex(*facing)),
        What::Dismounted { unit, cost, reloads } => {
            let and = if *reloads { " and reload" } else { "" };
            format!("{} dismount for {cost} MP{and}", u(*unit))
        }
        What::Remounted { unit, cost } => format!("{} remount for {cost} MP", u(*unit)),
        What::Unlimbered { unit } => format!("{} unlimber", u(*unit)),
        What::Escorts { who, unit } => format!("{} goes with {}", named(*who), u(*unit)),
        What::Rode { who, from, to, cost } => {
            format!("{} moves from {} to {} for {cost} MP", named(*who), h(*from), h(*to))
        }
        What::Carried {
            standard,
            from,
            to,
            cost,
        } => {
            let name = roster.standard_name(*standard);
            format!("{name} moves from {} to {} for {cost} MP", h(*from), h(*to))
        }
        What::Aimed {
            firer,
            hex,
            mode,
            range,
        } => {
            let does = match mode {
                Mode::Active => "fire",
                Mode::Return => "return fire",
                Mode::Reaction => "use Reaction Fire",
            };
            format!("{} {does} at {}, range {range}", u(*firer), h(*hex))
        }
        What::Emptied { unit } => format!("{} are marked Fired", u(*unit)),
        What::FiredClose { unit } => format!("{} pay to fire next to an enemy unit", u(*unit)),
        What::Fired {
            firer,
            target,
            ledger,
            result,
        } => {
            let sum = sum(s, ledger, &[firer.place(), target.place()]);
            format!("{} fire at {}: {sum}: {}", u(*firer), u(*target), fate(*result))
        }
        What::Held { side: x, window, units } => {
            let mut units = units.clone();
            units.sort_unstable();
            let with = match &units[..] {
                [] => String::new(),
                list => format!(" with {}", names(list)),
            };
            let closes =
                window.map_or(String::new(), |w| format!(", and every {} until the activation ends", w.title()));
            format!("{} declines{with}{closes}", side(*x))
        }
        What::Declined { side: x, question } => {
            let does = match question {
                Question::Seizure => "does not seize",
                Question::Negation => "does not negate the seizure",
                Question::Clock => "leaves the Time marker where it is",
                Question::Escort => "sends no leader along",
                Question::Follow => "does not follow",
            };
            format!("{} {does}", side(*x))
        }
        What::Reopened { side: x, window } => format!("{} reopens {}", side(*x), window.title()),
        What::PassedOver {
            side: x,
            unit,
            chance,
            against,
            refusals,
            paths,
        } => {
            let who = unit.map_or(side(*x), u);
            let (verb, at) = chance_words(*chance);
            let whom = match &against[..] {
                [] => String::new(),
                list => format!("{at}{}", names(list)),
            };
            format!("{who} cannot {verb}{whom}: {}", reasons(s, refusals, paths))
        }
        What::NoHex { unit, chance, barred } => {
            let no = match chance {
                Chance::RetreatBeforeCombat => "have no hex to retreat to before combat",
                Chance::Refuge => "have no place at their Standard",
                _ => "have no hex to retreat to",
            };
            format!(
                "{} {no}: {}",
                u(*unit),
                casus_core::words::barred(&s.game_data.board, barred.iter().map(|b| (b.hex, &b.refusals)))
            )
        }
        What::Declared {
            attacker,
            hex,
            charge,
            path,
        } => {
            let what = if *charge { "a Charge" } else { "an attack" };
            let by = match path.as_slice() {
                [] => String::new(),
                list => format!(" by way of {}", list.iter().map(|&x| h(x)).collect::<Vec<_>>().join(", ")),
            };
            format!("{} declare {what} on {}{by}", u(*attacker), h(*hex))
        }
        What::Void { attacker, hex } => format!("{} do not attack {}: the attack is void", u(*attacker), h(*hex)),
        What::Charged { unit, from, to } => format!("{} charge from {} to {}", u(*unit), h(*from), h(*to)),
        What::Blunted { unit } => format!("{} attack by Shock instead of a Charge", u(*unit)),
        What::Reluctance { unit, test } => {
            let on = passed(test, "they attack", "they do not attack");
            format!("{}, reluctance check: {}: {on}", u(*unit), rolled(test, &[unit.place()]))
        }
        What::Withdrew { unit, from, to } => {
            format!("{} retreat before combat from {} to {}", u(*unit), h(*from), h(*to))
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
            let on = passed(test, "success", "failure");
            format!("{}, Counter-Charge against {what}: {}: {on}", u(*unit), rolled(test, &[unit.place()]))
        }
        What::CounterLapsed { unit, why } => {
            format!("{} do not counter-charge: {}", u(*unit), lapse(*why))
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
            let verb = if *charge { "charge" } else { "attack" };
            let (by, at) = (names(attackers), h(*hex));
            // With several attackers, each line names its attacker.
            let named: Vec<Place> = match &attackers[..] {
                [one] => vec![one.place(), defender.place()],
                _ => vec![defender.place()],
            };
            let sum = sum(s, ledger, &named);
            format!("{by} {verb} {} in {at}: {sum}: {}", u(*defender), result_words(*result))
        }
        What::Undefended { units, charge, .. } => {
            let by = if *charge { "Charge" } else { "Shock" };
            format!("{} have no other unit to defend them against the {by}: no roll", names(units))
        }
        What::Battered { unit, test } => {
            let on = passed(test, "they survive", "they are lost");
            let sum = sum(s, &test.ledger, &[unit.place()]);
            format!("{}, check for guns that are hit: {sum}, lost on {} or less: {on}", u(*unit), test.need)
        }
        What::Became { unit, condition: x } => format!("{} are {}", u(*unit), x.title()),
        What::Unaffected { unit, condition: x } => match x {
            Condition::Normal => format!("{} are never Disordered: no effect", u(*unit)),
            _ => format!("{} are already {}: no effect", u(*unit), x.title()),
        },
        What::NotEngaged { unit } => {
            format!("{} are Retired and cannot be Engaged: no effect", u(*unit))
        }
        What::Engaged { attacker, defender } => format!("{} and {} are Engaged", u(*attacker), u(*defender)),
        What::Freed { unit, by } => format!("{} are no longer Engaged{}", u(*unit), parted(*by)),
        What::Retreated { unit, from, to } => format!("{} retreat from {} to {}", u(*unit), h(*from), h(*to)),
        What::PassedThrough { unit, friend } => format!("{} retreat through {}", u(*unit), u(*friend)),
        What::Retired { unit, hex, away } => {
            format!("{} are Retired to {}, {}", u(*unit), h(*hex), casus_core::words::beside(*away, "their Standard"))
        }
        What::Eliminated { unit, why } => format!("{} are Eliminated{}", u(*unit), lost_by(*why)),
        What::WagonCaptured { unit } => format!("{} are captured and leave the map", u(*unit)),
        What::Advanced { unit, from, to } => format!("{} advance from {} to {}", u(*unit), h(*from), h(*to)),
        What::Continues { unit, sum } => format!("{} gain a Continued Attack: -{sum} on their next roll", u(*unit)),
        What::ContinuedLapsed { units, why } => {
            format!("{} lose their Continued Attack: {}", names(units), lapse(*why))
        }
        What::Round { number } => format!("Continued Attacks, round {number}"),
        What::LeaderRisk { who, test } => {
            let (name, on) = (named(*who), passed(test, "he is unhurt", "killed"));
            let sum = sum(s, &test.ledger, &[who.leader.place()]);
            format!("leader check for {name}: {sum}; {} or more kills: {on}", test.need)
        }
        What::Killed { who } => format!("{} is killed", named(*who)),
        What::Captured { who } => format!("{} is captured", named(*who)),
        What::Left { who } => {
            format!("{} has no units left and leaves the field", named(*who))
        }
        What::Joined {
            who,
            from,
            overrun,
            unit,
            to,
        } => {
            let name = named(*who);
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
        What::Rallied { unit, condition: x } => format!("{} rally to {}", u(*unit), x.title()),
        What::RallyTest { unit, test } => {
            let on = passed(test, "they rally", "they do not rally");
            format!("{}, rally roll: {}: {on}", u(*unit), rolled(test, &[unit.place()]))
        }
        What::StandardCaptured { standard } => format!("{} is captured", roster.standard_name(*standard)),
        What::LossCheck { side: x, test } => {
            let on = passed(test, "the army holds", "the army flees");
            format!("{}, flight check: {}: {on}", side(*x), rolled(test, &[]))
        }
        What::LossSafe { side: x, points, level } => {
            format!("{}: {points} of {level} Flight Points, no flight check needed", side(*x))
        }
        What::Ended { outcome } => match outcome {
            Outcome::Win(x) => format!("{} wins", side(*x)),
            Outcome::Draw | Outcome::AllLose => "both armies flee: a draw".to_owned(),
            Outcome::Stalemate => "nobody acts any more: stalemate".to_owned(),
        },
    }
}
