//! The cheapest ways over the map (8.3): what a step costs is on the Terrain Effects Chart, who stands where is asked as one goes.

use crate::data::GameData;
use casus_core::{Board, Dir, HexId};
use std::sync::OnceLock;

/// No way is known.
const FAR: u8 = u8::MAX;

/// No further place in a line.
const NONE: u16 = u16::MAX;

/// What is known of a hex that a search has come to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Sight {
    /// One may go on from it.
    Open,
    /// One may not.
    Shut,
    /// Nothing more is to be known.
    Found,
}

impl Sight {
    /// Of a hex that one may or may not pass through.
    pub(crate) const fn of(goes_on: bool) -> Self {
        if goes_on { Self::Open } else { Self::Shut }
    }
}

/// The steps of the map, ready for a search: by hex the six next to it and the points, as one goes out and as one comes home.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Net {
    out: Box<[[(HexId, u8); 6]]>,
    home: Box<[[(HexId, u8); 6]]>,
}

impl Net {
    /// Of a map, by the points of each step.
    pub(crate) fn of(board: &Board, step: impl Fn(HexId, Dir) -> u8) -> Self {
        let edges = |points: &dyn Fn(HexId, HexId, Dir) -> u8| {
            let edge = |at: HexId, dir: Dir| match board.neighbour(at, dir) {
                Some(to) => (to, points(at, to, dir)),
                None => (at, FAR),
            };
            board.ids().map(|at| Dir::ALL.map(|dir| edge(at, dir))).collect()
        };
        Self {
            out: edges(&|at, _, dir| step(at, dir)),
            home: edges(&|_, to, dir| step(to, dir.opposite())),
        }
    }
    /// The points of a step; 0 off the map.
    #[inline]
    pub(crate) fn step(&self, from: HexId, dir: Dir) -> u8 {
        let points = self.out.get(from.index()).map_or(FAR, |sides| sides[dir.index()].1);
        if points == FAR { 0 } else { points }
    }
    /// Spreads from some hexes, each with what has been spent to be there, over all that cost at most so much. `sight` is asked
    /// of each hex once its cost is certain, the cheapest first; `came` is told of each better way to a hex.
    fn spread(
        &self,
        heading: Heading,
        starts: impl IntoIterator<Item = (HexId, u8)>,
        most: u8,
        mut sight: impl FnMut(HexId) -> Sight,
        mut came: impl FnMut(HexId, HexId),
    ) -> Box<[u8]> {
        let net = match heading {
            Heading::Out => &self.out,
            Heading::Home => &self.home,
        };
        let mut costs: Box<[u8]> = vec![FAR; net.len()].into();
        // A line of hexes for each sum of points, all in one list: no hex is ever put in order.
        let mut ends = [(NONE, NONE); FAR as usize];
        let mut queue: Vec<(HexId, u16)> = Vec::with_capacity(net.len());
        let push = |queue: &mut Vec<(HexId, u16)>, ends: &mut [(u16, u16); FAR as usize], hex: HexId, cost: u8| {
            let new = queue.len() as u16;
            queue.push((hex, NONE));
            let (head, tail) = &mut ends[usize::from(cost)];
            match queue.get_mut(usize::from(*tail)) {
                Some((_, next)) => *next = new,
                None => *head = new,
            }
            *tail = new;
        };
        let mut least = most;
        for (hex, spent) in starts {
            if spent <= most && costs.get(hex.index()).is_some_and(|&c| spent < c) {
                costs[hex.index()] = spent;
                least = least.min(spent);
                push(&mut queue, &mut ends, hex, spent);
            }
        }
        for spent in least..=most {
            let mut head = ends[usize::from(spent)].0;
            while let Some(&(at, _)) = queue.get(usize::from(head)) {
                if costs[at.index()] == spent {
                    match sight(at) {
                        Sight::Found => return costs,
                        Sight::Shut => {}
                        Sight::Open => {
                            for &(to, points) in &net[at.index()] {
                                let cost = spent.saturating_add(points);
                                if cost <= most && cost < costs[to.index()] {
                                    costs[to.index()] = cost;
                                    came(to, at);
                                    push(&mut queue, &mut ends, to, cost);
                                }
                            }
                        }
                    }
                }
                // A step that costs nothing lengthens the line that one walks along.
                head = queue[usize::from(head)].1;
            }
        }
        costs
    }
    /// What it costs to come from a hex to others, or from others to it, within so many points; of others, that it is too much.
    pub(crate) fn costs(
        &self,
        heading: Heading,
        starts: impl IntoIterator<Item = (HexId, u8)>,
        most: u8,
        sight: impl FnMut(HexId) -> Sight,
    ) -> Costs {
        Costs(self.spread(heading, starts, most.min(FAR - 1), sight, |_, _| {}))
    }
    /// The same outwards, and where the cheapest way to each hex set out from.
    pub(crate) fn sweep(
        &self,
        starts: impl IntoIterator<Item = (HexId, u8)>,
        most: u8,
        sight: impl FnMut(HexId) -> Sight,
    ) -> (Costs, Box<[HexId]>) {
        let mut from: Box<[HexId]> = (0..self.out.len() as u16).map(HexId).collect();
        let came = |to: HexId, at: HexId| from[to.index()] = from[at.index()];
        let costs = Costs(self.spread(Heading::Out, starts, most.min(FAR - 1), sight, came));
        (costs, from)
    }
}

/// What it costs to come to each hex, where there is a way.
#[derive(Clone, Debug, Default)]
pub(crate) struct Costs(Box<[u8]>);

impl Costs {
    /// The points of the way, if there is one.
    #[inline]
    pub(crate) fn of(&self, hex: HexId) -> Option<u8> {
        self.0.get(hex.index()).copied().filter(|&c| c != FAR)
    }
}

/// What it costs to come from a hex to others, or from others to it, within so many points, and by which way.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ways {
    cost: Box<[u8]>,
    before: Box<[HexId]>,
}

/// Which way one goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Heading {
    /// From the hex to others.
    Out,
    /// From others to the hex.
    Home,
}

impl Ways {
    /// The ways about a hex, within `most` points. `goes_on` says whether one may pass through a hex, or set out from it.
    pub(crate) fn about(
        game_data: &GameData,
        hex: HexId,
        heading: Heading,
        most: u8,
        mut goes_on: impl FnMut(HexId) -> bool,
    ) -> Self {
        let mut before: Box<[HexId]> = vec![hex; game_data.board.len()].into();
        let sight = |at| Sight::of(goes_on(at));
        let came = |to: HexId, at| before[to.index()] = at;
        let cost = game_data
            .net()
            .spread(heading, [(hex, 0)], most.min(FAR - 1), sight, came);
        Self { cost, before }
    }
    /// The points of the way, if there is one.
    #[inline]
    pub(crate) fn cost(&self, hex: HexId) -> Option<u8> {
        self.cost.get(hex.index()).copied().filter(|&c| c != FAR)
    }
    /// Whether the way between a hex and the middle is open: this is true of each hex that it passes through, the middle with them.
    pub(crate) fn is_open(&self, hex: HexId, mut goes_on: impl FnMut(HexId) -> bool) -> bool {
        let mut at = hex;
        while self.cost(at).is_some_and(|c| c > 0) {
            at = self.before[at.index()];
            if !goes_on(at) {
                return false;
            }
        }
        self.cost(at) == Some(0)
    }
    /// The hexes of a way that sets out from the middle, the first step first.
    pub(crate) fn path(&self, hex: HexId) -> Vec<HexId> {
        let mut path = Vec::new();
        let mut at = hex;
        while self.cost(at).is_some_and(|c| c > 0) && path.len() <= self.cost.len() {
            path.push(at);
            at = self.before[at.index()];
        }
        path.reverse();
        path
    }
}

/// The ways over the empty map, to each hex when it is first asked for. Nothing of it is the kit's own: two kits differ by what
/// they are made of.
#[derive(Default)]
pub(crate) struct Far(Box<[OnceLock<Ways>]>);

impl Far {
    pub(crate) fn of(hexes: usize) -> Self {
        Self((0..hexes).map(|_| OnceLock::new()).collect())
    }
    /// The ways to a hex.
    pub(crate) fn to(&self, game_data: &GameData, to: HexId) -> Option<&Ways> {
        let ways = self.0.get(to.index())?;
        Some(ways.get_or_init(|| Ways::about(game_data, to, Heading::Home, FAR - 1, |_| true)))
    }
    pub(crate) fn cost(&self, game_data: &GameData, from: HexId, to: HexId) -> u8 {
        self.to(game_data, to).and_then(|w| w.cost(from)).unwrap_or(FAR)
    }
}

impl Clone for Far {
    fn clone(&self) -> Self {
        Self::of(self.0.len())
    }
}
impl PartialEq for Far {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}
impl Eq for Far {}
impl core::fmt::Debug for Far {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("Far")
    }
}
