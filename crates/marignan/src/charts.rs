//! The charts: Fire and Melee Combat Tables, their modifiers, the Terrain Table.
//!
//! No text that we have contains the printed page. Values that the rulebook gives are marked as such; the rest is
//! reconstructed. [`GameData::sheets`](crate::data::GameData::sheets) shows which is which. If you own the printed charts, you
//! can replace whole tables or groups of values with a [`ChartsPatch`].

use crate::components::{Class, TERRAIN_WORDS};
use casus_core::cells::{ColumnsPatch, RoadPatch, squeezed};
use casus_core::data::{ChartReader, Form, Group, Scale};
use casus_core::sheet::{LEGEND, aligned, columns_sheet, costs, plain_rows};
use casus_core::{Columns, SetupFaults, Source, as_printed};
use core::fmt;
use core::fmt::Write as _;
use serde::{Deserialize, Serialize};

/// The test that a result calls for (12.4), from best to worst.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub enum Check {
    /// No test is called for.
    #[default]
    None,
    /// A morale test with 0 to 4 subtracted from the morale.
    Test(u8),
    /// Desorg: a failed test without dice.
    Disorder,
}

/// The result for the units of a hex (12.4): first losses, then a test of the units that are left.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(try_from = "String", into = "String")]
pub struct Toll {
    /// The number of units that take a loss, 0 to 4: the stars.
    pub losses: u8,
    /// The test of the others, and of those that a replacement keeps in play (ruling R16).
    pub check: Check,
}

impl Toll {
    /// Returns the result with this printed form: `"-"`, `"T"`, `"T-3"`, `"D"`, `"**"`, `"*T-3"`. Stars alone call for a test
    /// without a modifier.
    pub fn named(text: &str) -> Option<Self> {
        let text = squeezed(text).to_ascii_uppercase();
        let rest = text.trim_start_matches('*');
        let losses = u8::try_from(text.len() - rest.len()).ok()?;
        let check = match rest {
            "-" if losses == 0 => Check::None,
            "" if losses > 0 => Check::Test(0),
            "T" if losses == 0 => Check::Test(0),
            "D" => Check::Disorder,
            _ => {
                let n = rest.strip_prefix("T-")?.parse().ok()?;
                (1..=4).contains(&n).then_some(Check::Test(n))?
            }
        };
        (losses <= 4).then_some(Self { losses, check })
    }
    /// Returns a number that is higher for a worse result.
    pub const fn severity(self) -> i32 {
        let check = match self.check {
            Check::None => 0,
            Check::Test(n) => 1 + n as i32,
            Check::Disorder => 6,
        };
        self.losses as i32 * 7 + check
    }
}

impl fmt::Display for Toll {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let stars = "*".repeat(usize::from(self.losses));
        f.pad(&match self.check {
            Check::None => "-".to_owned(),
            Check::Test(0) if self.losses > 0 => stars,
            Check::Test(0) => "T".to_owned(),
            Check::Test(n) => format!("{stars}T-{n}"),
            Check::Disorder => format!("{stars}D"),
        })
    }
}

/// A cell of the Melee Combat Table (13.2).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(try_from = "String", into = "String")]
pub struct MeleeResult {
    /// The result for the attackers.
    pub attacker: Toll,
    /// The result for the defenders.
    pub defender: Toll,
}

impl MeleeResult {
    /// Returns the cell with this printed form, such as `"- / *T-3"`.
    pub fn named(text: &str) -> Option<Self> {
        let (attacker, defender) = text.split_once('/')?;
        Some(Self {
            attacker: Toll::named(attacker)?,
            defender: Toll::named(defender)?,
        })
    }
}

impl fmt::Display for MeleeResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{} / {}", self.attacker, self.defender))
    }
}

as_printed!(Toll: "result", MeleeResult: "melee result");

casus_core::modifiers! {
    /// Modifiers of the Fire Combat Table that depend on units (12.4). Those of terrain are in the [`TerrainTable`], that of a
    /// commander is on his counter.
    pub struct FireModifiers, FireModifiersPatch {
        feeble: "the target has feeble protection",
        superior: "the target has superior protection",
        arquebusiers: "the target is Swiss arquebusiers alone",
        demoralized: "a firing hex holds a unit of a demoralized corps",
    }
}

casus_core::modifiers! {
    /// Modifiers of the Melee Combat Table (13.2), each in favor of one side. Those of terrain are in the [`TerrainTable`],
    /// that of a commander is on his counter.
    pub struct MeleeModifiers, MeleeModifiersPatch {
        morale: "better morale, all units against all",
        protection: "better protection, all units against all",
        demoralized: "the other side, the French, has a unit of a demoralized corps",
        charge: "a Charge, not against a hedgehog",
        hedgehog: "infantry against a hedgehog",
        rear: "an attack on the rear",
        routed: "an attack on a routed unit, in place of the rear",
    }
}

casus_core::words! {
    /// The effect of terrain on the order of units (9.1).
    pub enum Disorder, word, "disorder" {
        /// No effect on their order.
        None = "none",
        /// A morale test.
        Test = "test",
        /// Disorder without a test.
        Automatic = "automatic",
    }
}

/// Movement points by [`Class`]; `None` for a class that may not enter.
pub type Costs = [Option<u8>; 3];

/// The classes, in the order of [`Costs`].
const CLASSES: &str = "infantry, cavalry and artillery";

casus_core::group! {
    /// A terrain or a hexside of the Terrain Table.
    pub struct TerrainRow, TerrainRowPatch {
        /// Points to enter the hex, or to cross the side in addition to those of the hex.
        mp: Costs as ["mp", "guns"] = CLASSES,
        /// The effect of entering or crossing, or attacking across, on units in order: `"none"`, `"test"` or `"automatic"`.
        disorder: Disorder = (),
        /// Fire modifier for a target in the hex, or behind the fortification.
        fire: i32 = (),
        /// Melee modifier for the attacker of a unit in the hex, across the side, or behind the fortification.
        melee: i32 = (),
        /// Whether a Charge may be declared on a unit there (9.3).
        charge: bool = (),
        /// Whether the hex is an obstacle to a line of sight (12.2); never for a side.
        blocks_sight: bool as ["sight"] = (),
    }
}

casus_core::group! {
    /// The slope row of the Terrain Table.
    pub struct SlopeRow, SlopePatch {
        /// Points for each level up, in addition to those of the hex, by [`Class`].
        up: Costs = CLASSES,
        /// Points for each level down.
        down: Costs = CLASSES,
        /// Melee modifier in favor of the higher side, in attack and defense (13.2).
        melee: i32 = (),
    }
}

/// The values of a row that is a terrain.
const HEX: Form = Form {
    least_cost: 1,
    ..Form::WHOLE
};
/// The values of a row that is a hexside.
const HEXSIDE: Form = Form {
    without: &["blocks_sight"],
    least_cost: 0,
};

/// The Terrain Table.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct TerrainTable {
    /// The terrains, by their code on the board.
    pub hexes: [TerrainRow; 4],
    /// The points to enter a hex along a road, for every unit, in place of the hex's own.
    pub road_mp: u8,
    /// The source of the road's cost.
    pub road_source: Source,
    /// A canal hexside.
    pub canal: TerrainRow,
    /// A river hexside.
    pub river: TerrainRow,
    /// A grand canal hexside.
    pub grand_canal: TerrainRow,
    /// A bridge, in place of the water under it.
    pub bridge: TerrainRow,
    /// A fortification hexside.
    pub fortification: TerrainRow,
    /// A hexside between two levels.
    pub slope: SlopeRow,
}

impl TerrainTable {
    /// Returns the row of a terrain code; a code without a row reads as clear.
    pub fn hex(&self, code: u8) -> &TerrainRow {
        self.hexes.get(usize::from(code)).unwrap_or(&self.hexes[0])
    }
    /// Returns whether a terrain is an obstacle to a line of sight (12.2).
    pub fn blocks_sight(&self, code: u8) -> bool {
        self.hex(code).blocks_sight
    }
    fn rows(&self) -> [(&'static str, &TerrainRow); 9] {
        let [clear, dense, village, farm] = &self.hexes;
        [
            (TERRAIN_WORDS[0], clear),
            (TERRAIN_WORDS[1], dense),
            (TERRAIN_WORDS[2], village),
            (TERRAIN_WORDS[3], farm),
            ("canal side", &self.canal),
            ("river side", &self.river),
            ("grand canal side", &self.grand_canal),
            ("bridge", &self.bridge),
            ("fortification side", &self.fortification),
        ]
    }
}

/// All charts and tables of the game.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Charts {
    /// The Fire Combat Table (12.4); modifiers shift its columns (ruling R58).
    pub fire: Columns<Toll>,
    /// The Melee Combat Table (13.2), in whole odds rounded in favor of the defender (ruling R63); modifiers shift its
    /// columns (ruling R58).
    pub melee: Columns<MeleeResult>,
    /// The modifiers of fire.
    pub fire_modifiers: FireModifiers,
    /// The modifiers of melee.
    pub melee_modifiers: MeleeModifiers,
    /// The Terrain Table.
    pub terrain: TerrainTable,
}

// ---- the form of a patch, and of data/charts.toml ----------------------------------------------------------------

casus_core::patch! {
    /// The Terrain Table, row by row; rows that you leave out do not change.
    pub struct TerrainPatch {
        /// The row of open ground.
        pub clear: TerrainRowPatch,
        /// The row of dense cultivations.
        pub dense: TerrainRowPatch,
        /// The row of villages.
        pub village: TerrainRowPatch,
        /// The row of farms.
        pub farm: TerrainRowPatch,
        /// The row of roads.
        pub road: RoadPatch,
        /// The row of canal hexsides.
        pub canal: TerrainRowPatch,
        /// The row of river hexsides.
        pub river: TerrainRowPatch,
        /// The row of grand canal hexsides.
        pub grand_canal: TerrainRowPatch,
        /// The row of bridges.
        pub bridge: TerrainRowPatch,
        /// The row of fortification hexsides.
        pub fortification: TerrainRowPatch,
        /// The row of slope hexsides.
        pub slope: SlopePatch,
    }
}

casus_core::patch! {
    /// The charts, whole or in part: the form of `data/charts.toml`. A table is replaced as a whole, other groups value by value.
    pub struct ChartsPatch {
        /// The Fire Combat Table.
        pub fire: Option<ColumnsPatch>,
        /// The Melee Combat Table.
        pub melee: Option<ColumnsPatch>,
        /// The modifiers of fire.
        pub fire_modifiers: FireModifiersPatch,
        /// The modifiers of melee.
        pub melee_modifiers: MeleeModifiersPatch,
        /// The Terrain Table.
        pub terrain: TerrainPatch,
    }
}

// ---- reading -----------------------------------------------------------------------------------------------------

impl Charts {
    /// Builds charts from a patch over others, or from a whole file if there are none. It reports every fault, and returns
    /// `None` if a table cannot be built at all.
    pub(crate) fn build(old: Option<&Self>, patch: &ChartsPatch, path: &str, faults: &mut SetupFaults) -> Option<Self> {
        let r = &mut ChartReader::new(path, old.is_none(), faults);
        let (p, o) = (patch, old);
        let (fire, melee) = (("Fire Combat Table", Scale::Strength), ("Melee Combat Table", Scale::Odds));
        let fire = r.columns("fire", fire, p.fire.as_ref(), o.map(|o| &o.fire), Toll::named);
        let melee = r.columns("melee", melee, p.melee.as_ref(), o.map(|o| &o.melee), MeleeResult::named);
        let whole = Form::WHOLE;
        Some(Self {
            fire_modifiers: r.group("fire_modifiers", &whole, &p.fire_modifiers, o.map(|o| &o.fire_modifiers)),
            melee_modifiers: r.group("melee_modifiers", &whole, &p.melee_modifiers, o.map(|o| &o.melee_modifiers)),
            terrain: TerrainTable::build(o.map(|o| &o.terrain), &p.terrain, &mut r.within("terrain")),
            fire: fire?,
            melee: melee?,
        })
    }
}

impl TerrainTable {
    fn build(old: Option<&Self>, p: &TerrainPatch, r: &mut ChartReader<'_>) -> Self {
        let o = old;
        let hexes = [&p.clear, &p.dense, &p.village, &p.farm];
        let hexes = core::array::from_fn(|i| r.group(TERRAIN_WORDS[i], &HEX, hexes[i], o.map(|o| &o.hexes[i])));
        let (road_mp, road_source) = r.road("road", &p.road, o.map(|o| (o.road_mp, &o.road_source)));
        Self {
            hexes,
            road_mp,
            road_source,
            canal: r.group("canal", &HEXSIDE, &p.canal, o.map(|o| &o.canal)),
            river: r.group("river", &HEXSIDE, &p.river, o.map(|o| &o.river)),
            grand_canal: r.group("grand_canal", &HEXSIDE, &p.grand_canal, o.map(|o| &o.grand_canal)),
            bridge: r.group("bridge", &HEXSIDE, &p.bridge, o.map(|o| &o.bridge)),
            fortification: r.group("fortification", &HEXSIDE, &p.fortification, o.map(|o| &o.fortification)),
            slope: r.group("slope", &Form::WHOLE, &p.slope, o.map(|o| &o.slope)),
        }
    }
}

impl Charts {
    /// Appends all values of the charts that the rules read, as text.
    pub(crate) fn canon(&self, t: &mut String) {
        let mut rows = plain_rows(&self.fire.table);
        rows.extend(plain_rows(&self.melee.table));
        for row in rows {
            let _ = writeln!(t, "{row}");
        }
        let _ = writeln!(t, "{:?} {:?}", self.fire.starts(), self.melee.starts());
        let whole = &Form::WHOLE;
        let _ = write!(t, "{} {} ", self.fire_modifiers.plain(whole), self.melee_modifiers.plain(whole));
        let e = &self.terrain;
        for (name, row) in e.rows() {
            let _ = writeln!(t, "{name} {}", row.plain(whole));
        }
        let _ = writeln!(t, "{} {}", e.road_mp, e.slope.plain(whole));
    }

    /// Reports the source of each part.
    pub(crate) fn provenance(&self, note: &mut impl FnMut(String, &Source)) {
        note("charts: Fire Combat Table".to_owned(), self.fire.table.source());
        note("charts: Melee Combat Table".to_owned(), self.melee.table.source());
        self.fire_modifiers.sources.tell("charts: fire modifiers", note);
        self.melee_modifiers.sources.tell("charts: melee modifiers", note);
        for (name, row) in self.terrain.rows() {
            row.sources.tell(&format!("charts: terrain, {name}"), note);
        }
        note("charts: terrain, road".to_owned(), &self.terrain.road_source);
        let slope = &self.terrain.slope.sources;
        slope.tell("charts: terrain, slope", note);
    }

    /// Returns every chart as a player aid sheet.
    pub(crate) fn sheets(&self) -> Vec<(String, String)> {
        let modifiers = |lines| aligned(&["Modifier", "When"], lines);
        let fire = modifiers(self.fire_modifiers.lines(FireModifiers::WHEN))
            + "\nAnd +1 for a commander's fire bonus (7.3), and the target's terrain. Two points are a column, an odd one goes\n\
             to the die (12.4). At 2 hexes others than artillery fire with 1; artillery loses 2 for each hex past the\n\
             first, up to 4 (12.1).\n"
            + LEGEND;
        let melee = modifiers(self.melee_modifiers.lines(MeleeModifiers::WHEN))
            + "\nFor the side that profits; and a commander's melee bonus, unless both sides have one (7.4), and terrain.\n\
             Two points are a column, an odd one goes to the die (13.2).\n"
            + LEGEND;
        let results = "- nothing, T a morale test, T-3 one at -3, D disorder without a test, * a unit lost (12.4).\n";
        let combat = |sheet: String| sheet + results;
        vec![
            ("Fire Combat Table".to_owned(), combat(columns_sheet(&self.fire, "die \\ strength"))),
            ("Fire Modifiers".to_owned(), fire),
            (
                "Melee Combat Table".to_owned(),
                combat(columns_sheet(&self.melee, "die \\ odds"))
                    + "The attacker's result stands before the stroke, the defender's after it.\n",
            ),
            ("Melee Modifiers".to_owned(), melee),
            ("Terrain Table".to_owned(), self.terrain_sheet()),
            ("Dice in Brief".to_owned(), DICE.to_owned()),
            ("Morale of the Armies".to_owned(), MORALE.to_owned()),
        ]
    }

    fn terrain_sheet(&self) -> String {
        let t = &self.terrain;
        let mut lines = Vec::new();
        for (i, (name, row)) in t.rows().into_iter().enumerate() {
            let side = i >= TERRAIN_WORDS.len();
            let mark = |class| {
                row.sources.mark(if class == Class::Artillery as usize {
                    "guns"
                } else {
                    "mp"
                })
            };
            let mut line = vec![name.to_owned()];
            line.extend(costs(&row.mp, if side { "+" } else { "" }, mark));
            line.extend(["disorder", "fire", "melee", "charge"].map(|value| row.shown(value)));
            line.push(if side {
                "-".to_owned()
            } else {
                row.shown("blocks_sight")
            });
            lines.push(line);
        }
        let m = t.road_source.mark();
        let mut road = vec!["road".to_owned()];
        road.extend(vec![format!("{}{m}", t.road_mp); 3]);
        road.extend(["-", "-", "-", "-", "-"].map(str::to_owned));
        lines.push(road);
        let above = t.slope.shown("melee") + " above";
        for (name, mp, melee) in [("up", &t.slope.up, above.as_str()), ("down", &t.slope.down, "-")] {
            let mut line = vec![format!("slope {name}")];
            line.extend(costs(mp, "+", |_| t.slope.sources.mark(name)));
            line.extend(["-", "-", melee, "-", "by level"].map(str::to_owned));
            lines.push(line);
        }
        aligned(
            &[
                "Terrain",
                "Infantry",
                "Cavalry",
                "Artillery",
                "Disorder",
                "Fire",
                "Melee",
                "Charge",
                "Blocks sight",
            ],
            lines,
        ) + "\nNA: not. Fire and melee are for the attacker of who is there, or behind the side. A hex with friends costs one\n\
             point more, a pivot one (9.0, 3.1).\n"
            + LEGEND
    }
}

const DICE: &str = "\
Throw                              Passes                                            Case
Morale test, two dice              sum up to the morale that shows                   0.2
  committed from behind            -2 to morale                                      9.2
  of a demoralized corps           -2 to morale                                      8.3
  after a result of fire or melee  the result's -1 to -4                             12.4, 13.2
Rally, four hexes from all enemies morale test                                       2.1
Commander in a hex with a loss     injured from 6; +2 if the hex is lost whole       12.5
";

const MORALE: &str = "\
Swiss army                                                                           Case
-1  a unit fails a test of fire or melee                                             8.1
-1  disordered pikemen would rout; arquebusiers or Milanese rout                     8.1
-2  a unit is destroyed; a commander dies; a General Retreat Order                   8.1
+2  no French unit is next to the printed fortifications, once                       8.1
+2  Zivido, Carlotta, Santa Brigida, Brivio, once each                               8.1
French corps
-1  a unit routs                                                                     8.2
-2  a unit is eliminated; its commander dies; a General Retreat Order                8.2
-1  every corps: the Constable of Bourbon dies                                       8.2
+1  a routed unit recovers                                                           8.2
";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::components::{DENSE, Protection};
    use crate::data::standard;
    use crate::rules::fire::shot::fire_strength;

    use casus_core::{Column, Shift};

    const STILL: Shift = Shift::of(0);

    #[test]
    fn columns_are_found_by_strength_and_by_odds() {
        let c = &standard().charts;
        let names = c.fire.table.columns();
        for (strength, want) in [(1, "1"), (2, "2-3"), (3, "2-3"), (8, "8-9"), (14, "14-15"), (99, "20+")] {
            assert_eq!(names[c.fire.strength(strength, STILL).index], want, "{strength}");
        }
        // No shift goes below the weakest column (12.4), or beyond the last.
        let edge = |index| Column { index, clamped: true };
        assert_eq!(c.fire.strength(1, Shift::of(-8)), edge(0));
        let last = edge(names.len() - 1);
        assert_eq!(c.fire.strength(u32::MAX, Shift::of(9)), last);
        let names = c.melee.table.columns();
        for (attack, defence, want) in [
            (12, 5, "2/1"),
            (2, 3, "1/2"),
            (8, 4, "2/1"),
            (5, 5, "1/1"),
            (9, 5, "1/1"),
            (4, 5, "1/2"),
            (1, 9, "1/3"),
            (0, 4, "1/3"),
            (30, 4, "6/1"),
            (1, 0, "6/1"),
            (u32::MAX, 1, "6/1"),
        ] {
            assert_eq!(names[c.melee.odds(attack, defence, STILL).index], want, "{attack} to {defence}");
        }
        assert_eq!(names[c.melee.odds(1, 4, Shift::of(2)).index], "1/2");
    }

    #[test]
    fn both_tables_rise_with_die_and_column() {
        let c = &standard().charts;
        let (fire, melee) = (&c.fire.table, &c.melee.table);
        for column in 0..fire.columns().len() {
            fire.monotone(column, |t| t.severity()).unwrap();
        }
        for column in 0..melee.columns().len() {
            melee.monotone(column, |r| r.defender.severity()).unwrap();
            melee.monotone(column, |r| -r.attacker.severity()).unwrap();
        }
        for die in 1..=6 {
            for column in 1..fire.columns().len() {
                let (weak, strong) = (fire.get(die, column - 1), fire.get(die, column));
                assert!(weak.severity() <= strong.severity(), "{die} {column}");
            }
            for column in 1..melee.columns().len() {
                let (weak, strong) = (melee.get(die, column - 1), melee.get(die, column));
                assert!(weak.defender.severity() <= strong.defender.severity());
                assert!(weak.attacker.severity() >= strong.attacker.severity());
            }
        }
    }

    #[test]
    fn every_result_of_the_rules_occurs() {
        let c = &standard().charts;
        let fire = &c.fire.table;
        let fired: Vec<String> = (1..=6)
            .flat_map(|d| (0..fire.columns().len()).map(move |k| fire.get(d, k).to_string()))
            .collect();
        for result in ["-", "T", "T-1", "T-2", "T-3", "T-4", "D", "*", "**", "***", "****"] {
            assert!(fired.iter().any(|r| r == result), "{result}");
        }
        let melee = &c.melee.table;
        let hit = |of: &dyn Fn(&MeleeResult) -> bool| {
            (1..=6).any(|d| (0..melee.columns().len()).any(|k| of(melee.get(d, k))))
        };
        assert!(hit(&|r| r.attacker.losses > 0) && hit(&|r| r.defender.losses > 0));
        assert!(hit(&|r| r.attacker.check != Check::None && r.defender.check != Check::None));
        assert!(hit(&|r| r.defender.check == Check::Disorder));
    }

    #[test]
    fn the_example_of_fire_comes_out_as_told() {
        let game_data = standard();
        let (c, r) = (&game_data.charts, &game_data.roster);
        let gun = &r[r.unit("Genouillac-Art-1").unwrap()];
        let gascons = &r[r.unit("Navarro-Gas-1").unwrap()];
        let target = &r[r.unit("Arq-1").unwrap()];
        let at =
            |unit: &crate::components::Counter, range| fire_strength(unit.class(), unit.front.fire, range).unwrap();
        // 12.3: two adjacent units of 4 at an adjacent target.
        assert_eq!(c.fire.table.columns()[c.fire.strength(2 * at(gascons, 1), STILL).index], "8-9");
        assert_eq!((at(gun, 2), at(gascons, 2)), (6, 1));
        let strength = at(gun, 2) + 2 * at(gascons, 2);
        assert_eq!(strength, 8);
        assert_eq!(target.protection, Protection::Normal);
        let total = c.fire_modifiers.arquebusiers + c.terrain.hex(DENSE).fire;
        let shift = Shift::of(total);
        assert_eq!((total, shift.columns, shift.die), (-2, -1, 0));
        let column = c.fire.strength(strength, shift);
        assert_eq!(c.fire.table.columns()[column.index], "6-7");
        assert_eq!(c.fire.result(column, 4, shift).check, Check::Test(0));
    }

    #[test]
    fn the_example_of_melee_comes_out_as_told() {
        let game_data = standard();
        let (c, r) = (&game_data.charts, &game_data.roster);
        let gendarmes = r[r.unit("Bayard-Gen-1").unwrap()].front;
        let pike = &r[r.unit("I-Pike-1").unwrap()];
        let crate::Bonus::Melee(bayard) = r[r.commander("Bayard").unwrap()].front.bonus else {
            panic!("Bayard has a melee bonus");
        };
        let m = &c.melee_modifiers;
        let shift = Shift::of(m.charge + i32::from(bayard) + m.protection + m.morale);
        assert_eq!((shift.columns, shift.die), (2, 1));
        let (attack, defence) = (gendarmes.melee.into(), pike.face(true, false).melee.into());
        assert_eq!(c.melee.table.columns()[c.melee.odds(attack, defence, STILL).index], "2/1");
        let column = c.melee.odds(attack, defence, shift);
        assert_eq!(c.melee.table.columns()[column.index], "4/1");
        let result = c.melee.result(column, 2, shift);
        assert_eq!(result.to_string(), "- / *T-3");
        assert_eq!(pike.face(true, true).melee, 2);
    }

    #[test]
    fn what_the_rulebook_prints_is_so_and_says_so() {
        let c = &standard().charts;
        let t = &c.terrain;
        for (code, name, fire) in [(0, "clear", 0), (1, "dense", -1), (2, "village", -2), (3, "farm", -4)] {
            let row = &t.hexes[code];
            assert_eq!(row.fire, fire, "{name}");
            assert_eq!(row.blocks_sight, code > 0, "{name}");
            assert_eq!(row.charge, code < 2, "{name}");
            for part in ["fire", "sight", "charge"] {
                assert!(row.sources.of(part).is_printed(), "{name} {part}");
            }
            assert!(!row.sources.of("melee").is_printed() && !row.sources.of("mp").is_printed());
        }
        assert_eq!(t.fortification.fire, -2);
        for row in [&t.river, &t.grand_canal] {
            assert_eq!(row.mp[Class::Artillery as usize], None);
            assert!(row.sources.of("guns").is_printed());
        }
        for row in [&t.canal, &t.river, &t.grand_canal, &t.bridge, &t.fortification] {
            assert!(!row.charge && !row.blocks_sight);
        }
        assert_eq!(t.bridge.mp, [Some(0); 3]);
        assert!(t.slope.melee > 0);
        let f = &c.fire_modifiers;
        assert_eq!([f.feeble, f.superior, f.arquebusiers, f.demoralized], [1, -1, -1, -2]);
        let m = &c.melee_modifiers;
        assert_eq!(
            [
                m.morale,
                m.protection,
                m.demoralized,
                m.charge,
                m.hedgehog,
                m.rear,
                m.routed
            ],
            [1, 1, 2, 2, 1, 2, 4]
        );
        assert!(f.sources.source.is_printed() && m.sources.source.is_printed());
        assert!(!c.fire.table.source().is_printed() && !c.melee.table.source().is_printed());
    }

    #[test]
    fn results_are_read_as_printed() {
        for text in ["-", "T", "T-4", "D", "*", "****", "*T-3", "**D"] {
            let toll = Toll::named(text).unwrap();
            assert_eq!(toll.to_string(), text);
            let json = serde_json::to_string(&toll).unwrap();
            assert_eq!(serde_json::from_str::<Toll>(&json).unwrap(), toll);
        }
        assert_eq!(Toll::named("* t \u{2212} 3"), Toll::named("*T-3"));
        assert_eq!(Toll::named("*").unwrap().check, Check::Test(0));
        for bad in ["", "T-0", "T-5", "*****", "*-", "*T", "x", "T3"] {
            assert_eq!(Toll::named(bad), None, "{bad}");
        }
        for bad in ["", "-", "/", "- / x"] {
            assert_eq!(MeleeResult::named(bad), None, "{bad}");
        }
    }
}
