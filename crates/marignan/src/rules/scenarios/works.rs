//! 14.2: the fortifications that the French build in the night.

use crate::casebook::cite;
use crate::components::Side;
use crate::engine::Engine;
use crate::event::What;
use crate::options::Choice;
use crate::rules::movement::ground::{WORK_SIDES, work_side};
use crate::rules::scenarios::placing::{by_night, places};
use crate::state::pieces::Work;
use crate::state::position::State;
use casus_core::{Bar, Bars, Dir, Field, HexId, Place};

/// The facts of a fortification that is built in the night.
///
/// Any side of any hex: which four sides may be built on is one of the bars (ruling R96).
#[derive(Debug)]
pub struct BuildFacts<'a> {
    /// The state of play.
    pub s: &'a State,
    /// Where it would stand.
    pub work: Work,
    /// The hexes within any commander's range: the same for every site that is asked about.
    pub reach: &'a Field,
}

casus_core::questions!(BuildFacts);

type B = Bar<BuildFacts<'static>>;

fn site(f: &BuildFacts) -> Place {
    f.work.place()
}

fn hex(f: &BuildFacts) -> Place {
    f.work.hex.place()
}

impl BuildFacts<'_> {
    /// Whether a fortification shelters the hex on that side; on all four, with ruling R96 read the other way.
    fn stands(&self) -> bool {
        let hex = self.work.hex;
        if self.s.opts(Choice::R96) {
            let mut sides = Dir::ALL.into_iter().filter(|&d| work_side(&self.s.game_data, d));
            sides.all(|d| self.s.sheltered(hex, d))
        } else {
            self.s.sheltered(hex, self.work.side)
        }
    }
    fn northern(&self) -> bool {
        self.s.game_data.board.orientation().dir_word(self.work.side) == WORK_SIDES[0]
    }
}

/// What forbids to build a fortification, in book order: asked of each side of each hex in any French commander's range.
/// Named `build`.
pub static BUILD_BARS: Bars<BuildFacts> = Bars {
    name: "build",
    list: &[
        B::by(cite!("14.2"), "all fortifications have been built")
            .when(|_| Place::Nowhere, |f| built(f.s) >= f.s.game_data.deployment.armies.fortifications.into()),
        B::by(cite!("14.2"), "it is next to the enemy").when(hex, |f| f.s.beside_enemy(f.work.hex, Side::French)),
        B::by(cite!("14.2", "R96"), "one stands there already").when(site, |f| f.stands()),
        B::by(cite!("14.2", "R95"), "it is beyond the command range of every commander")
            .when(hex, |f| !f.reach.contains(f.work.hex)),
        B::by(cite!("14.2", "R96"), "it stands on the N, NE, NW or SW side of its hex")
            .when(site, |f| !work_side(&f.s.game_data, f.work.side)),
        B::by(cite!("14.2", "R96"), "one that stands on all four sides is named by its northern one")
            .when(site, |f| f.s.opts(Choice::R96) && !f.northern()),
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
    let mut all = Field::new(&s.game_data.board);
    for c in s.commander_ids().filter(|&c| s.led_side(c) == Side::French) {
        let field = s.reach_of_commander(c, by_night(s));
        for h in field.iter().flat_map(Field::iter) {
            all.insert(h);
        }
    }
    all
}

/// Where a fortification might be built: every side of every hex in any commander's range; under house rules, which may repeal
/// that it is in range, every side of every hex.
pub(crate) fn sites<'a>(s: &'a State, reach: &'a Field) -> impl Iterator<Item = Work> + 'a {
    let sides = || {
        Dir::ALL
            .into_iter()
            .filter(|&d| s.amended() || work_side(&s.game_data, d))
    };
    places(s, Some(reach)).flat_map(move |hex| sides().map(move |side| Work { hex, side }))
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
            new && (side == work.side || all && work_side(&self.game_data, side))
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
