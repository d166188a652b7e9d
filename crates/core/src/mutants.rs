//! Hand-written mutants: changes of rule code that are compiled into one build and switched on one at a time, from
//! outside.
//!
//! To test whether the conformance files notice a fault, write the fault beside the code that it would replace:
//! ```
//! # fn sappers() -> bool { true }
//! # fn foot() -> bool { true }
//! // Mutant 17 drops the exception. Without the feature `mutants`, `!sappers()` is used.
//! let gives_way = foot() && casus_core::mutant!(17, !sappers(), true);
//! // A longer change is a branch.
//! if casus_core::mutant(18) {
//!     return;
//! }
//! # let _ = gives_way;
//! ```
//! The number in the environment variable `CASUS_MUTANT` says which mutant is on.
//! `cargo run -p casus-judge --features mutants --example mutants -- GAME FIRST LAST` runs the conformance files of a game
//! once for each mutant with a number from FIRST to LAST that you wrote into its rules, and prints how many files notice it.

/// The environment variable whose number says which mutant is on.
pub const MUTANT: &str = "CASUS_MUTANT";

/// Returns whether the mutant with this number is on. Always `false` without the feature `mutants`.
#[cfg(feature = "mutants")]
pub fn mutant(number: u32) -> bool {
    static ON: std::sync::OnceLock<Option<u32>> = std::sync::OnceLock::new();
    *ON.get_or_init(|| std::env::var(MUTANT).ok()?.parse().ok()) == Some(number)
}

/// Returns whether the mutant with this number is on. Always `false` without the feature `mutants`.
#[cfg(not(feature = "mutants"))]
#[inline]
pub const fn mutant(_number: u32) -> bool {
    false
}

/// `mutant!(17, printed, mutated)` returns `printed`. It returns `mutated` if `casus-core` is built with the feature
/// `mutants` and the environment variable `CASUS_MUTANT` is 17. `mutated` is a fault on purpose: it shows whether the
/// tests notice it.
#[macro_export]
macro_rules! mutant {
    ($number:expr, $printed:expr, $instead:expr $(,)?) => {
        if $crate::mutant($number) { $instead } else { $printed }
    };
}
