//! What the map, the counters and the charts say: tables, files, and what a set-up changes of them.
//!
//! A [`ResultTable`] is a printed chart, and a [`Source`] says where a value comes from. [`reading`] reads a game's files and
//! set-ups and collects every fault with its place; [`cells`] is for charts likewise, and [`MapFile`] with its patches for
//! maps. [`sheet`] prints them as player's aids. [`patch!`](crate::patch!) and its kin declare what a set-up may change.
//!
//! May use: `geometry`, `cases`, `turns`.

pub mod cells;
pub(crate) mod chart;
pub(crate) mod mapping;
pub mod reading;
pub mod sheet;
pub(crate) mod values;

pub use chart::{ChartFault, Column, Columns, Layer, Provenance, ResultTable, Source, SourceFault, whole_odds};
pub use mapping::{HexPatch, HexsidePatch, Legend, MapFile, MapPatch, SideKind, blank_map};
pub use reading::Within;
pub use values::{Form, Group, GroupReader, Told, Value, regroup};
