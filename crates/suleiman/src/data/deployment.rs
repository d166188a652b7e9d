//! Where the armies begin, and what enters later.

use super::pieces::command;
use crate::casebook::cite;
use crate::components::{CommandId, Contingent, LeaderId, Roster, Side, UnitId};
use casus_core::geometry::many;
use casus_core::reading::{source, spread};
use casus_core::{Board, HexId, SetupFaults, Source, VertexFacing, reading};
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

casus_core::patch! {
    pub(super) struct DeploymentFile {
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

pub(super) fn hexes(board: &Board, text: &str, path: &str, faults: &mut SetupFaults) -> Vec<HexId> {
    reading::hexes(board, text, path, cite!("2.1"), faults)
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
    pub(super) fn command(&mut self, word: &str, path: &str) -> CommandId {
        let path = format!("{path}.command");
        command(&self.roster.commands, word, &path, self.faults).unwrap_or(CommandId(0))
    }
    pub(super) fn units(&mut self, text: &str, command: CommandId, path: &str) -> Vec<UnitId> {
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
    pub(super) fn leader(&mut self, name: &str, path: &str) -> Option<LeaderId> {
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
    pub(super) fn hexes(&mut self, text: &str, path: &str) -> Vec<HexId> {
        let path = format!("{path}.hexes");
        let out = hexes(self.board, text, &path, self.faults);
        if out.is_empty() {
            self.faults.push(&path, "there are no hexes", None);
        }
        out
    }
    fn group(&mut self, i: usize, g: &GroupFile, facings: [VertexFacing; 2]) -> Group {
        let path = format!("deployment.group[{i}]");
        let command = self.command(&g.command, &path);
        let side = self.roster.command_card(command).side;
        let units = self.units(&g.units, command, &path);
        let hexes = self.hexes(&g.hexes, &path);
        if hexes.len() < units.len() {
            let (units, hexes) = (many(units.len(), "unit"), many(hexes.len(), "hex"));
            let message = format!("no room for {units} in {hexes}");
            self.faults.push(format!("{path}.hexes"), message, Some(cite!("3.1")));
        }
        let mut leaders = Vec::new();
        for (k, p) in g.leaders.iter().enumerate() {
            let path = format!("{path}.leaders[{k}]");
            let own = match &p.hexes {
                Some(text) => self.hexes(text, &path),
                None => hexes.clone(),
            };
            if let Some(leader) = self.leader(&p.id, &path) {
                leaders.push(Post { leader, hexes: own });
            }
        }
        Group {
            side,
            command,
            choice: hexes.len() > units.len(),
            units,
            hexes,
            disordered: g.disordered,
            leaders,
            facing: facings[side as usize],
            source: source(g.source.as_deref(), true, &path, self.faults),
        }
    }
    pub(super) fn entry(&mut self, i: usize, e: &EntryFile) -> (Entry, Option<Contingent>) {
        let path = format!("deployment.entry[{i}]");
        let command = self.command(&e.command, &path);
        let units = self.units(&e.units, command, &path);
        let hexes = self.hexes(&e.hexes, &path);
        let leaders = e
            .leaders
            .iter()
            .enumerate()
            .filter_map(|(k, name)| self.leader(name, &format!("{path}.leaders[{k}]")))
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
            self.faults.push(format!("{path}.die"), message, Some(cite!("15.2.4")));
            None
        });
        let entry = Entry {
            command,
            units,
            leaders,
            hexes,
            source: source(e.source.as_deref(), true, &path, self.faults),
        };
        (entry, contingent)
    }
    /// Reports units and leaders that are in no group and in no entry.
    fn all_are_placed(&mut self) {
        for id in self.roster.units() {
            if !self.placed.contains(&id) {
                let message = format!("{} is neither placed nor awaited", self.roster.unit_word(id));
                self.faults.push("deployment", message, None);
            }
        }
        for id in self.roster.leader_ids() {
            let card = self.roster.leader_card(id);
            if !card.reserve && !self.posted.contains(&id) {
                let message = format!("{} is neither placed nor awaited", card.id);
                self.faults.push("deployment", message, None);
            }
        }
    }
}

pub(super) fn read_deployment(
    file: &DeploymentFile,
    board: &Board,
    roster: &mut Roster,
    faults: &mut SetupFaults,
) -> Deployment {
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
    let groups = file
        .group
        .iter()
        .enumerate()
        .map(|(i, g)| r.group(i, g, facings))
        .collect();
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
        let (entry, contingent) = r.entry(i, e);
        cards.push((entry.command, entry.hexes.clone(), contingent));
        entries.push(entry);
    }
    let rally_entry = r.hexes(&file.rally.hexes, "deployment.rally");
    let rally_source = source(file.rally.source.as_deref(), true, "deployment.rally", r.faults);
    r.all_are_placed();
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
