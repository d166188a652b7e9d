//! The decisions of the besieger: an assault on walls, another round, or a Blockade (10.5, 10.6).

use crate::action::Action;
use crate::casebook::cite;
use crate::charts::Storm;
use crate::components::{Side, UnitId};
use crate::engine::Engine;
use crate::event::What;
use crate::options::Choice;
use crate::rules::openings::facts::OpeningFacts;
use crate::rules::openings::siege::{
    BLOCKADE_OPENING, BREACH_OPENING, LOSSES_OPENING, PARRY_OPENING, ROUND_OPENING, STORM_OPENING,
};
use crate::rules::siege::boxes::{besiegers, garrison, place};
use crate::rules::siege::guns::siege_guns;
use crate::state::position::State;
use crate::state::stage::{Push, Stage};
use casus_core::{Bar, Bars, Cite, Flow, Modifier, Modifiers, PieceSet, Place, Procedures, Verdict};

/// The facts of an assault on walls.
#[derive(Debug)]
pub struct StormFacts<'a> {
    /// The current position.
    pub s: &'a State,
    /// The unit that would storm.
    pub unit: UnitId,
}

/// The facts of another round of a siege.
#[derive(Debug)]
pub struct RoundFacts<'a> {
    /// The current position.
    pub s: &'a State,
}

/// The facts of a storming unit's die.
#[derive(Debug)]
pub struct StormDieFacts<'a> {
    /// The current position.
    pub s: &'a State,
    /// The unit that storms.
    pub attacker: UnitId,
    /// The defending unit, whose Combat Prowess is subtracted.
    pub against: UnitId,
}

casus_core::questions!(StormFacts, RoundFacts, StormDieFacts);
type B = Bar<StormFacts<'static>>;
type R = Bar<RoundFacts<'static>>;
type M = Modifier<StormDieFacts<'static>>;

impl StormFacts<'_> {
    /// Whether the unit besieged, and has been routed or eliminated.
    fn gone(&self) -> bool {
        self.s.siege().is_some_and(|b| b.units.contains(self.unit.0)) && !besiegers(self.s).contains(&self.unit)
    }
}

impl RoundFacts<'_> {
    fn stormed(&self) -> bool {
        self.s.siege().is_some_and(|b| !b.stormed.is_empty())
    }
}

fn unit(f: &StormFacts) -> Place {
    f.unit.place()
}

/// The list `storm`: what keeps a unit from assaulting the walls (10.5, 10.5.1).
pub static STORM_BARS: Bars<StormFacts> = Bars {
    name: "storm",
    list: &[
        B::by(cite!("10.5"), "the unit does not besiege")
            .when(unit, |f| f.s.siege().is_none_or(|b| !b.units.contains(f.unit.0)))
            .always(),
        B::by(cite!("10.5", "R-92"), "artillery does not assault walls").when(unit, |f| f.s.counter(f.unit).artillery),
        B::by(cite!("10.5"), "only foot and knights assault walls")
            .when(unit, |f| !f.s.kind(f.unit).storms() && !f.s.counter(f.unit).artillery),
        B::by(cite!("10.5.1"), "the unit has stormed in this round")
            .when(unit, |f| f.s.siege().is_some_and(|b| b.stormed.contains(f.unit.0))),
        B::by(cite!("10.9"), "the unit has left the siege")
            .when(unit, |f| f.gone())
            .always(),
        B::by(cite!("18.4", "G-1"), "the unit cannot pay for the round").when(unit, |f| {
            !f.gone()
                && f.s
                    .siege()
                    .is_some_and(|b| b.units.contains(f.unit.0) && !b.paid.contains(f.unit.0))
        }),
    ],
};

/// What forbids another round of a siege (10.1, 18.4). Named `round`.
pub static ROUND_BARS: Bars<RoundFacts> = Bars {
    name: "round",
    list: &[
        R::by(cite!("10.1", "R-90"), "without artillery he assaults, or declares a Blockade")
            .when(|_| Place::Nowhere, |f| siege_guns(f.s).is_empty() && !f.stormed()),
        R::by(cite!("10.1", "R-121"), "without artillery no other round follows his assaults")
            .when(|_| Place::Nowhere, |f| f.s.opts(Choice::R121) && siege_guns(f.s).is_empty() && f.stormed()),
        R::by(cite!("18.4", "R-108"), "nobody has a point left for another round")
            .when(|_| Place::Nowhere, |f| f.s.opts(Choice::Rounds) && besiegers(f.s).iter().all(|&u| f.s.left(u) == 0)),
    ],
};

/// Modifiers of an assault on walls (10.5.1, 10.7.5). Named `storm-drm`.
pub static STORM_DRMS: Modifiers<StormDieFacts> = Modifiers {
    name: "storm-drm",
    list: &[
        M::by(cite!("10.5.1"), "attacking Combat Prowess")
            .adds(|f| f.attacker.place(), |f| Some(i32::from(f.s.counter(f.attacker).attack)).filter(|&n| n > 0)),
        M::by(cite!("10.5.1", "R-93"), "defending Combat Prowess")
            .adds(|f| f.against.place(), |f| Some(-i32::from(f.s.counter(f.against).defence)).filter(|&n| n < 0)),
        M::by(cite!("10.7.5"), "Atrocity")
            .adds(|f| Place::Side(f.s.side(f.attacker) as u8), |f| f.s.atrocious(f.s.side(f.attacker)).then_some(-1)),
    ],
};

pub(crate) fn siege_candidates(s: &State, out: &mut Vec<Action>) {
    out.extend(besiegers(s).into_iter().map(Action::Storm));
    out.extend([Action::Round, Action::Blockade]);
}

pub(crate) fn judge_siege(s: &State, action: Action, v: &mut Verdict) -> bool {
    match action {
        Action::Storm(unit) => STORM_BARS.judge(&StormFacts { s, unit }, v),
        Action::Round => ROUND_BARS.judge(&RoundFacts { s }, v),
        Action::Blockade => {}
        _ => return false,
    }
    true
}

/// Returns the units of the garrison that fight.
fn parriers(s: &State) -> Vec<UnitId> {
    garrison(s).into_iter().filter(|&u| s.fights(u)).collect()
}

pub(crate) fn parry_candidates(s: &State, out: &mut Vec<Action>) {
    out.extend(parriers(s).into_iter().map(Action::Parry));
}

fn refuse_stranger(unit: UnitId, among: &[UnitId], case: Cite, because: &'static str, v: &mut Verdict) {
    if !among.contains(&unit) {
        v.refuse(casus_core::Refusal {
            at: unit.place(),
            ..casus_core::Refusal::new(case, because)
        });
    }
}

pub(crate) fn judge_parry(s: &State, action: Action, v: &mut Verdict) -> bool {
    let Action::Parry(unit) = action else { return false };
    refuse_stranger(unit, &parriers(s), cite!("10.5.1"), "not of the garrison", v);
    true
}

/// Returns the units that a side may lose by a breach (18.2), or by a successful storm (10.5.2).
pub(crate) fn losers(s: &State, step: Push) -> Vec<UnitId> {
    match step {
        Push::Breach => garrison(s),
        _ => besiegers(s),
    }
}

pub(crate) fn lose_candidates(s: &State, step: Push, out: &mut Vec<Action>) {
    out.extend(losers(s, step).into_iter().map(Action::Lose));
}

pub(crate) fn judge_lose(s: &State, step: Push, action: Action, v: &mut Verdict) -> bool {
    let Action::Lose(unit) = action else { return false };
    let (case, because) = match step {
        Push::Breach => (cite!("18.2"), "not of the garrison"),
        _ => (cite!("10.5.2"), "the unit is not of the besieging force"),
    };
    refuse_stranger(unit, &losers(s, step), case, because, v);
    true
}

impl Engine<'_> {
    pub(crate) fn enact_siege(&mut self, action: Action) {
        match action {
            Action::Storm(unit) => {
                if let Some(b) = self.siege_mut() {
                    b.stormed.insert(unit.0);
                }
                self.set_top(Stage::Siege {
                    step: Push::Parry(unit),
                });
            }
            Action::Round => self.another_round(),
            _ => self.declare_blockade(),
        }
    }

    fn another_round(&mut self) {
        self.pay_for_siege();
        if let Some(b) = self.siege_mut() {
            b.round = b.round.saturating_add(1);
            b.fired = PieceSet::EMPTY;
            b.stormed = PieceSet::EMPTY;
        }
        self.set_top(Stage::Siege {
            step: Push::GarrisonAims,
        });
        self.changed = true;
    }

    /// 10.5.1: asks the owner of the garrison to name a unit, if their values differ.
    pub(crate) fn parrying(&mut self, attacker: UnitId) -> Flow<Stage> {
        let open = parriers(self.s);
        let mut numbers: Vec<_> = open.iter().map(|&u| self.s.counter(u).defence).collect();
        numbers.sort_unstable();
        numbers.dedup();
        let garrison = self.s.side(attacker).enemy();
        let facts = OpeningFacts::of(self.s, garrison).choices(numbers.len());
        match open.first() {
            Some(&first) if !PARRY_OPENING.permit(&facts) => {
                self.storm(attacker, first);
                Flow::Next
            }
            _ => Flow::Ask,
        }
    }

    pub(crate) fn enact_parry(&mut self, attacker: UnitId, action: Action) {
        if let Action::Parry(unit) = action {
            self.storm(attacker, unit);
        }
    }

    /// 10.5.1, 10.5.2: rolls for a unit that storms.
    fn storm(&mut self, attacker: UnitId, against: UnitId) {
        self.set_top(Stage::Siege { step: Push::Choose });
        let Some(kind) = place(self.s).map(|t| self.s.game_data.roster[t].kind) else {
            return;
        };
        let net = STORM_DRMS.ledger(
            0,
            &StormDieFacts {
                s: self.s,
                attacker,
                against,
            },
        );
        let (drm, column) = (net.total, kind as usize);
        let game_data = self.s.game_data.clone();
        let table = &game_data.charts.storm;
        let die = self
            .roll(cite!("10.5.1"), "siege assault", &|f| *table.get((i32::from(f) + drm).clamp(1, 6), column) as u16);
        let mut ledger = net.over(die.into());
        let row = ledger.clamp(1, 6);
        let result = *table.get(row, column);
        self.say(cite!("10.5.2"), || What::Stormed {
            attacker,
            against,
            ledger,
            result,
        });
        match result {
            Storm::Eliminated => self.eliminate(attacker, cite!("10.5.2")),
            Storm::Routed => self.rout(attacker, cite!("10.5.2")),
            Storm::Breached => self.breach(true),
        }
    }

    /// Applies a breach by storm or by guns: the whole garrison is eliminated, or one unit of it by 18.2.
    pub(crate) fn breach(&mut self, by_storm: bool) {
        let case = if by_storm { cite!("10.5.2") } else { cite!("10.4.2") };
        if let Some(b) = self.siege_mut() {
            b.by_storm = by_storm;
        }
        if self.s.opts(Choice::LongSieges) {
            return self.set_top(Stage::Siege { step: Push::Breach });
        }
        for unit in garrison(self.s) {
            self.eliminate(unit, case);
            if self.s.outcome.is_some() {
                return;
            }
        }
    }

    /// 18.2: asks which unit the breach eliminates, if there is a choice.
    pub(crate) fn breaching(&mut self) -> Flow<Stage> {
        let open = garrison(self.s);
        let Some(&first) = open.first() else { return Flow::Ask };
        let facts = OpeningFacts::of(self.s, self.s.side(first)).choices(open.len());
        if BREACH_OPENING.permit(&facts) {
            return Flow::Ask;
        }
        self.lose_defender(first);
        Flow::Next
    }

    fn lose_defender(&mut self, unit: UnitId) {
        // Guns that have not fired yet still fire.
        let by_storm = self.s.siege().is_some_and(|b| b.by_storm);
        self.set_top(Stage::Siege {
            step: if by_storm { Push::Choose } else { Push::GunsFire },
        });
        self.eliminate(unit, cite!("18.2"));
    }

    pub(crate) fn enact_lose(&mut self, step: Push, action: Action) {
        let Action::Lose(unit) = action else { return };
        match step {
            Push::Losses(left) => {
                self.set_top(Stage::Siege {
                    step: Push::Losses(left.saturating_sub(1)),
                });
                self.eliminate(unit, cite!("10.5.2"));
            }
            _ => self.lose_defender(unit),
        }
    }

    /// 10.5.2, ruling R-94: eliminates the captor's remaining losses.
    pub(crate) fn losing(&mut self, left: u8) -> Flow<Stage> {
        let open = besiegers(self.s);
        if left == 0 || open.is_empty() {
            self.close_siege();
            return Flow::Next;
        }
        let facts = OpeningFacts::of(self.s, self.s.side(open[0])).choices(open.len());
        if LOSSES_OPENING.permit(&facts) {
            return Flow::Ask;
        }
        self.enact_lose(Push::Losses(left), Action::Lose(open[0]));
        Flow::Next
    }
    /// Asks the besieger, after the guns, to storm, go on, or blockade.
    pub(crate) fn choosing(&mut self) -> Flow<Stage> {
        let side = asked(self.s, Push::Choose);
        let facts = side.map(|side| OpeningFacts::of(self.s, side));
        let open = [&STORM_OPENING, &ROUND_OPENING, &BLOCKADE_OPENING];
        if facts.is_some_and(|facts| open.iter().any(|list| list.permit(&facts))) {
            return Flow::Ask;
        }
        self.declare_blockade();
        Flow::Next
    }
}

/// Returns the side that decides in a step of a siege.
pub(crate) fn asked(s: &State, step: Push) -> Option<Side> {
    let besieger = s.siege()?.besieger;
    Some(match step {
        Push::GarrisonAims | Push::Parry(_) | Push::Breach => besieger.enemy(),
        _ => besieger,
    })
}
