//! Dismounting and remounting (7.4).

use crate::casebook::cite;
use crate::components::UnitId;
use crate::engine::Engine;
use crate::event::What;
use crate::rules::command::within_range;
use crate::rules::stacking::fit_together;
use crate::state::pieces::{Condition, Done};
use crate::state::position::State;
use crate::state::run::Run;
use crate::state::stage::Stage;
use casus_core::cases::measures::MP;
use casus_core::{Bar, Bars, Place, Procedures, Verdict, Violation};

casus_continuity::facts! {
    /// The facts of dismounting or remounting.
    pub struct MountFacts<'a> of State; rules B = Bar {
        /// The run of the unit.
        pub run: &'a Run,
        /// Whether it would remount; `false` to dismount.
        pub up: bool,
    }
}

impl MountFacts<'_> {
    fn unit(&self) -> UnitId {
        self.run.unit
    }
    fn cost(&self) -> i32 {
        i32::from(self.s.game_data.charts.points.dismount)
    }
    /// A unit in its hex that it could not stack with after dismounting or remounting.
    fn crowded(&self) -> Option<UnitId> {
        let mut then = self.s.clone();
        then.unit_mut(self.unit()).turned = !self.up;
        let stays = |&u: &UnitId| !fit_together(&then, self.unit(), u);
        self.s.beside(self.unit()).find(stays)
    }
}

fn unit(f: &MountFacts) -> Place {
    f.unit().place()
}

/// The list `mount`: what forbids dismounting and remounting; [`MountFacts::up`] says which (7.4).
pub static MOUNT_BARS: Bars<MountFacts> = Bars {
    name: "mount",
    list: &[
        B::by(cite!("7.2"), "not enough Movement Points").violated(|f| {
            let have = i32::from(f.run.allowance) - i32::from(f.run.spent);
            (f.cost() > have).then(|| Violation::lacks(f.unit().place(), MP, f.cost(), have))
        }),
        B::by(cite!("7.4"), "only Mounted Arquebus and Mounted Crossbow dismount and remount")
            .when(unit, |f| !f.s.counter(f.unit()).arm.dismounts())
            .always(),
        B::by(cite!("7.4"), "the unit is on foot already")
            .when(unit, |f| !f.up && f.s.unit(f.unit()).turned)
            .always(),
        B::by(cite!("7.4"), "the unit is mounted already")
            .when(unit, |f| f.up && !f.s.unit(f.unit()).turned)
            .always(),
        B::by(cite!("7.4", "R-14"), "the unit is not within its leader's Command Range")
            .when(unit, |f| !within_range(f.s, f.unit())),
        B::by(cite!("7.4"), "an enemy unit is adjacent").violated(|f| {
            let enemy = f.s.enemy_beside(f.s.hex(f.unit())?, f.s.side(f.unit()))?;
            Some(Violation::at(enemy.place()))
        }),
        B::by(cite!("7.4"), "the unit is Disordered").when(unit, |f| f.s.unit(f.unit()).condition != Condition::Normal),
        B::by(cite!("7.4", "R-43"), "the unit has dismounted, and does no more").when(unit, |f| f.run.dismounted),
        B::by(cite!("10.0"), "mounted, the unit may not stack with the one there")
            .violated(|f| f.crowded().filter(|_| f.up).map(|u| Violation::at(u.place())))
            .always(),
        B::by(cite!("10.0"), "the unit is passing through a friendly unit's hex")
            .when(unit, |f| f.run.passing && (f.up || f.crowded().is_some()))
            .always(),
        B::by(cite!("14.5"), "the unit is Engaged").when(unit, |f| f.s.engaged(f.unit())),
    ],
};

pub(crate) fn judge_mount(s: &State, run: &Run, up: bool, v: &mut Verdict) {
    MOUNT_BARS.judge(&MountFacts { s, run, up }, v);
}

impl Engine<'_> {
    pub(crate) fn mount(&mut self, run: Run, up: bool) {
        let cost = self.s.game_data.charts.points.dismount;
        let spent = run.spent.saturating_add(cost);
        let unit = run.unit;
        self.set_top(Stage::Running(Run {
            spent,
            dismounted: !up,
            passing: run.passing && up,
            ..run
        }));
        self.riders_moved(&run);
        let u = self.s.unit_mut(unit);
        u.spent = spent;
        u.done.set(Done::MOVED);
        u.turned = !up;
        if up {
            self.say(cite!("7.4"), || What::Remounted { unit, cost });
        } else {
            let reloads = core::mem::take(&mut u.unloaded);
            let case = if reloads { cite!("11.5") } else { cite!("7.4") };
            self.say(case, || What::Dismounted { unit, cost, reloads });
        }
    }
}
