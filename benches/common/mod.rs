//! Random play of any game, timed: the whole of it, and by kind of decision.
#![expect(
    unreachable_pub,
    reason = "a module of each bench, which has no library to reach it from"
)]

use casus_belli::core::{Agent, Game, Log, Random, Seat, Seeded, Turn, playout};
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

/// How one game went, once.
#[derive(Clone, Debug, Default)]
struct Run {
    /// Listing, choosing and applying, by [`playout`]; no clock is read inside.
    with_agent: Duration,
    /// The same choices again without the agent: turn, list, apply; no clock is read inside.
    without: Duration,
    /// Each call by itself, less what reading the clock costs.
    kinds: BTreeMap<&'static str, Kind>,
}

impl Run {
    fn sum(&self, of: fn(&Kind) -> Duration) -> Duration {
        self.kinds.values().map(of).sum()
    }
}

/// What random play of a game costs, on one core. Each game is played several times over, and of its times the best
/// counts, so that other work on the machine tells least; the median is told too.
#[derive(Clone, Debug)]
pub struct Report {
    /// What the battle is called.
    name: String,
    actions: u32,
    rounds: usize,
    /// By game, then by round.
    runs: Vec<Vec<Run>>,
}

/// What reading the clock twice costs.
fn clock() -> Duration {
    (0..2_000).map(|_| Instant::now().elapsed()).min().unwrap_or_default()
}

fn begin<G: Game>(setup: &G::Setup) -> G::State {
    G::begin(setup).unwrap_or_else(|faults| panic!("{faults}"))
}

/// The game of a seed, by the agent, as fast as it goes.
fn with_agent<G: Game>(setup: &G::Setup, seed: u64) -> Duration {
    let start = Instant::now();
    let mut agent = Random::new(!seed);
    let mut state = begin::<G>(setup);
    let mut dice = Seeded::new(seed);
    let played = playout::<G>(&mut state, &mut [&mut agent], &mut dice, LIMIT);
    let time = start.elapsed();
    assert!(played.outcome.is_some(), "seed {seed} has no end");
    time
}

/// The same game, each call timed; gives the choices too.
fn by_kind<G: Game>(setup: &G::Setup, seed: u64) -> (BTreeMap<&'static str, Kind>, Vec<u16>) {
    let mut kinds = BTreeMap::<_, Kind>::new();
    let mut choices = Vec::new();
    let (mut log, mut listed) = (Log::off(), Vec::new());
    let tick = clock();
    let (mut dice, mut agent) = (Seeded::new(seed), Random::new(!seed));
    let mut state = begin::<G>(setup);
    loop {
        listed.clear();
        let t0 = Instant::now();
        let Turn::Decide { side, what, .. } = G::turn(&state) else {
            return (kinds, choices);
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

/// The same game by the same choices, without an agent and without a clock inside.
fn without_agent<G: Game>(setup: &G::Setup, seed: u64, choices: &[u16]) -> Duration {
    let (mut log, mut listed) = (Log::off(), Vec::new());
    let start = Instant::now();
    let mut dice = Seeded::new(seed);
    let mut state = begin::<G>(setup);
    let mut choices = choices.iter();
    while let Turn::Decide { .. } = black_box(G::turn(&state)) {
        listed.clear();
        G::actions(&state, &mut listed);
        let i = usize::from(*choices.next().expect("the same game"));
        G::apply(&mut state, &listed[i], &mut dice, &mut log);
    }
    start.elapsed()
}

/// Plays so many games by chance, each so many times over, and tells what it cost.
///
/// # Panics
/// When the set-up is refused or a game has no end.
pub fn play<G: Game>(name: &str, setup: &G::Setup, games: u64, rounds: usize) -> Report {
    let mut actions = 0;
    let mut runs = vec![Vec::new(); games as usize];
    for round in 0..rounds {
        for (seed, runs) in (0..).zip(&mut runs) {
            let (kinds, choices) = by_kind::<G>(setup, seed);
            if round == 0 {
                actions += choices.len() as u32;
            }
            runs.push(Run {
                with_agent: with_agent::<G>(setup, seed),
                without: without_agent::<G>(setup, seed, &choices),
                kinds,
            });
        }
    }
    Report {
        name: name.to_owned(),
        actions,
        rounds,
        runs,
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

/// What an action cost, on the average of all decisions, in the best run of each game: how many actions there were, how long
/// a list was, and nanoseconds to list, to apply, and both.
#[derive(Clone, Copy, Debug)]
pub struct Cost(Kind);

impl fmt::Display for Cost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let k = &self.0;
        let length = f64::from(k.listed) / f64::from(k.count);
        let [list, apply, both] = [k.list, k.apply, k.work()].map(|time| each(time, k.count));
        write!(f, "{:>8}{length:>8.1}{list:>9}{apply:>9}{both:>9}", k.count)
    }
}

impl Report {
    /// What an action cost.
    pub fn cost(&self) -> Cost {
        let mut all = Kind::default();
        self.kinds().values().for_each(|k| all.add(k));
        Cost(all)
    }
    /// The best and the median time of all games together.
    fn times(&self, of: impl Fn(&Run) -> Duration) -> [Duration; 2] {
        let mut sums = [Duration::ZERO; 2];
        for runs in &self.runs {
            let mut times: Vec<Duration> = runs.iter().map(&of).collect();
            times.sort();
            sums[0] += times[0];
            sums[1] += times[times.len() / 2];
        }
        sums
    }
    /// What each kind of decision cost, in the best run of each game.
    fn kinds(&self) -> BTreeMap<&'static str, Kind> {
        let mut kinds = BTreeMap::<_, Kind>::new();
        for runs in &self.runs {
            let best = runs.iter().min_by_key(|r| r.sum(Kind::work));
            for (what, k) in best.into_iter().flat_map(|r| &r.kinds) {
                kinds.entry(*what).or_default().add(k);
            }
        }
        kinds
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (games, rounds, actions) = (self.runs.len(), self.rounds, self.actions);
        writeln!(f, "{}: {games} games of chance, {actions} actions, {rounds} times over", self.name)?;
        let kinds = self.kinds();
        let all = self.cost().0;
        let mut line = |what: &str, count: u32, [best, median]: [Duration; 2]| {
            writeln!(
                f,
                "{what:<38} {:>9} a second at best, {:>9} median; {:>6} ns each at best",
                rate(count, best),
                rate(count, median),
                each(best, count),
            )
        };
        line("list and apply", actions, self.times(|r| r.without))?;
        let with_agent = self.times(|r| r.with_agent);
        line("list, weigh, choose and apply", actions, with_agent)?;
        let open = self.times(|r| r.sum(|k| k.work_open));
        line("list and apply, more than one action", all.open, open)?;

        writeln!(f, "\nBy kind, in the best run of each game:")?;
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
        let mut kinds: Vec<(&str, &Kind)> = kinds.iter().map(|(w, k)| (*w, k)).collect();
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
                format!("{:.1}", 100.0 * k.work().as_secs_f64() / all.work().as_secs_f64()),
            ])?;
        }
        Ok(())
    }
}
