//! 12.0: the fire phases, and the announcement of a shot.

use crate::action::Action;
use crate::casebook::cite;
use crate::components::{Side, UnitId};
use crate::rules::fire::shot::{armed, firers, firers_of, judge_firer, reach};
use crate::state::combat::Mode;
use crate::state::position::State;
use casus_core::{Bar, Bars, HexId, Place, Refusal, Refusals, Verdict};

/// The facts of the announcement of a shot.
///
/// They concern the hex. The list `shot` judges the units that fire.
#[derive(Debug)]
pub struct AimFacts<'a> {
    /// The current position.
    pub s: &'a State,
    /// The fire phase.
    pub mode: Mode,
    /// The target hex.
    pub target: HexId,
    /// The unit to judge, if the question is about a single unit.
    pub by: Option<UnitId>,
    /// The units that can fire at all, if they are computed once for all targets.
    pub(crate) armed: Option<&'a [(UnitId, HexId)]>,
}

casus_core::questions!(AimFacts);

impl<'a> AimFacts<'a> {
    const fn new(s: &'a State, mode: Mode, target: HexId) -> Self {
        Self {
            s,
            mode,
            target,
            by: None,
            armed: None,
        }
    }
}

type B = Bar<AimFacts<'static>>;

fn target(f: &AimFacts) -> Place {
    f.target.place()
}

impl AimFacts<'_> {
    /// The side whose units are in the hex.
    fn holder(&self) -> Option<Side> {
        self.s.held_by(self.target)
    }
    /// Whether units that are possible targets are in the hex, and no unit may fire at them.
    fn vain(&self) -> bool {
        let theirs = self.holder() == Some(self.mode.side(self.s).enemy());
        let ours = self.s.amended() && self.holder() == Some(self.mode.side(self.s));
        (theirs || ours) && !self.threatened()
    }
    /// Whether any unit may fire at the hex.
    fn threatened(&self) -> bool {
        let Self { s, target, mode, .. } = *self;
        match self.armed {
            Some(armed) => firers_of(s, armed.iter().copied(), target, mode).next().is_some(),
            None => firers(s, target, mode).next().is_some(),
        }
    }
}

/// What forbids announcing a shot at a hex, in book order. Judged for each hex with enemy units in a fire phase. Named
/// `aim`.
pub static AIM_BARS: Bars<AimFacts> = Bars {
    name: "aim",
    list: &[
        B::by(cite!("12.0"), "friendly units are there").when(target, |f| f.holder() == Some(f.mode.side(f.s))),
        B::by(cite!("12.0", "R99"), "no enemy unit is there")
            .when(target, |f| f.holder().is_none())
            .always(),
        B::by(cite!("12.0"), "no unit may fire at the hex")
            .when(target, |f| f.by.is_none() && f.vain())
            .always(),
    ],
};

/// Checks whether a unit could fire at a hex in a fire phase in this position, whichever side decides (12.0).
///
/// An interface uses it to color the map. It does not change the position.
///
/// # Errors
/// Returns every rule that forbids the shot.
pub fn could_fire(s: &State, unit: UnitId, target: HexId, mode: Mode) -> Result<(), Refusals> {
    let mut v = Verdict::full();
    if unit.index() < s.units.len() && s.game_data.board.contains(target) {
        let facts = AimFacts {
            s,
            mode,
            target,
            by: Some(unit),
            armed: None,
        };
        AIM_BARS.judge(&facts, &mut v);
        judge_firer(s, unit, target, mode, &mut v);
    } else {
        v.refuse(Refusal::new(cite!("1.0"), "there is no such piece or hex"));
    }
    v.finish()
}

/// Returns the hexes with units of a side, once each, in order.
fn held(s: &State, side: Side) -> impl Iterator<Item = HexId> + use<> {
    let mut hexes: Vec<HexId> = s.on_map(side).map(|(_, h)| h).collect();
    hexes.sort_unstable();
    hexes.dedup();
    hexes.into_iter()
}

/// Returns the hexes that a side might fire at: those with enemy units. House rules may repeal the prohibition to fire at
/// friendly units; under house rules the hexes with friendly units are included.
fn fields(s: &State, side: Side) -> impl Iterator<Item = HexId> + '_ {
    let ours = s.amended().then(|| held(s, side));
    held(s, side.enemy()).chain(ours.into_iter().flatten())
}

/// Whether the current fire phase stops for a decision: an enemy unit is in reach of a unit with fire strength (12.1). Other
/// prohibitions are reported when the player asks for the shot. House rules may permit other units to fire, and at longer
/// range.
pub(crate) fn in_reach(s: &State) -> bool {
    let Some(mode) = Mode::of(s) else {
        return false;
    };
    let side = mode.side(s);
    let enemy = |h, reach| {
        s.on_map(side.enemy())
            .any(|(_, t)| s.game_data.board.distance(h, t) <= reach)
    };
    s.on_map(side)
        .any(|(u, h)| s.face(u).fire > 0 && enemy(h, reach(s.class(u))))
        || s.amended() && fields(s, side).any(|target| AIM_BARS.permit(&AimFacts::new(s, mode, target)))
}

/// Reports why units with fire strength may not fire at a hex that none of them may fire at, each reason once. It judges the
/// units that have the hex in reach, or else the units that are closest to having it in reach.
fn judge_idle(s: &State, target: HexId, mode: Mode, v: &mut Verdict) {
    let armed = || s.on_map(mode.side(s)).filter(|&(u, _)| s.face(u).fire > 0);
    let lack = |(u, h)| s.game_data.board.distance(h, target).saturating_sub(reach(s.class(u)));
    let least = armed().map(lack).min();
    for (unit, _) in armed().filter(|&at| Some(lack(at)) == least) {
        let mut why = Verdict::full();
        judge_firer(s, unit, target, mode, &mut why);
        v.absorb(why);
    }
}

/// Returns the hexes with enemy units in a unit's reach, or else the nearest of them.
pub(crate) fn targets(s: &State, unit: UnitId) -> Vec<HexId> {
    let Some(from) = s.hex(unit) else {
        return Vec::new();
    };
    let far = |h| s.game_data.board.distance(from, h);
    let all = || held(s, s.side(unit).enemy());
    let near = all().map(far).min().unwrap_or(0).max(reach(s.class(unit)));
    all().filter(|&h| far(h) <= near).collect()
}

/// Appends the legal actions of a fire phase. It finds the units that can fire once for all targets.
pub(crate) fn list_phase(s: &State, out: &mut Vec<Action>) {
    let Some(mode) = Mode::of(s) else { return };
    let armed: Vec<(UnitId, HexId)> = armed(s, mode).collect();
    let may = |&target: &HexId| {
        AIM_BARS.permit(&AimFacts {
            armed: Some(&armed),
            ..AimFacts::new(s, mode, target)
        })
    };
    out.extend(fields(s, mode.side(s)).filter(may).map(Action::Aim));
    out.push(Action::Done);
}

/// Appends the candidate actions of a fire phase, a superset of the legal ones.
pub(crate) fn phase_candidates(s: &State, out: &mut Vec<Action>) {
    let Some(mode) = Mode::of(s) else { return };
    out.extend(fields(s, mode.side(s)).map(Action::Aim));
    out.push(Action::Done);
}

pub(crate) fn judge_phase(s: &State, mode: Mode, action: Action, v: &mut Verdict) -> bool {
    match action {
        Action::Aim(target) => {
            AIM_BARS.judge(&AimFacts::new(s, mode, target), v);
            // If no unit may fire, the reasons of the units are the reason.
            if v.refused() && !v.settled() && s.has_unit(target, mode.side(s).enemy()) {
                judge_idle(s, target, mode, v);
            }
        }
        Action::Done => {}
        _ => return false,
    }
    true
}
