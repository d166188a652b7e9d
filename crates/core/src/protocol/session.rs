//! The trait [`Session`]: a match of any game behind JSON text.

use crate::person::guide::Guide;
use crate::play::digest::hex_digits;
use crate::play::json;
use crate::protocol::error::{ErrorKind, Fail, SessionError};
use crate::protocol::match_session::{MatchSession, Stop};
use crate::protocol::requests::{Keys, Request, read};
use serde_json::Value;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// A match of any game behind JSON text, for front ends in any language.
///
/// A request is one JSON object. `do` names one of the [`REQUESTS`](crate::protocol::REQUESTS), which list its keys. Unknown requests and
/// unknown keys are errors. Sides, actions and Cases are words. Integers beyond 2^53, fractions and digests are strings. An `id` of any
/// kind is copied into the answer.
///
/// **Changes.** A request that changes the match has the key `journal`, the length of the journal that the client knows. If the journal
/// has another length, the request fails as stale. An exact repeat of the last accepted request gets the same answer and changes nothing.
///
/// **Viewers.** A `viewer` is the name of a side, `"spectator"`, or `"referee"`, from whom nothing is hidden. If you serve players, let
/// each ask as itself only (`by`, `viewer`). Keep for yourself the requests that show or change hidden information: those with
/// [`Request::referee`], and all with `"viewer": "referee"` or `"by": "referee"`. The referee's `view` has the view of each side
/// under its name; the referee's `scene` and `svg` have the pieces of all sides; the referee's `field` is a spectator's.
///
/// **Names and numbers.** A piece or a hex has one name, in actions, views, events and pictures. An event has its Case (`cite`), its
/// `words`, its data by names (`event`), and the same data by numbers (`numbers`): positions, from 0, in the lists of the answer to `map`.
/// Numbers do not change during a match; after `load`, ask for the map again.
///
/// **Several lines at once.** `go`, `let` and `forced` play step by step. Each step is a line of the journal. `undo` takes back as one
/// what one request played. `stopped` says why a request ended: `choice` (the decision has several legal actions), `other` (another
/// side decides), `over` (play has ended), `between` (something intervened), `limit` (one request plays no more; ask again) or
/// `error` (an action could not be played; `error` says why, and what was played before it stands). If the first action already fails,
/// the answer is the error.
///
/// **Undo.** `undo` takes back a side's own lines, as long as no die was rolled and nothing hidden was shown. More needs the other
/// side's consent: `ask-undo`, which stands until another line is played, and `grant-undo`.
///
/// **Scratch copies.** `fork` makes a copy for a viewer; a request with the number of the copy as `in` goes to the copy. What the viewer
/// does not know is drawn anew in it, and it has dice of its own. So nobody can read hidden information or future rolls from it. Its
/// journal begins empty, and it has no `setup` and no `save`. In a copy for the referee nothing is drawn anew.
///
/// ```
/// let mut session = casus_belli::session("suleiman", "{}", 1526)?;
/// let turn: serde_json::Value = serde_json::from_str(&session.ask(r#"{"do": "turn"}"#))?;
/// assert_eq!((&turn["turn"]["side"], &turn["turn"]["cite"]), (&"Hungary".into(), &"14.1".into()));
/// let error: serde_json::Value = serde_json::from_str(&session.ask(r#"{"do": "view"}"#))?;
/// assert_eq!(error["error"]["path"], "viewer");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Session: Send {
    /// Returns the short name of the game.
    fn game(&self) -> &'static str;
    /// Answers a request: one JSON object for any text.
    ///
    /// An error is `{"error": {"kind": …}}`, a [`SessionError`] of one of the kinds of [`ErrorKind`].
    fn ask(&mut self, request: &str) -> String {
        self.ask_until(request, &|| false)
    }
    /// Answers a request as [`ask`](Self::ask) does, and calls `stop` from time to time during `odds`, `advise` and `let`.
    ///
    /// When `stop` returns true, these requests answer with what they have reached. The library has no clock: to set a deadline, pass a
    /// `stop` that checks yours.
    fn ask_until(&mut self, request: &str, stop: &dyn Fn() -> bool) -> String;
    /// Returns what a host stores of the match, with the lines of the journal from index `from` on.
    fn kept(&self, from: usize) -> Kept;
    /// Returns a copy with the same match and dice, to think in, or to play on in and to replace this session with.
    fn copy(&self) -> Box<dyn Session>;
}

/// What a host stores of a match, besides the save from which it began.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Kept {
    /// The length of the journal.
    pub journal: usize,
    /// The digest of the position, as a save has it.
    pub state: String,
    /// The requested lines of the journal, each as JSON, as a save has them ([`SavedLine`](crate::SavedLine)).
    pub lines: Vec<String>,
}

impl<G: Guide> Session for MatchSession<G> {
    fn game(&self) -> &'static str {
        G::NAME
    }
    fn ask_until(&mut self, request: &str, stop: &dyn Fn() -> bool) -> String {
        let mut id = None;
        let mut answer = read(request, &mut id).and_then(|(request, keys)| self.guarded(&request, &keys, stop));
        if let (Ok(Value::Object(map)), Some(id)) = (&mut answer, &id) {
            map.insert("id".to_owned(), id.clone());
        }
        match answer {
            Ok(value) => value.to_string(),
            Err(error) => {
                let said = id.map(|id| ("id".to_owned(), id));
                let error = ("error".to_owned(), json::value_of(&error));
                Value::Object(said.into_iter().chain([error]).collect()).to_string()
            }
        }
    }
    fn kept(&self, from: usize) -> Kept {
        let game = self.game();
        Kept {
            journal: game.journal().len(),
            state: hex_digits(game.state_digest()),
            lines: game
                .saved_lines(from)
                .iter()
                .map(|line| json::value_of(line).to_string())
                .collect(),
        }
    }
    fn copy(&self) -> Box<dyn Session> {
        Box::new(self.scratch())
    }
}

impl<G: Guide> MatchSession<G> {
    /// Answers a request, and turns a panic into an error: a bug in a game's rules must not end the host.
    fn guarded(&mut self, request: &Request, keys: &Keys, stop: Stop<'_>) -> Result<Value, Fail> {
        catch_unwind(AssertUnwindSafe(|| self.answer(request, keys, stop))).unwrap_or_else(|_| {
            let mut error = SessionError::new(
                ErrorKind::Defect,
                "the engine failed on this request: check the journal before you go on",
            );
            error.journal = Some(self.journal());
            Err(error)
        })
    }
}
