//! The steady agent: it sees no more than its side may see, and it does what a soldier would do.

use crate::tutorial;
use casus_belli::arquebus::Arquebus;
use casus_belli::blind_faith::BlindFaith;
use casus_belli::core::{
    Advice, Agent, Dice, Game, Log, Match, Outcome, Random, Seat, Seeded, Sided, Steady, Turn, playout,
};
use casus_belli::marignan::Marignan;
use casus_belli::suleiman::Suleiman;
use casus_belli::testkit::strategies::Trial;
use tutorial::game::Bridge;

/// The expectations of each game for the tests.
trait Drill: Trial + Advice + Clone {
    /// Decisions that belong to no longer plan.
    const ALONE: &'static [&'static str];
    /// Whether something is hidden from a side.
    const HIDES: bool;
    /// The number of battles with either army that show that it beats random play.
    const BATTLES: u64;
    /// The least number of these battles that each side wins, in the order of the sides.
    const WINS: [u64; 2];
    /// The greatest number of them that it loses.
    const LOSSES: u64 = 0;
}

impl Drill for Suleiman {
    const ALONE: &'static [&'static str] = &[
        "activate",
        "continuity",
        "seize",
        "face",
        "reaction-fire",
        "return-fire",
        "before-shock",
        "retreat",
        "ride-next",
    ];
    const HIDES: bool = true;
    const BATTLES: u64 = 5;
    const WINS: [u64; 2] = [5, 5];
}

impl Drill for Marignan {
    const ALONE: &'static [&'static str] = &[
        "place",
        "face",
        "hero",
        "charge",
        "hedgehog",
        "hedgehogs",
        "retreat",
        "retreat-order",
        "rout-path",
        "lose",
        "advance",
        "escort",
        "rejoin",
    ];
    const HIDES: bool = false;
    const BATTLES: u64 = 20;
    // A random player may also lose too slowly for the time limit: a draw (14.1).
    const WINS: [u64; 2] = [18, 6];
}

impl Drill for Arquebus {
    const ALONE: &'static [&'static str] = &[
        "activate",
        "continuity",
        "seize",
        "negate",
        "replacement",
        "counters",
        "reaction-fire",
        "return-fire",
        "counter-charge",
        "retreat-before-combat",
        "follow",
        "breach",
        "advance",
        "escort",
        "retreat",
        "face",
        "retire",
        "rejoin",
        "rally",
    ];
    const HIDES: bool = true;
    const BATTLES: u64 = 3;
    const WINS: [u64; 2] = [3, 3];
}

impl Drill for BlindFaith {
    const ALONE: &'static [&'static str] = &[
        "award",
        "arrive",
        "upkeep",
        "muster",
        "rebuild",
        "crusade",
        "change",
        "garrison",
        "deploy",
        "fire",
        "return-fire",
        "assault",
        "retreat",
        "guns",
        "siege",
        "parry",
        "losses",
    ];
    const HIDES: bool = false;
    const BATTLES: u64 = 20;
    // A random player may still hold half of the seven places when the years are over: a draw (16.3).
    const WINS: [u64; 2] = [19, 19];
    // The dice may favor the opponent once: of a hundred campaigns the rebels lost one, the Empire none.
    const LOSSES: u64 = 1;
}

impl Drill for Bridge {
    const ALONE: &'static [&'static str] = &["turn", "move", "reaction", "retreat"];
    const HIDES: bool = false;
    const BATTLES: u64 = 40;
    // It looks no farther than its own move: it wins somewhat more often than random play, and no more is required.
    const WINS: [u64; 2] = [22, 22];
    const LOSSES: u64 = 18;
}

fn opening<G: Trial>() -> G::Setup {
    let (_, setup) = G::openings().swap_remove(0);
    setup
}

fn position<G: Game>(text: &str) -> Match<G> {
    let setup: G::Setup = toml::from_str(text).expect("a set-up");
    Match::new(setup).expect("a sound set-up")
}

/// Plays with steady agents on both sides until a decision that `wanted` rejects. Returns the events.
fn play_on<G: Advice>(game: &mut Match<G>, mut wanted: impl FnMut(&G::State, &'static str) -> bool) -> Vec<G::Event> {
    let mut agents = [0, 1].map(Steady::<G>::new);
    let mut dice = Seeded::new(7);
    let mut told = Vec::new();
    while let Turn::Decide { side, what, .. } = game.turn() {
        if !wanted(game.state(), what) {
            break;
        }
        let list = game.actions();
        let seat = Seat::new(game.state(), side, &list);
        let choice = agents[side.index()].choose(seat);
        let played = game.play(side, list[choice], &mut dice).expect("it is listed");
        told.extend(played.events);
    }
    told
}

/// The winner of a battle between a steady agent on one side and a random one on the other.
fn duel<G: Drill>(steady: G::Side, seed: u64) -> Option<Outcome<G::Side>> {
    let mut state = G::begin(&opening::<G>()).expect("the printed set-up is sound");
    let (mut a, mut b) = (Steady::<G>::new(seed), Random::new(seed));
    let mut chairs: Vec<&mut dyn Agent<G>> = vec![&mut a, &mut b];
    if steady.index() == 1 {
        chairs.reverse();
    }
    let play = playout::<G>(&mut state, &mut chairs, &mut Seeded::new(seed), 100_000);
    play.outcome.map(|(outcome, _)| outcome)
}

/// The properties of the steady agent in every game.
mod every {
    use super::*;

    pub(crate) fn it_beats_a_random_player_with_either_army<G: Drill>() {
        for &side in G::Side::ALL {
            let (mut won, mut lost) = (0, 0);
            for seed in 1..=G::BATTLES {
                match duel::<G>(side, seed) {
                    Some(Outcome::Win(winner)) if winner == side => won += 1,
                    Some(Outcome::Draw) => {}
                    _ => lost += 1,
                }
            }
            println!("{}: {won} won, {lost} lost of {}", side.word(), G::BATTLES);
            assert!(lost <= G::LOSSES, "{}: {lost} lost", side.word());
            let least = G::WINS[side.index()];
            assert!(won >= least, "{}: {won} of {}", side.word(), G::BATTLES);
        }
    }

    pub(crate) fn it_chooses_alike_in_all_states_that_its_side_cannot_tell_apart<G: Drill>() {
        let mut state = G::begin(&opening::<G>()).expect("the printed set-up is sound");
        let mut agents = [0, 1].map(Steady::<G>::new);
        let mut dice = Seeded::new(3);
        let (mut compared, mut differed) = (0, 0);
        for n in 0..1500 {
            if matches!(G::turn(&state), Turn::Over { .. }) {
                state = G::begin(&opening::<G>()).expect("the printed set-up is sound");
            }
            let Turn::Decide { side, .. } = G::turn(&state) else {
                panic!("the printed battle is over before it begins");
            };
            let mut list = Vec::new();
            G::actions(&state, &mut list);
            let twin = agents[side.index()].clone();
            let choice = agents[side.index()].choose(Seat::new(&state, side, &list));
            for salt in 0..2 {
                let other = G::sample_state(&state, side, &mut Seeded::new(n).fork(salt) as &mut dyn Dice);
                differed += usize::from(other != state);
                compared += 1;
                let again = twin.clone().choose(Seat::new(&other, side, &list));
                assert_eq!(list[choice], list[again], "decision {n} of {side:?}");
            }
            G::apply(&mut state, &list[choice], &mut dice, &mut Log::off());
        }
        assert!(compared > 1000, "{compared}");
        assert_eq!(differed > 100, G::HIDES, "{differed}");
    }

    /// At a decision that belongs to no longer plan, an agent that has played so far chooses like a new one.
    pub(crate) fn a_choice_once_made_is_not_made_again_unasked<G: Drill>() {
        let mut state = G::begin(&opening::<G>()).expect("the printed set-up is sound");
        let mut agents = [0, 1].map(Steady::<G>::new);
        let mut dice = Seeded::new(5);
        let mut compared = 0;
        loop {
            let Turn::Decide { side, what, .. } = G::turn(&state) else {
                if compared > 100 {
                    break;
                }
                state = G::begin(&opening::<G>()).expect("the printed set-up is sound");
                continue;
            };
            let mut list = Vec::new();
            G::actions(&state, &mut list);
            let seat = Seat::new(&state, side, &list);
            let choice = agents[side.index()].choose(seat);
            if G::ALONE.contains(&what) && list.len() > 1 {
                let fresh = Steady::<G>::new(9).choose(seat);
                assert_eq!(list[choice], list[fresh], "{what} of {side:?}");
                compared += 1;
            }
            G::apply(&mut state, &list[choice], &mut dice, &mut Log::off());
        }
    }
}

/// The properties in every game, as a module of tests for each.
macro_rules! drills {
    ($($name:ident: $game:ty),* $(,)?) => {$(
        mod $name {
            drills!(@ $game:
                it_beats_a_random_player_with_either_army,
                it_chooses_alike_in_all_states_that_its_side_cannot_tell_apart,
                a_choice_once_made_is_not_made_again_unasked,
            );
        }
    )*};
    (@ $game:ty: $($test:ident),* $(,)?) => {$(
        #[test]
        fn $test() {
            super::every::$test::<$game>();
        }
    )*};
}

drills! {
    suleiman: casus_belli::suleiman::Suleiman,
    marignan: casus_belli::marignan::Marignan,
    arquebus: casus_belli::arquebus::Arquebus,
    blind_faith: casus_belli::blind_faith::BlindFaith,
    bridge: crate::tutorial::game::Bridge,
}

mod mohacs {
    use super::*;
    use casus_belli::suleiman::{Action, Condition, Side, What};

    /// Plays until the current activation has ended.
    fn activation(game: &mut Match<Suleiman>) -> Vec<What> {
        let told = play_on(game, |_, what| !matches!(what, "continuity" | "activate"));
        told.into_iter().map(|e| e.what).collect()
    }

    const HEAVY_HORSE: &str = r#"start_at = "activation"
leader = "Tomori"
map = { blank = true }
units = [{ id = "HU-HC-1", hex = "1714", facing = "S" }, { id = "OT-MC-5", hex = "2214", facing = "N", state = "disordered" }]
leaders = [{ id = "Tomori", hex = "1714" }]"#;

    #[test]
    fn heavy_horse_comes_up_and_charges_from_two_or_three_hexes() {
        let mut game = position::<Suleiman>(HEAVY_HORSE);
        let told = activation(&mut game);
        let charge = told.iter().any(|w| matches!(w, What::Declared { charge: true, .. }));
        assert!(charge, "{told:?}");
    }

    #[test]
    fn a_disordered_unit_beside_the_enemy_steps_back() {
        let mut game = position::<Suleiman>(
            r#"start_at = "activation"
leader = "Tomori"
map = { blank = true }
units = [{ id = "HU-HC-1", hex = "2014", facing = "S", state = "disordered" }, { id = "OT-RI-6", hex = "2114", facing = "N" }]
leaders = [{ id = "Tomori", hex = "1713" }]"#,
        );
        let told = activation(&mut game);
        let s = game.state();
        let roster = &s.game_data().roster;
        let hex = |id| s.hex(roster.unit(id).expect("a unit")).expect("on the map");
        assert!(s.game_data().board.distance(hex("HU-HC-1"), hex("OT-RI-6")) > 1, "{told:?}");
    }

    #[test]
    fn a_disordered_unit_out_of_reach_stands_and_rallies() {
        let mut game = position::<Suleiman>(
            r#"start_at = "activation"
leader = "Tomori"
map = { blank = true }
units = [{ id = "HU-HC-1", hex = "1714", facing = "S", state = "disordered" }, { id = "OT-HC-1", hex = "2314", facing = "N" }]
leaders = [{ id = "Tomori", hex = "1714" }]"#,
        );
        activation(&mut game);
        let s = game.state();
        let unit = s.game_data().roster.unit("HU-HC-1").expect("a unit");
        assert_eq!(s.unit(unit).condition, Condition::Normal);
    }

    #[test]
    fn akincis_shoot_and_keep_away_from_heavy_horse() {
        let mut game = position::<Suleiman>(
            r#"start_at = "activation"
leader = "Ibrahim"
map = { blank = true }
units = [{ id = "OT-AK-1", hex = "2514", facing = "N" }, { id = "OT-AK-2", hex = "2515", facing = "N" }, { id = "HU-HC-1", hex = "2014", facing = "N" }]
leaders = [{ id = "Ibrahim", hex = "2515" }]"#,
        );
        let told = activation(&mut game);
        let s = game.state();
        let unit = |id| s.game_data().roster.unit(id).expect("a unit");
        let shot = told.iter().position(|w| matches!(w, What::Fired { .. }));
        let after = &told[shot.expect("a shot")..];
        let rides_on = |w: &What| matches!(w, What::Stepped { .. });
        assert!(after.iter().any(rides_on), "{told:?}");
        let foe = s.hex(unit("HU-HC-1"));
        for id in ["OT-AK-1", "OT-AK-2"] {
            let at = s.hex(unit(id)).expect("on the map");
            if let Some(foe) = foe {
                assert!(s.game_data().board.distance(at, foe) > 1, "{id}");
            }
        }
    }

    #[test]
    fn levy_does_not_storm_formed_pikes() {
        let mut game = position::<Suleiman>(
            r#"start_at = "shock"
leader = "Suleiman"
map = { blank = true }
units = [{ id = "OT-LvI-4", hex = "2114", facing = "N" }, { id = "HU-RI-1", hex = "2014", facing = "S" }]
leaders = [{ id = "Suleiman", hex = "2514" }]"#,
        );
        let told = activation(&mut game);
        assert!(!told.iter().any(|w| matches!(w, What::Declared { .. })), "{told:?}");
    }

    #[test]
    fn an_attack_on_a_broken_flank_is_made() {
        let mut game = position::<Suleiman>(
            r#"start_at = "shock"
leader = "Suleiman"
map = { blank = true }
units = [{ id = "OT-RI-6", hex = "2114", facing = "N" }, { id = "HU-LC-1", hex = "2014", facing = "N", state = "disordered" }]
leaders = [{ id = "Suleiman", hex = "2514" }]"#,
        );
        let told = activation(&mut game);
        assert!(told.iter().any(|w| matches!(w, What::Struck { .. })), "{told:?}");
    }

    #[test]
    fn archers_and_muskets_use_their_reaction_fire() {
        let mut game = position::<Suleiman>(
            r#"start_at = "shock"
leader = "Suleiman"
map = { blank = true }
units = [{ id = "OT-HC-1", hex = "2214", facing = "N" }, { id = "HU-RI-1", hex = "2014", facing = "S" }]
leaders = [{ id = "Suleiman", hex = "2514" }]"#,
        );
        let charge = game.parse("charge OT-HC-1 HU-RI-1").expect("an action");
        let mut dice = Seeded::new(1);
        game.play(Side::Ottoman, charge, &mut dice).expect("legal");
        game.play(Side::Ottoman, Action::Declared, &mut dice).expect("legal");
        let told = activation(&mut game);
        assert!(told.iter().any(|w| matches!(w, What::Fired { .. })), "{told:?}");
    }
}

mod zivido {
    use super::*;
    use casus_belli::marignan::{Condition, Phase, Side, State, UnitId, What};

    /// Open ground, without the places of 8.1 nearby, and the ratings on which the answers depend.
    const FIELD: &str = r#"
counters = [
  { id = "I-Pike-1", front = { morale = 10, melee = 8, ma = 5 }, back = { morale = 8, melee = 4, ma = 5 } },
  { id = "I-Pike-2", front = { morale = 10, melee = 8, ma = 5 }, back = { morale = 8, melee = 4, ma = 5 } },
  { id = "I-Pike-3", front = { morale = 10, melee = 8, ma = 5 }, back = { morale = 8, melee = 4, ma = 5 } },
  { id = "Bourbon-Lan-1", front = { morale = 8, melee = 7, ma = 5 }, back = { morale = 6, melee = 4, ma = 5 } },
  { id = "Bourbon-Lan-2", front = { morale = 8, melee = 7, ma = 5 }, back = { morale = 6, melee = 4, ma = 5 } },
  { id = "Guise-Lan-1", front = { morale = 9, melee = 7, ma = 5 }, back = { morale = 7, melee = 4, ma = 6 } },
  { id = "Guise-Lan-2", front = { morale = 9, melee = 7, ma = 5 }, back = { morale = 7, melee = 4, ma = 6 } },
  { id = "King-Gen-1", front = { morale = 9, melee = 8, ma = 7 }, back = { morale = 7, melee = 5, ma = 7 } },
  { id = "King-Gen-2", front = { morale = 9, melee = 8, ma = 7 }, back = { morale = 7, melee = 5, ma = 7 } },
]
"#;
    const OPEN: &str = r#"
map = { blank = true }
places = { hexes = "0128" }
"#;
    const ROAD: &str = r#"
map = { blank = true, roads = [["1216", "1215", "1214", "1213", "1212", "1211", "1210", "1209", "1208", "1207", "1206"]] }
places = { hexes = "0128" }
"#;

    fn field(ground: &str, text: &str) -> Match<Marignan> {
        position(&[text, ground, FIELD].join("\n"))
    }

    /// Plays the phase to its end.
    fn phase(game: &mut Match<Marignan>) -> Vec<What> {
        let now = game.state().phase();
        let told = play_on(game, |s, _| s.phase() == now);
        told.into_iter().map(|e| e.what).collect()
    }

    fn unit(s: &State, id: &str) -> UnitId {
        s.game_data().roster.unit(id).expect("a unit")
    }

    /// The hex of a unit; `None` when it is gone.
    fn place(game: &Match<Marignan>, id: &str) -> Option<String> {
        let s = game.state();
        s.hex(unit(s, id)).map(|h| s.game_data().board.label(h))
    }

    /// The distance of a unit from the nearest enemy unit.
    fn gap(game: &Match<Marignan>, id: &str) -> u32 {
        let s = game.state();
        let hex = s.hex(unit(s, id)).expect("on the map");
        let enemies = s.on_map(s.side(unit(s, id)).enemy());
        let far = enemies.map(|(_, h)| s.game_data().board.distance(hex, h));
        far.min().expect("an enemy")
    }

    /// The hexes fired at, or attacked, in order.
    fn targets(game: &Match<Marignan>, told: &[What]) -> Vec<String> {
        let hexes = told.iter().filter_map(|w| match w {
            What::Fired { hex, .. } | What::Assaulted { hex, .. } => Some(*hex),
            _ => None,
        });
        hexes.map(|h| game.state().game_data().board.label(h)).collect()
    }

    #[test]
    fn swiss_stacks_of_three_enter_and_march_down_the_road() {
        let mut game = position::<Marignan>("start_at = \"command\"\nbase = \"marignan\"");
        let told = play_on(&mut game, |s, _| s.phase() != Some(Phase::Retreat));
        let s = game.state();
        let roster = &s.game_data().roster;
        for corps in ["I", "II", "III"].map(|id| roster.corps(id).expect("a corps")) {
            let mut on_road = 0;
            for u in roster.units_of(corps) {
                let hex = s.hex(u).expect("it has entered");
                assert_eq!(s.units_at(hex).count(), 3, "{}", s.counter(u).id);
                on_road += usize::from(s.on_road(hex));
            }
            assert!(on_road >= 3, "{}: {on_road} on the road", roster[corps].id);
            let leader = roster.commander_of(corps).expect("a commander");
            assert!(s.commander(leader).at.hex().is_some(), "{told:?}");
        }
        let gate = s.game_data().board.parse("1201").expect("a hex");
        let far = |id: &str| {
            let hex = s.hex(unit(s, id)).expect("on the map");
            s.game_data().board.distance(gate, hex)
        };
        assert!(far("I-Pike-1") >= 4, "{}", far("I-Pike-1"));
    }

    #[test]
    fn guns_fire_at_the_dense_column_in_their_arc() {
        let mut game = field(
            OPEN,
            r#"start_at = "defensive-fire"
units = [
  { id = "Genouillac-Art-1", hex = "1212", facing = "N" },
  { id = "I-Pike-1", hex = "1209", facing = "S" },
  { id = "I-Pike-2", hex = "1209" },
  { id = "I-Pike-3", hex = "1209" },
  { id = "I-Pike-4", hex = "1409", facing = "S" },
  { id = "I-Pike-5", hex = "1215", facing = "N" },
  { id = "I-Pike-6", hex = "1207", facing = "S" },
]"#,
        );
        let told = phase(&mut game);
        assert_eq!(targets(&game, &told), ["1209"]);
    }

    #[test]
    fn guns_and_shot_fire_together() {
        let mut game = field(
            OPEN,
            r#"start_at = "defensive-fire"
units = [
  { id = "Genouillac-Art-1", hex = "1212", facing = "N" },
  { id = "Navarro-Gas-1", hex = "1112", facing = "N" },
  { id = "Navarro-Gas-2", hex = "1112" },
  { id = "I-Pike-1", hex = "1211", facing = "S" },
  { id = "I-Pike-2", hex = "1211" },
]"#,
        );
        let told = phase(&mut game);
        let together = |w: &What| matches!(w, What::Fired { firers, .. } if firers.len() == 3);
        assert!(told.iter().any(together), "{told:?}");
    }

    #[test]
    fn cavalry_charges_disordered_pikes_along_the_road() {
        let mut game = field(
            ROAD,
            r#"start_at = "moves"
active = "French"
units = [
  { id = "King-Gen-1", hex = "1216", facing = "N" },
  { id = "King-Gen-2", hex = "1216" },
  { id = "I-Pike-1", hex = "1209", facing = "S", state = "disordered" },
]"#,
        );
        let told = phase(&mut game);
        let charge = |w: &What| matches!(w, What::Charges { .. });
        assert!(told.iter().any(charge), "{told:?}");
    }

    #[test]
    fn cavalry_does_not_throw_itself_on_fresh_pikes_in_hedgehog() {
        let mut game = field(
            ROAD,
            r#"start_at = "moves"
active = "French"
units = [
  { id = "King-Gen-1", hex = "1213", facing = "N" },
  { id = "King-Gen-2", hex = "1213" },
  { id = "I-Pike-1", hex = "1209", facing = "S", hedgehog = true },
  { id = "I-Pike-2", hex = "1209", hedgehog = true },
  { id = "I-Pike-3", hex = "1209", hedgehog = true },
]"#,
        );
        phase(&mut game);
        assert!(gap(&game, "King-Gen-1") > 1 && gap(&game, "King-Gen-2") > 1);
    }

    #[test]
    fn foot_behind_a_work_stays() {
        let mut game = field(
            r#"
map = { blank = true, hexsides = [{ hex = "1212", side = "N", kind = "fortification", inside = "1212" }, { hex = "1212", side = "NE", kind = "fortification", inside = "1212" }] }
places = { hexes = "0128" }
"#,
            r#"start_at = "moves"
active = "French"
units = [
  { id = "Bourbon-Lan-1", hex = "1212", facing = "N" },
  { id = "Bourbon-Lan-2", hex = "1212" },
  { id = "I-Pike-1", hex = "1209", facing = "S" },
  { id = "I-Pike-2", hex = "1209" },
  { id = "I-Pike-3", hex = "1209" },
]"#,
        );
        phase(&mut game);
        for id in ["Bourbon-Lan-1", "Bourbon-Lan-2"] {
            assert_eq!(place(&game, id).as_deref(), Some("1212"), "{id}");
        }
        let s = game.state();
        let ahead = s.unit(unit(s, "Bourbon-Lan-1")).facing;
        assert!(ahead.fronts(s.game_data().board.orientation().dir_named("N").expect("north")));
    }

    #[test]
    fn of_two_hexes_the_weaker_is_attacked() {
        let mut game = field(
            OPEN,
            r#"start_at = "melee"
units = [
  { id = "I-Pike-1", hex = "1210", facing = "S" },
  { id = "Bourbon-Lan-1", hex = "1211", facing = "S" },
  { id = "Bourbon-Lan-2", hex = "1211" },
  { id = "Navarro-Gas-1", hex = "1311", facing = "S", state = "disordered" },
]"#,
        );
        let told = play_on(&mut game, |_, what| what == "melee" || what == "attackers");
        let told: Vec<What> = told.into_iter().map(|e| e.what).collect();
        assert_eq!(targets(&game, &told), ["1311"]);
    }

    #[test]
    fn pikes_in_disorder_stand_off_to_recover() {
        let mut game = field(
            OPEN,
            r#"start_at = "moves"
units = [
  { id = "I-Pike-1", hex = "0510", facing = "S", state = "disordered" },
  { id = "Guise-Lan-1", hex = "0512", facing = "N" },
  { id = "Guise-Lan-2", hex = "0512" },
]"#,
        );
        phase(&mut game);
        assert!(gap(&game, "I-Pike-1") > 1);
    }

    #[test]
    fn horse_in_disorder_stands_off_to_recover() {
        let mut game = field(
            OPEN,
            r#"start_at = "moves"
active = "French"
units = [
  { id = "King-Gen-1", hex = "1212", facing = "N", state = "disordered" },
  { id = "I-Pike-1", hex = "1211", facing = "N" },
  { id = "I-Pike-2", hex = "1211" },
]"#,
        );
        phase(&mut game);
        assert!(gap(&game, "King-Gen-1") > 1);
    }

    #[test]
    fn the_king_stays_out_of_contact() {
        let mut game = field(
            ROAD,
            r#"start_at = "moves"
active = "French"
units = [
  { id = "King-Gen-1", hex = "1212", facing = "N" },
  { id = "King-Gen-2", hex = "1212" },
  { id = "King-Gen-3", hex = "1214", facing = "N" },
  { id = "I-Pike-1", hex = "1211", facing = "S" },
  { id = "I-Pike-2", hex = "1211" },
]
commanders = [{ id = "Francois", hex = "1212" }]"#,
        );
        phase(&mut game);
        let s = game.state();
        let king = s.game_data().roster.commander("Francois").expect("the King");
        let hex = s.commander(king).at.hex().expect("on the map");
        let near = s
            .game_data()
            .board
            .neighbours(hex)
            .any(|(_, h)| s.has_unit(h, Side::Swiss));
        assert!(!near, "{}", s.game_data().board.label(hex));
    }

    #[test]
    fn a_commander_joins_his_corps() {
        let mut game = field(
            OPEN,
            r#"start_at = "moves"
units = [
  { id = "I-Pike-1", hex = "1207", facing = "S", done = ["moved"] },
  { id = "I-Pike-2", hex = "1207", done = ["moved"] },
  { id = "II-Pike-1", hex = "1403", facing = "S", done = ["moved"] },
  { id = "Bourbon-Lan-1", hex = "1224", facing = "N" },
]
commanders = [{ id = "Steiner", hex = "1202" }]"#,
        );
        phase(&mut game);
        let s = game.state();
        let steiner = s.game_data().roster.commander("Steiner").expect("a commander");
        assert_eq!(s.commander(steiner).at.hex(), s.hex(unit(s, "I-Pike-1")));
    }

    #[test]
    fn the_swiss_step_into_a_place_not_yet_taken() {
        let mut game = field(
            "map = { blank = true }\nplaces = { hexes = \"1410\" }",
            r#"start_at = "moves"
units = [
  { id = "I-Pike-1", hex = "1207", facing = "S" },
  { id = "I-Pike-2", hex = "1207" },
  { id = "I-Pike-3", hex = "1207" },
  { id = "Bourbon-Lan-1", hex = "1222", facing = "N" },
]"#,
        );
        let told = phase(&mut game);
        let taken = |w: &What| matches!(w, What::Captured { .. });
        assert!(told.iter().any(taken), "{told:?}");
    }

    #[test]
    fn hedgehogs_come_off_when_no_cavalry_is_near() {
        for (enemy, stays) in [("Bourbon-Lan-1", false), ("King-Gen-1", true)] {
            let text = format!(
                r#"start_at = "moves"
units = [
  {{ id = "I-Pike-1", hex = "1207", facing = "S", hedgehog = true }},
  {{ id = "I-Pike-2", hex = "1207", hedgehog = true }},
  {{ id = "{enemy}", hex = "1209", facing = "N" }},
]"#
            );
            let mut game = field(OPEN, &text);
            phase(&mut game);
            let s = game.state();
            for id in ["I-Pike-1", "I-Pike-2"] {
                assert_eq!(s.hedgehog(unit(s, id)), stays, "{id} before {enemy}");
            }
        }
    }

    #[test]
    fn the_swiss_advance_into_a_hex_that_is_lost() {
        let mut game = field(
            OPEN,
            r#"start_at = "melee"
charts.melee = { columns = ["1/1"], rows = ["1 | - / ****", "2 | - / ****", "3 | - / ****", "4 | - / ****", "5 | - / ****", "6 | - / ****"] }
units = [
  { id = "I-Pike-1", hex = "1210", facing = "S" },
  { id = "I-Pike-2", hex = "1210" },
  { id = "I-Pike-3", hex = "1210" },
  { id = "Bourbon-Lan-1", hex = "1211", facing = "N" },
  { id = "Bourbon-Lan-2", hex = "1220", facing = "N" },
]"#,
        );
        phase(&mut game);
        assert_eq!(place(&game, "Bourbon-Lan-1"), None);
        assert_eq!(place(&game, "I-Pike-1").as_deref(), Some("1211"));
        let s = game.state();
        assert_eq!(s.unit(unit(s, "I-Pike-1")).condition, Condition::Order);
    }

    #[test]
    fn the_seed_of_its_own_changes_nothing_where_nothing_is_hidden() {
        let mut state = Marignan::begin(&opening::<Marignan>()).expect("the printed set-up");
        let mut pairs = [1, 2].map(|seed| [0, 1].map(|n| Steady::<Marignan>::new(seed + 2 * n)));
        let mut dice = Seeded::new(11);
        for n in 0..800 {
            let Turn::Decide { side, .. } = Marignan::turn(&state) else {
                break;
            };
            let mut list = Vec::new();
            Marignan::actions(&state, &mut list);
            let seat = Seat::new(&state, side, &list);
            let [a, b] = pairs.each_mut().map(|pair| pair[side.index()].choose(seat));
            assert_eq!(list[a], list[b], "decision {n}");
            Marignan::apply(&mut state, &list[a], &mut dice, &mut Log::off());
        }
    }
}

mod italian_wars {
    use super::*;
    use casus_belli::arquebus::{Condition, State, What};
    use casus_belli::core::HexId;

    /// Plays until the current activation has ended.
    fn activation(game: &mut Match<Arquebus>) -> Vec<What> {
        let told = play_on(game, |_, what| !matches!(what, "continuity" | "activate"));
        told.into_iter().map(|e| e.what).collect()
    }

    fn hex(s: &State, id: &str) -> HexId {
        let unit = s.game_data().roster.unit(id).expect("a unit");
        s.hex(unit).expect("on the map")
    }

    #[test]
    fn gendarmes_come_up_and_charge_shot_in_the_open() {
        let mut game = position::<Arquebus>(
            r#"start_at = "activation"
active = ["Nemours"]
map = { blank = true }
units = [{ id = "FR-MM-1", hex = "1019", facing = "N" }, { id = "SP-AQ-1", hex = "1011", facing = "S" }]
leaders = [{ id = "Nemours", hex = "1019" }, { id = "Pizarro", hex = "1006" }]"#,
        );
        let told = activation(&mut game);
        let charge = told.iter().any(|w| matches!(w, What::Declared { charge: true, .. }));
        assert!(charge, "{told:?}");
    }

    #[test]
    fn a_disordered_unit_out_of_reach_stands_and_rallies() {
        let mut game = position::<Arquebus>(
            r#"start_at = "activation"
active = ["Nemours"]
map = { blank = true }
units = [{ id = "FR-MM-1", hex = "1019", facing = "N", state = "disordered" }, { id = "SP-AQ-1", hex = "1010", facing = "S" }]
leaders = [{ id = "Nemours", hex = "1019" }, { id = "Pizarro", hex = "1006" }]"#,
        );
        activation(&mut game);
        let s = game.state();
        let unit = s.game_data().roster.unit("FR-MM-1").expect("a unit");
        assert_eq!(s.unit(unit).condition, Condition::Normal);
    }

    /// A printed battle, opened in an activation of the Spaniards.
    fn behind_the_ditch(battle: &str, more: &str) -> Match<Arquebus> {
        position(&format!("start_at = \"activation\"\ndeployed = true\nactive = [\"{battle}\"]\n{more}"))
    }

    #[test]
    fn the_spanish_foot_keeps_its_ditch_while_nobody_comes() {
        let line = ["SP-SB-1", "SP-SB-2", "SP-SB-3", "SP-AQ-1", "SP-AQ-2"];
        let mut game = behind_the_ditch("Pizarro", "");
        let before = line.map(|id| hex(game.state(), id));
        activation(&mut game);
        assert_eq!(line.map(|id| hex(game.state(), id)), before);
    }

    #[test]
    fn guns_behind_the_ditch_fire_at_who_comes_and_are_not_left_alone() {
        let mut game = behind_the_ditch("Navarro", "units = [{ id = \"FR-PK-1\", hex = \"1513\" }]");
        let told = activation(&mut game);
        let s = game.state();
        let gun = |w: &What| matches!(w, What::Fired { firer, .. } if s.missile(*firer).gun());
        assert!(told.iter().any(gun), "{told:?}");
        for id in ["SP-ART-1", "SP-ART-2", "SP-ART-3"] {
            let gun = s.game_data().roster.unit(id).expect("a unit");
            assert!(s.beside(gun).next().is_some(), "{id}");
        }
    }
}

mod hussite_wars {
    use super::*;
    use casus_belli::blind_faith::{Side, What};

    /// Plays until the current Campaign Phase has ended.
    fn phase(game: &mut Match<BlindFaith>, side: Side) -> Vec<What> {
        let told = play_on(game, |s, _| s.phasing() == Some(side));
        told.into_iter().map(|e| e.what).collect()
    }

    #[test]
    fn wagons_take_an_empty_place_that_wins_the_war() {
        let mut game = position::<BlindFaith>(
            r#"start_at = "campaign"
side = "Hussite"
units = [{ id = "Wagon-1", hex = "1419" }, { id = "Tabor-Levy-1", hex = "2116" }, { id = "Tabor-Levy-2", hex = "2124" }, { id = "Prague-Levy-1", hex = "1514" }, { id = "Buda-Foot", hex = "4229" }]"#,
        );
        phase(&mut game, Side::Hussite);
        let s = game.state();
        let at = |id| s.hex(s.game_data().roster.unit(id).expect("a unit"));
        assert_eq!(at("Wagon-1"), s.game_data().board.parse("1418").ok());
        assert_eq!(at("Tabor-Levy-1"), s.game_data().board.parse("2116").ok());
        assert_eq!(at("Tabor-Levy-2"), s.game_data().board.parse("2124").ok());
    }

    #[test]
    fn a_knight_does_not_ride_at_three_wagons() {
        let mut game = position::<BlindFaith>(
            r#"start_at = "campaign"
side = "Imperial"
units = [{ id = "Wagon-1", hex = "2020" }, { id = "Wagon-2", hex = "2020" }, { id = "Tabor-Wagon-1", hex = "2020" }, { id = "Hanus-Kolowrat", hex = "2116" }]"#,
        );
        let told = phase(&mut game, Side::Imperial);
        assert!(!told.iter().any(|w| matches!(w, What::FieldBattle { .. })), "{told:?}");
    }
}
