//! The data of a battle: map, armies, charts and its start, checked when they are loaded.
//!
//! The files in `data/` are embedded, so the library reads nothing at run time. Kinds of troops and charts are common to
//! all battles; each battle has a file for its map and one for its armies. [`standard`] returns a printed battle. A
//! [`GameDataPatch`] changes parts of it, for users who own the printed cards or set up positions of their own. All faults
//! are reported at once, each with its path.

mod forces;
mod scenario;
#[cfg(test)]
mod tests;

pub use forces::{CounterPatch, FacePatch, KindPatch, LeaderPatch};
pub use scenario::{
    Deployment, Exit, ExitPatch, Group, Joining, JoiningPatch, Post, Reinforcement, Scenario, ScenarioPatch, Timed,
    TimedPatch,
};

use crate::casebook::cite;
use crate::charts::{Charts, ChartsPatch};
use crate::components::{
    Arm, BattleId, Counter, Hexside, LeaderId, Missile, Ratings, Roster, Side, StandardId, Terrain, UnitId, WORKS,
    inside_bit,
};
pub(crate) use casus_core::data::MapPatch;
use casus_core::data::{Legend, MapFile, SideKind};
use casus_core::reading::toml_file;
use casus_core::sheet::{LEGEND, aligned, plain_board, reconstructed, runs};
use casus_core::{Board, Dir, HexId, Laws, Layer, SetupFaults, Sided, Source, digest_bytes};
use core::fmt::Write as _;
use forces::{BattleFile, ForcesFile, StandardFile};
use scenario::{EntryFile, GroupFile, PostFile};
use std::sync::{Arc, OnceLock};

casus_core::words! {
    /// A battle, with a lower case b: a scenario of the Battle Book.
    #[derive(Default)]
    pub enum Base, word, "battle" {
        /// Fornovo, 6 July 1495.
        Fornovo = "Fornovo",
        /// Cerignola, 28 April 1503.
        #[default]
        Cerignola = "Cerignola",
        /// Ravenna, 11 April 1512.
        Ravenna = "Ravenna",
        /// Pavia, 24 February 1525.
        Pavia = "Pavia",
    }
}

/// The texts of a battle's data files.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Files<'a> {
    /// The charts, common to all battles.
    pub charts: &'a str,
    /// The kinds of troops, common to all battles.
    pub kinds: &'a str,
    /// The text of the map.
    pub map: &'a str,
    /// The armies, and the start of the battle.
    pub forces: &'a str,
}

impl Base {
    /// Returns the embedded files of the battle.
    pub const fn files(self) -> Files<'static> {
        let (map, forces) = match self {
            Self::Fornovo => (include_str!("../data/fornovo-map.toml"), include_str!("../data/fornovo.toml")),
            Self::Cerignola => (include_str!("../data/cerignola-map.toml"), include_str!("../data/cerignola.toml")),
            Self::Ravenna => (include_str!("../data/ravenna-map.toml"), include_str!("../data/ravenna.toml")),
            Self::Pavia => (include_str!("../data/pavia-map.toml"), include_str!("../data/pavia.toml")),
        };
        Files {
            charts: include_str!("../data/charts.toml"),
            kinds: include_str!("../data/kinds.toml"),
            map,
            forces,
        }
    }
}

/// Returns a printed battle, parsed once.
///
/// # Panics
/// Never: the embedded files are loaded by a test.
pub fn standard(base: Base) -> &'static Arc<GameData> {
    static KITS: [OnceLock<Arc<GameData>>; Base::ALL.len()] = [const { OnceLock::new() }; Base::ALL.len()];
    let load = || Arc::new(GameData::load(base, &base.files()).expect("the embedded data is sound"));
    KITS[base as usize].get_or_init(load)
}

/// Everything that the rules read and that never changes in play.
///
/// All states of a match share it, so a state is small. [`standard`] returns a printed battle. A set-up that changes a part
/// of it plays with game data of its own, which its saves describe.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameData {
    /// The battle that it is.
    pub base: Base,
    /// The map: hexes, hexsides and their terrain.
    pub board: Board,
    /// The playing pieces.
    pub roster: Roster,
    /// The charts and tables.
    pub charts: Charts,
    /// The start of the battle.
    pub scenario: Scenario,
    /// The pieces that begin on the map, and those that come later.
    pub deployment: Deployment,
    /// The layers of the map, with their sources.
    pub layers: Vec<Layer>,
    digest: u64,
    laws: Laws,
    muster: Muster,
    /// By hex and direction, the points of a step there for each gait; [`BARRED`] where it may not go.
    steps: Box<[[[u8; 4]; 6]]>,
}

/// The value in place of points where a gait may not go.
const BARRED: u8 = u8::MAX;

casus_core::digested!(GameData);

/// Values of the roster that the rules read often, computed from it once.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Muster {
    /// The ranks of each Battle, by its index.
    ranks: Box<[Ranks]>,
    /// By unit: the values of its counter that are read most, close together in memory.
    traits: Box<[Traits]>,
    /// The Overall Commander of each side.
    ocs: [Option<LeaderId>; 2],
    /// The baggage wagons.
    wagons: Box<[UnitId]>,
}

/// The members of a Battle: its units and its leader.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Ranks {
    units: Box<[UnitId]>,
    leader: Option<LeaderId>,
}

/// The values of a counter that the rules read most.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Traits {
    pub(crate) side: Side,
    pub(crate) battle: BattleId,
    pub(crate) standard: StandardId,
    pub(crate) arm: Arm,
    pub(crate) missile: Missile,
}

impl Muster {
    fn of(roster: &Roster) -> Self {
        let ranks = |b| Ranks {
            units: roster.units_of(b).collect(),
            leader: roster.leader_of(b),
        };
        let traits = |c: &Counter| Traits {
            side: c.side,
            battle: c.battle,
            standard: c.standard,
            arm: c.arm,
            missile: c.missile,
        };
        Self {
            ranks: roster.battle_ids().map(ranks).collect(),
            traits: roster.counters.iter().map(traits).collect(),
            ocs: [Side::France, Side::League].map(|side| roster.oc(side)),
            wagons: (0..)
                .map(UnitId)
                .zip(&roster.counters)
                .filter_map(|(u, c)| (c.arm == Arm::BaggageWagon).then_some(u))
                .collect(),
        }
    }
}

/// The terrain and features of a map (11.4, 13.3).
const LEGEND_OF_THE_MAPS: Legend = Legend {
    numbers: cite!("2.1"),
    features: cite!("11.4"),
    terrain: &[
        ('.', Terrain::Clear.word()),
        ('f', Terrain::Cropfields.word()),
        ('v', Terrain::Vineyards.word()),
        ('l', Terrain::LightWoods.word()),
        ('w', Terrain::Woods.word()),
        ('m', Terrain::Marsh.word()),
        ('r', Terrain::Rough.word()),
        ('t', Terrain::Town.word()),
        ('b', Terrain::Buildings.word()),
        ('c', Terrain::City.word()),
        ('~', Terrain::Taro.word()),
    ],
    sides: &[
        plain(Hexside::Stream),
        plain(Hexside::River),
        SideKind {
            over: Some((Hexside::Stream.feature() | Hexside::River.feature(), cite!("13.3(5g)"))),
            ..plain(Hexside::Bridge)
        },
        work(Hexside::Ditch, true),
        SideKind {
            inside: Some(inside_bit),
            ..plain(Hexside::Rampart)
        },
        work(Hexside::Trench, true),
        work(Hexside::Wall, false),
        work(Hexside::Breach, false),
        work(Hexside::Torre, false),
    ],
    level: 0,
};

const fn plain(side: Hexside) -> SideKind {
    SideKind::new(side.word(), side.feature())
}

/// A work that replaces others.
const fn work(side: Hexside, sided: bool) -> SideKind {
    let mut kind = plain(side);
    kind.replaces = WORKS;
    if sided {
        kind.inside = Some(inside_bit);
    }
    kind
}

casus_core::patch! {
    struct KindsFile {
        names: String,
        kind: Vec<KindPatch>,
    }
    struct ArmiesFile {
        scenario: ScenarioPatch,
        standard: Vec<StandardFile>,
        battle: Vec<BattleFile>,
        leader: Vec<LeaderPatch>,
        group: Vec<GroupFile>,
        post: Vec<PostFile>,
        entry: Vec<EntryFile>,
    }
}

casus_core::patch! {
    /// Changes to a battle's data that a set-up may carry.
    ///
    /// A set-up has the same keys; there the leaders' key is `cards`.
    pub struct GameDataPatch {
        /// Changes to the map. Its hexes and their numbers stay, unless it has a numbering of its own.
        pub map: Option<MapPatch>,
        /// Kinds of troops to change or to add.
        pub kinds: Vec<KindPatch>,
        /// Units to change or to add.
        pub counters: Vec<CounterPatch>,
        /// Leaders to change or to add.
        pub leaders: Vec<LeaderPatch>,
        /// Charts to replace.
        pub charts: Option<ChartsPatch>,
        /// Changes to the start of the battle.
        pub scenario: Option<ScenarioPatch>,
    }
}

impl GameData {
    /// Reads game data from the texts of its files.
    ///
    /// # Errors
    /// Returns every fault of every file, each with its path.
    pub fn load(base: Base, files: &Files<'_>) -> Result<Self, SetupFaults> {
        let mut faults = SetupFaults::default();
        let f = &mut faults;
        let map = toml_file::<MapFile>(files.map, "map", f).map(|file| file.read(&LEGEND_OF_THE_MAPS, f));
        let kinds = toml_file::<KindsFile>(files.kinds, "kinds", f);
        let armies = toml_file::<ArmiesFile>(files.forces, "forces", f);
        let charts = toml_file::<ChartsPatch>(files.charts, "charts", f)
            .and_then(|file| Charts::build(None, &file, "charts", f));
        let (Some((board, layers)), Some(kinds), Some(armies)) = (map, kinds, armies) else {
            return Err(faults);
        };
        let counter = |g: &GroupFile| CounterPatch {
            id: g.units.clone(),
            battle: Some(g.battle.clone()),
            kind: Some(g.kind.clone()),
            standard: g.standard.clone(),
            name: g.name.clone(),
            ..CounterPatch::default()
        };
        let counters: Vec<CounterPatch> = armies.group.iter().map(counter).collect();
        let roster = Roster::of_file(
            &ForcesFile {
                names: &kinds.names,
                kinds: &kinds.kind,
                standards: &armies.standard,
                battles: &armies.battle,
                counters: &counters,
                leaders: &armies.leader,
            },
            f,
        );
        if roster.counters.is_empty() || roster.leaders.is_empty() || roster.standards.is_empty() {
            f.push("forces", "there are no units, leaders or Standards", None);
            return Err(faults);
        }
        let scenario = Scenario::read(None, &armies.scenario, (&board, &roster), f);
        let parts = (&armies.group[..], &armies.post[..], &armies.entry[..]);
        let deployment = Deployment::read(parts, &board, &roster, f);
        let Some(charts) = charts else {
            return Err(faults);
        };
        let mut game_data = Self {
            base,
            board,
            roster,
            charts,
            scenario,
            deployment,
            layers,
            digest: 0,
            laws: Laws::PRINTED,
            muster: Muster::default(),
            steps: Box::default(),
        };
        game_data.seal();
        faults.or(game_data)
    }

    fn seal(&mut self) {
        self.roster.give_names(&self.scenario.adjectives);
        self.digest = digest_bytes(self.canon().as_bytes());
        self.muster = Muster::of(&self.roster);
        let step = |hex, dir| -> [u8; 4] { core::array::from_fn(|gait| self.points(hex, dir, gait).unwrap_or(BARRED)) };
        let steps = self.board.ids().map(|hex| Dir::ALL.map(|dir| step(hex, dir)));
        self.steps = steps.collect();
    }
    /// The points of a step across a hexside, by the Terrain Chart (7.2): those of the hex entered, of all features along the
    /// hexside, and of the levels climbed.
    fn points(&self, from: HexId, dir: Dir, gait: usize) -> Option<u8> {
        let (board, terrain) = (&self.board, &self.charts.terrain);
        let to = board.neighbour(from, dir)?;
        let mut sum = terrain.at(board, to).mp[gait]?;
        for (_, row) in terrain.to_cross(board, from, dir) {
            sum += row.mp[gait]?;
        }
        for _ in board.elevation(from)..board.elevation(to) {
            sum = sum.saturating_add(terrain.slope.mp[gait]?);
        }
        Some(sum.min(BARRED - 1))
    }

    /// Returns the points of a step across a hexside for a gait, [`FOOT`](crate::FOOT), [`MOUNTED`](crate::MOUNTED),
    /// [`GUN`](crate::GUN) or [`LEADER`](crate::LEADER), by the Terrain Chart (7.2); `None` where it may not go, or off the map.
    #[inline]
    pub fn step(&self, from: HexId, dir: Dir, gait: usize) -> Option<u8> {
        let points = self.steps[from.index()][dir.index()][gait];
        (points != BARRED).then_some(points)
    }
    /// The units of a Battle, in order.
    pub(crate) fn units_of(&self, battle: BattleId) -> &[UnitId] {
        &self.muster.ranks[battle.index()].units
    }
    /// The printed leader of a Battle; `None` for one that begins without (6.4).
    pub(crate) fn leader_of(&self, battle: BattleId) -> Option<LeaderId> {
        self.muster.ranks[battle.index()].leader
    }
    /// The printed Overall Commander of a side.
    pub(crate) fn oc(&self, side: Side) -> Option<LeaderId> {
        self.muster.ocs[side.index()]
    }
    /// The baggage wagons.
    pub(crate) fn wagons(&self) -> &[UnitId] {
        &self.muster.wagons
    }
    /// The values of a unit's counter that the rules read most.
    #[inline]
    pub(crate) fn traits(&self, unit: UnitId) -> Traits {
        self.muster.traits[unit.index()]
    }

    /// Everything that the rules read, as one text that is the same on every machine.
    fn canon(&self) -> String {
        let mut t = String::new();
        plain_board(&self.board, &mut t);
        let roster = &self.roster;
        let face = |r: Ratings| format!("{}/{}/{:?}", r.sdr, r.ma, r.missile);
        for c in &roster.counters {
            let all = [
                Some(c.faces.front),
                c.faces.back,
                c.other.map(|o| o.front),
                c.other.and_then(|o| o.back),
            ];
            let faces: Vec<String> = all.into_iter().flatten().map(face).collect();
            let (arm, missile) = (c.arm, c.missile);
            let _ = writeln!(t, "{} {} {} {arm} {missile} {}", c.id, c.battle.0, c.standard.0, faces.join(" "));
        }
        for l in &roster.leaders {
            let _ = writeln!(
                t,
                "{} {:?} {:?} {}{}{} {:?}/{}/{}/{}",
                l.id,
                l.side,
                l.battles,
                u8::from(l.oc),
                u8::from(l.king),
                u8::from(l.unreplaced),
                l.activation,
                l.range,
                l.charisma,
                l.effectiveness
            );
        }
        for b in &roster.battles {
            let _ = writeln!(t, "{} {:?} {}", b.id, b.side, b.standard.0);
        }
        for s in &roster.standards {
            let _ = writeln!(t, "{} {:?}", s.id, s.side);
        }
        self.charts.canon(&mut t);
        self.scenario.canon(&self.board, &mut t);
        self.deployment.canon(&self.board, &mut t);
        t
    }

    /// Returns this game data with a patch applied. Every fault of the patch is recorded, with a path that begins with `map`,
    /// `kinds`, `counters`, `leaders`, `charts` or `scenario`. Faulty parts stay as they were.
    ///
    /// The original does not change.
    #[must_use]
    pub fn patched(&self, patch: &GameDataPatch, faults: &mut SetupFaults) -> Self {
        let mut game_data = self.clone();
        if let Some(map) = &patch.map {
            if map.numbering.is_some() {
                faults.push("map.numbering", "the hexes and their numbers stay as they are", Some(cite!("2.1")));
            } else {
                LEGEND_OF_THE_MAPS.change(map, &mut game_data.board, &mut game_data.layers, faults);
            }
        }
        game_data.roster.read_kinds(&patch.kinds, "kinds", false, faults);
        game_data
            .roster
            .read_counters(&patch.counters, "counters", false, faults);
        game_data.roster.read_leaders(&patch.leaders, "leaders", false, faults);
        if let Some(charts) = &patch.charts
            && let Some(charts) = Charts::build(Some(&self.charts), charts, "charts", faults)
        {
            game_data.charts = charts;
        }
        if let Some(scenario) = &patch.scenario {
            game_data.scenario =
                Scenario::read(Some(&self.scenario), scenario, (&game_data.board, &game_data.roster), faults);
        }
        game_data.seal();
        game_data
    }

    /// Returns everything that is reconstructed, so that none of it passes for printed.
    ///
    /// Each entry has the place of the value and the reason for it, in the order of the files.
    pub fn reconstructed(&self) -> Vec<(String, String)> {
        reconstructed(&self.layers, |note| self.tell_sources(note))
    }

    fn tell_sources(&self, mut note: &mut dyn FnMut(String, &Source)) {
        self.charts.provenance(&mut note);
        note("kinds: names".to_owned(), &self.roster.kind_names);
        for k in &self.roster.kinds {
            k.sources.tell(&format!("kinds: {}, ratings", k.id), &mut note);
        }
        for c in &self.roster.counters {
            let kind = self.roster.kinds.iter().find(|k| k.id == c.kind);
            if kind.is_none_or(|k| k.sources != c.sources) {
                c.sources.tell(&format!("counters: {}, ratings", c.id), &mut note);
            }
        }
        for l in &self.roster.leaders {
            l.sources.tell(&format!("leaders: {}, ratings", l.id), &mut note);
        }
        for b in &self.roster.battles {
            b.sources.tell(&format!("Battles: {}", b.id), &mut note);
        }
        for s in &self.roster.standards {
            s.sources.tell(&format!("Standards: {}", s.id), &mut note);
        }
        self.scenario.sources.tell("scenario", &mut note);
        let d = &self.deployment;
        for g in &d.groups {
            let first = g.units.first().map_or("", |u| self.roster.unit_word(*u));
            note(format!("set-up: the group of {first}"), &g.source);
        }
        for (names, source) in &d.post_sources {
            note(format!("set-up: {names}"), source);
        }
        for r in &d.reinforcements {
            note(format!("reinforcements: {}", self.roster.battle_word(r.battle)), &r.source);
        }
    }

    /// Returns the player's aid sheets: a title and a text each. Reconstructed cells have a `*`, those of a public account
    /// a `'`, the set-up's own a `+`.
    ///
    /// `cargo run --example charts -- arquebus` prints them.
    pub fn sheets(&self) -> Vec<(String, String)> {
        let mut out = self.charts.sheets();
        let head = [
            "Units",
            "Type",
            "Missile",
            "Battle",
            "Normal",
            "Disordered",
            "On foot, unlimbered",
        ];
        let note = "\nFaces are Shock Defense DRM / Movement Allowance / Missile Fire DRM; + helps the attacker.\n";
        out.push(("Counters".to_owned(), aligned(&head, self.counter_rows()) + note + LEGEND));
        let head = ["Leader", "Side", "Battles", "AR", "CR", "Charisma", "Effectiveness", ""];
        out.push(("Leaders".to_owned(), aligned(&head, self.leader_rows()) + "\n" + LEGEND));
        out
    }

    fn counter_rows(&self) -> Vec<Vec<String>> {
        let mut rows = Vec::new();
        for (name, c) in runs(&self.roster.counters, |c| &mut c.id) {
            let unrated = matches!(c.arm, Arm::Artillery | Arm::BaggageWagon);
            let of = |part: &str| c.sources.mark(part);
            let face = |f: Ratings, marks: [&str; 3]| {
                let sdr = if unrated {
                    "-".to_owned()
                } else {
                    format!("{:+}{}", f.sdr, of(marks[0]))
                };
                let missile = f
                    .missile
                    .map_or(String::new(), |drm| format!(" / {drm:+}{}", of(marks[2])));
                format!("{sdr} / {}{}{missile}", f.ma, of(marks[1]))
            };
            let other = c.other.map_or(String::new(), |o| {
                let faces = core::iter::once(o.front).chain(o.back);
                faces.map(|f| face(f, ["other"; 3])).collect::<Vec<_>>().join(", ")
            });
            rows.push(vec![
                name,
                c.arm.short().to_owned(),
                format!("{}{}", c.missile.short(), of("missile")),
                self.roster.battle_word(c.battle).to_owned(),
                face(c.faces.front, ["sdr", "ma", "drm"]),
                c.faces.back.map_or("none".to_owned(), |b| face(b, ["back"; 3])),
                other,
            ]);
        }
        rows
    }

    fn leader_rows(&self) -> Vec<Vec<String>> {
        let row = |l: &crate::components::LeaderCard| {
            let of = |part: &str| l.sources.mark(part);
            let rank = match (l.king, l.oc) {
                (true, true) => "King, OC",
                (true, false) => "King",
                (false, true) => "OC",
                (false, false) => "",
            };
            let battles: Vec<&str> = l.battles.iter().map(|&b| self.roster.battle_word(b)).collect();
            vec![
                l.id.clone(),
                l.side.word().to_owned(),
                battles.join(", "),
                l.activation
                    .map_or("-".to_owned(), |n| format!("{n}{}", of("activation"))),
                format!("{}{}", l.range, of("range")),
                format!("{:+}{}", l.charisma, of("charisma")),
                if l.oc {
                    format!("{:+}{}", l.effectiveness, of("effectiveness"))
                } else {
                    String::new()
                },
                rank.to_owned(),
            ]
        };
        self.roster.leaders.iter().map(row).collect()
    }
}
