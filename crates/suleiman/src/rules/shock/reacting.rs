//! The defender's choices before the shock (8.2, 9.4.2).

use crate::action::Action;
use crate::casebook::cite;
use crate::charts::CombatResult;
use crate::components::{Arm, UnitId};
use crate::engine::Engine;
use crate::event::{Chance, What};
use crate::rules::charge::counter::judge_counter_shock;
use crate::rules::charge::nerve::{EVADE_DRMS, EVADES, NerveFacts};
use crate::rules::combat::{attackers_on, current};
use crate::rules::concepts::away;
use crate::rules::ground::open_to;
use crate::rules::openings::{AVOID_OPENING, OpeningFacts};
use crate::rules::windows::{hold_candidates, judge_hold};
use crate::state::activation::Window;
use crate::state::combat::{Combat, Going, Kind, Stand, Striker, Target};
use crate::state::effect::{Effect, Refacing};
use crate::state::pieces::Condition;
use crate::state::position::State;
use crate::state::stage::Stage;
use casus_core::{Bar, Bars, Few, HexId, Limit, Procedures, Refusal, Refusals, Verdict, Violation};

casus_continuity::facts! {
    /// The facts of a Retreat Before Shock.
    ///
    /// At least one unit attacks the defender, and its die has not been rolled.
    pub struct WithdrawFacts<'a> of State; rules B = Bar; places unit, to {
        /// The combat in which it is attacked.
        pub c: &'a Combat,
        /// The unit that would retreat.
        pub unit: UnitId,
        /// The hex where it stands.
        pub at: HexId,
        /// The hex that it would enter.
        pub to: HexId,
    }
}

impl WithdrawFacts<'_> {
    fn attackers(&self) -> impl Iterator<Item = &Striker> {
        attackers_on(self.s, self.c, self.unit)
    }
    fn by_horse(&self) -> bool {
        self.attackers().any(|k| self.s.arm(k.unit).mounted())
    }
    fn by_foot(&self) -> bool {
        self.attackers().any(|k| !self.s.arm(k.unit).mounted())
    }
    fn gives_way(&self) -> bool {
        let one = self.s.game_data.board.distance(self.at, self.to) == 1;
        one && away(self.s, self.at, self.to, self.attackers().map(|k| k.hex))
    }
    fn akinci(&self) -> bool {
        self.s.arm(self.unit) == Arm::Akinci
    }
}

/// The list `retreat-before-shock`: what forbids a Retreat Before Shock to a hex, in book order. Checked before the
/// dice of a combat (8.2).
pub static WITHDRAW_BARS: Bars<WithdrawFacts> = Bars {
    name: "retreat-before-shock",
    list: &[
        B::by(cite!("6.1.1"), "the terrain chart closes the hex").when(to, |f| !open_to(f.s, f.unit, f.to)),
        B::by(cite!("8.2"), "only mounted units retreat before shock").when(unit, |f| !f.s.arm(f.unit).mounted()),
        B::by(cite!("8.2"), "a Disordered unit may not retreat before shock")
            .when(unit, |f| f.s.unit(f.unit).condition != Condition::Normal),
        B::by(cite!("8.2"), "attacked by cavalry, only Akincis may retreat before shock")
            .when(unit, |f| f.by_horse() && !f.akinci()),
        B::by(cite!("8.2", "E10"), "attacked by cavalry and foot together, the unit may not retreat before shock")
            .when(unit, |f| f.by_horse() && f.by_foot()),
        B::by(cite!("8.2", "B6"), "the unit must move one hex away from every attacker").when(to, |f| !f.gives_way()),
        B::by(cite!("8.2"), "an enemy ZOC is closed to the unit").violated(|f| {
            let enemy = f.s.side(f.unit).enemy();
            f.s.controllers(f.to, enemy).next().map(|e| Violation::at(e.place()))
        }),
        B::by(cite!("8.2"), "the hex is occupied")
            .violated(|f| f.s.occupant(f.to).map(|u| Violation::at(u.place())))
            .always(),
        B::by(cite!("8.2", "E20"), "an enemy leader is in the hex").violated(|f| {
            f.s.lone_enemy_leader(f.to, f.s.side(f.unit))
                .map(|l| Violation::at(l.place()))
        }),
        B::by(cite!("9.4.6", "E9"), "the unit has tried to counter-charge and must stand")
            .when(unit, |f| f.c.target(f.unit).is_some_and(|m| m.reacted)),
    ],
};

fn judge_withdraw(s: &State, c: &Combat, unit: UnitId, to: HexId, v: &mut Verdict) {
    let open = c.target(unit).is_some_and(|m| m.stand == Stand::Open);
    let attacked = attackers_on(s, c, unit).next().is_some();
    match s.hex(unit) {
        Some(at) if open && attacked => {
            WITHDRAW_BARS.judge(&WithdrawFacts { s, c, unit, at, to }, v);
        }
        _ => v.refuse(Refusal::new(cite!("8.2"), "the unit is not attacked in this combat").about(unit.place())),
    }
}

pub(crate) fn react_candidates(s: &State, c: &Combat, out: &mut Vec<Action>) {
    for m in &c.targets {
        // A unit that has tried to counter-charge stands, unless a house rule repeals that (9.4.6).
        if m.stand != Stand::Open || (m.reacted && !s.amended()) {
            continue;
        }
        for k in attackers_on(s, c, m.unit) {
            out.push(Action::CounterCharge(m.unit, k.unit));
        }
        if s.amended() {
            // House rules may repeal the limit of one hex (8.2).
            out.extend(s.game_data.board.ids().map(|n| Action::Withdraw(m.unit, n)));
        } else if let Some(h) = s.hex(m.unit) {
            out.extend(
                s.game_data
                    .board
                    .neighbours(h)
                    .map(|(_, n)| Action::Withdraw(m.unit, n)),
            );
        }
    }
    hold_candidates(s, c.side.enemy(), Window::Shock, out);
}

pub(crate) fn judge_react(s: &State, c: &Combat, action: Action, v: &mut Verdict) -> bool {
    match action {
        Action::CounterCharge(u, against) => {
            judge_counter_shock(s, c, u, against, v);
        }
        Action::Withdraw(u, to) => judge_withdraw(s, c, u, to, v),
        _ => return judge_hold(s, c.side.enemy(), Window::Shock, action, v),
    }
    true
}

/// The unit that reacts by an action, if the action is open to it.
fn reacts(s: &State, c: &Combat, action: Action) -> Option<UnitId> {
    let (Action::CounterCharge(unit, _) | Action::Withdraw(unit, _)) = action else {
        return None;
    };
    let mut v = Verdict::quick();
    judge_react(s, c, action, &mut v);
    (!v.refused()).then_some(unit)
}

/// The first defender that may Counter-Charge or retreat.
pub(crate) fn reactor(s: &State, c: &Combat) -> Option<UnitId> {
    let mut list = Vec::new();
    react_candidates(s, c, &mut list);
    list.into_iter().find_map(|a| reacts(s, c, a))
}

/// All defenders that may Counter-Charge or retreat.
pub(crate) fn reactors(s: &State, c: &Combat) -> Vec<UnitId> {
    let mut list = Vec::new();
    react_candidates(s, c, &mut list);
    let mut units: Vec<UnitId> = list.into_iter().filter_map(|a| reacts(s, c, a)).collect();
    units.sort_unstable();
    units.dedup();
    units
}

pub(crate) fn reaction_open(s: &State, c: &Combat) -> bool {
    AVOID_OPENING.permit(&OpeningFacts::of(s, c.side.enemy())) && reactor(s, c).is_some()
}

/// Why a unit cannot retreat before shock: the reasons common to all hexes, with the hexes that are closed. `None` if a hex
/// is open.
fn no_way_back(s: &State, c: &Combat, unit: UnitId) -> Option<(Refusals, Vec<HexId>)> {
    let around = s.game_data.board.neighbours(s.hex(unit)?).map(|(_, to)| {
        let mut v = Verdict::full();
        judge_withdraw(s, c, unit, to, &mut v);
        Some((to, v.finish().err()?))
    });
    let (hexes, shut): (Vec<HexId>, Vec<Refusals>) = around.collect::<Option<Vec<_>>>()?.into_iter().unzip();
    Some((Refusals::common(&shut), hexes))
}

/// Why a unit may not Counter-Charge its attackers. Attackers with the same reasons are grouped.
fn no_counter(s: &State, c: &Combat, unit: UnitId) -> Vec<(Vec<UnitId>, Refusals)> {
    let mut all: Vec<(Vec<UnitId>, Refusals)> = Vec::new();
    for against in attackers_on(s, c, unit).map(|k| k.unit) {
        let mut v = Verdict::full();
        judge_counter_shock(s, c, unit, against, &mut v);
        let Err(refusals) = v.finish() else { continue };
        let why = refusals.to_string();
        match all.iter_mut().find(|(_, r)| r.to_string() == why) {
            Some((list, _)) => list.push(against),
            None => all.push((vec![against], refusals)),
        }
    }
    all
}

/// Whether a unit that retreats before shock rolls for it: Akincis before cavalry (8.2.1).
pub(crate) fn evades(s: &State, c: &Combat, unit: UnitId) -> bool {
    s.arm(unit) == Arm::Akinci && attackers_on(s, c, unit).any(|k| s.arm(k.unit).mounted())
}

impl Engine<'_> {
    /// Reports, when nobody had a choice before shock, why horse that would Counter-Charge or retreat may not.
    pub(crate) fn nobody_avoids(&mut self) {
        let Some(c) = current(self.s).filter(|_| self.log.is_on()) else {
            return;
        };
        if !AVOID_OPENING.permit(&OpeningFacts::of(self.s, c.side.enemy())) {
            return;
        }
        let c = c.clone();
        // Defenders that have reacted have been reported already.
        let asked = |m: &&Target| m.stand == Stand::Open && !m.reacted;
        for unit in c.targets.iter().filter(asked).map(|m| m.unit) {
            if attackers_on(self.s, &c, unit).next().is_none() {
                continue;
            }
            let (arm, side) = (self.s.arm(unit), self.s.side(unit));
            if arm.men_at_arms() && c.kind != Kind::Counter {
                for (against, refusals) in no_counter(self.s, &c, unit) {
                    self.tell_passed_over(side, Chance::CounterCharge, Some(unit), against, refusals);
                }
            }
            let by_horse = attackers_on(self.s, &c, unit).any(|k| self.s.arm(k.unit).mounted());
            if arm == Arm::Akinci || (arm.mounted() && !by_horse) {
                let Some((common, around)) = no_way_back(self.s, &c, unit) else {
                    continue;
                };
                if common.is_empty() {
                    // Each hex is closed for a different reason.
                    self.tell_no_hex(unit, Chance::RetreatBeforeShock, &around, |s, to, v| {
                        judge_withdraw(s, &c, unit, to, v);
                    });
                } else {
                    self.tell_passed_over(side, Chance::RetreatBeforeShock, Some(unit), None, common);
                }
            }
        }
    }

    /// Retreats a unit before shock (8.2, 8.2.1).
    pub(crate) fn withdraw(&mut self, unit: UnitId, to: HexId) {
        let Some(from) = self.s.hex(unit) else { return };
        let charged = current(self.s).is_some_and(|c| attackers_on(self.s, c, unit).any(|k| k.going == Going::Home));
        self.note_attacked(unit, charged);
        let evades = current(self.s).is_some_and(|c| evades(self.s, c, unit));
        if let Some(m) = self.mark_mut(unit) {
            m.stand = Stand::Withdrawn;
            m.reacted = true;
        }
        // Read this before the move: a leader alone in the destination hex does not come with the unit.
        let with = self.named(self.known_with(unit));
        self.bring_with_leaders(unit, to);
        let case = if evades { cite!("8.2.1") } else { cite!("8.2") };
        self.say(case, || What::Withdrew { unit, from, to, with });
        if evades {
            let net = EVADE_DRMS.ledger(0, &NerveFacts::of(self.s, unit));
            let test = self.test(cite!("8.2.1"), "evade", net, Limit::AtMost(EVADES));
            let passed = test.passed;
            self.say(cite!("8.2.1"), || What::Evaded { unit, test });
            if !passed {
                self.call(Stage::Effect(Effect::new(unit, CombatResult::Disordered, Few::new(), false)));
            }
        }
        self.call(Stage::Reface {
            unit,
            why: Refacing::Withdrawal,
        });
    }

    pub(crate) fn counter_in_combat(&mut self, unit: UnitId, against: UnitId) {
        if let Some(c) = self.combat_mut() {
            c.counter_used = true;
        }
        if let Some(m) = self.mark_mut(unit) {
            m.reacted = true;
        }
        if !self.try_counter(unit, against) {
            return;
        }
        if self.s.arm(against).men_at_arms() {
            let charging = current(self.s)
                .and_then(|c| c.striker(against))
                .is_some_and(|k| k.going == Going::Home);
            if let Some(m) = self.mark_mut(unit) {
                m.countered = charging;
            }
            let case = if charging {
                cite!("9.4.4(1)")
            } else {
                cite!("9.4.4(1)", "F10")
            };
            self.say(case, || What::Countered {
                unit,
                against,
                charge: charging,
            });
        } else {
            self.call(Stage::Counter(self.setting_out(unit)));
        }
        self.call(Stage::Wheel { unit });
    }
}
