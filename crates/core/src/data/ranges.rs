//! The ranges of weapons, and their modifiers at each range.

use crate::cases::case::Cite;
use crate::data::cells::Cell;
use crate::data::chart::{Provenance, Source};
use crate::data::tables::ChartReader;
use crate::geometry::near::many;
use core::fmt::{Display, Write as _};
use std::collections::BTreeMap;

/// The longest range of a weapon, in hexes.
const MOST: usize = 20;

/// Modifiers by weapon and range. A weapon has one modifier for each hex of its range.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Ranges<W> {
    /// The modifiers of each weapon at ranges 1, 2, … hexes.
    pub rows: BTreeMap<W, Vec<i32>>,
    /// Where the modifiers come from. Parts are `"bow 1"`, and `"bow range"` for the range of a weapon.
    pub sources: Provenance,
}

impl<W: Copy + Ord + Display> Ranges<W> {
    /// Returns the range of a weapon, in hexes; 0 for one that has no row.
    pub fn reach(&self, weapon: W) -> u32 {
        self.rows.get(&weapon).map_or(0, |row| row.len() as u32)
    }
    /// Returns the modifier at a range of 1 hex or more; `None` beyond the range of the weapon.
    pub fn drm(&self, weapon: W, range: u32) -> Option<i32> {
        let row = self.rows.get(&weapon)?;
        row.get((range as usize).checked_sub(1)?).copied()
    }

    /// Reads the ranges of a patch over the old ranges. `given` has each weapon with its new cells, or `None` if they
    /// stay. `source` is the text of the source of the new cells, and `parts` has the texts of the sources of single
    /// parts. `cite` is the Case of ranges.
    pub fn read<'p>(
        old: Option<&Self>,
        given: impl Iterator<Item = (W, Option<&'p Vec<Cell>>)>,
        (source, parts): (Option<&str>, &BTreeMap<String, String>),
        cite: Cite,
        r: &mut ChartReader<'_>,
    ) -> Self {
        let mut rows = BTreeMap::new();
        let mut touched = Vec::new();
        for (weapon, cells) in given {
            let was = old.and_then(|o| o.rows.get(&weapon));
            let row = r.whole(&weapon.to_string(), cells, was, |r, cells, path| {
                if !(1..=MOST).contains(&cells.len()) {
                    let message = format!("a range of {}: 1 to {MOST}", many(cells.len(), "hex"));
                    r.faults.push(path, message, Some(cite));
                }
                let cells = cells.iter().take(MOST).enumerate();
                let drms = cells.map(|(i, c)| c.modifier(&format!("{path}[{i}]"), r.faults));
                Some(drms.collect())
            });
            rows.insert(weapon, row.unwrap_or_default());
            if cells.is_some() {
                touched.extend((1..=MOST).map(|n| format!("{weapon} {n}")));
                touched.push(format!("{weapon} range"));
            }
        }
        let source = r.source(source);
        let known = |part: &str| {
            part.split_once(' ').is_some_and(|(word, what)| {
                rows.keys().any(|w| w.to_string() == word) && (what == "range" || what.parse::<u8>().is_ok())
            })
        };
        let new = r.parts(parts, &known);
        let touched: Vec<&str> = touched.iter().map(String::as_str).collect();
        let sources = Provenance::changed(old.map(|o| o.sources.clone()), source, &touched, new);
        Self { rows, sources }
    }

    /// Appends everything as text, the same on every machine, for digests.
    pub fn canon(&self, text: &mut String) {
        for (weapon, row) in &self.rows {
            let _ = writeln!(text, "{weapon} {row:?}");
        }
    }
    /// Returns the lines of a sheet: the weapon and its modifiers, each with its mark. The lines may have
    /// different lengths. Give the head of the sheet as many columns as the longest line has cells.
    pub fn lines(&self) -> Vec<Vec<String>> {
        let cell =
            |weapon: W, n: usize, drm: i32| format!("{drm:+}{}", self.sources.mark(&format!("{weapon} {}", n + 1)));
        let line = |(&weapon, row): (&W, &Vec<i32>)| {
            let cells = row.iter().enumerate().map(|(n, &drm)| cell(weapon, n, drm));
            core::iter::once(weapon.to_string()).chain(cells).collect()
        };
        self.rows.iter().map(line).collect()
    }
    /// Calls `note` with the source of the whole, and with the source of each part that has its own, as
    /// [`Provenance::tell`] does.
    pub fn tell(&self, what: &str, note: &mut impl FnMut(String, &Source)) {
        self.sources.tell(what, note);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decisions::fault::SetupFaults;

    const CASE: Cite = Cite::library("ranges");

    fn read(
        old: Option<&Ranges<&'static str>>,
        bow: Option<&Vec<Cell>>,
        faults: &mut SetupFaults,
    ) -> Ranges<&'static str> {
        let parts = [("bow 1".to_owned(), "rulebook 7.4".to_owned())].into();
        let none = BTreeMap::new();
        let mut r = ChartReader::new("charts.ranges", old.is_none(), faults);
        let gun = vec![Cell::Number(0), Cell::Text("\u{2212}1".to_owned())];
        let given = [("bow", bow), ("gun", old.is_none().then_some(&gun))];
        let whence = if old.is_none() {
            (Some("house: a test"), &parts)
        } else {
            (None, &none)
        };
        Ranges::read(old, given.into_iter(), whence, CASE, &mut r)
    }

    #[test]
    fn a_row_is_as_long_as_the_range() {
        let mut faults = SetupFaults::default();
        let ranges = read(None, Some(&vec![Cell::Number(2), Cell::Number(1), Cell::Number(-1)]), &mut faults);
        assert!(faults.0.is_empty(), "{faults}");
        assert_eq!((ranges.reach("bow"), ranges.reach("sling")), (3, 0));
        assert_eq!([0, 1, 3, 4].map(|n| ranges.drm("bow", n)), [None, Some(2), Some(-1), None]);
        assert_eq!(ranges.lines(), [vec!["bow", "+2", "+1+", "-1+"], vec!["gun", "+0+", "-1+"]]);
        let changed = read(Some(&ranges), Some(&vec![Cell::Number(1)]), &mut faults);
        assert_eq!((changed.reach("bow"), changed.reach("gun")), (1, 2));
        assert_eq!(changed.sources.mark("bow 1"), "+");
        let mut text = String::new();
        changed.canon(&mut text);
        assert_eq!(text, "bow [1]\ngun [0, -1]\n");
        read(None, None, &mut faults);
        read(Some(&ranges), Some(&Vec::new()), &mut faults);
        let paths: Vec<&str> = faults.0.iter().map(|f| f.path.as_str()).collect();
        assert_eq!(paths, ["charts.ranges.bow", "charts.ranges.bow"]);
    }
}
