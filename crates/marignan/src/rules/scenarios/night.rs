//! 14.2: the night between the days.

use crate::action::Action;
use crate::casebook::cite;
use crate::components::{Side, UnitId};
use crate::engine::{Decision, Engine};
use crate::event::{Chance, Kept, Question, Shut, What, shut};
use crate::options::Choice;
use crate::rules::movement::costs::step_cost;
use crate::rules::scenarios::placing::{PlaceFacts, by_night, hex, places, reach};
use crate::rules::scenarios::works::{BUILD_BARS, BuildFacts, buildable, built, grounds, sites};
use crate::state::pieces::{CommanderSet, Condition, Marks, Whereabouts, Work};
use crate::state::position::State;
use crate::state::stage::Stage;
use crate::state::turn::{Course, Night};
use casus_core::{
    Bar, Bars, Dir, Field, Flow, HexId, PieceSet, Place, Procedures, Refusal, Refusals, Verdict, Violation,
};
use std::cell::OnceCell;

/// The facts of step 1 of the night.
///
/// They cover any unit of the roster and any hex: which units retreat, and how far, is judged by the prohibitions.
#[derive(Debug)]
pub struct FallBackFacts<'a> {
    /// The current position.
    pub s: &'a State,
    /// The unit that retreats.
    pub unit: UnitId,
    /// The hex to enter.
    pub to: HexId,
}

casus_core::questions!(FallBackFacts);

type F = Bar<FallBackFacts<'static>>;

fn unit(f: &FallBackFacts) -> Place {
    f.unit.place()
}

fn to(f: &FallBackFacts) -> Place {
    f.to.place()
}

impl FallBackFacts<'_> {
    fn from(&self) -> Option<HexId> {
        self.s.hex(self.unit)
    }
    fn dir(&self) -> Option<Dir> {
        self.s.game_data.board.direction(self.from()?, self.to)
    }
    /// Whether the unit is French, and the hex has no room for it.
    fn full(&self) -> bool {
        let side = Side::French;
        self.s.side(self.unit) == side && !self.s.room(self.to, side, PieceSet::one(self.unit.0))
    }
    /// Whether the hex is adjacent and closed to the unit.
    fn closed(&self) -> bool {
        let cost = step_cost(self.s, self.unit, self.from(), self.to, PieceSet::one(self.unit.0));
        self.dir().is_some() && cost.is_none()
    }
    /// Whether the unit is French and next to the enemy.
    fn endangered(&self) -> bool {
        let side = Side::French;
        self.s.side(self.unit) == side && self.from().is_some_and(|h| self.s.beside_enemy(h, side))
    }
    /// Whether the hex is adjacent, but not toward the French map edge.
    fn astray(&self) -> bool {
        self.dir().is_some_and(|d| !Side::French.homeward().contains(&d))
    }
}

/// What forbids a retreat in step 1 of the night, in book order. Judged for each French unit and each hex that it could
/// retreat to. Named `fall-back`.
pub static FALL_BACK_BARS: Bars<FallBackFacts> = Bars {
    name: "fall-back",
    list: &[
        F::by(cite!("5.2"), "the French may not stack so").when(to, |f| f.full()),
        F::by(cite!("9.0"), "the terrain is closed to the unit").when(to, |f| f.closed()),
        F::by(cite!("14.2"), "only French units next to the enemy go back").when(unit, |f| !f.endangered()),
        F::by(cite!("14.2"), "the unit has gone back already, one hex")
            .when(unit, |f| f.s.unit(f.unit).marks.has(Marks::RETREATED)),
        F::by(cite!("14.2"), "an enemy unit is there")
            .when(to, |f| f.s.has_unit(f.to, Side::Swiss))
            .always(),
        F::by(cite!("14.2"), "it is in an enemy ZOC").when(to, |f| f.s.in_zoc(f.to, Side::Swiss)),
        F::by(cite!("14.2", "R95"), "the hex is not adjacent")
            .when(to, |f| f.dir().is_none())
            .always(),
        F::by(cite!("14.2", "R95"), "they go back one hex S, SE or SW").when(to, |f| f.astray()),
    ],
};

/// Returns the legal retreats of the French in step 1.
fn falls_back(s: &State) -> impl Iterator<Item = Action> + '_ {
    s.on_map(Side::French).flat_map(move |(unit, h)| {
        let ways = s
            .or_any(Side::French.homeward())
            .filter_map(move |d| s.game_data.board.neighbour(h, d));
        ways.filter(move |&to| FALL_BACK_BARS.permit(&FallBackFacts { s, unit, to }))
            .map(move |to| Action::Retreat(unit, to))
    })
}

/// Returns the French units next to the enemy that have not retreated, with the reasons that close each hex toward their edge.
fn hemmed_in(s: &State) -> Vec<(UnitId, Vec<Shut>)> {
    let french = s.on_map(Side::French).filter(|&(_, h)| s.beside_enemy(h, Side::French));
    let left = french.filter(|&(u, _)| !s.unit(u).marks.has(Marks::RETREATED));
    left.map(|(unit, h)| {
        let home = Side::French.homeward().into_iter();
        let hexes = home.filter_map(|d| s.game_data.board.neighbour(h, d));
        (unit, shut(hexes, |to, v| FALL_BACK_BARS.judge(&FallBackFacts { s, unit, to }, v)))
    })
    .collect()
}

/// The facts of picking up a unit in steps 3 and 4 of the night.
///
/// They cover any unit of the roster. A unit that is picked up must be placed.
#[derive(Debug)]
pub struct NightTakeFacts<'a> {
    /// The current position.
    pub s: &'a State,
    /// The side that places units.
    pub side: Side,
    /// Whether this is step 3, which places the units out of command; otherwise it is step 4, for the others.
    pub stragglers: bool,
    /// The unit to be picked up.
    pub unit: UnitId,
    /// The hexes in command range, by corps.
    pub reaches: &'a Reaches,
}

casus_core::questions!(NightTakeFacts);

/// The hexes in range of the commander of each corps, computed on first use.
#[derive(Debug)]
pub struct Reaches(Vec<OnceCell<Option<Field>>>);

impl Reaches {
    fn new(s: &State) -> Self {
        Self(s.corps_ids().map(|_| OnceCell::new()).collect())
    }
    fn of(&self, s: &State, unit: UnitId) -> Option<&Field> {
        let corps = s.corps_of(unit)?;
        self.0[corps.index()]
            .get_or_init(|| s.reach_of(corps, by_night(s)))
            .as_ref()
    }
}

type T = Bar<NightTakeFacts<'static>>;

fn straggler(f: &NightTakeFacts) -> Place {
    f.unit.place()
}

impl NightTakeFacts<'_> {
    /// Whether the unit belongs to the side and is on the map.
    fn ours(&self) -> bool {
        self.s.side(self.unit) == self.side && self.s.hex(self.unit).is_some()
    }
    /// The hex of the unit, if it is next to the enemy.
    fn endangered(&self) -> Option<HexId> {
        let side = self.s.side(self.unit);
        self.s.hex(self.unit).filter(|&h| self.s.beside_enemy(h, side))
    }
    /// Whether the unit belongs to a corps, and no hex in range of its commander is open to it.
    fn homeless(&self) -> bool {
        let field = self.reaches.of(self.s, self.unit);
        let mut hexes = places(self.s, field);
        let open = |h| NIGHT_PLACE_BARS.permit(&PlaceFacts::new(self.s, self.unit, h, field));
        self.s.corps_of(self.unit).is_some() && !hexes.any(open)
    }
}

/// What forbids picking up a unit in steps 3 and 4 of the night, in book order. Judged for each unit of the side that
/// places. Named `night-take`.
pub static NIGHT_TAKE_BARS: Bars<NightTakeFacts> = Bars {
    name: "night-take",
    list: &[
        T::by(cite!("6.1", "R10"), "the unit is of no corps, and no commander's range holds for it")
            .when(straggler, |f| f.s.corps_of(f.unit).is_none()),
        T::by(cite!("14.2"), "a side places its own units on the map")
            .when(straggler, |f| !f.ours())
            .always(),
        T::by(cite!("14.2"), "first those out of command are placed, then the others")
            .when(straggler, |f| f.s.out_of_command(f.unit) != f.stragglers),
        T::by(cite!("14.2"), "it is next to the enemy").violated(|f| f.endangered().map(|h| Violation::at(h.place()))),
        T::by(cite!("14.2"), "the unit has been placed already")
            .when(straggler, |f| f.s.unit(f.unit).marks.has(Marks::MOVED)),
        T::by(cite!("14.2"), "no hex within the command range of the unit's corps is open to it")
            .when(straggler, |f| f.homeless()),
    ],
};

type P = Bar<PlaceFacts<'static>>;

/// What forbids placing a unit at night, in book order. Judged for the unit that has been picked up and each hex. Named
/// `night-place`.
pub static NIGHT_PLACE_BARS: Bars<PlaceFacts> = Bars {
    name: "night-place",
    list: &[
        P::by(cite!("5.1"), "the Swiss may not stack so").when(hex, |f| f.full(Side::Swiss)),
        P::by(cite!("5.2"), "the French may not stack so").when(hex, |f| f.full(Side::French)),
        P::by(cite!("9.0"), "the terrain is closed to the unit").when(hex, |f| f.closed()),
        P::by(cite!("14.2"), "an enemy unit is there")
            .when(hex, |f| f.s.has_unit(f.hex, f.s.side(f.unit).enemy()))
            .always(),
        P::by(cite!("14.2"), "it is next to the enemy").when(hex, |f| f.s.beside_enemy(f.hex, f.s.side(f.unit))),
        P::by(cite!("14.2", "R95"), "the unit is beyond the command range of its commander").violated(|f| f.beyond()),
    ],
};

fn may_take(s: &State, side: Side, stragglers: bool, unit: UnitId, reaches: &Reaches) -> bool {
    NIGHT_TAKE_BARS.permit(&NightTakeFacts {
        s,
        side,
        stragglers,
        unit,
        reaches,
    })
}

/// Returns the units of corps that only rules keep from being picked up, unless a unit has already been placed in this step.
fn stays(s: &State, side: Side, stragglers: bool) -> Vec<Kept> {
    let units = || s.on_map(side).map(|(u, _)| u);
    if units().any(|u| s.unit(u).marks.has(Marks::MOVED)) {
        return Vec::new();
    }
    let reaches = &Reaches::new(s);
    let theirs = units().filter(|&u| s.corps_of(u).is_some() && s.out_of_command(u) == stragglers);
    theirs
        .filter_map(|unit| {
            let facts = NightTakeFacts {
                s,
                side,
                stragglers,
                unit,
                reaches,
            };
            Kept::by(unit, |v| NIGHT_TAKE_BARS.judge(&facts, v))
        })
        .collect()
}

/// Returns the units of demoralized corps that do not recover; none if `all` is set.
fn shaken_still(s: &State, side: Side, all: bool) -> Vec<Kept> {
    let units = s.on_map(side).map(|(u, _)| u);
    let held = units.filter(|&u| !all && s.unit(u).condition != Condition::Order && s.shaken(u));
    let because = "the corps is demoralized, and no hero steadies it";
    let refusal = |unit: UnitId| Refusal::new(cite!("8.3", "R08"), because).about(unit.place());
    held.map(|unit| Kept {
        unit,
        refusals: Refusals::one(refusal(unit)),
    })
    .collect()
}

pub(crate) fn night_decision(_: &State, night: Night) -> Option<Decision> {
    let (side, cite, what, of) = match night {
        Night::FallBack => (Side::French, cite!("14.2"), "fall-back", Place::Nowhere),
        Night::Placing {
            side, unit: Some(unit), ..
        } => (side, cite!("14.2"), "place", unit.place()),
        Night::Placing { side, .. } => (side, cite!("14.2"), "night-take", Place::Nowhere),
        Night::Works => (Side::French, cite!("14.2"), "build", Place::Nowhere),
        Night::Falls | Night::Recovery(_) | Night::Recovered(_) | Night::Morning => return None,
    };
    Some(Decision::new(side, cite, what, of))
}

pub(crate) fn night_candidates(s: &State, night: Night, out: &mut Vec<Action>) {
    match night {
        Night::FallBack => out.extend(falls_back(s)),
        Night::Placing { unit: Some(unit), .. } => {
            out.extend(places(s, reach(s, unit).as_ref()).map(|h| Action::Place(unit, h)));
        }
        Night::Placing { side, .. } => {
            out.extend(s.on_map(side).map(|(u, _)| Action::Take(u)));
            out.push(Action::Done);
        }
        Night::Works => {
            let reach = grounds(s);
            out.extend(sites(s, &reach).map(|w| Action::Build(w.hex, w.side)));
            out.push(Action::Done);
        }
        Night::Falls | Night::Recovery(_) | Night::Recovered(_) | Night::Morning => {}
    }
}

/// Appends the longest lists of the night: every candidate judged, with the common facts computed once. Returns whether the
/// list is one of these.
pub(crate) fn list_night(s: &State, night: Night, out: &mut Vec<Action>) -> bool {
    match night {
        Night::Placing { unit: Some(unit), .. } => {
            let field = reach(s, unit);
            let facts = |h: HexId| PlaceFacts::new(s, unit, h, field.as_ref());
            let fits = places(s, field.as_ref()).filter(|&h| NIGHT_PLACE_BARS.permit(&facts(h)));
            out.extend(fits.map(|h| Action::Place(unit, h)));
        }
        Night::Works => {
            let reach = grounds(s);
            out.extend(buildable(s, &reach).map(|w| Action::Build(w.hex, w.side)));
            out.push(Action::Done);
        }
        Night::Placing { side, stragglers, .. } => {
            let reaches = Reaches::new(s);
            let units = s.on_map(side).map(|(unit, _)| unit);
            let fits = units.filter(|&u| may_take(s, side, stragglers, u, &reaches));
            out.extend(fits.map(Action::Take));
            out.push(Action::Done);
        }
        _ => return false,
    }
    true
}

pub(crate) fn judge_night(s: &State, night: Night, action: Action, v: &mut Verdict) -> bool {
    match (night, action) {
        (Night::FallBack, Action::Retreat(unit, to)) => {
            FALL_BACK_BARS.judge(&FallBackFacts { s, unit, to }, v);
        }
        (Night::Placing { unit: Some(taken), .. }, Action::Place(unit, hex)) => {
            if unit != taken {
                return false;
            }
            let field = reach(s, unit);
            NIGHT_PLACE_BARS.judge(&PlaceFacts::new(s, unit, hex, field.as_ref()), v);
        }
        (
            Night::Placing {
                side,
                stragglers,
                unit: None,
            },
            Action::Take(unit),
        ) => NIGHT_TAKE_BARS.judge(
            &NightTakeFacts {
                s,
                side,
                stragglers,
                unit,
                reaches: &Reaches::new(s),
            },
            v,
        ),
        (Night::Works, Action::Build(hex, side)) => {
            let (work, reach) = (Work { hex, side }, &grounds(s));
            BUILD_BARS.judge(&BuildFacts { s, work, reach }, v);
        }
        (Night::Placing { unit: None, .. } | Night::Works, Action::Done) => {}
        _ => return false,
    }
    true
}

/// Whether all units in a hex beside one that is placed there could still be placed there themselves. Then the facing of all
/// is free (ruling R95); otherwise the placed unit takes theirs (3.0).
fn free_to_face(s: &State, unit: UnitId, hex: HexId, stragglers: bool) -> bool {
    s.units_at(hex).filter(|&o| o != unit && !s.routed(o)).all(|o| {
        !s.unit(o).marks.has(Marks::MOVED)
            && (stragglers || !s.out_of_command(o))
            && reach(s, o).is_some_and(|r| r.contains(hex))
    })
}

impl Engine<'_> {
    /// Resolves one step of the night.
    pub(crate) fn night(&mut self, night: Night) -> Flow<Stage> {
        let next = match night {
            Night::Falls => {
                self.say(cite!("14.2"), || What::NightFalls);
                self.stand_down();
                self.tell_step(Side::French, Some(1));
                Night::FallBack
            }
            Night::FallBack => {
                if falls_back(self.s).next().is_some() {
                    return Flow::Ask;
                }
                self.tell_no_hex(Chance::FallBack, hemmed_in);
                self.forget();
                Night::Recovery(Side::French)
            }
            Night::Recovery(side) => {
                // Decisions about facings are pushed on top of the next course.
                self.go_to(Course::Night(Night::Recovered(side)));
                self.tell_step(side, Some(2));
                self.night_recovery(side);
                return Flow::Next;
            }
            Night::Recovered(side) => {
                self.tell_step(side, Some(3));
                Night::Placing {
                    side,
                    stragglers: true,
                    unit: None,
                }
            }
            Night::Placing { unit: Some(_), .. } => return Flow::Ask,
            Night::Placing { side, stragglers, .. } => {
                let s = &*self.s;
                let reaches = Reaches::new(s);
                let fits = |u| may_take(s, side, stragglers, u, &reaches);
                if s.on_map(side).any(|(u, _)| fits(u)) {
                    return Flow::Ask;
                }
                let stays = |s: &State| stays(s, side, stragglers);
                self.pass_over(Chance::Placing, stays);
                self.placed(side, stragglers)
            }
            Night::Works => {
                let reach = grounds(self.s);
                if buildable(self.s, &reach).next().is_some() {
                    return Flow::Ask;
                }
                Night::Recovery(Side::Swiss)
            }
            Night::Morning => {
                self.next_turn();
                return Flow::Next;
            }
        };
        self.go_to(Course::Night(next));
        Flow::Next
    }

    pub(crate) fn enact_night(&mut self, night: Night, action: Action) {
        match (night, action) {
            (Night::FallBack, Action::Retreat(unit, to)) => {
                self.s.unit_mut(unit).marks.set(Marks::RETREATED);
                // Commanders do not retreat (14.2, ruling R95).
                self.go_back(unit, to, CommanderSet::default());
            }
            (Night::Placing { side, stragglers, .. }, Action::Take(unit)) => {
                self.go_to(Course::Night(Night::Placing {
                    side,
                    stragglers,
                    unit: Some(unit),
                }));
            }
            (Night::Placing { side, stragglers, .. }, Action::Place(unit, hex)) => {
                self.go_to(Course::Night(Night::Placing {
                    side,
                    stragglers,
                    unit: None,
                }));
                self.night_place(side, stragglers, unit, hex);
            }
            (Night::Placing { side, stragglers, .. }, Action::Done) => {
                let more = self.s.on_map(side).any(|(u, _)| self.s.unit(u).marks.has(Marks::MOVED));
                self.decline(cite!("14.2"), side, Question::Placing, more);
                let next = self.placed(side, stragglers);
                self.go_to(Course::Night(next));
            }
            (Night::Works, Action::Build(hex, side)) => self.build(Work { hex, side }),
            (Night::Works, Action::Done) => {
                let more = built(self.s) > 0;
                self.decline(cite!("14.2"), Side::French, Question::Build, more);
                self.go_to(Course::Night(Night::Recovery(Side::Swiss)));
            }
            _ => {}
        }
    }

    /// Ends everything of the last turn: nothing continues through the night (ruling R95).
    fn stand_down(&mut self) {
        self.forget();
        for unit in self.s.unit_ids() {
            if self.s.hedgehog(unit) {
                self.unform(unit, cite!("14.2", "R95"));
            }
        }
        self.drop_charges(cite!("14.2", "R95"));
    }

    /// Step 2: returns all units to order, except those that 8.3 keeps as they are (ruling R08).
    fn night_recovery(&mut self, side: Side) {
        let all = self.s.opts(Choice::R08);
        let units: Vec<UnitId> = self
            .s
            .on_map(side)
            .map(|(u, _)| u)
            .filter(|&u| self.s.unit(u).condition != Condition::Order)
            .filter(|&u| all || !self.s.shaken(u))
            .collect();
        self.pass_over(Chance::Recovery, |s| shaken_still(s, side, all));
        for unit in units {
            let gain = cite!("8.2", "R81");
            self.recover(unit, Condition::Order, cite!("14.2", "R08"), gain);
        }
    }

    fn night_place(&mut self, side: Side, stragglers: bool, unit: UnitId, hex: HexId) {
        let free = free_to_face(self.s, unit, hex, stragglers);
        self.s.put(unit, Whereabouts::Map(hex));
        self.s.unit_mut(unit).marks.set(Marks::MOVED);
        self.say(cite!("14.2", "R95"), || What::Placed { unit, hex });
        if self.s.out_of_command(unit) {
            self.s.unit_mut(unit).marks.clear(Marks::OUT_OF_COMMAND);
            self.say(cite!("14.2"), || What::InCommand { unit });
        }
        if self.s.routed(unit) {
            return;
        }
        self.align(unit, hex);
        if free {
            self.call(Stage::Turning {
                side,
                hex,
                cite: cite!("14.2", "R95"),
            });
        }
    }

    /// Logs the start of a step of the night; `None` is the building that follows step 4 of the French.
    fn tell_step(&mut self, side: Side, step: Option<u8>) {
        self.say(cite!("14.2"), || What::NightStep { side, step });
    }

    /// Returns the part of the night after a step of placing.
    fn placed(&mut self, side: Side, stragglers: bool) -> Night {
        if stragglers {
            self.tell_step(side, Some(4));
            return Night::Placing {
                side,
                stragglers: false,
                unit: None,
            };
        }
        self.forget();
        match side {
            Side::French => {
                self.tell_step(side, None);
                Night::Works
            }
            Side::Swiss => Night::Morning,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::components::{FORTIFICATION, behind_fortification};
    use crate::rules::scenarios::entry::{entry_hexes, entry_reduction, waits};
    use crate::setup::tests::{act, asked, hex, listed, play, position, refused, setup, unit};
    use Condition::{Disordered, Order, Routed};
    use casus_core::{Dir, Game as _, Judge as _, Outcome};

    /// Asserts for every hex and unit that an action is listed if and only if it is not refused.
    fn list_and_check_agree(s: &State) {
        let list = listed(s);
        let units: Vec<UnitId> = s.unit_ids().collect();
        let mut all: Vec<Action> = vec![Action::Done];
        for h in s.game_data.board.ids() {
            all.extend(Dir::ALL.map(|d| Action::Build(h, d)));
            for &u in &units {
                all.extend([Action::Place(u, h), Action::Retreat(u, h)]);
            }
        }
        all.extend(units.into_iter().map(Action::Take));
        for a in all {
            let mut v = Verdict::quick();
            s.judge_now(a, &mut v);
            assert_eq!(list.contains(&a), !v.refused(), "{}", a.spell(s));
        }
    }

    #[test]
    fn the_french_set_up_in_order_and_the_first_of_a_hex_is_faced() {
        let mut s = position("{}");
        list_and_check_agree(&s);
        assert_eq!(refused(&s, "place King-Gen-2 1022"), ["14.1 [R119]"]);
        assert_eq!(refused(&s, "place King-Gen-1 1001"), ["14.1"]);
        assert!(refused(&s, "place King-Gen-1 1022").is_empty());
        act(&mut s, "place King-Gen-1 1022");
        assert_eq!(asked(&s), Some((Side::French, "face")));
        act(&mut s, "face NE");
        act(&mut s, "place King-Gen-2 1022");
        let two = unit(&s, "King-Gen-2");
        assert_eq!(s.unit(two).facing.word(s.game_data.board.orientation()), "NE");
        assert_eq!(refused(&s, "place King-Gen-3 1022"), ["5.2"]);
        let mut n = 0;
        while s.phase().is_none() {
            let list = listed(&s);
            play(&mut s, list[n % list.len()], &[]);
            n += 7;
        }
        assert_eq!((s.turn(), s.active()), (1, Side::Swiss));
        assert_eq!(s.on_map(Side::French).count(), 56);
        assert_eq!(asked(&s), Some((Side::Swiss, "move")));
    }

    #[test]
    fn a_set_up_where_a_corps_could_find_no_room_is_refused() {
        let json = r#"{"cards":[{"id":"Bouillon","front":{"range":0}}]}"#;
        let faults = crate::Marignan::begin(&setup(json)).unwrap_err();
        let paths: Vec<&str> = faults.0.iter().map(|f| f.path.as_str()).collect();
        assert_eq!(paths, ["corps.Bouillon"], "{faults}");
        // Seven hexes are enough for its three units, which may stack.
        position(&json.replace(r#""range":0"#, r#""range":1"#));
    }

    #[test]
    fn the_swiss_enter_by_columns() {
        let mut s = position(r#"{"start_at":"moves","base":"marignan"}"#);
        let corps = |s: &State, id: &str| s.game_data.roster.corps(id);
        let at = hex(&s, "1201");
        assert_eq!(entry_hexes(&s, corps(&s, "II")), [at]);
        assert_eq!(entry_hexes(&s, None).len(), 24);
        assert!(entry_hexes(&s, corps(&s, "King")).is_empty());
        assert!(!waits(&s, corps(&s, "I")) && waits(&s, corps(&s, "II")) && !waits(&s, None));
        let (two, three, arq) = (unit(&s, "II-Pike-1"), unit(&s, "III-Pike-1"), unit(&s, "Arq-1"));
        let less = |s: &State| [two, three, arq].map(|u| entry_reduction(s, u));
        assert_eq!(less(&s), [1, 2, 0]);
        s.put(two, Whereabouts::Map(at));
        assert_eq!(less(&s), [0, 2, 0], "only who enters has it");
        s.turn = 2;
        assert_eq!(less(&s), [0, 0, 0]);
        s.options = s.options.with(Choice::R92);
        assert_eq!(less(&s), [0, 2, 0]);
        for u in s.unit_ids() {
            if s.corps_of(u) == corps(&s, "I") {
                s.put(u, Whereabouts::Lost);
            }
        }
        assert!(!waits(&s, corps(&s, "II")) && waits(&s, corps(&s, "III")));
    }

    /// Creates a position at the end of a player turn, and ends that turn.
    fn closing(json: &str) -> State {
        let mut s = position(json);
        let mut dice = casus_core::Scripted::new(&[]);
        let mut log = casus_core::Log::off();
        s.stack = vec![Stage::Course(Course::Close)];
        let mut e = Engine::new(&mut s, &mut dice, &mut log);
        assert_eq!(e.closing(), Flow::Next);
        s
    }

    #[test]
    fn player_turns_follow_each_other_to_the_end() {
        let far = r#""units":[{"id":"I-Pike-1","hex":"1201"},{"id":"King-Gen-1","hex":"1022"}]"#;
        let after = |turn: u8, side: &str, scenario: &str| {
            closing(&format!(
                r#"{{"start_at":"moves","scenario":"{scenario}","turn":{turn},"active":"{side}","breached":true,{far}}}"#
            ))
        };
        let s = after(1, "Swiss", "first-day");
        assert_eq!((s.turn, s.active, s.course()), (1, Side::French, Some(Course::Command)));
        let s = after(1, "French", "first-day");
        assert_eq!((s.turn, s.active, s.course()), (2, Side::Swiss, Some(Course::Command)));
        let s = after(11, "French", "first-day");
        assert_eq!(s.outcome, Some((Outcome::Draw, cite!("14.1", "R97"))));
        let s = after(11, "French", "two-days");
        assert_eq!(s.course(), Some(Course::Night(Night::Falls)));
        let s = after(19, "French", "two-days");
        assert_eq!(s.outcome, Some((Outcome::Win(Side::French), cite!("14.2", "R97"))));
    }

    #[test]
    fn the_swiss_gain_once_by_empty_fortifications() {
        let at = |hex: &str, more: &str| {
            let json = format!(
                r#"{{"start_at":"moves","units":[{{"id":"Navarro-Gas-1","hex":"{hex}"}},{{"id":"I-Pike-1","hex":"0101"}}]{more}}}"#
            );
            let s = closing(&json);
            (s.swiss_morale, s.breached)
        };
        assert_eq!(at("1022", ""), (42, true));
        assert_eq!(at("1022", r#","breached":true"#), (40, true));
        assert_eq!(at("1512", ""), (40, false));
        let game_data = crate::data::standard();
        let side = |h: HexId, behind: bool| {
            Dir::ALL.into_iter().any(|d| {
                game_data.board.features(h, d) & FORTIFICATION != 0
                    && behind_fortification(&game_data.board, h, d) == behind
            })
        };
        let before = game_data
            .board
            .ids()
            .find(|&h| side(h, false) && !side(h, true))
            .unwrap();
        let label = game_data.board.label(before);
        assert_eq!(at(&label, ""), (40, false));
        assert_eq!(at(&label, r#","options":["R84"]"#), (42, true));
        // Without printed fortifications none can be left empty.
        assert_eq!(at("1022", r#","map":{"blank":true},"places":{"hexes":"0103"}"#), (40, false));
    }

    const DUSK: &str = r#""start_at":"night","scenario":"two-days","map":{"blank":true},"places":{"hexes":"0103"}"#;

    #[test]
    fn at_night_the_french_go_back_first() {
        let mut s = position(&format!(
            r#"{{{DUSK},"commanders":[{{"id":"Bourbon","hex":"1614"}}],"units":[
                {{"id":"I-Pike-1","hex":"1612","facing":"S","hedgehog":true}},
                {{"id":"Bourbon-Lan-1","hex":"1613","hedgehog":true}},
                {{"id":"Bourbon-Lan-2","hex":"1613","state":"routed"}},
                {{"id":"King-Gen-1","hex":"1011"}},{{"id":"Arq-1","hex":"1010","facing":"N"}}]}}"#
        ));
        assert_eq!(asked(&s), Some((Side::French, "fall-back")));
        list_and_check_agree(&s);
        assert!(!s.hedgehog(unit(&s, "I-Pike-1")) && !s.hedgehog(unit(&s, "Bourbon-Lan-1")));
        assert_eq!(refused(&s, "retreat Bourbon-Lan-1 1612"), ["14.2", "14.2 [R95]"]);
        act(&mut s, "retreat Bourbon-Lan-1 1614");
        assert_eq!(refused(&s, "retreat Bourbon-Lan-1 1615"), ["14.2", "14.2"]);
        act(&mut s, "retreat King-Gen-1 1012");
        act(&mut s, "retreat Bourbon-Lan-2 1614");
        // All units that had to retreat have done so; then all recover, the routed one beside a friendly unit.
        assert!(
            s.on_map(Side::French)
                .all(|(u, _)| s.unit(u).condition == Condition::Order)
        );
        assert_eq!(s.corps(s.game_data.roster.corps("Bourbon").unwrap()).morale, 9);
        assert_eq!(asked(&s), Some((Side::French, "night-take")));
    }

    #[test]
    fn who_cannot_go_back_stays() {
        // Enemy units are in all hexes south of it.
        let s = position(&format!(
            r#"{{{DUSK},"units":[{{"id":"King-Gen-1","hex":"1011"}},
                {{"id":"I-Pike-1","hex":"1012"}},{{"id":"I-Pike-2","hex":"0911"}},{{"id":"I-Pike-3","hex":"1111"}},
                {{"id":"I-Pike-4","hex":"0912"}},{{"id":"I-Pike-5","hex":"1112"}}]}}"#
        ));
        assert_eq!(s.hex(unit(&s, "King-Gen-1")), Some(hex(&s, "1011")));
        assert_ne!(asked(&s), Some((Side::French, "fall-back")));
    }

    #[test]
    fn at_night_units_recover_but_for_demoralized_corps() {
        let json = |options: &str| {
            format!(
                r#"{{{DUSK},"options":[{options}],"corps":{{"King":{{"morale":0}}}},"units":[
                    {{"id":"King-Gen-1","hex":"1011","state":"disordered"}},
                    {{"id":"King-Gen-2","hex":"1015","state":"routed"}},
                    {{"id":"Guise-Lan-1","hex":"1519","state":"routed"}},
                    {{"id":"I-Pike-1","hex":"0101","state":"disordered"}}]}}"#
            )
        };
        let conditions =
            |s: &State| ["King-Gen-1", "King-Gen-2", "Guise-Lan-1"].map(|id| s.unit(unit(s, id)).condition);
        let mut s = position(&json(""));
        assert_eq!(conditions(&s), [Disordered, Routed, Order]);
        // It is alone in its hex, so its owner chooses the facing (ruling R103).
        assert_eq!(asked(&s), Some((Side::French, "face")));
        act(&mut s, "face N");
        let s = position(&json(r#""R08""#));
        assert_eq!(conditions(&s), [Order; 3]);
        assert_eq!(s.corps(s.game_data.roster.corps("King").unwrap()).morale, 1);
        assert_eq!(s.corps(s.game_data.roster.corps("Guise").unwrap()).morale, 6);
    }

    #[test]
    fn at_night_each_side_places_and_the_french_build() {
        let mut s = position(&format!(
            r#"{{{DUSK},"commanders":[{{"id":"Bourbon","hex":"1614"}},{{"id":"Steiner","hex":"1605"}}],"units":[
                {{"id":"Bourbon-Lan-1","hex":"1620","out_of_command":true}},
                {{"id":"Bourbon-Lan-2","hex":"1614"}},{{"id":"Bourbon-Lan-3","hex":"1614"}},
                {{"id":"King-Gen-1","hex":"1020"}},
                {{"id":"I-Pike-1","hex":"1609","facing":"N"}},{{"id":"Arq-1","hex":"1010"}}]}}"#
        ));
        assert_eq!(asked(&s), Some((Side::French, "night-take")));
        list_and_check_agree(&s);
        assert_eq!(refused(&s, "take Bourbon-Lan-2"), ["14.2"]);
        assert_eq!(refused(&s, "take King-Gen-1"), ["14.2", "14.2"]);
        act(&mut s, "take Bourbon-Lan-1");
        assert_eq!(asked(&s), Some((Side::French, "place")));
        list_and_check_agree(&s);
        assert_eq!(refused(&s, "place Bourbon-Lan-1 1620"), ["14.2 [R95]"]);
        assert_eq!(refused(&s, "place Bourbon-Lan-1 1610"), ["14.2"]);
        assert_eq!(refused(&s, "place Bourbon-Lan-1 1614"), ["5.2"]);
        act(&mut s, "place Bourbon-Lan-1 1611");
        assert!(!s.out_of_command(unit(&s, "Bourbon-Lan-1")));
        act(&mut s, "face NW");
        // No other unit is out of command, so the others follow. A stack that stays may change its facing as a whole.
        assert_eq!(refused(&s, "take Bourbon-Lan-1"), ["14.2"]);
        act(&mut s, "take Bourbon-Lan-2");
        act(&mut s, "place Bourbon-Lan-2 1614");
        act(&mut s, "face SE");
        let facing = |s: &State, id: &str| s.unit(unit(s, id)).facing.word(s.game_data.board.orientation());
        assert_eq!(facing(&s, "Bourbon-Lan-3"), "SE");
        act(&mut s, "take Bourbon-Lan-3");
        act(&mut s, "place Bourbon-Lan-3 1611");
        assert_eq!(facing(&s, "Bourbon-Lan-3"), "NW", "it copies who has been placed");
        // All units have been placed.
        assert_eq!(asked(&s), Some((Side::French, "build")));
        list_and_check_agree(&s);
        assert_eq!(refused(&s, "build 1614 S"), ["14.2 [R96]"]);
        assert_eq!(refused(&s, "build 1620 N"), ["14.2 [R95]"]);
        assert_eq!(refused(&s, "build 1610 N"), ["14.2"]);
        act(&mut s, "build 1614 NE");
        assert_eq!(refused(&s, "build 1614 NE"), ["14.2 [R96]"]);
        act(&mut s, "build 1614 N");
        act(&mut s, "build 1613 N");
        act(&mut s, "build 1612 SW");
        assert_eq!(s.works.len(), 4);
        assert!(s.works.is_sorted());
        // No Swiss unit is out of command; arquebusiers belong to no corps.
        assert_eq!(asked(&s), Some((Side::Swiss, "night-take")));
        assert!(refused(&s, "take Arq-1").contains(&"6.1 [R10]".to_owned()));
        act(&mut s, "done");
        assert_eq!((s.turn, s.active, asked(&s)), (12, Side::Swiss, Some((Side::Swiss, "move"))));
        assert!(!s.is_night());
    }

    #[test]
    fn the_other_readings_of_the_night() {
        let json = |options: &str| {
            position(&format!(
                r#"{{{DUSK},"options":[{options}],"commanders":[{{"id":"Bourbon","hex":"1614"}}],"units":[
                    {{"id":"Bourbon-Lan-1","hex":"1614"}},{{"id":"I-Pike-1","hex":"0101"}}]}}"#
            ))
        };
        let far = "place Bourbon-Lan-1 1618";
        let mut s = json("");
        act(&mut s, "take Bourbon-Lan-1");
        assert!(refused(&s, far).is_empty());
        let mut s = json(r#""R95""#);
        act(&mut s, "take Bourbon-Lan-1");
        assert_eq!(refused(&s, far), ["14.2 [R95]"]);
        let mut s = json(r#""R96""#);
        act(&mut s, "done");
        assert_eq!(refused(&s, "build 1614 NE"), ["14.2 [R96]"]);
        list_and_check_agree(&s);
        act(&mut s, "build 1614 N");
        assert_eq!((s.works.len(), built(&s)), (4, 1));
        assert_eq!(refused(&s, "build 1614 N"), ["14.2 [R96]"]);
    }
}
