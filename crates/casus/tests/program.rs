//! Tests of `casus` as a process: its output, its files and its exit codes.

use serde_json::{Value, json};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A temporary folder.
struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }
    fn at(&self) -> &Path {
        self.0.path()
    }
    fn path(&self, name: &str) -> String {
        self.at().join(name).to_string_lossy().into_owned()
    }
    fn write(&self, name: &str, text: &str) -> String {
        std::fs::write(self.at().join(name), text).unwrap();
        self.path(name)
    }
}

fn casus(args: &[&str], input: &str) -> (Option<i32>, String, String) {
    casus_in(Path::new(env!("CARGO_MANIFEST_DIR")), args, input)
}

/// Runs `casus` in a folder with `input` as standard input. Returns the exit code, the output and the errors.
fn casus_in(folder: &Path, args: &[&str], input: &str) -> (Option<i32>, String, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_casus"))
        .args(args)
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A program that does not read its input may end before all of it is written.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let Output { status, stdout, stderr } = child.wait_with_output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (status.code(), text(stdout), text(stderr))
}

/// Runs `casus`, which must succeed without errors. Returns the output.
fn said(args: &[&str], input: &str) -> String {
    let (code, out, err) = casus(args, input);
    assert_eq!((code, err.as_str()), (Some(0), ""), "{args:?}: {out}");
    out
}

/// Runs `casus`, which must end with exit code 2. Returns the errors.
fn refused(args: &[&str]) -> String {
    let (code, _, err) = casus(args, "");
    assert_eq!(code, Some(2), "{args:?}: {err}");
    err
}

#[test]
fn it_says_what_it_has() {
    let games = said(&["games"], "");
    for word in [
        "mohacs",
        "--scenario two-days",
        "pavia",
        "hussite_wars",
        "--option 18.4",
    ] {
        assert!(games.contains(word), "{word}: {games}");
    }
    let case = said(&["rules", "suleiman", "7.4.2"], "");
    assert!(case.contains("7.4.2") && case.contains("D7"), "{case}");
    assert!(case.contains("[crates/suleiman/src/rules/fire.rs:"), "{case}");
    assert_eq!(said(&["case", "suleiman", "7.4.2"], ""), case);
    assert!(refused(&["case", "suleiman", "7.44"]).contains("did you mean \"7.4"));
    assert!(refused(&["case", "suleyman", "7.4"]).contains("did you mean \"suleiman\"?"));
    assert!(said(&["rules", "marignan"], "").lines().count() > 50);
    assert!(said(&["charts", "Pavia"], "").contains("Reconstructed, and why"));
    assert!(refused(&["rules", "suleiman", "99.9"]).contains("unknown Case or ruling \"99.9\" of suleiman"));
    assert!(refused(&["rules", "chess"]).contains("unknown game \"chess\"; games: suleiman"));
    assert!(refused(&["charts", "mohi"]).contains("unknown battle \"mohi\"; battles: mohacs"));
    assert!(refused(&["watch", "mohi"]).contains("mohacs"));
    assert!(refused(&["watch", "paiva"]).contains("did you mean \"pavia\"?"));
    assert!(refused(&["rules", "suleyman"]).contains("did you mean \"suleiman\"?"));
    assert!(refused(&["watch", "mohacs", "--option", "9.3.1opt"]).contains("did you mean \"9.3.1-opt\"?"));
    for width in ["99", "8001", "-1", "wide"] {
        let err = refused(&["render", "marignan", "x.png", &format!("--width={width}")]);
        assert!(err.contains("a picture is 100 to 8000 pixels wide"), "{err}");
    }
    assert!(refused(&["watch", "mohacs", "--seed", "many"]).contains("--seed"));
    assert!(refused(&["dance"]).contains("dance"));
}

#[test]
fn games_lists_each_ruling_with_its_question_and_both_readings() {
    let pavia = said(&["games", "Pavia"], "");
    assert!(pavia.contains("pavia") && !pavia.contains("fornovo") && !pavia.contains("mohacs"), "{pavia}");
    let at = pavia
        .lines()
        .position(|l| l.trim_start().starts_with("R-14  "))
        .unwrap();
    let ruling: Vec<&str> = pavia.lines().skip(at).take(3).map(str::trim_start).collect();
    assert_eq!(ruling[0], "R-14  Does command through neighbours count as Command Range? (6.1, 7.4, 2.4)");
    assert!(
        ruling[1].starts_with("default        A unit in command through its neighbours counts"),
        "{ruling:?}"
    );
    assert_eq!(ruling[2], "--option R-14  Only the range itself counts there.");
    let arquebus = said(&["games", "arquebus"], "");
    assert!(
        ["cerignola", "fornovo", "ravenna", "pavia"]
            .iter()
            .all(|b| arquebus.contains(b)),
        "{arquebus}"
    );
    let all = said(&["games"], "");
    let questions = all.lines().filter(|l| l.contains("? (")).count();
    assert_eq!(questions, all.matches("      default ").count());
    assert!(questions > 70 && all.contains("  --option 18.4       One MP per Battle"), "{all}");
    assert!(refused(&["games", "paiva"]).contains("unknown battle \"paiva\"; battles: mohacs"));
}

/// The commands, each with a call that fails.
const FAILING: [&[&str]; 13] = [
    &["games", "nowhere"],
    &["play", "nowhere"],
    &["watch", "nowhere"],
    &["replay", "nowhere"],
    &["render", "nowhere", "x.svg"],
    &["simulate", "nowhere"],
    &["serve", "--export", "x", "--file", "nowhere.sqlite"],
    &["site", "/dev/null/x", "--wasm", "nowhere"],
    &["rules", "suleiman", "99"],
    &["charts", "nowhere"],
    &["check", "nowhere"],
    &["migrate", "nowhere"],
    &["man", "/dev/null/x"],
];

#[test]
fn every_command_has_examples_in_its_help_and_ends_as_documented() {
    let help = said(&["--help"], "");
    for (code, says) in [
        (0, "done"),
        (1, "the battle did not end"),
        (2, "the command cannot be carried out"),
    ] {
        assert!(help.contains(&format!("  {code}  {says}")), "{help}");
    }
    for word in [
        "--color",
        "NO_COLOR",
        "TERM=dumb",
        "--no-pager",
        "PAGER",
        "CASUS_HISTORY",
        "Examples:",
    ] {
        assert!(help.contains(word), "{word}: {help}");
    }
    let commands: Vec<&str> = help
        .lines()
        .skip_while(|l| *l != "Commands:")
        .skip(1)
        .map_while(|l| l.strip_prefix("  "))
        .filter(|l| !l.starts_with(' '))
        .filter_map(|l| l.split_whitespace().next())
        .filter(|name| *name != "help")
        .collect();
    assert!(commands.len() > 13, "{commands:?}");
    for command in commands {
        let help = said(&[command, "--help"], "");
        assert!(help.contains("Example") && help.contains(&format!("casus {command}")), "{command}: {help}");
        assert_eq!(casus(&[command, "--no-such-flag"], "").0, Some(2), "{command}");
        let fails = FAILING.iter().any(|args| args[0] == command);
        assert!(fails || ["rpc", "completions"].contains(&command), "{command}");
    }
    for args in FAILING {
        assert!(refused(args).starts_with("casus: ") || args[0] == "check", "{args:?}");
    }
    assert_eq!(casus(&["completions", "tcsh"], "").0, Some(2));
    assert_eq!(casus(&["rpc"], "no JSON\n").0, Some(0), "a bad request has an answer");
    assert_eq!(casus(&["--version"], "").0, Some(0));
    assert_eq!(casus(&[], "").0, Some(2));
}

#[test]
fn completions_and_manual_pages_have_every_flag() {
    let script = said(&["completions", "bash"], "");
    let folder = Folder::new();
    said(&["man", &folder.path("man")], "");
    let page = |name: &str| {
        std::fs::read_to_string(folder.at().join("man").join(name))
            .unwrap()
            .replace('\\', "")
    };
    for flag in ["--no-pager", "--color", "--columns"] {
        assert!(script.contains(flag) && page("casus.1").contains(flag), "{flag}");
    }
    assert!(page("casus.1").contains("CASUS_HISTORY"));
    assert!(page("casus-games.1").contains("casus games pavia"));
    for flag in ["--mark", "--frames", "--at", "--option"] {
        assert!(script.contains(flag) && page("casus-watch.1").contains(flag), "{flag}");
    }
}

#[test]
fn a_case_is_told_with_its_proofs_or_where_they_stand() {
    let folder = Folder::new();
    let away = |args: &[&str]| casus_in(folder.at(), args, "").1;
    let where_they_stand = "they stand in tests/conformance/suleiman of the source";
    for args in [
        &["rules", "suleiman"][..],
        &["rules", "suleiman", "7.4.2"],
        &["rules", "suleiman", "D7"],
    ] {
        let told = away(args);
        assert!(told.ends_with(&format!("{where_they_stand}\n")), "{told}");
        // A Case that is named alone tells its line wherever the program runs.
        assert_eq!(told.contains("/fire.rs:"), args.last() == Some(&"7.4.2"), "{told}");
        assert!(
            !told.contains("no proof") && !told.contains("without a proof") && !told.contains("proved by"),
            "{told}"
        );
    }
    // In a folder with a conformance file, and in the source tree itself.
    std::fs::create_dir_all(folder.at().join("tests/conformance/suleiman")).unwrap();
    folder.write("tests/conformance/suleiman/mine.toml", "proves = ['7.4.2(1)']");
    folder.write("tests/conformance/suleiman/notes.txt", "proves = ['7.4.2']");
    let told = away(&["rules", "suleiman", "7.4.2"]);
    assert!(told.contains("1 proof ") && told.contains("proved by mine.toml"), "{told}");
    assert!(!told.contains(where_they_stand), "{told}");
    let told = said(&["rules", "suleiman"], "");
    assert!(told.contains("; 0 Cases without a proof"), "{told}");
}

#[test]
fn a_battle_is_watched_saved_replayed_drawn() {
    let folder = Folder::new();
    let (save, svg) = (folder.path("a.save"), folder.path("a.svg"));
    let told = said(&["watch", "marignan", "--seed", "1515", "--save", &save, "--svg", &svg], "");
    assert!(told.contains("Victory"), "{told}");
    let again = said(&["replay", &save], "");
    assert_eq!(told.lines().skip(1).collect::<Vec<_>>(), again.lines().skip(1).collect::<Vec<_>>());
    assert!(said(&["check", &save], "").contains("lines, each legal"));
    let drawn = folder.path("b.svg");
    said(&["render", &save, &drawn], "");
    assert_eq!(std::fs::read(&svg).unwrap(), std::fs::read(&drawn).unwrap());

    let png = folder.path("b.png");
    said(&["render", &save, &png, "--width", "700", "--at", "3"], "");
    let bytes = std::fs::read(&png).unwrap();
    assert_eq!(&bytes[..8], b"\x89PNG\r\n\x1a\n");
    assert_eq!(u32::from_be_bytes(bytes[16..20].try_into().unwrap()), 700);

    let page = folder.path("b.html");
    said(&["render", &save, &page], "");
    let text = std::fs::read_to_string(&page).unwrap();
    let (_, lines) = text.split_once("const lines = ").unwrap();
    let (lines, rest) = lines.split_once(";\n").unwrap();
    let lines: Vec<String> = serde_json::from_str(&lines.replace("<\\/", "</")).unwrap();
    let (_, frames) = rest.split_once("const frames = [\n").unwrap();
    let (frames, _) = frames.split_once("];").unwrap();
    let frames: Vec<Vec<usize>> =
        serde_json::from_str(&format!("[{}]", frames.trim_end().trim_end_matches(','))).unwrap();
    assert!(frames.len() > 5, "{}", frames.len());
    let last: Vec<&str> = frames[frames.len() - 1].iter().map(|&i| &*lines[i]).collect();
    assert_eq!(last, std::fs::read_to_string(&svg).unwrap().lines().collect::<Vec<_>>());

    for (args, says) in [
        (vec!["render", &save, "c.gif"], "ends in `.svg`"),
        (vec!["render", &save, &drawn, "--seed", "3"], "a save is drawn as it was played"),
        (vec!["render", "nothing", &drawn], "no such file"),
        (vec!["render", &save, &page, "--at", "3"], "a page has every picture"),
        (vec!["render", &save, &drawn, "--at", "100000"], "the battle ends with picture"),
        (vec!["replay", "nothing"], "no such file"),
    ] {
        let err = refused(&args);
        assert!(err.contains(says), "{args:?}: {err}");
    }
}

#[test]
fn a_person_plays() {
    let folder = Folder::new();
    let save = folder.path("a.save");
    let out = said(&["play", "marignan", "--side", "Swiss", "--save", &save], "rest\nwhy 1\nundo\nmap\nquit\n");
    assert!(out.contains("Saved"), "{out}");
    let out = said(&["play", "marignan", "--side", "Swiss", "--continue", &save], "story 3\nquit\n");
    assert!(out.contains("Swiss"), "{out}");
    let (code, _, err) = casus(&["play", "marignan", "--side", "Venice"], "");
    assert_eq!(code, Some(2));
    assert!(err.contains("sides: Swiss, French"), "{err}");
    // The map keeps to a narrow terminal.
    let out = said(&["--columns", "80", "play", "mohacs"], "map\nquit\n");
    let widest = out.lines().map(|l| l.chars().count()).max().unwrap();
    assert!(widest <= 132, "{widest}");
}

/// The save of an unfinished battle can be replayed and drawn, under the name of its battle.
#[test]
fn a_save_of_a_battle_that_goes_on_is_told_and_drawn() {
    let folder = Folder::new();
    let save = folder.path("a.save");
    let out = said(&["play", "Fornovo", "--side", "France", "--save", &save], "rest\nrest\nrest\nquit\n");
    let hint = format!("Saved: `casus play fornovo --side France --continue {save}` goes on with it.");
    assert!(out.contains(&hint), "{out}");
    let (again, out) = (folder.path("b.save"), folder.path("c d.save"));
    let resumed = [
        "play",
        "fornovo",
        "--side",
        "France",
        "--continue",
        &save,
        "--save",
        &again,
    ];
    let told = said(&resumed, &format!("save {out}\nquit\n"));
    assert!(told.contains("Saved: `casus play"), "{told}");
    let replayed = said(&["replay", &save], "");
    assert!(
        replayed.contains("lines, each legal") && replayed.contains("Play has not ended, after"),
        "{replayed}"
    );
    let picture = |name: &str, more: &[&str]| {
        let path = folder.path(name);
        said(&[&["render", &save, &path][..], more].concat(), "");
        std::fs::read(&path).unwrap()
    };
    let (end, first) = (picture("end.svg", &[]), picture("first.svg", &["--at", "0"]));
    assert_ne!(end, first);
    assert_eq!(&picture("end.png", &["--width", "300"])[..4], b"\x89PNG");
    assert!(picture("all.html", &[]).len() > end.len());
    let beyond = refused(&["render", &save, &folder.path("x.svg"), "--at", "999"]);
    assert!(beyond.contains("fornovo: `--at 999`: what was played ends with picture"), "{beyond}");
    // The battle is known from the save, also where a game has several battles.
    for battle in ["cerignola", "ravenna", "pavia"] {
        let save = folder.path(battle);
        said(&["play", battle, "--save", &save], "quit\n");
        let beyond = refused(&["render", &save, &folder.path("x.svg"), "--at", "999"]);
        assert!(beyond.contains(&format!("{battle}: `--at 999`")), "{beyond}");
    }
}

#[test]
fn what_is_written_spares_what_lies_beside() {
    let folder = Folder::new();
    let mine = folder.write("a.save.new", "mine");
    let save = folder.path("a.save");
    said(&["play", "marignan", "--save", &save], "quit\n");
    assert_eq!(std::fs::read_to_string(mine).unwrap(), "mine");
    let inside: Vec<String> = std::fs::read_dir(folder.at())
        .unwrap()
        .map(|e| e.unwrap().file_name().to_string_lossy().into_owned())
        .collect();
    assert_eq!(inside.len(), 2, "{inside:?}");
}

/// `check` and `replay` report the same error for a save that is cut off, of another format, marked, or empty.
#[test]
fn a_damaged_save_gets_the_same_message_everywhere() {
    let folder = Folder::new();
    let path = folder.path("a.save");
    said(&["play", "marignan", "--side", "Swiss", "--save", &path], "rest\nquit\n");
    let good = std::fs::read_to_string(&path).unwrap();
    let cut = good.char_indices().nth(good.chars().count() * 2 / 3).unwrap().0;
    for (name, text, says) in [
        ("cut", good[..cut].to_owned(), "not a save: EOF while parsing"),
        (
            "future",
            good.replace("casus-belli save 1", "casus-belli save 2"),
            "a save in format \"casus-belli save 2\"",
        ),
        ("key", good.replace("\"game\"", "\"gmae\""), "not a save: missing field `game`"),
        ("old", good.replacen("\"rules\": \"", "\"rules\": \"0", 1), "played with other rules data"),
        (
            "doubled",
            good.replacen("\"journal\"", "\"state\": \"x\",\n\"journal\"", 1),
            "has the key `state` twice (line 8",
        ),
    ] {
        let path = folder.write(name, &text);
        for command in ["check", "replay"] {
            let err = refused(&[command, &path]);
            assert!(err.contains(says) && err.contains(name), "{command} {name}: {err}");
        }
    }
    let marked = folder.write("marked", &format!("\u{FEFF}{good}"));
    assert!(said(&["check", &marked], "").contains("each legal"));
    assert!(said(&["replay", &marked], "").contains("each legal"));
    for (name, text) in [
        ("empty.toml", ""),
        ("blank.json", " \n"),
        ("marked.toml", "\u{FEFF}\n"),
        ("about.toml", "# nothing\n"),
    ] {
        let path = folder.write(name, text);
        for more in [&[][..], &["--game", "arquebus"]] {
            let err = refused(&[&["check", &path][..], more].concat());
            assert!(err.contains(name), "{err}");
        }
        let err = refused(&["watch", "pavia", "--setup", &path]);
        assert!(err.contains("the file is empty") || err.contains("the file has no key"), "{err}");
    }
    let marked = folder.write("marked-setup.json", "\u{FEFF}{\"options\": []}");
    assert!(said(&["check", &marked, "--game", "marignan"], "").contains("a set-up of marignan"));
    let doubled = folder.write("doubled.json", "{\"corps\": {\"I\": {}, \"I\": {}}}");
    for more in [&[][..], &["--game", "marignan"]] {
        let err = refused(&[&["check", &doubled][..], more].concat());
        assert!(err.contains("`corps` has the key `I` twice"), "{err}");
    }
    // Wherever it is cut off, even within the first key.
    for cut in [1, 2, 6, 9, 12, 20, 24, 40] {
        let path = folder.write("cut.json", &good[..cut]);
        let [check, replay] = ["check", "replay"].map(|command| refused(&[command, &path]));
        assert_eq!(format!("casus: {check}"), replay, "cut to {cut}");
        assert!(check.contains("not a save: "), "{check}");
    }
}

#[test]
fn a_file_in_utf_16_is_refused_by_every_command() {
    let folder = Folder::new();
    for (name, mark) in [("little", [0xFF, 0xFE]), ("big", [0xFE, 0xFF])] {
        let path = folder.path(&format!("{name}.json"));
        let mut bytes = mark.to_vec();
        bytes.extend([b'{', 0, b'}', 0]);
        std::fs::write(&path, bytes).unwrap();
        for args in [
            &["check", &path][..],
            &["check", &path, "--game", "marignan"],
            &["replay", &path],
            &["migrate", &path],
            &["render", &path, "a.svg"],
            &["watch", "pavia", "--setup", &path],
            &["play", "pavia", "--continue", &path],
            &["simulate", "pavia", "--games", "1", "--setup", &path],
        ] {
            let (code, _, err) = casus_in(folder.at(), args, "");
            assert!(
                code == Some(2) && err.contains(&format!("{path}: is UTF-16: save it as UTF-8")),
                "{args:?}: {err}"
            );
        }
    }
    let path = folder.path("other.toml");
    std::fs::write(&path, b"units = [\xE9]\n").unwrap();
    assert!(refused(&["check", &path]).contains(&format!("{path}: is no UTF-8 text")));
}

#[test]
fn a_misspelt_name_is_told_with_those_near_it() {
    let out = Folder::new();
    let svg = out.path("a.svg");
    for (args, says) in [
        (
            &["play", "mohacs", "--side", "Hungry"][..],
            "unknown side \"Hungry\"; sides: Hungary, Ottomans; did you mean \"Hungary\"?",
        ),
        (&["play", "mohacs", "--side", ""], "a value is required for '--side <SIDE>'"),
        (&["simulate", "pavia", "--games", "1", "--agents", "stedy,random"], "did you mean \"steady\"?"),
        (&["rules", "suleiman", "7.44"], "did you mean \"7.4"),
        (&["rules", "arquebus", "R-3"], "did you mean \"R-3"),
        (
            &[
                "render", "mohacs", &svg, "--mark", "sight", "--of", "HU-RI-11", "--at", "0",
            ],
            "there is no such piece or hex; did you mean \"HU-RI-1",
        ),
    ] {
        let err = refused(args);
        assert!(err.contains(says) && !err.contains("--play"), "{args:?}: {err}");
    }
    for (game, setup, says) in [
        ("suleiman", json!({"start_at": "free", "units": [{"id": "HU-RI-1", "at": "resrve"}]}), "reserve"),
        ("suleiman", json!({"start_at": "free", "leaders": [{"id": "Tomori", "at": "resrve"}]}), "reserve"),
        ("marignan", json!({"start_at": "moves", "commanders": [{"id": "Bayard", "at": "absnt"}]}), "absent"),
        ("arquebus", json!({"start_at": "free", "standards": [{"id": "FR-Standard", "at": "los"}]}), "lost"),
        ("blind_faith", json!({"units": [{"id": "Zizka", "at": "rotued"}]}), "routed"),
        ("blind_faith", json!({"units": [{"id": "Zizka", "at": "trak 4"}]}), "track"),
    ] {
        let path = out.write("a.json", &setup.to_string());
        let err = refused(&["check", &path, "--game", game]);
        assert!(err.contains(&format!("did you mean {says:?}?")), "{game}: {err}");
    }
    let requests = [
        json!({"do": "open", "game": "suleiman"}),
        json!({"do": "view", "viewer": "Hungarx"}),
        json!({"do": "actions", "by": "Hungry"}),
        json!({"do": "advise", "by": "Hungary", "agent": "stedy"}),
    ];
    let input = requests.map(|r| r.to_string()).join("\n");
    let told = said(&["rpc"], &input);
    assert_eq!(told.matches(r#"did you mean \"Hungary\"?"#).count(), 2, "{told}");
    assert_eq!(told.matches(r#"did you mean \"steady\"?"#).count(), 1, "{told}");
}

#[test]
fn an_argument_is_quoted_in_short() {
    let long = format!("x\u{1b}[2J{}", "y".repeat(5000));
    for args in [
        &[&*long][..],
        &["games", &long],
        &["--columns", &long, "games"],
        &["serve", "--port", &long],
        &["watch", "pavia", "--seed", &long],
    ] {
        let err = refused(args);
        assert!(
            err.len() < 600 && err.contains("yyy…") && !err.contains('\u{1b}'),
            "{args:?}: {} bytes: {err}",
            err.len()
        );
    }
}

#[test]
fn one_thing_is_told_in_the_singular() {
    let folder = Folder::new();
    let case = "[setup]\nstart_at = \"moves\"\n[[case]]\n[[case.play]]\nlists = [\"done\"]\n";
    let case = folder.write("a.toml", case);
    assert!(said(&["check", &case, "--game", "marignan"], "").contains("1 case, each as it says"));
    let save = folder.path("a.save");
    said(&["play", "marignan", "--side", "Swiss", "--save", &save], "rest\nquit\n");
    let mut lines: Value = serde_json::from_str(&std::fs::read_to_string(&save).unwrap()).unwrap();
    lines["journal"].as_array_mut().unwrap().truncate(1);
    let short = folder.write("b.save", &lines.to_string());
    assert!(refused(&["check", &short]).contains("after all 1 step the digest of the state"));
    let (_, told, _) = casus(&["simulate", "fornovo", "--games", "1", "--agents", "random,random"], "");
    assert!(told.contains("fornovo: 1 battle, seed 1;"), "{told}");
}

#[test]
fn what_is_hostile_in_a_file_never_reaches_the_screen() {
    let folder = Folder::new();
    let title = "\u{1b}]0;owned\u{7}\u{1b}[2J";
    let json = folder.write("a.json", &json!({"units": [{"id": title, "hex": "1210"}]}).to_string());
    let toml = folder.write("a.toml", "units = [{ id = \"\\u001b[2J\", hex = \"1210\" }]\n");
    let case = folder.write(
        "b.toml",
        &format!("about = \"\\u001b[2J{}\"\n[[play]]\nby = \"\\u001b[31m\"\ndo = \"x\"\n", "y".repeat(3000)),
    );
    let raw = folder.write("c.toml", "units = [{ id = \"\u{1b}[2J\" }]\n");
    for path in [&json, &toml, &case, &raw] {
        let (code, out, err) = casus(&["check", path, "--game", "marignan"], "");
        assert_eq!(code, Some(2), "{path}: {out}");
        let steers = |c: char| c.is_control() && c != '\n';
        assert!(!out.contains(steers) && !err.contains(steers), "{path}: {out:?} {err:?}");
        assert!(err.len() < 3000, "{path}: {err}");
    }
}

#[test]
fn files_are_checked() {
    let folder = Folder::new();
    let setup = folder.write("a.toml", "start_at = \"moves\"\nmap = { blank = true }\nunits = [{ id = \"I-Pike-1\", hex = \"1210\", facing = \"S\" }]\n");
    assert!(said(&["check", &setup], "").contains("a set-up of marignan"));
    let bad = folder.write("b.toml", "units = [{ id = \"I-Pike-1\", hex = \"9999\" }]\n");
    let err = refused(&["check", &bad, "--game", "marignan"]);
    assert!(err.contains(&format!("{bad}: units[0].hex")) && err.contains("14.1"), "{err}");
    assert!(refused(&["check", &bad]).contains("--game"));
    // A set-up that fits several games needs `--game`. A conformance file that proves nothing is refused.
    let any = folder.write("any.json", "{}");
    let err = refused(&["check", &any]);
    assert!(err.contains("does not name the game") && err.contains("say `--game`"), "{err}");
    assert!(err.contains("suleiman") && err.contains("marignan"), "{err}");
    assert!(said(&["check", &any, "--game", "suleiman"], "").contains("a set-up of suleiman"));
    let idle = folder.write("idle.toml", "[[case]]\n[[case.play]]\n");
    assert!(refused(&["check", &idle, "--game", "suleiman"]).contains("does nothing and expects nothing"));
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/conformance/marignan");
    let file = std::fs::read_dir(root)
        .unwrap()
        .map(|e| e.unwrap().path())
        .find(|p| p.ends_with("14-02-works.toml"));
    let file = file.unwrap().to_string_lossy().into_owned();
    assert!(said(&["check", &file], "").contains("cases, each as it says"));
    let spoilt = std::fs::read_to_string(&file)
        .unwrap()
        .replacen("what = \"build\"", "what = \"fire\"", 1);
    let spoilt = folder.write("works.toml", &spoilt);
    let (code, _, err) = casus(&["check", &spoilt, "--game", "marignan"], "");
    assert_eq!(code, Some(2));
    assert!(err.contains("build"), "{err}");
    let nothing = folder.path("none");
    assert!(refused(&["check", &nothing]).contains("no such file"));
}

#[test]
fn an_older_save_is_patched() {
    let folder = Folder::new();
    let save = folder.path("a.save");
    said(&["play", "marignan", "--side", "Swiss", "--save", &save], "rest\nquit\n");
    let text = std::fs::read_to_string(&save).unwrap();
    let rules = text.lines().find(|l| l.starts_with("\"rules\"")).unwrap();
    let old = folder.write("old.save", &text.replace(rules, "\"rules\": \"00\","));
    assert!(refused(&["check", &old]).contains("other rules data"));
    let new = folder.path("new.save");
    let out = said(&["migrate", &old, "--out", &new], "");
    assert!(out.contains("the same as the one"), "{out}");
    assert!(said(&["check", &new], "").contains("each legal"));
    let line = text
        .lines()
        .find(|l| l.contains("\"do\":\"step "))
        .expect("somebody steps")
        .to_owned();
    let wrong = folder.write("wrong.save", &text.replacen(&line, "{\"by\":\"French\",\"do\":\"resolve\"},", 1));
    let (code, out, _) = casus(&["migrate", &wrong, "--out", &new], "");
    assert_eq!(code, Some(2));
    assert!(out.contains("it stops at line"), "{out}");
    assert!(said(&["check", &new], "").contains("each legal"), "what could be played is a save");
}

#[test]
fn a_referee_answers_line_by_line() {
    let requests = [
        json!({"do": "hello", "id": 1}),
        json!({"do": "open", "game": "suleiman", "seed": 4, "id": "two"}),
        json!({"do": "turn", "id": [3]}),
        json!({"do": "dance", "id": 4}),
    ];
    let mut lines: Vec<String> = requests.iter().map(Value::to_string).collect();
    lines.push("no json".to_owned());
    let input = lines.join("\n\n") + "\n";
    // A byte order mark before the first line is ignored.
    let out = said(&["rpc"], &format!("\u{FEFF}{input}"));
    let answers: Vec<Value> = out.lines().map(|l| serde_json::from_str(l).unwrap()).collect();
    assert_eq!(answers.len(), 5);
    let ids: Vec<&Value> = answers.iter().map(|a| &a["id"]).collect();
    assert_eq!(ids, [&json!(1), &json!("two"), &json!([3]), &json!(4), &Value::Null]);
    assert_eq!(answers[2]["turn"]["side"], "Hungary");
    assert_eq!(answers[3]["error"]["kind"], "unknown-request");
    assert_eq!(answers[4]["error"]["kind"], "malformed");
    let request = json!({"do": "open", "game": "suleiman", "setup": {"unts": []}}).to_string();
    let answer: Value = serde_json::from_str(&said(&["rpc"], &request)).unwrap();
    let message = answer["error"]["message"].as_str().unwrap();
    assert!(message.starts_with("not a set-up: unknown field `unts`"), "{message}");
}

/// Returns the report of a simulation, without the line with the time.
fn report(args: &[&str]) -> String {
    let out = said(args, "");
    out.lines()
        .filter(|l| !l.starts_with("in "))
        .collect::<Vec<_>>()
        .join("\n")
}

#[test]
fn a_simulation_is_shared_resumed_sampled_and_added_up() {
    let folder = Folder::new();
    let order = [
        "simulate",
        "marignan",
        "--games",
        "6",
        "--block",
        "2",
        "--agents",
        "hasty,random",
    ];
    let with = |more: &[&str]| {
        [&order[..], more]
            .concat()
            .iter()
            .map(|w| (*w).to_owned())
            .collect::<Vec<String>>()
    };
    let run = |more: &[&str]| {
        let words = with(more);
        report(&words.iter().map(String::as_str).collect::<Vec<_>>())
    };
    let whole = run(&["--jobs", "1"]);
    assert!(whole.contains("6 battles, seeds 1 to 6; Swiss hasty, French random"), "{whole}");
    assert_eq!(run(&["--jobs", "3"]), whole, "what comes of it does not hang on how many play");
    let out = folder.path("runs");
    for k in ["1/3", "2/3"] {
        assert!(run(&["--out", &out, "--shard", k]).contains("of 3 units; run"));
    }
    assert_eq!(run(&["--out", &out, "--shard", "3/3"]), whole);
    let there: Vec<PathBuf> = std::fs::read_dir(&out).unwrap().map(|e| e.unwrap().path()).collect();
    let [there] = &there[..] else {
        panic!("one run: {there:?}")
    };
    assert_eq!(report(&["simulate", "--merge", &there.to_string_lossy()]), whole);
    // A missing unit is played again, and no other. A unit that is played again has the same result.
    let unit = there.join("units/0-000001.json");
    let before = std::fs::read_to_string(&unit).unwrap();
    std::fs::remove_file(&unit).unwrap();
    let missing = refused(&["simulate", "--merge", &there.to_string_lossy()]);
    assert!(missing.contains("missing: 1 unit, the first is block 1"), "{missing}");
    assert!(run(&["--out", &out, "--sample", "3"]).ends_with(&whole));
    assert_eq!(std::fs::read_to_string(&unit).unwrap(), before);
    // A merge refuses a unit that is there twice, and units of another run.
    let path = there.to_string_lossy().into_owned();
    assert!(refused(&["simulate", "--merge", &path, &path]).contains("is there twice"));
    let other = folder.path("others");
    report(&[
        "simulate",
        "marignan",
        "--games",
        "2",
        "--agents",
        "random,random",
        "--out",
        &other,
    ]);
    let second = std::fs::read_dir(&other)
        .unwrap()
        .next()
        .unwrap()
        .unwrap()
        .path()
        .to_string_lossy()
        .into_owned();
    assert!(refused(&["simulate", "--merge", &path, &second]).contains("holds run"));
    // A changed result is detected.
    let ends = &before[before.find("\"ends\":\"").unwrap() + 8..][..2];
    let forged = before.replace(&format!("\"ends\":\"{ends}\""), "\"ends\":\"dd\"");
    std::fs::write(&unit, forged).unwrap();
    let words = with(&["--out", &out, "--sample", "3"]);
    let err = refused(&words.iter().map(String::as_str).collect::<Vec<_>>());
    assert!(err.contains("comes out otherwise"), "{err}");
    std::fs::write(&unit, before.replace("\"block\":1", "\"block\":2")).unwrap();
    assert!(refused(&["simulate", "--merge", &path]).contains("of another run or unit"));
}

#[test]
fn variants_are_compared_seed_by_seed() {
    let folder = Folder::new();
    let same = folder.write("same.toml", "options = []\n");
    let other = folder.write("other.toml", "swiss_morale = 20\n");
    let order = ["simulate", "marignan", "--games", "4", "--agents", "random,random"];
    let variants = [format!("same={same}"), format!("weak={other}")];
    let out = said(&[&order[..], &["--variant", &variants[0], "--variant", &variants[1]]].concat(), "");
    let (_, compared) = out
        .split_once("== same against as set up, seed by seed")
        .expect("both are told");
    assert!(compared.trim_start().starts_with("Swiss wins +0.0 % (+0.0 to +0.0)"), "{out}");
    assert!(out.contains("== weak against as set up"), "{out}");
    for (more, says) in [
        (vec!["--variant", "nothing"], "NAME=FILE"),
        (vec!["--variant", &variants[0], "--variant", &variants[0]], "another of this name"),
        (vec!["--agents", "steady,Hannibal"], "no such agent"),
        (vec!["--agents", "steady"], "1 for 2 sides"),
        (vec!["--shard", "3/2", "--out", &folder.path("x")], "K from 1 to N"),
        (vec!["--scenario", "third-day"], "unknown scenario"),
        (vec!["--option", "Z9"], "unknown option"),
        (vec!["--games", "0"], "--games"),
    ] {
        let words: Vec<&str> = [&["simulate", "marignan"][..], &more].concat();
        let err = refused(&words);
        assert!(err.contains(says), "{more:?}: {err}");
    }
    assert!(!folder.at().join("x").exists(), "who is refused leaves nothing behind");
    assert!(refused(&["simulate", "mohacs", "--shard", "1/2"]).contains("--out"));
    assert!(refused(&["simulate"]).contains("BATTLE"));
    assert!(refused(&["simulate", "mohi"]).contains("unknown battle \"mohi\""));
}

#[test]
fn a_site_is_a_folder() {
    let folder = Folder::new();
    let site = folder.path("site");
    let engine = folder.write("engine.wasm", "\0asm\u{1}\0\0\0");
    said(&["site", &site, "--wasm", &engine], "");
    let read = |name: &str| std::fs::read_to_string(Path::new(&site).join(name)).unwrap();
    assert!(read("index.html").contains("content=\"wasm\""));
    assert_eq!(read("casus.wasm"), "\0asm\u{1}\0\0\0");
    assert!(read("page/main.js").contains("WasmDoor"));
    let other = folder.write("other.wasm", "no engine");
    assert!(refused(&["site", &site, "--wasm", &other]).contains("no WebAssembly"));
    assert!(refused(&["site", &site, "--wasm", "nowhere.wasm"]).contains("nowhere.wasm"));
}

/// A simulation is killed and continued by two processes at once. Each unit is counted once, and the report is the same.
#[test]
fn a_simulation_that_is_killed_goes_on() {
    let folder = Folder::new();
    let order = [
        "simulate",
        "mohacs",
        "--games",
        "40",
        "--block",
        "2",
        "--agents",
        "random,random",
    ];
    let whole = report(&order);
    let out = folder.path("runs");
    let words = [&order[..], &["--out", &out, "--jobs", "1"]].concat();
    let begin = || {
        Command::new(env!("CARGO_BIN_EXE_casus"))
            .args(&words)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap()
    };
    let units = || {
        let run = std::fs::read_dir(&out).ok()?.next()?.ok()?.path();
        Some(std::fs::read_dir(run.join("units")).ok()?.count())
    };
    let mut first = begin();
    while units().unwrap_or(0) < 3 && first.try_wait().unwrap().is_none() {
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    first.kill().unwrap();
    first.wait().unwrap();
    let left = units().unwrap();
    assert!((3..20).contains(&left), "killed in the middle: {left} of 20 units");
    for child in [begin(), begin()] {
        assert!(child.wait_with_output().unwrap().status.success());
    }
    assert_eq!(report(&words), whole);
}
