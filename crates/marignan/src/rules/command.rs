//! Module 6, Command; with 4.3.

use crate::casebook::cite;
use crate::components::{CommanderId, CorpsId, Side, UnitId};
use crate::engine::Engine;
use crate::event::What;
use crate::state::pieces::Marks;
use crate::state::position::State;
use casus_core::{Field, HexId, within_range};

impl State {
    /// How far a commander's command reaches, in hexes (6.1); one less by night, not below 0 (14.1, ruling R94).
    pub fn range(&self, commander: CommanderId, night: bool) -> u32 {
        let range = i32::from(self.commander_face(commander).range);
        let night = if night {
            i32::from(self.kit.deployment.armies.night_range)
        } else {
            0
        };
        u32::try_from(range + night).unwrap_or(0)
    }
    /// Whether the game turn is a night turn (14.1).
    pub fn is_night(&self) -> bool {
        self.kit.deployment.clock.is_night(self.turn)
    }
    /// Whether a chain of command cannot pass into a hex (4.3, 6.1): an enemy unit is there, or it is in an enemy ZOC
    /// and no friendly unit is there, of whatever corps.
    pub(crate) fn chain_blocked(&self, hex: HexId, side: Side) -> bool {
        match self.held_by(hex) {
            Some(holder) => holder != side,
            None => self.in_zoc(hex, side.enemy()),
        }
    }
    /// The hexes within the command range of whoever leads a corps, along chains of command (6.1); none if nobody on the
    /// map does.
    pub fn reach_of(&self, corps: CorpsId, night: bool) -> Option<Field> {
        let leader = self.corps(corps).leader?;
        self.reach_of_commander(leader, night)
    }
    /// The hexes within a commander's range, along chains of command (6.1); none if he is not on the map.
    pub fn reach_of_commander(&self, commander: CommanderId, night: bool) -> Option<Field> {
        let from = self.commander(commander).at.hex()?;
        let side = self.led_side(commander);
        let range = self.range(commander, night);
        Some(within_range(&self.kit.board, from, range, |h| self.chain_blocked(h, side)))
    }
}

impl Engine<'_> {
    /// 6.1: every unit of a side is marked in command or out of it, and stays so until the next time (6.3).
    pub(crate) fn check_command(&mut self, side: Side) {
        let night = self.s.is_night();
        for corps in self.s.corps_ids() {
            if self.s.kit.corps_side(corps) != side {
                continue;
            }
            let reach = self.s.reach_of(corps, night);
            let leader = self.s.corps(corps).leader;
            let range = leader.map_or(0, |c| self.s.range(c, night));
            let units: Vec<(UnitId, HexId)> = self
                .s
                .on_map(side)
                .filter(|&(u, _)| self.s.corps_of(u) == Some(corps))
                .collect();
            for (unit, hex) in units {
                let inside = reach.as_ref().is_some_and(|r| r.contains(hex));
                match (self.s.out_of_command(unit), inside) {
                    (false, false) => {
                        self.s.unit_mut(unit).marks.set(Marks::OUT_OF_COMMAND);
                        self.say(cite!("6.1"), || What::OutOfCommand {
                            unit,
                            leaderless: leader.is_none(),
                            range: reach.is_some().then_some(range),
                        });
                    }
                    (true, true) => {
                        self.s.unit_mut(unit).marks.clear(Marks::OUT_OF_COMMAND);
                        self.say(cite!("6.3"), || What::InCommand { unit });
                    }
                    _ => {}
                }
            }
        }
    }
}
