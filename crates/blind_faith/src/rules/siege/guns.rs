//! Artillery in a siege (10.3, 10.4): the guns of the garrison fire first, and units that they hit do not fire.

use crate::action::Action;
use crate::casebook::cite;
use crate::charts::{Battering, Salvo};
use crate::components::{Kind, UnitId};
use crate::engine::Engine;
use crate::event::What;
use crate::rules::openings::facts::OpeningFacts;
use crate::rules::openings::siege::GUNS_OPENING;
use crate::rules::siege::boxes::{besiegers, garrison, place};
use crate::state::position::State;
use crate::state::stage::{Push, Stage};
use casus_core::{Bar, Bars, Flow, Place, Procedures, Verdict};

/// The facts of aiming a gun of the garrison.
#[derive(Debug)]
pub struct GunFacts<'a> {
    /// The current position.
    pub s: &'a State,
    /// The unit that the gun would fire at.
    pub target: UnitId,
}

casus_core::questions!(GunFacts);
type B = Bar<GunFacts<'static>>;

fn target(f: &GunFacts) -> Place {
    f.target.place()
}

/// The list `guns`: what keeps a garrison's gun from firing at a unit (10.2, 10.3.1).
pub static GUN_BARS: Bars<GunFacts> = Bars {
    name: "guns",
    list: &[
        B::by(cite!("10.3.1"), "the unit does not besiege")
            .when(target, |f| !besiegers(f.s).contains(&f.target))
            .always(),
        B::by(cite!("10.2", "R-91"), "hussars are in the Siege Camp, out of reach")
            .when(target, |f| f.s.kind(f.target) == Kind::Hussar),
    ],
};

fn targets(s: &State) -> Vec<UnitId> {
    besiegers(s)
        .into_iter()
        .filter(|&target| GUN_BARS.permit(&GunFacts { s, target }))
        .collect()
}

/// Returns the gun of the garrison that names its target next.
pub(crate) fn next_gun(s: &State) -> Option<UnitId> {
    let b = s.siege()?;
    let guns = garrison(s).into_iter().filter(|&u| s.counter(u).artillery);
    let mut left = guns.filter(|u| !b.aims.iter().any(|(gun, _)| gun == u));
    left.next().filter(|_| !targets(s).is_empty())
}

pub(crate) fn gun_candidates(s: &State, out: &mut Vec<Action>) {
    out.extend(targets(s).into_iter().map(Action::Aim));
}

pub(crate) fn judge_gun(s: &State, action: Action, v: &mut Verdict) -> bool {
    let Action::Aim(target) = action else { return false };
    GUN_BARS.judge(&GunFacts { s, target }, v);
    true
}

/// Returns the besieger's guns that have paid for the round (10.2): wagons, and Sigismund (ruling R-92).
pub(crate) fn siege_guns(s: &State) -> Vec<UnitId> {
    const _: casus_core::Cite = cite!("12.0");
    let paid = |u: UnitId| s.siege().is_some_and(|b| b.paid.contains(u.0));
    besiegers(s)
        .into_iter()
        .filter(|&u| s.counter(u).artillery && paid(u))
        .collect()
}

/// Returns the column of the garrison's table for a target: its type, or artillery (10.3.1).
pub(crate) fn column(s: &State, target: UnitId) -> usize {
    match s.kind(target) {
        _ if s.counter(target).artillery => 3,
        Kind::LayKnight => 1,
        Kind::ChurchKnight => 2,
        _ => 0,
    }
}

impl Engine<'_> {
    pub(crate) fn naming_guns(&mut self) -> Flow<Stage> {
        let Some(gun) = next_gun(self.s) else {
            self.set_top(Stage::Siege {
                step: Push::GarrisonFires,
            });
            return Flow::Next;
        };
        let open = targets(self.s);
        let facts = OpeningFacts::of(self.s, self.s.side(gun)).choices(open.len());
        match open.first() {
            Some(&first) if !GUNS_OPENING.permit(&facts) => {
                self.aim_gun(gun, first);
                Flow::Next
            }
            _ => Flow::Ask,
        }
    }

    fn aim_gun(&mut self, gun: UnitId, target: UnitId) {
        self.changed = true;
        if let Some(b) = self.siege_mut() {
            b.aims.push((gun, target));
        }
    }

    pub(crate) fn enact_gun(&mut self, action: Action) {
        if let (Action::Aim(target), Some(gun)) = (action, next_gun(self.s)) {
            self.aim_gun(gun, target);
        }
    }

    /// 10.3.2: fires the guns of the garrison; casualties leave at once.
    pub(crate) fn garrison_fires(&mut self) {
        const _: casus_core::Cite = cite!("10.3");
        self.set_top(Stage::Siege { step: Push::GunsFire });
        let aims = self
            .siege_mut()
            .map(|b| core::mem::take(&mut b.aims))
            .unwrap_or_default();
        for (firer, target) in aims {
            let column = column(self.s, target);
            let game_data = self.s.game_data.clone();
            let table = &game_data.charts.garrison_guns;
            let die = self.roll(cite!("10.3.1"), "garrison artillery", &|f| *table.get(i32::from(f), column) as u16);
            let result = *table.get(i32::from(die), column);
            self.say(cite!("10.3.2"), || What::GarrisonFired {
                firer,
                target,
                die,
                result,
            });
            if self.s.hex(target).is_none() {
                continue;
            }
            match result {
                Salvo::None => {}
                Salvo::Routed => self.rout(target, cite!("10.3.2")),
                Salvo::Eliminated => self.eliminate(target, cite!("10.3.2")),
            }
        }
    }

    /// 10.4: fires one gun at the walls. After a breach that leaves part of the garrison (18.2) the other guns fire too.
    pub(crate) fn guns_fire(&mut self) {
        const _: casus_core::Cite = cite!("10.4");
        let next = self
            .s
            .siege()
            .and_then(|b| siege_guns(self.s).into_iter().find(|u| !b.fired.contains(u.0)));
        let (Some(kind), Some(firer)) = (place(self.s).map(|t| self.s.game_data.roster[t].kind), next) else {
            self.set_top(Stage::Siege { step: Push::Choose });
            return;
        };
        let game_data = self.s.game_data.clone();
        let table = &game_data.charts.siege_guns;
        let column = kind as usize;
        let die = self.roll(cite!("10.4.1"), "siege artillery", &|f| *table.get(i32::from(f), column) as u16);
        let result = *table.get(i32::from(die), column);
        self.say(cite!("10.4.2"), || What::Battered { firer, die, result });
        if let Some(b) = self.siege_mut() {
            b.fired.insert(firer.0);
        }
        if result == Battering::Breached {
            self.breach(false);
        }
    }
}
