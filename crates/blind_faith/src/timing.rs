//! "Why not?" at any time: whose piece an action names.

use crate::action::Action;
use crate::casebook::cite;
use crate::components::{Side, UnitId};
use crate::dispatch::{decision, judge_at, judge_open, judge_opening, target};
use crate::engine::Decision;
use crate::rules::interception;
use crate::state::position::State;
use crate::state::stage::{Bout, Course, Push, Stage};
use casus_core::{Judge, Refusal, Timing, Verdict};

/// Returns the unit that carries out an action.
const fn doer(action: Action) -> Option<UnitId> {
    match action {
        Action::Place(u, _)
        | Action::Disown(u)
        | Action::Disband(u)
        | Action::Muster(u, _)
        | Action::Take(u)
        | Action::Join(u)
        | Action::Leave(u)
        | Action::Intercept(u)
        | Action::Inside(u)
        | Action::Deploy(u)
        | Action::Storm(u)
        | Action::Parry(u)
        | Action::Lose(u) => Some(u),
        _ => None,
    }
}

/// A step of the turn at which an action would be possible.
#[derive(Debug)]
pub struct At(Stage);

impl Judge for State {
    type Side = Side;
    type Action = Action;
    type Stage = At;

    fn open(&self) -> Option<Decision> {
        decision(self)
    }
    fn foreign(&self, by: Side, action: Action) -> Option<Refusal> {
        if !action.exists(self) {
            return Some(Refusal::unknown(cite!("2.2")));
        }
        let unit = doer(action).filter(|&u| self.side(u) != by)?;
        Some(Refusal::new(cite!("2.3.1"), "that unit is the other player's").about(unit.place()))
    }
    fn judge(&self, action: Action, verdict: &mut Verdict) -> bool {
        judge_open(self, action, verdict)
    }
    fn timings(&self, by: Side, action: Action) -> Vec<Timing<At, Action>> {
        if !action.exists(self) {
            return Vec::new();
        }
        let phase = self.phasing();
        let march = interception::on_the_march(self);
        let target = target(self);
        let at = match (action, by) {
            (Action::Take(_) | Action::EndPhase, _) => Stage::Course(Course::Campaign(by)),
            (Action::Rebuild(_), _) => Stage::Course(Course::Rebuild(by)),
            (Action::Muster(..), Side::Imperial) => Stage::Course(Course::Muster),
            (Action::Disband(_) | Action::Pay, Side::Imperial) => Stage::Course(Course::Upkeep),
            (Action::Call | Action::Continue | Action::Expire, Side::Imperial) => Stage::Course(Course::Declare),
            (Action::Change, Side::Imperial) => Stage::Course(Course::Change),
            (
                Action::Step(_) | Action::Join(_) | Action::Leave(_) | Action::Fight | Action::Besiege | Action::Halt,
                _,
            ) if phase == Some(by) && march.is_some() => {
                march.map_or(Stage::Course(Course::Campaign(by)), Stage::March)
            }
            (Action::Intercept(_), _) if target.is_some() => Stage::Intercept { target },
            (Action::Against(_), _) if phase == Some(by.enemy()) => Stage::Intercept { target: None },
            (Action::Inside(unit), _) => match self.hex(unit) {
                Some(hex) => Stage::Garrison { hex, side: by },
                None => return Vec::new(),
            },
            (Action::Deploy(_), _) if self.field().is_some_and(|b| b.attacker == by) => {
                Stage::Field { step: Bout::Deploy }
            }
            (Action::Aim(_), _) => {
                let attacks = self.field().map(|b| b.attacker == by);
                let stages = match attacks {
                    Some(true) => &[
                        Stage::Field {
                            step: Bout::AttackerAims,
                        },
                        Stage::Field {
                            step: Bout::AssaultAims,
                        },
                    ][..],
                    Some(false) => &[Stage::Field {
                        step: Bout::DefenderAims,
                    }],
                    None if self.siege().is_some_and(|b| b.besieger != by) => &[Stage::Siege {
                        step: Push::GarrisonAims,
                    }],
                    None => &[],
                };
                return stages.iter().map(|&at| Timing::later(At(at))).collect();
            }
            (Action::Disown(_), _) => Stage::Disown { left: 1, count: 1 },
            (Action::Storm(_) | Action::Round | Action::Blockade, _)
                if self.siege().is_some_and(|b| b.besieger == by) =>
            {
                Stage::Siege { step: Push::Choose }
            }
            _ => return Vec::new(),
        };
        vec![Timing::later(At(at))]
    }
    fn opening(&self, by: Side, action: Action, verdict: &mut Verdict) {
        if action.exists(self) {
            judge_opening(self, by, action, verdict);
        }
    }
    fn judge_at(&self, at: &At, action: Action, verdict: &mut Verdict) -> bool {
        judge_at(self, at.0, action, verdict)
    }
}

/// Returns why no moment is known at which a side could play an action, if only the sequence of play refuses it.
#[cfg(feature = "proptest")]
pub(crate) fn untimed(s: &State, by: Side, action: Action) -> Option<&'static str> {
    let open = decision(s)?;
    let asked = open.side == by && judge_open(s, action, &mut Verdict::quick());
    if asked || s.foreign(by, action).is_some() || !s.judged_timings(by, action).is_empty() {
        return None;
    }
    let mut shut = Verdict::quick();
    s.opening(by, action, &mut shut);
    (!shut.refused()).then_some("its own decision comes next")
}
