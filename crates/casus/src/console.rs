//! The terminal: files and screen of the machine, and a line editor where somebody sits.

use crate::args::Colour;
use casus_belli::core::Terminal;
use casus_belli::core::person::Outside;
use casus_belli::machine::Machine;
use rustyline::completion::Completer;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{Config, Context, Editor, Helper};
use std::io::{IsTerminal as _, stdin, stdout};

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

/// The machine, and who sits at it.
pub(crate) struct Console {
    machine: Machine,
    editor: Option<Editor<Words, MemHistory>>,
    terminal: Terminal,
}

impl Console {
    pub(crate) fn new(columns: Option<u16>, colour: Colour) -> Self {
        let looked_at = stdout().is_terminal();
        let wide = || {
            std::env::var("COLUMNS")
                .ok()
                .and_then(|c| c.parse().ok())
                .filter(|c| *c >= 20)
        };
        let usual = Terminal::default();
        Self {
            machine: Machine,
            editor: (looked_at && stdin().is_terminal()).then(edited).flatten(),
            terminal: Terminal {
                columns: columns.or_else(wide).unwrap_or(usual.columns),
                colour: match colour {
                    Colour::Always => true,
                    Colour::Never => false,
                    Colour::Auto => looked_at && std::env::var_os("NO_COLOR").is_none(),
                },
                ..usual
            },
        }
    }
}

fn edited() -> Option<Editor<Words, MemHistory>> {
    let config = Config::builder().auto_add_history(true).build();
    let mut editor = Editor::with_history(config, MemHistory::new()).ok()?;
    editor.set_helper(Some(Words::default()));
    Some(editor)
}

impl Outside for Console {
    fn read(&mut self, path: &str) -> Result<Option<String>, String> {
        self.machine.read(path)
    }
    fn write(&mut self, path: &str, text: &str) -> Result<(), String> {
        self.machine.write(path, text)
    }
    fn writable(&mut self, path: &str) -> Result<(), String> {
        self.machine.writable(path)
    }
    fn folder(&mut self, path: &str) -> Result<(), String> {
        self.machine.folder(path)
    }
    fn say(&mut self, text: &str) {
        self.machine.say(text);
    }
    fn warn(&mut self, text: &str) {
        self.machine.warn(text);
    }
    fn ask(&mut self, prompt: &str) -> Option<String> {
        match &mut self.editor {
            // Who presses Ctrl-C or Ctrl-D leaves.
            Some(editor) => editor.readline(prompt).ok(),
            None => self.machine.ask(prompt),
        }
    }
    fn completes(&self) -> bool {
        self.editor.is_some()
    }
    fn offer(&mut self, words: Vec<String>) {
        if let Some(editor) = &mut self.editor {
            editor.set_helper(Some(Words(words)));
        }
    }
    fn terminal(&self) -> Terminal {
        self.terminal
    }
}
