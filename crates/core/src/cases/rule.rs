//! Rules as data: lists of prohibitions and modifiers, which are asked about facts.
//!
//! A list is a `static` that reads like the printed chart: an entry has its Case, its words and its condition. The
//! facts borrow the state, and know which [`Laws`] are in force.
//!
//! ```
//! use casus_core::cases::entry;
//! use casus_core::{Bar, Bars, Casebook, Laws, Place, Question, Standing, Verdict, cite_in};
//!
//! static BOOK: Casebook =
//!     Casebook::printed("Duel at the Ford", &[entry("3.1", "Attack", Standing::Rule, "duel.rs")], &[]);
//!
//! /// The facts of an attack.
//! struct Attack<'a> {
//!     wet: bool,
//!     laws: &'a Laws,
//! }
//! impl Question for Attack<'static> {
//!     type Facts<'a> = Attack<'a>;
//!     fn laws<'a>(facts: &'a Attack<'_>) -> &'a Laws {
//!         facts.laws
//!     }
//! }
//!
//! type B = Bar<Attack<'static>>;
//! fn nowhere(_: &Attack) -> Place {
//!     Place::Nowhere
//! }
//! static ATTACK_BARS: Bars<Attack> = Bars {
//!     name: "attack",
//!     list: &[B::by(cite_in!(BOOK, "3.1"), "wet powder does not fire").when(nowhere, |f| f.wet)],
//! };
//!
//! let mut verdict = Verdict::full();
//! ATTACK_BARS.judge(&Attack { wet: true, laws: &Laws::PRINTED }, &mut verdict);
//! assert_eq!(verdict.finish().unwrap_err().to_string(), "wet powder does not fire (3.1)");
//! ```

use crate::cases::case::Cite;
use crate::cases::laws::{Amendment, Laws, ListId, Listed};
use crate::cases::ledger::{Ledger, Line};
use crate::cases::measures::{Bound, Measure};
use crate::cases::refusal::{Refusal, Verdict};
use crate::geometry::place::Place;
use core::fmt;
use core::marker::PhantomData;

/// What a list of rules is asked about: a step, a shot, a Charge.
///
/// Implement it for the facts with a `'static` lifetime, so that a list can be a `static`.
/// [`questions!`](crate::questions) does that for facts that hold the state.
pub trait Question: 'static {
    /// The facts of one question, borrowed from the state.
    type Facts<'a>;
    /// Returns the laws that are in force for these facts.
    fn laws<'a>(facts: &'a Self::Facts<'_>) -> &'a Laws;
    /// Returns the place that the facts are about. The refusal of an entry is about this place, unless the entry names
    /// another.
    fn place(_facts: &Self::Facts<'_>) -> Place {
        Place::Nowhere
    }
}

/// Implements [`Question`] for facts: structs that borrow the state as their field `s`, where the state has a method
/// `laws`.
///
/// ```
/// use casus_core::{Laws, Question, questions};
///
/// struct State(Laws);
/// impl State {
///     fn laws(&self) -> &Laws {
///         &self.0
///     }
/// }
/// struct Attack<'a> {
///     s: &'a State,
/// }
/// questions!(Attack);
///
/// let s = State(Laws::PRINTED);
/// assert!(<Attack as Question>::laws(&Attack { s: &s }).are_printed());
/// ```
#[macro_export]
macro_rules! questions {
    ($($facts:ident),+ $(,)?) => {
        $(impl $crate::Question for $facts<'static> {
            type Facts<'a> = $facts<'a>;
            #[inline]
            fn laws<'a>(facts: &'a $facts<'_>) -> &'a $crate::Laws {
                facts.s.laws()
            }
        })+
    };
}

/// Declares facts about a state as structs, and implements [`Question`] for them.
///
/// Each struct has the state as its field `s`, and the fields that you list. The field after `at` is the place that the
/// facts are about.
///
/// ```
/// use casus_core::cases::entry;
/// use casus_core::{Bar, Bars, Casebook, HexId, Laws, Standing, cite_in, facts};
///
/// static BOOK: Casebook = Casebook::printed("Duel at the Ford", &[entry("2.1", "March", Standing::Rule, "duel.rs")], &[]);
/// struct State(Laws);
/// impl State {
///     fn laws(&self) -> &Laws {
///         &self.0
///     }
/// }
/// facts! { State:
///     /// A march to a hex.
///     March { far: bool, to: HexId } at to;
/// }
/// static MARCH_BARS: Bars<March> =
///     Bars::of("march", &[Bar::by(cite_in!(BOOK, "2.1"), "it is too far").holds(|f| f.far)]);
///
/// let march = March { s: &State(Laws::PRINTED), far: false, to: HexId(3) };
/// assert!(MARCH_BARS.permit(&march));
/// ```
#[macro_export]
macro_rules! facts {
    ($state:ty: $($(#[$doc:meta])* $facts:ident { $($field:ident: $type:ty),* $(,)? } at $at:ident;)+) => {$(
        $(#[$doc])*
        pub struct $facts<'a> {
            /// The state of play that the facts are about.
            pub s: &'a $state,
            $(
                #[allow(missing_docs, reason = "a field is a fact, and named as the rule has it")]
                pub $field: $type,
            )*
        }
        impl $crate::Question for $facts<'static> {
            type Facts<'a> = $facts<'a>;
            #[inline]
            fn laws<'a>(facts: &'a $facts<'_>) -> &'a $crate::Laws {
                facts.s.laws()
            }
            fn place(facts: &$facts<'_>) -> $crate::Place {
                facts.$at.place()
            }
        }
    )+};
}

/// A numbered rule that may apply to the facts.
pub trait Rule<Q: Question> {
    /// The result of the rule when it applies: a [`Refusal`](crate::Refusal) for a [`Bar`], a [`Line`](crate::Line) for a
    /// [`Modifier`]. (Not a [`Ruling`](crate::cases::Ruling).)
    type Ruling;
    /// Returns the Case of the rule.
    fn cite(&self) -> Cite;
    /// Returns the stable words of the rule.
    fn words(&self) -> &'static str;
    /// Returns the result of the rule, if it applies to the facts.
    fn rule(&self, facts: &Q::Facts<'_>) -> Option<Self::Ruling>;
}

/// A function of the facts.
type Of<Q, T> = for<'a> fn(&<Q as Question>::Facts<'a>) -> T;

/// The first half of an entry of a list: its Case and its words. With the second half, the condition or the value, the
/// entry is a [`Bar`] or a [`Modifier`].
#[derive(Debug)]
pub struct EntryHead<R> {
    cite: Cite,
    words: &'static str,
    of: PhantomData<fn() -> R>,
}

impl<R> EntryHead<R> {
    const fn new(cite: Cite, words: &'static str) -> Self {
        Self {
            cite,
            words,
            of: PhantomData,
        }
    }
}

/// The result of a prohibition that forbids the action: the place that it is about, and what it measured.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Violation {
    /// The unit, hex or other place that it is about.
    pub at: Place,
    /// What the rule measured, and the bound that it sets; `None` if it does not measure.
    pub measure: Option<Measure>,
}

impl Violation {
    /// Creates a violation at a place, without a measure.
    pub const fn at(at: Place) -> Self {
        Self { at, measure: None }
    }
    const fn measured(at: Place, of: &'static str, have: i32, bound: Bound) -> Self {
        let measure = Some(Measure { of, have, bound });
        Self { at, measure }
    }
    /// Creates a violation by a lack: `needs 3 MP, has 1`.
    pub const fn lacks(at: Place, of: &'static str, need: i32, have: i32) -> Self {
        Self::measured(at, of, have, Bound::Needs(need))
    }
    /// Creates a violation of a maximum: `range 6, at most 2`.
    pub const fn over(at: Place, of: &'static str, have: i32, most: i32) -> Self {
        Self::measured(at, of, have, Bound::AtMost(most))
    }
    /// Creates a violation of a minimum: `distance 1, at least 2`.
    pub const fn under(at: Place, of: &'static str, have: i32, least: i32) -> Self {
        Self::measured(at, of, have, Bound::AtLeast(least))
    }
    /// Creates a violation of an exact value: `vertices turned 2, exactly 1`.
    pub const fn not(at: Place, of: &'static str, have: i32, only: i32) -> Self {
        Self::measured(at, of, have, Bound::Exactly(only))
    }
    /// Returns a violation if `have` lies outside the range. It names the end of the range that `have` misses.
    pub fn outside(at: Place, of: &'static str, have: i32, range: core::ops::RangeInclusive<i32>) -> Option<Self> {
        if have < *range.start() {
            Some(Self::under(at, of, have, *range.start()))
        } else {
            (have > *range.end()).then(|| Self::over(at, of, have, *range.end()))
        }
    }
    /// Returns a violation at this place if the condition holds.
    pub fn when(holds: bool, at: Place) -> Option<Self> {
        holds.then_some(Self::at(at))
    }
}

/// A prohibition: one entry of a list of rules that forbid an action.
///
/// You write it in two halves, as on the chart: [`Bar::by`] gives its Case and its words; one of
/// [`holds`](EntryHead::holds), [`when`](EntryHead::when) and [`violated`](EntryHead::violated) gives its condition. A
/// condition is a plain function: everything that it needs is in the facts.
pub struct Bar<Q: Question> {
    /// The Case of the entry.
    pub cite: Cite,
    /// The stable phrase that says why.
    pub because: &'static str,
    test: Test<Q>,
    always: bool,
    lasting: bool,
}

enum Test<Q: Question> {
    Holds(Of<Q, bool>),
    When { at: Of<Q, Place>, holds: Of<Q, bool> },
    Bites(Of<Q, Option<Violation>>),
}

impl<Q: Question> Bar<Q> {
    /// Begins an entry with its Case and its phrase: `B::by(cite!("7.1"), "the target is out of range").when(…)`.
    pub const fn by(cite: Cite, because: &'static str) -> EntryHead<Self> {
        EntryHead::new(cite, because)
    }
    /// Marks an entry that is part of the meaning of the action, such as: an attack is on a hex with an enemy unit.
    /// House rules cannot repeal such an entry.
    #[must_use]
    pub const fn always(self) -> Self {
        Self { always: true, ..self }
    }
    /// Marks an entry that is asked again when what was declared is carried out ([`Bars::still`]).
    #[must_use]
    pub const fn lasting(self) -> Self {
        Self { lasting: true, ..self }
    }
    /// Returns whether the entry forbids the action.
    #[inline(always)]
    #[expect(
        clippy::inline_always,
        reason = "the caller then knows the entries of the list, and calls no condition through a pointer"
    )]
    fn forbids(&self, facts: &Q::Facts<'_>) -> bool {
        match self.test {
            Test::Holds(holds) | Test::When { holds, .. } => holds(facts),
            Test::Bites(violated) => violated(facts).is_some(),
        }
    }
    /// Returns the refusal of the entry, or, if `negated`, a refusal where it gives none.
    fn ruled(&self, facts: &Q::Facts<'_>, negated: bool) -> Option<Refusal> {
        read(self.rule(facts), negated, || Refusal::new(self.cite, self.because))
    }
    /// Returns the violation, if the entry forbids the action.
    #[inline]
    fn violation(&self, facts: &Q::Facts<'_>) -> Option<Violation> {
        match self.test {
            Test::Holds(holds) => holds(facts).then(|| Violation::at(Q::place(facts))),
            Test::When { at, holds } => holds(facts).then(|| Violation::at(at(facts))),
            Test::Bites(violated) => violated(facts),
        }
    }
}

impl<Q: Question> EntryHead<Bar<Q>> {
    /// Forbids the action when this holds. The refusal is about the place of the facts.
    pub const fn holds(self, holds: Of<Q, bool>) -> Bar<Q> {
        self.tests(Test::Holds(holds))
    }
    /// Forbids the action when `holds` does. The refusal is about the place that `at` returns.
    pub const fn when(self, at: Of<Q, Place>, holds: Of<Q, bool>) -> Bar<Q> {
        self.tests(Test::When { at, holds })
    }
    /// Forbids the action when this returns a [`Violation`], which can contain a measure.
    pub const fn violated(self, violated: Of<Q, Option<Violation>>) -> Bar<Q> {
        self.tests(Test::Bites(violated))
    }
    const fn tests(self, test: Test<Q>) -> Bar<Q> {
        Bar {
            cite: self.cite,
            because: self.words,
            test,
            always: false,
            lasting: false,
        }
    }
}

impl<Q: Question> Rule<Q> for Bar<Q> {
    type Ruling = Refusal;
    fn cite(&self) -> Cite {
        self.cite
    }
    fn words(&self) -> &'static str {
        self.because
    }
    #[inline]
    fn rule(&self, facts: &Q::Facts<'_>) -> Option<Refusal> {
        let Violation { at, measure } = self.violation(facts)?;
        Some(Refusal {
            cite: self.cite,
            because: self.because,
            at,
            measure,
        })
    }
}

/// The value of a modifier, and where it comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Share {
    /// The value that is added; may be 0.
    pub value: i32,
    /// The unit, hex or hexside that the value comes from.
    pub from: Place,
}

/// A modifier: one entry of a list of rules that change a number.
///
/// You write it in two halves, as on the chart: [`Modifier::by`] gives its Case and its words; one of
/// [`gives`](EntryHead::gives), [`adds`](EntryHead::adds) and [`shares`](EntryHead::shares) gives its value. A modifier
/// without a value for the facts has no line in the ledger; a modifier with the value 0 has one.
pub struct Modifier<Q: Question> {
    /// The Case of the entry.
    pub cite: Cite,
    /// The stable words of its line.
    pub label: &'static str,
    gift: Gift<Q>,
}

enum Gift<Q: Question> {
    Gives(Of<Q, Option<i32>>),
    Adds {
        from: Of<Q, Place>,
        value: Of<Q, Option<i32>>,
    },
    Shares(Of<Q, Option<Share>>),
}

impl<Q: Question> Modifier<Q> {
    /// Begins an entry with its Case and its label: `M::by(cite!("7.4.1"), "range").adds(…)`.
    pub const fn by(cite: Cite, label: &'static str) -> EntryHead<Self> {
        EntryHead::new(cite, label)
    }
    /// Returns the line of the entry, or, if `negated`, a line of 1 where it gives none.
    fn ruled(&self, facts: &Q::Facts<'_>, negated: bool) -> Option<Line> {
        read(self.rule(facts), negated, || Line {
            cite: self.cite,
            label: self.label,
            value: 1,
            from: Place::Nowhere,
        })
    }
    /// Returns the value, if the entry applies.
    #[inline(always)]
    #[expect(
        clippy::inline_always,
        reason = "the caller then knows the entries of the list, and calls no condition through a pointer"
    )]
    fn value(&self, facts: &Q::Facts<'_>) -> Option<i32> {
        match self.gift {
            Gift::Gives(value) | Gift::Adds { value, .. } => value(facts),
            Gift::Shares(shares) => shares(facts).map(|s| s.value),
        }
    }
}

impl<Q: Question> EntryHead<Modifier<Q>> {
    /// Applies when this returns a value, which may be 0. The line comes from the place of the facts.
    pub const fn gives(self, value: Of<Q, Option<i32>>) -> Modifier<Q> {
        Modifier {
            cite: self.cite,
            label: self.words,
            gift: Gift::Gives(value),
        }
    }
    /// Applies when `value` returns a value, which may be 0. The line comes from the place that `from` returns.
    pub const fn adds(self, from: Of<Q, Place>, value: Of<Q, Option<i32>>) -> Modifier<Q> {
        Modifier {
            cite: self.cite,
            label: self.words,
            gift: Gift::Adds { from, value },
        }
    }
    /// Applies when this returns a [`Share`], which has both the value and the place that it comes from.
    pub const fn shares(self, shares: Of<Q, Option<Share>>) -> Modifier<Q> {
        Modifier {
            cite: self.cite,
            label: self.words,
            gift: Gift::Shares(shares),
        }
    }
}

impl<Q: Question> Rule<Q> for Modifier<Q> {
    type Ruling = Line;
    fn cite(&self) -> Cite {
        self.cite
    }
    fn words(&self) -> &'static str {
        self.label
    }
    fn rule(&self, facts: &Q::Facts<'_>) -> Option<Line> {
        let Share { value, from } = match self.gift {
            Gift::Gives(value) => Share {
                value: value(facts)?,
                from: Q::place(facts),
            },
            Gift::Adds { from, value } => Share {
                value: value(facts)?,
                from: from(facts),
            },
            Gift::Shares(shares) => shares(facts)?,
        };
        Some(Line {
            cite: self.cite,
            label: self.label,
            value,
            from,
        })
    }
}

/// Returns a [`Share`] of `value` and `from` if the modifier applies, and otherwise `None`. With this function the
/// entries of a list stay short.
pub fn give(applies: bool, value: i32, from: Place) -> Option<Share> {
    applies.then_some(Share { value, from })
}

/// A named list of prohibitions, a `static` of the game.
///
/// The list allows an action when no entry in force forbids it. A refusal names every entry that does, in book order.
pub struct Bars<Q: Question> {
    /// The name of the list, unique in its game.
    pub name: &'static str,
    /// The printed entries, in book order.
    pub list: &'static [Bar<Q>],
}

impl<Q: Question> Bars<Q> {
    /// Creates a list of this name with its printed entries, in book order.
    pub const fn of(name: &'static str, list: &'static [Bar<Q>]) -> Self {
        Self { name, list }
    }
    /// Begins an entry of this list's type with its Case and its phrase, for [`Laws::forbid`].
    pub const fn entry(&self, cite: Cite, because: &'static str) -> EntryHead<Bar<Q>> {
        EntryHead::new(cite, because)
    }
    /// Asks the entries in force, and adds their refusals to the verdict. With a [quick](Verdict::quick) verdict, stops
    /// at the first refusal.
    #[inline]
    pub fn judge(&self, facts: &Q::Facts<'_>, verdict: &mut Verdict) {
        if verdict.wants_reasons() {
            self.tell(facts, verdict);
        } else if !self.permit(facts) {
            verdict.refuse_untold();
        }
    }
    /// Asks every entry in force, and adds each refusal.
    #[inline(never)]
    fn tell(&self, facts: &Q::Facts<'_>, verdict: &mut Verdict) {
        let entries = in_force(ListId::of(self.name, self), self.list, Q::laws(facts));
        for refusal in entries.filter_map(|(bar, negated)| bar.ruled(facts, negated)) {
            verdict.refuse(refusal);
        }
    }
    /// Calls [`judge`](Self::judge) for each of these lists.
    pub fn judge_all(lists: &[&Self], facts: &Q::Facts<'_>, verdict: &mut Verdict) {
        for list in lists {
            list.judge(facts, verdict);
        }
    }
    /// Returns whether no entry in force forbids the action.
    // Inlined beside the list, whose entries are then known: each condition is a part of the caller, and none is called through
    // its pointer.
    #[inline(always)]
    #[expect(
        clippy::inline_always,
        reason = "the caller then knows the entries of the list, and calls no condition through a pointer"
    )]
    pub fn permit(&self, facts: &Q::Facts<'_>) -> bool {
        if Q::laws(facts).are_printed() {
            return !any_of(self.list, |bar| bar.forbids(facts));
        }
        self.permit_amended(facts)
    }
    #[inline(never)]
    fn permit_amended(&self, facts: &Q::Facts<'_>) -> bool {
        let mut entries = in_force(ListId::of(self.name, self), self.list, Q::laws(facts));
        !entries.any(|(bar, negated)| bar.forbids(facts) != negated)
    }
    /// Returns whether what was declared may still be carried out: no [lasting](Bar::lasting) entry in force forbids it.
    pub fn still(&self, facts: &Q::Facts<'_>) -> bool {
        let mut entries = in_force(ListId::of(self.name, self), self.list, Q::laws(facts));
        !entries.any(|(bar, negated)| bar.lasting && bar.forbids(facts) != negated)
    }
}

/// A named list of modifiers, a `static` of the game: the die-roll modifiers of a table, the costs of a step, the
/// points of a loss. Values are in the unit of the list.
pub struct Modifiers<Q: Question> {
    /// The name of the list, unique in its game.
    pub name: &'static str,
    /// The printed entries, in book order.
    pub list: &'static [Modifier<Q>],
}

impl<Q: Question> Modifiers<Q> {
    /// Creates a list of this name with its printed entries, in book order.
    pub const fn of(name: &'static str, list: &'static [Modifier<Q>]) -> Self {
        Self { name, list }
    }
    /// Begins an entry of this list's type with its Case and its label, for [`Laws::modify`].
    pub const fn entry(&self, cite: Cite, label: &'static str) -> EntryHead<Modifier<Q>> {
        EntryHead::new(cite, label)
    }
    /// Returns the ledger over a base. The ledger has a line for every entry in force that applies, even with the value 0.
    pub fn ledger(&self, base: i32, facts: &Q::Facts<'_>) -> Ledger {
        let mut ledger = Ledger::new(base);
        let entries = in_force(ListId::of(self.name, self), self.list, Q::laws(facts));
        for line in entries.filter_map(|(modifier, negated)| modifier.ruled(facts, negated)) {
            ledger.push(line);
        }
        ledger
    }
    /// Returns the sum of the values of every entry in force that applies, without a ledger.
    // Inlined as `Bars::permit` is.
    #[inline(always)]
    #[expect(
        clippy::inline_always,
        reason = "the caller then knows the entries of the list, and calls no condition through a pointer"
    )]
    pub fn sum(&self, facts: &Q::Facts<'_>) -> i32 {
        if Q::laws(facts).are_printed() {
            return self.list.iter().map(|m| m.value(facts).unwrap_or(0)).sum();
        }
        self.sum_amended(facts)
    }
    #[inline(never)]
    fn sum_amended(&self, facts: &Q::Facts<'_>) -> i32 {
        in_force(ListId::of(self.name, self), self.list, Q::laws(facts))
            .filter_map(|(modifier, negated)| read(modifier.value(facts), negated, || 1))
            .sum()
    }
}

/// Returns what an entry says. If `negated`, returns `otherwise` where it says nothing, and nothing where it says
/// something.
fn read<T>(said: Option<T>, negated: bool, otherwise: impl FnOnce() -> T) -> Option<T> {
    match (said, negated) {
        (said, false) => said,
        (None, true) => Some(otherwise()),
        (Some(_), true) => None,
    }
}

/// Returns whether this holds for any entry.
///
/// It goes eight at a time and without a loop, because the compiler does not unroll a long one. Only where it sees each
/// entry by itself does it know which condition that is.
#[inline(always)]
#[expect(
    clippy::inline_always,
    reason = "the caller then knows the entries of the list, and calls no condition through a pointer"
)]
fn any_of<R>(list: &[R], holds: impl Fn(&R) -> bool + Copy) -> bool {
    let (first, rest) = list.split_at(list.len().min(8));
    let (second, rest) = rest.split_at(rest.len().min(8));
    let (third, rest) = rest.split_at(rest.len().min(8));
    let (fourth, rest) = rest.split_at(rest.len().min(8));
    any_of_eight(first, holds)
        || any_of_eight(second, holds)
        || any_of_eight(third, holds)
        || any_of_eight(fourth, holds)
        || rest.iter().any(holds)
}

#[inline(always)]
#[expect(
    clippy::inline_always,
    reason = "the caller then knows the entries of the list, and calls no condition through a pointer"
)]
fn any_of_eight<R>(list: &[R], holds: impl Fn(&R) -> bool + Copy) -> bool {
    list.first().is_some_and(holds)
        || list.get(1).is_some_and(holds)
        || list.get(2).is_some_and(holds)
        || list.get(3).is_some_and(holds)
        || list.get(4).is_some_and(holds)
        || list.get(5).is_some_and(holds)
        || list.get(6).is_some_and(holds)
        || list.get(7).is_some_and(holds)
}

/// Returns the entries of a list that are in force: the printed ones without those repealed, then those added. The flag
/// says whether the entry is negated, as in mute tests.
///
/// Where nothing is changed, the hot paths above go straight through the printed list; this function would cost them a
/// tenth of all play.
fn in_force<'l, R: 'static>(
    list: ListId,
    printed: &'static [R],
    laws: &'l Laws,
) -> impl Iterator<Item = (&'l R, bool)> {
    let amended = laws.amendment(list);
    let entries = printed.iter().enumerate();
    let standing = entries.filter_map(move |(i, rule)| match amended {
        Some(a) if a.repeals(i) => None,
        Some(a) => Some((rule, a.negates(i))),
        None => Some((rule, false)),
    });
    let added = amended.into_iter().flat_map(Amendment::added::<R>);
    standing.chain(added.map(|rule| (rule, false)))
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

impl<Q: Question> Listed for Bars<Q> {
    fn name(&self) -> &'static str {
        self.name
    }
    fn entries(&self) -> Vec<(Cite, &'static str)> {
        self.list.iter().map(|b| (b.cite, b.because)).collect()
    }
    fn always(&self, index: usize) -> bool {
        self.list.get(index).is_some_and(|b| b.always)
    }
}
impl<Q: Question> Listed for Modifiers<Q> {
    fn name(&self) -> &'static str {
        self.name
    }
    fn adds(&self) -> bool {
        true
    }
    fn entries(&self) -> Vec<(Cite, &'static str)> {
        self.list.iter().map(|b| (b.cite, b.label)).collect()
    }
}

impl Laws {
    /// Adds a prohibition to a list, after the printed entries.
    ///
    /// Begin the prohibition with [`Bars::entry`]. The prohibition must cite the book of these laws; that is checked when
    /// a match begins. Where a prohibition leaves nothing to do, [`PlayError::NoChoice`](crate::PlayError::NoChoice)
    /// names it.
    #[must_use]
    pub fn forbid<Q: Question>(self, list: &'static Bars<Q>, bar: Bar<Q>) -> Self {
        self.add(ListId::of(list.name, list), bar.cite, bar.because, bar)
    }
    /// Adds a modifier to a list, after the printed entries.
    ///
    /// The modifier has a line of its own in every ledger for which it has a value. In a list of costs the value adds to
    /// the cost. Begin the modifier with [`Modifiers::entry`]. The modifier must cite the book of these laws; that is
    /// checked when a match begins.
    #[must_use]
    pub fn modify<Q: Question>(self, list: &'static Modifiers<Q>, modifier: Modifier<Q>) -> Self {
        self.add(ListId::of(list.name, list), modifier.cite, modifier.label, modifier)
    }
}
