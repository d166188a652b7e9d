//! Declaring attacks (12.1, 13.2, 13.3).

use crate::action::Action;
use crate::casebook::cite;
use crate::components::{Arm, UnitId};
use crate::engine::Engine;
use crate::event::{Chance, What};
use crate::rules::charge::tracing::trace_of;
use crate::rules::shock::charging::{CHARGE_BARS, DeclareFacts, attacker, hex};
use crate::rules::shock::duty::{
    DUTY_BARS, DutyFacts, alone, attackable, fights, may_strike, owed, shut_out, stranded, stranded_by_all,
};
use crate::state::combat::Striker;
use crate::state::pieces::Done;
use crate::state::position::State;
use crate::state::stage::Stage;
use casus_core::{Bar, Bars, Flow, HexId, Procedures, Refusal, Verdict, Violation};

type B = Bar<DeclareFacts<'static>>;

impl DeclareFacts<'_> {
    /// A unit that attacks this hex and another by itself.
    fn loner(&self) -> Option<UnitId> {
        let two = self
            .combat
            .on(self.hex)
            .find(|k| k.on.len() > 1 && k.unit != self.attacker)?;
        Some(two.unit)
    }
    /// Whether it attacks another hex with others, or others attack this one, so that it would not be by itself.
    fn splits(&self) -> bool {
        let others = self.combat.on(self.hex).any(|k| k.unit != self.attacker);
        self.own()
            .is_some_and(|k| others || k.on.len() > 1 || !alone(&self.combat.strikers, k))
    }
    /// The attackers as they would be after this declaration.
    fn then(&self) -> Vec<Striker> {
        let mut then = self.combat.strikers.clone();
        match then.iter_mut().find(|k| k.unit == self.attacker) {
            Some(own) => own.on.push(self.hex),
            None => then.push(Striker {
                charge: self.charge,
                ..Striker::shock(self.attacker, self.from, self.hex)
            }),
        }
        then
    }
    fn strands(&self) -> Option<Violation> {
        let (s, combat) = (self.s, self.combat);
        let left = if !self.charge {
            stranded(s, combat, &self.then())
        } else if owed(s, combat) {
            stranded_by_all(s, combat, self.rides().into_iter())
        } else {
            None
        };
        Some(Violation::at(left?.place()))
    }
    /// A unit that must attack too, and could not do so any more.
    fn shuts_out(&self) -> Option<Violation> {
        let left = shut_out(self.s, self.combat, &self.then(), self.attacker, self.hex)?;
        Some(Violation::at(left.place()))
    }
    fn engaged_elsewhere(&self) -> bool {
        let partner = self.s.units_at(self.hex).any(|u| self.s.engaged_with(self.attacker, u));
        self.s.engaged(self.attacker) && !partner
    }
}

/// The list `attack`: what forbids any attack, plain or Charge. Checked when one is declared (12.1).
pub static ATTACK_BARS: Bars<DeclareFacts> = Bars {
    name: "attack",
    list: &[
        B::by(cite!("12.1"), "the attacker is not activated")
            .when(attacker, |f| f.combat.round == 0 && !f.done(Done::ACTIVE)),
        B::by(cite!("12.1"), "the unit's type is not listed as an attacker")
            .when(attacker, |f| !f.s.game_data.charts.may_attack(f.s.arm(f.attacker))),
        B::by(cite!("12.1"), "no enemy unit is there")
            .when(hex, |f| !f.s.enemy_in(f.hex, f.s.side(f.attacker)))
            .always(),
        B::by(cite!("12.1"), "that attack is declared already")
            .when(attacker, |f| f.own().is_some_and(|k| k.on.contains(f.hex)))
            .always(),
        B::by(cite!("12.1"), "a unit that attacks two hexes attacks them by itself")
            .violated(|f| f.loner().map(|u| Violation::at(u.place()))),
        B::by(cite!("12.1"), "the unit attacks with others, or would, and cannot split its attack")
            .when(attacker, |f| f.splits()),
        B::by(cite!("12.1", "R-64"), "then nobody could attack an enemy unit that must be attacked")
            .violated(|f| f.strands()),
        B::by(cite!("14.4"), "a Retired unit does not attack")
            .when(attacker, |f| f.s.retired(f.attacker))
            .always(),
        B::by(cite!("14.5"), "then an Engaged unit could not attack those with whom it is Engaged")
            .violated(|f| f.shuts_out().filter(|_| f.combat.round == 0)),
        B::by(cite!("14.7", "R-102"), "only units under a Continued Attack marker attack now")
            .when(attacker, |f| f.combat.round > 0 && f.combat.marker(f.attacker) == 0),
        B::by(cite!("14.7"), "then a unit under a Continued Attack marker could not attack")
            .violated(|f| f.shuts_out().filter(|_| f.combat.round > 0)),
    ],
};

/// The list `shock`: what forbids a plain Shock attack, besides what forbids any attack (12.1, 12.3, 14.5).
pub static SHOCK_BARS: Bars<DeclareFacts> = Bars {
    name: "shock",
    list: &[
        B::by(cite!("12.1"), "the hex is not one of the unit's frontal hexes")
            .when(hex, |f| !f.s.in_front(f.attacker, f.hex))
            .always(),
        B::by(cite!("12.3(2)B"), "nobody attacks into or across such terrain")
            .when(hex, |f| f.s.next_to(f.from, f.hex) && !may_strike(f.s, f.attacker, f.from, f.hex)),
        B::by(cite!("13.2"), "the unit is to Charge").when(attacker, |f| f.own().is_some_and(|k| k.charge)),
        B::by(cite!("14.5"), "the unit attacks only those with whom it is Engaged")
            .when(hex, |f| f.engaged_elsewhere()),
    ],
};

fn facts(s: &State, attacker: UnitId, hex: HexId, charge: bool) -> Option<DeclareFacts<'_>> {
    Some(DeclareFacts {
        s,
        combat: s.combat()?,
        attacker,
        from: s.hex(attacker)?,
        hex,
        charge,
    })
}

pub(crate) fn judge_attack(s: &State, attacker: UnitId, hex: HexId, charge: bool, v: &mut Verdict) {
    let Some(f) = facts(s, attacker, hex, charge) else {
        v.refuse(Refusal::new(cite!("12.1"), "the attacker is not on the map").about(attacker.place()));
        return;
    };
    let second = if charge { &CHARGE_BARS } else { &SHOCK_BARS };
    second.judge(&f, v);
    if !v.settled() {
        ATTACK_BARS.judge(&f, v);
    }
}

/// Visits every attack that might be declared, until `visit` returns `true`. Returns whether it did.
fn any_attack(s: &State, mut visit: impl FnMut(Action) -> bool) -> bool {
    let Some(combat) = s.combat() else { return false };
    let board = &s.game_data.board;
    s.unit_ids().any(|u| {
        let Some(at) = s.hex(u).filter(|_| s.side(u) == combat.side) else {
            return false;
        };
        let enemies = || {
            let theirs = s.unit_ids().filter(|&e| s.side(e) != combat.side);
            let mut hexes: Vec<HexId> = theirs.filter_map(|e| s.hex(e)).collect();
            hexes.sort_unstable();
            hexes.dedup();
            hexes
        };
        if s.amended() {
            let all = enemies();
            return all
                .into_iter()
                .any(|h| visit(Action::Shock(u, h)) || visit(Action::Charge(u, h)));
        }
        if !fights(s, combat, u) {
            return false;
        }
        if s.frontal(u)
            .filter(|&h| s.enemy_in(h, combat.side))
            .any(|h| visit(Action::Shock(u, h)))
        {
            return true;
        }
        let rides = combat.round == 0 && s.arm(u) == Arm::MenAtArms && s.steady(u);
        rides
            && enemies()
                .into_iter()
                .filter(|&h| (2..=3).contains(&board.distance(at, h)))
                .any(|h| visit(Action::Charge(u, h)))
    })
}

pub(crate) fn declare_candidates(s: &State, out: &mut Vec<Action>) {
    out.push(Action::Declared);
    any_attack(s, |attack| {
        out.push(attack);
        false
    });
}

pub(crate) fn judge_declaring(s: &State, action: Action, v: &mut Verdict) -> bool {
    match action {
        Action::Shock(u, h) => judge_attack(s, u, h, false, v),
        Action::Charge(u, h) => judge_attack(s, u, h, true, v),
        Action::Declared => match s.combat() {
            Some(combat) => DUTY_BARS.judge(&DutyFacts { s, combat }, v),
            None => return false,
        },
        _ => return false,
    }
    true
}

impl Engine<'_> {
    pub(crate) fn declaring(&mut self) -> Flow<Stage> {
        let declared = self.s.combat().is_some_and(|f| !f.strikers.is_empty());
        let any = declared
            || any_attack(self.s, |attack| {
                let mut v = Verdict::quick();
                judge_declaring(self.s, attack, &mut v) && !v.refused()
            });
        if any {
            return Flow::Ask;
        }
        self.nobody_attacks();
        Flow::Done
    }

    /// Reports, when no attack could be declared, why units with an enemy in front may not attack it.
    fn nobody_attacks(&mut self) {
        let Some(combat) = self.s.combat().filter(|_| self.log.is_on()) else {
            return;
        };
        let side = combat.side;
        let met: Vec<(UnitId, HexId)> = self
            .s
            .unit_ids()
            .filter(|&u| fights(self.s, combat, u) && attackable(self.s, u).is_empty())
            .filter_map(|u| Some((u, self.s.frontal(u).find(|&h| self.s.enemy_in(h, side))?)))
            .collect();
        for (unit, hex) in met {
            let against = self.s.enemy_at(hex, side);
            self.pass_over(Chance::Shock, unit, against, |s, v| judge_attack(s, unit, hex, false, v));
        }
    }

    /// Records a declared attack.
    pub(crate) fn declare(&mut self, striker: Striker) {
        let unit = striker.unit;
        let Some(combat) = self.fray_mut() else { return };
        match combat.striker_mut(unit) {
            Some(own) => striker.on.iter().for_each(|h| own.on.push(h)),
            None => combat.strikers.push(striker),
        }
        combat.strikers.sort_by_key(|k| k.unit);
        let (charge, path) = (striker.charge, striker.path.iter().collect());
        let case = if charge { cite!("13.2") } else { cite!("12.1") };
        if let Some(hex) = striker.on.iter().last() {
            self.say(case, || What::Declared {
                attacker: unit,
                hex,
                charge,
                path,
            });
        }
    }

    pub(crate) fn enact_declaring(&mut self, action: Action) {
        match action {
            Action::Shock(unit, hex) => {
                if let Some(from) = self.s.hex(unit) {
                    self.declare(Striker::shock(unit, from, hex));
                }
            }
            Action::Charge(unit, hex) => {
                if let Some(trace) = trace_of(self.s, unit, hex, None) {
                    self.call(Stage::Tracing(trace));
                }
            }
            _ => self.pop(),
        }
    }
}
