//! Measures single operations: a copy, a list, a refusal with all its reasons, a line of sight, a reach, exact odds.
//!
//! `cargo bench -p casus-benches --bench rules [-- NAME]`

use casus_belli::arquebus::{self, Arquebus};
use casus_belli::core::{
    Board, Budget, Game, HexId, Log, Odds, OddsQuery, PickPolicy, PieceSet, Policy, Random, Refusals, Seeded, Turn,
    UniformPolicy, playout,
};
use casus_belli::marignan::{self, Marignan};
use casus_belli::protocol::{MatchSession, Session as _};
use casus_belli::suleiman::{self, Side, State, Suleiman};
use divan::counter::ItemsCount;
use divan::{Bencher, black_box};

fn main() {
    divan::main();
}

/// The positions of each game for the same operations.
trait Asked: Game<Setup: Default> {
    /// A number of actions after which the printed battle is not over and its decision has many actions.
    const UNDER_WAY: usize;
    /// Returns a position and a step that is illegal there.
    fn step() -> (Self::State, &'static str);
    /// Returns a position and a shot that is illegal there.
    fn shot() -> (Self::State, &'static str);
    /// Returns a position and an attack that is illegal there.
    fn attack() -> (Self::State, &'static str);
    /// Returns a position in which an attack waits for its die roll, and the action that rolls.
    fn combat() -> (Self::State, &'static str);
    /// The outcomes by which the odds of that attack are grouped.
    type Fates: Clone + Eq + std::hash::Hash;
    /// Returns the outcome for the units of that attack.
    fn fates(s: &Self::State) -> Self::Fates;
    /// Returns the map of a state.
    fn board(s: &Self::State) -> &Board;
    /// A hex to look from.
    const LOOK: &'static str;
    /// Returns whether `to` is visible from `from`.
    fn sees(s: &Self::State, from: HexId, to: HexId) -> bool;
}

fn position<G: Game>(toml: &str) -> G::State {
    let setup: G::Setup = toml::from_str(toml).expect("a set-up in TOML");
    G::begin(&setup).unwrap_or_else(|faults| panic!("{faults}"))
}

fn action<G: Game>(s: &G::State, words: &str) -> G::Action {
    G::parse(s, words).expect("an action")
}

/// Returns the side that decides.
fn decider<G: Game>(s: &G::State) -> G::Side {
    match G::turn(s) {
        Turn::Decide { side, .. } => side,
        Turn::Over { .. } => panic!("play has ended"),
    }
}

fn after<G: Game>(mut s: G::State, words: &[&str]) -> G::State {
    for word in words {
        let action = action::<G>(&s, word);
        let legal = G::check(&s, decider::<G>(&s), &action);
        assert_eq!(legal, Ok(()), "{word}");
        G::apply(&mut s, &action, &mut Seeded::new(1), &mut Log::off());
    }
    s
}

/// Returns the printed battle after [`Asked::UNDER_WAY`] random actions.
fn battle<G: Asked>() -> G::State {
    let mut s = G::begin(&G::Setup::default()).unwrap_or_else(|faults| panic!("{faults}"));
    let mut agent = Random::new(1526);
    playout::<G>(&mut s, &mut [&mut agent], &mut Seeded::new(1526), G::UNDER_WAY);
    assert!(!matches!(G::turn(&s), Turn::Over { .. }), "the battle has ended");
    s
}

/// Returns a position with both lines close together, in the Move/Fire segment of a leader.
fn lines(leader: &str) -> State {
    position::<Suleiman>(&format!(
        r#"start_at = "move-fire"
           leader = "{leader}"
           base = "mohacs"
           units = [
               {{ id = "OT-AK-1", hex = "2212" }}, {{ id = "OT-AK-2", hex = "2214" }},
               {{ id = "OT-RI-1", hex = "2211" }}, {{ id = "OT-RI-2", hex = "2216" }},
               {{ id = "OT-MC-1", hex = "2006" }}, {{ id = "OT-MC-2", hex = "2020" }},
           ]"#
    ))
}

/// Returns a position for a Hungarian attack in the open.
fn combat(leaders: &str) -> State {
    position::<Suleiman>(&format!(
        r#"start_at = "shock"
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

impl Asked for Suleiman {
    const UNDER_WAY: usize = 3_000;
    fn step() -> (State, &'static str) {
        let s = after::<Self>(lines("Hannibal"), &["take HU-RI-1"]);
        (s, "step 1813")
    }
    fn shot() -> (State, &'static str) {
        let s = after::<Self>(lines("Hannibal"), &["take HU-RI-1"]);
        (s, "fire OT-MC-2")
    }
    fn attack() -> (State, &'static str) {
        (combat(""), "charge HU-HC-1 OT-MC-2")
    }
    fn combat() -> (State, &'static str) {
        let declared = ["shock HU-HC-1 OT-MC-1", "declared"];
        (after::<Self>(combat(""), &declared), "resolve HU-HC-1")
    }
    type Fates = [(suleiman::Condition, bool); 2];
    fn fates(s: &State) -> Self::Fates {
        ["HU-HC-1", "OT-MC-1"].map(|id| {
            let unit = s.game_data().roster.unit(id).unwrap_or(suleiman::UnitId(0));
            (s.unit(unit).condition, s.hex(unit).is_some())
        })
    }
    fn board(s: &State) -> &Board {
        &s.game_data().board
    }
    const LOOK: &'static str = "1803";
    fn sees(s: &State, from: HexId, to: HexId) -> bool {
        s.sees(from, to)
    }
}

/// Returns a position in the open: French cavalry and infantry before a Swiss stack of three units, guns two hexes away.
fn clash(start_at: &str) -> marignan::State {
    position::<Marignan>(&format!(
        r#"start_at = "{start_at}"
           active = "French"
           map = {{ blank = true }}
           units = [
               {{ id = "King-Gen-1", hex = "1411", facing = "N" }},
               {{ id = "King-Gen-2", hex = "1411", facing = "N" }},
               {{ id = "Genouillac-Art-1", hex = "1612", facing = "N" }},
               {{ id = "Navarro-Gas-1", hex = "1612", facing = "N" }},
               {{ id = "I-Pike-1", hex = "1410", facing = "S" }},
               {{ id = "I-Pike-2", hex = "1410", facing = "S" }},
               {{ id = "Arq-1", hex = "1610", facing = "S" }},
           ]
           commanders = [{{ id = "LaPalice", hex = "1411" }}, {{ id = "Steiner", hex = "1410" }}]"#
    ))
}

fn named(s: &marignan::State, units: &[&str]) -> PieceSet {
    let unit = |id: &&str| s.game_data().roster.unit(id).expect("a unit").0;
    units.iter().map(unit).collect()
}

impl Asked for Marignan {
    const UNDER_WAY: usize = 1_200;
    fn step() -> (marignan::State, &'static str) {
        (after::<Self>(clash("moves"), &["take King-Gen-1"]), "step 1415")
    }
    fn shot() -> (marignan::State, &'static str) {
        (after::<Self>(clash("offensive-fire"), &["aim 1610"]), "fire King-Gen-1")
    }
    fn attack() -> (marignan::State, &'static str) {
        (after::<Self>(clash("melee"), &["assault 1410"]), "attack Genouillac-Art-1")
    }
    fn combat() -> (marignan::State, &'static str) {
        let drawn_up = ["assault 1410", "attack King-Gen-1", "attack King-Gen-2"];
        (after::<Self>(clash("melee"), &drawn_up), "resolve")
    }
    type Fates = [(marignan::Condition, bool, bool); 4];
    fn fates(s: &marignan::State) -> Self::Fates {
        ["King-Gen-1", "King-Gen-2", "I-Pike-1", "I-Pike-2"].map(|id| {
            let unit = s.game_data().roster.unit(id).unwrap_or(marignan::UnitId(0));
            let now = s.unit(unit);
            (now.condition, now.replaced, s.hex(unit).is_some())
        })
    }
    fn board(s: &marignan::State) -> &Board {
        &s.game_data().board
    }
    const LOOK: &'static str = "1217";
    fn sees(s: &marignan::State, from: HexId, to: HexId) -> bool {
        s.game_data().sees(from, to, |h| s.held_by(h).is_some())
    }
}

/// Returns a position in the open: gendarmes before pikes and shot, and others two hexes away.
fn onset(start_at: &str) -> arquebus::State {
    position::<Arquebus>(&format!(
        r#"start_at = "{start_at}"
           active = ["Nemours"]
           map = {{ blank = true }}
           units = [
               {{ id = "FR-MM-1", hex = "1012", facing = "N" }},
               {{ id = "FR-MM-2", hex = "1213", facing = "N" }},
               {{ id = "SP-PK-1", hex = "1011", facing = "S" }},
               {{ id = "SP-AQ-3", hex = "1211", facing = "S" }},
           ]
           leaders = [{{ id = "Nemours", hex = "1012" }}, {{ id = "Ravenstein", hex = "1011" }}]"#
    ))
}

impl Asked for Arquebus {
    const UNDER_WAY: usize = 2_000;
    fn step() -> (arquebus::State, &'static str) {
        (after::<Self>(onset("move-fire"), &["take FR-MM-1"]), "step 1009")
    }
    fn shot() -> (arquebus::State, &'static str) {
        (after::<Self>(onset("move-fire"), &["take FR-MM-1"]), "fire 1211")
    }
    fn attack() -> (arquebus::State, &'static str) {
        (onset("shock"), "charge FR-MM-2 1011")
    }
    fn combat() -> (arquebus::State, &'static str) {
        let declared = ["shock FR-MM-1 1011", "declared"];
        (after::<Self>(onset("shock"), &declared), "resolve FR-MM-1")
    }
    type Fates = [(arquebus::Condition, bool); 2];
    fn fates(s: &arquebus::State) -> Self::Fates {
        ["FR-MM-1", "SP-PK-1"].map(|id| {
            let unit = s.game_data().roster.unit(id).unwrap_or(arquebus::UnitId(0));
            (s.unit(unit).condition, s.hex(unit).is_some())
        })
    }
    fn board(s: &arquebus::State) -> &Board {
        &s.game_data().board
    }
    const LOOK: &'static str = "1213";
    fn sees(s: &arquebus::State, from: HexId, to: HexId) -> bool {
        s.sees(from, to)
    }
}

// ---- the state ----

#[divan::bench(types = [Suleiman, Marignan, Arquebus])]
fn clone_a_state<G: Asked>(bencher: Bencher<'_, '_>) {
    let s = battle::<G>();
    bencher.bench_local(|| black_box(&s).clone());
}

#[divan::bench(types = [Suleiman, Marignan, Arquebus])]
fn begin_the_printed_battle<G: Asked>(bencher: Bencher<'_, '_>) {
    let setup = G::Setup::default();
    let _first = G::begin(&setup);
    bencher.bench_local(|| G::begin(black_box(&setup)));
}

#[divan::bench(types = [Suleiman, Marignan, Arquebus])]
fn whose_turn<G: Asked>(bencher: Bencher<'_, '_>) {
    let s = battle::<G>();
    bencher.bench_local(|| G::turn(black_box(&s)));
}

/// Lists the actions of a decision in the middle of a battle. Items are actions.
#[divan::bench(types = [Suleiman, Marignan, Arquebus])]
fn list_a_decision<G: Asked>(bencher: Bencher<'_, '_>) {
    let s = battle::<G>();
    let mut out = Vec::new();
    G::actions(&s, &mut out);
    bencher.counter(ItemsCount::new(out.len())).bench_local(|| {
        out.clear();
        G::actions(black_box(&s), &mut out);
        out.len()
    });
}

// ---- refusals, with all reasons ----

fn refused<G: Asked>(bencher: Bencher<'_, '_>, (s, words): (G::State, &str)) {
    let (side, action) = (decider::<G>(&s), action::<G>(&s, words));
    assert!(G::check(&s, side, &action).is_err(), "{words}");
    bencher.bench_local(|| -> Result<(), Refusals> { G::check(black_box(&s), side, black_box(&action)) });
}

#[divan::bench(types = [Suleiman, Marignan, Arquebus])]
fn refuse_a_step<G: Asked>(bencher: Bencher<'_, '_>) {
    refused::<G>(bencher, G::step());
}

#[divan::bench(types = [Suleiman, Marignan, Arquebus])]
fn refuse_a_shot<G: Asked>(bencher: Bencher<'_, '_>) {
    refused::<G>(bencher, G::shot());
}

#[divan::bench(types = [Suleiman, Marignan, Arquebus])]
fn refuse_an_attack<G: Asked>(bencher: Bencher<'_, '_>) {
    refused::<G>(bencher, G::attack());
}

// ---- sight and reach ----

#[divan::bench(types = [Suleiman, Marignan, Arquebus])]
fn see_across_ten_hexes<G: Asked>(bencher: Bencher<'_, '_>) {
    let s = battle::<G>();
    let board = G::board(&s);
    let from = board.parse(G::LOOK).expect("a hex");
    let far: Vec<HexId> = board.ids().filter(|&h| board.distance(from, h) == 10).collect();
    let mut next = 0;
    bencher.bench_local(|| {
        next = (next + 1) % far.len();
        G::sees(&s, black_box(from), far[next])
    });
}

/// Measures a reach. Items are the hexes and facings found.
fn reach<W>(bencher: Bencher<'_, '_>, ways: impl Fn() -> Vec<W>) {
    let many = ways().len();
    assert!(many > 6);
    bencher
        .counter(ItemsCount::new(many))
        .bench_local(|| black_box(&ways)());
}

fn reach_of(bencher: Bencher<'_, '_>, leader: &str, unit: &str) {
    let s = lines(leader);
    let unit = s.game_data().roster.unit(unit).expect("a unit");
    reach(bencher, || suleiman::ways(&s, unit));
}

#[divan::bench]
fn reach_of_foot(bencher: Bencher<'_, '_>) {
    reach_of(bencher, "Hannibal", "HU-RI-3");
}

#[divan::bench]
fn reach_of_heavy_horse(bencher: Bencher<'_, '_>) {
    reach_of(bencher, "Tomori", "HU-HC-1");
}

#[divan::bench]
fn reach_of_hussars(bencher: Bencher<'_, '_>) {
    reach_of(bencher, "Perenyi", "HU-LC-4");
}

#[divan::bench]
fn reach_of_horse_archers(bencher: Bencher<'_, '_>) {
    reach_of(bencher, "Ibrahim", "OT-AK-2");
}

/// Marignan: the reach of a selected stack on the printed map.
fn reach_of_stack(bencher: Bencher<'_, '_>, side: &str, units: &[&str], taken: &[&str]) {
    let post = |id: &&str| format!(r#"{{ id = "{id}", hex = "1615" }}"#);
    let posts: Vec<String> = units.iter().map(post).collect();
    let s = position::<Marignan>(&format!(
        r#"start_at = "moves"
           active = "{side}"
           units = [{}, {{ id = "LaPalice-Gen-1", hex = "0805" }}, {{ id = "Arq-1", hex = "2010" }}]"#,
        posts.join(", ")
    ));
    let s = after::<Marignan>(s, taken);
    reach(bencher, || marignan::ways(&s, s.run().expect("selected units")));
}

#[divan::bench]
fn reach_of_a_stack_of_pikes(bencher: Bencher<'_, '_>) {
    reach_of_stack(
        bencher,
        "Swiss",
        &["I-Pike-1", "I-Pike-2", "I-Pike-3"],
        &["take I-Pike-1", "join I-Pike-2", "join I-Pike-3"],
    );
}

#[divan::bench]
fn reach_of_a_stack_of_gendarmes(bencher: Bencher<'_, '_>) {
    reach_of_stack(bencher, "French", &["King-Gen-1", "King-Gen-2"], &["take King-Gen-1", "join King-Gen-2"]);
}

/// The reach of one unit as a request to a session, with the actions and the facing of every path.
#[divan::bench]
fn reach_of_a_gendarme_at_a_table(bencher: Bencher<'_, '_>) {
    let setup = toml::from_str(
        r#"start_at = "moves"
           active = "French"
           units = [{ id = "King-Gen-1", hex = "1615" }, { id = "Arq-1", hex = "2010" }]"#,
    );
    let mut table = MatchSession::<Marignan>::new(setup.expect("a set-up in TOML"), 1).expect("a sound set-up");
    let asked = r#"{"do": "reach", "by": "French", "who": ["King-Gen-1"]}"#;
    let many = table.ask(asked).matches("facing").count();
    assert!(many > 6);
    bencher
        .counter(ItemsCount::new(many))
        .bench_local(|| table.ask(black_box(asked)));
}

/// Arquebus: the reach of gendarmes before the ditch of Cerignola.
#[divan::bench]
fn reach_of_gendarmes(bencher: Bencher<'_, '_>) {
    let s = position::<Arquebus>(
        r#"start_at = "move-fire"
           active = ["Nemours"]
           deployed = true"#,
    );
    let unit = s.game_data().roster.unit("FR-MM-2").expect("a unit");
    reach(bencher, || arquebus::ways(&s, unit));
}

// ---- forecasts and odds ----

#[divan::bench]
fn forecast_a_melee(bencher: Bencher<'_, '_>) {
    let s = clash("melee");
    let target = s.game_data().board.parse("1410").expect("a hex");
    let attackers = named(&s, &["King-Gen-1", "King-Gen-2"]);
    assert!(marignan::rules::melee::forecast(&s, target, attackers).is_some());
    bencher.bench_local(|| marignan::rules::melee::forecast(black_box(&s), target, attackers));
}

#[divan::bench]
fn forecast_a_shot(bencher: Bencher<'_, '_>) {
    let s = clash("offensive-fire");
    let target = s.game_data().board.parse("1610").expect("a hex");
    let firers = named(&s, &["Genouillac-Art-1", "Navarro-Gas-1"]);
    assert!(marignan::rules::fire::forecast(&s, target, firers).is_some());
    bencher.bench_local(|| marignan::rules::fire::forecast(black_box(&s), target, firers));
}

/// A policy that chooses a Counter-Charge if one is listed, otherwise the first action.
fn counter_charge(_: &State, _: Side, listed: &[suleiman::Action]) -> usize {
    listed
        .iter()
        .position(|a| matches!(a, suleiman::Action::CounterCharge(..)))
        .unwrap_or(0)
}

fn odds_of<G: Asked, P: Policy<G>>(bencher: Bencher<'_, '_>, (s, words): (G::State, &str), policy: impl Fn() -> P) {
    let (side, resolve) = (decider::<G>(&s), action::<G>(&s, words));
    let ask = || -> Odds<G::Fates> {
        let mut policy = policy();
        let query = OddsQuery::<G>::new(black_box(&s), side, &resolve).policy(&mut policy);
        query
            .budget(Budget::runs(100_000))
            .outcomes(G::fates)
            .expect("a legal action")
    };
    let found = ask();
    assert!(!found.why.budget && found.outcomes.len() > 1);
    // Items are runs. A run copies the state, plays an action to the next decision, and adds up its odds.
    let runs = ItemsCount::new(found.runs);
    bencher.counter(runs).bench_local(ask);
}

/// A run of the odds without the odds: copies the state and plays the combat to its next decision.
#[divan::bench(types = [Suleiman, Marignan, Arquebus])]
fn copy_and_play_an_attack<G: Asked>(bencher: Bencher<'_, '_>) {
    let (s, words) = G::combat();
    let resolve = action::<G>(&s, words);
    let (mut dice, mut log) = (Seeded::new(1526), Log::off());
    bencher.bench_local(|| {
        let mut next = black_box(&s).clone();
        G::apply(&mut next, &resolve, &mut dice, &mut log);
        next
    });
}

#[divan::bench]
fn odds_of_an_attack(bencher: Bencher<'_, '_>) {
    odds_of::<Suleiman, _>(bencher, Suleiman::combat(), || PickPolicy(counter_charge));
}

#[divan::bench]
fn odds_of_an_attack_with_a_leader(bencher: Bencher<'_, '_>) {
    let declared = ["shock HU-HC-1 OT-MC-1", "declared"];
    let s = after::<Suleiman>(combat(r#", { id = "Bali", hex = "2114" }"#), &declared);
    odds_of::<Suleiman, _>(bencher, (s, "resolve HU-HC-1"), || PickPolicy(counter_charge));
}

#[divan::bench(types = [Suleiman, Marignan, Arquebus])]
fn odds_through_every_answer<G: Asked>(bencher: Bencher<'_, '_>) {
    odds_of::<G, _>(bencher, G::combat(), || UniformPolicy);
}
