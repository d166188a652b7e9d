//! 9.0: the selected pieces, from their selection to the halt.

use crate::action::Action;
use crate::casebook::cite;
use crate::components::{CommanderId, UnitId};
use crate::engine::{Decision, Engine};
use crate::event::What;
use crate::rules::movement::contact::faced;
use crate::rules::movement::hedgehog::{FORM_BARS, FormFacts, newcomers};
use crate::rules::movement::pivot::{PIVOT_BARS, pivot_due, pivot_facts, pivot_ledger, turns};
use crate::rules::movement::step::{Pose, judge_pose, judge_step, place_of, standing, start};
use crate::rules::movement::taking::{
    HALT_BARS, HaltFacts, LEAVE_BARS, LeaveFacts, TAKE_BARS, TAKE_COMMANDER_BARS, TakeCommanderFacts, TakeFacts,
    judge_leave_commander,
};
use crate::state::pieces::{Condition, Marks, Whereabouts};
use crate::state::position::State;
use crate::state::run::{Contact, ContactAt, Run};
use crate::state::stage::Stage;
use casus_core::{Few, Flow, PieceSet, Place, Procedures, SideFacing, Verdict, retain_legal};

pub(crate) fn decision(s: &State, run: &Run) -> Decision {
    let unit = run.units.first().map(|u| UnitId(u).place());
    let commander = run.commanders.iter().next().map(CommanderId::place);
    let of = unit.or(commander).unwrap_or(Place::Side(s.active as u8));
    Decision::new(run.side, cite!("9.0"), "run", of)
}

/// Appends the candidate actions of the selected pieces. It omits what a list would refuse, except under house rules, which may
/// repeal the entry.
pub(crate) fn candidates(s: &State, run: &Run, out: &mut Vec<Action>) {
    out.extend(Pose::of(s, run).nexts(s, run).map(Action::Step));
    if !run.units.is_empty() || s.amended() {
        out.extend(SideFacing::ALL.map(Action::Face));
    }
    other_candidates(s, run, out);
}

/// Appends the legal steps and pivots of the selected pieces. It tests what is common to all of them once.
pub(crate) fn list_strides(s: &State, run: &Run, out: &mut Vec<Action>) {
    let start = out.len();
    let (pose, from_zoc) = standing(s, run);
    out.extend(pose.nexts(s, run).map(Action::Step));
    retain_legal(out, start, |action, v| {
        if let Action::Step(to) = action {
            judge_pose(s, run, &pose, from_zoc, to, v);
        }
    });
    if !run.units.is_empty() || s.amended() {
        out.extend(turns(s, run, &pose).map(Action::Face));
    }
}

/// Appends the candidate actions other than steps and pivots.
pub(crate) fn other_candidates(s: &State, run: &Run, out: &mut Vec<Action>) {
    let at = place_of(s, run);
    if !run.units.is_empty() || s.amended() {
        out.push(Action::Form);
    }
    if run.begun || s.amended() {
        out.extend(run.units.iter().map(|u| Action::Leave(UnitId(u))));
        out.extend(run.commanders.iter().map(Action::LeaveCommander));
    }
    if !run.begun || s.amended() {
        if let Whereabouts::Map(h) = at {
            let others = s.units_at(h).filter(|u| s.amended() || !run.units.contains(u.0));
            out.extend(others.map(Action::Join));
            let others = s
                .commanders_at(h)
                .filter(|&c| s.amended() || !run.commanders.contains(c));
            out.extend(others.map(Action::JoinCommander));
        } else {
            let waiting = |u: &UnitId| s.unit(*u).at == Whereabouts::Reserve;
            out.extend(s.unit_ids().filter(waiting).map(Action::Join));
            let waiting = |c: &CommanderId| s.commander(*c).at == Whereabouts::Reserve;
            out.extend(s.commander_ids().filter(waiting).map(Action::JoinCommander));
        }
    }
    out.push(Action::Halt);
}

pub(crate) fn judge(s: &State, run: &Run, action: Action, v: &mut Verdict) -> bool {
    match action {
        Action::Step(to) => judge_step(s, run, to, v),
        Action::Face(facing) => PIVOT_BARS.judge(&pivot_facts(s, run, &Pose::of(s, run), facing), v),
        Action::Form => FORM_BARS.judge(
            &FormFacts {
                s,
                hex: place_of(s, run).hex(),
                side: run.side,
                run,
            },
            v,
        ),
        Action::Join(unit) => TAKE_BARS.judge(
            &TakeFacts {
                s,
                unit,
                run: Some(run),
            },
            v,
        ),
        Action::JoinCommander(commander) => TAKE_COMMANDER_BARS.judge(
            &TakeCommanderFacts {
                s,
                commander,
                run: Some(run),
            },
            v,
        ),
        Action::Leave(u) => LEAVE_BARS.judge(
            &LeaveFacts {
                s,
                run,
                held: run.units.contains(u.0),
                parted: false,
                of: u.place(),
            },
            v,
        ),
        Action::LeaveCommander(c) => judge_leave_commander(s, run, c, false, v),
        Action::Halt => HALT_BARS.judge(&HaltFacts { s, run }, v),
        _ => return false,
    }
    true
}

impl Engine<'_> {
    pub(crate) fn enact_move_phase(&mut self, action: Action) {
        match action {
            Action::Take(unit) => {
                let run = start(self.s, unit);
                self.call(Stage::Running(run));
                self.gather(unit);
            }
            Action::TakeCommander(c) => {
                let commanders = [c].into_iter().collect();
                let run = Run::new(self.s.led_side(c), PieceSet::EMPTY, commanders);
                self.call(Stage::Running(run));
            }
            _ => self.next_course(),
        }
    }

    /// Selects a unit.
    fn gather(&mut self, unit: UnitId) {
        let ordered = self.s.unit(unit).condition == Condition::Order;
        if ordered {
            self.s.unit_mut(unit).marks.set(Marks::BEGAN_IN_ORDER);
        }
        if let Some(run) = self.run_mut() {
            run.units.insert(unit.0);
        }
        if let Some(run) = self.s.run().copied() {
            let faced = faced(self.s, &run);
            if let Some(run) = self.run_mut() {
                run.faced = faced;
            }
        }
    }

    pub(crate) fn running(&mut self, run: Run) -> Flow<Stage> {
        if run.units.is_empty() && run.commanders.is_empty() {
            self.finish(&run);
            return Flow::Done;
        }
        Flow::Ask
    }

    /// Ends the movement of the selected pieces (9.0).
    fn finish(&mut self, run: &Run) {
        for u in run.units.iter() {
            self.s.unit_mut(UnitId(u)).marks.set(Marks::MOVED);
        }
        for c in run.commanders.iter() {
            self.s.commander_mut(c).moved = true;
        }
    }

    pub(crate) fn enact_running(&mut self, run: Run, action: Action) {
        let here = place_of(self.s, &run).hex();
        match action {
            Action::Step(to) => {
                let zoc = !run.units.is_empty() && self.s.in_zoc(to, run.side.enemy());
                self.call(Stage::Contact(Contact {
                    from: here,
                    to,
                    at: ContactAt::Tests,
                    zoc,
                    fresh: PieceSet::EMPTY,
                    asked: Few::new(),
                }));
            }
            Action::Face(facing) => {
                let Some(hex) = here else { return };
                let facts = pivot_facts(self.s, &run, &Pose::of(self.s, &run), facing);
                let due = pivot_due(&facts);
                let cost = self.log.is_on().then(|| pivot_ledger(&facts));
                for u in run.units.iter().map(UnitId) {
                    let spent = &mut self.s.unit_mut(u).spent;
                    *spent = spent.saturating_add(due);
                }
                self.move_on(run.units);
                self.face_stack(hex, facing);
                self.say(cite!("3.1"), || What::Faced { hex, facing, cost });
                if let Some(run) = self.run_mut() {
                    run.begun = true;
                }
                // A pivot may commit units that come into the ZOC by it (ruling R33).
                self.call(Stage::Contact(Contact {
                    from: here,
                    to: hex,
                    at: ContactAt::Braces,
                    zoc: false,
                    fresh: PieceSet::EMPTY,
                    asked: Few::new(),
                }));
                self.commit();
            }
            Action::Form => {
                let formers = here.map_or(PieceSet::EMPTY, |h| newcomers(self.s, h));
                for unit in formers.iter().map(UnitId) {
                    let marks = &mut self.s.unit_mut(unit).marks;
                    marks.set(Marks::HEDGEHOG);
                    marks.set(Marks::MOVED);
                    self.say(cite!("9.4"), || What::Hedgehog { unit });
                }
                self.pop();
            }
            Action::Join(unit) => self.gather(unit),
            Action::JoinCommander(c) => {
                if let Some(run) = self.run_mut() {
                    run.commanders.insert(c);
                }
            }
            Action::Leave(unit) => {
                self.s.unit_mut(unit).marks.set(Marks::MOVED);
                if let Some(run) = self.run_mut() {
                    run.units.remove(unit.0);
                }
            }
            Action::LeaveCommander(c) => self.leave_commander(&run, c),
            _ => {
                self.finish(&run);
                self.pop();
            }
        }
    }
}
