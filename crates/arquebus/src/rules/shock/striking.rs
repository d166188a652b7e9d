//! The rolls of Shock and Charge (12.3, 12.5), and their results.

mod aftermath;

use crate::action::Action;
use crate::casebook::cite;
use crate::charts::{Charts, CombatResult, Recoil, ShockDrms, ShockResult, TerrainRow, shock_column};
use crate::components::{Arm, Hexside, SeizureCounter, UnitId, WALLS};
use crate::engine::Engine;
use crate::event::What;
use crate::options::Choice;
use crate::rules::charisma::inspirer;
use crate::rules::concepts::{Quarter, principal};
use crate::rules::openings::{BREACH_OPENING, OpeningFacts};
use crate::rules::results::departure;
use crate::rules::seizing::judge_play;
use crate::rules::shock::phases::unsettled;
use crate::rules::windows::{hold_candidates, judge_hold};
use crate::state::activation::Window;
use crate::state::combat::{Attack, Combat, Striker, Target};
use crate::state::effect::{Effect, Repulse};
use crate::state::pieces::{Condition, Done};
use crate::state::position::State;
use crate::state::stage::{Bout, Stage};
use casus_core::{
    Die, Few, Flow, HexId, Ledger, Modifier, Modifiers, PieceSet, Place, Procedures, Refusal, ResultTable, Share,
    Throw, Verdict, give,
};
use core::cmp::Reverse;

casus_continuity::facts! {
    /// The facts of one roll of a Shock or Charge.
    ///
    /// They describe the attack when the die is rolled: units that have been driven off no longer count.
    pub struct StrikeFacts<'a> of State; rules M = Modifier; places defender, hex = target.hex {
        /// The Shock Phase.
        pub combat: &'a Combat,
        /// The attacked hex.
        pub target: &'a Target,
        /// The defender whose row of the matrix is used (10.3).
        pub defender: UnitId,
        /// The attackers of the hex.
        pub attackers: Vec<&'a Striker>,
        /// Whether an attacker attacks it and another hex at the same time (12.1).
        pub two: bool,
    }
}

/// Whether the Charge Table is used: at least half of the attackers still Charge (12.3, 13.4, ruling R-75).
pub(crate) fn charge_table(attackers: &[&Striker]) -> bool {
    const _: casus_core::Cite = cite!("13.4");
    attackers.iter().filter(|k| k.charge).count() * 2 >= attackers.len()
}

impl StrikeFacts<'_> {
    fn of_two_sappers(&self) -> bool {
        self.s
            .units_at(self.target.hex)
            .filter(|&u| self.s.arm(u) == Arm::Sappers)
            .count()
            > 1
    }
    /// A Retired unit that is stacked with a defender that is not Retired.
    fn retired_mate(&self) -> Option<UnitId> {
        let own = self.s.retired(self.defender);
        self.s.units_at(self.target.hex).find(|&u| !own && self.s.retired(u))
    }
    fn drms(&self) -> &ShockDrms {
        &self.s.game_data.charts.shock_drms
    }
    /// The sides of the defender through which it is attacked.
    fn quarters(&self) -> Vec<Quarter> {
        let mut seen: Vec<Quarter> = Vec::new();
        for quarter in self
            .attackers
            .iter()
            .filter_map(|k| self.s.quarter(self.defender, k.from))
        {
            if !seen.contains(&quarter) {
                seen.push(quarter);
            }
        }
        seen
    }
    fn only(&self, wanted: &[Quarter]) -> bool {
        matches!(self.quarters().as_slice(), [one] if wanted.contains(one))
    }
    fn mounted(&self, k: &Striker) -> bool {
        self.s.arm(k.unit).mounted()
    }
    /// A row's modifier for some attackers. Where it differs for foot and horse, it is the worse one, or both (ruling
    /// R-119); `None` where the row has none.
    fn against<'k>(&self, row: &TerrainRow, of: impl Iterator<Item = &'k Striker>) -> Option<i32> {
        let mut drms: Vec<i32> = of.filter_map(|k| row.shock.of(self.mounted(k))).collect();
        drms.sort_unstable();
        drms.dedup();
        let all = if self.s.opts(Choice::R119) { drms.len() } else { 1 };
        Some(drms.iter().take(all).sum()).filter(|&drm: &i32| drm != 0)
    }
    fn all(&self) -> impl Iterator<Item = &Striker> {
        self.attackers.iter().copied()
    }
    fn ground(&self) -> Option<i32> {
        let row = self
            .s
            .game_data
            .charts
            .terrain
            .at(&self.s.game_data.board, self.target.hex);
        self.against(row, self.all())
    }
    /// The modifier of the features of these kinds on the hexsides, each kind once (12.3(2)B).
    fn over(&self, kinds: &[Hexside]) -> Option<i32> {
        let (board, chart) = (&self.s.game_data.board, &self.s.game_data.charts.terrain);
        let across = |kind: Hexside| {
            self.all().filter(move |k| {
                let dir = board.direction(k.from, self.target.hex);
                dir.is_some_and(|d| chart.to_attack(board, k.from, d).any(|(side, _)| side == kind))
            })
        };
        let each = kinds
            .iter()
            .filter_map(|&kind| self.against(chart.side(kind)?, across(kind)));
        Some(each.sum()).filter(|&sum: &i32| sum != 0)
    }
    /// The modifier of the steepest slope up to the defender.
    fn slope(&self) -> Option<i32> {
        let board = &self.s.game_data.board;
        let climb = |k: &Striker| i32::from(board.elevation(self.target.hex) - board.elevation(k.from)).max(0);
        let row = &self.s.game_data.charts.terrain.slope;
        let drms = self
            .all()
            .filter_map(|k| Some(row.shock.of(self.mounted(k))? * climb(k)));
        drms.min().filter(|&drm| drm != 0)
    }
    /// The modifier of the worst ground that an attacker strikes from.
    fn foothold(&self) -> Option<Share> {
        let (board, chart) = (&self.s.game_data.board, &self.s.game_data.charts.terrain);
        let (drm, unit) = self.all().map(|k| (chart.at(board, k.from).attacker, k.unit)).min()?;
        give(drm != 0, drm, unit.place())
    }
    fn first(&self, test: impl Fn(&Striker) -> bool) -> Option<Place> {
        self.attackers.iter().find(|k| test(k)).map(|k| k.unit.place())
    }
    fn moved(&self, k: &Striker) -> bool {
        // A Counter-Charger has no Charge marker of an Active unit (ruling R-86).
        k.charge && !self.combat.counter && self.s.unit(k.unit).done.has(Done::MOVED)
    }
    /// The best value of the Weapons System Matrix among the attackers, with the attacker it belongs to.
    fn best_weapon(&self) -> Option<Share> {
        let against = self.s.arm(self.defender);
        let drm = |k: &&Striker| Some((self.s.game_data.charts.weapons(self.s.arm(k.unit), against)?, Reverse(k.unit)));
        let (value, Reverse(unit)) = self.attackers.iter().filter_map(drm).max()?;
        give(true, value, unit.place())
    }
    /// The highest modifier of a leader; `replacement` selects replacements or others (5.5).
    fn charisma(&self, replacement: bool) -> Option<Share> {
        let units: Vec<UnitId> = self.all().map(|k| k.unit).collect();
        let leader = inspirer(self.s, &units)?;
        let stands = self.s.leader(leader).replacement == replacement;
        give(stands, self.s.charisma(leader), leader.place())
    }
    /// The earlier Shock Phases of the attacker that has the most (14.7).
    fn continued(&self) -> Option<Share> {
        let sum = |k: &&Striker| (self.combat.marker(k.unit), Reverse(k.unit));
        let (most, Reverse(unit)) = self.attackers.iter().map(sum).max()?;
        give(most > 0, i32::from(most) * self.drms().continued, unit.place())
    }
    /// Whether the Disordered column of the tables is used: if any unit of the hex is Disordered (10.3, 14.4).
    fn shaken(&self) -> bool {
        let mut there = self.s.units_at(self.target.hex);
        there.any(|u| self.s.unit(u).condition != Condition::Normal)
    }
}

/// The list `shock-drm`: the modifiers of a Shock or Charge, in book order. They are the ledger of the roll against each
/// hex (12.3).
pub static SHOCK_DRMS: Modifiers<StrikeFacts> = Modifiers {
    name: "shock-drm",
    list: &[
        M::by(cite!("12.3(1)", "R-68"), "strength")
            .adds(|_| Place::Nowhere, |f| Some(f.attackers.len() as i32 - if f.two { 2 } else { 1 })),
        M::by(cite!("12.3(2)A"), "through the flank")
            .adds(defender, |f| f.only(&[Quarter::Left, Quarter::Right]).then_some(f.drms().flank)),
        M::by(cite!("12.3(2)A"), "through the rear")
            .adds(defender, |f| f.only(&[Quarter::Rear]).then_some(f.drms().rear)),
        M::by(cite!("12.3(2)A", "R-69"), "through two or more sides")
            .adds(defender, |f| (f.quarters().len() > 1).then_some(f.drms().sides)),
        M::by(cite!("12.3(2)B", "R-119"), "the defender's terrain").adds(hex, |f| f.ground()),
        M::by(cite!("12.3(2)B", "R-119"), "across a stream").adds(hex, |f| f.over(&[Hexside::Stream])),
        M::by(cite!("12.3(2)B", "R-119"), "across a river").adds(hex, |f| f.over(&[Hexside::River])),
        M::by(cite!("12.3(2)B", "C-7"), "across a ditch").adds(hex, |f| f.over(&[Hexside::Ditch])),
        M::by(cite!("12.3(2)B", "C-7"), "over a rampart").adds(hex, |f| f.over(&[Hexside::Rampart])),
        M::by(cite!("12.3(2)B", "R-119"), "across a trench").adds(hex, |f| f.over(&[Hexside::Trench])),
        M::by(cite!("12.3(2)B", "R-119"), "through a wall").adds(hex, |f| f.over(&WALLS)),
        M::by(cite!("12.3(2)B", "R-119"), "through a breach").adds(hex, |f| f.over(&[Hexside::Breach])),
        M::by(cite!("12.3(2)B"), "up a slope").adds(hex, |f| f.slope()),
        M::by(cite!("12.3(2)B"), "an attacker's ground").shares(|f| f.foothold()),
        M::by(cite!("12.3(3)", "R-70"), "Shock Defense DRM")
            .adds(defender, |f| Some(i32::from(f.s.ratings(f.defender).sdr)).filter(|_| !f.of_two_sappers())),
        M::by(cite!("12.3(3)", "R-129"), "Shock Defense DRM")
            .adds(defender, |f| Some(i32::from(f.s.ratings(f.defender).sdr)).filter(|_| f.of_two_sappers())),
        M::by(cite!("12.3(4)", "R-12"), "Charisma").shares(|f| f.charisma(false)),
        M::by(cite!("12.3(4)", "R-12"), "Charisma of the replacement").shares(|f| f.charisma(true)),
        M::by(cite!("12.3(5)"), "Weapons System Matrix").shares(|f| f.best_weapon()),
        M::by(cite!("12.3(6)A"), "an attacker is Disordered").shares(|f| {
            let disordered = f.first(|k| f.s.unit(k.unit).condition == Condition::Disordered)?;
            give(true, f.drms().disordered, disordered)
        }),
        M::by(cite!("12.3(6)B"), "a Charger has moved").shares(|f| {
            let moved = f.first(|k| f.moved(k))?;
            give(true, f.drms().moved, moved)
        }),
        M::by(cite!("12.3(7)"), "the defender is Retired")
            .adds(defender, |f| f.s.retired(f.defender).then_some(f.drms().retired)),
        M::by(cite!("12.3(7)", "R-132"), "a unit stacked with the defender is Retired").shares(|f| {
            let retired = f.retired_mate()?;
            let drm = if f.s.opts(Choice::R132) { f.drms().retired } else { 0 };
            give(true, drm, retired.place())
        }),
        M::by(cite!("12.3(8)"), "Continued Attack").shares(|f| f.continued()),
        M::by(cite!("13.8"), "the unit has Counter-Charged")
            .adds(defender, |f| f.target.countered.then_some(f.drms().counter_charged)),
        M::by(cite!("6.3"), "Into the Breach").adds(hex, |f| f.target.breach.then_some(f.drms().breach)),
    ],
};

/// The forecast of a roll against a hex: the table, the column and the modifiers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Forecast {
    /// On the Charge Table (12.3).
    pub charge: bool,
    /// Whether the Disordered column is used (10.3).
    pub shaken: bool,
    /// The modifiers of the die.
    pub drm: i32,
}

impl Forecast {
    fn table<'c>(&self, charts: &'c Charts) -> &'c ResultTable<ShockResult> {
        if self.charge { &charts.charge } else { &charts.shock }
    }
    /// Returns the result of a face of the die.
    pub fn result(&self, charts: &Charts, face: i32) -> ShockResult {
        let table = self.table(charts);
        *table.get((face + self.drm).clamp(table.low(), table.high()), shock_column(self.shaken))
    }
}

/// Returns the forecast of an attack by these units on a hex, from the hexes that they are given.
///
/// `two` means that an attacker attacks this hex and another. The result is `None` where no die is rolled: against guns and
/// wagons alone (12.5). Whether the units may attack at all is not checked.
///
/// No die is rolled and nothing changes. [`Match::odds`](casus_core::Match::odds) gives the odds of the whole combat, with
/// the choices of both sides in it.
pub fn forecast(s: &State, strikers: &[Striker], hex: HexId, two: bool) -> Option<Forecast> {
    let plain = Combat::new(s.side(strikers.first()?.unit), false);
    let facts = StrikeFacts {
        s,
        combat: s.combat().unwrap_or(&plain),
        target: &Target::new(hex),
        defender: principal(s, hex)?,
        attackers: strikers.iter().collect(),
        two,
    };
    Some(Forecast {
        charge: charge_table(&facts.attackers),
        shaken: facts.shaken(),
        drm: SHOCK_DRMS.sum(&facts),
    })
}

/// A roll of Shock or Charge before its die.
pub(crate) struct Roll {
    /// The modifiers over a base of 0.
    pub(crate) net: Ledger,
    /// The table, the column and the sum of the modifiers.
    pub(crate) forecast: Forecast,
}

impl Roll {
    fn of(facts: &StrikeFacts<'_>) -> Self {
        let net = SHOCK_DRMS.ledger(0, facts);
        Self {
            forecast: Forecast {
                charge: charge_table(&facts.attackers),
                shaken: facts.shaken(),
                drm: net.net(),
            },
            net,
        }
    }
    /// The result of a face.
    pub(crate) fn result(&self, charts: &Charts, face: i32) -> ShockResult {
        self.forecast.result(charts, face)
    }
}

/// The roll of an attacker, and of the units that attack a hex with it, if its attack came to the die in the present position;
/// `None` where no die is rolled.
pub(crate) fn roll_on(s: &State, unit: UnitId, hex: HexId) -> Option<Roll> {
    let combat = s.combat()?;
    let striker = combat.striker(unit)?;
    let two = unsettled(combat, striker).count() > 1;
    let attackers = if two { vec![striker] } else { combat.on(hex).collect() };
    Some(Roll::of(&StrikeFacts {
        s,
        combat,
        target: combat.target(hex)?,
        defender: principal(s, hex)?,
        attackers,
        two,
    }))
}

/// A number for a result, so that faces with the same result have the same number.
fn code(r: ShockResult) -> u16 {
    (r.attacker as u16) * 100 + (r.defender as u16) * 2 + u16::from(r.continued)
}

/// The attack that is being resolved.
pub(crate) fn attack(s: &State) -> Option<&Attack> {
    s.combat()?.attack.as_ref()
}

/// The attackers of a hex in the current attack.
fn attackers_on<'a>(combat: &'a Combat, attack: &Attack, hex: HexId) -> Vec<&'a Striker> {
    let all = attack.attackers.iter().filter_map(|&u| combat.striker(u));
    all.filter(|k| k.on.contains(hex)).collect()
}

/// The hexes of the current attack for which a die is rolled.
pub(crate) fn diced(s: &State, attack: &Attack) -> impl Iterator<Item = HexId> {
    let hexes: Vec<HexId> = attack
        .on
        .iter()
        .map(|&(h, _)| h)
        .filter(|&h| principal(s, h).is_some())
        .collect();
    hexes.into_iter()
}

pub(crate) fn breach_candidates(s: &State, out: &mut Vec<Action>) {
    if let (Some(combat), Some(attack)) = (s.combat(), attack(s)) {
        out.extend(attack.on.iter().map(|&(h, _)| Action::Breach(h)));
        hold_candidates(s, combat.side, Window::Breach, out);
    }
}

pub(crate) fn judge_breach(s: &State, action: Action, v: &mut Verdict) -> bool {
    let (Some(combat), Some(attack)) = (s.combat(), attack(s)) else {
        return false;
    };
    let Action::Breach(hex) = action else {
        return judge_hold(s, combat.side, Window::Breach, action, v);
    };
    judge_play(s, combat.side, SeizureCounter::Breach, None, v);
    if !diced(s, attack).any(|h| h == hex) {
        v.refuse(Refusal::new(cite!("6.3", "R-34"), "no die falls for that hex").about(hex.place()));
    }
    true
}

pub(crate) fn judge_repulse(r: &Repulse, action: Action, v: &mut Verdict) -> bool {
    let Action::Resolve(unit) = action else { return false };
    if !r.left.contains(unit.0) {
        v.refuse(
            Refusal::new(cite!("14.3", "R-131"), "no result that drives the unit back has still to fall on it")
                .about(unit.place()),
        );
    }
    true
}

impl Engine<'_> {
    /// Opens the attack of a unit, with all units that attack its hex, or alone on its two hexes.
    pub(crate) fn open_fight(&mut self, unit: UnitId) {
        let Some(combat) = self.s.combat() else { return };
        let Some(striker) = combat.striker(unit) else { return };
        let hexes: Vec<HexId> = unsettled(combat, striker).collect();
        let attackers: Vec<UnitId> = match hexes.as_slice() {
            [one] => combat.on(*one).map(|k| k.unit).collect(),
            _ => vec![unit],
        };
        let there = |h: HexId| self.s.units_at(h).map(move |u| (u, h));
        let defenders: Vec<(UnitId, HexId)> = hexes.iter().flat_map(|&h| there(h)).collect();
        let names: Vec<UnitId> = defenders.iter().map(|&(u, _)| u).collect();
        let attack = Attack {
            attackers: attackers.clone(),
            on: hexes.into_iter().map(|h| (h, None)).collect(),
            defenders,
            vacated: Vec::new(),
            continued: false,
            tested: PieceSet::EMPTY,
        };
        if let Some(combat) = self.fray_mut() {
            combat.attack = Some(attack);
        }
        self.say(cite!("12.3(3)"), || What::FightBegins {
            attackers,
            defenders: names,
        });
        self.call(Stage::Attack { step: Bout::Breach });
    }

    pub(crate) fn breaching(&mut self) -> Flow<Stage> {
        if let Some(combat) = self.s.combat()
            && BREACH_OPENING.permit(&OpeningFacts::of(self.s, combat.side))
        {
            return Flow::Ask;
        }
        self.set_top(Stage::Attack { step: Bout::Strike });
        Flow::Next
    }

    pub(crate) fn enact_breach(&mut self, action: Action) {
        let Some(side) = self.s.combat().map(|f| f.side) else {
            return;
        };
        match action {
            Action::Breach(hex) => {
                self.play_counter(side, SeizureCounter::Breach);
                if let Some(m) = self.fray_mut().and_then(|f| f.mark_mut(hex)) {
                    m.breach = true;
                }
            }
            Action::Reopen(_) => self.hold(side, Window::Breach, action, |_| Vec::new()),
            _ => {
                self.hold(side, Window::Breach, action, |_| Vec::new());
                self.set_top(Stage::Attack { step: Bout::Strike });
            }
        }
    }

    /// 12.3(3): rolls a die for each hex, before any result is applied (14.1).
    pub(crate) fn strike(&mut self) -> Flow<Stage> {
        self.set_top(Stage::Attack { step: Bout::Settle });
        let Some(hexes) = attack(self.s).map(|f| f.on.iter().map(|&(h, _)| h).collect::<Vec<_>>()) else {
            return Flow::Next;
        };
        for (i, &hex) in hexes.iter().enumerate() {
            let result = match principal(self.s, hex) {
                Some(defender) => self.strike_at(hex, defender, hexes.len() > 1),
                None => self.overrun(hex),
            };
            if let Some(attack) = self.fight_mut() {
                attack.on[i].1 = result;
                attack.continued |= result.is_some_and(|r| r.continued);
            }
        }
        self.apply_results();
        Flow::Next
    }

    fn strike_at(&mut self, hex: HexId, defender: UnitId, two: bool) -> Option<ShockResult> {
        let s = &*self.s;
        let combat = s.combat()?;
        let facts = StrikeFacts {
            s,
            combat,
            target: combat.target(hex)?,
            defender,
            attackers: attackers_on(combat, combat.attack.as_ref()?, hex),
            two,
        };
        let roll = Roll::of(&facts);
        let charge = roll.forecast.charge;
        let attackers: Vec<UnitId> = facts.attackers.iter().map(|k| k.unit).collect();
        let throw = Throw {
            cite: cite!("12.3"),
            die: Die::D10,
            what: if charge { "charge" } else { "shock" },
        };
        let charts = &s.game_data.charts;
        let face = i32::from(self.dice.throw(throw, &|f| code(roll.result(charts, i32::from(f)))));
        let result = roll.result(charts, face);
        let table = roll.forecast.table(charts);
        let mut ledger = roll.net.over(face);
        ledger.clamp(table.low(), table.high());
        self.say(cite!("12.3"), || What::Struck {
            attackers,
            defender,
            hex,
            charge,
            ledger,
            result,
        });
        Some(result)
    }

    /// 12.5: Eliminates guns without other defenders, without a roll. Nothing happens to Baggage Wagons alone (ruling R-74).
    fn overrun(&mut self, hex: HexId) -> Option<ShockResult> {
        let combat = self.s.combat()?;
        let strikers = attackers_on(combat, combat.attack.as_ref()?, hex);
        let charge = charge_table(&strikers);
        let attackers = strikers.iter().map(|k| k.unit).collect();
        let guns: Vec<UnitId> = self
            .s
            .units_at(hex)
            .filter(|&u| self.s.arm(u) == Arm::Artillery)
            .collect();
        if guns.is_empty() {
            let units = self.s.units_at(hex).collect();
            self.say(cite!("12.5", "R-74"), || What::Undefended {
                attackers,
                hex,
                units,
                charge,
            });
            return None;
        }
        self.say(cite!("12.5"), || What::Undefended {
            attackers,
            hex,
            units: guns,
            charge,
        });
        Some(ShockResult {
            attacker: Recoil::None,
            defender: CombatResult::Eliminated,
            continued: charge,
        })
    }

    /// Pushes the results: the defenders' first (14.1), then those of the attackers, all dice together. The leaders of both sides
    /// roll before them.
    fn apply_results(&mut self) {
        let Some(attack) = attack(self.s).cloned() else { return };
        let mut results: Vec<(UnitId, CombatResult)> = Vec::new();
        let recoils: Vec<Recoil> = attack
            .on
            .iter()
            .filter_map(|(_, r)| Some(r.as_ref()?.attacker))
            .collect();
        let disorders = recoils.iter().any(|r| r.disorders());
        let retreats = recoils.iter().any(|r| r.retreats()) && !attack.continued;
        let back = match (disorders, retreats) {
            (true, true) => CombatResult::DisorderedRetreat,
            (true, false) => CombatResult::Disordered,
            (false, true) => CombatResult::Retreat,
            (false, false) => CombatResult::None,
        };
        // Each die is an attack of its own: attackers retreat only from the hexes whose die drives them back (14.3).
        let mut from = Few::new();
        let repels = |r: &Option<ShockResult>| r.is_some_and(|r| r.attacker.retreats());
        for &(h, _) in attack.on.iter().filter(|(_, r)| repels(r)) {
            from.push(h);
        }
        results.extend(attack.attackers.iter().rev().map(|&u| (u, back)));
        if retreats {
            let left = attack.attackers.iter().map(|u| u.0).collect();
            self.call(Stage::Repulse(Repulse { fate: back, from, left }));
        } else {
            for &unit in attack.attackers.iter().rev() {
                self.call(Stage::Effect(Effect::new(unit, back, from, true)));
            }
        }
        let mut strikers: Few<HexId, 8> = Few::new();
        for unit in &attack.attackers {
            if let Some(h) = self.s.hex(*unit) {
                strikers.push(h);
            }
        }
        for &(hex, result) in attack.on.iter().rev() {
            let Some(result) = result else { continue };
            let alone = principal(self.s, hex).is_none();
            let hit = |&u: &UnitId| match self.s.arm(u) {
                Arm::BaggageWagon => false,
                Arm::Artillery => alone,
                _ => true,
            };
            let mut units: Vec<UnitId> = self.s.units_at(hex).filter(hit).collect();
            units.sort_by_key(|&u| departure(self.s, u, result.defender));
            units.reverse();
            for unit in units {
                results.push((unit, result.defender));
                self.call(Stage::Effect(Effect::new(unit, result.defender, strikers, true)));
            }
        }
        self.leaders_of_both(results);
    }
}
