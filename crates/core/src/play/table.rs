//! The door in JSON text.

use crate::cases::case::Cite;
use crate::cases::refusal::Refusals;
use crate::dice::ratio::Ratio;
use crate::dice::throw::{Seeded, Throw};
use crate::geometry::place::Place;
use crate::pictures::scene::Scene;
use crate::play::game::Game;
use crate::play::json;
use crate::play::matches::{Act, ActError, Deed, Match, NoUndo, PlayError};
use crate::play::odds::{Budget, Evenly, FirstListed, Odds, Unresolved, chances, odds};
use crate::play::save::{LoadError, read};
use crate::turns::fault::{ParseFault, SetupFaults};
use crate::turns::log::Cited;
use crate::turns::side::Sided;
use crate::turns::turn::{Outcome, Turn};
use serde::Serialize;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// How many actions one `forced` request may play.
const FORCED: usize = 1000;
/// How many runs an `odds` request takes, and may ask for at most.
const RUNS: (u64, u64) = (20_000, 1_000_000);
/// How many deals of what is hidden an `odds` request is taken over.
const DEALS: u64 = 16;

/// Every kind of error that a [`Table`] answers with.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ErrorKind {
    /// The request is no JSON object.
    Malformed,
    /// `do` names no request.
    UnknownRequest,
    /// A key that the request does not know; `path` names it.
    UnknownKey,
    /// A key that the request needs, `by` and `viewer` among them; `path` names it.
    MissingKey,
    /// A value of the wrong type, or out of its range; `path` names it.
    BadValue,
    /// No side, or no viewer, has this word; `path` names the key.
    NoSuchSide,
    /// The words are no action of this game.
    NotAnAction,
    /// The rules forbid the action; `refusals` has every reason.
    Refused,
    /// It is another side's decision.
    NotDeciding,
    /// Play has ended.
    Over,
    /// The journal has another length than the request saw; ask again.
    Stale,
    /// The faces given are too few; `throw` says what the next is for.
    Wanted,
    /// A face is not on its die; `throw` says which.
    OffTheDie,
    /// Faces are left over.
    UnusedFaces,
    /// House rules leave nothing to do after the action.
    NoChoice,
    /// The last line cannot be taken back.
    NoUndo,
    /// The act of the match cannot be done.
    NoAct,
    /// The save was not loaded.
    NotLoaded,
    /// No Case or ruling has this name.
    NoSuchCase,
    /// A defect of the engine; `journal` says how far the match has come.
    Defect,
}

impl ErrorKind {
    /// All of them.
    pub const ALL: &'static [Self] = &[
        Self::Malformed,
        Self::UnknownRequest,
        Self::UnknownKey,
        Self::MissingKey,
        Self::BadValue,
        Self::NoSuchSide,
        Self::NotAnAction,
        Self::Refused,
        Self::NotDeciding,
        Self::Over,
        Self::Stale,
        Self::Wanted,
        Self::OffTheDie,
        Self::UnusedFaces,
        Self::NoChoice,
        Self::NoUndo,
        Self::NoAct,
        Self::NotLoaded,
        Self::NoSuchCase,
        Self::Defect,
    ];
}

/// An error as a [`Table`] answers it, under the key `error`.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct TableError {
    /// Its kind.
    pub kind: ErrorKind,
    /// The key of the request that it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// In words.
    pub message: String,
    /// The Case that speaks of it: of the first refusal, or of the throw.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cite: Option<String>,
    /// Every reason, in book order.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refusals: Option<Value>,
    /// The throw that wants a face: its `cite`, `what`, `die`, and the `low` and `high` face. Die `"2d6"` wants the sum of
    /// two six-sided dice, so its faces are not equally likely.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub throw: Option<Value>,
    /// The length of the journal, where the asker may be mistaken about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub journal: Option<usize>,
}

/// An error on its way out.
type Fail = Box<TableError>;

impl TableError {
    fn new(kind: ErrorKind, message: impl Into<String>) -> Fail {
        Box::new(Self {
            kind,
            path: None,
            message: message.into(),
            cite: None,
            refusals: None,
            throw: None,
            journal: None,
        })
    }
    fn at(mut self: Box<Self>, path: impl Into<String>) -> Fail {
        self.path = Some(path.into());
        self
    }
    fn by(mut self: Box<Self>, cite: Cite) -> Fail {
        self.cite = Some(cite.to_string());
        self
    }
    fn throw(kind: ErrorKind, throw: Throw, message: String) -> Fail {
        let mut e = Self::new(kind, message).at("faces").by(throw.cite);
        e.throw = Some(throw_json(throw));
        e
    }
}

impl From<ActError> for Fail {
    fn from(e: ActError) -> Self {
        let kind = match e {
            ActError::Over => ErrorKind::Over,
            _ => ErrorKind::NoAct,
        };
        TableError::new(kind, e.to_string())
    }
}
impl From<NoUndo> for Fail {
    fn from(e: NoUndo) -> Self {
        let error = TableError::new(ErrorKind::NoUndo, e.to_string());
        match e {
            NoUndo::Threw(throw) => error.by(throw.cite),
            _ => error,
        }
    }
}
impl From<ParseFault> for Fail {
    fn from(e: ParseFault) -> Self {
        TableError::new(ErrorKind::NotAnAction, e.to_string()).at("action")
    }
}

fn throw_json(throw: Throw) -> Value {
    let (low, high) = throw.die.faces();
    json!({"cite": throw.cite.to_string(), "what": throw.what, "die": json::value_of(&throw.die), "low": low, "high": high})
}

/// One match of any game, asked and answered in JSON text. This is the door for front ends in any language.
///
/// A request is one JSON object whose `do` names it; a key that the request does not know is refused. Sides, actions
/// and Cases are words. Integers beyond 2^53, fractions and digests are strings. A request that changes the game
/// carries `journal`, the length of the journal that the asker saw: a stale one is refused, and an exact repeat of the
/// last one that was accepted gets the same answer again without being done again.
///
/// | `do` | keys (`?`: may be left out) | answer |
/// |---|---|---|
/// | `turn` | | `turn`, `journal` |
/// | `map` | | `map`: the [`Gazetteer`](crate::Gazetteer) |
/// | `actions` | `by` | `by`, `actions`: words, for the deciding side; `journal` |
/// | `check` | `by`, `action` | `legal`, and if not, `refusals` |
/// | `odds` | `by`, `action`, `keys`, `through`?, `runs`? | `outcomes`: `is`, `chance`; `unresolved`, `why`, `deals` |
/// | `view` | `viewer` | `view` |
/// | `field` | `viewer` | `field`: text |
/// | `scene` | `viewer` | `scene`: the [`Scene`] |
/// | `svg` | `viewer` | `svg`: the picture as text |
/// | `journal` | `viewer`, `from`? | `journal`, `lines` |
/// | `case` | `number` | the Case or ruling; a house rule by its title and number |
/// | `cases` | | every Case; `house`: those of the house rules, if there are any |
/// | `setup` | | `setup` (the referee's) |
/// | `save` | | `save`: text (the referee's) |
/// | `play` | `by`, `action`, `faces`?, `viewer`, `journal` | `played`, `turn`, `journal` |
/// | `forced` | `viewer`, `journal` | `played`: a list, while only one action answers; `stopped`; `turn`, `journal` |
/// | `undo` | `journal` | `undone`, `turn`, `journal` |
/// | `resign`, `offer-draw`, `accept-draw`, `decline-draw` | `by`, `journal` | `turn`, `journal` |
/// | `load` | `save`, `journal` | `turn`, `journal` (the referee's) |
///
/// **Who asks.** A `viewer` is a side's word, `"spectator"`, or `"referee"`, from whom nothing is hidden. Whoever serves
/// players lets each ask as itself only (`by`, `viewer`), and keeps the referee's requests for itself: `setup`, `save`,
/// `load`, and any with `"viewer": "referee"`, for they show or change what is hidden. The referee's `view` has every
/// side's view under its word; his `scene` and `svg` have every side's pieces; his `field` is the spectator's.
///
/// **Numbers.** An event comes with its Case (`cite`), its `words`, and itself as data (`event`). In the data, hexes,
/// units, leaders, commands and sides are numbers, and so is the `from` of a ledger line (`{"unit": 12}`): places, from
/// 0, in the lists `hexes`, `units`, `leaders`, `commands` and `sides` of the answer to `map`. They do not change while a
/// match goes on; after `load`, ask for the map again.
///
/// **Odds.** `keys` has one or more dotted paths into the view of the side that asks:
/// `"keys": ["units.HU-HC-3.state"]`; `through` is `next` (to the next decision, the default), `evenly` or `first`
/// (through both sides' decisions). What the side may not know is dealt anew, up to 16 times; `deals` says over how many
/// different deals the odds were taken (1: they are exact). `runs` is the budget over all of them: 20,000 if not said,
/// from 1 to 1,000,000.
///
/// **Forced.** `stopped` says why no more was played: `"choice"` (the open decision has several answers), `"over"` (play
/// has ended), `"limit"` (1000 actions were played; ask again) or `"error"` (something could not be played, `error` says
/// what; what was played before it stands). Where already the first cannot be played, the answer is the error.
pub trait Table: Send {
    /// The game's short name.
    fn game(&self) -> &'static str;
    /// Answers a request: one JSON object in, one out, whatever the text. An error is `{"error": {"kind": …}}`, a
    /// [`TableError`] of one of the kinds of [`ErrorKind`].
    fn ask(&mut self, request: &str) -> String;
}

/// A [`Table`] over a match of one game, with dice of its own; a request may bring faces instead.
#[derive(Debug)]
pub struct Seated<G: Game> {
    game: Match<G>,
    dice: Seeded,
    /// The last accepted request that changed the game, and its answer.
    last: Option<(Value, Value)>,
}

impl<G: Game> Seated<G> {
    /// Opens a match.
    ///
    /// # Errors
    /// Every fault of the set-up.
    pub fn new(setup: G::Setup, seed: u64) -> Result<Self, SetupFaults> {
        Match::new(setup).map(|game| Self::over(game, seed))
    }
    /// Opens a match from a set-up in JSON; objects, not bare lists, all through.
    ///
    /// # Errors
    /// When the text is no set-up of this game, or one with faults.
    pub fn from_json(setup: &str, seed: u64) -> Result<Self, LoadError> {
        let setup = read(setup)?;
        Self::new(setup, seed).map_err(LoadError::Setup)
    }
    /// Takes a match to the table.
    pub fn over(game: Match<G>, seed: u64) -> Self {
        Self {
            game,
            dice: Seeded::new(seed),
            last: None,
        }
    }
    /// The match.
    pub const fn game(&self) -> &Match<G> {
        &self.game
    }
    /// The match, taken from the table.
    pub fn into_game(self) -> Match<G> {
        self.game
    }
}

type Answer = Result<Value, Fail>;

/// The keys of a request, each taken once.
struct Keys {
    map: Map<String, Value>,
}

impl Keys {
    fn only(&self, known: &[&str]) -> Result<(), Fail> {
        match self.map.keys().find(|k| *k != "do" && !known.contains(&k.as_str())) {
            None => Ok(()),
            Some(key) => Err(TableError::new(
                ErrorKind::UnknownKey,
                format!("the request has no key `{key}`; it has: {}", known.join(", ")),
            )
            .at(key)),
        }
    }
    fn missing(key: &str) -> Fail {
        TableError::new(ErrorKind::MissingKey, format!("the request needs `{key}`")).at(key)
    }
    fn bad(key: impl Into<String>, wanted: &str) -> Fail {
        TableError::new(ErrorKind::BadValue, format!("wants {wanted}")).at(key)
    }
    fn text(&self, key: &str) -> Result<Option<&str>, Fail> {
        match self.map.get(key) {
            None | Some(Value::Null) => Ok(None),
            Some(Value::String(s)) => Ok(Some(s)),
            Some(_) => Err(Self::bad(key, "a string")),
        }
    }
    fn need(&self, key: &str) -> Result<&str, Fail> {
        self.text(key)?.ok_or_else(|| Self::missing(key))
    }
    fn number(&self, key: &str) -> Result<Option<u64>, Fail> {
        match self.map.get(key) {
            None | Some(Value::Null) => Ok(None),
            Some(v) => v
                .as_u64()
                .map(Some)
                .ok_or_else(|| Self::bad(key, "a whole number, 0 or more")),
        }
    }
    fn list<T>(&self, key: &str, wanted: &str, read: impl Fn(&Value) -> Option<T>) -> Result<Option<Vec<T>>, Fail> {
        match self.map.get(key) {
            None | Some(Value::Null) => Ok(None),
            Some(Value::Array(list)) => list
                .iter()
                .enumerate()
                .map(|(i, v)| read(v).ok_or_else(|| Self::bad(format!("{key}[{i}]"), wanted)))
                .collect::<Result<_, _>>()
                .map(Some),
            Some(_) => Err(Self::bad(key, "a list")),
        }
    }
    fn side<S: Sided>(&self, key: &str) -> Result<Option<S>, Fail> {
        self.text(key)?.map(|w| Self::named(key, w)).transpose()
    }
    fn named<S: Sided>(key: &str, word: &str) -> Result<S, Fail> {
        S::named(word).ok_or_else(|| {
            TableError::new(
                ErrorKind::NoSuchSide,
                format!("no side is called `{word}`; there are: {}", Self::words::<S>()),
            )
            .at(key)
        })
    }
    fn by<S: Sided>(&self) -> Result<S, Fail> {
        self.side("by")?.ok_or_else(|| Self::missing("by"))
    }
    /// Never guessed: who forgets to say who looks must not see what is hidden.
    fn viewer<S: Sided>(&self) -> Result<Viewer<S>, Fail> {
        let word = self.need("viewer")?;
        if word.eq_ignore_ascii_case("referee") {
            return Ok(Viewer::Referee);
        }
        if word.eq_ignore_ascii_case("spectator") {
            return Ok(Viewer::Of(None));
        }
        match S::named(word) {
            Some(side) => Ok(Viewer::Of(Some(side))),
            None => Err(TableError::new(
                ErrorKind::NoSuchSide,
                format!("no viewer is called `{word}`; there are: {}, spectator, referee", Self::words::<S>()),
            )
            .at("viewer")),
        }
    }
    fn words<S: Sided>() -> String {
        let all: Vec<_> = S::ALL.iter().map(|s| s.word()).collect();
        all.join(", ")
    }
}

/// Who looks.
#[derive(Clone, Copy)]
enum Viewer<S> {
    Referee,
    Of(Option<S>),
}

impl<G: Game> Seated<G> {
    fn place(&self, place: Place) -> Value {
        match place {
            Place::Nowhere => Value::Null,
            p => json!({"is": json::value_of(&p), "words": G::place(self.game.state(), p)}),
        }
    }
    fn refusals(&self, refusals: &Refusals) -> Value {
        refusals
            .iter()
            .map(|r| {
                let mut v = json::value_of(r);
                if let Some(map) = v.as_object_mut() {
                    map.insert("at".to_owned(), self.place(r.at));
                    map.insert("message".to_owned(), Value::String(r.to_string()));
                }
                v
            })
            .collect()
    }
    fn refused(&self, refusals: &Refusals) -> Fail {
        let mut e = TableError::new(ErrorKind::Refused, refusals.to_string()).at("action");
        e.cite = refusals.iter().next().map(|r| r.cite.to_string());
        e.refusals = Some(self.refusals(refusals));
        e
    }
    fn unplayed(&self, e: PlayError) -> Fail {
        let message = e.to_string();
        match e {
            PlayError::Over => TableError::new(ErrorKind::Over, message),
            PlayError::NotAnAction(fault) => fault.into(),
            PlayError::Refused(refusals) => self.refused(&refusals),
            PlayError::Wanted(throw) => TableError::throw(ErrorKind::Wanted, throw, message),
            PlayError::OffTheDie { throw, .. } => TableError::throw(ErrorKind::OffTheDie, throw, message),
            PlayError::NoChoice(none) => {
                let mut e = TableError::new(ErrorKind::NoChoice, message).at("action");
                e.cite = Some(none.cite.to_string());
                e.refusals = Some(self.refusals(&none.bars));
                e
            }
            PlayError::Unused { .. } => TableError::new(ErrorKind::UnusedFaces, message).at("faces"),
        }
    }
    fn turn(&self) -> Value {
        match self.game.turn() {
            Turn::Decide {
                side,
                cite,
                what,
                of,
                within,
            } => json!({
                "side": side.word(),
                "what": what,
                "cite": cite.to_string(),
                "of": self.place(of),
                "within": self.place(within),
            }),
            Turn::Over { outcome, cite } => json!({
                "over": outcome_word(outcome),
                "cite": cite.to_string(),
            }),
        }
    }
    fn after(&self) -> Map<String, Value> {
        let mut map = Map::new();
        map.insert("turn".to_owned(), self.turn());
        map.insert("journal".to_owned(), json!(self.game.journal().len()));
        map
    }
    fn tell(&self, events: &[G::Event]) -> Value {
        events
            .iter()
            .map(|e| {
                json!({
                    "cite": e.cite().to_string(),
                    "words": self.game.tell(e),
                    "event": json::value_of(e),
                })
            })
            .collect()
    }
    /// A line of the journal as the viewer may know it: the action only to who took it, the faces only to the referee.
    fn line(&self, i: usize, viewer: Viewer<G::Side>) -> Value {
        let Some(record) = self.game.journal().get(i) else {
            return Value::Null;
        };
        let mut map = Map::new();
        map.insert("line".to_owned(), json!(i + 1));
        map.insert("by".to_owned(), json!(record.by.word()));
        let (knows, referee) = match viewer {
            Viewer::Referee => (true, true),
            Viewer::Of(side) => (side == Some(record.by), false),
        };
        match &record.deed {
            Deed::Act(act) => {
                map.insert("act".to_owned(), json::value_of(act));
            }
            Deed::Action { words, faces, .. } => {
                if knows {
                    map.insert("action".to_owned(), json!(words));
                }
                if referee {
                    map.insert("faces".to_owned(), json!(faces));
                }
                let events = match viewer {
                    Viewer::Referee => self.tell(self.game.events(i)),
                    Viewer::Of(side) => self.tell(&self.game.told(i, side)),
                };
                map.insert("events".to_owned(), events);
            }
        }
        Value::Object(map)
    }

    fn answer(&mut self, request: &str) -> Answer {
        let parsed: Value =
            serde_json::from_str(request).map_err(|e| TableError::new(ErrorKind::Malformed, e.to_string()))?;
        let Value::Object(map) = parsed else {
            return Err(TableError::new(ErrorKind::Malformed, "a request is a JSON object"));
        };
        let keys = Keys { map };
        let what = keys.need("do")?.to_owned();
        match what.as_str() {
            "turn" => {
                keys.only(&[])?;
                Ok(Value::Object(self.after()))
            }
            "map" => {
                keys.only(&[])?;
                Ok(json!({"map": json::value_of(&self.game.gazetteer())}))
            }
            "actions" => {
                keys.only(&["by"])?;
                let by: G::Side = keys.by()?;
                let Turn::Decide { side, .. } = self.game.turn() else {
                    return Err(TableError::new(ErrorKind::Over, "play has ended"));
                };
                if by != side {
                    return Err(TableError::new(ErrorKind::NotDeciding, format!("{} decides", side.word())).at("by"));
                }
                let listed = self.game.actions();
                let words: Vec<_> = listed.iter().map(|a| self.game.spell(a)).collect();
                Ok(json!({"by": side.word(), "actions": words, "journal": self.game.journal().len()}))
            }
            "check" => {
                keys.only(&["by", "action"])?;
                let by = keys.by::<G::Side>()?;
                let action = self.game.parse(keys.need("action")?)?;
                match self.game.check(by, &action) {
                    Ok(()) => Ok(json!({"legal": true})),
                    Err(PlayError::Refused(refusals)) => {
                        Ok(json!({"legal": false, "refusals": self.refusals(&refusals)}))
                    }
                    Err(e) => Err(self.unplayed(e)),
                }
            }
            "odds" => self.odds(&keys),
            "view" => {
                keys.only(&["viewer"])?;
                Ok(json!({"view": match keys.viewer()? {
                    Viewer::Of(side) => json::value_of(&self.game.view(side)),
                    // What nobody sees is in no view: the referee has every side's.
                    Viewer::Referee => G::Side::ALL
                        .iter()
                        .map(|&s| {
                            let view = self.game.view(Some(s));
                            (s.word().to_owned(), json::value_of(&view))
                        })
                        .collect::<Map<_, _>>()
                        .into(),
                }}))
            }
            "field" => {
                keys.only(&["viewer"])?;
                let viewer = match keys.viewer()? {
                    Viewer::Of(side) => side,
                    Viewer::Referee => None,
                };
                Ok(json!({"field": self.game.field(viewer)}))
            }
            "scene" | "svg" => {
                keys.only(&["viewer"])?;
                let scene = match keys.viewer()? {
                    Viewer::Of(side) => self.game.scene(side),
                    Viewer::Referee => Scene::whole::<G>(self.game.state()),
                };
                if what == "svg" {
                    Ok(json!({"svg": scene.svg()}))
                } else {
                    Ok(json!({"scene": json::value_of(&scene)}))
                }
            }
            "journal" => {
                keys.only(&["viewer", "from"])?;
                let viewer = keys.viewer()?;
                let len = self.game.journal().len();
                let from = keys.number("from")?.unwrap_or(0).min(len as u64) as usize;
                let lines: Vec<_> = (from..len).map(|i| self.line(i, viewer)).collect();
                Ok(json!({"journal": len, "lines": lines}))
            }
            "case" => {
                keys.only(&["number"])?;
                let number = keys.need("number")?;
                let laws = self.game.laws().book();
                let house = laws.and_then(|h| Some((h, number.strip_prefix(h.title)?.strip_prefix(' ')?)));
                let (book, number) = house.unwrap_or((G::CASEBOOK, number));
                match (book.find(number), book.ruling(number)) {
                    (Some(entry), _) => {
                        let rulings: Vec<_> = crate::cases::catalogue::rulings_of(book, entry.number)
                            .map(json::value_of)
                            .collect();
                        Ok(json!({"case": json::value_of(entry), "rulings": rulings}))
                    }
                    (None, Some(ruling)) => Ok(json!({"ruling": json::value_of(ruling)})),
                    (None, None) => Err(TableError::new(
                        ErrorKind::NoSuchCase,
                        format!("`{number}` is neither a Case nor a ruling of {}", book.title),
                    )
                    .at("number")),
                }
            }
            "cases" => {
                keys.only(&[])?;
                let mut answer = json!({"title": G::CASEBOOK.title, "cases": json::value_of(G::CASEBOOK.entries)});
                if let Some(house) = self.game.laws().book() {
                    answer["house"] = json!({"title": house.title, "cases": json::value_of(house.entries)});
                }
                Ok(answer)
            }
            "setup" => {
                keys.only(&[])?;
                Ok(json!({"setup": json::value_of(self.game.setup())}))
            }
            "save" => {
                keys.only(&[])?;
                Ok(json!({"save": self.game.save()}))
            }
            "play" | "forced" | "undo" | "resign" | "offer-draw" | "accept-draw" | "decline-draw" | "load" => {
                self.change(&what, keys)
            }
            other => {
                Err(TableError::new(ErrorKind::UnknownRequest, format!("no request is called `{other}`")).at("do"))
            }
        }
    }

    /// The requests that change the game.
    fn change(&mut self, what: &str, keys: Keys) -> Answer {
        keys.only(match what {
            "play" => &["by", "action", "faces", "viewer", "journal"],
            "forced" => &["viewer", "journal"],
            "undo" => &["journal"],
            "load" => &["save", "journal"],
            _ => &["by", "journal"],
        })?;
        let seen = keys.number("journal")?.ok_or_else(|| Keys::missing("journal"))?;
        let whole = Value::Object(keys.map);
        if let Some((request, answer)) = &self.last
            && *request == whole
        {
            return Ok(answer.clone());
        }
        let Value::Object(map) = &whole else {
            return Err(TableError::new(ErrorKind::Malformed, "no object"));
        };
        let keys = Keys { map: map.clone() };
        let len = self.game.journal().len();
        if seen != len as u64 {
            let mut e =
                TableError::new(ErrorKind::Stale, format!("the journal has {len} lines, and the request saw {seen}"))
                    .at("journal");
            e.journal = Some(len);
            return Err(e);
        }
        let mut extra = Map::new();
        match what {
            "play" => {
                let by = keys.by::<G::Side>()?;
                let viewer = keys.viewer()?;
                let action = self.game.parse(keys.need("action")?)?;
                let faces =
                    keys.list("faces", "a face: a whole number", |v| v.as_u64().and_then(|n| u8::try_from(n).ok()))?;
                match faces {
                    Some(faces) => self.game.play_faces(by, action, &faces),
                    None => self.throwing(|game, dice| game.play(by, action, dice)),
                }
                .map_err(|e| self.unplayed(e))?;
                extra.insert("played".to_owned(), self.line(len, viewer));
            }
            "forced" => {
                let viewer = keys.viewer()?;
                let mut stopped = "limit";
                for i in 0..FORCED {
                    match self.throwing(Match::play_forced) {
                        Ok(Some(_)) => {}
                        Ok(None) => {
                            stopped = if self.game.ended() { "over" } else { "choice" };
                            break;
                        }
                        Err(e) if i == 0 => return Err(self.unplayed(e)),
                        Err(e) => {
                            stopped = "error";
                            let e = self.unplayed(e);
                            extra.insert("error".to_owned(), json::value_of(&*e));
                            break;
                        }
                    }
                }
                extra.insert("stopped".to_owned(), json!(stopped));
                let lines = (len..self.game.journal().len()).map(|i| self.line(i, viewer)).collect();
                extra.insert("played".to_owned(), lines);
            }
            "undo" => {
                self.game.undo()?;
                extra.insert("undone".to_owned(), json!(len));
            }
            "load" => {
                let text = keys.need("save")?;
                let loaded = Match::load_under(text, self.game.laws()).map_err(|e| self.unloaded(&e))?;
                self.game = loaded;
            }
            act => {
                let by = keys.by::<G::Side>()?;
                let act = match act {
                    "resign" => Act::Resign,
                    "offer-draw" => Act::OfferDraw,
                    "accept-draw" => Act::AcceptDraw,
                    _ => Act::DeclineDraw,
                };
                self.game.act(by, act)?;
            }
        }
        extra.append(&mut self.after());
        let answer = Value::Object(extra);
        self.last = Some((whole, answer.clone()));
        Ok(answer)
    }

    /// Plays with the table's own dice, which are as they were if nothing was played.
    fn throwing<T>(
        &mut self,
        play: impl FnOnce(&mut Match<G>, &mut dyn crate::dice::throw::Dice) -> Result<T, PlayError>,
    ) -> Result<T, PlayError> {
        let mut dice = self.dice.clone();
        let played = play(&mut self.game, &mut dice)?;
        self.dice = dice;
        Ok(played)
    }

    fn unloaded(&self, e: &LoadError) -> Fail {
        let mut error = TableError::new(ErrorKind::NotLoaded, e.to_string()).at("save");
        if let Some(refusals) = e.refusals() {
            error.cite = refusals.iter().next().map(|r| r.cite.to_string());
            error.refusals = Some(self.refusals(refusals));
        }
        error
    }

    /// Odds for the side that decides, over deals of what it may not know.
    fn odds(&self, keys: &Keys) -> Answer {
        keys.only(&["by", "action", "keys", "through", "runs"])?;
        let by = keys.by::<G::Side>()?;
        let action = self.game.parse(keys.need("action")?)?;
        let paths = keys
            .list("keys", "a dotted path", |v| v.as_str().map(ToOwned::to_owned))?
            .ok_or_else(|| Keys::missing("keys"))?;
        let through = keys.text("through")?.unwrap_or("next");
        if !["next", "evenly", "first"].contains(&through) {
            return Err(Keys::bad("through", "`next`, `evenly` or `first`"));
        }
        let runs = keys.number("runs")?.unwrap_or(RUNS.0);
        if !(1..=RUNS.1).contains(&runs) {
            let wanted = format!("a whole number from 1 to {}", RUNS.1);
            return Err(Keys::bad("runs", &wanted));
        }
        self.game.check(by, &action).map_err(|e| self.unplayed(e))?;

        let mut deals: Vec<(G::State, u64)> = Vec::new();
        let mut dice = Seeded::new(self.game.journal().len() as u64);
        for _ in 0..DEALS {
            let state = G::deal_anew(self.game.state(), by, &mut dice);
            match deals.iter_mut().find(|(s, _)| *s == state) {
                Some((_, n)) => *n += 1,
                None => deals.push((state, 1)),
            }
        }
        let budget = Budget::runs((runs / deals.len().max(1) as u64).max(1) as usize);
        let key = |s: &G::State| -> Vec<String> {
            let view = json::value_of(&G::view(s, Some(by)));
            paths
                .iter()
                .map(|p| json::at(&view, p).unwrap_or(&Value::Null).to_string())
                .collect()
        };
        let mut outcomes: BTreeMap<Vec<String>, Ratio> = BTreeMap::new();
        let (mut sum, mut why) = (Ratio::ZERO, Unresolved::default());
        for (state, n) in &deals {
            let found: Odds<Vec<String>> = match through {
                "evenly" => odds::<G, _>(state, by, &action, &mut Evenly, key, budget),
                "first" => odds::<G, _>(state, by, &action, &mut FirstListed, key, budget),
                _ => chances::<G, _>(state, by, &action, key, budget),
            }
            .map_err(|refusals| self.refused(&refusals))?;
            why.budget |= found.why.budget;
            why.overflow |= found.why.overflow;
            why.policy |= found.why.policy;
            why.no_choice |= found.why.no_choice;
            let share = Ratio::new(u128::from(*n), u128::from(DEALS));
            for (key, chance) in found.outcomes {
                let slot = outcomes.entry(key).or_insert(Ratio::ZERO);
                let added = chance.times(share).and_then(|w| Some((slot.plus(w)?, sum.plus(w)?)));
                match added {
                    Some((now, all)) => (*slot, sum) = (now, all),
                    None => why.overflow = true,
                }
            }
        }
        let outcomes: Vec<Value> = outcomes
            .into_iter()
            .map(|(key, chance)| {
                let is: Map<String, Value> = paths
                    .iter()
                    .zip(key)
                    .map(|(p, v)| (p.clone(), serde_json::from_str(&v).unwrap_or(Value::Null)))
                    .collect();
                json!({"is": is, "chance": chance.to_string()})
            })
            .collect();
        let rest = Ratio::new(sum.den().saturating_sub(sum.num()), sum.den());
        Ok(json!({
            "outcomes": outcomes,
            "unresolved": rest.to_string(),
            "why": json::value_of(&why),
            "deals": deals.len(),
        }))
    }
}

/// The outcome in a word: the winner's, `draw`, `all-lose`, `stalemate`.
pub(crate) fn outcome_word<S: Sided>(outcome: Outcome<S>) -> &'static str {
    match outcome {
        Outcome::Win(side) => side.word(),
        Outcome::Draw => "draw",
        Outcome::AllLose => "all-lose",
        Outcome::Stalemate => "stalemate",
    }
}

impl<G: Game> Table for Seated<G> {
    fn game(&self) -> &'static str {
        G::NAME
    }
    fn ask(&mut self, request: &str) -> String {
        // A panic inside a game's rules would be a defect; it must not take the host down with it.
        let answer = catch_unwind(AssertUnwindSafe(|| self.answer(request)));
        let answer = answer.unwrap_or_else(|_| {
            let mut error = TableError::new(
                ErrorKind::Defect,
                "the engine failed on this request: look at the journal before going on",
            );
            error.journal = Some(self.game.journal().len());
            Err(error)
        });
        match answer {
            Ok(value) => value.to_string(),
            Err(error) => json!({"error": json::value_of(&error)}).to_string(),
        }
    }
}
