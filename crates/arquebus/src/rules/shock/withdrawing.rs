//! Retreat Before Combat (12.2).

use crate::action::Action;
use crate::casebook::cite;
use crate::components::{Arm, UnitId};
use crate::engine::Engine;
use crate::event::{Chance, What};
use crate::options::Choice;
use crate::rules::ground::open_to;
use crate::rules::openings::{OpeningFacts, WITHDRAW_OPENING};
use crate::rules::reinforcements::shut_out;
use crate::rules::shock::countering::attacked;
use crate::rules::windows::{closed, hold_candidates, judge_hold};
use crate::state::activation::{Coming, Window};
use crate::state::combat::{Combat, Striker};
use crate::state::effect::Refacing;
use crate::state::pieces::{Condition, Done};
use crate::state::position::State;
use crate::state::stage::Stage;
use casus_core::{Bar, Bars, Flow, HexId, Procedures, Refusal, Refusals, Verdict, Violation};

casus_continuity::facts! {
    /// The facts of one hex of a Retreat Before Combat.
    pub struct WithdrawFacts<'a> of State; rules B = Bar; places unit, to {
        /// The Shock Phase.
        pub combat: &'a Combat,
        /// The unit that would retreat.
        pub unit: UnitId,
        /// The hex where it is.
        pub at: HexId,
        /// The hex that it would enter.
        pub to: HexId,
        /// The hexes of its attackers, each with whether the attacker is mounted.
        pub attackers: Vec<(HexId, bool)>,
    }
}

impl WithdrawFacts<'_> {
    fn of_the_kind(&self) -> bool {
        let arm = self.s.arm(self.unit);
        arm.mounted() || matches!(arm, Arm::Arquebus | Arm::Crossbow | Arm::Longbow | Arm::Skirmishers)
    }
    /// Whether an attacker is mounted, which forbids the retreat. The Continued Attack of a Counter-Charger is an exception (ruling
    ///
    fn by_horse(&self) -> bool {
        let excepted = self.combat.counter && self.combat.round > 0 && !self.s.opts(Choice::R66);
        !excepted && self.attackers.iter().any(|&(_, mounted)| mounted)
    }
    fn leads_away(&self) -> bool {
        let board = &self.s.game_data.board;
        let farther = |&(h, _): &(HexId, bool)| board.distance(self.to, h) > board.distance(self.at, h);
        self.attackers.iter().all(farther)
    }
    fn in_the_way(&self) -> bool {
        self.combat.strikers.iter().any(|k| k.path.contains(self.to))
    }
}

/// The list `retreat-before-combat`: what forbids a hex of a Retreat Before Combat, in book order (12.2).
pub static WITHDRAW_BARS: Bars<WithdrawFacts> = Bars {
    name: "retreat-before-combat",
    list: &[
        B::by(cite!("7.2"), "the hexes are not adjacent")
            .when(to, |f| !f.s.next_to(f.at, f.to))
            .always(),
        B::by(cite!("7.2"), "the Terrain Chart closes the way").when(to, |f| !open_to(f.s, f.unit, f.at, f.to)),
        B::by(cite!("7.3", "R-22"), "enemy reinforcements enter there").when(to, |f| shut_out(f.s, f.unit, f.to)),
        B::by(cite!("12.2"), "the unit's type does not retreat before combat").when(unit, |f| !f.of_the_kind()),
        B::by(cite!("12.2"), "a Disordered unit may not retreat before combat")
            .when(unit, |f| f.s.unit(f.unit).condition != Condition::Normal),
        B::by(cite!("12.2"), "an Engaged unit may not retreat before combat").when(unit, |f| f.s.engaged(f.unit)),
        B::by(cite!("12.2", "R-66"), "the unit may retreat before foot only").when(unit, |f| f.by_horse()),
        B::by(cite!("12.2", "R-86"), "nobody retreats before a Counter-Charge")
            .when(unit, |f| f.combat.counter && f.combat.round == 0),
        B::by(cite!("12.2"), "each hex must be farther from every attacker").when(to, |f| !f.leads_away()),
        B::by(cite!("12.2"), "a Charge goes that way").when(to, |f| f.in_the_way()),
        B::by(cite!("12.2", "G-9"), "the hex is occupied")
            .violated(|f| f.s.units_at(f.to).next().map(|u| Violation::at(u.place())))
            .always(),
    ],
};

/// The number of hexes that a unit may retreat (12.2).
fn reach(s: &State, unit: UnitId) -> u8 {
    let far = s.arm(unit).mounted() || s.arm(unit) == Arm::Skirmishers;
    if far { 3 } else { 1 }
}

fn facts<'a>(s: &'a State, combat: &'a Combat, unit: UnitId, of: HexId, to: HexId) -> Option<WithdrawFacts<'a>> {
    let mounted = |k: &Striker| (k.from, s.arm(k.unit).mounted());
    let attackers: Vec<(HexId, bool)> = combat.on(of).map(mounted).collect();
    Some(WithdrawFacts {
        s,
        combat,
        unit,
        at: s.hex(unit)?,
        to,
        attackers,
    })
}

fn judge_withdraw(s: &State, combat: &Combat, unit: UnitId, to: HexId, v: &mut Verdict) {
    let attacked = attacked(s, combat).any(|u| u == unit);
    let at = s.hex(unit).filter(|_| attacked);
    match at.and_then(|at| facts(s, combat, unit, at, to)) {
        Some(f) => WITHDRAW_BARS.judge(&f, v),
        None => v.refuse(Refusal::new(cite!("12.2"), "the unit is not attacked").about(unit.place())),
    }
}

pub(crate) fn withdraw_candidates(s: &State, combat: &Combat, out: &mut Vec<Action>) {
    for unit in attacked(s, combat) {
        if let Some(at) = s.hex(unit) {
            out.extend(s.game_data.board.neighbours(at).map(|(_, h)| Action::Withdraw(unit, h)));
        }
    }
    hold_candidates(s, combat.side.enemy(), Window::Retreat, out);
}

pub(crate) fn judge_withdrawals(s: &State, combat: &Combat, action: Action, v: &mut Verdict) -> bool {
    match action {
        Action::Withdraw(unit, to) => judge_withdraw(s, combat, unit, to, v),
        _ => return judge_hold(s, combat.side.enemy(), Window::Retreat, action, v),
    }
    true
}

fn may_withdraw(s: &State, combat: &Combat, unit: UnitId) -> bool {
    let Some(at) = s.hex(unit) else { return false };
    s.game_data.board.neighbours(at).any(|(_, h)| {
        let mut v = Verdict::quick();
        judge_withdraw(s, combat, unit, h, &mut v);
        !v.refused()
    })
}

/// The units that may retreat.
pub(crate) fn withdrawers<'a>(s: &'a State, combat: &'a Combat) -> impl Iterator<Item = UnitId> + 'a {
    attacked(s, combat).filter(|&u| may_withdraw(s, combat, u))
}

pub(crate) fn withdraw_open(s: &State, combat: &Combat) -> bool {
    WITHDRAW_OPENING.permit(&OpeningFacts::of(s, combat.side.enemy())) && withdrawers(s, combat).next().is_some()
}

pub(crate) fn withdrawing_candidates(s: &State, unit: UnitId, out: &mut Vec<Action>) {
    out.push(Action::Halt);
    if let Some(at) = s.hex(unit) {
        out.extend(s.game_data.board.neighbours(at).map(|(_, h)| Action::Step(h)));
    }
}

pub(crate) fn judge_withdrawing(s: &State, (unit, from): (UnitId, HexId), action: Action, v: &mut Verdict) -> bool {
    match action {
        Action::Halt => {}
        // The distance counts from the attackers of the hex that it left.
        Action::Step(to) => match s.combat().and_then(|combat| facts(s, combat, unit, from, to)) {
            Some(f) => WITHDRAW_BARS.judge(&f, v),
            None => return false,
        },
        _ => return false,
    }
    true
}

impl Engine<'_> {
    /// Reports, when no unit could retreat, why attacked units of the right kind may not, and what closes every hex.
    pub(crate) fn nobody_withdraws(&mut self) {
        let Some(combat) = self.s.combat().filter(|_| self.log.is_on()) else {
            return;
        };
        if closed(self.s, combat.side.enemy(), Window::Retreat) {
            return;
        }
        let combat = combat.clone();
        let of_the_kind: Vec<(UnitId, HexId)> = attacked(self.s, &combat)
            .filter_map(|u| Some((u, self.s.hex(u)?)))
            .filter(|&(u, h)| facts(self.s, &combat, u, h, h).is_some_and(|f| f.of_the_kind()))
            .collect();
        for (unit, at) in of_the_kind {
            let around = self.s.game_data.board.neighbours(at).map(|(_, to)| {
                let mut v = Verdict::full();
                judge_withdraw(self.s, &combat, unit, to, &mut v);
                v.finish().err()
            });
            // A unit with an open hex has declined.
            let Some(shut) = around.collect::<Option<Vec<Refusals>>>() else {
                continue;
            };
            let side = self.s.side(unit);
            let common = Refusals::common(&shut);
            if common.is_empty() {
                // Each hex is closed for a different reason.
                let around: Vec<HexId> = self.s.game_data.board.neighbours(at).map(|(_, h)| h).collect();
                self.tell_no_hex(unit, Chance::RetreatBeforeCombat, &around, |s, to, v| {
                    judge_withdraw(s, &combat, unit, to, v);
                });
            } else {
                self.tell_passed_over(side, Chance::RetreatBeforeCombat, Some(unit), None, common);
            }
        }
    }

    fn withdraw_to(&mut self, unit: UnitId, to: HexId) {
        let Some(from) = self.s.hex(unit) else { return };
        let riders = self.s.must_ride(unit);
        self.bring(unit, to, riders);
        self.s.unit_mut(unit).done.set(Done::SHIFTED);
        self.note_coming(unit, to, Coming::Retreat);
        self.say(cite!("12.2"), || What::Withdrew { unit, from, to });
        self.tell_riders(cite!("7.2", "R-111"), riders, unit);
    }

    pub(crate) fn withdraw(&mut self, unit: UnitId, to: HexId) {
        let Some(from) = self.s.hex(unit) else { return };
        let left = reach(self.s, unit) - 1;
        self.withdraw_to(unit, to);
        self.call(Stage::Withdrawing { unit, from, left });
    }

    pub(crate) fn withdrawing(&mut self, unit: UnitId, from: HexId, left: u8) -> Flow<Stage> {
        let Some(at) = self.s.hex(unit) else { return Flow::Done };
        let on = left > 0
            && self.s.game_data.board.neighbours(at).any(|(_, h)| {
                let mut v = Verdict::quick();
                judge_withdrawing(self.s, (unit, from), Action::Step(h), &mut v) && !v.refused()
            });
        if on {
            return Flow::Ask;
        }
        self.withdrawn(unit, from);
        Flow::Next
    }

    /// Ends the retreat: the unit is Disordered and may turn. One attacker may enter a hex that all units have left.
    fn withdrawn(&mut self, unit: UnitId, from: HexId) {
        self.pop();
        let side = self.s.side(unit);
        if self.s.held_by(from) != Some(side) {
            let two = self.s.combat().is_some_and(|f| f.on(from).any(|k| k.on.len() > 1));
            if let Some(m) = self.fray_mut().and_then(|f| f.mark_mut(from)) {
                m.withdrawn = true;
                m.settled = true;
            }
            self.tell_lapsed(from, cite!("12.2"));
            if !two {
                self.call(Stage::Follow { hex: from });
            }
        }
        self.call(Stage::Reface {
            unit,
            why: Refacing::Withdrawal,
        });
        if self.s.can_disorder(unit) {
            self.disorder(unit, cite!("12.2"));
        }
    }

    pub(crate) fn enact_withdrawing(&mut self, (unit, from): (UnitId, HexId), left: u8, action: Action) {
        match action {
            Action::Step(to) => {
                self.withdraw_to(unit, to);
                let left = left.saturating_sub(1);
                self.set_top(Stage::Withdrawing { unit, from, left });
            }
            _ => self.withdrawn(unit, from),
        }
    }
}
