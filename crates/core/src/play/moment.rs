//! A moment of play, in words and as the beginning of a picture.

use crate::cases::case::Cite;
use crate::geometry::hex::Orientation;
use crate::geometry::place::Place;
use crate::pictures::scene::{Pile, Scene};
use crate::play::game::Game;
use crate::turns::side::Sided;
use crate::turns::turn::{Outcome, Turn};

impl Scene {
    /// An empty picture of a game's moment.
    pub fn of<G: Game>(state: &G::State, orientation: Orientation) -> Self {
        Self {
            title: G::CASEBOOK.title.to_owned(),
            moment: moment::<G>(state),
            orientation,
            sites: Vec::new(),
            grounds: Vec::new(),
            levels: Vec::new(),
            lines: Vec::new(),
            edges: Vec::new(),
            roads: Vec::new(),
            labels: Vec::new(),
            beyond: Default::default(),
            armies: Vec::new(),
            groups: Vec::new(),
            kinds: Vec::new(),
            conditions: Vec::new(),
            counters: Vec::new(),
            pile: Pile::default(),
            marker_kinds: Vec::new(),
            markers: Vec::new(),
            highlights: Vec::new(),
            panels: Vec::new(),
            notes: Vec::new(),
        }
    }
    /// What nothing is hidden from sees: the spectator's picture, and every piece that a side's own picture has beside.
    pub fn whole<G: Game>(state: &G::State) -> Self {
        let mut scene = G::scene(state, None);
        for &side in G::Side::ALL {
            for counter in G::scene(state, Some(side)).counters {
                if !scene.counters.contains(&counter) {
                    scene.counters.push(counter);
                }
            }
        }
        scene
    }
}

/// How play ended, in words.
pub fn ending<S: Sided>(outcome: Outcome<S>, cite: Cite) -> String {
    match outcome {
        Outcome::Win(side) => format!("Victory: {} ({cite})", side.word()),
        Outcome::Draw => format!("A draw ({cite})"),
        Outcome::AllLose => format!("Both sides have lost ({cite})"),
        Outcome::Stalemate => format!("Nobody acts any more, and nobody has won ({cite})"),
    }
}

/// The moment in words: whose decision is open by which Case, about what, in whose activation; or how play ended.
pub fn moment<G: Game>(state: &G::State) -> String {
    let mut out = asked::<G>(state);
    if let Turn::Decide { within, .. } = G::turn(state)
        && within != Place::Nowhere
    {
        out.push_str("; ");
        out.push_str(G::WITHIN);
        out.push_str(" of ");
        out.push_str(&G::place(state, within));
    }
    out
}

/// Whose decision is open by which Case, and about what; or how play ended.
pub fn asked<G: Game>(state: &G::State) -> String {
    match G::turn(state) {
        Turn::Over { outcome, cite } => ending(outcome, cite),
        Turn::Decide {
            side, cite, what, of, ..
        } => {
            let mut out = format!("{} decides: {what} ({cite})", side.word());
            if of != Place::Nowhere {
                out.push_str(": ");
                out.push_str(&G::place(state, of));
            }
            out
        }
    }
}

/// The outcome in a word: the winner's, `draw`, `all-lose`, `stalemate`.
pub(crate) fn outcome_word<S: Sided>(outcome: Outcome<S>) -> &'static str {
    match outcome {
        Outcome::Win(side) => side.word(),
        Outcome::Draw => "draw",
        Outcome::AllLose => "all-lose",
        Outcome::Stalemate => "stalemate",
    }
}
