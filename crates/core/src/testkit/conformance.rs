//! Conformance files: a position, what the sides do, how the dice roll, and what must come of it.
//!
//! A file is TOML. It is one case, or a list of `[[case]]`s that may share the set-up of the file:
//! ```toml
//! [setup]                            # any set-up of the game
//! scenario = "Mohács"
//!
//! [[case]]
//! proves = ["7.4.2", "D7"]           # Cases, clauses and rulings; unknown ones are faults
//! about = "A shot through the flank of horse is easier"
//! change = { "units.HU-HC-3.hex" = 1803 }   # changes the set-up; [case.setup] replaces it
//! drop = ["units.OT-AZ-1"]                  # removed from the set-up, after `change`
//!
//! [[case.play]]
//! by = "Hungary"
//! do = "fire OT-MC-1"                # must be listed and legal
//! faces = [4]                        # exactly these; without the key, none
//! cites = ["7.4.2"]                  # each is cited somewhere in the events
//! absent = ["7.4.3"]                 # and none of these
//! has = [{ cite = "7.4.2", value = 1 }]      # somewhere in the events is an object with this in it
//! has_not = [{ label = "across a river" }]
//! ledger = [{ label = "flank", value = 1 }]  # the lines of the one ledger that are not 0, all of them
//! decline = true                     # declines the windows that no step names; a case or the file may say it too
//! tells = ["OT-MC-1 is disordered"]  # in the story
//! turn = { side = "Ottoman", what = "counter-charge", cite = "9.4" }   # or { over = "Ottoman" }
//! state = { "units.OT-MC-1.state" = "disordered" }   # paths into the view, the spectator's unless `viewer`
//! lacks = ["units.HU-HC-3"]          # paths that the view does not have
//! lists = ["pass"]                   # listed at the decision that is open now
//! unlisted = ["charge OT-MC-1", { by = "Hungary", do = "pass" }]   # not listed, and refused
//!
//! [[case.play]]
//! by = "Ottoman"
//! do = "step 1904"
//! refused = ["3.2.4(1)"]             # not listed; refused for at least these
//! because = ["a phrase"]             # with at least these phrases
//!
//! [[case.play]]
//! by = "Ottoman"
//! do = "step 1905"
//! refused_only = ["3.2.4(1)"]        # refused for exactly these
//! any_of = ["3.2.4(1)", "9.0"]       # refused for at least one of these
//! shut = [{ at = "1905", do = ["step"], any_of = ["3.2.4(1)"] }]    # every such action that names it is refused
//! only = ["pass"]                    # exactly these are listed
//!
//! [[case.play]]                      # asks for odds, and plays nothing
//! odds = { by = "Ottoman", do = "pass", path = "units.OT-MC-1.state", chance = { disordered = "3/10" } }
//! ```
//! More keys and rules:
//!
//! - `force = "Disordered"` in place of a face makes the next throw give that result, or the next draw that name.
//! - `trace = true` prints what a step or a case did.
//! - Pieces and hexes are named by their words. A word that the game does not have is a fault.
//! - A name in `proves` that leaves no trace is a fault, too. `proved_by = "value"` says that a `state`, a `has`, a
//!   `ledger` or an `odds` holds what is proved.
//! - Everything that a step expects must hold *after* what it does. To look before, write a step that does nothing. A
//!   step that neither does nor expects anything is a fault.
//! - A case whose set-up must be refused has `faults = ["4.1.2", "a fragment"]` and no `play`.
//! - A citation in a file names a Case (which its clauses satisfy), a clause, or a ruling.
//! - After each step the game's own audit must hold.

use crate::cases::case::Cite;
use crate::cases::laws::Laws;
use crate::protocol::schema::Described;
use crate::testkit::format::parse;
use crate::testkit::running::run_parsed;
use crate::testkit::vocabulary::Vocabulary;
use core::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};

pub use crate::testkit::format::Setups;
pub use crate::testkit::report::{Failure, Report, counted};

/// Reads and runs a file.
pub fn run_file<G: Described>(text: &str) -> Report {
    run_file_with::<G>(text, &Laws::PRINTED, &Setups::default())
}

/// Runs a file under these laws, with the set-ups that its folder shares. Its expectations must take the house rules
/// into account.
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
    /// The entry was negated: a prohibition forbids what it allows and allows what it forbids; a modifier adds 1 where
    /// it had no value, and has none where it had one.
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

/// The result of changing every entry in turn.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Mutes {
    /// The changes that no file notices.
    pub unnoticed: Vec<Changed>,
    /// The entries whose repeal makes a file panic, each with the name of the file and the message of the panic. House
    /// rules may repeal any of them, and no play may panic.
    pub panicked: Vec<(Changed, String, String)>,
}

/// Repeals each entry of each of the game's rule lists in turn, then negates it, and runs the files until one fails.
///
/// Each file is given as its name and text. A file whose text has the entry's Case runs first. A panic without an entry
/// is reported, and does not count as noticing. A panic with a negated entry counts, because no house rule can negate.
///
/// # Errors
/// The failures, each with its file, if a file fails with nothing changed.
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
