//! 12.0, 12.1 and 12.3: which unit may fire at which target; with 3.2 and 6.2.

use crate::casebook::cite;
use crate::components::{Class, Side, UnitId};
use crate::state::combat::Mode;
use crate::state::pieces::Marks;
use crate::state::position::State;
use crate::state::turn::Course;
use casus_core::cases::measures::RANGE;
use casus_core::{Bar, Bars, HexId, Place, Refusal, Verdict, Violation};

/// The range of artillery, in hexes (12.1).
pub const ARTILLERY_RANGE: u32 = 4;
/// The range of all other units, in hexes (12.1).
pub const OTHER_RANGE: u32 = 2;

/// Returns the fire strength of a unit at a range (12.1); `None` beyond its reach, at range 0, or if no strength is left.
pub const fn fire_strength(class: Class, fire: u8, range: u32) -> Option<u32> {
    if fire == 0 || range == 0 {
        return None;
    }
    let fire = fire as u32;
    match class {
        Class::Artillery if range <= ARTILLERY_RANGE => {
            let lost = 2 * (range - 1);
            if fire > lost { Some(fire - lost) } else { None }
        }
        Class::Infantry | Class::Cavalry if range == 1 => Some(fire),
        Class::Infantry | Class::Cavalry if range <= OTHER_RANGE => Some(1),
        _ => None,
    }
}

/// Returns the range of units of a class, in hexes (12.1).
pub(crate) const fn reach(class: Class) -> u32 {
    match class {
        Class::Artillery => ARTILLERY_RANGE,
        Class::Infantry | Class::Cavalry => OTHER_RANGE,
    }
}

/// The facts of one unit's part in a shot.
///
/// They concern one unit and one hex. The prohibitions of a shot use them, and so does the strength of the unit.
#[derive(Debug)]
pub struct ShotFacts<'a> {
    /// The current position.
    pub s: &'a State,
    /// The unit that would fire.
    pub unit: UnitId,
    /// The fire phase.
    pub mode: Mode,
    /// The hex of the unit.
    pub from: HexId,
    /// The target hex.
    pub target: HexId,
    /// The distance, in hexes.
    pub range: u32,
    /// Whether the target is an alternative that is judged only for comparison. Then no other target has priority over it.
    pub instead: bool,
}

casus_core::questions!(ShotFacts);

impl<'a> ShotFacts<'a> {
    pub(crate) fn new(s: &'a State, unit: UnitId, target: HexId, mode: Mode) -> Option<Self> {
        let from = s.hex(unit)?;
        Some(Self {
            s,
            unit,
            mode,
            from,
            target,
            range: s.game_data.board.distance(from, target),
            instead: false,
        })
    }
    pub(crate) fn printed(&self) -> u8 {
        self.s.face(self.unit).fire
    }
    /// The strength of the unit at this range (12.1).
    fn strength(&self) -> Option<u32> {
        fire_strength(self.s.class(self.unit), self.printed(), self.range)
    }
    /// The range of the unit, in hexes (12.1).
    fn reach(&self) -> u32 {
        reach(self.s.class(self.unit))
    }
    /// The change of strength by the range.
    pub(crate) fn by_range(&self) -> i32 {
        self.strength().map_or(0, |n| n as i32) - i32::from(self.printed())
    }
    /// Whether the target is in the ZOC of the unit (4.0).
    fn controls(&self) -> bool {
        self.s.zoc(self.unit).any(|h| h == self.target)
    }
    /// Whether the fire phase is `mode` and the unit is out of command (6.2).
    fn strays(&self, mode: Mode) -> bool {
        self.mode == mode && self.s.out_of_command(self.unit)
    }
    /// Whether the target is in the unit's arc of fire (3.2, ruling R54).
    fn in_arc(&self) -> bool {
        let board = &self.s.game_data.board;
        let all = self.s.routed(self.unit) || self.s.all_round(self.unit);
        all || self
            .s
            .unit(self.unit)
            .facing
            .in_arc(board.hex(self.from), board.hex(self.target))
    }
    fn too_far(&self) -> Option<Violation> {
        let far = self.printed() > 0 && self.range > self.reach();
        far.then(|| Violation::over(self.unit.place(), RANGE, self.range as i32, self.reach() as i32))
    }
    /// The violation if the target is in reach but no fire strength is left at that range (ruling R58).
    fn too_weak(&self) -> Option<Violation> {
        let near = self.printed() > 0 && (1..=self.reach()).contains(&self.range);
        let need = 2 * self.range as i32 - 1;
        (near && self.strength().is_none())
            .then(|| Violation::lacks(self.unit.place(), "fire strength", need, self.printed().into()))
    }
    /// Whether the target is in reach, but the unit does not see it.
    fn blind(&self) -> bool {
        let stacks = &self.s.stacks;
        let sees = || self.s.game_data.sees(self.from, self.target, |h| !stacks.is_empty(h));
        (2..=self.reach()).contains(&self.range) && !sees()
    }
    /// A legal target that has the unit in its ZOC, if the given target is none (12.3, ruling R55).
    fn prior(&self) -> Option<HexId> {
        let enemy = self.s.side(self.unit).enemy();
        let holders = || {
            let units = self.s.controllers(self.from, enemy);
            units.filter_map(|u| self.s.hex(u))
        };
        if self.instead || holders().any(|h| h == self.target) {
            return None;
        }
        let may = |&target: &HexId| {
            SHOT_BARS.permit(&ShotFacts {
                target,
                range: 1,
                instead: true,
                ..*self
            })
        };
        holders().find(may)
    }
}

fn unit(f: &ShotFacts) -> Place {
    f.unit.place()
}

type B = Bar<ShotFacts<'static>>;

/// What forbids firing at a hex with enemy units, in book order. Judged for each unit with fire strength and each hex in a
/// fire phase. Named `shot`.
pub static SHOT_BARS: Bars<ShotFacts> = Bars {
    name: "shot",
    list: &[
        B::by(cite!("2.1"), "the unit is not of the side that fires in this phase")
            .when(unit, |f| f.s.side(f.unit) != f.mode.side(f.s)),
        B::by(cite!("3.2", "R54"), "the target is outside the unit's arc of fire").when(unit, |f| !f.in_arc()),
        B::by(cite!("6.2"), "out of command the unit has no offensive fire").when(unit, |f| f.strays(Mode::Offensive)),
        B::by(cite!("6.2"), "out of command the unit fires only at enemies in its ZOC")
            .when(unit, |f| f.strays(Mode::Defensive) && !f.controls()),
        B::by(cite!("9.4", "R51"), "the unit is stacked with a hedgehog and fires as little as that does")
            .when(unit, |f| f.s.shares_hedgehog(f.unit)),
        B::by(cite!("12.0"), "the unit has no fire strength").when(unit, |f| f.printed() == 0),
        B::by(cite!("12.1"), "the target is out of range").violated(|f| f.too_far()),
        B::by(cite!("12.1", "R58"), "nothing of the unit's strength is left at that range").violated(|f| f.too_weak()),
        B::by(cite!("12.2", "R52"), "the unit does not see the target").when(unit, |f| f.blind()),
        B::by(cite!("12.3"), "a hedgehog does not fire").when(unit, |f| f.s.hedgehog(f.unit)),
        B::by(cite!("12.3"), "a routed unit does not fire").when(unit, |f| f.s.routed(f.unit)),
        B::by(cite!("12.3"), "the unit has fired in this phase")
            .when(unit, |f| f.s.unit(f.unit).marks.has(Marks::FIRED)),
        B::by(cite!("12.3", "R55"), "the unit may fire at units in whose ZOC it is, and they come first")
            .violated(|f| f.prior().map(|h| Violation::at(h.place()))),
    ],
};

impl Mode {
    /// Returns the fire phase in progress.
    pub(crate) fn of(s: &State) -> Option<Self> {
        Self::at(s.course()?)
    }
    /// Returns the fire phase that is this part of the turn.
    pub(crate) const fn at(course: Course) -> Option<Self> {
        match course {
            Course::DefensiveFire => Some(Self::Defensive),
            Course::OffensiveFire => Some(Self::Offensive),
            _ => None,
        }
    }
    /// Returns the side that fires.
    pub(crate) const fn side(self, s: &State) -> Side {
        match self {
            Self::Defensive => s.active.enemy(),
            Self::Offensive => s.active,
        }
    }
}

/// Whether a unit may fire at a hex with enemy units in this position.
pub(crate) fn may_fire(s: &State, unit: UnitId, target: HexId, mode: Mode) -> bool {
    ShotFacts::new(s, unit, target, mode).is_some_and(|f| SHOT_BARS.permit(&f))
}

/// Returns the units that can fire at all in a phase, with their hexes: those with fire strength that have not fired. The list
/// judges that too. House rules may repeal it, so under house rules all units are returned.
pub(crate) fn armed(s: &State, mode: Mode) -> impl Iterator<Item = (UnitId, HexId)> + '_ {
    let able = |u| !s.unit(u).marks.has(Marks::FIRED) && s.face(u).fire > 0;
    s.on_map(mode.side(s)).filter(move |&(u, _)| s.amended() || able(u))
}

/// Returns the units of `armed` that may fire at a hex, in order. Units out of range are skipped without judging them.
pub(crate) fn firers_of(
    s: &State,
    armed: impl Iterator<Item = (UnitId, HexId)>,
    target: HexId,
    mode: Mode,
) -> impl Iterator<Item = UnitId> {
    armed
        .filter(move |&(u, h)| s.amended() || s.game_data.board.distance(h, target) <= reach(s.class(u)))
        .filter(move |&(u, _)| may_fire(s, u, target, mode))
        .map(|(u, _)| u)
}

/// Returns the units that may fire at a hex, in order.
pub(crate) fn firers(s: &State, target: HexId, mode: Mode) -> impl Iterator<Item = UnitId> + '_ {
    firers_of(s, armed(s, mode), target, mode)
}

pub(crate) fn judge_firer(s: &State, unit: UnitId, target: HexId, mode: Mode, v: &mut Verdict) {
    match ShotFacts::new(s, unit, target, mode) {
        Some(f) => SHOT_BARS.judge(&f, v),
        None => v.refuse(Refusal::new(cite!("12.0"), "the piece is not on the map").about(unit.place())),
    }
}
