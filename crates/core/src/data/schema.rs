//! What the macros of this crate say to a JSON schema of the types that they declare: nothing without the feature `schema`.

/// Describes a type that serde writes as one of these words.
#[cfg(feature = "schema")]
#[doc(hidden)]
#[macro_export]
macro_rules! described_as_words {
    ($type:ident, [$($word:expr),+ $(,)?]) => {
        impl $crate::schemars::JsonSchema for $type {
            fn inline_schema() -> bool {
                true
            }
            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($type).into()
            }
            fn json_schema(_: &mut $crate::schemars::SchemaGenerator) -> $crate::schemars::Schema {
                $crate::schemars::json_schema!({ "type": "string", "enum": [$($word),+] })
            }
        }
    };
}
/// Describes a type that serde writes as a number for which the gazetteer has a word.
#[cfg(feature = "schema")]
#[doc(hidden)]
#[macro_export]
macro_rules! described_as_number {
    ($type:ident, $what:ident) => {
        impl $crate::schemars::JsonSchema for $type {
            fn inline_schema() -> bool {
                true
            }
            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($type).into()
            }
            fn json_schema(_: &mut $crate::schemars::SchemaGenerator) -> $crate::schemars::Schema {
                $crate::schemars::json_schema!({ "type": "integer", "minimum": 0, "format": stringify!($what) })
            }
        }
    };
}
#[cfg(not(feature = "schema"))]
#[doc(hidden)]
#[macro_export]
macro_rules! described_as_words {
    ($($any:tt)*) => {};
}
#[cfg(not(feature = "schema"))]
#[doc(hidden)]
#[macro_export]
macro_rules! described_as_number {
    ($($any:tt)*) => {};
}
