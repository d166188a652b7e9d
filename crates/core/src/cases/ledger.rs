//! Ledgers: numbers that show where each part comes from.

use crate::cases::case::Cite;
use crate::geometry::place::Place;
use core::fmt;
use serde::Serialize;

/// One line of a [`Ledger`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Line {
    /// The Case that gives the line.
    pub cite: Cite,
    /// The stable words of the line.
    pub label: &'static str,
    /// The value that the line adds. A line that applies is listed even if it adds 0.
    pub value: i32,
    /// The unit, hex or hexside that the line comes from.
    pub from: Place,
}

/// The effect of a total of modifiers on a table with columns, where two points are worth a column.
///
/// Every two points are one column, rounded towards 0. The odd point goes to the die, with its sign.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Shift {
    /// The number of columns; positive towards the columns of greater strength or odds.
    pub columns: i32,
    /// The value added to the die: -1, 0 or 1.
    pub die: i32,
}

impl Shift {
    /// Returns the shift of a total.
    pub const fn of(total: i32) -> Self {
        Self {
            columns: total / 2,
            die: total % 2,
        }
    }
}

/// Writes `"+1 column, +1 on the die"`, or `"no shift"` for a total of 0.
impl fmt::Display for Shift {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { columns, die } = *self;
        if columns != 0 {
            let s = if columns.abs_diff(0) == 1 { "" } else { "s" };
            write!(f, "{columns:+} column{s}")?;
        }
        match (columns, die) {
            (0, 0) => f.write_str("no shift"),
            (_, 0) => Ok(()),
            (0, _) => write!(f, "{die:+} on the die"),
            _ => write!(f, ", {die:+} on the die"),
        }
    }
}

/// A sum that shows where it comes from: the base, the lines, the total, and how a table limited the total.
///
/// ```
/// use casus_belli::{Cite, Ledger, Line, Place};
///
/// let mut sum = Ledger::new(4); // the face of the die
/// sum.push(Line { cite: Cite::library("slope"), label: "uphill", value: -1, from: Place::Nowhere });
/// assert_eq!((sum.total, sum.net()), (3, -1));
/// assert_eq!(sum.to_string(), "4 -1 uphill (library: slope) = 3");
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Ledger {
    /// The value that the sum starts from, usually the face of the die.
    pub base: i32,
    /// The lines that apply, in book order.
    pub lines: Vec<Line>,
    /// The base and the lines together.
    pub total: i32,
    /// The row or column that was used, if the total lies beyond the end of the table.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clamped: Option<i32>,
    /// The shift of the modifiers, where they move columns and not only the die.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shift: Option<Shift>,
}

impl Ledger {
    /// Creates a ledger without lines over a base.
    pub const fn new(base: i32) -> Self {
        Self {
            base,
            lines: Vec::new(),
            total: base,
            clamped: None,
            shift: None,
        }
    }
    /// Adds a line, and its value to the total.
    pub fn push(&mut self, line: Line) {
        self.total += line.value;
        self.lines.push(line);
    }
    /// Returns the sum of the modifiers, without the base.
    pub fn net(&self) -> i32 {
        self.total - self.base
    }
    /// Returns the same lines over another base.
    #[must_use]
    pub fn over(mut self, base: i32) -> Self {
        self.total += base - self.base;
        self.base = base;
        self
    }
    /// Returns the total, limited to the rows of a table. If that row differs from the total, records the row in
    /// [`clamped`](Ledger::clamped).
    pub fn clamp(&mut self, low: i32, high: i32) -> i32 {
        let row = self.total.clamp(low, high);
        self.clamped = (row != self.total).then_some(row);
        row
    }
    /// Returns the shift of the modifiers without the base, and records it in [`shift`](Ledger::shift).
    ///
    /// Call it when all lines are in the ledger.
    pub fn shifts(&mut self) -> Shift {
        let shift = Shift::of(self.net());
        self.shift = Some(shift);
        shift
    }
}

impl fmt::Display for Ledger {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.base)?;
        for l in &self.lines {
            write!(f, " {:+} {} ({})", l.value, l.label, l.cite)?;
        }
        write!(f, " = {}", self.total)?;
        if let Some(shift) = self.shift {
            let verb = if shift.columns == 0 { "" } else { "shifts " };
            write!(f, ", {verb}{shift}")?;
        }
        if let Some(row) = self.clamped {
            write!(f, ", read as {row}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases::case::{Casebook, Entry, Standing};

    static BOOK: Casebook = Casebook::printed(
        "Ledgers",
        &[Entry {
            number: "1.0",
            title: "Modifiers",
            standing: Standing::Rule,
            place: "ledger.rs",
        }],
        &[],
    );

    fn ledger(base: i32, net: i32) -> Ledger {
        let mut l = Ledger::new(base);
        l.push(Line {
            cite: BOOK.cite("1.0"),
            label: "uphill",
            value: net,
            from: Place::Nowhere,
        });
        l
    }

    #[test]
    fn two_points_are_a_column_and_the_odd_one_goes_to_the_die() {
        let pairs: Vec<_> = (-5..=5).map(Shift::of).map(|s| (s.columns, s.die)).collect();
        let (down, up) = ([(-2, -1), (-2, 0), (-1, -1), (-1, 0), (0, -1)], [(0, 1), (1, 0), (1, 1), (2, 0), (2, 1)]);
        assert_eq!(pairs, [&down[..], &[(0, 0)], &up[..]].concat());
        for total in [i32::MIN, i32::MAX] {
            let s = Shift::of(total);
            assert_eq!(s.columns * 2 + s.die, total);
        }
    }

    #[test]
    fn a_ledger_tells_its_shift() {
        for (net, want) in [
            (3, "4 +3 uphill (1.0) = 7, shifts +1 column, +1 on the die"),
            (4, "4 +4 uphill (1.0) = 8, shifts +2 columns"),
            (-5, "4 -5 uphill (1.0) = -1, shifts -2 columns, -1 on the die"),
            (-1, "4 -1 uphill (1.0) = 3, -1 on the die"),
            (0, "4 +0 uphill (1.0) = 4, no shift"),
        ] {
            let mut l = ledger(4, net);
            assert_eq!(l.shifts(), Shift::of(net));
            assert_eq!(l.to_string(), want);
            // Over another base the modifiers shift the same.
            let mut over = l.clone().over(9);
            assert_eq!((over.shift, over.shifts()), (l.shift, Shift::of(net)));
        }
    }

    #[test]
    fn a_ledger_without_a_shift_says_nothing_of_it() {
        let mut l = ledger(4, 3);
        let json = |l: &Ledger| serde_json::to_value(l).unwrap();
        assert!(json(&l).get("shift").is_none());
        assert_eq!(l.to_string(), "4 +3 uphill (1.0) = 7");
        l.shifts();
        let shift = serde_json::json!({ "columns": 1, "die": 1 });
        assert_eq!(json(&l)["shift"], shift);
    }
}
