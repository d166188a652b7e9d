//! Conformance files and mutes.
use crate::game::Toy;
use casus_core::Laws;
use casus_testkit::conformance::{Report, Setups, mutes, run_file, run_file_with};

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
        ("unlisted = [\"march\"]", "unlisted = [\"draw\"]", "`draw` is legal, and is listed"),
        ("unlisted = [\"march\"]", "lists = [\"march\"]", "not listed"),
        ("only = [\"parry\", \"stand\"]", "only = [\"parry\"]", "listed are"),
        ("faces = [5]", "faces = []", "no face for the roll"),
        ("faces = [5]", "faces = [5, 5]", "left over"),
        ("faces = [5]", "faces = [44]", "the die has no face 44"),
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
        ("event = \"drew\"", "event = \"flew\"", "unknown event \"flew\"; expected "),
        ("event = \"drew\"", "event = \"drew\", cost = 1", "`cost` is in nothing of an event \"drew\": "),
        ("{ total = 4 }", "{ totl = 4 }", "`totl` is in nothing of anything that happens: "),
        (
            "label = \"the attacker stands at the ford\"",
            "label = \"a ford\"",
            "unknown label \"a ford\"; expected ",
        ),
        ("what = \"turn\"", "what = \"trun\"", "unknown decision \"trun\"; expected reaction, turn"),
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
    assert!(told.contains("no `state`, `has`, `ledger` or `odds` holds one"), "{told}");
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

/// A file about both camps at the ford, with these steps.
fn near(steps: &str) -> String {
    let setup = &GOOD[..GOOD.find("[[case]]").unwrap()];
    format!("{setup}\n[[case]]\nabout = \"near\"\nchange = {{ \"camps.blue.at\" = 1 }}\n{steps}")
}

fn told(text: &str) -> Vec<String> {
    run_file::<Toy>(text).failures.iter().map(ToString::to_string).collect()
}

#[test]
fn a_failure_is_told_once() {
    // What is refused for exactly this, and at least for this: the wrong Case is missed once.
    let refused = |key: &str| near(&format!("[[case.play]]\nby = \"Red\"\ndo = \"show\"\n{key}\n"));
    for key in [
        "refused = [\"3.1\"]",
        "refused = [\"3.1\"]\nrefused_only = [\"2.2\", \"3.1\"]",
    ] {
        let told = told(&refused(key));
        assert_eq!(told.len(), 1, "{told:#?}");
        assert!(told[0].contains("not refused by 3.1"), "{told:#?}");
    }
    let report = run_file::<Toy>(&refused("refused = [\"2.2\"]"));
    assert!(report.to_string().starts_with("1 case, 1 step, "), "{report}");
    assert!(report.to_string().ends_with(" 0 failures"), "{report}");
}

#[test]
fn a_refusal_may_be_by_any_of_several_cases() {
    let refused = |key: &str| near(&format!("[[case.play]]\nby = \"Red\"\ndo = \"show\"\n{key}\n"));
    assert_eq!(told(&refused("any_of = [\"3.1\", \"2.2\"]")), [""; 0]);
    let none = told(&refused("any_of = [\"3.1\", \"2.1\"]"));
    assert!(none.len() == 1 && none[0].contains("refused by none of 3.1, 2.1"), "{none:?}");
    let legal = told(&near("[[case.play]]\nby = \"Red\"\ndo = \"attack\"\nany_of = [\"3.1\"]\n"));
    assert!(legal.len() == 1 && legal[0].contains("`attack` is legal, and is listed"), "{legal:?}");
    for key in ["any_of", "refused", "refused_only"] {
        let strange = told(&refused(&format!("{key} = [\"9.9\", \"2.2\"]")));
        assert!(strange.len() == 1 && strange[0].contains("neither a Case"), "{key}: {strange:?}");
    }
}

#[test]
fn a_step_that_neither_does_nor_expects_anything_proves_nothing() {
    for steps in [
        "[[case.play]]\n",
        "[[case.play]]\nlists = [\"attack\"]\n[[case.play]]\ndecline = true\n",
    ] {
        let told = told(&near(steps));
        assert!(told.len() == 1 && told[0].contains("does nothing and expects nothing"), "{told:?}");
    }
    assert_eq!(told(&near("[[case.play]]\ntrace = true\n[[case.play]]\nlists = [\"attack\"]\n")), [""; 0]);
}

#[test]
fn windows_that_no_step_names_are_declined() {
    let attack = "[[case.play]]\nby = \"Red\"\ndo = \"attack\"\n";
    let declined = format!(
        "decline = true\n{attack}faces = [5]\nhas = {{ loss = 1 }}\nturn = {{ side = \"Blue\", what = \"turn\" }}\n"
    );
    assert_eq!(told(&near(&declined)), [""; 0]);
    assert!(!told(&near(&declined.replace("decline = true", "decline = false"))).is_empty());
    // Of a step, in place of the case; and of a whole file.
    let step = format!("{attack}decline = true\nfaces = [5]\n");
    assert_eq!(told(&near(&step)), [""; 0]);
    assert_eq!(told(&format!("decline = true\n{}", near(&declined.replacen("decline = true\n", "", 1)))), [""; 0]);
    // The dice are exactly these, and the next throw comes to what is asked for.
    assert!(told(&near(&step.replace("[5]", "[]")))[0].contains("no face for the roll"));
    assert!(told(&near(&step.replace("[5]", "[5, 5]")))[0].contains("left over"));
    // A window that a step names stays open: to use it, to be refused at it, to look at it, to ask for odds.
    for (named, faces) in [
        ("[[case.play]]\nby = \"Blue\"\ndo = \"stand\"\nfaces = [5]\n", ""),
        ("[[case.play]]\nby = \"Blue\"\ndo = \"parry\"\nfaces = [5]\n", ""),
        ("[[case.play]]\nby = \"Blue\"\ndo = \"draw\"\nany_of = [\"2.1\", \"3.2\", \"order of play\"]\n", ""),
        ("[[case.play]]\nturn = { what = \"reaction\" }\n", ""),
        (
            "[[case.play]]\nodds = { by = \"Blue\", do = \"stand\", path = \"camps.blue.strength\", chance = { 9 = \"0\" } }\n",
            "",
        ),
        // Red's next action is not of the window, which is passed first; nor is what Blue may do only after it.
        ("[[case.play]]\nby = \"Red\"\ndo = \"march\"\nany_of = [\"2.1\"]\n", "faces = [5]\n"),
        ("[[case.play]]\nby = \"Blue\"\ndo = \"pass\"\n", "faces = [5]\n"),
    ] {
        let text = near(&format!("decline = true\n{attack}{faces}{named}"));
        let wrong: Vec<_> = told(&text)
            .into_iter()
            .filter(|told| !told.contains("neither a Case"))
            .collect();
        assert_eq!(wrong, [""; 0], "{named}");
    }
}

#[test]
fn the_lines_of_a_ledger_are_exactly_these() {
    let steps = |want: &str| {
        let change = "change = { \"camps.blue.at\" = 1, \"camps.red.at\" = 3, \"camps.red.card\" = 1 }\n";
        let play = "decline = true\n[[case.play]]\nby = \"Red\"\ndo = \"attack\"\nfaces = [5]\n";
        near("").replace("change = { \"camps.blue.at\" = 1 }\n", change) + play + want
    };
    let ford = "{ label = \"the attacker stands at the ford\", value = 1 }";
    let card = "{ label = \"attacker's card\", value = 1 }";
    assert_eq!(told(&steps(&format!("ledger = [{card}, {ford}]\n"))), [""; 0]);
    assert_eq!(
        told(&steps(&format!("ledger = {{ of = {{ event = \"fought\" }}, lines = [{ford}, {card}] }}\n"))),
        [""; 0]
    );
    for wrong in [
        format!("ledger = [{ford}]"),
        format!("ledger = [{ford}, {ford}]"),
        "ledger = []".to_owned(),
        format!("ledger = [{card}, {ford}, {card}]"),
    ] {
        let told = told(&steps(&wrong));
        assert!(told.len() == 1 && told[0].contains("the lines that are not 0 are"), "{told:?}");
    }
    let none = told(&steps("ledger = { of = { event = \"marched\" }, lines = [] }\n"));
    assert!(none[0].contains("nothing that happened has a ledger"), "{none:?}");
    assert!(told(&steps("ledger = [{ labl = \"x\" }]\n"))[0].contains("labl"));
}

#[test]
fn what_is_drawn_may_be_forced_by_its_name() {
    let draw = |name: &str| {
        near(&format!(
            "[[case.play]]\nby = \"Red\"\ndo = \"draw\"\nforce = \"{name}\"\nhas = {{ card = {name} }}\n"
        ))
    };
    assert_eq!(told(&draw("1")), [""; 0]);
    assert_eq!(told(&draw("0")), [""; 0]);
    // Blue holds the 2.
    let told = told(&draw("2"));
    assert!(told.len() == 1 && told[0].contains("comes to \"2\": 0, 1"), "{told:?}");
}

#[test]
fn a_place_that_nothing_names_is_not_shut() {
    let told = told(&near("[[case.play]]\nshut = [{ at = \"0101\", do = [\"fly\"], any_of = [\"9.9\"] }]\n"));
    // The misspelt verb is why no action names the place: it is told once.
    assert!(told.len() == 2, "{told:?}");
    assert!(told.iter().any(|told| told.contains("unknown verb \"fly\"; expected ")), "{told:?}");
    assert!(told.iter().any(|told| told.contains("`9.9` is neither a Case")), "{told:?}");
    let told = self::told(&near("[[case.play]]\nshut = [{ at = \"0101\" }]\n"));
    assert!(told.len() == 1 && told[0].contains("no action names `0101`"), "{told:?}");
}

#[test]
fn a_value_that_stood_there_before_proves_nothing_but_beside_its_twin() {
    let case = |by: &str, at: u8, more: &str| {
        format!(
            "\n[[case]]\nproves = [\"4.1\"]\nproved_by = \"value\"\nchange = {{ \"camps.red.at\" = 1 }}\n[[case.play]]\n{by}state = {{ \"camps.red.at\" = {at} }}\n{more}"
        )
    };
    let setup = &GOOD[..GOOD.find("[[case]]").unwrap()];
    let march = "by = \"Red\"\ndo = \"march\"\n";
    let run = |cases: &[String]| -> Vec<String> {
        let report = run_file::<Toy>(&format!("{setup}{}", cases.concat()));
        assert!(report.green(), "{report}");
        report.unmoved.iter().map(ToString::to_string).collect()
    };
    let stands = case("", 1, "");
    let told = run(std::slice::from_ref(&stands));
    assert!(told.len() == 1 && told[0].contains("stood there before"), "{told:?}");
    assert_eq!(run(&[case(march, 2, "")]), [""; 0]);
    // One beside the other: what stays as it was is proved beside what does not.
    assert_eq!(run(&[stands.clone(), case(march, 2, "")]), [""; 0]);
    // A twin of another Case is none, nor one that holds the same.
    assert_eq!(run(&[stands.clone(), case(march, 2, "").replace("\"4.1\"", "\"1.1\"")]).len(), 1);
    assert_eq!(run(&[stands.clone(), stands.clone()]).len(), 2);
    assert_eq!(run(&[case("", 1, "lacks = [\"camps.red.card\"]\n")]).len(), 1);
    // What the set-up does not say comes of how play is opened; and beside a trace of the Case, what stays is its other side.
    assert_eq!(
        run(&[case("", 1, "").replace("state = { \"camps.red.at\" = 1 }", "state = { \"camps.red.strength\" = 3 }")]),
        [""; 0]
    );
    let over = "\n[[case]]\nproves = [\"4.1\"]\nchange = { \"camps.blue.strength\" = 1, \"camps.blue.at\" = 1 }\ndecline = true\n[[case.play]]\nby = \"Red\"\ndo = \"attack\"\nfaces = [5]\nturn = { over = \"Red\" }\n";
    assert_eq!(run(&[stands, over.to_owned()]), [""; 0]);
}

/// The file of this test run, with a mutant on, in a process of its own: whether it is green.
#[cfg(feature = "mutants")]
fn green_with(number: Option<u32>) -> bool {
    use casus_core::mutants::MUTANT;
    let mut again = std::process::Command::new(std::env::current_exe().unwrap());
    again.args(["--exact", "files::a_good_file_is_green"]);
    match number {
        Some(number) => again.env(MUTANT, number.to_string()),
        None => again.env_remove(MUTANT),
    };
    again.output().unwrap().status.success()
}

#[cfg(feature = "mutants")]
#[test]
fn a_mutant_is_on_by_its_number_alone() {
    assert!(green_with(None));
    assert!(!green_with(Some(1)), "the file attacks from where it is out of reach");
    assert!(green_with(Some(2)));
    assert!(!casus_core::mutant(1));
}
