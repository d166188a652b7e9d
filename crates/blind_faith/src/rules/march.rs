//! Movement of a stack (8.1 to 8.7, 14.0): selecting units, steps, and meeting enemies.

use crate::action::Action;
use crate::casebook::cite;
use crate::components::{Side, UnitId};
use crate::data::ways::{Heading, Sight};
use crate::engine::Engine;
use crate::event::What;
use crate::options::Choice;
use crate::rules::garrison::{asks_garrison, may_go_inside};
use crate::rules::interception::{may_be_intercepted, stops};
use crate::rules::stacking::{attack_mixed, crusading, may_share, must_part, strands_those, with_danes};
use crate::rules::taking::{TAKE_BARS, TakeFacts, curable, held, shut_in, spent};
use crate::state::march::{March, those};
use crate::state::pieces::{Done, Whereabouts};
use crate::state::position::{State, hex_of};
use crate::state::stage::{Entry, Stage};
use casus_core::cases::measures::MP;
use casus_core::{Bar, Bars, Dir, Flow, HexId, PieceSet, Place, Procedures, Verdict, Violation};

/// The facts of a step.
///
/// The stack is in the hex that it would leave. The other hex may be any hex.
#[derive(Debug)]
pub struct StepFacts<'a> {
    /// The current position.
    pub s: &'a State,
    /// The stack that would step.
    pub march: March,
    /// The hex of the stack.
    pub from: HexId,
    /// The hex to enter.
    pub to: HexId,
    /// The direction, if the hexes are adjacent.
    pub dir: Option<Dir>,
}

/// The facts of adding a unit to the selected stack, or leaving it behind.
#[derive(Debug)]
pub struct JoinFacts<'a> {
    /// The current position.
    pub s: &'a State,
    /// The selected stack.
    pub march: March,
    /// The unit that would join or leave.
    pub unit: UnitId,
}

/// The facts of a halt, a fight or a siege in the hex of the stack.
#[derive(Debug)]
pub struct StandFacts<'a> {
    /// The current position.
    pub s: &'a State,
    /// The stack that would stop.
    pub march: March,
    /// The hex of the stack.
    pub hex: HexId,
}

casus_core::questions!(StepFacts, JoinFacts, StandFacts);
type S = Bar<StepFacts<'static>>;
type J = Bar<JoinFacts<'static>>;
type H = Bar<StandFacts<'static>>;

impl StepFacts<'_> {
    /// The violation if the unit with the fewest points has too few for the step.
    fn short(&self) -> Option<Violation> {
        let dir = self.dir?;
        let need = self.s.game_data().step(self.from, dir);
        let poorest = those(self.march.units).min_by_key(|&u| self.s.left(u))?;
        let have = self.s.left(poorest);
        (have < need).then(|| Violation::lacks(poorest.place(), MP, need.into(), have.into()))
    }
    fn side(&self) -> Option<Side> {
        those(self.march.units).next().map(|u| self.s.side(u))
    }
    /// Returns the units of the side that would be in a hex with the stack.
    fn company(&self, side: Side, hex: HexId) -> impl Iterator<Item = UnitId> {
        let there = self.s.own_at(hex, side).filter(|&u| !self.march.units.contains(u.0));
        there.chain(those(self.march.units))
    }
    /// Whether they may be in one hex.
    fn shares(&self, hex: HexId) -> bool {
        self.side()
            .is_none_or(|side| may_share(self.s, side, self.company(side, hex)))
    }
    /// Whether they may stay in one hex. By the other reading of ruling R-49, at Breslau in Turn 1, not even with the Legate.
    fn lodges(&self, hex: HexId) -> bool {
        self.side()
            .is_none_or(|side| !must_part(self.s, side, hex, self.company(side, hex)))
    }
    /// Whether friends are there with whom the stack may not stay, and it could not go on.
    fn trapped(&self) -> bool {
        let friends = |side| self.s.own_at(self.to, side).next().is_some();
        self.side().is_some_and(friends) && !self.shares(self.to) && self.stuck()
    }
    /// Whether the stack would be among the units of the set-up at Breslau that must part with or without the Legate (ruling
    /// R-49), and could not go on.
    fn stuck_at_breslau(&self) -> bool {
        self.shares(self.to) && !self.lodges(self.to) && self.stuck()
    }
    /// Whether the stack cannot go on from there to a hex where it may stay. By 18.4 a battle there costs a point first.
    fn stuck(&self) -> bool {
        let s = self.s;
        let (Some(dir), Some(side)) = (self.dir, self.side()) else {
            return false;
        };
        if those(self.march.units).all(|u| held(s, u, self.to)) {
            return true;
        }
        let have = those(self.march.units).map(|u| s.left(u)).min().unwrap_or(0);
        let step = s.game_data().step(self.from, dir);
        if have < step {
            return false;
        }
        let fought = s.opts(Choice::Rounds) && self.battle_is_certain();
        let then = |u| s.left(u).saturating_sub(step + u8::from(fought && s.fights(u)));
        let budget = those(self.march.units).map(then).min().unwrap_or(0);
        let mut found = false;
        let sight = |at: HexId| {
            if at == self.to {
                return Sight::Open;
            }
            if those(self.march.units).any(|u| s.closed_to(at, s.faction(u))) {
                return Sight::Shut;
            }
            found = self.lodges(at);
            match (found, stops(s, at, side)) {
                (true, _) => Sight::Found,
                (_, true) => Sight::Shut,
                _ => Sight::Open,
            }
        };
        s.game_data().net().costs(Heading::Out, [(self.to, 0)], budget, sight);
        !found
    }
    /// Whether Danes are among the units that would be there.
    fn danish(&self) -> bool {
        self.side()
            .is_some_and(|side| with_danes(self.s, self.company(side, self.to)))
    }
    /// By 18.4: whether a battle in the field is certain there, and no unit of the stack would have a point left for its first
    /// round.
    fn spent(&self) -> bool {
        let s = self.s;
        let Some(dir) = self.dir else { return false };
        let mut fighting = those(self.march.units).filter(|&u| s.fights(u));
        self.battle_is_certain() && fighting.all(|u| s.left(u) <= s.game_data().step(self.from, dir))
    }
    /// Whether enemies that stop the stack are in the field there, and could not go inside.
    fn battle_is_certain(&self) -> bool {
        let s = self.s;
        let fighter = those(self.march.units).find(|&u| s.fights(u));
        fighter.is_some_and(|u| {
            let (side, enemy) = (s.side(u), s.side(u).enemy());
            stops(s, self.to, side) && s.in_field(self.to, enemy).next().is_some() && !may_go_inside(s, self.to, enemy)
        })
    }
    /// Whether the Legate would go with the stack, and the units that stay, and could not move off, would be a forbidden mix.
    fn strands(&self) -> bool {
        strands_those(self.s, self.march.units, |u| !curable(self.s, u))
    }
    fn closed(&self, by_award: bool) -> bool {
        let land = self.s.game_data().land(self.to);
        let shut = |u: UnitId| self.s.closed_to(self.to, self.s.faction(u));
        let award = self.s.poland && land.closes();
        award == by_award && those(self.march.units).any(shut)
    }
}

fn there(f: &StepFacts) -> Place {
    f.to.place()
}

/// The list `step`: what keeps a stack from entering a hex (8.1, 8.3, 4.1, 14.0).
pub static STEP_BARS: Bars<StepFacts> = Bars {
    name: "step",
    list: &[
        S::by(cite!("8.1"), "the unit goes to adjacent hexes")
            .when(there, |f| f.dir.is_none())
            .always(),
        S::by(cite!("4.1", "R-11"), "the land is closed since the Award").when(there, |f| f.closed(true)),
        S::by(cite!("14.0"), "the Kingdom of Poland is closed to the unit").when(there, |f| f.closed(false)),
        S::by(cite!("8.8.2", "R-66"), "the unit is shut in by a Blockade")
            .when(there, |f| those(f.march.units).any(|u| shut_in(f.s, u))),
        S::by(cite!("8.1"), "the unit has intercepted this turn")
            .when(there, |f| those(f.march.units).any(|u| spent(f.s, u))),
        S::by(cite!("8.3"), "the unit has not points enough").violated(|f| f.short()),
        S::by(cite!("18.4", "G-2"), "the unit would have no point left for the battle there")
            .when(there, |f| f.s.opts(Choice::Rounds) && f.dir.is_some() && f.short().is_none() && f.spent()),
        S::by(cite!("8.6.2", "R-50"), "the unit could not go on from those there with whom it may not stack")
            .when(there, |f| !crusading(f.s) && !f.danish() && f.trapped()),
        S::by(cite!("8.6.4", "R-50"), "factions march together only with the Legate")
            .when(there, |f| motley(f.s, f.march.units)),
        S::by(cite!("8.6.4", "R-50"), "the unit could not go on from those there with whom it may not stack")
            .when(there, |f| crusading(f.s) && !f.danish() && f.trapped()),
        S::by(cite!("6.3.3", "R-37"), "Danes stack with no others, and the unit could not go on from those there")
            .when(there, |f| f.danish() && f.trapped()),
        S::by(cite!("8.6.4", "R-49"), "the factions must part at Breslau, and the unit could not go on from there")
            .when(there, |f| f.stuck_at_breslau()),
        S::by(cite!("8.6.4", "R-50"), "those whom the Legate leaves could not part any more")
            .when(|f| f.from.place(), |f| f.strands()),
    ],
};

fn joiner(f: &JoinFacts) -> Place {
    f.unit.place()
}

/// The list `join`: what keeps a unit from joining the selected stack (8.1, 8.6.2, 8.6.4).
pub static JOIN_BARS: Bars<JoinFacts> = Bars {
    name: "join",
    list: &[
        J::by(cite!("8.1"), "the unit is in the stack")
            .when(joiner, |f| f.march.units.contains(f.unit.0))
            .always(),
        J::by(cite!("8.1"), "the unit is not where the stack is")
            .when(joiner, |f| f.s.hex(f.unit).is_none() || f.s.hex(f.unit) != hex_of(f.s, f.march.units))
            .always(),
        J::by(cite!("8.6.2", "R-50"), "factions that may not stack do not march together")
            .when(joiner, |f| !crusading(f.s) && f.joins_mixed() && !f.danish()),
        J::by(cite!("8.6.4", "R-50"), "factions march together only with the Legate")
            .when(joiner, |f| crusading(f.s) && f.joins_mixed() && !f.danish()),
        J::by(cite!("6.3.3", "R-37"), "Danes stack with no others").when(joiner, |f| f.joins_mixed() && f.danish()),
    ],
};

/// Whether units of one side are of factions that cannot stack.
fn motley(s: &State, units: PieceSet) -> bool {
    let first = those(units).next();
    first.is_some_and(|u| !may_share(s, s.side(u), those(units)))
}

/// The list `leave`: what keeps a unit from leaving the selected stack (8.1, 8.6.2, 8.6.4).
pub static LEAVE_BARS: Bars<JoinFacts> = Bars {
    name: "leave",
    list: &[
        J::by(cite!("8.1"), "the unit is not in the stack")
            .when(joiner, |f| !f.march.units.contains(f.unit.0))
            .always(),
        J::by(cite!("8.1"), "nobody else is in the stack")
            .when(joiner, |f| f.march.units.len() < 2)
            .always(),
        J::by(cite!("8.6.2", "R-50"), "the unit would stay with factions with which it may not stack")
            .when(joiner, |f| !crusading(f.s) && f.stays_mixed() && !with_danes(f.s, f.those_there())),
        J::by(cite!("8.6.4", "R-50"), "the unit would stay with factions with which it may not stack")
            .when(joiner, |f| crusading(f.s) && f.stays_mixed() && !with_danes(f.s, f.those_there())),
        J::by(cite!("6.3.3", "R-37"), "Danes stack with no others")
            .when(joiner, |f| f.stays_mixed() && with_danes(f.s, f.those_there())),
        J::by(cite!("8.6.4", "R-50"), "those who go on would be of factions that may not stack").when(joiner, |f| {
            let mut rest = f.march.units;
            rest.remove(f.unit.0);
            motley(f.s, rest) && !motley(f.s, f.march.units)
        }),
    ],
};

fn here(f: &StandFacts) -> Place {
    f.hex.place()
}

impl JoinFacts<'_> {
    fn danish(&self) -> bool {
        with_danes(self.s, those(self.march.units).chain([self.unit]))
    }
    fn joins_mixed(&self) -> bool {
        motley(self.s, self.march.units.union(PieceSet::one(self.unit.0)))
    }
    /// Returns the units with which the unit would stay, including itself.
    fn those_there(&self) -> impl Iterator<Item = UnitId> {
        let side = self.s.side(self.unit);
        let there = self
            .s
            .hex(self.unit)
            .into_iter()
            .flat_map(move |hex| self.s.own_at(hex, side));
        there.filter(|u| !self.march.units.contains(u.0)).chain([self.unit])
    }
    /// Whether the unit would stay in a forbidden mix (ruling R-50). A unit that has entered the hex would make one. A unit that
    /// has fought or besieged where it was has ended its move; it would keep a mix that no others could part, and that no Legate
    /// who stays permits.
    fn stays_mixed(&self) -> bool {
        let (s, side) = (self.s, self.s.side(self.unit));
        let mixed = |those: &dyn Fn(UnitId) -> bool| !may_share(s, side, self.those_there().filter(|&u| those(u)));
        let fixed = |u: UnitId| u == self.unit || !curable(s, u);
        if self.march.moved.contains(self.unit.0) {
            return mixed(&|_| true);
        }
        self.march.acted.contains(self.unit.0) && mixed(&fixed) && mixed(&|u| fixed(u) || s.counter(u).legate())
    }
}

impl StandFacts<'_> {
    fn side(&self) -> Option<Side> {
        those(self.march.units).next().map(|u| self.s.side(u))
    }
    fn enemies(&self) -> bool {
        self.side()
            .is_some_and(|side| self.s.in_field(self.hex, side.enemy()).next().is_some())
    }
    fn garrison(&self) -> bool {
        self.side()
            .is_some_and(|side| self.s.garrison(self.hex, side.enemy()).next().is_some())
    }
    fn danish(&self) -> bool {
        self.side()
            .is_some_and(|side| with_danes(self.s, self.s.own_at(self.hex, side)))
    }
    fn fighters(&self) -> bool {
        those(self.march.units).any(|u| self.s.fights(u))
    }
    /// Whether the stack would stay in a forbidden mix and could go on instead (ruling R-50). A stack that has entered the hex
    /// would make one. A stack that was there would keep a mix that no others could part. Neither applies if a Legate in the hex
    /// permits the mix (8.6.4): after the halt he does not leave them.
    fn mixes(&self) -> bool {
        let (s, march) = (self.s, self.march);
        let Some(side) = self.side() else { return false };
        let stays = |u: UnitId| march.has_come() || march.units.contains(u.0) || !curable(s, u);
        let mixed = |legate: bool| {
            let those = |&u: &UnitId| stays(u) || (legate && s.counter(u).legate());
            must_part(s, side, self.hex, s.own_at(self.hex, side).filter(those))
        };
        mixed(false) && mixed(true) && (goes_on(s, march) || goes_on(s, self.comers()))
    }
    /// Returns the units of the stack that have entered a hex; the stack may leave units behind that it selected there.
    fn comers(&self) -> March {
        let came = |&u: &u8| self.march.moved.contains(u);
        March {
            units: self.march.units.iter().filter(came).collect(),
            ..self.march
        }
    }
    /// Whether the stack itself is of factions that cannot stack.
    fn motley(&self) -> bool {
        motley(self.s, self.march.units)
    }
    fn comes_out_mixed(&self) -> bool {
        let all = all_out(self.s, self.hex, self.march.units);
        self.side()
            .is_some_and(|side| attack_mixed(self.s, side, self.hex, all))
    }
}

/// Returns the units that fight if a stack attacks where it is: a unit that comes out of a place brings the whole garrison (ruling
///
fn all_out(s: &State, hex: HexId, stack: PieceSet) -> PieceSet {
    let inside = those(stack).find(|&u| s.unit(u).inside);
    let garrison = inside.into_iter().flat_map(|u| s.garrison(hex, s.side(u)));
    stack.union(garrison.map(|u| u.0).collect())
}

/// Whether a stack could still enter another hex.
fn goes_on(s: &State, march: March) -> bool {
    let near = hex_of(s, march.units).into_iter();
    let mut steps = near.flat_map(|hex| s.game_data().board.neighbours(hex));
    steps.any(|(_, to)| step_facts(s, march, to).is_some_and(|f| STEP_BARS.permit(&f)))
}

// The entries that `halt` and `besiege` share.
const TOGETHER: H = H::by(cite!("8.6.2", "R-50"), "factions that may not stack would be together")
    .when(here, |f| !crusading(f.s) && f.mixes() && !f.danish());
const TOGETHER_IN_A_CRUSADE: H = H::by(cite!("8.6.4", "R-50"), "factions that may not stack would be together")
    .when(here, |f| crusading(f.s) && f.mixes() && !f.danish());

/// The list `halt`: what keeps a stack from ending its move in a hex (8.6).
pub static HALT_BARS: Bars<StandFacts> = Bars {
    name: "halt",
    list: &[
        TOGETHER,
        TOGETHER_IN_A_CRUSADE,
        H::by(cite!("6.3.3", "R-37"), "Danes stack with no others").when(here, |f| f.mixes() && f.danish()),
    ],
};

/// The list `fight`: what keeps a stack from attacking enemies in the field in its hex (9.0, ruling R-66).
pub static FIGHT_BARS: Bars<StandFacts> = Bars {
    name: "fight",
    list: &[
        H::by(cite!("9.0"), "no enemy is in the field there")
            .when(here, |f| !f.enemies())
            .always(),
        H::by(cite!("8.8.4"), "a garrison within walls is not in the field")
            .when(here, |f| f.garrison() && !f.enemies()),
        H::by(cite!("9.0"), "nobody in the stack fights").when(here, |f| !f.fighters()),
        H::by(cite!("10.0"), "a garrison within walls is besieged").when(here, |f| f.garrison() && !f.enemies()),
        H::by(cite!("8.6.2", "R-50"), "factions that may not stack do not attack together")
            .when(here, |f| !crusading(f.s) && f.comes_out_mixed()),
        H::by(cite!("8.6.4", "R-50"), "factions attack together only under the Legate")
            .when(here, |f| crusading(f.s) && f.comes_out_mixed()),
        H::by(cite!("18.4", "G-2"), "the unit has no point left for a round").when(here, |f| {
            f.s.opts(Choice::Rounds) && f.fighters() && those(f.march.units).all(|u| !f.s.fights(u) || f.s.left(u) == 0)
        }),
    ],
};

/// The list `besiege`: what keeps a stack from besieging a garrison in its hex (10.0). A Blockade may end its move there, so
/// what keeps it from halting keeps it from besieging too (8.6, ruling R-50).
pub static BESIEGE_BARS: Bars<StandFacts> = Bars {
    name: "besiege",
    list: &[
        H::by(cite!("10.0"), "no garrison is there")
            .when(here, |f| !f.garrison())
            .always(),
        H::by(cite!("10.0"), "nobody in the stack fights").when(here, |f| !f.fighters()),
        H::by(cite!("8.6.4", "R-50"), "factions attack together only under the Legate").when(here, |f| f.motley()),
        TOGETHER,
        TOGETHER_IN_A_CRUSADE,
        H::by(cite!("6.3.3", "R-37"), "Danes stack with no others").when(here, |f| f.mixes() && f.danish()),
    ],
};

fn step_facts(s: &State, march: March, to: HexId) -> Option<StepFacts<'_>> {
    let from = hex_of(s, march.units)?;
    let dir = s.game_data().board.direction(from, to);
    Some(StepFacts {
        s,
        march,
        from,
        to,
        dir,
    })
}

pub(crate) fn march_candidates(s: &State, march: March, out: &mut Vec<Action>) {
    let Some(hex) = hex_of(s, march.units) else { return };
    let Some(side) = those(march.units).next().map(|u| s.side(u)) else {
        return;
    };
    out.extend(s.game_data().board.neighbours(hex).map(|(_, to)| Action::Step(to)));
    let others = s.own_at(hex, side).filter(|&u| !march.units.contains(u.0));
    let before = out.len();
    out.extend(others.map(Action::Join));
    if out.len() > before {
        out.push(Action::JoinAll);
    }
    if march.units.len() > 1 {
        out.extend(those(march.units).map(Action::Leave));
    }
    out.extend([Action::Fight, Action::Besiege, Action::Halt]);
}

fn judge_join(s: &State, march: March, unit: UnitId, v: &mut Verdict) {
    JOIN_BARS.judge(&JoinFacts { s, march, unit }, v);
    TAKE_BARS.judge(&TakeFacts { s, unit }, v);
}

/// Returns the other units in the hex that may join.
fn joiners(s: &State, march: March) -> Vec<UnitId> {
    let Some(hex) = hex_of(s, march.units) else {
        return Vec::new();
    };
    let side = those(march.units).next().map_or(Side::Hussite, |u| s.side(u));
    let may = |&u: &UnitId| {
        let mut v = Verdict::quick();
        judge_join(s, march, u, &mut v);
        !v.refused()
    };
    let others = s.own_at(hex, side).filter(|&u| !march.units.contains(u.0));
    others.filter(may).collect()
}

pub(crate) fn judge_march(s: &State, march: March, action: Action, v: &mut Verdict) -> bool {
    let Some(hex) = hex_of(s, march.units) else {
        return false;
    };
    let stand = StandFacts { s, march, hex };
    match action {
        Action::Step(to) => {
            let Some(facts) = step_facts(s, march, to) else {
                return false;
            };
            STEP_BARS.judge(&facts, v);
        }
        Action::Join(unit) => judge_join(s, march, unit, v),
        Action::JoinAll => {
            if joiners(s, march).is_empty() {
                v.refuse(casus_core::Refusal {
                    at: hex.place(),
                    ..casus_core::Refusal::new(cite!("8.1"), "nobody else there may join")
                });
            }
        }
        Action::Leave(unit) => LEAVE_BARS.judge(&JoinFacts { s, march, unit }, v),
        Action::Fight => FIGHT_BARS.judge(&stand, v),
        Action::Besiege => BESIEGE_BARS.judge(&stand, v),
        Action::Halt => HALT_BARS.judge(&stand, v),
        _ => return false,
    }
    true
}

impl Engine<'_> {
    /// Runs a selected stack. It is over when no unit is left in it. Its owner decides after the enemy has declined to intercept.
    pub(crate) fn marching(&mut self, march: March) -> Flow<Stage> {
        let left: PieceSet = those(march.units)
            .filter(|&u| self.s.hex(u).is_some() && !self.s.unit(u).done.has(Done::HALTED))
            .map(|u| u.0)
            .collect();
        if left.is_empty() {
            self.s.quiet = false;
            return Flow::Done;
        }
        let mut now = March { units: left, ..march };
        if march.stepped {
            self.set_top(Stage::March(now));
            let target = hex_of(self.s, left);
            let opens = may_be_intercepted(self.s, target);
            now.stepped = false;
            self.set_top(Stage::March(now));
            return if opens {
                Flow::Call(Stage::Intercept { target })
            } else {
                Flow::Next
            };
        }
        self.set_top(Stage::March(now));
        Flow::Ask
    }

    pub(crate) fn enact_march(&mut self, march: March, action: Action) {
        let Some(hex) = hex_of(self.s, march.units) else { return };
        match action {
            Action::Join(unit) => self.gather(march, core::iter::once(unit)),
            Action::JoinAll => {
                // One after the other: a Legate lets others join (7.4).
                let mut march = march;
                while let Some(&unit) = joiners(self.s, march).first() {
                    march.units.insert(unit.0);
                }
                self.gather(march, core::iter::empty());
            }
            Action::Leave(unit) => {
                let mut march = march;
                march.units.remove(unit.0);
                // A unit that joined in this hex has not acted with the stack (ruling R-60).
                if march.acted.contains(unit.0) {
                    march.shed.insert(unit.0);
                    self.s.unit_mut(unit).done.set(Done::HALTED);
                    self.say(cite!("8.4"), || What::Halted { units: vec![unit] });
                }
                self.set_top(Stage::March(march));
            }
            Action::Step(to) => self.step_to(march, hex, to),
            Action::Fight => {
                self.act(march);
                self.come_out(all_out(self.s, hex, march.units));
                // Friends of the enemy may intercept, as when a stack enters the hex (8.7).
                let step = Entry::Window;
                self.call(Stage::Entry { hex, step });
            }
            Action::Besiege => {
                self.act(march);
                let step = Entry::Window;
                self.call(Stage::Entry { hex, step });
            }
            _ => self.halt(march.units),
        }
    }

    /// Records that the selected units fight or besiege where they are.
    fn act(&mut self, march: March) {
        self.set_top(Stage::March(March {
            acted: march.acted.union(march.units),
            ..march
        }));
    }

    fn gather(&mut self, march: March, units: impl Iterator<Item = UnitId>) {
        let mut march = march;
        for unit in units {
            march.units.insert(unit.0);
        }
        self.set_top(Stage::March(march));
        self.changed = true;
    }

    /// Ends the move of a stack (8.1, 8.4).
    pub(crate) fn halt(&mut self, units: PieceSet) {
        let all: Vec<UnitId> = those(units).filter(|&u| self.s.hex(u).is_some()).collect();
        for &u in &all {
            self.s.unit_mut(u).done.set(Done::HALTED);
        }
        self.say(cite!("8.1"), || What::Halted { units: all });
    }

    /// Brings units out of the walls, for a battle in the field (ruling R-66).
    pub(crate) fn come_out(&mut self, units: PieceSet) {
        for u in those(units) {
            if !self.s.counter(u).guard {
                self.s.unit_mut(u).inside = false;
            }
        }
    }

    /// 8.3: pays for the step, enters the hex, and meets enemies there.
    fn step_to(&mut self, march: March, from: HexId, to: HexId) {
        let Some(dir) = self.s.game_data.board.direction(from, to) else {
            return;
        };
        let points = self.s.game_data.step(from, dir);
        let all: Vec<UnitId> = those(march.units).collect();
        let side = all.first().map_or(Side::Hussite, |&u| self.s.side(u));
        let meets = stops(self.s, to, side) && all.iter().any(|&u| self.s.fights(u));
        for &u in &all {
            self.s.put(u, Whereabouts::Map(to));
            let unit = self.s.unit_mut(u);
            unit.spent = unit.spent.saturating_add(points);
            unit.done.set(Done::MOVED);
        }
        self.say(cite!("8.3"), || What::Marched {
            units: all.clone(),
            from,
            to,
            points,
        });
        self.set_top(Stage::March(March {
            stepped: true,
            stopped: meets,
            moved: march.moved.union(march.units),
            acted: march.acted.union(march.units),
            ..march
        }));
        if meets {
            self.call(Stage::Entry {
                hex: to,
                step: Entry::Garrison,
            });
        }
    }

    /// 8.7, ruling R-65: resolves an entry in order: garrison, interception, battle, siege.
    pub(crate) fn entering(&mut self, hex: HexId, step: Entry) -> Flow<Stage> {
        const _: casus_core::Cite = cite!("8.7");
        let Some(side) = self.s.phasing() else {
            return Flow::Done;
        };
        let next = |e: &mut Self, step: Entry| e.set_top(Stage::Entry { hex, step });
        let stack: PieceSet = those(self.marchers())
            .filter(|&u| self.s.hex(u) == Some(hex))
            .map(|u| u.0)
            .collect();
        if !those(stack).any(|u| self.s.fights(u)) {
            return Flow::Done;
        }
        match step {
            Entry::Garrison => {
                let opens = asks_garrison(self.s, hex, side.enemy());
                next(self, Entry::Window);
                if opens {
                    return Flow::Call(Stage::Garrison {
                        hex,
                        side: side.enemy(),
                    });
                }
            }
            Entry::Window => {
                let opens = may_be_intercepted(self.s, Some(hex));
                next(self, Entry::Field);
                if opens {
                    return Flow::Call(Stage::Intercept { target: Some(hex) });
                }
            }
            Entry::Field | Entry::Joined => {
                let besieged = self.s.garrison(hex, side.enemy()).next().is_some();
                let again = step == Entry::Joined && besieged;
                next(self, if again { Entry::Window } else { Entry::Siege });
                if self.s.in_field(hex, side.enemy()).next().is_some() {
                    // All units in the field there: a garrison that came out is more than the selected units.
                    let all: PieceSet = self.s.in_field(hex, side).map(|u| u.0).collect();
                    self.open_field(hex, all);
                }
            }
            Entry::Siege => {
                self.pop();
                // If the Legate has fallen before the walls, the others must part before they besiege (ruling R-50).
                let garrison = self.s.garrison(hex, side.enemy()).next().is_some() && !motley(self.s, stack);
                if garrison && self.s.in_field(hex, side.enemy()).next().is_none() {
                    self.open_siege(hex, stack);
                }
            }
        }
        Flow::Next
    }

    /// Returns the units of the stack on the march.
    pub(crate) fn marchers(&self) -> PieceSet {
        let found = self.s.stack.iter().rev().find_map(|st| match st {
            Stage::March(march) => Some(march.units),
            _ => None,
        });
        found.unwrap_or(PieceSet::EMPTY)
    }
}
