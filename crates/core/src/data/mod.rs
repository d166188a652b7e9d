//! What the map, the counters and the charts say: tables, files, and what a set-up changes of them.
//!
//! A [`ResultTable`] is a printed chart, and a [`Source`] says where a value comes from. What a game's file says and what a
//! set-up changes have one form, and are read by the same readers, the file as changes of nothing; every fault is told with
//! its place. A game declares numbers that belong together with [`group!`](crate::group!), modifiers with
//! [`modifiers!`](crate::modifiers!), words with [`words!`](crate::words!), its pieces with
//! [`piece_patch!`](crate::piece_patch!), and what there is on its map in a [`Legend`]. [`reading`] reads pieces,
//! [`ChartReader`] charts, [`MapFile`] and [`MapPatch`] maps; [`sheet`] prints them as player's aids. A [`Memo`] keeps what
//! they determine and the rules ask again and again.
//!
//! May use: `geometry`, `cases`, `decisions`.

pub mod cells;
pub(crate) mod chart;
mod clash;
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
