//! The rolls of a combat (8.3), and the loss of guns (7.5.4).

use crate::action::Action;
use crate::casebook::cite;
use crate::charts::{CombatResult, Line, ShockResult, TerrainChart, shock_column};
use crate::components::{Arm, CLEAR, STREAM, Side, TRENCH, UnitId, trench_inside};
use crate::engine::{Decision, Engine};
use crate::event::{Lapse, Loss, What};
use crate::rules::combat::{attackers_on, current};
use crate::rules::concepts::gun;
use crate::state::combat::{Combat, Going, Kind, Stand, Striker, Target};
use crate::state::effect::{Displaced, Effect, Repulse};
use crate::state::pieces::Condition;
use crate::state::position::State;
use crate::state::stage::Stage;
use casus_core::{
    Aspect, Die, Few, Flow, Ledger, Modifier, Modifiers, Place, Procedures, Refusal, Share, Throw, Verdict, give,
};
use core::cmp::Reverse;

casus_continuity::facts! {
    /// The facts of one roll of a combat.
    ///
    /// They describe the combat when the die is rolled: units that have been driven off no longer count.
    pub struct StrikeFacts<'a> of State; rules M = Modifier; places defender = target.unit, hex = target.hex {
        /// Whether it is a Continued Attack (10.5).
        pub continued: bool,
        /// The defender of this roll.
        pub target: &'a Target,
        /// The attackers that can still fight it.
        pub attackers: &'a [Striker],
        /// The aspects of the defender that are attacked, as flags: front, flank, rear.
        pub aspects: [bool; 3],
    }
}

impl<'a> StrikeFacts<'a> {
    pub(crate) fn of(s: &'a State, target: &'a Target, attackers: &'a [Striker], continued: bool) -> Self {
        let mut aspects = [false; 3];
        for k in attackers {
            if let Some(a) = s.aspect_adjacent(target.unit, k.hex) {
                aspects[a as usize] = true;
            }
        }
        Self {
            s,
            continued,
            target,
            attackers,
            aspects,
        }
    }
    /// Whether it is attacked through this aspect and no other.
    fn only(&self, aspect: Aspect) -> bool {
        self.aspects[aspect as usize] && !self.many_angles()
    }
    /// Whether it is attacked through more than one aspect (ruling E3).
    fn many_angles(&self) -> bool {
        self.aspects.iter().filter(|&&a| a).count() > 1
    }
    /// The features of the hexside between an attacker and the defender, as the defender sees it.
    fn between(&self, k: &Striker) -> u8 {
        let b = &self.s.game_data.board;
        b.direction(self.target.hex, k.hex)
            .map_or(0, |d| b.features(self.target.hex, d))
    }
    pub(crate) fn all(&self, test: impl Fn(&Striker) -> bool) -> bool {
        !self.attackers.is_empty() && self.attackers.iter().all(test)
    }
    /// Whether every attacker strikes across a trench from outside.
    fn across_trench(&self) -> bool {
        let b = &self.s.game_data.board;
        let outside = |dir| trench_inside(b, self.target.hex, dir);
        self.all(|k| b.direction(self.target.hex, k.hex).is_some_and(outside))
    }
    fn all_below(&self) -> bool {
        let b = &self.s.game_data.board;
        self.all(|k| b.elevation(k.hex) < b.elevation(self.target.hex))
    }
    fn terrain(&self) -> &TerrainChart {
        &self.s.game_data.charts.terrain
    }
    /// The first attacker that passes a test.
    fn first(&self, test: impl Fn(&Striker) -> bool) -> Option<UnitId> {
        self.attackers.iter().find(|k| test(k)).map(|k| k.unit)
    }
    /// Whether the attacker is Hungarian Heavy Cavalry that Charges with a leader of its own command (8.3.1(5)).
    fn led_charge(&self, k: &Striker) -> bool {
        const _: casus_core::Cite = cite!("12.3");
        let s = self.s;
        let own = |l| s.game_data.roster.leader_card(l).command == s.command(k.unit);
        self.charges(k)
            && s.arm(k.unit) == Arm::HeavyCavalry
            && s.side(k.unit) == Side::Hungary
            && s.leaders_at(k.hex).any(own)
    }
    /// The best value of the Weapon System Matrix among the attackers, with the attacker it belongs to (8.3.1(6), ruling E8).
    fn best_weapon(&self) -> Option<Share> {
        let card = self.s.counter(self.target.unit);
        let line = Line::of(card.arm, card.missile)?;
        let drm = |k: &Striker| Some((self.s.game_data.charts.matrix.get(self.s.arm(k.unit), line)?, Reverse(k.unit)));
        let (value, Reverse(unit)) = self.attackers.iter().filter_map(drm).max()?;
        give(true, value, unit.place())
    }
    /// The attacker that has attacked most often, with the number of its attacks (10.5).
    fn most_attacks(&self) -> Option<(i32, UnitId)> {
        let attacks = |k: &Striker| self.s.unit(k.unit).attacks;
        let most = self.attackers.iter().max_by_key(|k| attacks(k))?;
        Some((i32::from(attacks(most)), most.unit))
    }
    /// Whether an attacker's Charge counts against this defender (8.3.1(4), 9.1(3)).
    fn charges(&self, k: &Striker) -> bool {
        let open = self
            .s
            .game_data
            .charts
            .terrain
            .hex(self.s.game_data.board.terrain(self.target.hex))
            .charge;
        k.going == Going::Home && open && self.between(k) & (STREAM | TRENCH) == 0
    }
    /// Whether the Charge Table is used.
    fn charged(&self) -> bool {
        self.attackers.iter().any(|k| self.charges(k))
    }
}

/// The modifier of a Charge (8.3.1(4)), unless it is countered (9.4.4(1)).
const CHARGE: i32 = 2;

/// The list `shock-drm`: the modifiers of a Shock or Charge, in book order. They are the ledger of the roll against each
/// defender (8.3.1).
pub static SHOCK_DRMS: Modifiers<StrikeFacts> = Modifiers {
    name: "shock-drm",
    list: &[
        M::by(cite!("8.3.1(1)"), "Strength Advantage").adds(|_| Place::Nowhere, |f| Some(i32::from(f.target.strength))),
        M::by(cite!("8.3.1(2)A"), "through the flank").adds(defender, |f| f.only(Aspect::Flank).then_some(2)),
        M::by(cite!("8.3.1(2)A"), "through the rear").adds(defender, |f| f.only(Aspect::Rear).then_some(3)),
        M::by(cite!("8.3.1(2)A"), "from more than one angle").adds(defender, |f| f.many_angles().then_some(4)),
        M::by(cite!("8.3.1(2)B"), "the defender's terrain").adds(hex, |f| {
            let code = f.s.game_data.board.terrain(f.target.hex);
            (code != CLEAR).then_some(f.terrain().hex(code).shock)
        }),
        M::by(cite!("8.3.1(2)B"), "across a stream").adds(hex, |f| {
            f.all(|k| f.between(k) & STREAM != 0)
                .then_some(f.terrain().stream.shock)
        }),
        M::by(cite!("8.3.1(2)B"), "across a trench from outside")
            .adds(hex, |f| f.across_trench().then_some(f.terrain().trench.shock)),
        M::by(cite!("8.3.1(3)"), "Shock Defense Rating")
            .adds(defender, |f| Some(i32::from(f.s.ratings(f.target.unit).sdr))),
        M::by(cite!("8.3.1(4)"), "Charge").shares(|f| {
            let charger = f.first(|k| f.charges(k))?;
            give(!f.target.countered, CHARGE, charger.place())
        }),
        M::by(cite!("8.3.1(5)"), "Hungarian Heavy Cavalry Charging with its leader")
            .shares(|f| give(true, 1, f.first(|k| f.led_charge(k))?.place())),
        M::by(cite!("8.3.1(6)"), "Weapons and Armor").shares(|f| f.best_weapon()),
        M::by(cite!("8.3.1(7)"), "the attacker is Disordered").shares(|f| {
            let disordered = f.first(|k| f.s.unit(k.unit).condition == Condition::Disordered)?;
            give(true, -2, disordered.place())
        }),
        M::by(cite!("8.3.1(8)"), "the defender is Retired")
            .adds(defender, |f| (f.s.unit(f.target.unit).condition == Condition::Retired).then_some(2)),
        M::by(cite!("10.5"), "earlier attacks").shares(|f| {
            let (attacks, unit) = f.most_attacks().filter(|_| f.continued)?;
            give(true, -attacks, unit.place())
        }),
        M::by(cite!("19.0"), "all attackers on lower ground")
            .adds(hex, |f| f.all_below().then_some(f.terrain().slope.shock)),
    ],
};

/// The forecast of a possible attack: the sum of its modifiers, the table and the column.
///
/// It serves to show an attack before it is declared. It ignores what the enemy may do before the die is rolled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Forecast {
    /// The sum of the die-roll modifiers (8.3.1).
    pub drm: i32,
    /// Whether the Charge Table is used (8.3.2).
    pub charge: bool,
    /// Whether the defender is Disordered or Retired, which means the second column.
    pub disordered: bool,
}

impl Forecast {
    /// Returns the forecast of the same Charge if it is countered (9.4.4(1)).
    #[must_use]
    pub const fn countered(self) -> Self {
        Self {
            drm: self.drm - if self.charge { CHARGE } else { 0 },
            ..self
        }
    }
    /// Returns the result of a face of the die, 0 to 9.
    ///
    /// An adjusted roll beyond the table's rows uses the nearest row.
    pub fn result(self, s: &State, face: i32) -> ShockResult {
        let charts = &s.game_data.charts;
        let table = if self.charge { &charts.charge } else { &charts.shock };
        let row = (face + self.drm).clamp(table.low(), table.high());
        *table.get(row, shock_column(self.disordered))
    }
}

/// Returns the forecast if these attackers struck a defender from their present hexes.
///
/// [`Going::Home`] means a Charge that has reached its target. `faced` is the number of defenders that the attackers face
/// together (8.3.1(1)). The result is `None` when one of the units is not on the map. Whether they may attack at all is not
/// checked.
///
/// No die is rolled and nothing changes. [`Match::odds`](casus_core::Match::odds) gives the odds of the whole combat, with
/// the choices of both sides in it.
pub fn forecast(s: &State, attackers: &[(UnitId, Going)], defender: UnitId, faced: usize) -> Option<Forecast> {
    let striker = |&(unit, going): &(UnitId, Going)| striker(s, unit, going);
    let strikers: Option<Vec<Striker>> = attackers.iter().map(striker).collect();
    foretell(s, &strikers?, defender, faced)
}

/// Returns the forecast of a single attacker.
pub(crate) fn forecast_one(
    s: &State,
    attacker: UnitId,
    going: Going,
    defender: UnitId,
    faced: usize,
) -> Option<Forecast> {
    foretell(s, &[striker(s, attacker, going)?], defender, faced)
}

/// Creates an attacker in its present hex.
fn striker(s: &State, unit: UnitId, going: Going) -> Option<Striker> {
    Some(Striker {
        unit,
        hex: s.hex(unit)?,
        going,
        began_normal: s.unit(unit).condition == Condition::Normal,
        continued: false,
        advanced: false,
    })
}

fn foretell(s: &State, strikers: &[Striker], defender: UnitId, faced: usize) -> Option<Forecast> {
    let mut target = Target::new(defender, s.hex(defender)?);
    target.strength = strikers.len() as i8 - faced as i8;
    let facts = StrikeFacts::of(s, &target, strikers, false);
    Some(Forecast {
        drm: SHOCK_DRMS.sum(&facts),
        charge: facts.charged(),
        disordered: s.unit(defender).condition != Condition::Normal,
    })
}

/// The modifiers of the roll against a defender over a base of 0, and whether the Charge Table is used. `None` if the unit
/// is no defender of the current combat.
pub(crate) fn strike_ledger(s: &State, defender: UnitId) -> Option<(Ledger, bool)> {
    let c = current(s)?;
    let target = c.target(defender)?;
    let on: Vec<Striker> = attackers_on(s, c, defender).copied().collect();
    let facts = StrikeFacts::of(s, target, &on, c.kind == Kind::Continued);
    Some((SHOCK_DRMS.ledger(0, &facts), facts.charged()))
}

/// Whether a defender still has to be rolled for: it is no gun, it has not moved, and an attacker is left.
pub(crate) fn strikable(s: &State, c: &Combat, m: &Target) -> bool {
    m.stand == Stand::Open
        && !gun(s, m.unit)
        && s.hex(m.unit) == Some(m.hex)
        && attackers_on(s, c, m.unit).next().is_some()
}

/// A number for a result, so that faces with the same result have the same number.
fn code(r: ShockResult) -> u16 {
    (r.attacker as u16) * 100 + (r.defender as u16) * 2 + u16::from(r.continued)
}

/// Whether a result counts as negative for the guns beside its unit (7.5.4, ruling E14).
pub(crate) const fn negative(fate: CombatResult) -> bool {
    !matches!(fate, CombatResult::None)
}

/// Asks the owner for the next unit when several attackers must retreat (ruling E19).
pub(crate) fn repulse_decision(s: &State, r: &Repulse) -> Option<Decision> {
    let mut left = r.left.iter();
    let (first, _) = (left.next()?, left.next()?);
    r.fate.retreats().then(|| Decision {
        side: s.side(first),
        cite: cite!("10.2", "E19"),
        what: "retreat-next",
        of: first.place(),
    })
}

pub(crate) fn judge_repulse(r: &Repulse, action: Action, v: &mut Verdict) -> bool {
    let Action::Resolve(u) = action else {
        return false;
    };
    if !r.left.contains(u) {
        v.refuse(
            Refusal::new(cite!("10.2", "E19"), "no result that drives the unit back has still to fall on it")
                .about(u.place()),
        );
    }
    true
}

impl Engine<'_> {
    /// 8.3.1(1): counts the strength against each defender once, after the choices of the defender and before the first roll.
    pub(crate) fn count_strength(&mut self) {
        let s = &*self.s;
        let Some(c) = current(s) else { return };
        let counts = |d: UnitId| {
            !gun(s, d)
                && c.target(d)
                    .is_some_and(|m| m.stand == Stand::Open && s.hex(d) == Some(m.hex))
        };
        let strengths: Vec<(i8, bool)> = c
            .targets
            .iter()
            .map(|m| {
                let on: Vec<UnitId> = attackers_on(s, c, m.unit).map(|k| k.unit).collect();
                let faced = c
                    .targets
                    .iter()
                    .filter(|x| counts(x.unit) && on.iter().any(|&a| c.links.contains(&(a, x.unit))))
                    .count();
                (on.len() as i8 - faced as i8, !on.is_empty())
            })
            .collect();
        let normal: Vec<bool> = c.strikers.iter().map(|k| s.steady(k.unit)).collect();
        if let Some(c) = self.combat_mut() {
            // What happened to an attacker before the dice is no result of this attack (ruling E13).
            for (k, steady) in c.strikers.iter_mut().zip(normal) {
                k.began_normal = steady;
                if !steady {
                    k.going = Going::Plain;
                }
            }
            for (m, (strength, attacked)) in c.targets.iter_mut().zip(strengths) {
                m.strength = strength;
                m.attacked = attacked;
            }
        }
    }

    /// 8.3.2: rolls one die for one defender.
    pub(crate) fn strike(&mut self, defender: UnitId) {
        let game_data = std::sync::Arc::clone(&self.s.game_data);
        let Some(c) = current(self.s) else { return };
        let Some(target) = c.target(defender).copied() else {
            return;
        };
        let on: Vec<Striker> = attackers_on(self.s, c, defender).copied().collect();
        let facts = StrikeFacts::of(self.s, &target, &on, c.kind == Kind::Continued);
        let charge = facts.charged();
        let table = if charge {
            &game_data.charts.charge
        } else {
            &game_data.charts.shock
        };
        let net = SHOCK_DRMS.ledger(0, &facts);
        let attackers: Vec<UnitId> = facts.attackers.iter().map(|k| k.unit).collect();
        let forecast = Forecast {
            drm: net.total,
            charge,
            disordered: self.s.unit(defender).condition != Condition::Normal,
        };
        let s = &*self.s;
        let throw = Throw {
            cite: cite!("8.3.2"),
            die: Die::D10,
            what: if charge { "charge" } else { "shock" },
        };
        let face = self.dice.throw(throw, &|f| code(forecast.result(s, i32::from(f))));
        let face = i32::from(face);
        let result = forecast.result(self.s, face);
        let mut ledger = net.over(face);
        ledger.clamp(table.low(), table.high());
        let names = attackers.clone();
        self.say(cite!("8.3.2"), || What::Struck {
            attackers: names,
            defender,
            ledger,
            result,
            charge,
        });
        if let Some(m) = self.mark_mut(defender) {
            m.stand = Stand::Struck;
            m.suffered = negative(result.defender);
        }
        self.note_attacked(defender, charge);
        let recoil = result.attacker.fate();
        let mut from = Few::new();
        for &a in &attackers {
            if let Some(h) = self.s.hex(a) {
                from.push(h);
            }
            if result.continued
                && let Some(k) = self.striker_mut(a)
            {
                k.continued = true;
            }
        }
        if recoil != CombatResult::None {
            let mut left = Few::new();
            for &a in &attackers {
                left.push(a);
            }
            self.call(Stage::Repulse(Repulse {
                fate: recoil,
                from: target.hex,
                left,
            }));
        }
        self.call(Stage::Effect(Effect::new(defender, result.defender, from, true)));
    }

    /// 8.3.2: applies the result to the attackers one after the other. Where they must retreat, their owner chooses the next
    /// (ruling E19).
    pub(crate) fn repulsing(&mut self, r: Repulse) -> Flow<Stage> {
        match r.left.iter().next() {
            None => Flow::Done,
            Some(_) if r.fate.retreats() && r.left.len() > 1 => Flow::Ask,
            Some(next) => {
                self.repulse(r, next);
                Flow::Next
            }
        }
    }

    /// Applies the result to one of the attackers.
    pub(crate) fn repulse(&mut self, r: Repulse, unit: UnitId) {
        let mut left = Few::new();
        for other in r.left.iter().filter(|&u| u != unit) {
            left.push(other);
        }
        self.set_top(Stage::Repulse(Repulse { left, ..r }));
        self.call(Stage::Effect(Effect::new(unit, r.fate, Few::one(r.from), true)));
    }

    /// Reports, after the dice, the attacks that were never rolled for because a unit had been driven off before.
    pub(crate) fn tell_unstruck(&mut self) {
        let Some(c) = current(self.s).filter(|_| self.log.is_on()) else {
            return;
        };
        let open = |m: &&Target| m.stand == Stand::Open && m.attacked && !gun(self.s, m.unit);
        let left: Vec<(UnitId, UnitId, Lapse)> = c
            .targets
            .iter()
            .filter(open)
            .flat_map(|m| {
                let gone = self.s.hex(m.unit) != Some(m.hex);
                let why = if gone { Lapse::TargetGone } else { Lapse::AttackerGone };
                c.on(m.unit).map(move |k| (k.unit, m.unit, why))
            })
            .collect();
        for (attacker, target, why) in left {
            self.say(cite!("8.3.2", "E18"), || What::Void { attacker, target, why });
        }
    }

    /// 7.5.4: guns attacked alone are lost. Guns attacked with other units are lost when one of those suffers.
    pub(crate) fn fate_of_guns(&mut self) {
        let Some(c) = current(self.s) else { return };
        // Only units that were attacked when the rolls began count as others.
        let others = || {
            c.targets
                .iter()
                .filter(|m| !gun(self.s, m.unit) && m.attacked && m.stand != Stand::Withdrawn)
        };
        let unguarded = others().next().is_none();
        let lost = unguarded || others().any(|m| m.suffered);
        let loss = if unguarded { Loss::Unguarded } else { Loss::Companion };
        let guns: Vec<UnitId> = c
            .targets
            .iter()
            .filter(|m| gun(self.s, m.unit) && m.stand == Stand::Open && m.attacked)
            .map(|m| m.unit)
            .collect();
        for g in guns {
            if lost {
                if let Some(m) = self.mark_mut(g) {
                    m.stand = Stand::Struck;
                }
                self.leaders_at_risk(g, CombatResult::Eliminated);
                self.eliminate(g, cite!("7.5.4"), loss, Displaced::Shock);
            } else {
                let charged = current(self.s).is_some_and(|c| c.on(g).any(|k| k.going == Going::Home));
                self.note_attacked(g, charged);
            }
        }
    }
}
