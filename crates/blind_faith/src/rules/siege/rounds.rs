//! A Siege Battle from its beginning, round by round (10.0, 10.1).

use crate::casebook::cite;
use crate::components::UnitId;
use crate::engine::Engine;
use crate::event::What;
use crate::options::Choice;
use crate::rules::siege::boxes::{besiegers, garrison};
use crate::state::battle::Siege;
use crate::state::march::those;
use crate::state::stage::{Push, Stage};
use casus_core::{Flow, HexId, PieceSet, Procedures};

impl Engine<'_> {
    /// 10.2: places the counters in the boxes.
    pub(crate) fn open_siege(&mut self, hex: HexId, units: PieceSet) {
        const _: casus_core::Cite = cite!("10.2");
        let s = &*self.s;
        let Some(besieger) = those(units).next().map(|u| s.side(u)) else {
            return;
        };
        let fighting: PieceSet = those(units)
            .filter(|&u| s.fights(u) && s.hex(u) == Some(hex))
            .map(|u| u.0)
            .collect();
        let inside: Vec<UnitId> = s.garrison(hex, besieger.enemy()).collect();
        let outside: Vec<UnitId> = those(fighting).collect();
        self.s.siege = Some(Box::new(Siege {
            hex,
            besieger,
            units: fighting,
            paid: fighting,
            base: inside.len() as u8,
            fired: PieceSet::EMPTY,
            stormed: PieceSet::EMPTY,
            aims: Vec::new(),
            round: 0,
            by_storm: false,
        }));
        self.say(cite!("10.0"), || What::SiegeBattle {
            hex,
            besiegers: outside,
            garrison: inside,
        });
        self.call(Stage::Siege {
            step: Push::GarrisonAims,
        });
        if !self.pay_for_siege() {
            self.declare_blockade();
        }
    }

    /// 18.4: makes units pay for the round. Returns `false` if none could; they then blockade (ruling R-108). Without that option
    /// the round is free.
    pub(crate) fn pay_for_siege(&mut self) -> bool {
        if !self.s.opts(Choice::Rounds) {
            return true;
        }
        let besiegers = besiegers(self.s);
        let paid = self.pay_points(besiegers);
        if let Some(b) = self.siege_mut() {
            b.paid = paid;
        }
        !paid.is_empty()
    }

    /// Resolves one step of the siege.
    pub(crate) fn besiege(&mut self, step: Push) -> Flow<Stage> {
        if !garrison(self.s).iter().any(|&u| self.s.fights(u)) {
            // Elizabeth inside, or a counter outside that does not fight, is left alone with the besiegers and eliminated at
            // once, whatever losses the storm still costs the captor (7.3.2, 16.0, ruling R-102).
            let hex = self.s.siege().map(|b| b.hex);
            if hex.is_some_and(|hex| self.bereave(hex)) {
                return Flow::Next;
            }
            if !matches!(step, Push::Losses(_)) {
                self.capture_by_siege();
                return Flow::Next;
            }
        }
        if besiegers(self.s).is_empty() {
            self.close_siege();
            return Flow::Next;
        }
        match step {
            Push::GarrisonAims => self.naming_guns(),
            Push::GarrisonFires => {
                self.garrison_fires();
                Flow::Next
            }
            Push::GunsFire => {
                self.guns_fire();
                Flow::Next
            }
            Push::Choose => self.choosing(),
            Push::Breach => self.breaching(),
            Push::Parry(attacker) => self.parrying(attacker),
            Push::Losses(left) => self.losing(left),
        }
    }

    /// Ends the siege; a stack that has won may go on (10.8).
    pub(crate) fn close_siege(&mut self) {
        const _: casus_core::Cite = cite!("10.8");
        self.s.siege = None;
        self.pop();
    }
}
