//! Reads values from JSON and TOML.
//!
//! `serde` compiles the reading of a type anew for every format from which it is read. Here every format becomes a JSON value
//! first and has one reader from there on, so that a program holds and compiles that code once.

use core::fmt::{self, Display};
use serde::de::value::StrDeserializer;
use serde::de::{
    self, DeserializeOwned, DeserializeSeed, Deserializer, EnumAccess, IgnoredAny, IntoDeserializer, MapAccess,
    SeqAccess, Unexpected, VariantAccess, Visitor,
};
use serde_json::{Map, Value};

/// Reads a value from a JSON text. Text after the value is an error. Of a key that an object has twice, the last counts.
///
/// ```
/// let numbers: Vec<u8> = casus_core::formats::from_json("[1, 2]")?;
/// assert_eq!(numbers, [1, 2]);
/// let error = casus_core::formats::from_json::<Vec<u8>>("[1,\n-2]").unwrap_err();
/// assert_eq!((error.line(), error.column()), (2, 2));
/// # Ok::<(), serde_json::Error>(())
/// ```
///
/// # Errors
/// That the text is not JSON, or not of this type; with the line and the column.
pub fn from_json<T: DeserializeOwned>(text: &str) -> serde_json::Result<T> {
    read(serde_json::from_str(text)?).map_err(|fault| fault.in_json(text))
}

/// Reads a value from a JSON value.
///
/// ```
/// let numbers: Vec<u8> = casus_core::formats::from_json_value(serde_json::json!([1, 2]))?;
/// assert_eq!(numbers, [1, 2]);
/// # Ok::<(), serde_json::Error>(())
/// ```
///
/// # Errors
/// That the value is not of this type.
pub fn from_json_value<T: DeserializeOwned>(value: Value) -> serde_json::Result<T> {
    read(value).map_err(|fault| de::Error::custom(fault.message))
}

/// Reads a value from a TOML text.
///
/// ```
/// use std::collections::BTreeMap;
///
/// let ages: BTreeMap<String, u8> = casus_core::formats::from_toml("Louis = 20\nSuleiman = 31")?;
/// assert_eq!(ages["Suleiman"], 31);
/// let error = casus_core::formats::from_toml::<BTreeMap<String, u8>>("Louis = -1").unwrap_err();
/// assert_eq!(error.span(), Some(8..10));
/// # Ok::<(), toml::de::Error>(())
/// ```
///
/// # Errors
/// That the text is not TOML, or not of this type; with the place in the text.
pub fn from_toml<T: DeserializeOwned>(text: &str) -> Result<T, toml::de::Error> {
    read(toml::from_str(text)?).map_err(|fault| fault.in_toml(text))
}

/// Reads a value from a TOML value.
///
/// ```
/// let numbers: Vec<u8> = casus_core::formats::from_toml_value(toml::Value::from(vec![1, 2]))?;
/// assert_eq!(numbers, [1, 2]);
/// # Ok::<(), toml::de::Error>(())
/// ```
///
/// # Errors
/// That the value is not of this type.
pub fn from_toml_value<T: DeserializeOwned>(value: toml::Value) -> Result<T, toml::de::Error> {
    let value: Value = value.try_into()?;
    read(value).map_err(|fault| de::Error::custom(fault.message))
}

fn read<T: DeserializeOwned>(value: Value) -> Result<T, Fault> {
    T::deserialize(Typed(value))
}

/// A step from a value to one inside it.
#[derive(Debug)]
enum Step {
    Key(String),
    Index(usize),
}

/// Why a value is not of the type.
#[derive(Debug)]
struct Fault {
    message: String,
    /// The steps to the value that has the fault, the last one first.
    back: Vec<Step>,
    /// Whether the key itself is at fault, not its value.
    key: bool,
}

impl Fault {
    fn at(mut self, step: Step) -> Self {
        self.back.push(step);
        self
    }
    fn here(&self) -> Locate<'_> {
        Locate {
            fault: self,
            left: self.back.len(),
        }
    }
    #[cold]
    fn in_json(&self, text: &str) -> serde_json::Error {
        let found = self.here().deserialize(&mut serde_json::Deserializer::from_str(text));
        found.err().unwrap_or_else(|| de::Error::custom(&self.message))
    }
    #[cold]
    fn in_toml(&self, text: &str) -> toml::de::Error {
        let found = toml::de::Deserializer::parse(text).and_then(|from| self.here().deserialize(from));
        let mut fault = found.err().unwrap_or_else(|| de::Error::custom(&self.message));
        fault.set_input(Some(text));
        fault
    }
}

impl Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl core::error::Error for Fault {}

impl de::Error for Fault {
    fn custom<T: Display>(message: T) -> Self {
        Self {
            message: message.to_string(),
            back: Vec::new(),
            key: false,
        }
    }
    fn invalid_type(found: Unexpected<'_>, expected: &dyn de::Expected) -> Self {
        match found {
            Unexpected::Unit => Self::custom(format_args!("invalid type: null, expected {expected}")),
            found => Self::custom(format_args!("invalid type: {found}, expected {expected}")),
        }
    }
}

/// Reads a text once more as far as a fault, and fails there. The reader of the text adds the place.
#[derive(Clone, Copy)]
struct Locate<'f> {
    fault: &'f Fault,
    /// The number of steps that are left.
    left: usize,
}

impl<'f> Locate<'f> {
    fn step(self) -> Option<(&'f Step, Self)> {
        let left = self.left.checked_sub(1)?;
        let further = Self { left, ..self };
        Some((&self.fault.back[left], further))
    }
    fn fail<T, E: de::Error>(self) -> Result<T, E> {
        if self.left == 0 {
            Err(E::custom(&self.fault.message))
        } else {
            Err(E::custom("the text was read in two ways"))
        }
    }
}

impl<'de> DeserializeSeed<'de> for Locate<'_> {
    type Value = ();
    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<(), D::Error> {
        from.deserialize_any(self)
    }
}

/// Fails at a key, if `0` says so; otherwise compares it with the next step.
struct Key<'f>(Locate<'f>);

impl<'de> DeserializeSeed<'de> for Key<'_> {
    type Value = bool;
    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<bool, D::Error> {
        from.deserialize_str(self)
    }
}

impl Visitor<'_> for Key<'_> {
    type Value = bool;
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a key")
    }
    fn visit_str<E: de::Error>(self, key: &str) -> Result<bool, E> {
        match self.0.step() {
            Some((Step::Key(wanted), further)) if wanted == key => {
                if further.left == 0 && self.0.fault.key {
                    return further.fail();
                }
                Ok(true)
            }
            _ => Ok(false),
        }
    }
}

impl<'de> Visitor<'de> for Locate<'_> {
    type Value = ();
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }
    fn visit_bool<E: de::Error>(self, _: bool) -> Result<(), E> {
        self.fail()
    }
    fn visit_i64<E: de::Error>(self, _: i64) -> Result<(), E> {
        self.fail()
    }
    fn visit_u64<E: de::Error>(self, _: u64) -> Result<(), E> {
        self.fail()
    }
    fn visit_f64<E: de::Error>(self, _: f64) -> Result<(), E> {
        self.fail()
    }
    fn visit_str<E: de::Error>(self, _: &str) -> Result<(), E> {
        self.fail()
    }
    fn visit_unit<E: de::Error>(self) -> Result<(), E> {
        self.fail()
    }
    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        let Some((Step::Index(wanted), further)) = self.step() else {
            return self.fail();
        };
        for _ in 0..*wanted {
            list.next_element::<IgnoredAny>()?;
        }
        list.next_element_seed(further)?;
        self.fail()
    }
    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let further = self.step().map(|(_, further)| further);
        while let Some(here) = map.next_key_seed(Key(self))? {
            match further {
                Some(further) if here => map.next_value_seed(further)?,
                _ => {
                    map.next_value::<IgnoredAny>()?;
                }
            }
        }
        self.fail()
    }
}

/// A value of JSON that is to become a value of a type.
struct Typed(Value);

fn length(left: usize, whole: usize, what: &'static str) -> Result<(), Fault> {
    match left {
        0 => Ok(()),
        _ => Err(de::Error::invalid_length(whole, &what)),
    }
}

fn list<'de, V: Visitor<'de>>(list: Vec<Value>, visitor: V) -> Result<V::Value, Fault> {
    let whole = list.len();
    let mut rest = Elements {
        next: 0,
        rest: list.into_iter(),
    };
    let read = visitor.visit_seq(&mut rest)?;
    length(rest.rest.len(), whole, "fewer elements in array")?;
    Ok(read)
}

fn object<'de, V: Visitor<'de>>(object: Map<String, Value>, visitor: V) -> Result<V::Value, Fault> {
    let whole = object.len();
    let mut rest = Entries {
        rest: object.into_iter(),
        entry: None,
    };
    let read = visitor.visit_map(&mut rest)?;
    length(rest.rest.len(), whole, "fewer elements in map")?;
    Ok(read)
}

fn unexpected(value: &Value) -> Unexpected<'_> {
    match value {
        Value::Null => Unexpected::Unit,
        Value::Bool(b) => Unexpected::Bool(*b),
        Value::Number(n) => match (n.as_u64(), n.as_i64(), n.as_f64()) {
            (Some(n), ..) => Unexpected::Unsigned(n),
            (_, Some(n), _) => Unexpected::Signed(n),
            (.., Some(n)) => Unexpected::Float(n),
            _ => Unexpected::Other("number"),
        },
        Value::String(s) => Unexpected::Str(s),
        Value::Array(_) => Unexpected::Seq,
        Value::Object(_) => Unexpected::Map,
    }
}

impl<'de> Deserializer<'de> for Typed {
    type Error = Fault;
    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self.0 {
            Value::Null => visitor.visit_unit(),
            Value::Bool(b) => visitor.visit_bool(b),
            Value::Number(n) => match (n.as_u64(), n.as_i64(), n.as_f64()) {
                (Some(n), ..) => visitor.visit_u64(n),
                (_, Some(n), _) => visitor.visit_i64(n),
                (.., Some(n)) => visitor.visit_f64(n),
                _ => Err(de::Error::invalid_type(Unexpected::Other("number"), &visitor)),
            },
            Value::String(s) => visitor.visit_string(s),
            Value::Array(values) => list(values, visitor),
            Value::Object(map) => object(map, visitor),
        }
    }
    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self.0 {
            Value::Null => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }
    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Fault> {
        visitor.visit_newtype_struct(self)
    }
    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        visitor.visit_unit()
    }
    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        match self.0 {
            Value::String(name) => visitor.visit_enum(Variant { name, content: None }),
            Value::Object(map) if map.len() == 1 => {
                let (name, content) = map.into_iter().next().unwrap_or_default();
                let content = Some(content);
                visitor.visit_enum(Variant { name, content })
            }
            Value::Object(_) => Err(de::Error::invalid_value(Unexpected::Map, &"map with a single key")),
            other => Err(de::Error::invalid_type(unexpected(&other), &"string or map")),
        }
    }
    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct seq tuple
        tuple_struct map struct identifier
    }
}

struct Elements {
    next: usize,
    rest: std::vec::IntoIter<Value>,
}

impl<'de> SeqAccess<'de> for Elements {
    type Error = Fault;
    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Fault> {
        let Some(value) = self.rest.next() else {
            return Ok(None);
        };
        let index = self.next;
        self.next += 1;
        let read = seed.deserialize(Typed(value));
        read.map(Some).map_err(|fault| fault.at(Step::Index(index)))
    }
    fn size_hint(&self) -> Option<usize> {
        Some(self.rest.len())
    }
}

struct Entries {
    rest: serde_json::map::IntoIter,
    entry: Option<(String, Value)>,
}

impl<'de> MapAccess<'de> for Entries {
    type Error = Fault;
    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Fault> {
        let Some((key, value)) = self.rest.next() else {
            return Ok(None);
        };
        let from: StrDeserializer<'_, Fault> = key.as_str().into_deserializer();
        let read = seed.deserialize(from).map_err(|mut fault| {
            fault.key = fault.back.is_empty();
            fault.at(Step::Key(key.clone()))
        })?;
        self.entry = Some((key, value));
        Ok(Some(read))
    }
    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, Fault> {
        let Some((key, value)) = self.entry.take() else {
            return Err(de::Error::custom("a value without its key"));
        };
        seed.deserialize(Typed(value)).map_err(|fault| fault.at(Step::Key(key)))
    }
    fn size_hint(&self) -> Option<usize> {
        Some(self.rest.len())
    }
}

/// The name of a variant, with what it holds.
struct Variant {
    name: String,
    content: Option<Value>,
}

impl<'de> EnumAccess<'de> for Variant {
    type Error = Fault;
    type Variant = Content;
    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<(S::Value, Content), Fault> {
        let from: StrDeserializer<'_, Fault> = self.name.as_str().into_deserializer();
        let name = seed.deserialize(from)?;
        let content = self.content.map(|content| (self.name, content));
        Ok((name, Content(content)))
    }
}

struct Content(Option<(String, Value)>);

impl Content {
    fn read<T>(self, form: &'static str, read: impl FnOnce(Typed) -> Result<T, Fault>) -> Result<T, Fault> {
        match self.0 {
            Some((name, content)) => read(Typed(content)).map_err(|fault| fault.at(Step::Key(name))),
            None => Err(de::Error::invalid_type(Unexpected::UnitVariant, &form)),
        }
    }
}

impl<'de> VariantAccess<'de> for Content {
    type Error = Fault;
    fn unit_variant(self) -> Result<(), Fault> {
        match self.0 {
            None => Ok(()),
            Some(_) => self.read("unit variant", serde::Deserialize::deserialize),
        }
    }
    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value, Fault> {
        self.read("newtype variant", |from| seed.deserialize(from))
    }
    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Fault> {
        self.read("tuple variant", |from| from.deserialize_any(visitor))
    }
    fn struct_variant<V: Visitor<'de>>(self, _: &'static [&'static str], visitor: V) -> Result<V::Value, Fault> {
        self.read("struct variant", |from| from.deserialize_any(visitor))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;
    use std::collections::BTreeMap;

    #[derive(Deserialize, PartialEq, Debug, Default)]
    #[serde(deny_unknown_fields, default)]
    struct Army {
        name: String,
        strength: Option<u8>,
        stance: Stance,
        units: Vec<Unit>,
        posts: BTreeMap<String, i64>,
    }

    #[derive(Deserialize, PartialEq, Debug)]
    #[serde(deny_unknown_fields)]
    struct Unit {
        id: String,
        hex: Option<(u8, u8)>,
        orders: Option<Orders>,
    }

    #[derive(Deserialize, PartialEq, Debug, Default)]
    #[serde(rename_all = "lowercase")]
    enum Stance {
        #[default]
        Ready,
        Spent,
    }

    #[derive(Deserialize, PartialEq, Debug)]
    #[serde(rename_all = "lowercase")]
    enum Orders {
        Stand,
        March(u8),
        Attack { at: u8 },
    }

    const RIGHT: [&str; 4] = [
        "{}",
        r#"{"name": "Wing", "strength": 3, "stance": "spent", "units": [], "posts": {"a": -1}}"#,
        r#"{"units": [{"id": "x", "hex": [1, 2], "orders": "stand"}, {"id": "y", "orders": {"march": 4}}]}"#,
        r#"{"units": [{"id": "z", "orders": {"attack": {"at": 9}}}]}"#,
    ];

    const WRONG: [&str; 14] = [
        "{\"name\":\n 7}",
        r#"{"nam": "x"}"#,
        r#"{"strength": 300}"#,
        r#"{"strength": -1}"#,
        r#"{"strength": 1.5}"#,
        r#"{"stance": "idle"}"#,
        "{\"units\": [{\"id\": \"x\"},\n {\"hex\": [1, 2]}]}",
        "{\"units\": [{\"id\": \"x\"},\n {\"id\": \"y\", \"hax\": [1, 2]}]}",
        r#"{"units": [{"id": "x", "hex": [1]}]}"#,
        r#"{"units": [{"id": "x", "orders": {"march": "far"}}]}"#,
        r#"{"units": [{"id": "x", "orders": {"attack": {"at": -1}}}]}"#,
        r#"{"units": "all"}"#,
        r#"{"posts": {"a": 1, "b": true}}"#,
        "[3]",
    ];

    /// The same text in TOML.
    fn toml_of(json: &str) -> Option<String> {
        let value: Value = serde_json::from_str(json).unwrap();
        toml::to_string(&value).ok()
    }

    #[test]
    fn values_are_those_that_serde_reads() {
        for json in RIGHT {
            let army: Army = serde_json::from_str(json).unwrap();
            assert_eq!(from_json::<Army>(json).unwrap(), army);
            assert_eq!(from_json_value::<Army>(serde_json::from_str(json).unwrap()).unwrap(), army);
            let toml = toml_of(json).unwrap();
            assert_eq!(from_toml::<Army>(&toml).unwrap(), army);
            assert_eq!(from_toml_value::<Army>(toml.parse::<toml::Table>().unwrap().into()).unwrap(), army);
        }
    }

    #[test]
    fn faults_are_those_that_serde_finds_and_at_their_places() {
        for json in WRONG {
            let fault = from_json::<Army>(json).unwrap_err();
            let serdes = serde_json::from_str::<Army>(json).unwrap_err();
            assert_eq!(fault.line(), serdes.line(), "{json}: {fault}, {serdes}");
            let message = |e: &dyn Display| e.to_string().split(" at line ").next().unwrap_or_default().to_owned();
            assert_eq!(message(&fault), message(&serdes), "{json}");
            let Some(toml) = toml_of(json) else {
                continue;
            };
            let fault = from_toml::<Army>(&toml).unwrap_err();
            let tomls = toml::from_str::<Army>(&toml).unwrap_err();
            assert_eq!(fault.to_string(), tomls.to_string(), "{json}");
        }
        // Here serde has two messages, by the kind of its source.
        let long = from_json::<Army>(r#"{"units": [{"id": "x", "hex": [1, 2, 3]}]}"#).unwrap_err();
        assert_eq!(long.to_string(), "invalid length 3, expected fewer elements in array at line 1 column 31");
        assert!(
            from_json::<Army>("{} {}")
                .unwrap_err()
                .to_string()
                .contains("trailing characters")
        );
    }
}
