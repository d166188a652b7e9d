//! The inputs of the example programs: bad flags, bad files and good ones.

use crate::terminal;
use casus_belli::core::play::read_setup;
use casus_belli::core::{Agent, Match, Seeded, Sided as _, Standing};
use casus_belli::guide::{BoxedGame as _, Mark};
use casus_belli::marignan::Marignan;
use casus_belli::suleiman::Suleiman;
use casus_terminal::commands::{CommandError, charts, names, proves, rules};
use casus_terminal::{Args, ColorChoice, DONE, Io, Machine, Narrator, REFUSED};
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

/// The program exits with code 2 and these words, and no file changes.
fn refused<G: Program>(mut terminal: FakeTerminal, line: &str, words: &[&str]) {
    let before = terminal.files.clone();
    assert_eq!(terminal.run::<G>(line), REFUSED, "{line}: {}", terminal.warned);
    for word in words {
        assert!(terminal.warned.contains(word), "{line}: `{word}` is not in: {}", terminal.warned);
    }
    // The parser reports errors of the command line, and the program all others.
    let program = format!("{}: ", G::BATTLE.program);
    let by = |head: &str| terminal.warned.starts_with(head);
    assert!(by(&program) || by("error: "), "{}", terminal.warned);
    assert!(terminal.said.is_empty(), "{line}");
    assert_eq!(terminal.files, before, "{line}");
}

fn bad_flags_are_refused_in_words<G: Program>() {
    let wants = "a value is required for";
    let twice = "cannot be used multiple times";
    for (line, word) in [
        ("--sed 1", "a similar argument exists: '--seed'"),
        ("battle", "unexpected argument 'battle'"),
        ("--seed", wants),
        ("--seed=", "--seed <N>"),
        ("--seed --quiet", wants),
        ("--seed x", "invalid value 'x' for '--seed <N>'"),
        ("--seed -1", "invalid value '-1' for '--seed <N>'"),
        ("--seed 18446744073709551616", "18446744073709551615"),
        ("--seed 1 --seed 2", twice),
        ("--save a --save b", twice),
        ("--save=", wants),
        ("--quiet=yes", "unexpected value 'yes' for '--quiet'"),
        ("--svg", wants),
        ("--svg a --svg b", twice),
        ("--frames a --frames b", twice),
        ("--svg a --at 1 --at 1", twice),
        ("--svg a --at x", "invalid value 'x' for '--at <N>'"),
        ("--svg a --at -1", "invalid value '-1' for '--at <N>'"),
        ("--at 3", "--svg <FILE>"),
        ("--turns 0", "invalid value '0' for '--turns <N>'"),
        ("--turns 1 --turns 1", twice),
        ("--turns 1 --replay a", "cannot be used with '--replay <FILE>'"),
        ("--turns 1 --play a", "cannot be used with '--play <SIDE>'"),
        ("--scenario", wants),
        ("--scenario a --scenario b", twice),
        ("--replay a --seed 1", "cannot be used with '--seed <N>'"),
        ("--replay a --scenario b", "cannot be used with '--scenario <ID>'"),
        ("--option D7 --replay a", "cannot be used with '--replay <FILE>'"),
        ("--mark zoc", "--mark needs a picture: add --svg or --frames"),
        ("--mark zoc --play a", "--mark needs a picture: add --svg\n"),
        ("--svg a --mark sight", "--mark sight is of one piece or hex: add --of"),
        ("--svg a --mark zok", "a similar value exists: 'zoc'"),
        ("--svg a --of X", "--mark <WHAT>"),
        ("--color red", "[possible values: auto, always, never]"),
        ("--columns 19", "19 is not in 20..=65535"),
    ] {
        refused::<G>(FakeTerminal::default(), line, &[word, "--help"]);
    }
}

#[test]
fn good_flags_are_read() {
    let read = |words: &str| Args::read(<Suleiman as Program>::BATTLE, words.split(' ')).unwrap();
    let args = read("--seed=7 --setup s --option A2 --option=D7 --save t -q");
    assert_eq!(args.opening.seed, Some(7));
    assert_eq!(args.opening.setup.as_deref(), Some("s"));
    assert_eq!(args.opening.options, ["A2", "D7"]);
    assert_eq!(args.keeping.save.as_deref(), Some("t"));
    assert!(args.quiet && args.replay.is_none());
    let args = read("--svg a.svg --at 0 --frames=f --replay t --mark zoc --mark sight --of 2014");
    assert_eq!((args.keeping.svg.as_deref(), args.pictures.at), (Some("a.svg"), Some(0)));
    assert_eq!(args.pictures.frames.as_deref(), Some("f"));
    assert_eq!(args.pictures.marks.marks, [Mark::Zoc, Mark::Sight]);
    let args = read("--play Hungary --continue t --seed 3 --save u --color never --columns 90");
    assert_eq!((args.play.as_deref(), args.carry_on.as_deref()), (Some("Hungary"), Some("t")));
    assert_eq!((args.screen.color, args.screen.columns), (ColorChoice::Never, Some(90)));
}

fn the_help_lists_every_flag_and_option<G: Program>() {
    let mut terminal = FakeTerminal::default();
    assert_eq!(terminal.run::<G>("--help"), DONE);
    let flags = [
        "--play <SIDE>",
        "--continue <FILE>",
        "--replay <FILE>",
        "--seed <N>",
        "--setup <FILE>",
        "--option <CASE>",
        "--save <FILE>",
        "--svg <FILE>",
        "--at <N>",
        "--frames <DIR>",
        "--mark <WHAT>",
        "--of <PIECE>",
        "--turns <N>",
        "-q, --quiet",
        "--color <WHEN>",
        "CLICOLOR_FORCE",
        "Examples",
        "Exit codes:",
    ];
    for flag in flags {
        assert!(terminal.said.contains(flag), "{}", terminal.said);
    }
    let named = terminal.said.contains("--scenario <ID>");
    assert_eq!(named, !G::BATTLE.scenarios.is_empty(), "only a box with several battles asks which");
    for (id, title) in G::BATTLE.scenarios {
        let listed = |l: &str| l.trim_start().starts_with(id) && l.ends_with(title);
        assert!(terminal.said.lines().any(listed), "{id}: {}", terminal.said);
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
    let last = G::BATTLE
        .options
        .last()
        .copied()
        .unwrap_or("this battle has no options");
    refused::<G>(FakeTerminal::default(), "--option 99.9", &["unknown option \"99.9\"; ", last]);
    refused::<G>(FakeTerminal::with("s", G::SMALL), "--setup s --option X1", &["X1"]);
    let known = G::BATTLE.scenarios.first();
    let says = known.map_or("this battle has no scenarios", |(id, _)| id);
    refused::<G>(FakeTerminal::default(), "--scenario waterloo", &["unknown scenario \"waterloo\"; ", says]);
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
            ["a.toml: units[0].id", "\"X\""],
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
    // A save replaces an older one; the same flags give the same bytes.
    assert_eq!(terminal.run::<G>(&format!("{line} --quiet")), DONE);
    assert_eq!(terminal.files["out"], save);
    assert!(first.ends_with(&terminal.said), "the end is told alike when quiet");
    // Only a save is overwritten.
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

/// A save of an unfinished battle is told and drawn like any other.
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
    let mut machine = Machine::default();
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    assert!(machine.writable("a file that nobody has").is_ok());
    assert!(machine.writable(&path("x")).is_ok());
    for bad in [path("casus-belli-nowhere/x"), path("."), "/dev/null/x".to_owned()] {
        assert!(machine.writable(&bad).is_err(), "{bad}");
    }
}

#[test]
fn charts_and_cases_are_printed_or_their_name_is_refused() {
    let mut terminal = FakeTerminal::default();
    charts::<Suleiman>(None, &mut terminal).unwrap();
    assert!(terminal.said.contains("Reconstructed, and why\n======"), "{}", terminal.said);
    terminal.said.clear();
    rules::<Suleiman>(Some("7.4.2"), None, &mut terminal).unwrap();
    assert!(terminal.said.contains("7.4.2") && terminal.said.contains("D7"), "{}", terminal.said);
    assert!(terminal.said.ends_with("tests/conformance/suleiman of the source\n"), "{}", terminal.said);
    let e = charts::<Suleiman>(Some("mohi"), &mut terminal).unwrap_err();
    assert!(matches!(e, CommandError::UnknownBattle { .. }), "{e}");
    assert_eq!(e.to_string(), "unknown battle \"mohi\"; battles of suleiman: mohacs");
    let e = rules::<Suleiman>(Some("7.44"), None, &mut terminal).unwrap_err();
    assert!(
        e.to_string()
            .starts_with("unknown Case or ruling \"7.44\" of suleiman; did you mean \"7.4"),
        "{e}"
    );
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

/// Plays a battle, or its first 3000 actions. Each line of the story has its Case.
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

/// The casualty table has every piece of the view, under its command, if it has one, and its arm.
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
    // A replay draws the same, even without text. It overwrites an older picture.
    terminal.said.clear();
    let again = "--replay out --quiet --svg end.svg --at 1 --frames g";
    assert_eq!(terminal.run::<G>(again), DONE, "{}", terminal.warned);
    assert_eq!(terminal.files["end.svg"], terminal.files["f/0001.svg"]);
    for name in &frames {
        assert_eq!(terminal.files[&name.replace("f/", "g/")], terminal.files[name]);
    }
    assert!(!terminal.said.contains("each legal"), "{}", terminal.said);
    // A step that never comes is an error, and nothing is drawn.
    let far = "--replay out --quiet --svg far.svg --at 99";
    assert_eq!(terminal.run::<G>(far), REFUSED);
    assert!(terminal.warned.contains("`--at 99`: the battle ends with picture"), "{}", terminal.warned);
    assert!(!terminal.files.contains_key("far.svg"));
    // Files that are no pictures of this program are not overwritten, nor is a folder with something in it.
    for (flags, says) in [
        ("--svg s.toml", "s.toml: there is such a file, and it is no picture of ours"),
        ("--svg out", "out: there is such a file"),
        ("--save end.svg", "end.svg: there is such a file, and it is no save"),
        ("--frames f", "f: the folder is not empty"),
        ("--svg nope/x", "nope/x: there is no such folder"),
        ("--svg x --save x", "x: --save and --svg name the same file"),
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
    let mut machine = Machine::default();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("frames").to_string_lossy().into_owned();
    assert!(machine.folder(&path).is_ok());
    assert!(machine.folder(&path).is_ok(), "an empty folder will do");
    let file = format!("{path}/0000.svg");
    assert!(machine.write(&file, "x").is_ok());
    assert!(machine.folder(&path).unwrap_err().to_string().contains("not empty"));
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
