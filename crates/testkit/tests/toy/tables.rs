//! A table: JSON text in, JSON text out.
use crate::game::{Toy, setup};
use casus_core::*;
use casus_draw::is_picture;
use casus_protocol::{ErrorKind, MatchSession, Session};
use serde_json::{Value, json};

fn table() -> Box<dyn Session> {
    Box::new(MatchSession::<Toy>::new(setup(), 7).unwrap())
}
fn ask(t: &mut dyn Session, request: &Value) -> Value {
    serde_json::from_str(&t.ask(&request.to_string())).unwrap()
}
fn kind(v: &Value) -> &str {
    v["error"]["kind"].as_str().unwrap_or("none")
}

#[test]
fn a_table_crosses_threads() {
    fn send<T: Send>(_: &T) {}
    send(&table());
    assert_eq!(table().game(), "toy");
}

#[test]
fn the_round_of_requests() {
    let mut t = table();
    let t = t.as_mut();
    let v = ask(t, &json!({"do": "turn"}));
    assert_eq!(v["turn"]["side"], "Red");
    assert_eq!(v["turn"]["of"]["name"], "Red");
    assert_eq!(v["journal"], 0);
    let v = ask(t, &json!({"do": "actions", "by": "Red"}));
    let words: Vec<&Value> = v["actions"].as_array().unwrap().iter().map(|a| &a["words"]).collect();
    assert_eq!(words, ["march", "draw", "pass"]);
    assert_eq!(v["actions"][0]["verb"], "march");
    assert_eq!(kind(&ask(t, &json!({"do": "actions", "by": "Blue"}))), "not-deciding");
    let v = ask(t, &json!({"do": "check", "by": "Red", "action": "attack"}));
    assert_eq!(v["legal"], false);
    assert_eq!(v["refusals"][0]["cite"], "3.1");
    assert_eq!(v["refusals"][0]["at"]["name"], "Red");
    let v = ask(t, &json!({"do": "play", "viewer": "referee", "by": "Red", "action": "attack", "journal": 0}));
    assert_eq!((kind(&v), &v["error"]["cite"]), ("refused", &json!("3.1")));
    let v = ask(t, &json!({"do": "play", "viewer": "referee", "by": "Red", "action": "march", "journal": 0}));
    assert_eq!(v["played"][0]["events"][0]["words"], "Red marches to 1");
    assert_eq!(v["journal"], 1);
    let v = ask(t, &json!({"do": "undo", "by": "Red", "journal": 1}));
    assert_eq!(v["journal"], 0);
    assert_eq!(kind(&ask(t, &json!({"do": "undo", "by": "referee", "journal": 0}))), "no-undo");
    let field = ask(t, &json!({"do": "field", "viewer": "spectator"}));
    assert!(field["field"].as_str().unwrap().contains("↗CA"), "{field}");
    for viewer in ["spectator", "referee", "Red"] {
        let scene = ask(t, &json!({"do": "scene", "viewer": viewer}));
        let [red, blue] = [0, 1].map(|i| scene["scene"]["counters"][i].clone());
        assert_eq!((&red["id"], &red["site"]), (&json!("Red"), &json!(0)));
        assert_eq!(blue["facing"], json!({"side": 2}));
        let svg = ask(t, &json!({"do": "svg", "viewer": viewer}));
        assert!(is_picture(svg["svg"].as_str().unwrap()), "{svg}");
    }
    let v = ask(t, &json!({"do": "view", "viewer": "spectator"}));
    assert_eq!(v["view"]["huge"], "18446744073709551615");
    assert!(ask(t, &json!({"do": "view", "viewer": "referee"}))["view"]["Blue"].is_object());
    assert_eq!(ask(t, &json!({"do": "case", "number": "3.2(1)"}))["rulings"][0]["id"], "R1");
    assert_eq!(kind(&ask(t, &json!({"do": "case", "number": "9"}))), "no-such-case");
    assert!(ask(t, &json!({"do": "cases"}))["cases"].is_array());
    assert!(ask(t, &json!({"do": "setup"}))["setup"]["camps"].is_array());
}

#[test]
fn faces_of_the_front_end() {
    let mut t = table();
    let t = t.as_mut();
    let draw = |faces: Value| json!({"do": "play", "viewer": "referee", "by": "Red", "action": "draw", "faces": faces, "journal": 0});
    let v = ask(t, &draw(json!([])));
    assert_eq!(kind(&v), "wanted");
    assert_eq!((&v["error"]["throw"]["low"], &v["error"]["throw"]["high"]), (&json!(0), &json!(3)));
    assert_eq!(v["error"]["cite"], "2.2");
    assert_eq!(kind(&ask(t, &draw(json!([9])))), "off-the-die");
    assert_eq!(kind(&ask(t, &draw(json!([1, 2])))), "unused-faces");
    let v = ask(t, &draw(json!([1, 300])));
    assert_eq!((kind(&v), &v["error"]["path"]), ("bad-value", &json!("faces[1]")));
    assert_eq!(ask(t, &draw(json!([3])))["played"][0]["faces"], json!([3]));
    // The journal hides from a viewer what it may not know.
    let lines =
        |t: &mut dyn Session, viewer: &str| ask(t, &json!({"do": "journal", "viewer": viewer}))["lines"].clone();
    let blue = lines(t, "Blue");
    assert_eq!(blue[0]["events"][0]["event"]["card"], Value::Null);
    assert_eq!((&blue[0]["faces"], &blue[0]["action"]), (&Value::Null, &Value::Null));
    let red = lines(t, "Red");
    assert_eq!(red[0]["events"][0]["event"]["card"], 2);
    assert_eq!((&red[0]["action"], &red[0]["faces"]), (&json!("draw"), &Value::Null));
    assert_eq!(ask(t, &json!({"do": "journal", "viewer": "referee"}))["lines"][0]["faces"], json!([3]));
    assert_eq!(kind(&ask(t, &json!({"do": "undo", "by": "Red", "journal": 1}))), "no-undo");
}

#[test]
fn stale_and_repeated_requests() {
    let mut t = table();
    let t = t.as_mut();
    let march = json!({"do": "play", "viewer": "referee", "by": "Red", "action": "march", "journal": 0});
    let first = ask(t, &march);
    let again = ask(t, &march);
    assert_eq!(first, again);
    assert_eq!(ask(t, &json!({"do": "turn"}))["journal"], 1);
    let v = ask(t, &json!({"do": "play", "viewer": "referee", "by": "Red", "action": "draw", "journal": 0}));
    assert_eq!((kind(&v), &v["error"]["journal"]), ("stale", &json!(1)));
    let pass = json!({"do": "play", "viewer": "referee", "by": "Red", "action": "pass", "journal": 1});
    ask(t, &pass);
    assert_eq!(kind(&ask(t, &march)), "stale");
    let v = ask(t, &json!({"do": "play", "viewer": "referee", "by": "Blue", "action": "march"}));
    assert_eq!((kind(&v), &v["error"]["path"]), ("missing-key", &json!("journal")));
}

#[test]
fn acts_saves_and_loads() {
    let mut t = table();
    let t = t.as_mut();
    ask(t, &json!({"do": "play", "viewer": "referee", "by": "Red", "action": "draw", "journal": 0}));
    let save = ask(t, &json!({"do": "save"}))["save"].clone();
    ask(t, &json!({"do": "offer-draw", "by": "Red", "journal": 1}));
    assert_eq!(kind(&ask(t, &json!({"do": "offer-draw", "by": "Red", "journal": 2}))), "no-act");
    let v = ask(t, &json!({"do": "accept-draw", "by": "Blue", "journal": 2}));
    assert_eq!(v["turn"]["over"], "draw");
    assert_eq!(kind(&ask(t, &json!({"do": "resign", "by": "Blue", "journal": 3}))), "over");
    assert_eq!(kind(&ask(t, &json!({"do": "actions", "by": "Red"}))), "over");
    let v = ask(t, &json!({"do": "load", "save": save, "journal": 3}));
    assert_eq!(v["journal"], 1);
    assert_eq!(v["turn"]["side"], "Blue");
    let v = ask(t, &json!({"do": "load", "save": "{}", "journal": 1}));
    assert_eq!(kind(&v), "not-loaded");
    let bad = save.as_str().unwrap().replace("\"do\":\"draw\"", "\"do\":\"attack\"");
    let v = ask(t, &json!({"do": "load", "save": bad, "journal": 1}));
    assert_eq!((kind(&v), &v["error"]["cite"]), ("not-loaded", &json!("3.1")));
}

/// A scratch copy tells nothing of what is hidden from whoever has it, and nothing of what will fall.
#[test]
fn a_scratch_copy_tells_no_more() {
    let card = |answer: &Value| answer["played"][0]["events"][0]["event"]["card"].clone();
    let draw = |journal: u64, at: Option<&Value>| {
        let mut draw = json!({"do": "play", "viewer": "Red", "by": "Red", "action": "draw", "journal": journal});
        if let Some(at) = at {
            draw["in"] = at.clone();
        }
        draw
    };
    let (mut same, mut shown) = (0, Vec::new());
    for seed in 0..40 {
        let mut t: Box<dyn Session> = Box::new(MatchSession::<Toy>::new(setup(), seed).unwrap());
        let t = t.as_mut();
        assert_eq!(ask(t, &json!({"do": "fork"}))["error"]["path"], "viewer", "who looks is never guessed");
        let fork = ask(t, &json!({"do": "fork", "viewer": "Red", "seed": seed}))["fork"].clone();
        let (tried, fell) = (ask(t, &draw(0, Some(&fork))), ask(t, &draw(0, None)));
        same += usize::from(card(&tried) == card(&fell));
        // Red has drawn: Blue tries to read what.
        let fork = ask(t, &json!({"do": "fork", "viewer": "Blue"}))["fork"].clone();
        let within = |t: &mut dyn Session, mut request: Value| {
            request["in"] = fork.clone();
            ask(t, &request)
        };
        let view = within(t, json!({"do": "view", "viewer": "Red"}));
        shown.push((card(&fell), view["view"]["mine"].clone()));
        for viewer in ["Red", "Blue", "spectator", "referee"] {
            let journal = within(t, json!({"do": "journal", "viewer": viewer}));
            assert_eq!((&journal["journal"], &journal["lines"]), (&json!(0), &json!([])), "{viewer}");
        }
        for what in ["save", "setup"] {
            assert_eq!(kind(&within(t, json!({"do": what}))), "no-fork", "{what}");
        }
        assert_eq!(kind(&within(t, json!({"do": "undo", "by": "referee", "journal": 0}))), "no-undo");
        let then = within(t, json!({"do": "play", "viewer": "Blue", "by": "Blue", "action": "march", "journal": 0}));
        assert_eq!(then["journal"], 1, "{then}");
        assert_eq!(within(t, json!({"do": "undo", "by": "Blue", "journal": 1}))["journal"], 0);
        assert_eq!(ask(t, &json!({"do": "turn"}))["journal"], 1, "the match is left alone");
        // What is there already is shown as it is to whom it is known.
        let own = ask(t, &json!({"do": "fork", "viewer": "Red"}))["fork"].clone();
        let view = ask(t, &json!({"do": "view", "viewer": "Red", "in": own}));
        assert_eq!(view["view"]["mine"], card(&fell));
    }
    assert!((1..30).contains(&same), "{same} of 40 throws as they fell in the copy");
    assert!(shown.iter().any(|(is, _)| *is != shown[0].0), "{shown:?}");
    let read = shown.iter().filter(|(is, seen)| is == seen).count();
    assert!(read < 30, "{read} of 40 cards read: {shown:?}");
}

#[test]
fn a_table_stops_when_it_is_told_to() {
    let mut t = table();
    let t = t.as_mut();
    let odds = json!({"do": "odds", "by": "Red", "action": "draw", "keys": ["camps"]}).to_string();
    let told: Value = serde_json::from_str(&t.ask_until(&odds, &|| true)).unwrap();
    assert_eq!((&told["unresolved"], &told["why"]["stopped"]), (&json!("1/1"), &json!(true)), "{told}");
    let odds = json!({"do": "odds", "by": "Red", "action": "draw"}).to_string();
    let told: Value = serde_json::from_str(&t.ask_until(&odds, &|| true)).unwrap();
    assert_eq!(told["near"]["unresolved"], "1/1", "{told}");
    assert!(
        told["near"]["why"][0]
            .as_str()
            .unwrap()
            .contains("the time limit was reached"),
        "{told}"
    );
    // A path that is nowhere is told before the long walk, and one that is misspelt costs no walk at all.
    let asked = std::cell::Cell::new(0);
    let count = || {
        asked.set(asked.get() + 1);
        false
    };
    let odds = json!({"do": "odds", "by": "Red", "action": "draw", "keys": ["nowhere.at.all"], "runs": 1_000_000, "through": "evenly"});
    let told: Value = serde_json::from_str(&t.ask_until(&odds.to_string(), &count)).unwrap();
    assert_eq!((kind(&told), &told["error"]["path"]), ("bad-value", &json!("keys[0]")));
    assert!(asked.get() <= 16 * 64, "{} runs", asked.get());
}

#[test]
fn odds_at_the_table() {
    let mut s = setup();
    (s.camps[0].at, s.camps[1].at) = (2, 2);
    s.camps[1].card = Some(2);
    let mut t = MatchSession::<Toy>::new(s, 1).unwrap();
    let ask = |t: &mut MatchSession<Toy>, v: Value| ask(t, &v);
    let v = ask(
        &mut t,
        json!({"do": "odds", "by": "Red", "action": "attack", "keys": ["camps.blue.strength"], "through": "first"}),
    );
    // Always standing: what Blue holds does not matter, yet Red is dealt several hands.
    assert!(v["deals"].as_u64().unwrap() > 1);
    assert_eq!(v["unresolved"], "0/1");
    assert_eq!(v["outcomes"][0], json!({"is": {"camps.blue.strength": 1}, "chance": "1/5"}));
    let v = ask(&mut t, json!({"do": "odds", "by": "Red", "action": "march", "keys": [1]}));
    assert_eq!((kind(&v), &v["error"]["path"]), ("bad-value", &json!("keys[0]")));
    let v = ask(&mut t, json!({"do": "odds", "by": "Blue", "action": "march", "keys": []}));
    assert_eq!(kind(&v), "refused");
    // Forced: nothing is, then Blue's only answer.
    let v = ask(&mut t, json!({"do": "forced", "by": "referee", "viewer": "Red", "journal": 0}));
    assert_eq!(v["played"], json!([]));
    assert_eq!(v["stopped"], "choice");
    for runs in [json!(0), json!(1_000_001), json!("9")] {
        let v = ask(&mut t, json!({"do": "odds", "by": "Red", "action": "attack", "keys": [], "runs": runs}));
        assert_eq!((kind(&v), &v["error"]["path"]), ("bad-value", &json!("runs")));
    }
}

#[test]
fn errors_are_of_the_closed_list() {
    let mut t = table();
    for (request, want) in [
        ("", "malformed"),
        ("[]", "malformed"),
        ("{}", "missing-key"),
        (r#"{"do": 3}"#, "bad-value"),
        (r#"{"do": "dance"}"#, "unknown-request"),
        (r#"{"do": "turn", "x": 1}"#, "unknown-key"),
        (r#"{"do": "check", "by": "Green", "action": "march"}"#, "no-such-side"),
        (r#"{"do": "check", "by": "Red", "action": "fly"}"#, "not-an-action"),
        (r#"{"do": "check", "by": "Red"}"#, "missing-key"),
        (r#"{"do": "undo", "by": "Red", "journal": -1}"#, "bad-value"),
        (r#"{"do": "undo", "by": "Red", "journal": 1e99}"#, "bad-value"),
        (r#"{"do": "load", "journal": 0}"#, "missing-key"),
    ] {
        let v: Value = serde_json::from_str(&t.ask(request)).unwrap();
        assert_eq!(kind(&v), want, "{request} -> {v}");
    }
    let deep = format!("{}{}", r#"{"do":"#, "[".repeat(10_000));
    assert!(t.ask(&deep).contains("malformed"));
    assert_eq!(ErrorKind::ALL.len(), 29);
    assert!(MatchSession::<Toy>::from_json("{}", 1).is_err());
    assert!(MatchSession::<Toy>::from_json(&serde_json::to_string(&setup()).unwrap(), 1).is_ok());
}

#[test]
fn who_looks_must_be_said() {
    let mut t = table();
    let t = t.as_mut();
    for request in [
        json!({"do": "view"}),
        json!({"do": "field"}),
        json!({"do": "scene"}),
        json!({"do": "svg"}),
        json!({"do": "journal"}),
        json!({"do": "forced", "by": "Red", "journal": 0}),
        json!({"do": "play", "by": "Red", "action": "draw", "journal": 0}),
    ] {
        let v = ask(t, &request);
        assert_eq!((kind(&v), &v["error"]["path"]), ("missing-key", &json!("viewer")), "{request}");
    }
    let v = ask(t, &json!({"do": "actions"}));
    assert_eq!((kind(&v), &v["error"]["path"]), ("missing-key", &json!("by")));
    let v = ask(t, &json!({"do": "view", "viewer": "Green"}));
    assert_eq!((kind(&v), &v["error"]["path"]), ("no-such-side", &json!("viewer")));
    assert!(v["error"]["message"].as_str().unwrap().contains("referee"));
    assert_eq!(ask(t, &json!({"do": "turn"}))["journal"], 0);
    // A player is told of his own draw what the other is not.
    let draw = json!({"do": "play", "by": "Red", "action": "draw", "viewer": "Blue", "faces": [3], "journal": 0});
    let v = ask(t, &draw);
    assert_eq!(v["played"][0]["events"][0]["event"]["card"], Value::Null);
}

#[test]
fn the_map_is_the_gazetteer() {
    let mut t = table();
    let v = ask(t.as_mut(), &json!({"do": "map"}));
    let map: Gazetteer = serde_json::from_value(v["map"].clone()).unwrap();
    assert_eq!(map.sides, ["Red", "Blue"]);
    assert!(map.hexes.is_empty() && map.orientation.is_none());
    assert_eq!(map.rules, hex_digits(digest_bytes(b"toy 1")));
}

#[test]
fn forced_play_says_why_it_stopped() {
    let mut s = setup();
    (s.camps[0].at, s.camps[1].at) = (2, 2);
    let mut t = MatchSession::<Toy>::new(s, 1).unwrap();
    ask(&mut t, &json!({"do": "play", "by": "Red", "action": "attack", "viewer": "Red", "journal": 0}));
    let v = ask(&mut t, &json!({"do": "forced", "by": "referee", "viewer": "Blue", "journal": 1}));
    assert_eq!(v["played"].as_array().map(Vec::len), Some(1), "{v}");
    assert_eq!(v["played"][0]["action"], "stand");
    assert_eq!(v["stopped"], "choice");
    ask(&mut t, &json!({"do": "resign", "by": "Red", "journal": 2}));
    let v = ask(&mut t, &json!({"do": "forced", "by": "referee", "viewer": "Blue", "journal": 3}));
    assert_eq!((&v["stopped"], &v["played"]), (&json!("over"), &json!([])));
}
