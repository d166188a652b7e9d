//! Module 14, Combat Results: Disorder, Engaged and Eliminated, and the parts of a result in order.

use crate::action::Action;
use crate::casebook::cite;
use crate::charts::CombatResult;
use crate::components::{Arm, UnitId};
use crate::engine::{Decision, Engine};
use crate::event::{Loss, Parting, What};
use crate::state::effect::{Effect, Part, Refacing, Repulse};
use crate::state::pieces::{Condition, Done, Whereabouts};
use crate::state::position::State;
use crate::state::stage::Stage;
use casus_core::{Bar, Bars, Cite, Flow, HexId, Ledger, Limit, Procedures, Verdict, VertexFacing, Violation};

casus_continuity::facts! {
    /// The facts of a facing that a result lets a unit choose.
    pub struct RefaceFacts<'a> of State; rules B = Bar {
        /// The unit that would turn.
        pub unit: UnitId,
        /// The vertex that it would face.
        pub facing: VertexFacing,
    }
}

/// The list `reface`: what forbids a facing after a retreat, an advance or a placement (10.1).
pub static REFACE_BARS: Bars<RefaceFacts> = Bars {
    name: "reface",
    list: &[B::by(cite!("10.1"), "stacked units face the same way").violated(|f| {
        let askew = f.s.beside(f.unit).find(|&u| f.s.unit(u).facing != f.facing)?;
        Some(Violation::at(askew.place()))
    })],
};

pub(crate) fn judge_reface(s: &State, unit: UnitId, action: Action, v: &mut Verdict) -> bool {
    let Action::Face(facing) = action else { return false };
    REFACE_BARS.judge(&RefaceFacts { s, unit, facing }, v);
    true
}

impl Parting {
    /// The Case by which the marker is removed.
    const fn cite(self) -> Cite {
        match self {
            Self::Retreat => cite!("14.5", "R-93"),
            Self::Advance => cite!("14.5", "R-115"),
            Self::ContinuedAttack => cite!("14.7"),
            Self::Retired | Self::Loss | Self::Move | Self::Apart => cite!("14.5"),
        }
    }
}

/// Asks the owner for the next unit when several attackers are driven back (ruling R-131).
pub(crate) fn repulse_decision(s: &State, r: &Repulse) -> Option<Decision> {
    let mut left = r.units();
    let (first, _) = (left.next()?, left.next()?);
    Some(Decision {
        side: s.side(first),
        cite: cite!("14.3", "R-131"),
        what: "retreat-next",
        of: first.place(),
    })
}

/// Whether a result removes a unit from its hex that may leave its leaders behind (14.3, 14.4, ruling C-8).
pub(crate) fn leaves_leaders(s: &State, unit: UnitId, fate: CombatResult) -> bool {
    fate.vacates() && (!fate.retreats() || s.retired(unit) || s.unlimbered(unit))
}

/// Whether a result Eliminates a unit: by itself, or because the unit is Retired, is unlimbered guns, or is Retired while with
/// its Standard (12.5, 14.4, ruling C-8).
fn falls(s: &State, unit: UnitId, fate: CombatResult) -> bool {
    let with_standard = || s.hex(unit).is_some() && s.standard(s.counter(unit).standard).at.hex() == s.hex(unit);
    match fate {
        CombatResult::Eliminated => true,
        CombatResult::Retired => s.retired(unit) || s.unlimbered(unit) || with_standard(),
        _ => fate.retreats() && (s.retired(unit) || s.unlimbered(unit)),
    }
}

/// The rank of a unit among those of its hex that results drive away; the lowest leaves first (ruling R-130).
pub(crate) fn departure(s: &State, unit: UnitId, fate: CombatResult) -> (bool, u8, u8) {
    let (kind, shaken) = match s.arm(unit) {
        Arm::Sappers => (1, s.unit(unit).condition as u8),
        Arm::BaggageWagon => (2, 0),
        _ => (0, 0),
    };
    (!falls(s, unit, fate), kind, shaken)
}

impl Engine<'_> {
    /// Ends the run of a unit that a result has moved or removed, or a Counter-Charge has halted.
    pub(crate) fn interrupt(&mut self, unit: UnitId) {
        let mut ran = false;
        for stage in &mut self.s.stack {
            if let Stage::Running(r) = stage
                && r.unit == unit
            {
                r.over = true;
                r.passing = false;
                ran = true;
            }
        }
        if ran {
            self.s.unit_mut(unit).done.set(Done::RUN_OVER);
        }
    }

    /// Applies a result: Disorder first, then the rest (14.1).
    pub(crate) fn effect(&mut self, e: Effect) -> Flow<Stage> {
        const _: Cite = cite!("14.1");
        if self.s.hex(e.unit).is_none() || e.fate == CombatResult::None {
            return Flow::Done;
        }
        match e.part {
            Part::Disorder => {
                self.set_top(Stage::Effect(Effect { part: Part::Rest, ..e }));
                if e.fate.disorders() {
                    self.disorder_by(&e);
                }
                Flow::Next
            }
            Part::Rest => {
                self.pop();
                if e.shock && (e.fate.retreats() || e.fate == CombatResult::Retired) {
                    self.forsake_guns(e.unit, e.fate);
                }
                self.rest_of(&e);
                Flow::Next
            }
        }
    }

    fn disorder_by(&mut self, e: &Effect) {
        let unit = e.unit;
        if e.shock {
            self.leaders_at_risk(unit);
        }
        if self.s.counter(unit).arm == Arm::Artillery {
            self.batter(unit);
        } else if self.s.can_disorder(unit) {
            self.disorder(unit, cite!("14.2"));
        } else {
            let condition = self.s.unit(unit).condition;
            self.say(cite!("14.2"), || What::Unaffected { unit, condition });
        }
    }

    /// 14.2: applies fire to guns, which are never Disordered but may be lost.
    fn batter(&mut self, unit: UnitId) {
        let falls = i32::from(self.s.game_data.charts.throws.guns);
        let test = self.test(cite!("14.2"), "guns", Ledger::new(0), Limit::Above(falls));
        let passed = test.passed;
        self.say(cite!("14.2"), || What::Battered { unit, test });
        if !passed {
            self.eliminate(unit, cite!("14.2"), Loss::Guns);
        }
    }

    fn rest_of(&mut self, e: &Effect) {
        let unit = e.unit;
        if self.s.hex(unit).is_none() || !e.fate.vacates() {
            return;
        }
        let anchored = self.s.unlimbered(unit);
        if e.fate == CombatResult::Eliminated {
            self.lose(e, cite!("14.6"), Loss::Result);
        } else if self.s.retired(unit) {
            self.lose(e, cite!("14.4"), Loss::Retired);
        } else if anchored {
            // If a unit cannot retreat, its leaders roll as in Shock, whatever drove it back.
            let tested = e.shock || e.fate.retreats();
            self.lose(&Effect { shock: tested, ..*e }, cite!("14.3", "C-8"), Loss::Anchored);
        } else if e.fate == CombatResult::Retired {
            self.retire(unit, e.from, e.shock);
        } else {
            self.call(Stage::Retreat { unit, from: e.from });
        }
    }

    fn lose(&mut self, e: &Effect, case: Cite, why: Loss) {
        if e.shock {
            self.leaders_at_risk(e.unit);
        }
        self.eliminate(e.unit, case, why);
    }

    /// 14.2: turns a unit to its Disordered side.
    pub(crate) fn disorder(&mut self, unit: UnitId, case: Cite) {
        if !self.s.can_disorder(unit) {
            return;
        }
        let condition = Condition::Disordered;
        self.s.unit_mut(unit).condition = condition;
        self.say(case, || What::Became { unit, condition });
    }

    /// Removes a unit for good, by 14.6 or for any other reason.
    pub(crate) fn eliminate(&mut self, unit: UnitId, case: Cite, why: Loss) {
        let Some(at) = self.s.hex(unit) else { return };
        self.interrupt(unit);
        self.s.put(unit, Whereabouts::Lost);
        self.say(case, || What::Eliminated { unit, why });
        self.part(unit, Parting::Loss);
        self.leave_leaders(unit, at);
    }

    /// 5.4: handles the leaders of a unit that has left a hex without them, if no unit is left with them.
    pub(crate) fn leave_leaders(&mut self, unit: UnitId, at: HexId) {
        let side = self.s.side(unit);
        if self.s.held_by(at) != Some(side) {
            self.displace_leaders(at, side);
        }
    }

    /// Lifts Engaged markers between pairs of units (14.5).
    pub(crate) fn disengage(&mut self, case: Cite, by: Parting, gone: impl Fn(UnitId, UnitId) -> bool) -> bool {
        let all = self.s.engaged.clone();
        let (lifted, kept): (Vec<_>, Vec<_>) = all.into_iter().partition(|&(a, b)| gone(a, b));
        self.s.engaged = kept;
        let mut freed: Vec<UnitId> = lifted.iter().flat_map(|&(a, b)| [a, b]).collect();
        freed.sort_unstable();
        freed.dedup();
        for unit in freed {
            if !self.s.engaged(unit) && self.s.hex(unit).is_some() {
                self.say(case, || What::Freed { unit, by });
            }
        }
        !lifted.is_empty()
    }

    /// The pairs of Engaged units that are no longer next to each other, or of which one is Retired.
    fn parted(&self) -> Vec<(UnitId, UnitId)> {
        let s = &*self.s;
        let parted = |&(a, b): &(UnitId, UnitId)| {
            let next = s.hex(a).zip(s.hex(b)).is_some_and(|(x, y)| s.next_to(x, y));
            !next || s.retired(a) || s.retired(b)
        };
        s.engaged.iter().filter(|p| parted(p)).copied().collect()
    }

    /// 14.5: lifts the markers between a unit and those that it is no longer next to.
    pub(crate) fn part(&mut self, unit: UnitId, by: Parting) {
        let gone = self.parted();
        if !gone.is_empty() {
            self.disengage(by.cite(), by, |a, b| (a == unit || b == unit) && gone.contains(&(a, b)));
        }
    }

    /// 14.5: removes the markers of units that are no longer adjacent at once, whatever has separated them.
    pub(crate) fn settle_engaged(&mut self) -> bool {
        let gone = self.parted();
        let by = Parting::Apart;
        !gone.is_empty() && self.disengage(by.cite(), by, |a, b| gone.contains(&(a, b)))
    }

    pub(crate) fn refacing(&mut self, unit: UnitId) -> Flow<Stage> {
        match self.s.hex(unit) {
            None => Flow::Done,
            // A unit that joins a stack takes its facing (10.1).
            Some(_) => Flow::Ask,
        }
    }

    pub(crate) fn enact_reface(&mut self, unit: UnitId, why: Refacing, action: Action) {
        self.pop();
        if let Action::Face(facing) = action {
            self.face(unit, facing, why.cite());
        }
    }
}
