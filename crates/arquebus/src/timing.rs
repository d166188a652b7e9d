//! Why an action is refused at any time: which piece it belongs to, and the stages at which it would be asked for.

use crate::action::Action;
use crate::casebook::cite;
use crate::components::{BattleId, LeaderId, SeizureCounter, Side, StandardId, UnitId};
use crate::dispatch::{decision, decision_at, judge_at, judge_open};
use crate::engine::{Decision, Engine};
use crate::rules::openings::judge_opening;
use crate::state::activation::{Act, Coming, Entry, Named, Warrant};
use crate::state::combat::{Answer, Combat};
use crate::state::position::State;
use crate::state::shot::{Aim, Mode, Shot};
use crate::state::stage::{Bout, Phase, Stage};
use casus_core::{Cite, Few, HexId, Judge, Log, PieceSet, Place, Refusal, Scripted, Verdict};

casus_continuity::timed!();

/// The piece that acts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Doer {
    Unit(UnitId),
    Leader(LeaderId),
    Battle(BattleId),
    Standard(StandardId),
}

impl Doer {
    fn side(self, s: &State) -> Side {
        match self {
            Self::Unit(u) => s.side(u),
            Self::Leader(l) => s.leader_side(l),
            Self::Battle(b) => s.game_data.roster[b].side,
            Self::Standard(t) => s.game_data.roster[t].side,
        }
    }
    const fn refusal(self) -> (Cite, &'static str, Place) {
        match self {
            Self::Unit(u) => (cite!("2.2"), "that unit is the enemy's", u.place()),
            Self::Leader(l) => (cite!("5.1"), "that leader is the enemy's", l.place()),
            Self::Battle(b) => (cite!("5.0"), "that Battle is the enemy's", b.place()),
            Self::Standard(t) => (cite!("2.4"), "that Standard is the enemy's", t.place()),
        }
    }
}

impl Judge for State {
    casus_continuity::judged!();
    fn foreign(&self, by: Side, action: Action) -> Option<Refusal> {
        if !action.exists(self) {
            return Some(Refusal::unknown(cite!("2.2")));
        }
        let doer = doer(action).filter(|d| d.side(self) != by)?;
        let (case, because, at) = doer.refusal();
        Some(Refusal::new(case, because).about(at))
    }
    fn opening(&self, by: Side, action: Action, verdict: &mut Verdict) {
        if action.exists(self) {
            judge_opening(self, by, action, verdict);
        }
    }
}

/// The reason when no stage is known at which a side would be asked for an action that it is not asked for now.
#[cfg(feature = "proptest")]
pub(crate) fn untimed(s: &State, by: Side, action: Action) -> Option<&'static str> {
    let open = decision(s)?;
    let asked = open.side == by && judge_open(s, action, &mut Verdict::quick());
    let mut shut = Verdict::quick();
    judge_opening(s, by, action, &mut shut);
    if asked || shut.refused() || s.foreign(by, action).is_some() || !s.judged_timings(by, action).is_empty() {
        return None;
    }
    Some(match action {
        Action::TakeLeader(_) => "he leads no Battle",
        Action::TakeStandard(_) => "it is not in its side's activation",
        _ => "it names no piece, and its decision is not open",
    })
}

/// The piece that would act, if the action names it.
const fn doer(action: Action) -> Option<Doer> {
    match action {
        Action::Take(u)
        | Action::React(u)
        | Action::Return(u)
        | Action::CounterCharge(u, _)
        | Action::Withdraw(u, _)
        | Action::Shock(u, _)
        | Action::Charge(u, _)
        | Action::Resolve(u)
        | Action::Advance(u, _)
        | Action::BattleCry(u)
        | Action::Rally(u) => Some(Doer::Unit(u)),
        Action::Replace(l, _) | Action::TakeLeader(l) | Action::Escort(l) => Some(Doer::Leader(l)),
        Action::Activate(b) | Action::ActivateBoth(b, _) | Action::Join(b) | Action::Name(b) | Action::Seize(b, _) => {
            Some(Doer::Battle(b))
        }
        Action::RallyAt(t) | Action::Carry(t) | Action::TakeStandard(t) => Some(Doer::Standard(t)),
        _ => None,
    }
}

/// A procedure in progress that waits for the open decision: the run of a selected piece, or an attack with a pending result.
fn in_hand(s: &State, by: Side, action: Action) -> Option<Timing> {
    let (top, waiting) = s.stack.split_last()?;
    let asks = |&&stage: &&Stage| {
        decision_at(s, stage).is_some_and(|d| d.side == by) && judge_at(s, stage, action, &mut Verdict::quick())
    };
    let at = At::now(*waiting.iter().rev().find(asks)?);
    Some(match top {
        Stage::Running(_) | Stage::Riding(_) | Stage::Carrying(_) => {
            Timing::after(at, Action::Halt, "another decision is open: halt the selected piece first")
        }
        _ => Timing::later(at),
    })
}

/// The stage that has come, will come or is over.
fn in_time(s: &State, by: Side, action: Action) -> Option<Timing> {
    let now = |stage| Some(Timing::later(At::now(stage)));
    match action {
        Action::Activate(_)
        | Action::ActivateBoth(..)
        | Action::ActivateArmy
        | Action::RallyAt(_)
        | Action::Carry(_) => now(Stage::Free { side: by }),
        Action::Join(_) => now(Stage::Joining {
            side: by,
            battles: acting(s, by),
        }),
        Action::Name(_) | Action::NameArmy => now(Stage::Continuity { side: by }),
        Action::Seize(..) => now(Stage::Seize {
            side: by.enemy(),
            named: Named::Army,
        }),
        Action::Negate => now(Stage::Negate {
            side: by,
            named: Named::Army,
            by: BattleId(0),
            counter: SeizureCounter::Opportunity(0),
        }),
        Action::BattleCry(_) | Action::Unsteady(_) => now(Stage::Counters { side: by }),
        Action::Replace(..) => now(Stage::Replace { side: by }),
        Action::Take(unit) => Some(activated(s, by, s.battle(unit), Stage::Segment)),
        Action::TakeLeader(leader) => led(s, by, leader),
        Action::TakeStandard(_) if s.active() == Some(by) => now(Stage::Segment),
        Action::Shock(unit, _) | Action::Charge(unit, _) => Some(activated(s, by, s.battle(unit), Stage::Declaring)),
        Action::Rally(unit) => Some(activated(s, by, s.battle(unit), Stage::Rallying)),
        Action::React(_) => entry(s, by),
        Action::Return(_) => shot(s, by, Aim::Return),
        Action::CounterCharge(_, Answer::Fire) => shot(s, by, Aim::Counter),
        Action::CounterCharge(..) => phase(s, by, Phase::Counter),
        Action::Withdraw(..) => phase(s, by, Phase::Withdraw),
        Action::Resolve(_) => attacking(s, by, Stage::Shock { step: Phase::Resolve }),
        Action::Breach(_) => fighting(s, by, Bout::Breach),
        Action::Advance(_, hex) => followed(s, by, hex).or_else(|| fighting(s, by, Bout::Advance)),
        _ => None,
    }
}

/// The Battles that act in a side's activation, if there is one.
fn acting(s: &State, by: Side) -> Few<BattleId, 4> {
    match s.activation().filter(|a| a.side == by).map(|a| a.act) {
        Some(Act::Battles(list)) => list,
        _ => Few::new(),
    }
}

/// A leader's own movement, with one of his Battles.
fn led(s: &State, by: Side, leader: LeaderId) -> Option<Timing> {
    if s.active() == Some(by) {
        return Some(Timing::later(At::now(Stage::Segment)));
    }
    let battle = *s.game_data.roster[leader].battles.first()?;
    Some(activated(s, by, battle, Stage::Segment))
}

/// A part of the current or last activation; otherwise that of the piece's own Battle as if it were activated freely.
fn activated(s: &State, by: Side, battle: BattleId, stage: Stage) -> Timing {
    let runs = s.active() == Some(by);
    if runs && (stage != Stage::Declaring || s.combat.is_some()) {
        return Timing::later(At::now(stage));
    }
    let mut then = as_if_activated(s, by, battle);
    if stage == Stage::Declaring {
        then.combat = Some(Box::new(Combat::new(by, false)));
    }
    let (first, words) = if runs {
        (Action::EndMoves, "another decision is open: end the Move/Fire Phase first")
    } else {
        (Action::Activate(battle), "another decision is open: activate its Battle first")
    };
    Timing::after(At::then(stage, then), first, words)
}

/// The state in an activation of that side: the current or last one, otherwise that of this Battle, activated freely.
pub(crate) fn as_if_activated(s: &State, by: Side, battle: BattleId) -> State {
    let mut then = s.clone();
    if s.active() == Some(by) {
        return then;
    }
    let over = matches!(&s.last, Some(Act::Battles(list)) if list.contains(battle)) && s.activation().is_none();
    then.open_activation(by, Act::Battles(Few::one(battle)), Warrant::Free);
    if over {
        (then.units, then.leaders) = (s.units.clone(), s.leaders.clone());
    } else {
        let (mut dice, mut log) = (Scripted::new(&[]), Log::off());
        let mut engine = Engine::new(&mut then, &mut dice, &mut log);
        engine.fix_status();
        engine.call_up();
    }
    then
}

/// The Reaction Fire to the last entry of an enemy unit.
fn entry(s: &State, by: Side) -> Option<Timing> {
    let Entry { unit, hex, how, .. } = s.activation()?.entry?;
    let there = s.side(unit) != by && s.hex(unit).is_some() && how == Coming::Move;
    there.then(|| Timing::later(At::now(Stage::Reaction { at: unit, hex })))
}

/// The answer to the last Active Fire at units of this side.
fn shot(s: &State, by: Side, aim: Aim) -> Option<Timing> {
    let (firer, target) = s.activation()?.shot?;
    (s.side(firer) != by).then(|| {
        Timing::later(At::now(Stage::Shot(Shot {
            firer,
            target,
            mode: Mode::Active,
            aim,
            returned: PieceSet::EMPTY,
            countered: None,
        })))
    })
}

/// A choice of the defenders in the current Shock Phase.
fn phase(s: &State, by: Side, step: Phase) -> Option<Timing> {
    let defends = s.combat().is_some_and(|f| f.side != by);
    defends.then(|| Timing::later(At::now(Stage::Shock { step })))
}

/// A choice of the attackers in the current Shock Phase.
fn attacking(s: &State, by: Side, stage: Stage) -> Option<Timing> {
    let attacks = s.combat().is_some_and(|f| f.side == by);
    attacks.then(|| Timing::later(At::now(stage)))
}

/// A choice of the attackers in the attack that is being resolved.
fn fighting(s: &State, by: Side, step: Bout) -> Option<Timing> {
    let fights = s.combat().is_some_and(|f| f.attack.is_some());
    attacking(s, by, Stage::Attack { step }).filter(|_| fights)
}

/// The choice of the attacker that enters a hex that was left before combat.
fn followed(s: &State, by: Side, hex: HexId) -> Option<Timing> {
    let left = s.combat().and_then(|f| f.target(hex)).is_some_and(|m| m.withdrawn);
    attacking(s, by, Stage::Follow { hex }).filter(|_| left)
}
