//! Conformance files: a position, what the sides do, how the dice roll, and what must come of it.
//!
//! A file is TOML. It is one case, or a list of `[[case]]`s that may share the set-up of the file. A `[[case.play]]` is a
//! step:
//! ```toml
//! [setup]                            # any set-up of the game; this one is of Suleiman, and cut short
//! start_at = "move-fire"
//! leader = "Tomori"
//! units = [{ id = "HU-HC-3", hex = "1810" }, { id = "OT-MC-1", hex = "1905" }, { id = "OT-MC-2", hex = "1906" }]
//!
//! [[case]]
//! proves = ["7.4.2", "D7"]           # Cases, clauses and rulings; an unknown one is a failure
//! about = "A shot through the flank of horse is easier"
//! change = { "units.HU-HC-3.hex" = "1803" } # changes the set-up of the file for this case
//! drop = ["units.OT-MC-2"]                  # removed from the set-up, after `change`
//!
//! [[case.play]]
//! by = "Hungary"
//! do = "fire OT-MC-1"                # must be listed and legal
//! faces = [4]                        # exactly these; without the key, none
//! cites = ["7.4.2"]                  # something in the events cites each of these
//! absent = ["7.4.3"]                 # and nothing cites any of these
//! has = [{ cite = "7.4.2", value = 1 }]      # the events contain an object with these keys and values
//! has_not = [{ label = "across a river" }]   # and no object with these
//! ledger = [{ label = "flank", value = 1 }]  # the events have one ledger, and these are its lines that are not 0
//! decline = true                     # declines what no step names; also a key of a case and of the file
//! tells = ["OT-MC-1 is disordered"]  # the story of the step contains each of these texts
//! untold = ["OT-MC-1 is retired"]    # and none of these
//! turn = { side = "Ottoman", what = "counter-charge", cite = "9.4" }   # or { over = "Ottoman" }
//! state = { "units.OT-MC-1.state" = "disordered" }   # paths into the view, the spectator's unless `viewer`
//! lacks = ["units.HU-HC-3"]          # the view has none of these paths
//! lists = ["pass"]                   # the decision that is open now lists each of these
//! unlisted = ["charge HU-HC-3 OT-MC-1", { by = "Hungary", do = "pass" }]   # it lists none of these, and each is refused
//!
//! [[case.play]]
//! by = "Ottoman"
//! do = "step 1904"
//! refused = ["3.2.4(1)"]             # the action is not listed, and each of these forbids it
//! because = ["a phrase"]             # the refusals contain each of these phrases
//!
//! [[case.play]]
//! by = "Ottoman"
//! do = "step 1905"
//! refused_only = ["3.2.4(1)"]        # these forbid the action, and nothing else does
//! any_of = ["3.2.4(1)", "9.0"]       # at least one of these forbids the action
//! shut = [{ at = "1905", do = ["step"], any_of = ["3.2.4(1)"] }]    # every action with such a verb that names 1905 is refused
//! only = ["pass"]                    # the open decision lists these and nothing else
//!
//! [[case.play]]                      # computes odds, and plays nothing
//! odds = { by = "Ottoman", do = "pass", path = "units.OT-MC-1.state", chance = { disordered = "3/10" } }
//! ```
//! A `[case.setup]` replaces the set-up of the file. More keys and rules, all of which [the guide] explains:
//!
//! - The key `force = "Disordered"` supplies the face that gives this result, after any `faces`. For a draw, write
//!   the name of what is drawn. With a list, the key supplies several faces, in order.
//! - `decline` declines each decision that opens in the step and that a side may decline
//!   ([`Game::DECLINES`](casus_core::Game::DECLINES)). It does not decline a decision that a `turn` names or that the next
//!   action answers.
//! - `trace = true`, in a step, a case or the file, adds what each step did to [`Report::traces`].
//! - Pieces and hexes are named by their words. A word that the game does not have is a failure.
//! - For each Case or ruling in `proves`, either something in the case cites it, or the case fails once the entries of the rule
//!   lists that cite it are repealed (the runner tries this). If neither is so, that is a failure.
//! - With `proved_by = "value"`, the names in `proves` need not be cited: the case proves them by a value that it expects. It
//!   must then have at least one `state`, `has`, `ledger` or `odds`.
//! - Everything that a step expects must hold *after* what the step does. To look before, write a step that does
//!   nothing. A step that neither does nor expects anything is a failure.
//! - A case whose set-up must be refused has `faults = ["4.1.2", "a fragment"]` and no `play`. Each entry is a Case, or a
//!   part of a fault's message or path.
//! - A citation in a file names a Case, a clause or a ruling. A Case is also met by a citation of one of its clauses.
//! - After each action the game's own audit ([`Game::audit`](casus_core::Game::audit)) must hold.
//!
//! [the guide]: https://github.com/casus-belli/casus-belli/blob/main/tests/conformance/README.md

use crate::format::parse;
use crate::running::run_parsed;
use crate::vocabulary::Vocabulary;
use casus_core::cases::Cite;
use casus_core::cases::Laws;
use casus_protocol::Described;
use core::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};

pub use crate::format::Setups;
pub use crate::report::{Failure, Report, counted};

/// Reads and runs a file, given as its text, under the printed laws.
pub fn run_file<G: Described>(text: &str) -> Report {
    run_file_with::<G>(text, &Laws::PRINTED, &Setups::default())
}

/// Reads and runs a file under these laws, with the set-ups that its folder shares.
///
/// A file that was written for the printed laws may fail under house rules.
pub fn run_file_with<G: Described>(text: &str, laws: &Laws, setups: &Setups) -> Report {
    match parse(text, setups) {
        Ok(parsed) => run_parsed::<G>(&parsed, laws, &Vocabulary::of::<G>(), true),
        Err(failure) => Report {
            failures: vec![failure],
            ..Report::default()
        },
    }
}

/// A change to an entry of a rule list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Change {
    /// The entry was repealed.
    Muted,
    /// The entry was negated. A prohibition then forbids what it allowed, and allows what it forbade. A modifier has
    /// the value 1 where it had none, and no value where it had one.
    Negated,
}

/// An entry of a rule list that was changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Changed {
    /// The kind of change.
    pub change: Change,
    /// The name of the list.
    pub list: &'static str,
    /// The index of the entry in the list, from 0.
    pub index: usize,
    /// The Case of the entry.
    pub cite: Cite,
    /// The phrase or label of the entry.
    pub phrase: &'static str,
}

impl fmt::Display for Changed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = match self.change {
            Change::Muted => "muted",
            Change::Negated => "negated",
        };
        write!(f, "{}[{}] {} ({}), {word}", self.list, self.index, self.phrase, self.cite)
    }
}

/// The result of [`mutes`]. A file *notices* a change if it fails with the change.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Mutes {
    /// The changes that no file notices.
    pub unnoticed: Vec<Changed>,
    /// The panics of files with an entry repealed: the entry, the name of the file and the message of the panic.
    ///
    /// Each is a bug of the game, unless house rules cannot repeal the entry (`Bar::always`).
    pub panicked: Vec<(Changed, String, String)>,
}

/// Repeals each entry of each of the game's rule lists in turn, then negates it, and runs the files until one fails.
///
/// Each file is given as its name and text. A file with the name [`Setups::FILE`] has the set-ups that the others share.
/// Files whose text contains the phrase or label of the entry run first, and then those that contain its Case.
///
/// A panic with an entry repealed is reported in [`Mutes::panicked`], and does not count as noticing the repeal. A panic
/// with an entry negated counts as noticing, because house rules cannot negate an entry.
///
/// # Errors
/// When a file cannot be read, or fails without any change: every failure, each with the name of its file.
pub fn mutes<G: Described>(files: &[(String, String)]) -> Result<Mutes, Vec<(String, Failure)>> {
    let mut failures = Vec::new();
    let mut parsed = Vec::new();
    let words = Vocabulary::of::<G>();
    let mut files = files.to_vec();
    let setups = Setups::take(&mut files).map_err(|failure| vec![(Setups::FILE.to_owned(), failure)])?;
    for (name, text) in &files {
        match parse(text, &setups) {
            Ok(file) => {
                let report = run_parsed::<G>(&file, &Laws::PRINTED, &words, true);
                failures.extend(report.failures.into_iter().map(|f| (name.clone(), f)));
                parsed.push((name, text, file));
            }
            Err(failure) => failures.push((name.clone(), failure)),
        }
    }
    if !failures.is_empty() {
        return Err(failures);
    }
    let mut found = Mutes::default();
    for &list in G::lists() {
        for (index, (cite, phrase)) in list.entries().into_iter().enumerate() {
            let rank = |text: &str| {
                let likely = [phrase, cite.text(), cite.number()];
                likely
                    .iter()
                    .position(|words| text.contains(words))
                    .unwrap_or(likely.len())
            };
            let mut order: Vec<_> = parsed
                .iter()
                .map(|(name, text, file)| (rank(text), name, file))
                .collect();
            order.sort_by_key(|&(rank, ..)| rank);
            for change in [Change::Muted, Change::Negated] {
                let laws = match change {
                    Change::Muted => Laws::default().mute(list, index),
                    Change::Negated => Laws::default().negate(list, index),
                };
                let changed = Changed {
                    change,
                    list: list.name(),
                    index,
                    cite,
                    phrase,
                };
                let noticed = order.iter().any(|(_, name, file)| {
                    match catch_unwind(AssertUnwindSafe(|| run_parsed::<G>(file, &laws, &words, false).green())) {
                        Ok(green) => !green,
                        Err(panic) => {
                            if change == Change::Muted {
                                let said = panic.downcast_ref::<String>().map(String::as_str);
                                let said = said.or_else(|| panic.downcast_ref::<&str>().copied());
                                let said = said.unwrap_or("no words").to_owned();
                                found.panicked.push((changed.clone(), (**name).clone(), said));
                            }
                            change == Change::Negated
                        }
                    }
                });
                if !noticed {
                    found.unnoticed.push(changed);
                }
            }
        }
    }
    Ok(found)
}
