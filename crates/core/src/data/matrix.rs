//! A matrix of modifiers: attackers by defenders.

use crate::data::cells::Rows;
use crate::data::chart::Source;
use crate::decisions::fault::SetupFaults;
use crate::geometry::near::many;

/// A matrix of modifiers, such as one weapon against another. A row may be missing, for an attacker that does not
/// attack.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Matrix {
    columns: usize,
    cells: Box<[Option<i32>]>,
    /// Where the matrix comes from.
    pub source: Source,
}

impl Matrix {
    /// Returns the modifier in a row and a column, counted from 0, if there is one.
    #[inline]
    pub fn get(&self, row: usize, column: usize) -> Option<i32> {
        let at = row * self.columns + column;
        if column < self.columns {
            self.cells.get(at).copied().flatten()
        } else {
            None
        }
    }
    /// Returns whether the matrix has this row.
    pub fn has(&self, row: usize) -> bool {
        (0..self.columns).any(|column| self.get(row, column).is_some())
    }
    /// Returns everything in one line, for digests.
    pub fn plain(&self) -> String {
        format!("{:?}", self.cells)
    }
    /// Returns the lines of a sheet: the word of each row that exists and its cells, each with its mark.
    pub fn lines(&self, words: &[&str]) -> Vec<Vec<String>> {
        let cell = |n: Option<i32>| n.map_or("-".to_owned(), |n| format!("{n:+}{}", self.source.mark()));
        let line = |row: usize| {
            let cells = (0..self.columns).map(|column| cell(self.get(row, column)));
            core::iter::once(words[row].to_owned()).chain(cells).collect()
        };
        (0..words.len()).filter(|&row| self.has(row)).map(line).collect()
    }

    /// Reads the rows. `words` are the words of all rows that the matrix may have, in the order of the indices that `named`
    /// returns. `named` returns the index of a label, or adds a fault at its path.
    ///
    /// Each row has as many cells as there are `columns`. A row may be given once, and there must be at least one.
    pub fn read(
        rows: &Rows,
        (words, columns): (&[&str], usize),
        source: Source,
        path: &str,
        faults: &mut SetupFaults,
        named: impl Fn(&str, &str, &mut SetupFaults) -> Option<usize>,
    ) -> Self {
        let mut cells = vec![None; words.len() * columns];
        let mut seen = Vec::new();
        for row in rows.read(path) {
            let Some(at) = named(&row.label, &row.label_path, faults) else {
                continue;
            };
            let word = words[at];
            if seen.contains(&at) {
                faults.push(&row.label_path, format!("{word} is given twice"), None);
            }
            seen.push(at);
            if row.cells.len() != columns {
                let message = format!("row {word} has {}, expected {columns}", many(row.cells.len(), "cell"));
                faults.push(&row.label_path, message, None);
            }
            for (column, (path, cell)) in row.cells.iter().take(columns).enumerate() {
                cells[at * columns + column] = Some(cell.modifier(path, faults));
            }
        }
        if seen.is_empty() {
            faults.push(format!("{path}.rows"), "there are no rows", None);
        }
        Self {
            columns,
            cells: cells.into(),
            source,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(rows: &str, faults: &mut SetupFaults) -> Matrix {
        let rows: Rows = serde_json::from_str(rows).unwrap();
        let words = ["horse", "foot"];
        let source = Source::House("a test".into());
        Matrix::read(&rows, (&words, 2), source, "m", faults, |label, path, faults| {
            let found = words.iter().position(|w| *w == label);
            if found.is_none() {
                faults.push(path, format!("{label:?} is not a row"), None);
            }
            found
        })
    }

    #[test]
    fn rows_may_be_missing_and_faults_are_all_told() {
        let mut faults = SetupFaults::default();
        let m = read(r#"["foot | +1 | -2"]"#, &mut faults);
        assert!(faults.0.is_empty(), "{faults}");
        assert_eq!((m.get(1, 1), m.get(1, 2), m.get(0, 0), m.get(7, 0)), (Some(-2), None, None, None));
        assert!(m.has(1) && !m.has(0));
        assert_eq!(m.lines(&["horse", "foot"]), [["foot", "+1+", "-2+"]]);
        assert_eq!(m.plain(), "[None, None, Some(1), Some(-2)]");
        read(r#"["foot|1", "foot|x|2", "mule|1|2"]"#, &mut faults);
        read("[]", &mut faults);
        let paths: Vec<&str> = faults.0.iter().map(|f| f.path.as_str()).collect();
        assert_eq!(paths, ["m.rows[0][0]", "m.rows[1][0]", "m.rows[1][1]", "m.rows[2][0]", "m.rows"]);
    }
}
