//! Hexes and the maps made of them: which piece is where and faces which way, and what can be seen, reached and
//! commanded from there.
//!
//! - A [`Hex`] is a pair of axial coordinates.
//! - A [`Board`] is a printed map. It numbers its hexes ([`HexId`]) by the printed [`Numbering`].
//! - [`Stacks`] record which pieces are in which hex.
//! - A piece faces a side ([`SideFacing`]) or a corner ([`VertexFacing`]) of its hex.
//! - [`trace()`] follows a line of sight. [`reach()`] finds where a move can go. [`within_range()`], [`within_steps()`]
//!   and [`chain()`] find what a leader commands.
//! - A [`Place`] is what everything else uses to point at a hex or a piece.
//! - [`near()`] finds the names that a misspelt word may mean.
//! - [`pieces!`](crate::pieces!) and [`flags!`](crate::flags!) declare the ids of a game's pieces, and a
//!   set of flags.
//!
//! May use: nothing.

pub(crate) mod board;
pub(crate) mod command;
pub(crate) mod facing;
pub(crate) mod hex;
pub(crate) mod near;
pub(crate) mod numbering;
pub(crate) mod pieces;
pub(crate) mod place;
pub(crate) mod reach;
pub(crate) mod sight;

pub use board::{Along, Board, HexId, Occupancy, Occupant, RowsFault, Stacks};
pub use command::{Field, chain, within_range, within_steps};
pub use facing::{Aspect, Bearing, SideFacing, Tie, VertexFacing, bearing};
pub use hex::{Dir, Hex, Hexside, NotSix, Orientation, Symmetry, Vertex};
pub use near::{UnknownWord, brief, did_you_mean, many, near, steers, tame};
pub use numbering::{Compass, Digits, Lines, NumberFault, Numbering, NumberingFault, Span, Stagger};
pub use pieces::{Few, PieceSet};
pub use place::{Place, newtype};
pub use reach::{Reach, Stride, reach};
pub use sight::{Crossing, Step, line, sides_crossed, trace, trace_steps};
