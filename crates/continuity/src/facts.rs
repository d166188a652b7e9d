//! The facts that a list of rules is asked about.

/// Declares the facts that a list of rules is asked about.
///
/// The struct has the state of play as its field `s`, besides the fields that you list. `rules` names the types of the entries:
/// `B = Bar` declares `type B = Bar<TheFacts<'static>>`. `places` declares functions from the facts to a place, for the entries
/// that say what they are about: `to` returns the place of the field `to`, and `target = a.target` that of another field.
///
/// ```
/// use casus_continuity::facts;
/// use casus_core::cases::entry;
/// use casus_core::{Bar, Bars, Casebook, HexId, Laws, Standing, cite_in};
///
/// static BOOK: Casebook = Casebook::printed("Duel at the Ford", &[entry("2.1", "March", Standing::Rule, "duel.rs")], &[]);
/// #[derive(Debug)]
/// pub struct State(Laws);
/// impl State {
///     fn laws(&self) -> &Laws {
///         &self.0
///     }
/// }
/// facts! {
///     /// The facts of a march to a hex.
///     pub struct MarchFacts<'a> of State; rules B = Bar; places to {
///         /// Whether the hex is far away.
///         pub far: bool,
///         /// The hex that would be entered.
///         pub to: HexId,
///     }
/// }
/// const FAR: B = B::by(cite_in!(BOOK, "2.1"), "it is too far").when(to, |f| f.far);
/// static MARCH_BARS: Bars<MarchFacts<'static>> = Bars::of("march", &[FAR]);
///
/// assert!(MARCH_BARS.permit(&MarchFacts { s: &State(Laws::PRINTED), far: false, to: HexId(3) }));
/// ```
#[macro_export]
macro_rules! facts {
    (
        $(#[$about:meta])*
        pub struct $facts:ident<$of:lifetime> of $state:ty
        $(; rules $($rule:ident = $kind:ident),+)?
        $(; places $($shown:vis $place:ident $(= $($path:ident).+)?),+)?
        {
            $($(#[$doc:meta])* $seen:vis $field:ident: $type:ty,)*
        }
    ) => {
        $(#[$about])*
        #[derive(Debug)]
        pub struct $facts<$of> {
            /// The state of play.
            pub s: &$of $state,
            $($(#[$doc])* $seen $field: $type,)*
        }
        $crate::casus_core::questions!($facts);
        $($(type $rule = $kind<$facts<'static>>;)+)?
        $($(
            $shown fn $place(facts: &$facts) -> $crate::casus_core::Place {
                $crate::place_of!(facts, $place $(= $($path).+)?)
            }
        )+)?
    };
}

/// The place of a field of facts, for [`facts!`].
#[doc(hidden)]
#[macro_export]
macro_rules! place_of {
    ($facts:ident, $place:ident) => {
        $facts.$place.place()
    };
    ($facts:ident, $place:ident = $($path:ident).+) => {
        $facts.$($path).+.place()
    };
}
