//! Advances after combat (8.2, 8.4) and Continued Attacks (10.5).

use crate::casebook::cite;
use crate::components::UnitId;
use crate::engine::Engine;
use crate::event::{Chance, Lapse, What};
use crate::options::Choice;
use crate::rules::combat::{able, current};
use crate::rules::ground::open_to;
use crate::state::combat::{Bout, Combat, Going, Kind, Stand, Striker};
use crate::state::effect::Refacing;
use crate::state::pieces::Condition;
use crate::state::position::State;
use crate::state::stage::Stage;
use casus_core::{Bar, Bars, Flow, HexId, Procedures, Verdict};

/// Whether an attacker may advance at all (8.4, ruling E13).
pub(crate) fn fresh(s: &State, k: &Striker) -> bool {
    let normal = s.unit(k.unit).condition == Condition::Normal;
    able(s, k) && !k.advanced && (normal || (!k.began_normal && !s.opts(Choice::E13)))
}

/// The hexes that Shock has vacated and that some unit may take, each with the units that may take it.
pub(crate) fn vacancies(s: &State, c: &Combat, withdrawn: bool) -> Vec<(HexId, Vec<UnitId>)> {
    let mut list = vacated(s, c, withdrawn);
    list.retain(|(_, takers)| !takers.is_empty());
    list
}

/// The hexes that Shock has vacated, each with the units that may take it.
fn vacated(s: &State, c: &Combat, withdrawn: bool) -> Vec<(HexId, Vec<UnitId>)> {
    let mut list: Vec<(HexId, Vec<UnitId>)> = Vec::new();
    for m in &c.targets {
        let fits = if withdrawn {
            m.stand == Stand::Withdrawn
        } else {
            m.stand == Stand::Struck
        };
        if !fits || s.occupant(m.hex).is_some() {
            continue;
        }
        let takers: Vec<UnitId> = c
            .on(m.unit)
            .filter(|k| fresh(s, k) && open_to(s, k.unit, m.hex))
            .map(|k| k.unit)
            .collect();
        match list.iter_mut().find(|(h, _)| *h == m.hex) {
            Some((_, before)) if before.is_empty() => *before = takers,
            Some(_) => {}
            None => list.push((m.hex, takers)),
        }
    }
    list
}

/// The greatest number of hexes that different units can take.
fn matching(list: &[(HexId, Vec<UnitId>)], taken: &mut Vec<UnitId>) -> usize {
    let Some(((_, takers), rest)) = list.split_first() else {
        return 0;
    };
    let mut best = matching(rest, taken);
    for &u in takers {
        if !taken.contains(&u) {
            taken.push(u);
            best = best.max(1 + matching(rest, taken));
            taken.pop();
        }
    }
    best
}

/// Whether after this advance as many hexes can still be taken in all as without it.
fn keeps_duty(list: &[(HexId, Vec<UnitId>)], unit: UnitId, hex: HexId) -> bool {
    let full = matching(list, &mut Vec::new());
    let rest: Vec<_> = list.iter().filter(|(h, _)| *h != hex).cloned().collect();
    1 + matching(&rest, &mut vec![unit]) >= full
}

/// Whether an attacker has won a Continued Attack and has not advanced (10.5).
fn eager(s: &State, k: &Striker) -> bool {
    k.continued && !k.advanced && able(s, k) && s.unit(k.unit).condition == Condition::Normal
}

/// The attackers that press on: each has won a Continued Attack, has not advanced, and has a vacant hex in front (10.5).
///
/// Their owner chooses the next one, because one may take the hex that another needs (rulings G6, G12).
pub(crate) fn pressers<'a>(s: &'a State, c: &'a Combat) -> impl Iterator<Item = &'a Striker> + 'a {
    let opening = |k: &Striker| {
        let mut front = s.frontal(k.unit);
        front.any(|h| s.occupant(h).is_none() && open_to(s, k.unit, h))
    };
    c.strikers.iter().filter(move |k| eager(s, k) && opening(k))
}

casus_continuity::facts! {
    /// The facts of an advance.
    ///
    /// The combat is settled except for the units that take the vacated hexes.
    pub struct AdvanceFacts<'a> of State; rules B = Bar; places unit, to {
        /// The combat that has been settled.
        pub c: &'a Combat,
        /// The kind of advance.
        pub step: Bout,
        /// The unit that would advance.
        pub unit: UnitId,
        /// The hex that it would enter.
        pub to: HexId,
        /// The hexes that combat has vacated, each with the units that may take it.
        pub open: Vec<(HexId, Vec<UnitId>)>,
    }
}

impl AdvanceFacts<'_> {
    fn takers(&self) -> Option<&Vec<UnitId>> {
        self.open.iter().find(|(h, _)| *h == self.to).map(|(_, t)| t)
    }
    fn vacated(&self) -> bool {
        self.takers().is_some()
    }
    /// Whether the hex is vacated, but the unit may not take it.
    fn no_taker(&self) -> bool {
        self.takers().is_some_and(|t| !t.contains(&self.unit))
    }
    /// Whether a target of this unit vacated the hex, and the unit is Disordered.
    fn weary(&self) -> bool {
        let attacked =
            |&(a, d): &(UnitId, UnitId)| a == self.unit && self.c.target(d).is_some_and(|m| m.hex == self.to);
        let tired = |k: &Striker| k.unit == self.unit && !k.advanced && able(self.s, k) && !fresh(self.s, k);
        self.no_taker() && self.c.links.iter().any(attacked) && self.c.strikers.iter().any(tired)
    }
    /// Whether no Disordered unit advances, however long it has been so (ruling E13 read the other way).
    fn bars_all(&self) -> bool {
        self.s.opts(Choice::E13)
    }
    /// Whether its advance would keep another vacated hex from being entered.
    fn neglects(&self) -> bool {
        self.takers().is_some_and(|t| t.contains(&self.unit)) && !keeps_duty(&self.open, self.unit, self.to)
    }
    /// Whether it has won a Continued Attack and has still to advance.
    fn eager(&self) -> bool {
        self.c.striker(self.unit).is_some_and(|k| eager(self.s, k))
    }
    fn vacant_in_front(&self) -> bool {
        self.s.in_front(self.unit, self.to) && self.s.occupant(self.to).is_none() && open_to(self.s, self.unit, self.to)
    }
}

/// The list `advance`: what forbids an advance. Checked after the dice of a combat; [`AdvanceFacts::step`] says which kind
/// of advance it is (8.2, 8.4, 10.5).
pub static ADVANCE_BARS: Bars<AdvanceFacts> = Bars {
    name: "advance",
    list: &[
        B::by(cite!("8.2"), "nobody has retreated before shock from that hex")
            .when(to, |f| f.step == Bout::Follow && !f.vacated())
            .always(),
        B::by(cite!("8.2", "E13"), "a unit newly Disordered does not advance")
            .when(unit, |f| f.step == Bout::Follow && f.weary() && !f.bars_all())
            .always(),
        B::by(cite!("8.2", "E13"), "a Disordered unit does not advance")
            .when(unit, |f| f.step == Bout::Follow && f.weary() && f.bars_all())
            .always(),
        B::by(cite!("8.2"), "the unit did not attack that hex from where it stands, or may not enter it")
            .when(unit, |f| f.step == Bout::Follow && f.no_taker() && !f.weary())
            .always(),
        B::by(cite!("8.4"), "no defender of this combat has vacated that hex")
            .when(to, |f| f.step == Bout::Advance && !f.vacated())
            .always(),
        B::by(cite!("8.4", "E13"), "a unit newly Disordered does not advance")
            .when(unit, |f| f.step == Bout::Advance && f.weary() && !f.bars_all())
            .always(),
        B::by(cite!("8.4", "E13"), "a Disordered unit does not advance")
            .when(unit, |f| f.step == Bout::Advance && f.weary() && f.bars_all())
            .always(),
        B::by(cite!("8.4"), "the unit did not attack that hex from where it stands, or may not enter it")
            .when(unit, |f| f.step == Bout::Advance && f.no_taker() && !f.weary())
            .always(),
        B::by(cite!("8.4"), "another vacated hex could then not be entered")
            .when(to, |f| f.step == Bout::Advance && f.neglects()),
        B::by(cite!("10.5"), "the unit has no Continued Attack to press on with")
            .when(unit, |f| f.step == Bout::Press && !f.eager())
            .always(),
        B::by(cite!("10.5"), "the unit advances into a vacant hex in front of it")
            .when(to, |f| f.step == Bout::Press && !f.vacant_in_front())
            .always(),
    ],
};

pub(crate) fn judge_advance(s: &State, c: &Combat, step: Bout, unit: UnitId, to: HexId, v: &mut Verdict) {
    let open = match step {
        Bout::Press => Vec::new(),
        _ => vacated(s, c, step == Bout::Follow),
    };
    ADVANCE_BARS.judge(
        &AdvanceFacts {
            s,
            c,
            step,
            unit,
            to,
            open,
        },
        v,
    );
}

/// The attackers that make a Continued Attack, unless something happens to them first (10.5).
pub(crate) fn continuers<'a>(s: &'a State, c: &'a Combat) -> impl Iterator<Item = &'a Striker> + 'a {
    c.strikers
        .iter()
        .filter(move |k| k.continued && k.advanced && s.steady(k.unit) && able(s, k))
}

impl Engine<'_> {
    /// Reports, when no unit may take a vacated hex or none may any more, why attackers that stand have not advanced.
    pub(crate) fn nobody_advances(&mut self, step: Bout) {
        let Some(c) = current(self.s).filter(|_| self.log.is_on()) else {
            return;
        };
        let c = c.clone();
        let open: Vec<HexId> = vacated(self.s, &c, step == Bout::Follow)
            .into_iter()
            .map(|(h, _)| h)
            .collect();
        for m in c.targets.iter().filter(|m| open.contains(&m.hex)) {
            for k in c.on(m.unit).filter(|k| !k.advanced) {
                // No entry covers a unit that only the ground keeps out.
                if able(self.s, k) && !fresh(self.s, k) {
                    self.pass_over(Chance::Advance, k.unit, Some(m.unit), |s, v| {
                        judge_advance(s, &c, step, k.unit, m.hex, v);
                    });
                }
            }
        }
    }

    pub(crate) fn advance(&mut self, step: Bout, unit: UnitId, to: HexId) {
        let Some(from) = self.s.hex(unit) else { return };
        // Read this before the move: a leader alone in the destination hex does not come with the unit.
        let with = self.named(self.known_with(unit));
        self.bring_with_leaders(unit, to);
        let mut fixed = step != Bout::Advance;
        let normal = self.s.unit(unit).condition == Condition::Normal;
        if let Some(k) = self.striker_mut(unit) {
            k.advanced = true;
            k.hex = to;
            fixed |= k.continued && normal;
            if step == Bout::Follow {
                k.continued = false;
            }
        }
        let case = match step {
            Bout::Follow => cite!("8.2"),
            Bout::Press => cite!("10.5"),
            _ => cite!("8.4"),
        };
        self.say(case, || What::Advanced { unit, from, to, with });
        if !fixed {
            self.call(Stage::Reface {
                unit,
                why: Refacing::Advance,
            });
        }
    }

    /// 10.5: attackers that won a Continued Attack and advanced shock again, one after the other in their owner's order (8.3.1).
    pub(crate) fn continue_attacks(&mut self) -> Flow<Stage> {
        let Some(c) = current(self.s) else {
            return Flow::Done;
        };
        if !c.counted {
            let units: Vec<UnitId> = c.strikers.iter().map(|k| k.unit).collect();
            for unit in units {
                let u = self.s.unit_mut(unit);
                u.attacks = u.attacks.saturating_add(1);
            }
            if let Some(c) = self.combat_mut() {
                c.counted = true;
            }
            return Flow::Next;
        }
        let going: Vec<UnitId> = continuers(self.s, c).map(|k| k.unit).collect();
        match going.as_slice() {
            [] => {
                self.tell_discontinued();
                self.go_to(Bout::End)
            }
            [only] => {
                self.go_on(*only);
                Flow::Next
            }
            _ => Flow::Ask,
        }
    }

    /// Reports the attackers that won a Continued Attack, still stand, and do not make it (10.5).
    fn tell_discontinued(&mut self) {
        let Some(c) = current(self.s).filter(|_| self.log.is_on()) else {
            return;
        };
        let lapsed = c.strikers.iter().filter(|k| k.continued && able(self.s, k));
        let lapsed: Vec<(UnitId, Lapse)> = lapsed
            .map(|k| {
                (
                    k.unit,
                    if self.s.steady(k.unit) {
                        Lapse::NotAdvanced
                    } else {
                        Lapse::Disordered
                    },
                )
            })
            .collect();
        for (unit, why) in lapsed {
            self.say(cite!("10.5"), || What::ContinuedLapsed { unit, why });
        }
    }

    /// Makes the Continued Attack of one unit (10.5).
    pub(crate) fn go_on(&mut self, unit: UnitId) {
        let Some(c) = current(self.s) else { return };
        let side = c.side;
        let charging = c.striker(unit).is_some_and(|k| k.going == Going::Home);
        if let Some(k) = self.striker_mut(unit) {
            k.continued = false;
        }
        let home = charging && self.s.opts(Choice::PlayBalance);
        let links: Vec<(UnitId, UnitId)> = self
            .s
            .frontal(unit)
            .filter_map(|h| self.s.enemy_at(h, side))
            .map(|e| (unit, e))
            .collect();
        let case = if home { cite!("9.3.1-opt") } else { cite!("10.5") };
        let alone = links.is_empty();
        self.say(case, || What::Continues { unit, alone });
        if !links.is_empty() {
            let going = if home { Going::Home } else { Going::Plain };
            self.open_combat(side, Kind::Continued, links, &|_| going, Bout::React);
        }
    }
}
