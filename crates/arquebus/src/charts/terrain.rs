//! The Terrain Chart: what hexes, hexsides and slopes cost, and their effects on order, sight, fire and Shock.

use crate::casebook::cite;
use crate::components::{Hexside, Terrain, Tread};
use casus_core::cells::Cell;
use casus_core::data::{ChartReader, Form, Group as _, Value};
use casus_core::reading::chosen;
use casus_core::sheet::{LEGEND, aligned, costs};
use casus_core::{Board, Dir, HexId, SetupFaults};
use std::collections::BTreeMap;

casus_core::words! {
    /// The risk of Disorder for units that enter bad ground (7.2).
    #[derive(Default)]
    pub enum Risk, printed, "Disorder code" {
        /// No risk of Disorder.
        #[default]
        None = "-",
        /// A roll for Disorder.
        Die = "D",
        /// Disorder without a roll.
        Sure = "A",
    }
}

/// The Disorder codes of a terrain, by [`Tread`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Risks([Risk; Tread::ALL.len()]);

impl Risks {
    /// Returns the code for a unit of this tread.
    pub const fn of(&self, tread: Tread) -> Risk {
        self.0[tread as usize]
    }
}

/// `"-"`, `"D"` or `"A"` each.
impl Value for Risks {
    type Given = Vec<Cell>;
    type Bounds = ();
    fn read(given: &Vec<Cell>, (): &(), _: &Form, path: &str, faults: &mut SetupFaults) -> Self {
        let mut risks = Self::blank(&());
        if given.len() != risks.0.len() {
            let message = format!("expected {} codes: {}; found {}", risks.0.len(), TREADS, given.len());
            faults.push(path, message, Some(cite!("7.2")));
        }
        let codes = Risk::ALL.map(|r| (r.printed(), r));
        for (i, (risk, cell)) in risks.0.iter_mut().zip(given).enumerate() {
            let path = format!("{path}[{i}]");
            *risk =
                chosen(&cell.text(), "Disorder code", &codes, &path, Some(cite!("7.2")), faults).unwrap_or_default();
        }
        risks
    }
    fn blank((): &()) -> Self {
        Self([Risk::None; Tread::ALL.len()])
    }
    fn plain(&self) -> String {
        self.0.map(Risk::printed).join("")
    }
    fn shown(&self) -> String {
        self.0.map(Risk::printed).join(" ")
    }
}

/// The units that the Disorder codes are for, in their order.
const TREADS: &str = "pikes, mounted, shot, skirmishers and others";

/// A Shock modifier of terrain, for attackers on foot and for mounted ones; `None` where they may not attack.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Against([Option<i32>; 2]);

impl Against {
    /// Returns the modifier for mounted attackers or for those on foot.
    pub const fn of(&self, mounted: bool) -> Option<i32> {
        self.0[mounted as usize]
    }
}

/// A modifier, -9 to 9, or `"NA"`, each.
impl Value for Against {
    type Given = Vec<Cell>;
    type Bounds = ();
    fn read(given: &Vec<Cell>, (): &(), _: &Form, path: &str, faults: &mut SetupFaults) -> Self {
        if given.len() != 2 {
            let message = format!("expected 2 values, against foot and mounted attackers; found {}", given.len());
            faults.push(path, message, Some(cite!("12.3(2)B")));
        }
        let mut out = Self([None; 2]);
        for (i, (drm, cell)) in out.0.iter_mut().zip(given).enumerate() {
            *drm = (!cell.text().eq_ignore_ascii_case("NA")).then(|| cell.modifier(&format!("{path}[{i}]"), faults));
        }
        out
    }
    fn blank((): &()) -> Self {
        Self([Some(0); 2])
    }
    fn plain(&self) -> String {
        format!("{:?}", self.0)
    }
    fn shown(&self) -> String {
        let cell = |drm: Option<i32>| drm.map_or("NA".to_owned(), |n| format!("{n:+}"));
        match self.0 {
            [foot, horse] if foot == horse => cell(foot),
            [foot, horse] => format!("{}/{}", cell(foot), cell(horse)),
        }
    }
}

casus_core::group! {
    /// A row of the Terrain Chart: a terrain, a hexside that is crossed, or a level up.
    pub struct TerrainRow, TerrainRowPatch {
        /// Points to enter the hex; those to cross the side or climb a level come on top. By [`FOOT`](crate::FOOT),
        /// [`MOUNTED`](crate::MOUNTED), [`GUN`](crate::GUN) and [`LEADER`](crate::LEADER); none where it may not.
        mp: [Option<u8>; 4] = "foot, mounted, artillery and leader",
        /// The risk of Disorder for units that enter or cross.
        disorder: Risks = (),
        /// Shock modifier for a defender in the hex, behind the side or higher up; none where no attack is allowed.
        shock: Against = (),
        /// Shock modifier for an attacker in the hex, -9 to 9.
        attacker: i32 = (),
        /// Fire modifier for a target in the hex or behind the side, -9 to 9: of several the best for the target.
        fire: i32 = (),
        /// Whether units may Charge into the hex or across the side (13.3(5g), 13.3(5h)).
        charge: bool = (),
        /// Whether it blocks a line of sight through it (11.4).
        blocks_sight: bool as ["sight"] = (),
        /// Whether a work hinders attack and fire from either side, not from outside only.
        both_ways: bool = (),
    }
}

/// The values of a row for a terrain.
const HEX: Form = Form {
    without: &["both_ways"],
    least_cost: 1,
};
/// The values of a row for a hexside.
const SIDE: Form = Form {
    without: &["attacker"],
    least_cost: 0,
};
/// The values of the slope's row.
const SLOPE: Form = Form {
    without: &["disorder", "attacker", "fire", "charge", "blocks_sight", "both_ways"],
    least_cost: 0,
};

/// The hexsides that have a row, in the order of the rows: all but the bridge, which removes the cost of water.
const SIDES: [Hexside; 8] = [
    Hexside::Stream,
    Hexside::River,
    Hexside::Ditch,
    Hexside::Rampart,
    Hexside::Trench,
    Hexside::Wall,
    Hexside::Breach,
    Hexside::Torre,
];

/// The Terrain Chart of a battle.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct TerrainChart {
    hexes: Vec<TerrainRow>,
    sides: Vec<TerrainRow>,
    /// A level up.
    pub slope: TerrainRow,
}

impl TerrainChart {
    /// Returns the row of a terrain.
    #[inline]
    pub fn hex(&self, terrain: Terrain) -> &TerrainRow {
        &self.hexes[terrain as usize]
    }
    /// Returns the row of the terrain in a hex of the board.
    #[inline]
    pub fn at(&self, board: &Board, hex: HexId) -> &TerrainRow {
        self.hex(Terrain::at(board, hex))
    }
    /// Returns the row of a hexside; `None` for a bridge.
    pub fn side(&self, side: Hexside) -> Option<&TerrainRow> {
        let at = SIDES.iter().position(|&s| s == side)?;
        Some(&self.sides[at])
    }
    /// Returns the rows that count for crossing a hexside, one for each feature along it (ruling C-7). Water under a bridge
    /// does not count.
    pub fn to_cross<'a>(
        &'a self,
        board: &'a Board,
        hex: HexId,
        dir: Dir,
    ) -> impl Iterator<Item = (Hexside, &'a TerrainRow)> {
        let bridged = Hexside::Bridge.is_at(board, hex, dir);
        let dry = move |side: Hexside| !(bridged && matches!(side, Hexside::Stream | Hexside::River));
        self.along(board, hex, dir).filter(move |&(side, _)| dry(side))
    }
    /// Returns the rows of all features along a hexside.
    pub fn along<'a>(
        &'a self,
        board: &'a Board,
        hex: HexId,
        dir: Dir,
    ) -> impl Iterator<Item = (Hexside, &'a TerrainRow)> {
        Hexside::all_at(board, hex, dir).filter_map(|side| Some((side, self.side(side)?)))
    }
    /// Returns the rows of the features along a hexside that hinder attacks and shots from that hex. Works hinder from
    /// outside only, unless they hinder both ways. Water counts even under a bridge.
    pub fn to_attack<'a>(
        &'a self,
        board: &'a Board,
        hex: HexId,
        dir: Dir,
    ) -> impl Iterator<Item = (Hexside, &'a TerrainRow)> {
        let inside = Hexside::inside(board, hex, dir);
        self.along(board, hex, dir)
            .filter(move |(_, row)| !inside || row.both_ways)
    }
    /// Returns the rows with their words: the terrains, the hexsides, the slope.
    pub fn rows(&self) -> impl Iterator<Item = (&'static str, &TerrainRow)> {
        let hexes = Terrain::ALL.iter().map(|t| t.word()).zip(&self.hexes);
        let sides = SIDES.iter().map(|s| s.word()).zip(&self.sides);
        hexes.chain(sides).chain([("slope", &self.slope)])
    }

    pub(super) fn build(old: Option<&Self>, p: &BTreeMap<String, TerrainRowPatch>, r: &mut ChartReader<'_>) -> Self {
        let none = TerrainRowPatch::default();
        let given = |word: &str| p.get(word).unwrap_or(&none);
        let words = Terrain::ALL
            .iter()
            .map(|t| t.word())
            .chain(SIDES.iter().map(|s| s.word()))
            .chain(["slope"]);
        let words: Vec<&str> = words.collect();
        let strange = p.keys().filter(|word| !words.contains(&word.as_str()));
        for word in strange {
            r.stray(word, "row of the Terrain Chart", &words, cite!("7.2"));
        }
        let hexes = Terrain::ALL
            .iter()
            .map(|t| r.group(t.word(), &HEX, given(t.word()), old.map(|o| o.hex(*t))));
        let hexes = hexes.collect();
        let side = |s: &Hexside| old.and_then(|o| o.side(*s));
        let sides = SIDES.iter().map(|s| r.group(s.word(), &SIDE, given(s.word()), side(s)));
        let sides = sides.collect();
        Self {
            hexes,
            sides,
            slope: r.group("slope", &SLOPE, given("slope"), old.map(|o| &o.slope)),
        }
    }

    pub(super) fn form(word: &str) -> &'static Form {
        if word == "slope" {
            &SLOPE
        } else if Terrain::named(word).is_some() {
            &HEX
        } else {
            &SIDE
        }
    }

    pub(super) fn sheet(&self) -> String {
        let line = |(word, row): (&str, &TerrainRow)| -> Vec<String> {
            let form = Self::form(word);
            let plus = if form.least_cost == 0 { "+" } else { "" };
            let has = |name: &str| {
                let blank = form.without.contains(&name);
                if blank { "-".to_owned() } else { row.shown(name) }
            };
            let mut cells = vec![word.to_owned()];
            cells.extend(costs(&row.mp, plus, |_| row.sources.mark("mp")));
            cells.extend(
                [
                    "disorder",
                    "shock",
                    "attacker",
                    "fire",
                    "charge",
                    "blocks_sight",
                    "both_ways",
                ]
                .map(has),
            );
            cells
        };
        let head = [
            "Terrain",
            "Foot",
            "Mounted",
            "Guns",
            "Leader",
            "Disorder",
            "Shock",
            "From it",
            "Fire",
            "Charge",
            "Blocks",
            "Both ways",
        ];
        aligned(&head, self.rows().map(line).collect())
            + "\nNA: not. Disorder: D by a die, A always; for "
            + TREADS
            + ".\nHexsides: what is along one side adds up; a bridge takes away the cost of the water, not its modifiers.\n\
               Shock and fire are for the defender's hex or side; against foot/mounted attackers where they differ.\n\
               A slope counts uphill, for each level; roads cost and spare nothing.\n"
            + LEGEND
    }
}
