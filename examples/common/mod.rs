//! What the examples share: the machine's files and screen, and the folder of conformance files.
#![allow(dead_code, unreachable_pub)]

use casus_belli::core::person::Outside;
use casus_belli::core::{Game, Match};
use std::io::{BufRead as _, ErrorKind, Write as _, stderr, stdin, stdout};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The flags of the program, without its name.
pub fn args() -> impl Iterator<Item = String> {
    std::env::args_os().skip(1).map(|a| a.to_string_lossy().into_owned())
}

/// The machine: its files, its screen.
#[derive(Debug)]
pub struct Machine;

impl Outside for Machine {
    fn read(&mut self, path: &str) -> Result<Option<String>, String> {
        match std::fs::read_to_string(path) {
            Ok(text) => Ok(Some(text)),
            Err(e) if e.kind() == ErrorKind::NotFound => Ok(None),
            Err(e) => Err(e.to_string()),
        }
    }
    fn write(&mut self, path: &str, text: &str) -> Result<(), String> {
        // Beside it first, so that what is there is never left half written.
        let beside = format!("{path}.new");
        std::fs::write(&beside, text)
            .and_then(|()| std::fs::rename(&beside, path))
            .map_err(|e| {
                let _ = std::fs::remove_file(&beside);
                e.to_string()
            })
    }
    fn writable(&mut self, path: &str) -> Result<(), String> {
        let path = Path::new(path);
        let folder = match path.parent() {
            Some(folder) if folder != Path::new("") => folder,
            _ => Path::new("."),
        };
        match std::fs::metadata(folder) {
            Ok(m) if !m.is_dir() => Err(format!("{} is no folder", folder.display())),
            Ok(m) if m.permissions().readonly() => Err(format!("the folder {} cannot be written in", folder.display())),
            Ok(_) if path.is_dir() => Err("is a folder".to_owned()),
            Ok(_) => Ok(()),
            Err(e) => Err(format!("the folder {}: {e}", folder.display())),
        }
    }
    fn folder(&mut self, path: &str) -> Result<(), String> {
        std::fs::create_dir_all(path).map_err(|e| e.to_string())?;
        let mut inside = std::fs::read_dir(path).map_err(|e| e.to_string())?;
        match inside.next() {
            None => Ok(()),
            Some(_) => Err("the folder is not empty: it is left alone".to_owned()),
        }
    }
    fn say(&mut self, text: &str) {
        // Who listens no more (`… | head`) is told no more; that is no fault.
        let _ = stdout().write_all(text.as_bytes());
    }
    fn warn(&mut self, text: &str) {
        let _ = stderr().write_all(text.as_bytes());
    }
    fn ask(&mut self, prompt: &str) -> Option<String> {
        self.say(prompt);
        let _ = stdout().flush();
        let mut line = Vec::new();
        match stdin().lock().read_until(b'\n', &mut line) {
            Ok(1..) => Some(String::from_utf8_lossy(&line).into_owned()),
            Ok(0) | Err(_) => None,
        }
    }
}

/// Prints on the screen; a listener who left is no fault.
pub fn say(text: &str) {
    Machine.say(text);
}

/// Complains, with the exit code of a bad request.
pub fn refuse(message: &str) -> ExitCode {
    Machine.warn(&format!("{message}\n"));
    ExitCode::from(2)
}

/// The flags of a program that takes the name of one of these games and then at most so many more.
///
/// # Errors
/// The exit code, after the usage was told: 0 if it was asked for (`--help`, `-h`), else that of a bad request.
pub fn game_and(usage: &str, games: &[&str], more: usize) -> Result<(String, Vec<String>), ExitCode> {
    read(args().collect(), games, more).map_err(|complaint| match complaint {
        None => {
            say(&format!("usage: {usage}\n"));
            ExitCode::SUCCESS
        }
        Some(complaint) => refuse(&format!("{complaint}\nusage: {usage}")),
    })
}

/// The same, apart from the machine: `None` is a wish for help, else what is wrong.
///
/// # Errors
/// As said.
pub fn read(mut args: Vec<String>, games: &[&str], more: usize) -> Result<(String, Vec<String>), Option<String>> {
    if args.iter().any(|a| a == "--help" || a == "-h") {
        return Err(None);
    }
    if let Some(flag) = args.iter().find(|a| a.starts_with('-')) {
        return Err(Some(format!("`{flag}` is no flag")));
    }
    if args.is_empty() {
        return Err(Some(format!("which game? There are: {}", games.join(", "))));
    }
    let game = args.remove(0);
    if !games.contains(&game.as_str()) {
        let games = games.join(", ");
        return Err(Some(format!("no game is called `{game}`; there are: {games}")));
    }
    match args.get(more) {
        None => Ok((game, args)),
        Some(extra) => Err(Some(format!("`{extra}` is too much"))),
    }
}

/// Turns on what a word names among a set-up's options; `false` if it names nothing.
pub fn chosen<C>(options: &mut Vec<C>, choice: Option<C>) -> bool {
    let named = choice.is_some();
    options.extend(choice);
    named
}

/// The lines of the story that tell of such events.
pub fn told<G: Game>(game: &Match<G>, such: impl Fn(&G::Event) -> bool) -> Vec<String> {
    let events = (0..game.journal().len()).flat_map(|line| game.events(line));
    events.filter(|e| such(e)).map(|e| game.tell(e)).collect()
}

/// The conformance files of a game, by name, in order.
///
/// # Errors
/// The folder or file that cannot be read, and why.
pub fn conformance_files(game: &str) -> Result<Vec<(String, String)>, String> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/conformance");
    let folder = folder.join(game);
    let wrong = |e: std::io::Error| format!("{}: {e}", folder.display());
    let mut files = Vec::new();
    for entry in std::fs::read_dir(&folder).map_err(wrong)? {
        let path = entry.map_err(wrong)?.path();
        if path.extension().is_some_and(|x| x == "toml") {
            let text = std::fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
            let name = path.file_name().map(|n| n.to_string_lossy().into_owned());
            files.push((name.unwrap_or_default(), text));
        }
    }
    files.sort();
    Ok(files)
}
