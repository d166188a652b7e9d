//! A match: a state and the journal that led to it.
//!
//! A match checks every action, plays the action on a copy, and keeps the copy only if the dice could answer. What players
//! do outside the rules (resign, agree on a draw) is a [`MatchAct`], and has no Case.

use crate::cases::case::Cite;
use crate::cases::laws::Laws;
use crate::cases::refusal::Refusals;
use crate::decisions::fault::{ParseFault, SetupFaults};
use crate::decisions::log::Log;
use crate::decisions::side::Sided;
use crate::decisions::turn::{Outcome, Turn};
use crate::dice::throw::{Dice, Fault, Scripted, Throw};
use crate::geometry::place::Place;
use crate::picture::scene::Scene;
use crate::play::agent::{Agent, Playout, Seat, ask};
use crate::play::digest::digest;
use crate::play::game::Game;
use crate::play::gazetteer::Gazetteer;
use crate::play::odds::OddsQuery;
use core::fmt;
use serde::{Deserialize, Serialize};

/// Something that a player does in the match that is not an action of the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum MatchAct {
    /// Resigns: with two sides, the other wins.
    Resign,
    /// Offers a draw. The offer stands until it is accepted or declined, or lapses with the next action of another side
    /// that had a choice.
    OfferDraw,
    /// Accepts the draw that another side offers.
    AcceptDraw,
    /// Declines a draw, or withdraws your own offer.
    DeclineDraw,
}

/// Why an act of the match was refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, thiserror::Error)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum MatchActError {
    /// Play has ended.
    #[error("play has ended")]
    Over,
    /// This side has already resigned, or has already offered or accepted the draw.
    #[error("this side has already done so")]
    Already,
    /// No draw is offered.
    #[error("no draw offer is open")]
    NoOffer,
}

/// Why an action was not played. The match is unchanged.
///
/// ```
/// use casus_belli::suleiman::{Setup, Side, Suleiman};
/// use casus_belli::{Match, PlayError, Seeded};
///
/// let mut game = Match::<Suleiman>::new(Setup::default())?;
/// let action = game.actions()[0];
/// match game.play(Side::Ottoman, action, &mut Seeded::new(1526)) {
///     Ok(_) => panic!("the decision is Hungary's"),
///     Err(PlayError::Refused(refusals)) => println!("{}", game.explain(&refusals)),
///     Err(other) => println!("{other}"),
/// }
/// assert!(game.journal().is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PlayError {
    /// Play has ended.
    #[error("play has ended")]
    Over,
    /// The words are not an action of this game.
    #[error(transparent)]
    NotAnAction(ParseFault),
    /// The rules forbid the action.
    #[error("{0}")]
    Refused(Refusals),
    /// The dice have no face for this throw.
    #[error("no face for the roll: {} ({})", .0.what, .0.cite)]
    MissingFace(Throw),
    /// The dice returned a face that the die does not have.
    #[error("the die has no face {face}: {} ({})", .throw.what, .throw.cite)]
    OffTheDie {
        /// The throw that was asked for.
        throw: Throw,
        /// The face that the dice returned.
        face: u8,
    },
    /// House rules leave nothing to do at the decision that the action leads to.
    #[error("{0}")]
    NoChoice(Box<NoChoice>),
    /// More faces were given than the action throws.
    #[error("{} left over", if *.unused == 1 { "1 face is".to_owned() } else { format!("{} faces are", .unused) })]
    Unused {
        /// How many faces were left over.
        unused: usize,
    },
}

/// A decision at which house rules leave nothing to do.
///
/// By the printed rules there is always something to do. Where house rules forbid everything, the action that would
/// lead there is not played. This value says which house rules forbid what.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the house rules {title:?} leave no legal action at `{what}` ({cite}): {bars}")]
pub struct NoChoice {
    /// The title of the book of house rules.
    pub title: &'static str,
    /// The kind of decision, one of [`Game::DECISIONS`].
    pub what: &'static str,
    /// The Case that gives the decision.
    pub cite: Cite,
    /// Why the house rules refuse each action that the printed laws would allow here. Empty if even the printed laws would
    /// allow none: then the house rules led to a position that the printed rules never reach.
    pub bars: Refusals,
}

impl NoChoice {
    /// Returns the open decision of a state under house rules, if it has nothing to do. `None` under the printed laws.
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
    /// Returns the refusals, if the rules forbid the action. [`Match::explain`] puts them into words.
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
            Fault::MissingFace(throw) => Self::MissingFace(throw),
            Fault::OffTheDie { throw, face } => Self::OffTheDie { throw, face },
        }
    }
}

/// Why the last line of the journal cannot be undone.
///
/// What a die has decided, or a player has seen, stands. Undo corrects slips of the hand; it never shows an opponent's
/// secrets and never rolls a die again.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NoUndo {
    /// Nothing has been played.
    #[error("there is no step to undo")]
    Nothing,
    /// Dice were rolled; this is the first throw.
    #[error("dice were rolled: {} ({})", .0.what, .0.cite)]
    DiceRolled(Throw),
    /// Something hidden was revealed.
    #[error("hidden facts were shown")]
    Revealed,
    /// The last line is an act of the match.
    #[error("the step is an offer, an agreement or a resignation")]
    Act,
}

/// What was done in one line of the journal.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum JournalAction<A> {
    /// An action of the game.
    Action {
        /// The action that was played.
        action: A,
        /// The action in words, as spelt when it was played.
        words: String,
        /// The faces of its throws, in order.
        faces: Vec<u8>,
    },
    /// An act of the match.
    Act(MatchAct),
}

/// One line of the journal.
///
/// The set-up and the journal are all that a save needs: loading plays the actions again with these faces.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct JournalLine<S, A> {
    /// The side that acted.
    pub by: S,
    /// What the side did.
    pub action: JournalAction<A>,
}

/// The result of an action.
///
/// These events hide nothing. For what a side may know, call [`Match::events_for`] with the new line of the journal.
#[derive(Clone, PartialEq, Debug)]
pub struct Played<E> {
    /// What happened, in order.
    pub events: Vec<E>,
    /// The faces of its throws, in order.
    pub faces: Vec<u8>,
}

/// Dice that record each face, and check that the die has it.
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

/// An action played on a copy and not yet kept.
struct Trial<G: Game> {
    state: G::State,
    log: Log<G::Event>,
    faces: Vec<u8>,
    first: Option<Throw>,
}

/// What an undo returns to.
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
/// This is the typed interface of every game, for programs in Rust. Programs that speak JSON use a
/// `Session` of the crate `casus-protocol`.
///
/// - [`turn`](Match::turn) says whose decision is open, and [`actions`](Match::actions) lists what is legal.
/// - [`play`](Match::play) plays one action. Its events say what happened.
/// - [`check`](Match::check) says why an action is not allowed.
/// - [`view`](Match::view), [`scene`](Match::scene) and [`events_for`](Match::events_for) give what a side may see.
/// - [`undo`](Match::undo) takes the last line of the journal back, and [`save`](Match::save) writes the match as text.
///
/// A match plays nothing unless you ask, not even a decision with a single answer ([`play_forced`](Match::play_forced)
/// does that).
///
/// A match has no dice and no clock. You pass dice with each action, so you can roll them, replay them, or let a person
/// type them in. A call that fails leaves the match unchanged; only [`run`](Match::run) keeps the actions before the
/// failure. To try something out, use [`odds`](Match::odds), or clone the state and call
/// [`Game::apply`]: that copy is cheap. A clone of the match also copies its journal and events.
///
/// ```
/// use casus_belli::suleiman::{Setup, Suleiman};
/// use casus_belli::{Match, Seeded, Turn};
///
/// // Plays the first legal action of twenty decisions, and prints what happens.
/// let mut game = Match::<Suleiman>::new(Setup::default())?;
/// let mut dice = Seeded::new(1526);
/// for _ in 0..20 {
///     let Turn::Decide { side, .. } = game.turn() else { break };
///     let action = game.actions()[0];
///     for event in game.play(side, action, &mut dice)?.events {
///         println!("{}", game.describe(&event));
///     }
/// }
/// assert_eq!(game.journal().len(), 20);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Match<G: Game> {
    setup: G::Setup,
    /// The state that a scratch copy began with, in place of the one of the set-up.
    origin: Option<Box<G::State>>,
    state: G::State,
    journal: Vec<JournalLine<G::Side, G::Action>>,
    events: Vec<Vec<G::Event>>,
    /// The states before each of the last lines that can be undone, oldest first.
    back: Vec<Before<G>>,
    /// Why the line before those cannot be undone.
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

/// Leaves out the state, the set-up and the journal: they have what is hidden.
impl<G: Game> fmt::Debug for Match<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Match")
            .field("game", &G::NAME)
            .field("turn", &self.turn())
            .field("lines", &self.journal.len())
            .finish_non_exhaustive()
    }
}

impl<G: Game> Match<G> {
    /// Begins a match by the printed laws.
    ///
    /// The set-up may be any position of the game: with all pieces still to be placed, or in the middle of an attack.
    ///
    /// ```
    /// use casus_belli::suleiman::{Setup, Suleiman};
    /// use casus_belli::Match;
    ///
    /// // `Setup::default()` is the printed battle. Any other set-up is data.
    /// let game = Match::<Suleiman>::new(Setup::default())?;
    /// assert!(game.journal().is_empty());
    ///
    /// let wrong: Setup = serde_json::from_str(r#"{"start_at": "move-fire", "units": [{"id": "HU-XX-9", "hex": "1803"}]}"#)?;
    /// let faults = Match::<Suleiman>::new(wrong).unwrap_err();
    /// assert!(faults.to_string().contains("HU-XX-9"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Every fault of the set-up.
    pub fn new(setup: G::Setup) -> Result<Self, SetupFaults> {
        Self::under(setup, &Laws::PRINTED)
    }
    /// Begins a match by house rules.
    ///
    /// They apply from its first decision to its last. Its saves name them and load with [`Match::load_under`].
    ///
    /// ```
    /// use casus_belli::suleiman::rules::fire::SHOT_DRMS;
    /// use casus_belli::suleiman::{Setup, Suleiman};
    /// use casus_belli::{Casebook, Laws, Match};
    ///
    /// static HOUSE: Casebook = Casebook::house("No trenches", &[]);
    /// let laws = Laws::of(&HOUSE).repeal(&SHOT_DRMS, "across a trench from outside");
    /// let game = Match::<Suleiman>::under(Setup::default(), &laws)?;
    /// assert!(!game.laws().are_printed());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Every fault of the laws; or every fault of the set-up; or that the laws leave nothing to do at the first
    /// decision.
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
    /// Returns the set-up that the match began with.
    pub const fn setup(&self) -> &G::Setup {
        &self.setup
    }
    /// Returns the laws that the match is played by.
    pub fn laws(&self) -> &Laws {
        G::laws(&self.state)
    }
    /// Returns the state of play.
    ///
    /// The state hides nothing: use it for rules, odds and a referee. For what a side may see, call [`Match::view`].
    pub const fn state(&self) -> &G::State {
        &self.state
    }
    /// Returns the stable digest of the state of play.
    ///
    /// Equal states have the same digest on every little-endian machine, with the same library and compiler. Two programs
    /// that play the same match compare digests to find where their matches differ.
    ///
    /// ```
    /// use casus_belli::suleiman::{Setup, Suleiman};
    /// use casus_belli::Match;
    ///
    /// let [here, there] = [Match::<Suleiman>::new(Setup::default())?, Match::new(Setup::default())?];
    /// assert_eq!(here.state_digest(), there.state_digest());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn state_digest(&self) -> u64 {
        digest(&self.state)
    }
    /// Returns a match that begins at a state with an empty journal, to try something in. It has no save.
    #[must_use]
    pub fn begun_at(&self, state: G::State) -> Self {
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
    /// Returns the match as it was with an empty journal, if it did not begin at its set-up.
    #[must_use]
    pub fn begun_here(&self) -> Option<Self> {
        let origin = self.origin.as_deref()?;
        Some(self.begun_at(origin.clone()))
    }
    /// Returns a copy of the match with this state in place of its own, to ask what a side would be told in that state. The
    /// set-up and the journal stay.
    #[must_use]
    pub fn imagined(&self, state: G::State) -> Self {
        Self { state, ..self.clone() }
    }
    /// Returns whose decision is open, or how play ended: by the rules, or by an act of the match.
    ///
    /// ```
    /// use casus_belli::suleiman::{Setup, Side, Suleiman};
    /// use casus_belli::{Match, Turn};
    ///
    /// let game = Match::<Suleiman>::new(Setup::default())?;
    /// let Turn::Decide { side, what, cite, .. } = game.turn() else { panic!("play has ended") };
    /// assert_eq!((side, what, cite.text()), (Side::Hungary, "place", "14.1"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn turn(&self) -> Turn<G::Side> {
        match self.ended {
            Some((outcome, cite)) => Turn::Over { outcome, cite },
            None => G::turn(&self.state),
        }
    }
    /// Returns whether play has ended.
    pub fn ended(&self) -> bool {
        matches!(self.turn(), Turn::Over { .. })
    }
    /// Returns how play ended, and by which Case or act. `None` while play goes on.
    ///
    /// ```
    /// use casus_belli::suleiman::{Setup, Side, Suleiman};
    /// use casus_belli::{Match, Outcome};
    ///
    /// let mut game = Match::<Suleiman>::new(Setup::default())?;
    /// assert!(game.outcome().is_none());
    /// game.resign(Side::Hungary)?;
    /// let (outcome, cite) = game.outcome().unwrap();
    /// assert_eq!((outcome, cite.to_string().as_str()), (Outcome::Win(Side::Ottoman), "library: resignation"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn outcome(&self) -> Option<(Outcome<G::Side>, Cite)> {
        match self.turn() {
            Turn::Over { outcome, cite } => Some((outcome, cite)),
            Turn::Decide { .. } => None,
        }
    }
    /// Returns every legal action of the open decision, in a stable order.
    ///
    /// Never empty while play goes on; empty when play has ended.
    ///
    /// ```
    /// use casus_belli::suleiman::{Setup, Suleiman};
    /// use casus_belli::{Match, Spelt};
    ///
    /// let game = Match::<Suleiman>::new(Setup::default())?;
    /// let legal = game.actions();
    /// assert_eq!(game.spell(&legal[0]), "place-leader Perenyi 1803");
    /// // To group actions you need not split their words: `verb` and `parts` give them apart.
    /// assert!(legal.iter().all(|action| action.verb() == "place-leader"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn actions(&self) -> Vec<G::Action> {
        let mut out = Vec::new();
        if !self.ended() {
            G::actions(&self.state, &mut out);
        }
        out
    }
    /// Returns an action in words.
    pub fn spell(&self, action: &G::Action) -> String {
        G::spell(&self.state, action)
    }
    /// Returns the action that these words spell.
    ///
    /// ```
    /// use casus_belli::suleiman::{Setup, Suleiman};
    /// use casus_belli::Match;
    ///
    /// let game = Match::<Suleiman>::new(Setup::default())?;
    /// let action = game.parse("place-leader Perenyi 1803")?;
    /// assert_eq!(game.spell(&action), "place-leader Perenyi 1803");
    /// assert!(game.parse("place-leader Nobody 1803").is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When the words are not an action of this game.
    pub fn parse(&self, words: &str) -> Result<G::Action, ParseFault> {
        G::parse(&self.state, words)
    }
    /// Checks whether a side may play an action now. Plays nothing.
    ///
    /// You can ask about any action of any side, listed or not. The refusals say what forbids the action. For an action that is
    /// asked for at another time, see [`Judge::check`](crate::Judge::check).
    ///
    /// ```
    /// use casus_belli::suleiman::{Side, Suleiman};
    /// use casus_belli::{Match, PlayError, Seeded};
    ///
    /// # let setup = serde_json::from_str(
    /// #     r#"{"start_at": "move-fire", "leader": "Hannibal", "map": {"blank": true},
    /// #         "units": [{"id": "HU-RI-1", "hex": "2014", "facing": "S"}, {"id": "OT-MC-1", "hex": "2013", "facing": "N"},
    /// #                   {"id": "OT-MC-2", "hex": "2114", "facing": "N"}],
    /// #         "leaders": [{"id": "Hannibal", "hex": "2014"}]}"#,
    /// # )?;
    /// let mut game = Match::<Suleiman>::new(setup)?; // muskets, with an enemy before and one behind them
    /// game.play_words(Side::Hungary, "take HU-RI-1", &mut Seeded::new(1526))?;
    /// assert_eq!(game.check(Side::Hungary, &game.parse("fire OT-MC-2")?), Ok(()));
    /// let Err(PlayError::Refused(why)) = game.check(Side::Hungary, &game.parse("fire OT-MC-1")?) else { panic!("allowed") };
    /// assert!(why.cites("7.2"));
    /// assert!(game.explain(&why).contains("outside the unit's arc of fire (7.2)"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`PlayError::Over`], or [`PlayError::Refused`] with what forbids the action.
    pub fn check(&self, by: G::Side, action: &G::Action) -> Result<(), PlayError> {
        if self.ended() {
            return Err(PlayError::Over);
        }
        G::check(&self.state, by, action).map_err(PlayError::Refused)
    }
    /// Asks for the odds of an action, through every roll of the dice and the answers of both sides. Plays nothing.
    ///
    /// [`OddsQuery::outcomes`] answers. The action is played on copies of the state until what the action began (an
    /// attack, a charge) is complete. Without a [`policy`](OddsQuery::policy) both sides choose at random.
    ///
    /// The odds are computed from the real state, with its hidden information: they are for a referee. An [`Agent`] asks
    /// about a sample instead ([`OddsQuery::new`]).
    ///
    /// ```
    /// use casus_belli::suleiman::{Side, Suleiman};
    /// use casus_belli::{Game, Match, Ratio, Seeded};
    ///
    /// # let setup = serde_json::from_str(
    /// #     r#"{"start_at": "move-fire", "leader": "Hannibal", "map": {"blank": true},
    /// #         "units": [{"id": "HU-RI-1", "hex": "2014", "facing": "S"}, {"id": "OT-MC-1", "hex": "2013", "facing": "N"},
    /// #                   {"id": "OT-MC-2", "hex": "2114", "facing": "N"}],
    /// #         "leaders": [{"id": "Hannibal", "hex": "2014"}]}"#,
    /// # )?;
    /// let mut game = Match::<Suleiman>::new(setup)?; // muskets, with an enemy before them
    /// game.play_words(Side::Hungary, "take HU-RI-1", &mut Seeded::new(1526))?;
    /// let shot = game.parse("fire OT-MC-2")?;
    /// let stays_in_order = |s: &_| format!("{:?}", Suleiman::view(s, None).units["OT-MC-2"].state) == "Normal";
    /// let odds = game.odds(Side::Hungary, &shot).outcomes(stays_in_order)?;
    /// assert_eq!(odds.of(&true), Ratio::new(628, 1125)); // 55.8 %
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn odds(&self, by: G::Side, action: &G::Action) -> OddsQuery<'_, G> {
        let query = OddsQuery::new(&self.state, by, action);
        if self.ended() { query.after_the_end() } else { query }
    }
    /// Plays an action, and everything that follows up to the next open decision.
    ///
    /// ```
    /// use casus_belli::suleiman::{Setup, Side, Suleiman};
    /// use casus_belli::{Cited, Match, Seeded};
    ///
    /// let mut game = Match::<Suleiman>::new(Setup::default())?;
    /// let first = game.actions()[0];
    /// let played = game.play(Side::Hungary, first, &mut Seeded::new(1526))?;
    /// assert_eq!(played.events[0].cite().text(), "14.1");
    /// assert!(played.faces.is_empty()); // no die was rolled
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When the action is illegal; when the dice cannot answer ([`PlayError::MissingFace`] says which throw needs a face);
    /// or when house rules leave nothing to do after it. The match is then unchanged.
    pub fn play(&mut self, by: G::Side, action: G::Action, dice: &mut dyn Dice) -> Result<Played<G::Event>, PlayError> {
        let trial = self.trial(by, &action, dice)?;
        Ok(self.commit(by, action, trial))
    }
    /// Plays an action with these faces and no others, for dice that people roll by hand, and for tests.
    ///
    /// Give the faces in the order in which the dice are rolled. [`PlayError::MissingFace`] says which throw lacks one.
    ///
    /// ```
    /// use casus_belli::suleiman::{Side, Suleiman};
    /// use casus_belli::{Match, PlayError};
    ///
    /// # let setup = serde_json::from_str(
    /// #     r#"{"start_at": "move-fire", "leader": "Hannibal", "map": {"blank": true},
    /// #         "units": [{"id": "HU-RI-1", "hex": "2014", "facing": "S"}, {"id": "OT-MC-1", "hex": "2013", "facing": "N"},
    /// #                   {"id": "OT-MC-2", "hex": "2114", "facing": "N"}],
    /// #         "leaders": [{"id": "Hannibal", "hex": "2014"}]}"#,
    /// # )?;
    /// let mut game = Match::<Suleiman>::new(setup)?;
    /// game.play_faces(Side::Hungary, game.parse("take HU-RI-1")?, &[])?;
    /// game.play_faces(Side::Hungary, game.parse("fire OT-MC-2")?, &[])?;
    /// // The target may react. When it does not, the shot is rolled.
    /// let hold = game.parse("hold")?;
    /// let Err(PlayError::MissingFace(roll)) = game.play_faces(Side::Ottoman, hold, &[]) else { panic!("no roll") };
    /// assert_eq!((roll.what, roll.cite.text()), ("fire", "7.4.3"));
    /// assert_eq!(game.play_faces(Side::Ottoman, hold, &[9])?.faces, [9]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
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
    /// Plays the action on a copy.
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
            self.seal(NoUndo::DiceRolled(throw));
        } else if log.revealed() {
            self.seal(NoUndo::Revealed);
        } else {
            self.back.push(Before { state: before, offers });
        }
        let events = log.take();
        self.events.push(events.clone());
        self.journal.push(JournalLine {
            by,
            action: JournalAction::Action {
                action,
                words,
                faces: faces.clone(),
            },
        });
        Played { events, faces }
    }
    /// Returns whether this action of `by` lets another side's offer of a draw lapse: the side had a choice and moved
    /// on.
    fn lapses(&self, by: G::Side) -> bool {
        self.offers.iter().any(|side| *side != by) && self.actions().len() > 1
    }
    fn seal(&mut self, why: NoUndo) {
        self.back.clear();
        self.seal = why;
    }
    /// Plays the action that these words spell.
    ///
    /// ```
    /// use casus_belli::suleiman::{Setup, Side, Suleiman};
    /// use casus_belli::{Match, PlayError, Seeded};
    ///
    /// let mut game = Match::<Suleiman>::new(Setup::default())?;
    /// let mut dice = Seeded::new(1526);
    /// game.play_words(Side::Hungary, "place-leader Perenyi 1803", &mut dice)?;
    /// assert!(matches!(game.play_words(Side::Hungary, "sing", &mut dice), Err(PlayError::NotAnAction(_))));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Match::play`]; and [`PlayError::NotAnAction`].
    pub fn play_words(&mut self, by: G::Side, words: &str, dice: &mut dyn Dice) -> Result<Played<G::Event>, PlayError> {
        let action = self.parse(words).map_err(PlayError::NotAnAction)?;
        self.play(by, action, dice)
    }
    /// Plays the open decision if it has only one legal action. Returns `None` if there is a choice, or play has ended.
    ///
    /// To play every forced action: `while let Some(played) = game.play_forced(&mut dice)? { … }`.
    ///
    /// ```
    /// use casus_belli::suleiman::{Setup, Suleiman};
    /// use casus_belli::{Match, Seeded};
    ///
    /// let mut game = Match::<Suleiman>::new(Setup::default())?;
    /// // The first decision is a choice, so nothing is played.
    /// assert!(game.play_forced(&mut Seeded::new(1526))?.is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
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
    /// Lets agents play until play ends or `limit` actions have been played. `agents` is as in
    /// [`playout`](crate::playout).
    ///
    /// ```
    /// use casus_belli::suleiman::{Setup, Suleiman};
    /// use casus_belli::{Match, Random, Seeded};
    ///
    /// let mut game = Match::<Suleiman>::new(Setup::default())?;
    /// let played = game.run(&mut [&mut Random::new(7)], &mut Seeded::new(1526), 100)?;
    /// assert_eq!((played.actions, played.hit_limit, game.journal().len()), (100, true, 100));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Match::play`]. What was played before the error stands.
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

    /// Returns an event of this match in words.
    ///
    /// ```
    /// use casus_belli::suleiman::{Side, Suleiman};
    /// use casus_belli::{Match, Seeded};
    ///
    /// # let setup = serde_json::from_str(
    /// #     r#"{"start_at": "move-fire", "leader": "Hannibal", "map": {"blank": true},
    /// #         "units": [{"id": "HU-RI-1", "hex": "2014", "facing": "S"}, {"id": "OT-MC-1", "hex": "2013", "facing": "N"},
    /// #                   {"id": "OT-MC-2", "hex": "2114", "facing": "N"}],
    /// #         "leaders": [{"id": "Hannibal", "hex": "2014"}]}"#,
    /// # )?;
    /// let mut game = Match::<Suleiman>::new(setup)?;
    /// let mut dice = Seeded::new(1526);
    /// game.play_words(Side::Hungary, "take HU-RI-1", &mut dice)?;
    /// game.play_words(Side::Hungary, "fire OT-MC-2", &mut dice)?;
    /// let played = game.play_words(Side::Ottoman, "hold", &mut dice)?;
    /// let story: Vec<String> = played.events.iter().map(|event| game.describe(event)).collect();
    /// assert_eq!(story.len(), 3); // they hold; a die is rolled with its modifiers; the target is Disordered
    /// assert!(story[2].ends_with("(10.1)"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn describe(&self, event: &G::Event) -> String {
        G::describe(&self.state, event)
    }
    /// Returns refusals in words, in their order, each with its place: `"OT-MC-1: the target is outside the unit's arc of fire
    /// (7.2); …"`.
    ///
    /// ```
    /// use casus_belli::suleiman::{Setup, Side, Suleiman};
    /// use casus_belli::{Game, Match};
    ///
    /// let game = Match::<Suleiman>::new(Setup::default())?;
    /// let refusals = Suleiman::check(game.state(), Side::Ottoman, &game.actions()[0]).unwrap_err();
    /// let words = game.explain(&refusals);
    /// assert!(words.starts_with("Perenyi: ") && words.ends_with("(4.3)"), "{words}");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn explain(&self, refusals: &Refusals) -> String {
        let reasons: Vec<String> = refusals
            .iter()
            .map(|r| match G::name_of(&self.state, r.at) {
                place if place.is_empty() || r.at == Place::Nowhere => r.to_string(),
                place => format!("{place}: {r}"),
            })
            .collect();
        reasons.join("; ")
    }
    /// Returns what a side sees. `None` is a spectator.
    ///
    /// A view is plain data that serde writes as JSON. It names pieces by their ids (`HU-RI-1`) and hexes by their printed
    /// numbers. A view has nothing that is hidden from the viewer.
    ///
    /// ```
    /// use casus_belli::suleiman::{Setup, Side, Suleiman};
    /// use casus_belli::{Match, Seeded};
    ///
    /// let mut game = Match::<Suleiman>::new(Setup::default())?;
    /// game.play_words(Side::Hungary, "place-leader Perenyi 1803", &mut Seeded::new(1526))?;
    /// assert_eq!(game.view(Some(Side::Hungary)).leaders["Perenyi"].hex.as_deref(), Some("1803"));
    /// assert_eq!(game.view(Some(Side::Ottoman)).leaders["Perenyi"].at, "hidden");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn view(&self, viewer: Option<G::Side>) -> G::View {
        G::view(&self.state, viewer)
    }
    /// Returns the map as a picture, as a side sees it. `None` is a spectator.
    ///
    /// The trait `Draw` of the crate `casus-draw` draws the picture as SVG and writes it as text for a terminal, or your front
    /// end draws the data itself.
    ///
    /// ```
    /// use casus_belli::suleiman::{Setup, Suleiman};
    /// use casus_belli::{Draw as _, Match};
    ///
    /// let game = Match::<Suleiman>::new(Setup::default())?;
    /// assert!(game.scene(None).svg().starts_with("<svg"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn scene(&self, viewer: Option<G::Side>) -> Scene {
        G::scene(&self.state, viewer)
    }
    /// Returns the map data, and the words behind the numbers in events.
    ///
    /// ```
    /// use casus_belli::suleiman::{Setup, Suleiman};
    /// use casus_belli::Match;
    ///
    /// let map = Match::<Suleiman>::new(Setup::default())?.gazetteer();
    /// assert_eq!((map.sides[0].as_str(), map.hexes[0].label.len()), ("Hungary", 4));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn gazetteer(&self) -> Gazetteer {
        G::gazetteer(&self.state)
    }

    /// Returns the journal: who did what, with which throws. One line for each action or act, oldest first.
    ///
    /// The journal contains hidden information: do not show it to players.
    ///
    /// ```
    /// use casus_belli::suleiman::{Setup, Side, Suleiman};
    /// use casus_belli::{JournalAction, Match, Seeded};
    ///
    /// let mut game = Match::<Suleiman>::new(Setup::default())?;
    /// game.play_words(Side::Hungary, "place-leader Perenyi 1803", &mut Seeded::new(1526))?;
    /// let line = &game.journal()[0];
    /// let JournalAction::Action { words, faces, .. } = &line.action else { panic!("an act of the match") };
    /// assert_eq!((line.by, words.as_str(), faces.len()), (Side::Hungary, "place-leader Perenyi 1803", 0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn journal(&self) -> &[JournalLine<G::Side, G::Action>] {
        &self.journal
    }
    /// Returns the events of a line of the journal, counted from 0, with hidden information. Empty for an act.
    pub fn events(&self, line: usize) -> &[G::Event] {
        self.events.get(line).map_or(&[], Vec::as_slice)
    }
    /// Returns the events of a line of the journal, counted from 0, without what is still hidden from the viewer.
    /// `None` is a spectator.
    ///
    /// [`Match::describe`] puts each event into words.
    ///
    /// ```
    /// use casus_belli::suleiman::{Setup, Side, Suleiman};
    /// use casus_belli::{Match, Seeded};
    ///
    /// // The Ottomans are not told where Perenyi is placed.
    /// let mut game = Match::<Suleiman>::new(Setup::default())?;
    /// game.play_words(Side::Hungary, "place-leader Perenyi 1803", &mut Seeded::new(1526))?;
    /// assert_ne!(game.events_for(0, Some(Side::Hungary)), game.events_for(0, Some(Side::Ottoman)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn events_for(&self, line: usize, viewer: Option<G::Side>) -> Vec<G::Event> {
        self.events(line)
            .iter()
            .filter_map(|e| G::redact(&self.state, e, viewer))
            .collect()
    }
    /// Checks whether the last line of the journal can be undone.
    ///
    /// ```
    /// use casus_belli::suleiman::{Setup, Suleiman};
    /// use casus_belli::{Match, NoUndo};
    ///
    /// let game = Match::<Suleiman>::new(Setup::default())?;
    /// assert_eq!(game.can_undo(), Err(NoUndo::Nothing));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Why the line cannot be undone.
    pub fn can_undo(&self) -> Result<(), NoUndo> {
        if self.back.is_empty() { Err(self.seal) } else { Ok(()) }
    }
    /// Takes back the last line of the journal, and returns it.
    ///
    /// You can undo one line at a time, back to the last die roll, the last reveal of something hidden, or the last
    /// act.
    ///
    /// ```
    /// use casus_belli::suleiman::{Side, Suleiman};
    /// use casus_belli::{Match, NoUndo, Seeded};
    ///
    /// # let setup = serde_json::from_str(
    /// #     r#"{"start_at": "move-fire", "leader": "Hannibal", "map": {"blank": true},
    /// #         "units": [{"id": "HU-RI-1", "hex": "2014", "facing": "S"}, {"id": "OT-MC-1", "hex": "2013", "facing": "N"},
    /// #                   {"id": "OT-MC-2", "hex": "2114", "facing": "N"}],
    /// #         "leaders": [{"id": "Hannibal", "hex": "2014"}]}"#,
    /// # )?;
    /// let mut game = Match::<Suleiman>::new(setup)?;
    /// let mut dice = Seeded::new(1526);
    /// game.play_words(Side::Hungary, "take HU-RI-1", &mut dice)?;
    /// game.undo()?;
    /// assert!(game.journal().is_empty());
    /// // What dice have decided stands.
    /// game.play_words(Side::Hungary, "take HU-RI-1", &mut dice)?;
    /// game.play_words(Side::Hungary, "fire OT-MC-2", &mut dice)?;
    /// game.play_words(Side::Ottoman, "hold", &mut dice)?;
    /// assert!(matches!(game.undo(), Err(NoUndo::DiceRolled(_))));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Why the line cannot be undone; the match is unchanged.
    pub fn undo(&mut self) -> Result<JournalLine<G::Side, G::Action>, NoUndo> {
        self.can_undo()?;
        let (Some(before), Some(record)) = (self.back.pop(), self.journal.pop()) else {
            return Err(NoUndo::Nothing);
        };
        self.events.pop();
        self.state = before.state;
        self.offers = before.offers;
        Ok(record)
    }

    /// Carries out an act of the match.
    ///
    /// ```
    /// use casus_belli::suleiman::{Setup, Side, Suleiman};
    /// use casus_belli::{Match, MatchAct, MatchActError};
    ///
    /// let mut game = Match::<Suleiman>::new(Setup::default())?;
    /// assert_eq!(game.act(Side::Ottoman, MatchAct::AcceptDraw), Err(MatchActError::NoOffer));
    /// game.act(Side::Hungary, MatchAct::OfferDraw)?;
    /// game.act(Side::Ottoman, MatchAct::DeclineDraw)?;
    /// assert!(game.draw_offers().is_empty() && !game.ended());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Why the act is refused; the match is unchanged.
    pub fn act(&mut self, by: G::Side, act: MatchAct) -> Result<(), MatchActError> {
        if self.ended() {
            return Err(MatchActError::Over);
        }
        match act {
            MatchAct::Resign => {
                if self.resigned.contains(&by) {
                    return Err(MatchActError::Already);
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
            MatchAct::OfferDraw => {
                if self.offers.contains(&by) {
                    return Err(MatchActError::Already);
                }
                self.offers.push(by);
            }
            MatchAct::AcceptDraw => {
                if self.offers.contains(&by) {
                    return Err(MatchActError::Already);
                }
                if self.offers.is_empty() {
                    return Err(MatchActError::NoOffer);
                }
                self.offers.push(by);
            }
            MatchAct::DeclineDraw => {
                if self.offers.is_empty() {
                    return Err(MatchActError::NoOffer);
                }
                self.offers.clear();
            }
        }
        if self.ended.is_none()
            && matches!(act, MatchAct::AcceptDraw | MatchAct::OfferDraw)
            && G::Side::ALL.iter().all(|s| self.offers.contains(s))
        {
            self.ended = Some((Outcome::Draw, Cite::library("draw by agreement")));
        }
        self.seal(NoUndo::Act);
        self.events.push(Vec::new());
        self.journal.push(JournalLine {
            by,
            action: JournalAction::Act(act),
        });
        Ok(())
    }
    /// Resigns for a side. With two sides, the other wins; with more, the last that has not resigned.
    ///
    /// ```
    /// use casus_belli::suleiman::{Setup, Side, Suleiman};
    /// use casus_belli::{Match, MatchActError};
    ///
    /// let mut game = Match::<Suleiman>::new(Setup::default())?;
    /// game.resign(Side::Ottoman)?;
    /// assert!(game.ended());
    /// assert_eq!(game.resign(Side::Hungary), Err(MatchActError::Over));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When play has ended, or the side has already resigned.
    pub fn resign(&mut self, by: G::Side) -> Result<(), MatchActError> {
        self.act(by, MatchAct::Resign)
    }
    /// Offers a draw for a side. Play ends when every side has offered or accepted it.
    ///
    /// The offer lapses when another side next plays an action that was not its only legal one.
    ///
    /// ```
    /// use casus_belli::suleiman::{Setup, Side, Suleiman};
    /// use casus_belli::{Match, Outcome};
    ///
    /// let mut game = Match::<Suleiman>::new(Setup::default())?;
    /// game.offer_draw(Side::Hungary)?;
    /// assert_eq!(game.draw_offers(), [Side::Hungary]);
    /// game.accept_draw(Side::Ottoman)?;
    /// assert!(matches!(game.outcome(), Some((Outcome::Draw, _))));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When play has ended, or the side's offer already stands.
    pub fn offer_draw(&mut self, by: G::Side) -> Result<(), MatchActError> {
        self.act(by, MatchAct::OfferDraw)
    }
    /// Accepts, for a side, the draw that another side offers.
    ///
    /// # Errors
    /// When play has ended, no draw offer is open, or the side has already offered or accepted it.
    pub fn accept_draw(&mut self, by: G::Side) -> Result<(), MatchActError> {
        self.act(by, MatchAct::AcceptDraw)
    }
    /// Declines a draw for a side, or withdraws its own offer.
    ///
    /// # Errors
    /// When play has ended, or no draw offer is open.
    pub fn decline_draw(&mut self, by: G::Side) -> Result<(), MatchActError> {
        self.act(by, MatchAct::DeclineDraw)
    }
    /// Returns the sides whose offer of a draw stands.
    pub fn draw_offers(&self) -> &[G::Side] {
        &self.offers
    }
}
