//! Conformance files and mutes.
use crate::game::Toy;
use casus_core::Laws;
use casus_core::proofs::conformance::{Report, Setups, mutes, run_file, run_file_with};

const GOOD: &str = r#"
[[setup.camps]]
id = "red"
at = 2
[[setup.camps]]
id = "blue"
card = 2

[[case]]
proves = ["2.1", "2.1(1)"]
about = "two steps and no more, and not beyond the ford"
change = { "camps.red.at" = 0 }
[[case.play]]
turn = { side = "Red", what = "turn", cite = "2.1", of = "Red" }
lists = ["march"]
[[case.play]]
by = "Red"
do = "march"
cites = ["2.1"]
tells = ["Red marches to 1"]
untold = ["card"]
[[case.play]]
by = "Red"
do = "march"
has = { event = "marched", to = 2 }
has_not = [{ event = "drew" }]
unlisted = ["march"]
[[case.play]]
by = "Red"
do = "march"
refused_only = ["2.1"]
because = ["no more than two steps a turn"]
[[case.play]]
by = "Red"
do = "march"
refused = ["2.1(1)"]
state = { "camps.red.at" = 2, "camps.1.at" = 0 }
lacks = ["camps.red.card", "mine"]

[[case]]
proves = ["2.1", "3.2"]
about = "not beyond the ford; out of reach"
change = { "camps.red.at" = 3 }
[[case.play]]
by = "Red"
do = "march"
refused_only = ["2.1"]
[[case.play]]
by = "Red"
do = "attack"
turn = { side = "Blue", what = "reaction", cite = "3.2" }
[[case.play]]
by = "Blue"
do = "stand"
faces = [3]
cites = ["3.3(1)", "3.3"]
absent = ["3.2(1)", "R1"]
has = [{ label = "the attacker stands at the ford", value = 1 }, { total = 4 }]
turn = { side = "Blue" }

[[case]]
proves = ["3.1"]
[[case.play]]
by = "Red"
do = "attack"
refused_only = ["3.1"]

[[case]]
proves = ["R1", "3.2(1)", "3.3"]
about = "a parry spends the card"
change = { "camps.blue.at" = 1, "camps.red.card" = 1 }
[[case.play]]
by = "Red"
do = "attack"
only = ["parry", "stand"]
[[case.play]]
odds = { by = "Blue", do = "parry", path = "camps.blue.strength", chance = { 3 = "1/2", 2 = "2/5", 1 = "1/10" } }
[[case.play]]
by = "Blue"
do = "parry"
faces = [9, 5]
cites = ["R1", "3.2"]
has = { label = "attacker's card", value = 1 }
state = { "camps.blue.at" = 0 }
[[case.play]]
by = "Blue"
do = "draw"
faces = [0]
[[case.play]]
by = "Red"
do = "draw"
refused = ["2.2"]

[[case]]
proves = ["2.2"]
change = { "camps.red.card" = 0 }
[[case.play]]
by = "Red"
do = "show"
viewer = "Red"
state = { mine = 0, "camps.red.card" = "nought" }
[[case.play]]
by = "Red"
do = "show"
refused_only = ["2.2"]
because = ["shown already"]

[[case]]
proves = ["3.2(1)", "2.2"]
drop = ["camps.blue.card"]
change = { "camps.blue.at" = 1 }
[[case.play]]
by = "Red"
do = "show"
refused_only = ["2.2"]
[[case.play]]
by = "Red"
do = "attack"
[[case.play]]
by = "Blue"
do = "parry"
refused_only = ["3.2(1)"]

[[case]]
proves = ["4.1"]
change = { "camps.blue.strength" = 1, "camps.blue.at" = 1 }
[[case.play]]
odds = { by = "Red", do = "attack", path = "camps.blue.strength", through = "first", chance = { 0 = "3/5", 1 = "2/5" } }
[[case.play]]
by = "Red"
do = "attack"
[[case.play]]
by = "Blue"
do = "stand"
faces = [5]
turn = { over = "Red", cite = "4.1" }

[[case]]
proves = ["1.1"]
change = { "camps.blue.strength" = 0, "camps.red.at" = 7 }
faults = ["1.1", "camps[1].strength", "camps[0].at"]
"#;

fn fails(text: &str) -> Report {
    let report = run_file::<Toy>(text);
    assert!(!report.green(), "{report}");
    report
}

#[test]
fn a_good_file_is_green() {
    let report = run_file::<Toy>(GOOD);
    assert!(report.green(), "{report}");
    assert_eq!(report.cases, 8);
    assert!(report.proves.contains("R1"));
    assert!(report.checks > 40);
}

#[test]
fn each_wrong_expectation_fails_at_its_step() {
    for (was, is, says) in [
        ("tells = [\"Red marches to 1\"]", "tells = [\"Red flies\"]", "case 1, step 2"),
        ("untold = [\"card\"]", "untold = [\"marches\"]", "the story has"),
        ("cites = [\"2.1\"]", "cites = [\"3.1\"]", "nothing cites 3.1"),
        ("cites = [\"2.1\"]", "cites = [\"9.1\"]", "neither a Case"),
        ("proves = [\"4.1\"]", "proves = [\"4.7\"]", "neither a Case"),
        ("has_not = [{ event = \"drew\" }]", "has_not = [{ to = 2 }]", "something has"),
        ("absent = [\"3.2(1)\", \"R1\"]", "absent = [\"3.3\"]", "something cites"),
        ("refused_only = [\"3.1\"]", "refused_only = [\"3.2\"]", "not refused by 3.2"),
        ("refused_only = [\"3.1\"]", "refused_only = []", "also refused"),
        ("because = [\"shown already\"]", "because = [\"no\"]", "because \"no\""),
        ("unlisted = [\"march\"]", "unlisted = [\"draw\"]", "`draw` is listed"),
        ("unlisted = [\"march\"]", "lists = [\"march\"]", "not listed"),
        ("only = [\"parry\", \"stand\"]", "only = [\"parry\"]", "listed are"),
        ("faces = [5]", "faces = []", "wants a throw"),
        ("faces = [5]", "faces = [5, 5]", "left over"),
        ("faces = [5]", "faces = [44]", "not on the die"),
        ("turn = { over = \"Red\"", "turn = { over = \"Blue\"", "ended for Red"),
        ("turn = { side = \"Blue\" }", "turn = { side = \"Red\" }", "not Red"),
        ("\"camps.1.at\" = 0", "\"camps.1.at\" = 1", "camps.1.at is 0, not 1"),
        ("\"camps.1.at\" = 0", "\"camps.9.at\" = 1", "has no camps.9.at"),
        ("\"mine\"]", "\"camps.red.at\"]", "the view has camps.red.at"),
        ("chance = { 0 = \"3/5\"", "chance = { 0 = \"4/5\"", "are 3/5, not 4/5"),
        ("faults = [\"1.1\",", "faults = [\"2.1\",", "no fault of the set-up"),
        ("drop = [\"camps.blue.card\"]", "drop = [\"camps.green\"]", "has no `camps.green`"),
        ("refused = [\"2.1(1)\"]", "refusd = [\"2.1(1)\"]", "refusd"),
        ("do = \"draw\"\nrefused = [\"2.2\"]", "do = \"pass\"\nrefused = [\"2.2\"]", "is listed"),
        ("at = 2\n", "at = 2\nwings = 2\n", "wings"),
    ] {
        assert!(GOOD.contains(was), "{was}");
        let report = fails(&GOOD.replacen(was, is, 1));
        assert!(report.to_string().contains(says), "{is}: {report}");
    }
    fails("");
    fails("[[case]]\nproves = [\"2.1\"]\n");
    assert!(fails("x = [").to_string().contains("TOML"));
}

#[test]
fn a_word_that_the_game_has_not_is_a_fault_that_names_those_it_has() {
    for (was, is, says) in [
        ("event = \"drew\"", "event = \"flew\"", "\"flew\" is no event: "),
        ("event = \"drew\"", "event = \"drew\", cost = 1", "`cost` is in nothing of an event \"drew\": "),
        ("{ total = 4 }", "{ totl = 4 }", "`totl` is in nothing of anything that happens: "),
        ("label = \"the attacker stands at the ford\"", "label = \"a ford\"", "\"a ford\" is no label: "),
        ("what = \"turn\"", "what = \"trun\"", "`trun` is no decision: reaction, turn"),
        ("\"mine\"]", "\"camps.red.crad\"]", "`camps.red` never has `crad`: it has "),
        ("\"mine\"]", "\"camps.green.at\"]", "`camps` never has `green`"),
        ("proves = [\"2.1\", \"3.2\"]", "proves = [\"2.1\", \"4.1\"]", "nothing of `4.1` is seen here"),
    ] {
        assert!(GOOD.contains(was), "{was}");
        let report = fails(&GOOD.replacen(was, is, 1));
        let told = report.to_string();
        assert!(told.contains(says), "{is}: {report}");
        let fault = report.failures.iter().filter(|f| f.message.contains(says));
        assert_eq!(fault.count(), 1, "told once: {told}");
    }
    let by = |value: &str| GOOD.replacen("proves = [\"2.1\", \"3.2\"]", value, 1);
    let told = fails(&by("proves = [\"2.1\", \"4.1\"]\nproved_by = \"word\"")).to_string();
    assert!(told.contains("proved_by"), "{told}");
    let report = run_file::<Toy>(&by("proves = [\"2.1\", \"4.1\"]\nproved_by = \"value\""));
    assert!(report.green(), "{report}");
    // In a case that looks at no value there is none to prove it.
    let wild = GOOD.replacen(
        "[[case]]\nproves = [\"3.1\"]",
        "[[case]]\nproves = [\"3.1\", \"4.1\"]\nproved_by = \"value\"",
        1,
    );
    let told = fails(&wild).to_string();
    assert!(told.contains("no `state` or `has` holds one"), "{told}");
}

#[test]
fn a_face_may_be_asked_for_by_its_result_and_a_step_traced() {
    let shared = Setups::read(&GOOD[..GOOD.find("[[case]]").unwrap()].replace("setup.camps", "near.camps")).unwrap();
    let file = |step: &str| {
        format!(
            "setup = \"near\"\nchange = {{ \"camps.blue.at\" = 1 }}\n[[play]]\nby = \"Red\"\ndo = \"attack\"\n[[play]]\nby = \"Blue\"\ndo = \"stand\"\n{step}"
        )
    };
    let run = |step: &str| run_file_with::<Toy>(&file(step), &Laws::PRINTED, &shared);
    let report = run("force = \"stands\"\ntrace = true");
    assert!(!report.green() && report.to_string().contains("comes to \"stands\""), "{report}");
    let report = run("faces = [0]\ntrace = true");
    assert!(report.green(), "{report}");
    let [trace] = &report.traces[..] else {
        panic!("{:?}", report.traces)
    };
    assert!(trace.starts_with("case 1, step 2: Blue, stand") && trace.contains("now: "), "{trace}");
    let report = run_file_with::<Toy>(&file("").replace("near", "far"), &Laws::PRINTED, &shared);
    assert!(report.to_string().contains("no set-up `far` in setups.toml: near"), "{report}");
}

#[test]
fn a_mute_that_nobody_notices_is_found() {
    let files = vec![("good.toml".to_owned(), GOOD.to_owned())];
    let unnoticed = mutes::<Toy>(&files).unwrap().unnoticed;
    let phrases: Vec<_> = unnoticed.iter().map(|u| u.phrase).collect();
    assert_eq!(phrases, ["a hand holds one card", "the cup is empty"].as_slice()[1..].to_vec(), "{unnoticed:?}");
    // Without the case of the parry, two more.
    let cut = GOOD.replace("has = { label = \"attacker's card\", value = 1 }\n", "");
    assert!(mutes::<Toy>(&[("cut".to_owned(), cut)]).is_ok());
    let bad = GOOD.replace("faces = [5]", "faces = [0]");
    let e = mutes::<Toy>(&[("bad".to_owned(), bad)]).unwrap_err();
    assert_eq!(e[0].0, "bad");
}
