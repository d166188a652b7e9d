//! Pictures of the map, and the words of stories.
//!
//! A [`Scene`] is a picture as data, created by a game. [`Scene::svg`] draws it, and [`Scene::text`] writes it for a
//! [`Terminal`]. [`words`] has functions that write modifiers, costs, losses and names as text.
//!
//! May use: `geometry`, `cases`, `dice`, `decisions`.

mod drawings;
pub(crate) mod scene;
pub(crate) mod svg;
pub(crate) mod text;
pub mod words;

pub use drawings::{Sign, Signs};
pub use scene::{
    Army, Changes, Colour, Condition, Counter, Edge, Emphasis, Glyph, Ground, Group, Heading, Highlight, Kind, Label,
    Level, Line, Look, Manner, Marker, MarkerKind, Panel, PanelLine, Pattern, Pile, Scene, Shape, Shifted, Site,
    Stroke, Symbol, Turned,
};
pub use svg::{Drawing, is_picture};
pub use text::Terminal;
