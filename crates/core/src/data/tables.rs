//! Readers of charts: whole tables, groups of values and roads, from a file or as changes to the old charts. They report
//! every fault.

use crate::cases::case::Cite;
use crate::data::cells::{ColumnsPatch, RoadPatch, Rows, TablePatch, squeezed};
use crate::data::chart::{Columns, ResultTable, Source, whole_odds};
use crate::data::reading::{is_default, one_of, parts, source};
use crate::data::values::{Form, Group};
use crate::decisions::fault::SetupFaults;
use crate::geometry::near::many;
use std::collections::BTreeMap;

/// What the columns of a table are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scale {
    /// Strengths, 1 to 99: `"1"`, `"2-3"`, `"14+"`.
    Strength,
    /// Odds of attack to defence, as [`whole_odds`] counts: `"1/2"`, `"3/1"`. The last column has no end.
    Odds,
}

impl Scale {
    /// Returns the least and the greatest number of a column; `None` for the greatest of one without end.
    fn read(self, text: &str) -> Option<(i32, Option<i32>)> {
        let text = squeezed(text);
        let number = |t: &str| t.parse::<u8>().ok().filter(|n| (1..=99).contains(n));
        match self {
            Self::Strength => {
                if let Some(low) = text.strip_suffix('+') {
                    return Some((number(low)?.into(), None));
                }
                let (low, high) = text.split_once('-').unwrap_or((&text, &text));
                Some((number(low)?.into(), Some(number(high)?.into())))
            }
            Self::Odds => {
                let (attack, defence) = text.split_once('/')?;
                let (attack, defence) = (number(attack)?, number(defence)?);
                let at = whole_odds(attack.into(), defence.into());
                (attack == 1 || defence == 1).then_some((at, Some(at)))
            }
        }
    }
}

/// A reader of charts: from a game's file, which gives every chart, or as changes to the old charts.
#[derive(Debug)]
pub struct ChartReader<'a> {
    /// The faults so far.
    pub faults: &'a mut SetupFaults,
    path: String,
    file: bool,
}

impl<'a> ChartReader<'a> {
    /// Creates a reader of the charts at `path`. `file` says whether they are a game's file.
    pub fn new(path: &str, file: bool, faults: &'a mut SetupFaults) -> Self {
        let path = path.to_owned();
        Self { faults, path, file }
    }
    /// Returns a reader of the charts under one key of these charts.
    pub fn within(&mut self, key: &str) -> ChartReader<'_> {
        let path = format!("{}.{key}", self.path);
        ChartReader {
            faults: self.faults,
            path,
            file: self.file,
        }
    }
    /// Adds a fault for a key that none of these charts has. `what` names the kind of the keys; `words` are those that
    /// exist.
    pub fn stray(&mut self, key: &str, what: &str, words: &[&str], cite: Cite) {
        let message = format!("unknown {what} {key:?}; expected {}", one_of(words));
        self.faults.push(format!("{}.{key}", self.path), message, Some(cite));
    }
    /// Reads where these charts come from, by the text of their source.
    pub fn source(&mut self, text: Option<&str>) -> Source {
        source(text, self.file, &self.path, self.faults)
    }
    /// Reads where parts of these charts come from. `known` says whether a part exists.
    pub fn parts(
        &mut self,
        given: &BTreeMap<String, String>,
        known: &dyn Fn(&str) -> bool,
    ) -> BTreeMap<String, Source> {
        parts(given, known, &self.path, self.faults)
    }
    /// Reads a whole chart with `read` if the chart is given. If it is not given or cannot be read, returns the old chart.
    /// A chart that is neither given nor old is a fault.
    pub fn whole<P, T: Clone>(
        &mut self,
        key: &str,
        given: Option<&P>,
        old: Option<&T>,
        read: impl FnOnce(&mut Self, &P, &str) -> Option<T>,
    ) -> Option<T> {
        let path = format!("{}.{key}", self.path);
        if given.is_none() && old.is_none() {
            self.faults.push(&path, "is missing", None);
        }
        given
            .and_then(|patch| read(self, patch, &path))
            .or_else(|| old.cloned())
    }
    /// Reads a table by die or number with fixed columns. `named` reads a cell.
    pub fn table<T: Clone>(
        &mut self,
        key: &str,
        (name, columns): (&str, &[&str]),
        given: Option<&TablePatch>,
        old: Option<&ResultTable<T>>,
        named: impl Fn(&str) -> Option<T>,
    ) -> Option<ResultTable<T>> {
        self.whole(key, given, old, |r, patch, path| {
            let source = source(patch.source.as_deref(), r.file, path, r.faults);
            table(name, columns, source, &patch.rows, path, named, r.faults)
        })
    }
    /// Reads a table of a die, 1 to 6, by columns of strengths or odds. `named` reads a cell.
    pub fn columns<T: Clone>(
        &mut self,
        key: &str,
        (name, scale): (&str, Scale),
        given: Option<&ColumnsPatch>,
        old: Option<&Columns<T>>,
        named: impl Fn(&str) -> Option<T>,
    ) -> Option<Columns<T>> {
        self.whole(key, given, old, |r, patch, path| {
            let starts = starts(&patch.columns, scale, path, r.faults);
            let labels: Vec<&str> = patch.columns.iter().map(String::as_str).collect();
            let source = source(patch.source.as_deref(), r.file, path, r.faults);
            let table = table(name, &labels, source, &patch.rows, path, named, r.faults)?;
            if table.rows() != (1..=6) {
                let message = "the rows are the faces of a die, 1 to 6";
                r.faults.push(format!("{path}.rows"), message, None);
                return None;
            }
            // Columns that are unread or do not ascend are told above.
            Columns::new(table, starts).ok()
        })
    }
    /// Reads a group of values.
    pub fn group<G: Group>(&mut self, key: &str, form: &Form, given: &G::Patch, old: Option<&G>) -> G {
        match old {
            Some(old) if is_default(given) => old.clone(),
            _ => G::read(old, given, form, &format!("{}.{key}", self.path), self.faults),
        }
    }
    /// Reads the cost to enter a hex along a road, in MP, and where it comes from.
    pub fn road(&mut self, key: &str, given: &RoadPatch, old: Option<(u8, &Source)>) -> (u8, Source) {
        let path = format!("{}.{key}.mp", self.path);
        let mp = match (&given.mp, old) {
            (None, Some((mp, source))) => return (mp, source.clone()),
            (None, None) => {
                self.faults.push(path, "is missing", None);
                1
            }
            (Some(cell), _) => match cell.number() {
                Some(n) if (1..=9).contains(&n) => n as u8,
                _ => {
                    let message = format!("{:?} is not a cost: 1 to 9", cell.text());
                    self.faults.push(path, message, None);
                    1
                }
            },
        };
        (mp, self.within(key).source(given.source.as_deref()))
    }
}

/// Returns the least number of each column. They must follow each other without a gap.
fn starts(labels: &[String], scale: Scale, path: &str, faults: &mut SetupFaults) -> Vec<i32> {
    let mut starts: Vec<i32> = Vec::new();
    let mut next: Option<i32> = None;
    for (i, label) in labels.iter().enumerate() {
        let path = format!("{path}.columns[{i}]");
        let Some((low, high)) = scale.read(label) else {
            faults.push(path, format!("{label:?} is not a column"), None);
            continue;
        };
        let joins = i == 0 || next == Some(low);
        if !joins || high.is_some_and(|h| h < low) {
            let message = format!("{label:?} does not begin where the column before it ends");
            faults.push(path, message, None);
        }
        next = high.map(|h| h + 1);
        starts.push(low);
    }
    starts
}

/// Returns the number of a die label, and whether it means all below or above.
fn row_label(text: &str) -> Option<(i32, i8)> {
    let text = squeezed(text);
    let (bare, open) = if let Some(t) = text.strip_prefix("<=").or_else(|| text.strip_prefix('\u{2264}')) {
        (t, -1)
    } else if let Some(t) = text.strip_prefix(">=").or_else(|| text.strip_prefix('\u{2265}')) {
        (t, 1)
    } else {
        (text.as_str(), 0)
    };
    let n: i32 = bare.strip_prefix('+').unwrap_or(bare).parse().ok()?;
    (-99..=99).contains(&n).then_some((n, open))
}

/// Reads a [`ResultTable`] of rows by die or number, without a gap, with open ends or without. `named` reads a cell.
///
/// Returns `None` if anything is wrong with it.
fn table<T>(
    name: &str,
    columns: &[&str],
    source: Source,
    given: &Rows,
    path: &str,
    named: impl Fn(&str) -> Option<T>,
    faults: &mut SetupFaults,
) -> Option<ResultTable<T>> {
    let before = faults.0.len();
    let mut rows: BTreeMap<i32, (i8, String, Vec<T>)> = BTreeMap::new();
    for row in given.read(path) {
        let Some((n, open)) = row_label(&row.label) else {
            faults.push(
                &row.label_path,
                format!("{:?} is not a row: a number, <= or >= and a number", row.label),
                None,
            );
            continue;
        };
        if row.cells.len() != columns.len() {
            faults.push(
                &row.label_path,
                format!("row {n} has {}, expected {}", many(row.cells.len(), "cell"), columns.len()),
                None,
            );
        }
        let mut cells = Vec::new();
        for (path, cell) in &row.cells {
            match named(&cell.text()) {
                Some(value) => cells.push(value),
                None => faults.push(path, format!("{:?} is not a result", cell.text()), None),
            }
        }
        if let Some((_, first, _)) = rows.get(&n) {
            let message = format!("row {n} is given twice, first at {first}");
            faults.push(&row.label_path, message, None);
        } else {
            rows.insert(n, (open, row.label_path, cells));
        }
    }
    let (Some(&low), Some(&high)) = (rows.keys().next(), rows.keys().next_back()) else {
        faults.push(format!("{path}.rows"), "there are no rows", None);
        return None;
    };
    for (&n, (open, label_path, _)) in &rows {
        if (*open < 0 && n != low) || (*open > 0 && n != high) {
            let message = format!("row {n} is open-ended, but not the last");
            faults.push(label_path, message, None);
        }
    }
    for n in low..=high {
        if !rows.contains_key(&n) {
            faults.push(format!("{path}.rows"), format!("row {n} is missing"), None);
        }
    }
    if faults.0.len() > before {
        return None;
    }
    let cells: Vec<Vec<T>> = rows.into_values().map(|(_, _, cells)| cells).collect();
    let columns = columns.iter().map(|&c| c.to_owned()).collect();
    match ResultTable::new(name, low..=high, columns, cells, source) {
        Ok(table) => Some(table),
        Err(e) => {
            faults.push(path, e.to_string(), None);
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::cells::Cell;

    fn read(json: &str) -> (Option<ResultTable<i32>>, Vec<String>) {
        let patch: TablePatch = serde_json::from_str(json).unwrap();
        let mut faults = SetupFaults::default();
        let named = |text: &str| text.parse().ok();
        let mut charts = ChartReader::new("charts", true, &mut faults);
        let table = charts.table("t", ("T", &["a", "b"]), Some(&patch), None, named);
        (table, faults.0.into_iter().map(|f| f.path).collect())
    }

    #[test]
    fn tables_are_read_from_lines_lists_and_keys() {
        for rows in [
            r#"["<=1 | 1 | 2", ">= 2 | 3 | \u22124"]"#,
            r#"[["<=1", 1, 2], [2, "3", -4]]"#,
            r#"{"1": [1, 2], "2": [3, "-4"]}"#,
        ] {
            let (table, faults) = read(&format!(r#"{{"source": "house: a test", "rows": {rows}}}"#));
            if rows.contains("2212") {
                // A result is read by its reader, which here knows no typographic minus.
                assert_eq!(faults, ["charts.t.rows[1][2]"]);
                continue;
            }
            let table = table.unwrap();
            assert_eq!(faults, [""; 0]);
            assert_eq!((table.low(), table.high(), *table.get(2, 1)), (1, 2, -4));
        }
    }

    #[test]
    fn faults_of_a_table_are_all_told() {
        let rows = r#"["x|1|2", "1|1", "1|1|2", "<=2|1|2", "4|1|q"]"#;
        let (table, faults) = read(&format!(r#"{{"rows": {rows}}}"#));
        assert_eq!(table, None);
        let want = [
            "source",
            "rows[0][0]",
            "rows[1][0]",
            "rows[2][0]",
            "rows[4][2]",
            "rows[3][0]",
            "rows",
        ];
        assert_eq!(faults, want.map(|at| format!("charts.t.{at}")));
        assert_eq!(read(r#"{"source": "house: a", "rows": []}"#).1, ["charts.t.rows"]);
    }

    #[test]
    fn charts_lie_over_what_was_or_are_missing() {
        let mut f = SetupFaults::default();
        let printed = Source::Rulebook("9".into());
        let lane = RoadPatch {
            source: None,
            mp: Some(Cell::Number(10)),
        };
        let old = Some((2, &printed));
        let mut r = ChartReader::new("charts", false, &mut f);
        assert_eq!(r.road("road", &RoadPatch::default(), old), (2, printed.clone()));
        r.road("road", &lane, old);
        let tens = |_: &mut ChartReader<'_>, n: &i32, _: &str| (*n > 0).then_some(*n * 10);
        assert_eq!(r.whole("t", Some(&1), None, tens), Some(10));
        assert_eq!(r.whole("t", Some(&-1), Some(&7), tens), Some(7));
        assert_eq!(r.whole("t", None, Some(&7), tens), Some(7));
        assert_eq!(r.within("more").whole("t", None, None, tens), None);
        let paths: Vec<&str> = f.0.iter().map(|f| f.path.as_str()).collect();
        assert_eq!(paths, ["charts.road.mp", "charts.more.t"]);
    }

    #[test]
    fn columns_stand_for_strengths_or_odds_and_go_on_from_each_other() {
        let read = |scale, columns: &str| {
            let rows = r#"["1|1|2", "2|1|2", "3|1|2", "4|1|2", "5|1|2", "6|3|4"]"#;
            let patch = format!(r#"{{"source": "house: a test", "columns": {columns}, "rows": {rows}}}"#);
            let patch: ColumnsPatch = serde_json::from_str(&patch).unwrap();
            let mut faults = SetupFaults::default();
            let mut charts = ChartReader::new("c", true, &mut faults);
            let named = |text: &str| text.parse::<i32>().ok();
            let table = charts.columns("t", ("T", scale), Some(&patch), None, named);
            let starts = table.map(|t| t.starts().to_vec());
            let paths: Vec<String> = faults.0.into_iter().map(|f| f.path).collect();
            (starts, paths.join(" "))
        };
        let good = |starts: [i32; 2]| (Some(starts.to_vec()), String::new());
        assert_eq!(read(Scale::Strength, r#"["1-2", "3+"]"#), good([1, 3]));
        assert_eq!(read(Scale::Odds, r#"["1/2", "1/1"]"#), good([-1, 0]));
        assert_eq!(read(Scale::Strength, r#"["1", "3-4"]"#).1, "c.t.columns[1]");
        assert_eq!(read(Scale::Odds, r#"["x", "3/2"]"#), (None, "c.t.columns[0] c.t.columns[1]".to_owned()));
    }
}
