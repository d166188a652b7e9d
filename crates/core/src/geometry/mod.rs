//! Where things are: hexes and the maps made of them, who stands where and faces which way, and what can be seen, reached
//! and commanded from there.
//!
//! A [`Hex`] is a pair of axial coordinates; a [`Board`] numbers the hexes of a printed map ([`HexId`]) by its printed
//! [`Numbering`], and [`Stacks`] keep who stands in which. A piece faces a side ([`SideFacing`]) or a corner
//! ([`VertexFacing`]) of its hex. [`trace()`] walks a line of sight, [`reach()`] finds what a move can get to, and
//! [`within_range()`], [`within_steps()`] and [`chain()`] whom a leader commands. A [`Place`] is what everything else points with.
//! [`near()`] finds what a misspelt name may stand for. [`pieces!`](crate::pieces!) and [`flags!`](crate::flags!) declare a game's roster and its flags.
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

pub use board::{Along, Board, HexId, Occupancy, Occupant, Stacks};
pub use command::{Field, chain, within_range, within_steps};
pub use facing::{Aspect, Bearing, SideFacing, Tie, VertexFacing, bearing};
pub use hex::{Dir, Hex, Hexside, NotSix, Orientation, Symmetry, Vertex};
pub use near::{brief, did_you_mean, many, near, steers, tame};
pub use numbering::{Compass, Digits, Lines, NumberFault, Numbering, NumberingFault, Span, Stagger};
pub use pieces::{Few, PieceSet};
pub use place::Place;
pub use reach::{Reach, Stride, reach};
pub use sight::{Crossing, Step, line, sides_crossed, trace, trace_steps};
