//! Set-ups: the printed battle, or any position, opened at a point of play.

use crate::casebook::cite;
use crate::charts::ChartsPatch;
use crate::components::{Class, CommanderId, CorpsId, MOST_MORALE, Side, UnitId};
use crate::data::{
    ArmiesPatch, ClockPatch, ColumnPatch, CommanderPatch, CorpsPatch, CounterPatch, GameData, GameDataPatch,
    HexesPatch, MapPatch, PostPatch, Scenario, standard,
};
use crate::engine::Engine;
use crate::event::{Chance, Event, What};
use crate::options::{Choice, Options};
use crate::rules::movement::charge::{CHARGE_BARS, charge_facts};
use crate::rules::movement::ground::work_side;
use crate::rules::scenarios::deployment::check_room;
use crate::rules::scenarios::entry::entry_hexes;
use crate::rules::scenarios::placing::closed;
use crate::rules::scenarios::works::built;
use crate::rules::stacking;
use crate::state::pieces::{Commander, CommanderSet, Condition, Corps, Marks, Plight, Unit, Whereabouts, Work};
use crate::state::position::State;
use crate::state::run::Run;
use crate::state::stage::Stage;
use crate::state::turn::{Course, Night};
use crate::story::passed_over;
use casus_core::geometry::did_you_mean;
use casus_core::reading::{Posted, chosen, only_at, posted, posted_once, ranged};
use casus_core::{
    Cite, Few, HexId, Laws, Log, Noun, PieceSet, Scripted, SetupFaults, SideFacing, Stacks, Verdict, open, reading, run,
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The point at which play opens; in a set-up a word in lower case: `"defensive-fire"`.
///
/// Except for the first and the last, it is a phase of the active side's player turn (2.1), and play opens with the first
/// decision of that phase. At `command`, `reorganization`, `movement` and `night` much is done without a decision; if no decision
/// is left there, play goes on to the next one. Two things are faults of the set-up, with the Case that forbids it: that rules
/// keep every unit from what would be decided, and, in a phase of fire or melee, that no unit is near enough to an enemy.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum StartAt {
    /// The French set up (14.1).
    ///
    /// The set-up can name no pieces, and the turn is the first.
    #[default]
    SetUp,
    /// The player turn begins.
    ///
    /// Phase 1 finds the units that are out of command, and phase 2 follows.
    Command,
    /// The Reorganization Phase (phase 2).
    Reorganization,
    /// The Movement Phase (phase 3), before the routed units of the active side run.
    ///
    /// The first decision is `rout`, if their order can be chosen.
    Movement,
    /// The moves of the Movement Phase, after the routed units have run.
    Moves,
    /// The Retreat Phase (phase 4), in which the passive side decides.
    Retreat,
    /// The Defensive Fire Phase (phase 5), in which the passive side decides.
    DefensiveFire,
    /// The Offensive Fire Phase (phase 7).
    OffensiveFire,
    /// The Melee Phase (phase 8).
    Melee,
    /// The night between the two days (14.2), after the last turn of the first day. Only in the scenario `two-days`.
    Night,
}

/// The starts after the French have set up.
const BEGUN: &[StartAt] = &[
    StartAt::Command,
    StartAt::Reorganization,
    StartAt::Movement,
    StartAt::Moves,
    StartAt::Retreat,
    StartAt::DefensiveFire,
    StartAt::OffensiveFire,
    StartAt::Melee,
    StartAt::Night,
];

impl StartAt {
    const fn course(self) -> Course {
        match self {
            Self::SetUp => Course::Deploy(0),
            Self::Command => Course::Command,
            Self::Reorganization => Course::Successors,
            Self::Movement => Course::Routs,
            Self::Moves => Course::Moves,
            Self::Retreat => Course::Retreats,
            Self::DefensiveFire => Course::DefensiveFire,
            Self::OffensiveFire => Course::OffensiveFire,
            Self::Melee => Course::Melees,
            Self::Night => Course::Night(Night::Falls),
        }
    }
    /// Returns why this phase would pass without any decision, for the phases of fire and melee.
    ///
    /// Moves and retreats always have a decision. The other phases do their work by themselves, and play goes on if no decision
    /// is left.
    const fn idle(self) -> Option<(Cite, &'static str)> {
        match self {
            Self::DefensiveFire | Self::OffensiveFire => {
                Some((cite!("12.1"), "no unit with fire strength has an enemy unit within its reach"))
            }
            Self::Melee => Some((cite!("13.0"), "no unit of the active side has an enemy unit next to it to attack")),
            Self::SetUp
            | Self::Command
            | Self::Reorganization
            | Self::Movement
            | Self::Moves
            | Self::Retreat
            | Self::Night => None,
        }
    }
    /// Returns whether cavalry can have Charge markers at this point (9.3).
    pub(crate) const fn after_charges(self) -> bool {
        matches!(self, Self::Moves | Self::Retreat | Self::DefensiveFire | Self::OffensiveFire | Self::Melee)
    }
}

/// Where the pieces are that the set-up does not name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Base {
    /// They are not in the battle.
    Empty,
    /// They are where the printed deployment puts them: commanders at their posts, each French unit in the free hex nearest to
    /// its commander, the Swiss still to enter.
    Marignan,
}

casus_core::patch! {
    /// A unit of a set-up.
    ///
    /// In JSON: `{"id": "I-Pike-1", "hex": "1208", "facing": "S", "state": "disordered"}`. Give `hex` or `at`, not both. Leave
    /// out both only for a unit that the printed deployment has placed. The units of a hex must be allowed to stack (5.1, 5.2).
    /// They must face the same way, except routed units and hedgehogs.
    pub struct UnitPost {
        /// The name of the unit: `"Bourbon-Lan-1"`.
        pub id: String,
        /// The hex: `"1614"`. `None` if the unit is off the map, or where the printed deployment puts it.
        pub hex: Option<String>,
        /// The place off the map: `"reserve"` (Swiss, still to enter), `"lost"`, `"fled"` or `"absent"`.
        pub at: Option<String>,
        /// The hexside that it faces: `"N"`. Default: the facing of the other units in its hex, otherwise N for French and S for
        /// Swiss units. A routed unit has none.
        pub facing: Option<String>,
        /// `"order"`, `"disordered"` or `"routed"`. Default: `"order"`.
        pub state: Option<String>,
        /// Whether its replacement counter has taken its place (1.1).
        pub replaced: bool,
        /// Whether it has an Out of Command marker (6.1).
        pub out_of_command: bool,
        /// Whether it is in hedgehog (9.4).
        pub hedgehog: bool,
        /// The hex of the units that it charges, if it has a Charge marker. It must be a Charge that it could declare where it
        /// stands (9.3). Only units of the active side, and only with `start_at` `moves`, `retreat`, `defensive-fire`,
        /// `offensive-fire` or `melee`.
        pub charge: Option<String>,
        /// What it has done in the phase of `start_at`: `"moved"`, `"retreated"`, `"fired"`, `"attacked"`.
        ///
        /// Each only in its phase and for the side that does it there.
        pub done: Vec<String>,
    }
}

casus_core::patch! {
    /// A commander of a set-up.
    ///
    /// In JSON: `{"id": "Bayard", "hex": "1022", "injured": true}`.
    pub struct CommanderPost {
        /// The name of the commander: `"Bayard"`.
        pub id: String,
        /// The hex of the commander. `None` if he is off the map, or where the printed deployment puts him.
        pub hex: Option<String>,
        /// The place off the map: `"reserve"` (Swiss, still to enter), `"lost"` or `"absent"`.
        pub at: Option<String>,
        /// Whether he is injured (12.5).
        pub injured: bool,
        /// Whether he is the successor of the commander on the counter (7.1). Only for Swiss commanders.
        pub successor: bool,
        /// Whether he has moved in this Movement Phase. Only for the active side, with `start_at` `movement` or `moves`.
        pub moved: bool,
    }
}

casus_core::patch! {
    /// A corps of a set-up.
    ///
    /// In `corps`, under the name of the corps: `{"Navarro": {"morale": 3}}`.
    pub struct CorpsPost {
        /// Its morale, 0 to 99; only for French corps (8.1, 8.2). Default: as printed.
        pub morale: Option<i64>,
        /// The commander who leads it (7.1). Default: its own commander, if he is in play.
        pub leader: Option<String>,
        /// The game turn in which it lost its leader: 1 to the turn of the position (7.1). Only if it has no leader. Default: the
        /// turn of the position, if its commander is lost.
        pub vacant: Option<i64>,
    }
}

casus_core::patch! {
    /// A fortification built at night (14.2).
    ///
    /// In JSON: `{"hex": "1512", "side": "N"}`. It shelters only that hex (ruling R96).
    pub struct WorkPost {
        /// The hex that it shelters.
        pub hex: String,
        /// The side of the hex on which it stands: `"N"`, `"NE"`, `"NW"` or `"SW"` (ruling R96).
        pub side: String,
    }
}

casus_core::patch! {
    /// Any position of the game, from which play can open. What a set-up does not give is as at the beginning.
    ///
    /// Every key can be left out: in JSON, in TOML, and in Rust with `..Setup::default()`. An unknown key is a fault. The guide
    /// on the page of this crate has a table of all keys. [`Match::new`](casus_core::Match::new) returns all faults at once, each
    /// with its path (`units[3].hex`) and the Case that forbids it.
    ///
    /// ```
    /// use casus_core::Match;
    /// use casus_marignan::{StartAt, Marignan, Setup, UnitPost};
    ///
    /// let unit = |id: &str, hex: &str| UnitPost { id: id.into(), hex: Some(hex.into()), ..UnitPost::default() };
    /// let setup = Setup {
    ///     start_at: StartAt::Melee,
    ///     units: vec![unit("I-Pike-1", "1210"), unit("Navarro-Gas-1", "1211")],
    ///     ..Setup::default()
    /// };
    /// assert!(Match::<Marignan>::new(setup.clone()).is_ok());
    ///
    /// let late = Setup { turn: Some(99), ..setup };
    /// let faults = Match::<Marignan>::new(late).unwrap_err();
    /// assert!(faults.to_string().contains("turn"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub struct Setup {
        /// The names of rulings for which you choose the other reading.
        pub options: Vec<Choice>,
        /// The scenario: `"first-day"` (default) or `"two-days"`.
        pub scenario: Option<String>,
        /// The point at which play opens.
        pub start_at: StartAt,
        /// The game turn, counted from 1 through both days. Default: 1, and with `start_at` `night` the last turn of the first
        /// day.
        ///
        /// 1 to the last turn of the scenario.
        pub turn: Option<i64>,
        /// The side whose player turn it is. Default: the Swiss, and with `start_at` `night` the French.
        pub active: Option<Side>,
        /// Where the pieces are that the set-up does not name. Default: the printed deployment with `start_at` `set-up`,
        /// otherwise not in the battle.
        pub base: Option<Base>,
        /// The units, each at most once.
        pub units: Vec<UnitPost>,
        /// The commanders, each at most once.
        pub commanders: Vec<CommanderPost>,
        /// The corps, by name.
        pub corps: BTreeMap<String, CorpsPost>,
        /// The morale of the Swiss army, 1 to 99 (8.1). Default: as printed.
        pub swiss_morale: Option<i64>,
        /// The places for which the Swiss have scored their points, by name or hex (8.1). Not with `start_at` `set-up`. Places
        /// where a Swiss unit stands that is not routed always count as taken.
        ///
        /// The points of a place are scored once in the game; `swiss_morale` already includes them.
        pub taken: Vec<String>,
        /// Whether the Swiss have scored the points for the printed fortifications (8.1). Not with `start_at` `set-up`.
        pub breached: bool,
        /// Fortifications that the French have built at night (14.2). Only at night and on the second day.
        pub works: Vec<WorkPost>,
        /// Hexes that were already attacked in this Melee Phase (13.1). Only with `start_at` `melee`.
        pub assaulted: Vec<String>,
        /// Changes to the map, or a map of your own.
        ///
        /// `{ blank = true }` makes all printed hexes clear ground at level 0, for positions that need no terrain.
        pub map: Option<MapPatch>,
        /// Corps to change or to add.
        pub formations: Vec<CorpsPatch>,
        /// Units to change or to add.
        pub counters: Vec<CounterPatch>,
        /// Commanders to change or to add.
        pub cards: Vec<CommanderPatch>,
        /// Charts to replace.
        ///
        /// Whole tables, or single groups of values. The printed sheets mark what you replace.
        pub charts: Option<ChartsPatch>,
        /// Other times of the turns (14.1, 14.2).
        pub clock: Option<ClockPatch>,
        /// Other numbers of the armies.
        pub armies: Option<ArmiesPatch>,
        /// The places for which the Swiss score points (8.1), in place of all printed ones.
        pub places: Option<HexesPatch>,
        /// The hexes where French commanders begin, for those that you name.
        pub placements: Vec<PostPatch>,
        /// How Swiss corps enter, for those that you name.
        pub columns: Vec<ColumnPatch>,
        /// The hexes where Swiss units without a corps enter.
        pub free_entry: Option<HexesPatch>,
    }
}

/// The scenario of a set-up that names none.
const FIRST_DAY: &str = "first-day";

/// The range of a morale on its track (8.0).
const MORALE: (i64, i64) = (0, MOST_MORALE as i64);

/// Keys of a set-up that have another name in the game data.
const RENAMED: [(&str, &str); 2] = [("corps", "formations"), ("commanders", "cards")];

fn the_kit(setup: &Setup, faults: &mut SetupFaults) -> Arc<GameData> {
    let patch = GameDataPatch {
        map: setup.map.clone(),
        corps: setup.formations.clone(),
        counters: setup.counters.clone(),
        commanders: setup.cards.clone(),
        charts: setup.charts.clone(),
        clock: setup.clock.clone(),
        armies: setup.armies.clone(),
        places: setup.places.clone(),
        placements: setup.placements.clone(),
        columns: setup.columns.clone(),
        free_entry: setup.free_entry.clone(),
    };
    if patch == GameDataPatch::default() {
        return Arc::clone(standard());
    }
    let game_data = standard().patched(&patch, faults);
    for fault in &mut faults.0 {
        for (theirs, ours) in RENAMED {
            if let Some(rest) = fault.path.strip_prefix(theirs)
                && (rest.is_empty() || rest.starts_with(['.', '[']))
            {
                fault.path = format!("{ours}{rest}");
                break;
            }
        }
    }
    Arc::new(game_data)
}

fn blank(game_data: Arc<GameData>, options: Options) -> State {
    let o = game_data.board.orientation();
    let facing = |side| {
        let word = match side {
            Side::French => "N",
            Side::Swiss => "S",
        };
        SideFacing::named(word, o).unwrap_or(SideFacing::ALL[0])
    };
    let unit = |side| Unit {
        at: Whereabouts::Absent,
        facing: facing(side),
        condition: Condition::Order,
        replaced: false,
        marks: Marks::default(),
        spent: 0,
        charge: None,
    };
    let commander = Commander {
        at: Whereabouts::Absent,
        injured: false,
        successor: false,
        moved: false,
        spent: 0,
        steadies: None,
        plight: Plight::Alone,
    };
    let roster = &game_data.roster;
    State {
        options,
        scenario: 0,
        turn: 1,
        active: Side::Swiss,
        units: roster.counters.iter().map(|c| unit(c.side)).collect(),
        commanders: vec![commander; roster.commanders.len()],
        corps: roster
            .corps
            .iter()
            .map(|c| Corps {
                morale: c.morale.unwrap_or(0),
                leader: None,
                vacant: 0,
                ordered: false,
            })
            .collect(),
        stacks: Stacks::new(&game_data.board, roster.counters.iter().map(|c| c.side)),
        swiss_morale: game_data.deployment.armies.swiss_morale,
        taken: 0,
        breached: false,
        works: Vec::new(),
        assaulted: Vec::new(),
        struck: Few::new(),
        entry: None,
        fought: None,
        braced: false,
        stack: Vec::new(),
        outcome: None,
        game_data,
    }
}

/// Creates the state of a set-up. No other function creates states.
pub(crate) fn begin(setup: &Setup, laws: &Laws) -> Result<State, SetupFaults> {
    let mut faults = SetupFaults::default();
    let game_data = the_kit(setup, &mut faults).under(laws);
    if !faults.0.is_empty() {
        return Err(faults);
    }
    let options = setup.options.iter().copied().collect();
    let mut reader = Reader {
        s: blank(game_data, options),
        setup,
        faults: &mut faults,
        named: Vec::new(),
    };
    reader.time();
    reader.base();
    reader.commanders();
    reader.corps();
    reader.units();
    reader.lay_out();
    reader.facings();
    reader.armies();
    reader.marks();
    reader.stacks();
    reader.at_large();
    let mut s = reader.s;
    s.stack.push(Stage::Course(setup.start_at.course()));
    if faults.0.is_empty() && broken(&s) {
        let most = s.game_data.deployment.armies.french_corps_to_lose;
        let message =
            format!("with {most} corps demoralized, and no hero to steady them, the French have lost the battle");
        faults.push("corps", message, Some(cite!("8.2")));
    }
    if faults.0.is_empty() {
        let mut log = Log::new();
        open(cite!("2.1"), &mut faults, |dice, _: &mut Log<Event>| {
            run(&mut Engine::new(&mut s, dice, &mut log));
        });
        // Otherwise play would open at another decision, without a reason.
        let kept = log.events().iter();
        let kept = kept.take_while(|e| matches!(e.what, What::PassedOver { .. }));
        // Recovery needs no decision, and other units may rally.
        let others = s.course() == Some(Course::Rallies);
        let shuts = |e: &&Event| match e.what {
            What::PassedOver { chance, .. } => chance != Chance::Recovery && !(others && chance == Chance::Rally),
            _ => false,
        };
        let kept: Vec<&Event> = kept.filter(shuts).collect();
        if kept.is_empty()
            && s.course() != Some(setup.start_at.course())
            && let Some((cite, why)) = setup.start_at.idle()
        {
            faults.push("start_at", format!("nothing is decided there: {why}"), Some(cite));
        }
        for event in kept {
            let What::PassedOver { unit, chance, refusals } = &event.what else {
                continue;
            };
            let (who, does) = (&s.game_data.roster[*unit].id, passed_over(&s, *chance));
            faults.barred("start_at", &format!("nothing is decided there: {who} cannot {does}"), refusals);
        }
    }
    faults.or(s)
}

/// Returns whether the French have lost because of their corps, after heroes have steadied those that they can (8.2, ruling R86).
fn broken(s: &State) -> bool {
    let mut then = s.clone();
    let (mut dice, mut log) = (Scripted::new(&[]), Log::off());
    let mut e = Engine::new(&mut then, &mut dice, &mut log);
    while e.settle_heroes() {}
    e.settle_victory()
}

struct Reader<'a> {
    s: State,
    setup: &'a Setup,
    faults: &'a mut SetupFaults,
    /// The units that the set-up names, each with its post.
    named: Vec<(UnitId, usize)>,
}

impl Reader<'_> {
    fn fault(&mut self, path: impl Into<String>, message: impl Into<String>, cite: Cite) {
        self.faults.push(path, message, Some(cite));
    }

    fn hex(&mut self, path: &str, text: &str) -> Option<HexId> {
        reading::hex(&self.s.game_data.board, text, path, cite!("14.1"), self.faults)
    }

    fn starts(&self) -> bool {
        self.setup.start_at == StartAt::SetUp
    }

    fn printed(&self) -> bool {
        let base = match self.setup.base {
            None if self.starts() => Base::Marignan,
            None => Base::Empty,
            Some(base) => base,
        };
        base == Base::Marignan
    }

    /// Returns the path of a field of a unit: its position in the list of the set-up, or its name.
    fn path(&self, unit: UnitId, field: &str) -> String {
        match self.named.iter().find(|(u, _)| *u == unit) {
            Some((_, i)) => format!("units[{i}].{field}"),
            None => format!("units.{}.{field}", self.s.counter(unit).id),
        }
    }

    /// Reads the scenario, the turn and the active side.
    fn time(&mut self) {
        let d = &self.s.game_data.deployment;
        let word = self.setup.scenario.as_deref().unwrap_or(FIRST_DAY);
        let found = d.scenarios.iter().position(|s| s.id.eq_ignore_ascii_case(word));
        let scenario = found.unwrap_or(0);
        let ids: Vec<&str> = d.scenarios.iter().map(|s| s.id.as_str()).collect();
        if found.is_none() {
            let near = did_you_mean(word, ids.iter().copied());
            let message = format!("unknown scenario {word:?}; expected {}{near}", reading::one_of(&ids));
            self.faults.push("scenario", message, Some(cite!("14.0")));
        }
        let days = d.scenarios.get(scenario).map_or(1, |s: &Scenario| s.days);
        let clock = &d.clock;
        let (last, dusk) = (clock.turns(days), clock.first_day());
        let night = self.setup.start_at == StartAt::Night;
        let (turn, active) = if night { (dusk, Side::French) } else { (1, Side::Swiss) };
        let turn = self.setup.turn.map_or(turn, |n| {
            let range = (1, last.into());
            ranged(n, range, "turn", cite!("14.1"), self.faults) as u8
        });
        self.s.scenario = scenario as u8;
        self.s.turn = turn;
        self.s.active = self.setup.active.unwrap_or(active);
        if night && days < 2 {
            self.fault("start_at", "no night parts the days of this scenario", cite!("14.2"));
        }
        if night && turn != dusk {
            let message = format!("the night falls after the last turn of the first day, {dusk}");
            self.fault("turn", message, cite!("14.2"));
        }
        if self.starts() && turn != 1 {
            self.fault("turn", "the armies set up before the first turn", cite!("14.1"));
        }
        if (night || self.starts()) && self.s.active != active {
            let message = match active {
                Side::Swiss => "the Swiss have the first player turn",
                Side::French => "the French have had the last player turn before the night",
            };
            self.fault("active", message, cite!("2.0"));
        }
    }

    /// Places the pieces that the set-up does not name.
    fn base(&mut self) {
        if self.starts() {
            if !self.printed() {
                let message = "`start_at = \"set-up\"` begins with the printed deployment";
                self.fault("base", message, cite!("14.1"));
            }
            let message = "with `start_at = \"set-up\"` the pieces are placed by play";
            if !self.setup.units.is_empty() {
                self.fault("units", message, cite!("14.1"));
            }
            if !self.setup.commanders.is_empty() {
                self.fault("commanders", message, cite!("14.1"));
            }
        }
        if !self.printed() {
            return;
        }
        // The French units wait to be placed, the Swiss to enter.
        for unit in self.s.unit_ids() {
            self.s.put(unit, Whereabouts::Reserve);
        }
        for c in self.s.commander_ids() {
            if self.s.led_side(c) == Side::Swiss {
                self.s.commander_mut(c).at = Whereabouts::Reserve;
            }
        }
        let game_data = Arc::clone(&self.s.game_data);
        for post in &game_data.deployment.placements {
            self.s.commander_mut(post.commander).at = Whereabouts::Map(post.hex);
        }
    }

    fn commanders(&mut self) {
        let setup = self.setup;
        let mut seen = Vec::new();
        for (i, post) in setup.commanders.iter().enumerate() {
            let path = format!("commanders[{i}]");
            let at = format!("{path}.id");
            let named = posted_once(&self.s, &post.id, &mut seen, &at, cite!("1.2"), self.faults);
            let Some(id): Option<CommanderId> = named else {
                continue;
            };
            let places = [
                ("reserve", Whereabouts::Reserve),
                ("lost", Whereabouts::Lost),
                ("absent", Whereabouts::Absent),
            ];
            let found = posted(
                &self.s.game_data.board,
                (post.hex.as_deref(), post.at.as_deref()),
                &places,
                &path,
                cite!("14.1"),
                self.faults,
            );
            let was = self.s.commander(id).at;
            let at = match found {
                None => continue,
                Some(Posted::Hex(h)) => Whereabouts::Map(h),
                Some(Posted::At(at)) => at,
                Some(Posted::Unsaid) => was,
            };
            let side = self.s.led_side(id);
            if matches!(found, Some(Posted::Unsaid)) && was == Whereabouts::Absent {
                let message = "a commander stands in a hex, or `at` says where he is";
                self.fault(format!("{path}.hex"), message, cite!("14.1"));
                continue;
            }
            if at == Whereabouts::Reserve && side == Side::French {
                let message = "only the Swiss enter";
                self.fault(format!("{path}.at"), message, cite!("14.1"));
                continue;
            }
            if at == Whereabouts::Lost && self.s.game_data.roster[id].king {
                let message = "with him the French have lost the battle";
                self.fault(format!("{path}.at"), message, cite!("7.1"));
                continue;
            }
            let moves = matches!(setup.start_at, StartAt::Movement | StartAt::Moves);
            if post.moved && !(moves && side == self.s.active) {
                let message = "only commanders of the active side move, in the Movement Phase";
                self.fault(format!("{path}.moved"), message, cite!("2.1"));
            }
            if post.successor && side == Side::French {
                let message = "a French corps is given to a surviving commander";
                self.fault(format!("{path}.successor"), message, cite!("7.1"));
            }
            let c = self.s.commander_mut(id);
            c.at = at;
            c.injured = post.injured;
            c.successor = post.successor;
            c.moved = post.moved;
        }
    }

    fn corps(&mut self) {
        for corps in self.s.corps_ids() {
            let Some(own) = self.s.game_data.roster.commander_of(corps) else {
                continue;
            };
            let (turn, at) = (self.s.turn, self.s.commander(own).at);
            let c = self.s.corps_mut(corps);
            match at {
                Whereabouts::Map(_) | Whereabouts::Reserve => c.leader = Some(own),
                Whereabouts::Lost => c.vacant = turn,
                // A corps whose commander is not in this battle stays without one.
                Whereabouts::Absent | Whereabouts::Fled => {}
            }
        }
        let setup = self.setup;
        for (name, post) in &setup.corps {
            let path = format!("corps.{name}");
            let corps: CorpsId = match Noun::read(&self.s, name) {
                Ok(corps) => corps,
                Err(fault) => {
                    self.fault(path, fault.to_string(), cite!("6.0"));
                    continue;
                }
            };
            let side = self.s.game_data.corps_side(corps);
            if let Some(n) = post.morale {
                let path = format!("{path}.morale");
                if side == Side::Swiss {
                    let message = "the Swiss army has one morale: `swiss_morale`";
                    self.fault(path, message, cite!("8.1"));
                } else {
                    let n = ranged(n, MORALE, &path, cite!("8.2"), self.faults);
                    self.s.corps_mut(corps).morale = n as u8;
                }
            }
            if let Some(n) = post.vacant {
                let path = format!("{path}.vacant");
                let range = (1, self.s.turn.into());
                let turn = ranged(n, range, &path, cite!("7.1"), self.faults);
                if post.leader.is_some() {
                    self.fault(path, "it has a leader", cite!("7.1"));
                } else if self.s.corps(corps).leader.is_some() {
                    self.fault(path, "its commander is alive", cite!("7.1"));
                }
                let c = self.s.corps_mut(corps);
                c.leader = None;
                c.vacant = turn as u8;
            }
            if let Some(word) = &post.leader {
                self.leader(corps, word, &format!("{path}.leader"));
            }
        }
    }

    fn leader(&mut self, corps: CorpsId, word: &str, path: &str) {
        let id: CommanderId = match Noun::read(&self.s, word) {
            Ok(id) => id,
            Err(fault) => {
                self.fault(path, fault.to_string(), cite!("1.2"));
                return;
            }
        };
        let card = &self.s.game_data.roster[id];
        let in_play = matches!(self.s.commander(id).at, Whereabouts::Map(_) | Whereabouts::Reserve);
        let message = if card.side != self.s.game_data.corps_side(corps) {
            "he is of the other army"
        } else if card.side == Side::Swiss && card.corps != corps {
            "a Swiss corps gets a commander of its own"
        } else if !in_play {
            "he is not in play"
        } else {
            let c = self.s.corps_mut(corps);
            c.leader = Some(id);
            c.vacant = 0;
            return;
        };
        self.fault(path, message, cite!("7.1"));
    }

    fn units(&mut self) {
        let setup = self.setup;
        let mut seen = Vec::new();
        for (i, post) in setup.units.iter().enumerate() {
            let path = format!("units[{i}].id");
            let named = posted_once(&self.s, &post.id, &mut seen, &path, cite!("1.1"), self.faults);
            if let Some(id) = named {
                self.named.push((id, i));
                self.unit(id, i, post);
            }
        }
    }

    fn unit(&mut self, id: UnitId, i: usize, post: &UnitPost) {
        let path = format!("units[{i}]");
        let places = [
            ("reserve", Whereabouts::Reserve),
            ("lost", Whereabouts::Lost),
            ("fled", Whereabouts::Fled),
            ("absent", Whereabouts::Absent),
        ];
        let found = posted(
            &self.s.game_data.board,
            (post.hex.as_deref(), post.at.as_deref()),
            &places,
            &path,
            cite!("14.1"),
            self.faults,
        );
        let side = self.s.side(id);
        match found {
            None => return,
            Some(Posted::Hex(h)) => self.s.put(id, Whereabouts::Map(h)),
            Some(Posted::At(Whereabouts::Reserve)) if side == Side::French => {
                self.fault(format!("{path}.at"), "only the Swiss enter", cite!("14.1"));
                return;
            }
            Some(Posted::At(at)) => self.s.put(id, at),
            Some(Posted::Unsaid) if self.s.unit(id).at == Whereabouts::Absent => {
                let message = "a unit stands in a hex, or `at` says where it is";
                self.fault(format!("{path}.hex"), message, cite!("14.1"));
                return;
            }
            Some(Posted::Unsaid) => {}
        }
        if let Some(word) = &post.state {
            let states = [Condition::Order, Condition::Disordered, Condition::Routed];
            let table = states.map(|c| (c.word(), c));
            let at = format!("{path}.state");
            if let Some(condition) = chosen(word, "state", &table, &at, Some(cite!("1.1")), self.faults) {
                self.s.unit_mut(id).condition = condition;
            }
        }
        if let Some(word) = &post.facing {
            let at = format!("{path}.facing");
            if let Some(facing) = SideFacing::named(word, self.s.game_data.board.orientation()) {
                self.s.unit_mut(id).facing = facing;
            } else {
                let message = self.s.game_data.board.orientation().no_side(word);
                self.fault(at.clone(), message.to_string(), cite!("3.0"));
            }
            if self.s.routed(id) {
                self.fault(at, "a routed unit has no facing", cite!("3.0"));
            }
        }
        if post.replaced && !self.s.counter(id).replacement {
            let message = "no replacement counter stands for it";
            self.fault(format!("{path}.replaced"), message, cite!("1.1"));
        }
        self.s.unit_mut(id).replaced = post.replaced;
        if self.s.routed(id) {
            let at = format!("{path}.state");
            if self.s.counter(id).swiss_pikemen() {
                self.fault(at, "Swiss pikemen never rout", cite!("8.1"));
            } else if self.s.class(id) == Class::Artillery {
                self.fault(at, "artillery that would rout is eliminated", cite!("10.0"));
            }
        }
    }

    /// Places the French units that the set-up does not name, as 14.1 says.
    fn lay_out(&mut self) {
        if !self.printed() || !self.faults.0.is_empty() {
            return;
        }
        if self.starts() {
            check_room(&self.s, self.faults);
            return;
        }
        for unit in self.s.lay_out() {
            let message = "no hex in its commander's range has room for it";
            let path = self.path(unit, "hex");
            self.fault(path, message, cite!("14.1"));
        }
    }

    /// Gives units without a facing that of the others in their hex (3.0). A routed unit has none.
    fn facings(&mut self) {
        let setup = self.setup;
        let says = |i: usize| setup.units[i].facing.is_some();
        let stated: Vec<(HexId, SideFacing)> = self
            .named
            .iter()
            .filter(|(u, i)| says(*i) && !self.s.routed(*u))
            .filter_map(|(u, _)| Some((self.s.hex(*u)?, self.s.unit(*u).facing)))
            .collect();
        for unit in self.s.unit_ids() {
            let silent = !self.named.iter().any(|(u, i)| *u == unit && says(*i));
            if self.s.routed(unit) {
                self.s.unit_mut(unit).facing = SideFacing::ALL[0];
            } else if let Some(hex) = self.s.hex(unit)
                && let Some((_, facing)) = stated.iter().find(|(h, _)| *h == hex)
                && silent
            {
                self.s.unit_mut(unit).facing = *facing;
            }
        }
    }

    /// Reads the markers on units, and what units have done.
    fn marks(&mut self) {
        let setup = self.setup;
        for (id, i) in self.named.clone() {
            let post = &setup.units[i];
            let path = |field: &str| format!("units[{i}].{field}");
            let marked = post.out_of_command || post.hedgehog || post.charge.is_some() || !post.done.is_empty();
            if self.s.hex(id).is_none() {
                if marked {
                    let message = "it is not on the map, and bears no marker";
                    self.fault(path("hex"), message, cite!("1.3"));
                }
                continue;
            }
            if post.out_of_command {
                if self.s.corps_of(id).is_none() {
                    let message = "a unit without a corps is always in command";
                    self.fault(path("out_of_command"), message, cite!("6.1"));
                }
                self.s.unit_mut(id).marks.set(Marks::OUT_OF_COMMAND);
            }
            if post.hedgehog {
                let foot = self.s.class(id) == Class::Infantry;
                let order = self.s.unit(id).condition == Condition::Order;
                if !foot || !order || self.s.skirmishes(id) {
                    let message = "only infantry in order forms it, and no Swiss arquebusiers";
                    self.fault(path("hedgehog"), message, cite!("9.4"));
                }
                self.s.unit_mut(id).marks.set(Marks::HEDGEHOG);
            }
            if let Some(text) = &post.charge
                && let Some(target) = self.hex(&path("charge"), text)
            {
                self.charge(id, target, &path("charge"));
            }
            for (n, word) in post.done.iter().enumerate() {
                self.done(id, word, &format!("units[{i}].done[{n}]"));
            }
        }
    }

    fn charge(&mut self, id: UnitId, target: HexId, path: &str) {
        let side = self.s.side(id);
        if side != self.s.active {
            self.fault(path, "only the active side charges", cite!("9.3"));
            return;
        }
        if !self.setup.start_at.after_charges() {
            let message = "no Charge is declared before the moves, nor outlasts the Melee Phase";
            self.fault(path, message, cite!("9.3"));
            return;
        }
        // Judge the Charge as if the unit had just come there and had passed its test of commitment.
        let mut then = self.s.clone();
        then.unit_mut(id).marks.set(Marks::PASSED);
        let run = Run::new(side, PieceSet::one(id.0), CommanderSet::default());
        let mut verdict = Verdict::full();
        CHARGE_BARS.judge(&charge_facts(&then, &run, id, target), &mut verdict);
        match verdict.finish() {
            Ok(()) => self.s.unit_mut(id).charge = Some(target),
            Err(all) => all.iter().for_each(|why| self.fault(path, why.because, why.cite)),
        }
    }

    fn done(&mut self, id: UnitId, word: &str, path: &str) {
        let (active, passive) = (self.s.active, self.s.active.enemy());
        let deeds = [
            ("moved", Marks::MOVED),
            ("retreated", Marks::RETREATED),
            ("fired", Marks::FIRED),
            ("attacked", Marks::ATTACKED),
        ];
        let Some(mark) = chosen(word, "action", &deeds, path, Some(cite!("2.1")), self.faults) else {
            return;
        };
        let who = match (self.setup.start_at, mark) {
            (StartAt::Movement | StartAt::Moves, Marks::MOVED)
            | (StartAt::OffensiveFire, Marks::FIRED)
            | (StartAt::Melee, Marks::ATTACKED) => Some(active),
            (StartAt::Retreat, Marks::RETREATED) | (StartAt::DefensiveFire, Marks::FIRED) => Some(passive),
            _ => None,
        };
        match who {
            None => self.fault(path, "nobody does that in the phase of `start_at`", cite!("2.1")),
            Some(side) if side != self.s.side(id) => {
                self.fault(path, "the other side does that in this phase", cite!("2.1"));
            }
            Some(_) => self.s.unit_mut(id).marks.set(mark),
        }
    }

    /// Reads the points that the armies have scored and the fortifications they have built.
    fn armies(&mut self) {
        let setup = self.setup;
        if let Some(n) = setup.swiss_morale {
            if n == 0 {
                let message = "with their army demoralized the Swiss have lost the battle: 1 to 99";
                self.fault("swiss_morale", message, cite!("8.1"));
            } else {
                let n = ranged(n, (1, MORALE.1), "swiss_morale", cite!("8.1"), self.faults);
                self.s.swiss_morale = n as u8;
            }
        }
        only_at("taken", !setup.taken.is_empty(), setup.start_at, BEGUN, self.faults);
        only_at("breached", setup.breached, setup.start_at, BEGUN, self.faults);
        self.s.breached = setup.breached;
        let game_data = Arc::clone(&self.s.game_data);
        for (i, word) in setup.taken.iter().enumerate() {
            let is = |h: HexId| {
                let name = game_data.board.name(h);
                name.is_some_and(|n| n.eq_ignore_ascii_case(word)) || game_data.board.label(h) == *word
            };
            if let Some(n) = game_data.deployment.places.iter().position(|&h| is(h)) {
                self.s.taken |= 1 << (n % 8);
            } else {
                let places = game_data
                    .deployment
                    .places
                    .iter()
                    .filter_map(|&h| game_data.board.name(h));
                let near = did_you_mean(word, places);
                let message = format!("`{word}` is none of the places that the Swiss gain by{near}");
                self.fault(format!("taken[{i}]"), message, cite!("8.1"));
            }
        }
        for (n, &hex) in game_data.deployment.places.iter().enumerate() {
            let s = &self.s;
            if s.units_at(hex).any(|u| s.side(u) == Side::Swiss && !s.routed(u)) {
                self.s.taken |= 1 << (n % 8);
            }
        }
        for (i, post) in setup.works.iter().enumerate() {
            self.work(post, &format!("works[{i}]"));
        }
        let by_night = self.setup.start_at == StartAt::Night;
        if !setup.works.is_empty() && !by_night && self.s.turn <= game_data.deployment.clock.first_day() {
            let message = "they are built in the night before the second day";
            self.fault("works", message, cite!("14.2"));
        }
        let most = game_data.deployment.armies.fortifications;
        if built(&self.s) > most.into() {
            let message = format!("the French have {most} fortifications to build");
            self.fault("works", message, cite!("14.2"));
        }
        for (i, text) in setup.assaulted.iter().enumerate() {
            let path = format!("assaulted[{i}]");
            if let Some(hex) = self.hex(&path, text) {
                if self.s.assaulted.contains(&hex) {
                    self.fault(path, "it is named twice", cite!("13.1"));
                } else {
                    self.s.assaulted.push(hex);
                }
            }
        }
        if !setup.assaulted.is_empty() && setup.start_at != StartAt::Melee {
            let message = "nothing has been attacked yet at this `start_at`";
            self.fault("assaulted", message, cite!("13.1"));
        }
    }

    fn work(&mut self, post: &WorkPost, path: &str) {
        let Some(hex) = self.hex(&format!("{path}.hex"), &post.hex) else {
            return;
        };
        let o = self.s.game_data.board.orientation();
        let side = o.dir_named(&post.side);
        match side.filter(|&d| work_side(&self.s.game_data, d)) {
            None => {
                let near = did_you_mean(&post.side, ["N", "NE", "NW", "SW"]);
                let message = format!("`{}` is no side for it: N, NE, NW or SW{near}", post.side);
                self.fault(format!("{path}.side"), message, cite!("14.2", "R96"));
            }
            Some(side) => {
                let work = Work { hex, side };
                if self.s.sheltered(hex, side) {
                    self.fault(path, "one stands there already", cite!("14.2", "R96"));
                } else {
                    self.s.raise(work);
                }
            }
        }
    }

    /// Checks stacking (5.0 to 5.2) and facings (3.0).
    fn stacks(&mut self) {
        let game_data = Arc::clone(&self.s.game_data);
        for hex in game_data.board.ids() {
            let units: Vec<UnitId> = self.s.units_at(hex).collect();
            let Some((&first, rest)) = units.split_first() else {
                continue;
            };
            let Some(&last) = rest.last() else { continue };
            let name = |u: UnitId| game_data.roster[u].id.as_str();
            let label = game_data.board.label(hex);
            if let Some(&enemy) = rest.iter().find(|&&u| self.s.side(u) != self.s.side(first)) {
                let message = format!("{} and {} are both in {label}", name(first), name(enemy));
                let path = self.path(self.latest(&units).unwrap_or(enemy), "hex");
                self.fault(path, message, cite!("5.0"));
                continue;
            }
            if self.s.overstacked(hex) {
                let names: Vec<&str> = units.iter().map(|&u| name(u)).collect();
                let message = format!("{label} holds more than it may: {}", names.join(", "));
                let path = self.path(self.latest(&units).unwrap_or(last), "hex");
                self.fault(path, message, stacking::case(self.s.side(first)));
            }
            // Routed units have no facing, and the facing of a hedgehog has no meaning (ruling R51).
            let mut facing = units
                .iter()
                .copied()
                .filter(|&u| !self.s.routed(u) && !self.s.hedgehog(u));
            if let Some(one) = facing.next() {
                let with = self.s.unit(one).facing;
                if let Some(other) = facing.find(|&u| self.s.unit(u).facing != with) {
                    let message = format!("{} faces otherwise in {label}", name(one));
                    let path = self.path(other, "facing");
                    self.fault(path, message, cite!("3.0"));
                }
            }
        }
    }

    /// Returns the unit among `units` that the set-up names last.
    fn latest(&self, units: &[UnitId]) -> Option<UnitId> {
        let mut named = self.named.iter().rev();
        named.find(|(u, _)| units.contains(u)).map(|(u, _)| *u)
    }

    /// Checks the position as a whole.
    fn at_large(&mut self) {
        let game_data = Arc::clone(&self.s.game_data);
        for c in self.s.commander_ids() {
            let at = self.s.commander(c).at;
            let post = self
                .setup
                .commanders
                .iter()
                .position(|p| game_data.roster.commander(&p.id) == Some(c));
            let path = |field: &str| match post {
                Some(i) => format!("commanders[{i}].{field}"),
                None => format!("commanders.{}.{field}", game_data.roster[c].id),
            };
            if let Whereabouts::Map(h) = at {
                self.commander_hex(c, h, path("hex"));
            }
            let corps = Some(game_data.roster[c].corps);
            let enters = !entry_hexes(&self.s, corps).is_empty();
            if at == Whereabouts::Reserve && !enters {
                self.fault(path("at"), "his corps enters nowhere", cite!("14.1"));
            }
        }
        for unit in self.s.unit_ids() {
            let (corps, side) = (self.s.corps_of(unit), self.s.side(unit));
            let enters = !entry_hexes(&self.s, corps).is_empty();
            match self.s.unit(unit).at {
                Whereabouts::Reserve if side == Side::Swiss && !enters => {
                    let path = self.path(unit, "at");
                    self.fault(path, "it enters nowhere", cite!("14.1"));
                }
                Whereabouts::Reserve if side == Side::French && corps.is_none() => {
                    let message = "it is of no corps, and has no place in the set-up";
                    let path = self.path(unit, "at");
                    self.fault(path, message, cite!("14.1"));
                }
                Whereabouts::Map(hex) if closed(&self.s, unit, hex) => {
                    let path = self.path(unit, "hex");
                    self.fault(path, "the terrain is closed to the unit", cite!("9.0"));
                }
                _ => {}
            }
        }
    }

    fn commander_hex(&mut self, c: CommanderId, hex: HexId, path: String) {
        let side = self.s.led_side(c);
        let enemy = self.s.units_at(hex).find(|&u| self.s.side(u) != side);
        if let Some(u) = enemy {
            let message = format!("an enemy unit, {}, is in his hex", self.s.counter(u).id);
            self.fault(path, message, cite!("5.0"));
        }
    }
}

#[cfg(test)]
pub(crate) mod tests;
