//! A cache of numbers that never change.

use core::fmt;
use core::sync::atomic::{AtomicU16, Ordering};

/// A table of small numbers, or `None`s, each computed when it is first asked for. It is for numbers that depend on the
/// data alone, and that the rules ask for again and again.
///
/// A `Memo` is a part of data that does not change. Every caller would compute the same number, so two tables are equal
/// even if different entries are filled. A clone begins empty, because the data around it may be changed.
pub struct Memo(Box<[AtomicU16]>);

impl Memo {
    /// Creates a table of this length with no number known.
    pub fn new(len: usize) -> Self {
        Self((0..len).map(|_| AtomicU16::new(0)).collect())
    }
    /// Returns the number with this index, and computes it if it is not known.
    ///
    /// An index beyond the table, or a number beyond 65,533, is computed each time.
    #[inline]
    pub fn get(&self, index: usize, work_out: impl FnOnce() -> Option<u32>) -> Option<u32> {
        match self.0.get(index).map(|cell| cell.load(Ordering::Relaxed)) {
            Some(1) => None,
            Some(known @ 2..) => Some(u32::from(known) - 2),
            Some(0) | None => self.fill(index, work_out()),
        }
    }
    #[inline(never)]
    fn fill(&self, index: usize, number: Option<u32>) -> Option<u32> {
        let code = number.map_or(Some(1), |n| u16::try_from(n.saturating_add(2)).ok());
        if let (Some(cell), Some(code)) = (self.0.get(index), code) {
            cell.store(code, Ordering::Relaxed);
        }
        number
    }
}

impl Default for Memo {
    fn default() -> Self {
        Self::new(0)
    }
}

impl Clone for Memo {
    fn clone(&self) -> Self {
        Self::new(self.0.len())
    }
}

impl PartialEq for Memo {
    fn eq(&self, other: &Self) -> bool {
        self.0.len() == other.0.len()
    }
}

impl Eq for Memo {}

impl fmt::Debug for Memo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Memo").field("len", &self.0.len()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_worked_out_once() {
        let memo = Memo::new(4);
        for (index, number) in [(0, None), (1, Some(0)), (2, Some(65_533))] {
            assert_eq!(memo.get(index, || number), number);
            assert_eq!(memo.get(index, || unreachable!()), number);
        }
        for (index, number) in [(3, 65_534), (3, 65_535), (3, u32::MAX), (9, 1), (9, 2)] {
            assert_eq!(memo.get(index, || Some(number)), Some(number), "what does not fit is not kept");
        }
        let copy = memo.clone();
        assert_eq!((copy.get(0, || Some(7)), &copy), (Some(7), &memo));
    }
}
