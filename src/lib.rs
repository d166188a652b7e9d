#![doc = include_str!("../README.md")]

pub use casus_core as core;
#[cfg(feature = "suleiman")]
pub use casus_suleiman as suleiman;
