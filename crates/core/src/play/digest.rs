//! Digests of any value that implements `Hash`, the same on every little-endian machine: see [`Digest`].
//!
//! The pinned test below, and one of the opening state of each game, notice before a release if a compiler changes what
//! a derived `Hash` feeds.

use core::hash::{Hash, Hasher};

const START: u64 = 0xcbf2_9ce4_8422_2325;
const PRIME: u64 = 0x0000_0100_0000_01b3;

/// A [`Hasher`] without a key, the same on every little-endian machine: FNV-1a, finished with a full mix.
///
/// `usize` and `isize` are widened to 64 bits and every integer is fed little-endian, so a 64-bit server and wasm32
/// agree. Mind two things in what you hash:
///
/// - Do not put a `Vec<usize>` in a state. The standard library hashes a slice of integers as it lies in memory, and
///   `usize` has another width on wasm32. For the same reason saves move only between little-endian machines.
/// - Do not hash a value whose order is not fixed, such as a hash map.
///
/// The standard library decides what a derived `Hash` feeds, and a later compiler may change it.
/// [`Match::load`](crate::Match::load) then refuses an older save with [`LoadError::State`](crate::LoadError::State), and
/// [`Match::migrate`](crate::Match::migrate) still replays it.
#[derive(Clone, Debug)]
pub struct Digest(u64);

impl Digest {
    /// Creates an empty digest.
    pub const fn new() -> Self {
        Self(START)
    }
}

impl Default for Digest {
    fn default() -> Self {
        Self::new()
    }
}

impl Hasher for Digest {
    fn finish(&self) -> u64 {
        let mut h = self.0;
        h ^= h >> 33;
        h = h.wrapping_mul(0xff51_afd7_ed55_8ccd);
        h ^= h >> 33;
        h = h.wrapping_mul(0xc4ce_b9fe_1a85_ec53);
        h ^ (h >> 33)
    }
    fn write(&mut self, bytes: &[u8]) {
        for &b in bytes {
            self.0 = (self.0 ^ u64::from(b)).wrapping_mul(PRIME);
        }
    }
    fn write_u16(&mut self, i: u16) {
        self.write(&i.to_le_bytes());
    }
    fn write_u32(&mut self, i: u32) {
        self.write(&i.to_le_bytes());
    }
    fn write_u64(&mut self, i: u64) {
        self.write(&i.to_le_bytes());
    }
    fn write_u128(&mut self, i: u128) {
        self.write(&i.to_le_bytes());
    }
    fn write_usize(&mut self, i: usize) {
        self.write(&(i as u64).to_le_bytes());
    }
    fn write_i16(&mut self, i: i16) {
        self.write(&i.to_le_bytes());
    }
    fn write_i32(&mut self, i: i32) {
        self.write(&i.to_le_bytes());
    }
    fn write_i64(&mut self, i: i64) {
        self.write(&i.to_le_bytes());
    }
    fn write_i128(&mut self, i: i128) {
        self.write(&i.to_le_bytes());
    }
    fn write_isize(&mut self, i: isize) {
        self.write(&(i as i64).to_le_bytes());
    }
}

/// Returns the digest of a value: 64 bits, the same on every little-endian machine (see [`Digest`]).
///
/// ```
/// use casus_belli::{digest, hex_digits};
///
/// assert_eq!(digest(&(1u8, 2u8)), digest(&(1u8, 2u8)));
/// assert_eq!(hex_digits(digest(&(1u8, 2u8))).len(), 16);
/// ```
pub fn digest<T: Hash + ?Sized>(value: &T) -> u64 {
    let mut d = Digest::new();
    value.hash(&mut d);
    d.finish()
}

/// Returns the digest of a text or file, byte by byte.
pub fn digest_bytes(bytes: &[u8]) -> u64 {
    let mut d = Digest::new();
    d.write(bytes);
    d.finish()
}

/// Returns a digest as files write it: sixteen hexadecimal digits. A JavaScript number cannot hold 64 bits.
pub fn hex_digits(digest: u64) -> String {
    format!("{digest:016x}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widths_do_not_matter_but_values_do() {
        let (mut a, mut b) = (Digest::new(), Digest::new());
        a.write_usize(7);
        b.write_u64(7);
        assert_eq!(a.finish(), b.finish());
        assert_ne!(digest(&1u8), digest(&2u8));
        assert_ne!(digest(&(1u8, 2u8)), digest(&(2u8, 1u8)));
    }

    #[test]
    fn pinned() {
        assert_eq!(hex_digits(digest_bytes(b"")), hex_digits(Digest::new().finish()));
        assert_eq!(hex_digits(digest_bytes(b"Case")), "1b34a6d54f64fea0");
        assert_eq!(hex_digits(digest(&(3usize, -1isize, true))), "bcd9b32b3666581a");
    }
}
