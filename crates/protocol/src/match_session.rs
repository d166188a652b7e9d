//! A session over one match: answers each request.

use crate::answers::{
    ActionInfo, ActionsAnswer, AdviseAnswer, After, Asked, AsksUndo, BecomesInfo, CaseAnswer, CasesAnswer, CheckAnswer,
    CostInfo, CourseInfo, Ended, EventInfo, FieldAnswer, FightInfo, ForetoldAnswer, ForetoldInfo, ForkAnswer, GoalInfo,
    HouseInfo, JournalAnswer, LineInfo, MapAnswer, MarksInfo, OddsAnswer, OutcomeInfo, PieceAnswer, PlayedAnswer,
    ReachAnswer, ReachedInfo, RequestsAnswer, RulingInfo, SaveAnswer, SceneAnswer, SetupAnswer, SvgAnswer, ThreatInfo,
    ThreatsAnswer, TurnInfo, ViewAnswer, WayInfo, WhyAnswer, ZoneInfo,
};
use crate::error::{ErrorKind, Fail, Reason, SessionError, Thing, ThingIs, ThrowInfo};
use crate::naming::Names;
use crate::requests::{Keys, PROTOCOL, REQUESTS, Request, Viewer};
use casus_core::cases::Refusals;
use casus_core::cases::catalogue::{nearest, rulings_of};
use casus_core::decisions::Cited;
use casus_core::decisions::Sided;
use casus_core::decisions::Turn;
use casus_core::decisions::{ParseFault, SetupFaults};
use casus_core::decisions::{Part, Spelt as _};
use casus_core::dice::Ratio;
use casus_core::dice::{Seeded, Throw};
use casus_core::geometry::Orientation;
use casus_core::geometry::Place;
use casus_core::geometry::{did_you_mean, many};
use casus_core::picture::{Manner, Scene};
use casus_core::play::Gazetteer;
use casus_core::play::LoadError;
use casus_core::play::Steady;
use casus_core::play::digest;
use casus_core::play::json;
use casus_core::play::{Advice, Game};
use casus_core::play::{Agent, Random, Seat};
use casus_core::play::{Budget, FirstListed, Odds, OddsQuery, Unresolved};
use casus_core::play::{JournalAction, Match, MatchAct, MatchActError, NoUndo, PlayError};
use casus_core::play::{describe_outcome, outcome_word};
use casus_draw::{Draw as _, Terminal};
use casus_guide::asking::{Asker, Becomes, Far, Obstacle, Taking, reckoning, title, told_apart};
use casus_guide::{Course, Guide, Leg};
use casus_guide::{Eyes, Looking, Mark};
use serde::Serialize;
use serde_json::{Map, Value};
use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

/// Actions that one request may play.
const MAX_ACTIONS_PER_REQUEST: usize = 1000;
/// Actions that an agent may play for one request.
const MAX_AGENT_ACTIONS: usize = 100_000;
/// Runs of an `odds` request: the default, and the most that it may ask for.
const ODDS_RUNS: (u64, u64) = (20_000, 1_000_000);
/// Samples of the hidden facts over which an `odds` request with `keys` averages.
const ODDS_SAMPLES: u64 = 16;
/// Scratch copies that a session may have at once.
const MAX_FORKS: usize = 64;
/// Scenes that a session remembers, so that it can send only what has changed since.
const MAX_REMEMBERED_SCENES: usize = 16;
/// Actions that the answer of `advise` lists of what the agent would do next.
const MAX_FORETOLD_ACTIONS: usize = 30;

/// Runs of each sample that show whether a path in `keys` of an `odds` request exists.
const PROBE_RUNS: usize = 64;

/// Returns whether to stop a long computation.
pub(crate) type Stop<'s> = &'s dyn Fn() -> bool;

/// The marks that a request asks for, and the piece whose marks they are.
type Wanted = (Vec<Mark>, Option<Place>);

/// An agent that a request can ask for by its name.
pub struct AgentEntry<G: Game> {
    /// The name by which requests ask for it: `"steady"`.
    pub name: &'static str,
    /// How it plays, in words.
    pub says: &'static str,
    /// Creates the agent from a seed.
    pub make: fn(u64) -> Box<dyn Agent<G>>,
}

impl<G: Game> Clone for AgentEntry<G> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<G: Game> Copy for AgentEntry<G> {}

impl<G: Game> core::fmt::Debug for AgentEntry<G> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("AgentEntry")
            .field("name", &self.name)
            .finish_non_exhaustive()
    }
}

/// Returns the agents of any game: only `random`, which chooses at random.
pub fn basic_agents<G: Game>() -> Vec<AgentEntry<G>> {
    vec![AgentEntry {
        name: "random",
        says: "plays by lot",
        make: |seed| Box::new(Random::new(seed)),
    }]
}

/// Returns the agents of a game that implements [`Advice`], the strongest first: `steady`; `hasty`, which is
/// [`Steady`] without runs (it relies on the estimates of its plans); and `random`.
pub fn advised_agents<G: Advice>() -> Vec<AgentEntry<G>> {
    let mut all = vec![
        AgentEntry {
            name: "steady",
            says: "plans, and weighs what hinges on dice by odds",
            make: |seed| Box::new(Steady::<G>::new(seed)),
        },
        AgentEntry {
            name: "hasty",
            says: "plans, and trusts what plans promise by the look of them",
            make: |seed| Box::new(Steady::<G>::new(seed).runs(0)),
        },
    ];
    all.extend(basic_agents());
    all
}

/// A match behind a session: its dice, and what the session remembers of earlier requests.
struct OpenMatch<G: Game> {
    game: Match<G>,
    /// The names and the map. They do not change during a match.
    map: Arc<Gazetteer>,
    dice: Seeded,
    /// The last accepted request that changed the game, and its answer.
    last: Option<(Value, Value)>,
    /// Ranges of journal lines that one request played and one undo takes back: the first line, and one past the last.
    joined: Vec<(usize, usize)>,
    /// The side that asks for an undo, and the length of the journal after it.
    asks: Option<(G::Side, usize)>,
    /// The scenes that were sent last, each with its number and its viewer.
    shown: VecDeque<(u64, Viewer<G::Side>, Arc<Scene>)>,
    pictures: u64,
    /// Whether this is a scratch copy in which hidden facts were sampled: it has no set-up and no save.
    dealt: bool,
}

impl<G: Game> Clone for OpenMatch<G> {
    fn clone(&self) -> Self {
        Self {
            game: self.game.clone(),
            map: Arc::clone(&self.map),
            dice: self.dice.clone(),
            last: self.last.clone(),
            joined: self.joined.clone(),
            asks: self.asks,
            shown: self.shown.clone(),
            pictures: self.pictures,
            dealt: self.dealt,
        }
    }
}

/// A [`Session`](crate::Session) over a match of one game.
///
/// The session has dice of its own. A `play` request may bring the faces of the dice instead. Until you call
/// [`with_agents`](Self::with_agents), its only agent is `random`; a session that a host opens has those of
/// [`advised_agents`].
///
/// ```
/// use casus_belli::suleiman::{Setup, Suleiman};
/// use casus_belli::{MatchSession, Session};
///
/// let mut session = MatchSession::<Suleiman>::new(Setup::default(), 1526)?;
/// session.ask(r#"{"do": "play", "by": "Hungary", "action": "place-leader Perenyi 1803", "viewer": "Hungary", "journal": 0}"#);
/// // The match behind the text is yours again.
/// assert_eq!(session.into_game().journal().len(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct MatchSession<G: Game> {
    open_match: OpenMatch<G>,
    forks: BTreeMap<u64, OpenMatch<G>>,
    forked: u64,
    agents: Vec<AgentEntry<G>>,
}

impl<G: Game> core::fmt::Debug for MatchSession<G> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("MatchSession")
            .field("game", &self.open_match.game)
            .field("forks", &self.forks.len())
            .finish_non_exhaustive()
    }
}

impl<G: Game> MatchSession<G> {
    /// Opens a session with a new match. `seed` is the seed of the dice.
    ///
    /// # Errors
    /// Every fault of the set-up.
    pub fn new(setup: G::Setup, seed: u64) -> Result<Self, SetupFaults> {
        Match::new(setup).map(|game| Self::over(game, seed))
    }
    /// Opens a session with a new match from a set-up in JSON. `seed` is the seed of the dice.
    ///
    /// Every record in the set-up must be a JSON object with named keys. A bare list of its values is refused.
    ///
    /// # Errors
    /// When the text is no set-up of this game, or one with faults.
    pub fn from_json(setup: &str, seed: u64) -> Result<Self, LoadError> {
        let setup = json::read(setup).map_err(LoadError::NotASetup)?;
        Self::new(setup, seed).map_err(LoadError::Setup)
    }
    /// Opens a session over a match that has begun. `seed` is the seed of the dice to come.
    pub fn over(game: Match<G>, seed: u64) -> Self {
        Self {
            open_match: OpenMatch {
                map: Arc::new(game.gazetteer()),
                game,
                dice: Seeded::new(seed),
                last: None,
                joined: Vec::new(),
                asks: None,
                shown: VecDeque::new(),
                pictures: 0,
                dealt: false,
            },
            forks: BTreeMap::new(),
            forked: 0,
            agents: basic_agents(),
        }
    }
    /// Returns the same session with these agents. A request that names no agent gets the first.
    #[must_use]
    pub fn with_agents(self, agents: Vec<AgentEntry<G>>) -> Self {
        Self { agents, ..self }
    }
    /// Returns a copy that has no scratch copies of its own.
    pub(crate) fn scratch(&self) -> Self {
        Self {
            open_match: self.open_match.clone(),
            forks: BTreeMap::new(),
            forked: 0,
            agents: self.agents.clone(),
        }
    }
    /// Returns the match behind the requests.
    pub const fn game(&self) -> &Match<G> {
        &self.open_match.game
    }
    /// Returns the match, and ends the session.
    pub fn into_game(self) -> Match<G> {
        self.open_match.game
    }
}

type Answer = Result<Value, Fail>;

#[expect(clippy::unnecessary_wraps, reason = "what requests end with, beside those that fail")]
fn told<T: Serialize>(answer: &T) -> Answer {
    Ok(json::value_of(answer))
}

impl From<MatchActError> for Fail {
    fn from(e: MatchActError) -> Self {
        let kind = match e {
            MatchActError::Over => ErrorKind::Over,
            _ => ErrorKind::NoAct,
        };
        SessionError::new(kind, e.to_string())
    }
}
impl From<NoUndo> for Fail {
    fn from(e: NoUndo) -> Self {
        let error = SessionError::new(ErrorKind::NoUndo, e.to_string());
        match e {
            NoUndo::DiceRolled(throw) => error.by(throw.cite),
            _ => error,
        }
    }
}
impl From<ParseFault> for Fail {
    fn from(e: ParseFault) -> Self {
        SessionError::new(ErrorKind::NotAnAction, e.to_string()).at("action")
    }
}

fn throw_told(throw: Throw) -> ThrowInfo {
    let (low, high) = throw.die.faces();
    ThrowInfo {
        cite: throw.cite,
        what: throw.what.to_owned(),
        die: throw.die,
        low,
        high,
    }
}

/// Says in words why a share of the odds is unresolved.
fn unresolved(why: Unresolved) -> Vec<String> {
    let all = [
        (why.budget, "the limit of runs was reached before every outcome was found: ask for more `runs`"),
        (why.stopped, "the time limit was reached, or the client has left"),
        (why.overflow, "a fraction became too long to be exact"),
        (why.policy, "a choice on the way has no answer"),
        (why.no_choice, "house rules leave no legal action at some decision on the way"),
    ];
    let said = all.into_iter().filter(|(is, _)| *is);
    said.map(|(_, words)| words.to_owned()).collect()
}

/// Puts the things of a state into the data of answers.
struct Narrator<'a, G: Game>(&'a G::State);

impl<G: Game> Clone for Narrator<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<G: Game> Copy for Narrator<'_, G> {}

impl<G: Game> Narrator<'_, G> {
    fn thing(self, at: Place) -> Option<Thing> {
        let (is, number) = match at {
            Place::Nowhere => return None,
            Place::Unit(n) => (ThingIs::Unit, n),
            Place::Leader(n) => (ThingIs::Leader, n),
            Place::Command(n) => (ThingIs::Command, n),
            Place::Standard(n) => (ThingIs::Standard, n),
            Place::Hex(n) => (ThingIs::Hex, n),
            Place::Hexside(n, _) => (ThingIs::Hexside, n),
            Place::Side(n) => (ThingIs::Side, n.into()),
        };
        let name = G::place(self.0, at);
        Some(Thing { name, is, number })
    }
    fn reasons(self, refusals: &Refusals) -> Vec<Reason> {
        let one = |r: &casus_core::cases::Refusal| Reason {
            cite: r.cite,
            title: title::<G>(self.0, r.cite).to_owned(),
            because: r.because.to_owned(),
            at: self.thing(r.at),
            measure: r.measure,
            message: r.to_string(),
        };
        refusals.iter().map(one).collect()
    }
    fn refused(self, refusals: &Refusals) -> Fail {
        let reasons = self.reasons(refusals);
        SessionError::new(ErrorKind::Refused, refusals.to_string())
            .at("action")
            .because(reasons)
    }
    fn unplayed(self, e: PlayError) -> Fail {
        let message = e.to_string();
        let thrown = |kind, throw: Throw| {
            let mut e = SessionError::new(kind, message.clone()).at("faces").by(throw.cite);
            e.throw = Some(throw_told(throw));
            e
        };
        match e {
            PlayError::Over => SessionError::new(ErrorKind::Over, message),
            PlayError::NotAnAction(fault) => fault.into(),
            PlayError::Refused(refusals) => self.refused(&refusals),
            PlayError::MissingFace(throw) => thrown(ErrorKind::Wanted, throw),
            PlayError::OffTheDie { throw, .. } => thrown(ErrorKind::OffTheDie, throw),
            PlayError::NoChoice(none) => {
                let mut e = SessionError::new(ErrorKind::NoChoice, message).at("action");
                e.cite = Some(none.cite.to_string());
                e.refusals = self.reasons(&none.bars);
                e
            }
            PlayError::Unused { .. } => SessionError::new(ErrorKind::UnusedFaces, message).at("faces"),
        }
    }
    fn unloaded(self, e: &LoadError) -> Fail {
        let mut error = SessionError::new(ErrorKind::NotLoaded, e.to_string()).at("save");
        if let Some(refusals) = e.refusals() {
            error = error.because(self.reasons(refusals));
        }
        error
    }
}

impl<G: Guide> Narrator<'_, G> {
    fn turn(self, turn: Turn<G::Side>) -> TurnInfo {
        match turn {
            Turn::Decide { .. } => self
                .asked(turn)
                .map_or_else(|| unreachable!("a decision is one"), TurnInfo::Asked),
            Turn::Over { outcome, cite } => TurnInfo::Ended(Ended {
                over: outcome_word(outcome).to_owned(),
                cite,
                words: describe_outcome::<G>(self.0, outcome, cite),
                because: Vec::new(),
            }),
        }
    }
    fn asked(self, turn: Turn<G::Side>) -> Option<Asked> {
        let Turn::Decide {
            side,
            cite,
            what,
            of,
            within,
        } = turn
        else {
            return None;
        };
        Some(Asked {
            side: side.word().to_owned(),
            what: what.to_owned(),
            cite,
            title: title::<G>(self.0, cite).to_owned(),
            question: G::question(self.0),
            of: self.thing(of),
            within: self.thing(within),
        })
    }
    /// Returns an action as data, with what it costs if that is known.
    fn action(self, action: &G::Action, cost: Option<CostInfo>) -> ActionInfo {
        let (mut pieces, mut hexes, mut more, mut toward) = (Vec::new(), Vec::new(), Vec::new(), None);
        for part in action.parts(self.0) {
            match part {
                Part::At(at @ Place::Hex(_)) => hexes.extend(self.thing(at)),
                Part::At(at) => pieces.extend(self.thing(at)),
                Part::Toward(word) => toward = Some(word),
                Part::Word(word) => more.push(word),
            }
        }
        ActionInfo {
            words: G::spell(self.0, action),
            verb: action.verb().to_owned(),
            pieces,
            hexes,
            toward,
            more,
            note: G::note(self.0, action).words,
            cost,
        }
    }
}

fn cost_told((points, of): (i32, &'static str)) -> CostInfo {
    CostInfo {
        points,
        of: of.to_owned(),
    }
}

impl<G: Guide> OpenMatch<G> {
    /// Returns a copy in which a viewer can try things. What is hidden from the viewer is sampled anew, the dice are others, and the
    /// copy has no journal and remembers no earlier answer.
    fn scratch(&self, viewer: Viewer<G::Side>, seed: u64) -> Self {
        let mut dice = Seeded::new(seed);
        let of: &[G::Side] = match &viewer {
            Viewer::Referee => &[],
            Viewer::Of(Some(side)) => core::slice::from_ref(side),
            // A spectator knows only what both sides know.
            Viewer::Of(None) => G::Side::ALL,
        };
        let state = of
            .iter()
            .fold(self.game.state().clone(), |state, side| G::sample_state(&state, *side, &mut dice));
        Self {
            game: self.game.begun_at(state),
            map: Arc::clone(&self.map),
            dice,
            last: None,
            joined: Vec::new(),
            asks: None,
            shown: VecDeque::new(),
            pictures: 0,
            dealt: true,
        }
    }
    fn tell(&self) -> Narrator<'_, G> {
        Narrator(self.game.state())
    }
    /// Returns an action as a side may know it. Its note and cost are there only while the side decides: those of the other
    /// side's action can depend on hidden facts.
    fn action(&self, by: G::Side, action: &G::Action) -> ActionInfo {
        if self.deciding(by).is_err() {
            return ActionInfo {
                note: String::new(),
                ..self.tell().action(action, None)
            };
        }
        let asker = Asker {
            game: &self.game,
            own: by,
        };
        let cost = asker.spends_at(self.game.state(), action).map(cost_told);
        self.tell().action(action, cost)
    }
    fn after(&self) -> After {
        let asks = self.asks.map(|(by, to)| AsksUndo {
            by: by.word().to_owned(),
            to,
        });
        After {
            turn: match self.tell().turn(self.game.turn()) {
                TurnInfo::Ended(ended) => TurnInfo::Ended(Ended {
                    because: reckoning(&self.game),
                    ..ended
                }),
                asked @ TurnInfo::Asked(_) => asked,
            },
            journal: self.game.journal().len(),
            draw_offers: self.game.draw_offers().iter().map(|s| s.word().to_owned()).collect(),
            asks_undo: asks,
        }
    }
    fn events(&self, events: &[G::Event]) -> Vec<EventInfo> {
        let place = |at: Place| G::place(self.game.state(), at);
        let names = Names {
            place: &place,
            orientation: self.orientation(),
        };
        let one = |e: &G::Event| EventInfo {
            cite: e.cite().to_string(),
            words: self.game.describe(e),
            event: names.value(e),
            numbers: json::value_of(e),
        };
        events.iter().map(one).collect()
    }
    fn orientation(&self) -> Orientation {
        self.map.orientation.unwrap_or(Orientation::Flat)
    }
    /// Returns a line of the journal as the viewer may know it. In a game that hides something, only the side that played the action
    /// sees it, and only the referee sees the faces of the dice.
    fn line(&self, i: usize, viewer: Viewer<G::Side>) -> Option<LineInfo> {
        let record = self.game.journal().get(i)?;
        let (knows, referee) = match viewer {
            Viewer::Referee => (true, true),
            Viewer::Of(side) => (G::PERFECT_INFORMATION || side == Some(record.by), G::PERFECT_INFORMATION),
        };
        let events = match viewer {
            Viewer::Referee => self.events(self.game.events(i)),
            Viewer::Of(side) => self.events(&self.game.events_for(i, side)),
        };
        let mut line = LineInfo {
            line: i + 1,
            by: record.by.word().to_owned(),
            action: None,
            faces: None,
            act: None,
            events,
        };
        match &record.action {
            JournalAction::Act(act) => line.act = Some(*act),
            JournalAction::Action { words, faces, .. } => {
                line.action = knows.then(|| words.clone());
                line.faces = referee.then(|| faces.clone());
            }
        }
        Some(line)
    }
    fn lines(&self, from: usize, viewer: Viewer<G::Side>) -> Vec<LineInfo> {
        let len = self.game.journal().len();
        (from..len).filter_map(|i| self.line(i, viewer)).collect()
    }
    fn played(&self, from: usize, viewer: Viewer<G::Side>, stopped: Option<&str>) -> PlayedAnswer {
        PlayedAnswer {
            played: self.lines(from, viewer),
            stopped: stopped.map(str::to_owned),
            error: None,
            undone: None,
            after: self.after(),
        }
    }
    /// Returns the piece or hex of a name, in upper or lower case.
    fn named(&self, key: &str, word: &str) -> Result<Place, Fail> {
        self.map.place(word).ok_or_else(|| {
            let near = did_you_mean(word, self.map.names());
            SessionError::new(ErrorKind::NoSuchThing, format!("unknown name {word:?}{near}")).at(key)
        })
    }
    /// Refuses unless the open decision is the side's.
    fn deciding(&self, by: G::Side) -> Result<(), Fail> {
        match self.game.turn() {
            Turn::Over { .. } => Err(SessionError::new(ErrorKind::Over, "play has ended")),
            Turn::Decide { side, .. } if side == by => Ok(()),
            Turn::Decide { side, .. } => {
                Err(SessionError::new(ErrorKind::NotDeciding, format!("{} decides", side.word())).at("by"))
            }
        }
    }

    /// Answers the requests that change nothing.
    fn answer(&mut self, request: &Request, keys: &Keys, agents: &[AgentEntry<G>], stop: Stop<'_>) -> Answer {
        match request.name {
            "turn" => told(&self.after()),
            "map" => told(&MapAnswer {
                map: (*self.map).clone(),
            }),
            "actions" => self.actions(keys),
            "check" => self.check(keys),
            "why" => self.why(keys),
            "reach" => self.reach(keys),
            "threats" => {
                let (of, viewer) = (self.named("of", keys.need("of")?)?, keys.viewer()?);
                let threat = |t: casus_guide::Threat| ThreatInfo {
                    words: t.words,
                    on: t.on,
                    cite: t.cite,
                };
                let threats = G::threats(self.game.state(), seen(viewer), of);
                let of = self.tell().thing(of).ok_or_else(|| Keys::missing("of"))?;
                told(&ThreatsAnswer {
                    of,
                    threats: threats.into_iter().map(threat).collect(),
                })
            }
            "piece" => {
                let (of, viewer) = (self.named("of", keys.need("of")?)?, keys.viewer()?);
                let lines = G::piece(self.game.state(), seen(viewer), of);
                let of = self.tell().thing(of).ok_or_else(|| Keys::missing("of"))?;
                told(&PieceAnswer { of, lines })
            }
            "odds" if keys.value("keys").is_some() => self.odds(keys, stop),
            "odds" => self.foretold(keys, stop),
            "view" => told(&ViewAnswer {
                view: match keys.viewer()? {
                    Viewer::Of(side) => json::value_of(&self.game.view(side)),
                    // What neither side sees is in no view: the referee gets the view of each side.
                    Viewer::Referee => G::Side::ALL
                        .iter()
                        .map(|&s| (s.word().to_owned(), json::value_of(&self.game.view(Some(s)))))
                        .collect::<Map<_, _>>()
                        .into(),
                },
            }),
            "field" => told(&FieldAnswer {
                field: self.game.scene(seen(keys.viewer()?)).text(&Terminal::default()),
            }),
            "scene" => self.pictured(keys),
            "svg" => {
                let viewer = keys.viewer()?;
                let mut scene = self.scene(viewer);
                if let Some((marks, of)) = self.wanted(keys)? {
                    let marked = self.looking(viewer).highlights(&marks, of, &scene);
                    scene.highlights.extend(marked);
                }
                told(&SvgAnswer { svg: scene.svg() })
            }
            "journal" => {
                let viewer = keys.viewer()?;
                let len = self.game.journal().len();
                let from = keys.number("from").unwrap_or(0).min(len as u64) as usize;
                told(&JournalAnswer {
                    journal: len,
                    lines: self.lines(from, viewer),
                })
            }
            "case" => self.case(keys.need("number")?),
            "cases" => told(&CasesAnswer {
                title: G::CASEBOOK.title.to_owned(),
                cases: G::CASEBOOK.entries.iter().map(|e| G::CASEBOOK.describe(e)).collect(),
                house: self.game.laws().book().map(|house| HouseInfo {
                    title: house.title.to_owned(),
                    cases: house.entries.iter().map(|e| house.describe(e)).collect(),
                }),
            }),
            "requests" => told(&RequestsAnswer {
                protocol: PROTOCOL,
                requests: REQUESTS.to_vec(),
            }),
            "advise" => self.advise(keys, agents, stop),
            "setup" | "save" if self.dealt => {
                let message =
                    format!("a scratch copy has no `{}`, because it does not begin at the set-up", request.name);
                Err(SessionError::new(ErrorKind::NoFork, message).at("in"))
            }
            "setup" => told(&SetupAnswer {
                setup: json::value_of(self.game.setup()),
            }),
            "save" => told(&SaveAnswer { save: self.game.save() }),
            other => Err(SessionError::new(ErrorKind::UnknownRequest, format!("unknown request {other:?}")).at("do")),
        }
    }
    fn scene(&self, viewer: Viewer<G::Side>) -> Scene {
        match viewer {
            Viewer::Of(side) => self.game.scene(side),
            Viewer::Referee => Scene::whole::<G>(self.game.state()),
        }
    }
    /// Returns the match as it was when the journal had this length.
    fn as_it_was(&self, at: u64) -> Result<Self, Fail> {
        let len = self.game.journal().len();
        let length = usize::try_from(at).ok().filter(|&n| n <= len);
        let length = length.ok_or_else(|| Keys::bad("at", &format!("a whole number from 0 to {len}")))?;
        let mut then = self.clone();
        if length < len {
            then.back_to(length)?;
        }
        Ok(then)
    }
    /// Answers with the scene, or with what has changed since one that was sent to the viewer.
    fn pictured(&mut self, keys: &Keys) -> Answer {
        let viewer = keys.viewer::<G::Side>()?;
        let then = keys.number("at").map(|at| self.as_it_was(at)).transpose()?;
        let open_match = then.as_ref().unwrap_or(self);
        let scene = Arc::new(open_match.scene(viewer));
        let marks = open_match
            .wanted(keys)?
            .map(|wanted| open_match.marks(&wanted, viewer, &scene));
        let since = keys.number("since");
        let before = self.shown.iter().find(|(n, by, _)| Some(*n) == since && *by == viewer);
        let changes = before.and_then(|(_, _, before)| scene.changes(before));
        self.pictures += 1;
        self.shown.push_back((self.pictures, viewer, Arc::clone(&scene)));
        if self.shown.len() > MAX_REMEMBERED_SCENES {
            self.shown.pop_front();
        }
        told(&SceneAnswer {
            picture: self.pictures,
            scene: if changes.is_none() {
                Some((*scene).clone())
            } else {
                None
            },
            changes,
            marks,
        })
    }
    /// Reads which marks a request asks for, and for which piece.
    fn wanted(&self, keys: &Keys) -> Result<Option<Wanted>, Fail> {
        let of = keys.text("of").map(|word| self.named("of", word)).transpose()?;
        let Some(words) = keys.texts("marks") else {
            return Ok(None);
        };
        let mut marks = Vec::new();
        for (i, word) in words.iter().enumerate() {
            let mark = Mark::named(word).ok_or_else(|| {
                Keys::bad(format!("marks[{i}]"), &format!("one of {}{}", Mark::words(), Mark::near(word)))
            })?;
            if mark.of_one() && of.is_none() {
                return Err(Keys::missing("of"));
            }
            if !marks.contains(&mark) {
                marks.push(mark);
            }
        }
        Ok(Some((marks, of)))
    }
    fn looking(&self, viewer: Viewer<G::Side>) -> Looking<'_, G> {
        Looking {
            game: &self.game,
            map: &self.map,
            viewer: match viewer {
                Viewer::Of(side) => Eyes::Of(side),
                Viewer::Referee => Eyes::All,
            },
        }
    }
    /// Returns the marks of a scene, as its viewer may know them.
    fn marks(&self, (wanted, of): &Wanted, viewer: Viewer<G::Side>, scene: &Scene) -> MarksInfo {
        let looking = self.looking(viewer);
        let wants = |mark: Mark| wanted.contains(&mark);
        let (own, other) = if wants(Mark::MayAct) || wants(Mark::Targets) {
            looking.named_by_actions(scene)
        } else {
            Default::default()
        };
        let name = |at: Place| G::place(self.game.state(), at);
        let zone = |id: &String| {
            let hexes = looking.zone(self.map.place(id)?);
            let piece = id.clone();
            (!hexes.is_empty()).then_some(ZoneInfo { piece, hexes })
        };
        let zones = || scene.counters.iter().filter_map(|c| zone(&c.id)).collect();
        let way = |leg: Leg| WayInfo {
            piece: name(leg.piece),
            from: leg.from,
            to: leg.to,
        };
        let of = |mark: Mark| of.filter(|_| wants(mark));
        MarksInfo {
            may_act: wants(Mark::MayAct).then_some(own),
            targets: wants(Mark::Targets).then_some(other),
            last: wants(Mark::Last).then(|| looking.last_way().into_iter().map(way).collect()),
            fights: wants(Mark::Fights).then(|| {
                let told = looking.fights().into_iter().map(|blow| FightInfo {
                    by: blow.by.iter().map(|&p| name(p)).collect(),
                    at: name(blow.at),
                    shot: blow.how == Manner::Shot,
                });
                told.collect()
            }),
            zoc: wants(Mark::Zoc).then(zones),
            sight: of(Mark::Sight).map(|at| looking.sight(at)),
            reach: of(Mark::Reach).map(|at| {
                let told = looking
                    .reach(at)
                    .into_iter()
                    .map(|c| ReachedInfo { to: c.to, note: c.note });
                told.collect()
            }),
            odds: of(Mark::Odds).map(|at| {
                let told = looking
                    .odds(at, scene)
                    .into_iter()
                    .map(|(at, words)| GoalInfo { at, words });
                told.collect()
            }),
        }
    }
    fn actions(&self, keys: &Keys) -> Answer {
        let by: G::Side = keys.by()?;
        self.deciding(by)?;
        let listed = self.game.actions();
        let actions: Vec<ActionInfo> = listed.iter().map(|a| self.action(by, a)).collect();
        let mut clicks: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for (i, action) in actions.iter().enumerate() {
            for thing in action.pieces.iter().chain(&action.hexes) {
                let list = clicks.entry(thing.name.clone()).or_default();
                if list.last() != Some(&i) {
                    list.push(i);
                }
            }
        }
        told(&ActionsAnswer {
            by: by.word().to_owned(),
            actions,
            clicks,
            journal: self.game.journal().len(),
        })
    }
    fn check(&self, keys: &Keys) -> Answer {
        let by = keys.by::<G::Side>()?;
        let action = self.game.parse(keys.need("action")?)?;
        let refusals = match self.game.check(by, &action) {
            Ok(()) => Vec::new(),
            Err(PlayError::Refused(refusals)) => self.tell().reasons(&refusals),
            Err(e) => return Err(self.tell().unplayed(e)),
        };
        told(&CheckAnswer {
            legal: refusals.is_empty(),
            refusals,
        })
    }
    fn why(&self, keys: &Keys) -> Answer {
        let by = keys.by::<G::Side>()?;
        let state = self.game.state();
        let decision = self.tell().asked(self.game.turn());
        let rulings = match self.game.turn() {
            Turn::Decide { cite, .. } => rulings_of(G::CASEBOOK, cite.number())
                .map(|r| RulingInfo {
                    id: r.id.to_owned(),
                    text: r.text.to_owned(),
                })
                .collect(),
            Turn::Over { .. } => Vec::new(),
        };
        let mut answer = WhyAnswer {
            action: None,
            legal: None,
            sense: Vec::new(),
            refusals: Vec::new(),
            after: None,
            decision,
            rulings,
        };
        let Some(words) = keys.text("action") else {
            if keys.value("who").is_some() {
                return Err(Keys::missing("action"));
            }
            // Says what each verb does, by its first action. Only the side that decides is told.
            if self.deciding(by).is_ok() {
                let mut verbs = Vec::new();
                for action in self.game.actions() {
                    if verbs.contains(&action.verb()) {
                        continue;
                    }
                    verbs.push(action.verb());
                    let first = G::sense(state, &action).into_iter().next();
                    answer
                        .sense
                        .extend(first.map(|line| format!("{}: {line}", action.verb())));
                }
            }
            return told(&answer);
        };
        let action = self.game.parse(words)?;
        if self.game.ended() {
            return Err(self.tell().unplayed(PlayError::Over));
        }
        let asker = Asker {
            game: &self.game,
            own: by,
        };
        let who = self.who(keys)?;
        // A side that does not decide has nothing selected: `who` is ignored.
        let held = if !who.is_empty() && self.deciding(by).is_ok() {
            match asker.taking(&who) {
                // If selecting them rolls a die, what follows cannot be known.
                Ok((_, held)) => held,
                Err(Obstacle::Barred(_, why)) => {
                    answer.action = Some(self.action(by, &action));
                    answer.legal = Some(false);
                    answer.refusals = self.tell().reasons(&why);
                    return told(&answer);
                }
                Err(obstacle) => return Err(self.obstacle(&obstacle)),
            }
        } else {
            None
        };
        let on = held.as_ref().unwrap_or(state);
        // Note and cost, like the rest of the answer, are given as if they were selected.
        answer.action = Some(match &held {
            Some(held) => Narrator::<G>(held).action(&action, asker.spends_at(held, &action).map(cost_told)),
            None => self.action(by, &action),
        });
        match G::check(on, by, &action) {
            Ok(()) => {
                answer.legal = Some(true);
                answer.sense = G::sense(on, &action);
            }
            Err(refusals) => {
                answer.legal = Some(false);
                answer.refusals = Narrator::<G>(on).reasons(&refusals);
                if held.is_none() {
                    answer.after = asker.in_the_way(&action).map(|down| self.game.spell(&down));
                }
            }
        }
        told(&answer)
    }
    /// Returns the pieces that a request names in `who`.
    fn who(&self, keys: &Keys) -> Result<Vec<Place>, Fail> {
        let words = keys.texts("who").unwrap_or_default();
        words.iter().map(|word| self.named("who", word)).collect()
    }
    /// Returns the actions that select the pieces of a request, and where these could get to.
    fn taken(&self, by: G::Side, keys: &Keys) -> Result<(Vec<Place>, Taking<G::Action>), Fail> {
        self.deciding(by)?;
        let who = self.who(keys)?;
        let asker = Asker {
            game: &self.game,
            own: by,
        };
        let (first, courses) = asker.gathering(&who).map_err(|o| self.obstacle(&o))?;
        Ok((who, (first, courses)))
    }
    fn obstacle(&self, obstacle: &Obstacle<G::Action>) -> Fail {
        let word = |at: &Place| G::name_of(self.game.state(), *at);
        let fail = |message: String| SessionError::new(ErrorKind::NotInHand, message).at("who");
        match obstacle {
            Obstacle::Untakable(at) => fail(format!("{} cannot be selected", word(at))),
            Obstacle::Alone(at) => fail(format!("{} does not move with others", word(at))),
            Obstacle::Barred(_, why) => fail(why.to_string()).because(self.tell().reasons(why)),
        }
    }
    fn reach(&self, keys: &Keys) -> Answer {
        let by = keys.by::<G::Side>()?;
        let (who, (first, courses)) = self.taken(by, keys)?;
        let asker = Asker {
            game: &self.game,
            own: by,
        };
        let mut held = Some(self.game.state().clone());
        for action in &first {
            held = held.and_then(|s| asker.after(&s, action));
        }
        // The pieces that move: those of the request, those that its hexes stand for, or those that are selected already.
        let piece = |at: &Place| matches!(at, Place::Unit(_) | Place::Leader(_) | Place::Standard(_));
        let named = first.iter().flat_map(|a| a.parts(self.game.state()));
        let named = named.filter_map(|part| if let Part::At(at) = part { Some(at) } else { None });
        let mut moving: Vec<Place> = who.iter().copied().chain(named).filter(piece).collect();
        if moving.is_empty()
            && let Turn::Decide { of, .. } = self.game.turn()
        {
            moving.push(of);
        }
        let facing = |course: &Course<G::Action>| {
            let mut state = held.clone()?;
            for action in &course.actions {
                state = asker.after(&state, action)?;
            }
            let mut facings = moving.iter().filter_map(|&at| G::faces(&state, Some(by), at));
            let one = facings.next()?;
            facings.all(|other| other == one).then(|| one.to_owned())
        };
        let course = |c: &Course<G::Action>| {
            let spelled = |state: &G::State| c.actions.iter().map(|a| G::spell(state, a)).collect();
            Some(CourseInfo {
                to: self.tell().thing(self.named("to", &c.to).ok()?)?,
                note: c.note.clone(),
                risks: c.risks.clone(),
                actions: spelled(self.game.state()),
                facing: facing(c),
            })
        };
        told(&ReachAnswer {
            first: first.iter().map(|a| self.game.spell(a)).collect(),
            courses: courses.iter().filter_map(course).collect(),
        })
    }
    fn case(&self, number: &str) -> Answer {
        let laws = self.game.laws().book();
        let house = laws.and_then(|h| Some((h, number.strip_prefix(h.title)?.strip_prefix(' ')?)));
        let (book, number) = house.unwrap_or((G::CASEBOOK, number));
        let case = book.find(number).map(|entry| book.describe(entry));
        let rulings = case
            .as_ref()
            .map_or(Vec::new(), |c| rulings_of(book, c.number).copied().collect());
        let ruling = if case.is_none() {
            book.ruling(number).copied()
        } else {
            None
        };
        if case.is_none() && ruling.is_none() {
            let near = nearest(book, number);
            let message = format!("`{number}` is neither a Case nor a ruling of {}{near}", book.title);
            return Err(SessionError::new(ErrorKind::NoSuchCase, message).at("number"));
        }
        told(&CaseAnswer { case, rulings, ruling })
    }
    fn agent<'a>(keys: &Keys, agents: &'a [AgentEntry<G>]) -> Result<&'a AgentEntry<G>, Fail> {
        let found = match keys.text("agent") {
            None => agents.first(),
            Some(name) => agents.iter().find(|a| a.name == name),
        };
        found.ok_or_else(|| {
            let names: Vec<&str> = agents.iter().map(|a| a.name).collect();
            let near = did_you_mean(keys.text("agent").unwrap_or_default(), names.iter().copied());
            let message = format!("agents: {}{near}", names.join(", "));
            SessionError::new(ErrorKind::NoAgent, message).at("agent")
        })
    }
    fn seed(&self, keys: &Keys) -> u64 {
        keys.number("seed").unwrap_or(self.game.journal().len() as u64)
    }
    fn advise(&self, keys: &Keys, agents: &[AgentEntry<G>], stop: Stop<'_>) -> Answer {
        let by = keys.by::<G::Side>()?;
        self.deciding(by)?;
        let basic_agents = Self::agent(keys, agents)?;
        let mut agent = (basic_agents.make)(self.seed(keys));
        let listed = self.game.actions();
        let Some(first) = pick(&mut *agent, self.game.state(), by, &listed) else {
            return Err(SessionError::new(ErrorKind::NoAgent, "there is nothing to do"));
        };
        let expected_gain = agent.expected_gain();
        // Adds what it would do next, as far as no die and no enemy decision comes between.
        let asker = Asker {
            game: &self.game,
            own: by,
        };
        let mut then = Vec::new();
        let mut state = asker.after(self.game.state(), &first);
        while let Some(now) = state
            && then.len() < MAX_FORETOLD_ACTIONS
            && !stop()
            && expected_gain.is_some()
            && matches!(G::turn(&now), Turn::Decide { side, .. } if side == by)
            && agent.plan_continues()
        {
            let mut listed = Vec::new();
            G::actions(&now, &mut listed);
            let Some(action) = pick(&mut *agent, &now, by, &listed) else {
                break;
            };
            then.push(G::spell(&now, &action));
            state = asker.after(&now, &action);
        }
        told(&AdviseAnswer {
            agent: basic_agents.name.to_owned(),
            action: self.action(by, &first),
            sense: G::sense(self.game.state(), &first),
            expected_gain,
            then,
        })
    }

    /// Plays with the session's own dice. If the play is refused, the dice stay as they were.
    fn throwing<T>(
        &mut self,
        play: impl FnOnce(&mut Match<G>, &mut dyn casus_core::dice::Dice) -> Result<T, PlayError>,
    ) -> Result<T, PlayError> {
        let mut dice = self.dice.clone();
        let played = play(&mut self.game, &mut dice)?;
        self.dice = dice;
        Ok(played)
    }

    /// Answers the requests that change the match.
    fn change(&mut self, request: &Request, keys: &Keys, agents: &[AgentEntry<G>], stop: Stop<'_>) -> Answer {
        let whole = keys.whole();
        if let Some((request, answer)) = &self.last
            && *request == whole
        {
            return Ok(answer.clone());
        }
        let seen = keys.number("journal").ok_or_else(|| Keys::missing("journal"))?;
        let len = self.game.journal().len();
        if seen != len as u64 {
            let message = format!("the journal has {}, and the request saw {seen}", many(len, "step"));
            let mut e = SessionError::new(ErrorKind::Stale, message).at("journal");
            e.journal = Some(len);
            return Err(e);
        }
        let asked = self.asks;
        let mut answer = match request.name {
            "play" => {
                let by = keys.by::<G::Side>()?;
                let viewer = keys.viewer()?;
                let action = self.game.parse(keys.need("action")?)?;
                match keys.faces() {
                    Some(faces) => self.game.play_faces(by, action, &faces),
                    None => self.throwing(|game, dice| game.play(by, action, dice)),
                }
                .map_err(|e| self.tell().unplayed(e))?;
                self.played(len, viewer, None)
            }
            "go" => self.go(keys)?,
            "let" => self.let_play(keys, agents, stop)?,
            "forced" => self.forced(keys)?,
            "undo" => self.undo(keys)?,
            "ask-undo" => {
                let by = keys.by::<G::Side>()?;
                let to = self.length(keys.number("to").unwrap_or(0))?;
                self.asks = Some((by, to));
                self.played(len, Viewer::Of(None), None)
            }
            "grant-undo" => {
                let by = keys.by::<G::Side>()?;
                let (_, to) = self
                    .asks
                    .filter(|(asker, _)| *asker != by)
                    .ok_or_else(|| SessionError::new(ErrorKind::NoUndo, "no other side asks for an undo"))?;
                if let Some(meant) = keys.number("to").filter(|&n| n != to as u64) {
                    let message = format!("the other side asks for an undo to step {to}, not to {meant}");
                    return Err(SessionError::new(ErrorKind::Stale, message).at("to"));
                }
                self.back_to(to)?;
                PlayedAnswer {
                    undone: Some(len - to),
                    ..self.played(to, Viewer::Of(None), None)
                }
            }
            "load" => {
                let loaded = Match::load_under(keys.need("save")?, self.game.laws());
                self.game = loaded.map_err(|e| self.tell().unloaded(&e))?;
                self.dealt = false;
                self.map = Arc::new(self.game.gazetteer());
                self.joined.clear();
                self.asks = None;
                self.played(self.game.journal().len(), Viewer::Of(None), None)
            }
            act => {
                let by = keys.by::<G::Side>()?;
                let act = match act {
                    "resign" => MatchAct::Resign,
                    "offer-draw" => MatchAct::OfferDraw,
                    "accept-draw" => MatchAct::AcceptDraw,
                    _ => MatchAct::DeclineDraw,
                };
                self.game.act(by, act).map_err(|e| match (act, e) {
                    (MatchAct::AcceptDraw, MatchActError::Already) => {
                        SessionError::new(ErrorKind::NoAct, "the offer is your own: only another side can accept it")
                    }
                    _ => e.into(),
                })?;
                self.played(self.game.journal().len(), Viewer::Of(None), None)
            }
        };
        let now = self.game.journal().len();
        // A request for an undo lapses as soon as the journal changes.
        if self.asks == asked && now != len {
            self.asks = None;
        }
        answer.after = self.after();
        // What `load` brings was played by other requests.
        if now > len + 1 && request.name != "load" {
            self.joined.push((len, now));
        }
        self.joined.retain(|&(_, end)| end <= now);
        let answer = json::value_of(&answer);
        self.last = Some((whole, answer.clone()));
        Ok(answer)
    }
    fn go(&mut self, keys: &Keys) -> Result<PlayedAnswer, Fail> {
        let by = keys.by::<G::Side>()?;
        let viewer = keys.viewer()?;
        let to = self.named("to", keys.need("to")?)?;
        let hex = G::place(self.game.state(), to);
        let facing = self.facing(by, keys)?;
        let (_, (first, courses)) = self.taken(by, keys)?;
        let course = courses.into_iter().find(|c| c.to == hex);
        let course = course.ok_or_else(|| {
            SessionError::new(ErrorKind::NoWay, format!("no path leads to {hex} now; `reach` lists the hexes in reach"))
                .at("to")
        })?;
        let len = self.game.journal().len();
        let begun = first.len();
        let whose = |game: &Match<G>| match game.turn() {
            Turn::Decide { side, within, .. } => Some((side, within)),
            Turn::Over { .. } => None,
        };
        let mut at = whose(&self.game);
        let mut stopped = None;
        for (i, action) in first.into_iter().chain(course.actions).enumerate() {
            if i == begun {
                at = whose(&self.game);
            }
            if (i >= begun && whose(&self.game) != at) || self.game.check(by, &action).is_err() {
                stopped = Some("between");
                break;
            }
            if let Err(e) = self.throwing(|game, dice| game.play(by, action, dice)) {
                if self.game.journal().len() == len {
                    return Err(self.tell().unplayed(e));
                }
                stopped = Some("between");
                break;
            }
        }
        if stopped.is_none()
            && let Some(word) = facing
            && !self.turned(by, word)
        {
            stopped = Some("between");
        }
        Ok(self.played(len, viewer, stopped))
    }
    /// Returns the facing that a request names: a word that the map has for what the pieces face, their sides or their
    /// corners.
    fn facing<'k>(&self, by: G::Side, keys: &'k Keys) -> Result<Option<&'k str>, Fail> {
        let Some(word) = keys.text("facing") else {
            return Ok(None);
        };
        let Some(orientation) = self.map.orientation else {
            return Err(Keys::bad("facing", "no facing: the game has no map"));
        };
        let mut pieces = self.who(keys)?;
        if let Turn::Decide { of, .. } = self.game.turn() {
            pieces.push(of);
        }
        let mut now = pieces
            .iter()
            .filter_map(|&at| G::faces(self.game.state(), Some(by), at));
        let words = match now.next().and_then(|now| orientation.words_like(now)) {
            Some(words) => words.to_vec(),
            None => orientation.all_words(),
        };
        if words.iter().any(|known| known.eq_ignore_ascii_case(word)) {
            Ok(Some(word))
        } else {
            Err(Keys::bad("facing", &format!("a facing: {}", words.join(", "))))
        }
    }
    /// Turns the selected pieces, if one action does it that names no hex and no piece.
    fn turned(&mut self, by: G::Side, word: &str) -> bool {
        let turns = |a: &G::Action| {
            let parts = a.parts(self.game.state());
            matches!(&parts[..], [Part::Toward(to)] if to.eq_ignore_ascii_case(word))
        };
        let one = match self.game.turn() {
            Turn::Decide { side, of, .. } if side == by => of,
            _ => return false,
        };
        if G::faces(self.game.state(), Some(by), one).is_some_and(|h| h.eq_ignore_ascii_case(word)) {
            return true;
        }
        let Some(action) = self.game.actions().into_iter().find(turns) else {
            return false;
        };
        self.throwing(|game, dice| game.play(by, action, dice)).is_ok()
    }
    fn let_play(&mut self, keys: &Keys, agents: &[AgentEntry<G>], stop: Stop<'_>) -> Result<PlayedAnswer, Fail> {
        let by = keys.by::<G::Side>()?;
        let viewer = keys.viewer()?;
        let until = keys.word("until", &["decision", "rest", "end"])?;
        let mut agent = (Self::agent(keys, agents)?.make)(self.seed(keys));
        self.deciding(by)?;
        let Turn::Decide { what, cite, within, .. } = self.game.turn() else {
            return Err(SessionError::new(ErrorKind::Over, "play has ended"));
        };
        let own = match within {
            Place::Nowhere => false,
            Place::Side(i) => usize::from(i) == by.index(),
            _ => true,
        };
        let len = self.game.journal().len();
        let mut stopped = Some("limit");
        let mut error = None;
        for i in 0..MAX_AGENT_ACTIONS {
            if i > 0 && until == "decision" {
                stopped = None;
                break;
            }
            let Turn::Decide {
                side,
                what: w,
                cite: c,
                within: at,
                ..
            } = self.game.turn()
            else {
                stopped = Some("over");
                break;
            };
            if side != by {
                stopped = Some("other");
                break;
            }
            let matter = at == within && (own || w == what || c.number() == cite.number());
            if i > 0 && until == "rest" && !matter {
                stopped = None;
                break;
            }
            if i > 0 && stop() {
                break;
            }
            let listed = self.game.actions();
            let Some(action) = pick(&mut *agent, self.game.state(), by, &listed) else {
                break;
            };
            match self.throwing(|game, dice| game.play(by, action, dice)) {
                Ok(_) => {}
                Err(e) if i == 0 => return Err(self.tell().unplayed(e)),
                Err(e) => {
                    stopped = Some("error");
                    error = Some(*self.tell().unplayed(e));
                    break;
                }
            }
        }
        Ok(PlayedAnswer {
            error,
            ..self.played(len, viewer, stopped)
        })
    }
    fn forced(&mut self, keys: &Keys) -> Result<PlayedAnswer, Fail> {
        let by = keys.asker::<G::Side>()?;
        let viewer = keys.viewer()?;
        let len = self.game.journal().len();
        let mut stopped = "limit";
        let mut error = None;
        for i in 0..MAX_ACTIONS_PER_REQUEST {
            let Turn::Decide { side, .. } = self.game.turn() else {
                stopped = "over";
                break;
            };
            if by.is_some_and(|by| by != side) {
                stopped = "other";
                break;
            }
            match self.throwing(Match::play_forced) {
                Ok(Some(_)) => {}
                Ok(None) => {
                    stopped = "choice";
                    break;
                }
                Err(e) if i == 0 => return Err(self.tell().unplayed(e)),
                Err(e) => {
                    stopped = "error";
                    error = Some(*self.tell().unplayed(e));
                    break;
                }
            }
        }
        Ok(PlayedAnswer {
            error,
            ..self.played(len, viewer, Some(stopped))
        })
    }
    fn undo(&mut self, keys: &Keys) -> Result<PlayedAnswer, Fail> {
        let by = keys.asker::<G::Side>()?;
        let len = self.game.journal().len();
        let joined = self
            .joined
            .last()
            .filter(|&&(_, end)| end == len)
            .map(|&(start, _)| start);
        let to = match keys.number("to") {
            Some(to) => self.length(to)?,
            None => joined.unwrap_or(len.saturating_sub(1)),
        };
        let others = self.game.journal()[to..]
            .iter()
            .find(|r| by.is_some_and(|by| by != r.by));
        if let Some(record) = others {
            let whose = record.by.word();
            let message = format!("one of the steps is {whose}'s: use `ask-undo`");
            return Err(SessionError::new(ErrorKind::NeedsConsent, message).at("to"));
        }
        let mut back = self.game.clone();
        while back.journal().len() > to {
            back.undo()?;
        }
        // With nothing to undo, this returns the error.
        if to == len {
            back.undo()?;
        }
        self.game = back;
        Ok(PlayedAnswer {
            undone: Some(len - to),
            ..self.played(to, Viewer::Of(None), None)
        })
    }
    /// Reads the length of the journal to which a request would undo.
    fn length(&self, to: u64) -> Result<usize, Fail> {
        let len = self.game.journal().len();
        if len == 0 {
            return Err(NoUndo::Nothing.into());
        }
        let shorter = usize::try_from(to).ok().filter(|&to| to < len);
        shorter.ok_or_else(|| Keys::bad("to", &format!("a length of the journal from 0 to {}", len - 1)))
    }
    /// Goes back to a length of the journal, over die rolls too.
    fn back_to(&mut self, to: usize) -> Result<(), Fail> {
        self.game = self.game.rewound(to).map_err(|e| self.tell().unloaded(&e))?;
        Ok(())
    }

    /// Answers `odds` without `keys`: outcomes differ by what happens to the pieces.
    fn foretold(&self, keys: &Keys, stop: Stop<'_>) -> Answer {
        let by = keys.by::<G::Side>()?;
        let action = self.game.parse(keys.need("action")?)?;
        if keys.value("through").is_some() {
            return Err(Keys::bad("through", "`keys` beside it"));
        }
        let runs = runs(keys)?;
        self.game.check(by, &action).map_err(|e| self.tell().unplayed(e))?;
        let asker = Asker {
            game: &self.game,
            own: by,
        };
        let seen = asker
            .foresee(&action, Budget::runs(runs as usize).stop_when(stop))
            .map_err(|why| self.tell().refused(&why))?;
        let tell = |how: String, odds: &Odds<Becomes>| {
            let odds = told_apart(odds);
            let mut all: Vec<&(Becomes, Ratio)> = odds.outcomes.iter().collect();
            all.sort_by(|a, b| b.1.approx().total_cmp(&a.1.approx()));
            let one = |((becomes, next), chance): &(Becomes, Ratio)| BecomesInfo {
                becomes: becomes.clone(),
                next: next.clone(),
                chance: chance.to_string(),
            };
            ForetoldInfo {
                how,
                outcomes: all.into_iter().map(one).collect(),
                unresolved: odds.unresolved.to_string(),
                why: unresolved(odds.why),
            }
        };
        let far = match &seen.far {
            Far::Told { how, alone, odds } => {
                let alone = if *alone {
                    "nothing else being declared after it, "
                } else {
                    ""
                };
                Some(tell(format!("to its end, {alone}{how}"), odds))
            }
            Far::TooMany => Some(ForetoldInfo {
                how: "to its end".to_owned(),
                outcomes: Vec::new(),
                unresolved: Ratio::ONE.to_string(),
                why: vec![format!(
                    "it has too many possible courses for {}: ask for more `runs`",
                    many(runs as usize, "run")
                )],
            }),
            Far::Nothing => None,
        };
        told(&ForetoldAnswer {
            near: tell("up to the next decision of either side".to_owned(), &seen.near),
            far,
            dealt: seen.dealt,
        })
    }

    /// Answers `odds` with `keys`, averaged over samples of what is hidden from the side that decides.
    fn odds(&self, keys: &Keys, stop: Stop<'_>) -> Answer {
        let by = keys.by::<G::Side>()?;
        let action = self.game.parse(keys.need("action")?)?;
        let paths = keys.texts("keys").ok_or_else(|| Keys::missing("keys"))?;
        let through = keys.word("through", &["next", "evenly", "first"])?;
        let runs = runs(keys)?;
        self.game.check(by, &action).map_err(|e| self.tell().unplayed(e))?;

        let mut deals: Vec<(G::State, u64)> = Vec::new();
        let mut dice = Seeded::new(self.game.journal().len() as u64);
        for _ in 0..ODDS_SAMPLES {
            let state = G::sample_state(self.game.state(), by, &mut dice);
            match deals.iter_mut().find(|(s, _)| *s == state) {
                Some((_, n)) => *n += 1,
                None => deals.push((state, 1)),
            }
        }
        let budget = Budget::runs((runs / deals.len().max(1) as u64).max(1) as usize).stop_when(stop);
        // A path that exists neither now nor in the first outcomes is misspelt. That is reported before the long computation.
        let now = json::value_of(&self.game.view(Some(by)));
        let known: Vec<core::cell::Cell<bool>> = paths
            .iter()
            .map(|p| core::cell::Cell::new(json::at(&now, p).is_some()))
            .collect();
        let key = |s: &G::State| -> Vec<String> {
            let view = json::value_of(&G::view(s, Some(by)));
            let look = |(path, known): (&String, &core::cell::Cell<bool>)| {
                let found = json::at(&view, path);
                known.set(known.get() || found.is_some());
                found.unwrap_or(&Value::Null).to_string()
            };
            paths.iter().zip(&known).map(look).collect()
        };
        let walk = |state: &G::State, budget: Budget<'_>| -> Result<Odds<Vec<String>>, Fail> {
            let query = OddsQuery::<G>::new(state, by, &action).budget(budget);
            let mut first = FirstListed;
            let query = match through {
                "evenly" => query,
                "first" => query.policy(&mut first),
                _ => query.to_next_decision(),
            };
            query.outcomes(key).map_err(|refusals| self.tell().refused(&refusals))
        };
        let lost = || known.iter().position(|k| !k.get());
        for (state, _) in &deals {
            if lost().is_none() {
                break;
            }
            walk(state, Budget::runs(PROBE_RUNS.min(budget.runs)).stop_when(stop))?;
        }
        if let Some(i) = lost() {
            let message = format!("the view has no path {:?}, neither now nor afterwards", paths[i]);
            return Err(SessionError::new(ErrorKind::BadValue, message).at(format!("keys[{i}]")));
        }
        let mut outcomes: BTreeMap<Vec<String>, Ratio> = BTreeMap::new();
        let (mut sum, mut why) = (Ratio::ZERO, Unresolved::default());
        for (state, n) in &deals {
            let found = walk(state, budget)?;
            why.budget |= found.why.budget;
            why.stopped |= found.why.stopped;
            why.overflow |= found.why.overflow;
            why.policy |= found.why.policy;
            why.no_choice |= found.why.no_choice;
            let share = Ratio::new(u128::from(*n), u128::from(ODDS_SAMPLES));
            for (key, chance) in found.outcomes {
                let slot = outcomes.entry(key).or_insert(Ratio::ZERO);
                let added = chance.times(share).and_then(|w| Some((slot.plus(w)?, sum.plus(w)?)));
                match added {
                    Some((now, all)) => (*slot, sum) = (now, all),
                    None => why.overflow = true,
                }
            }
        }
        let told_as = |(key, chance): (Vec<String>, Ratio)| OutcomeInfo {
            is: paths
                .iter()
                .zip(key)
                .map(|(p, v)| (p.clone(), serde_json::from_str(&v).unwrap_or(Value::Null)))
                .collect(),
            chance: chance.to_string(),
        };
        let rest = Ratio::new(sum.den().saturating_sub(sum.num()), sum.den());
        told(&OddsAnswer {
            outcomes: outcomes.into_iter().map(told_as).collect(),
            unresolved: rest.to_string(),
            why,
            deals: deals.len(),
        })
    }
}

fn seen<S>(viewer: Viewer<S>) -> Option<S> {
    match viewer {
        Viewer::Of(side) => side,
        Viewer::Referee => None,
    }
}

fn runs(keys: &Keys) -> Result<u64, Fail> {
    let runs = keys.number("runs").unwrap_or(ODDS_RUNS.0);
    if (1..=ODDS_RUNS.1).contains(&runs) {
        return Ok(runs);
    }
    Err(Keys::bad("runs", &format!("a whole number from 1 to {}", ODDS_RUNS.1)))
}

/// Returns the action that an agent chooses at a decision.
pub(crate) fn pick<G: Game>(
    agent: &mut dyn Agent<G>,
    state: &G::State,
    by: G::Side,
    listed: &[G::Action],
) -> Option<G::Action> {
    if listed.is_empty() {
        return None;
    }
    let i = agent.choose(Seat::new(state, by, listed)) % listed.len();
    listed.get(i).copied()
}

impl<G: Guide> MatchSession<G> {
    pub(crate) fn answer(&mut self, request: &Request, keys: &Keys, stop: Stop<'_>) -> Answer {
        let at = keys.number("in");
        if at.is_some_and(|n| !self.forks.contains_key(&n)) {
            return Err(SessionError::new(ErrorKind::NoFork, "no such scratch copy").at("in"));
        }
        match request.name {
            "fork" => {
                if self.forks.len() >= MAX_FORKS {
                    let message = format!("at most {MAX_FORKS} scratch copies: `drop` one first");
                    return Err(SessionError::new(ErrorKind::NoFork, message));
                }
                let viewer = keys.viewer()?;
                let from = at.and_then(|n| self.forks.get(&n)).unwrap_or(&self.open_match);
                // Not from the session's dice or seed: rolls in the copy would show the rolls to come in the match.
                let seed = keys.number("seed").unwrap_or(self.forked);
                let copy = from.scratch(viewer, digest(&("a scratch copy", seed)));
                self.forked += 1;
                self.forks.insert(self.forked, copy);
                told(&ForkAnswer { fork: self.forked })
            }
            "drop" => {
                let fork = keys.number("fork").unwrap_or(0);
                if self.forks.remove(&fork).is_none() {
                    return Err(SessionError::new(ErrorKind::NoFork, "no such scratch copy").at("fork"));
                }
                told(&ForkAnswer { fork })
            }
            _ => {
                let open_match = match at.and_then(|n| self.forks.get_mut(&n)) {
                    Some(fork) => fork,
                    None => &mut self.open_match,
                };
                if request.changes {
                    open_match.change(request, keys, &self.agents, stop)
                } else {
                    open_match.answer(request, keys, &self.agents, stop)
                }
            }
        }
    }
    /// Returns the length of the journal.
    pub(crate) fn journal(&self) -> usize {
        self.open_match.game.journal().len()
    }
}
