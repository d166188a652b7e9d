//! Module 2, the Game Turn: the phases in their order, and who acts in each.

use crate::action::Action;
use crate::casebook::cite;
use crate::components::{Side, UnitId};
use crate::engine::{Decision, Engine};
use crate::event::What;
use crate::state::{Condition, Course, Marks, Phase, Stage, State, Tests, Why};
use casus_core::{Bar, Bars, Bite, Flow, PieceSet, Place, Procedures, Verdict};

/// The facts of a rally.
#[derive(Debug)]
pub struct RallyFacts<'a> {
    s: &'a State,
    unit: UnitId,
}

casus_core::questions!(RallyFacts);

/// How many hexes the nearest enemy unit is off from a unit that rallies, at least (2.1).
const CLEAR_OF_ENEMIES: u32 = 4;

type B = Bar<RallyFacts<'static>>;

/// What forbids a rally, in book order.
pub static RALLY_BARS: Bars<RallyFacts> = Bars {
    name: "rally",
    list: &[
        B::by(cite!("2.1"), "the active side's routed units rally").when(
            |f| f.unit.place(),
            |f| {
                let fit = f.s.side(f.unit) == f.s.active && f.s.hex(f.unit).is_some() && f.s.routed(f.unit);
                !fit
            },
        ),
        B::by(cite!("2.1"), "an enemy unit is less than four hexes away").bites(|f| {
            let hex = f.s.hex(f.unit)?;
            let side = f.s.side(f.unit).enemy();
            let far = |h| f.s.kit.board.distance(hex, h);
            let least = f.s.on_map(side).map(|(_, h)| far(h)).min()?;
            (least < CLEAR_OF_ENEMIES).then(|| Bite::short(f.unit.place(), CLEAR_OF_ENEMIES as i32, least as i32))
        }),
        B::by(cite!("2.1"), "it has tried in this phase")
            .when(|f| f.unit.place(), |f| f.s.unit(f.unit).marks.has(Marks::TRIED)),
        B::by(cite!("8.3"), "a routed unit of a demoralized corps stays routed")
            .when(|f| f.unit.place(), |f| f.s.shaken(f.unit)),
    ],
};

/// What keeps a unit in disorder, in book order.
pub static RECOVERY_BARS: Bars<RallyFacts> = Bars {
    name: "recovery",
    list: &[
        B::by(cite!("2.1"), "an enemy unit is adjacent").bites(|f| {
            let hex = f.s.hex(f.unit)?;
            Bite::when(f.s.beside_enemy(hex, f.s.side(f.unit)), f.unit.place())
        }),
        B::by(cite!("8.3"), "a disordered unit of a demoralized corps stays disordered")
            .when(|f| f.unit.place(), |f| f.s.shaken(f.unit)),
    ],
};

fn rallies(s: &State) -> impl Iterator<Item = UnitId> + '_ {
    s.unit_ids().filter(|&unit| RALLY_BARS.permit(&RallyFacts { s, unit }))
}

/// What keeps a hedgehog together.
pub static UNFORM_BARS: Bars<RallyFacts> = Bars {
    name: "unform",
    list: &[
        B::by(cite!("9.4"), "only the active side's hedgehogs come off at the end of its Movement Phase").when(
            |f| f.unit.place(),
            |f| {
                let fit = f.s.side(f.unit) == f.s.active && f.s.hedgehog(f.unit);
                !fit
            },
        ),
    ],
};

fn hedgehogs(s: &State) -> impl Iterator<Item = UnitId> + '_ {
    s.unit_ids().filter(|&unit| UNFORM_BARS.permit(&RallyFacts { s, unit }))
}

/// The parts of the player turn that an action belongs to, if it belongs to some and not to a reaction or a result. 2.1
/// orders the parts of a phase as it orders the phases.
pub(crate) const fn belongs(action: Action) -> Option<&'static [Course]> {
    match action {
        Action::Install(_) | Action::Appoint(_) => Some(&[Course::Successors]),
        Action::Rally(_) => Some(&[Course::Rallies]),
        Action::Flee(_) => Some(&[Course::Routs]),
        Action::Take(_)
        | Action::TakeCommander(_)
        | Action::Join(_)
        | Action::JoinCommander(_)
        | Action::Leave(_)
        | Action::LeaveCommander(_)
        | Action::Charge(..)
        | Action::Form => Some(&[Course::Moves]),
        Action::Unform(_) => Some(&[Course::Hedgehogs]),
        Action::Order(_) | Action::Retreat(..) => Some(&[Course::Retreats]),
        Action::Aim(_) | Action::Fire(_) | Action::Loose => Some(&[Course::DefensiveFire, Course::OffensiveFire]),
        Action::Assault(_) | Action::Attack(_) | Action::Resolve | Action::Advance(_) => Some(&[Course::Melees]),
        _ => None,
    }
}

pub(crate) fn decision(s: &State, course: Course) -> Option<Decision> {
    let (active, passive) = (s.active, s.active.enemy());
    let ask = |side, cite, what| Some(Decision::new(side, cite, what, Place::Nowhere));
    match course {
        Course::Deploy(next) => crate::rules::scenarios::deploy_decision(s, next),
        Course::Successors => crate::rules::commanders::successor_decision(s),
        Course::Rallies => ask(active, cite!("2.1"), "rally"),
        Course::Routs => ask(active, cite!("10.1"), "rout"),
        Course::Moves => ask(active, cite!("9.0"), "move"),
        Course::Hedgehogs => ask(active, cite!("9.4"), "hedgehogs"),
        Course::Retreats => ask(passive, cite!("11.0"), "retreat"),
        Course::DefensiveFire => ask(passive, cite!("12.0"), "defensive-fire"),
        Course::OffensiveFire => ask(active, cite!("12.0"), "offensive-fire"),
        Course::Melees => ask(active, cite!("13.0"), "melee"),
        Course::Night(night) => crate::rules::scenarios::night_decision(s, night),
        Course::Command | Course::Recovery | Course::Close => None,
    }
}

pub(crate) fn candidates(s: &State, course: Course, out: &mut Vec<Action>) {
    match course {
        Course::Deploy(next) => crate::rules::scenarios::deploy_candidates(s, next, out),
        Course::Successors => crate::rules::commanders::successor_candidates(s, out),
        Course::Rallies => out.extend(rallies(s).map(Action::Rally)),
        Course::Routs => out.extend(crate::rules::rout::to_flee(s).map(Action::Flee)),
        Course::Moves => crate::rules::movement::phase_candidates(s, out),
        Course::Hedgehogs => {
            out.extend(hedgehogs(s).map(Action::Unform));
            out.push(Action::Done);
        }
        Course::Retreats => crate::rules::retreat::phase_candidates(s, out),
        Course::DefensiveFire | Course::OffensiveFire => crate::rules::fire::phase_candidates(s, out),
        Course::Melees => crate::rules::melee::phase_candidates(s, out),
        Course::Night(night) => crate::rules::scenarios::night_candidates(s, night, out),
        Course::Command | Course::Recovery | Course::Close => {}
    }
}

pub(crate) fn judge(s: &State, course: Course, action: Action, v: &mut Verdict) -> bool {
    match (course, action) {
        (Course::Deploy(next), _) => crate::rules::scenarios::judge_deploy(s, next, action, v),
        (Course::Successors, _) => crate::rules::commanders::vacancy(s, s.active)
            .is_some_and(|corps| crate::rules::commanders::judge_successor(s, corps, action, v)),
        (Course::Rallies, Action::Rally(unit)) => {
            RALLY_BARS.judge(&RallyFacts { s, unit }, v);
            true
        }
        (Course::Routs, Action::Flee(unit)) => crate::rules::rout::to_flee(s).any(|u| u == unit),
        (Course::Moves, _) => crate::rules::movement::judge_phase(s, action, v),
        (Course::Hedgehogs, Action::Unform(unit)) => {
            UNFORM_BARS.judge(&RallyFacts { s, unit }, v);
            true
        }
        (Course::Hedgehogs, Action::Done) => true,
        (Course::Retreats, _) => crate::rules::retreat::judge_phase(s, action, v),
        (Course::DefensiveFire | Course::OffensiveFire, _) => crate::rules::fire::judge_phase(s, action, v),
        (Course::Melees, _) => crate::rules::melee::judge_phase(s, action, v),
        (Course::Night(night), _) => crate::rules::scenarios::judge_night(s, night, action, v),
        _ => false,
    }
}

impl Engine<'_> {
    pub(crate) fn course(&mut self, course: Course) -> Flow<Stage> {
        match course {
            Course::Deploy(next) => return self.deploying(next),
            Course::Command => {
                let (turn, side, night) = (self.s.turn, self.s.active, self.s.is_night());
                self.say(cite!("2.1"), || What::Turn { turn, side, night });
                self.announce(Phase::Command);
                self.check_command(side);
                self.next_course();
            }
            Course::Successors if crate::rules::commanders::vacancy(self.s, self.s.active).is_some() => {
                return Flow::Ask;
            }
            Course::Recovery => {
                self.recovering();
                self.next_course();
            }
            Course::Rallies if rallies(self.s).next().is_some() => return Flow::Ask,
            Course::Routs => {
                let mut left = crate::rules::rout::to_flee(self.s);
                match (left.next(), left.next()) {
                    (Some(_), Some(_)) => return Flow::Ask,
                    (Some(unit), None) => {
                        drop(left);
                        self.flee(unit);
                    }
                    (None, _) => {
                        drop(left);
                        self.next_course();
                    }
                }
            }
            Course::Moves | Course::Retreats => return Flow::Ask,
            Course::Hedgehogs if hedgehogs(self.s).next().is_some() => return Flow::Ask,
            Course::DefensiveFire | Course::OffensiveFire if crate::rules::fire::in_reach(self.s) => {
                return Flow::Ask;
            }
            Course::Melees if !crate::rules::melee::phase_over(self.s) => return Flow::Ask,
            Course::Close => return self.closing(),
            Course::Night(night) => return self.night(night),
            _ => self.next_course(),
        }
        Flow::Next
    }

    fn announce(&mut self, phase: Phase) {
        let side = if phase.passive() {
            self.s.active.enemy()
        } else {
            self.s.active
        };
        self.say(cite!("2.1"), || What::PhaseBegins { phase, side });
    }

    /// Goes on to what comes next in a player turn; the course is the top procedure.
    pub(crate) fn next_course(&mut self) {
        let before = self.s.phase();
        let next = match self.s.course() {
            Some(Course::Command) => Course::Successors,
            Some(Course::Successors) => Course::Recovery,
            Some(Course::Recovery) => Course::Rallies,
            Some(Course::Rallies) => Course::Routs,
            Some(Course::Routs) => Course::Moves,
            Some(Course::Moves) => Course::Hedgehogs,
            Some(Course::Hedgehogs) => Course::Retreats,
            Some(Course::Retreats) => Course::DefensiveFire,
            Some(Course::DefensiveFire) => Course::OffensiveFire,
            Some(Course::OffensiveFire) => Course::Melees,
            Some(Course::Melees) => Course::Close,
            _ => return,
        };
        self.go_to(next);
        let phase = self.s.phase();
        if phase != before {
            self.forget();
            if let Some(phase) = phase {
                self.announce(phase);
            }
        }
    }

    /// What was done in a phase is forgotten when it ends.
    pub(crate) fn forget(&mut self) {
        for u in &mut self.s.units {
            u.marks.clear(Marks::OF_A_PHASE);
            u.spent = 0;
        }
        for c in &mut self.s.commanders {
            c.moved = false;
            c.spent = 0;
        }
        for c in &mut self.s.corps {
            c.ordered = false;
        }
        self.s.assaulted.clear();
        self.s.braced = false;
    }

    /// 2.1: disordered units that no enemy unit is adjacent to return to order.
    fn recovering(&mut self) {
        for unit in self.s.unit_ids() {
            let s = &*self.s;
            let here = s.side(unit) == s.active && s.hex(unit).is_some();
            let disordered = s.unit(unit).condition == Condition::Disordered;
            if here && disordered && RECOVERY_BARS.permit(&RallyFacts { s, unit }) {
                self.recover(unit, Condition::Order, cite!("2.1"), cite!("2.1"));
            }
        }
    }

    pub(crate) fn enact_course(&mut self, course: Course, action: Action) {
        match (course, action) {
            (Course::Deploy(next), _) => self.enact_deploy(next, action),
            (Course::Successors, _) => self.enact_successor(action),
            (Course::Rallies, Action::Rally(unit)) => {
                let side: Side = self.s.side(unit);
                self.call(Stage::Tests(Tests {
                    side,
                    why: Why::Rally,
                    left: PieceSet::one(unit.0),
                }));
            }
            (Course::Routs, Action::Flee(unit)) => self.flee(unit),
            (Course::Moves, _) => self.enact_move_phase(action),
            (Course::Hedgehogs, Action::Unform(unit)) => {
                self.unform(unit, cite!("9.4", "R120"));
            }
            (Course::Hedgehogs, _) => self.next_course(),
            (Course::Retreats, _) => self.enact_retreat_phase(action),
            (Course::DefensiveFire | Course::OffensiveFire, _) => self.enact_fire_phase(action),
            (Course::Melees, _) => self.enact_melee_phase(action),
            (Course::Night(night), _) => self.enact_night(night, action),
            _ => {}
        }
    }
}
