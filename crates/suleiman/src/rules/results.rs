//! Module 10, Combat Results.

use crate::action::Action;
use crate::casebook::cite;
use crate::charts::CombatResult;
use crate::components::{LeaderId, Missile, Side, UnitId};
use crate::engine::Engine;
use crate::event::{Chance, Loss, Question, What};
use crate::rules::concepts::away;
use crate::rules::ground::open_to;
use crate::state::effect::{Displaced, Effect, Part, Refacing};
use crate::state::pieces::{Condition, Done, Whereabouts};
use crate::state::position::State;
use crate::state::stage::Stage;
use casus_core::{
    Bar, Bars, Cite, Few, Flow, HexId, PieceSet, Place, Procedures, Refusal, Refusals, Verdict, Violation,
};

casus_continuity::facts! {
    /// The facts of a retreat.
    ///
    /// The hex may be any hex of the map: bars also check that it is adjacent and leads away.
    pub struct RetreatFacts<'a> of State; rules RetreatBar = Bar; places retreat = to {
        /// The unit that retreats.
        pub unit: UnitId,
        /// The hex where it stands.
        pub start: HexId,
        /// The hexes from which the result was inflicted.
        pub from: &'a Few<HexId, 8>,
        /// The hex that it would enter.
        pub to: HexId,
    }
}

/// The list `retreat`: what forbids a retreat to a hex. Checked for each hex when a result drives a unit back (10.2).
pub static RETREAT_BARS: Bars<RetreatFacts> = Bars {
    name: "retreat",
    list: &[
        RetreatBar::by(cite!("6.1.1"), "the terrain chart closes the hex")
            .when(retreat, |f| !open_to(f.s, f.unit, f.to)),
        RetreatBar::by(cite!("10.2"), "a retreat is of one hex")
            .when(retreat, |f| f.s.game_data.board.distance(f.start, f.to) != 1)
            .always(),
        RetreatBar::by(cite!("10.2", "B6"), "the unit must retreat away from the unit that inflicted the result")
            .when(retreat, |f| !away(f.s, f.start, f.to, f.from.iter())),
        RetreatBar::by(cite!("10.2"), "the piece may not stack with a friendly unit")
            .violated(|f| {
                let there = f.s.occupant(f.to).filter(|&u| f.s.side(u) == f.s.side(f.unit))?;
                Violation::when(there != f.unit, there.place())
            })
            .always(),
        RetreatBar::by(cite!("10.2"), "an enemy combat unit is in the hex")
            .violated(|f| f.s.enemy_at(f.to, f.s.side(f.unit)).map(|e| Violation::at(e.place())))
            .always(),
    ],
};

fn plain(s: &State, unit: UnitId, from: &Few<HexId, 8>, to: HexId) -> bool {
    const _: Cite = cite!("3.1.2");
    s.hex(unit).is_some_and(|start| {
        RETREAT_BARS.permit(&RetreatFacts {
            s,
            unit,
            start,
            from,
            to,
        })
    })
}

fn any_plain(s: &State, unit: UnitId, from: &Few<HexId, 8>) -> bool {
    s.hex(unit)
        .is_some_and(|h| s.game_data.board.neighbours(h).any(|(_, n)| plain(s, unit, from, n)))
}

casus_continuity::facts! {
    /// The facts of a retreat through friendly archers.
    ///
    /// Both hexes may be any hexes of the map.
    pub struct TrampleFacts<'a> of State; rules TrampleBar = Bar; places beyond = to {
        /// The unit that retreats.
        pub unit: UnitId,
        /// The hex where it stands.
        pub start: HexId,
        /// The hexes from which the result was inflicted.
        pub from: &'a Few<HexId, 8>,
        /// The archers' hex.
        pub over: HexId,
        /// The hex beyond the archers.
        pub to: HexId,
    }
}

impl TrampleFacts<'_> {
    fn archers(&self) -> bool {
        let friendly = |u| u != self.unit && self.s.side(u) == self.s.side(self.unit);
        let there = self.s.occupant(self.over).filter(|&u| friendly(u));
        there.is_some_and(|u| self.s.missile(u) == Missile::Bow)
    }
    fn leads_away(&self, start: HexId, to: HexId) -> bool {
        away(self.s, start, to, self.from.iter())
    }
}

/// The list `trample`: what forbids a retreat through friendly archers. Checked where no plain retreat is open
/// (10.2.1, ruling G2).
pub static TRAMPLE_BARS: Bars<TrampleFacts> = Bars {
    name: "trample",
    list: &[
        TrampleBar::by(cite!("10.2.1"), "the unit's retreat is not blocked")
            .when(|f| f.unit.place(), |f| any_plain(f.s, f.unit, f.from)),
        TrampleBar::by(cite!("10.2.1"), "no friendly archers are in the hex to be crossed")
            .when(|f| f.over.place(), |f| !f.archers())
            .always(),
        TrampleBar::by(cite!("10.2.1"), "the unit goes through the archers' hex to one adjacent to it")
            .when(beyond, |f| {
                f.s.game_data.board.distance(f.start, f.over) != 1 || f.s.game_data.board.distance(f.over, f.to) != 1
            })
            .always(),
        TrampleBar::by(cite!("10.2.1", "G2"), "both hexes must lead away from the unit that inflicted the result")
            .when(beyond, |f| !f.leads_away(f.start, f.over) || !f.leads_away(f.over, f.to)),
        TrampleBar::by(cite!("10.2"), "the hex beyond the archers is occupied or closed")
            .when(beyond, |f| f.s.occupant(f.to).is_some() || !open_to(f.s, f.unit, f.to))
            .always(),
    ],
};

casus_continuity::facts! {
    /// The facts of a unit that would stand instead of retreating.
    pub struct StandFacts<'a> of State; rules StandBar = Bar {
        /// The unit that would stand.
        pub unit: UnitId,
        /// The hexes from which the result was inflicted.
        pub from: &'a Few<HexId, 8>,
    }
}

/// The list `stand`: when a unit must retreat through friendly archers and may not stay to be Eliminated instead (`hold`). Checked where a result drives a
/// unit back (10.2, 10.2.1).
pub static STAND_BARS: Bars<StandFacts> = Bars {
    name: "stand",
    list: &[
        StandBar::by(cite!("10.2", "G2"), "the unit must retreat: a hex is open to it")
            .when(|f| f.unit.place(), |f| any_plain(f.s, f.unit, f.from)),
    ],
};

fn trampling(s: &State, unit: UnitId, from: &Few<HexId, 8>, mut visit: impl FnMut(HexId, HexId)) {
    let Some(start) = s.hex(unit) else { return };
    let board = &s.game_data.board;
    for (_, over) in board.neighbours(start) {
        if s.occupant(over).is_none() && !s.amended() {
            continue;
        }
        for (_, to) in board.neighbours(over) {
            if TRAMPLE_BARS.permit(&TrampleFacts {
                s,
                unit,
                start,
                from,
                over,
                to,
            }) {
                visit(over, to);
            }
        }
    }
}

/// Why a unit cannot retreat through the archers in a hex: the reasons common to every hex beyond, or else the reasons for
/// those that lead away (10.2.1).
fn not_through(s: &State, unit: UnitId, from: &Few<HexId, 8>, over: HexId) -> Refusals {
    let beyond = s.game_data.board.neighbours(over).filter_map(|(_, to)| {
        let mut v = Verdict::full();
        judge_retreat(s, unit, from, Action::Trample(over, to), &mut v);
        Some((to, v.finish().err()?))
    });
    let (hexes, shut): (Vec<HexId>, Vec<Refusals>) = beyond.unzip();
    let common = Refusals::common(&shut);
    if !common.is_empty() {
        return common;
    }
    let ways = hexes
        .iter()
        .zip(&shut)
        .filter(|(to, _)| away(s, over, **to, from.iter()));
    let anywhere = |r: &Refusal| {
        Refusals::one(Refusal {
            at: Place::Nowhere,
            ..*r
        })
    };
    ways.flat_map(|(_, refusals)| refusals.iter()).map(anywhere).collect()
}

pub(crate) fn retreat_candidates(s: &State, unit: UnitId, from: &Few<HexId, 8>, out: &mut Vec<Action>) {
    let Some(start) = s.hex(unit) else { return };
    out.extend(s.game_data.board.neighbours(start).map(|(_, n)| Action::Retreat(n)));
    // The lists themselves check that no plain retreat is open, and house rules may repeal that (10.2, 10.2.1).
    if s.amended() || !any_plain(s, unit, from) {
        trampling(s, unit, from, |over, to| {
            out.push(Action::Trample(over, to));
        });
        out.push(Action::Hold);
    }
}

pub(crate) fn judge_retreat(s: &State, unit: UnitId, from: &Few<HexId, 8>, action: Action, v: &mut Verdict) -> bool {
    let Some(start) = s.hex(unit) else {
        return false;
    };
    match action {
        Action::Retreat(to) => RETREAT_BARS.judge(
            &RetreatFacts {
                s,
                unit,
                start,
                from,
                to,
            },
            v,
        ),
        Action::Trample(over, to) => {
            TRAMPLE_BARS.judge(
                &TrampleFacts {
                    s,
                    unit,
                    start,
                    from,
                    over,
                    to,
                },
                v,
            );
        }
        Action::Hold => STAND_BARS.judge(&StandFacts { s, unit, from }, v),
        _ => return false,
    }
    true
}

/// The distance of the vacant hexes nearest to the Banner (10.3(2), ruling B7). The unit's own hex counts as vacant.
fn nearest_to_banner(s: &State, unit: UnitId) -> Option<u32> {
    let banner = s.banner?;
    let b = &s.game_data.board;
    b.disc(banner, u32::MAX)
        .find(|&h| vacant_for(s, unit, h))
        .map(|h| b.distance(h, banner))
}

fn vacant_for(s: &State, unit: UnitId, hex: HexId) -> bool {
    s.occupant(hex).is_none_or(|u| u == unit) && open_to(s, unit, hex)
}

casus_continuity::facts! {
    /// The facts of the placement of a Retired unit.
    ///
    /// The unit is Hungarian and the Banner stands; otherwise there is no placement.
    pub struct RetireFacts<'a> of State; rules RetireBar = Bar {
        /// The unit that is Retired.
        pub unit: UnitId,
        /// The hex where it would be placed.
        pub to: HexId,
    }
}

/// The list `retire`: what forbids placing a Retired Hungarian unit in a hex. Checked when it is placed by its Banner
/// (10.3(2)).
pub static RETIRE_BARS: Bars<RetireFacts> = Bars {
    name: "retire",
    list: &[
        RetireBar::by(cite!("3.1.1"), "the hex is not vacant")
            .when(|f| f.to.place(), |f| !vacant_for(f.s, f.unit, f.to))
            .always(),
        RetireBar::by(cite!("10.3(2)", "B7"), "a vacant hex is nearer to the Banner").violated(|f| {
            let have = f.s.game_data.board.distance(f.to, f.s.banner?) as i32;
            let need = nearest_to_banner(f.s, f.unit)? as i32;
            (have > need).then(|| Violation::over(f.to.place(), "distance from the Banner", have, need))
        }),
    ],
};

pub(crate) fn retire_candidates(s: &State, unit: UnitId, out: &mut Vec<Action>) {
    let (Some(banner), Some(d)) = (s.banner, nearest_to_banner(s, unit)) else {
        return;
    };
    let b = &s.game_data.board;
    if s.amended() {
        out.extend(b.ids().map(Action::Retire));
    } else {
        let mut ring: Vec<HexId> = b.disc(banner, d).filter(|&h| b.distance(h, banner) == d).collect();
        ring.sort_unstable();
        out.extend(ring.into_iter().map(Action::Retire));
    }
}

pub(crate) fn judge_retire(s: &State, unit: UnitId, action: Action, v: &mut Verdict) -> bool {
    let Action::Retire(to) = action else {
        return false;
    };
    RETIRE_BARS.judge(&RetireFacts { s, unit, to }, v);
    true
}

impl Engine<'_> {
    /// Ends the run of a unit that a result has moved or removed.
    pub(crate) fn interrupt(&mut self, unit: UnitId) {
        let mut ran = false;
        for stage in &mut self.s.stack {
            match stage {
                Stage::Running(r) if r.unit == unit => {
                    r.over = true;
                    r.passing = false;
                    ran = true;
                }
                Stage::Approach(a) if a.unit == unit => a.driven = true,
                Stage::Counter(c) if c.unit == unit => c.over = true,
                _ => {}
            }
        }
        if ran {
            self.s.unit_mut(unit).done.set(Done::RUN_OVER);
        }
    }

    /// Applies a result: leaders first (12.4), then Disorder, then the rest.
    pub(crate) fn effect(&mut self, e: Effect) -> Flow<Stage> {
        if self.s.hex(e.unit).is_none() || e.fate == CombatResult::None {
            return Flow::Done;
        }
        match e.part {
            Part::Leaders => {
                self.set_top(Stage::Effect(Effect {
                    part: Part::Disorder,
                    ..e
                }));
                if e.shock {
                    self.leaders_at_risk(e.unit, e.fate);
                }
                Flow::Next
            }
            Part::Disorder => {
                self.set_top(Stage::Effect(Effect { part: Part::Rest, ..e }));
                if matches!(e.fate, CombatResult::Disordered | CombatResult::DisorderedRetreat) {
                    self.disorder(e.unit);
                }
                Flow::Next
            }
            Part::Rest => {
                self.pop();
                match e.fate {
                    CombatResult::Retreat | CombatResult::DisorderedRetreat => {
                        self.call(Stage::Retreat {
                            unit: e.unit,
                            from: e.from,
                            risk: e.shock && e.fate == CombatResult::Retreat,
                            why: Displaced::by(e.shock),
                        });
                    }
                    CombatResult::Retired => self.retire(e.unit, Displaced::by(e.shock)),
                    CombatResult::Eliminated => {
                        self.eliminate(e.unit, cite!("10.4"), Loss::Result, Displaced::by(e.shock));
                    }
                    CombatResult::None | CombatResult::Disordered => {}
                }
                Flow::Next
            }
        }
    }

    /// 10.1: flips a Normal unit that has a reverse side. A unit that is Disordered or Retired already suffers no more (19.0).
    fn disorder(&mut self, unit: UnitId) {
        let condition = self.s.unit(unit).condition;
        if condition != Condition::Normal {
            self.say(cite!("19.0"), || What::Unaffected { unit, condition });
        } else if self.s.counter(unit).back.is_none() {
            self.say(cite!("2.2"), || What::Unaffected { unit, condition });
        } else {
            self.s.unit_mut(unit).condition = Condition::Disordered;
            self.say(cite!("10.1"), || What::Became {
                unit,
                condition: Condition::Disordered,
            });
        }
    }

    /// The leaders who ride with a moving Charger or Counter-Charger.
    fn riders(&self, unit: UnitId) -> PieceSet {
        let with = self.s.stack.iter().filter_map(|st| match st {
            Stage::Approach(a) if a.unit == unit => Some(a.riders),
            Stage::Counter(c) if c.unit == unit => Some(c.riders),
            _ => None,
        });
        with.fold(PieceSet::EMPTY, PieceSet::union)
    }

    /// Removes a unit for good, by 10.4 or for any other reason.
    pub(crate) fn eliminate(&mut self, unit: UnitId, case: Cite, loss: Loss, why: Displaced) {
        let Some(at) = self.s.hex(unit) else { return };
        let riders = self.riders(unit);
        self.interrupt(unit);
        self.s.put(unit, Whereabouts::Lost);
        self.thinned = true;
        self.say(case, || What::Eliminated { unit, why: loss });
        self.displace_leaders(at, self.s.side(unit), riders, why);
    }

    /// 10.3: Ottomans go to the Box. Hungarians go to their Banner, and are lost without one.
    pub(crate) fn retire(&mut self, unit: UnitId, why: Displaced) {
        let Some(at) = self.s.hex(unit) else { return };
        match self.s.side(unit) {
            Side::Ottoman => {
                let riders = self.riders(unit);
                self.interrupt(unit);
                self.s.put(unit, Whereabouts::Box);
                self.s.unit_mut(unit).condition = Condition::Retired;
                self.say(cite!("10.3(1)"), || What::Retired {
                    unit,
                    hex: None,
                    away: 0,
                });
                self.displace_leaders(at, Side::Ottoman, riders, why);
            }
            Side::Hungary if self.s.banner.is_none() => {
                self.eliminate(unit, cite!("13.0.4", "G4"), Loss::NoBanner, why);
            }
            Side::Hungary => {
                self.interrupt(unit);
                self.call(Stage::Retire { unit, why });
            }
        }
    }

    pub(crate) fn retiring(&mut self, unit: UnitId, why: Displaced) -> Flow<Stage> {
        if self.s.hex(unit).is_none() {
            return Flow::Done;
        }
        if nearest_to_banner(self.s, unit).is_none() {
            let lost = self.s.banner.is_none();
            let loss = if lost { Loss::NoBanner } else { Loss::NoRefuge };
            self.pop();
            self.eliminate(unit, cite!("13.0.4", "G4"), loss, why);
            return Flow::Next;
        }
        Flow::Ask
    }

    pub(crate) fn enact_retire(&mut self, unit: UnitId, why: Displaced, action: Action) {
        let (Action::Retire(to), Some(at)) = (action, self.s.hex(unit)) else {
            return;
        };
        self.pop();
        self.bring(unit, to);
        self.s.unit_mut(unit).condition = Condition::Retired;
        let banner = self.s.banner.unwrap_or(to);
        let away = u8::try_from(self.s.game_data.board.distance(to, banner)).unwrap_or(u8::MAX);
        self.say(cite!("10.3(2)"), || What::Retired {
            unit,
            hex: Some(to),
            away,
        });
        self.call(Stage::Reface {
            unit,
            why: Refacing::Retired,
        });
        if at != to {
            let riders = self.riders(unit);
            self.displace_leaders(at, Side::Hungary, riders, why);
        }
    }

    pub(crate) fn retreating(&mut self, unit: UnitId, from: Few<HexId, 8>, risk: bool, why: Displaced) -> Flow<Stage> {
        if self.s.hex(unit).is_none() {
            return Flow::Done;
        }
        let mut ways = usize::from(any_plain(self.s, unit, &from));
        if ways == 0 {
            trampling(self.s, unit, &from, |_, _| ways += 1);
        }
        if ways == 0 {
            self.pop();
            self.tell_no_retreat(unit, &from);
            self.no_retreat(unit, risk, Loss::NoRetreat, why);
            return Flow::Next;
        }
        Flow::Ask
    }

    /// 10.2.2: a unit that cannot retreat, or whose owner spares the archers in its way, is Eliminated.
    fn no_retreat(&mut self, unit: UnitId, risk: bool, loss: Loss, why: Displaced) {
        if risk {
            self.leaders_at_risk(unit, CombatResult::Eliminated);
        }
        self.eliminate(unit, cite!("10.2.2"), loss, why);
    }

    /// Reports why no hex is open to a retreat, hex by hex. For a hex with friendly archers, also reports why the unit cannot
    /// retreat through them (10.2, 10.2.1).
    fn tell_no_retreat(&mut self, unit: UnitId, from: &Few<HexId, 8>) {
        let Some(start) = self.s.hex(unit).filter(|_| self.log.is_on()) else {
            return;
        };
        let around: Vec<HexId> = self.s.game_data.board.neighbours(start).map(|(_, h)| h).collect();
        self.tell_no_hex(unit, Chance::Retreat, &around, |s, hex, v| {
            judge_retreat(s, unit, from, Action::Retreat(hex), v);
            let friends = |u: UnitId| u != unit && s.side(u) == s.side(unit) && s.missile(u) == Missile::Bow;
            if away(s, start, hex, from.iter()) && s.occupant(hex).is_some_and(friends) {
                for reason in &not_through(s, unit, from, hex) {
                    v.refuse(*reason);
                }
            }
        });
    }

    pub(crate) fn enact_retreat(&mut self, unit: UnitId, risk: bool, why: Displaced, action: Action) {
        let Some(at) = self.s.hex(unit) else { return };
        self.pop();
        let (over, to) = match action {
            Action::Retreat(to) => (None, to),
            Action::Trample(over, to) => (self.s.occupant(over), to),
            Action::Hold => return self.no_retreat(unit, risk, Loss::Spared, why),
            _ => return,
        };
        // A Charger caught in a friendly gun's hex keeps the leaders who ride with it.
        let riders = self.riders(unit);
        let here = |&l: &LeaderId| self.s.leader(l).known && self.s.leader(l).at == Whereabouts::Map(at);
        let mut leaders = self.known_with(unit);
        leaders.extend(riders.iter().map(LeaderId).filter(here));
        leaders.sort_unstable();
        leaders.dedup();
        let with = self.named(leaders);
        self.interrupt(unit);
        self.bring_with_leaders(unit, to);
        self.s.ride(riders, at, to);
        self.say(cite!("10.2"), || What::Retreated {
            unit,
            from: at,
            to,
            with,
        });
        if let Some(archers) = over {
            self.say(cite!("10.2.1"), || What::Trampled { unit, archers });
            let fate = if self.s.unit(archers).condition == Condition::Normal {
                CombatResult::Disordered
            } else {
                CombatResult::Retired
            };
            self.call(Stage::Effect(Effect::new(archers, fate, Few::new(), false)));
        }
        self.call(Stage::Reface {
            unit,
            why: Refacing::Retreat,
        });
    }

    pub(crate) fn refacing(&mut self, unit: UnitId) -> Flow<Stage> {
        if self.s.hex(unit).is_none() {
            Flow::Done
        } else {
            Flow::Ask
        }
    }

    pub(crate) fn enact_reface(&mut self, unit: UnitId, why: Refacing, action: Action) {
        let Action::Face(facing) = action else { return };
        self.pop();
        if self.s.unit(unit).facing == facing {
            self.decline(why.cite(), self.s.side(unit), Question::Facing, Some(unit));
        } else {
            self.s.unit_mut(unit).facing = facing;
            self.say(why.cite(), || What::Faced { unit, facing });
        }
    }
}
