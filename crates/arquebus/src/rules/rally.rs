//! Module 15, Rallying Units, reconstructed: from Disorder at the end of a Battle's activation, from Retirement near a Standard.

use crate::action::Action;
use crate::casebook::cite;
use crate::components::{StandardId, UnitId};
use crate::engine::Engine;
use crate::event::What;
use crate::options::Choice;
use crate::state::activation::Act;
use crate::state::pieces::{Condition, Done};
use crate::state::position::State;
use crate::state::stage::Stage;
use casus_core::{Bar, Bars, Cite, Flow, Ledger, Limit, Procedures, Verdict, Violation};

casus_continuity::facts! {
    /// The facts of a rally.
    ///
    /// The unit may be any unit of the roster, in Phase D of an activation.
    pub struct RallyFacts<'a> of State; rules B = Bar; places unit {
        /// The unit that would rally.
        pub unit: UnitId,
        /// The activated Standard; `None` in a Battle's activation.
        pub standard: Option<StandardId>,
    }
}

impl RallyFacts<'_> {
    fn done(&self, deed: Done) -> bool {
        self.standard.is_none() && self.s.unit(self.unit).done.has(deed)
    }
    /// Whether it was not Disordered when the activation began: it is Normal still, or Retired.
    fn fresh(&self) -> bool {
        let disordered = self.s.unit(self.unit).condition == Condition::Disordered;
        !disordered || !self.done(Done::BEGAN_SHAKEN) || self.done(Done::RALLIED)
    }
    /// Its distance from the Standard, if that is too far.
    fn too_far(&self) -> Option<Violation> {
        let standard = self.s.standard(self.standard?).at.hex()?;
        let far = self.s.game_data.board.distance(standard, self.s.hex(self.unit)?) as i32;
        (far > 1).then(|| Violation::over(self.unit.place(), "distance from the Standard", far, 1))
    }
    fn beside_enemy(&self) -> Option<Violation> {
        let enemy = self.s.enemy_beside(self.s.hex(self.unit)?, self.s.side(self.unit))?;
        Some(Violation::at(enemy.place()))
    }
}

/// The list `rally`: what keeps a unit from rallying. Checked for each unit in Phase D (15.1, rulings 15.1a, 15.1b).
pub static RALLY_BARS: Bars<RallyFacts> = Bars {
    name: "rally",
    list: &[
        B::by(cite!("4.0"), "the unit does not belong to the activated Battle")
            .when(unit, |f| f.standard.is_none() && !f.s.unit(f.unit).done.has(Done::ACTIVE)),
        B::by(cite!("15.1"), "the piece is not on the map")
            .when(unit, |f| f.s.hex(f.unit).is_none())
            .always(),
        B::by(cite!("15.1", "15.1a"), "the unit has not been Disordered through the whole activation")
            .when(unit, |f| f.standard.is_none() && f.fresh()),
        B::by(cite!("15.1", "15.1a"), "the unit is out of command")
            .when(unit, |f| f.s.opts(Choice::Rally) && f.standard.is_none() && !f.done(Done::IN_COMMAND)),
        B::by(cite!("15.1", "15.1a"), "the unit has spent Movement Points").when(unit, |f| f.done(Done::MOVED)),
        B::by(cite!("15.1", "15.1a"), "the unit has fired").when(unit, |f| f.done(Done::FIRED)),
        B::by(cite!("15.1", "15.1a"), "the unit has attacked").when(unit, |f| f.done(Done::ATTACKED)),
        B::by(cite!("15.1", "15.1a"), "the unit has advanced or retreated").when(unit, |f| f.done(Done::SHIFTED)),
        B::by(cite!("15.1", "15.1a"), "the unit is Engaged")
            .when(unit, |f| f.standard.is_none() && f.s.engaged(f.unit)),
        B::by(cite!("15.1", "15.1b"), "the unit is not Retired")
            .when(unit, |f| f.standard.is_some() && !f.s.retired(f.unit)),
        B::by(cite!("15.1", "15.1b"), "the unit has another Standard")
            .when(unit, |f| f.standard.is_some_and(|t| f.s.counter(f.unit).standard != t)),
        B::by(cite!("15.1", "15.1b"), "the unit is not with its Standard or next to it").violated(|f| f.too_far()),
        B::by(cite!("15.1", "15.1b"), "the unit has thrown its die in this activation")
            .when(unit, |f| f.s.unit(f.unit).done.has(Done::TRIED)),
        B::by(cite!("15.1"), "an enemy unit is adjacent").violated(|f| f.beside_enemy()),
    ],
};

fn facts(s: &State, unit: UnitId) -> Option<RallyFacts<'_>> {
    let standard = match s.activation()?.act {
        Act::Rally(standard) => Some(standard),
        _ => None,
    };
    Some(RallyFacts { s, unit, standard })
}

fn may_rally(s: &State, unit: UnitId) -> bool {
    facts(s, unit).is_some_and(|f| RALLY_BARS.permit(&f))
}

pub(crate) fn rally_candidates(s: &State, out: &mut Vec<Action>) {
    out.push(Action::EndRally);
    let own = |u: &UnitId| s.active() == Some(s.side(*u)) && s.hex(*u).is_some();
    out.extend(s.unit_ids().filter(own).map(Action::Rally));
}

pub(crate) fn judge_rallying(s: &State, action: Action, v: &mut Verdict) -> bool {
    match action {
        Action::EndRally => {}
        Action::Rally(unit) => match facts(s, unit) {
            Some(f) => RALLY_BARS.judge(&f, v),
            None => return false,
        },
        _ => return false,
    }
    true
}

/// The highest roll that rallies, where a roll is needed (ruling 15.1b).
fn rally_need(s: &State, unit: UnitId, retired: bool) -> i32 {
    let leader = s.leader_of(s.battle(unit)).and_then(|l| s.activation_rating(l));
    if retired {
        i32::from(s.game_data.charts.throws.rally)
    } else {
        leader.unwrap_or(0)
    }
}

impl Engine<'_> {
    pub(crate) fn rallying(&mut self) -> Flow<Stage> {
        const _: Cite = cite!("15.0");
        let Some(side) = self.s.active() else { return Flow::Done };
        let open = |u: UnitId| self.s.side(u) == side && may_rally(self.s, u);
        if self.s.unit_ids().any(open) {
            return Flow::Ask;
        }
        Flow::Done
    }

    pub(crate) fn enact_rallying(&mut self, action: Action) {
        let Action::Rally(unit) = action else { return self.pop() };
        let retired = self.s.retired(unit);
        let case = if retired {
            cite!("15.1", "15.1b")
        } else {
            cite!("15.1", "15.1a")
        };
        if self.s.opts(Choice::RallyDice) {
            let need = rally_need(self.s, unit, retired);
            let test = self.test(cite!("15.1", "15.1b"), "rally", Ledger::new(0), Limit::AtMost(need));
            let passed = test.passed;
            self.s.unit_mut(unit).done.set(Done::TRIED);
            self.say(cite!("15.1", "15.1b"), || What::RallyTest { unit, test });
            if !passed {
                return;
            }
        }
        if retired {
            self.rally_retired(unit, case);
        } else {
            self.rally_to(unit, Condition::Normal, case);
        }
    }

    fn rally_to(&mut self, unit: UnitId, condition: Condition, case: Cite) {
        self.s.unit_mut(unit).condition = condition;
        self.say(case, || What::Rallied { unit, condition });
    }

    /// Rallies a Retired unit to Disordered. Guns, which are never Disordered, become Normal (ruling 15.1b).
    pub(crate) fn rally_retired(&mut self, unit: UnitId, case: Cite) {
        let to = match self.s.counter(unit).arm.tread() {
            Some(_) => Condition::Disordered,
            None => Condition::Normal,
        };
        self.s.unit_mut(unit).done.set(Done::RALLIED);
        self.rally_to(unit, to, case);
    }
}
