//! The guide of the player: questions, notes beside choices, effects and costs of actions, pieces, threats.

mod names;
mod notes;
mod pieces;
mod prospects;
mod questions;
mod senses;
mod threats;

use crate::action::Action;
use crate::casebook::cite;
use crate::components::{Piece, Side, StandardId, UnitId};
use crate::event::{Event, What};
use crate::game::Arquebus;
use crate::guide::names::{facing, label, leader, unit, units};
use crate::rules::fire::shot::may_shoot;
use crate::rules::movement::ways::{Way, rides, shunning};
use crate::state::pieces::{Condition, Whereabouts};
use crate::state::position::State;
use crate::state::shot::Mode;
use crate::state::stage::{Bout, Escorted, Phase, Stage};
use casus_core::picture::Manner;
use casus_core::words::{costs, exceeds, losses, many, moved, sentence};
use casus_core::{Game as _, HexId, Ledger, Place, Sided as _};
use casus_guide::{Blow, Course, Goal, Guide, InHand, Leg, Note, Threat};
use casus_guide::{risks, weight};

/// The enemies that could fire at once at a unit that enters a hex.
fn dangers(s: &State, u: UnitId, hex: HexId) -> Vec<Threat> {
    let before: Vec<UnitId> = s
        .adjacent_enemies(hex, s.side(u))
        .filter(|&e| s.in_front(e, hex))
        .collect();
    if before.is_empty() {
        return Vec::new();
    }
    let mut there = s.clone();
    there.put(u, Whereabouts::Map(hex));
    let fires = |&e: &UnitId| may_shoot(&there, e, hex, Mode::Reaction);
    let on: Vec<String> = before
        .into_iter()
        .filter(fires)
        .map(|e| unit(s, e).to_owned())
        .collect();
    let fire = |on| Threat {
        words: "Reaction Fire of".to_owned(),
        on,
        cite: cite!("11.2"),
    };
    (!on.is_empty()).then(|| fire(on)).into_iter().collect()
}

fn courses(s: &State) -> Vec<Course<Action>> {
    // The threats to the unit in each hex that was checked.
    let mut known: Vec<Option<Vec<Threat>>> = vec![None; s.game_data.board.len()];
    let (ways, spent, off) = match s.stack.last() {
        Some(Stage::Running(run)) => {
            let mut shunned = |hex: HexId| {
                let there = known[hex.index()].get_or_insert_with(|| dangers(s, run.unit, hex));
                weight(there) > 0
            };
            (shunning(s, run.unit, &mut shunned), run.spent, s.hex(run.unit).is_none())
        }
        Some(&Stage::Riding(l)) => (rides(s, l.place()), s.leader(l).spent, false),
        Some(&Stage::Carrying(t)) => (rides(s, t.place()), s.standard(t).spent, false),
        _ => return Vec::new(),
    };
    let course = |way: Way| {
        let step = |(i, &h): (usize, &HexId)| {
            if off && i == 0 {
                Action::Enter(h)
            } else {
                Action::Step(h)
            }
        };
        let cost = i32::from(way.spent) - i32::from(spent);
        let near = if way.near_enemy { ", next to an enemy unit" } else { "" };
        let passed = way.path.split_last().map_or(&[][..], |(_, passed)| passed);
        Course {
            risks: risks(
                passed
                    .iter()
                    .filter_map(|&h| Some((label(s, h), known[h.index()].clone()?))),
            ),
            to: label(s, way.hex),
            note: format!("{cost} MP{near}"),
            actions: way.path.iter().enumerate().map(step).collect(),
        }
    };
    ways.into_iter().map(course).collect()
}

fn in_hand(s: &State) -> Option<InHand<Action>> {
    if !matches!(s.stack.last()?, Stage::Running(_) | Stage::Riding(_) | Stage::Carrying(_)) {
        return None;
    }
    let mut listed = Vec::new();
    Arquebus::actions(s, &mut listed);
    let idle = |a: &Action| matches!(a, Action::Halt | Action::Face(_) | Action::Escort(_));
    Some(InHand {
        lay_down: Action::Halt,
        idle: listed.iter().all(idle),
    })
}

/// The next action in the course of an attack: it closes the declarations, declines leaders, or resolves its combat.
fn in_course(s: &State, after: Action) -> Option<Action> {
    let (Action::Charge(attacker, _) | Action::Shock(attacker, _)) = after else {
        return None;
    };
    let combat = s.combat()?;
    let stands = combat.striker(attacker).is_some_and(|k| !k.out);
    match *s.stack.last()? {
        Stage::Declaring if stands => Some(Action::Declared),
        Stage::Shock {
            step: Phase::Place | Phase::Resolve,
        } if stands => Some(Action::Resolve(attacker)),
        Stage::Escort {
            unit,
            then: Escorted::Charge,
            ..
        } if unit == attacker => Some(Action::Halt),
        Stage::Attack { step: Bout::Breach } if stands => Some(Action::Hold),
        _ => None,
    }
}

fn became(before: &State, after: &State, action: Action) -> Vec<String> {
    let mut out = Vec::new();
    let named = |h: HexId| {
        matches!(action, Action::Step(x) | Action::Enter(x) | Action::Retreat(x) | Action::Through(_, x)
            | Action::Advance(_, x) | Action::Withdraw(_, x) | Action::Retire(x) if x == h)
    };
    for u in before.unit_ids() {
        let (a, b) = (before.unit(u), after.unit(u));
        let name = unit(before, u);
        if a.at != b.at && b.at == Whereabouts::Lost {
            out.push(format!("{name} Eliminated"));
            continue;
        }
        if a.condition != b.condition {
            out.push(format!("{name} {}", b.condition.title()));
        }
        if b.condition == Condition::Retired && a.condition != b.condition {
            continue;
        }
        out.extend(moved(&before.game_data.board, name, a.at.hex(), b.at.hex(), named));
    }
    for &(a, b) in after.engaged.iter().filter(|pair| !before.engaged.contains(pair)) {
        out.push(format!("{} Engaged", units(before, [a, b].into_iter())));
    }
    for l in before.leader_ids() {
        let (a, b) = (before.leader(l).at, after.leader(l).at);
        if a != b && matches!(b, Whereabouts::Lost | Whereabouts::Absent) {
            out.push(format!("{} lost", leader(before, l)));
        }
    }
    for t in before.standard_ids() {
        let at = |s: &State| s.standard(t).at;
        if at(before) != at(after) && at(after) == Whereabouts::Lost {
            out.push(format!("{} captured", before.game_data.roster.standard_name(t)));
        }
    }
    let gained = after.combat().map_or(0, |f| f.earned.iter().count());
    if gained > before.combat().map_or(0, |f| f.earned.iter().count()) {
        out.push(many(gained, "Continued Attack"));
    }
    out.extend(comes_to_act(before, after));
    out
}

/// The reason for the end of the battle, and its losses.
fn reckoning(s: &State, last: &[Event]) -> Vec<String> {
    let army = |side: Side| s.game_data.scenario.name(side);
    let mut out = Vec::new();
    for event in last {
        if let What::LossCheck { side, test } = &event.what {
            let does = if test.passed { "holds" } else { "flees" };
            out.push(format!("{} {does}: {} ({})", sentence(army(*side)), exceeds(test), event.cite));
        }
    }
    for &side in Side::ALL {
        let own = || s.unit_ids().filter(|&u| s.side(u) == side);
        let leaders = s
            .leader_ids()
            .filter(|&l| s.leader_side(l) == side && s.leader(l).fallen);
        let lost = |&t: &StandardId| s.game_data.roster[t].side == side && s.standard(t).at == Whereabouts::Lost;
        let counts = [
            (own().filter(|&u| s.eliminated(u)).count(), "unit", "Eliminated"),
            (s.wagons_lost(side), "Baggage Wagon", "lost"),
            (own().filter(|&u| s.retired(u) && s.unit(u).at.in_play()).count(), "unit", "Retired"),
            (leaders.count(), "named leader", "lost"),
            (s.standard_ids().filter(lost).count(), "Standard", "captured"),
        ];
        let (points, level) = (s.flight_points(side), s.flight_level(side));
        out.push(format!("{}; {points} of {level} Flight Points", losses(&sentence(army(side)), &counts)));
    }
    out
}

/// The side or piece that acts next, where a Continuation or Seizure roll decides it.
fn comes_to_act(before: &State, after: &State) -> Option<String> {
    if !matches!(before.stack.last()?, Stage::Continuity { .. } | Stage::Seize { .. } | Stage::Negate { .. }) {
        return None;
    }
    match (after.activation(), after.stack.last()?) {
        (Some(_), _) => Some(format!("{} acts", questions::acting(after))),
        (None, &Stage::Free { side }) => {
            Some(format!("{} gets a free activation", sentence(after.game_data.scenario.name(side))))
        }
        (None, _) => None,
    }
}

fn leg(s: &State, event: &Event) -> Option<Leg> {
    let who = |u: UnitId| (u.place(), unit(s, u).to_owned());
    let mp = |cost: &Ledger| (Some((cost.total, "MP")), costs(cost));
    let free = || (None, String::new());
    let ((piece, name), from, to, moves, (spends, costs)) = match &event.what {
        What::Stepped { unit, from, to, cost } => (who(*unit), Some(label(s, *from)), label(s, *to), true, mp(cost)),
        What::Entered { unit, hex, cost } => (who(*unit), None, label(s, *hex), true, mp(cost)),
        What::Faced { unit, facing: f } => (who(*unit), None, format!("face {}", facing(s, *f)), false, free()),
        What::Rode { who, from, to, cost } => {
            let who = (who.leader.place(), who.words(leader(s, who.leader)));
            (who, Some(label(s, *from)), label(s, *to), true, (Some((*cost, "MP")), String::new()))
        }
        What::Carried {
            standard,
            from,
            to,
            cost,
        } => {
            let who = (standard.place(), s.game_data.roster.standard_name(*standard).to_owned());
            (who, Some(label(s, *from)), label(s, *to), true, (Some((*cost, "MP")), String::new()))
        }
        _ => return None,
    };
    Some(Leg {
        piece,
        name,
        from,
        to,
        moves,
        spends,
        costs,
    })
}

fn blow(event: &Event) -> Option<Blow> {
    let (by, at, how) = match &event.what {
        What::Fired { firer, target, .. } => (vec![firer.place()], target.place(), Manner::Shot),
        What::Struck { attackers, hex, .. } | What::Undefended { attackers, hex, .. } => {
            (attackers.iter().map(|u| u.place()).collect(), hex.place(), Manner::Struck)
        }
        _ => return None,
    };
    Some(Blow { by, at, how })
}

/// Whether an event reports what the action itself does.
const fn tells(action: Action, event: &What) -> bool {
    match action {
        Action::Draw => matches!(event, What::Drew { .. }),
        Action::Activate(_) | Action::ActivateBoth(..) | Action::ActivateArmy => {
            matches!(event, What::Activated { .. } | What::ArmyActivated { .. })
        }
        Action::RallyAt(_) | Action::Carry(_) => matches!(event, What::StandardActivated { .. }),
        Action::Join(_) => matches!(event, What::JoinRoll { .. }),
        Action::Name(_) | Action::NameArmy => matches!(event, What::Named { .. }),
        Action::Pass => matches!(event, What::Passed { .. }),
        Action::Clock => matches!(event, What::Clock { .. }),
        Action::Seize(..) | Action::Negate | Action::BattleCry(_) | Action::Unsteady(_) | Action::Breach(_) => {
            matches!(event, What::CounterPlayed { .. })
        }
        Action::Replace(..) => matches!(event, What::Replaced { .. }),
        Action::Escort(_) => matches!(event, What::Escorts { .. }),
        Action::Step(_) => matches!(
            event,
            What::Stepped { .. }
                | What::Rode { .. }
                | What::Carried { .. }
                | What::Withdrew { .. }
                | What::Charged { .. }
                | What::Faced { .. }
                | What::Declared { .. }
        ),
        Action::Enter(_) => matches!(event, What::Entered { .. } | What::Rode { .. }),
        Action::LeaveMap => matches!(event, What::LeftMap { .. }),
        Action::Face(_) => matches!(event, What::Faced { .. }),
        Action::Dismount => matches!(event, What::Dismounted { .. }),
        Action::Remount => matches!(event, What::Remounted { .. }),
        Action::Fire(_) => matches!(event, What::Aimed { .. } | What::FiredClose { .. }),
        Action::React(_) | Action::Return(_) => matches!(event, What::Aimed { .. }),
        Action::LetRoll | Action::Halt => matches!(event, What::Declined { .. }),
        Action::Hold | Action::HoldAll(_) => matches!(event, What::Held { .. } | What::Declined { .. }),
        Action::Reopen(_) => matches!(event, What::Reopened { .. }),
        Action::CounterCharge(..) => matches!(event, What::CounterCharge { .. }),
        Action::Shock(..) | Action::Charge(..) => matches!(event, What::Declared { .. }),
        Action::Resolve(_) => matches!(event, What::FightBegins { .. } | What::Charged { .. } | What::Void { .. }),
        Action::Withdraw(..) => matches!(event, What::Withdrew { .. }),
        Action::Advance(..) => matches!(event, What::Advanced { .. }),
        Action::Retreat(_) => matches!(event, What::Retreated { .. }),
        Action::Through(..) => matches!(event, What::Retreated { .. } | What::PassedThrough { .. }),
        Action::Retire(_) => matches!(event, What::Retired { .. }),
        Action::Rejoin(_) => matches!(event, What::Joined { .. }),
        Action::Rally(_) => matches!(event, What::Rallied { .. } | What::RallyTest { .. }),
        Action::Take(_)
        | Action::TakeLeader(_)
        | Action::TakeStandard(_)
        | Action::EndMoves
        | Action::Declared
        | Action::EndRally => false,
    }
}

impl Guide for Arquebus {
    fn aftermath(what: &'static str, action: &Action) -> Option<&'static str> {
        Some(match (action, what) {
            (Action::EndMoves, _) => "After movement and fire",
            (Action::Declared, _) => "After the declarations",
            (Action::EndRally, _) => "After rallying",
            (Action::Face(_), "face") => "With its facing unchanged",
            (Action::Hold, "counters") => "Before movement",
            (Action::Hold, "retreat") => "Friends spared",
            (Action::Halt, "run" | "ride" | "carry") => "After the move",
            (Action::Halt, "join") => "No other Battle joins",
            (Action::Halt, "withdraw") => "After the retreat",
            (Action::Halt, "advance") => "Without an advance",
            (Action::Halt, "escort") => "No other leader goes along",
            _ => return None,
        })
    }
    fn tells(what: &'static str, action: &Action, event: &Event) -> bool {
        if what == "retreat-next" {
            return matches!(event.what, What::Became { .. } | What::Unaffected { .. });
        }
        tells(*action, &event.what)
    }
    fn question(s: &State) -> String {
        questions::question(s)
    }
    fn note(s: &State, action: &Action) -> Note {
        notes::note(s, *action)
    }
    fn sense(s: &State, action: &Action) -> Vec<String> {
        senses::sense(s, *action)
    }
    fn courses(s: &State) -> Vec<Course<Action>> {
        courses(s)
    }
    fn dangers(s: &State, piece: Place, hex: Place) -> Vec<Threat> {
        match (piece, hex) {
            (Place::Unit(u), Place::Hex(h)) => dangers(s, UnitId(u as u8), HexId(h)),
            _ => Vec::new(),
        }
    }
    fn take(s: &State, at: Place) -> Option<Action> {
        match Piece::at(s, at)? {
            Piece::Unit(u) => Some(Action::Take(u)),
            Piece::Leader(l) => Some(Action::TakeLeader(l)),
            Piece::Standard(t) => Some(Action::TakeStandard(t)),
            _ => None,
        }
    }
    fn in_hand(s: &State) -> Option<InHand<Action>> {
        in_hand(s)
    }
    fn in_course(s: &State, after: &Action) -> Option<Action> {
        in_course(s, *after)
    }
    fn weighty(action: &Action) -> bool {
        matches!(action, Action::Resolve(_))
    }
    fn became(before: &State, after: &State, action: &Action, _: Side) -> Vec<String> {
        became(before, after, *action)
    }
    fn reckoning(s: &State, last: &[Event]) -> Vec<String> {
        reckoning(s, last)
    }
    fn leg(s: &State, event: &Event) -> Option<Leg> {
        leg(s, event)
    }
    fn blow(_: &State, event: &Event) -> Option<Blow> {
        blow(event)
    }
    fn piece(s: &State, _: Option<Side>, at: Place) -> Vec<String> {
        match Piece::at(s, at) {
            Some(Piece::Unit(u)) => pieces::of_unit(s, u),
            Some(Piece::Leader(l)) => pieces::of_leader(s, l),
            Some(Piece::Command(b)) => pieces::of_battle(s, b),
            Some(Piece::Standard(t)) => pieces::of_standard(s, t),
            Some(Piece::Hex(h)) => pieces::of_hex(s, h),
            None => Vec::new(),
        }
    }
    fn sight(s: &State, _: Option<Side>, at: Place) -> Option<Vec<Place>> {
        let from = match Piece::at(s, at)? {
            Piece::Unit(u) => s.hex(u)?,
            Piece::Leader(l) => s.leader(l).at.hex()?,
            Piece::Standard(t) => s.standard(t).at.hex()?,
            Piece::Hex(h) => h,
            Piece::Command(_) => return None,
        };
        let seen = |&to: &HexId| to != from && s.sees(from, to);
        Some(s.game_data.board.ids().filter(seen).map(HexId::place).collect())
    }
    fn goals(s: &State, _: Option<Side>, at: Place) -> Vec<Goal> {
        match Piece::at(s, at) {
            Some(Piece::Unit(u)) => threats::goals(s, u),
            _ => Vec::new(),
        }
    }
    fn faces(s: &State, _: Option<Side>, at: Place) -> Option<&'static str> {
        match Piece::at(s, at) {
            Some(Piece::Unit(u)) if s.hex(u).is_some() => Some(facing(s, s.unit(u).facing)),
            _ => None,
        }
    }
    fn threats(s: &State, _: Option<Side>, at: Place) -> Vec<Threat> {
        match Piece::at(s, at) {
            Some(Piece::Unit(u)) => threats::threats(s, u),
            Some(Piece::Hex(h)) => s.units_at(h).flat_map(|u| threats::threats(s, u)).collect(),
            _ => Vec::new(),
        }
    }
}
