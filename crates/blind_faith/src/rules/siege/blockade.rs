//! Blockades (10.6): declaration, attrition and end.

use crate::casebook::cite;
use crate::components::{Kind, Side, TownId, UnitId};
use crate::engine::Engine;
use crate::event::What;
use crate::options::Choice;
use crate::rules::siege::boxes::{besiegers, place};
use crate::state::pieces::Whereabouts;
use crate::state::stage::Course;
use casus_core::{Cite, HexId, PieceSet};

impl Engine<'_> {
    /// 10.6, ruling R-95: places the marker; units that took part end their move.
    pub(crate) fn declare_blockade(&mut self) {
        if let Some(town) = place(self.s) {
            self.s.town_mut(town).blockaded = true;
            self.say(cite!("10.6"), || What::Blockaded { town });
        }
        let all: PieceSet = besiegers(self.s).iter().map(|u| u.0).collect();
        self.close_siege();
        self.halt(all);
    }

    /// 10.6.1: resolves attrition in the order of the hex numbers, all dice of a hex before their results (ruling R-14).
    pub(crate) fn attrition(&mut self, from: HexId) {
        let game_data = self.s.game_data.clone();
        let blockaded = |t: &TownId| self.s.town(*t).blockaded && game_data.roster[*t].hex >= from;
        let next = game_data
            .roster
            .town_ids()
            .filter(blockaded)
            .min_by_key(|&t| game_data.roster[t].hex);
        let Some(town) = next else {
            return self.go_to(Course::Prepare);
        };
        let hex = game_data.roster[town].hex;
        self.go_to(Course::Attrition(HexId(hex.0 + 1)));
        let least = game_data.charts.walls(game_data.roster[town].kind).attrition;
        let Some(side) = [Side::Hussite, Side::Imperial]
            .into_iter()
            .find(|&side| self.s.garrison(hex, side).next().is_some())
        else {
            return;
        };
        let inside: Vec<UnitId> = self.s.garrison(hex, side).collect();
        let mut dead = Vec::new();
        for unit in inside {
            let die = self.roll(cite!("10.6.1"), "attrition", &|f| u16::from(f >= least));
            self.say(cite!("10.6.1"), || What::Attrition { unit, die, from: least });
            if die >= least {
                dead.push(unit);
            }
        }
        for unit in dead {
            // The war may end with Elizabeth (ruling R-103).
            if self.s.outcome.is_some() {
                break;
            }
            self.eliminate(unit, cite!("10.6.1"));
        }
    }

    /// Gives a blockaded place to the besieger without pillage, if the last of its garrison left without being eliminated (other
    /// reading of rulings ).
    pub(crate) fn taken_unpillaged(&mut self, hex: HexId, owner: Side, case: Cite) {
        let Some(town) = self.s.game_data.town(hex).filter(|&t| self.s.town(t).blockaded) else {
            return;
        };
        // A counter that does not fight is eliminated if alone with the besieger (rulings ), and holds no place.
        let lives = self.s.own_at(hex, owner).any(|u| self.s.fights(u));
        let besieged = self.s.in_field(hex, owner.enemy()).next().is_some();
        if lives || !besieged {
            return;
        }
        self.bereave(hex);
        if self.s.outcome.is_some() {
            return;
        }
        let side = owner.enemy();
        let state = self.s.town_mut(town);
        state.blockaded = false;
        state.control = Some(side);
        self.say(case, || What::Captured { town, side });
    }

    /// Removes a counter from the game or the map without a battle: disbanded (6.2), disowned (5.2.1), or removed (4.1, 13.2).
    pub(crate) fn take_off(&mut self, unit: UnitId, to: Whereabouts, case: Cite) {
        let (hex, side) = (self.s.hex(unit), self.s.side(unit));
        self.s.put(unit, to);
        self.say(case, || What::Left { unit });
        if let Some(hex) = hex.filter(|_| self.s.opts(Choice::R123)) {
            self.taken_unpillaged(hex, side, cite!("10.6.2", "R-123"));
        }
    }

    /// Settles blockaded places: one without a garrison is taken (10.6.2, ruling G-9); one without besiegers is relieved (ruling
    ///
    pub(crate) fn settle_blockades(&mut self) -> bool {
        if self.s.siege.is_some() || self.s.field.is_some() {
            return false;
        }
        let game_data = self.s.game_data.clone();
        for town in game_data.roster.town_ids().filter(|&t| self.s.town(t).blockaded) {
            let hex = game_data.roster[town].hex;
            // The blockaded side controls the place, and keeps control while it has a garrison.
            let Some(owner) = self.s.town(town).control else {
                continue;
            };
            let besieged = self.s.in_field(hex, owner.enemy()).next().is_some();
            let lives = self.s.own_at(hex, owner).any(|u| self.s.kind(u) != Kind::Legate);
            // If the garrison has come out, the battle in the field decides who keeps the place.
            let sallies = self.s.in_field(hex, owner).next().is_some();
            if besieged && (sallies || self.s.garrison(hex, owner).next().is_some()) {
                continue;
            }
            self.s.town_mut(town).blockaded = false;
            if besieged && !lives {
                self.take_place(town, owner.enemy(), cite!("10.6.2"));
            } else {
                self.say(cite!("10.6", "R-71"), || What::Relieved { town });
            }
            return true;
        }
        false
    }
}
