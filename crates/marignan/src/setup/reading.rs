//! How a set-up becomes a state: the turn, the armies, the works, the stacks.

use super::{BEGUN, Base, FIRST_DAY, MORALE, Setup, StartAt, WorkPost};
use crate::casebook::cite;
use crate::components::{CommanderId, Side, UnitId};
use crate::data::Scenario;
use crate::rules::movement::ground::work_side;
use crate::rules::scenarios::entry::entry_hexes;
use crate::rules::scenarios::placing::closed;
use crate::rules::scenarios::works::built;
use crate::rules::stacking;
use crate::state::pieces::{Whereabouts, Work};
use crate::state::position::State;
use casus_core::geometry::did_you_mean;
use casus_core::reading::{only_at, ranged};
use casus_core::{Cite, HexId, SetupFaults, reading};
use std::sync::Arc;

pub(super) struct Reader<'a> {
    pub(super) s: State,
    pub(super) setup: &'a Setup,
    pub(super) faults: &'a mut SetupFaults,
    /// The units that the set-up names, each with its post.
    pub(super) named: Vec<(UnitId, usize)>,
}

impl Reader<'_> {
    pub(super) fn fault(&mut self, path: impl Into<String>, message: impl Into<String>, cite: Cite) {
        self.faults.push(path, message, Some(cite));
    }
    pub(super) fn hex(&mut self, path: &str, text: &str) -> Option<HexId> {
        reading::hex(&self.s.game_data.board, text, path, cite!("14.1"), self.faults)
    }
    pub(super) fn starts(&self) -> bool {
        self.setup.start_at == StartAt::SetUp
    }
    pub(super) fn printed(&self) -> bool {
        let base = match self.setup.base {
            None if self.starts() => Base::Marignan,
            None => Base::Empty,
            Some(base) => base,
        };
        base == Base::Marignan
    }
    /// Returns the path of a field of a unit: its position in the list of the set-up, or its name.
    pub(super) fn path(&self, unit: UnitId, field: &str) -> String {
        match self.named.iter().find(|(u, _)| *u == unit) {
            Some((_, i)) => format!("units[{i}].{field}"),
            None => format!("units.{}.{field}", self.s.counter(unit).id),
        }
    }
    /// Reads the scenario, the turn and the active side.
    pub(super) fn time(&mut self) {
        let d = &self.s.game_data.deployment;
        let word = self.setup.scenario.as_deref().unwrap_or(FIRST_DAY);
        let found = d.scenarios.iter().position(|s| s.id.eq_ignore_ascii_case(word));
        let scenario = found.unwrap_or(0);
        let ids: Vec<&str> = d.scenarios.iter().map(|s| s.id.as_str()).collect();
        if found.is_none() {
            let near = did_you_mean(word, ids.iter().copied());
            let message = format!("unknown scenario {word:?}; expected {}{near}", reading::one_of(&ids));
            self.faults.push("scenario", message, Some(cite!("14.0")));
        }
        let days = d.scenarios.get(scenario).map_or(1, |s: &Scenario| s.days);
        let clock = &d.clock;
        let (last, dusk) = (clock.turns(days), clock.first_day());
        let night = self.setup.start_at == StartAt::Night;
        let (turn, active) = if night { (dusk, Side::French) } else { (1, Side::Swiss) };
        let turn = self.setup.turn.map_or(turn, |n| {
            let range = (1, last.into());
            ranged(n, range, "turn", cite!("14.1"), self.faults) as u8
        });
        self.s.scenario = scenario as u8;
        self.s.turn = turn;
        self.s.active = self.setup.active.unwrap_or(active);
        if night && days < 2 {
            self.fault("start_at", "no night parts the days of this scenario", cite!("14.2"));
        }
        if night && turn != dusk {
            let message = format!("the night falls after the last turn of the first day, {dusk}");
            self.fault("turn", message, cite!("14.2"));
        }
        if self.starts() && turn != 1 {
            self.fault("turn", "the armies set up before the first turn", cite!("14.1"));
        }
        if (night || self.starts()) && self.s.active != active {
            let message = match active {
                Side::Swiss => "the Swiss have the first player turn",
                Side::French => "the French have had the last player turn before the night",
            };
            self.fault("active", message, cite!("2.0"));
        }
    }
    /// Places the pieces that the set-up does not name.
    pub(super) fn base(&mut self) {
        if self.starts() {
            if !self.printed() {
                let message = "`start_at = \"set-up\"` begins with the printed deployment";
                self.fault("base", message, cite!("14.1"));
            }
            let message = "with `start_at = \"set-up\"` the pieces are placed by play";
            if !self.setup.units.is_empty() {
                self.fault("units", message, cite!("14.1"));
            }
            if !self.setup.commanders.is_empty() {
                self.fault("commanders", message, cite!("14.1"));
            }
        }
        if !self.printed() {
            return;
        }
        // The French units wait to be placed, the Swiss to enter.
        for unit in self.s.unit_ids() {
            self.s.put(unit, Whereabouts::Reserve);
        }
        for c in self.s.commander_ids() {
            if self.s.led_side(c) == Side::Swiss {
                self.s.commander_mut(c).at = Whereabouts::Reserve;
            }
        }
        let game_data = Arc::clone(&self.s.game_data);
        for post in &game_data.deployment.placements {
            self.s.commander_mut(post.commander).at = Whereabouts::Map(post.hex);
        }
    }
    /// Reads the points that the armies have scored and the fortifications they have built.
    pub(super) fn armies(&mut self) {
        let setup = self.setup;
        if let Some(n) = setup.swiss_morale {
            if n == 0 {
                let message = "with their army demoralized the Swiss have lost the battle: 1 to 99";
                self.fault("swiss_morale", message, cite!("8.1"));
            } else {
                let n = ranged(n, (1, MORALE.1), "swiss_morale", cite!("8.1"), self.faults);
                self.s.swiss_morale = n as u8;
            }
        }
        only_at("taken", !setup.taken.is_empty(), setup.start_at, BEGUN, self.faults);
        only_at("breached", setup.breached, setup.start_at, BEGUN, self.faults);
        self.s.breached = setup.breached;
        let game_data = Arc::clone(&self.s.game_data);
        for (i, word) in setup.taken.iter().enumerate() {
            let is = |h: HexId| {
                let name = game_data.board.name(h);
                name.is_some_and(|n| n.eq_ignore_ascii_case(word)) || game_data.board.label(h) == *word
            };
            if let Some(n) = game_data.deployment.places.iter().position(|&h| is(h)) {
                self.s.taken |= 1 << (n % 8);
            } else {
                let places = game_data
                    .deployment
                    .places
                    .iter()
                    .filter_map(|&h| game_data.board.name(h));
                let near = did_you_mean(word, places);
                let message = format!("`{word}` is none of the places that the Swiss gain by{near}");
                self.fault(format!("taken[{i}]"), message, cite!("8.1"));
            }
        }
        for (n, &hex) in game_data.deployment.places.iter().enumerate() {
            let s = &self.s;
            if s.units_at(hex).any(|u| s.side(u) == Side::Swiss && !s.routed(u)) {
                self.s.taken |= 1 << (n % 8);
            }
        }
        for (i, post) in setup.works.iter().enumerate() {
            self.work(post, &format!("works[{i}]"));
        }
        let by_night = self.setup.start_at == StartAt::Night;
        if !setup.works.is_empty() && !by_night && self.s.turn <= game_data.deployment.clock.first_day() {
            let message = "they are built in the night before the second day";
            self.fault("works", message, cite!("14.2"));
        }
        let most = game_data.deployment.armies.fortifications;
        if built(&self.s) > most.into() {
            let message = format!("the French have {most} fortifications to build");
            self.fault("works", message, cite!("14.2"));
        }
        for (i, text) in setup.assaulted.iter().enumerate() {
            let path = format!("assaulted[{i}]");
            if let Some(hex) = self.hex(&path, text) {
                if self.s.assaulted.contains(&hex) {
                    self.fault(path, "it is named twice", cite!("13.1"));
                } else {
                    self.s.assaulted.push(hex);
                }
            }
        }
        if !setup.assaulted.is_empty() && setup.start_at != StartAt::Melee {
            let message = "nothing has been attacked yet at this `start_at`";
            self.fault("assaulted", message, cite!("13.1"));
        }
    }
    fn work(&mut self, post: &WorkPost, path: &str) {
        let Some(hex) = self.hex(&format!("{path}.hex"), &post.hex) else {
            return;
        };
        let o = self.s.game_data.board.orientation();
        let side = o.dir_named(&post.side);
        match side.filter(|&d| work_side(&self.s.game_data, d)) {
            None => {
                let near = did_you_mean(&post.side, ["N", "NE", "NW", "SW"]);
                let message = format!("`{}` is no side for it: N, NE, NW or SW{near}", post.side);
                self.fault(format!("{path}.side"), message, cite!("14.2", "R96"));
            }
            Some(side) => {
                let work = Work { hex, side };
                if self.s.sheltered(hex, side) {
                    self.fault(path, "one stands there already", cite!("14.2", "R96"));
                } else {
                    self.s.raise(work);
                }
            }
        }
    }
    /// Checks stacking (5.0 to 5.2) and facings (3.0).
    pub(super) fn stacks(&mut self) {
        let game_data = Arc::clone(&self.s.game_data);
        for hex in game_data.board.ids() {
            let units: Vec<UnitId> = self.s.units_at(hex).collect();
            let Some((&first, rest)) = units.split_first() else {
                continue;
            };
            let Some(&last) = rest.last() else { continue };
            let name = |u: UnitId| game_data.roster[u].id.as_str();
            let label = game_data.board.label(hex);
            if let Some(&enemy) = rest.iter().find(|&&u| self.s.side(u) != self.s.side(first)) {
                let message = format!("{} and {} are both in {label}", name(first), name(enemy));
                let path = self.path(self.latest(&units).unwrap_or(enemy), "hex");
                self.fault(path, message, cite!("5.0"));
                continue;
            }
            if self.s.overstacked(hex) {
                let names: Vec<&str> = units.iter().map(|&u| name(u)).collect();
                let message = format!("{label} holds more than it may: {}", names.join(", "));
                let path = self.path(self.latest(&units).unwrap_or(last), "hex");
                self.fault(path, message, stacking::case(self.s.side(first)));
            }
            // Routed units have no facing, and the facing of a hedgehog has no meaning (ruling R51).
            let mut facing = units
                .iter()
                .copied()
                .filter(|&u| !self.s.routed(u) && !self.s.hedgehog(u));
            if let Some(one) = facing.next() {
                let with = self.s.unit(one).facing;
                if let Some(other) = facing.find(|&u| self.s.unit(u).facing != with) {
                    let message = format!("{} faces otherwise in {label}", name(one));
                    let path = self.path(other, "facing");
                    self.fault(path, message, cite!("3.0"));
                }
            }
        }
    }
    /// Returns the unit among `units` that the set-up names last.
    fn latest(&self, units: &[UnitId]) -> Option<UnitId> {
        let mut named = self.named.iter().rev();
        named.find(|(u, _)| units.contains(u)).map(|(u, _)| *u)
    }
    /// Checks the position as a whole.
    pub(super) fn at_large(&mut self) {
        let game_data = Arc::clone(&self.s.game_data);
        for c in self.s.commander_ids() {
            let at = self.s.commander(c).at;
            let post = self
                .setup
                .commanders
                .iter()
                .position(|p| game_data.roster.commander(&p.id) == Some(c));
            let path = |field: &str| match post {
                Some(i) => format!("commanders[{i}].{field}"),
                None => format!("commanders.{}.{field}", game_data.roster[c].id),
            };
            if let Whereabouts::Map(h) = at {
                self.commander_hex(c, h, path("hex"));
            }
            let corps = Some(game_data.roster[c].corps);
            let enters = !entry_hexes(&self.s, corps).is_empty();
            if at == Whereabouts::Reserve && !enters {
                self.fault(path("at"), "his corps enters nowhere", cite!("14.1"));
            }
        }
        for unit in self.s.unit_ids() {
            let (corps, side) = (self.s.corps_of(unit), self.s.side(unit));
            let enters = !entry_hexes(&self.s, corps).is_empty();
            match self.s.unit(unit).at {
                Whereabouts::Reserve if side == Side::Swiss && !enters => {
                    let path = self.path(unit, "at");
                    self.fault(path, "it enters nowhere", cite!("14.1"));
                }
                Whereabouts::Reserve if side == Side::French && corps.is_none() => {
                    let message = "it is of no corps, and has no place in the set-up";
                    let path = self.path(unit, "at");
                    self.fault(path, message, cite!("14.1"));
                }
                Whereabouts::Map(hex) if closed(&self.s, unit, hex) => {
                    let path = self.path(unit, "hex");
                    self.fault(path, "the terrain is closed to the unit", cite!("9.0"));
                }
                _ => {}
            }
        }
    }
    fn commander_hex(&mut self, c: CommanderId, hex: HexId, path: String) {
        let side = self.s.led_side(c);
        let enemy = self.s.units_at(hex).find(|&u| self.s.side(u) != side);
        if let Some(u) = enemy {
            let message = format!("an enemy unit, {}, is in his hex", self.s.counter(u).id);
            self.fault(path, message, cite!("5.0"));
        }
    }
}
