//! Sessions of several games behind one host.

use crate::answers::{
    AgentInfo, BattleInfo, ErrorAnswer, GameInfo, HelloAnswer, LayAnswer, MigrateAnswer, OpenAnswer, OptionInfo,
    ScenarioInfo, SchemaAnswer, StoppedInfo,
};
use crate::error::{ErrorKind, Fail, SessionError};
use crate::laying::lay;
use crate::match_session::{MatchSession, advised_agents};
use crate::requests::{HOST_REQUESTS, Keys, PROTOCOL, REQUESTS, Request, checked, object};
use crate::session::Session;
use casus_core::cases::Laws;
use casus_core::decisions::Sided;
use casus_core::geometry::did_you_mean;
use casus_core::play::Match;
use casus_core::play::hex_digits;
use casus_core::play::json;
use casus_core::play::{LIBRARY_VERSION, LoadError, game_of};
use casus_guide::{Battle, BoxedGame, Unlaid};
use core::marker::PhantomData;
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// A game that a [`SessionHost`] can serve. With the feature `schema`, it also describes its JSON.
#[cfg(feature = "schema")]
pub trait HostedGame: BoxedGame + crate::schema::Described {}
#[cfg(feature = "schema")]
impl<G: BoxedGame + crate::schema::Described> HostedGame for G {}
/// A game that a [`SessionHost`] can serve. With the feature `schema`, it also describes its JSON.
#[cfg(not(feature = "schema"))]
pub trait HostedGame: BoxedGame {}
#[cfg(not(feature = "schema"))]
impl<G: BoxedGame> HostedGame for G {}

#[cfg(feature = "schema")]
#[expect(clippy::unnecessary_wraps, reason = "a build without schemas has none")]
fn schemas<G: HostedGame>() -> Option<(Value, Value)> {
    Some((G::setup_schema(), crate::schema::schema_of::<G>()))
}
#[cfg(not(feature = "schema"))]
const fn schemas<G: HostedGame>() -> Option<(Value, Value)> {
    None
}

/// The keys of a request that say which battle is meant, and how it begins.
struct Opening<'k> {
    battle: Option<&'k str>,
    scenario: Option<&'k str>,
    options: Vec<String>,
    setup: Option<String>,
    seed: u64,
}

impl<'k> Opening<'k> {
    fn of(keys: &'k Map<String, Value>) -> Self {
        let text = |key: &str| keys.get(key).and_then(Value::as_str);
        let options = keys.get("options").and_then(Value::as_array).into_iter().flatten();
        Self {
            battle: text("battle"),
            scenario: text("scenario"),
            options: options.filter_map(Value::as_str).map(str::to_owned).collect(),
            setup: keys.get("setup").map(Value::to_string),
            seed: keys.get("seed").and_then(Value::as_u64).unwrap_or(0),
        }
    }
}

/// A game in the form that a [`SessionHost`] takes. [`library_game`] makes one from a game's type.
pub trait LibraryGame: Send + Sync {
    /// The game's short name.
    fn game(&self) -> &'static str;
    /// Describes the game: its battles, scenarios, options and agents.
    fn info(&self) -> GameInfo;
    /// Returns the JSON Schema of the game's requests and answers. `None` without the feature `schema`.
    fn schema(&self) -> Option<Value>;
    #[doc(hidden)]
    fn opened(&self, keys: &Map<String, Value>) -> Result<Box<dyn Session>, Box<SessionError>>;
    #[doc(hidden)]
    fn laid(&self, keys: &Map<String, Value>) -> Result<LayAnswer, Box<SessionError>>;
    #[doc(hidden)]
    fn reopened(&self, save: &str, seed: u64) -> Result<Box<dyn Session>, LoadError>;
    #[doc(hidden)]
    fn migrated(&self, save: &str) -> Result<MigrateAnswer, LoadError>;
}

struct Hosted<G>(PhantomData<fn() -> G>);

/// Returns a game in the form that a [`SessionHost`] takes.
pub fn library_game<G: HostedGame>() -> &'static dyn LibraryGame {
    &Hosted::<G>(PhantomData)
}

fn no_such(key: &str, word: &str, known: &[&str]) -> Fail {
    let near = did_you_mean(word, known.iter().copied());
    let message = format!("unknown {key} {word:?}; {key}s: {}{near}", known.join(", "));
    SessionError::new(ErrorKind::NoGame, message).at(key)
}

impl<G: HostedGame> Hosted<G> {
    fn battle(word: Option<&str>) -> Result<&'static Battle<G>, Fail> {
        let found = match word {
            None => G::BATTLES.first(),
            Some(word) => G::battle(word),
        };
        found.ok_or_else(|| {
            let known: Vec<&str> = G::BATTLES.iter().map(|b| b.program).collect();
            no_such("battle", word.unwrap_or_default(), &known)
        })
    }
    /// Returns the set-up that the request means, with its scenario and options.
    fn setup(how: &Opening<'_>) -> Result<G::Setup, Fail> {
        let battle = Self::battle(how.battle)?;
        let wrong = |e| SessionError::new(ErrorKind::NotOpened, LoadError::NotASetup(e).to_string()).at("setup");
        let mut setup = match &how.setup {
            None => (battle.setup)(),
            Some(text) => json::read(text).map_err(wrong)?,
        };
        let options = how.options.iter().map(String::as_str);
        battle.lay(&mut setup, how.scenario, options).map_err(|e| {
            let key = match e {
                Unlaid::Scenario { .. } => "scenario",
                Unlaid::Option { .. } => "options",
            };
            SessionError::new(ErrorKind::NoGame, e.to_string()).at(key)
        })?;
        Ok(setup)
    }
    fn open(how: &Opening<'_>) -> Result<Box<dyn Session>, Fail> {
        let seated = MatchSession::<G>::new(Self::setup(how)?, how.seed)
            .map_err(|e| SessionError::new(ErrorKind::NotOpened, e.to_string()).at("setup"))?;
        Ok(Box::new(seated.with_agents(advised_agents())))
    }
}

impl<G: HostedGame> LibraryGame for Hosted<G> {
    fn game(&self) -> &'static str {
        G::NAME
    }
    fn info(&self) -> GameInfo {
        let battle = |b: &Battle<G>| BattleInfo {
            battle: b.program.to_owned(),
            title: b.title.to_owned(),
            scenarios: b
                .scenarios
                .iter()
                .map(|(id, title)| ScenarioInfo {
                    scenario: (*id).to_owned(),
                    title: (*title).to_owned(),
                })
                .collect(),
            rules: G::begin(&(b.setup)()).map_or_else(|e| e.to_string(), |s| hex_digits(G::rules_digest(&s))),
        };
        let option = |word: &&'static str| match (G::CASEBOOK.ruling(word), G::CASEBOOK.find(word)) {
            (Some(ruling), _) => OptionInfo {
                option: (*word).to_owned(),
                cases: ruling.cases.to_owned(),
                question: ruling.question.map(str::to_owned),
                text: ruling.text.to_owned(),
                other: ruling.switch.map(str::to_owned),
            },
            (None, case) => OptionInfo {
                option: (*word).to_owned(),
                cases: case.map_or(*word, |c| c.number).to_owned(),
                question: None,
                text: case.map_or("", |c| c.title).to_owned(),
                other: None,
            },
        };
        GameInfo {
            game: G::NAME.to_owned(),
            title: G::CASEBOOK.title.to_owned(),
            sides: G::Side::ALL.iter().map(|s| s.word().to_owned()).collect(),
            open: G::PERFECT_INFORMATION,
            battles: G::BATTLES.iter().map(battle).collect(),
            options: G::BATTLES
                .first()
                .map_or(&[][..], |b| b.options)
                .iter()
                .map(option)
                .collect(),
            agents: advised_agents::<G>()
                .iter()
                .map(|a| AgentInfo {
                    agent: a.name.to_owned(),
                    says: a.says.to_owned(),
                })
                .collect(),
            setup_schema: schemas::<G>().map(|(setup, _)| setup),
        }
    }
    fn schema(&self) -> Option<Value> {
        schemas::<G>().map(|(_, whole)| whole)
    }
    fn opened(&self, keys: &Map<String, Value>) -> Result<Box<dyn Session>, Box<SessionError>> {
        Self::open(&Opening::of(keys))
    }
    fn laid(&self, keys: &Map<String, Value>) -> Result<LayAnswer, Box<SessionError>> {
        let how = Opening::of(keys);
        lay::<G>(Self::setup(&how)?, keys.get("pieces"), how.seed)
    }
    fn reopened(&self, save: &str, seed: u64) -> Result<Box<dyn Session>, LoadError> {
        let seated = MatchSession::<G>::over(Match::load(save)?, seed);
        Ok(Box::new(seated.with_agents(advised_agents())))
    }
    fn migrated(&self, save: &str) -> Result<MigrateAnswer, LoadError> {
        let migrated = Match::<G>::migrate(save, &Laws::PRINTED)?;
        let stopped = migrated.stopped.map(|e| StoppedInfo {
            line: e.line,
            message: e.fault.to_string(),
            cite: e.refusals().and_then(|r| r.iter().next()).map(|r| r.cite.to_string()),
            words: e.words,
        });
        Ok(MigrateAnswer {
            played: migrated.played,
            total: migrated.total,
            same_position: migrated.same_position,
            rules: migrated.rules.map(|rules| [rules.saved, rules.now]),
            stopped,
            save: migrated.game.save(),
        })
    }
}

/// Sessions of several games: lists the games, opens sessions and passes requests on to them.
///
/// A request is one JSON object, as with a [`Session`]. [`HOST_REQUESTS`] lists the requests that the host itself answers. Any other
/// request goes to a session, whose number it gives under `session`. The number may be left out while only one session is open.
///
/// ```
/// let mut host = casus_belli::host();
/// let opened: serde_json::Value = serde_json::from_str(&host.ask(r#"{"do": "open", "game": "suleiman", "seed": 7}"#))?;
/// let session = &opened["session"];
/// let turn = host.ask(&format!(r#"{{"do": "turn", "session": {session}}}"#));
/// assert!(turn.contains("Hungary"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct SessionHost {
    games: Vec<&'static dyn LibraryGame>,
    sessions: BTreeMap<u64, Box<dyn Session>>,
    opened: u64,
}

/// Sessions that can be open at the same time.
const MAX_SESSIONS: usize = 1000;

impl core::fmt::Debug for SessionHost {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let games: Vec<&str> = self.games.iter().map(|g| g.game()).collect();
        f.debug_struct("SessionHost")
            .field("games", &games)
            .field("sessions", &self.sessions.len())
            .finish_non_exhaustive()
    }
}

impl SessionHost {
    /// Creates a host of these games.
    pub fn new(games: Vec<&'static dyn LibraryGame>) -> Self {
        Self {
            games,
            sessions: BTreeMap::new(),
            opened: 0,
        }
    }
    /// Returns the games that the host serves.
    pub fn games(&self) -> &[&'static dyn LibraryGame] {
        &self.games
    }
    /// Adds a session that was opened elsewhere and returns its number.
    pub fn take_in(&mut self, session: Box<dyn Session>) -> u64 {
        self.opened += 1;
        self.sessions.insert(self.opened, session);
        self.opened
    }
    /// Removes a session and returns it, or `None` if no session has this number.
    pub fn take_out(&mut self, session: u64) -> Option<Box<dyn Session>> {
        self.sessions.remove(&session)
    }
    /// Answers a request. The answer is one JSON object, even if the text is not a JSON object.
    pub fn ask(&mut self, text: &str) -> String {
        self.ask_until(text, &|| false)
    }
    /// Answers a request as [`ask`](Self::ask) does, but ends a long computation when `stop` returns true. See
    /// [`Session::ask_until`].
    pub fn ask_until(&mut self, text: &str, stop: &dyn Fn() -> bool) -> String {
        let mut id = None;
        let answer = object(text, &mut id).and_then(|map| self.answer(map, stop));
        let mut answer = match answer {
            Ok(answer) => answer,
            Err(error) => json::value_of(&ErrorAnswer { error: *error }),
        };
        if let (Some(map), Some(id)) = (answer.as_object_mut(), id) {
            map.insert("id".to_owned(), id);
        }
        answer.to_string()
    }
    fn answer(&mut self, mut map: Map<String, Value>, stop: &dyn Fn() -> bool) -> Result<Value, Fail> {
        let own = map
            .get("do")
            .and_then(Value::as_str)
            .is_some_and(|what| HOST_REQUESTS.iter().any(|r| r.name == what));
        if own {
            let (request, keys) = checked(map, HOST_REQUESTS, &["do"])?;
            let answer = catch_unwind(AssertUnwindSafe(|| self.own(&request, &keys)));
            return answer
                .unwrap_or_else(|_| Err(SessionError::new(ErrorKind::Defect, "the engine failed on this request")));
        }
        let number = match map.remove("session") {
            Some(said) => said
                .as_u64()
                .ok_or_else(|| Keys::bad("session", "a whole number, 0 or more"))?,
            None if self.sessions.len() == 1 => self.sessions.keys().next().copied().unwrap_or(0),
            // An unknown request is reported before a missing `session`.
            None => {
                checked(map, REQUESTS, &crate::requests::ALWAYS)?;
                let message = format!("{} sessions are open: name one with \"session\"", self.sessions.len());
                return Err(SessionError::new(ErrorKind::MissingKey, message).at("session"));
            }
        };
        let session = self.sessions.get_mut(&number).ok_or_else(|| Self::no_session(number))?;
        let answer = session.ask_until(&Value::Object(map).to_string(), stop);
        serde_json::from_str(&answer).map_err(|e| SessionError::new(ErrorKind::Defect, e.to_string()))
    }
    fn no_session(number: u64) -> Fail {
        SessionError::new(ErrorKind::NoSession, format!("no session {number} is open")).at("session")
    }
    fn game(&self, word: &str) -> Result<&'static dyn LibraryGame, Fail> {
        let found = self.games.iter().find(|g| g.game() == word);
        found.copied().ok_or_else(|| {
            let known: Vec<&str> = self.games.iter().map(|g| g.game()).collect();
            no_such("game", word, &known)
        })
    }
    /// Returns the game that a save is of.
    fn game_of(&self, save: &str) -> Result<&'static dyn LibraryGame, Fail> {
        self.game(&game_of(save).map_err(|e| Self::unloaded(&e))?)
    }
    fn unloaded(e: &LoadError) -> Fail {
        let mut error = SessionError::new(ErrorKind::NotLoaded, e.to_string()).at("save");
        error.cite = e.refusals().and_then(|r| r.iter().next()).map(|r| r.cite.to_string());
        error
    }
    fn own(&mut self, request: &Request, keys: &Keys) -> Result<Value, Fail> {
        match request.name {
            "hello" => Ok(json::value_of(&HelloAnswer {
                protocol: PROTOCOL,
                library: LIBRARY_VERSION.to_owned(),
                commit: option_env!("CASUS_COMMIT").map(str::to_owned),
                games: self.games.iter().map(|g| g.info()).collect(),
                host: HOST_REQUESTS.to_vec(),
                requests: REQUESTS.to_vec(),
            })),
            "schema" => {
                let schema = self.game(keys.need("game")?)?.schema();
                let schema = schema.ok_or_else(|| {
                    SessionError::new(ErrorKind::NoGame, "this build has no schemas: enable the feature `schema`")
                })?;
                Ok(json::value_of(&SchemaAnswer { schema }))
            }
            "open" => {
                self.room()?;
                let game = self.game(keys.need("game")?)?;
                let session = game.opened(keys.map())?;
                Ok(self.placed(session))
            }
            "lay" => Ok(json::value_of(&self.game(keys.need("game")?)?.laid(keys.map())?)),
            "reopen" => {
                self.room()?;
                let save = keys.need("save")?;
                let session = self.game_of(save)?.reopened(save, keys.number("seed").unwrap_or(0));
                let session = session.map_err(|e| Self::unloaded(&e))?;
                Ok(self.placed(session))
            }
            "migrate" => {
                let save = keys.need("save")?;
                let migrated = self.game_of(save)?.migrated(save).map_err(|e| Self::unloaded(&e))?;
                Ok(json::value_of(&migrated))
            }
            _ => {
                let number = keys.number("session").unwrap_or(0);
                let session = self.sessions.remove(&number).ok_or_else(|| Self::no_session(number))?;
                Ok(json::value_of(&OpenAnswer {
                    session: number,
                    game: session.game().to_owned(),
                }))
            }
        }
    }
    /// Refuses if as many sessions are open as there can be.
    fn room(&self) -> Result<(), Fail> {
        if self.sessions.len() < MAX_SESSIONS {
            return Ok(());
        }
        Err(SessionError::new(
            ErrorKind::NoSession,
            format!("at most {MAX_SESSIONS} sessions: `close` one first"),
        ))
    }
    fn placed(&mut self, session: Box<dyn Session>) -> Value {
        let game = session.game().to_owned();
        let session = self.take_in(session);
        json::value_of(&OpenAnswer { session, game })
    }
}
