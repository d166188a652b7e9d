//! Property tests of this game: strategies for positions, actions and requests, and their mirror images.
//!
//! [`casus_testkit::strategies::playthroughs`] generates play-throughs that shrink;
//! [`casus_testkit::strategies::props`] has the properties that must hold for them.
//! ```
//! use casus_blind_faith::{BlindFaith, strategies};
//! use casus_testkit::strategies::{playthroughs, props};
//! use proptest::prelude::*;
//!
//! let few = ProptestConfig::with_cases(4);
//! proptest!(few, |(setup in strategies::positions(), game in playthroughs(20))| {
//!     props::audit_holds::<BlindFaith>(&setup, &game)?;
//! });
//! ```

use crate::action::Action;
use crate::casebook::CASEBOOK;
use crate::components::{Counter, Faction, Kind, Side, UnitId, Urban};
use crate::data::{GameData, MapPatch, standard};
use crate::dispatch::{opening_facts, openings};
use crate::game::BlindFaith;
use crate::options::Choice;
use crate::setup::laid::{asked_first, laid};
use crate::setup::{Setup, StartAt, TownPost, UnitPost};
use crate::state::march::Window;
use crate::state::position::State;
use casus_core::{Game, HexId, Symmetry, Verdict, Window as _};
use casus_testkit::metamorphic::Metamorphic;
use casus_testkit::strategies as core;
use casus_testkit::strategies::{Mirror, Trial, phrases, spread};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;
use std::collections::BTreeMap;

/// The middle of the map, about which open positions are mirrored, far from its edges and from the Kingdom of Poland.
const CENTRE: &str = "1917";
/// The maximum distance of an action from the middle at which it is compared with its mirror image, in hexes.
const MARGIN: u32 = 8;

/// The terrain of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ground {
    /// Open country without urban places, around the middle of the map.
    Bare,
    /// Like `Bare`, with each side of one faction, so that its units may stack.
    Host,
    /// Any part of the printed map.
    Field,
}

/// A counter to be placed; each number is taken modulo the number of choices.
#[derive(Clone, Debug)]
struct Piece {
    pick: u16,
    spot: u8,
    /// The other piece whose hex it shares, if it may be there.
    with: Option<u8>,
    done: u8,
    spent: u8,
    /// Whether it is off the map, where counters of its kind are.
    off: bool,
}

fn pieces(few: usize, many: usize) -> impl Strategy<Value = Vec<Piece>> {
    let place = (any::<u16>(), any::<u8>(), option::weighted(0.5, 0..12u8));
    let state = (any::<u8>(), 0..25u8, proptest::bool::weighted(0.2));
    let piece = (place, state).prop_map(|((pick, spot, with), (done, spent, off))| Piece {
        pick,
        spot,
        with,
        done,
        spent,
        off,
    });
    vec(piece, few..=many)
}

/// The units in a hex of a position.
#[derive(Clone, Debug, Default)]
struct Tenants {
    /// For each side, the indexes of the posts in the hex.
    posts: [Vec<usize>; 2],
    /// The side that is inside the walls.
    inside: Option<Side>,
}

/// A position under construction.
struct Camp<'k> {
    game_data: &'k GameData,
    disc: Vec<HexId>,
    hexes: BTreeMap<HexId, Tenants>,
    order: Vec<HexId>,
    used: Vec<UnitId>,
    legate: bool,
    host: bool,
    setup: Setup,
}

impl Camp<'_> {
    /// Returns the location of counters of this kind that are not on the map.
    fn elsewhere(&self, unit: UnitId, turn: u8) -> String {
        let card = &self.game_data.roster[unit];
        match (card.side, card.faction) {
            _ if card.legate() => "cup".to_owned(),
            (_, Faction::Danish) => "denmark".to_owned(),
            (_, Faction::Polish) => "poland".to_owned(),
            (_, Faction::Orphan) => "split".to_owned(),
            (Side::Hussite, _) if turn & 1 == 0 => "routed".to_owned(),
            (Side::Hussite, _) => format!("track {}", turn % 25 + 1),
            (_, Faction::German | Faction::French) => "draw".to_owned(),
            _ if card.kind == Kind::Dowager => "succession".to_owned(),
            _ => "pool".to_owned(),
        }
    }
    /// Places a unit in a hex, if it may be there: with units of its side, before walls with enemies inside, or inside them.
    fn place(&mut self, piece: &Piece, side: Side) {
        let roster = &self.game_data.roster;
        let all: Vec<UnitId> = roster.units().filter(|&u| roster[u].side == side).collect();
        let n = all.len();
        let mut picks = (0..n).map(|i| all[(usize::from(piece.pick) + i) % n]);
        let first = self
            .used
            .iter()
            .find(|&&u| roster[u].side == side)
            .filter(|_| self.host);
        let fits = |u: &UnitId| first.is_none_or(|&f| roster[f].faction == roster[*u].faction);
        let Some(unit) = picks.find(|u| !self.used.contains(u) && fits(u)) else {
            return;
        };
        let card = &roster[unit];
        self.used.push(unit);
        let mut post = UnitPost {
            id: card.id.clone(),
            ..UnitPost::default()
        };
        if piece.off || card.guard || (card.legate() && self.legate) {
            if !card.guard {
                post.at = Some(self.elsewhere(unit, piece.spent));
                self.setup.units.push(post);
            }
            return;
        }
        let beside = piece
            .with
            .and_then(|k| self.order.get(usize::from(k) % self.order.len().max(1)))
            .copied();
        let host = self
            .order
            .iter()
            .find(|h| self.hexes.get(h).is_some_and(|t| !t.posts[side as usize].is_empty()))
            .filter(|_| self.host);
        let beside = host.copied().or(beside);
        let hex = beside.unwrap_or(self.disc[usize::from(piece.spot) % self.disc.len()]);
        let (own, foe) = (side as usize, side.enemy() as usize);
        let urban = self.game_data.urban(hex).filter(|&k| k != Urban::Customs);
        let room = urban.map_or(0, |k| usize::from(self.game_data.charts.walls(k).garrison));
        let tenants = self.hexes.entry(hex).or_default();
        match tenants.inside {
            None if tenants.posts[foe].is_empty() => {}
            // The first unit before the walls shuts in the units that are there.
            None if urban.is_some() && tenants.posts[foe].len() <= room && card.kind.fights() => {
                let shut_in = tenants.posts[foe].clone();
                let able = |&i: &usize| self.setup.units[i].id.parse::<u8>().is_err();
                if !shut_in.iter().all(able) {
                    return;
                }
                tenants.inside = Some(side.enemy());
                for i in shut_in {
                    self.setup.units[i].inside = true;
                }
            }
            Some(holder) if holder == side && tenants.posts[own].len() < room => post.inside = true,
            Some(holder) if holder != side => {}
            _ => return,
        }
        if card.kind == Kind::Legate && (tenants.inside.is_some() || !tenants.posts[foe].is_empty()) {
            return;
        }
        self.legate |= card.legate();
        post.hex = Some(self.game_data.board.label(hex));
        let campaign = self.setup.start_at == StartAt::Campaign;
        for (bit, word) in [(1, "moved"), (2, "intercepted"), (4, "halted")] {
            if campaign && piece.done & bit != 0 && piece.done & 8 != 0 {
                post.done.push(word.to_owned());
            }
        }
        post.spent = (campaign && piece.done & 16 != 0).then_some(piece.spent.min(10));
        tenants.posts[own].push(self.setup.units.len());
        self.order.push(hex);
        self.setup.units.push(post);
    }
}

/// Returns whether a set-up is valid.
fn opens(setup: &Setup) -> bool {
    BlindFaith::begin(setup).is_ok()
}

const STARTS: &[StartAt] = &[
    StartAt::Campaign,
    StartAt::Campaign,
    StartAt::Campaign,
    StartAt::Arrivals,
    StartAt::Upkeep,
    StartAt::Muster,
    StartAt::Rebuild,
    StartAt::Crusade,
    StartAt::End,
];

/// Generates positions on some terrain that open at one of these starting points, with up to `many` counters a side in `radius`
/// hexes.
pub fn positions_on(
    ground: Ground,
    starts: &'static [StartAt],
    many: usize,
    radius: u32,
) -> impl Strategy<Value = Setup> {
    let units = (pieces(1, many), pieces(1, many));
    let place = (any::<u16>(), select(starts), select(&[Side::Hussite, Side::Imperial][..]));
    let turn = (1..=25u8, 0..60u16, 0..60u16, 0..3u8, any::<bool>());
    let marks = (vec(any::<u8>(), 6), vec(select(&Choice::ALL[..]), 0..3), proptest::bool::weighted(0.1));
    (units, place, turn, marks).prop_filter_map(
        "a position with a fault",
        move |(
            (hussites, imperials),
            (at, start_at, side),
            (turn, his, theirs, crusade, pope),
            (marks, choices, poland),
        )| {
            let game_data: &GameData = standard();
            let board = &game_data.board;
            let middle = match ground {
                // Half of them are around an urban place, so that there are sieges.
                Ground::Field if at % 2 == 0 => {
                    let towns: Vec<HexId> = game_data.roster.towns.iter().map(|t| t.hex).collect();
                    *towns.get(usize::from(at / 2) % towns.len().max(1))?
                }
                Ground::Field => HexId(at % board.len() as u16),
                Ground::Bare | Ground::Host => board.parse(CENTRE).ok()?,
            };
            let mut camp = Camp {
                game_data,
                disc: board.hexes_within(middle, radius),
                hexes: BTreeMap::new(),
                order: Vec::new(),
                used: Vec::new(),
                legate: false,
                host: ground == Ground::Host,
                setup: Setup {
                    start_at,
                    side: matches!(start_at, StartAt::Rebuild | StartAt::Campaign).then_some(side),
                    turn: Some(turn),
                    crusade: Some(["off", "on", "ending"][usize::from(crusade)].to_owned()),
                    pope: pope.then(|| "Eugenius".to_owned()),
                    split: Some(["whole", "due", "made"][usize::from(marks[5] % 3)].to_owned()),
                    danes: Some(["awaited", "come", "gone"][usize::from(marks[4] % 3)].to_owned()),
                    poland: poland && ground == Ground::Field,
                    purses: BTreeMap::from([(Side::Hussite, his), (Side::Imperial, theirs)]),
                    ..Setup::default()
                },
            };
            if ground != Ground::Field {
                camp.setup.bare = true;
                camp.setup.map = Some(MapPatch {
                    blank: true,
                    ..MapPatch::default()
                });
            }
            for choice in choices {
                if !camp.setup.options.contains(&choice) {
                    camp.setup.options.push(choice);
                }
            }
            for (a, b) in hussites.iter().zip(&imperials) {
                camp.place(a, Side::Hussite);
                camp.place(b, Side::Imperial);
            }
            if ground == Ground::Field {
                let near = game_data
                    .roster
                    .town_ids()
                    .filter(|&t| camp.disc.contains(&game_data.roster[t].hex));
                for (t, mark) in near.zip(marks) {
                    let held = camp
                        .hexes
                        .get(&game_data.roster[t].hex)
                        .is_some_and(|x| x.inside.is_some());
                    let post = TownPost {
                        id: game_data.roster[t].id.clone(),
                        pillaged: !held && mark % 4 == 0,
                        blockaded: held && mark & 1 == 0,
                        control: None,
                        prepared: None,
                    };
                    camp.setup.towns.push(post);
                }
            }
            opens(&camp.setup).then_some(camp.setup)
        },
    )
}

/// Generates valid positions of every kind: few counters close together, on the printed map or in open country, at any starting
/// point, with any options; and now and then the printed game.
///
/// ```
/// use casus_blind_faith::{BlindFaith, strategies};
/// use casus_core::Game;
/// use proptest::prelude::*;
///
/// proptest!(ProptestConfig::with_cases(8), |(setup in strategies::positions())| {
///     prop_assert!(BlindFaith::begin(&setup).is_ok());
/// });
/// ```
pub fn positions() -> impl Strategy<Value = Setup> {
    prop_oneof![
        8 => positions_on(Ground::Field, STARTS, 8, 4),
        3 => positions_on(Ground::Bare, &[StartAt::Campaign], 6, 3),
        2 => positions_on(Ground::Host, &[StartAt::Campaign], 16, 1),
        1 => vec(select(&Choice::ALL[..]), 0..4).prop_map(|mut options| {
            options.sort_unstable();
            options.dedup();
            Setup { options, ..Setup::default() }
        }),
    ]
}

/// Generates positions in open country around the middle of the map that open at a Campaign Phase. Their mirror images
/// ([`image`]) are positions too.
///
/// ```
/// use casus_blind_faith::{BlindFaith, strategies};
/// use casus_core::{Game, Symmetry};
/// use proptest::prelude::*;
///
/// proptest!(ProptestConfig::with_cases(8), |(setup in strategies::open_positions(), n in 0..12u8)| {
///     let by = Symmetry::new(n).unwrap();
///     let image = strategies::image(&setup, by);
///     prop_assert!(BlindFaith::begin(&image).is_ok());
///     prop_assert_eq!(strategies::image(&image, by.inverse()), setup);
/// });
/// ```
pub fn open_positions() -> impl Strategy<Value = Setup> {
    positions_on(Ground::Bare, &[StartAt::Campaign], 6, 3)
}

/// The number of kinds of action.
const KINDS: u8 = 48;

/// Returns the action of a kind's number.
fn action(kind: u8, u: UnitId, h: HexId, window: Window) -> Action {
    match kind {
        0 => Action::LegateIn,
        1 => Action::LegateOut,
        2 => Action::SupportOrder,
        3 => Action::SupportPoland,
        4 => Action::Place(u, h),
        5 => Action::Disown(u),
        6 => Action::Disband(u),
        7 => Action::Pay,
        8 => Action::Muster(u, h),
        9 => Action::Rebuild(h),
        10 => Action::Done,
        11 => Action::Continue,
        12 => Action::Expire,
        13 => Action::Call,
        14 => Action::Change,
        15 => Action::Pass,
        16 => Action::Take(u),
        17 => Action::Join(u),
        18 => Action::JoinAll,
        19 => Action::Leave(u),
        20 => Action::Step(h),
        21 => Action::Fight,
        22 => Action::Besiege,
        23 => Action::Halt,
        24 => Action::EndPhase,
        25 => Action::Against(h),
        26 => Action::Intercept(u),
        27 => Action::Ride,
        28 => Action::Hold,
        29 => Action::HoldAll(window),
        30 => Action::Inside(u),
        31 => Action::Ready,
        32 => Action::Deploy(u),
        33 => Action::Aim(u),
        34 => Action::Retreat,
        35 => Action::Stay,
        36 => Action::Storm(u),
        37 => Action::Parry(u),
        38 => Action::Round,
        39 => Action::Blockade,
        40 => Action::Lose(u),
        41 => Action::Withdraw,
        42 => Action::Claim,
        _ => Action::Waive,
    }
}

/// Generates any action: of any kind, with any counters and hexes, including some that do not exist.
///
/// ```
/// use casus_blind_faith::{BlindFaith, Setup, Side, strategies};
/// use casus_core::{Game, Sided};
/// use proptest::prelude::*;
///
/// let opening = BlindFaith::begin(&Setup::default()).unwrap();
/// proptest!(ProptestConfig::with_cases(16), |(action in strategies::actions())| {
///     for &side in Side::ALL {
///         let _ = BlindFaith::check(&opening, side, &action);
///     }
/// });
/// ```
pub fn actions() -> impl Strategy<Value = Action> {
    let units = standard().roster.counters.len() as u8;
    let hexes = standard().board.len() as u16;
    let unit = prop_oneof![8 => 0..units, 1 => any::<u8>()].prop_map(UnitId);
    let hex = prop_oneof![8 => 0..hexes, 1 => any::<u16>()].prop_map(HexId);
    (0..KINDS, unit, hex, select(Window::ALL)).prop_map(|(kind, u, h, w)| action(kind, u, h, w))
}

/// Returns every action that a player might think of in a state: every kind, with the counters on the map and the hexes around
/// them (a selection, if there are many). All legal actions are among them.
///
/// ```
/// use casus_blind_faith::{BlindFaith, Setup, strategies};
/// use casus_core::Game;
///
/// let state = BlindFaith::begin(&Setup::default()).unwrap();
/// let thinkable = strategies::thinkable(&state);
/// let mut listed = Vec::new();
/// BlindFaith::actions(&state, &mut listed);
/// assert!(listed.iter().all(|a| thinkable.contains(a)));
/// ```
pub fn thinkable(state: &State) -> Vec<Action> {
    let board = &state.game_data().board;
    let here: Vec<UnitId> = state.unit_ids().filter(|&u| state.hex(u).is_some()).collect();
    let away: Vec<UnitId> = state.unit_ids().filter(|&u| state.hex(u).is_none()).collect();
    let mut near: Vec<HexId> = here.iter().filter_map(|&u| state.hex(u)).collect();
    near.extend(
        near.clone()
            .into_iter()
            .flat_map(|h| board.neighbours(h).map(|(_, n)| n)),
    );
    near.sort_unstable();
    near.dedup();
    let (here, away, hexes) = (spread(here, 24, 0), spread(away, 12, 0), spread(near, 40, 0));
    let mut out = Vec::new();
    crate::dispatch::candidates(state, &mut out);
    let (no_unit, no_hex) = (UnitId(0), HexId(0));
    for kind in 0..KINDS {
        for &w in Window::ALL {
            let a = action(kind, no_unit, no_hex, w);
            if !matches!(
                a,
                Action::Place(..) | Action::Muster(..) | Action::Step(_) | Action::Against(_) | Action::Rebuild(_)
            ) {
                out.push(a);
            }
        }
        for &u in here.iter().chain(&away) {
            out.push(action(kind, u, hexes.first().copied().unwrap_or(no_hex), Window::March));
        }
        for &h in &hexes {
            out.push(action(kind, away.first().copied().unwrap_or(no_unit), h, Window::March));
        }
    }
    out.sort_unstable();
    out.dedup();
    out
}

/// Returns the mirror image of a position about the middle of the map.
pub fn image(setup: &Setup, by: Symmetry) -> Setup {
    let mut image = setup.clone();
    let Some(mirror) = Mirror::about(&standard().board, CENTRE, by) else {
        return image;
    };
    for unit in &mut image.units {
        unit.hex.iter_mut().for_each(|h| mirror.label(h));
    }
    if let Some(map) = &mut image.map {
        mirror.map(&mut map.hexes, &mut map.hexsides, &mut map.roads);
    }
    image
}

/// Returns the mirror image of an action about the middle of the map; `None` for an action of a Muster, or one too far out.
pub fn image_of(state: &State, action: Action, by: Symmetry) -> Option<Action> {
    let mirror = Mirror::about(&state.game_data().board, CENTRE, by)?;
    let hex = |h: HexId| mirror.hex(h, MARGIN);
    Some(match action {
        Action::Place(..) | Action::Muster(..) | Action::Rebuild(_) => return None,
        Action::Step(h) => Action::Step(hex(h)?),
        Action::Against(h) => Action::Against(hex(h)?),
        other => other,
    })
}

/// Returns whether a written citation is of an option's Case or ruling, or of a Case that the ruling interprets.
///
/// ```
/// use casus_blind_faith::{Choice, strategies};
///
/// assert!(strategies::speaks_of(Choice::R43, "7.5 [R-43]"));
/// assert!(!strategies::speaks_of(Choice::R43, "9.4"));
/// ```
pub fn speaks_of(choice: Choice, cite: &str) -> bool {
    // By 18.1 a Legate draws at another time than by 7.3.3 (ruling R-51); a draw that does not happen cites 7.3.3.
    core::speaks_of(&CASEBOOK, choice.word(), cite) || (choice == Choice::Politics && cite == "7.3.3")
}

impl Trial for BlindFaith {
    casus_testkit::trial!(modules of crate);
    fn openings() -> Vec<(&'static str, Setup)> {
        let long = Setup {
            options: vec![Choice::LongWar],
            ..Setup::default()
        };
        vec![("hussite-wars", Setup::default()), ("long-war", long)]
    }
    fn shut(state: &State, by: Side, action: &Action) -> Option<String> {
        let mut choices = Vec::new();
        if state.field().is_some() || state.siege().is_some() {
            BlindFaith::actions(state, &mut choices);
        }
        let facts = opening_facts(state, by, *action).choices(choices.len());
        let refusals = openings(state, by, *action).into_iter().map(|list| {
            let mut verdict = Verdict::full();
            list.judge(&facts, &mut verdict);
            verdict.finish().err().map(|why| why.to_string())
        });
        // At least one of the lists permits it.
        refusals.collect::<Option<Vec<_>>>().map(|all| all.join("; "))
    }
}

impl Metamorphic for BlindFaith {
    const REACH: i16 = 10;
    const DECLARATIONS: &'static [(&'static str, &'static [&'static str])] = &[
        ("upkeep", &["disband"]),
        ("garrison", &["inside"]),
        ("gather", &["join"]),
    ];
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
        let laid = laid(setup, state)?;
        // In the middle of a Phase `start_at` asks once more about interceptions before the next stack moves (8.8).
        let again = || BlindFaith::begin(&laid).is_ok_and(|opened| asked_first(&opened) && !asked_first(state));
        (laid.start_at != StartAt::Campaign || !again()).then_some(laid)
    }
}

/// Generates requests to a session, well and badly formed.
///
/// ```
/// use casus_blind_faith::{BlindFaith, Setup, strategies};
/// use casus_testkit::strategies::{Playthrough, props};
/// use proptest::prelude::*;
///
/// let start = Playthrough { picks: vec![], seed: 1 };
/// proptest!(ProptestConfig::with_cases(4), |(requests in strategies::requests())| {
///     props::session_answers::<BlindFaith>(&Setup::default(), &start, &requests)?;
/// });
/// ```
pub fn requests() -> impl Strategy<Value = Vec<String>> {
    core::requests::<BlindFaith>(&[
        "Hussite",
        "legate-out",
        "support-order",
        "end-phase",
        "hold",
        "halt",
        "take Zizka",
        "step 9999",
        "pay",
        "8.8",
        "R-43",
        "units.Zizka.left",
    ])
}

/// Generates words that may or may not be an action: real verbs with real and made-up names.
///
/// ```
/// use casus_blind_faith::{BlindFaith, Setup, strategies};
/// use casus_core::Game;
/// use proptest::prelude::*;
///
/// let state = BlindFaith::begin(&Setup::default()).unwrap();
/// proptest!(ProptestConfig::with_cases(16), |(words in strategies::words())| {
///     let _ = BlindFaith::parse(&state, &words);
/// });
/// ```
pub fn words() -> impl Strategy<Value = String> {
    let verb = |kind: u8| action(kind, UnitId(0), HexId(0), Window::March).word().to_owned();
    phrases::<BlindFaith>((0..KINDS).map(verb).collect(), &["march", "phase", "Prague", "Zizka", "1514"])
}
