//! Actions as words: a verb and what it is about, printed and read back from one list.

use crate::cases::case::Cite;
use crate::decisions::fault::ParseFault;
use crate::decisions::side::Sided;
use crate::geometry::board::{Board, HexId};
use crate::geometry::facing::{SideFacing, VertexFacing};
use crate::geometry::hex::Dir;
use crate::geometry::near::UnknownWord;
use crate::geometry::numbering::NumberFault;
use crate::geometry::place::Place;

/// One thing that an action names, for a front end: something to click on, or a word.
///
/// ```
/// use casus_belli::suleiman::{Setup, Suleiman};
/// use casus_belli::{Game, Match, Part, Spelt};
/// use std::collections::BTreeMap;
///
/// // Groups the legal actions by their verb and the first thing that they name, for a menu: leader, then hex.
/// let game = Match::<Suleiman>::new(Setup::default())?;
/// let mut menu: BTreeMap<String, Vec<Part>> = BTreeMap::new();
/// for action in game.actions() {
///     let mut parts = action.parts(game.state()).into_iter();
///     let Some(Part::At(piece)) = parts.next() else { continue };
///     let entry = format!("{} {}", action.verb(), Suleiman::place(game.state(), piece));
///     menu.entry(entry).or_default().extend(parts);
/// }
/// assert_eq!(menu.keys().collect::<Vec<_>>(), ["place-leader Perenyi"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Part {
    /// A piece or a hex.
    At(Place),
    /// The compass word of a facing or of a hexside.
    Toward(String),
    /// Anything else, as it is spelled.
    Word(String),
}

/// Why a word names no [`Noun`].
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum NounFault {
    /// Nothing of this kind has the name.
    #[error(transparent)]
    Unknown(Box<UnknownWord>),
    /// It is not the number of a hex of the map.
    #[error("{fault} ({cite})")]
    Hex {
        /// What is wrong with the number.
        fault: NumberFault,
        /// The Case of hex numbers.
        cite: Cite,
    },
    /// It is not a facing or a hexside of the map.
    #[error("{unknown} ({cite})")]
    Facing {
        /// The word, and those that the map has.
        unknown: Box<UnknownWord>,
        /// The Case of facings.
        cite: Cite,
    },
    /// The game says in its own words why the word is none of its own.
    #[error("{0}")]
    Game(String),
}

impl NounFault {
    fn no_facing(unknown: UnknownWord, cite: Cite) -> Self {
        let unknown = Box::new(unknown);
        Self::Facing { unknown, cite }
    }
}

impl From<UnknownWord> for NounFault {
    fn from(unknown: UnknownWord) -> Self {
        Self::Unknown(Box::new(unknown))
    }
}

/// A thing that an action may name: a piece, a hex, a facing. `S` is the state that knows the names.
pub trait Noun<S>: Sized + Copy {
    /// The kind of thing, for an error that says it is missing: `"a unit"`.
    const WHAT: &'static str;
    /// Returns the word of this thing.
    fn spell(self, state: &S) -> String;
    /// Returns the thing that a word names.
    ///
    /// # Errors
    /// Why the word names nothing.
    fn read(state: &S, word: &str) -> Result<Self, NounFault>;
    /// Returns whether this thing exists.
    fn exists(self, state: &S) -> bool;
    /// Returns every thing of this kind.
    fn all(state: &S) -> Vec<Self>;
    /// Returns this thing as a front end shows it.
    fn part(self, state: &S) -> Part {
        Part::Word(self.spell(state))
    }
}

/// An action that has words, and can be read back from them. [`actions!`](crate::actions!) implements it for a game's
/// actions. `S` is the state that knows the names.
pub trait Spelt<S>: Sized {
    /// Returns the words of the action.
    fn spell(self, state: &S) -> String;
    /// Returns the action of these words; the inverse of [`spell`](Self::spell).
    ///
    /// # Errors
    /// When the words are not an action: an unknown verb, an unknown name, a word too few or too many.
    fn parse(state: &S, text: &str) -> Result<Self, ParseFault>;
    /// Appends every action, legal or not: each verb with each thing that the verb can name.
    fn every(state: &S, out: &mut Vec<Self>);
    /// Returns the verb of the action.
    fn verb(self) -> &'static str;
    /// Returns what the action names, in the order of its words.
    fn parts(self, state: &S) -> Vec<Part>;
}

/// The source of the words of a game with a map, usually the state.
///
/// With a `Lexicon`, hexes, their sides and facings are [`Noun`]s. [`pieces!`](crate::pieces!) makes the ids of pieces
/// nouns too.
pub trait Lexicon {
    /// The sides of the game.
    type Side: Sided;
    /// The Case of hex numbers.
    const HEXES: Cite;
    /// The Case of facings.
    const FACINGS: Cite;
    /// Returns the map whose hexes have the names.
    fn board(&self) -> &Board;
    /// Returns the id of a piece: a unit, a leader, a command or a Standard. Actions name a piece by its id.
    fn piece(&self, at: Place) -> Option<&str>;
    /// Returns the name of a piece in sentences: `"Knights 9"`. The default is its id.
    fn piece_name(&self, at: Place) -> Option<&str> {
        self.piece(at)
    }

    /// Returns the word for a place in actions: the id of a piece, the printed number of a hex, the word of a side.
    ///
    /// Returns `"?"` for a place that does not exist, and an empty text for [`Place::Nowhere`].
    fn word_of(&self, at: Place) -> String {
        self.put_in_words(at, self.piece(at))
    }
    /// Returns the words for a place in sentences: the name of a piece, and for any other place the same as
    /// [`word_of`](Self::word_of).
    fn name_of(&self, at: Place) -> String {
        self.put_in_words(at, self.piece_name(at))
    }
    /// Returns the words for a place, given those for a piece.
    #[doc(hidden)]
    fn put_in_words(&self, at: Place, piece: Option<&str>) -> String {
        let board = self.board();
        let hex = |h: u16| Some(HexId(h)).filter(|&h| board.contains(h));
        let found = match at {
            Place::Nowhere => Some(String::new()),
            Place::Unit(_) | Place::Leader(_) | Place::Command(_) | Place::Standard(_) => piece.map(str::to_owned),
            Place::Hex(h) => hex(h).map(|h| board.label(h)),
            Place::Hexside(h, d) => hex(h).map(|h| {
                let word = board.orientation().dir_word(Dir::wrapped(d));
                format!("{} {word}", board.label(h))
            }),
            Place::Side(i) => Self::Side::ALL.get(usize::from(i)).map(|x| x.word().to_owned()),
        };
        found.unwrap_or_else(|| "?".to_owned())
    }
}

/// Implements [`Lexicon`] for the state of a game whose pieces are declared by [`pieces!`](crate::pieces!). The
/// arguments are the type of the state, the sides, the Case of hex numbers, and the Case of facings. The state needs a
/// field `game_data` with the fields `board` and `roster`.
///
/// With the word `named` as the last argument, the roster's `piece_name` returns the names of pieces in sentences. Without
/// `named`, those names are the ids.
#[macro_export]
macro_rules! lexicon {
    (@names) => {};
    (@names named) => {
        fn piece_name(&self, at: $crate::Place) -> Option<&str> {
            self.game_data.roster.piece_name(at)
        }
    };
    ($state:ty: $side:ty, $hexes:expr, $facings:expr $(, $named:ident)?) => {
        impl $crate::Lexicon for $state {
            type Side = $side;
            const HEXES: $crate::Cite = $hexes;
            const FACINGS: $crate::Cite = $facings;
            fn board(&self) -> &$crate::Board {
                &self.game_data.board
            }
            fn piece(&self, at: $crate::Place) -> Option<&str> {
                self.game_data.roster.name(at)
            }
            $crate::lexicon!(@names $($named)?);
        }
    };
}

impl<S: Lexicon> Noun<S> for HexId {
    const WHAT: &'static str = "a hex";
    fn spell(self, state: &S) -> String {
        state.board().label(self)
    }
    fn read(state: &S, word: &str) -> Result<Self, NounFault> {
        let found = state.board().parse(word);
        found.map_err(|fault| NounFault::Hex { fault, cite: S::HEXES })
    }
    fn exists(self, state: &S) -> bool {
        state.board().contains(self)
    }
    fn all(state: &S) -> Vec<Self> {
        state.board().ids().collect()
    }
    fn part(self, _: &S) -> Part {
        Part::At(self.place())
    }
}

impl<S: Lexicon> Noun<S> for Dir {
    const WHAT: &'static str = "a hexside";
    fn spell(self, state: &S) -> String {
        state.board().orientation().dir_word(self).to_owned()
    }
    fn read(state: &S, word: &str) -> Result<Self, NounFault> {
        let o = state.board().orientation();
        o.dir_named(word)
            .ok_or_else(|| NounFault::no_facing(o.no_side(word), S::FACINGS))
    }
    fn exists(self, _: &S) -> bool {
        true
    }
    fn all(_: &S) -> Vec<Self> {
        Self::ALL.into()
    }
    fn part(self, state: &S) -> Part {
        Part::Toward(self.spell(state))
    }
}

impl<S: Lexicon> Noun<S> for SideFacing {
    const WHAT: &'static str = "a facing";
    fn spell(self, state: &S) -> String {
        Dir::spell(self.dir(), state)
    }
    fn read(state: &S, word: &str) -> Result<Self, NounFault> {
        Dir::read(state, word).map(Self::toward)
    }
    fn exists(self, _: &S) -> bool {
        true
    }
    fn all(_: &S) -> Vec<Self> {
        Self::ALL.into()
    }
    fn part(self, state: &S) -> Part {
        Part::Toward(self.spell(state))
    }
}

impl<S: Lexicon> Noun<S> for VertexFacing {
    const WHAT: &'static str = "a facing";
    fn spell(self, state: &S) -> String {
        self.word(state.board().orientation()).to_owned()
    }
    fn read(state: &S, word: &str) -> Result<Self, NounFault> {
        let o = state.board().orientation();
        Self::named(word, o).ok_or_else(|| NounFault::no_facing(o.no_corner(word), S::FACINGS))
    }
    fn exists(self, _: &S) -> bool {
        true
    }
    fn all(_: &S) -> Vec<Self> {
        Self::ALL.into()
    }
    fn part(self, state: &S) -> Part {
        Part::Toward(self.spell(state))
    }
}

/// The words of an action, read one by one.
#[derive(Debug)]
pub struct Words<'a, S> {
    state: &'a S,
    text: &'a str,
    verb: &'a str,
    rest: core::str::SplitWhitespace<'a>,
}

impl<'a, S> Words<'a, S> {
    /// Splits a text into words.
    ///
    /// # Errors
    /// When the text has no word.
    pub fn new(state: &'a S, text: &'a str) -> Result<Self, ParseFault> {
        let mut rest = text.split_whitespace();
        let verb = rest.next().ok_or_else(|| ParseFault {
            text: text.to_owned(),
            message: "an action begins with a verb".to_owned(),
        })?;
        Ok(Self {
            state,
            text,
            verb,
            rest,
        })
    }
    /// Returns the first word.
    pub const fn verb(&self) -> &'a str {
        self.verb
    }
    /// Returns a fault about these words.
    pub fn fault(&self, message: String) -> ParseFault {
        ParseFault {
            text: self.text.to_owned(),
            message,
        }
    }
    /// Reads the next word as a noun.
    ///
    /// # Errors
    /// When there is no word left, or it names nothing.
    pub fn noun<N: Noun<S>>(&mut self) -> Result<N, ParseFault> {
        let word = self
            .rest
            .next()
            .ok_or_else(|| self.fault(format!("`{}` needs {}", self.verb, N::WHAT)))?;
        N::read(self.state, word).map_err(|fault| self.fault(fault.to_string()))
    }
    /// Checks that no word is left.
    ///
    /// # Errors
    /// When a word is left.
    pub fn end(&mut self) -> Result<(), ParseFault> {
        match self.rest.next() {
            Some(word) => Err(self.fault(format!("unexpected {word:?}"))),
            None => Ok(()),
        }
    }
}

/// Declares a game's actions: the enum, the verb of each action, and how actions are spelled and read back.
///
/// Every field of an action is a [`Noun`] of the game's state: `Step(to: HexId) = "step",` is read from `step 1903`. The enum is [`Spelt`], and has `WORDS` (every verb), `word` (its
/// own verb), `spell`, `parse` (the inverse of `spell`) and `exists` (whether everything that it names exists).
#[macro_export]
macro_rules! actions {
    (@every $of:ty, $state:ident, $out:ident, $action:expr;) => {
        $out.push($action)
    };
    (@every $of:ty, $state:ident, $out:ident, $action:expr; $arg:ident: $noun:ty, $($rest:tt)*) => {
        for $arg in <$noun as $crate::decisions::Noun<$of>>::all($state) {
            $crate::actions!(@every $of, $state, $out, $action; $($rest)*);
        }
    };
    (
        $(#[$about:meta])*
        pub enum $action:ident of $state:ty {
            $($(#[$doc:meta])* $name:ident $(($($arg:ident: $noun:ty),+))? = $word:literal,)+
        }
    ) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        pub enum $action {
            $($(#[$doc])* $name $(($($noun),+))?,)+
        }

        impl $crate::decisions::Spelt<$state> for $action {
            fn spell(self, state: &$state) -> String {
                Self::spell(self, state)
            }
            fn parse(state: &$state, text: &str) -> Result<Self, $crate::ParseFault> {
                Self::parse(state, text)
            }
            fn every(state: &$state, out: &mut Vec<Self>) {
                $($crate::actions!(@every $state, state, out, Self::$name $(($($arg),+))?; $($($arg: $noun,)+)?);)+
            }
            fn verb(self) -> &'static str {
                self.word()
            }
            #[allow(unused_variables, reason = "actions without arguments need no names")]
            fn parts(self, state: &$state) -> Vec<$crate::decisions::Part> {
                match self {
                    $(Self::$name $(($($arg),+))? => {
                        vec![$($($crate::decisions::Noun::<$state>::part($arg, state)),+)?]
                    })+
                }
            }
        }

        impl $action {
            /// The first word of every spelling, in the order of the list.
            pub const WORDS: &'static [&'static str] = &[$($word),+];

            /// Returns the first word of the spelling.
            pub const fn word(self) -> &'static str {
                match self {
                    $(Self::$name { .. } => $word,)+
                }
            }
            /// Returns the action as words.
            pub fn spell(self, state: &$state) -> String {
                #[allow(unused_mut, reason = "actions without arguments are one word")]
                let mut words = vec![self.word().to_owned()];
                match self {
                    $(Self::$name $(($($arg),+))? => {
                        $($(words.push($crate::decisions::Noun::<$state>::spell($arg, state));)+)?
                    })+
                }
                words.join(" ")
            }
            /// Returns the action of these words; the inverse of `spell`.
            ///
            /// # Errors
            /// When the words are not an action: an unknown verb, an unknown name, a word too few or too many.
            pub fn parse(state: &$state, text: &str) -> Result<Self, $crate::ParseFault> {
                let mut words = $crate::decisions::Words::new(state, text)?;
                let action = match words.verb() {
                    $($word => Self::$name $(($(words.noun::<$noun>()?),+))?,)+
                    verb => {
                        let near = $crate::geometry::did_you_mean(verb, Self::WORDS.iter().copied());
                        return Err(words.fault(format!("unknown action {verb:?}{near}")));
                    }
                };
                words.end()?;
                Ok(action)
            }
            /// Returns whether every piece and hex that the action names exists.
            #[allow(unused_variables, reason = "actions without arguments need no names")]
            pub fn exists(self, state: &$state) -> bool {
                match self {
                    $(Self::$name $(($($arg),+))? => {
                        true $($(&& $crate::decisions::Noun::<$state>::exists($arg, state))+)?
                    })+
                }
            }
        }
    };
}
