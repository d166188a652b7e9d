//! The doors of the example programs: what they make of bad flags, bad files and good ones.
#![allow(missing_docs)]

#[path = "common/desk.rs"]
mod terminal;

use casus_belli::GAMES;
use casus_belli::core::person::runner::{names, proves, read_setup};
use casus_belli::core::person::{Args, BoxedGame as _, DONE, Io, Narrator, REFUSED};
use casus_belli::core::{Agent, Match, Seeded, Sided as _, Standing};
use casus_belli::marignan::Marignan;
use casus_belli::suleiman::Suleiman;
use terminal::common;
use terminal::{FakeTerminal, Program};

crate::of_every_program!(
    bad_flags_are_refused_in_words,
    the_help_lists_every_flag_and_option,
    unknown_options_and_scenarios_are_refused,
    toml_and_json_read_alike,
    a_battle_is_told_saved_and_told_again,
    an_unfinished_save_is_told_and_drawn,
    a_save_that_cannot_be_written_is_said,
    every_line_of_the_story_cites_a_case,
    a_battle_is_drawn_at_its_end_at_a_moment_and_frame_by_frame,
);

/// Refused with code 2, with these words, and no file is harmed.
fn refused<G: Program>(mut terminal: FakeTerminal, line: &str, words: &[&str]) {
    let before = terminal.files.clone();
    assert_eq!(terminal.run::<G>(line), REFUSED, "{line}: {}", terminal.warned);
    for word in words {
        assert!(terminal.warned.contains(word), "{line}: `{word}` is not in: {}", terminal.warned);
    }
    let program = format!("{}: ", G::BATTLE.program);
    assert!(terminal.warned.starts_with(&program), "{}", terminal.warned);
    assert!(terminal.said.is_empty(), "{line}");
    assert_eq!(terminal.files, before, "{line}");
}

fn bad_flags_are_refused_in_words<G: Program>() {
    for (line, word) in [
        ("--sed 1", "`--sed` is no flag"),
        ("battle", "`battle` is no flag"),
        ("--seed", "`--seed` wants a value"),
        ("--seed=", "`--seed` wants a value"),
        ("--seed --quiet", "`--seed` wants a value"),
        ("--seed x", "a whole number"),
        ("--seed -1", "a whole number"),
        ("--seed 18446744073709551616", "18446744073709551615"),
        ("--seed 1 --seed 2", "stands twice"),
        ("--save a --save b", "stands twice"),
        ("--quiet=yes", "takes no value"),
        ("--svg", "`--svg` wants a value"),
        ("--svg a --svg b", "stands twice"),
        ("--frames a --frames b", "stands twice"),
        ("--svg a --at 1 --at 1", "stands twice"),
        ("--svg a --at x", "a whole number"),
        ("--svg a --at -1", "a whole number"),
        ("--at 3", "it wants `--svg`"),
        ("--turns 0", "a whole number from 1"),
        ("--turns 1 --turns 1", "stands twice"),
        ("--turns 1 --replay a", "it goes ill with"),
        ("--scenario", "`--scenario` wants a value"),
        ("--scenario a --scenario b", "stands twice"),
        ("--replay a --seed 1", "goes ill with `--seed`"),
        ("--replay a --scenario b", "goes ill with `--scenario`"),
        ("--option D7 --replay a", "goes ill with `--option`"),
    ] {
        refused::<G>(FakeTerminal::default(), line, &[word, "--help"]);
    }
}

#[test]
fn good_flags_are_read() {
    let words = "--seed=7 --setup s --option A2 --option=D7 --save t -q";
    let args = Args::parse(words.split(' ').map(str::to_owned)).unwrap();
    assert_eq!(args.seed, Some(7));
    assert_eq!(args.setup.as_deref(), Some("s"));
    assert_eq!(args.options, ["A2", "D7"]);
    assert_eq!(args.save.as_deref(), Some("t"));
    assert!(args.quiet && !args.help && args.replay.is_none());
    let words = "--svg a.svg --at 0 --frames=f --replay t";
    let args = Args::parse(words.split(' ').map(str::to_owned)).unwrap();
    assert_eq!((args.svg.as_deref(), args.at), (Some("a.svg"), Some(0)));
    assert_eq!(args.frames.as_deref(), Some("f"));
}

fn the_help_lists_every_flag_and_option<G: Program>() {
    let mut terminal = FakeTerminal::default();
    assert_eq!(terminal.run::<G>("--help"), DONE);
    let flags = ["--play SIDE", "--seed N", "--svg FILE", "--at N", "--frames DIR"];
    for flag in flags {
        assert!(terminal.said.contains(flag), "{}", terminal.said);
    }
    let named = terminal.said.contains("--scenario ID");
    assert_eq!(named, !G::BATTLE.scenarios.is_empty(), "only a box with several battles asks which");
    for (id, title) in G::BATTLE.scenarios {
        let both = format!("{id} ({title})");
        assert!(terminal.said.contains(&both), "{both} is not in: {}", terminal.said);
    }
    let rulings = G::CASEBOOK.rulings.iter().filter(|r| r.switch.is_some());
    let cases = G::CASEBOOK
        .entries
        .iter()
        .filter(|e| e.standing == Standing::Optional && (G::BATTLE.option)(&mut (G::BATTLE.setup)(), e.number));
    for option in rulings.map(|r| r.id).chain(cases.map(|e| e.number)) {
        let line = format!("\n  {option} ");
        assert!(terminal.said.contains(&line), "{}", terminal.said);
    }
}

fn unknown_options_and_scenarios_are_refused<G: Program>() {
    let last = G::BATTLE.options.last().copied().unwrap_or("there are none");
    refused::<G>(FakeTerminal::default(), "--option 99.9", &["`--option 99.9`: no such option", last]);
    refused::<G>(FakeTerminal::with("s", G::SMALL), "--setup s --option X1", &["X1"]);
    let known = G::BATTLE.scenarios.first();
    let says = known.map_or("this box has one battle", |(id, _)| id);
    refused::<G>(FakeTerminal::default(), "--scenario waterloo", &["`--scenario waterloo`: no such scenario", says]);
}

#[test]
fn an_option_is_played_by_its_name() {
    let mut terminal = FakeTerminal::with("s", "start_at = 'set-up'");
    let flags = "--play French --setup s --save out --option";
    let options = Marignan::battle("marignan").unwrap().options;
    let word = options
        .iter()
        .find(|o| o.to_lowercase() != **o)
        .expect("a ruling has a capital letter");
    for spelt in [(*word).to_owned(), word.to_lowercase()] {
        let (code, _) = terminal.sit::<Marignan>(&format!("{flags} {spelt}"), &["quit"]);
        assert_eq!(code, DONE, "{}", terminal.warned);
        let game = Match::<Marignan>::load(&terminal.files["out"]).unwrap();
        let on: Vec<&str> = game.setup().options.iter().map(|c| c.word()).collect();
        assert_eq!(on, [*word], "{spelt}");
    }
}

#[test]
fn a_scenario_is_played_by_its_name() {
    let mut terminal = FakeTerminal::with("s", "start_at = 'set-up'");
    let flags = "--play French --setup s --save out --scenario";
    for (id, same) in [("two-days", true), ("TWO-DAYS", true), ("first-day", false)] {
        let (code, _) = terminal.sit::<Marignan>(&format!("{flags} {id}"), &["quit"]);
        assert_eq!(code, DONE, "{}", terminal.warned);
        let setup = Match::<Marignan>::load(&terminal.files["out"]).unwrap();
        let scenario = setup.setup().scenario.as_deref();
        assert_eq!(scenario == Some("two-days"), same, "{id}: {scenario:?}");
    }
}

#[test]
fn bad_setups_are_refused_with_file_and_place() {
    refused::<Suleiman>(FakeTerminal::default(), "--setup gone.toml", &["gone.toml: no such file"]);
    let mut terminal = FakeTerminal::default();
    terminal.barred.push("dir".to_owned());
    refused::<Suleiman>(terminal, "--setup dir", &["dir: permission denied"]);
    for (file, text, words) in [
        ("a.toml", "start_at = ", ["a.toml", "line 1, column"]),
        ("a.toml", "stalemate = 3\nbanners = 'x'", ["line 2, column", "unknown field `banners`"]),
        ("a.toml", "stalemate = 3000", ["line 1, column", "3000"]),
        ("a.toml", "options = ['D8']", ["line 1, column", "unknown option `D8`"]),
        (
            "a.toml",
            "start_at = 'free'\nbase = 'empty'\nunits = [{ id = 'X', hex = '2014' }]",
            ["a.toml: units[0].id", "`X`"],
        ),
        ("a.json", "{\"stalemate\": 3,\n \"banners\": 1}", ["a.json", "line 2 column"]),
        ("a.json", "", ["a.json: the file is empty", "JSON"]),
        ("a.toml", "# nothing\n", ["a.toml: the file has no key", "printed"]),
        ("plain", "\u{FEFF}", ["plain: the file has no key", ""]),
        (
            "a.json",
            "{\"map\": {\"hexes\": [{\"hex\": \"1\", \"hex\": \"2\"}]}}",
            ["a.json: `map.hexes[0]`", "the key `hex` twice"],
        ),
        ("a.toml", "units = [{ id = \"\\u001b\" }]", ["a.toml: units[0].id", "U+001B"]),
        ("plain", " {\"stalemate\": }", ["plain", "line 1 column"]),
        ("a.json", "{\"stalemate\": 3000}", ["`3000`", "a whole number from 0 to 255"]),
        ("a.toml", "units = [['HU-RI-1', '2014']]", ["a.toml: units[0]", "a bare list"]),
        ("a.json", "[]", ["a.json: the whole", "a bare list"]),
        ("a.json", "{\"stalemate\": 0}", ["a.json: stalemate", "at least one"]),
    ] {
        refused::<Suleiman>(FakeTerminal::with(file, text), &format!("--setup {file}"), &words);
    }
}

fn toml_and_json_read_alike<G: Program>() {
    let toml = read_setup::<G>("x", G::SMALL).unwrap();
    let json = serde_json::to_string(&toml).unwrap();
    for path in ["x", "x.json", "X.JSON"] {
        assert_eq!(read_setup::<G>(path, &json).unwrap(), toml, "{path}");
    }
    assert!(read_setup::<G>("x.toml", &json).is_err());
    for (path, text) in [("x.toml", G::SMALL), ("x.json", &*json), ("x", G::SMALL), ("x", &*json)] {
        assert_eq!(read_setup::<G>(path, &format!("\u{FEFF}{text}")).unwrap(), toml, "{path}");
    }
}

fn a_battle_is_told_saved_and_told_again<G: Program>() {
    let mut terminal = FakeTerminal::with("s.toml", G::SMALL);
    let option = G::CASEBOOK.rulings.iter().rev().find(|r| r.switch.is_some());
    let flag = option.map_or(String::new(), |r| format!("--option {}", r.id));
    let line = format!("--setup s.toml --seed 3 {flag} --save out");
    let code = terminal.run::<G>(&line);
    assert_eq!(code, DONE, "{}", terminal.warned);
    let first = std::mem::take(&mut terminal.said);
    let save = terminal.files["out"].clone();
    let played = Match::<G>::load(&save).unwrap();
    let setup = serde_json::to_string(played.setup()).unwrap();
    if let Some(option) = option {
        assert!(setup.contains(&format!("\"options\":[\"{}\"]", option.id)), "{setup}");
    }
    assert_eq!(terminal.run::<G>("--replay out"), DONE, "{}", terminal.warned);
    let again = std::mem::take(&mut terminal.said);
    let tail = |text: &str| text.split_once('\n').map(|(_, rest)| rest.to_owned());
    assert_eq!(tail(&first), tail(&again));
    // Written over an older save, with the same flags the same bytes.
    assert_eq!(terminal.run::<G>(&format!("{line} --quiet")), DONE);
    assert_eq!(terminal.files["out"], save);
    assert!(first.ends_with(&terminal.said), "the end is told alike when quiet");
    // Only a save is written over.
    terminal.said.clear();
    refused::<G>(terminal, "--save s.toml", &["s.toml", "it is left alone"]);
    // A changed save is refused.
    let [one, two] = [0, 1].map(|i| format!("\"by\":\"{}\"", G::Side::ALL[i].word()));
    let first_by = played.journal()[0].by;
    let (from, to) = if first_by.index() == 0 { (one, two) } else { (two, one) };
    let other = save.replacen(&from, &to, 1);
    assert_ne!(other, save);
    refused::<G>(FakeTerminal::with("out", &other), "--replay out", &["out: journal step 1", "refused"]);
    refused::<G>(FakeTerminal::with("out", &save[..save.len() / 2]), "--replay out", &["out: not a save", "line"]);
    refused::<G>(FakeTerminal::with("out", G::SMALL), "--replay out", &["out: not a save", "line 2"]);
    refused::<G>(FakeTerminal::default(), "--replay out", &["out: no such file"]);
}

/// A save of a battle that goes on is told and drawn like any other.
fn an_unfinished_save_is_told_and_drawn<G: Program>() {
    let mut terminal = FakeTerminal::with("s.toml", G::SMALL);
    let side = G::Side::ALL[0].word();
    let (code, said) = terminal.sit::<G>(&format!("--play {side} --setup s.toml --save out"), &["quit"]);
    assert_eq!(code, DONE, "{}", terminal.warned);
    let game = Match::<G>::load(&terminal.files["out"]).unwrap();
    if game.ended() {
        return;
    }
    assert!(said.contains(&format!("`--play {side} --continue out`")), "{said}");
    assert_eq!(terminal.run::<G>("--replay out --svg end.svg"), DONE, "{}", terminal.warned);
    assert!(
        terminal.said.contains("each legal") && terminal.said.contains("Play has not ended"),
        "{}",
        terminal.said
    );
    assert!(terminal.files["end.svg"].starts_with("<svg"), "{}", terminal.files["end.svg"]);
    assert_eq!(terminal.run::<G>("--replay out --svg far.svg --at 99"), REFUSED);
    assert!(terminal.warned.contains("what was played ends with picture"), "{}", terminal.warned);
}

fn a_save_that_cannot_be_written_is_said<G: Program>() {
    let mut terminal = FakeTerminal::with("s.toml", G::SMALL);
    terminal.barred.push("out".to_owned());
    assert_eq!(terminal.run::<G>("--setup s.toml --save out"), REFUSED);
    assert!(terminal.warned.contains("out: permission denied"), "{}", terminal.warned);
    assert!(terminal.said.is_empty(), "it is said before the battle");
    refused::<G>(FakeTerminal::default(), "--save nope/x", &["nope/x: there is no such folder"]);
    let mut machine = common::Machine;
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    assert_eq!(machine.writable("a file that nobody has"), Ok(()));
    assert_eq!(machine.writable(&path("x")), Ok(()));
    for bad in [path("casus-belli-nowhere/x"), path("."), "/dev/null/x".to_owned()] {
        assert!(machine.writable(&bad).is_err(), "{bad}");
    }
}

#[test]
fn the_small_programs_read_their_flags() {
    let words = |line: &str| line.split_whitespace().map(str::to_owned).collect();
    let read = |line: &str, more: usize| common::read(words(line), GAMES, more);
    assert_eq!(read("suleiman 7.4", 1), Ok(("suleiman".to_owned(), vec!["7.4".to_owned()])));
    for line in ["--help", "suleiman -h", "x --help"] {
        assert_eq!(read(line, 0), Err(None), "{line}");
    }
    for (line, more, says) in [
        ("", 0, "which game?"),
        ("mohi", 0, "unknown game \"mohi\"; games: suleiman, marignan"),
        ("suleiman extra", 0, "`extra` is too much"),
        ("suleiman 7.4 7.5", 1, "`7.5` is too much"),
        ("suleiman --all", 1, "`--all` is no flag"),
    ] {
        let complaint = read(line, more).unwrap_err().unwrap();
        assert!(complaint.contains(says), "{line}: {complaint}");
    }
}

fn every_line_of_the_story_cites_a_case<G: Program>() {
    let mut lines = 0;
    for seed in 5.. {
        let game = a_story_cites::<G>(seed, &mut lines);
        everybody_is_mustered::<G>(&game);
        if lines > 500 {
            break;
        }
    }
}

/// A battle, or the first 3000 actions of one: each line that is told has its Case.
fn a_story_cites<G: Program>(seed: u64, lines: &mut usize) -> Match<G> {
    let mut game = Match::<G>::new((G::BATTLE.setup)()).unwrap();
    let mut agents = (G::BATTLE.agents)(seed);
    let mut agents: Vec<&mut dyn Agent<G>> = agents.iter_mut().map(|a| &mut **a as _).collect();
    let mut dice = Seeded::new(seed);
    let mut narrator = Narrator::new();
    let before = *lines;
    for _ in 0..3000 {
        narrator.before(&game);
        if game.run(&mut agents, &mut dice, 1).unwrap().actions == 0 {
            break;
        }
        for line in narrator.after(&game).lines().filter(|l| !l.is_empty()) {
            *lines += 1;
            let cited = G::CASEBOOK.entries.iter().any(|e| names(line, e.number));
            assert!(cited || line.contains("(library: "), "{line}");
        }
    }
    assert!(*lines > before, "nothing was told");
    game
}

/// Every piece of the view is in the casualty table, under its command, if it has one, and its arm.
fn everybody_is_mustered<G: Program>(game: &Match<G>) {
    let muster = (G::BATTLE.muster)(game);
    let table = muster.to_string();
    for &side in G::Side::ALL {
        assert!(table.contains(&G::side_name(game.state(), side)), "{table}");
    }
    for piece in &muster.pieces {
        let rows = [("command", &piece.body), ("arm", &piece.kind)];
        for (label, word) in rows.into_iter().filter(|(_, word)| !word.is_empty()) {
            let row = match &**word {
                "none" => format!("no {label}"),
                word => format!("{label} {word}"),
            };
            assert!(table.contains(&row), "`{row}` is not in: {table}");
        }
        assert!(piece.fate < muster.fates.len());
    }
    let view = serde_json::to_value(game.view(None)).unwrap();
    let units = &view["units"];
    let units = units
        .as_object()
        .map_or_else(|| units.as_array().map(Vec::len), |by_name| Some(by_name.len()));
    assert_eq!(Some(muster.pieces.len()), units);
}

#[test]
fn proofs_and_names_are_found() {
    let text = "proves = ['7.2']\n[[case]]\nproves = ['D7', '7.2']\n[[case]]\nabout = 'x'";
    assert_eq!(proves(text), ["7.2", "D7"]);
    assert!(proves("not = [toml").is_empty());
    for (text, case, named) in [
        ("as 7.4.2(1) asks", "7.4", true),
        ("as 7.4.2(1) asks", "7", true),
        ("as 17.4 asks.", "7.4", false),
        ("see 7.4.", "7.4", true),
        ("see 7.40", "7.4", false),
        ("seven of 7", "7", false),
    ] {
        assert_eq!(names(text, case), named, "{text}, {case}");
    }
}

fn a_battle_is_drawn_at_its_end_at_a_moment_and_frame_by_frame<G: Program>() {
    let mut terminal = FakeTerminal::with("s.toml", G::SMALL);
    let line = "--setup s.toml --seed 3 --quiet";
    assert_eq!(
        terminal.run::<G>(&format!("{line} --svg end.svg --save out --frames f")),
        DONE,
        "{}",
        terminal.warned
    );
    assert_eq!(terminal.folders, ["f"]);
    let frames: Vec<String> = terminal.files.keys().filter(|f| f.starts_with("f/")).cloned().collect();
    let names = (0..frames.len()).map(|n| format!("f/{n:04}.svg"));
    assert_eq!(frames, names.collect::<Vec<_>>(), "numbered from 0 without a gap");
    assert!(frames.len() >= 3, "{frames:?}");
    for (n, name) in frames.iter().enumerate() {
        let text = &terminal.files[name];
        let doc = roxmltree::Document::parse(text).unwrap();
        let title = doc.descendants().find(|d| d.has_tag_name("title")).unwrap();
        let title = title.text().unwrap();
        if n + 1 == frames.len() {
            assert_eq!(text, &terminal.files["end.svg"]);
            let game = Match::<G>::load(&terminal.files["out"]).unwrap();
            let (outcome, cite) = game.outcome().unwrap();
            let ending = casus_belli::core::play::describe_outcome::<G>(game.state(), outcome, cite);
            assert!(title.contains(&ending), "{title}");
        } else {
            let plural = if n == 1 { "" } else { "s" };
            assert!(title.contains(&format!("After {n} {}{plural}. ", G::WITHIN)), "{title}");
        }
    }
    // A replay draws the same, even if it tells nothing; an older picture is written over.
    terminal.said.clear();
    let again = "--replay out --quiet --svg end.svg --at 1 --frames g";
    assert_eq!(terminal.run::<G>(again), DONE, "{}", terminal.warned);
    assert_eq!(terminal.files["end.svg"], terminal.files["f/0001.svg"]);
    for name in &frames {
        assert_eq!(terminal.files[&name.replace("f/", "g/")], terminal.files[name]);
    }
    assert!(!terminal.said.contains("each legal"), "{}", terminal.said);
    // A moment that never comes is said, and nothing is drawn.
    let far = "--replay out --quiet --svg far.svg --at 99";
    assert_eq!(terminal.run::<G>(far), REFUSED);
    assert!(terminal.warned.contains("`--at 99`: the battle ends with picture"), "{}", terminal.warned);
    assert!(!terminal.files.contains_key("far.svg"));
    // What is no picture of ours is spared, and a folder with something in it.
    for (flags, says) in [
        ("--svg s.toml", "s.toml: there is such a file, and it is no picture of ours"),
        ("--svg out", "out: there is such a file"),
        ("--save end.svg", "end.svg: there is such a file, and it is no save"),
        ("--frames f", "f: the folder is not empty"),
        ("--svg nope/x", "nope/x: there is no such folder"),
        ("--svg x --save x", "x: `--save` and `--svg` name the same file"),
    ] {
        let mut other = terminal.clone();
        (other.said, other.warned) = (String::new(), String::new());
        refused::<G>(other, &format!("{line} {flags}"), &[says]);
    }
    terminal.barred.push("end.svg".to_owned());
    (terminal.said, terminal.warned) = (String::new(), String::new());
    refused::<G>(terminal, &format!("{line} --svg end.svg"), &["end.svg: permission denied"]);
}

#[test]
fn the_machine_makes_a_folder_and_spares_a_full_one() {
    let mut machine = common::Machine;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("frames").to_string_lossy().into_owned();
    assert_eq!(machine.folder(&path), Ok(()));
    assert_eq!(machine.folder(&path), Ok(()), "an empty folder will do");
    let file = format!("{path}/0000.svg");
    assert_eq!(machine.write(&file, "x"), Ok(()));
    assert!(machine.folder(&path).unwrap_err().contains("not empty"));
    assert!(machine.folder(&file).is_err(), "a file is no folder");
}

#[test]
fn so_many_turns_are_played_and_no_more() {
    use casus_belli::arquebus::Arquebus;
    use casus_belli::blind_faith::BlindFaith;
    let mut terminal = FakeTerminal::default();
    assert_eq!(terminal.run::<BlindFaith>("--seed 1 --turns 2"), DONE, "{}", terminal.warned);
    let years = |year: &str| terminal.said.contains(&format!("Turn {year} (3.0)"));
    assert!(years("2, 1421") && terminal.said.contains("Play has not ended"), "{}", terminal.said);
    assert!(!years("4, 1423"), "{}", terminal.said);
    refused::<Arquebus>(FakeTerminal::default(), "--turns 2", &["this game has no turns"]);
}
