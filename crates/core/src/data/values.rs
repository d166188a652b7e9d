//! Groups of values: one declaration gives reading, changing, sources, digest and sheet.
//!
//! [`group!`](crate::group!) declares the row of a chart, or any numbers that belong together, with the form of their
//! changes. [`modifiers!`](crate::modifiers!) declares a group that has only modifiers. A data file is read as a
//! change to an empty game, so the file must give every value.

use crate::data::cells::Cell;
use crate::data::chart::Provenance;
use crate::data::reading::{Within, is_default, parts, ranged, source};
use crate::decisions::fault::SetupFaults;
use std::collections::BTreeMap;

/// A type that a group may contain: a modifier, a number, movement costs, yes or no, a word.
pub trait Value: Clone {
    /// The form in files and set-ups.
    type Given;
    /// What limits the value.
    type Bounds;
    /// Reads the value. For one out of bounds, adds a fault at `path` and returns a stand-in: the nearest number, 0 for a
    /// modifier, `NA` for a cost.
    fn read(given: &Self::Given, bounds: &Self::Bounds, form: &Form, path: &str, faults: &mut SetupFaults) -> Self;
    /// Returns the placeholder of a missing value.
    fn blank(bounds: &Self::Bounds) -> Self;
    /// Returns the value as a digest reads it: the same on every machine.
    fn plain(&self) -> String;
    /// Returns the value as a player aid sheet shows it.
    fn shown(&self) -> String {
        self.plain()
    }
}

/// A modifier, -9 to 9.
impl Value for i32 {
    type Given = Cell;
    type Bounds = ();
    fn read(given: &Cell, (): &(), _: &Form, path: &str, faults: &mut SetupFaults) -> Self {
        given.modifier(path, faults)
    }
    fn blank((): &()) -> Self {
        0
    }
    fn plain(&self) -> String {
        self.to_string()
    }
    fn shown(&self) -> String {
        format!("{self:+}")
    }
}

macro_rules! numbers {
    ($($number:ty),*) => {$(
        /// A number within its bounds.
        impl Value for $number {
            type Given = i64;
            type Bounds = Within;
            fn read(
                given: &i64,
                &(low, high, cite): &Within,
                _: &Form,
                path: &str,
                faults: &mut SetupFaults,
            ) -> Self {
                ranged(*given, (low, high), path, cite, faults) as Self
            }
            fn blank(&(low, ..): &Within) -> Self {
                low as Self
            }
            fn plain(&self) -> String {
                self.to_string()
            }
        }
    )*};
}
numbers!(u8, i8);

/// Yes or no.
impl Value for bool {
    type Given = bool;
    type Bounds = ();
    fn read(given: &bool, (): &(), _: &Form, _: &str, _: &mut SetupFaults) -> Self {
        *given
    }
    fn blank((): &()) -> Self {
        false
    }
    fn plain(&self) -> String {
        self.to_string()
    }
    fn shown(&self) -> String {
        if *self { "yes" } else { "no" }.to_owned()
    }
}

/// Movement costs, up to 9 MP; `None`, written `"NA"`, where a piece may not go. Its `Bounds` are no
/// limits, but a text that says who pays the costs, such as `"foot and horse"`; the error about a wrong number of costs quotes it.
impl<const N: usize> Value for [Option<u8>; N] {
    type Given = Vec<Cell>;
    type Bounds = &'static str;
    fn read(given: &Vec<Cell>, who: &&'static str, form: &Form, path: &str, faults: &mut SetupFaults) -> Self {
        if given.len() != N {
            let message = format!("expected {N} values, {who}; found {}", given.len());
            faults.push(path, message, None);
        }
        let mut out = [None; N];
        let least = form.least_cost;
        for (i, cell) in given.iter().take(N).enumerate() {
            if cell.text().eq_ignore_ascii_case("NA") {
                continue;
            }
            match cell.number() {
                Some(n) if (least..=9).contains(&n) => out[i] = Some(n as u8),
                _ => {
                    let message = format!("{:?} is not a cost: {least} to 9, or NA", cell.text());
                    faults.push(format!("{path}[{i}]"), message, None);
                }
            }
        }
        out
    }
    fn blank(_: &&'static str) -> Self {
        [None; N]
    }
    fn plain(&self) -> String {
        format!("{self:?}")
    }
}

/// Declares a closed list of words as charts and counters print them. Each variant has a name and a word.
///
/// The arguments are the name of the enum, the name of the method that returns the word, and what errors call such a word. The
/// enum also has `ALL`, and `named`, which ignores case and blanks. serde and
/// `Display` write the word. The enum is a [`Value`]. The crate must depend on `serde`.
///
/// ```
/// casus_core::words! {
///     /// What happens to a target.
///     #[derive(Default)]
///     pub enum CombatResult, printed, "fire result" {
///         /// It is not affected.
///         #[default]
///         None = "-",
///         /// It routs.
///         Routed = "R",
///     }
/// }
/// assert_eq!(CombatResult::named(" r"), Some(CombatResult::Routed));
/// assert_eq!(CombatResult::ALL.map(CombatResult::printed), ["-", "R"]);
/// let unknown = serde_json::from_str::<CombatResult>("\"x\"").unwrap_err();
/// assert_eq!(unknown.to_string(), "unknown fire result \"x\"; expected - or R");
/// ```
#[macro_export]
macro_rules! words {
    ($(#[$meta:meta])* $vis:vis enum $name:ident, $word:ident, $what:literal {
        $($(#[$doc:meta])* $variant:ident = $text:literal,)+
    }) => {
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, serde::Serialize, serde::Deserialize)]
        #[serde(try_from = "String", into = "String")]
        $(#[$meta])*
        $vis enum $name {
            $($(#[$doc])* $variant,)+
        }

        $crate::described!($name, { "type": "string", "enum": [$($text),+] });

        impl $name {
            /// All variants, in the order of declaration.
            pub const ALL: [Self; [$($text),+].len()] = [$(Self::$variant),+];
            /// Returns the word as printed.
            pub const fn $word(self) -> &'static str {
                match self {
                    $(Self::$variant => $text,)+
                }
            }
            /// Returns the variant with this word. Case and blanks are ignored.
            pub fn named(word: &str) -> Option<Self> {
                let word = $crate::cells::squeezed(word);
                Self::ALL.into_iter().find(|it| word.eq_ignore_ascii_case(it.$word()))
            }
        }

        impl core::fmt::Display for $name {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.pad(self.$word())
            }
        }
        impl From<$name> for String {
            fn from(value: $name) -> Self {
                value.$word().to_owned()
            }
        }
        impl TryFrom<String> for $name {
            type Error = $crate::geometry::UnknownWord;
            fn try_from(text: String) -> Result<Self, Self::Error> {
                let known = || $crate::reading::one_of(&Self::ALL.map(Self::$word));
                Self::named(&text)
                    .ok_or_else(|| $crate::geometry::UnknownWord::expected($what, &text, known()))
            }
        }
        impl $crate::data::Value for $name {
            type Given = String;
            type Bounds = ();
            fn read(
                word: &String,
                (): &(),
                _: &$crate::data::Form,
                path: &str,
                faults: &mut $crate::SetupFaults,
            ) -> Self {
                Self::try_from(word.clone()).unwrap_or_else(|unknown| {
                    faults.push(path, unknown.to_string(), None);
                    Self::ALL[0]
                })
            }
            fn blank((): &()) -> Self {
                Self::ALL[0]
            }
            fn plain(&self) -> String {
                self.to_string()
            }
        }
    };
}

/// Which values a row of a chart has, for charts whose rows do not all have the same values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Form {
    /// The names of the values that the row does not have. They may not be given, and stay blank.
    pub without: &'static [&'static str],
    /// The lowest movement cost that the row may give, in MP.
    pub least_cost: i64,
}

impl Form {
    /// The form that has every value, with costs from 0.
    pub const WHOLE: Self = Self {
        without: &[],
        least_cost: 0,
    };
}

/// One value of a group, as text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Told {
    /// The name of the value.
    pub name: &'static str,
    /// The value as a digest reads it.
    pub plain: String,
    /// The value as a sheet shows it, with the mark of its source.
    pub shown: String,
}

/// A group of values, as [`group!`](crate::group!) declares it.
pub trait Group: Clone {
    /// The form of changes to the group, and of a data file.
    type Patch: Default + PartialEq;
    /// Reads the group from a patch over its old values. A value that is not given stays; without old values, that is a
    /// fault.
    fn read(old: Option<&Self>, patch: &Self::Patch, form: &Form, path: &str, faults: &mut SetupFaults) -> Self;
    /// Returns the values in the order of declaration.
    fn told(&self) -> Vec<Told>;

    /// Returns in one line, for digests, the values that a row of this form has.
    fn plain(&self, form: &Form) -> String {
        let told = self.told().into_iter().filter(|t| !form.without.contains(&t.name));
        let values: Vec<String> = told.map(|t| t.plain).collect();
        values.join(" ")
    }
    /// Returns a value as a sheet shows it, with the mark of its source; empty for an unknown name.
    fn shown(&self, name: &str) -> String {
        let told = self.told().into_iter().find(|t| t.name == name);
        told.map(|t| t.shown).unwrap_or_default()
    }
    /// Returns the lines of a sheet, one for each value. The first cell is the value as a sheet shows it. The other
    /// cells are the texts at the same index of `words`.
    fn lines(&self, words: &[&[&str]]) -> Vec<Vec<String>> {
        let line = |(told, words): (Told, &&[&str])| {
            let words = words.iter().map(|&w| w.to_owned());
            core::iter::once(told.shown).chain(words).collect()
        };
        self.told().into_iter().zip(words).map(line).collect()
    }
}

/// Declares a group of values and the form of their changes.
///
/// A value has a name, a type, and the bounds of that type. After `as` come the names of its parts that may have
/// sources of their own. Without `as`, there is one part with the name of the value. The crate must depend on `serde`.
///
/// ```
/// use casus_core::data::{Form, Group as _};
/// use casus_core::{Cite, SetupFaults};
///
/// casus_core::group! {
///     /// A row of the terrain chart.
///     pub struct Row, RowPatch {
///         /// Points to enter, on foot and mounted.
///         mp: [Option<u8>; 2] as ["mp", "horse"] = "foot and horse",
///         /// What it adds to a shot.
///         fire: i32 = (),
///         /// The level that it counts as.
///         level: u8 = (0, 9, Cite::library("terrain")),
///     }
/// }
/// let mut faults = SetupFaults::default();
/// let file = r#"{"source": "rulebook 9.1", "mp": [1, "NA"], "fire": "-2", "level": 12}"#;
/// let row = Row::read(None, &serde_json::from_str(file).unwrap(), &Form::WHOLE, "wood", &mut faults);
/// assert_eq!((row.mp, row.fire, row.level), ([Some(1), None], -2, 9));
/// assert_eq!(faults.to_string(), "wood.level: 12 is out of range: 0 to 9 (library: terrain)");
/// let change = serde_json::from_str(r#"{"fire": -1}"#).unwrap();
/// let row = Row::read(Some(&row), &change, &Form::WHOLE, "wood", &mut faults);
/// assert_eq!((row.shown("fire"), row.shown("level")), ("-1+".to_owned(), "9".to_owned()));
/// ```
#[macro_export]
macro_rules! group {
    ($(#[$meta:meta])* $vis:vis struct $name:ident, $patch:ident {
        $($(#[$doc:meta])* $field:ident: $type:ty $(as [$($part:literal),+])? = $bounds:expr,)*
    }) => {
        $(#[$meta])*
        #[derive(Clone, PartialEq, Eq, Hash, Debug)]
        $vis struct $name {
            $($(#[$doc])* pub $field: $type,)*
            /// The source of each part. Parts are named as the fields are, except where `as` names others.
            pub sources: $crate::Provenance,
        }

        $crate::group_patch! {
            #[doc = concat!("Changes to [`", stringify!($name), "`]; what is absent stays as it is.")]
            $vis struct $patch {
                $($(#[$doc])* pub $field: Option<<$type as $crate::data::Value>::Given>,)*
            }
        }

        impl $crate::data::Group for $name {
            type Patch = $patch;
            fn read(
                old: Option<&Self>,
                patch: &$patch,
                form: &$crate::data::Form,
                path: &str,
                faults: &mut $crate::SetupFaults,
            ) -> Self {
                let mut reader = $crate::data::GroupReader::new(old.map(|o| &o.sources), form, path, faults);
                Self {
                    $($field: {
                        let was = old.map(|o| &o.$field);
                        reader.value(stringify!($field), &[$($($part),+)?], patch.$field.as_ref(), was, &$bounds)
                    },)*
                    sources: reader.provenance(patch.source.as_deref(), &patch.parts),
                }
            }
            fn told(&self) -> Vec<$crate::data::Told> {
                use $crate::data::Value as _;
                vec![$({
                    let parts: &[&str] = &[$($($part),+)?];
                    let mark = self.sources.mark(parts.first().unwrap_or(&stringify!($field)));
                    $crate::data::Told {
                        name: stringify!($field),
                        plain: self.$field.plain(),
                        shown: self.$field.shown() + mark,
                    }
                },)*]
            }
        }
    };
}

/// Declares a [`group!`](crate::group!) of modifiers, -9 to 9. Each has a name, the words for when it applies, and its
/// Case if the sheet is to show it. The macro also writes the constant `WHEN` with these words and Cases, for
/// [`Group::lines`](crate::data::Group::lines).
#[macro_export]
macro_rules! modifiers {
    ($(#[$meta:meta])* $vis:vis struct $name:ident, $patch:ident {
        $($field:ident: $when:literal $(($case:literal))?,)*
    }) => {
        $crate::group! {
            $(#[$meta])*
            $vis struct $name, $patch {
                $(
                    #[doc = concat!("For: ", $when, $(" (", $case, ")",)? ". -9 to 9.")]
                    $field: i32 = (),
                )*
            }
        }

        impl $name {
            /// When each modifier applies, and its Case, for a sheet.
            const WHEN: &'static [&'static [&'static str]] = &[$(&[$when $(, $case)?]),*];
        }
    };
}

/// A reader of a group of values, over its old values. A value that is not given stays; without old values, that is a fault. A
/// value that is given gets the new source of the group.
#[derive(Debug)]
pub struct GroupReader<'a> {
    faults: &'a mut SetupFaults,
    path: &'a str,
    form: &'a Form,
    old: Option<&'a Provenance>,
    known: Vec<&'static str>,
    touched: Vec<&'static str>,
}

impl<'a> GroupReader<'a> {
    /// Creates a reader of the group at `path`. `old` says where each part came from.
    pub const fn new(old: Option<&'a Provenance>, form: &'a Form, path: &'a str, faults: &'a mut SetupFaults) -> Self {
        Self {
            faults,
            path,
            form,
            old,
            known: Vec::new(),
            touched: Vec::new(),
        }
    }
    /// Reads a value. `parts` are the names under which its sources are given; if `parts` is empty, that is the value's
    /// own name.
    pub fn value<T: Value>(
        &mut self,
        name: &'static str,
        parts: &[&'static str],
        given: Option<&T::Given>,
        old: Option<&T>,
        bounds: &T::Bounds,
    ) -> T {
        let path = format!("{}.{name}", self.path);
        if self.form.without.contains(&name) {
            if given.is_some() {
                self.faults.push(path, "this row has no such value", None);
            }
            return T::blank(bounds);
        }
        let before = self.known.len();
        self.known.extend_from_slice(if parts.is_empty() {
            core::slice::from_ref(&name)
        } else {
            parts
        });
        match (given, old) {
            (Some(given), _) => {
                self.touched.extend_from_slice(&self.known[before..]);
                T::read(given, bounds, self.form, &path, self.faults)
            }
            (None, Some(old)) => old.clone(),
            (None, None) => {
                self.faults.push(path, "is missing", None);
                T::blank(bounds)
            }
        }
    }
    /// Returns where each part of the group comes from now.
    pub fn provenance(self, text: Option<&str>, given: &BTreeMap<String, String>) -> Provenance {
        let whole = source(text, self.old.is_none(), self.path, self.faults);
        let new = parts(given, &|p| self.known.contains(&p), self.path, self.faults);
        Provenance::changed(self.old.cloned(), whole, &self.touched, new)
    }
}

/// Reads the group of a patch over its old values, if the patch says anything.
pub fn regroup<G: Group>(group: &mut G, patch: Option<&G::Patch>, path: &str, faults: &mut SetupFaults) {
    if let Some(patch) = patch.filter(|p| !is_default(*p)) {
        *group = G::read(Some(group), patch, &Form::WHOLE, path, faults);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases::case::Cite;
    use crate::data::chart::Source;

    const CASE: Cite = Cite::library("terrain");
    const SIDE: Form = Form {
        without: &["sight"],
        least_cost: 0,
    };

    crate::group! {
        /// A row of a chart.
        struct Row, RowPatch {
            /// Movement costs of foot and guns.
            mp: [Option<u8>; 2] as ["mp", "guns"] = "foot and guns",
            /// A modifier for fire.
            fire: i32 = (),
            /// A number, 1 to 9.
            level: u8 = (1, 9, CASE),
            /// Whether it is in sight.
            sight: bool = (),
        }
    }
    crate::modifiers! {
        /// A group of modifiers.
        struct Drms, DrmsPatch {
            flank: "a flank" ("7.4"),
            rear: "the rear",
        }
    }

    fn read(json: &str, old: Option<&Row>, form: &Form) -> (Row, Vec<String>) {
        let patch: RowPatch = serde_json::from_str(json).unwrap();
        let mut faults = SetupFaults::default();
        let row = Row::read(old, &patch, form, "r", &mut faults);
        (row, faults.0.into_iter().map(|f| f.path).collect())
    }

    #[test]
    fn a_group_keeps_what_is_not_given_and_knows_its_sources() {
        let file = r#"{"source": "rulebook 9.0", "parts": {"guns": "reconstructed: lost"}, "mp": [1, "na"],
            "fire": "\u22122", "level": 3, "sight": true}"#;
        let (old, faults) = read(
            file,
            None,
            &Form {
                least_cost: 1,
                ..Form::WHOLE
            },
        );
        assert_eq!(faults, [""; 0]);
        assert_eq!(old.plain(&Form::WHOLE), "[Some(1), None] -2 3 true");
        assert_eq!(old.plain(&SIDE), "[Some(1), None] -2 3");
        assert_eq!((old.shown("fire"), old.shown("sight"), old.shown("x")), ("-2".into(), "yes".into(), String::new()));
        assert_eq!((old.sources.mark("mp"), old.sources.mark("guns")), ("", "*"));
        let (now, faults) = read(r#"{"mp": [2, 0], "level": 4}"#, Some(&old), &Form::WHOLE);
        assert_eq!(faults, [""; 0]);
        assert_eq!(now.plain(&Form::WHOLE), "[Some(2), Some(0)] -2 4 true");
        assert_eq!(["mp", "guns", "level", "fire"].map(|p| now.sources.mark(p)), ["+", "+", "+", ""]);
        assert_eq!(now.shown("level"), "4+");
        let mut same = now.clone();
        let mut faults = SetupFaults::default();
        regroup(&mut same, None, "r", &mut faults);
        regroup(&mut same, Some(&RowPatch::default()), "r", &mut faults);
        assert_eq!((&same, faults.0.len()), (&now, 0));
    }

    #[test]
    fn faults_of_a_group_are_all_told() {
        let (row, faults) = read("{}", None, &Form::WHOLE);
        assert_eq!(faults, ["r.mp", "r.fire", "r.level", "r.sight", "r.source"]);
        assert_eq!(row.plain(&Form::WHOLE), "[None, None] 0 1 false");
        let odd = r#"{"source": "hearsay", "parts": {"sight": "rulebook 1"}, "mp": [0, 10, 1], "fire": 10, "level": 0,
            "sight": true}"#;
        let (row, faults) = read(odd, None, &SIDE);
        assert_eq!(
            faults,
            [
                "r.mp",
                "r.mp[1]",
                "r.fire",
                "r.level",
                "r.sight",
                "r.source",
                "r.parts.\"sight\""
            ]
        );
        assert!(!row.sight);
    }

    #[test]
    fn modifiers_say_when_they_hold() {
        let patch: DrmsPatch = serde_json::from_str(r#"{"source":"house: x","flank":"+1","rear":2}"#).unwrap();
        let drms = Drms::read(None, &patch, &Form::WHOLE, "d", &mut SetupFaults::default());
        assert_eq!(drms.lines(Drms::WHEN), [vec!["+1+", "a flank", "7.4"], vec!["+2+", "the rear"]]);
        assert_eq!((drms.flank, drms.rear), (1, 2));
        assert_eq!(drms.sources.of("rear"), &Source::House("x".into()));
    }
}
