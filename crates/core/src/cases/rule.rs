//! Rules as data: lists of prohibitions and modifiers that are asked about facts.
//!
//! A list is a `const` that reads as the printed chart does. The facts borrow the state; the list is named by a
//! [`Question`], whose facts are a generic associated type, so that it can be a `const` all the same.

use crate::cases::case::Cite;
use crate::cases::ledger::{Ledger, Line};
use crate::cases::refusal::{Refusal, Verdict};
use crate::geometry::place::Place;
use core::fmt;

/// What a list of rules is asked about: a step, a shot, a charge.
pub trait Question {
    /// The facts of one asking, borrowed from the state.
    type Facts<'a>;
}

/// A numbered rule that may have something to say about the facts.
pub trait Rule<Q: Question> {
    /// What it says when it applies.
    type Ruling;
    /// The Case that it stands in.
    fn cite(&self) -> Cite;
    /// Its ruling on the facts, if it applies.
    fn rule(&self, facts: &Q::Facts<'_>) -> Option<Self::Ruling>;
}

/// What a prohibition found: where it bites, and what was needed against what there was.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Bite {
    /// Where.
    pub at: Place,
    /// What the rule demands, in its own unit.
    pub need: Option<i32>,
    /// What there is.
    pub have: Option<i32>,
}

impl Bite {
    /// A bite at a place.
    pub const fn at(at: Place) -> Self {
        Self {
            at,
            need: None,
            have: None,
        }
    }
    /// A bite that measures.
    pub const fn short(at: Place, need: i32, have: i32) -> Self {
        Self {
            at,
            need: Some(need),
            have: Some(have),
        }
    }
    /// `Some` bite at this place if the condition holds.
    pub fn when(holds: bool, at: Place) -> Option<Self> {
        holds.then_some(Self::at(at))
    }
}

/// A prohibition: one entry of a list of things that forbid an action.
pub struct Bar<Q: Question> {
    /// Where it is printed.
    pub cite: Cite,
    /// The stable phrase that says why.
    pub because: &'static str,
    /// Whether and where it bites.
    pub bites: for<'a> fn(&Q::Facts<'a>) -> Option<Bite>,
}

impl<Q: Question> Rule<Q> for Bar<Q> {
    type Ruling = Refusal;
    fn cite(&self) -> Cite {
        self.cite
    }
    fn rule(&self, facts: &Q::Facts<'_>) -> Option<Refusal> {
        (self.bites)(facts).map(|b| Refusal {
            cite: self.cite,
            because: self.because,
            at: b.at,
            need: b.need,
            have: b.have,
        })
    }
}

/// What a modifier adds, and why so much.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Share {
    /// The value, which may be 0.
    pub value: i32,
    /// Where it comes from: a unit, a hex, a hexside.
    pub from: Place,
}

/// A modifier: one entry of a list of things that change a number.
pub struct Modifier<Q: Question> {
    /// Where it is printed.
    pub cite: Cite,
    /// The stable words for the line.
    pub label: &'static str,
    /// What it adds when it applies.
    pub adds: for<'a> fn(&Q::Facts<'a>) -> Option<Share>,
}

impl<Q: Question> Rule<Q> for Modifier<Q> {
    type Ruling = Line;
    fn cite(&self) -> Cite {
        self.cite
    }
    fn rule(&self, facts: &Q::Facts<'_>) -> Option<Line> {
        (self.adds)(facts).map(|s| Line {
            cite: self.cite,
            label: self.label,
            value: s.value,
            from: s.from,
        })
    }
}

/// A share of a modifier, for short lists: `give(cond, value, from)`.
pub fn give(applies: bool, value: i32, from: Place) -> Option<Share> {
    applies.then_some(Share { value, from })
}

/// A named list of prohibitions.
pub struct Bars<Q: Question + 'static> {
    /// The list's name, unique in its game.
    pub name: &'static str,
    /// The entries, in book order.
    pub list: &'static [Bar<Q>],
}

impl<Q: Question> Bars<Q> {
    /// The entries that are not muted.
    fn live(&self) -> impl Iterator<Item = &'static Bar<Q>> + use<Q> {
        let muted = mute::of(self.name);
        let entries = self.list.iter().enumerate();
        entries.filter_map(move |(i, bar)| (muted != Some(i)).then_some(bar))
    }
    /// Asks every entry (or, when the verdict wants no reasons, as many as it takes to refuse).
    pub fn judge(&self, facts: &Q::Facts<'_>, verdict: &mut Verdict) {
        for bar in self.live() {
            if let Some(refusal) = bar.rule(facts) {
                verdict.refuse(refusal);
                if verdict.settled() {
                    return;
                }
            }
        }
    }
    /// Whether nothing in the list forbids it.
    pub fn permit(&self, facts: &Q::Facts<'_>) -> bool {
        !self.live().any(|bar| (bar.bites)(facts).is_some())
    }
}

/// A named list of modifiers.
pub struct Modifiers<Q: Question + 'static> {
    /// The list's name, unique in its game.
    pub name: &'static str,
    /// The entries, in book order.
    pub list: &'static [Modifier<Q>],
}

impl<Q: Question> Modifiers<Q> {
    /// The entries that are not muted.
    fn live(&self) -> impl Iterator<Item = &'static Modifier<Q>> + use<Q> {
        let muted = mute::of(self.name);
        let entries = self.list.iter().enumerate();
        entries.filter_map(move |(i, m)| (muted != Some(i)).then_some(m))
    }
    /// The ledger over a base: a line for every entry that applies, even at 0.
    pub fn ledger(&self, base: i32, facts: &Q::Facts<'_>) -> Ledger {
        let mut ledger = Ledger::new(base);
        for line in self.live().filter_map(|m| m.rule(facts)) {
            ledger.push(line);
        }
        ledger
    }
    /// The sum alone, without the ledger.
    pub fn sum(&self, facts: &Q::Facts<'_>) -> i32 {
        let shares = self.live().filter_map(|m| (m.adds)(facts));
        shares.map(|share| share.value).sum()
    }
}

impl<Q: Question> fmt::Debug for Bar<Q> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.because, self.cite)
    }
}
impl<Q: Question> fmt::Debug for Modifier<Q> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.label, self.cite)
    }
}
impl<Q: Question> fmt::Debug for Bars<Q> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct(self.name).field("list", &self.list).finish()
    }
}
impl<Q: Question> fmt::Debug for Modifiers<Q> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct(self.name).field("list", &self.list).finish()
    }
}

/// A list seen from outside, for tools that walk over every rule of a game.
pub trait Listed: Sync {
    /// The list's name.
    fn name(&self) -> &'static str;
    /// Each entry's citation and phrase.
    fn entries(&self) -> Vec<(Cite, &'static str)>;
}
impl<Q: Question + 'static> Listed for Bars<Q> {
    fn name(&self) -> &'static str {
        self.name
    }
    fn entries(&self) -> Vec<(Cite, &'static str)> {
        self.list.iter().map(|b| (b.cite, b.because)).collect()
    }
}
impl<Q: Question + 'static> Listed for Modifiers<Q> {
    fn name(&self) -> &'static str {
        self.name
    }
    fn entries(&self) -> Vec<(Cite, &'static str)> {
        self.list.iter().map(|b| (b.cite, b.label)).collect()
    }
}

/// Muting one entry of one list, so that a test can tell whether anything notices. A thread has at most one mute.
#[cfg(feature = "conformance")]
pub mod mute {
    use core::cell::Cell;
    thread_local! { static MUTED: Cell<Option<(&'static str, usize)>> = const { Cell::new(None) }; }
    /// Mutes an entry on this thread, or nothing.
    pub fn set(entry: Option<(&'static str, usize)>) {
        MUTED.with(|m| m.set(entry));
    }
    /// Which entry of a list is muted: asked once for each asking of the list.
    pub fn of(list: &'static str) -> Option<usize> {
        let (l, i) = MUTED.with(Cell::get)?;
        (l == list).then_some(i)
    }
}
#[cfg(not(feature = "conformance"))]
mod mute {
    #[inline]
    pub(super) const fn of(_: &'static str) -> Option<usize> {
        None
    }
}
