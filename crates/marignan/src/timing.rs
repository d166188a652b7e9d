//! "Why not?" at any time: whose piece an action names, and the moments at which the action would be possible.

use crate::action::Action;
use crate::casebook::cite;
use crate::components::{Side, UnitId};
use crate::dispatch::{belongs, decision, decision_at, judge_at, judge_open, out_of_place};
use crate::engine::Decision;
use crate::rules::fire::aim::targets;
use crate::rules::movement::contact::{hexes_of, judge_brace, judge_charge};
use crate::rules::movement::step::start;
use crate::rules::openings::{
    ADVANCE_OPENING, BRACE_OPENING, BUILD_OPENING, CHARGE_OPENING, ESCORT_OPENING, FACE_OPENING, FALL_BACK_OPENING,
    FIRE_OPENING, GO_ON_OPENING, HERO_OPENING, LOOSE_OPENING, LOSE_OPENING, MELEE_OPENING, MOVE_OPENING, OpeningFacts,
    PLACE_OPENING, RALLY_OPENING, REJOIN_OPENING, REOPEN_OPENING, RESOLVE_OPENING, RETREAT_OPENING, ROUT_OPENING,
    RUN_OPENING, SUCCESSOR_OPENING, TEST_OPENING, UNFORM_OPENING,
};
use crate::state::combat::{Bout, BoutAt, Mode, Shot};
use crate::state::position::State;
use crate::state::run::Run;
use crate::state::stage::Stage;
use crate::state::turn::{Course, Night};
use casus_core::{Bars, Cite, HexId, Judge, PieceSet, Place, Refusal, Timing, Verdict};

/// A stage at which an action is judged, whether or not it is on the stack.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Asking(At);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum At {
    /// A stage of play.
    Stage(Stage),
    /// After a step of these pieces: Charges against the units they commit.
    Charges(Run),
    /// After a step or pivot of these pieces that commits the enemies in a hex: their hedgehog.
    Braces(Run, HexId),
}

type Asked = Timing<At, Action>;

impl Judge for State {
    type Side = Side;
    type Action = Action;
    type Stage = Asking;
    fn open(&self) -> Option<Decision> {
        decision(self)
    }
    fn foreign(&self, by: Side, action: Action) -> Option<Refusal> {
        if !action.exists(self) {
            return Some(Refusal::unknown(cite!("1.0")));
        }
        let (side, at) = actor(self, action)?;
        (side != by).then(|| Refusal::new(cite!("2.1"), "each side acts with its own alone").about(at))
    }
    fn judge(&self, action: Action, v: &mut Verdict) -> bool {
        judge_open(self, action, v)
    }
    fn timings(&self, by: Side, action: Action) -> Vec<Timing<Asking, Action>> {
        if unfaced(self) {
            return Vec::new();
        }
        let mut all = half_done(self, by);
        all.extend(parts(self, by, action));
        all.extend(windows(self, by, action));
        // During a General Retreat Order, judge the unit only under the order.
        let order = |m: &Asked| matches!(m.at, At::Stage(Stage::Order { .. }));
        if matches!(action, Action::Retreat(..)) && all.iter().any(order) {
            all.retain(order);
        }
        let asked = all.into_iter().map(|m| Timing {
            at: Asking(m.at),
            opens: m.opens,
        });
        asked.collect()
    }
    fn judge_at(&self, Asking(at): &Asking, action: Action, v: &mut Verdict) -> bool {
        match (at, action) {
            (At::Stage(stage), _) => return judge_at(self, stage, action, v),
            (At::Charges(run), Action::Charge(unit, hex)) => judge_charge(self, run, unit, hex, v),
            (At::Braces(run, hex), Action::Form) => judge_brace(self, run, Some(*hex), v),
            _ => return false,
        }
        true
    }
    fn opening(&self, by: Side, action: Action, verdict: &mut Verdict) {
        if action.exists(self) {
            let of = OpeningFacts::of(self, by);
            let facts = OpeningFacts {
                actor: actor(self, action).map_or(of.actor, |(_, at)| at),
                ..of
            };
            for list in openings(&facts, action).into_iter().flatten() {
                list.judge(&facts, verdict);
            }
        }
    }
    fn out_of_place(&self, open: Decision, by: Side, action: Action) -> Cite {
        match out_of_place(self, action, open) {
            cite if open.side == by || cite == cite!("2.1") => cite,
            _ => open.cite,
        }
    }
}

/// Whether units wait for their facing. Until they have it, nothing that depends on it can be judged.
fn unfaced(s: &State) -> bool {
    s.stack.iter().any(|stage| matches!(stage, Stage::Turning { .. }))
}

/// Returns why no moment is known at which a side could play an action, if it is not asked for it now and no moment is known.
#[cfg(feature = "proptest")]
pub(crate) fn untimed(s: &State, by: Side, action: Action) -> Option<&'static str> {
    let open = decision(s)?;
    let asked = open.side == by && judge_open(s, action, &mut Verdict::quick());
    if asked || s.foreign(by, action).is_some() || !s.judged_timings(by, action).is_empty() {
        return None;
    }
    let mut shut = Verdict::quick();
    s.opening(by, action, &mut shut);
    (!shut.refused()).then(|| {
        if unfaced(s) {
            "a facing has still to be chosen"
        } else {
            "it names no piece, and its decision is not open"
        }
    })
}

/// A list of prohibitions of a decision.
type Opening = &'static Bars<OpeningFacts<'static>>;

/// Returns the lists that prohibit the decisions to which an action belongs.
fn openings(f: &OpeningFacts<'_>, action: Action) -> [Option<Opening>; 2] {
    let night = matches!(f.s.course(), Some(Course::Night(_)));
    let (first, second): (Opening, Option<Opening>) = match action {
        Action::Place(..) => (&PLACE_OPENING, None),
        Action::Take(_) if night => (&PLACE_OPENING, None),
        Action::Retreat(..) if night => (&FALL_BACK_OPENING, None),
        Action::Build(..) => (&BUILD_OPENING, None),
        Action::Install(_) | Action::Appoint(_) => (&SUCCESSOR_OPENING, None),
        Action::Inspire(_) => (&HERO_OPENING, None),
        Action::Rally(_) => (&RALLY_OPENING, None),
        Action::Flee(_) => (&ROUT_OPENING, None),
        Action::Take(_) | Action::TakeCommander(_) => (&MOVE_OPENING, None),
        Action::Join(_)
        | Action::JoinCommander(_)
        | Action::Leave(_)
        | Action::LeaveCommander(_)
        | Action::Step(_)
        | Action::Halt => (&RUN_OPENING, None),
        Action::Face(_) => (&FACE_OPENING, None),
        Action::GoOn => (&GO_ON_OPENING, None),
        Action::Charge(..) => (&CHARGE_OPENING, None),
        Action::Form | Action::HoldAll => (&BRACE_OPENING, None),
        Action::Reopen => (&REOPEN_OPENING, None),
        Action::Unform(_) => (&UNFORM_OPENING, None),
        Action::Order(_) | Action::Retreat(..) => (&RETREAT_OPENING, None),
        Action::Aim(_) | Action::Fire(_) => (&FIRE_OPENING, None),
        Action::Loose => (&FIRE_OPENING, Some(&LOOSE_OPENING)),
        Action::Assault(_) | Action::Attack(_) => (&MELEE_OPENING, None),
        Action::Resolve => (&MELEE_OPENING, Some(&RESOLVE_OPENING)),
        Action::Advance(_) => (&ADVANCE_OPENING, None),
        Action::Test(_) => (&TEST_OPENING, None),
        Action::Lose(_) => (&LOSE_OPENING, None),
        Action::Escort(_) => (&ESCORT_OPENING, None),
        Action::Rejoin(_) => (&REJOIN_OPENING, None),
        Action::Hold | Action::Done => return [None; 2],
    };
    [Some(first), second]
}

/// Returns the side and piece that an action names as its actor. A unit that a commander joins does not act.
fn actor(s: &State, action: Action) -> Option<(Side, Place)> {
    Some(match action {
        Action::Place(unit, _)
        | Action::Install(unit)
        | Action::Rally(unit)
        | Action::Flee(unit)
        | Action::Take(unit)
        | Action::Join(unit)
        | Action::Leave(unit)
        | Action::Charge(unit, _)
        | Action::Unform(unit)
        | Action::Test(unit)
        | Action::Retreat(unit, _)
        | Action::Fire(unit)
        | Action::Lose(unit)
        | Action::Attack(unit)
        | Action::Advance(unit) => (s.side(unit), unit.place()),
        Action::Appoint(c)
        | Action::TakeCommander(c)
        | Action::JoinCommander(c)
        | Action::LeaveCommander(c)
        | Action::Escort(c) => (s.led_side(c), c.place()),
        Action::Inspire(corps) | Action::Order(corps) => (s.game_data.corps_side(corps), corps.place()),
        Action::Build(..)
        | Action::Face(_)
        | Action::Step(_)
        | Action::GoOn
        | Action::Hold
        | Action::HoldAll
        | Action::Reopen
        | Action::Form
        | Action::Halt
        | Action::Aim(_)
        | Action::Loose
        | Action::Assault(_)
        | Action::Resolve
        | Action::Rejoin(_)
        | Action::Done => return None,
    })
}

/// Returns the unfinished procedures of a side, about which it will be asked again.
fn half_done(s: &State, by: Side) -> Vec<Asked> {
    let moving = matches!(s.stack.last(), Some(Stage::Running(_)));
    let theirs = s
        .stack
        .iter()
        .filter(|&st| decision_at(s, st).is_some_and(|d| d.side == by));
    let moment = |stage: &Stage| match stage {
        Stage::Course(_) if moving => {
            Timing::after(At::Stage(*stage), Action::Halt, "another decision is open: halt the selected pieces first")
        }
        _ => Timing::later(At::Stage(*stage)),
    };
    theirs.map(moment).collect()
}

/// Returns the parts of a player turn that an action belongs to, past or to come. For a piece of its own, a side also learns
/// that the part belongs to the other side.
fn parts(s: &State, by: Side, action: Action) -> Vec<Asked> {
    let courses = belongs(action).filter(|_| s.phase().is_some()).unwrap_or_default();
    let ours = |course: Course| {
        let passive = matches!(course, Course::Retreats | Course::DefensiveFire);
        passive == (by != s.active)
    };
    let named = actor(s, action).is_some();
    let asked = courses.iter().copied().filter(|&c| named || ours(c));
    asked.map(|c| Timing::later(At::Stage(Stage::Course(c)))).collect()
}

/// Returns the moments within a part of play at which an action would be possible.
fn windows(s: &State, by: Side, action: Action) -> Vec<Asked> {
    let course = |night| At::Stage(Stage::Course(Course::Night(night)));
    let placing = |unit: UnitId, taken| {
        course(Night::Placing {
            side: by,
            stragglers: s.out_of_command(unit),
            unit: taken,
        })
    };
    let night = matches!(s.course(), Some(Course::Night(_)));
    match action {
        Action::Charge(unit, _) if s.phase().is_some() => vec![Timing::later(At::Charges(charging(s, unit)))],
        Action::Form => braces(s, by),
        Action::Inspire(_) => heroes(s, by),
        Action::Fire(unit) if s.phase().is_some() => shots(s, by, unit),
        Action::Attack(unit) if s.phase().is_some() => melees(s, unit),
        Action::Advance(_) if by == s.active => advance(s).into_iter().collect(),
        Action::Place(unit, _) if night => {
            let words = "another decision is open: pick the unit up first";
            vec![Timing::after(placing(unit, Some(unit)), Action::Take(unit), words)]
        }
        Action::Take(unit) if night => vec![Timing::later(placing(unit, None))],
        Action::Retreat(..) if night => vec![Timing::later(course(Night::FallBack))],
        Action::Build(..) if night && by == Side::French => vec![Timing::later(course(Night::Works))],
        _ => Vec::new(),
    }
}

/// Returns the run in which a unit made the last step or pivot; an empty run if others made it or it is cleared.
fn charging(s: &State, unit: UnitId) -> Run {
    let last = s.entry.map(|e| e.run).filter(|run| run.side == s.side(unit));
    last.unwrap_or(Run {
        units: PieceSet::EMPTY,
        ..start(s, unit)
    })
}

/// Returns the possible hedgehogs of units that the enemy committed by the last step or pivot.
fn braces(s: &State, by: Side) -> Vec<Asked> {
    let last = s.entry.filter(|e| e.run.side != by);
    let hexes = last.map(|e| hexes_of(s, e.fresh)).unwrap_or_default();
    let moment = |(run, hex)| Timing::later(At::Braces(run, hex));
    let runs = last.iter().flat_map(|e| hexes.iter().map(|&hex| (e.run, hex)));
    runs.map(moment).collect()
}

/// Returns the heroes of a side on the map, each of whom could steady a corps (7.2).
fn heroes(s: &State, by: Side) -> Vec<Asked> {
    let heroes = s.commander_ids().filter(|&c| {
        let rides = s.commander(c).at.hex().is_some();
        rides && s.led_side(c) == by && s.game_data.roster[c].hero
    });
    heroes.map(|c| Timing::later(At::Stage(Stage::Hero(c)))).collect()
}

/// Returns the shots that a unit could join: in the current fire phase, or else in its own.
fn shots(s: &State, by: Side, unit: UnitId) -> Vec<Asked> {
    let own = if by == s.active {
        Mode::Offensive
    } else {
        Mode::Defensive
    };
    let mode = Mode::of(s).unwrap_or(own);
    let shot = |target| {
        let stage = Stage::Shot(Shot::new(target, mode.side(s), mode));
        let words = "another decision is open: announce the shot first";
        Timing::after(At::Stage(stage), Action::Aim(target), words)
    };
    targets(s, unit).into_iter().map(shot).collect()
}

/// Returns the melees that a unit could join: those against hexes with enemies next to it.
fn melees(s: &State, unit: UnitId) -> Vec<Asked> {
    let around = s.hex(unit).into_iter().flat_map(|h| s.game_data.board.neighbours(h));
    let held = around.map(|(_, n)| n).filter(|&n| s.has_unit(n, s.side(unit).enemy()));
    let melee = |target| {
        let stage = Stage::Bout(Bout::new(target));
        let words = "another decision is open: declare the melee first";
        Timing::after(At::Stage(stage), Action::Assault(target), words)
    };
    held.map(melee).collect()
}

/// Returns the advance after the melee that is being fought, or else after the last one of the phase.
fn advance(s: &State) -> Option<Asked> {
    let now = s.stack.iter().rev().find_map(|stage| match stage {
        Stage::Bout(bout) => Some(*bout),
        _ => None,
    });
    let bout = now.or(s.fought)?;
    let at = BoutAt::Advance;
    Some(Timing::later(At::Stage(Stage::Bout(Bout { at, ..bout }))))
}
