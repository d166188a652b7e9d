//! The trait [`Session`]: a match of any game behind JSON text.

use crate::error::{ErrorKind, Fail, SessionError};
use crate::match_session::{MatchSession, Stop};
use crate::requests::{Keys, Request, read};
use casus_core::play::hex_digits;
use casus_core::play::json;
use casus_guide::Guide;
use serde_json::Value;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// A match of any game behind JSON text, for front ends in any language.
///
/// A request is one JSON object. Its key `do` names one of the [`REQUESTS`](crate::REQUESTS). That list has the keys of each
/// request, and what the request does. Unknown requests and unknown keys are errors. Sides, actions and Cases are words. Integers beyond
/// 2^53, fractions and digests are strings. An `id` of any kind is copied into the answer. [`docs/protocol.md`] is the guide for front
/// ends.
///
/// **Changes.** A request that changes the match has the key `journal`, the length of the journal that the client knows. If the journal
/// has another length, the request fails as stale. An exact repeat of the last accepted request gets the same answer and changes nothing.
///
/// **Viewers.** A `viewer` is the name of a side, `"spectator"`, or `"referee"`, from whom nothing is hidden. If you serve players, let
/// each ask as itself only (`by`, `viewer`). Keep for yourself the requests that show or change hidden information: those with
/// [`Request::referee`], and all with `"viewer": "referee"` or `"by": "referee"`. The session does not check who asks. The referee's `view`
/// has the view of each side under its name; the referee's `scene` and `svg` have the pieces of all sides; the referee's `field`,
/// `piece` and `threats` are a spectator's.
///
/// **Names and numbers.** A piece has one id (`HU-RI-1`), by which actions, views, events and marks name it; a
/// picture has it as `id`, and the key `name` of a picture is for sentences only. A hex has its printed number. An event has its Case (`cite`), its
/// `words`, its data by names (`event`), and the same data by numbers (`numbers`): positions, from 0, in the lists of the answer to `map`.
/// Numbers do not change during a match; after `load`, ask for the map again.
///
/// **Several lines at once.** Three requests play several actions. Each action is a line of the journal. One `undo` takes back all the
/// lines that one request played.
///
/// | Request | Plays |
/// |---|---|
/// | `go` | the actions that select pieces, move them to a hex by the path that `reach` lists, and turn them to a facing if one is given |
/// | `let` | the actions that an agent chooses for a side: for one decision, for the rest of the activation or turn, or to the end of play |
/// | `forced` | the only legal action, again and again |
///
/// The key `stopped` of the answer says why the request ended. Without `stopped`, the request did all that it was asked to do. If the
/// first action cannot be played, the answer is an error instead.
///
/// | `stopped` | Of | The request ended because |
/// |---|---|---|
/// | `choice` | `forced` | the decision has several legal actions |
/// | `other` | `let`, `forced` | another side decides |
/// | `over` | `let`, `forced` | play has ended |
/// | `between` | `go` | something else must be decided first, or the pieces could not go on or turn as asked |
/// | `limit` | `let`, `forced` | the most actions that one request may play were played, or, for `let`, the `stop` of `ask_until` returned true; send the request again |
/// | `error` | `let`, `forced` | an action after the first could not be played; the key `error` says why, and the lines before that action stand |
///
/// **Undo.** `undo` takes back a side's own lines, as long as no die was rolled and nothing hidden was shown. To undo more, a side asks
/// the other side with `ask-undo`, and the other side agrees with `grant-undo`. The undo request stands until the journal changes.
///
/// **Scratch copies.** `fork` makes a copy for a viewer. A request whose key `in` has the number of the copy goes to the copy. In the copy,
/// what the viewer does not know is drawn anew, and the dice are others. So nobody can read hidden information or future rolls from the
/// copy. The journal of the copy begins empty, and `setup` and `save` are refused there. In a copy for the referee nothing is drawn anew.
///
/// ```
/// let mut session = casus_belli::session("suleiman", "{}", 1526)?;
/// let turn: serde_json::Value = serde_json::from_str(&session.ask(r#"{"do": "turn"}"#))?;
/// assert_eq!((&turn["turn"]["side"], &turn["turn"]["cite"]), (&"Hungary".into(), &"14.1".into()));
/// let error: serde_json::Value = serde_json::from_str(&session.ask(r#"{"do": "view"}"#))?;
/// assert_eq!(error["error"]["path"], "viewer");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// [`docs/protocol.md`]: https://github.com/casus-belli/casus-belli/blob/main/docs/protocol.md
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
    /// `stop` that checks your own clock.
    fn ask_until(&mut self, request: &str, stop: &dyn Fn() -> bool) -> String;
    /// Returns what a program stores to keep a save of the match up to date, with the lines of the journal that
    /// follow the first `from` lines.
    fn kept(&self, from: usize) -> Kept;
    /// Returns a copy with the same match and dice, but without scratch copies.
    ///
    /// Use the copy to try things out. Or play on in the copy, and then put it in place of this session.
    fn copy(&self) -> Box<dyn Session>;
}

/// What a program stores to bring an older save of a match up to date: the new lines of the journal, and the length and
/// the digest that the save then has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Kept {
    /// The length of the journal.
    pub journal: usize,
    /// The digest of the position, as a save has it.
    pub state: String,
    /// The requested lines of the journal, each as JSON, as a save has them ([`SavedLine`](casus_core::SavedLine)).
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
