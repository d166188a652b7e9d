use super::*;
use crate::data::Base;
use casus_core::proofs::sound::{agree, hidden, words};
use casus_core::{Agent as _, Match, Random, Seat, Seeded, Spelt as _, Turn};
use std::collections::BTreeMap;

/// How much is asked on the way.
#[derive(Clone, Copy)]
struct Asked {
    /// Each so many actions the audit is held.
    audit: usize,
    /// Each so many actions the list is held against all that is thinkable.
    agree: usize,
}

fn battle(base: Base) -> Setup {
    Setup {
        base,
        ..Setup::default()
    }
}

/// So many of a list, from anywhere in it.
fn some(list: Vec<Action>, most: usize, from: usize) -> Vec<Action> {
    let step = list.len().div_ceil(most).max(1);
    list.into_iter().skip(from % step).step_by(step).collect()
}

/// Plays by chance to the end, or to the limit: how many actions, and how it ended.
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
        let tale = |e: String| {
            let last: Vec<&str> = told.iter().rev().take(60).rev().map(|t| &**t).collect();
            format!("{e}\nseed {seed}, action {n}, {what} of {side:?}\n{}\n{:?}", last.join("\n"), s.stack)
        };
        *kinds.entry(what).or_default() += 1;
        if n % asked.audit == 0 {
            Arquebus::audit(&s).map_err(|e| tale(e.to_string()))?;
        }
        listed.clear();
        Arquebus::actions(&s, &mut listed);
        if listed.is_empty() {
            return Err(tale("a dead end".into()));
        }
        if n % asked.agree == 0 {
            let mut every = Vec::new();
            Action::every(&s, &mut every);
            let every = some(every, 400, n / asked.agree);
            agree::<Arquebus>(&s, &every).map_err(tale)?;
            words::<Arquebus>(&s, &listed).map_err(tale)?;
        }
        let action = listed[agent.choose(Seat::<Arquebus>::new(&s, side, &listed)) % listed.len()];
        let mut log = Log::new();
        let spelt = Arquebus::spell(&s, &action);
        told.push(format!("  {side:?}: {spelt}"));
        Arquebus::apply(&mut s, &action, &mut dice, &mut log);
        for event in log.events() {
            let tell = Arquebus::tell(&s, event);
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
