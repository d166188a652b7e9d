//! 12.4: a shot, from its announcement to its results.

use crate::action::Action;
use crate::casebook::cite;
use crate::charts::Check;
use crate::components::UnitId;
use crate::engine::Engine;
use crate::event::{Question, Reading, What};
use crate::rules::fire::aim::list_phase;
use crate::rules::fire::odds::forecast;
use crate::state::combat::{Losses, Mode, Shot, ShotAt};
use crate::state::pieces::Marks;
use crate::state::stage::{Stage, Tests, Why};
use casus_core::{Die, Flow, Procedures};

impl Engine<'_> {
    /// Plays an action of a fire phase (2.1).
    pub(crate) fn enact_fire_phase(&mut self, action: Action) {
        let Some(mode) = Mode::of(self.s) else { return };
        if let Action::Aim(target) = action {
            self.call(Stage::Shot(Shot::new(target, mode.side(self.s), mode)));
        } else {
            self.hold_fire(mode);
            self.next_course();
        }
    }

    /// Records that a side ends the phase although it could still fire.
    fn hold_fire(&mut self, mode: Mode) {
        if !self.log.is_on() {
            return;
        }
        let mut left = Vec::new();
        list_phase(self.s, &mut left);
        if left.iter().any(|action| matches!(action, Action::Aim(_))) {
            let side = mode.side(self.s);
            let more = self.s.on_map(side).any(|(u, _)| self.s.unit(u).marks.has(Marks::FIRED));
            self.decline(cite!("12.0"), side, Question::Fire, more);
        }
    }

    /// Plays an action while the firers of a shot are named.
    pub(crate) fn enact_shot(&mut self, mut shot: Shot, action: Action) {
        match action {
            Action::Fire(unit) => {
                shot.firers.insert(unit.0);
                self.set_top(Stage::Shot(shot));
            }
            _ => self.loose(shot),
        }
    }

    /// 12.4: rolls the die of a shot.
    fn loose(&mut self, mut shot: Shot) {
        let Some(f) = forecast(self.s, shot.target, shot.firers) else {
            self.pop();
            let (hex, melee) = (shot.target, false);
            return self.say(cite!("12.4"), || What::Void { hex, melee });
        };
        for unit in shot.firers.iter().map(UnitId) {
            self.s.unit_mut(unit).marks.set(Marks::FIRED);
        }
        let die = self.roll(cite!("12.4"), Die::D6, "fire", &|face| f.result(face).severity() as u16);
        shot.result = f.result(die);
        shot.at = ShotAt::Losses;
        self.set_top(Stage::Shot(shot));
        let left_over = f.modifiers.shift.map_or(0, |s| s.die);
        let row = self.s.game_data.charts.fire.table.row(i32::from(die) + left_over);
        self.say(cite!("12.4"), || What::Fired {
            firers: shot.firers.iter().map(UnitId).collect(),
            hex: shot.target,
            strength: f.strength,
            reading: Reading {
                from: f.from,
                column: f.column,
                modifiers: f.modifiers,
                die,
                row,
            },
            result: shot.result,
        });
    }

    /// Resolves one step of a shot: its results in order.
    pub(crate) fn shooting(&mut self, shot: Shot) -> Flow<Stage> {
        // Under house rules a unit may fire at friendly units.
        let side = self.s.held_by(shot.target).unwrap_or(shot.side.enemy());
        let hit = self.s.stack_at(shot.target);
        let go = |at| Stage::Shot(Shot { at, ..shot });
        match shot.at {
            ShotAt::Drafting => return Flow::Ask,
            ShotAt::Losses => {
                self.set_top(go(ShotAt::Commanders));
                if shot.result.losses > 0 {
                    return Flow::Call(Stage::Losses(Losses {
                        side,
                        among: hit,
                        stars: shot.result.losses,
                        cite: cite!("12.4", "R59"),
                    }));
                }
            }
            ShotAt::Commanders => {
                self.set_top(go(ShotAt::Tests));
                self.commanders_at_risk(cite!("12.5"));
            }
            ShotAt::Tests => match shot.result.check {
                Check::None => return Flow::Done,
                Check::Test(n) => {
                    self.set_top(Stage::Tests(Tests {
                        side,
                        why: Why::Fire(n),
                        left: hit,
                    }));
                }
                Check::Disorder => {
                    self.set_top(Stage::Tests(Tests {
                        side,
                        why: Why::Desorg(cite!("12.4")),
                        left: hit,
                    }));
                }
            },
        }
        Flow::Next
    }
}

#[cfg(test)]
mod tests;
