//! Matches, saves, agents, odds, catalogue.
use crate::game::{Action, Side, Toy, setup};
use casus_core::play::ReadFault;
use casus_core::{Agent, Playout, *};
use casus_draw::{Draw as _, Terminal};
use casus_protocol::MatchSession;

fn open() -> Match<Toy> {
    Match::new(setup()).unwrap()
}
fn play(m: &mut Match<Toy>, by: Side, a: Action, faces: &[u8]) -> Played<crate::game::Event> {
    m.play_faces(by, a, faces).unwrap()
}

#[test]
fn illegal_leaves_the_match_alone() {
    let mut m = open();
    let before = m.state().clone();
    let e = m.play_faces(Side::Red, Action::Attack, &[]).unwrap_err();
    let PlayError::Refused(r) = e else { panic!() };
    assert!(r.cites("3.1"));
    let told = m.explain(&r);
    assert!(told.starts_with("Red: ") && told.contains("(3.1)"), "{told}");
    assert!(matches!(m.play_faces(Side::Blue, Action::March, &[]), Err(PlayError::Refused(_))));
    assert_eq!(m.state(), &before);
    assert!(m.journal().is_empty());
    assert_eq!(m.scene(None).text(&Terminal::default()), Toy::scene(m.state(), None).text(&Terminal::default()));
    assert_eq!(m.view(None), Toy::view(m.state(), None));
}

struct Wild;
impl Dice for Wild {
    fn throw(&mut self, _: Throw, _: &dyn Fn(u8) -> u16) -> u8 {
        77
    }
}

#[test]
fn dice_that_cannot_answer_leave_the_match_alone() {
    let mut m = open();
    let before = m.clone();
    let Err(PlayError::MissingFace(throw)) = m.play_faces(Side::Red, Action::Draw, &[]) else {
        panic!()
    };
    assert_eq!((throw.what, throw.die), ("card", Die::Draw(4)));
    assert!(matches!(m.play_faces(Side::Red, Action::Draw, &[4]), Err(PlayError::OffTheDie { face: 4, .. })));
    assert!(matches!(m.play_faces(Side::Red, Action::Draw, &[1, 1]), Err(PlayError::Unused { unused: 1 })));
    // Dice of somebody else's making that fall off the die.
    assert!(matches!(m.play(Side::Red, Action::Draw, &mut Wild), Err(PlayError::OffTheDie { face: 77, .. })));
    // A script handed in directly, or behind a recorder, is heard too.
    assert!(matches!(m.play(Side::Red, Action::Draw, &mut Scripted::new(&[])), Err(PlayError::MissingFace(_))));
    let mut script = Scripted::new(&[]);
    assert!(matches!(
        m.play(Side::Red, Action::Draw, &mut Recorded::new(&mut script)),
        Err(PlayError::MissingFace(_))
    ));
    assert_eq!(m.state(), before.state());
    assert_eq!(m.journal(), before.journal());
    // The second throw of an action is wanted as well as the first.
    for _ in 0..2 {
        play(&mut m, Side::Red, Action::March, &[]);
    }
    play(&mut m, Side::Red, Action::Pass, &[]);
    play(&mut m, Side::Blue, Action::March, &[]);
    play(&mut m, Side::Blue, Action::Attack, &[]);
    let before = m.clone();
    let Err(PlayError::MissingFace(t)) = m.play_faces(Side::Red, Action::Stand, &[9]) else {
        panic!()
    };
    assert_eq!(t.what, "morale");
    assert_eq!(m.state(), before.state());
    assert_eq!(play(&mut m, Side::Red, Action::Stand, &[9, 6]).faces, [9, 6]);
}

#[test]
fn undo_stops_at_a_throw_and_at_a_reveal() {
    let mut m = open();
    assert_eq!(m.can_undo(), Err(NoUndo::Nothing));
    let first = m.state().clone();
    play(&mut m, Side::Red, Action::March, &[]);
    play(&mut m, Side::Red, Action::Pass, &[]);
    m.undo().unwrap();
    m.undo().unwrap();
    assert_eq!(m.state(), &first);
    play(&mut m, Side::Red, Action::Draw, &[3]);
    assert!(matches!(m.undo(), Err(NoUndo::DiceRolled(t)) if t.cite.text() == "2.2"));
    play(&mut m, Side::Blue, Action::March, &[]);
    m.undo().unwrap();
    assert!(matches!(m.can_undo(), Err(NoUndo::DiceRolled(_))));
    play(&mut m, Side::Blue, Action::Pass, &[]);
    play(&mut m, Side::Red, Action::Show, &[]);
    assert_eq!(m.can_undo(), Err(NoUndo::Revealed));
    m.offer_draw(Side::Red).unwrap();
    assert_eq!(m.can_undo(), Err(NoUndo::Act));
}

#[test]
fn acts_of_the_match() {
    let mut m = open();
    assert_eq!(m.accept_draw(Side::Red), Err(MatchActError::NoOffer));
    assert_eq!(m.decline_draw(Side::Red), Err(MatchActError::NoOffer));
    m.offer_draw(Side::Red).unwrap();
    assert_eq!(m.accept_draw(Side::Red), Err(MatchActError::Already));
    m.decline_draw(Side::Blue).unwrap();
    m.offer_draw(Side::Blue).unwrap();
    m.accept_draw(Side::Red).unwrap();
    let (outcome, cite) = m.outcome().unwrap();
    assert_eq!(outcome, Outcome::Draw);
    assert!(cite.is_library());
    assert_eq!(m.resign(Side::Red), Err(MatchActError::Over));
    assert!(m.actions().is_empty());
    assert_eq!(m.play_faces(Side::Red, Action::March, &[]).unwrap_err(), PlayError::Over);
    let back = Match::<Toy>::load(&m.save()).unwrap();
    assert_eq!(back.outcome(), m.outcome());

    // An offer lapses with the other side's move, and stands again when that is taken back.
    let mut m = open();
    m.offer_draw(Side::Blue).unwrap();
    assert!(m.actions().len() > 1);
    play(&mut m, Side::Red, Action::March, &[]);
    assert_eq!(m.accept_draw(Side::Red), Err(MatchActError::NoOffer));
    m.undo().unwrap();
    assert_eq!(m.draw_offers(), [Side::Blue]);

    let mut m = open();
    m.resign(Side::Red).unwrap();
    assert_eq!(m.outcome().unwrap().0, Outcome::Win(Side::Blue));
}

#[test]
fn forced_decisions_are_played_on_request_only() {
    let mut s = setup();
    (s.camps[0].at, s.camps[1].at) = (2, 2);
    let mut m = Match::<Toy>::new(s).unwrap();
    let mut dice = Seeded::new(1);
    assert_eq!(m.play_forced(&mut dice).unwrap(), None);
    play(&mut m, Side::Red, Action::Attack, &[]);
    // Blue holds no card: to stand is all there is.
    assert_eq!(m.actions(), [Action::Stand]);
    assert!(matches!(m.play_forced(&mut Scripted::new(&[])), Err(PlayError::MissingFace(_))));
    assert!(m.play_forced(&mut Scripted::new(&[1])).unwrap().is_some());
}

#[test]
fn agents_play_matches_and_playouts_alike() {
    let mut ended = 0;
    for seed in 0..200 {
        let (mut red, mut blue) = (Random::new(seed), Random::new(seed + 1000));
        let mut m = open();
        let ran = m.run(&mut [&mut red, &mut blue], &mut Seeded::new(seed), 500).unwrap();
        let mut state = Toy::begin(&setup()).unwrap();
        let (mut red, mut blue) = (Random::new(seed), Random::new(seed + 1000));
        let out: Playout<_> = playout::<Toy>(&mut state, &mut [&mut red, &mut blue], &mut Seeded::new(seed), 500);
        assert_eq!(ran, out);
        assert_eq!(&state, m.state());
        assert!(!out.dead_end());
        ended += usize::from(out.outcome.is_some());
        assert_eq!(out.hit_limit, out.outcome.is_none());
    }
    assert!(ended > 150, "{ended}");
    let mut state = Toy::begin(&setup()).unwrap();
    let out = playout::<Toy>(&mut state, &mut [], &mut Seeded::new(1), 3);
    assert_eq!((out.actions, out.hit_limit), (3, true));
}

/// Looks ahead in dealt states only.
struct Greedy(Seeded);
impl Agent<Toy> for Greedy {
    fn choose(&mut self, seat: Seat<'_, Toy>) -> usize {
        let dealt = seat.sample_state(&mut self.0);
        assert_eq!(Toy::view(&dealt, Some(seat.side())), seat.view());
        seat.listed()
            .iter()
            .position(|a| *a == Action::Attack)
            .unwrap_or(usize::MAX)
    }
}
#[test]
fn an_agent_sees_no_more_than_its_side() {
    let mut m = open();
    let mut g = Greedy(Seeded::new(3));
    m.run(&mut [&mut g], &mut Seeded::new(5), 100).unwrap();
    assert!(!m.journal().is_empty());
}

#[test]
fn picks_shrink_to_the_first_action() {
    let mut p = ScriptedAgent::new(&[7, 65535]);
    assert_eq!((p.pick(5), p.spent()), (2, false));
    assert_eq!((p.pick(2), p.spent()), (1, true));
    assert_eq!((p.pick(9), p.pick(0)), (0, 0));
}

fn battle() -> Match<Toy> {
    let mut s = setup();
    (s.camps[0].at, s.camps[1].at) = (2, 2);
    s.camps[1].card = Some(2);
    Match::new(s).unwrap()
}

#[test]
fn odds_are_exact_and_whole() {
    let m = battle();
    let strength = |s: &<Toy as Game>::State| {
        let v = serde_json::to_value(Toy::view(s, None)).unwrap();
        v["camps"][1]["strength"].as_u64().unwrap()
    };
    let attack = || m.odds(Side::Red, &Action::Attack);
    // Up to the next decision, nothing has been thrown.
    let next = attack().to_next_decision().outcomes(strength).unwrap();
    assert_eq!(next.outcomes, [(3, Ratio::ONE)]);
    // Through Blue's reaction: half stands (10 faces: 4 / 4 / 2), half parries at -2 (6 / 4 / 0).
    let through = attack().outcomes(strength).unwrap();
    assert_eq!(through.of(&3), Ratio::new(1, 2));
    assert_eq!(through.of(&2), Ratio::new(4, 10));
    assert_eq!(through.of(&1), Ratio::new(1, 10));
    assert_eq!(through.unresolved, Ratio::ZERO);
    let raw = attack()
        .budget(Budget::default().separate_faces())
        .outcomes(strength)
        .unwrap();
    assert!(through.agrees(&raw));
    assert!(through.runs < raw.runs);
    // A closure is a policy; `PickPolicy` is one choice.
    let mut parry = PickPolicy(|_: &<Toy as Game>::State, _, listed: &[Action]| {
        listed.iter().position(|a| *a == Action::Parry).unwrap_or(0)
    });
    let o = attack().policy(&mut parry).outcomes(strength);
    assert_eq!(o.unwrap().of(&2), Ratio::new(2, 5));
    assert!(m.odds(Side::Blue, &Action::Attack).outcomes(strength).is_err());
    // After a resignation nothing more can come about, though the state has an open decision.
    let mut ended = m.clone();
    ended.resign(Side::Blue).unwrap();
    assert!(ended.odds(Side::Red, &Action::Attack).outcomes(strength).is_err());
}

#[test]
fn what_is_printed_of_a_seat_a_question_or_a_match_hides_the_enemys_card() {
    let (m, mut other) = (battle(), battle().setup().clone());
    other.camps[1].card = Some(1);
    let other = Match::<Toy>::new(other).unwrap();
    assert_ne!(m.state(), other.state());
    let seat = |m: &Match<Toy>, side| format!("{:?}", Seat::<Toy>::new(m.state(), side, &m.actions()));
    assert_eq!(seat(&m, Side::Red), seat(&other, Side::Red));
    assert_ne!(seat(&m, Side::Blue), seat(&other, Side::Blue));
    assert!(seat(&m, Side::Red).starts_with("Seat { side: Red, view: "), "{}", seat(&m, Side::Red));
    let question = |m: &Match<Toy>| format!("{:?}", m.odds(Side::Red, &Action::Attack));
    assert_eq!(question(&m), question(&other));
    let whole = |m: &Match<Toy>| format!("{m:?} {:?}", MatchSession::over(m.clone(), 1));
    assert_eq!(whole(&m), whole(&other));
    assert!(whole(&m).starts_with("Match { game: \"toy\", turn: Decide { side: Red, "), "{}", whole(&m));
}

type Shares = Vec<(usize, Ratio)>;
type S = <Toy as Game>::State;

#[test]
fn odds_say_what_they_left_out() {
    let m = battle();
    let attack = |policy: &mut dyn Policy<Toy>, runs| {
        m.odds(Side::Red, &Action::Attack)
            .policy(policy)
            .budget(Budget::runs(runs))
            .outcomes(digest)
            .unwrap()
    };
    let short = attack(&mut UniformPolicy, 2);
    assert!(short.why.budget && short.unresolved != Ratio::ZERO);
    let none = attack(&mut UniformPolicy, 0);
    assert_eq!(none.unresolved, Ratio::ONE);
    let sum = |o: &Odds<u64>| o.outcomes.iter().try_fold(o.unresolved, |a, (_, r)| a.plus(*r));
    assert_eq!(sum(&short), Some(Ratio::ONE));
    // A policy that answers half, one that answers twice, one that points beyond the list.
    let half = attack(&mut |_: &S, _, _: &[Action], out: &mut Shares| out.push((0, Ratio::new(1, 2))), 1000);
    assert!(half.why.policy);
    assert_eq!(half.unresolved, Ratio::new(1, 2));
    let twice = attack(
        &mut |_: &S, _, _: &[Action], out: &mut Shares| {
            out.extend([(0, Ratio::ONE), (1, Ratio::ONE)]);
        },
        1000,
    );
    assert!(twice.why.policy);
    assert_eq!(sum(&twice), Some(Ratio::ONE));
    let wild = attack(&mut |_: &S, _, _: &[Action], out: &mut Shares| out.push((99, Ratio::ONE)), 1000);
    assert_eq!(wild.unresolved, Ratio::ONE);
    // Fractions that no longer fit.
    let tiny = attack(
        &mut |_: &S, _, _: &[Action], out: &mut Shares| {
            out.extend([(0, Ratio::new(1, u128::MAX)), (1, Ratio::new(u128::MAX - 1, u128::MAX))]);
        },
        1000,
    );
    assert!(tiny.why.overflow);
    assert_eq!(sum(&tiny), Some(Ratio::ONE));
}

#[test]
fn a_walk_without_end_is_cut_by_its_budget() {
    // Until never: turns follow turns.
    let m = battle();
    let mut first = FirstListed;
    let endless = m.odds(Side::Red, &Action::Pass).policy(&mut first).until(|_| false);
    let o = endless.budget(Budget::runs(5000)).outcomes(digest).unwrap();
    assert!(o.runs <= 5000);
}

#[test]
fn a_walk_stops_when_it_is_told_to() {
    let m = battle();
    let asked = core::cell::Cell::new(0);
    let stop = || {
        asked.set(asked.get() + 1);
        asked.get() > 3
    };
    let walk = |budget: Budget<'_>| {
        m.odds(Side::Red, &Action::Attack)
            .budget(budget)
            .outcomes(digest)
            .unwrap()
    };
    let stopped = walk(Budget::runs(1000).stop_when(&stop));
    assert_eq!((stopped.runs, stopped.why.stopped, stopped.why.budget), (3, true, false));
    let sum = stopped
        .outcomes
        .iter()
        .try_fold(stopped.unresolved, |a, (_, r)| a.plus(*r));
    assert_eq!(
        (sum, stopped.unresolved == Ratio::ZERO),
        (Some(Ratio::ONE), false),
        "what it had reached, and the rest"
    );
    // What is never told to stop is walked to its end.
    let whole = walk(Budget::runs(1000).stop_when(&|| false));
    assert!(whole.agrees(&walk(Budget::runs(1000))) && !whole.why.stopped);
}

#[test]
fn saves_say_what_is_wrong() {
    let mut m = open();
    play(&mut m, Side::Red, Action::March, &[]);
    play(&mut m, Side::Red, Action::Draw, &[3]);
    let text = m.save();
    assert!(text.contains("{\"by\":\"Red\",\"do\":\"draw\",\"faces\":[3]}"));
    let load = |t: &str| Match::<Toy>::load(t).map(drop).unwrap_err();
    assert!(matches!(load("{"), LoadError::NotASave(ReadFault::Syntax { line: 1, .. })));
    assert!(matches!(load(" \n"), LoadError::NotASave(ReadFault::Empty)));
    assert!(matches!(load("[]"), LoadError::NotASave(ReadFault::Syntax { .. })));
    assert!(matches!(load(&text.replace("save 1", "save 2")), LoadError::Format { .. }));
    assert!(matches!(load(&text.replace("\"toy\"", "\"chess\"")), LoadError::Game { .. }));
    assert!(matches!(load(&text.replace("\"strength\":3", "\"strength\":30")), LoadError::Setup(_)));
    let e = load(&text.replace("\"strength\":3", "\"strenght\":3"));
    assert!(e.to_string().contains("strenght"), "{e}");
    let e = load(&text.replace("\"do\":\"march\"", "\"do\":\"attack\""));
    assert!(e.refusals().unwrap().cites("3.1"));
    assert!(e.to_string().starts_with("journal step 1"), "{e}");
    let e = load(&text.replace("[3]", "[9]"));
    assert!(e.to_string().contains("step 2"), "{e}");
    let e = load(&text.replace(",\"faces\":[3]", ""));
    assert!(e.to_string().contains("no face for the roll: card (2.2)"), "{e}");
    let e = load(&text.replace("[3]", "[3,3]"));
    assert!(e.to_string().contains("left over"), "{e}");
    let e = load(&text.replace("[3]", "[2]"));
    assert!(matches!(e, LoadError::State { lines: 2, .. }));
    let e = load(&text.replace("\"by\":\"Red\",\"do\":\"draw\"", "\"by\":\"Green\",\"do\":\"draw\""));
    assert!(e.to_string().contains("Green"), "{e}");
    let rules = hex_digits(Toy::rules_digest(m.state()));
    assert!(matches!(load(&text.replace(&rules, "0123456789abcdef")), LoadError::Rules { .. }));
    // Neither a digest nor anything else is a JSON number beyond 2^53.
    let save = m.to_save();
    let toml = toml::to_string(&save).unwrap();
    let back: Save<crate::game::Setup> = toml::from_str(&toml).unwrap();
    assert_eq!(back, save);
    assert_eq!(Match::<Toy>::from_save(back, &Laws::PRINTED).unwrap().state(), m.state());
    assert_eq!(play::game_of(&text).unwrap(), "toy");
    // Deep nesting is refused, not followed.
    assert!(matches!(load(&"[".repeat(100_000)), LoadError::NotASave(ReadFault::Syntax { .. })));
}

#[test]
fn every_single_byte_of_a_save_may_change() {
    let mut m = open();
    play(&mut m, Side::Red, Action::March, &[]);
    play(&mut m, Side::Red, Action::Draw, &[3]);
    let text = m.save();
    for at in 0..text.len() {
        for b in [b'0', b'9', b'"', b' ', b'x', 0, 0xff] {
            let mut bytes = text.clone().into_bytes();
            bytes[at] = b;
            if let Ok(loaded) = Match::<Toy>::load(&String::from_utf8_lossy(&bytes)) {
                assert_eq!(loaded.state(), m.state());
            }
        }
        assert!(at + 2 >= text.len() || Match::<Toy>::load(&text[..at]).is_err());
    }
}

#[test]
fn catalogue_prints_the_book() {
    let proves = vec!["3.2(1)".to_owned(), "R1".to_owned()];
    let proofs: Vec<catalogue::Proof<'_>> = vec![("parry.toml", &proves)];
    let all = catalogue::print(Toy::CASEBOOK, Some(&proofs), None).unwrap();
    assert!(all.contains("3.2      rule     Reaction  [tests/toy]  1 proof  read by R1"), "{all}");
    assert!(all.contains("9 Cases, 1 ruling; 7 Cases without a proof"), "{all}");
    let one = catalogue::print(Toy::CASEBOOK, Some(&proofs), Some("3.2")).unwrap();
    assert!(one.contains("proved by parry.toml") && one.contains("spends the card"));
    let module = catalogue::print(Toy::CASEBOOK, Some(&proofs), Some("3")).unwrap();
    assert_eq!(module.lines().count(), 3);
    assert!(catalogue::print(Toy::CASEBOOK, Some(&proofs), Some("R1")).is_some());
    assert!(catalogue::print(Toy::CASEBOOK, Some(&proofs), Some("9.9")).is_none());
    assert!(catalogue::unproved_rulings(Toy::CASEBOOK, &proofs).is_empty());
    let without = catalogue::print(Toy::CASEBOOK, None, None).unwrap();
    assert!(without.ends_with("9 Cases, 1 ruling\n") && !without.contains("proof"), "{without}");
}
