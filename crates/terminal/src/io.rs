//! The connection of a battle to the machine: files, output, and exit codes.

use crate::args::Screen;
use crate::battle::RunError;
use casus_core::play::game_of;
use casus_draw::Terminal;
use std::io::{Error, Result};

/// The exit code of success.
pub const DONE: u8 = 0;
/// The exit code of a battle that did not end: the limit was reached, or the game has a bug.
pub const UNENDED: u8 = 1;
/// The exit code of a request that cannot be carried out: a bad flag, an unknown option, a file that cannot be read or
/// written.
pub const REFUSED: u8 = 2;

/// Files, a terminal to write on, and a person to ask.
pub trait Io {
    /// Returns the text of a file; `None` if there is no such file.
    ///
    /// # Errors
    /// Why the file cannot be read.
    fn read(&mut self, path: &str) -> Result<Option<String>>;
    /// Writes a whole file, or leaves the existing one unchanged.
    ///
    /// # Errors
    /// Why the file cannot be written.
    fn write(&mut self, path: &str, text: &str) -> Result<()>;
    /// Checks, before anything is written, that a file could be written there: its folder exists and is writable.
    ///
    /// # Errors
    /// Why it could not.
    fn writable(&mut self, path: &str) -> Result<()>;
    /// Makes a folder for pictures. An existing empty folder will do.
    ///
    /// # Errors
    /// Why the folder cannot be made, or that it is not empty. The default, for a machine without folders, always
    /// fails.
    fn folder(&mut self, path: &str) -> Result<()> {
        let _ = path;
        Err(Error::other("no folder can be made here"))
    }
    /// Writes text for the person.
    fn say(&mut self, text: &str);
    /// Writes a long text for the person, who may leaf through it. The default writes it at once.
    fn page(&mut self, text: &str) {
        self.say(text);
    }
    /// Sets how to write on the screen. The default, for a machine without a screen, ignores it.
    fn set_screen(&mut self, _screen: Screen) {}
    /// Writes an error message.
    fn warn(&mut self, text: &str);
    /// Asks the person at the terminal for a line, after a prompt. Returns `None` when no more lines will come.
    ///
    /// The default, for a machine without a person, always returns `None`.
    fn ask(&mut self, _prompt: &str) -> Option<String> {
        None
    }
    /// Returns whether it completes words that the person has begun. If so, [`offer`](Io::offer) says which words there
    /// are.
    fn completes(&self) -> bool {
        false
    }
    /// Receives what may be typed at the next question: choices in full, names and commands.
    fn offer(&mut self, _words: Vec<String>) {}
    /// Returns the command that continues a save of a battle as a side, with the flags of the calling program.
    fn resume(&self, _battle: &str, side: &str, path: &str) -> String {
        format!("--play {side} --continue {}", typed(path))
    }
    /// Returns the path of a file for the game that begins, in which it is saved as it goes.
    ///
    /// So nothing is lost if the program ends before it is saved. `None` if games are not saved in this way.
    fn autosave(&mut self, _battle: &str) -> Option<String> {
        None
    }
    /// Removes the file that [`autosave`](Io::autosave) named: the game is saved elsewhere, or has ended.
    fn unneeded(&mut self, _path: &str) {}
    /// Returns how to show the map on the screen.
    fn terminal(&self) -> Terminal {
        Terminal::default()
    }
}

/// Returns a path as it is typed in a shell.
pub fn typed(path: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "/._-+,:@%=".contains(c);
    if !path.is_empty() && path.chars().all(plain) {
        return path.to_owned();
    }
    format!("'{}'", path.replace('\'', "'\\''"))
}

/// Refuses, before a battle is played, a path that cannot be written, or a file there that we did not write. `what`
/// names the kind of file.
pub(crate) fn spare_file(
    path: &str,
    what: &'static str,
    ours: impl Fn(&str) -> bool,
    io: &mut dyn Io,
) -> core::result::Result<(), RunError> {
    let file = |source| RunError::file(path, source);
    io.writable(path).map_err(file)?;
    match io.read(path).map_err(file)? {
        Some(text) if !text.is_empty() && !ours(&text) => Err(RunError::NotOurs {
            path: path.to_owned(),
            what,
        }),
        _ => Ok(()),
    }
}

/// Refuses such a path for a save.
pub(crate) fn spare(path: &str, io: &mut dyn Io) -> core::result::Result<(), RunError> {
    spare_file(path, "save", |text| game_of(text).is_ok(), io)
}
