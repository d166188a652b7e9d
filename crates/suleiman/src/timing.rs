//! Why an action is refused at any time: which piece it belongs to, and the stages at which it would be asked for.

use crate::action::Action;
use crate::casebook::cite;
use crate::components::{CommandId, LeaderId, Side, UnitId};
use crate::dispatch::{decision, decision_at, judge_at, judge_open};
use crate::engine::{Decision, Engine};
use crate::rules::combat::{current, joined};
use crate::rules::deployment::{Piece, pieces};
use crate::rules::openings::{
    ADVANCE_OPENING, AVOID_OPENING, COUNTER_OPENING, DECLARE_OPENING, FACE_OPENING, FIRE_OPENING, FREE_OPENING,
    NAME_OPENING, OpeningFacts, PLACE_OPENING, RAISE_OPENING, REACTION_OPENING, REJOIN_OPENING, REPLACE_OPENING,
    RESOLVE_OPENING, RETIRE_OPENING, RETREAT_OPENING, RETURN_OPENING, RUN_OPENING, SEGMENT_OPENING, SEIZE_OPENING,
    STAY_OPENING, STRIKE_OPENING, SUMMON_OPENING, TRAMPLE_OPENING, WHEEL_OPENING,
};
use crate::rules::shock::declaring::{declared, linked};
use crate::state::activation::{Warrant, Window};
use crate::state::combat::{Bout, Going, Kind, Stand};
use crate::state::position::State;
use crate::state::shot::{Aim, Mode, Shot};
use crate::state::stage::Stage;
use casus_core::{Bars, Judge, Log, Refusal, Scripted, Verdict};

casus_continuity::timed!();

impl Judge for State {
    casus_continuity::judged!();
    fn foreign(&self, by: Side, action: Action) -> Option<Refusal> {
        if !action.exists(self) {
            return Some(Refusal::unknown(cite!("2.2")));
        }
        let (side, refusal) = match doer(action)? {
            Piece::Unit(u) => (self.side(u), Refusal::new(cite!("2.2.1"), "that unit is the enemy's").about(u.place())),
            Piece::Leader(l) => (
                self.game_data.roster.leader_card(l).side,
                Refusal::new(cite!("4.3"), "that command is the enemy's").about(l.place()),
            ),
            Piece::Banner => (Side::Hungary, Refusal::new(cite!("13.0.4"), "the Banner is the enemy's")),
        };
        (side != by).then_some(refusal)
    }
    fn opening(&self, by: Side, action: Action, verdict: &mut Verdict) {
        if action.exists(self) {
            let unit = match doer(action) {
                Some(Piece::Unit(u)) => Some(u),
                _ => None,
            };
            let facts = OpeningFacts {
                s: self,
                side: by,
                unit,
            };
            for list in openings(&facts, action).into_iter().flatten() {
                list.judge(&facts, verdict);
            }
        }
    }
}

/// The reason when no stage is known at which a side would be asked for an action that it is not asked for now.
#[cfg(feature = "proptest")]
pub(crate) fn untimed(s: &State, by: Side, action: Action) -> Option<&'static str> {
    let open = decision(s)?;
    let asked = open.side == by && judge_open(s, action, &mut Verdict::quick());
    if asked || s.foreign(by, action).is_some() || !s.judged_timings(by, action).is_empty() {
        return None;
    }
    let mut shut = Verdict::quick();
    s.opening(by, action, &mut shut);
    (!shut.refused()).then_some("it names no piece, and its decision is not open")
}

/// A list of what keeps a decision closed.
type Opening = &'static Bars<OpeningFacts<'static>>;

/// The lists of what keeps the decisions closed that would ask for an action.
fn openings(f: &OpeningFacts<'_>, action: Action) -> [Option<Opening>; 2] {
    let (first, second): (Opening, Option<Opening>) = match action {
        Action::Place(..) | Action::PlaceLeader(..) | Action::PlaceBanner(_) => (&PLACE_OPENING, None),
        Action::Activate(_) | Action::Pass => (&FREE_OPENING, None),
        Action::Standard => (&FREE_OPENING, Some(&RAISE_OPENING)),
        Action::Summon => (&FREE_OPENING, Some(&SUMMON_OPENING)),
        Action::Name(_) => (&NAME_OPENING, None),
        Action::Seize(_) | Action::LetRoll => (&SEIZE_OPENING, None),
        Action::Replace(..) => (&REPLACE_OPENING, None),
        Action::Take(_) | Action::TakeLeader(_) | Action::EndMoves => (&SEGMENT_OPENING, None),
        Action::Halt if f.owes_advance() => (&STAY_OPENING, None),
        Action::Step(_) | Action::Enter(_) | Action::Halt => (&RUN_OPENING, None),
        Action::Face(_) if active(f.s, f.side) || f.refaces() => (&FACE_OPENING, None),
        Action::Face(_) => (&FACE_OPENING, Some(&WHEEL_OPENING)),
        Action::Fire(_) => (&RUN_OPENING, Some(&FIRE_OPENING)),
        Action::React(_) | Action::HoldAll(Window::Reaction) => (&REACTION_OPENING, None),
        Action::Return | Action::HoldAll(Window::Return) => (&RETURN_OPENING, None),
        Action::CounterCharge(..) if f.attacked() => (&AVOID_OPENING, None),
        Action::CounterCharge(..) | Action::HoldAll(Window::Fire) => (&COUNTER_OPENING, None),
        Action::Withdraw(..) | Action::HoldAll(Window::Shock) => (&AVOID_OPENING, None),
        Action::Shock(..) | Action::Charge(..) | Action::Declared => (&DECLARE_OPENING, None),
        Action::Resolve(_) => (&RESOLVE_OPENING, None),
        Action::Strike(_) => (&STRIKE_OPENING, None),
        Action::Advance(..) => (&ADVANCE_OPENING, None),
        Action::Retreat(_) => (&RETREAT_OPENING, None),
        Action::Trample(..) => (&RETREAT_OPENING, Some(&TRAMPLE_OPENING)),
        Action::Retire(_) => (&RETIRE_OPENING, None),
        Action::Rejoin(_) => (&REJOIN_OPENING, None),
        Action::Hold | Action::Reopen(_) => return [None; 2],
    };
    [Some(first), second]
}

/// The piece that would act, if the action names it.
const fn doer(action: Action) -> Option<Piece> {
    match action {
        Action::Place(u, _)
        | Action::Take(u)
        | Action::React(u)
        | Action::CounterCharge(u, _)
        | Action::Withdraw(u, _)
        | Action::Shock(u, _)
        | Action::Charge(u, _)
        | Action::Resolve(u)
        | Action::Advance(u, _) => Some(Piece::Unit(u)),
        Action::PlaceLeader(l, _)
        | Action::Activate(l)
        | Action::Name(l)
        | Action::Seize(l)
        | Action::Replace(l, _)
        | Action::TakeLeader(l) => Some(Piece::Leader(l)),
        Action::PlaceBanner(_) => Some(Piece::Banner),
        _ => None,
    }
}

/// A procedure in progress that waits for the open decision: the run of a selected piece, or a combat with a pending result.
fn in_hand(s: &State, by: Side, action: Action) -> Option<Timing> {
    let (top, waiting) = s.stack.split_last()?;
    let asks = |&&stage: &&Stage| {
        decision_at(s, stage).is_some_and(|d| d.side == by) && judge_at(s, stage, action, &mut Verdict::quick())
    };
    // Only the top combat stage identifies its combat.
    let alone = |stage: &&Stage| !matches!(stage, Stage::Combat { .. });
    let at = At::now(*waiting.iter().rev().filter(alone).find(asks)?);
    Some(match top {
        Stage::Running(_) | Stage::Riding(_) => {
            Timing::after(at, Action::Halt, "another decision is open: halt the selected piece first")
        }
        _ => Timing::later(at),
    })
}

/// The stage that has come, will come or is over.
fn in_time(s: &State, by: Side, action: Action) -> Option<Timing> {
    let now = |stage| Some(Timing::later(At::now(stage)));
    match action {
        Action::Place(..) | Action::PlaceLeader(..) | Action::PlaceBanner(_) => placing(s, action),
        Action::Activate(_) | Action::Standard | Action::Summon => now(Stage::Free { side: by }),
        Action::Name(_) => now(Stage::Continuity { side: by }),
        Action::Seize(leader) => now(Stage::Seize {
            side: by.enemy(),
            named: leader,
        }),
        Action::Replace(..) => now(Stage::Replace { side: by }),
        Action::Take(unit) => activated(s, by, s.command(unit), Stage::Segment),
        Action::TakeLeader(leader) => activated(s, by, s.game_data.roster.leader_card(leader).command, Stage::Segment),
        Action::Shock(unit, _) | Action::Charge(unit, _) => activated(s, by, s.command(unit), Stage::Declaring),
        Action::Resolve(_) if active(s, by) => {
            let words = "another decision is open: declare all attacks first";
            Some(Timing::after(At::now(Stage::Resolving), Action::Declared, words))
        }
        Action::React(_) => entry(s, by),
        Action::Return => shot(s, by, Aim::Return),
        Action::CounterCharge(unit, _) => before_shock(s, by, unit).or_else(|| shot(s, by, Aim::Counter)),
        Action::Withdraw(unit, _) => before_shock(s, by, unit),
        Action::Face(_) => wheel(s, by),
        Action::Strike(_) => combat(s, |side| side == by, Bout::Strike),
        Action::Advance(_, to) => {
            let (c, _) = OpeningFacts::of(s, by).combat(|side| side == by)?;
            let withdrawn = c.targets.iter().any(|m| m.stand == Stand::Withdrawn && m.hex == to);
            combat(s, |side| side == by, if withdrawn { Bout::Follow } else { Bout::Advance })
        }
        _ => None,
    }
}

fn active(s: &State, by: Side) -> bool {
    s.activation().is_some_and(|a| a.side == by)
}

/// The turn of a piece to be placed, during set-up.
fn placing(s: &State, action: Action) -> Option<Timing> {
    let set_up = matches!(s.stack.last(), Some(Stage::Deploy { .. }));
    let piece = doer(action).filter(|_| set_up)?;
    let next = pieces(&s.game_data).iter().position(|&(_, p)| p == piece)?;
    Some(Timing::later(At::now(Stage::Deploy { next: next as u8 })))
}

/// A segment of the current or last activation; otherwise that of the piece's own command as if it were activated.
fn activated(s: &State, by: Side, command: CommandId, stage: Stage) -> Option<Timing> {
    if active(s, by) {
        let at = At::now(stage);
        let words = "another decision is open: end the Move/Fire segment first";
        return Some(match stage {
            Stage::Declaring => Timing::after(at, Action::EndMoves, words),
            _ => Timing::later(at),
        });
    }
    let in_play = |l: &LeaderId| s.leader(*l).at.in_play();
    let leaders = [s.game_data.leader_of(command), s.game_data.deputy_of(command)];
    let just_over = s.activation().is_none() && s.last[by as usize] == Some(command);
    // The leader under whom it has just acted may have been lost.
    let leader = leaders
        .into_iter()
        .flatten()
        .find(in_play)
        .or_else(|| leaders.into_iter().flatten().find(|_| just_over))?;
    let mut then = s.clone();
    then.open_activation(by, command, leader, Warrant::Free, true);
    if just_over {
        (then.units, then.leaders) = (s.units.clone(), s.leaders.clone());
    } else {
        Engine::new(&mut then, &mut Scripted::new(&[]), &mut Log::off()).fix_status(command);
    }
    let words = "another decision is open: activate its command first";
    Some(Timing::after(At::then(stage, then), Action::Activate(leader), words))
}

/// The Reaction Fire to the last entry of an enemy unit.
fn entry(s: &State, by: Side) -> Option<Timing> {
    let (at, hex) = s.activation()?.entry?;
    (s.side(at) != by && s.hex(at).is_some()).then(|| {
        let answered = false;
        Timing::later(At::now(Stage::Reaction { at, hex, answered }))
    })
}

/// The answer to the last shot at a unit of this side, Phasing Fire or Reaction Fire.
fn shot(s: &State, by: Side, aim: Aim) -> Option<Timing> {
    let act = s.activation()?;
    let shots = [(act.shot, Mode::Phasing), (act.answer, Mode::Reaction)];
    shots.into_iter().find_map(|(shot, mode)| {
        let (firer, target) = shot.filter(|&(_, target)| s.side(target) == by)?;
        Some(Timing::later(At::now(Stage::Shot(Shot {
            firer,
            target,
            mode,
            aim,
            returned: false,
            countered: None,
        }))))
    })
}

/// The turn before a Counter-Charge, while its attempt is open.
fn wheel(s: &State, by: Side) -> Option<Timing> {
    let (unit, foe) = match *s.stack.last()? {
        Stage::Shot(shot) if shot.aim == Aim::Counter => (shot.target, shot.firer),
        Stage::Combat { step: Bout::React } => {
            let c = current(s)?;
            let [mark] = c.targets.as_slice() else { return None };
            (mark.unit, c.on(mark.unit).next()?.unit)
        }
        _ => return None,
    };
    let attempt = Action::CounterCharge(unit, foe);
    let mut verdict = Verdict::quick();
    let may = s.side(unit) == by && judge_open(s, attempt, &mut verdict) && !verdict.refused();
    let words = "another decision is open: try the Counter-Charge first";
    may.then(|| Timing::after(At::now(Stage::Wheel { unit }), attempt, words))
}

/// The defender's choices in the current combat, or in that of the declared attacks on a unit. With a Charge among them there
/// is none: the hex that the Charger will strike from is unknown.
fn before_shock(s: &State, by: Side, unit: UnitId) -> Option<Timing> {
    let step = Bout::React;
    combat(s, |side| side != by, step).or_else(|| {
        let first = declared(s).iter().find(|d| d.target == unit)?.attacker;
        let group = linked(declared(s), first);
        if group.iter().any(|d| d.charge) {
            return None;
        }
        let links = group.iter().map(|d| (d.attacker, d.target)).collect();
        let mut then = s.clone();
        then.combats
            .push(joined(s, by.enemy(), Kind::Declared, links, &|_| Going::Plain));
        Some(Timing::later(At::then(Stage::Combat { step }, then)))
    })
}

/// A step of the last opened combat with such attackers.
fn combat(s: &State, attackers: impl Fn(Side) -> bool, step: Bout) -> Option<Timing> {
    let last = s.combats.iter().rposition(|c| attackers(c.side))?;
    let stage = Stage::Combat { step };
    if last + 1 == s.combats.len() {
        return Some(Timing::later(At::now(stage)));
    }
    let mut then = s.clone();
    then.combats.truncate(last + 1);
    Some(Timing::later(At::then(stage, then)))
}
