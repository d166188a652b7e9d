//! Garrisons (8.6.1, 8.8.4, 10.7.2, 11.0): units that go inside the walls when enemies come.

use crate::action::Action;
use crate::casebook::cite;
use crate::components::{Kind, Side, UnitId};
use crate::engine::Engine;
use crate::event::{Question, What};
use crate::rules::openings::campaign::GARRISON_OPENING;
use crate::rules::openings::facts::OpeningFacts;
use crate::state::position::State;
use crate::state::stage::Stage;
use casus_core::{Bar, Bars, HexId, Place, Procedures, Verdict, Violation};

/// The facts of sending a unit inside the walls.
#[derive(Debug)]
pub struct InsideFacts<'a> {
    /// The current position.
    pub s: &'a State,
    /// The unit that would go inside.
    pub unit: UnitId,
    /// The hex of the place.
    pub hex: HexId,
    /// The side that is attacked.
    pub side: Side,
}

casus_core::questions!(InsideFacts);
type B = Bar<InsideFacts<'static>>;

fn unit(f: &InsideFacts) -> Place {
    f.unit.place()
}

impl InsideFacts<'_> {
    /// Whether the unit belongs to a stack that is on the march.
    fn marches(&self) -> bool {
        let in_hand = |st: &Stage| matches!(st, Stage::March(march) if march.units.contains(self.unit.0));
        self.s.stack.iter().any(in_hand)
    }
    fn full(&self) -> Option<Violation> {
        let kind = self.s.game_data().urban(self.hex)?;
        let most = i32::from(self.s.garrison_limit(kind));
        let have = self.s.garrison(self.hex, self.side).count() as i32;
        (have >= most).then(|| Violation::over(self.hex.place(), "units inside", have + 1, most))
    }
}

/// The list `inside`: what keeps a unit from going inside the walls (8.6.1, 8.8.4, 10.7.2).
pub static INSIDE_BARS: Bars<InsideFacts> = Bars {
    name: "inside",
    list: &[
        B::by(cite!("8.8.4"), "the unit is not in that hex")
            .when(unit, |f| f.s.hex(f.unit) != Some(f.hex))
            .always(),
        B::by(cite!("8.8.4"), "the unit is inside already")
            .when(unit, |f| f.s.within(f.unit))
            .always(),
        B::by(cite!("8.8.4"), "no urban terrain is there")
            .when(unit, |f| f.s.game_data().town(f.hex).is_none())
            .always(),
        B::by(cite!("8.8.4"), "only customs guards garrison a station")
            .when(unit, |f| f.s.game_data().urban(f.hex) == Some(crate::components::Urban::Customs)),
        B::by(cite!("10.7.2"), "the place is pillaged")
            .when(unit, |f| f.s.game_data().town(f.hex).is_some_and(|t| f.s.town(t).pillaged)),
        B::by(cite!("7.3", "R-47"), "a Legate who does not fight takes no place in a garrison")
            .when(unit, |f| f.s.kind(f.unit) == Kind::Legate),
        B::by(cite!("8.8.4"), "the enemy holds the walls")
            .when(unit, |f| f.s.garrison(f.hex, f.side.enemy()).next().is_some()),
        B::by(cite!("8.8.1", "R-67"), "the unit is on the march").when(unit, |f| f.marches()),
        B::by(cite!("8.6.1"), "the garrison is full").violated(|f| f.full()),
    ],
};

fn facts(s: &State, unit: UnitId, hex: HexId, side: Side) -> InsideFacts<'_> {
    InsideFacts { s, unit, hex, side }
}

pub(crate) fn garrison_candidates(s: &State, hex: HexId, side: Side, out: &mut Vec<Action>) {
    out.extend(s.own_at(hex, side).map(Action::Inside));
    out.push(Action::Ready);
}

pub(crate) fn judge_garrison(s: &State, hex: HexId, side: Side, action: Action, v: &mut Verdict) -> bool {
    match action {
        Action::Inside(unit) => INSIDE_BARS.judge(&facts(s, unit, hex, side), v),
        Action::Ready => {}
        _ => return false,
    }
    true
}

/// Whether any unit of a side could go inside the walls in a hex.
pub(crate) fn may_go_inside(s: &State, hex: HexId, side: Side) -> bool {
    s.own_at(hex, side).any(|u| INSIDE_BARS.permit(&facts(s, u, hex, side)))
}

/// Whether an attacked side decides which units go inside the walls: it is the time for it, and a unit could go.
pub(crate) fn asks_garrison(s: &State, hex: HexId, side: Side) -> bool {
    GARRISON_OPENING.permit(&OpeningFacts::of(s, side).hex(Some(hex))) && may_go_inside(s, hex, side)
}

impl Engine<'_> {
    pub(crate) fn enact_garrison(&mut self, hex: HexId, side: Side, action: Action) {
        if let Action::Inside(unit) = action {
            self.s.unit_mut(unit).inside = true;
            let units = vec![unit];
            self.say(cite!("8.8.4"), || What::WentInside { units, hex });
            if may_go_inside(self.s, hex, side) {
                return;
            }
        } else {
            let more = self.s.garrison(hex, side).next().is_some();
            self.decline(cite!("8.8.4"), side, Question::Inside(hex), more);
        }
        self.pop();
    }
}

impl Engine<'_> {
    /// Clears the `inside` mark of units without an enemy in their hex (8.6). A side that alone has combat units in a place gains
    /// control of it (ruling R-21). A blockaded place changes control only with its garrison.
    pub(crate) fn settle_walls(&mut self) -> bool {
        if self.s.field.is_some() || self.s.siege.is_some() {
            return false;
        }
        for unit in self.s.unit_ids() {
            if self.s.unit(unit).inside
                && self
                    .s
                    .hex(unit)
                    .is_some_and(|h| !self.s.holds(h, self.s.side(unit).enemy()))
            {
                self.s.unit_mut(unit).inside = false;
            }
        }
        for town in self.s.game_data.clone().roster.town_ids() {
            if let Some(side) = self.s.occupant(town).filter(|_| !self.s.town(town).blockaded) {
                self.s.town_mut(town).control = Some(side);
            }
        }
        false
    }
}
