//! Seats: their secret keys, and the requests that each may make.

use crate::serve::error::{Fault, Kind};
use casus_belli::core::hex_digits;
use casus_belli::protocol::{REQUESTS, Request, Takes};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use sha2::{Digest as _, Sha256};

/// The SHA-256 hash of a key.
pub(crate) type Hashed = [u8; 32];

/// Returns a new secret with 192 bits from the system's random generator.
pub(crate) fn secret() -> Result<String, Fault> {
    let mut word = String::new();
    for _ in 0..3 {
        word.push_str(&hex_digits(random()?));
    }
    Ok(word)
}

/// Returns a number from the system's random generator.
pub(crate) fn random() -> Result<u64, Fault> {
    getrandom::u64().map_err(|e| Fault::new(Kind::Busy, format!("the system gives no random numbers: {e}")))
}

/// Hashes a key for the database, so that nobody who reads the database can use it to take a seat.
pub(crate) fn hashed(key: &str) -> Hashed {
    Sha256::digest(key.as_bytes()).into()
}

/// The holder of a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Who {
    /// A human player: anybody who has the key.
    Person,
    /// The agent of this name.
    Agent(String),
    /// All spectators, who share one seat.
    Watch,
}

/// A seat of a match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Seat {
    /// The sides that it plays; empty for the spectators.
    pub(crate) sides: Vec<String>,
    pub(crate) who: Who,
}

/// Requests that spectators may make. Players may make them too.
pub(crate) const SPECTATOR_REQUESTS: &[&str] = &[
    "turn", "map", "threats", "piece", "view", "field", "scene", "svg", "journal", "case", "cases", "requests",
];
/// Further requests that players may make, for a side of their own.
pub(crate) const PLAYER_REQUESTS: &[&str] = &[
    "actions",
    "check",
    "why",
    "reach",
    "odds",
    "advise",
    "play",
    "go",
    "let",
    "forced",
    "undo",
    "ask-undo",
    "grant-undo",
    "resign",
    "offer-draw",
    "accept-draw",
    "decline-draw",
];
/// Requests of the protocol that are refused here: those of the referee, and those that would fill the server's memory.
#[cfg(test)]
const REFUSED_REQUESTS: &[&str] = &["setup", "save", "load", "fork", "drop"];
/// Requests that take some time but end by themselves. A copy of the session answers them, so that they delay nobody.
const QUICK_REQUESTS: &[&str] = &["reach", "threats"];
/// Requests that can take all of their computing time. A copy of the session answers these too.
const SLOW_REQUESTS: &[&str] = &["odds", "advise"];

/// The queue in which a request waits. Brief requests never wait for slow ones.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Queue {
    /// Requests that end soon by themselves: `reach` and `threats`.
    Brief,
    /// Requests that can take all of their computing time: `odds` and `advise`.
    Slow,
    /// An agent plays for a player: `let`.
    Play,
}

/// A permitted request, with the keys that the server has filled in.
#[derive(Debug)]
pub(crate) struct Asked {
    pub(crate) request: &'static Request,
    pub(crate) keys: Map<String, Value>,
}

impl Asked {
    /// Returns whether a copy of the session answers it.
    pub(crate) fn long(&self) -> bool {
        QUICK_REQUESTS.contains(&self.request.name) || SLOW_REQUESTS.contains(&self.request.name)
    }
    /// Returns the queue in which it waits, or `None` if it is answered at once.
    pub(crate) fn queue(&self) -> Option<Queue> {
        match self.request.name {
            "let" => Some(Queue::Play),
            name if QUICK_REQUESTS.contains(&name) => Some(Queue::Brief),
            name if SLOW_REQUESTS.contains(&name) => Some(Queue::Slow),
            _ => None,
        }
    }
    /// Returns whether it belongs to undo.
    pub(crate) fn takes_back(&self) -> bool {
        ["undo", "ask-undo", "grant-undo"].contains(&self.request.name)
    }
    /// Returns whether it asks the other side for consent.
    pub(crate) fn pesters(&self) -> bool {
        ["ask-undo", "offer-draw"].contains(&self.request.name)
    }
    /// Returns whether it plays actions.
    pub(crate) fn moves(&self) -> bool {
        ["play", "go", "let", "forced"].contains(&self.request.name)
    }
}

/// Playouts that one `odds` request may ask for.
const MAX_ODDS_RUNS: u64 = 20_000;
/// Paths that `keys` of one `odds` request may contain.
const MAX_ODDS_PATHS: usize = 8;

impl Seat {
    /// Checks a request of this seat and fills in the side that asks and looks. A seat can name no side but its own.
    ///
    /// Returns `None` if the request is not in the protocol: the session then answers with the error.
    pub(crate) fn may(&self, mut keys: Map<String, Value>) -> Result<Option<Asked>, Fault> {
        let said = keys.get("do").and_then(Value::as_str);
        let Some(request) = REQUESTS.iter().find(|r| Some(r.name) == said) else {
            return Ok(None);
        };
        let name = request.name;
        let plays = !self.sides.is_empty();
        if !(SPECTATOR_REQUESTS.contains(&name) || plays && PLAYER_REQUESTS.contains(&name)) {
            let message = if PLAYER_REQUESTS.contains(&name) {
                format!("request {name:?} is for players, not spectators")
            } else {
                format!("request {name:?} is not served")
            };
            return Err(Fault::new(Kind::NotAllowed, message).at("do"));
        }
        if keys.contains_key("in") {
            return Err(Fault::new(Kind::NotAllowed, "scratch copies are not served").at("in"));
        }
        for key in request.keys {
            let watches = matches!(key.takes, Takes::Viewer);
            if !watches && !matches!(key.takes, Takes::Side | Takes::Asker) {
                continue;
            }
            match keys.get(key.name).and_then(Value::as_str) {
                Some("spectator") if watches => {}
                Some(word) if self.sides.iter().any(|side| side == word) => {}
                Some(word) => {
                    return Err(
                        Fault::new(Kind::NotAllowed, format!("{word:?} is not a side of your seat")).at(key.name)
                    );
                }
                None if keys.get(key.name).is_some_and(|v| !v.is_null()) => {}
                None => {
                    let own = match &self.sides[..] {
                        [] => "spectator",
                        [side] => side,
                        _ if watches => "spectator",
                        _ => continue,
                    };
                    keys.insert(key.name.to_owned(), own.into());
                }
            }
        }
        if name == "let" && keys.get("until").and_then(Value::as_str) == Some("end") {
            return Err(Fault::new(
                Kind::NotAllowed,
                "a server's agent plays at most the `rest` of the activation or turn",
            )
            .at("until"));
        }
        if keys
            .get("runs")
            .and_then(Value::as_u64)
            .is_some_and(|n| n > MAX_ODDS_RUNS)
        {
            return Err(Fault::new(
                Kind::TooMuch,
                format!("at most {MAX_ODDS_RUNS} playouts per request on this server"),
            )
            .at("runs"));
        }
        if keys
            .get("keys")
            .and_then(Value::as_array)
            .is_some_and(|k| k.len() > MAX_ODDS_PATHS)
        {
            return Err(Fault::new(
                Kind::TooMuch,
                format!("at most {MAX_ODDS_PATHS} paths per request on this server"),
            )
            .at("keys"));
        }
        // An undo request may change while its grant is on the way.
        if name == "grant-undo" && keys.get("to").is_none_or(Value::is_null) {
            let message = "`grant-undo` needs `to`, the length of the journal that the undo request names";
            return Err(Fault::new(Kind::Malformed, message).at("to"));
        }
        Ok(Some(Asked { request, keys }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn seat(sides: &[&str]) -> Seat {
        Seat {
            sides: sides.iter().map(|s| (*s).to_owned()).collect(),
            who: Who::Person,
        }
    }
    fn asked(seat: &Seat, request: Value) -> Result<Value, Fault> {
        let Value::Object(keys) = request else {
            panic!("an object")
        };
        seat.may(keys).map(|a| Value::Object(a.unwrap().keys))
    }

    /// Each request of the protocol is in exactly one of the three lists.
    #[test]
    fn every_request_is_somebodys_or_nobodys() {
        for request in REQUESTS {
            let lists = [SPECTATOR_REQUESTS, PLAYER_REQUESTS, REFUSED_REQUESTS];
            let on = lists.iter().filter(|list| list.contains(&request.name)).count();
            assert_eq!(on, 1, "{}", request.name);
            assert!(!request.referee || REFUSED_REQUESTS.contains(&request.name), "{}", request.name);
            assert!(!request.changes || !SPECTATOR_REQUESTS.contains(&request.name), "{}", request.name);
        }
        assert_eq!(SPECTATOR_REQUESTS.len() + PLAYER_REQUESTS.len() + REFUSED_REQUESTS.len(), REQUESTS.len());
    }

    #[test]
    fn each_asks_as_himself() {
        let swiss = seat(&["Swiss"]);
        assert_eq!(asked(&swiss, json!({"do": "actions"})).unwrap()["by"], "Swiss");
        assert_eq!(asked(&swiss, json!({"do": "view"})).unwrap()["viewer"], "Swiss");
        assert_eq!(asked(&swiss, json!({"do": "view", "viewer": "spectator"})).unwrap()["viewer"], "spectator");
        for wrong in [
            json!({"do": "view", "viewer": "French"}),
            json!({"do": "view", "viewer": "referee"}),
            json!({"do": "undo", "by": "referee", "journal": 3}),
            json!({"do": "play", "by": "French", "action": "rest", "journal": 0}),
            json!({"do": "play", "by": "Swiss", "viewer": "French", "action": "rest", "journal": 0}),
            json!({"do": "save"}),
            json!({"do": "turn", "in": 1}),
            json!({"do": "let", "by": "Swiss", "until": "end", "journal": 0}),
        ] {
            assert_eq!(asked(&swiss, wrong.clone()).unwrap_err().kind, Kind::NotAllowed, "{wrong}");
        }
        let both = seat(&["Swiss", "French"]);
        assert_eq!(asked(&both, json!({"do": "actions", "by": "French"})).unwrap()["by"], "French");
        assert_eq!(asked(&both, json!({"do": "actions"})).unwrap().get("by"), None);
        let nobody = seat(&[]);
        assert_eq!(asked(&nobody, json!({"do": "scene"})).unwrap()["viewer"], "spectator");
        assert!(asked(&nobody, json!({"do": "actions", "by": "Swiss"})).is_err());
        assert!(asked(&nobody, json!({"do": "scene", "viewer": "Swiss"})).is_err());
    }

    #[test]
    fn keys_are_long_and_differ() {
        let (one, other) = (secret().unwrap(), secret().unwrap());
        assert_eq!(one.len(), 48);
        assert_ne!(one, other);
        assert_ne!(hashed(&one), hashed(&other));
    }
}
