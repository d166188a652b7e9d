//! How much one may ask, and how often.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// A purse of requests that fills up with time.
#[derive(Clone, Copy, Debug)]
struct Purse {
    left: f64,
    at: Instant,
}

/// So many at once, and so many a second in the long run, for each of whoever asks.
#[derive(Debug)]
pub(crate) struct Rate<K> {
    most: f64,
    a_second: f64,
    purses: Mutex<HashMap<K, Purse>>,
}

/// Purses that are full again are forgotten when there are so many.
const PURSES: usize = 10_000;

impl<K: Eq + Hash> Rate<K> {
    pub(crate) fn new(most: u32, a_second: f64) -> Self {
        Self {
            most: f64::from(most),
            a_second,
            purses: Mutex::default(),
        }
    }
    /// Takes one from a purse; or says after how many seconds there is one again.
    pub(crate) fn take(&self, who: K, now: Instant) -> Result<(), u64> {
        let mut purses = self.purses.lock().unwrap_or_else(PoisonError::into_inner);
        let filled = |p: &Purse| {
            let since = now.saturating_duration_since(p.at).as_secs_f64();
            (p.left + since * self.a_second).min(self.most)
        };
        if purses.len() >= PURSES {
            purses.retain(|_, p| filled(p) < self.most);
        }
        let purse = purses.entry(who).or_insert(Purse {
            left: self.most,
            at: now,
        });
        let left = filled(purse);
        *purse = Purse { left, at: now };
        if left >= 1.0 {
            purse.left -= 1.0;
            return Ok(());
        }
        Err(((1.0 - left) / self.a_second).ceil().max(1.0) as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn a_purse_fills_up_again() {
        let rate = Rate::new(3, 2.0);
        let begun = Instant::now();
        assert!((0..3).all(|_| rate.take("a", begun).is_ok()));
        assert_eq!(rate.take("a", begun), Err(1));
        assert_eq!(rate.take("b", begun), Ok(()), "another has a purse of his own");
        assert_eq!(rate.take("a", begun + Duration::from_millis(600)), Ok(()));
        assert_eq!(rate.take("a", begun + Duration::from_millis(600)), Err(1));
        let later = begun + Duration::from_mins(1);
        assert!((0..3).all(|_| rate.take("a", later).is_ok()), "it holds no more than at first");
        assert_eq!(rate.take("a", later), Err(1));
    }
}
