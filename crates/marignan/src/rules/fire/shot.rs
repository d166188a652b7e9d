//! 12.0, 12.1 and 12.3: which unit may fire at what; with 3.2 and 6.2.

use crate::casebook::cite;
use crate::components::{Class, Side, UnitId};
use crate::state::combat::Mode;
use crate::state::pieces::Marks;
use crate::state::position::State;
use crate::state::turn::Course;
use casus_core::cases::measures::RANGE;
use casus_core::{Bar, Bars, HexId, Place, Refusal, Verdict, Violation};

/// How far artillery fires, in hexes (12.1).
pub const ARTILLERY_RANGE: u32 = 4;
/// How far all other units fire, in hexes (12.1).
pub const OTHER_RANGE: u32 = 2;

/// The fire strength of a unit at a range (12.1); none beyond its reach, at range 0, or where nothing is left of it.
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

/// How far units of a class fire, in hexes (12.1).
pub(crate) const fn reach(class: Class) -> u32 {
    match class {
        Class::Artillery => ARTILLERY_RANGE,
        Class::Infantry | Class::Cavalry => OTHER_RANGE,
    }
}

/// The facts of one unit's part in a shot.
///
/// One unit and one hex: asked for the bars of a shot, and again for the strength that it brings.
#[derive(Debug)]
pub struct ShotFacts<'a> {
    /// The state of play.
    pub s: &'a State,
    /// The unit that would fire.
    pub unit: UnitId,
    /// In which phase.
    pub mode: Mode,
    /// Where it stands.
    pub from: HexId,
    /// The hex that it fires at.
    pub target: HexId,
    /// How far that is, in hexes.
    pub range: u32,
    /// Whether it is asked about only to compare: a target that the unit might have instead has no priority itself.
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
    /// Its strength at this range (12.1).
    fn strength(&self) -> Option<u32> {
        fire_strength(self.s.class(self.unit), self.printed(), self.range)
    }
    /// How far it fires, in hexes (12.1).
    fn reach(&self) -> u32 {
        reach(self.s.class(self.unit))
    }
    /// What it gains or loses by the range.
    pub(crate) fn by_range(&self) -> i32 {
        self.strength().map_or(0, |n| n as i32) - i32::from(self.printed())
    }
    /// Whether the target is in its ZOC (4.0).
    fn controls(&self) -> bool {
        self.s.zoc(self.unit).any(|h| h == self.target)
    }
    /// Whether it is out of command in this phase (6.2).
    fn strays(&self, mode: Mode) -> bool {
        self.mode == mode && self.s.out_of_command(self.unit)
    }
    /// Whether the target is in its arc of fire (3.2, ruling R54).
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
    /// A target within its reach at which nothing of its strength is left (ruling R58).
    fn too_weak(&self) -> Option<Violation> {
        let near = self.printed() > 0 && (1..=self.reach()).contains(&self.range);
        let need = 2 * self.range as i32 - 1;
        (near && self.strength().is_none())
            .then(|| Violation::lacks(self.unit.place(), "fire strength", need, self.printed().into()))
    }
    /// Whether the target is within its reach, and it does not see it.
    fn blind(&self) -> bool {
        let stacks = &self.s.stacks;
        let sees = || self.s.game_data.sees(self.from, self.target, |h| !stacks.is_empty(h));
        (2..=self.reach()).contains(&self.range) && !sees()
    }
    /// A hex that it may fire at and in whose ZOC it is, if the target is none such (12.3, ruling R55).
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

/// What forbids a unit to fire at a hex that holds enemy units, in book order: asked of each unit with fire strength and
/// each hex in a phase of fire. Named `shot`.
pub static SHOT_BARS: Bars<ShotFacts> = Bars {
    name: "shot",
    list: &[
        B::by(cite!("2.1"), "it is not of the side that fires in this phase")
            .when(unit, |f| f.s.side(f.unit) != f.mode.side(f.s)),
        B::by(cite!("3.2", "R54"), "the target is outside its arc of fire").when(unit, |f| !f.in_arc()),
        B::by(cite!("6.2"), "out of command it has no offensive fire").when(unit, |f| f.strays(Mode::Offensive)),
        B::by(cite!("6.2"), "out of command it fires only at enemies in its ZOC")
            .when(unit, |f| f.strays(Mode::Defensive) && !f.controls()),
        B::by(cite!("9.4", "R51"), "it is stacked with a hedgehog and fires as little as that does")
            .when(unit, |f| f.s.shares_hedgehog(f.unit)),
        B::by(cite!("12.0"), "it has no fire strength").when(unit, |f| f.printed() == 0),
        B::by(cite!("12.1"), "the target is out of range").violated(|f| f.too_far()),
        B::by(cite!("12.1", "R58"), "nothing of its strength is left at that range").violated(|f| f.too_weak()),
        B::by(cite!("12.2", "R52"), "it does not see the target").when(unit, |f| f.blind()),
        B::by(cite!("12.3"), "a hedgehog does not fire").when(unit, |f| f.s.hedgehog(f.unit)),
        B::by(cite!("12.3"), "a routed unit does not fire").when(unit, |f| f.s.routed(f.unit)),
        B::by(cite!("12.3"), "it has fired in this phase").when(unit, |f| f.s.unit(f.unit).marks.has(Marks::FIRED)),
        B::by(cite!("12.3", "R55"), "it may fire at units in whose ZOC it is, and they come first")
            .violated(|f| f.prior().map(|h| Violation::at(h.place()))),
    ],
};

impl Mode {
    /// The phase of fire that is on, if one is.
    pub(crate) fn of(s: &State) -> Option<Self> {
        Self::at(s.course()?)
    }
    /// The phase of fire that is a part of the turn.
    pub(crate) const fn at(course: Course) -> Option<Self> {
        match course {
            Course::DefensiveFire => Some(Self::Defensive),
            Course::OffensiveFire => Some(Self::Offensive),
            _ => None,
        }
    }
    /// The side that fires.
    pub(crate) const fn side(self, s: &State) -> Side {
        match self {
            Self::Defensive => s.active.enemy(),
            Self::Offensive => s.active,
        }
    }
}

/// Whether a unit may fire at a hex that holds enemy units, as things stand.
pub(crate) fn may_fire(s: &State, unit: UnitId, target: HexId, mode: Mode) -> bool {
    ShotFacts::new(s, unit, target, mode).is_some_and(|f| SHOT_BARS.permit(&f))
}

/// Who might fire at anything in a phase, and where they are: whoever has fire strength and has not fired. The list asks that
/// as well; house rules may repeal it, and then it is everybody.
pub(crate) fn armed(s: &State, mode: Mode) -> impl Iterator<Item = (UnitId, HexId)> + '_ {
    let able = |u| !s.unit(u).marks.has(Marks::FIRED) && s.face(u).fire > 0;
    s.on_map(mode.side(s)).filter(move |&(u, _)| s.amended() || able(u))
}

/// Those of the armed who may fire at a hex, in order. Who is farther than he reaches is not asked.
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

/// The units that may fire at a hex, in order.
pub(crate) fn firers(s: &State, target: HexId, mode: Mode) -> impl Iterator<Item = UnitId> + '_ {
    firers_of(s, armed(s, mode), target, mode)
}

pub(crate) fn judge_firer(s: &State, unit: UnitId, target: HexId, mode: Mode, v: &mut Verdict) {
    match ShotFacts::new(s, unit, target, mode) {
        Some(f) => SHOT_BARS.judge(&f, v),
        None => v.refuse(Refusal {
            at: unit.place(),
            ..Refusal::new(cite!("12.0"), "it is not on the map")
        }),
    }
}
