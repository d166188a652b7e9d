//! Module 5, Hussite Muster, and all other counters that arrive: reinforcements, Orphans, Prokop, returning routed units; Danes,
//! Jiskra and Elizabeth.

use crate::action::Action;
use crate::casebook::cite;
use crate::components::{Faction, Side, TownId, UnitId, Urban};
use crate::engine::Engine;
use crate::event::{Arrival, What};
use crate::options::Choice;
use crate::rules::danes::{bars_danes, coast, edge};
use crate::rules::openings::facts::OpeningFacts;
use crate::rules::openings::turn::ARRIVE_OPENING;
use crate::rules::stacking::{fits, with_danes};
use crate::rules::succession::heirs_site;
use crate::state::pieces::Whereabouts;
use crate::state::position::State;
use crate::state::stage::{Course, Stage};
use crate::state::turn::Split;
use casus_core::{Bar, Bars, Cite, Flow, HexId, PieceSet, Place, Procedures, Refusal, Verdict};

/// Returns why a counter is to be placed.
pub(crate) fn arrival_of(s: &State, unit: UnitId) -> Arrival {
    const _: Cite = cite!("5.2");
    match s.unit(unit).at {
        _ if s.game_data.names().elizabeth == Some(unit) => Arrival::Succession,
        Whereabouts::Track(_) => Arrival::Track,
        Whereabouts::Returns(_) => Arrival::Returned,
        Whereabouts::Split => Arrival::Split,
        Whereabouts::Denmark | Whereabouts::Poland => Arrival::Intervention,
        _ => Arrival::Succession,
    }
}

/// Returns the Case by which a counter arrives.
pub(crate) fn cite_of(s: &State, unit: UnitId) -> Cite {
    match arrival_of(s, unit) {
        Arrival::Split if s.game_data.names().prokop == Some(unit) => cite!("5.2.2"),
        Arrival::Track => cite!("5.1b"),
        Arrival::Returned => cite!("5.3"),
        Arrival::Split => cite!("5.2.1"),
        Arrival::Intervention => cite!("6.3.2"),
        _ => cite!("12.1"),
    }
}

/// Returns the places where reinforcements of a faction enter, open or closed (5.1b). If Tábor is closed, Taborites enter elsewhere
/// too (ruling R-24).
fn entries(s: &State, unit: UnitId) -> Vec<TownId> {
    let names = s.game_data.names();
    let tabor = names.tabor.filter(|_| s.faction(unit) == Faction::Taborite);
    match tabor {
        Some(tabor) if s.open_to(Side::Hussite, tabor) => vec![tabor],
        Some(tabor) => core::iter::once(tabor)
            .chain(names.entries.into_iter().flatten())
            .collect(),
        None => names.entries.into_iter().flatten().collect(),
    }
}

/// Returns the places where Orphans enter (5.2.1; by the other reading of ruling R-28 those of 17.3).
fn orphans_entries(s: &State) -> Vec<TownId> {
    let four = s.game_data.names().orphans;
    let count = if s.opts(Choice::R28) { 2 } else { 4 };
    four.into_iter().take(count).flatten().collect()
}

/// Returns the places nearest to Tábor that are open to Prokop and have room for him; Tábor itself, if it qualifies (5.2.2,
/// ruling R-29).
fn prokops_sites(s: &State) -> Vec<TownId> {
    let Some(tabor) = s.game_data.names().tabor else {
        return Vec::new();
    };
    let home = s.game_data.roster[tabor].hex;
    let lodges = |&t: &TownId| {
        let controlled = t == tabor || s.town(t).control == Some(Side::Hussite);
        let card = &s.game_data.roster[t];
        let open = s.open_to(Side::Hussite, t) && !s.closed_to(card.hex, Faction::Taborite);
        controlled && open && room(s, Side::Hussite, card.hex) > 0 && card.kind != Urban::Customs
    };
    let open: Vec<TownId> = s.game_data.roster.town_ids().filter(lodges).collect();
    let far = |t: TownId| s.game_data.board.distance(home, s.game_data.roster[t].hex);
    let least = open.iter().map(|&t| far(t)).min();
    open.into_iter().filter(|&t| Some(far(t)) == least).collect()
}

/// The facts of placing an arriving counter in a hex.
#[derive(Debug)]
pub struct ArriveFacts<'a> {
    /// The current position.
    pub s: &'a State,
    /// The arriving counter.
    pub unit: UnitId,
    /// The hex to judge.
    pub hex: HexId,
    /// Why the counter arrives.
    pub by: Arrival,
}

casus_core::questions!(ArriveFacts);
type B = Bar<ArriveFacts<'static>>;

impl ArriveFacts<'_> {
    fn town(&self) -> Option<TownId> {
        self.s.game_data.town(self.hex)
    }
    fn at(&self, of: impl Fn(&State, TownId) -> bool) -> bool {
        self.town().is_some_and(|t| of(self.s, t))
    }
    fn hussite(&self) -> bool {
        self.s.side(self.unit) == Side::Hussite
    }
    fn prokop(&self) -> bool {
        self.s.game_data.names().prokop == Some(self.unit)
    }
    fn orphan(&self) -> bool {
        self.by == Arrival::Split && !self.prokop()
    }
    fn danish(&self) -> bool {
        self.s.faction(self.unit) == Faction::Danish
    }
    /// Whether the counter arrives for this reason, and another counter must be placed first.
    fn later(&self, by: Arrival) -> bool {
        let comes = || ARRIVE_OPENING.permit(&OpeningFacts::of(self.s, self.s.side(self.unit)).unit(self.unit));
        self.by == by && comes() && next_arrival(self.s) != Some(self.unit)
    }
    fn heir(&self) -> bool {
        let elizabeth = self.s.game_data.names().elizabeth == Some(self.unit);
        self.by == Arrival::Succession && (elizabeth || self.s.arriving.contains(self.unit.0))
    }
    fn pillaged(&self) -> bool {
        self.at(|s, t| s.town(t).pillaged)
    }
    fn lost(&self) -> bool {
        self.at(|s, t| s.occupies(Side::Imperial, t))
    }
    /// Whether the hex is none of the places where such a counter enters, even if they were all open.
    fn elsewhere(&self) -> bool {
        let among = |list: Vec<TownId>| self.at(|_, t| list.contains(&t));
        match self.by {
            Arrival::Track => !among(entries(self.s, self.unit)),
            Arrival::Split if self.prokop() => !among(prokops_sites(self.s)),
            Arrival::Split => !among(orphans_entries(self.s)),
            Arrival::Returned => !self.at(|s, t| s.game_data.roster[t].kind != Urban::Customs),
            _ => false,
        }
    }
    /// Whether the land is closed to the counter; placing it there counts as entering.
    fn closed(&self) -> bool {
        self.s.closed_to(self.hex, self.s.faction(self.unit))
    }
    /// Whether the counter is Danish and other Imperial counters are in the hex, or the reverse.
    fn among_danes(&self) -> bool {
        if self.danish() {
            return bars_danes(self.s, self.hex);
        }
        !self.hussite() && with_danes(self.s, self.s.own_at(self.hex, Side::Imperial))
    }
    fn strange(&self) -> bool {
        self.by == Arrival::Returned && !self.at(|s, t| s.town(t).control == Some(Side::Hussite))
    }
}

fn there(f: &ArriveFacts) -> Place {
    f.hex.place()
}
fn who(f: &ArriveFacts) -> Place {
    f.unit.place()
}

/// The list `arrive`: what keeps a counter that arrives from being placed in a hex (5.1b, 5.2.1, 5.2.2, 5.3, 6.3.2, 12.1).
pub static ARRIVE_BARS: Bars<ArriveFacts> = Bars {
    name: "arrive",
    list: &[
        B::by(cite!("5.1b"), "another counter is placed first")
            .when(who, |f| f.later(Arrival::Track))
            .always(),
        B::by(cite!("5.2.1"), "another counter is placed first")
            .when(who, |f| f.later(Arrival::Split) && !f.prokop())
            .always(),
        B::by(cite!("5.2.2"), "another counter is placed first")
            .when(who, |f| f.later(Arrival::Split) && f.prokop())
            .always(),
        B::by(cite!("5.3"), "another counter is placed first")
            .when(who, |f| f.later(Arrival::Returned))
            .always(),
        B::by(cite!("6.3.2"), "another counter is placed first")
            .when(who, |f| f.later(Arrival::Intervention))
            .always(),
        B::by(cite!("12.1"), "another counter is placed first")
            .when(who, |f| f.later(Arrival::Succession))
            .always(),
        B::by(cite!("3.2"), "the place is under Blockade")
            .when(there, |f| f.hussite() && f.at(|s, t| s.town(t).blockaded)),
        B::by(cite!("5.1b", "R-75"), "the place is pillaged").when(there, |f| f.by == Arrival::Track && f.pillaged()),
        B::by(cite!("5.1b"), "the enemy occupies the place").when(there, |f| f.by == Arrival::Track && f.lost()),
        B::by(cite!("5.2.1", "R-75"), "the place is pillaged").when(there, |f| f.orphan() && f.pillaged()),
        B::by(cite!("5.2.1"), "the enemy occupies the place").when(there, |f| f.orphan() && f.lost()),
        B::by(cite!("5.3", "R-23"), "the place is pillaged").when(there, |f| f.by == Arrival::Returned && f.pillaged()),
        B::by(cite!("5.3", "R-23"), "the enemy occupies the place")
            .when(there, |f| f.by == Arrival::Returned && f.lost()),
        B::by(cite!("5.1b"), "the unit's faction does not enter there")
            .when(there, |f| f.by == Arrival::Track && f.elsewhere()),
        B::by(cite!("5.2.1"), "Orphans do not enter there").when(there, |f| f.orphan() && f.elsewhere()),
        B::by(cite!("5.2.2"), "there is a place nearer to Tábor, or it is none of his")
            .when(there, |f| f.by == Arrival::Split && f.prokop() && f.elsewhere()),
        B::by(cite!("5.3"), "who was routed returns to a town, city or fortress")
            .when(there, |f| f.by == Arrival::Returned && f.elsewhere()),
        B::by(cite!("5.3", "R-23"), "his side does not control the place").when(there, |f| f.strange()),
        B::by(cite!("4.1", "R-11"), "the land is closed since the Award").when(there, |f| f.closed() && f.s.poland),
        B::by(cite!("14.0", "R-11"), "the Kingdom of Poland is closed to the unit")
            .when(there, |f| f.closed() && !f.s.poland),
        B::by(cite!("8.6.3", "R-23"), "another faction is there, and no crusade is on")
            .when(there, |f| f.by == Arrival::Returned && !fits(f.s, f.unit, f.hex)),
        B::by(cite!("8.6.3", "R-116"), "another faction is there, and no crusade is on")
            .when(there, |f| f.orphan() && !fits(f.s, f.unit, f.hex)),
        B::by(cite!("6.3.2"), "Danes land at 0101 to 0701")
            .when(there, |f| f.danish() && !coast(f.s).any(|hex| hex == f.hex)),
        B::by(cite!("6.3.2", "R-37"), "Hussites are there")
            .when(there, |f| f.danish() && f.s.holds(f.hex, Side::Hussite)),
        B::by(cite!("6.3.3", "R-37"), "Danes share no hex with others").when(there, |f| f.among_danes()),
        B::by(cite!("8.6.1", "G-10"), "the garrison is full, and enemies are before the walls")
            .when(there, |f| (f.town().is_some() || !f.danish()) && room(f.s, f.s.side(f.unit), f.hex) == 0),
        B::by(cite!("12.1", "R-115"), "that is no place for the heirs").when(there, |f| f.heir() && !f.at(heirs_site)),
    ],
};

/// Returns the counter to be placed next.
pub(crate) fn next_arrival(s: &State) -> Option<UnitId> {
    if let Some(first) = s.arriving.first() {
        return Some(UnitId(first));
    }
    let recorded = |u: &UnitId| matches!(s.unit(*u).at, Whereabouts::Track(_) | Whereabouts::Returns(_));
    let due = |&u: &UnitId| ARRIVE_OPENING.permit(&OpeningFacts::of(s, s.side(u)).unit(u));
    s.unit_ids().filter(recorded).find(due)
}

/// Returns how many arriving counters a hex takes. There is no limit, unless enemies are there: then it is the room inside the
/// walls (ruling G-10). If the enemy holds the walls, counters join the besiegers outside without limit (ruling R-119).
pub(crate) fn room(s: &State, side: Side, hex: HexId) -> usize {
    if !s.holds(hex, side.enemy()) || s.besieged(hex, side.enemy()) {
        return usize::MAX;
    }
    let most = s
        .game_data
        .urban(hex)
        .map_or(0, |kind| usize::from(s.garrison_limit(kind)));
    most.saturating_sub(s.garrison(hex, side).count())
}

fn facts(s: &State, unit: UnitId, hex: HexId) -> ArriveFacts<'_> {
    let by = arrival_of(s, unit);
    ArriveFacts { s, unit, hex, by }
}

/// Returns the hexes where a counter may be placed.
fn sites(s: &State, unit: UnitId) -> Vec<HexId> {
    let towns = s.game_data.roster.towns.iter().map(|t| t.hex);
    let danish = s.faction(unit) == Faction::Danish;
    let hexes: Vec<HexId> = if danish { edge(s) } else { towns.collect() };
    let mut open: Vec<HexId> = hexes
        .into_iter()
        .filter(|&hex| ARRIVE_BARS.permit(&facts(s, unit, hex)))
        .collect();
    open.sort_unstable();
    open
}

pub(crate) fn arrive_candidates(s: &State, out: &mut Vec<Action>) {
    let Some(unit) = next_arrival(s) else { return };
    if s.amended() {
        out.extend(s.game_data.board.ids().map(|hex| Action::Place(unit, hex)));
    } else {
        out.extend(sites(s, unit).into_iter().map(|hex| Action::Place(unit, hex)));
    }
}

pub(crate) fn judge_arrive(s: &State, action: Action, v: &mut Verdict) -> bool {
    let Action::Place(unit, hex) = action else { return false };
    ARRIVE_OPENING.judge(&OpeningFacts::of(s, s.side(unit)).unit(unit), v);
    ARRIVE_BARS.judge(&facts(s, unit, hex), v);
    true
}

/// Whether a unit can be disowned (5.2.1, ruling R-27): a Taborite on the map, routed, or due to return.
fn may_go(s: &State, unit: UnitId) -> bool {
    let here = matches!(s.unit(unit).at, Whereabouts::Map(_) | Whereabouts::Routed | Whereabouts::Returns(_));
    here && s.faction(unit) == Faction::Taborite && s.side(unit) == Side::Hussite
}

pub(crate) fn disown_candidates(s: &State, out: &mut Vec<Action>) {
    out.extend(s.unit_ids().filter(|&u| may_go(s, u)).map(Action::Disown));
}

pub(crate) fn judge_disown(s: &State, action: Action, v: &mut Verdict) -> bool {
    let Action::Disown(unit) = action else { return false };
    if !may_go(s, unit) {
        v.refuse(
            Refusal::new(cite!("5.2.1", "R-27"), "not a Taborite on the map, routed, or to return").about(unit.place()),
        );
    }
    true
}

impl Engine<'_> {
    /// 5.1b, 5.3: places one counter after the other. A counter without an open place waits, or is lost.
    pub(crate) fn arriving(&mut self, then: Course) -> Flow<Stage> {
        const _: Cite = cite!("5.1");
        let Some(unit) = next_arrival(self.s) else {
            if then == Course::Split {
                self.s.arriving = core::mem::take(&mut self.s.waiting);
            }
            self.go_to(then);
            return Flow::Next;
        };
        if !sites(self.s, unit).is_empty() {
            return Flow::Ask;
        }
        self.turned_away(unit);
        Flow::Next
    }

    /// Handles a counter for which no place is open (rulings ).
    fn turned_away(&mut self, unit: UnitId) {
        let later = self.s.turn + 1;
        let (by, cite) = (arrival_of(self.s, unit), cite_of(self.s, unit));
        let shut = |s: &State, towns: Vec<TownId>| {
            let only_blockaded = |&t: &TownId| !s.town(t).pillaged && !s.occupies(Side::Imperial, t);
            towns.iter().any(only_blockaded)
        };
        let waits = match by {
            Arrival::Track => shut(self.s, entries(self.s, unit)),
            Arrival::Split if self.s.game_data.names().prokop != Some(unit) => shut(self.s, orphans_entries(self.s)),
            _ => true,
        };
        self.s.arriving.remove(unit.0);
        if !waits {
            self.s.put(unit, Whereabouts::Gone);
            self.say(cite, || What::Lost { units: vec![unit] });
            return;
        }
        match (by, self.s.unit(unit).at) {
            (Arrival::Track, _) => self.s.put(unit, Whereabouts::Track(later)),
            // This includes Elizabeth if she arrives as an heir although she was routed.
            (_, Whereabouts::Returns(_)) => self.s.put(unit, Whereabouts::Returns(later)),
            // Orphans, Prokop and the heirs are placed in the next Muster.
            _ => {
                self.s.waiting.insert(unit.0);
            }
        }
        self.say(cite, || What::Waits { unit });
    }

    pub(crate) fn enact_arrive(&mut self, action: Action) {
        let Action::Place(unit, hex) = action else { return };
        let (by, cite) = (arrival_of(self.s, unit), cite_of(self.s, unit));
        self.s.arriving.remove(unit.0);
        self.land(unit, hex, by, cite);
    }

    /// Places an arriving counter in a hex; inside the walls if an enemy is before them (ruling G-10).
    pub(crate) fn land(&mut self, unit: UnitId, hex: HexId, by: Arrival, cite: Cite) {
        self.s.put(unit, Whereabouts::Map(hex));
        let side = self.s.side(unit);
        let before_walls = self.s.in_field(hex, side.enemy()).next().is_some();
        if before_walls && self.s.game_data.town(hex).is_some() {
            self.s.unit_mut(unit).inside = true;
        }
        self.say(cite, || What::Arrived { unit, hex, by });
    }

    /// 5.2.1, 5.2.2: rolls the die if the Taborites split in this Muster; otherwise places counters that still wait.
    pub(crate) fn splitting(&mut self) -> Flow<Stage> {
        if let Split::Due(since) = self.s.split
            && since < self.s.turn
        {
            self.s.split = Split::Made;
            let die = self.roll(cite!("5.2.1"), "split", &u16::from);
            let able = self.s.unit_ids().filter(|&u| may_go(self.s, u)).count() as u8;
            let count = die.min(able);
            self.say(cite!("5.2.1", "R-27"), || What::Split { die, count });
            if count > 0 {
                return Flow::Call(Stage::Disown { left: count, count });
            }
            self.call_orphans(0);
            return Flow::Next;
        }
        self.arriving(Course::Returns)
    }

    pub(crate) fn enact_disown(&mut self, (left, count): (u8, u8), action: Action) {
        let Action::Disown(unit) = action else { return };
        self.take_off(unit, Whereabouts::Gone, cite!("5.2.1"));
        if left > 1 {
            self.set_top(Stage::Disown { left: left - 1, count });
            return;
        }
        self.pop();
        self.call_orphans(count);
    }

    /// Draws this many Orphans, and adds Prokop (5.2.1, 5.2.2).
    fn call_orphans(&mut self, count: u8) {
        let mut coming = PieceSet::EMPTY;
        for _ in 0..count {
            let cup: Vec<UnitId> = self
                .s
                .unit_ids()
                .filter(|&u| {
                    let waits = self.s.unit(u).at == Whereabouts::Split && !coming.contains(u.0);
                    waits && self.s.faction(u) == Faction::Orphan
                })
                .collect();
            if cup.is_empty() {
                break;
            }
            let drawn = self.draw(cite!("5.2.1"), "orphan", cup.len());
            coming.insert(cup[drawn].0);
        }
        if let Some(prokop) = self.s.game_data.names().prokop
            && self.s.unit(prokop).at == Whereabouts::Split
        {
            coming.insert(prokop.0);
        }
        self.s.arriving = self.s.arriving.union(coming);
    }
}

impl Engine<'_> {
    /// Places counters that have just arrived, one after the other (6.3.2, 12.1).
    pub(crate) fn placing(&mut self) -> Flow<Stage> {
        let Some(unit) = self.s.arriving.first().map(UnitId) else {
            return Flow::Done;
        };
        if !sites(self.s, unit).is_empty() {
            return Flow::Ask;
        }
        self.turned_away(unit);
        Flow::Next
    }
}
