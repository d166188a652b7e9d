//! The start of a battle as read from its files: the first side, Seizure counters, placements, and reinforcements.

use super::forces::battle;
use crate::casebook::cite;
use crate::components::{BattleId, LeaderId, Roster, Side, StandardId, UnitId};
use casus_core::data::Within;
use casus_core::geometry::many;
use casus_core::reading::{self, parts, ranged, source, spread};
use casus_core::{Board, HexId, Provenance, SetupFaults, Sided, Source, VertexFacing};
use core::fmt::Write as _;
use std::collections::{BTreeMap, BTreeSet};

/// A Timed Engagement (16.1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Timed {
    /// The side that acts against time.
    pub side: Side,
    /// The number of spaces of the track, 1 to 99. On the last one that side has lost.
    pub track: u8,
}

/// How a side may leave the map, and what that is worth (ruling F-1).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Exit {
    /// The side that may leave.
    pub side: Side,
    /// The hexes from which it leaves.
    pub hexes: Vec<HexId>,
    /// The Flight Points of the units that must leave for the side to win, 1 to 250.
    pub points: u8,
}

/// Battles of a side that may be activated together, one after the other, each after the first by a roll (ruling V-1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Joining {
    /// The side of the Battles.
    pub side: Side,
    /// The greatest number of Battles that act together, 2 to 4.
    pub most: u8,
}

/// The scenario of a battle, besides its map and its armies.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Scenario {
    /// The title of the battle: `"Pavia, 24 February 1525"`.
    pub title: String,
    /// The name of each side, by its index.
    pub titles: [String; 2],
    /// The adjective of each side in the names of its units, by its index: `"Spanish"`.
    pub adjectives: [String; 2],
    /// The side with the first activation (4.0).
    pub first: Side,
    /// The number of Seizure counters that each side draws, by its index (6.3).
    pub draws: [u8; 2],
    /// The Flight Level of each side, by its index (3.0).
    pub levels: [u8; 2],
    /// The timed player and his track, if it is a Timed Engagement (16.1).
    pub timed: Option<Timed>,
    /// The Battles whose Pikes are reluctant (16.2).
    pub reluctant: Vec<BattleId>,
    /// Battles that may be activated together in a Free Activation (6.3.1, ruling R-35).
    pub joint: Vec<Vec<BattleId>>,
    /// The Flight Levels inferred from a public account, by the index of the side, if there is one (ruling L-1).
    pub levels_inferred: Option<[u8; 2]>,
    /// The side that may leave the map, with the terms (ruling F-1).
    pub exit: Option<Exit>,
    /// The side that may activate several Battles together (ruling V-1).
    pub joining: Option<Joining>,
    /// The Battles whose guns fire in Free Activations only (ruling V-2).
    pub free_guns: Vec<BattleId>,
    /// The source of the values, and of single parts with another source: `first`, `draws`, `levels`, `timed`, `reluctant`,
    /// `joint`, `levels_inferred`, `exit`, `joining`, `free_guns`.
    pub sources: Provenance,
}

impl Scenario {
    /// Returns the name of a side.
    pub fn name(&self, side: Side) -> &str {
        &self.titles[side.index()]
    }
    /// Returns the Battles that are activated together with one (6.3.1), itself included.
    pub fn joined(&self, battle: BattleId) -> Option<&[BattleId]> {
        self.joint
            .iter()
            .find(|group| group.contains(&battle))
            .map(Vec::as_slice)
    }
}

casus_core::patch! {
    /// A Timed Engagement (16.1).
    pub struct TimedPatch {
        /// The timed side: `"France"` or `"League"`.
        pub side: String,
        /// The spaces of the track, 1 to 99.
        pub track: i64,
    }
}

casus_core::patch! {
    /// How a side may leave the map (ruling F-1).
    pub struct ExitPatch {
        /// The side: `"France"` or `"League"`.
        pub side: String,
        /// The hexes from which it leaves, as in a set-up: `"4401-4428"`.
        pub hexes: String,
        /// The Flight Points that win, 1 to 250.
        pub points: i64,
    }
}

casus_core::patch! {
    /// Battles that a side activates together (ruling V-1).
    pub struct JoiningPatch {
        /// The side: `"France"` or `"League"`.
        pub side: String,
        /// The greatest number of Battles, 2 to 4.
        pub most: i64,
    }
}

casus_core::group_patch! {
    /// The scenario of a battle, or changes to it.
    pub struct ScenarioPatch {
        /// The title of the battle.
        pub title: Option<String>,
        /// The name of each side.
        pub titles: BTreeMap<Side, String>,
        /// The adjective of each side in the names of units that both sides have: `"French"`.
        pub adjectives: BTreeMap<Side, String>,
        /// The side with the first activation.
        pub first: Option<String>,
        /// The number of Seizure counters that each side draws, 0 to 8.
        pub draws: BTreeMap<Side, i64>,
        /// The Flight Level of each side, 0 to 250.
        pub levels: BTreeMap<Side, i64>,
        /// The terms of a Timed Engagement.
        pub timed: Option<TimedPatch>,
        /// The Battles whose Pikes are reluctant.
        pub reluctant: Option<Vec<String>>,
        /// Groups of Battles that may be activated together.
        pub joint: Option<Vec<Vec<String>>>,
        /// The Flight Levels that option `L-1` puts in place of `levels`, 0 to 250.
        pub levels_inferred: BTreeMap<Side, i64>,
        /// The side that may leave the map, with the terms.
        pub exit: Option<ExitPatch>,
        /// The side that may activate several Battles together.
        pub joining: Option<JoiningPatch>,
        /// The Battles whose guns fire in Free Activations only.
        pub free_guns: Option<Vec<String>>,
    }
}

const DRAWS: Within = (0, 8, cite!("6.3"));
const LEVELS: Within = (0, 250, cite!("3.0"));
const TRACK: Within = (1, 99, cite!("16.1"));
const EXIT_POINTS: Within = (1, 250, cite!("3.0", "F-1"));
const TOGETHER: Within = (2, 4, cite!("6.1", "V-1"));

/// The parts of a scenario that may have a source of their own.
const PARTS: [&str; 10] = [
    "first",
    "draws",
    "levels",
    "timed",
    "reluctant",
    "joint",
    "levels_inferred",
    "exit",
    "joining",
    "free_guns",
];

/// Reads a patch of a scenario over the previous values, or a battle's file.
struct ScenarioReader<'a> {
    board: &'a Board,
    roster: &'a Roster,
    old: Option<&'a Scenario>,
    faults: &'a mut SetupFaults,
}

impl ScenarioReader<'_> {
    fn missing(&mut self, field: &str) {
        self.faults.push(format!("scenario.{field}"), "is missing", None);
    }
    fn side(&mut self, field: &str, word: &str) -> Option<Side> {
        reading::side(word, &format!("scenario.{field}"), cite!("4.0"), self.faults)
    }
    /// A value of each side.
    fn both<T: Clone>(
        &mut self,
        field: &str,
        given: impl Fn(Side) -> Option<T>,
        old: impl Fn(&Scenario) -> [T; 2],
        blank: T,
    ) -> [T; 2] {
        let old = self.old.map(old);
        [Side::France, Side::League].map(|side| {
            given(side)
                .or_else(|| old.as_ref().map(|o| o[side.index()].clone()))
                .unwrap_or_else(|| {
                    self.missing(&format!("{field}.{}", side.word()));
                    blank.clone()
                })
        })
    }
    fn numbers(
        &mut self,
        field: &str,
        given: &BTreeMap<Side, i64>,
        old: impl Fn(&Scenario) -> [u8; 2],
        (low, high, case): Within,
    ) -> [u8; 2] {
        let mut read = BTreeMap::new();
        for (&side, &n) in given {
            let path = format!("scenario.{field}.{}", side.word());
            read.insert(side, ranged(n, (low, high), &path, case, self.faults) as u8);
        }
        self.both(field, |side| read.get(&side).copied(), old, 0)
    }
    fn exit(&mut self, e: &ExitPatch) -> Option<Exit> {
        let (low, high, case) = EXIT_POINTS;
        let points = ranged(e.points, (low, high), "scenario.exit.points", case, self.faults) as u8;
        let hexes = reading::hexes(self.board, &e.hexes, "scenario.exit.hexes", cite!("2.1"), self.faults);
        if hexes.is_empty() {
            let message = "there are no hexes";
            self.faults
                .push("scenario.exit.hexes", message, Some(cite!("3.0", "F-1")));
        }
        let side = self.side("exit.side", &e.side)?;
        Some(Exit { side, hexes, points })
    }
    fn battles(&mut self, field: &str, words: &[String]) -> Vec<BattleId> {
        let mut out = Vec::new();
        for (i, word) in words.iter().enumerate() {
            let path = format!("scenario.{field}[{i}]");
            out.extend(battle(&self.roster.battles, word, &path, self.faults));
        }
        out
    }
}

impl Scenario {
    fn read_sources(old: Option<&Self>, p: &ScenarioPatch, faults: &mut SetupFaults) -> Provenance {
        let whole = source(p.source.as_deref(), old.is_none(), "scenario", faults);
        let touched: Vec<&str> = [
            ("first", p.first.is_some()),
            ("draws", !p.draws.is_empty()),
            ("levels", !p.levels.is_empty()),
            ("timed", p.timed.is_some()),
            ("reluctant", p.reluctant.is_some()),
            ("joint", p.joint.is_some()),
            ("levels_inferred", !p.levels_inferred.is_empty()),
            ("exit", p.exit.is_some()),
            ("joining", p.joining.is_some()),
            ("free_guns", p.free_guns.is_some()),
        ]
        .into_iter()
        .filter_map(|(part, given)| given.then_some(part))
        .collect();
        let known = |part: &str| PARTS.contains(&part);
        let new = parts(&p.parts, &known, "scenario", faults);
        Provenance::changed(old.map(|o| o.sources.clone()), whole, &touched, new)
    }
    pub(super) fn read(
        old: Option<&Self>,
        p: &ScenarioPatch,
        (board, roster): (&Board, &Roster),
        faults: &mut SetupFaults,
    ) -> Self {
        let sources = Self::read_sources(old, p, faults);
        let mut r = ScenarioReader {
            board,
            roster,
            old,
            faults,
        };
        let title = p.title.clone().or(old.map(|o| o.title.clone())).unwrap_or_else(|| {
            r.missing("title");
            String::new()
        });
        let titles = r.both("titles", |s| p.titles.get(&s).cloned(), |o| o.titles.clone(), String::new());
        let adjectives =
            r.both("adjectives", |s| p.adjectives.get(&s).cloned(), |o| o.adjectives.clone(), String::new());
        let first = match (&p.first, old) {
            (Some(word), _) => r.side("first", word),
            (None, Some(old)) => Some(old.first),
            (None, None) => {
                r.missing("first");
                None
            }
        };
        let draws = r.numbers("draws", &p.draws, |o| o.draws, DRAWS);
        let levels = r.numbers("levels", &p.levels, |o| o.levels, LEVELS);
        let timed = match &p.timed {
            None => old.and_then(|o| o.timed),
            Some(t) => {
                let (low, high, case) = TRACK;
                let track = ranged(t.track, (low, high), "scenario.timed.track", case, r.faults) as u8;
                r.side("timed.side", &t.side).map(|side| Timed { side, track })
            }
        };
        let reluctant = match &p.reluctant {
            Some(words) => r.battles("reluctant", words),
            None => old.map(|o| o.reluctant.clone()).unwrap_or_default(),
        };
        let joint = match &p.joint {
            Some(groups) => {
                let read = groups.iter().enumerate();
                let read: Vec<Vec<BattleId>> = read.map(|(i, g)| r.battles(&format!("joint[{i}]"), g)).collect();
                let mut seen = BTreeSet::new();
                for (i, group) in read.iter().enumerate() {
                    let one_side = group.windows(2).all(|w| roster[w[0]].side == roster[w[1]].side);
                    if !(2..=4).contains(&group.len()) || !one_side || group.iter().any(|b| !seen.insert(*b)) {
                        let message = "two to four Battles of one side, each in one group only";
                        r.faults
                            .push(format!("scenario.joint[{i}]"), message, Some(cite!("6.3.1", "R-35")));
                    }
                }
                read
            }
            None => old.map(|o| o.joint.clone()).unwrap_or_default(),
        };
        let levels_inferred = if p.levels_inferred.is_empty() {
            old.and_then(|o| o.levels_inferred)
        } else {
            Some(r.numbers("levels_inferred", &p.levels_inferred, |o| o.levels_inferred.unwrap_or(o.levels), LEVELS))
        };
        let exit = match &p.exit {
            None => old.and_then(|o| o.exit.clone()),
            Some(e) => r.exit(e),
        };
        let joining = match &p.joining {
            None => old.and_then(|o| o.joining),
            Some(j) => {
                let (low, high, case) = TOGETHER;
                let most = ranged(j.most, (low, high), "scenario.joining.most", case, r.faults) as u8;
                r.side("joining.side", &j.side).map(|side| Joining { side, most })
            }
        };
        let free_guns = match &p.free_guns {
            Some(words) => r.battles("free_guns", words),
            None => old.map(|o| o.free_guns.clone()).unwrap_or_default(),
        };
        Self {
            title,
            titles,
            adjectives,
            first: first.unwrap_or(Side::France),
            draws,
            levels,
            timed,
            reluctant,
            joint,
            levels_inferred,
            exit,
            joining,
            free_guns,
            sources,
        }
    }

    /// Everything that the rules read of it, as text.
    pub(super) fn canon(&self, board: &Board, t: &mut String) {
        let timed = self.timed.map(|t| (t.side.index(), t.track));
        let _ = writeln!(
            t,
            "{:?} {:?} {:?} {timed:?} {:?} {:?}",
            self.first, self.draws, self.levels, self.reluctant, self.joint
        );
        let exit = self.exit.as_ref();
        let exit = exit.map(|e| (e.side.index(), casus_core::sheet::plain_hexes(board, &e.hexes), e.points));
        let joining = self.joining.map(|j| (j.side.index(), j.most));
        let _ = writeln!(t, "{:?} {exit:?} {joining:?} {:?}", self.levels_inferred, self.free_guns);
    }
}

/// Units that begin next to each other: those of a kind in one Battle.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Group {
    /// The units that begin there.
    pub units: Vec<UnitId>,
    /// Their hexes, in the order of the units; empty if they begin off the map.
    pub hexes: Vec<HexId>,
    /// The facing of the units.
    pub facing: VertexFacing,
    /// Whether they are unlimbered guns.
    pub unlimbered: bool,
    /// The source of the values.
    pub source: Source,
}

/// The place where a unit begins on the map.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Post {
    /// The hex in which it begins.
    pub hex: HexId,
    /// The facing at the start.
    pub facing: VertexFacing,
    /// Whether it begins on its other faces: unlimbered.
    pub turned: bool,
}

/// Units that begin off the map (7.5).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Reinforcement {
    /// The Battle of the units.
    pub battle: BattleId,
    /// The units that come later.
    pub units: Vec<UnitId>,
    /// The leaders who enter with the first of them.
    pub leaders: Vec<LeaderId>,
    /// The Standards that enter with the first of them.
    pub standards: Vec<StandardId>,
    /// The hexes through which they enter.
    pub hexes: Vec<HexId>,
    /// The first Free Activation of their side in which they may be activated, counted from 1, Passed ones included.
    pub from: u8,
    /// Whether their first activation must be Free.
    pub free: bool,
    /// Whether they come only if the set-up says so.
    pub optional: bool,
    /// The source of the values.
    pub source: Source,
}

/// The pieces that begin on the map, and those that come later.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Deployment {
    /// The units by groups.
    pub groups: Vec<Group>,
    /// The leaders on the map, each with his hex.
    pub leaders: Vec<(LeaderId, HexId)>,
    /// The Standards on the map, each with its hex.
    pub standards: Vec<(StandardId, HexId)>,
    /// The sources of the leaders' and Standards' places.
    pub post_sources: Vec<(String, Source)>,
    /// The units that enter during play.
    pub reinforcements: Vec<Reinforcement>,
}

impl Deployment {
    /// Returns the place where a unit begins; `None` for one that begins off the map.
    pub fn post(&self, unit: UnitId) -> Option<Post> {
        self.groups.iter().find_map(|g| {
            let at = g.units.iter().position(|&u| u == unit)?;
            Some(Post {
                hex: *g.hexes.get(at)?,
                facing: g.facing,
                turned: g.unlimbered,
            })
        })
    }
    /// Returns the part of a Battle that enters during play.
    pub fn reinforcement(&self, battle: BattleId) -> Option<&Reinforcement> {
        self.reinforcements.iter().find(|r| r.battle == battle)
    }
}

casus_core::patch! {
    pub(super) struct GroupFile {
        pub(super) battle: String,
        pub(super) kind: String,
        pub(super) name: Option<String>,
        pub(super) units: String,
        pub(super) standard: Option<String>,
        pub(super) hexes: String,
        pub(super) facing: Option<String>,
        pub(super) unlimbered: bool,
        pub(super) source: Option<String>,
    }
    pub(super) struct PostFile {
        pub(super) leaders: BTreeMap<String, String>,
        pub(super) standards: BTreeMap<String, String>,
        pub(super) source: Option<String>,
    }
    pub(super) struct EntryFile {
        pub(super) battle: String,
        pub(super) hexes: String,
        pub(super) leaders: Vec<String>,
        pub(super) standards: Vec<String>,
        pub(super) from: u8,
        pub(super) free: bool,
        pub(super) optional: bool,
        pub(super) source: Option<String>,
    }
}

const NORTH: VertexFacing = match VertexFacing::new(4) {
    Some(facing) => facing,
    None => panic!("a hex has six corners"),
};

struct DeploymentReader<'a> {
    board: &'a Board,
    roster: &'a Roster,
    faults: &'a mut SetupFaults,
}

impl DeploymentReader<'_> {
    fn hexes(&mut self, text: &str, path: &str) -> Vec<HexId> {
        reading::hexes(self.board, text, path, cite!("2.1"), self.faults)
    }
    fn named<T>(&mut self, found: Option<T>, what: &str, word: &str, path: &str) -> Option<T> {
        if found.is_none() {
            self.faults.push(path, format!("unknown {what} {word:?}"), None);
        }
        found
    }

    fn group(&mut self, i: usize, g: &GroupFile) -> Group {
        let path = |field: &str| format!("group[{i}].{field}");
        let mut unread = SetupFaults::default();
        // Faults of the names are reported where the counters are read.
        let names = spread(&g.units, "", &mut unread);
        let units: Vec<UnitId> = names.iter().filter_map(|name| self.roster.unit(name)).collect();
        let hexes = self.hexes(&g.hexes, &path("hexes"));
        if !hexes.is_empty() && hexes.len() != names.len() {
            let message = format!("{} and {}", many(names.len(), "unit"), many(hexes.len(), "hex"));
            self.faults.push(path("hexes"), message, None);
        }
        let o = self.board.orientation();
        let facing = match &g.facing {
            None if hexes.is_empty() => NORTH,
            None => {
                self.faults.push(path("facing"), "is missing", Some(cite!("8.0")));
                NORTH
            }
            Some(word) => VertexFacing::named(word, o).unwrap_or_else(|| {
                self.faults
                    .push(path("facing"), o.no_corner(word).to_string(), Some(cite!("8.0")));
                NORTH
            }),
        };
        Group {
            units,
            hexes,
            facing,
            unlimbered: g.unlimbered,
            source: source(g.source.as_deref(), true, &format!("group[{i}]"), self.faults),
        }
    }

    fn entry(&mut self, i: usize, e: &EntryFile, groups: &[Group]) -> Option<Reinforcement> {
        let path = format!("entry[{i}]");
        let battle = battle(&self.roster.battles, &e.battle, &format!("{path}.battle"), self.faults)?;
        let off = groups.iter().filter(|g| g.hexes.is_empty()).flat_map(|g| &g.units);
        let units = off.copied().filter(|&u| self.roster[u].battle == battle).collect();
        let hexes = self.hexes(&e.hexes, &format!("{path}.hexes"));
        if hexes.is_empty() {
            self.faults
                .push(format!("{path}.hexes"), "there are no hexes", Some(cite!("7.5")));
        }
        let leaders = e.leaders.iter().enumerate();
        let leaders = leaders.filter_map(|(k, name)| {
            let found = self.roster.leader(name);
            self.named(found, "leader", name, &format!("{path}.leaders[{k}]"))
        });
        let leaders = leaders.collect();
        let standards = e.standards.iter().enumerate();
        let standards = standards.filter_map(|(k, name)| {
            let found = self.roster.standard(name);
            self.named(found, "Standard", name, &format!("{path}.standards[{k}]"))
        });
        Some(Reinforcement {
            battle,
            units,
            leaders,
            standards: standards.collect(),
            hexes,
            from: e.from,
            free: e.free,
            optional: e.optional,
            source: source(e.source.as_deref(), true, &path, self.faults),
        })
    }
}

impl Deployment {
    pub(super) fn read(
        (groups, posts, entries): (&[GroupFile], &[PostFile], &[EntryFile]),
        board: &Board,
        roster: &Roster,
        faults: &mut SetupFaults,
    ) -> Self {
        let mut r = DeploymentReader { board, roster, faults };
        let groups: Vec<Group> = groups.iter().enumerate().map(|(i, g)| r.group(i, g)).collect();
        let (mut leaders, mut standards, mut post_sources) = (Vec::new(), Vec::new(), Vec::new());
        for (i, post) in posts.iter().enumerate() {
            let path = format!("post[{i}]");
            for (name, hex) in &post.leaders {
                let at = format!("{path}.leaders.{name}");
                let who = r.named(roster.leader(name), "leader", name, &at);
                leaders.extend(who.zip(reading::hex(board, hex, &at, cite!("2.1"), r.faults)));
            }
            for (name, hex) in &post.standards {
                let at = format!("{path}.standards.{name}");
                let which = r.named(roster.standard(name), "Standard", name, &at);
                standards.extend(which.zip(reading::hex(board, hex, &at, cite!("2.1"), r.faults)));
            }
            let names: Vec<&str> = post
                .leaders
                .keys()
                .chain(post.standards.keys())
                .map(String::as_str)
                .collect();
            let source = source(post.source.as_deref(), true, &path, r.faults);
            post_sources.push((names.join(", "), source));
        }
        let entries = entries.iter().enumerate();
        let reinforcements: Vec<Reinforcement> = entries.filter_map(|(i, e)| r.entry(i, e, &groups)).collect();
        let read = Self {
            groups,
            leaders,
            standards,
            post_sources,
            reinforcements,
        };
        read.whole(roster, r.faults);
        read
    }

    /// Records pieces that are neither placed nor expected, or both, or twice.
    fn whole(&self, roster: &Roster, faults: &mut SetupFaults) {
        let awaited = &self.reinforcements;
        let mut once = |name: &str, times: usize| match times {
            1 => {}
            0 => faults.push("group", format!("{name} is neither placed nor awaited"), None),
            _ => faults.push("group", format!("{name} is placed twice"), None),
        };
        for u in roster.units() {
            let here = self.groups.iter().filter(|g| !g.hexes.is_empty());
            let times = here.flat_map(|g| &g.units).chain(awaited.iter().flat_map(|r| &r.units));
            once(roster.unit_word(u), times.filter(|&&x| x == u).count());
        }
        for l in roster.leader_ids() {
            let times = self
                .leaders
                .iter()
                .map(|(l, _)| l)
                .chain(awaited.iter().flat_map(|r| &r.leaders));
            once(roster.leader_word(l), times.filter(|&&x| x == l).count());
        }
        for s in roster.standard_ids() {
            let times = self
                .standards
                .iter()
                .map(|(s, _)| s)
                .chain(awaited.iter().flat_map(|r| &r.standards));
            once(roster.standard_word(s), times.filter(|&&x| x == s).count());
        }
    }

    /// Everything that the rules read of it, as text.
    pub(super) fn canon(&self, board: &Board, t: &mut String) {
        let places = |hexes: &[HexId]| casus_core::sheet::plain_hexes(board, hexes);
        for g in &self.groups {
            let _ = writeln!(t, "{:?} {} {} {}", g.units, places(&g.hexes), g.facing.index(), g.unlimbered);
        }
        let _ = writeln!(t, "{:?} {:?}", self.leaders, self.standards);
        for r in &self.reinforcements {
            let _ = writeln!(
                t,
                "{:?} {:?} {:?} {:?} {} {} {} {}",
                r.battle,
                r.units,
                r.leaders,
                r.standards,
                places(&r.hexes),
                r.from,
                r.free,
                r.optional
            );
        }
    }
}
