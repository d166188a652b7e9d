//! The JSON schema of requests and answers, made from their types.

use crate::answers;
use crate::requests::{HOST_REQUESTS, Key, PROTOCOL, REQUESTS, Request, Takes};
use casus_core::play::Game;
use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

/// A game whose events, views and set-ups have a JSON schema.
///
/// It is implemented for every [`Game`] whose event, view and set-up implement [`JsonSchema`]. Those of the games of
/// this library do, with the feature `schema`.
pub trait Described: Game {
    /// Returns the schema of an event, as serde writes it.
    fn event_schema() -> Value;
    /// Returns the schema of a view, as serde writes it.
    fn view_schema() -> Value;
    /// Returns the schema of a set-up, as serde reads it.
    fn setup_schema() -> Value;
}

impl<G: Game> Described for G
where
    G::Event: JsonSchema,
    G::View: JsonSchema,
    G::Setup: JsonSchema,
{
    fn event_schema() -> Value {
        type_schema::<G::Event>(SchemaSettings::draft2020_12().for_serialize())
    }
    fn view_schema() -> Value {
        type_schema::<G::View>(SchemaSettings::draft2020_12().for_serialize())
    }
    fn setup_schema() -> Value {
        type_schema::<G::Setup>(SchemaSettings::draft2020_12())
    }
}

fn type_schema<T: JsonSchema>(settings: SchemaSettings) -> Value {
    settings.into_generator().into_root_schema_for::<T>().to_value()
}

/// Returns the schema of a key of a request.
fn taken(key: &Key) -> Value {
    let mut schema = match key.takes {
        Takes::Side | Takes::Asker | Takes::Viewer | Takes::Text => json!({ "type": "string" }),
        Takes::Number => json!({ "type": "integer", "minimum": 0 }),
        Takes::Flag => json!({ "type": "boolean" }),
        Takes::Object => json!({ "type": "object" }),
        Takes::Objects => json!({ "type": "array", "items": { "type": "object" } }),
        Takes::Texts => json!({ "type": "array", "items": { "type": "string" } }),
        Takes::Faces => json!({ "type": "array", "items": { "type": "integer", "minimum": 0, "maximum": 255 } }),
    };
    schema["description"] = key.says.into();
    schema
}

/// The keys that every request of a session can have, besides `do` and `id`.
const SHARED: [(&str, &str); 2] = [
    ("session", "the number of the session, where a host has several open"),
    ("in", "the number of a scratch copy, to which the request goes in place of the match"),
];

/// Returns the schema of a request. `shared` has the keys that every request of its table can have, besides `do` and `id`.
fn request(request: &Request, shared: &[(&str, &str)]) -> Value {
    let mut properties = Map::from_iter([
        ("do".to_owned(), json!({ "const": request.name })),
        ("id".to_owned(), json!({ "description": "any value but `null`; is copied into the answer" })),
    ]);
    for (key, says) in shared {
        let number = json!({ "type": "integer", "minimum": 0, "description": says });
        properties.insert((*key).to_owned(), number);
    }
    let mut required = vec!["do"];
    for key in request.keys {
        properties.insert(key.name.to_owned(), taken(key));
        if !key.optional {
            required.push(key.name);
        }
    }
    let answers: Vec<Value> = request
        .answers
        .iter()
        .map(|name| json!({ "$ref": format!("#/$defs/{name}") }))
        .collect();
    json!({
        "description": request.says,
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": false,
        "x-answer": answers,
        "x-changes": request.changes,
        "x-referee": request.referee,
    })
}

/// Returns the schema of the protocol for any game.
///
/// `$defs` has each request (`request:play`) with its answers, and each answer by the name of its type. It says nothing of the
/// events, views and set-ups of a game; [`schema_of`] adds them.
pub fn schema() -> Value {
    let mut generator = SchemaSettings::draft2020_12().for_serialize().into_generator();
    answers::describe(&mut generator);
    let mut defs = generator.take_definitions(true);
    for r in HOST_REQUESTS {
        defs.insert(format!("request:{}", r.name), request(r, &[]));
    }
    for r in REQUESTS {
        defs.insert(format!("request:{}", r.name), request(r, &SHARED));
    }
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": format!("Casus Belli, protocol {PROTOCOL}"),
        "$defs": defs,
    })
}

/// Returns the schema of the protocol for one game, with its events, views and set-ups.
pub fn schema_of<G: Described>() -> Value {
    let mut whole = schema();
    let mut parts = Map::new();
    for (part, own) in [
        ("event", by_names(G::event_schema())),
        ("numbers", G::event_schema()),
        ("view", G::view_schema()),
        ("setup", G::setup_schema()),
    ] {
        let mut own = named(part, own);
        if let Some(Value::Object(defs)) = own.as_object_mut().and_then(|o| o.remove("$defs")) {
            parts.extend(defs.into_iter().map(|(name, def)| (format!("{part}:{name}"), def)));
        }
        if let Some(o) = own.as_object_mut() {
            o.remove("$schema");
        }
        parts.insert(part.to_owned(), own);
    }
    close(&mut whole);
    if let Some(defs) = whole["$defs"].as_object_mut() {
        defs.extend(parts);
    }
    whole
}

/// Renames references to a part's own definitions as the whole schema names them.
fn named(part: &str, value: Value) -> Value {
    match value {
        Value::Object(map) => {
            let inner = map.into_iter().map(|(key, inner)| {
                let inner = match (key.as_str(), &inner) {
                    ("$ref", Value::String(to)) => match to.strip_prefix("#/$defs/") {
                        Some(name) => format!("#/$defs/{part}:{name}").into(),
                        None => format!("#/$defs/{part}").into(),
                    },
                    _ => named(part, inner),
                };
                (key, inner)
            });
            Value::Object(inner.collect())
        }
        Value::Array(list) => list.into_iter().map(|inner| named(part, inner)).collect(),
        other => other,
    }
}

/// Fills the places that the protocol leaves for the types of a game.
fn close(value: &mut Value) {
    match value {
        Value::Object(map) => {
            if let Some(Value::String(part)) = map.remove("x-casus") {
                map.insert("$ref".to_owned(), format!("#/$defs/{part}").into());
            }
            map.values_mut().for_each(close);
        }
        Value::Array(list) => list.iter_mut().for_each(close),
        _ => {}
    }
}

/// Turns the schema of a value with numbers into that of the value with names.
fn by_names(value: Value) -> Value {
    const NUMBERS: [&str; 8] = [
        "Unit",
        "Leader",
        "Command",
        "Standard",
        "hex",
        "direction",
        "vertex-facing",
        "side-facing",
    ];
    match value {
        Value::Object(map) => match map.get("format").and_then(Value::as_str) {
            Some(format) if NUMBERS.contains(&format) => {
                let nothing = map["type"]
                    .as_array()
                    .is_some_and(|all| all.iter().any(|t| t == "null"));
                let kind = if nothing {
                    json!(["string", "null"])
                } else {
                    json!("string")
                };
                json!({ "type": kind, "format": format })
            }
            Some("place") => json!({
                "description": "nowhere, or what it is and its name",
                "anyOf": [
                    { "const": "nowhere" },
                    { "type": "object", "additionalProperties": { "type": "string" }, "maxProperties": 1 },
                ],
            }),
            _ => Value::Object(map.into_iter().map(|(key, inner)| (key, by_names(inner))).collect()),
        },
        Value::Array(list) => list.into_iter().map(by_names).collect(),
        other => other,
    }
}
