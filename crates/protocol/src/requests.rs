//! The table of requests and their keys. Incoming requests are checked against it, and the documentation is made from it.

use crate::error::{ErrorKind, Fail, SessionError};
use casus_core::decisions::Sided;
use casus_core::geometry::did_you_mean;
use casus_core::play::json::strict;
use core::fmt::Write as _;
use serde::Serialize;
use serde_json::{Map, Value};

/// The version of the protocol.
///
/// The version increases when a request, a key or an answer changes its meaning or is removed. Additions do not increase the
/// version, so a client must ignore keys of answers that it does not know.
pub const PROTOCOL: u32 = 1;

/// The type of value that a key of a request takes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Takes {
    /// The name of a side.
    Side,
    /// The name of a side, or `referee`.
    Asker,
    /// The name of a side, `spectator` or `referee`.
    Viewer,
    /// Any JSON string.
    Text,
    /// A whole number, 0 or more.
    Number,
    /// `true` or `false`.
    Flag,
    /// A JSON object.
    Object,
    /// A list of objects.
    Objects,
    /// A list of strings.
    Texts,
    /// A list of whole numbers from 0 to 255.
    Faces,
}

impl Takes {
    /// Returns the expected type in words, as error messages and the documentation print it.
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
    /// The name of the key in the JSON object.
    pub name: &'static str,
    /// The type of its value.
    pub takes: Takes,
    /// Whether a request can leave the key out.
    pub optional: bool,
    /// The meaning of the key, and its default if it is optional.
    pub says: &'static str,
}

/// A kind of request: its name, its keys and its answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Request {
    /// The value of `do`.
    #[serde(rename = "do")]
    pub name: &'static str,
    /// The keys of the request, without `do` (its name), which every request must have, and without three others: `id`, which
    /// every request may have (copied into the answer); `in` (a scratch copy), for a request to a session; and `session` (a
    /// session of a host), for a request to a session through a host.
    pub keys: &'static [Key],
    /// Whether the request changes the match. Such a request has the key `journal`. An exact repeat of the last such request gets
    /// the same answer and changes nothing.
    pub changes: bool,
    /// Whether the request is for the referee only, because it shows or changes hidden information. Nothing checks who asks: a
    /// server must not pass such a request on for a player.
    pub referee: bool,
    /// The names of the types that the answer can have, in [`answers`](crate::answers).
    pub answers: &'static [&'static str],
    /// What the request does, in words.
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

const BY: Key = key("by", Takes::Side, "the side that asks");
const ASKER: Key = key("by", Takes::Asker, "the side that asks, or `referee`");
const VIEWER: Key = key(
    "viewer",
    Takes::Viewer,
    "a side, `spectator` or `referee`; the answer contains nothing that is hidden from this viewer",
);
const ACTION: Key = key("action", Takes::Text, "the action, as `words` of an answer to `actions` spell it");
const MARKS: Key = may(
    "marks",
    Takes::Texts,
    "the marks to add: `may-act`, `targets`, `last`, `fights`, `zoc`, `sight`, `reach`, `odds`",
);
const MARKED: Key = may("of", Takes::Text, "the piece or hex of the marks `sight`, `reach` and `odds`, which need it");
const JOURNAL: Key = key("journal", Takes::Number, "how many lines the journal had when you last heard of it");
const WHO: Key = may(
    "who",
    Takes::Texts,
    "pieces that move together, or, where pieces move in stacks, a hex for its stack; default: the selected pieces",
);

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

/// The requests of a [`Session`](crate::Session). A `*` marks those that change the match, and a `?` an optional key.
///
#[doc = include_str!("requests.md")]
pub const REQUESTS: &[Request] = &[
    asks("turn", &[], &["After"], "returns the open decision, or how play ended"),
    asks("map", &[], &["MapAnswer"], "returns the map, and the lists that numbers point into"),
    asks(
        "actions",
        &[BY],
        &["ActionsAnswer"],
        "lists the legal actions of the side that decides, and by piece and hex the actions that name it",
    ),
    asks(
        "check",
        &[BY, ACTION],
        &["CheckAnswer"],
        "returns whether an action is legal, and if not, every reason with its Case",
    ),
    asks(
        "why",
        &[
            BY,
            may("action", Takes::Text, "the action; default: the open decision is explained"),
            may("who", Takes::Texts, "pieces to select before the action; needs `action`"),
        ],
        &["WhyAnswer"],
        "explains an action: whether it is legal, what it does and costs, or what forbids it; or the open decision",
    ),
    asks(
        "reach",
        &[BY, WHO],
        &["ReachAnswer"],
        "lists the hexes that pieces can reach, each with its actions and cost",
    ),
    asks(
        "threats",
        &[VIEWER, key("of", Takes::Text, "a piece or a hex")],
        &["ThreatsAnswer"],
        "lists what a piece or hex threatens, and what threatens it",
    ),
    asks(
        "piece",
        &[VIEWER, key("of", Takes::Text, "a piece or a hex")],
        &["PieceAnswer"],
        "describes a piece or hex in lines of text: everything that the viewer may know of it",
    ),
    asks(
        "odds",
        &[
            BY,
            ACTION,
            may(
                "keys",
                Takes::Texts,
                "dotted paths into the view of the side that asks; default: outcomes are told apart by what happens to the pieces",
            ),
            may(
                "through",
                Takes::Text,
                "how far to compute: `next` (default): to the next decision; `evenly`: to the end of what the action begins, each decision \
                 on the way answered by every listed action with equal chances; `first`: the same, each answered by the first \
                 listed action. Only together with `keys`",
            ),
            may(
                "runs",
                Takes::Number,
                "the maximum number of runs, 1 to 1,000,000; one run plays one action with one combination of faces; default 20,000",
            ),
        ],
        &["ForetoldAnswer", "OddsAnswer"],
        "computes the possible outcomes of an action, with their chances as exact fractions",
    ),
    asks("view", &[VIEWER], &["ViewAnswer"], "returns the position as the viewer sees it, by names"),
    asks("field", &[VIEWER], &["FieldAnswer"], "draws the position as text"),
    asks(
        "scene",
        &[
            VIEWER,
            may(
                "since",
                Takes::Number,
                "the number of a picture that you have: the answer has only the changes, if the session remembers that picture",
            ),
            may("at", Takes::Number, "a length of the journal: the position as it was then; default: now"),
            MARKS,
            MARKED,
        ],
        &["SceneAnswer"],
        "returns the position as data for a picture, and the marks that you ask for",
    ),
    asks(
        "svg",
        &[VIEWER, MARKS, MARKED],
        &["SvgAnswer"],
        "draws the position as SVG, with the marks that you ask for",
    ),
    asks(
        "journal",
        &[VIEWER, may("from", Takes::Number, "how many lines to skip; default 0")],
        &["JournalAnswer"],
        "returns what was played, and the events that followed",
    ),
    asks(
        "case",
        &[key(
            "number",
            Takes::Text,
            "the number of a Case, the name of a ruling, or the title and number of a house rule",
        )],
        &["CaseAnswer"],
        "returns a Case with its rulings, or a ruling",
    ),
    asks("cases", &[], &["CasesAnswer"], "lists all Cases of the rulebook, and all house rules"),
    asks("requests", &[], &["RequestsAnswer"], "lists the requests of a session: this table"),
    asks(
        "advise",
        &[
            BY,
            may("agent", Takes::Text, "the name of the agent; default: the best, which `hello` lists first"),
            may("seed", Takes::Number, "the seed of the agent; default: the length of the journal"),
        ],
        &["AdviseAnswer"],
        "returns what an agent would do at the open decision, and why",
    ),
    referees(asks("setup", &[], &["SetupAnswer"], "returns the set-up of the match")),
    referees(asks("save", &[], &["SaveAnswer"], "returns the match as text, for `load` and `reopen`")),
    does(
        "play",
        &[
            BY,
            ACTION,
            may(
                "faces",
                Takes::Faces,
                "the results of the rolls, in order, if you roll yourself: for one die its face, for `2d6` the sum; default: the session rolls",
            ),
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
            key("to", Takes::Text, "the hex to move to"),
            may("facing", Takes::Text, "the facing at the end, a compass word; default: as they arrive"),
            VIEWER,
            JOURNAL,
        ],
        "moves pieces to a hex by the path that `reach` lists, step by step, until something intervenes",
    ),
    does(
        "let",
        &[
            BY,
            may("agent", Takes::Text, "the name of the agent; default: the best, which `hello` lists first"),
            may("seed", Takes::Number, "the seed of the agent; default: the length of the journal"),
            may(
                "until",
                Takes::Text,
                "how long the agent plays: `decision` (default: only this one), `rest` (to the end of the activation or turn) or `end` (to the end of play); never past the point where another side decides",
            ),
            VIEWER,
            JOURNAL,
        ],
        "lets an agent choose and play the actions of a side",
    ),
    does(
        "forced",
        &[ASKER, VIEWER, JOURNAL],
        "plays the only legal action, again and again, as long as there is exactly one and the side that asks decides; for \
         `referee`, whichever side decides",
    ),
    does(
        "undo",
        &[
            ASKER,
            may(
                "to",
                Takes::Number,
                "the length of the journal to return to; default: its length before the last line, or, if one request played that line together with others, before all of them",
            ),
            JOURNAL,
        ],
        "undoes your own last lines, back to the last die roll, reveal, offer, answer to an offer, or resignation",
    ),
    does(
        "ask-undo",
        &[
            BY,
            key("to", Takes::Number, "the length of the journal to return to"),
            JOURNAL,
        ],
        "asks the other side to agree to an undo that you cannot do alone",
    ),
    does(
        "grant-undo",
        &[
            BY,
            may(
                "to",
                Takes::Number,
                "the `to` of the undo request to which you agree; if the open undo request has another, the request fails as `stale`; default: any",
            ),
            JOURNAL,
        ],
        "agrees to the other side's undo request, and undoes the lines, also those with die rolls",
    ),
    does("resign", &[BY, JOURNAL], "resigns"),
    does("offer-draw", &[BY, JOURNAL], "offers a draw"),
    does("accept-draw", &[BY, JOURNAL], "accepts the draw that another side offers"),
    does("decline-draw", &[BY, JOURNAL], "declines a draw, or withdraws your own offer"),
    referees(does(
        "load",
        &[key("save", Takes::Text, "a save of the same game"), JOURNAL],
        "replaces the match with a save",
    )),
    asks(
        "fork",
        &[
            VIEWER,
            may(
                "seed",
                Takes::Number,
                "the seed of the copy's dice and hidden facts; default: the number of copies made before",
            ),
        ],
        &["ForkAnswer"],
        "makes a scratch copy with its own dice, and with hidden information drawn anew; a request goes to the copy if its key `in` has the number of the copy",
    ),
    asks(
        "drop",
        &[key("fork", Takes::Number, "the number of the copy")],
        &["ForkAnswer"],
        "deletes a scratch copy",
    ),
];

const GAME: Key = key("game", Takes::Text, "the short name of the game, from `hello`");
const BATTLE: Key = may("battle", Takes::Text, "a battle of the game; default: the first");
const SCENARIO: Key = may("scenario", Takes::Text, "a scenario of the battle; default: as in the set-up");
const OPTIONS: Key = may(
    "options",
    Takes::Texts,
    "optional rules by their Cases, and by their names rulings for which you choose the other reading",
);
const SETUP: Key = may("setup", Takes::Object, "a set-up of your own; default: the set-up of the battle");

/// The requests that a [`SessionHost`](crate::SessionHost) answers itself. A `?` marks an optional key.
///
/// All other requests go to one of the sessions of the host. They name the session under `session`.
///
#[doc = include_str!("host_requests.md")]
pub const HOST_REQUESTS: &[Request] = &[
    asks(
        "hello",
        &[],
        &["HelloAnswer"],
        "returns the versions, the games with battles, options and agents, and all requests",
    ),
    asks(
        "schema",
        &[GAME],
        &["SchemaAnswer"],
        "returns the JSON Schema of all requests and answers, and of the set-ups of a game",
    ),
    referees(asks(
        "open",
        &[
            GAME,
            BATTLE,
            SCENARIO,
            OPTIONS,
            SETUP,
            may("seed", Takes::Number, "the seed of the dice: the same seed gives the same rolls; default 0"),
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
                "pieces",
                Takes::Objects,
                "pieces to move: each names its `piece`, and has `hex`, or `at` for a place off the map, and `facing`; leave out what stays",
            ),
            may(
                "seed",
                Takes::Number,
                "the seed of the agent that places the pieces which the sides would place themselves; default 0",
            ),
        ],
        &["LayAnswer"],
        "lays out a custom set-up: names every piece with its place, and moves the given ones",
    ),
    referees(asks(
        "reopen",
        &[
            key("save", Takes::Text, "a save of any game that `hello` lists"),
            may("seed", Takes::Number, "the seed of the dice from now on; default 0"),
        ],
        &["OpenAnswer"],
        "opens a session from a save",
    )),
    referees(asks(
        "migrate",
        &[key("save", Takes::Text, "a save from older rules, charts or maps")],
        &["MigrateAnswer"],
        "replays a save with the current rules and charts, as far as they allow",
    )),
    referees(asks(
        "close",
        &[key("session", Takes::Number, "the number of the session")],
        &["OpenAnswer"],
        "closes a session",
    )),
];

/// Returns the documentation of `requests` in Markdown: a table of the requests, and a table of their keys. `*` marks a
/// request that changes the match, and `?` an optional key.
pub fn page(requests: &[Request]) -> String {
    let mut out = String::from("| `do` | Keys | What it does | Answer |\n|---|---|---|---|\n");
    for r in requests {
        let key = |k: &Key| format!("`{}`{}", k.name, if k.optional { "?" } else { "" });
        let keys: Vec<String> = r.keys.iter().map(key).collect();
        let whose = if r.referee { " (referee only)" } else { "" };
        let answers: Vec<String> = r.answers.iter().map(|a| format!("`{a}`")).collect();
        let _ = writeln!(
            out,
            "| `{}`{} | {} | {}{whose} | {} |",
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
    out.push_str("\n| Key | Of | Type | Meaning |\n|---|---|---|---|\n");
    for key in keys {
        let of = requests.iter().filter(|r| r.keys.contains(key));
        let of: Vec<String> = of.map(|r| format!("`{}`", r.name)).collect();
        let _ = writeln!(out, "| `{}` | {} | {} | {} |", key.name, of.join(", "), key.takes.words(), key.says);
    }
    out
}

/// The keys of a request, checked against the table.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Keys {
    map: Map<String, Value>,
}

/// Keys that every request of a session can have, besides `id`.
pub(crate) const ALWAYS: [&str; 2] = ["do", "in"];

/// Reads a request and checks it against the table. Sets `id` to the request's `id`, also when the check fails.
pub(crate) fn read(text: &str, id: &mut Option<Value>) -> Result<(Request, Keys), Fail> {
    object(text, id).and_then(|map| checked(map, REQUESTS, &ALWAYS))
}

/// Reads a JSON object, removes keys that are `null`, and moves the value of `id` to `id`.
pub(crate) fn object(text: &str, id: &mut Option<Value>) -> Result<Map<String, Value>, Fail> {
    let parsed = strict(text).map_err(|e| SessionError::new(ErrorKind::Malformed, e.to_string()))?;
    let Value::Object(mut map) = parsed else {
        return Err(SessionError::new(ErrorKind::Malformed, "expected a JSON object"));
    };
    map.retain(|_, value| !value.is_null());
    *id = map.remove("id");
    Ok(map)
}

/// Finds the request of an object in `table` and checks its keys. `always` names keys that every request can have.
pub(crate) fn checked(map: Map<String, Value>, table: &[Request], always: &[&str]) -> Result<(Request, Keys), Fail> {
    let keys = Keys { map };
    let what = keys.need("do")?;
    let Some(request) = table.iter().find(|r| r.name == what) else {
        let message = if HOST_REQUESTS.iter().any(|r| r.name == what) {
            format!("{what:?} is a request to the host, not to a session")
        } else {
            let near = did_you_mean(what, HOST_REQUESTS.iter().chain(REQUESTS).map(|r| r.name));
            format!("unknown request {what:?}{near}")
        };
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
        let message = format!("unknown key {name:?} of `{what}`; keys: {has}{near}");
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

/// A viewer: the referee, a side, or with `None` a spectator.
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
        SessionError::new(ErrorKind::BadValue, format!("expected {wanted}")).at(key)
    }
    /// Returns the whole request, for comparison.
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
    /// Returns the value of `key` if it is one of `words`; without the key, the first of them.
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
        let message = format!("unknown {what} {word:?}; {what}s: {}{near}", all.join(", "));
        SessionError::new(ErrorKind::NoSuchSide, message).at(key)
    }
    pub(crate) fn by<S: Sided>(&self) -> Result<S, Fail> {
        let word = self.need("by")?;
        S::named(word).ok_or_else(|| Self::nobody::<S>("by", "side", word, &[]))
    }
    /// Returns the side of `by`; `None` is the referee.
    pub(crate) fn asker<S: Sided>(&self) -> Result<Option<S>, Fail> {
        let word = self.need("by")?;
        if word.eq_ignore_ascii_case("referee") {
            return Ok(None);
        }
        let side = S::named(word);
        side.map(Some)
            .ok_or_else(|| Self::nobody::<S>("by", "side", word, &["referee"]))
    }
    /// Returns the viewer. There is no default: a forgotten `viewer` must not show hidden information.
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

#[cfg(test)]
mod tests {
    use super::{HOST_REQUESTS, REQUESTS, page};

    #[test]
    fn the_docs_list_every_request() {
        let files = [
            ("requests.md", REQUESTS, include_str!("requests.md")),
            ("host_requests.md", HOST_REQUESTS, include_str!("host_requests.md")),
        ];
        for (file, requests, written) in files {
            let wanted = page(requests);
            if std::env::var_os("CASUS_BLESS").is_some() {
                let path = format!("{}/src/{file}", env!("CARGO_MANIFEST_DIR"));
                std::fs::write(path, &wanted).unwrap();
            } else {
                assert!(written == wanted, "{file} is not what the list says: CASUS_BLESS=1 writes it");
            }
        }
    }
}
