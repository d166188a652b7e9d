//! Advances (12.2, 12.4), Continued Attack markers (14.7), and the end of an attack.

use crate::action::Action;
use crate::casebook::cite;
use crate::components::UnitId;
use crate::engine::Engine;
use crate::event::{Chance, Lapse, Parting, Question, What};
use crate::options::Choice;
use crate::rules::ground::open_to;
use crate::rules::openings::{FOLLOW_OPENING, OpeningFacts};
use crate::rules::reinforcements::shut_out;
use crate::rules::shock::striking::attack;
use crate::state::activation::Coming;
use crate::state::combat::{Attack, Combat};
use crate::state::effect::Refacing;
use crate::state::pieces::{Condition, Done, Whereabouts};
use crate::state::position::State;
use crate::state::stage::{Bout, Escorted, Stage};
use casus_core::{Bar, Bars, Flow, HexId, PieceSet, Procedures, Refusal, Verdict};

casus_continuity::facts! {
    /// The facts of an advance.
    ///
    /// It follows the dice of an attack, or a Retreat Before Combat, which has none.
    pub struct AdvanceFacts<'a> of State; rules B = Bar; places unit, to {
        /// The Shock Phase.
        pub combat: &'a Combat,
        /// The attack, settled except for the units that take its vacated hexes; `None` after a Retreat Before Combat.
        pub attack: Option<&'a Attack>,
        /// The unit that would advance.
        pub unit: UnitId,
        /// The hex that it would enter.
        pub to: HexId,
    }
}

/// The lowest Shock Defense DRM with which a unit never advances (12.4).
const TOO_WEAK: i8 = 2;

impl AdvanceFacts<'_> {
    fn continued(&self) -> bool {
        self.attack.is_some_and(|f| f.continued)
    }
    fn disordered(&self) -> bool {
        self.s.unit(self.unit).condition == Condition::Disordered
    }
    /// Whether it attacked the hex, and is still where it attacked from.
    fn took_part(&self) -> bool {
        let striker = self.combat.striker(self.unit);
        striker.is_some_and(|k| {
            let fought = self.attack.is_none_or(|f| f.attackers.contains(&self.unit));
            fought && k.on.contains(self.to) && self.s.hex(self.unit) == Some(k.from) && !self.s.retired(self.unit)
        })
    }
    fn vacated(&self) -> bool {
        match self.attack {
            Some(attack) => attack.vacated.contains(&self.to),
            None => self.combat.target(self.to).is_some_and(|m| m.withdrawn) && self.s.stacks.is_empty(self.to),
        }
    }
    /// Whether its Shock Defense DRM bars it: that of the face that is up or, by a switch, of its Normal face (ruling C-4).
    fn too_weak(&self) -> bool {
        if self.s.opts(Choice::C4) {
            let turned = self.s.unit(self.unit).turned;
            return self.s.counter(self.unit).ratings(turned, false).sdr >= TOO_WEAK;
        }
        let goes_on = self.disordered() && self.continued();
        self.s.ratings(self.unit).sdr >= TOO_WEAK && !goes_on
    }
    /// Whether a Shock Defense DRM of +2 or more bars it by one reading of ruling C-4 only.
    fn weak_by_one_reading(&self) -> bool {
        let u = self.s.unit(self.unit);
        let printed = self.s.counter(self.unit).ratings(u.turned, false).sdr >= TOO_WEAK;
        let goes_on = self.disordered() && self.continued();
        let shown = self.s.ratings(self.unit).sdr >= TOO_WEAK && !goes_on;
        self.too_weak() && printed != shown
    }
    fn closed(&self) -> bool {
        self.s
            .hex(self.unit)
            .is_some_and(|h| !open_to(self.s, self.unit, h, self.to))
    }
    fn rank(&self) -> u8 {
        rank(self.s, self.combat, self.unit)
    }
    /// Whether another attacker of the hex has priority.
    fn outranked(&self) -> bool {
        let Some(attack) = self.attack else { return false };
        let before = |&&u: &&UnitId| {
            let other = AdvanceFacts { unit: u, ..*self };
            other.rank() < self.rank() && ADVANCE_BARS.permit(&other)
        };
        attack.attackers.iter().any(|u| before(&u))
    }
    /// Whether it attacked two hexes, and the other has not been left (12.2).
    fn half(&self) -> bool {
        let striker = self.combat.striker(self.unit);
        striker.is_some_and(|k| k.on.iter().any(|h| self.combat.target(h).is_some_and(|m| !m.withdrawn)))
    }
}

/// The priority of a unit by 12.4: a Charging unit, a mounted one, one that is not Disordered, a Disordered one that continues.
fn rank(s: &State, combat: &Combat, unit: UnitId) -> u8 {
    if combat.striker(unit).is_some_and(|k| k.charge) {
        1
    } else if s.arm(unit).mounted() {
        2
    } else if s.unit(unit).condition == Condition::Normal {
        3
    } else {
        4
    }
}

/// The list `advance`: what makes an attacker ineligible to advance (12.4).
pub static ADVANCE_BARS: Bars<AdvanceFacts> = Bars {
    name: "advance",
    list: &[
        B::by(cite!("7.3", "R-22"), "enemy reinforcements enter there").when(to, |f| shut_out(f.s, f.unit, f.to)),
        B::by(cite!("12.4"), "no defender of this attack has vacated that hex")
            .when(to, |f| !f.vacated())
            .always(),
        B::by(cite!("12.4"), "the unit did not attack that hex, or has moved since")
            .when(unit, |f| !f.took_part())
            .always(),
        B::by(cite!("12.4"), "a Disordered unit advances in a Continued Attack only")
            .when(unit, |f| f.disordered() && !f.continued()),
        B::by(cite!("12.4", "C-4"), "a Shock Defense DRM of +2 or more bars the unit").when(unit, |f| f.too_weak()),
        B::by(cite!("12.4"), "the Terrain Chart closes the way").when(to, |f| f.closed()),
    ],
};

/// The list `advance-order`: which of the eligible attackers may not be the one that advances (12.4).
pub static ORDER_BARS: Bars<AdvanceFacts> = Bars {
    name: "advance-order",
    list: &[B::by(cite!("12.4"), "another attacker goes before the unit").when(unit, |f| f.outranked())],
};

/// The list `follow`: what forbids an advance after a Retreat Before Combat (12.2).
pub static FOLLOW_BARS: Bars<AdvanceFacts> = Bars {
    name: "follow",
    list: &[
        B::by(cite!("7.3", "R-22"), "enemy reinforcements enter there").when(to, |f| shut_out(f.s, f.unit, f.to)),
        B::by(cite!("12.2"), "nobody has retreated before combat from that hex, or it is not vacant")
            .when(to, |f| !f.vacated())
            .always(),
        B::by(cite!("12.2"), "the unit does not attack that hex, or has moved since")
            .when(unit, |f| !f.took_part() || f.combat.striker(f.unit).is_some_and(|k| k.out))
            .always(),
        B::by(cite!("12.2"), "the unit must resolve its attack on the other hex").when(unit, |f| f.half()),
        B::by(cite!("12.2", "G-4"), "a Shock Defense DRM of +2 or more bars the unit")
            .when(unit, |f| f.too_weak() && !f.weak_by_one_reading()),
        B::by(cite!("12.2"), "the Terrain Chart closes the way").when(to, |f| f.closed()),
        B::by(cite!("12.4", "C-4"), "the Shock Defense DRM of one face alone, +2 or more, bars the unit")
            .when(unit, |f| f.weak_by_one_reading()),
    ],
};

fn advance_facts(s: &State, unit: UnitId, to: HexId) -> Option<AdvanceFacts<'_>> {
    let combat = s.combat()?;
    Some(AdvanceFacts {
        s,
        combat,
        attack: combat.attack.as_ref(),
        unit,
        to,
    })
}

fn pairs(s: &State) -> Vec<(UnitId, HexId)> {
    let Some(attack) = attack(s) else { return Vec::new() };
    let hexes = &attack.vacated;
    attack
        .attackers
        .iter()
        .flat_map(|&u| hexes.iter().map(move |&h| (u, h)))
        .collect()
}

/// Whether every vacated hex still holds a Baggage Wagon, so that no unit has to enter it (ruling G-14).
fn optional(s: &State) -> bool {
    attack(s).is_some_and(|f| f.vacated.iter().all(|&h| !s.stacks.is_empty(h)))
}

pub(crate) fn advance_candidates(s: &State, out: &mut Vec<Action>) {
    out.extend(pairs(s).into_iter().map(|(u, h)| Action::Advance(u, h)));
    out.push(Action::Halt);
}

pub(crate) fn judge_advance(s: &State, action: Action, v: &mut Verdict) -> bool {
    match action {
        Action::Advance(u, h) => {
            let Some(f) = advance_facts(s, u, h) else { return false };
            ADVANCE_BARS.judge(&f, v);
            if !v.settled() {
                ORDER_BARS.judge(&f, v);
            }
        }
        Action::Halt => {
            if !optional(s) {
                v.refuse(Refusal::new(cite!("12.4", "R-72"), "a vacated hex must be entered"));
            }
        }
        _ => return false,
    }
    true
}

pub(crate) fn follow_candidates(s: &State, hex: HexId, out: &mut Vec<Action>) {
    out.push(Action::Halt);
    let Some(combat) = s.combat() else { return };
    for k in combat.on(hex) {
        out.extend(k.on.iter().map(|h| Action::Advance(k.unit, h)));
    }
}

pub(crate) fn judge_follow(s: &State, hex: HexId, action: Action, v: &mut Verdict) -> bool {
    match action {
        Action::Halt => {}
        Action::Advance(u, h) => match advance_facts(s, u, h) {
            Some(f) => {
                FOLLOW_BARS.judge(&f, v);
                if !v.settled() && !f.combat.on(hex).any(|k| k.unit == u) {
                    v.refuse(
                        Refusal::new(cite!("12.2", "R-67"), "it is for those to enter who attacked the hex just left")
                            .about(u.place()),
                    );
                }
            }
            None => return false,
        },
        _ => return false,
    }
    true
}

/// The units with a Continued Attack marker when only the ground kept all attackers from advancing: the first by priority, and
/// all that are equal to it (ruling R-100).
fn stopped_by_ground(s: &State) -> Vec<UnitId> {
    let (Some(combat), Some(attack)) = (s.combat(), attack(s)) else {
        return Vec::new();
    };
    let would = |&(u, h): &(UnitId, HexId)| {
        let f = advance_facts(s, u, h);
        f.is_some_and(|f| f.vacated() && f.took_part() && !f.too_weak() && f.closed())
    };
    if !attack.continued {
        return Vec::new();
    }
    let mut units: Vec<UnitId> = pairs(s).into_iter().filter(would).map(|(u, _)| u).collect();
    units.dedup();
    let first = units.iter().map(|&u| rank(s, combat, u)).min();
    units.retain(|&u| Some(rank(s, combat, u)) == first);
    units
}

pub(crate) fn mark_candidates(s: &State, out: &mut Vec<Action>) {
    out.extend(stopped_by_ground(s).into_iter().map(Action::Resolve));
}

pub(crate) fn judge_mark(s: &State, action: Action, v: &mut Verdict) -> bool {
    let Action::Resolve(unit) = action else { return false };
    if !stopped_by_ground(s).contains(&unit) {
        v.refuse(
            Refusal::new(cite!("14.7", "R-100"), "the unit would not have been the one to advance").about(unit.place()),
        );
    }
    true
}

/// The first vacated hex that some unit may enter.
pub(crate) fn enterable(s: &State) -> Option<HexId> {
    let may = |&(u, h): &(UnitId, HexId)| {
        advance_facts(s, u, h).is_some_and(|f| ADVANCE_BARS.permit(&f) && ORDER_BARS.permit(&f))
    };
    pairs(s).into_iter().find(may).map(|(_, h)| h)
}

impl Engine<'_> {
    pub(crate) fn advancing(&mut self) -> Flow<Stage> {
        if enterable(self.s).is_some() {
            return Flow::Ask;
        }
        self.nobody_advances();
        self.set_top(Stage::Attack { step: Bout::Mark });
        Flow::Next
    }

    /// Reports why no attacker may enter a vacated hex.
    fn nobody_advances(&mut self) {
        if !self.log.is_on() {
            return;
        }
        let mut told = Vec::new();
        for (unit, hex) in pairs(self.s) {
            if !advance_facts(self.s, unit, hex).is_some_and(|f| f.took_part()) {
                continue;
            }
            let mut v = Verdict::full();
            judge_advance(self.s, Action::Advance(unit, hex), &mut v);
            // Two hexes closed to a unit for the same reasons are reported once.
            if let Err(refusals) = v.finish()
                && !told.contains(&(unit, refusals.clone()))
            {
                told.push((unit, refusals.clone()));
                self.tell_passed_over(self.s.side(unit), Chance::Advance, Some(unit), None, refusals);
            }
        }
    }

    pub(crate) fn enact_advance(&mut self, action: Action) {
        if let Action::Advance(unit, to) = action {
            self.set_top(Stage::Attack { step: Bout::End });
            self.escort(unit, Escorted::Advance { to, follow: false });
        } else {
            self.set_top(Stage::Attack { step: Bout::End });
        }
    }

    pub(crate) fn advance_to(&mut self, unit: UnitId, riders: PieceSet, to: HexId, follow: bool) {
        let Some(from) = self.s.hex(unit) else { return };
        self.bring(unit, to, riders);
        self.s.unit_mut(unit).done.set(Done::SHIFTED);
        self.note_coming(unit, to, Coming::Advance);
        let case = if follow { cite!("12.2") } else { cite!("12.4") };
        self.say(case, || What::Advanced { unit, from, to });
        self.part(unit, Parting::Advance);
        let why = if follow { Refacing::Follow } else { Refacing::Advance };
        if follow {
            // A unit that advances so fights no more, a Continued Attack included (ruling R-67).
            if let Some(combat) = self.fray_mut() {
                if let Some(k) = combat.striker_mut(unit) {
                    k.out = true;
                }
                combat.markers.retain(|&(u, _)| u != unit);
            }
        } else if attack(self.s).is_some_and(|f| f.continued) {
            self.earn(unit);
            return;
        }
        self.call(Stage::Reface { unit, why });
    }

    /// 14.7: gives a Continued Attack marker, which removes every Engaged marker of its unit.
    fn earn(&mut self, unit: UnitId) {
        let Some(combat) = self.fray_mut() else { return };
        combat.earned.insert(unit.0);
        let sum = combat.marker(unit).saturating_add(1);
        self.say(cite!("14.7"), || What::Continues { unit, sum });
        self.disengage(cite!("14.7"), Parting::ContinuedAttack, |a, b| a == unit || b == unit);
    }

    pub(crate) fn marking(&mut self) -> Flow<Stage> {
        match stopped_by_ground(self.s).as_slice() {
            [] => {
                self.set_top(Stage::Attack { step: Bout::End });
                self.no_marker();
                Flow::Next
            }
            [only] => {
                self.set_top(Stage::Attack { step: Bout::End });
                self.earn(*only);
                Flow::Next
            }
            _ => Flow::Ask,
        }
    }

    /// Reports that no unit has advanced, so that a Continued Attack leaves no marker.
    fn no_marker(&mut self) {
        let Some(attack) = attack(self.s).filter(|f| f.continued && self.log.is_on()) else {
            return;
        };
        let barred = |&(u, h): &(UnitId, HexId)| {
            advance_facts(self.s, u, h).is_some_and(|f| f.vacated() && f.took_part() && f.too_weak())
        };
        let case = if pairs(self.s).iter().any(barred) {
            cite!("14.7", "G-5")
        } else {
            cite!("14.7")
        };
        let units = attack.attackers.clone();
        let why = Lapse::NobodyAdvanced;
        self.say(case, || What::ContinuedLapsed { units, why });
    }

    pub(crate) fn enact_mark(&mut self, action: Action) {
        self.set_top(Stage::Attack { step: Bout::End });
        if let Action::Resolve(unit) = action {
            self.earn(unit);
        }
    }

    /// Ends an attack.
    pub(crate) fn end_fight(&mut self) -> Flow<Stage> {
        if let Some(combat) = self.fray_mut()
            && let Some(attack) = combat.attack.take()
        {
            for &unit in &attack.attackers {
                if let Some(k) = combat.striker_mut(unit) {
                    k.out = true;
                }
            }
            for (hex, _) in attack.on {
                if let Some(m) = combat.mark_mut(hex) {
                    m.settled = true;
                }
            }
        }
        Flow::Done
    }

    /// 12.2: checks whether any unit could enter the hex that was left before combat.
    pub(crate) fn following(&mut self, hex: HexId) -> Flow<Stage> {
        let open = self.s.combat().map(|f| OpeningFacts::at(self.s, f.side, hex));
        if !open.is_some_and(|f| FOLLOW_OPENING.permit(&f)) {
            return Flow::Done;
        }
        let mut list = Vec::new();
        follow_candidates(self.s, hex, &mut list);
        let may = |&a: &Action| {
            let mut v = Verdict::quick();
            a != Action::Halt && judge_follow(self.s, hex, a, &mut v) && !v.refused()
        };
        if list.iter().any(may) {
            return Flow::Ask;
        }
        for action in list {
            if let Action::Advance(unit, _) = action {
                self.pass_over(Chance::Advance, unit, None, |s, v| {
                    judge_follow(s, hex, action, v);
                });
            }
        }
        self.asked_to_follow(hex);
        Flow::Done
    }

    fn asked_to_follow(&mut self, hex: HexId) {
        if let Some(m) = self.fray_mut().and_then(|f| f.mark_mut(hex)) {
            m.followed = true;
        }
    }

    pub(crate) fn enact_follow(&mut self, hex: HexId, action: Action) {
        self.pop();
        self.asked_to_follow(hex);
        if let Action::Advance(unit, to) = action {
            self.escort(unit, Escorted::Advance { to, follow: true });
        } else if let Some(side) = self.s.combat().map(|f| f.side) {
            self.decline(cite!("12.2"), side, Question::Follow);
        }
    }

    /// 12.2: lets a unit that attacked two hexes that were both left choose which to enter.
    pub(crate) fn follow_two(&mut self) {
        let Some(combat) = self.s.combat() else { return };
        let left = |h: HexId| combat.target(h).is_some_and(|m| m.withdrawn);
        let two = combat
            .strikers
            .iter()
            .filter(|k| !k.out && k.on.len() > 1 && k.on.iter().all(left));
        let first: Vec<HexId> = two.filter_map(|k| k.on.iter().next()).collect();
        for hex in first {
            self.call(Stage::Follow { hex });
        }
    }

    /// 10.0: captures enemy Baggage Wagons in a hex that a unit has entered (ruling R-74).
    pub(crate) fn settle_wagons(&mut self) -> bool {
        let mut wagons = self.s.game_data.wagons().iter().copied();
        let taken = wagons.find(|&u| self.s.beside(u).any(|o| self.s.side(o) != self.s.side(u)));
        let Some(unit) = taken else { return false };
        self.s.put(unit, Whereabouts::Lost);
        self.say(cite!("10.0", "R-74"), || What::WagonCaptured { unit });
        true
    }
}
