//! Artillery and skirmish fire (9.3). The defenders name their targets and roll, then the attackers. Only then do casualties leave
//! the display.

use crate::action::Action;
use crate::casebook::cite;
use crate::charts::Shot;
use crate::components::{Kind, UnitId};
use crate::engine::Engine;
use crate::event::What;
use crate::options::Choice;
use crate::rules::field::display::standing;
use crate::rules::openings::facts::OpeningFacts;
use crate::rules::openings::field::{FIRE_OPENING, RETURN_FIRE_OPENING};
use crate::state::pieces::Whereabouts;
use crate::state::position::State;
use crate::state::stage::{Bout, Stage};
use casus_core::{Bar, Bars, Cite, Flow, Place, Procedures, Verdict};

/// The facts of aiming a shot.
#[derive(Debug)]
pub struct AimFacts<'a> {
    /// The current position.
    pub s: &'a State,
    /// The unit that would fire.
    pub firer: UnitId,
    /// The unit that it would fire at.
    pub target: UnitId,
    /// Whether the firer belongs to the attackers.
    pub attacking: bool,
}

casus_core::questions!(AimFacts);
type B = Bar<AimFacts<'static>>;

fn target(f: &AimFacts) -> Place {
    f.target.place()
}

impl AimFacts<'_> {
    fn boxed(&self) -> bool {
        self.s.field().is_some_and(|b| b.boxes.contains(&Some(self.target)))
    }
    fn defends(&self) -> bool {
        self.s
            .field()
            .is_some_and(|b| b.defenders.contains(self.target.0) && self.s.hex(self.target) == Some(b.hex))
    }
    /// 18.5: whether the target is a wagon, four other units defend with it, and the firer is not artillery.
    fn screened(&self) -> bool {
        let wagon = self.s.kind(self.target) == Kind::Wagon;
        let others = self.s.field().map_or(0, |b| {
            standing(self.s, b.defenders, b.hex)
                .filter(|&u| self.s.kind(u) != Kind::Wagon)
                .count()
        });
        wagon && others >= 4 && !self.s.counter(self.firer).artillery
    }
}

/// The list `aim`: what keeps a unit from firing at another (9.3.1, 9.3.2, 18.5).
pub static AIM_BARS: Bars<AimFacts> = Bars {
    name: "aim",
    list: &[
        B::by(cite!("9.3.1"), "the unit is in no Assault box")
            .when(target, |f| !f.attacking && !f.boxed())
            .always(),
        B::by(cite!("9.3.2"), "the unit is not in the Defender box")
            .when(target, |f| f.attacking && !f.defends())
            .always(),
        B::by(cite!("18.5"), "wagons behind four other units are no target of hussars")
            .when(target, |f| f.attacking && f.s.opts(Choice::Tenacity) && f.screened()),
    ],
};

/// Whether a unit fires in the field (9.3): artillery and hussars in attack and defense, foot in defense.
pub(crate) fn fires(s: &State, unit: UnitId, attacking: bool) -> bool {
    const _: Cite = cite!("9.3");
    let counter = s.counter(unit);
    counter.artillery || counter.kind.skirmishes(attacking)
}

/// Returns the units of a side that fire, in the order of their ids or boxes.
fn firers(s: &State, attacking: bool) -> Vec<UnitId> {
    let Some(b) = s.field() else { return Vec::new() };
    let all: Vec<UnitId> = if attacking {
        b.boxes.iter().flatten().copied().collect()
    } else {
        standing(s, b.defenders, b.hex).collect()
    };
    all.into_iter()
        .filter(|&u| fires(s, u, attacking) && !targets(s, u, attacking).is_empty())
        .collect()
}

fn targets(s: &State, firer: UnitId, attacking: bool) -> Vec<UnitId> {
    let Some(b) = s.field() else { return Vec::new() };
    let all: Vec<UnitId> = if attacking {
        standing(s, b.defenders, b.hex).collect()
    } else {
        b.boxes.iter().flatten().copied().collect()
    };
    all.into_iter()
        .filter(|&target| {
            AIM_BARS.permit(&AimFacts {
                s,
                firer,
                target,
                attacking,
            })
        })
        .collect()
}

/// Returns the unit of a side that names its target next.
pub(crate) fn next_firer(s: &State, attacking: bool) -> Option<UnitId> {
    let b = s.field()?;
    firers(s, attacking)
        .into_iter()
        .find(|u| !b.aims.iter().any(|(firer, _)| firer == u))
}

pub(crate) fn aim_candidates(s: &State, attacking: bool, out: &mut Vec<Action>) {
    if let Some(firer) = next_firer(s, attacking) {
        out.extend(targets(s, firer, attacking).into_iter().map(Action::Aim));
    }
}

pub(crate) fn judge_aim(s: &State, attacking: bool, action: Action, v: &mut Verdict) -> bool {
    let (Action::Aim(target), Some(firer)) = (action, next_firer(s, attacking)) else {
        return false;
    };
    AIM_BARS.judge(
        &AimFacts {
            s,
            firer,
            target,
            attacking,
        },
        v,
    );
    true
}

impl Engine<'_> {
    /// Asks the firers for their targets one after the other; names a single target without asking.
    pub(crate) fn naming(&mut self, attacking: bool, then: Bout) -> Flow<Stage> {
        let Some(firer) = next_firer(self.s, attacking) else {
            self.set_top(Stage::Field { step: then });
            return Flow::Next;
        };
        let open = targets(self.s, firer, attacking);
        let facts = OpeningFacts::of(self.s, self.s.side(firer)).choices(open.len());
        let opens = if attacking {
            RETURN_FIRE_OPENING.permit(&facts)
        } else {
            FIRE_OPENING.permit(&facts)
        };
        match open.first() {
            Some(&first) if !opens => {
                self.aim(firer, first);
                Flow::Next
            }
            _ => Flow::Ask,
        }
    }

    pub(crate) fn aim(&mut self, firer: UnitId, target: UnitId) {
        self.changed = true;
        if let Some(f) = self.field_mut() {
            f.aims.push((firer, target));
        }
    }

    pub(crate) fn enact_aim(&mut self, attacking: bool, action: Action) {
        if let (Action::Aim(target), Some(firer)) = (action, next_firer(self.s, attacking)) {
            self.aim(firer, target);
        }
    }

    /// 9.3.1, 9.3.2: rolls an unmodified die for each firer of a side. Units that are hit stay until all have fired.
    pub(crate) fn fire_falls(&mut self, case: Cite, then: Bout) {
        self.set_top(Stage::Field { step: then });
        let aims = self
            .field_mut()
            .map(|f| core::mem::take(&mut f.aims))
            .unwrap_or_default();
        for (firer, target) in aims {
            let column = self.s.kind(target).column().unwrap_or(0);
            let charts = self.s.game_data.clone();
            let die = self.roll(case, "fire", &|f| *charts.charts.fire.get(i32::from(f), column) as u16);
            let result = *charts.charts.fire.get(i32::from(die), column);
            self.say(case, || What::Fired {
                firer,
                target,
                die,
                result,
            });
            if let Some(f) = self.field_mut() {
                f.hits.push((target, result));
            }
        }
    }

    /// 9.3.3: applies all results together; of several results on one unit the worst.
    pub(crate) fn casualties(&mut self) {
        let hits = self
            .field_mut()
            .map(|f| core::mem::take(&mut f.hits))
            .unwrap_or_default();
        let worst = |unit: UnitId| hits.iter().filter(|(u, _)| *u == unit).map(|(_, r)| *r).max();
        let mut hit: Vec<UnitId> = hits.iter().map(|(u, _)| *u).collect();
        hit.sort_unstable();
        hit.dedup();
        for unit in hit {
            match worst(unit) {
                Some(Shot::Routed) => self.rout(unit, cite!("9.3.3")),
                Some(Shot::Eliminated) => self.eliminate(unit, cite!("9.3.3")),
                _ => {}
            }
        }
    }

    /// Moves a unit to the Routed Units box, under this Case.
    pub(crate) fn rout(&mut self, unit: UnitId, case: Cite) {
        self.s.put(unit, Whereabouts::Routed);
        self.say(case, || What::Routed { unit });
        if self.s.counter(unit).legate() {
            self.without_legate();
        }
    }
}
