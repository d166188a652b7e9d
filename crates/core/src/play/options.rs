//! The optional rules and rulings that a set-up may choose: an enum of switches, and the set of those that are on.

/// Declares the switches of a game. A *switch* is an optional rule, or a ruling that can be read the other way.
///
/// The macro declares an enum with a variant for each switch (here `Choice`), and the set of the switches that are on (here
/// `Options`). The type in parentheses has one bit for each switch. The text after a variant is the word of the switch in a
/// set-up. A text after a `|` is read as the same switch, but never written. The crate must depend on `serde`.
///
/// ```
/// casus_core::switches! {
///     /// One switch.
///     pub enum Choice in Options(u32) {
///         /// 4.2: guns fire twice.
///         Guns = "4.2-opt" | "4.2",
///         /// 7.1: the other reading.
///         A1 = "A1",
///     }
/// }
/// assert_eq!(Choice::named("4.2"), Some(Choice::Guns));
/// assert!(Options::default().with(Choice::A1).has(Choice::A1));
/// ```
#[macro_export]
macro_rules! switches {
    (
        $(#[$about:meta])*
        pub enum $choice:ident in $options:ident($bits:ty) {
            $($(#[$doc:meta])* $name:ident = $word:literal $(| $also:literal)*,)+
        }
    ) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        #[repr(u8)]
        pub enum $choice {
            $($(#[$doc])* $name,)+
        }

        $crate::described!($choice, { "type": "string", "enum": [$($word),+] });

        impl $choice {
            /// Every switch, in the order of declaration.
            pub const ALL: [Self; [$($word),+].len()] = [$(Self::$name),+];
            /// The word of every switch, in the order of [`ALL`](Self::ALL).
            pub const WORDS: &'static [&'static str] = &[$($word),+];
            /// Returns the word of the switch in a set-up: the Case of an optional rule, or the name of a ruling.
            pub const fn word(self) -> &'static str {
                match self {
                    $(Self::$name => $word,)+
                }
            }
            /// Returns the switch with this number, taken modulo the number of switches.
            pub const fn nth(number: usize) -> Self {
                Self::ALL[number % Self::ALL.len()]
            }
            /// Returns the switch with this word, or `None` if no switch has it.
            pub fn named(word: &str) -> Option<Self> {
                match word {
                    $($word $(| $also)* => Some(Self::$name),)+
                    _ => None,
                }
            }
        }

        impl serde::Serialize for $choice {
            fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
                s.serialize_str(self.word())
            }
        }
        impl<'de> serde::Deserialize<'de> for $choice {
            fn deserialize<D: serde::Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
                let word = <String as serde::Deserialize>::deserialize(d)?;
                Self::named(&word).ok_or_else(|| {
                    let known: Vec<_> = Self::ALL.iter().map(|c| c.word()).collect();
                    serde::de::Error::custom(format!(
                        "unknown option `{word}`; known: {}",
                        known.join(", ")
                    ))
                })
            }
        }

        /// The set of switches that are on.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
        pub struct $options($bits);

        impl $options {
            /// Returns whether a switch is on.
            #[inline]
            pub const fn has(self, choice: $choice) -> bool {
                self.0 & (1 << choice as $bits) != 0
            }
            /// Returns the set with this switch on.
            #[must_use]
            pub const fn with(self, choice: $choice) -> Self {
                Self(self.0 | 1 << choice as $bits)
            }
            /// Returns the set with this switch turned: off if it is on, on if it is off.
            #[must_use]
            pub const fn flipped(self, choice: $choice) -> Self {
                Self(self.0 ^ 1 << choice as $bits)
            }
            /// Returns the switches that are on, in the order of declaration.
            pub fn iter(self) -> impl Iterator<Item = $choice> {
                $choice::ALL.into_iter().filter(move |&c| self.has(c))
            }
        }

        impl FromIterator<$choice> for $options {
            fn from_iter<I: IntoIterator<Item = $choice>>(choices: I) -> Self {
                choices.into_iter().fold(Self::default(), Self::with)
            }
        }
    };
}
