//! The cheapest paths over the map (8.3). The Terrain Effects Chart has the costs of steps; the search asks what is in each hex.

use crate::data::GameData;
use casus_core::{Board, Dir, HexId};
use std::sync::OnceLock;

/// The cost of a hex without a known path.
const FAR: u8 = u8::MAX;

/// The end of a list.
const NONE: u16 = u16::MAX;

/// How a search treats a hex that it has reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Sight {
    /// The path may go on from it.
    Open,
    /// The path may not go on from it.
    Shut,
    /// The search ends here.
    Found,
}

impl Sight {
    /// Returns whether a path may go on from a hex as a `Sight`.
    pub(crate) const fn of(goes_on: bool) -> Self {
        if goes_on { Self::Open } else { Self::Shut }
    }
}

/// The steps of the map, prepared for a search: for each hex its six neighbors and the points, outward and homeward.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Net {
    out: Box<[[(HexId, u8); 6]]>,
    home: Box<[[(HexId, u8); 6]]>,
}

impl Net {
    /// Creates the steps of a map from the points of each step.
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
    /// Returns the points of a step; 0 off the map.
    #[inline]
    pub(crate) fn step(&self, from: HexId, dir: Dir) -> u8 {
        let points = self.out.get(from.index()).map_or(FAR, |sides| sides[dir.index()].1);
        if points == FAR { 0 } else { points }
    }
    /// Searches from some hexes, each with the points already spent there, up to a limit of points. It asks `sight` about each hex
    /// when its cost is final, the cheapest first. It calls `came` for each better path to a hex.
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
        // A list of hexes for each sum of points, all in one vector, so that hexes need no sorting.
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
                // A step that costs nothing extends the list that is being processed.
                head = queue[usize::from(head)].1;
            }
        }
        costs
    }
    /// Returns the costs from a hex to others, or from others to it, up to a limit of points.
    pub(crate) fn costs(
        &self,
        heading: Heading,
        starts: impl IntoIterator<Item = (HexId, u8)>,
        most: u8,
        sight: impl FnMut(HexId) -> Sight,
    ) -> Costs {
        Costs(self.spread(heading, starts, most.min(FAR - 1), sight, |_, _| {}))
    }
    /// Like [`costs`](Self::costs) outward, and also returns where the cheapest path to each hex begins.
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

/// The cost of the path to each hex, if there is one.
#[derive(Clone, Debug, Default)]
pub(crate) struct Costs(Box<[u8]>);

impl Costs {
    /// Returns the points of the path, if there is one.
    #[inline]
    pub(crate) fn of(&self, hex: HexId) -> Option<u8> {
        self.0.get(hex.index()).copied().filter(|&c| c != FAR)
    }
}

/// The cheapest paths from a hex to others, or from others to it, up to a limit of points.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ways {
    cost: Box<[u8]>,
    before: Box<[HexId]>,
}

/// The direction of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Heading {
    /// From the hex to others.
    Out,
    /// From others to the hex.
    Home,
}

impl Ways {
    /// Returns the paths around a hex, up to `most` points. `goes_on` tells whether a path may pass through a hex, or start from
    /// it.
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
    /// Returns the points of the path, if there is one.
    #[inline]
    pub(crate) fn cost(&self, hex: HexId) -> Option<u8> {
        self.cost.get(hex.index()).copied().filter(|&c| c != FAR)
    }
    /// Returns whether the path between a hex and the middle is open: `goes_on` is true for each hex on it, including the middle.
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
    /// Returns the hexes of a path that starts in the middle, the first step first.
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

/// The paths over the empty map, computed for each hex on first use. They do not count when game data is compared: they follow
/// from the rest.
#[derive(Default)]
pub(crate) struct Far(Box<[OnceLock<Ways>]>);

impl Far {
    pub(crate) fn of(hexes: usize) -> Self {
        Self((0..hexes).map(|_| OnceLock::new()).collect())
    }
    /// Returns the paths to a hex.
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
