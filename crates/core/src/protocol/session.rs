//! The door in JSON text.

use crate::person::guide::Guide;
use crate::play::digest::hex_digits;
use crate::play::json;
use crate::protocol::error::{ErrorKind, Fail, SessionError};
use crate::protocol::match_session::{MatchSession, Stop};
use crate::protocol::requests::{Keys, Request, read};
use serde_json::Value;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// One match of any game, asked and answered in JSON text. This is the door for front ends in any language.
///
/// A request is one JSON object whose `do` names it: one of [`REQUESTS`](crate::protocol::REQUESTS), where its keys stand. A
/// key that the request does not have is refused, and so is a request that there is not. Sides, actions and Cases are words.
/// Integers beyond 2^53, fractions and digests are strings. An `id` of any kind comes back in the answer.
///
/// **What changes the match** carries `journal`, the length of the journal that the asker saw: a stale one is refused, and an
/// exact repeat of the last one that was accepted gets the same answer again without being done again.
///
/// **Who asks.** A `viewer` is a side's word, `"spectator"`, or `"referee"`, from whom nothing is hidden. Whoever serves
/// players lets each ask as itself only (`by`, `viewer`), and keeps the referee's requests for itself: those that the table
/// calls so, and any with `"viewer": "referee"` or `"by": "referee"`, for they show or change what is hidden. The referee's
/// `view` has every side's view under its word; his `scene` and `svg` have every side's pieces; his `field` is the spectator's.
///
/// **Names and numbers.** Actions, views, events and pictures call a piece or a hex by the same name. An event comes with its
/// Case (`cite`), its `words`, itself as data by names (`event`), and the same by numbers (`numbers`): places, from 0, in the
/// lists of the answer to `map`. They do not change while a match goes on; after `load`, ask for the map again.
///
/// **Several lines at once.** `go`, `let` and `forced` play step by step, each step a line of the journal, and `undo` takes back
/// as one what was played at one request. `stopped` says why no more was played: `choice` (the decision has several answers),
/// `other` (another side decides), `over` (play has ended), `between` (something came between), `limit` (so many actions are
/// not played at one request: ask again) or `error` (something could not be played, `error` says what; what was played before
/// it stands). Where already the first cannot be played, the answer is the error.
///
/// **Taking back.** `undo` takes back one's own lines, as long as no die fell and nothing hidden was shown. More is the other
/// side's to grant: `ask-undo`, which stands until another line is played, and `grant-undo`.
///
/// **Scratch copies.** `fork` makes a copy for a viewer; a request with the copy's number under `in` goes to the copy. What the viewer
/// does not know is dealt anew in it, and its dice are its own: nothing that is hidden and nothing that is still to fall can be read
/// from it. Its journal begins empty, and it has no `setup` and no `save`. In the referee's copy all stands as it is.
pub trait Session: Send {
    /// The game's short name.
    fn game(&self) -> &'static str;
    /// Answers a request: one JSON object in, one out, whatever the text. An error is `{"error": {"kind": …}}`, a
    /// [`SessionError`] of one of the kinds of [`ErrorKind`].
    fn ask(&mut self, request: &str) -> String {
        self.ask_until(request, &|| false)
    }
    /// The same, and asks `stop` on the way whether to go on, where a request takes long: `odds`, `advise` and `let` answer then with
    /// what they had reached. The library knows no clock: a deadline is for whoever keeps the match to bring.
    fn ask_until(&mut self, request: &str, stop: &dyn Fn() -> bool) -> String;
    /// What whoever keeps the match has to write down, with the lines of the journal from this one on.
    fn kept(&self, from: usize) -> Kept;
    /// A copy, with the match and the dice as they are: to think in, or to play on in and take in place of this one.
    fn copy(&self) -> Box<dyn Session>;
}

/// What is written down of a match beside the save that it began as.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Kept {
    /// The length of the journal.
    pub journal: usize,
    /// The digest of the position, as it stands in a save.
    pub state: String,
    /// The lines that were asked for, each as JSON, as they stand in a save ([`Saved`](crate::Saved)).
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
                .saved(from)
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
    /// A panic inside a game's rules would be a defect; it must not take the host down with it.
    fn guarded(&mut self, request: &Request, keys: &Keys, stop: Stop<'_>) -> Result<Value, Fail> {
        catch_unwind(AssertUnwindSafe(|| self.answer(request, keys, stop))).unwrap_or_else(|_| {
            let mut error = SessionError::new(
                ErrorKind::Defect,
                "the engine failed on this request: look at the journal before going on",
            );
            error.journal = Some(self.journal());
            Err(error)
        })
    }
}
