//! What a side sees (3.5, The Fog of War).

use crate::casebook::cite;
use crate::components::{Ratings, Side, UnitId};
use crate::dispatch::decision;
use crate::state::activation::Warrant;
use crate::state::pieces::{Condition, Done, Whereabouts};
use crate::state::position::State;
use casus_core::{Lexicon, Outcome, Sided};
use serde::Serialize;
use std::collections::BTreeMap;

/// A unit in a view.
///
/// Units are public: every viewer sees the same of them. Units that are not in the battle are left out. Lost units are
/// included, with `at` `"lost"`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct UnitView {
    /// Its number in events.
    pub number: u8,
    /// The side that it belongs to.
    pub side: Side,
    /// Its type, `"HC"`.
    pub arm: &'static str,
    /// Its missile type: `"-"`, `"A"`, `"M"` or `"gun"`.
    pub missile: &'static str,
    /// The command with which it is activated.
    pub command: String,
    /// Its hex, if it is on the map.
    pub hex: Option<String>,
    /// `"map"`, `"box"`, `"reserve"`, `"lost"` or `"absent"`.
    pub at: &'static str,
    /// The vertex that it faces.
    pub facing: &'static str,
    /// Normal, Disordered or Retired.
    pub state: Condition,
    /// Shock Defense Rating of the face that is up.
    pub sdr: i8,
    /// Movement Allowance of the face that is up, in movement points.
    pub ma: u8,
    /// The ratings of its reverse, Shock Defense Rating and Movement Allowance; `None` for a unit without one.
    pub reverse: Option<Ratings>,
    /// Whether it is artillery that cannot move (7.5.2).
    pub emplaced: bool,
    /// Whether it is out of command in the current activation (12.2.1).
    pub out_of_command: bool,
    /// Movement points spent in the current activation.
    pub spent: u8,
    /// What it has done in the current activation.
    ///
    /// `"moved"`, `"pivoted"`, `"fired"`, `"attacked"`, `"reacted"`, and `"encamped"`, which lasts until it rallies.
    pub done: Vec<&'static str>,
}

/// A leader in a view.
///
/// His ratings are public. His place may be hidden (3.5): a leader with a unit is hidden until he does something that the
/// enemy sees, or an enemy meets him. For a hidden leader `hex` is `None` and `spent` is 0.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LeaderView {
    /// His number in events.
    pub number: u8,
    /// The side that he belongs to.
    pub side: Side,
    /// `"map"`, `"reserve"`, `"lost"`, `"absent"`, or `"hidden"` with some unit of his side.
    pub at: &'static str,
    /// His hex, if it is seen.
    pub hex: Option<String>,
    /// His Activation Rating.
    pub activation: i32,
    /// Command Range in hexes.
    pub range: u32,
    /// Whether a replacement has taken his place.
    pub replacement: bool,
    /// His full name and office.
    pub name: String,
    /// The command that he leads.
    pub command: String,
    /// Whether he is the King or the Sultan (16.0.1).
    pub monarch: bool,
    /// Whether he is the second leader of his command (12.2).
    pub second: bool,
    /// Whether he was killed and is to be replaced (12.4.1).
    pub to_be_replaced: bool,
    /// Movement points spent in the current activation; 0 if his place is hidden.
    pub spent: u8,
}

/// The current activation.
///
/// There is none while a side chooses the next one. It lasts through both segments, with every reaction in them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ActivationView {
    /// The number of the activation in the game, from 1.
    pub number: u16,
    /// The side that is active.
    pub side: Side,
    /// The command that acts.
    pub command: String,
    /// The leader under whom it acts.
    pub leader: String,
    /// How the activation came about.
    pub how: Warrant,
    /// `"move-fire"` or `"shock"`.
    pub segment: &'static str,
    /// Declared attacks that wait to be resolved.
    pub declared: Vec<DeclaredView>,
}

/// A declared attack that waits to be resolved.
///
/// Attacks that were resolved or became void are no longer in the list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DeclaredView {
    /// The unit that attacks.
    pub attacker: String,
    /// The unit that it attacks.
    pub target: String,
    /// Whether the attack is a Charge.
    pub charge: bool,
}

/// The open decision.
pub type DecisionView = casus_core::DecisionView<Side>;

/// How close an army is to flight.
///
/// An army flees when a die plus its points exceeds its level, in the check after a Free activation (16.0).
/// [`State::flight_ledger`](crate::State::flight_ledger) lists the points line by line.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FlightView {
    /// Flight Level Points (16.0.1).
    pub points: i32,
    /// Flight Level (16.0.3, 16.0.4).
    pub level: i32,
}

/// What a side sees.
///
/// A plain value, the same in Rust and, through serde, in JSON. It has names instead of ids, and printed numbers instead of
/// hex ids. [`Match::view`](casus_core::Match::view) makes it for a side, or for a spectator, who sees what both sides see.
/// It contains nothing that is hidden from the viewer.
///
/// ```
/// use casus_core::Match;
/// use casus_suleiman::{Base, StartAt, Setup, Side, Suleiman};
///
/// let setup = Setup { start_at: StartAt::Free, base: Some(Base::Mohacs), ..Setup::default() };
/// let game = Match::<Suleiman>::new(setup)?;
/// let (own, foe) = (game.view(Some(Side::Hungary)), game.view(Some(Side::Ottoman)));
/// assert_eq!(own.units, foe.units);
/// assert_eq!((own.leaders["Perenyi"].at, foe.leaders["Perenyi"].at), ("map", "hidden"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct View {
    /// The side that decides, and the decision; `None` when play has ended.
    ///
    /// It is public: both sides know whose turn it is.
    pub decision: Option<DecisionView>,
    /// How play ended: a side's victory, or a stalemate by Passes.
    pub outcome: Option<Outcome<Side>>,
    /// The current activation.
    pub activation: Option<ActivationView>,
    /// Each side's points and level for flight checks.
    pub flight: BTreeMap<&'static str, FlightView>,
    /// The Banner's hex while it stands.
    ///
    /// It is `None` before the Banner is placed, and after it has fallen (13.0.4).
    pub banner: Option<String>,
    /// The number of Passes in a row so far; the set-up's `stalemate` (default: 6) ends the match.
    ///
    /// Any activation resets it to 0.
    pub passes: u8,
    /// The units that are in the battle.
    pub units: BTreeMap<String, UnitView>,
    /// The leaders who are in the battle.
    pub leaders: BTreeMap<String, LeaderView>,
}

fn unit_view(s: &State, u: UnitId) -> UnitView {
    let unit = s.unit(u);
    let card = s.counter(u);
    let r = s.ratings(u);
    let deeds = [
        (Done::MOVED, "moved"),
        (Done::PIVOTED, "pivoted"),
        (Done::FIRED, "fired"),
        (Done::ATTACKED, "attacked"),
        (Done::REACTED, "reacted"),
        (Done::ENCAMPED, "encamped"),
    ];
    let active = s.activation().is_some_and(|a| a.command == card.command);
    UnitView {
        number: u.0,
        side: card.side,
        arm: card.arm.short(),
        missile: card.missile.short(),
        reverse: card.back,
        emplaced: card.emplaced,
        command: s.game_data.roster.command_word(card.command).to_owned(),
        hex: unit.at.hex().map(|h| s.game_data.board.label(h)),
        at: unit.at.word(),
        facing: unit.facing.word(s.game_data.board.orientation()),
        state: unit.condition,
        sdr: r.sdr,
        ma: r.ma,
        out_of_command: active && unit.at.in_play() && !unit.done.has(Done::IN_COMMAND),
        spent: unit.spent,
        done: deeds
            .into_iter()
            .filter(|(d, _)| unit.done.has(*d))
            .map(|(_, w)| w)
            .collect(),
    }
}

/// Whether a viewer knows the place of a leader (3.5).
pub(crate) fn sees_leader(s: &State, leader: crate::components::LeaderId, viewer: Option<Side>) -> bool {
    const _: casus_core::Cite = cite!("3.5");
    let l = s.leader(leader);
    l.known || viewer == Some(s.game_data.roster.leader_card(leader).side) || l.at.hex().is_none()
}

/// Returns what a side sees. `None` is a spectator, who sees what both sides see.
pub(crate) fn view(s: &State, viewer: Option<Side>) -> View {
    let label = |h| s.game_data.board.label(h);
    let roster = &s.game_data.roster;
    let leaders = s
        .leader_ids()
        .filter(|&l| s.leader(l).at != Whereabouts::Absent)
        .map(|l| {
            let leader = s.leader(l);
            let seen = sees_leader(s, l, viewer);
            let v = LeaderView {
                number: l.0,
                side: roster.leader_card(l).side,
                at: if seen { leader.at.word() } else { "hidden" },
                hex: leader.at.hex().filter(|_| seen).map(label),
                activation: s.activation_rating(l),
                range: s.command_range(l),
                replacement: leader.replacement,
                name: roster.leader_card(l).name.clone(),
                command: roster.command_word(roster.leader_card(l).command).to_owned(),
                monarch: roster.leader_card(l).monarch,
                second: roster.leader_card(l).deputy,
                to_be_replaced: leader.pending,
                spent: if seen { leader.spent } else { 0 },
            };
            (roster.leader_word(l).to_owned(), v)
        })
        .collect();
    let activation = s.activation().map(|a| ActivationView {
        number: s.activations,
        side: a.side,
        command: roster.command_word(a.command).to_owned(),
        leader: roster.leader_word(a.under).to_owned(),
        how: a.warrant,
        segment: if a.shock { "shock" } else { "move-fire" },
        declared: a
            .declared
            .iter()
            .map(|d| DeclaredView {
                attacker: roster.unit_word(d.attacker).to_owned(),
                target: roster.unit_word(d.target).to_owned(),
                charge: d.charge,
            })
            .collect(),
    });
    View {
        decision: decision(s).map(|d| d.view(|of| s.word_of(of))),
        outcome: s.outcome.map(|o| o.0),
        activation,
        flight: Side::ALL
            .iter()
            .map(|&x| {
                (
                    x.word(),
                    FlightView {
                        points: s.flight_points(x),
                        level: s.flight_level(x),
                    },
                )
            })
            .collect(),
        banner: s.banner.map(label),
        passes: s.passes,
        units: s
            .unit_ids()
            .filter(|&u| s.unit(u).at != Whereabouts::Absent)
            .map(|u| (roster.unit_word(u).to_owned(), unit_view(s, u)))
            .collect(),
        leaders,
    }
}
