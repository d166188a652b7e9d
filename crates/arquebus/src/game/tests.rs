use super::*;
use crate::data::Base;
use casus_core::{Agent as _, Log, Match, Random, Seat, Seeded, SetupFaults, Sided as _, Spelt as _, Turn};
use casus_testkit::sound::{agree, headed, hidden, words};
use std::collections::BTreeMap;

/// How much is checked on the way.
#[derive(Clone, Copy)]
struct Asked {
    /// The interval of the audits, in actions.
    audit: usize,
    /// The interval at which the list is compared with all thinkable actions, in actions.
    agree: usize,
}

fn battle(base: Base) -> Setup {
    Setup {
        base,
        ..Setup::default()
    }
}

/// A number of entries of a list, from any place in it.
fn some(list: Vec<Action>, most: usize, from: usize) -> Vec<Action> {
    let step = list.len().div_ceil(most).max(1);
    list.into_iter().skip(from % step).step_by(step).collect()
}

/// Plays at random to the end, or to the limit. Returns the number of actions, and how it ended.
fn wander(
    setup: &Setup,
    seed: u64,
    (most, asked): (usize, Asked),
    kinds: &mut BTreeMap<&'static str, u64>,
) -> Result<(usize, String), String> {
    let mut s = Arquebus::begin(setup).map_err(|e| e.to_string())?;
    let (mut dice, mut agent) = (Seeded::new(seed), Random::new(!seed));
    let mut listed = Vec::new();
    let mut told: Vec<String> = Vec::new();
    for n in 0..most {
        let (side, what) = match Arquebus::turn(&s) {
            Turn::Over { outcome, cite } => {
                Arquebus::audit(&s).map_err(|e| e.to_string())?;
                return Ok((n, format!("{outcome:?} ({cite})")));
            }
            Turn::Decide { side, what, .. } => (side, what),
        };
        let tale = |e: &dyn std::fmt::Display| {
            let last: Vec<&str> = told.iter().rev().take(60).rev().map(|t| &**t).collect();
            format!("{e}\nseed {seed}, action {n}, {what} of {side:?}\n{}\n{:?}", last.join("\n"), s.stack)
        };
        *kinds.entry(what).or_default() += 1;
        if n % asked.audit == 0 {
            Arquebus::audit(&s).map_err(|e| tale(&e))?;
        }
        listed.clear();
        Arquebus::actions(&s, &mut listed);
        if listed.is_empty() {
            return Err(tale(&"a dead end"));
        }
        if n % asked.agree == 0 {
            let mut every = Vec::new();
            Action::every(&s, &mut every);
            let every = some(every, 400, n / asked.agree);
            agree::<Arquebus>(&s, &every).map_err(|e| tale(&e))?;
            words::<Arquebus>(&s, &listed).map_err(|e| tale(&e))?;
        }
        let action = listed[agent.choose(Seat::<Arquebus>::new(&s, side, &listed)) % listed.len()];
        let mut log = Log::new();
        let spelt = Arquebus::spell(&s, &action);
        told.push(format!("  {side:?}: {spelt}"));
        Arquebus::apply(&mut s, &action, &mut dice, &mut log);
        headed::<Arquebus>(what, &action, log.events()).map_err(|e| format!("{e}\nseed {seed}, action {n}"))?;
        for event in log.events() {
            let tell = Arquebus::describe(&s, event);
            if tell.contains("  ") || tell.contains('?') && !tell.contains("hit?") || tell.is_empty() {
                return Err(format!("badly told: `{tell}` {event:?}"));
            }
            told.push(tell);
        }
        told.drain(..told.len().saturating_sub(200));
    }
    Ok((most, "no end".into()))
}

fn number(name: &str, or: u64) -> u64 {
    std::env::var(name).ok().and_then(|n| n.parse().ok()).unwrap_or(or)
}

#[test]
fn play_by_chance_breaks_nothing() {
    let (games, most) = (number("CASUS_GAMES", 1), number("CASUS_MOST", 1500) as usize);
    let first = number("CASUS_SEED", 0);
    let (mut kinds, mut broken) = (BTreeMap::new(), Vec::new());
    let asked = Asked {
        audit: 1,
        agree: number("CASUS_AGREE", 40) as usize,
    };
    for base in Base::ALL {
        for seed in first..first + games {
            match wander(&battle(base), seed, (most, asked), &mut kinds) {
                Ok((n, end)) => println!("{base:?} {seed}: {n} actions, {end}"),
                Err(e) => broken.push(format!("{base:?}: {e}")),
            }
        }
    }
    println!("{kinds:?}");
    assert!(broken.is_empty(), "{} broken\n{}", broken.len(), broken.join("\n\n"));
}

#[test]
fn what_is_hidden_stays_hidden() {
    for seed in 0..number("CASUS_GAMES", 1) {
        for base in Base::ALL {
            let mut game = Match::<Arquebus>::new(battle(base)).unwrap();
            let (mut dice, mut agent) = (Seeded::new(seed), Random::new(!seed));
            for n in 0..number("CASUS_MOST", 300) as usize {
                let Turn::Decide { side, .. } = game.turn() else { break };
                let listed = game.actions();
                if n % 7 == 0 || n < 6 {
                    let mut every = Vec::new();
                    Action::every(game.state(), &mut every);
                    let every = some(every, 60, n);
                    hidden::<Arquebus>(&game, &every, seed + n as u64).unwrap_or_else(|e| panic!("{base:?} {n}: {e}"));
                }
                let i = agent.choose(Seat::<Arquebus>::new(game.state(), side, &listed)) % listed.len();
                game.play(side, listed[i], &mut dice).unwrap();
            }
        }
    }
}

/// Two armies close together: some of their units, in any condition, under any rulings.
fn throng(seed: u64) -> Setup {
    let mut dice = Seeded::new(seed);
    let base = Base::ALL[dice.pick(Base::ALL.len())];
    let game_data = crate::data::standard(base);
    let ids: Vec<HexId> = game_data.board.ids().collect();
    let middle = loop {
        let hex = ids[dice.pick(ids.len())];
        if ids.iter().filter(|&&h| game_data.board.distance(h, hex) <= 5).count() == 91 {
            break hex;
        }
    };
    let width = 2 + dice.pick(4) as u32;
    let near: Vec<HexId> = ids
        .iter()
        .copied()
        .filter(|&h| game_data.board.distance(h, middle) <= width)
        .collect();
    let label = |h: HexId| Some(game_data.board.label(h));
    let mut setup = Setup {
        base,
        start_at: crate::setup::StartAt::Free,
        side: Some(Side::ALL[dice.pick(2)]),
        map: (dice.pick(2) == 0).then(|| crate::MapPatch {
            blank: true,
            ..crate::MapPatch::default()
        }),
        ..Setup::default()
    };
    for choice in crate::Choice::ALL {
        if dice.pick(4) == 0 {
            setup.options.push(choice);
        }
    }
    let mut held: Vec<(HexId, UnitId, &str)> = Vec::new();
    let facings = ["N", "S", "ENE", "ESE", "WSW", "WNW"];
    let guns: Vec<UnitId> = game_data.roster.units().collect();
    let dense = 1 + dice.pick(4);
    for _ in 0..near.len() / dense {
        let unit = guns[dice.pick(guns.len())];
        let hex = near[dice.pick(near.len())];
        let side = game_data.traits(unit).side;
        let there: Vec<_> = held.iter().filter(|x| x.0 == hex).copied().collect();
        let friend = there.iter().all(|x| game_data.traits(x.1).side == side);
        if held.iter().any(|x| x.1 == unit) || there.len() > 1 || !friend {
            continue;
        }
        let facing = there.first().map_or_else(|| facings[dice.pick(6)], |x| x.2);
        let arm = game_data.traits(unit).arm;
        let state = match dice.pick(8) {
            0 | 1 if arm != Arm::Artillery => Some("disordered".to_owned()),
            2 if arm != Arm::Artillery => Some("retired".to_owned()),
            _ => None,
        };
        let turned = (arm.turns() && state.is_none()).then(|| dice.pick(2) == 0);
        held.push((hex, unit, facing));
        setup.units.push(crate::UnitPost {
            id: game_data.roster.unit_word(unit).to_owned(),
            hex: label(hex),
            facing: Some(facing.to_owned()),
            state,
            turned,
            unloaded: arm.dismounts() && turned == Some(false) && dice.pick(2) == 0,
            ..crate::UnitPost::default()
        });
    }
    for i in 0..held.len() {
        for k in 0..i {
            let (a, b) = (held[i], held[k]);
            let retired = |n: usize| setup.units[n].state.as_deref() == Some("retired");
            let foes =
                game_data.traits(a.1).side != game_data.traits(b.1).side && game_data.board.distance(a.0, b.0) == 1;
            if foes && !retired(i) && !retired(k) && dice.pick(6) == 0 {
                let word = |u| game_data.roster.unit_word(u).to_owned();
                setup.engaged.push([word(a.1), word(b.1)]);
            }
        }
    }
    let empty: Vec<HexId> = ids.iter().copied().filter(|&h| held.iter().all(|x| x.0 != h)).collect();
    for l in game_data.roster.leader_ids() {
        let card = &game_data.roster[l];
        let own: Vec<_> = held
            .iter()
            .filter(|x| card.battles.contains(&game_data.traits(x.1).battle))
            .collect();
        if !own.is_empty() {
            let with = own[dice.pick(own.len())];
            let id = card.id.clone();
            setup.leaders.push(crate::LeaderPost {
                id,
                hex: label(with.0),
                ..crate::LeaderPost::default()
            });
        }
    }
    for t in game_data.roster.standard_ids() {
        let hex = empty[dice.pick(empty.len())];
        let id = game_data.roster.standard_word(t).to_owned();
        setup.standards.push(crate::StandardPost {
            id,
            hex: label(hex),
            ..crate::StandardPost::default()
        });
    }
    for side in [Side::France, Side::League] {
        let cup: Vec<_> = game_data.charts.seizure.counters.iter().collect();
        let held = (0..4)
            .map(|_| cup[dice.pick(cup.len())])
            .collect::<crate::SeizureCounters>();
        let post = crate::HandPost {
            held: held.iter().collect(),
            ..crate::HandPost::default()
        };
        setup.hands.insert(side, post);
    }
    for _ in 0..4 {
        let Err(faults) = Arquebus::begin(&setup) else { break };
        mend(&mut setup, &faults);
    }
    setup
}

/// Removes the faulty parts.
fn mend(setup: &mut Setup, faults: &SetupFaults) {
    let at = |list: &str, i: usize| faults.0.iter().any(|f| f.path.starts_with(&format!("{list}[{i}]")));
    let named = |list: &str, id: &str| faults.0.iter().any(|f| f.path.starts_with(&format!("{list}.{id}")));
    let mut n = 0..;
    setup
        .units
        .retain(|u| !at("units", n.next().unwrap_or(0)) && !named("units", &u.id));
    let mut n = 0..;
    setup.engaged.retain(|_| !at("engaged", n.next().unwrap_or(0)));
    let units = &setup.units;
    setup
        .engaged
        .retain(|pair| pair.iter().all(|id| units.iter().any(|u| u.id == *id)));
    setup.leaders.retain(|l| !named("leaders", &l.id));
    setup.standards.retain(|t| !named("standards", &t.id));
}

#[test]
fn throngs_break_nothing() {
    let (games, most) = (number("CASUS_THRONGS", 40), number("CASUS_MOST", 200) as usize);
    let first = number("CASUS_SEED", 0);
    let (mut kinds, mut broken, mut begun) = (BTreeMap::<_, u64>::new(), Vec::new(), 0);
    let asked = Asked {
        audit: 1,
        agree: number("CASUS_AGREE", 20) as usize,
    };
    for seed in first..first + games {
        let setup = throng(seed);
        if let Err(faults) = Arquebus::begin(&setup) {
            if number("CASUS_FAULTS", 0) > 0 {
                println!("{seed}: {faults}");
            }
            continue;
        }
        begun += 1;
        let run = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            let mut kinds = BTreeMap::new();
            let end = wander(&setup, seed, (most, asked), &mut kinds);
            (kinds, end)
        }));
        match run {
            Ok((met, end)) => {
                for (kind, n) in met {
                    *kinds.entry(kind).or_default() += n;
                }
                if let Err(e) = end {
                    broken.push(format!("{seed}: {e}"));
                }
            }
            Err(_) => broken.push(format!("{seed}: panicked")),
        }
    }
    println!("{begun} of {games}: {kinds:?}");
    assert!(broken.is_empty(), "{} broken\n{}", broken.len(), broken.join("\n\n"));
}

#[test]
fn the_casualty_table_counts_each_unit_as_what_it_was_at_the_beginning() {
    let mut game = Match::<Arquebus>::new(battle(Base::Fornovo)).unwrap();
    let arms = |s: &State| -> Vec<&'static str> {
        let mut all: Vec<&'static str> = s.unit_ids().map(|u| s.arm(u).title()).collect();
        all.sort_unstable();
        all
    };
    let began = arms(game.state());
    let (mut dice, mut agent) = (Seeded::new(1), Random::new(1));
    while arms(game.state()) == began {
        let mut agents: [&mut dyn casus_core::Agent<Arquebus>; 1] = [&mut agent];
        assert_eq!(game.run(&mut agents, &mut dice, 1).unwrap().actions, 1, "nobody has dismounted");
    }
    let muster = (crate::battles::FORNOVO.muster)(&game);
    let mut counted: Vec<&str> = muster.pieces.iter().map(|p| &*p.kind).collect();
    counted.sort_unstable();
    assert_eq!(counted, began);
}
