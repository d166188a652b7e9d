//! 13.1, ruling R60: the duty to attack, so that every hex that can be attacked is attacked.

use crate::casebook::cite;
use crate::components::UnitId;
use crate::rules::melee::assault::may_attack;
use crate::state::position::State;
use casus_core::{Bar, Bars, Few, HexId, PieceSet, Place, Violation};

/// The possible attacks: each unit that has not attacked, with the hexes that it may attack.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Duties(Vec<(UnitId, Few<HexId, 6>)>);

/// An allotment of units to hexes, each hex and each unit at most once.
type Cover = Vec<(HexId, usize)>;

impl Duties {
    pub(crate) fn of(s: &State) -> Self {
        let able = s.on_map(s.active).filter_map(|(u, h)| {
            let mut hexes = Few::new();
            for (_, to) in s.game_data.board.neighbours(h) {
                if s.has_unit(to, s.active.enemy()) && may_attack(s, u, to) {
                    hexes.push(to);
                }
            }
            (!hexes.is_empty()).then_some((u, hexes))
        });
        Self(able.collect())
    }
    /// Finds one unit for one more hex; units already allotted may move on to other hexes for it. Returns the newly covered hex.
    fn augment(&self, who: usize, but: Option<HexId>, seen: &mut Vec<HexId>, cover: &mut Cover) -> Option<HexId> {
        for hex in self.0[who].1.iter() {
            if Some(hex) == but || seen.contains(&hex) {
                continue;
            }
            seen.push(hex);
            let Some(at) = cover.iter().position(|c| c.0 == hex) else {
                cover.push((hex, who));
                return Some(hex);
            };
            let other = cover[at].1;
            if let Some(new) = self.augment(other, but, seen, cover) {
                cover[at].1 = who;
                return Some(new);
            }
        }
        None
    }
    /// Returns an allotment that covers as many hexes as possible with these units, except `but`.
    pub(crate) fn cover(&self, without: PieceSet, but: Option<HexId>) -> Cover {
        let mut cover = Cover::new();
        for (i, (unit, _)) in self.0.iter().enumerate() {
            if !without.contains(unit.0) {
                self.augment(i, but, &mut Vec::new(), &mut cover);
            }
        }
        cover
    }
    /// Returns a hex that would be left without an attacker if these units attacked `target`, because the remaining units could
    /// not cover as many other hexes as the best allotment. If there is none, the attack can be completed: a unit that must
    /// still join it can attack nothing else.
    pub(crate) fn stranded(&self, target: HexId, attackers: PieceSet) -> Option<HexId> {
        let best = self.cover(PieceSet::EMPTY, None).len();
        let mut rest = self.cover(attackers, Some(target));
        if rest.len() + 1 >= best {
            return None;
        }
        let mut taken = (0..self.0.len()).filter(|&i| attackers.contains(self.0[i].0.0));
        taken.find_map(|i| self.augment(i, Some(target), &mut Vec::new(), &mut rest))
    }
    /// Returns a unit that can attack only this hex and is not among the attackers.
    pub(crate) fn idle(&self, target: HexId, attackers: PieceSet) -> Option<UnitId> {
        let bound = |hexes: &Few<HexId, 6>| hexes.len() == 1 && hexes.contains(target);
        self.0
            .iter()
            .find(|(u, hexes)| bound(hexes) && !attackers.contains(u.0))
            .map(|(u, _)| *u)
    }
}

/// The facts of an allotment.
///
/// The printed entries are judged for every attacker of every attack, so what they need is computed once in [`Duties`].
#[derive(Debug)]
pub struct AllotFacts<'a> {
    /// The current position.
    pub s: &'a State,
    /// The possible attacks.
    pub duties: &'a Duties,
    /// The hex that is attacked.
    pub target: HexId,
    /// The attackers named so far.
    pub attackers: PieceSet,
    /// The unit that would join; `None` to fight the melee as declared.
    pub joins: Option<UnitId>,
}

casus_core::questions!(AllotFacts);

type B = Bar<AllotFacts<'static>>;

fn target(f: &AllotFacts) -> Place {
    f.target.place()
}

impl AllotFacts<'_> {
    /// The violation if the unit that would join already attacks.
    fn again(&self) -> Option<Violation> {
        let unit = self.joins.filter(|u| self.attackers.contains(u.0))?;
        Some(Violation::at(unit.place()))
    }
    /// The violation if another hex would be left without an attacker.
    fn stranded(&self) -> Option<Violation> {
        let joining = self.joins.map_or(PieceSet::EMPTY, |u| PieceSet::one(u.0));
        let hex = self.duties.stranded(self.target, self.attackers.union(joining))?;
        Some(Violation::at(hex.place()))
    }
    /// The violation if the melee would be fought without a unit that can attack nothing else.
    fn idle(&self) -> Option<Violation> {
        let fought = self.joins.is_none();
        let unit = fought.then(|| self.duties.idle(self.target, self.attackers))??;
        Some(Violation::at(unit.place()))
    }
}

/// The duties of 13.1. Judged for each unit that would join an attack, and for the attack when it would be fought. Named
/// `allotment`.
pub static ALLOT_BARS: Bars<AllotFacts> = Bars {
    name: "allotment",
    list: &[
        B::by(cite!("13.1"), "the unit takes part already").violated(|f| f.again()),
        B::by(cite!("13.1"), "nobody attacks")
            .when(target, |f| f.joins.is_none() && f.attackers.is_empty())
            .always(),
        B::by(cite!("13.1", "R14"), "another hex would be left without an attacker").violated(|f| f.stranded()),
        B::by(cite!("13.1", "R60"), "the unit can attack nothing else and must take part").violated(|f| f.idle()),
    ],
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::standard;
    use crate::{Marignan, Setup};
    use casus_core::{Board, Game as _, SideFacing};
    use proptest::prelude::*;
    use std::sync::LazyLock;

    /// Any position: the printed entries do not use it.
    static STATE: LazyLock<State> = LazyLock::new(|| Marignan::begin(&Setup::default()).unwrap());

    /// Creates the duties of an abstract order of battle: for each unit, the hexes that it may attack.
    fn duties(edges: &[&[u16]]) -> Duties {
        let able = edges.iter().zip(0u8..).filter(|(e, _)| !e.is_empty());
        let few = |hexes: &[u16]| {
            let mut few = Few::new();
            for &h in hexes {
                few.push(HexId(h));
            }
            few
        };
        Duties(able.map(|(e, u)| (UnitId(u), few(e))).collect())
    }

    /// Returns every allotment: each unit to one of its hexes, or to none.
    fn allotments(d: &Duties) -> Vec<Vec<Option<HexId>>> {
        let mut all = vec![Vec::new()];
        for (_, hexes) in &d.0 {
            let choices: Vec<Option<HexId>> = hexes.iter().map(Some).chain(core::iter::once(None)).collect();
            all = all
                .iter()
                .flat_map(|a: &Vec<Option<HexId>>| {
                    choices.iter().map(|&c| {
                        let mut a = a.clone();
                        a.push(c);
                        a
                    })
                })
                .collect();
        }
        all
    }

    fn covered(allotment: &[Option<HexId>]) -> usize {
        let mut hexes: Vec<_> = allotment.iter().flatten().collect();
        hexes.sort();
        hexes.dedup();
        hexes.len()
    }

    /// Returns the attacks on a hex that the words of ruling R60 permit, by trying all allotments.
    fn allowed(d: &Duties, target: HexId) -> Vec<PieceSet> {
        let all = allotments(d);
        let best = all.iter().map(|a| covered(a)).max().unwrap();
        let mut sets: Vec<PieceSet> = Vec::new();
        for a in &all {
            let joins: PieceSet =
                d.0.iter()
                    .zip(a)
                    .filter(|(_, to)| **to == Some(target))
                    .map(|((u, _), _)| u.0)
                    .collect();
            let must = d.0.iter().filter(|(_, h)| h.iter().eq([target]));
            let bound = must.map(|(u, _)| u.0).all(|u| joins.contains(u));
            if !joins.is_empty() && bound && covered(a) == best && !sets.contains(&joins) {
                sets.push(joins);
            }
        }
        sets
    }

    fn permits(d: &Duties, target: HexId, attackers: PieceSet, joins: Option<UnitId>) -> bool {
        ALLOT_BARS.permit(&AllotFacts {
            s: &STATE,
            duties: d,
            target,
            attackers,
            joins,
        })
    }

    fn subsets(of: &[u8]) -> impl Iterator<Item = PieceSet> + '_ {
        (0..1u32 << of.len()).map(|bits| {
            let picked = of.iter().enumerate().filter(move |(i, _)| bits >> i & 1 == 1);
            picked.map(|(_, &u)| u).collect()
        })
    }

    fn agrees(d: &Duties) {
        let mut targets: Vec<HexId> = d.0.iter().flat_map(|(_, h)| h.iter()).collect();
        targets.sort();
        targets.dedup();
        for target in targets {
            let near: Vec<u8> =
                d.0.iter()
                    .filter(|(_, h)| h.contains(target))
                    .map(|(u, _)| u.0)
                    .collect();
            let allowed = allowed(d, target);
            assert!(!allowed.is_empty(), "{target:?} in {d:?}");
            let within = |small: PieceSet, great: PieceSet| small.without(great).is_empty();
            for draft in subsets(&near) {
                assert_eq!(
                    permits(d, target, draft, None),
                    allowed.contains(&draft),
                    "{target:?} by {draft:?} in {d:?}"
                );
                for &u in near.iter().filter(|&&u| !draft.contains(u)) {
                    let more = draft.union(PieceSet::one(u));
                    assert_eq!(
                        permits(d, target, draft, Some(UnitId(u))),
                        allowed.iter().any(|&a| within(more, a)),
                        "{target:?} by {draft:?} and {u} in {d:?}"
                    );
                }
                // A stranded hex is another hex that a unit of the draft could attack.
                if let Some(hex) = d.stranded(target, draft) {
                    assert!(hex != target && d.0.iter().any(|(_, h)| h.contains(hex)));
                }
            }
        }
    }

    /// Plays legal drafts, chosen by `pick`, until no unit may attack. Returns the number of attacked hexes, and whether a unit
    /// that could attack at first never did.
    fn play_out(mut d: Duties, mut pick: impl FnMut(usize) -> usize) -> (usize, bool) {
        let (mut hexes, mut idle) = (0, false);
        while !d.0.is_empty() {
            let mut targets: Vec<HexId> = d.0.iter().flat_map(|(_, h)| h.iter()).collect();
            targets.sort();
            targets.dedup();
            let target = targets[pick(targets.len())];
            let mut draft = PieceSet::EMPTY;
            loop {
                let joins: Vec<UnitId> =
                    d.0.iter()
                        .filter(|(u, h)| h.contains(target) && permits(&d, target, draft, Some(*u)))
                        .map(|(u, _)| *u)
                        .collect();
                let ready = permits(&d, target, draft, None);
                assert!(ready || !joins.is_empty(), "a draft cannot be completed");
                let n = pick(joins.len() + usize::from(ready));
                match joins.get(n) {
                    Some(u) => {
                        draft.insert(u.0);
                    }
                    None => break,
                }
            }
            hexes += 1;
            let left = d.0.iter().filter(|(u, _)| !draft.contains(u.0));
            let fewer: Vec<_> = left
                .map(|(u, h)| {
                    let mut few = Few::new();
                    h.iter().filter(|&h| h != target).for_each(|h| few.push(h));
                    (*u, few)
                })
                .collect();
            idle |= fewer.iter().any(|(_, h)| h.is_empty());
            d = Duties(fewer.into_iter().filter(|(_, h)| !h.is_empty()).collect());
        }
        (hexes, idle)
    }

    #[test]
    fn a_draft_names_what_it_would_strand() {
        // One unit can attack either hex, the other only hex 1.
        let d = duties(&[&[1, 2], &[1]]);
        let (one, both) = (PieceSet::one(0), [0, 1].into_iter().collect());
        assert_eq!(d.stranded(HexId(1), PieceSet::one(1)), None);
        assert_eq!(d.stranded(HexId(1), one), Some(HexId(2)));
        assert_eq!(d.stranded(HexId(1), both), Some(HexId(2)));
        assert_eq!(d.idle(HexId(1), PieceSet::EMPTY), Some(UnitId(1)));
        assert_eq!(d.idle(HexId(1), PieceSet::one(1)), None);
        assert_eq!(d.stranded(HexId(2), one), None);
        // Two hexes for one unit: one of them is not attacked, whatever happens (ruling R14).
        let d = duties(&[&[1, 2]]);
        assert!(permits(&d, HexId(1), one, None) && permits(&d, HexId(2), one, None));
        assert!(!permits(&d, HexId(1), PieceSet::EMPTY, None));
        agrees(&d);
    }

    /// Places units on a small board, each with its facing, and returns the possible attacks.
    fn on_board(ours: &[(u16, u8)], enemies: &[u16]) -> Duties {
        let board = &standard().board;
        let base = board.parse("1010").unwrap();
        let disc: Vec<HexId> = Board::hexes_within(board, base, 2);
        let at = |n: u16| disc[usize::from(n) % disc.len()];
        let mut theirs: Vec<HexId> = enemies.iter().map(|&n| at(n)).collect();
        theirs.dedup();
        let able = ours.iter().zip(0u8..).filter_map(|(&(n, facing), u)| {
            let here = at(n);
            if theirs.contains(&here) {
                return None;
            }
            let facing = SideFacing::ALL[usize::from(facing) % 6];
            let mut hexes = Few::new();
            for (dir, to) in board.neighbours(here) {
                if facing.fronts(dir) && theirs.contains(&to) {
                    hexes.push(to);
                }
            }
            (!hexes.is_empty()).then_some((UnitId(u), hexes))
        });
        Duties(able.collect())
    }

    proptest! {
        #[test]
        fn the_allotment_agrees_with_every_allotment_tried(
            ours in prop::collection::vec((0u16..19, 0u8..6), 1..7),
            enemies in prop::collection::vec(0u16..19, 1..8),
        ) {
            agrees(&on_board(&ours, &enemies));
        }

        #[test]
        fn any_order_of_legal_attacks_does_all_that_can_be_done(
            ours in prop::collection::vec((0u16..19, 0u8..6), 1..12),
            enemies in prop::collection::vec(0u16..19, 1..9),
            picks in prop::collection::vec(any::<u8>(), 1..40),
        ) {
            let d = on_board(&ours, &enemies);
            let best = d.cover(PieceSet::EMPTY, None).len();
            let mut n = 0;
            let (hexes, idle) = play_out(d, |of| {
                n += 1;
                usize::from(picks[n % picks.len()]) % of
            });
            prop_assert_eq!((hexes, idle), (best, false));
        }
    }
}
