//! The form of a conformance file: cases, steps, and changes to a set-up.

use crate::report::Failure;
use casus_core::play::json;
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct File {
    #[serde(default)]
    pub(super) proves: Vec<String>,
    pub(super) proved_by: Option<ProvedBy>,
    #[serde(default)]
    pub(super) trace: bool,
    #[serde(default)]
    pub(super) about: String,
    pub(super) setup: Option<toml::Value>,
    #[serde(default)]
    pub(super) change: BTreeMap<String, toml::Value>,
    #[serde(default)]
    pub(super) drop: Vec<String>,
    pub(super) decline: Option<bool>,
    #[serde(default)]
    pub(super) faults: Vec<String>,
    #[serde(default)]
    pub(super) play: Vec<Step>,
    #[serde(default)]
    pub(super) case: Vec<OneCase>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct OneCase {
    #[serde(default)]
    pub(super) proves: Vec<String>,
    pub(super) proved_by: Option<ProvedBy>,
    #[serde(default)]
    pub(super) trace: bool,
    #[serde(default)]
    pub(super) about: String,
    pub(super) setup: Option<toml::Value>,
    #[serde(default)]
    pub(super) change: BTreeMap<String, toml::Value>,
    #[serde(default)]
    pub(super) drop: Vec<String>,
    pub(super) decline: Option<bool>,
    #[serde(default)]
    pub(super) faults: Vec<String>,
    #[serde(default)]
    pub(super) play: Vec<Step>,
}

/// How a case proves what leaves no trace in it.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum ProvedBy {
    /// By a value that one of its `state`, `has`, `ledger` or `odds` holds.
    Value,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Step {
    pub(super) by: Option<String>,
    #[serde(rename = "do")]
    pub(super) action: Option<String>,
    pub(super) faces: Option<Vec<u8>>,
    #[serde(default)]
    pub(super) force: OneOrMany,
    pub(super) decline: Option<bool>,
    #[serde(default)]
    pub(super) trace: bool,
    #[serde(default)]
    pub(super) cites: Vec<String>,
    #[serde(default)]
    pub(super) absent: Vec<String>,
    #[serde(default)]
    pub(super) has: OneOrMany,
    #[serde(default)]
    pub(super) has_not: OneOrMany,
    pub(super) ledger: Option<WantLedger>,
    #[serde(default)]
    pub(super) tells: Vec<String>,
    #[serde(default)]
    pub(super) untold: Vec<String>,
    #[serde(default)]
    pub(super) refused: Vec<String>,
    pub(super) refused_only: Option<Vec<String>>,
    #[serde(default)]
    pub(super) any_of: Vec<String>,
    #[serde(default)]
    pub(super) because: Vec<String>,
    #[serde(default)]
    pub(super) lists: Vec<String>,
    #[serde(default)]
    pub(super) unlisted: Vec<Unlisted>,
    pub(super) only: Option<Vec<String>>,
    #[serde(default)]
    pub(super) shut: Vec<WantShut>,
    pub(super) turn: Option<WantTurn>,
    pub(super) viewer: Option<String>,
    #[serde(default)]
    pub(super) state: BTreeMap<String, toml::Value>,
    #[serde(default)]
    pub(super) lacks: Vec<String>,
    pub(super) odds: Option<WantOdds>,
}

impl Step {
    /// Returns whether the step does nothing and expects nothing. A step with `trace` is not idle.
    pub(super) fn is_idle(&self) -> bool {
        let does = self.by.is_some() || self.action.is_some() || self.faces.is_some() || !self.force.is_empty();
        let happens = !(self.cites.is_empty()
            && self.absent.is_empty()
            && self.has.is_empty()
            && self.has_not.is_empty()
            && self.ledger.is_none()
            && self.tells.is_empty()
            && self.untold.is_empty());
        let lists = !(self.lists.is_empty() && self.unlisted.is_empty() && self.only.is_none() && self.shut.is_empty());
        let stands = self.turn.is_some() || !self.state.is_empty() || !self.lacks.is_empty() || self.odds.is_some();
        !(does || happens || lists || stands || self.refuses() || self.trace)
    }
    /// Returns whether the action must be refused.
    pub(super) const fn refuses(&self) -> bool {
        !self.refused.is_empty() || self.refused_only.is_some() || !self.any_of.is_empty() || !self.because.is_empty()
    }
}

/// The lines of a ledger that are not 0, all of them: of the only ledger of the step, or of the ledger in an event.
#[derive(Deserialize)]
#[serde(untagged)]
pub(super) enum WantLedger {
    Lines(Vec<toml::Value>),
    Of(WantLedgerOf),
}
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WantLedgerOf {
    pub(super) of: toml::Value,
    pub(super) lines: Vec<toml::Value>,
}
impl WantLedger {
    /// Returns what the event with the ledger has, if given, and the lines.
    pub(super) fn read(&self) -> (Option<Value>, Vec<Value>) {
        let (of, lines) = match self {
            Self::Lines(lines) => (None, lines),
            Self::Of(WantLedgerOf { of, lines }) => (Some(json::value_of(of)), lines),
        };
        (of, lines.iter().map(json::value_of).collect())
    }
}

/// A place that no action may name: every action that names it must be refused.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WantShut {
    /// The word of the place.
    pub(super) at: String,
    /// The side of the actions; the side that decides if `None`.
    pub(super) by: Option<String>,
    /// The verbs of the actions; all if empty.
    #[serde(default, rename = "do")]
    pub(super) verbs: Vec<String>,
    /// Each action must be refused by at least one of these.
    #[serde(default)]
    pub(super) any_of: Vec<String>,
}

/// An action that must be refused: of the side that decides, or of a named side.
#[derive(Deserialize)]
#[serde(untagged)]
pub(super) enum Unlisted {
    Now(String),
    Of(UnlistedOf),
}
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct UnlistedOf {
    pub(super) by: String,
    #[serde(rename = "do")]
    pub(super) action: String,
}

#[derive(Deserialize)]
#[serde(untagged)]
pub(super) enum OneOrMany {
    Many(Vec<toml::Value>),
    One(toml::Value),
}
impl Default for OneOrMany {
    fn default() -> Self {
        Self::Many(Vec::new())
    }
}
impl OneOrMany {
    pub(super) const fn is_empty(&self) -> bool {
        matches!(self, Self::Many(list) if list.is_empty())
    }
    pub(super) fn values(&self) -> Vec<Value> {
        match self {
            Self::Many(list) => list.iter().map(json::value_of).collect(),
            Self::One(one) => vec![json::value_of(one)],
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WantTurn {
    pub(super) side: Option<String>,
    pub(super) what: Option<String>,
    pub(super) cite: Option<String>,
    pub(super) of: Option<String>,
    pub(super) over: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WantOdds {
    pub(super) by: String,
    #[serde(rename = "do")]
    pub(super) action: String,
    pub(super) path: String,
    pub(super) chance: BTreeMap<String, String>,
    /// Whether to play on through the decisions of both sides, answered `evenly` or by the `first` listed. If `None`,
    /// only up to the next decision.
    pub(super) through: Option<String>,
    pub(super) runs: Option<usize>,
}

/// A conformance file that has been read and not yet run.
pub(super) struct Parsed {
    pub(super) cases: Vec<OneCase>,
}

/// Reads a file.
///
/// # Errors
/// When it is not TOML, or has an unknown key.
pub(super) fn parse(text: &str, setups: &Setups) -> Result<Parsed, Failure> {
    let mut file: File = toml::from_str(text).map_err(|e| Failure::of_file(e.to_string()))?;
    let shared = |setup: &mut Option<toml::Value>| {
        let Some(toml::Value::String(name)) = setup else {
            return Ok(());
        };
        if let Some(found) = setups.0.get(name) {
            *setup = Some(found.clone());
            return Ok(());
        }
        let known: Vec<&str> = setups.0.keys().map(String::as_str).collect();
        let known = if known.is_empty() {
            "it has none".to_owned()
        } else {
            known.join(", ")
        };
        Err(Failure::of_file(format!("the folder has no set-up `{name}` in {}: {known}", Setups::FILE)))
    };
    shared(&mut file.setup)?;
    let mut cases = file.case;
    for case in &mut cases {
        shared(&mut case.setup)?;
        if case.setup.is_none() {
            case.setup.clone_from(&file.setup);
        }
        case.proved_by = case.proved_by.or(file.proved_by);
        case.trace |= file.trace;
        case.decline = case.decline.or(file.decline);
        case.proves.extend(file.proves.iter().cloned());
        for (k, v) in &file.change {
            case.change.entry(k.clone()).or_insert_with(|| v.clone());
        }
        case.drop.extend(file.drop.iter().cloned());
    }
    if !file.play.is_empty() || !file.faults.is_empty() {
        cases.insert(
            0,
            OneCase {
                proves: file.proves,
                proved_by: file.proved_by,
                trace: file.trace,
                about: file.about,
                setup: file.setup,
                change: file.change,
                drop: file.drop,
                decline: file.decline,
                faults: file.faults,
                play: file.play,
            },
        );
    }
    if cases.is_empty() {
        return Err(Failure::of_file("a file with nothing to play".to_owned()));
    }
    Ok(Parsed { cases })
}

/// The set-ups that the files of a folder share, each with a name. A case uses one by `setup = "name"`.
#[derive(Clone, Debug, Default)]
pub struct Setups(toml::Table);

impl Setups {
    /// The name of the file with the shared set-ups.
    pub const FILE: &'static str = "setups.toml";
    /// Reads shared set-ups from TOML. The text has one table for each set-up, under its name.
    ///
    /// # Errors
    /// When the text is not TOML, or has anything other than tables.
    pub fn read(text: &str) -> Result<Self, Failure> {
        let table: toml::Table = toml::from_str(text).map_err(|e| Failure::of_file(e.to_string()))?;
        match table.iter().find(|(_, setup)| !setup.is_table()) {
            Some((name, _)) => Err(Failure::of_file(format!("{name:?} is not a set-up: a table is"))),
            None => Ok(Self(table)),
        }
    }
    /// Removes the file [`Setups::FILE`] from the files of a folder, and reads it. Each file is given as its name and text.
    ///
    /// Without such a file the result is empty.
    ///
    /// # Errors
    /// As [`Setups::read`].
    pub fn take(files: &mut Vec<(String, String)>) -> Result<Self, Failure> {
        let at = files
            .iter()
            .position(|(name, _)| name.rsplit(['/', '\\']).next() == Some(Self::FILE));
        at.map_or_else(|| Ok(Self::default()), |at| Self::read(&files.remove(at).1))
    }
}

fn step_into<'v>(value: &'v mut toml::Value, key: &str) -> Option<&'v mut toml::Value> {
    match value {
        toml::Value::Table(map) => map.get_mut(key),
        toml::Value::Array(list) => match key.parse::<usize>() {
            Ok(i) => list.get_mut(i),
            Err(_) => list.iter_mut().find(|e| named(e, key)),
        },
        _ => None,
    }
}
fn named(value: &toml::Value, key: &str) -> bool {
    ["id", "name"]
        .iter()
        .any(|k| value.get(k).and_then(toml::Value::as_str) == Some(key))
}
fn split(path: &str) -> (Option<&str>, &str) {
    match path.rsplit_once('.') {
        Some((head, last)) => (Some(head), last),
        None => (None, path),
    }
}
fn walk_to<'v>(setup: &'v mut toml::Value, path: Option<&str>) -> Option<&'v mut toml::Value> {
    match path {
        Some(path) => path.split('.').try_fold(setup, step_into),
        None => Some(setup),
    }
}
pub(super) fn change(setup: &mut toml::Value, path: &str, new: &toml::Value) -> bool {
    let (head, last) = split(path);
    match walk_to(setup, head) {
        Some(toml::Value::Table(map)) => {
            map.insert(last.to_owned(), new.clone());
            true
        }
        Some(list @ toml::Value::Array(_)) => {
            if let Some(old) = step_into(list, last) {
                *old = new.clone();
                true
            } else if last == "+"
                && let toml::Value::Array(list) = list
            {
                match new {
                    toml::Value::Array(many) => list.extend(many.iter().cloned()),
                    one => list.push(one.clone()),
                }
                true
            } else {
                false
            }
        }
        _ => false,
    }
}
pub(super) fn drop_out(setup: &mut toml::Value, path: &str) -> bool {
    let (head, last) = split(path);
    match walk_to(setup, head) {
        Some(toml::Value::Table(map)) => map.remove(last).is_some(),
        Some(toml::Value::Array(list)) => {
            let place = match last.parse::<usize>() {
                Ok(i) => (i < list.len()).then_some(i),
                Err(_) => list.iter().position(|e| named(e, last)),
            };
            place.map(|i| list.remove(i)).is_some()
        }
        _ => false,
    }
}
