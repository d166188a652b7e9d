//! The charts: terrain, the tables of field and siege, places, Florins, popes and events.
//!
//! No text that we have contains the printed charts. Values that the rulebook gives are marked as such; the rest is
//! reconstructed. [`GameData::sheets`](crate::data::GameData::sheets) shows which is which. If you own the printed charts, you
//! can replace whole tables or single values with a [`ChartsPatch`].

use crate::casebook::cite;
use crate::components::{Counter, Kind, Terrain, Urban};
use casus_core::cells::TablePatch;
use casus_core::data::{ChartReader, Form, Group as _, Within};
use casus_core::sheet::{LEGEND, aligned, plain_rows, table_sheet};
use casus_core::{Provenance, ResultTable, SetupFaults, Source};
use core::fmt::{Display, Write as _};
use std::collections::BTreeMap;

casus_core::words! {
    /// The result of fire in the field for its target (9.3.3).
    #[derive(Default)]
    pub enum Shot, printed, "result of fire" {
        /// No effect on the target.
        #[default]
        None = "NE",
        /// The target is routed.
        Routed = "TR",
        /// The target is eliminated.
        Eliminated = "TE",
    }
}

impl Shot {
    /// Returns the result for the target in words.
    pub const fn told(self) -> &'static str {
        match self {
            Self::None => "no effect",
            Self::Routed => "routed",
            Self::Eliminated => "eliminated",
        }
    }
}

casus_core::words! {
    /// The result of an assault in the field (9.4.2).
    #[derive(Default)]
    pub enum Clash, printed, "result of an assault" {
        /// The attacker is routed.
        #[default]
        AttackerRouted = "AR",
        /// The defender is eliminated.
        DefenderEliminated = "DE",
    }
}

impl Clash {
    /// Returns the result in words.
    pub const fn told(self) -> &'static str {
        match self {
            Self::AttackerRouted => "the attacker is routed",
            Self::DefenderEliminated => "the defender is eliminated",
        }
    }
}

casus_core::words! {
    /// The result of a garrison's guns for a besieger (10.3.2).
    #[derive(Default)]
    pub enum Salvo, printed, "result of a garrison's fire" {
        /// No effect on the target.
        #[default]
        None = "NE",
        /// The target is routed.
        Routed = "AR",
        /// The target is eliminated.
        Eliminated = "AE",
    }
}

impl Salvo {
    /// Returns the result for the target in words, the same as those of fire in the field.
    pub const fn told(self) -> &'static str {
        let same = match self {
            Self::None => Shot::None,
            Self::Routed => Shot::Routed,
            Self::Eliminated => Shot::Eliminated,
        };
        same.told()
    }
}

casus_core::words! {
    /// The result of a besieger's guns on the walls (10.4.2).
    #[derive(Default)]
    pub enum Battering, printed, "result on the walls" {
        /// No effect on the walls.
        #[default]
        None = "NE",
        /// The walls are breached.
        Breached = "WB",
    }
}

impl Battering {
    /// Returns the result in words.
    pub const fn told(self) -> &'static str {
        match self {
            Self::None => "no effect",
            Self::Breached => "a breach",
        }
    }
}

casus_core::words! {
    /// The result of an assault on walls (10.5.2).
    #[derive(Default)]
    pub enum Storm, printed, "result of an assault on walls" {
        /// The attacker is eliminated.
        #[default]
        Eliminated = "AE",
        /// The attacker is routed.
        Routed = "AR",
        /// The walls are breached.
        Breached = "WB",
    }
}

impl Storm {
    /// Returns the result in words.
    pub const fn told(self) -> &'static str {
        match self {
            Self::Eliminated => "eliminated",
            Self::Routed => "routed",
            Self::Breached => "the walls are breached",
        }
    }
}

casus_core::words! {
    /// A row of the Events Table (4.2).
    #[derive(Default)]
    pub enum Happening, word, "event" {
        /// Nothing happens this turn.
        #[default]
        None = "none",
        /// Turks in Hungary: the customs stations pay nothing this turn.
        Turks = "turks",
        /// The Diet refuses: Imperial Finance pays nothing this turn.
        DietRefuses = "diet-refuses",
        /// Poles and Lithuanians come (5.2.3).
        Poland = "poland",
        /// Martin V dies (13.1).
        PopeDies = "pope-dies",
        /// The princes quarrel: Imperial Finance pays half.
        PrincesQuarrel = "princes-quarrel",
        /// Silver of Kuttenberg: it pays twice this turn.
        Silver = "silver",
        /// A tax against the Hussites: Imperial Finance rolls one die more.
        Tax = "tax",
        /// Danes come (6.3).
        Danes = "danes",
        /// Money of indulgences: Imperial Finance rolls two dice more.
        Indulgences = "indulgences",
    }
}

casus_core::words! {
    /// A column of the assault table by terrain (9.4).
    pub enum Field, word, "column of the assault table" {
        /// The column of open country.
        Clear = "clear",
        /// The column of forest, hills and urban terrain.
        Broken = "broken",
        /// The column of mountains.
        Mountain = "mountain",
    }
}

/// The column of the assault table for an assault on a wagon, in any terrain (9.4).
pub const WAGON_COLUMN: usize = 3;

/// The limits of the points of a step.
const POINTS: Within = (1, 9, cite!("8.3"));
/// The limits of the points of a year.
const YEAR: Within = (0, 60, cite!("8.2"));
/// The limits of a garrison.
const GARRISON: Within = (0, 20, cite!("8.6.1"));
/// The limits of a die that eliminates; 7 means none.
const KILLS: Within = (1, 7, cite!("10.6.1"));
/// The limits of a price of rebuilding.
const REBUILD: Within = (0, 99, cite!("15.2"));
/// The limits of Florins.
const FLORINS: Within = (0, 99, cite!("6.1"));
/// The limits of a face of the die; 0 means none.
const FACE: Within = (0, 6, cite!("7.2"));

casus_core::group! {
    /// A row of the Terrain Effects Chart.
    pub struct Ground, GroundPatch {
        /// Movement Points to enter, 1 to 9.
        mp: u8 = POINTS,
        /// The column of the assault table, if there is no urban place.
        assault: Field = (),
    }
}

casus_core::group! {
    /// The cost of a road in place of the terrain's, and the additional cost of a river without one (8.3).
    pub struct Ways, WaysPatch {
        /// Points from a road hex to the next along the road.
        road: u8 = POINTS,
        /// Additional points to cross a river.
        river: u8 = (0, 9, cite!("8.3")),
    }
}

casus_core::group! {
    /// Movement Points in a year (8.2).
    pub struct Years, YearsPatch {
        /// Points of foot units.
        foot: u8 = YEAR,
        /// Points of war wagons.
        wagon: u8 = YEAR,
        /// Points of mounted units, of Legates and of Elizabeth.
        mounted: u8 = YEAR,
        /// Points of Žižka (8.8.3).
        zizka: u8 = YEAR,
    }
}

casus_core::group! {
    /// The values of a kind of urban place.
    pub struct Walls, WallsPatch {
        /// The maximum number of units in its garrison (8.6.1).
        garrison: u8 = GARRISON,
        /// The lowest die that eliminates under Blockade (10.6.1).
        attrition: u8 = KILLS,
        /// The cost to rebuild it, in Florins (15.2); 0 if it is never rebuilt.
        rebuild: u8 = REBUILD,
    }
}

casus_core::group! {
    /// Prices and incomes in Florins (6.1, 6.2).
    pub struct Florins, FlorinsPatch {
        /// The cost to muster a knight or hussar.
        knight: u8 = FLORINS,
        /// The cost to maintain a knight or hussar.
        knight_upkeep: u8 = FLORINS,
        /// The cost to muster foot.
        foot: u8 = FLORINS,
        /// The cost to maintain foot.
        foot_upkeep: u8 = FLORINS,
        /// The cost to muster a wagon.
        wagon: u8 = FLORINS,
        /// The cost to maintain a wagon.
        wagon_upkeep: u8 = FLORINS,
        /// The payment of a customs station (6.1.1).
        station: u8 = FLORINS,
        /// The payment of Pilsen (6.1.2).
        pilsen: u8 = FLORINS,
        /// The payment of Kuttenberg.
        kuttenberg: u8 = FLORINS,
        /// The payment of Budweis.
        budweis: u8 = FLORINS,
        /// The number of dice of Imperial Finance (6.1.3).
        finance: u8 = (0, 9, cite!("6.1.3")),
    }
}

impl Florins {
    /// Returns the costs to muster a unit, and to maintain it for a turn.
    pub const fn of(&self, kind: Kind) -> (u8, u8) {
        match kind {
            Kind::Foot => (self.foot, self.foot_upkeep),
            Kind::Wagon => (self.wagon, self.wagon_upkeep),
            Kind::Hussar | Kind::LayKnight | Kind::ChurchKnight => (self.knight, self.knight_upkeep),
            Kind::Legate | Kind::Dowager => (0, 0),
        }
    }
}

casus_core::group! {
    /// The highest die with which each Pope calls a crusade or changes a Legate (7.2, 7.3.1).
    pub struct Popes, PopesPatch {
        /// While Martin V is Pope.
        martin: u8 = FACE,
        /// While Eugenius IV is Pope.
        eugenius: u8 = FACE,
    }
}

/// All charts and tables, each value with its source.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Charts {
    /// The Terrain Effects Chart, by [`Terrain`].
    pub terrain: Vec<Ground>,
    /// Roads and rivers.
    pub ways: Ways,
    /// Movement Points in a year.
    pub points: Years,
    /// The Field Battle Artillery/Skirmish Table; a column is a target's [`Kind::column`].
    pub fire: ResultTable<Shot>,
    /// The Field Battle Assault Table: columns of [`Field`], then the wagons' ([`WAGON_COLUMN`]).
    pub assault: ResultTable<Clash>,
    /// The Defender Siege Artillery Table: foot, lay knights, ecclesiastical knights, artillery.
    pub garrison_guns: ResultTable<Salvo>,
    /// The Attacker Siege Artillery Table; a column is an [`Urban`].
    pub siege_guns: ResultTable<Battering>,
    /// The Siege Assault Table; a column is an [`Urban`].
    pub storm: ResultTable<Storm>,
    /// The values of each kind of urban place, by [`Urban`].
    pub places: Vec<Walls>,
    /// Prices and incomes.
    pub florins: Florins,
    /// The dice that the Popes need (7.2, 7.3.1).
    pub popes: Popes,
    /// The Events Table: one column, by the sum of three dice.
    pub events: ResultTable<Happening>,
}

impl Charts {
    /// Returns the row of a terrain.
    pub fn ground(&self, terrain: Terrain) -> &Ground {
        &self.terrain[terrain as usize]
    }
    /// Returns the values of a kind of urban place.
    pub fn walls(&self, kind: Urban) -> &Walls {
        &self.places[kind as usize]
    }
    /// Returns a unit's Movement Points in a year (8.2, 8.8.3); guards have none (11.0).
    pub fn allowance(&self, counter: &Counter, zizka: bool) -> u8 {
        const _: casus_core::Cite = cite!("8.2");
        match counter.kind {
            _ if counter.guard => 0,
            _ if zizka => self.points.zizka,
            Kind::Foot => self.points.foot,
            Kind::Wagon => self.points.wagon,
            _ => self.points.mounted,
        }
    }
}

casus_core::patch! {
    /// The charts, whole or in part: the form of `data/charts.toml`. A table is replaced as a whole, other groups value by value.
    pub struct ChartsPatch {
        /// The Terrain Effects Chart, by terrain.
        pub terrain: BTreeMap<String, GroundPatch>,
        /// Roads and rivers.
        pub ways: WaysPatch,
        /// Movement Points in a year.
        pub points: YearsPatch,
        /// The Field Battle Artillery/Skirmish Table: foot, hussars, lay knights, ecclesiastical knights, wagons.
        pub fire: Option<TablePatch>,
        /// The Field Battle Assault Table: clear, broken, mountain, wagon.
        pub assault: Option<TablePatch>,
        /// The Defender Siege Artillery Table: foot, lay knights, ecclesiastical knights, artillery.
        pub garrison_guns: Option<TablePatch>,
        /// The Attacker Siege Artillery Table: town, city, fortress, customs.
        pub siege_guns: Option<TablePatch>,
        /// The Siege Assault Table: town, city, fortress, customs.
        pub storm: Option<TablePatch>,
        /// The values of each kind of urban place.
        pub places: BTreeMap<String, WallsPatch>,
        /// Prices and incomes.
        pub florins: FlorinsPatch,
        /// The dice that the Popes need (7.2, 7.3.1).
        pub popes: PopesPatch,
        /// The Events Table: a word for each sum of three dice.
        pub events: Option<TablePatch>,
    }
}

const FIRE_COLUMNS: [&str; 5] = ["Foot", "Hussars", "Lay Knights", "Eccl. Knights", "Wagons"];
const ASSAULT_COLUMNS: [&str; 4] = ["Clear", "Forest, Rough, Urban", "Mountain", "Wagon"];
const GUN_COLUMNS: [&str; 4] = ["Foot", "Lay Knights", "Eccl. Knights", "Artillery"];
const WALL_COLUMNS: [&str; 4] = ["Town", "City", "Fortress", "Customs"];

/// Returns a list with a group for each word, from patches by these words.
fn by_word<T: Copy, G: casus_core::data::Group>(
    (key, what): (&str, &str),
    (all, word): (&[T], impl Fn(T) -> &'static str),
    (given, old): (&BTreeMap<String, G::Patch>, Option<&Vec<G>>),
    r: &mut ChartReader<'_>,
) -> Vec<G> {
    let mut r = r.within(key);
    let words: Vec<&str> = all.iter().map(|&t| word(t)).collect();
    for stray in given.keys().filter(|k| !words.contains(&k.as_str())) {
        r.stray(stray, what, &words, cite!("2.2"));
    }
    let none = G::Patch::default();
    let group = |(i, &word): (usize, &&str)| {
        let patch = given.get(word).unwrap_or(&none);
        r.group(word, &Form::WHOLE, patch, old.and_then(|old| old.get(i)))
    };
    words.iter().enumerate().map(group).collect()
}

/// Reports a table without exactly these rows, which are the possible results of the dice.
fn of_rows<T>(
    table: Option<ResultTable<T>>,
    rows: (i32, i32),
    path: &str,
    f: &mut SetupFaults,
) -> Option<ResultTable<T>> {
    let table = table?;
    if table.rows() != (rows.0..=rows.1) {
        f.push(format!("{path}.rows"), format!("the rows are {} to {}", rows.0, rows.1), None);
        return None;
    }
    Some(table)
}

impl Charts {
    /// Builds charts from a patch over others, or from a whole file if there are none. It reports every fault.
    pub(crate) fn build(old: Option<&Self>, p: &ChartsPatch, path: &str, faults: &mut SetupFaults) -> Option<Self> {
        let mut r = ChartReader::new(path, old.is_none(), faults);
        let o = old;
        let fire = ("Field Battle Artillery/Skirmish Table", &FIRE_COLUMNS[..]);
        let fire = r.table("fire", fire, p.fire.as_ref(), o.map(|o| &o.fire), Shot::named);
        let fire = of_rows(fire, (1, 6), &format!("{path}.fire"), r.faults);
        let assault = ("Field Battle Assault Table", &ASSAULT_COLUMNS[..]);
        let assault = r.table("assault", assault, p.assault.as_ref(), o.map(|o| &o.assault), Clash::named);
        let assault = of_rows(assault, (1, 6), &format!("{path}.assault"), r.faults);
        let guns = ("Defender Siege Artillery Table", &GUN_COLUMNS[..]);
        let garrison_guns =
            r.table("garrison_guns", guns, p.garrison_guns.as_ref(), o.map(|o| &o.garrison_guns), Salvo::named);
        let garrison_guns = of_rows(garrison_guns, (1, 6), &format!("{path}.garrison_guns"), r.faults);
        let guns = ("Attacker Siege Artillery Table", &WALL_COLUMNS[..]);
        let siege_guns = r.table("siege_guns", guns, p.siege_guns.as_ref(), o.map(|o| &o.siege_guns), Battering::named);
        let siege_guns = of_rows(siege_guns, (1, 6), &format!("{path}.siege_guns"), r.faults);
        let storm = ("Siege Assault Table", &WALL_COLUMNS[..]);
        let storm = r.table("storm", storm, p.storm.as_ref(), o.map(|o| &o.storm), Storm::named);
        let storm = of_rows(storm, (1, 6), &format!("{path}.storm"), r.faults);
        let events = ("Events Table", &["Event"][..]);
        let events = r.table("events", events, p.events.as_ref(), o.map(|o| &o.events), Happening::named);
        let events = of_rows(events, (3, 18), &format!("{path}.events"), r.faults);
        Some(Self {
            terrain: by_word(
                ("terrain", "terrain"),
                (&Terrain::ALL, Terrain::word),
                (&p.terrain, o.map(|o| &o.terrain)),
                &mut r,
            ),
            places: by_word(
                ("places", "kind of place"),
                (&Urban::ALL, Urban::word),
                (&p.places, o.map(|o| &o.places)),
                &mut r,
            ),
            ways: r.group("ways", &Form::WHOLE, &p.ways, o.map(|o| &o.ways)),
            points: r.group("points", &Form::WHOLE, &p.points, o.map(|o| &o.points)),
            florins: r.group("florins", &Form::WHOLE, &p.florins, o.map(|o| &o.florins)),
            popes: r.group("popes", &Form::WHOLE, &p.popes, o.map(|o| &o.popes)),
            fire: fire?,
            assault: assault?,
            garrison_guns: garrison_guns?,
            siege_guns: siege_guns?,
            storm: storm?,
            events: events?,
        })
    }

    /// Appends all values of the charts that the rules read, as text.
    pub(crate) fn canon(&self, t: &mut String) {
        let mut table = |low: i32, rows: Vec<String>| {
            for (n, row) in (low..).zip(rows) {
                let _ = writeln!(t, "{n} {row}");
            }
        };
        table(self.fire.low(), plain_rows(&self.fire));
        table(self.assault.low(), plain_rows(&self.assault));
        table(self.garrison_guns.low(), plain_rows(&self.garrison_guns));
        table(self.siege_guns.low(), plain_rows(&self.siege_guns));
        table(self.storm.low(), plain_rows(&self.storm));
        table(self.events.low(), plain_rows(&self.events));
        let terrain = self.terrain.iter().map(|row| row.plain(&Form::WHOLE));
        let places = self.places.iter().map(|row| row.plain(&Form::WHOLE));
        let others = [
            self.ways.plain(&Form::WHOLE),
            self.points.plain(&Form::WHOLE),
            self.florins.plain(&Form::WHOLE),
            self.popes.plain(&Form::WHOLE),
        ];
        for line in terrain.chain(places).chain(others) {
            t.push_str(&line);
            t.push('\n');
        }
    }

    /// Reports the source of each part.
    pub(crate) fn provenance(&self, note: &mut impl FnMut(String, &Source)) {
        let mut group = |what: &str, sources: &Provenance| sources.tell(&format!("charts: {what}"), note);
        for (terrain, row) in Terrain::ALL.iter().zip(&self.terrain) {
            group(&format!("terrain, {terrain}"), &row.sources);
        }
        for (kind, row) in Urban::ALL.iter().zip(&self.places) {
            group(&format!("places, {kind}"), &row.sources);
        }
        for (name, source) in [
            ("Field Battle Artillery/Skirmish Table", self.fire.source()),
            ("Field Battle Assault Table", self.assault.source()),
            ("Defender Siege Artillery Table", self.garrison_guns.source()),
            ("Attacker Siege Artillery Table", self.siege_guns.source()),
            ("Siege Assault Table", self.storm.source()),
            ("Events Table", self.events.source()),
        ] {
            group(name, &Provenance::whole(source.clone()));
        }
        group("roads and rivers", &self.ways.sources);
        group("Movement Points", &self.points.sources);
        group("Florins", &self.florins.sources);
        group("Popes", &self.popes.sources);
    }

    /// Returns every chart as a player aid sheet.
    pub(crate) fn sheets(&self) -> Vec<(String, String)> {
        let terrain = Terrain::ALL.iter().zip(&self.terrain);
        let terrain = terrain.map(|(t, row)| vec![t.to_string(), row.shown("mp"), row.shown("assault")]);
        let places = Urban::ALL.iter().zip(&self.places);
        let places = places.map(|(kind, row)| {
            let told = ["garrison", "attrition", "rebuild"].map(|name| row.shown(name));
            core::iter::once(kind.to_string()).chain(told).collect()
        });
        let values = |told: Vec<casus_core::data::Told>| -> String {
            let rows = told.into_iter().map(|t| vec![t.name.replace('_', " "), t.shown]);
            aligned(&["", ""], rows.collect()).trim_start().to_owned() + "\n" + LEGEND
        };
        vec![
            (
                "Terrain Effects Chart".to_owned(),
                aligned(&["Terrain", "MPs", "Assault"], terrain.collect()) + "\n" + LEGEND,
            ),
            ("Roads and Rivers".to_owned(), values(self.ways.told())),
            ("Movement Points".to_owned(), values(self.points.told())),
            (
                "Field Battle Artillery/Skirmish Table".to_owned(),
                sheet(&self.fire, "die", "NE no effect, TR target routed, TE target eliminated."),
            ),
            (
                "Field Battle Assault Table".to_owned(),
                sheet(&self.assault, "die", "AR attacker routed, DE defender eliminated."),
            ),
            ("Defender Siege Artillery Table".to_owned(), sheet(&self.garrison_guns, "die", SIEGE)),
            ("Attacker Siege Artillery Table".to_owned(), sheet(&self.siege_guns, "die", SIEGE)),
            ("Siege Assault Table".to_owned(), sheet(&self.storm, "die", SIEGE)),
            (
                "Places".to_owned(),
                aligned(&["Place", "Garrison", "Attrition from", "Rebuild"], places.collect()) + "\n" + LEGEND,
            ),
            ("Florins".to_owned(), values(self.florins.told())),
            ("Popes".to_owned(), values(self.popes.told())),
            ("Events Table".to_owned(), sheet(&self.events, "3D6", "")),
        ]
    }
}

const SIEGE: &str = "NE no effect, AR attacker routed, AE attacker eliminated, WB walls breached.";

fn sheet<T: Display>(table: &ResultTable<T>, die: &str, words: &str) -> String {
    table_sheet(table, die) + "\n" + words + "\n" + LEGEND
}
