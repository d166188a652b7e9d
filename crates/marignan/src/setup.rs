//! Set-ups: the printed battle, or any position, opened at a point of play.

mod pieces;
mod reading;

use crate::casebook::cite;
use crate::charts::ChartsPatch;
use crate::components::{MOST_MORALE, Side};
use crate::data::{
    ArmiesPatch, ClockPatch, ColumnPatch, CommanderPatch, CorpsPatch, CounterPatch, GameData, GameDataPatch,
    HexesPatch, MapPatch, PostPatch, standard,
};
use crate::engine::Engine;
use crate::event::{Chance, Event, What};
use crate::options::{Choice, Options};
use crate::state::pieces::{Commander, Condition, Corps, Marks, Plight, Unit, Whereabouts};
use crate::state::position::State;
use crate::state::stage::Stage;
use crate::state::turn::{Course, Night};
use crate::story::passed_over;
use casus_core::{Cite, Few, Laws, Log, Scripted, SetupFaults, SideFacing, Stacks, open, run};
use reading::Reader;
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

#[cfg(test)]
pub(crate) mod tests;
