//! Set-ups: the printed game, or any position, opened at a step of the turn.

mod reading;

use crate::casebook::cite;
use crate::charts::{ChartsPatch, Happening};
use crate::components::{Berth, Counter, Side, TownId, UnitId};
use crate::data::{CounterPatch, GameData, GameDataPatch, MapPatch, TownPatch, standard};
use crate::engine::Engine;
use crate::options::{Choice, Options};
use crate::state::pieces::{Done, Unit, Whereabouts};
use crate::state::position::{LAST_TURN, State};
use crate::state::stage::{Course, Stage};
use crate::state::turn::{Crusade, Danes, Pope, Split, TownState};
use casus_core::reading::{each_only_at, only_at};
use casus_core::{Closed, Laws, PieceSet, SetupFaults, Stacks, run};
use reading::Reader;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;

#[cfg(any(test, feature = "proptest"))]
pub(crate) mod laid;
#[cfg(test)]
mod tests;

/// The step of the turn at which play opens; in a set-up a word in lower case: `"campaign"`.
///
/// Play opens with the first decision of that step. If a die would be rolled before any decision, that is a fault.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum StartAt {
    /// Turn 1, as printed: the Legate's place (17.2), then the Award (4.1).
    #[default]
    Start,
    /// The Hussite muster (5.0).
    Arrivals,
    /// The Imperial maintenance, after income has been collected (6.2).
    Upkeep,
    /// The Imperial muster, after maintenance has been paid (6.2).
    Muster,
    /// The rebuilding of `side` (15.0).
    Rebuild,
    /// The Papal Crusade Phase (3.3).
    Crusade,
    /// The Campaign Phase of `side` (3.4, 3.5).
    Campaign,
    /// The end of the turn (10.9).
    End,
}

/// The starts after the beginning of the game.
const BEGUN: &[StartAt] = &[
    StartAt::Arrivals,
    StartAt::Upkeep,
    StartAt::Muster,
    StartAt::Rebuild,
    StartAt::Crusade,
    StartAt::Campaign,
    StartAt::End,
];

/// A counter of a set-up: `{ id = "Zizka", hex = "1418" }`.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct UnitPost {
    /// The name of the counter: `"Zizka"`.
    pub id: String,
    /// The hex: `"1418"`. `None` if the counter is off the map, or at its location at the start.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hex: Option<String>,
    /// The place off the map: `"routed"`, `"track"`, `"returns"`, `"pool"`, `"draw"`, `"split"`, `"poland"`, `"denmark"`,
    /// `"succession"`, `"legate"`, `"cup"` or `"gone"`.
    ///
    /// `"track"`, `"returns"`, `"pool"` and `"draw"` take a turn, 1 to 26: `"track 4"`. Without one, it is the present turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<String>,
    /// Whether it is inside the walls of the place in its hex; only if an enemy is in the hex.
    #[serde(skip_serializing_if = "core::ops::Not::not")]
    pub inside: bool,
    /// The movement points that it has spent in this Campaign Phase. Only with `start_at` `campaign`. Default: 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spent: Option<u8>,
    /// What it has done in this turn: `"moved"`, `"intercepted"`, `"halted"`, or `"excused"` if it can move although it
    /// intercepted (8.8.3). Only with `start_at` `campaign`.
    ///
    /// If the set-up excuses no unit, and no unit of the side has moved or halted, the units that stand with Žižka and a wagon
    /// are excused. Once a unit has moved or halted, only the units that the set-up excuses are.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub done: Vec<String>,
    /// Whether it arrived and found no open place. It is then placed in the next Muster (rulings R-29, R-102, R-116).
    #[serde(skip_serializing_if = "core::ops::Not::not")]
    pub waiting: bool,
}

/// An urban place of a set-up: `{ id = "Prague", pillaged = true }`.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct TownPost {
    /// The name of the place: `"Prague"`.
    pub id: String,
    /// Whether it has a Pillage marker.
    #[serde(skip_serializing_if = "core::ops::Not::not")]
    pub pillaged: bool,
    /// Whether it has a Blockade marker. Only if a garrison is under siege there.
    #[serde(skip_serializing_if = "core::ops::Not::not")]
    pub blockaded: bool,
    /// The side that occupied it last. Default: the side that occupies it now.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub control: Option<Side>,
    /// The side that had a unit there, and no enemy, when this turn's Muster began (15.1). Default: the side that has now. Only
    /// with `start_at` `arrivals`, `upkeep`, `muster` or `rebuild`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prepared: Option<Prepared>,
}

/// The side that can rebuild a place in this turn's Muster (15.1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Prepared {
    /// The Hussites can rebuild it.
    Hussite,
    /// The Empire can rebuild it.
    Imperial,
    /// Neither side can rebuild it.
    #[serde(rename = "nobody")]
    Nobody,
}

impl Prepared {
    /// Returns the side, or `None` for neither.
    pub const fn side(self) -> Option<Side> {
        match self {
            Self::Hussite => Some(Side::Hussite),
            Self::Imperial => Some(Side::Imperial),
            Self::Nobody => None,
        }
    }
}

/// Any position of the game, from which play can open, with its options and charts.
///
/// Every key can be left out: in JSON, in TOML, and in Rust with `..Setup::default()`. An unknown key is a fault.
/// [`Match::new`](casus_core::Match::new) returns all faults at once, each with its path (`units[3].hex`) and the Case that
/// forbids it.
///
/// ```
/// use casus_blind_faith::{BlindFaith, Setup, Side, StartAt, UnitPost};
/// use casus_core::Match;
///
/// let unit = |id: &str, hex: &str| UnitPost { id: id.into(), hex: Some(hex.into()), ..UnitPost::default() };
/// let setup = Setup {
///     start_at: StartAt::Campaign,
///     side: Some(Side::Imperial),
///     turn: Some(3),
///     bare: true,
///     units: vec![unit("Zizka", "1514"), unit("Ulrich-Rosenberg", "1515")],
///     ..Setup::default()
/// };
/// assert!(!Match::<BlindFaith>::new(setup.clone())?.actions().is_empty());
///
/// let stranger = Setup { units: vec![unit("Nobody", "1514")], ..setup };
/// let faults = Match::<BlindFaith>::new(stranger).unwrap_err();
/// assert!(faults.to_string().contains("units[0].id"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Setup {
    /// Options in force: optional Cases, and the names of rulings for which you choose the other reading.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<Choice>,
    /// The step of the turn at which play opens.
    pub start_at: StartAt,
    /// Whether counters that the set-up does not name are at their location at the start; if not, they are out of the game.
    /// Default: `true` with `start_at` `start`, otherwise `false`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deployed: Option<bool>,
    /// The turn, 1 to 25. Default: 1 with `start_at` `start`, where it must be 1, otherwise 2.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn: Option<u8>,
    /// The side whose step it is. Only with `start_at` `rebuild` or `campaign`. Default: the Empire.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub side: Option<Side>,
    /// The Florins of each side. Default: 0 each.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub purses: BTreeMap<Side, u16>,
    /// The state of the crusade: `"off"`, `"on"` or `"ending"`. Default: `"on"` with `start_at` `start`, otherwise `"off"`.
    ///
    /// A crusade that is on ends with the turn if no Legate is on the map or in the box, as when the Legate dies (ruling R-46).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub crusade: Option<String>,
    /// The Pope: `"Martin"` (default) or `"Eugenius"`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pope: Option<String>,
    /// Whether the Award went to Poland (4.1). Not with `start_at` `start`, where it is still to be made.
    #[serde(skip_serializing_if = "core::ops::Not::not")]
    pub poland: bool,
    /// The Danish intervention: `"awaited"` (default), `"come"` or `"gone"`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub danes: Option<String>,
    /// The split of the Taborites: `"whole"` (default), `"due"` or `"made"`.
    ///
    /// `"due 3"` also gives the turn in which Žižka fell, 1 to the present one; they split in the next Muster after it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub split: Option<String>,
    /// The event of this turn, whose income is still to be collected. Only with `start_at` `arrivals`. Default: none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub event: Option<Happening>,
    /// The last turn with an Atrocity marker of each side (10.7.4). Not with `start_at` `start`. Default: 0 each.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub atrocity: BTreeMap<Side, u8>,
    /// The sides that have waived a minor victory (16.1, 16.2). Not with `start_at` `start`. Default: none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub waived: Vec<Side>,
    /// The counters, each at most once.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub units: Vec<UnitPost>,
    /// The urban places, each at most once.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub towns: Vec<TownPost>,
    /// Whether the map has no urban places and all land is Bohemia: open country, for experiments.
    #[serde(skip_serializing_if = "core::ops::Not::not")]
    pub bare: bool,
    /// Changes to the map.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub map: Option<MapPatch>,
    /// The lands of hexes to change, by hex.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub lands: BTreeMap<String, String>,
    /// Urban places to change or to add.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub places: Vec<TownPatch>,
    /// Counters to change or to add.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub counters: Vec<CounterPatch>,
    /// Charts to replace.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub charts: Option<ChartsPatch>,
}

impl Setup {
    fn game_data(&self, faults: &mut SetupFaults) -> Arc<GameData> {
        let patch = GameDataPatch {
            bare: self.bare,
            map: self.map.clone(),
            lands: self.lands.clone(),
            places: self.places.clone(),
            counters: self.counters.clone(),
            charts: self.charts.clone(),
        };
        if patch == GameDataPatch::default() {
            return Arc::clone(standard());
        }
        Arc::new(standard().patched(&patch, faults))
    }
    fn starts(&self) -> bool {
        self.start_at == StartAt::Start
    }
    /// Adds a fault for each key that does not count with the set-up's `start_at`.
    fn misplaced(&self, faults: &mut SetupFaults) {
        let start = self.start_at;
        let keys: &[(&str, bool, &[StartAt])] = &[
            ("side", self.side.is_some(), &[StartAt::Rebuild, StartAt::Campaign]),
            ("poland", self.poland, BEGUN),
            ("event", self.event.is_some(), &[StartAt::Arrivals]),
            ("atrocity", !self.atrocity.is_empty(), BEGUN),
            ("waived", !self.waived.is_empty(), BEGUN),
        ];
        each_only_at(keys, start, faults);
        if self.starts() && self.turn.is_some_and(|turn| turn != 1) {
            faults.push("turn", "the game begins with turn 1", Some(cite!("17.0")));
        }
        for (i, post) in self.units.iter().enumerate() {
            let path = |field: &str| format!("units[{i}].{field}");
            only_at(path("spent"), post.spent.is_some(), start, &[StartAt::Campaign], faults);
            only_at(path("done"), !post.done.is_empty(), start, &[StartAt::Campaign], faults);
        }
        for (i, post) in self.towns.iter().enumerate() {
            only_at(format!("towns[{i}].prepared"), post.prepared.is_some(), start, &BEGUN[..4], faults);
        }
    }
}

/// Returns the location of a counter at the start (17.0).
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

/// Creates a state with every counter out of the game.
fn blank(game_data: Arc<GameData>, options: Options, setup: &Setup) -> State {
    let unit = Unit {
        at: Whereabouts::Gone,
        inside: false,
        spent: 0,
        done: Done::default(),
    };
    State {
        units: vec![unit; game_data.roster.counters.len()],
        stacks: Stacks::new(&game_data.board, game_data.roster.counters.iter().map(|c| c.side)),
        towns: vec![TownState::default(); game_data.roster.towns.len()],
        game_data,
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

/// Places all counters at their locations at the start.
fn deploy(s: &mut State) {
    let game_data = Arc::clone(&s.game_data);
    for u in game_data.roster.units() {
        let counter = &game_data.roster[u];
        let hidden = s.opts(Choice::R100) && game_data.names().elizabeth == Some(u);
        s.put(
            u,
            if hidden {
                Whereabouts::Succession
            } else {
                berthed(counter)
            },
        );
    }
    for u in game_data.roster.units() {
        if let Berth::Hex { hex, outside: false } = game_data.roster[u].berth {
            let enemy = s.holds(hex, game_data.roster[u].side.enemy());
            s.unit_mut(u).inside = enemy && s.hex(u).is_some();
        }
    }
}

/// Creates the state of a set-up. No other function creates states.
pub(crate) fn begin(setup: &Setup, laws: &Laws) -> Result<State, SetupFaults> {
    let mut faults = SetupFaults::default();
    let game_data = setup.game_data(&mut faults).under(laws);
    if !faults.0.is_empty() {
        return Err(faults);
    }
    let options = setup.options.iter().fold(Options::default(), |o, &c| o.with(c));
    setup.misplaced(&mut faults);
    let s = blank(game_data, options, setup);
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

/// Opens play at the set-up's `start_at`. `prepared` holds the places for which the set-up says which side has prepared them.
fn open(s: &mut State, setup: &Setup, prepared: &[TownId], faults: &mut SetupFaults) {
    let side = setup.side.unwrap_or(Side::Imperial);
    let course = match setup.start_at {
        StartAt::Start => Course::LegateStart,
        StartAt::Arrivals => Course::Track,
        StartAt::Upkeep => Course::Upkeep,
        StartAt::Muster => Course::Muster,
        StartAt::Rebuild => Course::Rebuild(side),
        // Play reaches the declaration by the draw of a Legate for a dead one, and by a late landing (R-46, R-48).
        StartAt::Crusade => Course::Summon,
        StartAt::Campaign => Course::Campaign(side),
        StartAt::End => Course::Leave,
    };
    s.stack.push(Stage::Course(course));
    casus_core::open(cite!("3.0"), faults, |dice, log| {
        let mut e = Engine::new(s, dice, log);
        e.settle_walls();
        // Record for this position what play records before a step of the Muster (15.1).
        e.note_prepared(prepared);
        if let Course::Campaign(side) = course {
            let of = |e: &Engine<'_>, flag| -> PieceSet {
                let has = |u: &UnitId| e.s.side(*u) == side && e.s.unit(*u).done.has(flag);
                e.s.unit_ids().filter(has).map(|u| u.0).collect()
            };
            // Excused units are recorded when the Phase begins; after a unit has moved, only those that the set-up excuses are.
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
