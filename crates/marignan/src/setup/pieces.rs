//! How the pieces of a set-up are read: commanders, corps and units with their marks.

use super::reading::Reader;
use super::{MORALE, StartAt, UnitPost};
use crate::casebook::cite;
use crate::components::{Class, CommanderId, CorpsId, Side, UnitId};
use crate::rules::movement::charge::{CHARGE_BARS, charge_facts};
use crate::rules::scenarios::deployment::check_room;
use crate::state::pieces::{CommanderSet, Condition, Marks, Whereabouts};
use crate::state::run::Run;
use casus_core::reading::{Posted, chosen, posted, posted_once, ranged};
use casus_core::{HexId, Noun, PieceSet, SideFacing, Verdict};

impl Reader<'_> {
    pub(super) fn commanders(&mut self) {
        let setup = self.setup;
        let mut seen = Vec::new();
        for (i, post) in setup.commanders.iter().enumerate() {
            let path = format!("commanders[{i}]");
            let at = format!("{path}.id");
            let named = posted_once(&self.s, &post.id, &mut seen, &at, cite!("1.2"), self.faults);
            let Some(id): Option<CommanderId> = named else {
                continue;
            };
            let places = [
                ("reserve", Whereabouts::Reserve),
                ("lost", Whereabouts::Lost),
                ("absent", Whereabouts::Absent),
            ];
            let found = posted(
                &self.s.game_data.board,
                (post.hex.as_deref(), post.at.as_deref()),
                &places,
                &path,
                cite!("14.1"),
                self.faults,
            );
            let was = self.s.commander(id).at;
            let at = match found {
                None => continue,
                Some(Posted::Hex(h)) => Whereabouts::Map(h),
                Some(Posted::At(at)) => at,
                Some(Posted::Unsaid) => was,
            };
            let side = self.s.led_side(id);
            if matches!(found, Some(Posted::Unsaid)) && was == Whereabouts::Absent {
                let message = "a commander stands in a hex, or `at` says where he is";
                self.fault(format!("{path}.hex"), message, cite!("14.1"));
                continue;
            }
            if at == Whereabouts::Reserve && side == Side::French {
                let message = "only the Swiss enter";
                self.fault(format!("{path}.at"), message, cite!("14.1"));
                continue;
            }
            if at == Whereabouts::Lost && self.s.game_data.roster[id].king {
                let message = "with him the French have lost the battle";
                self.fault(format!("{path}.at"), message, cite!("7.1"));
                continue;
            }
            let moves = matches!(setup.start_at, StartAt::Movement | StartAt::Moves);
            if post.moved && !(moves && side == self.s.active) {
                let message = "only commanders of the active side move, in the Movement Phase";
                self.fault(format!("{path}.moved"), message, cite!("2.1"));
            }
            if post.successor && side == Side::French {
                let message = "a French corps is given to a surviving commander";
                self.fault(format!("{path}.successor"), message, cite!("7.1"));
            }
            let c = self.s.commander_mut(id);
            c.at = at;
            c.injured = post.injured;
            c.successor = post.successor;
            c.moved = post.moved;
        }
    }
    pub(super) fn corps(&mut self) {
        for corps in self.s.corps_ids() {
            let Some(own) = self.s.game_data.roster.commander_of(corps) else {
                continue;
            };
            let (turn, at) = (self.s.turn, self.s.commander(own).at);
            let c = self.s.corps_mut(corps);
            match at {
                Whereabouts::Map(_) | Whereabouts::Reserve => c.leader = Some(own),
                Whereabouts::Lost => c.vacant = turn,
                // A corps whose commander is not in this battle stays without one.
                Whereabouts::Absent | Whereabouts::Fled => {}
            }
        }
        let setup = self.setup;
        for (name, post) in &setup.corps {
            let path = format!("corps.{name}");
            let corps: CorpsId = match Noun::read(&self.s, name) {
                Ok(corps) => corps,
                Err(fault) => {
                    self.fault(path, fault.to_string(), cite!("6.0"));
                    continue;
                }
            };
            let side = self.s.game_data.corps_side(corps);
            if let Some(n) = post.morale {
                let path = format!("{path}.morale");
                if side == Side::Swiss {
                    let message = "the Swiss army has one morale: `swiss_morale`";
                    self.fault(path, message, cite!("8.1"));
                } else {
                    let n = ranged(n, MORALE, &path, cite!("8.2"), self.faults);
                    self.s.corps_mut(corps).morale = n as u8;
                }
            }
            if let Some(n) = post.vacant {
                let path = format!("{path}.vacant");
                let range = (1, self.s.turn.into());
                let turn = ranged(n, range, &path, cite!("7.1"), self.faults);
                if post.leader.is_some() {
                    self.fault(path, "it has a leader", cite!("7.1"));
                } else if self.s.corps(corps).leader.is_some() {
                    self.fault(path, "its commander is alive", cite!("7.1"));
                }
                let c = self.s.corps_mut(corps);
                c.leader = None;
                c.vacant = turn as u8;
            }
            if let Some(word) = &post.leader {
                self.leader(corps, word, &format!("{path}.leader"));
            }
        }
    }
    pub(super) fn leader(&mut self, corps: CorpsId, word: &str, path: &str) {
        let id: CommanderId = match Noun::read(&self.s, word) {
            Ok(id) => id,
            Err(fault) => {
                self.fault(path, fault.to_string(), cite!("1.2"));
                return;
            }
        };
        let card = &self.s.game_data.roster[id];
        let in_play = matches!(self.s.commander(id).at, Whereabouts::Map(_) | Whereabouts::Reserve);
        let message = if card.side != self.s.game_data.corps_side(corps) {
            "he is of the other army"
        } else if card.side == Side::Swiss && card.corps != corps {
            "a Swiss corps gets a commander of its own"
        } else if !in_play {
            "he is not in play"
        } else {
            let c = self.s.corps_mut(corps);
            c.leader = Some(id);
            c.vacant = 0;
            return;
        };
        self.fault(path, message, cite!("7.1"));
    }
    pub(super) fn units(&mut self) {
        let setup = self.setup;
        let mut seen = Vec::new();
        for (i, post) in setup.units.iter().enumerate() {
            let path = format!("units[{i}].id");
            let named = posted_once(&self.s, &post.id, &mut seen, &path, cite!("1.1"), self.faults);
            if let Some(id) = named {
                self.named.push((id, i));
                self.unit(id, i, post);
            }
        }
    }
    pub(super) fn unit(&mut self, id: UnitId, i: usize, post: &UnitPost) {
        let path = format!("units[{i}]");
        let places = [
            ("reserve", Whereabouts::Reserve),
            ("lost", Whereabouts::Lost),
            ("fled", Whereabouts::Fled),
            ("absent", Whereabouts::Absent),
        ];
        let found = posted(
            &self.s.game_data.board,
            (post.hex.as_deref(), post.at.as_deref()),
            &places,
            &path,
            cite!("14.1"),
            self.faults,
        );
        let side = self.s.side(id);
        match found {
            None => return,
            Some(Posted::Hex(h)) => self.s.put(id, Whereabouts::Map(h)),
            Some(Posted::At(Whereabouts::Reserve)) if side == Side::French => {
                self.fault(format!("{path}.at"), "only the Swiss enter", cite!("14.1"));
                return;
            }
            Some(Posted::At(at)) => self.s.put(id, at),
            Some(Posted::Unsaid) if self.s.unit(id).at == Whereabouts::Absent => {
                let message = "a unit stands in a hex, or `at` says where it is";
                self.fault(format!("{path}.hex"), message, cite!("14.1"));
                return;
            }
            Some(Posted::Unsaid) => {}
        }
        if let Some(word) = &post.state {
            let states = [Condition::Order, Condition::Disordered, Condition::Routed];
            let table = states.map(|c| (c.word(), c));
            let at = format!("{path}.state");
            if let Some(condition) = chosen(word, "state", &table, &at, Some(cite!("1.1")), self.faults) {
                self.s.unit_mut(id).condition = condition;
            }
        }
        if let Some(word) = &post.facing {
            let at = format!("{path}.facing");
            if let Some(facing) = SideFacing::named(word, self.s.game_data.board.orientation()) {
                self.s.unit_mut(id).facing = facing;
            } else {
                let message = self.s.game_data.board.orientation().no_side(word);
                self.fault(at.clone(), message.to_string(), cite!("3.0"));
            }
            if self.s.routed(id) {
                self.fault(at, "a routed unit has no facing", cite!("3.0"));
            }
        }
        if post.replaced && !self.s.counter(id).replacement {
            let message = "no replacement counter stands for it";
            self.fault(format!("{path}.replaced"), message, cite!("1.1"));
        }
        self.s.unit_mut(id).replaced = post.replaced;
        if self.s.routed(id) {
            let at = format!("{path}.state");
            if self.s.counter(id).swiss_pikemen() {
                self.fault(at, "Swiss pikemen never rout", cite!("8.1"));
            } else if self.s.class(id) == Class::Artillery {
                self.fault(at, "artillery that would rout is eliminated", cite!("10.0"));
            }
        }
    }
    /// Places the French units that the set-up does not name, as 14.1 says.
    pub(super) fn lay_out(&mut self) {
        if !self.printed() || !self.faults.0.is_empty() {
            return;
        }
        if self.starts() {
            check_room(&self.s, self.faults);
            return;
        }
        for unit in self.s.lay_out() {
            let message = "no hex in its commander's range has room for it";
            let path = self.path(unit, "hex");
            self.fault(path, message, cite!("14.1"));
        }
    }
    /// Gives units without a facing that of the others in their hex (3.0). A routed unit has none.
    pub(super) fn facings(&mut self) {
        let setup = self.setup;
        let says = |i: usize| setup.units[i].facing.is_some();
        let stated: Vec<(HexId, SideFacing)> = self
            .named
            .iter()
            .filter(|(u, i)| says(*i) && !self.s.routed(*u))
            .filter_map(|(u, _)| Some((self.s.hex(*u)?, self.s.unit(*u).facing)))
            .collect();
        for unit in self.s.unit_ids() {
            let silent = !self.named.iter().any(|(u, i)| *u == unit && says(*i));
            if self.s.routed(unit) {
                self.s.unit_mut(unit).facing = SideFacing::ALL[0];
            } else if let Some(hex) = self.s.hex(unit)
                && let Some((_, facing)) = stated.iter().find(|(h, _)| *h == hex)
                && silent
            {
                self.s.unit_mut(unit).facing = *facing;
            }
        }
    }
    /// Reads the markers on units, and what units have done.
    pub(super) fn marks(&mut self) {
        let setup = self.setup;
        for (id, i) in self.named.clone() {
            let post = &setup.units[i];
            let path = |field: &str| format!("units[{i}].{field}");
            let marked = post.out_of_command || post.hedgehog || post.charge.is_some() || !post.done.is_empty();
            if self.s.hex(id).is_none() {
                if marked {
                    let message = "it is not on the map, and bears no marker";
                    self.fault(path("hex"), message, cite!("1.3"));
                }
                continue;
            }
            if post.out_of_command {
                if self.s.corps_of(id).is_none() {
                    let message = "a unit without a corps is always in command";
                    self.fault(path("out_of_command"), message, cite!("6.1"));
                }
                self.s.unit_mut(id).marks.set(Marks::OUT_OF_COMMAND);
            }
            if post.hedgehog {
                let foot = self.s.class(id) == Class::Infantry;
                let order = self.s.unit(id).condition == Condition::Order;
                if !foot || !order || self.s.skirmishes(id) {
                    let message = "only infantry in order forms it, and no Swiss arquebusiers";
                    self.fault(path("hedgehog"), message, cite!("9.4"));
                }
                self.s.unit_mut(id).marks.set(Marks::HEDGEHOG);
            }
            if let Some(text) = &post.charge
                && let Some(target) = self.hex(&path("charge"), text)
            {
                self.charge(id, target, &path("charge"));
            }
            for (n, word) in post.done.iter().enumerate() {
                self.done(id, word, &format!("units[{i}].done[{n}]"));
            }
        }
    }
    pub(super) fn charge(&mut self, id: UnitId, target: HexId, path: &str) {
        let side = self.s.side(id);
        if side != self.s.active {
            self.fault(path, "only the active side charges", cite!("9.3"));
            return;
        }
        if !self.setup.start_at.after_charges() {
            let message = "no Charge is declared before the moves, nor outlasts the Melee Phase";
            self.fault(path, message, cite!("9.3"));
            return;
        }
        // Judge the Charge as if the unit had just come there and had passed its test of commitment.
        let mut then = self.s.clone();
        then.unit_mut(id).marks.set(Marks::PASSED);
        let run = Run::new(side, PieceSet::one(id.0), CommanderSet::default());
        let mut verdict = Verdict::full();
        CHARGE_BARS.judge(&charge_facts(&then, &run, id, target), &mut verdict);
        match verdict.finish() {
            Ok(()) => self.s.unit_mut(id).charge = Some(target),
            Err(all) => all.iter().for_each(|why| self.fault(path, why.because, why.cite)),
        }
    }
    pub(super) fn done(&mut self, id: UnitId, word: &str, path: &str) {
        let (active, passive) = (self.s.active, self.s.active.enemy());
        let deeds = [
            ("moved", Marks::MOVED),
            ("retreated", Marks::RETREATED),
            ("fired", Marks::FIRED),
            ("attacked", Marks::ATTACKED),
        ];
        let Some(mark) = chosen(word, "action", &deeds, path, Some(cite!("2.1")), self.faults) else {
            return;
        };
        let who = match (self.setup.start_at, mark) {
            (StartAt::Movement | StartAt::Moves, Marks::MOVED)
            | (StartAt::OffensiveFire, Marks::FIRED)
            | (StartAt::Melee, Marks::ATTACKED) => Some(active),
            (StartAt::Retreat, Marks::RETREATED) | (StartAt::DefensiveFire, Marks::FIRED) => Some(passive),
            _ => None,
        };
        match who {
            None => self.fault(path, "nobody does that in the phase of `start_at`", cite!("2.1")),
            Some(side) if side != self.s.side(id) => {
                self.fault(path, "the other side does that in this phase", cite!("2.1"));
            }
            Some(_) => self.s.unit_mut(id).marks.set(mark),
        }
    }
}
