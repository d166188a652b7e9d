//! Runs the cases of a conformance file, and records what fails.

use crate::format::{
    OneCase, OneOrMany, Parsed, ProvedBy, Step, Unlisted, UnlistedOf, WantLedger, WantOdds, WantShut, WantTurn, change,
    drop_out,
};
use crate::report::{Failure, Report};
use crate::vocabulary::{Vocabulary, kind_of_place, place_word};
use casus_core::cases::Laws;
use casus_core::cases::Refusals;
use casus_core::cases::catalogue::nearest;
use casus_core::cases::{Casebook, Cite};
use casus_core::decisions::Sided;
use casus_core::decisions::Spelt;
use casus_core::decisions::Turn;
use casus_core::dice::{Dice, Die, Scripted, Throw};
use casus_core::geometry::did_you_mean;
use casus_core::play::Game;
use casus_core::play::Gazetteer;
use casus_core::play::describe_decision;
use casus_core::play::json;
use casus_core::play::outcome_word;
use casus_core::play::{Budget, FirstListed};
use casus_core::play::{Match, PlayError};
use core::fmt::Write as _;
use serde_json::Value;
use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;

/// The maximum number of runs of an `odds` expectation, unless it names another.
const RUNS: usize = 200_000;

/// The maximum number of windows in a row that a step may decline; far more than any play opens.
const MOST_DECLINED: usize = 500;

/// Runs a parsed file under these laws.
///
/// If it is not `strict`, it stops at the first failure, and does not check that words are known and that names leave a
/// trace.
pub(super) fn run_parsed<G: Game>(parsed: &Parsed, laws: &Laws, words: &Vocabulary, strict: bool) -> Report {
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
    if strict {
        runner.twins();
    }
    runner.report
}

/// Returns whether a citation, as an event's JSON has it (`8.3.1(2) [A2]`), is what a file names.
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

/// The traces of a case: its citations, and every text in its events.
#[derive(Default)]
struct Seen {
    cites: Vec<Cite>,
    texts: BTreeSet<String>,
    /// Whether a value was checked that play has changed.
    moved: bool,
    /// What `state` held, by the last word of the path, without what tells one piece from another.
    held: BTreeSet<(String, String)>,
}

/// What a case says that it proves by a value, if play has not changed any of its values. A twin must show another
/// value.
struct Unmoved {
    case: usize,
    about: String,
    name: String,
    held: BTreeSet<(String, String)>,
}

/// What a case shows to its twins.
struct Shown {
    case: usize,
    /// What it says that it proves, and whether that left a trace.
    proves: Vec<(String, bool)>,
    held: BTreeSet<(String, String)>,
}

impl Unmoved {
    /// Returns whether another case of the file that proves the same leaves a trace of it, or has another value in the
    /// same sort of place.
    fn has_twin(&self, others: &[Shown]) -> bool {
        others.iter().filter(|other| other.case != self.case).any(|other| {
            let another = |(path, value): &(String, String)| self.held.iter().any(|(p, v)| p == path && v != value);
            let proof = other.proves.iter().find(|(name, _)| *name == self.name);
            proof.is_some_and(|(_, traced)| *traced || other.held.iter().any(another))
        })
    }
}

impl Seen {
    /// Records that a value is at a path.
    fn holds(&mut self, path: &str, value: &Value) {
        match value {
            Value::Object(map) => map.iter().for_each(|(key, value)| self.holds(key, value)),
            other => {
                let last = path.rsplit('.').next().unwrap_or(path);
                self.held.insert((last.to_owned(), other.to_string()));
            }
        }
    }
    fn has(&self, name: &str) -> bool {
        self.cites.iter().any(|cite| cite.answers(name)) || self.texts.iter().any(|text| written(text, name))
    }
}

/// Dice that roll these faces and then the lowest, and record what was thrown.
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

/// Returns the message for an action that should be refused and is not.
fn is_legal(words: &str, listed: bool) -> String {
    let listed = if listed { ", and is listed" } else { "" };
    format!("`{words}` is legal{listed}")
}

/// Returns the results in events, by the game's words for results.
fn comes_to(events: &Value) -> BTreeSet<String> {
    let mut texts = BTreeSet::new();
    json::any(events, &mut |v| {
        if let Value::Object(map) = v {
            let says = ["result", "condition", "state"];
            texts.extend(says.iter().filter_map(|key| map.get(*key)?.as_str()).map(str::to_owned));
        }
        false
    });
    texts
}

/// Returns what each face draws: the first word in which what happens differs, whatever it is called there.
fn drawn(trees: &[(u8, Value)]) -> Vec<(u8, BTreeSet<String>)> {
    let words = |tree: &Value| {
        let mut words = Vec::new();
        json::any(tree, &mut |v| {
            match v {
                Value::String(text) => words.push(text.clone()),
                Value::Number(number) => words.push(number.to_string()),
                _ => {}
            }
            false
        });
        words
    };
    let told: Vec<(u8, Vec<String>)> = trees.iter().map(|(face, tree)| (*face, words(tree))).collect();
    let same = |i: usize| told.iter().all(|(_, words)| words.get(i) == told[0].1.get(i));
    let shortest = told.iter().map(|(_, words)| words.len()).min().unwrap_or(0);
    match (0..shortest).find(|&i| !same(i)) {
        Some(at) => told
            .into_iter()
            .map(|(face, mut words)| (face, BTreeSet::from([words.swap_remove(at)])))
            .collect(),
        // Of one thing alone any word will do.
        None => told
            .into_iter()
            .map(|(face, words)| (face, words.into_iter().collect()))
            .collect(),
    }
}

/// Returns whether lines and expectations match one to one.
fn matched(wanted: &[Value], lines: &[Value]) -> bool {
    let Some((first, rest)) = wanted.split_first() else {
        return lines.is_empty();
    };
    wanted.len() == lines.len()
        && (0..lines.len()).any(|i| {
            let mut left = lines.to_vec();
            json::within(first, &left.remove(i)) && matched(rest, &left)
        })
}

/// An action of a step, with the windows after it that are declined until the decision that the later steps ask for.
struct PlayedStep<'c, G: Game> {
    by: G::Side,
    action: G::Action,
    until: Option<&'c [Step]>,
}

impl<G: Game> PlayedStep<'_, G> {
    /// Plays it with these faces and no others.
    fn play_faces(&self, game: &mut Match<G>, faces: &[u8]) -> Result<Vec<G::Event>, PlayError> {
        let mut dice = Scripted::new(faces);
        let events = self.play(game, &mut dice)?;
        match faces.len() - dice.used() {
            0 => Ok(events),
            unused => Err(PlayError::Unused { unused }),
        }
    }
    fn play(&self, game: &mut Match<G>, dice: &mut dyn Dice) -> Result<Vec<G::Event>, PlayError> {
        let mut events = game.play(self.by, self.action, dice)?.events;
        for _ in 0..MOST_DECLINED {
            let Some((side, action)) = self.until.and_then(|steps| unasked(game, steps)) else {
                break;
            };
            events.extend(game.play(side, action, dice)?.events);
        }
        Ok(events)
    }
}

/// Returns the action that declines the open window, if nothing in the steps asks for that window: the first step, and
/// those after it up to the next that does something.
fn unasked<G: Game>(game: &Match<G>, steps: &[Step]) -> Option<(G::Side, G::Action)> {
    let Turn::Decide { side, what, .. } = game.turn() else {
        return None;
    };
    let decline = G::declines(game.state())?;
    let (here, later) = steps.split_first()?;
    let next = later
        .iter()
        .position(|step| step.action.is_some() || step.odds.is_some());
    let looks = &later[..next.unwrap_or(later.len())];
    let looked_at = core::iter::once(here)
        .chain(looks)
        .filter_map(|step| step.turn.as_ref());
    let named = |turn: &WantTurn| {
        let of = |word: &String| G::Side::named(word) == Some(side);
        turn.what.as_deref() == Some(what) && turn.side.as_ref().is_none_or(of)
    };
    let used = next.is_some_and(|next| {
        let step = &later[next];
        let odds = step.odds.as_ref().map(|odds| (&odds.by, &odds.action));
        let asks = step.by.as_ref().zip(step.action.as_ref()).or(odds);
        asks.is_some_and(|(by, words)| {
            let action = game.parse(words).ok();
            G::Side::named(by) == Some(side)
                && (step.refuses() || action.is_some_and(|action| game.check(side, &action).is_ok()))
        })
    });
    let asked = looked_at.into_iter().any(named) || used;
    (!asked).then_some((side, decline))
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
    /// What cases say of values that play has not changed.
    unmoved: Vec<Unmoved>,
    /// What each case shows to its twins.
    shown: Vec<Shown>,
    /// The names behind the numbers of the current match.
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
            unmoved: Vec::new(),
            shown: Vec::new(),
            names: None,
        }
    }
}

impl Runner<'_> {
    /// Adds a failure. The same one at the same step is reported once.
    fn fail(&mut self, message: impl Into<String>) {
        let failure = Failure {
            case: self.case,
            step: self.step,
            about: self.about.clone(),
            message: message.into(),
        };
        if !self.report.failures.contains(&failure) {
            self.report.failures.push(failure);
        }
    }
    /// Adds a fault of the file's own words, reported where it first occurs.
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
    /// Returns whether a word is not a Case or a ruling and has been reported as a fault of the file. Nothing can match
    /// it.
    fn strange(&self, book: &Casebook, word: &str) -> bool {
        self.strict && !known(book, self.laws, word)
    }
    fn knows<'w>(&mut self, book: &Casebook, words: impl IntoIterator<Item = &'w String>) {
        for word in words {
            if !known(book, self.laws, word) {
                self.fault(format!("`{word}` is neither a Case nor a ruling{}", nearest(book, word)));
            }
        }
    }
    fn names<G: Game>(&mut self, game: &Match<G>) -> Rc<Gazetteer> {
        let names = self.names.get_or_insert_with(|| Rc::new(G::gazetteer(game.state())));
        Rc::clone(names)
    }

    /// Checks that every name that a case proves left a trace in it, or rests on a value that it names.
    fn traces<G: Game>(&mut self, case: &OneCase) {
        let seen = core::mem::take(&mut self.seen);
        let names = case.proves.iter().filter(|name| !seen.has(name)).cloned();
        for name in names.collect::<Vec<_>>() {
            match case.proved_by {
                Some(ProvedBy::Value) if seen.moved => {}
                Some(ProvedBy::Value) if !seen.held.is_empty() => self.unmoved.push(Unmoved {
                    case: self.case,
                    about: self.about.clone(),
                    name,
                    held: seen.held.clone(),
                }),
                Some(ProvedBy::Value) => self.fail(format!(
                    "`{name}` is to be proved by a value, and no `state`, `has`, `ledger` or `odds` holds one"
                )),
                None if self.needs_entries_of::<G>(case, &name) => {}
                None => self.fail(format!(
                    "nothing of `{name}` is seen here: no event, throw, line, decision or refusal has it, and no entry of \
                     it is missed"
                )),
            }
        }
        let proves = case.proves.iter().map(|name| (name.clone(), seen.has(name))).collect();
        self.shown.push(Shown {
            case: self.case,
            proves,
            held: seen.held,
        });
    }
    /// Checks twins: a value that was there before anything was done proves nothing, unless a twin of the case shows
    /// another.
    fn twins(&mut self) {
        for unmoved in core::mem::take(&mut self.unmoved) {
            if !unmoved.has_twin(&self.shown) {
                self.report.unmoved.push(Failure {
                    case: unmoved.case,
                    step: 0,
                    message: format!(
                        "`{}` is to be proved by a value, yet all that `state` holds stood there before, and no other case of \
                         the file that proves it leaves a trace of it or holds another value there",
                        unmoved.name
                    ),
                    about: unmoved.about,
                });
            }
        }
    }
    /// Returns whether the case fails without the entries of this name in the rule lists.
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

    /// Runs a case. An error ends it.
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
        let setup: G::Setup = match casus_core::formats::from_toml_value(setup) {
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
        for (i, _) in case.play.iter().enumerate().filter(|(_, step)| step.is_idle()) {
            self.step = i + 1;
            self.fail("a step that does nothing and expects nothing proves nothing");
        }
        self.step = 0;
        self.audit(&game);
        // What stood there before, where a value is to prove something.
        let weighs = self.strict && case.proved_by.is_some();
        let opening = weighs.then(|| game.state().clone());
        if weighs && case.play.iter().all(|step| step.action.is_none()) {
            // Where nobody does anything, what the set-up does not say itself comes of the data and of how play is opened.
            let states = case.play.iter().flat_map(|step| &step.state);
            let said = |(path, want): (&String, &toml::Value)| {
                json::at(&text, path).is_some_and(|found| json::within(&json::value_of(want), found))
            };
            self.seen.moved |= !states.into_iter().all(said);
        }
        for (i, step) in case.play.iter().enumerate() {
            self.step = i + 1;
            self.report.steps += 1;
            self.met(&game);
            let tracing = self.strict && (case.trace || step.trace);
            let later = &case.play[i..];
            let until = step.decline.or(case.decline).unwrap_or(false).then_some(later);
            let before = weighs.then(|| game.state().clone());
            let earlier: Vec<&G::State> = opening.iter().chain(&before).collect();
            let done = self.step(&mut game, step, until, &earlier);
            if tracing {
                self.trace(&game, step, done.as_ref().ok().and_then(|done| done.as_deref()));
            }
            done?;
            self.met(&game);
        }
        Ok(())
    }

    /// Records the open decision.
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
        G::Side::named(word).ok_or_else(|| {
            let known: Vec<&str> = G::Side::ALL.iter().map(|s| s.word()).collect();
            let near = did_you_mean(word, known.iter().copied());
            format!("unknown side {word:?}; sides: {}{near}", known.join(", "))
        })
    }

    /// Runs one step. Returns what happened in it, if anything was done. An error ends the case, because what follows
    /// would mean nothing.
    fn step<G: Game>(
        &mut self,
        game: &mut Match<G>,
        step: &Step,
        until: Option<&[Step]>,
        earlier: &[&G::State],
    ) -> Result<Option<Vec<G::Event>>, String> {
        let book = G::CASEBOOK;
        self.knows(book, &step.cites);
        self.knows(book, &step.absent);
        self.knows(book, &step.refused);
        self.knows(book, step.refused_only.iter().flatten());
        self.knows(book, &step.any_of);
        self.knows(book, step.shut.iter().flat_map(|shut| &shut.any_of));
        let refusing = step.refuses();
        let mut done = None;
        match (&step.by, &step.action) {
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
                    let action = PlayedStep { by, action, until };
                    if listed {
                        self.force(game, &action, &step.force, &mut faces)?;
                        if self.strict {
                            let mut given = Given::of(&faces);
                            let _ = action.play(&mut game.clone(), &mut given);
                            self.seen.cites.extend(given.throws.iter().map(|throw| throw.cite));
                        }
                    }
                    match action.play_faces(game, &faces) {
                        Ok(events) => {
                            self.expect(listed, || format!("`{words}` is legal but not listed"));
                            done = Some(events);
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
        for shut in &step.shut {
            self.shut(game, shut)?;
        }
        self.seen(game, step, earlier)?;
        if let Some(want) = &step.odds {
            self.seen.moved = true;
            self.odds(game, want)?;
        }
        Ok(done)
    }

    /// Adds the faces that make the next throws give results of these names.
    fn force<G: Game>(
        &mut self,
        game: &Match<G>,
        action: &PlayedStep<'_, G>,
        wanted: &OneOrMany,
        faces: &mut Vec<u8>,
    ) -> Result<(), String> {
        for wanted in wanted.values() {
            let Value::String(wanted) = &wanted else {
                return Err(format!("`force` names results, and {wanted} is none"));
            };
            let tried = |faces: &[u8]| {
                let mut given = Given::of(faces);
                let events = action.play(&mut game.clone(), &mut given);
                (events.unwrap_or_default(), given.throws)
            };
            let (_, throws) = tried(faces);
            let Some(throw) = throws.get(faces.len()) else {
                return Err(format!("`force = \"{wanted}\"`: no die falls here"));
            };
            let (low, high) = throw.die.faces();
            let names = self.names(game);
            let trees = (low..=high).map(|face| {
                let mut faces = faces.clone();
                faces.push(face);
                (face, self.words.named(&json::value_of(&tried(&faces).0), &names))
            });
            let trees: Vec<(u8, Value)> = trees.collect();
            let results: Vec<(u8, BTreeSet<String>)> = if matches!(throw.die, Die::Draw(_)) {
                drawn(&trees)
            } else {
                trees.iter().map(|(face, tree)| (*face, comes_to(tree))).collect()
            };
            let comes = |texts: &BTreeSet<String>| texts.iter().any(|text| text.eq_ignore_ascii_case(wanted));
            let found = results.iter().find(|(_, texts)| comes(texts)).map(|(face, _)| *face);
            let results: BTreeSet<String> = results.into_iter().flat_map(|(_, texts)| texts).collect();
            let Some(face) = found else {
                let known = results.into_iter().collect::<Vec<_>>().join(", ");
                return Err(format!("no face of {} ({}) comes to \"{wanted}\": {known}", throw.what, throw.cite));
            };
            faces.push(face);
        }
        Ok(())
    }

    /// Records what a step did.
    fn trace<G: Game>(&mut self, game: &Match<G>, step: &Step, events: Option<&[G::Event]>) {
        let mut out = format!("case {}, step {}", self.case, self.step);
        if let (Some(by), Some(action)) = (&step.by, &step.action) {
            let _ = write!(out, ": {by}, {action}");
            let refused = G::Side::named(by)
                .zip(game.parse(action).ok())
                .filter(|_| events.is_none());
            if let Some(Err(why)) = refused.map(|(by, action)| game.check(by, &action)) {
                let _ = write!(out, "\n  refused: {why}");
            }
        }
        let names = self.names(game);
        for event in events.unwrap_or_default() {
            let _ = write!(out, "\n  {}\n    {}", G::describe(game.state(), event), {
                self.words.named(&json::value_of(event), &names)
            });
        }
        let _ = write!(out, "\n  now: {}", describe_decision::<G>(game.state()));
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
        let decides = matches!(game.turn(), Turn::Decide { side, .. } if side == by);
        let listed = decides && game.actions().contains(action);
        let refusals = match game.check(by, action) {
            Ok(()) => return Err(is_legal(&words, listed)),
            Err(PlayError::Refused(refusals)) => refusals,
            Err(e) => return Err(format!("`{words}`: {e}")),
        };
        self.expect(!listed, || format!("`{words}` is listed, yet refused"));
        self.note_refusals(game, &words, &refusals);
        let (book, laws, strict) = (G::CASEBOOK, self.laws, self.strict);
        // What is no Case at all has been told as such.
        let cited = |want: &String| strict && !known(book, laws, want) || refusals.iter().any(|r| r.cite.answers(want));
        for want in step.refused.iter().chain(step.refused_only.iter().flatten()) {
            self.expect(cited(want), || format!("`{words}` is not refused by {want}, but: {refusals}"));
        }
        if !step.any_of.is_empty() {
            let any = step.any_of.join(", ");
            self.expect(step.any_of.iter().any(cited), || {
                format!("`{words}` is refused by none of {any}, but: {refusals}")
            });
        }
        if let Some(only) = &step.refused_only {
            for refusal in &refusals {
                let meant = only.iter().any(|w| refusal.cite.answers(w));
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
                && step.ledger.is_none()
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
        // What no event can have has been told as such: that nothing has it follows.
        let mut strange: Vec<&Value> = Vec::new();
        if self.strict {
            for part in has.iter().chain(&has_not) {
                if let Some(fault) = self.words.part_fault(part, &names) {
                    self.fault(fault);
                    strange.push(part);
                }
            }
        }
        self.seen.moved |= !has.is_empty();
        let cited = |want: &str| {
            events.iter().any(|e| {
                use casus_core::decisions::Cited as _;
                e.cite().answers(want)
            }) || json::any(&tree, &mut |v| v.as_str().is_some_and(|s| written(s, want)))
        };
        for want in &step.cites {
            self.expect(cited(want) || self.strange(G::CASEBOOK, want), || format!("nothing cites {want}: {tree}"));
        }
        for want in &step.absent {
            self.expect(!cited(want), || format!("something cites {want}: {tree}"));
        }
        for want in has.iter().filter(|want| !strange.contains(want)) {
            let found = json::any(&tree, &mut |v| json::within(want, v));
            self.expect(found, || format!("nothing has {want}: {tree}"));
        }
        for want in &has_not {
            let found = json::any(&tree, &mut |v| json::within(want, v));
            self.expect(!found, || format!("something has {want}: {tree}"));
        }
        if let Some(want) = &step.ledger {
            self.ledger(want, &tree, &names);
        }
        if step.tells.is_empty() && step.untold.is_empty() {
            return;
        }
        let told = events
            .iter()
            .map(|e| G::describe(game.state(), e))
            .collect::<Vec<_>>()
            .join("\n");
        for want in &step.tells {
            self.expect(told.contains(want.as_str()), || format!("the story has no \"{want}\":\n{told}"));
        }
        for want in &step.untold {
            self.expect(!told.contains(want.as_str()), || format!("the story has \"{want}\":\n{told}"));
        }
    }

    /// Checks that the one ledger of what happened, or of the event with this in it, has these lines that are not 0 and
    /// no others.
    fn ledger(&mut self, want: &WantLedger, tree: &Value, names: &Gazetteer) {
        let (of, lines) = want.read();
        if self.strict {
            let faults = lines
                .iter()
                .chain(&of)
                .filter_map(|part| self.words.part_fault(part, names));
            let faults: Vec<String> = faults.collect();
            if !faults.is_empty() {
                for fault in faults {
                    self.fault(fault);
                }
                return;
            }
        }
        self.seen.moved = true;
        let mut found: Vec<Vec<Value>> = Vec::new();
        for event in tree.as_array().into_iter().flatten() {
            if of
                .as_ref()
                .is_some_and(|of| !json::any(event, &mut |v| json::within(of, v)))
            {
                continue;
            }
            json::any(event, &mut |v| {
                if let (Some(Value::Array(lines)), Some(_)) = (v.get("lines"), v.get("total")) {
                    let counts = |line: &&Value| line.get("value") != Some(&Value::from(0));
                    found.push(lines.iter().filter(counts).cloned().collect());
                }
                false
            });
        }
        let spelt = |lines: &[Value]| Value::from(lines.to_vec()).to_string();
        match &found[..] {
            [one] => self.expect(matched(&lines, one), || {
                format!("the lines that are not 0 are {}, not {}", spelt(one), spelt(&lines))
            }),
            [] => self.fail("nothing that happened has a ledger"),
            many => {
                let all: Vec<String> = many.iter().map(|lines| spelt(lines)).collect();
                self.fail(format!("`of` must say which of {} ledgers is meant: {}", many.len(), all.join("; ")));
            }
        }
    }

    /// Checks that every action of a side that names a place is refused.
    fn shut<G: Game>(&mut self, game: &Match<G>, want: &WantShut) -> Result<(), String> {
        let by = match (&want.by, game.turn()) {
            (Some(word), _) => Self::side::<G>(word)?,
            (None, Turn::Decide { side, .. }) => side,
            (None, Turn::Over { .. }) => return Err("play has ended: `shut` says `by` whom".to_owned()),
        };
        let mut every = Vec::new();
        G::Action::every(game.state(), &mut every);
        let mut verbs = BTreeSet::new();
        let mut asked = 0;
        for action in every {
            verbs.insert(action.verb());
            if !want.verbs.is_empty() && !want.verbs.iter().any(|verb| verb == action.verb()) {
                continue;
            }
            let words = game.spell(&action);
            if !words.split(' ').skip(1).any(|word| word == want.at) {
                continue;
            }
            asked += 1;
            self.report.checks += 1;
            match game.check(by, &action) {
                Ok(()) => self.fail(format!("`{words}` is legal")),
                Err(PlayError::Refused(refusals)) => {
                    self.note_refusals(game, &words, &refusals);
                    let cited = |want: &String| {
                        self.strange(G::CASEBOOK, want) || refusals.iter().any(|r| r.cite.answers(want))
                    };
                    if !want.any_of.is_empty() && !want.any_of.iter().any(cited) {
                        let any = want.any_of.join(", ");
                        self.fail(format!("`{words}` is refused by none of {any}, but: {refusals}"));
                    }
                }
                Err(e) => self.fail(format!("`{words}`: {e}")),
            }
        }
        let strange: Vec<&String> = want.verbs.iter().filter(|v| !verbs.contains(v.as_str())).collect();
        for &verb in &strange {
            let known = verbs.iter().copied().collect::<Vec<_>>().join(", ");
            let near = did_you_mean(verb, verbs.iter().copied());
            self.fault(format!("unknown verb {verb:?}; expected {known}{near}"));
        }
        if strange.is_empty() || !self.strict {
            self.expect(asked > 0, || format!("no action names `{}`", want.at));
        }
        Ok(())
    }

    /// Records what the refusals of an action cite, and which of its words each is about.
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
    /// Records which field of its event each line of a ledger is about.
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

    /// Records what events cite, and checks that their labels are known.
    fn note<G: Game>(&mut self, events: &[G::Event], tree: &Value, names: &Gazetteer) {
        use casus_core::decisions::Cited as _;
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
        let strange = |what: &&String| !self.words.decisions.contains(what.as_str());
        let strange = want.what.as_ref().filter(strange);
        if let Some(what) = strange {
            let known: Vec<&str> = self.words.decisions.iter().copied().collect();
            self.fault(format!("unknown decision {what:?}; expected {}", known.join(", ")));
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
                if let Some(w) = want.what.as_ref().filter(|_| strange.is_none() || !self.strict) {
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
                Unlisted::Of(UnlistedOf { by, action }) => match Self::side::<G>(by) {
                    Ok(by) => (by, action),
                    Err(e) => {
                        self.fail(e);
                        continue;
                    }
                },
            };
            match game.parse(words) {
                Ok(a) => {
                    let listed = by == side && listed.contains(&a);
                    let checked = game.check(by, &a);
                    match checked {
                        Ok(()) => self.expect(false, || is_legal(words, listed)),
                        Err(_) => self.expect(!listed, || format!("`{words}` is listed, yet refused")),
                    }
                    if let Err(PlayError::Refused(refusals)) = checked {
                        self.note_refusals(game, words, &refusals);
                    }
                }
                Err(e) => self.fail(e.to_string()),
            }
        }
        if let Some(only) = &step.only {
            let read: Vec<_> = only.iter().map(|words| game.parse(words)).collect();
            let wanted: Vec<&G::Action> = read.iter().flatten().collect();
            if wanted.len() == read.len() {
                let same = listed.len() == wanted.len() && wanted.iter().all(|a| listed.contains(a));
                self.expect(same, || format!("listed are: {}", spelt(&listed)));
            }
            for e in read.iter().filter_map(|read| read.as_ref().err()) {
                self.fail(e.to_string());
            }
        }
    }

    fn seen<G: Game>(&mut self, game: &Match<G>, step: &Step, earlier: &[&G::State]) -> Result<(), String> {
        if step.state.is_empty() && step.lacks.is_empty() {
            return Ok(());
        }
        let viewer = match step.viewer.as_deref() {
            None => None,
            Some(word) => Some(Self::side::<G>(word)?),
        };
        let mut strange: Vec<&String> = Vec::new();
        if self.strict {
            let names = self.names(game);
            for path in step.state.keys().chain(&step.lacks) {
                if let Some(fault) = self.words.path_fault(path, &names) {
                    self.fault(fault);
                    strange.push(path);
                }
            }
        }
        let view = json::value_of(&G::view(game.state(), viewer));
        let earlier = earlier.iter().map(|state| json::value_of(&G::view(state, viewer)));
        let earlier: Vec<Value> = earlier.collect();
        for (path, want) in &step.state {
            let want = json::value_of(want);
            let stood = |then: &Value| json::at(then, path).is_some_and(|found| json::within(&want, found));
            self.seen.moved |= !earlier.iter().all(stood);
            self.seen.holds(path, &want);
            match json::at(&view, path) {
                Some(found) => {
                    self.expect(json::within(&want, found), || format!("{path} is {found}, not {want}"));
                }
                None if strange.contains(&path) => {}
                None => self.expect(false, || format!("the view has no {path}")),
            }
        }
        for path in &step.lacks {
            let stood = |then: &Value| json::at(then, path).is_none_or(Value::is_null);
            self.seen.moved |= !earlier.iter().all(stood);
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
        let action = game.parse(&want.action).map_err(|e| e.to_string())?;
        let budget = Budget::runs(want.runs.unwrap_or(RUNS));
        let key = |s: &G::State| {
            let view = json::value_of(&G::view(s, Some(by)));
            json::at(&view, &want.path).map_or_else(|| "-".to_owned(), json::bare)
        };
        let query = game.odds(by, &action).budget(budget);
        let mut first = FirstListed;
        let query = match want.through.as_deref() {
            None => query.to_next_decision(),
            Some("evenly") => query,
            Some("first") => query.policy(&mut first),
            Some(other) => return Err(format!("odds through `{other}`: `evenly` or `first`")),
        };
        let found = query
            .outcomes(key)
            .map_err(|refusals| format!("odds of `{}`: {refusals}", want.action))?;
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
