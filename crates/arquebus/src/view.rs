//! What a side sees (6.3): everything except the Seizure counters in the other side's hand.

use crate::components::{LeaderCard, Ratings, SeizureCounter, Side, UnitId};
use crate::dispatch::decision;
use crate::state::activation::{Act, Warrant};
use crate::state::pieces::{Condition, Done, Whereabouts};
use crate::state::position::State;
use casus_core::{Lexicon, Outcome, Sided};
use serde::Serialize;
use std::collections::BTreeMap;

/// A unit in a view.
///
/// Units that are not in the battle are left out. Units that were lost or have left the map are included, with `at` `"lost"`
/// or `"away"`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct UnitView {
    /// Its number in events.
    pub number: u8,
    /// The side that it fights for.
    pub side: Side,
    /// Its present type, `"MM"`.
    pub arm: &'static str,
    /// Its missile type, `"AQ"`; `"-"` for none.
    pub missile: &'static str,
    /// The Battle that it belongs to.
    pub battle: String,
    /// The Standard near which it rallies.
    pub standard: String,
    /// Its hex, if it is on the map.
    pub hex: Option<String>,
    /// `"map"`, `"reserve"`, `"lost"` or `"away"`.
    pub at: &'static str,
    /// The vertex that it faces.
    pub facing: &'static str,
    /// Normal, Disordered or Retired.
    pub state: Condition,
    /// The ratings of the face that is up.
    pub ratings: Ratings,
    /// Whether it is on foot (7.4) or unlimbered (7.6).
    pub turned: bool,
    /// Whether it has fired while mounted and not reloaded (11.5).
    pub unloaded: bool,
    /// The units that it is Engaged with (14.5).
    pub engaged: Vec<String>,
    /// Whether it is out of command in the current activation of either side (5.3, ruling R-16).
    ///
    /// It is `false` while command is not fixed for it yet, and without an activation.
    pub out_of_command: bool,
    /// Movement Points spent in the current activation; 0 if there is none.
    pub spent: u8,
    /// The sum of its Continued Attack markers (14.7).
    pub continued: u8,
    /// What it has done in the current activation; empty if there is none.
    ///
    /// `"moved"`, `"turned"`, `"fired"`, `"reacted"`, `"counter-charged"`, `"attacked"`, `"shifted"`.
    pub done: Vec<&'static str>,
}

/// A leader in a view.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LeaderView {
    /// His number in events.
    pub number: u8,
    /// The side that he fights for.
    pub side: Side,
    /// His full name and office.
    pub name: String,
    /// The Battles that he leads.
    pub battles: Vec<String>,
    /// `"map"`, `"reserve"`, `"lost"` or `"away"`.
    pub at: &'static str,
    /// The hex in which he is; `None` off the map.
    pub hex: Option<String>,
    /// Whether he is an Overall Commander.
    pub oc: bool,
    /// Whether he is a King (3.0); a replacement is not.
    pub king: bool,
    /// Activation Rating; `None` for a pure Overall Commander.
    pub activation: Option<i32>,
    /// Command Range in hexes.
    pub range: u32,
    /// His Charisma rating, -9 to 9.
    pub charisma: i32,
    /// Effectiveness of an Overall Commander.
    pub effectiveness: Option<i8>,
    /// Whether a replacement has taken his place.
    pub replacement: bool,
    /// Whether he was killed or captured and is to be replaced (5.5).
    pub to_be_replaced: bool,
    /// Movement Points spent in the current activation.
    pub spent: u8,
}

/// The current activation.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ActivationView {
    /// The number of the activation, counted from the first after play began.
    pub number: u16,
    /// The side that is active.
    pub side: Side,
    /// The Battles, or `"army"`, or the name of a Standard.
    pub what: Vec<String>,
    /// How the activation came about.
    pub how: Warrant,
    /// `"move-fire"` or `"shock"`.
    pub phase: &'static str,
}

/// An attack of the current Shock Phase.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AttackView {
    /// The unit that attacks.
    pub attacker: String,
    /// The hexes that it attacks.
    pub hexes: Vec<String>,
    /// Whether it has a Charge marker.
    pub charge: bool,
    /// Whether it takes no further part.
    pub out: bool,
}

/// The open decision.
pub type DecisionView = casus_core::DecisionView<Side>;

/// A side: its title, its Flight Points and Level, and its Seizure counters.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SideView {
    /// The title of the side in this battle.
    pub title: String,
    /// Flight Points (3.0).
    pub points: i32,
    /// Flight Level (3.0).
    pub level: i32,
    /// Flight Points of the units that have left the map over its edge (ruling F-1).
    pub away: i32,
    /// The number of those points that wins; `null` where the side may not leave.
    pub away_needed: Option<u8>,
    /// The number of Seizure counters that it holds (6.3).
    pub counters: u8,
    /// The counters that it holds; `None` if they are the enemy's.
    pub held: Option<Vec<SeizureCounter>>,
    /// The counters that it has played.
    pub played: Vec<SeizureCounter>,
    /// Free Activations so far (7.5).
    pub free_activations: u8,
}

/// What a side sees.
///
/// A plain value, the same in Rust and, through serde, in JSON. It has names instead of ids, and printed numbers instead of
/// hex ids. It contains nothing that is hidden from the viewer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct View {
    /// The name of the battle.
    pub title: String,
    /// The side that decides, and the decision; `None` when play has ended.
    pub decision: Option<DecisionView>,
    /// How play ended.
    pub outcome: Option<Outcome<Side>>,
    /// The current activation.
    pub activation: Option<ActivationView>,
    /// The attacks of the current Shock Phase.
    pub attacks: Vec<AttackView>,
    /// The sides, by name.
    pub sides: BTreeMap<&'static str, SideView>,
    /// The space of the Time marker, in a Timed Engagement (16.1).
    pub clock: Option<u8>,
    /// The number of Passes in a row so far.
    pub passes: u8,
    /// The number of Continuations in a row that succeeded (6.2).
    pub successes: u8,
    /// The number of attempts to continue with one Battle only (6.2).
    pub alone: u8,
    /// The hexes of the Standards; `None` for one that is not on the map.
    pub standards: BTreeMap<String, Option<String>>,
    /// The units that are in the battle.
    pub units: BTreeMap<String, UnitView>,
    /// The leaders who are in the battle.
    pub leaders: BTreeMap<String, LeaderView>,
}

fn unit_view(s: &State, u: UnitId) -> UnitView {
    let unit = s.unit(u);
    let card = s.counter(u);
    let roster = &s.game_data.roster;
    let deeds = [
        (Done::MOVED, "moved"),
        (Done::TURNED, "turned"),
        (Done::FIRED, "fired"),
        (Done::REACTED, "reacted"),
        (Done::COUNTERED, "counter-charged"),
        (Done::ATTACKED, "attacked"),
        (Done::SHIFTED, "shifted"),
    ];
    let done = s.deeds(u);
    UnitView {
        number: u.0,
        side: card.side,
        arm: s.arm(u).short(),
        missile: card.missile.short(),
        battle: roster.battle_word(card.battle).to_owned(),
        standard: roster.standard_word(card.standard).to_owned(),
        hex: unit.at.hex().map(|h| s.game_data.board.label(h)),
        at: unit.at.word(),
        facing: unit.facing.word(s.game_data.board.orientation()),
        state: unit.condition,
        ratings: s.ratings(u),
        turned: unit.turned,
        unloaded: unit.unloaded,
        engaged: s.partners(u).map(|p| roster.unit_word(p).to_owned()).collect(),
        out_of_command: s.status_fixed() && unit.at.in_play() && !done.has(Done::IN_COMMAND),
        spent: if s.activation().is_some() { unit.spent } else { 0 },
        continued: s.combat().map_or(0, |f| f.marker(u)),
        done: deeds
            .into_iter()
            .filter(|(d, _)| done.has(*d))
            .map(|(_, w)| w)
            .collect(),
    }
}

fn side_view(s: &State, side: Side, viewer: Option<Side>) -> SideView {
    let hand = s.hand(side);
    SideView {
        title: s.game_data.scenario.name(side).to_owned(),
        points: s.flight_points(side),
        level: s.flight_level(side),
        away: s.points_away(side),
        away_needed: s.exit(side).map(|e| e.points),
        counters: hand.held.len() as u8,
        held: (viewer == Some(side)).then(|| hand.held.iter().collect()),
        played: hand.played.iter().collect(),
        free_activations: s.free_activations[side.index()],
    }
}

/// Returns what a side sees. `None` is a spectator, who sees what both sides see.
pub(crate) fn view(s: &State, viewer: Option<Side>) -> View {
    let label = |h| s.game_data.board.label(h);
    let roster = &s.game_data.roster;
    let in_battle = |at: Whereabouts| at != Whereabouts::Absent;
    let leader = |l| {
        let (card, leader): (&LeaderCard, _) = (&roster[l], s.leader(l));
        let v = LeaderView {
            number: l.0,
            side: card.side,
            name: card.name.clone(),
            battles: card.battles.iter().map(|&b| roster.battle_word(b).to_owned()).collect(),
            at: leader.at.word(),
            hex: leader.at.hex().map(label),
            oc: s.is_oc(l),
            king: card.king && !leader.replacement,
            activation: s.activation_rating(l),
            range: s.command_range(l),
            charisma: s.charisma(l),
            effectiveness: s.is_oc(l).then_some(card.effectiveness),
            replacement: leader.replacement,
            to_be_replaced: leader.pending,
            spent: if s.activation().is_some() { leader.spent } else { 0 },
        };
        (roster.leader_word(l).to_owned(), v)
    };
    let activation = s.activation().map(|a| ActivationView {
        number: s.activations,
        side: a.side,
        what: match a.act {
            Act::Battles(list) => list.iter().map(|b| roster.battle_word(b).to_owned()).collect(),
            Act::Army => vec!["army".to_owned()],
            Act::Rally(t) | Act::Carry(t) => vec![roster.standard_word(t).to_owned()],
        },
        how: a.warrant,
        phase: if a.shock { "shock" } else { "move-fire" },
    });
    let strikers = s.combat().map_or(&[][..], |f| &f.strikers);
    let attacks = strikers.iter().map(|k| AttackView {
        attacker: roster.unit_word(k.unit).to_owned(),
        hexes: k.on.iter().map(label).collect(),
        charge: k.charge,
        out: k.out,
    });
    let standards = s.standard_ids().map(|t| {
        let hex = s.standard(t).at.hex().map(label);
        (roster.standard_word(t).to_owned(), hex)
    });
    View {
        title: s.game_data.scenario.title.clone(),
        decision: decision(s).map(|d| d.view(|of| s.word_of(of))),
        outcome: s.outcome.map(|o| o.0),
        activation,
        attacks: attacks.collect(),
        sides: Side::ALL.iter().map(|&x| (x.word(), side_view(s, x, viewer))).collect(),
        clock: s.timed().map(|_| s.clock),
        passes: s.passes,
        successes: s.streak.successes,
        alone: s.streak.alone,
        standards: standards.collect(),
        units: s
            .unit_ids()
            .filter(|&u| in_battle(s.unit(u).at))
            .map(|u| (roster.unit_word(u).to_owned(), unit_view(s, u)))
            .collect(),
        leaders: s
            .leader_ids()
            .filter(|&l| in_battle(s.leader(l).at))
            .map(leader)
            .collect(),
    }
}
