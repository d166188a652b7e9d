//! Measures random play of any game: the whole of it, and each kind of decision.
#![expect(
    unreachable_pub,
    reason = "a module of each bench, which has no library to reach it from"
)]

use casus_belli::core::{Agent, Game, Log, Random, Seat, Seeded, Turn, playout};
use std::collections::BTreeMap;
use std::fmt;
use std::hint::black_box;
use std::time::{Duration, Instant};

/// The maximum number of actions in a game.
const LIMIT: usize = 200_000;

/// The counts and times of one kind of decision.
#[derive(Clone, Copy, Debug, Default)]
struct Kind {
    /// The number of decisions.
    count: u32,
    /// The number of decisions with more than one action.
    open: u32,
    /// The number of listed actions, over all decisions.
    listed: u32,
    /// Time of [`Game::turn`] and [`Game::actions`].
    list: Duration,
    /// Time of the agent.
    choose: Duration,
    /// Time of [`Game::apply`].
    apply: Duration,
    /// Time of listing and applying at decisions with more than one action.
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

/// The times of one run of a game.
#[derive(Clone, Debug, Default)]
struct Run {
    /// Listing, choosing and applying, by [`playout`]. The clock is read only at the start and the end.
    with_agent: Duration,
    /// The same choices again without the agent: turn, list, apply. The clock is read only at the start and the end.
    without: Duration,
    /// Each call by itself, less the cost of reading the clock.
    kinds: BTreeMap<&'static str, Kind>,
}

impl Run {
    fn sum(&self, of: fn(&Kind) -> Duration) -> Duration {
        self.kinds.values().map(of).sum()
    }
}

/// The cost of random play of a game, on one core.
///
/// Each game is played several times. The best time counts, because other work on the machine affects it least. The report gives
/// the median too.
#[derive(Clone, Debug)]
pub struct Report {
    /// Name of the battle.
    name: String,
    actions: u32,
    rounds: usize,
    /// The runs, by game and then by round.
    runs: Vec<Vec<Run>>,
}

/// Returns the cost of reading the clock twice.
fn clock() -> Duration {
    (0..2_000).map(|_| Instant::now().elapsed()).min().unwrap_or_default()
}

fn begin<G: Game>(setup: &G::Setup) -> G::State {
    G::begin(setup).unwrap_or_else(|faults| panic!("{faults}"))
}

/// Plays the game of a seed with the agent. Returns the time.
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

/// Plays the same game and times each call. Returns the choices too.
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

/// Plays the same game by the same choices, without an agent. Returns the time.
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

/// Plays `games` random games, each `rounds` times, and returns the cost.
///
/// # Panics
/// If the set-up is refused or a game does not end.
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

/// Returns the nanoseconds for each of `count`, rounded.
fn each(time: Duration, count: u32) -> u128 {
    let n = u128::from(count.max(1));
    (time.as_nanos() + n / 2) / n
}

/// Returns the number per second, with thousands separators.
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

/// The average cost of an action over all decisions, in the best run of each game.
///
/// It displays the number of actions, the average length of a list, and the nanoseconds to list, to apply, and for both.
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
    /// Returns the average cost of an action.
    pub fn cost(&self) -> Cost {
        let mut all = Kind::default();
        self.kinds().values().for_each(|k| all.add(k));
        Cost(all)
    }
    /// Returns the sums over all games of the best time and of the median time.
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
    /// Returns the cost of each kind of decision, in the best run of each game.
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
