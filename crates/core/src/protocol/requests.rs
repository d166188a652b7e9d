//! Every request, with its keys: one table, which also checks what comes.

use crate::decisions::side::Sided;
use crate::geometry::near::did_you_mean;
use crate::play::json::strict;
use crate::protocol::error::{ErrorKind, Fail, SessionError};
use core::fmt::Write as _;
use serde::Serialize;
use serde_json::{Map, Value};

/// The number of the protocol. It grows when a request, a key or an answer changes its meaning or goes; what is added does not
/// change it, so whoever asks ignores keys of answers that he does not know.
pub const PROTOCOL: u32 = 1;

/// What a key of a request takes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Takes {
    /// A side's word.
    Side,
    /// A side's word, or `referee`.
    Asker,
    /// A side's word, `spectator` or `referee`.
    Viewer,
    /// Text.
    Text,
    /// A whole number, 0 or more.
    Number,
    /// `true` or `false`.
    Flag,
    /// An object.
    Object,
    /// A list of objects.
    Objects,
    /// A list of texts.
    Texts,
    /// A list of whole numbers from 0 to 255.
    Faces,
}

impl Takes {
    /// What is wanted, in words.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Side | Self::Asker | Self::Viewer | Self::Text => "a string",
            Self::Number => "a whole number, 0 or more",
            Self::Flag => "`true` or `false`",
            Self::Object => "an object",
            Self::Objects => "a list of objects",
            Self::Texts => "a list of strings",
            Self::Faces => "a list of whole numbers from 0 to 255",
        }
    }
    fn fits(self, value: &Value) -> Result<(), Option<usize>> {
        let all = |list: Option<&Vec<Value>>, fits: fn(&Value) -> bool| {
            let list = list.ok_or(None)?;
            list.iter().position(|v| !fits(v)).map_or(Ok(()), |i| Err(Some(i)))
        };
        let one = |fits: bool| if fits { Ok(()) } else { Err(None) };
        match self {
            Self::Side | Self::Asker | Self::Viewer | Self::Text => one(value.is_string()),
            Self::Number => one(value.is_u64()),
            Self::Flag => one(value.is_boolean()),
            Self::Object => one(value.is_object()),
            Self::Objects => all(value.as_array(), Value::is_object),
            Self::Texts => all(value.as_array(), Value::is_string),
            Self::Faces => all(value.as_array(), |v| v.as_u64().is_some_and(|n| n <= 255)),
        }
    }
}

/// A key of a request.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Key {
    /// Its name.
    pub name: &'static str,
    /// What it takes.
    pub takes: Takes,
    /// Whether it may be left out.
    pub optional: bool,
    /// What it is for.
    pub says: &'static str,
}

/// A request.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Request {
    /// What `do` says.
    #[serde(rename = "do")]
    pub name: &'static str,
    /// Its keys.
    pub keys: &'static [Key],
    /// Whether it changes the match: then it carries `journal`, and its exact repeat is answered again without being done again.
    pub changes: bool,
    /// Whether it is the referee's, since it shows or changes what is hidden.
    pub referee: bool,
    /// The types of its answer.
    pub answers: &'static [&'static str],
    /// What it is for.
    pub says: &'static str,
}

const fn key(name: &'static str, takes: Takes, says: &'static str) -> Key {
    Key {
        name,
        takes,
        optional: false,
        says,
    }
}
const fn may(name: &'static str, takes: Takes, says: &'static str) -> Key {
    Key {
        name,
        takes,
        optional: true,
        says,
    }
}

const BY: Key = key("by", Takes::Side, "who asks");
const ASKER: Key = key("by", Takes::Asker, "who asks");
const VIEWER: Key = key("viewer", Takes::Viewer, "who looks; what is hidden from him is left out");
const ACTION: Key = key("action", Takes::Text, "an action in its words");
const MARKS: Key = may(
    "marks",
    Takes::Texts,
    "what is to be marked: `may-act`, `targets`, `last`, `fights`, `zoc`, `sight`, `reach`, `odds`",
);
const MARKED: Key = may("of", Takes::Text, "the piece or hex that the marks `sight`, `reach` and `odds` are of");
const JOURNAL: Key = key("journal", Takes::Number, "the length of the journal that the asker saw");
const WHO: Key =
    may("who", Takes::Texts, "pieces that go as one, or a hex for all in it; whoever is in hand if not said");

const fn asks(
    name: &'static str,
    keys: &'static [Key],
    answers: &'static [&'static str],
    says: &'static str,
) -> Request {
    Request {
        name,
        keys,
        changes: false,
        referee: false,
        answers,
        says,
    }
}
const fn does(name: &'static str, keys: &'static [Key], says: &'static str) -> Request {
    Request {
        changes: true,
        ..asks(name, keys, &["PlayedAnswer"], says)
    }
}
const fn referees(request: Request) -> Request {
    Request {
        referee: true,
        ..request
    }
}

/// Every request of a [`Session`](crate::Session).
pub const REQUESTS: &[Request] = &[
    asks("turn", &[], &["After"], "whose decision is open, or how play ended"),
    asks("map", &[], &["MapAnswer"], "the map, and the names behind the numbers"),
    asks("actions", &[BY], &["ActionsAnswer"], "all that the deciding side may do, and what to click for it"),
    asks("check", &[BY, ACTION], &["CheckAnswer"], "whether an action is allowed"),
    asks(
        "why",
        &[
            BY,
            may("action", Takes::Text, "an action in its words; the open decision itself if not said"),
            may("who", Takes::Texts, "pieces that would be taken in hand before it"),
        ],
        &["WhyAnswer"],
        "why an action is allowed or not, what it does and costs; or what the open decision is about",
    ),
    asks("reach", &[BY, WHO], &["ReachAnswer"], "where pieces could get to, and at what cost"),
    asks(
        "threats",
        &[VIEWER, key("of", Takes::Text, "a piece or a hex")],
        &["ThreatsAnswer"],
        "what a piece threatens, and what threatens it",
    ),
    asks(
        "piece",
        &[VIEWER, key("of", Takes::Text, "a piece or a hex")],
        &["PieceAnswer"],
        "all that may be known of a piece or a hex, in lines",
    ),
    asks(
        "odds",
        &[
            BY,
            ACTION,
            may(
                "keys",
                Takes::Texts,
                "dotted paths into the view of the side; what becomes of the pieces if not said",
            ),
            may(
                "through",
                Takes::Text,
                "beside `keys`: `next` (to the next decision), `evenly` or `first` (through both sides' decisions)",
            ),
            may("runs", Takes::Number, "how many times it is played out at most: 1 to 1,000,000"),
        ],
        &["ForetoldAnswer", "OddsAnswer"],
        "what may come of an action, in exact fractions",
    ),
    asks("view", &[VIEWER], &["ViewAnswer"], "all that the viewer sees, by names"),
    asks("field", &[VIEWER], &["FieldAnswer"], "the field as text"),
    asks(
        "scene",
        &[
            VIEWER,
            may(
                "since",
                Takes::Number,
                "the number of a picture that the asker has: only what has changed is told, where that is known",
            ),
            may("at", Takes::Number, "a length of the journal: the field as it was then; as it is if not said"),
            MARKS,
            MARKED,
        ],
        &["SceneAnswer"],
        "the field as a picture's data, and what may be done in it",
    ),
    asks("svg", &[VIEWER, MARKS, MARKED], &["SvgAnswer"], "the field as a picture, with its marks"),
    asks(
        "journal",
        &[VIEWER, may("from", Takes::Number, "the first line, from 0")],
        &["JournalAnswer"],
        "what was done, and what came of it",
    ),
    asks(
        "case",
        &[key(
            "number",
            Takes::Text,
            "of a Case, the name of a ruling, or the title and number of a house rule",
        )],
        &["CaseAnswer"],
        "a Case with its rulings, or a ruling",
    ),
    asks("cases", &[], &["CasesAnswer"], "every Case"),
    asks("requests", &[], &["RequestsAnswer"], "this table"),
    asks(
        "advise",
        &[
            BY,
            may("agent", Takes::Text, "which agent; the best if not said"),
            may("seed", Takes::Number, "the agent's"),
        ],
        &["AdviseAnswer"],
        "what an agent would do at the open decision, and why",
    ),
    referees(asks("setup", &[], &["SetupAnswer"], "the set-up")),
    referees(asks("save", &[], &["SaveAnswer"], "the match as a text that `load` reads")),
    does(
        "play",
        &[
            BY,
            ACTION,
            may("faces", Takes::Faces, "of the dice thrown at one's own table; the table throws if not said"),
            VIEWER,
            JOURNAL,
        ],
        "plays an action",
    ),
    does(
        "go",
        &[
            BY,
            WHO,
            key("to", Takes::Text, "the hex"),
            may("facing", Takes::Text, "a compass word; as they come if not said"),
            VIEWER,
            JOURNAL,
        ],
        "moves pieces by the cheapest way, step by step, as long as nothing comes between",
    ),
    does(
        "let",
        &[
            BY,
            may("agent", Takes::Text, "which agent; the best if not said"),
            may("seed", Takes::Number, "the agent's"),
            may(
                "until",
                Takes::Text,
                "`decision` (this one, if not said), `rest` (of the activation or turn) or `end` (of play)",
            ),
            VIEWER,
            JOURNAL,
        ],
        "an agent plays for a side",
    ),
    does("forced", &[ASKER, VIEWER, JOURNAL], "plays on while only one action answers, and it is the asker's"),
    does(
        "undo",
        &[
            ASKER,
            may("to", Takes::Number, "the length of the journal that one goes back to; one line less if not said"),
            JOURNAL,
        ],
        "takes back one's own last lines, as long as no die has fallen",
    ),
    does(
        "ask-undo",
        &[
            BY,
            key("to", Takes::Number, "the length of the journal that one would go back to"),
            JOURNAL,
        ],
        "asks the others to take back what is not one's own alone, or what was thrown for",
    ),
    does(
        "grant-undo",
        &[
            BY,
            may("to", Takes::Number, "where the wish goes back to, lest another be granted; any wish if not said"),
            JOURNAL,
        ],
        "takes back what another asked for",
    ),
    does("resign", &[BY, JOURNAL], "gives up"),
    does("offer-draw", &[BY, JOURNAL], "offers a draw"),
    does("accept-draw", &[BY, JOURNAL], "accepts the draw that another side offers"),
    does("decline-draw", &[BY, JOURNAL], "declines a draw, or takes one's own offer back"),
    referees(does("load", &[key("save", Takes::Text, "of this game"), JOURNAL], "goes on with a save")),
    asks(
        "fork",
        &[
            VIEWER,
            may("seed", Takes::Number, "of the copy's dice, and of what is dealt anew in it"),
        ],
        &["ForkAnswer"],
        "a scratch copy with an empty journal, in which what is hidden from the viewer is dealt anew and dice of its own fall: a request with its number under `in` goes to it",
    ),
    asks(
        "drop",
        &[key("fork", Takes::Number, "the copy's number")],
        &["ForkAnswer"],
        "throws a scratch copy away",
    ),
];

const GAME: Key = key("game", Takes::Text, "its short name, as `hello` tells it");
const BATTLE: Key = may("battle", Takes::Text, "one of the game's; the first if not said");
const SCENARIO: Key = may("scenario", Takes::Text, "one of the battle's");
const OPTIONS: Key = may(
    "options",
    Takes::Texts,
    "optional rules by their Cases, and rulings to be read the other way by their names",
);
const SETUP: Key = may("setup", Takes::Object, "a set-up of one's own, in place of the battle's");

/// Every request that a [`SessionHost`](crate::protocol::SessionHost) answers itself. Requests to one of its sessions name it under `session`.
pub const HOST_REQUESTS: &[Request] = &[
    asks(
        "hello",
        &[],
        &["HelloAnswer"],
        "who answers: protocol, library, games with battles and options, requests",
    ),
    asks(
        "schema",
        &[GAME],
        &["SchemaAnswer"],
        "the schema of all that is asked and answered, and of the game's set-ups",
    ),
    referees(asks(
        "open",
        &[
            GAME,
            BATTLE,
            SCENARIO,
            OPTIONS,
            SETUP,
            may("seed", Takes::Number, "of the dice; drawn from nothing but this: 0 if not said"),
        ],
        &["OpenAnswer"],
        "opens a session with a new match",
    )),
    asks(
        "lay",
        &[
            GAME,
            BATTLE,
            SCENARIO,
            OPTIONS,
            SETUP,
            may(
                "placements",
                Takes::Objects,
                "pieces that are moved: `piece`, with `hex` or, off the map, `at`, and `facing`, where these change",
            ),
            may("seed", Takes::Number, "of the agent that places what is placed by play; 0 if not said"),
        ],
        &["LayAnswer"],
        "a set-up by hand: names every piece where it begins, and moves some",
    ),
    referees(asks(
        "reopen",
        &[
            key("save", Takes::Text, "a save of any game at hand"),
            may("seed", Takes::Number, "of the dice that are thrown from now on; 0 if not said"),
        ],
        &["OpenAnswer"],
        "opens a session from a save",
    )),
    referees(asks(
        "patch",
        &[key("save", Takes::Text, "a save of older rules, charts or maps")],
        &["PatchAnswer"],
        "plays a save by the rules and charts of today, as far as it goes",
    )),
    referees(asks("close", &[key("session", Takes::Number, "its number")], &["OpenAnswer"], "closes a session")),
];

/// Requests as a page of the documentation: a table of them, each with its keys and what these are for.
pub fn page(requests: &[Request]) -> String {
    let mut out = String::from("| `do` | keys | what it does, and the type of its answer |\n|---|---|---|\n");
    for r in requests {
        let key = |k: &Key| format!("`{}`{}", k.name, if k.optional { "?" } else { "" });
        let keys: Vec<String> = r.keys.iter().map(key).collect();
        let whose = if r.referee { " (the referee's)" } else { "" };
        let answers: Vec<String> = r.answers.iter().map(|a| format!("`{a}`")).collect();
        let _ = writeln!(
            out,
            "| `{}`{} | {} | {}{whose}: {} |",
            r.name,
            if r.changes { " *" } else { "" },
            keys.join(", "),
            r.says.replace('|', "\\|"),
            answers.join(" or ")
        );
    }
    let mut keys: Vec<&Key> = Vec::new();
    for key in requests.iter().flat_map(|r| r.keys) {
        if !keys.contains(&key) {
            keys.push(key);
        }
    }
    out.push_str("\n| key | takes | what for |\n|---|---|---|\n");
    for key in keys {
        let _ = writeln!(out, "| `{}` | {} | {} |", key.name, key.takes.words(), key.says);
    }
    out
}

/// The keys of a request that has been checked against the table.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Keys {
    map: Map<String, Value>,
}

/// Keys that every request may have, beside `id`.
pub(crate) const ALWAYS: [&str; 2] = ["do", "in"];

/// The request of a text, if it is one of the table and every key is as it should be; and its `id`, whether it is or not.
pub(crate) fn read(text: &str, id: &mut Option<Value>) -> Result<(Request, Keys), Fail> {
    object(text, id).and_then(|map| checked(map, REQUESTS, &ALWAYS))
}

/// The object of a text, without what is null, which is as good as not there; and its `id`.
pub(crate) fn object(text: &str, id: &mut Option<Value>) -> Result<Map<String, Value>, Fail> {
    let parsed = strict(text).map_err(|e| SessionError::new(ErrorKind::Malformed, e.to_string()))?;
    let Value::Object(mut map) = parsed else {
        return Err(SessionError::new(ErrorKind::Malformed, "a request is a JSON object"));
    };
    map.retain(|_, value| !value.is_null());
    *id = map.remove("id");
    Ok(map)
}

/// The request of an object, by a table of requests; `always` are keys that each may have.
pub(crate) fn checked(map: Map<String, Value>, table: &[Request], always: &[&str]) -> Result<(Request, Keys), Fail> {
    let keys = Keys { map };
    let what = keys.need("do")?;
    let Some(request) = table.iter().find(|r| r.name == what) else {
        let near = did_you_mean(what, HOST_REQUESTS.iter().chain(REQUESTS).map(|r| r.name));
        let message = format!("no request is called `{what}`{near}");
        return Err(SessionError::new(ErrorKind::UnknownRequest, message).at("do"));
    };
    let known = |name: &str| request.keys.iter().any(|k| k.name == name) || always.contains(&name);
    if let Some(name) = keys.map.keys().find(|name| !known(name)) {
        let names: Vec<&str> = request.keys.iter().map(|k| k.name).collect();
        let has = if names.is_empty() {
            "none".to_owned()
        } else {
            names.join(", ")
        };
        let near = did_you_mean(name, request.keys.iter().map(|k| k.name));
        let message = format!("`{what}` has no key `{name}`; it has: {has}{near}");
        return Err(SessionError::new(ErrorKind::UnknownKey, message).at(name));
    }
    if keys.map.get("in").is_some_and(|v| !v.is_u64()) {
        return Err(Keys::bad("in", Takes::Number.words()));
    }
    for key in request.keys {
        match keys.map.get(key.name) {
            None if key.optional => {}
            None => return Err(Keys::missing(key.name)),
            Some(value) => key.takes.fits(value).map_err(|at| match at {
                None => Keys::bad(key.name, key.takes.words()),
                Some(i) => Keys::bad(format!("{}[{i}]", key.name), key.takes.words()),
            })?,
        }
    }
    Ok((*request, keys))
}

/// Who looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Viewer<S> {
    Referee,
    Of(Option<S>),
}

impl Keys {
    pub(crate) fn missing(key: &str) -> Fail {
        SessionError::new(ErrorKind::MissingKey, format!("the request needs `{key}`")).at(key)
    }
    pub(crate) fn bad(key: impl Into<String>, wanted: &str) -> Fail {
        SessionError::new(ErrorKind::BadValue, format!("wants {wanted}")).at(key)
    }
    /// The same request, to be compared.
    pub(crate) fn whole(&self) -> Value {
        Value::Object(self.map.clone())
    }
    pub(crate) const fn map(&self) -> &Map<String, Value> {
        &self.map
    }
    pub(crate) fn value(&self, key: &str) -> Option<&Value> {
        self.map.get(key)
    }
    pub(crate) fn text(&self, key: &str) -> Option<&str> {
        self.map.get(key)?.as_str()
    }
    pub(crate) fn need(&self, key: &str) -> Result<&str, Fail> {
        match self.map.get(key) {
            None => Err(Self::missing(key)),
            Some(value) => value.as_str().ok_or_else(|| Self::bad(key, Takes::Text.words())),
        }
    }
    pub(crate) fn number(&self, key: &str) -> Option<u64> {
        self.map.get(key)?.as_u64()
    }
    pub(crate) fn texts(&self, key: &str) -> Option<Vec<String>> {
        let list = self.map.get(key)?.as_array()?.iter();
        Some(list.filter_map(Value::as_str).map(str::to_owned).collect())
    }
    pub(crate) fn faces(&self) -> Option<Vec<u8>> {
        let list = self.map.get("faces")?.as_array()?.iter();
        Some(list.filter_map(|v| u8::try_from(v.as_u64()?).ok()).collect())
    }
    /// One of some words; the first if none is said.
    pub(crate) fn word<'w>(&self, key: &str, words: &[&'w str]) -> Result<&'w str, Fail> {
        let Some(said) = self.text(key) else {
            return Ok(words[0]);
        };
        let found = words.iter().find(|w| **w == said);
        found.copied().ok_or_else(|| {
            let quoted: Vec<String> = words.iter().map(|w| format!("`{w}`")).collect();
            let near = did_you_mean(said, words.iter().copied());
            Self::bad(key, &format!("one of {}{near}", quoted.join(", ")))
        })
    }
    fn nobody<S: Sided>(key: &str, what: &str, word: &str, more: &[&str]) -> Fail {
        let all: Vec<&str> = S::ALL.iter().map(|s| s.word()).chain(more.iter().copied()).collect();
        let near = did_you_mean(word, all.iter().copied());
        let message = format!("no {what} is called `{word}`; there are: {}{near}", all.join(", "));
        SessionError::new(ErrorKind::NoSuchSide, message).at(key)
    }
    pub(crate) fn by<S: Sided>(&self) -> Result<S, Fail> {
        let word = self.need("by")?;
        S::named(word).ok_or_else(|| Self::nobody::<S>("by", "side", word, &[]))
    }
    /// A side; nobody is the referee.
    pub(crate) fn asker<S: Sided>(&self) -> Result<Option<S>, Fail> {
        let word = self.need("by")?;
        if word.eq_ignore_ascii_case("referee") {
            return Ok(None);
        }
        let side = S::named(word);
        side.map(Some)
            .ok_or_else(|| Self::nobody::<S>("by", "side", word, &["referee"]))
    }
    /// Never guessed: who forgets to say who looks must not see what is hidden.
    pub(crate) fn viewer<S: Sided>(&self) -> Result<Viewer<S>, Fail> {
        let word = self.need("viewer")?;
        if word.eq_ignore_ascii_case("referee") {
            return Ok(Viewer::Referee);
        }
        if word.eq_ignore_ascii_case("spectator") {
            return Ok(Viewer::Of(None));
        }
        let side = S::named(word);
        side.map(|side| Viewer::Of(Some(side)))
            .ok_or_else(|| Self::nobody::<S>("viewer", "viewer", word, &["spectator", "referee"]))
    }
}
