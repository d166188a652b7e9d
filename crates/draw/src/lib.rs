//! Draws what `casus-core` describes: the map and the pieces of a hex wargame, as SVG and as text for a terminal.
//!
//! A [`Scene`] is a picture as data, which every game creates. The trait [`Draw`] writes it. [`Signs`] has
//! the symbols alone, for front ends that draw pieces themselves.
//!
//! ```
//! use casus_belli::suleiman::{Setup, Suleiman};
//! use casus_belli::{Draw as _, Match, Terminal};
//!
//! let game = Match::<Suleiman>::new(Setup::default())?;
//! let scene = game.scene(None);
//! assert!(scene.svg().starts_with("<svg"));
//! assert!(scene.text(&Terminal::default()).starts_with("Suleiman the Magnificent"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![cfg_attr(docsrs, feature(doc_cfg))]
#![doc(test(attr(deny(warnings))))]

mod drawings;
#[cfg(test)]
#[path = "../../core/src/picture/sample.rs"]
mod sample;
mod svg;
mod text;

use casus_core::Scene;

pub use drawings::{Sign, Signs};
pub use svg::{Drawing, is_picture};
pub use text::Terminal;

/// Writes a picture. [`Scene`] implements it.
pub trait Draw {
    /// Returns the picture as SVG.
    ///
    /// It is well-formed and self-contained, without scripts or external fonts. It has whole numbers only, so equal
    /// scenes give equal texts on every machine. A hexside has 60 units; the picture is shown at six tenths of that.
    fn svg(&self) -> String {
        self.svg_with(&Drawing::default())
    }
    /// Returns the picture as SVG, drawn with these options.
    ///
    /// With [`Drawing::data`], these elements have ids and attributes:
    ///
    /// | Element | Id | Attributes |
    /// |---|---|---|
    /// | a shape for each place | `site-n`, with its index in [`Scene::sites`] | `data-site`, `data-ground`, `data-level` |
    /// | a group for each feature of a hexside | `edge-n`, with its index in [`Scene::edges`] | `data-edge`, `data-site`, `data-side` |
    /// | a group for each piece | `piece-n`, with its index in [`Scene::counters`] | `data-piece`, `data-site`, `data-army`, `data-kind`; if any, `data-facing`, `data-condition` |
    ///
    /// The ids have indices. The attributes have words: `data-site` is the label of the place; `data-ground`, `data-edge`,
    /// `data-army`, `data-kind` and `data-condition` are words of the scene; `data-piece` is the id of the piece; `data-side` and
    /// `data-facing` are compass words. `data-level` is a number.
    fn svg_with(&self, drawing: &Drawing) -> String;
    /// Returns the picture as text, with north at the top.
    ///
    /// Each hex is four characters wide and two lines high. A unit has its facing, its type and its condition; leaders
    /// and markers are above it. Features of hexsides are between the hexes, the numbers of rows and columns at the
    /// edges, and a legend below. Every line ends with a line feed.
    fn text(&self, terminal: &Terminal) -> String;
}

impl Draw for Scene {
    fn svg_with(&self, drawing: &Drawing) -> String {
        svg::Painter::new(self).svg(drawing)
    }
    fn text(&self, terminal: &Terminal) -> String {
        text::Writer::new(self).text(terminal)
    }
}
