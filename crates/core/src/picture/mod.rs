//! Pictures of the map as data, and the words of stories.
//!
//! A [`Scene`] is a picture as data, created by a game. The crate `casus-draw` draws it as SVG and writes it as text for a
//! terminal. [`words`] has functions that write modifiers, costs, losses and names as text.
//!
//! May use: `geometry`, `cases`, `dice`, `decisions`.

#[cfg(test)]
pub(crate) mod sample;
pub(crate) mod scene;
pub mod words;

pub use scene::{
    Army, Changes, Colour, Condition, Counter, Edge, Emphasis, Glyph, Ground, Group, Heading, Highlight, Kind, Label,
    Level, Line, Look, Manner, Marker, MarkerKind, Panel, PanelLine, Pattern, Pile, Scene, Shape, Shifted, Site,
    Stroke, Symbol, Turned,
};
