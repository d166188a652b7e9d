//! Blockades (10.6): declared, endured, lifted.

use crate::casebook::cite;
use crate::components::{Side, TownId, UnitId};
use crate::engine::Engine;
use crate::event::What;
use crate::rules::siege::boxes::{besiegers, place};
use crate::state::stage::Course;
use casus_core::{HexId, PieceSet};

impl Engine<'_> {
    /// 10.6, ruling R-95: the marker; who took part moves no more.
    pub(crate) fn declare_blockade(&mut self) {
        if let Some(town) = place(self.s) {
            self.s.town_mut(town).blockaded = true;
            self.say(cite!("10.6"), || What::Blockaded { town });
        }
        let all: PieceSet = besiegers(self.s).iter().map(|u| u.0).collect();
        self.close_siege();
        self.halt(all);
    }

    /// 10.6.1: by the numbers of hexes, all dice of a hex before what follows (ruling R-14).
    pub(crate) fn attrition(&mut self, from: HexId) {
        let kit = self.s.kit.clone();
        let blockaded = |t: &TownId| self.s.town(*t).blockaded && kit.roster[*t].hex >= from;
        let next = kit
            .roster
            .town_ids()
            .filter(blockaded)
            .min_by_key(|&t| kit.roster[t].hex);
        let Some(town) = next else {
            return self.go_to(Course::Prepare);
        };
        let hex = kit.roster[town].hex;
        self.go_to(Course::Attrition(HexId(hex.0 + 1)));
        let least = kit.charts.walls(kit.roster[town].kind).attrition;
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
            self.eliminate(unit, cite!("10.6.1"));
        }
    }

    /// What the rules say of blockaded places at once: one whose garrison is gone is taken (10.6.2, ruling G-9); one before which nobody
    /// is left, or whose garrison has won its way out, is relieved (ruling R-71).
    pub(crate) fn settle_blockades(&mut self) -> bool {
        if self.s.siege.is_some() || self.s.field.is_some() {
            return false;
        }
        let kit = self.s.kit.clone();
        let s = &*self.s;
        let either = |of: &dyn Fn(Side) -> bool| [Side::Hussite, Side::Imperial].into_iter().find(|&side| of(side));
        let changed = |&town: &TownId| {
            let hex = kit.roster[town].hex;
            let inside = either(&|side| s.garrison(hex, side).next().is_some());
            s.town(town).blockaded && inside.is_none_or(|side| s.in_field(hex, side.enemy()).next().is_none())
        };
        let Some(town) = kit.roster.town_ids().find(changed) else {
            return false;
        };
        let hex = kit.roster[town].hex;
        let inside = either(&|side| s.garrison(hex, side).next().is_some());
        let captor = either(&|side| s.in_field(hex, side).next().is_some())
            .filter(|&side| inside.is_none() && s.town(town).control != Some(side));
        self.s.town_mut(town).blockaded = false;
        match captor {
            Some(side) => self.take_place(town, side, cite!("10.6.2")),
            None => self.say(cite!("10.6", "R-71"), || What::Relieved { town }),
        }
        true
    }
}
