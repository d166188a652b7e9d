//! Positions as set-ups: on made-up ground, before a melee, and of the printed battle.

use crate::components::{Class, CorpsId, Side, UnitId};
use crate::data::{GameData, MapPatch, standard};
use crate::game::Marignan;
use crate::options::Choice;
use crate::setup::{Base, CommanderPost, CorpsPost, Setup, StartAt, UnitPost, WorkPost};
use crate::state::position::State;
use casus_core::{Dir, Game, HexId, SideFacing, Symmetry};
use casus_testkit::strategies::{Scatter, Strewn, strew, strewn};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;

/// The middle of the map, about which open positions are mirrored.
pub const CENTRE: &str = "1214";

/// The maximum distance of an action from [`CENTRE`] at which it is compared with its mirror image, in hexes. The map edge is at
/// distance 11.
pub(super) const MARGIN: u32 = 9;

/// The symmetries of the rules: the identity and the reflection that swaps east and west. The armies' own edges are north and
/// south, so the rules distinguish no more than that.
pub(super) const SYMMETRIES: &[Symmetry] = &[Symmetry::ALL[0], Symmetry::ALL[8]];

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
    pub(super) fn side(&self, unit: UnitId) -> Side {
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
    pub(super) fn place(&mut self, units: &[UnitId], piece: &Piece) {
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
    pub(super) fn corps(&mut self, whole: &Whole) {
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
    pub(super) fn roads(&self, roads: &[(u8, u8)]) -> Vec<Vec<String>> {
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
/// (`image`) are positions too.
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
