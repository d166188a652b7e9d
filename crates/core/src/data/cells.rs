//! Charts as data: the form of cells, rows and whole tables.

use crate::decisions::fault::SetupFaults;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A text without its blanks, a typographic minus or dash read as `-`.
pub fn squeezed(text: &str) -> String {
    text.chars()
        .filter(|c| !c.is_whitespace())
        .map(|c| if c == '\u{2212}' || c == '\u{2013}' { '-' } else { c })
        .collect()
}

/// Serde by the printed form, for results that have `named` and `Display`: `as_printed!(CombatResult: "fire result")`.
#[macro_export]
macro_rules! as_printed {
    ($($t:ty: $what:literal),*) => {$(
        impl From<$t> for String {
            fn from(value: $t) -> Self {
                value.to_string()
            }
        }
        impl TryFrom<String> for $t {
            type Error = String;
            fn try_from(text: String) -> Result<Self, String> {
                <$t>::named(&text).ok_or_else(|| format!("`{text}` is no {}", $what))
            }
        }
    )*};
}
/// A cell as printed: `"+1"`, `"NA"`, `"- / Ret + CA"`; a bare number will do.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged, expecting = "a number or a text")]
pub enum Cell {
    /// A number.
    Number(i64),
    /// Anything as printed.
    Text(String),
}

impl Cell {
    /// Its text, without blanks around it.
    pub fn text(&self) -> String {
        match self {
            Self::Number(n) => n.to_string(),
            Self::Text(t) => t.trim().to_owned(),
        }
    }
    /// Its number, if it is one; a `+` before it and a typographic minus will do.
    pub fn number(&self) -> Option<i64> {
        match self {
            Self::Number(n) => Some(*n),
            Self::Text(t) => {
                let t = squeezed(t);
                t.strip_prefix('+').unwrap_or(&t).parse().ok()
            }
        }
    }
    /// A modifier, -9 to 9; anything else is noted and read as 0.
    pub fn modifier(&self, path: &str, faults: &mut SetupFaults) -> i32 {
        match self.number() {
            Some(n) if (-9..=9).contains(&n) => n as i32,
            Some(n) => {
                faults.push(path, format!("{n} is out of range: -9 to 9"), None);
                0
            }
            None => {
                faults.push(path, format!("`{}` is no number", self.text()), None);
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
    /// Cells with strokes between them.
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
    /// Rows without label, keyed by it.
    Keyed(BTreeMap<String, Vec<Cell>>),
}

/// A row as read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// Its label.
    pub label: String,
    /// The label's place.
    pub label_path: String,
    /// The cells after it, each with its place.
    pub cells: Vec<(String, Cell)>,
}

impl Rows {
    /// The rows, with the place of each part under `path`.
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
    /// Where it comes from; the set-up, if not said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// Its rows. A die label is `"<=5"`, `"6"` or `">=11"`.
    pub rows: Rows,
}

/// A whole table as printed, with columns that stand for strengths or odds.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ColumnsPatch {
    /// Where it comes from; the set-up, if not said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// Its columns from the weakest: strengths `"1"`, `"2-3"`, `"14+"`, or odds `"1/2"`, `"3/1"`, without a gap.
    pub columns: Vec<String>,
    /// Its rows, one for each face of the die.
    pub rows: Rows,
}

crate::patch! {
    /// A road among the terrains.
    pub struct RoadPatch {
        /// Where it comes from; the set-up, if not said.
        pub source: Option<String>,
        /// Points to enter a hex along it, 1 to 9.
        pub mp: Option<Cell>,
    }
}
