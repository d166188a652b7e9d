//! JSON values: paths into them, comparisons between them, and numbers that every reader keeps exactly. For crates that
//! answer in JSON or test what is answered.

use crate::data::formats::from_json;
use crate::geometry::near::steers;
use core::fmt;
use serde::de::{DeserializeOwned, DeserializeSeed, Error as _, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};

/// The largest integer that every JSON reader keeps exactly.
const SAFE: u64 = 1 << 53;

/// Why a text was not read as JSON.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ReadFault {
    /// The text is empty.
    #[error("it is empty")]
    Empty,
    /// The text is not JSON, has a key twice, or is not what was expected.
    #[error("{message} (line {line}, column {column})")]
    Syntax {
        /// The line of the text, from 1; 0 if unknown.
        line: usize,
        /// The column of the line, from 1; 0 if unknown.
        column: usize,
        /// What is wrong there, in the words of the JSON reader.
        message: String,
    },
    /// A bare list is where an object with named keys belongs.
    #[error("{}", nameless_words(path))]
    Nameless {
        /// The path, such as `units[0]`, or `setup.units[0]` in a save; empty for the whole text.
        path: String,
    },
    /// A string in it has a control character that would steer a terminal.
    #[error("{}", steering_words(path, *found))]
    Steering {
        /// The path of the string; empty for the whole text.
        path: String,
        /// The control character that it has.
        found: char,
    },
}

impl From<serde_json::Error> for ReadFault {
    fn from(e: serde_json::Error) -> Self {
        let text = e.to_string();
        let message = text.rsplit_once(" at line ").map_or(text.as_str(), |(m, _)| m);
        Self::Syntax {
            line: e.line(),
            column: e.column(),
            message: plain(message),
        }
    }
}

/// Returns the text without the byte order mark that some editors put before it.
pub(crate) fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{FEFF}').unwrap_or(text)
}

/// Reads JSON from outside. Refuses a key given twice, a bare list where an object belongs, and text that would steer a
/// terminal.
///
/// # Errors
/// What is wrong with the text, and where.
pub fn read<T: serde::Serialize + DeserializeOwned>(text: &str) -> Result<T, ReadFault> {
    let text = without_mark(text);
    if text.trim().is_empty() {
        return Err(ReadFault::Empty);
    }
    let whole = strict(text)?;
    if let Some((path, found)) = steering(&whole) {
        return Err(ReadFault::Steering { path, found });
    }
    let read: T = from_json(text)?;
    match nameless_in(&whole, &read) {
        None => Ok(read),
        Some(path) => Err(ReadFault::Nameless { path }),
    }
}

/// Reads a text as a value, and refuses an object with a key given twice. `serde_json` would silently keep the last.
///
/// # Errors
/// If the text is not JSON, or an object has a key twice.
pub fn strict(text: &str) -> serde_json::Result<Value> {
    let mut from = serde_json::Deserializer::from_str(without_mark(text));
    let value = Within(&mut String::new()).deserialize(&mut from)?;
    from.end()?;
    Ok(value)
}

/// Reads a value at this path.
struct Within<'p>(&'p mut String);

impl Within<'_> {
    /// Reads what is one step further along the path.
    fn step<T>(&mut self, step: &str, read: impl FnOnce(Within<'_>) -> T) -> T {
        let length = self.0.len();
        if length > 0 && !step.starts_with('[') {
            self.0.push('.');
        }
        self.0.push_str(step);
        let value = read(Within(self.0));
        self.0.truncate(length);
        value
    }
}

impl<'de> DeserializeSeed<'de> for Within<'_> {
    type Value = Value;
    fn deserialize<D: serde::Deserializer<'de>>(self, from: D) -> Result<Value, D::Error> {
        from.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Within<'_> {
    type Value = Value;
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }
    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }
    fn visit_bool<E>(self, v: bool) -> Result<Value, E> {
        Ok(v.into())
    }
    fn visit_i64<E>(self, v: i64) -> Result<Value, E> {
        Ok(v.into())
    }
    fn visit_u64<E>(self, v: u64) -> Result<Value, E> {
        Ok(v.into())
    }
    fn visit_f64<E>(self, v: f64) -> Result<Value, E> {
        Ok(v.into())
    }
    fn visit_str<E>(self, v: &str) -> Result<Value, E> {
        Ok(v.into())
    }
    fn visit_seq<A: SeqAccess<'de>>(mut self, mut seq: A) -> Result<Value, A::Error> {
        let mut list = Vec::new();
        while let Some(value) = self.step(&format!("[{}]", list.len()), |at| seq.next_element_seed(at))? {
            list.push(value);
        }
        Ok(list.into())
    }
    fn visit_map<A: MapAccess<'de>>(mut self, mut map: A) -> Result<Value, A::Error> {
        let mut read = Map::new();
        while let Some(key) = map.next_key::<String>()? {
            if read.contains_key(&key) {
                let place = if self.0.is_empty() { "" } else { "`" };
                let place = format!("{place}{}{place}", self.0);
                let place = if place.is_empty() { "the object" } else { &place };
                return Err(A::Error::custom(format!("{place} has the key `{key}` twice")));
            }
            let value = self.step(&key, |at| map.next_value_seed(at))?;
            read.insert(key, value);
        }
        Ok(read.into())
    }
}

/// Returns the path and the character of the first text of a value that would steer a terminal. A key counts as text.
pub(crate) fn steering(value: &Value) -> Option<(String, char)> {
    let within = |step: String, value: &Value| {
        let (path, found) = steering(value)?;
        let dot = if path.is_empty() || path.starts_with('[') {
            ""
        } else {
            "."
        };
        Some((format!("{step}{dot}{path}"), found))
    };
    match value {
        Value::String(text) => text.chars().find(|&c| steers(c)).map(|c| (String::new(), c)),
        Value::Array(list) => list.iter().enumerate().find_map(|(i, v)| within(format!("[{i}]"), v)),
        Value::Object(map) => map.iter().find_map(|(key, v)| match key.chars().find(|&c| steers(c)) {
            Some(c) => Some(("a key".to_owned(), c)),
            None => within(key.clone(), v),
        }),
        _ => None,
    }
}

/// Returns the message for such a text.
pub(crate) fn steering_words(path: &str, found: char) -> String {
    let place = if path.is_empty() { "the whole" } else { path };
    format!("{place}: the control character U+{:04X}, which no name and no text may have", u32::from(found))
}

/// Returns the same value with every integer beyond 2^53 and every fraction as a string.
pub fn portable(value: Value) -> Value {
    match value {
        Value::Number(n) => {
            let fits = n.as_i64().is_some_and(|i| i.unsigned_abs() <= SAFE) || n.as_u64().is_some_and(|u| u <= SAFE);
            if fits {
                Value::Number(n)
            } else {
                Value::String(n.to_string())
            }
        }
        Value::Array(list) => Value::Array(list.into_iter().map(portable).collect()),
        Value::Object(map) => Value::Object(map.into_iter().map(|(k, v)| (k, portable(v))).collect()),
        other => other,
    }
}

/// Returns any serializable value as JSON. A value that cannot be written becomes a string that says so.
pub fn value_of<T: serde::Serialize + ?Sized>(value: &T) -> Value {
    match serde_json::to_value(value) {
        Ok(v) => portable(v),
        Err(e) => Value::String(format!("unwritable: {e}")),
    }
}

/// Returns the path of the first list in `text` for which `read` has an object; `""` for the whole.
///
/// serde also reads a struct from a bare list of its fields. The meaning of such a list would silently change with the
/// next field.
pub(crate) fn nameless(text: &Value, read: &Value) -> Option<String> {
    match (text, read) {
        (Value::Array(_), Value::Object(_)) => Some(String::new()),
        (Value::Array(a), Value::Array(b)) => a.iter().zip(b).enumerate().find_map(|(i, (a, b))| {
            let path = nameless(a, b)?;
            let dot = if path.is_empty() || path.starts_with('[') {
                ""
            } else {
                "."
            };
            Some(format!("[{i}]{dot}{path}"))
        }),
        (Value::Object(a), Value::Object(b)) => a.iter().find_map(|(key, a)| {
            let path = nameless(a, b.get(key)?)?;
            let dot = if path.is_empty() || path.starts_with('[') {
                ""
            } else {
                "."
            };
            Some(format!("{key}{dot}{path}"))
        }),
        _ => None,
    }
}

/// Does the same for a text in any format, given as a value of its own.
pub fn nameless_in<T: serde::Serialize>(text: &Value, read: &T) -> Option<String> {
    nameless(text, &serde_json::to_value(read).ok()?)
}

/// Returns the message for such a list.
pub fn nameless_words(path: &str) -> String {
    let place = if path.is_empty() { "the whole" } else { path };
    format!("{place}: a bare list, where keys with names belong: {{ … }}")
}

/// Returns a reader's message in words for players: Rust's integer types as ranges.
pub(crate) fn plain(message: &str) -> String {
    const RANGES: [(&str, &str); 9] = [
        ("u8", "a whole number from 0 to 255"),
        ("i8", "a whole number from -128 to 127"),
        ("u16", "a whole number from 0 to 65535"),
        ("i16", "a whole number from -32768 to 32767"),
        ("u32", "a whole number from 0 to 4294967295"),
        ("i32", "a whole number from -2147483648 to 2147483647"),
        ("u64", "a whole number, 0 or more"),
        ("i64", "a whole number"),
        ("usize", "a whole number, 0 or more"),
    ];
    let Some((before, after)) = message.split_once("expected ") else {
        return message.to_owned();
    };
    let word: &str = after.split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or("");
    match RANGES.iter().find(|(name, _)| *name == word) {
        Some((name, range)) => {
            let rest = after.strip_prefix(name).unwrap_or(after);
            format!("{before}expected {range}{rest}").replace("integer `", "`")
        }
        None => message.to_owned(),
    }
}

/// Follows a dotted path. In a list, a step is an index from 0, or the `id` or `name` of an element. Keys that contain
/// dots are found too.
pub fn at<'v>(value: &'v Value, path: &str) -> Option<&'v Value> {
    if path.is_empty() {
        return Some(value);
    }
    let mut cuts: Vec<usize> = path.match_indices('.').map(|(i, _)| i).collect();
    cuts.push(path.len());
    cuts.into_iter().find_map(|cut| {
        let (key, rest) = (&path[..cut], path.get(cut + 1..).unwrap_or(""));
        let next = match value {
            Value::Object(map) => map.get(key),
            Value::Array(list) => key.parse::<usize>().map_or_else(
                |_| {
                    list.iter().find(|e| {
                        ["id", "name"]
                            .iter()
                            .any(|k| e.get(k).and_then(Value::as_str) == Some(key))
                    })
                },
                |i| list.get(i),
            ),
            _ => None,
        }?;
        if cut < path.len() && rest.is_empty() {
            return None;
        }
        at(next, rest)
    })
}

/// Returns the value in short words: a string without quotes, anything else as JSON.
pub fn bare(value: &Value) -> String {
    match value {
        Value::String(s) => s.clone(),
        other => other.to_string(),
    }
}

/// Returns whether `part` is in `whole`: every key of an object, every element of a list at its index, scalars equal.
pub fn within(part: &Value, whole: &Value) -> bool {
    match (part, whole) {
        (Value::Object(p), Value::Object(w)) => p.iter().all(|(k, v)| w.get(k).is_some_and(|x| within(v, x))),
        (Value::Array(p), Value::Array(w)) => p.len() == w.len() && p.iter().zip(w).all(|(a, b)| within(a, b)),
        (a, b) => a == b,
    }
}

/// Returns whether the test holds for the value or anything inside it.
pub fn any(value: &Value, test: &mut dyn FnMut(&Value) -> bool) -> bool {
    test(value)
        || match value {
            Value::Array(list) => list.iter().any(|v| any(v, test)),
            Value::Object(map) => map.values().any(|v| any(v, test)),
            _ => false,
        }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn paths() {
        let v = json!({"a": [{"id": "x", "n": 1}, {"name": "y", "n": 2}], "b.c": 3, "d": {"e": null}});
        assert_eq!(at(&v, "a.x.n"), Some(&json!(1)));
        assert_eq!(at(&v, "a.1.n"), Some(&json!(2)));
        assert_eq!(at(&v, "a.y.n"), Some(&json!(2)));
        assert_eq!(at(&v, "b.c"), Some(&json!(3)));
        assert_eq!(at(&v, "d.e"), Some(&Value::Null));
        assert_eq!(at(&v, ""), Some(&v));
        for none in ["a.z", "a.9", "d.", ".", "d.e.f", "é.é"] {
            assert_eq!(at(&v, none), None, "{none}");
        }
    }

    #[test]
    fn parts() {
        let whole = json!({"shot": {"lines": [{"cite": "7.1", "value": 0}]}});
        assert!(any(&whole, &mut |v| within(&json!({"cite": "7.1"}), v)));
        assert!(!any(&whole, &mut |v| within(&json!({"cite": "7.2"}), v)));
    }

    #[test]
    fn bare_lists_are_found() {
        let read = json!({"map": {"blank": true}, "units": [{"id": "x"}, {"id": "y"}], "n": [[1, 2]]});
        for (text, path) in [
            (json!([]), Some("")),
            (json!({"map": [true]}), Some("map")),
            (json!({"units": [{"id": "x"}, ["y"]]}), Some("units[1]")),
            (json!({"n": [[1, 2]], "other": []}), None),
            (read.clone(), None),
        ] {
            assert_eq!(nameless(&text, &read).as_deref(), path, "{text}");
        }
        let deep = json!({"a": [[{"b": {"c": []}}]]});
        let read = json!({"a": [[{"b": {"c": {}}}]]});
        assert_eq!(nameless(&deep, &read).as_deref(), Some("a[0][0].b.c"));
    }

    #[test]
    fn complaints_are_plain() {
        for (rust, plainly) in [
            (
                "invalid value: integer `-4`, expected u8",
                "invalid value: `-4`, expected a whole number from 0 to 255",
            ),
            (
                "invalid type: string \"x\", expected u8 at line 1 column 3",
                "invalid type: string \"x\", expected a whole number from 0 to 255 at line 1 column 3",
            ),
            ("unknown field `x`, expected `y`", "unknown field `x`, expected `y`"),
        ] {
            assert_eq!(plain(rust), plainly);
        }
    }

    #[test]
    fn a_key_stands_once() {
        let whole = json!({"a": [{"b": 1, "c": [null, true, -1, 0.5, "x"]}], "d": 18_446_744_073_709_551_615_u64});
        assert_eq!(strict(&whole.to_string()).unwrap(), whole);
        for (text, says) in [
            ("{\"a\":1,\n\"a\":2}", "the object has the key `a` twice at line 2 column 3"),
            (r#"{"a":[0,{"b":1,"b":1}]}"#, "`a[1]` has the key `b` twice at line 1 column"),
            (r#"{"a":{"b":{"c":1,"d":2,"c":1}}}"#, "`a.b` has the key `c` twice"),
            ("[1] 2", "trailing characters"),
            (&"[".repeat(100_000), "recursion limit"),
        ] {
            let e = strict(text).unwrap_err().to_string();
            assert!(e.contains(says), "{e}");
        }
    }

    #[test]
    fn what_steers_a_terminal_is_found() {
        for (value, path, found) in [
            (json!({"a": [{"b": "x\u{1b}[2J"}]}), "a[0].b", '\u{1b}'),
            (json!(["x", "\u{202e}"]), "[1]", '\u{202e}'),
            (json!({"\u{7}": 1}), "a key", '\u{7}'),
        ] {
            assert_eq!(steering(&value), Some((path.to_owned(), found)));
        }
        assert_eq!(steering(&json!({"a": "two\nlines\tŽižka"})), None);
    }

    #[test]
    fn numbers_survive() {
        assert_eq!(
            portable(json!([1u64 << 53, (1u64 << 53) + 1, -5, 0.5])),
            json!([1u64 << 53, "9007199254740993", -5, "0.5"])
        );
    }
}
