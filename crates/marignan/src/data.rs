//! The data of the game: map, counters, commanders, charts and scenarios, checked when they are loaded.
//!
//! The files in `data/` are embedded, so the library reads no files at run time. [`standard`] returns the printed game.
//! Loading reports every fault it can find, each with its place.

use crate::casebook::cite;
use crate::charts::{Charts, ChartsPatch};
use crate::components::{
    BRIDGE, CANAL, CLEAR, DENSE, FARM, FORTIFICATION, GRAND_CANAL, RIVER, VILLAGE, WATER, behind_fortification,
};
use crate::components::{
    Bonus, Class, CommanderCard, CommanderFace, CommanderId, CorpsCard, CorpsId, Counter, Face, MOST_COMMANDERS,
    MOST_CORPS, MOST_MORALE, MOST_PLACES, MOST_UNITS, Roster, Side, TERRAIN_WORDS, UnitId, behind_bit,
};
pub(crate) use casus_core::data::MapPatch;
use casus_core::data::{Form, Group as _, Legend, MapFile, Memo, SideKind, Within, regroup};
use casus_core::reading::{
    PieceReader, Pieces, hex, hexes, listed, name_twice, new_name, ranged, source, spread, toml_file,
};
use casus_core::sheet::{LEGEND, aligned, plain_board, plain_hexes, reconstructed, runs};
use casus_core::words::numbered;
use casus_core::{
    Board, Cite, Dir, HexId, Laws, Layer, Orientation, SetupFaults, Sided, Source, digest_bytes, reading,
};
use core::fmt::Write as _;

casus_core::group! {
    /// The hours of the battle (14.1, 14.2, ruling R29).
    pub struct Clock, ClockPatch {
        /// The hour at which the first turn begins; it must be before the night. There are two turns an hour by day.
        first_hour: u8 = (0, 22, cite!("14.1")),
        /// The hour at which the night turns begin, 1 to 23; there is one turn an hour.
        night_hour: u8 = (1, 23, cite!("14.1")),
        /// The number of night turns, 0 to 12.
        night_turns: u8 = (0, 12, cite!("14.1")),
        /// The number of turns of the second day, 0 to 48.
        second_day_turns: u8 = (0, 48, cite!("14.2")),
    }
}

casus_core::group! {
    /// Values of the armies as a whole.
    pub struct Armies, ArmiesPatch {
        /// The morale of the Swiss army at the start, 1 to 99 (14.1).
        swiss_morale: u8 = (1, MOST_MORALE.into(), cite!("14.1")),
        /// The number of corps demoralized at the same time that loses the French the battle (8.2); 1 to 10.
        french_corps_to_lose: u8 = (1, 10, cite!("8.2")),
        /// The change of every command range by night, -9 to 0 (14.1).
        night_range: i8 = (-9, 0, cite!("14.1")),
        /// The number of fortifications that the French build at night, 0 to 20 (14.2).
        fortifications: u8 = (0, 20, cite!("14.2")),
    }
}

impl Clock {
    /// Returns the number of turns of the first day, by day and by night.
    pub const fn first_day(&self) -> u8 {
        2 * (self.night_hour - self.first_hour) + self.night_turns
    }
    /// Returns the number of turns of a battle of this many days.
    pub const fn turns(&self, days: u8) -> u8 {
        let second = if days > 1 { self.second_day_turns } else { 0 };
        self.first_day() + second
    }
    /// Returns whether a turn, counted from 1, is a night turn.
    pub const fn is_night(&self, turn: u8) -> bool {
        turn <= self.first_day() && turn > self.first_day() - self.night_turns
    }
    /// Returns when a turn of the first day, counted from 1, begins, in minutes after midnight; `None` on the second day, for
    /// which the rules give no hours.
    pub fn minutes(&self, turn: u8) -> Option<u16> {
        let day = 2 * (self.night_hour - self.first_hour);
        let gone = u16::from(turn.checked_sub(1)?);
        if turn > self.first_day() {
            return None;
        }
        let (half, whole) = (gone.min(day.into()), gone.saturating_sub(day.into()));
        Some(u16::from(self.first_hour) * 60 + half * 30 + whole * 60)
    }
}

/// The post of a French commander at the start (14.1); the units of his corps are placed in his command range.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Post {
    /// The commander who is placed.
    pub commander: CommanderId,
    /// The hex in which he begins.
    pub hex: HexId,
    /// The source of this post.
    pub source: Source,
}

/// A Swiss corps that enters (14.1).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Column {
    /// The corps that enters.
    pub corps: CorpsId,
    /// The hexes through which it enters.
    pub hexes: Vec<HexId>,
    /// The reduction of its allowance in the turn of its entry, 0 to 9.
    pub reduction: u8,
    /// The source of these values.
    pub source: Source,
}

/// A scenario (14.0).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Scenario {
    /// Its stable name, such as `"first-day"`.
    pub id: String,
    /// Its title, for display.
    pub title: String,
    /// The number of its days, 1 or 2.
    pub days: u8,
    /// Whether it is a draw if no side has won at its end; otherwise the French win.
    pub draw: bool,
    /// The source of these values.
    pub source: Source,
}

/// The posts, the entries, and the scenarios. Both scenarios have one deployment (14.2).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Deployment {
    /// The hours of the turns.
    pub clock: Clock,
    /// The values of the armies as a whole.
    pub armies: Armies,
    /// The hexes of the places for which the Swiss score points (8.1).
    pub places: Vec<HexId>,
    /// The source of the places.
    pub places_source: Source,
    /// The posts of the French commanders.
    pub placements: Vec<Post>,
    /// The Swiss corps, in the order of their entry.
    pub columns: Vec<Column>,
    /// The hexes where Swiss units without a corps enter.
    pub free_entry: Vec<HexId>,
    /// The source of these hexes.
    pub free_entry_source: Source,
    /// The scenarios, in the order of the rulebook.
    pub scenarios: Vec<Scenario>,
}

impl Deployment {
    /// Returns the scenario with this name, ignoring case.
    pub fn scenario(&self, id: &str) -> Option<&Scenario> {
        self.scenarios.iter().find(|s| s.id.eq_ignore_ascii_case(id))
    }
}

/// All data that the rules read and that play does not change.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameData {
    /// The map: hexes, hexsides and their terrain.
    pub board: Board,
    /// The pieces of the game.
    pub roster: Roster,
    /// The charts and tables.
    pub charts: Charts,
    /// The scenarios with their set-up and entries.
    pub deployment: Deployment,
    /// The layers of the map, with their sources.
    pub layers: Vec<Layer>,
    digest: u64,
    laws: Laws,
    muster: Muster,
}

/// Facts derived from the pieces and the map, computed once.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Muster {
    /// For each unit: the values of its counter that the rules read most, close together in memory.
    traits: Box<[Traits]>,
    /// For each corps: its side, and whether all its units are cavalry (7.2).
    corps: Box<[(Side, bool)]>,
    /// For each corps: its units.
    ranks: Box<[Box<[UnitId]>]>,
    /// For each commander: his side, and whether he has heroic value.
    commanders: Box<[(Side, bool)]>,
    /// The hexes that a printed fortification protects.
    walled: Box<[HexId]>,
    /// The cost of a step by hex, direction and class, without friendly units or field works (9.0).
    fares: Memo,
}

/// The values of a counter that the rules read most.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Traits {
    pub(crate) side: Side,
    pub(crate) class: Class,
    /// Whether they are Swiss arquebusiers, who are skirmishers.
    pub(crate) skirmishes: bool,
    pub(crate) corps: Option<CorpsId>,
}

impl Muster {
    fn of(roster: &Roster, board: &Board) -> Self {
        let traits = |c: &Counter| Traits {
            side: c.side,
            class: c.class(),
            skirmishes: c.swiss_arquebusiers(),
            corps: c.corps,
        };
        Self {
            traits: roster.counters.iter().map(traits).collect(),
            corps: (roster.corps_ids())
                .map(|c| (roster[c].side, roster.cavalry_corps(c)))
                .collect(),
            ranks: (roster.corps_ids())
                .map(|c| roster.units().filter(|&u| roster[u].corps == Some(c)).collect())
                .collect(),
            commanders: roster.commanders.iter().map(|c| (c.side, c.hero)).collect(),
            walled: board
                .ids()
                .filter(|&h| Dir::ALL.iter().any(|&d| behind_fortification(board, h, d)))
                .collect(),
            fares: Memo::new(18 * board.len()),
        }
    }
}

casus_core::kit_files!(GameData {
    map: "../data/map.toml",
    counters: "../data/counters.toml",
    commanders: "../data/commanders.toml",
    charts: "../data/charts.toml",
    scenarios: "../data/scenarios.toml",
});

// ---- the form of the files --------------------------------------------------------------------------------------

casus_core::patch! {
    struct CountersFile {
        corps: Vec<CorpsPatch>,
        counter: Vec<CounterPatch>,
    }
    struct CommandersFile {
        commander: Vec<CommanderPatch>,
    }
    struct ScenariosFile {
        clock: ClockPatch,
        armies: ArmiesPatch,
        places: PlacesFile,
        post: Vec<PostPatch>,
        column: Vec<ColumnPatch>,
        free_entry: HexesPatch,
        scenario: Vec<ScenarioFile>,
    }
    struct PlacesFile {
        names: Vec<String>,
        source: Option<String>,
    }
    struct ScenarioFile {
        id: String,
        title: String,
        days: i64,
        draw: bool,
        source: Option<String>,
    }
}

// ---- the form of a patch ----------------------------------------------------------------------------------------

casus_core::patch! {
    /// Changes of a set-up to the game's data.
    pub struct GameDataPatch {
        /// Changes to the map, or a map of your own. Terrains are `"clear"`, `"dense"`, `"village"` and `"farm"`; hexside kinds
        /// are `"canal"`, `"river"`, `"grand_canal"`, `"bridge"` and `"fortification"`.
        pub map: Option<MapPatch>,
        /// Corps to change or to add.
        pub corps: Vec<CorpsPatch>,
        /// Counters to change or to add.
        pub counters: Vec<CounterPatch>,
        /// Commanders to change or to add.
        pub commanders: Vec<CommanderPatch>,
        /// Charts to replace.
        pub charts: Option<ChartsPatch>,
        /// Other hours of the turns (14.1, 14.2).
        pub clock: Option<ClockPatch>,
        /// Other values of the armies.
        pub armies: Option<ArmiesPatch>,
        /// The places for which the Swiss score points (8.1), in place of all printed ones.
        pub places: Option<HexesPatch>,
        /// The posts of French commanders, in place of their printed ones.
        pub placements: Vec<PostPatch>,
        /// The entries of Swiss corps, in place of their printed ones.
        pub columns: Vec<ColumnPatch>,
        /// The hexes where Swiss units without a corps enter.
        pub free_entry: Option<HexesPatch>,
    }
}

casus_core::piece_patch! {
    /// A corps to change, or to add if there is none with that name. A corps that you add needs all values. Every corps has
    /// a commander, and is either placed or enters.
    pub struct CorpsPatch of CorpsCard {
        /// Its name in sentences, such as `"La Palice's corps"`; default: `"corps"` and its id.
        pub name: Option<String>,
        /// `"Swiss"` or `"French"`; it never changes.
        pub side: Option<String>,
        /// What the corps is.
        pub title: Option<String>,
        /// Its morale at the start, 1 to 40; French corps only.
        pub morale: Option<i64>,
    }
}

casus_core::patch! {
    /// Ratings of one face of a counter.
    pub struct FacePatch {
        /// Morale, 2 to 12.
        pub morale: Option<i64>,
        /// Melee strength, 0 to 20.
        pub melee: Option<i64>,
        /// Movement allowance, 0 to 20.
        pub ma: Option<i64>,
        /// Fire strength, 0 to 20; default: 0 for a new counter.
        pub fire: Option<i64>,
    }
}

casus_core::piece_patch! {
    /// A counter to change, or to add if there is none with that name. A counter that you add needs all values.
    pub struct CounterPatch of Counter {
        /// The name of its kind in sentences, such as `"Bourbon's gendarmes"`; the number of its id is added.
        pub name: Option<String>,
        /// `"Swiss"` or `"French"`.
        pub side: Option<String>,
        /// What the unit is; default: its name.
        pub title: Option<String>,
        /// Its icon: `"pikemen"`.
        pub arm: Option<String>,
        /// The name of its corps; default: `"-"` for none, as for a new counter.
        pub corps: Option<String>,
        /// `"feeble"`, `"normal"` or `"superior"`.
        pub protection: Option<String>,
        /// The face in order.
        pub front: FacePatch,
        /// The face in disorder.
        pub back: FacePatch,
        /// Whether a replacement takes its place after its first loss.
        pub replacement: Option<bool>,
    }
}

casus_core::patch! {
    /// The ratings of one face of a commander.
    pub struct CommanderFacePatch {
        /// Command range, 0 to 20.
        pub range: Option<i64>,
        /// Movement allowance, 0 to 20.
        pub ma: Option<i64>,
        /// Melee bonus, 0 to 3, in place of any bonus.
        pub melee: Option<i64>,
        /// Fire bonus, 0 to 3, in place of any bonus.
        pub fire: Option<i64>,
    }
}

casus_core::piece_patch! {
    /// A commander to change, or to add if there is none with that name. A commander whom you add needs all values.
    pub struct CommanderPatch of CommanderCard {
        /// His name in sentences; default: his id.
        pub short_name: Option<String>,
        /// His name and title; default: his name in the data.
        pub name: Option<String>,
        /// `"Swiss"` or `"French"`.
        pub side: Option<String>,
        /// The name of the corps that he leads.
        pub corps: Option<String>,
        /// His ratings while he is not injured.
        pub front: CommanderFacePatch,
        /// His ratings once he is injured (12.5).
        pub back: CommanderFacePatch,
        /// Whether he has heroic value (7.2).
        pub hero: Option<bool>,
        /// Whether his death loses the battle (7.1); French only.
        pub king: Option<bool>,
        /// Whether his death costs every French corps a point of morale (8.2); French only.
        pub constable: Option<bool>,
    }
}

casus_core::patch! {
    /// Hexes that replace those of the data.
    pub struct HexesPatch {
        /// The hexes, such as `"0101-2401"`.
        pub hexes: String,
        /// The source of the hexes; default: the set-up.
        pub source: Option<String>,
    }
}

casus_core::patch! {
    /// Posts of French commanders at the start.
    pub struct PostPatch {
        /// The commander, or several, such as `"Bourbon Bayard"`; `"all"` for every French one.
        pub commander: String,
        /// The hex in which they begin.
        pub hex: String,
        /// The source of the post; default: the set-up.
        pub source: Option<String>,
    }
}

casus_core::patch! {
    /// Entries of Swiss corps.
    pub struct ColumnPatch {
        /// The corps, or several in the order of their entry; `"all"` for every Swiss one.
        pub corps: String,
        /// The hexes through which they enter; default: unchanged.
        pub hexes: Option<String>,
        /// The reduction of the allowance in the turn of entry, 0 to 9; default: unchanged, or 0 for a new corps.
        pub reduction: Option<i64>,
        /// The source of the entry; default: the set-up.
        pub source: Option<String>,
    }
}

// ---- reading ----------------------------------------------------------------------------------------------------

const MORALE: Within = (2, 12, cite!("1.1"));
const STRENGTH: Within = (0, 20, cite!("1.1"));
const MA: Within = (0, 20, cite!("1.1"));
const RANGE: Within = (0, 20, cite!("1.2"));
const COMMANDER_MA: Within = (0, 20, cite!("1.2"));
/// The range of a bonus; 0 means no bonus.
const BONUS: Within = (0, 3, cite!("1.2"));
const CORPS_MORALE: Within = (1, 40, cite!("14.1"));
const REDUCTION: (i64, i64) = (0, 9);
/// The word for no corps, in a patch.
const NO_CORPS: &str = "-";
/// The word for all pieces that a patch can name.
const ALL: &str = "all";

/// The level of the plain. Higher hexes are obstacles to a line of sight (12.2).
pub(crate) const PLAIN: i8 = 0;

/// The terrains and features of the map (9.0).
const MAP: Legend = Legend {
    numbers: cite!("14.1"),
    features: cite!("9.0"),
    terrain: &[
        ('.', TERRAIN_WORDS[CLEAR as usize]),
        ('d', TERRAIN_WORDS[DENSE as usize]),
        ('v', TERRAIN_WORDS[VILLAGE as usize]),
        ('f', TERRAIN_WORDS[FARM as usize]),
    ],
    sides: &[
        course("canal", CANAL),
        course("river", RIVER),
        course("grand_canal", GRAND_CANAL),
        SideKind {
            over: Some((WATER, cite!("9.0"))),
            ..SideKind::new("bridge", BRIDGE)
        },
        SideKind {
            inside: Some(behind_bit),
            ..SideKind::new("fortification", FORTIFICATION)
        },
    ],
    level: PLAIN,
};

const fn course(word: &'static str, feature: u8) -> SideKind {
    SideKind {
        replaces: WATER,
        ..SideKind::new(word, feature)
    }
}

fn side(word: &str, path: &str, faults: &mut SetupFaults) -> Option<Side> {
    reading::side(word, path, cite!("2.0"), faults)
}

fn corps(list: &[CorpsCard], word: &str, path: &str, faults: &mut SetupFaults) -> Option<CorpsId> {
    let names = list.iter().map(|c| c.id.as_str());
    let found = listed(names, word, "corps", path, Some(cite!("6.0")), faults);
    found.map(|i| CorpsId(i as u8))
}

fn at_most(have: usize, most: usize, what: &str, path: &str, faults: &mut SetupFaults) {
    if have > most {
        faults.push(path, format!("{have} {what}; at most {most}"), None);
    }
}

/// Reports a map whose hexes have no sides to the north and south, which are the ways home (10.1).
fn upright(board: &Board, faults: &mut SetupFaults) {
    if board.orientation() != Orientation::Flat {
        let message = "the hexes have flat tops, as printed";
        faults.push("map.numbering.hexes", message, Some(cite!("10.1")));
    }
}

/// Reports values of a counter that do not fit together.
fn counter_faults(c: &Counter, list: &[CorpsCard], r: &mut PieceReader<'_>) {
    if let Some(card) = c
        .corps
        .map(|corps| &list[corps.index()])
        .filter(|card| card.side != c.side)
    {
        let message = format!("corps {} is {}, the unit {}", card.id, card.side.word(), c.side.word());
        r.fault("corps", message, Some(cite!("6.0")));
    }
    let free = c.swiss_arquebusiers() || (c.side == Side::Swiss && c.class() == Class::Cavalry);
    if free == c.corps.is_some() {
        let message = "Swiss arquebusiers and cavalry have no corps, all others have one";
        r.fault("corps", message, Some(cite!("6.1", "R10")));
    }
    if c.replacement && !c.swiss_pikemen() {
        r.fault("replacement", "only Swiss pikemen have a replacement", Some(cite!("1.1")));
    }
    let even = c.front.melee.is_multiple_of(2) && c.back.melee.is_multiple_of(2);
    if c.replacement && !even {
        let message = "a replacement halves the melee strength, so it is even";
        r.fault("replacement", message, Some(cite!("1.1")));
    }
    if c.front.fire == 0 && c.back.fire > 0 {
        r.fault("back.fire", "a unit that fires in disorder only", Some(cite!("1.1")));
    }
}

/// Returns the id of a piece whose name does not matter, for [`runs`].
fn nameless(counter: &mut Counter) -> &mut String {
    counter.name.clear();
    &mut counter.id
}

fn read_corps(r: &mut PieceReader<'_>, p: &CorpsPatch, all: &[CorpsCard], o: Option<&CorpsCard>) -> Option<CorpsCard> {
    let side = r.word("side", p.side.as_ref(), o.map(|c| c.side), side);
    let morale = r.given("morale", p.morale, CORPS_MORALE).or(o.and_then(|c| c.morale));
    r.parts(&[("morale", p.morale.is_some()), ("title", p.title.is_some())]);
    let sources = r.provenance(p, o.map(|c| &c.sources));
    let side = side?;
    if let Some(card) = o.filter(|c| c.side != side) {
        let message = format!("{} is {}, and stays so", card.id, card.side.word());
        r.fault("side", message, Some(cite!("6.0")));
    }
    r.room(all.iter().filter(|c| c.side == side).count(), MOST_CORPS);
    if (side == Side::French) != morale.is_some() {
        let message = "each French corps has a morale, and no Swiss one";
        r.fault("morale", message, Some(cite!("8.1")));
    }
    Some(CorpsCard {
        id: o.map_or(&p.id, |c| &c.id).clone(),
        name: p
            .name
            .as_ref()
            .or(o.map(|c| &c.name))
            .cloned()
            .unwrap_or_else(|| format!("corps {}", p.id)),
        side,
        title: p.title.as_ref().or(o.map(|c| &c.title)).unwrap_or(&p.id).clone(),
        morale,
        sources,
    })
}

fn read_face(r: &mut PieceReader<'_>, name: &str, p: &FacePatch, o: Option<Face>) -> Option<Face> {
    let at = |what: &str| format!("{name}.{what}");
    let morale = r.number(&at("morale"), p.morale, o.map(|f| f.morale), MORALE);
    let melee = r.number(&at("melee"), p.melee, o.map(|f| f.melee), STRENGTH);
    let ma = r.number(&at("ma"), p.ma, o.map(|f| f.ma), MA);
    let fire = r.number(&at("fire"), p.fire, Some(o.map_or(0, |f| f.fire)), STRENGTH);
    Some(Face {
        morale: morale?,
        melee: melee?,
        ma: ma?,
        fire: fire?,
    })
}

fn read_counter(
    r: &mut PieceReader<'_>,
    p: &CounterPatch,
    all: &[Counter],
    o: Option<&Counter>,
    list: &[CorpsCard],
    file: bool,
) -> Option<Counter> {
    r.room(all.len(), MOST_UNITS);
    if file && p.name.is_none() {
        r.fault("name", "is missing", None);
    }
    let side = r.word("side", p.side.as_ref(), o.map(|c| c.side), side);
    let arm = r.choice("arm", p.arm.as_ref(), o.map(|c| c.arm), cite!("1.1"));
    let corps = r.word("corps", p.corps.as_ref(), Some(o.and_then(|c| c.corps)), |word, at, f| {
        if word.trim() == NO_CORPS {
            Some(None)
        } else {
            corps(list, word, at, f).map(Some)
        }
    });
    let protection = r.choice("protection", p.protection.as_ref(), o.map(|c| c.protection), cite!("1.1"));
    let front = read_face(r, "front", &p.front, o.map(|c| c.front));
    let back = read_face(r, "back", &p.back, o.map(|c| c.back));
    r.parts(&[
        ("morale", p.front.morale.is_some()),
        ("melee", p.front.melee.is_some()),
        ("ma", p.front.ma.is_some()),
        ("fire", p.front.fire.is_some()),
        ("back", p.back != FacePatch::default()),
        ("back_melee", p.back.melee.is_some()),
        ("protection", p.protection.is_some()),
        ("replacement", p.replacement.is_some()),
    ]);
    let sources = r.provenance(p, o.map(|c| &c.sources));
    let counter = Counter {
        id: o.map_or(&p.id, |c| &c.id).clone(),
        name: match (&p.name, o) {
            // In a file, a run is one piece until its ids are expanded.
            (Some(kind), _) if file => kind.clone(),
            (None, Some(old)) => old.name.clone(),
            (name, _) => numbered(name.as_deref(), &p.id),
        },
        side: side?,
        title: p.title.as_ref().or(o.map(|c| &c.title)).unwrap_or(&p.id).clone(),
        arm: arm?,
        corps: corps?,
        protection: protection?,
        front: front?,
        back: back?,
        replacement: p.replacement.unwrap_or(o.is_some_and(|c| c.replacement)),
        sources,
    };
    counter_faults(&counter, list, r);
    Some(counter)
}

fn read_commander_face(
    r: &mut PieceReader<'_>,
    name: &str,
    p: &CommanderFacePatch,
    o: Option<CommanderFace>,
) -> Option<CommanderFace> {
    let at = |what: &str| format!("{name}.{what}");
    let range = r.number(&at("range"), p.range, o.map(|f| f.range), RANGE);
    let ma = r.number(&at("ma"), p.ma, o.map(|f| f.ma), COMMANDER_MA);
    let melee: Option<u8> = r.given(&at("melee"), p.melee, BONUS);
    let fire: Option<u8> = r.given(&at("fire"), p.fire, BONUS);
    let bonus = match (melee, fire) {
        (None, None) => o.map_or(Bonus::None, |f| f.bonus),
        (Some(0) | None, Some(0) | None) => Bonus::None,
        (Some(n), Some(0) | None) => Bonus::Melee(n),
        (Some(0) | None, Some(n)) => Bonus::Fire(n),
        (Some(_), Some(_)) => {
            r.fault(&at("fire"), "a commander has one bonus at most", Some(BONUS.2));
            Bonus::None
        }
    };
    Some(CommanderFace {
        range: range?,
        ma: ma?,
        bonus,
    })
}

fn read_commander(
    r: &mut PieceReader<'_>,
    p: &CommanderPatch,
    all: &[CommanderCard],
    o: Option<&CommanderCard>,
    list: &[CorpsCard],
) -> Option<CommanderCard> {
    r.room(all.len(), MOST_COMMANDERS);
    let side = r.word("side", p.side.as_ref(), o.map(|c| c.side), side);
    let corps = r.word("corps", p.corps.as_ref(), o.map(|c| c.corps), |word, at, f| corps(list, word, at, f));
    let front = read_commander_face(r, "front", &p.front, o.map(|c| c.front));
    let back = read_commander_face(r, "back", &p.back, o.map(|c| c.back));
    r.parts(&[
        ("range", p.front.range.is_some()),
        ("ma", p.front.ma.is_some()),
        ("bonus", p.front.melee.or(p.front.fire).is_some()),
        ("back", p.back != CommanderFacePatch::default()),
        ("name", p.name.is_some()),
        ("hero", p.hero.is_some()),
        ("king", p.king.is_some()),
        ("constable", p.constable.is_some()),
    ]);
    let sources = r.provenance(p, o.map(|c| &c.sources));
    Some(CommanderCard {
        id: o.map_or(&p.id, |c| &c.id).clone(),
        short_name: p
            .short_name
            .as_ref()
            .or(o.map(|c| &c.short_name))
            .unwrap_or(&p.id)
            .clone(),
        name: p.name.as_ref().or(o.map(|c| &c.name)).unwrap_or(&p.id).clone(),
        side: side?,
        corps: corps?,
        front: front?,
        back: back?,
        hero: p.hero.unwrap_or(o.is_some_and(|c| c.hero)),
        king: p.king.unwrap_or(o.is_some_and(|c| c.king)),
        constable: p.constable.unwrap_or(o.is_some_and(|c| c.constable)),
        sources,
    })
}

impl Roster {
    /// Reads patches of pieces over the existing ones, or the game's `file`. `paths` are those of corps, counters and
    /// commanders.
    fn read(
        &mut self,
        (corps, counters, commanders): (&[CorpsPatch], &[CounterPatch], &[CommanderPatch]),
        paths: [&str; 3],
        file: bool,
        faults: &mut SetupFaults,
    ) {
        let pieces = |what, path| Pieces { what, path, file };
        let [corps_path, counters_path, commanders_path] = paths;
        pieces("corps", corps_path).read(&mut self.corps, corps, faults, read_corps);
        let list = &self.corps;
        let units = pieces("unit", counters_path);
        units.read(&mut self.counters, counters, faults, |r, p, all, old| read_counter(r, p, all, old, list, file));
        if file {
            for c in &mut self.counters {
                c.name = numbered(Some(&c.name), &c.id);
            }
        }
        let leaders = pieces("commander", commanders_path);
        leaders.read(&mut self.commanders, commanders, faults, |r, p, all, old| read_commander(r, p, all, old, list));
        let units = self.counters.iter().map(|c| (&*c.id, &*c.name));
        name_twice(units, counters_path, faults);
        let men = self.commanders.iter().map(|c| (&*c.id, &*c.short_name));
        name_twice(men, commanders_path, faults);
    }
}

/// Reports commanders who do not fit their corps, at the `path` of each, and corps without one, at `whole`.
fn commander_faults(
    commanders: &[CommanderCard],
    list: &[CorpsCard],
    path: &dyn Fn(usize) -> String,
    whole: &str,
    faults: &mut SetupFaults,
) {
    for (i, c) in commanders.iter().enumerate() {
        let card = &list[c.corps.index()];
        let at = |field: &str| format!("{}.{field}", path(i));
        if card.side != c.side {
            let message = format!("corps {} is {}", card.id, card.side.word());
            faults.push(at("corps"), message, Some(cite!("6.0")));
        }
        if commanders[..i].iter().any(|o| o.corps == c.corps) {
            let message = format!("corps {} has a commander already", card.id);
            faults.push(at("corps"), message, Some(cite!("6.0")));
        }
        for (so, field, case) in [(c.king, "king", cite!("7.1")), (c.constable, "constable", cite!("8.2"))] {
            if so && c.side != Side::French {
                let message = format!("only a French commander is {field}");
                faults.push(at(field), message, Some(case));
            }
        }
    }
    for (i, card) in list.iter().enumerate() {
        if commanders.iter().all(|c| c.corps.index() != i) {
            let message = format!("corps {} has no commander", card.id);
            faults.push(whole, message, Some(cite!("6.0")));
        }
    }
}

/// Reports a day that does not begin before its night.
fn clock_faults(clock: &Clock, path: &str, faults: &mut SetupFaults) {
    if clock.first_hour >= clock.night_hour {
        let message = format!("{} is out of range: before {}, when it is night", clock.first_hour, clock.night_hour);
        faults.push(format!("{path}.first_hour"), message, Some(cite!("14.1")));
    }
}

/// Reports French corps that are not placed and Swiss corps that do not enter, each at its own path.
fn deployment_faults(
    roster: &Roster,
    deployment: &Deployment,
    [post, column, entry]: [&str; 3],
    faults: &mut SetupFaults,
) {
    let Deployment {
        placements,
        columns,
        free_entry,
        ..
    } = deployment;
    let case = Some(cite!("14.1"));
    for id in roster.corps_ids() {
        let card = &roster[id];
        let posted = placements.iter().any(|p| roster[p.commander].corps == id);
        let enters = columns.iter().any(|c| c.corps == id);
        let (path, faulty) = match card.side {
            Side::French => (post, !posted || enters),
            Side::Swiss => (column, !enters || posted),
        };
        if faulty {
            let message = format!(
                "{} corps {}: the French ones are placed, with their commanders, and the Swiss ones enter",
                card.side.word(),
                card.id
            );
            faults.push(path, message, case);
        }
    }
    for c in columns {
        if c.hexes.is_empty() {
            let message = format!("corps {} has no hex to enter by", roster[c.corps].id);
            faults.push(column, message, case);
        }
    }
    if free_entry.is_empty() {
        let message = "the units without corps have no hex to enter by";
        faults.push(entry, message, case);
    }
}

fn read_scenarios(file: &ScenariosFile, board: &Board, roster: &Roster, faults: &mut SetupFaults) -> Deployment {
    let f = faults;
    let mut places = Vec::new();
    for (i, name) in file.places.names.iter().enumerate() {
        let found = board.ids().find(|&h| board.name(h) == Some(name));
        if found.is_none() {
            let message = format!("unknown hex {name:?}");
            f.push(format!("scenarios.places.names[{i}]"), message, Some(cite!("8.1")));
        }
        places.extend(found);
    }
    at_most(places.len(), MOST_PLACES, "places", "scenarios.places.names", f);
    let mut scenarios: Vec<Scenario> = Vec::new();
    for (i, s) in file.scenario.iter().enumerate() {
        let path = format!("scenarios.scenario[{i}]");
        let taken = scenarios.iter().map(|o| o.id.as_str());
        new_name(&s.id, "scenario", taken, &format!("{path}.id"), f);
        let at = format!("{path}.days");
        scenarios.push(Scenario {
            id: s.id.clone(),
            title: s.title.clone(),
            days: ranged(s.days, (1, 2), &at, cite!("14.0"), f) as u8,
            draw: s.draw,
            source: source(s.source.as_deref(), true, &path, f),
        });
    }
    let mut deployment = Deployment {
        clock: Clock::read(None, &file.clock, &Form::WHOLE, "scenarios.clock", f),
        armies: Armies::read(None, &file.armies, &Form::WHOLE, "scenarios.armies", f),
        places,
        places_source: source(file.places.source.as_deref(), true, "scenarios.places", f),
        placements: Vec::new(),
        columns: Vec::new(),
        free_entry: Vec::new(),
        free_entry_source: reading::own(),
        scenarios,
    };
    clock_faults(&deployment.clock, "scenarios.clock", f);
    let list = |path| Posts {
        board,
        roster,
        path,
        file: true,
    };
    list("scenarios.post").placements(&mut deployment.placements, &file.post, f);
    list("scenarios.column").columns(&mut deployment.columns, &file.column, f);
    let (hexes, source) = list("scenarios.free_entry").hexes(&file.free_entry, cite!("14.1"), f);
    (deployment.free_entry, deployment.free_entry_source) = (hexes, source);
    deployment_faults(roster, &deployment, ["scenarios"; 3], f);
    deployment
}

/// The lists of posts and columns that are read: those of the game's file, or of a set-up that changes it.
#[derive(Clone, Copy)]
struct Posts<'a> {
    board: &'a Board,
    roster: &'a Roster,
    path: &'a str,
    file: bool,
}

impl Posts<'_> {
    /// Reads replacement hexes, and their source.
    fn hexes(&self, p: &HexesPatch, case: Cite, faults: &mut SetupFaults) -> (Vec<HexId>, Source) {
        let hexes = hexes(self.board, &p.hexes, &format!("{}.hexes", self.path), case, faults);
        (hexes, source(p.source.as_deref(), self.file, self.path, faults))
    }
    /// Reads posts of French commanders over the existing ones.
    fn placements(&self, placements: &mut Vec<Post>, patches: &[PostPatch], faults: &mut SetupFaults) {
        let case = cite!("14.1");
        let mut posted: Vec<CommanderId> = Vec::new();
        for (i, p) in patches.iter().enumerate() {
            let path = format!("{}[{i}]", self.path);
            let hex = hex(self.board, &p.hex, &format!("{path}.hex"), case, faults);
            let source = source(p.source.as_deref(), self.file, &path, faults);
            let names = self.roster.commanders.iter().map(|c| (c.id.as_str(), c.side));
            let at = format!("{path}.commander");
            for k in of_side(names, Side::French, &p.commander, "commander", &at, faults) {
                let commander = CommanderId(k as u8);
                if posted.contains(&commander) {
                    let message = format!("{} is placed twice", self.roster[commander].id);
                    faults.push(&at, message, Some(case));
                }
                posted.push(commander);
                let Some(hex) = hex else { continue };
                let post = Post {
                    commander,
                    hex,
                    source: source.clone(),
                };
                match placements.iter_mut().find(|o| o.commander == commander) {
                    Some(old) => *old = post,
                    None => placements.push(post),
                }
            }
        }
    }
    /// Reads entries of Swiss corps over the existing ones.
    fn columns(&self, columns: &mut Vec<Column>, patches: &[ColumnPatch], faults: &mut SetupFaults) {
        let case = cite!("14.1");
        let mut entered: Vec<CorpsId> = Vec::new();
        for (i, p) in patches.iter().enumerate() {
            let path = format!("{}[{i}]", self.path);
            let at = format!("{path}.hexes");
            let through = p.hexes.as_ref().map(|text| hexes(self.board, text, &at, case, faults));
            let at = format!("{path}.reduction");
            let less = p.reduction.map(|n| ranged(n, REDUCTION, &at, case, faults) as u8);
            let source = source(p.source.as_deref(), self.file, &path, faults);
            let names = self.roster.corps.iter().map(|c| (c.id.as_str(), c.side));
            let at = format!("{path}.corps");
            for k in of_side(names, Side::Swiss, &p.corps, "corps", &at, faults) {
                let corps = CorpsId(k as u8);
                if entered.contains(&corps) {
                    let message = format!("{} enters twice", self.roster[corps].id);
                    faults.push(&at, message, Some(case));
                }
                entered.push(corps);
                let old = columns.iter().position(|c| c.corps == corps);
                let o = old.map(|k| &columns[k]);
                let column = Column {
                    corps,
                    hexes: through.as_ref().or(o.map(|c| &c.hexes)).cloned().unwrap_or_default(),
                    reduction: less.or(o.map(|c| c.reduction)).unwrap_or(0),
                    source: source.clone(),
                };
                match old {
                    Some(k) => columns[k] = column,
                    None => columns.push(column),
                }
            }
        }
    }
}

/// Returns the indexes of the listed items of this side that a text names; `"all"` names all of the side.
fn of_side<'n>(
    names: impl Iterator<Item = (&'n str, Side)>,
    side: Side,
    text: &str,
    what: &str,
    path: &str,
    faults: &mut SetupFaults,
) -> Vec<usize> {
    let names: Vec<(&str, Side)> = names.collect();
    if text.trim().eq_ignore_ascii_case(ALL) {
        let of_it = |(i, (_, s)): (usize, &(&str, Side))| (*s == side).then_some(i);
        return names.iter().enumerate().filter_map(of_it).collect();
    }
    let case = Some(cite!("14.1"));
    let words: Vec<String> = spread(text, path, faults);
    if words.is_empty() {
        faults.push(path, format!("no {what} is named"), case);
    }
    let mut out = Vec::new();
    for word in words {
        let all = names.iter().map(|(n, _)| *n);
        let Some(i) = listed(all, &word, what, path, case, faults) else {
            continue;
        };
        if names[i].1 == side {
            out.push(i);
        } else {
            let message = format!("{word} is not {}", side.word());
            faults.push(path, message, case);
        }
    }
    out
}

// ---- the game data ----------------------------------------------------------------------------------------------

impl GameData {
    /// Loads game data from the texts of its files.
    ///
    /// # Errors
    /// Returns every fault of every file, each with its place.
    pub fn load(files: &Files<'_>) -> Result<Self, SetupFaults> {
        let mut faults = SetupFaults::default();
        let f = &mut faults;
        let map = toml_file::<MapFile>(files.map, "map.toml", f).map(|file| file.read(&MAP, f));
        let counters = toml_file::<CountersFile>(files.counters, "counters.toml", f);
        let commanders = toml_file::<CommandersFile>(files.commanders, "commanders.toml", f);
        let charts = toml_file::<ChartsPatch>(files.charts, "charts.toml", f)
            .and_then(|file| Charts::build(None, &file, "charts", f));
        let scenarios = toml_file::<ScenariosFile>(files.scenarios, "scenarios.toml", f);
        let (Some((board, layers)), Some(counters), Some(commanders), Some(scenarios)) =
            (map, counters, commanders, scenarios)
        else {
            return Err(faults);
        };
        let mut roster = Roster {
            counters: Vec::new(),
            commanders: Vec::new(),
            corps: Vec::new(),
        };
        let pieces = (&counters.corps[..], &counters.counter[..], &commanders.commander[..]);
        let paths = ["counters.corps", "counters.counter", "commanders.commander"];
        roster.read(pieces, paths, true, f);
        let path = |i: usize| format!("commanders.commander[{i}]");
        commander_faults(&roster.commanders, &roster.corps, &path, "commanders", f);
        upright(&board, &mut faults);
        let deployment = read_scenarios(&scenarios, &board, &roster, &mut faults);
        let Some(charts) = charts else {
            return Err(faults);
        };
        let mut game_data = Self {
            board,
            roster,
            charts,
            deployment,
            layers,
            digest: 0,
            laws: Laws::PRINTED,
            muster: Muster::default(),
        };
        game_data.seal();
        faults.or(game_data)
    }

    fn seal(&mut self) {
        self.digest = digest_bytes(self.canon().as_bytes());
        self.muster = Muster::of(&self.roster, &self.board);
    }
    /// Returns the values of a unit's counter that the rules read most.
    #[inline]
    pub(crate) fn traits(&self, unit: UnitId) -> Traits {
        self.muster.traits[unit.index()]
    }
    /// Returns these values of every unit, in order.
    #[inline]
    pub(crate) fn all_traits(&self) -> &[Traits] {
        &self.muster.traits
    }
    /// Returns the units of a corps, in order.
    pub(crate) fn units_of(&self, corps: CorpsId) -> &[UnitId] {
        &self.muster.ranks[corps.index()]
    }
    /// Returns whether a corps has units and all of them are cavalry (7.2, ruling R88).
    pub(crate) fn cavalry_corps(&self, corps: CorpsId) -> bool {
        self.muster.corps[corps.index()].1
    }
    /// Returns the side of a corps.
    #[inline]
    pub(crate) fn corps_side(&self, corps: CorpsId) -> Side {
        self.muster.corps[corps.index()].0
    }
    /// Returns the hexes that a printed fortification protects.
    pub(crate) fn walled(&self) -> &[HexId] {
        &self.muster.walled
    }
    /// Returns a commander's side.
    #[inline]
    pub(crate) fn commander_side(&self, commander: CommanderId) -> Side {
        self.muster.commanders[commander.index()].0
    }
    /// Returns the side of every commander, in order.
    pub(crate) fn commander_sides(&self) -> impl Iterator<Item = Side> + '_ {
        self.muster.commanders.iter().map(|&(side, _)| side)
    }
    /// Returns the cost of a step for a class under the printed laws, without friendly units or field works. It is computed
    /// on first use.
    #[inline]
    pub(crate) fn fare(
        &self,
        from: HexId,
        dir: Dir,
        class: Class,
        work_out: impl FnOnce() -> Option<u32>,
    ) -> Option<u32> {
        let index = 18 * from.index() + 3 * dir.index() + class as usize;
        self.muster.fares.get(index, work_out)
    }
    /// Returns whether a commander has heroic value (7.2).
    #[inline]
    pub(crate) fn hero(&self, commander: CommanderId) -> bool {
        self.muster.commanders[commander.index()].1
    }

    /// Returns all data that the rules read as one text, which is the same on every machine.
    fn canon(&self) -> String {
        let mut t = String::new();
        let board = &self.board;
        let _ = writeln!(t, "{:?}", board.numbering());
        plain_board(board, &mut t);
        let face = |f: &Face| format!("{}/{}/{}/{}", f.morale, f.melee, f.ma, f.fire);
        for c in &self.roster.counters {
            let _ = writeln!(
                t,
                "{} {} {} {:?} {} {} {} {}",
                c.id,
                c.side.word(),
                c.arm.word(),
                c.corps.map(|c| c.0),
                c.protection.word(),
                face(&c.front),
                face(&c.back),
                c.replacement
            );
        }
        for c in &self.roster.commanders {
            let face = |f: &CommanderFace| format!("{}/{}/{:?}", f.range, f.ma, f.bonus);
            let _ = writeln!(
                t,
                "{} {} {} {} {} {}{}{}",
                c.id,
                c.side.word(),
                c.corps.0,
                face(&c.front),
                face(&c.back),
                u8::from(c.hero),
                u8::from(c.king),
                u8::from(c.constable)
            );
        }
        for c in &self.roster.corps {
            let _ = writeln!(t, "{} {} {:?}", c.id, c.side.word(), c.morale);
        }
        self.charts.canon(&mut t);
        let d = &self.deployment;
        let places = |hexes: &[HexId]| plain_hexes(board, hexes);
        let _ = writeln!(t, "{} {}", d.clock.plain(&Form::WHOLE), d.armies.plain(&Form::WHOLE));
        let _ = writeln!(t, "{} {}", places(&d.places), places(&d.free_entry));
        for p in &d.placements {
            let _ = writeln!(t, "{} {}", p.commander.0, board.label_str(p.hex));
        }
        for c in &d.columns {
            let _ = writeln!(t, "{} {} {}", c.corps.0, places(&c.hexes), c.reduction);
        }
        for s in &d.scenarios {
            let _ = writeln!(t, "{} {} {}", s.id, s.days, s.draw);
        }
        t
    }

    /// Returns this game data with a patch applied. It reports every fault of the patch; the path of a fault begins with the
    /// name of a field of [`GameDataPatch`]. If there is a fault, it changes nothing.
    #[must_use]
    pub fn patched(&self, patch: &GameDataPatch, faults: &mut SetupFaults) -> Self {
        let before = faults.0.len();
        let mut game_data = self.clone();
        if let Some(map) = &patch.map {
            game_data.patch_map(map, faults);
        }
        let pieces = (&patch.corps[..], &patch.counters[..], &patch.commanders[..]);
        game_data
            .roster
            .read(pieces, ["corps", "counters", "commanders"], false, faults);
        if let Some(p) = &patch.charts
            && let Some(charts) = Charts::build(Some(&self.charts), p, "charts", faults)
        {
            game_data.charts = charts;
        }
        game_data.patch_deployment(patch, faults);
        if faults.0.len() == before {
            let path = |i: usize| {
                let id = &game_data.roster.commanders[i].id;
                let found = patch.commanders.iter().position(|p| p.id.eq_ignore_ascii_case(id));
                found.map_or_else(|| "commanders".to_owned(), |i| format!("commanders[{i}]"))
            };
            let (commanders, corps) = (&game_data.roster.commanders, &game_data.roster.corps);
            commander_faults(commanders, corps, &path, "commanders", faults);
            let paths = ["placements", "columns", "free_entry"];
            deployment_faults(&game_data.roster, &game_data.deployment, paths, faults);
        }
        if faults.0.len() > before {
            return self.clone();
        }
        game_data.seal();
        game_data
    }

    fn patch_map(&mut self, patch: &MapPatch, faults: &mut SetupFaults) {
        MAP.change(patch, &mut self.board, &mut self.layers, faults);
        if patch.numbering.is_some() {
            upright(&self.board, faults);
            // The deployment is read again on the changed pieces and map.
            let d = &mut self.deployment;
            d.places.clear();
            d.places_source = reading::own();
            d.placements.clear();
            d.columns.clear();
            d.free_entry.clear();
        }
    }

    fn patch_deployment(&mut self, patch: &GameDataPatch, faults: &mut SetupFaults) {
        let (board, roster, d) = (&self.board, &self.roster, &mut self.deployment);
        regroup(&mut d.clock, patch.clock.as_ref(), "clock", faults);
        clock_faults(&d.clock, "clock", faults);
        regroup(&mut d.armies, patch.armies.as_ref(), "armies", faults);
        let list = |path| Posts {
            board,
            roster,
            path,
            file: false,
        };
        if let Some(p) = &patch.places {
            (d.places, d.places_source) = list("places").hexes(p, cite!("8.1"), faults);
            at_most(d.places.len(), MOST_PLACES, "places", "places.hexes", faults);
        }
        if let Some(p) = &patch.free_entry {
            (d.free_entry, d.free_entry_source) = list("free_entry").hexes(p, cite!("14.1"), faults);
        }
        // A commander who has changed to the Swiss side is no longer placed.
        d.placements.retain(|p| roster[p.commander].side == Side::French);
        list("placements").placements(&mut d.placements, &patch.placements, faults);
        list("columns").columns(&mut d.columns, &patch.columns, faults);
    }

    /// Returns all reconstructed values with the reason for each, so that none passes for a printed one.
    pub fn reconstructed(&self) -> Vec<(String, String)> {
        reconstructed(&self.layers, |note| self.tell_sources(note))
    }

    fn tell_sources(&self, mut note: &mut dyn FnMut(String, &Source)) {
        self.charts.provenance(&mut note);
        for c in &self.roster.corps {
            c.sources.tell(&format!("corps: {}", c.id), &mut note);
        }
        for (name, c) in runs(&self.roster.counters, nameless) {
            c.sources
                .tell(&format!("counters: {name}, number and ratings"), &mut note);
        }
        for c in &self.roster.commanders {
            c.sources.tell(&format!("commanders: {}, ratings", c.id), &mut note);
        }
        let d = &self.deployment;
        d.clock.sources.tell("scenarios: hours", &mut note);
        d.armies.sources.tell("scenarios: armies", &mut note);
        note("scenarios: places".to_owned(), &d.places_source);
        for p in &d.placements {
            let id = &self.roster[p.commander].id;
            note(format!("set-up: {id}"), &p.source);
        }
        for c in &d.columns {
            let id = &self.roster[c.corps].id;
            note(format!("entry: corps {id}"), &c.source);
        }
        note("entry: units without corps".to_owned(), &d.free_entry_source);
        for s in &d.scenarios {
            note(format!("scenarios: {}", s.id), &s.source);
        }
    }

    /// Returns the player aid sheets, each with a title and a text. `*` marks reconstructed cells, `+` those of the set-up.
    pub fn sheets(&self) -> Vec<(String, String)> {
        let mut out = self.charts.sheets();
        let head = ["Units", "Who", "Corps", "Protection", "In order", "Disordered", ""];
        let counters = runs(&self.roster.counters, nameless).into_iter();
        let rows = counters.map(|(name, c)| self.counter_row(name, c)).collect();
        let counters = aligned(&head, rows)
            + "\nFaces are morale / melee / movement, and fire. Replaced: morale 1 less, melee halved (1.1).\n"
            + LEGEND;
        out.push(("Counters".to_owned(), counters));
        let rows = self.roster.commanders.iter().map(|c| self.commander_row(c));
        let head = ["Commander", "Corps", "Unhurt", "Injured", ""];
        let commanders = aligned(&head, rows.collect()) + "\nFaces are command range / movement, and bonus.\n" + LEGEND;
        out.push(("Commanders".to_owned(), commanders));
        let rows = self.roster.corps.iter().map(|c| {
            let post = self.deployment.placements.iter();
            let post = post.filter(|p| self.roster[self.roster[p.commander].corps].id == c.id);
            vec![
                format!("{}{}", c.id, c.sources.source.mark()),
                format!("{}{}", c.title, c.sources.mark("title")),
                c.morale
                    .map_or("-".to_owned(), |n| format!("{n}{}", c.sources.mark("morale"))),
                post.map(|p| self.board.label(p.hex)).collect(),
            ]
        });
        let armies = &self.deployment.armies;
        let corps = aligned(&["Corps", "What it was", "Morale", "Begins"], rows.collect())
            + &format!("\nThe Swiss army: {}; its corps enter in this order.\n", armies.shown("swiss_morale"))
            + LEGEND;
        out.push(("Corps".to_owned(), corps));
        out
    }

    fn counter_row(&self, name: String, c: &Counter) -> Vec<String> {
        let of = |part: &str| c.sources.mark(part);
        let face = |f: &Face, of: &dyn Fn(&str) -> &'static str| {
            let fire = if f.fire > 0 {
                format!(", {}{}", f.fire, of("fire"))
            } else {
                String::new()
            };
            format!("{}{} / {}{} / {}{}{fire}", f.morale, of("morale"), f.melee, of("melee"), f.ma, of("ma"))
        };
        // A source of the rulebook covers the face in order, unless the part names the other face.
        let back = |part: &str| match part {
            "melee" if c.sources.parts.contains_key("back_melee") => of("back_melee"),
            _ => of("back"),
        };
        vec![
            name,
            c.title.clone(),
            c.corps.map_or("-".to_owned(), |id| self.roster[id].id.clone()),
            format!("{}{}", c.protection.word(), of("protection")),
            face(&c.front, &of),
            face(&c.back, &back),
            if c.replacement {
                format!("replaced{}", of("replacement"))
            } else {
                String::new()
            },
        ]
    }

    fn commander_row(&self, c: &CommanderCard) -> Vec<String> {
        let of = |part: &str| c.sources.mark(part);
        let face = |f: &CommanderFace, r: &str, m: &str, b: &str| {
            let bonus = match f.bonus {
                Bonus::None => String::new(),
                Bonus::Melee(n) => format!(", melee +{n}{b}"),
                Bonus::Fire(n) => format!(", fire +{n}{b}"),
            };
            format!("{}{r} / {}{m}{bonus}", f.range, f.ma)
        };
        let hero = if c.hero { "hero" } else { "" };
        vec![
            c.id.clone(),
            self.roster[c.corps].id.clone(),
            face(&c.front, of("range"), of("ma"), of("bonus")),
            face(&c.back, of("back"), of("back"), of("back")),
            hero.to_owned(),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::components::{Arm, Protection, behind_fortification};
    use casus_core::{Stride, reach};

    fn at(text: &str) -> HexId {
        standard().board.parse(text).unwrap()
    }
    fn count(of: impl Fn(&Counter) -> bool) -> usize {
        standard().roster.counters.iter().filter(|c| of(c)).count()
    }

    #[test]
    fn the_standard_kit_loads() {
        if let Err(faults) = GameData::load(&FILES) {
            panic!("{faults}");
        }
        assert_eq!(standard().board.len(), 672);
    }

    #[test]
    fn every_piece_has_a_name_and_no_two_the_same() {
        let r = &standard().roster;
        let name = |id: &str| r.unit_name(r.unit(id).unwrap());
        for (id, is) in [
            ("King-Arc-1", "King's mounted archers 1"),
            ("LaPalice-Gen-4", "La Palice's gendarmes 4"),
            ("Guise-Lan-2", "Black Band 2"),
            ("II-Pike-9", "Center pikemen 9"),
            ("Arq-3", "Arquebusiers 3"),
        ] {
            assert_eq!(name(id), is);
        }
        assert_eq!(r.leader_name(r.commander("LaPalice").unwrap()), "La Palice");
        assert_eq!(r.corps_name(r.corps("Alencon").unwrap()), "Alençon's corps");
        assert_eq!(r.corps_name(r.corps("II").unwrap()), "corps II");
        let units = r.counters.iter().map(|c| &*c.name);
        let men = r.commanders.iter().map(|c| &*c.short_name);
        let all = units.chain(men).chain(r.corps.iter().map(|k| &*k.name));
        let names: std::collections::BTreeSet<&str> = all.collect();
        assert_eq!(names.len(), r.counters.len() + r.commanders.len() + r.corps.len());
        let lacks = FILES.counters.replacen("name = \"Black Band\"\n", "", 1);
        let fault = GameData::load(&Files {
            counters: &lacks,
            ..FILES
        })
        .unwrap_err();
        assert!(fault.to_string().contains("name: is missing"), "{fault}");
    }

    #[test]
    fn the_orders_of_battle_are_the_rulebooks() {
        let r = &standard().roster;
        let french: Vec<(&str, u8)> = r
            .corps
            .iter()
            .filter_map(|c| Some((c.id.as_str(), c.morale?)))
            .collect();
        let want = [
            ("King", 5),
            ("Bourbon", 8),
            ("Bayard", 4),
            ("LaPalice", 5),
            ("Trivulce", 4),
            ("Bouillon", 3),
            ("Alencon", 7),
            ("Guise", 5),
            ("Genouillac", 10),
            ("Navarro", 5),
        ];
        assert_eq!(french, want);
        assert_eq!(french.iter().map(|c| u32::from(c.1)).sum::<u32>(), 56);
        for id in r.corps_ids() {
            // In our reconstruction a French corps has as many units as morale points, and a Swiss corps fills three hexes.
            let units = r.units_of(id).count();
            assert_eq!(units, r[id].morale.map_or(9, usize::from), "{}", r[id].id);
            assert!(r.commander_of(id).is_some());
        }
        assert_eq!((r.counters.len(), r.commanders.len()), (56 + 27 + 5, 13));
        // 1.1: melee 6 and no replacement, three units of the center and nine of the rearguard; all others have one.
        let of = |c: &Counter, corps: &str| c.corps == r.corps(corps);
        let six = |c: &Counter| c.swiss_pikemen() && c.front.melee == 6;
        for (corps, bare, full) in [("I", 0, 9), ("II", 3, 6), ("III", 9, 0)] {
            let bare_ones = |c: &Counter| of(c, corps) && six(c) && !c.replacement;
            assert_eq!(count(bare_ones), bare, "{corps}");
            let full_ones = |c: &Counter| of(c, corps) && !six(c) && c.replacement;
            assert_eq!(count(full_ones), full, "{corps}");
        }
        assert_eq!(count(Counter::swiss_arquebusiers), 3);
        let cavalry = |c: &Counter| c.side == Side::Swiss && c.class() == Class::Cavalry;
        assert_eq!(count(cavalry), 2);
        assert_eq!(count(|c| c.corps.is_none()), 5);
        let cavalry: Vec<_> = r.corps_ids().filter(|&c| r.cavalry_corps(c)).collect();
        let cavalry: Vec<_> = cavalry.iter().map(|&c| r[c].id.as_str()).collect();
        assert_eq!(cavalry, ["King", "Bayard", "LaPalice", "Trivulce"]);
    }

    #[test]
    fn what_the_counters_owe_to_the_rulebook() {
        let r = &standard().roster;
        for c in &r.counters {
            let id = &c.id;
            assert!(!c.sources.source.is_printed(), "{id}: no face is in the text");
            assert!(c.back.melee <= c.front.melee, "{id}");
            assert!(c.back.fire <= c.front.fire, "{id}");
            assert!(c.back.morale <= c.front.morale, "{id}");
            assert!(c.class() == Class::Artillery || c.back.ma > c.front.ma, "{id}");
            let fires = matches!(c.arm, Arm::Arquebusiers | Arm::Artillery);
            assert_eq!(c.front.fire > 0, fires, "{id}");
            // The last column enters with two points less (14.1).
            assert!(c.side == Side::French || c.front.ma > 2, "{id}");
        }
        let pike = &r[r.unit("I-Pike-1").unwrap()];
        assert_eq!((pike.face(true, false).melee, pike.protection), (4, Protection::Normal));
        let less = pike.face(true, true);
        assert_eq!((less.melee, less.morale), (2, pike.back.morale - 1));
        assert_eq!(less.ma, pike.back.ma);
        let gendarmes = &r[r.unit("Bayard-Gen-1").unwrap()];
        assert_eq!(gendarmes.front.melee, 8);
        assert!(gendarmes.protection > pike.protection);
        assert!(gendarmes.front.morale > pike.back.morale);
        assert_eq!(r[r.unit("Navarro-Gas-1").unwrap()].front.fire, 4);
        assert_eq!(r[r.unit("Genouillac-Art-1").unwrap()].front.fire, 8);
        assert_eq!(r[r.unit("Arq-1").unwrap()].protection, Protection::Normal);

        let who = |of: &dyn Fn(&CommanderCard) -> bool| -> Vec<&str> {
            let cards = r.commanders.iter().filter(|c| of(c));
            cards.map(|c| c.id.as_str()).collect()
        };
        assert_eq!(who(&|c| c.hero), ["Francois", "Bayard"]);
        assert_eq!(who(&|c| c.king), ["Francois"]);
        assert_eq!(who(&|c| c.constable), ["Bourbon"]);
        let fire = |c: &CommanderCard| matches!(c.front.bonus, Bonus::Fire(1));
        assert_eq!(who(&fire), ["Genouillac", "Navarro"]);
        let bayard = &r[r.commander("Bayard").unwrap()];
        assert_eq!(bayard.front.bonus, Bonus::Melee(1));
        assert!(bayard.sources.of("bonus").is_printed());
        for c in &r.commanders {
            assert!(c.back.range < c.front.range && c.back.ma < c.front.ma, "{}", c.id);
            assert!(!c.sources.source.is_printed());
        }
    }

    #[test]
    fn the_french_begin_where_the_rulebook_puts_them_and_fit_there() {
        let game_data = standard();
        let d = &game_data.deployment;
        let placements: Vec<(&str, String)> = d
            .placements
            .iter()
            .map(|p| (game_data.roster[p.commander].id.as_str(), game_data.board.label(p.hex)))
            .collect();
        let want = [
            ("Francois", "1022"),
            ("Bourbon", "1614"),
            ("Bayard", "1022"),
            ("LaPalice", "2113"),
            ("Trivulce", "1019"),
            ("Bouillon", "1721"),
            ("Alencon", "1124"),
            ("Guise", "1519"),
            ("Genouillac", "1513"),
            ("Navarro", "1512"),
        ];
        assert!(placements.iter().map(|(c, h)| (*c, h.as_str())).eq(want));
        for p in &d.placements {
            assert!(p.source.is_printed());
            assert_eq!(game_data.board.terrain(p.hex), CLEAR);
            // Two units of infantry or of cavalry in a hex (5.2), or a gun: there is room even if no units share a hex.
            let card = &game_data.roster[p.commander];
            let room = game_data.board.disc(p.hex, card.front.range.into()).count();
            assert!(room >= 2 * game_data.roster.units_of(card.corps).count(), "{}", card.id);
        }
    }

    #[test]
    fn the_swiss_enter_from_the_north() {
        let game_data = standard();
        let (b, d) = (&game_data.board, &game_data.deployment);
        let columns: Vec<(&str, u8)> = d
            .columns
            .iter()
            .map(|c| (game_data.roster[c.corps].id.as_str(), c.reduction))
            .collect();
        assert_eq!(columns, [("I", 0), ("II", 1), ("III", 2)]);
        let north = b.orientation().dir_named("N").unwrap();
        let edge: Vec<HexId> = b.ids().filter(|&h| b.neighbour(h, north).is_none()).collect();
        assert_eq!(d.free_entry, edge);
        for c in &d.columns {
            assert_eq!(c.hexes, [at("1201")]);
        }
        assert!(edge.contains(&at("1201")));
    }

    #[test]
    fn the_hours_are_those_of_the_rulebook() {
        let c = &standard().deployment.clock;
        assert_eq!((c.first_day(), c.turns(1), c.turns(2)), (11, 11, 19));
        let nights: Vec<u8> = (1..=19).filter(|&t| c.is_night(t)).collect();
        assert_eq!(nights, [9, 10, 11]);
        let minutes = nights.iter().map(|&t| c.minutes(t).unwrap() / 60);
        assert_eq!(minutes.collect::<Vec<_>>(), [20, 21, 22]);
        assert_eq!((c.minutes(1), c.minutes(2)), (Some(16 * 60), Some(16 * 60 + 30)));
        assert_eq!((c.minutes(0), c.minutes(12)), (None, None));
        let d = &standard().deployment;
        let a = &d.armies;
        assert_eq!((a.swiss_morale, a.french_corps_to_lose), (40, 5));
        assert_eq!((a.night_range, a.fortifications), (-1, 4));
        assert!(d.scenario("First-Day").unwrap().draw);
        let two = d.scenario("two-days").unwrap();
        assert_eq!((two.days, two.draw), (2, false));
        let places: Vec<_> = d.places.iter().map(|&h| standard().board.terrain(h)).collect();
        assert_eq!(places, [VILLAGE, FARM, FARM, FARM]);
    }

    #[test]
    fn roads_run_on_and_cross_water_on_bridges() {
        let b = &standard().board;
        let roads =
            reach(b, at("1201"), 999, |from, dir, _, _| b.road(from, dir).then_some(Stride { cost: 1, stop: false }));
        let road = |h: HexId| Dir::ALL.into_iter().any(|d| b.road(h, d));
        for h in b.ids().filter(|&h| road(h)) {
            assert!(roads.cost(h).is_some(), "{} is cut off", b.label(h));
        }
        // The wide road, straight down the map.
        assert_eq!(roads.cost(at("1228")), Some(27));
        let south = b.orientation().dir_named("S").unwrap();
        assert_eq!(b.neighbour(at("1228"), south), None);
        let mut wet = Vec::new();
        for h in b.ids() {
            for (dir, _) in b.neighbours(h).filter(|(d, _)| b.road(h, *d)) {
                let features = b.features(h, dir);
                if features & WATER != 0 && features & BRIDGE == 0 && dir.index() < 3 {
                    wet.push(format!("{} {}", b.label(h), b.orientation().dir_word(dir)));
                }
                assert_eq!(features & FORTIFICATION, 0, "{}", b.label(h));
            }
        }
        assert_eq!(wet, [""; 0]);
    }

    #[test]
    fn fortifications_protect_the_south_and_east() {
        let b = &standard().board;
        let mut sides = 0;
        for h in b.ids() {
            for dir in Dir::ALL {
                if b.features(h, dir) & FORTIFICATION == 0 {
                    assert!(!behind_fortification(b, h, dir));
                    continue;
                }
                let beyond = b.neighbour(h, dir).unwrap();
                let here = behind_fortification(b, h, dir);
                assert_ne!(here, behind_fortification(b, beyond, dir.opposite()));
                assert_eq!(b.features(h, dir) & WATER, 0);
                if here {
                    sides += 1;
                    let word = b.orientation().dir_word(dir);
                    // A side in the north or west of its hex: the hex itself lies south or east of that side.
                    assert!(["N", "NW", "NE", "SW"].contains(&word), "{} {word}", b.label(h));
                }
            }
        }
        assert_eq!(sides, 16);
        for text in ["1512", "1513"] {
            let behind = |d: &Dir| behind_fortification(b, at(text), *d);
            assert!(Dir::ALL.iter().any(behind), "{text}");
        }
    }

    #[test]
    fn nothing_reconstructed_passes_itself_off_as_printed() {
        let list = standard().reconstructed();
        assert!(list.iter().all(|(what, why)| !what.is_empty() && !why.is_empty()));
        for what in [
            "map: levels",
            "map: terrain",
            "map: Lambro",
            "map: western work",
            "map: wide road from Milan",
            "charts: Fire Combat Table",
            "charts: Melee Combat Table",
            "charts: terrain, slope",
            "commanders: Steiner, ratings",
            "counters: Arq-1..3, number and ratings (save protection)",
            "scenarios: hours, first_hour",
        ] {
            assert!(list.iter().any(|(w, _)| w == what), "{what}: {list:#?}");
        }
        for printed in ["modifiers", "set-up", "entry: corps", "corps:", "places"] {
            assert!(!list.iter().any(|(w, _)| w.starts_with(printed)), "{printed}");
        }
        // The text says less than the data: the map edge, but not its columns; one stack of gendarmes.
        for (what, save) in [
            ("entry: units without corps", ""),
            ("counters: King-Gen-1..4, number and ratings", ""),
            ("counters: Bayard-Gen-1..4, number and ratings", " (save melee, protection)"),
            ("counters: I-Pike-1..9, number and ratings", " (save back_melee, protection, replacement)"),
            ("commanders: Francois, ratings", " (save hero, king, name)"),
            ("commanders: Bourbon, ratings", " (save constable, name)"),
            ("commanders: Navarro, ratings", " (save bonus, name)"),
        ] {
            let line = format!("{what}{save}");
            assert!(list.iter().any(|(w, _)| *w == line), "{line}");
        }
        let sheets = standard().sheets();
        let titles: Vec<&str> = sheets.iter().map(|(t, _)| t.as_str()).collect();
        let want = [
            "Fire Combat Table",
            "Fire Modifiers",
            "Melee Combat Table",
            "Melee Modifiers",
            "Terrain Table",
            "Dice in Brief",
            "Morale of the Armies",
            "Counters",
            "Commanders",
            "Corps",
        ];
        assert_eq!(titles, want);
        for (title, text) in &sheets {
            let narrow = |l: &str| l.chars().count() <= 120;
            assert!(!text.is_empty() && text.lines().all(narrow), "{title}\n{text}");
        }
        assert!(sheets[0].1.contains("Every cell: reconstructed, not as printed."));
        assert!(sheets[4].1.contains("-4 ") && sheets[4].1.contains("NA "), "{}", sheets[4].1);
        assert!(sheets[7].1.contains("7* / 3* / 6*, 4 "), "{}", sheets[7].1);
    }

    fn patch(json: &str) -> GameDataPatch {
        serde_json::from_str(json).unwrap()
    }
    fn patched(json: &str) -> GameData {
        let mut f = SetupFaults::default();
        let game_data = standard().patched(&patch(json), &mut f);
        assert!(f.0.is_empty(), "{json}: {f}");
        game_data
    }
    /// Returns the faults of a patch; a faulty patch changes nothing.
    fn faults(json: &str) -> Vec<String> {
        let mut f = SetupFaults::default();
        let game_data = standard().patched(&patch(json), &mut f);
        assert!(!f.0.is_empty(), "{json}");
        assert_eq!(game_data, **standard());
        f.0.into_iter().map(|f| f.path).collect()
    }

    #[test]
    fn an_empty_patch_changes_nothing_and_the_digest_tells_changes() {
        let game_data = standard();
        let same = patched("{}");
        assert_eq!((&same, same.digest()), (&**game_data, game_data.digest()));
        let mut digests = vec![game_data.digest()];
        for json in [
            r#"{"map":{"blank":true}}"#,
            r#"{"map":{"hexes":[{"hex":"1110","terrain":"farm"}]}}"#,
            r#"{"map":{"hexes":[{"hex":"1110","level":5}]}}"#,
            r#"{"map":{"hexsides":[{"hex":"1110","side":"N","kind":"river"}]}}"#,
            r#"{"map":{"hexsides":[{"hex":"1110","side":"N","kind":"fortification"}]}}"#,
            r#"{"map":{"hexsides":[{"hex":"1110","side":"N","kind":"fortification","inside":"1109"}]}}"#,
            r#"{"map":{"roads":[["1110","1111","1112"]]}}"#,
            r#"{"counters":[{"id":"Arq-1","front":{"fire":5}}]}"#,
            r#"{"counters":[{"id":"Arq-1","back":{"morale":3}}]}"#,
            r#"{"counters":[{"id":"Arq-4","side":"Swiss","arm":"arquebusiers","protection":"normal",
                "front":{"morale":7,"melee":2,"ma":6,"fire":4},"back":{"morale":5,"melee":1,"ma":7}}]}"#,
            r#"{"commanders":[{"id":"Bayard","front":{"fire":1}}]}"#,
            r#"{"commanders":[{"id":"Bayard","hero":false}]}"#,
            r#"{"corps":[{"id":"King","morale":6}]}"#,
            r#"{"charts":{"fire_modifiers":{"feeble":2}}}"#,
            r#"{"clock":{"first_hour":15}}"#,
            r#"{"clock":{"second_day_turns":6}}"#,
            r#"{"armies":{"fortifications":0}}"#,
            r#"{"places":{"hexes":"1110"}}"#,
            r#"{"placements":[{"commander":"Bourbon","hex":"1615"}]}"#,
            r#"{"columns":[{"corps":"II","reduction":0}]}"#,
            r#"{"columns":[{"corps":"II","hexes":"1301"}]}"#,
            r#"{"free_entry":{"hexes":"1201"}}"#,
        ] {
            let changed = patched(json);
            assert!(!digests.contains(&changed.digest()), "{json}");
            digests.push(changed.digest());
            let p = patch(json);
            let text = serde_json::to_string(&p).unwrap();
            assert_eq!(patch(&text), p);
        }
        assert_eq!(serde_json::to_string(&GameDataPatch::default()).unwrap(), "{}");
        for json in [
            r#"{"leaders":[]}"#,
            r#"{"clock":{"first":15}}"#,
            r#"{"counters":[{"id":"x","front":{"sdr":3}}]}"#,
            r#"{"charts":{"melee_modifiers":{"luck":1}}}"#,
            r#"{"map":{"numbering":{"hexes":"flat"}}}"#,
        ] {
            assert!(serde_json::from_str::<GameDataPatch>(json).is_err(), "{json}");
        }
    }

    #[test]
    fn hours_and_armies_of_ones_own() {
        let game_data =
            patched(r#"{"clock": {"first_hour": 15}, "armies": {"swiss_morale": 30, "source": "rulebook 14.1"}}"#);
        let c = &game_data.deployment.clock;
        assert_eq!((c.first_hour, c.night_hour, c.first_day()), (15, 20, 13));
        assert_eq!(c.sources.of("first_hour"), &reading::own());
        assert!(c.sources.of("night_hour").is_printed());
        assert!(!game_data.reconstructed().iter().any(|(w, _)| w.contains("first_hour")));
        let a = &game_data.deployment.armies;
        assert_eq!((a.swiss_morale, a.night_range), (30, -1));
        for (json, path) in [
            (r#"{"clock":{"first_hour":20}}"#, "clock.first_hour"),
            (r#"{"clock":{"first_hour":-1}}"#, "clock.first_hour"),
            // The unchanged hour must still be before the night.
            (r#"{"clock":{"night_hour":16}}"#, "clock.first_hour"),
            (r#"{"clock":{"night_hour":24}}"#, "clock.night_hour"),
            (r#"{"clock":{"night_turns":13}}"#, "clock.night_turns"),
            (r#"{"clock":{"second_day_turns":99}}"#, "clock.second_day_turns"),
            (r#"{"clock":{"parts":{"noon":"house: x"}}}"#, "clock.parts.\"noon\""),
            (r#"{"armies":{"swiss_morale":0}}"#, "armies.swiss_morale"),
            (r#"{"armies":{"french_corps_to_lose":11}}"#, "armies.french_corps_to_lose"),
            (r#"{"armies":{"night_range":1}}"#, "armies.night_range"),
            (r#"{"armies":{"fortifications":21,"source":"x"}}"#, "armies.fortifications"),
        ] {
            assert_eq!(faults(json)[0], path, "{json}");
        }
    }

    #[test]
    fn the_map_changes_as_the_patch_says() {
        let game_data = patched(
            r#"{"map": {"blank": true, "source": "house: a field of our own",
                "hexes": [{"hex": "1110", "terrain": "Village", "level": 3}],
                "hexsides": [
                    {"hex": "1110", "side": "N", "kind": "canal"},
                    {"hex": "1110", "side": "N", "kind": "bridge"},
                    {"hex": "1109", "side": "S", "kind": "river"},
                    {"hex": "1110", "side": "S", "kind": "fortification", "inside": "1111"},
                    {"hex": "1110", "side": "NE", "kind": "river"},
                    {"hex": "1110", "side": "NE", "kind": "none"}],
                "roads": [["1109", "1110"]],
                "names": {"1110": "Our Lady"}}}"#,
        );
        let b = &game_data.board;
        let dir = |word: &str| b.orientation().dir_named(word).unwrap();
        assert_eq!((b.terrain(at("1110")), b.elevation(at("1110"))), (VILLAGE, 3));
        assert_eq!((b.terrain(at("1512")), b.elevation(at("1512"))), (CLEAR, 0));
        // Water replaces other water, and a bridge stays.
        assert_eq!(b.features(at("1110"), dir("N")), RIVER | BRIDGE);
        assert_eq!(b.features(at("1110"), dir("NE")), 0);
        assert!(behind_fortification(b, at("1111"), dir("N")));
        assert!(!behind_fortification(b, at("1110"), dir("S")));
        assert!(b.road(at("1110"), dir("N")) && !b.road(at("1201"), dir("S")));
        assert_eq!(b.name(at("1110")), Some("Our Lady"));
        assert_eq!(game_data.deployment, standard().deployment);
        let last = game_data.layers.last().unwrap();
        assert_eq!(last.source, Source::House("a field of our own".into()));
        assert!(game_data.layers.iter().all(|l| l.name != "Lambro"));

        let found = faults(
            r#"{"map": {"source": "hearsay",
                "hexes": [{"hex": "9999", "terrain": "lava", "level": 10}],
                "hexsides": [{"hex": "1110", "side": "E", "kind": "moat", "inside": "1111"},
                    {"hex": "1110", "side": "N", "kind": "bridge"},
                    {"hex": "1110", "side": "N", "kind": "canal", "inside": "1110"},
                    {"hex": "1110", "side": "N", "kind": "fortification", "inside": "2020"}],
                "roads": [["1110", "1115", "x"]],
                "names": {"0000": "Nowhere", "1110": "a name that is a good deal longer than a map has room for"}}}"#,
        );
        for path in [
            "map.source",
            "map.hexes[0].hex",
            "map.hexes[0].terrain",
            "map.hexes[0].level",
            "map.hexsides[0].side",
            "map.hexsides[0].kind",
            "map.hexsides[0].inside",
            "map.hexsides[1].kind",
            "map.hexsides[2].inside",
            "map.hexsides[3].inside",
            "map.roads[0][1]",
            "map.roads[0][2]",
            "map.names.\"0000\"",
            "map.names.\"1110\"",
        ] {
            assert!(found.iter().any(|p| p == path), "{path} not in {found:#?}");
        }
    }

    const SMALL: &str = r#"{"map": {"numbering": {"hexes": "flat", "digits": "ccrr",
        "rows": {"first": 1, "last": 5, "grows": "south"}, "columns": {"first": 1, "last": 6, "grows": "east"},
        "shift": {"lines": "even", "toward": "south"}}}}"#;

    #[test]
    fn a_small_map_of_ones_own_wants_its_own_deployment() {
        let whole = |map: &str| {
            let rest = r#", "placements": [{"commander": "all", "hex": "0303"}],
                "columns": [{"corps": "all", "hexes": "0101 0201"}], "free_entry": {"hexes": "0101-0601"}}"#;
            map.strip_suffix('}').unwrap().to_owned() + rest
        };
        let game_data = patched(&whole(SMALL));
        assert_eq!(game_data.board.len(), 30);
        let d = &game_data.deployment;
        assert_eq!((d.placements.len(), d.columns.len()), (10, 3));
        assert_eq!((d.free_entry.len(), d.places.len()), (6, 0));
        assert!(game_data.board.ids().all(|h| game_data.board.elevation(h) == 0));
        assert_eq!(game_data.layers.len(), 1);
        let sheets = game_data.sheets();
        assert!(sheets.iter().all(|(_, text)| !text.is_empty()));
        // The same numbers on hexes of another orientation are another map.
        let other = SMALL.replace("even", "odd");
        assert_ne!(patched(&whole(&other)).digest(), game_data.digest());

        let found = faults(SMALL);
        assert_eq!(found.iter().filter(|p| *p == "placements").count(), 10);
        assert_eq!(found.iter().filter(|p| *p == "columns").count(), 3);
        assert!(found.contains(&"free_entry".to_owned()));
    }

    #[test]
    fn pieces_change_and_come_anew() {
        let game_data = patched(
            r#"{"corps": [{"id": "Lautrec", "side": "French", "title": "Reserve", "morale": 4}, {"id": "king", "morale": 7}],
                "commanders": [
                    {"id": "Lautrec", "name": "Odet de Foix", "side": "French", "corps": "Lautrec",
                     "front": {"range": 4, "ma": 9, "melee": 1}, "back": {"range": 3, "ma": 8}},
                    {"id": "Navarro", "front": {"fire": 0}},
                    {"id": "Bayard", "front": {"fire": 2, "melee": 0}}],
                "counters": [
                    {"id": "Lautrec-Gen-1", "side": "French", "title": "Gendarmes", "arm": "cavalry", "corps": "Lautrec",
                     "protection": "superior", "front": {"morale": 8, "melee": 8, "ma": 5}, "back": {"morale": 6, "melee": 4, "ma": 6}},
                    {"id": "i-pike-1", "front": {"melee": 6}, "source": "rulebook 1.1"},
                    {"id": "Bourbon-Gen-1", "corps": "Bayard", "back": {"morale": 4}}],
                "placements": [{"commander": "Lautrec", "hex": "1020"}]}"#,
        );
        let (r, old) = (&game_data.roster, &standard().roster);
        assert_eq!(r.counters.len(), old.counters.len() + 1);
        let lautrec = r.corps("Lautrec").unwrap();
        assert_eq!(r[lautrec].morale, Some(4));
        assert_eq!(r.units_of(lautrec).count(), 1);
        assert!(r.cavalry_corps(lautrec));
        let odet = r.commander_of(lautrec).unwrap();
        assert_eq!(r[odet].front.bonus, Bonus::Melee(1));
        assert_eq!(r[odet].back.bonus, Bonus::None);
        assert_eq!(game_data.deployment.placements.last().unwrap().commander, odet);
        assert_eq!(r[r.corps("King").unwrap()].morale, Some(7));
        assert_eq!(r[r.commander("Navarro").unwrap()].front.bonus, Bonus::None);
        let bayard = &r[r.commander("Bayard").unwrap()];
        assert_eq!(bayard.front.bonus, Bonus::Fire(2));
        assert_eq!((bayard.sources.of("bonus").clone(), bayard.hero), (reading::own(), true));
        let pike = &r[r.unit("I-Pike-1").unwrap()];
        assert_eq!((pike.id.as_str(), pike.front.melee), ("I-Pike-1", 6));
        assert!(pike.sources.of("melee").is_printed() && !pike.sources.source.is_printed());
        let moved = &r[r.unit("Bourbon-Gen-1").unwrap()];
        assert_eq!(moved.corps, r.corps("Bayard"));
        assert_eq!(moved.sources.of("back"), &reading::own());
        let sheets = game_data.sheets();
        assert!(sheets[7].1.contains("4+ / "), "{}", sheets[7].1);
    }

    #[test]
    fn faults_of_pieces_name_their_paths_and_come_all_at_once() {
        let found = faults(
            r#"{"corps": [{"id": "King", "side": "Swiss", "morale": 41}, {"id": "I", "morale": 5}, {"id": "new one"},
                    {"id": "X", "side": "French"}, {"id": "x", "side": "Venice"}],
                "counters": [
                    {"id": "Arq-1", "side": "Venice", "arm": "archers", "corps": "Nobody", "protection": "best",
                     "front": {"morale": 13, "melee": 21, "ma": -1, "fire": 21}, "back": {"morale": 1}, "source": "hearsay"},
                    {"id": "arq-1", "replacement": true},
                    {"id": "Arq-2", "corps": "II"},
                    {"id": "Arq-3", "front": {"fire": 0}},
                    {"id": "I-Pike-1", "corps": "-"},
                    {"id": "I-Pike-2", "corps": "King"},
                    {"id": "I-Pike-3", "front": {"melee": 5}},
                    {"id": "no name"}],
                "commanders": [
                    {"id": "Bayard", "side": "Venice", "corps": "Nobody", "front": {"range": 21, "ma": 21, "melee": 4, "fire": 1}},
                    {"id": "BAYARD", "back": {"melee": 1, "fire": 1}},
                    {"id": "Newman"}],
                "places": {"hexes": "9999", "source": "x"},
                "placements": [{"commander": "Steiner", "hex": "9999"}, {"commander": "Nobody Bourbon Bourbon", "hex": "1010"}, {"hex": "1010"}],
                "columns": [{"corps": "King", "hexes": "x", "reduction": 10}, {"corps": "I"}, {"corps": "II I"}],
                "free_entry": {"hexes": "0000"}}"#,
        );
        for path in [
            "corps[0].side",
            "corps[0].morale",
            "corps[1].morale",
            "corps[2].id",
            "corps[2].side",
            "corps[3].morale",
            "corps[4].id",
            "corps[4].side",
            "counters[0].side",
            "counters[0].arm",
            "counters[0].corps",
            "counters[0].protection",
            "counters[0].front.morale",
            "counters[0].front.melee",
            "counters[0].front.ma",
            "counters[0].front.fire",
            "counters[0].back.morale",
            "counters[0].source",
            "counters[1].id",
            "counters[1].replacement",
            "counters[2].corps",
            "counters[3].back.fire",
            "counters[4].corps",
            "counters[5].corps",
            "counters[6].replacement",
            "counters[7].id",
            "counters[7].side",
            "counters[7].arm",
            "counters[7].protection",
            "counters[7].front.morale",
            "counters[7].back.ma",
            "commanders[0].side",
            "commanders[0].corps",
            "commanders[0].front.range",
            "commanders[0].front.ma",
            "commanders[0].front.melee",
            "commanders[0].front.fire",
            "commanders[1].id",
            "commanders[1].back.fire",
            "commanders[2].side",
            "commanders[2].corps",
            "commanders[2].front.range",
            "commanders[2].back.ma",
            "places.hexes",
            "places.source",
            "placements[0].commander",
            "placements[0].hex",
            "placements[1].commander",
            "placements[2].commander",
            "columns[0].corps",
            "columns[0].hexes",
            "columns[0].reduction",
            "columns[2].corps",
            "free_entry.hexes",
        ] {
            assert!(found.iter().any(|p| p == path), "{path} not in {found:#?}");
        }
    }

    #[test]
    fn what_does_not_hold_together_is_told() {
        let odet = r#""front": {"range": 4, "ma": 9}, "back": {"range": 3, "ma": 8}"#;
        for (json, path) in [
            (r#"{"corps":[{"id":"X","side":"French","morale":4}]}"#.to_owned(), "commanders"),
            (r#"{"commanders":[{"id":"Bayard","corps":"King"}]}"#.to_owned(), "commanders[0].corps"),
            (r#"{"commanders":[{"id":"Bayard","side":"Swiss"}]}"#.to_owned(), "commanders[0].corps"),
            (r#"{"commanders":[{"id":"Steiner","king":true}]}"#.to_owned(), "commanders[0].king"),
            (
                format!(r#"{{"commanders":[{{"id":"O","side":"French","corps":"King",{odet}}}]}}"#),
                "commanders[0].corps",
            ),
            (
                format!(
                    r#"{{"corps":[{{"id":"X","side":"French","morale":4}}],
                    "commanders":[{{"id":"O","side":"French","corps":"X",{odet}}}]}}"#
                ),
                "placements",
            ),
            (
                format!(
                    r#"{{"corps":[{{"id":"IV","side":"Swiss"}}],
                    "commanders":[{{"id":"O","side":"Swiss","corps":"IV",{odet}}}]}}"#
                ),
                "columns",
            ),
            (r#"{"columns":[{"corps":"I","hexes":""}]}"#.to_owned(), "columns"),
            (r#"{"free_entry":{}}"#.to_owned(), "free_entry"),
            (r#"{"places":{"hexes":"1101-1109"}}"#.to_owned(), "places.hexes"),
            (SMALL.replace("flat", "pointy").replace("\"south\"}}", "\"west\"}}"), "map.numbering.hexes"),
        ] {
            assert!(faults(&json).iter().any(|p| p == path), "{json}: {path}");
        }
    }

    #[test]
    fn a_battle_has_no_more_pieces_than_the_rules_can_count() {
        let names = |n: usize| -> Vec<String> { (0..n).map(|i| format!("New-{i}")).collect() };
        let game_data = standard();
        let mut p = GameDataPatch::default();
        let free = MOST_UNITS - game_data.roster.counters.len();
        for id in names(free + 1) {
            let face = FacePatch {
                morale: Some(7),
                melee: Some(2),
                ma: Some(5),
                fire: None,
            };
            p.counters.push(CounterPatch {
                id,
                side: Some("Swiss".to_owned()),
                arm: Some("arquebusiers".to_owned()),
                protection: Some("normal".to_owned()),
                front: face.clone(),
                back: face,
                ..CounterPatch::default()
            });
        }
        let mut f = SetupFaults::default();
        assert_eq!(game_data.patched(&p, &mut f), **game_data);
        let paths: Vec<&str> = f.0.iter().map(|f| f.path.as_str()).collect();
        assert_eq!(paths, [format!("counters[{free}].id")]);
        p.counters.pop();
        let mut f = SetupFaults::default();
        let full = game_data.patched(&p, &mut f);
        assert!(f.0.is_empty(), "{f}");
        assert_eq!(full.roster.units().count(), MOST_UNITS);

        let mut p = GameDataPatch::default();
        let free = MOST_COMMANDERS - game_data.roster.commanders.len();
        for id in names(free + 1) {
            let face = CommanderFacePatch {
                range: Some(3),
                ma: Some(8),
                ..CommanderFacePatch::default()
            };
            p.corps.push(CorpsPatch {
                id: id.clone(),
                side: Some("French".to_owned()),
                morale: Some(4),
                ..CorpsPatch::default()
            });
            p.placements.push(PostPatch {
                commander: id.clone(),
                hex: "1020".to_owned(),
                ..PostPatch::default()
            });
            p.commanders.push(CommanderPatch {
                id: id.clone(),
                side: Some("French".to_owned()),
                corps: Some(id),
                front: face.clone(),
                back: face,
                ..CommanderPatch::default()
            });
        }
        let mut f = SetupFaults::default();
        assert_eq!(game_data.patched(&p, &mut f), **game_data);
        let paths: Vec<&str> = f.0.iter().map(|f| f.path.as_str()).collect();
        let at = [
            format!("commanders[{free}].id"),
            format!("placements[{free}].commander"),
        ];
        assert!(at.iter().all(|p| paths.contains(&p.as_str())), "{paths:?}");
        p.corps.truncate(free);
        p.placements.truncate(free);
        p.commanders.truncate(free);
        let mut f = SetupFaults::default();
        let full = game_data.patched(&p, &mut f);
        assert!(f.0.is_empty(), "{f}");
        assert_eq!(full.roster.commanders.len(), MOST_COMMANDERS);

        let mut p = GameDataPatch::default();
        for id in names(MOST_CORPS) {
            p.corps.push(CorpsPatch {
                id,
                side: Some("Swiss".to_owned()),
                ..CorpsPatch::default()
            });
        }
        let mut f = SetupFaults::default();
        assert_eq!(game_data.patched(&p, &mut f), **game_data);
        assert!(f.0.iter().any(|f| f.path == "corps[13].id"), "{f}");
    }

    #[test]
    fn charts_of_ones_own_lie_over_ours() {
        let game_data = standard();
        let json = r#"{"charts": {"terrain": {"village": {"melee": -3, "source": "rulebook p.30"}, "slope": {"melee": 2}},
            "fire_modifiers": {"feeble": 2},
            "fire": {"columns": ["1-4", "5+"], "rows": ["1|-|T", "2|-|T", "3|-|T", "4|T|T-1", "5|T|D", "6|T-1|*"]}}}"#;
        let other = patched(json);
        assert_ne!(other.digest(), game_data.digest());
        let village = &other.charts.terrain.hexes[usize::from(VILLAGE)];
        assert_eq!((village.melee, village.fire), (-3, -2));
        assert!(village.sources.of("melee").is_printed());
        assert_eq!(other.charts.fire_modifiers.feeble, 2);
        let found = faults(
            r#"{"charts": {"terrain": {"village": {"melee": 10, "disorder": "often"}, "canal": {"blocks_sight": true},
                "road": {"mp": 0}},
            "melee_modifiers": {"rear": 12, "source": "hearsay"},
            "fire": {"columns": ["1", "3-4"], "rows": []},
            "melee": {"columns": ["1/2", "x", "3/2"], "rows": ["1|-/-|-/-|Q/-"]}}}"#,
        );
        for path in [
            "charts.terrain.village.melee",
            "charts.terrain.village.disorder",
            "charts.terrain.canal.blocks_sight",
            "charts.terrain.road.mp",
            "charts.melee_modifiers.rear",
            "charts.melee_modifiers.source",
            "charts.fire.columns[1]",
            "charts.fire.rows",
            "charts.melee.columns[1]",
            "charts.melee.columns[2]",
            "charts.melee.rows[0][3]",
        ] {
            assert!(found.iter().any(|p| p == path), "{path} not in {found:#?}");
        }
    }

    #[test]
    fn faulty_files_are_told_with_file_and_place() {
        let map = FILES
            .map
            .replacen("1828 S SE NE", "1828 S UP NE", 1)
            .replacen(". .", "? .", 1)
            .replacen("1925 SE\"", "1925 N\"", 1);
        let counters = FILES
            .counters
            .replacen("corps = \"Bouillon\"", "corps = \"I\"", 1)
            .replacen("melee = 8, ma = 5", "melee = 7, ma = 50", 1)
            .replacen("morale = 5", "morale = 500", 1);
        let commanders = FILES
            .commanders
            .replacen("corps = \"Bayard\"", "corps = \"King\"", 1)
            .replacen("fire = 1", "fire = 9", 1);
        let scenarios = FILES
            .scenarios
            .replacen("\"Zivido\"", "\"Paris\"", 1)
            .replacen("hex = \"1614\"", "hex = \"2513\"", 1)
            .replacen("corps = \"II\"", "corps = \"I\"", 1)
            .replacen("first_hour = 16", "first_hour = 20", 1);
        let found = GameData::load(&Files {
            map: &map,
            counters: &counters,
            commanders: &commanders,
            scenarios: &scenarios,
            ..FILES
        });
        let found = found.unwrap_err();
        let paths: Vec<&str> = found.0.iter().map(|f| f.path.as_str()).collect();
        for path in [
            "map.terrain.rows[0]",
            "map.river[0].sides",
            "map.bridge[0].sides",
            "counters.corps[0].morale",
            "counters.counter[10].corps",
            "commanders.commander[2].corps",
            "commanders.commander[8].front.fire",
            "commanders",
            "scenarios.places.names[0]",
            "scenarios.post[1].hex",
            "scenarios.column[1].corps",
            "scenarios",
            "scenarios.clock.first_hour",
        ] {
            assert!(paths.contains(&path), "{path} not in {paths:#?}");
        }
        let odd = paths.iter().filter(|p| p.ends_with(".replacement")).count();
        let fast = paths.iter().filter(|p| p.ends_with(".front.ma")).count();
        assert_eq!((odd, fast), (1, 1), "{paths:#?}");
        let empty = Files {
            map: "x",
            counters: "",
            commanders: "",
            charts: "",
            scenarios: "",
        };
        let found = GameData::load(&empty).unwrap_err();
        assert!(found.0.len() > 30 && found.to_string().contains("map.toml:1"), "{found}");
    }
}
