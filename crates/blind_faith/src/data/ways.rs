//! The cheapest ways over the map (8.3): what a step costs is on the Terrain Effects Chart, who stands where is asked as one goes.

use crate::data::Kit;
use casus_core::HexId;
use std::sync::OnceLock;

/// No way is known.
const FAR: u8 = u8::MAX;

/// What it costs to come from a hex to others, or from others to it, within so many points.
///
/// Searched at every window (8.8) for all stacks at once, so it is kept small: a byte for each hex.
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
    /// The ways about a hex, within so many points. `goes_on` says whether one may pass through a hex, or set out from it.
    pub(crate) fn about(
        kit: &Kit,
        hex: HexId,
        heading: Heading,
        most: u8,
        mut goes_on: impl FnMut(HexId) -> bool,
    ) -> Self {
        let board = &kit.board;
        let n = board.len();
        let mut ways = Self {
            cost: vec![FAR; n].into(),
            before: vec![hex; n].into(),
        };
        if !board.contains(hex) {
            return ways;
        }
        // A bucket for each sum of points: no hex is ever put in order.
        let mut buckets: Vec<Vec<HexId>> = vec![Vec::new(); usize::from(most) + 1];
        ways.cost[hex.index()] = 0;
        buckets[0].push(hex);
        for spent in 0..=most {
            let mut i = 0;
            while let Some(&at) = buckets[usize::from(spent)].get(i) {
                i += 1;
                if ways.cost[at.index()] != spent || !goes_on(at) {
                    continue;
                }
                for (dir, to) in board.neighbours(at) {
                    let points = match heading {
                        Heading::Out => kit.step(at, dir),
                        Heading::Home => kit.step(to, dir.opposite()),
                    };
                    let Some(cost) = spent.checked_add(points).filter(|&c| c <= most) else {
                        continue;
                    };
                    if cost < ways.cost[to.index()] {
                        ways.cost[to.index()] = cost;
                        ways.before[to.index()] = at;
                        buckets[usize::from(cost)].push(to);
                    }
                }
            }
        }
        ways
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
    pub(crate) fn to(&self, kit: &Kit, to: HexId) -> Option<&Ways> {
        let ways = self.0.get(to.index())?;
        Some(ways.get_or_init(|| Ways::about(kit, to, Heading::Home, FAR - 1, |_| true)))
    }
    pub(crate) fn cost(&self, kit: &Kit, from: HexId, to: HexId) -> u8 {
        self.to(kit, to).and_then(|w| w.cost(from)).unwrap_or(FAR)
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
