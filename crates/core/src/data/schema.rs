//! JSON schemas of the types that the macros of this crate declare. Empty without the feature `schema`.

/// Writes the schema of a type that a macro declares: this one, as serde writes the type.
#[cfg(feature = "schema")]
#[doc(hidden)]
#[macro_export]
macro_rules! described {
    ($type:ident, $($schema:tt)+) => {
        impl $crate::schemars::JsonSchema for $type {
            fn inline_schema() -> bool {
                true
            }
            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($type).into()
            }
            fn json_schema(_: &mut $crate::schemars::SchemaGenerator) -> $crate::schemars::Schema {
                $crate::schemars::json_schema!($($schema)+)
            }
        }
    };
}
#[cfg(not(feature = "schema"))]
#[doc(hidden)]
#[macro_export]
macro_rules! described {
    ($($any:tt)*) => {};
}

/// Derives the schema of a type that a macro declares from its declaration.
#[cfg(feature = "schema")]
#[doc(hidden)]
#[macro_export]
macro_rules! describing {
    ($($item:tt)*) => {
        #[derive($crate::schemars::JsonSchema)]
        #[schemars(crate = "casus_core::schemars")]
        $($item)*
    };
}
#[cfg(not(feature = "schema"))]
#[doc(hidden)]
#[macro_export]
macro_rules! describing {
    ($($item:tt)*) => { $($item)* };
}
