#![doc = include_str!("readme-links.txt")]
#![cfg_attr(feature = "suleiman", doc = include_str!("../README.md"))]
#![cfg_attr(
    not(feature = "suleiman"),
    doc = "Historical hex-wargame rules, exact and explained; built without a game."
)]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![doc(test(attr(deny(warnings))))]

#[cfg(feature = "arquebus")]
pub use casus_arquebus as arquebus;
#[cfg(feature = "blind_faith")]
pub use casus_blind_faith as blind_faith;
#[cfg(feature = "catalog")]
pub use casus_catalog as catalog;
pub use casus_core as core;
#[doc(inline)]
pub use casus_core::*;
#[cfg(feature = "draw")]
pub use casus_draw as draw;
#[cfg(feature = "draw")]
#[doc(inline)]
pub use casus_draw::{Draw, Drawing, Terminal, is_picture};
pub use casus_guide as guide;
#[doc(inline)]
pub use casus_guide::{Blow, Course, Goal, Guide, InHand, Leg, Note, Threat};
#[cfg(feature = "marignan")]
pub use casus_marignan as marignan;
#[cfg(feature = "protocol")]
pub use casus_protocol as protocol;
#[cfg(feature = "protocol")]
#[doc(inline)]
pub use casus_protocol::{ErrorKind, MatchSession, Session, SessionError};
#[cfg(feature = "suleiman")]
pub use casus_suleiman as suleiman;
#[cfg(any(feature = "conformance", feature = "proptest"))]
pub use casus_testkit as testkit;

/// House rules: your own rules in the printed lists. A page without code.
///
/// [Suleiman]: https://github.com/casus-belli/casus-belli/blob/main/crates/suleiman/GUIDE.md
/// [Marignan]: https://github.com/casus-belli/casus-belli/blob/main/crates/marignan/GUIDE.md
/// [Arquebus]: https://github.com/casus-belli/casus-belli/blob/main/crates/arquebus/GUIDE.md
/// [Blind Faith]: https://github.com/casus-belli/casus-belli/blob/main/crates/blind_faith/GUIDE.md
/// [`examples/property.rs`]: https://github.com/casus-belli/casus-belli/blob/main/examples/property.rs
#[cfg(feature = "suleiman")]
#[doc = include_str!("../docs/house-rules.md")]
pub mod house_rules {}

/// Every game: its feature, and its type. Whatever names the games stands here once: `games!(m with)` is `m!` of `with` and
/// of them all.
#[doc(hidden)]
#[macro_export]
macro_rules! games {
    ($m:ident $($with:tt)*) => {
        $m! {
            $($with)*
            "suleiman": $crate::suleiman::Suleiman,
            "marignan": $crate::marignan::Marignan,
            "arquebus": $crate::arquebus::Arquebus,
            "blind_faith": $crate::blind_faith::BlindFaith,
        }
    };
}

macro_rules! names {
    ($($feature:literal: $game:ty,)*) => {
        /// Short names of the games of this build, as [`session`] takes them and saves store them.
        ///
        /// ```
        /// assert!(casus_belli::GAMES.contains(&"suleiman"));
        /// ```
        pub const GAMES: &[&str] = &[
            $(#[cfg(feature = $feature)] <$game as casus_core::Game>::NAME,)*
        ];
    };
}
games!(names);

/// Every game of this build, as a program of many games takes it.
///
/// ```
/// let names: Vec<&str> = casus_belli::catalog_games().iter().map(|game| game.name()).collect();
/// assert_eq!(names, casus_belli::GAMES);
/// ```
#[cfg(feature = "catalog")]
pub fn catalog_games() -> Vec<&'static dyn catalog::CatalogGame> {
    vec![
        #[cfg(feature = "suleiman")]
        suleiman::catalog_game(),
        #[cfg(feature = "marignan")]
        marignan::catalog_game(),
        #[cfg(feature = "arquebus")]
        arquebus::catalog_game(),
        #[cfg(feature = "blind_faith")]
        blind_faith::catalog_game(),
    ]
}

#[cfg(feature = "protocol")]
mod sessions;
#[cfg(feature = "protocol")]
pub use sessions::{OpenError, host, load, session};
