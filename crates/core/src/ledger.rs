//! Ledgers: a number, and where every part of it comes from.

use crate::case::Cite;
use crate::refusal::Place;
use core::fmt;
use serde::Serialize;

/// One line of a [`Ledger`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Line {
    /// The Case that puts it there.
    pub cite: Cite,
    /// The stable words for it.
    pub label: &'static str,
    /// What it adds; a line that applies stands there even at 0.
    pub value: i32,
    /// The unit, hex or hexside that it comes from.
    pub from: Place,
}

/// A sum that says where it comes from: base, lines, total, and what the table's end rows made of it.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Ledger {
    /// What the sum starts from: usually the face of the die.
    pub base: i32,
    /// The lines that apply, in book order.
    pub lines: Vec<Line>,
    /// Base and lines together.
    pub total: i32,
    /// The row or column really used, where the total lies beyond the table's end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clamped: Option<i32>,
}

impl Ledger {
    /// An empty ledger over a base.
    pub const fn new(base: i32) -> Self {
        Self {
            base,
            lines: Vec::new(),
            total: base,
            clamped: None,
        }
    }
    /// Adds a line.
    pub fn push(&mut self, line: Line) {
        self.total += line.value;
        self.lines.push(line);
    }
    /// The modifiers without the base.
    pub fn net(&self) -> i32 {
        self.total - self.base
    }
    /// The same lines over another base.
    #[must_use]
    pub fn over(mut self, base: i32) -> Self {
        self.total += base - self.base;
        self.base = base;
        self
    }
    /// The total kept within a table's rows, noted if it had to be moved.
    pub fn clamp(&mut self, low: i32, high: i32) -> i32 {
        let row = self.total.clamp(low, high);
        self.clamped = (row != self.total).then_some(row);
        row
    }
}

impl fmt::Display for Ledger {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.base)?;
        for l in &self.lines {
            write!(f, " {:+} {} ({})", l.value, l.label, l.cite)?;
        }
        write!(f, " = {}", self.total)?;
        if let Some(row) = self.clamped {
            write!(f, ", read as {row}")?;
        }
        Ok(())
    }
}
