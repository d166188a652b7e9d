//! Property tests for this game: strategies for positions, actions and requests, and their mirror images.
//!
//! [`casus_testkit::strategies::playthroughs`] has playthroughs that shrink.
//! [`casus_testkit::strategies::props`] has the properties that must hold of them.
//! ```
//! use casus_arquebus::{Arquebus, strategies};
//! use casus_testkit::strategies::{playthroughs, props};
//! use proptest::prelude::*;
//!
//! let few = ProptestConfig::with_cases(4);
//! proptest!(few, |(setup in strategies::positions(), game in playthroughs(20))| {
//!     props::audit_holds::<Arquebus>(&setup, &game)?;
//! });
//! ```

use crate::action::Action;
use crate::casebook::CASEBOOK;
use crate::charts::CombatResult;
use crate::components::{Arm, BattleId, Counter, LeaderId, SeizureCounter, Side, StandardId, UnitId};
use crate::data::{Base, GameData, MapPatch, standard};
use crate::event::{Chance, Event, What};
use crate::game::Arquebus;
use crate::options::Choice;
use crate::setup::{HandPost, LeaderPost, Setup, StandardPost, StartAt, UnitPost};
use crate::state::activation::{Act, Activation, Warrant, Window};
use crate::state::combat::Answer;
use crate::state::pieces::{Done, Whereabouts};
use crate::state::position::State;
use crate::state::stage::Stage;
pub use casus_continuity::strategies::Ground;
use casus_continuity::strategies::{add_options, first_free, mirror_facing, with_neighbours};
use casus_core::{Closed, Dir, Game, HexId, Judge, Sided, Symmetry, Verdict, VertexFacing, Window as _};
use casus_testkit::metamorphic::Metamorphic;
use casus_testkit::strategies as core;
use casus_testkit::strategies::{Mirror, PassedOver, Scatter, Trial, phrases, spread, strew, strewn};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;
use std::collections::BTreeSet;

/// Returns the center of a battle's map, about which its open positions are mirrored.
pub const fn centre(base: Base) -> &'static str {
    match base {
        Base::Fornovo => "2214",
        Base::Cerignola => "1213",
        Base::Ravenna => "2017",
        Base::Pavia => "2620",
    }
}
/// The greatest distance from the center at which an action is compared with its mirror image, in hexes; no edge is nearer than 11.
const MARGIN: u32 = 8;

/// A unit to be placed. Its numbers are taken modulo the number of choices.
#[derive(Clone, Debug)]
struct Piece {
    pick: u16,
    spot: u8,
    /// The piece that it is placed in front of, if there is room.
    before: Option<u8>,
    facing: u8,
    condition: u8,
    done: u8,
    leader: bool,
    turned: bool,
    /// Whether it is stacked with the last unit of its side that it may stack with.
    stacked: bool,
    engaged: bool,
}

fn pieces(few: usize, many: usize) -> impl Strategy<Value = Vec<Piece>> {
    let place = (any::<u16>(), any::<u8>(), option::weighted(0.6, 0..6u8), 0..6u8);
    let state = (0..11u8, any::<u8>(), any::<bool>(), any::<bool>());
    let with = (proptest::bool::weighted(0.3), proptest::bool::weighted(0.3));
    let piece = (place, state, with).prop_map(
        |((pick, spot, before, facing), (condition, done, leader, turned), (stacked, engaged))| Piece {
            pick,
            spot,
            before,
            facing,
            condition,
            done,
            leader,
            turned,
            stacked,
            engaged,
        },
    );
    vec(piece, few..=many)
}

/// The features of rough ground.
const ROUGH: &[Scatter] = &[
    Scatter::Terrain("woods"),
    Scatter::Terrain("marsh"),
    Scatter::Terrain("vineyards"),
    Scatter::Terrain("rough"),
    Scatter::Levels(3),
    Scatter::Side("stream"),
    Scatter::Side("ditch"),
    Scatter::Side("trench"),
    Scatter::Side("wall"),
    Scatter::Over("river", "bridge"),
    Scatter::Over("ditch", "rampart"),
];

/// A unit in a hex of a position.
struct Placed {
    unit: UnitId,
    hex: HexId,
    facing: VertexFacing,
    front: Dir,
    turned: bool,
    alone: bool,
    retired: bool,
    engaged: bool,
}

/// A position under construction.
struct Camp<'k> {
    game_data: &'k GameData,
    disc: Vec<HexId>,
    placed: Vec<Placed>,
    used: BTreeSet<UnitId>,
    setup: Setup,
    open: bool,
}

impl Camp<'_> {
    fn side(&self, u: UnitId) -> Side {
        self.game_data.roster[u].side
    }
    fn free(&self, hex: HexId) -> bool {
        self.disc.contains(&hex) && !self.placed.iter().any(|p| p.hex == hex)
    }
    /// The unit, of those alone in their hex, that a unit may stack with.
    fn mate(&self, unit: UnitId, turned: bool) -> Option<usize> {
        let loose = |u: UnitId| !matches!(self.game_data.roster[u].arm, Arm::Pikes | Arm::Artillery);
        let arm = |u: UnitId| self.game_data.roster[u].arm;
        let foot = |u: UnitId| arm(u).foot() && loose(u);
        let guns = |u: UnitId, turned: bool| arm(u) == Arm::Artillery && turned;
        self.placed.iter().rposition(|p| {
            let fits = (guns(unit, turned) && foot(p.unit))
                || (guns(p.unit, p.turned) && foot(unit))
                || (arm(unit) == Arm::Sappers && arm(p.unit) != Arm::Artillery)
                || (arm(p.unit) == Arm::Sappers && arm(unit) != Arm::Artillery);
            fits && p.alone && self.side(p.unit) == self.side(unit)
        })
    }
    fn condition(&self, unit: UnitId, piece: &Piece, first: bool) -> Option<&'static str> {
        let card = &self.game_data.roster[unit];
        let banner = &self.game_data.roster[card.standard].id;
        let raised = self.setup.standards.iter().any(|p| p.id == *banner);
        match piece.condition {
            6..=7 if card.arm != Arm::Artillery && !first => Some("disordered"),
            8..=9 if raised && !first => Some("retired"),
            _ => None,
        }
    }
    fn place(&mut self, units: &[UnitId], piece: &Piece, first: bool) {
        let Some(unit) = first_free(units, piece.pick.into(), |u| !self.used.contains(&u)) else {
            return;
        };
        let card = &self.game_data.roster[unit];
        let condition = self.condition(unit, piece, first);
        let retired = condition == Some("retired");
        let turned = card.arm.turns() && piece.turned && !(retired && card.arm == Arm::Artillery);
        let mut post = UnitPost {
            id: card.id.clone(),
            state: condition.map(str::to_owned),
            turned: turned.then_some(true),
            unloaded: card.arm.dismounts() && !turned && piece.done & 16 != 0,
            ..UnitPost::default()
        };
        self.used.insert(unit);
        let enters = self.game_data.deployment.reinforcement(card.battle).is_some();
        if piece.condition == 10 && enters && !self.open {
            post.at = Some("reserve".to_owned());
            self.setup.units.push(post);
            return;
        }
        for (bit, word) in [(1, "moved"), (2, "turned"), (4, "fired"), (8, "reacted")] {
            if piece.done & bit != 0 && piece.condition & 1 != 0 {
                post.done.push(word.to_owned());
            }
        }
        let o = self.game_data.board.orientation();
        let mut facing = VertexFacing::ALL[usize::from(piece.facing)];
        let mate = self.mate(unit, turned).filter(|_| piece.stacked);
        let ahead = piece.before.and_then(|b| {
            let other = self.placed.get(usize::from(b) % self.placed.len().max(1))?;
            let to = self.game_data.board.neighbour(other.hex, other.front)?;
            (self.side(other.unit) != self.side(unit) && self.free(to)).then_some(to)
        });
        let anywhere = || first_free(&self.disc, piece.spot.into(), |h| self.free(h));
        let hex = match mate {
            Some(m) => Some(self.placed[m].hex),
            None => ahead.or_else(anywhere),
        };
        let Some(hex) = hex else { return };
        if let Some(m) = mate {
            facing = self.placed[m].facing;
            self.placed[m].alone = false;
        }
        self.placed.push(Placed {
            unit,
            hex,
            facing,
            front: facing.front()[usize::from(piece.spot & 1)],
            turned,
            alone: mate.is_none(),
            retired,
            engaged: piece.engaged,
        });
        post.facing = Some(facing.word(o).to_owned());
        post.hex = Some(self.game_data.board.label(hex));
        self.setup.units.push(post);
        if piece.leader || first {
            self.lead(unit, hex, piece.done & 32 != 0);
        }
    }
    /// Brings the leader of a unit's Battle, or the Overall Commander, to its hex.
    fn lead(&mut self, unit: UnitId, hex: HexId, oc: bool) {
        let roster = &self.game_data.roster;
        let leader = if oc {
            roster.oc(self.side(unit))
        } else {
            roster.leader_of(roster[unit].battle)
        };
        let Some(l) = leader else { return };
        let id = &roster[l].id;
        if !self.setup.leaders.iter().any(|p| p.id == *id) {
            self.setup.leaders.push(LeaderPost {
                id: id.clone(),
                hex: Some(self.game_data.board.label(hex)),
                ..LeaderPost::default()
            });
        }
    }
    /// Makes some adjacent enemies Engaged.
    fn engage(&mut self) {
        for (i, a) in self.placed.iter().enumerate() {
            for b in &self.placed[i + 1..] {
                let near = self.game_data.board.distance(a.hex, b.hex) == 1;
                let foes = self.side(a.unit) != self.side(b.unit);
                if near && foes && a.engaged && !a.retired && !b.retired {
                    let names = [a.unit, b.unit].map(|u| self.game_data.roster.unit_word(u).to_owned());
                    self.setup.engaged.push(names);
                }
            }
        }
    }
}

/// Whether the set-up is valid.
fn opens(setup: &Setup) -> bool {
    Arquebus::begin(setup).is_ok()
}

/// A hand: each counter of the cup is held, played, or neither.
fn hand(game_data: &GameData, fates: &[u8]) -> HandPost {
    let of = |which: u8| -> Vec<SeizureCounter> {
        let cup = game_data.charts.seizure.counters.iter().zip(fates);
        cup.filter(|&(_, &fate)| fate == which).map(|(c, _)| c).collect()
    };
    let (held, played) = (of(0), of(1));
    HandPost { held, played }
}

/// Returns positions of any battle on some ground, opened at one of these starting points. There are up to `many` units a side,
/// within `radius` hexes of each other.
pub fn positions_on(
    ground: Ground,
    starts: &'static [StartAt],
    many: usize,
    radius: u32,
) -> impl Strategy<Value = Setup> {
    let units = (pieces(1, many), pieces(1, many), pieces(0, many / 2));
    let command = (select(&Base::ALL[..]), select(starts), any::<u8>(), 0..6u8);
    let place = (any::<u16>(), strewn(12), vec(option::weighted(0.5, any::<u8>()), 4));
    let hands = option::weighted(0.5, (vec(0..6u8, 14), vec(0..6u8, 14)));
    let rest = (
        vec(select(&Choice::ALL[..]), 0..3),
        option::weighted(0.3, 0..3u8),
        option::weighted(0.3, 0..3u8),
        option::weighted(0.2, 0..4u8),
        hands,
        proptest::bool::weighted(0.1),
    );
    (units, command, place, rest).prop_filter_map(
        "a position with a fault",
        move |((own, foe, more), (base, start_at, lead, how), (at, things, flags), rest)| {
            let game_data: &GameData = standard(base);
            let board = &game_data.board;
            let battles: Vec<BattleId> = game_data.roster.battle_ids().collect();
            let battle = battles[usize::from(lead) % battles.len()];
            let card = &game_data.roster[battle];
            let middle = match ground {
                Ground::Field => HexId(at % board.len() as u16),
                _ => board.parse(centre(base)).ok()?,
            };
            let within = matches!(start_at, StartAt::Activation | StartAt::MoveFire | StartAt::Shock);
            let army = rest.5 && start_at != StartAt::Shock;
            let hands = rest
                .4
                .iter()
                .flat_map(|(a, b)| [(Side::France, hand(game_data, a)), (Side::League, hand(game_data, b))]);
            let mut camp = Camp {
                game_data,
                disc: board.hexes_within(middle, radius),
                placed: Vec::new(),
                used: BTreeSet::new(),
                setup: Setup {
                    base,
                    start_at,
                    side: (!within || army).then_some(card.side),
                    active: match (within, army) {
                        (false, _) => Vec::new(),
                        (true, true) => vec!["army".to_owned()],
                        (true, false) => vec![card.id.clone()],
                    },
                    how: within.then_some(match how {
                        4 => Warrant::Continuity,
                        5 => Warrant::Seized,
                        _ => Warrant::Free,
                    }),
                    last: match (start_at, how) {
                        (StartAt::Continuity, 0..=2) => vec![card.id.clone()],
                        (StartAt::Continuity, 3) => vec!["army".to_owned()],
                        _ => Vec::new(),
                    },
                    successes: rest.1.filter(|_| start_at != StartAt::Free),
                    alone: rest.2.filter(|_| start_at != StartAt::Free),
                    passes: rest.3.filter(|_| !within),
                    hands: hands.collect(),
                    ..Setup::default()
                },
                open: ground != Ground::Field,
            };
            add_options(&mut camp.setup.options, rest.0);
            for (t, spot) in game_data.roster.standard_ids().zip(flags) {
                let Some(spot) = spot else { continue };
                let hex = camp.disc[usize::from(spot) % camp.disc.len()];
                let label = board.label(hex);
                if !camp.setup.standards.iter().any(|p| p.hex.as_ref() == Some(&label)) {
                    camp.setup.standards.push(StandardPost {
                        id: game_data.roster[t].id.clone(),
                        hex: Some(label),
                        at: None,
                    });
                }
            }
            if ground != Ground::Field {
                let mut map = MapPatch {
                    blank: true,
                    ..MapPatch::default()
                };
                if ground == Ground::Rough {
                    (map.hexes, map.hexsides) = strew(board, &camp.disc, &things, ROUGH);
                }
                camp.setup.map = Some(map);
            }
            let mine: Vec<UnitId> = game_data.roster.units_of(battle).collect();
            let of = |side: Side| -> Vec<UnitId> {
                game_data
                    .roster
                    .units()
                    .filter(|&u| game_data.roster[u].side == side)
                    .collect()
            };
            for (i, piece) in own.iter().enumerate() {
                camp.place(&mine, piece, i == 0);
            }
            if army && let Some(&Placed { unit, hex, .. }) = camp.placed.first() {
                camp.lead(unit, hex, true);
            }
            let (enemies, friends) = (of(card.side.enemy()), of(card.side));
            for piece in &foe {
                camp.place(&enemies, piece, false);
            }
            for piece in &more {
                camp.place(&friends, piece, false);
            }
            camp.engage();
            if !within {
                camp.setup.units.iter_mut().for_each(|post| post.done.clear());
            }
            opens(&camp.setup).then_some(camp.setup)
        },
    )
}

/// Every starting point except the beginning of a battle.
const STARTS: &[StartAt] = &[
    StartAt::MoveFire,
    StartAt::MoveFire,
    StartAt::Shock,
    StartAt::Shock,
    StartAt::Activation,
    StartAt::Free,
    StartAt::Continuity,
];
/// The starting points within an activation.
const SEGMENTS: &[StartAt] = &[StartAt::MoveFire, StartAt::Shock];

/// Returns valid positions of every kind: few units of any battle close together on open, broken or printed ground, at any
/// starting point, with any options, and sometimes a battle itself.
///
/// ```
/// use casus_arquebus::{Arquebus, strategies};
/// use casus_core::Game;
/// use proptest::prelude::*;
///
/// proptest!(ProptestConfig::with_cases(8), |(setup in strategies::positions())| {
///     prop_assert!(Arquebus::begin(&setup).is_ok());
/// });
/// ```
pub fn positions() -> impl Strategy<Value = Setup> {
    prop_oneof![
        4 => positions_on(Ground::Blank, STARTS, 5, 3),
        4 => positions_on(Ground::Rough, STARTS, 5, 3),
        3 => positions_on(Ground::Field, STARTS, 5, 3),
        1 => (select(&Base::ALL[..]), vec(select(&Choice::ALL[..]), 0..4)).prop_map(|(base, mut options)| {
            options.sort_unstable();
            options.dedup();
            Setup { base, options, ..Setup::default() }
        }),
        1 => deployed(),
    ]
}

/// A battle with its pieces as at the beginning, opened at the start of an activation or at its Move/Fire Phase.
fn deployed() -> impl Strategy<Value = Setup> {
    let starts = select(&[StartAt::Activation, StartAt::MoveFire][..]);
    (starts, select(&Base::ALL[..]), any::<u8>()).prop_filter_map(
        "a position with a fault",
        |(start_at, base, lead)| {
            let roster = &standard(base).roster;
            let battles: Vec<BattleId> = roster.battle_ids().collect();
            let active = roster
                .battle_word(battles[usize::from(lead) % battles.len()])
                .to_owned();
            let setup = Setup {
                base,
                start_at,
                deployed: Some(true),
                active: vec![active],
                ..Setup::default()
            };
            opens(&setup).then_some(setup)
        },
    )
}

/// Returns positions around the center of a map on open or broken ground, at the starting points of the two segments. Their
/// mirror images ([`image`]) are positions too.
///
/// ```
/// use casus_arquebus::{Arquebus, strategies};
/// use casus_core::{Game, Symmetry};
/// use proptest::prelude::*;
///
/// proptest!(ProptestConfig::with_cases(8), |(setup in strategies::open_positions(), n in 0..12u8)| {
///     let by = Symmetry::new(n).unwrap();
///     let image = strategies::image(&setup, by);
///     prop_assert!(Arquebus::begin(&image).is_ok());
///     prop_assert_eq!(strategies::image(&image, by.inverse()), setup);
/// });
/// ```
pub fn open_positions() -> impl Strategy<Value = Setup> {
    prop_oneof![
        positions_on(Ground::Blank, SEGMENTS, 5, 3),
        positions_on(Ground::Rough, SEGMENTS, 5, 3),
    ]
}

/// Returns dense fights: positions at the Shock starting point with radius 1 to 3, so that declarations depend on each other.
///
/// ```
/// use casus_arquebus::{StartAt, strategies};
/// use proptest::prelude::*;
///
/// proptest!(ProptestConfig::with_cases(8), |(setup in strategies::fights())| {
///     prop_assert_eq!(setup.start_at, StartAt::Shock);
/// });
/// ```
pub fn fights() -> impl Strategy<Value = Setup> {
    prop_oneof![
        positions_on(Ground::Blank, &[StartAt::Shock], 4, 1),
        positions_on(Ground::Blank, &[StartAt::Shock], 4, 2),
        positions_on(Ground::Rough, &[StartAt::Shock], 4, 3),
    ]
}

/// The arguments of actions: two of each kind, for actions that name two.
#[derive(Clone, Copy, Debug)]
struct Nouns {
    unit: UnitId,
    leader: LeaderId,
    battles: [BattleId; 2],
    standard: StandardId,
    counter: SeizureCounter,
    hexes: [HexId; 2],
    facing: VertexFacing,
    window: Window,
    answer: Answer,
}

impl Default for Nouns {
    fn default() -> Self {
        Self {
            unit: UnitId(0),
            leader: LeaderId(0),
            battles: [BattleId(0); 2],
            standard: StandardId(0),
            counter: SeizureCounter::Negation,
            hexes: [HexId(0); 2],
            facing: VertexFacing::ALL[0],
            window: Window::Shock,
            answer: Answer::Shock,
        }
    }
}

/// The number of kinds of action.
const KINDS: u8 = 47;

/// The action with the number of its kind.
fn action(kind: u8, n: Nouns) -> Action {
    let ([b, c], [h, g], u) = (n.battles, n.hexes, n.unit);
    match kind {
        0 => Action::Draw,
        1 => Action::Activate(b),
        2 => Action::ActivateBoth(b, c),
        3 => Action::ActivateArmy,
        4 => Action::RallyAt(n.standard),
        5 => Action::Carry(n.standard),
        6 => Action::Name(b),
        7 => Action::NameArmy,
        8 => Action::Pass,
        9 => Action::Clock,
        10 => Action::Seize(b, n.counter),
        11 => Action::LetRoll,
        12 => Action::Negate,
        13 => Action::Replace(n.leader, u),
        14 => Action::BattleCry(u),
        15 => Action::Unsteady(u),
        16 => Action::Take(u),
        17 => Action::TakeLeader(n.leader),
        18 => Action::TakeStandard(n.standard),
        19 => Action::Escort(n.leader),
        20 => Action::Step(h),
        21 => Action::Enter(h),
        22 => Action::Face(n.facing),
        23 => Action::Dismount,
        24 => Action::Remount,
        25 => Action::Fire(h),
        26 => Action::Halt,
        27 => Action::EndMoves,
        28 => Action::React(u),
        29 => Action::Return(u),
        30 => Action::Hold,
        31 => Action::HoldAll(n.window),
        32 => Action::Reopen(n.window),
        33 => Action::CounterCharge(u, n.answer),
        34 => Action::Shock(u, h),
        35 => Action::Charge(u, h),
        36 => Action::Declared,
        37 => Action::Resolve(u),
        38 => Action::Withdraw(u, h),
        39 => Action::Breach(h),
        40 => Action::Advance(u, h),
        41 => Action::Retreat(h),
        42 => Action::Through(h, g),
        43 => Action::Retire(h),
        44 => Action::Rejoin(u),
        45 => Action::Rally(u),
        _ => Action::EndRally,
    }
}

/// Returns any action: of any kind, with any pieces and hexes, including those that do not exist.
///
/// ```
/// use casus_arquebus::{Arquebus, Setup, Side, strategies};
/// use casus_core::{Game, Sided};
/// use proptest::prelude::*;
///
/// let opening = Arquebus::begin(&Setup::default()).unwrap();
/// proptest!(ProptestConfig::with_cases(16), |(action in strategies::actions())| {
///     for &side in Side::ALL {
///         let _ = Arquebus::check(&opening, side, &action);
///     }
/// });
/// ```
pub fn actions() -> impl Strategy<Value = Action> {
    let most = |of: fn(&GameData) -> usize| Base::ALL.iter().map(|&b| of(standard(b))).max().unwrap_or(1);
    let units = most(|k| k.roster.counters.len()) as u8;
    let hexes = most(|k| k.board.len()) as u16;
    let unit = prop_oneof![8 => 0..units, 1 => any::<u8>()].prop_map(UnitId);
    let leader = prop_oneof![8 => 0..20u8, 1 => any::<u8>()].prop_map(LeaderId);
    let battle = || prop_oneof![8 => 0..16u8, 1 => any::<u8>()].prop_map(BattleId);
    let standard = prop_oneof![8 => 0..5u8, 1 => any::<u8>()].prop_map(StandardId);
    let hex = || prop_oneof![8 => 0..hexes, 1 => any::<u16>()].prop_map(HexId);
    let pieces = (unit, leader, battle(), battle(), standard);
    let words = (
        select(&SeizureCounter::ALL[..]),
        select(&VertexFacing::ALL[..]),
        select(Window::ALL),
        select(&Answer::ALL[..]),
    );
    (0..KINDS, pieces, (hex(), hex()), words).prop_map(
        |(kind, (unit, leader, b, c, standard), (h, g), (counter, facing, window, answer))| {
            let nouns = Nouns {
                unit,
                leader,
                battles: [b, c],
                standard,
                counter,
                hexes: [h, g],
                facing,
                window,
                answer,
            };
            action(kind, nouns)
        },
    )
}

/// Returns every action that a player might try in a state: every kind, with the pieces in play and the hexes around them
/// (a selection if there are many). All legal actions are among them.
///
/// ```
/// use casus_arquebus::{Arquebus, Setup, strategies};
/// use casus_core::Game;
///
/// let state = Arquebus::begin(&Setup::default()).unwrap();
/// let thinkable = strategies::thinkable(&state);
/// let mut listed = Vec::new();
/// Arquebus::actions(&state, &mut listed);
/// assert!(listed.iter().all(|a| thinkable.contains(a)));
/// ```
pub fn thinkable(state: &State) -> Vec<Action> {
    let (board, roster) = (&state.game_data().board, &state.game_data().roster);
    let units: Vec<UnitId> = state.unit_ids().filter(|&u| state.unit(u).at.in_play()).collect();
    let near = with_neighbours(board, units.iter().filter_map(|&u| state.hex(u)));
    let (units, hexes) = (spread(units, 16, 0), spread(near, 48, 0));
    let any = Nouns::default();
    let mut out = Vec::new();
    crate::dispatch::candidates(state, &mut out);
    out.extend([0, 3, 7, 8, 9, 11, 12, 23, 24, 26, 27, 30, 36, 46].map(|kind| action(kind, any)));
    for leader in state.leader_ids() {
        out.extend([Action::TakeLeader(leader), Action::Escort(leader)]);
        out.extend(units.iter().map(|&u| Action::Replace(leader, u)));
    }
    for b in roster.battle_ids() {
        out.extend([Action::Activate(b), Action::Name(b)]);
        out.extend(roster.battle_ids().map(|c| Action::ActivateBoth(b, c)));
        out.extend(SeizureCounter::ALL.map(|c| Action::Seize(b, c)));
    }
    for t in state.standard_ids() {
        out.extend([Action::RallyAt(t), Action::Carry(t), Action::TakeStandard(t)]);
    }
    out.extend(VertexFacing::ALL.into_iter().map(Action::Face));
    for &w in Window::ALL {
        out.extend([Action::HoldAll(w), Action::Reopen(w)]);
    }
    for &unit in &units {
        let of = Nouns { unit, ..any };
        out.extend([14, 15, 16, 28, 29, 37, 44, 45].map(|kind| action(kind, of)));
        out.extend(Answer::ALL.map(|answer| Action::CounterCharge(unit, answer)));
        for &h in &hexes {
            let at = Nouns { hexes: [h, h], ..of };
            out.extend([34, 35, 38, 40].map(|kind| action(kind, at)));
        }
    }
    for &h in &hexes {
        let at = Nouns { hexes: [h, h], ..any };
        out.extend([20, 21, 25, 39, 41, 43].map(|kind| action(kind, at)));
        out.extend(board.neighbours(h).map(|(_, n)| Action::Through(h, n)));
    }
    out.sort_unstable();
    out.dedup();
    out
}

/// Returns the mirror image of a position about the center of its map: hexes, hexsides, facings. What would leave the map stays.
pub fn image(setup: &Setup, by: Symmetry) -> Setup {
    let mut image = setup.clone();
    let board = &standard(setup.base).board;
    let Some(mirror) = Mirror::about(board, centre(setup.base), by) else {
        return image;
    };
    for unit in &mut image.units {
        unit.hex.iter_mut().for_each(|h| mirror.label(h));
        mirror_facing(board, &mut unit.facing, by);
    }
    let leaders = image.leaders.iter_mut().flat_map(|l| &mut l.hex);
    let standards = image.standards.iter_mut().flat_map(|t| &mut t.hex);
    leaders.chain(standards).for_each(|h| mirror.label(h));
    if let Some(map) = &mut image.map {
        mirror.map(&mut map.hexes, &mut map.hexsides, &mut map.roads);
    }
    image
}

/// Returns the mirror image of an action about the center of the map; `None` for one that brings a piece on the map, or that is
/// too near the edge to be compared.
pub fn image_of(state: &State, action: Action, by: Symmetry) -> Option<Action> {
    let mirror = Mirror::about(&state.game_data().board, centre(state.game_data().base), by)?;
    let hex = |h: HexId| mirror.hex(h, MARGIN);
    Some(match action {
        Action::Enter(_) => return None,
        Action::Step(h) => Action::Step(hex(h)?),
        Action::Fire(h) => Action::Fire(hex(h)?),
        Action::Breach(h) => Action::Breach(hex(h)?),
        Action::Retreat(h) => Action::Retreat(hex(h)?),
        Action::Retire(h) => Action::Retire(hex(h)?),
        Action::Shock(u, h) => Action::Shock(u, hex(h)?),
        Action::Charge(u, h) => Action::Charge(u, hex(h)?),
        Action::Withdraw(u, h) => Action::Withdraw(u, hex(h)?),
        Action::Advance(u, h) => Action::Advance(u, hex(h)?),
        Action::Through(h, g) => Action::Through(hex(h)?, hex(g)?),
        Action::Face(f) => Action::Face(by.apply_vertex_facing(f)),
        other => other,
    })
}

/// Returns whether a written citation is the Case or ruling of an option, or a Case that the ruling interprets.
///
/// ```
/// use casus_arquebus::{Choice, strategies};
///
/// assert!(strategies::speaks_of(Choice::R23, "6.1 [R-23]"));
/// assert!(strategies::speaks_of(Choice::C4, "12.4"));
/// assert!(!strategies::speaks_of(Choice::R23, "12.4"));
/// ```
pub fn speaks_of(choice: Choice, cite: &str) -> bool {
    core::speaks_of(&CASEBOOK, choice.word(), cite)
}

/// The actions that would have used a chance that a unit was kept from.
fn taken(state: &State, chance: Chance, unit: UnitId, against: &[UnitId]) -> Vec<Action> {
    let at = against.first().and_then(|&foe| state.hex(foe));
    let around = || {
        state
            .hex(unit)
            .into_iter()
            .flat_map(|h| state.game_data().board.neighbours(h))
    };
    match chance {
        Chance::ReactionFire => vec![Action::React(unit)],
        Chance::ReturnFire => vec![Action::Return(unit)],
        Chance::Shock => at.map(|h| Action::Shock(unit, h)).into_iter().collect(),
        Chance::CounterCharge => Answer::ALL.map(|answer| Action::CounterCharge(unit, answer)).into(),
        Chance::RetreatBeforeCombat => around().map(|(_, h)| Action::Withdraw(unit, h)).collect(),
        Chance::Advance | Chance::Retreat | Chance::Refuge => Vec::new(),
    }
}

impl Trial for Arquebus {
    casus_testkit::trial!(modules of crate);
    fn openings() -> Vec<(&'static str, Setup)> {
        let battle = |base: Base| {
            let setup = Setup {
                base,
                ..Setup::default()
            };
            (base.word(), setup)
        };
        Base::ALL.map(battle).into()
    }
    fn passed_over(state: &State, event: &Event) -> Option<PassedOver<Self>> {
        let What::PassedOver {
            side,
            unit: Some(unit),
            chance,
            against,
            refusals,
            ..
        } = &event.what
        else {
            return None;
        };
        // The event does not name the hex of the advance, and the combat may be over by now. A unit without an open hex near its
        // Standard is gone.
        if matches!(chance, Chance::Advance | Chance::Retreat | Chance::Refuge) {
            return None;
        }
        Some(PassedOver {
            by: *side,
            actions: taken(state, *chance, *unit, against),
            refusals: refusals.clone(),
        })
    }
    fn only_says(event: &Event) -> bool {
        match event.what {
            What::Fired { result, .. } => result == CombatResult::None,
            What::Held { .. }
            | What::Stopped { .. }
            | What::Aimed { .. }
            | What::CounterLapsed { .. }
            | What::Continuation { .. }
            | What::JoinRoll { .. }
            | What::FreeActivation { .. }
            | What::OutOfCommand { .. }
            | What::Marching { .. }
            | What::LossSafe { .. } => true,
            _ => false,
        }
    }
    fn shut(state: &State, by: Side, action: &Action) -> Option<String> {
        let mut verdict = Verdict::full();
        state.opening(by, *action, &mut verdict);
        verdict.finish().err().map(|why| why.to_string())
    }
}

impl Metamorphic for Arquebus {
    const DECLARATIONS: &'static [(&'static str, &'static [&'static str])] = &[("declare", &["shock", "charge"])];
    fn middle(state: &State) -> Option<&'static str> {
        Some(centre(state.game_data().base))
    }
    fn equal(state: &State, one: &str, other: &str) -> bool {
        let roster = &state.game_data().roster;
        let (Some(one), Some(other)) = (roster.unit(one), roster.unit(other)) else {
            return false;
        };
        let like = |c: &Counter| Counter {
            id: String::new(),
            sources: roster[one].sources.clone(),
            ..c.clone()
        };
        like(&roster[one]) == like(&roster[other])
    }
    fn laid(setup: &Setup, state: &State) -> Option<Setup> {
        laid(setup, state)
    }
}

/// The `start_at` of a state, if it has one.
fn start(s: &State) -> Option<(StartAt, Option<Side>)> {
    // The activation of a Standard has none, nor has that of a Battle whose last unit was lost to Unsteady Troops (6.3).
    let gone = |a: &Activation| match a.act {
        Act::Battles(list) => list.iter().any(|b| s.in_play(b).next().is_none()),
        act => act != Act::Army,
    };
    if s.activation().is_some_and(gone) {
        return None;
    }
    let fresh = || {
        // The activation of a Standard has no `start_at`.
        let idle = s
            .activation()
            .is_some_and(|a| a.entry.is_none() && a.shot.is_none() && a.closed == Closed::default());
        let deeds = [
            Done::MOVED,
            Done::TURNED,
            Done::FIRED,
            Done::REACTED,
            Done::COUNTERED,
            Done::ATTACKED,
            Done::SHIFTED,
            Done::LEFT,
            Done::DISENGAGED,
            Done::RUN_OVER,
        ];
        let did = |u| deeds.iter().any(|&deed| s.unit(u).done.has(deed)) || s.unit(u).spent > 0;
        let rode = |l| s.leader(l).moved || s.leader(l).spent > 0;
        idle && !s.unit_ids().any(did) && !s.leader_ids().any(rode)
    };
    Some(match s.stack.last()? {
        Stage::Free { side } => (StartAt::Free, Some(*side)),
        Stage::Continuity { side } => (StartAt::Continuity, Some(*side)),
        Stage::Replace { side } => (StartAt::Activation, Some(*side)),
        Stage::Counters { side } if Some(*side) != s.active() => (StartAt::Activation, s.active()),
        Stage::Segment if fresh() => (StartAt::MoveFire, s.active()),
        Stage::Declaring if fresh() && s.combat()?.strikers.is_empty() => (StartAt::Shock, s.active()),
        _ => return None,
    })
}

/// The set-up for a state, if a set-up can begin there and can express everything that matters.
fn laid(setup: &Setup, s: &State) -> Option<Setup> {
    let (start_at, side) = start(s)?;
    let (board, roster) = (&s.game_data().board, &s.game_data().roster);
    let o = board.orientation();
    let words = |act: Act| match act {
        Act::Battles(list) => list.iter().map(|b| roster.battle_word(b).to_owned()).collect(),
        Act::Army => vec!["army".to_owned()],
        Act::Rally(t) | Act::Carry(t) => vec![roster[t].id.clone()],
    };
    let place = |at: Whereabouts| match at {
        Whereabouts::Map(h) => (Some(board.label(h)), None),
        other => (None, Some(other.word().to_owned())),
    };
    let mut laid = Setup {
        base: setup.base,
        options: setup.options.clone(),
        stalemate: Some(s.stalemate),
        start_at,
        deployed: Some(false),
        side: side.filter(|_| s.activation().is_none_or(|a| a.act == Act::Army)),
        successes: (start_at != StartAt::Free).then_some(s.streak.successes),
        alone: (start_at != StartAt::Free).then_some(s.streak.alone),
        clock: s.game_data().scenario.timed.map(|_| s.clock),
        passes: s.activation().is_none().then_some(s.passes),
        map: setup.map.clone(),
        kinds: setup.kinds.clone(),
        counters: setup.counters.clone(),
        cards: setup.cards.clone(),
        charts: setup.charts.clone(),
        scenario: setup.scenario.clone(),
        ..Setup::default()
    };
    if let Some(a) = s.activation() {
        laid.active = words(a.act);
        laid.how = Some(a.warrant);
    }
    let continues = s.activation().map(|a| a.warrant) == Some(Warrant::Continuity);
    if let Some(last) = s.last.filter(|_| start_at == StartAt::Continuity || continues) {
        laid.last = words(last);
    }
    for &side in Side::ALL {
        let hand = s.hand(side);
        let post = HandPost {
            held: hand.held.iter().collect(),
            played: hand.played.iter().collect(),
        };
        laid.hands.insert(side, post);
        laid.free_activations.insert(side, s.free_activations[side.index()]);
    }
    let name = |u: UnitId| s.counter(u).id.clone();
    laid.engaged = s.engaged.iter().map(|&(a, b)| [name(a), name(b)]).collect();
    for u in s.unit_ids() {
        let unit = s.unit(u);
        if unit.at == Whereabouts::Absent {
            continue;
        }
        let (hex, at) = place(unit.at);
        let there = unit.at.in_play();
        laid.units.push(UnitPost {
            id: name(u),
            hex,
            at,
            facing: there.then(|| unit.facing.word(o).to_owned()),
            state: there.then(|| unit.condition.word().to_owned()),
            turned: there.then_some(unit.turned),
            unloaded: there && unit.unloaded,
            done: Vec::new(),
        });
    }
    for l in s.leader_ids() {
        let leader = s.leader(l);
        if leader.at == Whereabouts::Absent {
            continue;
        }
        let (hex, at) = place(leader.at);
        laid.leaders.push(LeaderPost {
            id: roster[l].id.clone(),
            hex,
            at,
            replacement: leader.replacement,
        });
    }
    for t in s.standard_ids() {
        let flag = s.standard(t).at;
        if flag == Whereabouts::Absent {
            continue;
        }
        let (hex, at) = place(flag);
        laid.standards.push(StandardPost {
            id: roster[t].id.clone(),
            hex,
            at,
        });
    }
    Some(laid)
}

/// Returns requests to a session, well formed and malformed.
///
/// ```
/// use casus_arquebus::{Arquebus, Setup, strategies};
/// use casus_testkit::strategies::{Playthrough, props};
/// use proptest::prelude::*;
///
/// let start = Playthrough { picks: vec![], seed: 1 };
/// proptest!(ProptestConfig::with_cases(4), |(requests in strategies::requests())| {
///     props::session_answers::<Arquebus>(&Setup::default(), &start, &requests)?;
/// });
/// ```
pub fn requests() -> impl Strategy<Value = Vec<String>> {
    core::requests::<Arquebus>(&[
        "league",
        "draw",
        "pass",
        "end-moves",
        "hold",
        "halt",
        "take FR-MM-1",
        "step 9999",
        "fire",
        "12.3",
        "R-23",
        "units.FR-MM-1.state",
    ])
}

/// Returns texts that may or may not be an action: real verbs with real and invented names.
///
/// ```
/// use casus_arquebus::{Arquebus, Setup, strategies};
/// use casus_core::Game;
/// use proptest::prelude::*;
///
/// let state = Arquebus::begin(&Setup::default()).unwrap();
/// proptest!(ProptestConfig::with_cases(16), |(words in strategies::words())| {
///     let _ = Arquebus::parse(&state, &words);
/// });
/// ```
pub fn words() -> impl Strategy<Value = String> {
    let verb = |kind: u8| action(kind, Nouns::default()).word().to_owned();
    phrases::<Arquebus>((0..KINDS).map(verb).collect(), &["N", "ESE", "reaction-fire", "opportunity-5", "shock", "FR"])
}
