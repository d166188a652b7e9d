//! Set-ups: the printed battle, or any position, opened at a point of play.

#[cfg(test)]
mod tests;

use crate::casebook::cite;
use crate::charts::ChartsPatch;
use crate::components::{Arm, CommandId, LeaderId, Side, UnitId};
use crate::data::{CounterPatch, GameData, GameDataPatch, LeaderPatch, MapPatch, standard};
use crate::engine::Engine;
use crate::event::What;
use crate::options::{Choice, Options};
use crate::rules::activation::judge_choice;
use crate::state::activation::Warrant;
use crate::state::pieces::{Condition, Done, Leader, Unit, Whereabouts};
use crate::state::position::{NOBODY, State};
use crate::state::stage::{Course, Stage};
use crate::story::cannot;
use casus_core::geometry::did_you_mean;
use casus_core::reading::{Posted, chosen, each_only_at, only_at, posted, posted_once};
use casus_core::{Cite, Flow, HexId, Laws, Log, Noun, Scripted, SetupFaults, Sided, Verdict, VertexFacing, run};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The point at which play opens; in a set-up a word in lower case: `"move-fire"`.
///
/// Play opens with the first decision of that point. If none can be made there (with `"shock"`, if no attack can be declared),
/// that is a fault of the set-up. The fault names the units that cannot attack, and the Cases that forbid it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum StartAt {
    /// Sides place their pieces of choice (14.1, 14.2).
    ///
    /// The deployment tables say where. The set-up can name no pieces, and the special rules of 14.3 are as at the start of the
    /// battle.
    #[default]
    SetUp,
    /// `side` has a Free choice (5.1).
    ///
    /// The decision is `activate`.
    Free,
    /// `side` has acted, and can name its next command for Continuity (5.2).
    ///
    /// The decision is `continuity`. `last` says which command it cannot name (4.2).
    Continuity,
    /// The activation of `leader`'s command begins (5.1.1).
    ///
    /// Replacement leaders arrive first (12.4.1). Then command is traced, and the Move/Fire segment opens.
    Activation,
    /// The Move/Fire segment of `leader`'s command, with command status fixed (6.1).
    ///
    /// The decision is `segment`. Command is traced from the position as it stands.
    MoveFire,
    /// The Shock segment of `leader`'s command, with command status fixed (8.1).
    ///
    /// The decision is `declare`. [`UnitPost::done`] says what units have done before.
    Shock,
}

/// The starts within an activation.
const ACTING: &[StartAt] = &[StartAt::Activation, StartAt::MoveFire, StartAt::Shock];
/// The starts after the pieces have been placed.
const PLACED: &[StartAt] = &[
    StartAt::Free,
    StartAt::Continuity,
    StartAt::Activation,
    StartAt::MoveFire,
    StartAt::Shock,
];

/// Where the pieces are that the set-up does not name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Base {
    /// They are not in the battle.
    Empty,
    /// They are where the printed deployment puts them; pieces of choice are in the first hexes open to them.
    Mohacs,
}

/// A unit of a set-up.
///
/// In JSON or TOML: `{ id = "OT-RI-9", hex = "2014", facing = "N", state = "disordered" }`. Give `hex` or `at`, not both. Leave
/// out both only for a unit that the printed deployment has placed.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct UnitPost {
    /// The name of the unit: `"HU-HC-3"`.
    pub id: String,
    /// The hex: `"1803"`. `None` if the unit is off the map, or where the printed deployment puts it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hex: Option<String>,
    /// The place off the map: `"box"`, `"reserve"`, `"lost"` or `"absent"`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<String>,
    /// The vertex that it faces: `"S"`. Default: the first facing of its army.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub facing: Option<String>,
    /// `"normal"`, `"disordered"` or `"retired"`. Default: the state that the printed deployment gives it, otherwise `"normal"`.
    ///
    /// Only a unit with a reverse side can be Disordered (2.2). A Retired Ottoman unit is in the Box (10.3(1)). Without a Banner
    /// no Hungarian unit can be Retired (13.0.4).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub state: Option<String>,
    /// Whether it is still making camp (14.3(2)).
    ///
    /// Only for Rumelian cavalry that is Disordered.
    #[serde(skip_serializing_if = "core::ops::Not::not")]
    pub encamped: bool,
    /// What it has done in the activation: `"moved"`, `"pivoted"`, `"fired"`. Only with `start_at` `activation`, `move-fire` or
    /// `shock`.
    ///
    /// A unit that has done any of these has ended its run; it can still have a shot left (ruling A10).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub done: Vec<String>,
}

/// A leader of a set-up.
///
/// In JSON or TOML: `{ id = "Tomori", hex = "2021", known = true }`. No enemy unit can be in his hex, and at least one of his
/// units must be in play (3.1.1, 12.4).
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct LeaderPost {
    /// The name of the leader: `"Tomori"`.
    pub id: String,
    /// The hex of the leader. `None` if he is off the map, or where the printed deployment puts him.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hex: Option<String>,
    /// The place off the map: `"reserve"`, `"lost"` (his replacement is due) or `"absent"`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<String>,
    /// Whether the enemy knows where he is.
    ///
    /// If not, the enemy's [`View`](crate::View) hides which unit of his army he is with (3.5).
    #[serde(skip_serializing_if = "core::ops::Not::not")]
    pub known: bool,
    /// Whether a replacement has taken his place.
    ///
    /// The ratings of the replacement then apply (12.4.1).
    #[serde(skip_serializing_if = "core::ops::Not::not")]
    pub replacement: bool,
}

/// The leaders of a side that were killed so far, including those with `at = "lost"`.
///
/// They count for the side's Flight Level Points (16.0.1). Default for a side: its lost leaders, without those whose replacement
/// has arrived. A number that is lower than the number of lost leaders is a fault.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Fallen {
    /// The number of kings or sultans killed.
    pub monarch: u8,
    /// The number of other leaders killed.
    pub others: u8,
}

/// Any position of the game, from which play can open.
///
/// Every key can be left out: in JSON, in TOML, and in Rust with `..Setup::default()`. An unknown key is a fault. The guide on
/// the page of this crate has a table of all keys. [`Match::new`](casus_core::Match::new) returns all faults at once, each with
/// its path (`units[3].hex`) and the Case that forbids it.
///
/// ```
/// use casus_core::Match;
/// use casus_suleiman::{StartAt, LeaderPost, Setup, Suleiman, UnitPost};
///
/// let unit = |id: &str, hex: &str| UnitPost { id: id.into(), hex: Some(hex.into()), ..UnitPost::default() };
/// let leader = LeaderPost { id: "Hannibal".into(), hex: Some("2014".into()), ..LeaderPost::default() };
/// let setup = Setup {
///     start_at: StartAt::MoveFire,
///     leader: Some("Hannibal".into()),
///     units: vec![unit("HU-RI-1", "2014"), unit("OT-MC-1", "2012")],
///     leaders: vec![leader],
///     ..Setup::default()
/// };
/// assert!(Match::<Suleiman>::new(setup.clone())?.actions().len() > 1);
///
/// let stranger = Setup { units: vec![unit("HU-RI-99", "2014")], ..setup };
/// let faults = Match::<Suleiman>::new(stranger).unwrap_err();
/// assert!(faults.to_string().contains("units[0].id"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Setup {
    /// Options in force: the Cases of optional rules, and the names of rulings for which you choose the other reading.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<Choice>,
    /// The number of Passes in a row that end the match in a stalemate (ruling A20). Default: 6.
    ///
    /// 1 to 255.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stalemate: Option<u8>,
    /// The point at which play opens.
    pub start_at: StartAt,
    /// Where the pieces are that the set-up does not name. Default: the printed deployment with `start_at` `set-up`, otherwise
    /// not in the battle.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub base: Option<Base>,
    /// The side that decides. Only with `start_at` `free` or `continuity`. Default: Hungary.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub side: Option<Side>,
    /// The leader under whom the active command acts; required with `start_at` `activation`, `move-fire` or `shock`, and only
    /// there.
    ///
    /// A leader in play, on the map or still to enter. For the Center, either of its two leaders (12.2).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub leader: Option<String>,
    /// How the command became active. Default: `"free"`. Only with `start_at` `activation`, `move-fire` or `shock`.
    ///
    /// Flight checks and the first entry of the Anatolian Wing depend on it (16.0.1, 15.1.2). A way that the list `command`
    /// forbids is a fault.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub how: Option<Warrant>,
    /// The hex of the Hungarian Banner. Not with `start_at` `set-up`, where play places it. Default: with `base`
    /// `mohacs` the hex of the King; otherwise there is no Banner.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub banner: Option<String>,
    /// Whether the Banner has been lost (13.0.4). Not with `start_at` `set-up`.
    #[serde(skip_serializing_if = "core::ops::Not::not")]
    pub banner_lost: bool,
    /// The command of each side's last activation: `{ Hungary = "Raab" }`. Not with `start_at` `set-up`. Default: none.
    ///
    /// It cannot be named for Continuity (4.2).
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub last: BTreeMap<Side, String>,
    /// Whether the Hungarians can still continue with the same command (14.3(4)). Default: `true` with `start_at` `set-up`,
    /// otherwise `false`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub same_again: Option<bool>,
    /// Whether the Ottomans have had their first Free activation (14.3(3)). Default: `false` with `start_at` `set-up`, otherwise
    /// `true`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seizure_open: Option<bool>,
    /// Whether the Ottomans have been activated (15.2.4). Default: `false` with `start_at` `set-up`, otherwise `true`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ottomans_up: Option<bool>,
    /// The number of Passes in a row so far. Only with `start_at` `free` or `continuity`, because an activation ends the count.
    /// Default: 0.
    ///
    /// 0 to one less than `stalemate`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub passes: Option<u8>,
    /// By entry hex, the number of units that have entered there in this activation (15.1). Only with `start_at` `activation` or
    /// `move-fire`. Default: 0 each.
    ///
    /// Each of them makes that entry hex cost one movement point more (15.1).
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub entered: BTreeMap<String, u8>,
    /// The leaders killed so far, by side. Not with `start_at` `set-up`. Default: the leaders that are `"lost"`.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub fallen: BTreeMap<Side, Fallen>,
    /// The units, each at most once.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub units: Vec<UnitPost>,
    /// The leaders, each at most once.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub leaders: Vec<LeaderPost>,
    /// Changes to the map.
    ///
    /// `{ blank = true }` makes all printed hexes clear ground at level 1, for positions that need no terrain.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub map: Option<MapPatch>,
    /// Counters to change or to add.
    ///
    /// What an entry does not give stays as it is. An entry with a new name adds a counter.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub counters: Vec<CounterPatch>,
    /// Leader cards to change or to add.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cards: Vec<LeaderPatch>,
    /// Charts to replace.
    ///
    /// Whole tables, or single groups of values: `{ fire_drms = { village = "-2" } }`. The printed sheets mark what you replace.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub charts: Option<ChartsPatch>,
}

struct Reader<'a> {
    s: State,
    faults: &'a mut SetupFaults,
}

impl Reader<'_> {
    fn fault(&mut self, path: impl Into<String>, message: impl Into<String>, cite: Option<Cite>) {
        self.faults.push(path, message, cite);
    }

    fn hex(&mut self, path: &str, text: &str) -> Option<HexId> {
        match self.s.game_data.board.parse(text) {
            Ok(h) => Some(h),
            Err(e) => {
                self.fault(path, e.to_string(), Some(cite!("2.1")));
                None
            }
        }
    }

    fn unit(&mut self, i: usize, post: &UnitPost, seen: &mut Vec<UnitId>) {
        let path = |field: &str| format!("units[{i}].{field}");
        let named = posted_once(&self.s, &post.id, seen, &path("id"), cite!("2.2"), self.faults);
        let Some(id): Option<UnitId> = named else {
            return;
        };
        let side = self.s.side(id);
        let places = [
            ("box", Whereabouts::Box),
            ("reserve", Whereabouts::Reserve),
            ("lost", Whereabouts::Lost),
            ("absent", Whereabouts::Absent),
        ];
        let found = posted(
            &self.s.game_data.board,
            (post.hex.as_deref(), post.at.as_deref()),
            &places,
            &format!("units[{i}]"),
            cite!("2.1"),
            self.faults,
        );
        let at = match found {
            None => return,
            Some(Posted::Hex(h)) => Whereabouts::Map(h),
            Some(Posted::At(Whereabouts::Box)) if side != Side::Ottoman => {
                self.fault(path("at"), "the Retired Box is the Ottomans'", Some(cite!("10.3(1)")));
                return;
            }
            Some(Posted::At(at)) => at,
            Some(Posted::Unsaid) => match self.s.unit(id).at {
                Whereabouts::Absent => {
                    self.fault(path("hex"), "a unit stands in a hex, or `at` says where it is", None);
                    return;
                }
                here => here,
            },
        };
        let o = self.s.game_data.board.orientation();
        if let Some(word) = &post.facing {
            match VertexFacing::named(word, o) {
                Some(f) => self.s.unit_mut(id).facing = f,
                None => self.fault(path("facing"), o.no_corner(word).to_string(), Some(cite!("3.3.1"))),
            }
        }
        let mut condition = self.s.unit(id).condition;
        if let Some(word) = &post.state {
            match chosen(word, "state", &Condition::WORDS, &path("state"), None, self.faults) {
                Some(c) => condition = c,
                None => return,
            }
        }
        if condition == Condition::Disordered && self.s.counter(id).back.is_none() {
            self.fault(path("state"), "a unit without a reverse side cannot be Disordered", Some(cite!("2.2")));
            return;
        }
        if condition == Condition::Retired && self.s.arm(id) == Arm::Artillery {
            self.fault(path("state"), "no result makes artillery Retire", Some(cite!("7.5.4", "H8")));
        }
        if condition == Condition::Retired && side == Side::Ottoman && at != Whereabouts::Box {
            self.fault(path("state"), "a Retired Ottoman unit is in the Box", Some(cite!("10.3(1)")));
        }
        if condition == Condition::Retired && side == Side::Hungary && at == Whereabouts::Reserve {
            self.fault(path("state"), "a Retired Hungarian unit is on the map", Some(cite!("10.3(2)")));
        }
        if at == Whereabouts::Box && condition == Condition::Normal && post.state.is_none() {
            self.fault(
                path("state"),
                "say whether the unit in the Box is retired or disordered",
                Some(cite!("10.3(1)")),
            );
        }
        let camps = self.s.game_data.deployment.group_of(id).is_some_and(|g| g.disordered);
        if post.encamped && !camps {
            self.fault(path("encamped"), "only the Rumelian horse sets up camp", Some(cite!("14.3(2)")));
        }
        if post.encamped && condition != Condition::Disordered {
            self.fault(path("encamped"), "a unit setting up camp is Disordered", Some(cite!("14.3(2)")));
        }
        let u = self.s.unit_mut(id);
        u.condition = condition;
        if post.encamped {
            u.done.set(Done::ENCAMPED);
        }
        let command = self.s.game_data.roster.command_card(self.s.command(id));
        if at == Whereabouts::Reserve && command.entry.is_empty() {
            let message = format!("the command {} enters through no hex", command.id);
            self.fault(path("at"), message, Some(cite!("15.1")));
        }
        if let Whereabouts::Map(h) = at
            && let Some(other) = self.s.occupant(h)
            && other != id
        {
            let names = format!("{} and {} are both in {}", self.name(other), post.id, self.s.game_data.board.label(h));
            self.fault(path("hex"), names, Some(cite!("3.1.1")));
            return;
        }
        self.s.put(id, at);
    }

    fn name(&self, id: UnitId) -> String {
        self.s.counter(id).id.clone()
    }

    fn leader(&mut self, i: usize, post: &LeaderPost, seen: &mut Vec<LeaderId>) {
        let path = |field: &str| format!("leaders[{i}].{field}");
        let named = posted_once(&self.s, &post.id, seen, &path("id"), cite!("2.2.9"), self.faults);
        let Some(id): Option<LeaderId> = named else {
            return;
        };
        let side = self.s.game_data.roster.leader_card(id).side;
        let places = [
            ("reserve", Whereabouts::Reserve),
            ("lost", Whereabouts::Lost),
            ("absent", Whereabouts::Absent),
        ];
        let found = posted(
            &self.s.game_data.board,
            (post.hex.as_deref(), post.at.as_deref()),
            &places,
            &format!("leaders[{i}]"),
            cite!("2.1"),
            self.faults,
        );
        let at = match found {
            None => return,
            Some(Posted::Hex(h)) => Whereabouts::Map(h),
            Some(Posted::At(at)) => at,
            Some(Posted::Unsaid) if self.s.leader(id).at != Whereabouts::Absent => self.s.leader(id).at,
            Some(Posted::Unsaid) => {
                self.fault(path("hex"), "a leader has a hex, or `at` says where he is", None);
                return;
            }
        };
        if let Whereabouts::Map(h) = at
            && let Some(enemy) = self.s.enemy_at(h, side)
        {
            let message = format!("an enemy unit, {}, is in his hex", self.name(enemy));
            self.fault(path("hex"), message, Some(cite!("3.1.1")));
            return;
        }
        if self.s.game_data.roster.leader_card(id).reserve && at != Whereabouts::Absent {
            self.fault(path("id"), "he is in the counter mix, but in no battle", Some(cite!("14.1", "H1")));
        }
        let deputy = self
            .s
            .game_data
            .deputy_of(self.s.game_data.roster.leader_card(id).command);
        let l = self.s.leader_mut(id);
        l.at = at;
        l.known = post.known;
        l.replacement = post.replacement;
        l.pending = at == Whereabouts::Lost && (deputy.is_none() || deputy == Some(id));
    }
}

fn blank(game_data: Arc<GameData>, options: Options, stalemate: u8) -> State {
    let units = game_data
        .roster
        .counters
        .iter()
        .map(|c| Unit {
            at: Whereabouts::Absent,
            facing: game_data.deployment.facing(c.side),
            condition: Condition::Normal,
            done: Done::default(),
            spent: 0,
            attacks: 0,
        })
        .collect();
    let leaders = game_data
        .roster
        .leaders
        .iter()
        .map(|_| Leader {
            at: Whereabouts::Absent,
            known: false,
            replacement: false,
            szapolyai: false,
            pending: false,
            spent: 0,
            moved: false,
        })
        .collect();
    let hexes = game_data.board.len();
    State {
        game_data,
        options,
        units,
        leaders,
        occupants: vec![NOBODY; hexes],
        banner: None,
        banner_lost: false,
        stack: Vec::new(),
        activation: None,
        combats: Vec::new(),
        last: [None; 2],
        same_again: false,
        seizure_open: true,
        ottomans_up: true,
        raised: None,
        failed_seizure: false,
        activations: 0,
        passes: 0,
        stalemate,
        fallen: [[0; 2]; 2],
        szapolyai_came: false,
        outcome: None,
    }
}

fn the_kit(setup: &Setup, faults: &mut SetupFaults) -> Arc<GameData> {
    let patch = GameDataPatch {
        map: setup.map.clone(),
        counters: setup.counters.clone(),
        leaders: setup.cards.clone(),
        charts: setup.charts.clone(),
    };
    if patch == GameDataPatch::default() {
        return Arc::clone(standard());
    }
    Arc::new(standard().patched(&patch, faults))
}

/// Makes the state of a set-up. States are made nowhere else.
pub(crate) fn begin(setup: &Setup, laws: &Laws) -> Result<State, SetupFaults> {
    let mut faults = SetupFaults::default();
    let game_data = the_kit(setup, &mut faults).under(laws);
    if !faults.0.is_empty() {
        return Err(faults);
    }
    let options = setup.options.iter().fold(Options::default(), |o, &c| o.with(c));
    let stalemate = setup.stalemate.unwrap_or(6);
    if stalemate == 0 {
        faults.push("stalemate", "at least one Pass makes a stalemate", None);
    }
    misplaced(setup, &mut faults);
    let start = setup.start_at == StartAt::SetUp;
    let mut s = blank(game_data, options, stalemate);
    let base = setup.base.unwrap_or(if start { Base::Mohacs } else { Base::Empty });
    if base == Base::Mohacs {
        s.deploy_tables();
        if !start {
            s.deploy_rest();
        }
    } else if start {
        faults.push("base", "`start_at = \"set-up\"` begins with the printed deployment", Some(cite!("14.1")));
    }
    if start && !(setup.units.is_empty() && setup.leaders.is_empty()) {
        faults.push("units", "with `start_at = \"set-up\"` the pieces are placed by play", Some(cite!("14.1")));
    }
    // 14.3 applies at the start of the battle, and elsewhere only if the set-up says so.
    let fresh = start;
    s.same_again = setup.same_again.unwrap_or(fresh);
    s.seizure_open = setup.seizure_open.unwrap_or(!fresh);
    s.ottomans_up = setup.ottomans_up.unwrap_or(!fresh);
    s.passes = setup.passes.unwrap_or(0);
    if s.stalemate > 0 && s.passes >= s.stalemate && faults.0.iter().all(|f| f.path != "passes") {
        faults.push("passes", "that many Passes have ended the match", None);
    }
    let mut r = Reader { s, faults: &mut faults };
    // Units named by the set-up leave their place in the deployment first, so that they may change places.
    for post in &setup.units {
        if post.hex.is_some()
            && let Some(u) = r.s.game_data.roster.unit(&post.id)
        {
            r.s.put(u, Whereabouts::Absent);
        }
    }
    let mut seen = Vec::new();
    for (i, post) in setup.units.iter().enumerate() {
        r.unit(i, post, &mut seen);
    }
    let mut seen = Vec::new();
    for (i, post) in setup.leaders.iter().enumerate() {
        r.leader(i, post, &mut seen);
    }
    count_fallen(&mut r, setup);
    if let Some(text) = &setup.banner
        && let Some(h) = r.hex("banner", text)
    {
        r.s.banner = Some(h);
    }
    if setup.banner_lost {
        r.s.banner = None;
        r.s.banner_lost = true;
    }
    read_last(&mut r, setup);
    check_whole(&mut r);
    let s = r.s;
    let s = open(s, setup, &mut faults);
    faults.or(s)
}

/// Adds a fault for each key that does not count with the set-up's `start_at`.
fn misplaced(setup: &Setup, faults: &mut SetupFaults) {
    let start = setup.start_at;
    let keys: &[(&str, bool, &[StartAt])] = &[
        ("side", setup.side.is_some(), &PLACED[..2]),
        ("leader", setup.leader.is_some(), ACTING),
        ("how", setup.how.is_some(), ACTING),
        ("banner", setup.banner.is_some(), PLACED),
        ("banner_lost", setup.banner_lost, PLACED),
        ("last", !setup.last.is_empty(), PLACED),
        ("passes", setup.passes.is_some(), &PLACED[..2]),
        ("entered", !setup.entered.is_empty(), &[StartAt::Activation, StartAt::MoveFire]),
        ("fallen", !setup.fallen.is_empty(), PLACED),
    ];
    each_only_at(keys, start, faults);
    for (i, post) in setup.units.iter().enumerate() {
        only_at(format!("units[{i}].done"), !post.done.is_empty(), start, ACTING, faults);
    }
    if setup.banner.is_some() && setup.banner_lost {
        faults.push("banner_lost", "the Banner has a hex or is lost, not both", Some(cite!("13.0.4")));
    }
}

/// Counts the leaders killed, for the Flight Level (16.0.1): by side as the set-up says, otherwise those that are lost.
fn count_fallen(r: &mut Reader<'_>, setup: &Setup) {
    for &side in Side::ALL {
        let mut lost = [0u8; 2];
        for l in r.s.leader_ids() {
            let card = r.s.game_data.roster.leader_card(l);
            if card.side == side && r.s.leader(l).at == Whereabouts::Lost {
                lost[usize::from(!card.monarch || r.s.leader(l).replacement)] += 1;
            }
        }
        let said = setup.fallen.get(&side).map(|f| [f.monarch, f.others]);
        r.s.fallen[side as usize] = said.unwrap_or(lost);
        for (n, field, case) in [(0, "monarch", cite!("16.0.1(1)")), (1, "others", cite!("16.0.1(2)"))] {
            if let Some(said) = said
                && said[n] < lost[n]
            {
                let path = format!("fallen.{}.{field}", side.word());
                r.fault(path, format!("{} of them lie lost: they count as killed", lost[n]), Some(case));
            }
        }
    }
}

fn read_last(r: &mut Reader<'_>, setup: &Setup) {
    if setup.start_at == StartAt::SetUp {
        return;
    }
    for (&side, word) in &setup.last {
        match r.s.game_data.roster.command(word) {
            Some(c) if r.s.game_data.roster.command_card(c).side == side => {
                r.s.last[side as usize] = Some(c);
            }
            _ => {
                let roster = &r.s.game_data.roster;
                let commands = roster.commands.iter().filter(|c| c.side == side);
                let near = did_you_mean(word, commands.map(|c| c.id.as_str()));
                let message = format!("unknown command of that side {word:?}{near}");
                r.fault(format!("last.{}", side.word()), message, Some(cite!("4.3")));
            }
        }
    }
}

/// Checks the position as a whole.
fn check_whole(r: &mut Reader<'_>) {
    let s = &r.s;
    let mut found: Vec<(String, String, Cite)> = Vec::new();
    if let Some(b) = s.banner
        && let Some(e) = s.enemy_at(b, Side::Hungary)
    {
        found.push(("banner".into(), format!("an Ottoman unit, {}, is in its hex", s.counter(e).id), cite!("13.0.4")));
    }
    for u in s.unit_ids() {
        let unit = s.unit(u);
        if s.banner.is_none() && s.side(u) == Side::Hungary && unit.condition == Condition::Retired && unit.at.in_play()
        {
            found.push((
                format!("units.{}.state", s.counter(u).id),
                "without a Banner no Hungarian unit is Retired".into(),
                cite!("13.0.4"),
            ));
        }
    }
    for l in s.leader_ids() {
        let card = s.game_data.roster.leader_card(l);
        if let Some(h) = s.leader(l).at.hex()
            && s.leader_ids()
                .any(|o| s.leader(o).at == Whereabouts::Map(h) && s.game_data.roster.leader_card(o).side != card.side)
        {
            found.push((format!("leaders.{}.hex", card.id), "an enemy leader is in his hex".into(), cite!("3.1.1")));
        }
        let units = s.game_data.units_of(card.command).any(|u| s.unit(u).at.in_play());
        if s.leader(l).at.in_play() && !units {
            found.push((format!("leaders.{}", card.id), "none of his units is in play".into(), cite!("12.4")));
        }
    }
    for (path, message, cite) in found {
        r.fault(path, message, Some(cite));
    }
}

fn flag_words(s: &mut State, setup: &Setup, faults: &mut SetupFaults) {
    for (i, post) in setup.units.iter().enumerate() {
        let Some(id) = s.game_data.roster.unit(&post.id) else {
            continue;
        };
        for word in &post.done {
            let deeds = [
                ("moved", Done::MOVED),
                ("pivoted", Done::PIVOTED),
                ("fired", Done::FIRED),
            ];
            let path = format!("units[{i}].done");
            if let Some(deed) = chosen(word, "action", &deeds, &path, None, faults) {
                // No unit is selected at a start: a unit that has done something has ended its run (ruling A10).
                let u = s.unit_mut(id);
                u.done.set(deed);
                u.done.set(Done::RUN_OVER);
            }
        }
    }
}

fn active(s: &State, setup: &Setup, faults: &mut SetupFaults) -> Option<(Side, CommandId, LeaderId)> {
    let Some(word) = &setup.leader else {
        faults.push("leader", "`start_at` needs the leader whose command is active", Some(cite!("5.1.1")));
        return None;
    };
    let leader: LeaderId = faults.note("leader", Noun::read(s, word), Some(cite!("2.2.9")))?;
    if !matches!(s.leader(leader).at, Whereabouts::Map(_) | Whereabouts::Reserve) {
        faults.push("leader", "that leader is not in play", Some(cite!("12.4.1")));
        return None;
    }
    let card = s.game_data.roster.leader_card(leader);
    Some((card.side, card.command, leader))
}

/// Adds faults if no attack can be declared, with the reason for each unit that has an enemy in front of it.
fn check_declarations(s: &mut State, faults: &mut SetupFaults) {
    let (mut dice, mut log) = (Scripted::new(&[]), Log::new());
    let flow = Engine::new(s, &mut dice, &mut log).declaring();
    if flow == Flow::Ask {
        return;
    }
    let kept = log.take();
    if kept.is_empty() {
        let message = "no attack can be declared there: no unit of the command has an enemy before it";
        faults.push("start_at", message, Some(cite!("8.1")));
    }
    for event in &kept {
        let What::PassedOver {
            unit: Some(unit),
            chance,
            against,
            refusals,
            ..
        } = &event.what
        else {
            continue;
        };
        let who = s.game_data.roster.unit_word(*unit);
        // The author of the set-up knows its units by their ids.
        let why = cannot(*chance, against, |foe| s.game_data.roster.unit_word(foe).to_owned());
        faults.barred("start_at", &format!("no attack can be declared there: {who} {why}"), refusals);
    }
}

fn open(mut s: State, setup: &Setup, faults: &mut SetupFaults) -> State {
    let side = setup.side.unwrap_or(Side::Hungary);
    match setup.start_at {
        StartAt::SetUp => s.stack.push(Stage::Deploy { next: 0 }),
        StartAt::Free => s.stack.push(Stage::Free { side }),
        StartAt::Continuity => s.stack.push(Stage::Continuity { side }),
        StartAt::Activation | StartAt::MoveFire | StartAt::Shock => {
            let Some((side, command, leader)) = active(&s, setup, faults) else {
                return s;
            };
            let warrant = setup.how.unwrap_or_default();
            let mut choice = Verdict::full();
            judge_choice(&s, side, leader, warrant, &mut choice);
            for why in &choice.finish().err().unwrap_or_default() {
                faults.push("how", format!("no such activation comes about: {}", why.because), Some(why.cite));
            }
            let free = warrant == Warrant::Free || (warrant == Warrant::Seized && s.opts(Choice::A2));
            if side == Side::Ottoman {
                s.ottomans_up = true;
            }
            s.open_activation(side, command, leader, warrant, free);
            flag_words(&mut s, setup, faults);
            for (word, &n) in &setup.entered {
                match s.game_data.board.parse(word) {
                    Ok(h) => {
                        if let Some(a) = s.activation.as_deref_mut() {
                            a.entered.push((h, n));
                        }
                    }
                    Err(e) => faults.push(format!("entered.{word}"), e.to_string(), Some(cite!("15.1"))),
                }
            }
            let step = match setup.start_at {
                StartAt::Activation => Course::Replacements,
                StartAt::MoveFire => Course::Declare,
                _ => Course::Resolve,
            };
            s.stack.push(Stage::Activation { step });
            if setup.start_at != StartAt::Activation {
                let mut dice = Scripted::new(&[]);
                let mut log = Log::off();
                Engine::new(&mut s, &mut dice, &mut log).fix_status(command);
            }
            match setup.start_at {
                StartAt::MoveFire => s.stack.push(Stage::Segment),
                StartAt::Shock => {
                    if let Some(a) = s.activation.as_deref_mut() {
                        a.shock = true;
                    }
                    s.stack.push(Stage::Declaring);
                }
                _ => {}
            }
        }
    }
    if !faults.0.is_empty() {
        return s;
    }
    if setup.start_at == StartAt::Shock {
        check_declarations(&mut s, faults);
        if !faults.0.is_empty() {
            return s;
        }
    }
    casus_core::open(cite!("8.1"), faults, |dice, log| {
        run(&mut Engine::new(&mut s, dice, log));
    });
    s
}
