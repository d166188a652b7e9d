//! Tests of fire, from the line of sight to the results.

use super::*;
use crate::charts::Toll;
use crate::components::{CANAL, Class, CommanderId, DENSE, FARM, FORTIFICATION, Protection, Side, VILLAGE, behind_bit};
use crate::data::standard;
use crate::event::Event;
use crate::options::Choice;
use crate::rules::fire::aim::could_fire;
use crate::rules::fire::shot::{fire_strength, may_fire};
use crate::setup::tests::{at, field, listed, plain, who};
use crate::state::pieces::{Condition, Whereabouts, Work};
use crate::state::position::State;
use crate::state::turn::Course;
use casus_core::{Dir, HexId, Judge as _, Log, Outcome, PieceSet, Scripted, Shift, SideFacing, Verdict, run};

fn sees(from: &str, to: &str, occupied: &[&str]) -> bool {
    let units: Vec<HexId> = occupied.iter().map(|t| at(t)).collect();
    let seen = standard().sees(at(from), at(to), |h| units.contains(&h));
    let back = standard().sees(at(to), at(from), |h| units.contains(&h));
    assert_eq!(seen, back, "{from} {to}");
    seen
}

#[test]
fn strength_falls_with_range() {
    let gun = |range| fire_strength(Class::Artillery, 8, range);
    assert_eq!([0, 1, 2, 3, 4, 5].map(gun), [None, Some(8), Some(6), Some(4), Some(2), None]);
    let shot = |range| fire_strength(Class::Infantry, 4, range);
    assert_eq!([0, 1, 2, 3].map(shot), [None, Some(4), Some(1), None]);
    // A unit does not fire at a range where it has no strength left.
    assert_eq!(fire_strength(Class::Artillery, 4, 3), None);
    assert_eq!(fire_strength(Class::Infantry, 0, 1), None);
    assert_eq!(fire_strength(Class::Artillery, 255, u32::MAX), None);
}

// No text gives the diagram of the printed example; these are its situations on the map that we have.

#[test]
fn houses_crops_and_units_hide_what_is_behind_them_on_one_level() {
    assert!(sees("1217", "1214", &[]));
    assert!(!sees("1217", "1214", &["1215"]), "a unit hides");
    assert!(!sees("1819", "1817", &[]), "a farm hides");
    assert!(!sees("1419", "1417", &[]), "dense cultivations hide");
    assert!(sees("1419", "1418", &[]) && sees("1418", "1417", &[]), "adjacent hexes see each other");
}

#[test]
fn guns_on_a_height_fire_over_units_but_not_onto_a_hex_right_behind_houses() {
    // The battery at 1513 over Navarro at 1512, as at the start.
    for target in ["1511", "1510", "1509"] {
        assert!(sees("1513", target, &["1512"]), "{target}");
    }
    assert!(!sees("1512", "1510", &["1511"]), "on the plain a unit hides");
    // Zivido, seen from 1713 over its roofs: the hex directly behind it is hidden, the next is not.
    assert!(!sees("1713", "1715", &[]));
    assert!(sees("1713", "1716", &[]));
    assert!(sees("1713", "1714", &[]), "the village itself is seen");
}

#[test]
fn a_line_along_a_hexside_is_blocked_by_either_hex() {
    // From 1206 to 1406 along the side between 1306 and 1307.
    assert!(sees("1206", "1406", &[]));
    assert!(!sees("1206", "1406", &["1306"]) && !sees("1206", "1406", &["1307"]));
}

#[test]
fn elevated_ground_hides_what_is_behind_it() {
    assert!(!sees("1512", "1515", &[]), "the battery's rise");
    assert!(!sees("1020", "1023", &[]), "the King's rise");
}

// ---- the phase ----

fn man(name: &str) -> CommanderId {
    standard().roster.commander(name).unwrap()
}

impl State {
    fn actions(&self) -> Vec<Action> {
        listed(self)
    }
    /// Returns the Cases that forbid a shot.
    fn why_not(&self, name: &str, hex: &str) -> Vec<String> {
        let mode = Mode::of(self).unwrap();
        match could_fire(self, who(name), at(hex), mode) {
            Ok(()) => Vec::new(),
            Err(r) => r.iter().map(|r| r.cite.to_string()).collect(),
        }
    }
}

const OPEN: [&str; 0] = [];

/// A gun and two units of Gascons two hexes north of Swiss arquebusiers in dense cultivations.
fn example() -> State {
    let mut game_data = plain();
    game_data.board.set_terrain(at("1210"), DENSE);
    field(game_data, Side::Swiss, Course::DefensiveFire)
        .with("Arq-1", "1210", "N")
        .with("Genouillac-Art-1", "1208", "S")
        .with("Navarro-Gas-1", "1208", "S")
        .with("Navarro-Gas-2", "1109", "S")
        .with("Navarro-Gas-3", "1109", "S")
}

#[test]
fn the_printed_shot_falls_as_told() {
    let mut s = example();
    let target = at("1210");
    assert_eq!(s.actions(), [Action::Aim(target), Action::Done]);
    s.played(&[Action::Aim(target)], &[]);
    let units = ["Genouillac-Art-1", "Navarro-Gas-1", "Navarro-Gas-2"].map(who);
    let f = forecast(&s, target, units.iter().map(|u| u.0).collect()).unwrap();
    assert_eq!((f.strength.total, f.modifiers.total), (8, -2));
    assert_eq!((&*f.from, &*f.column), ("8-9", "6-7"));
    let shot: Vec<Action> = units.into_iter().map(Action::Fire).collect();
    s.played(&shot, &[]);
    // The arquebusiers fail their test: they are disordered, and the army loses a point.
    let events = s.played(&[Action::Loose], &[4, 12]);
    let told: Vec<String> = events.iter().map(|e| e.cite.to_string()).collect();
    assert_eq!(told[..2], ["12.4", "12.4"]);
    let What::Fired { reading, result, .. } = &events[0].what else {
        panic!("{events:?}");
    };
    assert_eq!((reading.die, reading.row, result.to_string()), (4, 4, "T".to_owned()));
    assert_eq!(s.unit(who("Arq-1")).condition, Condition::Disordered);
    assert_eq!(s.swiss_morale, 39);
    assert!(units.iter().all(|&u| s.unit(u).marks.has(Marks::FIRED)));
    // One unit has not fired yet; after it the phase is over.
    assert_eq!(s.actions(), [Action::Aim(target), Action::Done]);
    let next = s.clone().marked("Navarro-Gas-3", Marks::FIRED);
    let shot = |s: &State| s.actions().contains(&Action::Aim(target));
    assert!(shot(&s) && !shot(&next));
}

#[test]
fn who_may_fire_at_what() {
    let base = || field(plain(), Side::Swiss, Course::DefensiveFire).with("I-Pike-1", "1210", "S");
    let gascon = |hex, facing| base().with("Navarro-Gas-1", hex, facing);
    let gun = |hex, facing| base().with("Genouillac-Art-1", hex, facing);
    assert_eq!(gascon("1208", "S").why_not("Navarro-Gas-1", "1210"), OPEN);
    assert_eq!(gascon("1207", "S").why_not("Navarro-Gas-1", "1210"), ["12.1"]);
    assert_eq!(gun("1206", "S").why_not("Genouillac-Art-1", "1210"), OPEN);
    assert_eq!(gun("1205", "S").why_not("Genouillac-Art-1", "1210"), ["12.1"]);
    // The arc: directly in front, on its edge, and behind.
    for (facing, want) in [("S", true), ("SE", true), ("SW", true), ("NE", false), ("N", false)] {
        let s = gascon("1208", facing);
        assert_eq!(may_fire(&s, who("Navarro-Gas-1"), at("1210"), Mode::Defensive), want);
    }
    // Line of sight with friendly and enemy units in the way; adjacent hexes are seen.
    let s = gascon("1208", "S").with("Navarro-Gas-2", "1209", "S");
    assert_eq!(s.why_not("Navarro-Gas-1", "1210"), ["12.2 [R52]"]);
    assert_eq!(s.why_not("Navarro-Gas-2", "1210"), OPEN);
    // Commanders, friendly units and empty hexes are no targets.
    assert_eq!(s.why_not("Navarro-Gas-2", "1208"), ["3.2 [R54]", "12.0"]);
    let s = gascon("1208", "S").led("Bayard", "1209");
    assert_eq!(s.why_not("Navarro-Gas-1", "1209"), ["12.0 [R99]"]);
    // Units that cannot fire at all.
    let s = base().with("Bayard-Gen-1", "1209", "S");
    assert_eq!(s.why_not("Bayard-Gen-1", "1210"), ["12.0"]);
    for (s, want) in [
        (gascon("1209", "S").made("Navarro-Gas-1", Condition::Routed), "12.3"),
        (gascon("1209", "S").marked("Navarro-Gas-1", Marks::HEDGEHOG), "12.3"),
        (gascon("1209", "S").marked("Navarro-Gas-1", Marks::FIRED), "12.3"),
    ] {
        assert_eq!(s.why_not("Navarro-Gas-1", "1210"), [want]);
    }
    let s = gascon("1209", "S").with("Arq-1", "1209", "N");
    let offensive = could_fire(&s, who("Navarro-Gas-1"), at("1210"), Mode::Offensive);
    assert!(offensive.unwrap_err().cites("2.1"));
}

#[test]
fn out_of_command_only_what_is_in_its_zoc_and_only_in_defence() {
    let s = |course, hex| {
        field(plain(), Side::Swiss, course)
            .with("I-Pike-1", "1210", "S")
            .with("Navarro-Gas-1", hex, "S")
            .marked("Navarro-Gas-1", Marks::OUT_OF_COMMAND)
    };
    assert_eq!(s(Course::DefensiveFire, "1209").why_not("Navarro-Gas-1", "1210"), OPEN);
    let far = s(Course::DefensiveFire, "1208");
    assert_eq!(far.why_not("Navarro-Gas-1", "1210"), ["6.2"]);
    let mut ours = s(Course::OffensiveFire, "1209");
    ours.active = Side::French;
    assert_eq!(ours.why_not("Navarro-Gas-1", "1210"), ["6.2"]);
}

#[test]
fn arquebusiers_beside_a_hedgehog_fire_by_their_own_facing_or_not_at_all() {
    let mut s = field(plain(), Side::Swiss, Course::OffensiveFire)
        .with("Navarro-Gas-1", "1210", "N")
        .with("I-Pike-1", "1208", "S")
        .with("Arq-1", "1208", "S")
        .marked("I-Pike-1", Marks::HEDGEHOG);
    assert_eq!(s.why_not("Arq-1", "1210"), OPEN);
    s.options = s.options.with(Choice::R51);
    assert_eq!(s.why_not("Arq-1", "1210"), ["9.4 [R51]"]);
}

#[test]
fn whose_zoc_it_is_in_comes_first_if_it_may_be_fired_at() {
    let base = || {
        field(plain(), Side::Swiss, Course::DefensiveFire)
            .with("Navarro-Gas-1", "1208", "S")
            .with("I-Pike-1", "1210", "S")
            .with("I-Pike-2", "1109", "S")
    };
    // The adjacent pikes face away, so the choice is free.
    assert_eq!(base().why_not("Navarro-Gas-1", "1210"), OPEN);
    // They face it.
    let s = base().with("I-Pike-2", "1109", "N");
    assert!(s.in_zoc(at("1208"), Side::Swiss));
    assert_eq!(s.why_not("Navarro-Gas-1", "1210"), ["12.3 [R55]"]);
    assert_eq!(s.why_not("Navarro-Gas-1", "1109"), OPEN);
    assert_eq!(s.actions(), [Action::Aim(at("1109")), Action::Done]);
    // They are behind it and out of its arc, so the choice is free again.
    let s = base().with("I-Pike-2", "1207", "S");
    assert!(s.in_zoc(at("1208"), Side::Swiss));
    assert_eq!(s.why_not("Navarro-Gas-1", "1210"), OPEN);
}

#[test]
fn strength_tells_where_it_comes_from() {
    let s = example();
    let all = ["Genouillac-Art-1", "Navarro-Gas-1"].map(|n| who(n).0);
    let f = forecast(&s, at("1210"), all.into_iter().collect()).unwrap();
    let mut lines: Vec<(i32, String)> = (f.strength.lines.iter())
        .map(|l| (l.value, l.cite.to_string()))
        .collect();
    lines.sort();
    let want = [(-3, "12.1"), (-2, "12.1"), (4, "1.1"), (8, "1.1")];
    assert_eq!(lines, want.map(|(n, c)| (n, c.to_owned())));
    assert_eq!(f.strength.total, 7);
    assert_eq!(forecast(&s, at("1210"), PieceSet::EMPTY), None);
    assert_eq!(forecast(&s, at("1210"), PieceSet::one(255)), None);
    assert_eq!(forecast(&s, at("1210"), PieceSet::one(s.units.len() as u8)), None);
    assert_eq!(forecast(&s, at("1210"), PieceSet::one(who("I-Pike-1").0)), None);
}

/// Gascons as a target.
const FEEBLE: (&str, i32) = ("feeble protection", 1);

/// The values of the modifiers of a shot by their labels.
fn modifiers(s: &State, target: &str, units: &[&str]) -> Vec<(&'static str, i32)> {
    let firers = units.iter().map(|n| who(n).0).collect();
    let f = forecast(s, at(target), firers).unwrap();
    assert_eq!(f.modifiers.shift, Some(Shift::of(f.modifiers.total)));
    f.modifiers.lines.iter().map(|l| (l.label, l.value)).collect()
}

#[test]
fn the_fire_bonus_wants_all_firers_with_their_own_commander() {
    let bonus = ("the fire bonus of their commander", 1);
    let base = || field(plain(), Side::Swiss, Course::DefensiveFire).with("I-Pike-1", "1210", "S");
    let s = base()
        .with("Navarro-Gas-1", "1209", "S")
        .with("Navarro-Gas-2", "1209", "S")
        .led("Navarro", "1209");
    let both = ["Navarro-Gas-1", "Navarro-Gas-2"];
    assert_eq!(modifiers(&s, "1210", &both), [bonus]);
    assert_eq!(modifiers(&s, "1210", &both[..1]), [bonus]);
    // From another hex, with a unit of another corps, and without the commander.
    let apart = s.clone().with("Navarro-Gas-2", "1109", "SE");
    assert_eq!(modifiers(&apart, "1210", &both), []);
    let s = s.with("Genouillac-Art-1", "1209", "S");
    assert_eq!(modifiers(&s, "1210", &[both[0], "Genouillac-Art-1"]), []);
    assert_eq!(modifiers(&s.led("Navarro", "1208"), "1210", &both), []);
    let mut s = base().with("Navarro-Gas-1", "1209", "S").led("Navarro", "1209");
    s.corps[0].leader = None;
    s.corps.iter_mut().for_each(|c| c.leader = None);
    assert_eq!(modifiers(&s, "1210", &both[..1]), [], "he leads no corps");
}

#[test]
fn a_demoralized_unit_in_a_firing_hex_counts_though_it_does_not_fire() {
    let mut s = field(plain(), Side::Swiss, Course::DefensiveFire)
        .with("I-Pike-1", "1210", "S")
        .with("Navarro-Gas-1", "1209", "S")
        .with("Genouillac-Art-1", "1209", "S");
    assert_eq!(modifiers(&s, "1210", &["Navarro-Gas-1"]), []);
    let genouillac = standard().roster.corps("Genouillac").unwrap();
    s.corps_mut(genouillac).morale = 0;
    let want = [("a firing hex holds a unit of a demoralized corps", -2)];
    assert_eq!(modifiers(&s, "1210", &["Navarro-Gas-1"]), want);
    // As a target it has no modifier.
    s.active = Side::French;
    let s = s.with("Arq-1", "1211", "N");
    assert_eq!(modifiers(&s, "1209", &["Arq-1"]), [FEEBLE]);
}

#[test]
fn protection_and_ground() {
    let gendarmes = ["Bayard-Gen-1", "Bayard-Gen-2"];
    assert_eq!(standard().roster[who(gendarmes[0])].protection, Protection::Superior);
    let mut game_data = plain();
    game_data.board.set_terrain(at("1211"), VILLAGE);
    game_data.board.set_terrain(at("1212"), FARM);
    let s = field(game_data, Side::Swiss, Course::OffensiveFire)
        .with("Arq-1", "1209", "S")
        .with(gendarmes[0], "1210", "N");
    assert_eq!(modifiers(&s, "1210", &["Arq-1"]), [("superior protection", -1)]);
    // With other units in the hex, the best protection decides only by the other reading of the ruling.
    let mut mixed = s.with("Navarro-Gas-1", "1210", "N");
    let worse = standard().roster[who("Navarro-Gas-1")].protection;
    assert!(worse < Protection::Superior);
    assert_eq!(modifiers(&mixed, "1210", &["Arq-1"]), []);
    mixed.options = mixed.options.with(Choice::R57);
    assert_eq!(modifiers(&mixed, "1210", &["Arq-1"]), [("superior protection", -1)]);
    let arq = field(plain(), Side::Swiss, Course::DefensiveFire)
        .with("Navarro-Gas-1", "1209", "S")
        .with("Arq-1", "1210", "N");
    let alone = ("Swiss arquebusiers alone", -1);
    assert_eq!(modifiers(&arq, "1210", &["Navarro-Gas-1"]), [alone]);
    let arq = arq.with("I-Pike-1", "1210", "N");
    assert_eq!(modifiers(&arq, "1210", &["Navarro-Gas-1"]), []);
    let houses = mixed.with("Arq-1", "1209", "S").with("Navarro-Gas-2", "1211", "N");
    assert_eq!(modifiers(&houses, "1211", &["Arq-1"]), [FEEBLE, ("a village", -2)]);
    let farm = houses.with("Navarro-Gas-2", "1212", "N");
    assert_eq!(modifiers(&farm, "1212", &["Arq-1"]), [FEEBLE, ("a farm", -4)]);
}

#[test]
fn a_fortification_shelters_from_what_comes_over_it() {
    let wall = [FEEBLE, ("behind a fortification", -2)];
    let north = Dir::ALL
        .into_iter()
        .find(|&d| standard().board.neighbour(at("1210"), d) == Some(at("1209")))
        .unwrap();
    let mut game_data = plain();
    let bits = FORTIFICATION | behind_bit(north);
    game_data.board.set_feature(at("1210"), north, bits, true);
    let s = field(game_data, Side::Swiss, Course::OffensiveFire)
        .with("Navarro-Gas-1", "1210", "N")
        .with("Arq-1", "1208", "S")
        .with("Arq-2", "1212", "N");
    assert_eq!(modifiers(&s, "1210", &["Arq-1"]), wall);
    assert_eq!(modifiers(&s, "1210", &["Arq-2"]), [FEEBLE]);
    // The modifier applies once, if any line crosses the side.
    assert_eq!(modifiers(&s, "1210", &["Arq-1", "Arq-2"]), wall);
    // A unit in front of the fortification has no benefit.
    let s = s.with("Navarro-Gas-1", "1209", "N").with("Arq-2", "1211", "N");
    assert_eq!(modifiers(&s, "1209", &["Arq-2"]), [FEEBLE]);
    // A fortification built at night counts the same; water does not count.
    let mut game_data = plain();
    game_data.board.set_feature(at("1210"), north, CANAL, true);
    let mut s = field(game_data, Side::Swiss, Course::OffensiveFire)
        .with("Navarro-Gas-1", "1210", "N")
        .with("Arq-1", "1208", "S");
    assert_eq!(modifiers(&s, "1210", &["Arq-1"]), [FEEBLE]);
    s.works.push(Work {
        hex: at("1210"),
        side: north,
    });
    assert_eq!(modifiers(&s, "1210", &["Arq-1"]), wall);
}

// ---- stars and commanders ----

/// Puts a shot with this result on the stack, before its results are applied.
fn fallen(mut s: State, target: &str, side: Side, result: &str) -> State {
    s.stack.push(Stage::Shot(Shot {
        target: at(target),
        side,
        mode: Mode::Defensive,
        firers: PieceSet::EMPTY,
        at: ShotAt::Losses,
        result: Toll::named(result).unwrap(),
    }));
    s
}
fn go(s: &mut State, faces: &[u8]) -> Vec<Event> {
    let mut dice = Scripted::new(faces);
    let mut log = Log::new();
    run(&mut Engine::new(s, &mut dice, &mut log));
    assert_eq!((dice.fault(), dice.used()), (None, faces.len()));
    log.events().to_vec()
}

#[test]
fn stars_take_different_units_that_their_owner_names_and_the_others_test() {
    let base = || {
        field(plain(), Side::Swiss, Course::DefensiveFire)
            .with("I-Pike-1", "1210", "N")
            .with("I-Pike-2", "1210", "N")
            .with("Navarro-Gas-1", "1209", "S")
            .marked("Navarro-Gas-1", Marks::FIRED)
    };
    let (one, two) = (who("I-Pike-1"), who("I-Pike-2"));
    let mut s = fallen(base(), "1210", Side::French, "*");
    go(&mut s, &[]);
    assert_eq!(s.actions(), [Action::Lose(one), Action::Lose(two)]);
    // The replacement survives and tests too, in the order the owner chooses.
    s.played(&[Action::Lose(two)], &[]);
    assert!(s.unit(two).replaced && !s.unit(one).replaced);
    assert_eq!(s.actions(), [Action::Test(one), Action::Test(two)]);
    assert_eq!(s.swiss_morale, 40);
    // With as many stars as units, or more, there is no choice.
    for stars in ["**", "***"] {
        let mut s = fallen(base(), "1210", Side::French, stars);
        s.unit_mut(one).replaced = true;
        go(&mut s, &[2]);
        assert!(s.hex(one).is_none() && s.unit(two).replaced, "{stars}");
        assert!(s.struck.is_empty());
        assert_eq!(s.swiss_morale, 38);
    }
}

#[test]
fn desorg_fails_everybody_without_a_throw() {
    let mut s = fallen(
        field(plain(), Side::Swiss, Course::DefensiveFire)
            .with("I-Pike-1", "1210", "N")
            .with("I-Pike-2", "1210", "N")
            .made("I-Pike-2", Condition::Disordered),
        "1210",
        Side::French,
        "D",
    );
    go(&mut s, &[]);
    s.played(&[Action::Test(who("I-Pike-1"))], &[]);
    for name in ["I-Pike-1", "I-Pike-2"] {
        assert_eq!(s.unit(who(name)).condition, Condition::Disordered);
    }
    // One point for each failure, and one for the pikemen who stand where other units would rout.
    assert_eq!(s.swiss_morale, 37);
}

#[test]
fn commanders_are_diced_for_where_a_star_fell() {
    let base = |units: &[&str]| {
        let s = field(plain(), Side::Swiss, Course::OffensiveFire).led("Bayard", "1210");
        let s = (units.iter()).fold(s, |s, u| s.with(u, "1210", "N"));
        s.with("Bayard-Gen-4", "1220", "N")
    };
    let risk = |events: &[Event]| {
        events.iter().find_map(|e| match &e.what {
            What::Risk { ledger, hit, .. } => Some((ledger.total, *hit)),
            _ => None,
        })
    };
    let (one, two) = ("Bayard-Gen-1", "Bayard-Gen-2");
    // A unit is left: 6 hits. The other gendarmes test.
    let mut s = fallen(base(&[one, two]), "1210", Side::Swiss, "*");
    go(&mut s, &[]);
    let events = s.played(&[Action::Lose(who(one))], &[5, 2]);
    assert_eq!(risk(&events), Some((5, false)));
    let mut s = fallen(base(&[one, two]), "1210", Side::Swiss, "*");
    go(&mut s, &[]);
    let events = s.played(&[Action::Lose(who(one))], &[6, 2]);
    assert_eq!(risk(&events), Some((6, true)));
    assert!(s.commander(man("Bayard")).injured);
    // No unit is left: 4 hits. A second hit kills an injured commander.
    let mut s = fallen(base(&[one]), "1210", Side::Swiss, "*");
    assert_eq!(risk(&go(&mut s, &[3])), Some((5, false)));
    let mut s = fallen(base(&[one]), "1210", Side::Swiss, "*");
    s.commander_mut(man("Bayard")).injured = true;
    assert_eq!(risk(&go(&mut s, &[4])), Some((6, true)));
    assert_eq!(s.commander(man("Bayard")).at, Whereabouts::Lost);
    // Without a star there is no die.
    let mut s = fallen(base(&[one]), "1210", Side::Swiss, "T");
    assert_eq!(risk(&go(&mut s, &[2])), None);
}

#[test]
fn the_death_of_the_king_ends_the_battle_before_the_next_die() {
    let s = field(plain(), Side::Swiss, Course::OffensiveFire)
        .with("King-Gen-1", "1210", "N")
        .led("Francois", "1210")
        .led("Bayard", "1210");
    let mut s = fallen(s, "1210", Side::Swiss, "*");
    s.commander_mut(man("Francois")).injured = true;
    assert!(man("Francois") < man("Bayard"));
    go(&mut s, &[6]);
    let won = matches!(s.outcome, Some((Outcome::Win(Side::Swiss), _)));
    assert!(won, "{:?}", s.outcome);
}

// ---- the draft ----

/// Whether these units may fire together: each has another one adjacent or stacked, or there is only one.
fn together(s: &State, units: &[UnitId]) -> bool {
    let near = |a: UnitId, b: UnitId| a != b && s.game_data.board.distance(s.hex(a).unwrap(), s.hex(b).unwrap()) <= 1;
    !units.is_empty() && (units.len() == 1 || (units.iter()).all(|&a| units.iter().any(|&b| near(a, b))))
}

#[test]
fn a_draft_step_is_listed_exactly_if_the_shot_can_still_be_completed() {
    const NAMES: [&str; 7] = [
        "Genouillac-Art-1",
        "Genouillac-Art-2",
        "Genouillac-Art-3",
        "Navarro-Gas-1",
        "Navarro-Gas-2",
        "Navarro-Gas-3",
        "Navarro-Gas-4",
    ];
    let target = at("1210");
    let board = &standard().board;
    let ring: Vec<HexId> = board
        .hexes_within(target, 4)
        .into_iter()
        .filter(|&h| h != target && h.0 % 3 != 1)
        .collect();
    let game_data = plain();
    let mut seed = 1u64;
    let mut next = |n: usize| {
        seed = seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % n
    };
    let (mut drafts, mut refused) = (0, 0);
    for _ in 0..400 {
        let mut s = field(game_data.clone(), Side::Swiss, Course::DefensiveFire).with("I-Pike-1", "1210", "N");
        for name in NAMES {
            let unit = who(name);
            // Facing roughly toward the target, so that most units may fire.
            let hex = ring[next(ring.len())];
            let facing = SideFacing::ALL
                .into_iter()
                .find(|f| f.in_arc(board.hex(hex), board.hex(target)));
            s.unit_mut(unit).facing = facing.unwrap();
            s.put(unit, Whereabouts::Map(hex));
        }
        let able: Vec<UnitId> = NAMES
            .into_iter()
            .map(who)
            .filter(|&u| may_fire(&s, u, target, Mode::Defensive))
            .collect();
        assert_eq!(s.actions().contains(&Action::Aim(target)), !able.is_empty());
        if able.is_empty() {
            continue;
        }
        s.played(&[Action::Aim(target)], &[]);
        let set = |mask: usize| -> Vec<UnitId> {
            (0..able.len())
                .filter(|i| mask >> i & 1 == 1)
                .map(|i| able[i])
                .collect()
        };
        let whole: Vec<bool> = (0..1 << able.len()).map(|m| together(&s, &set(m))).collect();
        let completes = |mask: usize| (0..whole.len()).any(|m| m & mask == mask && whole[m]);
        // Every draft that legal actions can reach.
        let mut open = vec![0usize];
        let mut seen = vec![false; whole.len()];
        while let Some(mask) = open.pop() {
            if core::mem::replace(&mut seen[mask], true) {
                continue;
            }
            drafts += 1;
            let mut at_it = s.clone();
            let Some(Stage::Shot(shot)) = at_it.stack.last_mut() else {
                panic!("a shot is open");
            };
            shot.firers = set(mask).iter().map(|u| u.0).collect();
            let mut want: Vec<Action> = Vec::new();
            for (i, &unit) in able.iter().enumerate() {
                if mask >> i & 1 == 1 {
                    continue;
                }
                let joined = mask | 1 << i;
                if completes(joined) {
                    want.push(Action::Fire(unit));
                    open.push(joined);
                } else {
                    refused += 1;
                    let mut v = Verdict::full();
                    at_it.judge_now(Action::Fire(unit), &mut v);
                    let why = v.finish().unwrap_err();
                    assert!(why.iter().any(|r| r.cite == cite!("12.3", "R56")));
                }
            }
            want.sort_by_key(|a| match a {
                Action::Fire(u) => u.0,
                _ => 0,
            });
            if whole[mask] {
                want.push(Action::Loose);
            }
            let listed = at_it.actions();
            assert!(!listed.is_empty(), "a draft always goes on");
            assert_eq!(listed, want);
        }
    }
    assert!(drafts > 1000 && refused > 100, "{drafts} {refused}");
}

#[test]
fn a_shot_by_nobody_says_that_it_comes_to_nothing() {
    let mut s = field(plain(), Side::French, Course::OffensiveFire);
    let shot = Shot::new(at("1211"), Side::French, Mode::Offensive);
    s.stack.push(Stage::Shot(shot));
    let mut log = Log::new();
    Engine::new(&mut s, &mut Scripted::new(&[]), &mut log).enact_shot(shot, Action::Loose);
    let (hex, melee) = (at("1211"), false);
    assert!(log.events().iter().any(|e| e.what == What::Void { hex, melee }));
    assert!(!s.stack.contains(&Stage::Shot(shot)));
}
