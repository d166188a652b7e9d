//! Deployment (9.2): the attacker fills the Assault boxes first, and refills them each round.

use crate::action::Action;
use crate::casebook::cite;
use crate::components::UnitId;
use crate::engine::Engine;
use crate::event::What;
use crate::rules::field::display::standing;
use crate::rules::openings::facts::OpeningFacts;
use crate::rules::openings::field::DEPLOY_OPENING;
use crate::state::position::State;
use crate::state::stage::{Bout, Stage};
use casus_core::{Bar, Bars, Flow, Place, Procedures, Verdict};

/// The facts of placing a unit in an Assault box.
#[derive(Debug)]
pub struct DeployFacts<'a> {
    /// The current position.
    pub s: &'a State,
    /// The unit that would be placed.
    pub unit: UnitId,
}

casus_core::questions!(DeployFacts);
type B = Bar<DeployFacts<'static>>;

fn unit(f: &DeployFacts) -> Place {
    f.unit.place()
}

/// The list `deploy`: what keeps a unit from taking an Assault box (9.2).
pub static DEPLOY_BARS: Bars<DeployFacts> = Bars {
    name: "deploy",
    list: &[
        B::by(cite!("9.2"), "the unit does not attack in this battle")
            .when(unit, |f| f.s.field().is_none_or(|b| !b.attackers.contains(f.unit.0)))
            .always(),
        B::by(cite!("10.9"), "the unit has left the battle")
            .when(unit, |f| {
                f.s.field()
                    .is_some_and(|b| b.attackers.contains(f.unit.0) && f.s.hex(f.unit) != Some(b.hex))
            })
            .always(),
        B::by(cite!("9.2"), "the unit has a box already")
            .when(unit, |f| f.s.field().is_some_and(|b| b.boxes.contains(&Some(f.unit))))
            .always(),
        B::by(cite!("18.4", "G-1"), "the unit cannot pay for the round").when(unit, |f| {
            f.s.field().is_some_and(|b| {
                f.s.hex(f.unit) == Some(b.hex) && b.attackers.contains(f.unit.0) && !b.paid.contains(f.unit.0)
            })
        }),
    ],
};

/// Returns the units in Reserve that could take a box.
pub(crate) fn reserve(s: &State) -> Vec<UnitId> {
    let Some(b) = s.field() else { return Vec::new() };
    standing(s, b.attackers, b.hex)
        .filter(|&unit| DEPLOY_BARS.permit(&DeployFacts { s, unit }))
        .collect()
}

pub(crate) fn deploy_candidates(s: &State, out: &mut Vec<Action>) {
    out.extend(reserve(s).into_iter().map(Action::Deploy));
}

pub(crate) fn judge_deploy(s: &State, action: Action, v: &mut Verdict) -> bool {
    let Action::Deploy(unit) = action else { return false };
    DEPLOY_BARS.judge(&DeployFacts { s, unit }, v);
    true
}

impl Engine<'_> {
    /// Fills the boxes; at once if there is no choice. A unit that is gone, or cannot pay for the round (ruling G-1), leaves its
    /// box.
    pub(crate) fn deploying(&mut self) -> Flow<Stage> {
        let Some(b) = self.s.field() else { return Flow::Done };
        let (hex, attacker) = (b.hex, b.attacker);
        let held: Vec<Option<UnitId>> = b
            .boxes
            .iter()
            .map(|u| u.filter(|&u| self.s.hex(u) == Some(hex) && b.paid.contains(u.0)))
            .collect();
        let free = held.iter().filter(|b| b.is_none()).count();
        let waiting = reserve(self.s);
        if let Some(f) = self.field_mut() {
            for (place, unit) in f.boxes.iter_mut().zip(held) {
                *place = unit;
            }
        }
        let facts = OpeningFacts::of(self.s, attacker).choices(waiting.len());
        if DEPLOY_OPENING.permit(&facts) {
            return Flow::Ask;
        }
        for unit in waiting.into_iter().take(free) {
            self.take_box(unit);
        }
        let boxed: Vec<UnitId> = self
            .s
            .field()
            .map_or(Vec::new(), |f| f.boxes.iter().flatten().copied().collect());
        if boxed.is_empty() {
            // No unit can pay for the round (18.4), so all must leave the field.
            self.set_top(Stage::Field {
                step: Bout::AttackerStays,
            });
            return Flow::Next;
        }
        self.say(cite!("9.2"), || What::Deployed { units: boxed });
        self.set_top(Stage::Field {
            step: Bout::DefenderAims,
        });
        Flow::Next
    }

    fn take_box(&mut self, unit: UnitId) {
        if let Some(f) = self.field_mut()
            && let Some(place) = f.boxes.iter_mut().find(|b| b.is_none())
        {
            *place = Some(unit);
            self.changed = true;
        }
    }

    pub(crate) fn enact_deploy(&mut self, action: Action) {
        if let Action::Deploy(unit) = action {
            self.take_box(unit);
        }
    }
}
