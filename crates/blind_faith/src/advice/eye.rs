//! A side's evaluation of the map: where units are, who could come, and what a hex would cost it.

use crate::advice::evaluation::{WAR, loss, place};
use crate::advice::odds::{Soldier, soldier, soldiers, storms};
use crate::components::{Kind, Side, UnitId, Urban};
use crate::state::march::those;
use crate::state::pieces::Done;
use crate::state::position::State;
use casus_core::{HexId, PieceSet};
use core::cell::RefCell;

/// The additional value of Prague against a storm, besides its units.
const PRAGUE: f64 = 60.0;

/// Returns the striking strength of a unit; unnamed knights have 1.6.
pub(crate) fn strikes(s: &State, unit: UnitId) -> f64 {
    let c = s.counter(unit);
    match c.kind {
        Kind::Wagon => 2.8,
        Kind::Foot => 0.9,
        Kind::Hussar => 1.7,
        Kind::LayKnight | Kind::ChurchKnight => 1.5 + 0.6 * f64::from(c.attack),
        Kind::Legate | Kind::Dowager => 0.0,
    }
}

/// Returns the resistance of a unit.
pub(crate) fn stands(s: &State, unit: UnitId) -> f64 {
    let c = s.counter(unit);
    match c.kind {
        Kind::Wagon => 4.2,
        Kind::Foot => 1.0,
        Kind::Hussar => 1.2,
        Kind::LayKnight | Kind::ChurchKnight => 1.2 + 0.6 * f64::from(c.defence),
        Kind::Legate | Kind::Dowager => 0.0,
    }
}

/// The enemy threat to a hex.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct Menace {
    /// The strength of the hardest blow, plus a third of the others.
    pub(crate) blow: f64,
    /// Whether the enemies have guns, against which walls do not help for long.
    pub(crate) guns: bool,
}

/// A destination of a stack, with its value and resistance.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Mark {
    pub(crate) hex: HexId,
    pub(crate) worth: f64,
    pub(crate) stands: f64,
}

/// An enemy who could come: unit, points of a year, striking strength, and whether it has guns.
type Foe = (UnitId, u8, f64, bool);

/// The map as evaluated by a side.
pub(crate) struct Eye<'s> {
    pub(crate) s: &'s State,
    pub(crate) side: Side,
    /// The enemies who could come, by hex.
    foes: Vec<(HexId, Vec<Foe>)>,
    menace: RefCell<Vec<Option<Menace>>>,
    marks: Vec<Mark>,
}

impl<'s> Eye<'s> {
    pub(crate) fn new(s: &'s State, side: Side) -> Self {
        let board = &s.game_data().board;
        let enemy = side.enemy();
        let mut foes: Vec<(HexId, Vec<Foe>)> = Vec::new();
        for u in s
            .unit_ids()
            .filter(|&u| s.side(u) == enemy && s.fights(u) && !s.counter(u).guard)
        {
            let Some(hex) = s.hex(u) else { continue };
            // Units that are shut in cannot come.
            if s.within(u) && s.holds(hex, side) {
                continue;
            }
            let entry = (u, s.allowance(u), strikes(s, u), s.counter(u).artillery);
            match foes.iter_mut().find(|(h, _)| *h == hex) {
                Some((_, list)) => list.push(entry),
                None => foes.push((hex, vec![entry])),
            }
        }
        let mut eye = Self {
            s,
            side,
            foes,
            menace: RefCell::new(vec![None; board.len()]),
            marks: Vec::new(),
        };
        eye.marks = eye.find_marks();
        eye
    }

    fn find_marks(&self) -> Vec<Mark> {
        let s = self.s;
        let enemy = self.side.enemy();
        let mut marks = Vec::new();
        for hex in s.game_data().board.ids() {
            let town = s.game_data().town(hex);
            let held = !s.stacks.is_empty(hex) && s.own_at(hex, enemy).next().is_some();
            if !held && town.is_none() {
                continue;
            }
            let ours = s.holds(hex, self.side);
            let prize = town.map_or(0, |t| place(s, self.side, t));
            if held {
                let all: i32 = s.own_at(hex, enemy).map(|u| loss(s, u).min(400)).sum();
                let stands: f64 = s.own_at(hex, enemy).map(|u| stands(s, u)).sum();
                let worth = prize as f64 + 0.35 * all as f64;
                marks.push(Mark { hex, worth, stands });
            } else if !ours && prize > 30 {
                let worth = prize as f64 * 0.7;
                marks.push(Mark {
                    hex,
                    worth,
                    stands: 0.0,
                });
            }
        }
        marks
    }

    /// Returns the enemy threat to a hex in the enemy's next Phase.
    pub(crate) fn menace(&self, hex: HexId) -> Menace {
        if let Some(known) = self.menace.borrow()[hex.index()] {
            return known;
        }
        let game_data = self.s.game_data();
        let mut best = Menace::default();
        let mut others = 0.0;
        for (from, list) in &self.foes {
            let far = game_data.far(*from, hex);
            let comes = list.iter().filter(|e| e.1 >= far);
            let (mut blow, mut guns) = (0.0, false);
            for &(_, _, strikes, gun) in comes {
                blow += strikes;
                guns |= gun;
            }
            others += blow;
            best.guns |= guns && blow > 2.0;
            best.blow = best.blow.max(blow);
        }
        best.blow += (others - best.blow) * 0.33;
        self.menace.borrow_mut()[hex.index()] = Some(best);
        best
    }

    /// Returns the expected loss of units that stay in a hex, including the place.
    pub(crate) fn risk(&self, hex: HexId, there: &[UnitId]) -> f64 {
        self.risk_of(hex, there, f64::from(WAR))
    }

    /// Returns the expected loss of the Hussites in Prague by the next storm of enemies in reach. Only there do they keep a
    /// garrison worth its walls. Elsewhere a garrison is lost with the place, and missing in the field.
    fn storm(&self, hex: HexId, there: &[UnitId]) -> f64 {
        let s = self.s;
        let prague = s.game_data().names().rebel[0].filter(|_| self.side == Side::Hussite);
        let Some(town) = s
            .game_data()
            .town(hex)
            .filter(|&t| Some(t) == prague && !s.town(t).pillaged)
        else {
            return 0.0;
        };
        let walls = s.game_data().roster[town].kind;
        let inside = there.iter().filter(|&&u| s.fights(u));
        // Any enemy that comes takes an empty place.
        let parry = inside.map(|&u| i32::from(s.counter(u).defence)).max();
        let enemy = self.side.enemy();
        let holds = |u: UnitId| parry.map_or(0.0, |p| 1.0 - storms(s, walls, enemy, &soldier(s, u), p).0);
        // The hardest stack counts in full, the others a third, as for blows.
        let (mut worst, mut others) = (1.0f64, 1.0f64);
        for (from, list) in &self.foes {
            let far = s.game_data().far(*from, hex);
            let stormers = list.iter().filter(|e| e.1 >= far && !e.3 && s.kind(e.0).storms());
            let stands: f64 = stormers.map(|e| holds(e.0)).product();
            worst = worst.min(stands);
            others *= 1.0 - 0.33 * (1.0 - stands);
        }
        PRAGUE * (1.0 - worst * others)
    }

    /// Returns the expected loss of units that stay in a hex, if the queen counts at most `queen`.
    pub(crate) fn risk_of(&self, hex: HexId, there: &[UnitId], queen: f64) -> f64 {
        self.storm(hex, there) + self.risk_in(hex, there, queen)
    }

    /// Returns the expected loss of units that stay in a hex by blows, without the storm on their walls.
    fn risk_in(&self, hex: HexId, there: &[UnitId], queen: f64) -> f64 {
        if there.is_empty() {
            return 0.0;
        }
        let s = self.s;
        let menace = self.menace(hex);
        if menace.blow <= 0.0 {
            return 0.0;
        }
        let town = s.game_data().town(hex);
        let stands: f64 = there.iter().map(|&u| stands(s, u)).sum();
        let kind = town.map(|t| s.game_data().roster[t].kind);
        let walls = town.is_some_and(|t| !s.town(t).pillaged);
        let room = kind.map_or(0, |k| usize::from(s.garrison_limit(k)));
        let help = match kind {
            Some(Urban::Customs) | None => 1.0,
            Some(_) if !walls || menace.guns || there.len() > room => 1.2,
            Some(Urban::Town) => 1.7,
            Some(_) => 2.4,
        };
        let ground = s
            .game_data()
            .charts
            .ground(crate::components::Terrain::at(&s.game_data().board, hex))
            .assault;
        let cover = match ground {
            crate::charts::Field::Clear => 1.0,
            crate::charts::Field::Mountain => 1.6,
            crate::charts::Field::Broken => 1.25,
        };
        let r = menace.blow / (stands * f64::max(help, cover)).max(0.1);
        // Each unit more raises the resistance, against any odds: no unit is left behind as lost.
        let over = (r - 0.5).max(0.0);
        let falls = over / (0.6 + over);
        let fighting = |u: &&UnitId| s.fights(**u);
        let units: f64 = there.iter().filter(fighting).map(|&u| loss(s, u) as f64 * 0.4).sum();
        // The queen, and a Legate, are safe only where an enemy victory is unlikely.
        let helpless: f64 = there
            .iter()
            .filter(|u| !fighting(u))
            .map(|&u| f64::from(loss(s, u)).min(queen))
            .sum();
        let prize = town.map_or(0, |t| place(s, self.side, t)) as f64 * 0.9;
        // The enemy cannot be everywhere, and comes where it pays.
        let seen = ((units + prize) / 80.0).clamp(0.2, 1.0);
        falls * (units + prize) * seen + ((r - 0.25) / 0.9).clamp(0.0, 1.0) * helpless
    }

    /// Returns the value of what a stack could reach next from a hex.
    pub(crate) fn lure(&self, hex: HexId, strikes: f64, points: u8) -> f64 {
        let game_data = self.s.game_data();
        let points = f64::from(points.max(1));
        let mut best: f64 = 0.0;
        for mark in &self.marks {
            let odds = (strikes / (1.3 * mark.stands + 0.4)).min(1.0);
            let worth = mark.worth * odds * odds;
            if worth * 0.4 <= best {
                continue;
            }
            let far = f64::from(game_data.far(hex, mark.hex)) / points;
            best = best.max(0.4 * worth * 0.7f64.powf(far));
        }
        best
    }

    /// Returns the enemies who may join or disturb a battle in a hex: the hardest stack of those still ready (8.8).
    pub(crate) fn helpers(&self, hex: HexId) -> Vec<Soldier> {
        let s = self.s;
        let mut best: (f64, Vec<Soldier>) = (0.0, Vec::new());
        for (from, list) in &self.foes {
            if *from == hex {
                continue;
            }
            let far = s.game_data().far(*from, hex);
            let ready = |u: UnitId| {
                let unit = s.unit(u);
                let rides = s.kind(u).mounted() || s.kind(u) == Kind::Wagon;
                rides && !unit.done.has(Done::MOVED) && !unit.done.has(Done::INTERCEPTED)
            };
            let units: Vec<UnitId> = list.iter().filter(|e| e.1 >= far && ready(e.0)).map(|e| e.0).collect();
            let blow: f64 = units.iter().map(|&u| strikes(s, u)).sum();
            if blow > best.0 {
                best = (blow, soldiers(s, units.into_iter()));
            }
        }
        best.1
    }
}

/// Returns the counters of a side in a hex, except guards and those in `without`.
pub(crate) fn stays(s: &State, side: Side, hex: HexId, without: PieceSet) -> Vec<UnitId> {
    s.own_at(hex, side)
        .filter(|&u| !s.counter(u).guard && !without.contains(u.0))
        .collect()
}

/// Returns the striking strength of a set of units.
pub(crate) fn blow(s: &State, units: PieceSet) -> f64 {
    those(units).map(|u| strikes(s, u)).sum()
}
