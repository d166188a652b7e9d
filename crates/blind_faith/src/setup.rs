//! Set-ups: the game as printed, or any position, opened at a doorway.

#[cfg(any(test, feature = "proptest"))]
pub(crate) mod laid;
#[cfg(test)]
mod tests;

use crate::casebook::cite;
use crate::charts::{ChartsPatch, Happening};
use crate::components::{Berth, Counter, Side, TownId, UnitId};
use crate::data::{CounterPatch, Kit, KitPatch, MapPatch, TownPatch, standard};
use crate::engine::Engine;
use crate::options::{Choice, Options};
use crate::state::pieces::{Done, Unit, Whereabouts};
use crate::state::position::{LAST_TURN, State};
use crate::state::stage::{Course, Stage};
use crate::state::turn::{Crusade, Danes, Pope, Split, TownState};
use casus_core::geometry::{did_you_mean, many};
use casus_core::reading::{each_only_at, one_of, only_at, posted_once, ranged};
use casus_core::{Closed, Laws, PieceSet, SetupFaults, Stacks, run};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Where play begins.
///
/// A door opens at a step of the turn and leads to its first decision. One before which a die would fall is a fault. In a set-up it is a
/// word in small letters: `"campaign"`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Doorway {
    /// Turn 1, as printed: the Legate's place (17.2), then the Award (4.1).
    #[default]
    Start,
    /// Hussite muster (5.0).
    Arrivals,
    /// Imperial maintenance, income collected (6.2).
    Upkeep,
    /// Imperial muster, maintenance paid (6.2).
    Muster,
    /// Rebuilding of `side` (15.0).
    Rebuild,
    /// The Papal Crusade Phase (3.3).
    Crusade,
    /// The Campaign Phase of `side` (3.4, 3.5).
    Campaign,
    /// The end of the turn (10.9).
    End,
}

/// Every door after the beginning of the game.
const BEGUN: &[Doorway] = &[
    Doorway::Arrivals,
    Doorway::Upkeep,
    Doorway::Muster,
    Doorway::Rebuild,
    Doorway::Crusade,
    Doorway::Campaign,
    Doorway::End,
];

/// A counter in a position: `{ id = "Zizka", hex = "1418" }`.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct UnitPost {
    /// Its name.
    pub id: String,
    /// Its hex.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hex: Option<String>,
    /// `"routed"`, `"track 4"`, `"returns 4"`, `"pool"`, `"pool 4"`, `"draw"`, `"draw 4"`, `"split"`, `"poland"`, `"denmark"`,
    /// `"succession"`, `"legate"`, `"cup"` or `"gone"` instead of a hex; a number is a turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<String>,
    /// Inside the walls of the place in its hex, where an enemy is.
    #[serde(skip_serializing_if = "core::ops::Not::not")]
    pub inside: bool,
    /// Movement Points spent in the Campaign Phase that runs; at the door `campaign` alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spent: Option<u8>,
    /// What it has done in this turn, at the door `campaign` alone: `"moved"`, `"intercepted"`, `"halted"`; `"excused"` if it may move though it intercepted
    /// (8.8.3). If no unit is excused, those are who stand with Žižka and a wagon where nobody of its side has moved or halted, and
    /// nobody where somebody has.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub done: Vec<String>,
    /// It has come and found no open place: it is placed in the next Muster (rulings ).
    #[serde(skip_serializing_if = "core::ops::Not::not")]
    pub waiting: bool,
}

/// An urban place in a position: `{ id = "Prague", pillaged = true }`.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct TownPost {
    /// Its name.
    pub id: String,
    /// It bears a Pillage marker.
    #[serde(skip_serializing_if = "core::ops::Not::not")]
    pub pillaged: bool,
    /// A Blockade marker lies there.
    #[serde(skip_serializing_if = "core::ops::Not::not")]
    pub blockaded: bool,
    /// Who was the last to occupy it; who does now, if not said.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub control: Option<Side>,
    /// Which side had a unit there and no enemy when this turn's Muster began (15.1); which has now, if not said. For the doors of
    /// the Muster, `arrivals`, `upkeep`, `muster` and `rebuild`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prepared: Option<Prepared>,
}

/// Which side may rebuild a place in this turn's Muster (15.1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Prepared {
    /// The Hussites.
    Hussite,
    /// The Empire.
    Imperial,
    /// Neither.
    #[serde(rename = "nobody")]
    Nobody,
}

impl Prepared {
    /// The side, if it is one.
    pub const fn side(self) -> Option<Side> {
        match self {
            Self::Hussite => Some(Side::Hussite),
            Self::Imperial => Some(Side::Imperial),
            Self::Nobody => None,
        }
    }
}

/// Any position from which to play, with its options and its own charts if it has any.
///
/// Any field may be left out, in JSON, TOML and, by `..Setup::default()`, in Rust; a key that is none is a fault.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Setup {
    /// Options in force: optional Cases, or rulings to be read the other way.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<Choice>,
    /// Where play begins.
    pub doorway: Doorway,
    /// Whether what is not named stands where the game begins; at the door `start` it does if not said, elsewhere it is out of the
    /// game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deployed: Option<bool>,
    /// The turn, 1 to 25; 1 at the door `start`, else 2 if not said.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn: Option<u8>,
    /// Whose step it is, for the doors `rebuild` and `campaign`; the Empire's if not said.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub side: Option<Side>,
    /// Florins by side.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub purses: BTreeMap<Side, u16>,
    /// `"off"`, `"on"` or `"ending"`; on at the door `start`, else off if not said. One that is on without a Legate on the map or in his
    /// box ends with the turn, as when he dies (ruling R-46).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub crusade: Option<String>,
    /// `"Martin"` or `"Eugenius"`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pope: Option<String>,
    /// Poland was supported (4.1); not at the door `start`, where the Award is still to be made.
    #[serde(skip_serializing_if = "core::ops::Not::not")]
    pub poland: bool,
    /// `"awaited"`, `"come"` or `"gone"`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub danes: Option<String>,
    /// `"whole"`, `"due"`, with the turn in which Žižka fell or without (`"due 3"`), or `"made"`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub split: Option<String>,
    /// The event of this turn, for the door `arrivals`: what of it is still to come is the income.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub event: Option<Happening>,
    /// The last turn with a side's Atrocity marker (10.7.4); not at the door `start`.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub atrocity: BTreeMap<Side, u8>,
    /// Who has waived a minor victory (16.1, 16.2); not at the door `start`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub waived: Vec<Side>,
    /// The counters.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub units: Vec<UnitPost>,
    /// The urban places.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub towns: Vec<TownPost>,
    /// Without an urban place, and Bohemia everywhere: open country to try things out in.
    #[serde(skip_serializing_if = "core::ops::Not::not")]
    pub bare: bool,
    /// Changes to the map.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub map: Option<MapPatch>,
    /// Lands of hexes changed.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub lands: BTreeMap<String, String>,
    /// Urban places changed or added.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub places: Vec<TownPatch>,
    /// Counters changed or added.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub counters: Vec<CounterPatch>,
    /// Charts replaced.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub charts: Option<ChartsPatch>,
}

impl Setup {
    fn kit(&self, faults: &mut SetupFaults) -> Arc<Kit> {
        let patch = KitPatch {
            bare: self.bare,
            map: self.map.clone(),
            lands: self.lands.clone(),
            places: self.places.clone(),
            counters: self.counters.clone(),
            charts: self.charts.clone(),
        };
        if patch == KitPatch::default() {
            return Arc::clone(standard());
        }
        Arc::new(standard().patched(&patch, faults))
    }
    fn starts(&self) -> bool {
        self.doorway == Doorway::Start
    }
    /// Notes the keys that have no meaning at the door of the set-up.
    fn misplaced(&self, faults: &mut SetupFaults) {
        let door = self.doorway;
        let keys: &[(&str, bool, &[Doorway])] = &[
            ("side", self.side.is_some(), &[Doorway::Rebuild, Doorway::Campaign]),
            ("poland", self.poland, BEGUN),
            ("event", self.event.is_some(), &[Doorway::Arrivals]),
            ("atrocity", !self.atrocity.is_empty(), BEGUN),
            ("waived", !self.waived.is_empty(), BEGUN),
        ];
        each_only_at(keys, door, faults);
        if self.starts() && self.turn.is_some_and(|turn| turn != 1) {
            faults.push("turn", "the game begins with turn 1", Some(cite!("17.0")));
        }
        for (i, post) in self.units.iter().enumerate() {
            let path = |field: &str| format!("units[{i}].{field}");
            only_at(path("spent"), post.spent.is_some(), door, &[Doorway::Campaign], faults);
            only_at(path("done"), !post.done.is_empty(), door, &[Doorway::Campaign], faults);
        }
        for (i, post) in self.towns.iter().enumerate() {
            only_at(format!("towns[{i}].prepared"), post.prepared.is_some(), door, &BEGUN[..4], faults);
        }
    }
}

/// Where a counter is when the game begins (17.0).
fn berthed(c: &Counter) -> Whereabouts {
    match c.berth {
        Berth::Hex { hex, .. } => Whereabouts::Map(hex),
        Berth::Track(turn) => Whereabouts::Track(turn),
        Berth::Split => Whereabouts::Split,
        Berth::Poland => Whereabouts::Poland,
        Berth::Denmark => Whereabouts::Denmark,
        Berth::Pool => Whereabouts::Pool(1),
        Berth::Draw => Whereabouts::Draw(1),
        Berth::Succession => Whereabouts::Succession,
        Berth::Legate => Whereabouts::Box,
        Berth::Cup => Whereabouts::Cup,
    }
}

/// Nobody anywhere.
fn blank(kit: Arc<Kit>, options: Options, setup: &Setup) -> State {
    let unit = Unit {
        at: Whereabouts::Gone,
        inside: false,
        spent: 0,
        done: Done::default(),
    };
    State {
        units: vec![unit; kit.roster.counters.len()],
        stacks: Stacks::new(&kit.board, kit.roster.counters.iter().map(|c| c.side)),
        towns: vec![TownState::default(); kit.roster.towns.len()],
        kit,
        options,
        stack: Vec::new(),
        turn: setup.turn.unwrap_or(if setup.starts() { 1 } else { 2 }),
        purses: [0; 2],
        event: setup.event.unwrap_or_default(),
        crusade: if setup.starts() { Crusade::On } else { Crusade::Off },
        pope: Pope::Martin,
        poland: setup.poland,
        danes: Danes::Awaited,
        split: Split::Whole,
        succeeded: false,
        arriving: PieceSet::EMPTY,
        waiting: PieceSet::EMPTY,
        quiet: false,
        atrocity: [0; 2],
        waived: [false; 2],
        closed: Closed::default(),
        field: None,
        siege: None,
        outcome: None,
    }
}

/// All counters where the game begins.
fn deploy(s: &mut State) {
    let kit = Arc::clone(&s.kit);
    for u in kit.roster.units() {
        let counter = &kit.roster[u];
        let hidden = s.opts(Choice::R100) && kit.names().elizabeth == Some(u);
        s.put(
            u,
            if hidden {
                Whereabouts::Succession
            } else {
                berthed(counter)
            },
        );
    }
    for u in kit.roster.units() {
        if let Berth::Hex { hex, outside: false } = kit.roster[u].berth {
            let enemy = s.holds(hex, kit.roster[u].side.enemy());
            s.unit_mut(u).inside = enemy && s.hex(u).is_some();
        }
    }
}

/// Words off the map, and whether a turn may stand beside them.
fn place_of(word: &str, turn: u8) -> Option<Whereabouts> {
    let (head, tail) = word.trim().split_once(' ').unwrap_or((word.trim(), ""));
    let number = if tail.is_empty() {
        Some(turn)
    } else {
        tail.parse::<u8>().ok()
    };
    let timed = number.filter(|n| (1..=LAST_TURN + 1).contains(n));
    match head {
        "track" => timed.map(Whereabouts::Track),
        "returns" => timed.map(Whereabouts::Returns),
        "pool" => timed.map(Whereabouts::Pool),
        "draw" => timed.map(Whereabouts::Draw),
        _ if !tail.is_empty() => None,
        "routed" => Some(Whereabouts::Routed),
        "split" => Some(Whereabouts::Split),
        "poland" => Some(Whereabouts::Poland),
        "denmark" => Some(Whereabouts::Denmark),
        "succession" => Some(Whereabouts::Succession),
        "legate" => Some(Whereabouts::Box),
        "cup" => Some(Whereabouts::Cup),
        "gone" => Some(Whereabouts::Gone),
        _ => None,
    }
}

const PLACES: [&str; 12] = [
    "routed",
    "track",
    "returns",
    "pool",
    "draw",
    "split",
    "poland",
    "denmark",
    "succession",
    "legate",
    "cup",
    "gone",
];

struct Reader<'a> {
    s: State,
    /// The places of which the set-up says who has prepared them.
    prepared: Vec<TownId>,
    faults: &'a mut SetupFaults,
}

impl Reader<'_> {
    fn fault(&mut self, path: impl Into<String>, message: impl Into<String>, cite: Option<casus_core::Cite>) {
        self.faults.push(path, message, cite);
    }

    fn unit(&mut self, i: usize, post: &UnitPost, seen: &mut Vec<UnitId>) {
        let path = |field: &str| format!("units[{i}].{field}");
        let named = posted_once(&self.s, &post.id, seen, &path("id"), cite!("2.4"), self.faults);
        let Some(id): Option<UnitId> = named else { return };
        let at = match (&post.hex, &post.at) {
            (Some(_), Some(_)) => return self.fault(path("at"), "either `hex` or `at`, not both", None),
            (Some(word), None) => {
                let board = &self.s.kit.board;
                match casus_core::reading::hex(board, word, &path("hex"), cite!("2.1"), self.faults) {
                    Some(hex) => Whereabouts::Map(hex),
                    None => return,
                }
            }
            (None, Some(word)) => {
                let Some(at) = place_of(word, self.s.turn) else {
                    let near = did_you_mean(word.split(' ').next().unwrap_or(word), PLACES);
                    let message = format!(
                        "`{word}` is no place off the map: {}, with a turn where there are several{near}",
                        one_of(&PLACES)
                    );
                    return self.fault(path("at"), message, Some(cite!("17.0")));
                };
                at
            }
            (None, None) => {
                let at = self.s.unit(id).at;
                if at == Whereabouts::Gone {
                    return self.fault(path("hex"), "it stands in a hex, or `at` says where it is", None);
                }
                at
            }
        };
        let counter = self.s.counter(id);
        let (guard, faction) = (counter.guard, counter.faction);
        self.s.put(id, at);
        if guard
            && at
                .hex()
                .is_some_and(|h| self.s.kit.urban(h) != Some(crate::components::Urban::Customs))
        {
            self.fault(path("hex"), "a customs guard is at a customs station", Some(cite!("11.0")));
        }
        if let Some(hex) = at.hex()
            && self.s.closed_to(hex, faction)
        {
            let awarded = self.s.poland && self.s.kit.land(hex).closes();
            let case = if awarded { cite!("4.1") } else { cite!("14.0") };
            self.fault(path("hex"), "that land is closed to it", Some(case));
        }
        if post.inside && at.hex().is_none_or(|h| self.s.kit.town(h).is_none()) {
            self.fault(path("inside"), "there are no walls", Some(cite!("8.8.4")));
        }
        if let Some(town) = at.hex().filter(|_| post.inside).and_then(|h| self.s.kit.town(h)) {
            if self.s.town(town).pillaged {
                self.fault(path("inside"), "the place is pillaged", Some(cite!("10.7.2")));
            }
            if self.s.kit.roster[town].kind == crate::components::Urban::Customs && !guard {
                self.fault(path("inside"), "only customs guards garrison a station", Some(cite!("8.8.4")));
            }
        }
        self.s.unit_mut(id).inside = post.inside;
        let most = self.s.allowance(id);
        if let Some(spent) = post.spent {
            let spent = ranged(spent.into(), (0, most.into()), &path("spent"), cite!("8.2"), self.faults);
            self.s.unit_mut(id).spent = spent as u8;
        }
        for (k, word) in post.done.iter().enumerate() {
            let flag = match word.as_str() {
                "moved" => Done::MOVED,
                "intercepted" => Done::INTERCEPTED,
                "halted" => Done::HALTED,
                "excused" => Done::EXCUSED,
                _ => {
                    let near = did_you_mean(word, ["moved", "intercepted", "halted", "excused"]);
                    let message =
                        format!("`{word}` is nothing that a unit does: moved, intercepted, halted or excused{near}");
                    self.fault(format!("units[{i}].done[{k}]"), message, None);
                    continue;
                }
            };
            self.s.unit_mut(id).done.set(flag);
        }
        self.waits(id, post.waiting, &path("waiting"));
    }

    /// Orphans, Prokop and the heirs wait to be placed; others come by their turn boxes.
    fn waits(&mut self, id: UnitId, waiting: bool, path: &str) {
        if !waiting {
            return;
        }
        if matches!(self.s.unit(id).at, Whereabouts::Split | Whereabouts::Succession) {
            self.s.waiting.insert(id.0);
        } else {
            self.fault(path, "only who is at `split` or `succession` waits to be placed", Some(cite!("5.2.1")));
        }
    }

    /// `"whole"`, `"due"` or `"made"`; a number after `due` is the turn in which Žižka fell.
    fn split(&mut self, given: Option<&String>) {
        let Some(word) = given else { return };
        let since = word.strip_prefix("due ").map(|n| n.trim().parse::<u8>());
        if let Some(since) = since {
            match since.ok().filter(|n| (1..=self.s.turn).contains(n)) {
                Some(since) => self.s.split = Split::Due(since),
                None => self.fault("split", "`due` takes a turn from 1 to the present one", Some(cite!("5.2.1"))),
            }
            return;
        }
        let words = [("whole", Split::Whole), ("due", Split::Due(0)), ("made", Split::Made)];
        if let Some(split) = self.word("split", Some(word), &words) {
            self.s.split = split;
        }
    }

    fn town(&mut self, i: usize, post: &TownPost, seen: &mut Vec<TownId>) {
        let path = |field: &str| format!("towns[{i}].{field}");
        let named = posted_once(&self.s, &post.id, seen, &path("id"), cite!("2.2"), self.faults);
        let Some(id): Option<TownId> = named else { return };
        *self.s.town_mut(id) = TownState {
            pillaged: post.pillaged,
            blockaded: post.blockaded,
            control: post.control,
            prepared: post.prepared.and_then(Prepared::side),
        };
        if post.prepared.is_some() {
            self.prepared.push(id);
        }
    }

    fn word<T: Copy>(&mut self, key: &str, given: Option<&String>, words: &[(&str, T)]) -> Option<T> {
        let word = given?;
        casus_core::reading::chosen(word, "word for it", words, key, None, self.faults)
    }

    /// What no post says by itself.
    fn whole(&mut self) {
        for id in self.s.unit_ids() {
            let unit = *self.s.unit(id);
            let Some(hex) = unit.at.hex() else { continue };
            if unit.inside && !self.s.holds(hex, self.s.side(id).enemy()) {
                let name = self.s.kit.roster.unit_word(id).to_owned();
                self.fault("units", format!("{name} is inside walls, and no enemy is there"), Some(cite!("8.6")));
            }
        }
        let kit = Arc::clone(&self.s.kit);
        for hex in kit.board.ids() {
            let label = kit.board.label(hex);
            for side in [Side::Hussite, Side::Imperial] {
                let inside = self.s.garrison(hex, side).count();
                let most = kit.urban(hex).map_or(0, |k| usize::from(self.s.garrison_limit(k)));
                if inside > most {
                    let message = format!("inside at {label}: {}, and {most} may be", many(inside, "unit"));
                    self.fault("units", message, Some(cite!("8.6.1")));
                }
            }
            let field = |side| self.s.in_field(hex, side).next().is_some();
            if field(Side::Hussite) && field(Side::Imperial) {
                let message = format!("both sides are in the field at {label}");
                self.fault("units", message, Some(cite!("9.0")));
            }
        }
        for town in kit.roster.town_ids() {
            if !self.s.town(town).blockaded {
                continue;
            }
            let hex = kit.roster[town].hex;
            let owner = [Side::Hussite, Side::Imperial]
                .into_iter()
                .find(|&side| self.s.besieged(hex, side));
            self.s.town_mut(town).control = owner;
            if owner.is_none() {
                let message = format!("{} is blockaded, and no garrison is under siege there", kit.roster[town].id);
                self.fault("towns", message, Some(cite!("10.6")));
            }
        }
        let out = self.s.legate();
        let legates = self.s.unit_ids().filter(|&u| {
            self.s.counter(u).legate() && matches!(self.s.unit(u).at, Whereabouts::Map(_) | Whereabouts::Box)
        });
        if legates.count() > 1 && out.is_some() {
            self.fault("units", "more than one Legate is on the map or in the box", Some(cite!("7.3")));
        }
    }
}

/// The only door to a state.
pub(crate) fn begin(setup: &Setup, laws: &Laws) -> Result<State, SetupFaults> {
    let mut faults = SetupFaults::default();
    let kit = setup.kit(&mut faults).under(laws);
    if !faults.0.is_empty() {
        return Err(faults);
    }
    let options = setup.options.iter().fold(Options::default(), |o, &c| o.with(c));
    setup.misplaced(&mut faults);
    let s = blank(kit, options, setup);
    let mut r = Reader {
        s,
        prepared: Vec::new(),
        faults: &mut faults,
    };
    if !(1..=LAST_TURN).contains(&r.s.turn) {
        r.fault("turn", format!("{} is out of range: 1 to {LAST_TURN}", r.s.turn), Some(cite!("17.0")));
    }
    if setup.deployed.unwrap_or(setup.starts()) {
        deploy(&mut r.s);
    }
    for (&side, &florins) in &setup.purses {
        r.s.purses[side as usize] = florins;
    }
    let crusade = [("off", Crusade::Off), ("on", Crusade::On), ("ending", Crusade::Ending)];
    if let Some(crusade) = r.word("crusade", setup.crusade.as_ref(), &crusade) {
        r.s.crusade = crusade;
    }
    let pope = [("Martin", Pope::Martin), ("Eugenius", Pope::Eugenius)];
    if let Some(pope) = r.word("pope", setup.pope.as_ref(), &pope) {
        r.s.pope = pope;
    }
    let danes = [
        ("awaited", Danes::Awaited),
        ("come", Danes::Come),
        ("gone", Danes::Gone),
    ];
    if let Some(danes) = r.word("danes", setup.danes.as_ref(), &danes) {
        r.s.danes = danes;
    }
    r.split(setup.split.as_ref());
    for (&side, &turn) in &setup.atrocity {
        r.s.atrocity[side as usize] = turn;
    }
    for &side in &setup.waived {
        r.s.waived[side as usize] = true;
    }
    let mut seen = Vec::new();
    for (i, post) in setup.towns.iter().enumerate() {
        r.town(i, post, &mut seen);
    }
    let mut seen = Vec::new();
    for (i, post) in setup.units.iter().enumerate() {
        r.unit(i, post, &mut seen);
    }
    r.whole();
    if r.s.crusade == Crusade::On && r.s.legate().is_none() {
        r.s.crusade = Crusade::Ending;
    }
    let Reader { mut s, prepared, .. } = r;
    if faults.0.is_empty() {
        open(&mut s, setup, &prepared, &mut faults);
    }
    faults.or(s)
}

/// Opens the door; `prepared` are the places of which the set-up says who has prepared them.
fn open(s: &mut State, setup: &Setup, prepared: &[TownId], faults: &mut SetupFaults) {
    let side = setup.side.unwrap_or(Side::Imperial);
    let course = match setup.doorway {
        Doorway::Start => Course::LegateStart,
        Doorway::Arrivals => Course::Track,
        Doorway::Upkeep => Course::Upkeep,
        Doorway::Muster => Course::Muster,
        Doorway::Rebuild => Course::Rebuild(side),
        // Play comes to the declaration by way of the Legate who is drawn for a dead one, and of him who has not landed yet.
        Doorway::Crusade => Course::Summon,
        Doorway::Campaign => Course::Campaign(side),
        Doorway::End => Course::Leave,
    };
    s.stack.push(Stage::Course(course));
    casus_core::open(cite!("3.0"), faults, |dice, log| {
        let mut e = Engine::new(s, dice, log);
        e.settle_walls();
        // What play notes before it comes to a step of the Muster is noted of the position (15.1).
        e.note_prepared(prepared);
        if let Course::Campaign(side) = course {
            let of = |e: &Engine<'_>, flag| -> PieceSet {
                let has = |u: &UnitId| e.s.side(*u) == side && e.s.unit(*u).done.has(flag);
                e.s.unit_ids().filter(has).map(|u| u.0).collect()
            };
            // Who may move though he intercepted is noted when the Phase begins; once somebody has moved, the posts alone tell.
            let runs = !of(&e, Done::MOVED).union(of(&e, Done::HALTED)).is_empty();
            let excused = of(&e, Done::EXCUSED);
            e.open_campaign(side);
            for u in e.s.unit_ids() {
                if (runs || !excused.is_empty()) && !excused.contains(u.0) {
                    e.s.unit_mut(u).done.clear(Done::EXCUSED);
                }
            }
        }
        run(&mut e);
    });
}
