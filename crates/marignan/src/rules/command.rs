//! Module 6, Command; with 4.3.

use crate::casebook::cite;
use crate::components::{CommanderId, CorpsId, Side, UnitId};
use crate::engine::Engine;
use crate::event::What;
use crate::state::pieces::Marks;
use crate::state::position::State;
use casus_core::{Field, HexId, within_range};

impl State {
    /// Returns the command range of a commander, in hexes (6.1); one less at night, not below 0 (14.1, ruling R94).
    pub fn range(&self, commander: CommanderId, night: bool) -> u32 {
        let range = i32::from(self.commander_face(commander).range);
        let night = if night {
            i32::from(self.game_data.deployment.armies.night_range)
        } else {
            0
        };
        u32::try_from(range + night).unwrap_or(0)
    }
    /// Whether the game turn is a night turn (14.1).
    pub fn is_night(&self) -> bool {
        self.game_data.deployment.clock.is_night(self.turn)
    }
    /// Whether a chain of command cannot enter a hex (4.3, 6.1): an enemy unit is in it, or it is in an enemy ZOC and
    /// no friendly unit of any corps is in it.
    pub(crate) fn chain_blocked(&self, hex: HexId, side: Side) -> bool {
        const _: casus_core::Cite = cite!("4.3");
        match self.held_by(hex) {
            Some(holder) => holder != side,
            None => self.in_zoc(hex, side.enemy()),
        }
    }
    /// Returns the hexes in the command range of the leader of a corps, along chains of command (6.1); `None` if its leader is
    /// not on the map or it has none.
    pub fn reach_of(&self, corps: CorpsId, night: bool) -> Option<Field> {
        let leader = self.corps(corps).leader?;
        self.reach_of_commander(leader, night)
    }
    /// Returns the hexes in a commander's range, along chains of command (6.1); `None` if he is not on the map.
    pub fn reach_of_commander(&self, commander: CommanderId, night: bool) -> Option<Field> {
        let side = self.led_side(commander);
        self.reach_past(commander, night, |h| self.chain_blocked(h, side))
    }
    /// Like [`reach_of_commander`](Self::reach_of_commander), with the given blocked hexes. If a commander's own hex is
    /// blocked, no chain reaches him (4.3): he commands no hex.
    fn reach_past(&self, commander: CommanderId, night: bool, mut blocked: impl FnMut(HexId) -> bool) -> Option<Field> {
        let from = self.commander(commander).at.hex()?;
        if blocked(from) {
            return Some(Field::new(&self.game_data.board));
        }
        let range = self.range(commander, night);
        Some(within_range(&self.game_data.board, from, range, blocked))
    }
    /// Returns all hexes that chains of command of a side cannot enter, as in [`chain_blocked`](Self::chain_blocked).
    fn chains_barred(&self, side: Side) -> Field {
        let mut barred = Field::new(&self.game_data.board);
        for (enemy, hex) in self.on_map(side.enemy()) {
            barred.insert(hex);
            for to in self.zoc(enemy).filter(|&h| self.stacks.is_empty(h)) {
                barred.insert(to);
            }
        }
        barred
    }
}

impl Engine<'_> {
    /// 6.1: marks every unit of a side as in command or out of it, until the next check (6.3).
    pub(crate) fn check_command(&mut self, side: Side) {
        let night = self.s.is_night();
        let barred = self.s.chains_barred(side);
        for corps in self.s.corps_ids() {
            if self.s.game_data.corps_side(corps) != side {
                continue;
            }
            let leader = self.s.corps(corps).leader;
            let reach = leader.and_then(|c| self.s.reach_past(c, night, |h| barred.contains(h)));
            debug_assert_eq!(reach, self.s.reach_of(corps, night));
            let range = leader.map_or(0, |c| self.s.range(c, night));
            let shorter = leader.map_or(0, |c| self.s.range(c, false) - range);
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
                            shorter,
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
