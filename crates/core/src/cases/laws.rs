//! House rules: what they add to the printed lists of a game, and what they repeal.
//!
//! [`Laws`] are a value that the states of a match share. With printed laws, asking a list costs one comparison more.
//! Laws are compared and digested by the title of their book and the names of their rules. If you change what a rule
//! does, give the rule another name.

use crate::cases::case::{Book, Casebook, Cite};
use core::any::Any;
use core::fmt;
use core::hash::{Hash, Hasher};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The laws of a match: the printed rules, or those with house rules under Cases of a book of their own.
///
/// You add rules to the public lists of a game. The added rules are asked about the same facts as the printed entries. If
/// prohibitions leave nothing to do at a decision, [`Match::play`](crate::Match::play) refuses the action that leads there, with
/// [`PlayError::NoChoice`](crate::PlayError).
///
/// ```
/// use casus_core::cases::entry;
/// use casus_core::{Bar, Bars, Casebook, HexId, Laws, Modifier, Modifiers, Standing, Verdict, cite_in, facts};
///
/// // A game: its book, the facts of a march, what forbids one and what it costs.
/// static BOOK: Casebook = Casebook::printed(
///     "Duel at the Ford",
///     &[entry("2.1", "March", Standing::Rule, "duel.rs"), entry("2.2", "The ford", Standing::Rule, "duel.rs")],
///     &[],
/// );
/// struct State(Laws);
/// impl State {
///     fn laws(&self) -> &Laws {
///         &self.0
///     }
/// }
/// facts! { State:
///     /// A march to a hex.
///     March { hexes: i32, night: bool, to: HexId } at to;
/// }
/// static MARCH_BARS: Bars<March> =
///     Bars::of("march", &[Bar::by(cite_in!(BOOK, "2.1"), "it is too far").holds(|f| f.hexes > 6)]);
/// static MARCH_COSTS: Modifiers<March> =
///     Modifiers::of("march-cost", &[Modifier::by(cite_in!(BOOK, "2.2"), "the ford").gives(|_| Some(2))]);
///
/// // House rules: nobody marches by night, mud costs a point, the ford costs nothing.
/// static MUD: Casebook = Casebook::house(
///     "Mud",
///     &[entry("1", "Dark nights", Standing::Rule, "mud.rs"), entry("2", "Mud", Standing::Rule, "mud.rs")],
/// );
/// let dark = MARCH_BARS.entry(cite_in!(MUD, "1"), "nobody marches by night");
/// let mud = MARCH_COSTS.entry(cite_in!(MUD, "2"), "mud");
/// let laws = Laws::of(&MUD)
///     .forbid(&MARCH_BARS, dark.holds(|f| f.night))
///     .modify(&MARCH_COSTS, mud.gives(|_| Some(1)))
///     .repeal(&MARCH_COSTS, "the ford");
///
/// let [printed, house] = [Laws::PRINTED, laws].map(State);
/// let march = |s| March { s, hexes: 7, night: true, to: HexId(3) };
/// let mut why = Verdict::full();
/// MARCH_BARS.judge(&march(&house), &mut why);
/// let why = why.finish().unwrap_err().to_string();
/// assert!(why.contains("it is too far (2.1)") && why.contains("nobody marches by night (Mud 1)"), "{why}");
/// assert_eq!(MARCH_COSTS.ledger(1, &march(&printed)).to_string(), "1 +2 the ford (2.2) = 3");
/// assert_eq!(MARCH_COSTS.ledger(1, &march(&house)).to_string(), "1 +1 mud (Mud 2) = 2");
/// ```
///
/// Begin a match by such laws with [`Match::under`](crate::Match::under).
#[derive(Clone, Default)]
pub struct Laws(Option<Arc<Code>>);

/// A list of rules without its type, for tools that visit every rule of a game. [`Game::lists`](crate::Game::lists) has
/// them all.
///
/// Every [`Bars`](crate::Bars) and [`Modifiers`](crate::Modifiers) is one.
pub trait Listed: Sync {
    /// Returns the name of the list.
    fn name(&self) -> &'static str;
    /// Returns the citation and the words of each printed entry, in book order. [`Laws::without`] takes an index into
    /// this list.
    fn entries(&self) -> Vec<(Cite, &'static str)>;
    /// Returns whether the list has modifiers, which add to a number under their labels.
    fn adds(&self) -> bool {
        false
    }
    /// Returns whether the entry with this index cannot be repealed, because it is part of the meaning of the action:
    /// [`Bar::always`](crate::Bar::always).
    fn always(&self, _index: usize) -> bool {
        false
    }
}

/// The identity of a list. Games may have lists of one name, so its address decides; the name is for people.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ListId {
    name: &'static str,
    at: usize,
}

impl ListId {
    pub(crate) fn of<L: ?Sized>(name: &'static str, list: &L) -> Self {
        Self {
            name,
            at: core::ptr::from_ref(list).cast::<()>().addr(),
        }
    }
}

/// The book of laws that only repeal.
static UNTITLED: Casebook = Casebook::house("house rules", &[]);

#[derive(Clone)]
struct Code {
    book: &'static Casebook,
    /// The changes of each list, in the order in which the lists were first named.
    amendments: Vec<(ListId, Amendment)>,
    faults: Vec<String>,
}

impl Code {
    const fn of(book: &'static Casebook) -> Self {
        Self {
            book,
            amendments: Vec::new(),
            faults: Vec::new(),
        }
    }
}

/// What is changed in one list.
#[derive(Clone, Default)]
pub(crate) struct Amendment {
    repealed: Vec<usize>,
    /// The entries that are negated, for mute tests only.
    negated: Vec<usize>,
    added: Vec<Added>,
    /// The names of the changes, in order.
    names: Vec<String>,
}

/// A rule of the type that its list holds.
#[derive(Clone)]
struct Added(Arc<dyn Any + Send + Sync>);

impl Amendment {
    pub(crate) fn repeals(&self, index: usize) -> bool {
        self.repealed.contains(&index)
    }
    pub(crate) fn negates(&self, index: usize) -> bool {
        self.negated.contains(&index)
    }
    pub(crate) fn added<R: 'static>(&self) -> impl Iterator<Item = &R> {
        self.added.iter().filter_map(|rule| rule.0.downcast_ref())
    }
}

/// Laws as a save names them: the title of the book, and the name of every change.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Named {
    /// The title of the book of house rules.
    pub title: String,
    /// The names of the changes: `"fire + bowstrings are wet (Rain 1.1)"`, `"step-costs - uphill (6.3)"`.
    pub rules: Vec<String>,
}

impl Laws {
    /// The printed laws, without house rules.
    pub const PRINTED: Self = Self(None);

    /// Creates house rules of this book, without any rule so far.
    ///
    /// What you [forbid](Laws::forbid) or [modify](Laws::modify) must cite this book. A citation of another book is a
    /// fault, reported when a match begins.
    pub fn of(book: &'static Casebook) -> Self {
        Self(Some(Arc::new(Code::of(book))))
    }
    /// Repeals the printed entries of a list with this phrase or label, or under exactly this citation, with its clause and
    /// ruling (`"7.4.2"`, `"14.2 [A1]"`).
    ///
    /// If there is none, that is a fault, reported when a match begins.
    #[must_use]
    pub fn repeal(self, list: &'static dyn Listed, what: &str) -> Self {
        let entries = list.entries();
        let meant: Vec<usize> = (0..entries.len())
            .filter(|&i| entries[i].1 == what || entries[i].0.to_string() == what)
            .collect();
        if meant.is_empty() {
            return self.fault(format!("the list `{}` has no entry {what:?}", list.name()));
        }
        meant.into_iter().fold(self, |laws, i| laws.without(list, i))
    }
    /// Repeals one printed entry of a list, by its index from 0.
    ///
    /// An entry that is part of the [meaning of the action](Listed::always) cannot be repealed. An attempt is a fault,
    /// which is reported when a match begins.
    #[must_use]
    pub fn without(self, list: &'static dyn Listed, index: usize) -> Self {
        if list.always(index) {
            let (cite, words) = list.entries()[index];
            let name = list.name();
            return self
                .fault(format!("`{name}`: \"{words}\" ({cite}) says what the action is, and cannot be repealed"));
        }
        self.mute(list, index)
    }
    /// Repeals any entry, to see whether a test notices.
    #[must_use]
    pub fn mute(self, list: &'static dyn Listed, index: usize) -> Self {
        match list.entries().get(index) {
            Some((cite, words)) => self.amend(ListId::of(list.name(), list), |a| {
                a.repealed.push(index);
                a.names.push(format!("{} - {words} ({cite})", list.name()));
            }),
            None => self.fault(format!("the list `{}` has no entry {index}", list.name())),
        }
    }
    /// Negates any entry, to see whether a test notices.
    ///
    /// A prohibition then forbids what it allows and allows what it forbids. A modifier adds 1 where it had no value,
    /// and has no value where it had one.
    #[must_use]
    pub fn negate(self, list: &'static dyn Listed, index: usize) -> Self {
        self.amend(ListId::of(list.name(), list), |a| {
            a.negated.push(index);
            a.names.push(format!("{} ! {index}", list.name()));
        })
    }
    /// Returns whether these are the printed laws. Every list asks this first, at the cost of one comparison.
    #[inline]
    pub const fn are_printed(&self) -> bool {
        self.0.is_none()
    }
    /// Returns the book of house rules, if there are any.
    pub fn book(&self) -> Option<&'static Casebook> {
        self.0.as_ref().map(|code| code.book)
    }
    /// Returns the laws as a save names them; `None` for the printed laws.
    pub fn named(&self) -> Option<Named> {
        let code = self.0.as_ref()?;
        let names = code.amendments.iter().flat_map(|(_, a)| a.names.iter().cloned());
        let mut rules: Vec<String> = names.collect();
        rules.sort_unstable();
        Some(Named {
            title: code.book.title.to_owned(),
            rules,
        })
    }
    /// Returns what prevents these from being laws of a game with these lists; empty if nothing does.
    ///
    /// Finds an entry that its list does not have, a list that the game does not have (also one of another game with
    /// the same name), an entry that cannot be repealed, and a citation of another book.
    pub fn faults(&self, lists: &[&dyn Listed]) -> Vec<String> {
        let Some(code) = &self.0 else { return Vec::new() };
        let named = code.amendments.iter().map(|(list, _)| *list);
        let strange = named.filter(|id| !lists.iter().any(|&list| ListId::of(list.name(), list) == *id));
        let told = strange.map(|list| format!("{:?} is not a list of this game", list.name));
        code.faults.iter().cloned().chain(told).collect()
    }
    /// Returns what is changed in a list.
    #[inline]
    pub(crate) fn amendment(&self, list: ListId) -> Option<&Amendment> {
        let code = self.0.as_ref()?;
        code.amendments.iter().find(|(id, _)| *id == list).map(|(_, a)| a)
    }

    /// Adds a rule of the type that its list holds.
    pub(crate) fn add<R: Send + Sync + 'static>(self, list: ListId, cite: Cite, words: &'static str, rule: R) -> Self {
        let title = self.book().map(|b| Book::House(b.title));
        if title != Some(cite.book()) {
            return self.fault(format!("{words:?} cites {cite}, which is not a Case of these house rules"));
        }
        self.amend(list, |a| {
            a.added.push(Added(Arc::new(rule)));
            a.names.push(format!("{} + {words} ({cite})", list.name));
        })
    }
    fn code(&mut self) -> &mut Code {
        Arc::make_mut(self.0.get_or_insert_with(|| Arc::new(Code::of(&UNTITLED))))
    }
    fn amend(mut self, list: ListId, change: impl FnOnce(&mut Amendment)) -> Self {
        let code = self.code();
        let at = code
            .amendments
            .iter()
            .position(|(id, _)| *id == list)
            .unwrap_or_else(|| {
                code.amendments.push((list, Amendment::default()));
                code.amendments.len() - 1
            });
        change(&mut code.amendments[at].1);
        self
    }
    fn fault(mut self, message: String) -> Self {
        self.code().faults.push(message);
        self
    }
}

impl PartialEq for Laws {
    fn eq(&self, other: &Self) -> bool {
        self.named() == other.named()
    }
}
impl Eq for Laws {}
impl Hash for Laws {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.named().hash(state);
    }
}

impl fmt::Debug for Laws {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.named() {
            Some(named) => f.debug_tuple("Laws").field(&named).finish(),
            None => f.write_str("Laws(printed)"),
        }
    }
}

#[cfg(test)]
#[expect(
    unreachable_pub,
    private_interfaces,
    reason = "`facts!` declares what a library shows"
)]
mod tests {
    use super::*;
    use crate::cases::case::{Standing, entry};
    use crate::cases::rule::{Bar, Bars};
    use crate::geometry::board::HexId;

    static BOOK: Casebook = Casebook::printed("Duel", &[entry("2.1", "March", Standing::Rule, "laws.rs")], &[]);
    struct State(Laws);
    impl State {
        fn laws(&self) -> &Laws {
            &self.0
        }
    }
    crate::facts! { State:
        /// A march to a hex.
        March { far: bool, to: HexId } at to;
    }
    type B = Bar<March<'static>>;
    static MARCH_BARS: Bars<March> = Bars::of(
        "march",
        &[
            B::by(BOOK.cite("2.1"), "a march goes to another hex")
                .holds(|f| f.to == HexId(0))
                .always(),
            B::by(BOOK.cite("2.1"), "it is too far").holds(|f| f.far),
        ],
    );

    #[test]
    fn what_says_what_the_action_is_stays_in_force() {
        let stays = |laws: &Laws| {
            let state = State(laws.clone());
            let far = March {
                s: &state,
                far: true,
                to: HexId(3),
            };
            let nowhere = March {
                s: &state,
                far: false,
                to: HexId(0),
            };
            (MARCH_BARS.permit(&far), MARCH_BARS.permit(&nowhere))
        };
        let lists: [&dyn Listed; 1] = [&MARCH_BARS];
        let far = Laws::default().repeal(&MARCH_BARS, "it is too far");
        assert_eq!((stays(&far), far.faults(&lists)), ((true, false), Vec::new()));
        let all = Laws::default().repeal(&MARCH_BARS, "2.1");
        assert!(!stays(&all).1);
        assert_eq!(
            all.faults(&lists),
            ["`march`: \"a march goes to another hex\" (2.1) says what the action is, and cannot be repealed"]
        );
        assert!(stays(&Laws::default().mute(&MARCH_BARS, 0)).1, "for proofs it is put out of force all the same");
    }
}
