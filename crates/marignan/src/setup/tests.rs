//! Tests of set-ups, and positions that other tests use.

use super::*;
use crate::action::Action;
use crate::components::{CLEAR, UnitId};
use crate::dispatch::{decision, enact, list};
use casus_core::{Dice, Dir, Game as _, HexId, Judge as _, Log, Scripted, Verdict};

/// Returns the set-up in a JSON text.
pub(crate) fn setup(json: &str) -> Setup {
    serde_json::from_str(json).unwrap()
}
/// Returns the position of the set-up in a JSON text.
pub(crate) fn position(json: &str) -> State {
    crate::Marignan::begin(&setup(json)).unwrap_or_else(|f| panic!("{f}"))
}
pub(crate) fn unit(s: &State, id: &str) -> UnitId {
    s.game_data().roster.unit(id).unwrap()
}
pub(crate) fn hex(s: &State, text: &str) -> HexId {
    s.game_data().board.parse(text).unwrap()
}
/// Returns the legal actions.
pub(crate) fn listed(s: &State) -> Vec<Action> {
    let mut out = Vec::new();
    if s.outcome.is_none() {
        list(s, &mut out);
    }
    out
}
/// Returns the Cases that refuse an action.
pub(crate) fn refused(s: &State, words: &str) -> Vec<String> {
    let action = Action::parse(s, words).unwrap();
    let mut v = Verdict::full();
    s.judge_now(action, &mut v);
    let all = v.finish().err().unwrap_or_default();
    all.iter().map(|r| r.cite.to_string()).collect()
}
/// Plays a legal action with these dice.
pub(crate) fn play(s: &mut State, action: Action, dice: &[u8]) {
    assert!(listed(s).contains(&action), "{}", action.spell(s));
    let mut dice = Scripted::new(dice);
    let dice: &mut dyn Dice = &mut dice;
    let mut log = Log::off();
    let mut e = Engine::new(s, dice, &mut log);
    enact(&mut e, action);
    run(&mut e);
}
pub(crate) fn act(s: &mut State, words: &str) {
    let action = Action::parse(s, words).unwrap();
    play(s, action, &[]);
}
pub(crate) fn asked(s: &State) -> Option<(Side, &'static str)> {
    decision(s).map(|d| (d.side, d.what))
}

/// Returns a hex of the printed map.
pub(crate) fn at(text: &str) -> HexId {
    standard().board.parse(text).unwrap()
}
/// Returns a unit of the printed roster.
pub(crate) fn who(name: &str) -> UnitId {
    standard().roster.unit(name).unwrap()
}
/// Returns the printed pieces and charts with a map of open, level terrain of the printed size.
pub(crate) fn plain() -> GameData {
    let mut game_data = (**standard()).clone();
    for h in game_data.board.ids() {
        game_data.board.set_terrain(h, CLEAR);
        game_data.board.set_elevation(h, 0);
        for dir in Dir::ALL {
            game_data.board.set_feature(h, dir, u8::MAX, false);
        }
    }
    game_data
}
/// Returns a state without units on the map, each corps with its own commander, at a part of this side's player turn.
pub(crate) fn field(game_data: GameData, active: Side, course: Course) -> State {
    let mut s = blank(Arc::new(game_data), Options::default());
    for corps in s.corps_ids() {
        let leader = s.game_data.roster.commander_of(corps);
        s.corps_mut(corps).leader = leader;
    }
    s.active = active;
    s.stack.push(Stage::Course(course));
    s
}

impl State {
    pub(crate) fn with(mut self, name: &str, hex: &str, facing: &str) -> Self {
        self.unit_mut(who(name)).facing = SideFacing::named(facing, self.game_data.board.orientation()).unwrap();
        self.put(who(name), Whereabouts::Map(at(hex)));
        self
    }
    pub(crate) fn led(mut self, name: &str, hex: &str) -> Self {
        let commander = self.game_data.roster.commander(name).unwrap();
        self.commander_mut(commander).at = Whereabouts::Map(at(hex));
        self
    }
    pub(crate) fn so(mut self, name: &str, change: impl Fn(&mut Unit)) -> Self {
        change(self.unit_mut(who(name)));
        self
    }
    pub(crate) fn marked(self, name: &str, mark: Marks) -> Self {
        self.so(name, |u| u.marks.set(mark))
    }
    pub(crate) fn made(self, name: &str, condition: Condition) -> Self {
        self.so(name, |u| u.condition = condition)
    }
    /// Plays legal actions one after the other with exactly these dice. Returns the events.
    pub(crate) fn played(&mut self, actions: &[Action], faces: &[u8]) -> Vec<Event> {
        let mut dice = Scripted::new(faces);
        let mut log = Log::new();
        for &action in actions {
            assert!(listed(self).contains(&action), "{action:?} of {:?}", listed(self));
            let mut e = Engine::new(self, &mut dice, &mut log);
            enact(&mut e, action);
            run(&mut e);
        }
        assert_eq!((dice.fault(), dice.used()), (None, faces.len()));
        log.events().to_vec()
    }
}

#[test]
fn a_set_up_is_read_and_written_by_what_it_changes() {
    assert_eq!(serde_json::to_string(&Setup::default()).unwrap(), "{}");
    assert_eq!(setup("{}"), Setup::default());
    let text = r#"{"options":["R95"],"scenario":"two-days","start_at":"defensive-fire","turn":14,"active":"French","units":[{"id":"Arq-1","hex":"1202","state":"disordered"}],"corps":{"King":{"morale":3}},"clock":{"first_hour":15}}"#;
    assert_eq!(serde_json::to_string(&setup(text)).unwrap(), text);
    for bad in [r#"{"hp":3}"#, r#"{"units":[{"name":"x"}]}"#, r#"{"start_at":"lunch"}"#] {
        assert!(serde_json::from_str::<Setup>(bad).is_err(), "{bad}");
    }
    let s = position(r#"{"start_at":"command","base":"marignan","clock":{"first_hour":15}}"#);
    assert_eq!(s.game_data().deployment.clock.first_day(), 13);
}

#[test]
fn the_printed_deployment_lays_itself_out_within_the_rules() {
    let s = position(r#"{"start_at":"command","base":"marignan"}"#);
    assert_eq!(asked(&s), Some((Side::Swiss, "move")));
    assert_eq!((s.turn(), s.active(), s.swiss_morale()), (1, Side::Swiss, 40));
    let mut taken = Vec::new();
    for u in s.unit_ids() {
        if s.side(u) == Side::Swiss {
            assert_eq!(s.unit(u).at, Whereabouts::Reserve);
            continue;
        }
        let (h, corps) = (s.hex(u).unwrap(), s.corps_of(u).unwrap());
        assert!(s.reach_of(corps, false).unwrap().contains(h));
        assert!(!taken.contains(&h), "each has a hex of its own");
        assert_eq!(s.unit(u).facing.word(s.game_data().board.orientation()), "N");
        taken.push(h);
    }
    assert_eq!(taken.len(), 56);
    for c in s.corps_ids() {
        assert_eq!(s.corps(c).leader, s.game_data().roster.commander_of(c));
    }
    // A unit that the set-up names takes its hex, and the others make room.
    let json = r#"{"start_at":"moves","base":"marignan","commanders":[{"id":"Navarro","hex":"0505","injured":true}],
        "units":[{"id":"King-Gen-1","hex":"1022","facing":"NE"},{"id":"King-Gen-2","state":"disordered"},
                 {"id":"I-Pike-1","hex":"1201","replaced":true}]}"#;
    let s = position(json);
    assert_eq!(s.hex(unit(&s, "King-Gen-1")), Some(hex(&s, "1022")));
    assert_eq!(s.units_at(hex(&s, "1022")).count(), 1);
    assert_eq!(s.unit(unit(&s, "King-Gen-2")).condition, Condition::Disordered);
    let gascons = s.hex(unit(&s, "Navarro-Gas-1")).unwrap();
    assert!(s.game_data().board.distance(gascons, hex(&s, "0505")) <= 2);
}

#[test]
fn units_without_a_facing_take_that_of_their_hex() {
    let json = r#"{"start_at":"moves","active":"French","units":[
        {"id":"Bourbon-Lan-1","hex":"1614"},{"id":"Bourbon-Lan-2","hex":"1614","facing":"SE"},
        {"id":"Bourbon-Lan-3","hex":"1615"},{"id":"I-Pike-1","hex":"1201"}]}"#;
    let s = position(json);
    let o = s.game_data().board.orientation();
    let faces = |id: &str| s.unit(unit(&s, id)).facing.word(o);
    assert_eq!(["Bourbon-Lan-1", "Bourbon-Lan-2", "Bourbon-Lan-3", "I-Pike-1"].map(faces), ["SE", "SE", "N", "S"]);
}

#[test]
fn a_start_at_which_no_decision_opens_is_a_fault() {
    for (start, case) in [
        ("defensive-fire", "12.1"),
        ("offensive-fire", "12.1"),
        ("melee", "13.0"),
    ] {
        let units = r#""units":[{"id":"I-Pike-1","hex":"1210"},{"id":"Navarro-Gas-1","hex":"1220"}]"#;
        let json = format!(r#"{{"start_at":"{start}",{units}}}"#);
        let Err(faults) = crate::Marignan::begin(&setup(&json)) else {
            panic!("{start} opens")
        };
        let told: Vec<_> = faults
            .0
            .iter()
            .map(|f| (f.path.as_str(), f.cite.map(|c| c.to_string())))
            .collect();
        assert_eq!(told, [("start_at", Some(case.to_owned()))], "{faults}");
    }
}

#[test]
fn every_start_opens_its_own_decision() {
    let at = |start: &str, more: &str| {
        position(&format!(
            r#"{{"start_at":"{start}","units":[
                {{"id":"I-Pike-1","hex":"1210","facing":"S"{more}}},
                {{"id":"Arq-1","hex":"1010","facing":"S"}},
                {{"id":"Navarro-Gas-1","hex":"1211","facing":"N"}},
                {{"id":"King-Gen-1","hex":"0911","facing":"N"}}]}}"#
        ))
    };
    for (start, side, what) in [
        ("command", Side::Swiss, "move"),
        ("reorganization", Side::Swiss, "move"),
        ("movement", Side::Swiss, "move"),
        ("moves", Side::Swiss, "move"),
        ("retreat", Side::French, "retreat"),
    ] {
        assert_eq!(asked(&at(start, "")), Some((side, what)), "{start}");
    }
    let s = position(
        r#"{"start_at":"defensive-fire","units":[{"id":"I-Pike-1","hex":"1210"},
            {"id":"Navarro-Gas-1","hex":"1211"},{"id":"Navarro-Gas-2","hex":"1211","done":["fired"]}]}"#,
    );
    assert_eq!(asked(&s), Some((Side::French, "defensive-fire")));
    assert!(s.unit(unit(&s, "Navarro-Gas-2")).marks.has(Marks::FIRED));
    let zivido = position(r#"{"start_at":"moves","units":[{"id":"I-Pike-1","hex":"1714"}]}"#);
    assert_eq!((zivido.taken.count_ones(), zivido.swiss_morale()), (1, 40));
    let s = at("moves", r#","done":["moved"]"#);
    assert!(s.unit(unit(&s, "I-Pike-1")).marks.has(Marks::MOVED));
    let s = position("{}");
    assert_eq!(asked(&s), Some((Side::French, "place")));
}

#[test]
fn a_start_before_a_roll_is_a_fault() {
    // The only routed unit moves through a friendly unit, which tests; there is no other way.
    let json = r#"{"start_at":"movement","active":"French","units":[
        {"id":"King-Gen-1","hex":"1010","state":"routed"},{"id":"King-Gen-2","hex":"1011"},
        {"id":"King-Gen-3","hex":"1111"},{"id":"King-Gen-4","hex":"0911"}],"map":{"blank":true},"places":{"hexes":"0103"}}"#;
    let faults = crate::Marignan::begin(&setup(json)).err().unwrap();
    assert_eq!(faults.0.len(), 1, "{faults}");
    assert_eq!(faults.0[0].path, "start_at");
}

#[test]
fn every_fault_is_told_with_its_place_and_its_case() {
    let one = |field: &str| format!(r#"{{"start_at":"moves","units":[{field}]}}"#);
    let pike = |more: &str| one(&format!(r#"{{"id":"I-Pike-1","hex":"1210"{more}}}"#));
    let foe = r#"{"id":"I-Pike-1","hex":"1210"},{"id":"III-Pike-1","hex":"1212"}"#;
    let with = |more: &str| one(&format!("{foe},{more}"));
    let cases: Vec<(String, &str, &str)> = vec![
        (r#"{"scenario":"third-day"}"#.into(), "scenario", "14.0"),
        (r#"{"base":"empty"}"#.into(), "base", "14.1"),
        (r#"{"turn":2}"#.into(), "turn", "14.1"),
        (r#"{"active":"French"}"#.into(), "active", "2.0"),
        (r#"{"units":[{"id":"Arq-1"}]}"#.into(), "units", "14.1"),
        (r#"{"commanders":[{"id":"Bayard"}]}"#.into(), "commanders", "14.1"),
        (r#"{"start_at":"moves","turn":12}"#.into(), "turn", "14.1"),
        (r#"{"start_at":"night"}"#.into(), "start_at", "14.2"),
        (r#"{"start_at":"night","scenario":"two-days","turn":3}"#.into(), "turn", "14.2"),
        (r#"{"start_at":"night","scenario":"two-days","active":"Swiss"}"#.into(), "active", "2.0"),
        (one(r#"{"id":"Nobody","hex":"1210"}"#), "units[0].id", "1.1"),
        (with(r#"{"id":"I-Pike-1","hex":"1213"}"#), "units[2].id", "1.1"),
        (one(r#"{"id":"Arq-1","hex":"9999"}"#), "units[0].hex", "14.1"),
        (one(r#"{"id":"Arq-1"}"#), "units[0].hex", "14.1"),
        (one(r#"{"id":"King-Gen-1","at":"reserve"}"#), "units[0].at", "14.1"),
        (pike(r#","facing":"UP""#), "units[0].facing", "3.0"),
        (one(r#"{"id":"Arq-1","hex":"1210","state":"routed","facing":"N"}"#), "units[0].facing", "3.0"),
        (pike(r#","state":"tired""#), "units[0].state", "1.1"),
        (pike(r#","state":"routed""#), "units[0].state", "8.1"),
        (one(r#"{"id":"Genouillac-Art-1","hex":"1210","state":"routed"}"#), "units[0].state", "10.0"),
        (one(r#"{"id":"III-Pike-1","hex":"1210","replaced":true}"#), "units[0].replaced", "1.1"),
        (one(r#"{"id":"Arq-1","hex":"1210","out_of_command":true}"#), "units[0].out_of_command", "6.1"),
        (one(r#"{"id":"Arq-1","hex":"1210","hedgehog":true}"#), "units[0].hedgehog", "9.4"),
        (pike(r#","state":"disordered","hedgehog":true"#), "units[0].hedgehog", "9.4"),
        (one(r#"{"id":"King-Gen-1","hex":"1210","hedgehog":true}"#), "units[0].hedgehog", "9.4"),
        (pike(r#","charge":"1211""#), "units[0].charge", "9.3"),
        (with(r#"{"id":"King-Gen-1","hex":"1213","charge":"1212"}"#), "units[2].charge", "9.3"),
        (pike(r#","done":["fired"]"#), "units[0].done[0]", "2.1"),
        (pike(r#","done":["slept"]"#), "units[0].done[0]", "2.1"),
        (one(r#"{"id":"King-Gen-1","hex":"1210","done":["moved"]}"#), "units[0].done[0]", "2.1"),
        (one(r#"{"id":"Arq-1","at":"lost","hedgehog":true}"#), "units[0].hex", "1.3"),
        (with(r#"{"id":"King-Gen-1","hex":"1210"}"#), "units[2].hex", "5.0"),
        (with(r#"{"id":"Milan-1","hex":"1210"}"#), "units[2].hex", "5.1"),
        (
            one(r#"{"id":"King-Gen-1","hex":"1210"},{"id":"Navarro-Gas-1","hex":"1210"}"#),
            "units[1].hex",
            "5.2",
        ),
        (
            one(r#"{"id":"King-Gen-1","hex":"1210","facing":"N"},{"id":"King-Gen-2","hex":"1210","facing":"S"}"#),
            "units[1].facing",
            "3.0",
        ),
        (r#"{"start_at":"moves","corps":{"King":{"morale":100}}}"#.into(), "corps.King.morale", "8.2"),
        (r#"{"start_at":"moves","corps":{"I":{"morale":9}}}"#.into(), "corps.I.morale", "8.1"),
        (r#"{"start_at":"moves","corps":{"X":{}}}"#.into(), "corps.X", "6.0"),
        (r#"{"start_at":"moves","corps":{"King":{"vacant":2}}}"#.into(), "corps.King.vacant", "7.1"),
        (r#"{"start_at":"moves","corps":{"King":{"leader":"Bayard"}}}"#.into(), "corps.King.leader", "7.1"),
        (r#"{"start_at":"moves","corps":{"King":{"leader":"Roist"}}}"#.into(), "corps.King.leader", "7.1"),
        (r#"{"start_at":"moves","swiss_morale":-1}"#.into(), "swiss_morale", "8.1"),
        (r#"{"start_at":"moves","taken":["Milan"]}"#.into(), "taken[0]", "8.1"),
        (r#"{"start_at":"moves","works":[{"hex":"1210","side":"S"}]}"#.into(), "works[0].side", "14.2 [R96]"),
        (
            r#"{"start_at":"moves","works":[{"hex":"1210","side":"N"},{"hex":"1210","side":"N"}]}"#.into(),
            "works[1]",
            "14.2 [R96]",
        ),
        (r#"{"start_at":"moves","assaulted":["1210"]}"#.into(), "assaulted", "13.1"),
        (
            r#"{"start_at":"moves","commanders":[{"id":"Nobody","hex":"1210"}]}"#.into(),
            "commanders[0].id",
            "1.2",
        ),
        (r#"{"start_at":"moves","commanders":[{"id":"Bayard"}]}"#.into(), "commanders[0].hex", "14.1"),
        (
            r#"{"start_at":"moves","commanders":[{"id":"Bayard","at":"reserve"}]}"#.into(),
            "commanders[0].at",
            "14.1",
        ),
        (
            r#"{"start_at":"moves","commanders":[{"id":"Francois","at":"lost"}]}"#.into(),
            "commanders[0].at",
            "7.1",
        ),
        (
            r#"{"start_at":"moves","commanders":[{"id":"Bayard","hex":"1210","moved":true}]}"#.into(),
            "commanders[0].moved",
            "2.1",
        ),
        (
            r#"{"start_at":"moves","units":[{"id":"Arq-1","hex":"1210"}],"commanders":[{"id":"Bayard","hex":"1210"}]}"#
                .into(),
            "commanders[0].hex",
            "5.0",
        ),
        (r#"{"start_at":"moves","works":[{"hex":"1210","side":"N"}]}"#.into(), "works", "14.2"),
        (r#"{"start_at":"moves","swiss_morale":0}"#.into(), "swiss_morale", "8.1"),
        (r#"{"cards":[{"id":"Bayard","front":{"range":99}}]}"#.into(), "cards[0].front.range", ""),
    ];
    for (json, path, case) in cases {
        let faults = crate::Marignan::begin(&setup(&json)).expect_err(&json);
        let found = faults.0.iter().find(|f| f.path == path);
        let found = found.unwrap_or_else(|| panic!("{json}\n{path} not in\n{faults}"));
        let cited = found.cite.map(|c| c.to_string()).unwrap_or_default();
        assert!(case.is_empty() || cited == case, "{json}\n{found}");
    }
}

#[test]
fn a_key_without_meaning_at_the_start_set_up_is_a_fault() {
    for key in [r#""taken": ["Zivido"]"#, r#""breached": true"#] {
        let found = crate::Marignan::begin(&setup(&format!("{{{key}}}")))
            .unwrap_err()
            .to_string();
        let name = key.split('"').nth(1).unwrap();
        let says = format!(
            "{name}: does not apply with `start_at = \"set-up\"`; it applies with \"command\", \"reorganization\""
        );
        assert!(found.contains(&says), "{found}");
    }
}

#[test]
fn a_start_that_is_forbidden_names_its_case_once() {
    let faults = crate::Marignan::begin(&setup(
        r#"{"start_at": "reorganization", "active": "French", "map": {"blank": true}, "places": {"hexes": "0101"}, "breached": true,
            "units": [{"id": "King-Gen-1", "hex": "1010", "state": "routed"}, {"id": "I-Pike-1", "hex": "1007", "facing": "N"}]}"#,
    ))
    .unwrap_err();
    assert_eq!(
        faults.to_string(),
        "start_at: nothing is decided there: King-Gen-1 cannot rally: an enemy unit is less than four hexes away: \
         distance from an enemy 3, at least 4 (2.1)"
    );
}
