//! Events with names: what serde writes of an event, with the name of each piece, hex and facing in place of its number.
//!
//! The number of a piece or hex is serialized as a newtype whose name says which list it belongs to. Other serializers write
//! the number; this one looks it up.

use casus_core::geometry::{Dir, Orientation};
use casus_core::geometry::{Place, newtype};
use serde::ser::{
    Error as _, Serialize, SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple,
    SerializeTupleStruct, SerializeTupleVariant, Serializer,
};
use serde_json::{Error, Map, Value};

/// A serializer that writes names in place of numbers.
#[derive(Clone, Copy)]
pub(crate) struct Names<'a> {
    pub(crate) place: &'a dyn Fn(Place) -> String,
    pub(crate) orientation: Orientation,
}

impl Names<'_> {
    /// Returns a value as JSON with names.
    pub(crate) fn value<T: Serialize + ?Sized>(self, value: &T) -> Value {
        match value.serialize(self) {
            Ok(v) => casus_core::play::json::portable(v),
            Err(e) => Value::String(format!("unwritable: {e}")),
        }
    }
    fn named(self, list: &str, value: &Value) -> Option<Value> {
        let number = u16::try_from(value.as_u64()?).ok()?;
        let at = match list {
            "Unit" => Place::Unit(number),
            "Leader" => Place::Leader(number),
            "Command" => Place::Command(number),
            "Standard" => Place::Standard(number),
            newtype::HEX => Place::Hex(number),
            newtype::DIR => return Some(self.orientation.dir_word(Dir::wrapped(number as u8)).into()),
            newtype::CORNER => return Some(self.orientation.corner_word(number as u8).into()),
            _ => return None,
        };
        Some((self.place)(at).into())
    }
    fn placed(self, variant: &str, value: &Value) -> Option<Value> {
        let number = |v: &Value| u16::try_from(v.as_u64()?).ok();
        let at = match (variant, value) {
            ("unit", v) => Place::Unit(number(v)?),
            ("leader", v) => Place::Leader(number(v)?),
            ("command", v) => Place::Command(number(v)?),
            ("standard", v) => Place::Standard(number(v)?),
            ("hex", v) => Place::Hex(number(v)?),
            ("side", v) => Place::Side(number(v)? as u8),
            ("hexside", Value::Array(two)) => Place::Hexside(number(two.first()?)?, number(two.get(1)?)? as u8),
            _ => return None,
        };
        Some((self.place)(at).into())
    }
}

fn tagged(variant: &'static str, value: Value) -> Value {
    Value::Object(Map::from_iter([(variant.to_owned(), value)]))
}

/// A list that is being serialized, and the variant that it belongs to.
pub(crate) struct List<'a> {
    names: Names<'a>,
    items: Vec<Value>,
    /// The type and the variant, if the list is the content of a tuple variant.
    variant: Option<(&'static str, &'static str)>,
}

/// An object that is being serialized.
pub(crate) struct Object<'a> {
    names: Names<'a>,
    map: Map<String, Value>,
    key: String,
    variant: Option<&'static str>,
}

macro_rules! plain {
    ($($name:ident: $type:ty),*) => {
        $(fn $name(self, v: $type) -> Result<Value, Error> {
            serde_json::to_value(v)
        })*
    };
}

impl<'a> Serializer for Names<'a> {
    type Ok = Value;
    type Error = Error;
    type SerializeSeq = List<'a>;
    type SerializeTuple = List<'a>;
    type SerializeTupleStruct = List<'a>;
    type SerializeTupleVariant = List<'a>;
    type SerializeMap = Object<'a>;
    type SerializeStruct = Object<'a>;
    type SerializeStructVariant = Object<'a>;

    plain!(
        serialize_bool: bool, serialize_i8: i8, serialize_i16: i16, serialize_i32: i32, serialize_i64: i64,
        serialize_u8: u8, serialize_u16: u16, serialize_u32: u32, serialize_u64: u64, serialize_f32: f32,
        serialize_f64: f64, serialize_char: char, serialize_str: &str, serialize_bytes: &[u8]
    );
    fn serialize_none(self) -> Result<Value, Error> {
        Ok(Value::Null)
    }
    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<Value, Error> {
        value.serialize(self)
    }
    fn serialize_unit(self) -> Result<Value, Error> {
        Ok(Value::Null)
    }
    fn serialize_unit_struct(self, _: &'static str) -> Result<Value, Error> {
        Ok(Value::Null)
    }
    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Result<Value, Error> {
        Ok(variant.into())
    }
    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, name: &'static str, value: &T) -> Result<Value, Error> {
        let value = value.serialize(self)?;
        Ok(self.named(name, &value).unwrap_or(value))
    }
    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        name: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<Value, Error> {
        let value = value.serialize(self)?;
        let placed = if name == newtype::PLACE {
            self.placed(variant, &value)
        } else {
            None
        };
        Ok(tagged(variant, placed.unwrap_or(value)))
    }
    fn serialize_seq(self, _: Option<usize>) -> Result<List<'a>, Error> {
        Ok(List {
            names: self,
            items: Vec::new(),
            variant: None,
        })
    }
    fn serialize_tuple(self, len: usize) -> Result<List<'a>, Error> {
        self.serialize_seq(Some(len))
    }
    fn serialize_tuple_struct(self, _: &'static str, len: usize) -> Result<List<'a>, Error> {
        self.serialize_seq(Some(len))
    }
    fn serialize_tuple_variant(
        self,
        name: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<List<'a>, Error> {
        Ok(List {
            names: self,
            items: Vec::new(),
            variant: Some((name, variant)),
        })
    }
    fn serialize_map(self, _: Option<usize>) -> Result<Object<'a>, Error> {
        Ok(Object {
            names: self,
            map: Map::new(),
            key: String::new(),
            variant: None,
        })
    }
    fn serialize_struct(self, _: &'static str, len: usize) -> Result<Object<'a>, Error> {
        self.serialize_map(Some(len))
    }
    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        len: usize,
    ) -> Result<Object<'a>, Error> {
        let object = self.serialize_map(Some(len))?;
        Ok(Object {
            variant: Some(variant),
            ..object
        })
    }
}

impl List<'_> {
    fn push<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        self.items.push(value.serialize(self.names)?);
        Ok(())
    }
    fn done(self) -> Value {
        let list = Value::Array(self.items);
        let Some((name, variant)) = self.variant else {
            return list;
        };
        let placed = if name == newtype::PLACE {
            self.names.placed(variant, &list)
        } else {
            None
        };
        tagged(variant, placed.unwrap_or(list))
    }
}

/// Implements the traits of serde that add the elements of a list one by one.
macro_rules! pushed {
    ($($of:ident: $part:ident),*) => {$(
        impl $of for List<'_> {
            type Ok = Value;
            type Error = Error;
            fn $part<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
                self.push(value)
            }
            fn end(self) -> Result<Value, Error> {
                Ok(self.done())
            }
        }
    )*};
}
pushed!(
    SerializeSeq: serialize_element,
    SerializeTuple: serialize_element,
    SerializeTupleStruct: serialize_field,
    SerializeTupleVariant: serialize_field
);

impl Object<'_> {
    fn put<T: Serialize + ?Sized>(&mut self, key: &str, value: &T) -> Result<(), Error> {
        self.map.insert(key.to_owned(), value.serialize(self.names)?);
        Ok(())
    }
    fn done(self) -> Value {
        let object = Value::Object(self.map);
        match self.variant {
            Some(variant) => tagged(variant, object),
            None => object,
        }
    }
}

impl SerializeMap for Object<'_> {
    type Ok = Value;
    type Error = Error;
    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Error> {
        // JSON keys are strings: a number becomes its digits.
        self.key = match key.serialize(self.names)? {
            Value::String(word) => word,
            Value::Number(n) => n.to_string(),
            Value::Bool(b) => b.to_string(),
            _ => return Err(Error::custom("a key is not a string")),
        };
        Ok(())
    }
    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        let key = core::mem::take(&mut self.key);
        self.put(&key, value)
    }
    fn end(self) -> Result<Value, Error> {
        Ok(self.done())
    }
}
/// Implements the traits of serde that add the fields of an object one by one.
macro_rules! put {
    ($($of:ident),*) => {$(
        impl $of for Object<'_> {
            type Ok = Value;
            type Error = Error;
            fn serialize_field<T: Serialize + ?Sized>(&mut self, key: &'static str, value: &T) -> Result<(), Error> {
                self.put(key, value)
            }
            fn end(self) -> Result<Value, Error> {
                Ok(self.done())
            }
        }
    )*};
}
put!(SerializeStruct, SerializeStructVariant);
