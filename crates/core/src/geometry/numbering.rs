//! How a map prints its hex numbers.

use crate::geometry::hex::{Hex, Orientation};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// A side of the sheet.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Compass {
    /// The top of the sheet.
    North,
    /// The right of the sheet.
    East,
    /// The bottom of the sheet.
    South,
    /// The left of the sheet.
    West,
}

impl Compass {
    const fn sign(self) -> i32 {
        match self {
            Self::East | Self::South => 1,
            Self::West | Self::North => -1,
        }
    }
    const fn runs_east_west(self) -> bool {
        matches!(self, Self::East | Self::West)
    }
}

/// The half of a four-digit number that comes first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Digits {
    /// Row, then column: `1803` is row 18, column 3.
    Rrcc,
    /// Column, then row: `1803` is column 18, row 3.
    Ccrr,
}

/// The rows or the columns of a map, with numbers from `first` to `last`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Span {
    /// The lowest number, 0 to 99.
    pub first: u8,
    /// The highest number, 0 to 99.
    pub last: u8,
    /// The side of the sheet towards which the numbers grow.
    pub grows: Compass,
}

/// Which of the straight lines of hexes (rows of a pointy-top map, columns of a flat-top one) are shifted by half a
/// hex.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Lines {
    /// Lines with odd numbers.
    Odd,
    /// Lines with even numbers.
    Even,
    /// Every line, half a hex further than the line with the next lower number: an oblique grid.
    Each,
}

/// How the straight lines of hexes are shifted against each other. In data the key is `shift`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Stagger {
    /// The lines that are shifted.
    pub lines: Lines,
    /// The side of the sheet towards which these lines are shifted: east or west for rows (pointy-top), north or south for
    /// columns (flat-top).
    pub toward: Compass,
}

#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
struct Plain {
    hexes: Orientation,
    digits: Digits,
    rows: Span,
    columns: Span,
    shift: Stagger,
}

/// How a map prints its hex numbers: four digits over a rectangle of rows and columns.
///
/// As data:
/// ```
/// # let text = r#"
/// hexes = "pointy"
/// digits = "rrcc"
/// rows = { first = 10, last = 34, grows = "south" }
/// columns = { first = 0, last = 36, grows = "west" }
/// shift = { lines = "odd", toward = "west" }
/// # "#;
/// # let n: casus_core::Numbering = toml::from_str(text).unwrap();
/// # assert_eq!(n.print(n.parse("1803").unwrap()), "1803");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(with = "Plain"))]
#[serde(try_from = "Plain", into = "Plain")]
pub struct Numbering {
    hexes: Orientation,
    digits: Digits,
    rows: Span,
    columns: Span,
    shift: Stagger,
}

/// Why a text is not the number of a hex.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum NumberFault {
    /// The text is not four digits.
    #[error("{0:?} is not a hex number: expected four digits")]
    Malformed(String),
    /// The map has no hex with this number.
    #[error("no hex {0} on the map")]
    Outside(String),
}

/// Why a numbering is not possible.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum NumberingFault {
    /// The first number is above the last, or the last is above 99.
    #[error("{what}: expected a span within 0 to 99, not {first} to {last}")]
    Span {
        /// The field: `"rows"` or `"columns"`.
        what: &'static str,
        /// The first number, as given.
        first: u8,
        /// The last number, as given.
        last: u8,
    },
    /// Rows grow sideways, columns grow up or down, or lines are shifted along the wrong axis.
    #[error("{what}: expected {wanted}")]
    Axis {
        /// The field: `"rows.grows"`, `"columns.grows"` or `"shift.toward"`.
        what: &'static str,
        /// The values that the field may have.
        wanted: &'static str,
    },
}

/// Declares a module that reads and writes hexes and facings as a map prints them. The arguments are the name of the
/// module and the [`Numbering`](crate::Numbering) of the map.
///
/// Use the module for fields of data: `#[serde(with = "printed::hex")]`. The function `board` of the module returns the
/// blank map. The crate must depend on `serde`.
///
/// ```
/// use casus_core::{HexId, Numbering, Orientation, SideFacing};
///
/// casus_core::printed!(printed: Numbering::plain(Orientation::Pointy, 9, 9));
///
/// #[derive(serde::Deserialize)]
/// struct Post {
///     #[serde(with = "printed::hex")]
///     hex: HexId,
///     #[serde(with = "printed::side_facing")]
///     facing: SideFacing,
/// }
/// # fn main() {
/// let post: Post = serde_json::from_str(r#"{"hex":"0603","facing":"NE"}"#).unwrap();
/// assert_eq!(printed::board().label(post.hex), "0603");
/// assert_eq!(post.facing.word(Orientation::Pointy), "NE");
/// assert!(serde_json::from_str::<Post>(r#"{"hex":"0600","facing":"NE"}"#).is_err());
/// # }
/// ```
#[macro_export]
macro_rules! printed {
    ($module:ident: $numbering:expr) => {
        mod $module {
            #[allow(unused_imports, reason = "a numbering by its full path needs none")]
            use super::*;

            /// Returns the blank map.
            pub(super) fn board() -> &'static $crate::Board {
                static BOARD: std::sync::OnceLock<$crate::Board> = std::sync::OnceLock::new();
                BOARD.get_or_init(|| $crate::Board::full($numbering))
            }
            $crate::printed!(@ hex: $crate::HexId, |hex| board().label(*hex), |word| {
                board().parse(word)
            });
            $crate::printed!(@ side_facing: $crate::SideFacing, |f| f.word(board().orientation()), |word| {
                let o = board().orientation();
                $crate::SideFacing::named(word, o).ok_or_else(|| o.no_side(word))
            });
            $crate::printed!(@ vertex_facing: $crate::VertexFacing, |f| f.word(board().orientation()), |word| {
                let o = board().orientation();
                $crate::VertexFacing::named(word, o).ok_or_else(|| o.no_corner(word))
            });
        }
    };
    (@ $name:ident: $what:ty, |$it:ident| $print:expr, |$word:ident| $read:expr) => {
        /// Reads and writes the value as printed.
        #[allow(dead_code, reason = "a game has facings of one kind, or none")]
        pub(super) mod $name {
            use super::*;
            pub(in super::super) fn serialize<S: serde::Serializer>($it: &$what, s: S) -> Result<S::Ok, S::Error> {
                s.serialize_str($print.as_ref())
            }
            pub(in super::super) fn deserialize<'de, D: serde::Deserializer<'de>>(d: D) -> Result<$what, D::Error> {
                let word = <String as serde::Deserialize>::deserialize(d)?;
                let $word = word.as_str();
                let read: Result<$what, _> = $read;
                read.map_err(serde::de::Error::custom)
            }
        }
    };
}

impl Numbering {
    /// Creates the plainest numbering of this many rows and columns, 1 to 99 each.
    ///
    /// The row comes before the column, from `0101` in the north-west. Lines with even numbers lie half a hex further
    /// east, or south. A number of rows or columns outside 1 to 99 counts as the nearest one.
    pub const fn plain(hexes: Orientation, rows: u8, columns: u8) -> Self {
        const fn span(count: u8, grows: Compass) -> Span {
            let last = if count == 0 { 1 } else { count };
            Span {
                first: 1,
                last: if last > 99 { 99 } else { last },
                grows,
            }
        }
        let toward = match hexes {
            Orientation::Pointy => Compass::East,
            Orientation::Flat => Compass::South,
        };
        Self {
            hexes,
            digits: Digits::Rrcc,
            rows: span(rows, Compass::South),
            columns: span(columns, Compass::East),
            shift: Stagger {
                lines: Lines::Even,
                toward,
            },
        }
    }
    /// Creates a numbering of the hexes of these rows and columns.
    ///
    /// # Errors
    /// When a span is empty or passes 99, when rows do not grow north or south or columns east or west, or when the
    /// shift does not run along the lines that it shifts (east or west for pointy-top hexes, north or south for
    /// flat-top ones).
    pub const fn new(
        hexes: Orientation,
        digits: Digits,
        rows: Span,
        columns: Span,
        shift: Stagger,
    ) -> Result<Self, NumberingFault> {
        if rows.first > rows.last || rows.last > 99 {
            return Err(NumberingFault::Span {
                what: "rows",
                first: rows.first,
                last: rows.last,
            });
        }
        if columns.first > columns.last || columns.last > 99 {
            return Err(NumberingFault::Span {
                what: "columns",
                first: columns.first,
                last: columns.last,
            });
        }
        if rows.grows.runs_east_west() {
            return Err(NumberingFault::Axis {
                what: "rows.grows",
                wanted: "north or south",
            });
        }
        if !columns.grows.runs_east_west() {
            return Err(NumberingFault::Axis {
                what: "columns.grows",
                wanted: "east or west",
            });
        }
        match (hexes, shift.toward.runs_east_west()) {
            (Orientation::Pointy, false) => Err(NumberingFault::Axis {
                what: "shift.toward",
                wanted: "east or west",
            }),
            (Orientation::Flat, true) => Err(NumberingFault::Axis {
                what: "shift.toward",
                wanted: "north or south",
            }),
            _ => Ok(Self {
                hexes,
                digits,
                rows,
                columns,
                shift,
            }),
        }
    }
    /// Returns the orientation of the hexes.
    pub const fn orientation(&self) -> Orientation {
        self.hexes
    }
    /// Returns the numbers of the rows, and the way in which they grow.
    pub const fn rows(&self) -> Span {
        self.rows
    }
    /// Returns the numbers of the columns, and the way in which they grow.
    pub const fn columns(&self) -> Span {
        self.columns
    }
    /// Returns which half of a number comes first.
    pub const fn digits(&self) -> Digits {
        self.digits
    }

    const fn lines(&self) -> (Span, Span) {
        match self.hexes {
            Orientation::Pointy => (self.rows, self.columns),
            Orientation::Flat => (self.columns, self.rows),
        }
    }
    const fn half_hexes(&self, line: i32) -> i32 {
        let t = self.shift.toward.sign();
        match self.shift.lines {
            Lines::Odd => t * (line & 1),
            Lines::Even => -t * (line & 1),
            Lines::Each => t * line,
        }
    }

    /// Returns the hex of a row and a column, inside or outside the spans. Column 0 of row 0 is the origin.
    pub const fn hex(&self, row: u8, column: u8) -> Hex {
        let (across, along) = self.lines();
        let (line, place) = match self.hexes {
            Orientation::Pointy => (row as i32, column as i32),
            Orientation::Flat => (column as i32, row as i32),
        };
        let b = across.grows.sign() * line;
        let a = (2 * along.grows.sign() * place + self.half_hexes(line) - b) / 2;
        match self.hexes {
            Orientation::Pointy => Hex::new(a as i16, b as i16),
            Orientation::Flat => Hex::new(b as i16, a as i16),
        }
    }
    /// Returns the row and column of a hex as the numbers run, even beyond the spans or below 0.
    pub const fn row_column(&self, hex: Hex) -> (i32, i32) {
        let (across, along) = self.lines();
        let (a, b) = match self.hexes {
            Orientation::Pointy => (hex.q as i32, hex.r as i32),
            Orientation::Flat => (hex.r as i32, hex.q as i32),
        };
        let line = across.grows.sign() * b;
        let place = along.grows.sign() * (2 * a + b - self.half_hexes(line)) / 2;
        match self.hexes {
            Orientation::Pointy => (line, place),
            Orientation::Flat => (place, line),
        }
    }
    /// Returns whether a hex lies within the rows and columns.
    pub const fn contains(&self, hex: Hex) -> bool {
        let (row, column) = self.row_column(hex);
        row >= self.rows.first as i32
            && row <= self.rows.last as i32
            && column >= self.columns.first as i32
            && column <= self.columns.last as i32
    }
    /// Returns the hex with this printed number: `"1803"`.
    ///
    /// # Errors
    /// When the text is not four digits, or the number lies outside the rows and columns.
    pub fn parse(&self, text: &str) -> Result<Hex, NumberFault> {
        let &[a, b, c, d] = text.as_bytes() else {
            return Err(NumberFault::Malformed(text.to_owned()));
        };
        if !text.bytes().all(|x| x.is_ascii_digit()) {
            return Err(NumberFault::Malformed(text.to_owned()));
        }
        let (head, tail) = (10 * (a - b'0') + b - b'0', 10 * (c - b'0') + d - b'0');
        let hex = match self.digits {
            Digits::Rrcc => self.hex(head, tail),
            Digits::Ccrr => self.hex(tail, head),
        };
        if self.contains(hex) {
            Ok(hex)
        } else {
            Err(NumberFault::Outside(text.to_owned()))
        }
    }
    /// Returns the number of a hex, as printed. For a hex that four digits cannot number, returns its axial
    /// coordinates: `"(-3,7)"`.
    pub fn print(&self, hex: Hex) -> String {
        let (row, column) = self.row_column(hex);
        if !(0..=99).contains(&row) || !(0..=99).contains(&column) {
            return format!("({},{})", hex.q, hex.r);
        }
        match self.digits {
            Digits::Rrcc => format!("{row:02}{column:02}"),
            Digits::Ccrr => format!("{column:02}{row:02}"),
        }
    }
    /// Returns the columns from west to east.
    pub fn files(&self) -> impl Iterator<Item = u8> + use<> {
        let Span { first, last, grows } = self.columns;
        (first..=last).map(move |file| match grows {
            Compass::West => last - (file - first),
            _ => file,
        })
    }
    /// Returns every hex of the rectangle, row by row.
    pub fn hexes(&self) -> impl Iterator<Item = Hex> + use<> {
        let this = *self;
        (self.rows.first..=self.rows.last)
            .flat_map(move |row| (this.columns.first..=this.columns.last).map(move |c| this.hex(row, c)))
    }
}

impl TryFrom<Plain> for Numbering {
    type Error = NumberingFault;
    fn try_from(p: Plain) -> Result<Self, NumberingFault> {
        Self::new(p.hexes, p.digits, p.rows, p.columns, p.shift)
    }
}

impl From<Numbering> for Plain {
    fn from(n: Numbering) -> Self {
        Self {
            hexes: n.hexes,
            digits: n.digits,
            rows: n.rows,
            columns: n.columns,
            shift: n.shift,
        }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use proptest::prelude::*;

    const fn span(first: u8, last: u8, grows: Compass) -> Span {
        Span { first, last, grows }
    }
    const fn made(n: Result<Numbering, NumberingFault>) -> Numbering {
        match n {
            Ok(n) => n,
            Err(_) => panic!("a sound numbering"),
        }
    }

    /// Row first, columns growing west, odd rows half a hex west.
    pub(crate) const MIRRORED: Numbering = made(Numbering::new(
        Orientation::Pointy,
        Digits::Rrcc,
        span(10, 34, Compass::South),
        span(0, 36, Compass::West),
        Stagger {
            lines: Lines::Odd,
            toward: Compass::West,
        },
    ));
    /// Flat-top, even columns half a hex lower.
    pub(crate) const FLAT: Numbering = made(Numbering::new(
        Orientation::Flat,
        Digits::Ccrr,
        span(1, 28, Compass::South),
        span(1, 24, Compass::East),
        Stagger {
            lines: Lines::Even,
            toward: Compass::South,
        },
    ));
    /// Each row half a hex further west than the row above.
    pub(crate) const OBLIQUE: Numbering = made(Numbering::new(
        Orientation::Pointy,
        Digits::Ccrr,
        span(1, 30, Compass::South),
        span(1, 44, Compass::East),
        Stagger {
            lines: Lines::Each,
            toward: Compass::West,
        },
    ));

    /// Checks rows of a number, its q and r and the six numbers around it, under their heads; and rows of distances.
    fn table(n: &Numbering, around: &str, distances: &str) {
        let mut rows = around.trim().lines().map(|l| l.split_whitespace().collect::<Vec<_>>());
        let heads = rows.next().unwrap();
        for row in rows {
            let hex = n.parse(row[0]).unwrap();
            assert_eq!([hex.q.to_string(), hex.r.to_string()], row[1..3], "{row:?}");
            assert_eq!(n.print(hex), row[0]);
            for (word, want) in heads[3..].iter().zip(&row[3..]) {
                let to = hex.neighbour(n.orientation().dir_named(word).unwrap());
                let seen = if n.contains(to) { n.print(to) } else { "----".into() };
                assert_eq!(seen, *want, "{word} of {row:?}");
            }
        }
        for row in distances
            .trim()
            .lines()
            .map(|l| l.split_whitespace().collect::<Vec<_>>())
        {
            let (a, b) = (n.parse(row[0]).unwrap(), n.parse(row[1]).unwrap());
            assert_eq!(a.distance(b).to_string(), row[2], "{row:?}");
        }
    }

    #[test]
    fn rows_first_with_columns_growing_west() {
        let around = "
            number q r E SE SW W NW NE
            1000 -5 10 ---- ---- 1100 1001 ---- ----
            1036 -41 10 1035 1135 1136 ---- ---- ----
            1803 -12 18 1802 1902 1903 1804 1703 1702
            1907 -17 19 1906 2007 2008 1908 1808 1807
            2729 -43 27 2728 2829 2830 2730 2630 2629
            3400 -17 34 ---- ---- ---- 3401 3300 ----
            3436 -53 34 3435 ---- ---- ---- 3336 3335
            1308 -15 13 1307 1408 1409 1309 1209 1208
        ";
        let distances = "
            1803 1809 6
            1406 1800 8
            2729 1819 15
            3400 1036 48
            1308 1209 1
            3412 3417 5
        ";
        table(&MIRRORED, around, distances);
    }

    #[test]
    fn flat_top_with_even_columns_lower() {
        let around = "
            number q r SE S SW NW N NE
            0101 1 0 0201 0102 ---- ---- ---- ----
            1201 12 -5 1302 1202 1102 1101 ---- 1301
            1022 10 17 1123 1023 0923 0922 1021 1122
            1019 10 14 1120 1020 0920 0919 1018 1119
            1124 11 18 1224 1125 1024 1023 1123 1223
            1512 15 4 1612 1513 1412 1411 1511 1611
            2401 24 -11 ---- 2402 2302 2301 ---- ----
            2428 24 16 ---- ---- ---- 2328 2427 ----
            0128 1 27 0228 ---- ---- ---- 0127 0227
        ";
        let distances = "
            1201 1022 22
            1512 1513 1
            1714 1818 5
            0101 2428 39
            1723 1825 3
        ";
        table(&FLAT, around, distances);
    }

    #[test]
    fn oblique_columns() {
        let around = "
            number q r E SE SW W NW NE
            0101 0 1 0201 0202 0102 ---- ---- ----
            0701 6 1 0801 0802 0702 0601 ---- ----
            2506 19 6 2606 2607 2507 2406 2405 2505
            1514 1 14 1614 1615 1515 1414 1413 1513
            4329 14 29 4429 4430 4330 4229 4228 4328
            2608 18 8 2708 2709 2609 2508 2507 2607
            1804 14 4 1904 1905 1805 1704 1703 1803
        ";
        let distances = "
            1414 1514 1
            4229 4329 1
            2112 2213 1
            1514 2608 17
            0101 4418 43
            2027 1804 23
        ";
        table(&OBLIQUE, around, distances);
    }

    fn sound() -> impl Strategy<Value = Numbering> {
        let lines = prop_oneof![Just(Lines::Odd), Just(Lines::Even), Just(Lines::Each)];
        (any::<[bool; 5]>(), lines, 0u8..=99, 0u8..=99, 0u8..=99, 0u8..=99).prop_map(|(b, lines, p, q, r, s)| {
            let hexes = if b[0] { Orientation::Pointy } else { Orientation::Flat };
            let digits = if b[1] { Digits::Rrcc } else { Digits::Ccrr };
            let ns = |x| if x { Compass::North } else { Compass::South };
            let ew = |x| if x { Compass::East } else { Compass::West };
            let toward = if b[0] { ew(b[4]) } else { ns(b[4]) };
            Numbering::new(
                hexes,
                digits,
                span(p.min(q), p.max(q), ns(b[2])),
                span(r.min(s), r.max(s), ew(b[3])),
                Stagger { lines, toward },
            )
            .unwrap()
        })
    }

    proptest! {
        #[test]
        fn numbers_round_trip_and_lines_are_straight(n in sound(), row in 0u8..=99, column in 0u8..=99) {
            let hex = n.hex(row, column);
            prop_assert_eq!(n.row_column(hex), (i32::from(row), i32::from(column)));
            let text = n.print(hex);
            prop_assert_eq!(text.len(), 4);
            let inside = (n.rows().first..=n.rows().last).contains(&row)
                && (n.columns().first..=n.columns().last).contains(&column);
            prop_assert_eq!(n.parse(&text).ok(), inside.then_some(hex));
            prop_assert_eq!(n.contains(hex), inside);
            // Along a line, and across to the next line, one step each; and the sheet's sense is kept.
            let (dr, dc) = (n.hex(row + 1, column), n.hex(row, column + 1));
            prop_assert_eq!(hex.distance(dr), 1);
            prop_assert_eq!(hex.distance(dc), 1);
            let o = n.orientation();
            let word = |to| o.dir_word(hex.direction_to(to).unwrap());
            let down = if n.rows().grows == Compass::South { 'S' } else { 'N' };
            let right = if n.columns().grows == Compass::East { 'E' } else { 'W' };
            prop_assert!(word(dr).contains(down));
            prop_assert!(word(dc).contains(right));
        }

        #[test]
        fn a_numbering_survives_its_file(n in sound()) {
            let text = toml::to_string(&n).unwrap();
            prop_assert_eq!(toml::from_str::<Numbering>(&text).unwrap(), n);
        }

        #[test]
        fn no_text_panics(n in sound(), text in "\\PC{0,6}") {
            let _ = n.parse(&text);
        }
    }

    #[test]
    fn texts_that_are_no_numbers() {
        for text in ["", "180", "18034", "18o3", "+803", "１８", "18 3"] {
            assert!(matches!(MIRRORED.parse(text), Err(NumberFault::Malformed(_))), "{text}");
        }
        assert_eq!(MIRRORED.parse("0903"), Err(NumberFault::Outside("0903".into())));
        assert_eq!(MIRRORED.parse("1837"), Err(NumberFault::Outside("1837".into())));
        assert_eq!(MIRRORED.print(Hex::new(500, 7)), "(500,7)");
    }

    #[test]
    fn the_rectangle_is_listed_once() {
        for (n, count) in [(MIRRORED, 25 * 37), (FLAT, 24 * 28), (OBLIQUE, 44 * 30)] {
            let all: std::collections::BTreeSet<_> = n.hexes().collect();
            assert_eq!(all.len(), count);
            assert!(all.iter().all(|&h| n.contains(h)));
        }
    }

    #[test]
    fn the_plainest_numbering_is_a_sound_one() {
        for hexes in [Orientation::Pointy, Orientation::Flat] {
            let Numbering {
                digits,
                rows,
                columns,
                shift,
                ..
            } = Numbering::plain(hexes, 7, 200);
            assert_eq!((rows.first, rows.last, columns.first, columns.last), (1, 7, 1, 99));
            assert!(Numbering::new(hexes, digits, rows, columns, shift).is_ok());
        }
        assert_eq!(Numbering::plain(Orientation::Flat, 0, 1).hexes().count(), 1);
    }

    #[test]
    fn senseless_numberings_are_refused() {
        let bad = r#"{"hexes":"flat","digits":"ccrr","rows":{"first":1,"last":9,"grows":"south"},
            "columns":{"first":1,"last":9,"grows":"east"},"shift":{"lines":"even","toward":"west"}}"#;
        let fault = serde_json::from_str::<Numbering>(bad).unwrap_err().to_string();
        assert!(fault.contains("shift.toward: expected north or south"), "{fault}");
        let bad = bad
            .replace("west", "north")
            .replace("\"last\":9,\"grows\":\"south\"", "\"last\":100,\"grows\":\"south\"");
        let fault = serde_json::from_str::<Numbering>(&bad).unwrap_err().to_string();
        assert!(fault.contains("not 1 to 100"), "{fault}");
    }
}
