//! Custom set-ups: a set-up that names every piece, with pieces moved to where a player wants them.

use crate::answers::{FaultInfo, LayAnswer, PostInfo};
use crate::error::{ErrorKind, Fail, SessionError};
use crate::match_session::pick;
use casus_core::decisions::SetupFault;
use casus_core::decisions::Turn;
use casus_core::geometry::did_you_mean;
use casus_core::picture::Scene;
use casus_core::play::LoadError;
use casus_core::play::Match;
use casus_core::play::Steady;
use casus_core::play::json;
use casus_guide::BoxedGame;
use serde_json::{Map, Value};

/// Pieces that an agent places at most, before the player moves them.
const MAX_PIECES: usize = 10_000;

/// A piece, and where a request puts it.
struct Post<'k> {
    piece: &'k str,
    keys: &'k Map<String, Value>,
}

/// Reads the pieces that a request moves, and checks the keys of each.
fn posts(list: Option<&Value>) -> Result<Vec<Post<'_>>, Fail> {
    let mut all = Vec::new();
    for (i, post) in list.and_then(Value::as_array).into_iter().flatten().enumerate() {
        let at = |key: &str| format!("pieces[{i}].{key}");
        let bad = |key: &str, message: &str| SessionError::new(ErrorKind::BadValue, message).at(at(key));
        let Some(keys) = post.as_object() else {
            return Err(SessionError::new(ErrorKind::BadValue, "expected an object").at(format!("pieces[{i}]")));
        };
        for (key, value) in keys {
            if !["piece", "hex", "at", "facing"].contains(&key.as_str()) {
                let message = format!("unknown key {key:?} of a piece; keys: piece, hex, at, facing");
                return Err(SessionError::new(ErrorKind::UnknownKey, message).at(at(key)));
            }
            if !value.is_string() {
                return Err(bad(key, "expected a string"));
            }
        }
        let Some(piece) = keys.get("piece").and_then(Value::as_str) else {
            return Err(
                SessionError::new(ErrorKind::MissingKey, "a piece to move needs its name as `piece`").at(at("piece"))
            );
        };
        if keys.contains_key("hex") && keys.contains_key("at") {
            return Err(bad("at", "a piece has either a hex or a place off the map"));
        }
        all.push(Post { piece, keys });
    }
    Ok(all)
}

/// The lists of pieces in a set-up. A game has the lists of its own kinds of piece.
const LISTS: [&str; 4] = ["units", "leaders", "commanders", "standards"];

/// Returns the ids of all pieces in a set-up.
fn ids(setup: &Map<String, Value>) -> impl Iterator<Item = &str> {
    let lists = setup.iter().filter(|(key, _)| LISTS.contains(&key.as_str()));
    let entries = lists.flat_map(|(_, list)| list.as_array().into_iter().flatten());
    entries.filter_map(|entry| entry.get("id").and_then(Value::as_str))
}

/// Returns the entry of a piece, from whichever list of the set-up it is in.
fn entry<'s>(setup: &'s mut Map<String, Value>, piece: &str) -> Option<&'s mut Map<String, Value>> {
    let lists = setup.iter_mut().filter(|(key, _)| LISTS.contains(&key.as_str()));
    let mut entries = lists.flat_map(|(_, list)| list.as_array_mut().into_iter().flatten());
    let named = |entry: &Value| {
        let id = entry.get("id").and_then(Value::as_str);
        id.is_some_and(|id| id.eq_ignore_ascii_case(piece))
    };
    entries.find(|entry| named(entry)).and_then(Value::as_object_mut)
}

/// Moves pieces of a set-up to where the request puts them.
fn moved<G: BoxedGame>(setup: &mut Map<String, Value>, posts: &[Post<'_>]) -> Result<(), Fail> {
    for (i, post) in posts.iter().enumerate() {
        let alone = G::HEX_ALONE
            .iter()
            .find(|(piece, _)| piece.eq_ignore_ascii_case(post.piece));
        if let Some((_, key)) = alone {
            match (post.keys.get("hex"), post.keys.keys().find(|k| !["piece", "hex"].contains(&k.as_str()))) {
                (Some(hex), None) => setup.insert((*key).to_owned(), hex.clone()),
                (_, other) => {
                    let at = format!("pieces[{i}].{}", other.map_or("hex", |k| k.as_str()));
                    let message = format!("{} has no facing: give only its hex", post.piece);
                    return Err(SessionError::new(ErrorKind::BadValue, message).at(at));
                }
            };
            continue;
        }
        let Some(entry) = entry(setup, post.piece) else {
            let names: Vec<&str> = ids(setup).collect();
            let near = did_you_mean(post.piece, names);
            let message = format!("unknown piece {:?}{near}", post.piece);
            return Err(SessionError::new(ErrorKind::NoSuchThing, message).at(format!("pieces[{i}].piece")));
        };
        if post.keys.contains_key("hex") {
            entry.remove("at");
        }
        if post.keys.contains_key("at") {
            entry.remove("hex");
            entry.remove("facing");
        }
        for key in ["hex", "at", "facing"] {
            if let Some(word) = post.keys.get(key) {
                entry.insert(key.to_owned(), word.clone());
            }
        }
    }
    Ok(())
}

/// Lists every piece of a set-up, and where it is.
fn pieces<G: BoxedGame>(setup: &Map<String, Value>) -> Vec<PostInfo> {
    let word = |entry: &Value, key: &str| entry.get(key).and_then(Value::as_str).map(str::to_owned);
    let lists = LISTS.iter().filter_map(|list| setup.get(*list)?.as_array());
    let named = lists.flatten().filter_map(|entry| {
        Some(PostInfo {
            piece: word(entry, "id")?,
            hex: word(entry, "hex"),
            at: word(entry, "at"),
            facing: word(entry, "facing"),
        })
    });
    let alone = G::HEX_ALONE.iter().filter_map(|(piece, key)| {
        Some(PostInfo {
            piece: (*piece).to_owned(),
            hex: Some(setup.get(*key)?.as_str()?.to_owned()),
            at: None,
            facing: None,
        })
    });
    named.chain(alone).collect()
}

/// Returns the piece that a path in a set-up is about: `units[3].hex`, or `units.OT-RI-9.state`.
fn piece_at(setup: &Map<String, Value>, path: &str) -> Option<String> {
    let head = path.split(['[', '.']).next()?;
    if !LISTS.contains(&head) {
        return None;
    }
    let rest = &path[head.len()..];
    if let Some(rest) = rest.strip_prefix('[') {
        let number: usize = rest.split(']').next()?.parse().ok()?;
        return setup.get(head)?.get(number)?.get("id")?.as_str().map(str::to_owned);
    }
    rest.strip_prefix('.')?.split('.').next().map(str::to_owned)
}

fn object(setup: &impl serde::Serialize) -> Map<String, Value> {
    match json::value_of(setup) {
        Value::Object(map) => map,
        _ => Map::new(),
    }
}

/// Lets an agent place the pieces that players place themselves.
fn placed<G: BoxedGame>(game: &mut Match<G>, seed: u64) {
    let mut agent = Steady::<G>::new(seed).runs(0);
    let mut dice = casus_core::dice::Seeded::new(seed);
    for _ in 0..MAX_PIECES {
        let Turn::Decide { side, .. } = game.turn() else { return };
        if !G::placing(game.state()) {
            return;
        }
        let listed = game.actions();
        let Some(action) = pick(&mut agent, game.state(), side, &listed) else {
            return;
        };
        if game.play(side, action, &mut dice).is_err() {
            return;
        }
    }
}

/// Answers `lay`: the set-up with every piece named and some moved, with its faults or, without faults, its scene.
pub(crate) fn lay<G: BoxedGame>(mut setup: G::Setup, list: Option<&Value>, seed: u64) -> Result<LayAnswer, Fail> {
    let posts = posts(list)?;
    // A set-up that has faults already is left as it is: it names its pieces itself.
    if let Ok(mut game) = Match::<G>::new(setup.clone()) {
        placed(&mut game, seed);
        G::name_all(&mut setup, game.state());
    }
    let mut map = object(&setup);
    moved::<G>(&mut map, &posts)?;
    let text = Value::Object(map.clone()).to_string();
    let wrong = |e| SessionError::new(ErrorKind::NotOpened, LoadError::NotASetup(e).to_string()).at("setup");
    let setup: G::Setup = casus_core::play::json::read(&text).map_err(wrong)?;
    let told = |fault: SetupFault| FaultInfo {
        piece: piece_at(&map, &fault.path),
        path: fault.path,
        message: fault.message,
        cite: fault.cite,
    };
    let (faults, game) = match Match::<G>::new(setup) {
        Ok(game) => (Vec::new(), Some(game)),
        Err(faults) => (faults.0.into_iter().map(told).collect(), None),
    };
    Ok(LayAnswer {
        pieces: pieces::<G>(&map),
        setup: Value::Object(map),
        faults,
        map: game.as_ref().map(Match::gazetteer),
        scene: game.as_ref().map(|game| Scene::whole::<G>(game.state())),
    })
}
