//! Property tests of this game: strategies for positions, actions and requests, and their mirror images.
//!
//! [`casus_testkit::strategies::playthroughs`] generates play-throughs that shrink;
//! [`casus_testkit::strategies::props`] has the properties that must hold for them.
//! ```
//! use casus_testkit::strategies::{playthroughs, props};
//! use casus_marignan::{Marignan, strategies};
//! use proptest::prelude::*;
//!
//! let few = ProptestConfig::with_cases(4);
//! proptest!(few, |(setup in strategies::positions(), game in playthroughs(20))| {
//!     props::audit_holds::<Marignan>(&setup, &game)?;
//! });
//! ```

use crate::action::Action;
use crate::casebook::CASEBOOK;
use crate::components::{Class, CommanderId, CorpsId, Counter, Side, UnitId};
use crate::data::{GameData, MapPatch, standard};
use crate::event::{Chance, Event, What};
use crate::game::Marignan;
use crate::options::Choice;
use crate::setup::{Base, CommanderPost, CorpsPost, Setup, StartAt, UnitPost, WorkPost};
use crate::state::pieces::{Condition, Marks, Whereabouts};
use crate::state::position::State;
use crate::state::stage::Stage;
use crate::state::turn::Course;
use casus_core::{Dir, Game, HexId, Judge, SideFacing, Symmetry, Verdict};
use casus_testkit::metamorphic::Metamorphic;
use casus_testkit::strategies as core;
use casus_testkit::strategies::{Mirror, PassedOver, Scatter, Strewn, Trial, phrases, spread, strew, strewn};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;
use std::collections::{BTreeMap, BTreeSet};

/// The middle of the map, about which open positions are mirrored.
pub const CENTRE: &str = "1214";
/// The maximum distance of an action from [`CENTRE`] at which it is compared with its mirror image, in hexes. The map edge is at
/// distance 11.
const MARGIN: u32 = 9;
/// The symmetries of the rules: the identity and the reflection that swaps east and west. The armies' own edges are north and
/// south, so the rules distinguish no more than that.
const SYMMETRIES: &[Symmetry] = &[Symmetry::ALL[0], Symmetry::ALL[8]];

/// The terrain of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ground {
    /// Open and level terrain around [`CENTRE`], with roads.
    Blank,
    /// Like `Blank`, with crops, houses, slopes, water, bridges and fortifications scattered over it.
    Rough,
    /// Any part of the printed map.
    Field,
}

/// The features scattered over rough terrain.
const ROUGH: &[Scatter] = &[
    Scatter::Terrain("dense"),
    Scatter::Terrain("dense"),
    Scatter::Terrain("village"),
    Scatter::Terrain("farm"),
    Scatter::Levels(3),
    Scatter::Side("canal"),
    Scatter::Side("river"),
    Scatter::Side("grand_canal"),
    Scatter::Over("canal", "bridge"),
    Scatter::Over("river", "bridge"),
    Scatter::Side("fortification"),
];

/// A unit to be placed; each number is taken modulo the number of choices.
#[derive(Clone, Debug)]
struct Piece {
    pick: u16,
    spot: u8,
    /// The other piece with which it stacks, if they may stack.
    with: Option<u8>,
    /// The other piece in front of which it is placed, if that is an enemy and there is room.
    before: Option<u8>,
    facing: u8,
    /// Whether it faces the enemy in front of which it is placed.
    turns: bool,
    condition: u8,
    marks: u8,
    commander: u8,
}

fn pieces(few: usize, many: usize) -> impl Strategy<Value = Vec<Piece>> {
    let place = (any::<u16>(), any::<u8>(), option::weighted(0.3, 0..8u8), option::weighted(0.7, 0..8u8));
    let rest = (0..6u8, proptest::bool::weighted(0.7), 0..12u8, any::<u8>(), 0..8u8);
    let piece =
        (place, rest).prop_map(|((pick, spot, with, before), (facing, turns, condition, marks, commander))| Piece {
            pick,
            spot,
            with,
            before,
            facing,
            turns,
            condition,
            marks,
            commander,
        });
    vec(piece, few..=many)
}

/// The parts of a position that concern the armies as a whole.
#[derive(Clone, Debug)]
struct Whole {
    start_at: StartAt,
    active: Side,
    two_days: bool,
    turn: u8,
    /// Corps of low morale, by number, with their morale.
    low: Vec<(u8, u8)>,
    swiss_morale: Option<u8>,
    /// Corps without a commander, by number, with the turn in which they lost him.
    vacant: Vec<(u8, u8)>,
    works: Vec<(u8, u8)>,
    roads: Vec<(u8, u8)>,
    things: Vec<Strewn>,
    options: Vec<Choice>,
    /// A Swiss unit that has still to enter, by number.
    reserve: Option<u8>,
    at: u16,
    breached: bool,
}

fn whole(starts: &'static [StartAt]) -> impl Strategy<Value = Whole> {
    let time = (
        select(starts),
        select(&[Side::Swiss, Side::French][..]),
        any::<bool>(),
        prop_oneof![3 => Just(1u8), 3 => 2..20u8, 1 => 10..12u8],
        any::<u16>(),
    );
    let morale = (
        vec((any::<u8>(), prop_oneof![2 => Just(0u8), 1 => 1..3u8]), 0..4),
        option::weighted(0.15, 1..5u8),
        vec((any::<u8>(), any::<u8>()), 0..3),
        any::<bool>(),
    );
    let ground = (vec((any::<u8>(), any::<u8>()), 0..3), vec((any::<u8>(), 0..6u8), 0..4), strewn(14));
    let rest = (vec(select(&Choice::ALL[..]), 0..3), option::weighted(0.15, any::<u8>()));
    (time, morale, ground, rest).prop_map(
        |(
            (start_at, active, two_days, turn, at),
            (low, swiss_morale, vacant, breached),
            (works, roads, things),
            (mut options, reserve),
        )| {
            options.sort_unstable();
            options.dedup();
            Whole {
                start_at,
                active,
                two_days,
                turn,
                low,
                swiss_morale,
                vacant,
                works,
                roads,
                things,
                options,
                reserve,
                at,
                breached,
            }
        },
    )
}

/// A piece that has been placed.
#[derive(Clone, Copy, Debug)]
struct Taken {
    hex: HexId,
    unit: UnitId,
    facing: SideFacing,
}

/// A position under construction.
struct Camp<'k> {
    game_data: &'k GameData,
    /// A state of the standard game, used to check stacking.
    empty: &'k State,
    disc: Vec<HexId>,
    taken: Vec<Taken>,
    setup: Setup,
}

/// The length of a road, in hexes.
const ROAD: usize = 6;

impl Camp<'_> {
    fn side(&self, unit: UnitId) -> Side {
        self.game_data.roster[unit].side
    }
    fn free(&self, hex: HexId) -> bool {
        self.disc.contains(&hex) && !self.taken.iter().any(|t| t.hex == hex)
    }
    fn stacks(&self, hex: HexId, unit: UnitId) -> bool {
        let side = self.side(unit);
        let there = self.taken.iter().filter(|t| t.hex == hex).map(|t| t.unit);
        let all: Vec<UnitId> = there.chain([unit]).collect();
        all.iter().all(|&u| self.side(u) == side)
            && crate::rules::stacking::may_stack(self.empty, side, all.into_iter())
    }
    /// Places one of these units.
    fn place(&mut self, units: &[UnitId], piece: &Piece) {
        let n = units.len();
        let free = |u: &UnitId| !self.taken.iter().any(|t| t.unit == *u);
        let Some(unit) = (0..n).map(|i| units[(usize::from(piece.pick) + i) % n]).find(free) else {
            return;
        };
        let o = self.game_data.board.orientation();
        let card = &self.game_data.roster[unit];
        let other = |n: u8| {
            let i = usize::from(n) % self.taken.len().max(1);
            self.taken.get(i).copied()
        };
        let beside = piece.with.and_then(other).filter(|t| self.stacks(t.hex, unit));
        let ahead = piece.before.and_then(other).and_then(|t| {
            let dir = t.facing.front()[usize::from(piece.spot % 3)];
            let to = self.game_data.board.neighbour(t.hex, dir)?;
            let fits = self.side(t.unit) != card.side && self.free(to);
            fits.then_some((to, dir.opposite()))
        });
        let n = self.disc.len();
        let anywhere = || {
            (0..n)
                .map(|i| self.disc[(usize::from(piece.spot) + i) % n])
                .find(|&h| self.free(h))
        };
        let mut facing = SideFacing::ALL[usize::from(piece.facing)];
        let hex = match (beside, ahead) {
            (Some(t), _) => {
                facing = t.facing;
                t.hex
            }
            (None, Some((hex, back))) => {
                if piece.turns {
                    facing = SideFacing::toward(back);
                }
                hex
            }
            (None, None) => match anywhere() {
                Some(hex) => hex,
                None => return,
            },
        };
        let label = self.game_data.board.label(hex);
        let mut post = UnitPost {
            id: card.id.clone(),
            hex: Some(label.clone()),
            facing: Some(facing.word(o).to_owned()),
            ..UnitPost::default()
        };
        let may_rout = !card.swiss_pikemen() && card.class() != Class::Artillery;
        let forms = card.class() == Class::Infantry && !card.swiss_arquebusiers();
        match piece.condition {
            6 | 7 => post.state = Some("disordered".to_owned()),
            8 | 9 if may_rout => {
                post.state = Some("routed".to_owned());
                post.facing = None;
            }
            10 if forms => post.hedgehog = true,
            _ => {}
        }
        post.replaced = card.replacement && piece.marks & 3 == 3;
        post.out_of_command = card.corps.is_some() && piece.marks & 0x1c == 0x1c;
        self.deed(&mut post, card.side, piece.marks);
        self.taken.push(Taken { hex, unit, facing });
        self.setup.units.push(post);
        if piece.commander < 4 {
            self.led(card.corps, &label, piece.commander == 0);
        }
    }
    /// Adds what a unit has done in the phase in which play starts.
    fn deed(&self, post: &mut UnitPost, side: Side, marks: u8) {
        let ours = Some(side) == self.setup.active;
        let word = match self.setup.start_at {
            StartAt::Movement | StartAt::Moves if ours => "moved",
            StartAt::Retreat if !ours => "retreated",
            StartAt::DefensiveFire if !ours => "fired",
            StartAt::OffensiveFire if ours => "fired",
            StartAt::Melee if ours => "attacked",
            _ => return,
        };
        if marks >> 5 == 7 {
            post.done.push(word.to_owned());
        }
    }
    /// Places the commander of a corps in a hex.
    fn led(&mut self, corps: Option<CorpsId>, label: &str, injured: bool) {
        let Some(c) = corps.and_then(|c| self.game_data.roster.commander_of(c)) else {
            return;
        };
        let id = &self.game_data.roster[c].id;
        if !self.setup.commanders.iter().any(|p| p.id == *id) {
            self.setup.commanders.push(CommanderPost {
                id: id.clone(),
                hex: Some(label.to_owned()),
                injured,
                ..CommanderPost::default()
            });
        }
    }
    /// Lets cavalry of the active side charge enemies in front of it.
    fn charges(&mut self, pieces: &[Piece]) {
        if !self.setup.start_at.after_charges() {
            return;
        }
        for (i, t) in self.taken.iter().enumerate() {
            let card = &self.game_data.roster[t.unit];
            let post = &self.setup.units[i];
            let fit = card.class() == Class::Cavalry
                && Some(card.side) == self.setup.active
                && post.state.is_none()
                && pieces.get(i).is_some_and(|p| p.marks & 1 == 1);
            let fronts = t.facing.front();
            let ahead = fronts.iter().filter_map(|&d| self.game_data.board.neighbour(t.hex, d));
            let enemy = |h: &HexId| self.taken.iter().any(|e| e.hex == *h && self.side(e.unit) != card.side);
            if fit && let Some(target) = ahead.into_iter().find(enemy) {
                self.setup.units[i].charge = Some(self.game_data.board.label(target));
            }
        }
    }
    /// Adds corps with low morale or without a commander.
    fn corps(&mut self, whole: &Whole) {
        let mut corps: Vec<CorpsId> = Vec::new();
        for t in &self.taken {
            let of = self.game_data.roster[t.unit].corps;
            corps.extend(of.filter(|c| !corps.contains(c)));
        }
        let pick = |n: u8| corps.get(usize::from(n) % corps.len().max(1)).copied();
        for &(n, morale) in &whole.low {
            if let Some(c) = pick(n)
                && self.game_data.corps_side(c) == Side::French
            {
                let name = self.game_data.roster[c].id.clone();
                let post = self.setup.corps.entry(name).or_default();
                post.morale = Some(morale.into());
            }
        }
        for &(n, since) in &whole.vacant {
            let Some(c) = pick(n) else { continue };
            let Some(own) = self.game_data.roster.commander_of(c) else {
                continue;
            };
            if self.game_data.roster[own].king {
                continue;
            }
            let id = &self.game_data.roster[own].id;
            self.setup.commanders.retain(|p| p.id != *id);
            self.setup.commanders.push(CommanderPost {
                id: id.clone(),
                at: Some("lost".to_owned()),
                ..CommanderPost::default()
            });
            let turn = self.setup.turn.unwrap_or(1);
            let post = self.setup.corps.entry(self.game_data.roster[c].id.clone());
            let post: &mut CorpsPost = post.or_default();
            post.vacant = Some(1 + i64::from(since) % turn);
        }
    }
    /// Adds a unit that has still to enter, with its commander.
    fn reserve(&mut self, n: u8) {
        let roster = &self.game_data.roster;
        let swiss: Vec<UnitId> = roster
            .units()
            .filter(|&u| roster[u].side == Side::Swiss)
            .filter(|u| !self.taken.iter().any(|t| t.unit == *u))
            .collect();
        if let Some(&unit) = swiss.get(usize::from(n) % swiss.len().max(1)) {
            self.setup.units.push(UnitPost {
                id: roster[unit].id.clone(),
                at: Some("reserve".to_owned()),
                ..UnitPost::default()
            });
        }
    }
    /// Returns straight roads over the map.
    fn roads(&self, roads: &[(u8, u8)]) -> Vec<Vec<String>> {
        let board = &self.game_data.board;
        let road = |&(spot, dir): &(u8, u8)| {
            let mut at = self.disc[usize::from(spot) % self.disc.len()];
            let mut path = vec![board.label(at)];
            while path.len() < ROAD
                && let Some(next) = board.neighbour(at, Dir::wrapped(dir))
            {
                at = next;
                path.push(board.label(at));
            }
            path
        };
        let mut all: Vec<Vec<String>> = roads.iter().map(road).collect();
        all.retain(|path| path.len() > 1);
        all
    }
}

/// Returns whether a set-up is valid.
fn opens(setup: &Setup) -> bool {
    Marignan::begin(setup).is_ok()
}

/// Returns the last game turn of the first day.
fn dusk() -> u8 {
    standard().deployment.clock.first_day()
}

/// Generates positions on some terrain that open at one of these starting points. They have up to `many` units a side, within
/// `radius` hexes of each other and mostly face to face. `works` are the words of the sides on which fortifications built
/// at night may be placed.
fn positions_on(
    ground: Ground,
    starts: &'static [StartAt],
    many: usize,
    radius: u32,
    works: &'static [&'static str],
) -> impl Strategy<Value = Setup> {
    let empty = Marignan::begin(&Setup {
        start_at: StartAt::Moves,
        ..Setup::default()
    });
    let units = (pieces(1, many), pieces(1, many));
    (units, whole(starts)).prop_filter_map("a position with a fault", move |((own, foe), whole)| {
        let game_data: &GameData = standard();
        let board = &game_data.board;
        let empty = empty.as_ref().ok()?;
        let centre = match ground {
            Ground::Field => HexId(whole.at % board.len() as u16),
            _ => board.parse(CENTRE).ok()?,
        };
        let night = whole.start_at == StartAt::Night;
        let two_days = whole.two_days || night;
        let last = game_data.deployment.clock.turns(if two_days { 2 } else { 1 });
        let turn = if night { dusk() } else { whole.turn.min(last) };
        let active = if night { Side::French } else { whole.active };
        let mut camp = Camp {
            game_data,
            empty,
            disc: board.hexes_within(centre, radius),
            taken: Vec::new(),
            setup: Setup {
                options: whole.options.clone(),
                start_at: whole.start_at,
                scenario: two_days.then(|| "two-days".to_owned()),
                turn: Some(turn.into()),
                active: Some(active),
                swiss_morale: whole.swiss_morale.map(i64::from),
                breached: whole.breached,
                ..Setup::default()
            },
        };
        if ground != Ground::Field {
            let mut map = MapPatch {
                blank: true,
                roads: camp.roads(&whole.roads),
                ..MapPatch::default()
            };
            if ground == Ground::Rough {
                (map.hexes, map.hexsides) = strew(board, &camp.disc, &whole.things, ROUGH);
            }
            camp.setup.map = Some(map);
        }
        let of = |side: Side| -> Vec<UnitId> {
            let roster = &game_data.roster;
            roster.units().filter(|&u| roster[u].side == side).collect()
        };
        let armies = [of(active), of(active.enemy())];
        let mut placed = Vec::new();
        for i in 0..own.len().max(foe.len()) {
            for (army, pieces) in armies.iter().zip([&own, &foe]) {
                if let Some(piece) = pieces.get(i) {
                    let before = camp.taken.len();
                    camp.place(army, piece);
                    if camp.taken.len() > before {
                        placed.push(piece.clone());
                    }
                }
            }
        }
        camp.charges(&placed);
        camp.corps(&whole);
        if let Some(n) = whole.reserve {
            camp.reserve(n);
        }
        let built = night || turn > dusk();
        for &(spot, side) in whole.works.iter().filter(|_| built) {
            let Some(side) = works.get(usize::from(side) % works.len().max(1)) else {
                continue;
            };
            camp.setup.works.push(WorkPost {
                hex: board.label(camp.disc[usize::from(spot) % camp.disc.len()]),
                side: (*side).to_owned(),
            });
        }
        opens(&camp.setup).then_some(camp.setup)
    })
}

/// All starting points after the set-up.
const STARTS: &[StartAt] = &[
    StartAt::Command,
    StartAt::Reorganization,
    StartAt::Movement,
    StartAt::Moves,
    StartAt::Moves,
    StartAt::Retreat,
    StartAt::DefensiveFire,
    StartAt::OffensiveFire,
    StartAt::Melee,
    StartAt::Melee,
    StartAt::Night,
];
/// The starting points for open positions.
const PHASES: &[StartAt] = &[
    StartAt::Reorganization,
    StartAt::Movement,
    StartAt::Moves,
    StartAt::Moves,
    StartAt::Retreat,
    StartAt::DefensiveFire,
    StartAt::OffensiveFire,
    StartAt::Melee,
];
/// The hexsides on which a fortification built at night may be placed.
const WORKS: &[&str] = &["N", "NE", "NW", "SW"];
/// Those of [`WORKS`] whose mirror image is one of them.
const EVEN_WORKS: &[&str] = &["N", "NE", "NW"];

/// Generates valid positions of every kind: few units close together on open, rough or printed terrain, at any starting point,
/// with any options; and now and then the printed battles.
///
/// ```
/// use casus_core::Game;
/// use casus_marignan::{Marignan, strategies};
/// use proptest::prelude::*;
///
/// proptest!(ProptestConfig::with_cases(8), |(setup in strategies::positions())| {
///     prop_assert!(Marignan::begin(&setup).is_ok());
/// });
/// ```
pub fn positions() -> impl Strategy<Value = Setup> {
    prop_oneof![
        4 => positions_on(Ground::Blank, STARTS, 5, 3, WORKS),
        4 => positions_on(Ground::Rough, STARTS, 5, 3, WORKS),
        3 => positions_on(Ground::Field, STARTS, 5, 3, WORKS),
        1 => printed(),
        1 => deployed(),
    ]
}

/// Generates the printed battles, with any options.
fn printed() -> impl Strategy<Value = Setup> {
    let days = select(&["first-day", "two-days"][..]);
    (days, vec(select(&Choice::ALL[..]), 0..4)).prop_map(|(scenario, mut options)| {
        options.sort_unstable();
        options.dedup();
        Setup {
            options,
            scenario: Some(scenario.to_owned()),
            ..Setup::default()
        }
    })
}

/// Generates the printed deployment, opened at any starting point after the set-up.
fn deployed() -> impl Strategy<Value = Setup> {
    let side = select(&[Side::Swiss, Side::French][..]);
    (select(STARTS), side, 1..12i64).prop_filter_map("a position with a fault", |(start_at, side, turn)| {
        let night = start_at == StartAt::Night;
        let setup = Setup {
            start_at,
            scenario: Some("two-days".to_owned()),
            base: Some(Base::Marignan),
            turn: (!night).then_some(turn),
            active: (!night).then_some(side),
            ..Setup::default()
        };
        opens(&setup).then_some(setup)
    })
}

/// Generates positions around [`CENTRE`] on open or rough terrain, at starting points of the phases. Their mirror images
/// ([`image`]) are positions too.
///
/// ```
/// use casus_core::Game;
/// use casus_testkit::strategies::Trial;
/// use casus_marignan::{Marignan, strategies};
/// use proptest::prelude::*;
///
/// proptest!(ProptestConfig::with_cases(8), |(setup in strategies::open_positions(), n in 0..2usize)| {
///     let by = Marignan::SYMMETRIES[n];
///     let image = strategies::image(&setup, by);
///     prop_assert!(Marignan::begin(&image).is_ok());
///     prop_assert_eq!(strategies::image(&image, by.inverse()), setup);
/// });
/// ```
pub fn open_positions() -> impl Strategy<Value = Setup> {
    let open = prop_oneof![
        positions_on(Ground::Blank, PHASES, 5, 3, EVEN_WORKS),
        positions_on(Ground::Rough, PHASES, 5, 3, EVEN_WORKS),
    ];
    open.prop_map(|mut setup| {
        // By the other reading of R96 the fourth side has no mirror image; units still to enter do so far away.
        setup.options.retain(|&c| c != Choice::R96);
        setup.units.retain(|u| u.at.is_none());
        setup
    })
}

/// Generates positions at one of these starting points with the units close together, within radius 2.
///
/// ```
/// use casus_marignan::{StartAt, strategies};
/// use proptest::prelude::*;
///
/// let starts = &[StartAt::Melee];
/// proptest!(ProptestConfig::with_cases(8), |(setup in strategies::fights(starts))| {
///     prop_assert_eq!(setup.start_at, StartAt::Melee);
/// });
/// ```
pub fn fights(starts: &'static [StartAt]) -> impl Strategy<Value = Setup> {
    prop_oneof![
        positions_on(Ground::Blank, starts, 5, 2, WORKS),
        positions_on(Ground::Rough, starts, 5, 2, WORKS),
    ]
}

/// Generates any action: of any kind, with any pieces and hexes, including some that do not exist.
///
/// ```
/// use casus_core::{Game, Sided};
/// use casus_marignan::{Marignan, Setup, Side, strategies};
/// use proptest::prelude::*;
///
/// let opening = Marignan::begin(&Setup::default()).unwrap();
/// proptest!(ProptestConfig::with_cases(16), |(action in strategies::actions())| {
///     for &side in Side::ALL {
///         let _ = Marignan::check(&opening, side, &action);
///     }
/// });
/// ```
pub fn actions() -> impl Strategy<Value = Action> {
    let roster = &standard().roster;
    let units = roster.counters.len() as u8;
    let commanders = roster.commanders.len() as u8;
    let corps = roster.corps.len() as u8;
    let hexes = standard().board.len() as u16;
    let unit = prop_oneof![8 => 0..units, 1 => any::<u8>()].prop_map(UnitId);
    let commander = prop_oneof![8 => 0..commanders, 1 => any::<u8>()].prop_map(CommanderId);
    let corps = prop_oneof![8 => 0..corps, 1 => any::<u8>()].prop_map(CorpsId);
    let hex = prop_oneof![8 => 0..hexes, 1 => any::<u16>()].prop_map(HexId);
    let kinds = 0..kinds(&Of::default()).len();
    (kinds, unit, commander, corps, hex, 0..6u8).prop_map(|(kind, unit, commander, corps, hex, d)| {
        let of = Of {
            unit,
            commander,
            corps,
            hex,
            dir: Dir::wrapped(d),
        };
        kinds_of(&of, kind)
    })
}

/// The objects of an action.
struct Of {
    unit: UnitId,
    commander: CommanderId,
    corps: CorpsId,
    hex: HexId,
    dir: Dir,
}

impl Default for Of {
    fn default() -> Self {
        Self {
            unit: UnitId(0),
            commander: CommanderId(0),
            corps: CorpsId(0),
            hex: HexId(0),
            dir: Dir::ALL[0],
        }
    }
}

/// Returns one action of every kind with these objects.
fn kinds(of: &Of) -> [Action; 37] {
    let (u, c, h) = (of.unit, of.commander, of.hex);
    [
        Action::Done,
        Action::Halt,
        Action::Hold,
        Action::HoldAll,
        Action::Reopen,
        Action::GoOn,
        Action::Form,
        Action::Loose,
        Action::Resolve,
        Action::Face(SideFacing::toward(of.dir)),
        Action::Inspire(of.corps),
        Action::Order(of.corps),
        Action::Appoint(c),
        Action::TakeCommander(c),
        Action::JoinCommander(c),
        Action::LeaveCommander(c),
        Action::Escort(c),
        Action::Install(u),
        Action::Rally(u),
        Action::Flee(u),
        Action::Take(u),
        Action::Join(u),
        Action::Leave(u),
        Action::Unform(u),
        Action::Test(u),
        Action::Fire(u),
        Action::Lose(u),
        Action::Attack(u),
        Action::Advance(u),
        Action::Rejoin(u),
        Action::Step(h),
        Action::Aim(h),
        Action::Assault(h),
        Action::Build(h, of.dir),
        Action::Place(u, h),
        Action::Charge(u, h),
        Action::Retreat(u, h),
    ]
}

fn kinds_of(of: &Of, kind: usize) -> Action {
    let all = kinds(of);
    all[kind % all.len()]
}

/// Returns every action that a player might think of in a state: every kind, with the pieces in play and the hexes around them
/// (a selection, if there are many). All legal actions are among them.
///
/// ```
/// use casus_core::Game;
/// use casus_marignan::{Marignan, Setup, strategies};
///
/// let state = Marignan::begin(&Setup::default()).unwrap();
/// let thinkable = strategies::thinkable(&state);
/// let mut listed = Vec::new();
/// Marignan::actions(&state, &mut listed);
/// assert!(listed.iter().all(|a| thinkable.contains(a)));
/// ```
pub fn thinkable(state: &State) -> Vec<Action> {
    let board = &state.game_data().board;
    let mut units: Vec<UnitId> = Vec::new();
    let mut near: BTreeSet<HexId> = BTreeSet::new();
    for u in state.unit_ids() {
        if let Some(h) = state.hex(u) {
            units.push(u);
            near.insert(h);
            near.extend(board.neighbours(h).map(|(_, n)| n));
        }
    }
    let units = spread(units, 16, 0);
    let hexes = spread(Vec::from_iter(near), 48, 0);
    let mut out = Vec::new();
    crate::dispatch::candidates(state, &mut out);
    let of = Of::default();
    out.extend(kinds(&of));
    for dir in Dir::ALL {
        out.push(Action::Face(SideFacing::toward(dir)));
    }
    for corps in state.corps_ids() {
        out.extend(kinds(&Of { corps, ..Of::default() }));
    }
    for commander in state.commander_ids() {
        out.extend(kinds(&Of {
            commander,
            ..Of::default()
        }));
    }
    for &unit in &units {
        out.extend(kinds(&Of { unit, ..Of::default() }));
        for &hex in &hexes {
            out.extend([
                Action::Place(unit, hex),
                Action::Charge(unit, hex),
                Action::Retreat(unit, hex),
            ]);
        }
    }
    for &hex in &hexes {
        for dir in Dir::ALL {
            out.extend(kinds(&Of {
                hex,
                dir,
                ..Of::default()
            }));
        }
    }
    out.sort_unstable();
    out.dedup();
    out
}

/// Returns the mirror image of a position about [`CENTRE`]: hexes, hexsides, facings. What would leave the map stays.
pub fn image(setup: &Setup, by: Symmetry) -> Setup {
    let mut image = setup.clone();
    let Some(mirror) = Mirror::about(&standard().board, CENTRE, by) else {
        return image;
    };
    for unit in &mut image.units {
        unit.hex.iter_mut().for_each(|h| mirror.label(h));
        unit.charge.iter_mut().for_each(|h| mirror.label(h));
        unit.facing.iter_mut().for_each(|f| mirror.side(f));
    }
    for commander in &mut image.commanders {
        commander.hex.iter_mut().for_each(|h| mirror.label(h));
    }
    for work in &mut image.works {
        mirror.label(&mut work.hex);
        mirror.side(&mut work.side);
    }
    image.assaulted.iter_mut().for_each(|h| mirror.label(h));
    if let Some(map) = &mut image.map {
        mirror.map(&mut map.hexes, &mut map.hexsides, &mut map.roads);
    }
    image
}

/// Returns the mirror image of an action about [`CENTRE`]; `None` for a fortification, and for an action too near the map edge
/// to be compared.
pub fn image_of(state: &State, action: Action, by: Symmetry) -> Option<Action> {
    let mirror = Mirror::about(&state.game_data().board, CENTRE, by)?;
    let hex = |h: HexId| mirror.hex(h, MARGIN);
    Some(match action {
        Action::Step(h) => Action::Step(hex(h)?),
        Action::Aim(h) => Action::Aim(hex(h)?),
        Action::Assault(h) => Action::Assault(hex(h)?),
        Action::Place(u, h) => Action::Place(u, hex(h)?),
        Action::Charge(u, h) => Action::Charge(u, hex(h)?),
        Action::Retreat(u, h) => Action::Retreat(u, hex(h)?),
        // A fortification may be placed on the south-west side of its hex, but not on the south-east side (ruling R96).
        Action::Build(..) => return None,
        Action::Face(f) => Action::Face(by.apply_side_facing(f)),
        other => other,
    })
}

/// Returns whether a written citation is of an option's ruling, or of a Case that the ruling interprets.
///
/// ```
/// use casus_marignan::{Choice, strategies};
///
/// assert!(strategies::speaks_of(Choice::R27, "6.2 [R27]"));
/// assert!(strategies::speaks_of(Choice::R27, "7.1"));
/// assert!(!strategies::speaks_of(Choice::R27, "8.1"));
/// ```
pub fn speaks_of(choice: Choice, cite: &str) -> bool {
    core::speaks_of(&CASEBOOK, choice.word(), cite)
}

impl Trial for Marignan {
    const SYMMETRIES: &'static [Symmetry] = SYMMETRIES;
    casus_testkit::trial!(modules of crate);
    fn openings() -> Vec<(&'static str, Setup)> {
        ["first-day", "two-days"]
            .map(|scenario| {
                let setup = Setup {
                    scenario: Some(scenario.to_owned()),
                    ..Setup::default()
                };
                (scenario, setup)
            })
            .into()
    }
    fn passed_over(state: &State, event: &Event) -> Option<PassedOver<Self>> {
        let (unit, chance, refusals) = match &event.what {
            What::PassedOver { unit, chance, refusals } => (*unit, chance, refusals.clone()),
            What::NoHex { unit, chance, barred } => {
                let mut all = casus_core::Verdict::full();
                for reason in barred.iter().flat_map(|shut| shut.refusals.iter()) {
                    all.refuse(*reason);
                }
                (*unit, chance, all.finish().err()?)
            }
            _ => return None,
        };
        let around = |h| state.game_data().board.neighbours(h).map(|(_, n)| n);
        let back = || {
            let hexes = state.hex(unit).into_iter().flat_map(around);
            hexes.map(|h| Action::Retreat(unit, h)).collect()
        };
        // Actions of a part of play that is over are not possible any more.
        let actions = match *chance {
            Chance::Rally => vec![Action::Rally(unit)],
            Chance::Succession => vec![Action::Install(unit)],
            Chance::Charge(hex) => vec![Action::Charge(unit, hex)],
            Chance::Hedgehog(_) => vec![Action::Form],
            Chance::Order => back(),
            Chance::Melee => vec![Action::Attack(unit)],
            Chance::Advance(_) if state.fought.is_some() => vec![Action::Advance(unit)],
            Chance::FallBack if state.phase().is_none() => back(),
            Chance::Placing if state.phase().is_none() => vec![Action::Take(unit)],
            Chance::Advance(_) | Chance::FallBack | Chance::Placing | Chance::Recovery | Chance::Rout => return None,
        };
        Some(PassedOver {
            by: state.side(unit),
            actions,
            refusals,
        })
    }
    fn only_says(event: &Event) -> bool {
        matches!(
            event.what,
            What::Turn { .. }
                | What::PhaseBegins { .. }
                | What::NightStep { .. }
                | What::Declined { .. }
                | What::InCommand { .. }
                | What::OutOfCommand { .. }
        )
    }
    fn comparable(setup: &Setup, switch: usize) -> Setup {
        let mut setup = setup.clone();
        // Works on other sides of a hex from the start make another position, not only another reading of a ruling.
        if Choice::nth(switch) == Choice::R96 {
            setup.works.clear();
        }
        setup
    }
    fn shut(state: &State, by: Side, action: &Action) -> Option<String> {
        let mut verdict = Verdict::full();
        state.opening(by, *action, &mut verdict);
        verdict.finish().err().map(|why| why.to_string())
    }
}

impl Metamorphic for Marignan {
    const DECLARATIONS: &'static [(&'static str, &'static [&'static str])] =
        &[("fire", &["fire"]), ("attackers", &["attack"])];
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
            sources: roster[one].sources.clone(),
            ..c.clone()
        };
        like(&roster[one]) == like(&roster[other])
    }
    fn laid(setup: &Setup, state: &State) -> Option<Setup> {
        laid(setup, state)
    }
}

/// Returns a state as a set-up, if play can open there and a set-up can describe all that matters in it.
fn laid(setup: &Setup, s: &State) -> Option<Setup> {
    let [Stage::Course(course)] = &s.stack[..] else {
        return None;
    };
    let start_at = match course {
        Course::Moves => StartAt::Moves,
        Course::Retreats => StartAt::Retreat,
        Course::DefensiveFire => StartAt::DefensiveFire,
        Course::OffensiveFire => StartAt::OffensiveFire,
        Course::Melees => StartAt::Melee,
        _ => return None,
    };
    // A set-up cannot describe that an owner has let his commander stay.
    if s.opts(Choice::R49) {
        return None;
    }
    // A set-up cannot describe what was tried, tested or charged, which step was the last, and which hedgehogs were declined.
    let untold = [Marks::FLED, Marks::TRIED, Marks::COMMITTED, Marks::PASSED];
    let tells = |u: UnitId| !untold.iter().any(|&mark| s.unit(u).marks.has(mark)) && s.unit(u).charge.is_none();
    let heroes = s.commander_ids().any(|c| s.commander(c).steadies.is_some());
    let going = s.entry.is_some() || s.fought.is_some() || s.braced || heroes;
    if going || !s.unit_ids().all(tells) || s.corps.iter().any(|c| c.ordered) {
        return None;
    }
    let (board, roster) = (&s.game_data().board, &s.game_data().roster);
    let o = board.orientation();
    let place = |at: Whereabouts| match at {
        Whereabouts::Map(h) => (Some(board.label(h)), None),
        other => (None, Some(other.word().to_owned())),
    };
    let deeds = [
        ("moved", Marks::MOVED),
        ("retreated", Marks::RETREATED),
        ("fired", Marks::FIRED),
        ("attacked", Marks::ATTACKED),
    ];
    let mut laid = Setup {
        scenario: setup.scenario.clone(),
        start_at,
        turn: Some(s.turn.into()),
        active: Some(s.active),
        base: Some(Base::Empty),
        swiss_morale: Some(s.swiss_morale.into()),
        breached: s.breached,
        units: Vec::new(),
        commanders: Vec::new(),
        corps: BTreeMap::new(),
        taken: Vec::new(),
        works: Vec::new(),
        assaulted: s.assaulted.iter().map(|&h| board.label(h)).collect(),
        ..setup.clone()
    };
    let places = &s.game_data().deployment.places;
    laid.taken = (0..places.len())
        .filter(|&n| s.taken >> (n % 8) & 1 == 1)
        .map(|n| board.label(places[n]))
        .collect();
    for work in &s.works {
        let side = o.dir_word(work.side);
        // A fortification on all four sides is named by the northern one.
        if s.opts(Choice::R96) && side != "N" {
            continue;
        }
        laid.works.push(WorkPost {
            hex: board.label(work.hex),
            side: side.to_owned(),
        });
    }
    for u in s.unit_ids().filter(|&u| s.unit(u).at != Whereabouts::Absent) {
        let unit = s.unit(u);
        let (hex, at) = place(unit.at);
        let there = hex.is_some();
        laid.units.push(UnitPost {
            id: roster[u].id.clone(),
            hex,
            at,
            facing: (there && unit.condition != Condition::Routed).then(|| unit.facing.word(o).to_owned()),
            state: there.then(|| unit.condition.word().to_owned()),
            replaced: unit.replaced,
            out_of_command: unit.marks.has(Marks::OUT_OF_COMMAND),
            hedgehog: unit.marks.has(Marks::HEDGEHOG),
            charge: None,
            done: deeds
                .iter()
                .filter(|(_, mark)| there && unit.marks.has(*mark))
                .map(|(word, _)| (*word).to_owned())
                .collect(),
        });
    }
    for c in s.commander_ids().filter(|&c| s.commander(c).at != Whereabouts::Absent) {
        let commander = s.commander(c);
        let (hex, at) = place(commander.at);
        laid.commanders.push(CommanderPost {
            id: roster[c].id.clone(),
            hex,
            at,
            injured: commander.injured,
            successor: commander.successor,
            moved: commander.moved,
        });
    }
    for c in s.corps_ids() {
        let corps = s.corps(c);
        let french = s.game_data().corps_side(c) == Side::French;
        let leader = corps.leader.map(|l| roster[l].id.clone());
        let vacant = (leader.is_none() && corps.vacant > 0).then_some(i64::from(corps.vacant));
        let post = CorpsPost {
            morale: french.then_some(i64::from(corps.morale)),
            leader,
            vacant,
        };
        laid.corps.insert(roster[c].id.clone(), post);
    }
    Some(laid)
}

/// Generates requests to a session, well and badly formed.
///
/// ```
/// use casus_testkit::strategies::{Playthrough, props};
/// use casus_marignan::{Marignan, Setup, strategies};
/// use proptest::prelude::*;
///
/// let start = Playthrough { picks: vec![], seed: 1 };
/// proptest!(ProptestConfig::with_cases(4), |(requests in strategies::requests())| {
///     props::session_answers::<Marignan>(&Setup::default(), &start, &requests)?;
/// });
/// ```
pub fn requests() -> impl Strategy<Value = Vec<String>> {
    core::requests::<Marignan>(&[
        "swiss",
        "done",
        "hold",
        "halt",
        "take I-Pike-1",
        "place King-Gen-1 1022",
        "step 9999",
        "fire",
        "12.4",
        "R27",
        "units.I-Pike-1.state",
    ])
}

/// Generates words that may or may not be an action: real verbs with real and made-up names.
///
/// ```
/// use casus_core::Game;
/// use casus_marignan::{Marignan, Setup, strategies};
/// use proptest::prelude::*;
///
/// let state = Marignan::begin(&Setup::default()).unwrap();
/// proptest!(ProptestConfig::with_cases(16), |(words in strategies::words())| {
///     let _ = Marignan::parse(&state, &words);
/// });
/// ```
pub fn words() -> impl Strategy<Value = String> {
    let verbs = kinds(&Of::default()).map(|a| a.word().to_owned());
    phrases::<Marignan>(verbs.into(), &["N", "SSE", "W"])
}
