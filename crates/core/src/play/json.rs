//! Small helpers over JSON values: paths into them, matches between them, numbers that survive the crossing.

use serde_json::Value;

/// The largest integer that every JSON reader keeps exactly.
const SAFE: u64 = 1 << 53;

/// The same value with every integer beyond 2^53 and every fraction as a string.
pub(crate) fn portable(value: Value) -> Value {
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

/// Any serializable value as JSON; what cannot be written is a string that says so.
pub(crate) fn value_of<T: serde::Serialize + ?Sized>(value: &T) -> Value {
    match serde_json::to_value(value) {
        Ok(v) => portable(v),
        Err(e) => Value::String(format!("unwritable: {e}")),
    }
}

/// Where a text has a list and what was read from it writes an object: serde reads a struct from a bare list of its
/// fields too, whose meaning would silently change with the next field. The path, `""` for the whole, of the first such
/// place.
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

/// The same for a text in any format, given as a value of its own.
pub(crate) fn nameless_in<T: serde::Serialize>(text: &Value, read: &T) -> Option<String> {
    nameless(text, &serde_json::to_value(read).ok()?)
}

/// What is said of such a place.
pub(crate) fn nameless_words(path: &str) -> String {
    let place = if path.is_empty() { "the whole" } else { path };
    format!("{place}: a bare list, where keys with names belong: {{ … }}")
}

/// A reader's complaint in a player's words: Rust's integer types as ranges.
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

/// Follows a dotted path. In a list, a step is a number from 0, or the `id` or `name` of an element; a key that itself
/// holds dots is found too.
pub(crate) fn at<'v>(value: &'v Value, path: &str) -> Option<&'v Value> {
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

#[cfg(feature = "conformance")]
/// The value in short words: a string bare, anything else as JSON.
pub(crate) fn bare(value: &Value) -> String {
    match value {
        Value::String(s) => s.clone(),
        other => other.to_string(),
    }
}

#[cfg(any(feature = "conformance", test))]
/// Whether `part` is in `whole`: every key of an object, every element of a list in its place, scalars equal.
pub(crate) fn within(part: &Value, whole: &Value) -> bool {
    match (part, whole) {
        (Value::Object(p), Value::Object(w)) => p.iter().all(|(k, v)| w.get(k).is_some_and(|x| within(v, x))),
        (Value::Array(p), Value::Array(w)) => p.len() == w.len() && p.iter().zip(w).all(|(a, b)| within(a, b)),
        (a, b) => a == b,
    }
}

#[cfg(any(feature = "conformance", test))]
/// Whether the test holds of the value or of anything inside it.
pub(crate) fn any(value: &Value, test: &mut dyn FnMut(&Value) -> bool) -> bool {
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
    fn numbers_survive() {
        assert_eq!(
            portable(json!([1u64 << 53, (1u64 << 53) + 1, -5, 0.5])),
            json!([1u64 << 53, "9007199254740993", -5, "0.5"])
        );
    }
}
