//! What single questions cost: a copy, a list, a refusal with all its reasons, a line of sight, a reach, exact odds.
//! `cargo bench --bench rules [-- NAME]`

use casus_belli::core::agent::Random;
use casus_belli::core::{
    Budget, Chosen, Evenly, Game, HexId, Log, Odds, Policy, Refusals, Seeded, odds, playout,
};
use casus_belli::suleiman::{Action, Condition, Setup, Side, State, Suleiman, UnitId, ways};
use divan::counter::ItemsCount;
use divan::{Bencher, black_box};

fn main() {
    divan::main();
}

fn position(toml: &str) -> State {
    let setup: Setup = toml::from_str(toml).expect("a set-up in TOML");
    Suleiman::begin(&setup).unwrap_or_else(|faults| panic!("{faults}"))
}

fn action(s: &State, words: &str) -> Action {
    Suleiman::parse(s, words).expect("an action")
}

fn listed(s: &State) -> Vec<Action> {
    let mut out = Vec::new();
    Suleiman::actions(s, &mut out);
    out
}

fn after(mut s: State, words: &[&str]) -> State {
    for word in words {
        let action = action(&s, word);
        Suleiman::apply(&mut s, &action, &mut Seeded::new(1), &mut Log::off());
    }
    s
}

/// The printed battle, well under way.
fn battle() -> State {
    let mut s = Suleiman::begin(&Setup::default()).unwrap_or_else(|faults| panic!("{faults}"));
    let mut agent = Random::new(1526);
    playout::<Suleiman>(&mut s, &mut [&mut agent], &mut Seeded::new(1526), 3_000);
    s
}

/// The lines of both armies close together, in the Move/Fire segment of a leader.
fn lines(leader: &str) -> State {
    position(&format!(
        r#"doorway = "move-fire"
           leader = "{leader}"
           base = "mohacs"
           units = [
               {{ id = "OT-AK-1", hex = "2212" }}, {{ id = "OT-AK-2", hex = "2214" }},
               {{ id = "OT-RI-1", hex = "2211" }}, {{ id = "OT-RI-2", hex = "2216" }},
               {{ id = "OT-MC-1", hex = "2006" }}, {{ id = "OT-MC-2", hex = "2020" }},
           ]"#
    ))
}

// ---- the state ----

#[divan::bench]
fn clone_a_state(bencher: Bencher<'_, '_>) {
    let s = battle();
    bencher.bench_local(|| black_box(&s).clone());
}

#[divan::bench]
fn begin_the_printed_battle(bencher: Bencher<'_, '_>) {
    let setup = Setup::default();
    let _first = Suleiman::begin(&setup);
    bencher.bench_local(|| Suleiman::begin(black_box(&setup)));
}

#[divan::bench]
fn whose_turn(bencher: Bencher<'_, '_>) {
    let s = battle();
    bencher.bench_local(|| Suleiman::turn(black_box(&s)));
}

// ---- what is refused, with all the reasons ----

fn refused(bencher: Bencher<'_, '_>, s: &State, side: Side, words: &str) {
    let action = action(s, words);
    assert!(Suleiman::check(s, side, &action).is_err(), "{words}");
    bencher.bench_local(|| -> Result<(), Refusals> {
        Suleiman::check(black_box(s), side, black_box(&action))
    });
}

#[divan::bench]
fn refuse_a_step(bencher: Bencher<'_, '_>) {
    let s = after(lines("Hannibal"), &["take HU-RI-1"]);
    refused(bencher, &s, Side::Hungary, "step 1813");
}

#[divan::bench]
fn refuse_a_shot(bencher: Bencher<'_, '_>) {
    let s = after(lines("Hannibal"), &["take HU-RI-1"]);
    refused(bencher, &s, Side::Hungary, "fire OT-MC-2");
}

#[divan::bench]
fn refuse_a_charge(bencher: Bencher<'_, '_>) {
    let s = combat("");
    refused(bencher, &s, Side::Hungary, "charge HU-HC-1 OT-MC-2");
}

// ---- sight and reach ----

#[divan::bench]
fn see_across_ten_hexes(bencher: Bencher<'_, '_>) {
    let s = battle();
    let board = &s.kit().board;
    let from = board.parse("1803").expect("a hex");
    let far: Vec<HexId> = board
        .ids()
        .filter(|&h| board.distance(from, h) == 10)
        .collect();
    let mut next = 0;
    bencher.bench_local(|| {
        next = (next + 1) % far.len();
        s.sees(black_box(from), far[next])
    });
}

fn reach(bencher: Bencher<'_, '_>, leader: &str, unit: &str) {
    let s = lines(leader);
    let unit = s.kit().roster.unit(unit).expect("a unit");
    let hexes = ways(&s, unit).len();
    assert!(hexes > 6);
    bencher
        .counter(ItemsCount::new(hexes))
        .bench_local(|| ways(black_box(&s), black_box(unit)));
}

#[divan::bench]
fn reach_of_foot(bencher: Bencher<'_, '_>) {
    reach(bencher, "Hannibal", "HU-RI-3");
}

#[divan::bench]
fn reach_of_heavy_horse(bencher: Bencher<'_, '_>) {
    reach(bencher, "Tomori", "HU-HC-1");
}

#[divan::bench]
fn reach_of_hussars(bencher: Bencher<'_, '_>) {
    reach(bencher, "Perenyi", "HU-LC-4");
}

#[divan::bench]
fn reach_of_horse_archers(bencher: Bencher<'_, '_>) {
    reach(bencher, "Ibrahim", "OT-AK-2");
}

// ---- odds ----

/// A Hungarian attack in the open, declared and to be resolved.
fn combat(leaders: &str) -> State {
    position(&format!(
        r#"doorway = "shock"
           leader = "Tomori"
           map = {{ blank = true }}
           units = [
               {{ id = "HU-HC-1", hex = "2014", facing = "S" }},
               {{ id = "OT-MC-1", hex = "2114", facing = "N" }},
               {{ id = "OT-MC-2", hex = "2810", facing = "N" }},
           ]
           leaders = [{{ id = "Tomori", hex = "1814" }}{leaders}]"#
    ))
}

/// The defender tries his Counter-Charge, and everybody else does the first thing listed.
fn counter_charge(_: &State, _: Side, listed: &[Action]) -> usize {
    listed
        .iter()
        .position(|a| matches!(a, Action::CounterCharge(..)))
        .unwrap_or(0)
}

fn conditions(s: &State) -> [(Condition, bool); 2] {
    ["HU-HC-1", "OT-MC-1"].map(|id| {
        let unit = s.kit().roster.unit(id).unwrap_or(UnitId(0));
        (s.unit(unit).condition, s.hex(unit).is_some())
    })
}

fn odds_of<P: Policy<Suleiman>>(bencher: Bencher<'_, '_>, leaders: &str, policy: fn() -> P) {
    let s = after(combat(leaders), &["shock HU-HC-1 OT-MC-1", "declared"]);
    let resolve = action(&s, "resolve HU-HC-1");
    assert!(listed(&s).contains(&resolve));
    let ask = || -> Odds<[(Condition, bool); 2]> {
        odds::<Suleiman, _>(
            black_box(&s),
            Side::Hungary,
            &resolve,
            &mut policy(),
            conditions,
            Budget::runs(100_000),
        )
        .expect("a legal action")
    };
    let found = ask();
    assert!(!found.why.budget && found.outcomes.len() > 1);
    // Items are runs: a copy of the state, an action played to the next decision, its odds added up.
    let runs = ItemsCount::new(found.runs);
    bencher.counter(runs).bench_local(ask);
}

/// What a run of the odds does besides the odds: a copy, and the combat played to its next decision.
#[divan::bench]
fn copy_and_play_an_attack(bencher: Bencher<'_, '_>) {
    let s = after(combat(""), &["shock HU-HC-1 OT-MC-1", "declared"]);
    let resolve = action(&s, "resolve HU-HC-1");
    let (mut dice, mut log) = (Seeded::new(1526), Log::off());
    bencher.bench_local(|| {
        let mut next = black_box(&s).clone();
        Suleiman::apply(&mut next, &resolve, &mut dice, &mut log);
        next
    });
}

#[divan::bench]
fn odds_of_an_attack(bencher: Bencher<'_, '_>) {
    odds_of(bencher, "", || Chosen(counter_charge));
}

#[divan::bench]
fn odds_of_an_attack_with_a_leader(bencher: Bencher<'_, '_>) {
    let bali = r#", { id = "Bali", hex = "2114" }"#;
    odds_of(bencher, bali, || Chosen(counter_charge));
}

#[divan::bench]
fn odds_through_every_answer(bencher: Bencher<'_, '_>) {
    odds_of(bencher, "", || Evenly);
}
