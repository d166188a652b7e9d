//! Checks of what must hold for any game at any moment, for property tests, fuzzers and statistics.

use casus_core::decisions::Sided;
use casus_core::decisions::Turn;
use casus_core::dice::Seeded;
use casus_core::play::Game;
use casus_core::play::Match;
use casus_guide::Guide;
use std::collections::HashSet;

/// What does not hold, in words. A check that does not hold is a bug in the game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct Unsound(pub String);

fn unsound<T>(what: impl Into<String>) -> Result<T, Unsound> {
    Err(Unsound(what.into()))
}

/// Checks that the story can say what was done by an action at the decision `what`.
///
/// One of these must hold: the action caused no events, an event reports the action itself ([`Guide::tells`]), or the
/// guide has a heading for what follows the action ([`Guide::aftermath`]).
///
/// # Errors
/// The action for which none of these holds.
pub fn headed<G: Guide>(what: &'static str, action: &G::Action, events: &[G::Event]) -> Result<(), Unsound> {
    let told = events.is_empty() || events.iter().any(|e| G::tells(what, action, e));
    if told || G::aftermath(what, action).is_some() {
        return Ok(());
    }
    unsound(format!("nothing tells {action:?} at {what}, and what follows would: {events:?}"))
}

/// Checks that [`Game::actions`] and [`Game::check`] agree, for the listed actions and these candidates.
///
/// - While play goes on, an action is listed. After the end, none is.
/// - A listed action is legal for the deciding side, and refused to every other side.
/// - An action that is not listed is refused to all sides.
/// - No action is listed twice.
/// - A refusal gives a reason.
///
/// # Errors
/// The action on which they differ.
pub fn agree<G: Game>(state: &G::State, candidates: &[G::Action]) -> Result<(), Unsound> {
    let mut listed = Vec::new();
    let decider = match G::turn(state) {
        Turn::Decide { side, .. } => {
            G::actions(state, &mut listed);
            if listed.is_empty() {
                return unsound(format!("nothing is listed at {:?}", G::turn(state)));
            }
            Some(side)
        }
        Turn::Over { .. } => {
            G::actions(state, &mut listed);
            if !listed.is_empty() {
                return unsound("play has ended, yet actions are listed");
            }
            None
        }
    };
    let set: HashSet<G::Action> = listed.iter().copied().collect();
    if set.len() != listed.len() {
        let twice = listed.iter().find(|a| listed.iter().filter(|b| b == a).count() > 1);
        return unsound(format!("listed twice: {twice:?}"));
    }
    for action in listed.iter().chain(candidates) {
        for &side in G::Side::ALL {
            let meant = decider == Some(side) && set.contains(action);
            match G::check(state, side, action) {
                Ok(()) if !meant => {
                    return unsound(format!(
                        "`{}` of {} is legal, yet not listed: {action:?}",
                        G::spell(state, action),
                        side.word()
                    ));
                }
                Err(refusals) if meant => {
                    return unsound(format!("`{}` is listed, yet refused: {refusals}", G::spell(state, action)));
                }
                Err(refusals) if refusals.is_empty() => {
                    return unsound(format!("refused without a reason: {action:?}"));
                }
                _ => {}
            }
        }
    }
    Ok(())
}

/// Checks that [`Game::parse`] reads each of these actions back from its words ([`Game::spell`]).
///
/// # Errors
/// The action that cannot be read back.
pub fn words<G: Game>(state: &G::State, actions: &[G::Action]) -> Result<(), Unsound> {
    for action in actions {
        let words = G::spell(state, action);
        match G::parse(state, &words) {
            Ok(back) if back == *action => {}
            other => return unsound(format!("{action:?} is spelt `{words}`, read as {other:?}")),
        }
    }
    Ok(())
}

/// Checks that no side can tell the state of a match from a sample of the state ([`Game::sample_state`]).
///
/// For each side, the state and a sample must agree in these:
///
/// - the view and the picture of the side, and those of a spectator;
/// - the open decision, and what it lists if the side decides;
/// - the words of the listed actions and of `candidates`, and the answer of [`Game::check`] to each;
/// - the events of the last line of the journal, as the side is told them.
///
/// `seed` seeds the samples.
///
/// # Errors
/// The difference that gives the state away.
pub fn hidden<G: Game>(game: &Match<G>, candidates: &[G::Action], seed: u64) -> Result<(), Unsound> {
    let state = game.state();
    let open = G::scene(state, None);
    for &side in G::Side::ALL {
        let who = side.word();
        let other = G::sample_state(state, side, &mut Seeded::new(seed));
        G::audit(&other).map_err(|e| Unsound(format!("dealt anew for {who}: {e}")))?;
        if G::PERFECT_INFORMATION && other != *state {
            return unsound(format!("a game that hides nothing is dealt anew for {who}"));
        }
        let viewer = Some(side);
        if G::view(state, viewer) != G::view(&other, viewer) {
            return unsound(format!("{who}'s view gives away what is hidden"));
        }
        if G::view(state, None) != G::view(&other, None) {
            return unsound("the spectator's view gives away what is hidden");
        }
        if G::scene(state, viewer) != G::scene(&other, viewer) {
            return unsound(format!("{who}'s picture gives away what is hidden"));
        }
        if open != G::scene(&other, None) {
            return unsound("the spectator's picture gives away what is hidden");
        }
        if G::turn(state) != G::turn(&other) {
            return unsound(format!(
                "the turn gives away to {who} what is hidden: {:?} or {:?}",
                G::turn(state),
                G::turn(&other)
            ));
        }
        let (mut here, mut there) = (Vec::new(), Vec::new());
        if matches!(G::turn(state), Turn::Decide { side: s, .. } if s == side) {
            G::actions(state, &mut here);
            G::actions(&other, &mut there);
        }
        if here != there {
            return unsound(format!("{who}'s list gives away what is hidden: {here:?} or {there:?}"));
        }
        for action in here.iter().chain(candidates) {
            if G::spell(state, action) != G::spell(&other, action) {
                return unsound(format!("spelling gives away what is hidden: {action:?}"));
            }
            let (a, b) = (G::check(state, side, action), G::check(&other, side, action));
            if a != b {
                return unsound(format!("a refusal gives away to {who} what is hidden: {action:?}: {a:?} or {b:?}"));
            }
        }
        let Some(last) = game.journal().len().checked_sub(1) else {
            continue;
        };
        for event in game.events(last) {
            let here = G::redact(state, event, viewer);
            if G::PERFECT_INFORMATION && here.as_ref() != Some(event) {
                return unsound(format!("a game that hides nothing keeps something from {who}: {event:?}"));
            }
            let there = G::redact(&other, event, viewer);
            if here != there {
                return unsound(format!("what {who} is told gives away what is hidden: {here:?} or {there:?}"));
            }
            if let Some(told) = here
                && G::describe(state, &told) != G::describe(&other, &told)
            {
                return unsound(format!("the story gives away to {who} what is hidden: {told:?}"));
            }
        }
    }
    Ok(())
}
