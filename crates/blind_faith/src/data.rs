//! The data of the game: map, lands, counters, places and charts, checked when they are loaded.
//!
//! The files in `data/` are embedded, so the library reads no files at run time. [`standard`] returns the printed game. A
//! [`GameDataPatch`] changes parts of it, for users who own the printed charts or create positions. Loading reports every fault
//! it can find, each with its place.

#[cfg(test)]
mod tests;
pub(crate) mod ways;

use crate::casebook::cite;
use crate::charts::{Charts, ChartsPatch};
use crate::components::{
    Berth, Counter, DICE, Faction, Kind, Land, PROWESS, RIVER, Roster, Side, Terrain, Town, TownId, UnitId, Urban,
};
pub(crate) use casus_core::data::MapPatch;
use casus_core::data::{Legend, MapFile, SideKind};
use casus_core::reading::{PieceReader, Pieces, one_of, side, toml_file};
use casus_core::sheet::{LEGEND, aligned, plain_board, reconstructed, runs};
use casus_core::{Board, Dir, HexId, Laws, Layer, PieceSet, SetupFaults, Source, digest_bytes};
use core::fmt::Write as _;
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

/// The texts of the data files.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Files<'a> {
    /// The text of the map.
    pub map: &'a str,
    /// The text of the urban places.
    pub places: &'a str,
    /// The text of the counters.
    pub counters: &'a str,
    /// The text of the charts.
    pub charts: &'a str,
}

impl Files<'static> {
    /// The files that are embedded in the library.
    pub const EMBEDDED: Self = Self {
        map: include_str!("../data/map.toml"),
        places: include_str!("../data/places.toml"),
        counters: include_str!("../data/counters.toml"),
        charts: include_str!("../data/charts.toml"),
    };
}

/// Returns the printed game, parsed once.
///
/// # Panics
/// Never panics: a test loads the embedded files.
pub fn standard() -> &'static Arc<GameData> {
    static KIT: OnceLock<Arc<GameData>> = OnceLock::new();
    KIT.get_or_init(|| Arc::new(GameData::load(&Files::EMBEDDED).expect("the embedded data is sound")))
}

/// All data that the rules read and that play does not change.
///
/// All states of a match share it, so that a state is small. [`standard`] returns the printed game. A set-up that changes
/// something has game data of its own, which its saves describe.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameData {
    /// The map: hexes, hexsides and their terrain.
    pub board: Board,
    /// The land of each hex.
    pub lands: Box<[Land]>,
    /// The counters and the urban places.
    pub roster: Roster,
    /// The charts and tables.
    pub charts: Charts,
    /// The layers of the map, with their sources.
    pub layers: Vec<Layer>,
    digest: u64,
    laws: Laws,
    names: Names,
    /// For each hex, the urban place in it.
    towns: Box<[Option<TownId>]>,
    net: ways::Net,
    /// For each side, mounted units and wagons: the units that may intercept without Žižka (8.8).
    riders: [PieceSet; 2],
    /// The counters that do not fight (7.3, 12.1).
    helpless: PieceSet,
    far: ways::Far,
}

casus_core::digested!(GameData);

/// The counters and places that Cases name. A set-up with its own map or counters may lack any of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Names {
    pub(crate) zizka: Option<UnitId>,
    pub(crate) prokop: Option<UnitId>,
    pub(crate) albert: Option<UnitId>,
    pub(crate) elizabeth: Option<UnitId>,
    pub(crate) jiskra: Option<UnitId>,
    pub(crate) aquileia: Option<UnitId>,
    /// The places where Calixtenes enter (5.1b).
    pub(crate) entries: [Option<TownId>; 3],
    pub(crate) tabor: Option<TownId>,
    /// The places where Orphans enter (5.2.1), those of 17.3 first.
    pub(crate) orphans: [Option<TownId>; 4],
    /// The places where Legates land, in order (7.3).
    pub(crate) landings: [Option<TownId>; 4],
    /// Pilsen, Kuttenberg and Budweis (6.1.2, 16.2).
    pub(crate) loyal: [Option<TownId>; 3],
    /// Prague, Zatec, Tabor and Mt. Oreb (16.1).
    pub(crate) rebel: [Option<TownId>; 4],
    pub(crate) breslau: Option<TownId>,
    pub(crate) krakow: Option<TownId>,
    pub(crate) stuhlweissenburg: Option<TownId>,
}

impl Names {
    fn of(roster: &Roster) -> Self {
        let town = |id: &str| roster.town(id);
        let unit = |id: &str| roster.unit(id);
        Self {
            zizka: unit("Zizka"),
            prokop: unit("Prokop"),
            albert: unit("Albert"),
            elizabeth: unit("Elizabeth"),
            jiskra: unit("Jiskra"),
            aquileia: unit("Louis-Aquelia"),
            entries: ["Mt-Oreb", "Prague", "Zatec"].map(town),
            tabor: town("Tabor"),
            orphans: ["Caslav", "Mt-Oreb", "Hradec-Kralove", "Castle-Waldstein"].map(town),
            landings: ["Nuremberg", "Erfurt", "Vienna", "Breslau"].map(town),
            loyal: ["Pilsen", "Kuttenberg", "Budweis"].map(town),
            rebel: ["Prague", "Zatec", "Tabor", "Mt-Oreb"].map(town),
            breslau: town("Breslau"),
            krakow: town("Krakow"),
            stuhlweissenburg: town("Stuhlweissenburg"),
        }
    }
}

/// The terrains and features of the map.
const LEGEND_OF_THE_MAP: Legend = Legend {
    numbers: cite!("2.1"),
    features: cite!("8.3"),
    terrain: &[
        ('.', Terrain::Clear.word()),
        ('w', Terrain::Forest.word()),
        ('r', Terrain::Rough.word()),
        ('m', Terrain::Mountain.word()),
    ],
    sides: &[SideKind::new("river", RIVER)],
    level: 0,
};

casus_core::patch! {
    struct PlacesFile {
        place: Vec<TownPatch>,
    }
    struct CountersFile {
        counter: Vec<CounterPatch>,
    }
}

casus_core::piece_patch! {
    /// An urban place to change, or to add if there is none with that name.
    pub struct TownPatch of Town {
        /// The hex of the place.
        pub hex: Option<String>,
        /// `"town"`, `"city"`, `"fortress"` or `"customs"`.
        pub kind: Option<String>,
    }
}

casus_core::piece_patch! {
    /// A counter to change, or to add if there is none with that name. A counter that you add needs a side, a faction and a type.
    pub struct CounterPatch of Counter {
        /// Its printed name; default: its id, with spaces for hyphens.
        pub title: Option<String>,
        /// `"Hussite"` or `"Imperial"`.
        pub side: Option<String>,
        /// Its faction, such as `"calixtene"`.
        pub faction: Option<String>,
        /// Its type, such as `"wagon"`.
        pub kind: Option<String>,
        /// Combat Prowess of an attacker, 0 to 2.
        pub attack: Option<i64>,
        /// Combat Prowess of a defender, 0 to 2.
        pub defence: Option<i64>,
        /// Whether it has artillery; a wagon has.
        pub artillery: Option<bool>,
        /// Whether it is a customs guard.
        pub guard: Option<bool>,
        /// The number of dice of a Legate, 1 to 4.
        pub dice: Option<i64>,
        /// Its location at the start: `"1514"`, `"1418 outside"`, `"track 3"`, `"split"`, `"poland"`, `"denmark"`, `"pool"` or
        /// `"pool 1109"`, `"draw"`, `"succession"`, `"legate"`, `"cup"`.
        pub at: Option<String>,
        /// The only place where it may be mustered (17.3), if `at` does not give it.
        pub site: Option<String>,
    }
}

casus_core::patch! {
    /// Changes of a set-up to the game's data.
    pub struct GameDataPatch {
        /// Whether the map has no urban places and all land is Bohemia: open country, for experiments.
        pub bare: bool,
        /// Changes to the map; its hexes and their numbers do not change.
        pub map: Option<MapPatch>,
        /// The lands of hexes to change, by hex.
        pub lands: BTreeMap<String, String>,
        /// Urban places to change or to add.
        pub places: Vec<TownPatch>,
        /// Counters to change or to add.
        pub counters: Vec<CounterPatch>,
        /// Charts to replace.
        pub charts: Option<ChartsPatch>,
    }
}

/// The maximum number of counters.
const MOST_UNITS: usize = 250;
/// The maximum number of urban places.
const MOST_TOWNS: usize = 120;

fn land(word: &str, path: &str, faults: &mut SetupFaults) -> Option<Land> {
    let read = Land::try_from(word.to_owned());
    read.map_err(|unknown| faults.push(path, unknown.to_string(), Some(cite!("6.2"))))
        .ok()
}

fn read_town(r: &mut PieceReader<'_>, p: &TownPatch, all: &[Town], old: Option<&Town>, board: &Board) -> Option<Town> {
    r.room(all.len(), MOST_TOWNS);
    let hex = r.word("hex", p.hex.as_ref(), old.map(|t| t.hex), |word, path, faults| {
        casus_core::reading::hex(board, word, path, cite!("2.1"), faults)
    });
    let kind = r.choice("kind", p.kind.as_ref(), old.map(|t| t.kind), cite!("2.2"));
    r.parts(&[("kind", p.kind.is_some())]);
    let sources = r.provenance(p, old.map(|t| &t.sources));
    Some(Town {
        id: old.map_or(&p.id, |t| &t.id).clone(),
        hex: hex?,
        kind: kind?,
        sources,
    })
}

/// Returns a counter's location at the start, and the only place where it may be mustered.
fn berth(word: &str, path: &str, board: &Board, faults: &mut SetupFaults) -> Option<(Berth, Option<HexId>)> {
    const _: casus_core::Cite = cite!("17.1");
    const _: casus_core::Cite = cite!("17.2");
    let (head, tail) = word.trim().split_once(' ').unwrap_or((word.trim(), ""));
    let mut hex = |text: &str| casus_core::reading::hex(board, text, path, cite!("2.1"), faults);
    let plain = |berth| Some((berth, None));
    match (head, tail) {
        ("split", "") => plain(Berth::Split),
        ("poland", "") => plain(Berth::Poland),
        ("denmark", "") => plain(Berth::Denmark),
        ("pool", "") => plain(Berth::Pool),
        ("pool", site) => Some((Berth::Pool, Some(hex(site)?))),
        ("draw", "") => plain(Berth::Draw),
        ("succession", "") => plain(Berth::Succession),
        ("legate", "") => plain(Berth::Legate),
        ("cup", "") => plain(Berth::Cup),
        ("track", turn) => {
            let Ok(turn @ 1..=25) = turn.parse::<u8>() else {
                faults.push(path, format!("{turn:?} is not a turn: 1 to 25"), Some(cite!("5.1b")));
                return None;
            };
            plain(Berth::Track(turn))
        }
        (number, "" | "outside") => {
            let outside = tail == "outside";
            plain(Berth::Hex {
                hex: hex(number)?,
                outside,
            })
        }
        _ => {
            let known = [
                "a hex",
                "a hex and `outside`",
                "track and a turn",
                "split",
                "poland",
                "denmark",
                "pool",
                "draw",
                "succession",
                "legate",
                "cup",
            ];
            faults.push(
                path,
                format!("unknown place to begin {word:?}; expected {}", one_of(&known)),
                Some(cite!("17.0")),
            );
            None
        }
    }
}

fn read_counter(
    r: &mut PieceReader<'_>,
    p: &CounterPatch,
    all: &[Counter],
    old: Option<&Counter>,
    board: &Board,
) -> Option<Counter> {
    r.room(all.len(), MOST_UNITS);
    let owner = r.word("side", p.side.as_ref(), old.map(|c| c.side), |word, path, faults| {
        side(word, path, cite!("2.3.1"), faults)
    });
    let faction = r.choice("faction", p.faction.as_ref(), old.map(|c| c.faction), cite!("2.3.1"));
    let kind = r.choice("kind", p.kind.as_ref(), old.map(|c| c.kind), cite!("2.3.2"));
    let attack = r
        .given("attack", p.attack, PROWESS)
        .or(old.map(|c| c.attack))
        .unwrap_or(0);
    let defence = r
        .given("defence", p.defence, PROWESS)
        .or(old.map(|c| c.defence))
        .unwrap_or(0);
    let dice = r.given("dice", p.dice, DICE).or(old.and_then(|c| c.dice));
    let (berth, site) = match &p.at {
        None => old.map_or((Berth::Pool, None), |c| (c.berth, c.site)),
        Some(word) => {
            let at = r.at("at");
            berth(word, &at, board, r.faults)?
        }
    };
    let site = match &p.site {
        None => site,
        Some(word) => {
            let at = r.at("site");
            Some(casus_core::reading::hex(board, word, &at, cite!("17.3"), r.faults)?)
        }
    };
    r.parts(&[
        ("title", p.title.is_some()),
        ("faction", p.faction.is_some()),
        ("kind", p.kind.is_some()),
        ("prowess", p.attack.is_some() || p.defence.is_some()),
        ("dice", p.dice.is_some()),
        ("site", p.site.is_some()),
    ]);
    let sources = r.provenance(p, old.map(|c| &c.sources));
    let (owner, faction, kind): (Side, Faction, Kind) = (owner?, faction?, kind?);
    if owner == Side::Hussite && kind == Kind::ChurchKnight {
        r.fault("kind", "Ecclesiastical Knights are the Empire's alone", Some(cite!("2.3.2")));
    }
    if (kind == Kind::Legate) && dice.is_none() {
        r.fault("dice", "is missing: a Legate has dice", Some(cite!("7.3.3")));
    }
    let title = p.title.clone().or_else(|| old.map(|c| c.title.clone()));
    Some(Counter {
        id: old.map_or(&p.id, |c| &c.id).clone(),
        title: title.unwrap_or_else(|| p.id.replace('-', " ")),
        side: owner,
        faction,
        kind,
        attack,
        defence,
        artillery: p.artillery.or(old.map(|c| c.artillery)).unwrap_or(false) || kind == Kind::Wagon,
        guard: p.guard.or(old.map(|c| c.guard)).unwrap_or(false),
        dice,
        berth,
        site,
        sources,
    })
}

impl Roster {
    fn read_towns(&mut self, patches: &[TownPatch], path: &str, file: bool, board: &Board, faults: &mut SetupFaults) {
        let what = "place";
        Pieces { what, path, file }
            .read(&mut self.towns, patches, faults, |r, p, all, old| read_town(r, p, all, old, board));
        // Checked after all are read: places may exchange their hexes, in any order of patches.
        let patch_of = |t: &Town| patches.iter().position(|p| p.id.eq_ignore_ascii_case(&t.id));
        for own in &self.towns {
            let Some(i) = patch_of(own) else { continue };
            let mut others = self.towns.iter().filter(|t| t.id != own.id && t.hex == own.hex);
            // If both places were changed, report the later one.
            if others.any(|t| patch_of(t).is_none_or(|k| k < i)) {
                faults.push(format!("{path}[{i}].hex"), "there is a place already", Some(cite!("2.2")));
            }
        }
    }
    fn read_counters(
        &mut self,
        patches: &[CounterPatch],
        path: &str,
        file: bool,
        board: &Board,
        faults: &mut SetupFaults,
    ) {
        let what = "unit";
        Pieces { what, path, file }
            .read(&mut self.counters, patches, faults, |r, p, all, old| read_counter(r, p, all, old, board));
    }
}

impl GameData {
    /// Loads game data from the texts of its files.
    ///
    /// # Errors
    /// Returns every fault of every file, each with its place.
    pub fn load(files: &Files<'_>) -> Result<Self, SetupFaults> {
        let mut faults = SetupFaults::default();
        let f = &mut faults;
        let map = toml_file::<MapFile>(files.map, "map", f);
        let places = toml_file::<PlacesFile>(files.places, "places", f);
        let counters = toml_file::<CountersFile>(files.counters, "counters", f);
        let charts = toml_file::<ChartsPatch>(files.charts, "charts", f)
            .and_then(|file| Charts::build(None, &file, "charts", f));
        let (Some(map), Some(places), Some(counters), Some(charts)) = (map, places, counters, charts) else {
            return Err(faults);
        };
        let (board, mut layers) = map.read(&LEGEND_OF_THE_MAP, f);
        let mut lands = vec![Land::Empire; board.len()];
        map.layer(
            "territory",
            (&board, &mut layers),
            (cite!("2.1"), &|part| Land::named(part).is_some()),
            |hex, mark| {
                let land = Land::ALL.into_iter().find(|l| l.mark() == mark);
                land.inspect(|&l| lands[hex.index()] = l).is_some()
            },
            f,
        );
        let mut roster = Roster::empty();
        roster.read_towns(&places.place, "places.place", true, &board, f);
        roster.read_counters(&counters.counter, "counters.counter", true, &board, f);
        let mut game_data = Self {
            board,
            lands: lands.into(),
            roster,
            charts,
            layers,
            digest: 0,
            laws: Laws::PRINTED,
            names: Names::default(),
            towns: Box::default(),
            net: ways::Net::default(),
            riders: [PieceSet::EMPTY; 2],
            helpless: PieceSet::EMPTY,
            far: ways::Far::default(),
        };
        game_data.seal();
        faults.or(game_data)
    }

    fn seal(&mut self) {
        self.roster.give_names(&self.board);
        self.digest = digest_bytes(self.canon().as_bytes());
        self.names = Names::of(&self.roster);
        let mut towns = vec![None; self.board.len()];
        for t in self.roster.town_ids() {
            towns[self.roster[t].hex.index()] = Some(t);
        }
        self.towns = towns.into();
        self.net = ways::Net::of(&self.board, |hex, dir| self.points(hex, dir).unwrap_or(0));
        self.far = ways::Far::of(self.board.len());
        let of = |is: &dyn Fn(&Counter) -> bool| {
            let all = self.roster.units().filter(|&u| is(&self.roster[u]));
            all.map(|u| u.0).collect::<PieceSet>()
        };
        let rides = |c: &Counter| c.kind.mounted() || c.kind == Kind::Wagon;
        self.riders = [Side::Hussite, Side::Imperial].map(|side| of(&|c| c.side == side && rides(c)));
        self.helpless = of(&|c| !c.kind.fights());
    }
    /// Returns the points of a step over the side of a hex, by the Terrain Effects Chart (8.3).
    fn points(&self, from: HexId, dir: Dir) -> Option<u8> {
        let to = self.board.neighbour(from, dir)?;
        if self.board.road(from, dir) {
            return Some(self.charts.ways.road);
        }
        let river = if self.board.features(from, dir) & RIVER != 0 {
            self.charts.ways.river
        } else {
            0
        };
        Some(self.charts.ground(Terrain::at(&self.board, to)).mp + river)
    }
    /// Returns the points of a step over the side of a hex (8.3); 0 off the map.
    #[inline]
    pub fn step(&self, from: HexId, dir: Dir) -> u8 {
        self.net.step(from, dir)
    }

    /// Returns the points of the cheapest path between two hexes over the empty map, ignoring closed lands; 255 if there are too
    /// many.
    #[inline]
    pub(crate) fn far(&self, from: HexId, to: HexId) -> u8 {
        self.far.cost(self, from, to)
    }

    /// Returns the cheapest paths to a hex over the empty map.
    pub(crate) fn empty_ways(&self, to: HexId) -> Option<&ways::Ways> {
        self.far.to(self, to)
    }

    /// Returns the steps of the map.
    pub(crate) const fn net(&self) -> &ways::Net {
        &self.net
    }
    /// Returns the mounted units and wagons of a side.
    pub(crate) const fn riders(&self, side: Side) -> PieceSet {
        self.riders[side as usize]
    }
    /// Returns the counters that do not fight.
    pub(crate) const fn helpless(&self) -> PieceSet {
        self.helpless
    }

    /// Returns the land of a hex.
    #[inline]
    pub fn land(&self, hex: HexId) -> Land {
        self.lands.get(hex.index()).copied().unwrap_or(Land::Empire)
    }
    /// Returns the urban place in a hex.
    #[inline]
    pub fn town(&self, hex: HexId) -> Option<TownId> {
        self.towns.get(hex.index()).copied().flatten()
    }
    /// Returns the kind of the urban place in a hex.
    pub fn urban(&self, hex: HexId) -> Option<Urban> {
        Some(self.roster[self.town(hex)?].kind)
    }
    /// Returns the counters and places that Cases name.
    pub(crate) const fn names(&self) -> &Names {
        &self.names
    }

    /// Returns all data that the rules read as text, from which the digest is computed.
    fn canon(&self) -> String {
        let mut t = String::new();
        plain_board(&self.board, &mut t);
        for land in &self.lands {
            t.push(land.mark());
        }
        t.push('\n');
        for p in &self.roster.towns {
            let _ = writeln!(t, "{} {} {}", p.id, self.board.label_str(p.hex), p.kind);
        }
        for c in &self.roster.counters {
            let site = c.site.map_or("-", |h| self.board.label_str(h));
            let _ = writeln!(
                t,
                "{} {:?} {} {} {} {} {} {} {:?} {:?} {site}",
                c.id, c.side, c.faction, c.kind, c.attack, c.defence, c.artillery, c.guard, c.dice, c.berth
            );
        }
        self.charts.canon(&mut t);
        t
    }

    /// Returns this game data with a patch applied. It reports every fault of the patch; the path of a fault begins with `map`,
    /// `lands`, `places`, `counters` or `charts`. Faulty values stay as they were.
    #[must_use]
    pub fn patched(&self, patch: &GameDataPatch, faults: &mut SetupFaults) -> Self {
        let mut game_data = self.clone();
        if let Some(map) = &patch.map {
            if map.numbering.is_some() {
                faults.push("map.numbering", "the hexes and their numbers stay as they are", Some(cite!("2.1")));
            } else {
                LEGEND_OF_THE_MAP.change(map, &mut game_data.board, &mut game_data.layers, faults);
            }
        }
        if patch.bare {
            game_data.roster.towns.clear();
            game_data.lands.fill(Land::Bohemia);
        }
        for (number, word) in &patch.lands {
            let path = format!("lands.{number:?}");
            let hex = casus_core::reading::hex(&game_data.board, number, &path, cite!("2.1"), faults);
            if let (Some(hex), Some(land)) = (hex, land(word, &path, faults)) {
                game_data.lands[hex.index()] = land;
            }
        }
        game_data
            .roster
            .read_towns(&patch.places, "places", false, &game_data.board, faults);
        game_data
            .roster
            .read_counters(&patch.counters, "counters", false, &game_data.board, faults);
        if let Some(charts) = &patch.charts
            && let Some(charts) = Charts::build(Some(&self.charts), charts, "charts", faults)
        {
            game_data.charts = charts;
        }
        game_data.seal();
        game_data
    }

    /// Returns all reconstructed values with the reason for each, so that none passes for a printed one.
    ///
    /// Each has the place of the value. They are in the order of the files.
    pub fn reconstructed(&self) -> Vec<(String, String)> {
        reconstructed(&self.layers, |mut note: &mut dyn FnMut(String, &Source)| {
            for p in &self.roster.towns {
                p.sources.tell(&format!("places: {}", p.id), &mut note);
            }
            for c in &self.roster.counters {
                c.sources.tell(&format!("counters: {}", c.id), &mut note);
            }
            self.charts.provenance(&mut note);
        })
    }

    /// Returns the player aid sheets, each with a title and a text. `*` marks reconstructed cells, `+` those of the set-up.
    pub fn sheets(&self) -> Vec<(String, String)> {
        let mut out = self.charts.sheets();
        let head = ["Counter", "Side", "Faction", "Type", "Prowess", "Artillery"];
        let rows = runs(&self.roster.counters, |c| &mut c.id).into_iter().map(|(name, c)| {
            let of = |part: &str| c.sources.mark(part);
            let prowess = match (c.attack, c.defence) {
                (0, 0) => format!("-{}", of("prowess")),
                (a, d) => format!("+{a}/-{d}{}", of("prowess")),
            };
            vec![
                name,
                format!("{:?}", c.side),
                format!("{}{}", c.faction, of("faction")),
                format!("{}{}", c.kind, of("kind")),
                prowess,
                if c.artillery { "yes" } else { "" }.to_owned(),
            ]
        });
        out.push(("Counters".to_owned(), aligned(&head, rows.collect()) + "\n" + LEGEND));
        let rows = self.roster.towns.iter().map(|t| {
            let label = self.board.label(t.hex);
            let name = self.board.name(t.hex).unwrap_or(&t.id).to_owned();
            let kind = format!("{}{}", t.kind, t.sources.mark("kind"));
            vec![label, name, kind, self.land(t.hex).to_string()]
        });
        let head = ["Hex", "Place", "Kind", "Land"];
        out.push(("Urban Places".to_owned(), aligned(&head, rows.collect()) + "\n" + LEGEND));
        out
    }
}
