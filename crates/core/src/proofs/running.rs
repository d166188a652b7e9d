//! Runs the cases of a conformance file, and notes what does not come true.

use crate::cases::case::{Casebook, Cite};
use crate::cases::laws::Laws;
use crate::cases::refusal::Refusals;
use crate::dice::throw::{Dice, Throw};
use crate::play::game::Game;
use crate::play::gazetteer::Gazetteer;
use crate::play::json;
use crate::play::matches::{Match, PlayError};
use crate::play::moment::asked;
use crate::play::moment::outcome_word;
use crate::play::odds::{Budget, Evenly, FirstListed, Policy, chances, odds};
use crate::proofs::format::{
    OneCase, OneOrMany, Parsed, ProvedBy, Step, Unlisted, UnlistedOf, WantOdds, WantTurn, change, drop_out,
};
use crate::proofs::report::{Failure, Report};
use crate::proofs::vocabulary::{Vocabulary, kind_of_place, place_word};
use crate::turns::side::Sided;
use crate::turns::turn::Turn;
use core::fmt::Write as _;
use serde_json::Value;
use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;

/// Runs that an `odds` expectation may take, unless it says otherwise.
const RUNS: usize = 200_000;

/// Runs a file that was read, under these laws. If it is not to be strict, it stops at the first failure, and does not ask
/// whether words are known and names leave a trace.
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
