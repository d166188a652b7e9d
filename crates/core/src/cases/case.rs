//! Cases, which are the numbered rules of a rulebook, and citations of them.

use core::fmt;
use serde::{Serialize, Serializer};

/// What the code does with a numbered entry of a rulebook.
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
    /// A rule that the code enforces although only its title is known: its text is reconstructed.
    Reconstructed,
    /// Text without anything for the code to do.
    Text,
}

/// One entry of a [`Casebook`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The printed number: `"8.3.1"`.
    pub number: &'static str,
    /// The title as printed. If the rulebook prints none, a short title by the authors of this implementation.
    pub title: &'static str,
    /// What the code does with the entry.
    pub standing: Standing,
    /// For a [`Standing::Text`]: `words only: ` and the reason. For any other Case: the source file that implements it, or
    /// empty if that is the first place where the source cites it ([`Casebook::source`]).
    pub place: &'static str,
}

/// Creates an entry of a casebook whose Case is implemented where the source cites it ([`Casebook::with_places`]).
pub const fn cited(number: &'static str, title: &'static str, standing: Standing) -> Entry {
    entry(number, title, standing, "")
}

/// Creates an entry of a casebook; `place` is the source file that implements the Case, or `words only: ` and the reason.
pub const fn entry(number: &'static str, title: &'static str, standing: Standing, place: &'static str) -> Entry {
    Entry {
        number,
        title,
        standing,
        place,
    }
}

/// A line of the source that cites a Case: the Case without its clause, the file and the line.
///
/// `casus_cites::places!()` lists these of a game.
pub type CitedAt = (&'static str, &'static str, u32);

/// An entry of a casebook, with the line of the source at which its code begins ([`Casebook::describe`]).
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CaseInfo {
    /// The printed number: `"8.3.1"`.
    pub number: &'static str,
    /// The title as printed. If the rulebook prints none, a short title by the authors of this implementation.
    pub title: &'static str,
    /// What the code does with the entry.
    pub standing: Standing,
    /// The file and line of the code: `crates/suleiman/src/rules/fire.rs:204`; the file alone if the line is not known. For
    /// a [`Standing::Text`]: `words only: ` and the reason.
    pub place: String,
}

/// The line of the source at which the code of a Case begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SourceLine {
    /// The file, named from the root of the repository: `crates/suleiman/src/rules/fire.rs`.
    pub file: &'static str,
    /// The line, from 1.
    pub line: u32,
}

/// Writes the file and the line: `"crates/suleiman/src/rules/fire.rs:204"`.
impl fmt::Display for SourceLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.file, self.line)
    }
}

/// A decision how to read a gap or a contradiction of the rulebook, with a stable name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Ruling {
    /// The short name: `"A2"`.
    pub id: &'static str,
    /// The Cases about which the ruling decides, separated by commas. The ruling *reads* these Cases.
    pub cases: &'static str,
    /// The question that the ruling answers, if the set-up can choose the other reading.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub question: Option<&'static str>,
    /// The reading that the library plays unless a set-up chooses the other.
    pub text: &'static str,
    /// The other reading, if the set-up can choose it.
    pub switch: Option<&'static str>,
}

/// Creates a ruling that always holds.
pub const fn ruling(id: &'static str, cases: &'static str, text: &'static str) -> Ruling {
    Ruling {
        id,
        cases,
        question: None,
        text,
        switch: None,
    }
}

/// Creates a ruling whose other reading the set-up can choose. `question` is the question, `text` the reading that is
/// played by default, and `other` the other reading.
pub const fn switch(
    id: &'static str,
    cases: &'static str,
    question: &'static str,
    text: &'static str,
    other: &'static str,
) -> Ruling {
    Ruling {
        id,
        cases,
        question: Some(question),
        text,
        switch: Some(other),
    }
}

/// Creates a citation of a [`Casebook`], checked at compile time: a Case, or a Case and the ruling that reads it.
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

/// Declares the casebook of a game as `CASEBOOK`, and the macro that cites from it within the crate.
///
/// Call it in a module that has `ENTRIES` and `RULINGS`. The arguments are the title of the game, the path of `CASEBOOK`,
/// the name of the macro that cites, and a `$`, which that macro needs. A last argument, `casus_cites::places!()`, lists
/// where the source cites each Case, so that the casebook knows the file and line of each rule.
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
        $crate::casebook!($title, $path, $cite, $d, &[]);
    };
    ($title:literal, $path:path, $cite:ident, $d:tt, $places:expr) => {
        #[doc = concat!("The casebook of ", $title, ".")]
        pub const CASEBOOK: $crate::Casebook =
            $crate::Casebook::printed($title, ENTRIES, RULINGS).with_places($places);

        /// Creates a citation of a Case, checked at compile time. A second argument names the ruling that reads it.
        macro_rules! $cite {
            ($d($d words:literal),+) => {
                $crate::cite_in!($path, $d($d words),+)
            };
        }
        #[allow(unused_imports, reason = "a crate that cites no Case outside this module does not import it")]
        pub(crate) use $cite;
    };
}

/// Every Case of a rulebook, in book order, with the rulings on them; or a book of house rules.
#[derive(Clone, Copy, Debug)]
pub struct Casebook {
    /// The title of the game, or of the house rules.
    pub title: &'static str,
    /// The entries in book order.
    pub entries: &'static [Entry],
    /// The rulings; none in a book of house rules.
    pub rulings: &'static [Ruling],
    places: &'static [CitedAt],
    book: Book,
}

/// The book that a citation points at.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Book {
    /// The printed rulebook of the game.
    Printed,
    /// A book of house rules, by its title.
    House(&'static str),
    /// No book: something that the library itself does, such as ending a match by agreement.
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
    /// Creates the casebook of a printed game.
    pub const fn printed(title: &'static str, entries: &'static [Entry], rulings: &'static [Ruling]) -> Self {
        Self {
            title,
            entries,
            rulings,
            places: &[],
            book: Book::Printed,
        }
    }

    /// Creates a book of house rules, for [`Laws`](crate::Laws). Citations of it begin with its title.
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
            places: &[],
            book: Book::House(title),
        }
    }

    /// Returns the casebook with the places where the source cites its Cases. Of the places of one Case the likeliest one
    /// of its rule comes first.
    #[must_use]
    pub const fn with_places(self, places: &'static [CitedAt]) -> Self {
        Self { places, ..self }
    }

    /// Returns whether the casebook knows where the source cites its Cases.
    pub const fn has_places(&self) -> bool {
        !self.places.is_empty()
    }

    /// Returns the places where the source cites a Case, the likeliest one of its rule first.
    pub fn cited_at<'a>(&self, number: &'a str) -> impl Iterator<Item = SourceLine> + use<'a> {
        let places = self.places.iter().filter(move |(case, ..)| *case == number);
        places.map(|&(_, file, line)| SourceLine { file, line })
    }

    /// Returns the line of the source at which the code of a Case begins. It is the first place in the file that the
    /// entry names; or, if the entry names none, the first place of all.
    ///
    /// `None` for a [`Standing::Text`], and if the casebook does not know the places.
    ///
    /// ```
    /// use casus_core::cases::{cited, entry};
    /// use casus_core::{Casebook, Standing};
    ///
    /// static BOOK: Casebook = Casebook::printed(
    ///     "Duel at the Ford",
    ///     &[cited("3.1", "Attack", Standing::Rule), entry("3.2", "Retreat", Standing::Rule, "flight.rs")],
    ///     &[],
    /// )
    /// .with_places(&[("3.1", "src/duel.rs", 12), ("3.2", "src/duel.rs", 20), ("3.2", "src/flight.rs", 7)]);
    /// let place = |number| BOOK.source(BOOK.find(number).unwrap()).unwrap().to_string();
    /// assert_eq!(place("3.1"), "src/duel.rs:12");
    /// assert_eq!(place("3.2"), "src/flight.rs:7");
    /// ```
    pub fn source(&self, entry: &Entry) -> Option<SourceLine> {
        let named = |at: &SourceLine| {
            let rest = at.file.strip_suffix(entry.place);
            rest.is_some_and(|folder| entry.place.is_empty() || folder.is_empty() || folder.ends_with('/'))
        };
        let rule = entry.standing != Standing::Text;
        self.cited_at(entry.number).find(|at| rule && named(at))
    }

    /// Returns the citation of a Case, with or without a clause: `"8.3.1"`, `"3.2.4(1)"`, `"8.3.1(2)A"`.
    ///
    /// Call it in a `const`: then a Case that the casebook lacks does not compile.
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

    /// Returns the citation of a Case with the ruling that reads it.
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

    /// Returns an entry with the line of the source at which its code begins.
    pub fn describe(&self, entry: &Entry) -> CaseInfo {
        CaseInfo {
            number: entry.number,
            title: entry.title,
            standing: entry.standing,
            place: self
                .source(entry)
                .map_or_else(|| entry.place.to_owned(), |at| at.to_string()),
        }
    }

    /// Returns the entry with this printed number. A clause behind the number is ignored.
    pub fn find(&self, number: &str) -> Option<&'static Entry> {
        let bare = number.split('(').next().unwrap_or(number);
        self.entries.iter().find(|e| e.number == bare)
    }

    /// Returns the ruling with this name.
    pub fn ruling(&self, id: &str) -> Option<&'static Ruling> {
        self.rulings.iter().find(|r| r.id == id)
    }
}

/// A citation: a Case of one casebook, with a clause and the ruling that reads it, if any.
///
/// Citations sort in book order: the printed book first, then house rules, then the library. Two citations of one Case
/// by different clauses are not equal; [`Cite::number`] gives the bare Case.
#[derive(Clone, Copy, Debug)]
pub struct Cite {
    text: &'static str,
    ruling: Option<&'static Ruling>,
    book: Book,
    index: u16,
}

impl Cite {
    /// Creates a citation of the library itself, for what is no Case, such as ending a match by agreement.
    pub const fn library(what: &'static str) -> Cite {
        Cite {
            text: what,
            index: u16::MAX,
            ruling: None,
            book: Book::Library,
        }
    }
    /// Returns whether this cites the library itself, not a Case of a book.
    pub const fn is_library(self) -> bool {
        matches!(self.book, Book::Library)
    }
    /// Returns whether this cites a Case of house rules.
    pub const fn is_house(self) -> bool {
        matches!(self.book, Book::House(_))
    }
    /// Returns the book that this points at.
    pub const fn book(self) -> Book {
        self.book
    }
    /// Returns the citation as written, with its clause: `"3.2.4(1)"`.
    pub const fn text(self) -> &'static str {
        self.text
    }
    /// Returns the bare number: `"3.2.4"`.
    pub fn number(self) -> &'static str {
        self.text.split('(').next().unwrap_or(self.text)
    }
    /// Returns the name of the ruling that reads the Case, or `""`.
    pub const fn ruling(self) -> &'static str {
        match self.ruling {
            Some(ruling) => ruling.id,
            None => "",
        }
    }
    /// Returns whether these words name the citation: by its text as written, by its bare Case, or by its ruling.
    ///
    /// For a citation of house rules, the words begin with the title of the book: `"Rain 1.1"`.
    pub fn answers(self, words: &str) -> bool {
        let words = match self.book {
            Book::House(title) => words.strip_prefix(title).and_then(|w| w.strip_prefix(' ')),
            Book::Printed | Book::Library => Some(words),
        };
        words.is_some_and(|w| !w.is_empty() && [self.text(), self.number(), self.ruling()].contains(&w))
    }
    /// Returns the position of the Case in its book, for sorting.
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

/// Writes `"3.2.4(1)"` or `"3.1 [A1]"`; with the title of the book for house rules, `"Rain 1.1"`; and for the library,
/// `"library: resignation"`.
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
