use super::names::cn;
use super::*;
use crate::setup::tests::{act, hex, position, unit};
use crate::state::pieces::{Condition, Whereabouts};

/// Two lance units in front of dense terrain and a village.
fn lances() -> State {
    position(
        r#"{"start_at":"moves","active":"French",
                "map":{"blank":true,"hexes":[{"hex":"1009","terrain":"dense"},{"hex":"1008","terrain":"dense"},
                    {"hex":"1110","terrain":"village"}]},
                "charts":{"terrain":{"clear":{"mp":["1","1","1"],"disorder":"none"},"dense":{"mp":["1","1","1"],"disorder":"test"},
                    "village":{"mp":["1","1","1"],"disorder":"automatic"}}},
                "counters":[{"id":"Bourbon-Lan-1","front":{"ma":6}},{"id":"Bourbon-Lan-2","front":{"ma":6}}],
                "units":[{"id":"Bourbon-Lan-1","hex":"1010","facing":"N"},{"id":"Bourbon-Lan-2","hex":"1010","facing":"N"}]}"#,
    )
}
fn told(s: &State, to: &str) -> String {
    note(s, Action::Step(hex(s, to))).words
}

#[test]
fn a_step_says_what_it_does_to_the_order_of_those_in_hand() {
    let mut s = lances();
    act(&mut s, "take Bourbon-Lan-1");
    assert!(told(&s, "1009").ends_with("test of order"), "{}", told(&s, "1009"));
    assert!(!told(&s, "1109").contains("order"), "{}", told(&s, "1109"));
    act(&mut s, "join Bourbon-Lan-2");
    assert!(told(&s, "1009").ends_with("2 tests of order"), "{}", told(&s, "1009"));
    assert!(told(&s, "1110").ends_with("2 disordered by the ground"), "{}", told(&s, "1110"));
}

#[test]
fn a_way_tells_of_all_the_tests_on_it() {
    let mut s = lances();
    act(&mut s, "take Bourbon-Lan-1");
    let course = |s: &State, to: &str| courses(s).into_iter().find(|c| c.to == to).map(|c| c.note);
    let note = |to: &str| course(&s, to).unwrap_or_default();
    assert_eq!(note("1008"), "2 MP spent, 2 tests of order");
    assert_eq!(note("1009"), "1 MP spent, test of order");
}

#[test]
fn who_is_in_order_no_more_is_told_of_no_test() {
    let mut s = lances();
    for u in s.unit_ids().collect::<Vec<_>>() {
        s.unit_mut(u).condition = Condition::Disordered;
    }
    act(&mut s, "take Bourbon-Lan-1");
    assert!(!told(&s, "1009").contains("order"), "{}", told(&s, "1009"));
}

fn why_words(s: &State, words: &str) -> Vec<String> {
    sense(s, Action::parse(s, words).unwrap())
}
/// Pikemen in front of disordered lances, with this hexside between them and a changed chart.
fn crossing(kind: &str, disorder: &str) -> State {
    position(&format!(
        r#"{{"start_at":"melee","active":"Swiss",
                "map":{{"blank":true,"hexsides":[{{"hex":"1213","side":"S","kind":"{kind}"}}]}},
                "charts":{{"terrain":{{"{kind}":{{"mp":["1","1","1"],"disorder":"{disorder}"}}}}}},
                "units":[{{"id":"I-Pike-1","hex":"1213","facing":"S"}},
                    {{"id":"Bourbon-Lan-1","hex":"1214","facing":"N","state":"disordered"}}]}}"#
    ))
}

#[test]
fn an_attack_over_water_is_reckoned_as_it_will_be_fought() {
    let mut s = crossing("river", "automatic");
    let told = why_words(&s, "assault 1214");
    assert!(told[1].starts_with("Vanguard pikemen 1: 4 ") && told[1].contains("column 1/1"), "{told:?}");
    act(&mut s, "assault 1214");
    act(&mut s, "attack I-Pike-1");
    let told = why_words(&s, "resolve");
    assert!(told[0].starts_with("Vanguard pikemen 1: 4 ") && told[0].ends_with("column 1/1."), "{told:?}");
    assert!(told[2].starts_with("Vanguard pikemen 1 are disordered over the water"), "{told:?}");
    assert_eq!(told.len(), 3);
    assert!(
        goals(&s, unit(&s, "I-Pike-1"))
            .iter()
            .any(|g| g.words == "attack alone, 1/1")
    );
}

#[test]
fn where_a_test_comes_before_either_outcome_is_told() {
    let mut s = crossing("canal", "test");
    act(&mut s, "assault 1214");
    act(&mut s, "attack I-Pike-1");
    let told = why_words(&s, "resolve");
    assert!(told[0].starts_with("Vanguard pikemen 1 test their order over the water"), "{told:?}");
    assert!(told[1].starts_with("If Vanguard pikemen 1 pass, Vanguard pikemen 1: 8 "), "{told:?}");
    assert!(told[3].starts_with("If Vanguard pikemen 1 fail, Vanguard pikemen 1: 4 "), "{told:?}");
    assert_eq!(told.len(), 5);
}

#[test]
fn water_that_disorders_nobody_changes_no_odds() {
    let mut s = crossing("canal", "none");
    act(&mut s, "assault 1214");
    act(&mut s, "attack I-Pike-1");
    let told = why_words(&s, "resolve");
    assert!(told[0].starts_with("Vanguard pikemen 1: 8 "), "{told:?}");
    assert_eq!(told.len(), 2);
}

#[test]
fn a_step_tells_the_tests_and_the_disorder_that_it_brings() {
    let step = |hexsides: &str, lances: &str| {
        let mut s = position(&format!(
            r#"{{"start_at":"moves","active":"Swiss","map":{{"blank":true,"hexsides":[{hexsides}]}},
                    "units":[{{"id":"Arq-1","hex":"1211","facing":"S"}},{{"id":"I-Pike-1","hex":"1211","facing":"S"}},
                        {{"id":"Bourbon-Lan-1","hex":"{lances}","facing":"N"}}],
                    "commanders":[{{"id":"Steiner","hex":"1211"}}]}}"#
        ));
        act(&mut s, "take Arq-1");
        act(&mut s, "join I-Pike-1");
        why_words(&s, "step 1212").join("\n")
    };
    let river = r#"{"hex":"1211","side":"S","kind":"river"}"#;
    let told = step(river, "1213");
    assert!(told.contains("Vanguard pikemen 1 are disordered by the ground, without a test (9.1)."), "{told}");
    assert!(!told.contains("Arquebusiers 1 are disordered"), "{told}");
    assert!(told.contains("Arquebusiers 1 test before they close with the enemy (9.2)"), "{told}");
    assert!(!told.contains("pikemen 1 test before"), "{told}");
    assert!(told.contains("Bourbon's landsknechts 1 test against the advance to 1212 (9.2)"), "{told}");
    let told = step("", "1217");
    for none in ["disordered", "test before", "test against"] {
        assert!(!told.contains(none), "{told}");
    }
}

#[test]
fn only_those_who_may_fire_together_are_added_up() {
    let aim = |second: &str, facing: &str| {
        let s = position(&format!(
            r#"{{"start_at":"defensive-fire","active":"French","map":{{"blank":true}},
                    "units":[{{"id":"Arq-1","hex":"1213","facing":"S"}},{{"id":"Arq-2","hex":"{second}","facing":"{facing}"}},
                        {{"id":"Guise-Lan-1","hex":"1214","facing":"N"}}]}}"#
        ));
        why_words(&s, "aim 1214").join("\n")
    };
    let apart = aim("1215", "N");
    assert!(
        apart.contains("Arquebusiers 1 would fire alone") && apart.contains("Arquebusiers 2 would fire alone"),
        "{apart}"
    );
    assert!(!apart.contains("Arquebusiers 1 and 2"), "{apart}");
    let together = aim("1314", "SW");
    assert!(together.contains("Arquebusiers 1 and 2: strength 6"), "{together}");
    assert!(!together.contains("alone"), "{together}");
}

#[test]
fn who_was_injured_and_then_killed_is_counted_once() {
    let mut s = position(
        r#"{"start_at":"melee","active":"Swiss","map":{"blank":true},
                "units":[{"id":"III-Pike-1","hex":"1214","facing":"S"},{"id":"King-Gen-1","hex":"1215","facing":"N"}],
                "commanders":[{"id":"Francois","hex":"1215","injured":true}]}"#,
    );
    let french = |s: &State| reckoning(s, &[])[1].clone();
    assert!(french(&s).contains("1 commander injured (François)"), "{}", french(&s));
    let king = s.commander_ids().find(|&c| cn(&s, c) == "François").unwrap();
    s.commander_mut(king).at = Whereabouts::Lost;
    let told = french(&s);
    assert!(told.contains("1 commander killed") && !told.contains("injured"), "{told}");
}
