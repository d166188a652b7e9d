//! Random play of any game, timed: the whole of it, and by kind of decision.
#![allow(unreachable_pub)]

use casus_belli::core::agent::Random;
use casus_belli::core::{Agent, Game, Log, Seat, Seeded, Turn, playout};
use std::collections::BTreeMap;
use std::fmt;
use std::hint::black_box;
use std::time::{Duration, Instant};

/// The longest that a game may take, in actions.
const LIMIT: usize = 200_000;

/// What one kind of decision cost.
#[derive(Clone, Copy, Debug, Default)]
struct Kind {
    /// How many there were.
    count: u32,
    /// How many of them had more than one action.
    open: u32,
    /// The actions that they listed.
    listed: u32,
    /// Listing, by [`Game::actions`], with [`Game::turn`].
    list: Duration,
    /// Weighing and choosing, by the agent.
    choose: Duration,
    /// Applying, by [`Game::apply`].
    apply: Duration,
    /// Listing and applying where there was more than one action.
    work_open: Duration,
}

impl Kind {
    fn add(&mut self, k: &Self) {
        self.count += k.count;
        self.open += k.open;
        self.listed += k.listed;
        self.list += k.list;
        self.choose += k.choose;
        self.apply += k.apply;
        self.work_open += k.work_open;
    }
    fn work(&self) -> Duration {
        self.list + self.apply
    }
}

/// How a round of games went.
#[derive(Clone, Debug, Default)]
struct Round {
    actions: u32,
    /// Listing, choosing and applying, by [`playout`]; no clock is read inside.
    with_agent: Duration,
    /// The same choices again without the agent: turn, list, apply; no clock is read inside.
    without: Duration,
    /// Each call by itself, less what reading the clock costs.
    kinds: BTreeMap<&'static str, Kind>,
}

/// What random play of a game costs, on one core: several rounds of the same games, of which the best counts.
#[derive(Clone, Debug)]
pub struct Report {
    game: &'static str,
    games: u64,
    rounds: Vec<Round>,
}

/// What reading the clock twice costs.
fn clock() -> Duration {
    (0..2_000)
        .map(|_| Instant::now().elapsed())
        .min()
        .unwrap_or_default()
}

fn begin<G: Game>(setup: &G::Setup) -> G::State {
    G::begin(setup).unwrap_or_else(|faults| panic!("{faults}"))
}

/// The games, by the agent, as fast as they go.
fn with_agent<G: Game>(setup: &G::Setup, games: u64) -> (u32, Duration) {
    let mut actions = 0;
    let start = Instant::now();
    for seed in 0..games {
        let mut agent = Random::new(!seed);
        let mut state = begin::<G>(setup);
        let played = playout::<G>(&mut state, &mut [&mut agent], &mut Seeded::new(seed), LIMIT);
        assert!(played.outcome.is_some(), "seed {seed} has no end");
        actions += played.actions as u32;
    }
    (actions, start.elapsed())
}

/// The same games, each call timed; gives the choices too.
fn by_kind<G: Game>(
    setup: &G::Setup,
    games: u64,
    choices: &mut Vec<u16>,
) -> BTreeMap<&'static str, Kind> {
    let mut kinds = BTreeMap::<_, Kind>::new();
    let (mut log, mut listed) = (Log::off(), Vec::new());
    let tick = clock();
    for seed in 0..games {
        let (mut dice, mut agent) = (Seeded::new(seed), Random::new(!seed));
        let mut state = begin::<G>(setup);
        loop {
            listed.clear();
            let t0 = Instant::now();
            let Turn::Decide { side, what, .. } = G::turn(&state) else {
                break;
            };
            G::actions(&state, &mut listed);
            let t1 = Instant::now();
            let seat = Seat::new(&state, side, &listed);
            let i = Agent::<G>::choose(&mut agent, seat) % listed.len();
            let t2 = Instant::now();
            G::apply(&mut state, &listed[i], &mut dice, &mut log);
            let t3 = Instant::now();
            let net = |a: Instant, b: Instant| (b - a).saturating_sub(tick);
            let mut one = Kind {
                count: 1,
                open: 0,
                listed: listed.len() as u32,
                list: net(t0, t1),
                choose: net(t1, t2),
                apply: net(t2, t3),
                work_open: Duration::ZERO,
            };
            if listed.len() > 1 {
                one.open = 1;
                one.work_open = one.work();
            }
            kinds.entry(what).or_default().add(&one);
            choices.push(i as u16);
        }
    }
    kinds
}

/// The same games by the same choices, without an agent and without a clock inside.
fn without_agent<G: Game>(setup: &G::Setup, games: u64, choices: &[u16]) -> Duration {
    let (mut log, mut listed) = (Log::off(), Vec::new());
    let mut choices = choices.iter();
    let start = Instant::now();
    for seed in 0..games {
        let mut dice = Seeded::new(seed);
        let mut state = begin::<G>(setup);
        while let Turn::Decide { .. } = black_box(G::turn(&state)) {
            listed.clear();
            G::actions(&state, &mut listed);
            let i = usize::from(*choices.next().expect("the same games"));
            G::apply(&mut state, &listed[i], &mut dice, &mut log);
        }
    }
    start.elapsed()
}

/// Plays so many games by chance, each of so many rounds the same, and tells what it cost.
///
/// # Panics
/// When the set-up is refused or a game has no end.
pub fn play<G: Game>(setup: &G::Setup, games: u64, rounds: usize) -> Report {
    let rounds = (0..rounds)
        .map(|_| {
            let (actions, with_agent) = with_agent::<G>(setup, games);
            let mut choices = Vec::new();
            let kinds = by_kind::<G>(setup, games, &mut choices);
            assert_eq!(actions as usize, choices.len(), "the same games");
            Round {
                actions,
                with_agent,
                without: without_agent::<G>(setup, games, &choices),
                kinds,
            }
        })
        .collect();
    Report {
        game: G::NAME,
        games,
        rounds,
    }
}

/// Nanoseconds for each, rounded.
fn each(time: Duration, count: u32) -> u128 {
    let n = u128::from(count.max(1));
    (time.as_nanos() + n / 2) / n
}

/// So many a second.
fn rate(count: u32, time: Duration) -> String {
    let n = (f64::from(count) / time.as_secs_f64()) as u64;
    let digits = n.to_string();
    let mut text = String::new();
    for (i, c) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(c);
    }
    text
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(actions) = self.rounds.first().map(|r| r.actions) else {
            return Ok(());
        };
        writeln!(
            f,
            "{}: {} games of chance, {actions} actions, {} rounds",
            self.game,
            self.games,
            self.rounds.len()
        )?;
        let mut line = |what: &str, count: u32, times: Vec<Duration>| {
            let mut times = times;
            times.sort();
            let median = times[times.len() / 2];
            writeln!(
                f,
                "{what:<38} {:>9} a second at best, {:>9} median; {:>6} ns each at best",
                rate(count, times[0]),
                rate(count, median),
                each(times[0], count),
            )
        };
        let all = |of: fn(&Round) -> Duration| self.rounds.iter().map(of).collect::<Vec<_>>();
        line("list and apply", actions, all(|r| r.without))?;
        line(
            "list, weigh, choose and apply",
            actions,
            all(|r| r.with_agent),
        )?;
        let sum = |r: &Round, of: fn(&Kind) -> Duration| r.kinds.values().map(of).sum::<Duration>();
        let Some(best) = self.rounds.iter().min_by_key(|r| sum(r, Kind::work)) else {
            return Ok(());
        };
        let open: u32 = best.kinds.values().map(|k| k.open).sum();
        let times = self
            .rounds
            .iter()
            .map(|r| sum(r, |k| k.work_open))
            .collect();
        line("list and apply, more than one action", open, times)?;

        writeln!(f, "\nBy kind, in nanoseconds each; the best round:")?;
        let head = [
            "decision", "count", "open", "list", "list", "apply", "both", "agent", "share",
        ];
        let mut row = |c: [String; 9]| {
            write!(f, "{:<22}", c[0])?;
            for cell in &c[1..] {
                write!(f, "{cell:>9}")?;
            }
            writeln!(f)
        };
        row(head.map(str::to_owned))?;
        row(["", "", "", "length", "ns", "ns", "ns", "ns", "%"].map(str::to_owned))?;
        let mut all = Kind::default();
        for k in best.kinds.values() {
            all.add(k);
        }
        let mut kinds: Vec<(&str, &Kind)> = best.kinds.iter().map(|(w, k)| (*w, k)).collect();
        kinds.sort_by_key(|(_, k)| core::cmp::Reverse(k.work()));
        for (what, k) in kinds.into_iter().chain([("all", &all)]) {
            row([
                what.to_owned(),
                k.count.to_string(),
                k.open.to_string(),
                format!("{:.1}", f64::from(k.listed) / f64::from(k.count)),
                each(k.list, k.count).to_string(),
                each(k.apply, k.count).to_string(),
                each(k.work(), k.count).to_string(),
                each(k.choose, k.count).to_string(),
                format!(
                    "{:.1}",
                    100.0 * k.work().as_secs_f64() / all.work().as_secs_f64()
                ),
            ])?;
        }
        Ok(())
    }
}
