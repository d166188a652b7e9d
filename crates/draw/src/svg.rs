//! A [`Scene`] as SVG: one self-contained text, with whole numbers only, the same on every machine.

mod legend;
mod letters;
mod map;
mod overlays;
mod pieces;
mod plane;
#[cfg(test)]
mod tests;

use crate::drawings::{glyph_body, glyph_id, pattern_body, pattern_id, symbol_body, symbol_id};
use casus_core::picture::{Colour, Counter, Glyph, Heading, Look, Pattern, Scene, Shape, Symbol};
use core::fmt::Write as _;
use letters::{LOOKS, plain, short};
use plane::{Point, RIM, corner, heading_id, hex_centre, loops, near, part, plus, polygon, target};
use std::collections::BTreeSet;

/// The beginning of a picture, by which it is recognized.
const HEAD: &str = "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"casus-scene\"";

/// The options of a drawing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Drawing {
    /// Whether to add ids and `data-*` for every place, hexside with a feature, and piece. Use it for a page that shows
    /// the picture and must find what lies under the pointer.
    pub data: bool,
}

/// Returns whether a text is a picture that [`Draw::svg`](crate::Draw::svg) wrote.
pub fn is_picture(text: &str) -> bool {
    text.starts_with(HEAD)
}

const STYLE: &str = "\
text{font-family:'Helvetica Neue',Helvetica,Arial,'Liberation Sans',sans-serif;fill:#2b2622}\
.t,.l,.h{font-family:Georgia,'Times New Roman','Liberation Serif',serif}\
.t{font-size:74px;font-weight:bold}\
.u{font-size:38px;fill:#5a4c3c}\
.h{font-size:36px;font-weight:bold}\
.k{font-size:27px}\
.z{font-size:24px;fill:#6d5f4d}\
.l{font-size:31px;font-style:italic;text-anchor:middle;stroke:#f4ecd8;stroke-width:7px;paint-order:stroke}\
.o{font-family:Georgia,'Times New Roman','Liberation Serif',serif;font-size:40px;font-style:italic;letter-spacing:10px;text-anchor:middle;fill:#7a6a54}\
.x{font-size:12px;text-anchor:middle;fill:#5f5646}\
.g{fill:none;stroke:#4a3c28;stroke-opacity:.22;stroke-width:2}\
.n{font-size:17px;font-weight:bold;text-anchor:middle}\
.r{font-size:22px;font-weight:bold;text-anchor:middle}\
.e{font-size:19px;font-weight:bold;text-anchor:middle}\
.j{font-weight:bold}\
.v{font-weight:bold;text-anchor:end}\
.d{fill:#fff;stroke:#1c1712;stroke-width:3;stroke-linejoin:round}\
.y{fill:#f4ecd8;stroke:#2b2622;stroke-width:2}\
.s{fill:none;stroke:#2b2622;stroke-width:3;stroke-linejoin:round}\
";

/// Writes a scene as SVG.
pub(crate) struct Painter<'a>(&'a Scene);

impl core::ops::Deref for Painter<'_> {
    type Target = Scene;
    fn deref(&self) -> &Scene {
        self.0
    }
}

impl<'a> Painter<'a> {
    pub(crate) const fn new(scene: &'a Scene) -> Self {
        Self(scene)
    }

    pub(super) fn place(&self, shape: &Shape) -> Point {
        near(match shape {
            Shape::Hex { q, r } => hex_centre(self.orientation, i32::from(*q), i32::from(*r)),
            Shape::Town { x, y } | Shape::Area { x, y, .. } => (*x, *y),
        })
    }

    pub(super) fn at(&self, site: usize) -> Option<Point> {
        self.sites.get(site).map(|s| self.place(&s.shape))
    }

    /// Returns the coordinates of the hexes for which a test holds.
    pub(super) fn cells(&self, test: impl Fn(&casus_core::picture::Site) -> bool) -> BTreeSet<(i32, i32)> {
        let hexes = self.sites.iter().filter(|s| test(s));
        hexes
            .filter_map(|s| match s.shape {
                Shape::Hex { q, r } => Some((i32::from(q), i32::from(r))),
                _ => None,
            })
            .collect()
    }

    /// Returns the two corners of the paper that the map takes.
    pub(super) fn bounds(&self) -> (Point, Point) {
        let mut points = Vec::new();
        for site in &self.sites {
            let at = self.place(&site.shape);
            match &site.shape {
                Shape::Hex { .. } => {
                    points.extend((0..6).map(|k| plus(at, corner(self.orientation, k))));
                }
                Shape::Town { .. } => points.extend([plus(at, (-80, -60)), plus(at, (80, 60))]),
                Shape::Area { outline, .. } => {
                    points.push(at);
                    points.extend(outline.iter().map(|&p| near(p)));
                }
            }
        }
        let xs = || points.iter().map(|p| p.0);
        let ys = || points.iter().map(|p| p.1);
        let low = (xs().min().unwrap_or(0), ys().min().unwrap_or(0));
        let high = (xs().max().unwrap_or(0), ys().max().unwrap_or(0));
        (low, high)
    }

    pub(super) fn army(&self, army: usize) -> (Colour, Colour) {
        let grey = (Colour::hex(0x0077_7777), Colour::hex(0x00ff_ffff));
        self.armies.get(army).map_or(grey, |a| (a.fill, a.ink))
    }

    pub(super) fn look(&self, counter: &Counter) -> Look {
        self.condition(counter).map_or(Look::Fresh, |c| c.look)
    }

    pub(super) fn symbol(&self, counter: &Counter) -> Symbol {
        self.kinds.get(counter.kind).map_or(Symbol::Other, |k| k.symbol)
    }

    pub(crate) fn svg(&self, drawing: &Drawing) -> String {
        let data = drawing.data;
        let (low, high) = self.bounds();
        let wide = (high.0 - low.0 + 2 * RIM).max(1800);
        let left = (wide - (high.0 - low.0)) / 2 - low.0;
        let top = 190 + if self.beyond[0].is_empty() { 0 } else { 50 };
        let foot = top + (high.1 - low.1) + if self.beyond[2].is_empty() { 40 } else { 90 };
        let (margin, tall) = self.margin(wide, foot);
        let tall = tall + 40;
        let mut out = format!(
            "{HEAD} viewBox=\"0 0 {wide} {tall}\" width=\"{}\" height=\"{}\">\n<title>{}</title>\n",
            wide * 3 / 5,
            tall * 3 / 5,
            plain(&format!("{}: {}", self.title, self.moment))
        );
        self.definitions(&mut out);
        let _ = write!(
            out,
            "<rect width=\"{wide}\" height=\"{tall}\" fill=\"#f4ecd8\"/>\n\
             <text class=\"t\" x=\"{RIM}\" y=\"98\" style=\"font-size:{}px\">{}</text>\n\
             <text class=\"u\" x=\"{RIM}\" y=\"154\">{}</text>\n",
            // About six tenths of its height is a letter's width.
            ((wide - 3 * RIM) * 10 / (6 * self.title.chars().count().max(1) as i32)).clamp(30, 74),
            plain(&short(&self.title, 120)),
            plain(&short(&self.moment, (wide - 3 * RIM) as usize / 19))
        );
        self.compass(wide, &mut out);
        self.neighbourhood(low, high, (left, top), &mut out);
        let _ = writeln!(out, "<g transform=\"translate({left} {})\">", top - low.1);
        self.land(&mut out);
        if data {
            self.places(&mut out);
        }
        self.waters_and_ways(data, &mut out);
        self.words(&mut out);
        self.highlighted(false, &mut out);
        self.pieces(data, &mut out);
        self.highlighted(true, &mut out);
        self.annotated(&mut out);
        out.push_str("</g>\n");
        out.push_str(&margin);
        out.push_str("</svg>\n");
        out
    }

    /// Writes what is used often: patterns, symbols, counters by side and look, the wedges that show a facing.
    pub(super) fn definitions(&self, out: &mut String) {
        out.push_str("<style>");
        out.push_str(STYLE);
        for (i, group) in self.groups.iter().enumerate() {
            let _ = write!(out, ".q{i}{{fill:{}}}", group.colour);
        }
        if self.counters.iter().any(|c| !c.badges.is_empty()) {
            out.push_str(".m{font-size:15px;font-weight:bold;text-anchor:middle}");
        }
        for (i, army) in self.armies.iter().enumerate() {
            let _ = write!(out, ".a{i}{{fill:{}}}.i{i}{{fill:{}}}", army.fill, army.ink);
        }
        out.push_str("</style>\n<defs>\n");
        let patterns: BTreeSet<Pattern> = self.grounds.iter().map(|g| g.pattern).collect();
        for pattern in patterns {
            if let Some(id) = pattern_id(pattern) {
                let _ = writeln!(out, "<g id=\"{id}\">{}</g>", pattern_body(pattern));
            }
        }
        let symbols: BTreeSet<Symbol> = self.kinds.iter().map(|k| k.symbol).collect();
        for symbol in symbols
            .iter()
            .chain([&Symbol::Leader, &Symbol::Other])
            .collect::<BTreeSet<_>>()
        {
            let boxed = if *symbol == Symbol::Leader {
                "<circle r=\"17\" class=\"y\"/>"
            } else {
                "<path d=\"M-26 -16h52v32h-52z\" class=\"y\"/>"
            };
            let _ = writeln!(out, "<g id=\"{}\" class=\"s\">{boxed}{}</g>", symbol_id(*symbol), symbol_body(*symbol));
        }
        let glyphs: BTreeSet<Glyph> = self.marker_kinds.iter().map(|m| m.glyph).collect();
        for glyph in glyphs {
            let _ = writeln!(out, "<g id=\"{}\">{}</g>", glyph_id(glyph), glyph_body(glyph));
        }
        out.push_str(
            "<pattern id=\"worn\" width=\"12\" height=\"12\" patternUnits=\"userSpaceOnUse\" \
             patternTransform=\"rotate(45)\"><rect width=\"5\" height=\"12\" fill=\"#140c06\" fill-opacity=\".42\"/></pattern>\n",
        );
        for army in 0..self.armies.len() {
            for look in LOOKS {
                self.body(army, look, out);
            }
        }
        for heading in self.headings() {
            let (x, y) = target(self.orientation, heading);
            // An arrowhead with its point where the piece faces; a side is nearer than a corner.
            let (base, half) = match heading {
                Heading::Corner(_) => (720, 250),
                Heading::Side(_) => (810, 330),
            };
            // White within black is seen on every army's colour, and on the ground.
            let (x, y) = part((x, y), 960);
            let (bx, by) = part((x, y), base);
            let (sx, sy) = part((-y, x), half);
            let _ = writeln!(
                out,
                "<path id=\"{}\" class=\"d\" d=\"M{x} {y}L{} {}L{} {}Z\"/>",
                heading_id(heading),
                bx + sx,
                by + sy,
                bx - sx,
                by - sy
            );
        }
        let mut shape = String::new();
        for ring in loops(self.orientation, &self.cells(|_| true)) {
            polygon(&ring, &mut shape);
        }
        let _ = writeln!(out, "<clipPath id=\"map\"><path d=\"{shape}\"/></clipPath>");
        out.push_str("</defs>\n");
    }

    pub(super) fn headings(&self) -> BTreeSet<Heading> {
        let whole = |h| match h {
            Heading::Corner(k) => Heading::Corner(k % 6),
            side @ Heading::Side(_) => side,
        };
        let faced = self.counters.iter().filter_map(|c| c.facing);
        faced.map(whole).collect()
    }

    pub(super) fn compass(&self, wide: i32, out: &mut String) {
        if self.sites.is_empty() {
            return;
        }
        let _ = writeln!(
            out,
            "<g transform=\"translate({} 100)\"><path d=\"M0 -62L15 22 0 8 -15 22Z\" fill=\"#5a4c3c\"/>\
             <text class=\"h\" x=\"0\" y=\"60\" text-anchor=\"middle\">N</text></g>",
            wide - RIM - 20
        );
    }
}
