//! The tutorial: each of its rules matters, every interface takes its game as it is, and its page is as short as it says and
//! quotes the code.

use crate::terminal;
use crate::tutorial::game::{Bridge, Order, Setup, Side};
use casus_belli::core::{Match, Seeded};
use casus_belli::testkit::conformance::{Mutes, mutes};
use casus_belli::{MatchSession, Session as _};
use casus_terminal::DONE;
use terminal::FakeTerminal;

const GAME: &str = include_str!("../examples/tutorial/game.rs");
const MAIN: &str = include_str!("../examples/tutorial/main.rs");
const GUIDE: &str = include_str!("../docs/add-a-game.md");

#[test]
fn every_entry_of_every_list_is_noticed_by_a_file() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/conformance/bridge");
    let mut files = Vec::new();
    for file in std::fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        if path.extension().is_none_or(|x| x != "toml") {
            continue;
        }
        files.push((path.display().to_string(), std::fs::read_to_string(&path).unwrap()));
    }
    let found = mutes::<Bridge>(&files).expect("with nothing muted, every file is green");
    assert_eq!(found, Mutes::default());
}

#[test]
fn a_table_takes_it_and_odds_are_exact() {
    let setup = serde_json::to_string(&Setup::default()).unwrap();
    let mut table = MatchSession::<Bridge>::from_json(&setup, 7).unwrap();
    for (request, wanted) in [
        (r#"{"do":"turn"}"#, "\"turn\""),
        (r#"{"do":"actions","by":"Empire"}"#, "take E-Horse"),
        (r#"{"do":"check","by":"Empire","action":"take V-Pike"}"#, "it is of the other army"),
        (r#"{"do":"play","by":"Empire","action":"take E-Bows-1","journal":0,"viewer":"Empire"}"#, "E-Bows-1"),
        (r#"{"do":"view","viewer":"Venice"}"#, "0605"),
        (r#"{"do":"svg","viewer":"Venice"}"#, "<svg"),
    ] {
        let answer = table.ask(request);
        assert!(answer.contains(wanted), "{request}: {answer}");
    }

    let mut game = Match::<Bridge>::new(Setup::default()).unwrap();
    for words in ["take E-Bows-1", "step 0305"] {
        game.play_words(Side::Empire, words, &mut Seeded::new(1)).unwrap();
    }
    let shot = game.parse("attack V-Bows-1").unwrap();
    let order = |s: &_| <Bridge as casus_belli::core::Game>::view(s, None).units[0].order;
    let odds = game
        .odds(Side::Empire, &shot)
        .to_next_decision()
        .outcomes(order)
        .unwrap();
    // Two hexes farther than the next: 8 and 9 become 6 and 7.
    let told: Vec<(Order, String)> = odds.outcomes.iter().map(|(o, share)| (*o, share.to_string())).collect();
    assert_eq!(told, [(Order::Steady, "4/5".to_owned()), (Order::Disordered, "1/5".to_owned())]);
}

fn told(flags: &str, lines: &[&str]) -> FakeTerminal {
    let mut terminal = FakeTerminal::default();
    let (code, said) = terminal.sit::<Bridge>(flags, lines);
    assert_eq!(code, DONE, "{}", terminal.warned);
    FakeTerminal { said, ..terminal }
}

#[test]
fn a_battle_is_told_to_its_end_and_drawn() {
    let terminal = told("--seed 3 --svg x.svg", &[]);
    for words in ["Victory: ", "(6.2)", "is Disordered (5.1)", "arm crossbows"] {
        assert!(terminal.said.contains(words), "`{words}` is not in:\n{}", terminal.said);
    }
    assert!(terminal.files["x.svg"].contains("<svg"));
}

#[test]
fn a_person_plays_a_side_of_it() {
    let lines = [
        "take E-Bows-1",
        "step 0305",
        "why step 0309",
        "odds attack V-Bows-1",
        "undo",
        "quit",
    ];
    let terminal = told("--play Empire", &lines);
    for words in [
        "it is not next to it (3.1)",
        "V-Bows-1 Disordered",
        "Taken back: `step 0305`",
    ] {
        assert!(terminal.said.contains(words), "`{words}` is not in:\n{}", terminal.said);
    }
}

/// The number of lines of an item, from the line that begins with `head` to the closing brace. Lines that cite a Case do not count;
/// they belong to a rule.
fn item(text: &str, head: &str) -> usize {
    let mut lines = text.lines().skip_while(|l| !l.trim_start().starts_with(head));
    let first = lines.next().unwrap_or_else(|| panic!("there is no `{head}`"));
    if !first.ends_with('{') {
        return 1;
    }
    let indent = first.len() - first.trim_start().len();
    let close = format!("{}}}", " ".repeat(indent));
    let body = lines.take_while(|l| **l != close);
    2 + body.filter(|l| !l.contains("cite!(")).count()
}

#[test]
fn the_page_is_a_page() {
    let all = GAME.lines().count() + MAIN.lines().count();
    assert!(all <= 656, "{all} lines");
    // The parts that any game needs: imports, derived traits, the wiring of state, engine and contract, the program.
    let items = [
        "pub struct GameData",
        "struct Engine",
        "impl Default for Setup",
        "fn laws(",
        "fn stack(",
        "fn over(",
        "fn begin_under(",
        "casus_core::staged!",
        "fn within(",
        "fn apply(",
        "fn view(",
        "fn gazetteer(",
        "fn lists(",
        "fn next(",
        "pub struct Bridge",
        "type Event",
        "const RULINGS",
    ];
    let items: usize = items.iter().map(|head| item(GAME, head)).sum();
    let begins = |heads: &[&str]| {
        GAME.lines()
            .filter(|l| heads.iter().any(|h| l.trim_start().starts_with(h)))
            .count()
    };
    let wiring = begins(&[
        "use ",
        "#[",
        "const NAME",
        "const CASEBOOK",
        "const WITHIN",
        "const DECISIONS",
        "type S",
        "type V",
        "type A",
        "type P",
    ]);
    let boilerplate = items + wiring + MAIN.lines().count();
    println!("{all} lines, {boilerplate} of them for any game");
    assert!(boilerplate <= 120, "{boilerplate} lines");
}

#[test]
fn the_guide_quotes_what_stands_in_the_code() {
    let plain = |text: &str| text.lines().map(str::trim).collect::<Vec<_>>().join("\n");
    let code = [plain(GAME), plain(MAIN)].join("\n");
    let mut many = 0;
    for block in GUIDE.split("```rust\n").skip(1) {
        let (block, _) = block.split_once("```").expect("a block is closed");
        // A line of dots marks an omission.
        for part in plain(block).split("\n// …\n") {
            assert!(code.contains(part.trim()), "not in the code:\n{part}");
            many += 1;
        }
    }
    assert!(many > 10, "{many} excerpts");
}
