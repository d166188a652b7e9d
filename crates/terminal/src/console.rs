//! The terminal: files and screen of the machine; for a person at it, a line editor with a history, and a pager.

use crate::args::Screen;
use crate::io::{Io, typed};
use crate::machine::Machine;
use crate::pager;
use casus_draw::Terminal;
use rustyline::completion::Completer;
use rustyline::config::Configurer as _;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::FileHistory;
use rustyline::validate::Validator;
use rustyline::{Config, Context, Editor, Helper};
use std::io::{IsTerminal as _, stdin, stdout};
use std::path::PathBuf;
use std::time::{SystemTime, UNIX_EPOCH};

/// The words that may be typed.
#[derive(Debug, Default)]
struct Words(Vec<String>);

impl Helper for Words {}
impl Highlighter for Words {}
impl Validator for Words {}
impl Hinter for Words {
    type Hint = String;
}
impl Completer for Words {
    type Candidate = String;
    /// Whole lines first; where none begins so, the last word.
    fn complete(&self, line: &str, pos: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        let typed = &line[..pos];
        let begin = |from: usize| -> Vec<String> {
            let part = typed[from..].to_lowercase();
            let mut found: Vec<String> = self
                .0
                .iter()
                .filter(|w| w.to_lowercase().starts_with(&part))
                .cloned()
                .collect();
            found.sort();
            found.dedup();
            found
        };
        let whole = begin(0);
        if !whole.is_empty() {
            return Ok((0, whole));
        }
        let word = typed.rfind(char::is_whitespace).map_or(0, |at| at + 1);
        Ok((word, begin(word)))
    }
}

/// The machine, with a line editor and a pager if a person sits at it.
pub struct Console {
    machine: Machine,
    editor: Option<Editor<Words, FileHistory>>,
    /// The file of the history; `None` if none is kept.
    history: Option<PathBuf>,
    pages: bool,
}

impl core::fmt::Debug for Console {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Console")
            .field("machine", &self.machine)
            .field("history", &self.history)
            .field("pages", &self.pages)
            .finish_non_exhaustive()
    }
}

/// The variable that names the file of the history; empty, it switches the history off.
const HISTORY: &str = "CASUS_HISTORY";
/// The maximum number of lines that the history keeps.
const MAX_HISTORY: usize = 1000;

impl Console {
    /// Creates a console that writes like this on its screen, and shows long texts in a pager if `pages` says so.
    pub fn new(screen: Screen, pages: bool) -> Self {
        let mut editor = (stdout().is_terminal() && stdin().is_terminal()).then(edited).flatten();
        let history = editor.as_ref().and_then(|_| history());
        if let (Some(editor), Some(path)) = (&mut editor, &history) {
            // The first time there is none.
            let _ = editor.load_history(path);
        }
        Self {
            machine: Machine::new(screen),
            editor,
            history,
            pages,
        }
    }
}

/// Returns the file of the history, in a folder that exists.
fn history() -> Option<PathBuf> {
    let path = match std::env::var_os(HISTORY) {
        Some(path) if path.is_empty() => return None,
        Some(path) => PathBuf::from(path),
        None => {
            let folder = dirs::state_dir().or_else(dirs::data_local_dir)?;
            folder.join("casus").join("history")
        }
    };
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).ok()?;
    }
    Some(path)
}

/// What came of a prompt.
enum Typed {
    Line(String),
    /// The person pressed Ctrl-C.
    Interrupted,
    /// Ctrl-D, or nothing more can be read.
    End,
}

/// The line that is typed at a prompt; nothing from one who leaves. Ctrl-C clears the line, a second one asks whether to leave,
/// and a third leaves.
fn asked(prompt: &str, mut read: impl FnMut(&str) -> Typed) -> Option<String> {
    let mut interrupted = false;
    loop {
        match read(prompt) {
            Typed::Line(line) => return Some(line),
            Typed::End => return None,
            Typed::Interrupted if !interrupted => interrupted = true,
            Typed::Interrupted => match read(LEAVE) {
                Typed::Line(line) if !line.trim().to_lowercase().starts_with('y') => interrupted = false,
                _ => return None,
            },
        }
    }
}

/// The question of a second Ctrl-C.
const LEAVE: &str = "Leave the battle? (y/n) ";

fn edited() -> Option<Editor<Words, FileHistory>> {
    let config = Config::builder()
        .auto_add_history(true)
        .max_history_size(MAX_HISTORY)
        .ok()?
        .history_ignore_dups(true)
        .ok()?
        .build();
    let mut editor = Editor::with_config(config).ok()?;
    editor.set_helper(Some(Words::default()));
    Some(editor)
}

impl Io for Console {
    fn read(&mut self, path: &str) -> std::io::Result<Option<String>> {
        self.machine.read(path)
    }
    fn write(&mut self, path: &str, text: &str) -> std::io::Result<()> {
        self.machine.write(path, text)
    }
    fn writable(&mut self, path: &str) -> std::io::Result<()> {
        self.machine.writable(path)
    }
    fn folder(&mut self, path: &str) -> std::io::Result<()> {
        self.machine.folder(path)
    }
    fn say(&mut self, text: &str) {
        self.machine.say(text);
    }
    fn page(&mut self, text: &str) {
        if !(self.pages && pager::overflows(text) && pager::show(&Machine::visible(text))) {
            self.machine.say(text);
        }
    }
    fn set_screen(&mut self, screen: Screen) {
        self.machine.set_screen(screen);
    }
    fn warn(&mut self, text: &str) {
        self.machine.warn(text);
    }
    fn ask(&mut self, prompt: &str) -> Option<String> {
        let Some(editor) = &mut self.editor else {
            return self.machine.ask(prompt);
        };
        let line = asked(prompt, |prompt| {
            // An answer to that question is no line to come back to.
            editor.set_auto_add_history(prompt != LEAVE);
            match editor.readline(prompt) {
                Ok(line) => Typed::Line(line),
                Err(ReadlineError::Interrupted) => Typed::Interrupted,
                Err(_) => Typed::End,
            }
        });
        if let Some(path) = &self.history
            && editor.append_history(path).is_err()
        {
            // A history that cannot be kept is no reason to stop a battle.
            self.history = None;
        }
        line
    }
    fn completes(&self) -> bool {
        self.editor.is_some()
    }
    fn offer(&mut self, words: Vec<String>) {
        if let Some(editor) = &mut self.editor {
            editor.set_helper(Some(Words(words)));
        }
    }
    fn resume(&self, battle: &str, side: &str, path: &str) -> String {
        format!("casus play {battle} --side {side} --continue {}", typed(path))
    }
    /// Where somebody sits at a terminal: a script says itself what it keeps.
    fn autosave(&mut self, battle: &str) -> Option<String> {
        self.editor.as_ref()?;
        let folder = dirs::data_local_dir()?.join("casus").join("autosave");
        std::fs::create_dir_all(&folder).ok()?;
        let now = SystemTime::now().duration_since(UNIX_EPOCH).ok()?.as_secs();
        let name = format!("{battle}-{now}-{}.save", std::process::id());
        Some(folder.join(name).to_string_lossy().into_owned())
    }
    fn unneeded(&mut self, path: &str) {
        let _ = std::fs::remove_file(path);
    }
    fn terminal(&self) -> Terminal {
        self.machine.terminal()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What comes of these, and at which prompts they were typed.
    fn told(keys: &[&str]) -> (Option<String>, Vec<String>) {
        let mut keys = keys.iter();
        let mut prompts = Vec::new();
        let line = asked("> ", |prompt| {
            prompts.push(prompt.to_owned());
            match keys.next() {
                Some(&"^C") => Typed::Interrupted,
                Some(line) => Typed::Line((*line).to_owned()),
                None => Typed::End,
            }
        });
        (line, prompts)
    }

    #[test]
    fn ctrl_c_clears_the_line_and_a_second_one_asks() {
        for (keys, line, prompts) in [
            (&["pass"][..], Some("pass"), &["> "][..]),
            (&["^C", "pass"], Some("pass"), &["> ", "> "]),
            (&["^C", "^C", "n", "pass"], Some("pass"), &["> ", "> ", LEAVE, "> "]),
            (&["^C", "^C", "Yes"], None, &["> ", "> ", LEAVE]),
            (&["^C", "^C", "^C"], None, &["> ", "> ", LEAVE]),
            (&["^C", "^C", "", "^C", "pass"], Some("pass"), &["> ", "> ", LEAVE, "> ", "> "]),
            (&[], None, &["> "]),
        ] {
            let (said, at) = told(keys);
            assert_eq!(
                (said.as_deref(), &at[..]),
                (line, &prompts.iter().map(|p| (*p).to_owned()).collect::<Vec<_>>()[..]),
                "{keys:?}"
            );
        }
    }
}
