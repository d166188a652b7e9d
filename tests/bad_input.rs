//! Bad input at every entry point: it is refused with its path and, where a rule applies, the Case. It never causes a panic, and
//! the previous state does not change.

use crate::{common, tutorial};
use casus_belli::arquebus::{self, Arquebus};
use casus_belli::blind_faith::{self, BlindFaith};
use casus_belli::core::play::ReadFault;
use casus_belli::core::{Game, LoadError, Match, PlayError, Seeded, Sided};
use casus_belli::marignan::{self, Marignan};
use casus_belli::suleiman::{self, Suleiman};
use casus_belli::testkit::Described;
use casus_belli::testkit::conformance::run_file;
use casus_belli::testkit::strategies::{Alteration, Playthrough, Trial, alterations, playthroughs, props};
use casus_belli::{MatchSession, Session};
use common::holds;
use proptest::collection::vec;
use proptest::prelude::*;
use serde_json::{Value, json};
use tutorial::game::{Bridge, Side};

/// The path of a value in the sound position, the value, and the path and Case that the fault must name.
type Fault = (&'static str, Value, &'static str, &'static str);

/// The inputs of a game for these tests.
trait Doors: Trial + Described {
    /// A valid position into which the faults are put.
    fn sound() -> Value;
    /// Faults to be tested one by one.
    fn faults() -> Vec<Fault>;
    /// Faults to be tested together. Each is reported with its path.
    fn faulty() -> Vec<(&'static str, Value, &'static str)> {
        vec![
            ("units.0.hex", json!("9999"), "units[0].hex"),
            ("units.1.facing", json!("up"), "units[1].facing"),
            ("units.2", json!({"id": "nobody"}), "units[2].id"),
        ]
    }
    /// Texts that are no set-up, and their errors. Texts that every game refuses are not among them.
    const NO_SET_UPS: &'static [(&'static str, &'static str)];
    /// Set-ups with a bare list in them, and its path.
    const NAMELESS: &'static [(&'static str, &'static str)];
    /// Parts that become a bare list in the save of the steps below, and their path.
    const BARE: &'static [(&'static str, &'static str, &'static str)];
    /// The side that plays from the valid position, and three steps without a roll; the last ends a move.
    const PLAYED: (Self::Side, [&'static str; 3]);
    /// The second of those steps, with an error in it.
    const SPOILT: &'static str;
    /// Changes to the save of those steps, and their errors.
    const BAD_SAVES: &'static [(&'static str, &'static str, &'static str)];
    /// Actions that are refused after those steps: the side, the action, and the error.
    fn bad_actions() -> Vec<(Self::Side, &'static str, &'static str)>;
    /// A legal action after those steps.
    const NEXT: &'static str;
    /// A position and steps that lead to a roll: the side that plays the last step, the Case of the roll, a face that its
    /// die does not have, and one that it has.
    fn throw() -> Throwing<Self::Side>;
    /// Numbers in the first event after those steps: a list of the map, its key, the word in it, and the text before its number.
    const NUMBERS: &'static [(&'static str, Option<&'static str>, &'static str, &'static str)];
}

/// A position and steps that lead to a roll.
struct Throwing<S> {
    setup: Value,
    lines: Vec<(S, &'static str)>,
    cite: &'static str,
    off: u8,
    on: u8,
}

impl Doors for Suleiman {
    fn sound() -> Value {
        json!({
            "start_at": "move-fire",
            "leader": "Hannibal",
            "map": {"blank": true},
            "units": [
                {"id": "HU-RI-1", "hex": "2014", "facing": "S"},
                {"id": "OT-MC-1", "hex": "2217", "facing": "N"},
            ],
            "leaders": [{"id": "Hannibal", "hex": "2014"}],
        })
    }
    fn faults() -> Vec<Fault> {
        vec![
            ("units.0.hex", json!("9914"), "units[0].hex", "(2.1)"),
            ("units.0.hex", json!("castle"), "units[0].hex", "(2.1)"),
            ("units.0.hex", json!(""), "units[0].hex", "(2.1)"),
            ("units.1.hex", json!("2014"), "units[1].hex", "(3.1.1)"),
            ("units.1.id", json!("HU-RI-1"), "units[1].id", "(2.2)"),
            ("units.1.id", json!("HU-XX-1"), "units[1].id", "(2.2)"),
            ("units.0.facing", json!("NE"), "units[0].facing", "(3.3.1)"),
            ("units.0.state", json!("tired"), "units[0].state", ""),
            ("units.0.at", json!("box"), "units[0].at", ""),
            ("units.0", json!({"id": "HU-RI-1", "at": "box"}), "units[0].at", "(10.3(1))"),
            ("units.0", json!({"id": "HU-RI-1"}), "units[0].hex", ""),
            ("units.0.done", json!(["slept"]), "units[0].done", ""),
            ("units.0.state", json!("retired"), "units.HU-RI-1.state", "(13.0.4)"),
            ("units.0.encamped", json!(true), "units[0].encamped", "(14.3(2))"),
            ("units.1.state", json!("retired"), "units[1].state", "(10.3(1))"),
            ("leaders.0.id", json!("Attila"), "leaders[0].id", "(2.2.9)"),
            ("leaders.1", json!({"id": "Hannibal", "hex": "2014"}), "leaders[1].id", "(2.2.9)"),
            ("leaders.0.hex", json!("2217"), "leaders[0].hex", "(3.1.1)"),
            ("leaders.0.hex", json!("0000"), "leaders[0].hex", "(2.1)"),
            ("leaders.1", json!({"id": "Tomori", "hex": "2015"}), "leaders.Tomori", "(12.4)"),
            ("leader", json!("Attila"), "leader", "(2.2.9)"),
            ("leader", json!("Tomori"), "leader", "(12.4.1)"),
            ("leader", Value::Null, "leader", "(5.1.1)"),
            ("banner", json!("2217"), "banner", "(13.0.4)"),
            ("banner", json!("x"), "banner", "(2.1)"),
            ("entered", json!({"x": 1}), "entered.x", "(15.1)"),
            ("last", json!({"Hungary": "Center"}), "last.Hungary", "(4.3)"),
            ("stalemate", json!(0), "stalemate", ""),
            ("passes", json!(6), "passes", ""),
            ("counters", json!([{"id": "HU-RI-1", "sdr": 12}]), "counters[0].sdr", "(2.2.5)"),
            ("counters", json!([{"id": "HU-RI-1", "ma": -3}]), "counters[0].ma", "(2.2.6)"),
            ("cards", json!([{"id": "Hannibal", "activation": 11}]), "leaders[0].activation", "(2.2.8)"),
            ("map.hexes", json!([{"hex": "2020", "terrain": "lava"}]), "map.hexes[0].terrain", "(2.1.1)"),
            ("map.hexes", json!([{"hex": "20200"}]), "map.hexes[0].hex", ""),
            ("map.roads", json!([["2020", "2030"]]), "map.roads[0][1]", ""),
            ("charts", json!({"shock": {"rows": {"0": ["-", "-"], "2": ["-", "-"]}}}), "charts.shock.rows", ""),
            ("charts", json!({"shock": {"rows": {"0": ["-"]}}}), "charts.shock.rows", ""),
            ("charts", json!({"ranges": {"bow": []}}), "charts.ranges.bow", ""),
        ]
    }
    const NO_SET_UPS: &'static [(&'static str, &'static str)] = &[
        (r#"{"options": ["Z9"]}"#, "unknown option `Z9`; known: 9.3.1-opt"),
        ("{\"units\": [\n{\"id\": \"HU-RI-1\", \"hexx\": \"2014\"}]}", "unknown field `hexx`"),
        (r#"{"passes": 300}"#, "300"),
        (r#"{"start_at": "cellar"}"#, "cellar"),
    ];
    const NAMELESS: &'static [(&'static str, &'static str)] = &[
        (r#"{"units": [["HU-RI-1", "2014"]]}"#, "units[0]"),
        (r#"{"units": [{"id": "HU-RI-1", "hex": "2014"}], "leaders": [["Hannibal", "2014"]]}"#, "leaders[0]"),
        ("[]", ""),
        (r#"{"map": []}"#, "map"),
        (r#"{"charts": []}"#, "charts"),
    ];
    const BARE: &'static [(&'static str, &'static str, &'static str)] = &[("{\"blank\":true}", "[]", "setup.map")];
    const PLAYED: (suleiman::Side, [&'static str; 3]) =
        (suleiman::Side::Hungary, ["take HU-RI-1", "step 2114", "halt"]);
    const SPOILT: &'static str = "step 2115";
    const BAD_SAVES: &'static [(&'static str, &'static str, &'static str)] = &[
        ("\"blank\":true", "\"blank\":false", "other rules data"),
        ("\"by\":\"Hungary\",\"do\":\"halt\"", "\"by\":\"Ottoman\",\"do\":\"halt\"", "journal step 3"),
        ("\"hex\":\"2217\"", "\"hex\":\"2014\"", "units[1].hex"),
        ("\"hex\":\"2217\"", "\"hex\":\"2218\"", "after all 3 steps"),
    ];
    fn bad_actions() -> Vec<(suleiman::Side, &'static str, &'static str)> {
        use suleiman::Side::{Hungary, Ottoman};
        vec![
            (Hungary, "jump 2014", "unknown action \"jump\""),
            (Hungary, "take", "needs a unit"),
            (Hungary, "take HU-RI-99", "unknown unit \"HU-RI-99\""),
            (Hungary, "take HU-RI-1 twice", "unexpected \"twice\""),
            (Hungary, "step 0101", "2.1"),
            (Hungary, "face NE", "3.3.1"),
            (Hungary, "hold-all windows", "unknown window"),
            (Ottoman, "end-moves", "6.1"),
            (Hungary, "take OT-MC-1", "2.2.1"),
            (Hungary, "declared", "6.1"),
            (Hungary, "take HU-HC-1", "("),
        ]
    }
    const NEXT: &'static str = "end-moves";
    fn throw() -> Throwing<suleiman::Side> {
        use suleiman::Side::{Hungary, Ottoman};
        let mut setup = Self::sound();
        setup["units"][1]["hex"] = json!("2114");
        Throwing {
            setup,
            lines: vec![(Hungary, "take HU-RI-1"), (Hungary, "fire OT-MC-1"), (Ottoman, "hold")],
            cite: "7.4.3",
            off: 10,
            on: 0,
        }
    }
    const NUMBERS: &'static [(&'static str, Option<&'static str>, &'static str, &'static str)] = &[
        ("units", None, "HU-RI-1", "\"unit\":"),
        ("hexes", Some("label"), "2114", "\"to\":"),
    ];
}

impl Doors for Marignan {
    fn sound() -> Value {
        json!({
            "start_at": "moves",
            "map": {"blank": true},
            "units": [
                {"id": "I-Pike-1", "hex": "1210", "facing": "S"},
                {"id": "Navarro-Gas-1", "hex": "1216", "facing": "N"},
            ],
            "commanders": [{"id": "Steiner", "hex": "1210"}],
        })
    }
    fn faults() -> Vec<Fault> {
        vec![
            ("units.0.hex", json!("9914"), "units[0].hex", "(14.1)"),
            ("units.0.hex", json!("castle"), "units[0].hex", "(14.1)"),
            ("units.0.hex", json!(""), "units[0].hex", "(14.1)"),
            ("units.1.hex", json!("1210"), "units[1].hex", "(5.0)"),
            ("units.1.id", json!("I-Pike-1"), "units[1].id", "(1.1)"),
            ("units.1.id", json!("I-Halberd"), "units[1].id", "(1.1)"),
            ("units.0.facing", json!("W"), "units[0].facing", "(3.0)"),
            ("units.0.state", json!("tired"), "units[0].state", "(1.1)"),
            ("units.0.state", json!("routed"), "units[0].state", "(8.1)"),
            ("units.1.at", json!("reserve"), "units[1].at", ""),
            ("units.1", json!({"id": "Navarro-Gas-1", "at": "reserve"}), "units[1].at", "(14.1)"),
            ("units.0", json!({"id": "I-Pike-1"}), "units[0].hex", "(14.1)"),
            ("units.1.replaced", json!(true), "units[1].replaced", "(1.1)"),
            (
                "units.2",
                json!({"id": "Genouillac-Art-1", "hex": "1217", "state": "routed"}),
                "units[2].state",
                "(10.0)",
            ),
            ("units.2", json!({"id": "I-Pike-2", "hex": "1210", "facing": "N"}), "units[2].facing", "(3.0)"),
            ("units.2", json!({"id": "King-Gen-1", "hex": "1216", "facing": "N"}), "units[2].hex", "(5.2)"),
            ("units.2", json!({"id": "Arq-1", "hex": "1212", "hedgehog": true}), "units[2].hedgehog", "(9.4)"),
            ("units.0.charge", json!("1216"), "units[0].charge", "(9.3)"),
            ("units.0.done", json!(["slept"]), "units[0].done", "(2.1)"),
            ("units.0.done", json!(["fired"]), "units[0].done", "(2.1)"),
            ("units.1.done", json!(["moved"]), "units[1].done", "(2.1)"),
            ("commanders.0.id", json!("Attila"), "commanders[0].id", "(1.2)"),
            ("commanders.1", json!({"id": "Steiner", "hex": "1210"}), "commanders[1].id", "(1.2)"),
            ("commanders.0.hex", json!("1216"), "commanders[0].hex", "(5.0)"),
            ("commanders.0.hex", json!("0000"), "commanders[0].hex", "(14.1)"),
            ("commanders.1", json!({"id": "Francois", "at": "lost"}), "commanders[1].at", "(7.1)"),
            ("scenario", json!("third-day"), "scenario", "(14.0)"),
            ("turn", json!(99), "turn", "(14.1)"),
            ("start_at", json!("night"), "start_at", "(14.2)"),
            ("start_at", json!("set-up"), "units", "(14.1)"),
            ("swiss_morale", json!(-1), "swiss_morale", "(8.1)"),
            ("corps", json!({"Mohi": {"morale": 3}}), "corps.Mohi", "(6.0)"),
            ("corps", json!({"I": {"morale": 3}}), "corps.I.morale", "(8.1)"),
            ("corps", json!({"Navarro": {"morale": 300}}), "corps.Navarro.morale", "(8.2)"),
            ("corps", json!({"Navarro": {"leader": "Steiner"}}), "corps.Navarro.leader", "(7.1)"),
            ("taken", json!(["Paris"]), "taken[0]", "(8.1)"),
            ("works", json!([{"hex": "1216", "side": "SE"}]), "works[0].side", "(14.2 [R96])"),
            ("assaulted", json!(["1216"]), "assaulted", "(13.1)"),
            (
                "counters",
                json!([{"id": "I-Pike-1", "front": {"morale": 99}}]),
                "counters[0].front.morale",
                "(1.1)",
            ),
            ("map.hexes", json!([{"hex": "1212", "terrain": "lava"}]), "map.hexes[0].terrain", ""),
            ("map.hexes", json!([{"hex": "12120"}]), "map.hexes[0].hex", ""),
            ("map.roads", json!([["1212", "1220"]]), "map.roads[0][1]", ""),
        ]
    }
    const NO_SET_UPS: &'static [(&'static str, &'static str)] = &[
        (r#"{"options": ["Z9"]}"#, "unknown option `Z9`; known: R08"),
        ("{\"units\": [\n{\"id\": \"I-Pike-1\", \"hexx\": \"1210\"}]}", "unknown field `hexx`"),
        (r#"{"active": "Venice"}"#, "Venice"),
        (r#"{"start_at": "cellar"}"#, "cellar"),
    ];
    const NAMELESS: &'static [(&'static str, &'static str)] = &[
        (r#"{"units": [["I-Pike-1", "1210"]]}"#, "units[0]"),
        (
            r#"{"units": [{"id": "I-Pike-1", "hex": "1210"}], "commanders": [["Steiner", "1210"]]}"#,
            "commanders[0]",
        ),
        (r#"{"works": [["1210", "N"]]}"#, "works[0]"),
        ("[]", ""),
        (r#"{"map": []}"#, "map"),
        (r#"{"charts": []}"#, "charts"),
    ];
    const BARE: &'static [(&'static str, &'static str, &'static str)] = &[("{\"blank\":true}", "[]", "setup.map")];
    const PLAYED: (marignan::Side, [&'static str; 3]) = (marignan::Side::Swiss, ["take I-Pike-1", "step 1211", "halt"]);
    const SPOILT: &'static str = "step 1213";
    const BAD_SAVES: &'static [(&'static str, &'static str, &'static str)] = &[
        ("\"blank\":true", "\"blank\":false", "other rules data"),
        ("\"by\":\"Swiss\",\"do\":\"halt\"", "\"by\":\"French\",\"do\":\"halt\"", "journal step 3"),
        ("\"hex\":\"1216\"", "\"hex\":\"1210\"", "units[1].hex"),
        ("\"hex\":\"1216\"", "\"hex\":\"1217\"", "after all 3 steps"),
    ];
    fn bad_actions() -> Vec<(marignan::Side, &'static str, &'static str)> {
        use marignan::Side::{French, Swiss};
        vec![
            (Swiss, "jump 1210", "unknown action \"jump\""),
            (Swiss, "take", "needs a unit"),
            (Swiss, "take I-Pike-99", "unknown unit \"I-Pike-99\""),
            (Swiss, "take I-Pike-2 twice", "unexpected \"twice\""),
            (Swiss, "step 9999", "14.1"),
            (Swiss, "step 1212", "9.0"),
            (Swiss, "face W", "3.0"),
            (Swiss, "build 1210 up", "unknown hexside"),
            (French, "done", "9.0"),
            (Swiss, "take Navarro-Gas-1", "2.1"),
            (Swiss, "resolve", "2.1"),
            (Swiss, "order I", "2.1"),
            (Swiss, "take I-Pike-1", "9.0"),
            (Swiss, "take I-Pike-2", "9.0"),
        ]
    }
    const NEXT: &'static str = "done";
    fn throw() -> Throwing<marignan::Side> {
        use marignan::Side::French;
        let mut setup = Self::sound();
        setup["start_at"] = json!("defensive-fire");
        setup["units"][1]["hex"] = json!("1211");
        Throwing {
            setup,
            lines: vec![(French, "aim 1210"), (French, "fire Navarro-Gas-1"), (French, "loose")],
            cite: "12.4",
            off: 7,
            on: 1,
        }
    }
    const NUMBERS: &'static [(&'static str, Option<&'static str>, &'static str, &'static str)] = &[
        ("units", None, "I-Pike-1", "\"units\":["),
        ("hexes", Some("label"), "1211", "\"to\":"),
    ];
}

impl Doors for Arquebus {
    fn sound() -> Value {
        json!({
            "start_at": "move-fire",
            "active": ["Pizarro"],
            "map": {"blank": true},
            "units": [
                {"id": "SP-AQ-1", "hex": "1010", "facing": "S"},
                {"id": "FR-MM-1", "hex": "1014", "facing": "N"},
            ],
            "leaders": [{"id": "Pizarro", "hex": "1010"}],
        })
    }
    fn faults() -> Vec<Fault> {
        vec![
            ("units.0.hex", json!("9914"), "units[0].hex", "(2.1)"),
            ("units.0.hex", json!("castle"), "units[0].hex", "(2.1)"),
            ("units.0.hex", json!(""), "units[0].hex", "(2.1)"),
            ("units.1.hex", json!("1010"), "units[1].hex", "(10.0)"),
            ("units.1.id", json!("SP-AQ-1"), "units[1].id", "(2.2)"),
            ("units.1.id", json!("FR-XX-1"), "units[1].id", "(2.2)"),
            ("units.0.facing", json!("NE"), "units[0].facing", "(8.0)"),
            ("units.0.state", json!("tired"), "units[0].state", ""),
            ("units.0.at", json!("lost"), "units[0].at", ""),
            ("units.1", json!({"id": "FR-MM-1", "at": "reserve"}), "units[1].at", "(7.5)"),
            ("units.0", json!({"id": "SP-AQ-1"}), "units[0].hex", ""),
            ("units.0.done", json!(["slept"]), "units[0].done", ""),
            ("units.0.turned", json!(true), "units[0].turned", "(7.4)"),
            ("units.0.unloaded", json!(true), "units[0].unloaded", "(11.5)"),
            (
                "units.2",
                json!({"id": "SP-ART-1", "hex": "1110", "state": "disordered"}),
                "units[2].state",
                "(14.2)",
            ),
            (
                "units.2",
                json!({"id": "SP-ART-1", "hex": "1110", "state": "retired", "turned": true}),
                "units[2].state",
                "(14.4 [C-8])",
            ),
            (
                "units.2",
                json!({"id": "SP-ART-1", "hex": "1010", "facing": "N", "turned": true}),
                "units.SP-AQ-1.facing",
                "(10.1)",
            ),
            ("engaged", json!([["SP-AQ-1", "FR-MM-1"]]), "engaged[0]", "(14.5)"),
            ("engaged", json!([["SP-AQ-1", "nobody"]]), "engaged[0][1]", "(2.2)"),
            ("leaders.0.id", json!("Attila"), "leaders[0].id", "(2.2)"),
            ("leaders.1", json!({"id": "Pizarro", "hex": "1010"}), "leaders[1].id", "(2.2)"),
            ("leaders.0.hex", json!("1014"), "leaders.Pizarro.hex", "(7.2)"),
            ("leaders.0.hex", json!("0000"), "leaders[0].hex", "(2.1)"),
            ("leaders.1", json!({"id": "Navarro", "hex": "1012"}), "leaders.Navarro", "(5.0)"),
            ("standards", json!([{"id": "FR-Standard", "hex": "1010"}]), "standards.FR-Standard.hex", "(15.2)"),
            ("standards", json!([{"id": "Oriflamme", "hex": "1010"}]), "standards[0].id", "(2.4)"),
            ("active", json!(["Attila"]), "active[0]", "(5.0)"),
            ("active", json!([]), "active", "(6.1)"),
            ("active", json!(["Navarro"]), "how", "(6.1)"),
            ("active", json!(["Pizarro", "Navarro"]), "active", "(6.1 [R-35])"),
            ("last", json!(["Chandieu"]), "last", "(6.2)"),
            ("with", json!(["Nemours"]), "with[0]", "(7.5)"),
            ("hands", json!({"France": {"held": ["opportunity-9"]}}), "hands.France.held", "(6.3)"),
            (
                "hands",
                json!({"France": {"held": ["negation"], "played": ["negation"]}}),
                "hands.France.held",
                "(6.3)",
            ),
            ("clock", json!(1), "clock", "(16.1)"),
            ("stalemate", json!(0), "stalemate", ""),
            ("passes", json!(6), "passes", ""),
            ("counters", json!([{"id": "SP-AQ-1", "front": {"sdr": 12}}]), "counters[0]", "(2.2)"),
            ("cards", json!([{"id": "Pizarro", "activation": 11}]), "cards[0].activation", "(5.2)"),
            ("map.hexes", json!([{"hex": "1212", "terrain": "lava"}]), "map.hexes[0].terrain", ""),
            ("map.hexes", json!([{"hex": "12120"}]), "map.hexes[0].hex", ""),
            ("charts", json!({"shock": {"rows": {"0": ["-"]}}}), "charts.shock.rows", ""),
        ]
    }
    const NO_SET_UPS: &'static [(&'static str, &'static str)] = &[
        (r#"{"options": ["Z9"]}"#, "unknown option `Z9`; known: R-14"),
        ("{\"units\": [\n{\"id\": \"SP-AQ-1\", \"hexx\": \"1010\"}]}", "unknown field `hexx`"),
        (r#"{"base": "Agnadello"}"#, "Agnadello"),
        (r#"{"hands": {"France": {"held": ["luck"]}}}"#, "unknown Seizure counter \"luck\""),
        (r#"{"passes": 300}"#, "300"),
        (r#"{"start_at": "cellar"}"#, "cellar"),
    ];
    const NAMELESS: &'static [(&'static str, &'static str)] = &[
        (r#"{"units": [["SP-AQ-1", "1010"]]}"#, "units[0]"),
        (r#"{"units": [{"id": "SP-AQ-1", "hex": "1010"}], "leaders": [["Pizarro", "1010"]]}"#, "leaders[0]"),
        (r#"{"hands": {"France": []}}"#, "hands.France"),
        ("[]", ""),
        (r#"{"map": []}"#, "map"),
        (r#"{"charts": []}"#, "charts"),
    ];
    const BARE: &'static [(&'static str, &'static str, &'static str)] = &[("{\"blank\":true}", "[]", "setup.map")];
    const PLAYED: (arquebus::Side, [&'static str; 3]) = (arquebus::Side::League, ["take SP-AQ-1", "step 1011", "halt"]);
    const SPOILT: &'static str = "step 1012";
    const BAD_SAVES: &'static [(&'static str, &'static str, &'static str)] = &[
        ("\"blank\":true", "\"blank\":false", "other rules data"),
        ("\"by\":\"League\",\"do\":\"halt\"", "\"by\":\"France\",\"do\":\"halt\"", "journal step 3"),
        ("\"hex\":\"1014\"", "\"hex\":\"1010\"", "units[1].hex"),
        ("\"hex\":\"1014\"", "\"hex\":\"1015\"", "after all 3 steps"),
    ];
    fn bad_actions() -> Vec<(arquebus::Side, &'static str, &'static str)> {
        use arquebus::Side::{France, League};
        vec![
            (League, "jump 1010", "unknown action \"jump\""),
            (League, "take", "needs a unit"),
            (League, "take SP-AQ-99", "unknown unit \"SP-AQ-99\""),
            (League, "take SP-AQ-1 twice", "unexpected \"twice\""),
            (League, "step 0000", "2.1"),
            (League, "face NE", "8.0"),
            (League, "hold-all windows", "unknown window"),
            (League, "counter-charge SP-AQ-1 rain", "rain"),
            (France, "end-moves", "4.0"),
            (League, "take FR-MM-1", "2.2"),
            (League, "declared", "4.0"),
            (League, "take SP-PK-1", "6.1"),
            (League, "take SP-AQ-1", "7.2"),
        ]
    }
    const NEXT: &'static str = "end-moves";
    fn throw() -> Throwing<arquebus::Side> {
        use arquebus::Side::League;
        let mut setup = Self::sound();
        setup["units"][1]["hex"] = json!("1011");
        Throwing {
            setup,
            lines: vec![(League, "take SP-AQ-1"), (League, "fire 1011")],
            cite: "11.3",
            off: 10,
            on: 0,
        }
    }
    const NUMBERS: &'static [(&'static str, Option<&'static str>, &'static str, &'static str)] = &[
        ("units", None, "SP-AQ-1", "\"unit\":"),
        ("hexes", Some("label"), "1011", "\"to\":"),
    ];
}

impl Doors for BlindFaith {
    fn sound() -> Value {
        json!({
            "start_at": "campaign",
            "side": "Hussite",
            "turn": 3,
            "map": {"blank": true},
            "units": [
                {"id": "Zizka", "hex": "1610"},
                {"id": "Pilsen-Levy", "hex": "1620"},
                {"id": "Tabor-Levy-1", "hex": "1616"},
            ],
        })
    }
    fn faults() -> Vec<Fault> {
        vec![
            ("units.0.hex", json!("9914"), "units[0].hex", "(2.1)"),
            ("units.0.hex", json!("castle"), "units[0].hex", "(2.1)"),
            ("units.0.hex", json!(""), "units[0].hex", "(2.1)"),
            ("units.1.hex", json!("1610"), "units", "(9.0)"),
            ("units.1.id", json!("Zizka"), "units[1].id", "(2.4)"),
            ("units.1.id", json!("Attila"), "units[1].id", "(2.4)"),
            ("units.0.at", json!("routed"), "units[0].at", ""),
            ("units.0", json!({"id": "Zizka", "at": "bed"}), "units[0].at", "(17.0)"),
            ("units.0", json!({"id": "Zizka"}), "units[0].hex", ""),
            ("units.0.done", json!(["slept"]), "units[0].done", ""),
            ("units.0.spent", json!(99), "units[0].spent", "(8.2)"),
            ("units.0.inside", json!(true), "units[0].inside", "(8.8.4)"),
            ("turn", json!(26), "turn", "(17.0)"),
            ("crusade", json!("perhaps"), "crusade", ""),
            ("pope", json!("Borgia"), "pope", ""),
            ("danes", json!("drunk"), "danes", ""),
            ("split", json!("twice"), "split", ""),
            ("towns", json!([{"id": "Rome"}]), "towns[0].id", "(2.2)"),
            ("towns", json!([{"id": "Tabor", "blockaded": true}]), "towns", "(10.6)"),
            ("counters", json!([{"id": "Zizka", "attack": 9}]), "counters[0].attack", "(2.4)"),
            ("counters", json!([{"id": "Zizka", "at": "track 40"}]), "counters[0].at", "(5.1b)"),
            ("places", json!([{"id": "Tabor", "kind": "village"}]), "places[0].kind", ""),
            ("lands", json!({"1610": "Ruritania"}), "lands.\"1610\"", "(6.2)"),
            ("map.hexes", json!([{"hex": "1212", "terrain": "lava"}]), "map.hexes[0].terrain", ""),
            ("map.hexes", json!([{"hex": "12120"}]), "map.hexes[0].hex", ""),
            ("charts", json!({"storm": {"rows": ["1 | AE"]}}), "charts.storm.rows", ""),
            ("charts", json!({"points": {"foot": 99}}), "charts.points.foot", "(8.2)"),
        ]
    }
    fn faulty() -> Vec<(&'static str, Value, &'static str)> {
        vec![
            ("units.0.hex", json!("9999"), "units[0].hex"),
            ("units.1.done", json!(["slept"]), "units[1].done"),
            ("units.2", json!({"id": "nobody"}), "units[2].id"),
        ]
    }
    const NO_SET_UPS: &'static [(&'static str, &'static str)] = &[
        (r#"{"options": ["Z9"]}"#, "unknown option `Z9`; known: 18.1"),
        ("{\"units\": [\n{\"id\": \"Zizka\", \"hexx\": \"1610\"}]}", "unknown field `hexx`"),
        (r#"{"turn": 300}"#, "300"),
        (r#"{"start_at": "cellar"}"#, "cellar"),
    ];
    const NAMELESS: &'static [(&'static str, &'static str)] = &[
        (r#"{"units": [["Zizka", "1610"]]}"#, "units[0]"),
        (r#"{"towns": [["Tabor"]]}"#, "towns[0]"),
        ("[]", ""),
        (r#"{"map": []}"#, "map"),
        (r#"{"charts": []}"#, "charts"),
    ];
    const BARE: &'static [(&'static str, &'static str, &'static str)] = &[("{\"blank\":true}", "[]", "setup.map")];
    const PLAYED: (blind_faith::Side, [&'static str; 3]) =
        (blind_faith::Side::Hussite, ["take Zizka", "step 1611", "halt"]);
    const SPOILT: &'static str = "step 1612";
    const BAD_SAVES: &'static [(&'static str, &'static str, &'static str)] = &[
        ("\"blank\":true", "\"blank\":false", "other rules data"),
        ("\"by\":\"Hussite\",\"do\":\"halt\"", "\"by\":\"Imperial\",\"do\":\"halt\"", "journal step 3"),
        ("\"hex\":\"1620\"", "\"hex\":\"1610\"", "units"),
        ("\"hex\":\"1620\"", "\"hex\":\"1621\"", "after all 3 steps"),
    ];
    fn bad_actions() -> Vec<(blind_faith::Side, &'static str, &'static str)> {
        use blind_faith::Side::{Hussite, Imperial};
        vec![
            (Hussite, "jump 1010", "unknown action \"jump\""),
            (Hussite, "take", "needs a unit"),
            (Hussite, "take Attila", "unknown unit \"Attila\""),
            (Hussite, "take Zizka twice", "unexpected \"twice\""),
            (Hussite, "step 0000", "2.1"),
            (Hussite, "hold-all windows", "unknown window"),
            (Imperial, "end-phase", "3.5"),
            (Hussite, "take Pilsen-Levy", "2.3.1"),
            (Hussite, "take Zizka", "8.4"),
            (Hussite, "call", "3.5"),
            (Hussite, "storm Zizka", "3.5"),
        ]
    }
    const NEXT: &'static str = "take Tabor-Levy-1";
    fn throw() -> Throwing<blind_faith::Side> {
        use blind_faith::Side::Imperial;
        let mut setup = Self::sound();
        setup["start_at"] = json!("crusade");
        setup.as_object_mut().unwrap().remove("side");
        setup["units"][2] = json!({"id": "Branda", "at": "legate"});
        Throwing {
            setup,
            lines: vec![(Imperial, "call")],
            cite: "7.2",
            off: 7,
            on: 6,
        }
    }
    const NUMBERS: &'static [(&'static str, Option<&'static str>, &'static str, &'static str)] = &[
        ("hexes", Some("label"), "1610", "\"from\":"),
        ("hexes", Some("label"), "1611", "\"to\":"),
    ];
}

impl Doors for Bridge {
    fn sound() -> Value {
        json!({
            "turn": 1,
            "active": "Venice",
            "holder": "Empire",
            "field": vec![".".repeat(11); 9],
            "units": [
                {"id": "V", "side": "Venice", "arm": "pikes", "hex": "0306", "facing": "E"},
                {"id": "E", "side": "Empire", "arm": "crossbows", "hex": "0709", "facing": "W"},
            ],
        })
    }
    fn faults() -> Vec<Fault> {
        vec![
            ("turn", json!(9), "turn", "(2.1)"),
            ("turn", json!(0), "turn", "(2.1)"),
            ("field", json!([".."]), "field", "(1.1)"),
            ("field.2", json!("....castle."), "field", "(1.1)"),
            ("field.2", json!("~~~~~~~~~~~"), "units[0].hex", "(3.1)"),
            ("units.1.id", json!("V"), "units[1].id", "(1.2)"),
            ("units.1.hex", json!("0306"), "units[1].hex", "(1.3)"),
        ]
    }
    fn faulty() -> Vec<(&'static str, Value, &'static str)> {
        vec![
            ("turn", json!(9), "turn"),
            ("units.1.id", json!("V"), "units[1].id"),
            ("units.1.hex", json!("0306"), "units[1].hex"),
        ]
    }
    const NO_SET_UPS: &'static [(&'static str, &'static str)] = &[
        ("{\"units\": [\n{\"id\": \"V\", \"hexx\": \"0306\"}]}", "unknown field `hexx`"),
        (r#"{"units": [{"hex": "9914"}]}"#, "9914"),
        (r#"{"turn": 300}"#, "300"),
        (r#"{"active": "Milan"}"#, "Milan"),
        (r#"{"turn": 1}"#, "missing field"),
    ];
    const NAMELESS: &'static [(&'static str, &'static str)] = &[(
        r#"{"turn": 1, "active": "Venice", "holder": "Empire", "field": [],
            "units": [["V", "Venice", "pikes", "0306", "E", "steady", false]]}"#,
        "units[0]",
    )];
    const BARE: &'static [(&'static str, &'static str, &'static str)] = &[];
    const PLAYED: (Side, [&'static str; 3]) = (Side::Venice, ["take V", "step 0307", "face NE"]);
    const SPOILT: &'static str = "step 0309";
    const BAD_SAVES: &'static [(&'static str, &'static str, &'static str)] = &[
        ("\"by\":\"Venice\",\"do\":\"face NE\"", "\"by\":\"Empire\",\"do\":\"face NE\"", "journal step 3"),
        ("\"hex\":\"0709\"", "\"hex\":\"0306\"", "units[1].hex"),
        ("\"hex\":\"0709\"", "\"hex\":\"0708\"", "after all 3 steps"),
    ];
    fn bad_actions() -> Vec<(Side, &'static str, &'static str)> {
        use Side::{Empire, Venice};
        vec![
            (Venice, "jump 0306", "unknown action \"jump\""),
            (Venice, "take", "needs a unit"),
            (Venice, "take V-99", "unknown unit \"V-99\""),
            (Venice, "take V twice", "unexpected \"twice\""),
            (Venice, "step 9999", "1.1"),
            (Venice, "face N", "3.2"),
            (Venice, "take V", "2.2"),
            (Venice, "take E", "2.2"),
            (Venice, "attack E", "2.2"),
            (Empire, "end-turn", "2.2"),
        ]
    }
    const NEXT: &'static str = "end-turn";
    fn throw() -> Throwing<Side> {
        let mut setup = Self::sound();
        setup["units"][1]["hex"] = json!("0307");
        Throwing {
            setup,
            lines: vec![(Side::Venice, "take V"), (Side::Venice, "attack E")],
            cite: "4.2",
            off: 10,
            on: 0,
        }
    }
    const NUMBERS: &'static [(&'static str, Option<&'static str>, &'static str, &'static str)] = &[
        ("units", None, "V", "\"unit\":"),
        ("hexes", Some("label"), "0307", "\"to\":"),
    ];
}

// ---- set-ups ----

/// The valid position with one value replaced.
fn with<G: Doors>(path: &str, value: Value) -> Value {
    laid(G::sound(), path, value)
}

/// A set-up with one value replaced.
fn laid(mut setup: Value, path: &str, value: Value) -> Value {
    let mut at = &mut setup;
    for key in path.split('.') {
        at = match key.parse::<usize>() {
            Ok(i) => {
                let list = at.as_array_mut().expect("a list");
                while list.len() <= i {
                    list.push(json!({}));
                }
                &mut list[i]
            }
            Err(_) => &mut at[key],
        };
    }
    *at = value;
    setup
}

fn read<G: Game>(setup: Value) -> G::Setup {
    serde_json::from_value(setup).expect("the form of a set-up")
}

/// The faults, as `path: message (Case)`, one a line.
fn told<G: Game>(setup: Value) -> String {
    let setup = read::<G>(setup);
    match G::begin(&setup) {
        Ok(_) => panic!("no fault in {setup:?}"),
        Err(faults) => faults.to_string(),
    }
}

fn every_fault_of_a_position_names_its_place_and_case<G: Doors>() {
    G::begin(&read::<G>(G::sound())).expect("the position without a fault opens");
    for (path, value, place, case) in G::faults() {
        let found = told::<G>(with::<G>(path, value.clone()));
        assert!(
            found.lines().any(|l| l.starts_with(place) && l.contains(case)),
            "{path} = {value}: wanted {place} … {case}, found\n{found}"
        );
    }
}

fn all_faults_are_told_at_once<G: Doors>() {
    let all = G::faulty();
    let setup = all
        .iter()
        .fold(G::sound(), |setup, (path, value, _)| laid(setup, path, value.clone()));
    let found = told::<G>(setup);
    for (_, _, place) in all {
        assert!(found.lines().any(|l| l.starts_with(place)), "{place}: {found}");
    }
}

fn what_is_no_set_up_says_where<G: Doors>() {
    let every = [
        (r#"{"unit": []}"#, "unknown field `unit`"),
        (r#"{"units": 3}"#, "invalid type"),
        ("{", "EOF"),
        ("[1]", "not a set-up: "),
    ];
    for (text, says) in every.iter().chain(G::NO_SET_UPS) {
        match MatchSession::<G>::from_json(text, 1) {
            Err(e @ LoadError::NotASetup(ReadFault::Syntax { line, .. })) => {
                let whole = e.to_string();
                assert!(line > 0, "{text}: no line");
                assert!(whole.contains(says) && !whole.contains("a save"), "{text}: {whole}");
            }
            Err(other) => panic!("{text}: {other:?}"),
            Ok(_) => panic!("{text} was read"),
        }
    }
}

fn a_bare_list_is_no_set_up<G: Doors>() {
    for (text, at) in G::NAMELESS {
        match MatchSession::<G>::from_json(text, 1) {
            Err(LoadError::NotASetup(ReadFault::Nameless { path })) => assert_eq!(path, *at, "{text}"),
            Err(other) => panic!("{text}: {other:?}"),
            Ok(_) => panic!("{text} was read"),
        }
    }
    let good = played::<G>().save();
    let (side, [first, ..]) = G::PLAYED;
    let line = format!("{{\"by\":\"{}\",\"do\":\"{first}\"}}", side.word());
    let bare = format!("[\"{}\",\"{first}\",[],null]", side.word());
    for &(old, new, at) in G::BARE.iter().chain(&[(&*line, &*bare, "journal[0]")]) {
        assert!(good.contains(old), "{old} in {good}");
        match Match::<G>::load(&good.replacen(old, new, 1)) {
            Err(LoadError::NotASave(ReadFault::Nameless { path })) => assert_eq!(path, at),
            other => panic!("{new}: {:?}", other.map(|_| ())),
        }
    }
}

/// The answer to a request, parsed.
fn answer(table: &mut dyn Session, request: &str) -> Value {
    serde_json::from_str(&table.ask(request)).unwrap()
}

fn a_key_that_stands_twice_is_refused_with_its_place<G: Doors>() {
    let doubled = r#"{"units": [{}, {"id": "x", "id": "y"}]}"#;
    let e = MatchSession::<G>::from_json(doubled, 1).err().unwrap().to_string();
    assert!(e.contains("`units[1]` has the key `id` twice (line 1, column"), "{e}");
    let good = played::<G>().save();
    let by = format!("{{\"by\":\"{}\"", G::PLAYED.0.word());
    let e = Match::<G>::load(&good.replacen(&by, &format!("{by},{}", &by[1..]), 1))
        .err()
        .unwrap();
    let line = 1 + good[..good.find(&by).unwrap()].lines().count();
    assert!(
        matches!(&e, LoadError::NotASave(ReadFault::Syntax { line: at, .. }) if *at == line),
        "{e:?}, {line}"
    );
    assert!(e.to_string().contains("`journal[0]` has the key `by` twice"), "{e}");
    let mut table = MatchSession::over(played::<G>(), 1);
    for (request, says) in [
        (r#"{"do": "turn", "do": "turn"}"#, "the object has the key `do` twice at line 1 column"),
        (r#"{"do": "turn", "id": {"a": [1, {"b": 1, "b": 2}]}}"#, "`id.a[1]` has the key `b` twice"),
    ] {
        let told = answer(&mut table, request);
        assert_eq!(told["error"]["kind"], "malformed", "{told}");
        assert!(told["error"]["message"].as_str().unwrap().contains(says), "{told}");
    }
}

fn a_byte_order_mark_is_no_fault<G: Doors>() {
    let marked = |text: &str| format!("\u{FEFF}{text}");
    let game = played::<G>();
    assert_eq!(Match::<G>::load(&marked(&game.save())).unwrap().state(), game.state());
    let mut table = MatchSession::<G>::from_json(&marked(&G::sound().to_string()), 1).unwrap();
    assert!(answer(&mut table, &marked(r#"{"do": "turn"}"#))["turn"].is_object());
    assert!(casus_belli::core::play::game_of(&marked(&game.save())).is_ok());
}

fn what_would_steer_a_terminal_is_refused_with_its_place<G: Doors>() {
    let hostile = "\u{1b}]0;owned\u{7}";
    let setup = with::<G>("units.0.id", json!(hostile)).to_string();
    let e = MatchSession::<G>::from_json(&setup, 1).err().unwrap().to_string();
    assert!(e.contains("units[0].id: the control character U+001B"), "{e}");
    let good = played::<G>().save();
    let (_, [first, ..]) = G::PLAYED;
    let line = format!("\"do\":\"{first}\"");
    let spoilt = good.replacen(&line, &format!("\"do\":\"{first}\\u202e\""), 1);
    let e = Match::<G>::load(&spoilt).err().unwrap().to_string();
    assert!(e.contains("journal[0].do: the control character U+202E"), "{e}");
    // A quotation of somebody else's text is short.
    let long = "x".repeat(5000);
    let mut table = MatchSession::over(played::<G>(), 1);
    for request in [
        json!({"do": long}),
        json!({"do": "check", "by": G::PLAYED.0.word(), "action": format!("{long} {long}")}),
        json!({"do": "turn", long.as_str(): 1}),
        json!({"do": "load", "journal": 3, "save": good.replacen(&line, &format!("\"do\":\"{long}\""), 1)}),
    ] {
        let told = answer(&mut table, &request.to_string());
        let message = told["error"]["message"].as_str().unwrap();
        assert!(message.chars().count() < 600, "{message}");
    }
}

/// An offer stays open while the side that made it moves, and lapses when the other has moved. A move that is undone does
/// not count.
fn a_draw_that_is_offered_lapses_with_the_other_sides_move<G: Doors>() {
    let (side, lines) = G::PLAYED;
    let other = G::Side::ALL.iter().copied().find(|s| *s != side).unwrap();
    let open = || Match::<G>::new(read::<G>(G::sound())).unwrap();
    let play = |game: &mut Match<G>, words: &str| {
        let action = game.parse(words).unwrap();
        game.play_faces(side, action, &[]).unwrap();
    };
    let mut game = open();
    game.offer_draw(side).unwrap();
    for words in lines {
        play(&mut game, words);
    }
    assert_eq!(game.draw_offers(), [side], "one's own move withdraws nothing");
    let mut game = open();
    game.offer_draw(other).unwrap();
    let Some(choice) = lines.iter().position(|words| {
        let choice = game.actions().len() > 1;
        play(&mut game, words);
        choice
    }) else {
        panic!("nothing is chosen")
    };
    assert_eq!(game.draw_offers(), [], "{} moved", side.word());
    assert!(game.accept_draw(side).is_err());
    assert_eq!(Match::<G>::load(&game.save()).unwrap().draw_offers(), []);
    for _ in 0..=choice {
        game.undo().unwrap();
    }
    assert_eq!(game.draw_offers(), [other]);
    game.accept_draw(side).unwrap();
    assert!(game.ended());
}

fn the_facade_opens_it_by_its_name<G: Doors>() {
    use casus_belli::{GAMES, OpenError, load, session};
    assert!(GAMES.contains(&G::NAME));
    let mut at = session(G::NAME, "{}", 1).unwrap();
    assert_eq!(at.game(), G::NAME);
    let answer: Value = serde_json::from_str(&at.ask(r#"{"do": "save"}"#)).unwrap();
    let again = load(answer["save"].as_str().unwrap(), 1).unwrap();
    assert_eq!(again.game(), G::NAME);
    let said = |e: Result<Box<dyn Session>, OpenError>| e.err().unwrap().to_string();
    assert_eq!(said(session("mohi", "{}", 1)), format!("unknown game \"mohi\"; games: {}", GAMES.join(", ")));
    assert!(said(session(G::NAME, "{", 1)).contains("line 1"));
    let (path, value, place, _) = G::faults().swap_remove(0);
    let faulty = with::<G>(path, value).to_string();
    assert!(said(session(G::NAME, &faulty, 1)).contains(place));
    let own = format!("\"{}\"", G::NAME);
    let other = played::<G>().save().replacen(&own, "\"mohi\"", 1);
    assert!(matches!(
        load(&other, 1),
        Err(OpenError::UnknownGame { name }) if name == "mohi"
    ));
    assert!(said(load("no save", 1)).contains("not a save"));
    let (_, [_, second, _]) = G::PLAYED;
    let wrong = played::<G>().save().replacen(second, G::SPOILT, 1);
    assert!(said(load(&wrong, 1)).contains("journal step 2"));
}

/// Every number in an event is an index in a list of the map.
fn the_map_gives_the_words_behind_the_numbers<G: Doors>() {
    let mut table = MatchSession::over(played::<G>(), 1);
    let mut ask = |request: &str| -> Value { serde_json::from_str(&table.ask(request)).unwrap() };
    let map = ask(r#"{"do": "map"}"#)["map"].clone();
    let line = ask(r#"{"do": "journal", "viewer": "spectator"}"#)["lines"][1].clone();
    let event = &line["events"][0];
    let (shown, named) = (event["numbers"].to_string(), event["event"].to_string());
    for &(list, key, word, before) in G::NUMBERS {
        let list = map[list].as_array().unwrap();
        let place = list.iter().position(|x| key.map_or(x, |k| &x[k]) == word);
        let place = place.unwrap_or_else(|| panic!("no {word}"));
        assert!(shown.contains(&format!("{before}{place}")), "{shown}");
        assert!(named.contains(&format!("{before}\"{word}\"")), "{named}");
        let words = event["words"].as_str().unwrap();
        let title = map["titles"][word].as_str().unwrap_or(word);
        assert!(words.contains(title), "{event}");
    }
    let sides: Vec<&str> = G::Side::ALL.iter().map(|s| s.word()).collect();
    assert_eq!(map["sides"], json!(sides));
    let state = G::begin(&G::openings()[0].1).unwrap();
    let map = G::gazetteer(&state);
    for (i, name) in map.leaders.iter().enumerate() {
        let place = casus_belli::core::Place::Leader(i as u16);
        assert_eq!(*name, G::place(&state, place));
    }
}

/// The printed map has its hexsides, roads and heights.
#[test]
fn the_map_of_mohacs_has_its_streams_and_trenches() {
    let state = Suleiman::begin(&suleiman::Setup::default()).unwrap();
    let map = Suleiman::gazetteer(&state);
    let board = &state.game_data().board;
    assert_eq!(map.hexes.len(), board.len());
    for word in ["stream", "trench"] {
        let some = |w: &String| w == word;
        assert!(map.hexsides.iter().any(|h| h.what.iter().any(some)));
    }
    for side in map.hexsides.iter().filter(|h| h.what[0] == "trench") {
        assert!(["inside", "outside"].contains(&side.what[1].as_str()));
    }
    assert!(!map.roads.is_empty());
    for [a, b] in &map.roads {
        let (a, b) = (board.parse(a).unwrap(), board.parse(b).unwrap());
        assert!(board.road(a, board.direction(a, b).unwrap()));
    }
}

#[test]
fn the_map_of_marignan_has_its_waters_and_works() {
    let state = Marignan::begin(&marignan::Setup::default()).unwrap();
    let map = Marignan::gazetteer(&state);
    let board = &state.game_data().board;
    assert_eq!(map.hexes.len(), board.len());
    for word in ["canal", "river", "grand canal", "bridge", "fortification"] {
        let some = |w: &String| w == word;
        assert!(map.hexsides.iter().any(|h| h.what.iter().any(some)), "{word}");
    }
    assert!(!map.roads.is_empty());
    for [a, b] in &map.roads {
        let (a, b) = (board.parse(a).unwrap(), board.parse(b).unwrap());
        assert!(board.road(a, board.direction(a, b).unwrap()));
    }
}

#[test]
fn the_maps_of_arquebus_have_their_waters_and_works() {
    use arquebus::Base;
    let words: [(Base, &[&str]); 4] = [
        (Base::Fornovo, &["stream"]),
        (Base::Cerignola, &["ditch", "rampart"]),
        (Base::Ravenna, &["trench", "river"]),
        (Base::Pavia, &["wall", "breach", "stream"]),
    ];
    for (base, words) in words {
        let setup = arquebus::Setup {
            base,
            ..arquebus::Setup::default()
        };
        let state = Arquebus::begin(&setup).unwrap();
        let map = Arquebus::gazetteer(&state);
        assert_eq!(map.hexes.len(), state.game_data().board.len());
        for word in words {
            let some = |w: &String| w == word;
            assert!(map.hexsides.iter().any(|h| h.what.iter().any(some)), "{base}: {word}");
        }
        let sided = ["ditch", "rampart", "trench"];
        for side in map.hexsides.iter().filter(|h| sided.contains(&&*h.what[0])) {
            let inside = |w: &String| ["inside", "outside"].contains(&&**w);
            assert!(side.what.iter().any(inside), "{base}: {side:?}");
        }
    }
}

// ---- saves ----

/// A match with some steps.
fn played<G: Doors>() -> Match<G> {
    let mut at = Match::<G>::new(read::<G>(G::sound())).unwrap();
    let (side, lines) = G::PLAYED;
    for words in lines {
        at.play_words(side, words, &mut Seeded::new(1)).unwrap();
    }
    at
}

fn a_bad_save_says_what_and_where<G: Doors>() {
    let good = played::<G>().save();
    Match::<G>::load(&good).unwrap();
    let (side, [_, second, last]) = G::PLAYED;
    let own = format!("\"{}\"", G::NAME);
    let by = |who: &str| format!("\"by\":\"{who}\",\"do\":\"{last}\"");
    let done = |more: &str| format!("\"do\":\"{last}\"{more}");
    let every = [
        ("casus-belli save 1".to_owned(), "casus-belli save 9".to_owned(), "in format \"casus-belli save 9\""),
        (own, "\"mohi\"".to_owned(), "a save of game \"mohi\""),
        (second.to_owned(), G::SPOILT.to_owned(), "journal step 2"),
        (second.to_owned(), "step 9999".to_owned(), "journal step 2"),
        (second.to_owned(), "leap 2114".to_owned(), "unknown action \"leap\""),
        (by(side.word()), by("Mars"), "unknown side \"Mars\""),
        (done(""), done(",\"faces\":[3]"), "journal step 3"),
        (done(""), done(",\"act\":\"resign\""), "`do` or `act`"),
        ("\"rules\": \"".to_owned(), "\"rules\": \"0".to_owned(), "other rules data"),
    ];
    let own = G::BAD_SAVES
        .iter()
        .map(|&(old, new, says)| (old.to_owned(), new.to_owned(), says));
    for (old, new, says) in every.into_iter().chain(own) {
        assert!(good.contains(&old), "{old} in {good}");
        let error = match Match::<G>::load(&good.replacen(&old, &new, 1)) {
            Ok(_) => panic!("{new} was loaded"),
            Err(e) => e.to_string(),
        };
        assert!(error.contains(says), "{new}: {error}");
    }
}

fn a_save_cut_anywhere_is_refused_with_its_line<G: Doors>() {
    let good = played::<G>().save();
    for cut in 0..good.trim_end().len() {
        if !good.is_char_boundary(cut) {
            continue;
        }
        match Match::<G>::load(&good[..cut]) {
            Err(LoadError::NotASave(ReadFault::Syntax { line, .. })) => assert!(line > 0, "{cut}"),
            Err(LoadError::NotASave(ReadFault::Empty)) => assert_eq!(cut, 0),
            other => panic!("cut at {cut}: {:?}", other.map(|_| ())),
        }
    }
}

fn a_save_that_is_refused_leaves_file_and_table_alone<G: Doors>() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("bad.json");
    let (_, [_, second, _]) = G::PLAYED;
    let bad = played::<G>().save().replacen(second, G::SPOILT, 1);
    std::fs::write(&file, &bad).unwrap();
    let mut table = MatchSession::over(played::<G>(), 1);
    let before = table.game().save();
    let text = std::fs::read_to_string(&file).unwrap();
    let request = json!({"do": "load", "save": text, "journal": 3}).to_string();
    let answer: Value = serde_json::from_str(&table.ask(&request)).unwrap();
    assert_eq!(answer["error"]["kind"], "not-loaded", "{answer}");
    assert!(
        answer["error"]["message"]
            .as_str()
            .is_some_and(|m| m.contains("journal step 2")),
        "{answer}"
    );
    assert_eq!(table.game().save(), before);
    assert_eq!(std::fs::read_to_string(&file).unwrap(), bad);
}

// ---- actions ----

fn a_bad_action_is_refused_and_changes_nothing<G: Doors>() {
    let mut at = played::<G>();
    let before = at.clone();
    let (side, _) = G::PLAYED;
    let every = (side, "", "begins with a verb");
    for (by, words, says) in [every].into_iter().chain(G::bad_actions()) {
        let error = match at.parse(words) {
            Err(e) => e.to_string(),
            Ok(action) => match at.play_faces(by, action, &[]) {
                Ok(_) => panic!("`{words}` was played"),
                Err(e) => e.to_string(),
            },
        };
        assert_eq!(at.state(), before.state(), "{words}");
        assert_eq!(at.journal(), before.journal(), "{words}");
        assert!(error.contains(says), "`{words}`: {error}");
    }
}

fn throws_that_are_not_on_the_die_are_refused<G: Doors>() {
    let throw = G::throw();
    let mut at = Match::<G>::new(read::<G>(throw.setup)).unwrap();
    let Some((&(side, words), lines)) = throw.lines.split_last() else {
        panic!("no lines");
    };
    for (by, words) in lines {
        at.play_words(*by, words, &mut Seeded::new(1)).unwrap();
    }
    let before = at.clone();
    let last = at.parse(words).unwrap();
    match at.play_faces(side, last, &[]) {
        Err(PlayError::MissingFace(wanted)) => assert_eq!(wanted.cite.number(), throw.cite),
        other => panic!("{other:?}"),
    }
    match at.play_faces(side, last, &[throw.off]) {
        Err(PlayError::OffTheDie { throw: off, face }) => {
            assert_eq!((off.cite.number(), face), (throw.cite, throw.off));
        }
        other => panic!("{other:?}"),
    }
    assert!(matches!(at.play_faces(side, last, &[throw.on; 4]), Err(PlayError::Unused { .. })));
    assert_eq!(at.state(), before.state());
    assert_eq!(at.journal(), before.journal());
    at.play_faces(side, last, &[throw.on]).unwrap();
}

fn pieces_that_do_not_exist_are_refused_with_a_case<G: Doors>() {
    let at = played::<G>();
    let (side, _) = G::PLAYED;
    holds(100, G::any_actions(), |actions| {
        for action in actions {
            match at.check(side, &action) {
                Ok(()) => prop_assert!(at.actions().contains(&action)),
                Err(PlayError::Refused(refusals)) => {
                    prop_assert!(!refusals.is_empty());
                    for r in &refusals {
                        prop_assert!(!r.cite.is_library(), "{}", r);
                    }
                }
                Err(e) => return Err(TestCaseError::fail(e.to_string())),
            }
            // Whatever the action names, it can be spelled.
            prop_assert!(!at.spell(&action).is_empty());
        }
        Ok(())
    });
}

fn a_table_says_which_key_is_wrong<G: Doors>() {
    let mut table = MatchSession::over(played::<G>(), 1);
    let (side, [_, _, last]) = G::PLAYED;
    let side = side.word();
    let others = G::Side::ALL.iter().map(|s| s.word());
    let other = others.into_iter().find(|w| *w != side).unwrap();
    let play = |by: &str, more: Value| {
        let mut request = json!({"do": "play", "viewer": side, "by": by, "action": G::NEXT});
        for (key, value) in more.as_object().unwrap() {
            request[key] = value.clone();
        }
        request.to_string()
    };
    for (request, kind, path) in [
        ("no json".to_owned(), "malformed", None),
        ("[]".to_owned(), "malformed", None),
        (r#"{"do": "dance"}"#.to_owned(), "unknown-request", Some("do")),
        (r#"{"do": "turn", "now": 1}"#.to_owned(), "unknown-key", Some("now")),
        (json!({"do": "check", "by": side}).to_string(), "missing-key", Some("action")),
        (json!({"do": "check", "by": "Mars", "action": last}).to_string(), "no-such-side", Some("by")),
        (json!({"do": "check", "by": side, "action": "jump"}).to_string(), "not-an-action", Some("action")),
        (play(side, json!({"journal": 2})), "stale", Some("journal")),
        (play(other, json!({"journal": 3})), "refused", Some("action")),
        (play(side, json!({"journal": 3, "faces": [99]})), "unused-faces", Some("faces")),
        (play(side, json!({"journal": "x"})), "bad-value", Some("journal")),
        (r#"{"do": "case", "number": "99.9"}"#.to_owned(), "no-such-case", Some("number")),
        (r#"{"do": "load", "save": "{}", "journal": 3}"#.to_owned(), "not-loaded", Some("save")),
    ] {
        let before = table.game().save();
        let answer: Value = serde_json::from_str(&table.ask(&request)).unwrap();
        assert_eq!(answer["error"]["kind"], kind, "{request}: {answer}");
        assert_eq!(answer["error"]["path"].as_str(), path, "{request}: {answer}");
        assert_eq!(table.game().save(), before, "{request}");
    }
}

fn a_conformance_file_says_what_is_wrong_with_it<G: Doors>() {
    let side = G::Side::ALL[0].word();
    let setup = toml::to_string(&json!({"setup": G::sound()})).unwrap();
    let (nameless, at) = G::NAMELESS[0];
    let nameless: Value = serde_json::from_str(nameless).unwrap();
    let nameless = toml::to_string(&json!({"setup": nameless})).unwrap();
    let bare = format!("{at}: a bare list");
    let play = |by: &str, what: &str| format!("{setup}\n[[play]]\nby = \"{by}\"\ndo = \"{what}\"");
    for (text, says) in [
        (String::new(), "nothing to play"),
        ("colour = 1".to_owned(), "colour"),
        (
            "proves = [\"99.9\"]\n[setup]\n[[play]]\nlists = []".to_owned(),
            "`99.9` is neither a Case nor a ruling",
        ),
        ("[setup]\nunit = 1\n[[play]]\nlists = []".to_owned(), "unit"),
        (format!("{nameless}\n[[play]]\nlists = []"), &*bare),
        (play("Mars", "pass"), "Mars"),
        (play(side, "jump"), "jump"),
    ] {
        let report = run_file::<G>(&text);
        let told = report.to_string();
        assert!(!report.green() && told.contains(says), "{text}: {told}");
    }
}

// ---- any input, at every loader ----

/// Any text: any characters, or pieces of JSON and TOML.
fn any_text() -> impl Strategy<Value = String> {
    let bit = proptest::sample::select(
        &[
            "{",
            "}",
            "[",
            "]",
            "\"",
            ":",
            ",",
            "=",
            "\n",
            "units",
            "id",
            "setup",
            "[[case]]",
            "[[play]]",
            "do",
            "by",
            "journal",
            "format",
            "casus-belli save 1",
            "0",
            "-1",
            "1e999",
            "true",
            "null",
            "'",
            "proves",
            "2014",
            "HU-RI-1",
            "1210",
            "I-Pike-1",
            "\u{0}",
            "é",
        ][..],
    );
    prop_oneof![
        any::<String>(),
        vec(any::<u8>(), 0..200).prop_map(|b| String::from_utf8_lossy(&b).into_owned()),
        vec(bit, 0..40).prop_map(|bits| bits.concat()),
    ]
}

/// A valid text with some changes.
fn altered(text: String) -> impl Strategy<Value = String> {
    vec(alterations(), 1..5).prop_map(move |list| list.iter().fold(text.clone(), |t, a: &Alteration| a.of(&t)))
}

fn sound_state<G: Trial>(setup: &G::Setup) -> Result<(), TestCaseError> {
    if let Ok(state) = G::begin(setup) {
        G::audit(&state).map_err(|e| TestCaseError::fail(e.to_string()))?;
    }
    Ok(())
}

fn set_ups_from_any_text<G: Trial>() {
    let position = G::positions().prop_flat_map(|s| {
        let json = serde_json::to_string(&s).expect("a set-up in JSON");
        let toml = toml::to_string(&s).expect("a set-up in TOML");
        (altered(json), altered(toml))
    });
    holds(200, (position, any_text()), |((json, toml), text)| {
        for text in [&json, &toml, &text] {
            if let Ok(setup) = serde_json::from_str::<G::Setup>(text) {
                sound_state::<G>(&setup)?;
            }
            if let Ok(setup) = toml::from_str::<G::Setup>(text) {
                sound_state::<G>(&setup)?;
            }
        }
        Ok(())
    });
}

/// A set-up that is written to JSON or TOML and read again is the same.
fn set_ups_come_back<G: Trial>() {
    holds(150, G::positions(), |setup| {
        let json = serde_json::to_string(&setup).expect("a set-up in JSON");
        let back: G::Setup = serde_json::from_str(&json).expect("its own JSON");
        prop_assert_eq!(&back, &setup);
        let toml = toml::to_string(&setup).expect("a set-up in TOML");
        let back: G::Setup = toml::from_str(&toml).expect("its own TOML");
        prop_assert_eq!(&back, &setup);
        Ok(())
    });
}

fn saves_from_any_text<G: Trial>() {
    holds(1500, any_text(), |text| {
        prop_assert!(Match::<G>::load(&text).is_err());
        Ok(())
    });
}

fn conformance_from_any_text<G: Trial + Described>() {
    let file = format!(
        "proves = [\"8.1\"]\n[setup]\n[[case]]\nabout = \"x\"\n[[case.play]]\nby = \"{}\"\ndo = \"pass\"\n\
         cites = [\"8.1\"]\nfaces = [3]\n[case.play.state]\n\"units.a.b\" = 1\n[[case.play]]\nlists = [\"pass\"]\n",
        G::Side::ALL[0].word()
    );
    holds(400, prop_oneof![any_text(), altered(file.clone())], |text| {
        let _ = run_file::<G>(&text).to_string();
        Ok(())
    });
}

fn any_words_are_read<G: Trial>() {
    let words = prop_oneof![G::words(), any_text()];
    holds(600, (G::positions(), playthroughs(6), words), |(setup, game, text)| {
        props::any_words_are_read::<G>(&setup, &game, &text)
    });
}

fn a_table_stands<G: Trial>() {
    let none = Playthrough {
        picks: Vec::new(),
        seed: 7,
    };
    holds(150, (G::positions(), G::requests()), |(setup, requests)| {
        props::session_answers::<G>(&setup, &none, &requests)
    });
    let opening = &G::openings()[0].1;
    holds(100, vec(any_text(), 0..6), |requests| props::session_answers::<G>(opening, &none, &requests));
}

macro_rules! games {
    ($($name:ident: $game:ty),* $(,)?) => {$(
        mod $name {
            games!(@ $game:
                every_fault_of_a_position_names_its_place_and_case,
                all_faults_are_told_at_once,
                what_is_no_set_up_says_where,
                a_bare_list_is_no_set_up,
                a_key_that_stands_twice_is_refused_with_its_place,
                a_byte_order_mark_is_no_fault,
                what_would_steer_a_terminal_is_refused_with_its_place,
                a_draw_that_is_offered_lapses_with_the_other_sides_move,
                the_map_gives_the_words_behind_the_numbers,
                a_bad_save_says_what_and_where,
                a_save_cut_anywhere_is_refused_with_its_line,
                a_save_that_is_refused_leaves_file_and_table_alone,
                a_bad_action_is_refused_and_changes_nothing,
                throws_that_are_not_on_the_die_are_refused,
                pieces_that_do_not_exist_are_refused_with_a_case,
                a_table_says_which_key_is_wrong,
                a_conformance_file_says_what_is_wrong_with_it,
                set_ups_from_any_text,
                set_ups_come_back,
                saves_from_any_text,
                conformance_from_any_text,
                any_words_are_read,
                a_table_stands,
                the_action_stays_small,
            );
        }
    )*};
    (@ $game:ty: $($test:ident),* $(,)?) => {$(
        #[test]
        fn $test() {
            super::$test::<$game>();
        }
    )*};
}

mod games {
    use super::*;

    games! {
        suleiman: super::Suleiman,
        marignan: super::Marignan,
        arquebus: super::Arquebus,
        blind_faith: super::BlindFaith,
        bridge: super::Bridge,
    }
}

#[test]
fn the_facade_opens_every_game_of_its_own() {
    the_facade_opens_it_by_its_name::<Suleiman>();
    the_facade_opens_it_by_its_name::<Marignan>();
    the_facade_opens_it_by_its_name::<Arquebus>();
    the_facade_opens_it_by_its_name::<BlindFaith>();
}

fn the_action_stays_small<G: Game>() {
    assert!(size_of::<G::Action>() <= 8);
}
