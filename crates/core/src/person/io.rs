//! What the machine adds to a battle: files, a place to write on, and how a program ends.

#[cfg(feature = "runner")]
use crate::play::save::game_of;
use crate::render::text::Terminal;

/// All went well.
pub const DONE: u8 = 0;
/// The battle did not come to its end: the limit was reached, or the engine has a defect.
pub const UNENDED: u8 = 1;
/// What was asked cannot be done: a bad flag, an unknown option, a file that cannot be read or written.
pub const REFUSED: u8 = 2;

/// Files, and a place to write on.
pub trait Io {
    /// The text of a file; `None` when there is no such file.
    ///
    /// # Errors
    /// Why it cannot be read.
    fn read(&mut self, path: &str) -> Result<Option<String>, String>;
    /// Writes a file whole, or leaves what is there alone.
    ///
    /// # Errors
    /// Why it cannot be written.
    fn write(&mut self, path: &str, text: &str) -> Result<(), String>;
    /// Whether a file could be written there, before anything is: its folder is there and may be written in.
    ///
    /// # Errors
    /// Why it cannot.
    fn writable(&mut self, path: &str) -> Result<(), String>;
    /// Makes a folder for pictures; one that is there and empty will do.
    ///
    /// # Errors
    /// Why it cannot be made, or that something is in it. Who has no folders refuses all.
    fn folder(&mut self, path: &str) -> Result<(), String> {
        let _ = path;
        Err("no folder can be made here".to_owned())
    }
    /// Tells something.
    fn say(&mut self, text: &str);
    /// Complains.
    fn warn(&mut self, text: &str);
    /// Asks the person at the terminal for a line, after a prompt; `None` when no more lines will come. Where nobody
    /// sits, as here, none ever come.
    fn ask(&mut self, _prompt: &str) -> Option<String> {
        None
    }
    /// Whether it completes words that the person has begun; then [`offer`](Io::offer) tells it which there are.
    fn completes(&self) -> bool {
        false
    }
    /// What may be typed at the next question: choices in full, names and commands.
    fn offer(&mut self, _words: Vec<String>) {}
    /// What the program that asks calls a flag of a battle's program.
    fn flag(&self, flag: &'static str) -> &'static str {
        flag
    }
    /// What is typed to go on with a save of a battle as a side: the flags of the program that asks.
    fn resume(&self, _battle: &str, side: &str, path: &str) -> String {
        format!("--play {side} --continue {}", typed(path))
    }
    /// A file of its own for the sitting that begins, where it is kept as it goes, so that nothing is lost when the program ends
    /// before it is saved; `None` where nothing is kept so.
    fn autosave(&mut self, _battle: &str) -> Option<String> {
        None
    }
    /// Removes the file that [`autosave`](Io::autosave) named: the sitting is saved elsewhere, or has ended.
    fn unneeded(&mut self, _path: &str) {}
    /// How the field is put on the screen.
    fn terminal(&self) -> Terminal {
        Terminal::default()
    }
}

/// A path as it is typed at a shell.
pub fn typed(path: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "/._-+,:@%=".contains(c);
    if !path.is_empty() && path.chars().all(plain) {
        return path.to_owned();
    }
    format!("'{}'", path.replace('\'', "'\\''"))
}

/// How a battle's program ends early: its exit code, and a complaint.
#[cfg(feature = "runner")]
pub(crate) type Stop = (u8, String);

/// Refuses, before a battle is fought, to write where nothing can be written or over what is none of ours: `what` names it.
#[cfg(feature = "runner")]
pub(crate) fn spare_file(path: &str, what: &str, ours: impl Fn(&str) -> bool, io: &mut dyn Io) -> Result<(), Stop> {
    let refused = |e: String| (REFUSED, format!("{path}: {e}"));
    io.writable(path).map_err(refused)?;
    match io.read(path).map_err(refused)? {
        Some(text) if !text.is_empty() && !ours(&text) => {
            Err(refused(format!("there is such a file, and it is no {what}: it is left alone")))
        }
        _ => Ok(()),
    }
}

/// The same for a save.
#[cfg(feature = "runner")]
pub(crate) fn spare(path: &str, io: &mut dyn Io) -> Result<(), Stop> {
    spare_file(path, "save", |text| game_of(text).is_ok(), io)
}
