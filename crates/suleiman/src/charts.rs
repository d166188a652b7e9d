//! The charts: fire ranges, Fire Table, Weapon System Matrix, Shock and Charge Tables, terrain effects.
//!
//! The text of the printed cards is not available to this project. Values that the rulebook gives are marked as such; the
//! rest is reconstructed. [`GameData::sheets`](crate::data::GameData::sheets) says which is which. If you own the cards, you
//! can replace whole tables or groups of values with a [`ChartsPatch`].

use crate::casebook::cite;
use crate::components::{Arm, Counter, GUN, Missile, Side, TERRAIN_WORDS};
use casus_core::Provenance;
use casus_core::cells::{Cell, RoadPatch, TablePatch};
use casus_core::data::{ChartReader, Clash, Form, Group};
use casus_core::geometry::many;
use casus_core::sheet::{LEGEND, aligned, costs, plain_rows, table_sheet};
use casus_core::{ResultTable, SetupFaults, Source};
use core::fmt;
use core::fmt::Write as _;
use std::collections::BTreeMap;

casus_core::words! {
    /// A weapon that fires: a row of the Fire Range Chart (2.2.7, 7.4.1).
    pub enum Weapon, word, "weapon" {
        /// Bow and arrow, A.
        Bow = "bow",
        /// Muskets (M on the counter).
        Musket = "musket",
        /// The guns of the Ottomans.
        OttomanGun = "ottoman-gun",
        /// Hungarian guns, worse than others (7.5).
        HungarianGun = "hungarian-gun",
    }
}

impl Weapon {
    /// Returns the row for a unit of this side with this missile type; `None` for a unit that does not fire.
    pub const fn of(side: Side, missile: Missile) -> Option<Self> {
        match (missile, side) {
            (Missile::None, _) => None,
            (Missile::Bow, _) => Some(Self::Bow),
            (Missile::Musket, _) => Some(Self::Musket),
            (Missile::Gun, Side::Ottoman) => Some(Self::OttomanGun),
            (Missile::Gun, Side::Hungary) => Some(Self::HungarianGun),
        }
    }
}

casus_core::words! {
    /// A result against a target or defender (Module 10), from mildest to worst. Its word is the text on the charts.
    #[derive(Default)]
    pub enum CombatResult, printed, "fire result" {
        /// No effect on the target.
        #[default]
        None = "-",
        /// The target retreats (10.2).
        Retreat = "Rt",
        /// The target is Disordered (10.1).
        Disordered = "D",
        /// Disordered, then Retreat.
        DisorderedRetreat = "D+Rt",
        /// The target is Retired (10.3).
        Retired = "Ret",
        /// The target is Eliminated (10.4).
        Eliminated = "E",
    }
}

impl CombatResult {
    /// Returns whether it Disorders the unit.
    pub const fn disorders(self) -> bool {
        matches!(self, Self::Disordered | Self::DisorderedRetreat)
    }
    /// Returns whether it makes the unit Retreat.
    pub const fn retreats(self) -> bool {
        matches!(self, Self::Retreat | Self::DisorderedRetreat)
    }
    /// Returns whether it clears the hex.
    pub const fn vacates(self) -> bool {
        !matches!(self, Self::None | Self::Disordered)
    }
}

casus_core::words! {
    /// A result against the attacker in Shock and Charge (Module 10), from mildest to worst. Its word is the text on the charts.
    #[derive(Default)]
    pub enum Recoil, printed, "attacker's result" {
        /// No effect on the attacker.
        #[default]
        None = "-",
        /// The attacker is Disordered (10.1).
        Disordered = "AD",
        /// The attacker retreats (10.2).
        Retreat = "AR",
        /// Disordered, then Retreat.
        DisorderedRetreat = "AD+AR",
    }
}

impl Recoil {
    /// Returns whether it Disorders the attacker.
    pub const fn disorders(self) -> bool {
        matches!(self, Self::Disordered | Self::DisorderedRetreat)
    }
    /// Returns the same result in the form in which it is applied to a unit.
    pub const fn fate(self) -> CombatResult {
        match self {
            Self::None => CombatResult::None,
            Self::Disordered => CombatResult::Disordered,
            Self::Retreat => CombatResult::Retreat,
            Self::DisorderedRetreat => CombatResult::DisorderedRetreat,
        }
    }
    /// Returns whether it makes the attacker Retreat.
    pub const fn retreats(self) -> bool {
        matches!(self, Self::Retreat | Self::DisorderedRetreat)
    }
}

/// A cell of the Shock or Charge Table: `"AD / Ret + CA"`.
pub type ShockResult = Clash<Recoil, CombatResult>;

/// Returns the column of the Fire Table for a target, counted from 0: leg Normal, leg Disordered, mounted Normal, mounted
/// Disordered (7.4.3, ruling D8).
pub const fn fire_column(mounted: bool, disordered: bool) -> usize {
    (mounted as usize) * 2 + disordered as usize
}

/// Returns the column of the Shock and Charge Tables for a defender, counted from 0: Normal, Disordered (8.3.2).
pub const fn shock_column(disordered: bool) -> usize {
    disordered as usize
}

casus_core::words! {
    /// A defender's line of the Weapon System Matrix (8.3.1(6), 19.0), in the matrix's order.
    pub enum Line, short, "line of the matrix" {
        /// Defenders of Heavy Cavalry.
        HeavyCavalry = "HC",
        /// Defenders of Medium Cavalry.
        MediumCavalry = "MC",
        /// Defenders of Light Cavalry.
        LightCavalry = "LC",
        /// Defenders who are Akincis.
        Akinci = "AK",
        /// Regular Infantry, with muskets or without.
        RegularInfantry = "RI",
        /// Levy Infantry, with muskets or without.
        LevyInfantry = "LvI",
        /// Infantry with bows.
        ArcherInfantry = "ArI",
    }
}

impl Line {
    /// Returns the line of a defender; `None` for Artillery (7.5.4).
    pub const fn of(arm: Arm, missile: Missile) -> Option<Self> {
        match (arm, missile) {
            (Arm::RegularInfantry | Arm::LevyInfantry, Missile::Bow) => Some(Self::ArcherInfantry),
            (Arm::HeavyCavalry, _) => Some(Self::HeavyCavalry),
            (Arm::MediumCavalry, _) => Some(Self::MediumCavalry),
            (Arm::LightCavalry, _) => Some(Self::LightCavalry),
            (Arm::Akinci, _) => Some(Self::Akinci),
            (Arm::RegularInfantry, _) => Some(Self::RegularInfantry),
            (Arm::LevyInfantry, _) => Some(Self::LevyInfantry),
            (Arm::Artillery, _) => None,
        }
    }
}

/// The Weapon System Matrix (8.3.1(6)): a row is an attacker's type, a column a defender's line.
///
/// A cell is a die-roll modifier; a high value is good for the attacker. A type without a row does not attack.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Matrix {
    cells: [[Option<i32>; 7]; 7],
    /// The source of the values.
    pub source: Source,
}

impl Matrix {
    /// Returns the modifier, if the attacker has a row.
    pub fn get(&self, attacker: Arm, defender: Line) -> Option<i32> {
        self.cells[attacker as usize][defender as usize]
    }
    /// Returns whether the type has a row. A type without one may not fight shock (8.1, ruling E15).
    pub fn attacks(&self, attacker: Arm) -> bool {
        self.cells[attacker as usize].iter().any(Option::is_some)
    }
    /// Returns whether this counter may fight shock: its type has a row, and it is no Archer Infantry.
    pub fn may_attack(&self, counter: &Counter) -> bool {
        !counter.archer_infantry() && self.attacks(counter.arm)
    }
}

casus_core::modifiers! {
    /// The modifiers of the Fire Table, besides those of the range (7.4.1).
    pub struct FireDrms, FireDrmsPatch {
        flank_of_mounted: "a mounted target, hit in its flank" ("7.4.2"),
        firer_disordered: "the firer is Disordered" ("7.4.3"),
        bow_at_heavy_cavalry: "bows at Heavy Cavalry, through its front" ("7.4.3"),
        village: "the target is in a village" ("7.4.3"),
        trench: "across a trench, at a target inside it" ("7.4.3"),
    }
}

casus_core::group! {
    /// A row of the Terrain Effects Chart: a terrain, a hexside that is crossed, or a level. The fire modifiers of village
    /// and trench are [`FireDrms::village`] and [`FireDrms::trench`].
    pub struct TerrainRow, TerrainRowPatch {
        /// Points to enter the hex; those to cross the side or climb a level come on top. By [`FOOT`], [`MOUNTED`] and
        /// [`GUN`]; none where it may not, save by road (7.5.2).
        mp: [Option<u8>; 3] as ["mp", "guns"] = "leg, mounted and guns",
        /// Points for each level down; the slope only.
        down: [Option<u8>; 3] = "leg, mounted and guns",
        /// Shock modifier for a defender in the hex or behind the side, for a trench only from outside; of the slope, if
        /// every attacker stands lower (19.0, ruling E4).
        shock: i32 = (),
        /// Whether units may Charge into the hex or across the side (9.1); not the slope.
        charge: bool = (),
        /// Whether it blocks a line of sight through it (7.2.1); hexes only.
        blocks_sight: bool as ["sight"] = (),
    }
}

/// What a row has that is a terrain.
const HEX: Form = Form {
    without: &["down"],
    least_cost: 1,
};
/// What a row has that is a hexside.
const HEXSIDE: Form = Form {
    without: &["down", "blocks_sight"],
    least_cost: 0,
};
/// What the slope's row has.
const SLOPE: Form = Form {
    without: &["charge", "blocks_sight"],
    least_cost: 0,
};

/// The Terrain Effects Chart.
///
/// Costs are in movement points. Modifiers apply to the shock die.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct TerrainChart {
    /// The terrains, by their code on the board.
    pub hexes: [TerrainRow; 3],
    /// The movement points to enter a hex along a road, instead of the hex's own cost, for every unit.
    pub road_mp: u8,
    /// The source of that value.
    pub road_source: Source,
    /// A slope: ground of a higher level.
    pub slope: TerrainRow,
    /// A stream hexside.
    pub stream: TerrainRow,
    /// A trench hexside, crossed from outside.
    pub trench: TerrainRow,
}

impl TerrainChart {
    /// Returns the row of a terrain code; a code without a row counts as clear.
    pub fn hex(&self, code: u8) -> &TerrainRow {
        self.hexes.get(usize::from(code)).unwrap_or(&self.hexes[0])
    }
    /// Returns whether a terrain blocks sight (7.2.1).
    pub fn blocks_sight(&self, code: u8) -> bool {
        self.hex(code).blocks_sight
    }
    /// Returns the movement points to enter a terrain, by column; `None` where it is closed, except by road.
    pub fn mp(&self, code: u8, gait: usize) -> Option<u8> {
        self.hex(code).mp[gait]
    }
}

/// Every chart and table of the game.
///
/// It has the values of the cards, each with its source. Rows of tables are die rolls after all modifiers. A roll beyond the
/// table uses the nearest row.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Charts {
    /// The Fire Range Chart: modifiers at range 1, 2, …; the length of the list is the range.
    pub ranges: BTreeMap<Weapon, Vec<i32>>,
    /// The sources of its cells: parts are `"bow 1"`, and `"musket range"` for the range of a weapon.
    pub range_sources: Provenance,
    /// The Fire Table; [`fire_column`] gives the column of a target.
    pub fire: ResultTable<CombatResult>,
    /// The Shock Table; [`shock_column`] gives the column of a defender.
    pub shock: ResultTable<ShockResult>,
    /// The Charge Table; [`shock_column`] gives the column of a defender.
    pub charge: ResultTable<ShockResult>,
    /// The Weapon System Matrix.
    pub matrix: Matrix,
    /// The fire modifiers.
    pub fire_drms: FireDrms,
    /// The Terrain Effects Chart.
    pub terrain: TerrainChart,
}

impl Charts {
    /// Returns the modifiers of a weapon at range 1, 2, … up to its range.
    pub fn ranges(&self, weapon: Weapon) -> &[i32] {
        self.ranges.get(&weapon).map_or(&[], Vec::as_slice)
    }
    /// Returns the range of a weapon, in hexes (2.2.7).
    pub fn range(&self, weapon: Weapon) -> u32 {
        self.ranges.get(&weapon).map_or(0, |r| r.len() as u32)
    }
    /// Returns the modifier at a range of 1 or more; `None` beyond the weapon's range.
    pub fn range_drm(&self, weapon: Weapon, range: u32) -> Option<i32> {
        let row = self.ranges.get(&weapon)?;
        row.get((range as usize).checked_sub(1)?).copied()
    }
}

casus_core::group_patch! {
    /// Changes to the Fire Range Chart, weapon by weapon. A weapon that is absent stays as it is.
    #[serde(rename_all = "kebab-case")]
    pub struct RangesPatch {
        /// Modifiers at range 1, 2, … for bows.
        pub bow: Option<Vec<Cell>>,
        /// Modifiers at range 1, 2, … for muskets.
        pub musket: Option<Vec<Cell>>,
        /// Modifiers at range 1, 2, … for Ottoman guns.
        pub ottoman_gun: Option<Vec<Cell>>,
        /// Modifiers at range 1, 2, … for Hungarian guns.
        pub hungarian_gun: Option<Vec<Cell>>,
    }
}

casus_core::patch! {
    /// Changes to the Terrain Effects Chart, row by row. A row that is absent stays as it is.
    pub struct TerrainPatch {
        /// The row of clear ground.
        pub clear: TerrainRowPatch,
        /// The row of swamp.
        pub swamp: TerrainRowPatch,
        /// The row of villages.
        pub village: TerrainRowPatch,
        /// The row of roads.
        pub road: RoadPatch,
        /// The row of slopes.
        pub slope: TerrainRowPatch,
        /// The row of stream hexsides.
        pub stream: TerrainRowPatch,
        /// The row of trench hexsides.
        pub trench: TerrainRowPatch,
    }
}

casus_core::patch! {
    /// Changes to the charts, in the form of `data/charts.toml`. A table is replaced as a whole, other groups by value.
    pub struct ChartsPatch {
        /// The Fire Range Chart.
        pub ranges: RangesPatch,
        /// The Fire Table: leg Normal, leg Disordered, mounted Normal, mounted Disordered.
        pub fire: Option<TablePatch>,
        /// The fire modifiers.
        pub fire_drms: FireDrmsPatch,
        /// The Weapon System Matrix: rows by attacker's type; columns HC, MC, LC, AK, RI, `LvI`, Archer Infantry.
        pub matrix: Option<TablePatch>,
        /// The Shock Table: Normal, Disordered.
        pub shock: Option<TablePatch>,
        /// The Charge Table: Normal, Disordered.
        pub charge: Option<TablePatch>,
        /// The Terrain Effects Chart.
        pub terrain: TerrainPatch,
    }
}

const FIRE_COLUMNS: [&str; 4] = ["Leg Normal", "Leg Disordered", "Mounted Normal", "Mounted Disordered"];
const SHOCK_COLUMNS: [&str; 2] = ["Normal", "Disordered"];
/// The longest range of a weapon, in hexes.
const MOST_RANGE: usize = 20;

fn matrix(source: Source, patch: &TablePatch, path: &str, faults: &mut SetupFaults) -> Matrix {
    let mut cells = [[None; 7]; 7];
    let mut seen: Vec<Arm> = Vec::new();
    for row in patch.rows.read(path) {
        let Some(arm) = Arm::named(&row.label) else {
            let message = format!("{:?} is not a type of unit", row.label);
            faults.push(&row.label_path, message, None);
            continue;
        };
        if arm == Arm::Artillery {
            let message = "Artillery has no row among the attackers";
            faults.push(&row.label_path, message, Some(cite!("7.5.4")));
        }
        if seen.contains(&arm) {
            faults.push(&row.label_path, format!("{} is given twice", arm.short()), None);
        }
        seen.push(arm);
        if row.cells.len() != Line::ALL.len() {
            let message = format!("row {} has {}, expected 7", arm.short(), many(row.cells.len(), "cell"));
            faults.push(&row.label_path, message, None);
        }
        for ((path, cell), line) in row.cells.iter().zip(Line::ALL) {
            cells[arm as usize][line as usize] = Some(cell.modifier(path, faults));
        }
    }
    if seen.is_empty() {
        faults.push(format!("{path}.rows"), "there are no rows", None);
    }
    Matrix { cells, source }
}

impl Charts {
    /// Builds charts from a patch over others, or from a whole file if there are none. Every fault is recorded. A faulty patch
    /// yields the closest possible charts, and `None` if a table of a file cannot be built at all.
    pub(crate) fn build(old: Option<&Self>, patch: &ChartsPatch, path: &str, faults: &mut SetupFaults) -> Option<Self> {
        let mut r = ChartReader::new(path, old.is_none(), faults);
        let (p, o) = (patch, old);
        let (shock, charge) = (("Shock Table", &SHOCK_COLUMNS[..]), ("Charge Table", &SHOCK_COLUMNS[..]));
        let fire =
            r.table("fire", ("Fire Table", &FIRE_COLUMNS), p.fire.as_ref(), o.map(|o| &o.fire), CombatResult::named);
        let shock = r.table("shock", shock, p.shock.as_ref(), o.map(|o| &o.shock), ShockResult::named);
        let charge = r.table("charge", charge, p.charge.as_ref(), o.map(|o| &o.charge), ShockResult::named);
        let matrix = r.whole("matrix", p.matrix.as_ref(), o.map(|o| &o.matrix), |r, patch, path| {
            let source = r.within("matrix").source(patch.source.as_deref());
            Some(matrix(source, patch, path, r.faults))
        });
        let (ranges, range_sources) = Self::build_ranges(old, &patch.ranges, &mut r.within("ranges"));
        let fire_drms = r.group("fire_drms", &Form::WHOLE, &p.fire_drms, o.map(|o| &o.fire_drms));
        Some(Self {
            terrain: TerrainChart::build(o.map(|o| &o.terrain), &p.terrain, &mut r.within("terrain")),
            ranges,
            range_sources,
            fire: fire?,
            shock: shock?,
            charge: charge?,
            matrix: matrix?,
            fire_drms,
        })
    }

    fn build_ranges(
        old: Option<&Self>,
        patch: &RangesPatch,
        r: &mut ChartReader<'_>,
    ) -> (BTreeMap<Weapon, Vec<i32>>, Provenance) {
        let mut ranges = old.map(|o| o.ranges.clone()).unwrap_or_default();
        let mut touched = Vec::new();
        for (weapon, cells) in [
            (Weapon::Bow, &patch.bow),
            (Weapon::Musket, &patch.musket),
            (Weapon::OttomanGun, &patch.ottoman_gun),
            (Weapon::HungarianGun, &patch.hungarian_gun),
        ] {
            let was = old.and_then(|o| o.ranges.get(&weapon));
            let row = r.whole(weapon.word(), cells.as_ref(), was, |r, cells, path| {
                if !(1..=MOST_RANGE).contains(&cells.len()) {
                    let message = format!("a range of {}: 1 to {MOST_RANGE}", many(cells.len(), "hex"));
                    r.faults.push(path, message, Some(cite!("2.2.7")));
                }
                let cells = cells.iter().take(MOST_RANGE).enumerate();
                Some(
                    cells
                        .map(|(i, c)| c.modifier(&format!("{path}[{i}]"), r.faults))
                        .collect(),
                )
            });
            ranges.insert(weapon, row.unwrap_or_default());
            if cells.is_some() {
                touched.extend((1..=MOST_RANGE).map(|n| format!("{} {n}", weapon.word())));
                touched.push(format!("{} range", weapon.word()));
            }
        }
        let source = r.source(patch.source.as_deref());
        let known = |part: &str| {
            part.split_once(' ')
                .is_some_and(|(w, what)| Weapon::named(w).is_some() && (what == "range" || what.parse::<u8>().is_ok()))
        };
        let new = r.parts(&patch.parts, &known);
        let touched: Vec<&str> = touched.iter().map(String::as_str).collect();
        let sources = Provenance::changed(old.map(|o| o.range_sources.clone()), source, &touched, new);
        (ranges, sources)
    }
}

impl TerrainChart {
    fn build(old: Option<&Self>, p: &TerrainPatch, r: &mut ChartReader<'_>) -> Self {
        let o = old;
        let hexes = [&p.clear, &p.swamp, &p.village];
        let hexes = core::array::from_fn(|i| r.group(TERRAIN_WORDS[i], &HEX, hexes[i], o.map(|o| &o.hexes[i])));
        let (road_mp, road_source) = r.road("road", &p.road, o.map(|o| (o.road_mp, &o.road_source)));
        Self {
            hexes,
            road_mp,
            road_source,
            slope: r.group("slope", &SLOPE, &p.slope, o.map(|o| &o.slope)),
            stream: r.group("stream", &HEXSIDE, &p.stream, o.map(|o| &o.stream)),
            trench: r.group("trench", &HEXSIDE, &p.trench, o.map(|o| &o.trench)),
        }
    }
}

impl Charts {
    /// Everything that the rules read of the charts, as text.
    pub(crate) fn canon(&self, t: &mut String) {
        for (w, row) in &self.ranges {
            let _ = writeln!(t, "{} {row:?}", w.word());
        }
        let mut table = |low: i32, rows: Vec<String>| {
            for (n, row) in (low..).zip(rows) {
                let _ = writeln!(t, "{n} {row}");
            }
        };
        table(self.fire.low(), plain_rows(&self.fire));
        table(self.shock.low(), plain_rows(&self.shock));
        table(self.charge.low(), plain_rows(&self.charge));
        let _ = writeln!(t, "{:?} {}", self.matrix.cells, self.fire_drms.plain(&Form::WHOLE));
        let e = &self.terrain;
        for row in &e.hexes {
            let _ = writeln!(t, "{}", row.plain(&HEX));
        }
        let _ = writeln!(t, "{} {}", e.road_mp, e.slope.plain(&SLOPE));
        for row in [&e.stream, &e.trench] {
            let _ = writeln!(t, "{}", row.plain(&HEXSIDE));
        }
    }

    /// Reports the source of each part.
    pub(crate) fn provenance(&self, note: &mut impl FnMut(String, &Source)) {
        let mut group = |what: &str, sources: &Provenance| {
            sources.tell(&format!("charts: {what}"), note);
        };
        group("Fire Range Chart", &self.range_sources);
        group("Fire modifiers", &self.fire_drms.sources);
        for (name, source) in [
            ("Fire Table", self.fire.source()),
            ("Weapon System Matrix", &self.matrix.source),
            ("Shock Table", self.shock.source()),
            ("Charge Table", self.charge.source()),
        ] {
            group(name, &Provenance::whole(source.clone()));
        }
        let e = &self.terrain;
        for (word, row) in TERRAIN_WORDS.iter().zip(&e.hexes) {
            let mut sources = row.sources.clone();
            if *word == "village" {
                sources
                    .parts
                    .insert("fire".to_owned(), self.fire_drms.sources.of("village").clone());
            }
            group(&format!("terrain, {word}"), &sources);
        }
        group("terrain, road", &Provenance::whole(e.road_source.clone()));
        group("terrain, slope", &e.slope.sources);
        group("terrain, stream", &e.stream.sources);
        let mut trench = e.trench.sources.clone();
        trench
            .parts
            .insert("fire".to_owned(), self.fire_drms.sources.of("trench").clone());
        group("terrain, trench", &trench);
    }

    /// Returns every chart as a player's aid sheet.
    pub(crate) fn sheets(&self) -> Vec<(String, String)> {
        let reach = self.ranges.values().map(Vec::len).max().unwrap_or(0);
        let mut head = vec!["Weapon".to_owned()];
        head.extend((1..=reach).map(|n| n.to_string()));
        let head: Vec<&str> = head.iter().map(String::as_str).collect();
        let mut lines = Vec::new();
        for (weapon, row) in &self.ranges {
            let word = weapon.word();
            let mut line = vec![format!(
                "{word}, range {}{}",
                row.len(),
                self.range_sources.mark(&format!("{word} range"))
            )];
            for n in 1..=reach {
                line.push(
                    row.get(n - 1).map_or("-".to_owned(), |d| {
                        format!("{d:+}{}", self.range_sources.mark(&format!("{word} {n}")))
                    }),
                );
            }
            lines.push(line);
        }
        let ranges = aligned(&head, lines) + "\n" + LEGEND;

        let fire_drms = aligned(&["DRM", "When", "Case"], self.fire_drms.lines(FireDrms::WHEN))
            + "\nAnd the range's, from the Fire Range Chart (7.4.1).\n"
            + LEGEND;

        let m = self.matrix.source.mark();
        let mut head = vec!["Attacker"];
        head.extend(Line::ALL.map(Line::short));
        let lines = Arm::ALL
            .into_iter()
            .filter(|a| self.matrix.attacks(*a))
            .map(|a| {
                let mut line = vec![a.short().to_owned()];
                line.extend(Line::ALL.map(|l| self.matrix.get(a, l).map_or("-".to_owned(), |n| format!("{n:+}{m}"))));
                line
            })
            .collect();
        let types = Arm::ALL.map(|arm| format!("{} {}", arm.short(), arm.title()));
        let types: Vec<String> = types.chunks(4).map(|line| line.join("; ")).collect();
        let matrix = aligned(&head, lines)
            + &format!("\n{}.", types.join(";\n"))
            + "\nArI is Archer Infantry. A type without a row may not fight shock; LC may not Charge (19.0).\n"
            + LEGEND;

        vec![
            ("Fire Range Chart".to_owned(), ranges),
            ("Fire Modifiers".to_owned(), fire_drms),
            ("Fire Table".to_owned(), sheet(&self.fire, "die + DRM")),
            ("Weapon System Matrix".to_owned(), matrix),
            ("Shock Table".to_owned(), sheet(&self.shock, "die + DRM")),
            ("Charge Table".to_owned(), sheet(&self.charge, "die + DRM")),
            ("Shock and Charge Modifiers".to_owned(), SHOCK_SUMMARY.to_owned()),
            ("Dice in Brief".to_owned(), DICE.to_owned()),
            ("Terrain Effects Chart".to_owned(), self.terrain_sheet()),
        ]
    }

    fn terrain_sheet(&self) -> String {
        let t = &self.terrain;
        let own = |text: &str| text.to_owned();
        let line = |name: &str, row: &TerrainRow, plus: &str, rest: [String; 4]| -> Vec<String> {
            let mark = |gait| row.sources.mark(if gait == GUN { "guns" } else { "mp" });
            let cells = core::iter::once(own(name)).chain(costs(&row.mp, plus, mark));
            cells.chain(rest).collect()
        };
        let none = || own("+0");
        let mut lines = Vec::new();
        for (name, row) in TERRAIN_WORDS.iter().zip(&t.hexes) {
            let fire = if *name == "village" {
                self.fire_drms.shown("village")
            } else {
                none() + row.sources.mark("fire")
            };
            lines.push(line(name, row, "", [row.shown("shock"), fire, row.shown("charge"), row.shown("blocks_sight")]));
        }
        let mut road = vec![own("road")];
        road.extend(vec![format!("{}{}", t.road_mp, t.road_source.mark()); 3]);
        road.extend(["-", "-", "-", "-"].map(own));
        lines.push(road);
        lines.push(line(
            "level up",
            &t.slope,
            "+",
            [t.slope.shown("shock"), own("-"), own("yes"), own("if above both")],
        ));
        let mut down = vec![own("level down")];
        down.extend(costs(&t.slope.down, "+", |_| t.slope.sources.mark("down")));
        down.extend(["-", "-", "yes", "-"].map(own));
        lines.push(down);
        for (name, row, fire) in [
            ("stream side", &t.stream, none() + t.stream.sources.mark("fire")),
            ("trench side", &t.trench, self.fire_drms.shown("trench")),
        ] {
            lines.push(line(name, row, "+", [row.shown("shock"), fire, row.shown("charge"), own("no")]));
        }
        aligned(
            &[
                "Terrain",
                "Leg",
                "Mounted",
                "Guns",
                "Shock",
                "Fire",
                "Charge",
                "Blocks sight",
            ],
            lines,
        ) + "\nNA: not, save by road. A trench counts from outside only. Shock and fire are for the defender's hex or side.\n"
            + LEGEND
    }
}

fn sheet<T: fmt::Display>(table: &ResultTable<T>, rows: &str) -> String {
    table_sheet(table, rows)
        + "\nRt Retreat, D Disordered, Ret Retire, E Eliminated; AD, AR the attacker's; CA Continued Attack.\n"
        + LEGEND
}

const SHOCK_SUMMARY: &str = "\
DRM      When                                                                Case
+/-n     attackers on the defender less the units that they attack in all    8.3.1(1)
+2       in through a flank                                                  8.3.1(2)A
+3       in through the rear                                                 8.3.1(2)A
+4       from two or more of front, flank and rear, in place of the others   8.3.1(2)A
chart    terrain, see the Terrain Effects Chart                              8.3.1(2)B
-1       every attacker stands lower                                         19.0
SDR      the defender's Shock Defense Rating                                 8.3.1(3)
+2       a successful Charge or Counter-Charge by HC or MC                   8.3.1(4)
+1       Hungarian HC that Charges with the leader of its own Command        8.3.1(5)
chart    the best line of the Weapon System Matrix                           8.3.1(6)
-2       an attacker is Disordered                                           8.3.1(7)
+2       the defender is Retired                                             8.3.1(8)
-1       for each earlier attack in this activation                          10.5
";

const DICE: &str = "\
Die                                   Result                                         Case
Activation, Continuity, Seizure       up to the leader's Activation Rating: success  5.2.1, 5.3.1
Charge Reluctance (MC +1)             0-4 goes home, 5-9 is blunted                  9.3
Counter-charge (+ own SDR, +1 flank)  0-3 success, 4-9 failure                       9.4.3
Akincis before shock (+ own SDR)      up to 5 unharmed, from 6 Disordered            8.2.1
Leader, fire total of 9 or more       a second die of 8 or 9 kills                   12.4(1)
Leader, shock                         die less Activation Rating of 3 or more kills  12.4(2)
Flight                                die and points above the level: the army flees 16.0
Contingents                           6-7 Slavonia, 8 the mixed, 9 Transylvania      15.2.4
";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::standard;

    #[test]
    fn tables_rise_with_the_die_for_both_parties() {
        let c = &standard().charts;
        for column in 0..4 {
            c.fire.monotone(column, |f| *f as i32).unwrap();
        }
        for table in [&c.shock, &c.charge] {
            for column in 0..2 {
                table.monotone(column, |r| r.defender as i32).unwrap();
                table.monotone(column, |r| -(r.attacker as i32)).unwrap();
                table.monotone(column, |r| i32::from(r.continued)).unwrap();
            }
            // A Disordered defender never does better than a Normal one, and the attacker then never does worse.
            for row in table.rows() {
                let (normal, disordered) = (table.get(row, shock_column(false)), table.get(row, shock_column(true)));
                assert!(disordered.attacker <= normal.attacker, "{row}");
                assert!(row < 4 || disordered.defender != CombatResult::None, "{row}");
            }
        }
        for row in c.fire.rows() {
            assert!(c.fire.get(row, fire_column(false, false)) <= c.fire.get(row, fire_column(true, false)));
        }
    }

    #[test]
    fn nobody_continues_disordered_or_against_a_defender_who_stands() {
        let c = &standard().charts;
        for table in [&c.shock, &c.charge] {
            for row in table.rows() {
                for column in [false, true].map(shock_column) {
                    let r = table.get(row, column);
                    assert!(!r.continued || (r.attacker == Recoil::None && r.defender.vacates()));
                }
            }
        }
    }

    #[test]
    fn every_result_of_module_10_occurs() {
        let c = &standard().charts;
        for fate in CombatResult::ALL {
            let fired = c.fire.rows().any(|n| (0..4).any(|k| *c.fire.get(n, k) == fate));
            assert!(fired, "{fate} by fire");
            let shocked = [&c.shock, &c.charge]
                .into_iter()
                .any(|t| t.rows().any(|n| (0..2).any(|k| t.get(n, k).defender == fate)));
            assert!(shocked, "{fate} by shock");
        }
        for table in [&c.shock, &c.charge] {
            let all: Vec<_> = table.rows().flat_map(|n| [table.get(n, 0), table.get(n, 1)]).collect();
            assert!(all.iter().any(|r| r.continued));
            assert!(all.iter().any(|r| r.attacker.disorders()));
            assert!(all.iter().any(|r| r.attacker.retreats()));
        }
    }

    #[test]
    fn what_the_rulebook_prints_is_so_and_says_so() {
        let c = &standard().charts;
        let rulebook = |s: &Source, case: &str| {
            assert!(matches!(s, Source::Rulebook(at) if at.starts_with(case)), "{s}");
        };
        assert_eq!(c.range_drm(Weapon::Bow, 1), Some(1));
        rulebook(c.range_sources.of("bow 1"), "7.4.1");
        assert_eq!(c.range(Weapon::Musket), 1);
        rulebook(c.range_sources.of("musket range"), "2.2.7");
        assert!(c.range(Weapon::Bow) > 1 && c.range(Weapon::OttomanGun) > 1);
        assert_eq!(c.fire_drms.flank_of_mounted, 1);
        rulebook(c.fire_drms.sources.of("flank_of_mounted"), "7.4.2");
        let t = &c.terrain;
        assert_eq!(t.hex(0).mp, [Some(1); 3]);
        assert_eq!(t.slope.shock, -1);
        rulebook(t.slope.sources.of("shock"), "19.0");
        assert!(t.blocks_sight(2) && !t.blocks_sight(0) && !t.blocks_sight(1));
        for row in [&t.hexes[1], &t.hexes[2]] {
            assert_eq!(row.mp[GUN], None);
            rulebook(row.sources.of("guns"), "7.5.2");
        }
        assert_eq!(t.stream.mp[GUN], None);
        assert!(!t.stream.charge && !t.trench.charge && !t.hexes[2].charge && t.hexes[1].charge);
        assert!(!c.fire.source().is_printed() && !c.shock.source().is_printed());
        assert!(!c.charge.source().is_printed() && !c.matrix.source.is_printed());
        // 8.3.2's example: a high roll continues against the first LC, a low one Disorders the attacker against the second; the
        // modifiers are +2 in both.
        assert!(c.charge.get(7 + 2, shock_column(false)).continued);
        assert!(c.charge.get(1 + 2, shock_column(false)).attacker.disorders());
        // Archer Infantry has a column and no row.
        assert!(c.matrix.get(Arm::HeavyCavalry, Line::ArcherInfantry).is_some());
        assert!(!c.matrix.attacks(Arm::Artillery) && c.matrix.attacks(Arm::LightCavalry));
    }

    #[test]
    fn results_are_read_as_printed() {
        for table in [&standard().charts.shock, &standard().charts.charge] {
            for row in table.rows() {
                for column in 0..2 {
                    let r = *table.get(row, column);
                    assert_eq!(ShockResult::named(&r.to_string()), Some(r));
                }
            }
        }
        for fate in CombatResult::ALL {
            assert_eq!(CombatResult::named(fate.printed()), Some(fate));
        }
        assert_eq!(
            ShockResult::named("- / Ret+CA"),
            Some(ShockResult {
                attacker: Recoil::None,
                defender: CombatResult::Retired,
                continued: true
            })
        );
        for bad in ["", "/", "AD", "AD / X", "- / D + CB", "D / AD"] {
            assert_eq!(ShockResult::named(bad), None, "{bad}");
        }
    }
}
