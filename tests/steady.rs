//! The steady agent: that it sees no more than its side may, and that what it does is what a soldier would do.

use casus_belli::core::{
    Agent, Dice, Game, Log, Match, Outcome, Random, Seat, Seeded, Sided, Steady, Turn, playout,
};
use casus_belli::suleiman::{Action, Condition, Setup, Side, Suleiman, What};

fn position(text: &str) -> Match<Suleiman> {
    let setup: Setup = toml::from_str(text).expect("a set-up");
    Match::new(setup).expect("a sound set-up")
}

/// Plays on with steady agents on both sides until the activation that is open has ended, and tells what happened.
fn activation(game: &mut Match<Suleiman>) -> Vec<What> {
    let mut agents = [0, 1].map(Steady::<Suleiman>::new);
    let mut dice = Seeded::new(7);
    let mut told = Vec::new();
    while let Turn::Decide { side, what, .. } = game.turn() {
        if matches!(what, "continuity" | "activate") {
            break;
        }
        let list = game.actions();
        let seat = Seat::new(game.state(), side, &list);
        let choice = agents[side.index()].choose(seat);
        let played = game
            .play(side, list[choice], &mut dice)
            .expect("it is listed");
        told.extend(played.events.into_iter().map(|e| e.what));
    }
    told
}

/// The winner of a battle between a steady agent on one side and a random one on the other.
fn duel(steady: Side, seed: u64) -> Option<Outcome<Side>> {
    let mut state = Suleiman::begin(&Setup::default()).expect("the printed set-up is sound");
    let (mut a, mut b) = (Steady::<Suleiman>::new(seed), Random::new(seed));
    let mut chairs: Vec<&mut dyn Agent<Suleiman>> = vec![&mut a, &mut b];
    if steady == Side::Ottoman {
        chairs.reverse();
    }
    let play = playout::<Suleiman>(&mut state, &mut chairs, &mut Seeded::new(seed), 100_000);
    play.outcome.map(|(outcome, _)| outcome)
}

#[test]
fn it_beats_a_random_player_with_either_army() {
    for side in Side::ALL {
        let won = (1..=5).filter(|&seed| duel(*side, seed) == Some(Outcome::Win(*side)));
        assert_eq!(won.count(), 5, "{}", side.word());
    }
}

#[test]
fn it_chooses_alike_in_all_states_that_its_side_cannot_tell_apart() {
    let mut state = Suleiman::begin(&Setup::default()).expect("the printed set-up is sound");
    let mut agents = [0, 1].map(Steady::<Suleiman>::new);
    let mut dice = Seeded::new(3);
    let mut log = Log::off();
    let (mut compared, mut differed) = (0, 0);
    for n in 0..1500 {
        let Turn::Decide { side, .. } = Suleiman::turn(&state) else {
            break;
        };
        let mut list = Vec::new();
        Suleiman::actions(&state, &mut list);
        let twin = agents[side.index()].clone();
        let choice = agents[side.index()].choose(Seat::new(&state, side, &list));
        for salt in 0..2 {
            let other = Suleiman::deal_anew(
                &state,
                side,
                &mut Seeded::new(n).fork(salt) as &mut dyn Dice,
            );
            differed += usize::from(other != state);
            compared += 1;
            let again = twin.clone().choose(Seat::new(&other, side, &list));
            assert_eq!(list[choice], list[again], "decision {n} of {side:?}");
        }
        Suleiman::apply(&mut state, &list[choice], &mut dice, &mut log);
    }
    assert!(compared > 1000 && differed > 100, "{compared} {differed}");
}

const HEAVY_HORSE: &str = r#"doorway = "activation"
leader = "Tomori"
map = { blank = true }
units = [{ id = "HU-HC-1", hex = "1714", facing = "S" }, { id = "OT-MC-5", hex = "2214", facing = "N", state = "disordered" }]
leaders = [{ id = "Tomori", hex = "1714" }]"#;

#[test]
fn heavy_horse_comes_up_and_charges_from_two_or_three_hexes() {
    let mut game = position(HEAVY_HORSE);
    let told = activation(&mut game);
    let charge = told
        .iter()
        .any(|w| matches!(w, What::Declared { charge: true, .. }));
    assert!(charge, "{told:?}");
}

#[test]
fn a_disordered_unit_beside_the_enemy_steps_back() {
    let mut game = position(
        r#"doorway = "activation"
leader = "Tomori"
map = { blank = true }
units = [{ id = "HU-HC-1", hex = "2014", facing = "S", state = "disordered" }, { id = "OT-RI-6", hex = "2114", facing = "N" }]
leaders = [{ id = "Tomori", hex = "1713" }]"#,
    );
    let told = activation(&mut game);
    let s = game.state();
    let roster = &s.kit().roster;
    let hex = |id| s.hex(roster.unit(id).expect("a unit")).expect("on the map");
    assert!(
        s.kit().board.distance(hex("HU-HC-1"), hex("OT-RI-6")) > 1,
        "{told:?}"
    );
}

#[test]
fn a_disordered_unit_out_of_reach_stands_and_rallies() {
    let mut game = position(
        r#"doorway = "activation"
leader = "Tomori"
map = { blank = true }
units = [{ id = "HU-HC-1", hex = "1714", facing = "S", state = "disordered" }, { id = "OT-HC-1", hex = "2314", facing = "N" }]
leaders = [{ id = "Tomori", hex = "1714" }]"#,
    );
    activation(&mut game);
    let s = game.state();
    let unit = s.kit().roster.unit("HU-HC-1").expect("a unit");
    assert_eq!(s.unit(unit).condition, Condition::Normal);
}

#[test]
fn akincis_shoot_and_keep_away_from_heavy_horse() {
    let mut game = position(
        r#"doorway = "activation"
leader = "Ibrahim"
map = { blank = true }
units = [{ id = "OT-AK-1", hex = "2514", facing = "N" }, { id = "OT-AK-2", hex = "2515", facing = "N" }, { id = "HU-HC-1", hex = "2014", facing = "N" }]
leaders = [{ id = "Ibrahim", hex = "2515" }]"#,
    );
    let told = activation(&mut game);
    let s = game.state();
    let unit = |id| s.kit().roster.unit(id).expect("a unit");
    let shot = told.iter().position(|w| matches!(w, What::Fired { .. }));
    let after = &told[shot.expect("a shot")..];
    let rides_on = |w: &What| matches!(w, What::Stepped { .. });
    assert!(after.iter().any(rides_on), "{told:?}");
    let foe = s.hex(unit("HU-HC-1"));
    for id in ["OT-AK-1", "OT-AK-2"] {
        let at = s.hex(unit(id)).expect("on the map");
        if let Some(foe) = foe {
            assert!(s.kit().board.distance(at, foe) > 1, "{id}");
        }
    }
}

#[test]
fn levy_does_not_storm_formed_pikes() {
    let mut game = position(
        r#"doorway = "shock"
leader = "Suleiman"
map = { blank = true }
units = [{ id = "OT-LvI-4", hex = "2114", facing = "N" }, { id = "HU-RI-1", hex = "2014", facing = "S" }]
leaders = [{ id = "Suleiman", hex = "2514" }]"#,
    );
    let told = activation(&mut game);
    assert!(
        !told.iter().any(|w| matches!(w, What::Declared { .. })),
        "{told:?}"
    );
}

#[test]
fn an_attack_on_a_broken_flank_is_made() {
    let mut game = position(
        r#"doorway = "shock"
leader = "Suleiman"
map = { blank = true }
units = [{ id = "OT-RI-6", hex = "2114", facing = "N" }, { id = "HU-LC-1", hex = "2014", facing = "N", state = "disordered" }]
leaders = [{ id = "Suleiman", hex = "2514" }]"#,
    );
    let told = activation(&mut game);
    assert!(
        told.iter().any(|w| matches!(w, What::Struck { .. })),
        "{told:?}"
    );
}

#[test]
fn archers_and_muskets_use_their_reaction_fire() {
    let mut game = position(
        r#"doorway = "shock"
leader = "Suleiman"
map = { blank = true }
units = [{ id = "OT-HC-1", hex = "2214", facing = "N" }, { id = "HU-RI-1", hex = "2014", facing = "S" }]
leaders = [{ id = "Suleiman", hex = "2514" }]"#,
    );
    let charge = game.parse("charge OT-HC-1 HU-RI-1").expect("an action");
    let mut dice = Seeded::new(1);
    game.play(Side::Ottoman, charge, &mut dice).expect("legal");
    game.play(Side::Ottoman, Action::Declared, &mut dice)
        .expect("legal");
    let told = activation(&mut game);
    assert!(
        told.iter().any(|w| matches!(w, What::Fired { .. })),
        "{told:?}"
    );
}

#[test]
fn a_choice_once_made_is_not_made_again_unasked() {
    // Decisions that belong to no longer plan: an agent that has played so far chooses as one that sits down now.
    let alone = [
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
    let mut state = Suleiman::begin(&Setup::default()).expect("the printed set-up is sound");
    let mut agents = [0, 1].map(Steady::<Suleiman>::new);
    let mut dice = Seeded::new(5);
    let mut compared = 0;
    while let Turn::Decide { side, what, .. } = Suleiman::turn(&state) {
        let mut list = Vec::new();
        Suleiman::actions(&state, &mut list);
        let seat = Seat::new(&state, side, &list);
        let choice = agents[side.index()].choose(seat);
        if alone.contains(&what) && list.len() > 1 {
            let fresh = Steady::<Suleiman>::new(9).choose(seat);
            assert_eq!(list[choice], list[fresh], "{what} of {side:?}");
            compared += 1;
        }
        Suleiman::apply(&mut state, &list[choice], &mut dice, &mut Log::off());
    }
    assert!(compared > 100, "{compared}");
}
