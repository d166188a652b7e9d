use super::prospects::prospect_words;
use super::*;
use casus_core::{Agent as _, Log, Random, Scripted, Seat, Seeded, Turn};
use casus_testkit::sound::headed;

fn position(json: &str) -> State {
    Suleiman::begin(&serde_json::from_str(json).unwrap()).unwrap()
}
fn act(s: &mut State, words: &str, faces: &[u8]) {
    let action = Suleiman::parse(s, words).unwrap();
    let mut dice = Scripted::new(faces);
    Suleiman::apply(s, &action, &mut dice, &mut Log::off());
    assert_eq!(dice.fault(), None, "{words}");
}
fn why(s: &State, words: &str) -> Vec<String> {
    sense(s, Suleiman::parse(s, words).unwrap())
}
/// Two of Tomori's Heavy Cavalry, two hexes from a Sipahi, and more.
fn two_chargers(first: &str, more: &str) -> State {
    position(&format!(
        r#"{{"start_at": "shock", "leader": "Tomori", "map": {{"blank": true}},
                "units": [{{"id": "HU-HC-1", "hex": "{first}", "facing": "S"}}, {{"id": "HU-HC-2", "hex": "2013", "facing": "S"}},
                    {{"id": "OT-MC-1", "hex": "2214", "facing": "N"}}{more}],
                "leaders": [{{"id": "Tomori", "hex": "2013"}}, {{"id": "Bali", "hex": "2214"}}]}}"#
    ))
}

#[test]
fn a_second_charge_is_reckoned_only_where_it_comes_home() {
    let mut s = two_chargers("2014", "");
    act(&mut s, "charge HU-HC-1 OT-MC-1", &[]);
    let told = why(&s, "charge HU-HC-2 OT-MC-1");
    assert_eq!(told[1], "With what is declared so far, if the defender stands and nothing else happens first:");
    // Its only approach while the first uses the other. In its own hex it would strike nobody.
    assert!(told[2].starts_with("+5 to the die: +1 Strength Advantage"), "{told:?}");
    assert_eq!(told.len(), 4, "{told:?}");
    assert!(prospect_words(&s, Suleiman::parse(&s, "charge HU-HC-2 OT-MC-1").unwrap()).ends_with("die +5"));
}

#[test]
fn a_charge_alone_is_reckoned_by_every_way_in() {
    let s = two_chargers("2014", "");
    let told = why(&s, "charge HU-HC-1 OT-MC-1");
    assert_eq!(told[1], "Declared alone, if the defender stands and nothing else happens first:");
    assert!(told[2].starts_with("+3 to the die"), "{told:?}");
    assert_eq!(told.len(), 4, "{told:?}");
}

#[test]
fn a_way_in_before_which_a_die_falls_is_told_of() {
    // One of the two hexes is in front of the janissaries.
    let s = two_chargers("2014", r#", {"id": "OT-RI-1", "hex": "2115", "facing": "ENE"}"#);
    let told = why(&s, "charge HU-HC-1 OT-MC-1");
    assert_eq!(told.last().map(String::as_str), Some("By another way in, another roll comes first."), "{told:?}");
    let s = two_chargers("2014", r#", {"id": "OT-RI-1", "hex": "2115", "facing": "S"}"#);
    let told = why(&s, "charge HU-HC-1 OT-MC-1");
    assert!(told.iter().all(|line| !line.contains("another roll")), "{told:?}");
}

#[test]
fn what_a_charger_does_is_told_by_the_rules_of_charging() {
    let mut s = two_chargers("2014", r#", {"id": "OT-RI-1", "hex": "2115", "facing": "ENE"}"#);
    act(&mut s, "charge HU-HC-1 OT-MC-1", &[]);
    act(&mut s, "declared", &[]);
    act(&mut s, "resolve HU-HC-1", &[]);
    assert_eq!(why(&s, "step 2113"), ["moves one hex nearer to its target (9.2)."]);
    let told = why(&s, "step 2114");
    assert_eq!(told[0], "moves one hex nearer to its target (9.2).");
    assert_eq!(
        told[1],
        "Charge reluctance before the front of Janissaries 1: +0 to the die; 4 or less: they charge, more: plain Shock \
             (9.3)."
    );
    assert_eq!(told.len(), 2);
    assert_eq!(why(&s, "face WSW"), ["turns to that vertex, for the only time in its path (9.2)."]);
    act(&mut s, "step 2113", &[]);
    assert_eq!(why(&s, "halt"), ["ends the Charge there (9.2)."]);
}

#[test]
fn medium_cavalry_is_told_what_it_adds_before_foot() {
    let mut s = position(
        r#"{"start_at": "shock", "leader": "Bali", "map": {"blank": true},
                "units": [{"id": "OT-MC-1", "hex": "2215", "facing": "N"}, {"id": "HU-RI-1", "hex": "2015", "facing": "S"}],
                "leaders": [{"id": "Bali", "hex": "2415"}, {"id": "Hannibal", "hex": "2015"}]}"#,
    );
    act(&mut s, "charge OT-MC-1 HU-RI-1", &[]);
    act(&mut s, "declared", &[]);
    act(&mut s, "resolve OT-MC-1", &[]);
    let told = why(&s, "step 2114");
    assert!(told[1].contains("+1 to the die: +1 Medium Cavalry (9.3); 4 or less"), "{told:?}");
}

#[test]
fn the_dice_before_the_shock_are_told_before_they_fall() {
    let mut s = position(
        r#"{"start_at": "shock", "leader": "Tomori", "map": {"blank": true},
                "units": [{"id": "HU-HC-1", "hex": "2014", "facing": "S"}, {"id": "OT-AK-1", "hex": "2114", "facing": "N"},
                    {"id": "OT-MC-1", "hex": "2113", "facing": "ENE"}],
                "leaders": [{"id": "Tomori", "hex": "1914"}, {"id": "Bali", "hex": "2313"}, {"id": "Ibrahim", "hex": "2413"}]}"#,
    );
    for words in [
        "shock HU-HC-1 OT-AK-1",
        "shock HU-HC-1 OT-MC-1",
        "declared",
        "resolve HU-HC-1",
    ] {
        act(&mut s, words, &[]);
    }
    let told = why(&s, "withdraw OT-AK-1 2215");
    assert_eq!(told.len(), 2, "{told:?}");
    assert!(told[1].contains("+2 Shock Defense Rating (8.2.1)"), "{told:?}");
    let told = why(&s, "counter-charge OT-MC-1 HU-HC-1");
    assert_eq!(told.len(), 2, "{told:?}");
    assert!(
        told[1].contains("(9.4.3(1))") && told[1].ends_with("needs 3 or less to counter-charge (9.4.4)."),
        "{told:?}"
    );
}

#[test]
fn a_unit_off_the_map_is_asked_about_where_it_is() {
    let mut s = position(
        r#"{"start_at": "move-fire", "leader": "Ibrahim", "map": {"blank": true},
                "units": [{"id": "OT-AK-1", "hex": "3010", "facing": "N"}, {"id": "OT-AK-2", "at": "box", "state": "disordered"}],
                "leaders": [{"id": "Ibrahim", "hex": "3010"}]}"#,
    );
    act(&mut s, "take OT-AK-2", &[]);
    assert_eq!(question(&s), "Akincis 2 (in the camp): 7 of 7 MP left. Enter the map, or done.");
    act(&mut s, "halt", &[]);
    act(&mut s, "take OT-AK-1", &[]);
    assert_eq!(question(&s), "Akincis 1 (3010, facing N): 8 of 8 MP left. Move, turn, or done.");
}

#[test]
fn who_goes_back_next_is_asked_by_the_ruling() {
    let mut s = position(
        r#"{"start_at": "shock", "leader": "Bali", "map": {"blank": true}, "charts": {"shock": {"rows": ["0 | AR / - | AR / -"]}},
                "units": [{"id": "OT-MC-1", "hex": "2114", "facing": "N"}, {"id": "OT-MC-2", "hex": "2113", "facing": "N"},
                    {"id": "HU-RI-1", "hex": "2014", "facing": "S"}],
                "leaders": [{"id": "Bali", "hex": "2313"}, {"id": "Hannibal", "hex": "1914"}]}"#,
    );
    for words in [
        "shock OT-MC-1 HU-RI-1",
        "shock OT-MC-2 HU-RI-1",
        "declared",
        "resolve OT-MC-1",
    ] {
        act(&mut s, words, &[]);
    }
    act(&mut s, "strike HU-RI-1", &[0]);
    assert_eq!(question(&s), "Sipahis 1 and 2 must retreat: which of them next?");
    assert_eq!(why(&s, "resolve OT-MC-2"), ["this unit takes the result next (10.2 [E19])."]);
    act(&mut s, "resolve OT-MC-2", &[]);
    assert_eq!(question(&s), "Sipahis 2 retreat from 2113: to which hex?");
}

#[test]
fn what_happens_stands_under_what_was_done() {
    for seed in 0..3 {
        let mut s = Suleiman::begin(&crate::setup::Setup::default()).unwrap();
        let (mut dice, mut agent, mut listed) = (Seeded::new(seed), Random::new(!seed), Vec::new());
        for _ in 0..1500 {
            let Turn::Decide { side, what, .. } = Suleiman::turn(&s) else {
                break;
            };
            listed.clear();
            Suleiman::actions(&s, &mut listed);
            let action = listed[agent.choose(Seat::<Suleiman>::new(&s, side, &listed)) % listed.len()];
            let mut log = Log::new();
            Suleiman::apply(&mut s, &action, &mut dice, &mut log);
            headed::<Suleiman>(what, &action, log.events()).unwrap();
        }
    }
}
