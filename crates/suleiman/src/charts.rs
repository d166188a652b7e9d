//! The charts: fire ranges, Fire Table, Weapon System Matrix, Shock and Charge Tables, terrain effects.
//!
//! The text of the printed cards is not available to this project. Values that the rulebook gives are marked as such; the
//! rest is reconstructed. [`GameData::sheets`](crate::data::GameData::sheets) says which is which. If you own the cards, you
//! can replace whole tables or groups of values with a [`ChartsPatch`].

mod sheets;
#[cfg(test)]
mod tests;

use crate::casebook::cite;
use crate::components::{Arm, Counter, Missile, Side, TERRAIN_WORDS};
use casus_core::cells::{Cell, RoadPatch, TablePatch};
use casus_core::data::{ChartReader, Clash, Form};
use casus_core::geometry::many;
use casus_core::{Provenance, ResultTable, SetupFaults, Source};
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
