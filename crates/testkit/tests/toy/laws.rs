//! House rules: what they forbid, change and put out of force, and how a match keeps them.
use crate::game::{Action, Asked, BARS, MODS, Setup, Side, Toy, setup};
use casus_core::cases::entry;
use casus_core::*;
use casus_draw::{Draw as _, Terminal};
use casus_protocol::{MatchSession, Session as _};

static TRUCE: Casebook = Casebook::house(
    "Truce",
    &[
        entry("1", "No first blow", Standing::Rule, "laws.rs"),
        entry("2", "A long ford", Standing::Rule, "laws.rs"),
    ],
);
const NO_BLOW: Cite = TRUCE.cite("1");
const LONG_FORD: Cite = TRUCE.cite("2");

fn red(_: &Asked) -> Place {
    Place::Side(0)
}
/// What the house forbids Red; everything, if `every`.
fn forbids(every: bool) -> Laws {
    let bar = BARS.entry(NO_BLOW, "who comes first does not strike first");
    Laws::of(&TRUCE).forbid(
        &BARS,
        if every {
            bar.when(red, |f| f.by == Side::Red)
        } else {
            bar.when(red, |f| f.by == Side::Red && f.action == Action::Attack)
        },
    )
}
fn near() -> Setup {
    let mut setup = setup();
    setup.camps[0].at = 2;
    setup.camps[1].at = 2;
    setup
}
fn refused(m: &Match<Toy>, by: Side, action: Action) -> String {
    match m.check(by, &action) {
        Err(PlayError::Refused(why)) => m.explain(&why),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_house_bar_forbids_under_its_own_case_after_the_printed_ones() {
    let printed = Match::<Toy>::new(near()).unwrap();
    assert!(printed.actions().contains(&Action::Attack));
    let house = Match::<Toy>::under(near(), &forbids(false)).unwrap();
    assert!(!house.actions().contains(&Action::Attack));
    assert_eq!(refused(&house, Side::Red, Action::Attack), "Red: who comes first does not strike first (Truce 1)");
    // Out of reach as well: the printed Case stands first.
    let far = Match::<Toy>::under(setup(), &forbids(false)).unwrap();
    let both = refused(&far, Side::Red, Action::Attack);
    assert!(both.contains("(3.1); Red: ") && both.ends_with("(Truce 1)"), "{both}");
    assert!(NO_BLOW.is_house() && NO_BLOW.book() == Book::House("Truce") && !NO_BLOW.is_library());
}

#[test]
fn a_house_modifier_stands_in_the_ledger_and_counts() {
    let longer = MODS
        .entry(LONG_FORD, "a long ford")
        .adds(|_| Place::Nowhere, |_| Some(-1));
    let laws = Laws::of(&TRUCE).modify(&MODS, longer);
    let fought = |laws: &Laws| {
        let mut m = Match::<Toy>::under(near(), laws).unwrap();
        m.play(Side::Red, Action::Attack, &mut Seeded::new(1)).unwrap();
        let played = m.play_faces(Side::Blue, Action::Stand, &[4]).unwrap();
        played
            .events
            .iter()
            .map(|e| m.describe(e))
            .collect::<Vec<_>>()
            .join("\n")
    };
    let (printed, house) = (fought(&Laws::PRINTED), fought(&laws));
    assert!(house.contains("-1 a long ford (Truce 2)"), "{house}");
    assert!(!printed.contains("long ford"), "{printed}");
}

#[test]
fn a_printed_entry_is_put_out_of_force_by_its_words_or_its_case() {
    for what in ["the foe is out of reach", "3.1"] {
        let laws = Laws::of(&TRUCE).repeal(&BARS, what);
        let m = Match::<Toy>::under(setup(), &laws).unwrap();
        assert!(m.actions().contains(&Action::Attack), "{what}");
    }
}

#[test]
fn laws_that_are_none_of_this_game_are_told_with_their_faults() {
    static OTHER: Bars<Asked> = Bars {
        name: "elsewhere",
        list: &[],
    };
    let printed_case = BARS
        .entry(crate::game::BOOK.cite("2.1"), "as printed")
        .when(red, |_| true);
    let stray = BARS.entry(NO_BLOW, "stray").when(red, |_| true);
    let laws = Laws::of(&TRUCE)
        .repeal(&BARS, "9.9")
        .forbid(&BARS, printed_case)
        .forbid(&OTHER, stray);
    let faults = Match::<Toy>::under(setup(), &laws).unwrap_err().to_string();
    let lines: Vec<&str> = faults.lines().collect();
    assert_eq!(
        lines,
        [
            "laws: the list `doing` has no entry \"9.9\"",
            "laws: \"as printed\" cites 2.1, which is not a Case of these house rules",
            "laws: \"elsewhere\" is not a list of this game",
        ]
    );
    // Without a book one can repeal, and nothing else.
    let bookless = Laws::PRINTED.forbid(&BARS, BARS.entry(NO_BLOW, "stray").when(red, |_| true));
    assert!(Match::<Toy>::under(setup(), &bookless).is_err());
    assert!(Match::<Toy>::under(setup(), &Laws::PRINTED.repeal(&BARS, "3.1")).is_ok());
}

#[test]
fn laws_are_equal_by_title_and_names_and_a_state_knows_its_own() {
    assert_eq!(forbids(false), forbids(true));
    assert_ne!(forbids(false), Laws::of(&TRUCE));
    assert_ne!(Laws::of(&TRUCE), Laws::PRINTED);
    let [printed, house] = [Laws::PRINTED, forbids(false)].map(|l| Match::<Toy>::under(near(), &l).unwrap());
    assert_ne!(printed.state(), house.state());
    assert_ne!(printed.state_digest(), house.state_digest());
    assert_eq!(Toy::under(house.state(), &Laws::PRINTED), *printed.state());
}

#[test]
fn a_save_names_its_laws_and_is_refused_without_them() {
    let mut m = Match::<Toy>::under(near(), &forbids(false)).unwrap();
    m.play(Side::Red, Action::Pass, &mut Seeded::new(1)).unwrap();
    let text = m.save();
    assert_eq!(Match::<Toy>::load_under(&text, &forbids(false)).unwrap().state(), m.state());
    let Err(LoadError::Laws(why)) = Match::<Toy>::load(&text) else {
        panic!("loaded without its laws")
    };
    assert_eq!(
        why.to_string(),
        "played by the house rules `Truce`, and loaded with the printed laws; \
         missing: `doing + who comes first does not strike first (Truce 1)`"
    );
    let more = forbids(false).repeal(&BARS, "3.1");
    let why = Match::<Toy>::load_under(&text, &more).unwrap_err().to_string();
    assert!(why.ends_with("not in the save: `doing - the foe is out of reach (3.1)`"), "{why}");
    // A save by the printed laws says nothing of laws.
    let plain = Match::<Toy>::new(near()).unwrap().save();
    assert!(!plain.contains("\"laws\""));
    assert!(matches!(Match::<Toy>::load_under(&plain, &forbids(false)), Err(LoadError::Laws(_))));
}

#[test]
fn a_bar_that_leaves_nothing_to_do_is_named_and_the_match_stays_as_it_was() {
    let e = Match::<Toy>::under(near(), &forbids(true)).unwrap_err().to_string();
    assert!(e.starts_with("laws: the house rules \"Truce\" leave no legal action at `turn` (2.1): "), "{e}");
    assert!(e.ends_with("who comes first does not strike first (Truce 1) (2.1)"), "{e}");
    // In play: Blue's turn ends, and Red could do nothing.
    let late = BARS
        .entry(NO_BLOW, "Blue may answer nothing")
        .when(red, |f| f.by == Side::Blue);
    let mut m = Match::<Toy>::under(near(), &Laws::of(&TRUCE).forbid(&BARS, late)).unwrap();
    let before = m.state().clone();
    let Err(PlayError::NoChoice(none)) = m.play(Side::Red, Action::Pass, &mut Seeded::new(1)) else {
        panic!("went on without a choice")
    };
    assert!(none.bars.iter().all(|bar| bar.cite == NO_BLOW) && !none.bars.is_empty());
    assert_eq!(m.state(), &before);
    assert!(m.journal().is_empty());
}

#[test]
fn odds_obey() {
    let laws = Laws::of(&TRUCE).modify(
        &MODS,
        MODS.entry(LONG_FORD, "a very long ford")
            .adds(|_| Place::Nowhere, |_| Some(-9)),
    );
    let strength = |laws: &Laws| {
        let m = Match::<Toy>::under(near(), laws).unwrap();
        let odds = m
            .odds(Side::Red, &Action::Attack)
            .policy(&mut FirstListed)
            .outcomes(|s| Toy::scene(s, None).text(&Terminal::default()));
        odds.unwrap().outcomes.len()
    };
    assert!(strength(&Laws::PRINTED) > 1);
    assert_eq!(strength(&laws), 1, "nobody can be hit");
}

#[test]
fn a_table_has_the_house_rules_that_its_host_gives_it() {
    let m = Match::<Toy>::under(near(), &forbids(false)).unwrap();
    let mut t = MatchSession::over(m, 1);
    let mut ask = |request: &str| serde_json::from_str::<serde_json::Value>(&t.ask(request)).unwrap();
    let why = ask(r#"{"do": "check", "by": "Red", "action": "attack"}"#);
    assert_eq!((&why["legal"], &why["refusals"][0]["cite"]), (&false.into(), &"Truce 1".into()), "{why}");
    assert_eq!(ask(r#"{"do": "case", "number": "Truce 1"}"#)["case"]["title"], "No first blow");
    assert_eq!(ask(r#"{"do": "case", "number": "1.1"}"#)["case"]["title"], "Set-up");
    assert_eq!(ask(r#"{"do": "cases"}"#)["house"]["cases"].as_array().map(Vec::len), Some(2));
    // It takes a save by the same rules, and no other.
    let save = ask(r#"{"do": "save"}"#)["save"].clone();
    let load = |save: &serde_json::Value| serde_json::json!({"do": "load", "save": save, "journal": 0}).to_string();
    assert!(ask(&load(&save)).get("error").is_none());
    let plain = Match::<Toy>::new(near()).unwrap().save();
    let refused = ask(&load(&plain.into()));
    assert!(refused.to_string().contains("loaded with the house rules `Truce`"), "{refused}");
}

#[cfg(feature = "conformance")]
#[test]
fn conformance_files_hold_house_rules() {
    let file = r#"
        [[setup.camps]]
        id = "red"
        at = 2
        [[setup.camps]]
        id = "blue"
        at = 2
        [[case]]
        about = "no first blow"
        proves = ["Truce 1"]
        [[case.play]]
        by = "Red"
        do = "attack"
        refused_only = ["Truce 1"]
    "#;
    let report = casus_testkit::conformance::run_file_with::<Toy>(
        file,
        &forbids(false),
        &casus_testkit::conformance::Setups::default(),
    );
    assert!(report.green(), "{:?}", report.failures);
    let report = casus_testkit::conformance::run_file::<Toy>(file);
    assert!(!report.green());
}
