//! Set-ups: the printed battle, or any position, opened at a point of play.

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

/// The point at which play opens; in a set-up a word in lower case: `"move-fire"`.
///
/// Play opens with the first decision of that point. If none can be made there (with `"shock"`, if no attack can be declared),
/// that is a fault of the set-up.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum StartAt {
    /// The battle begins (4.0, 6.3).
    ///
    /// Both sides draw their Seizure counters, except a side whose counters the set-up gives. Then the first side has a Free
    /// choice.
    #[default]
    Start,
    /// `side` has a Free choice (6.1).
    ///
    /// The decision is `activate`.
    Free,
    /// `side` has acted, and can name what acts next for Continuity (6.2).
    ///
    /// The decision is `continuity`. `last` says what it cannot name.
    Continuity,
    /// The activation of what `active` names begins (4.0).
    ///
    /// Replacement leaders arrive first (5.5). Then Seizure counters can be played (6.3). Then command is traced, and the
    /// Move/Fire Phase opens.
    Activation,
    /// The Move/Fire Phase of what `active` names, with command status fixed (7.2).
    ///
    /// The decision is `segment`. Command is traced from the position as it stands.
    MoveFire,
    /// The Shock Phase of what `active` names, with command status fixed (12.1).
    ///
    /// The decision is `declare`. [`UnitPost::done`] says what units have done before.
    Shock,
}

/// The starts within an activation.
const ACTING: &[StartAt] = &[StartAt::Activation, StartAt::MoveFire, StartAt::Shock];
/// The starts after the beginning of the battle.
const BEGUN: &[StartAt] = &[
    StartAt::Free,
    StartAt::Continuity,
    StartAt::Activation,
    StartAt::MoveFire,
    StartAt::Shock,
];

/// A unit of a set-up.
///
/// In JSON or TOML: `{ id = "SP-PK-1", hex = "1210", facing = "S", state = "disordered" }`. Give `hex` or `at`, not both. Leave
/// out both only for a unit that the deployment has placed.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct UnitPost {
    /// The name of the unit: `"FR-MM-3"`.
    pub id: String,
    /// The hex: `"1319"`. `None` if the unit is off the map, or where the deployment puts it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hex: Option<String>,
    /// The place off the map: `"reserve"`, `"lost"`, `"away"` (left by the map edge, ruling F-1) or `"absent"`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<String>,
    /// The vertex that it faces: `"S"`. Default: the facing of the deployment.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub facing: Option<String>,
    /// `"normal"`, `"disordered"` or `"retired"`. Default: `"normal"`.
    ///
    /// Artillery is never Disordered (14.2).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub state: Option<String>,
    /// Whether mounted shot is on foot (7.4), or guns are unlimbered (7.6). Default: as in the deployment, otherwise `false`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turned: Option<bool>,
    /// Whether mounted shot has fired and not reloaded (11.5).
    #[serde(skip_serializing_if = "core::ops::Not::not")]
    pub unloaded: bool,
    /// What it has done in the activation: `"moved"`, `"turned"`, `"fired"`, `"reacted"`, `"counter-charged"`, `"attacked"`,
    /// `"shifted"`. Only with `start_at` `activation`, `move-fire` or `shock`.
    ///
    /// A unit that has moved, turned or fired has ended its run.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub done: Vec<String>,
}

/// A leader of a set-up.
///
/// In JSON or TOML: `{ id = "Chandieu", hex = "1121" }`. No enemy unit can be in his hex. At least one of his units must be in
/// play, unless he is the Overall Commander (5.0).
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct LeaderPost {
    /// The name of the leader: `"Chandieu"`.
    pub id: String,
    /// The hex of the leader. `None` if he is off the map, or where the deployment puts him.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hex: Option<String>,
    /// The place off the map: `"reserve"`, `"lost"` (killed or captured, his replacement is due), `"away"` or `"absent"`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<String>,
    /// Whether he was killed or captured and a replacement has taken his place (5.5).
    #[serde(skip_serializing_if = "core::ops::Not::not")]
    pub replacement: bool,
}

/// A Standard of a set-up: `{ id = "FR-Standard", hex = "1124" }`.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct StandardPost {
    /// The name of the Standard: `"FR-Standard"`.
    pub id: String,
    /// The hex of the Standard. `None` if it is off the map, or where the deployment puts it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hex: Option<String>,
    /// The place off the map: `"reserve"`, `"lost"` or `"absent"`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<String>,
}

/// The Seizure counters of a side, by name (6.3): `{ held = ["negation", "opportunity-5"] }`.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct HandPost {
    /// The counters that it has drawn and not played.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub held: Vec<SeizureCounter>,
    /// The counters that it has played.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub played: Vec<SeizureCounter>,
}

/// Any position of the game, from which play can open.
///
/// Every key can be left out: in JSON, in TOML, and in Rust with `..Setup::default()`. An unknown key is a fault.
/// [`Match::new`](casus_core::Match::new) returns all faults at once, each with its path (`units[3].hex`) and the Case that
/// forbids it.
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
    /// The battle, with its map, armies and scenario: `"Fornovo"`, `"Cerignola"`, `"Ravenna"` or `"Pavia"`. Default: Cerignola.
    pub base: Base,
    /// The names of rulings for which you choose the other reading.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<Choice>,
    /// The number of Passes in a row that end the match in a stalemate (ruling C-2). Default: 6.
    ///
    /// 1 to 255.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stalemate: Option<u8>,
    /// The point at which play opens.
    pub start_at: StartAt,
    /// Whether pieces that the set-up does not name are where the battle begins; if not, they are absent. Default: `true` with
    /// `start_at` `start`, otherwise `false`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deployed: Option<bool>,
    /// Battles that arrive as reinforcements, where the battle leaves open whether they do (7.5): at Cerignola `["Guns"]`. Only
    /// if the battle is `deployed`. Default: none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub with: Vec<String>,
    /// The side that decides, with `start_at` `free` or `continuity`; or the side whose army is active, if `active` is `"army"`.
    /// Nowhere else. Default: the first side.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub side: Option<Side>,
    /// What is active: the name of a Battle, the names of joined Battles, or `"army"`. Only with `start_at` `activation`,
    /// `move-fire` or `shock`.
    ///
    /// For `"army"`, `side` says whose it is.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub active: Vec<String>,
    /// How it became active. Default: `"free"`. Only with `start_at` `activation`, `move-fire` or `shock`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub how: Option<Warrant>,
    /// What was activated just before: names of Battles, `"army"`, or the name of a Standard. Not with `start_at` `start`.
    /// Default: nothing.
    ///
    /// It limits what can be named for Continuity (6.2).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub last: Vec<String>,
    /// The number of Continuations in a row that have succeeded (6.2). Not with `start_at` `start` or `free`. Default: 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub successes: Option<u8>,
    /// The number of attempts to continue with only one Battle (6.2). Not with `start_at` `start` or `free`. Default: 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub alone: Option<u8>,
    /// The Seizure counters of each side.
    ///
    /// Default for a side: with `start_at` `start` it draws them, otherwise it has none.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub hands: BTreeMap<Side, HandPost>,
    /// The number of Free Activations of each side so far, including the one in progress (7.5). Not with `start_at` `start`.
    /// Default: 0 each.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub free_activations: BTreeMap<Side, u8>,
    /// The number of spaces that the Time marker has moved (16.1). Not with `start_at` `start`. Default: 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clock: Option<u8>,
    /// The number of Passes in a row so far: 0 to one less than `stalemate`. Only with `start_at` `free` or `continuity`, because
    /// an activation ends the count. Default: 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub passes: Option<u8>,
    /// Pairs of units that are Engaged with each other (14.5): `[["FR-PK-1", "SP-PK-1"]]`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub engaged: Vec<[String; 2]>,
    /// The units, each at most once.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub units: Vec<UnitPost>,
    /// The leaders, each at most once.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub leaders: Vec<LeaderPost>,
    /// The Standards, each at most once.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub standards: Vec<StandardPost>,
    /// Changes to the map.
    ///
    /// `{ blank = true }` makes all hexes of the battle clear ground at level 0, for positions that need no terrain.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub map: Option<MapPatch>,
    /// Kinds of troops to change or to add.
    ///
    /// All units of a kind change with it, except those with ratings of their own.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub kinds: Vec<KindPatch>,
    /// Units to change or to add.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub counters: Vec<CounterPatch>,
    /// Leader cards to change or to add.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cards: Vec<LeaderPatch>,
    /// Charts to replace.
    ///
    /// Whole tables, or single groups of values: `{ fire_drms = { wagon = "-1" } }`. The printed sheets mark what you replace.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub charts: Option<ChartsPatch>,
    /// Changes to how the battle begins and ends: Flight Levels, draws of Seizure counters, the clock.
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
        // In a set-up the key of the leaders' cards is `cards`; its `leaders` are posts.
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
    /// Adds a fault for each key that does not count with the set-up's `start_at`.
    fn misplaced(&self, faults: &mut SetupFaults) {
        let start = self.start_at;
        let acting = ACTING.contains(&start);
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
        each_only_at(keys, start, faults);
        if self.side.is_some() && battles {
            let message = "the Battles of `active` say whose they are: it applies where the army is active, and with `start_at = \"free\"` \
                           and \"continuity\"";
            faults.push("side", message, None);
        }
        if !self.with.is_empty() && !self.is_deployed() {
            let message = "nothing is deployed, so nothing arrives by it: it applies with `start_at = \"start\"`, and where `deployed` is true";
            faults.push("with", message, None);
        }
        for (i, post) in self.units.iter().enumerate() {
            only_at(format!("units[{i}].done"), !post.done.is_empty(), start, ACTING, faults);
        }
    }
}

/// Makes a state with every piece absent.
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

/// Places all pieces where the battle begins, with the reinforcements that the set-up asks for.
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

/// Makes the state of a set-up. States are made nowhere else.
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

/// Reads the counters of a list, and adds a fault for each that occurs twice.
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

/// The places off the map for a piece, by their words.
const PLACES: [(&str, Whereabouts); 4] = [
    ("reserve", Whereabouts::Reserve),
    ("lost", Whereabouts::Lost),
    ("away", Whereabouts::Away),
    ("absent", Whereabouts::Absent),
];
