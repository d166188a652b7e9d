//! 13.0 and 13.1: which unit may attack which hex; with 3.3.

use crate::action::Action;
use crate::casebook::cite;
use crate::components::UnitId;
use crate::event::{Shut, shut};
use crate::state::pieces::Marks;
use crate::state::position::State;
use casus_core::{Bar, Bars, Dir, HexId, Place, Verdict, Violation};

/// The facts of an attack by one unit, or of the attacked hex alone.
///
/// The hex is judged first, then each unit adjacent to it.
#[derive(Debug)]
pub struct AssaultFacts<'a> {
    /// The current position.
    pub s: &'a State,
    /// The unit that would attack; `None` to judge the hex alone.
    pub unit: Option<UnitId>,
    /// The hex that is attacked.
    pub target: HexId,
}

casus_core::questions!(AssaultFacts);

impl AssaultFacts<'_> {
    /// Whether this is true of the unit; `false` without a unit.
    fn is(&self, so: impl Fn(UnitId) -> bool) -> bool {
        self.unit.is_some_and(so)
    }
    fn dir(&self, unit: UnitId) -> Option<Dir> {
        self.s.game_data.board.direction(self.s.hex(unit)?, self.target)
    }
    /// Whether the unit is adjacent to the hex but does not have it in front.
    fn beside(&self, unit: UnitId) -> bool {
        self.dir(unit).is_some_and(|d| !self.s.fronts(unit, d))
    }
    fn enemy_there(&self) -> bool {
        let side = self.unit.map_or(self.s.active, |u| self.s.side(u));
        self.s.has_unit(self.target, side.enemy())
    }
    fn attacked(&self) -> bool {
        self.s.assaulted.contains(&self.target)
    }
    /// Whether the hex could be attacked, but no unit may attack it.
    fn vain(&self) -> bool {
        let fresh = self.s.amended() || !self.attacked();
        self.unit.is_none() && self.enemy_there() && fresh && !attackable(self.s, self.target)
    }
}

fn unit(f: &AssaultFacts) -> Place {
    f.unit.map_or(Place::Nowhere, UnitId::place)
}

fn target(f: &AssaultFacts) -> Place {
    f.target.place()
}

type B = Bar<AssaultFacts<'static>>;

/// What forbids attacking a hex, in book order. Judged for each hex with enemy units in the Melee Phase, and for each unit
/// adjacent to it. Neither lack of command (ruling R03) nor demoralization (ruling R102) prohibits it. Named `assault`.
pub static ASSAULT_BARS: Bars<AssaultFacts> = Bars {
    name: "assault",
    list: &[
        B::by(cite!("2.1"), "only the active side attacks").when(unit, |f| f.is(|u| f.s.side(u) != f.s.active)),
        B::by(cite!("3.3"), "the unit is not next to that hex")
            .when(unit, |f| f.is(|u| f.dir(u).is_none()))
            .always(),
        B::by(cite!("3.3"), "the unit does not have that hex in front of it")
            .when(unit, |f| f.is(|u| !f.s.routed(u) && f.beside(u))),
        B::by(cite!("13.0", "R15"), "the unit has no melee strength").when(unit, |f| f.is(|u| f.s.face(u).melee == 0)),
        B::by(cite!("13.0"), "a routed unit does not attack").when(unit, |f| f.is(|u| f.s.routed(u))),
        B::by(cite!("13.0", "R99"), "no enemy unit is there")
            .when(target, |f| !f.enemy_there())
            .always(),
        B::by(cite!("13.1"), "the hex has been attacked in this phase").when(target, |f| f.attacked()),
        B::by(cite!("13.1", "R61"), "the unit has attacked in this phase")
            .when(unit, |f| f.is(|u| f.s.unit(u).marks.has(Marks::ATTACKED))),
        B::by(cite!("13.1"), "nobody who may attack has the unit in front")
            .when(target, |f| f.vain())
            .always(),
    ],
};

/// Whether a unit may attack a hex (13.1).
pub(crate) fn may_attack(s: &State, unit: UnitId, target: HexId) -> bool {
    ASSAULT_BARS.permit(&AssaultFacts {
        s,
        unit: Some(unit),
        target,
    })
}

/// Returns the active side's units around a hex.
pub(crate) fn around(s: &State, hex: HexId) -> impl Iterator<Item = UnitId> + '_ {
    s.stacks
        .beside(&s.game_data.board, hex, s.active)
        .map(|(_, u)| UnitId(u))
}

fn attackable(s: &State, target: HexId) -> bool {
    around(s, target).any(|u| may_attack(s, u, target))
}

/// The facts of the end of the Melee Phase.
///
/// If the end is refused, a unit can attack a hex and must do so.
#[derive(Debug)]
pub struct EndFacts<'a> {
    /// The current position.
    pub s: &'a State,
}

casus_core::questions!(EndFacts);

type E = Bar<EndFacts<'static>>;

/// What forbids ending the Melee Phase. Judged when the active side would end it. Named `melee-end`.
pub static MELEE_END_BARS: Bars<EndFacts> = Bars {
    name: "melee-end",
    list: &[
        E::by(cite!("13.1", "R60"), "a unit with an enemy in its ZOC must attack")
            .violated(|f| owing(f.s).map(|u| Violation::at(u.place()))),
    ],
};

/// Returns a unit of the active side that may still attack a hex.
fn owing(s: &State) -> Option<UnitId> {
    // The list need not be judged for hexes without enemy units.
    let near = |h| s.amended() || s.beside_enemy(h, s.active);
    let met = |h| s.amended() || s.has_unit(h, s.active.enemy());
    let mut all = s.on_map(s.active).filter(|&(_, h)| near(h));
    let around = |(u, h)| {
        s.game_data
            .board
            .neighbours(h)
            .any(|(_, to)| met(to) && may_attack(s, u, to))
    };
    all.find(|&at| around(at)).map(|(u, _)| u)
}

/// Whether no unit may attack a hex any more (13.1, ruling R60).
pub(crate) fn phase_over(s: &State) -> bool {
    owing(s).is_none()
}

/// Returns the units that only rules keep from attacking enemies next to them, with the reasons for each hex; none if a unit has
/// attacked in this phase.
pub(crate) fn at_bay(s: &State) -> Vec<(UnitId, Vec<Shut>)> {
    if !s.assaulted.is_empty() {
        return Vec::new();
    }
    let enemies = |h| {
        let around = s.game_data.board.neighbours(h).map(|(_, n)| n);
        around.filter(|&n| s.has_unit(n, s.active.enemy()))
    };
    let barred = |(unit, h)| {
        let facts = |target| AssaultFacts {
            s,
            unit: Some(unit),
            target,
        };
        (unit, shut(enemies(h), |target, v| ASSAULT_BARS.judge(&facts(target), v)))
    };
    s.on_map(s.active).map(barred).collect()
}

pub(crate) fn phase_candidates(s: &State, out: &mut Vec<Action>) {
    let start = out.len();
    for (_, from) in s.on_map(s.active) {
        for (_, to) in s.game_data.board.neighbours(from) {
            let action = Action::Assault(to);
            if s.has_unit(to, s.active.enemy()) && !out[start..].contains(&action) {
                out.push(action);
            }
        }
    }
    // The side decides only if it must attack, so only a house rule can let it end the phase.
    if s.amended() {
        out.push(Action::Done);
    }
}

/// Reports why the units adjacent to a hex may not attack it, each reason once.
fn judge_idle(s: &State, target: HexId, v: &mut Verdict) {
    for unit in around(s, target) {
        let mut why = Verdict::full();
        let unit = Some(unit);
        ASSAULT_BARS.judge(&AssaultFacts { s, unit, target }, &mut why);
        v.absorb(why);
    }
}

pub(crate) fn judge_phase(s: &State, action: Action, v: &mut Verdict) -> bool {
    match action {
        Action::Assault(target) => {
            let facts = AssaultFacts { s, unit: None, target };
            ASSAULT_BARS.judge(&facts, v);
            // If no unit may attack, the reasons of the adjacent units are the reason.
            if v.refused() && !v.settled() && facts.vain() {
                judge_idle(s, target, v);
            }
        }
        Action::Done => MELEE_END_BARS.judge(&EndFacts { s }, v),
        _ => return false,
    }
    true
}
