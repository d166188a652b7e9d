//! Conformance files: a position, what the sides do, how the dice fall, and what must come of it.
//!
//! A file is TOML. It is one case, or a list of `[[case]]`s that may share the file's set-up:
//! ```toml
//! [setup]                            # any set-up of the game
//! scenario = "Mohács"
//!
//! [[case]]
//! proves = ["7.4.2", "D7"]           # Cases, clauses and rulings; unknown ones are faults
//! about = "A shot through the flank of horse is easier"
//! change = { "units.HU-HC-3.hex" = 1803 }   # laid over the set-up; [case.setup] replaces it
//! drop = ["units.OT-AZ-1"]                  # taken out of the set-up, after `change`
//!
//! [[case.play]]
//! by = "Hungary"
//! do = "fire OT-MC-1"                # must be listed and legal
//! faces = [4]                        # exactly these; without the key, none
//! cites = ["7.4.2"]                  # each is cited somewhere in the events
//! absent = ["7.4.3"]                 # and none of these
//! has = [{ cite = "7.4.2", value = 1 }]      # somewhere in the events is an object with this in it
//! has_not = [{ label = "across a river" }]
//! tells = ["OT-MC-1 is disordered"]  # in the told story
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
//! only = ["pass"]                    # exactly these are listed
//!
//! [[case.play]]                      # asks for odds, and plays nothing
//! odds = { by = "Ottoman", do = "pass", path = "units.OT-MC-1.state", chance = { disordered = "3/10" } }
//! ```
//! `force = "Disordered"` in place of a face makes the next throw come to that result; `trace = true` tells what a step or a
//! case did. Pieces and hexes are asked for by name. A word that the game does not have, and a name in `proves` that leaves no
//! trace, are faults; `proved_by = "value"` says that a `state` or a `has` holds what is proved.
//!
//! All that a step expects holds *after* what it does; to look before, write a step that does nothing. A case whose
//! set-up must be refused has `faults = ["4.1.2", "a fragment"]` and no `play`. A citation in a file names a Case
//! (which its clauses satisfy), a clause, or a ruling. After each step the game's own audit must hold.

use crate::cases::case::{Casebook, Cite};
use crate::cases::laws::Laws;
use crate::cases::refusal::Refusals;
use crate::dice::throw::{Dice, Throw};
use crate::play::game::Game;
use crate::play::gazetteer::Gazetteer;
use crate::play::json;
use crate::play::matches::{Match, PlayError};
use crate::play::moment::asked;
use crate::play::odds::{Budget, Evenly, FirstListed, Policy, chances, odds};
use crate::play::table::outcome_word;
use crate::proofs::vocabulary::{Described, Vocabulary, kind_of_place, place_word};
use crate::turns::side::Sided;
use crate::turns::turn::Turn;
use core::fmt::{self, Write as _};
use serde::Deserialize;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;

/// Runs that an `odds` expectation may take, unless it says otherwise.
const RUNS: usize = 200_000;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    proves: Vec<String>,
    proved_by: Option<ProvedBy>,
    #[serde(default)]
    trace: bool,
    #[serde(default)]
    about: String,
    setup: Option<toml::Value>,
    #[serde(default)]
    change: BTreeMap<String, toml::Value>,
    #[serde(default)]
    drop: Vec<String>,
    #[serde(default)]
    faults: Vec<String>,
    #[serde(default)]
    play: Vec<Step>,
    #[serde(default)]
    case: Vec<OneCase>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OneCase {
    #[serde(default)]
    proves: Vec<String>,
    proved_by: Option<ProvedBy>,
    #[serde(default)]
    trace: bool,
    #[serde(default)]
    about: String,
    setup: Option<toml::Value>,
    #[serde(default)]
    change: BTreeMap<String, toml::Value>,
    #[serde(default)]
    drop: Vec<String>,
    #[serde(default)]
    faults: Vec<String>,
    #[serde(default)]
    play: Vec<Step>,
}

/// How a case proves what leaves no trace in it.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum ProvedBy {
    /// By a value that a `state` or a `has` of it holds.
    Value,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Step {
    by: Option<String>,
    #[serde(rename = "do")]
    deed: Option<String>,
    faces: Option<Vec<u8>>,
    #[serde(default)]
    force: OneOrMany,
    #[serde(default)]
    trace: bool,
    #[serde(default)]
    cites: Vec<String>,
    #[serde(default)]
    absent: Vec<String>,
    #[serde(default)]
    has: OneOrMany,
    #[serde(default)]
    has_not: OneOrMany,
    #[serde(default)]
    tells: Vec<String>,
    #[serde(default)]
    untold: Vec<String>,
    #[serde(default)]
    refused: Vec<String>,
    refused_only: Option<Vec<String>>,
    #[serde(default)]
    because: Vec<String>,
    #[serde(default)]
    lists: Vec<String>,
    #[serde(default)]
    unlisted: Vec<Unlisted>,
    only: Option<Vec<String>>,
    turn: Option<WantTurn>,
    viewer: Option<String>,
    #[serde(default)]
    state: BTreeMap<String, toml::Value>,
    #[serde(default)]
    lacks: Vec<String>,
    odds: Option<WantOdds>,
}

/// An action that is not to be had: of the side that decides, or of one that is named.
#[derive(Deserialize)]
#[serde(untagged)]
enum Unlisted {
    Now(String),
    Of(UnlistedOf),
}
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct UnlistedOf {
    by: String,
    #[serde(rename = "do")]
    deed: String,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum OneOrMany {
    Many(Vec<toml::Value>),
    One(toml::Value),
}
impl Default for OneOrMany {
    fn default() -> Self {
        Self::Many(Vec::new())
    }
}
impl OneOrMany {
    const fn is_empty(&self) -> bool {
        matches!(self, Self::Many(list) if list.is_empty())
    }
    fn values(&self) -> Vec<Value> {
        match self {
            Self::Many(list) => list.iter().map(json::value_of).collect(),
            Self::One(one) => vec![json::value_of(one)],
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WantTurn {
    side: Option<String>,
    what: Option<String>,
    cite: Option<String>,
    of: Option<String>,
    over: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WantOdds {
    by: String,
    #[serde(rename = "do")]
    deed: String,
    path: String,
    chance: BTreeMap<String, String>,
    /// Walks on through the decisions of both sides, answered `evenly` or by the `first` listed; without it, up to the
    /// next decision only.
    through: Option<String>,
    runs: Option<usize>,
}

/// One expectation that did not come true.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    /// The case of the file, from 1; 0 for the file itself.
    pub case: usize,
    /// The step of the case, from 1; 0 for the case itself.
    pub step: usize,
    /// What the case is about.
    pub about: String,
    /// What went wrong.
    pub message: String,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.case, self.step) {
            (0, _) => {}
            (c, 0) => write!(f, "case {c}: ")?,
            (c, s) => write!(f, "case {c}, step {s}: ")?,
        }
        f.write_str(&self.message)?;
        if !self.about.is_empty() {
            write!(f, " [{}]", self.about)?;
        }
        Ok(())
    }
}

/// What running a file came to.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Report {
    /// How many cases it holds.
    pub cases: usize,
    /// How many steps were taken.
    pub steps: usize,
    /// How many expectations were looked at.
    pub checks: usize,
    /// What it says that it proves.
    pub proves: BTreeSet<String>,
    /// The words of the decisions that it came to.
    pub decisions: BTreeSet<&'static str>,
    /// What points where: the words of a refusal or the label of a ledger line, and what it was of: a word of the action, a
    /// field of the event, or else what kind of thing.
    pub points: BTreeSet<(String, String)>,
    /// What the steps with `trace` did, in order.
    pub traces: Vec<String>,
    /// What did not come true.
    pub failures: Vec<Failure>,
}

impl Report {
    /// Whether all came true.
    pub fn green(&self) -> bool {
        self.failures.is_empty()
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} cases, {} steps, {} checks, {} failures",
            self.cases,
            self.steps,
            self.checks,
            self.failures.len()
        )?;
        for failure in &self.failures {
            write!(f, "\n  {failure}")?;
        }
        Ok(())
    }
}

impl Failure {
    /// A fault of a file as such.
    const fn of_file(message: String) -> Self {
        Self {
            case: 0,
            step: 0,
            about: String::new(),
            message,
        }
    }
}

/// A conformance file that has been read and not yet run.
struct Parsed {
    cases: Vec<OneCase>,
}

/// Reads a file.
///
/// # Errors
/// When it is not TOML, or has a key that means nothing.
fn parse(text: &str, setups: &Setups) -> Result<Parsed, Failure> {
    let mut file: File = toml::from_str(text).map_err(|e| Failure::of_file(e.to_string()))?;
    let shared = |setup: &mut Option<toml::Value>| {
        let Some(toml::Value::String(name)) = setup else {
            return Ok(());
        };
        if let Some(found) = setups.0.get(name) {
            *setup = Some(found.clone());
            return Ok(());
        }
        let known: Vec<&str> = setups.0.keys().map(String::as_str).collect();
        let known = if known.is_empty() {
            "it has none".to_owned()
        } else {
            known.join(", ")
        };
        Err(Failure::of_file(format!("the folder has no set-up `{name}` in {}: {known}", Setups::FILE)))
    };
    shared(&mut file.setup)?;
    let mut cases = file.case;
    for case in &mut cases {
        shared(&mut case.setup)?;
        if case.setup.is_none() {
            case.setup.clone_from(&file.setup);
        }
        case.proved_by = case.proved_by.or(file.proved_by);
        case.trace |= file.trace;
        case.proves.extend(file.proves.iter().cloned());
        for (k, v) in &file.change {
            case.change.entry(k.clone()).or_insert_with(|| v.clone());
        }
        case.drop.extend(file.drop.iter().cloned());
    }
    if !file.play.is_empty() || !file.faults.is_empty() {
        cases.insert(
            0,
            OneCase {
                proves: file.proves,
                proved_by: file.proved_by,
                trace: file.trace,
                about: file.about,
                setup: file.setup,
                change: file.change,
                drop: file.drop,
                faults: file.faults,
                play: file.play,
            },
        );
    }
    if cases.is_empty() {
        return Err(Failure::of_file("a file with nothing to play".to_owned()));
    }
    Ok(Parsed { cases })
}

/// Set-ups that the files of a folder share, each under its name: a case says `setup = "name"`.
#[derive(Clone, Debug, Default)]
pub struct Setups(toml::Table);

impl Setups {
    /// The file of a folder that has them.
    pub const FILE: &'static str = "setups.toml";
    /// Reads them: TOML, a table for each.
    ///
    /// # Errors
    /// When the text is not TOML, or has something else than tables.
    pub fn read(text: &str) -> Result<Self, Failure> {
        let table: toml::Table = toml::from_str(text).map_err(|e| Failure::of_file(e.to_string()))?;
        match table.iter().find(|(_, setup)| !setup.is_table()) {
            Some((name, _)) => Err(Failure::of_file(format!("`{name}` is no set-up: a table is"))),
            None => Ok(Self(table)),
        }
    }
    /// Takes them out of the files of a folder, each given as its name and text; none, where there is no such file.
    ///
    /// # Errors
    /// As [`Setups::read`].
    pub fn take(files: &mut Vec<(String, String)>) -> Result<Self, Failure> {
        let at = files
            .iter()
            .position(|(name, _)| name.rsplit(['/', '\\']).next() == Some(Self::FILE));
        at.map_or_else(|| Ok(Self::default()), |at| Self::read(&files.remove(at).1))
    }
}

/// Reads and runs a file.
pub fn run_file<G: Described>(text: &str) -> Report {
    run_file_with::<G>(text, &Laws::PRINTED, &Setups::default())
}

/// Runs a file under these laws, its expectations being of the house rules too, with the set-ups that its folder shares.
pub fn run_file_with<G: Described>(text: &str, laws: &Laws, setups: &Setups) -> Report {
    match parse(text, setups) {
        Ok(parsed) => run_parsed::<G>(&parsed, laws, &Vocabulary::of::<G>(), true),
        Err(failure) => Report {
            failures: vec![failure],
            ..Report::default()
        },
    }
}

/// Runs a file that was read, under these laws. If it is not to be strict, it stops at the first failure, and does not ask
/// whether words are known and names leave a trace.
fn run_parsed<G: Game>(parsed: &Parsed, laws: &Laws, words: &Vocabulary, strict: bool) -> Report {
    let mut runner = Runner::new(laws, words, strict);
    for (i, case) in parsed.cases.iter().enumerate() {
        runner.case = i + 1;
        runner.step = 0;
        runner.about.clone_from(&case.about);
        runner.report.cases += 1;
        runner.report.proves.extend(case.proves.iter().cloned());
        if let Err(message) = runner.case::<G>(case) {
            runner.fail(message);
        }
        if strict && runner.failed_in_case() == 0 {
            runner.step = 0;
            runner.traces::<G>(case);
        }
        if !strict && !runner.report.green() {
            break;
        }
    }
    runner.report
}

/// Whether a citation is what a file names, as an event's JSON has it: `8.3.1(2) [A2]`.
fn written(text: &str, wanted: &str) -> bool {
    let (case, ruling) = match text.split_once(" [") {
        Some((case, r)) => (case, r.strip_suffix(']')),
        None => (text, None),
    };
    case == wanted || ruling == Some(wanted) || (!wanted.contains('(') && case.split('(').next() == Some(wanted))
}

fn known(book: &Casebook, laws: &Laws, wanted: &str) -> bool {
    let house = laws.book().and_then(|house| {
        wanted
            .strip_prefix(house.title)?
            .strip_prefix(' ')
            .map(|w| house.find(w))
    });
    match house {
        Some(entry) => entry.is_some(),
        None => book.find(wanted).is_some() || book.ruling(wanted).is_some(),
    }
}

fn step_into<'v>(value: &'v mut toml::Value, key: &str) -> Option<&'v mut toml::Value> {
    match value {
        toml::Value::Table(map) => map.get_mut(key),
        toml::Value::Array(list) => match key.parse::<usize>() {
            Ok(i) => list.get_mut(i),
            Err(_) => list.iter_mut().find(|e| named(e, key)),
        },
        _ => None,
    }
}
fn named(value: &toml::Value, key: &str) -> bool {
    ["id", "name"]
        .iter()
        .any(|k| value.get(k).and_then(toml::Value::as_str) == Some(key))
}
fn split(path: &str) -> (Option<&str>, &str) {
    match path.rsplit_once('.') {
        Some((head, last)) => (Some(head), last),
        None => (None, path),
    }
}
fn walk_to<'v>(setup: &'v mut toml::Value, path: Option<&str>) -> Option<&'v mut toml::Value> {
    match path {
        Some(path) => path.split('.').try_fold(setup, step_into),
        None => Some(setup),
    }
}
fn change(setup: &mut toml::Value, path: &str, new: &toml::Value) -> bool {
    let (head, last) = split(path);
    match walk_to(setup, head) {
        Some(toml::Value::Table(map)) => {
            map.insert(last.to_owned(), new.clone());
            true
        }
        Some(list @ toml::Value::Array(_)) => {
            if let Some(old) = step_into(list, last) {
                *old = new.clone();
                true
            } else if last == "+"
                && let toml::Value::Array(list) = list
            {
                match new {
                    toml::Value::Array(many) => list.extend(many.iter().cloned()),
                    one => list.push(one.clone()),
                }
                true
            } else {
                false
            }
        }
        _ => false,
    }
}
fn drop_out(setup: &mut toml::Value, path: &str) -> bool {
    let (head, last) = split(path);
    match walk_to(setup, head) {
        Some(toml::Value::Table(map)) => map.remove(last).is_some(),
        Some(toml::Value::Array(list)) => {
            let place = match last.parse::<usize>() {
                Ok(i) => (i < list.len()).then_some(i),
                Err(_) => list.iter().position(|e| named(e, last)),
            };
            place.map(|i| list.remove(i)).is_some()
        }
        _ => false,
    }
}

/// What a case has left: citations, and every text that events bear.
#[derive(Default)]
struct Seen {
    cites: Vec<Cite>,
    texts: BTreeSet<String>,
    /// Whether a `state` or a `has` was looked at.
    values: bool,
}

impl Seen {
    fn has(&self, name: &str) -> bool {
        self.cites.iter().any(|cite| cite.answers(name)) || self.texts.iter().any(|text| written(text, name))
    }
}

/// Dice that give these faces and then the lowest, and note what was thrown.
struct Given<'f> {
    faces: &'f [u8],
    throws: Vec<Throw>,
}

impl<'f> Given<'f> {
    const fn of(faces: &'f [u8]) -> Self {
        Self {
            faces,
            throws: Vec::new(),
        }
    }
}

impl Dice for Given<'_> {
    fn throw(&mut self, throw: Throw, _: &dyn Fn(u8) -> u16) -> u8 {
        let face = self.faces.get(self.throws.len()).copied();
        self.throws.push(throw);
        face.unwrap_or_else(|| throw.die.faces().0)
    }
}

struct Runner<'l> {
    laws: &'l Laws,
    words: &'l Vocabulary,
    strict: bool,
    report: Report,
    case: usize,
    step: usize,
    about: String,
    seen: Seen,
    /// The names behind the numbers of the match that runs.
    names: Option<Rc<Gazetteer>>,
}

impl<'l> Runner<'l> {
    fn new(laws: &'l Laws, words: &'l Vocabulary, strict: bool) -> Self {
        Self {
            laws,
            words,
            strict,
            report: Report::default(),
            case: 0,
            step: 0,
            about: String::new(),
            seen: Seen::default(),
            names: None,
        }
    }
}

impl Runner<'_> {
    fn fail(&mut self, message: impl Into<String>) {
        self.report.failures.push(Failure {
            case: self.case,
            step: self.step,
            about: self.about.clone(),
            message: message.into(),
        });
    }
    /// A fault of the file's own words: told where it stands first.
    fn fault(&mut self, message: String) {
        if self.strict && !self.report.failures.iter().any(|f| f.message == message) {
            self.fail(message);
        }
    }
    fn failed_in_case(&self) -> usize {
        self.report.failures.iter().filter(|f| f.case == self.case).count()
    }
    fn expect(&mut self, holds: bool, message: impl FnOnce() -> String) {
        self.report.checks += 1;
        if !holds {
            self.fail(message());
        }
    }
    fn knows<'w>(&mut self, book: &Casebook, words: impl IntoIterator<Item = &'w String>) {
        for word in words {
            if !known(book, self.laws, word) {
                self.fault(format!("`{word}` is neither a Case nor a ruling"));
            }
        }
    }
    fn names<G: Game>(&mut self, game: &Match<G>) -> Rc<Gazetteer> {
        let names = self.names.get_or_insert_with(|| Rc::new(G::gazetteer(game.state())));
        Rc::clone(names)
    }

    /// Every name that a case proves must have left a trace in it, or rest on a value that it says.
    fn traces<G: Game>(&mut self, case: &OneCase) {
        let seen = core::mem::take(&mut self.seen);
        let names = case.proves.iter().filter(|name| !seen.has(name)).cloned();
        for name in names.collect::<Vec<_>>() {
            match case.proved_by {
                Some(ProvedBy::Value) if seen.values => {}
                Some(ProvedBy::Value) => {
                    self.fail(format!("`{name}` is to be proved by a value, and no `state` or `has` holds one"));
                }
                None if self.needs_entries_of::<G>(case, &name) => {}
                None => self.fail(format!(
                    "nothing of `{name}` is seen here: no event, throw, line, decision or refusal has it, and no entry of \
                     it is missed"
                )),
            }
        }
    }
    /// Whether the case fails without the entries of this name in the rule lists.
    fn needs_entries_of<G: Game>(&self, case: &OneCase, name: &str) -> bool {
        let mut laws = self.laws.clone();
        let mut any = false;
        for &list in G::lists() {
            for (index, (cite, _)) in list.entries().into_iter().enumerate() {
                if cite.answers(name) {
                    laws = laws.mute(list, index);
                    any = true;
                }
            }
        }
        any && {
            let mut without = Runner::new(&laws, self.words, false);
            catch_unwind(AssertUnwindSafe(|| without.case::<G>(case).is_err() || !without.report.green()))
                .unwrap_or(false)
        }
    }

    /// Runs a case; an error ends it.
    fn case<G: Game>(&mut self, case: &OneCase) -> Result<(), String> {
        self.knows(G::CASEBOOK, &case.proves);
        self.seen = Seen::default();
        self.names = None;
        let mut setup = case
            .setup
            .clone()
            .unwrap_or_else(|| toml::Value::Table(toml::Table::new()));
        for (path, new) in &case.change {
            if !change(&mut setup, path, new) {
                return Err(format!("change: the set-up has no `{path}`"));
            }
        }
        for path in &case.drop {
            if !drop_out(&mut setup, path) {
                return Err(format!("drop: the set-up has no `{path}`"));
            }
        }
        let text = json::value_of(&setup);
        let setup: G::Setup = match setup.try_into() {
            Ok(setup) => setup,
            Err(e) => return Err(format!("set-up: {}", e.to_string().trim_end())),
        };
        if let Some(at) = json::nameless_in(&text, &setup) {
            return Err(format!("set-up: {}", json::nameless_words(&at)));
        }
        let mut game = match (Match::<G>::under(setup, self.laws), case.faults.is_empty()) {
            (Ok(game), true) => game,
            (Ok(_), false) => return Err("the set-up has no fault".to_owned()),
            (Err(faults), true) => return Err(format!("the set-up has faults: {faults}")),
            (Err(faults), false) => {
                self.seen.cites.extend(faults.0.iter().filter_map(|f| f.cite));
                for wanted in &case.faults {
                    let found = faults
                        .0
                        .iter()
                        .any(|f| f.cite.is_some_and(|c| c.answers(wanted)) || f.to_string().contains(wanted.as_str()));
                    self.expect(found, || format!("no fault of the set-up has `{wanted}`: {faults}"));
                }
                if !case.play.is_empty() {
                    self.fail("a case with `faults` has nothing to play");
                }
                return Ok(());
            }
        };
        if case.play.is_empty() {
            self.fail("a case with nothing to play");
        }
        self.audit(&game);
        for (i, step) in case.play.iter().enumerate() {
            self.step = i + 1;
            self.report.steps += 1;
            self.met(&game);
            let tracing = self.strict && (case.trace || step.trace);
            let done = self.step(&mut game, step);
            if tracing {
                self.trace(&game, step, done.as_ref().ok().and_then(|done| done.as_deref()));
            }
            done?;
            self.met(&game);
        }
        Ok(())
    }

    /// Notes the open decision.
    fn met<G: Game>(&mut self, game: &Match<G>) {
        let turn = game.turn();
        self.seen.cites.push(turn.cite());
        if let Turn::Decide { what, .. } = turn {
            self.report.decisions.insert(what);
        }
    }

    fn audit<G: Game>(&mut self, game: &Match<G>) {
        if let Err(breach) = G::audit(game.state()) {
            self.fail(breach.to_string());
        }
    }

    fn side<G: Game>(word: &str) -> Result<G::Side, String> {
        G::Side::named(word).ok_or_else(|| format!("no side is called `{word}`"))
    }

    /// One step, and what happened in it, if anything was done; an error ends the case, since what follows would mean
    /// nothing.
    fn step<G: Game>(&mut self, game: &mut Match<G>, step: &Step) -> Result<Option<Vec<G::Event>>, String> {
        let book = G::CASEBOOK;
        self.knows(book, &step.cites);
        self.knows(book, &step.absent);
        self.knows(book, &step.refused);
        self.knows(book, step.refused_only.iter().flatten());
        let refusing = !step.refused.is_empty() || step.refused_only.is_some() || !step.because.is_empty();
        let mut done = None;
        match (&step.by, &step.deed) {
            (None, None) if step.faces.is_none() && step.force.is_empty() && !refusing => {}
            (Some(by), Some(words)) => {
                let by = Self::side::<G>(by)?;
                let action = game.parse(words).map_err(|e| e.to_string())?;
                if refusing {
                    if step.faces.is_some() || !step.force.is_empty() {
                        self.fail("a refused action has no faces");
                    }
                    self.refused(game, by, &action, step)?;
                } else {
                    let listed = game.actions().contains(&action);
                    let mut faces = step.faces.clone().unwrap_or_default();
                    if listed {
                        self.force(game, by, action, &step.force, &mut faces)?;
                        if self.strict {
                            let mut given = Given::of(&faces);
                            let _ = game.clone().play(by, action, &mut given);
                            self.seen.cites.extend(given.throws.iter().map(|throw| throw.cite));
                        }
                    }
                    match game.play_faces(by, action, &faces) {
                        Ok(played) => {
                            self.expect(listed, || format!("`{words}` is legal but not listed"));
                            done = Some(played.events);
                        }
                        Err(PlayError::Refused(refusals)) => {
                            let also = if listed { " (yet it is listed)" } else { "" };
                            return Err(format!("`{words}` is refused{also}: {refusals}"));
                        }
                        Err(e) => return Err(format!("`{words}` with {faces:?}: {e}")),
                    }
                    self.audit(game);
                }
            }
            _ => return Err("a step has both `by` and `do`, or does nothing".to_owned()),
        }
        self.story(game, step, done.as_deref());
        if let Some(want) = &step.turn {
            self.turn(game, want)?;
        }
        self.listing(game, step);
        self.seen(game, step)?;
        if let Some(want) = &step.odds {
            self.odds(game, want)?;
        }
        Ok(done)
    }

    /// Adds the faces that make the next throws come to results of these names.
    fn force<G: Game>(
        &mut self,
        game: &Match<G>,
        by: G::Side,
        action: G::Action,
        wanted: &OneOrMany,
        faces: &mut Vec<u8>,
    ) -> Result<(), String> {
        for wanted in wanted.values() {
            let Value::String(wanted) = &wanted else {
                return Err(format!("`force` names results, and {wanted} is none"));
            };
            let tried = |faces: &[u8]| {
                let mut given = Given::of(faces);
                let played = game.clone().play(by, action, &mut given);
                (played.map(|p| p.events).unwrap_or_default(), given.throws)
            };
            let (_, throws) = tried(faces);
            let Some(throw) = throws.get(faces.len()) else {
                return Err(format!("`force = \"{wanted}\"`: no die falls here"));
            };
            let (low, high) = throw.die.faces();
            let names = self.names(game);
            let mut results = BTreeSet::new();
            let found = (low..=high).find(|&face| {
                let mut faces = faces.clone();
                faces.push(face);
                let tree = self.words.named(&json::value_of(&tried(&faces).0), &names);
                let mut texts = BTreeSet::new();
                json::any(&tree, &mut |v| {
                    if let Value::Object(map) = v {
                        let says = ["result", "condition", "state"]
                            .iter()
                            .filter_map(|key| map.get(*key)?.as_str());
                        texts.extend(says.map(str::to_owned));
                    }
                    false
                });
                let comes = texts.iter().any(|text| text.eq_ignore_ascii_case(wanted));
                results.extend(texts);
                comes
            });
            let Some(face) = found else {
                let known = results.into_iter().collect::<Vec<_>>().join(", ");
                return Err(format!("no face of {} ({}) comes to \"{wanted}\": {known}", throw.what, throw.cite));
            };
            faces.push(face);
        }
        Ok(())
    }

    /// Notes what a step did.
    fn trace<G: Game>(&mut self, game: &Match<G>, step: &Step, events: Option<&[G::Event]>) {
        let mut out = format!("case {}, step {}", self.case, self.step);
        if let (Some(by), Some(deed)) = (&step.by, &step.deed) {
            let _ = write!(out, ": {by}, {deed}");
            let refused = G::Side::named(by)
                .zip(game.parse(deed).ok())
                .filter(|_| events.is_none());
            if let Some(Err(why)) = refused.map(|(by, action)| game.check(by, &action)) {
                let _ = write!(out, "\n  refused: {why}");
            }
        }
        let names = self.names(game);
        for event in events.unwrap_or_default() {
            let _ = write!(out, "\n  {}\n    {}", G::tell(game.state(), event), {
                self.words.named(&json::value_of(event), &names)
            });
        }
        let _ = write!(out, "\n  now: {}", asked::<G>(game.state()));
        let listed: Vec<String> = game.actions().iter().map(|a| game.spell(a)).collect();
        let _ = write!(out, "\n  listed: {}", listed.join(", "));
        self.report.traces.push(out);
    }

    fn refused<G: Game>(
        &mut self,
        game: &Match<G>,
        by: G::Side,
        action: &G::Action,
        step: &Step,
    ) -> Result<(), String> {
        let words = game.spell(action);
        if matches!(game.turn(), Turn::Decide { side, .. } if side == by) {
            let listed = game.actions().contains(action);
            self.expect(!listed, || format!("`{words}` is listed"));
        }
        let refusals = match game.check(by, action) {
            Ok(()) => return Err(format!("`{words}` is legal")),
            Err(PlayError::Refused(refusals)) => refusals,
            Err(e) => return Err(format!("`{words}`: {e}")),
        };
        self.note_refusals(game, &words, &refusals);
        let wanted = step.refused_only.as_ref().unwrap_or(&step.refused);
        for want in wanted.iter().chain(&step.refused) {
            let found = refusals.iter().any(|r| r.cite.answers(want));
            self.expect(found, || format!("`{words}` is not refused by {want}, but: {refusals}"));
        }
        if step.refused_only.is_some() {
            for refusal in &refusals {
                let meant = wanted.iter().any(|w| refusal.cite.answers(w));
                self.expect(meant, || format!("`{words}` is also refused: {refusal}"));
            }
        }
        for phrase in &step.because {
            let found = refusals.iter().any(|r| r.because == phrase);
            self.expect(found, || format!("`{words}` is not refused because \"{phrase}\", but: {refusals}"));
        }
        Ok(())
    }

    fn story<G: Game>(&mut self, game: &Match<G>, step: &Step, events: Option<&[G::Event]>) {
        let (has, has_not) = (step.has.values(), step.has_not.values());
        let Some(events) = events else {
            let asked = !(step.cites.is_empty()
                && step.absent.is_empty()
                && has.is_empty()
                && has_not.is_empty()
                && step.tells.is_empty()
                && step.untold.is_empty());
            if asked {
                self.fail("nothing was done, so nothing is told or cited");
            }
            return;
        };
        let names = self.names(game);
        let tree = self.words.named(&json::value_of(events), &names);
        self.note::<G>(events, &tree, &names);
        if self.strict {
            for part in has.iter().chain(&has_not) {
                if let Some(fault) = self.words.part_fault(part, &names) {
                    self.fault(fault);
                }
            }
        }
        self.seen.values |= !has.is_empty();
        let cited = |want: &str| {
            events.iter().any(|e| {
                use crate::turns::log::Cited as _;
                e.cite().answers(want)
            }) || json::any(&tree, &mut |v| v.as_str().is_some_and(|s| written(s, want)))
        };
        for want in &step.cites {
            self.expect(cited(want), || format!("nothing cites {want}: {tree}"));
        }
        for want in &step.absent {
            self.expect(!cited(want), || format!("something cites {want}: {tree}"));
        }
        for want in &has {
            let found = json::any(&tree, &mut |v| json::within(want, v));
            self.expect(found, || format!("nothing has {want}: {tree}"));
        }
        for want in &has_not {
            let found = json::any(&tree, &mut |v| json::within(want, v));
            self.expect(!found, || format!("something has {want}: {tree}"));
        }
        if step.tells.is_empty() && step.untold.is_empty() {
            return;
        }
        let told = events
            .iter()
            .map(|e| G::tell(game.state(), e))
            .collect::<Vec<_>>()
            .join("\n");
        for want in &step.tells {
            self.expect(told.contains(want.as_str()), || format!("the story has no \"{want}\":\n{told}"));
        }
        for want in &step.untold {
            self.expect(!told.contains(want.as_str()), || format!("the story has \"{want}\":\n{told}"));
        }
    }

    /// Notes what refusals of an action cite, and which of its words each is of.
    fn note_refusals<G: Game>(&mut self, game: &Match<G>, action: &str, refusals: &Refusals) {
        self.seen.cites.extend(refusals.iter().map(|r| r.cite));
        let names = self.names(game);
        for refusal in refusals {
            let word = place_word(&json::value_of(&refusal.at), &names).unwrap_or_default();
            let nth = action.split_whitespace().skip(1).position(|said| said == word);
            let at = match nth {
                Some(0) => "the first that is named".to_owned(),
                Some(1) => "the second that is named".to_owned(),
                Some(n) => format!("number {} of those named", n + 1),
                None => kind_of_place(&word, &names).to_owned(),
            };
            self.report.points.insert((refusal.because.to_owned(), at));
        }
    }
    /// Notes which field of its event each line of a ledger is of.
    fn note_lines(&mut self, event: &Value, names: &Gazetteer) {
        json::any(event, &mut |v| {
            if let (Some(Value::String(label)), Some(from)) = (v.get("label"), v.get("from")) {
                let fields = event.as_object().into_iter().flatten();
                let is = |value: &Value| value == from || value.as_array().is_some_and(|list| list.contains(from));
                let at = match fields.filter(|(_, value)| is(value)).map(|(key, _)| key).next() {
                    Some(field) => format!("`{field}`"),
                    None => kind_of_place(from.as_str().unwrap_or_default(), names).to_owned(),
                };
                self.report.points.insert((label.clone(), at));
            }
            false
        });
    }

    /// Notes what events cite, and that their labels are known.
    fn note<G: Game>(&mut self, events: &[G::Event], tree: &Value, names: &Gazetteer) {
        use crate::turns::log::Cited as _;
        self.seen.cites.extend(events.iter().map(G::Event::cite));
        for event in tree.as_array().into_iter().flatten() {
            self.note_lines(event, names);
        }
        let mut labels = BTreeSet::new();
        let texts = &mut self.seen.texts;
        json::any(tree, &mut |v| {
            if let Value::String(text) = v {
                texts.insert(text.clone());
            }
            if let Some(Value::String(label)) = v.get("label") {
                labels.insert(label.clone());
            }
            false
        });
        for label in labels {
            if !self.words.labels.contains(label.as_str()) {
                self.fault(format!("a ledger's label `{label}` is in no list of the game, nor among its LABELS"));
            }
        }
    }

    fn turn<G: Game>(&mut self, game: &Match<G>, want: &WantTurn) -> Result<(), String> {
        let turn = game.turn();
        if let Some(what) = &want.what
            && !self.words.decisions.contains(what.as_str())
        {
            let known: Vec<&str> = self.words.decisions.iter().copied().collect();
            self.fault(format!("`{what}` is no decision: {}", known.join(", ")));
        }
        match turn {
            Turn::Decide {
                side, cite, what, of, ..
            } => {
                if let Some(over) = &want.over {
                    self.expect(false, || format!("play has not ended for {over}: {turn:?}"));
                }
                if let Some(word) = &want.side {
                    let wanted = Self::side::<G>(word)?;
                    self.expect(side == wanted, || format!("{} decides ({what}), not {word}", side.word()));
                }
                if let Some(w) = &want.what {
                    self.expect(what == w, || format!("the decision is `{what}`, not `{w}`"));
                }
                if let Some(c) = &want.cite {
                    self.expect(cite.answers(c), || format!("the decision is by {cite}, not {c}"));
                }
                if let Some(o) = &want.of {
                    let place = G::place(game.state(), of);
                    self.expect(&place == o, || format!("it is about {place}, not {o}"));
                }
            }
            Turn::Over { outcome, cite } => {
                let word = outcome_word(outcome);
                match &want.over {
                    None => self.expect(false, || format!("play has ended: {word} ({cite})")),
                    Some(over) => {
                        self.expect(over.eq_ignore_ascii_case(word), || format!("it ended for {word}, not {over}"));
                    }
                }
                if let Some(c) = &want.cite {
                    self.expect(cite.answers(c) || cite.text() == c, || format!("it ended by {cite}, not {c}"));
                }
            }
        }
        Ok(())
    }

    fn listing<G: Game>(&mut self, game: &Match<G>, step: &Step) {
        if step.lists.is_empty() && step.unlisted.is_empty() && step.only.is_none() {
            return;
        }
        let Turn::Decide { side, .. } = game.turn() else {
            self.fail("play has ended, so nothing is listed");
            return;
        };
        let listed = game.actions();
        let spelt = |actions: &[G::Action]| actions.iter().map(|a| game.spell(a)).collect::<Vec<_>>().join(", ");
        for words in &step.lists {
            match game.parse(words) {
                Ok(a) => self.expect(listed.contains(&a), || {
                    let why = match game.check(side, &a) {
                        Ok(()) => "though it is legal".to_owned(),
                        Err(e) => e.to_string(),
                    };
                    format!("`{words}` is not listed ({why}); {}", spelt(&listed))
                }),
                Err(e) => self.fail(e.to_string()),
            }
        }
        for unlisted in &step.unlisted {
            let (by, words) = match unlisted {
                Unlisted::Now(words) => (side, words),
                Unlisted::Of(UnlistedOf { by, deed }) => match Self::side::<G>(by) {
                    Ok(by) => (by, deed),
                    Err(e) => {
                        self.fail(e);
                        continue;
                    }
                },
            };
            match game.parse(words) {
                Ok(a) => {
                    self.expect(by != side || !listed.contains(&a), || format!("`{words}` is listed"));
                    let checked = game.check(by, &a);
                    self.expect(checked.is_err(), || format!("`{words}` is legal"));
                    if let Err(PlayError::Refused(refusals)) = checked {
                        self.note_refusals(game, words, &refusals);
                    }
                }
                Err(e) => self.fail(e.to_string()),
            }
        }
        if let Some(only) = &step.only {
            let mut wanted = Vec::new();
            for words in only {
                match game.parse(words) {
                    Ok(a) => wanted.push(a),
                    Err(e) => self.fail(e.to_string()),
                }
            }
            let same = listed.len() == wanted.len() && wanted.iter().all(|a| listed.contains(a));
            self.expect(same, || format!("listed are: {}", spelt(&listed)));
        }
    }

    fn seen<G: Game>(&mut self, game: &Match<G>, step: &Step) -> Result<(), String> {
        if step.state.is_empty() && step.lacks.is_empty() {
            return Ok(());
        }
        let viewer = match step.viewer.as_deref() {
            None => None,
            Some(word) => Some(Self::side::<G>(word)?),
        };
        if self.strict {
            let names = self.names(game);
            for path in step.state.keys().chain(&step.lacks) {
                if let Some(fault) = self.words.path_fault(path, &names) {
                    self.fault(fault);
                }
            }
        }
        self.seen.values |= !step.state.is_empty();
        let view = json::value_of(&G::view(game.state(), viewer));
        for (path, want) in &step.state {
            let want = json::value_of(want);
            match json::at(&view, path) {
                Some(found) => {
                    self.expect(json::within(&want, found), || format!("{path} is {found}, not {want}"));
                }
                None => self.expect(false, || format!("the view has no {path}")),
            }
        }
        for path in &step.lacks {
            if let Some(found) = json::at(&view, path)
                && !found.is_null()
            {
                self.expect(false, || format!("the view has {path}: {found}"));
            } else {
                self.expect(true, String::new);
            }
        }
        Ok(())
    }

    fn odds<G: Game>(&mut self, game: &Match<G>, want: &WantOdds) -> Result<(), String> {
        let by = Self::side::<G>(&want.by)?;
        let action = game.parse(&want.deed).map_err(|e| e.to_string())?;
        let budget = Budget::runs(want.runs.unwrap_or(RUNS));
        let key = |s: &G::State| {
            let view = json::value_of(&G::view(s, Some(by)));
            json::at(&view, &want.path).map_or_else(|| "-".to_owned(), json::bare)
        };
        let policy: Option<&mut dyn Policy<G>> = match want.through.as_deref() {
            None => None,
            Some("evenly") => Some(&mut Evenly),
            Some("first") => Some(&mut FirstListed),
            Some(other) => return Err(format!("odds through `{other}`: `evenly` or `first`")),
        };
        let found = match policy {
            None => chances::<G, _>(game.state(), by, &action, key, budget),
            Some(policy) => odds::<G, _>(game.state(), by, &action, policy, key, budget),
        }
        .map_err(|refusals| format!("odds of `{}`: {refusals}", want.deed))?;
        for (key, chance) in &want.chance {
            let exact = found.of(key).to_string();
            let whole = chance.contains('/');
            let same = if whole {
                exact == *chance
            } else {
                exact == format!("{chance}/1")
            };
            self.expect(same, || format!("the odds of `{key}` are {exact}, not {chance}:\n{found}"));
        }
        Ok(())
    }
}

/// What was done to an entry of a rule list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Change {
    /// It was put out of force.
    Muted,
    /// It was read the other way round: a prohibition forbids what it allows and allows what it forbids, a modifier adds 1
    /// where it had no value and has none where it had one.
    Negated,
}

/// An entry of a rule list that was changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Changed {
    /// What was done to it.
    pub change: Change,
    /// The list.
    pub list: &'static str,
    /// Its place in the list, from 0.
    pub index: usize,
    /// The Case.
    pub cite: Cite,
    /// The phrase or label.
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

/// What came of changing every entry in turn.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Mutes {
    /// The changes that no file notices.
    pub unnoticed: Vec<Changed>,
    /// The entries without which a file panics: its name, and what the panic said. A house may repeal any of them, and
    /// no play may panic.
    pub panicked: Vec<(Changed, String, String)>,
}

/// Puts each entry of each of the game's rule lists out of force in turn, and then reads it the other way round; and runs
/// the files, each given as its name and text, until one fails. A file whose text has the entry's Case is tried first. A
/// panic without an entry is told, and is not noticing; one by a negated entry, which no house can make, is.
///
/// # Errors
/// The failures, each with its file, when the files are not all green with nothing changed.
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
