//! Tests of `casus serve` as a process: keys and permissions, hidden information, limits, durability and damage.

use casus_belli::protocol::{REQUESTS, Takes};
use rusqlite::Connection;
use serde_json::{Value, json};
use std::collections::HashSet;
use std::io::{BufRead, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// A temporary folder.
struct Folder(tempfile::TempDir);

impl Folder {
    fn new(test: &str) -> Self {
        Self(
            tempfile::Builder::new()
                .prefix(&format!("casus-serve-{test}-"))
                .tempdir()
                .unwrap(),
        )
    }
    fn file(&self) -> PathBuf {
        self.0.path().join("matches.sqlite")
    }
}

/// A running server.
struct Server {
    child: Child,
    at: String,
    agent: ureq::Agent,
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

type Answer = (u16, Value);

impl Server {
    fn new(file: &Path, more: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_casus"))
            .args(["serve", "--port", "0", "--pace", "0", "--file"])
            .arg(file)
            .args(more)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let out = BufReader::new(child.stdout.take().unwrap());
        let at = out
            .lines()
            .map_while(Result::ok)
            .find_map(|line| {
                line.strip_prefix("open ")?
                    .strip_suffix(" in a browser")
                    .map(str::to_owned)
            })
            .expect("it says where");
        let config = ureq::Agent::config_builder()
            .http_status_as_error(false)
            .timeout_global(Some(Duration::from_mins(2)))
            .build();
        Self {
            child,
            at: at.trim_end_matches('/').to_owned(),
            agent: config.into(),
        }
    }
    fn post(&self, path: &str, key: Option<&str>, body: &str) -> Option<Answer> {
        let mut request = self.agent.post(format!("{}{path}", self.at));
        if let Some(key) = key {
            request = request.header("authorization", format!("Bearer {key}"));
        }
        let mut answer = request.send(body).ok()?;
        let text = answer
            .body_mut()
            .with_config()
            .limit(50_000_000)
            .read_to_string()
            .ok()?;
        Some((answer.status().as_u16(), serde_json::from_str(&text).expect("always JSON")))
    }
    fn get(&self, path: &str, key: &str) -> Answer {
        let request = self.agent.get(format!("{}{path}", self.at));
        let mut answer = request.header("authorization", format!("Bearer {key}")).call().unwrap();
        let text = answer.body_mut().read_to_string().unwrap();
        (answer.status().as_u16(), serde_json::from_str(&text).expect("always JSON"))
    }
    fn open(&self, order: &Value) -> Opened {
        let (status, told) = self.post("/api/matches", None, &order.to_string()).unwrap();
        assert_eq!(status, 200, "{told}");
        let key = |v: &Value| v["key"].as_str().map(str::to_owned);
        Opened {
            keys: told["seats"].as_array().unwrap().iter().filter_map(key).collect(),
            watch: told["watch"].as_str().unwrap().to_owned(),
            id: told["match"].as_str().unwrap().to_owned(),
        }
    }
    fn ask(&self, key: &str, request: &Value) -> Value {
        self.post("/api/ask", Some(key), &request.to_string())
            .expect("an answer")
            .1
    }
    /// Returns the events of a key's stream, until `enough` is true of them.
    fn listen(&self, key: &str, since: Option<&str>, enough: impl Fn(&[Told]) -> bool) -> Vec<Told> {
        let mut request = self
            .agent
            .get(format!("{}/api/events", self.at))
            .header("authorization", format!("Bearer {key}"));
        if let Some(since) = since {
            request = request.header("last-event-id", since);
        }
        let answer = request.call().unwrap();
        assert_eq!(answer.status().as_u16(), 200);
        let mut all = Vec::new();
        let mut now = Told::default();
        for line in BufReader::new(answer.into_body().into_reader()).lines() {
            let line = line.unwrap();
            if let Some(event) = line.strip_prefix("event: ") {
                event.clone_into(&mut now.event);
            } else if let Some(id) = line.strip_prefix("id: ") {
                id.clone_into(&mut now.id);
            } else if let Some(data) = line.strip_prefix("data: ") {
                now.data = serde_json::from_str(data).unwrap();
            } else if line.is_empty() && !now.event.is_empty() {
                all.push(std::mem::take(&mut now));
                if enough(&all) {
                    break;
                }
            }
        }
        all
    }
}

#[cfg(unix)]
impl Server {
    /// Stops the server by a signal. Returns its exit code.
    fn end(&mut self, signal: &str) -> Option<i32> {
        let pid = self.child.id().to_string();
        assert!(
            Command::new("kill")
                .args(["-s", signal, &pid])
                .status()
                .unwrap()
                .success()
        );
        let begun = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status.code();
            }
            assert!(begun.elapsed() < Duration::from_secs(20), "{signal} does not end it");
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

/// Runs `casus serve` with a flag such as `--list`. Returns the exit code, the output and the errors.
fn owner(file: &Path, flags: &[&str]) -> (Option<i32>, String, String) {
    let mut casus = Command::new(env!("CARGO_BIN_EXE_casus"));
    let out = casus.args(["serve", "--file"]).arg(file).args(flags).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (out.status.code(), text(out.stdout), text(out.stderr))
}

#[derive(Default, Debug)]
struct Told {
    event: String,
    id: String,
    data: Value,
}

struct Opened {
    keys: Vec<String>,
    watch: String,
    id: String,
}

fn kind(answer: &Value) -> &str {
    answer["error"]["kind"].as_str().unwrap_or("none")
}

fn hot_seat(game: &str, sides: [&str; 2]) -> Value {
    json!({"game": game, "seats": [{"sides": sides, "who": "person"}]})
}
fn friends(game: &str, sides: [&str; 2]) -> Value {
    json!({"game": game, "seats": [{"sides": [sides[0]], "who": "person"}, {"sides": [sides[1]], "who": "person"}]})
}

/// Returns one of the listed actions, which depends on `time`.
fn some(list: &Value, time: u64) -> &Value {
    let actions = list["actions"].as_array().unwrap();
    &actions[(time * 7919 % actions.len() as u64) as usize]["words"]
}

/// Plays a legal action for the side that decides. Returns the answer, or `None` if the server is gone or play is over.
fn step(server: &Server, key: &str, id: &mut u64) -> Option<Answer> {
    let turn = server.post("/api/ask", Some(key), r#"{"do":"turn"}"#)?.1;
    let side = turn["turn"]["side"].as_str()?.to_owned();
    let list = json!({"do": "actions", "by": side}).to_string();
    let list = server.post("/api/ask", Some(key), &list)?.1;
    *id += 1;
    let action = some(&list, *id);
    let play = json!({"do": "play", "id": *id, "by": side, "viewer": "spectator", "action": action, "journal": turn["journal"]});
    server.post("/api/ask", Some(key), &play.to_string())
}

#[test]
fn a_person_plays_against_an_agent() {
    let folder = Folder::new("agent");
    let server = Server::new(&folder.file(), &[]);
    let order = json!({"game": "suleiman", "name": "my Mohács", "seats": [{"sides": ["Hungary"], "who": "person"}, {"sides": ["Ottoman"], "who": "steady"}]});
    let opened = server.open(&order);
    let key = &opened.keys[0];
    let (_, about) = server.get("/api/about", key);
    assert_eq!(about["name"], "my Mohács");
    assert_eq!(about["sides"], json!(["Hungary"]));
    assert_eq!(about["seats"][1], json!({"sides": ["Ottoman"], "who": "steady", "here": true}));
    // Whichever side begins, the person's side decides again and again.
    let mut mine = 0;
    while mine < 12 {
        let turn = server.ask(key, &json!({"do": "turn"}));
        if turn["turn"]["side"] == "Hungary" {
            let answer = server.ask(key, &json!({"do": "let", "until": "rest", "journal": turn["journal"]}));
            if kind(&answer) != "stale" {
                assert_eq!(kind(&answer), "none", "{answer}");
                mine += 1;
            }
        } else {
            let from = turn["journal"].as_u64().unwrap();
            server.listen(key, None, |all| {
                let come = |t: &Told| t.data["journal"].as_u64().is_some_and(|n| n > from);
                all.iter().any(come)
            });
        }
    }
    let journal = server.ask(key, &json!({"do": "journal"}));
    let sides: HashSet<&str> = journal["lines"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|l| l["by"].as_str())
        .collect();
    assert_eq!(sides, HashSet::from(["Hungary", "Ottoman"]));
    // The save is available in a game that hides nothing.
    let save = server.get("/api/save", key);
    let open = about["open"] == true;
    assert_eq!(save.0, if open { 200 } else { 403 });
}

#[test]
fn who_was_away_gets_what_he_missed() {
    let folder = Folder::new("away");
    let server = Server::new(&folder.file(), &[]);
    let opened = server.open(&hot_seat("marignan", ["Swiss", "French"]));
    let (key, mut id) = (&opened.keys[0], 0);
    let first = server.listen(key, None, |all| all.len() == 2);
    assert_eq!((first[0].event.as_str(), first[0].id.as_str()), ("journal", "0.0"));
    assert_eq!(first[1].data["seats"][0]["here"], true);
    for _ in 0..5 {
        assert_eq!(step(&server, key, &mut id).unwrap().0, 200);
    }
    let told = |since: &str| {
        server
            .listen(&opened.watch, Some(since), |all| !all.is_empty())
            .remove(0)
    };
    let missed = told("2.0");
    assert_eq!((missed.event.as_str(), missed.id.as_str()), ("journal", "5.0"));
    let lines = server.ask(&opened.watch, &json!({"do": "journal", "from": 2}));
    assert_eq!(missed.data["lines"], lines["lines"]);
    assert_eq!(missed.data["lines"].as_array().unwrap().len(), 3);
    // After an undo, a client that knows more steps than there are gets `reset`.
    let by = lines["lines"][2]["by"].clone();
    let undone = server.ask(key, &json!({"do": "undo", "by": by, "journal": 5}));
    assert_eq!(undone["undone"], 1, "{undone}");
    assert_eq!((told("5.0").event.as_str(), told("5.0").id.as_str()), ("reset", "4.1"));
    assert_eq!(step(&server, key, &mut id).unwrap().0, 200);
    let after = told("4.1");
    assert_eq!((after.event.as_str(), after.id.as_str()), ("journal", "5.1"));
    assert_eq!(after.data["lines"].as_array().unwrap().len(), 1);
    // An open stream reports a step as it happens.
    std::thread::scope(|scope| {
        let listening =
            scope.spawn(|| server.listen(&opened.watch, Some("5.1"), |all| all.iter().any(|t| t.id == "6.1")));
        std::thread::sleep(Duration::from_millis(300));
        assert_eq!(step(&server, key, &mut id).unwrap().0, 200);
        let all = listening.join().unwrap();
        assert_eq!(all.last().unwrap().data["lines"].as_array().unwrap().len(), 1);
    });
}

/// A custom set-up is made with `lay` and played.
#[test]
fn a_set_up_of_one_s_own_is_laid_and_played() {
    let folder = Folder::new("laid");
    let server = Server::new(&folder.file(), &[]);
    let lay = |more: Value| {
        let mut request = json!({"do": "lay", "game": "arquebus"});
        request
            .as_object_mut()
            .unwrap()
            .extend(more.as_object().unwrap().clone());
        server.post("/api/host", None, &request.to_string()).unwrap()
    };
    let (status, laid) = lay(json!({"battle": "fornovo"}));
    assert_eq!(status, 200);
    let piece = laid["pieces"]
        .as_array()
        .unwrap()
        .iter()
        .find(|p| p["facing"].is_string())
        .unwrap();
    let (_, moved) = lay(json!({"setup": laid["setup"], "pieces": [{"piece": piece["piece"], "at": "absent"}]}));
    assert!(moved.get("faults").is_none(), "{moved}");
    let seats = json!([{"sides": ["France"], "who": "person"}, {"sides": ["League"], "who": "hasty"}]);
    let order = json!({"game": "arquebus", "battle": "fornovo", "setup": moved["setup"], "seats": seats});
    let opened = server.open(&order);
    let scene = server.ask(&opened.keys[0], &json!({"do": "scene"}));
    let ids: Vec<&str> = scene["scene"]["counters"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|c| c["id"].as_str())
        .collect();
    assert!(ids.len() > 20 && !ids.contains(&piece["piece"].as_str().unwrap()), "{ids:?}");
}

#[test]
fn nobody_asks_as_another() {
    let folder = Folder::new("others");
    let server = Server::new(&folder.file(), &["--host", "battles.example"]);
    let opened = server.open(&friends("marignan", ["Swiss", "French"]));
    let other = server.open(&friends("marignan", ["Swiss", "French"]));
    let [swiss, french] = &opened.keys[..] else {
        panic!("two keys")
    };
    assert_ne!(swiss, french);
    let told = |key: Option<&str>, body: &str| server.post("/api/ask", key, body).unwrap();
    let says = |answer: &Answer, status: u16, what: &str| {
        assert_eq!((answer.0, kind(&answer.1)), (status, what), "{}", answer.1);
        assert!(!answer.1["error"]["message"].as_str().unwrap().is_empty());
    };
    says(&told(None, r#"{"do":"turn"}"#), 401, "no-key");
    says(&told(Some("0123"), r#"{"do":"turn"}"#), 401, "no-key");
    says(&told(Some(&opened.id), r#"{"do":"turn"}"#), 401, "no-key");
    says(&told(Some(swiss), "{"), 400, "malformed");
    says(&told(Some(swiss), "[1]"), 400, "malformed");
    says(&told(Some(swiss), &" ".repeat(70_000)), 413, "too-large");
    for (key, request) in [
        (swiss, json!({"do": "actions", "by": "French"})),
        (swiss, json!({"do": "view", "viewer": "French"})),
        (swiss, json!({"do": "scene", "viewer": "referee"})),
        (swiss, json!({"do": "play", "by": "French", "action": "done", "journal": 0})),
        (swiss, json!({"do": "play", "by": "Swiss", "viewer": "French", "action": "done", "journal": 0})),
        (swiss, json!({"do": "undo", "by": "referee", "journal": 0})),
        (swiss, json!({"do": "grant-undo", "by": "French", "journal": 0})),
        (swiss, json!({"do": "save"})),
        (swiss, json!({"do": "setup"})),
        (swiss, json!({"do": "load", "save": "", "journal": 0})),
        (swiss, json!({"do": "fork"})),
        (swiss, json!({"do": "let", "until": "end", "journal": 0})),
        (&opened.watch, json!({"do": "actions", "by": "Swiss"})),
        (&opened.watch, json!({"do": "resign", "by": "Swiss", "journal": 0})),
        (&opened.watch, json!({"do": "odds", "by": "Swiss", "action": "done"})),
        (&opened.watch, json!({"do": "view", "viewer": "Swiss"})),
    ] {
        says(&told(Some(key), &request.to_string()), 403, "not-allowed");
    }
    says(&told(Some(french), r#"{"do":"odds","action":"done","runs":1000000}"#), 429, "too-much");
    // The session answers requests that it does not know.
    for (request, what) in [
        (json!({"do": "dance"}), "unknown-request"),
        (json!({"do": "turn", "loud": true}), "unknown-key"),
        (json!({"do": "play", "action": "done", "journal": 7}), "stale"),
        (json!({"do": "play", "action": "sing", "journal": 0}), "not-an-action"),
        (json!({"do": "play", "action": "done"}), "missing-key"),
        (json!({"do": "play", "action": 3, "journal": 0}), "bad-value"),
    ] {
        let answer = told(Some(french), &request.to_string());
        assert_eq!((answer.0, kind(&answer.1)), (200, what), "{}", answer.1);
    }
    // A key opens only its own match, and the refused requests changed nothing.
    let turn = server.ask(french, &json!({"do": "turn"}));
    assert_eq!(turn["journal"], 0);
    assert_eq!(server.get("/api/about", &other.keys[0]).1["match"], other.id.as_str());
    // Requests for another host, or from a page of another origin, are refused.
    let from = |host: &str, origin: Option<&str>| {
        let mut request = server
            .agent
            .get(format!("{}/api/about", server.at))
            .header("host", host);
        if let Some(origin) = origin {
            request = request.header("origin", origin);
        }
        request
            .header("authorization", format!("Bearer {swiss}"))
            .call()
            .unwrap()
            .status()
            .as_u16()
    };
    let here = server.at.strip_prefix("http://").unwrap();
    assert_eq!(from(here, None), 200);
    assert_eq!(from(here, Some(&server.at)), 200);
    assert_eq!(from("battles.example", Some("https://battles.example")), 200);
    assert_eq!(from("evil.example", None), 403);
    assert_eq!(from(here, Some("https://evil.example")), 403);
    assert_eq!(from(here, Some("null")), 403);
    assert_eq!(from(here, Some("http://localhost:1")), 403, "another page of this machine");
    assert_eq!(from(here, Some("http://localhost")), 403);
    assert_eq!(from("battles.example", Some(&server.at)), 403);
    let (_, save) = server.get("/api/save", swiss);
    let save = save.to_string();
    let both = json!([{"sides": ["Swiss", "French"], "who": "person"}]);
    assert_eq!(
        server
            .post("/api/matches", None, &json!({"save": save, "seats": both}).to_string())
            .unwrap()
            .0,
        200
    );
    for wrong in [
        json!({"game": "chess", "seats": []}),
        json!({"game": "marignan", "seats": []}),
        json!({"game": "marignan", "seats": [{"sides": ["Swiss"], "who": "person"}]}),
        json!({"game": "marignan", "seats": [{"sides": ["Swiss"], "who": "person"}, {"sides": ["Swiss", "French"], "who": "person"}]}),
        json!({"game": "marignan", "seats": [{"sides": ["Swiss"], "who": "Hannibal"}, {"sides": ["French"], "who": "person"}]}),
        json!({"game": "marignan", "scenario": "third-day", "seats": [{"sides": ["Swiss", "French"], "who": "person"}]}),
        json!({"save": "no save", "seats": [{"sides": ["Swiss", "French"], "who": "person"}]}),
        json!({"game": "marignan", "seats": [], "loud": true}),
        json!({"save": save, "battle": "marignan", "seats": both}),
        json!({"save": save, "scenario": "first-day", "seats": both}),
        json!({"save": save, "options": ["9.4"], "seats": both}),
        json!({"save": save, "setup": {}, "seats": both}),
    ] {
        let answer = server.post("/api/matches", None, &wrong.to_string()).unwrap();
        assert_eq!(answer.0, 400, "{wrong}: {}", answer.1);
    }
    let answer = server
        .post("/api/host", None, r#"{"do":"open","game":"marignan"}"#)
        .unwrap();
    assert_eq!((answer.0, kind(&answer.1)), (403, "not-allowed"));
}

/// Requests of every kind are refused with a message, and change nothing: for another side, at an old length of the journal,
/// with wrong values, and too often.
#[test]
fn every_request_is_refused_in_words() {
    let folder = Folder::new("every");
    let server = Server::new(&folder.file(), &[]);
    let opened = server.open(&friends("suleiman", ["Hungary", "Ottoman"]));
    let [own, _] = &opened.keys[..] else { panic!("two keys") };
    let rubbish = |takes: Takes| match takes {
        Takes::Number => vec![json!("three"), json!(-1), json!(1.5)],
        Takes::Texts | Takes::Faces => vec![json!("three"), json!([{}])],
        Takes::Flag => vec![json!("yes")],
        Takes::Object => vec![json!(3)],
        _ => vec![json!(3), json!(["a"]), json!({})],
    };
    let right = |takes: Takes| match takes {
        Takes::Side | Takes::Asker | Takes::Viewer => json!("Hungary"),
        Takes::Number => json!(0),
        Takes::Texts => json!(["zoc"]),
        Takes::Faces => json!([1]),
        Takes::Flag => json!(true),
        Takes::Object => json!({}),
        Takes::Objects => json!([{}]),
        Takes::Text => json!("nothing of the kind"),
    };
    let refused = |key: Option<&str>, request: &Value, kinds: &[&str]| {
        let (status, answer) = server.post("/api/ask", key, &request.to_string()).unwrap();
        assert!(kinds.contains(&kind(&answer)), "{request}: {status} {answer}");
        let words = answer["error"]["message"].as_str().unwrap();
        assert!(words.len() > 5, "{request}: {answer}");
    };
    for request in REQUESTS {
        let mut whole = json!({"do": request.name});
        for key in request.keys.iter().filter(|k| !k.optional) {
            whole[key.name] = right(key.takes);
        }
        if request.name == "grant-undo" {
            refused(Some(own), &whole, &["malformed"]);
            whole["to"] = json!(0);
        }
        let with = |key: &str, value: Value| {
            let mut asked = whole.clone();
            asked[key] = value;
            asked
        };
        refused(None, &whole, &["no-key"]);
        refused(Some("f00d"), &whole, &["no-key"]);
        let referee = ["setup", "save", "load", "fork", "drop"].contains(&request.name);
        if referee {
            refused(Some(own), &whole, &["not-allowed"]);
            continue;
        }
        refused(Some(own), &with("loud", json!(true)), &["unknown-key"]);
        refused(Some(own), &with("in", json!(1)), &["not-allowed"]);
        for key in request.keys {
            let whose = matches!(key.takes, Takes::Side | Takes::Asker | Takes::Viewer);
            if whose {
                refused(Some(own), &with(key.name, json!("Ottoman")), &["not-allowed"]);
                refused(Some(own), &with(key.name, json!("referee")), &["not-allowed"]);
                refused(Some(own), &with(key.name, json!("nobody")), &["not-allowed"]);
            }
            if matches!(key.takes, Takes::Side | Takes::Asker) {
                refused(Some(&opened.watch), &whole, &["not-allowed"]);
            }
            // A player's own dice rolls are refused whatever their values.
            let what = if key.name == "faces" {
                "not-allowed"
            } else {
                "bad-value"
            };
            for value in rubbish(key.takes) {
                refused(Some(own), &with(key.name, value), &[what]);
            }
        }
        if request.changes {
            refused(Some(own), &with("journal", json!(999)), &["stale"]);
            refused(Some(&opened.watch), &whole, &["not-allowed"]);
        }
    }
    assert_eq!(server.ask(own, &json!({"do": "turn"}))["journal"], 0, "nothing was done by all this");
    // The refusal of too many requests says when to try again.
    let mut said = Vec::new();
    for _ in 0..20_000 {
        let (status, answer) = server.post("/api/ask", Some(own), r#"{"do":"turn"}"#).unwrap();
        if status != 200 {
            said.push((status, kind(&answer).to_owned()));
            break;
        }
    }
    assert_eq!(said, [(429, "too-much".to_owned())]);
}

/// Undoing another player's step needs that player's consent. The undo request survives a restart of the server.
#[test]
fn taking_back_wants_consent() {
    let folder = Folder::new("consent");
    let file = folder.file();
    let server = Server::new(&file, &[]);
    let opened = server.open(&friends("marignan", ["Swiss", "French"]));
    let [swiss, french] = &opened.keys[..] else {
        panic!("two keys")
    };
    let action = server.ask(french, &json!({"do": "actions"}))["actions"][0]["words"].clone();
    let played = server.ask(french, &json!({"do": "play", "action": action, "journal": 0}));
    assert_eq!(played["journal"], 1, "{played}");
    let asked = server.ask(swiss, &json!({"do": "undo", "journal": 1}));
    assert_eq!(kind(&asked), "needs-consent");
    let asked = server.ask(swiss, &json!({"do": "ask-undo", "to": 0, "journal": 1}));
    assert_eq!(asked["asks_undo"]["by"], "Swiss", "{asked}");
    assert_eq!(kind(&server.ask(swiss, &json!({"do": "grant-undo", "to": 0, "journal": 1}))), "no-undo");
    drop(server);
    let server = Server::new(&file, &[]);
    assert_eq!(server.ask(french, &json!({"do": "turn"}))["asks_undo"]["by"], "Swiss");
    // A grant must name the position of the open undo request.
    assert_eq!(kind(&server.ask(french, &json!({"do": "grant-undo", "to": 1, "journal": 1}))), "stale");
    assert_eq!(kind(&server.ask(french, &json!({"do": "grant-undo", "journal": 1}))), "malformed");
    let granted = server.ask(french, &json!({"do": "grant-undo", "to": 0, "journal": 1}));
    assert_eq!((granted["undone"].as_u64(), granted["journal"].as_u64()), (Some(1), Some(0)), "{granted}");
    // An agent grants an undo request.
    let order = json!({"game": "marignan", "seats": [{"sides": ["Swiss"], "who": "steady"}, {"sides": ["French"], "who": "person"}]});
    let opened = server.open(&order);
    let french = &opened.keys[0];
    let played = server.ask(french, &json!({"do": "let", "until": "rest", "journal": 0}));
    let lines = played["journal"].as_u64().unwrap();
    let told = server.listen(french, None, |all| {
        all.iter()
            .any(|t| t.data["journal"].as_u64().is_some_and(|n| n > lines))
    });
    let now = told.iter().filter_map(|t| t.data["journal"].as_u64()).max().unwrap();
    let turn = server.ask(french, &json!({"do": "turn"}));
    assert!(turn["journal"].as_u64().unwrap() >= now);
    let asked = server.ask(french, &json!({"do": "ask-undo", "to": lines, "journal": turn["journal"]}));
    if kind(&asked) == "none" {
        server.listen(french, None, |all| all.iter().any(|t| t.id == format!("{lines}.1")));
    }
}

/// A change that was answered survives the death of the server at any time. A repeat of a request whose answer was lost is not
/// done again.
#[test]
fn what_was_told_outlives_the_house() {
    let folder = Folder::new("killed");
    let file = folder.file();
    let mut server = Server::new(&file, &[]);
    let opened = server.open(&hot_seat("suleiman", ["Hungary", "Ottoman"]));
    let key = &opened.keys[0];
    let mut id = 0;
    let mut told: Vec<(Value, Value)> = Vec::new();
    for round in 0..100u64 {
        // Kill the server within a request, each round at another time.
        let pause = Duration::from_micros(round * 1_237 % 40_000);
        let pid = server.child.id();
        let killer = std::thread::spawn(move || {
            std::thread::sleep(pause);
            let _ = Command::new("kill").args(["-9", &pid.to_string()]).status();
        });
        let mut lost = None;
        while let Some(turn) = server.post("/api/ask", Some(key), r#"{"do":"turn"}"#) {
            let side = turn.1["turn"]["side"].clone();
            let list = json!({"do": "actions", "by": side}).to_string();
            let Some((_, list)) = server.post("/api/ask", Some(key), &list) else {
                break;
            };
            id += 1;
            let action = some(&list, id);
            let play = json!({"do": "play", "id": id, "by": side, "viewer": "spectator", "action": action, "journal": turn.1["journal"]});
            match server.post("/api/ask", Some(key), &play.to_string()) {
                Some((200, answer)) => {
                    assert_eq!(kind(&answer), "none", "{answer}");
                    told.push((side, action.clone()));
                }
                Some(other) => panic!("{other:?}"),
                None => {
                    lost = Some((play, side, action.clone()));
                    break;
                }
            }
        }
        killer.join().unwrap();
        server = Server::new(&file, &[]);
        if let Some((play, side, action)) = lost {
            // Whether or not it was done before the server died, it is now done exactly once.
            let (status, answer) = server.post("/api/ask", Some(key), &play.to_string()).unwrap();
            assert_eq!((status, kind(&answer)), (200, "none"), "{answer}");
            told.push((side, action));
            let again = server.post("/api/ask", Some(key), &play.to_string()).unwrap().1;
            assert_eq!(again, answer);
        }
        let journal = server.ask(key, &json!({"do": "journal", "viewer": "spectator"}));
        let there: Vec<(Value, Value)> = journal["lines"]
            .as_array()
            .unwrap()
            .iter()
            .map(|l| (l["by"].clone(), l["action"].clone()))
            .collect();
        assert_eq!(there.len(), told.len(), "round {round}");
        let known = |(a, b): (&(Value, Value), &(Value, Value))| a.0 == b.0 && (a.1.is_null() || a.1 == b.1);
        assert!(there.iter().zip(&told).all(known), "round {round}");
    }
    assert!(told.len() > 100, "{} lines in a hundred lives", told.len());
}

/// In two hundred matches at once, nothing is lost and nothing is done twice.
#[test]
fn two_hundred_matches_at_once() {
    let folder = Folder::new("many");
    let server = Server::new(&folder.file(), &["--new-matches-per-minute", "1000"]);
    let games = [
        ("suleiman", ["Hungary", "Ottoman"]),
        ("marignan", ["Swiss", "French"]),
        ("arquebus", ["France", "League"]),
        ("blind_faith", ["Hussite", "Imperial"]),
    ];
    let took = Mutex::new(Vec::new());
    let matches: Vec<(usize, Opened)> = (0..200)
        .map(|n| (n, server.open(&hot_seat(games[n % 4].0, games[n % 4].1))))
        .collect();
    let queue = Mutex::new(matches);
    std::thread::scope(|scope| {
        for _ in 0..32 {
            scope.spawn(|| {
                let mut own = Vec::new();
                while let Some(mine) = queue.lock().unwrap().pop() {
                    own.push(mine);
                    if own.len() == 7 {
                        break;
                    }
                }
                // One step of each match in turn.
                for round in 0..10u64 {
                    for (_, opened) in &own {
                        let key = &opened.keys[0];
                        let begun = Instant::now();
                        let mut id = round;
                        let answer = step(&server, key, &mut id).unwrap();
                        took.lock().unwrap().push(begun.elapsed() / 3);
                        assert_eq!((answer.0, kind(&answer.1)), (200, "none"), "{}", answer.1);
                        assert_eq!(answer.1["journal"], round + 1);
                    }
                }
                for (_, opened) in &own {
                    let turn = server.ask(&opened.keys[0], &json!({"do": "turn"}));
                    assert_eq!(turn["journal"], 10, "each step is there once");
                }
            });
        }
    });
    let mut took = took.into_inner().unwrap();
    assert_eq!(took.len(), 2000);
    took.sort();
    println!("a request: median {:?}, 99 of 100 within {:?}", took[1000], took[1980]);
}

/// The refusal of too many new matches says when to try again.
#[test]
fn orders_are_limited() {
    let folder = Folder::new("orders");
    let server = Server::new(&folder.file(), &["--new-matches-per-minute", "3", "--matches", "2"]);
    let order = hot_seat("marignan", ["Swiss", "French"]).to_string();
    let ordered = || {
        server
            .agent
            .post(format!("{}/api/matches", server.at))
            .send(&order[..])
            .unwrap()
    };
    let said: Vec<u16> = (0..4).map(|_| ordered().status().as_u16()).collect();
    assert_eq!(said, [200, 200, 429, 429]);
    let answer = ordered();
    let wait: u64 = answer.headers()["retry-after"].to_str().unwrap().parse().unwrap();
    assert!((1..=20).contains(&wait), "{wait}");
}

/// `--list`, `--export` and `--forget` work. An exported save continues elsewhere.
#[test]
fn the_owner_lists_exports_and_forgets() {
    let folder = Folder::new("owner");
    let file = folder.file();
    let opened = {
        let server = Server::new(&file, &[]);
        let opened = server.open(&hot_seat("marignan", ["Swiss", "French"]));
        let mut id = 0;
        for _ in 0..3 {
            assert_eq!(step(&server, &opened.keys[0], &mut id).unwrap().0, 200);
        }
        opened
    };
    let casus = |flags: &[&str]| {
        let out = Command::new(env!("CARGO_BIN_EXE_casus"))
            .args(["serve", "--file"])
            .arg(&file)
            .args(flags)
            .output()
            .unwrap();
        (out.status.code(), String::from_utf8(out.stdout).unwrap())
    };
    assert!(
        casus(&["--list"])
            .1
            .contains(&format!("{}      3 steps  marignan", opened.id))
    );
    let (_, save) = casus(&["--export", &opened.id]);
    {
        let server = Server::new(&file, &[]);
        let order = json!({"save": save, "seats": [{"sides": ["Swiss", "French"], "who": "person"}]});
        let again = server.open(&order);
        assert_eq!(server.ask(&again.keys[0], &json!({"do": "turn"}))["journal"], 3);
        assert_eq!(server.get("/api/save", &again.keys[0]).0, 200);
    }
    assert_eq!(casus(&["--forget", &opened.id]).0, Some(0));
    assert_eq!(casus(&["--forget", &opened.id]).0, Some(2));
    assert_eq!(casus(&["--list"]).1.lines().count(), 1);
    let server = Server::new(&file, &[]);
    assert_eq!(kind(&server.ask(&opened.keys[0], &json!({"do": "turn"}))), "no-key");
}

/// SIGINT, SIGTERM and SIGHUP stop the server, and all is then in the one file.
#[cfg(unix)]
#[test]
fn a_save_ended_from_outside_is_complete() {
    // Under `nohup` the server inherits that SIGHUP is ignored.
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.map_or(0, |mask| u64::from_str_radix(mask.trim(), 16).unwrap());
    let ends = ["INT", "TERM", "HUP"]
        .iter()
        .filter(|&&s| s != "HUP" || ignored & 1 == 0);
    for signal in ends {
        let folder = Folder::new(&format!("end-{signal}"));
        let file = folder.file();
        let mut server = Server::new(&file, &[]);
        let opened = server.open(&hot_seat("marignan", ["Swiss", "French"]));
        let mut id = 0;
        for _ in 0..3 {
            assert_eq!(step(&server, &opened.keys[0], &mut id).unwrap().0, 200);
        }
        assert_eq!(server.end(signal), Some(0), "{signal}");
        assert!(!folder.0.path().join("matches.sqlite-wal").exists());
        let copy = folder.0.path().join("copy.sqlite");
        std::fs::copy(&file, &copy).unwrap();
        let (code, told, complaints) = owner(&copy, &["--list"]);
        assert_eq!((code, complaints.as_str()), (Some(0), ""));
        assert!(told.contains(&format!("{}      3 steps  marignan", opened.id)), "{told}");
        let server = Server::new(&copy, &[]);
        assert_eq!(server.ask(&opened.keys[0], &json!({"do": "turn"}))["journal"], 3);
    }
}

/// A server that stops while another has the same file open leaves the file usable.
#[cfg(unix)]
#[test]
fn the_first_process_to_stop_leaves_the_file_to_the_other() {
    let folder = Folder::new("end-two");
    let file = folder.file();
    let (mut one, mut other) = (Server::new(&file, &[]), Server::new(&file, &[]));
    let opened = one.open(&hot_seat("marignan", ["Swiss", "French"]));
    assert_eq!(one.end("TERM"), Some(0));
    let mut id = 0;
    assert_eq!(step(&other, &opened.keys[0], &mut id).unwrap().0, 200);
    assert_eq!(other.end("TERM"), Some(0));
    assert!(owner(&file, &["--list"]).1.contains("     1 step  marignan"));
    assert!(!folder.0.path().join("matches.sqlite-wal").exists());
}

/// `--list` prints the matches and what is wrong, and is never silent.
#[test]
fn a_list_says_what_is_wrong() {
    let folder = Folder::new("list");
    let path = |name: &str| folder.0.path().join(name);
    let listed = |name: &str| owner(&path(name), &["--list"]);
    let refused = |name: &str, because: &str| {
        let (code, told, complaints) = listed(name);
        assert_eq!((code, told.as_str()), (Some(2), ""), "{name}: {complaints}");
        assert!(complaints.contains(because), "{name}: {complaints}");
    };
    refused("nowhere.sqlite", "no such file");
    assert!(!path("nowhere.sqlite").exists(), "looking makes nothing");
    for flag in ["--export", "--forget"] {
        assert_eq!(owner(&path("nowhere.sqlite"), &[flag, "0123"]).0, Some(2));
    }
    std::fs::write(path("text"), "a letter".repeat(1000)).unwrap();
    refused("text", "not a database");
    std::fs::write(path("empty"), "").unwrap();
    refused("empty", "not a file of matches");
    let other = Connection::open(path("other")).unwrap();
    other.execute_batch("create table songs (name text)").unwrap();
    drop(other);
    refused("other", "another program");
    let mut served = Command::new(env!("CARGO_BIN_EXE_casus"));
    let served = served
        .args(["serve", "--port", "0", "--file"])
        .arg(path("other"))
        .output()
        .unwrap();
    assert_eq!(served.status.code(), Some(2));
    let other = Connection::open(path("other")).unwrap();
    let tables: usize = other
        .query_row("select count(*) from sqlite_master", [], |row| row.get(0))
        .unwrap();
    assert_eq!(tables, 1, "nothing is written into it");
    // After a kill, the newest changes are in the log beside the file.
    let server = Server::new(&folder.file(), &[]);
    let opened = server.open(&hot_seat("marignan", ["Swiss", "French"]));
    let mut id = 0;
    for _ in 0..5 {
        assert_eq!(step(&server, &opened.keys[0], &mut id).unwrap().0, 200);
    }
    std::fs::copy(folder.file(), path("alone")).unwrap();
    drop(server);
    for _ in 0..2 {
        refused("alone", "alone-wal");
    }
    let (code, told, complaints) = listed("matches.sqlite");
    assert_eq!((code, complaints.as_str()), (Some(0), ""));
    assert!(told.contains("    5 steps  marignan"), "{told}");
    // A copy without the log: the file has older changes, and the newest are missing.
    let server = Server::new(&folder.file(), &[]);
    std::fs::copy(folder.file(), path("half")).unwrap();
    drop(server);
    for _ in 0..2 {
        let (code, told, complaints) = listed("half");
        assert_eq!(code, Some(2), "{complaints}");
        assert!(told.contains("    5 steps  marignan") && complaints.contains("half-wal"), "{told} {complaints}");
    }
    // A deleted step.
    assert_eq!(listed("matches.sqlite").0, Some(0));
    {
        let db = Connection::open(folder.file()).unwrap();
        db.execute("delete from lines where n = 2", []).unwrap();
    }
    let (code, told, complaints) = listed("matches.sqlite");
    assert_eq!(code, Some(2));
    assert!(
        told.contains("5 steps") && complaints.contains("step 3 of the journal is missing"),
        "{told} {complaints}"
    );
    assert_eq!(owner(&folder.file(), &["--forget", &opened.id]).0, Some(0));
    let (code, told, _) = listed("matches.sqlite");
    assert_eq!(code, Some(0));
    assert!(told.starts_with("no matches in "), "{told}");
}

/// A journal that was changed in the file counts as damaged, whether or not its steps are legal. The match is reported, kept and
/// shown, and cannot be continued.
#[test]
fn a_changed_journal_is_damage() {
    let folder = Folder::new("damage");
    let file = folder.file();
    let count = |id: &str| -> usize {
        let db = Connection::open(&file).unwrap();
        db.query_row("select count(*) from lines where match = ?", [id], |row| row.get(0))
            .unwrap()
    };
    let all: Vec<Opened> = {
        let server = Server::new(&file, &[]);
        let played = |_| {
            let opened = server.open(&hot_seat("marignan", ["Swiss", "French"]));
            let mut id = 0;
            let thrown = |journal: &Value| {
                let lines = journal["lines"].as_array().unwrap();
                lines
                    .iter()
                    .any(|l| l["faces"].as_array().is_some_and(|f| !f.is_empty()))
            };
            while id < 8 || !thrown(&server.ask(&opened.keys[0], &json!({"do": "journal", "viewer": "French"}))) {
                if id % 10 == 9 {
                    let turn = server.ask(&opened.keys[0], &json!({"do": "turn"}));
                    let by = &turn["turn"]["side"];
                    let told = json!({"do": "let", "id": id, "by": by, "viewer": by, "agent": "random", "until": "rest", "journal": turn["journal"]});
                    assert_eq!(kind(&server.ask(&opened.keys[0], &told)), "none");
                    id += 1;
                } else {
                    assert_eq!(step(&server, &opened.keys[0], &mut id).unwrap().0, 200);
                }
            }
            opened
        };
        (0..4).map(played).collect()
    };
    let [face, gone, last, whole] = &all[..] else {
        panic!("four matches")
    };
    let lines = all.iter().map(|opened| count(&opened.id)).collect::<Vec<_>>();
    let changed: usize = {
        let db = Connection::open(&file).unwrap();
        let thrown = "select n, line from lines where match = ? and line like '%\"faces\"%' order by n desc";
        let (n, line): (usize, String) = db
            .query_row(thrown, [&face.id], |row| Ok((row.get(0)?, row.get(1)?)))
            .unwrap();
        let mut line: Value = serde_json::from_str(&line).unwrap();
        let other = line["faces"][0].as_u64().unwrap() % 6 + 1;
        line["faces"][0] = other.into();
        let update = "update lines set line = ? where match = ? and n = ?";
        db.execute(update, rusqlite::params![line.to_string(), face.id, n])
            .unwrap();
        db.execute("delete from lines where match = ? and n in (3, 4)", [&gone.id])
            .unwrap();
        db.execute("delete from lines where match = ? and n = ?", rusqlite::params![last.id, lines[2] - 1])
            .unwrap();
        n + 1
    };
    let there: Vec<usize> = all.iter().map(|opened| count(&opened.id)).collect();
    for _ in 0..2 {
        let server = Server::new(&file, &[]);
        for (opened, line, because) in [
            (face, changed, format!("step {changed} of the journal was changed")),
            (gone, 4, "steps 4 to 5 of the journal are missing".to_owned()),
            (last, lines[2], format!("step {} of the journal is missing", lines[2])),
        ] {
            let key = &opened.keys[0];
            let (status, about) = server.get("/api/about", key);
            assert_eq!(status, 200, "{about}");
            assert_eq!(
                (&about["stopped"]["line"], &about["stopped"]["damaged"]),
                (&json!(line), &json!(true)),
                "{about}"
            );
            let message = about["stopped"]["message"].as_str().unwrap();
            assert!(message.contains(&because) && !message.contains("another server"), "{message}");
            assert_eq!(server.ask(key, &json!({"do": "turn"}))["journal"], line - 1, "as far as it is whole");
            let mut id = 1000;
            let (status, answer) = step(&server, key, &mut id).unwrap();
            assert_eq!((status, kind(&answer)), (409, "kept"), "{answer}");
            assert!(answer["error"]["message"].as_str().unwrap().contains(&because), "{answer}");
            let (code, save, complaints) = owner(&file, &["--export", &opened.id]);
            assert_eq!(code, Some(2));
            assert!(complaints.contains(&because), "{complaints}");
            let save: Value = serde_json::from_str(&save).unwrap();
            assert_eq!(save["journal"].as_array().unwrap().len(), line - 1);
        }
        let mut id = 2000 + count(&whole.id) as u64;
        assert_eq!(step(&server, &whole.keys[0], &mut id).unwrap().0, 200, "what is whole goes on");
    }
    let now: Vec<usize> = all.iter().map(|opened| count(&opened.id)).collect();
    assert_eq!(now[..3], there[..3], "nothing of it was touched");
}

/// Many undos and new steps do not count as damage.
#[test]
fn taking_back_is_no_damage() {
    let folder = Folder::new("sums");
    let file = folder.file();
    let key = {
        let server = Server::new(&file, &[]);
        let key = server.open(&hot_seat("marignan", ["Swiss", "French"])).keys[0].clone();
        let mut id = 0;
        for round in 0..4u64 {
            for _ in 0..3 {
                assert_eq!(step(&server, &key, &mut id).unwrap().0, 200);
            }
            let journal = server.ask(&key, &json!({"do": "turn"}))["journal"].clone();
            let ask = json!({"do": "ask-undo", "id": 100 + round, "by": "Swiss", "to": round, "journal": journal});
            assert_eq!(kind(&server.ask(&key, &ask)), "none");
            let grant = json!({"do": "grant-undo", "id": 200 + round, "by": "French", "to": round, "journal": journal});
            assert_eq!(kind(&server.ask(&key, &grant)), "none");
            assert_eq!(step(&server, &key, &mut id).unwrap().0, 200);
        }
        key
    };
    let server = Server::new(&file, &[]);
    let (_, about) = server.get("/api/about", &key);
    assert!(about["stopped"].is_null(), "{about}");
    assert_eq!(server.ask(&key, &json!({"do": "turn"}))["journal"], 4);
}

/// A match of older rules is migrated. One that the current rules cannot play is kept and shown.
#[test]
fn old_matches_are_patched_or_kept() {
    let folder = Folder::new("old");
    let file = folder.file();
    let (migrated, kept): (Opened, Opened) = {
        let server = Server::new(&file, &[]);
        let both = [(); 2].map(|()| server.open(&hot_seat("marignan", ["Swiss", "French"])));
        for opened in &both {
            let mut id = 0;
            for _ in 0..6 {
                assert_eq!(step(&server, &opened.keys[0], &mut id).unwrap().0, 200);
            }
        }
        both.into()
    };
    {
        let db = Connection::open(&file).unwrap();
        let changed = db
            .execute("update matches set opening = replace(opening, '\"rules\":\"', '\"rules\":\"0')", [])
            .unwrap();
        assert_eq!(changed, 2);
        let line = r#"{"by":"French","do":"halt"}"#;
        db.execute("update lines set line = ? where match = ? and n = 3", [line, &kept.id])
            .unwrap();
        // An earlier version of `casus` wrote no checksums.
        db.execute("update lines set sum = null", []).unwrap();
    }
    let server = Server::new(&file, &[]);
    let mut id = 100;
    let (_, about) = server.get("/api/about", &migrated.keys[0]);
    assert!(about["stopped"].is_null(), "{about}");
    assert_eq!(step(&server, &migrated.keys[0], &mut id).unwrap().1["journal"], 7);
    let (_, about) = server.get("/api/about", &kept.keys[0]);
    assert_eq!(about["stopped"]["line"], 4, "{about}");
    assert_eq!(server.ask(&kept.keys[0], &json!({"do": "turn"}))["journal"], 3, "as far as it goes");
    let (status, answer) = step(&server, &kept.keys[0], &mut id).unwrap();
    assert_eq!((status, kind(&answer)), (409, "kept"), "{answer}");
    drop(server);
    let lines: usize = Connection::open(&file)
        .unwrap()
        .query_row("select count(*) from lines where match = ?", [&kept.id], |row| row.get(0))
        .unwrap();
    assert_eq!(lines, 6, "nothing of it is lost");
}

/// A seat gets exactly the answers that a session gives to its side, so the tests of the session's answers hold here too.
#[test]
fn a_seat_is_told_what_its_side_is_told() {
    let folder = Folder::new("told");
    let server = Server::new(&folder.file(), &[]);
    for (game, sides) in [
        ("suleiman", ["Hungary", "Ottoman"]),
        ("arquebus", ["France", "League"]),
        ("blind_faith", ["Hussite", "Imperial"]),
    ] {
        let opened = server.open(&friends(game, sides));
        for _ in 0..6 {
            for (side, key) in sides.iter().zip(&opened.keys) {
                let turn = server.ask(key, &json!({"do": "turn"}));
                if turn["turn"]["side"] == *side {
                    let played = server.ask(
                        key,
                        &json!({"do": "let", "agent": "random", "until": "rest", "journal": turn["journal"]}),
                    );
                    assert_eq!(kind(&played), "none", "{played}");
                }
            }
        }
        let export = Command::new(env!("CARGO_BIN_EXE_casus"))
            .args(["serve", "--export", &opened.id, "--file"])
            .arg(folder.file())
            .output()
            .unwrap();
        let save = String::from_utf8(export.stdout).unwrap();
        let mut session = casus_belli::load(&save, 1).unwrap();
        let mut same = |key: &str, word: &str| {
            for mut request in [
                json!({"do": "turn"}),
                json!({"do": "view", "viewer": word}),
                json!({"do": "scene", "viewer": word}),
                json!({"do": "field", "viewer": word}),
                json!({"do": "journal", "viewer": word, "from": 0}),
                json!({"do": "actions", "by": word}),
                json!({"do": "why", "by": word}),
            ] {
                let direct: Value = serde_json::from_str(&session.ask(&request.to_string())).unwrap();
                let keys = request.as_object_mut().unwrap();
                keys.remove("viewer");
                keys.remove("by");
                let answer = server.ask(key, &request);
                // Each session numbers its pictures by itself.
                let plain = |mut v: Value| {
                    v.as_object_mut().unwrap().remove("picture");
                    v
                };
                if word == "spectator" && ["actions", "why"].contains(&request["do"].as_str().unwrap()) {
                    assert_eq!(kind(&answer), "not-allowed");
                } else {
                    assert_eq!(plain(answer), plain(direct), "{game} {word} {request}");
                }
            }
        };
        for (side, key) in sides.iter().zip(&opened.keys) {
            same(key, side);
        }
        same(&opened.watch, "spectator");
        // Events contain the same as answers.
        let lines = server.ask(&opened.keys[0], &json!({"do": "journal", "from": 0}));
        let pushed = server
            .listen(&opened.keys[0], Some("0.0"), |all| !all.is_empty())
            .remove(0);
        assert_eq!(pushed.data["lines"], lines["lines"]);
    }
}

/// Players may enter their own dice rolls where no other person plays; otherwise the server rolls.
#[test]
fn the_opponent_rolls_no_dice_of_ones_own() {
    let folder = Folder::new("dice");
    let server = Server::new(&folder.file(), &[]);
    let tried = |key: &str| {
        let action = server.ask(key, &json!({"do": "actions", "by": "French"}))["actions"][0]["words"].clone();
        let play =
            json!({"do": "play", "by": "French", "viewer": "French", "action": action, "faces": [], "journal": 0});
        server.post("/api/ask", Some(key), &play.to_string()).unwrap()
    };
    let friends = server.open(&friends("marignan", ["Swiss", "French"]));
    let (status, answer) = tried(&friends.keys[1]);
    assert_eq!((status, kind(&answer)), (403, "not-allowed"), "{answer}");
    assert_eq!(answer["error"]["path"], "faces");
    assert_eq!(server.get("/api/about", &friends.keys[1]).1["own_dice"], false);
    let alone = server.open(&hot_seat("marignan", ["Swiss", "French"]));
    let agent = json!({"game": "marignan", "seats": [{"sides": ["French"], "who": "person"}, {"sides": ["Swiss"], "who": "steady"}]});
    let agent = server.open(&agent);
    for opened in [&alone, &agent] {
        assert_eq!(server.get("/api/about", &opened.keys[0]).1["own_dice"], true);
        assert_eq!(server.get("/api/about", &opened.watch).1["own_dice"], false);
        let (status, answer) = tried(&opened.keys[0]);
        assert_eq!((status, &answer["journal"]), (200, &json!(1)), "{answer}");
    }
}

/// After the end of play a save shows what was hidden, so undo is no longer possible.
#[test]
fn nothing_hidden_is_taken_back_after_the_end() {
    let folder = Folder::new("end");
    let server = Server::new(&folder.file(), &[]);
    let ended = |order: &Value, side: &str| {
        let opened = server.open(order);
        let key = opened.keys[0].clone();
        let over = server.ask(&key, &json!({"do": "resign", "by": side, "journal": 0}));
        assert!(over["turn"]["over"].is_string(), "{over}");
        let undone = server.ask(&key, &json!({"do": "undo", "by": side, "journal": 1}));
        let asked = server.ask(&key, &json!({"do": "ask-undo", "by": side, "to": 0, "journal": 1}));
        (kind(&undone) == "not-allowed", kind(&asked) == "not-allowed")
    };
    assert_eq!(ended(&friends("suleiman", ["Hungary", "Ottoman"]), "Hungary"), (true, true));
    assert_eq!(ended(&friends("marignan", ["Swiss", "French"]), "Swiss"), (false, false));
    // A seat with all sides has always seen everything, so it can still undo.
    assert_eq!(ended(&hot_seat("suleiman", ["Hungary", "Ottoman"]), "Hungary"), (false, false));
}

/// An equal request counts as a repeat until another player acts; with an `id`, always.
#[test]
fn a_repeat_is_one_until_another_acts() {
    let folder = Folder::new("repeat");
    let file = folder.file();
    let wished = |server: &Server, id: Option<u64>, before: &dyn Fn(&Server) -> Option<Server>| {
        let opened = server.open(&friends("marignan", ["Swiss", "French"]));
        let [swiss, french] = &opened.keys[..] else {
            panic!("two keys")
        };
        let action = server.ask(french, &json!({"do": "actions"}))["actions"][0]["words"].clone();
        server.ask(french, &json!({"do": "play", "action": action, "journal": 0}));
        let mut wish = json!({"do": "ask-undo", "to": 0, "journal": 1});
        if let Some(id) = id {
            wish["id"] = id.into();
        }
        let first = server.ask(swiss, &wish);
        assert_eq!(server.ask(swiss, &wish), first, "a repeat");
        // A new step cancels the undo request. After that step is undone, the journal is as before.
        let action = server.ask(french, &json!({"do": "actions"}))["actions"][0]["words"].clone();
        server.ask(french, &json!({"do": "play", "action": action, "journal": 1}));
        let undone = server.ask(french, &json!({"do": "undo", "journal": 2}));
        assert_eq!(undone["undone"], 1, "{undone}");
        let again = before(server);
        let server = again.as_ref().unwrap_or(server);
        let turn = server.ask(swiss, &json!({"do": "turn"}));
        assert_eq!((&turn["journal"], turn.get("asks_undo")), (&json!(1), None));
        assert_eq!(server.ask(swiss, &wish)["asks_undo"], first["asks_undo"]);
        server.ask(swiss, &json!({"do": "turn"})).get("asks_undo").is_some()
    };
    let server = Server::new(&file, &[]);
    assert!(wished(&server, None, &|_| None), "it is done again");
    assert!(!wished(&server, Some(7), &|_| None), "it is answered again");
    assert!(wished(&server, None, &|_| Some(Server::new(&file, &[]))), "so after the server was started again");
    assert!(!wished(&server, Some(8), &|_| Some(Server::new(&file, &[]))));
}

/// A side may make only a few undo requests and draw offers between two of its moves.
#[test]
fn invitations_are_limited() {
    let folder = Folder::new("pester");
    let server = Server::new(&folder.file(), &[]);
    let opened = server.open(&friends("marignan", ["Swiss", "French"]));
    let (swiss, french) = (&opened.keys[0], &opened.keys[1]);
    let mut id = 0;
    let mut done = |key: &str, mut request: Value| {
        id += 1;
        request["id"] = id.into();
        request["journal"] = server.ask(key, &json!({"do": "turn"}))["journal"].clone();
        let (status, answer) = server.post("/api/ask", Some(key), &request.to_string()).unwrap();
        (status, kind(&answer).to_owned())
    };
    let fine = (200, "none".to_owned());
    let enough = (429, "too-much".to_owned());
    assert_eq!(done(french, json!({"do": "let"})), fine);
    for _ in 0..4 {
        assert_eq!(done(french, json!({"do": "ask-undo", "to": 0})), fine);
        assert_eq!(done(swiss, json!({"do": "offer-draw"})), fine);
        assert_eq!(done(swiss, json!({"do": "decline-draw"})), fine);
    }
    assert_eq!(done(french, json!({"do": "ask-undo", "to": 0})), enough);
    assert_eq!(done(swiss, json!({"do": "offer-draw"})), enough);
    assert_eq!(done(french, json!({"do": "offer-draw"})), fine, "another thing");
    assert_eq!(done(french, json!({"do": "let"})), fine);
    assert_eq!(done(french, json!({"do": "ask-undo", "to": 0})), fine, "after a move");
    assert_eq!(done(swiss, json!({"do": "offer-draw"})), enough, "after a move of his own");
    // The limit does not apply where no other person plays.
    let alone = server.open(&hot_seat("marignan", ["Swiss", "French"]));
    let key = &alone.keys[0];
    for _ in 0..6 {
        assert_eq!(done(key, json!({"do": "offer-draw", "by": "Swiss"})), fine);
        assert_eq!(done(key, json!({"do": "decline-draw", "by": "Swiss"})), fine);
    }
}

/// The limits of a seat hold.
#[test]
fn a_seat_has_its_share() {
    let folder = Folder::new("share");
    let server = Server::new(&folder.file(), &[]);
    let opened = server.open(&friends("suleiman", ["Hungary", "Ottoman"]));
    let turn = server.ask(&opened.keys[0], &json!({"do": "turn"}));
    let key = &opened.keys[usize::from(turn["turn"]["side"] == "Ottoman")];
    let paths = vec!["units"; 9];
    let odds = json!({"do": "odds", "action": "pass", "keys": paths}).to_string();
    let (status, answer) = server.post("/api/ask", Some(key), &odds).unwrap();
    assert_eq!((status, kind(&answer), &answer["error"]["path"]), (429, "too-much", &json!("keys")));
    // A seat has a maximum of event streams. Spectators have their own.
    let listening = |key: &str| {
        let request = server.agent.get(format!("{}/api/events", server.at));
        request.header("authorization", format!("Bearer {key}")).call().unwrap()
    };
    let lines: Vec<_> = (0..20).map(|_| listening(key)).collect();
    assert!(lines.iter().all(|l| l.status() == 200));
    assert_eq!(listening(key).status(), 429);
    let more: Vec<_> = (0..25).map(|_| listening(&opened.watch)).collect();
    assert!(more.iter().all(|l| l.status() == 200));
    drop(lines);
    let begun = Instant::now();
    while listening(key).status() != 200 {
        assert!(begun.elapsed() < Duration::from_secs(20), "whoever is gone makes room");
    }
}

/// Slow requests end in time with a partial answer, end when their client leaves, and delay no quick requests.
#[test]
fn slow_requests_do_not_block_others() {
    let folder = Folder::new("slow");
    let order =
        json!({"game": "arquebus", "battle": "cerignola", "seats": [{"sides": ["France", "League"], "who": "person"}]});
    // Odds that take long: both sides draw lots, so there are too many paths to play them all.
    let slow = |server: &Server, key: &str| {
        for _ in 0..200 {
            let turn = server.ask(key, &json!({"do": "turn"}));
            let by = turn["turn"]["side"].clone();
            let list = server.ask(key, &json!({"do": "actions", "by": by}));
            for action in list["actions"].as_array().unwrap().iter().step_by(7) {
                let odds = json!({"do": "odds", "by": by, "action": action["words"], "keys": ["units"], "through": "evenly", "runs": 100});
                let goes_on = |odds: &Value| {
                    let why = &server.ask(key, odds)["why"];
                    why["budget"] == true || why["stopped"] == true
                };
                let more = |runs: u64| {
                    let mut odds = odds.clone();
                    odds["runs"] = runs.into();
                    odds
                };
                if goes_on(&odds) && goes_on(&more(20_000)) {
                    return more(20_000);
                }
            }
            let play = json!({"do": "let", "by": by, "viewer": by, "agent": "hasty", "journal": turn["journal"]});
            assert_eq!(kind(&server.ask(key, &play)), "none");
        }
        panic!("nothing is slow here");
    };
    let (opened, asked) = {
        let server = Server::new(&folder.file(), &["--budget", "1"]);
        let opened: Vec<Opened> = (0..4).map(|_| server.open(&order)).collect();
        let asked: Vec<Value> = opened.iter().map(|o| slow(&server, &o.keys[0])).collect();
        let key = &opened[0].keys[0];
        let begun = Instant::now();
        let told = server.ask(key, &asked[0]);
        assert!(begun.elapsed() < Duration::from_secs(6), "{:?}", begun.elapsed());
        assert!(told["why"]["stopped"] == true || told["why"]["budget"] == true, "{}", told["why"]);
        assert!(told["unresolved"].is_string() && told["outcomes"].is_array());
        let mut misspelt = asked[0].clone();
        misspelt["keys"] = json!(["unitz"]);
        let begun = Instant::now();
        let told = server.ask(key, &misspelt);
        assert_eq!((kind(&told), &told["error"]["path"]), ("bad-value", &json!("keys[0]")));
        assert!(begun.elapsed() < Duration::from_secs(6), "{:?}", begun.elapsed());
        (opened, asked)
    };
    let server = Server::new(&folder.file(), &["--budget", "60", "--jobs", "1"]);
    let host = server.at.strip_prefix("http://").unwrap();
    let lines: Vec<TcpStream> = opened
        .iter()
        .zip(&asked)
        .take(3)
        .map(|(o, odds)| {
            let (key, body) = (&o.keys[0], odds.to_string());
            let mut line = TcpStream::connect(host).unwrap();
            let head = format!(
                "POST /api/ask HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bearer {key}\r\nContent-Length: {}\r\n\r\n",
                body.len()
            );
            line.write_all((head + &body).as_bytes()).unwrap();
            line
        })
        .collect();
    std::thread::sleep(Duration::from_millis(500));
    // Three slow requests run one after the other. A brief one is answered meanwhile, of another seat and of one of the three.
    for o in [&opened[3], &opened[0]] {
        let by = asked[3]["by"].clone();
        let begun = Instant::now();
        let told = server.ask(&o.keys[0], &json!({"do": "reach", "by": by, "who": []}));
        assert!(begun.elapsed() < Duration::from_secs(6), "{:?}: {told}", begun.elapsed());
    }
    let waits = |line: &TcpStream| {
        line.set_nonblocking(true).unwrap();
        let none = (&mut &*line).read(&mut [0; 1]);
        none.is_err_and(|e| e.kind() == std::io::ErrorKind::WouldBlock)
    };
    assert!(lines.iter().any(waits), "they are at it still");
    // The clients leave: the next request does not wait for work that nobody wants.
    drop(lines);
    let mut brief = asked[0].clone();
    brief["runs"] = json!(1);
    let begun = Instant::now();
    let told = server.ask(&opened[0].keys[0], &brief);
    assert_eq!(kind(&told), "none", "{told}");
    assert!(begun.elapsed() < Duration::from_secs(8), "{:?}", begun.elapsed());
}

/// Two servers on one file: the second to change a match gets an error, and the journals do not mix.
#[test]
fn two_houses_on_one_file() {
    let folder = Folder::new("two");
    let file = folder.file();
    let one = Server::new(&file, &[]);
    let other = Server::new(&file, &[]);
    let opened = one.open(&hot_seat("marignan", ["Swiss", "French"]));
    let key = &opened.keys[0];
    let journal = |server: &Server| server.ask(key, &json!({"do": "journal", "viewer": "spectator"}));
    let play = |server: &Server, n: u64, journal: u64| {
        let list = server.ask(key, &json!({"do": "actions", "by": "French"}));
        let action = some(&list, n);
        let play =
            json!({"do": "play", "id": n, "by": "French", "viewer": "spectator", "action": action, "journal": journal});
        server.post("/api/ask", Some(key), &play.to_string()).unwrap()
    };
    let busy = |told: &Answer| assert_eq!((told.0, kind(&told.1)), (503, "busy"), "{}", told.1);
    assert_eq!(journal(&other)["journal"], 0, "both have it in hand");
    assert_eq!(play(&one, 1, 0).0, 200);
    busy(&play(&other, 2, 0));
    assert_eq!(journal(&other), journal(&one), "it was read again");
    // A journal of the same length but another branch counts as changed.
    assert_eq!(play(&one, 3, 1).0, 200);
    assert_eq!(one.ask(key, &json!({"do": "undo", "by": "French", "journal": 2}))["undone"], 1);
    busy(&play(&other, 4, 1));
    assert_eq!(journal(&other), journal(&one));
    assert_eq!(play(&other, 5, 1).1["journal"], 2);
    busy(&play(&one, 6, 1));
    // So does another undo request.
    assert_eq!(journal(&one), journal(&other));
    one.ask(key, &json!({"do": "ask-undo", "by": "Swiss", "to": 0, "journal": 2}));
    let wish = json!({"do": "ask-undo", "by": "Swiss", "to": 1, "journal": 2});
    busy(&other.post("/api/ask", Some(key), &wish.to_string()).unwrap());
    drop((one, other));
    let server = Server::new(&file, &[]);
    let turn = server.ask(key, &json!({"do": "turn"}));
    assert_eq!((&turn["journal"], &turn["asks_undo"]["to"]), (&json!(2), &json!(0)));
    let lines: Vec<usize> = {
        let db = Connection::open(&file).unwrap();
        let mut all = db.prepare("select n from lines where match = ? order by n").unwrap();
        let rows = all.query_map([&opened.id], |row| row.get(0)).unwrap();
        rows.map(Result::unwrap).collect()
    };
    assert_eq!(lines, [0, 1]);
}

/// After a restart, any request of a seat starts the agent that must act.
#[test]
fn agents_go_on_when_anybody_asks() {
    let folder = Folder::new("wake");
    let file = folder.file();
    let order = json!({"game": "marignan", "seats": [{"sides": ["Swiss"], "who": "person"}, {"sides": ["French"], "who": "random"}]});
    let plays = |server: &Server, key: &str, from: u64| {
        let begun = Instant::now();
        loop {
            let turn = server.ask(key, &json!({"do": "turn"}));
            if turn["journal"].as_u64().unwrap() > from {
                return;
            }
            assert!(begun.elapsed() < Duration::from_secs(30), "{turn}");
            std::thread::sleep(Duration::from_millis(50));
        }
    };
    let key = {
        let server = Server::new(&file, &[]);
        server.open(&order).keys[0].clone()
    };
    // The server was restarted, and there is no event stream.
    plays(&Server::new(&file, &[]), &key, 0);
}

/// Odd requests get answers in JSON and in time.
#[test]
fn odd_requests_are_answered_like_all_others() {
    let folder = Folder::new("odd");
    let file = folder.file();
    let server = Server::new(&file, &["--timeout", "1"]);
    #[cfg(unix)]
    {
        let mode = std::os::unix::fs::PermissionsExt::mode(&std::fs::metadata(&file).unwrap().permissions());
        assert_eq!(mode & 0o777, 0o600, "the file is its owner's alone");
    }
    let host = server.at.strip_prefix("http://").unwrap();
    let said = |text: &str| {
        let mut line = TcpStream::connect(host).unwrap();
        line.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        line.write_all(text.as_bytes()).unwrap();
        let mut answer = String::new();
        line.read_to_string(&mut answer).unwrap();
        answer
    };
    let close = "Connection: close\r\n\r\n";
    for (first, status, kind) in [
        ("GET /nowhere", 404, "not-found"),
        ("GET /page/nothing.js", 404, "not-found"),
        ("GET /page/%ff", 404, "not-found"),
        ("GET /api/%00%ff", 404, "not-found"),
        ("GET /api/ask", 405, "method"),
        ("DELETE /api/matches", 405, "method"),
        ("POST /", 405, "method"),
        ("GET /api/about", 401, "no-key"),
        ("POST /api/ask", 401, "no-key"),
    ] {
        let answer = said(&format!("{first} HTTP/1.1\r\nHost: {host}\r\n{close}"));
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        assert!(head.starts_with(&format!("HTTP/1.1 {status} ")), "{first}: {head}");
        let body: Value = serde_json::from_str(body).unwrap_or_else(|_| panic!("{first}: {body}"));
        assert_eq!(body["error"]["kind"], kind, "{first}");
    }
    // The server does not wait for a request that never ends.
    let begun = Instant::now();
    said(&format!("POST /api/host HTTP/1.1\r\nHost: {host}\r\nX-"));
    let late = said(&format!("POST /api/host HTTP/1.1\r\nHost: {host}\r\nContent-Length: 100\r\n\r\n{{"));
    assert!(late.starts_with("HTTP/1.1 408 ") && late.contains("\"late\""), "{late}");
    assert!(begun.elapsed() < Duration::from_secs(15), "{:?}", begun.elapsed());
    // Invisible characters are removed from a name.
    let mut order = hot_seat("marignan", ["Swiss", "French"]);
    for (said, kept) in [
        ("a\u{202e}b\u{200b}c\u{0}\u{e0041}\u{2028}d", "abcd"),
        (" \u{feff} ", ""),
    ] {
        order["name"] = said.into();
        let about = server.get("/api/about", &server.open(&order).keys[0]).1;
        let name = if kept.is_empty() {
            about["title"].clone()
        } else {
            kept.into()
        };
        assert_eq!(about["name"], name);
    }
}
