//! The gazetteer: the map and the words behind the numbers, for front ends that draw and for readers of events.

use crate::decisions::side::Sided;
use crate::decisions::verbs::Lexicon;
use crate::geometry::board::Board;
use crate::geometry::hex::{Dir, Orientation};
use crate::geometry::place::Place;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// A hex of the map.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct HexEntry {
    /// The printed number: `"1803"`.
    pub label: String,
    /// The axial coordinate of columns, growing to the east.
    ///
    /// With [`Orientation::Flat`] (flat tops), the centre of the hex lies at x = 3/2 q and y = √3 (r + q/2); with
    /// [`Orientation::Pointy`], at x = √3 (q + r/2) and y = 3/2 r. The unit is the length of a hexside, and y grows
    /// downwards.
    pub q: i16,
    /// The axial coordinate of rows, growing to the south.
    pub r: i16,
    /// The elevation in levels.
    pub level: i8,
    /// The game's word for the terrain.
    pub terrain: String,
    /// The name printed on the hex, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

/// A hexside with a feature. Each hexside is listed once, under the hex that comes first in the list of hexes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct HexsideEntry {
    /// The printed number of the hex.
    pub hex: String,
    /// The compass word of the side, seen from that hex: `"NE"`.
    pub side: String,
    /// The game's words for the features along the hexside, seen from that hex.
    pub what: Vec<String>,
}

/// The map, and every name in the order of the numbers that events use.
///
/// Events, ledger lines and places name a hex, a unit, a leader, a command, a Standard or a side by a number. The
/// number is an index, from 0, into one of these lists. It does not change during a match.
///
/// ```
/// use casus_belli::suleiman::{Setup, Suleiman};
/// use casus_belli::Match;
///
/// let game = Match::<Suleiman>::new(Setup::default())?;
/// let map = game.gazetteer();
/// // Unit 0 of an event is the first of these names.
/// println!("{}", map.units[0]);
/// assert_eq!(map.sides, ["Hungary", "Ottoman"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Gazetteer {
    /// The digest of the rules data, as in a save.
    pub rules: String,
    /// The orientation of the hexes; `None` if the game has no map.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub orientation: Option<Orientation>,
    /// Every hex. The number of a hex is its index in this list.
    pub hexes: Vec<HexEntry>,
    /// Every hexside with a feature.
    pub hexsides: Vec<HexsideEntry>,
    /// Every pair of hexes that a road joins, by their printed numbers; each pair once.
    pub roads: Vec<[String; 2]>,
    /// The names of pieces in sentences by their ids: `"HU-HC-9": "Knights 9"`. A piece whose name is its id is left
    /// out. Where a leader and a command have one id, this is the leader's name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub titles: BTreeMap<String, String>,
    /// The ids of the combat units. The number of a unit is its index in this list.
    pub units: Vec<String>,
    /// The ids of the leaders. The number of a leader is its index in this list.
    pub leaders: Vec<String>,
    /// The ids of the commands. The number of a command is its index in this list.
    pub commands: Vec<String>,
    /// The ids of the Standards, in a game where Standards are pieces. The number of a Standard is its index in this
    /// list.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub standards: Vec<String>,
    /// The words of the sides. The number of a side is its index in this list.
    pub sides: Vec<String>,
}

impl Gazetteer {
    /// Creates a gazetteer without a map and without pieces. `rules` is the digest of the rules data.
    pub fn new(rules: u64, sides: impl IntoIterator<Item = impl Into<String>>) -> Self {
        Self {
            rules: crate::play::digest::hex_digits(rules),
            orientation: None,
            hexes: Vec::new(),
            hexsides: Vec::new(),
            roads: Vec::new(),
            titles: BTreeMap::new(),
            units: Vec::new(),
            leaders: Vec::new(),
            commands: Vec::new(),
            standards: Vec::new(),
            sides: sides.into_iter().map(Into::into).collect(),
        }
    }
    /// Returns every name of a piece or a hex. Does not include the sides.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let pieces = [&self.units, &self.leaders, &self.commands, &self.standards];
        let pieces = pieces.into_iter().flatten().map(String::as_str);
        pieces.chain(self.hexes.iter().map(|h| h.label.as_str()))
    }
    /// Returns the piece or hex of this name. Upper and lower case are the same.
    pub fn place(&self, word: &str) -> Option<Place> {
        let of = |list: &[String], place: fn(u16) -> Place| {
            let found = list.iter().position(|name| name.eq_ignore_ascii_case(word));
            found.and_then(|i| Some(place(u16::try_from(i).ok()?)))
        };
        let hex = || {
            let found = self.hexes.iter().position(|h| h.label.eq_ignore_ascii_case(word));
            found.and_then(|i| Some(Place::Hex(u16::try_from(i).ok()?)))
        };
        of(&self.units, Place::Unit)
            .or_else(|| of(&self.leaders, Place::Leader))
            .or_else(|| of(&self.commands, Place::Command))
            .or_else(|| of(&self.standards, Place::Standard))
            .or_else(hex)
    }
    /// Creates the gazetteer of a game with a map. `rules` is the digest of the rules data.
    ///
    /// `terrain` holds the words of the terrain codes, in order. `bits` returns the words of the feature bits of a
    /// hexside, as seen from a hex in a direction.
    pub fn of<S: Lexicon>(
        state: &S,
        rules: u64,
        terrain: &[&'static str],
        bits: impl Fn(u8, Dir) -> Vec<&'static str>,
    ) -> Self {
        let list = |at: fn(u16) -> Place| {
            let names = (0..).map_while(|i| state.piece(at(i)));
            names.map(str::to_owned).collect()
        };
        let kinds: [fn(u16) -> Place; 4] = [Place::Unit, Place::Leader, Place::Command, Place::Standard];
        let ids = kinds
            .iter()
            .flat_map(|at| (0..).map_while(|i| Some((at(i), state.piece(at(i))?))));
        // Where a leader and a command have one id, it is the leader's, as in `place`.
        let mut known = BTreeSet::new();
        let titles = ids.filter_map(|(at, id)| {
            let first = known.insert(id.to_owned());
            let name = state.piece_name(at).filter(|name| first && *name != id)?;
            Some((id.to_owned(), name.to_owned()))
        });
        let word = |code: u8| terrain.get(usize::from(code)).copied().unwrap_or("?");
        Self {
            titles: titles.collect(),
            units: list(Place::Unit),
            leaders: list(Place::Leader),
            commands: list(Place::Command),
            standards: list(Place::Standard),
            ..Self::new(rules, S::Side::ALL.iter().map(|x| x.word()))
        }
        .with_board(state.board(), word, bits)
    }
    /// Returns the same gazetteer with the map of a board.
    ///
    /// `terrain` returns the word of a terrain code. `bits` returns the words of the feature bits of a hexside, as seen
    /// from a hex in a direction.
    #[must_use]
    pub fn with_board(
        mut self,
        board: &Board,
        terrain: impl Fn(u8) -> &'static str,
        bits: impl Fn(u8, Dir) -> Vec<&'static str>,
    ) -> Self {
        self.orientation = Some(board.orientation());
        for id in board.ids() {
            let hex = board.hex(id);
            let label = board.label(id);
            for dir in Dir::ALL {
                let beyond = board.neighbour(id, dir);
                if beyond.is_some_and(|b| b < id) {
                    continue;
                }
                let what = bits(board.features(id, dir), dir);
                if !what.is_empty() {
                    self.hexsides.push(HexsideEntry {
                        hex: label.clone(),
                        side: board.orientation().dir_word(dir).to_owned(),
                        what: what.into_iter().map(str::to_owned).collect(),
                    });
                }
                if let Some(beyond) = beyond.filter(|_| board.road(id, dir)) {
                    self.roads.push([label.clone(), board.label(beyond)]);
                }
            }
            self.hexes.push(HexEntry {
                label,
                q: hex.q,
                r: hex.r,
                level: board.elevation(id),
                terrain: terrain(board.terrain(id)).to_owned(),
                name: board.name(id).map(str::to_owned),
            });
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::numbering::tests::FLAT;

    #[test]
    fn a_board_is_told_whole_and_each_side_once() {
        let mut board = Board::full(FLAT);
        let a = board.ids().next().unwrap();
        let (dir, b) = board.neighbours(a).next().unwrap();
        board.set_feature(b, dir.opposite(), 1, true);
        board.set_road(b, dir.opposite());
        board.set_name(b, "Ford");
        board.set_elevation(b, 2);
        board.set_terrain(b, 1);
        let told = Gazetteer::new(1, ["Red"]).with_board(
            &board,
            |code| ["clear", "wood"][usize::from(code)],
            |bits, _| {
                if bits & 1 == 1 { vec!["stream"] } else { Vec::new() }
            },
        );
        assert_eq!(told.hexes.len(), board.len());
        assert_eq!(
            told.hexsides,
            [HexsideEntry {
                hex: board.label(a),
                side: board.orientation().dir_word(dir).to_owned(),
                what: vec!["stream".to_owned()],
            }]
        );
        assert_eq!(told.roads, [[board.label(a), board.label(b)]]);
        for id in board.ids() {
            let entry = &told.hexes[id.index()];
            assert_eq!(entry.label, board.label(id));
            assert_eq!((entry.q, entry.r), (board.hex(id).q, board.hex(id).r));
        }
        let ford = &told.hexes[b.index()];
        assert_eq!((ford.level, ford.terrain.as_str()), (2, "wood"));
        assert_eq!(ford.name.as_deref(), Some("Ford"));
        assert_eq!(told.rules.len(), 16);
    }
}
