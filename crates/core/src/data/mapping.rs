//! Maps as data: the form of a map file, what the map of a game may have, and the changes of a set-up.
//!
//! A game lists in a [`Legend`] the terrains and the kinds of hexside of its map. A map file and the changes of a
//! set-up are read by the same legend.

use crate::cases::case::Cite;
use crate::data::chart::Layer;
use crate::data::reading::{MapReader, OUTSIDE, one_of, ranged, source};
use crate::decisions::fault::SetupFaults;
use crate::geometry::board::{Board, HexId};
use crate::geometry::hex::Dir;
use crate::geometry::numbering::Numbering;
use serde::Deserialize;
use std::collections::BTreeMap;

/// The levels of a map, from the lowest to the highest.
const LEVELS: (i64, i64) = (0, 9);

/// A kind of hexside that the map of a game may have.
#[derive(Clone, Copy, Debug)]
pub struct SideKind {
    /// The word in files and set-ups: `"river"`.
    pub word: &'static str,
    /// The feature bit on the board.
    pub feature: u8,
    /// The feature bits that this kind clears where it is put.
    pub replaces: u8,
    /// The features of which the side must already have one, and the Case that says so: a bridge is over water. `None`
    /// if there is no such condition.
    pub over: Option<(u8, Cite)>,
    /// For a work with an inside, such as a trench. Called with the direction in which the hexside lies from the hex inside;
    /// returns the feature bit that records this inside. `None` for a kind without an inside.
    pub inside: Option<fn(Dir) -> u8>,
}

impl SideKind {
    /// Creates a kind that replaces nothing, is over nothing and has no inside.
    pub const fn new(word: &'static str, feature: u8) -> Self {
        Self {
            word,
            feature,
            replaces: 0,
            over: None,
            inside: None,
        }
    }
    /// Returns all bits of this kind.
    fn mask(&self) -> u8 {
        let inside = |dir| self.inside.map_or(0, |bit| bit(dir));
        Dir::ALL.into_iter().fold(self.feature, |m, d| m | inside(d))
    }
    /// Returns whether a side with these features has what this kind is drawn over.
    fn fits(&self, features: u8) -> bool {
        self.over.is_none_or(|(mask, _)| features & mask != 0)
    }
    /// Draws it on a side whose inside, if it has one, is this hex.
    fn draw(&self, board: &mut Board, hex: HexId, dir: Dir) {
        board.set_feature(hex, dir, self.replaces | self.mask(), false);
        let inside = self.inside.map_or(0, |bit| bit(dir));
        board.set_feature(hex, dir, self.feature | inside, true);
    }
}

/// The terrains and the kinds of hexside that the map of a game may have.
#[derive(Clone, Copy, Debug)]
pub struct Legend {
    /// The Case of hex numbers.
    pub numbers: Cite,
    /// The Case that lists the features.
    pub features: Cite,
    /// The terrains. The index in this list is the code of the terrain on the [`Board`]. Each has its character in a
    /// map file and its word in set-ups.
    pub terrain: &'static [(char, &'static str)],
    /// The kinds of hexside, in the order in which a map file is read.
    pub sides: &'static [SideKind],
    /// The level of open ground.
    pub level: i8,
}

/// A map file, with these keys:
///
/// - `numbering`: which hexes there are, and how they are numbered;
/// - `frame` (may be missing): the sources of single facts about the numbering;
/// - `levels` (may be missing) and `terrain`: layers, with `source`, `parts` (the sources of single parts) and `rows` of characters;
/// - `layer` (may be missing): what else the game draws hex by hex, each under its name;
/// - `name` and `road` (may be missing): lists of named hexes and of roads;
/// - for each kind of hexside, under its word: a list of its hexsides with their sources.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct MapFile {
    numbering: Numbering,
    #[serde(default)]
    frame: BTreeMap<String, String>,
    /// The levels; without them, all hexes are on the level of open ground.
    levels: Option<LayerFile>,
    terrain: LayerFile,
    /// What else a game draws hex by hex, such as territories.
    #[serde(default)]
    layer: BTreeMap<String, LayerFile>,
    #[serde(default)]
    name: Vec<NameFile>,
    #[serde(default)]
    road: Vec<RoadFile>,
    #[serde(flatten)]
    sides: BTreeMap<String, Vec<SidesFile>>,
}

#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct LayerFile {
    source: String,
    /// The sources of single parts, by the words of terrains or by levels.
    #[serde(default)]
    parts: BTreeMap<String, String>,
    rows: Vec<String>,
}

impl LayerFile {
    /// Adds the layer and its parts. `known` says whether a part exists.
    fn note(&self, name: &str, known: impl Fn(&str) -> bool, m: &mut MapReader<'_>) {
        let path = format!("map.{name}");
        m.layer(name, &self.source, &path);
        for (part, text) in &self.parts {
            let path = format!("{path}.parts.{part:?}");
            if !known(part) {
                m.faults.push(&path, "no such part", None);
            }
            m.layer(&format!("{name}: {part}"), text, &path);
        }
    }
}

#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct NameFile {
    hex: String,
    name: String,
    source: String,
}

#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct SidesFile {
    name: String,
    source: String,
    sides: String,
}

#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct RoadFile {
    name: String,
    source: String,
    path: String,
}

crate::patch! {
    /// A change to a hex.
    pub struct HexPatch {
        /// The printed number of the hex.
        pub hex: String,
        /// The word of the new terrain.
        pub terrain: Option<String>,
        /// The new level, 0 to 9.
        pub level: Option<i64>,
    }
}

crate::patch! {
    /// A change to a hexside.
    pub struct HexsidePatch {
        /// The printed number of one of its hexes.
        pub hex: String,
        /// The side of that hex, as a compass word: `"SE"`.
        pub side: String,
        /// The word of its kind, or `"none"` to clear it.
        pub kind: String,
        /// For a work such as a trench, the hex on its defended side; `hex` if absent.
        pub inside: Option<String>,
    }
}

crate::patch! {
    /// Changes to the map. With a numbering, the set-up has a map of its own, with nothing of the printed one.
    pub struct MapPatch {
        /// Where the changes come from; the set-up itself if absent.
        pub source: Option<String>,
        /// The hexes of the set-up's own map, all open ground, where the game allows one.
        pub numbering: Option<Numbering>,
        /// Whether to begin with open ground, without hexside features, roads or names; the hexes stay.
        pub blank: bool,
        /// The changes to hexes.
        pub hexes: Vec<HexPatch>,
        /// The changes to hexsides. What a kind replaces is removed; a bridge needs water under it.
        pub hexsides: Vec<HexsidePatch>,
        /// The roads that are added, each a path of adjacent hexes.
        pub roads: Vec<Vec<String>>,
        /// Names by the numbers of hexes; an empty name removes the old one.
        pub names: BTreeMap<String, String>,
    }
}

impl MapFile {
    /// Reads the map: its board and its layers. Faults are added under `map`. A `-` in the rows means that there is no
    /// hex.
    pub fn read(&self, legend: &Legend, faults: &mut SetupFaults) -> (Board, Vec<Layer>) {
        let board = outlined(self.numbering, &self.terrain.rows);
        let mut m = MapReader::new(board, legend.numbers, faults);
        for (name, text) in &self.frame {
            let path = format!("map.frame.{name}");
            m.layer(&format!("frame: {name}"), text, &path);
        }
        if let Some(levels) = &self.levels {
            levels.note("levels", |part| part.parse::<u8>().is_ok_and(|n| n <= 9), &mut m);
            m.cells(&levels.rows, "map.levels", |board, id, c| {
                c.to_digit(10).is_some_and(|level| {
                    board.set_elevation(id, level as i8);
                    true
                })
            });
        } else {
            for id in m.board.ids() {
                m.board.set_elevation(id, legend.level);
            }
        }
        let drawn = |part: &str| legend.terrain.iter().any(|(_, word)| *word == part);
        self.terrain.note("terrain", drawn, &mut m);
        m.cells(&self.terrain.rows, "map.terrain", |board, id, c| {
            let code = legend.terrain.iter().position(|(mark, _)| *mark == c);
            code.is_some_and(|code| {
                board.set_terrain(id, code as u8);
                true
            })
        });
        for (i, n) in self.name.iter().enumerate() {
            let path = format!("map.name[{i}]");
            m.layer(&n.name, &n.source, &path);
            if let Some(id) = m.hex(&n.hex, &format!("{path}.hex")) {
                m.board.set_name(id, n.name.clone());
            }
        }
        for kind in legend.sides {
            let list = self.sides.get(kind.word).map_or(&[][..], Vec::as_slice);
            for (i, s) in list.iter().enumerate() {
                let path = format!("map.{}[{i}]", kind.word);
                m.layer(&s.name, &s.source, &path);
                let mut bare = Vec::new();
                let at = format!("{path}.sides");
                m.sides(&s.sides, &at, |board, id, dir| {
                    if !kind.fits(board.features(id, dir)) {
                        bare.push(board.label(id));
                    }
                    // The hexes named are inside a work.
                    kind.draw(board, id, dir);
                });
                for label in bare {
                    legend.note_bare(kind, &label, &at, m.faults);
                }
            }
        }
        for word in self.sides.keys() {
            if legend.sides.iter().all(|k| k.word != word) {
                let message = format!("no such layer: {}", legend.words(""));
                m.faults.push(format!("map.{word}"), message, None);
            }
        }
        for (i, r) in self.road.iter().enumerate() {
            let path = format!("map.road[{i}]");
            m.layer(&r.name, &r.source, &path);
            m.road(r.path.split_whitespace(), &|_| format!("{path}.path"));
        }
        (m.board, m.layers)
    }

    /// Reads a layer of the game's own on the map that [`MapFile::read`] returned, and adds it.
    ///
    /// `numbers` is the Case of hex numbers. `known` returns whether the layer has a part of this name; the file may
    /// give a source for such a part. `set` takes each hex with its character, and returns whether it knows the
    /// character. Faults are added under `map`.
    pub fn layer(
        &self,
        name: &str,
        (board, layers): (&Board, &mut Vec<Layer>),
        (numbers, known): (Cite, &dyn Fn(&str) -> bool),
        mut set: impl FnMut(HexId, char) -> bool,
        faults: &mut SetupFaults,
    ) {
        let path = format!("map.layer.{name}");
        let Some(file) = self.layer.get(name) else {
            faults.push(path, "is missing", None);
            return;
        };
        let mut m = MapReader::new(board.clone(), numbers, faults);
        file.note(name, known, &mut m);
        m.cells(&file.rows, &path, |_, id, c| set(id, c));
        layers.append(&mut m.layers);
    }
}

/// Returns the hexes of a numbering without those that the rows leave out.
fn outlined(numbering: Numbering, rows: &[String]) -> Board {
    let mut outside = Vec::new();
    for row in rows {
        let (rank, line) = row.trim().split_once(' ').unwrap_or((row.as_str(), ""));
        let Ok(rank) = rank.parse::<u8>() else { continue };
        let cells = line.chars().filter(|c| !c.is_whitespace());
        let hexes = numbering.files().map(|file| numbering.hex(rank, file));
        outside.extend(cells.zip(hexes).filter(|(c, _)| *c == OUTSIDE).map(|(_, hex)| hex));
    }
    Board::new(numbering, numbering.hexes().filter(|hex| !outside.contains(hex)))
}

/// Creates a map of open ground, all of one level.
pub fn blank_map(numbering: Numbering, level: i8) -> Board {
    levelled(Board::full(numbering), level)
}

fn levelled(mut board: Board, level: i8) -> Board {
    for id in board.ids() {
        board.set_elevation(id, level);
    }
    board
}

impl Legend {
    fn note_bare(&self, kind: &SideKind, label: &str, path: &str, faults: &mut SetupFaults) {
        let Some((mask, cite)) = kind.over else {
            return;
        };
        let under = self.sides.iter().filter(|k| k.feature & mask != 0);
        let under: Vec<&str> = under.map(|k| k.word).collect();
        let message = format!("the {} at {label} is not over a {}", kind.word, one_of(&under));
        faults.push(path, message, Some(cite));
    }
    /// Returns the words of the hexsides, and one more if given.
    fn words(&self, more: &'static str) -> String {
        let words = self.sides.iter().map(|k| k.word);
        let words: Vec<&str> = words.chain([more]).filter(|w| !w.is_empty()).collect();
        one_of(&words)
    }

    /// Applies the changes of a set-up to a map and its layers. Faults are added under `map`.
    pub fn change(&self, patch: &MapPatch, board: &mut Board, layers: &mut Vec<Layer>, faults: &mut SetupFaults) {
        let mut m = MapReader::new(board.clone(), self.numbers, faults);
        if let Some(numbering) = patch.numbering {
            m.board = blank_map(numbering, self.level);
            layers.clear();
        } else if patch.blank {
            // What lies off the map stays off it, so that a hex keeps its number and its id.
            let hexes = board.ids().map(|id| board.hex(id));
            m.board = levelled(Board::new(*board.numbering(), hexes), self.level);
            layers.retain(|l| l.name.starts_with("frame"));
        }
        for (i, patch) in patch.hexes.iter().enumerate() {
            self.change_hex(&mut m, patch, &format!("map.hexes[{i}]"));
        }
        for (i, patch) in patch.hexsides.iter().enumerate() {
            self.change_side(&mut m, patch, &format!("map.hexsides[{i}]"));
        }
        for (i, road) in patch.roads.iter().enumerate() {
            m.road(road.iter().map(String::as_str), &|k| format!("map.roads[{i}][{k}]"));
        }
        for (number, name) in &patch.names {
            let path = format!("map.names.{number:?}");
            if name.chars().count() > 40 || name.chars().any(char::is_control) {
                let message = format!("{name:?} is not a name for a hex: at most 40 characters");
                m.faults.push(&path, message, None);
            } else if let Some(id) = m.hex(number, &path) {
                m.board.set_name(id, name.trim());
            }
        }
        let own = patch.numbering.is_some();
        layers.push(Layer {
            name: if own { "a map of its own" } else { "changes to the map" }.to_owned(),
            source: source(patch.source.as_deref(), false, "map", m.faults),
        });
        *board = m.board;
    }

    fn change_hex(&self, m: &mut MapReader<'_>, patch: &HexPatch, path: &str) {
        let id = m.hex(&patch.hex, &format!("{path}.hex"));
        let code = patch.terrain.as_ref().and_then(|word| {
            let known = |(_, w): &(char, &str)| w.eq_ignore_ascii_case(word.trim());
            let found = self.terrain.iter().position(known);
            if found.is_none() {
                let words: Vec<&str> = self.terrain.iter().map(|(_, w)| *w).collect();
                let message = format!("unknown terrain {word:?}; expected {}", one_of(&words));
                let path = format!("{path}.terrain");
                m.faults.push(path, message, Some(self.features));
            }
            found
        });
        let at = format!("{path}.level");
        let level = patch
            .level
            .map(|n| ranged(n, LEVELS, &at, self.features, m.faults) as i8);
        if let (Some(id), Some(code)) = (id, code) {
            m.board.set_terrain(id, code as u8);
        }
        if let (Some(id), Some(level)) = (id, level) {
            m.board.set_elevation(id, level);
        }
    }

    fn change_side(&self, m: &mut MapReader<'_>, patch: &HexsidePatch, path: &str) {
        let id = m.hex(&patch.hex, &format!("{path}.hex"));
        let dir = m.board.orientation().dir_named(patch.side.trim());
        if dir.is_none() {
            let message = format!("{:?} is not a side of a hex", patch.side);
            m.faults.push(format!("{path}.side"), message, None);
        }
        let word = patch.kind.trim();
        let clears = word.eq_ignore_ascii_case("none");
        let kind = self.sides.iter().find(|k| word.eq_ignore_ascii_case(k.word));
        if kind.is_none() && !clears {
            let message = format!("unknown hexside {:?}; expected {}", patch.kind, self.words("none"));
            m.faults.push(format!("{path}.kind"), message, Some(self.features));
        }
        let at = format!("{path}.inside");
        let inside = patch.inside.as_ref().map(|word| m.hex(word, &at));
        if inside.is_some() && kind.is_none_or(|k| k.inside.is_none()) {
            let works = self.sides.iter().filter(|k| k.inside.is_some());
            let works: Vec<&str> = works.map(|k| k.word).collect();
            let message = format!("only a {} has an inside", one_of(&works));
            m.faults.push(&at, message, None);
        }
        let (Some(id), Some(dir)) = (id, dir) else {
            return;
        };
        let Some(kind) = kind else {
            if clears {
                let all = self.sides.iter().fold(0, |all, k| all | k.mask());
                m.board.set_feature(id, dir, all, false);
            }
            return;
        };
        if !kind.fits(m.board.features(id, dir)) {
            let label = m.board.label(id);
            self.note_bare(kind, &label, &format!("{path}.kind"), m.faults);
            return;
        }
        match inside {
            None => kind.draw(&mut m.board, id, dir),
            Some(None) => {}
            Some(Some(at)) if at == id => kind.draw(&mut m.board, id, dir),
            Some(Some(at)) if m.board.neighbour(id, dir) == Some(at) => {
                kind.draw(&mut m.board, at, dir.opposite());
            }
            Some(Some(_)) => {
                let message = "is not one of the two hexes of the side";
                m.faults.push(&at, message, None);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::reading::toml_file;

    const BOOK: Cite = Cite::library("the map");
    const WATER: u8 = 1;
    const BRIDGE: u8 = 2;
    const WALL: u8 = 4;
    const LEGEND: Legend = Legend {
        numbers: BOOK,
        features: BOOK,
        terrain: &[('.', "clear"), ('w', "wood")],
        sides: &[
            SideKind::new("river", WATER),
            SideKind {
                over: Some((WATER, BOOK)),
                ..SideKind::new("bridge", BRIDGE)
            },
            SideKind {
                replaces: WATER | BRIDGE,
                inside: Some(inside),
                ..SideKind::new("wall", WALL)
            },
        ],
        level: 0,
    };
    const fn inside(dir: Dir) -> u8 {
        if dir.index() < 3 { 8 } else { 16 }
    }

    const FILE: &str = r#"
        [numbering]
        hexes = "flat"
        digits = "ccrr"
        rows = { first = 1, last = 2, grows = "south" }
        columns = { first = 1, last = 3, grows = "east" }
        shift = { lines = "even", toward = "south" }
        [frame]
        north = "house: up"
        [levels]
        source = "rulebook 1"
        rows = ["1 1 2 1", "2 1 1 1"]
        [terrain]
        source = "rulebook 1"
        parts = { wood = "reconstructed: torn" }
        rows = ["1 . w .", "2 . . ."]
        [[name]]
        hex = "0101"
        name = "The Ford"
        source = "rulebook 1"
        [[river]]
        name = "Brook"
        source = "rulebook 1"
        sides = "0101 S"
        [[bridge]]
        name = "footbridge"
        source = "rulebook 1"
        sides = "0101 S"
        [[wall]]
        name = "town wall"
        source = "rulebook 1"
        sides = "0301 S"
        [[road]]
        name = "lane"
        source = "rulebook 1"
        path = "0101 0102"
    "#;

    fn map(text: &str) -> (Board, Vec<Layer>, Vec<String>) {
        let mut faults = SetupFaults::default();
        let file = toml_file::<MapFile>(text, "map.toml", &mut faults).unwrap();
        let (board, layers) = file.read(&LEGEND, &mut faults);
        let paths = faults.0.into_iter().map(|f| f.path).collect();
        (board, layers, paths)
    }

    #[test]
    fn a_file_is_drawn_by_the_legend() {
        let (b, layers, faults) = map(FILE);
        assert_eq!(faults, [""; 0]);
        let names: Vec<&str> = layers.iter().map(|l| l.name.as_str()).collect();
        let want = [
            "frame: north",
            "levels",
            "terrain",
            "terrain: wood",
            "The Ford",
            "Brook",
            "footbridge",
            "town wall",
            "lane",
        ];
        assert_eq!(names, want);
        let at = |t: &str| b.parse(t).unwrap();
        let south = b.orientation().dir_named("S").unwrap();
        assert_eq!((b.terrain(at("0201")), b.elevation(at("0201"))), (1, 2));
        assert_eq!(b.features(at("0101"), south), WATER | BRIDGE);
        assert_eq!(b.features(at("0301"), south), WALL | inside(south));
        assert!(b.road(at("0101"), south));
        let odd = FILE
            .replace("[[river]]", "[[ditch]]")
            .replace("[\"1 . w .", "[\"1 . x .")
            .replace("{ wood =", "{ lava =");
        let (_, _, faults) = map(&odd);
        assert_eq!(
            faults,
            [
                "map.terrain.parts.\"lava\"",
                "map.terrain.rows[0]",
                "map.bridge[0].sides",
                "map.ditch"
            ]
        );
    }

    #[test]
    fn changes_are_drawn_as_a_file_is_or_told() {
        let (mut b, mut layers, _) = map(FILE);
        let mut faults = SetupFaults::default();
        let side = |hex: &str, kind: &str, inside: Option<&str>| HexsidePatch {
            hex: hex.to_owned(),
            side: "S".to_owned(),
            kind: kind.to_owned(),
            inside: inside.map(str::to_owned),
        };
        let hexes = vec![HexPatch {
            hex: "0102".to_owned(),
            terrain: Some("Wood".to_owned()),
            level: Some(3),
        }];
        let hexsides = vec![
            side("0101", "wall", Some("0102")),
            side("0301", "none", None),
            side("0201", "bridge", None),
            side("0201", "river", Some("0201")),
            side("0201", "moat", None),
        ];
        let road = vec!["0201".to_owned(), "0202".to_owned()];
        let names = [("0102", " Mill "), ("9999", "Nowhere")].map(|(hex, name)| (hex.to_owned(), name.to_owned()));
        let patch = MapPatch {
            hexes,
            hexsides,
            roads: vec![road],
            names: names.into(),
            ..MapPatch::default()
        };
        LEGEND.change(&patch, &mut b, &mut layers, &mut faults);
        assert_eq!(layers.last().map(|l| l.name.as_str()), Some("changes to the map"));
        let at = |t: &str| b.parse(t).unwrap();
        let dir = |t: &str| b.orientation().dir_named(t).unwrap();
        assert_eq!((b.terrain(at("0102")), b.elevation(at("0102"))), (1, 3));
        // A wall takes the place of the water and its bridge; its inside is the hex beyond.
        let wall = WALL | inside(dir("N"));
        assert_eq!(b.features(at("0102"), dir("N")), wall);
        assert_eq!(b.features(at("0301"), dir("S")), 0);
        assert!(b.road(at("0202"), dir("N")));
        assert_eq!((b.name(at("0102")), b.name(at("0101"))), (Some("Mill"), Some("The Ford")));
        let told: Vec<String> = faults.0.iter().map(ToString::to_string).collect();
        assert_eq!(
            told,
            [
                "map.hexsides[2].kind: the bridge at 0201 is not over a river (library: the map)",
                "map.hexsides[3].inside: only a wall has an inside",
                "map.hexsides[4].kind: unknown hexside \"moat\"; expected river, bridge, wall or none (library: the map)",
                &format!("map.names.\"9999\": {} (library: the map)", b.parse("9999").unwrap_err()),
            ]
        );
        let blank = MapPatch {
            blank: true,
            ..MapPatch::default()
        };
        LEGEND.change(&blank, &mut b, &mut layers, &mut SetupFaults::default());
        let names: Vec<&str> = layers.iter().map(|l| l.name.as_str()).collect();
        assert_eq!(names, ["frame: north", "changes to the map"]);
        assert!(b.ids().all(|h| b.elevation(h) == 0 && b.name(h).is_none()));
        // Hexes that the rows leave out stay out, so that the others keep their places.
        let numbering = *b.numbering();
        let mut part = Board::new(numbering, numbering.hexes().skip(1));
        let first = part.label(part.ids().next().unwrap());
        LEGEND.change(&blank, &mut part, &mut layers, &mut SetupFaults::default());
        assert_eq!((part.len(), part.label(part.ids().next().unwrap())), (b.len() - 1, first));
    }
}
