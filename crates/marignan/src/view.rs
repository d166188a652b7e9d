//! The view of the position. Nothing is hidden in this game.

use crate::components::{Bonus, CommanderId, CorpsId, Face, Side, UnitId};
use crate::dispatch::decision;
use crate::state::pieces::{Condition, Marks, Whereabouts};
use crate::state::position::State;
use crate::state::turn::Phase;
use casus_core::{Lexicon, Outcome};
use serde::Serialize;
use std::collections::BTreeMap;

/// The ratings of one face of a unit (1.1).
///
/// The values are as printed, without the modifiers of demoralization or a test.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Ratings {
    /// Morale: a test of two dice passes at this sum or less (0.2).
    pub morale: u8,
    /// Its melee strength.
    pub melee: u8,
    /// Movement allowance in movement points.
    pub ma: u8,
    /// Fire strength; 0 if it has none.
    pub fire: u8,
}

impl From<Face> for Ratings {
    fn from(face: Face) -> Self {
        Self {
            morale: face.morale,
            melee: face.melee,
            ma: face.ma,
            fire: face.fire,
        }
    }
}

/// A unit in a view.
///
/// Views omit units that are not in the battle. They include lost and fled units; `at` tells.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct UnitView {
    /// Its number in events.
    pub number: u8,
    /// The army that it belongs to.
    pub side: Side,
    /// What the unit is: `"Gendarmes"`.
    pub title: String,
    /// Its icon: `"pikemen"`.
    pub arm: &'static str,
    /// Its basic type: `"Infantry"`.
    pub class: &'static str,
    /// Its corps, if it has one.
    pub corps: Option<String>,
    /// Its protection: `"superior"`.
    pub protection: &'static str,
    /// Its hex, if it is on the map.
    pub hex: Option<String>,
    /// `"map"`, `"reserve"`, `"lost"`, `"fled"` or `"absent"`.
    pub at: &'static str,
    /// The hexside that it faces; none if it is routed, off the map, or has front on all sides (3.0).
    pub facing: Option<&'static str>,
    /// Whether all its sides are front sides (9.4).
    pub all_round: bool,
    /// In order, disordered or routed.
    pub state: Condition,
    /// Whether its replacement counter has taken its place (1.1).
    pub replaced: bool,
    /// Whether it has a replacement counter that it has not used.
    pub replacement: bool,
    /// The ratings of the visible face.
    #[serde(flatten)]
    pub ratings: Ratings,
    /// Its morale for tests: that of its face, reduced if its corps is demoralized (8.3).
    ///
    /// Modifiers of a single test are not included.
    pub tests_at: i32,
    /// The ratings of its other face.
    pub reverse: Ratings,
    /// Movement points that it has spent in this phase.
    pub spent: u8,
    /// Movement points that it has left in this phase.
    ///
    /// Its allowance less the points spent, whether or not it may still move.
    pub left: i32,
    /// The hex that it charges, if it has a Charge marker (9.3).
    pub charge: Option<String>,
    /// Its markers, and what it has done in the phase: `"out-of-command"`, `"fired"`.
    ///
    /// Of the phase: `"moved"`, `"began-in-order"`, `"fled"`, `"retreated"`, `"fired"`, `"attacked"`, `"tried"`,
    /// `"committed"`, `"passed"`, `"entered"`; for longer: `"out-of-command"`, `"hedgehog"`.
    pub marks: Vec<&'static str>,
}

/// A commander in a view.
///
/// The ratings are those of the visible face, which is the back if he is injured (12.5).
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CommanderView {
    /// His number in events.
    pub number: u8,
    /// The army that he belongs to.
    pub side: Side,
    /// His name and title.
    pub name: String,
    /// The corps that he leads.
    pub leads: Vec<String>,
    /// His hex, if he is on the map.
    pub hex: Option<String>,
    /// `"map"`, `"reserve"`, `"lost"` or `"absent"`.
    pub at: &'static str,
    /// Whether he is injured (12.5).
    pub injured: bool,
    /// Whether he is a successor of the commander on the card, with the same ratings (7.1).
    pub successor: bool,
    /// Command range in hexes, by day (6.1).
    pub range: u8,
    /// Movement allowance in movement points.
    pub ma: u8,
    /// His melee bonus, 0 if none (7.4).
    pub melee_bonus: u8,
    /// His fire bonus, 0 if none (7.3).
    pub fire_bonus: u8,
    /// Whether he has heroic value (7.2).
    pub hero: bool,
    /// Whether his death loses the battle (7.1).
    pub king: bool,
    /// Whether his death costs every French corps a point of morale (8.2).
    pub constable: bool,
    /// The demoralized corps that he steadies (7.2).
    pub steadies: Option<String>,
    /// Whether he has finished his movement in this phase.
    pub moved: bool,
    /// Movement points that he has spent in this phase.
    pub spent: u8,
}

/// An army corps in a view.
///
/// Each French corps has a morale of its own (8.2); the Swiss army has one for all: [`View::swiss_morale`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CorpsView {
    /// Its number in events.
    pub number: u8,
    /// The army that it belongs to.
    pub side: Side,
    /// What the corps is.
    pub title: String,
    /// Its morale (8.2); none for a Swiss corps, since the Swiss army has one morale.
    pub morale: Option<u8>,
    /// Its morale at the start.
    pub full_morale: Option<u8>,
    /// Whether it is demoralized and no hero steadies it (8.3).
    pub demoralized: bool,
    /// The hero who steadies it (7.2).
    pub steadied_by: Option<String>,
    /// The commander who leads it (7.1).
    pub leader: Option<String>,
    /// Whether it has received a General Retreat Order in this phase (11.0).
    pub ordered: bool,
}

/// The current phase.
///
/// The numbers run from 1 to 8 without 6 (ruling R01).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PhaseView {
    /// Its printed number.
    pub number: u8,
    /// Its name in the rulebook.
    pub title: &'static str,
    /// The side that acts in it.
    pub side: Side,
}

/// A fortification built at night (14.2).
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WorkView {
    /// The hex that it protects.
    pub hex: String,
    /// The side of the hex on which it is built.
    pub side: &'static str,
}

/// The selected pieces.
///
/// They share their hex, and each pays for its own steps. None are selected between moves.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct InHandView {
    /// The side that moves.
    pub side: Side,
    /// The selected units, by id.
    pub units: Vec<String>,
    /// The selected commanders, by name.
    pub commanders: Vec<String>,
    /// Whether they have made a step or a pivot; then no piece can join.
    pub begun: bool,
}

/// The open decision.
pub type DecisionView = casus_core::DecisionView<Side>;

/// A view of the position, the same for both sides and for spectators.
///
/// It is a plain value that serde writes as JSON: it has names in place of ids, and printed numbers in place of hexes.
/// [`Match::view`](casus_core::Match::view) creates it.
///
/// ```
/// use casus_core::Match;
/// use casus_marignan::{Base, StartAt, Marignan, Setup, Side};
///
/// let setup = Setup { start_at: StartAt::Moves, base: Some(Base::Marignan), ..Setup::default() };
/// let game = Match::<Marignan>::new(setup)?;
/// let view = game.view(Some(Side::Swiss));
/// assert_eq!((view.turn, view.active), (1, Side::Swiss));
/// assert_eq!(view.units["I-Pike-1"].at, "reserve", "the Swiss are still to enter");
/// assert_eq!(view, game.view(None));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct View {
    /// The open decision; none if play has ended.
    pub decision: Option<DecisionView>,
    /// The outcome, if play has ended.
    pub outcome: Option<Outcome<Side>>,
    /// The scenario's name.
    pub scenario: String,
    /// The game turn, counted from 1 through both days.
    pub turn: u8,
    /// The last game turn.
    pub last_turn: u8,
    /// When the turn begins: `"17:30"`; none on the second day, for which the rules give no hours.
    pub hour: Option<String>,
    /// Whether it is a night turn.
    pub night: bool,
    /// The side whose player turn it is.
    pub active: Side,
    /// The phase; none while an army sets up, and between the days.
    pub phase: Option<PhaseView>,
    /// The morale of the Swiss army (8.1).
    ///
    /// 0 to 99. The Swiss army loses the battle at 0.
    pub swiss_morale: u8,
    /// The places that the Swiss have taken (8.1).
    ///
    /// By name, or by hex for a place without a name.
    pub taken: Vec<String>,
    /// Whether the Swiss have scored the points for the fortifications (8.1).
    pub breached: bool,
    /// The fortifications built at night (14.2).
    pub works: Vec<WorkView>,
    /// The hexes attacked in this Melee Phase (13.1).
    ///
    /// A hex is attacked once in a phase (ruling R60).
    pub assaulted: Vec<String>,
    /// Whether the passive side declines all hedgehogs until the Movement Phase ends.
    pub braced: bool,
    /// The selected pieces.
    pub in_hand: Option<InHandView>,
    /// The units that are in the battle.
    pub units: BTreeMap<String, UnitView>,
    /// The commanders who are in the battle.
    pub commanders: BTreeMap<String, CommanderView>,
    /// The corps, by name.
    pub corps: BTreeMap<String, CorpsView>,
}

/// The words of the marks that a view shows.
const MARKS: [(Marks, &str); 12] = [
    (Marks::OUT_OF_COMMAND, "out-of-command"),
    (Marks::HEDGEHOG, "hedgehog"),
    (Marks::MOVED, "moved"),
    (Marks::BEGAN_IN_ORDER, "began-in-order"),
    (Marks::FLED, "fled"),
    (Marks::RETREATED, "retreated"),
    (Marks::FIRED, "fired"),
    (Marks::ATTACKED, "attacked"),
    (Marks::TRIED, "tried"),
    (Marks::COMMITTED, "committed"),
    (Marks::PASSED, "passed"),
    (Marks::ENTERED, "entered"),
];

fn unit_view(s: &State, u: UnitId) -> UnitView {
    let (unit, card) = (s.unit(u), s.counter(u));
    let label = |h| s.game_data.board.label(h);
    let disordered = unit.condition != Condition::Order;
    let all_round = unit.at.hex().is_some() && s.all_round(u);
    let front = unit.at.hex().is_some() && !s.routed(u) && !all_round;
    UnitView {
        number: u.0,
        side: card.side,
        title: card.title.clone(),
        arm: card.arm.word(),
        class: card.class().title(),
        corps: card.corps.map(|c| s.game_data.roster[c].id.clone()),
        protection: card.protection.word(),
        hex: unit.at.hex().map(label),
        at: unit.at.word(),
        facing: front.then(|| unit.facing.word(s.game_data.board.orientation())),
        all_round,
        state: unit.condition,
        replaced: unit.replaced,
        replacement: card.replacement && !unit.replaced,
        ratings: s.face(u).into(),
        tests_at: s.morale(u),
        reverse: card.face(!disordered, unit.replaced).into(),
        spent: unit.spent,
        left: s.points_left(u).max(0),
        charge: unit.charge.map(label),
        marks: MARKS
            .into_iter()
            .filter(|(m, _)| unit.marks.has(*m))
            .map(|(_, w)| w)
            .collect(),
    }
}

fn commander_view(s: &State, c: CommanderId) -> CommanderView {
    let (now, card, face) = (s.commander(c), &s.game_data.roster[c], s.commander_face(c));
    let corps = |k: CorpsId| s.game_data.roster[k].id.clone();
    let (melee_bonus, fire_bonus) = match face.bonus {
        Bonus::None => (0, 0),
        Bonus::Melee(n) => (n, 0),
        Bonus::Fire(n) => (0, n),
    };
    CommanderView {
        number: c.0,
        side: card.side,
        name: card.name.clone(),
        leads: led(s, c).map(corps).collect(),
        hex: now.at.hex().map(|h| s.game_data.board.label(h)),
        at: now.at.word(),
        injured: now.injured,
        successor: now.successor,
        range: face.range,
        ma: face.ma,
        melee_bonus,
        fire_bonus,
        hero: card.hero,
        king: card.king,
        constable: card.constable,
        steadies: now.steadies.map(corps),
        moved: now.moved,
        spent: now.spent,
    }
}

/// Returns the corps that a commander leads (7.1).
pub(crate) fn led(s: &State, c: CommanderId) -> impl Iterator<Item = CorpsId> + '_ {
    s.corps_ids().filter(move |&k| s.corps(k).leader == Some(c))
}

/// Returns the hero who steadies a corps (7.2).
pub(crate) fn steadied_by(s: &State, corps: CorpsId) -> Option<CommanderId> {
    s.commander_ids().find(|&c| s.commander(c).steadies == Some(corps))
}

fn corps_view(s: &State, k: CorpsId) -> CorpsView {
    let (now, card) = (s.corps(k), &s.game_data.roster[k]);
    let name = |c: CommanderId| s.game_data.roster[c].id.clone();
    CorpsView {
        number: k.0,
        side: card.side,
        title: card.title.clone(),
        morale: card.morale.map(|_| now.morale),
        full_morale: card.morale,
        demoralized: s.demoralized(k),
        steadied_by: steadied_by(s, k).map(name),
        leader: now.leader.map(name),
        ordered: now.ordered,
    }
}

/// Returns the number of the last game turn.
pub(crate) fn last_turn(s: &State) -> u8 {
    let deployment = &s.game_data.deployment;
    deployment.clock.turns(scenario(s).map_or(1, |x| x.days))
}

/// Returns the scenario that is played.
pub(crate) fn scenario(s: &State) -> Option<&crate::data::Scenario> {
    s.game_data.deployment.scenarios.get(usize::from(s.scenario))
}

/// Returns the side that acts in a phase.
pub(crate) const fn actor(s: &State, phase: Phase) -> Side {
    if phase.passive() { s.active.enemy() } else { s.active }
}

/// Returns the hexes of the places that the Swiss have taken (8.1).
pub(crate) fn taken(s: &State) -> impl Iterator<Item = casus_core::HexId> + '_ {
    let places = s.game_data.deployment.places.iter().enumerate();
    places.filter(|(i, _)| s.taken >> i & 1 == 1).map(|(_, &h)| h)
}

/// Returns the view of the position, the same for all.
pub(crate) fn view(s: &State, _: Option<Side>) -> View {
    let label = |h| s.game_data.board.label(h);
    let roster = &s.game_data.roster;
    let clock = &s.game_data.deployment.clock;
    View {
        decision: decision(s).map(|d| d.view(|of| s.word_of(of))),
        outcome: s.outcome.map(|o| o.0),
        scenario: scenario(s).map_or_else(String::new, |x| x.id.clone()),
        turn: s.turn,
        last_turn: last_turn(s),
        hour: clock.minutes(s.turn).map(|m| format!("{:02}:{:02}", m / 60, m % 60)),
        night: clock.is_night(s.turn),
        active: s.active,
        phase: s.phase().map(|p| PhaseView {
            number: p.number(),
            title: p.title(),
            side: actor(s, p),
        }),
        swiss_morale: s.swiss_morale,
        taken: taken(s)
            .map(|h| s.game_data.board.name(h).map_or_else(|| label(h), str::to_owned))
            .collect(),
        breached: s.breached,
        works: s
            .works()
            .iter()
            .map(|w| WorkView {
                hex: label(w.hex),
                side: s.game_data.board.orientation().dir_word(w.side),
            })
            .collect(),
        assaulted: s.assaulted.iter().map(|&h| label(h)).collect(),
        braced: s.braced,
        in_hand: s.run().map(|run| InHandView {
            side: run.side,
            units: run.units.iter().map(|u| roster[UnitId(u)].id.clone()).collect(),
            commanders: run.commanders.iter().map(|c| roster[c].id.clone()).collect(),
            begun: run.begun,
        }),
        units: s
            .unit_ids()
            .filter(|&u| s.unit(u).at != Whereabouts::Absent)
            .map(|u| (roster[u].id.clone(), unit_view(s, u)))
            .collect(),
        commanders: s
            .commander_ids()
            .filter(|&c| s.commander(c).at != Whereabouts::Absent)
            .map(|c| (roster[c].id.clone(), commander_view(s, c)))
            .collect(),
        corps: s
            .corps_ids()
            .map(|k| (roster[k].id.clone(), corps_view(s, k)))
            .collect(),
    }
}
