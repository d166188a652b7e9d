//! 12.0: the phases of fire, and the announcement of a shot.

use crate::action::Action;
use crate::casebook::cite;
use crate::components::{Side, UnitId};
use crate::rules::fire::shot::{firers, judge_firer, reach};
use crate::state::combat::Mode;
use crate::state::position::State;
use casus_core::{Bar, Bars, HexId, Place, Refusal, Refusals, Verdict};

/// The facts of an announcement.
///
/// Of the hex: who fires is asked of the list `shot`.
#[derive(Debug)]
pub struct AimFacts<'a> {
    /// The state.
    pub s: &'a State,
    /// In which phase.
    pub mode: Mode,
    /// The hex that is fired at.
    pub target: HexId,
    /// The unit that is asked about, if it is one alone.
    pub by: Option<UnitId>,
}

casus_core::questions!(AimFacts);

impl<'a> AimFacts<'a> {
    const fn new(s: &'a State, mode: Mode, target: HexId) -> Self {
        Self {
            s,
            mode,
            target,
            by: None,
        }
    }
}

type B = Bar<AimFacts<'static>>;

fn target(f: &AimFacts) -> Place {
    f.target.place()
}

impl AimFacts<'_> {
    /// Whose units are in the hex.
    fn holder(&self) -> Option<Side> {
        self.s.held_by(self.target)
    }
    /// Whether enemy units are there and no unit may fire at them.
    fn vain(&self) -> bool {
        let theirs = self.holder() == Some(self.mode.side(self.s).enemy());
        theirs && firers(self.s, self.target, self.mode).next().is_none()
    }
}

/// What forbids to announce a shot at a hex, in book order: asked of each hex with enemy units in a phase of fire. Named
/// `aim`.
pub static AIM_BARS: Bars<AimFacts> = Bars {
    name: "aim",
    list: &[
        B::by(cite!("12.0"), "friendly units are there").when(target, |f| f.holder() == Some(f.mode.side(f.s))),
        B::by(cite!("12.0", "R99"), "no enemy unit is there").when(target, |f| f.holder().is_none()),
        B::by(cite!("12.0"), "no unit may fire at it").when(target, |f| f.by.is_none() && f.vain()),
    ],
};

/// Whether a unit could fire at a hex in a phase of fire as things stand, whoever's decision is open (12.0).
///
/// What an interface asks to colour the field; it plays nothing.
///
/// # Errors
/// All that forbids it.
pub fn could_fire(s: &State, unit: UnitId, target: HexId, mode: Mode) -> Result<(), Refusals> {
    let mut v = Verdict::full();
    if unit.index() < s.units.len() && s.kit.board.contains(target) {
        let facts = AimFacts {
            s,
            mode,
            target,
            by: Some(unit),
        };
        AIM_BARS.judge(&facts, &mut v);
        judge_firer(s, unit, target, mode, &mut v);
    } else {
        v.refuse(Refusal::new(cite!("1.0"), "there is no such piece or hex"));
    }
    v.finish()
}

/// The hexes that hold units of a side, once each, in order.
fn held(s: &State, side: Side) -> impl Iterator<Item = HexId> + '_ {
    s.kit.board.ids().filter(move |&h| s.has_unit(h, side))
}

/// Whether the phase that is on waits for its side: a unit with fire strength has an enemy unit within reach (12.1). What
/// else forbids the shot, it is told when it asks for it.
pub(crate) fn in_reach(s: &State) -> bool {
    let Some(mode) = Mode::of(s) else {
        return false;
    };
    let side = mode.side(s);
    let enemy = |h, reach| s.on_map(side.enemy()).any(|(_, t)| s.kit.board.distance(h, t) <= reach);
    s.on_map(side)
        .any(|(u, h)| s.face(u).fire > 0 && enemy(h, reach(s.class(u))))
}

/// The only unit with fire strength that has a hex within its reach, if it is one.
fn lone_firer(s: &State, target: HexId, mode: Mode) -> Option<UnitId> {
    let near = |u: UnitId, h| s.kit.board.distance(h, target) <= reach(s.class(u));
    let mut units = s
        .on_map(mode.side(s))
        .filter(|&(u, h)| s.face(u).fire > 0 && near(u, h));
    let (unit, _) = units.next()?;
    units.next().is_none().then_some(unit)
}

/// The actions of a phase of fire: a superset of those allowed.
pub(crate) fn phase_candidates(s: &State, out: &mut Vec<Action>) {
    let Some(mode) = Mode::of(s) else { return };
    out.extend(held(s, mode.side(s).enemy()).map(Action::Aim));
    out.push(Action::Done);
}

pub(crate) fn judge_phase(s: &State, action: Action, v: &mut Verdict) -> bool {
    match (action, Mode::of(s)) {
        (Action::Aim(target), Some(mode)) => {
            AIM_BARS.judge(&AimFacts::new(s, mode, target), v);
            // Where it hangs on one unit, what keeps that unit from firing is the reason.
            if v.refused()
                && !v.settled()
                && s.has_unit(target, mode.side(s).enemy())
                && let Some(unit) = lone_firer(s, target, mode)
            {
                judge_firer(s, unit, target, mode, v);
            }
        }
        (Action::Done, Some(_)) => {}
        _ => return false,
    }
    true
}
