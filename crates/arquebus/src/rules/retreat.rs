//! Retreats (14.3) and Retirement (14.4).

use crate::action::Action;
use crate::casebook::cite;
use crate::charts::CombatResult;
use crate::components::{Arm, Side, UnitId};
use crate::engine::Engine;
use crate::event::{Chance, Loss, Parting, What};
use crate::options::Choice;
use crate::rules::concepts::away;
use crate::rules::ground::{bears, open_to, ways_in};
use crate::rules::reinforcements::shut_out;
use crate::rules::stacking::{engaged_in, has_room};
use crate::state::activation::Coming;
use crate::state::effect::{Effect, Refacing};
use crate::state::pieces::{Condition, Done};
use crate::state::position::State;
use crate::state::stage::Stage;
use casus_core::{
    Bar, Bars, Few, Field, Flow, HexId, PieceSet, Procedures, Refusal, Refusals, Verdict, Violation, within_steps,
};

/// The hexes from which a result was inflicted.
type From = Few<HexId, 8>;

casus_continuity::facts! {
    /// The facts of a retreat.
    ///
    /// The hex may be any hex of the map: bars also check that it is adjacent and leads away.
    pub struct RetreatFacts<'a> of State; rules B = Bar; places retreat = to {
        /// The unit that retreats.
        pub unit: UnitId,
        /// The hex where it stands.
        pub start: HexId,
        /// The hexes from which the result was inflicted.
        pub from: &'a From,
        /// The hex that it would enter.
        pub to: HexId,
        /// Whether the unit is judged alone, without the unit that it is stacked with (ruling G-16).
        pub alone: bool,
    }
}

/// The hex to which the unit stacked with it has retreated.
fn mate_went(s: &State, unit: UnitId, start: HexId) -> Option<HexId> {
    let attack = s.combat()?.attack.as_ref()?;
    let mut mates = attack.defenders.iter().filter(|&&(u, at)| u != unit && at == start);
    mates.find_map(|&(u, at)| s.hex(u).filter(|&h| h != at))
}

/// The unit stacked with it that the same combat drives back after it.
fn follower(s: &State, unit: UnitId) -> Option<UnitId> {
    s.combat()?.attack.as_ref()?;
    s.beside(unit).find(|&u| {
        // Unlimbered guns have been Eliminated before (12.5, ruling C-8).
        let goes = |e: &Effect| e.unit == u && e.fate.retreats() && !s.retired(u);
        let driven = |stage: &Stage| match stage {
            Stage::Effect(e) => goes(e),
            Stage::Repulse(r) => r.left.contains(u.0),
            _ => false,
        };
        s.stack.iter().any(driven)
    })
}

impl RetreatFacts<'_> {
    /// Whether a unit may retreat to a hex without another unit.
    fn clear(&self, unit: UnitId, to: HexId) -> bool {
        let (s, start) = (self.s, self.start);
        s.stacks.is_empty(to)
            && s.next_to(start, to)
            && open_to(s, unit, start, to)
            && !shut_out(s, unit, to)
            && away(&s.game_data.board, start, to, self.from.iter())
    }
    /// The hex to which the unit stacked with it has retreated, if that is another hex and open to it too (ruling G-16).
    fn parts_company(&self) -> Option<HexId> {
        let gone = mate_went(self.s, self.unit, self.start).filter(|&h| !self.alone && h != self.to)?;
        plain_alone(self.s, self.unit, self.start, self.from, gone).then_some(gone)
    }
    /// The unit stacked with it that could not follow it there, but could where there is room for both (ruling G-16).
    fn strands(&self) -> Option<UnitId> {
        let mate = follower(self.s, self.unit).filter(|_| !self.alone)?;
        let both = |h: HexId| self.clear(self.unit, h) && self.clear(mate, h);
        let board = &self.s.game_data.board;
        let elsewhere = || board.neighbours(self.start).any(|(_, h)| both(h));
        (!self.clear(mate, self.to) && elsewhere()).then_some(mate)
    }
}

/// The list `retreat`: what forbids a retreat to a hex. Checked for each hex when a result drives a unit back (14.3).
pub static RETREAT_BARS: Bars<RetreatFacts> = Bars {
    name: "retreat",
    list: &[
        B::by(cite!("7.2"), "the Terrain Chart closes the way").when(retreat, |f| !open_to(f.s, f.unit, f.start, f.to)),
        B::by(cite!("7.3", "R-22"), "enemy reinforcements enter there").when(retreat, |f| shut_out(f.s, f.unit, f.to)),
        B::by(cite!("10.1"), "the unit may not stack with the one there")
            .violated(|f| {
                let friend = |&u: &UnitId| u != f.unit && f.s.side(u) == f.s.side(f.unit);
                let there = f.s.units_at(f.to).find(friend)?;
                Violation::when(!has_room(f.s, f.unit, f.to), there.place())
            })
            .always(),
        B::by(cite!("10.1", "R-48"), "an Engaged unit is in the hex")
            .violated(|f| engaged_in(f.s, f.unit, f.to).map(|u| Violation::at(u.place()))),
        B::by(cite!("14.3"), "an enemy unit is there")
            .violated(|f| f.s.enemy_at(f.to, f.s.side(f.unit)).map(|u| Violation::at(u.place())))
            .always(),
        B::by(cite!("14.3"), "a retreat is of one hex")
            .when(retreat, |f| !f.s.next_to(f.start, f.to))
            .always(),
        B::by(cite!("14.3"), "the unit must end one hex farther from every enemy unit that inflicted the result")
            .when(retreat, |f| !away(&f.s.game_data.board, f.start, f.to, f.from.iter())),
        B::by(cite!("14.3", "G-16"), "both units of a stack retreat to the same hex")
            .violated(|f| f.parts_company().map(|h| Violation::at(h.place()))),
        B::by(cite!("14.3", "G-16"), "the unit stacked with it could not retreat there too")
            .violated(|f| f.strands().map(|u| Violation::at(u.place()))),
    ],
};

fn plain(s: &State, unit: UnitId, from: &From, to: HexId) -> bool {
    s.hex(unit).is_some_and(|start| {
        RETREAT_BARS.permit(&RetreatFacts {
            s,
            unit,
            start,
            from,
            to,
            alone: false,
        })
    })
}

/// Whether a hex is open to a unit that is judged alone.
fn plain_alone(s: &State, unit: UnitId, start: HexId, from: &From, to: HexId) -> bool {
    RETREAT_BARS.permit(&RetreatFacts {
        s,
        unit,
        start,
        from,
        to,
        alone: true,
    })
}

fn any_plain(s: &State, unit: UnitId, from: &From) -> bool {
    s.hex(unit)
        .is_some_and(|h| s.game_data.board.neighbours(h).any(|(_, n)| plain(s, unit, from, n)))
}

/// Whether a pending result moves a unit from its hex to its Standard, or Eliminates it there (14.4), so that it could not
/// stay (ruling G-10).
fn departs(s: &State, unit: UnitId) -> bool {
    let leaves = |e: &Effect| e.unit == unit && e.fate == CombatResult::Retired;
    let stays = |e: &Effect| refuges(s, unit, &e.from).iter().any(|&h| s.hex(unit) == Some(h));
    s.stack
        .iter()
        .any(|st| matches!(st, Stage::Effect(e) if leaves(e) && !stays(e)))
}

/// The leaders who must go with a unit that has retreated from a hex: all of them, if no unit is left there when the results
/// have been applied (14.3, ruling R-130).
fn led_away(s: &State, from: HexId, side: Side) -> PieceSet {
    if s.units_at(from).all(|u| departs(s, u)) {
        s.leaders_of(from, side)
    } else {
        PieceSet::EMPTY
    }
}

casus_continuity::facts! {
    /// The facts of a retreat through a friendly unit.
    ///
    /// Both hexes may be any hexes of the map.
    pub struct ThroughFacts<'a> of State; rules T = Bar; places beyond = to {
        /// The unit that retreats.
        pub unit: UnitId,
        /// The hex where it stands.
        pub start: HexId,
        /// The hexes from which the result was inflicted.
        pub from: &'a From,
        /// The friendly unit's hex.
        pub over: HexId,
        /// The hex beyond the friendly unit.
        pub to: HexId,
        /// Whether the unit is judged alone, without the unit that it is stacked with (ruling G-16).
        pub alone: bool,
    }
}

impl ThroughFacts<'_> {
    fn leads_away(&self, start: HexId, to: HexId) -> bool {
        away(&self.s.game_data.board, start, to, self.from.iter())
    }
    fn lands(&self) -> bool {
        has_room(self.s, self.unit, self.to) && engaged_in(self.s, self.unit, self.to).is_none()
    }
    /// The friendly unit there, if the retreating unit may stop with it, so that it does not block the retreat (14.3).
    fn unblocked(&self) -> Option<UnitId> {
        let friend = gives_way(self.s, self.unit, self.over)?;
        plain_alone(self.s, self.unit, self.start, self.from, self.over).then_some(friend)
    }
    /// The hex to which the unit stacked with it has retreated, if that is another hex that it could reach too, by itself or
    /// through a friendly unit (ruling G-16).
    fn parts_company(&self) -> Option<HexId> {
        let gone = mate_went(self.s, self.unit, self.start).filter(|&h| !self.alone && h != self.to)?;
        let through = |over: HexId| {
            THROUGH_BARS.permit(&Self {
                over,
                to: gone,
                alone: true,
                ..*self
            })
        };
        let comes = plain_alone(self.s, self.unit, self.start, self.from, gone)
            || self
                .s
                .game_data
                .board
                .neighbours(self.start)
                .any(|(_, over)| through(over));
        comes.then_some(gone)
    }
    fn closed(&self) -> bool {
        !open_to(self.s, self.unit, self.start, self.over) || !open_to(self.s, self.unit, self.over, self.to)
    }
}

/// A single friendly unit that another may retreat through: loose foot, Sappers or guns (14.3).
fn gives_way(s: &State, unit: UnitId, hex: HexId) -> Option<UnitId> {
    let mut there = s.units_at(hex).filter(|&u| u != unit);
    let (Some(friend), None) = (there.next(), there.next()) else {
        return None;
    };
    let loose = matches!(
        s.arm(friend),
        Arm::Arquebus | Arm::Artillery | Arm::Crossbow | Arm::Longbow | Arm::Sappers | Arm::Skirmishers
    );
    (loose && s.side(friend) == s.side(unit)).then_some(friend)
}

/// The list `through`: what forbids a retreat through a friendly unit (14.3, ruling R-92).
pub static THROUGH_BARS: Bars<ThroughFacts> = Bars {
    name: "through",
    list: &[
        T::by(cite!("7.2"), "the Terrain Chart closes the way").when(beyond, |f| f.closed()),
        T::by(cite!("7.3", "R-22"), "enemy reinforcements enter there")
            .when(beyond, |f| shut_out(f.s, f.unit, f.over) || shut_out(f.s, f.unit, f.to)),
        T::by(cite!("14.3", "R-92"), "the unit's retreat is not blocked")
            .when(|f| f.unit.place(), |f| !f.s.opts(Choice::R92) && any_plain(f.s, f.unit, f.from)),
        T::by(cite!("14.3"), "there is no unit through which to retreat")
            .when(|f| f.over.place(), |f| gives_way(f.s, f.unit, f.over).is_none())
            .always(),
        T::by(cite!("14.3"), "the unit there does not block the retreat, which may end with it")
            .violated(|f| f.unblocked().map(|u| Violation::at(u.place()))),
        T::by(cite!("14.3"), "the unit goes through the friend's hex to one next to it")
            .when(beyond, |f| !f.s.next_to(f.start, f.over) || !f.s.next_to(f.over, f.to))
            .always(),
        T::by(cite!("14.3", "R-92"), "both hexes must lead away from every enemy unit that inflicted the result")
            .when(beyond, |f| !f.leads_away(f.start, f.over) || !f.leads_away(f.over, f.to)),
        T::by(cite!("14.3"), "the unit may not stop in the hex beyond")
            .when(beyond, |f| !f.lands())
            .always(),
        T::by(cite!("14.3", "G-16"), "both units of a stack retreat to the same hex")
            .violated(|f| f.parts_company().map(|h| Violation::at(h.place()))),
    ],
};

casus_continuity::facts! {
    /// The facts of a unit that would stand instead of retreating.
    pub struct StandFacts<'a> of State; rules StandBar = Bar {
        /// The unit that would stand.
        pub unit: UnitId,
        /// The hexes from which the result was inflicted.
        pub from: &'a From,
    }
}

/// The list `stand`: what forbids sparing the friendly unit in the way, for which the unit is Eliminated (14.3).
pub static STAND_BARS: Bars<StandFacts> = Bars {
    name: "stand",
    list: &[
        StandBar::by(cite!("14.3"), "the unit must retreat: a hex is open to it")
            .when(|f| f.unit.place(), |f| any_plain(f.s, f.unit, f.from)),
    ],
};

fn passing(s: &State, unit: UnitId, from: &From) -> Vec<(HexId, HexId)> {
    let Some(start) = s.hex(unit) else { return Vec::new() };
    let board = &s.game_data.board;
    let ways = board
        .neighbours(start)
        .filter(|&(_, over)| !s.stacks.is_empty(over))
        .flat_map(|(_, over)| board.neighbours(over).map(move |(_, to)| (over, to)));
    let open = |&(over, to): &(HexId, HexId)| {
        THROUGH_BARS.permit(&ThroughFacts {
            s,
            unit,
            start,
            from,
            over,
            to,
            alone: false,
        })
    };
    ways.filter(open).collect()
}

pub(crate) fn retreat_candidates(s: &State, unit: UnitId, from: &From, out: &mut Vec<Action>) {
    let Some(start) = s.hex(unit) else { return };
    out.extend(s.game_data.board.neighbours(start).map(|(_, n)| Action::Retreat(n)));
    out.extend(
        passing(s, unit, from)
            .into_iter()
            .map(|(over, to)| Action::Through(over, to)),
    );
    out.push(Action::Hold);
}

pub(crate) fn judge_retreat(s: &State, unit: UnitId, from: &From, action: Action, v: &mut Verdict) -> bool {
    let Some(start) = s.hex(unit) else { return false };
    match action {
        Action::Retreat(to) => RETREAT_BARS.judge(
            &RetreatFacts {
                s,
                unit,
                start,
                from,
                to,
                alone: false,
            },
            v,
        ),
        Action::Through(over, to) => THROUGH_BARS.judge(
            &ThroughFacts {
                s,
                unit,
                start,
                from,
                over,
                to,
                alone: false,
            },
            v,
        ),
        Action::Hold => STAND_BARS.judge(&StandFacts { s, unit, from }, v),
        _ => return false,
    }
    true
}

casus_continuity::facts! {
    /// The facts of the placement of a Retired unit.
    pub struct RetireFacts<'a> of State; rules RetireBar = Bar; places placed = to {
        /// The unit that is Retired.
        pub unit: UnitId,
        /// The hex where it would be placed.
        pub to: HexId,
        /// The hexes from which the result was inflicted.
        pub from: &'a From,
        /// Its Standard's hex.
        pub standard: HexId,
        /// Whether a path leads there without enemies and closed ground (ruling R-95).
        pub reached: bool,
    }
}

/// The list `retire`: what forbids placing a Retired unit in a hex (14.4).
pub static RETIRE_BARS: Bars<RetireFacts> = Bars {
    name: "retire",
    list: &[
        RetireBar::by(cite!("14.4"), "the unit is placed with its Standard or next to it")
            .when(placed, |f| f.s.game_data.board.distance(f.to, f.standard) > 1),
        RetireBar::by(cite!("14.4"), "a unit is in the hex")
            .violated(|f| {
                f.s.units_at(f.to)
                    .find(|&u| u != f.unit)
                    .map(|u| Violation::at(u.place()))
            })
            .always(),
        RetireBar::by(cite!("14.4"), "the terrain is closed to the unit").when(placed, |f| !bears(f.s, f.unit, f.to)),
        RetireBar::by(cite!("14.4"), "it is next to an enemy unit that caused it")
            .when(placed, |f| f.from.iter().any(|h| f.s.next_to(h, f.to))),
        RetireBar::by(cite!("14.4", "R-95"), "no way leads there").when(placed, |f| !f.reached),
    ],
};

/// The hexes that a unit could reach at any distance, over ground that is open to it and without enemy units.
fn ways_home(s: &State, unit: UnitId) -> Option<Field> {
    let (start, side, gait) = (s.hex(unit)?, s.side(unit), s.arm(unit).gait());
    let open = |at, _, to| ways_in(s, gait, Some(at), to).is_some() && !s.enemy_in(to, side);
    Some(within_steps(&s.game_data.board, start, u32::MAX, open))
}

/// The hexes where a Retired unit may be placed; empty for one that is with its Standard, or has none (14.4).
fn refuges(s: &State, unit: UnitId, from: &From) -> Vec<HexId> {
    let standard = s.standard(s.counter(unit).standard).at.hex();
    let Some(standard) = standard.filter(|&h| s.hex(unit) != Some(h)) else {
        return Vec::new();
    };
    let Some(ways) = ways_home(s, unit) else {
        return Vec::new();
    };
    let board = &s.game_data.board;
    let far = if s.amended() { u32::MAX } else { 1 };
    let open = |to: &HexId| {
        RETIRE_BARS.permit(&RetireFacts {
            s,
            unit,
            to: *to,
            from,
            standard,
            reached: ways.contains(*to),
        })
    };
    board
        .ids()
        .filter(|&h| board.distance(h, standard) <= far)
        .filter(open)
        .collect()
}

pub(crate) fn retire_candidates(s: &State, unit: UnitId, out: &mut Vec<Action>) {
    let standard = s.standard(s.counter(unit).standard).at.hex();
    let board = &s.game_data.board;
    let near = |h: &HexId| s.amended() || standard.is_some_and(|t| board.distance(*h, t) <= 1);
    out.extend(board.ids().filter(near).map(Action::Retire));
}

/// Appends the placements of a unit with a single search. Returns `false` where house rules may have opened more.
pub(crate) fn list_retire(s: &State, unit: UnitId, from: &From, out: &mut Vec<Action>) -> bool {
    if !s.amended() {
        out.extend(refuges(s, unit, from).into_iter().map(Action::Retire));
    }
    !s.amended()
}

pub(crate) fn judge_retire(s: &State, unit: UnitId, from: &From, action: Action, v: &mut Verdict) -> bool {
    let Action::Retire(to) = action else { return false };
    let standard = s.standard(s.counter(unit).standard).at.hex();
    let (Some(standard), Some(ways)) = (standard, ways_home(s, unit)) else {
        return false;
    };
    RETIRE_BARS.judge(
        &RetireFacts {
            s,
            unit,
            to,
            from,
            standard,
            reached: ways.contains(to),
        },
        v,
    );
    true
}

impl Engine<'_> {
    pub(crate) fn retreating(&mut self, unit: UnitId, from: From) -> Flow<Stage> {
        if self.s.hex(unit).is_none() {
            return Flow::Done;
        }
        if any_plain(self.s, unit, &from) || !passing(self.s, unit, &from).is_empty() {
            return Flow::Ask;
        }
        self.pop();
        self.no_retreat(unit, from);
        Flow::Next
    }

    /// Reports what closes each hex around a unit.
    fn tell_no_way(&mut self, unit: UnitId, from: From, at: HexId) {
        let around: Vec<HexId> = self.s.game_data.board.neighbours(at).map(|(_, h)| h).collect();
        self.tell_no_hex(unit, Chance::Retreat, &around, |s, to, v| {
            judge_retreat(s, unit, &from, Action::Retreat(to), v);
        });
    }

    /// 14.3: a unit that cannot retreat is Eliminated. Its leaders roll as if for Shock.
    fn no_retreat(&mut self, unit: UnitId, from: From) {
        if let Some(start) = self.s.hex(unit) {
            self.tell_no_way(unit, from, start);
        }
        self.leaders_at_risk(unit);
        self.eliminate(unit, cite!("14.3"), Loss::NoRetreat);
    }

    /// 14.4: reports why no hex near its Standard is open to a unit.
    fn tell_no_refuge(&mut self, unit: UnitId, from: From) {
        let standard = self.s.standard(self.s.counter(unit).standard);
        let why = match standard.at.hex() {
            None => Some(Refusal::new(cite!("15.2"), "the unit's Standard is not on the map").about(unit.place())),
            at if at == self.s.hex(unit) => {
                Some(Refusal::new(cite!("14.4"), "the unit stands with its Standard").about(unit.place()))
            }
            Some(_) => None,
        };
        if let Some(why) = why {
            self.tell_passed_over(self.s.side(unit), Chance::Refuge, Some(unit), None, Refusals::one(why));
            return;
        }
        let board = &self.s.game_data.board;
        let near = standard.at.hex().map(|h| board.hexes_within(h, 1)).unwrap_or_default();
        let near: Vec<HexId> = near.into_iter().collect();
        self.tell_no_hex(unit, Chance::Refuge, &near, |s, to, v| {
            judge_retire(s, unit, &from, Action::Retire(to), v);
        });
    }

    pub(crate) fn enact_retreat(&mut self, unit: UnitId, from: From, action: Action) {
        let Some(at) = self.s.hex(unit) else { return };
        self.pop();
        let (over, to) = match action {
            Action::Retreat(to) => (None, to),
            Action::Through(over, to) => (gives_way(self.s, unit, over), to),
            _ => return self.no_retreat(unit, from),
        };
        if over.is_some() {
            self.tell_no_way(unit, from, at);
        }
        self.interrupt(unit);
        self.bring(unit, to, PieceSet::EMPTY);
        let led = led_away(self.s, at, self.s.side(unit));
        self.s.ride(led, at, to);
        self.s.unit_mut(unit).done.set(Done::SHIFTED);
        self.note_coming(unit, to, Coming::Retreat);
        self.say(cite!("14.3"), || What::Retreated { unit, from: at, to });
        self.tell_riders(cite!("14.3"), led, unit);
        self.part(unit, Parting::Retreat);
        self.call(Stage::Reface {
            unit,
            why: Refacing::Retreat,
        });
        if let Some(friend) = over {
            self.say(cite!("14.3"), || What::PassedThrough { unit, friend });
            self.jostle(friend);
        }
    }

    /// 14.3: applies the result to a unit that another has retreated through.
    fn jostle(&mut self, friend: UnitId) {
        let gun = self.s.counter(friend).arm == Arm::Artillery;
        if gun || self.s.retired(friend) {
            self.leaders_at_risk(friend);
            self.eliminate(friend, cite!("14.3", "R-94"), Loss::PassedThrough);
        } else if self.s.unit(friend).condition == Condition::Normal {
            self.disorder(friend, cite!("14.3"));
        } else {
            self.retire(friend, Few::new(), true);
        }
    }

    /// 14.4: Retires a unit. It is Eliminated if it is with its Standard, or if no hex near it is open.
    pub(crate) fn retire(&mut self, unit: UnitId, from: From, shock: bool) {
        if shock {
            self.leaders_at_risk(unit);
        }
        self.interrupt(unit);
        self.call(Stage::Retire { unit, from });
    }

    pub(crate) fn retiring(&mut self, unit: UnitId, from: From) -> Flow<Stage> {
        if self.s.hex(unit).is_none() {
            return Flow::Done;
        }
        if !refuges(self.s, unit, &from).is_empty() {
            return Flow::Ask;
        }
        self.pop();
        self.tell_no_refuge(unit, from);
        self.eliminate(unit, cite!("14.4"), Loss::NoRefuge);
        Flow::Next
    }

    pub(crate) fn enact_retire(&mut self, unit: UnitId, action: Action) {
        let (Action::Retire(to), Some(at)) = (action, self.s.hex(unit)) else {
            return;
        };
        self.pop();
        self.bring(unit, to, PieceSet::EMPTY);
        let u = self.s.unit_mut(unit);
        u.condition = Condition::Retired;
        u.done.set(Done::SHIFTED);
        let standard = self.s.standard(self.s.counter(unit).standard).at.hex().unwrap_or(to);
        let away = u8::try_from(self.s.game_data.board.distance(to, standard)).unwrap_or(u8::MAX);
        self.say(cite!("14.4"), || What::Retired { unit, hex: to, away });
        self.part(unit, Parting::Retired);
        self.call(Stage::Reface {
            unit,
            why: Refacing::Retired,
        });
        if at != to {
            self.leave_leaders(unit, at);
        }
    }
}
