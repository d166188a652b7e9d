//! Charts as data: the form of cells, rows and whole tables.

use crate::decisions::fault::SetupFaults;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Returns a text without blanks, with a typographic minus or dash changed to `-`.
pub fn squeezed(text: &str) -> String {
    text.chars()
        .filter(|c| !c.is_whitespace())
        .map(|c| if c == '\u{2212}' || c == '\u{2013}' { '-' } else { c })
        .collect()
}

/// Implements `From` into `String` and `TryFrom<String>` for types of results, by their printed form:
/// `as_printed!(CombatResult: "fire result")`. The literal is what errors call such a result.
///
/// The type must have `Display` and a function `named`, which returns the result of a text. With `#[serde(try_from =
/// "String", into = "String")]` on the type, serde uses these conversions.
#[macro_export]
macro_rules! as_printed {
    ($($t:ty: $what:literal),*) => {$(
        impl From<$t> for String {
            fn from(value: $t) -> Self {
                value.to_string()
            }
        }
        impl TryFrom<String> for $t {
            type Error = $crate::geometry::UnknownWord;
            fn try_from(text: String) -> Result<Self, Self::Error> {
                <$t>::named(&text).ok_or_else(|| $crate::geometry::UnknownWord::expected($what, &text, ""))
            }
        }
    )*};
}
/// A cell as printed: `"+1"`, `"NA"`, `"- / Ret + CA"`; or a bare number.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged, expecting = "a number or a text")]
pub enum Cell {
    /// A bare number.
    Number(i64),
    /// A text as printed.
    Text(String),
}

impl Cell {
    /// Returns the text, without blanks around it.
    pub fn text(&self) -> String {
        match self {
            Self::Number(n) => n.to_string(),
            Self::Text(t) => t.trim().to_owned(),
        }
    }
    /// Returns the number, if it is one. A leading `+` and a typographic minus are allowed.
    pub fn number(&self) -> Option<i64> {
        match self {
            Self::Number(n) => Some(*n),
            Self::Text(t) => {
                let t = squeezed(t);
                t.strip_prefix('+').unwrap_or(&t).parse().ok()
            }
        }
    }
    /// Returns a modifier, -9 to 9. For anything else, adds a fault and returns 0.
    pub fn modifier(&self, path: &str, faults: &mut SetupFaults) -> i32 {
        match self.number() {
            Some(n) if (-9..=9).contains(&n) => n as i32,
            Some(n) => {
                faults.push(path, format!("{n} is out of range: -9 to 9"), None);
                0
            }
            None => {
                faults.push(path, format!("{:?} is not a number", self.text()), None);
                0
            }
        }
    }
}

/// One row of a table, label first: `"8 | D | Rt"` or `["8", "D", "Rt"]`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged, expecting = "a row: \"8 | D | Rt\" or [\"8\", \"D\", \"Rt\"]")]
pub enum RowText {
    /// One text, with `|` between the cells.
    Line(String),
    /// A list of cells.
    Cells(Vec<Cell>),
}

/// The rows of a table, in a list or keyed by their labels.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged, expecting = "a list of rows, or rows keyed by their labels")]
pub enum Rows {
    /// A list; each row begins with its label.
    List(Vec<RowText>),
    /// Rows by their labels. A row here has only the cells after the label.
    Keyed(BTreeMap<String, Vec<Cell>>),
}

/// A row as read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// The label of the row.
    pub label: String,
    /// The path of the label.
    pub label_path: String,
    /// The cells after the label, each with its path.
    pub cells: Vec<(String, Cell)>,
}

impl Rows {
    /// Returns the rows, with the path of each part under `path`.
    pub fn read(&self, path: &str) -> Vec<Row> {
        match self {
            Self::List(rows) => rows
                .iter()
                .enumerate()
                .map(|(i, row)| {
                    let cells: Vec<Cell> = match row {
                        RowText::Line(line) => line.split('|').map(|c| Cell::Text(c.trim().to_owned())).collect(),
                        RowText::Cells(cells) => cells.clone(),
                    };
                    let mut cells = cells
                        .into_iter()
                        .enumerate()
                        .map(|(j, c)| (format!("{path}.rows[{i}][{j}]"), c));
                    let (label_path, label) = cells
                        .next()
                        .map_or_else(|| (format!("{path}.rows[{i}]"), String::new()), |(p, c)| (p, c.text()));
                    Row {
                        label,
                        label_path,
                        cells: cells.collect(),
                    }
                })
                .collect(),
            Self::Keyed(rows) => rows
                .iter()
                .map(|(label, cells)| Row {
                    label: label.trim().to_owned(),
                    label_path: format!("{path}.rows[{label:?}]"),
                    cells: cells
                        .iter()
                        .enumerate()
                        .map(|(j, c)| (format!("{path}.rows[{label:?}][{j}]"), c.clone()))
                        .collect(),
                })
                .collect(),
        }
    }
}

/// A whole table as printed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct TablePatch {
    /// Where the table comes from; the set-up itself if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// The rows. The label of a die row is `"<=5"`, `"6"` or `">=11"`.
    pub rows: Rows,
}

/// A whole table as printed, with columns of strengths or odds.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ColumnsPatch {
    /// Where the table comes from; the set-up itself if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// The columns from the weakest, without a gap: strengths `"1"`, `"2-3"`, `"14+"`, or odds `"1/2"`, `"3/1"`.
    pub columns: Vec<String>,
    /// The rows, one for each face of the die.
    pub rows: Rows,
}

crate::patch! {
    /// A change to the road entry of a terrain chart.
    pub struct RoadPatch {
        /// Where the cost comes from; the set-up itself if absent.
        pub source: Option<String>,
        /// The cost to enter a hex along a road, 1 to 9 MP.
        pub mp: Option<Cell>,
    }
}
