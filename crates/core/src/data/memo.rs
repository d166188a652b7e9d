//! Numbers that never change, kept from when they are first asked for.

use core::fmt;
use core::sync::atomic::{AtomicU16, Ordering};

/// A table of small numbers, or none, each worked out when it is first asked for: what the data alone determine, and the rules
/// ask again and again.
///
/// It is a part of data that do not change. Whoever asks for a number first works out what any other would, so tables are
/// equal however much of them is filled; a copy, which may be changed, begins empty.
pub struct Memo(Box<[AtomicU16]>);

impl Memo {
    /// A table of so many numbers, none of them known.
    pub fn new(len: usize) -> Self {
        Self((0..len).map(|_| AtomicU16::new(0)).collect())
    }
    /// The number of this index, which is worked out if it is not known. What is not in the table, or beyond 65,533, is worked
    /// out each time.
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
