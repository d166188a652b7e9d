//! Printed tables: a result for each row and column, and where it comes from.

use crate::cases::ledger::Shift;
use core::fmt::{self, Write};
use core::ops::RangeInclusive;
use core::str::FromStr;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use thiserror::Error;

/// Where a table, a counter or a layer of a map comes from.
///
/// In files it is a string: `"rulebook 8.3.1"`, `"account: whose"`, `"reconstructed: why"`, `"house: why"`.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(try_from = "String", into = "String")]
pub enum Source {
    /// Printed in the rulebook, at this Case.
    Rulebook(String),
    /// Reported of the printed game by a public account: whose, and how reliable it is.
    Account(String),
    /// Not known as printed, and reconstructed for this reason.
    Reconstructed(String),
    /// Neither printed nor reconstructed: made up by an author or a set-up, for this reason.
    House(String),
}

/// A text that is not a source.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error(
    "{0:?} is not a source: expected \"rulebook <Case>\", \"account: <whose>\", \"reconstructed: <why>\" or \"house: <why>\""
)]
pub struct SourceFault(pub String);

impl Source {
    /// Returns whether the value is as printed in the rulebook.
    pub const fn is_printed(&self) -> bool {
        matches!(self, Self::Rulebook(_))
    }
    /// Returns the mark on a player aid sheet: none for the rulebook, `'` for an account of the printed game, `*` for a
    /// reconstruction, `+` for a value that is made up.
    pub const fn mark(&self) -> &'static str {
        match self {
            Self::Rulebook(_) => "",
            Self::Account(_) => "'",
            Self::Reconstructed(_) => "*",
            Self::House(_) => "+",
        }
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rulebook(case) => write!(f, "rulebook {case}"),
            Self::Account(whose) => write!(f, "account: {whose}"),
            Self::Reconstructed(why) => write!(f, "reconstructed: {why}"),
            Self::House(why) => write!(f, "house: {why}"),
        }
    }
}

impl FromStr for Source {
    type Err = SourceFault;
    fn from_str(text: &str) -> Result<Self, SourceFault> {
        let after = |head| {
            let rest = text.strip_prefix(head)?.trim();
            (!rest.is_empty()).then(|| rest.to_owned())
        };
        after("rulebook ")
            .map(Self::Rulebook)
            .or_else(|| after("account:").map(Self::Account))
            .or_else(|| after("reconstructed:").map(Self::Reconstructed))
            .or_else(|| after("house:").map(Self::House))
            .ok_or_else(|| SourceFault(text.to_owned()))
    }
}

impl TryFrom<String> for Source {
    type Error = SourceFault;
    fn try_from(text: String) -> Result<Self, SourceFault> {
        text.parse()
    }
}

impl From<Source> for String {
    fn from(source: Source) -> Self {
        source.to_string()
    }
}

/// Where each part of a group of values comes from: one source for the whole, others for parts by name.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Provenance {
    /// The source of every part that is not named below.
    pub source: Source,
    /// The sources of single parts: `"guns"` to `"rulebook 7.5.2"`.
    pub parts: BTreeMap<String, Source>,
}

impl Provenance {
    /// Creates one source for the whole.
    pub const fn whole(source: Source) -> Self {
        Self {
            source,
            parts: BTreeMap::new(),
        }
    }
    /// Returns the provenance after the parts `touched` have changed by this source. `parts` has sources of single
    /// parts.
    ///
    /// Without an `old` provenance, `source` is the source of the whole.
    pub fn changed(old: Option<Self>, source: Source, touched: &[&str], parts: BTreeMap<String, Source>) -> Self {
        let mut out = match old {
            None => Self::whole(source),
            Some(mut old) => {
                old.parts
                    .extend(touched.iter().map(|&part| (part.to_owned(), source.clone())));
                old
            }
        };
        out.parts.extend(parts);
        out
    }
    /// Returns the source of a part.
    pub fn of(&self, part: &str) -> &Source {
        self.parts.get(part).unwrap_or(&self.source)
    }
    /// Returns the mark of a part on a player aid sheet, as [`Source::mark`] does.
    pub fn mark(&self, part: &str) -> &'static str {
        self.of(part).mark()
    }
    /// For a group that is reconstructed as a whole: returns, in words, the [`parts`](Self::parts) that are not: `" (save guns,
    /// sight)"`. Empty if there are none.
    pub fn exempt(&self) -> String {
        let printed: Vec<&str> = self
            .parts
            .iter()
            .filter(|(_, s)| !matches!(s, Source::Reconstructed(_)))
            .map(|(p, _)| p.as_str())
            .collect();
        if printed.is_empty() {
            String::new()
        } else {
            format!(" (save {})", printed.join(", "))
        }
    }
    /// Calls `note` with the source of the whole and a text: `what`, followed by what [`Provenance::exempt`] returns. Then calls
    /// `note` once for each part with a source of its own.
    pub fn tell(&self, what: &str, note: &mut impl FnMut(String, &Source)) {
        note(format!("{what}{}", self.exempt()), &self.source);
        for (part, source) in &self.parts {
            if *source != self.source {
                note(format!("{what}, {part}"), source);
            }
        }
    }
}

/// A layer of the map, and where it comes from.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Layer {
    /// The name of the layer: `"levels"`, or the name of a river.
    pub name: String,
    /// Where the layer comes from.
    pub source: Source,
}

/// What is wrong with a table.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ChartFault {
    /// A row or column is missing, or there is one too many.
    #[error("{table}: {what}: expected {need}, found {have}")]
    Shape {
        /// The name of the table.
        table: String,
        /// The part with the wrong number: `"rows"`, or `"cells of row 7"`.
        what: String,
        /// The number that is needed.
        need: usize,
        /// The number that was found.
        have: usize,
    },
    /// The table has no row or no column.
    #[error("{table}: a table without rows or columns")]
    Empty {
        /// The name of the table.
        table: String,
    },
    /// Two columns have the same name.
    #[error("{table}: two columns are called {column:?}")]
    Twice {
        /// The name of the table.
        table: String,
        /// The name of the columns.
        column: String,
    },
    /// The number of a column is no more than that of the column before it.
    #[error("{table}: column {column:?} does not start above the one before it")]
    Unordered {
        /// The name of the table.
        table: String,
        /// The name of the column.
        column: String,
    },
    /// The table does not have the row or column that was named.
    #[error("{table}: there is no cell in row {row}, column {column}")]
    NoCell {
        /// The name of the table.
        table: String,
        /// The number of the row.
        row: i32,
        /// The index of the column, from 0.
        column: usize,
    },
    /// A result is less than that of the row above it.
    #[error("{table}, column {column:?}: row {row} has {have} after {before}")]
    Falls {
        /// The name of the table.
        table: String,
        /// The name of the column.
        column: String,
        /// The number of the row.
        row: i32,
        /// The number that `key` of [`ResultTable::monotone`] returned for the result of this row.
        have: i32,
        /// The number that `key` returned for the result of the row above.
        before: i32,
    },
}

/// A table of results: rows numbered without a gap (die rolls, strengths), named columns, every cell present.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ResultTable<T> {
    name: String,
    low: i32,
    high: i32,
    columns: Box<[String]>,
    cells: Box<[T]>,
    source: Source,
    exceptions: Vec<(i32, usize, Source)>,
}

impl<T> ResultTable<T> {
    /// Creates a table of the rows `low..=high`, each with one cell for each column.
    ///
    /// # Errors
    /// When there are no rows or columns, two columns share a name, or there is a row or a cell too few or too many.
    pub fn new(
        name: impl Into<String>,
        rows: RangeInclusive<i32>,
        columns: Vec<String>,
        cells: Vec<Vec<T>>,
        source: Source,
    ) -> Result<Self, ChartFault> {
        let (table, low, high) = (name.into(), *rows.start(), *rows.end());
        if low > high || columns.is_empty() {
            return Err(ChartFault::Empty { table });
        }
        if let Some(column) = (1..columns.len()).find(|&n| columns[..n].contains(&columns[n])) {
            let column = columns[column].clone();
            return Err(ChartFault::Twice { table, column });
        }
        let need = (high.abs_diff(low) as usize).saturating_add(1);
        if cells.len() != need {
            return Err(ChartFault::Shape {
                table,
                what: "rows".to_owned(),
                need,
                have: cells.len(),
            });
        }
        if let Some((row, bad)) = rows.zip(&cells).find(|(_, c)| c.len() != columns.len()) {
            return Err(ChartFault::Shape {
                table,
                what: format!("cells of row {row}"),
                need: columns.len(),
                have: bad.len(),
            });
        }
        Ok(Self {
            name: table,
            low,
            high,
            columns: columns.into(),
            cells: cells.into_iter().flatten().collect(),
            source,
            exceptions: Vec::new(),
        })
    }
    /// Sets another source for one cell. If you set the source of a cell twice, the last one holds.
    ///
    /// # Errors
    /// When the table has no such cell.
    pub fn with_source(mut self, row: i32, column: usize, source: Source) -> Result<Self, ChartFault> {
        if !self.rows().contains(&row) || column >= self.columns.len() {
            return Err(ChartFault::NoCell {
                table: self.name,
                row,
                column,
            });
        }
        self.exceptions.retain(|(r, c, _)| (*r, *c) != (row, column));
        self.exceptions.push((row, column, source));
        Ok(self)
    }
    /// Returns the name of the table.
    pub fn name(&self) -> &str {
        &self.name
    }
    /// Returns the lowest row.
    pub const fn low(&self) -> i32 {
        self.low
    }
    /// Returns the highest row.
    pub const fn high(&self) -> i32 {
        self.high
    }
    /// Returns the range of rows.
    pub const fn rows(&self) -> RangeInclusive<i32> {
        self.low..=self.high
    }
    /// Returns the names of the columns.
    pub fn columns(&self) -> &[String] {
        &self.columns
    }
    /// Returns the index of a column by its name, from 0.
    pub fn column(&self, name: &str) -> Option<usize> {
        self.columns.iter().position(|c| c == name)
    }
    /// Returns the row for a number. For a number below the lowest row, returns the lowest row. For a number above the
    /// highest row, returns the highest.
    pub fn row(&self, row: i32) -> i32 {
        row.clamp(self.low, self.high)
    }
    /// Returns the result in the row of this number and in a column, the column counted from 0. Beyond the table, the
    /// nearest row or column counts.
    pub fn get(&self, row: i32, column: usize) -> &T {
        let row = self.row(row).abs_diff(self.low) as usize;
        &self.cells[row * self.columns.len() + column.min(self.columns.len() - 1)]
    }
    /// Returns where the table as a whole comes from.
    pub const fn source(&self) -> &Source {
        &self.source
    }
    /// Returns where the result in the row of this number and in a column comes from, the column counted from 0.
    pub fn source_of(&self, row: i32, column: usize) -> &Source {
        let cell = (self.row(row), column.min(self.columns.len() - 1));
        self.exceptions
            .iter()
            .find(|(r, c, _)| (*r, *c) == cell)
            .map_or(&self.source, |(_, _, s)| s)
    }
    /// Checks that no result in a column is less than the result in the row above it. `key` returns the number by which
    /// results are compared. Columns count from 0; a number beyond the last column stands for the last.
    ///
    /// # Errors
    /// The first row that is less.
    pub fn monotone(&self, column: usize, key: impl Fn(&T) -> i32) -> Result<(), ChartFault> {
        let mut before = i32::MIN;
        for row in self.rows() {
            let have = key(self.get(row, column));
            if have < before {
                return Err(ChartFault::Falls {
                    table: self.name.clone(),
                    column: self.columns[column.min(self.columns.len() - 1)].clone(),
                    row,
                    have,
                    before,
                });
            }
            before = have;
        }
        Ok(())
    }
    /// Returns the table as aligned text, each cell shown by `show`.
    ///
    /// Cells that are not as printed have their [mark](Source::mark), and the sources are below the table.
    pub fn sheet(&self, show: impl Fn(&T) -> String) -> String {
        let head = core::iter::once(String::new()).chain(self.columns.iter().cloned());
        let mut lines: Vec<Vec<String>> = vec![head.collect()];
        for row in self.rows() {
            let cells = (0..self.columns.len()).map(|c| show(self.get(row, c)) + self.source_of(row, c).mark());
            lines.push(core::iter::once(row.to_string()).chain(cells).collect());
        }
        let widths: Vec<usize> = (0..=self.columns.len())
            .map(|c| lines.iter().map(|l| l[c].chars().count()).max().unwrap_or(0))
            .collect();
        let mut text = format!("{}\n", self.name);
        for line in &lines {
            let mut row = format!("{:>1$}", line[0], widths[0]);
            for (cell, width) in line.iter().zip(&widths).skip(1) {
                let _ = write!(row, "  {cell:<width$}");
            }
            text += row.trim_end();
            text.push('\n');
        }
        let mut told: Vec<&Source> = Vec::new();
        for source in core::iter::once(&self.source).chain(self.exceptions.iter().map(|e| &e.2)) {
            if !told.contains(&source) {
                let _ = writeln!(text, "{:>1} {source}", source.mark());
                told.push(source);
            }
        }
        text
    }
}

impl<T: fmt::Display> fmt::Display for ResultTable<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.sheet(T::to_string))
    }
}

/// Returns odds as one whole number, rounded in favour of the defender.
///
/// The number is 0 from even up to less than 2 to 1, 1 from 2 to 1 up to less than 3 to 1, -1 from 1 to 2 up to less than
/// even, and so on. Against a defence of 0 it is `i32::MAX`; otherwise, for an attack of 0, it is `i32::MIN`.
pub fn whole_odds(attack: u32, defence: u32) -> i32 {
    let whole = |n: u32| i32::try_from(n).unwrap_or(i32::MAX);
    if defence == 0 {
        i32::MAX
    } else if attack >= defence {
        whole(attack / defence) - 1
    } else if attack == 0 {
        i32::MIN
    } else {
        1 - whole(defence.div_ceil(attack))
    }
}

/// The column that is used for a number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Column {
    /// The index of the column, from 0.
    pub index: usize,
    /// Whether the number lies below the first column, or the shift leads past the first or the last column; the nearest column
    /// is used then. The last column has no end, so a large number alone does not lead past it.
    pub clamped: bool,
}

/// A table of a die by columns of strengths or of odds, which modifiers [shift](Shift).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Columns<T> {
    /// The results; the rows are the faces of the die.
    pub table: ResultTable<T>,
    starts: Box<[i32]>,
}

impl<T> Columns<T> {
    /// Creates a table with the least number of each column: a strength, or [`whole_odds`].
    ///
    /// # Errors
    /// When there is not one number for each column, or they do not ascend.
    pub fn new(table: ResultTable<T>, starts: impl Into<Box<[i32]>>) -> Result<Self, ChartFault> {
        let starts = starts.into();
        let (need, have) = (table.columns.len(), starts.len());
        if need != have {
            return Err(ChartFault::Shape {
                table: table.name,
                what: "starts of columns".to_owned(),
                need,
                have,
            });
        }
        if let Some(n) = starts.windows(2).position(|w| w[0] >= w[1]) {
            return Err(ChartFault::Unordered {
                column: table.columns[n + 1].clone(),
                table: table.name,
            });
        }
        Ok(Self { table, starts })
    }
    /// Returns the least number of each column, ascending.
    pub fn starts(&self) -> &[i32] {
        &self.starts
    }
    /// Returns the column of a number after a shift. The number is of the kind of [`starts`](Self::starts): a strength,
    /// or [`whole_odds`].
    ///
    /// Before the shift, a number less than every start is in the first column.
    pub fn column(&self, value: i32, shift: Shift) -> Column {
        let below = self.starts.partition_point(|&s| s <= value);
        let at = (below.max(1) as i32 - 1).saturating_add(shift.columns);
        let index = at.clamp(0, self.starts.len() as i32 - 1);
        Column {
            index: index as usize,
            clamped: below == 0 || index != at,
        }
    }
    /// Returns the column of a strength, after a shift.
    pub fn strength(&self, strength: u32, shift: Shift) -> Column {
        self.column(i32::try_from(strength).unwrap_or(i32::MAX), shift)
    }
    /// Returns the column of an attack and a defence, after a shift, by [`whole_odds`].
    pub fn odds(&self, attack: u32, defence: u32, shift: Shift) -> Column {
        self.column(whole_odds(attack, defence), shift)
    }
    /// Returns the result of a die roll in a column. The column is shifted already ([`Columns::column`]). `shift.die` is added to
    /// the die, and the sum is limited to the rows of the table.
    pub fn result(&self, column: Column, die: u8, shift: Shift) -> &T {
        self.table.get(i32::from(die).saturating_add(shift.die), column.index)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Creates a table in which every cell holds its row and column.
    fn columns(names: &[&str], starts: &[i32]) -> Result<Columns<(i32, usize)>, ChartFault> {
        let cells = (1..=6).map(|row| (0..names.len()).map(|c| (row, c)).collect());
        let names_ = names.iter().map(ToString::to_string).collect();
        let source = Source::House("test".into());
        let table = ResultTable::new("T", 1..=6, names_, cells.collect(), source)?;
        Columns::new(table, starts)
    }

    #[test]
    fn columns_are_found_by_strength() {
        let c = columns(&["2-3", "4-5", "6+"], &[2, 4, 6]).unwrap();
        let at = |value, total| {
            let Column { index, clamped } = c.strength(value, Shift::of(total));
            (index, clamped)
        };
        let still = [0, 1, 2, 3, 4, 5, 6, u32::MAX].map(|v| at(v, 0));
        let (low, beyond) = ((0, false), (0, true));
        let want = [beyond, beyond, low, low, (1, false), (1, false), (2, false), (2, false)];
        assert_eq!(still, want);
        assert_eq!([at(4, -2), at(4, -3), at(4, -4)], [low, low, beyond]);
        assert_eq!([at(4, 3), at(4, 4), at(9, 2)], [(2, false), (2, true), (2, true)]);
        // What is too weak is read in the first column, and goes on from there.
        assert_eq!(at(1, 2), (1, true));
        for total in [i32::MIN, i32::MAX] {
            assert!(at(4, total).1 && at(u32::MAX, total).1);
        }
    }

    #[test]
    fn columns_are_found_by_odds_rounded_for_the_defender() {
        let c = columns(&["1/2", "1/1", "2/1", "3/1"], &[-1, 0, 1, 2]).unwrap();
        for (attack, defence, want) in [
            (12, 5, (2, false)),
            (2, 3, (0, false)),
            (1, 3, (0, true)),
            (9, 5, (1, false)),
            (4, 5, (0, false)),
            (0, 4, (0, true)),
            (30, 4, (3, false)),
            (0, 0, (3, false)),
            (u32::MAX, 1, (3, false)),
            (1, u32::MAX, (0, true)),
        ] {
            let Column { index, clamped } = c.odds(attack, defence, Shift::default());
            assert_eq!((index, clamped), want, "{attack} to {defence}");
        }
        for attack in 1..40u32 {
            for defence in 1..40u32 {
                // The highest whole odds that the attacker really has.
                let has = |n: i32| {
                    let (a, d) = if n >= 0 { (n + 1, 1) } else { (1, 1 - n) };
                    attack * d as u32 >= a as u32 * defence
                };
                let want = (-60..60).rev().find(|&n| has(n)).unwrap();
                assert_eq!(whole_odds(attack, defence), want, "{attack} to {defence}");
            }
        }
    }

    #[test]
    fn the_odd_point_stays_on_the_die() {
        let c = columns(&["1", "2", "3+"], &[1, 2, 3]).unwrap();
        let result = |die, total| {
            let shift = Shift::of(total);
            *c.result(c.strength(2, shift), die, shift)
        };
        assert_eq!([result(4, 0), result(4, 1), result(4, -3)], [(4, 1), (5, 1), (3, 0)]);
        assert_eq!([result(6, 3), result(1, -1)], [(6, 2), (1, 1)]);
    }

    #[test]
    fn columns_ascend_one_by_one() {
        let fault = |starts: &[i32]| columns(&["a", "b"], starts).unwrap_err().to_string();
        assert_eq!(fault(&[1]), "T: starts of columns: expected 2, found 1");
        let unordered = "T: column \"b\" does not start above the one before it";
        assert_eq!(fault(&[1, 1]), unordered);
        assert_eq!(fault(&[2, 1]), unordered);
        assert_eq!(columns(&["a", "b"], &[1, 7]).unwrap().starts(), [1, 7]);
    }

    fn table() -> ResultTable<i32> {
        ResultTable::new(
            "Fire",
            -1..=1,
            vec!["near".into(), "far".into()],
            vec![vec![0, -10], vec![3, 0], vec![12, 0]],
            Source::Rulebook("8.3.1".into()),
        )
        .unwrap()
    }

    #[test]
    fn sources_are_strings() {
        for text in ["rulebook 8.3.1", "reconstructed: the sheet is lost", "house: for speed"] {
            let source: Source = text.parse().unwrap();
            assert_eq!(source.to_string(), text);
            assert_eq!(serde_json::to_string(&source).unwrap(), format!("{text:?}"));
            assert_eq!(serde_json::from_str::<Source>(&format!("{text:?}")).unwrap(), source);
            assert_eq!(source.is_printed(), text.starts_with("rulebook"));
        }
        for text in [
            "",
            "rulebook",
            "rulebook ",
            "Rulebook 8",
            "reconstructed",
            "reconstructed: ",
            "rulebook:8",
            "guess: x",
        ] {
            assert_eq!(text.parse::<Source>(), Err(SourceFault(text.into())));
            assert!(serde_json::from_str::<Source>(&format!("{text:?}")).is_err());
        }
    }

    #[test]
    fn rows_are_clamped() {
        let t = table();
        assert_eq!((t.low(), t.high(), t.rows()), (-1, 1, -1..=1));
        assert_eq!([-9, -1, 0, 1, i32::MAX].map(|r| *t.get(r, 0)), [0, 0, 3, 12, 12]);
        assert_eq!((*t.get(0, 1), *t.get(-5, 9)), (0, -10));
        assert_eq!((t.column("far"), t.column("mid"), t.name()), (Some(1), None, "Fire"));
        assert_eq!(t.columns(), ["near", "far"]);
    }

    #[test]
    fn a_table_is_whole_or_a_fault() {
        let make = |rows: RangeInclusive<i32>, columns: &[&str], cells: Vec<Vec<u8>>| {
            let columns = columns.iter().map(ToString::to_string).collect();
            ResultTable::new("T", rows, columns, cells, Source::House("test".into()))
                .map(|_| ())
                .map_err(|f| f.to_string())
        };
        let err = |text: &str| Err(text.to_owned());
        let low = 2;
        assert_eq!(make(1..=2, &["a"], vec![vec![1], vec![2]]), Ok(()));
        assert_eq!(make(1..=2, &["a"], vec![vec![1]]), err("T: rows: expected 2, found 1"));
        assert_eq!(make(1..=1, &["a", "b"], vec![vec![1]]), err("T: cells of row 1: expected 2, found 1"));
        assert_eq!(make(1..=1, &["a", "a"], vec![vec![1, 2]]), err("T: two columns are called \"a\""));
        assert_eq!(make(1..=1, &[], vec![vec![]]), err("T: a table without rows or columns"));
        assert_eq!(make(low..=1, &["a"], vec![]), err("T: a table without rows or columns"));
        assert!(make(i32::MIN..=i32::MAX, &["a"], vec![]).is_err());
        let last = i32::MAX..=i32::MAX;
        assert_eq!(make(last, &["a"], vec![vec![1]]), Ok(()));
        let fault = table().with_source(2, 0, Source::House("x".into())).unwrap_err();
        assert_eq!(fault.to_string(), "Fire: there is no cell in row 2, column 0");
    }

    #[test]
    fn falling_results_are_found() {
        assert_eq!(table().monotone(0, |&x| x), Ok(()));
        assert_eq!(table().monotone(1, |&x| x), Ok(()));
        let fault = table().monotone(0, |&x| -x).unwrap_err();
        assert_eq!(fault.to_string(), "Fire, column \"near\": row 0 has -3 after 0");
    }

    #[test]
    fn a_sheet_marks_what_is_not_printed() {
        let why = Source::Reconstructed("torn".into());
        let t = table().with_source(1, 0, why.clone()).unwrap();
        let t = t.with_source(-1, 1, Source::House("ours".into())).unwrap();
        let t = t.with_source(1, 0, why.clone()).unwrap();
        assert_eq!(t.source_of(7, 0), &why);
        assert_eq!(t.source_of(0, 0), t.source());
        assert_eq!(
            t.to_string(),
            "Fire\n    near  far\n-1  0     -10+\n 0  3     0\n 1  12*   0\n  rulebook 8.3.1\n+ house: ours\n* reconstructed: torn\n"
        );
    }
}
