//! A person at the terminal: what is printed, what is played, and that nothing else is.

use crate::tutorial::game::Bridge;
use crate::{common, terminal};
use casus_belli::arquebus::Arquebus;
use casus_belli::blind_faith::{self, BlindFaith};
use casus_belli::core::{Agent, Cited, Game, JournalAction, Match, Place, Random, Seeded, Sided, Turn};
use casus_belli::marignan::{self, Marignan};
use casus_belli::suleiman::battles::MOHACS as BATTLE;
use casus_belli::suleiman::{Base, StartAt};
use casus_belli::suleiman::{Setup, Side, Suleiman};
use casus_belli::{Draw as _, Guide, Terminal};
use casus_terminal::{DONE, Heard, Narrator, REFUSED, Repl};
use proptest::collection::vec;
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use terminal::{FakeTerminal, Program};

crate::of_every_program!(
    a_side_is_played_left_and_gone_on_with,
    bad_flags_of_a_sitting_are_refused,
    nothing_is_played_that_was_not_named,
    the_number_on_the_screen_is_the_choice,
    no_line_is_wider_than_the_screen,
    a_story_in_few_lines_leaves_out_no_case_no_throw_and_no_ledger,
);

/// What the tests of every game at the terminal need.
trait Sat: Program {
    /// A position with several choices of the first kind of decision.
    const SHOT: &'static str;
    /// A unit of each side that is on the map from the start.
    const UNITS: [&'static str; 2];
    /// Words that may be typed there, as a regular expression.
    const WORDS: &'static str;
    /// The least factor by which its story has fewer lines than there are events and decisions.
    const SHORTER: usize = 2;
}

impl Sat for Suleiman {
    const SHOT: &'static str = SHOT;
    const UNITS: [&'static str; 2] = ["HU-HC-9", "OT-MC-1"];
    const WORDS: &'static str = "(take|fire|step|face|halt|end-moves|declared|pass|hold|go|why|odds|unit|threats|story|undo|charge) ?(hc-1|HU-RI-1|mc-2|OT-MC-1|2013|2113|s|n|sw|7|xx)?( 2015| mc-1)?";
}

/// Swiss pikes and arquebusiers in one hex in front of the French, who have a gun behind them.
const ONSET: &str = r#"
start_at = "moves"
active = "Swiss"
turn = 10
map = { blank = true }
places = { hexes = "0128" }
units = [
    { id = "I-Pike-1", hex = "1410", facing = "S" },
    { id = "I-Pike-2", hex = "1410", facing = "S" },
    { id = "I-Pike-3", hex = "1510", facing = "S" },
    { id = "Arq-1", hex = "1310", facing = "S" },
    { id = "King-Gen-1", hex = "1414", facing = "N" },
    { id = "Genouillac-Art-1", hex = "1515", facing = "N" },
]
commanders = [{ id = "Steiner", hex = "1410" }, { id = "LaPalice", hex = "1414" }]
"#;

impl Sat for Marignan {
    const SHOT: &'static str = ONSET;
    const UNITS: [&'static str; 2] = ["I-Pike-1", "King-Gen-1"];
    const WORDS: &'static str = "(take|take-commander|join|step|face|halt|done|hold|go|why|odds|unit|threats|story|undo|assault) ?(pike-1|I-Pike-2|Arq-1|gen-1|King-Gen-1|Steiner|1411|1512|s|n|sw|7|xx)?( 1412| pike-1)?";
}

/// Pizarro's Move/Fire Phase: shot and swords with gendarmes in front of them, and crossbows two hexes away.
const AMBUSH: &str = r#"
start_at = "move-fire"
active = ["Pizarro"]
stalemate = 1
map = { blank = true }
units = [
    { id = "SP-AQ-1", hex = "1010", facing = "S" },
    { id = "SP-SB-1", hex = "1110", facing = "S" },
    { id = "FR-MM-1", hex = "1111", facing = "N" },
    { id = "FR-CB-1", hex = "1012", facing = "N" },
]
leaders = [{ id = "Pizarro", hex = "1010" }, { id = "Nemours", hex = "1111" }]
"#;

impl Sat for Arquebus {
    const SHOT: &'static str = AMBUSH;
    const UNITS: [&'static str; 2] = ["FR-MM-1", "SP-AQ-1"];
    const SHORTER: usize = 1;
    const WORDS: &'static str = "(take|take-leader|fire|step|face|halt|end-moves|declared|escort|hold|go|why|odds|unit|threats|story|undo|shock) ?(aq-1|SP-SB-1|mm-1|FR-MM-1|Pizarro|1012|1111|1009|s|n|sw|7|xx)?( 1111| 1012)?";
}

/// Žižka with a wagon and foot, and a levy that is slower than them.
const BAND: &str = r#"
start_at = "campaign"
side = "Hussite"
turn = 25
bare = true
map = { blank = true }
units = [
    { id = "Zizka", hex = "1917" },
    { id = "Tabor-Wagon-1", hex = "1917" },
    { id = "Tabor-Levy-1", hex = "1918" },
    { id = "Pilsen-Levy", hex = "2018" },
]
"#;

impl Sat for BlindFaith {
    const SHOT: &'static str = BAND;
    const UNITS: [&'static str; 2] = ["Zizka", "Pilsen-Levy"];
    const SHORTER: usize = 1;
    const WORDS: &'static str = "(take|join|join-all|leave|step|fight|halt|end-phase|hold|go|why|odds|unit|threats|story|undo) ?(zizka|Tabor-Levy-1|wagon-1|Pilsen-Levy|1918|2018|1817|ne|sw|7|xx)?( 1819| wagon-1)?";
}

/// A bridgehead: Venetian horse beside a crossbow, and a pike behind them.
const BRIDGEHEAD: &str = r#"
turn = 3
active = "Venice"
holder = "Venice"
field = ["...........", "...........", "...........", "...........", "~~~~~=~~~f~", "...........", "...........", "...........", "..........."]
units = [
    { id = "V-Horse", side = "Venice", arm = "horse", hex = "0406", facing = "NW" },
    { id = "V-Bows-1", side = "Venice", arm = "crossbows", hex = "0606", facing = "NW" },
    { id = "E-Bows-1", side = "Empire", arm = "crossbows", hex = "0305", facing = "SE" },
    { id = "E-Pike-1", side = "Empire", arm = "pikes", hex = "0204", facing = "SE" },
]
"#;

impl Sat for Bridge {
    const SHOT: &'static str = BRIDGEHEAD;
    const UNITS: [&'static str; 2] = ["V-Horse", "E-Pike-1"];
    const SHORTER: usize = 1;
    const WORDS: &'static str = "(take|step|attack|face|end-turn|react|pass|pass-all|retreat|go|why|odds|unit|threats|story|undo) ?(horse|V-Bows-1|E-Bows-1|pike-1|0405|0407|ne|nw|7|xx)?( 0304| bows-1)?";
}

/// Hannibal's Move/Fire segment: two Hungarian units, an Ottoman in front of one, another Ottoman beside that.
const SHOT: &str = r#"
start_at = "move-fire"
leader = "Hannibal"
stalemate = 1
map = { blank = true }
units = [
    { id = "HU-RI-1", hex = "2014", facing = "S" },
    { id = "OT-MC-1", hex = "2013", facing = "N" },
    { id = "OT-MC-2", hex = "2114", facing = "N" },
]
leaders = [{ id = "Hannibal", hex = "2014" }, { id = "Bali", hex = "2114" }]
"#;

/// Tomori's Move/Fire segment: heavy horse that could Charge OT-MC-13, with OT-MC-1 far away, and another unit far behind.
const CLASH: &str = r#"
start_at = "move-fire"
leader = "Tomori"
stalemate = 1
map = { blank = true }
units = [
    { id = "HU-HC-8", hex = "1810", facing = "N" },
    { id = "HU-HC-9", hex = "2014", facing = "S" },
    { id = "OT-MC-1", hex = "2025", facing = "N" },
    { id = "OT-MC-13", hex = "2116", facing = "N" },
]
leaders = [{ id = "Tomori", hex = "2014" }, { id = "Bali", hex = "2025" }, { id = "Khosrev", hex = "2116" }]
"#;

#[track_caller]
fn has(text: &str, words: &[&str]) {
    for word in words {
        assert!(text.contains(word), "`{word}` is not in:\n{text}");
    }
}

/// What was printed after the n-th prompt (the first is 0), up to the next.
fn answer(said: &str, n: usize) -> &str {
    said.split("\n> ").nth(n + 1).unwrap_or_default()
}

#[test]
fn a_person_is_at_the_first_activation_at_once() {
    for (side, verb) in [("Hungary", "place-leader"), ("ottoman", "place")] {
        let mut terminal = FakeTerminal::default();
        let (code, said) = terminal.sit::<Suleiman>(&format!("--play {side} --seed 11"), &["1", "rest", "?", "quit"]);
        assert_eq!(code, DONE, "{}", terminal.warned);
        // The first piece, with the hexes open to it, by the Case of the set-up.
        has(&said, &["Place ", " more to place.", "(14.", &format!("  {verb} ")]);
        let list = answer(&said, 2);
        has(list, &["activate:", " units)", "1 pass"]);
        has(list, &["Free activation: choose a command. (5.1.1, Procedure"]);
    }
}

#[test]
fn numbers_words_and_commands_are_answered() {
    let mut terminal = FakeTerminal::with("s", SHOT);
    let lines = [
        "why",
        "take ri-1",
        "why fire OT-MC-1",
        "fire ot-mc-1",
        "why fire mc-2",
        "odds fire mc-2",
        "undo",
        "undo",
        "take HU-RI-1",
        "threats",
        "threats OT-MC-1",
        "unit",
        "unit mc-2",
        "unit Bali",
        "unit 2013",
        "map",
        "go",
        "story 3",
        "save out",
        "save bad/x",
        "help",
        "12345",
        "",
        "xyzzy",
        "unit ot-mc",
        "fire mc-2",
        "undo",
        "quit",
    ];
    let (code, said) = terminal.sit::<Suleiman>("--play Hungary --setup s", &lines);
    assert_eq!(code, DONE, "{}", terminal.warned);
    let told: BTreeMap<usize, &str> = (0..lines.len()).map(|n| (n, answer(&said, n))).collect();
    has(&said, &["Hungary: Hannibal's command: move and fire"]);
    has(&said, &["(6.1, General Rule (Movement))", "take HU-RI-1 (Mercenaries 1, 2014, "]);
    has(told[&0], &["(6.1)", "take: selects the unit", "end-moves:"]);
    has(told[&1], &["Mercenaries 1 (2014, facing S)", "MP left", "step:", "(SE, "]);
    for n in [2, 3] {
        has(told[&n], &["not allowed", "arc of fire (7.2); Facing and Lines of Sight"]);
    }
    has(told[&4], &["allowed; no rule forbids it", "to the die: ", "range (7.4.1)"]);
    has(told[&4], &["By the face of the die: 0 "]);
    has(told[&5], &["%", "Sipahis 2 Disordered", "To its end, if both sides"]);
    has(told[&6], &["Taken back: `take HU-RI-1`", "Select a piece, or end movement."]);
    has(told[&7], &["Not to be undone: there is no step to undo"]);
    has(
        told[&9],
        &[
            "Mercenaries 1 in 2014, facing S",
            "Their ZOC (3.2): 2113, 2114 Sipahis 2",
            "They could fire at (7.3): Sipahis 2",
        ],
    );
    has(told[&10], &["Sipahis 1 in 2013", "have in front (3.3)"]);
    has(
        told[&11],
        &[
            "Mercenaries 1 (HU-RI-1): Hungary Regular Infantry",
            "Movement Allowance",
            "(2.2.6)",
        ],
    );
    has(told[&12], &["Sipahis 2 (OT-MC-2): Ottoman Medium Cavalry", "2114"]);
    has(told[&13], &["Activation Rating", "Command Range"]);
    has(told[&14], &["2013: clear", "Sipahis 1 (OT-MC-1): Ottoman"]);
    // The same ground and pieces as on the map of the set-up; the heading shows the present decision.
    let rows = |field: &str| -> Vec<String> {
        let lines = field.lines().filter(|l| l.starts_with(char::is_numeric));
        lines.map(str::to_owned).collect()
    };
    let field = Suleiman::scene(&state_of(SHOT), Some(Side::Hungary)).text(&Terminal::default());
    assert_eq!(rows(told[&15]), rows(&field));
    assert!(rows(&field).len() > 20);
    has(told[&16], &["In reach:", "  2 MP: 2113 1914"]);
    has(told[&17], &["Nothing has happened yet."]);
    has(told[&18], &["Saved", "--continue out"]);
    has(told[&19], &["Not saved: bad/x: there is no such folder"]);
    has(told[&20], &["threats [UNIT]", "odds CHOICE"]);
    has(told[&21], &["numbered from 1 to"]);
    has(told[&22], &["`help`"]);
    has(told[&23], &["is no choice and no command", "`?` lists"]);
    has(told[&24], &["Which `ot-mc`? ", "OT-MC-1, OT-MC-2"]);
    // The shot is printed with its die and its ledger. A roll cannot be undone.
    has(told[&25], &["Mercenaries 1 fire at Sipahis 2: rolled ", "(7.4.1)"]);
    has(told[&26], &["Not to be undone: dice were rolled: "]);
    // The save has the state of the time when it was written.
    assert_eq!(Match::<Suleiman>::load(&terminal.files["out"]).unwrap().journal().len(), 1);
}

fn state_of(setup: &str) -> <Suleiman as Game>::State {
    Suleiman::begin(&toml::from_str(setup).unwrap()).unwrap()
}

#[test]
fn a_short_battle_is_played_to_its_end() {
    let mut terminal = FakeTerminal::with("s", SHOT);
    let lines = [
        "take ri-1; fire mc-2; halt",
        "end-moves",
        "declared",
        "1",
        "pass",
        "pass",
        "pass",
    ];
    let (code, said) = terminal.sit::<Suleiman>("--play Hungary --setup s --save out", &lines);
    assert_eq!(code, DONE, "{said}{}", terminal.warned);
    has(
        &said,
        &[
            "No choice but `",
            "(library: stalemate)",
            "command Hannibal",
            "arm Regular Infantry",
        ],
    );
    // A replay of the person's game prints the same, in the referee's words.
    let (code, again) = terminal.sit::<Suleiman>("--replay out", &[]);
    assert_eq!(code, DONE);
    has(&again, &["Mercenaries 1 fire at Sipahis 2: rolled ", "(library: stalemate)"]);
}

#[test]
fn a_battle_is_left_and_gone_on_with() {
    let mut terminal = FakeTerminal::default();
    // The input ends: the save is written anyway.
    let (code, said) = terminal.sit::<Suleiman>("--play Hungary --save out", &["rest", "act Tomori", "go hc-9 1726"]);
    assert_eq!(code, DONE, "{}", terminal.warned);
    has(&said, &["The input has ended.", "Saved: `--play Hungary --continue out`"]);
    let before = Match::<Suleiman>::load(&terminal.files["out"]).unwrap().journal().len();
    let lines = ["story 4", "undo", "halt; take hc-8; halt", "save", "quit"];
    let (code, said) = terminal.sit::<Suleiman>("--play Hungary --continue out", &lines);
    assert_eq!(code, DONE, "{}", terminal.warned);
    has(&said, &["Knights 9 move from 1626 to 1726 for 1 MP (6.1.1)"]);
    // No die has been rolled since: steps played before the save can be undone too.
    has(answer(&said, 1), &["Taken back: `step 1726`", "Knights 9 (1626"]);
    let after = Match::<Suleiman>::load(&terminal.files["out"]).unwrap().journal().len();
    assert_eq!(after, before - 1 + 3);
}

/// A mounted archer, which a ZOC does not stop, and Akincis in front of it.
fn past_the_akincis(akincis: &[&str]) -> String {
    let akincis: Vec<String> = (1..)
        .zip(akincis)
        .map(|(n, hex)| format!("{{ id = 'OT-AK-{n}', hex = '{hex}', facing = 'S' }}"))
        .collect();
    format!(
        "start_at = 'move-fire'\nleader = 'Zalkan'\nmap = {{ blank = true }}\n\
         units = [{{ id = 'HU-LC-16', hex = '2214', facing = 'S' }}, {}]\n\
         leaders = [{{ id = 'Zalkan', hex = '2315' }}]\n",
        akincis.join(", ")
    )
}

/// Plays `go` to a hex. Returns the steps, and what was printed.
fn gone(akincis: &[&str], to: &str) -> (Vec<String>, String) {
    let mut terminal = FakeTerminal::with("s.toml", &past_the_akincis(akincis));
    let go = format!("go HU-LC-16 {to}");
    let (code, said) = terminal.sit::<Suleiman>("--play Hungary --setup s.toml --save out", &[&go, "quit"]);
    assert_eq!(code, DONE, "{}", terminal.warned);
    let game = Match::<Suleiman>::load(&terminal.files["out"]).unwrap();
    let done = game.to_save().journal.into_iter().filter_map(|line| line.action);
    (done.filter(|words| words.starts_with("step ")).collect(), said)
}

#[test]
fn go_keeps_out_of_fronts_and_fire_where_it_can_afford_that() {
    // An equally cheap way leads past the enemy unit there.
    let (steps, said) = gone(&["2013"], "2012");
    assert_eq!(steps, ["step 2213", "step 2212", "step 2111", "step 2012"], "{said}");
    assert!(!said.contains("No way there"), "{said}");
    // A more expensive way does, and the unit can afford it.
    let three = ["2013", "2015", "2011"];
    let (steps, said) = gone(&three, "1913");
    assert_eq!(steps.len(), 7, "{steps:?}: {said}");
    assert!(
        ["2112", "2113", "2114", "2115"]
            .iter()
            .all(|front| !steps.contains(&format!("step {front}"))),
        "{steps:?}"
    );
    assert!(!said.contains("No way there"), "{said}");
    // None does: it takes the way that the fewest enemies may answer, and this is printed first.
    let (steps, said) = gone(&three, "1912");
    assert_eq!(steps[..2], ["step 2213", "step 2112"], "{said}");
    let told = said.replace("\n  ", " ");
    has(
        &told,
        &[
            "Every way there that can be paid for passes the enemy: in 2112 Reaction Fire of Akincis 1 (7.3.2) and the ZOC of Akincis 1 (3.2).",
        ],
    );
}

#[test]
fn what_is_misspelt_is_answered_with_what_is_near() {
    let mut terminal = FakeTerminal::default();
    let lines = [
        "rest",
        "unit Tomory",
        "hlep",
        "actt Tomori",
        "zzz",
        "act Tomory",
        "quit",
    ];
    let (_, said) = terminal.sit::<Suleiman>("--play Hungary", &lines);
    for (n, near) in [
        (1, "Nothing is called `Tomory`; did you mean \"Tomori\"?"),
        (2, "did you mean \"help\"? `?` lists the choices"),
        (4, "`zzz` is no choice and no command: unknown action \"zzz\". `?` lists"),
    ] {
        let told = answer(&said, n).replace("\n  ", " ");
        assert!(told.contains(near), "{n}: {told}");
    }
    for (line, near) in [
        ("--play Hungary --sed 1", "a similar argument exists: '--seed'"),
        ("--play Hungary --option D77", "did you mean \""),
        ("--play Hungary --optoin D7", "a similar argument exists: '--option'"),
    ] {
        let mut terminal = FakeTerminal::default();
        terminal.run::<Suleiman>(line);
        has(&terminal.warned, &[near]);
    }
}

/// A piece can be named as stories name it, and a side by its name in the battle.
#[test]
fn names_of_the_story_are_understood() {
    let mut terminal = FakeTerminal::default();
    let (_, said) = terminal.sit::<Suleiman>("--play Ottomans --seed 1", &["unit Sipahis 1", "unit sultan", "quit"]);
    has(answer(&said, 0), &["Sipahis 1 (OT-MC-1)"]);
    has(answer(&said, 1), &["Nothing is called `sultan`"]);
    let mut terminal = FakeTerminal::default();
    terminal.run::<Suleiman>("--play Turks");
    has(&terminal.warned, &["unknown side \"Turks\"; sides: Hungary, Ottomans"]);
}

/// A session that is not saved is autosaved as it goes, until it is saved elsewhere or has ended.
#[test]
fn what_was_played_is_kept_until_it_is_saved() {
    let mut terminal = FakeTerminal {
        autosave: Some("kept".to_owned()),
        ..FakeTerminal::default()
    };
    let (_, said) = terminal.sit::<Suleiman>("--play Hungary", &["rest", "act Tomori", "quit"]);
    has(&said, &["What was played since is kept: `--play Hungary --continue kept` goes on with it."]);
    let kept = Match::<Suleiman>::load(&terminal.files["kept"]).unwrap();
    assert!(!kept.journal().is_empty() && !kept.ended());
    // The end of the input is no answer, so nothing is lost by it either.
    let (_, said) = terminal.sit::<Suleiman>("--play Hungary --continue kept", &["rest"]);
    has(&said, &["The input has ended.", "is kept: `--play Hungary --continue kept`"]);
    assert!(
        Match::<Suleiman>::load(&terminal.files["kept"])
            .unwrap()
            .journal()
            .len()
            > kept.journal().len()
    );
    for (flags, lines) in [
        ("--play Hungary --save out", &["rest", "quit"][..]),
        ("--play Hungary", &["rest", "save out", "quit"]),
    ] {
        let (_, said) = terminal.sit::<Suleiman>(flags, lines);
        has(&said, &["Saved: `--play Hungary --continue out`"]);
        assert!(!terminal.files.contains_key("kept") && !said.contains("is kept"), "{flags}: {said}");
        assert!(terminal.files.contains_key("out"));
    }
    // If autosaving fails, this is printed once, and the battle continues.
    terminal.barred.push("kept".to_owned());
    let (_, said) = terminal.sit::<Suleiman>("--play Hungary", &["rest", "act Tomori", "quit"]);
    assert_eq!(said.matches("is not kept as it goes: kept: permission denied").count(), 1, "{said}");
    has(&said, &["is not saved; `save [FILE]` would have kept it"]);
}

fn bad_flags_of_a_sitting_are_refused<G: Sat>() {
    let [one, two] = [0, 1].map(|i| G::Side::ALL[i].word());
    for (flags, word) in [
        ("--play Mars", "unknown side \"Mars\"; sides: "),
        ("--play", "a value is required for '--play <SIDE>'"),
        ("--play ONE --quiet", "cannot be used with '--quiet'"),
        ("--continue out", "--play <SIDE>"),
        ("--replay out --play ONE", "cannot be used with '--play <SIDE>'"),
        ("--play ONE --continue out --setup s", "cannot be used with '--setup <FILE>'"),
        ("--play ONE --continue out", "out: no such file"),
        ("--play ONE --play TWO", "cannot be used multiple times"),
        ("--play ONE --scenario waterloo", "unknown scenario \"waterloo\""),
    ] {
        let flags = flags.replace("ONE", one).replace("TWO", two);
        let mut terminal = FakeTerminal::default();
        let (code, said) = terminal.sit::<G>(&flags, &[]);
        assert_eq!(code, REFUSED, "{flags}");
        assert!(said.is_empty(), "{flags}: {said}");
        has(&terminal.warned, &[word]);
    }
}

/// Either side sets up, asks, chooses, undoes, saves and leaves, and continues later.
fn a_side_is_played_left_and_gone_on_with<G: Sat>() {
    for (side, unit) in G::Side::ALL.iter().zip(G::UNITS) {
        let play = format!("--play {} --seed 11", side.word());
        let threats = format!("threats {unit}");
        let mut terminal = FakeTerminal::default();
        let lines = ["rest", "why", "why 1", "odds 1", &threats, "story 2", "save", "quit"];
        let (code, said) = terminal.sit::<G>(&format!("{play} --save out"), &lines);
        assert_eq!(code, DONE, "{}", terminal.warned);
        let opening = Match::<G>::new((G::BATTLE.setup)()).unwrap();
        let own = format!("\n{}: ", G::side_name(opening.state(), *side));
        has(answer(&said, 0), &[&own, "1 "]);
        has(answer(&said, 1), &[&own[1..], "("]);
        has(answer(&said, 2), &["allowed; no rule forbids it"]);
        assert!(!answer(&said, 3).trim().is_empty());
        let at = G::gazetteer(opening.state()).place(unit).unwrap();
        has(answer(&said, 4), &[&G::name_of(opening.state(), at)]);
        has(answer(&said, 6), &["Saved", "--continue out"]);
        let before = terminal.files["out"].clone();
        // A question is no step. A choice that is undone leaves no trace except the time.
        let (code, said) = terminal
            .sit::<G>(&format!("{play} --continue out"), &["story 3", "1", "undo", "save again", "rest", "quit"]);
        assert_eq!(code, DONE, "{}", terminal.warned);
        let taken = answer(&said, 2);
        assert!(taken.starts_with("Taken back: `") || taken.starts_with("Not to be undone: "), "{taken}");
        if taken.starts_with("Taken back") {
            let [now, then] =
                [&terminal.files["again"], &before].map(|save| Match::<G>::load(save).unwrap().state().clone());
            assert_eq!(now, then);
        }
    }
}

#[test]
fn a_full_name_is_no_shortening_of_another() {
    let mut terminal = FakeTerminal::with("s", CLASH);
    let lines = [
        "end-moves",
        "charge HU-HC-9 OT-MC-1",
        "why charge hc-9 ot-mc-1",
        "odds charge HU-HC-9 OT-MC-1",
        "go OT-MC-1 2016",
        "threats OT-MC-1",
        "unit ot-mc-1",
        "why charge hc-9 mc-13",
        "charge hc-9 ot-mc-13; 2114",
        "quit",
    ];
    let (code, said) = terminal.sit::<Suleiman>("--play Hungary --setup s", &lines);
    assert_eq!(code, DONE, "{}", terminal.warned);
    for n in [1, 2, 3] {
        let refused = [
            "charge HU-HC-9 OT-MC-1: not allowed",
            "two or three hexes from its target (9.2)",
        ];
        has(answer(&said, n), &refused);
    }
    has(answer(&said, 4), &["take OT-MC-1: not allowed"]);
    has(answer(&said, 5), &["Sipahis 1 in 2025"]);
    has(answer(&said, 6), &["Sipahis 1 (OT-MC-1): Ottoman Medium Cavalry"]);
    has(answer(&said, 7), &["charge HU-HC-9 OT-MC-13: allowed"]);
    has(answer(&said, 8), &["Knights 9 declare a Charge on Sipahis 13"]);
    // Their leader rides with them.
    has(answer(&said, 8), &["Knights 9 with Tomori charge from 2014 to 2114 (9.2)"]);
}

#[test]
fn an_attack_that_is_declared_has_odds_and_a_die_for_each_way_in() {
    let mut terminal = FakeTerminal::with("s", CLASH);
    let lines = [
        "end-moves",
        "odds charge hc-9 mc-13",
        "why charge hc-9 mc-13",
        "odds declared",
        "quit",
    ];
    let (code, said) = terminal.sit::<Suleiman>("--play Hungary --setup s", &lines);
    assert_eq!(code, DONE, "{}", terminal.warned);
    has(answer(&said, 0), &["(Knights 9, Sipahis 13, 2014 to 2116, flank, die +"]);
    let odds = answer(&said, 1);
    has(
        odds,
        &[
            "To its end, nothing else being declared after it, ",
            "  Sipahis 13: ",
            "Eliminated ",
            "  Together:",
            "was dealt by lot",
        ],
    );
    let each = odds.split("  Together:").next().unwrap_or_default();
    let parts = each.lines().find(|l| l.starts_with("  Sipahis 13: ")).unwrap();
    let sum: f64 = parts
        .split(" %")
        .filter_map(|p| p.rsplit(' ').next()?.parse::<f64>().ok())
        .sum();
    assert!((75.0..100.5).contains(&sum), "{parts}");
    let why = answer(&said, 2);
    has(why, &["Striking from 2115", "Striking from 2016"]);
    assert!(!answer(&said, 3).contains("by lot"));
}

#[test]
fn go_looks_for_a_way_before_it_takes_and_rides_leaders() {
    let mut terminal = FakeTerminal::with("s", CLASH);
    let lines = [
        "go HU-HC-8 2030",
        "go HU-HC-8",
        "go HU-HC-8 1806",
        "take HU-HC-9",
        "go HU-HC-9 2013",
        "1805",
        "go",
        "go HU-HC-9 2013",
        "halt",
        "go Tomori 1810",
        "go Tomori 1810",
        "quit",
    ];
    let (code, said) = terminal.sit::<Suleiman>("--play Hungary --setup s", &lines);
    assert_eq!(code, DONE, "{}", terminal.warned);
    let told = |n: usize| answer(&said, n);
    has(told(0), &["No way leads to 2030 now: ", "`go HU-HC-8` lists"]);
    has(told(1), &["In reach:", "1806"]);
    has(told(2), &["Knights 8: 1810 → 1806, 4 MP", "1 of 5 MP left"]);
    // It could still move: the run does not end by itself.
    for n in [3, 4] {
        let refused = ["take HU-HC-9: not allowed", "After `halt` it would be allowed"];
        has(told(n), &refused);
    }
    has(told(5), &["Knights 8 (1805", "0 of 5 MP left"]);
    has(told(6), &["No piece is selected that can go anywhere now"]);
    has(told(7), &["(`halt` first: nothing else was left to it.)", "Knights 9 (2013"]);
    has(told(9), &["Tomori: 2014 → 1810", "Tomori: "]);
    has(told(10), &["No way leads to 1810"]);
    // Legal steps lead to every hex of a leader's courses, at the cost that the course gives.
    let mut at = open(CLASH, 1);
    at.hear("take-leader Tomori", &mut terminal).unwrap();
    let courses = Suleiman::courses(at.game().state());
    assert!(courses.len() > 150, "{}", courses.len());
    for course in courses.iter().step_by(7) {
        let mut game = at.game().clone();
        for action in &course.actions {
            game.play(Side::Hungary, *action, &mut Seeded::new(1)).unwrap();
        }
        let left: i32 = course.note.split(' ').next().unwrap().parse().unwrap();
        let question = Suleiman::question(game.state());
        has(&question, &[&format!("{} MP left", 8 - left)]);
    }
}

#[test]
fn what_was_taken_back_is_played_anew_by_the_agent() {
    let setup = r#"
start_at = "move-fire"
leader = "Tomori"
stalemate = 1
map = { blank = true }
units = [
    { id = "HU-HC-7", hex = "1810", facing = "N" },
    { id = "HU-HC-8", hex = "1910", facing = "N" },
    { id = "HU-HC-9", hex = "2010", facing = "N" },
    { id = "OT-MC-13", hex = "2125", facing = "N" },
]
leaders = [{ id = "Tomori", hex = "1911" }, { id = "Khosrev", hex = "2125" }]
"#;
    let moved = |at: &Repl<'_, Suleiman>| {
        let words = at.game().journal().iter().filter_map(|r| match &r.action {
            JournalAction::Action { words, .. } if words.starts_with("take ") => Some(words.clone()),
            _ => None,
        });
        words.collect::<Vec<_>>()
    };
    let mut terminal = FakeTerminal::default();
    let mut at = open(setup, 1);
    at.hear("rest", &mut terminal).unwrap();
    let first = moved(&at);
    assert_eq!(first.len(), 3, "{first:?}");
    while at.hear("undo", &mut terminal).unwrap() == Heard::Played {}
    assert!(at.game().journal().is_empty());
    at.hear("rest", &mut terminal).unwrap();
    assert_eq!(moved(&at), first);
    // A plan ends when the person plays an action.
    while at.hear("undo", &mut terminal).unwrap() == Heard::Played {}
    at.hear("take HU-HC-8; halt", &mut terminal).unwrap();
    at.hear("rest", &mut terminal).unwrap();
    assert!(moved(&at).len() >= 3, "{:?}", moved(&at));
}

#[test]
fn threats_heed_command() {
    // HU-HC-9 is far from Tomori: out of command, the unit may not Charge (5.1.1(1)).
    let far = CLASH.replace(r#"id = "Tomori", hex = "2014""#, r#"id = "Tomori", hex = "3014""#);
    let said = |setup: &str, name: &str| {
        let state = state_of(setup);
        let units = Suleiman::gazetteer(&state).units;
        let place = units.iter().position(|u| u == name).unwrap();
        let at = Place::Unit(u16::try_from(place).unwrap());
        let threats = Suleiman::threats(&state, Some(Side::Hungary), at).into_iter();
        let lines: Vec<String> = threats
            .map(|t| format!("{} ({}): {}", t.words, t.cite, t.on.join(", ")))
            .collect();
        lines.join("\n")
    };
    has(&said(CLASH, "HU-HC-9"), &["They could charge (9.2): Sipahis 13"]);
    assert!(!said(&far, "HU-HC-9").contains("They could charge"));
    // Whether the enemy is in command depends on the hidden place of their leader.
    has(&said(CLASH, "HU-HC-9"), &["Sipahis 13 2116, if in command"]);
    // The other way around: the Hungarians are not active, and their own side knows where their leader is.
    let other = far.replace(r#"leader = "Tomori""#, r#"leader = "Khosrev""#);
    assert!(!said(&other, "HU-HC-9").contains("They could charge"));
    let near = CLASH.replace(r#"leader = "Tomori""#, r#"leader = "Khosrev""#);
    has(&said(&near, "HU-HC-9"), &["They could charge (9.2): Sipahis 13"]);
}

/// Whether a line means this action: by its number, or word by word, each by its beginning or its end.
fn named(line: &str, numbered: Option<usize>, words: &str) -> bool {
    if let (Ok(n), Some(place)) = (line.trim().parse::<usize>(), numbered)
        && n == place
    {
        return true;
    }
    let line = line.to_lowercase();
    let said: Vec<&str> = line.split_whitespace().collect();
    let words = words.to_lowercase();
    let all: Vec<&str> = words.split_whitespace().collect();
    // A hex alone is the choice that ends with it.
    if let [hex] = said[..]
        && all.len() > 1
        && all.last() == Some(&hex)
        && hex.parse::<u16>().is_ok()
    {
        return true;
    }
    let like = |a: &[&str]| {
        a.len() == said.len()
            && a.iter()
                .zip(&said)
                .all(|(w, s)| w.starts_with(s) || w.ends_with(&format!("-{s}")))
    };
    like(&all) || (all.len() > 1 && like(&all[1..]))
}

fn open(setup: &str, seed: u64) -> Repl<'static, Suleiman> {
    open_of::<Suleiman>(setup, seed)
}

/// Starts a session for the side that decides in a position.
fn open_of<G: Program>(setup: &str, seed: u64) -> Repl<'static, G> {
    let game = Match::<G>::new(toml::from_str(setup).unwrap()).unwrap();
    let own = decider(&game).unwrap();
    Repl::new(G::BATTLE, game, own, seed)
}

fn decider<G: Program>(game: &Match<G>) -> Option<G::Side> {
    match game.turn() {
        Turn::Decide { side, .. } => Some(side),
        Turn::Over { .. } => None,
    }
}

/// The numbers on the screen, in order.
fn numbers(screen: &str) -> usize {
    let mut n = 0;
    while screen.contains(&format!(" {} ", n + 1)) {
        n += 1;
    }
    n
}

/// Any lines at all cause no panic and always get an answer, and only named actions are played.
fn nothing_is_played_that_was_not_named<G: Sat>() {
    let line = prop_oneof![
        "\\PC{0,12}".prop_map(String::from),
        "[0-9]{1,4}".prop_map(String::from),
        G::WORDS.prop_map(String::from),
        Just("HALT".to_owned()),
        Just("?".to_owned()),
    ];
    common::holds(60, (vec(line, 1..25), 0..50_u64), |(lines, seed)| {
        let mut terminal = FakeTerminal::default();
        let mut at = open_of::<G>(G::SHOT, seed);
        let own = decider(at.game());
        at.advance(&mut terminal).unwrap();
        for line in lines {
            if at.game().ended() {
                break;
            }
            prop_assert!(decider(at.game()) == own);
            let command = [
                "undo", "u", "go", "g", "rest", "r", "q", "quit", "exit", "und", "res", "qui",
            ];
            let first = line.trim().to_lowercase();
            let first = first.split_whitespace().next().unwrap_or_default();
            let before = at.game().clone();
            let screen = at.decision();
            terminal.said.clear();
            let heard = at.hear(&line, &mut terminal).unwrap();
            let many = before.actions().len();
            prop_assert!(numbers(&screen) >= many);
            if heard == Heard::Left {
                prop_assert!(["q", "quit", "exit", "qui"].contains(&first));
                break;
            }
            if heard == Heard::Told {
                prop_assert!(!terminal.said.is_empty(), "no answer to `{line}`");
                prop_assert_eq!(at.game().journal().len(), before.journal().len());
                prop_assert!(at.game().state() == before.state());
                continue;
            }
            if !command.contains(&first) && !line.contains(';') {
                let (now, then) = (at.game().journal(), before.journal().len());
                prop_assert_eq!(now.len(), then + 1, "`{}`", line);
                let JournalAction::Action { words, .. } = &now[then].action else {
                    panic!("an act of the match");
                };
                // A typed number is among the numbers of the list; another test checks which one it is.
                let number = line.trim().parse::<usize>().ok();
                let number = number.filter(|n| (1..=many).contains(n));
                // A step may also be given by its compass word.
                let action = before.parse(words).unwrap();
                let alias = G::note(before.state(), &action).alias;
                prop_assert!(
                    named(&line, number, words) || (!alias.is_empty() && named(&line, None, &alias)),
                    "`{}` played `{}`",
                    line,
                    words
                );
            }
            at.advance(&mut terminal).unwrap();
        }
        Ok(())
    });
}

fn the_number_on_the_screen_is_the_choice<G: Sat>() {
    let sitting = open_of::<G>(G::SHOT, 1);
    let many = sitting.game().actions().len();
    let mut played = BTreeSet::new();
    for n in 1..=many {
        let mut terminal = FakeTerminal::default();
        let mut at = open_of::<G>(G::SHOT, 1);
        assert_eq!(at.hear(&n.to_string(), &mut terminal), Ok(Heard::Played));
        let JournalAction::Action { words, .. } = &at.game().journal()[0].action else {
            panic!("an act of the match");
        };
        let (words, screen) = (words.clone(), sitting.decision());
        // Choices that begin alike are listed under their common words.
        let tail = words.split_once(' ').map_or("", |(_, tail)| tail);
        let said = [&*words, tail].map(|w| screen.contains(&format!(" {n} {w}")));
        assert!(said.contains(&true), "{n} {words}: {screen}");
        played.insert(words);
    }
    assert_eq!(played.len(), many);
}

fn no_line_is_wider_than_the_screen<G: Sat>() {
    let said = |columns: u16| {
        let mut terminal = FakeTerminal {
            columns: Some(columns),
            ..FakeTerminal::default()
        };
        let unit = G::UNITS[0];
        let lines = [
            "help",
            "why",
            "story",
            "nonsense of nobody, which is no choice at all",
            "go",
            "map",
            "why 1",
            "odds 1",
            "1",
        ];
        let more = [
            format!("unit {unit}"),
            format!("threats {unit}"),
            "?".to_owned(),
            "quit".to_owned(),
        ];
        terminal.lines = lines.iter().map(|&l| l.to_owned()).chain(more).collect();
        open_of::<G>(G::SHOT, 1).run(&mut terminal).unwrap();
        terminal.said
    };
    for columns in [40, 80] {
        // The typist ends the line of the prompt.
        for line in said(columns).lines().map(|l| l.trim_start_matches("> ")) {
            assert!(line.chars().count() <= usize::from(columns), "{columns}: {line}");
        }
    }
    // Nothing is lost: the text before the first list has the same words.
    let help = |columns| -> Vec<String> {
        let said = said(columns);
        let from = said.find("Type the number").unwrap();
        let to = said.find("leaves\n").unwrap();
        said[from..to].split_whitespace().map(str::to_owned).collect()
    };
    assert_eq!(help(80), help(160));
}

/// Positions from battles, at intervals of this many actions.
fn positions<G: Sat>(seeds: u64, every: usize, mut visit: impl FnMut(&Match<G>)) {
    for seed in 0..seeds {
        let mut game = Match::<G>::new((G::BATTLE.setup)()).unwrap();
        let mut dice = Seeded::new(seed);
        let mut agent = Random::new(seed);
        for _ in 0..12 {
            let mut agents: [&mut dyn Agent<G>; 1] = [&mut agent];
            game.run(&mut agents, &mut dice, every).unwrap();
            if game.ended() {
                break;
            }
            visit(&game);
        }
    }
}

/// Nothing hidden is printed for a person.
fn what_is_told_gives_nothing_away<G: Sat>() {
    let mut compared = 0;
    positions::<G>(6, 61, |game| {
        let real = game.state();
        let gazetteer = G::gazetteer(real);
        for &viewer in G::Side::ALL {
            let dealt = G::sample_state(real, viewer, &mut Seeded::new(9));
            compared += usize::from(&dealt != real);
            let number = |n: usize| 0..u16::try_from(n).unwrap();
            let places = number(gazetteer.units.len())
                .map(Place::Unit)
                .chain(number(gazetteer.leaders.len()).map(Place::Leader))
                .chain(number(gazetteer.commands.len()).map(Place::Command))
                .chain(number(gazetteer.standards.len()).map(Place::Standard))
                .chain(number(gazetteer.hexes.len()).map(Place::Hex));
            for at in places {
                let piece = |s| G::piece(s, Some(viewer), at);
                assert_eq!(piece(real), piece(&dealt), "{viewer:?} {at:?}");
                if matches!(at, Place::Unit(n) if n % 7 == 0) {
                    let threats = |s| G::threats(s, Some(viewer), at);
                    assert_eq!(threats(real), threats(&dealt), "{viewer:?} {at:?}");
                    let goals = |s| G::goals(s, Some(viewer), at);
                    assert_eq!(goals(real), goals(&dealt), "{viewer:?} {at:?}");
                }
                if matches!(at, Place::Leader(_)) || matches!(at, Place::Unit(n) | Place::Hex(n) if n % 97 == 0) {
                    let sight = |s| G::sight(s, Some(viewer), at);
                    assert_eq!(sight(real), sight(&dealt), "{viewer:?} {at:?}");
                }
            }
            let Turn::Decide { side, .. } = game.turn() else {
                continue;
            };
            assert_eq!(G::question(real), G::question(&dealt));
            if side == viewer {
                for action in game.actions() {
                    let said = |s| (G::note(s, &action), G::sense(s, &action));
                    assert_eq!(said(real), said(&dealt), "{}", game.spell(&action));
                }
            }
        }
    });
    assert!(compared > 20, "{compared}");
}

#[test]
fn nothing_hidden_of_mohacs_is_told_to_a_person() {
    what_is_told_gives_nothing_away::<Suleiman>();
}

#[test]
fn nothing_hidden_of_cerignola_is_told_to_a_person() {
    what_is_told_gives_nothing_away::<Arquebus>();
}

/// The number of times that each roll and each ledger line is in a text.
fn counted(text: &str) -> BTreeMap<String, usize> {
    let mut out = BTreeMap::new();
    let mut count = |word: String| *out.entry(word).or_insert(0) += 1;
    for part in text.split("die ").skip(1) {
        count(format!("die {}", part.split(['\n', ':']).next().unwrap_or_default()));
    }
    for part in text.split('[').skip(1) {
        // A cost begins with its number; a ruling does not.
        if part.starts_with(|c: char| c.is_ascii_digit()) {
            count(format!("[{}", part.split(']').next().unwrap_or_default()));
        }
    }
    out
}

fn a_story_in_few_lines_leaves_out_no_case_no_throw_and_no_ledger<G: Sat>() {
    for seed in 0..3 {
        let mut game = Match::<G>::new((G::BATTLE.setup)()).unwrap();
        let mut dice = Seeded::new(seed);
        let mut agent = Random::new(seed);
        let (mut told, mut plain, mut asked) = (String::new(), String::new(), String::new());
        let mut narrator = Narrator::new();
        for _ in 0..2500 {
            narrator.before(&game);
            let opening = game.turn();
            let mut agents: [&mut dyn Agent<G>; 1] = [&mut agent];
            if game.run(&mut agents, &mut dice, 1).unwrap().actions == 0 {
                break;
            }
            told.push_str(&narrator.after(&game));
            let events = game.events(game.journal().len() - 1);
            // Each Case of an event is in the story, on the same line as its decision's side or below it.
            for event in events {
                plain.push_str(&game.describe(event));
                plain.push('\n');
            }
            // The heading of a decision has its Case too. A decision that only continues play has no heading.
            if let Turn::Decide { cite, what, .. } = opening {
                let _ = writeln!(asked, "({cite})");
                if let Some(JournalAction::Action { action, .. }) = game.journal().last().map(|line| &line.action)
                    && let Some((_, cite)) = G::answers(what, action)
                {
                    let _ = writeln!(asked, "({cite})");
                }
            }
            for event in events {
                let words = game.describe(event);
                assert!(words.contains(&event.cite().to_string()), "{} is not in: {words}", event.cite());
            }
        }
        told.push_str(&narrator.rest());
        assert!(counted(&told) == counted(&plain), "seed {seed}");
        let cases = |text: &str| -> BTreeSet<String> {
            text.split('(')
                .skip(1)
                .filter(|p| p.starts_with(|c: char| c.is_ascii_digit()))
                .map(|p| p.split([')', ',']).next().unwrap_or_default().to_owned())
                .collect()
        };
        let decisions = asked.lines().count();
        let (story, events, asked) = (cases(&told), cases(&plain), cases(&asked));
        assert_eq!(events.difference(&story).next(), None, "seed {seed}: a Case of an event is left out");
        assert_eq!(
            story.difference(&(&events | &asked)).next(),
            None,
            "seed {seed}: of neither an event nor a decision"
        );
        assert!(story.intersection(&asked).next().is_some(), "seed {seed}: decisions have their Cases");
        assert!(told.lines().count() * G::SHORTER < plain.lines().count() + decisions);
    }
}

/// The lines of the story of these actions, each with its side and the faces rolled; none of them is empty.
fn story<G: Sat>(setup: &str, actions: &[(G::Side, &str, &[u8])]) -> Vec<String> {
    let setup: G::Setup = serde_json::from_str(setup).unwrap();
    let mut game = Match::<G>::new(setup).unwrap();
    let (mut narrator, mut told) = (Narrator::new(), String::new());
    for &(side, words, faces) in actions {
        narrator.before(&game);
        let action = game.parse(words).unwrap();
        game.play_faces(side, action, faces).unwrap();
        told.push_str(&narrator.after(&game));
    }
    told.push_str(&narrator.rest());
    told.lines().filter(|l| !l.is_empty()).map(str::to_owned).collect()
}

#[test]
fn what_follows_a_question_that_is_declined_stands_below_it() {
    let setup = r#"{"start_at":"campaign","side":"Hussite","turn":2,"map":{"blank":true},
        "units":[{"id":"Iglau-Foot","hex":"2520"},{"id":"Zatec-Levy","hex":"1213"}]}"#;
    let end: &[u8] = &[2, 3, 5, 2, 2];
    let told = story::<BlindFaith>(setup, &[(blind_faith::Side::Hussite, "end-phase", end)]);
    assert!(told[0].starts_with("At the end of the Phase (3.5") && told[0].ends_with(')'), "{told:?}");
    assert_eq!(told[1], "Turn 3, 1422 (3.0)");
    assert_eq!(told[2], "    Event of the year: rolled 2 + 3 + 5 = 10: nothing happens (4.2)");
}

#[test]
fn no_heading_takes_what_is_no_answer_to_its_question() {
    let setup = r#"{"start_at":"moves","active":"Swiss","map":{"blank":true},"breached":true,
        "units":[{"id":"King-Gen-1","hex":"1414","facing":"S","state":"disordered"},
            {"id":"I-Pike-1","hex":"1413","facing":"N"}]}"#;
    let none: &[u8] = &[];
    let told = story::<Marignan>(
        setup,
        &[
            (marignan::Side::Swiss, "done", none),
            (marignan::Side::French, "done", none),
        ],
    );
    assert_eq!(told[0], "4. Retreat Phase: the French (2.1)", "a phase belongs to nobody's decision");
    assert!(told.iter().any(|l| l.starts_with("1. ") || l.starts_with("Turn ")), "{told:?}");
    let kept = "    King's gendarmes 1 cannot return to order: an enemy unit is adjacent (2.1)";
    assert!(told.iter().any(|l| l == kept), "{told:?}");
}

#[test]
fn the_enemys_moves_are_told_shortly_and_without_what_is_hidden() {
    let mut terminal = FakeTerminal::default();
    let (_, said) = terminal.sit::<Suleiman>("--play Ottoman --seed 11", &["rest", "pass", "quit"]);
    has(&said, &["Perenyi hidden", "Tomori hidden"]);
    assert!(!said.contains("Perenyi is placed in") && !said.contains("Perenyi in "), "{said}");
    assert!(said.lines().count() < 70, "{said}");
    assert!(said.lines().all(|l| l.chars().count() < 400), "{said}");
}

#[test]
fn an_activation_may_be_left_to_the_agent() {
    let setup = Setup {
        base: Some(Base::Mohacs),
        start_at: StartAt::Free,
        ..Setup::default()
    };
    let mut at = Repl::new(&BATTLE, Match::new(setup).unwrap(), Side::Hungary, 4);
    let mut terminal = FakeTerminal::default();
    at.advance(&mut terminal).unwrap();
    assert_eq!(at.hear("activate Bathyani", &mut terminal), Ok(Heard::Played));
    assert_eq!(at.hear("rest", &mut terminal), Ok(Heard::Played));
    at.advance(&mut terminal).unwrap();
    let within = |turn: Turn<Side>| match turn {
        Turn::Decide { within, .. } => within,
        Turn::Over { .. } => Place::Nowhere,
    };
    assert_eq!(within(at.game().turn()), Place::Nowhere);
    assert!(at.game().journal().iter().filter(|r| r.by == Side::Hungary).count() > 2);
}

#[test]
fn what_was_forced_is_taken_back_with_the_choice_before_it() {
    let mut terminal = FakeTerminal::with("s", SHOT);
    let ride = "take-leader Hannibal; w; w; w; w; w; w; w; w";
    let (code, said) = terminal.sit::<Suleiman>("--play Hungary --setup s --save out", &[ride, "undo", "quit"]);
    assert_eq!(code, DONE, "{}", terminal.warned);
    // He has spent all his points: the only choice left is played.
    has(answer(&said, 0), &["(No choice but `halt`: done.)", "Select a piece, or end movement."]);
    has(answer(&said, 1), &["Taken back: `step 2022`", "Hannibal: 1 MP left"]);
    let left = Match::<Suleiman>::load(&terminal.files["out"]).unwrap();
    assert_eq!(left.journal().len(), 8);
}

#[test]
fn a_stack_goes_as_one() {
    let mut terminal = FakeTerminal::with("s", ONSET);
    let lines = [
        "go 1410",
        "go 1410 1411",
        "go I-Pike-1 Arq-1 1412",
        "halt",
        "go pike-3 1512",
        "halt; go Arq-1 Steiner 1312",
        "go 1716 1717",
        "go Arq-1 xyz",
        "quit",
    ];
    let (code, said) = terminal.sit::<Marignan>("--play Swiss --setup s", &lines);
    assert_eq!(code, DONE, "{}", terminal.warned);
    has(answer(&said, 0), &["In reach:", "1411"]);
    has(
        answer(&said, 1),
        &[
            "Vanguard pikemen 1 and 2 with Steiner move from 1410 to 1411",
            "Vanguard pikemen 1 and 2 with Steiner (1411, facing S)",
        ],
    );
    has(answer(&said, 2), &["join Arq-1: not allowed"]);
    has(answer(&said, 4), &["Vanguard pikemen 3: 1510 → 1512"]);
    // He is in another hex, and has moved.
    has(answer(&said, 5), &["join-commander Steiner: not allowed"]);
    has(answer(&said, 6), &["1716 cannot be selected"]);
    has(answer(&said, 7), &["No way leads to xyz"]);
}

#[test]
fn a_way_in_one_line_counts_its_pivots() {
    let mut terminal = FakeTerminal::with("s", ONSET);
    let (code, said) = terminal.sit::<Marignan>("--play Swiss --setup s", &["go pike-3 1509", "quit"]);
    assert_eq!(code, DONE, "{}", terminal.warned);
    // One point for the hex, and one to turn.
    has(answer(&said, 0), &["movement (3.1, 9.0): Vanguard pikemen 3: 1510 → 1509, 2 MP"]);
}

#[test]
fn a_set_up_and_a_player_turn_are_left_to_the_agent_at_one_word() {
    let mut terminal = FakeTerminal::default();
    let (code, said) = terminal.sit::<Marignan>("--play French --seed 11", &["rest", "rest", "quit"]);
    assert_eq!(code, DONE, "{}", terminal.warned);
    has(&said, &["Place King's gendarmes 1. "]);
    let set_up = answer(&said, 0);
    has(set_up, &["King's gendarmes 1 → ", ", face N", "French: "]);
    assert!(!set_up.contains("more to place"), "{set_up}");
    assert!(set_up.lines().count() < 90, "{set_up}");
    // Phases without a choice are printed in passing.
    has(answer(&said, 1), &["1. Command Phase: the French;", "2. Reorganization Phase: the French; "]);
    let mut terminal = FakeTerminal::default();
    let mut at = Repl::new(
        &casus_belli::marignan::battles::MARIGNAN,
        Match::<Marignan>::new(marignan::Setup::default()).unwrap(),
        marignan::Side::Swiss,
        11,
    );
    at.advance(&mut terminal).unwrap();
    let whose = |at: &Repl<'_, Marignan>| match at.game().turn() {
        Turn::Decide { within, .. } => within,
        Turn::Over { .. } => Place::Nowhere,
    };
    let swiss = whose(&at);
    assert_eq!(at.hear("rest", &mut terminal), Ok(Heard::Played));
    assert_ne!(whose(&at), swiss);
}
