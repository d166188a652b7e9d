//! 9.0: selecting pieces and leaving them behind; with the parts of 2.1, 9.2, 10.1 and 14.1 that concern it.

use crate::action::Action;
use crate::casebook::cite;
use crate::components::{CommanderId, CorpsId, UnitId};
use crate::engine::Engine;
use crate::rules::movement::step::{entries, may_step, place_of, start};
use crate::rules::scenarios::entry::{entry_hexes, waits};
use crate::state::pieces::{Condition, Marks, Whereabouts};
use crate::state::position::State;
use crate::state::run::Run;
use casus_core::{Bar, Bars, Place, Verdict, Violation, retain_legal};

/// The facts of selecting a unit.
///
/// They cover any unit of the roster. With `run`, the question is whether the unit may join the selected pieces.
#[derive(Debug)]
pub struct TakeFacts<'a> {
    /// The current position.
    pub s: &'a State,
    /// The unit to be selected.
    pub unit: UnitId,
    /// The pieces already selected, which it would join.
    pub run: Option<&'a Run>,
}

casus_core::questions!(TakeFacts);

fn unit(f: &TakeFacts) -> Place {
    f.unit.place()
}

impl TakeFacts<'_> {
    fn at(&self) -> Whereabouts {
        self.s.unit(self.unit).at
    }
    fn marked(&self, mark: Marks) -> bool {
        self.s.unit(self.unit).marks.has(mark)
    }
    fn corps(&self) -> Option<CorpsId> {
        self.s.corps_of(self.unit)
    }
    /// The selected pieces together with the unit, if it waits off the map.
    fn entering(&self) -> Option<Run> {
        let mut all = *self.run?;
        all.units.insert(self.unit.0);
        (self.at() == Whereabouts::Reserve).then_some(all)
    }
    /// Whether an entry hex has room for all of them.
    fn roomy(&self, all: &Run) -> bool {
        let mut hexes = entry_hexes(self.s, self.corps()).iter();
        hexes.any(|&h| self.s.room(h, self.s.side(self.unit), all.units))
    }
    /// Whether the unit is where the selected pieces are, and is not one of them.
    fn fits(&self, run: &Run) -> bool {
        place_of(self.s, run) == self.at() && !run.units.contains(self.unit.0)
    }
    /// Whether a selected unit belongs to another corps.
    fn parted(&self) -> bool {
        let mut others = self.run.into_iter().flat_map(|r| r.units.iter());
        others.any(|u| self.s.corps_of(UnitId(u)) != self.corps())
    }
}

type T = Bar<TakeFacts<'static>>;

/// What forbids selecting a unit, in book order. Judged for each unit of the active side in the Movement Phase, and for
/// each unit that could join the selected pieces. Named `take`.
pub static TAKE_BARS: Bars<TakeFacts> = Bars {
    name: "take",
    list: &[
        T::by(cite!("2.1"), "only the active side's units move").when(unit, |f| f.s.side(f.unit) != f.s.active),
        T::by(cite!("5.1"), "they would be too many in the hex where they enter")
            .when(unit, |f| f.entering().is_some_and(|all| !f.roomy(&all))),
        T::by(cite!("9.0"), "the piece is not in play")
            .when(unit, |f| !matches!(f.at(), Whereabouts::Map(_) | Whereabouts::Reserve))
            .always(),
        T::by(cite!("9.0"), "the unit's movement of this phase is over").when(unit, |f| f.marked(Marks::MOVED)),
        T::by(cite!("9.2", "R100"), "the unit has stopped before an enemy ZOC or in it")
            .when(unit, |f| f.marked(Marks::STOPPED)),
        T::by(cite!("9.0"), "the unit is not with the selected pieces, or is one of them")
            .when(unit, |f| f.run.is_some_and(|run| !f.fits(run)))
            .always(),
        T::by(cite!("9.0"), "the selected pieces have moved already")
            .when(unit, |f| f.run.is_some_and(|run| run.begun)),
        T::by(cite!("9.4"), "a hedgehog does not move").when(unit, |f| f.s.hedgehog(f.unit)),
        T::by(cite!("10.1"), "a routed unit only routs").when(unit, |f| f.s.routed(f.unit)),
        T::by(cite!("14.1", "R92"), "a column before the unit's own has still to enter")
            .when(unit, |f| f.at() == Whereabouts::Reserve && waits(f.s, f.corps())),
        T::by(cite!("14.1", "R92"), "they enter apart").when(unit, |f| f.at() == Whereabouts::Reserve && f.parted()),
        T::by(cite!("14.1", "R106"), "they could not enter together")
            .when(unit, |f| f.entering().is_some_and(|all| !may_enter(f.s, &all))),
    ],
};

/// The facts of selecting a commander.
///
/// They cover any commander of the roster. With `run`, the question is whether he may join the selected pieces.
#[derive(Debug)]
pub struct TakeCommanderFacts<'a> {
    /// The current position.
    pub s: &'a State,
    /// The commander to be selected.
    pub commander: CommanderId,
    /// The pieces already selected, which he would join.
    pub run: Option<&'a Run>,
}

casus_core::questions!(TakeCommanderFacts);

fn commander(f: &TakeCommanderFacts) -> Place {
    f.commander.place()
}

impl TakeCommanderFacts<'_> {
    fn at(&self) -> Whereabouts {
        self.s.commander(self.commander).at
    }
    fn in_play(&self) -> bool {
        matches!(self.at(), Whereabouts::Map(_) | Whereabouts::Reserve)
    }
    /// Whether he is where the selected pieces are, and is not one of them.
    fn fits(&self, run: &Run) -> bool {
        place_of(self.s, run) == self.at() && !run.commanders.contains(self.commander)
    }
    /// Whether he waits off the map because an earlier column has still to enter.
    fn waits(&self) -> bool {
        self.at() == Whereabouts::Reserve && waits(self.s, Some(self.s.game_data.roster[self.commander].corps))
    }
    /// The selected pieces together with the commander, if he waits off the map.
    fn entering(&self) -> Option<Run> {
        let mut all = *self.run?;
        all.commanders.insert(self.commander);
        (self.at() == Whereabouts::Reserve).then_some(all)
    }
}

type C = Bar<TakeCommanderFacts<'static>>;

/// What forbids selecting a commander, in book order. Judged for each commander of the active side in the Movement Phase,
/// and for each commander who could join the selected pieces. Named `take-commander`.
pub static TAKE_COMMANDER_BARS: Bars<TakeCommanderFacts> = Bars {
    name: "take-commander",
    list: &[
        C::by(cite!("2.1"), "only the active side's commanders move")
            .when(commander, |f| f.s.led_side(f.commander) != f.s.active),
        C::by(cite!("9.0", "R48"), "he is not in play")
            .when(commander, |f| !f.in_play())
            .always(),
        C::by(cite!("9.0", "R48"), "his movement of this phase is over")
            .when(commander, |f| f.s.commander(f.commander).moved),
        C::by(cite!("9.0", "R48"), "he is not with the selected pieces, or is one of them")
            .when(commander, |f| f.run.is_some_and(|run| !f.fits(run)))
            .always(),
        C::by(cite!("9.0", "R48"), "the selected pieces have moved already")
            .when(commander, |f| f.run.is_some_and(|run| run.begun)),
        C::by(cite!("14.1", "R92"), "a column before his own has still to enter").when(commander, |f| f.waits()),
        C::by(cite!("14.1", "R106"), "they could not enter together")
            .when(commander, |f| f.entering().is_some_and(|all| !may_enter(f.s, &all))),
    ],
};

/// The facts of leaving a piece behind.
///
/// The piece stays where the selected pieces are. If they have moved, it cannot move again in this phase.
#[derive(Debug)]
pub struct LeaveFacts<'a> {
    /// The current position.
    pub s: &'a State,
    /// The selected pieces.
    pub run: &'a Run,
    /// Whether the piece is selected.
    pub held: bool,
    /// Whether some of the selected pieces have failed their test and stay (9.2).
    pub parted: bool,
    /// The piece that would stay.
    pub of: Place,
}

casus_core::questions!(LeaveFacts);

type L = Bar<LeaveFacts<'static>>;

/// What forbids leaving a piece behind. Judged for each selected piece. Named `leave`.
pub static LEAVE_BARS: Bars<LeaveFacts> = Bars {
    name: "leave",
    list: &[
        L::by(cite!("9.0"), "the unit is not selected")
            .when(|f| f.of, |f| !f.held)
            .always(),
        L::by(cite!("9.0"), "the selected pieces have not moved yet: who stays is not taken")
            .when(|f| f.of, |f| !f.run.begun && !f.parted),
        L::by(cite!("9.0"), "nobody would be left selected: halt instead").when(|f| f.of, |f| in_hand(f.run) < 2),
    ],
};

/// Returns the number of selected pieces.
fn in_hand(run: &Run) -> usize {
    run.units.len() + run.commanders.iter().count()
}

pub(crate) fn judge_leave_commander(s: &State, run: &Run, commander: CommanderId, parted: bool, v: &mut Verdict) {
    let facts = LeaveFacts {
        s,
        run,
        held: run.commanders.contains(commander),
        parted,
        of: commander.place(),
    };
    LEAVE_BARS.judge(&facts, v);
}

/// The facts of a halt.
///
/// If the halt is refused, the move goes on.
#[derive(Debug)]
pub struct HaltFacts<'a> {
    /// The current position.
    pub s: &'a State,
    /// The selected pieces.
    pub run: &'a Run,
}

casus_core::questions!(HaltFacts);

type H = Bar<HaltFacts<'static>>;

/// What forbids a halt of the selected pieces. Judged at each halt. Named `halt`.
pub static HALT_BARS: Bars<HaltFacts> = Bars {
    name: "halt",
    list: &[
        H::by(cite!("14.1", "R106"), "a unit that can enter the map does").violated(|f| {
            f.run
                .units
                .first()
                .filter(|_| may_enter(f.s, f.run))
                .map(|u| Violation::at(UnitId(u).place()))
        }),
    ],
};

/// The facts of the end of the Movement Phase.
#[derive(Debug)]
pub struct EndFacts<'a> {
    /// The current position.
    pub s: &'a State,
}

casus_core::questions!(EndFacts);

type E = Bar<EndFacts<'static>>;

/// What forbids ending the Movement Phase. Judged when the active side would end it. Named `end-moves`.
pub static END_BARS: Bars<EndFacts> = Bars {
    name: "end-moves",
    list: &[E::by(cite!("14.1", "R106"), "a unit that can enter the map does")
        .violated(|f| entrant(f.s).map(|u| Violation::at(u.place())))],
};

/// Returns a unit that has not entered and can enter (14.1, ruling R106).
fn entrant(s: &State) -> Option<UnitId> {
    let all = (0u8..).map(UnitId).zip(&s.units);
    let mut waiting = all.filter(|(_, u)| u.at == Whereabouts::Reserve).map(|(id, _)| id);
    waiting.find(|&unit| may_take(s, unit) && may_enter(s, &start(s, unit)))
}

/// Whether the selected pieces wait off the map and can enter it.
fn may_enter(s: &State, run: &Run) -> bool {
    place_of(s, run) == Whereabouts::Reserve && entries(s, run).into_iter().any(|to| may_step(s, run, to))
}

/// Appends the legal actions while no piece is selected. Under the printed laws only a unit's own state prevents selecting it
/// first if it is on the map, so the list judges only the waiting units.
pub(crate) fn list_phase(s: &State, out: &mut Vec<Action>) {
    let stays = Marks::MOVED.and(Marks::STOPPED).and(Marks::HEDGEHOG);
    let all = (0u8..).map(UnitId).zip(s.units.iter().zip(s.game_data.all_traits()));
    for (id, (unit, traits)) in all {
        if traits.side != s.active {
            continue;
        }
        let moves = match unit.at {
            Whereabouts::Map(_) if !s.amended() => !unit.marks.has(stays) && unit.condition != Condition::Routed,
            Whereabouts::Map(_) | Whereabouts::Reserve => may_take(s, id),
            _ => false,
        };
        if moves {
            out.push(Action::Take(id));
        }
    }
    let start = out.len();
    out.extend(commanders(s).map(Action::TakeCommander));
    out.push(Action::Done);
    retain_legal(out, start, |action, v| {
        judge_phase(s, action, v);
    });
}

fn may_take(s: &State, unit: UnitId) -> bool {
    TAKE_BARS.permit(&TakeFacts { s, unit, run: None })
}

/// Returns the commanders of the active side.
fn commanders(s: &State) -> impl Iterator<Item = CommanderId> + '_ {
    s.commander_ids().filter(|&c| s.led_side(c) == s.active)
}

/// Appends the candidate actions while no piece is selected.
pub(crate) fn phase_candidates(s: &State, out: &mut Vec<Action>) {
    let units = s.unit_ids().filter(|&u| s.side(u) == s.active);
    out.extend(units.map(Action::Take));
    out.extend(commanders(s).map(Action::TakeCommander));
    out.push(Action::Done);
}

pub(crate) fn judge_phase(s: &State, action: Action, v: &mut Verdict) -> bool {
    match action {
        Action::Take(unit) => TAKE_BARS.judge(&TakeFacts { s, unit, run: None }, v),
        Action::TakeCommander(commander) => TAKE_COMMANDER_BARS.judge(
            &TakeCommanderFacts {
                s,
                commander,
                run: None,
            },
            v,
        ),
        Action::Done => END_BARS.judge(&EndFacts { s }, v),
        _ => return false,
    }
    true
}

impl Engine<'_> {
    /// Deselects a commander; if the selected pieces have moved, he counts as moved (9.0).
    pub(crate) fn leave_commander(&mut self, before: &Run, commander: CommanderId) {
        if before.begun {
            self.s.commander_mut(commander).moved = true;
        }
        if let Some(run) = self.run_mut() {
            run.commanders.remove(commander);
        }
    }
}
