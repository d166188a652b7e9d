//! Hand-written mutants: changes of rule code that stand in one build and are switched on one at a time, from outside.
//!
//! A reviewer patches a copy of the tree and writes beside the code what a doubter would put in its place:
//! ```
//! # fn sappers() -> bool { true }
//! # fn foot() -> bool { true }
//! // Mutant 17 drops the exception; without the feature `mutants` the line is what it was.
//! let gives_way = foot() && casus_core::mutant!(17, !sappers(), true);
//! // A longer change is a branch.
//! if casus_core::mutant(18) {
//!     return;
//! }
//! # let _ = gives_way;
//! ```
//! The number in the environment variable `CASUS_MUTANT` says which one is on. `cargo run -p casus-judge --features mutants
//! --example mutants -- arquebus 1 40` runs the conformance files once for each, and tells how many files notice it.

/// The environment variable whose number says which mutant is on.
pub const MUTANT: &str = "CASUS_MUTANT";

/// Whether the mutant of this number is on. Without the feature `mutants`, always `false`.
#[cfg(feature = "mutants")]
pub fn mutant(number: u32) -> bool {
    static ON: std::sync::OnceLock<Option<u32>> = std::sync::OnceLock::new();
    *ON.get_or_init(|| std::env::var(MUTANT).ok()?.parse().ok()) == Some(number)
}

/// Whether the mutant of this number is on. Without the feature `mutants`, always `false`.
#[cfg(not(feature = "mutants"))]
#[inline]
pub const fn mutant(_number: u32) -> bool {
    false
}

/// What is printed, or with the mutant of this number on, what is put in its place.
#[macro_export]
macro_rules! mutant {
    ($number:expr, $printed:expr, $instead:expr $(,)?) => {
        if $crate::mutant($number) { $instead } else { $printed }
    };
}
