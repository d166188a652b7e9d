//! Tables of several games behind one door.

use crate::cases::laws::Laws;
use crate::geometry::near::did_you_mean;
use crate::person::battle::{Battle, Boxed, Unlaid};
use crate::play::digest::hex_digits;
use crate::play::json;
use crate::play::matches::Match;
use crate::play::save::{ENGINE, LoadError, game_of};
use crate::protocol::answers::{
    AgentTold, BattleTold, ErrorAnswer, GameTold, HelloAnswer, LayAnswer, OpenAnswer, OptionTold, PatchAnswer,
    ScenarioTold, SchemaAnswer, StoppedTold,
};
use crate::protocol::error::{ErrorKind, Fail, TableError};
use crate::protocol::laying::lay;
use crate::protocol::requests::{HALL, Keys, PROTOCOL, REQUESTS, Request, checked, object};
use crate::protocol::seated::{Seated, advisers};
use crate::protocol::table::Table;
use crate::turns::side::Sided;
use core::marker::PhantomData;
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// What a game on a shelf must tell of itself: with the feature `schema`, its words too.
#[cfg(feature = "schema")]
pub trait Shelved: Boxed + crate::protocol::schema::Described {}
#[cfg(feature = "schema")]
impl<G: Boxed + crate::protocol::schema::Described> Shelved for G {}
/// What a game on a shelf must tell of itself: with the feature `schema`, its words too.
#[cfg(not(feature = "schema"))]
pub trait Shelved: Boxed {}
#[cfg(not(feature = "schema"))]
impl<G: Boxed> Shelved for G {}

#[cfg(feature = "schema")]
#[expect(clippy::unnecessary_wraps, reason = "a build without schemas has none")]
fn schemas<G: Shelved>() -> Option<(Value, Value)> {
    Some((G::setup_schema(), crate::protocol::schema::schema_of::<G>()))
}
#[cfg(not(feature = "schema"))]
const fn schemas<G: Shelved>() -> Option<(Value, Value)> {
    None
}

/// How a match is to be opened.
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

/// A game in its box, whichever it is; [`shelf`] makes one.
pub trait Shelf: Send + Sync {
    /// The game's short name.
    fn game(&self) -> &'static str;
    /// What is told of it.
    fn told(&self) -> GameTold;
    /// The schema of all that its tables are asked and answer, where the build has it.
    fn schema(&self) -> Option<Value>;
    #[doc(hidden)]
    fn opened(&self, keys: &Map<String, Value>) -> Result<Box<dyn Table>, Box<TableError>>;
    #[doc(hidden)]
    fn laid(&self, keys: &Map<String, Value>) -> Result<LayAnswer, Box<TableError>>;
    #[doc(hidden)]
    fn reopened(&self, save: &str, seed: u64) -> Result<Box<dyn Table>, LoadError>;
    #[doc(hidden)]
    fn patched(&self, save: &str) -> Result<PatchAnswer, LoadError>;
}

struct Boxful<G>(PhantomData<fn() -> G>);

/// A game in its box.
pub fn shelf<G: Shelved>() -> Box<dyn Shelf> {
    Box::new(Boxful::<G>(PhantomData))
}

fn no_such(key: &str, word: &str, known: &[&str]) -> Fail {
    let near = did_you_mean(word, known.iter().copied());
    let message = format!("no {key} is called `{word}`; there are: {}{near}", known.join(", "));
    TableError::new(ErrorKind::NoGame, message).at(key)
}

impl<G: Shelved> Boxful<G> {
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
    /// The set-up that is meant, with its scenario and options.
    fn setup(how: &Opening<'_>) -> Result<G::Setup, Fail> {
        let battle = Self::battle(how.battle)?;
        let wrong = |e| TableError::new(ErrorKind::NotOpened, LoadError::NotASetup(e).to_string()).at("setup");
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
            TableError::new(ErrorKind::NoGame, format!("`{}`: {e}", e.word())).at(key)
        })?;
        Ok(setup)
    }
    fn open(how: &Opening<'_>) -> Result<Box<dyn Table>, Fail> {
        let seated = Seated::<G>::new(Self::setup(how)?, how.seed)
            .map_err(|e| TableError::new(ErrorKind::NotOpened, e.to_string()).at("setup"))?;
        Ok(Box::new(seated.hiring(advisers())))
    }
}

impl<G: Shelved> Shelf for Boxful<G> {
    fn game(&self) -> &'static str {
        G::NAME
    }
    fn told(&self) -> GameTold {
        let battle = |b: &Battle<G>| BattleTold {
            battle: b.program.to_owned(),
            title: b.title.to_owned(),
            scenarios: b
                .scenarios
                .iter()
                .map(|(id, title)| ScenarioTold {
                    scenario: (*id).to_owned(),
                    title: (*title).to_owned(),
                })
                .collect(),
            rules: G::begin(&(b.setup)()).map_or_else(|e| e.to_string(), |s| hex_digits(G::rules_digest(&s))),
        };
        let option = |word: &&'static str| match (G::CASEBOOK.ruling(word), G::CASEBOOK.find(word)) {
            (Some(ruling), _) => OptionTold {
                option: (*word).to_owned(),
                cases: ruling.cases.to_owned(),
                text: ruling.text.to_owned(),
                other: ruling.switch.map(str::to_owned),
            },
            (None, case) => OptionTold {
                option: (*word).to_owned(),
                cases: case.map_or(*word, |c| c.number).to_owned(),
                text: case.map_or("", |c| c.title).to_owned(),
                other: None,
            },
        };
        GameTold {
            game: G::NAME.to_owned(),
            title: G::CASEBOOK.title.to_owned(),
            sides: G::Side::ALL.iter().map(|s| s.word().to_owned()).collect(),
            open: G::OPEN,
            battles: G::BATTLES.iter().map(battle).collect(),
            options: G::BATTLES
                .first()
                .map_or(&[][..], |b| b.options)
                .iter()
                .map(option)
                .collect(),
            agents: advisers::<G>()
                .iter()
                .map(|a| AgentTold {
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
    fn opened(&self, keys: &Map<String, Value>) -> Result<Box<dyn Table>, Box<TableError>> {
        Self::open(&Opening::of(keys))
    }
    fn laid(&self, keys: &Map<String, Value>) -> Result<LayAnswer, Box<TableError>> {
        let how = Opening::of(keys);
        lay::<G>(Self::setup(&how)?, keys.get("posts"), how.seed)
    }
    fn reopened(&self, save: &str, seed: u64) -> Result<Box<dyn Table>, LoadError> {
        let seated = Seated::<G>::over(Match::load(save)?, seed);
        Ok(Box::new(seated.hiring(advisers())))
    }
    fn patched(&self, save: &str) -> Result<PatchAnswer, LoadError> {
        let patched = Match::<G>::patch(save, &Laws::PRINTED)?;
        let stopped = patched.stopped.as_ref().map(|e| {
            let (line, words, message) = match e {
                LoadError::Journal { line, words, fault } => (*line, words.clone(), fault.to_string()),
                other => (patched.lines + 1, String::new(), other.to_string()),
            };
            StoppedTold {
                line,
                words,
                message,
                cite: e.refusals().and_then(|r| r.iter().next()).map(|r| r.cite.to_string()),
            }
        });
        Ok(PatchAnswer {
            lines: patched.lines,
            of: patched.of,
            same: patched.same,
            rules: patched.rules.clone(),
            stopped,
            save: patched.game.save(),
        })
    }
}

/// The door of a program: it says who it is and which games it has, opens tables, and passes on what they are asked.
///
/// A request is one JSON object, as with a [`Table`]; [`HALL`] lists what the hall itself answers. What goes to a table has its
/// number under `table`, which may be left out where one table alone is open.
pub struct Hall {
    games: Vec<Box<dyn Shelf>>,
    tables: BTreeMap<u64, Box<dyn Table>>,
    opened: u64,
}

/// So many tables at once.
const TABLES: usize = 1000;

impl core::fmt::Debug for Hall {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let games: Vec<&str> = self.games.iter().map(|g| g.game()).collect();
        f.debug_struct("Hall")
            .field("games", &games)
            .field("tables", &self.tables.len())
            .finish_non_exhaustive()
    }
}

impl Hall {
    /// A hall with these games.
    pub fn new(games: Vec<Box<dyn Shelf>>) -> Self {
        Self {
            games,
            tables: BTreeMap::new(),
            opened: 0,
        }
    }
    /// The games.
    pub fn games(&self) -> &[Box<dyn Shelf>] {
        &self.games
    }
    /// Takes in a table that was opened elsewhere; its number.
    pub fn take_in(&mut self, table: Box<dyn Table>) -> u64 {
        self.opened += 1;
        self.tables.insert(self.opened, table);
        self.opened
    }
    /// Takes a table out of the hall, to be kept elsewhere.
    pub fn take_out(&mut self, table: u64) -> Option<Box<dyn Table>> {
        self.tables.remove(&table)
    }
    /// Answers a request: one JSON object in, one out, whatever the text.
    pub fn ask(&mut self, text: &str) -> String {
        self.ask_until(text, &|| false)
    }
    /// The same, with a `stop` for what takes long at a table: [`Table::ask_until`].
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
            .is_some_and(|what| HALL.iter().any(|r| r.name == what));
        if own {
            let (request, keys) = checked(map, HALL, &["do"])?;
            let answer = catch_unwind(AssertUnwindSafe(|| self.own(&request, &keys)));
            return answer
                .unwrap_or_else(|_| Err(TableError::new(ErrorKind::Defect, "the engine failed on this request")));
        }
        let number = match map.remove("table") {
            Some(said) => said
                .as_u64()
                .ok_or_else(|| Keys::bad("table", "a whole number, 0 or more"))?,
            None if self.tables.len() == 1 => self.tables.keys().next().copied().unwrap_or(0),
            // What there is not is told before what is missing.
            None => {
                checked(map, REQUESTS, &crate::protocol::requests::ALWAYS)?;
                let message = format!("{} tables are open: `table` says which is asked", self.tables.len());
                return Err(TableError::new(ErrorKind::MissingKey, message).at("table"));
            }
        };
        let table = self.tables.get_mut(&number).ok_or_else(|| Self::no_table(number))?;
        let answer = table.ask_until(&Value::Object(map).to_string(), stop);
        serde_json::from_str(&answer).map_err(|e| TableError::new(ErrorKind::Defect, e.to_string()))
    }
    fn no_table(number: u64) -> Fail {
        TableError::new(ErrorKind::NoTable, format!("there is no table {number}")).at("table")
    }
    fn game(&self, word: &str) -> Result<&dyn Shelf, Fail> {
        let found = self.games.iter().find(|g| g.game() == word);
        found.map(AsRef::as_ref).ok_or_else(|| {
            let known: Vec<&str> = self.games.iter().map(|g| g.game()).collect();
            no_such("game", word, &known)
        })
    }
    /// The game of a save.
    fn game_of(&self, save: &str) -> Result<&dyn Shelf, Fail> {
        self.game(&game_of(save).map_err(|e| Self::unloaded(&e))?)
    }
    fn unloaded(e: &LoadError) -> Fail {
        let mut error = TableError::new(ErrorKind::NotLoaded, e.to_string()).at("save");
        error.cite = e.refusals().and_then(|r| r.iter().next()).map(|r| r.cite.to_string());
        error
    }
    fn own(&mut self, request: &Request, keys: &Keys) -> Result<Value, Fail> {
        match request.name {
            "hello" => Ok(json::value_of(&HelloAnswer {
                protocol: PROTOCOL,
                library: ENGINE.to_owned(),
                commit: option_env!("CASUS_COMMIT").map(str::to_owned),
                games: self.games.iter().map(|g| g.told()).collect(),
                hall: HALL.to_vec(),
                requests: REQUESTS.to_vec(),
            })),
            "schema" => {
                let schema = self.game(keys.need("game")?)?.schema();
                let schema = schema.ok_or_else(|| {
                    TableError::new(ErrorKind::NoGame, "this build has no schema: it wants the feature `schema`")
                })?;
                Ok(json::value_of(&SchemaAnswer { schema }))
            }
            "open" => {
                self.room()?;
                let game = self.game(keys.need("game")?)?;
                let table = game.opened(keys.map())?;
                Ok(self.placed(table))
            }
            "lay" => Ok(json::value_of(&self.game(keys.need("game")?)?.laid(keys.map())?)),
            "reopen" => {
                self.room()?;
                let save = keys.need("save")?;
                let table = self.game_of(save)?.reopened(save, keys.number("seed").unwrap_or(0));
                let table = table.map_err(|e| Self::unloaded(&e))?;
                Ok(self.placed(table))
            }
            "patch" => {
                let save = keys.need("save")?;
                let patched = self.game_of(save)?.patched(save).map_err(|e| Self::unloaded(&e))?;
                Ok(json::value_of(&patched))
            }
            _ => {
                let number = keys.number("table").unwrap_or(0);
                let table = self.tables.remove(&number).ok_or_else(|| Self::no_table(number))?;
                Ok(json::value_of(&OpenAnswer {
                    table: number,
                    game: table.game().to_owned(),
                }))
            }
        }
    }
    /// That there is room for one more.
    fn room(&self) -> Result<(), Fail> {
        if self.tables.len() < TABLES {
            return Ok(());
        }
        Err(TableError::new(ErrorKind::NoTable, format!("{TABLES} tables are open: `close` one first")))
    }
    fn placed(&mut self, table: Box<dyn Table>) -> Value {
        let game = table.game().to_owned();
        let table = self.take_in(table);
        json::value_of(&OpenAnswer { table, game })
    }
}
