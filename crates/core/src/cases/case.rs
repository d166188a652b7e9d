//! Cases: the numbered rules of a rulebook, and citations of them.

use core::fmt;
use serde::{Serialize, Serializer};

/// What a numbered entry of a rulebook is to the program.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Standing {
    /// A rule that the code enforces.
    Rule,
    /// A set-up instruction that the code carries out.
    Setup,
    /// An optional rule, off unless the set-up asks for it.
    Optional,
    /// A rule that the code enforces and that is known by its title only: what is played is made up again.
    Reconstructed,
    /// Words only: nothing for a program to do.
    Text,
}

/// One entry of a [`Casebook`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Entry {
    /// The printed number, `"8.3.1"`.
    pub number: &'static str,
    /// The title as printed, or a short one of our own.
    pub title: &'static str,
    /// What the entry is to the program.
    pub standing: Standing,
    /// The module of code that holds it, or why none does.
    pub place: &'static str,
}

/// An entry of these parts.
pub const fn entry(number: &'static str, title: &'static str, standing: Standing, place: &'static str) -> Entry {
    Entry {
        number,
        title,
        standing,
        place,
    }
}

/// How a gap or contradiction of the rulebook is read, under a stable name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Ruling {
    /// Its short name, `"A2"`.
    pub id: &'static str,
    /// The Cases that it reads.
    pub cases: &'static str,
    /// What is played.
    pub text: &'static str,
    /// The other reading, where the set-up may choose it.
    pub switch: Option<&'static str>,
}

/// A ruling that always holds.
pub const fn ruling(id: &'static str, cases: &'static str, text: &'static str) -> Ruling {
    Ruling {
        id,
        cases,
        text,
        switch: None,
    }
}

/// A ruling for which the set-up may choose the other reading.
pub const fn switch(id: &'static str, cases: &'static str, text: &'static str, other: &'static str) -> Ruling {
    Ruling {
        id,
        cases,
        text,
        switch: Some(other),
    }
}

/// A citation of a [`Casebook`], checked when the crate is compiled: a Case, or a Case and the ruling that reads it.
///
/// ```
/// use casus_core::cases::{entry, ruling};
/// use casus_core::{Casebook, Standing, cite_in};
///
/// static BOOK: Casebook = Casebook::printed(
///     "Duel at the Ford",
///     &[entry("3.1", "Attack", Standing::Rule, "duel.rs")],
///     &[ruling("A1", "3.1", "Wet powder does not fire.")],
/// );
/// assert_eq!(cite_in!(BOOK, "3.1(2)").to_string(), "3.1(2)");
/// assert_eq!(cite_in!(BOOK, "3.1", "A1").to_string(), "3.1 [A1]");
/// ```
///
/// ```compile_fail
/// # use casus_core::{Casebook, cite_in};
/// static BOOK: Casebook = Casebook::printed("Duel at the Ford", &[], &[]);
/// cite_in!(BOOK, "3.1");
/// ```
#[macro_export]
macro_rules! cite_in {
    ($book:path, $case:literal) => {
        const { $book.cite($case) }
    };
    ($book:path, $case:literal, $ruling:literal) => {
        const { $book.ruled($case, $ruling) }
    };
}

/// The head of a game's casebook, in a module that has its `ENTRIES` and `RULINGS`: the casebook itself, named by its path,
/// and the macro that cites from it within the crate.
///
/// ```
/// mod book {
///     use casus_core::{Entry, Ruling, Standing};
///     use casus_core::cases::entry;
///     casus_core::casebook!("Duel at the Ford", crate::book::CASEBOOK, cite, $);
///     const ENTRIES: &[Entry] = &[entry("3.1", "Attack", Standing::Rule, "duel.rs")];
///     const RULINGS: &[Ruling] = &[];
/// }
/// # fn main() {
/// assert_eq!(book::cite!("3.1").to_string(), "3.1");
/// # }
/// ```
// rustfmt moves the inner macro further in each time.
#[rustfmt::skip]
#[macro_export]
macro_rules! casebook {
    ($title:literal, $path:path, $cite:ident, $d:tt) => {
        #[doc = concat!("The casebook of ", $title, ".")]
        pub const CASEBOOK: $crate::Casebook = $crate::Casebook::printed($title, ENTRIES, RULINGS);

        /// The citation of a Case, checked when the crate is compiled; a second argument names the ruling that reads it.
        macro_rules! $cite {
            ($d($d words:literal),+) => {
                $crate::cite_in!($path, $d($d words),+)
            };
        }
        #[allow(unused_imports)]
        pub(crate) use $cite;
    };
}

/// Every Case of one rulebook, in book order, and the rulings in force; or the book of somebody's house rules.
#[derive(Clone, Copy, Debug)]
pub struct Casebook {
    /// The game's title, or that of the house rules.
    pub title: &'static str,
    /// The entries in book order.
    pub entries: &'static [Entry],
    /// The rulings in force.
    pub rulings: &'static [Ruling],
    book: Book,
}

/// Whose words a citation points at.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Book {
    /// The printed rulebook of the game that is played.
    Printed,
    /// House rules, by the title of their book.
    House(&'static str),
    /// No book: what the library itself does where no rulebook speaks, such as a match that ends by agreement.
    Library,
}

const fn same(a: &[u8], b: &[u8], len: usize) -> bool {
    let mut i = 0;
    while i < len {
        if a[i] != b[i] {
            return false;
        }
        i += 1;
    }
    true
}

impl Casebook {
    /// The casebook of a printed game.
    pub const fn printed(title: &'static str, entries: &'static [Entry], rulings: &'static [Ruling]) -> Self {
        Self {
            title,
            entries,
            rulings,
            book: Book::Printed,
        }
    }

    /// A book of house rules, for [`Laws`](crate::Laws): citations of it say its title.
    ///
    /// ```
    /// use casus_core::cases::entry;
    /// use casus_core::{Casebook, Standing, cite_in};
    ///
    /// static RAIN: Casebook = Casebook::house("Rain", &[entry("1.1", "Wet strings", Standing::Rule, "rain.rs")]);
    /// assert_eq!(cite_in!(RAIN, "1.1").to_string(), "Rain 1.1");
    /// ```
    pub const fn house(title: &'static str, entries: &'static [Entry]) -> Self {
        Self {
            title,
            entries,
            rulings: &[],
            book: Book::House(title),
        }
    }

    /// The citation of a Case, with or without a clause: `"8.3.1"`, `"3.2.4(1)"`, `"8.3.1(2)A"`.
    ///
    /// Made to be called in a `const`, where a Case that the casebook lacks does not compile.
    ///
    /// # Panics
    /// When the casebook has no such Case.
    pub const fn cite(&self, text: &'static str) -> Cite {
        let b = text.as_bytes();
        let mut len = 0;
        while len < b.len() && b[len] != b'(' {
            len += 1;
        }
        let mut i = 0;
        while i < self.entries.len() {
            let n = self.entries[i].number.as_bytes();
            if n.len() == len && same(n, b, len) {
                return Cite {
                    text,
                    index: i as u16,
                    ruling: None,
                    book: self.book,
                };
            }
            i += 1;
        }
        panic!("no such Case in the casebook")
    }

    /// A citation that says which ruling reads it.
    ///
    /// # Panics
    /// When the casebook has no such Case or no such ruling.
    pub const fn ruled(&self, text: &'static str, ruling: &'static str) -> Cite {
        let mut cite = self.cite(text);
        let r = ruling.as_bytes();
        let mut i = 0;
        while i < self.rulings.len() {
            let n = self.rulings[i].id.as_bytes();
            if n.len() == r.len() && same(n, r, r.len()) {
                cite.ruling = Some(&self.rulings[i]);
                return cite;
            }
            i += 1;
        }
        panic!("no such ruling in the casebook")
    }

    /// The entry with this printed number, clause or not.
    pub fn find(&self, number: &str) -> Option<&'static Entry> {
        let bare = number.split('(').next().unwrap_or(number);
        self.entries.iter().find(|e| e.number == bare)
    }

    /// The ruling with this name.
    pub fn ruling(&self, id: &str) -> Option<&'static Ruling> {
        self.rulings.iter().find(|r| r.id == id)
    }
}

/// A citation: a Case of one casebook, perhaps a clause of it, perhaps the ruling that reads it.
///
/// Ordered as in the book, the printed book before house rules, and those before the library's own. Compared by the words
/// of the citation, so two citations of one Case through different clauses differ; [`Cite::number`] gives the bare Case.
#[derive(Clone, Copy, Debug)]
pub struct Cite {
    text: &'static str,
    ruling: Option<&'static Ruling>,
    book: Book,
    index: u16,
}

impl Cite {
    /// An authority that is no Case: what the library itself does, such as a match that ends by agreement.
    pub const fn library(what: &'static str) -> Cite {
        Cite {
            text: what,
            index: u16::MAX,
            ruling: None,
            book: Book::Library,
        }
    }
    /// Whether this is the library's own and no Case of any book.
    pub const fn is_library(self) -> bool {
        matches!(self.book, Book::Library)
    }
    /// Whether this is a Case of somebody's house rules.
    pub const fn is_house(self) -> bool {
        matches!(self.book, Book::House(_))
    }
    /// Whose words it points at.
    pub const fn book(self) -> Book {
        self.book
    }
    /// The citation as written, clause and all: `"3.2.4(1)"`.
    pub const fn text(self) -> &'static str {
        self.text
    }
    /// The bare number: `"3.2.4"`.
    pub fn number(self) -> &'static str {
        self.text.split('(').next().unwrap_or(self.text)
    }
    /// The ruling through which the Case is read, or `""`.
    pub const fn ruling(self) -> &'static str {
        match self.ruling {
            Some(ruling) => ruling.id,
            None => "",
        }
    }
    /// Whether it is what these words name: the citation as written, its bare Case, or its ruling; of house rules with the
    /// title of their book, `"Rain 1.1"`.
    pub fn answers(self, words: &str) -> bool {
        let words = match self.book {
            Book::House(title) => words.strip_prefix(title).and_then(|w| w.strip_prefix(' ')),
            Book::Printed | Book::Library => Some(words),
        };
        words.is_some_and(|w| !w.is_empty() && [self.text(), self.number(), self.ruling()].contains(&w))
    }
    /// Place in its book, for sorting.
    pub const fn order(self) -> u16 {
        self.index
    }
}

impl PartialEq for Cite {
    fn eq(&self, other: &Self) -> bool {
        self.index == other.index
            && self.text == other.text
            && self.ruling() == other.ruling()
            && self.book == other.book
    }
}
impl Eq for Cite {}
impl core::hash::Hash for Cite {
    fn hash<H: core::hash::Hasher>(&self, state: &mut H) {
        (self.text, self.index, self.ruling()).hash(state);
        if let Book::House(title) = self.book {
            title.hash(state);
        }
    }
}
impl PartialOrd for Cite {
    fn partial_cmp(&self, other: &Self) -> Option<core::cmp::Ordering> {
        Some(self.cmp(other))
    }
}
impl Ord for Cite {
    fn cmp(&self, other: &Self) -> core::cmp::Ordering {
        let key = |c: &Self| (c.book, c.index, c.text, c.ruling());
        key(self).cmp(&key(other))
    }
}

/// `"3.2.4(1)"`, `"3.1 [A1]"`; a house rule says its book, `"Rain 1.1"`, and the library itself, `"library: resignation"`.
impl fmt::Display for Cite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.book {
            Book::Printed => {}
            Book::House(title) => write!(f, "{title} ")?,
            Book::Library => f.write_str("library: ")?,
        }
        f.write_str(self.text)?;
        match self.ruling {
            Some(ruling) => write!(f, " [{}]", ruling.id),
            None => Ok(()),
        }
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Cite {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Cite".into()
    }
    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "description": "A Case, clause or ruling: `8.3.1(2) [A2]`.",
            "type": "string",
            "format": "cite"
        })
    }
}

impl Serialize for Cite {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.collect_str(self)
    }
}
