//! The data of a game: map, counters, charts and deployment, checked when they are loaded.
//!
//! The files in `data/` are embedded, so the library reads nothing at run time. [`standard`] returns the printed game. A
//! [`GameDataPatch`] changes parts of it, for users who own the printed charts or set up positions of their own. All faults
//! are reported at once, each with its path.

use crate::casebook::cite;
use crate::charts::{Charts, ChartsPatch};
use crate::components::{
    ACTIVATION, Arm, CommandCard, CommandId, Contingent, Counter, LEADER_MA, LeaderCard, LeaderId, Missile, RANGE,
    Ratings, Replacement, ReplacementPatch, Roster, Side, TERRAIN_WORDS, UnitId, inside_bit,
};
use crate::components::{CLEAR, STREAM, SWAMP, TRENCH, VILLAGE};
pub(crate) use casus_core::data::MapPatch;
use casus_core::data::{Form, Group as _, Legend, MapFile, SideKind, Within};
use casus_core::geometry::many;
use casus_core::reading::{PieceReader, Pieces, known, listed, name_twice, source, spread, toml_file};
use casus_core::sheet::{LEGEND, aligned, plain_board, plain_hexes, reconstructed, runs};
use casus_core::words::numbered;
use casus_core::{Board, Cite, HexId, Laws, Layer, SetupFaults, Sided, Source, VertexFacing, digest_bytes, reading};
use core::fmt::Write as _;
use std::collections::BTreeSet;

/// The place of a leader in the set-up.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Post {
    /// The leader who is placed.
    pub leader: LeaderId,
    /// The hexes where he may be placed.
    pub hexes: Vec<HexId>,
}

/// A line of the set-up tables (14.1, 14.2).
///
/// Its units and its hexes are in the order of the tables, which decides where there is no choice.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Group {
    /// The side of the line.
    pub side: Side,
    /// The command of its units.
    pub command: CommandId,
    /// Its units, in the order of the tables.
    pub units: Vec<UnitId>,
    /// The hexes where they may be placed.
    pub hexes: Vec<HexId>,
    /// Whether there are more hexes than units.
    pub choice: bool,
    /// Whether the units begin Disordered (14.3(2)).
    pub disordered: bool,
    /// The leaders placed with this group, each with his hexes.
    pub leaders: Vec<Post>,
    /// The facing of all its units at the start.
    pub facing: VertexFacing,
    /// The source of the values.
    pub source: Source,
}

/// The hexes where the Banner of Hungary may be placed (14.1).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct BannerPost {
    /// The leader near whom it is placed.
    pub of: LeaderId,
    /// The hexes where it may stand.
    pub hexes: Vec<HexId>,
    /// The source of the values.
    pub source: Source,
}

/// Units that enter during play (15.1, 15.2).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Entry {
    /// The command of the units.
    pub command: CommandId,
    /// The units that enter.
    pub units: Vec<UnitId>,
    /// The leaders who enter with them.
    pub leaders: Vec<LeaderId>,
    /// The hexes through which they enter.
    pub hexes: Vec<HexId>,
    /// The source of the values.
    pub source: Source,
}

/// The hexes where pieces begin, and those where they enter.
///
/// It is used with `start_at = "set-up"`, and by every set-up that starts from the printed base.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Deployment {
    /// The lines of the set-up tables, the Hungarians' first.
    pub groups: Vec<Group>,
    /// The hexes where the Banner may be placed.
    pub banner: BannerPost,
    /// The units that enter during play.
    pub entries: Vec<Entry>,
    /// The hexes where rallied Ottomans return (11.0.2(2)).
    pub rally_entry: Vec<HexId>,
    /// The source of that value.
    pub rally_source: Source,
    /// The facing of each side at the start, by the index of the side.
    pub facings: [VertexFacing; 2],
}

impl Deployment {
    /// Returns the facing of a side at the start.
    pub const fn facing(&self, side: Side) -> VertexFacing {
        self.facings[side as usize]
    }
    /// Returns the group in which a unit begins; `None` for one that enters later.
    pub fn group_of(&self, unit: UnitId) -> Option<&Group> {
        self.groups.iter().find(|g| g.units.contains(&unit))
    }
    /// Returns the hexes where a leader may begin; `None` for one who enters later.
    pub fn post_of(&self, leader: LeaderId) -> Option<&Post> {
        self.groups.iter().flat_map(|g| &g.leaders).find(|p| p.leader == leader)
    }
    /// Returns the part of a command that enters during play.
    pub fn entry_of(&self, command: CommandId) -> Option<&Entry> {
        self.entries.iter().find(|e| e.command == command)
    }
}

/// Everything that the rules read and that never changes in play.
///
/// All states of a match share it, so a state is small. [`standard`] returns the printed game. A set-up that changes a part
/// of it plays with game data of its own, which its saves describe.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameData {
    /// The map: hexes, hexsides and their terrain.
    pub board: Board,
    /// The playing pieces.
    pub roster: Roster,
    /// The charts and tables.
    pub charts: Charts,
    /// The set-up and the entries.
    pub deployment: Deployment,
    /// The layers of the map, with their sources.
    pub layers: Vec<Layer>,
    digest: u64,
    laws: Laws,
    muster: Muster,
    /// For each hex in turn, the hexes at most two away, nearest first.
    near: Box<[HexId]>,
    /// By hex: the start of its own part of that list; then the end of the last.
    near_from: Box<[u32]>,
}

/// Values of the roster that the rules read often, computed from it once.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Muster {
    /// The ranks of each command, by its index.
    ranks: Box<[Ranks]>,
    /// By unit: the values of its counter that are read most, close together in memory.
    traits: Box<[Traits]>,
    center: Option<CommandId>,
    anatolia: Option<CommandId>,
    /// The what-if contingents, and what each adds to the Flight Level (15.2, 16.0.3).
    contingents: Box<[(CommandId, i32)]>,
}

/// The members of a command: its units, its leader, his second.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Ranks {
    units: Box<[UnitId]>,
    leader: Option<LeaderId>,
    deputy: Option<LeaderId>,
}

/// The values of a counter that the rules read most.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Traits {
    pub(crate) side: Side,
    pub(crate) arm: Arm,
    pub(crate) missile: Missile,
    pub(crate) command: CommandId,
}

impl Muster {
    fn of(roster: &Roster) -> Self {
        let ranks = |c| Ranks {
            units: roster.units_of(c).collect(),
            leader: roster.leader_of(c),
            deputy: roster.deputy_of(c),
        };
        Self {
            ranks: roster.command_ids().map(ranks).collect(),
            traits: roster
                .counters
                .iter()
                .map(|c| Traits {
                    side: c.side,
                    arm: c.arm,
                    missile: c.missile,
                    command: c.command,
                })
                .collect(),
            center: roster.command("Center"),
            anatolia: roster.command("Anatolia"),
            contingents: roster
                .command_ids()
                .filter_map(|c| Some((c, i32::from(roster.command_card(c).contingent.as_ref()?.flight))))
                .collect(),
        }
    }
}

casus_core::kit_files!(GameData {
    map: "../data/map.toml",
    counters: "../data/counters.toml",
    leaders: "../data/leaders.toml",
    charts: "../data/charts.toml",
    deployment: "../data/deployment.toml",
});

// ---- the form of the files --------------------------------------------------------------------------------------

casus_core::patch! {
    struct CountersFile {
        command: Vec<CommandFile>,
        counter: Vec<CounterPatch>,
    }
    struct LeadersFile {
        replacement: ReplacementPatch,
        leader: Vec<LeaderPatch>,
    }
    struct DeploymentFile {
        facing: FacingFile,
        group: Vec<GroupFile>,
        banner: BannerFile,
        entry: Vec<EntryFile>,
        rally: RallyFile,
    }
    struct FacingFile {
        #[serde(rename = "Hungary")]
        hungary: String,
        #[serde(rename = "Ottoman")]
        ottoman: String,
        source: Option<String>,
    }
    struct GroupFile {
        command: String,
        units: String,
        hexes: String,
        disordered: bool,
        leaders: Vec<PostFile>,
        source: Option<String>,
    }
    struct PostFile {
        id: String,
        hexes: Option<String>,
    }
    struct BannerFile {
        of: String,
        hexes: String,
        source: Option<String>,
    }
    struct EntryFile {
        command: String,
        units: String,
        hexes: String,
        leaders: Vec<String>,
        die: Option<String>,
        flight: u8,
        source: Option<String>,
    }
    struct RallyFile {
        hexes: String,
        source: Option<String>,
    }
}

casus_core::piece_patch! {
    struct CommandFile of CommandCard {
        side: Option<String>,
        title: String,
    }
}

// ---- the form of a patch ----------------------------------------------------------------------------------------

casus_core::patch! {
    /// Changes to the game data that a set-up may carry.
    ///
    /// A [`Setup`](crate::Setup) has the same four keys; there the leaders' key is `cards`.
    pub struct GameDataPatch {
        /// Changes to the map; its hexes and their numbers stay. Terrains are `"clear"`, `"swamp"` and `"village"`, hexsides
        /// `"stream"` and `"trench"`.
        pub map: Option<MapPatch>,
        /// Counters changed or added.
        pub counters: Vec<CounterPatch>,
        /// Leaders changed or added.
        pub leaders: Vec<LeaderPatch>,
        /// Charts in place of the library's.
        pub charts: Option<ChartsPatch>,
    }
}

casus_core::piece_patch! {
    /// A counter to change, or to add if no counter has this name. One that is added gives all its values.
    pub struct CounterPatch of Counter {
        /// The name of its kind in sentences, to which the number of its id is added: `"Knights"`.
        pub name: Option<String>,
        /// `"Hungary"` or `"Ottoman"`.
        pub side: Option<String>,
        /// Its type: `"HC"`.
        pub arm: Option<String>,
        /// `"-"`, `"A"`, `"M"` or `"gun"`.
        pub missile: Option<String>,
        /// The name of its command.
        pub command: Option<String>,
        /// Shock Defense Rating, -9 to 9.
        pub sdr: Option<i64>,
        /// Movement Allowance, 0 to 20.
        pub ma: Option<i64>,
        /// Shock Defense Rating of the Disordered face.
        pub back_sdr: Option<i64>,
        /// Movement Allowance of the Disordered face.
        pub back_ma: Option<i64>,
        /// Whether it has no Disordered face.
        pub no_back: bool,
        /// Whether it is artillery that cannot move.
        pub emplaced: Option<bool>,
    }
}

casus_core::piece_patch! {
    /// A leader to change, or to add if no leader has this name.
    pub struct LeaderPatch of LeaderCard {
        /// His name in sentences. Default: his id.
        pub short_name: Option<String>,
        /// His full name and office.
        pub name: Option<String>,
        /// `"Hungary"` or `"Ottoman"`.
        pub side: Option<String>,
        /// The name of his command.
        pub command: Option<String>,
        /// Activation Rating, 0 to 9.
        pub activation: Option<i64>,
        /// Command Range, 0 to 30.
        pub range: Option<i64>,
        /// Movement Allowance, 0 to 20.
        pub ma: Option<i64>,
        /// Whether he is the King or the Sultan.
        pub monarch: Option<bool>,
        /// Whether he is the second leader of his command.
        pub deputy: Option<bool>,
        /// Whether he is in the counter mix only.
        pub reserve: Option<bool>,
    }
}

// ---- reading ----------------------------------------------------------------------------------------------------

const SDR: Within = (-9, 9, cite!("2.2.5"));
const MA: Within = (0, 20, cite!("2.2.6"));
const MOST_UNITS: usize = 250;

fn side(word: &str, path: &str, faults: &mut SetupFaults) -> Option<Side> {
    reading::side(word, path, cite!("2.2.1"), faults)
}

fn arm(word: &str, path: &str, faults: &mut SetupFaults) -> Option<Arm> {
    let words = Arm::ALL.map(Arm::short);
    known(Arm::named(word), word, "type of unit", &words, path, cite!("2.2.2"), faults)
}

fn command(commands: &[CommandCard], word: &str, path: &str, faults: &mut SetupFaults) -> Option<CommandId> {
    let names = commands.iter().map(|c| c.id.as_str());
    let found = listed(names, word, "command", path, Some(cite!("2.2.4")), faults);
    found.map(|i| CommandId(i as u8))
}

/// The contradictions on a counter.
fn counter_faults(c: &Counter, commands: &[CommandCard], r: &mut PieceReader<'_>) {
    let gun = c.arm == Arm::Artillery;
    if gun != (c.missile == Missile::Gun) {
        let (arm, missile) = (c.arm.title(), c.missile.short());
        let message = format!("{arm} with missile type `{missile}`: guns are Artillery's and Artillery's only");
        r.fault("missile", message, Some(cite!("2.2.3")));
    }
    if gun && c.back.is_some() {
        let message = "Artillery has no Disordered face: its reverse is Eliminated";
        r.fault("back_sdr", message, Some(cite!("2.2")));
    }
    if c.emplaced && !gun {
        r.fault("emplaced", "only Artillery is emplaced", Some(cite!("7.5.2")));
    }
    of_its_side(c.side, c.command, "unit", commands, cite!("2.2.4"), r);
}

/// Checks that a piece belongs to the side of its command.
fn of_its_side(
    side: Side,
    command: CommandId,
    what: &str,
    commands: &[CommandCard],
    case: Cite,
    r: &mut PieceReader<'_>,
) {
    let card = &commands[command.index()];
    if card.side != side {
        let message = format!("command {} is of {}, the {what} of {}", card.id, card.side.word(), side.word());
        r.fault("command", message, Some(case));
    }
}

fn hexes(board: &Board, text: &str, path: &str, faults: &mut SetupFaults) -> Vec<HexId> {
    reading::hexes(board, text, path, cite!("2.1"), faults)
}

/// The terrain and features of the map (2.1.1).
const LEGEND_OF_THE_MAP: Legend = Legend {
    numbers: cite!("2.1"),
    features: cite!("2.1.1"),
    terrain: &[
        ('.', TERRAIN_WORDS[CLEAR as usize]),
        ('s', TERRAIN_WORDS[SWAMP as usize]),
        ('v', TERRAIN_WORDS[VILLAGE as usize]),
    ],
    sides: &[
        SideKind::new("stream", STREAM),
        SideKind {
            inside: Some(inside_bit),
            ..SideKind::new("trench", TRENCH)
        },
    ],
    level: 1,
};

fn read_command(r: &mut PieceReader<'_>, p: &CommandFile) -> Option<CommandCard> {
    r.parts(&[("title", false)]);
    let sources = r.provenance(p, None);
    Some(CommandCard {
        id: p.id.clone(),
        side: r.word("side", p.side.as_ref(), None, side)?,
        title: p.title.clone(),
        entry: Vec::new(),
        contingent: None,
        sources,
    })
}

/// The Disordered face of a patch, over the previous one.
fn back(r: &mut PieceReader<'_>, p: &CounterPatch, old: Option<&Counter>, gun: bool) -> Option<Ratings> {
    let sdr = r.given("back_sdr", p.back_sdr, SDR);
    let ma = r.given("back_ma", p.back_ma, MA);
    if p.no_back {
        if p.back_sdr.or(p.back_ma).is_some() {
            let message = "no_back and ratings of a Disordered face exclude each other";
            r.fault("no_back", message, Some(cite!("2.2")));
        }
        return None;
    }
    let was = old.and_then(|c| c.back);
    match (sdr.or(was.map(|b| b.sdr)), ma.or(was.map(|b| b.ma))) {
        (Some(sdr), Some(ma)) => return Some(Ratings { sdr, ma }),
        (Some(_), None) => r.fault("back_ma", "is missing", Some(MA.2)),
        (None, Some(_)) => r.fault("back_sdr", "is missing", Some(SDR.2)),
        (None, None) if old.is_none() && !gun => {
            r.fault("back_sdr", "a new unit states its Disordered face, or no_back", Some(cite!("2.2")));
        }
        (None, None) => {}
    }
    None
}

fn read_counter(
    r: &mut PieceReader<'_>,
    p: &CounterPatch,
    all: &[Counter],
    o: Option<&Counter>,
    commands: &[CommandCard],
    file: bool,
) -> Option<Counter> {
    r.room(all.len(), MOST_UNITS);
    if file && p.name.is_none() {
        r.fault("name", "is missing", None);
    }
    let side = r.word("side", p.side.as_ref(), o.map(|c| c.side), side);
    let arm = r.word("arm", p.arm.as_ref(), o.map(|c| c.arm), arm);
    let command = r.word("command", p.command.as_ref(), o.map(|c| c.command), |w, at, f| command(commands, w, at, f));
    let gun = arm == Some(Arm::Artillery);
    let plain = if gun { Missile::Gun } else { Missile::None };
    let missile = r.choice("missile", p.missile.as_ref(), Some(o.map_or(plain, |c| c.missile)), cite!("2.2.3"));
    let front = o.map(|c| c.front);
    let sdr = r.number("sdr", p.sdr, front.map(|f| f.sdr).or(gun.then_some(0)), SDR);
    let ma = r.number("ma", p.ma, front.map(|f| f.ma), MA);
    let back = back(r, p, o, gun);
    r.parts(&[
        ("sdr", p.sdr.is_some()),
        ("ma", p.ma.is_some()),
        ("missile", p.missile.is_some()),
        ("back", p.back_sdr.or(p.back_ma).is_some()),
    ]);
    let sources = r.provenance(p, o.map(|c| &c.sources));
    let counter = Counter {
        id: o.map_or(&p.id, |c| &c.id).clone(),
        name: match (&p.name, o) {
            // A run of counters is one piece until its ids are separated.
            (Some(kind), _) if file => kind.clone(),
            (None, Some(old)) => old.name.clone(),
            (name, _) => numbered(name.as_deref(), &p.id),
        },
        side: side?,
        arm: arm?,
        missile: missile.unwrap_or(plain),
        command: command?,
        front: Ratings { sdr: sdr?, ma: ma? },
        back,
        emplaced: p.emplaced.unwrap_or(o.is_some_and(|c| c.emplaced)),
        sources,
    };
    counter_faults(&counter, commands, r);
    Some(counter)
}

fn read_leader(
    r: &mut PieceReader<'_>,
    p: &LeaderPatch,
    all: &[LeaderCard],
    o: Option<&LeaderCard>,
    commands: &[CommandCard],
) -> Option<LeaderCard> {
    r.room(all.len(), MOST_UNITS);
    let side = r.word("side", p.side.as_ref(), o.map(|l| l.side), side);
    let command = r.word("command", p.command.as_ref(), o.map(|l| l.command), |w, at, f| command(commands, w, at, f));
    let activation = r.number("activation", p.activation, o.map(|l| l.activation), ACTIVATION);
    let range = r.number("range", p.range, o.map(|l| l.range), RANGE);
    let ma = r.number("ma", p.ma, o.map(|l| l.ma), LEADER_MA);
    r.parts(&[
        ("activation", p.activation.is_some()),
        ("range", p.range.is_some()),
        ("ma", p.ma.is_some()),
        ("name", p.name.is_some()),
        ("monarch", p.monarch.is_some()),
        ("deputy", p.deputy.is_some()),
        ("reserve", p.reserve.is_some()),
    ]);
    let sources = r.provenance(p, o.map(|l| &l.sources));
    let card = LeaderCard {
        id: o.map_or(&p.id, |l| &l.id).clone(),
        short_name: p
            .short_name
            .as_ref()
            .or(o.map(|l| &l.short_name))
            .unwrap_or(&p.id)
            .clone(),
        name: p.name.as_ref().or(o.map(|l| &l.name)).unwrap_or(&p.id).clone(),
        side: side?,
        command: command?,
        activation: activation?,
        range: range?,
        ma: ma?,
        monarch: p.monarch.unwrap_or(o.is_some_and(|l| l.monarch)),
        deputy: p.deputy.unwrap_or(o.is_some_and(|l| l.deputy)),
        reserve: p.reserve.unwrap_or(o.is_some_and(|l| l.reserve)),
        sources,
    };
    of_its_side(card.side, card.command, "leader", commands, cite!("4.3"), r);
    Some(card)
}

impl Roster {
    /// Reads patches of counters over the existing ones, or the game's `file`.
    fn read_counters(&mut self, patches: &[CounterPatch], path: &str, file: bool, faults: &mut SetupFaults) {
        let units = Pieces {
            what: "unit",
            path,
            file,
        };
        let commands = &self.commands;
        units.read(&mut self.counters, patches, faults, |r, p, all, old| read_counter(r, p, all, old, commands, file));
        if file {
            for c in &mut self.counters {
                c.name = numbered(Some(&c.name), &c.id);
            }
        }
        name_twice(self.counters.iter().map(|c| (&*c.id, &*c.name)), path, faults);
    }
    /// Reads patches of leaders over the existing ones, or the game's `file`.
    fn read_leaders(&mut self, patches: &[LeaderPatch], path: &str, file: bool, faults: &mut SetupFaults) {
        let leaders = Pieces {
            what: "leader",
            path,
            file,
        };
        let commands = &self.commands;
        leaders.read(&mut self.leaders, patches, faults, |r, p, all, old| read_leader(r, p, all, old, commands));
        name_twice(self.leaders.iter().map(|l| (&*l.id, &*l.short_name)), path, faults);
    }
    /// The pieces of a game's files.
    fn of_files(counters: &CountersFile, leaders: &LeadersFile, faults: &mut SetupFaults) -> Self {
        let mut commands = Vec::new();
        let list = Pieces {
            what: "command",
            path: "counters.command",
            file: true,
        };
        list.read(&mut commands, &counters.command, faults, |r, p, _, _| read_command(r, p));
        let at = "leaders.replacement";
        let mut roster = Self {
            counters: Vec::new(),
            leaders: Vec::new(),
            commands,
            replacement: Replacement::read(None, &leaders.replacement, &Form::WHOLE, at, faults),
        };
        roster.read_counters(&counters.counter, "counters.counter", true, faults);
        roster.read_leaders(&leaders.leader, "leaders.leader", true, faults);
        roster
    }
}

const SOUTH: VertexFacing = match VertexFacing::new(1) {
    Some(facing) => facing,
    None => panic!("a hex has six corners"),
};

struct SetupReader<'a> {
    board: &'a Board,
    roster: &'a Roster,
    faults: &'a mut SetupFaults,
    placed: BTreeSet<UnitId>,
    posted: BTreeSet<LeaderId>,
}

impl SetupReader<'_> {
    fn command(&mut self, word: &str, path: &str) -> CommandId {
        let path = format!("{path}.command");
        command(&self.roster.commands, word, &path, self.faults).unwrap_or(CommandId(0))
    }
    fn units(&mut self, text: &str, command: CommandId, path: &str) -> Vec<UnitId> {
        let path = format!("{path}.units");
        let mut out = Vec::new();
        for name in spread(text, &path, self.faults) {
            let Some(id) = self.roster.unit(&name) else {
                let message = format!("unknown unit {name:?}");
                self.faults.push(&path, message, None);
                continue;
            };
            if self.roster.counter(id).command != command {
                let message = format!("{name} is of another command");
                self.faults.push(&path, message, Some(cite!("2.2.4")));
            }
            if !self.placed.insert(id) {
                self.faults.push(&path, format!("{name} is placed twice"), None);
            }
            out.push(id);
        }
        out
    }
    fn leader(&mut self, name: &str, path: &str) -> Option<LeaderId> {
        let Some(id) = self.roster.leader(name) else {
            let message = format!("unknown leader {name:?}");
            self.faults.push(path, message, None);
            return None;
        };
        if !self.posted.insert(id) {
            self.faults.push(path, format!("{name} is placed twice"), None);
        }
        Some(id)
    }
    fn hexes(&mut self, text: &str, path: &str) -> Vec<HexId> {
        let path = format!("{path}.hexes");
        let out = hexes(self.board, text, &path, self.faults);
        if out.is_empty() {
            self.faults.push(&path, "there are no hexes", None);
        }
        out
    }
}

fn read_deployment(file: &DeploymentFile, board: &Board, roster: &mut Roster, faults: &mut SetupFaults) -> Deployment {
    let mut facing = |word: &str, name: &str| {
        VertexFacing::named(word, board.orientation()).unwrap_or_else(|| {
            let path = format!("deployment.facing.{name}");
            let message = format!("{word:?} is not a corner of a hex");
            faults.push(path, message, Some(cite!("3.3.1")));
            SOUTH
        })
    };
    let facings = [
        facing(&file.facing.hungary, "Hungary"),
        facing(&file.facing.ottoman, "Ottoman"),
    ];
    source(file.facing.source.as_deref(), true, "deployment.facing", faults);
    let mut cards: Vec<(CommandId, Vec<HexId>, Option<Contingent>)> = Vec::new();
    let mut r = SetupReader {
        board,
        roster,
        faults,
        placed: BTreeSet::new(),
        posted: BTreeSet::new(),
    };
    let mut groups = Vec::new();
    for (i, g) in file.group.iter().enumerate() {
        let path = format!("deployment.group[{i}]");
        let command = r.command(&g.command, &path);
        let side = r.roster.command_card(command).side;
        let units = r.units(&g.units, command, &path);
        let hexes = r.hexes(&g.hexes, &path);
        if hexes.len() < units.len() {
            let (units, hexes) = (many(units.len(), "unit"), many(hexes.len(), "hex"));
            let message = format!("no room for {units} in {hexes}");
            r.faults.push(format!("{path}.hexes"), message, Some(cite!("3.1")));
        }
        let mut leaders = Vec::new();
        for (k, p) in g.leaders.iter().enumerate() {
            let path = format!("{path}.leaders[{k}]");
            let own = match &p.hexes {
                Some(text) => r.hexes(text, &path),
                None => hexes.clone(),
            };
            if let Some(leader) = r.leader(&p.id, &path) {
                leaders.push(Post { leader, hexes: own });
            }
        }
        groups.push(Group {
            side,
            command,
            choice: hexes.len() > units.len(),
            units,
            hexes,
            disordered: g.disordered,
            leaders,
            facing: facings[side as usize],
            source: source(g.source.as_deref(), true, &path, r.faults),
        });
    }
    let banner = BannerPost {
        of: r.roster.leader(&file.banner.of).unwrap_or_else(|| {
            let message = format!("unknown leader {:?}", file.banner.of);
            r.faults.push("deployment.banner.of", message, None);
            LeaderId(0)
        }),
        hexes: r.hexes(&file.banner.hexes, "deployment.banner"),
        source: source(file.banner.source.as_deref(), true, "deployment.banner", r.faults),
    };
    let mut entries = Vec::new();
    for (i, e) in file.entry.iter().enumerate() {
        let path = format!("deployment.entry[{i}]");
        let command = r.command(&e.command, &path);
        let units = r.units(&e.units, command, &path);
        let hexes = r.hexes(&e.hexes, &path);
        let leaders = e
            .leaders
            .iter()
            .enumerate()
            .filter_map(|(k, name)| r.leader(name, &format!("{path}.leaders[{k}]")))
            .collect();
        let contingent = e.die.as_ref().and_then(|die| {
            let (low, high) = die.split_once('-').unwrap_or((die, die));
            let face = |t: &str| t.trim().parse::<u8>().ok().filter(|n| *n <= 9);
            if let (Some(low), Some(high)) = (face(low), face(high)) {
                return Some(Contingent {
                    low,
                    high,
                    flight: e.flight,
                });
            }
            let message = format!("{die:?} is not a face or run of faces, 0 to 9");
            r.faults.push(format!("{path}.die"), message, Some(cite!("15.2.4")));
            None
        });
        cards.push((command, hexes.clone(), contingent));
        entries.push(Entry {
            command,
            units,
            leaders,
            hexes,
            source: source(e.source.as_deref(), true, &path, r.faults),
        });
    }
    let rally_entry = r.hexes(&file.rally.hexes, "deployment.rally");
    let rally_source = source(file.rally.source.as_deref(), true, "deployment.rally", r.faults);
    for id in r.roster.units() {
        if !r.placed.contains(&id) {
            let message = format!("{} is neither placed nor awaited", r.roster.unit_word(id));
            r.faults.push("deployment", message, None);
        }
    }
    for id in r.roster.leader_ids() {
        let card = r.roster.leader_card(id);
        if !card.reserve && !r.posted.contains(&id) {
            let message = format!("{} is neither placed nor awaited", card.id);
            r.faults.push("deployment", message, None);
        }
    }
    for (command, hexes, contingent) in cards {
        let card = &mut roster.commands[command.index()];
        card.entry = hexes;
        card.contingent = contingent;
    }
    Deployment {
        groups,
        banner,
        entries,
        rally_entry,
        rally_source,
        facings,
    }
}

// ---- the game data ----------------------------------------------------------------------------------------------

impl GameData {
    /// Reads game data from the texts of its files.
    ///
    /// # Errors
    /// Returns every fault of every file, each with its path.
    pub fn load(files: &Files<'_>) -> Result<Self, SetupFaults> {
        let mut faults = SetupFaults::default();
        let f = &mut faults;
        let map = toml_file::<MapFile>(files.map, "map.toml", f).map(|file| file.read(&LEGEND_OF_THE_MAP, f));
        let counters = toml_file::<CountersFile>(files.counters, "counters.toml", f);
        let leaders = toml_file::<LeadersFile>(files.leaders, "leaders.toml", f);
        let roster = counters
            .zip(leaders)
            .map(|(counters, leaders)| Roster::of_files(&counters, &leaders, f));
        let charts = toml_file::<ChartsPatch>(files.charts, "charts.toml", f)
            .and_then(|file| Charts::build(None, &file, "charts", f));
        let deployment = toml_file::<DeploymentFile>(files.deployment, "deployment.toml", f);
        let (Some((board, layers)), Some(mut roster), Some(deployment)) = (map, roster, deployment) else {
            return Err(faults);
        };
        if roster.counters.is_empty() || roster.leaders.is_empty() || roster.commands.is_empty() {
            faults.push("counters", "there are no units, leaders or commands", None);
            return Err(faults);
        }
        let deployment = read_deployment(&deployment, &board, &mut roster, &mut faults);
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
            near: Box::default(),
            near_from: Box::default(),
        };
        game_data.seal();
        faults.or(game_data)
    }

    fn seal(&mut self) {
        self.digest = digest_bytes(self.canon().as_bytes());
        self.muster = Muster::of(&self.roster);
        let mut near = Vec::with_capacity(19 * self.board.len());
        let mut near_from = Vec::with_capacity(self.board.len() + 1);
        near_from.push(0);
        for hex in self.board.ids() {
            near.extend(self.board.disc(hex, 2));
            near_from.push(near.len() as u32);
        }
        (self.near, self.near_from) = (near.into(), near_from.into());
    }

    /// The hexes at most two away from a hex, nearest first, then clockwise.
    pub(crate) fn near(&self, hex: HexId) -> &[HexId] {
        let [from, to] = [hex.index(), hex.index() + 1].map(|i| self.near_from[i] as usize);
        &self.near[from..to]
    }
    /// The units of a command, in order.
    pub(crate) fn units_of(&self, command: CommandId) -> impl Iterator<Item = UnitId> + '_ {
        self.muster.ranks[command.index()].units.iter().copied()
    }
    /// The values of a unit's counter that the rules read most.
    #[inline]
    pub(crate) fn traits(&self, unit: UnitId) -> Traits {
        self.muster.traits[unit.index()]
    }
    /// The same values of every unit, in order.
    #[inline]
    pub(crate) fn all_traits(&self) -> &[Traits] {
        &self.muster.traits
    }
    /// The leader of a command, neither its deputy nor in reserve.
    pub(crate) fn leader_of(&self, command: CommandId) -> Option<LeaderId> {
        self.muster.ranks[command.index()].leader
    }
    /// The second leader of a command.
    pub(crate) fn deputy_of(&self, command: CommandId) -> Option<LeaderId> {
        self.muster.ranks[command.index()].deputy
    }
    /// The what-if contingents, and what each adds to the Flight Level (15.2, 16.0.3).
    pub(crate) fn contingents(&self) -> &[(CommandId, i32)] {
        &self.muster.contingents
    }
    /// The Ottoman Center (15.1.1), if the battle has one.
    pub(crate) const fn center(&self) -> Option<CommandId> {
        self.muster.center
    }
    /// The Anatolian Wing (15.1.2), if the battle has one.
    pub(crate) const fn anatolia(&self) -> Option<CommandId> {
        self.muster.anatolia
    }

    /// Everything that the rules read, as one text that is the same on every machine.
    fn canon(&self) -> String {
        let mut t = String::new();
        let board = &self.board;
        plain_board(board, &mut t);
        let roster = &self.roster;
        let places = |hexes: &[HexId]| plain_hexes(board, hexes);
        for c in &roster.counters {
            let back = c.back.map(|b| (b.sdr, b.ma));
            let _ = writeln!(
                t,
                "{} {:?} {} {} {} {}/{} {back:?} {}",
                c.id,
                c.side,
                c.arm.short(),
                c.missile.short(),
                c.command.0,
                c.front.sdr,
                c.front.ma,
                c.emplaced,
            );
        }
        for l in &roster.leaders {
            let _ = writeln!(
                t,
                "{} {:?} {} {}/{}/{} {}{}{}",
                l.id,
                l.side,
                l.command.0,
                l.activation,
                l.range,
                l.ma,
                u8::from(l.monarch),
                u8::from(l.deputy),
                u8::from(l.reserve),
            );
        }
        for c in &roster.commands {
            let k = c.contingent.map(|k| (k.low, k.high, k.flight));
            let _ = writeln!(t, "{} {:?} {} {k:?}", c.id, c.side, places(&c.entry));
        }
        let _ = writeln!(t, "{}", roster.replacement.plain(&Form::WHOLE).replace(' ', "/"));
        self.charts.canon(&mut t);
        let d = &self.deployment;
        for g in &d.groups {
            let units: Vec<u8> = g.units.iter().map(|u| u.0).collect();
            let _ = write!(t, "{} {units:?} {} {} {}", g.command.0, places(&g.hexes), g.disordered, g.facing.index());
            for p in &g.leaders {
                let _ = write!(t, " {} {}", p.leader.0, places(&p.hexes));
            }
            t.push('\n');
        }
        for e in &d.entries {
            let units: Vec<u8> = e.units.iter().map(|u| u.0).collect();
            let leaders: Vec<u8> = e.leaders.iter().map(|l| l.0).collect();
            let _ = writeln!(t, "{} {units:?} {leaders:?} {}", e.command.0, places(&e.hexes));
        }
        let _ = writeln!(t, "{} {} {}", d.banner.of.0, places(&d.banner.hexes), places(&d.rally_entry));
        t
    }

    /// Returns this game data with a patch applied. Every fault of the patch is recorded, with a path that begins with `map`,
    /// `counters`, `leaders` or `charts`. Faulty parts stay as they were.
    ///
    /// The original does not change.
    #[must_use]
    pub fn patched(&self, patch: &GameDataPatch, faults: &mut SetupFaults) -> Self {
        let mut game_data = self.clone();
        if let Some(map) = &patch.map {
            if map.numbering.is_some() {
                faults.push("map.numbering", "the hexes and their numbers stay as printed", Some(cite!("2.1")));
            } else {
                LEGEND_OF_THE_MAP.change(map, &mut game_data.board, &mut game_data.layers, faults);
            }
        }
        game_data
            .roster
            .read_counters(&patch.counters, "counters", false, faults);
        game_data.roster.read_leaders(&patch.leaders, "leaders", false, faults);
        if let Some(charts) = &patch.charts
            && let Some(charts) = Charts::build(Some(&self.charts), charts, "charts", faults)
        {
            game_data.charts = charts;
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
        let of_one_source =
            |a: &Counter, b: &Counter| (&a.sources, a.arm, a.side, a.command) == (&b.sources, b.arm, b.side, b.command);
        for run in self.roster.counters.chunk_by(of_one_source) {
            let (c, last) = (&run[0], &run[run.len() - 1]);
            let name = if run.len() == 1 {
                c.id.clone()
            } else {
                format!("{} to {}", c.id, last.id)
            };
            note(format!("counters: {name}, ratings{}", c.sources.exempt()), &c.sources.source);
            for (part, source) in &c.sources.parts {
                note(format!("counters: {name}, {part}"), source);
            }
        }
        for l in &self.roster.leaders {
            l.sources.tell(&format!("leaders: {}, ratings", l.id), &mut note);
        }
        self.roster
            .replacement
            .sources
            .tell("leaders: replacements, ratings", &mut note);
        for c in &self.roster.commands {
            c.sources.tell(&format!("commands: {}", c.id), &mut note);
        }
        let d = &self.deployment;
        for g in &d.groups {
            let first = g.units.first().map_or("", |u| self.roster.unit_word(*u));
            note(format!("set-up: the group of {first}"), &g.source);
        }
        for e in &d.entries {
            note(format!("entry: {}", self.roster.command_word(e.command)), &e.source);
        }
        note("set-up: the Banner".to_owned(), &d.banner.source);
        note("entry: rallied Ottomans".to_owned(), &d.rally_source);
    }

    /// Returns the player's aid sheets: a title and a text each. Reconstructed cells have a `*`, the set-up's own a `+`.
    ///
    /// `cargo run --example charts -- suleiman` prints them.
    pub fn sheets(&self) -> Vec<(String, String)> {
        let mut out = self.charts.sheets();
        let mut counters =
            aligned(&["Units", "Type", "Missile", "Command", "Normal", "Disordered"], self.counter_rows());
        counters += "\nFaces are Shock Defense Rating / Movement Allowance; + helps the attacker.\n";
        out.push(("Counters".to_owned(), counters + LEGEND));
        let mut rows: Vec<Vec<String>> = Vec::new();
        for l in &self.roster.leaders {
            let note = if l.reserve {
                "not deployed"
            } else if l.deputy {
                "second in command"
            } else if l.monarch {
                "monarch"
            } else {
                ""
            };
            rows.push(vec![
                l.id.clone(),
                l.side.word().to_owned(),
                self.roster.command_word(l.command).to_owned(),
                format!("{}{}", l.activation, l.sources.mark("activation")),
                format!("{}{}", l.range, l.sources.mark("range")),
                format!("{}{}", l.ma, l.sources.mark("ma")),
                note.to_owned(),
            ]);
        }
        let mut row = vec!["a replacement".to_owned(), String::new(), String::new()];
        row.extend(self.roster.replacement.told().into_iter().map(|value| value.shown));
        rows.push(row);
        let head = ["Leader", "Side", "Command", "AR", "CR", "MA", ""];
        out.push(("Leaders".to_owned(), aligned(&head, rows) + "\n" + LEGEND));
        out
    }

    fn counter_rows(&self) -> Vec<Vec<String>> {
        let mut rows = Vec::new();
        for (name, c) in runs(&self.roster.counters, |c| {
            c.name.clear();
            &mut c.id
        }) {
            let of = |part: &str| c.sources.mark(part);
            let whole = of("back");
            let sdr = |n: i8, mark: &str| {
                if c.arm == Arm::Artillery {
                    "-".to_owned()
                } else {
                    format!("{n:+}{mark}")
                }
            };
            let emplaced = if c.emplaced { " emplaced" } else { "" };
            rows.push(vec![
                name,
                c.arm.short().to_owned(),
                format!("{}{}", c.missile.short(), of("missile")),
                self.roster.command_word(c.command).to_owned(),
                format!("{} / {}{}{emplaced}", sdr(c.front.sdr, of("sdr")), c.front.ma, of("ma")),
                c.back
                    .map_or("none".to_owned(), |b| format!("{} / {}{whole}", sdr(b.sdr, whole), b.ma)),
            ]);
        }
        rows
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::charts::Weapon;
    use crate::components::{trench_inside, trench_outside};
    use casus_core::Dir;
    use casus_core::cells::{Cell, RowText, Rows, TablePatch};

    fn faults(patch: &GameDataPatch) -> Vec<String> {
        let mut faults = SetupFaults::default();
        let game_data = standard().patched(patch, &mut faults);
        assert!(game_data.board.len() == standard().board.len());
        faults.0.into_iter().map(|f| f.path).collect()
    }
    fn patch(json: &str) -> GameDataPatch {
        serde_json::from_str(json).unwrap()
    }
    fn count(of: impl Fn(&Counter) -> bool) -> usize {
        standard().roster.counters.iter().filter(|c| of(c)).count()
    }

    #[test]
    fn the_standard_kit_loads() {
        if let Err(faults) = GameData::load(&FILES) {
            panic!("{faults}");
        }
        assert_eq!(standard().board.len(), 925);
    }

    #[test]
    fn every_piece_has_a_name_and_no_two_the_same() {
        let r = &standard().roster;
        let name = |id: &str| r.unit_name(r.unit(id).unwrap());
        for (id, is) in [
            ("HU-HC-28", "Knights 28"),
            ("HU-LC-14", "Hussars 14"),
            ("HU-LC-15", "Horse archers 15"),
            ("OT-RI-8", "Janissaries 8"),
            ("OT-RI-9", "Foot archers 9"),
            ("OT-Art-15", "Ottoman guns 15"),
        ] {
            assert_eq!(name(id), is);
        }
        assert_eq!(r.leader_name(r.leader("JSzapolyai").unwrap()), "J. Szapolyai");
        assert_eq!(r.leader_name(r.leader("Tomori").unwrap()), "Tomori");
        let units = r.counters.iter().map(|c| &*c.name);
        let names: BTreeSet<&str> = units.chain(r.leaders.iter().map(|l| &*l.short_name)).collect();
        assert_eq!(names.len(), r.counters.len() + r.leaders.len());
        let lacks = FILES.counters.replacen("name = \"Knights\"\n", "", 1);
        let fault = GameData::load(&Files {
            counters: &lacks,
            ..FILES
        })
        .unwrap_err();
        assert!(fault.to_string().contains("name: is missing"), "{fault}");
    }

    #[test]
    fn a_set_up_names_its_units_and_none_like_another() {
        let named = |json: &str| {
            let mut faults = SetupFaults::default();
            let game_data = standard().patched(&patch(json), &mut faults);
            (game_data, faults)
        };
        let new = r#""side":"Hungary","arm":"LC","command":"Tomori","sdr":0,"ma":7,"no_back":true"#;
        let (game_data, faults) =
            named(&format!(r#"{{"counters":[{{"id":"Guard-3","name":"Court banner",{new}}},{{"id":"X",{new}}}]}}"#));
        assert!(faults.0.is_empty(), "{faults}");
        let r = &game_data.roster;
        assert_eq!(r.unit_name(r.unit("Guard-3").unwrap()), "Court banner 3");
        assert_eq!(r.unit_name(r.unit("X").unwrap()), "X");
        let (_, faults) = named(&format!(r#"{{"counters":[{{"id":"Guard-3","name":"Knights",{new}}}]}}"#));
        assert!(
            faults
                .to_string()
                .contains("HU-HC-3 and Guard-3 have the same name, \"Knights 3\""),
            "{faults}"
        );
    }

    #[test]
    fn the_orders_of_battle_are_the_rulebooks() {
        let game_data = standard();
        let at_start = |side: Side| -> usize {
            let groups = game_data.deployment.groups.iter();
            groups.filter(|g| g.side == side).map(|g| g.units.len()).sum()
        };
        assert_eq!(at_start(Side::Hungary), 49);
        assert_eq!(at_start(Side::Ottoman), 55);
        let awaited = |side: Side| -> usize {
            let entries = game_data.deployment.entries.iter();
            let of = |e: &&Entry| game_data.roster[e.command].side == side;
            entries.filter(of).map(|e| e.units.len()).sum()
        };
        assert_eq!(awaited(Side::Ottoman), 33);
        assert_eq!(awaited(Side::Hungary), 18);
        assert_eq!(game_data.roster.counters.len(), 155);
        for (side, arm, n) in [
            (Side::Hungary, Arm::HeavyCavalry, 28),
            (Side::Hungary, Arm::MediumCavalry, 6),
            (Side::Hungary, Arm::LightCavalry, 18),
            (Side::Hungary, Arm::RegularInfantry, 5),
            (Side::Hungary, Arm::LevyInfantry, 6),
            (Side::Hungary, Arm::Artillery, 4),
            (Side::Ottoman, Arm::HeavyCavalry, 12),
            (Side::Ottoman, Arm::MediumCavalry, 26),
            (Side::Ottoman, Arm::Akinci, 10),
            (Side::Ottoman, Arm::RegularInfantry, 10),
            (Side::Ottoman, Arm::LevyInfantry, 15),
            (Side::Ottoman, Arm::Artillery, 15),
        ] {
            assert_eq!(count(|c| c.side == side && c.arm == arm), n, "{side:?} {arm:?}");
        }
        assert_eq!(count(|c| c.arm == Arm::LightCavalry && c.missile == Missile::Bow), 4);
        assert_eq!(game_data.roster.leaders.len(), 17);
        assert_eq!(game_data.roster.commands.len(), 15);
        for (what, n) in [("HU-HC-28", true), ("HU-HC-29", false), ("OT-Art-15", true)] {
            assert_eq!(game_data.roster.unit(what).is_some(), n, "{what}");
        }
    }

    #[test]
    fn what_the_counters_owe_to_the_rulebook() {
        let r = &standard().roster;
        for c in &r.counters {
            assert_eq!(c.back.is_none(), c.arm == Arm::Artillery, "{}", c.id);
            assert_eq!(c.missile == Missile::Gun, c.arm == Arm::Artillery, "{}", c.id);
            if let Some(back) = c.back {
                assert!(back.sdr > c.front.sdr && back.ma <= c.front.ma, "{}", c.id);
            }
            if c.arm == Arm::LevyInfantry {
                assert_eq!(c.front.sdr, 3);
                assert!(c.sources.of("sdr").is_printed());
            }
            let guns = c.arm == Arm::Artillery && c.side == Side::Hungary;
            assert_eq!(c.emplaced, guns, "{}", c.id);
            assert!(!c.sources.source.is_printed(), "{}: no face is printed in the text", c.id);
            if matches!(c.arm, Arm::RegularInfantry | Arm::LevyInfantry) {
                assert!(c.front.ma >= 4, "{}: 15.1 brings the Center on at once", c.id);
            }
        }
        let bali = &r[r.leader("Bali").unwrap()];
        assert!((1..=5).contains(&bali.activation));
        let center = r.command("Center").unwrap();
        assert_eq!(r.leader_of(center), r.leader("Suleiman"));
        assert_eq!(r.deputy_of(center), r.leader("Achmed"));
        let reserve: Vec<_> = r.leaders.iter().filter(|l| l.reserve).collect();
        assert_eq!(reserve.len(), 1);
        assert_eq!(reserve[0].id, "GSzapolyai");
        let monarchs: Vec<_> = r.leaders.iter().filter(|l| l.monarch).map(|l| &l.id).collect();
        assert_eq!(monarchs, ["Lajos", "Suleiman"]);
        for (id, low, high, flight) in [("Slavonia", 6, 7, 5), ("Mixed", 8, 8, 7), ("Transylvania", 9, 9, 10)] {
            let k = r[r.command(id).unwrap()].contingent.unwrap();
            assert_eq!((k.low, k.high, k.flight), (low, high, flight));
        }
    }

    #[test]
    fn every_hex_that_the_rulebook_names_exists() {
        let b = &standard().board;
        for text in [
            "1810-1811 1817-1818 1803-1809 1819-1825 1812-1816 1618-1626 1414 1421-1422",
            "1418-1420 1415-1417 1406-1407 1408-1410 1411-1413",
            "2334 2729 3029 2710-2719 3011 3013 3015 3017 3019 3307 3309 3311 3313 3315 3317",
            "3319 3321 3406-3411 3418-3423",
            "3412-3417 3400-3404 3236-3436 1436-1836 1400-1800",
        ] {
            let mut faults = SetupFaults::default();
            assert!(!hexes(b, text, "test", &mut faults).is_empty());
            assert!(faults.0.is_empty(), "{faults}");
        }
        for text in ["1437", "3500", "0914"] {
            assert!(b.parse(text).is_err());
        }
    }

    #[test]
    fn the_groups_fit() {
        let game_data = standard();
        for g in &game_data.deployment.groups {
            assert!(g.hexes.len() >= g.units.len());
            assert_eq!(g.choice, g.hexes.len() > g.units.len());
            let guns = g.units.iter().any(|u| game_data.roster[*u].arm == Arm::Artillery);
            for &h in &g.hexes {
                let terrain = game_data.board.terrain(h);
                let mp = game_data.charts.terrain.mp(terrain, if guns { 2 } else { 0 });
                assert!(mp.is_some(), "{}", game_data.board.label(h));
            }
        }
        // The three Ottoman areas with a choice overlap; there is room for all.
        let choice: Vec<_> = game_data.deployment.groups.iter().filter(|g| g.choice).collect();
        assert_eq!(choice.len(), 3);
        let union: BTreeSet<_> = choice.iter().flat_map(|g| &g.hexes).collect();
        let units: usize = choice.iter().map(|g| g.units.len()).sum();
        assert!(union.len() >= units);
        assert_eq!(choice[0].hexes.len(), 7);
        assert_eq!(choice[1].hexes.len(), 19);
        assert_eq!(choice[2].hexes.len(), 19);
        assert!(choice[1].disordered);
        assert_eq!(game_data.deployment.groups.iter().filter(|g| g.disordered).count(), 1);
        let o = game_data.board.orientation();
        assert_eq!(game_data.deployment.facing(Side::Hungary).word(o), "S");
        assert_eq!(game_data.deployment.facing(Side::Ottoman).word(o), "N");
        let suleiman = game_data.roster.leader("Suleiman").unwrap();
        let post = game_data.deployment.post_of(suleiman).unwrap();
        assert_eq!(game_data.board.label(post.hexes[0]), "3415");
        assert_eq!(game_data.deployment.banner.hexes.len(), 19);
        assert_eq!(game_data.deployment.rally_entry.len(), 6);
        let anatolia = game_data.roster.command("Anatolia").unwrap();
        assert_eq!(game_data.roster[anatolia].entry.len(), 5);
        assert!(game_data.deployment.entry_of(anatolia).is_some());
    }

    #[test]
    fn the_trench_lies_before_the_front_line() {
        let b = &standard().board;
        let mut sides = 0;
        for id in b.ids() {
            for dir in Dir::ALL {
                if b.features(id, dir) & TRENCH == 0 {
                    assert!(!trench_inside(b, id, dir) && !trench_outside(b, id, dir));
                    continue;
                }
                sides += 1;
                let other = b.neighbour(id, dir).unwrap();
                assert!(trench_inside(b, id, dir) != trench_outside(b, id, dir));
                assert!(trench_inside(b, id, dir) == trench_outside(b, other, dir.opposite()));
            }
        }
        assert_eq!(sides, 36);
        let facing = standard().deployment.facing(Side::Hungary);
        for n in 1810..=1818 {
            let id = b.parse(&n.to_string()).unwrap();
            for dir in facing.front() {
                assert!(trench_inside(b, id, dir), "{n}");
            }
        }
    }

    #[test]
    fn the_ridge_hides_the_main_body_and_the_camp_is_seen() {
        use casus_core::Along;
        let game_data = standard();
        let b = &game_data.board;
        let seen = |from: HexId, to: HexId, along| {
            let top = b.elevation(from).max(b.elevation(to));
            let blocks = |h: HexId| b.elevation(h) > top || game_data.charts.terrain.blocks_sight(b.terrain(h));
            b.visible(from, to, blocks, along)
        };
        let of = |side: Side, command: &str| -> Vec<HexId> {
            let id = game_data.roster.command(command);
            let groups = game_data.deployment.groups.iter();
            groups
                .filter(|g| g.side == side && (command.is_empty() || Some(g.command) == id))
                .flat_map(|g| g.hexes.clone())
                .collect()
        };
        let hungarians = of(Side::Hungary, "");
        for command in ["Ibrahim", "Center"] {
            for &to in &of(Side::Ottoman, command) {
                for &from in &hungarians {
                    // Lenient reading: a line along a hexside is blocked only if both hexes block.
                    assert!(!seen(from, to, Along::Both), "{} sees {}", b.label(from), b.label(to));
                }
            }
        }
        let camp = &game_data.deployment.groups.iter().find(|g| g.disordered).unwrap().hexes;
        for command in ["Bathyani", "Tomori"] {
            for from in of(Side::Hungary, command) {
                for &to in camp {
                    assert!(seen(from, to, Along::Either));
                }
            }
        }
        // Adjacent levels differ by at most one, and the Borza runs unbroken from edge to edge.
        for id in b.ids() {
            for (_, next) in b.neighbours(id) {
                assert!((b.elevation(id) - b.elevation(next)).abs() <= 1);
            }
        }
        let banks = casus_core::reach(b, b.parse("1010").unwrap(), 999, |from, dir, _, _| {
            (b.features(from, dir) & STREAM == 0).then_some(casus_core::Stride { cost: 1, stop: false })
        });
        assert!(hungarians.iter().all(|&h| banks.cost(h).is_none()));
    }

    #[test]
    fn the_road_crosses_the_sheet() {
        let b = &standard().board;
        let road = |id: HexId| Dir::ALL.into_iter().filter(|&d| b.road(id, d)).count();
        let ends: Vec<String> = b.ids().filter(|&h| road(h) == 1).map(|h| b.label(h)).collect();
        assert_eq!(ends, ["1009", "3405"]);
        assert_eq!(b.ids().filter(|&h| road(h) == 2).count(), 24);
    }

    #[test]
    fn nothing_reconstructed_passes_itself_off_as_printed() {
        let list = standard().reconstructed();
        assert!(list.len() > 50);
        assert!(list.iter().all(|(what, why)| !what.is_empty() && !why.is_empty()));
        for what in [
            "map: levels",
            "map: terrain",
            "map: Borza",
            "map: Hungarian trench",
            "map: road to Mohács",
            "charts: Fire Table",
            "charts: Shock Table",
            "charts: Charge Table",
            "charts: Weapon System Matrix",
            "leaders: Tomori, ratings (save name)",
            "leaders: Lajos, ratings (save monarch, name)",
            "leaders: Achmed, ratings (save deputy, name)",
            "counters: HU-RI-1 to HU-RI-5, ratings (save missile)",
            "commands: Perenyi, title",
            "leaders: replacements, ratings",
        ] {
            assert!(list.iter().any(|(w, _)| w == what), "{what}");
        }
        assert!(!list.iter().any(|(w, _)| w.contains("set-up") || w.contains("entry")));
        let sheets = standard().sheets();
        assert_eq!(sheets.len(), 11);
        for (title, text) in &sheets {
            assert!(!text.is_empty(), "{title}");
            assert!(text.lines().all(|l| l.chars().count() <= 120), "{title}\n{text}");
        }
        let fire = &sheets.iter().find(|(t, _)| t == "Fire Table").unwrap().1;
        assert!(fire.contains("D+Rt*") && fire.contains("* reconstructed"));
        let ranges = &sheets[0].1;
        assert!(ranges.contains("+1  ") && ranges.contains("-1*"), "{ranges}");
    }

    #[test]
    fn an_empty_patch_changes_nothing_and_the_digest_tells_changes() {
        let mut f = SetupFaults::default();
        let game_data = standard();
        let same = game_data.patched(&GameDataPatch::default(), &mut f);
        assert_eq!(same, **game_data);
        assert_eq!(same.digest(), game_data.digest());
        for json in [
            r#"{"map":{"blank":true}}"#,
            r#"{"map":{"hexes":[{"hex":"2020","terrain":"village"}]}}"#,
            r#"{"map":{"hexsides":[{"hex":"2020","side":"SE","kind":"trench"}]}}"#,
            r#"{"map":{"hexsides":[{"hex":"2020","side":"SE","kind":"trench","inside":"2119"}]}}"#,
            r#"{"map":{"roads":[["2020","2021","2022"]]}}"#,
            r#"{"counters":[{"id":"HU-HC-1","sdr":-2}]}"#,
            r#"{"counters":[{"id":"X","side":"Hungary","arm":"LC","command":"Tomori","sdr":0,"ma":7,"no_back":true}]}"#,
            r#"{"leaders":[{"id":"Tomori","activation":9}]}"#,
            r#"{"charts":{"fire_drms":{"village":"-3"}}}"#,
            r#"{"charts":{"ranges":{"bow":["+1",0,-1]}}}"#,
            r#"{"charts":{"terrain":{"swamp":{"mp":["2","NA","NA"]}}}}"#,
            r#"{"charts":{"terrain":{"road":{"mp":2}}}}"#,
            r#"{"charts":{"matrix":{"rows":{"HC":[0,1,2,2,"-3",0,3]}}}}"#,
            r#"{"charts":{"shock":{"rows":["<=0|AD / -|- / -","1|- / D|- / Ret",">=2|- / Ret + CA|- / E + CA"]}}}"#,
        ] {
            let mut f = SetupFaults::default();
            let p = patch(json);
            let changed = game_data.patched(&p, &mut f);
            assert!(f.0.is_empty(), "{json}: {f}");
            assert_ne!(changed.digest(), game_data.digest(), "{json}");
            let text = serde_json::to_string(&p).unwrap();
            assert_eq!(patch(&text), p);
        }
    }

    #[test]
    fn a_patch_does_what_it_says() {
        let mut f = SetupFaults::default();
        let p = patch(
            r#"{
                "map": {"blank": true,
                    "hexes": [{"hex": "2020", "terrain": "swamp", "level": 3}],
                    "hexsides": [{"hex": "2020", "side": "SW", "kind": "trench", "inside": "2120"},
                                 {"hex": "2020", "side": "E", "kind": "stream"}]},
                "counters": [{"id": "ot-lvi-4", "sdr": 2},
                    {"id": "HU-RI-6", "side": "Hungary", "arm": "RI", "missile": "A", "command": "Hannibal",
                     "sdr": 0, "ma": 4, "back_sdr": 2, "back_ma": 3}],
                "leaders": [{"id": "GSzapolyai", "reserve": false}],
                "charts": {"ranges": {"source": "house: a test", "bow": ["+2", "+1", "0"]},
                    "matrix": {"source": "rulebook 8.3.1(6)", "rows": ["HC|0|0|0|0|0|0|0"]},
                    "fire": {"rows": {"<=8": ["-","-","-","-"], ">=9": ["D","D","D+Rt","E"]}}}
            }"#,
        );
        let game_data = standard().patched(&p, &mut f);
        assert!(f.0.is_empty(), "{f}");
        let b = &game_data.board;
        let at = |t: &str| b.parse(t).unwrap();
        assert_eq!((b.terrain(at("2020")), b.elevation(at("2020"))), (SWAMP, 3));
        assert_eq!((b.terrain(at("3107")), b.elevation(at("2516"))), (CLEAR, 1));
        let sw = b.orientation().dir_named("SW").unwrap();
        assert_eq!(b.neighbour(at("2020"), sw), Some(at("2120")));
        assert!(trench_outside(b, at("2020"), sw));
        assert!(trench_inside(b, at("2120"), sw.opposite()));
        let roster = &game_data.roster;
        let levy = &roster[roster.unit("OT-LvI-4").unwrap()];
        assert_eq!((levy.front.sdr, levy.front.ma), (2, 4));
        assert!(matches!(levy.sources.of("sdr"), Source::House(_)));
        assert_eq!(roster.counters.len(), 156);
        let new = &roster[roster.unit("HU-RI-6").unwrap()];
        assert!(new.archer_infantry() && !game_data.charts.matrix.may_attack(new));
        assert!(!roster[roster.leader("GSzapolyai").unwrap()].reserve);
        let charts = &game_data.charts;
        assert_eq!(charts.range(Weapon::Bow), 3);
        assert_eq!(charts.range_sources.of("bow 1"), &Source::House("a test".into()));
        assert!(charts.matrix.source.is_printed());
        assert!(charts.matrix.attacks(Arm::HeavyCavalry) && !charts.matrix.attacks(Arm::Akinci));
        assert_eq!((charts.fire.low(), charts.fire.high()), (8, 9));
        assert!(!game_data.sheets()[0].1.is_empty());
        assert!(!game_data.reconstructed().iter().any(|(w, _)| w == "charts: Fire Table"));
    }

    #[test]
    fn patch_faults_name_their_paths_and_come_all_at_once() {
        let p = patch(
            r#"{
                "map": {"hexes": [{"hex": "9999", "terrain": "lava", "level": 10}],
                    "hexsides": [{"hex": "2020", "side": "UP", "kind": "moat", "inside": "2121"},
                                 {"hex": "2020", "side": "SE", "kind": "trench", "inside": "1010"}],
                    "roads": [["2020", "2025", "x"]]},
                "counters": [
                    {"id": "HU-HC-1", "sdr": 10, "ma": -1, "arm": "XX", "side": "Venice", "command": "Nobody"},
                    {"id": "hu-hc-1", "missile": "gun"},
                    {"id": "new one"},
                    {"id": "HU-HC-2", "command": "Bali", "emplaced": true, "no_back": true, "back_ma": 3}],
                "leaders": [{"id": "Tomori", "activation": 10, "range": 31, "ma": 21, "command": "Center"},
                    {"id": "Newman"}],
                "charts": {
                    "fire": {"rows": ["<=5 | - | - | - | -", "6|-|-|-|Rt", "8|D|Rt|D|Ret", ">=9|X|E|Ret"], "source": "hearsay"},
                    "shock": {"rows": {"x": ["- / -"], "0": []}},
                    "charge": {"rows": []},
                    "matrix": {"rows": ["Art|0|0|0|0|0|0|0", "HC|0|0|0|0|0|0", "MC|0|0|0|0|0|0|x"]},
                    "ranges": {"bow": [], "musket": ["far"], "parts": {"sling 1": "rulebook 7.4.1"}},
                    "fire_drms": {"village": 12},
                    "terrain": {"clear": {"mp": [1, 0]}, "stream": {"blocks_sight": true}, "road": {"mp": "NA"}}}
            }"#,
        );
        let found = faults(&p);
        for path in [
            "map.hexes[0].hex",
            "map.hexes[0].terrain",
            "map.hexes[0].level",
            "map.hexsides[0].side",
            "map.hexsides[0].kind",
            "map.hexsides[0].inside",
            "map.hexsides[1].inside",
            "map.roads[0][1]",
            "map.roads[0][2]",
            "counters[0].sdr",
            "counters[0].ma",
            "counters[0].arm",
            "counters[0].side",
            "counters[0].command",
            "counters[1].id",
            "counters[1].missile",
            "counters[2].id",
            "counters[2].side",
            "counters[2].arm",
            "counters[2].command",
            "counters[2].sdr",
            "counters[2].ma",
            "counters[2].back_sdr",
            "counters[3].command",
            "counters[3].emplaced",
            "counters[3].no_back",
            "leaders[0].activation",
            "leaders[0].range",
            "leaders[0].ma",
            "leaders[0].command",
            "leaders[1].side",
            "leaders[1].command",
            "leaders[1].activation",
            "leaders[1].range",
            "leaders[1].ma",
            "charts.fire.source",
            "charts.fire.rows",
            "charts.fire.rows[3][0]",
            "charts.fire.rows[3][1]",
            "charts.shock.rows[\"x\"][0]",
            "charts.charge.rows",
            "charts.matrix.rows[0][0]",
            "charts.matrix.rows[1][0]",
            "charts.matrix.rows[2][7]",
            "charts.ranges.bow",
            "charts.ranges.musket[0]",
            "charts.ranges.parts.\"sling 1\"",
            "charts.fire_drms.village",
            "charts.terrain.clear.mp",
            "charts.terrain.clear.mp[1]",
            "charts.terrain.stream.blocks_sight",
            "charts.terrain.road.mp",
        ] {
            let path = path.replace("[\"x\"][0]", "[\"x\"]");
            assert!(found.contains(&path), "{path} not in {found:#?}");
        }
    }

    #[test]
    fn rows_may_be_lists_of_cells() {
        let cells = |row: &[&str]| RowText::Cells(row.iter().map(|c| Cell::Text((*c).to_owned())).collect());
        let p = GameDataPatch {
            charts: Some(ChartsPatch {
                fire: Some(TablePatch {
                    source: None,
                    rows: Rows::List(vec![
                        cells(&["8", "-", "-", "-", "-"]),
                        cells(&["9", "D", "D", "D", "Nonsense"]),
                    ]),
                }),
                ..ChartsPatch::default()
            }),
            ..GameDataPatch::default()
        };
        assert_eq!(faults(&p), ["charts.fire.rows[1][4]"]);
        let own = r#"{"map": {"numbering": {"hexes": "pointy", "digits": "rrcc",
            "rows": {"first": 1, "last": 5, "grows": "south"}, "columns": {"first": 1, "last": 6, "grows": "east"},
            "shift": {"lines": "even", "toward": "east"}}}}"#;
        assert_eq!(faults(&patch(own)), ["map.numbering"]);
        assert!(serde_json::from_str::<GameDataPatch>(r#"{"charts":{"fyre":{}}}"#).is_err());
        assert!(serde_json::from_str::<GameDataPatch>(r#"{"counters":[{"id":"x","hp":3}]}"#).is_err());
    }

    #[test]
    fn faulty_files_are_told_with_file_and_place() {
        let broken = FILES.leaders.replacen("activation = 5", "activation = 56", 1);
        let map = FILES.map.replacen("1810 SW SE", "1810 UP", 1).replacen(". .", "? .", 1);
        let deployment = FILES.deployment.replacen("HU-Art-1..4", "HU-Art-1..5", 1);
        let found = GameData::load(&Files {
            map: &map,
            leaders: &broken,
            deployment: &deployment,
            ..FILES
        })
        .unwrap_err();
        let paths: Vec<_> = found.0.iter().map(|f| f.path.as_str()).collect();
        assert!(paths.contains(&"leaders.leader[0].activation"), "{paths:?}");
        assert!(paths.contains(&"map.trench[0].sides"), "{paths:?}");
        assert!(paths.contains(&"map.terrain.rows[0]"), "{paths:?}");
        assert!(paths.contains(&"deployment.group[0].units"), "{paths:?}");
        let found = GameData::load(&Files {
            charts: "[ranges]\nbow = 3",
            counters: "x",
            ..FILES
        });
        let found = found.unwrap_err().to_string();
        assert!(found.contains("charts.toml:2") && found.contains("counters.toml:1"), "{found}");
        let found = GameData::load(&Files { charts: "", ..FILES }).unwrap_err();
        assert!(found.0.len() > 20, "{found}");
    }
}
