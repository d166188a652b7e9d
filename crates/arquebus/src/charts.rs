//! The charts: fire ranges, Fire Results Table, Weapons System Matrix, Shock and Charge Tables, terrain, and the limits of
//! die rolls.
//!
//! The text of the printed cards is not available to this project. Values that the rulebook gives are marked as such; the
//! rest is reconstructed. [`GameData::sheets`](crate::data::GameData::sheets) says which is which. If you own the cards, you
//! can replace whole tables or groups of values with a [`ChartsPatch`]. Each battle may override rows of its own.

mod terrain;
#[cfg(test)]
mod tests;

pub use terrain::{Against, Risk, Risks, TerrainChart, TerrainRow, TerrainRowPatch};

use crate::casebook::cite;
use crate::components::{Arm, Leaders, LeadersPatch, Missile, SeizureCounters};
use casus_core::cells::{Cell, TablePatch};
use casus_core::data::{ChartReader, Clash, Form, Group as _, Matrix, Ranges, Within};
use casus_core::reading::known;
use casus_core::sheet::{LEGEND, aligned, plain_rows, table_sheet};
use casus_core::{Provenance, ResultTable, SetupFaults, Source};
use core::fmt::{self, Write as _};
use std::collections::BTreeMap;

casus_core::words! {
    /// A result against a target or defender (14.1), from mildest to worst. Its word is the text on the charts.
    #[derive(Default)]
    pub enum CombatResult, printed, "result" {
        /// No effect on the target.
        #[default]
        None = "-",
        /// Engaged (14.5); not by fire.
        Engaged = "Eng",
        /// The target retreats (14.3).
        Retreat = "Rt",
        /// The target is Disordered (14.2).
        Disordered = "D",
        /// Disordered and Engaged; not by fire.
        DisorderedEngaged = "D+Eng",
        /// Disordered, then Retreat.
        DisorderedRetreat = "D+Rt",
        /// The target is Retired (14.4).
        Retired = "Ret",
        /// The target is Eliminated (14.6).
        Eliminated = "E",
    }
}

impl CombatResult {
    /// Returns whether it Disorders the unit.
    pub const fn disorders(self) -> bool {
        matches!(self, Self::Disordered | Self::DisorderedEngaged | Self::DisorderedRetreat)
    }
    /// Returns whether it makes the unit Retreat.
    pub const fn retreats(self) -> bool {
        matches!(self, Self::Retreat | Self::DisorderedRetreat)
    }
    /// Returns whether it Engages the unit.
    pub const fn engages(self) -> bool {
        matches!(self, Self::Engaged | Self::DisorderedEngaged)
    }
    /// Returns whether it clears the hex.
    pub const fn vacates(self) -> bool {
        matches!(self, Self::Retreat | Self::DisorderedRetreat | Self::Retired | Self::Eliminated)
    }
}

casus_core::words! {
    /// A result against the attackers in Shock and Charge (14.1), from mildest to worst. Its word is the text on the charts.
    #[derive(Default)]
    pub enum Recoil, printed, "attacker's result" {
        /// No effect on the attackers.
        #[default]
        None = "-",
        /// The attackers are Engaged (14.5).
        Engaged = "Eng",
        /// Disordered and Engaged.
        DisorderedEngaged = "AD+Eng",
        /// The attackers are Disordered (14.2).
        Disordered = "AD",
        /// The attackers retreat (14.3).
        Retreat = "AR",
        /// Disordered, then Retreat.
        DisorderedRetreat = "AD+AR",
    }
}

impl Recoil {
    /// Returns whether it Disorders the attackers.
    pub const fn disorders(self) -> bool {
        matches!(self, Self::Disordered | Self::DisorderedEngaged | Self::DisorderedRetreat)
    }
    /// Returns whether it makes the attackers Retreat.
    pub const fn retreats(self) -> bool {
        matches!(self, Self::Retreat | Self::DisorderedRetreat)
    }
    /// Returns whether it Engages the attackers.
    pub const fn engages(self) -> bool {
        matches!(self, Self::Engaged | Self::DisorderedEngaged)
    }
}

/// A cell of the Shock or Charge Table: `"AD / Ret + CA"`.
pub type ShockResult = Clash<Recoil, CombatResult>;

/// Returns the column of the Fire Results Table for a target, counted from 0: foot Normal, foot Disordered, mounted Normal,
/// mounted Disordered (11.3).
pub const fn fire_column(mounted: bool, disordered: bool) -> usize {
    (mounted as usize) * 2 + disordered as usize
}

/// Returns the column of the Shock and Charge Tables for a defender, counted from 0: Normal, Disordered (14.1).
pub const fn shock_column(disordered: bool) -> usize {
    disordered as usize
}

casus_core::words! {
    /// A defender's row of the Weapons System Matrix (12.3(5)), in the matrix's order.
    pub enum Line, short, "row of the matrix" {
        /// Defenders who are Men-at-Arms.
        MenAtArms = "MM",
        /// Defenders who are Stradiotti.
        Stradiots = "STR",
        /// Every other mounted unit.
        Light = "LT",
        /// Defenders with pikes.
        Pikes = "PK",
        /// Sword and Buckler.
        SwordAndBuckler = "SB",
        /// Foot with arquebus, crossbow or longbow.
        Shot = "SHOT",
        /// Defenders who are Skirmishers.
        Skirmishers = "SK",
        /// Defenders who are Sappers.
        Sappers = "SP",
        /// Defenders in Gun Wagons.
        GunWagon = "GW",
    }
}

impl Line {
    /// Returns the row of a defender; `None` for Artillery and Baggage Wagons, which are attacked without a roll (12.5).
    pub const fn of(arm: Arm) -> Option<Self> {
        Some(match arm {
            Arm::MenAtArms => Self::MenAtArms,
            Arm::Stradiots => Self::Stradiots,
            Arm::LightCavalry | Arm::LightArchers | Arm::Genitors | Arm::MountedArquebus | Arm::MountedCrossbow => {
                Self::Light
            }
            Arm::Pikes => Self::Pikes,
            Arm::SwordAndBuckler => Self::SwordAndBuckler,
            Arm::Arquebus | Arm::Crossbow | Arm::Longbow => Self::Shot,
            Arm::Skirmishers => Self::Skirmishers,
            Arm::Sappers => Self::Sappers,
            Arm::GunWagon => Self::GunWagon,
            Arm::Artillery | Arm::BaggageWagon => return None,
        })
    }
}

/// The types that fight in open order, against which fire is less effective (11.3): skirmishers with missiles.
pub(crate) const OPEN_ORDER: [Arm; 3] = [Arm::Skirmishers, Arm::Genitors, Arm::LightArchers];

casus_core::modifiers! {
    /// The DRMs for Missile Fire, besides those of the range, of the firer's counter and of the target's terrain.
    pub struct FireDrms, FireDrmsPatch {
        crossbow_at_men_at_arms: "crossbows at Men-at-Arms" ("11.3"),
        bow_at_men_at_arms: "longbows, composite bows or javelins at Men-at-Arms" ("11.3"),
        raining: "Raining Fire" ("11.4"),
        horse_from_aside: "a mounted target, through its flank or rear" ("11.3"),
        guns_at_deep_files: "Artillery at Pikes or Sword and Buckler" ("11.3"),
        open_order: "the target is Skirmishers, Genitors or Light Cavalry Archers" ("11.3"),
        wagon: "the target is a Gun Wagon, in place of its terrain's if that is less" ("11.3"),
    }
}

casus_core::modifiers! {
    /// The DRMs for Shock and Charge (12.3), besides strength, terrain, Shock Defense, Charisma and the matrix.
    pub struct ShockDrms, ShockDrmsPatch {
        flank: "all attackers through one flank" ("12.3(2)A"),
        rear: "all attackers through the rear" ("12.3(2)A"),
        sides: "attackers through two or more sides" ("12.3(2)A"),
        disordered: "an attacker is Disordered" ("12.3(6)A"),
        moved: "an attacker Charges and has moved" ("12.3(6)B"),
        retired: "the defender is Retired" ("12.3(7)"),
        continued: "for each Shock Phase before, in a Continued Attack" ("12.3(8)"),
        counter_charged: "the defender has counter-charged the Shock" ("13.8"),
        breach: "Into the Breach" ("6.3"),
    }
}

/// The bounds of a face of the die.
const FACE: Within = (0, 9, cite!("2.3"));
/// The bounds of a cost in points.
const POINTS: Within = (0, 9, cite!("7.2"));
/// The bounds of the Flight Points of a loss.
const FLIGHT: Within = (0, 50, cite!("3.0"));
/// The bounds of a modifier.
const ADDED: Within = (-9, 9, cite!("2.4"));

casus_core::group! {
    /// The limits of die rolls, each a face, 0 to 9, and some of their modifiers, -9 to 9.
    pub struct Throws, ThrowsPatch {
        /// The highest total with which an Army Activation continues (6.2).
        army: u8 = FACE,
        /// The lowest fire total at which leaders are tested (5.4).
        leader_fire: u8 = FACE,
        /// The lowest face that kills a leader tested under fire (5.4).
        leader_hit: u8 = FACE,
        /// The lowest face that kills a leader tested in Shock or Charge (5.4).
        leader_struck: u8 = FACE,
        /// The highest total with which a Counter-Charge against a Charge succeeds (13.7).
        counter_charge: u8 = FACE,
        /// The highest total with which a Counter-Charge against Shock succeeds (13.8).
        counter_shock: u8 = FACE,
        /// The highest total with which a Counter-Charge against fire succeeds (13.9).
        counter_fire: u8 = FACE,
        /// The modifier of these three if the unit must turn (13.6).
        counter_turn: i8 = ADDED,
        /// The highest face at which guns Disordered by fire are Eliminated (14.2).
        guns: u8 = FACE,
        /// The lowest total at which terrain Disorders a unit (7.2).
        terrain: u8 = FACE,
        /// The modifier of that roll for Pikes and Men-at-Arms.
        terrain_prone: i8 = ADDED,
        /// The highest total with which reluctant Swiss attack (16.2).
        reluctant: u8 = FACE,
        /// The modifier of that roll if the unit is Disordered.
        reluctant_disordered: i8 = ADDED,
        /// The highest face with which a Retired unit rallies, where rallying needs a roll (ruling 15.1b).
        rally: u8 = FACE,
    }
}

casus_core::group! {
    /// Movement Points to pay besides those of the terrain, 0 to 9.
    pub struct Points, PointsPatch {
        /// The cost to leave a hex next to an enemy unit (7.2).
        leave: u8 = POINTS,
        /// The extra cost to Disengage (14.5).
        disengage: u8 = POINTS,
        /// The cost to enter the hex of a friendly unit on the way through it (10.0).
        pass: u8 = POINTS,
        /// The cost to dismount or remount (7.4).
        dismount: u8 = POINTS,
        /// The cost to fire next to an enemy unit during a move (11.2).
        fire: u8 = POINTS,
        /// The hexes that a Retired unit moves in an activation (14.4).
        retired: u8 = POINTS,
    }
}

casus_core::group! {
    /// The Flight Points that losses cost their side (3.0), 0 to 50.
    pub struct FlightPoints, FlightPointsPatch {
        /// A King, whether killed or captured.
        king: u8 = FLIGHT,
        /// Another Overall Commander.
        oc: u8 = FLIGHT,
        /// Another named leader of a Battle.
        leader: u8 = FLIGHT,
        /// A unit that is Retired, of any type.
        retired: u8 = FLIGHT,
        /// A Standard that is captured.
        standard: u8 = FLIGHT,
        /// A unit of Pikes.
        pk: u8 = FLIGHT,
        /// Sword and Buckler.
        sb: u8 = FLIGHT,
        /// A unit of Men-at-Arms.
        mm: u8 = FLIGHT,
        /// A unit of Mounted Arquebus.
        maq: u8 = FLIGHT,
        /// Arquebus on foot.
        aq: u8 = FLIGHT,
        /// Crossbow on foot.
        cb: u8 = FLIGHT,
        /// A unit of Genitors.
        ge: u8 = FLIGHT,
        /// Light Cavalry Archers.
        lca: u8 = FLIGHT,
        /// A unit of Mounted Crossbow.
        mcb: u8 = FLIGHT,
        /// A unit of Stradiotti.
        str: u8 = FLIGHT,
        /// A unit of artillery.
        art: u8 = FLIGHT,
        /// A unit of Gun Wagons.
        gw: u8 = FLIGHT,
        /// A unit of Light Cavalry.
        lc: u8 = FLIGHT,
        /// A unit of Longbow.
        lb: u8 = FLIGHT,
        /// A unit of Skirmishers.
        sk: u8 = FLIGHT,
        /// A unit of Sappers.
        sp: u8 = FLIGHT,
        /// A unit of Baggage Wagons.
        bw: u8 = FLIGHT,
    }
}

impl FlightPoints {
    /// Returns the Flight Points of an Eliminated unit of a type.
    pub const fn of(&self, arm: Arm) -> u8 {
        match arm {
            Arm::MenAtArms => self.mm,
            Arm::Stradiots => self.str,
            Arm::LightCavalry => self.lc,
            Arm::LightArchers => self.lca,
            Arm::Genitors => self.ge,
            Arm::MountedArquebus => self.maq,
            Arm::MountedCrossbow => self.mcb,
            Arm::Pikes => self.pk,
            Arm::SwordAndBuckler => self.sb,
            Arm::Arquebus => self.aq,
            Arm::Crossbow => self.cb,
            Arm::Longbow => self.lb,
            Arm::Skirmishers => self.sk,
            Arm::Sappers => self.sp,
            Arm::Artillery => self.art,
            Arm::GunWagon => self.gw,
            Arm::BaggageWagon => self.bw,
        }
    }
}

casus_core::group! {
    /// The counters from which each player draws (6.3).
    pub struct Cup, CupPatch {
        /// The words of the counters, each at most once.
        counters: SeizureCounters = (),
    }
}

/// Every chart and table of a battle.
///
/// It has the values of the cards, each with its source. Rows of tables are die rolls after all modifiers. A roll beyond the
/// table uses the nearest row.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Charts {
    /// The Fire/Range DRM Chart.
    pub ranges: Ranges<Missile>,
    /// The Fire Results Table; [`fire_column`] gives the column of a target.
    pub fire: ResultTable<CombatResult>,
    /// The DRMs for Missile Fire.
    pub fire_drms: FireDrms,
    /// The Weapons System Matrix: a row is an attacker's [`Arm`], a column a defender's [`Line`].
    pub matrix: Matrix,
    /// The Shock Table; [`shock_column`] gives the column of a defender.
    pub shock: ResultTable<ShockResult>,
    /// The Charge Table; [`shock_column`] gives the column of a defender.
    pub charge: ResultTable<ShockResult>,
    /// The DRMs for Shock and Charge.
    pub shock_drms: ShockDrms,
    /// The Terrain Chart.
    pub terrain: TerrainChart,
    /// The limits of die rolls.
    pub throws: Throws,
    /// Movement Points besides those of the terrain.
    pub points: Points,
    /// The Flight Points of losses (3.0).
    pub flight: FlightPoints,
    /// The values of every leader, and the ratings of replacements.
    pub leaders: Leaders,
    /// The Seizure counters.
    pub seizure: Cup,
}

impl Charts {
    /// Returns the modifier of the Weapons System Matrix; `None` where the type does not attack (12.1) or the defender has no row.
    pub fn weapons(&self, attacker: Arm, defender: Arm) -> Option<i32> {
        self.matrix.get(attacker as usize, Line::of(defender)? as usize)
    }
    /// Returns whether units of a type may attack, and so advance (10.1, 12.1).
    pub fn may_attack(&self, attacker: Arm) -> bool {
        self.matrix.has(attacker as usize)
    }
}

casus_core::group_patch! {
    /// Changes to the Fire/Range DRM Chart, weapon by weapon. A weapon that is absent stays as it is.
    pub struct RangesPatch {
        /// Modifiers at range 1, 2, …, by missile type: `"CB"`.
        pub rows: BTreeMap<String, Vec<Cell>>,
    }
}

casus_core::patch! {
    /// Changes to the charts, in the form of `data/charts.toml`. A table is replaced as a whole, other groups by value.
    pub struct ChartsPatch {
        /// The Fire/Range DRM Chart.
        pub ranges: RangesPatch,
        /// The Fire Results Table: foot Normal, foot Disordered, mounted Normal, mounted Disordered.
        pub fire: Option<TablePatch>,
        /// The DRMs for Missile Fire.
        pub fire_drms: FireDrmsPatch,
        /// The Weapons System Matrix: rows by attacker's type; columns MM, STR, LT, PK, SB, SHOT, SK, SP, GW.
        pub matrix: Option<TablePatch>,
        /// The Shock Table: Normal, Disordered.
        pub shock: Option<TablePatch>,
        /// The Charge Table: Normal, Disordered.
        pub charge: Option<TablePatch>,
        /// The DRMs for Shock and Charge.
        pub shock_drms: ShockDrmsPatch,
        /// The Terrain Chart, by terrain, by hexside (all but `"bridge"`) and `"slope"`.
        pub terrain: BTreeMap<String, TerrainRowPatch>,
        /// The limits of die rolls.
        pub throws: ThrowsPatch,
        /// Movement Points besides those of the terrain.
        pub points: PointsPatch,
        /// The Flight Points of losses (3.0).
        pub flight: FlightPointsPatch,
        /// The values of every leader, and the ratings of replacements.
        pub leaders: LeadersPatch,
        /// The Seizure counters.
        pub seizure: CupPatch,
    }
}

const FIRE_COLUMNS: [&str; 4] = ["Foot Normal", "Foot Disordered", "Mounted Normal", "Mounted Disordered"];
const SHOCK_COLUMNS: [&str; 2] = ["Normal", "Disordered"];

fn attacker(word: &str, path: &str, faults: &mut SetupFaults) -> Option<usize> {
    let words = Arm::ALL.map(Arm::short);
    let arm = known(Arm::named(word), word, "type of unit", &words, path, cite!("2.2"), faults)?;
    if Line::of(arm).is_none() {
        let message = format!("{} has no row among the attackers", arm.title());
        faults.push(path, message, Some(cite!("12.5")));
    }
    Some(arm as usize)
}

impl Charts {
    /// Builds charts from a patch over others, or from a whole file if there are none. Every fault is recorded. A faulty patch
    /// yields the closest possible charts, and `None` if a table of a file cannot be built at all.
    pub(crate) fn build(old: Option<&Self>, patch: &ChartsPatch, path: &str, faults: &mut SetupFaults) -> Option<Self> {
        let mut r = ChartReader::new(path, old.is_none(), faults);
        let (p, o) = (patch, old);
        let fire =
            r.table("fire", ("Fire Results Table", &FIRE_COLUMNS), p.fire.as_ref(), o.map(|o| &o.fire), |word| {
                CombatResult::named(word).filter(|fate| !fate.engages())
            });
        let (shock, charge) = (("Shock Table", &SHOCK_COLUMNS[..]), ("Charge Table", &SHOCK_COLUMNS[..]));
        let shock = r.table("shock", shock, p.shock.as_ref(), o.map(|o| &o.shock), ShockResult::named);
        let charge = r.table("charge", charge, p.charge.as_ref(), o.map(|o| &o.charge), ShockResult::named);
        let matrix = r.whole("matrix", p.matrix.as_ref(), o.map(|o| &o.matrix), |r, patch, path| {
            let source = r.within("matrix").source(patch.source.as_deref());
            let shape = (&Arm::ALL.map(Arm::short)[..], Line::ALL.len());
            Some(Matrix::read(&patch.rows, shape, source, path, r.faults, attacker))
        });
        let ranges = {
            let mut r = r.within("ranges");
            let words = Missile::ALL.map(Missile::short);
            let armed = |word: &&String| Missile::named(word).is_none_or(|m| m == Missile::None);
            for word in p.ranges.rows.keys().filter(armed) {
                r.stray(word, "missile type", &words[1..], cite!("2.2"));
            }
            let cells = |m: Missile| p.ranges.rows.iter().find(|(word, _)| Missile::named(word) == Some(m));
            let given = Missile::ALL.into_iter().filter(|&m| m != Missile::None);
            let given = given.map(|m| (m, cells(m).map(|(_, cells)| cells)));
            let whence = (p.ranges.source.as_deref(), &p.ranges.parts);
            Ranges::read(o.map(|o| &o.ranges), given, whence, cite!("11.1"), &mut r)
        };
        Some(Self {
            ranges,
            fire_drms: r.group("fire_drms", &Form::WHOLE, &p.fire_drms, o.map(|o| &o.fire_drms)),
            shock_drms: r.group("shock_drms", &Form::WHOLE, &p.shock_drms, o.map(|o| &o.shock_drms)),
            terrain: TerrainChart::build(o.map(|o| &o.terrain), &p.terrain, &mut r.within("terrain")),
            throws: r.group("throws", &Form::WHOLE, &p.throws, o.map(|o| &o.throws)),
            points: r.group("points", &Form::WHOLE, &p.points, o.map(|o| &o.points)),
            flight: r.group("flight", &Form::WHOLE, &p.flight, o.map(|o| &o.flight)),
            leaders: r.group("leaders", &Form::WHOLE, &p.leaders, o.map(|o| &o.leaders)),
            seizure: r.group("seizure", &Form::WHOLE, &p.seizure, o.map(|o| &o.seizure)),
            fire: fire?,
            shock: shock?,
            charge: charge?,
            matrix: matrix?,
        })
    }

    /// Everything that the rules read of the charts, as text.
    pub(crate) fn canon(&self, t: &mut String) {
        self.ranges.canon(t);
        let mut table = |low: i32, rows: Vec<String>| {
            for (n, row) in (low..).zip(rows) {
                let _ = writeln!(t, "{n} {row}");
            }
        };
        table(self.fire.low(), plain_rows(&self.fire));
        table(self.shock.low(), plain_rows(&self.shock));
        table(self.charge.low(), plain_rows(&self.charge));
        for (word, row) in self.terrain.rows() {
            let _ = writeln!(t, "{word} {}", row.plain(TerrainChart::form(word)));
        }
        for group in [
            self.matrix.plain(),
            self.fire_drms.plain(&Form::WHOLE),
            self.shock_drms.plain(&Form::WHOLE),
            self.throws.plain(&Form::WHOLE),
            self.points.plain(&Form::WHOLE),
            self.flight.plain(&Form::WHOLE),
            self.leaders.plain(&Form::WHOLE),
            self.seizure.plain(&Form::WHOLE),
        ] {
            t.push_str(&group);
            t.push('\n');
        }
    }

    /// Reports the source of each part.
    pub(crate) fn provenance(&self, note: &mut impl FnMut(String, &Source)) {
        let mut group = |what: &str, sources: &Provenance| {
            sources.tell(&format!("charts: {what}"), note);
        };
        group("Fire/Range DRM Chart", &self.ranges.sources);
        group("DRMs for Missile Fire", &self.fire_drms.sources);
        for (name, source) in [
            ("Fire Results Table", self.fire.source()),
            ("Weapons System Matrix", &self.matrix.source),
            ("Shock Table", self.shock.source()),
            ("Charge Table", self.charge.source()),
        ] {
            group(name, &Provenance::whole(source.clone()));
        }
        group("DRMs for Shock and Charge", &self.shock_drms.sources);
        for (word, row) in self.terrain.rows() {
            group(&format!("terrain, {word}"), &row.sources);
        }
        group("dice", &self.throws.sources);
        group("Movement Points", &self.points.sources);
        group("Flight Points", &self.flight.sources);
        group("leaders", &self.leaders.sources);
        group("Seizure counters", &self.seizure.sources);
    }

    /// Returns every chart as a player's aid sheet.
    pub(crate) fn sheets(&self) -> Vec<(String, String)> {
        let reach = self.ranges.rows.values().map(Vec::len).max().unwrap_or(0);
        let head = core::iter::once("Weapon".to_owned()).chain((1..=reach).map(|n| n.to_string()));
        let head: Vec<String> = head.collect();
        let head: Vec<&str> = head.iter().map(String::as_str).collect();
        let ranges = aligned(&head, self.ranges.lines()) + WEAPONS + LEGEND;
        let fire_drms = aligned(&["DRM", "When", "Case"], self.fire_drms.lines(FireDrms::WHEN))
            + "\nAnd the range's, the firer's own, and the best for the target of its hex and of the sides crossed.\n"
            + LEGEND;
        let head: Vec<&str> = core::iter::once("Attacker").chain(Line::ALL.map(Line::short)).collect();
        let types = Arm::ALL.map(|arm| format!("{} {}", arm.short(), arm.title()));
        let types: Vec<String> = types.chunks(6).map(|line| line.join("; ")).collect();
        let matrix = aligned(&head, self.matrix.lines(&Arm::ALL.map(Arm::short)))
            + &format!("\n{}.", types.join(";\n"))
            + "\nLT is LC, LC/A, GE, MAQ and MCB; SHOT is AQ, CB and LB on foot. A type without a row does not attack.\n"
            + LEGEND;
        let shock_drms =
            aligned(&["DRM", "When", "Case"], self.shock_drms.lines(ShockDrms::WHEN)) + SHOCK_SUMMARY + LEGEND;
        let values = |told: Vec<casus_core::data::Told>| -> String {
            let rows = told.into_iter().map(|t| vec![t.name.replace('_', " "), t.shown]);
            aligned(&["", ""], rows.collect()).trim_start().to_owned() + "\n" + LEGEND
        };
        vec![
            ("Fire/Range DRM Chart".to_owned(), ranges),
            ("DRMs for Missile Fire".to_owned(), fire_drms),
            ("Fire Results Table".to_owned(), sheet(&self.fire)),
            ("Weapons System Matrix".to_owned(), matrix),
            ("Shock Table".to_owned(), sheet(&self.shock)),
            ("Charge Table".to_owned(), sheet(&self.charge)),
            ("DRMs for Shock and Charge".to_owned(), shock_drms),
            ("Terrain Chart".to_owned(), self.terrain.sheet()),
            ("Dice".to_owned(), values(self.throws.told())),
            ("Movement Points".to_owned(), values(self.points.told())),
            ("Flight Points".to_owned(), values(self.flight.told())),
            ("Every Leader and Replacements".to_owned(), values(self.leaders.told())),
            ("Seizure Counters".to_owned(), values(self.seizure.told())),
        ]
    }
}

fn sheet<T: fmt::Display>(table: &ResultTable<T>) -> String {
    table_sheet(table, "die + DRM")
        + "\nRt Retreat, D Disordered, Ret Retired, E Eliminated, Eng Engaged; AD, AR the attacker's; CA Continued Attack.\n"
        + LEGEND
}

const WEAPONS: &str = "
CB crossbow; AQ arquebus; LB longbow; A composite bow; J javelin; F falconet; S saker; C culverin; H heavy cannon;
OG organ gun.
";

const SHOCK_SUMMARY: &str = "
And (12.3): (1) strength, the difference of units; (2)B the terrain's; (3) the defender's Shock Defense DRM;
(4) the best Charisma with an attacker; (5) the best line of the Weapons System Matrix.
";
