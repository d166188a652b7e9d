//! Charts as data: cells, rows, whole tables and groups of values, read with all their faults.

use crate::cases::case::Cite;
use crate::data::chart::{Provenance, ResultTable, Source};
use crate::data::reading::{parts, ranged, source};
use crate::turns::fault::SetupFaults;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A text without its blanks, a typographic minus or dash read as `-`.
pub fn squeezed(text: &str) -> String {
    text.chars()
        .filter(|c| !c.is_whitespace())
        .map(|c| if c == '\u{2212}' || c == '\u{2013}' { '-' } else { c })
        .collect()
}

/// Serde by the printed form, for results that have `named` and `Display`: `as_printed!(Fate: "fire result")`.
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
#[serde(untagged, expecting = "a row: \"8 | D | Rt\" or [\"8\", \"D\", \"Rt\"]")]
pub enum RowText {
    /// Cells with strokes between them.
    Line(String),
    /// A list of cells.
    Cells(Vec<Cell>),
}

/// The rows of a table, in a list or keyed by their labels.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
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
#[serde(deny_unknown_fields)]
pub struct TablePatch {
    /// Where it comes from; the set-up, if not said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// Its rows. A die label is `"<=5"`, `"6"` or `">=11"`.
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

/// The points to enter a hex along a road and where they come from, over the old ones; without those they are demanded.
pub fn road(old: Option<(u8, &Source)>, patch: &RoadPatch, path: &str, faults: &mut SetupFaults) -> (u8, Source) {
    let mp = match (&patch.mp, old) {
        (None, Some((mp, source))) => return (mp, source.clone()),
        (None, None) => {
            faults.push(format!("{path}.mp"), "is missing", None);
            1
        }
        (Some(cell), _) => match cell.number() {
            Some(n) if (1..=9).contains(&n) => n as u8,
            _ => {
                let message = format!("`{}` is no cost: 1 to 9", cell.text());
                faults.push(format!("{path}.mp"), message, None);
                1
            }
        },
    };
    let source = source(patch.source.as_deref(), old.is_none(), path, faults);
    (mp, source)
}

/// A whole table or chart, read by `read` if it is given; else, or if it cannot be read, the old one. It is missing if
/// there is none.
pub fn whole<P, T: Clone>(
    given: Option<&P>,
    old: Option<&T>,
    path: &str,
    faults: &mut SetupFaults,
    read: impl FnOnce(&P, &str, &mut SetupFaults) -> Option<T>,
) -> Option<T> {
    if given.is_none() && old.is_none() {
        faults.push(path, "is missing", None);
    }
    given
        .and_then(|patch| read(patch, path, faults))
        .or_else(|| old.cloned())
}

/// A struct of modifiers, read from a group patch with the same fields over an old one: `modifiers!(faults, path, patch,
/// old, FireDrms { village, trench })`. Its `sources` are their [`Provenance`].
#[macro_export]
macro_rules! modifiers {
    ($faults:expr, $path:expr, $patch:expr, $old:expr, $type:ident { $($field:ident),* $(,)? }) => {{
        let (patch, old) = ($patch, $old);
        let mut reader =
            $crate::cells::GroupReader::new($faults, $path, old.map(|o| &o.sources));
        $(let $field = {
            let name = stringify!($field);
            reader.modifier(name, name, patch.$field.as_ref(), old.map(|o| o.$field))
        };)*
        $type {
            $($field,)*
            sources: reader.provenance(
                patch.source.as_deref(),
                &patch.parts,
                &[$(stringify!($field)),*],
            ),
        }
    }};
}

/// A group of values as it is read over what stood there before: what is not given stays, and without anything before
/// it is a fault. What is given takes the group's new source.
#[derive(Debug)]
pub struct GroupReader<'a> {
    faults: &'a mut SetupFaults,
    path: String,
    old: Option<&'a Provenance>,
    touched: Vec<&'static str>,
}

impl<'a> GroupReader<'a> {
    /// A reader of the group at `path`; `old` says where each part came from.
    pub const fn new(faults: &'a mut SetupFaults, path: String, old: Option<&'a Provenance>) -> Self {
        Self {
            faults,
            path,
            old,
            touched: Vec::new(),
        }
    }
    fn missing(&mut self, field: &str) {
        self.faults.push(format!("{}.{field}", self.path), "is missing", None);
    }
    /// A modifier, -9 to 9.
    pub fn modifier(&mut self, field: &'static str, part: &'static str, given: Option<&Cell>, old: Option<i32>) -> i32 {
        let Some(cell) = given else {
            return old.unwrap_or_else(|| {
                self.missing(field);
                0
            });
        };
        self.touched.push(part);
        cell.modifier(&format!("{}.{field}", self.path), self.faults)
    }
    /// A number within a range.
    pub fn number<T: TryFrom<i64> + Into<i64> + Default>(
        &mut self,
        field: &'static str,
        given: Option<i64>,
        old: Option<T>,
        range: (i64, i64),
        cite: Cite,
    ) -> T {
        // A number that stays is measured too: the range may hang on one that was given.
        let n = given.or(old.map(T::into)).unwrap_or_else(|| {
            self.missing(field);
            range.0
        });
        if given.is_some() {
            self.touched.push(field);
        }
        let path = format!("{}.{field}", self.path);
        T::try_from(ranged(n, range, &path, cite, self.faults)).unwrap_or_default()
    }
    /// A yes or no.
    pub fn flag(&mut self, field: &'static str, part: &'static str, given: Option<bool>, old: Option<bool>) -> bool {
        if given.is_some() {
            self.touched.push(part);
        }
        given.or(old).unwrap_or_else(|| {
            self.missing(field);
            false
        })
    }
    /// A word of a closed list, read by `named`; `wanted` lists them.
    pub fn word<T: Copy>(
        &mut self,
        field: &'static str,
        given: Option<&str>,
        old: Option<T>,
        wanted: &str,
        named: impl Fn(&str) -> Option<T>,
    ) -> Option<T> {
        let Some(word) = given else {
            if old.is_none() {
                self.missing(field);
            }
            return old;
        };
        self.touched.push(field);
        let read = named(word);
        if read.is_none() {
            let message = format!("`{word}` is not known: {wanted}");
            self.faults.push(format!("{}.{field}", self.path), message, None);
        }
        read
    }
    /// Movement costs, `least` to 9 or `"NA"`, one for each of those named in `who`; their sources are the `parts`.
    pub fn costs<const N: usize>(
        &mut self,
        field: &'static str,
        parts: &[&'static str],
        who: &str,
        given: Option<&Vec<Cell>>,
        old: Option<[Option<u8>; N]>,
        least: i64,
    ) -> [Option<u8>; N] {
        let Some(cells) = given else {
            return old.unwrap_or_else(|| {
                self.missing(field);
                [None; N]
            });
        };
        self.touched.extend(parts);
        let path = format!("{}.{field}", self.path);
        if cells.len() != N {
            let message = format!("wants {N} values, {who}; has {}", cells.len());
            self.faults.push(&path, message, None);
        }
        let mut out = [None; N];
        for (i, cell) in cells.iter().take(N).enumerate() {
            if cell.text().eq_ignore_ascii_case("NA") {
                continue;
            }
            match cell.number() {
                Some(n) if (least..=9).contains(&n) => out[i] = Some(n as u8),
                _ => self.faults.push(
                    format!("{path}[{i}]"),
                    format!("`{}` is no cost: {least} to 9, or NA", cell.text()),
                    None,
                ),
            }
        }
        out
    }
    /// Notes a value that this group does not have.
    pub fn forbid(&mut self, field: &str, given: bool) {
        if given {
            self.faults
                .push(format!("{}.{field}", self.path), "this row has no such value", None);
        }
    }
    /// Where each part of the group comes from now; `known` are its parts.
    pub fn provenance(self, text: Option<&str>, given: &BTreeMap<String, String>, known: &[&str]) -> Provenance {
        let whole = source(text, self.old.is_none(), &self.path, self.faults);
        let new = parts(given, &|p| known.contains(&p), &self.path, self.faults);
        match self.old {
            None => Provenance {
                source: whole,
                parts: new,
            },
            Some(old) => {
                let mut out = old.clone();
                for part in self.touched {
                    out.parts.insert(part.to_owned(), whole.clone());
                }
                out.parts.extend(new);
                out
            }
        }
    }
}

/// The number of a die label, and whether it stands for all below or above.
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

/// A [`ResultTable`] from a patch: rows by die or number, without a gap, the ends open or not; `named` reads a cell.
/// `None` when anything is wrong with it.
pub fn table<T>(
    name: &str,
    columns: &[&str],
    patch: &TablePatch,
    demanded: bool,
    path: &str,
    named: impl Fn(&str) -> Option<T>,
    faults: &mut SetupFaults,
) -> Option<ResultTable<T>> {
    let before = faults.0.len();
    let source = source(patch.source.as_deref(), demanded, path, faults);
    let mut rows: BTreeMap<i32, (i8, String, Vec<T>)> = BTreeMap::new();
    for row in patch.rows.read(path) {
        let Some((n, open)) = row_label(&row.label) else {
            faults.push(&row.label_path, format!("`{}` is no row: a number, <= or >= and a number", row.label), None);
            continue;
        };
        if row.cells.len() != columns.len() {
            faults.push(
                &row.label_path,
                format!("row {n} has {} cells and wants {}", row.cells.len(), columns.len()),
                None,
            );
        }
        let mut cells = Vec::new();
        for (path, cell) in &row.cells {
            match named(&cell.text()) {
                Some(value) => cells.push(value),
                None => faults.push(path, format!("`{}` is no result", cell.text()), None),
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
            let message = format!("row {n} is open, but not the table's end");
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
    use crate::data::chart::Source;

    fn read(json: &str) -> (Option<ResultTable<i32>>, Vec<String>) {
        let patch: TablePatch = serde_json::from_str(json).unwrap();
        let mut faults = SetupFaults::default();
        let named = |text: &str| text.parse().ok();
        let table = table("T", &["a", "b"], &patch, true, "t", named, &mut faults);
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
                assert_eq!(faults, ["t.rows[1][2]"]);
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
            "t.source",
            "t.rows[0][0]",
            "t.rows[1][0]",
            "t.rows[2][0]",
            "t.rows[4][2]",
            "t.rows[3][0]",
            "t.rows",
        ];
        assert_eq!(faults, want);
        assert_eq!(read(r#"{"source": "house: a", "rows": []}"#).1, ["t.rows"]);
    }

    #[test]
    fn a_group_keeps_what_is_not_given() {
        let old = Provenance::whole(Source::Rulebook("9.0".into()));
        let mut faults = SetupFaults::default();
        let mut r = GroupReader::new(&mut faults, "g".into(), Some(&old));
        assert_eq!(r.modifier("fire", "fire", None, Some(-2)), -2);
        let two = Cell::Text("+2".into());
        assert_eq!(r.modifier("melee", "melee", Some(&two), Some(0)), 2);
        assert!(r.flag("charge", "charge", None, Some(true)));
        let cells = vec![Cell::Number(1), Cell::Text("na".into())];
        let costs = r.costs("mp", &["mp"], "foot and horse", Some(&cells), None, 1);
        assert_eq!(costs, [Some(1), None]);
        let word = |w: &str| (w == "test").then_some(1);
        assert_eq!(r.word("disorder", Some("test"), None, "test", word), Some(1));
        let now = r.provenance(Some("house: ours"), &BTreeMap::new(), &[]);
        assert!(faults.0.is_empty(), "{faults}");
        assert!(now.of("fire").is_printed() && now.of("charge").is_printed());
        for part in ["melee", "mp", "disorder"] {
            assert_eq!(now.mark(part), "+");
        }

        let mut r = GroupReader::new(&mut faults, "g".into(), None);
        r.modifier("fire", "fire", None, None);
        r.modifier("melee", "melee", Some(&Cell::Number(10)), None);
        r.flag("charge", "charge", None, None);
        r.costs("mp", &["mp"], "foot and horse", Some(&vec![Cell::Number(0)]), None::<[_; 2]>, 1);
        r.word("disorder", Some("x"), None, "test", word);
        r.forbid("down", true);
        r.provenance(None, &BTreeMap::new(), &[]);
        let paths: Vec<_> = faults.0.iter().map(|f| f.path.as_str()).collect();
        let want = [
            "g.fire",
            "g.melee",
            "g.charge",
            "g.mp",
            "g.mp[0]",
            "g.disorder",
            "g.down",
            "g.source",
        ];
        assert_eq!(paths, want);
    }

    crate::group_patch! {
        struct DrmsPatch {
            flank: Option<Cell>,
            rear: Option<Cell>,
        }
    }
    #[derive(Debug)]
    struct Drms {
        flank: i32,
        rear: i32,
        sources: Provenance,
    }

    #[test]
    fn groups_tables_and_roads_lie_over_what_was_or_are_missing() {
        let read = |json: &str, old: Option<&Drms>| {
            let patch: DrmsPatch = serde_json::from_str(json).unwrap();
            let mut faults = SetupFaults::default();
            let path = "drms".to_owned();
            let drms = modifiers!(&mut faults, path, &patch, old, Drms { flank, rear });
            let paths: Vec<String> = faults.0.into_iter().map(|f| f.path).collect();
            (drms, paths)
        };
        let (first, faults) = read(r#"{"source":"rulebook 7","flank":"+1","rear":2}"#, None);
        assert_eq!((first.flank, first.rear, faults.len()), (1, 2, 0));
        let (next, faults) = read(r#"{"rear":3}"#, Some(&first));
        assert_eq!((next.flank, next.rear, faults.len()), (1, 3, 0));
        assert_eq!((next.sources.mark("flank"), next.sources.mark("rear")), ("", "+"));
        assert_eq!(read("{}", None).1, ["drms.flank", "drms.rear", "drms.source"]);

        let mut f = SetupFaults::default();
        let printed = Source::Rulebook("9".into());
        let lane = RoadPatch {
            source: None,
            mp: Some(Cell::Number(10)),
        };
        let old = Some((2, &printed));
        assert_eq!(road(old, &RoadPatch::default(), "road", &mut f), (2, printed.clone()));
        road(old, &lane, "road", &mut f);
        let tens = |n: &i32, _: &str, _: &mut SetupFaults| (*n > 0).then_some(*n * 10);
        assert_eq!(whole(Some(&1), None, "t", &mut f, tens), Some(10));
        assert_eq!(whole(Some(&-1), Some(&7), "t", &mut f, tens), Some(7));
        assert_eq!(whole(None, Some(&7), "t", &mut f, tens), Some(7));
        assert_eq!(whole(None, None, "t", &mut f, tens), None);
        let mut r = GroupReader::new(&mut f, "g".to_owned(), None);
        let house = Cite::library("the hours");
        let hour: u8 = r.number("hour", Some(30), None, (0, 23), house);
        let late: u8 = r.number("late", None, Some(23u8), (0, 12), house);
        let none: i8 = r.number("none", None, None, (-3, 3), house);
        assert_eq!((hour, late, none), (23, 12, -3));
        let paths: Vec<&str> = f.0.iter().map(|f| f.path.as_str()).collect();
        assert_eq!(paths, ["road.mp", "t", "g.hour", "g.late", "g.none"]);
    }
}
