//! Set-ups: a battle as it comes, or any position, opened at a start_at.

mod reading;
#[cfg(test)]
mod tests;

use crate::charts::ChartsPatch;
use crate::components::{Counter, SeizureCounter, SeizureCounters, Side, UnitId};
use crate::data::{
    Base, CounterPatch, GameData, GameDataPatch, KindPatch, LeaderPatch, MapPatch, ScenarioPatch, standard,
};
use crate::options::{Choice, Options};
use crate::state::activation::{Hand, Streak, Warrant};
use crate::state::pieces::{Condition, Done, Leader, Standard, Unit, Whereabouts};
use crate::state::position::State;
use casus_core::reading::{each_only_at, only_at};
use casus_core::{Laws, SetupFaults, Sided, Stacks, VertexFacing};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Where play opens.
///
/// A start_at opens on the first decision of its part. Where none could be made there, at `"shock"` when no attack can be
/// declared, that is a fault of the set-up. In a set-up it is a word in small letters: `"move-fire"`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum StartAt {
    /// The beginning of the battle (4.0, 6.3).
    ///
    /// Both sides draw their Seizure counters, save one whose hand the set-up gives; then the first side has a Free choice.
    #[default]
    Start,
    /// A Free choice of `side` (6.1).
    ///
    /// The decision is `activate`.
    Free,
    /// Continuity of `side` (6.2).
    ///
    /// The decision is `continuity`: `side` has acted and may name what is next. What it may not name, `last` tells.
    Continuity,
    /// The start of the activation of what `active` names (4.0).
    ///
    /// Replacements come first (5.5), then Seizure counters may be played (6.3), then command is traced and the Move/Fire
    /// Phase opens.
    Activation,
    /// Its Move/Fire Phase, command status fixed (7.2).
    ///
    /// The decision is `segment`. Command is traced from the position as it stands.
    MoveFire,
    /// Its Shock Phase, command status fixed (12.1).
    ///
    /// The decision is `declare`. What units have done before is in their posts: [`UnitPost::done`].
    Shock,
}

/// The doors of an activation.
const ACTING: &[StartAt] = &[StartAt::Activation, StartAt::MoveFire, StartAt::Shock];
/// Every door after the beginning of the battle.
const BEGUN: &[StartAt] = &[
    StartAt::Free,
    StartAt::Continuity,
    StartAt::Activation,
    StartAt::MoveFire,
    StartAt::Shock,
];

/// A unit in a position.
///
/// In JSON or TOML: `{ id = "SP-PK-1", hex = "1210", facing = "S", state = "disordered" }`. A unit that stands nowhere yet
/// says `hex` or `at`, not both; one that the deployment has placed may leave both out.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct UnitPost {
    /// Its name, `"FR-MM-3"`.
    pub id: String,
    /// Its hex, `"1319"`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hex: Option<String>,
    /// `"reserve"`, `"lost"`, `"away"` (gone by the edge, ruling F-1) or `"absent"` instead of a hex.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<String>,
    /// The vertex it faces, `"S"`; that of the deployment if not said.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub facing: Option<String>,
    /// `"normal"`, `"disordered"` or `"retired"`; `"normal"` if not said.
    ///
    /// Artillery is never Disordered (14.2).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub state: Option<String>,
    /// Mounted shot is on foot (7.4), guns are unlimbered (7.6); as in the deployment if not said, and else not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turned: Option<bool>,
    /// Mounted shot has fired and not reloaded (11.5).
    #[serde(skip_serializing_if = "core::ops::Not::not")]
    pub unloaded: bool,
    /// What it has done in the activation: `"moved"`, `"turned"`, `"fired"`, `"reacted"`, `"counter-charged"`, `"attacked"`,
    /// `"shifted"`.
    ///
    /// At the doors of an activation only. Who has moved, turned or fired has ended its run.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub done: Vec<String>,
}

/// A leader in a position.
///
/// In JSON or TOML: `{ id = "Chandieu", hex = "1121" }`. No enemy unit may be in his hex, and some unit of his must be in
/// play, unless he is Overall Commander (5.0).
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct LeaderPost {
    /// His name, `"Chandieu"`.
    pub id: String,
    /// His hex.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hex: Option<String>,
    /// `"reserve"`, `"lost"` (killed or captured, his replacement due), `"away"` or `"absent"` instead of a hex.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<String>,
    /// A replacement stands for him, who was killed or captured (5.5).
    #[serde(skip_serializing_if = "core::ops::Not::not")]
    pub replacement: bool,
}

/// A Standard in a position: `{ id = "FR-Standard", hex = "1124" }`.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct StandardPost {
    /// Its name.
    pub id: String,
    /// Its hex.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hex: Option<String>,
    /// `"reserve"`, `"lost"` or `"absent"` instead of a hex.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<String>,
}

/// A side's Seizure counters, by their words (6.3): `{ held = ["negation", "opportunity-5"] }`.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct HandPost {
    /// Drawn and not played.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub held: Vec<SeizureCounter>,
    /// Played.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub played: Vec<SeizureCounter>,
}

/// Any position of the game.
///
/// Any field may be left out, in JSON, TOML and, by `..Setup::default()`, in Rust; a key that is none is a fault.
/// [`Match::new`](casus_core::Match::new) answers with every fault at once, each with its path (`units[3].hex`) and the Case
/// that it offends.
///
/// ```
/// use casus_core::Match;
/// use casus_arquebus::{Arquebus, Base, StartAt, LeaderPost, Setup, StandardPost, UnitPost};
///
/// let game = Match::<Arquebus>::new(Setup { base: Base::Pavia, ..Setup::default() })?;
/// assert_eq!(game.state().game_data().scenario.title, "Pavia, 24 February 1525");
///
/// let unit = |id: &str, hex: &str| UnitPost { id: id.into(), hex: Some(hex.into()), ..UnitPost::default() };
/// let leader = LeaderPost { id: "Chandieu".into(), hex: Some("1015".into()), ..LeaderPost::default() };
/// let standard = StandardPost { id: "FR-Standard".into(), hex: Some("1020".into()), ..StandardPost::default() };
/// let setup = Setup {
///     start_at: StartAt::MoveFire,
///     active: vec!["Chandieu".into()],
///     units: vec![unit("FR-PK-1", "1015"), unit("SP-PK-1", "1012")],
///     leaders: vec![leader],
///     standards: vec![standard],
///     ..Setup::default()
/// };
/// assert!(Match::<Arquebus>::new(setup.clone())?.actions().len() > 1);
///
/// let stranger = Setup { units: vec![unit("FR-PK-99", "1015")], ..setup };
/// let faults = Match::<Arquebus>::new(stranger).unwrap_err();
/// assert!(faults.to_string().contains("units[0].id"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Setup {
    /// Which battle's map, armies and scenario: `"Fornovo"`, `"Cerignola"`, `"Ravenna"` or `"Pavia"`.
    pub base: Base,
    /// Options in force: the names of rulings to be read the other way.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<Choice>,
    /// After so many consecutive Passes the match is a stalemate; 6 if not said.
    ///
    /// 1 to 255 (ruling C-2).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stalemate: Option<u8>,
    /// Where play opens.
    pub start_at: StartAt,
    /// Whether what is not named stands where the battle begins; at the door `start` it does if not said, elsewhere it is
    /// absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deployed: Option<bool>,
    /// The Battles that may come as reinforcements where the battle leaves it open, and do: at Cerignola `["Guns"]`. Of a battle
    /// that is `deployed` alone.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub with: Vec<String>,
    /// Whose choice it is, for the doors `free` and `continuity`, and whose army is `active`; the first side's if not said.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub side: Option<Side>,
    /// What is active, for the doors of an activation: the names of a Battle or of Battles that are joined, or `"army"`.
    ///
    /// Whose army, `side` says; whose Battles, their names do.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub active: Vec<String>,
    /// How it came to be active, for the doors of an activation; `"free"` if not said.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub how: Option<Warrant>,
    /// What was activated just before: names of Battles, `"army"`, or the name of a Standard.
    ///
    /// It tells what may be named (6.2); not at the door `start`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub last: Vec<String>,
    /// Continuations in a row that have succeeded (6.2), for the door `continuity` and those of an activation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub successes: Option<u8>,
    /// Attempts to continue with one Battle only (6.2), for the door `continuity` and those of an activation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub alone: Option<u8>,
    /// The Seizure counters of a side.
    ///
    /// At the door `start` a side of which nothing is said draws; elsewhere it has none.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub hands: BTreeMap<Side, HandPost>,
    /// Free Activations of each side so far, the one that runs among them (7.5); not at the door `start`.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub free_activations: BTreeMap<Side, u8>,
    /// The spaces that the Time marker has moved (16.1); not at the door `start`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clock: Option<u8>,
    /// Consecutive Passes so far, for the doors `free` and `continuity`, since an activation ends their count: 0 to one less than `stalemate`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub passes: Option<u8>,
    /// Units Engaged with each other, in pairs (14.5): `[["FR-PK-1", "SP-PK-1"]]`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub engaged: Vec<[String; 2]>,
    /// The units.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub units: Vec<UnitPost>,
    /// The leaders.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub leaders: Vec<LeaderPost>,
    /// The Standards.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub standards: Vec<StandardPost>,
    /// Changes to the map.
    ///
    /// `{ blank = true }` is clear ground at level 0 in all of the battle's hexes, for positions that want no terrain.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub map: Option<MapPatch>,
    /// Kinds of troops changed or added.
    ///
    /// Every unit of a kind changes with it, unless it has ratings of its own.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub kinds: Vec<KindPatch>,
    /// Units changed or added.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub counters: Vec<CounterPatch>,
    /// Leader cards changed or added.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cards: Vec<LeaderPatch>,
    /// Charts replaced.
    ///
    /// Whole tables, or single groups of values: `{ fire_drms = { wagon = "-1" } }`. What is laid over ours is marked so on
    /// the sheets.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub charts: Option<ChartsPatch>,
    /// How the battle begins, changed: Flight Levels, draws, a clock.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scenario: Option<ScenarioPatch>,
}

impl Setup {
    fn game_data(&self, faults: &mut SetupFaults) -> Arc<GameData> {
        let patch = GameDataPatch {
            map: self.map.clone(),
            kinds: self.kinds.clone(),
            counters: self.counters.clone(),
            leaders: self.cards.clone(),
            charts: self.charts.clone(),
            scenario: self.scenario.clone(),
        };
        let game_data = standard(self.base);
        if patch == GameDataPatch::default() {
            return Arc::clone(game_data);
        }
        let mut own = SetupFaults::default();
        let game_data = game_data.patched(&patch, &mut own);
        // A set-up calls the leaders' cards so; its `leaders` are posts.
        for mut fault in own.0 {
            if let Some(rest) = fault.path.strip_prefix("leaders[") {
                fault.path = format!("cards[{rest}");
            }
            faults.0.push(fault);
        }
        Arc::new(game_data)
    }
    fn starts(&self) -> bool {
        self.start_at == StartAt::Start
    }
    fn is_deployed(&self) -> bool {
        self.deployed.unwrap_or(self.starts())
    }
    /// Notes the keys that have no meaning at the door of the set-up.
    fn misplaced(&self, faults: &mut SetupFaults) {
        let door = self.start_at;
        let acting = ACTING.contains(&door);
        let battles = acting && self.active != ["army"];
        let keys: &[(&str, bool, &[StartAt])] = &[
            ("side", self.side.is_some() && !acting, &BEGUN[..2]),
            ("active", !self.active.is_empty(), ACTING),
            ("how", self.how.is_some(), ACTING),
            ("last", !self.last.is_empty(), BEGUN),
            ("successes", self.successes.is_some(), &BEGUN[1..]),
            ("alone", self.alone.is_some(), &BEGUN[1..]),
            ("free_activations", !self.free_activations.is_empty(), BEGUN),
            ("clock", self.clock.is_some(), BEGUN),
            ("passes", self.passes.is_some(), &BEGUN[..2]),
        ];
        each_only_at(keys, door, faults);
        if self.side.is_some() && battles {
            let message = "the Battles of `active` tell whose they are: it counts where the army is active, and at the doors \
                           `free` and `continuity`";
            faults.push("side", message, None);
        }
        if !self.with.is_empty() && !self.is_deployed() {
            let message = "nothing is deployed, so nothing comes by it: it counts at the door `start`, and where `deployed` is true";
            faults.push("with", message, None);
        }
        for (i, post) in self.units.iter().enumerate() {
            only_at(format!("units[{i}].done"), !post.done.is_empty(), door, ACTING, faults);
        }
    }
}

/// Nobody anywhere.
fn blank(game_data: Arc<GameData>, options: Options, stalemate: u8) -> State {
    let facing = |side: Side| {
        let group = game_data.deployment.groups.iter().find(|g| {
            let first = g.units.first().map(|&u: &UnitId| game_data.roster[u].side);
            first == Some(side)
        });
        group.map_or(VertexFacing::ALL[0], |g| g.facing)
    };
    let facings = [Side::France, Side::League].map(facing);
    let unit = |c: &Counter| Unit {
        at: Whereabouts::Absent,
        facing: facings[c.side.index()],
        condition: Condition::Normal,
        turned: false,
        unloaded: false,
        done: Done::default(),
        spent: 0,
        began: None,
    };
    let leader = Leader {
        at: Whereabouts::Absent,
        replacement: false,
        fallen: false,
        pending: false,
        active: false,
        moved: false,
        spent: 0,
        began: None,
    };
    let flag = Standard {
        at: Whereabouts::Absent,
        spent: 0,
        moved: false,
    };
    State {
        units: game_data.roster.counters.iter().map(unit).collect(),
        leaders: vec![leader; game_data.roster.leaders.len()],
        standards: vec![flag; game_data.roster.standards.len()],
        stacks: Stacks::new(&game_data.board, game_data.roster.counters.iter().map(|c| c.side)),
        game_data,
        options,
        engaged: Vec::new(),
        stack: Vec::new(),
        activation: None,
        combat: None,
        last: None,
        streak: Streak::default(),
        attempt: None,
        hands: [Hand::default(); 2],
        free_activations: [0; 2],
        clock: 0,
        activations: 0,
        passes: 0,
        stalemate,
        outcome: None,
    }
}

/// All pieces where the battle begins; of what may come, what the set-up wants.
fn deploy(s: &mut State, with: &[bool]) {
    let game_data = Arc::clone(&s.game_data);
    let place = |off: bool| if off { Whereabouts::Reserve } else { Whereabouts::Absent };
    for u in game_data.roster.units() {
        if let Some(post) = game_data.deployment.post(u) {
            s.put(u, Whereabouts::Map(post.hex));
            let unit = s.unit_mut(u);
            (unit.facing, unit.turned) = (post.facing, post.turned);
        }
    }
    for &(l, hex) in &game_data.deployment.leaders {
        s.leader_mut(l).at = Whereabouts::Map(hex);
    }
    for &(t, hex) in &game_data.deployment.standards {
        s.standard_mut(t).at = Whereabouts::Map(hex);
    }
    for (r, &comes) in game_data.deployment.reinforcements.iter().zip(with) {
        for &u in &r.units {
            s.put(u, place(comes));
        }
        for &l in &r.leaders {
            s.leader_mut(l).at = place(comes);
        }
        for &t in &r.standards {
            s.standard_mut(t).at = place(comes);
        }
    }
}

/// The only door to a state.
pub(crate) fn begin(setup: &Setup, laws: &Laws) -> Result<State, SetupFaults> {
    let mut faults = SetupFaults::default();
    let game_data = setup.game_data(&mut faults).under(laws);
    if !faults.0.is_empty() {
        return Err(faults);
    }
    let options = setup.options.iter().fold(Options::default(), |o, &c| o.with(c));
    let stalemate = setup.stalemate.unwrap_or(6);
    if stalemate == 0 {
        faults.push("stalemate", "at least one Pass makes a stalemate", None);
    }
    setup.misplaced(&mut faults);
    let mut s = blank(game_data, options, stalemate);
    let with = reading::coming(&s, setup, &mut faults);
    if setup.is_deployed() {
        deploy(&mut s, &with);
    }
    s.passes = setup.passes.unwrap_or(0);
    if stalemate > 0 && s.passes >= stalemate && faults.0.iter().all(|f| f.path != "passes") {
        faults.push("passes", "that many Passes have ended the match", None);
    }
    let s = reading::position(s, setup, &mut faults);
    let s = reading::open(s, setup, &mut faults);
    faults.or(s)
}

/// The counters of a list, each noted that comes twice.
fn counters(list: &[SeizureCounter], path: &str, faults: &mut SetupFaults) -> SeizureCounters {
    let mut set = SeizureCounters::default();
    for (i, &c) in list.iter().enumerate() {
        if set.has(c) {
            faults.push(format!("{path}[{i}]"), format!("{c} is given twice"), None);
        }
        set.insert(c);
    }
    set
}

/// The places of a piece off the map, by their words.
const PLACES: [(&str, Whereabouts); 4] = [
    ("reserve", Whereabouts::Reserve),
    ("lost", Whereabouts::Lost),
    ("away", Whereabouts::Away),
    ("absent", Whereabouts::Absent),
];
