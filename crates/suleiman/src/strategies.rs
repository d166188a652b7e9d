//! Property tests for this game: strategies for positions, actions and requests, and their mirror images.
//!
//! [`casus_testkit::strategies::playthroughs`] has playthroughs that shrink.
//! [`casus_testkit::strategies::props`] has the properties that must hold of them.
//! ```
//! use casus_testkit::strategies::{playthroughs, props};
//! use casus_suleiman::{Suleiman, strategies};
//! use proptest::prelude::*;
//!
//! let few = ProptestConfig::with_cases(4);
//! proptest!(few, |(setup in strategies::positions(), game in playthroughs(20))| {
//!     props::audit_holds::<Suleiman>(&setup, &game)?;
//! });
//! ```

use crate::action::Action;
use crate::casebook::CASEBOOK;
use crate::charts::CombatResult;
use crate::components::{Counter, LeaderId, Side, UnitId};
use crate::data::{GameData, MapPatch, standard};
use crate::event::{Chance, Event, What};
use crate::game::Suleiman;
use crate::options::Choice;
use crate::setup::{Base, Fallen, LeaderPost, Setup, StartAt, UnitPost};
use crate::state::activation::Warrant;
use crate::state::activation::Window;
use crate::state::pieces::{Condition, Done, Whereabouts};
use crate::state::position::State;
use crate::state::stage::Stage;
pub use casus_continuity::strategies::Ground;
use casus_continuity::strategies::{add_options, first_free, mirror_facing, with_neighbours};
use casus_core::{Closed, Dir, Game, HexId, Judge, Sided as _, Symmetry, Verdict, VertexFacing, Window as _};
use casus_testkit::metamorphic::Metamorphic;
use casus_testkit::strategies as core;
use casus_testkit::strategies::{Mirror, PassedOver, Scatter, Trial, phrases, spread, strew, strewn};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;
use std::collections::BTreeSet;

/// The center of the map, about which open positions are mirrored.
pub const CENTRE: &str = "2218";
/// The greatest distance from [`CENTRE`] at which an action is compared with its mirror image, in hexes; the edge is 12 away.
const MARGIN: u32 = 9;

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
    known: bool,
}

fn pieces(few: usize, many: usize) -> impl Strategy<Value = Vec<Piece>> {
    let piece = (
        any::<u16>(),
        any::<u8>(),
        option::weighted(0.6, 0..6u8),
        0..6u8,
        0..10u8,
        0..16u8,
        any::<bool>(),
        any::<bool>(),
    )
        .prop_map(|(pick, spot, before, facing, condition, done, leader, known)| Piece {
            pick,
            spot,
            before,
            facing,
            condition,
            done,
            leader,
            known,
        });
    vec(piece, few..=many)
}

/// The features of rough ground.
const ROUGH: &[Scatter] = &[
    Scatter::Terrain("swamp"),
    Scatter::Terrain("village"),
    Scatter::Levels(4),
    Scatter::Side("stream"),
    Scatter::Side("stream"),
    Scatter::Side("trench"),
];

/// A position under construction.
struct Camp<'k> {
    game_data: &'k GameData,
    disc: Vec<HexId>,
    taken: Vec<(HexId, Side, Dir)>,
    used: BTreeSet<UnitId>,
    setup: Setup,
    open: bool,
}

impl Camp<'_> {
    fn free(&self, hex: HexId) -> bool {
        self.disc.contains(&hex) && !self.taken.iter().any(|t| t.0 == hex)
    }
    fn place(&mut self, units: &[UnitId], piece: &Piece, first: bool) {
        let side = |u: UnitId| self.game_data.roster.counter(u).side;
        let Some(unit) = first_free(units, piece.pick.into(), |u| !self.used.contains(&u)) else {
            return;
        };
        let card = self.game_data.roster.counter(unit);
        let mut post = UnitPost {
            id: card.id.clone(),
            ..UnitPost::default()
        };
        let o = self.game_data.board.orientation();
        let facing = VertexFacing::ALL[usize::from(piece.facing)];
        post.facing = Some(facing.word(o).to_owned());
        match piece.condition {
            6..=7 if card.back.is_some() && !first => {
                post.state = Some("disordered".to_owned());
                post.encamped = piece.done & 4 != 0;
            }
            8 if card.back.is_some() && !first && !self.open && side(unit) == Side::Ottoman => {
                post.state = Some("retired".to_owned());
                post.at = Some("box".to_owned());
                self.used.insert(unit);
                self.setup.units.push(post);
                return;
            }
            8 if card.back.is_some() && !first && self.setup.banner.is_some() => {
                post.state = Some("retired".to_owned());
            }
            _ => {}
        }
        for (bit, word) in [(1, "moved"), (2, "pivoted"), (8, "fired")] {
            if piece.done & bit != 0 && piece.condition & 1 != 0 {
                post.done.push(word.to_owned());
            }
        }
        let ahead = piece.before.and_then(|b| {
            let (hex, theirs, dir) = *self.taken.get(usize::from(b) % self.taken.len().max(1))?;
            let to = self.game_data.board.neighbour(hex, dir)?;
            (theirs != side(unit) && self.free(to)).then_some(to)
        });
        let hex = ahead.or_else(|| first_free(&self.disc, piece.spot.into(), |h| self.free(h)));
        let Some(hex) = hex else { return };
        let front = facing.front()[usize::from(piece.spot & 1)];
        self.taken.push((hex, card.side, front));
        self.used.insert(unit);
        post.hex = Some(self.game_data.board.label(hex));
        let command = card.command;
        self.setup.units.push(post);
        if piece.leader || first {
            let leader = self.game_data.roster.leader_ids().find(|&l| {
                let him = self.game_data.roster.leader_card(l);
                him.command == command && !him.reserve && !self.setup.leaders.iter().any(|p| p.id == him.id)
            });
            let leader = match (&self.setup.leader, first) {
                (Some(word), true) => self.game_data.roster.leader(word),
                _ => leader,
            };
            if let Some(l) = leader {
                self.setup.leaders.push(LeaderPost {
                    id: self.game_data.roster.leader_card(l).id.clone(),
                    hex: Some(self.game_data.board.label(hex)),
                    known: piece.known,
                    ..LeaderPost::default()
                });
            }
        }
    }
}

/// Whether the set-up is valid.
fn opens(setup: &Setup) -> bool {
    Suleiman::begin(setup).is_ok()
}

/// Returns positions on some ground, opened at one of these starting points. There are up to `many` units a side, within
/// `radius` hexes of each other.
pub fn positions_on(
    ground: Ground,
    starts: &'static [StartAt],
    many: usize,
    radius: u32,
) -> impl Strategy<Value = Setup> {
    let leaders: Vec<LeaderId> = standard()
        .roster
        .leader_ids()
        .filter(|&l| !standard().roster.leader_card(l).reserve)
        .collect();
    let units = (pieces(1, many), pieces(1, many), pieces(0, many / 2));
    let command = (select(starts), select(leaders), 0..3u8);
    let place = (any::<u16>(), strewn(12), option::weighted(0.5, any::<u8>()));
    let rest = (
        vec(select(&Choice::ALL[..]), 0..3),
        option::of(any::<bool>()),
        option::of(any::<bool>()),
        option::weighted(0.2, 0..4u8),
    );
    (units, command, place, rest).prop_filter_map(
        "a position with a fault",
        move |((own, foe, more), (start_at, leader, how), (at, things, banner), rest)| {
            let game_data: &GameData = standard();
            let board = &game_data.board;
            let card = game_data.roster.leader_card(leader);
            let chooses = matches!(start_at, StartAt::Free | StartAt::Continuity);
            let centre = match ground {
                Ground::Field => HexId(at % board.len() as u16),
                _ => board.parse(CENTRE).ok()?,
            };
            let mut camp = Camp {
                game_data,
                disc: board.hexes_within(centre, radius),
                taken: Vec::new(),
                used: BTreeSet::new(),
                setup: Setup {
                    start_at,
                    base: Some(Base::Empty),
                    side: chooses.then_some(card.side),
                    leader: (!chooses).then(|| card.id.clone()),
                    how: (!chooses).then_some([Warrant::Free, Warrant::Continuity, Warrant::Seized][usize::from(how)]),
                    same_again: rest.1,
                    seizure_open: rest.2,
                    passes: rest.3.filter(|_| chooses),
                    ..Setup::default()
                },
                open: ground != Ground::Field,
            };
            add_options(&mut camp.setup.options, rest.0);
            if let Some(spot) = banner {
                let hex = camp.disc[usize::from(spot) % camp.disc.len()];
                camp.setup.banner = Some(board.label(hex));
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
            let mine: Vec<UnitId> = game_data.roster.units_of(card.command).collect();
            let of = |side: Side| -> Vec<UnitId> {
                game_data
                    .roster
                    .units()
                    .filter(|&u| game_data.roster.counter(u).side == side)
                    .collect()
            };
            for (i, piece) in own.iter().enumerate() {
                camp.place(&mine, piece, i == 0);
            }
            let (enemies, friends) = (of(card.side.enemy()), of(card.side));
            for piece in &foe {
                camp.place(&enemies, piece, false);
            }
            for piece in &more {
                camp.place(&friends, piece, false);
            }
            if chooses {
                camp.setup.units.iter_mut().for_each(|post| post.done.clear());
            }
            opens(&camp.setup).then_some(camp.setup)
        },
    )
}

/// Every starting point except the set-up of the printed battle.
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

/// Returns valid positions of every kind: few units close together on open, broken or printed ground, at any starting point,
/// with any options, and sometimes the printed battle itself.
///
/// ```
/// use casus_core::Game;
/// use casus_suleiman::{Suleiman, strategies};
/// use proptest::prelude::*;
///
/// proptest!(ProptestConfig::with_cases(8), |(setup in strategies::positions())| {
///     prop_assert!(Suleiman::begin(&setup).is_ok());
/// });
/// ```
pub fn positions() -> impl Strategy<Value = Setup> {
    prop_oneof![
        4 => positions_on(Ground::Blank, STARTS, 5, 3),
        4 => positions_on(Ground::Rough, STARTS, 5, 3),
        3 => positions_on(Ground::Field, STARTS, 5, 3),
        1 => vec(select(&Choice::ALL[..]), 0..4).prop_map(|mut options| {
            options.sort_unstable();
            options.dedup();
            Setup { options, ..Setup::default() }
        }),
        1 => deployed(),
    ]
}

/// The printed deployment, opened at the start of an activation or at one of its segments.
fn deployed() -> impl Strategy<Value = Setup> {
    let starts = select(&[StartAt::Activation, StartAt::MoveFire][..]);
    let leader = select(&["Tomori", "Bathyani", "Lajos", "Bali", "Ibrahim", "Khosrev"][..]);
    (starts, leader).prop_filter_map("a position with a fault", |(start_at, leader)| {
        let setup = Setup {
            start_at,
            base: Some(Base::Mohacs),
            leader: Some(leader.to_owned()),
            ..Setup::default()
        };
        opens(&setup).then_some(setup)
    })
}

/// Returns positions around [`CENTRE`] on open or broken ground, at the starting points of the two segments. Their mirror
/// images ([`image`]) are positions too.
///
/// ```
/// use casus_core::{Game, Symmetry};
/// use casus_suleiman::{Suleiman, strategies};
/// use proptest::prelude::*;
///
/// proptest!(ProptestConfig::with_cases(8), |(setup in strategies::open_positions(), n in 0..12u8)| {
///     let by = Symmetry::new(n).unwrap();
///     let image = strategies::image(&setup, by);
///     prop_assert!(Suleiman::begin(&image).is_ok());
///     prop_assert_eq!(strategies::image(&image, by.inverse()), setup);
/// });
/// ```
pub fn open_positions() -> impl Strategy<Value = Setup> {
    prop_oneof![
        positions_on(Ground::Blank, SEGMENTS, 5, 3),
        positions_on(Ground::Rough, SEGMENTS, 5, 3),
    ]
}

/// Returns dense fights: positions at the Shock starting point with radius 2, so that declarations depend on each other.
///
/// ```
/// use casus_suleiman::StartAt;
/// use casus_suleiman::strategies;
/// use proptest::prelude::*;
///
/// proptest!(ProptestConfig::with_cases(8), |(setup in strategies::fights())| {
///     prop_assert_eq!(setup.start_at, StartAt::Shock);
/// });
/// ```
pub fn fights() -> impl Strategy<Value = Setup> {
    prop_oneof![
        positions_on(Ground::Blank, &[StartAt::Shock], 4, 2),
        positions_on(Ground::Rough, &[StartAt::Shock], 4, 3),
    ]
}

/// Returns positions in which cavalry has room to Charge: radius 3, on ground without heights or villages, with every unit
/// seen.
pub fn charges() -> impl Strategy<Value = Setup> {
    positions_on(Ground::Rough, &[StartAt::Shock], 4, 3).prop_map(|mut setup| {
        if let Some(map) = &mut setup.map {
            map.hexes.retain(|h| h.terrain.as_deref() == Some("swamp"));
        }
        setup
    })
}

/// Returns any action: of any kind, with any pieces and hexes, including those that do not exist.
///
/// ```
/// use casus_core::{Game, Sided};
/// use casus_suleiman::{Side, Setup, Suleiman, strategies};
/// use proptest::prelude::*;
///
/// let opening = Suleiman::begin(&Setup::default()).unwrap();
/// proptest!(ProptestConfig::with_cases(16), |(action in strategies::actions())| {
///     for &side in Side::ALL {
///         let _ = Suleiman::check(&opening, side, &action);
///     }
/// });
/// ```
pub fn actions() -> impl Strategy<Value = Action> {
    let units = standard().roster.counters.len() as u8;
    let hexes = standard().board.len() as u16;
    let unit = prop_oneof![8 => 0..units, 1 => any::<u8>()].prop_map(UnitId);
    let leader = prop_oneof![8 => 0..20u8, 1 => any::<u8>()].prop_map(LeaderId);
    let hex = || prop_oneof![8 => 0..hexes, 1 => any::<u16>()].prop_map(HexId);
    let facing = select(&VertexFacing::ALL[..]);
    let window = select(Window::ALL);
    (0..36u8, (unit.clone(), unit, leader), (hex(), hex()), facing, window)
        .prop_map(|(kind, (u, v, l), (h, g), f, w)| action(kind, [u, v], l, [h, g], f, w))
}

/// The action with the number of its kind.
fn action(kind: u8, [u, v]: [UnitId; 2], l: LeaderId, [h, g]: [HexId; 2], f: VertexFacing, w: Window) -> Action {
    match kind {
        0 => Action::Place(u, h),
        1 => Action::PlaceLeader(l, h),
        2 => Action::PlaceBanner(h),
        3 => Action::Activate(l),
        4 => Action::Name(l),
        5 => Action::Seize(l),
        6 => Action::LetRoll,
        7 => Action::Pass,
        8 => Action::Standard,
        9 => Action::Summon,
        10 => Action::Replace(l, u),
        11 => Action::Take(u),
        12 => Action::TakeLeader(l),
        13 => Action::Step(h),
        14 => Action::Enter(h),
        15 => Action::Face(f),
        16 => Action::Halt,
        17 => Action::EndMoves,
        18 => Action::Fire(u),
        19 => Action::React(u),
        20 => Action::Return,
        21 => Action::Hold,
        22 => Action::HoldAll(w),
        23 => Action::Reopen(w),
        24 => Action::CounterCharge(u, v),
        25 => Action::Withdraw(u, h),
        26 => Action::Shock(u, v),
        27 => Action::Charge(u, v),
        28 => Action::Declared,
        29 => Action::Resolve(u),
        30 => Action::Strike(u),
        31 => Action::Advance(u, h),
        32 => Action::Retreat(h),
        33 => Action::Trample(h, g),
        34 => Action::Retire(h),
        _ => Action::Rejoin(u),
    }
}

/// Returns every action that a player might try in a state: every kind, with the pieces in play and the hexes around them
/// (a selection if there are many). All legal actions are among them.
///
/// ```
/// use casus_core::Game;
/// use casus_suleiman::{Setup, Suleiman, strategies};
///
/// let state = Suleiman::begin(&Setup::default()).unwrap();
/// let thinkable = strategies::thinkable(&state);
/// let mut listed = Vec::new();
/// Suleiman::actions(&state, &mut listed);
/// assert!(listed.iter().all(|a| thinkable.contains(a)));
/// ```
pub fn thinkable(state: &State) -> Vec<Action> {
    let board = &state.game_data().board;
    let units: Vec<UnitId> = state.unit_ids().filter(|&u| state.unit(u).at.in_play()).collect();
    let near = with_neighbours(board, units.iter().filter_map(|&u| state.hex(u)));
    let (units, hexes) = (spread(units, 16, 0), spread(near, 48, 0));
    let (u, h, l) = (UnitId(0), HexId(0), LeaderId(0));
    let (f, w) = (VertexFacing::ALL[0], Window::Shock);
    let mut out = Vec::new();
    crate::dispatch::candidates(state, &mut out);
    for kind in [6, 7, 8, 9, 16, 17, 20, 21, 28] {
        out.push(action(kind, [u, u], l, [h, h], f, w));
    }
    for l in state.leader_ids() {
        for kind in [3, 4, 5, 12] {
            out.push(action(kind, [u, u], l, [h, h], f, w));
        }
        out.extend(units.iter().map(|&u| Action::Replace(l, u)));
    }
    out.extend(VertexFacing::ALL.into_iter().map(Action::Face));
    for &w in Window::ALL {
        out.extend([Action::HoldAll(w), Action::Reopen(w)]);
    }
    for &u in &units {
        for kind in [11, 18, 19, 29, 30, 35] {
            out.push(action(kind, [u, u], l, [h, h], f, w));
        }
        for &v in &units {
            for kind in [24, 26, 27] {
                out.push(action(kind, [u, v], l, [h, h], f, w));
            }
        }
        for &h in &hexes {
            for kind in [25, 31] {
                out.push(action(kind, [u, u], l, [h, h], f, w));
            }
        }
    }
    for &h in &hexes {
        for kind in [2, 13, 14, 32, 34] {
            out.push(action(kind, [u, u], l, [h, h], f, w));
        }
        out.extend(board.neighbours(h).map(|(_, n)| Action::Trample(h, n)));
    }
    out.sort_unstable();
    out.dedup();
    out
}

/// Returns the mirror image of a position about [`CENTRE`]: hexes, hexsides, facings. What would leave the map stays.
pub fn image(setup: &Setup, by: Symmetry) -> Setup {
    let mut image = setup.clone();
    let board = &standard().board;
    let Some(mirror) = Mirror::about(board, CENTRE, by) else {
        return image;
    };
    for unit in &mut image.units {
        unit.hex.iter_mut().for_each(|h| mirror.label(h));
        mirror_facing(board, &mut unit.facing, by);
    }
    for leader in &mut image.leaders {
        leader.hex.iter_mut().for_each(|h| mirror.label(h));
    }
    image.banner.iter_mut().for_each(|h| mirror.label(h));
    if let Some(map) = &mut image.map {
        mirror.map(&mut map.hexes, &mut map.hexsides, &mut map.roads);
    }
    image
}

/// Returns the mirror image of an action about [`CENTRE`]; `None` for one that brings a piece on the map, or that is too
/// near the edge to be compared.
pub fn image_of(state: &State, action: Action, by: Symmetry) -> Option<Action> {
    let mirror = Mirror::about(&state.game_data().board, CENTRE, by)?;
    let hex = |h: HexId| mirror.hex(h, MARGIN);
    Some(match action {
        Action::Enter(_) | Action::Place(..) | Action::PlaceLeader(..) | Action::PlaceBanner(_) => {
            return None;
        }
        Action::Step(h) => Action::Step(hex(h)?),
        Action::Retreat(h) => Action::Retreat(hex(h)?),
        Action::Retire(h) => Action::Retire(hex(h)?),
        Action::Withdraw(u, h) => Action::Withdraw(u, hex(h)?),
        Action::Advance(u, h) => Action::Advance(u, hex(h)?),
        Action::Trample(h, g) => Action::Trample(hex(h)?, hex(g)?),
        Action::Face(f) => Action::Face(by.apply_vertex_facing(f)),
        other => other,
    })
}

/// Returns whether a written citation is the Case or ruling of an option, or a Case that the ruling interprets.
///
/// ```
/// use casus_suleiman::{Choice, strategies};
///
/// assert!(strategies::speaks_of(Choice::A2, "4.2(2) [A2]"));
/// assert!(strategies::speaks_of(Choice::Contingents, "15.2.4"));
/// assert!(!strategies::speaks_of(Choice::A2, "8.1"));
/// ```
pub fn speaks_of(choice: Choice, cite: &str) -> bool {
    core::speaks_of(&CASEBOOK, choice.word(), cite)
}

impl Trial for Suleiman {
    casus_testkit::trial!(modules of crate);
    fn openings() -> Vec<(&'static str, Setup)> {
        vec![("mohacs", Setup::default())]
    }
    fn passed_over(state: &State, event: &Event) -> Option<PassedOver<Self>> {
        let What::PassedOver {
            side,
            unit,
            chance,
            against,
            refusals,
        } = &event.what
        else {
            return None;
        };
        let board = &state.game_data().board;
        let around = |u: UnitId| state.hex(u).into_iter().flat_map(|h| board.neighbours(h));
        let leaders = || {
            state
                .leader_ids()
                .filter(|&l| state.game_data().roster.leader_card(l).side == *side)
        };
        let in_play = |l: &LeaderId| state.leader(*l).at.in_play();
        // The event does not name the hex of the advance, and the combat may be over by now. A Counter-Charge whose unit might
        // have turned may not set out any more either.
        if matches!(chance, Chance::Advance | Chance::Wheel) {
            return None;
        }
        let foes = against.iter().copied();
        let actions = match (chance, *unit) {
            (Chance::Seizure, _) => leaders().filter(in_play).map(Action::Seize).collect(),
            (Chance::ReactionFire, Some(u)) => vec![Action::React(u)],
            (Chance::ReturnFire, _) => vec![Action::Return],
            (Chance::Shock, Some(u)) => foes.map(|foe| Action::Shock(u, foe)).collect(),
            (Chance::Charge, Some(u)) => foes.map(|foe| Action::Charge(u, foe)).collect(),
            (Chance::CounterCharge, Some(u)) => foes.map(|foe| Action::CounterCharge(u, foe)).collect(),
            (Chance::RetreatBeforeShock, Some(u)) => around(u).map(|(_, h)| Action::Withdraw(u, h)).collect(),
            _ => Vec::new(),
        };
        Some(PassedOver {
            by: *side,
            actions,
            refusals: refusals.clone(),
        })
    }
    fn only_says(event: &Event) -> bool {
        match event.what {
            What::Fired { result, .. } => result == CombatResult::None,
            What::InZoc { .. }
            | What::Aimed { .. }
            | What::CounterLapsed { .. }
            | What::NoHex { .. }
            | What::ContinuedLapsed { .. }
            | What::Continuity { .. }
            | What::FreeActivation { .. }
            | What::OutOfCommand { .. }
            | What::FlightSafe { .. } => true,
            _ => false,
        }
    }
    fn shut(state: &State, by: Side, action: &Action) -> Option<String> {
        let what = state.open()?.what;
        let elsewhere = match action {
            Action::Halt => !matches!(what, "run" | "ride"),
            Action::Resolve(_) => what != "resolve",
            Action::Pass => what != "activate",
            _ => false,
        };
        if elsewhere {
            return None;
        }
        let mut verdict = Verdict::full();
        state.opening(by, *action, &mut verdict);
        verdict.finish().err().map(|why| why.to_string())
    }
}

impl Metamorphic for Suleiman {
    const DECLARATIONS: &'static [(&'static str, &'static [&'static str])] = &[("declare", &["shock", "charge"])];
    fn middle(_: &State) -> Option<&'static str> {
        Some(CENTRE)
    }
    fn equal(state: &State, one: &str, other: &str) -> bool {
        let roster = &state.game_data().roster;
        let (Some(one), Some(other)) = (roster.unit(one), roster.unit(other)) else {
            return false;
        };
        let like = |c: &Counter| Counter {
            id: String::new(),
            sources: roster.counter(one).sources.clone(),
            ..c.clone()
        };
        like(roster.counter(one)) == like(roster.counter(other))
    }
    fn laid(setup: &Setup, state: &State) -> Option<Setup> {
        laid(setup, state)
    }
}

/// The set-up for a state, if a set-up can begin there and can express everything that matters.
fn laid(setup: &Setup, s: &State) -> Option<Setup> {
    // No set-up can express the last raised Standard, a failed Seizure, or the ratings of a replacement.
    if s.raised.is_some() || s.failed_seizure || s.szapolyai_came || s.leader_ids().any(|l| s.leader(l).szapolyai) {
        return None;
    }
    let fresh = || {
        let a = s.activation();
        let idle =
            a.is_some_and(|a| a.entry.is_none() && a.shot.is_none() && a.answer.is_none() && a.reacted.is_empty());
        let closed = a.is_some_and(|a| a.closed != Closed::default());
        let deeds = [
            Done::MOVED,
            Done::PIVOTED,
            Done::FIRED,
            Done::ATTACKED,
            Done::REACTED,
            Done::RUN_OVER,
        ];
        let did = |u| deeds.iter().any(|&deed| s.unit(u).done.has(deed)) || s.unit(u).spent > 0;
        idle && !closed && !s.unit_ids().any(did) && !s.leader_ids().any(|l| s.leader(l).moved || s.leader(l).spent > 0)
    };
    let (start_at, side) = match s.stack.last()? {
        Stage::Free { side } => (StartAt::Free, Some(*side)),
        Stage::Continuity { side } => (StartAt::Continuity, Some(*side)),
        Stage::Segment if fresh() => (StartAt::MoveFire, None),
        Stage::Declaring if fresh() && s.activation()?.declared.is_empty() => (StartAt::Shock, None),
        _ => return None,
    };
    let (board, roster) = (&s.game_data().board, &s.game_data().roster);
    let mut laid = Setup {
        options: setup.options.clone(),
        stalemate: Some(s.stalemate),
        start_at,
        base: Some(Base::Empty),
        side,
        banner: s.banner.map(|h| board.label(h)),
        banner_lost: s.banner_lost,
        same_again: Some(s.same_again),
        seizure_open: Some(s.seizure_open),
        ottomans_up: Some(s.ottomans_up),
        passes: side.map(|_| s.passes),
        map: setup.map.clone(),
        counters: setup.counters.clone(),
        cards: setup.cards.clone(),
        charts: setup.charts.clone(),
        ..Setup::default()
    };
    for &side in Side::ALL {
        let [monarch, others] = s.fallen[side as usize];
        laid.fallen.insert(side, Fallen { monarch, others });
        if let Some(command) = s.last[side as usize] {
            laid.last.insert(side, roster.command_card(command).id.clone());
        }
    }
    if side.is_none() {
        let a = s.activation()?;
        laid.leader = Some(roster.leader_card(a.under).id.clone());
        laid.how = Some(a.warrant);
        let entries = a.entered.iter().filter(|_| start_at == StartAt::MoveFire);
        laid.entered = entries.map(|&(h, n)| (board.label(h), n)).collect();
    }
    let place = |at: Whereabouts| match at {
        Whereabouts::Map(h) => (Some(board.label(h)), None),
        Whereabouts::Box => (None, Some("box".to_owned())),
        Whereabouts::Reserve => (None, Some("reserve".to_owned())),
        Whereabouts::Lost => (None, Some("lost".to_owned())),
        Whereabouts::Absent => (None, Some("absent".to_owned())),
    };
    for u in s.unit_ids() {
        let unit = s.unit(u);
        if unit.at == Whereabouts::Absent {
            continue;
        }
        let (hex, at) = place(unit.at);
        laid.units.push(UnitPost {
            id: s.counter(u).id.clone(),
            hex,
            at,
            facing: Some(unit.facing.word(board.orientation()).to_owned()),
            state: unit.at.in_play().then(|| unit.condition.word().to_owned()),
            encamped: s.hex(u).is_some() && unit.condition == Condition::Disordered && unit.done.has(Done::ENCAMPED),
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
            id: roster.leader_card(l).id.clone(),
            hex,
            at,
            known: leader.known,
            replacement: leader.replacement,
        });
    }
    Some(laid)
}

/// Returns requests to a session, well formed and malformed.
///
/// ```
/// use casus_testkit::strategies::{Playthrough, props};
/// use casus_suleiman::{Setup, Suleiman, strategies};
/// use proptest::prelude::*;
///
/// let start = Playthrough { picks: vec![], seed: 1 };
/// proptest!(ProptestConfig::with_cases(4), |(requests in strategies::requests())| {
///     props::session_answers::<Suleiman>(&Setup::default(), &start, &requests)?;
/// });
/// ```
pub fn requests() -> impl Strategy<Value = Vec<String>> {
    core::requests::<Suleiman>(&[
        "ottoman",
        "pass",
        "end-moves",
        "hold",
        "halt",
        "take HU-HC-1",
        "step 9999",
        "fire",
        "8.3.1",
        "A2",
        "units.HU-HC-1.state",
    ])
}

/// Returns texts that may or may not be an action: real verbs with real and invented names.
///
/// ```
/// use casus_core::Game;
/// use casus_suleiman::{Setup, Suleiman, strategies};
/// use proptest::prelude::*;
///
/// let state = Suleiman::begin(&Setup::default()).unwrap();
/// proptest!(ProptestConfig::with_cases(16), |(words in strategies::words())| {
///     let _ = Suleiman::parse(&state, &words);
/// });
/// ```
pub fn words() -> impl Strategy<Value = String> {
    let (u, l, h) = (UnitId(0), LeaderId(0), HexId(0));
    let f = VertexFacing::ALL[0];
    let verb = |k: u8| action(k, [u, u], l, [h, h], f, Window::Fire).word();
    phrases::<Suleiman>(
        (0..36).map(|k| verb(k).to_owned()).collect(),
        &["N", "ESE", "reaction-fire", "before-shock", "HU"],
    )
}
