//! What Shock and Charge share (8.3, 9.1): how a combat opens, and which units still fight in it.

use crate::casebook::cite;
use crate::components::{Side, UnitId};
use crate::engine::Engine;
use crate::event::What;
use crate::state::activation::Attacked;
use crate::state::combat::{Bout, Combat, Going, Kind, Striker, Target};
use crate::state::pieces::{Condition, Done};
use crate::state::position::State;
use crate::state::stage::Stage;
use casus_core::{Flow, HexId, Procedures};

/// The enemies that would be in the frontal hexes of a unit in this hex, with its present facing.
pub(crate) fn met(s: &State, unit: UnitId, at: HexId) -> impl Iterator<Item = (UnitId, HexId)> + '_ {
    let b = &s.game_data.board;
    let side = s.side(unit);
    s.unit(unit)
        .facing
        .front()
        .into_iter()
        .filter_map(move |d| b.neighbour(at, d))
        .filter_map(move |h| s.enemy_at(h, side).map(|e| (e, h)))
}

/// Whether an attacker is still in its hex and can still fight.
pub(crate) fn able(s: &State, k: &Striker) -> bool {
    s.hex(k.unit) == Some(k.hex) && s.unit(k.unit).condition != Condition::Retired
}

/// The attackers of a defender that can still fight it.
pub(crate) fn attackers_on<'a>(
    s: &'a State,
    c: &'a Combat,
    defender: UnitId,
) -> impl Iterator<Item = &'a Striker> + 'a {
    c.on(defender).filter(move |k| able(s, k))
}

/// The current combat: the last that was opened.
pub(crate) fn current(s: &State) -> Option<&Combat> {
    s.combats.last()
}

/// Creates a combat of these attackers against these defenders, before anything has happened in it.
pub(crate) fn joined(
    s: &State,
    side: Side,
    kind: Kind,
    mut links: Vec<(UnitId, UnitId)>,
    going: &dyn Fn(UnitId) -> Going,
) -> Combat {
    links.sort_unstable();
    let mut strikers: Vec<Striker> = Vec::new();
    let mut targets: Vec<Target> = Vec::new();
    for &(a, d) in &links {
        if let Some(hex) = s.hex(a)
            && !strikers.iter().any(|k| k.unit == a)
        {
            strikers.push(Striker {
                unit: a,
                hex,
                going: going(a),
                began_normal: s.unit(a).condition == Condition::Normal,
                continued: false,
                advanced: false,
            });
        }
        if let Some(hex) = s.hex(d)
            && !targets.iter().any(|m| m.unit == d)
        {
            targets.push(Target::new(d, hex));
        }
    }
    Combat {
        side,
        kind,
        strikers,
        targets,
        links,
        counter_used: false,
        counted: false,
    }
}

impl Engine<'_> {
    /// Removes an attacker from the current combat, with the defenders that nobody else attacks.
    pub(crate) fn drop_striker(&mut self, unit: UnitId) {
        if let Some(c) = self.s.combats.last_mut() {
            c.strikers.retain(|k| k.unit != unit);
            c.links.retain(|&(a, _)| a != unit);
            let links = c.links.clone();
            c.targets.retain(|m| links.iter().any(|&(_, d)| d == m.unit));
        }
    }

    pub(crate) fn combat_mut(&mut self) -> Option<&mut Combat> {
        self.s.combats.last_mut()
    }

    pub(crate) fn mark_mut(&mut self, unit: UnitId) -> Option<&mut Target> {
        self.combat_mut()?.targets.iter_mut().find(|m| m.unit == unit)
    }

    pub(crate) fn striker_mut(&mut self, unit: UnitId) -> Option<&mut Striker> {
        self.combat_mut()?.strikers.iter_mut().find(|k| k.unit == unit)
    }

    /// Records that a defender has been attacked. A unit that Charges past it later in the activation does not attack it as
    /// well (rulings E16, F7).
    pub(crate) fn note_attacked(&mut self, unit: UnitId, charge: bool) {
        let side = self.s.side(unit);
        if let Some(act) = self.act_mut().filter(|act| act.side != side) {
            act.struck.push(Attacked { unit, charge });
        }
    }

    pub(crate) fn go_to(&mut self, step: Bout) -> Flow<Stage> {
        self.set_top(Stage::Combat { step });
        Flow::Next
    }

    /// Opens a combat on top of the stack.
    pub(crate) fn open_combat(
        &mut self,
        side: Side,
        kind: Kind,
        links: Vec<(UnitId, UnitId)>,
        going: &dyn Fn(UnitId) -> Going,
        step: Bout,
    ) {
        let combat = joined(self.s, side, kind, links, going);
        let attackers: Vec<UnitId> = combat.strikers.iter().map(|k| k.unit).collect();
        let defenders: Vec<UnitId> = combat.targets.iter().map(|m| m.unit).collect();
        for &a in &attackers {
            self.s.unit_mut(a).done.set(Done::ATTACKED);
        }
        for &u in attackers.iter().chain(&defenders) {
            for l in self.leaders_with(u) {
                self.disclose(l);
            }
        }
        self.s.combats.push(combat);
        let case = match kind {
            Kind::Declared => cite!("8.3"),
            Kind::Counter => cite!("9.4.4(2)"),
            Kind::Continued => cite!("10.5"),
        };
        self.say(case, || What::CombatBegins { attackers, defenders });
        self.call(Stage::Combat { step });
    }
}
