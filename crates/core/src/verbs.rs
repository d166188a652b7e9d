//! Actions as words: a verb and what it is about, printed and read back by one list.

use crate::game::ParseFault;

/// What an action may name: a piece, a hex, a facing. `S` is the state that knows the names.
pub trait Noun<S>: Sized + Copy {
    /// What it is, for whoever left it out: `"a unit"`.
    const WHAT: &'static str;
    /// Its word.
    fn spell(self, state: &S) -> String;
    /// What a word names.
    ///
    /// # Errors
    /// Why it names nothing.
    fn read(state: &S, word: &str) -> Result<Self, String>;
    /// Whether there is such a thing.
    fn exists(self, state: &S) -> bool;
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
    /// The words of a text.
    ///
    /// # Errors
    /// When there is none.
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
    /// The first word.
    pub const fn verb(&self) -> &'a str {
        self.verb
    }
    /// The fault with these words.
    pub fn fault(&self, message: String) -> ParseFault {
        ParseFault {
            text: self.text.to_owned(),
            message,
        }
    }
    /// The next word as a noun.
    ///
    /// # Errors
    /// When there is none, or it names nothing.
    pub fn noun<N: Noun<S>>(&mut self) -> Result<N, ParseFault> {
        let word = self
            .rest
            .next()
            .ok_or_else(|| self.fault(format!("`{}` wants {}", self.verb, N::WHAT)))?;
        N::read(self.state, word).map_err(|message| self.fault(message))
    }
    /// That nothing is left.
    ///
    /// # Errors
    /// When something is.
    pub fn end(&mut self) -> Result<(), ParseFault> {
        match self.rest.next() {
            Some(word) => Err(self.fault(format!("`{word}` is too much"))),
            None => Ok(()),
        }
    }
}

/// Declares a game's actions: the enum, the verb of each, and how they are spelled and read back. Every argument is a
/// [`Noun`] of the game's state.
///
/// The enum gets `word`, `spell`, `parse` (the inverse of `spell`) and `exists` (whether all that it names is there).
#[macro_export]
macro_rules! actions {
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

        impl $action {
            /// The first word of its spelling.
            pub const fn word(self) -> &'static str {
                match self {
                    $(Self::$name { .. } => $word,)+
                }
            }
            /// The action as words.
            pub fn spell(self, state: &$state) -> String {
                #[allow(unused_mut)]
                let mut words = vec![self.word().to_owned()];
                match self {
                    $(Self::$name $(($($arg),+))? => {
                        $($(words.push($crate::verbs::Noun::<$state>::spell($arg, state));)+)?
                    })+
                }
                words.join(" ")
            }
            /// The inverse of `spell`.
            ///
            /// # Errors
            /// When the words are no action: an unknown verb, a name that nothing bears, a word too few or too many.
            pub fn parse(state: &$state, text: &str) -> Result<Self, $crate::ParseFault> {
                let mut words = $crate::verbs::Words::new(state, text)?;
                let action = match words.verb() {
                    $($word => Self::$name $(($(words.noun::<$noun>()?),+))?,)+
                    verb => return Err(words.fault(format!("no action is called `{verb}`"))),
                };
                words.end()?;
                Ok(action)
            }
            /// Whether every piece and hex that it names exists.
            #[allow(unused_variables)]
            pub fn exists(self, state: &$state) -> bool {
                match self {
                    $(Self::$name $(($($arg),+))? => {
                        true $($(&& $crate::verbs::Noun::<$state>::exists($arg, state))+)?
                    })+
                }
            }
        }
    };
}
