//! The protocol: every answer in whole sessions of every game matches its schema, and each request does what it promises.

use casus_belli::core::{Agent as _, Dice as _, Die, Seeded, Throw};
use casus_belli::core::{Log, Random, Seat, Turn};
use casus_belli::guide::BoxedGame;
use casus_belli::protocol::{HOST_REQUESTS, REQUESTS, SessionHost, page, schema, schema_of};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

fn host() -> SessionHost {
    casus_belli::host()
}

/// Sends a request and returns the answer.
fn ask(host: &mut SessionHost, request: &Value) -> Value {
    serde_json::from_str(&host.ask(&request.to_string())).expect("an answer is JSON")
}

/// Sends a request that must not fail.
#[expect(clippy::needless_pass_by_value, reason = "a request is written where it is asked")]
fn sure(host: &mut SessionHost, request: Value) -> Value {
    let answer = ask(host, &request);
    assert!(answer.get("error").is_none(), "{request} -> {answer}");
    answer
}

fn kind(answer: &Value) -> &str {
    answer["error"]["kind"].as_str().unwrap_or("none")
}

/// The schemas of the answers, by the names of their types.
struct Answers {
    by: BTreeMap<&'static str, jsonschema::Validator>,
    request: BTreeMap<&'static str, jsonschema::Validator>,
}

impl Answers {
    fn of(whole: &Value) -> Self {
        let validator = |name: &str| {
            let mut one = whole.clone();
            one["$ref"] = format!("#/$defs/{name}").into();
            jsonschema::validator_for(&one).unwrap_or_else(|e| panic!("{name}: {e}"))
        };
        let all = || REQUESTS.iter().chain(HOST_REQUESTS);
        let names = all().flat_map(|r| r.answers).chain([&"ErrorAnswer"]);
        Self {
            by: names.map(|name| (*name, validator(name))).collect(),
            request: all()
                .map(|r| (r.name, validator(&format!("request:{}", r.name))))
                .collect(),
        }
    }
    /// Checks that an accepted request matches the schema, and that its answer does.
    fn hold(&self, request: &Value, answer: &Value) {
        let what = request["do"].as_str().unwrap_or_default();
        if answer.get("error").is_some() {
            let said = self.by["ErrorAnswer"].iter_errors(answer).next();
            assert!(said.is_none(), "{request} -> {answer}: {}", said.unwrap());
            return;
        }
        let asked = self.request[what].iter_errors(request).next();
        assert!(asked.is_none(), "{request}: {}", asked.unwrap());
        let names = REQUESTS
            .iter()
            .chain(HOST_REQUESTS)
            .find(|r| r.name == what)
            .expect("it was answered")
            .answers;
        if names.iter().any(|name| self.by[name].is_valid(answer)) {
            return;
        }
        let why: Vec<String> = self.by[names[0]]
            .iter_errors(answer)
            .map(|e| format!("{}: {e}", e.instance_path))
            .take(3)
            .collect();
        panic!("{request} -> no {names:?}: {}", why.join("; "));
    }
}

/// A random number below another.
fn below(dice: &mut Seeded, many: usize) -> usize {
    let mut one = || {
        let throw = Throw {
            cite: casus_belli::suleiman::CASEBOOK.cite("1.0"),
            die: Die::D10,
            what: "a test's choice",
        };
        usize::from(dice.throw(throw, &u16::from))
    };
    (one() * 100 + one() * 10 + one()) % many.max(1)
}

/// Plays a whole session of a game with every request in turn, with names and hexes from its own answers.
fn session(game: &str, battle: &str, answers: &Answers, seed: u64, lines: usize) -> BTreeSet<&'static str> {
    let mut host = host();
    sure(&mut host, json!({"do": "open", "game": game, "battle": battle, "seed": seed}));
    let mut dice = Seeded::new(seed);
    let mut met = BTreeSet::new();
    let mut talk = |host: &mut SessionHost, request: Value| {
        let answer = ask(host, &request);
        answers.hold(&request, &answer);
        if answer.get("error").is_none() {
            let what = request["do"].as_str().unwrap_or_default();
            met.extend(REQUESTS.iter().map(|r| r.name).filter(|name| *name == what));
        }
        answer
    };
    let map = talk(&mut host, json!({"do": "map"}))["map"].clone();
    let names: Vec<String> = ["units", "leaders", "commands"]
        .iter()
        .flat_map(|list| map[*list].as_array().into_iter().flatten())
        .filter_map(|n| n.as_str().map(str::to_owned))
        .collect();
    let hexes: Vec<String> = map["hexes"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|h| h["label"].as_str().map(str::to_owned))
        .collect();
    let sides: Vec<String> = map["sides"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|s| s.as_str().map(str::to_owned))
        .collect();
    for what in ["cases", "requests", "setup"] {
        talk(&mut host, json!({"do": what}));
    }
    for i in 0..lines {
        let now = talk(&mut host, json!({"do": "turn"}));
        let journal = now["journal"].clone();
        let Some(by) = now["turn"]["side"].as_str().map(str::to_owned) else {
            break;
        };
        let other = sides.iter().find(|s| **s != by).cloned().unwrap_or_default();
        let list = talk(&mut host, json!({"do": "actions", "by": by}));
        let list = list["actions"].as_array().cloned().unwrap_or_default();
        let action = list[below(&mut dice, list.len())]["words"].clone();
        let (name, hex) = (&names[below(&mut dice, names.len())], &hexes[below(&mut dice, hexes.len())]);
        let viewer = [by.as_str(), other.as_str(), "spectator", "referee"][i % 4];
        match i % 19 {
            0 => talk(&mut host, json!({"do": "why", "by": by})),
            1 => talk(&mut host, json!({"do": "why", "by": by, "action": action})),
            2 => talk(&mut host, json!({"do": "why", "by": other, "action": action})),
            3 => talk(&mut host, json!({"do": "check", "by": other, "action": action})),
            4 => talk(&mut host, json!({"do": "threats", "viewer": viewer, "of": name})),
            5 => talk(&mut host, json!({"do": "piece", "viewer": viewer, "of": name})),
            6 => talk(&mut host, json!({"do": "piece", "viewer": viewer, "of": hex})),
            7 => talk(&mut host, json!({"do": "odds", "by": by, "action": action, "runs": 40})),
            8 => talk(&mut host, json!({"do": "odds", "by": by, "action": action, "runs": 40, "keys": [""]})),
            9 => talk(&mut host, json!({"do": "view", "viewer": viewer})),
            10 => talk(&mut host, json!({"do": "field", "viewer": viewer})),
            11 => {
                let scene = talk(&mut host, json!({"do": "scene", "viewer": viewer}));
                assert!(scene["scene"].is_object());
                let marks = ["may-act", "targets", "last", "fights", "zoc", "sight", "reach", "odds"];
                let of = if i % 2 == 0 { name } else { hex };
                let ask = json!({"do": "scene", "viewer": viewer, "since": scene["picture"], "marks": marks, "of": of});
                let told = talk(&mut host, ask);
                assert!(marks.iter().all(|m| told["marks"][m].is_array()), "{told}");
                talk(&mut host, json!({"do": "svg", "viewer": viewer, "marks": marks, "of": of}))
            }
            12 => talk(&mut host, json!({"do": "svg", "viewer": viewer})),
            13 => {
                let cite = now["turn"]["cite"].as_str().unwrap_or_default();
                talk(&mut host, json!({"do": "case", "number": cite}))
            }
            14 => talk(&mut host, json!({"do": "advise", "by": by, "agent": "hasty"})),
            15 => {
                let fork = talk(&mut host, json!({"do": "fork", "viewer": viewer}))["fork"].clone();
                let tried =
                    json!({"do": "let", "by": by, "agent": "random", "viewer": viewer, "journal": 0, "in": fork});
                talk(&mut host, tried);
                talk(&mut host, json!({"do": "drop", "fork": fork}))
            }
            16 => {
                let reach = talk(&mut host, json!({"do": "reach", "by": by, "who": [name]}));
                match reach["courses"][0]["to"]["name"].as_str() {
                    Some(to) => {
                        let go = json!({"do": "go", "by": by, "who": [name], "to": to, "viewer": viewer, "journal": journal});
                        talk(&mut host, go)
                    }
                    None => reach,
                }
            }
            17 => talk(&mut host, json!({"do": "undo", "by": by, "journal": journal})),
            _ => {
                talk(
                    &mut host,
                    json!({"do": "ask-undo", "by": by, "to": journal.as_u64().unwrap_or(0).saturating_sub(2), "journal": journal}),
                );
                talk(&mut host, json!({"do": "grant-undo", "by": other, "journal": journal}))
            }
        };
        let journal = talk(&mut host, json!({"do": "turn"}))["journal"].clone();
        let play = json!({"do": "play", "by": by, "action": action, "viewer": viewer, "journal": journal});
        talk(&mut host, play);
        let journal = talk(&mut host, json!({"do": "turn"}))["journal"].clone();
        if i % 5 == 0 {
            talk(&mut host, json!({"do": "forced", "by": "referee", "viewer": viewer, "journal": journal}));
        }
        if i % 7 == 0 {
            talk(
                &mut host,
                json!({"do": "journal", "viewer": viewer, "from": journal.as_u64().unwrap_or(0).saturating_sub(9)}),
            );
        }
    }
    let journal = talk(&mut host, json!({"do": "turn"}))["journal"].clone();
    let save = talk(&mut host, json!({"do": "save"}))["save"].clone();
    talk(&mut host, json!({"do": "load", "save": save, "journal": journal}));
    for (what, by) in [
        ("offer-draw", 0),
        ("decline-draw", 1),
        ("offer-draw", 0),
        ("accept-draw", 1),
        ("resign", 0),
    ] {
        let journal = talk(&mut host, json!({"do": "turn"}))["journal"].clone();
        talk(&mut host, json!({"do": what, "by": sides[by], "journal": journal}));
    }
    let migrated = ask(&mut host, &json!({"do": "migrate", "save": save}));
    answers.hold(&json!({"do": "migrate", "save": save}), &migrated);
    assert_eq!((&migrated["same_position"], migrated.get("stopped")), (&json!(true), None), "{migrated}");
    met
}

fn sessions(game: &str, battles: &[&str], whole: &Value, lines: usize) {
    let answers = Answers::of(whole);
    let mut met = BTreeSet::new();
    for (seed, battle) in (1..).zip(battles) {
        met.extend(session(game, battle, &answers, seed, lines));
        met.extend(session(game, battle, &answers, seed + 100, lines / 2));
    }
    // `resign` comes too late after an agreed draw.
    let missing: Vec<&str> = REQUESTS
        .iter()
        .map(|r| r.name)
        .filter(|name| !met.contains(name) && *name != "resign")
        .collect();
    assert!(missing.is_empty(), "never answered: {missing:?}");
}

#[test]
fn sessions_of_suleiman() {
    sessions("suleiman", &["mohacs"], &schema_of::<casus_belli::suleiman::Suleiman>(), 400);
}
#[test]
fn sessions_of_marignan() {
    sessions("marignan", &["marignan"], &schema_of::<casus_belli::marignan::Marignan>(), 400);
}
#[test]
fn sessions_of_arquebus() {
    sessions("arquebus", &["cerignola", "pavia"], &schema_of::<casus_belli::arquebus::Arquebus>(), 300);
}
#[test]
fn sessions_of_blind_faith() {
    sessions("blind_faith", &["hussite_wars"], &schema_of::<casus_belli::blind_faith::BlindFaith>(), 400);
}

#[test]
fn the_host_says_who_it_is() {
    let answers = Answers::of(&schema());
    let mut host = host();
    let request = json!({"do": "hello", "id": 7});
    let hello = ask(&mut host, &request);
    answers.hold(&request, &hello);
    assert_eq!((&hello["protocol"], &hello["id"]), (&json!(1), &json!(7)));
    let games: Vec<&Value> = hello["games"].as_array().unwrap().iter().map(|g| &g["game"]).collect();
    assert_eq!(games, ["suleiman", "marignan", "arquebus", "blind_faith"]);
    for game in hello["games"].as_array().unwrap() {
        assert!(game["setup_schema"]["properties"].is_object(), "{}", game["game"]);
        let setup = jsonschema::validator_for(&game["setup_schema"]).unwrap();
        for option in game["options"].as_array().unwrap() {
            assert!(option["cases"].as_str().is_some_and(|c| !c.is_empty()), "{option}");
            assert!(option["text"].as_str().is_some_and(|c| !c.is_empty()), "{option}");
        }
        for battle in game["battles"].as_array().unwrap() {
            let open = json!({"do": "open", "game": game["game"], "battle": battle["battle"]});
            let opened = sure(&mut host, open.clone());
            answers.hold(&open, &opened);
            let table = &opened["session"];
            let own = sure(&mut host, json!({"do": "setup", "session": table}));
            let fault = setup.iter_errors(&own["setup"]).next();
            assert!(fault.is_none(), "{}", fault.unwrap());
            let map = sure(&mut host, json!({"do": "map", "session": table}));
            assert_eq!(map["map"]["rules"], battle["rules"]);
            for scenario in battle["scenarios"].as_array().into_iter().flatten() {
                let open = json!({"do": "open", "game": game["game"], "battle": battle["battle"], "scenario": scenario["scenario"]});
                sure(&mut host, open);
            }
        }
        let all: Vec<&Value> = game["options"]
            .as_array()
            .unwrap()
            .iter()
            .map(|o| &o["option"])
            .collect();
        sure(&mut host, json!({"do": "open", "game": game["game"], "options": all}));
        let schema = sure(&mut host, json!({"do": "schema", "game": game["game"]}));
        assert!(schema["schema"]["$defs"]["event"].is_object());
    }
}

#[test]
fn what_the_host_has_not_is_refused_in_words() {
    let mut host = host();
    for (request, want, path) in [
        (json!({"do": "turn"}), "missing-key", "session"),
        (json!({"do": "dance"}), "unknown-request", "do"),
        (json!({"do": "turn", "session": 9}), "no-session", "session"),
        (json!({"do": "turn", "session": "nine"}), "bad-value", "session"),
        (json!({"do": "hello", "colour": 1}), "unknown-key", "colour"),
        (json!({"do": "open"}), "missing-key", "game"),
        (json!({"do": "open", "game": "chess"}), "no-game", "game"),
        (json!({"do": "open", "game": "arquebus", "battle": "Mühlberg"}), "no-game", "battle"),
        (json!({"do": "open", "game": "marignan", "scenario": "third-day"}), "no-game", "scenario"),
        (json!({"do": "open", "game": "marignan", "options": ["Z9"]}), "no-game", "options"),
        (
            json!({"do": "open", "game": "marignan", "setup": {"units": [{"id": "nobody"}]}}),
            "not-opened",
            "setup",
        ),
        (json!({"do": "open", "game": "marignan", "setup": []}), "bad-value", "setup"),
        (json!({"do": "reopen", "save": "{}"}), "not-loaded", "save"),
        (json!({"do": "migrate", "save": "[]"}), "not-loaded", "save"),
        (json!({"do": "close", "session": 3}), "no-session", "session"),
    ] {
        let answer = ask(&mut host, &request);
        assert_eq!((kind(&answer), &answer["error"]["path"]), (want, &json!(path)), "{request} -> {answer}");
    }
    // With one session open, requests go to that session.
    sure(&mut host, json!({"do": "open", "game": "marignan"}));
    sure(&mut host, json!({"do": "turn"}));
    sure(&mut host, json!({"do": "close", "session": 1}));
    assert_eq!(kind(&ask(&mut host, &json!({"do": "turn", "session": 1}))), "no-session");
}

/// A leader and a command can have one id. Its title is the leader's, and an id without one is the name itself.
#[test]
fn a_title_that_two_could_have_is_the_leader_s() {
    let mut host = host();
    for (game, id, title) in [("marignan", "Bourbon", None), ("arquebus", "Alegre", Some("Alègre"))] {
        let session = sure(&mut host, json!({"do": "open", "game": game}))["session"].clone();
        let map = sure(&mut host, json!({"do": "map", "session": session}))["map"].clone();
        for list in ["leaders", "commands"] {
            assert!(map[list].as_array().is_some_and(|names| names.contains(&json!(id))), "{list} of {game}");
        }
        assert_eq!(map["titles"][id].as_str(), title);
    }
    let schema = schema();
    let keys = |request: &str| schema["$defs"][request]["properties"].clone();
    assert!(keys("request:turn")["session"].is_object() && keys("request:turn")["in"].is_object());
    assert!(keys("request:hello").get("session").is_none() && keys("request:hello").get("in").is_none());
}

/// The hexes and facings of the pieces in a session, as the referee sees them.
fn whereabouts(host: &mut SessionHost, table: &Value) -> BTreeMap<String, [Value; 3]> {
    let scene = sure(host, json!({"do": "scene", "viewer": "referee", "session": table}))["scene"].clone();
    let counters = scene["counters"].as_array().unwrap();
    let told = |counter: &Value| ["site", "facing", "condition"].map(|key| counter[key].clone());
    counters
        .iter()
        .map(|c| (c["id"].as_str().unwrap().to_owned(), told(c)))
        .collect()
}

/// The set-up of every battle, placed by hand and otherwise unchanged, is the battle as an agent would have placed it.
#[test]
fn a_set_up_laid_by_hand_is_the_battle_s() {
    let answers = Answers::of(&schema());
    let mut host = host();
    let hello = sure(&mut host, json!({"do": "hello"}));
    for game in hello["games"].as_array().unwrap() {
        for battle in game["battles"].as_array().unwrap() {
            let (game, battle) = (&game["game"], &battle["battle"]);
            let lay = json!({"do": "lay", "game": game, "battle": battle});
            let laid = sure(&mut host, lay.clone());
            answers.hold(&lay, &laid);
            assert!(laid.get("faults").is_none() && laid["scene"].is_object() && laid["map"].is_object(), "{battle}");
            let by_hand =
                sure(&mut host, json!({"do": "open", "game": game, "setup": laid["setup"], "battle": battle}));
            let printed = sure(&mut host, json!({"do": "open", "game": game, "battle": battle}));
            for _ in 0..200 {
                let now = sure(&mut host, json!({"do": "turn", "session": printed["session"]}));
                if !["place", "deploy"].contains(&now["turn"]["what"].as_str().unwrap_or_default()) {
                    break;
                }
                let by = &now["turn"]["side"];
                let order = json!({"do": "let", "by": by, "agent": "hasty", "seed": 0, "until": "rest", "viewer": by, "journal": now["journal"], "session": printed["session"]});
                sure(&mut host, order);
            }
            let turns = [&by_hand, &printed].map(|o| sure(&mut host, json!({"do": "turn", "session": o["session"]})));
            assert_eq!(turns[0]["turn"]["what"], turns[1]["turn"]["what"], "{battle}");
            assert_eq!(turns[0]["turn"]["side"], turns[1]["turn"]["side"], "{battle}");
            let places = [&by_hand, &printed].map(|o| whereabouts(&mut host, &o["session"]));
            assert!(places[0].len() > 20, "{battle}: {}", places[0].len());
            assert_eq!(places[0], places[1], "{battle}");
            let begun = sure(&mut host, json!({"do": "lay", "game": game, "setup": laid["setup"], "battle": battle}));
            assert_eq!(begun["setup"], laid["setup"], "{battle}: laid again as it lies");
        }
    }
}

#[test]
fn pieces_are_laid_elsewhere_and_what_is_wrong_is_told_by_piece_and_case() {
    let mut host = host();
    let laid = sure(&mut host, json!({"do": "lay", "game": "arquebus", "battle": "cerignola"}));
    let pieces = laid["pieces"].as_array().unwrap();
    let standing = |n: usize| pieces.iter().filter(|p| p["facing"].is_string()).nth(n).unwrap();
    let (one, two) = (standing(0), standing(1));
    let empty = laid["map"]["hexes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|h| &h["label"])
        .find(|label| pieces.iter().all(|p| p["hex"] != **label));
    let order = json!({
        "do": "lay", "game": "arquebus", "setup": laid["setup"],
        "pieces": [{"piece": one["piece"], "hex": empty, "facing": "NE"}, {"piece": two["piece"], "at": "absent"}],
    });
    let other = ask(&mut host, &order);
    let told = |answer: &Value, piece: &Value| {
        let pieces = answer["pieces"].as_array().unwrap();
        pieces.iter().find(|p| p["piece"] == *piece).unwrap().clone()
    };
    let moved = told(&other, &one["piece"]);
    assert_eq!((&moved["hex"], moved.get("at")), (empty.unwrap(), None), "{other}");
    let gone = told(&other, &two["piece"]);
    assert_eq!((&gone["at"], gone.get("hex"), gone.get("facing")), (&json!("absent"), None, None));

    let laid = sure(&mut host, json!({"do": "lay", "game": "suleiman"}));
    let hex = |piece: &str| told(&laid, &json!(piece))["hex"].clone();
    let (king, foe) = (hex("Lajos"), hex("OT-RI-1"));
    assert!(king.is_string() && foe.is_string(), "{king} {foe}");
    let taken =
        json!({"do": "lay", "game": "suleiman", "setup": laid["setup"], "pieces": [{"piece": "Lajos", "hex": foe}]});
    let wrong = sure(&mut host, taken);
    assert!(wrong.get("scene").is_none() && wrong.get("map").is_none(), "{wrong}");
    let fault = &wrong["faults"][0];
    assert_eq!((&fault["piece"], &fault["cite"]), (&json!("Lajos"), &json!("3.1.1")), "{fault}");
    let back =
        json!({"do": "lay", "game": "suleiman", "setup": wrong["setup"], "pieces": [{"piece": "Lajos", "hex": king}]});
    assert!(sure(&mut host, back).get("faults").is_none(), "what is wrong can be mended");
    let banner = laid["setup"]["banner"].as_str().unwrap();
    assert_eq!(hex("Banner"), banner);

    for (posts, want, path) in [
        (json!([{"piece": "Caesar", "hex": "1010"}]), "no-such-thing", "pieces[0].piece"),
        (json!([{"hex": "1010"}]), "missing-key", "pieces[0].piece"),
        (json!([{"piece": "Lajos", "hex": 1010}]), "bad-value", "pieces[0].hex"),
        (json!([{"piece": "Lajos", "hex": "1010", "at": "lost"}]), "bad-value", "pieces[0].at"),
        (json!([{"piece": "Lajos", "colour": "red"}]), "unknown-key", "pieces[0].colour"),
        (json!([{"piece": "Banner", "at": "lost"}]), "bad-value", "pieces[0].at"),
        (json!(["Lajos"]), "bad-value", "pieces[0]"),
        (json!({}), "bad-value", "pieces"),
    ] {
        let answer = ask(&mut host, &json!({"do": "lay", "game": "suleiman", "pieces": posts}));
        assert_eq!((kind(&answer), &answer["error"]["path"]), (want, &json!(path)), "{posts}: {answer}");
    }
}

#[test]
fn words_of_a_battle_are_taken_in_capitals_and_in_small_letters() {
    let mut host = host();
    let hello = sure(&mut host, json!({"do": "hello"}));
    let mut setup = |mut request: Value| {
        request["do"] = json!("open");
        let table = sure(&mut host, request)["session"].clone();
        let setup = sure(&mut host, json!({"do": "setup", "session": table}))["setup"].clone();
        sure(&mut host, json!({"do": "close", "session": table}));
        setup
    };
    let words = |told: &Value, list: &str, key: &str| -> Vec<String> {
        let list = told[list].as_array().into_iter().flatten();
        list.map(|t| t[key].as_str().unwrap().to_owned()).collect()
    };
    let mut turned = 0;
    for game in hello["games"].as_array().unwrap() {
        let name = &game["game"];
        let printed = setup(json!({"game": name}));
        for option in words(game, "options", "option") {
            let as_told = setup(json!({"game": name, "options": [option]}));
            assert_ne!(as_told, printed, "{option}");
            for other in [option.to_lowercase(), option.to_uppercase()] {
                turned += usize::from(other != option);
                assert_eq!(setup(json!({"game": name, "options": [other]})), as_told, "{other}");
            }
        }
        for battle in game["battles"].as_array().unwrap() {
            let (own, loud) = (&battle["battle"], battle["battle"].as_str().unwrap().to_uppercase());
            assert_eq!(setup(json!({"game": name, "battle": loud})), setup(json!({"game": name, "battle": own})));
            for scenario in words(battle, "scenarios", "scenario") {
                let as_told = setup(json!({"game": name, "scenario": scenario}));
                assert_eq!(setup(json!({"game": name, "scenario": scenario.to_uppercase()})), as_told, "{scenario}");
            }
        }
    }
    assert!(turned > 20, "{turned}");
}

#[test]
fn a_scenario_or_an_option_that_is_none_is_answered_with_those_that_there_are() {
    let mut host = host();
    let mut says = |request: Value| {
        ask(&mut host, &request)["error"]["message"]
            .as_str()
            .unwrap()
            .to_owned()
    };
    let day = says(json!({"do": "open", "game": "marignan", "scenario": "third-day"}));
    assert_eq!(day, "unknown scenario \"third-day\"; scenarios: first-day, two-days");
    let one = says(json!({"do": "open", "game": "suleiman", "scenario": "mohi"}));
    assert_eq!(one, "unknown scenario \"mohi\"; this battle has no scenarios");
    let option = says(json!({"do": "open", "game": "blind_faith", "options": ["18.1", "18.9"]}));
    assert!(option.starts_with("unknown option \"18.9\"; options: "), "{option}");
    assert!(option.contains("18.4") && option.contains("R-64"), "{option}");
}

/// Each picture of a playthrough follows from the one before by its changes, without the whole being sent.
fn pictures_change<G: BoxedGame>() {
    let mut state = G::begin(&(G::BATTLES[0].setup)()).unwrap();
    let (mut dice, mut lot) = (Seeded::new(5), Random::new(5));
    let mut before = G::scene(&state, None);
    let mut moved = 0;
    for _ in 0..600 {
        let Turn::Decide { side, .. } = G::turn(&state) else {
            break;
        };
        let mut listed = Vec::new();
        G::actions(&state, &mut listed);
        let action = listed[lot.choose(Seat::<G>::new(&state, side, &listed)) % listed.len()];
        G::apply(&mut state, &action, &mut dice, &mut Log::off());
        let after = G::scene(&state, None);
        let changes = after.changes(&before);
        let part = || {
            let parts = [
                serde_json::to_value(&before).unwrap(),
                serde_json::to_value(&after).unwrap(),
            ];
            let keys = parts[0].as_object().unwrap().keys();
            keys.filter(|key| parts[0][*key] != parts[1][*key])
                .cloned()
                .collect::<Vec<_>>()
        };
        let changes = changes.unwrap_or_else(|| panic!("all is to be told anew after {action:?}: {:?}", part()));
        assert_eq!(before.changed(&changes), after);
        moved += changes.moved.len();
        before = after;
    }
    assert!(moved > 0, "nobody has moved");
}

#[test]
fn pictures_change_by_little() {
    pictures_change::<casus_belli::suleiman::Suleiman>();
    pictures_change::<casus_belli::marignan::Marignan>();
    pictures_change::<casus_belli::arquebus::Arquebus>();
    pictures_change::<casus_belli::blind_faith::BlindFaith>();
}

/// A view of an earlier step equals the view at that time, for each viewer, and play does not change.
#[test]
fn pictures_tell_of_before() {
    for game in ["suleiman", "marignan", "arquebus", "blind_faith"] {
        let mut host = host();
        sure(&mut host, json!({"do": "open", "game": game, "seed": 11}));
        let mut seen = Vec::new();
        for i in 0..60u64 {
            let now = sure(&mut host, json!({"do": "turn"}));
            let Some(by) = now["turn"]["side"].as_str() else {
                break;
            };
            let viewer = if i % 2 == 0 { by } else { "spectator" };
            if i % 5 < 2 {
                let scene = sure(&mut host, json!({"do": "scene", "viewer": viewer}));
                seen.push((now["journal"].clone(), viewer.to_owned(), scene["scene"].clone()));
            }
            let order =
                json!({"do": "let", "by": by, "agent": "random", "seed": i, "viewer": by, "journal": now["journal"]});
            sure(&mut host, order);
        }
        let journal = sure(&mut host, json!({"do": "turn"}))["journal"].clone();
        for (at, viewer, then) in &seen {
            let ask = json!({"do": "scene", "viewer": viewer, "at": at, "marks": ["last"]});
            assert_eq!(sure(&mut host, ask)["scene"], *then, "{game} {at} {viewer}");
        }
        assert!(seen.windows(2).any(|two| two[0].2 != two[1].2), "{game}: nothing has changed");
        assert_eq!(sure(&mut host, json!({"do": "turn"}))["journal"], journal);
        let beyond = ask(&mut host, &json!({"do": "scene", "viewer": "spectator", "at": 5000}));
        assert_eq!((kind(&beyond), &beyond["error"]["path"]), ("bad-value", &json!("at")));
    }
}

/// A session with Swiss pikes and French horse on open ground, the Swiss to move.
fn at_marignan() -> SessionHost {
    let mut host = host();
    let setup = json!({
        "start_at": "moves",
        "map": {"blank": true},
        "units": [
            {"id": "I-Pike-1", "hex": "1210", "facing": "S"},
            {"id": "I-Pike-2", "hex": "1310", "facing": "S"},
            {"id": "Navarro-Gas-1", "hex": "1216", "facing": "N"},
        ],
        "commanders": [{"id": "Steiner", "hex": "1210"}],
    });
    sure(&mut host, json!({"do": "open", "game": "marignan", "setup": setup, "seed": 3}));
    host
}

#[test]
fn actions_are_things_to_click() {
    let mut host = at_marignan();
    let list = sure(&mut host, json!({"do": "actions", "by": "Swiss"}));
    let take = list["clicks"]["I-Pike-1"][0].as_u64().expect("it can be clicked") as usize;
    let take = &list["actions"][take];
    assert_eq!((&take["verb"], &take["words"]), (&json!("take"), &json!("take I-Pike-1")));
    assert_eq!((&take["pieces"][0]["name"], &take["pieces"][0]["is"]), (&json!("I-Pike-1"), &json!("unit")));
    sure(
        &mut host,
        json!({"do": "play", "by": "Swiss", "action": "take I-Pike-1", "viewer": "Swiss", "journal": 0}),
    );
    let list = sure(&mut host, json!({"do": "actions", "by": "Swiss"}));
    let step = &list["actions"][list["clicks"]["1211"][0].as_u64().unwrap() as usize];
    assert_eq!(step["cost"], json!({"points": 1, "of": "MP"}), "{step}");
    assert_eq!(step["hexes"][0]["name"], "1211");
    // The other side gets the error that it does not decide.
    assert_eq!(kind(&ask(&mut host, &json!({"do": "actions", "by": "French"}))), "not-deciding");
}

/// An action that is not allowed is never played, not even to find its cost: no rule says what would follow.
#[test]
fn what_is_not_allowed_has_no_cost() {
    let mut host = at_marignan();
    let take = json!({"do": "play", "by": "Swiss", "action": "take I-Pike-1", "viewer": "Swiss", "journal": 0});
    sure(&mut host, take);
    let mut told = |action: &str| {
        let why = sure(&mut host, json!({"do": "why", "by": "Swiss", "action": action}));
        (why["legal"].clone(), why["action"]["cost"].clone())
    };
    assert_eq!(told("step 1211"), (json!(true), json!({"points": 1, "of": "MP"})));
    for far in ["step 1217", "step 1216", "step 2005"] {
        assert_eq!(told(far), (json!(false), Value::Null), "{far}");
    }
}

#[test]
fn marks_of_one_piece_are_what_it_sees_where_it_goes_and_whom_it_could_attack() {
    let mut host = at_marignan();
    let marked = |host: &mut SessionHost, viewer: &str, of: &str| {
        let ask = json!({"do": "scene", "viewer": viewer, "marks": ["sight", "reach", "odds", "fights"], "of": of});
        sure(host, ask)["marks"].clone()
    };
    let has = |list: &Value, what: &str| list.as_array().is_some_and(|l| l.iter().any(|x| x == what));
    let marks = marked(&mut host, "Swiss", "1210");
    assert!(has(&marks["sight"], "1216") && !has(&marks["sight"], "1210"), "{marks}");
    let marks = marked(&mut host, "Swiss", "I-Pike-1");
    assert!(marks["reach"][0]["note"].as_str().unwrap().starts_with("1 MP"), "{marks}");
    assert_eq!(marks["fights"], json!([]));
    // The hexes that a piece could reach are given to the side that decides.
    assert_eq!(marked(&mut host, "French", "I-Pike-1")["reach"], json!([]));
    assert_eq!(marked(&mut host, "referee", "I-Pike-1")["reach"], marks["reach"]);
    let setup = json!({
        "start_at": "moves",
        "map": {"blank": true},
        "units": [
            {"id": "I-Pike-1", "hex": "1210", "facing": "S"},
            {"id": "I-Pike-2", "hex": "1213", "facing": "S"},
            {"id": "Navarro-Gas-1", "hex": "1211", "facing": "N"},
        ],
    });
    sure(&mut host, json!({"do": "open", "game": "marignan", "setup": setup, "seed": 3}));
    let ask = |of: &str| json!({"do": "scene", "session": 2, "viewer": "spectator", "marks": ["odds"], "of": of});
    let odds = sure(&mut host, ask("I-Pike-1"))["marks"]["odds"].clone();
    assert_eq!(odds[0]["at"], "1211", "{odds}");
    assert!(odds[0]["words"].as_str().unwrap().starts_with("attack alone, "), "{odds}");
    assert_eq!(sure(&mut host, ask("I-Pike-2"))["marks"]["odds"], json!([]), "it turns its back");
    let lone = ask_kind(&mut host, &json!({"do": "scene", "session": 2, "viewer": "Swiss", "marks": ["sight"]}));
    assert_eq!(lone, ("missing-key".to_owned(), json!("of")));
    let fog = ask_kind(&mut host, &json!({"do": "svg", "session": 2, "viewer": "Swiss", "marks": ["zoc", "fog"]}));
    assert_eq!(fog, ("bad-value".to_owned(), json!("marks[1]")));
    let drawn = json!({"do": "svg", "session": 2, "viewer": "Swiss", "marks": ["odds", "sight"], "of": "I-Pike-1"});
    let svg = sure(&mut host, drawn)["svg"].as_str().unwrap().to_owned();
    assert!(
        svg.contains("<title>in sight of Vanguard pikemen 1</title>") && svg.contains(">attack alone, "),
        "{svg}"
    );
}

/// The kind of an error and the key that it is about.
fn ask_kind(host: &mut SessionHost, request: &Value) -> (String, Value) {
    let answer = ask(host, request);
    (kind(&answer).to_owned(), answer["error"]["path"].clone())
}

#[test]
fn why_is_answered_at_any_time() {
    let mut host = at_marignan();
    let decision = sure(&mut host, json!({"do": "why", "by": "Swiss"}));
    assert_eq!(decision["decision"]["cite"], "9.0");
    assert!(decision["rulings"].as_array().is_some_and(|r| !r.is_empty()));
    assert!(decision.get("legal").is_none());
    let legal = sure(&mut host, json!({"do": "why", "by": "Swiss", "action": "take I-Pike-1"}));
    assert_eq!((&legal["legal"], legal.get("refusals")), (&json!(true), None));
    let not = sure(&mut host, json!({"do": "why", "by": "Swiss", "action": "take Navarro-Gas-1"}));
    assert_eq!(not["legal"], json!(false));
    assert_eq!(not["refusals"][0]["cite"], "2.1");
    assert!(not["refusals"][0]["title"].as_str().is_some_and(|t| !t.is_empty()));
    // While a piece is selected, another cannot be. The answer says that it could be after `halt`.
    sure(
        &mut host,
        json!({"do": "play", "by": "Swiss", "action": "take I-Pike-1", "viewer": "Swiss", "journal": 0}),
    );
    let later = sure(&mut host, json!({"do": "why", "by": "Swiss", "action": "take I-Pike-2"}));
    assert_eq!((&later["legal"], &later["after"]), (&json!(false), &json!("halt")));
}

/// Another host with the same match in its session.
fn host_like(of: &mut SessionHost) -> SessionHost {
    let save = sure(of, json!({"do": "save"}))["save"].clone();
    let mut copy = host();
    sure(&mut copy, json!({"do": "reopen", "save": save}));
    copy
}

#[test]
fn why_is_told_of_a_piece_that_is_not_in_hand_yet() {
    let mut host = at_marignan();
    let now = sure(&mut host, json!({"do": "turn"}));
    let by = &now["turn"]["side"];
    let actions = sure(&mut host, json!({"do": "actions", "by": by}))["actions"].clone();
    let mut asked = 0;
    for action in actions.as_array().unwrap() {
        let Some(piece) = action["pieces"][0]["name"].as_str() else {
            continue;
        };
        let reach = ask(&mut host, &json!({"do": "reach", "by": by, "who": [piece]}));
        let Some(step) = reach["courses"][0]["actions"][0].as_str() else {
            continue;
        };
        if reach["first"].as_array().is_none_or(Vec::is_empty) {
            continue;
        }
        let bare = sure(&mut host, json!({"do": "why", "by": by, "action": step}));
        assert_eq!(bare["legal"], false, "{piece} is not selected: {bare}");
        let held = sure(&mut host, json!({"do": "why", "by": by, "action": step, "who": [piece]}));
        assert_eq!(held["legal"], true, "{piece} {step}: {held}");
        // The whole answer is as if the piece were selected: the note beside a step is that of the list.
        let mut copy = host_like(&mut host);
        let first = reach["first"].as_array().unwrap();
        for (i, take) in first.iter().enumerate() {
            let viewer = json!({"do": "play", "by": by, "viewer": by, "action": take, "journal": i});
            sure(&mut copy, viewer);
        }
        let listed = sure(&mut copy, json!({"do": "actions", "by": by}))["actions"].clone();
        let listed = listed.as_array().unwrap().iter().find(|a| a["words"] == step);
        assert_eq!(held["action"], *listed.unwrap(), "{piece} {step}");
        // The other side may ask too, as without `who`.
        let other = ["Swiss", "French"].into_iter().find(|s| by != *s).unwrap();
        let theirs = sure(&mut host, json!({"do": "why", "by": other, "action": step, "who": [piece]}));
        assert_eq!(theirs, sure(&mut host, json!({"do": "why", "by": other, "action": step})));
        assert_eq!(theirs["legal"], false, "{theirs}");
        let there = format!("step {}", actions[0]["hexes"][0]["name"].as_str().unwrap_or("0101"));
        let far = ask(&mut host, &json!({"do": "why", "by": by, "action": there, "who": [piece]}));
        assert!(
            far["legal"] == true
                || far["refusals"]
                    .as_array()
                    .is_some_and(|r| r.iter().all(|r| r["cite"].is_string())),
            "{far}"
        );
        asked += 1;
        if asked > 5 {
            break;
        }
    }
    assert!(asked > 0);
    assert_eq!(kind(&ask(&mut host, &json!({"do": "why", "by": by, "who": ["nobody"]}))), "missing-key");
    assert_eq!(sure(&mut host, json!({"do": "turn"}))["journal"], now["journal"], "nothing was played");
}

#[test]
fn a_move_goes_as_one_and_comes_back_as_one() {
    let mut host = at_marignan();
    let reach = sure(&mut host, json!({"do": "reach", "by": "Swiss", "who": ["I-Pike-1"]}));
    assert_eq!(reach["first"], json!(["take I-Pike-1"]));
    let courses = reach["courses"].as_array().unwrap();
    let to = courses
        .iter()
        .find(|c| c["to"]["name"] == "1212")
        .expect("two hexes on");
    assert_eq!(to["facing"], "S", "{to}");
    assert_eq!(to["actions"].as_array().map(Vec::len), Some(2));
    // The hex in place of the piece: the same courses, with the facing on arrival.
    let hex = sure(&mut host, json!({"do": "view", "viewer": "Swiss"}))["view"]["units"]["I-Pike-1"]["hex"].clone();
    let from = sure(&mut host, json!({"do": "reach", "by": "Swiss", "who": [hex]}));
    assert_eq!(from["courses"], reach["courses"]);
    let go = json!({"do": "go", "by": "Swiss", "who": ["I-Pike-1"], "to": "1212", "facing": "SE", "viewer": "French", "journal": 0});
    // A word that is no facing is refused before anything is played: no word at all, a word of other maps, and the word of
    // a corner where units face sides.
    for word in ["up", "ENE", "E"] {
        let mut wrong = go.clone();
        wrong["facing"] = json!(word);
        let refused = ask(&mut host, &wrong);
        assert_eq!(
            (&refused["error"]["kind"], &refused["error"]["path"]),
            (&json!("bad-value"), &json!("facing")),
            "{refused}"
        );
        assert_eq!(refused["error"]["message"], "expected a facing: N, NE, SE, S, SW, NW", "{word}");
    }
    assert_eq!(sure(&mut host, json!({"do": "turn"}))["journal"], 0);
    let gone = sure(&mut host, go.clone());
    assert_eq!((gone["played"].as_array().map(Vec::len), gone.get("stopped")), (Some(4), None), "{gone}");
    let seen = sure(&mut host, json!({"do": "view", "viewer": "French"}));
    let pike = &seen["view"]["units"]["I-Pike-1"];
    assert_eq!((&pike["hex"], &pike["facing"]), (&json!("1212"), &json!("SE")));
    // The same request again has no effect.
    assert_eq!(sure(&mut host, go), gone);
    let back = sure(&mut host, json!({"do": "undo", "by": "Swiss", "journal": 4}));
    assert_eq!((&back["undone"], &back["journal"]), (&json!(4), &json!(0)));
    for (who, to, want) in [
        (json!(["I-Pike-1"]), "1225", "no-way"),
        (json!(["Navarro-Gas-1"]), "1212", "not-in-hand"),
        (json!(["I-Pike-1"]), "9999", "no-such-thing"),
        (json!(["nobody"]), "1212", "no-such-thing"),
    ] {
        let go = json!({"do": "go", "by": "Swiss", "who": who, "to": to, "viewer": "Swiss", "journal": 0});
        let answer = ask(&mut host, &go);
        assert_eq!(kind(&answer), want, "{answer}");
    }
    let turn = sure(&mut host, json!({"do": "turn"}));
    assert_eq!(turn["journal"], 0, "what fails leaves all as it was");
}

/// `load` plays nothing: what the save brings was played by other requests, and is taken back line by line.
#[test]
fn a_loaded_match_is_taken_back_line_by_line() {
    let mut host = at_marignan();
    for (i, action) in ["take I-Pike-1", "step 1211", "halt"].into_iter().enumerate() {
        sure(&mut host, json!({"do": "play", "by": "Swiss", "action": action, "viewer": "Swiss", "journal": i}));
    }
    let save = sure(&mut host, json!({"do": "save"}))["save"].clone();
    let mut other = at_marignan();
    sure(&mut other, json!({"do": "load", "save": save, "journal": 0}));
    let back = sure(&mut other, json!({"do": "undo", "by": "Swiss", "journal": 3}));
    assert_eq!((&back["undone"], &back["journal"]), (&json!(1), &json!(2)), "{back}");
    // What one request plays after that is one step again.
    let go = json!({"do": "go", "by": "Swiss", "to": "1210", "viewer": "Swiss", "journal": 2});
    let gone = sure(&mut other, go)["journal"].as_u64().unwrap();
    let back = sure(&mut other, json!({"do": "undo", "by": "Swiss", "journal": gone}));
    assert_eq!(back["journal"], json!(2), "{back}");
}

#[test]
fn what_is_another_s_is_taken_back_by_consent() {
    let mut host = at_marignan();
    for nothing in [
        json!({"do": "undo", "by": "Swiss", "to": 0, "journal": 0}),
        json!({"do": "ask-undo", "by": "Swiss", "to": 0, "journal": 0}),
    ] {
        assert_eq!(kind(&ask(&mut host, &nothing)), "no-undo");
    }
    for (i, action) in ["take I-Pike-1", "step 1211", "halt"].into_iter().enumerate() {
        sure(&mut host, json!({"do": "play", "by": "Swiss", "action": action, "viewer": "Swiss", "journal": i}));
    }
    let other = ask(&mut host, &json!({"do": "undo", "by": "French", "journal": 3}));
    assert_eq!(kind(&other), "needs-consent");
    // A side cannot grant its own request. A step played in between makes the request void.
    let wish = sure(&mut host, json!({"do": "ask-undo", "by": "French", "to": 1, "journal": 3}));
    assert_eq!(wish["asks_undo"], json!({"by": "French", "to": 1}));
    assert_eq!(kind(&ask(&mut host, &json!({"do": "grant-undo", "by": "French", "journal": 3}))), "no-undo");
    // The side that grants may name the request: one that changed in between is not granted instead.
    sure(&mut host, json!({"do": "ask-undo", "by": "French", "to": 0, "journal": 3}));
    sure(&mut host, json!({"do": "ask-undo", "by": "French", "to": 1, "journal": 3}));
    assert_eq!(kind(&ask(&mut host, &json!({"do": "grant-undo", "by": "Swiss", "to": 0, "journal": 3}))), "stale");
    let granted = sure(&mut host, json!({"do": "grant-undo", "by": "Swiss", "to": 1, "journal": 3}));
    assert_eq!((&granted["undone"], &granted["journal"]), (&json!(2), &json!(1)));
    assert!(granted.get("asks_undo").is_none());
    sure(&mut host, json!({"do": "ask-undo", "by": "French", "to": 0, "journal": 1}));
    let on = sure(
        &mut host,
        json!({"do": "play", "by": "Swiss", "action": "step 1211", "viewer": "Swiss", "journal": 1}),
    );
    assert!(on.get("asks_undo").is_none());
    assert_eq!(kind(&ask(&mut host, &json!({"do": "grant-undo", "by": "Swiss", "journal": 2}))), "no-undo");
}

#[test]
fn forced_play_is_one_s_own() {
    let mut host = at_marignan();
    let forced = json!({"do": "forced", "by": "French", "viewer": "French", "journal": 0});
    let answer = sure(&mut host, forced);
    assert_eq!((&answer["played"], &answer["stopped"]), (&json!([]), &json!("other")));
}

#[test]
fn an_agent_advises_and_plays() {
    let mut host = at_marignan();
    let advice = sure(&mut host, json!({"do": "advise", "by": "Swiss"}));
    assert_eq!(advice["agent"], "steady");
    assert!(advice["expected_gain"].is_i64(), "{advice}");
    let first = advice["action"]["words"].clone();
    let check = sure(&mut host, json!({"do": "check", "by": "Swiss", "action": first}));
    assert_eq!(check["legal"], json!(true));
    assert_eq!(kind(&ask(&mut host, &json!({"do": "advise", "by": "Swiss", "agent": "Hannibal"}))), "no-agent");
    assert_eq!(kind(&ask(&mut host, &json!({"do": "advise", "by": "French"}))), "not-deciding");
    // This decision, as the agent advises.
    let one = sure(&mut host, json!({"do": "let", "by": "Swiss", "viewer": "Swiss", "journal": 0}));
    assert_eq!((one["played"].as_array().map(Vec::len), &one["played"][0]["action"]), (Some(1), &first));
    // The remaining moves of the player turn; after that comes another decision, or another side.
    let rest = sure(&mut host, json!({"do": "let", "by": "Swiss", "until": "rest", "viewer": "Swiss", "journal": 1}));
    assert_ne!(rest["turn"]["what"], "moves", "{}", rest["turn"]);
}

#[test]
fn a_scratch_copy_leaves_the_match_alone() {
    let mut host = at_marignan();
    let fork = sure(&mut host, json!({"do": "fork", "viewer": "Swiss"}))["fork"].clone();
    let take = |at: Value| json!({"do": "play", "by": "Swiss", "action": "take I-Pike-1", "viewer": "Swiss", "journal": 0, "in": at});
    assert_eq!(sure(&mut host, take(fork.clone()))["journal"], 1);
    assert_eq!(sure(&mut host, json!({"do": "turn"}))["journal"], 0);
    assert_eq!(sure(&mut host, json!({"do": "turn", "in": fork}))["journal"], 1);
    sure(&mut host, json!({"do": "drop", "fork": fork}));
    assert_eq!(kind(&ask(&mut host, &take(fork))), "no-fork");
}

#[test]
fn odds_look_to_the_end_of_what_is_declared() {
    let mut host = host();
    let setup = json!({
        "start_at": "defensive-fire",
        "map": {"blank": true},
        "units": [
            {"id": "I-Pike-1", "hex": "1210", "facing": "S"},
            {"id": "Navarro-Gas-1", "hex": "1211", "facing": "N"},
        ],
    });
    sure(&mut host, json!({"do": "open", "game": "marignan", "setup": setup}));
    let odds = sure(&mut host, json!({"do": "odds", "by": "French", "action": "aim 1210"}));
    assert_eq!(odds["near"]["outcomes"].as_array().map(Vec::len), Some(1), "nothing falls yet");
    let far = odds["far"]["outcomes"]
        .as_array()
        .expect("the shot is walked to its end");
    assert!(far.len() > 1, "{odds}");
    assert!(
        odds["far"]["how"]
            .as_str()
            .is_some_and(|how| how.starts_with("to its end"))
    );
    let misspelt = json!({"do": "odds", "by": "French", "action": "aim 1210", "keys": ["units.I-Pike-1.sate"]});
    let answer = ask(&mut host, &misspelt);
    assert_eq!((kind(&answer), &answer["error"]["path"]), ("bad-value", &json!("keys[0]")));
    let short = json!({"do": "odds", "by": "French", "action": "aim 1210", "runs": 1});
    let answer = sure(&mut host, short);
    assert!(answer["far"]["why"].as_array().is_some_and(|w| !w.is_empty()), "{answer}");
}

#[test]
fn who_watches_an_open_game_is_told_all_of_it() {
    let mut host = at_marignan();
    sure(
        &mut host,
        json!({"do": "play", "by": "Swiss", "action": "take I-Pike-1", "viewer": "Swiss", "journal": 0}),
    );
    let seen = sure(&mut host, json!({"do": "journal", "viewer": "spectator"}));
    assert_eq!((&seen["lines"][0]["action"], &seen["lines"][0]["faces"]), (&json!("take I-Pike-1"), &json!([])));
    // Not where something is hidden.
    let mut host = self::host();
    sure(&mut host, json!({"do": "open", "game": "suleiman"}));
    let by = sure(&mut host, json!({"do": "turn"}))["turn"]["side"].clone();
    sure(&mut host, json!({"do": "let", "by": by, "viewer": "spectator", "journal": 0}));
    let seen = sure(&mut host, json!({"do": "journal", "viewer": "spectator"}));
    assert_eq!((seen["lines"][0].get("action"), seen["lines"][0].get("faces")), (None, None));
}

#[test]
fn an_older_save_is_played_by_the_rules_of_today() {
    let mut host = at_marignan();
    for (i, action) in ["take I-Pike-1", "step 1211", "halt"].into_iter().enumerate() {
        sure(&mut host, json!({"do": "play", "by": "Swiss", "action": action, "viewer": "Swiss", "journal": i}));
    }
    let save = sure(&mut host, json!({"do": "save"}))["save"]
        .as_str()
        .unwrap()
        .to_owned();
    let rules = save.lines().find(|l| l.starts_with("\"rules\"")).unwrap();
    // With other charts, it is refused as a save, and migrated.
    let other = save.replace(rules, "\"rules\": \"0000000000000000\",");
    assert_eq!(kind(&ask(&mut host, &json!({"do": "reopen", "save": other}))), "not-loaded");
    let migrated = sure(&mut host, json!({"do": "migrate", "save": other}));
    assert_eq!(
        (&migrated["played"], &migrated["total"], &migrated["same_position"]),
        (&json!(3), &json!(3), &json!(true))
    );
    assert_eq!(migrated["rules"][0], "0000000000000000");
    sure(&mut host, json!({"do": "reopen", "save": migrated["save"]}));
    // With other rules, it stops where the present rules forbid a step, and names the Case.
    let further = other.replace("step 1211", "step 1212");
    let migrated = sure(&mut host, json!({"do": "migrate", "save": further}));
    assert_eq!((&migrated["played"], &migrated["stopped"]["line"]), (&json!(1), &json!(2)));
    assert_eq!(migrated["stopped"]["cite"], "9.0", "{migrated}");
    sure(&mut host, json!({"do": "reopen", "save": migrated["save"]}));
}

/// Generated parts of a page are between two comments.
const BEGIN: &str = "<!-- from the table of requests: begin -->\n";
const END: &str = "<!-- from the table of requests: end -->\n";

/// The examples of the page are the actual answers, word by word; `…` marks omissions.
#[test]
fn the_examples_of_the_page_are_what_is_answered() {
    let text = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/protocol.md")).unwrap();
    let mut examples = 0;
    for block in text.split("```text\n").skip(1) {
        let (block, _) = block.split_once("```").expect("the block ends");
        let mut host = host();
        let mut answer = String::new();
        for line in block.lines() {
            if let Some(request) = line.strip_prefix("> ") {
                let mut told: Value = serde_json::from_str(&host.ask(request)).unwrap();
                // Only a build that knows its commit reports it.
                told.as_object_mut().unwrap().remove("commit");
                answer = told.to_string();
            } else if let Some(wanted) = line.strip_prefix("< ") {
                let parts: Vec<&str> = wanted.split('…').collect();
                let (first, last) = (parts[0], parts[parts.len() - 1]);
                let mut rest = answer
                    .strip_prefix(first)
                    .unwrap_or_else(|| panic!("{wanted}\nis not\n{answer}"));
                for part in &parts[1..] {
                    let at = rest
                        .find(part)
                        .unwrap_or_else(|| panic!("`{part}` of {wanted}\nis not in\n{answer}"));
                    rest = &rest[at + part.len()..];
                }
                assert!(answer.ends_with(last) && (parts.len() > 1 || rest.is_empty()), "{wanted}\nis not\n{answer}");
                examples += 1;
            }
        }
    }
    assert!(examples >= 3, "{examples}");
}

#[test]
fn a_maximum_a_minimum_and_a_need_are_told_apart() {
    let mut host = host();
    let setup = json!({"start_at": "move-fire", "leader": "Hannibal", "map": {"blank": true},
        "units": [{"id": "HU-RI-1", "hex": "2014", "facing": "S"}, {"id": "OT-MC-1", "hex": "2217", "facing": "N"}],
        "leaders": [{"id": "Hannibal", "hex": "2014"}]});
    sure(&mut host, json!({"do": "open", "game": "suleiman", "setup": setup}));
    let take = json!({"do": "play", "by": "Hungary", "viewer": "Hungary", "action": "take HU-RI-1", "journal": 0});
    sure(&mut host, take);
    let why = |host: &mut SessionHost, action: &str| {
        let answer = sure(host, json!({"do": "check", "by": "Hungary", "action": action}));
        answer["refusals"].as_array().unwrap().clone()
    };
    let of = |reasons: &[Value], cite: &str| reasons.iter().find(|r| r["cite"] == cite).unwrap().clone();
    let far = of(&why(&mut host, "fire OT-MC-1"), "7.1");
    let told = far["message"].as_str().unwrap();
    assert_eq!(told, "the target is out of range (7.1): range 4, at most 1");
    assert_eq!(far["measure"], json!({"of": "range", "have": 4, "bound": {"at_most": 1}}));
    let charge = of(&why(&mut host, "charge HU-RI-1 OT-MC-1"), "9.2");
    assert!(charge["message"].as_str().unwrap().ends_with(": distance 4, at most 3"), "{charge}");
    // Its points are spent step by step.
    let mut journal = 1;
    let poor = loop {
        let now = sure(&mut host, json!({"do": "actions", "by": "Hungary"}));
        let steps = now["actions"].as_array().unwrap();
        match steps
            .iter()
            .filter_map(|a| a["words"].as_str())
            .find(|w| w.starts_with("step "))
        {
            Some(step) => {
                let play =
                    json!({"do": "play", "by": "Hungary", "viewer": "Hungary", "action": step, "journal": journal});
                journal = sure(&mut host, play)["journal"].as_u64().unwrap();
            }
            None => break why(&mut host, "step 2014"),
        }
    };
    let poor = of(&poor, "2.2.6");
    let told = poor["message"].as_str().unwrap();
    assert!(
        told.starts_with("not enough movement points (2.2.6): needs ") && told.ends_with(" MP, has 0"),
        "{told}"
    );
    assert_eq!(poor["measure"]["of"], "MP");
}

#[test]
fn what_is_misspelt_is_told_with_what_is_near() {
    let mut host = at_marignan();
    let said =
        |host: &mut SessionHost, request: Value| ask(host, &request)["error"]["message"].as_str().unwrap().to_owned();
    for (request, near) in [
        (json!({"do": "trun"}), "unknown request \"trun\"; did you mean \"turn\"?"),
        (json!({"do": "helo"}), "did you mean \"hello\"?"),
        (json!({"do": "open", "game": "suleyman"}), "did you mean \"suleiman\"?"),
        (json!({"do": "open", "game": "arquebus", "battle": "fornova"}), "did you mean \"fornovo\"?"),
        (json!({"do": "open", "game": "marignan", "scenario": "firstday"}), "did you mean \"first-day\"?"),
        (json!({"do": "turn", "tabel": 1}), "unknown key \"tabel\" of `turn`"),
        (json!({"do": "check", "by": "Swiss", "axtion": "take"}), "did you mean \"action\"?"),
        (
            json!({"do": "check", "by": "Swiss", "action": "take I-Pke-1"}),
            "unknown unit \"I-Pke-1\"; did you mean \"I-Pike-1\"",
        ),
        (
            json!({"do": "check", "by": "Swiss", "action": "tkae I-Pike-1"}),
            "unknown action \"tkae\"; did you mean \"take\"",
        ),
        (
            json!({"do": "piece", "of": "Stiener", "viewer": "Swiss"}),
            "unknown name \"Stiener\"; did you mean \"Steiner\"?",
        ),
        (
            json!({"do": "lay", "game": "marignan", "pieces": [{"piece": "I-Pke-1", "hex": "1210"}]}),
            "did you mean \"I-Pike-1\"",
        ),
        (
            json!({"do": "open", "game": "marignan", "setup": {"corps": {"Navaro": {}}}}),
            "did you mean \"Navarro\"?",
        ),
        (
            json!({"do": "open", "game": "suleiman", "setup": {"start_at": "move-fire", "leader": "Tomory"}}),
            "did you mean \"Tomori\"?",
        ),
        (
            json!({"do": "open", "game": "marignan", "setup": {"units": [{"id": "I-Pke-1", "hex": "1210"}]}}),
            "did you mean \"I-Pike-1\"",
        ),
    ] {
        let told = said(&mut host, request.clone());
        assert!(told.contains(near), "{request}: {told}");
    }
    let stranger = said(&mut host, json!({"do": "open", "game": "chess"}));
    assert!(stranger.contains("games: suleiman") && !stranger.contains("did you mean"), "{stranger}");
}

#[test]
fn the_page_has_every_request() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/protocol.md");
    let text = std::fs::read_to_string(path).unwrap();
    let (before, rest) = text.split_once(BEGIN).expect("the table begins");
    let (_, after) = rest.split_once(END).expect("the table ends");
    let tables = format!("### Of the host\n\n{}\n### Of a session\n\n{}", page(HOST_REQUESTS), page(REQUESTS));
    let wanted = format!("{before}{BEGIN}{tables}{END}{after}");
    if std::env::var_os("CASUS_BLESS").is_some() {
        std::fs::write(path, &wanted).unwrap();
        return;
    }
    assert!(text == wanted, "docs/protocol.md is not what the table says: CASUS_BLESS=1 writes it");
}
