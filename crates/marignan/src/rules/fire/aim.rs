//! 12.0: the phases of fire, and the announcement of a shot.

use crate::action::Action;
use crate::casebook::cite;
use crate::components::{Side, UnitId};
use crate::rules::fire::shot::{armed, firers, firers_of, judge_firer, reach};
use crate::state::combat::Mode;
use crate::state::position::State;
use casus_core::{Bar, Bars, HexId, Place, Refusal, Refusals, Verdict};

/// The facts of an announcement.
///
/// Of the hex: who fires is asked of the list `shot`.
#[derive(Debug)]
pub struct AimFacts<'a> {
    /// The state of play.
    pub s: &'a State,
    /// In which phase.
    pub mode: Mode,
    /// The hex that is fired at.
    pub target: HexId,
    /// The unit that is asked about, if it is one alone.
    pub by: Option<UnitId>,
    /// Who might fire at anything, where it has been found for all targets.
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
    /// Whose units are in the hex.
    fn holder(&self) -> Option<Side> {
        self.s.held_by(self.target)
    }
    /// Whether units are there at which one fires, and no unit may fire at them.
    fn vain(&self) -> bool {
        let theirs = self.holder() == Some(self.mode.side(self.s).enemy());
        let ours = self.s.amended() && self.holder() == Some(self.mode.side(self.s));
        (theirs || ours) && !self.threatened()
    }
    /// Whether any unit may fire at it.
    fn threatened(&self) -> bool {
        let Self { s, target, mode, .. } = *self;
        match self.armed {
            Some(armed) => firers_of(s, armed.iter().copied(), target, mode).next().is_some(),
            None => firers(s, target, mode).next().is_some(),
        }
    }
}

/// What forbids to announce a shot at a hex, in book order: asked of each hex with enemy units in a phase of fire. Named
/// `aim`.
pub static AIM_BARS: Bars<AimFacts> = Bars {
    name: "aim",
    list: &[
        B::by(cite!("12.0"), "friendly units are there").when(target, |f| f.holder() == Some(f.mode.side(f.s))),
        B::by(cite!("12.0", "R99"), "no enemy unit is there")
            .when(target, |f| f.holder().is_none())
            .always(),
        B::by(cite!("12.0"), "no unit may fire at it")
            .when(target, |f| f.by.is_none() && f.vain())
            .always(),
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

/// The hexes that hold units of a side, once each, in order.
fn held(s: &State, side: Side) -> impl Iterator<Item = HexId> + use<> {
    let mut hexes: Vec<HexId> = s.on_map(side).map(|(_, h)| h).collect();
    hexes.sort_unstable();
    hexes.dedup();
    hexes.into_iter()
}

/// The hexes that a side might fire at: those of the enemy; under house rules, which may repeal that friends are spared, its own
/// too.
fn fields(s: &State, side: Side) -> impl Iterator<Item = HexId> + '_ {
    let ours = s.amended().then(|| held(s, side));
    held(s, side.enemy()).chain(ours.into_iter().flatten())
}

/// Whether the phase that is on waits for its side: a unit with fire strength has an enemy unit within reach (12.1). What
/// else forbids the shot, it is told when it asks for it. House rules may let others fire, and from further.
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

/// What keeps the units with fire strength from firing at a hex that none of them may fire at, each reason once: of all who
/// have it within their reach, or of those who lack least.
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

/// The hexes with enemy units within a unit's reach; else the nearest of them.
pub(crate) fn targets(s: &State, unit: UnitId) -> Vec<HexId> {
    let Some(from) = s.hex(unit) else {
        return Vec::new();
    };
    let far = |h| s.game_data.board.distance(from, h);
    let all = || held(s, s.side(unit).enemy());
    let near = all().map(far).min().unwrap_or(0).max(reach(s.class(unit)));
    all().filter(|&h| far(h) <= near).collect()
}

/// Appends what may be done in a phase of fire, with those who might fire found once for all targets.
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

/// The actions of a phase of fire: a superset of those allowed.
pub(crate) fn phase_candidates(s: &State, out: &mut Vec<Action>) {
    let Some(mode) = Mode::of(s) else { return };
    out.extend(fields(s, mode.side(s)).map(Action::Aim));
    out.push(Action::Done);
}

pub(crate) fn judge_phase(s: &State, mode: Mode, action: Action, v: &mut Verdict) -> bool {
    match action {
        Action::Aim(target) => {
            AIM_BARS.judge(&AimFacts::new(s, mode, target), v);
            // Where nobody may fire, what keeps them from it is the reason.
            if v.refused() && !v.settled() && s.has_unit(target, mode.side(s).enemy()) {
                judge_idle(s, target, mode, v);
            }
        }
        Action::Done => {}
        _ => return false,
    }
    true
}
