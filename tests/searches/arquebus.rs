//! The draft of declarations, and the hexes that a unit could reach.

use crate::common::holds;
use casus_belli::arquebus::rules::movement::ways;
use casus_belli::arquebus::strategies::{fights, open_positions};
use casus_belli::arquebus::{Action, Arquebus, Setup, Side, State, Striker, UnitId};
use casus_belli::core::{Dice, Game, HexId, Log, Throw, Turn};
use proptest::prelude::*;
use serde_json::json;
use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet, HashSet};

/// A declared attack: the unit, the hex, and the path if it is a Charge.
type Attack = (UnitId, HexId, Option<Vec<HexId>>);

/// Declared attacks in order.
type Draft = Vec<Attack>;

/// Every die shows its lowest face: no unit is Disordered by a roll.
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
    let strikers = s.combat().map_or(&[][..], |f| &f.strikers);
    let path = |k: &Striker| k.charge.then(|| k.path.iter().collect());
    let attacks = strikers
        .iter()
        .flat_map(|k| k.on.iter().map(move |h| (k.unit, h, path(k))));
    let mut draft: Draft = attacks.collect();
    draft.sort_unstable();
    draft
}

/// The states that a declaration leads to: for a Charge, one for each path that may be laid out.
fn declared(s: &State, action: Action) -> Vec<State> {
    let (mut open, mut out) = (vec![after(s, action)], Vec::new());
    while let Some(s) = open.pop() {
        if deciding(&s).is_some_and(|d| d.1 == "charge-path") {
            open.extend(listed(&s).into_iter().map(|on| after(&s, on)));
        } else {
            out.push(s);
        }
    }
    out
}

fn attacks(s: &State) -> impl Iterator<Item = Action> {
    let all = listed(s).into_iter();
    all.filter(|a| matches!(a, Action::Shock(..) | Action::Charge(..)))
}

/// Every draft that can be reached, in any order of declarations, with whether it may end there.
fn drafts(s: &State) -> BTreeMap<Draft, bool> {
    let mut out = BTreeMap::new();
    let mut open = vec![s.clone()];
    while let Some(s) = open.pop() {
        let draft = drafted(&s);
        if out.contains_key(&draft) {
            continue;
        }
        open.extend(attacks(&s).flat_map(|action| declared(&s, action)));
        out.insert(draft, legal(&s, Action::Declared));
    }
    out
}

/// The attacks that nothing forbids except what is left for others.
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
    let blows = units.flat_map(|u| hexes.iter().map(move |&h| (u, h))).filter(open);
    let mut all: Draft = blows.map(|(u, h)| (u, h, None)).collect();
    // While nothing else is declared, nothing is left for others.
    let charges = attacks(s).filter(|a| matches!(a, Action::Charge(..)));
    all.extend(charges.flat_map(|a| declared(s, a)).flat_map(|s| drafted(&s)));
    all.sort_unstable();
    all.dedup();
    all
}

/// A unit that attacks two hexes attacks them by itself. One that Charges attacks one hex, by a path of its own.
fn fits(draft: &[Attack]) -> bool {
    let way = |a: &Attack| a.2.clone().unwrap_or_default();
    draft.iter().all(|a| {
        let own = draft.iter().filter(|d| d.0 == a.0).count();
        let alone = own < 2 || draft.iter().all(|d| d.1 != a.1 || d.0 == a.0);
        let others = || draft.iter().filter(|d| d.0 != a.0);
        alone && (a.2.is_none() || own < 2) && others().all(|d| way(d).iter().all(|h| !way(a).contains(h)))
    })
}

/// Some unit attacks every enemy in front of an attacker.
fn covered(pairs: &[Attack], draft: &[Attack]) -> bool {
    let attacks = |u: UnitId| draft.iter().any(|d| d.0 == u && d.2.is_none());
    let attacked = |h: HexId| draft.iter().any(|d| d.1 == h);
    let blows = || pairs.iter().filter(|p| p.2.is_none());
    blows().all(|p| !attacks(p.0) || attacked(p.1))
}

/// The drafts that may be declared: covered, and with no more idle Engaged units than necessary (14.5 binds, 12.1 permits).
fn whole(s: &State, pairs: &[Attack], mut all: Vec<Draft>) -> Vec<Draft> {
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

/// Legality does not depend on the order of declarations. The drafts that are reached are those that can become whole, in every
/// order, since the remaining part of a draft is a draft too. Returns how many lead nowhere, and how many need a later Charge.
fn compare(s: &State, most: usize, shown: &str) -> Result<(usize, usize), TestCaseError> {
    let pairs = possible(s);
    if deciding(s).is_none_or(|d| d.1 != "declare") || pairs.len() > most {
        return Ok((0, 0));
    }
    let all: Vec<Draft> = (0..1_u32 << pairs.len())
        .map(|mask| {
            (0..pairs.len())
                .filter(|i| mask >> i & 1 == 1)
                .map(|i| pairs[i].clone())
                .collect()
        })
        .filter(|draft: &Draft| fits(draft))
        .collect();
    let whole = whole(s, &pairs, all.clone());
    let within = |whole: &[Draft], draft: &Draft| whole.iter().any(|w| draft.iter().all(|d| w.contains(d)));
    let wanted: BTreeMap<Draft, bool> = all
        .iter()
        .filter(|draft| within(&whole, draft))
        .map(|draft| (draft.clone(), whole.contains(draft)))
        .collect();
    let blows: Vec<Draft> = whole
        .iter()
        .filter(|w| w.iter().all(|a| a.2.is_none()))
        .cloned()
        .collect();
    let plain = |draft: &&Draft| draft.iter().all(|a| a.2.is_none());
    let to_come = wanted.keys().filter(plain).filter(|d| !within(&blows, d)).count();
    prop_assert_eq!(drafts(s), wanted, "drafts of {}", shown);
    Ok((all.len() - drafts(s).len(), to_come))
}

#[test]
fn the_draft_is_what_brute_force_finds() {
    let bound = Cell::new(0_usize);
    holds(1000, fights(), |setup: Setup| {
        let shown = serde_json::to_string(&setup).unwrap();
        let Ok(s) = Arquebus::begin(&setup) else {
            return Ok(());
        };
        bound.set(bound.get() + compare(&s, 9, &shown)?.0);
        Ok(())
    });
    assert!(bound.get() > 5, "{}: too few drafts that lead nowhere", bound.get());
}

/// Foot in front of a line of foot, and Men-at-Arms around them that may Charge it.
fn lines_and_horse() -> impl Strategy<Value = Setup> {
    const ENEMY: [&str; 4] = ["0914", "1014", "1114", "1214"];
    const FOOT: [&str; 5] = ["0915", "1015", "1115", "1215", "1315"];
    const HORSE: [&str; 9] = ["0714", "0713", "0815", "0716", "1012", "1112", "1414", "1415", "1312"];
    const FACING: [&str; 6] = ["N", "ENE", "ESE", "S", "WSW", "WNW"];
    let foot = proptest::collection::vec((0..FOOT.len(), proptest::sample::select(vec![0, 0, 1, 5])), 2..=4);
    let horse = proptest::collection::vec((0..HORSE.len(), 0..FACING.len()), 1..=2);
    let enemy = proptest::collection::vec(0..ENEMY.len(), 2..=4);
    (foot, horse, enemy, any::<u8>()).prop_map(|(foot, horse, enemy, engaged)| {
        let mut units = Vec::new();
        let mut taken = BTreeSet::new();
        let mut own = Vec::new();
        let mut post = |id: String, hex: &'static str, facing: &str| {
            let free = taken.insert(hex);
            if free {
                units.push(json!({"id": id, "hex": hex, "facing": facing}));
            }
            free
        };
        let mut theirs = Vec::new();
        for (i, at) in enemy.into_iter().enumerate() {
            if post(format!("SP-PK-{}", i + 1), ENEMY[at], "S") {
                theirs.push((format!("SP-PK-{}", i + 1), at));
            }
        }
        for (i, (at, facing)) in foot.into_iter().enumerate() {
            if post(format!("FR-PK-{}", i + 1), FOOT[at], FACING[facing]) {
                own.push((format!("FR-PK-{}", i + 1), at));
            }
        }
        for (i, (at, facing)) in horse.into_iter().enumerate() {
            post(format!("FR-MM-{}", i + 1), HORSE[at], FACING[facing]);
        }
        // 0914 and 1014 are next to 1015, and so on.
        let near = own
            .iter()
            .flat_map(|(f, x)| theirs.iter().map(move |(e, y)| (f, x, e, y)));
        let near = near.filter(|(_, x, _, y)| *x == *y || **x == *y + 1);
        let pairs: Vec<_> = near.map(|(f, _, e, _)| json!([f, e])).collect();
        let engaged: Vec<_> = pairs
            .into_iter()
            .enumerate()
            .filter(|(i, _)| (engaged >> (2 * i % 8)) % 4 == 0)
            .collect();
        let engaged: Vec<_> = engaged.into_iter().map(|(_, pair)| pair).collect();
        let battle = |id: &str| json!({"id": id, "battle": "Chandieu"});
        let setup = json!({"base": "Cerignola", "start_at": "shock", "active": ["Chandieu"], "map": {"blank": true},
            "counters": [battle("FR-MM-1"), battle("FR-MM-2")], "cards": [{"id": "Chandieu", "range": 9}],
            "units": units, "leaders": [{"id": "Chandieu", "hex": "1018"}], "engaged": engaged});
        serde_json::from_value(setup).unwrap()
    })
}

#[test]
fn no_declaration_hangs_on_the_order_of_others() {
    let (begun, to_come) = (Cell::new(0_usize), Cell::new(0_usize));
    holds(600, lines_and_horse(), |setup: Setup| {
        let shown = serde_json::to_string(&setup).unwrap();
        let Ok(s) = Arquebus::begin(&setup) else {
            return Ok(());
        };
        let found = compare(&s, 12, &shown)?;
        begun.set(begun.get() + 1);
        to_come.set(to_come.get() + found.1);
        Ok(())
    });
    assert!(begun.get() > 100, "{}: too few positions", begun.get());
    assert!(to_come.get() > 4, "{}: too few attacks that count on a Charge to come", to_come.get());
}

// ---- the hexes that a unit could reach (7.2) ----

/// Whether a run may end here, with the unit turned if it must.
fn may_end(s: &State) -> bool {
    let turned = listed(s).into_iter().filter(|a| matches!(a, Action::Face(_)));
    legal(s, Action::Halt) || turned.map(|turn| after(s, turn)).any(|s| legal(&s, Action::Halt))
}
fn steps(s: &State) -> Vec<Action> {
    let all = listed(s).into_iter();
    all.filter(|a| matches!(a, Action::Step(_) | Action::Enter(_)))
        .collect()
}

/// Every hex where a selected unit may end its run, with the fewest points spent, by trying every path.
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
            prop_assert!(in_hand.iter().eq(found.keys()), "before it is selected");
            seen.set(seen.get() + found.len());
            engaged.set(engaged.get() + usize::from(s.engaged(unit) && !found.is_empty()));
        }
        Ok(())
    });
    assert!(seen.get() > 200, "too few hexes were reached: {}", seen.get());
    assert!(engaged.get() > 2, "too few Engaged units moved: {}", engaged.get());
}
