//! The doors of the example programs: what they make of bad flags, bad files and good ones.
#![allow(missing_docs)]

#[allow(dead_code, unreachable_pub)]
#[path = "../examples/mohacs.rs"]
mod mohacs;

use casus_belli::core::runner::{
    DONE, Orders, Outside, REFUSED, Teller, names, proves, read_setup, run,
};
use casus_belli::core::{Game, Match, Seeded};
use casus_belli::suleiman::{Choice, Setup, Suleiman};
use mohacs::{BATTLE, common};
use std::collections::BTreeMap;

/// A machine of its own: files in memory, and all that was said.
#[derive(Clone, Default)]
struct Desk {
    files: BTreeMap<String, String>,
    /// Paths that can be neither read nor written.
    barred: Vec<String>,
    folders: Vec<String>,
    said: String,
    warned: String,
}

impl Desk {
    fn with(path: &str, text: &str) -> Self {
        let files = [(path.to_owned(), text.to_owned())];
        Self {
            files: files.into(),
            ..Self::default()
        }
    }
    fn run(&mut self, line: &str) -> u8 {
        let args: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        run(&BATTLE, args, self)
    }
}

impl Outside for Desk {
    fn read(&mut self, path: &str) -> Result<Option<String>, String> {
        if self.barred.iter().any(|b| b == path) {
            return Err("permission denied".to_owned());
        }
        Ok(self.files.get(path).cloned())
    }
    fn writable(&mut self, path: &str) -> Result<(), String> {
        if path.contains('/') {
            return Err("there is no such folder".to_owned());
        }
        Ok(())
    }
    fn folder(&mut self, path: &str) -> Result<(), String> {
        if self
            .files
            .keys()
            .any(|f| f.starts_with(&format!("{path}/")))
        {
            return Err("the folder is not empty: it is left alone".to_owned());
        }
        self.folders.push(path.to_owned());
        Ok(())
    }
    fn write(&mut self, path: &str, text: &str) -> Result<(), String> {
        if self.barred.iter().any(|b| b == path) {
            return Err("permission denied".to_owned());
        }
        self.files.insert(path.to_owned(), text.to_owned());
        Ok(())
    }
    fn say(&mut self, text: &str) {
        self.said.push_str(text);
    }
    fn warn(&mut self, text: &str) {
        self.warned.push_str(text);
    }
}

/// A position in which little is left to do.
const SMALL: &str = r#"
doorway = "free"
base = "empty"
banner = "2010"
stalemate = 1
map = { blank = true }
units = [{ id = "HU-RI-1", hex = "2014" }, { id = "OT-MC-1", hex = "2313" }]
leaders = [{ id = "Hannibal", hex = "2014" }, { id = "Bali", hex = "2313" }]
"#;

/// Refused with code 2, with these words, and no file is harmed.
fn refused(mut desk: Desk, line: &str, words: &[&str]) {
    let before = desk.files.clone();
    assert_eq!(desk.run(line), REFUSED, "{line}: {}", desk.warned);
    for word in words {
        assert!(
            desk.warned.contains(word),
            "{line}: `{word}` is not in: {}",
            desk.warned
        );
    }
    assert!(desk.warned.starts_with("mohacs: "), "{}", desk.warned);
    assert!(desk.said.is_empty(), "{line}");
    assert_eq!(desk.files, before, "{line}");
}

#[test]
fn bad_flags_are_refused_in_words() {
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
        ("--svg a --at x", "a whole number of activations"),
        ("--svg a --at -1", "a whole number of activations"),
        ("--at 3", "it wants `--svg`"),
        ("--replay a --seed 1", "goes ill with `--seed`"),
        ("--option D7 --replay a", "goes ill with `--option`"),
    ] {
        refused(Desk::default(), line, &[word, "--help"]);
    }
}

#[test]
fn good_flags_are_read() {
    let words = "--seed=7 --setup s --option A2 --option=D7 --save t -q";
    let orders = Orders::parse(words.split(' ').map(str::to_owned)).unwrap();
    assert_eq!(orders.seed, Some(7));
    assert_eq!(orders.setup.as_deref(), Some("s"));
    assert_eq!(orders.options, ["A2", "D7"]);
    assert_eq!(orders.save.as_deref(), Some("t"));
    assert!(orders.quiet && !orders.help && orders.replay.is_none());
    let words = "--svg a.svg --at 0 --frames=f --replay t";
    let orders = Orders::parse(words.split(' ').map(str::to_owned)).unwrap();
    assert_eq!((orders.svg.as_deref(), orders.at), (Some("a.svg"), Some(0)));
    assert_eq!(orders.frames.as_deref(), Some("f"));
    let mut desk = Desk::default();
    assert_eq!(desk.run("--help"), DONE);
    for flag in ["--svg FILE", "--at N", "--frames DIR"] {
        assert!(desk.said.contains(flag), "{}", desk.said);
    }
    for choice in Choice::ALL {
        assert!(
            desk.said.contains(&format!("\n  {} ", choice.word())),
            "{}",
            desk.said
        );
    }
}

#[test]
fn unknown_options_are_refused() {
    refused(
        Desk::default(),
        "--option 99.9",
        &["`--option 99.9`", "no such option"],
    );
    refused(
        Desk::with("s", "doorway = 'set-up'"),
        "--setup s --option X1",
        &["X1"],
    );
}

#[test]
fn bad_setups_are_refused_with_file_and_place() {
    refused(
        Desk::default(),
        "--setup gone.toml",
        &["gone.toml: there is no such file"],
    );
    let mut desk = Desk::default();
    desk.barred.push("dir".to_owned());
    refused(desk, "--setup dir", &["dir: permission denied"]);
    for (file, text, words) in [
        ("a.toml", "doorway = ", ["a.toml", "line 1, column"]),
        (
            "a.toml",
            "stalemate = 3\nbanners = 'x'",
            ["line 2, column", "unknown field `banners`"],
        ),
        ("a.toml", "stalemate = 3000", ["line 1, column", "3000"]),
        (
            "a.toml",
            "options = ['D8']",
            ["line 1, column", "unknown option `D8`"],
        ),
        (
            "a.toml",
            "doorway = 'free'\nbase = 'empty'\nunits = [{ id = 'X', hex = '2014' }]",
            ["a.toml: units[0].id", "`X`"],
        ),
        (
            "a.json",
            "{\"stalemate\": 3,\n \"banners\": 1}",
            ["a.json", "line 2 column"],
        ),
        ("a.json", "", ["a.json", "line 1 column 0"]),
        ("plain", " {\"stalemate\": }", ["plain", "line 1 column"]),
        (
            "a.json",
            "{\"stalemate\": 3000}",
            ["`3000`", "a whole number from 0 to 255"],
        ),
        (
            "a.toml",
            "units = [['HU-RI-1', '2014']]",
            ["a.toml: units[0]", "a bare list"],
        ),
        ("a.json", "[]", ["a.json: the whole", "a bare list"]),
        (
            "a.json",
            "{\"stalemate\": 0}",
            ["a.json: stalemate", "at least one"],
        ),
    ] {
        refused(Desk::with(file, text), &format!("--setup {file}"), &words);
    }
}

#[test]
fn toml_and_json_read_alike() {
    let toml = read_setup::<Suleiman>("x", SMALL).unwrap();
    let json = serde_json::to_string(&toml).unwrap();
    for path in ["x", "x.json", "X.JSON"] {
        assert_eq!(read_setup::<Suleiman>(path, &json).unwrap(), toml, "{path}");
    }
    assert!(read_setup::<Suleiman>("x.toml", &json).is_err());
}

#[test]
fn a_battle_is_told_saved_and_told_again() {
    let mut desk = Desk::with("s.toml", SMALL);
    let code = desk.run("--setup s.toml --seed 3 --option D7 --save out");
    assert_eq!(code, DONE, "{}", desk.warned);
    let first = std::mem::take(&mut desk.said);
    let save = desk.files["out"].clone();
    assert!(
        Match::<Suleiman>::load(&save)
            .unwrap()
            .setup()
            .options
            .contains(&Choice::D7)
    );
    assert_eq!(desk.run("--replay out"), DONE, "{}", desk.warned);
    let again = std::mem::take(&mut desk.said);
    let tail = |text: &str| text.split_once('\n').map(|(_, rest)| rest.to_owned());
    assert_eq!(tail(&first), tail(&again));
    // Written over an older save, with the same flags the same bytes.
    assert_eq!(
        desk.run("--setup s.toml --seed 3 --option D7 --save out --quiet"),
        DONE
    );
    assert_eq!(desk.files["out"], save);
    assert!(
        first.ends_with(&desk.said),
        "the end is told alike when quiet"
    );
    // Only a save is written over.
    desk.said.clear();
    refused(desk, "--save s.toml", &["s.toml", "it is left alone"]);
    // A changed save is refused.
    let other = save.replacen("\"by\":\"Hungary\"", "\"by\":\"Ottoman\"", 1);
    assert_ne!(other, save);
    refused(
        Desk::with("out", &other),
        "--replay out",
        &["out: journal line 1", "refused"],
    );
    refused(
        Desk::with("out", &save[..save.len() / 2]),
        "--replay out",
        &["out: not a save", "line"],
    );
    refused(
        Desk::with("out", SMALL),
        "--replay out",
        &["out: not a save", "line 2"],
    );
    refused(
        Desk::default(),
        "--replay out",
        &["out: there is no such file"],
    );
}

#[test]
fn a_save_that_cannot_be_written_is_said() {
    let mut desk = Desk::with("s.toml", SMALL);
    desk.barred.push("out".to_owned());
    assert_eq!(desk.run("--setup s.toml --save out"), REFUSED);
    assert!(
        desk.warned.contains("out: permission denied"),
        "{}",
        desk.warned
    );
    assert!(desk.said.is_empty(), "it is said before the battle");
    refused(
        Desk::default(),
        "--save nope/x",
        &["nope/x: there is no such folder"],
    );
    let mut machine = common::Machine;
    let folder = std::env::temp_dir();
    let path = |name: &str| folder.join(name).to_string_lossy().into_owned();
    assert_eq!(machine.writable("x"), Ok(()));
    assert_eq!(machine.writable(&path("x")), Ok(()));
    for bad in [
        path("casus-belli-nowhere/x"),
        path("."),
        "/dev/null/x".to_owned(),
    ] {
        assert!(machine.writable(&bad).is_err(), "{bad}");
    }
}

#[test]
fn the_small_programs_read_their_flags() {
    let read = |line: &str, more: usize| {
        common::read(line.split_whitespace().map(str::to_owned).collect(), more)
    };
    assert_eq!(
        read("suleiman 7.4", 1),
        Ok(("suleiman".to_owned(), vec!["7.4".to_owned()]))
    );
    for line in ["--help", "suleiman -h", "x --help"] {
        assert_eq!(read(line, 0), Err(None), "{line}");
    }
    for (line, more, says) in [
        ("", 0, "which game?"),
        ("mohi", 0, "no game is called `mohi`; there are: suleiman"),
        ("suleiman extra", 0, "`extra` is too much"),
        ("suleiman 7.4 7.5", 1, "`7.5` is too much"),
        ("suleiman --all", 1, "`--all` is no flag"),
    ] {
        let complaint = read(line, more).unwrap_err().unwrap();
        assert!(complaint.contains(says), "{line}: {complaint}");
    }
}

#[test]
fn every_line_of_the_story_cites_a_case() {
    let mut game = Match::<Suleiman>::new(Setup::default()).unwrap();
    let mut agents = (BATTLE.agents)(5);
    let mut agents: Vec<&mut dyn casus_belli::core::Agent<Suleiman>> =
        agents.iter_mut().map(|a| &mut **a as _).collect();
    let mut dice = Seeded::new(5);
    let mut teller = Teller::new();
    let book = Suleiman::CASEBOOK;
    let mut lines = 0;
    for _ in 0..3000 {
        teller.before(&game);
        if game.run(&mut agents, &mut dice, 1).unwrap().actions == 0 {
            break;
        }
        for line in teller.after(&game).lines().filter(|l| !l.is_empty()) {
            lines += 1;
            let cited = book.entries.iter().any(|e| names(line, e.number));
            assert!(cited || line.contains("(house: "), "{line}");
        }
    }
    assert!(lines > 500, "{lines}");
    let table = (BATTLE.muster)(&game).to_string();
    for word in [
        "Hungary",
        "Ottoman",
        "command Tomori",
        "arm HC",
        "lost",
        "Retired",
        "standing",
    ] {
        assert!(table.contains(word), "{table}");
    }
    let pieces = (BATTLE.muster)(&game).pieces.len();
    assert_eq!(pieces, Suleiman::view(game.state(), None).units.len());
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

#[test]
fn a_battle_is_drawn_at_its_end_at_a_moment_and_frame_by_frame() {
    let mut desk = Desk::with("s.toml", SMALL);
    let line = "--setup s.toml --seed 3 --quiet";
    assert_eq!(
        desk.run(&format!("{line} --svg end.svg --save out --frames f")),
        DONE,
        "{}",
        desk.warned
    );
    assert_eq!(desk.folders, ["f"]);
    let frames: Vec<String> = desk
        .files
        .keys()
        .filter(|f| f.starts_with("f/"))
        .cloned()
        .collect();
    let names = (0..frames.len()).map(|n| format!("f/{n:04}.svg"));
    assert_eq!(
        frames,
        names.collect::<Vec<_>>(),
        "numbered from 0 without a gap"
    );
    assert!(frames.len() >= 3, "{frames:?}");
    for (n, name) in frames.iter().enumerate() {
        let text = &desk.files[name];
        let doc = roxmltree::Document::parse(text).unwrap();
        let title = doc.descendants().find(|d| d.has_tag_name("title")).unwrap();
        let title = title.text().unwrap();
        if n + 1 == frames.len() {
            assert_eq!(text, &desk.files["end.svg"]);
            assert!(title.contains("Nobody acts any more"), "{title}");
        } else {
            let plural = if n == 1 { "" } else { "s" };
            assert!(
                title.contains(&format!("After {n} activation{plural}. ")),
                "{title}"
            );
        }
    }
    // A replay draws the same, even if it tells nothing; an older picture is written over.
    desk.said.clear();
    let again = "--replay out --quiet --svg end.svg --at 1 --frames g";
    assert_eq!(desk.run(again), DONE, "{}", desk.warned);
    assert_eq!(desk.files["end.svg"], desk.files["f/0001.svg"]);
    for name in &frames {
        assert_eq!(desk.files[&name.replace("f/", "g/")], desk.files[name]);
    }
    assert!(!desk.said.contains("each legal"), "{}", desk.said);
    // A moment that never comes is said, and nothing is drawn.
    let far = "--replay out --quiet --svg far.svg --at 99";
    assert_eq!(desk.run(far), REFUSED);
    assert!(
        desk.warned
            .contains("`--at 99`: the battle ends with picture"),
        "{}",
        desk.warned
    );
    assert!(!desk.files.contains_key("far.svg"));
    // What is no picture of ours is spared, and a folder with something in it.
    for (flags, says) in [
        (
            "--svg s.toml",
            "s.toml: there is such a file, and it is no picture of ours",
        ),
        ("--svg out", "out: there is such a file"),
        (
            "--save end.svg",
            "end.svg: there is such a file, and it is no save",
        ),
        ("--frames f", "f: the folder is not empty"),
        ("--svg nope/x", "nope/x: there is no such folder"),
        (
            "--svg x --save x",
            "x: `--save` and `--svg` name the same file",
        ),
    ] {
        let mut other = desk.clone();
        (other.said, other.warned) = (String::new(), String::new());
        refused(other, &format!("{line} {flags}"), &[says]);
    }
    desk.barred.push("end.svg".to_owned());
    (desk.said, desk.warned) = (String::new(), String::new());
    refused(
        desk,
        &format!("{line} --svg end.svg"),
        &["end.svg: permission denied"],
    );
}

#[test]
fn the_machine_makes_a_folder_and_spares_a_full_one() {
    let mut machine = common::Machine;
    let folder = std::env::temp_dir().join(format!("casus-belli-frames-{}", std::process::id()));
    let path = folder.to_string_lossy().into_owned();
    assert_eq!(machine.folder(&path), Ok(()));
    assert_eq!(machine.folder(&path), Ok(()), "an empty folder will do");
    let file = format!("{path}/0000.svg");
    assert_eq!(machine.write(&file, "x"), Ok(()));
    assert!(machine.folder(&path).unwrap_err().contains("not empty"));
    assert!(machine.folder(&file).is_err(), "a file is no folder");
    std::fs::remove_dir_all(&folder).unwrap();
}
