//! The sides of a game.

use core::fmt::Debug;
use core::hash::Hash;
use serde::Serialize;

/// A side of a game.
pub trait Sided: Copy + Eq + Hash + Debug + Send + Sync + Serialize + 'static {
    /// All sides, in the order of the game.
    const ALL: &'static [Self];
    /// Returns the word of the side: `"Hungary"`.
    fn word(self) -> &'static str;
    /// Returns the number of the side: its index in [`Sided::ALL`].
    fn index(self) -> usize {
        Self::ALL.iter().position(|&s| s == self).unwrap_or(0)
    }
    /// Returns the side with this word. Upper and lower case are the same.
    fn named(word: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|s| s.word().eq_ignore_ascii_case(word))
    }
}

/// Declares the two sides of a game, in the order of their numbers. The word of a side is the name of its variant. The
/// crate must depend on `serde`.
///
/// ```
/// use casus_core::Sided;
/// casus_core::sides! {
///     /// The players.
///     pub enum Side {
///         /// The white side.
///         White,
///         /// The black side.
///         Black,
///     }
/// }
/// assert_eq!(Side::White.enemy().word(), "Black");
/// ```
#[macro_export]
macro_rules! sides {
    (
        $(#[$about:meta])*
        pub enum $side:ident {
            $(#[$first_doc:meta])* $first:ident,
            $(#[$second_doc:meta])* $second:ident,
        }
    ) => {
        $(#[$about])*
        #[derive(
            Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, serde::Serialize, serde::Deserialize,
        )]
        pub enum $side {
            $(#[$first_doc])* $first,
            $(#[$second_doc])* $second,
        }

        $crate::described!($side, { "type": "string", "enum": [stringify!($first), stringify!($second)] });

        impl $side {
            /// Returns the other side.
            #[must_use]
            pub const fn enemy(self) -> Self {
                match self {
                    Self::$first => Self::$second,
                    Self::$second => Self::$first,
                }
            }
        }

        impl $crate::Sided for $side {
            const ALL: &'static [Self] = &[Self::$first, Self::$second];
            fn word(self) -> &'static str {
                match self {
                    Self::$first => stringify!($first),
                    Self::$second => stringify!($second),
                }
            }
            fn index(self) -> usize {
                self as usize
            }
        }
    };
}
