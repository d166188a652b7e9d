//! 14.2: the fortifications that the French build in the night.

use crate::casebook::cite;
use crate::components::Side;
use crate::engine::Engine;
use crate::event::What;
use crate::options::Choice;
use crate::rules::movement::ground::{WORK_SIDES, work_side};
use crate::rules::scenarios::placing::by_night;
use crate::state::pieces::Work;
use crate::state::position::State;
use casus_core::{Bar, Bars, Dir, Field, HexId, Place};

/// The facts of a fortification that is built in the night.
#[derive(Debug)]
pub struct BuildFacts<'a> {
    /// The state.
    pub s: &'a State,
    /// Where it would stand.
    pub work: Work,
    /// The hexes within any commander's range: the same for every site that is asked about.
    pub reach: &'a Field,
}

casus_core::questions!(BuildFacts);

type BuildBar = Bar<BuildFacts<'static>>;

/// What forbids to build a fortification, in book order.
pub static BUILD_BARS: Bars<BuildFacts> = Bars {
    name: "build",
    list: &[
        BuildBar::by(cite!("14.2"), "all fortifications have been built").when(
            |_| Place::Nowhere,
            |f| {
                let most = f.s.kit.deployment.armies.fortifications;
                built(f.s) >= most.into()
            },
        ),
        BuildBar::by(cite!("14.2"), "it is next to the enemy")
            .when(|f| f.work.hex.place(), |f| f.s.beside_enemy(f.work.hex, Side::French)),
        BuildBar::by(cite!("14.2", "R96"), "one stands there already").when(
            |f| f.work.place(),
            |f| {
                let hex = f.work.hex;
                let there = if f.s.opts(Choice::R96) {
                    let mut sides = Dir::ALL.into_iter().filter(|&d| work_side(&f.s.kit, d));
                    sides.all(|d| f.s.sheltered(hex, d))
                } else {
                    f.s.sheltered(hex, f.work.side)
                };
                there
            },
        ),
        BuildBar::by(cite!("14.2", "R95"), "it is beyond the command range of every commander").when(
            |f| f.work.hex.place(),
            |f| {
                let near = f.reach.contains(f.work.hex);
                !near
            },
        ),
        BuildBar::by(cite!("14.2", "R96"), "it stands on the N, NE, NW or SW side of its hex")
            .when(|f| f.work.place(), |f| !work_side(&f.s.kit, f.work.side)),
        BuildBar::by(cite!("14.2", "R96"), "one that stands on all four sides is named by its northern one").when(
            |f| f.work.place(),
            |f| {
                let north = f.s.kit.board.orientation().dir_word(f.work.side) == WORK_SIDES[0];
                f.s.opts(Choice::R96) && !north
            },
        ),
    ],
};

/// How many fortifications have been built.
pub(crate) fn built(s: &State) -> usize {
    if s.opts(Choice::R96) {
        // One stands on several sides of its hex, and the list is in the order of the hexes.
        let mut hexes: Vec<HexId> = s.works.iter().map(|w| w.hex).collect();
        hexes.dedup();
        hexes.len()
    } else {
        s.works.len()
    }
}

/// The hexes within the range of any French commander (14.2, ruling R95).
pub(crate) fn grounds(s: &State) -> Field {
    let mut all = Field::new(&s.kit.board);
    for c in s.commander_ids().filter(|&c| s.led_side(c) == Side::French) {
        let field = s.reach_of_commander(c, by_night(s));
        for h in field.iter().flat_map(Field::iter) {
            all.insert(h);
        }
    }
    all
}

/// Where a fortification might be built: every side of every hex in any commander's range.
pub(crate) fn sites<'a>(s: &'a State, reach: &'a Field) -> impl Iterator<Item = Work> + 'a {
    let sides = || Dir::ALL.into_iter().filter(|&d| work_side(&s.kit, d));
    reach
        .iter()
        .flat_map(move |hex| sides().map(move |side| Work { hex, side }))
}

/// Where a fortification may be built.
pub(crate) fn buildable<'a>(s: &'a State, reach: &'a Field) -> impl Iterator<Item = Work> + 'a {
    sites(s, reach).filter(move |&work| BUILD_BARS.permit(&BuildFacts { s, work, reach }))
}

impl State {
    /// Adds a fortification built at night; with ruling R96 read the other way, on all four sides of its hex.
    pub(crate) fn raise(&mut self, work: Work) -> Vec<Work> {
        let all = self.opts(Choice::R96);
        let sides = Dir::ALL.into_iter().filter(|&side| {
            let new = !self.works.contains(&Work { side, ..work });
            new && (side == work.side || all && work_side(&self.kit, side))
        });
        let raised: Vec<Work> = sides.map(|side| Work { side, ..work }).collect();
        self.works.extend(&raised);
        self.works.sort_unstable();
        raised
    }
}

impl Engine<'_> {
    pub(crate) fn build(&mut self, work: Work) {
        for work in self.s.raise(work) {
            self.say(cite!("14.2", "R96"), || What::Built { work });
        }
    }
}
