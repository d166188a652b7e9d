//! Rate limits and queues.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;
use tokio::sync::Semaphore;

/// A token bucket: `left` tokens at the time `at`.
#[derive(Clone, Copy, Debug)]
struct Bucket {
    left: f64,
    at: Instant,
}

/// A rate limit with a token bucket for each key: `most` requests in a burst, then `a_second` per second.
#[derive(Debug)]
pub(crate) struct Rate<K> {
    most: f64,
    a_second: f64,
    buckets: Mutex<HashMap<K, Bucket>>,
}

/// Number of buckets above which full ones are removed.
const MAX_BUCKETS: usize = 10_000;

impl<K: Eq + Hash> Rate<K> {
    pub(crate) fn new(most: u32, a_second: f64) -> Self {
        Self {
            most: f64::from(most),
            a_second,
            buckets: Mutex::default(),
        }
    }
    /// Takes a token. Returns the seconds until the next one if there is none.
    pub(crate) fn take(&self, who: K, now: Instant) -> Result<(), u64> {
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        let filled = |p: &Bucket| {
            let since = now.saturating_duration_since(p.at).as_secs_f64();
            (p.left + since * self.a_second).min(self.most)
        };
        if buckets.len() >= MAX_BUCKETS {
            buckets.retain(|_, p| filled(p) < self.most);
        }
        let purse = buckets.entry(who).or_insert(Bucket {
            left: self.most,
            at: now,
        });
        let left = filled(purse);
        *purse = Bucket { left, at: now };
        if left >= 1.0 {
            purse.left -= 1.0;
            return Ok(());
        }
        Err(((1.0 - left) / self.a_second).ceil().max(1.0) as u64)
    }
}

/// A queue for each key, which lets one holder through at a time.
#[derive(Debug)]
pub(crate) struct Singly<K>(Mutex<HashMap<K, Arc<Semaphore>>>);

impl<K: Eq + Hash> Singly<K> {
    pub(crate) fn new() -> Self {
        Self(Mutex::default())
    }
    /// Returns the queue of a key.
    pub(crate) fn of(&self, who: K) -> Arc<Semaphore> {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        // Remove the queues that nobody holds or waits for.
        all.retain(|_, turn| Arc::strong_count(turn) > 1);
        let turn = all.entry(who).or_insert_with(|| Arc::new(Semaphore::new(1)));
        Arc::clone(turn)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn one_at_a_time_each() {
        let singly = Singly::new();
        let first = singly.of("a").try_acquire_owned().unwrap();
        assert!(singly.of("b").try_acquire_owned().is_ok(), "another does not wait");
        assert!(singly.of("a").try_acquire_owned().is_err());
        drop(first);
        assert!(singly.of("a").try_acquire_owned().is_ok());
        assert!(singly.0.lock().unwrap().len() <= 1, "whoever is gone is forgotten");
    }

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
