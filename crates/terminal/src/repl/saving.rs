//! Where the battle is kept.

use super::{Mark, Repl, tell};
use crate::io::{Io, spare};
use crate::narrator::Opening;
use casus_core::{LoadError, Match, Sided};
use casus_guide::Battle;
use casus_guide::Guide;

impl<'b, G: Guide> Repl<'b, G> {
    /// Creates a game that continues a save.
    ///
    /// # Errors
    /// As [`Match::load`].
    pub fn load(battle: &'b Battle<G>, save: &str, own: G::Side, seed: u64) -> Result<Self, LoadError> {
        let game = Match::<G>::load(save)?;
        // The same lines once more, to know which decision each answered.
        let saved = game.to_save();
        let mut openings = Vec::new();
        if let Ok(mut again) = Match::<G>::new(saved.setup) {
            for line in &saved.journal {
                openings.push(Opening::of(&again));
                if again.replay(line).is_err() {
                    break;
                }
            }
        }
        let mut repl = Self::new(battle, game, own, seed);
        repl.openings = openings;
        Ok(repl)
    }
    /// Sets the file that `save` writes without a name.
    #[must_use]
    pub fn file(mut self, path: Option<&str>) -> Self {
        self.file = path.map(str::to_owned);
        self
    }
    /// Sets whether the caller saves the battle in the end. If so, a person who leaves loses nothing.
    #[must_use]
    pub const fn kept(mut self, kept: bool) -> Self {
        self.kept = kept;
        self
    }
    /// Returns what a person who leaves now loses, or where it is kept.
    pub(super) fn loss(&self, io: &dyn Io) -> String {
        let now = Mark::of(&self.game);
        if self.kept || now == self.saved {
            return String::new();
        }
        match &self.autosave {
            Some((path, kept)) if *kept == now => {
                let resume = io.resume(self.battle.program, self.own.word(), path);
                format!("What was played since is kept: `{resume}` goes on with it.\n")
            }
            _ => "What was played since is not saved; `save [FILE]` would have kept it.\n".to_owned(),
        }
    }
    /// Writes the match to the file for automatic saves.
    pub(super) fn keep(&mut self, io: &mut dyn Io) {
        let now = Mark::of(&self.game);
        let Some((path, kept)) = self.autosave.as_mut().filter(|(_, kept)| *kept != now) else {
            return;
        };
        match io.write(path, &self.game.save()) {
            Ok(()) => *kept = now,
            Err(why) => {
                let says = format!("What is played is not kept as it goes: {path}: {why}.\n");
                self.autosave = None;
                tell(io, &says);
            }
        }
    }
    /// Returns the file for automatic saves if it is no longer needed; `None` if it must stay.
    pub(crate) fn spent_autosave(&self) -> Option<String> {
        let saved = self.kept || self.game.ended() || Mark::of(&self.game) == self.saved;
        self.autosave.as_ref().filter(|_| saved).map(|(path, _)| path.clone())
    }
    pub(super) fn save(&mut self, name: &str, io: &mut dyn Io) -> String {
        let path = match (name, &self.file) {
            ("", Some(path)) => path.clone(),
            ("", None) => format!("{}.save", self.battle.program),
            (name, _) => name.to_owned(),
        };
        if let Err(why) = spare(&path, io) {
            return format!("Not saved: {why}.\n");
        }
        match io.write(&path, &self.game.save()) {
            Ok(()) => {
                let resume = io.resume(self.battle.program, self.own.word(), &path);
                self.file = Some(path);
                self.saved = Mark::of(&self.game);
                format!("Saved: `{resume}` goes on with it.\n")
            }
            Err(why) => format!("Not saved: {path}: {why}.\n"),
        }
    }
}
