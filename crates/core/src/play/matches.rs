//! A match: a state and the journal that led to it.
//!
//! Every door is guarded: an action is checked, played on a copy, and kept only if the dice answered. What a person
//! does beside the rules (resigning, agreeing on a draw) is an [`Act`] of the match and no Case.

use crate::cases::case::Cite;
use crate::cases::laws::Laws;
use crate::cases::refusal::Refusals;
use crate::decisions::fault::{ParseFault, SetupFaults};
use crate::decisions::log::Log;
use crate::decisions::side::Sided;
use crate::decisions::turn::{Outcome, Turn};
use crate::dice::throw::{Dice, Fault, Scripted, Throw};
use crate::geometry::place::Place;
use crate::play::agent::{Agent, Playout, Seat, ask};
use crate::play::digest::digest;
use crate::play::game::Game;
use crate::play::gazetteer::Gazetteer;
use crate::render::scene::Scene;
use core::fmt;
use serde::{Deserialize, Serialize};

/// Something done at the table that is no action of the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Act {
    /// Gives up.
    Resign,
    /// Offers a draw. It stands until it is accepted or declined, or lapses with the next action of another side that had a
    /// choice.
    OfferDraw,
    /// Accepts the draw that another side offers.
    AcceptDraw,
    /// Declines a draw, or takes one's own offer back.
    DeclineDraw,
}

/// Why an act of the match cannot be done.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, thiserror::Error)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ActError {
    /// Play has ended.
    #[error("play has ended")]
    Over,
    /// This side has done so already.
    #[error("done already")]
    Already,
    /// No draw is offered.
    #[error("no draw is offered")]
    NoOffer,
}

/// Why an action was not played. The match is as it was.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PlayError {
    /// Play has ended.
    #[error("play has ended")]
    Over,
    /// The words are no action of this game.
    #[error(transparent)]
    NotAnAction(ParseFault),
    /// The rules forbid it.
    #[error("{0}")]
    Refused(Refusals),
    /// The dice had run out at this throw: it wants a face.
    #[error("wants a throw: {} ({})", .0.what, .0.cite)]
    Wanted(Throw),
    /// The face is not on the die.
    #[error("{face} is not on the die: {} ({})", .throw.what, .throw.cite)]
    OffTheDie {
        /// The throw.
        throw: Throw,
        /// The face.
        face: u8,
    },
    /// House rules leave nothing to do at the decision that the action leads to.
    #[error("{0}")]
    NoChoice(Box<NoChoice>),
    /// More faces were given than the action throws.
    #[error("{} left over", if *.unused == 1 { "1 face is".to_owned() } else { format!("{} faces are", .unused) })]
    Unused {
        /// How many were not thrown.
        unused: usize,
    },
}

/// A decision at which house rules leave nothing to do.
///
/// By the printed rules there is always something to do. Where house rules forbid all of it, the action that would lead
/// there is not played, and this says which of them forbid what.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the house rules `{title}` leave nothing to do at `{what}` ({cite}): {bars}")]
pub struct NoChoice {
    /// The title of the book of house rules.
    pub title: &'static str,
    /// The kind of decision.
    pub what: &'static str,
    /// The Case that gives the decision.
    pub cite: Cite,
    /// What they refuse of all that the printed laws would allow; empty where that is nothing either.
    pub bars: Refusals,
}

impl NoChoice {
    /// At the open decision of a state that is not played by the printed laws, if there is nothing to do.
    fn at<G: Game>(state: &G::State) -> Option<Self> {
        let title = G::laws(state).book()?.title;
        let Turn::Decide { side, cite, what, .. } = G::turn(state) else {
            return None;
        };
        let mut listed = Vec::new();
        G::actions(state, &mut listed);
        if !listed.is_empty() {
            return None;
        }
        G::actions(&G::under(state, &Laws::PRINTED), &mut listed);
        let refused = listed.iter().filter_map(|action| G::check(state, side, action).err());
        Some(Self {
            title,
            what,
            cite,
            bars: refused.collect(),
        })
    }
}

impl PlayError {
    /// The refusals, where the rules forbid it; [`Match::explain`] puts them into words.
    pub const fn refusals(&self) -> Option<&Refusals> {
        match self {
            Self::Refused(refusals) => Some(refusals),
            Self::NoChoice(none) => Some(&none.bars),
            _ => None,
        }
    }
}

impl From<Fault> for PlayError {
    fn from(fault: Fault) -> Self {
        match fault {
            Fault::Wanted(throw) => Self::Wanted(throw),
            Fault::OffTheDie { throw, face } => Self::OffTheDie { throw, face },
        }
    }
}

/// Why the last thing done cannot be taken back.
///
/// What a die has decided or somebody has seen stays so: an undo is for slips of the hand, and never shows an
/// opponent's secrets or throws a die again.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NoUndo {
    /// Nothing has been done.
    #[error("nothing has been done")]
    Nothing,
    /// Dice have fallen.
    #[error("dice have fallen: {} ({})", .0.what, .0.cite)]
    Threw(Throw),
    /// Something hidden was shown.
    #[error("something hidden was shown")]
    Revealed,
    /// An act of the match stands.
    #[error("an act of the match stands")]
    Act,
}

/// What was done, in one line of the journal.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum JournalAction<A> {
    /// An action of the game.
    Action {
        /// The action.
        action: A,
        /// The action in words, as spelt when it was played.
        words: String,
        /// The faces that fell.
        faces: Vec<u8>,
    },
    /// An act of the match.
    Act(Act),
}

/// One line of the journal.
///
/// With the set-up, all that a save needs: loading plays the actions again with the faces that fell.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Record<S, A> {
    /// Who did it.
    pub by: S,
    /// What.
    pub action: JournalAction<A>,
}

/// What playing an action came to.
///
/// For a side's eyes, ask [`Match::told`] of the new line of the journal instead: these events hide nothing.
#[derive(Clone, PartialEq, Debug)]
pub struct Played<E> {
    /// What happened, in order; unredacted.
    pub events: Vec<E>,
    /// The faces that fell.
    pub faces: Vec<u8>,
}

/// Remembers what falls, and keeps every face on its die.
struct Watched<'d> {
    dice: &'d mut dyn Dice,
    faces: Vec<u8>,
    first: Option<Throw>,
    fault: Option<Fault>,
}

impl Dice for Watched<'_> {
    fn throw(&mut self, throw: Throw, alike: &dyn Fn(u8) -> u16) -> u8 {
        let (low, high) = throw.die.faces();
        self.first.get_or_insert(throw);
        if self.fault.is_some() {
            return low;
        }
        let face = self.dice.throw(throw, alike);
        self.fault = self.dice.fault();
        if self.fault.is_none() && !(low..=high).contains(&face) {
            self.fault = Some(Fault::OffTheDie { throw, face });
        }
        if self.fault.is_some() {
            return low;
        }
        self.faces.push(face);
        face
    }
    fn fault(&self) -> Option<Fault> {
        self.fault
    }
}

/// An action played on a copy, not yet kept.
struct Trial<G: Game> {
    state: G::State,
    log: Log<G::Event>,
    faces: Vec<u8>,
    first: Option<Throw>,
}

/// What an undo goes back to.
struct Before<G: Game> {
    state: G::State,
    offers: Vec<G::Side>,
}

impl<G: Game> Clone for Before<G> {
    fn clone(&self) -> Self {
        Self {
            state: self.state.clone(),
            offers: self.offers.clone(),
        }
    }
}

/// A state of play and the journal that led to it.
///
/// The typed door of every game, for programs in Rust; whoever speaks JSON sits at a [`Session`](crate::Session). It is
/// asked in this order: whose decision is open ([`turn`](Match::turn)), what may be done ([`actions`](Match::actions)),
/// then one of them is played ([`play`](Match::play)), and the events say what came of it. Nothing is played that was
/// not asked for, not even a decision with a single answer ([`play_forced`](Match::play_forced) does that on request).
///
/// A match owns no dice and no clock: dice are handed in with each action, so that a program may throw them, replay
/// them or let a person type them in. What fails leaves the match as it was. A match is cheap to clone: to try
/// something out, play it on a clone.
pub struct Match<G: Game> {
    setup: G::Setup,
    /// What a scratch copy began as, in place of what the set-up gives.
    origin: Option<Box<G::State>>,
    state: G::State,
    journal: Vec<Record<G::Side, G::Action>>,
    events: Vec<Vec<G::Event>>,
    /// The states before each of the last lines that can be taken back.
    back: Vec<Before<G>>,
    /// Why the line before those cannot.
    seal: NoUndo,
    offers: Vec<G::Side>,
    resigned: Vec<G::Side>,
    ended: Option<(Outcome<G::Side>, Cite)>,
}

impl<G: Game> Clone for Match<G> {
    fn clone(&self) -> Self {
        Self {
            setup: self.setup.clone(),
            origin: self.origin.clone(),
            state: self.state.clone(),
            journal: self.journal.clone(),
            events: self.events.clone(),
            back: self.back.clone(),
            seal: self.seal,
            offers: self.offers.clone(),
            resigned: self.resigned.clone(),
            ended: self.ended,
        }
    }
}

impl<G: Game> fmt::Debug for Match<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Match")
            .field("game", &G::NAME)
            .field("journal", &self.journal.len())
            .field("state", &self.state)
            .finish_non_exhaustive()
    }
}

impl<G: Game> Match<G> {
    /// Opens a match.
    ///
    /// The set-up may be any position of the game; with all pieces to be placed, or in the middle of an attack.
    ///
    /// # Errors
    /// Every fault of the set-up.
    pub fn new(setup: G::Setup) -> Result<Self, SetupFaults> {
        Self::under(setup, &Laws::PRINTED)
    }
    /// Opens a match that is played by house rules.
    ///
    /// It is played by them from its first decision to its last. Its saves name them, and are loaded by
    /// [`Match::load_under`].
    ///
    /// # Errors
    /// Every fault of the laws, or every fault of the set-up; and that the laws leave nothing to do at its first decision.
    pub fn under(setup: G::Setup, laws: &Laws) -> Result<Self, SetupFaults> {
        let mut faults = SetupFaults::default();
        for fault in laws.faults(G::lists()) {
            faults.push("laws", fault, None);
        }
        faults.or(())?;
        let state = G::begin_under(&setup, laws)?;
        if let Some(none) = NoChoice::at::<G>(&state) {
            return Err(SetupFaults::one("laws", none.to_string(), Some(none.cite)));
        }
        Ok(Self {
            setup,
            origin: None,
            state,
            journal: Vec::new(),
            events: Vec::new(),
            back: Vec::new(),
            seal: NoUndo::Nothing,
            offers: Vec::new(),
            resigned: Vec::new(),
            ended: None,
        })
    }
    /// The set-up that it was opened with.
    pub const fn setup(&self) -> &G::Setup {
        &self.setup
    }
    /// The laws that it is played by.
    pub fn laws(&self) -> &Laws {
        G::laws(&self.state)
    }
    /// The state of play.
    ///
    /// It hides nothing: it is for the referee, for rules and for odds. What a side may see is [`Match::view`].
    pub const fn state(&self) -> &G::State {
        &self.state
    }
    /// The stable digest of the state of play.
    ///
    /// The same on every machine for equal states: two programs that play one match compare it to find where they part.
    pub fn state_digest(&self) -> u64 {
        digest(&self.state)
    }
    /// A match that begins at a state, with an empty journal: to try something in. It has no save.
    pub(crate) fn begun_at(&self, state: G::State) -> Self {
        Self {
            origin: Some(Box::new(state.clone())),
            state,
            journal: Vec::new(),
            events: Vec::new(),
            back: Vec::new(),
            seal: NoUndo::Nothing,
            setup: self.setup.clone(),
            offers: self.offers.clone(),
            resigned: self.resigned.clone(),
            ended: self.ended,
        }
    }
    /// The match as it was when its journal was empty, where it does not begin at its set-up.
    pub(crate) fn begun_here(&self) -> Option<Self> {
        let origin = self.origin.as_deref()?;
        Some(self.begun_at(origin.clone()))
    }
    /// The same match at another state: to ask what a side is told there.
    #[cfg(feature = "proptest")]
    #[must_use]
    pub fn imagined(&self, state: G::State) -> Self {
        Self { state, ..self.clone() }
    }
    /// Whose decision is open, or how play ended: by the rules, or by an act of the match.
    pub fn turn(&self) -> Turn<G::Side> {
        match self.ended {
            Some((outcome, cite)) => Turn::Over { outcome, cite },
            None => G::turn(&self.state),
        }
    }
    /// Whether play has ended.
    pub fn ended(&self) -> bool {
        matches!(self.turn(), Turn::Over { .. })
    }
    /// How play ended and by which Case or act, if it has.
    pub fn outcome(&self) -> Option<(Outcome<G::Side>, Cite)> {
        match self.turn() {
            Turn::Over { outcome, cite } => Some((outcome, cite)),
            Turn::Decide { .. } => None,
        }
    }
    /// Every legal action of the open decision; none when play has ended.
    ///
    /// In a stable order, and never empty while play goes on.
    pub fn actions(&self) -> Vec<G::Action> {
        let mut out = Vec::new();
        if !self.ended() {
            G::actions(&self.state, &mut out);
        }
        out
    }
    /// The action in words.
    pub fn spell(&self, action: &G::Action) -> String {
        G::spell(&self.state, action)
    }
    /// The action that these words spell.
    ///
    /// # Errors
    /// When they spell none.
    pub fn parse(&self, words: &str) -> Result<G::Action, ParseFault> {
        G::parse(&self.state, words)
    }
    /// Whether this side may do this now.
    ///
    /// Asked of any action, listed or not, of any side: what is refused is refused with every rule that forbids it, in
    /// book order. Nothing is played.
    ///
    /// # Errors
    /// [`PlayError::Over`], or [`PlayError::Refused`] with all that forbids it.
    pub fn check(&self, by: G::Side, action: &G::Action) -> Result<(), PlayError> {
        if self.ended() {
            return Err(PlayError::Over);
        }
        G::check(&self.state, by, action).map_err(PlayError::Refused)
    }
    /// Plays an action, and all that follows up to the next open decision.
    ///
    /// # Errors
    /// When it is illegal, or the dice cannot answer: [`PlayError::Wanted`] says which throw wants a face; or when house
    /// rules leave nothing to do after it. The match is then as it was.
    pub fn play(&mut self, by: G::Side, action: G::Action, dice: &mut dyn Dice) -> Result<Played<G::Event>, PlayError> {
        let trial = self.trial(by, &action, dice)?;
        Ok(self.commit(by, action, trial))
    }
    /// Plays an action with these faces and no others.
    ///
    /// For dice that fell on a real table, and for tests. The faces are those of the dice in the order in which they
    /// fall; [`PlayError::Wanted`] tells which one is missing.
    ///
    /// # Errors
    /// As [`Match::play`]; and [`PlayError::Unused`] when faces are left over.
    pub fn play_faces(&mut self, by: G::Side, action: G::Action, faces: &[u8]) -> Result<Played<G::Event>, PlayError> {
        let trial = self.trial(by, &action, &mut Scripted::new(faces))?;
        match faces.len() - trial.faces.len() {
            0 => Ok(self.commit(by, action, trial)),
            unused => Err(PlayError::Unused { unused }),
        }
    }
    /// The action played on a copy.
    fn trial(&self, by: G::Side, action: &G::Action, dice: &mut dyn Dice) -> Result<Trial<G>, PlayError> {
        self.check(by, action)?;
        let mut state = self.state.clone();
        let mut log = Log::new();
        let mut watched = Watched {
            dice,
            faces: Vec::new(),
            first: None,
            fault: None,
        };
        G::apply(&mut state, action, &mut watched, &mut log);
        if let Some(fault) = watched.fault {
            return Err(fault.into());
        }
        if let Some(none) = NoChoice::at::<G>(&state) {
            return Err(PlayError::NoChoice(Box::new(none)));
        }
        Ok(Trial {
            state,
            log,
            faces: watched.faces,
            first: watched.first,
        })
    }
    fn commit(&mut self, by: G::Side, action: G::Action, trial: Trial<G>) -> Played<G::Event> {
        let words = G::spell(&self.state, &action);
        let Trial {
            state,
            mut log,
            faces,
            first,
        } = trial;
        let offers = self.offers.clone();
        if self.lapses(by) {
            self.offers.retain(|side| *side == by);
        }
        let before = core::mem::replace(&mut self.state, state);
        if let Some(throw) = first {
            self.seal(NoUndo::Threw(throw));
        } else if log.revealed() {
            self.seal(NoUndo::Revealed);
        } else {
            self.back.push(Before { state: before, offers });
        }
        let events = log.take();
        self.events.push(events.clone());
        self.journal.push(Record {
            by,
            action: JournalAction::Action {
                action,
                words,
                faces: faces.clone(),
            },
        });
        Played { events, faces }
    }
    /// Whether another side's offer of a draw lapses with an action of this side: it had a choice, and moved on.
    fn lapses(&self, by: G::Side) -> bool {
        self.offers.iter().any(|side| *side != by) && self.actions().len() > 1
    }
    fn seal(&mut self, why: NoUndo) {
        self.back.clear();
        self.seal = why;
    }
    /// Plays the action that these words spell.
    ///
    /// # Errors
    /// As [`Match::play`]; and [`PlayError::NotAnAction`].
    pub fn play_words(&mut self, by: G::Side, words: &str, dice: &mut dyn Dice) -> Result<Played<G::Event>, PlayError> {
        let action = self.parse(words).map_err(PlayError::NotAnAction)?;
        self.play(by, action, dice)
    }
    /// Plays the open decision if only one action answers it; `None` if there is a choice, or play has ended. To play
    /// every forced one: `while let Some(played) = game.play_forced(&mut dice)? { … }`.
    ///
    /// # Errors
    /// As [`Match::play`].
    pub fn play_forced(&mut self, dice: &mut dyn Dice) -> Result<Option<Played<G::Event>>, PlayError> {
        let Turn::Decide { side, .. } = self.turn() else {
            return Ok(None);
        };
        match self.actions()[..] {
            [only] => self.play(side, only, dice).map(Some),
            _ => Ok(None),
        }
    }
    /// Lets agents play on until play ends or `limit` actions are played. `agents` as for [`playout`](crate::playout).
    ///
    /// # Errors
    /// As [`Match::play`]; what was played before stands.
    pub fn run(
        &mut self,
        agents: &mut [&mut dyn Agent<G>],
        dice: &mut dyn Dice,
        limit: usize,
    ) -> Result<Playout<G::Side>, PlayError> {
        let mut played = Playout {
            actions: 0,
            outcome: None,
            hit_limit: false,
        };
        loop {
            let side = match self.turn() {
                Turn::Over { outcome, cite } => {
                    played.outcome = Some((outcome, cite));
                    return Ok(played);
                }
                Turn::Decide { side, .. } => side,
            };
            if played.actions >= limit {
                played.hit_limit = true;
                return Ok(played);
            }
            let listed = self.actions();
            let Some(action) = ask(agents, Seat::new(&self.state, side, &listed)) else {
                return Ok(played);
            };
            self.play(side, action, dice)?;
            played.actions += 1;
        }
    }

    /// An event of this match in words.
    pub fn describe(&self, event: &G::Event) -> String {
        G::describe(&self.state, event)
    }
    /// Refusals in words, in book order, each with its place: `"OT-MC-1: out of the arc of fire (7.2); …"`.
    pub fn explain(&self, refusals: &Refusals) -> String {
        let reasons: Vec<String> = refusals
            .iter()
            .map(|r| match G::place(&self.state, r.at) {
                place if place.is_empty() || r.at == Place::Nowhere => r.to_string(),
                place => format!("{place}: {r}"),
            })
            .collect();
        reasons.join("; ")
    }
    /// What a side sees; `None` is a spectator.
    ///
    /// Plain data that serde writes as JSON, with names and printed numbers in place of ids. What is hidden from the
    /// viewer is not in it.
    pub fn view(&self, viewer: Option<G::Side>) -> G::View {
        G::view(&self.state, viewer)
    }
    /// The field as a picture, as a side sees it; `None` is a spectator.
    ///
    /// [`Scene::svg`] draws it, [`Scene::text`] writes it for a terminal; or a front end draws the data by itself.
    pub fn scene(&self, viewer: Option<G::Side>) -> Scene {
        G::scene(&self.state, viewer)
    }
    /// The field as text, as a side sees it; `None` is a spectator.
    pub fn field(&self, viewer: Option<G::Side>) -> String {
        G::field(&self.state, viewer)
    }
    /// The map, and the words behind the numbers of events.
    pub fn gazetteer(&self) -> Gazetteer {
        G::gazetteer(&self.state)
    }

    /// The journal: who did what, with which throws. The referee's, since it tells what is hidden.
    ///
    /// One line for each action or act, the first first.
    pub fn journal(&self) -> &[Record<G::Side, G::Action>] {
        &self.journal
    }
    /// What happened in a line of the journal (none for an act); unredacted.
    pub fn events(&self, line: usize) -> &[G::Event] {
        self.events.get(line).map_or(&[], Vec::as_slice)
    }
    /// What a viewer is told of a line of the journal, as far as the viewer may know by now.
    ///
    /// The events of the line without what is hidden from him; [`Match::tell`] puts each into words.
    pub fn events_for(&self, line: usize, viewer: Option<G::Side>) -> Vec<G::Event> {
        self.events(line)
            .iter()
            .filter_map(|e| G::redact(&self.state, e, viewer))
            .collect()
    }
    /// Whether the last line of the journal can be taken back.
    ///
    /// # Errors
    /// Why not.
    pub fn can_undo(&self) -> Result<(), NoUndo> {
        if self.back.is_empty() { Err(self.seal) } else { Ok(()) }
    }
    /// Takes back the last line of the journal, and returns it.
    ///
    /// One line at a time, as far back as no die has fallen and nothing hidden was shown.
    ///
    /// # Errors
    /// Why it cannot be taken back; the match is as it was.
    pub fn undo(&mut self) -> Result<Record<G::Side, G::Action>, NoUndo> {
        self.can_undo()?;
        let (Some(before), Some(record)) = (self.back.pop(), self.journal.pop()) else {
            return Err(NoUndo::Nothing);
        };
        self.events.pop();
        self.state = before.state;
        self.offers = before.offers;
        Ok(record)
    }

    /// Does an act of the match.
    ///
    /// # Errors
    /// Why it cannot be done; the match is as it was.
    pub fn act(&mut self, by: G::Side, act: Act) -> Result<(), ActError> {
        if self.ended() {
            return Err(ActError::Over);
        }
        match act {
            Act::Resign => {
                if self.resigned.contains(&by) {
                    return Err(ActError::Already);
                }
                self.resigned.push(by);
                let mut left = G::Side::ALL.iter().filter(|s| !self.resigned.contains(s));
                let outcome = match (left.next(), left.next()) {
                    (None, _) => Some(Outcome::AllLose),
                    (Some(&last), None) => Some(Outcome::Win(last)),
                    _ => None,
                };
                self.ended = outcome.map(|o| (o, Cite::library("resignation")));
            }
            Act::OfferDraw => {
                if self.offers.contains(&by) {
                    return Err(ActError::Already);
                }
                self.offers.push(by);
            }
            Act::AcceptDraw => {
                if self.offers.contains(&by) {
                    return Err(ActError::Already);
                }
                if self.offers.is_empty() {
                    return Err(ActError::NoOffer);
                }
                self.offers.push(by);
            }
            Act::DeclineDraw => {
                if self.offers.is_empty() {
                    return Err(ActError::NoOffer);
                }
                self.offers.clear();
            }
        }
        if self.ended.is_none()
            && matches!(act, Act::AcceptDraw | Act::OfferDraw)
            && G::Side::ALL.iter().all(|s| self.offers.contains(s))
        {
            self.ended = Some((Outcome::Draw, Cite::library("draw by agreement")));
        }
        self.seal(NoUndo::Act);
        self.events.push(Vec::new());
        self.journal.push(Record {
            by,
            action: JournalAction::Act(act),
        });
        Ok(())
    }
    /// A side gives up. With two sides, the other wins; with more, the last that has not given up.
    ///
    /// # Errors
    /// When play has ended, or it has given up already.
    pub fn resign(&mut self, by: G::Side) -> Result<(), ActError> {
        self.act(by, Act::Resign)
    }
    /// A side offers a draw. Play has ended when every side has offered or accepted it.
    ///
    /// The offer lapses with the next action of another side, unless that was its only one.
    ///
    /// # Errors
    /// When play has ended, or its offer stands already.
    pub fn offer_draw(&mut self, by: G::Side) -> Result<(), ActError> {
        self.act(by, Act::OfferDraw)
    }
    /// A side accepts the draw that another offers.
    ///
    /// # Errors
    /// When play has ended, or no other side offers one.
    pub fn accept_draw(&mut self, by: G::Side) -> Result<(), ActError> {
        self.act(by, Act::AcceptDraw)
    }
    /// A side declines a draw, or takes its own offer back.
    ///
    /// # Errors
    /// When play has ended, or none is offered.
    pub fn decline_draw(&mut self, by: G::Side) -> Result<(), ActError> {
        self.act(by, Act::DeclineDraw)
    }
    /// The sides whose offer of a draw stands.
    pub fn draw_offers(&self) -> &[G::Side] {
        &self.offers
    }
}
