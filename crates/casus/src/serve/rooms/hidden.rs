//! Two states that a seat cannot tell apart get the same answers at every endpoint of the server.

use super::*;
use crate::args::{Args, Command, Serve};
use crate::serve::http::{Server, run};
use casus_belli::MatchSession;
use casus_belli::arquebus::Arquebus;
use casus_belli::core::Sided as _;
use casus_belli::core::{Agent, Match, Seat as Chair, Seeded, Steady, Turn};
use casus_belli::guide::BoxedGame;
use casus_belli::protocol::advised_agents;
use casus_belli::suleiman::Suleiman;
use clap::Parser as _;
use std::io::{BufRead as _, BufReader};

/// Actions between two tested positions.
const APART: usize = 41;
/// Every 17th piece is asked about, and every 211th hex.
const PIECES: usize = 17;
const HEXES: usize = 211;

fn flags() -> Serve {
    match Args::parse_from(["casus", "serve", "--pace", "0"]).command {
        Command::Serve(order) => order,
        _ => panic!("another command"),
    }
}

/// A server that runs in this process.
struct Open {
    rooms: Arc<Lobby>,
    at: String,
    agent: ureq::Agent,
    _runtime: tokio::runtime::Runtime,
    _folder: tempfile::TempDir,
}

impl Open {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&folder.path().join("matches.sqlite")).unwrap();
        let rooms = Arc::new(Lobby::new(Games::new(casus_belli::catalog_games()), store, 2, 1000, Duration::ZERO));
        let runtime = tokio::runtime::Runtime::new().unwrap();
        let listener = runtime.block_on(tokio::net::TcpListener::bind("127.0.0.1:0")).unwrap();
        let at = listener.local_addr().unwrap();
        let server = Arc::new(Server::new(Arc::clone(&rooms), at, &flags()));
        runtime.spawn(async move { match run(listener, server).await {} });
        let config = ureq::Agent::config_builder().http_status_as_error(false).build();
        Self {
            rooms,
            at: format!("http://{at}"),
            agent: config.into(),
            _runtime: runtime,
            _folder: folder,
        }
    }
    /// Creates a match between persons in exactly this state. Returns the keys of the seats; the spectators' is last.
    fn seat<G: BoxedGame>(&self, world: Match<G>) -> Vec<String> {
        let seats: Vec<Value> = G::Side::ALL
            .iter()
            .map(|s| json!({"sides": [s.word()], "who": "person"}))
            .collect();
        let order = serde_json::from_value(json!({"game": G::NAME, "seats": seats})).unwrap();
        let opened = self.rooms.open(&order).unwrap();
        let room = self.rooms.room(opened["match"].as_str().unwrap()).unwrap();
        let journal = world.journal().len();
        let mut inner = unpoisoned(&room.inner);
        inner.session = Some(Box::new(MatchSession::over(world, 1).with_agents(advised_agents())));
        inner.journal = journal;
        room.pulse.send_modify(|p| p.journal = journal);
        words_of(&opened["seats"], "key")
            .chain(opened["watch"].as_str())
            .map(str::to_owned)
            .collect()
    }
    fn ask(&self, key: &str, request: &Value) -> String {
        let asked = self.agent.post(format!("{}/api/ask", self.at));
        let asked = asked.header("authorization", format!("Bearer {key}"));
        let mut answer = asked.send(request.to_string()).unwrap();
        let status = answer.status();
        format!("{status} {}", answer.body_mut().read_to_string().unwrap())
    }
    fn get(&self, key: &str, path: &str) -> String {
        let asked = self.agent.get(format!("{}{path}", self.at));
        let mut answer = asked.header("authorization", format!("Bearer {key}")).call().unwrap();
        let mut told: Value = serde_json::from_str(&answer.body_mut().read_to_string().unwrap()).unwrap();
        // The ids of the two matches differ.
        told.as_object_mut().unwrap().remove("match");
        format!("{} {told}", answer.status())
    }
    /// Returns the first event of a new stream, with all steps.
    fn events(&self, key: &str) -> Vec<String> {
        let asked = self.agent.get(format!("{}/api/events", self.at));
        let asked = asked.header("last-event-id", "0.0");
        let answer = asked.header("authorization", format!("Bearer {key}")).call().unwrap();
        let lines = BufReader::new(answer.into_body().into_reader()).lines();
        lines
            .map_while(Result::ok)
            .take_while(|l| l != "event: seats")
            .collect()
    }
}

/// Returns requests of every kind for a position, without the keys that name the asking side.
fn requests<G: BoxedGame>(at: &Match<G>, skip: usize) -> Vec<Value> {
    let map = at.gazetteer();
    let marks = ["may-act", "targets", "last", "fights", "zoc", "sight", "reach", "odds"];
    let journal = at.journal().len();
    let mut all: Vec<Value> = [
        "turn", "map", "actions", "why", "reach", "view", "field", "cases", "requests", "journal",
    ]
    .map(|what| json!({"do": what}))
    .into();
    all.push(json!({"do": "view", "viewer": "spectator"}));
    all.push(json!({"do": "journal", "from": journal.saturating_sub(3)}));
    all.push(json!({"do": "scene", "at": journal / 2}));
    all.push(json!({"do": "scene", "since": 1, "marks": marks[..5]}));
    all.push(json!({"do": "svg", "marks": marks[..5]}));
    all.push(json!({"do": "save"}));
    all.push(json!({"do": "setup"}));
    let lists = [&map.units, &map.leaders, &map.commands, &map.standards];
    let pieces: Vec<&String> = lists.into_iter().flatten().collect();
    let hexes = map.hexes.iter().map(|h| &h.label).skip(skip).step_by(HEXES);
    for of in pieces.into_iter().skip(skip % PIECES).step_by(PIECES).chain(hexes) {
        all.push(json!({"do": "threats", "of": of}));
        all.push(json!({"do": "piece", "of": of}));
        all.push(json!({"do": "reach", "who": [of]}));
        all.push(json!({"do": "scene", "of": of, "marks": marks}));
        // Refused: there is no hex "nowhere".
        all.push(json!({"do": "go", "who": [of], "to": "nowhere", "journal": journal}));
    }
    all.push(json!({"do": "svg", "of": map.hexes[skip % map.hexes.len()].label, "marks": marks}));
    let listed = at.actions();
    for action in listed.iter().step_by(1 + listed.len() / 6) {
        let words = at.spell(action);
        all.push(json!({"do": "why", "action": words}));
        all.push(json!({"do": "check", "action": words}));
        all.push(json!({"do": "play", "action": words, "journal": journal + 1}));
    }
    let action = listed.get(skip % listed.len().max(1)).map(|a| at.spell(a));
    for keys in [None, Some(json!(["hexes"]))] {
        all.push(json!({"do": "odds", "action": action, "keys": keys, "runs": 100}));
    }
    for agent in ["hasty", "random"] {
        all.push(json!({"do": "advise", "agent": agent, "seed": skip}));
    }
    all.push(json!({"do": "undo", "journal": journal + 1}));
    all
}

/// Plays a battle and compares the answers for both states at `moments` positions, as each side and as a spectator. Returns how
/// often the states differed.
fn told_alike<G: BoxedGame>(battle: &str, seed: u64, moments: usize) -> usize {
    let server = Open::new();
    let battle = G::battle(battle).unwrap();
    let mut at = Match::<G>::new((battle.setup)()).unwrap();
    let mut agent = Steady::<G>::new(seed).runs(0);
    let mut dice = Seeded::new(seed);
    let mut differed = 0;
    for moment in 0..moments {
        for &side in G::Side::ALL {
            let other = G::sample_state(at.state(), side, &mut Seeded::new(seed + moment as u64));
            if other == *at.state() {
                continue;
            }
            differed += 1;
            let keys = [at.clone(), at.imagined(other)].map(|world| server.seat(world));
            // The side that cannot tell them apart, and the spectators.
            for seat in [side.index(), G::Side::ALL.len()] {
                let [here, there] = keys.each_ref().map(|keys| keys[seat].as_str());
                for request in requests(&at, moment * 5 + seat) {
                    let (one, two) = (server.ask(here, &request), server.ask(there, &request));
                    assert_eq!(one, two, "{} of {} is told by {request}", side.word(), G::NAME);
                }
                assert_eq!(server.get(here, "/api/about"), server.get(there, "/api/about"));
                assert_eq!(server.get(here, "/api/save"), server.get(there, "/api/save"));
                assert_eq!(server.events(here), server.events(there));
            }
        }
        for _ in 0..APART {
            let listed = at.actions();
            let Turn::Decide { side: by, .. } = at.turn() else {
                return differed;
            };
            let i = agent.choose(Chair::new(at.state(), by, &listed));
            at.play(by, listed[i], &mut dice).unwrap();
        }
    }
    differed
}

/// No answer contains a leader's hidden facts.
#[test]
fn nobody_sees_hidden_leaders() {
    let differed = told_alike::<Suleiman>("mohacs", 3, 8);
    assert!(differed > 5, "{differed}");
}

/// No answer contains the counters that the other side has drawn.
#[test]
fn nobody_sees_counters_in_another_s_hand() {
    let differed = told_alike::<Arquebus>("ravenna", 5, 4);
    assert!(differed > 2, "{differed}");
}

#[test]
fn nobody_sees_counters_in_another_s_hand_at_pavia() {
    let differed = told_alike::<Arquebus>("pavia", 5, 4);
    assert!(differed > 2, "{differed}");
}
