//! The draft of declarations, and where a unit could get to.

use crate::common::holds;
use casus_belli::arquebus::rules::movement::ways;
use casus_belli::arquebus::strategies::{fights, open_positions};
use casus_belli::arquebus::{Action, Arquebus, Setup, Side, State, UnitId};
use casus_belli::core::{Dice, Game, HexId, Log, Throw, Turn};
use proptest::prelude::*;
use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet, HashSet};

/// Declared attacks in order: who, and which hex.
type Draft = Vec<(UnitId, HexId)>;

/// Every die falls on its lowest face: nobody loses his order by a die.
struct Low;

impl Dice for Low {
    fn throw(&mut self, throw: Throw, _: &dyn Fn(u8) -> u16) -> u8 {
        throw.die.faces().0
    }
}

fn listed(s: &State) -> Vec<Action> {
    let mut out = Vec::new();
    Arquebus::actions(s, &mut out);
    out
}
fn deciding(s: &State) -> Option<(Side, &'static str)> {
    match Arquebus::turn(s) {
        Turn::Decide { side, what, .. } => Some((side, what)),
        Turn::Over { .. } => None,
    }
}
fn after(s: &State, action: Action) -> State {
    let mut next = s.clone();
    Arquebus::apply(&mut next, &action, &mut Low, &mut Log::off());
    next
}
fn legal(s: &State, action: Action) -> bool {
    deciding(s).is_some_and(|(side, _)| Arquebus::check(s, side, &action).is_ok())
}

// ---- the draft of declarations (12.1, 14.5) ----

fn drafted(s: &State) -> Draft {
    let strikers = s.fray().map_or(&[][..], |f| &f.strikers);
    let mut draft: Draft = strikers.iter().flat_map(|k| k.on.iter().map(|h| (k.unit, h))).collect();
    draft.sort_unstable();
    draft
}

/// Every draft of plain attacks that can be reached, with whether it may end there.
fn drafts(s: &State) -> BTreeMap<Draft, bool> {
    let mut out = BTreeMap::new();
    let mut open = vec![s.clone()];
    while let Some(s) = open.pop() {
        let draft = drafted(&s);
        if out.contains_key(&draft) {
            continue;
        }
        let attacks = listed(&s).into_iter().filter(|a| matches!(a, Action::Shock(..)));
        open.extend(attacks.map(|action| after(&s, action)));
        out.insert(draft, legal(&s, Action::Declared));
    }
    out
}

/// The plain attacks that nothing forbids but what is left for others.
fn possible(s: &State) -> Draft {
    let Some((side, _)) = deciding(s) else {
        return Vec::new();
    };
    let mut hexes: Vec<HexId> = s.unit_ids().filter_map(|u| s.hex(u)).collect();
    hexes.sort_unstable();
    hexes.dedup();
    let open = |&(u, h): &(UnitId, HexId)| match Arquebus::check(s, side, &Action::Shock(u, h)) {
        Ok(()) => true,
        Err(why) => why.iter().all(|r| r.because.starts_with("then ")),
    };
    let units = s.unit_ids().filter(|&u| s.hex(u).is_some());
    units
        .flat_map(|u| hexes.iter().map(move |&h| (u, h)))
        .filter(open)
        .collect()
}

/// A unit that attacks two hexes attacks them by itself.
fn fits(draft: &[(UnitId, HexId)]) -> bool {
    draft.iter().all(|&(u, h)| {
        let two = draft.iter().filter(|d| d.0 == u).count() > 1;
        !two || draft.iter().all(|d| d.1 != h || d.0 == u)
    })
}

/// Every enemy in front of an attacker is attacked by somebody.
fn covered(pairs: &[(UnitId, HexId)], draft: &[(UnitId, HexId)]) -> bool {
    let attacks = |u: UnitId| draft.iter().any(|d| d.0 == u);
    let attacked = |h: HexId| draft.iter().any(|d| d.1 == h);
    pairs.iter().all(|&(u, h)| !attacks(u) || attacked(h))
}

/// The drafts that may be declared: covered, and of those who are Engaged no more is idle than must be (14.5 binds, 12.1 permits).
fn whole(s: &State, pairs: &[(UnitId, HexId)], mut all: Vec<Draft>) -> Vec<Draft> {
    all.retain(|draft| covered(pairs, draft));
    let idle = |draft: &Draft| -> BTreeSet<UnitId> {
        let engaged = pairs.iter().map(|p| p.0).filter(|&u| s.engaged(u));
        engaged.filter(|&u| draft.iter().all(|d| d.0 != u)).collect()
    };
    let idles: BTreeSet<BTreeSet<UnitId>> = all.iter().map(idle).collect();
    all.retain(|draft| {
        let mine = idle(draft);
        !idles.iter().any(|other| *other != mine && other.is_subset(&mine))
    });
    all
}

#[test]
fn the_draft_is_what_brute_force_finds() {
    let bound = Cell::new(0_usize);
    holds(1000, fights(), |setup: Setup| {
        let shown = serde_json::to_string(&setup).unwrap();
        let Ok(s) = Arquebus::begin(&setup) else {
            return Ok(());
        };
        let pairs = possible(&s);
        if deciding(&s).is_none_or(|d| d.1 != "declare") || pairs.len() > 9 {
            return Ok(());
        }
        let all: Vec<Draft> = (0..1_u32 << pairs.len())
            .map(|mask| {
                (0..pairs.len())
                    .filter(|i| mask >> i & 1 == 1)
                    .map(|i| pairs[i])
                    .collect()
            })
            .filter(|draft: &Draft| fits(draft))
            .collect();
        let whole = whole(&s, &pairs, all.clone());
        let within = |draft: &Draft| whole.iter().any(|w| draft.iter().all(|d| w.contains(d)));
        let wanted: BTreeMap<Draft, bool> = all
            .iter()
            .filter(|draft| within(draft))
            .map(|draft| (draft.clone(), whole.contains(draft)))
            .collect();
        bound.set(bound.get() + all.len() - wanted.len());
        prop_assert_eq!(drafts(&s), wanted, "drafts of {}", shown);
        Ok(())
    });
    assert!(bound.get() > 5, "{}: too few drafts that lead nowhere", bound.get());
}

// ---- where a unit could get to (7.2) ----

/// Whether a run may end here, the unit turned if it must.
fn may_end(s: &State) -> bool {
    let turned = listed(s).into_iter().filter(|a| matches!(a, Action::Face(_)));
    legal(s, Action::Halt) || turned.map(|turn| after(s, turn)).any(|s| legal(&s, Action::Halt))
}
fn steps(s: &State) -> Vec<Action> {
    let all = listed(s).into_iter();
    all.filter(|a| matches!(a, Action::Step(_) | Action::Enter(_)))
        .collect()
}

/// Every hex where a unit in hand may end its run, with the fewest points spent, by stepping there in every way.
fn by_steps(s: &State, unit: UnitId) -> BTreeMap<HexId, u8> {
    let home = s.hex(unit);
    let mut best = BTreeMap::new();
    let mut open = vec![s.clone()];
    let mut seen = HashSet::new();
    while let Some(s) = open.pop() {
        if deciding(&s).is_none_or(|d| d.1 != "run") || !seen.insert((s.hex(unit), s.unit(unit).spent, steps(&s))) {
            continue;
        }
        if let Some(h) = s.hex(unit).filter(|&h| Some(h) != home)
            && may_end(&s)
        {
            let spent = s.unit(unit).spent;
            best.entry(h)
                .and_modify(|b: &mut u8| *b = spent.min(*b))
                .or_insert(spent);
        }
        for action in steps(&s) {
            let mut next = after(&s, action);
            while deciding(&next).is_some_and(|d| d.1 == "reaction-fire") {
                next = after(&next, Action::Hold);
            }
            open.push(next);
        }
    }
    best
}

#[test]
fn the_ways_are_those_that_steps_find() {
    let (seen, engaged) = (Cell::new(0_usize), Cell::new(0_usize));
    holds(80, open_positions(), |setup: Setup| {
        let Ok(s) = Arquebus::begin(&setup) else {
            return Ok(());
        };
        if deciding(&s).is_none_or(|d| d.1 != "segment") {
            return Ok(());
        }
        for action in listed(&s) {
            let Action::Take(unit) = action else { continue };
            let taken = after(&s, action);
            let found: BTreeMap<HexId, u8> = ways(&taken, unit).into_iter().map(|w| (w.hex, w.spent)).collect();
            let shown = serde_json::to_string(&setup).unwrap();
            prop_assert_eq!(&found, &by_steps(&taken, unit), "{} of {}", Arquebus::spell(&s, &action), shown);
            let in_hand: BTreeSet<HexId> = ways(&s, unit).into_iter().map(|w| w.hex).collect();
            prop_assert!(in_hand.iter().eq(found.keys()), "before it is taken in hand");
            seen.set(seen.get() + found.len());
            engaged.set(engaged.get() + usize::from(s.engaged(unit) && !found.is_empty()));
        }
        Ok(())
    });
    assert!(seen.get() > 200, "too few hexes were reached: {}", seen.get());
    assert!(engaged.get() > 2, "too few Engaged units moved: {}", engaged.get());
}
