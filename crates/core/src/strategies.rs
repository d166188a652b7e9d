//! Property tests over any game: strategies for play-throughs, and checks that hold of every game.
//!
//! A play-through is a list of numbers, each taken modulo the length of the list of actions that it meets, and a seed
//! for the dice. It shrinks well: dropping or lowering a number still gives a game.
//! ```text
//! proptest! {
//!     #[test]
//!     fn sound(game in playthroughs(300)) {
//!         props::audit_holds::<MyGame>(&setup(), &game)?;
//!     }
//! }
//! ```

use crate::agent::Picks;
use crate::dice::Seeded;
use crate::game::{Game, SetupFaults, Turn};
use crate::play::Match;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::TestCaseError;

/// Which listed actions are taken, and how the dice fall.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Playthrough {
    /// The choices, each modulo the length of the list that it meets.
    pub picks: Vec<u16>,
    /// The seed of the dice.
    pub seed: u64,
}

/// Play-throughs of up to so many actions.
pub fn playthroughs(actions: usize) -> impl Strategy<Value = Playthrough> {
    (vec(any::<u16>(), 0..=actions), any::<u64>())
        .prop_map(|(picks, seed)| Playthrough { picks, seed })
}

/// A text and one change to it: for files altered at any byte.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Alteration {
    /// One byte becomes another.
    Byte(usize, u8),
    /// All from here on is lost.
    Cut(usize),
    /// A byte is lost.
    Lose(usize),
    /// A byte is added.
    Add(usize, u8),
}

impl Alteration {
    /// The altered text; places are taken modulo its length, and what is no longer UTF-8 is replaced.
    pub fn of(&self, text: &str) -> String {
        let mut bytes = text.as_bytes().to_vec();
        let len = bytes.len().max(1);
        match *self {
            Self::Byte(at, b) => {
                if let Some(old) = bytes.get_mut(at % len) {
                    *old = b;
                }
            }
            Self::Cut(at) => bytes.truncate(at % len),
            Self::Lose(at) => {
                if !bytes.is_empty() {
                    bytes.remove(at % len);
                }
            }
            Self::Add(at, b) => bytes.insert((at % len).min(bytes.len()), b),
        }
        String::from_utf8_lossy(&bytes).into_owned()
    }
}

/// Alterations of a text.
pub fn alterations() -> impl Strategy<Value = Alteration> {
    // Likely bytes first: a digit for a digit makes a file that still parses.
    let byte = prop_oneof![b'0'..=b'9', b' '..=b'~', any::<u8>()];
    (any::<usize>(), byte, 0..8u8).prop_map(|(at, b, kind)| match kind {
        0 => Alteration::Cut(at),
        1 => Alteration::Lose(at),
        2 => Alteration::Add(at, b),
        _ => Alteration::Byte(at, b),
    })
}

/// Plays a play-through, and looks at the match before the first action and after each.
///
/// # Errors
/// The faults of the set-up, and what `look` finds.
pub fn follow<G: Game>(
    setup: &G::Setup,
    game: &Playthrough,
    mut look: impl FnMut(&Match<G>) -> Result<(), TestCaseError>,
) -> Result<Match<G>, TestCaseError> {
    let mut at = Match::<G>::new(setup.clone())
        .map_err(|e: SetupFaults| TestCaseError::reject(e.to_string()))?;
    let mut picks = Picks::new(&game.picks);
    let mut dice = Seeded::new(game.seed);
    look(&at)?;
    while let Turn::Decide { side, .. } = at.turn() {
        let listed = at.actions();
        prop_assert!(!listed.is_empty(), "nothing is listed at {:?}", at.turn());
        if picks.spent() {
            break;
        }
        let action = listed[picks.pick(listed.len())];
        if let Err(e) = at.play(side, action, &mut dice) {
            return Err(TestCaseError::fail(format!(
                "`{}` is listed, yet: {e}",
                at.spell(&action)
            )));
        }
        look(&at)?;
    }
    Ok(at)
}

/// What holds of every game. Each takes a set-up and a play-through, and fails with what it found.
pub mod props {
    use super::{Alteration, Playthrough, follow};
    use crate::digest::digest;
    use crate::game::{Game, Turn};
    use crate::odds::{Budget, Evenly, chances, odds};
    use crate::play::Match;
    use crate::ratio::Ratio;
    use crate::sound::{agree, hidden, words};
    use crate::table::{Seated, Table};
    use proptest::prelude::*;
    use proptest::test_runner::TestCaseError;

    fn fail<T>(found: Result<T, String>) -> Result<T, TestCaseError> {
        found.map_err(TestCaseError::fail)
    }

    /// The game's own audit holds at every moment.
    ///
    /// # Errors
    /// The breach.
    pub fn audit_holds<G: Game>(setup: &G::Setup, game: &Playthrough) -> Result<(), TestCaseError> {
        follow::<G>(setup, game, |at| {
            fail(G::audit(at.state()).map_err(|e| e.to_string()))
        })
        .map(drop)
    }

    /// What is listed is legal for the deciding side and refused to every other; what is not listed is refused to all,
    /// among these candidates; a refusal is never empty; nothing is listed twice; and after the end nothing is legal.
    ///
    /// # Errors
    /// The action on which list and check differ.
    pub fn actions_and_check_agree<G: Game>(
        setup: &G::Setup,
        game: &Playthrough,
        candidates: &[G::Action],
    ) -> Result<(), TestCaseError> {
        follow::<G>(setup, game, |at| fail(agree::<G>(at.state(), candidates))).map(drop)
    }

    /// A refused action, and one whose dice run out, leave the match as it was.
    ///
    /// # Errors
    /// The action that did not.
    pub fn refused_leaves_alone<G: Game>(
        setup: &G::Setup,
        game: &Playthrough,
        candidates: &[G::Action],
    ) -> Result<(), TestCaseError> {
        let mut at = follow::<G>(setup, game, |_| Ok(()))?;
        let before = at.clone();
        let listed = at.actions();
        for action in candidates.iter().chain(&listed) {
            for &side in <G::Side as crate::game::Sided>::ALL {
                if at.play_faces(side, *action, &[]).is_err() {
                    prop_assert_eq!(at.state(), before.state());
                    prop_assert_eq!(at.journal(), before.journal());
                } else {
                    at = before.clone();
                }
            }
        }
        Ok(())
    }

    /// At any moment a save loads to an equal match: state, journal, story and what may be undone.
    ///
    /// # Errors
    /// The difference.
    pub fn saves_load<G: Game>(setup: &G::Setup, game: &Playthrough) -> Result<(), TestCaseError> {
        let at = follow::<G>(setup, game, |_| Ok(()))?;
        let text = at.save();
        let loaded = fail(Match::<G>::load(&text).map_err(|e| e.to_string()))?;
        prop_assert_eq!(at.state(), loaded.state());
        prop_assert_eq!(at.journal(), loaded.journal());
        prop_assert_eq!(at.setup(), loaded.setup());
        prop_assert_eq!(at.can_undo(), loaded.can_undo());
        prop_assert_eq!(at.turn(), loaded.turn());
        for line in 0..at.journal().len() {
            prop_assert_eq!(at.events(line), loaded.events(line));
        }
        prop_assert_eq!(text, loaded.save());
        Ok(())
    }

    /// An altered save is refused, or loads to the same state; it never does harm.
    ///
    /// # Errors
    /// When it loads to another state.
    pub fn altered_saves_are_refused<G: Game>(
        setup: &G::Setup,
        game: &Playthrough,
        alteration: &Alteration,
    ) -> Result<(), TestCaseError> {
        let at = follow::<G>(setup, game, |_| Ok(()))?;
        let altered = alteration.of(&at.save());
        match Match::<G>::load(&altered) {
            Ok(loaded) => prop_assert_eq!(at.state(), loaded.state(), "{}", altered),
            Err(e) => prop_assert!(!e.to_string().is_empty()),
        }
        Ok(())
    }

    /// An altered set-up, as JSON, is refused or opens a sound state.
    ///
    /// # Errors
    /// The breach.
    pub fn altered_setups_are_sound<G: Game>(
        setup: &G::Setup,
        alterations: &[Alteration],
    ) -> Result<(), TestCaseError> {
        let mut text = fail(serde_json::to_string(setup).map_err(|e| e.to_string()))?;
        for alteration in alterations {
            text = alteration.of(&text);
        }
        if let Ok(table) = Seated::<G>::from_json(&text, 0) {
            fail(agree::<G>(table.game().state(), &[]))?;
            fail(G::audit(table.game().state()).map_err(|e| e.to_string()))?;
        }
        Ok(())
    }

    /// Undoing as far as it goes and playing the same lines again gives an equal match, and each undo an equal earlier
    /// state.
    ///
    /// # Errors
    /// The difference.
    pub fn undo_is_exact<G: Game>(
        setup: &G::Setup,
        game: &Playthrough,
    ) -> Result<(), TestCaseError> {
        let mut digests = Vec::new();
        let mut at = follow::<G>(setup, game, |m| {
            digests.push(digest(m.state()));
            Ok(())
        })?;
        let end = at.clone();
        let mut undone = Vec::new();
        while let Ok(record) = at.undo() {
            prop_assert_eq!(digest(at.state()), digests[at.journal().len()]);
            undone.push(record);
        }
        while let Some(record) = undone.pop() {
            let crate::play::Deed::Action { action, faces, .. } = &record.deed else {
                continue;
            };
            let played = at.play_faces(record.by, *action, faces);
            prop_assert!(played.is_ok());
        }
        prop_assert_eq!(at.state(), end.state());
        prop_assert_eq!(at.journal(), end.journal());
        Ok(())
    }

    /// No side can tell the state from one dealt anew for it: view, field, turn, its own list, what it is refused and
    /// why, and what it is told.
    ///
    /// # Errors
    /// What gives it away.
    pub fn hidden_stays_hidden<G: Game>(
        setup: &G::Setup,
        game: &Playthrough,
        candidates: &[G::Action],
    ) -> Result<(), TestCaseError> {
        follow::<G>(setup, game, |at| {
            fail(hidden::<G>(at, candidates, game.seed))
        })
        .map(drop)
    }

    /// Every listed action, and every candidate that can be spelt, is read back from its words.
    ///
    /// # Errors
    /// The action that is not.
    pub fn words_come_back<G: Game>(
        setup: &G::Setup,
        game: &Playthrough,
    ) -> Result<(), TestCaseError> {
        follow::<G>(setup, game, |at| {
            fail(words::<G>(at.state(), &at.actions()))
        })
        .map(drop)
    }

    /// Whatever the words, reading an action from them does no harm.
    ///
    /// # Errors
    /// Never but for a set-up with faults; a panic is the failure.
    pub fn any_words_are_read<G: Game>(
        setup: &G::Setup,
        game: &Playthrough,
        text: &str,
    ) -> Result<(), TestCaseError> {
        let at = follow::<G>(setup, game, |_| Ok(()))?;
        if let Ok(action) = at.parse(text) {
            for &side in <G::Side as crate::game::Sided>::ALL {
                let _ = at.check(side, &action);
            }
            fail(words::<G>(at.state(), &[action]))?;
        }
        Ok(())
    }

    /// The odds of every listed action, at the moment that the play-through ends at, are the same with alike faces
    /// merged and with every face by itself, and come to one. Each walk takes at most so many runs; walks that do not
    /// come to their end are not compared.
    ///
    /// # Errors
    /// The action whose odds differ: its throws call faces alike that are not.
    pub fn odds_agree<G: Game>(
        setup: &G::Setup,
        game: &Playthrough,
        runs: usize,
    ) -> Result<(), TestCaseError> {
        let at = follow::<G>(setup, game, |_| Ok(()))?;
        let Turn::Decide { side, .. } = at.turn() else {
            return Ok(());
        };
        let merged = Budget::runs(runs);
        for action in at.actions() {
            let walk = |budget: Budget| {
                let next = chances::<G, _>(at.state(), side, &action, digest, budget);
                let on = odds::<G, _>(at.state(), side, &action, &mut Evenly, digest, budget);
                [next, on].map(|o| fail(o.map_err(|e| e.to_string())))
            };
            for (merged, raw) in walk(merged).into_iter().zip(walk(merged.by_face())) {
                let (merged, raw) = (merged?, raw?);
                let mut sum = Some(merged.unresolved);
                for (_, r) in &merged.outcomes {
                    sum = sum.and_then(|s| s.plus(*r));
                }
                prop_assert_eq!(sum, Some(Ratio::ONE));
                if merged.unresolved == Ratio::ZERO && raw.unresolved == Ratio::ZERO {
                    prop_assert!(
                        merged.agrees(&raw),
                        "`{}`: {:?} by class, {:?} by face",
                        at.spell(&action),
                        merged.outcomes,
                        raw.outcomes
                    );
                }
            }
        }
        Ok(())
    }

    /// A table answers any text with a JSON object, and no text harms the match.
    ///
    /// # Errors
    /// The answer that is none.
    pub fn table_stands<G: Game>(
        setup: &G::Setup,
        game: &Playthrough,
        requests: &[String],
    ) -> Result<(), TestCaseError> {
        let at = follow::<G>(setup, game, |_| Ok(()))?;
        let mut table = Seated::over(at, game.seed);
        for request in requests {
            let answer = table.ask(request);
            let value: Result<serde_json::Value, _> = serde_json::from_str(&answer);
            prop_assert!(
                value.as_ref().is_ok_and(serde_json::Value::is_object),
                "{request} -> {answer}"
            );
            prop_assert!(!answer.contains("\"defect\""), "{request} -> {answer}");
            fail(G::audit(table.game().state()).map_err(|e| e.to_string()))?;
        }
        Ok(())
    }
}
