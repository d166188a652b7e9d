//! Tests of `casus` at a terminal: the pager, colors, and the history of the prompt.
#![cfg(unix)]

use rexpect::session::{PtySession, spawn_command};
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::Command;

/// Longest wait for expected output, in milliseconds.
const PATIENCE: Option<u64> = Some(60_000);
/// A pager that marks each line.
const MARKING: &str = "sed s/^/PAGED:/";

/// A terminal with `rows` lines and a home directory.
struct Seat<'h> {
    home: &'h Path,
    rows: u16,
    env: Vec<(&'static str, String)>,
}

impl<'h> Seat<'h> {
    fn new(home: &'h Path, rows: u16) -> Self {
        Self {
            home,
            rows,
            env: vec![("PAGER", MARKING.to_owned()), ("TERM", "xterm".to_owned())],
        }
    }
    fn with(mut self, name: &'static str, value: &str) -> Self {
        self.env.retain(|(other, _)| *other != name);
        self.env.push((name, value.to_owned()));
        self
    }
    fn start(&self, args: &str) -> PtySession {
        let mut command = Command::new("sh");
        let program = env!("CARGO_BIN_EXE_casus");
        let line = format!("stty rows {} cols 100; exec '{program}' {args}", self.rows);
        command
            .args(["-c", &line])
            .env_clear()
            .envs(self.env.iter().map(|(n, v)| (*n, v)));
        command
            .env("PATH", std::env::var_os("PATH").unwrap())
            .env("HOME", self.home);
        spawn_command(command, PATIENCE).unwrap()
    }
    /// Returns the output of a command that has no prompt.
    fn prints(&self, args: &str) -> String {
        self.start(args).exp_eof().unwrap()
    }
    fn history(&self) -> std::path::PathBuf {
        self.home.join(".local/state/casus/history")
    }
}

fn typed(session: &mut PtySession, line: &str) {
    session.exp_string("> ").unwrap();
    session.send_line(line).unwrap();
}

#[test]
fn a_text_longer_than_the_terminal_goes_through_the_pager() {
    let home = tempfile::tempdir().unwrap();
    let seat = |rows| Seat::new(home.path(), rows);
    for command in ["charts pavia", "rules marignan", "games", "games marignan"] {
        let told = seat(10).prints(command);
        let lines = told.lines().filter(|l| l.starts_with("PAGED:")).count();
        assert!(lines > 10 && lines == told.lines().count(), "{command}: {told}");
    }
    let plain = |told: String| {
        assert!(told.contains("D7") && !told.contains("PAGED:"), "{told}");
    };
    plain(seat(2000).prints("rules suleiman"));
    plain(seat(10).prints("--no-pager rules suleiman"));
    plain(seat(10).prints("rules suleiman --no-pager"));
    plain(seat(10).prints("rules suleiman | cat"));
    for (name, value) in [
        ("TERM", "dumb"),
        ("PAGER", ""),
        ("PAGER", "cat"),
        ("PAGER", "no-such-pager-2>/dev/null"),
    ] {
        plain(seat(10).with(name, value).prints("rules suleiman"));
    }
    // The prompt uses the pager too. The next prompt follows when the pager ends.
    let mut session = seat(10).start("play marignan");
    typed(&mut session, "help");
    session.exp_string("PAGED:").unwrap();
    typed(&mut session, "quit");
    session.exp_eof().unwrap();
}

#[test]
fn colors_follow_the_convention() {
    let home = tempfile::tempdir().unwrap();
    let watch = |seat: Seat<'_>, args: &str| {
        seat.prints(&format!("{args} watch marignan --quiet"))
            .contains("\u{1b}[")
    };
    let seat = || Seat::new(home.path(), 2000);
    assert!(watch(seat(), ""));
    assert!(!watch(seat().with("NO_COLOR", "1"), ""));
    assert!(watch(seat().with("NO_COLOR", ""), ""), "empty, it asks for nothing");
    assert!(!watch(seat().with("TERM", "dumb"), ""));
    assert!(!watch(seat().with("CLICOLOR", "0"), ""));
    assert!(!watch(seat(), "--color never"));
    assert!(watch(seat().with("NO_COLOR", "1"), "--color always"));
    // No colors in a pipe.
    assert!(!seat().prints("watch marignan --quiet | cat").contains("\u{1b}["));
    let forced = seat().with("CLICOLOR_FORCE", "1");
    assert!(forced.prints("watch marignan --quiet | cat").contains("\u{1b}["));
    assert!(
        seat()
            .prints("watch marignan --quiet --color always | cat")
            .contains("\u{1b}[")
    );
}

#[test]
fn what_is_typed_is_kept_for_the_next_time() {
    let home = tempfile::tempdir().unwrap();
    let seat = Seat::new(home.path(), 200);
    let mut session = seat.start("play marignan");
    for line in ["unit Bayard", "story 1", "quit"] {
        typed(&mut session, line);
    }
    session.exp_eof().unwrap();
    let kept = std::fs::read_to_string(seat.history()).unwrap();
    assert!(kept.ends_with("unit Bayard\nstory 1\nquit\n"), "{kept}");
    assert_eq!(std::fs::metadata(seat.history()).unwrap().permissions().mode() & 0o777, 0o600);
    // The Up key three times recalls the first line.
    let mut session = seat.start("play marignan");
    session.exp_string("> ").unwrap();
    session.send("\u{1b}[A\u{1b}[A\u{1b}[A\r").unwrap();
    session.flush().unwrap();
    session.exp_string("Command range 4").unwrap();
    typed(&mut session, "quit");
    session.exp_eof().unwrap();
    // At most 1000 lines are kept.
    let many: Vec<String> = (0..1500).map(|n| format!("story {n}")).collect();
    std::fs::write(seat.history(), format!("#V2\n{}\n", many.join("\n"))).unwrap();
    let mut session = seat.start("play marignan");
    typed(&mut session, "quit");
    session.exp_eof().unwrap();
    let kept = std::fs::read_to_string(seat.history()).unwrap();
    assert!(kept.lines().count() <= 1001 && kept.ends_with("story 1499\nquit\n"), "{}", kept.lines().count());
}

#[test]
fn the_history_is_placed_or_switched_off() {
    let home = tempfile::tempdir().unwrap();
    let mine = home.path().join("deep/mine");
    let seat = Seat::new(home.path(), 200).with("CASUS_HISTORY", &mine.to_string_lossy());
    let quit = |seat: &Seat<'_>| {
        let mut session = seat.start("play marignan");
        typed(&mut session, "quit");
        session.exp_eof().unwrap();
    };
    quit(&seat);
    assert!(std::fs::read_to_string(&mine).unwrap().ends_with("quit\n"));
    assert!(!seat.history().exists());
    std::fs::remove_file(&mine).unwrap();
    let off = Seat::new(home.path(), 200).with("CASUS_HISTORY", "");
    quit(&off);
    assert!(!mine.exists() && !off.history().exists());
    // In a pipe no history is kept.
    let piped = Seat::new(home.path(), 200);
    let told = piped.prints("play marignan < /dev/null");
    assert!(told.contains("The input has ended"), "{told}");
    assert!(!piped.history().exists());
    // The battle works even if the history cannot be written.
    let barred = Seat::new(home.path(), 200).with("CASUS_HISTORY", "/proc/no/such");
    quit(&barred);
}
