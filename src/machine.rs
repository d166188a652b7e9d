//! The machine that a program runs on: its files and its screen.

use casus_core::person::Outside;
use std::io::{BufRead as _, ErrorKind, Write as _, stderr, stdin, stdout};
use std::path::Path;

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
