//! Set-ups: the battle as printed, or any position, opened at a doorway.

#[cfg(test)]
mod tests;

use crate::casebook::cite;
use crate::charts::ChartsPatch;
use crate::components::{Arm, CommandId, LeaderId, Side, UnitId};
use crate::data::{CounterPatch, Kit, KitPatch, LeaderPatch, MapPatch, standard};
use crate::engine::Engine;
use crate::event::What;
use crate::options::{Choice, Options};
use crate::rules::activation::judge_choice;
use crate::state::activation::Warrant;
use crate::state::pieces::{Condition, Done, Leader, Unit, Whereabouts};
use crate::state::position::{NOBODY, State};
use crate::state::stage::{Course, Stage};
use crate::story::kept as kept_from;
use casus_core::geometry::did_you_mean;
use casus_core::reading::{Posted, chosen, each_only_at, only_at, posted, posted_once};
use casus_core::{Cite, Flow, HexId, Laws, Log, Noun, Scripted, SetupFaults, Sided, Verdict, VertexFacing, run};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Where play opens.
///
/// A doorway opens on the first decision of its part. Where none could be made there, at `"shock"` when no attack can be
/// declared, that is a fault of the set-up, which names who is kept from it and by which Case. In a set-up it is a word in small letters: `"move-fire"`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Doorway {
    /// Placing the pieces of choice (14.1, 14.2).
    ///
    /// The tables say where; no piece of the set-up's own may be named here. 14.3 is fresh.
    #[default]
    SetUp,
    /// A Free choice of `side` (5.1).
    ///
    /// The decision is `activate`.
    Free,
    /// Continuity of `side` (5.2).
    ///
    /// The decision is `continuity`: `side` has acted and may name its next command. What it may not name, `last` tells
    /// (4.2).
    Continuity,
    /// The start of `leader`'s activation (5.1.1).
    ///
    /// Replacements come first (12.4.1), then command is traced, then the Move/Fire segment opens.
    Activation,
    /// His Move/Fire segment, command status fixed (6.1).
    ///
    /// The decision is `segment`. Command is traced from the position as it stands.
    MoveFire,
    /// His Shock segment, command status fixed (8.1).
    ///
    /// The decision is `declare`. What units have done before is in their posts: [`UnitPost::done`].
    Shock,
}

/// The doors of an activation.
const ACTING: &[Doorway] = &[Doorway::Activation, Doorway::MoveFire, Doorway::Shock];
/// Every door after the pieces have been placed.
const PLACED: &[Doorway] = &[
    Doorway::Free,
    Doorway::Continuity,
    Doorway::Activation,
    Doorway::MoveFire,
    Doorway::Shock,
];

/// What the other units are doing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Base {
    /// Only the pieces that the set-up names are in the battle.
    Empty,
    /// The printed deployment; pieces of choice stand in the first hexes open to them.
    Mohacs,
}

/// A unit in a position.
///
/// In JSON or TOML: `{ id = "OT-RI-9", hex = "2014", facing = "N", state = "disordered" }`. A unit that stands nowhere
/// yet says `hex` or `at`, not both; one that the printed deployment has placed may leave both out.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct UnitPost {
    /// Its name, `"HU-HC-3"`.
    pub id: String,
    /// Its hex, `"1803"`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hex: Option<String>,
    /// `"box"`, `"reserve"`, `"lost"` or `"absent"` instead of a hex.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<String>,
    /// The vertex it faces, `"S"`; its army's first facing if not said.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub facing: Option<String>,
    /// `"normal"`, `"disordered"` or `"retired"`.
    ///
    /// `"normal"` if not said, and for a unit of the deployment what it is there. Only a unit with a reverse is
    /// Disordered (2.2); a Retired Ottoman is in the Box (10.3(1)); without a Banner no Hungarian is Retired (13.0.4).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub state: Option<String>,
    /// Still setting up camp (14.3(2)).
    ///
    /// Of the Rumelian horse alone, which is Disordered then.
    #[serde(skip_serializing_if = "core::ops::Not::not")]
    pub encamped: bool,
    /// What it has done in the activation: `"moved"`, `"pivoted"`, `"fired"`.
    ///
    /// At the doors of an activation only. Who has done any of them has ended his run: a shot may be left to him (A10).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub done: Vec<String>,
}

/// A leader in a position.
///
/// In JSON or TOML: `{ id = "Tomori", hex = "2021", known = true }`. No enemy unit may be in his hex, and some unit of
/// his must be in play (3.1.1, 12.4).
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct LeaderPost {
    /// His name, `"Tomori"`.
    pub id: String,
    /// His hex.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hex: Option<String>,
    /// `"reserve"`, `"lost"` (his replacement due) or `"absent"` instead of a hex.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<String>,
    /// The enemy knows where he is.
    ///
    /// If not, the enemy's [`View`](crate::View) hides him under whatever unit of his army he may be with (3.5).
    #[serde(skip_serializing_if = "core::ops::Not::not")]
    pub known: bool,
    /// A replacement stands for him.
    ///
    /// The ratings of the replacement hold then, not his own (12.4.1).
    #[serde(skip_serializing_if = "core::ops::Not::not")]
    pub replacement: bool,
}

/// All leaders of a side killed before the position, those who are `"lost"` by their posts among them.
///
/// They count for the Flight Level Points of the side (16.0.1). A side of which nothing is said has lost those who are
/// `"lost"`, and nobody whose replacement has come; one of which too few are said is a fault.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Fallen {
    /// The King or Sultan.
    pub monarch: u8,
    /// Other leaders.
    pub others: u8,
}

/// Any position of the game.
///
/// Any field may be left out, in JSON, TOML and, by `..Setup::default()`, in Rust; a key that is none is a fault. The
/// page of the crate has a table of all of them. [`Match::new`](casus_core::Match::new) answers with every fault at
/// once, each with its path (`units[3].hex`) and the Case that it offends.
///
/// ```
/// use casus_core::Match;
/// use casus_suleiman::{Doorway, LeaderPost, Setup, Suleiman, UnitPost};
///
/// let unit = |id: &str, hex: &str| UnitPost { id: id.into(), hex: Some(hex.into()), ..UnitPost::default() };
/// let leader = LeaderPost { id: "Hannibal".into(), hex: Some("2014".into()), ..LeaderPost::default() };
/// let setup = Setup {
///     doorway: Doorway::MoveFire,
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
    /// Options in force: the Case of an optional rule, or the name of a ruling to be read the other way.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<Choice>,
    /// After so many consecutive Passes the match is a stalemate; 6 if not said.
    ///
    /// 1 to 255 (ruling A20).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stalemate: Option<u8>,
    /// Where play opens.
    pub doorway: Doorway,
    /// What stands where nothing is said: the printed deployment at the door `set-up`, nothing elsewhere.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub base: Option<Base>,
    /// Whose choice it is, for the doors `free` and `continuity`; the Hungarians' if not said.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub side: Option<Side>,
    /// Under whom the active command acts, for the doors of an activation.
    ///
    /// A leader in play, on the map or still to enter; of the Center, either of its two (12.2).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub leader: Option<String>,
    /// How it came to be active.
    ///
    /// `"free"` if not said. Flight checks and the Anatolian Wing's first entry ask (16.0.1, 15.1.2). What the list
    /// `command` forbids cannot have come about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub how: Option<Warrant>,
    /// The Hungarian Banner's hex; not at the door `set-up`, where play places it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub banner: Option<String>,
    /// The Banner has been lost (13.0.4); not at the door `set-up`.
    #[serde(skip_serializing_if = "core::ops::Not::not")]
    pub banner_lost: bool,
    /// The command of each side's last activation; not at the door `set-up`.
    ///
    /// By side: `{ Hungary = "Center" }`. It may not be named for Continuity (4.2).
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub last: BTreeMap<Side, String>,
    /// 14.3(4): the Hungarians may still continue with the same command; so at the door `set-up`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub same_again: Option<bool>,
    /// 14.3(3): the Ottomans have had their first Free activation; not so at the door `set-up`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seizure_open: Option<bool>,
    /// 15.2.4: the Ottomans have been activated; not so at the door `set-up`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ottomans_up: Option<bool>,
    /// Consecutive Passes so far, for the doors `free` and `continuity`: an activation ends their count.
    ///
    /// 0 to one less than `stalemate`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub passes: Option<u8>,
    /// Units that have entered in this activation, by entry hex (15.1), for the doors `activation` and `move-fire`.
    ///
    /// An entry hex costs one point more for each (15.1).
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub entered: BTreeMap<String, u8>,
    /// Leaders killed so far, by side; those who are `"lost"` if not said. Not at the door `set-up`.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub fallen: BTreeMap<Side, Fallen>,
    /// The units.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub units: Vec<UnitPost>,
    /// The leaders.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub leaders: Vec<LeaderPost>,
    /// Changes to the map.
    ///
    /// `{ blank = true }` is clear ground at level 1 in all printed hexes, for positions that want no terrain.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub map: Option<MapPatch>,
    /// Counters changed or added.
    ///
    /// What a patch does not say stays as it is; one of a new name adds a counter.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub counters: Vec<CounterPatch>,
    /// Leader cards changed or added.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cards: Vec<LeaderPatch>,
    /// Charts replaced.
    ///
    /// Whole tables, or single groups of values: `{ fire_drms = { village = "-2" } }`. What is laid over ours is marked
    /// so on the sheets.
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
        match self.s.kit.board.parse(text) {
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
            &self.s.kit.board,
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
        let o = self.s.kit.board.orientation();
        if let Some(word) = &post.facing {
            match VertexFacing::named(word, o) {
                Some(f) => self.s.unit_mut(id).facing = f,
                None => self.fault(path("facing"), o.no_corner(word), Some(cite!("3.3.1"))),
            }
        }
        let mut condition = self.s.unit(id).condition;
        if let Some(word) = &post.state {
            let states = [
                ("normal", Condition::Normal),
                ("disordered", Condition::Disordered),
                ("retired", Condition::Retired),
            ];
            match chosen(word, "state", &states, &path("state"), None, self.faults) {
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
        let camps = self.s.kit.deployment.group_of(id).is_some_and(|g| g.disordered);
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
        let command = self.s.kit.roster.command_card(self.s.command(id));
        if at == Whereabouts::Reserve && command.entry.is_empty() {
            let message = format!("the command {} enters through no hex", command.id);
            self.fault(path("at"), message, Some(cite!("15.1")));
        }
        if let Whereabouts::Map(h) = at
            && let Some(other) = self.s.occupant(h)
            && other != id
        {
            let names = format!("{} and {} are both in {}", self.name(other), post.id, self.s.kit.board.label(h));
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
        let side = self.s.kit.roster.leader_card(id).side;
        let places = [
            ("reserve", Whereabouts::Reserve),
            ("lost", Whereabouts::Lost),
            ("absent", Whereabouts::Absent),
        ];
        let found = posted(
            &self.s.kit.board,
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
        if self.s.kit.roster.leader_card(id).reserve && at != Whereabouts::Absent {
            self.fault(path("id"), "he is in the counter mix, but in no battle", Some(cite!("14.1", "H1")));
        }
        let deputy = self.s.kit.deputy_of(self.s.kit.roster.leader_card(id).command);
        let l = self.s.leader_mut(id);
        l.at = at;
        l.known = post.known;
        l.replacement = post.replacement;
        l.pending = at == Whereabouts::Lost && (deputy.is_none() || deputy == Some(id));
    }
}

fn blank(kit: Arc<Kit>, options: Options, stalemate: u8) -> State {
    let units = kit
        .roster
        .counters
        .iter()
        .map(|c| Unit {
            at: Whereabouts::Absent,
            facing: kit.deployment.facing(c.side),
            condition: Condition::Normal,
            done: Done::default(),
            spent: 0,
            attacks: 0,
        })
        .collect();
    let leaders = kit
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
    let hexes = kit.board.len();
    State {
        kit,
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

fn the_kit(setup: &Setup, faults: &mut SetupFaults) -> Arc<Kit> {
    let patch = KitPatch {
        map: setup.map.clone(),
        counters: setup.counters.clone(),
        leaders: setup.cards.clone(),
        charts: setup.charts.clone(),
    };
    if patch == KitPatch::default() {
        return Arc::clone(standard());
    }
    Arc::new(standard().patched(&patch, faults))
}

/// The only door to a state.
pub(crate) fn begin(setup: &Setup, laws: &Laws) -> Result<State, SetupFaults> {
    let mut faults = SetupFaults::default();
    let kit = the_kit(setup, &mut faults).under(laws);
    if !faults.0.is_empty() {
        return Err(faults);
    }
    let options = setup.options.iter().fold(Options::default(), |o, &c| o.with(c));
    let stalemate = setup.stalemate.unwrap_or(6);
    if stalemate == 0 {
        faults.push("stalemate", "at least one Pass makes a stalemate", None);
    }
    misplaced(setup, &mut faults);
    let start = setup.doorway == Doorway::SetUp;
    let mut s = blank(kit, options, stalemate);
    let base = setup.base.unwrap_or(if start { Base::Mohacs } else { Base::Empty });
    if base == Base::Mohacs {
        s.deploy_tables();
        if !start {
            s.deploy_rest();
        }
    } else if start {
        faults.push("base", "the door set-up opens on the printed deployment", Some(cite!("14.1")));
    }
    if start && !(setup.units.is_empty() && setup.leaders.is_empty()) {
        faults.push("units", "at the door set-up the pieces are placed by play", Some(cite!("14.1")));
    }
    // At the first battle's start, and nowhere else unless the set-up says so, 14.3 is fresh.
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
            && let Some(u) = r.s.kit.roster.unit(&post.id)
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

/// Notes the keys that have no meaning at the door of the set-up.
fn misplaced(setup: &Setup, faults: &mut SetupFaults) {
    let door = setup.doorway;
    let keys: &[(&str, bool, &[Doorway])] = &[
        ("side", setup.side.is_some(), &PLACED[..2]),
        ("leader", setup.leader.is_some(), ACTING),
        ("how", setup.how.is_some(), ACTING),
        ("banner", setup.banner.is_some(), PLACED),
        ("banner_lost", setup.banner_lost, PLACED),
        ("last", !setup.last.is_empty(), PLACED),
        ("passes", setup.passes.is_some(), &PLACED[..2]),
        ("entered", !setup.entered.is_empty(), &[Doorway::Activation, Doorway::MoveFire]),
        ("fallen", !setup.fallen.is_empty(), PLACED),
    ];
    each_only_at(keys, door, faults);
    for (i, post) in setup.units.iter().enumerate() {
        only_at(format!("units[{i}].done"), !post.done.is_empty(), door, ACTING, faults);
    }
    if setup.banner.is_some() && setup.banner_lost {
        faults.push("banner_lost", "the Banner has a hex or is lost, not both", Some(cite!("13.0.4")));
    }
}

/// Leaders killed, who count for the Flight Level (16.0.1): by side as the set-up says, or else those who are lost.
fn count_fallen(r: &mut Reader<'_>, setup: &Setup) {
    for &side in Side::ALL {
        let mut lost = [0u8; 2];
        for l in r.s.leader_ids() {
            let card = r.s.kit.roster.leader_card(l);
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
    if setup.doorway == Doorway::SetUp {
        return;
    }
    for (&side, word) in &setup.last {
        match r.s.kit.roster.command(word) {
            Some(c) if r.s.kit.roster.command_card(c).side == side => {
                r.s.last[side as usize] = Some(c);
            }
            _ => {
                let roster = &r.s.kit.roster;
                let commands = roster.commands.iter().filter(|c| c.side == side);
                let near = did_you_mean(word, commands.map(|c| c.id.as_str()));
                let message = format!("`{word}` is no command of that side{near}");
                r.fault(format!("last.{}", side.word()), message, Some(cite!("4.3")));
            }
        }
    }
}

/// What holds of the position as a whole.
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
        let card = s.kit.roster.leader_card(l);
        if let Some(h) = s.leader(l).at.hex()
            && s.leader_ids()
                .any(|o| s.leader(o).at == Whereabouts::Map(h) && s.kit.roster.leader_card(o).side != card.side)
        {
            found.push((format!("leaders.{}.hex", card.id), "an enemy leader is in his hex".into(), cite!("3.1.1")));
        }
        let units = s.kit.units_of(card.command).any(|u| s.unit(u).at.in_play());
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
        let Some(id) = s.kit.roster.unit(&post.id) else {
            continue;
        };
        for word in &post.done {
            let deeds = [
                ("moved", Done::MOVED),
                ("pivoted", Done::PIVOTED),
                ("fired", Done::FIRED),
            ];
            let path = format!("units[{i}].done");
            if let Some(deed) = chosen(word, "deed", &deeds, &path, None, faults) {
                // Nobody is in hand at a door: whoever has done something has had his run (ruling A10).
                let u = s.unit_mut(id);
                u.done.set(deed);
                u.done.set(Done::RUN_OVER);
            }
        }
    }
}

fn active(s: &State, setup: &Setup, faults: &mut SetupFaults) -> Option<(Side, CommandId, LeaderId)> {
    let Some(word) = &setup.leader else {
        faults.push("leader", "this door wants the leader whose command is active", Some(cite!("5.1.1")));
        return None;
    };
    let leader: LeaderId = faults.note("leader", Noun::read(s, word), Some(cite!("2.2.9")))?;
    if !matches!(s.leader(leader).at, Whereabouts::Map(_) | Whereabouts::Reserve) {
        faults.push("leader", "that leader is not in play", Some(cite!("12.4.1")));
        return None;
    }
    let card = s.kit.roster.leader_card(leader);
    Some((card.side, card.command, leader))
}

/// That no attack can be declared, and what keeps those from it who have an enemy before them.
fn shut_door(s: &mut State, faults: &mut SetupFaults) {
    let (mut dice, mut log) = (Scripted::new(&[]), Log::new());
    let flow = Engine::new(s, &mut dice, &mut log).declaring();
    if flow == Flow::Ask {
        return;
    }
    let kept = log.take();
    if kept.is_empty() {
        let message = "no attack can be declared there: no unit of the command has an enemy before it";
        faults.push("doorway", message, Some(cite!("8.1")));
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
        let who = s.kit.roster.unit_word(*unit);
        let from = kept_from(s, *chance, against);
        faults.barred("doorway", &format!("no attack can be declared there: {who} is {from}"), refusals);
    }
}

fn open(mut s: State, setup: &Setup, faults: &mut SetupFaults) -> State {
    let side = setup.side.unwrap_or(Side::Hungary);
    match setup.doorway {
        Doorway::SetUp => s.stack.push(Stage::Deploy { next: 0 }),
        Doorway::Free => s.stack.push(Stage::Free { side }),
        Doorway::Continuity => s.stack.push(Stage::Continuity { side }),
        Doorway::Activation | Doorway::MoveFire | Doorway::Shock => {
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
                match s.kit.board.parse(word) {
                    Ok(h) => {
                        if let Some(a) = s.activation.as_deref_mut() {
                            a.entered.push((h, n));
                        }
                    }
                    Err(e) => faults.push(format!("entered.{word}"), e.to_string(), Some(cite!("15.1"))),
                }
            }
            let step = match setup.doorway {
                Doorway::Activation => Course::Replacements,
                Doorway::MoveFire => Course::Declare,
                _ => Course::Resolve,
            };
            s.stack.push(Stage::Activation { step });
            if setup.doorway != Doorway::Activation {
                let mut dice = Scripted::new(&[]);
                let mut log = Log::off();
                Engine::new(&mut s, &mut dice, &mut log).fix_status(command);
            }
            match setup.doorway {
                Doorway::MoveFire => s.stack.push(Stage::Segment),
                Doorway::Shock => {
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
    if setup.doorway == Doorway::Shock {
        shut_door(&mut s, faults);
        if !faults.0.is_empty() {
            return s;
        }
    }
    casus_core::open(cite!("8.1"), faults, |dice, log| {
        run(&mut Engine::new(&mut s, dice, log));
    });
    s
}
