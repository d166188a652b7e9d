//! A moment of play in words, and the highlights of its picture.

use crate::cases::case::Cite;
use crate::decisions::side::Sided;
use crate::decisions::turn::{Outcome, Turn};
use crate::geometry::hex::Orientation;
use crate::geometry::place::Place;
use crate::picture::scene::{Emphasis, Highlight, Manner, Pile, Scene};
use crate::play::game::Game;
use std::collections::BTreeSet;

impl Scene {
    /// Creates an empty picture with the title and the moment of a state.
    pub fn of<G: Game>(state: &G::State, orientation: Orientation) -> Self {
        Self {
            title: G::CASEBOOK.title.to_owned(),
            moment: describe_turn::<G>(state),
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
    /// Creates a picture that hides nothing: the spectator's picture, with every piece that only a side's own picture
    /// has.
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

impl Highlight {
    /// Returns the moves of pieces from one picture to the next, in the colours of their armies. Pieces of an army that
    /// moved the same way are one highlight.
    pub fn moves(before: &Scene, now: &Scene) -> Vec<Self> {
        let was = |id: &str| before.counters.iter().find(|c| c.id == id).map(|c| c.site);
        let moved = now.counters.iter().filter_map(|c| Some((c.army, was(&c.id)?, c.site)));
        let ways: BTreeSet<(usize, usize, usize)> = moved.filter(|&(_, from, to)| from != to).collect();
        let way = |(army, from, to): (usize, usize, usize)| {
            let army = now.armies.get(army)?;
            Some(Self {
                word: format!("moved: {}", army.word),
                style: Emphasis::Trail,
                colour: army.fill,
                sites: vec![from, to],
                words: Vec::new(),
                sides: Vec::new(),
            })
        };
        ways.into_iter().filter_map(way).collect()
    }
    /// Returns the attacks of these pieces on a hex or piece, in the colours of their armies. Pieces of an army that
    /// attacked from the same hex are one highlight.
    ///
    /// `by` holds ids of pieces; `at` is a label of a hex or an id of a piece. `scene` is a picture of the moment of
    /// the fight; pieces that it does not have are left out.
    pub fn fight(scene: &Scene, by: &[String], at: &str, how: Manner) -> Vec<Self> {
        let piece = |id: &str| scene.counters.iter().find(|c| c.id == id);
        let Some(to) = scene.site_named(at) else {
            return Vec::new();
        };
        let from: BTreeSet<(usize, usize)> = by.iter().filter_map(|id| piece(id).map(|c| (c.army, c.site))).collect();
        let arrow = |(army, from): (usize, usize)| {
            let army = scene.armies.get(army)?;
            let (does, style) = if how == Manner::Shot {
                ("fired", Emphasis::Shot)
            } else {
                ("attacked", Emphasis::Strike)
            };
            Some(Self {
                word: format!("{does}: {}", army.word),
                style,
                colour: army.fill,
                sites: if from == to || how == Manner::Met {
                    vec![to]
                } else {
                    vec![from, to]
                },
                words: Vec::new(),
                sides: Vec::new(),
            })
        };
        from.into_iter().filter_map(arrow).collect()
    }
}

/// Returns how play ended, in words.
pub fn describe_outcome<G: Game>(state: &G::State, outcome: Outcome<G::Side>, cite: Cite) -> String {
    match outcome {
        Outcome::Win(side) => format!("{}: {} ({cite})", G::won(cite), G::side_name(state, side)),
        Outcome::Draw => format!("A draw ({cite})"),
        Outcome::AllLose => format!("Both sides have lost ({cite})"),
        Outcome::Stalemate => format!("Neither side acts any more, and neither has won ({cite})"),
    }
}

/// Returns the moment of a state in words: whose decision is open, by which Case, about what, and in which part of
/// play ([`Game::WITHIN`]); or how play ended.
pub fn describe_turn<G: Game>(state: &G::State) -> String {
    let mut out = describe_decision::<G>(state);
    if let Turn::Decide { within, .. } = G::turn(state)
        && within != Place::Nowhere
    {
        out.push_str("; ");
        out.push_str(G::WITHIN);
        out.push_str(" of ");
        out.push_str(&G::name_of(state, within));
    }
    out
}

/// Returns whose decision is open, by which Case and about what; or how play ended.
pub fn describe_decision<G: Game>(state: &G::State) -> String {
    match G::turn(state) {
        Turn::Over { outcome, cite } => describe_outcome::<G>(state, outcome, cite),
        Turn::Decide {
            side, cite, what, of, ..
        } => {
            let mut out = format!("{} to decide: {} ({cite})", G::side_name(state, side), G::heading(what));
            if of != Place::Nowhere {
                out.push_str(": ");
                out.push_str(&G::name_of(state, of));
            }
            out
        }
    }
}

/// Returns the outcome as a word: the winner's word, `draw`, `all-lose` or `stalemate`.
pub fn outcome_word<S: Sided>(outcome: Outcome<S>) -> &'static str {
    match outcome {
        Outcome::Win(side) => side.word(),
        Outcome::Draw => "draw",
        Outcome::AllLose => "all-lose",
        Outcome::Stalemate => "stalemate",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::sample::small;

    #[test]
    fn the_ways_since_a_picture_are_told_once_for_each_army() {
        let before = small(Orientation::Flat);
        let mut now = before.clone();
        assert!(Highlight::moves(&before, &now).is_empty());
        now.counters[0].site = 2;
        let mut beside = now.counters[0].clone();
        beside.id = "R-2".to_owned();
        let mut come = beside.clone();
        come.id = "new".to_owned();
        let mut from = before.clone();
        from.counters.push(beside.clone());
        from.counters[2].site = 0;
        now.counters.extend([beside, come]);
        let ways = Highlight::moves(&from, &now);
        let [way] = &ways[..] else { panic!("{ways:?}") };
        assert_eq!((way.sites.as_slice(), way.colour, way.style), (&[0, 2][..], now.armies[0].fill, Emphasis::Trail));
        assert_eq!(way.word, "moved: Red");
    }

    #[test]
    fn a_fight_goes_from_every_hex_once() {
        let mut scene = small(Orientation::Flat);
        let mut beside = scene.counters[0].clone();
        beside.id = "R-2".to_owned();
        scene.counters.push(beside);
        let by = ["R-1", "R-2", "nobody"].map(str::to_owned);
        let fight = |at: &str, how| Highlight::fight(&scene, &by, at, how);
        let [blow] = &fight("B-1", Manner::Struck)[..] else {
            panic!("two of one hex are one")
        };
        assert_eq!((blow.sites.as_slice(), blow.style), (&[0, 3][..], Emphasis::Strike));
        assert_eq!((blow.word.as_str(), blow.colour), ("attacked: Red", scene.armies[0].fill));
        let [shot] = &fight("0202", Manner::Shot)[..] else {
            panic!("a hex is named as well")
        };
        assert_eq!((shot.sites.as_slice(), shot.style), (&[0, 3][..], Emphasis::Shot));
        for [met] in [fight("0202", Manner::Met), fight("0101", Manner::Struck)]
            .iter()
            .map(|f| [&f[0]])
        {
            assert_eq!((met.sites.len(), met.style), (1, Emphasis::Strike));
        }
        assert!(fight("nowhere", Manner::Shot).is_empty());
    }
}
