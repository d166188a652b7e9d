//! 9.0: who is taken in hand, and who is left behind; with what 2.1, 9.2, 10.1 and 14.1 say of it.

use crate::action::Action;
use crate::casebook::cite;
use crate::components::{CommanderId, UnitId};
use crate::engine::Engine;
use crate::rules::movement::step::{entries, may_step, place_of, start};
use crate::state::pieces::{Marks, Whereabouts};
use crate::state::position::State;
use crate::state::run::Run;
use casus_core::{Bar, Bars, Bite, Place, Verdict};

/// The facts of taking a unit in hand.
#[derive(Debug)]
pub struct TakeFacts<'a> {
    /// The state.
    pub s: &'a State,
    /// Who.
    pub unit: UnitId,
    /// Those in hand already, whom it would join.
    pub run: Option<&'a Run>,
}

casus_core::questions!(TakeFacts);

impl TakeFacts<'_> {
    /// Where those in hand are, if any are on the map.
    fn with(&self) -> Option<Whereabouts> {
        self.run.map(|r| place_of(self.s, r))
    }
}

type TakeBar = Bar<TakeFacts<'static>>;

/// What forbids taking a unit in hand, in book order.
pub static TAKE_BARS: Bars<TakeFacts> = Bars {
    name: "take",
    list: &[
        TakeBar::by(cite!("2.1"), "only the active side's units move")
            .when(|f| f.unit.place(), |f| f.s.side(f.unit) != f.s.active),
        TakeBar::by(cite!("5.1"), "they would be too many in the hex where they enter").bites(|f| {
            let mut all = f.run?.units;
            if f.s.unit(f.unit).at != Whereabouts::Reserve {
                return None;
            }
            all.insert(f.unit.0);
            let hexes = crate::rules::scenarios::entry::entry_hexes(f.s, f.s.corps_of(f.unit));
            let room = hexes.iter().any(|&h| f.s.room(h, f.s.side(f.unit), all));
            Bite::when(!room, f.unit.place())
        }),
        TakeBar::by(cite!("9.0"), "it is not in play").when(
            |f| f.unit.place(),
            |f| {
                let at = f.s.unit(f.unit).at;
                let there = matches!(at, Whereabouts::Map(_) | Whereabouts::Reserve);
                !there
            },
        ),
        TakeBar::by(cite!("9.0"), "its movement of this phase is over")
            .when(|f| f.unit.place(), |f| f.s.unit(f.unit).marks.has(Marks::MOVED)),
        TakeBar::by(cite!("9.2", "R100"), "it has stopped before an enemy ZOC or in it")
            .when(|f| f.unit.place(), |f| f.s.unit(f.unit).marks.has(Marks::STOPPED)),
        TakeBar::by(cite!("9.0"), "it is not with those in hand, or they have moved already").bites(|f| {
            let run = f.run?;
            let beside = f.with() == Some(f.s.unit(f.unit).at);
            let fits = beside && !run.begun && !run.units.contains(f.unit.0);
            Bite::when(!fits, f.unit.place())
        }),
        TakeBar::by(cite!("9.4"), "a hedgehog does not move").when(|f| f.unit.place(), |f| f.s.hedgehog(f.unit)),
        TakeBar::by(cite!("10.1"), "a routed unit only routs").when(|f| f.unit.place(), |f| f.s.routed(f.unit)),
        TakeBar::by(cite!("14.1", "R92"), "a column before its own has still to enter").when(
            |f| f.unit.place(),
            |f| {
                let waits = f.s.unit(f.unit).at == Whereabouts::Reserve
                    && crate::rules::scenarios::entry::waits(f.s, f.s.corps_of(f.unit));
                waits
            },
        ),
        TakeBar::by(cite!("14.1", "R92"), "they enter apart").bites(|f| {
            let run = f.run?;
            let corps = f.s.corps_of(f.unit);
            let mut others = run.units.iter().map(|u| f.s.corps_of(UnitId(u)));
            let waits = f.s.unit(f.unit).at == Whereabouts::Reserve;
            Bite::when(waits && others.any(|c| c != corps), f.unit.place())
        }),
        TakeBar::by(cite!("14.1", "R106"), "they could not enter together").bites(|f| {
            let mut all = *f.run?;
            all.units.insert(f.unit.0);
            let waits = f.s.unit(f.unit).at == Whereabouts::Reserve;
            Bite::when(waits && !may_enter(f.s, &all), f.unit.place())
        }),
    ],
};

/// The facts of taking a commander in hand.
#[derive(Debug)]
pub struct TakeCommanderFacts<'a> {
    /// The state.
    pub s: &'a State,
    /// Who.
    pub commander: CommanderId,
    /// Those in hand already, whom he would join.
    pub run: Option<&'a Run>,
}

casus_core::questions!(TakeCommanderFacts);

type TakeCommanderBar = Bar<TakeCommanderFacts<'static>>;

/// What forbids taking a commander in hand, in book order.
pub static TAKE_COMMANDER_BARS: Bars<TakeCommanderFacts> = Bars {
    name: "take-commander",
    list: &[
        TakeCommanderBar::by(cite!("2.1"), "only the active side's commanders move")
            .when(|f| f.commander.place(), |f| f.s.led_side(f.commander) != f.s.active),
        TakeCommanderBar::by(cite!("9.0", "R48"), "he is not in play, or his movement of this phase is over").when(
            |f| f.commander.place(),
            |f| {
                let c = f.s.commander(f.commander);
                let there = matches!(c.at, Whereabouts::Map(_) | Whereabouts::Reserve);
                !there || c.moved
            },
        ),
        TakeCommanderBar::by(cite!("9.0", "R48"), "he is not with those in hand, or they have moved already").bites(
            |f| {
                let run = f.run?;
                let beside = place_of(f.s, run) == f.s.commander(f.commander).at;
                let fits = beside && !run.begun && !run.commanders.contains(f.commander);
                Bite::when(!fits, f.commander.place())
            },
        ),
        TakeCommanderBar::by(cite!("14.1", "R92"), "a column before his own has still to enter").when(
            |f| f.commander.place(),
            |f| {
                let waits = f.s.commander(f.commander).at == Whereabouts::Reserve
                    && crate::rules::scenarios::entry::waits(f.s, Some(f.s.kit.roster[f.commander].corps));
                waits
            },
        ),
        TakeCommanderBar::by(cite!("14.1", "R106"), "they could not enter together").bites(|f| {
            let mut all = *f.run?;
            all.commanders.insert(f.commander);
            let waits = f.s.commander(f.commander).at == Whereabouts::Reserve;
            Bite::when(waits && !may_enter(f.s, &all), f.commander.place())
        }),
    ],
};

/// The facts of leaving a piece behind.
#[derive(Debug)]
pub struct LeaveFacts<'a> {
    /// The state.
    pub s: &'a State,
    /// Those in hand.
    pub run: &'a Run,
    /// It is one of them.
    pub held: bool,
    /// Some of those in hand have failed their test and stay (9.2).
    pub parted: bool,
    /// The piece.
    pub of: Place,
}

casus_core::questions!(LeaveFacts);

type LeaveBar = Bar<LeaveFacts<'static>>;

/// What forbids leaving a piece behind.
pub static LEAVE_BARS: Bars<LeaveFacts> = Bars {
    name: "leave",
    list: &[
        LeaveBar::by(cite!("9.0"), "it is not in hand").when(|f| f.of, |f| !f.held),
        LeaveBar::by(cite!("9.0"), "those in hand have not moved yet: who stays is not taken")
            .when(|f| f.of, |f| !f.run.begun && !f.parted),
        LeaveBar::by(cite!("9.0"), "nobody would be left in hand: halt instead").when(|f| f.of, |f| in_hand(f.run) < 2),
    ],
};

/// How many pieces are in hand.
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
#[derive(Debug)]
pub struct HaltFacts<'a> {
    /// The state.
    pub s: &'a State,
    /// Those in hand.
    pub run: &'a Run,
}

casus_core::questions!(HaltFacts);

type HaltBar = Bar<HaltFacts<'static>>;

/// What keeps those in hand from halting.
pub static HALT_BARS: Bars<HaltFacts> = Bars {
    name: "halt",
    list: &[
        HaltBar::by(cite!("14.1", "R106"), "a unit that can enter the map does").bites(|f| {
            let unit = UnitId(f.run.units.first()?);
            Bite::when(may_enter(f.s, f.run), unit.place())
        }),
    ],
};

/// The facts of the end of the Movement Phase.
#[derive(Debug)]
pub struct EndFacts<'a> {
    /// The state.
    pub s: &'a State,
}

casus_core::questions!(EndFacts);

type EndBar = Bar<EndFacts<'static>>;

/// What keeps the Movement Phase from ending.
pub static END_BARS: Bars<EndFacts> = Bars {
    name: "end-moves",
    list: &[EndBar::by(cite!("14.1", "R106"), "a unit that can enter the map does")
        .bites(|f| entrant(f.s).map(|u| Bite::at(u.place())))],
};

/// A unit that has not entered and could (14.1, ruling R106).
fn entrant(s: &State) -> Option<UnitId> {
    s.unit_ids().find(|&unit| {
        s.unit(unit).at == Whereabouts::Reserve
            && TAKE_BARS.permit(&TakeFacts { s, unit, run: None })
            && may_enter(s, &start(s, unit))
    })
}

/// Whether those in hand wait off the map and can enter it.
fn may_enter(s: &State, run: &Run) -> bool {
    place_of(s, run) == Whereabouts::Reserve && entries(s, run).into_iter().any(|to| may_step(s, run, to))
}

/// Appends what might be done when nobody is in hand.
pub(crate) fn phase_candidates(s: &State, out: &mut Vec<Action>) {
    let units = s.unit_ids().filter(|&u| s.side(u) == s.active);
    let commanders = s.commander_ids().filter(|&c| s.led_side(c) == s.active);
    out.extend(units.map(Action::Take));
    out.extend(commanders.map(Action::TakeCommander));
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
    /// A commander is in hand no more; if those in hand have moved, so has he (9.0).
    pub(crate) fn leave_commander(&mut self, before: &Run, commander: CommanderId) {
        if before.begun {
            self.s.commander_mut(commander).moved = true;
        }
        if let Some(run) = self.run_mut() {
            run.commanders.remove(commander);
        }
    }
}
