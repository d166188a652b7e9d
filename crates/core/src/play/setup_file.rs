//! Set-ups as files: TOML or JSON.

use crate::data::formats::{from_json, from_toml};
use crate::play::game::Game;
use crate::play::json::{ReadFault, nameless_in, plain, steering, strict, without_mark};
use serde_json::{Map, Value};

/// Why a file is not a set-up. The message begins with the path of the file.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{path}: {fault}")]
pub struct SetupFileError {
    /// The path of the file, as given.
    pub path: String,
    /// What is wrong.
    #[source]
    pub fault: SetupFileFault,
}

/// What is wrong with the text of a set-up.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SetupFileFault {
    /// A TOML file has no key.
    #[error("the file has no key: without a set-up the printed one is played")]
    NoKey,
    /// The text is not TOML, or the TOML of no set-up of the game. The message shows the line.
    #[error("{0}")]
    Toml(String),
    /// The text is not JSON, or the JSON of no set-up of the game; or what TOML and JSON both may have is wrong in it: a
    /// bare list where an object belongs, or a control character.
    #[error("{}", in_file(.0))]
    Read(ReadFault),
}

/// Returns the message of a fault of a file.
fn in_file(fault: &ReadFault) -> String {
    match fault {
        ReadFault::Empty => "the file is empty: a set-up in JSON is an object; `{}` is the printed one".to_owned(),
        ReadFault::Syntax { line: 0, message, .. } => message.clone(),
        ReadFault::Syntax { line, column, message } => format!("{message} at line {line} column {column}"),
        other => other.to_string(),
    }
}

impl From<serde_json::Error> for SetupFileFault {
    fn from(e: serde_json::Error) -> Self {
        Self::Read(e.into())
    }
}

impl SetupFileFault {
    fn toml(e: &toml::de::Error) -> Self {
        Self::Toml(plain(e.to_string().trim_end()))
    }
    fn of(self, path: &str) -> SetupFileError {
        SetupFileError {
            path: path.to_owned(),
            fault: self,
        }
    }
}

fn is_json(path: &str, text: &str) -> bool {
    let ends = |end: &str| path.to_ascii_lowercase().ends_with(end);
    ends(".json") || (!ends(".toml") && text.trim_start().starts_with('{'))
}

fn value_of(path: &str, text: &str) -> Result<Value, SetupFileFault> {
    let json = is_json(path, text);
    let whole: Value = if json {
        if text.trim().is_empty() {
            return Err(SetupFileFault::Read(ReadFault::Empty));
        }
        strict(text)?
    } else {
        toml::from_str(text).map_err(|e| SetupFileFault::toml(&e))?
    };
    if !json && whole.as_object().is_some_and(Map::is_empty) {
        return Err(SetupFileFault::NoKey);
    }
    match steering(&whole) {
        Some((path, found)) => Err(SetupFileFault::Read(ReadFault::Steering { path, found })),
        None => Ok(whole),
    }
}

fn setup_of<G: Game>(path: &str, text: &str) -> Result<G::Setup, SetupFileFault> {
    let whole = value_of(path, text)?;
    let setup: G::Setup = if is_json(path, text) {
        from_json(text)?
    } else {
        from_toml(text).map_err(|e| SetupFileFault::toml(&e))?
    };
    match nameless_in(&whole, &setup) {
        None => Ok(setup),
        Some(path) => Err(SetupFileFault::Read(ReadFault::Nameless { path })),
    }
}

/// Reads the text of a set-up of any game. TOML and JSON are told apart as in [`read_setup`].
///
/// # Errors
/// What is wrong: another format, an empty text, a key given twice, or text that would steer a terminal.
pub fn read_setup_value(path: &str, text: &str) -> Result<Value, SetupFileError> {
    value_of(path, without_mark(text)).map_err(|fault| fault.of(path))
}

/// Reads a set-up from TOML or JSON.
///
/// A path that ends in `.json` or `.toml` says which it is. Otherwise a text that begins with `{` is JSON.
///
/// # Errors
/// What is wrong, with its place: a line and column, or a path.
pub fn read_setup<G: Game>(path: &str, text: &str) -> Result<G::Setup, SetupFileError> {
    setup_of::<G>(path, without_mark(text)).map_err(|fault| fault.of(path))
}
