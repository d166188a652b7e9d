//! The words of a game: its events, the labels of its ledgers, its decisions, the paths of its views, the keys of its
//! set-ups.
//!
//! All but the decisions come from the types and the lists themselves, so no word is missing and none is out of date.

use casus_core::geometry::{Dir, Orientation};
use casus_core::geometry::{SideFacing, VertexFacing};
use casus_core::play::Gazetteer;
use casus_protocol::Described;
use core::fmt::Write as _;
use serde_json::Value;
use std::collections::BTreeSet;

/// The words of a game.
#[derive(Clone, PartialEq, Debug)]
pub struct Vocabulary {
    events: Value,
    view: Value,
    setup: Value,
    /// The labels of ledger lines.
    pub labels: BTreeSet<&'static str>,
    /// The words of decisions.
    pub decisions: BTreeSet<&'static str>,
    /// The decisions that the key `decline` of a conformance file lets pass, each with the words of the action that
    /// declines.
    pub declines: Vec<(&'static str, &'static str)>,
}

/// Returns a list of words for a message.
fn told<'w>(words: impl IntoIterator<Item = &'w str>) -> String {
    words.into_iter().collect::<Vec<_>>().join(", ")
}

impl Vocabulary {
    /// Returns the words of this game.
    pub fn of<G: Described>() -> Self {
        let in_lists = G::lists().iter().filter(|list| list.adds());
        let labels = in_lists.flat_map(|list| list.entries()).map(|(_, label)| label);
        Self {
            events: G::event_schema(),
            view: G::view_schema(),
            setup: G::setup_schema(),
            labels: labels.chain(G::LABELS.iter().copied()).collect(),
            decisions: G::DECISIONS.iter().copied().collect(),
            declines: G::DECLINES.to_vec(),
        }
    }
    /// Returns the words for events, each with the names of its fields and its meaning.
    pub fn events(&self) -> Vec<(&str, Vec<&str>, &str)> {
        let variants = arms(&self.events, &self.events);
        let mut all: Vec<_> = variants
            .into_iter()
            .filter_map(|variant| {
                let (tag, word) = tag(variant)?;
                let fields = keys(variant).filter(|key| *key != tag).collect();
                let about = variant["description"].as_str().unwrap_or("");
                Some((word, fields, about.lines().next().unwrap_or("")))
            })
            .collect();
        all.sort_unstable();
        all
    }
    /// Returns the paths of a view, each with what is there. A `*` stands for a piece, a hex or a number.
    pub fn paths(&self) -> Vec<(String, String)> {
        let mut out = Vec::new();
        self.walk(&self.view, "", 0, &mut out);
        out
    }
    fn walk(&self, node: &Value, path: &str, depth: usize, out: &mut Vec<(String, String)>) {
        // Views nest a handful of levels; one that held itself would never end.
        if depth > 12 {
            return;
        }
        for arm in arms(&self.view, node) {
            let under = |key: &str| {
                if path.is_empty() {
                    key.to_owned()
                } else {
                    format!("{path}.{key}")
                }
            };
            if let Some(properties) = arm["properties"].as_object() {
                for (key, inner) in properties {
                    let at = under(key);
                    let about = inner["description"].as_str().unwrap_or("");
                    let about = about.lines().next().unwrap_or("").to_owned();
                    if !out.iter().any(|(known, _)| *known == at) {
                        out.push((at.clone(), about));
                    }
                    self.walk(inner, &at, depth + 1, out);
                }
            }
            for inner in [arm.get("additionalProperties"), arm.get("items")]
                .into_iter()
                .flatten()
            {
                if inner.is_object() {
                    self.walk(inner, &under("*"), depth + 1, out);
                }
            }
        }
    }

    /// Returns what is wrong with a path into a view, if anything is.
    pub(crate) fn path_fault(&self, path: &str, words: &Gazetteer) -> Option<String> {
        let mut at = vec![&self.view];
        let mut rest = path;
        let mut walked = String::new();
        while !rest.is_empty() {
            let arms: Vec<&Value> = at.iter().flat_map(|node| arms(&self.view, node)).collect();
            // Keys of maps may hold dots themselves: the longest that is known counts.
            let cuts = rest.match_indices('.').map(|(i, _)| i).chain([rest.len()]);
            let mut found = None;
            for cut in cuts {
                let key = &rest[..cut];
                let next: Vec<&Value> = arms.iter().filter_map(|arm| step(arm, key, words)).collect();
                if !next.is_empty() {
                    found = Some((next, cut));
                }
            }
            let Some((next, cut)) = found else {
                let known: BTreeSet<&str> = arms.iter().flat_map(|arm| keys(arm)).collect();
                let key = rest.split('.').next().unwrap_or(rest);
                let place = if walked.is_empty() {
                    "the view".to_owned()
                } else {
                    format!("`{walked}`")
                };
                return Some(if known.is_empty() {
                    format!("{place} never has `{key}`")
                } else {
                    format!("{place} never has `{key}`: it has {}", told(known))
                });
            };
            if !walked.is_empty() {
                walked.push('.');
            }
            walked.push_str(&rest[..cut]);
            rest = rest.get(cut + 1..).unwrap_or("");
            at = next;
        }
        None
    }

    /// Returns what is wrong with a part to find in events, if anything is: a word that no event has there.
    pub(crate) fn part_fault(&self, part: &Value, words: &Gazetteer) -> Option<String> {
        let Some(object) = part.as_object() else {
            return Some(format!("{part} is no table"));
        };
        let variants: Vec<_> = arms(&self.events, &self.events)
            .into_iter()
            .filter_map(|variant| Some((tag(variant)?, variant)))
            .collect();
        if let Some(word) = variants.iter().find_map(|((tag, _), _)| object.get(*tag)) {
            let Some((_, meant)) = variants.iter().find(|((_, known), _)| word == known) else {
                return Some(format!(
                    "unknown event {word}; expected {}",
                    told(variants.iter().map(|((_, known), _)| *known))
                ));
            };
            return self.object_fault(object, &[vec![meant, &self.events]], &format!("an event {word}"), words);
        }
        // An event has what all events have, and what its kind has.
        let whole = variants.iter().map(|&(_, variant)| vec![variant, &self.events]);
        let all: Vec<_> = whole
            .chain(self.objects().into_iter().map(|object| vec![object]))
            .collect();
        self.object_fault(object, &all, "anything that happens", words)
    }
    /// Returns every object that is an event, or in one.
    fn objects(&self) -> Vec<&Value> {
        let defs = self.events["$defs"].as_object();
        let roots = defs.into_iter().flat_map(|defs| defs.values()).chain([&self.events]);
        roots.flat_map(|root| arms(&self.events, root)).collect()
    }
    /// Returns a fault unless one of these kinds of object, each given by its parts, has every key and allows each
    /// value.
    fn object_fault(
        &self,
        part: &serde_json::Map<String, Value>,
        kinds: &[Vec<&Value>],
        what: &str,
        words: &Gazetteer,
    ) -> Option<String> {
        let has = |kind: &[&Value], key: &str| kind.iter().any(|k| k["properties"].get(key).is_some());
        if let Some(key) = part.keys().find(|key| !kinds.iter().any(|kind| has(kind, key))) {
            let known: BTreeSet<&str> = kinds.iter().flatten().flat_map(|k| keys(k)).collect();
            return Some(format!("`{key}` is in nothing of {what}: {}", told(known)));
        }
        let able: Vec<_> = kinds
            .iter()
            .filter(|kind| part.keys().all(|key| has(kind, key)))
            .collect();
        if able.is_empty() {
            return Some(format!("nothing has {} together", told(part.keys().map(String::as_str))));
        }
        part.iter().find_map(|(key, value)| {
            let there = able
                .iter()
                .flat_map(|kind| kind.iter())
                .filter_map(|k| k["properties"].get(key));
            let nodes: Vec<&Value> = there.collect();
            if key == "label" {
                let label = value.as_str().unwrap_or("");
                return (!self.labels.contains(label))
                    .then(|| format!("unknown label {value}; expected {}", told(self.labels.iter().copied())));
            }
            self.value_fault(key, value, &nodes, words)
        })
    }
    /// Returns a fault unless one of the nodes allows the value.
    fn value_fault(&self, key: &str, value: &Value, nodes: &[&Value], words: &Gazetteer) -> Option<String> {
        let arms: Vec<&Value> = nodes.iter().flat_map(|node| arms(&self.events, node)).collect();
        match value {
            Value::String(word) => {
                let mut known = BTreeSet::new();
                for arm in &arms {
                    if is_place(arm) || arm.get("format").is_some_and(|f| f == "cite") {
                        return None;
                    }
                    if let Some(format) = arm["format"].as_str()
                        && let Some(names) = names(format, words)
                    {
                        if names.iter().any(|name| name == word) {
                            return None;
                        }
                        known.extend(names);
                    } else if let Some(one) = arm["const"].as_str() {
                        known.insert(one.to_owned());
                    } else if let Some(many) = arm["enum"].as_array() {
                        known.extend(many.iter().filter_map(Value::as_str).map(str::to_owned));
                    } else if has_type(arm, "string") {
                        return None;
                    }
                }
                (!known.contains(word)).then(|| {
                    let known = told(known.iter().map(String::as_str));
                    if known.is_empty() {
                        format!("`{key}` is no word, and \"{word}\" is one")
                    } else {
                        format!("`{key}` is never \"{word}\": {known}")
                    }
                })
            }
            Value::Array(list) => {
                let inner: Vec<&Value> = arms.iter().filter_map(|arm| arm.get("items")).collect();
                if inner.is_empty() {
                    return Some(format!("{key:?} is not a list"));
                }
                list.iter().find_map(|one| self.value_fault(key, one, &inner, words))
            }
            Value::Object(object) => {
                let kinds: Vec<Vec<&Value>> = arms.iter().map(|arm| vec![*arm]).collect();
                self.object_fault(object, &kinds, &format!("`{key}`"), words)
            }
            Value::Number(_) => {
                let named = arms
                    .iter()
                    .find_map(|arm| arm["format"].as_str().filter(|f| names(f, words).is_some()));
                named.map(|what| format!("`{key}` is asked for by the name of the {what}, not by a number"))
            }
            _ => None,
        }
    }

    /// Returns events as people read them, with words in place of the numbers of pieces, hexes and facings.
    pub(crate) fn named(&self, events: &Value, words: &Gazetteer) -> Value {
        match events {
            Value::Array(list) => list
                .iter()
                .map(|event| self.with_names(event, &[&self.events], words))
                .collect(),
            other => self.with_names(other, &[&self.events], words),
        }
    }
    fn with_names(&self, value: &Value, nodes: &[&Value], words: &Gazetteer) -> Value {
        let mut arms: Vec<&Value> = nodes.iter().flat_map(|node| arms(&self.events, node)).collect();
        if arms.iter().any(|arm| is_place(arm)) {
            return place_word(value, words).map_or_else(|| value.clone(), Value::String);
        }
        // Of the kinds of a thing that says which it is, only that one.
        arms.retain(|arm| tag(arm).is_none_or(|(tag, word)| value.get(tag).is_none_or(|one| one == word)));
        match value {
            Value::Number(n) => {
                let word = arms.iter().find_map(|arm| {
                    let names = names(arm["format"].as_str()?, words)?;
                    names.into_iter().nth(usize::try_from(n.as_u64()?).ok()?)
                });
                word.map_or_else(|| value.clone(), Value::String)
            }
            Value::Array(list) => {
                let inner: Vec<&Value> = arms.iter().filter_map(|arm| arm.get("items")).collect();
                list.iter().map(|one| self.with_names(one, &inner, words)).collect()
            }
            Value::Object(object) => object
                .iter()
                .map(|(key, one)| {
                    let inner: Vec<&Value> = arms.iter().filter_map(|arm| arm["properties"].get(key)).collect();
                    (key.clone(), self.with_names(one, &inner, words))
                })
                .collect(),
            other => other.clone(),
        }
    }

    /// Returns the words as a Markdown page: what a conformance file may name.
    pub fn page(&self) -> String {
        let mut out = String::new();
        let code =
            |words: &mut dyn Iterator<Item = &str>| words.map(|w| format!("`{w}`")).collect::<Vec<_>>().join(", ");
        let _ = writeln!(out, "### Decisions\n\n{}\n", code(&mut self.decisions.iter().copied()));
        if !self.declines.is_empty() {
            out.push_str("### What `decline` lets pass\n\n| Decision | It plays |\n|---|---|\n");
            for (decision, words) in &self.declines {
                let _ = writeln!(out, "| `{decision}` | `{words}` |");
            }
            out.push('\n');
        }
        out.push_str("### Events\n\n| Event | Fields | |\n|---|---|---|\n");
        for (word, fields, about) in self.events() {
            let _ = writeln!(out, "| `{word}` | {} | {about} |", code(&mut fields.into_iter()));
        }
        let _ = writeln!(out, "\nA ledger has `base`, `total` and lines with `label`, `value`, `cite`, `from`.\n");
        let _ = writeln!(out, "### Labels\n\n{}\n", code(&mut self.labels.iter().copied()));
        out.push_str("### Paths of a view\n\nA `*` stands for a name or a number.\n\n| Path | |\n|---|---|\n");
        for (path, about) in self.paths() {
            let _ = writeln!(out, "| `{path}` | {about} |");
        }
        out.push_str("\n### Keys of a set-up\n");
        for (object, keys) in self.setup_keys() {
            let _ = writeln!(out, "\n#### {object}\n\n| Key | Kind | |\n|---|---|---|");
            for (key, kind, about) in keys {
                let _ = writeln!(out, "| `{key}` | {kind} | {about} |");
            }
        }
        out
    }

    /// Returns the objects of a set-up, itself first, each with its keys: the kind of value, and the description with
    /// its limits.
    fn setup_keys(&self) -> Vec<(String, Vec<SetupKey>)> {
        let root = &self.setup;
        let title = root["title"].as_str().unwrap_or("Setup");
        let defs = root["$defs"].as_object().into_iter().flatten();
        let objects = core::iter::once((title, root)).chain(defs.map(|(name, node)| (name.as_str(), node)));
        objects
            .filter_map(|(name, node)| {
                let properties = node["properties"].as_object()?;
                let key = |(key, inner): (&String, &Value)| {
                    let about = inner["description"].as_str().unwrap_or("");
                    (key.clone(), kind(root, inner), plain(about))
                };
                Some((name.to_owned(), properties.iter().map(key).collect()))
            })
            .collect()
    }
}

/// A key of a set-up: its name, its kind of value, and its description.
type SetupKey = (String, String, String);

/// Returns the kind of value of a node of a set-up's schema, in words: an object by its name, a word by all its values.
fn kind(root: &Value, node: &Value) -> String {
    if let Some(name) = node["$ref"].as_str().and_then(|at| at.strip_prefix("#/$defs/")) {
        let meant = &root["$defs"][name];
        return if meant["properties"].is_object() {
            name.to_owned()
        } else {
            kind(root, meant)
        };
    }
    let alternatives = ["oneOf", "anyOf", "allOf"]
        .into_iter()
        .filter_map(|key| node[key].as_array());
    let kinds: Vec<String> = alternatives
        .flatten()
        .map(|one| kind(root, one))
        .filter(|kind| !kind.is_empty())
        .collect();
    if !kinds.is_empty() {
        let words = kinds.iter().all(|kind| kind.starts_with('`'));
        return kinds.join(if words { ", " } else { " or " });
    }
    let word = |value: &Value| value.as_str().map(|word| format!("`{word}`"));
    if let Some(one) = word(&node["const"]) {
        return one;
    }
    if let Some(many) = node["enum"].as_array() {
        return many.iter().filter_map(word).collect::<Vec<_>>().join(", ");
    }
    if has_type(node, "array") {
        return format!("list of {}", kind(root, &node["items"]));
    }
    if has_type(node, "object") {
        if let Some((_, inner)) = node["properties"].as_object().and_then(|p| p.iter().next()) {
            let by: Vec<String> = keys(node).map(|key| format!("`{key}`")).collect();
            return format!("{} by {}", kind(root, inner), by.join(", "));
        }
        return match node.get("additionalProperties") {
            Some(inner) if inner.is_object() => format!("{} by name", kind(root, inner)),
            _ => "table".to_owned(),
        };
    }
    let known = [("string", "text"), ("integer", "number"), ("boolean", "yes or no")];
    let named = known.iter().filter(|(json, _)| has_type(node, json));
    named.map(|(_, word)| *word).collect::<Vec<_>>().join(" or ")
}
/// Returns a description on one line, with links as code.
fn plain(description: &str) -> String {
    let text = description.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut out = String::new();
    let mut rest = text.as_str();
    while let Some((before, link)) = rest.split_once("[`") {
        let Some((code, after)) = link.split_once("`]") else {
            break;
        };
        out.push_str(before);
        let _ = write!(out, "`{code}`");
        rest = match after.strip_prefix('(').and_then(|target| target.split_once(')')) {
            Some((_, after)) => after,
            None => after,
        };
    }
    out.push_str(rest);
    out.replace('|', "\\|")
}

/// Returns what a node may be: itself, what it refers to, and every alternative and part of it.
fn arms<'s>(root: &'s Value, node: &'s Value) -> Vec<&'s Value> {
    let mut out: Vec<&Value> = Vec::new();
    let mut todo = vec![node];
    while let Some(node) = todo.pop() {
        if out.iter().any(|known| core::ptr::eq(*known, node)) {
            continue;
        }
        out.push(node);
        if let Some(name) = node["$ref"].as_str().and_then(|at| at.strip_prefix("#/$defs/")) {
            todo.extend(root["$defs"].get(name));
        }
        for key in ["oneOf", "anyOf", "allOf"] {
            todo.extend(node[key].as_array().into_iter().flatten());
        }
    }
    out
}
/// Returns the field that names the variant of a node, and the word of the variant.
fn tag(node: &Value) -> Option<(&str, &str)> {
    let properties = node["properties"].as_object()?;
    properties
        .iter()
        .find_map(|(key, inner)| Some((key.as_str(), inner["const"].as_str()?)))
}
fn keys(node: &Value) -> impl Iterator<Item = &str> {
    node["properties"]
        .as_object()
        .into_iter()
        .flat_map(|p| p.keys())
        .map(String::as_str)
}
fn has_type(node: &Value, word: &str) -> bool {
    match &node["type"] {
        Value::String(one) => one == word,
        Value::Array(many) => many.iter().any(|t| t == word),
        _ => false,
    }
}
/// Takes one step of a path: a field, a known name in a map, an index or a name in a list.
fn step<'s>(node: &'s Value, key: &str, words: &Gazetteer) -> Option<&'s Value> {
    if let Some(field) = node["properties"].get(key) {
        return Some(field);
    }
    if let Some(inner) = node.get("additionalProperties").filter(|inner| inner.is_object()) {
        return is_name(key, words).then_some(inner);
    }
    let inner = node.get("items")?;
    (key.parse::<usize>().is_ok() || is_name(key, words)).then_some(inner)
}
fn is_name(word: &str, words: &Gazetteer) -> bool {
    let lists = [
        &words.units,
        &words.leaders,
        &words.commands,
        &words.standards,
        &words.sides,
    ];
    lists.iter().any(|list| list.iter().any(|name| name == word)) || words.hexes.iter().any(|h| h.label == word)
}
/// Returns whether a node is a [`Place`](casus_core::Place).
fn is_place(node: &Value) -> bool {
    node["format"] == "place"
}
/// Returns the words for the numbers of a format, in their order.
fn names(format: &str, words: &Gazetteer) -> Option<Vec<String>> {
    let way = words.orientation.unwrap_or(Orientation::Flat);
    Some(match format {
        "Unit" => words.units.clone(),
        "Leader" => words.leaders.clone(),
        "Command" => words.commands.clone(),
        "Standard" => words.standards.clone(),
        "hex" => words.hexes.iter().map(|h| h.label.clone()).collect(),
        "direction" => Dir::ALL.map(|d| way.dir_word(d).to_owned()).to_vec(),
        "side-facing" => SideFacing::ALL.map(|f| f.word(way).to_owned()).to_vec(),
        "vertex-facing" => VertexFacing::ALL.map(|f| f.word(way).to_owned()).to_vec(),
        _ => return None,
    })
}
/// Returns the kind of a place, by its word.
pub(crate) fn kind_of_place(word: &str, words: &Gazetteer) -> &'static str {
    let lists = [
        (&words.units, "a unit"),
        (&words.leaders, "a leader"),
        (&words.commands, "a command"),
        (&words.sides, "a side"),
    ];
    let named = lists.iter().find(|(list, _)| list.iter().any(|name| name == word));
    let hex = |label: &str| words.hexes.iter().any(|h| h.label == label);
    match named {
        Some((_, kind)) => kind,
        None if hex(word) => "a hex",
        None if word.split_once(' ').is_some_and(|(label, _)| hex(label)) => "a hexside",
        None => "nothing",
    }
}
/// Returns a place by its word: the name of a piece, the number of a hex, a hexside as `"1903 NE"`.
pub(crate) fn place_word(value: &Value, words: &Gazetteer) -> Option<String> {
    if value.is_string() {
        return value.as_str().map(str::to_owned);
    }
    let (kind, at) = value.as_object()?.iter().next()?;
    let number = |v: &Value| v.as_u64().and_then(|n| usize::try_from(n).ok());
    let label = |n: usize| words.hexes.get(n).map(|h| h.label.clone());
    match kind.as_str() {
        "unit" => words.units.get(number(at)?).cloned(),
        "leader" => words.leaders.get(number(at)?).cloned(),
        "command" => words.commands.get(number(at)?).cloned(),
        "standard" => words.standards.get(number(at)?).cloned(),
        "side" => words.sides.get(number(at)?).cloned(),
        "hex" => label(number(at)?),
        "hexside" => {
            let hex = label(number(at.get(0)?)?)?;
            let way = names("direction", words)?.into_iter().nth(number(at.get(1)?)?)?;
            Some(format!("{hex} {way}"))
        }
        _ => None,
    }
}
