//! 14.1: the French set-up.

use crate::action::Action;
use crate::casebook::cite;
use crate::components::{Class, CorpsId, Side, UnitId};
use crate::data::GameData;
use crate::engine::{Decision, Engine};
use crate::event::What;
use crate::rules::scenarios::placing::{PlaceFacts, closed, hex, places, reach};
use crate::rules::stacking::may_stack;
use crate::state::pieces::Whereabouts;
use crate::state::position::State;
use crate::state::stage::Stage;
use crate::state::turn::Course;
use casus_core::geometry::many;
use casus_core::{Bar, Bars, Field, Flow, HexId, Procedures, Refusal, SetupFaults, Verdict};

pub(crate) type B = Bar<PlaceFacts<'static>>;

/// What forbids placing a unit at the set-up, in book order. Judged for each French unit and each hex. Named `place`.
pub static PLACE_BARS: Bars<PlaceFacts> = Bars {
    name: "place",
    list: &[
        B::by(cite!("5.2"), "the French may not stack so").when(hex, |f| f.full(Side::French)),
        B::by(cite!("9.0"), "the terrain is closed to the unit").when(hex, |f| f.closed()),
        B::by(cite!("14.1"), "the unit is beyond the command range of its commander").violated(|f| f.beyond()),
    ],
};

/// Returns the units that their owner sets up, in order: those of the French corps.
pub fn deployed(game_data: &GameData) -> impl Iterator<Item = UnitId> + '_ {
    let roster = &game_data.roster;
    roster
        .units()
        .filter(|&u| roster[u].side == Side::French && roster[u].corps.is_some())
}

fn next_unit(s: &State, n: u8) -> Option<UnitId> {
    deployed(&s.game_data).nth(n.into())
}

pub(crate) fn deploy_decision(s: &State, n: u8) -> Option<Decision> {
    let unit = next_unit(s, n)?;
    Some(Decision::new(Side::French, cite!("14.1"), "place", unit.place()))
}

pub(crate) fn deploy_candidates(s: &State, n: u8, out: &mut Vec<Action>) {
    if let Some(unit) = next_unit(s, n) {
        out.extend(places(s, reach(s, unit).as_ref()).map(|h| Action::Place(unit, h)));
    }
}

/// Appends the legal actions: every candidate judged, with the common facts computed once.
pub(crate) fn list_deploy(s: &State, n: u8, out: &mut Vec<Action>) {
    let Some(unit) = next_unit(s, n) else { return };
    let field = reach(s, unit);
    let fits = |h: &HexId| PLACE_BARS.permit(&PlaceFacts::new(s, unit, *h, field.as_ref()));
    let hexes = places(s, field.as_ref()).filter(fits);
    out.extend(hexes.map(|h| Action::Place(unit, h)));
}

pub(crate) fn judge_deploy(s: &State, n: u8, action: Action, v: &mut Verdict) -> bool {
    let (Action::Place(unit, hex), Some(next)) = (action, next_unit(s, n)) else {
        return false;
    };
    if unit == next {
        let field = reach(s, unit);
        PLACE_BARS.judge(&PlaceFacts::new(s, unit, hex, field.as_ref()), v);
    } else {
        v.refuse(Refusal::new(cite!("14.1", "R119"), "another unit is placed next").about(next.place()));
    }
    true
}

/// Reports corps that could be left without room, depending on where the French player places units before them.
///
/// Units that may not stack with another unit fill one hex each for it; of the others it takes at least two to fill a hex (5.2).
/// A corps fills no more hexes than its range shares with the range of the other. So a unit always finds room if its own range
/// has more hexes open to it than all other units together could fill. A set-up that passes this check cannot get stuck.
pub(crate) fn check_room(s: &State, faults: &mut SetupFaults) {
    let ranges: Vec<(CorpsId, Option<Field>, usize)> = s
        .corps_ids()
        .map(|c| {
            let units = deployed(&s.game_data).filter(|&u| s.corps_of(u) == Some(c));
            (c, s.reach_of(c, false), units.count())
        })
        .filter(|&(.., units)| units > 0)
        .collect();
    for (corps, field, _) in &ranges {
        let path = format!("corps.{}", s.game_data.roster[*corps].id);
        let Some(field) = field else {
            let message = "its commander is not on the map, and its units have no place";
            faults.push(path, message, Some(cite!("14.1")));
            continue;
        };
        let shared = |o: &Field| o.iter().filter(|&h| field.contains(h)).count();
        let shared: Vec<(CorpsId, usize)> = ranges
            .iter()
            .map(|(c, other, _)| (*c, other.as_ref().map_or(0, shared)))
            .collect();
        // In half hexes: what the units of a corps could fill for this one.
        let against = |unit: UnitId, corps: CorpsId| -> usize {
            deployed(&s.game_data)
                .filter(|&o| o != unit && s.corps_of(o) == Some(corps))
                .map(|o| {
                    if may_stack(s, Side::French, [unit, o].into_iter()) {
                        1
                    } else {
                        2
                    }
                })
                .sum()
        };
        let mut units: Vec<UnitId> = deployed(&s.game_data)
            .filter(|&u| s.corps_of(u) == Some(*corps))
            .collect();
        // All of this is the same for every unit of a class.
        let mut classes: Vec<Class> = Vec::new();
        units.retain(|&u| {
            let new = !classes.contains(&s.class(u));
            classes.push(s.class(u));
            new
        });
        let short = units.into_iter().find_map(|u| {
            let open = field.iter().filter(|&h| !closed(s, u, h)).count();
            let halves: usize = shared.iter().map(|&(c, n)| against(u, c).min(2 * n)).sum();
            let filled = halves / 2;
            (open <= filled).then_some((u, open, filled))
        });
        if let Some((unit, open, filled)) = short {
            let id = &s.counter(unit).id;
            let message = format!(
                "{id} has {} within command range, and others could fill {filled} there: it may find none",
                many(open, "hex")
            );
            faults.push(path, message, Some(cite!("14.1")));
        }
    }
}

impl State {
    /// Places every French unit that still waits, within 14.1 but without a player's choice: in the free hex nearest to its
    /// commander. Returns the units that find no hex.
    pub(crate) fn lay_out(&mut self) -> Vec<UnitId> {
        let game_data = std::sync::Arc::clone(&self.game_data);
        let mut homeless = Vec::new();
        for unit in deployed(&game_data) {
            if self.unit(unit).at != Whereabouts::Reserve {
                continue;
            }
            let found = self.nearest(unit);
            match found {
                Some(hex) => self.put(unit, Whereabouts::Map(hex)),
                None => homeless.push(unit),
            }
        }
        homeless
    }
    /// Returns the nearest empty hex to a unit's commander where it may be placed, or else the nearest that it may share.
    fn nearest(&self, unit: UnitId) -> Option<HexId> {
        let leader = self.corps(self.corps_of(unit)?).leader?;
        let from = self.commander(leader).at.hex()?;
        let reach = reach(self, unit)?;
        let fits = reach
            .iter()
            .filter(|&h| PLACE_BARS.permit(&PlaceFacts::new(self, unit, h, Some(&reach))));
        fits.min_by_key(|&h| {
            let shared = self.units_at(h).next().is_some();
            (shared, self.game_data.board.distance(from, h), h)
        })
    }
}

impl Engine<'_> {
    pub(crate) fn deploying(&mut self, n: u8) -> Flow<Stage> {
        if next_unit(self.s, n).is_some() {
            return Flow::Ask;
        }
        self.go_to(Course::Command);
        Flow::Next
    }

    pub(crate) fn enact_deploy(&mut self, n: u8, action: Action) {
        let Action::Place(unit, hex) = action else {
            return;
        };
        self.s.put(unit, Whereabouts::Map(hex));
        self.say(cite!("14.1"), || What::Placed { unit, hex });
        self.go_to(Course::Deploy(n.saturating_add(1)));
        if !self.align(unit, hex) {
            self.call(Stage::Turning {
                side: Side::French,
                hex,
                cite: cite!("14.1"),
            });
        }
    }
}
