//! The draft of declarations, the paths of a Charge and of a Counter-Charge, the units that take vacated hexes, and the hexes
//! that a unit could reach.

use crate::common::{holds, with};
use casus_belli::core::{Aspect, Dice, Dir, Game, HexId, Log, Match, Place, Scripted, Throw, Turn, VertexFacing};
use casus_belli::suleiman::Declared;
use casus_belli::suleiman::rules::movement;
use casus_belli::suleiman::strategies::{charges, fights, open_positions};
use casus_belli::suleiman::{Action, Arm, Choice, Condition, Setup, State, Suleiman};
use casus_belli::suleiman::{STREAM, TRENCH};
use casus_belli::suleiman::{Side, UnitId};
use casus_belli::testkit::strategies::{Playthrough, follow, playthroughs};
use proptest::prelude::*;
use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet, HashSet};

/// Declared attacks in order: the attacker, the target, and whether it is a Charge.
type Draft = Vec<(UnitId, UnitId, bool)>;
/// The hexes that a Charge enters, and the hex before which it turns, with the new facing.
type Way = (Vec<HexId>, Option<(usize, VertexFacing)>);

fn listed(s: &State) -> Vec<Action> {
    let mut out = Vec::new();
    Suleiman::actions(s, &mut out);
    out
}
fn deciding(s: &State) -> Option<(Side, &'static str)> {
    match Suleiman::turn(s) {
        Turn::Decide { side, what, .. } => Some((side, what)),
        Turn::Over { .. } => None,
    }
}
fn after(s: &State, action: Action) -> State {
    let mut next = s.clone();
    Suleiman::apply(&mut next, &action, &mut Scripted::new(&[]), &mut Log::off());
    next
}
fn legal(s: &State, action: Action) -> bool {
    deciding(s).is_some_and(|(side, _)| Suleiman::check(s, side, &action).is_ok())
}
fn drafted(s: &State) -> Draft {
    s.activation().map_or_else(Vec::new, |a| {
        a.declared
            .iter()
            .map(|d: &Declared| (d.attacker, d.target, d.charge))
            .collect()
    })
}

// ---- the draft of declarations (8.1, 9.1(2), 3.2.5) ----

/// Every draft that can be reached, as declared attacks in order, with whether it may end there.
fn drafts(s: &State) -> Vec<(State, Draft, bool)> {
    let mut seen = BTreeSet::new();
    let mut out = Vec::new();
    let mut open = vec![s.clone()];
    while let Some(s) = open.pop() {
        let draft = drafted(&s);
        if !seen.insert(draft.clone()) {
            continue;
        }
        for action in listed(&s) {
            if matches!(action, Action::Shock(..) | Action::Charge(..)) {
                open.push(after(&s, action));
            }
        }
        let complete = legal(&s, Action::Declared);
        out.push((s, draft, complete));
    }
    out
}

/// Whether these attacks, each possible by itself, are compatible, and whether they meet the duty.
fn goes_together(s: &State, draft: &[(UnitId, UnitId, bool)]) -> (bool, bool) {
    let fits = draft.iter().enumerate().all(|(i, &(a, t, charge))| {
        draft[..i].iter().all(|&(b, u, other)| {
            let one_charge = a != b || !(charge || other);
            let one_kind = t != u || a == b || charge == other;
            let alone = !(s.opts(Choice::F4) && t == u && a != b && charge && other);
            one_charge && one_kind && alone
        })
    });
    let met = draft.iter().filter(|d| !d.2).all(|&(a, ..)| {
        s.frontal(a)
            .filter_map(|h| s.occupant(h))
            .filter(|&e| s.side(e) != s.side(a))
            .all(|e| draft.iter().any(|d| d.1 == e))
    });
    (fits, met)
}

/// A fight at the declaration, with so few possible attacks that every set of them can be tried.
fn to_declare(setup: &Setup) -> Option<(State, Draft)> {
    let s = Suleiman::begin(setup).ok()?;
    if deciding(&s)?.1 != "declare" {
        return None;
    }
    let pairs: Vec<_> = listed(&s)
        .into_iter()
        .filter_map(|a| match a {
            Action::Shock(a, t) => Some((a, t, false)),
            Action::Charge(a, t) => Some((a, t, true)),
            _ => None,
        })
        .collect();
    (pairs.len() <= 9).then_some((s, pairs))
}

#[test]
fn the_draft_is_what_brute_force_finds() {
    holds(300, fights(), |setup| {
        let shown = serde_json::to_string(&setup).unwrap();
        let Some((s, pairs)) = to_declare(&setup) else {
            return Ok(());
        };
        let found = drafts(&s);
        let (mut reached, mut complete) = (BTreeSet::new(), BTreeSet::new());
        for (_, draft, done) in &found {
            reached.insert(draft.clone());
            if *done {
                complete.insert(draft.clone());
            }
        }
        let (mut wanted, mut wanted_complete) = (BTreeSet::new(), BTreeSet::new());
        for mask in 0..1u32 << pairs.len() {
            let mut draft: Vec<_> = (0..pairs.len())
                .filter(|i| mask >> i & 1 == 1)
                .map(|i| pairs[i])
                .collect();
            draft.sort_unstable();
            let (fits, met) = goes_together(&s, &draft);
            if fits {
                wanted.insert(draft.clone());
                if met {
                    wanted_complete.insert(draft);
                }
            }
        }
        prop_assert_eq!(&reached, &wanted, "drafts of {}", shown);
        prop_assert_eq!(&complete, &wanted_complete, "whole drafts of {}", shown);
        Ok(())
    });
}

#[test]
fn every_draft_can_be_completed() {
    holds(300, fights(), |setup| {
        let shown = serde_json::to_string(&setup).unwrap();
        let Some((s, _)) = to_declare(&setup) else {
            return Ok(());
        };
        let found = drafts(&s);
        let complete: Vec<_> = found.iter().filter(|d| d.2).map(|d| &d.1).collect();
        for (_, draft, _) in &found {
            let can = complete.iter().any(|whole| draft.iter().all(|d| whole.contains(d)));
            prop_assert!(can, "{:?} of {} cannot be completed", draft, shown);
        }
        Ok(())
    });
}

// ---- the path of a Charge (9.1(3), 9.2) ----

fn wet(s: &State, from: HexId, to: HexId) -> bool {
    let b = &s.game_data().board;
    b.direction(from, to)
        .is_none_or(|d| b.features(from, d) & (STREAM | TRENCH) != 0)
}
fn ahead(s: &State, from: HexId, facing: VertexFacing, to: HexId) -> bool {
    s.game_data()
        .board
        .direction(from, to)
        .is_some_and(|d: Dir| facing.aspect(d) == Aspect::Front)
}

/// Every straight enough way to a target: each hex is in front and nearer than the last, with at most one turn by one vertex, no
/// stream or trench, through no unit except friendly guns, to a free hex adjacent to the target and facing it. A way is the hexes
/// entered, and the hex before which it turned, with the new facing.
fn ways(s: &State, unit: UnitId, at: HexId, facing: VertexFacing, turned: bool, target: HexId) -> Vec<Way> {
    let b = &s.game_data().board;
    let steps = b.distance(at, target).saturating_sub(1) as usize;
    let gait = s.arm(unit).gait();
    let mut paths = vec![vec![at]];
    for _ in 0..steps {
        paths = paths
            .into_iter()
            .flat_map(|path| {
                let last = path[path.len() - 1];
                b.neighbours(last)
                    .filter(|&(_, n)| b.distance(n, target) + 1 == b.distance(last, target))
                    .map(|(_, n)| {
                        let mut longer = path.clone();
                        longer.push(n);
                        longer
                    })
                    .collect::<Vec<_>>()
            })
            .collect();
    }
    let mut turns = vec![None];
    if !turned {
        for k in 0..=steps {
            turns.push(Some((k, facing.cw(1))));
            turns.push(Some((k, facing.cw(5))));
        }
    }
    let mut out = Vec::new();
    for path in paths {
        for &turn in &turns {
            let faces = |k: usize| match turn {
                Some((from, f)) if k >= from => f,
                _ => facing,
            };
            let last = path[steps];
            let good = (0..steps).all(|k| {
                let (from, to) = (path[k], path[k + 1]);
                let through = s
                    .occupant(to)
                    .is_none_or(|o| o == unit || (s.side(o) == s.side(unit) && s.arm(o) == Arm::Artillery));
                let open = s.game_data().charts.terrain.mp(b.terrain(to), gait).is_some();
                ahead(s, from, faces(k), to) && !wet(s, from, to) && through && open
            });
            let home = s.occupant(last).is_none_or(|o| o == unit)
                && ahead(s, last, faces(steps), target)
                && !wet(s, last, target);
            if good && home {
                out.push((path[1..].to_vec(), turn));
            }
        }
    }
    out
}

#[test]
fn a_charge_is_declared_where_brute_force_finds_a_way() {
    let mut seen = [0, 0];
    let seen = std::cell::RefCell::new(&mut seen);
    holds(400, charges(), |setup| {
        let s = Suleiman::begin(&setup).unwrap();
        let Some((side, "declare")) = deciding(&s) else {
            return Ok(());
        };
        let b = &s.game_data().board;
        for a in s.unit_ids().filter(|&a| s.side(a) == side) {
            for t in s.unit_ids().filter(|&t| s.side(t) != side) {
                let (Some(at), Some(target)) = (s.hex(a), s.hex(t)) else {
                    continue;
                };
                if !(2..=3).contains(&b.distance(at, target)) {
                    continue;
                }
                let by_force = !ways(&s, a, at, s.unit(a).facing, false, target).is_empty();
                // The refusals about the path; nothing here is in a village.
                let refusals = Suleiman::check(&s, side, &Action::Charge(a, t));
                let closed = refusals.as_ref().is_err_and(|r| {
                    r.iter().any(|r| {
                        let on_the_way = ["3.1.1", "6.1.1", "9.1(3)", "14.3(1)"];
                        r.cite.ruling() == "F2" || on_the_way.contains(&r.cite.text())
                    })
                });
                seen.borrow_mut()[usize::from(by_force)] += 1;
                prop_assert!(
                    if by_force { !closed } else { refusals.is_err() },
                    "{} on {}, {} by brute force, {:?} in {}",
                    Suleiman::spell(&s, &Action::Charge(a, t)),
                    s.game_data().board.label(target),
                    by_force,
                    refusals,
                    serde_json::to_string(&setup).unwrap()
                );
                // If nothing else forbids it, the path alone decides.
                let others = refusals
                    .as_ref()
                    .is_err_and(|r| r.iter().any(|r| r.cite.number() != "9.2"));
                if !others && s.arm(a).men_at_arms() && !by_force {
                    prop_assert!(closed, "refused without a word of the way: {:?}", refusals);
                }
            }
        }
        Ok(())
    });
    assert!(seen.borrow().iter().all(|&n| n > 20), "{seen:?}: too few to prove anything");
}

/// Declares a Charge, if one is possible, and plays to its approach.
fn charging(setup: &Setup, game: &Playthrough) -> Option<(Match<Suleiman>, UnitId, UnitId)> {
    let mut at = Match::<Suleiman>::new(setup.clone()).ok()?;
    let Turn::Decide { side, .. } = at.turn() else {
        return None;
    };
    let all: Vec<Action> = at
        .actions()
        .into_iter()
        .filter(|a| matches!(a, Action::Charge(..)))
        .collect();
    if all.is_empty() {
        return None;
    }
    let pick = usize::from(game.picks.first().copied().unwrap_or(0));
    let chosen = all[pick % all.len()];
    let Action::Charge(unit, target) = chosen else {
        return None;
    };
    for action in [chosen, Action::Declared, Action::Resolve(unit)] {
        at.play_faces(side, action, &[]).ok()?;
    }
    Some((at, unit, target))
}

#[test]
fn a_charger_steps_where_brute_force_goes_on() {
    let decisions = std::cell::Cell::new(0);
    holds(400, (charges(), playthroughs(12)), |(setup, game)| {
        let Some((mut at, unit, target)) = charging(&setup, &game) else {
            return Ok(());
        };
        let mut dice = casus_belli::core::Seeded::new(game.seed);
        let mut turned = false;
        for (i, pick) in game.picks.iter().enumerate().chain([(99, &0)]) {
            let s = at.state();
            let Some((side, what)) = deciding(s) else {
                break;
            };
            let action = if what == "charge" {
                let (Some(h), Some(t)) = (s.hex(unit), s.hex(target)) else {
                    break;
                };
                decisions.set(decisions.get() + 1);
                let ways = ways(s, unit, h, s.unit(unit).facing, turned, t);
                let mut wanted = BTreeSet::new();
                for (path, turn) in &ways {
                    match (turn, path.first()) {
                        (Some((0, f)), _) => wanted.insert(Action::Face(*f)),
                        (_, Some(&n)) => wanted.insert(Action::Step(n)),
                        (None, None) => wanted.insert(Action::Halt),
                        (Some(_), None) => false,
                    };
                }
                let list: BTreeSet<Action> = listed(s).into_iter().collect();
                prop_assert_eq!(
                    &list,
                    &wanted,
                    "{} in {} after {:?}",
                    s.counter(unit).id,
                    serde_json::to_string(&setup).unwrap(),
                    at.to_save().journal
                );
                let list = listed(s);
                list[usize::from(*pick) % list.len()]
            } else if what == "reaction-fire" || i == 99 {
                let list = listed(s);
                list[usize::from(*pick) % list.len()]
            } else {
                break;
            };
            turned |= what == "charge" && matches!(action, Action::Face(_));
            at.play(side, action, &mut dice)
                .map_err(|e| TestCaseError::fail(e.to_string()))?;
        }
        Ok(())
    });
    assert!(decisions.get() > 100, "{}: too few to prove anything", decisions.get());
}

// ---- the path of a Counter-Charge (9.4.4(2), 9.4.5) ----

/// The first hexes of every straight path to an enemy that may be Charged, within this many points.
fn straight(s: &State, unit: UnitId, at: HexId, points: u8) -> BTreeSet<HexId> {
    let b = &s.game_data().board;
    let front = |h: HexId| {
        let f = s.unit(unit).facing;
        f.front().into_iter().filter_map(move |d| b.neighbour(h, d))
    };
    let enemy = |h: HexId| s.occupant(h).is_some_and(|e| s.side(e) != s.side(unit));
    let terrain = &s.game_data().charts.terrain;
    let (mut out, mut open) = (BTreeSet::new(), vec![(None, at, points)]);
    while let Some((first, h, left)) = open.pop() {
        if front(h).any(enemy) {
            let strikes = front(h).any(|e| enemy(e) && !wet(s, h, e) && terrain.hex(b.terrain(e)).charge);
            if strikes {
                out.extend(first);
            }
            continue;
        }
        for n in front(h) {
            let cost = terrain.mp(b.terrain(n), s.arm(unit).gait());
            if s.occupant(n).is_none()
                && !wet(s, h, n)
                && let Some(left) = cost.and_then(|c| left.checked_sub(c))
            {
                open.push((first.or(Some(n)), n, left));
            }
        }
    }
    out
}

/// Dice that always show the lowest face: every Counter-Charge attempt passes.
struct Low;
impl Dice for Low {
    fn throw(&mut self, throw: Throw, _: &dyn Fn(u8) -> u16) -> u8 {
        throw.die.faces().0
    }
}

#[test]
fn a_counter_charge_goes_where_brute_force_does() {
    let decisions = std::cell::Cell::new(0);
    let setups = charges_seen_by_horse();
    holds(1500, (setups, playthroughs(24)), |(setup, game)| {
        let mut at = Match::<Suleiman>::new(setup.clone()).unwrap();
        let mut way: Option<(UnitId, HexId, u8)> = None;
        for &pick in &game.picks {
            let Turn::Decide { side, what, of, .. } = at.turn() else {
                break;
            };
            let s = at.state();
            let list = listed(s);
            if let ("counter-charge-move", Place::Unit(u)) = (what, of) {
                let unit = UnitId(u as u8);
                let here = s.hex(unit).expect("on the map");
                let mp = |h: HexId| {
                    let terrain = s.game_data().board.terrain(h);
                    s.game_data().charts.terrain.mp(terrain, s.arm(unit).gait())
                };
                let spent = match way {
                    Some((u, from, spent)) if u == unit && from != here => spent + mp(here).unwrap_or(0),
                    _ => 0,
                };
                way = Some((unit, here, spent));
                let left = s.ratings(unit).ma.saturating_sub(spent);
                let wanted: BTreeSet<Action> = straight(s, unit, here, left).into_iter().map(Action::Step).collect();
                decisions.set(decisions.get() + 1);
                prop_assert_eq!(
                    list.iter().copied().collect::<BTreeSet<_>>(),
                    wanted,
                    "{} with {} points left in {} after {:?}",
                    s.counter(unit).id,
                    left,
                    serde_json::to_string(&setup).unwrap(),
                    at.to_save().journal
                );
            } else {
                way = None;
            }
            // Every unit that can fires or attacks, and every unit that can Counter-Charges.
            let eager: Vec<Action> = [0, 1, 2]
                .iter()
                .map(|rank| {
                    let wanted = |a: &&Action| match rank {
                        0 => matches!(a, Action::CounterCharge(..)),
                        1 => matches!(a, Action::Fire(_) | Action::Shock(..)),
                        _ => matches!(a, Action::Take(_)),
                    };
                    list.iter().filter(wanted).copied().collect::<Vec<_>>()
                })
                .find(|v| !v.is_empty())
                .unwrap_or_else(|| list.clone());
            let action = eager[usize::from(pick) % eager.len()];
            at.play(side, action, &mut Low)
                .map_err(|e| TestCaseError::fail(e.to_string()))?;
        }
        Ok(())
    });
    assert!(decisions.get() > 100, "{}: too few to prove anything", decisions.get());
}

/// Foot and bows in front of heavy horse on level ground without villages, which causes Counter-Charges.
fn charges_seen_by_horse() -> impl Strategy<Value = Setup> {
    use casus_belli::suleiman::{LeaderPost, StartAt, UnitPost};
    let spots =
        proptest::sample::subsequence(vec!["2217", "2317", "2318", "2118", "2117", "2218", "2018", "2418", "2019"], 4)
            .prop_shuffle();
    let sides = proptest::collection::vec((0..6u8, 0..25u8, any::<bool>()), 0..4);
    (charges(), spots, proptest::array::uniform4(0..6u8), sides, 2..7i64, any::<bool>()).prop_filter_map(
        "a position with a fault",
        |(base, spots, facings, streams, ma, fire)| {
            let facing = |i: usize| ["N", "ENE", "ESE", "S", "WSW", "WNW"][usize::from(facings[i])];
            let unit = |id: &str, i: usize| UnitPost {
                id: id.to_owned(),
                hex: Some(spots[i].to_owned()),
                facing: Some(facing(i).to_owned()),
                ..UnitPost::default()
            };
            let mut setup = Setup {
                start_at: if fire { StartAt::MoveFire } else { StartAt::Shock },
                leader: Some("Ibrahim".to_owned()),
                map: base.map,
                units: vec![
                    unit("OT-AK-1", 0),
                    unit("OT-AK-2", 1),
                    unit("HU-HC-1", 2),
                    unit("HU-HC-2", 3),
                ],
                leaders: vec![LeaderPost {
                    id: "Ibrahim".to_owned(),
                    hex: Some(spots[0].to_owned()),
                    ..LeaderPost::default()
                }],
                counters: vec![serde_json::from_value(serde_json::json!({"id": "HU-HC-1", "ma": ma})).ok()?],
                ..Setup::default()
            };
            if let Some(map) = &mut setup.map {
                map.hexes.clear();
                map.hexsides.clear();
                for (dir, spot, trench) in streams {
                    let hex = format!("{}{}", 20 + spot / 5, 16 + spot % 5);
                    let side = ["E", "SE", "SW", "W", "NW", "NE"][usize::from(dir)];
                    let kind = if trench { "trench" } else { "stream" };
                    map.hexsides.push(
                        serde_json::from_value(serde_json::json!({"hex": hex, "side": side, "kind": kind})).ok()?,
                    );
                }
            }
            Suleiman::begin(&setup).is_ok().then_some(setup)
        },
    )
}

// ---- the units that take vacated hexes (8.4) ----

/// The largest number of hexes that different units can take.
fn most(pairs: &[(UnitId, HexId)]) -> usize {
    let Some(&(_, hex)) = pairs.first() else {
        return 0;
    };
    let rest = |keep: &dyn Fn(&(UnitId, HexId)) -> bool| -> Vec<_> { pairs.iter().copied().filter(keep).collect() };
    let without = most(&rest(&|p| p.1 != hex));
    pairs
        .iter()
        .filter(|p| p.1 == hex)
        .map(|&(u, _)| 1 + most(&rest(&|p| p.1 != hex && p.0 != u)))
        .fold(without, usize::max)
}

#[test]
fn advances_fill_as_many_hexes_as_can_be_filled() {
    let (decisions, double) = (std::cell::Cell::new(0), std::cell::Cell::new(0));
    holds(500, (lines(), playthroughs(40)), |(setup, game)| {
        let result = follow::<Suleiman>(&setup, &game, |at| {
            let s = at.state();
            let Some((side, "advance")) = deciding(s) else {
                return Ok(());
            };
            decisions.set(decisions.get() + 1);
            // The hexes that each unit may take by itself: legal, or forbidden only because of another hex.
            let mut pairs = Vec::new();
            for u in s.unit_ids().filter(|&u| s.side(u) == side) {
                let Some(h) = s.hex(u) else { continue };
                for (_, n) in s.game_data().board.neighbours(h) {
                    let alone = match Suleiman::check(s, side, &Action::Advance(u, n)) {
                        Ok(()) => true,
                        Err(r) => r
                            .iter()
                            .all(|r| r.because == "another vacated hex could then not be entered"),
                    };
                    if alone {
                        prop_assert_eq!(s.occupant(n), None);
                        prop_assert!(s.unit(u).condition != Condition::Retired, "a Retired unit advances");
                        pairs.push((u, n));
                    }
                }
            }
            let full = most(&pairs);
            prop_assert!(full > 0);
            double.set(double.get() + usize::from(full > 1));
            let list: BTreeSet<Action> = at.actions().into_iter().collect();
            let wanted: BTreeSet<Action> = pairs
                .iter()
                .filter(|&&(u, h)| {
                    let rest: Vec<_> = pairs.iter().copied().filter(|p| p.0 != u && p.1 != h).collect();
                    1 + most(&rest) == full
                })
                .map(|&(u, h)| Action::Advance(u, h))
                .collect();
            prop_assert_eq!(list, wanted);
            Ok(())
        });
        with::<Suleiman>(&setup, &game, result.map(drop))
    });
    assert!(decisions.get() > 50, "{}: too few to prove anything", decisions.get());
    assert!(double.get() > 5, "{}: too few of two hexes", double.get());
}

/// Two opposing lines, so that several hexes are vacated at once.
fn lines() -> impl Strategy<Value = Setup> {
    use casus_belli::suleiman::{LeaderPost, StartAt, UnitPost};
    const HORSE: [&str; 4] = ["HU-HC-1", "HU-HC-2", "HU-HC-3", "HU-HC-4"];
    const FOES: [&str; 4] = ["OT-LvI-1", "OT-AK-1", "OT-LvI-2", "OT-MC-1"];
    let turn = proptest::sample::select(&["N", "ENE", "S", "WSW"][..]);
    let defenders = proptest::collection::vec((turn, any::<bool>()), 2..=4);
    (2..=4usize, defenders, 17..=18usize, any::<bool>()).prop_filter_map(
        "a position with a fault",
        |(attackers, defenders, first, e13)| {
            let mut setup: Setup =
                serde_json::from_str(r#"{"start_at":"shock","leader":"Tomori","map":{"blank":true}}"#).ok()?;
            setup.start_at = StartAt::Shock;
            if e13 {
                setup.options.push(Choice::E13);
            }
            for (i, id) in HORSE.iter().take(attackers).enumerate() {
                setup.units.push(UnitPost {
                    id: (*id).to_owned(),
                    hex: Some(format!("22{}", 17 + i)),
                    facing: Some("S".to_owned()),
                    ..UnitPost::default()
                });
            }
            for (i, (facing, disordered)) in defenders.into_iter().enumerate() {
                setup.units.push(UnitPost {
                    id: FOES[i].to_owned(),
                    hex: Some(format!("23{}", first + i)),
                    facing: Some(facing.to_owned()),
                    state: disordered.then(|| "disordered".to_owned()),
                    ..UnitPost::default()
                });
            }
            setup.leaders.push(LeaderPost {
                id: "Tomori".to_owned(),
                hex: Some("2217".to_owned()),
                ..LeaderPost::default()
            });
            Suleiman::begin(&setup).is_ok().then_some(setup)
        },
    )
}

// ---- the hexes that a unit could reach (6.1.1) ----

/// Every hex where a selected unit may halt, with the fewest points spent, by trying every path.
fn by_steps(s: &State, unit: UnitId) -> BTreeMap<HexId, u8> {
    let home = s.unit(unit).at.hex();
    let mut best = BTreeMap::new();
    let mut open = vec![s.clone()];
    let mut seen = HashSet::new();
    while let Some(s) = open.pop() {
        // Facing costs nothing and forbids nothing: positions that only differ in it count as one.
        let now = (s.unit(unit).at, s.unit(unit).spent, format!("{:?}", Suleiman::turn(&s)), listed_steps(&s));
        if !seen.insert(now) {
            continue;
        }
        if let Some(h) = s.unit(unit).at.hex()
            && Some(h) != home
            && legal(&s, Action::Halt)
        {
            let spent = s.unit(unit).spent;
            best.entry(h)
                .and_modify(|b: &mut u8| *b = spent.min(*b))
                .or_insert(spent);
        }
        for action in listed_steps(&s) {
            let mut next = after(&s, action);
            while deciding(&next).is_some_and(|d| d.1 == "reaction-fire") {
                next = after(&next, Action::Hold);
            }
            open.push(next);
        }
    }
    best
}
fn listed_steps(s: &State) -> Vec<Action> {
    listed(s)
        .into_iter()
        .filter(|a| matches!(a, Action::Step(_) | Action::Enter(_)))
        .collect()
}

#[test]
fn the_ways_are_those_that_steps_find() {
    let seen = Cell::new(0_usize);
    holds(60, open_positions(), |setup| {
        let Ok(s) = Suleiman::begin(&setup) else {
            return Ok(());
        };
        if deciding(&s).is_none_or(|d| d.1 != "segment") {
            return Ok(());
        }
        for action in listed(&s) {
            let Action::Take(unit) = action else { continue };
            let taken = after(&s, action);
            let found: BTreeMap<HexId, u8> = movement::ways(&taken, unit)
                .into_iter()
                .map(|w| (w.hex, w.spent))
                .collect();
            prop_assert_eq!(&found, &by_steps(&taken, unit), "{}", Suleiman::spell(&s, &action));
            seen.set(seen.get() + found.len());
        }
        Ok(())
    });
    assert!(seen.get() > 200, "too few hexes were reached: {}", seen.get());
}
