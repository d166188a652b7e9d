//! The map, the counters and the charts: tables, data files, and what a set-up changes in them.
//!
//! A [`ResultTable`] is a printed chart, and a [`Source`] says where a value comes from. A game's data file and the
//! changes of a set-up have one form and one set of readers. The data file is read as a change to an empty game, so the
//! file must give every value of a chart and of a piece. Every fault is reported with its place.
//!
//! | To declare | use |
//! |---|---|
//! | numbers that belong together | [`group!`](crate::group!) |
//! | modifiers | [`modifiers!`](crate::modifiers!) |
//! | closed lists of words | [`words!`](crate::words!) |
//! | pieces | [`piece_patch!`](crate::piece_patch!) |
//! | the terrains and hexsides of a map | [`Legend`] |
//!
//! [`reading`] reads pieces, [`ChartReader`] charts, [`MapFile`] and [`MapPatch`] maps. [`sheet`] prints charts as
//! player aid sheets. The data of a game has a digest, a number by which a save recognises the data that it was played by; the
//! functions `plain…` write what goes into it. A [`Memo`] caches numbers that depend only on this data and that the rules need often.
//!
//! May use: `geometry`, `cases`, `decisions`.

pub mod cells;
pub(crate) mod chart;
mod clash;
pub mod formats;
pub(crate) mod mapping;
mod matrix;
pub(crate) mod memo;
mod ranges;
pub mod reading;
mod schema;
pub mod sheet;
pub(crate) mod tables;
pub(crate) mod values;

pub use chart::{ChartFault, Column, Columns, Layer, Provenance, ResultTable, Source, SourceFault, whole_odds};
pub use clash::Clash;
pub use mapping::{HexPatch, HexsidePatch, Legend, MapFile, MapPatch, SideKind, blank_map};
pub use matrix::Matrix;
pub use memo::Memo;
pub use ranges::Ranges;
pub use reading::Within;
pub use tables::{ChartReader, Scale};
pub use values::{Form, Group, GroupReader, Told, Value, regroup};
