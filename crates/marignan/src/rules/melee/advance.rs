//! 13.3: the advance after a melee.

use crate::casebook::cite;
use crate::components::{Side, UnitId};
use crate::engine::Engine;
use crate::event::{Kept, What};
use crate::rules::melee::assault::around;
use crate::rules::movement::costs::step_cost;
use crate::state::combat::Bout;
use crate::state::pieces::{CommanderSet, Whereabouts};
use crate::state::position::State;
use casus_core::{Bar, Bars, HexId, PieceSet, Place};

/// The facts of an advance.
///
/// They concern the surviving attackers, after losses and tests.
#[derive(Debug)]
pub struct AdvanceFacts<'a> {
    /// The current position.
    pub s: &'a State,
    /// The melee that was fought.
    pub bout: &'a Bout,
    /// The unit that would advance.
    pub unit: UnitId,
}

casus_core::questions!(AdvanceFacts);

impl AdvanceFacts<'_> {
    fn full(&self, side: Side) -> bool {
        let one = PieceSet::one(self.unit.0);
        self.s.active == side && !self.s.room(self.bout.target, side, one)
    }
    fn enemy(&self) -> Side {
        self.s.active.enemy()
    }
    /// The hex of the unit, if it is adjacent to the target.
    fn from(&self) -> Option<HexId> {
        let from = self.s.hex(self.unit)?;
        self.s.game_data.board.direction(from, self.bout.target)?;
        Some(from)
    }
    /// Whether the unit is adjacent to the target, and terrain closes the target to it.
    fn closed(&self) -> bool {
        let one = PieceSet::one(self.unit.0);
        let cost = |from| step_cost(self.s, self.unit, Some(from), self.bout.target, one);
        self.from().is_some_and(|from| cost(from).is_none())
    }
    fn advanced(&self) -> bool {
        self.bout.advanced.contains(self.unit.0)
    }
}

fn unit(f: &AdvanceFacts) -> Place {
    f.unit.place()
}

fn target(f: &AdvanceFacts) -> Place {
    f.bout.target.place()
}

type B = Bar<AdvanceFacts<'static>>;

/// What forbids an advance, in book order. Judged for each attacker after a melee. Enemy ZOCs prohibit it only for units of
/// a demoralized corps (8.3, ruling R12). Named `advance`.
pub static ADVANCE_BARS: Bars<AdvanceFacts> = Bars {
    name: "advance",
    list: &[
        B::by(cite!("5.1"), "the Swiss may not stack so").when(target, |f| f.full(Side::Swiss)),
        B::by(cite!("5.2"), "the French may not stack so").when(target, |f| f.full(Side::French)),
        B::by(cite!("8.3", "R12"), "units of a demoralized corps do not enter an enemy ZOC")
            .when(unit, |f| f.s.in_zoc(f.bout.target, f.enemy()) && f.s.shaken(f.unit)),
        B::by(cite!("9.0", "R71"), "the terrain is closed to the unit").when(unit, |f| f.closed()),
        B::by(cite!("9.4", "R71"), "a hedgehog does not move").when(unit, |f| f.s.hedgehog(f.unit)),
        B::by(cite!("13.3"), "the defenders still hold the hex")
            .when(target, |f| f.s.has_unit(f.bout.target, f.enemy()))
            .always(),
        B::by(cite!("13.3"), "the unit took no part in the melee").when(unit, |f| !f.bout.attackers.contains(f.unit.0)),
        B::by(cite!("13.3"), "the unit has advanced already")
            .when(unit, |f| f.advanced())
            .always(),
        B::by(cite!("13.3"), "the unit is not next to the hex")
            .when(unit, |f| f.from().is_none() && !f.advanced())
            .always(),
        B::by(cite!("13.3", "R71"), "a routed unit does not advance").when(unit, |f| f.s.routed(f.unit)),
    ],
};

/// Returns the attackers that only rules keep out of the hex that the defenders have left.
pub(crate) fn held_back(s: &State, bout: &Bout) -> Vec<Kept> {
    if s.has_unit(bout.target, s.active.enemy()) || !bout.advanced.is_empty() {
        return Vec::new();
    }
    let alive = bout.attackers.iter().map(UnitId).filter(|&u| s.hex(u).is_some());
    alive
        .filter_map(|unit| Kept::by(unit, |v| ADVANCE_BARS.judge(&AdvanceFacts { s, bout, unit }, v)))
        .collect()
}

/// Returns the units that might advance: the attackers. House rules may repeal that, so under house rules all units of the
/// side around the hex too.
pub(crate) fn victors(s: &State, bout: &Bout) -> impl Iterator<Item = UnitId> + use<> {
    let near = around(s, bout.target).filter(|_| s.amended());
    let all: PieceSet = near.map(|u| u.0).collect();
    bout.attackers.union(all).iter().map(UnitId)
}

pub(crate) fn advances(s: &State, bout: &Bout) -> bool {
    victors(s, bout).any(|unit| ADVANCE_BARS.permit(&AdvanceFacts { s, bout, unit }))
}

impl Engine<'_> {
    /// 13.3: moves a unit into the hex, with the commanders who accompany it.
    pub(crate) fn go_forward(&mut self, unit: UnitId, to: HexId, along: CommanderSet) {
        let Some(from) = self.s.hex(unit) else { return };
        self.s.put(unit, Whereabouts::Map(to));
        self.bring(along, to);
        let successors = self.successors(along.iter());
        self.say(cite!("13.3"), || What::Advanced {
            unit,
            commanders: along.iter().collect(),
            successors,
            from,
            to,
        });
        self.align(unit, to);
        self.rough(unit, Some(from), to);
    }
}
