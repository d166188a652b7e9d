//! Range and lines of sight: what fire needs of the ground (12.1, 12.2).

use crate::components::{Class, FARM, VILLAGE};
use crate::data::Kit;
use casus_core::{Along, HexId};

/// How far artillery fires, in hexes (12.1).
pub const ARTILLERY_RANGE: u32 = 4;
/// How far all other units fire, in hexes (12.1).
pub const OTHER_RANGE: u32 = 2;

/// The fire strength of a unit at a range (12.1); none beyond its reach, at range 0, or where nothing is left of it.
pub const fn fire_strength(class: Class, fire: u8, range: u32) -> Option<u32> {
    if fire == 0 || range == 0 {
        return None;
    }
    let fire = fire as u32;
    match class {
        Class::Artillery if range <= ARTILLERY_RANGE => {
            let lost = 2 * (range - 1);
            if fire > lost { Some(fire - lost) } else { None }
        }
        Class::Infantry | Class::Cavalry if range == 1 => Some(fire),
        Class::Infantry | Class::Cavalry if range <= OTHER_RANGE => Some(1),
        _ => None,
    }
}

impl Kit {
    /// Whether there is a line of sight between two hexes, the same both ways (12.2, rulings R52 and R53); `occupied`
    /// says which hexes hold a combat unit, friend or enemy, in whatever state. Adjacent hexes see each other, and the two
    /// hexes themselves never block. `false` with an id of another board.
    pub fn sees(&self, from: HexId, to: HexId, occupied: impl Fn(HexId) -> bool) -> bool {
        let b = &self.board;
        let (here, there) = (b.elevation(from), b.elevation(to));
        let top = here.max(there);
        let lower = if here < there { from } else { to };
        let blocks = |h: HexId| {
            let level = b.elevation(h);
            let terrain = b.terrain(h);
            let obstacle = level > 0 || self.charts.terrain.blocks_sight(terrain) || occupied(h);
            // From above one looks over what is lower, but not over houses right before the lower hex.
            let houses = terrain == VILLAGE || terrain == FARM;
            let close = here != there && houses && b.distance(h, lower) == 1;
            obstacle && (level >= top || close)
        };
        b.visible(from, to, blocks, Along::Either)
    }
}

// STUBS
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub struct Shot;
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub struct Losses {
    pub side: crate::components::Side,
    pub among: casus_core::pieces::PieceSet,
    pub stars: u8,
    pub cite: casus_core::Cite,
}
mod stubs {
    #![allow(missing_docs, clippy::all, unused)]
    use super::*;
    use crate::action::Action;
    use crate::components::*;
    use crate::engine::*;
    use crate::state::*;
    use casus_core::*;
    pub(crate) fn any_shot(_: &State) -> bool {
        false
    }
    pub(crate) fn phase_candidates(_: &State, _: &mut Vec<Action>) {}
    pub(crate) fn judge_phase(_: &State, _: Action, _: &mut Verdict) -> bool {
        false
    }
    pub(crate) fn decision(_: &State, _: &Shot) -> Option<Decision> {
        None
    }
    pub(crate) fn losses_decision(_: &State, _: &Losses) -> Option<Decision> {
        None
    }
    pub(crate) fn candidates(_: &State, _: &Shot, _: &mut Vec<Action>) {}
    pub(crate) fn judge(_: &State, _: &Shot, _: Action, _: &mut Verdict) -> bool {
        false
    }
    impl Engine<'_> {
        pub(crate) fn shooting(&mut self, _: Shot) -> Flow<Stage> {
            Flow::Done
        }
        pub(crate) fn losing(&mut self, _: Losses) -> Flow<Stage> {
            Flow::Done
        }
        pub(crate) fn enact_shot(&mut self, _: Shot, _: Action) {}
        pub(crate) fn enact_losses(&mut self, _: Losses, _: Action) {}
        pub(crate) fn enact_fire_phase(&mut self, _: Action) {}
    }
}
pub(crate) use stubs::*;
#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::standard;

    fn at(text: &str) -> HexId {
        standard().board.parse(text).unwrap()
    }
    fn sees(from: &str, to: &str, occupied: &[&str]) -> bool {
        let units: Vec<HexId> = occupied.iter().map(|t| at(t)).collect();
        let seen = standard().sees(at(from), at(to), |h| units.contains(&h));
        let back = standard().sees(at(to), at(from), |h| units.contains(&h));
        assert_eq!(seen, back, "{from} {to}");
        seen
    }

    #[test]
    fn strength_falls_with_range() {
        let gun = |range| fire_strength(Class::Artillery, 8, range);
        assert_eq!(
            [0, 1, 2, 3, 4, 5].map(gun),
            [None, Some(8), Some(6), Some(4), Some(2), None]
        );
        let shot = |range| fire_strength(Class::Infantry, 4, range);
        assert_eq!([0, 1, 2, 3].map(shot), [None, Some(4), Some(1), None]);
        // What is useless at a range does not fire there.
        assert_eq!(fire_strength(Class::Artillery, 4, 3), None);
        assert_eq!(fire_strength(Class::Infantry, 0, 1), None);
        assert_eq!(fire_strength(Class::Artillery, 255, u32::MAX), None);
    }

    // The diagram of the printed example is in no text; these are its situations on the ground that we have.

    #[test]
    fn houses_crops_and_units_hide_what_is_behind_them_on_one_level() {
        assert!(sees("1217", "1214", &[]));
        assert!(!sees("1217", "1214", &["1215"]), "a unit hides");
        assert!(!sees("1819", "1817", &[]), "a farm hides");
        assert!(!sees("1419", "1417", &[]), "dense cultivations hide");
        assert!(
            sees("1419", "1418", &[]) && sees("1418", "1417", &[]),
            "adjacent hexes see each other"
        );
    }

    #[test]
    fn guns_on_a_height_fire_over_units_but_not_onto_a_hex_right_behind_houses() {
        // The battery at 1513 over Navarro at 1512, as at the start.
        for target in ["1511", "1510", "1509"] {
            assert!(sees("1513", target, &["1512"]), "{target}");
        }
        assert!(
            !sees("1512", "1510", &["1511"]),
            "on the plain a unit hides"
        );
        // Zivido, seen from 1713 over its roofs: the hex right behind it is hidden, the next is not.
        assert!(!sees("1713", "1715", &[]));
        assert!(sees("1713", "1716", &[]));
        assert!(sees("1713", "1714", &[]), "the village itself is seen");
    }

    #[test]
    fn a_line_along_a_hexside_is_blocked_by_either_hex() {
        // From 1206 to 1406 along the side between 1306 and 1307.
        assert!(sees("1206", "1406", &[]));
        assert!(!sees("1206", "1406", &["1306"]) && !sees("1206", "1406", &["1307"]));
    }

    #[test]
    fn elevated_ground_hides_what_is_behind_it() {
        assert!(!sees("1512", "1515", &[]), "the battery's rise");
        assert!(!sees("1020", "1023", &[]), "the King's rise");
    }
}
