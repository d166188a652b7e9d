//! Where the selected pieces could get to, where a routed unit runs, and how far a chain of command reaches. The drafts of fire
//! and melee are compared with brute force in the files of their rules.

use crate::common::holds;
use casus_belli::core::{Dice, Dir, Game, HexId, Log, Place, SideFacing, Throw, Turn};
use casus_belli::marignan::strategies::{fights, open_positions};
use casus_belli::marignan::{
    Action, BRIDGE, Choice, Class, CommanderId, Condition, GRAND_CANAL, Marignan, RIVER, Setup, Side, StartAt, State,
    UnitId, WATER, Whereabouts, ways,
};
use proptest::prelude::*;
use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet, HashSet};

/// Dice that always show the lowest face: every test passes that any roll passes.
struct Low;
impl Dice for Low {
    fn throw(&mut self, throw: Throw, _: &dyn Fn(u8) -> u16) -> u8 {
        throw.die.faces().0
    }
}

fn listed(s: &State) -> Vec<Action> {
    let mut out = Vec::new();
    Marignan::actions(s, &mut out);
    out
}
fn what(s: &State) -> &'static str {
    match Marignan::turn(s) {
        Turn::Decide { what, .. } => what,
        Turn::Over { .. } => "",
    }
}
fn after(s: &State, action: Action) -> State {
    let mut next = s.clone();
    Marignan::apply(&mut next, &action, &mut Low, &mut Log::off());
    next
}

// ---- the hexes that the selected pieces could reach (9.0, 3.1, 4.1, 9.2) ----

/// The position without the selected pieces. It must stay the same; otherwise a query without dice cannot know the answer.
fn rest(s: &State, hand: &[UnitId]) -> Vec<(Whereabouts, Condition, bool)> {
    let others = s.unit_ids().filter(|u| !hand.contains(u));
    let units = others.map(|u| {
        let unit = s.unit(u);
        (unit.at, unit.condition, s.hedgehog(u))
    });
    let men = s.commander_ids().map(|c| {
        let steadies = s.commander(c).steadies.is_some();
        (Whereabouts::Absent, Condition::Order, steadies)
    });
    units.chain(men).collect()
}

/// The hex and facing of selected units, and the points that each has spent.
type Stand = (HexId, SideFacing, Vec<u8>);

fn stand(s: &State, hand: &[UnitId]) -> Option<Stand> {
    let first = *hand.first()?;
    let spent = hand.iter().map(|&u| s.unit(u).spent).collect();
    Some((s.hex(first)?, s.unit(first).facing, spent))
}

/// Every hex and facing in which selected units may end, with the fewest points spent by the unit that spent most, by trying every
/// path. `None` where a die had an effect that could not be known before.
fn by_steps(taken: &State, hand: &[UnitId]) -> Option<BTreeMap<(HexId, SideFacing), u8>> {
    let before = rest(taken, hand);
    let mut best = BTreeMap::new();
    let mut seen = HashSet::new();
    let mut open = vec![taken.clone()];
    while let Some(s) = open.pop() {
        let at = stand(&s, hand)?;
        if rest(&s, hand) != before {
            return None;
        }
        let goes_on = what(&s) == "run";
        let most = at.2.iter().copied().max().unwrap_or(0);
        let least = best.entry((at.0, at.1)).or_insert(most);
        *least = most.min(*least);
        if !goes_on || !seen.insert(at) {
            continue;
        }
        for action in listed(&s) {
            if !matches!(action, Action::Step(_) | Action::Face(_)) {
                continue;
            }
            let mut next = after(&s, action);
            while ["charge", "hedgehog", "test", "rejoin"].contains(&what(&next)) {
                let list = listed(&next);
                let pass = list.iter().find(|a| **a == Action::Hold);
                next = after(&next, *pass.unwrap_or(&list[0]));
            }
            let ran = next.run().map(|run| run.units);
            if ran.is_some_and(|units| units != s.run().expect("they are selected").units) {
                return None;
            }
            open.push(next);
        }
    }
    Some(best)
}

#[test]
fn the_ways_are_those_that_steps_find() {
    let (seen, stacks) = (Cell::new(0_usize), Cell::new(0_usize));
    holds(300, fights(&[StartAt::Moves]), |mut setup| {
        // A unit that is disordered during its move and has a new allowance is beyond a query that ignores events.
        setup.options.retain(|&c| c != Choice::R46);
        let Ok(s) = Marignan::begin(&setup) else {
            return Ok(());
        };
        if what(&s) != "move" {
            return Ok(());
        }
        for action in listed(&s) {
            let Action::Take(unit) = action else { continue };
            if s.hex(unit).is_none() {
                continue;
            }
            let mut taken = after(&s, action);
            let mut hand = vec![unit];
            // By itself, then with each unit that may join.
            loop {
                let run = *taken.run().expect("they are selected");
                let found: BTreeMap<(HexId, SideFacing), u8> = ways(&taken, &run)
                    .into_iter()
                    .map(|w| ((w.hex, w.facing), w.spent))
                    .collect();
                if let Some(wanted) = by_steps(&taken, &hand) {
                    prop_assert_eq!(
                        &found,
                        &wanted,
                        "{:?} in {}",
                        hand.iter().map(|&u| &s.counter(u).id).collect::<Vec<_>>(),
                        serde_json::to_string(&setup).unwrap()
                    );
                    seen.set(seen.get() + found.len());
                    stacks.set(stacks.get() + usize::from(hand.len() > 1));
                }
                let more = listed(&taken).into_iter().find_map(|a| match a {
                    Action::Join(u) if u > unit => Some(u),
                    _ => None,
                });
                let Some(joins) = more else { break };
                taken = after(&taken, Action::Join(joins));
                hand.push(joins);
                hand.sort_unstable();
            }
        }
        Ok(())
    });
    assert!(seen.get() > 2000, "too few: {}", seen.get());
    assert!(stacks.get() > 20, "too few stacks: {}", stacks.get());
}

// ---- rout (10.1, rulings R72, R75, R108) ----

/// The directions home, the straight one first.
fn home(side: Side) -> [Dir; 3] {
    let o = |word| casus_belli::core::Orientation::Flat.dir_named(word);
    let words = match side {
        Side::French => ["S", "SE", "SW"],
        Side::Swiss => ["N", "NE", "NW"],
    };
    words.map(|w| o(w).expect("a direction"))
}

/// The cost of a step for a unit by itself, from the Terrain Table; `None` where it may not go.
fn cost(s: &State, unit: UnitId, from: HexId, dir: Dir) -> Option<u32> {
    let b = &s.game_data().board;
    let t = &s.game_data().charts.terrain;
    let class = match s.class(unit) {
        Class::Infantry => 0,
        Class::Cavalry => 1,
        Class::Artillery => 2,
    };
    let to = b.neighbour(from, dir)?;
    let mut sum = if b.road(from, dir) {
        u32::from(t.road_mp)
    } else {
        u32::from(t.hex(b.terrain(to)).mp[class]?)
    };
    let side = b.features(from, dir);
    if side & WATER != 0 {
        let row = match side {
            x if x & BRIDGE != 0 => &t.bridge,
            x if x & RIVER != 0 => &t.river,
            x if x & GRAND_CANAL != 0 => &t.grand_canal,
            _ => &t.canal,
        };
        sum += u32::from(row.mp[class]?);
    }
    if s.crossing(from, dir).fortification {
        sum += u32::from(t.fortification.mp[class]?);
    }
    let climb = b.elevation(to) - b.elevation(from);
    let slope = if climb > 0 { t.slope.up } else { t.slope.down };
    if climb != 0 {
        sum += u32::from(slope[class]?);
    }
    let friends = s.units_at(to).any(|u| u != unit);
    Some(sum + u32::from(friends))
}

/// Whether units may stack (5.1, 5.2).
fn may_stack(s: &State, side: Side, units: &[UnitId]) -> bool {
    let many = |f: &dyn Fn(UnitId) -> bool| units.iter().filter(|&&u| f(u)).count();
    let arquebus = many(&|u| s.counter(u).swiss_arquebusiers());
    let foot = many(&|u| s.class(u) == Class::Infantry) - arquebus;
    let horse = many(&|u| s.class(u) == Class::Cavalry);
    let guns = many(&|u| s.class(u) == Class::Artillery);
    match side {
        Side::Swiss => {
            (foot + arquebus == 0 && horse + guns <= 1)
                || (horse + guns == 0 && arquebus == 0 && foot <= 3)
                || (horse + guns == 0 && arquebus == 1 && foot <= 1)
        }
        Side::French => (guns <= 1 && horse == 0 && foot <= 2) || (guns + foot == 0 && horse <= 2),
    }
}

/// Where a rout may end: each hex, off the map (`Fled`), or nowhere (`Lost`).
fn ends(s: &State, unit: UnitId, at: HexId, spent: u32, out: &mut BTreeSet<String>) {
    let b = &s.game_data().board;
    let side = s.side(unit);
    let left = u32::from(s.face(unit).ma).saturating_sub(spent);
    let begun = s.hex(unit) != Some(at);
    let mut there: Vec<UnitId> = s.units_at(at).filter(|&u| u != unit).collect();
    there.push(unit);
    let due = !begun || !may_stack(s, side, &there);
    let mut ways: Vec<(u32, usize, Option<HexId>)> = Vec::new();
    for (rank, dir) in home(side).into_iter().enumerate() {
        let Some(to) = b.neighbour(at, dir) else {
            if rank == 0 {
                ways.push((1, 0, None));
            }
            continue;
        };
        let enemy = side.enemy();
        let barred = s.has_unit(to, enemy) || (!s.has_unit(to, side) && s.in_zoc(to, enemy));
        if !barred && let Some(cost) = cost(s, unit, at, dir) {
            ways.push((cost, rank, Some(to)));
        }
    }
    let least = ways.iter().map(|w| w.0).min();
    let Some(least) = least.filter(|&c| due || c <= left) else {
        let closed = ways.is_empty() && (due || left > 0);
        out.insert(if closed { "lost".to_owned() } else { b.label(at) });
        return;
    };
    ways.retain(|w| w.0 == least);
    if ways.iter().any(|w| w.1 == 0) {
        ways.retain(|w| w.1 == 0);
    }
    for (cost, _, to) in ways {
        match to {
            None => {
                out.insert("fled".to_owned());
            }
            Some(to) => ends(s, unit, to, spent + cost, out),
        }
    }
}

/// The same by play, with every choice tried; `None` where a friendly unit panics, which is not tested here.
fn played_out(s: &State, unit: UnitId) -> Option<BTreeSet<String>> {
    let others = |s: &State| rest(s, &[unit]);
    let before = others(s);
    let mut out = BTreeSet::new();
    let mut open = vec![after(s, Action::Flee(unit))];
    while let Some(s) = open.pop() {
        let Turn::Decide { what, of, .. } = Marignan::turn(&s) else {
            return None;
        };
        if others(&s) != before {
            return None;
        }
        match what {
            "rout-path" if of == Place::Unit(unit.0.into()) => {
                open.extend(listed(&s).into_iter().map(|a| after(&s, a)));
            }
            "escort" => open.push(after(&s, Action::Done)),
            "test" | "rejoin" => open.push(after(&s, listed(&s)[0])),
            _ => {
                out.insert(match s.unit(unit).at {
                    Whereabouts::Map(h) => s.game_data().board.label(h),
                    Whereabouts::Fled => "fled".to_owned(),
                    _ => "lost".to_owned(),
                });
            }
        }
    }
    Some(out)
}

/// A fight at the start of a Movement Phase in which all units of the active side that can be are routed.
fn routs() -> impl Strategy<Value = Setup> {
    fights(&[StartAt::Movement]).prop_filter_map("a position with a fault", |mut setup| {
        let game_data = casus_belli::marignan::standard();
        for post in &mut setup.units {
            let card = &game_data.roster[game_data.roster.unit(&post.id)?];
            let runs = !card.swiss_pikemen() && card.class() != Class::Artillery;
            if Some(card.side) == setup.active && runs && post.hex.is_some() {
                post.state = Some("routed".to_owned());
                post.facing = None;
                post.hedgehog = false;
            }
        }
        Marignan::begin(&setup).is_ok().then_some(setup)
    })
}

#[test]
fn routs_end_where_brute_force_ends_them() {
    let (seen, several) = (Cell::new(0_usize), Cell::new(0_usize));
    holds(300, routs(), |setup| {
        let s = Marignan::begin(&setup).unwrap();
        if what(&s) != "rout" {
            return Ok(());
        }
        for action in listed(&s) {
            let Action::Flee(unit) = action else { continue };
            let Some(played) = played_out(&s, unit) else {
                continue;
            };
            let Some(at) = s.hex(unit) else { continue };
            let mut wanted = BTreeSet::new();
            ends(&s, unit, at, 0, &mut wanted);
            prop_assert_eq!(&played, &wanted, "{} in {}", s.counter(unit).id, serde_json::to_string(&setup).unwrap());
            seen.set(seen.get() + 1);
            several.set(several.get() + usize::from(wanted.len() > 1));
        }
        Ok(())
    });
    assert!(seen.get() > 100, "too few routs: {}", seen.get());
    assert!(several.get() > 5, "too few with a choice: {}", several.get());
}

// ---- chains of command (4.3, 6.1) ----

/// Every hex that a path of at most `left` hexes reaches, none of them closed to a chain.
fn chained(s: &State, side: Side, at: HexId, left: u32, out: &mut BTreeSet<HexId>) {
    out.insert(at);
    if left == 0 {
        return;
    }
    for (_, to) in s.game_data().board.neighbours(at) {
        let enemy = s.has_unit(to, side.enemy());
        let watched = s.in_zoc(to, side.enemy()) && !s.has_unit(to, side);
        if !enemy && !watched {
            chained(s, side, to, left - 1, out);
        }
    }
}

#[test]
fn a_chain_of_command_reaches_where_a_path_leads() {
    let (seen, cut) = (Cell::new(0_usize), Cell::new(0_usize));
    holds(300, open_positions(), |setup| {
        let s = Marignan::begin(&setup).unwrap();
        for commander in s.commander_ids() {
            for night in [false, true] {
                seen.set(seen.get() + usize::from(reaches(&s, commander, night, &cut)?));
            }
        }
        Ok(())
    });
    assert!(seen.get() > 100, "too few commanders: {}", seen.get());
    assert!(cut.get() > 20, "too few chains are cut: {}", cut.get());
}

fn reaches(s: &State, commander: CommanderId, night: bool, cut: &Cell<usize>) -> Result<bool, TestCaseError> {
    let (Some(field), Some(from)) = (s.reach_of_commander(commander, night), s.commander(commander).at.hex()) else {
        return Ok(false);
    };
    let range = s.range(commander, night).min(5);
    let mut wanted = BTreeSet::new();
    chained(s, s.led_side(commander), from, range, &mut wanted);
    let found: BTreeSet<HexId> = field
        .iter()
        .filter(|&h| s.game_data().board.distance(from, h) <= range)
        .collect();
    if s.range(commander, night) <= range {
        prop_assert_eq!(&found, &wanted);
    } else {
        prop_assert!(wanted.is_subset(&found));
    }
    let all = s.game_data().board.hexes_within(from, range).len();
    cut.set(cut.get() + usize::from(wanted.len() < all));
    Ok(true)
}
