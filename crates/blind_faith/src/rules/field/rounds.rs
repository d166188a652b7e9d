//! A Field Battle from its beginning, round by round (9.0, 9.1).

use crate::casebook::cite;
use crate::components::UnitId;
use crate::engine::Engine;
use crate::event::What;
use crate::options::Choice;
use crate::rules::field::display::standing;
use crate::state::battle::Field;
use crate::state::march::those;
use crate::state::stage::{Bout, Stage};
use casus_core::{Flow, HexId, PieceSet, Procedures};

impl Engine<'_> {
    /// 9.2: places the counters on the display.
    pub(crate) fn open_field(&mut self, hex: HexId, attackers: PieceSet) {
        let s = &*self.s;
        let Some(attacker) = those(attackers).next().map(|u| s.side(u)) else {
            return;
        };
        let fighting: PieceSet = those(attackers).filter(|&u| s.fights(u)).map(|u| u.0).collect();
        let defenders: PieceSet = s.in_field(hex, attacker.enemy()).map(|u| u.0).collect();
        let names = |set: PieceSet| those(set).collect::<Vec<UnitId>>();
        let (a, d) = (names(fighting), names(defenders));
        self.s.field = Some(Box::new(Field {
            hex,
            attacker,
            attackers: fighting,
            defenders,
            boxes: [None; 4],
            aims: Vec::new(),
            hits: Vec::new(),
            round: 0,
            paid: fighting,
        }));
        self.say(cite!("9.0"), || What::FieldBattle {
            hex,
            attackers: a,
            defenders: d,
        });
        self.pay_for_round();
        self.call(Stage::Field { step: Bout::Deploy });
    }

    /// Resolves one step of the battle.
    pub(crate) fn fight(&mut self, step: Bout) -> Flow<Stage> {
        const _: casus_core::Cite = cite!("9.1");
        match step {
            Bout::Deploy => self.deploying(),
            Bout::DefenderAims => self.naming(false, Bout::DefenderFire),
            Bout::DefenderFire => {
                self.fire_falls(cite!("9.3.1"), Bout::AttackerAims);
                Flow::Next
            }
            Bout::AttackerAims => self.naming(true, Bout::AttackerFire),
            Bout::AttackerFire => {
                self.fire_falls(cite!("9.3.2"), Bout::AssaultAims);
                self.casualties();
                Flow::Next
            }
            Bout::AssaultAims => self.naming_assaults(),
            Bout::Assault => {
                self.assaults_fall();
                Flow::Next
            }
            Bout::AttackerStays | Bout::DefenderStays => self.staying(step),
            Bout::End => self.ending(),
        }
    }

    /// 18.4: makes units pay for the round; without that option the round is free.
    pub(crate) fn pay_for_round(&mut self) {
        let Some(f) = self.s.field() else { return };
        let (hex, attackers) = (f.hex, f.attackers);
        if !self.s.opts(Choice::Rounds) {
            return;
        }
        let standing = standing(self.s, attackers, hex).collect();
        let paid = self.pay_points(standing);
        if let Some(f) = self.field_mut() {
            f.paid = paid;
        }
    }
}
