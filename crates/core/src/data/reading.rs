//! Readers of a game's data, which report every fault with its place.
//!
//! A fault is added to [`SetupFaults`] under a path such as `map.terrain.rows[3]`, and reading goes on.

use crate::cases::case::Cite;
use crate::data::chart::{Layer, Provenance, Source};
use crate::data::formats::from_toml;
use crate::decisions::fault::SetupFaults;
use crate::decisions::side::Sided;
use crate::decisions::verbs::Noun;
use crate::geometry::board::{Board, HexId};
use crate::geometry::hex::Dir;
use crate::geometry::near::{did_you_mean, many};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::collections::{BTreeMap, BTreeSet};

/// The character in the rows of a map file that means "no hex here".
pub(crate) const OUTSIDE: char = '-';

/// Reads a TOML file. A fault is added at `file:line`.
pub fn toml_file<T: DeserializeOwned>(text: &str, file: &str, faults: &mut SetupFaults) -> Option<T> {
    match from_toml(text) {
        Ok(value) => Some(value),
        Err(e) => {
            let place = e.span().map_or(String::new(), |span| {
                let before = text.get(..span.start).unwrap_or(text);
                let line = before.matches('\n').count() + 1;
                format!(":{line}")
            });
            faults.push(format!("{file}{place}"), e.message(), None);
            None
        }
    }
}

/// Reads a source from `path.source`. Without one, the source is the set-up itself; where a source is `demanded`, its
/// absence is a fault.
pub fn source(text: Option<&str>, demanded: bool, path: &str, faults: &mut SetupFaults) -> Source {
    match text {
        None => {
            if demanded {
                faults.push(format!("{path}.source"), "is missing", None);
            }
            own()
        }
        Some(text) => match text.parse::<Source>() {
            Ok(source) => source,
            Err(e) => {
                faults.push(format!("{path}.source"), e.to_string(), None);
                own()
            }
        },
    }
}

/// Reads the sources of single parts from `path.parts`. `known` says whether a part exists.
pub fn parts(
    given: &BTreeMap<String, String>,
    known: &dyn Fn(&str) -> bool,
    path: &str,
    faults: &mut SetupFaults,
) -> BTreeMap<String, Source> {
    let mut out = BTreeMap::new();
    for (part, text) in given {
        let path = format!("{path}.parts.{part:?}");
        if !known(part) {
            faults.push(&path, "no such part", None);
        }
        match text.parse::<Source>() {
            Ok(source) => {
                out.insert(part.clone(), source);
            }
            Err(e) => faults.push(&path, e.to_string(), None),
        }
    }
    out
}

/// The bounds of a number: its minimum, its maximum, and the Case about it.
pub type Within = (i64, i64, Cite);

/// Returns a number within `low..=high`. For one outside, adds a fault and returns the nearest bound.
pub fn ranged(n: i64, (low, high): (i64, i64), path: &str, cite: Cite, faults: &mut SetupFaults) -> i64 {
    if !(low..=high).contains(&n) {
        let message = format!("{n} is out of range: {low} to {high}");
        faults.push(path, message, Some(cite));
    }
    n.clamp(low, high)
}

/// Returns the source of a value that a set-up gives without a source.
pub fn own() -> Source {
    Source::House("the set-up's own".to_owned())
}

/// Returns the words as a list to read: `"clear, swamp or village"`.
pub fn one_of(words: &[&str]) -> String {
    match words {
        [] => String::new(),
        [word] => (*word).to_owned(),
        [most @ .., last] => format!("{} or {last}", most.join(", ")),
    }
}

/// Returns whether a value is the default, which means "not given". Such fields of a patch are not written.
pub fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// Declares the form of the changes in a set-up, or of a game's data file.
///
/// Every field may be absent, and is then not written. An unknown field is refused. If a field is needed and absent, the
/// reader of the patch reports that with the place of the field. The crate must depend on `serde`.
///
/// ```
/// casus_core::patch! {
///     /// A change to a commander.
///     pub struct CommanderPatch {
///         /// The name of the commander.
///         pub id: String,
///         /// The command range in hexes.
///         pub range: Option<i64>,
///     }
/// }
/// let patch: CommanderPatch = serde_json::from_str(r#"{"id":"Bayard"}"#).unwrap();
/// assert_eq!(patch.range, None);
/// assert_eq!(serde_json::to_string(&patch).unwrap(), r#"{"id":"Bayard"}"#);
/// assert!(serde_json::from_str::<CommanderPatch>(r#"{"hp":3}"#).is_err());
/// ```
#[macro_export]
macro_rules! patch {
    ($(
        $(#[$meta:meta])* $vis:vis struct $name:ident {
            $($(#[$doc:meta])* $field_vis:vis $field:ident: $type:ty),* $(,)?
        }
    )+) => {$($crate::describing! {
        #[derive(Clone, PartialEq, Eq, Debug, Default, serde::Serialize, serde::Deserialize)]
        #[serde(deny_unknown_fields, default)]
        $(#[$meta])*
        $vis struct $name {
            $(
                $(#[$doc])*
                #[serde(skip_serializing_if = "casus_core::reading::is_default")]
                $field_vis $field: $type,
            )*
        }
    })+};
}

/// Declares a [`patch!`](crate::patch) of a group of values. [`group!`](crate::group!) calls it; write it yourself for values that
/// you read with something else, such as [`Ranges`](crate::data::Ranges). Before the fields that you list, the struct has `source`
/// (where the values come from) and `parts` (the sources of single values).
#[macro_export]
macro_rules! group_patch {
    ($(#[$meta:meta])* $vis:vis struct $name:ident { $($fields:tt)* }) => {
        $crate::patch! {
            $(#[$meta])*
            $vis struct $name {
                /// Where the values come from; the set-up itself if absent.
                pub source: Option<String>,
                /// The sources of single parts, by the name of the part.
                pub parts: std::collections::BTreeMap<String, String>,
                $($fields)*
            }
        }
    };
}

/// Declares the data files of a game, and a function that reads its `GameData` (the data of the game) from them.
///
/// The struct needs the fields `digest` and `laws`, and a function `GameData::load(&Files)`, which returns a `Result` of it. The
/// macro writes:
///
/// - `Files`, the texts of the data files;
/// - `FILES`, the files that the library contains;
/// - `standard()`, the data of the game as published, a `&'static Arc<GameData>`;
/// - what [`digested!`](crate::digested!) writes.
#[macro_export]
macro_rules! kit_files {
    ($game_data:ident { $($file:ident: $path:literal),* $(,)? }) => {
        /// The texts of a game's data files.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub struct Files<'a> {
            $(
                #[doc = concat!("The file that stands at `", $path, "`.")]
                pub $file: &'a str,
            )*
        }

        /// The files that the library contains.
        pub const FILES: Files<'static> = Files { $($file: include_str!($path),)* };

        /// Returns the data of the game as published, parsed once.
        ///
        /// # Panics
        /// Never: a test loads the embedded files.
        pub fn standard() -> &'static std::sync::Arc<$game_data> {
            static KIT: std::sync::OnceLock<std::sync::Arc<$game_data>> = std::sync::OnceLock::new();
            KIT.get_or_init(|| {
                std::sync::Arc::new($game_data::load(&FILES).expect("the embedded data is sound"))
            })
        }

        $crate::digested!($game_data);
    };
}

/// Writes the functions `digest`, `laws` and `under`, and `Hash`, for a `GameData` (the data of a game) with the fields
/// `digest` and `laws`.
///
/// `under` returns the same data under other [`Laws`](crate::Laws). The hash is that of the digest, and of the laws if
/// they are not the printed ones.
#[macro_export]
macro_rules! digested {
    ($game_data:ident) => {
        impl $game_data {
            /// Returns the digest of everything that the rules read. Sources are not part of it.
            pub const fn digest(&self) -> u64 {
                self.digest
            }
            /// Returns the laws in force.
            #[inline]
            pub const fn laws(&self) -> &$crate::Laws {
                &self.laws
            }
            /// Returns the same data under these laws.
            pub fn under(self: std::sync::Arc<Self>, laws: &$crate::Laws) -> std::sync::Arc<Self> {
                if self.laws == *laws {
                    return self;
                }
                std::sync::Arc::new(Self {
                    laws: laws.clone(),
                    ..Self::clone(&self)
                })
            }
        }

        impl core::hash::Hash for $game_data {
            fn hash<H: core::hash::Hasher>(&self, state: &mut H) {
                self.digest.hash(state);
                if !self.laws.are_printed() {
                    self.laws.hash(state);
                }
            }
        }
    };
}

/// Reads the word of a side. `cite` is the Case about sides.
pub fn side<S: Sided>(word: &str, path: &str, cite: Cite, faults: &mut SetupFaults) -> Option<S> {
    let words: Vec<&str> = S::ALL.iter().map(|s| s.word()).collect();
    known(S::named(word), word, "side", &words, path, cite, faults)
}

/// Returns `found`, what a word means. If `found` is `None`, adds a fault that lists the known `words`; `what` names
/// their kind.
pub fn known<T>(
    found: Option<T>,
    word: &str,
    what: &str,
    words: &[&str],
    path: &str,
    cite: Cite,
    faults: &mut SetupFaults,
) -> Option<T> {
    if found.is_none() {
        let near = did_you_mean(word, words.iter().copied());
        let message = format!("unknown {what} {word:?}; expected {}{near}", one_of(words));
        faults.push(path, message, Some(cite));
    }
    found
}

/// Returns what a word of a closed list means. `what` names the kind of the words.
pub fn chosen<T: Copy>(
    word: &str,
    what: &str,
    list: &[(&str, T)],
    path: &str,
    cite: Option<Cite>,
    faults: &mut SetupFaults,
) -> Option<T> {
    let found = list.iter().find(|(w, _)| *w == word);
    if found.is_none() {
        let words: Vec<&str> = list.iter().map(|(w, _)| *w).collect();
        let near = did_you_mean(word, words.iter().copied());
        let message = format!("unknown {what} {word:?}; expected {}{near}", one_of(&words));
        faults.push(path, message, cite);
    }
    found.map(|&(_, it)| it)
}

/// Adds a fault if the key of a set-up at this path is `given` at a starting point where the key means nothing.
///
/// A set-up says with its key `start_at` at what point play begins; `start` is that point. `starts` are the starting
/// points where the key means something.
pub fn only_at<D: Copy + PartialEq + Serialize>(
    path: impl Into<String>,
    given: bool,
    start: D,
    starts: &[D],
    faults: &mut SetupFaults,
) {
    if !given || starts.contains(&start) {
        return;
    }
    let word = |start: &D| match serde_json::to_value(start) {
        Ok(serde_json::Value::String(word)) => format!("{word:?}"),
        _ => String::new(),
    };
    let words: Vec<String> = starts.iter().map(word).collect();
    let at = match &words[..] {
        [one] => one.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
        [] => "no `start_at`".to_owned(),
    };
    faults.push(path, format!("does not apply with `start_at = {}`; it applies with {at}", word(&start)), None);
}

/// Calls [`only_at`] for each of these keys: its path, whether it is given, and the starting points where it means
/// something.
pub fn each_only_at<D: Copy + PartialEq + Serialize>(keys: &[(&str, bool, &[D])], start: D, faults: &mut SetupFaults) {
    for &(path, given, starts) in keys {
        only_at(path, given, start, starts, faults);
    }
}

/// The position of a piece in a set-up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Posted<P> {
    /// The piece is in this hex.
    Hex(HexId),
    /// The piece is at a place off the map.
    At(P),
    /// The set-up does not say.
    Unsaid,
}

/// Reads the position of a piece from the fields `hex` and `at` of the entry at `path`.
///
/// `places` are the places off the map. `cite` is the Case of hex numbers.
pub fn posted<P: Copy>(
    board: &Board,
    (hex, at): (Option<&str>, Option<&str>),
    places: &[(&str, P)],
    path: &str,
    cite: Cite,
    faults: &mut SetupFaults,
) -> Option<Posted<P>> {
    match (hex, at) {
        (Some(_), Some(_)) => {
            faults.push(format!("{path}.at"), "give either `hex` or `at`, not both", None);
            None
        }
        (Some(text), None) => self::hex(board, text, &format!("{path}.hex"), cite, faults).map(Posted::Hex),
        (None, Some(word)) => chosen(word, "place", places, &format!("{path}.at"), None, faults).map(Posted::At),
        (None, None) => Some(Posted::Unsaid),
    }
}

/// Reads the piece that an entry of a list is about, by its name at `path`.
///
/// Each piece may have one entry; `seen` holds those that already had theirs.
pub fn posted_once<S, N: Noun<S> + PartialEq>(
    state: &S,
    name: &str,
    seen: &mut Vec<N>,
    path: &str,
    cite: Cite,
    faults: &mut SetupFaults,
) -> Option<N> {
    let message = match N::read(state, name) {
        Ok(piece) if seen.contains(&piece) => format!("{name} is placed twice"),
        Ok(piece) => {
            seen.push(piece);
            return Some(piece);
        }
        Err(fault) => fault.to_string(),
    };
    faults.push(path, message, Some(cite));
    None
}

/// Returns for each piece the name that sentences use ([`Lexicon::piece_name`](crate::Lexicon::piece_name)): `name`, or
/// `longer` where an earlier piece already has that name.
pub fn names_apart<T>(
    pieces: impl IntoIterator<Item = T>,
    name: impl Fn(&T) -> String,
    longer: impl Fn(&T) -> String,
) -> Box<[String]> {
    let mut known = BTreeSet::new();
    let one = |piece: T| {
        let mut one = name(&piece);
        if known.contains(&one) {
            one = longer(&piece);
        }
        known.insert(one.clone());
        one
    };
    pieces.into_iter().map(one).collect()
}

/// Returns the index in a list of the item with this name. Upper and lower case are the same. `what` names the kind of
/// item.
pub fn listed<'n>(
    names: impl Iterator<Item = &'n str>,
    word: &str,
    what: &str,
    path: &str,
    cite: Option<Cite>,
    faults: &mut SetupFaults,
) -> Option<usize> {
    let names: Vec<&str> = names.collect();
    let found = names.iter().position(|n| n.eq_ignore_ascii_case(word));
    if found.is_none() {
        faults.push(path, format!("unknown {what} {word:?}{}", did_you_mean(word, names)), cite);
    }
    found
}

/// Adds a fault if a name is not well formed ([`named_well`]), or if another item of the list already has it. `what` names
/// the kind of item.
pub fn new_name<'n>(
    id: &str,
    what: &str,
    mut taken: impl Iterator<Item = &'n str>,
    path: &str,
    faults: &mut SetupFaults,
) {
    named_well(id, path, faults);
    if taken.any(|n| n.eq_ignore_ascii_case(id)) {
        faults.push(path, format!("{what} {id} is given twice"), None);
    }
}

/// The form of changes to a piece, as [`piece_patch!`](crate::piece_patch!) declares it.
pub trait PiecePatch {
    /// The type of the piece.
    type Piece;
    /// Returns the name of a piece.
    fn id_of(piece: &Self::Piece) -> &str;
    /// Returns the same piece under another name.
    fn renamed(piece: &Self::Piece, id: String) -> Self::Piece;
    /// Returns the name of the piece that is changed or added. In a file it can be a run of names: `"Lancers-1..4"`.
    fn id(&self) -> &str;
    /// Returns where the new values come from, if given.
    fn source(&self) -> Option<&str>;
    /// Returns the sources of single parts.
    fn parts(&self) -> &BTreeMap<String, String>;
}

/// Declares a [`patch!`](crate::patch) of a piece. Before the fields that you list, the struct has `id`, the name of the
/// piece. After them the struct has `source` (where the new values come from) and `parts` (the sources of single values).
/// A game's file lists its pieces in this form.
#[macro_export]
macro_rules! piece_patch {
    ($(#[$meta:meta])* $vis:vis struct $name:ident of $piece:ty { $($fields:tt)* }) => {
        $crate::patch! {
            $(#[$meta])*
            $vis struct $name {
                /// The name of the piece.
                pub id: String,
                $($fields)*
                /// Where the new values come from; the set-up itself if absent.
                pub source: Option<String>,
                /// The sources of single parts, by the name of the part.
                pub parts: std::collections::BTreeMap<String, String>,
            }
        }
        impl $crate::reading::PiecePatch for $name {
            type Piece = $piece;
            fn id_of(piece: &$piece) -> &str {
                &piece.id
            }
            fn renamed(piece: &$piece, id: String) -> $piece {
                let mut piece = piece.clone();
                piece.id = id;
                piece
            }
            fn id(&self) -> &str {
                &self.id
            }
            fn source(&self) -> Option<&str> {
                self.source.as_deref()
            }
            fn parts(&self) -> &std::collections::BTreeMap<String, String> {
                &self.parts
            }
        }
    };
}

/// A list of pieces that is read from patches: by a game from its file, or by a set-up over those of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pieces<'p> {
    /// The kind of piece: `"unit"`.
    pub what: &'static str,
    /// The path of the list.
    pub path: &'p str,
    /// Whether this is a game's file. If so, a name may be a run of names, every piece is new, and each names its
    /// source.
    pub file: bool,
}

impl Pieces<'_> {
    /// Reads the patches over the list, in their order.
    ///
    /// `read` returns a piece from a patch, the list so far, and the old piece with the same name. In a set-up, a piece
    /// with a fault stays as it was.
    pub fn read<P: PiecePatch>(
        &self,
        list: &mut Vec<P::Piece>,
        patches: &[P],
        faults: &mut SetupFaults,
        read: impl Fn(&mut PieceReader<'_>, &P, &[P::Piece], Option<&P::Piece>) -> Option<P::Piece>,
    ) {
        let mut seen = BTreeSet::new();
        for (i, patch) in patches.iter().enumerate() {
            let path = format!("{}[{i}]", self.path);
            let run = if self.file {
                spread(patch.id(), &format!("{path}.id"), faults)
            } else {
                vec![patch.id().to_owned()]
            };
            let is_it = |piece: &P::Piece| P::id_of(piece).eq_ignore_ascii_case(patch.id());
            let at = if self.file { None } else { list.iter().position(is_it) };
            let old = at.map(|at| &list[at]);
            let mut reader = PieceReader::new(self.what, old.is_none(), &path, faults);
            reader.file = self.file;
            reader.run = run.len();
            if run.is_empty() {
                reader.fault("id", "is missing", None);
            }
            for id in &run {
                if old.is_none() {
                    named_well(id, &reader.at("id"), reader.faults);
                }
                if !seen.insert(id.to_ascii_lowercase()) {
                    reader.fault("id", format!("{id} is given twice"), None);
                }
            }
            let piece = read(&mut reader, patch, list, old);
            let Some(piece) = piece.filter(|_| reader.sound() || self.file) else {
                continue;
            };
            match at {
                Some(at) => list[at] = piece,
                // One of a run is read, and the others are like it.
                None => list.extend(run.into_iter().map(|id| P::renamed(&piece, id))),
            }
        }
    }
}

/// Adds a fault for each piece with the same name as an earlier piece. `pieces` has the id of each piece, and the name
/// that sentences use ([`Lexicon::piece_name`](crate::Lexicon::piece_name)).
pub fn name_twice<'a>(pieces: impl Iterator<Item = (&'a str, &'a str)>, path: &str, faults: &mut SetupFaults) {
    let mut first: BTreeMap<&str, &str> = BTreeMap::new();
    for (id, name) in pieces {
        match first.get(name) {
            Some(other) => faults.push(path, format!("{other} and {id} have the same name, \"{name}\""), None),
            None => {
                first.insert(name, id);
            }
        }
    }
}

/// A reader of a piece: over the old piece with the same name, or as a new piece. A field that is not given stays; in a
/// new piece, that is a fault.
#[derive(Debug)]
pub struct PieceReader<'a> {
    /// The faults so far.
    pub faults: &'a mut SetupFaults,
    path: &'a str,
    what: &'static str,
    new: bool,
    file: bool,
    run: usize,
    before: usize,
    known: Vec<&'static str>,
    touched: Vec<&'static str>,
}

impl<'a> PieceReader<'a> {
    /// Creates a reader of the piece at `path`. `what` names its kind; `new` says that there is none of its name yet.
    fn new(what: &'static str, new: bool, path: &'a str, faults: &'a mut SetupFaults) -> Self {
        let before = faults.0.len();
        Self {
            faults,
            path,
            what,
            new,
            file: false,
            run: 1,
            before,
            known: Vec::new(),
            touched: Vec::new(),
        }
    }
    /// Returns the path of a field.
    pub fn at(&self, field: &str) -> String {
        format!("{}.{field}", self.path)
    }
    /// Adds a fault of a field.
    pub fn fault(&mut self, field: &str, message: impl Into<String>, cite: Option<Cite>) {
        let at = self.at(field);
        self.faults.push(at, message, cite);
    }
    /// Adds a fault if a new piece is one too many: there are `have` pieces of its kind, and at most `most` are allowed.
    pub fn room(&mut self, have: usize, most: usize) {
        if self.new && have + self.run > most {
            self.fault("id", format!("more than {most} {}s", self.what), None);
        }
    }
    /// Returns whether this piece has no fault so far.
    pub fn sound(&self) -> bool {
        self.faults.0.len() == self.before
    }
    /// Sets the parts that have sources of their own, and whether each has changed.
    pub fn parts(&mut self, parts: &[(&'static str, bool)]) {
        self.known.extend(parts.iter().map(|(part, _)| *part));
        let touched = parts.iter().filter(|(_, changed)| *changed);
        self.touched.extend(touched.map(|(part, _)| *part));
    }
    /// Returns the old value of a field that is not given. If there is none, adds a fault.
    fn stays<T>(&mut self, field: &str, old: Option<T>) -> Option<T> {
        if old.is_none() {
            self.fault(field, format!("is missing: a new {} states it", self.what), None);
        }
        old
    }
    /// Reads a number within its bounds, if it is given.
    pub fn given<T: TryFrom<i64>>(&mut self, field: &str, given: Option<i64>, within: Within) -> Option<T> {
        let (low, high, cite) = within;
        let n = ranged(given?, (low, high), &self.at(field), cite, self.faults);
        T::try_from(n).ok()
    }
    /// Reads a number within its bounds.
    pub fn number<T: TryFrom<i64>>(
        &mut self,
        field: &str,
        given: Option<i64>,
        old: Option<T>,
        within: Within,
    ) -> Option<T> {
        if given.is_none() {
            return self.stays(field, old);
        }
        self.given(field, given, within)
    }
    /// Reads a word. `named` returns what it means, and adds a fault at the path if it means nothing.
    pub fn word<T>(
        &mut self,
        field: &str,
        given: Option<&String>,
        old: Option<T>,
        named: impl FnOnce(&str, &str, &mut SetupFaults) -> Option<T>,
    ) -> Option<T> {
        match given {
            None => self.stays(field, old),
            Some(word) => named(word, &self.at(field), self.faults),
        }
    }
    /// Reads a word of a closed list, as [`words!`](crate::words!) declares it.
    pub fn choice<T: TryFrom<String, Error: core::fmt::Display>>(
        &mut self,
        field: &str,
        given: Option<&String>,
        old: Option<T>,
        cite: Cite,
    ) -> Option<T> {
        self.word(field, given, old, |word, path, faults| faults.note(path, T::try_from(word.to_owned()), Some(cite)))
    }
    /// Returns where each part of the piece comes from now.
    ///
    /// What has changed comes from the source of the patch, or else from the set-up. If the patch has a source and changes
    /// nothing, the whole piece comes from that source.
    pub fn provenance(&mut self, patch: &impl PiecePatch, old: Option<&Provenance>) -> Provenance {
        let source = source(patch.source(), self.file, self.path, self.faults);
        let new = parts(patch.parts(), &|p| self.known.contains(&p), self.path, self.faults);
        let old = old.filter(|_| !self.touched.is_empty() || patch.source().is_none());
        Provenance::changed(old.cloned(), source, &self.touched, new)
    }
}

/// Adds a fault for a name that a file or a story could not contain. A name has 1 to 40 letters, digits, hyphens and
/// underscores.
pub fn named_well(id: &str, path: &str, faults: &mut SetupFaults) {
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    if id.is_empty() || id.len() > 40 || !id.chars().all(plain) {
        let message = format!("{id:?} is not a name: 1 to 40 letters, digits, hyphens and underscores");
        faults.push(path, message, None);
    }
}

/// Returns the names in a text, single ones and runs of numbers: `"OT-RI-6..10 OT-LvI-1..15"`.
pub fn spread(text: &str, path: &str, faults: &mut SetupFaults) -> Vec<String> {
    let mut out = Vec::new();
    for token in text.split([' ', ',', '\n']).filter(|t| !t.is_empty()) {
        let Some((first, last)) = token.split_once("..") else {
            out.push(token.to_owned());
            continue;
        };
        let run = first.rsplit_once('-').and_then(|(stem, from)| {
            let (from, to): (u16, u16) = (from.parse().ok()?, last.parse().ok()?);
            (from <= to && to <= 999).then_some((stem, from..=to))
        });
        match run {
            Some((stem, run)) => out.extend(run.map(|n| format!("{stem}-{n}"))),
            None => faults.push(path, format!("{token:?} is not a run of names"), None),
        }
    }
    out
}

/// Reads the printed number of a hex.
pub fn hex(board: &Board, text: &str, path: &str, cite: Cite, faults: &mut SetupFaults) -> Option<HexId> {
    match board.parse(text.trim()) {
        Ok(id) => Some(id),
        Err(e) => {
            faults.push(path, e.to_string(), Some(cite));
            None
        }
    }
}

/// Reads hexes from a text: `"1810-1811 1817"`, `"within 2 of 2729"`.
///
/// The two ends of a run share their row or their column. A hex that is named twice is a fault, except with `within`.
pub fn hexes(board: &Board, text: &str, path: &str, cite: Cite, faults: &mut SetupFaults) -> Vec<HexId> {
    let mut text = text.trim();
    let mut radius = 0;
    if let Some(rest) = text.strip_prefix("within ") {
        if let Some((n, list)) = rest
            .split_once(" of ")
            .and_then(|(n, l)| Some((n.trim().parse::<u32>().ok()?, l)))
        {
            radius = n.min(99);
            text = list;
        } else {
            let message = format!("{text:?}: expected a number and hexes, as in `within 2 of 2729`");
            faults.push(path, message, None);
            return Vec::new();
        }
    }
    let mut out = Vec::new();
    for token in text.split([' ', ',', '\n']).filter(|t| !t.is_empty()) {
        let Some((first, last)) = token.split_once('-') else {
            out.extend(hex(board, token, path, cite, faults));
            continue;
        };
        let (Some(_), Some(_)) = (hex(board, first, path, cite, faults), hex(board, last, path, cite, faults)) else {
            continue;
        };
        let number = |t: &str| t.trim().parse::<u16>().unwrap_or(0);
        let (from, to) = (number(first), number(last));
        let step = if from / 100 == to / 100 {
            1
        } else if from % 100 == to % 100 {
            100
        } else {
            0
        };
        if step == 0 || from > to {
            let message = format!("{token:?} is not a run along a rank or a file");
            faults.push(path, message, None);
            continue;
        }
        for n in (from..=to).step_by(step) {
            out.extend(hex(board, &format!("{n:04}"), path, cite, faults));
        }
    }
    if radius > 0 {
        let disc: BTreeSet<HexId> = out.iter().flat_map(|&h| board.hexes_within(h, radius)).collect();
        return disc.into_iter().collect();
    }
    let mut seen = BTreeSet::new();
    for &h in &out {
        if !seen.insert(h) {
            let message = format!("hex {} is named twice", board.label(h));
            faults.push(path, message, None);
        }
    }
    out
}

/// A reader of a map, with the board so far, its layers, and the faults.
#[derive(Debug)]
pub struct MapReader<'a> {
    /// The board so far.
    pub board: Board,
    /// The layers so far, each with its source.
    pub layers: Vec<Layer>,
    /// The faults so far.
    pub faults: &'a mut SetupFaults,
    cite: Cite,
}

impl<'a> MapReader<'a> {
    /// Creates a reader over a board. `cite` is the Case of hex numbers.
    pub const fn new(board: Board, cite: Cite, faults: &'a mut SetupFaults) -> Self {
        Self {
            board,
            layers: Vec::new(),
            faults,
            cite,
        }
    }
    /// Adds a layer; its source must be given.
    pub fn layer(&mut self, name: &str, text: &str, path: &str) {
        self.layers.push(Layer {
            name: name.to_owned(),
            source: source(Some(text), true, path, self.faults),
        });
    }
    /// Reads the printed number of a hex.
    pub fn hex(&mut self, text: &str, path: &str) -> Option<HexId> {
        hex(&self.board, text, path, self.cite, self.faults)
    }
    /// Reads rows of one character for each hex, each row after its number, with the west on the left. Spaces are
    /// skipped.
    ///
    /// Every row of the map must be given exactly once. `set` takes each hex with its character, and returns whether it
    /// knows the character.
    pub fn cells(&mut self, rows: &[String], path: &str, mut set: impl FnMut(&mut Board, HexId, char) -> bool) {
        let numbering = *self.board.numbering();
        let (ranks, files) = (numbering.rows(), numbering.columns());
        let mut seen = BTreeSet::new();
        for (i, row) in rows.iter().enumerate() {
            let path = format!("{path}.rows[{i}]");
            let (rank, line) = row.trim().split_once(' ').unwrap_or((row.as_str(), ""));
            let Some(rank) = rank
                .parse::<u8>()
                .ok()
                .filter(|r| (ranks.first..=ranks.last).contains(r))
            else {
                self.faults
                    .push(&path, format!("{rank:?} is not a row of the map"), None);
                continue;
            };
            if !seen.insert(rank) {
                self.faults.push(&path, format!("row {rank} is given twice"), None);
            }
            let cells: Vec<char> = line.chars().filter(|c| !c.is_whitespace()).collect();
            let width = usize::from(files.last - files.first) + 1;
            if cells.len() != width {
                let message = format!("row {rank} has {}, expected {width}", many(cells.len(), "hex"));
                self.faults.push(&path, message, None);
                continue;
            }
            for (file, c) in numbering.files().zip(cells) {
                let hex = numbering.hex(rank, file);
                let known = match self.board.id(hex) {
                    Some(id) => set(&mut self.board, id, c),
                    None => c == OUTSIDE,
                };
                if !known {
                    let message = format!("hex {}: unknown letter {c:?}", numbering.print(hex));
                    self.faults.push(&path, message, None);
                }
            }
        }
        for rank in ranks.first..=ranks.last {
            if !seen.contains(&rank) {
                let message = format!("row {rank} is missing");
                self.faults.push(format!("{path}.rows"), message, None);
            }
        }
    }
    /// Reads hexsides from a text: `"1810 SW SE, 1811 SW"`.
    pub fn sides(&mut self, text: &str, path: &str, mut set: impl FnMut(&mut Board, HexId, Dir)) {
        for item in text.split(',').map(str::trim).filter(|t| !t.is_empty()) {
            let mut words = item.split_whitespace();
            let Some(id) = self.hex(words.next().unwrap_or(""), path) else {
                continue;
            };
            for word in words {
                let Some(dir) = self.board.orientation().dir_named(word) else {
                    let message = format!("`{item}`: {word:?} is not a side of a hex");
                    self.faults.push(path, message, None);
                    continue;
                };
                set(&mut self.board, id, dir);
            }
        }
    }
    /// Reads a road through hexes, each next to the one before. `path` returns the path of each.
    pub fn road<'t>(&mut self, hexes: impl Iterator<Item = &'t str>, path: &dyn Fn(usize) -> String) {
        let mut last: Option<HexId> = None;
        for (i, word) in hexes.enumerate() {
            let path = path(i);
            let Some(id) = self.hex(word, &path) else {
                last = None;
                continue;
            };
            if let Some(from) = last {
                if let Some(dir) = self.board.direction(from, id) {
                    self.board.set_road(from, dir);
                } else {
                    let message = format!("{word} is not next to {}", self.board.label(from));
                    self.faults.push(&path, message, None);
                }
            }
            last = Some(id);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::hex::Orientation;
    use crate::geometry::numbering::{Compass, Digits, Lines, Numbering, Span, Stagger};

    const MAP: Cite = Cite::library("the map");

    fn board(digits: Digits, columns: Compass) -> Board {
        let span = |first, last, grows| Span { first, last, grows };
        let shift = Stagger {
            lines: Lines::Even,
            toward: Compass::South,
        };
        let rows = span(1, 2, Compass::South);
        let columns = span(1, 3, columns);
        Board::full(Numbering::new(Orientation::Flat, digits, rows, columns, shift).unwrap())
    }
    fn paths(faults: &SetupFaults) -> Vec<&str> {
        faults.0.iter().map(|f| f.path.as_str()).collect()
    }

    #[test]
    fn only_a_later_piece_of_the_same_name_gets_the_longer_one() {
        let pieces = [
            ("A-1", "Knights"),
            ("B-1", "Foot"),
            ("A-2", "Knights"),
            ("A-3", "Knights"),
        ];
        let names = names_apart(pieces, |p| p.1.to_owned(), |p| format!("{} {}", p.1, p.0));
        assert_eq!(*names, ["Knights", "Foot", "Knights A-2", "Knights A-3"]);
    }
    #[test]
    fn rows_read_from_west_to_east_whichever_way_the_numbers_run() {
        for (digits, columns, marked) in [
            (Digits::Ccrr, Compass::East, "0102"),
            (Digits::Ccrr, Compass::West, "0302"),
            (Digits::Rrcc, Compass::East, "0201"),
            (Digits::Rrcc, Compass::West, "0203"),
        ] {
            let mut faults = SetupFaults::default();
            let mut m = MapReader::new(board(digits, columns), MAP, &mut faults);
            let rows = ["01 . . .", "02 x . ."].map(str::to_owned);
            m.cells(&rows, "map", |b, id, c| {
                b.set_terrain(id, u8::from(c == 'x'));
                true
            });
            let b = m.board;
            let at: Vec<_> = b.ids().filter(|&h| b.terrain(h) == 1).collect();
            assert_eq!(at.len(), 1);
            assert_eq!(b.label(at[0]), marked);
            assert_eq!(faults, SetupFaults::default());
        }
    }

    #[test]
    fn faults_of_a_map_come_all_at_once_with_their_places() {
        let mut faults = SetupFaults::default();
        let mut m = MapReader::new(board(Digits::Ccrr, Compass::East), MAP, &mut faults);
        let rows = ["03 . . .", "01 . ? .", "01 . ."].map(str::to_owned);
        m.cells(&rows, "map", |_, _, c| c == '.');
        m.sides("0101 N UP, 9999 N", "map.canal", |b, id, dir| {
            b.set_feature(id, dir, 1, true);
        });
        m.road("0101 0301 01".split(' '), &|k| format!("map.road[{k}]"));
        assert_eq!(
            paths(&faults),
            [
                "map.rows[0]",
                "map.rows[1]",
                "map.rows[2]",
                "map.rows[2]",
                "map.rows",
                "map.canal",
                "map.canal",
                "map.road[1]",
                "map.road[2]",
            ]
        );
    }

    #[test]
    fn names_hexes_and_sources_are_read_or_told() {
        let b = board(Digits::Ccrr, Compass::East);
        let mut f = SetupFaults::default();
        assert_eq!(spread("A-1..3, B", "names", &mut f), ["A-1", "A-2", "A-3", "B"]);
        assert_eq!(hexes(&b, "0101-0102 0301", "hexes", MAP, &mut f).len(), 3);
        assert_eq!(hexes(&b, "within 1 of 0101", "hexes", MAP, &mut f).len(), 3);
        assert_eq!(ranged(9, (0, 5), "n", MAP, &mut SetupFaults::default()), 5);
        named_well("Bourbon-1", "id", &mut f);
        assert!(source(Some("rulebook 14.1"), true, "x", &mut f).is_printed());
        assert!(f.0.is_empty(), "{f}");
        spread("A-3..1", "names", &mut f);
        hexes(&b, "0101 0101", "twice", MAP, &mut f);
        hexes(&b, "0101-0302", "run", MAP, &mut f);
        hexes(&b, "within x", "within", MAP, &mut f);
        named_well("a b", "id", &mut f);
        ranged(9, (0, 5), "n", MAP, &mut f);
        source(None, true, "none", &mut f);
        source(Some("hearsay"), false, "bad", &mut f);
        let given = BTreeMap::from([("odd".to_owned(), "hearsay".to_owned())]);
        parts(&given, &|_| false, "p", &mut f);
        toml_file::<BTreeMap<String, u8>>("a = 1\nb = x", "f.toml", &mut f);
        assert_eq!(
            paths(&f),
            [
                "names",
                "twice",
                "run",
                "within",
                "id",
                "n",
                "none.source",
                "bad.source",
                "p.parts.\"odd\"",
                "p.parts.\"odd\"",
                "f.toml:2",
            ]
        );
    }

    #[derive(Clone, Copy, PartialEq, Serialize)]
    #[serde(rename_all = "kebab-case")]
    enum Door {
        SetUp,
        Free,
        MoveFire,
    }

    #[test]
    fn a_key_that_does_not_apply_tells_where_it_does() {
        let mut f = SetupFaults::default();
        only_at("side", true, Door::Free, &[Door::Free], &mut f);
        only_at("side", false, Door::SetUp, &[Door::Free], &mut f);
        assert!(f.0.is_empty());
        only_at("side", true, Door::SetUp, &[Door::Free], &mut f);
        only_at("units[0].done", true, Door::SetUp, &[Door::Free, Door::MoveFire], &mut f);
        let told: Vec<String> = f.0.iter().map(ToString::to_string).collect();
        assert_eq!(
            told,
            [
                "side: does not apply with `start_at = \"set-up\"`; it applies with \"free\"",
                "units[0].done: does not apply with `start_at = \"set-up\"`; it applies with \"free\" and \"move-fire\"",
            ]
        );
    }

    crate::patch! {
        struct Sparse {
            id: String,
            range: Option<i64>,
            side: Option<String>,
            lame: bool,
        }
    }

    #[test]
    fn what_a_patch_does_not_say_is_not_written() {
        let text = r#"{"id":"Bayard","lame":true}"#;
        let patch: Sparse = serde_json::from_str(text).unwrap();
        assert_eq!(serde_json::to_string(&patch).unwrap(), text);
        assert_eq!(patch.range, None);
        assert!(serde_json::from_str::<Sparse>(r#"{"hp":1}"#).is_err());
        assert_eq!(one_of(&["clear"]), "clear");
        assert_eq!(one_of(&["clear", "wood", "swamp"]), "clear, wood or swamp");
    }

    #[derive(Clone, PartialEq, Debug)]
    struct Unit {
        id: String,
        ma: u8,
        side: usize,
        sources: Provenance,
    }
    crate::piece_patch! {
        struct UnitPatch of Unit {
            ma: Option<i64>,
            side: Option<String>,
        }
    }

    fn pieces(list: &mut Vec<Unit>, file: bool, json: &str) -> Vec<String> {
        let patches: Vec<UnitPatch> = serde_json::from_str(json).unwrap();
        let mut faults = SetupFaults::default();
        let units = Pieces {
            what: "unit",
            path: "units",
            file,
        };
        units.read(list, &patches, &mut faults, |r, p, all, old| {
            r.room(all.len(), 4);
            let ma = r.number("ma", p.ma, old.map(|o| o.ma), (0, 9, MAP));
            let side = r.word("side", p.side.as_ref(), old.map(|o| o.side), |w, path, f| {
                listed(["A", "B"].into_iter(), w, "side", path, Some(MAP), f)
            });
            r.parts(&[("ma", p.ma.is_some())]);
            Some(Unit {
                id: old.map_or(&p.id, |o| &o.id).clone(),
                sources: r.provenance(p, old.map(|o| &o.sources)),
                ma: ma?,
                side: side?,
            })
        });
        faults.0.into_iter().map(|f| f.path).collect()
    }

    #[test]
    fn a_piece_keeps_what_is_not_given_and_a_new_one_states_it() {
        let mut list = Vec::new();
        let file = r#"[{"id": "X-1..2", "ma": 4, "side": "b", "source": "rulebook 2.0", "parts": {"ma": "rulebook 3"}},
            {"id": "Y", "ma": 3, "side": "A", "source": "rulebook 2.0"}]"#;
        assert_eq!(pieces(&mut list, true, file), [""; 0]);
        let names: Vec<(&str, u8, usize)> = list.iter().map(|u| (u.id.as_str(), u.ma, u.side)).collect();
        assert_eq!(names, [("X-1", 4, 1), ("X-2", 4, 1), ("Y", 3, 0)]);
        assert_eq!(list[0].sources.of("ma"), &Source::Rulebook("3".into()));
        let before = list.clone();
        let changes = r#"[{"id": "x-1", "ma": 5}, {"id": "Y", "source": "rulebook 7"}]"#;
        assert_eq!(pieces(&mut list, false, changes), [""; 0]);
        assert_eq!((list[0].id.as_str(), list[0].ma, list[0].side), ("X-1", 5, 1));
        assert_eq!((list[0].sources.of("ma"), list[0].sources.of("side")), (&own(), &before[0].sources.source));
        assert_eq!(list[2].sources, Provenance::whole(Source::Rulebook("7".into())));

        // What is faulty stays as it was.
        let faulty = r#"[{"id": "Y", "ma": 10}, {"id": "a b", "side": "C"}, {"id": "y"}, {"id": "Z", "ma": 1, "side": "A"},
            {"id": "Q", "ma": 1, "side": "A", "parts": {"hp": "rulebook 1"}}]"#;
        let now = list.clone();
        assert_eq!(
            pieces(&mut list, false, faulty),
            [
                "units[0].ma",
                "units[1].id",
                "units[1].ma",
                "units[1].side",
                "units[2].id",
                "units[4].id",
                "units[4].parts.\"hp\""
            ]
        );
        assert_eq!(list[..3], now);
        assert_eq!(list.len(), 4);
        // A fault of a run is told once; a file says where things come from.
        let run = r#"[{"id": "R-1..3", "ma": 10, "side": "A"}]"#;
        assert_eq!(pieces(&mut Vec::new(), true, run), ["units[0].ma", "units[0].source"]);
        let twice = r#"[{"id": "R R", "ma": 1, "side": "A", "source": "house: x"}]"#;
        assert_eq!(pieces(&mut Vec::new(), true, twice), ["units[0].id"]);
        let nameless = r#"[{"ma": 1, "side": "A", "source": "house: x"}]"#;
        assert_eq!(pieces(&mut Vec::new(), true, nameless), ["units[0].id"]);
        let mut f = SetupFaults::default();
        new_name("B", "unit", ["b"].into_iter(), "units[3].id", &mut f);
        assert_eq!(paths(&f), ["units[3].id"]);
    }

    #[test]
    fn a_post_puts_its_piece_in_a_hex_or_off_the_map() {
        let board = board(Digits::Ccrr, Compass::East);
        let places = [("lost", 1), ("absent", 2)];
        let mut f = SetupFaults::default();
        let mut read = |hex, at| posted(&board, (hex, at), &places, "units[3]", MAP, &mut f);
        let first = board.label(HexId(0));
        assert_eq!(read(Some(&first), None), Some(Posted::Hex(HexId(0))));
        assert_eq!(read(None, Some("absent")), Some(Posted::At(2)));
        assert_eq!(read(None, None), Some(Posted::Unsaid));
        assert_eq!(read(Some(&first), Some("lost")), None);
        assert_eq!(read(Some("nowhere"), None), None);
        assert_eq!(read(None, Some("away")), None);
        let paths: Vec<&str> = f.0.iter().map(|f| f.path.as_str()).collect();
        assert_eq!(paths, ["units[3].at", "units[3].hex", "units[3].at"]);
        assert_eq!(f.0[2].message, "unknown place \"away\"; expected lost or absent");
        let mut f = SetupFaults::default();
        posted(&board, (None, Some("absnt")), &places, "units[3]", MAP, &mut f);
        known(None::<u8>, "Swis", "side", &["French", "Swiss"], "side", MAP, &mut f);
        let told: Vec<&str> = f.0.iter().map(|f| f.message.as_str()).collect();
        assert_eq!(
            told,
            [
                "unknown place \"absnt\"; expected lost or absent; did you mean \"absent\"?",
                "unknown side \"Swis\"; expected French or Swiss; did you mean \"Swiss\"?",
            ]
        );
    }
}
