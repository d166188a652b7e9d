//! Windows: chances that a side gets during another procedure. A side may say that it no longer wants to be asked.

use crate::cases::case::Cite;
use crate::cases::refusal::{Refusal, Verdict};
use crate::decisions::side::Sided;
use core::fmt::Debug;
use core::hash::Hash;

/// The kinds of windows of a game, at most eight.
///
/// A window is a chance that a side gets during another procedure, such as to fire at a unit that moves.
pub trait Window: Copy + Eq + Hash + Debug + 'static {
    /// Every kind, in the order of their numbers.
    const ALL: &'static [Self];
    /// Returns the Case that opens windows of this kind.
    fn cite(self) -> Cite;
    /// Returns the number of this kind: the index in [`Window::ALL`].
    fn index(self) -> usize {
        Self::ALL.iter().position(|&w| w == self).unwrap_or(0)
    }
}

/// What a side may do at its open window other than take the chance.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Hold<W> {
    /// Declines this window only. The side is asked again at the next window.
    Once,
    /// Declines this window and every later one of its kind.
    All(W),
    /// Wants to be asked again about windows of this kind, which the side had closed. The open window is not declined by this:
    /// the game decides whether it stays open.
    Reopen(W),
}

/// The kinds of windows that each side has closed.
///
/// ```
/// use casus_core::{Cite, Closed, Hold, Verdict, Window};
///
/// casus_core::sides! {
///     /// The players.
///     pub enum Side {
///         /// The white side.
///         White,
///         /// The black side.
///         Black,
///     }
/// }
/// #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
/// enum Chance { Fire, Retreat }
/// impl Window for Chance {
///     const ALL: &'static [Self] = &[Self::Fire, Self::Retreat];
///     fn cite(self) -> Cite { Cite::library("window") }
/// }
///
/// let mut closed = Closed::default();
/// closed.hold(Side::Black, Hold::All(Chance::Fire));
/// assert!(closed.has(Side::Black, Chance::Fire) && !closed.has(Side::White, Chance::Fire));
/// let holds: Vec<_> = closed.holds(Side::Black, Chance::Retreat).collect();
/// assert_eq!(holds, [Hold::Once, Hold::All(Chance::Retreat), Hold::Reopen(Chance::Fire)]);
///
/// let mut verdict = Verdict::full();
/// closed.judge(Side::White, Chance::Fire, Hold::Reopen(Chance::Fire), &mut verdict);
/// assert!(verdict.refused());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Closed([u8; 2]);

impl Closed {
    /// Returns whether a side has closed the windows of a kind.
    pub fn has<S: Sided, W: Window>(self, side: S, window: W) -> bool {
        self.0[side.index()] & bit(window) != 0
    }
    /// Returns what a side may do at its open window other than take the chance.
    pub fn holds<S: Sided, W: Window>(self, side: S, open: W) -> impl Iterator<Item = Hold<W>> {
        let others = W::ALL.iter().copied().filter(move |&w| self.has(side, w));
        [Hold::Once, Hold::All(open)]
            .into_iter()
            .chain(others.map(Hold::Reopen))
    }
    /// Adds to the verdict what forbids this answer (`hold`) of a side at its open window.
    pub fn judge<S: Sided, W: Window>(self, side: S, open: W, hold: Hold<W>, verdict: &mut Verdict) {
        match hold {
            Hold::All(w) if w != open => verdict.refuse(Refusal::new(open.cite(), "another window is open")),
            Hold::Reopen(w) if !self.has(side, w) => {
                verdict.refuse(Refusal::new(open.cite(), "that window is not closed"));
            }
            Hold::Once | Hold::All(_) | Hold::Reopen(_) => {}
        }
    }
    /// Carries out this answer of a side at its open window.
    pub fn hold<S: Sided, W: Window>(&mut self, side: S, hold: Hold<W>) {
        let closed = &mut self.0[side.index()];
        match hold {
            Hold::Once => {}
            Hold::All(w) => *closed |= bit(w),
            Hold::Reopen(w) => *closed &= !bit(w),
        }
    }
}

fn bit<W: Window>(window: W) -> u8 {
    debug_assert!(W::ALL.len() <= 8, "more kinds of windows than bits");
    1 << (window.index() % 8)
}
