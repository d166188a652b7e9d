//! Reading the data of a game: every fault with its place, and as many as there are.
//!
//! What is faulty is noted in [`SetupFaults`] under a path such as `map.terrain.rows[3]`, and reading goes on.

use crate::board::{Board, HexId};
use crate::case::Cite;
use crate::chart::{Layer, Source};
use crate::game::SetupFaults;
use crate::hex::Dir;
use crate::numbering::Compass;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};

/// A TOML file; a fault is noted at `file:line`.
pub fn toml_file<'a, T: Deserialize<'a>>(
    text: &'a str,
    file: &str,
    faults: &mut SetupFaults,
) -> Option<T> {
    match toml::from_str(text) {
        Ok(value) => Some(value),
        Err(e) => {
            let place = e.span().map_or(String::new(), |span| {
                let before = text.get(..span.start).unwrap_or(text);
                let line = before.matches('\n').count() + 1;
                format!(":{line}")
            });
            faults.push(format!("{file}{place}"), e.message(), None);
            None
        }
    }
}

/// A source, from `path.source`. Without one, what a set-up brings is its own; where one is `demanded`, that is a fault.
pub fn source(text: Option<&str>, demanded: bool, path: &str, faults: &mut SetupFaults) -> Source {
    let house = || Source::House("the set-up's own".to_owned());
    match text {
        None => {
            if demanded {
                faults.push(format!("{path}.source"), "is missing", None);
            }
            house()
        }
        Some(text) => match text.parse::<Source>() {
            Ok(source) => source,
            Err(e) => {
                faults.push(format!("{path}.source"), e.to_string(), None);
                house()
            }
        },
    }
}

/// The sources of single parts, from `path.parts`; `known` says which parts there are.
pub fn parts(
    given: &BTreeMap<String, String>,
    known: &dyn Fn(&str) -> bool,
    path: &str,
    faults: &mut SetupFaults,
) -> BTreeMap<String, Source> {
    let mut out = BTreeMap::new();
    for (part, text) in given {
        let path = format!("{path}.parts.{part:?}");
        if !known(part) {
            faults.push(&path, "there is no such part", None);
        }
        match text.parse::<Source>() {
            Ok(source) => {
                out.insert(part.clone(), source);
            }
            Err(e) => faults.push(&path, e.to_string(), None),
        }
    }
    out
}

/// A number within `low..=high`; one outside is noted and brought within.
pub fn ranged(
    n: i64,
    (low, high): (i64, i64),
    path: &str,
    cite: Cite,
    faults: &mut SetupFaults,
) -> i64 {
    if !(low..=high).contains(&n) {
        let message = format!("{n} is out of range: {low} to {high}");
        faults.push(path, message, Some(cite));
    }
    n.clamp(low, high)
}

/// Notes a name that a file or a story could not carry: it is letters, digits, `-` and `_`, 1 to 40 of them.
pub fn named_well(id: &str, path: &str, faults: &mut SetupFaults) {
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    if id.is_empty() || id.len() > 40 || !id.chars().all(plain) {
        let message = format!("`{id}` is no name: letters, digits and hyphens, at most 40");
        faults.push(path, message, None);
    }
}

/// The names in a text, single ones and runs of numbers: `"OT-RI-6..10 OT-LvI-1..15"`.
pub fn spread(text: &str, path: &str, faults: &mut SetupFaults) -> Vec<String> {
    let mut out = Vec::new();
    for token in text.split([' ', ',', '\n']).filter(|t| !t.is_empty()) {
        let Some((first, last)) = token.split_once("..") else {
            out.push(token.to_owned());
            continue;
        };
        let run = first.rsplit_once('-').and_then(|(stem, from)| {
            let (from, to): (u16, u16) = (from.parse().ok()?, last.parse().ok()?);
            (from <= to && to <= 999).then_some((stem, from..=to))
        });
        match run {
            Some((stem, run)) => out.extend(run.map(|n| format!("{stem}-{n}"))),
            None => faults.push(path, format!("`{token}` is no run of names"), None),
        }
    }
    out
}

/// The hex of a printed number.
pub fn hex(
    board: &Board,
    text: &str,
    path: &str,
    cite: Cite,
    faults: &mut SetupFaults,
) -> Option<HexId> {
    match board.parse(text.trim()) {
        Ok(id) => Some(id),
        Err(e) => {
            faults.push(path, e.to_string(), Some(cite));
            None
        }
    }
}

/// Hexes in a text: `"1810-1811 1817"`, `"within 2 of 2729"`. A run keeps one half of the number. A hex that is named
/// twice is a fault, save with `within`.
pub fn hexes(
    board: &Board,
    text: &str,
    path: &str,
    cite: Cite,
    faults: &mut SetupFaults,
) -> Vec<HexId> {
    let mut text = text.trim();
    let mut radius = 0;
    if let Some(rest) = text.strip_prefix("within ") {
        if let Some((n, list)) = rest
            .split_once(" of ")
            .and_then(|(n, l)| Some((n.trim().parse::<u32>().ok()?, l)))
        {
            radius = n.min(99);
            text = list;
        } else {
            let message = format!("`{text}` wants a number and hexes: within 2 of 2729");
            faults.push(path, message, None);
            return Vec::new();
        }
    }
    let mut out = Vec::new();
    for token in text.split([' ', ',', '\n']).filter(|t| !t.is_empty()) {
        let Some((first, last)) = token.split_once('-') else {
            out.extend(hex(board, token, path, cite, faults));
            continue;
        };
        let (Some(_), Some(_)) = (
            hex(board, first, path, cite, faults),
            hex(board, last, path, cite, faults),
        ) else {
            continue;
        };
        let number = |t: &str| t.trim().parse::<u16>().unwrap_or(0);
        let (from, to) = (number(first), number(last));
        let step = if from / 100 == to / 100 {
            1
        } else if from % 100 == to % 100 {
            100
        } else {
            0
        };
        if step == 0 || from > to {
            let message = format!("`{token}` is no run along a rank or a file");
            faults.push(path, message, None);
            continue;
        }
        for n in (from..=to).step_by(step) {
            out.extend(hex(board, &format!("{n:04}"), path, cite, faults));
        }
    }
    if radius > 0 {
        let disc: BTreeSet<HexId> = out
            .iter()
            .flat_map(|&h| board.hexes_within(h, radius))
            .collect();
        return disc.into_iter().collect();
    }
    let mut seen = BTreeSet::new();
    for &h in &out {
        if !seen.insert(h) {
            let message = format!("hex {} is named twice", board.label(h));
            faults.push(path, message, None);
        }
    }
    out
}

/// A map as it is read: the board so far, its layers, and where faults go.
#[derive(Debug)]
pub struct MapReader<'a> {
    /// The board so far.
    pub board: Board,
    /// The layers so far, each with its source.
    pub layers: Vec<Layer>,
    /// What is wrong.
    pub faults: &'a mut SetupFaults,
    cite: Cite,
}

impl<'a> MapReader<'a> {
    /// A reader over a board; `cite` is the Case that speaks of hex numbers.
    pub const fn new(board: Board, cite: Cite, faults: &'a mut SetupFaults) -> Self {
        Self {
            board,
            layers: Vec::new(),
            faults,
            cite,
        }
    }
    /// Notes a layer; the source is demanded.
    pub fn layer(&mut self, name: &str, text: &str, path: &str) {
        self.layers.push(Layer {
            name: name.to_owned(),
            source: source(Some(text), true, path, self.faults),
        });
    }
    /// The hex of a printed number.
    pub fn hex(&mut self, text: &str, path: &str) -> Option<HexId> {
        hex(&self.board, text, path, self.cite, self.faults)
    }
    /// Rows of one character a hex, each after its number, the west on the left; spaces do not count. Every row of the
    /// map is wanted once. `set` says whether it knows a character.
    pub fn cells(
        &mut self,
        rows: &[String],
        path: &str,
        mut set: impl FnMut(&mut Board, HexId, char) -> bool,
    ) {
        let numbering = *self.board.numbering();
        let (ranks, files) = (numbering.rows(), numbering.columns());
        let mut seen = BTreeSet::new();
        for (i, row) in rows.iter().enumerate() {
            let path = format!("{path}.rows[{i}]");
            let (rank, line) = row.trim().split_once(' ').unwrap_or((row.as_str(), ""));
            let Some(rank) = rank
                .parse::<u8>()
                .ok()
                .filter(|r| (ranks.first..=ranks.last).contains(r))
            else {
                self.faults
                    .push(&path, format!("`{rank}` is no row of the map"), None);
                continue;
            };
            if !seen.insert(rank) {
                self.faults
                    .push(&path, format!("row {rank} is given twice"), None);
            }
            let cells: Vec<char> = line.chars().filter(|c| !c.is_whitespace()).collect();
            let width = usize::from(files.last - files.first) + 1;
            if cells.len() != width {
                let message = format!("row {rank} has {} hexes and wants {width}", cells.len());
                self.faults.push(&path, message, None);
                continue;
            }
            for (k, c) in cells.into_iter().enumerate() {
                let file = if files.grows == Compass::East {
                    files.first + k as u8
                } else {
                    files.last - k as u8
                };
                let label = numbering.print(numbering.hex(rank, file));
                let Some(id) = self.hex(&label, &path) else {
                    continue;
                };
                if !set(&mut self.board, id, c) {
                    let message = format!("hex {label}: `{c}` is not known here");
                    self.faults.push(&path, message, None);
                }
            }
        }
        for rank in ranks.first..=ranks.last {
            if !seen.contains(&rank) {
                let message = format!("row {rank} is missing");
                self.faults.push(format!("{path}.rows"), message, None);
            }
        }
    }
    /// Hexsides in a text: `"1810 SW SE, 1811 SW"`.
    pub fn sides(&mut self, text: &str, path: &str, mut set: impl FnMut(&mut Board, HexId, Dir)) {
        for item in text.split(',').map(str::trim).filter(|t| !t.is_empty()) {
            let mut words = item.split_whitespace();
            let Some(id) = self.hex(words.next().unwrap_or(""), path) else {
                continue;
            };
            for word in words {
                let Some(dir) = self.board.orientation().dir_named(word) else {
                    let message = format!("`{item}`: `{word}` is no side of a hex");
                    self.faults.push(path, message, None);
                    continue;
                };
                set(&mut self.board, id, dir);
            }
        }
    }
    /// A road through hexes, each next to the one before; `path` gives the place of each.
    pub fn road<'t>(
        &mut self,
        hexes: impl Iterator<Item = &'t str>,
        path: &dyn Fn(usize) -> String,
    ) {
        let mut last: Option<HexId> = None;
        for (i, word) in hexes.enumerate() {
            let path = path(i);
            let Some(id) = self.hex(word, &path) else {
                last = None;
                continue;
            };
            if let Some(from) = last {
                if let Some(dir) = self.board.direction(from, id) {
                    self.board.set_road(from, dir);
                } else {
                    let message = format!("{word} is not next to {}", self.board.label(from));
                    self.faults.push(&path, message, None);
                }
            }
            last = Some(id);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hex::Orientation;
    use crate::numbering::{Digits, Lines, Numbering, Span, Stagger};

    const MAP: Cite = Cite::house("the map");

    fn board(digits: Digits, columns: Compass) -> Board {
        let span = |first, last, grows| Span { first, last, grows };
        let shift = Stagger {
            lines: Lines::Even,
            toward: Compass::South,
        };
        let rows = span(1, 2, Compass::South);
        let columns = span(1, 3, columns);
        Board::full(Numbering::new(Orientation::Flat, digits, rows, columns, shift).unwrap())
    }
    fn paths(faults: &SetupFaults) -> Vec<&str> {
        faults.0.iter().map(|f| f.path.as_str()).collect()
    }

    #[test]
    fn rows_read_from_west_to_east_whichever_way_the_numbers_run() {
        for (digits, columns, marked) in [
            (Digits::Ccrr, Compass::East, "0102"),
            (Digits::Ccrr, Compass::West, "0302"),
            (Digits::Rrcc, Compass::East, "0201"),
            (Digits::Rrcc, Compass::West, "0203"),
        ] {
            let mut faults = SetupFaults::default();
            let mut m = MapReader::new(board(digits, columns), MAP, &mut faults);
            let rows = ["01 . . .", "02 x . ."].map(str::to_owned);
            m.cells(&rows, "map", |b, id, c| {
                b.set_terrain(id, u8::from(c == 'x'));
                true
            });
            let b = m.board;
            let at: Vec<_> = b.ids().filter(|&h| b.terrain(h) == 1).collect();
            assert_eq!(at.len(), 1);
            assert_eq!(b.label(at[0]), marked);
            assert_eq!(faults, SetupFaults::default());
        }
    }

    #[test]
    fn faults_of_a_map_come_all_at_once_with_their_places() {
        let mut faults = SetupFaults::default();
        let mut m = MapReader::new(board(Digits::Ccrr, Compass::East), MAP, &mut faults);
        let rows = ["03 . . .", "01 . ? .", "01 . ."].map(str::to_owned);
        m.cells(&rows, "map", |_, _, c| c == '.');
        m.sides("0101 N UP, 9999 N", "map.canal", |b, id, dir| {
            b.set_feature(id, dir, 1, true);
        });
        m.road("0101 0301 01".split(' '), &|k| format!("map.road[{k}]"));
        assert_eq!(
            paths(&faults),
            [
                "map.rows[0]",
                "map.rows[1]",
                "map.rows[2]",
                "map.rows[2]",
                "map.rows",
                "map.canal",
                "map.canal",
                "map.road[1]",
                "map.road[2]",
            ]
        );
    }

    #[test]
    fn names_hexes_and_sources_are_read_or_told() {
        let b = board(Digits::Ccrr, Compass::East);
        let mut f = SetupFaults::default();
        assert_eq!(
            spread("A-1..3, B", "names", &mut f),
            ["A-1", "A-2", "A-3", "B"]
        );
        assert_eq!(hexes(&b, "0101-0102 0301", "hexes", MAP, &mut f).len(), 3);
        assert_eq!(hexes(&b, "within 1 of 0101", "hexes", MAP, &mut f).len(), 3);
        assert_eq!(ranged(9, (0, 5), "n", MAP, &mut SetupFaults::default()), 5);
        named_well("Bourbon-1", "id", &mut f);
        assert!(source(Some("rulebook 14.1"), true, "x", &mut f).is_printed());
        assert!(f.0.is_empty(), "{f}");
        spread("A-3..1", "names", &mut f);
        hexes(&b, "0101 0101", "twice", MAP, &mut f);
        hexes(&b, "0101-0302", "run", MAP, &mut f);
        hexes(&b, "within x", "within", MAP, &mut f);
        named_well("a b", "id", &mut f);
        ranged(9, (0, 5), "n", MAP, &mut f);
        source(None, true, "none", &mut f);
        source(Some("hearsay"), false, "bad", &mut f);
        let given = BTreeMap::from([("odd".to_owned(), "hearsay".to_owned())]);
        parts(&given, &|_| false, "p", &mut f);
        toml_file::<BTreeMap<String, u8>>("a = 1\nb = x", "f.toml", &mut f);
        assert_eq!(
            paths(&f),
            [
                "names",
                "twice",
                "run",
                "within",
                "id",
                "n",
                "none.source",
                "bad.source",
                "p.parts.\"odd\"",
                "p.parts.\"odd\"",
                "f.toml:2",
            ]
        );
    }
}
