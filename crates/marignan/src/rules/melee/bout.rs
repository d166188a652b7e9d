//! 13.2: a melee, from its declaration to the advance; with the parts of 9.1 and 9.3 that concern it.

use crate::action::Action;
use crate::casebook::cite;
use crate::charts::{Check, Disorder};
use crate::components::{Side, UnitId};
use crate::engine::{Decision, Engine};
use crate::event::{Chance, Question, Reading, What};
use crate::rules::melee::advance::{ADVANCE_BARS, AdvanceFacts, advances, held_back, victors};
use crate::rules::melee::allotment::{ALLOT_BARS, AllotFacts, Duties};
use crate::rules::melee::assault::{ASSAULT_BARS, AssaultFacts, around};
use crate::rules::melee::odds::forecast;
use crate::rules::openings::{ADVANCE_OPENING, OpeningFacts};
use crate::state::combat::{Bout, BoutAt, Losses, Party};
use crate::state::pieces::Marks;
use crate::state::position::State;
use crate::state::run::Then;
use crate::state::stage::{Stage, Tests, Why};
use casus_core::{Cite, Die, Flow, HexId, Log, PieceSet, Procedures, Scripted, Verdict, retain_legal};
use std::borrow::Borrow;

impl Bout {
    const fn side(s: &State, party: Party) -> Side {
        match party {
            Party::Defenders => s.active.enemy(),
            Party::Attackers => s.active,
        }
    }
    /// Returns the units of a party that are still on the map.
    fn alive(&self, s: &State, party: Party) -> PieceSet {
        let all = match party {
            Party::Defenders => self.defenders,
            Party::Attackers => self.attackers,
        };
        all.iter().filter(|&u| s.hex(UnitId(u)).is_some()).collect()
    }
}

pub(crate) fn decision(s: &State, bout: &Bout) -> Option<Decision> {
    let (side, cite, what): (Side, Cite, _) = match bout.at {
        BoutAt::Draft => (s.active, cite!("13.1", "R60"), "attackers"),
        BoutAt::Advance => (s.active, cite!("13.3"), "advance"),
        _ => return None,
    };
    Some(Decision::new(side, cite, what, bout.target.place()))
}

pub(crate) fn candidates(s: &State, bout: &Bout, out: &mut Vec<Action>) {
    match bout.at {
        BoutAt::Draft => {
            let ours = around(s, bout.target);
            out.extend(ours.map(Action::Attack));
            out.push(Action::Resolve);
        }
        BoutAt::Advance => {
            out.extend(victors(s, bout).map(Action::Advance));
            out.push(Action::Done);
        }
        _ => {}
    }
}

/// Appends the legal actions of a draft. The duties are the same for all units that might join, so they are computed once.
pub(crate) fn list_draft(s: &State, bout: &Bout, out: &mut Vec<Action>) {
    let start = out.len();
    candidates(s, bout, out);
    let duties = Duties::of(s);
    retain_legal(out, start, |action, v| {
        judge_with(s, bout, || &duties, action, v);
    });
}

pub(crate) fn judge(s: &State, bout: &Bout, action: Action, v: &mut Verdict) -> bool {
    judge_with(s, bout, || Duties::of(s), action, v)
}

fn judge_with<D: Borrow<Duties>>(
    s: &State,
    bout: &Bout,
    duties: impl Fn() -> D,
    action: Action,
    v: &mut Verdict,
) -> bool {
    let target = bout.target;
    let mut allot = |joins: Option<UnitId>| {
        if let Some(unit) = joins {
            let facts = AssaultFacts {
                s,
                unit: Some(unit),
                target,
            };
            ASSAULT_BARS.judge(&facts, v);
            if v.settled() {
                return;
            }
        }
        let duties = duties();
        let facts = AllotFacts {
            s,
            duties: duties.borrow(),
            target,
            attackers: bout.attackers,
            joins,
        };
        ALLOT_BARS.judge(&facts, v);
    };
    match (bout.at, action) {
        (BoutAt::Draft, Action::Attack(unit)) => allot(Some(unit)),
        (BoutAt::Draft, Action::Resolve) => allot(None),
        (BoutAt::Advance, Action::Advance(unit)) => {
            ADVANCE_BARS.judge(&AdvanceFacts { s, bout, unit }, v);
        }
        (BoutAt::Advance, Action::Done) => {}
        _ => return false,
    }
    true
}

/// Returns the effect of an attack over water on a unit's order, before the odds are determined (9.1, ruling R67).
pub(crate) fn over_water(s: &State, unit: UnitId, target: HexId) -> Disorder {
    let way = |from| Some((from, s.game_data.board.direction(from, target)?));
    let way = s.hex(unit).and_then(way);
    way.map_or(Disorder::None, |(from, dir)| s.rough_water(unit, from, dir))
}

/// Returns the position that determines the odds after these attackers have lost their order over water (9.1, ruling R67).
pub(crate) fn once_over(s: &State, disordered: PieceSet) -> State {
    let mut after = s.clone();
    let (mut dice, mut log) = (Scripted::new(&[]), Log::off());
    let mut engine = Engine::new(&mut after, &mut dice, &mut log);
    for unit in disordered.iter().map(UnitId) {
        engine.disorder(unit, cite!("9.1"));
    }
    after
}

impl Engine<'_> {
    pub(crate) fn enact_melee_phase(&mut self, action: Action) {
        match action {
            Action::Assault(hex) => self.call(Stage::Bout(Bout::new(hex))),
            _ => self.next_course(),
        }
    }

    pub(crate) fn enact_bout(&mut self, mut bout: Bout, action: Action) {
        match action {
            Action::Attack(unit) => {
                bout.attackers.insert(unit.0);
                self.set_top(Stage::Bout(bout));
            }
            Action::Resolve => self.engage(bout),
            Action::Advance(unit) => {
                let Some(from) = self.s.hex(unit) else { return };
                bout.advanced.insert(unit.0);
                self.set_top(Stage::Bout(bout));
                let to = bout.target;
                self.escort(from, self.s.active, Then::Advance { unit, to });
            }
            _ => {
                let question = Question::Advance(bout.target);
                self.decline(cite!("13.3"), self.s.active, question, !bout.advanced.is_empty());
                self.go_on(bout);
            }
        }
    }

    /// Goes on to the next stage of the melee.
    fn go_on(&mut self, bout: Bout) {
        let at = bout.at.next();
        self.set_top(Stage::Bout(Bout { at, ..bout }));
    }

    /// Declares the attack.
    fn engage(&mut self, bout: Bout) {
        self.s.assaulted.push(bout.target);
        for u in bout.attackers.iter() {
            self.s.unit_mut(UnitId(u)).marks.set(Marks::ATTACKED);
        }
        self.say(cite!("13.0"), || What::Assaulted {
            attackers: bout.attackers.iter().map(UnitId).collect(),
            hex: bout.target,
        });
        self.go_on(bout);
    }

    pub(crate) fn fighting(&mut self, bout: Bout) -> Flow<Stage> {
        match bout.at {
            BoutAt::Draft => return Flow::Ask,
            BoutAt::Over => {
                self.s.fought = Some(bout);
                return Flow::Done;
            }
            BoutAt::Water => {
                self.go_on(bout);
                self.wade(bout);
            }
            BoutAt::Dice => self.clash(bout),
            BoutAt::Stars(party) => {
                self.go_on(bout);
                let (among, stars) = (bout.alive(self.s, party), bout.toll(party).losses);
                if stars > 0 && !among.is_empty() {
                    return Flow::Call(Stage::Losses(Losses {
                        side: Bout::side(self.s, party),
                        among,
                        stars,
                        cite: cite!("13.2"),
                    }));
                }
            }
            BoutAt::Commanders => {
                self.go_on(bout);
                self.commanders_at_risk(cite!("12.5"));
            }
            BoutAt::Tests(party) => {
                self.go_on(bout);
                let why = match bout.toll(party).check {
                    Check::None => None,
                    Check::Disorder => Some(Why::Desorg(cite!("13.2"))),
                    Check::Test(less) => Some(Why::Melee(less)),
                };
                if let Some(why) = why {
                    return Flow::Call(Stage::Tests(Tests {
                        side: Bout::side(self.s, party),
                        why,
                        left: bout.alive(self.s, party),
                    }));
                }
            }
            BoutAt::Charges => {
                self.go_on(bout);
                for unit in bout.attackers.iter().map(UnitId) {
                    if let Some(hex) = self.s.unit_mut(unit).charge.take() {
                        self.say(cite!("9.3"), || What::ChargeLapsed { unit, hex });
                    }
                }
            }
            BoutAt::Advance => {
                let open = ADVANCE_OPENING.permit(&OpeningFacts::of(self.s, self.s.active));
                if open && advances(self.s, &bout) {
                    return Flow::Ask;
                }
                self.pass_over(Chance::Advance(bout.target), |s| held_back(s, &bout));
                self.go_on(bout);
            }
            BoutAt::Facing => {
                self.go_on(bout);
                if !bout.advanced.is_empty() {
                    return Flow::Call(Stage::Turning {
                        side: self.s.active,
                        hex: bout.target,
                        cite: cite!("13.3"),
                    });
                }
            }
        }
        Flow::Next
    }

    /// 9.1, ruling R67: disorders attackers over water, or makes them test. They fight in any case.
    fn wade(&mut self, bout: Bout) {
        for unit in bout.attackers.iter().map(UnitId) {
            let rough = over_water(self.s, unit, bout.target);
            self.disturb(unit, rough);
        }
    }

    /// 13.2: determines the odds and the modifiers, and rolls the die.
    fn clash(&mut self, mut bout: Bout) {
        bout.defenders = self.s.stack_at(bout.target);
        let Some(forecast) = forecast(self.s, bout.target, bout.attackers) else {
            bout.at = BoutAt::Over;
            self.set_top(Stage::Bout(bout));
            let (hex, melee) = (bout.target, true);
            return self.say(cite!("13.2"), || What::Void { hex, melee });
        };
        let die = self.roll(cite!("13.2"), Die::D6, "melee", &|d| forecast.class(d));
        bout.result = forecast.result(die);
        let table = &self.s.game_data.charts.melee.table;
        let row = table.row(i32::from(die) + forecast.shift.die);
        self.go_on(bout);
        self.say(cite!("13.2"), || What::Fought {
            attackers: bout.attackers.iter().map(UnitId).collect(),
            defenders: bout.defenders.iter().map(UnitId).collect(),
            hex: bout.target,
            attack: forecast.attack,
            defence: forecast.defence,
            reading: Reading {
                from: forecast.from,
                column: forecast.column,
                modifiers: forecast.modifiers,
                die,
                row,
            },
            result: bout.result,
        });
    }
}

#[cfg(test)]
mod tests;
