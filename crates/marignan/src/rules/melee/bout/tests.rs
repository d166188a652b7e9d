//! Tests of a melee, from its declaration to the advance.

use super::*;
use crate::charts::MeleeResult;
use crate::components::{BRIDGE, CANAL, FORTIFICATION, GRAND_CANAL, RIVER, VILLAGE, behind_bit};
use crate::data::standard;
use crate::event::Loss;
use crate::options::Choice;
use crate::rules::melee::assault::{may_attack, phase_over};
use crate::rules::melee::odds::Forecast;
use crate::setup::tests::{at, field, listed, plain, who};
use crate::state::pieces::{Condition, Unit, Whereabouts, Work};
use crate::state::turn::Course;
use casus_core::{Board, Dir, HexId, Judge as _, Log, Scripted, Shift, SideFacing, run};
use std::sync::Arc;

fn dir(word: &str) -> Dir {
    let named = standard().board.orientation().dir_named(word);
    named.unwrap()
}
fn all(names: &[&str]) -> PieceSet {
    names.iter().map(|n| who(n).0).collect()
}

/// A Melee Phase on open, level terrain. Two distant units face each other, so that the phase does not end.
struct Field(State);

impl Field {
    fn of(active: Side) -> Self {
        Self::on(active, |_| {})
    }
    fn on(active: Side, ground: impl Fn(&mut Board)) -> Self {
        let mut game_data = plain();
        ground(&mut game_data.board);
        // Set the ratings of all pikes.
        for c in &mut game_data.roster.counters {
            if c.swiss_pikemen() {
                let strong = u8::from(c.replacement);
                c.front.morale = 8 + strong;
                c.back.morale = 6 + strong;
            }
        }
        let s = State {
            swiss_morale: 40,
            taken: u8::MAX,
            breached: true,
            ..field(game_data, active, Course::Melees)
        };
        let (ours, theirs) = match active {
            Side::Swiss => ("III-Pike-9", "Navarro-Gas-5"),
            Side::French => ("Navarro-Gas-5", "III-Pike-9"),
        };
        Self(s).with(ours, "2020", "S").with(theirs, "2021", "N")
    }
    fn with(self, name: &str, hex: &str, facing: &str) -> Self {
        Self(self.0.with(name, hex, facing))
    }
    fn so(self, name: &str, change: impl Fn(&mut Unit)) -> Self {
        Self(self.0.so(name, change))
    }
    fn made(self, name: &str, condition: Condition) -> Self {
        Self(self.0.made(name, condition))
    }
    fn hedgehog(self, name: &str) -> Self {
        self.so(name, |u| u.marks.set(Marks::HEDGEHOG))
    }
    fn led(self, name: &str, hex: &str) -> Self {
        Self(self.0.led(name, hex))
    }
    fn choosing(mut self, choice: Choice) -> Self {
        self.0.options = self.0.options.with(choice);
        self
    }
    fn broken(mut self, corps: &str) -> Self {
        let corps = self.0.game_data.roster.corps(corps).unwrap();
        self.0.corps_mut(corps).morale = 0;
        self
    }
    fn actions(&self) -> Vec<Action> {
        listed(&self.0)
    }
    /// Returns the Cases that refuse an action.
    fn why_not(&self, action: Action) -> Vec<String> {
        let mut v = Verdict::full();
        self.0.judge_now(action, &mut v);
        let listed = self.actions().contains(&action);
        match v.finish() {
            Ok(()) => {
                assert!(listed, "{action:?} is not listed");
                Vec::new()
            }
            Err(r) => {
                assert!(!listed, "{action:?} is listed");
                r.iter().map(|r| r.cite.to_string()).collect()
            }
        }
    }
    fn play(&mut self, actions: &[Action], faces: &[u8]) -> Vec<What> {
        let events = self.0.played(actions, faces);
        events.into_iter().map(|e| e.what).collect()
    }
    /// Fights a melee of these units against a hex, up to the first decision after its die.
    fn fight(&mut self, names: &[&str], hex: &str, faces: &[u8]) -> Vec<What> {
        let mut actions = vec![Action::Assault(at(hex))];
        actions.extend(names.iter().map(|n| Action::Attack(who(n))));
        actions.push(Action::Resolve);
        self.play(&actions, faces)
    }
    /// Returns the modifiers of a melee, each with its label.
    fn modifiers(&self, names: &[&str], hex: &str) -> Vec<(&'static str, i32)> {
        let forecast = forecast(&self.0, at(hex), all(names)).unwrap();
        let lines = forecast.modifiers.lines;
        lines.iter().map(|l| (l.label, l.value)).collect()
    }
    fn forecast(&self, names: &[&str], hex: &str) -> Forecast {
        forecast(&self.0, at(hex), all(names)).unwrap()
    }
}

/// Returns the position of the printed example, before its Melee Phase.
fn example() -> Field {
    Field::of(Side::French)
        .with("Bayard-Gen-1", "1210", "S")
        .led("Bayard", "1210")
        .so("Bayard-Gen-1", |u| u.charge = Some(at("1211")))
        .with("I-Pike-1", "1211", "N")
        .made("I-Pike-1", Condition::Disordered)
}

#[test]
fn the_printed_example() {
    let mut f = example();
    let (gendarmes, pikes) = (who("Bayard-Gen-1"), who("I-Pike-1"));
    let told = f.fight(&["Bayard-Gen-1"], "1211", &[2, 5]);
    let What::Fought {
        attack,
        defence,
        reading,
        result,
        ..
    } = &told[1]
    else {
        panic!("{told:?}");
    };
    assert_eq!((attack.total, defence.total), (8, 4));
    assert_eq!((&*reading.from, &*reading.column), ("2/1", "4/1"));
    assert_eq!((reading.die, reading.row), (2, 3));
    assert_eq!(reading.modifiers.shift, Some(Shift { columns: 2, die: 1 }));
    let lines = reading.modifiers.lines.iter();
    let lines: Vec<_> = lines.map(|l| (l.label, l.value)).collect();
    let want = [
        ("better morale", 1),
        ("better protection", 1),
        ("Cavalry Charge", 2),
        ("a commander with the attackers", 1),
    ];
    assert_eq!(lines, want);
    assert_eq!(result.to_string(), "- / *T-3");
    assert!(told.contains(&What::Replaced { unit: pikes }));
    assert!(told.contains(&What::Stands { unit: pikes }), "6 - 3 is failed");
    assert!(told.contains(&What::ChargeLapsed {
        unit: gendarmes,
        hex: at("1211")
    }));
    let pikes = f.0.unit(pikes);
    assert!(pikes.replaced && pikes.condition == Condition::Disordered);
    // One point for the failure, and one because pikemen do not rout.
    assert_eq!(f.0.swiss_morale, 38);
    // They still hold the hex: no unit advances, and the phase goes on.
    assert_eq!(f.actions(), [Action::Assault(at("2021"))]);
}

#[test]
fn who_may_attack_what() {
    let f = example();
    assert_eq!(f.why_not(Action::Assault(at("1211"))), [""; 0]);
    assert_eq!(f.why_not(Action::Assault(at("1212"))), ["13.0 [R99]"]);
    assert_eq!(f.why_not(Action::Assault(at("1210"))), ["13.0 [R99]"]);
    assert_eq!(f.why_not(Action::Done), ["13.1 [R60]"]);
    let turned = example().with("Bayard-Gen-1", "1210", "N");
    assert_eq!(turned.why_not(Action::Assault(at("1211"))), ["3.3", "13.1"]);
    let mut drafting = example()
        .with("Bayard-Gen-2", "1112", "S")
        .with("King-Gen-1", "1311", "SW")
        .made("King-Gen-1", Condition::Routed)
        .with("King-Gen-2", "1111", "SE")
        .so("King-Gen-2", |u| u.marks.set(Marks::ATTACKED))
        .with("I-Pike-2", "1210", "N");
    drafting.0.put(who("I-Pike-2"), Whereabouts::Map(at("0505")));
    drafting.play(&[Action::Assault(at("1211"))], &[]);
    let why = |name| drafting.why_not(Action::Attack(who(name)));
    assert_eq!(why("Bayard-Gen-1"), [""; 0]);
    assert_eq!(why("Bayard-Gen-2"), ["3.3"]);
    assert_eq!(why("King-Gen-1"), ["13.0"]);
    assert_eq!(why("King-Gen-2"), ["13.1 [R61]"]);
    assert_eq!(why("I-Pike-2"), ["2.1", "3.3", "13.0 [R99]"]);
    assert_eq!(drafting.why_not(Action::Resolve), ["13.1", "13.1 [R60]"]);
    drafting.play(&[Action::Attack(who("Bayard-Gen-1"))], &[]);
    let again = drafting.why_not(Action::Attack(who("Bayard-Gen-1")));
    assert_eq!(again, ["13.1"]);
    assert_eq!(drafting.why_not(Action::Resolve), [""; 0]);
}

#[test]
fn a_unit_without_melee_strength_neither_attacks_nor_owes_an_attack() {
    let mut f = example();
    let mut game_data = (*f.0.game_data).clone();
    game_data.roster.counters[who("Bayard-Gen-1").index()].front.melee = 0;
    f.0.game_data = Arc::new(game_data);
    assert_eq!(f.why_not(Action::Assault(at("1211"))), ["13.0 [R15]", "13.1"]);
    assert!(!may_attack(&f.0, who("Bayard-Gen-1"), at("1211")));
    assert!(!phase_over(&f.0), "the others far off");
    f.0.assaulted.push(at("2021"));
    assert!(phase_over(&f.0));
}

#[test]
fn a_hex_is_attacked_once_and_nobody_is_stranded() {
    let mut f = example()
        .with("King-Gen-1", "1111", "SE")
        .with("I-Pike-2", "1112", "NW");
    // The King's gendarmes alone reach the second hex.
    f.play(&[Action::Assault(at("1211"))], &[]);
    let join = Action::Attack(who("King-Gen-1"));
    assert!(f.0.fronts(who("King-Gen-1"), dir("SE")));
    assert_eq!(f.why_not(join), ["13.1 [R14]"]);
    let mut v = Verdict::full();
    f.0.judge_now(join, &mut v);
    let at_hex = v.finish().unwrap_err().iter().next().unwrap().at;
    assert_eq!(at_hex, at("1112").place());
    f.play(&[Action::Attack(who("Bayard-Gen-1")), Action::Resolve], &[1, 2]);
    let again = f.why_not(Action::Assault(at("1211")));
    assert_eq!(again, ["13.1"]);
    assert_eq!(f.why_not(Action::Assault(at("1112"))), [""; 0]);
}

#[test]
fn morale_and_protection_compare_all_with_all() {
    let base = || {
        Field::of(Side::French)
            .with("Bayard-Gen-1", "1210", "S")
            .with("I-Pike-1", "1211", "N")
    };
    let ours = ["Bayard-Gen-1"];
    // Morale 9 each; superior against normal protection.
    assert_eq!(base().modifiers(&ours, "1211"), [("better protection", 1)]);
    let f = base().made("I-Pike-1", Condition::Disordered);
    let both = [("better morale", 1), ("better protection", 1)];
    assert_eq!(f.modifiers(&ours, "1211"), both);
    let f = f.with("I-Pike-2", "1211", "N");
    assert_eq!(f.modifiers(&ours, "1211"), both[1..]);
    let f = base().made("Bayard-Gen-1", Condition::Disordered);
    let want = [("better morale of the defenders", -1), ("better protection", 1)];
    assert_eq!(f.modifiers(&ours, "1211"), want);
    let f = Field::of(Side::French)
        .with("Navarro-Gas-1", "1210", "S")
        .with("III-Pike-1", "1211", "N");
    let want = [
        ("better morale of the defenders", -1),
        ("better protection of the defenders", -1),
    ];
    assert_eq!(f.modifiers(&["Navarro-Gas-1"], "1211"), want);
    let strengths = f.forecast(&["Navarro-Gas-1"], "1211");
    assert_eq!((strengths.attack.total, strengths.defence.total), (3, 6));
    assert_eq!((&*strengths.from, &*strengths.column), ("1/2", "1/3"));
    assert_eq!(strengths.shift, Shift { columns: -1, die: 0 });
}

#[test]
fn a_demoralized_corps_attacks_and_defends_badly() {
    let f = Field::of(Side::French)
        .with("Bayard-Gen-1", "1210", "S")
        .with("King-Gen-1", "1210", "S")
        .with("I-Pike-1", "1211", "N")
        .broken("King");
    let stack = ("an attacking stack is of a demoralized corps", -2);
    // It applies also if the unit itself does not attack (8.3); its morale of 7 is no longer better.
    assert!(f.modifiers(&["Bayard-Gen-1"], "1211").contains(&stack));
    assert!(f.modifiers(&["King-Gen-1"], "1211").contains(&stack));
    let f = Field::of(Side::Swiss)
        .with("I-Pike-1", "1211", "N")
        .with("King-Gen-1", "1210", "S")
        .broken("King");
    let want = [
        ("better morale", 1),
        ("better protection of the defenders", -1),
        ("a defender is of a demoralized corps", 2),
    ];
    assert_eq!(f.modifiers(&["I-Pike-1"], "1210"), want);
}

#[test]
fn a_charge_counts_against_its_hex_and_no_hedgehog() {
    let charge = ("Cavalry Charge", 2);
    let has = |f: &Field| f.modifiers(&["Bayard-Gen-1"], "1211").contains(&charge);
    assert!(has(&example()));
    assert!(!has(&example().so("Bayard-Gen-1", |u| u.charge = Some(at("1311")))));
    let ordered = example().made("I-Pike-1", Condition::Order);
    assert!(has(&ordered));
    assert!(!has(&ordered.hedgehog("I-Pike-1")));
}

#[test]
fn commanders_on_both_sides_cancel() {
    let ours = ["Bayard-Gen-1"];
    let of = |f: Field| {
        let lines = f.modifiers(&ours, "1211").into_iter();
        lines.filter(|l| l.0.contains("commander")).collect::<Vec<_>>()
    };
    assert_eq!(of(example()), [("a commander with the attackers", 1)]);
    let both = example().led("Steiner", "1211");
    assert_eq!(of(both), [("commanders on both sides", 0)]);
    let theirs = example().led("Bayard", "0505").led("Steiner", "1211");
    assert_eq!(of(theirs), [("a commander with the defenders", -1)]);
    // Two on one side count as one, and a fire bonus does not count.
    let two = example().led("Francois", "1210").led("Genouillac", "1210");
    assert_eq!(of(two), [("a commander with the attackers", 1)]);
}

#[test]
fn infantry_and_hedgehogs() {
    let against = ("infantry against a hedgehog", 1);
    let f = Field::of(Side::French)
        .with("Guise-Lan-1", "1210", "S")
        .with("Bayard-Gen-1", "1111", "NE")
        .with("I-Pike-1", "1211", "N");
    assert!(!f.modifiers(&["Guise-Lan-1"], "1211").contains(&against));
    let f = f.hedgehog("I-Pike-1");
    assert!(f.modifiers(&["Guise-Lan-1"], "1211").contains(&against));
    assert!(!f.modifiers(&["Bayard-Gen-1"], "1211").contains(&against));
    let with = ("a hedgehog against infantry", -1);
    let f = Field::of(Side::French)
        .with("Guise-Lan-1", "1210", "N")
        .hedgehog("Guise-Lan-1")
        .with("I-Pike-1", "1211", "N");
    assert!(f.modifiers(&["Guise-Lan-1"], "1211").contains(&with));
    assert!(may_attack(&f.0, who("Guise-Lan-1"), at("1211")));
}

#[test]
fn the_rear_the_routed_and_the_other_reading() {
    let rear = ("on the rear", 2);
    let routed = ("on a routed unit", 4);
    let of = |f: &Field, names: &[&str]| {
        let lines = f.modifiers(names, "1211").into_iter();
        lines.filter(|&l| l == rear || l == routed).collect::<Vec<_>>()
    };
    let base = || {
        Field::of(Side::French)
            .with("Bayard-Gen-1", "1210", "S")
            .with("Bayard-Gen-2", "1212", "N")
            .with("III-Pike-1", "1211", "N")
    };
    let (front, back) = (["Bayard-Gen-1"], ["Bayard-Gen-2"]);
    let both = ["Bayard-Gen-1", "Bayard-Gen-2"];
    assert_eq!(of(&base(), &front), []);
    assert_eq!(of(&base(), &back), [rear]);
    assert_eq!(of(&base(), &both), [rear]);
    let other = base().choosing(Choice::R62);
    assert_eq!(of(&other, &both), []);
    assert_eq!(of(&other, &back), [rear]);
    assert_eq!(of(&base().hedgehog("III-Pike-1"), &back), []);
    // Arquebusiers stacked with a hedgehog have no rear either (ruling R51).
    let mixed = || base().with("Arq-1", "1211", "N");
    assert_eq!(of(&mixed(), &back), [rear]);
    assert_eq!(of(&mixed().hedgehog("III-Pike-1"), &back), []);
    let run = |f: Field| f.made("Arq-1", Condition::Routed);
    assert_eq!(of(&run(mixed()), &front), [routed]);
    assert_eq!(of(&run(mixed()), &both), [routed]);
    assert_eq!(of(&run(mixed()).choosing(Choice::R62), &front), []);
    assert_eq!(of(&run(mixed()).choosing(Choice::R62), &back), [rear]);
}

#[test]
fn the_ground_counts_as_the_terrain_table_has_it() {
    let ground = |board: &mut Board| {
        board.set_terrain(at("1211"), VILLAGE);
        board.set_feature(at("1211"), dir("N"), CANAL, true);
        board.set_feature(at("1211"), dir("NW"), RIVER | BRIDGE, true);
        board.set_feature(at("1211"), dir("S"), GRAND_CANAL, true);
    };
    let f = Field::on(Side::French, ground)
        .with("Bayard-Gen-1", "1210", "S")
        .with("Bayard-Gen-2", "1212", "N")
        .with("III-Pike-1", "1211", "N")
        .hedgehog("III-Pike-1");
    let f = f.with("Bayard-Gen-3", "1111", "SE");
    let of = |names: &[&str]| f.modifiers(names, "1211").split_off(2);
    let village = ("the terrain of the defenders", -2);
    let canal = ("over a canal", -1);
    assert_eq!(of(&["Bayard-Gen-1"]), [village, canal]);
    let bridge = ("over a bridge", -1);
    assert_eq!(of(&["Bayard-Gen-3"]), [village, bridge]);
    let grand = ("over the grand canal", -2);
    let three = ["Bayard-Gen-1", "Bayard-Gen-2", "Bayard-Gen-3"];
    assert_eq!(of(&three), [village, canal, grand, bridge]);
}

#[test]
fn slopes_help_who_stands_higher() {
    let f = |target: i8, south: i8| {
        Field::on(Side::French, |board: &mut Board| {
            board.set_elevation(at("1211"), target);
            board.set_elevation(at("1212"), south);
        })
        .with("Bayard-Gen-1", "1210", "S")
        .with("Bayard-Gen-2", "1212", "N")
        .with("III-Pike-1", "1211", "N")
        .hedgehog("III-Pike-1")
    };
    let of = |f: &Field, names: &[&str]| f.modifiers(names, "1211").split_off(2);
    let (north, south) = (["Bayard-Gen-1"], ["Bayard-Gen-2"]);
    let both = ["Bayard-Gen-1", "Bayard-Gen-2"];
    let (up, down) = (("up a slope", -1), ("down a slope", 1));
    assert_eq!(of(&f(1, 1), &north), [up]);
    assert_eq!(of(&f(1, 1), &south), []);
    assert_eq!(of(&f(1, 1), &both), [up]);
    assert_eq!(of(&f(0, 1), &south), [down]);
    assert_eq!(of(&f(0, 1), &both), [], "not all come down");
    assert_eq!(of(&f(1, 2), &both), [up]);
}

#[test]
fn fortifications_shelter_one_side_alone() {
    let south = dir("S");
    let wall = |board: &mut Board| {
        // A unit in 1211 is behind it.
        let bits = FORTIFICATION | behind_bit(dir("N"));
        board.set_feature(at("1211"), dir("N"), bits, true);
    };
    let over = ("over a fortification", -2);
    let f = Field::on(Side::French, wall)
        .with("Bayard-Gen-1", "1210", "S")
        .with("III-Pike-1", "1211", "N");
    assert!(f.modifiers(&["Bayard-Gen-1"], "1211").contains(&over));
    let f = Field::on(Side::French, wall)
        .with("Bayard-Gen-1", "1211", "N")
        .with("III-Pike-1", "1210", "S");
    assert!(!f.modifiers(&["Bayard-Gen-1"], "1210").contains(&over));
    // One built at night counts as a printed one for its hex.
    let mut f = Field::of(Side::Swiss)
        .with("I-Pike-1", "1210", "S")
        .with("Guise-Lan-1", "1211", "N");
    let (hex, side) = (at("1211"), south.opposite());
    f.0.works.push(Work { hex, side });
    assert!(f.modifiers(&["I-Pike-1"], "1211").contains(&over));
}

#[test]
fn a_forecast_wants_a_melee() {
    let f = example();
    let ours = all(&["Bayard-Gen-1"]);
    assert!(forecast(&f.0, at("1211"), PieceSet::EMPTY).is_none());
    assert!(forecast(&f.0, at("1212"), ours).is_none(), "nobody is there");
    assert!(forecast(&f.0, at("2021"), ours).is_none(), "too far off");
    assert!(forecast(&f.0, HexId(u16::MAX), ours).is_none());
    assert!(forecast(&f.0, at("1211"), PieceSet::one(u8::MAX)).is_none());
    assert!(forecast(&f.0, at("1211"), all(&["I-Pike-1"])).is_none());
    let forecast = f.forecast(&["Bayard-Gen-1"], "1211");
    let results = forecast.results.map(|r| r.to_string());
    assert_eq!(results[1], "- / *T-3");
    assert_eq!(forecast.class(1), 0);
    // The leftover of +1 reads the last row for 5 and for 6.
    assert_eq!(forecast.class(6), forecast.class(5));
}

#[test]
fn attackers_over_water_are_put_to_the_test_before_the_odds() {
    let wet = |features: u8| {
        Field::on(Side::French, move |b: &mut Board| {
            b.set_feature(at("1211"), dir("N"), features, true);
        })
        .with("Bayard-Gen-1", "1210", "S")
        .with("Bayard-Gen-2", "1210", "S")
        .with("III-Pike-1", "1211", "N")
        .made("III-Pike-1", Condition::Disordered)
    };
    let ours = ["Bayard-Gen-1", "Bayard-Gen-2"];
    let strength = |told: &[What]| {
        let fought = told.iter().find_map(|w| match w {
            What::Fought { attack, .. } => Some(attack.total),
            _ => None,
        });
        fought.unwrap()
    };
    // The canal: one fails its test, 10 against 9, and fights with 5. The defenders are lost.
    let told = wet(CANAL).fight(&ours, "1211", &[10, 4, 6]);
    assert_eq!(strength(&told), 13);
    // The river disorders both without a die; a bridge disorders neither.
    let told = wet(RIVER).fight(&ours, "1211", &[6]);
    assert_eq!(strength(&told), 10);
    let told = wet(RIVER | BRIDGE).fight(&ours, "1211", &[6]);
    assert_eq!(strength(&told), 16);
}

#[test]
fn an_emptied_hex_may_be_entered() {
    let mut f = Field::of(Side::French)
        .with("Bayard-Gen-1", "1210", "S")
        .with("Bayard-Gen-2", "1210", "S")
        .with("Guise-Lan-1", "1212", "N")
        .led("Bayard", "1210")
        .with("III-Pike-1", "1211", "N")
        .made("III-Pike-1", Condition::Disordered);
    let ours = ["Bayard-Gen-1", "Bayard-Gen-2", "Guise-Lan-1"];
    let told = f.fight(&ours, "1211", &[3]);
    let lost = who("III-Pike-1");
    assert!(told.contains(&What::Eliminated {
        unit: lost,
        why: Loss::Star
    }));
    let [one, two, foot] = ours.map(|n| Action::Advance(who(n)));
    assert_eq!(f.actions(), [one, two, foot, Action::Done]);
    let outsider = f.why_not(Action::Advance(who("Navarro-Gas-5")));
    assert_eq!(outsider, ["13.3", "13.3"], "nowhere near, and no part");
    let bayard = standard().roster.commander("Bayard").unwrap();
    let told = f.play(&[one, Action::Escort(bayard)], &[]);
    let advanced = What::Advanced {
        unit: who("Bayard-Gen-1"),
        commanders: vec![bayard],
        successors: Vec::new(),
        from: at("1210"),
        to: at("1211"),
    };
    assert!(told.contains(&advanced), "{told:?}");
    assert_eq!(f.0.commander(bayard).at, Whereabouts::Map(at("1211")));
    assert_eq!(f.why_not(foot), ["5.2"]);
    assert_eq!(f.why_not(one), ["13.3"]);
    let east = SideFacing::toward(dir("NE"));
    f.play(&[two, Action::Face(east)], &[]);
    for name in &ours[..2] {
        assert_eq!(f.0.hex(who(name)), Some(at("1211")));
        assert_eq!(f.0.unit(who(name)).facing, east);
    }
    assert_eq!(f.actions(), [Action::Assault(at("2021"))]);
}

#[test]
fn nobody_need_advance_and_hedgehogs_and_guns_may_not() {
    let wet = |b: &mut Board| {
        b.set_feature(at("1211"), dir("S"), RIVER, true);
    };
    let mut f = Field::on(Side::French, wet)
        .with("Guise-Lan-1", "1210", "S")
        .hedgehog("Guise-Lan-1")
        .with("Genouillac-Art-1", "1212", "N")
        .with("Bayard-Gen-1", "1111", "SE")
        .with("Milan-1", "1211", "N")
        .made("Milan-1", Condition::Disordered);
    let ours = ["Guise-Lan-1", "Genouillac-Art-1", "Bayard-Gen-1"];
    f.fight(&ours, "1211", &[6]);
    let why = |name| f.why_not(Action::Advance(who(name)));
    assert_eq!(why("Guise-Lan-1"), ["9.4 [R71]"]);
    assert_eq!(why("Genouillac-Art-1"), ["9.0 [R71]"]);
    assert_eq!(why("Bayard-Gen-1"), [""; 0]);
    f.play(&[Action::Done], &[]);
    assert_eq!(f.actions(), [Action::Assault(at("2021"))]);
}

#[test]
fn desorg_takes_the_survivors_one_by_one_in_their_owners_order() {
    let mut f = Field::of(Side::French)
        .with("Milan-1", "1211", "N")
        .with("Arq-1", "1211", "N")
        .with("III-Pike-1", "1211", "N");
    f.0.put(who("Milan-1"), Whereabouts::Absent);
    let mut bout = Bout::new(at("1211"));
    bout.at = BoutAt::Tests(Party::Defenders);
    bout.defenders = all(&["Arq-1", "III-Pike-1"]);
    bout.result = MeleeResult::named("- / D").unwrap();
    f = f.made("Arq-1", Condition::Disordered);
    f.0.stack.push(Stage::Bout(bout));
    let mut log = Log::new();
    let mut dice = Scripted::new(&[]);
    run(&mut Engine::new(&mut f.0, &mut dice, &mut log));
    let (arq, pike) = (Action::Test(who("Arq-1")), Action::Test(who("III-Pike-1")));
    let mut listed = f.actions();
    listed.sort();
    let mut want = vec![arq, pike];
    want.sort();
    assert_eq!(listed, want);
    f.play(&[arq], &[]);
    assert!(f.0.routed(who("Arq-1")) && f.0.hex(who("Arq-1")) != Some(at("1211")));
    assert_eq!(f.0.unit(who("III-Pike-1")).condition, Condition::Disordered);
    // A point for each failure, and one for the arquebusiers that rout.
    assert_eq!(f.0.swiss_morale, 37);
}

#[test]
fn both_sides_lose_and_test_the_defenders_first() {
    let mut f = Field::of(Side::French)
        .with("Bayard-Gen-1", "1210", "S")
        .with("Bayard-Gen-2", "1210", "S")
        .with("I-Pike-1", "1211", "N")
        .with("I-Pike-2", "1211", "N");
    let mut bout = Bout::new(at("1211"));
    bout.at = BoutAt::Stars(Party::Defenders);
    bout.attackers = all(&["Bayard-Gen-1", "Bayard-Gen-2"]);
    bout.defenders = all(&["I-Pike-1", "I-Pike-2"]);
    bout.result = MeleeResult::named("*T-1 / *T-2").unwrap();
    f.0.stack.push(Stage::Bout(bout));
    let lose = |n| Action::Lose(who(n));
    assert!(f.actions().is_empty(), "nothing is asked before it runs");
    let mut log = Log::new();
    run(&mut Engine::new(&mut f.0, &mut Scripted::new(&[]), &mut log));
    assert_eq!(f.actions(), [lose("I-Pike-1"), lose("I-Pike-2")]);
    let told = f.play(&[lose("I-Pike-1"), lose("Bayard-Gen-1"), Action::Test(who("I-Pike-2"))], &[7, 6, 8]);
    let tests: Vec<_> = told
        .iter()
        .filter_map(|w| match w {
            What::Tested { unit, morale, why, .. } => Some((*unit, morale.total, *why)),
            _ => None,
        })
        .collect();
    let want = [
        (who("I-Pike-2"), 7, Why::Melee(2)),
        (who("I-Pike-1"), 6, Why::Melee(2)),
        (who("Bayard-Gen-2"), 8, Why::Melee(1)),
    ];
    assert_eq!(tests, want);
}

#[test]
fn an_attack_on_nobody_says_that_it_comes_to_nothing() {
    let mut f = Field::of(Side::French).with("Bayard-Gen-1", "1210", "S");
    let mut bout = Bout::new(at("1211"));
    bout.at = BoutAt::Dice;
    bout.attackers = all(&["Bayard-Gen-1"]);
    f.0.stack.push(Stage::Bout(bout));
    let mut log = Log::new();
    run(&mut Engine::new(&mut f.0, &mut Scripted::new(&[]), &mut log));
    let (hex, melee) = (at("1211"), true);
    assert!(log.events().iter().any(|e| e.what == What::Void { hex, melee }));
    assert_eq!(f.actions(), [Action::Assault(at("2021"))]);
}
