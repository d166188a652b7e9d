//! The data of the game: map, counters, commanders, charts and scenarios, checked when they are loaded.
//!
//! The files in `data/` are embedded, so the library reads nothing at run time. [`standard`] is the game as it comes.
//! Every fault is reported with its place, and as many as there are.

use crate::casebook::cite;
use crate::charts::{Charts, ChartsPatch};
use crate::components::{
    Arm, Bonus, Class, CommanderCard, CommanderFace, CommanderId, CorpsCard, CorpsId, Counter,
    Face, Protection, Roster, Side, behind_bit,
};
pub use crate::components::{
    BRIDGE, CANAL, CLEAR, DENSE, FARM, FORTIFICATION, GRAND_CANAL, RIVER, VILLAGE, WATER,
};
use casus_core::reading::{
    MapReader, hex, hexes, named_well, parts, ranged, source, spread, toml_file,
};
use casus_core::sheet::{LEGEND, aligned};
use casus_core::{
    Board, Dir, HexId, Layer, Numbering, Provenance, SetupFaults, Sided, Source, digest_bytes,
};
use core::fmt::Write as _;
use core::hash::{Hash, Hasher};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

/// The hours of the battle (14.1, 14.2, ruling R29).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Clock {
    /// The hour at which the first turn begins, 0 to 23; there are two turns an hour by day.
    pub first_hour: u8,
    /// The hour at which the night turns begin, later than the first; one turn an hour.
    pub night_hour: u8,
    /// How many night turns there are, 0 to 12.
    pub night_turns: u8,
    /// How many turns the second day has, 0 to 48.
    pub second_day_turns: u8,
    /// Where each comes from; parts are named as the fields are.
    pub sources: Provenance,
}

impl Clock {
    /// How many turns the first day has, by day and by night.
    pub const fn first_day(&self) -> u8 {
        2 * (self.night_hour - self.first_hour) + self.night_turns
    }
    /// How many turns a battle of so many days has.
    pub const fn turns(&self, days: u8) -> u8 {
        let second = if days > 1 { self.second_day_turns } else { 0 };
        self.first_day() + second
    }
    /// Whether a turn, counted from 1, is a night turn.
    pub const fn is_night(&self, turn: u8) -> bool {
        turn <= self.first_day() && turn > self.first_day() - self.night_turns
    }
    /// When a turn of the first day, counted from 1, begins, in minutes after midnight; none on the second day, whose
    /// hours are in no rule.
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

/// What holds of the armies as wholes.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Armies {
    /// The morale of the Swiss army at the start, 1 to 99 (14.1).
    pub swiss_morale: u8,
    /// So many demoralized corps at one time lose the French the battle (8.2); 1 to 10.
    pub french_corps_to_lose: u8,
    /// What the night adds to every command range, -9 to 0 (14.1).
    pub night_range: i8,
    /// How many fortifications the French build in the night, 0 to 20 (14.2).
    pub fortifications: u8,
    /// Where each comes from; parts are named as the fields are.
    pub sources: Provenance,
}

/// Where a French commander begins (14.1); the units of his corps stand within his command range.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Post {
    /// The commander.
    pub commander: CommanderId,
    /// His hex.
    pub hex: HexId,
    /// Where this comes from.
    pub source: Source,
}

/// A Swiss corps as it enters (14.1).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Column {
    /// The corps.
    pub corps: CorpsId,
    /// The hexes through which it enters.
    pub hexes: Vec<HexId>,
    /// By how much its allowance is reduced in the turn of its entry, 0 to 9.
    pub reduction: u8,
    /// Where this comes from.
    pub source: Source,
}

/// A scenario (14.0).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Scenario {
    /// Its stable name: `"first-day"`.
    pub id: String,
    /// Its title.
    pub title: String,
    /// How many days it has, 1 or 2.
    pub days: u8,
    /// Whether it is a draw when nobody has won at its end; if not, the French have won.
    pub draw: bool,
    /// Where this comes from.
    pub source: Source,
}

/// Who begins where, who enters where, and the scenarios: both have one deployment (14.2).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Deployment {
    /// The hours.
    pub clock: Clock,
    /// The armies as wholes.
    pub armies: Armies,
    /// The places that the Swiss gain by (8.1), by their hexes.
    pub places: Vec<HexId>,
    /// Where that comes from.
    pub places_source: Source,
    /// The French commanders.
    pub posts: Vec<Post>,
    /// The Swiss corps, in the order of their entry.
    pub columns: Vec<Column>,
    /// The hexes where the Swiss units without corps enter.
    pub free_entry: Vec<HexId>,
    /// Where that comes from.
    pub free_entry_source: Source,
    /// The scenarios.
    pub scenarios: Vec<Scenario>,
}

impl Deployment {
    /// The scenario of this name, whatever its case.
    pub fn scenario(&self, id: &str) -> Option<&Scenario> {
        self.scenarios
            .iter()
            .find(|s| s.id.eq_ignore_ascii_case(id))
    }
}

/// Everything that the rules read and nothing that changes in play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Kit {
    /// The map.
    pub board: Board,
    /// The playing pieces.
    pub roster: Roster,
    /// The charts and tables.
    pub charts: Charts,
    /// The scenarios with their set-up and entries.
    pub deployment: Deployment,
    /// The layers of the map, with their sources.
    pub layers: Vec<Layer>,
    digest: u64,
}

impl Hash for Kit {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.digest.hash(state);
    }
}

/// The texts of a game's data files.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Files<'a> {
    /// `map.toml`.
    pub map: &'a str,
    /// `counters.toml`.
    pub counters: &'a str,
    /// `commanders.toml`.
    pub commanders: &'a str,
    /// `charts.toml`.
    pub charts: &'a str,
    /// `scenarios.toml`.
    pub scenarios: &'a str,
}

/// The files that the library carries.
pub const FILES: Files<'static> = Files {
    map: include_str!("../data/map.toml"),
    counters: include_str!("../data/counters.toml"),
    commanders: include_str!("../data/commanders.toml"),
    charts: include_str!("../data/charts.toml"),
    scenarios: include_str!("../data/scenarios.toml"),
};

/// The game as it comes, parsed once.
///
/// # Panics
/// Never: the embedded files are loaded by a test.
pub fn standard() -> &'static Arc<Kit> {
    static KIT: OnceLock<Arc<Kit>> = OnceLock::new();
    KIT.get_or_init(|| Arc::new(Kit::load(&FILES).expect("the embedded data is sound")))
}

// ---- the form of the files --------------------------------------------------------------------------------------

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MapFile {
    numbering: Numbering,
    #[serde(default)]
    frame: BTreeMap<String, String>,
    levels: LayerFile,
    terrain: LayerFile,
    #[serde(default)]
    name: Vec<NameFile>,
    #[serde(default)]
    canal: Vec<SidesFile>,
    #[serde(default)]
    river: Vec<SidesFile>,
    #[serde(default)]
    grand_canal: Vec<SidesFile>,
    #[serde(default)]
    bridge: Vec<SidesFile>,
    #[serde(default)]
    fortification: Vec<SidesFile>,
    #[serde(default)]
    road: Vec<RoadFile>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LayerFile {
    source: String,
    rows: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NameFile {
    hex: String,
    name: String,
    source: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SidesFile {
    name: String,
    source: String,
    sides: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RoadFile {
    name: String,
    source: String,
    path: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CountersFile {
    corps: Vec<CorpsFile>,
    counter: Vec<CounterFile>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CorpsFile {
    id: String,
    side: String,
    title: String,
    morale: Option<i64>,
    source: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FaceFile {
    morale: i64,
    melee: i64,
    ma: i64,
    #[serde(default)]
    fire: i64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CounterFile {
    ids: String,
    side: String,
    title: String,
    arm: String,
    corps: Option<String>,
    protection: String,
    front: FaceFile,
    back: FaceFile,
    #[serde(default)]
    replacement: bool,
    source: String,
    #[serde(default)]
    parts: BTreeMap<String, String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CommandersFile {
    commander: Vec<CommanderFile>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CommanderFaceFile {
    range: i64,
    ma: i64,
    melee: Option<i64>,
    fire: Option<i64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CommanderFile {
    id: String,
    name: String,
    side: String,
    corps: String,
    front: CommanderFaceFile,
    back: CommanderFaceFile,
    #[serde(default)]
    hero: bool,
    #[serde(default)]
    king: bool,
    #[serde(default)]
    constable: bool,
    source: String,
    #[serde(default)]
    parts: BTreeMap<String, String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ScenariosFile {
    clock: ClockFile,
    armies: ArmiesFile,
    places: PlacesFile,
    post: Vec<PostFile>,
    column: Vec<ColumnFile>,
    free_entry: EntryFile,
    scenario: Vec<ScenarioFile>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ClockFile {
    first_hour: i64,
    night_hour: i64,
    night_turns: i64,
    second_day_turns: i64,
    source: String,
    #[serde(default)]
    parts: BTreeMap<String, String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ArmiesFile {
    swiss_morale: i64,
    french_corps_to_lose: i64,
    night_range: i64,
    fortifications: i64,
    source: String,
    #[serde(default)]
    parts: BTreeMap<String, String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PlacesFile {
    names: Vec<String>,
    source: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PostFile {
    commander: String,
    hex: String,
    source: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ColumnFile {
    corps: String,
    hexes: String,
    reduction: i64,
    source: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EntryFile {
    hexes: String,
    source: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ScenarioFile {
    id: String,
    title: String,
    days: i64,
    draw: bool,
    source: String,
}

// ---- reading ----------------------------------------------------------------------------------------------------

const MOST_UNITS: usize = 250;

fn side(word: &str, path: &str, faults: &mut SetupFaults) -> Option<Side> {
    let side = Side::named(word);
    if side.is_none() {
        let message = format!("`{word}` is no side: Swiss or French");
        faults.push(format!("{path}.side"), message, Some(cite!("2.0")));
    }
    side
}

fn corps(list: &[CorpsCard], word: &str, path: &str, faults: &mut SetupFaults) -> Option<CorpsId> {
    let found = list.iter().position(|c| c.id.eq_ignore_ascii_case(word));
    if found.is_none() {
        let message = format!("no corps is called `{word}`");
        faults.push(format!("{path}.corps"), message, Some(cite!("6.0")));
    }
    found.map(|i| CorpsId(i as u8))
}

fn provenance(
    text: &str,
    given: &BTreeMap<String, String>,
    known: &[&str],
    path: &str,
    faults: &mut SetupFaults,
) -> Provenance {
    Provenance {
        source: source(Some(text), true, path, faults),
        parts: parts(given, &|p| known.contains(&p), path, faults),
    }
}

fn read_map(file: &MapFile, faults: &mut SetupFaults) -> (Board, Vec<Layer>) {
    let mut m = MapReader::new(Board::full(file.numbering), cite!("14.1"), faults);
    for (name, text) in &file.frame {
        let path = format!("map.frame.{name}");
        m.layer(&format!("frame: {name}"), text, &path);
    }
    m.layer("levels", &file.levels.source, "map.levels");
    m.cells(&file.levels.rows, "map.levels", |board, id, c| {
        c.to_digit(10).is_some_and(|level| {
            board.set_elevation(id, level as i8);
            true
        })
    });
    m.layer("terrain", &file.terrain.source, "map.terrain");
    m.cells(&file.terrain.rows, "map.terrain", |board, id, c| {
        let code = match c {
            '.' => CLEAR,
            'd' => DENSE,
            'v' => VILLAGE,
            'f' => FARM,
            _ => return false,
        };
        board.set_terrain(id, code);
        true
    });
    for (i, n) in file.name.iter().enumerate() {
        let path = format!("map.name[{i}]");
        m.layer(&n.name, &n.source, &path);
        if let Some(id) = m.hex(&n.hex, &format!("{path}.hex")) {
            m.board.set_name(id, n.name.clone());
        }
    }
    for (kind, list, feature) in [
        ("canal", &file.canal, CANAL),
        ("river", &file.river, RIVER),
        ("grand_canal", &file.grand_canal, GRAND_CANAL),
        ("bridge", &file.bridge, BRIDGE),
        ("fortification", &file.fortification, FORTIFICATION),
    ] {
        for (i, s) in list.iter().enumerate() {
            let path = format!("map.{kind}[{i}]");
            m.layer(&s.name, &s.source, &path);
            let at = format!("{path}.sides");
            let mut dry: Vec<String> = Vec::new();
            m.sides(&s.sides, &at, |board, id, dir| {
                if feature == BRIDGE && board.features(id, dir) & WATER == 0 {
                    dry.push(board.label(id));
                }
                // The hexes named are behind a fortification.
                let behind = if feature == FORTIFICATION {
                    behind_bit(dir)
                } else {
                    0
                };
                board.set_feature(id, dir, feature | behind, true);
            });
            for label in dry {
                let message = format!("the bridge at {label} is over no water");
                m.faults.push(&at, message, Some(cite!("9.0")));
            }
        }
    }
    for (i, r) in file.road.iter().enumerate() {
        let path = format!("map.road[{i}]");
        m.layer(&r.name, &r.source, &path);
        m.road(r.path.split_whitespace(), &|_| format!("{path}.path"));
    }
    (m.board, m.layers)
}

fn face(f: &FaceFile, path: &str, faults: &mut SetupFaults) -> Face {
    let mut rated = |n: i64, range, what: &str| {
        ranged(n, range, &format!("{path}.{what}"), cite!("1.1"), faults) as u8
    };
    Face {
        morale: rated(f.morale, (2, 12), "morale"),
        melee: rated(f.melee, (0, 20), "melee"),
        ma: rated(f.ma, (0, 20), "ma"),
        fire: rated(f.fire, (0, 20), "fire"),
    }
}

/// What does not fit together on a counter.
fn counter_faults(c: &Counter, list: &[CorpsCard], path: &str, faults: &mut SetupFaults) {
    if let Some(corps) = c.corps {
        let card = &list[corps.index()];
        if card.side != c.side {
            let message = format!(
                "corps {} is {}, the unit {}",
                card.id,
                card.side.word(),
                c.side.word()
            );
            faults.push(format!("{path}.corps"), message, Some(cite!("6.0")));
        }
    }
    let free = c.swiss_arquebusiers() || (c.side == Side::Swiss && c.class() == Class::Cavalry);
    if free == c.corps.is_some() {
        let message = "Swiss arquebusiers and cavalry have no corps, all others have one";
        faults.push(format!("{path}.corps"), message, Some(cite!("6.1", "R10")));
    }
    if c.replacement && !c.swiss_pikemen() {
        let message = "only Swiss pikemen have a replacement";
        faults.push(format!("{path}.replacement"), message, Some(cite!("1.1")));
    }
    let even = c.front.melee.is_multiple_of(2) && c.back.melee.is_multiple_of(2);
    if c.replacement && !even {
        let message = "a replacement halves the melee strength, so it is even";
        faults.push(format!("{path}.replacement"), message, Some(cite!("1.1")));
    }
    if c.front.fire == 0 && c.back.fire > 0 {
        let message = "a unit that fires in disorder only";
        faults.push(format!("{path}.back.fire"), message, Some(cite!("1.1")));
    }
}

fn read_counters(file: &CountersFile, faults: &mut SetupFaults) -> (Vec<CorpsCard>, Vec<Counter>) {
    let mut list: Vec<CorpsCard> = Vec::new();
    for (i, c) in file.corps.iter().enumerate() {
        let path = format!("counters.corps[{i}]");
        named_well(&c.id, &format!("{path}.id"), faults);
        if list.iter().any(|o| o.id.eq_ignore_ascii_case(&c.id)) {
            let message = format!("corps {} is given twice", c.id);
            faults.push(format!("{path}.id"), message, None);
        }
        let side = side(&c.side, &path, faults).unwrap_or(Side::Swiss);
        let at = format!("{path}.morale");
        let morale = c
            .morale
            .map(|n| ranged(n, (1, 40), &at, cite!("14.1"), faults) as u8);
        if (side == Side::French) != morale.is_some() {
            let message = "each French corps has a morale, and no Swiss one";
            faults.push(at, message, Some(cite!("8.1")));
        }
        list.push(CorpsCard {
            id: c.id.clone(),
            side,
            title: c.title.clone(),
            morale,
            source: source(Some(&c.source), true, &path, faults),
        });
    }
    let mut counters: Vec<Counter> = Vec::new();
    for (i, c) in file.counter.iter().enumerate() {
        let path = format!("counters.counter[{i}]");
        let side = side(&c.side, &path, faults);
        let arm = Arm::named(&c.arm);
        if arm.is_none() {
            let message = format!("`{}` is no icon", c.arm);
            faults.push(format!("{path}.arm"), message, Some(cite!("1.1")));
        }
        let protection = Protection::named(&c.protection);
        if protection.is_none() {
            let message = format!("`{}`: feeble, normal or superior", c.protection);
            faults.push(format!("{path}.protection"), message, Some(cite!("1.1")));
        }
        let corps = c
            .corps
            .as_ref()
            .map(|word| corps(&list, word, &path, faults));
        let front = face(&c.front, &format!("{path}.front"), faults);
        let back = face(&c.back, &format!("{path}.back"), faults);
        let known = ["morale", "melee", "ma", "fire", "protection", "replacement"];
        let sources = provenance(&c.source, &c.parts, &known, &path, faults);
        let ids = spread(&c.ids, &format!("{path}.ids"), faults);
        let (Some(side), Some(arm), Some(protection)) = (side, arm, protection) else {
            continue;
        };
        if corps == Some(None) {
            continue;
        }
        for (k, id) in ids.into_iter().enumerate() {
            named_well(&id, &format!("{path}.ids"), faults);
            if counters.iter().any(|o| o.id.eq_ignore_ascii_case(&id)) {
                faults.push(format!("{path}.ids"), format!("{id} is given twice"), None);
            }
            let counter = Counter {
                id,
                side,
                title: c.title.clone(),
                arm,
                corps: corps.flatten(),
                protection,
                front,
                back,
                replacement: c.replacement,
                source: sources.source.clone(),
                parts: sources.parts.clone(),
            };
            if k == 0 {
                counter_faults(&counter, &list, &path, faults);
            }
            counters.push(counter);
        }
    }
    if counters.len() > MOST_UNITS {
        let message = format!("{} units; at most {MOST_UNITS}", counters.len());
        faults.push("counters.counter", message, None);
    }
    (list, counters)
}

fn commander_face(f: &CommanderFaceFile, path: &str, faults: &mut SetupFaults) -> CommanderFace {
    let mut rated = |n: i64, range, what: &str| {
        ranged(n, range, &format!("{path}.{what}"), cite!("1.2"), faults) as u8
    };
    let bonus = match (f.melee, f.fire) {
        (Some(n), _) => Bonus::Melee(rated(n, (1, 3), "melee")),
        (None, Some(n)) => Bonus::Fire(rated(n, (1, 3), "fire")),
        (None, None) => Bonus::None,
    };
    let face = CommanderFace {
        range: rated(f.range, (0, 20), "range"),
        ma: rated(f.ma, (0, 20), "ma"),
        bonus,
    };
    if f.melee.is_some() && f.fire.is_some() {
        let message = "a commander has one bonus at most";
        faults.push(format!("{path}.fire"), message, Some(cite!("1.2")));
    }
    face
}

fn read_commanders(
    file: &CommandersFile,
    list: &[CorpsCard],
    faults: &mut SetupFaults,
) -> Vec<CommanderCard> {
    let mut out: Vec<CommanderCard> = Vec::new();
    for (i, c) in file.commander.iter().enumerate() {
        let path = format!("commanders.commander[{i}]");
        named_well(&c.id, &format!("{path}.id"), faults);
        if out.iter().any(|o| o.id.eq_ignore_ascii_case(&c.id)) {
            let message = format!("commander {} is given twice", c.id);
            faults.push(format!("{path}.id"), message, None);
        }
        let side = side(&c.side, &path, faults);
        let corps = corps(list, &c.corps, &path, faults);
        let front = commander_face(&c.front, &format!("{path}.front"), faults);
        let back = commander_face(&c.back, &format!("{path}.back"), faults);
        let known = ["bonus", "name", "hero"];
        let sources = provenance(&c.source, &c.parts, &known, &path, faults);
        let (Some(side), Some(corps)) = (side, corps) else {
            continue;
        };
        let card = &list[corps.index()];
        if card.side != side {
            let message = format!("corps {} is {}", card.id, card.side.word());
            faults.push(format!("{path}.corps"), message, Some(cite!("6.0")));
        }
        if out.iter().any(|o| o.corps == corps) {
            let message = format!("corps {} has a commander already", card.id);
            faults.push(format!("{path}.corps"), message, Some(cite!("6.0")));
        }
        out.push(CommanderCard {
            id: c.id.clone(),
            name: c.name.clone(),
            side,
            corps,
            front,
            back,
            hero: c.hero,
            king: c.king,
            constable: c.constable,
            source: sources.source,
            parts: sources.parts,
        });
    }
    for (i, card) in list.iter().enumerate() {
        if out.iter().all(|c| c.corps.index() != i) {
            let message = format!("corps {} has no commander", card.id);
            faults.push("commanders", message, Some(cite!("6.0")));
        }
    }
    out
}

fn read_clock(c: &ClockFile, faults: &mut SetupFaults) -> Clock {
    let path = "scenarios.clock";
    let known = [
        "first_hour",
        "night_hour",
        "night_turns",
        "second_day_turns",
    ];
    let sources = provenance(&c.source, &c.parts, &known, path, faults);
    let mut within = |n: i64, range, what: &str| {
        ranged(n, range, &format!("{path}.{what}"), cite!("14.1"), faults) as u8
    };
    let night_hour = within(c.night_hour, (1, 23), "night_hour");
    Clock {
        first_hour: within(c.first_hour, (0, i64::from(night_hour) - 1), "first_hour"),
        night_hour,
        night_turns: within(c.night_turns, (0, 12), "night_turns"),
        second_day_turns: within(c.second_day_turns, (0, 48), "second_day_turns"),
        sources,
    }
}

fn read_armies(a: &ArmiesFile, faults: &mut SetupFaults) -> Armies {
    let path = "scenarios.armies";
    let known = [
        "swiss_morale",
        "french_corps_to_lose",
        "night_range",
        "fortifications",
    ];
    let sources = provenance(&a.source, &a.parts, &known, path, faults);
    let mut within =
        |n: i64, range, what: &str, cite| ranged(n, range, &format!("{path}.{what}"), cite, faults);
    let case = cite!("14.1");
    Armies {
        swiss_morale: within(a.swiss_morale, (1, 99), "swiss_morale", case) as u8,
        french_corps_to_lose: within(
            a.french_corps_to_lose,
            (1, 10),
            "french_corps_to_lose",
            cite!("8.2"),
        ) as u8,
        night_range: within(a.night_range, (-9, 0), "night_range", case) as i8,
        fortifications: within(a.fortifications, (0, 20), "fortifications", cite!("14.2")) as u8,
        sources,
    }
}

fn read_scenarios(
    file: &ScenariosFile,
    board: &Board,
    roster: &Roster,
    faults: &mut SetupFaults,
) -> Deployment {
    let f = faults;
    let case = cite!("14.1");
    let mut places = Vec::new();
    for (i, name) in file.places.names.iter().enumerate() {
        let found = board.ids().find(|&h| board.name(h) == Some(name));
        if found.is_none() {
            let message = format!("no hex is called `{name}`");
            f.push(
                format!("scenarios.places.names[{i}]"),
                message,
                Some(cite!("8.1")),
            );
        }
        places.extend(found);
    }
    let mut posts: Vec<Post> = Vec::new();
    for (i, p) in file.post.iter().enumerate() {
        let path = format!("scenarios.post[{i}]");
        let commander = roster.commander(&p.commander);
        match commander {
            None => {
                let message = format!("no commander is called `{}`", p.commander);
                f.push(format!("{path}.commander"), message, Some(case));
            }
            Some(c) if posts.iter().any(|o| o.commander == c) => {
                let message = format!("{} is placed twice", p.commander);
                f.push(format!("{path}.commander"), message, Some(case));
            }
            Some(_) => {}
        }
        let hex = hex(board, &p.hex, &format!("{path}.hex"), case, f);
        let source = source(Some(&p.source), true, &path, f);
        if let (Some(commander), Some(hex)) = (commander, hex) {
            posts.push(Post {
                commander,
                hex,
                source,
            });
        }
    }
    let mut columns: Vec<Column> = Vec::new();
    for (i, c) in file.column.iter().enumerate() {
        let path = format!("scenarios.column[{i}]");
        let corps = corps(&roster.corps, &c.corps, &path, f);
        let hexes = hexes(board, &c.hexes, &format!("{path}.hexes"), case, f);
        let at = format!("{path}.reduction");
        let reduction = ranged(c.reduction, (0, 9), &at, case, f) as u8;
        let source = source(Some(&c.source), true, &path, f);
        let Some(corps) = corps else { continue };
        if columns.iter().any(|o| o.corps == corps) {
            let message = format!("{} enters twice", c.corps);
            f.push(format!("{path}.corps"), message, Some(case));
        }
        columns.push(Column {
            corps,
            hexes,
            reduction,
            source,
        });
    }
    for id in roster.corps_ids() {
        let posted = posts.iter().any(|p| roster[p.commander].corps == id);
        let enters = columns.iter().any(|c| c.corps == id);
        if posted == enters {
            let message = format!("corps {} is either placed or enters", roster[id].id);
            f.push("scenarios", message, Some(case));
        }
    }
    let entry = &file.free_entry;
    let free_entry = hexes(board, &entry.hexes, "scenarios.free_entry.hexes", case, f);
    let mut scenarios: Vec<Scenario> = Vec::new();
    for (i, s) in file.scenario.iter().enumerate() {
        let path = format!("scenarios.scenario[{i}]");
        named_well(&s.id, &format!("{path}.id"), f);
        if scenarios.iter().any(|o| o.id.eq_ignore_ascii_case(&s.id)) {
            let message = format!("scenario {} is given twice", s.id);
            f.push(format!("{path}.id"), message, None);
        }
        let at = format!("{path}.days");
        scenarios.push(Scenario {
            id: s.id.clone(),
            title: s.title.clone(),
            days: ranged(s.days, (1, 2), &at, cite!("14.0"), f) as u8,
            draw: s.draw,
            source: source(Some(&s.source), true, &path, f),
        });
    }
    Deployment {
        clock: read_clock(&file.clock, f),
        armies: read_armies(&file.armies, f),
        places,
        places_source: source(Some(&file.places.source), true, "scenarios.places", f),
        posts,
        columns,
        free_entry,
        free_entry_source: source(Some(&entry.source), true, "scenarios.free_entry", f),
        scenarios,
    }
}

// ---- the kit ----------------------------------------------------------------------------------------------------

impl Kit {
    /// A kit from the texts of its files.
    ///
    /// # Errors
    /// Every fault of every file, each with its place.
    pub fn load(files: &Files<'_>) -> Result<Self, SetupFaults> {
        let mut faults = SetupFaults::default();
        let f = &mut faults;
        let map = toml_file::<MapFile>(files.map, "map.toml", f).map(|file| read_map(&file, f));
        let counters = toml_file::<CountersFile>(files.counters, "counters.toml", f)
            .map(|file| read_counters(&file, f));
        let commanders = toml_file::<CommandersFile>(files.commanders, "commanders.toml", f);
        let charts = toml_file::<ChartsPatch>(files.charts, "charts.toml", f)
            .and_then(|file| Charts::build(None, &file, "charts", f));
        let scenarios = toml_file::<ScenariosFile>(files.scenarios, "scenarios.toml", f);
        let roster = counters.and_then(|(corps, counters)| {
            let commanders = read_commanders(&commanders?, &corps, f);
            Some(Roster {
                counters,
                commanders,
                corps,
            })
        });
        let (Some((board, layers)), Some(roster), Some(scenarios)) = (map, roster, scenarios)
        else {
            return Err(faults);
        };
        let deployment = read_scenarios(&scenarios, &board, &roster, &mut faults);
        let Some(charts) = charts else {
            return Err(faults);
        };
        let mut kit = Self {
            board,
            roster,
            charts,
            deployment,
            layers,
            digest: 0,
        };
        kit.digest = digest_bytes(kit.canon().as_bytes());
        faults.or(kit)
    }

    /// This kit with other charts laid over its own. Every fault is noted, its path beginning with `charts`; what is
    /// faulty is left as it was.
    #[must_use]
    pub fn with_charts(&self, patch: &ChartsPatch, faults: &mut SetupFaults) -> Self {
        let mut kit = self.clone();
        let before = faults.0.len();
        let charts = Charts::build(Some(&self.charts), patch, "charts", faults);
        if let Some(charts) = charts
            && faults.0.len() == before
        {
            kit.charts = charts;
            kit.digest = digest_bytes(kit.canon().as_bytes());
        }
        kit
    }

    /// The digest of all that the rules read; where things come from does not count.
    pub const fn digest(&self) -> u64 {
        self.digest
    }

    /// All that the rules read, as one text that is the same on every machine.
    fn canon(&self) -> String {
        let mut t = String::new();
        let board = &self.board;
        for id in board.ids() {
            let (label, terrain) = (board.label_str(id), board.terrain(id));
            let _ = write!(t, "{label} {terrain} {}", board.elevation(id));
            for dir in Dir::ALL {
                let road = u8::from(board.road(id, dir));
                let _ = write!(t, " {}{road}", board.features(id, dir));
            }
            t.push('\n');
        }
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
        let places = |hexes: &[HexId]| {
            let words: Vec<&str> = hexes.iter().map(|&h| board.label_str(h)).collect();
            words.join(" ")
        };
        let (c, a) = (&d.clock, &d.armies);
        let _ = writeln!(
            t,
            "{} {} {} {} {} {} {} {}",
            c.first_hour,
            c.night_hour,
            c.night_turns,
            c.second_day_turns,
            a.swiss_morale,
            a.french_corps_to_lose,
            a.night_range,
            a.fortifications
        );
        let _ = writeln!(t, "{} {}", places(&d.places), places(&d.free_entry));
        for p in &d.posts {
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

    /// Runs of counters that are alike but for their names: the first and how many.
    fn runs(&self) -> Vec<(&Counter, usize)> {
        let counters = &self.roster.counters;
        let mut out = Vec::new();
        let mut i = 0;
        while i < counters.len() {
            let c = &counters[i];
            let alike = |o: &&Counter| {
                let mut o = (*o).clone();
                o.id.clone_from(&c.id);
                o == *c
            };
            let run = counters[i..].iter().take_while(alike).count();
            out.push((c, run));
            i += run;
        }
        out
    }

    /// Everything that is reconstructed, and why: nothing of it passes itself off as printed.
    pub fn reconstructed(&self) -> Vec<(String, String)> {
        let mut out: Vec<(String, String)> = Vec::new();
        let mut note = |what: String, source: &Source| {
            if let Source::Reconstructed(why) = source {
                out.push((what, why.clone()));
            }
        };
        for l in &self.layers {
            note(format!("map: {}", l.name), &l.source);
        }
        self.charts.provenance(&mut note);
        for c in &self.roster.corps {
            note(format!("corps: {}", c.id), &c.source);
        }
        for (c, run) in self.runs() {
            let sources = Provenance {
                source: c.source.clone(),
                parts: c.parts.clone(),
            };
            let what = format!("counters: {}, number and ratings", run_name(c, run));
            sources.tell(&what, &mut note);
        }
        for c in &self.roster.commanders {
            let sources = Provenance {
                source: c.source.clone(),
                parts: c.parts.clone(),
            };
            sources.tell(&format!("commanders: {}, ratings", c.id), &mut note);
        }
        let d = &self.deployment;
        d.clock.sources.tell("scenarios: hours", &mut note);
        d.armies.sources.tell("scenarios: armies", &mut note);
        note("scenarios: places".to_owned(), &d.places_source);
        for p in &d.posts {
            let id = &self.roster[p.commander].id;
            note(format!("set-up: {id}"), &p.source);
        }
        for c in &d.columns {
            let id = &self.roster[c.corps].id;
            note(format!("entry: corps {id}"), &c.source);
        }
        note(
            "entry: units without corps".to_owned(),
            &d.free_entry_source,
        );
        for s in &d.scenarios {
            note(format!("scenarios: {}", s.id), &s.source);
        }
        out
    }

    /// Player's aid sheets: a title and a text each. Reconstructed cells carry a `*`, the set-up's own a `+`.
    pub fn sheets(&self) -> Vec<(String, String)> {
        let mut out = self.charts.sheets();
        let head = [
            "Units",
            "Who",
            "Corps",
            "Protection",
            "In order",
            "Disordered",
            "",
        ];
        let rows = self
            .runs()
            .into_iter()
            .map(|(c, run)| self.counter_row(c, run))
            .collect();
        let counters = aligned(&head, rows)
            + "\nFaces are morale / melee / movement, and fire. Replaced: morale 1 less, melee halved (1.1).\n"
            + LEGEND;
        out.push(("Counters".to_owned(), counters));
        let rows = self.roster.commanders.iter().map(|c| self.commander_row(c));
        let head = ["Commander", "Corps", "Unhurt", "Injured", ""];
        let commanders = aligned(&head, rows.collect())
            + "\nFaces are command range / movement, and bonus.\n"
            + LEGEND;
        out.push(("Commanders".to_owned(), commanders));
        let rows = self.roster.corps.iter().map(|c| {
            let m = c.source.mark();
            let post = self.deployment.posts.iter();
            let post = post.filter(|p| self.roster[self.roster[p.commander].corps].id == c.id);
            vec![
                format!("{}{m}", c.id),
                c.title.clone(),
                c.morale.map_or("-".to_owned(), |n| format!("{n}{m}")),
                post.map(|p| self.board.label(p.hex)).collect(),
            ]
        });
        let armies = &self.deployment.armies;
        let corps = aligned(
            &["Corps", "What it was", "Morale", "Begins"],
            rows.collect(),
        ) + &format!(
            "\nThe Swiss army: {}{}; its corps enter in this order.\n",
            armies.swiss_morale,
            armies.sources.mark("swiss_morale")
        ) + LEGEND;
        out.push(("Corps".to_owned(), corps));
        out
    }

    fn counter_row(&self, c: &Counter, run: usize) -> Vec<String> {
        let of = |part: &str| c.parts.get(part).unwrap_or(&c.source).mark();
        let face = |f: &Face, of: &dyn Fn(&str) -> &'static str| {
            let fire = if f.fire > 0 {
                format!(", {}{}", f.fire, of("fire"))
            } else {
                String::new()
            };
            format!(
                "{}{} / {}{} / {}{}{fire}",
                f.morale,
                of("morale"),
                f.melee,
                of("melee"),
                f.ma,
                of("ma")
            )
        };
        // What the rulebook says of a rating it says of the face in order.
        let whole = |_: &str| c.source.mark();
        vec![
            run_name(c, run),
            c.title.clone(),
            c.corps
                .map_or("-".to_owned(), |id| self.roster[id].id.clone()),
            format!("{}{}", c.protection.word(), of("protection")),
            face(&c.front, &of),
            face(&c.back, &whole),
            if c.replacement {
                format!("replaced{}", of("replacement"))
            } else {
                String::new()
            },
        ]
    }

    fn commander_row(&self, c: &CommanderCard) -> Vec<String> {
        let m = c.source.mark();
        let bonus = c.parts.get("bonus").unwrap_or(&c.source).mark();
        let face = |f: &CommanderFace, b: &str| {
            let bonus = match f.bonus {
                Bonus::None => String::new(),
                Bonus::Melee(n) => format!(", melee +{n}{b}"),
                Bonus::Fire(n) => format!(", fire +{n}{b}"),
            };
            format!("{}{m} / {}{m}{bonus}", f.range, f.ma)
        };
        let hero = if c.hero { "hero" } else { "" };
        vec![
            c.id.clone(),
            self.roster[c.corps].id.clone(),
            face(&c.front, bonus),
            face(&c.back, m),
            hero.to_owned(),
        ]
    }
}

/// `"Bourbon-Lan-1..4"`.
fn run_name(c: &Counter, run: usize) -> String {
    match c
        .id
        .rsplit_once('-')
        .map(|(stem, n)| (stem, n.parse::<usize>()))
    {
        Some((stem, Ok(n))) if run > 1 => format!("{stem}-{n}..{}", n + run - 1),
        _ => c.id.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::components::behind_fortification;
    use casus_core::{Stride, reach};

    fn at(text: &str) -> HexId {
        standard().board.parse(text).unwrap()
    }
    fn count(of: impl Fn(&Counter) -> bool) -> usize {
        standard().roster.counters.iter().filter(|c| of(c)).count()
    }

    #[test]
    fn the_standard_kit_loads() {
        if let Err(faults) = Kit::load(&FILES) {
            panic!("{faults}");
        }
        assert_eq!(standard().board.len(), 672);
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
            // A French corps has as many units as morale, by our reconstruction; the Swiss ones three full hexes.
            let units = r.units_of(id).count();
            assert_eq!(units, r[id].morale.map_or(9, usize::from), "{}", r[id].id);
            assert!(r.commander_of(id).is_some());
        }
        assert_eq!((r.counters.len(), r.commanders.len()), (56 + 27 + 5, 13));
        // 1.1: melee 6 and no replacement, three units of the centre and nine of the rearguard; all others have one.
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
            assert!(!c.source.is_printed(), "{id}: no face is in the text");
            assert!(c.back.melee <= c.front.melee, "{id}");
            assert!(c.back.fire <= c.front.fire, "{id}");
            assert!(c.back.morale <= c.front.morale, "{id}");
            assert!(
                c.class() == Class::Artillery || c.back.ma > c.front.ma,
                "{id}"
            );
            let fires = matches!(c.arm, Arm::Arquebusiers | Arm::Artillery);
            assert_eq!(c.front.fire > 0, fires, "{id}");
            // Who enters last enters two points short (14.1).
            assert!(c.side == Side::French || c.front.ma > 2, "{id}");
        }
        let pike = &r[r.unit("I-Pike-1").unwrap()];
        assert_eq!(
            (pike.face(true, false).melee, pike.protection),
            (4, Protection::Normal)
        );
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
        assert!(bayard.parts["bonus"].is_printed());
        for c in &r.commanders {
            assert!(
                c.back.range < c.front.range && c.back.ma < c.front.ma,
                "{}",
                c.id
            );
            assert!(!c.source.is_printed());
        }
    }

    #[test]
    fn the_french_begin_where_the_rulebook_puts_them_and_fit_there() {
        let kit = standard();
        let d = &kit.deployment;
        let posts: Vec<(&str, String)> = d
            .posts
            .iter()
            .map(|p| (kit.roster[p.commander].id.as_str(), kit.board.label(p.hex)))
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
        assert!(posts.iter().map(|(c, h)| (*c, h.as_str())).eq(want));
        for p in &d.posts {
            assert!(p.source.is_printed());
            assert_eq!(kit.board.terrain(p.hex), CLEAR);
            // Two units of infantry or of cavalry a hex (5.2), or a gun: even without sharing a hex there is room.
            let card = &kit.roster[p.commander];
            let room = kit.board.disc(p.hex, card.front.range.into()).count();
            assert!(
                room >= 2 * kit.roster.units_of(card.corps).count(),
                "{}",
                card.id
            );
        }
    }

    #[test]
    fn the_swiss_enter_from_the_north() {
        let kit = standard();
        let (b, d) = (&kit.board, &kit.deployment);
        let columns: Vec<(&str, u8)> = d
            .columns
            .iter()
            .map(|c| (kit.roster[c.corps].id.as_str(), c.reduction))
            .collect();
        assert_eq!(columns, [("I", 0), ("II", 1), ("III", 2)]);
        let north = b.orientation().dir_named("N").unwrap();
        let edge: Vec<HexId> = b
            .ids()
            .filter(|&h| b.neighbour(h, north).is_none())
            .collect();
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
        assert_eq!(
            (c.minutes(1), c.minutes(2)),
            (Some(16 * 60), Some(16 * 60 + 30))
        );
        assert_eq!((c.minutes(0), c.minutes(12)), (None, None));
        let d = &standard().deployment;
        let a = &d.armies;
        assert_eq!((a.swiss_morale, a.french_corps_to_lose), (40, 5));
        assert_eq!((a.night_range, a.fortifications), (-1, 4));
        assert!(d.scenario("First-Day").unwrap().draw);
        let two = d.scenario("two-days").unwrap();
        assert_eq!((two.days, two.draw), (2, false));
        let places: Vec<_> = d
            .places
            .iter()
            .map(|&h| standard().board.terrain(h))
            .collect();
        assert_eq!(places, [VILLAGE, FARM, FARM, FARM]);
    }

    #[test]
    fn roads_run_on_and_cross_water_on_bridges() {
        let b = &standard().board;
        let roads = reach(b, at("1201"), 999, |from, dir, _, _| {
            b.road(from, dir).then_some(Stride {
                cost: 1,
                stop: false,
            })
        });
        let road = |h: HexId| Dir::ALL.into_iter().any(|d| b.road(h, d));
        for h in b.ids().filter(|&h| road(h)) {
            assert!(roads.cost(h).is_some(), "{} is cut off", b.label(h));
        }
        // The wide road, straight down the sheet.
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
                    // A side on its north or west: the hex itself lies south or east of it.
                    assert!(
                        ["N", "NW", "NE", "SW"].contains(&word),
                        "{} {word}",
                        b.label(h)
                    );
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
        assert!(
            list.iter()
                .all(|(what, why)| !what.is_empty() && !why.is_empty())
        );
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
        for printed in ["modifiers", "set-up", "entry", "corps:", "places"] {
            assert!(!list.iter().any(|(w, _)| w.contains(printed)), "{printed}");
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
            assert!(
                !text.is_empty() && text.lines().all(narrow),
                "{title}\n{text}"
            );
        }
        assert!(
            sheets[0]
                .1
                .contains("Every cell: reconstructed, not as printed.")
        );
        assert!(
            sheets[4].1.contains("-4 ") && sheets[4].1.contains("NA "),
            "{}",
            sheets[4].1
        );
        assert!(sheets[7].1.contains("7* / 3* / 6*, 4 "), "{}", sheets[7].1);
    }

    #[test]
    fn charts_of_ones_own_lie_over_ours() {
        let kit = standard();
        let patch = |json: &str| -> ChartsPatch { serde_json::from_str(json).unwrap() };
        let mut f = SetupFaults::default();
        let same = kit.with_charts(&ChartsPatch::default(), &mut f);
        assert_eq!((&same, same.digest()), (&**kit, kit.digest()));
        let json = r#"{"terrain": {"village": {"melee": -3, "source": "rulebook p.30"}, "slope": {"melee": 2}},
            "fire_modifiers": {"feeble": 2},
            "fire": {"columns": ["1-4", "5+"], "rows": ["1|-|T", "2|-|T", "3|-|T", "4|T|T-1", "5|T|D", "6|T-1|*"]}}"#;
        let other = kit.with_charts(&patch(json), &mut f);
        assert!(f.0.is_empty(), "{f}");
        assert_ne!(other.digest(), kit.digest());
        let village = &other.charts.terrain.hexes[usize::from(VILLAGE)];
        assert_eq!((village.melee, village.fire), (-3, -2));
        assert!(village.sources.of("melee").is_printed());
        assert_eq!(other.charts.fire_modifiers.feeble, 2);
        let json = r#"{"terrain": {"village": {"melee": 10, "disorder": "often"}, "canal": {"blocks_sight": true},
                "road": {"mp": 0}},
            "melee_modifiers": {"luck": 1, "source": "hearsay"},
            "fire": {"columns": ["1", "3-4"], "rows": []},
            "melee": {"columns": ["1/2", "x", "3/2"], "rows": ["1|-/-|-/-|Q/-"]}}"#;
        let same = kit.with_charts(&patch(json), &mut f);
        assert_eq!(same, **kit);
        let found: Vec<&str> = f.0.iter().map(|f| f.path.as_str()).collect();
        for path in [
            "charts.terrain.village.melee",
            "charts.terrain.village.disorder",
            "charts.terrain.canal.blocks_sight",
            "charts.terrain.road.mp",
            "charts.melee_modifiers.luck",
            "charts.melee_modifiers.source",
            "charts.fire.columns[1]",
            "charts.fire.rows",
            "charts.melee.columns[1]",
            "charts.melee.columns[2]",
            "charts.melee.rows[0][3]",
        ] {
            assert!(found.contains(&path), "{path} not in {found:#?}");
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
        let found = Kit::load(&Files {
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
        let found = Kit::load(&empty).unwrap_err();
        assert!(
            found.0.len() > 30 && found.to_string().contains("map.toml:1"),
            "{found}"
        );
    }
}
