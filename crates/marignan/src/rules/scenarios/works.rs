//! 14.2: the fortifications that the French build at night.

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

/// The facts of building a fortification at night.
///
/// They cover any side of any hex: a prohibition limits it to four sides (ruling R96).
#[derive(Debug)]
pub struct BuildFacts<'a> {
    /// The current position.
    pub s: &'a State,
    /// The fortification to judge.
    pub work: Work,
    /// The hexes in any commander's range, the same for every site that is judged.
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
    /// Whether a fortification already protects the hex on that side; by the other reading of ruling R96, on all four sides.
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

/// What forbids building a fortification, in book order. Judged for each side of each hex in any French commander's range.
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

/// Returns the number of fortifications built.
pub(crate) fn built(s: &State) -> usize {
    if s.opts(Choice::R96) {
        // A fortification covers several sides of its hex, and the works are sorted by hex.
        let mut hexes: Vec<HexId> = s.works.iter().map(|w| w.hex).collect();
        hexes.dedup();
        hexes.len()
    } else {
        s.works.len()
    }
}

/// Returns the hexes in range of any French commander (14.2, ruling R95).
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

/// Returns the sites where a fortification might be built: the sides N, NE, NW and SW of every hex in any commander's range.
/// House rules may repeal these limits, so under house rules every side of every hex.
pub(crate) fn sites<'a>(s: &'a State, reach: &'a Field) -> impl Iterator<Item = Work> + 'a {
    let sides = || {
        Dir::ALL
            .into_iter()
            .filter(|&d| s.amended() || work_side(&s.game_data, d))
    };
    places(s, Some(reach)).flat_map(move |hex| sides().map(move |side| Work { hex, side }))
}

/// Returns the sites where a fortification may be built.
pub(crate) fn buildable<'a>(s: &'a State, reach: &'a Field) -> impl Iterator<Item = Work> + 'a {
    sites(s, reach).filter(move |&work| BUILD_BARS.permit(&BuildFacts { s, work, reach }))
}

impl State {
    /// Adds a fortification built at night; by the other reading of ruling R96, on all four sides of its hex.
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
