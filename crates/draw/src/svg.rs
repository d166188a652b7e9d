//! A [`Scene`] as SVG: one self-contained text, with whole numbers only, the same on every machine.

use crate::drawings::{DROP, glyph_body, glyph_id, pattern_body, pattern_id, symbol_body, symbol_id};
use crate::text::wrapped;
use casus_core::geometry::many;
use casus_core::geometry::{Dir, Orientation};
use casus_core::picture::{
    Colour, Condition, Counter, Emphasis, Glyph, Heading, Look, MarkerKind, Pattern, Pile, Scene, Shape, Stroke, Symbol,
};
use core::fmt::Write as _;
use std::collections::{BTreeMap, BTreeSet};

/// A point on the sheet. A hexside has 60 units, and y grows downwards.
type Point = (i32, i32);

/// Half the distance across the flats of a hex. 52 : 60 is within a thousandth of a regular hex.
const ACROSS: i32 = 52;
/// Half a hexside.
const HALF: i32 = 30;
/// The farthest that a label or piece can be, whatever its coordinates.
const FAR: i32 = 1_000_000;
/// Half the side of a counter.
const BODY: i32 = 37;
/// Half the height of a block, which shows several pieces in one place.
const BLOCK: i32 = 39;
/// The height of the foot of a block, with the sum.
const FOOT: i32 = 14;
/// How far the hex of a piece goes on around it, for names and numbers.
const REACH: i32 = 51;
/// The width of a border, and its dashes.
const BORDER: (i32, &str) = (7, "20 9 5 9");
/// The beginning of a picture, by which it is recognized.
const HEAD: &str = "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"casus-scene\"";
/// The paper around the map.
const RIM: i32 = 90;

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

/// Escapes a text for XML. Characters that XML does not allow become U+FFFD.
fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            c if c.is_control() => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

/// Returns the first letters of a text, with a mark if it is cut.
fn short(text: &str, letters: usize) -> String {
    if text.chars().count() <= letters {
        return text.to_owned();
    }
    let kept: String = text.chars().take(letters.saturating_sub(1)).collect();
    kept.trim_end().to_owned() + "…"
}

const fn corner(orientation: Orientation, k: u8) -> Point {
    match (orientation, k % 6) {
        (Orientation::Pointy, 0) => (ACROSS, HALF),
        (Orientation::Pointy, 1) => (0, 2 * HALF),
        (Orientation::Pointy, 2) => (-ACROSS, HALF),
        (Orientation::Pointy, 3) => (-ACROSS, -HALF),
        (Orientation::Pointy, 4) => (0, -2 * HALF),
        (Orientation::Pointy, _) => (ACROSS, -HALF),
        (Orientation::Flat, 0) => (HALF, ACROSS),
        (Orientation::Flat, 1) => (-HALF, ACROSS),
        (Orientation::Flat, 2) => (-2 * HALF, 0),
        (Orientation::Flat, 3) => (-HALF, -ACROSS),
        (Orientation::Flat, 4) => (HALF, -ACROSS),
        (Orientation::Flat, _) => (2 * HALF, 0),
    }
}

/// Returns the two ends of a side, clockwise.
const fn ends(orientation: Orientation, dir: Dir) -> (Point, Point) {
    let d = dir.index() as u8;
    (corner(orientation, d + 5), corner(orientation, d))
}

fn plus(a: Point, b: Point) -> Point {
    (a.0 + b.0, a.1 + b.1)
}
fn halfway(a: Point, b: Point) -> Point {
    ((a.0 + b.0).div_euclid(2), (a.1 + b.1).div_euclid(2))
}
/// Returns this many thousandths of a vector.
fn part(a: Point, thousandths: i32) -> Point {
    (a.0 * thousandths / 1000, a.1 * thousandths / 1000)
}

fn hex_centre(orientation: Orientation, q: i32, r: i32) -> Point {
    match orientation {
        Orientation::Pointy => (ACROSS * (2 * q + r), 3 * HALF * r),
        Orientation::Flat => (3 * HALF * q, ACROSS * (2 * r + q)),
    }
}

fn near(p: Point) -> Point {
    (p.0.clamp(-FAR, FAR), p.1.clamp(-FAR, FAR))
}

/// Returns the point that a heading points to, seen from the centre.
fn target(orientation: Orientation, heading: Heading) -> Point {
    match heading {
        Heading::Corner(k) => corner(orientation, k),
        Heading::Side(dir) => {
            let (a, b) = ends(orientation, dir);
            halfway(a, b)
        }
    }
}

/// Returns the loops around a set of hexes, each as its corners in order.
fn loops(orientation: Orientation, cells: &BTreeSet<(i32, i32)>) -> Vec<Vec<Point>> {
    let mut next: BTreeMap<Point, Point> = BTreeMap::new();
    for &(q, r) in cells {
        let at = hex_centre(orientation, q, r);
        for dir in Dir::ALL {
            let (dq, dr) = dir.vector();
            if !cells.contains(&(q + i32::from(dq), r + i32::from(dr))) {
                let (a, b) = ends(orientation, dir);
                next.insert(plus(at, a), plus(at, b));
            }
        }
    }
    let mut out = Vec::new();
    while let Some((start, mut at)) = next.pop_first() {
        let mut ring = vec![start];
        while at != start {
            ring.push(at);
            let Some(on) = next.remove(&at) else { break };
            at = on;
        }
        out.push(ring);
    }
    out
}

/// Writes a loop through the middles of its sides, with rounded corners.
fn soft(ring: &[Point], out: &mut String) {
    let n = ring.len();
    let middle = |i: usize| halfway(ring[i % n], ring[(i + 1) % n]);
    let knot = |i: usize| halfway(middle(i), middle(i + 1));
    let (x, y) = knot(0);
    let _ = write!(out, "M{x} {y}");
    for i in 1..=n {
        let ((cx, cy), (x, y)) = (middle(i), knot(i));
        let _ = write!(out, "Q{cx} {cy} {x} {y}");
    }
    out.push('Z');
}

/// Joins segments to lines, each from an end or a fork to the next.
fn chains(segments: &BTreeSet<(Point, Point)>) -> Vec<Vec<Point>> {
    let mut around: BTreeMap<Point, BTreeSet<Point>> = BTreeMap::new();
    for &(a, b) in segments {
        if a != b {
            around.entry(a).or_default().insert(b);
            around.entry(b).or_default().insert(a);
        }
    }
    let knots: BTreeSet<Point> = around.iter().filter(|(_, to)| to.len() != 2).map(|(p, _)| *p).collect();
    let mut out = Vec::new();
    // From ends and forks first; what is left then are rings.
    for from_knots in [true, false] {
        loop {
            let start = around
                .iter()
                .find(|(p, to)| !to.is_empty() && (!from_knots || knots.contains(p)))
                .map(|(p, _)| *p);
            let Some(start) = start else { break };
            let (mut line, mut at) = (vec![start], start);
            while let Some(to) = around.get_mut(&at).and_then(BTreeSet::pop_first) {
                if let Some(back) = around.get_mut(&to) {
                    back.remove(&at);
                }
                line.push(to);
                at = to;
                if knots.contains(&at) {
                    break;
                }
            }
            out.push(line);
        }
    }
    out
}

/// Writes a line with rounded corners.
fn flowing(line: &[Point], out: &mut String) {
    let [(x, y), rest @ ..] = line else { return };
    let _ = write!(out, "M{x} {y}");
    let mut at = (*x, *y);
    for (i, &p) in rest.iter().enumerate() {
        let (x, y) = rest.get(i + 1).map_or(p, |&next| halfway(p, next));
        if i == 0 {
            let (mx, my) = halfway(at, p);
            let _ = write!(out, "L{mx} {my}");
        }
        let _ = write!(out, "Q{} {} {x} {y}", p.0, p.1);
        at = p;
    }
}

/// Writes a line with sharp corners.
fn straight(line: &[Point], out: &mut String) {
    for (i, (x, y)) in line.iter().enumerate() {
        let _ = write!(out, "{}{x} {y}", if i == 0 { 'M' } else { 'L' });
    }
}

/// A block of the margin: its size, and its drawing from (0, 0).
struct Block {
    wide: i32,
    high: i32,
    body: String,
}

/// A line of the legend: a drawing around (0, 0), and its word.
type Drawn = (String, String);

/// Returns the maximum width of a text in bold type of 100 units.
fn breadth(text: &str) -> i32 {
    text.chars()
        .map(|c| match c {
            '·' | '.' | ',' | '-' | '/' | ' ' | 'I' | 'i' | 'j' | 'l' => 40,
            'M' | 'W' | 'm' | 'w' => 100,
            c if c.is_uppercase() => 77,
            _ => 69,
        })
        .sum()
}

/// Returns the largest type, at most `most`, in which a text is no wider than this.
fn fitted(wide: i32, text: &str, most: i32) -> i32 {
    (wide * 100 / breadth(text).max(1)).min(most).max(4)
}

/// What is in a hex, and whether it leaves room for the number of the hex.
#[derive(Default)]
struct Rim {
    tips: BTreeSet<Point>,
    units: usize,
    leaders: usize,
}

impl Rim {
    fn above(&self) -> bool {
        self.tips.iter().any(|t| t.1 <= -45)
    }
    fn below(&self) -> bool {
        self.tips.iter().any(|t| t.1 >= 45)
    }
    /// Returns whether the names of leaders are below the pieces.
    fn led_below(&self) -> bool {
        self.above() && !self.below()
    }
    fn led(&self, below: bool) -> bool {
        self.units > 0 && self.leaders > 0 && self.led_below() == below
    }
    /// Returns the rotation of the number and the start of its line, seen from the centre: above, or else below, or
    /// else at the side.
    fn number(&self, orientation: Orientation) -> (i32, Point) {
        let (over, under) = match orientation {
            Orientation::Pointy => (-38, 48),
            Orientation::Flat => (-40, 50),
        };
        if !self.above() && !self.led(false) {
            (0, (0, over))
        } else if !self.below() && !self.led(true) {
            (0, (0, under))
        } else if self.tips.iter().all(|t| t.0 >= 0) {
            (-90, (-40, 0))
        } else {
            (90, (40, 0))
        }
    }
}

/// Returns the class of a condition: the look of the counter.
const fn look_word(look: Look) -> &'static str {
    match look {
        Look::Fresh => "f",
        Look::Worn => "w",
        Look::Hurt => "h",
        Look::Broken => "b",
        Look::Covered => "c",
    }
}

const LOOKS: [Look; 5] = [Look::Fresh, Look::Worn, Look::Hurt, Look::Broken, Look::Covered];
/// A burst around (0, 0).
const BURST: &str = "M0 -13L4 -6L12 -7L7 0L12 7L4 6L0 13L-4 6L-12 7L-7 0L-12 -7L-4 -6Z";

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
    fn place(&self, shape: &Shape) -> Point {
        near(match shape {
            Shape::Hex { q, r } => hex_centre(self.orientation, i32::from(*q), i32::from(*r)),
            Shape::Town { x, y } | Shape::Area { x, y, .. } => (*x, *y),
        })
    }
    fn at(&self, site: usize) -> Option<Point> {
        self.sites.get(site).map(|s| self.place(&s.shape))
    }
    /// Returns the coordinates of the hexes for which a test holds.
    fn cells(&self, test: impl Fn(&casus_core::picture::Site) -> bool) -> BTreeSet<(i32, i32)> {
        let hexes = self.sites.iter().filter(|s| test(s));
        hexes
            .filter_map(|s| match s.shape {
                Shape::Hex { q, r } => Some((i32::from(q), i32::from(r))),
                _ => None,
            })
            .collect()
    }
    /// Returns the two corners of the paper that the map takes.
    fn bounds(&self) -> (Point, Point) {
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
    fn army(&self, army: usize) -> (Colour, Colour) {
        let grey = (Colour::hex(0x0077_7777), Colour::hex(0x00ff_ffff));
        self.armies.get(army).map_or(grey, |a| (a.fill, a.ink))
    }
    fn look(&self, counter: &Counter) -> Look {
        self.condition(counter).map_or(Look::Fresh, |c| c.look)
    }
    fn symbol(&self, counter: &Counter) -> Symbol {
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
    fn definitions(&self, out: &mut String) {
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

    /// Writes a counter without its text.
    fn body(&self, army: usize, look: Look, out: &mut String) {
        let (fill, _) = self.army(army);
        let square = |inset: i32| {
            let (at, side) = (inset - BODY, 2 * (BODY - inset));
            format!("x=\"{at}\" y=\"{at}\" width=\"{side}\" height=\"{side}\" rx=\"9\"")
        };
        let _ = write!(
            out,
            "<g id=\"b{army}{}\"><rect {} transform=\"translate(2 3)\" fill=\"#2b2014\" fill-opacity=\".35\"/>",
            look_word(look),
            square(0)
        );
        let _ = match look {
            Look::Fresh => write!(out, "<rect {} fill=\"{fill}\" stroke=\"#2b2622\" stroke-width=\"2\"/>", square(0)),
            Look::Worn => write!(
                out,
                "<rect {} fill=\"{fill}\"/><rect {} fill=\"url(#worn)\" stroke=\"#e0a431\" stroke-width=\"6\" stroke-dasharray=\"14 6\"/>",
                square(0),
                square(2)
            ),
            Look::Hurt => write!(
                out,
                "<rect {} fill=\"{fill}\" stroke=\"#2b2622\" stroke-width=\"2\"/><g transform=\"translate(33 -33)\">{DROP}</g>",
                square(0)
            ),
            Look::Broken => write!(
                out,
                "<rect {} fill=\"#ddd5c4\" stroke=\"{fill}\" stroke-width=\"6\"/>{}",
                square(2),
                cross(fill, (35, -35))
            ),
            Look::Covered => write!(
                out,
                "<rect {} fill=\"{fill}\" stroke=\"#2b2622\" stroke-width=\"2\"/>\
                 <rect {} fill=\"none\" stroke=\"#f4ecd8\" stroke-width=\"3\"/>",
                square(0),
                square(9)
            ),
        };
        out.push_str("</g>\n");
    }

    fn headings(&self) -> BTreeSet<Heading> {
        let whole = |h| match h {
            Heading::Corner(k) => Heading::Corner(k % 6),
            side @ Heading::Side(_) => side,
        };
        let faced = self.counters.iter().filter_map(|c| c.facing);
        faced.map(whole).collect()
    }

    fn compass(&self, wide: i32, out: &mut String) {
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

    /// Writes what lies beyond the edges of the map.
    fn neighbourhood(&self, low: Point, high: Point, (left, top): Point, out: &mut String) {
        let (w, h) = (high.0 - low.0, high.1 - low.1);
        let x = left + low.0;
        let spots = [
            (x + w / 2, top - 24, 0),
            (x + w + 58, top + h / 2, 90),
            (x + w / 2, top + h + 56, 0),
            (x - 58, top + h / 2, -90),
        ];
        for (text, (x, y, turn)) in self.beyond.iter().zip(spots) {
            if !text.is_empty() {
                let _ = writeln!(
                    out,
                    "<text class=\"o\" transform=\"translate({x} {y}) rotate({turn})\">{}</text>",
                    plain(text)
                );
            }
        }
    }

    /// Returns a set of hexes as a soft shape. At the edge of the map it runs on beyond it.
    fn blob(&self, inside: &BTreeSet<(i32, i32)>, all: &BTreeSet<(i32, i32)>) -> String {
        let mut grown = inside.clone();
        for &(q, r) in inside {
            for dir in Dir::ALL {
                let (dq, dr) = dir.vector();
                let beyond = (q + i32::from(dq), r + i32::from(dr));
                if !all.contains(&beyond) {
                    grown.insert(beyond);
                }
            }
        }
        let mut path = String::new();
        for ring in loops(self.orientation, &grown) {
            soft(&ring, &mut path);
        }
        path
    }

    /// Writes relief, terrain, the grid and the numbers.
    fn land(&self, out: &mut String) {
        let all = self.cells(|_| true);
        let base = self.levels.first().map_or(Colour::hex(0x00ef_e6cf), |l| l.fill);
        out.push_str("<g clip-path=\"url(#map)\">\n");
        let (low, high) = self.bounds();
        if !all.is_empty() {
            let (w, h) = (high.0 - low.0, high.1 - low.1);
            let _ =
                writeln!(out, "<rect x=\"{}\" y=\"{}\" width=\"{w}\" height=\"{h}\" fill=\"{base}\"/>", low.0, low.1);
        }
        for (i, level) in self.levels.iter().enumerate().skip(1) {
            let cells = self.cells(|s| s.level >= level.level);
            if cells.is_empty() {
                continue;
            }
            // Each level is a sheet of card upon the last, lit from the north-west.
            let _ = writeln!(
                out,
                "<defs><path id=\"v{i}\" d=\"{}\"/></defs>\
                 <use href=\"#v{i}\" x=\"9\" y=\"12\" fill=\"#4a3214\" fill-opacity=\".28\"/>\
                 <use href=\"#v{i}\" x=\"-4\" y=\"-5\" fill=\"#fffaf0\" fill-opacity=\".5\"/>\
                 <use href=\"#v{i}\" fill=\"{}\" stroke=\"#7b5a30\" stroke-opacity=\".5\" stroke-width=\"2\"/>",
                self.blob(&cells, &all),
                level.fill
            );
        }
        for (i, ground) in self.grounds.iter().enumerate() {
            let cells = self.cells(|s| s.ground == i);
            if let Some(fill) = ground.fill.filter(|_| !cells.is_empty()) {
                let _ = writeln!(out, "<path d=\"{}\" fill=\"{fill}\"/>", self.blob(&cells, &all));
            }
        }
        out.push_str("</g>\n");
        self.spots(out);
        let mut grid = String::new();
        let o = self.orientation;
        for &(q, r) in &all {
            let at = hex_centre(o, q, r);
            for dir in Dir::ALL {
                let (dq, dr) = dir.vector();
                let drawn_there = all.contains(&(q + i32::from(dq), r + i32::from(dr)));
                if dir.index() < 3 || !drawn_there {
                    let (a, b) = ends(o, dir);
                    let (x, y) = plus(at, a);
                    let _ = write!(grid, "M{x} {y}l{} {}", b.0 - a.0, b.1 - a.1);
                }
            }
        }
        let _ = writeln!(out, "<path class=\"g\" d=\"{grid}\"/>");
    }

    /// Writes towns, areas, and the drawings within each place.
    fn spots(&self, out: &mut String) {
        for site in &self.sites {
            let at = self.place(&site.shape);
            let ground = self.grounds.get(site.ground);
            let fill = ground.and_then(|g| g.fill);
            let fill = fill.unwrap_or(Colour::hex(0x00ef_e6cf));
            match &site.shape {
                Shape::Hex { .. } => {}
                Shape::Town { .. } => {
                    let _ = writeln!(
                        out,
                        "<circle cx=\"{}\" cy=\"{}\" r=\"52\" fill=\"{fill}\" stroke=\"#5a4c3c\" stroke-width=\"4\"/>",
                        at.0, at.1
                    );
                }
                Shape::Area { outline, .. } => {
                    let ring: Vec<Point> = outline.iter().map(|&p| near(p)).collect();
                    let mut path = String::new();
                    polygon(&ring, &mut path);
                    let _ = writeln!(out, "<path d=\"{path}\" fill=\"{fill}\" stroke=\"#5a4c3c\" stroke-width=\"4\"/>");
                }
            }
            if let Some(id) = ground.and_then(|g| pattern_id(g.pattern)) {
                let _ = writeln!(out, "<use href=\"#{id}\" x=\"{}\" y=\"{}\"/>", at.0, at.1);
            }
        }
    }

    /// Writes every place as an invisible shape.
    fn places(&self, out: &mut String) {
        for (i, site) in self.sites.iter().enumerate() {
            let at = self.place(&site.shape);
            let square = [(-60, -60), (60, -60), (60, 60), (-60, 60)];
            let ring: Vec<Point> = match &site.shape {
                Shape::Hex { .. } => (0..6).map(|k| plus(at, corner(self.orientation, k))).collect(),
                Shape::Town { .. } => square.map(|p| plus(at, p)).into(),
                Shape::Area { outline, .. } => outline.iter().map(|&p| near(p)).collect(),
            };
            let mut path = String::new();
            polygon(&ring, &mut path);
            let ground = self.grounds.get(site.ground).map_or("", |g| &g.word);
            let _ = writeln!(
                out,
                "<path id=\"site-{i}\" data-site=\"{}\" data-ground=\"{}\" data-level=\"{}\" d=\"{path}\" fill=\"none\" \
                 pointer-events=\"all\"/>",
                plain(&site.label),
                plain(ground),
                site.level
            );
        }
    }

    /// Writes the beginning of a piece's group.
    fn open(&self, piece: &Counter, (x, y): Point, data: bool, out: &mut String) {
        let _ = write!(out, "<g transform=\"translate({x} {y})\"");
        if let Some(i) = self
            .counters
            .iter()
            .position(|c| core::ptr::eq(c, piece))
            .filter(|_| data)
        {
            let army = self.armies.get(piece.army).map(|a| a.word.as_str());
            let kind = self.kinds.get(piece.kind).map(|k| k.word.as_str());
            let site = self.sites.get(piece.site).map(|s| s.label.as_str());
            let faces = piece.facing.map(|f| f.word(self.orientation));
            let state = self.condition(piece).map(|c| c.word.as_str());
            let told = [
                ("piece", Some(piece.id.as_str())),
                ("site", site),
                ("army", army),
                ("kind", kind),
                ("facing", faces),
                ("condition", state),
            ];
            let _ = write!(out, " id=\"piece-{i}\"");
            for (what, word) in told {
                if let Some(word) = word {
                    let _ = write!(out, " data-{what}=\"{}\"", plain(word));
                }
            }
        }
        let _ = write!(out, "><title>{}</title>", plain(&self.describe(piece)));
    }

    /// Writes streams and rivers at the bottom, then roads, then bridges, works, walls and slopes.
    fn waters_and_ways(&self, data: bool, out: &mut String) {
        let o = self.orientation;
        for (i, line) in self.lines.iter().enumerate() {
            let broad = match line.stroke {
                Stroke::Stream => 9,
                Stroke::Canal => 15,
                Stroke::River => 26,
                Stroke::Border => BORDER.0,
                _ => continue,
            };
            let mut segments = BTreeSet::new();
            for edge in self.edges.iter().filter(|e| e.line == i) {
                if let Some(at) = self.at(edge.site) {
                    let (a, b) = ends(o, edge.side);
                    let (a, b) = (plus(at, a), plus(at, b));
                    segments.insert((a.min(b), a.max(b)));
                }
            }
            let mut path = String::new();
            for chain in chains(&segments) {
                if matches!(line.stroke, Stroke::Canal | Stroke::Border) {
                    straight(&chain, &mut path);
                } else {
                    flowing(&chain, &mut path);
                }
            }
            if line.stroke == Stroke::Border && !path.is_empty() {
                let _ = writeln!(
                    out,
                    "<path id=\"w{i}\" d=\"{path}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{broad}\" \
                     stroke-opacity=\".75\" stroke-dasharray=\"{}\" stroke-linejoin=\"round\"/>",
                    line.colour, BORDER.1
                );
                continue;
            }
            if !path.is_empty() {
                let bank = if line.stroke == Stroke::Canal {
                    "stroke=\"#4a3c28\""
                } else {
                    "stroke=\"#fbf6e8\" stroke-opacity=\".7\""
                };
                let _ = writeln!(
                    out,
                    "<g fill=\"none\" stroke-linecap=\"round\" stroke-linejoin=\"round\">\
                     <path id=\"w{i}\" d=\"{path}\" {bank} stroke-width=\"{}\"/>\
                     <path d=\"{path}\" stroke=\"{}\" stroke-width=\"{broad}\"/></g>",
                    broad + 6,
                    line.colour
                );
            }
        }
        let mut segments = BTreeSet::new();
        for &(a, b) in &self.roads {
            if let (Some(a), Some(b)) = (self.at(a), self.at(b)) {
                segments.insert((a.min(b), a.max(b)));
            }
        }
        let mut path = String::new();
        for chain in chains(&segments) {
            flowing(&chain, &mut path);
        }
        if !path.is_empty() {
            let _ = writeln!(
                out,
                "<g fill=\"none\" stroke-linecap=\"round\"><path d=\"{path}\" stroke=\"#7c5431\" stroke-width=\"13\"/>\
                 <path d=\"{path}\" stroke=\"#f0dfb8\" stroke-width=\"8\"/></g>"
            );
        }
        for (i, edge) in self.edges.iter().enumerate() {
            let (Some(at), Some(line)) = (self.at(edge.site), self.lines.get(edge.line)) else {
                continue;
            };
            let (a, b) = ends(o, edge.side);
            let _ = write!(out, "<g transform=\"translate({} {})\"", at.0, at.1);
            if data {
                let site = self.sites.get(edge.site).map_or("", |s| &s.label);
                let _ = write!(
                    out,
                    " id=\"edge-{i}\" data-edge=\"{}\" data-site=\"{}\" data-side=\"{}\"",
                    plain(&line.word),
                    plain(site),
                    o.dir_word(edge.side)
                );
            }
            out.push('>');
            edge_body(line.stroke, line.colour, a, b, out);
            out.push_str("</g>\n");
        }
    }

    fn rims(&self) -> BTreeMap<usize, Rim> {
        let mut rims: BTreeMap<usize, Rim> = BTreeMap::new();
        for counter in &self.counters {
            let rim = rims.entry(counter.site).or_default();
            if self.symbol(counter) == Symbol::Leader {
                rim.leaders += 1;
            } else {
                rim.units += 1;
                rim.tips.extend(counter.facing.map(|h| target(self.orientation, h)));
            }
        }
        rims
    }

    /// Writes the numbers of hexes and the names of places.
    fn words(&self, out: &mut String) {
        let rims = self.rims();
        let bare = Rim::default();
        for (i, site) in self.sites.iter().enumerate() {
            let (x, y) = self.place(&site.shape);
            let text = plain(&short(&site.label, 24));
            let _ = match site.shape {
                Shape::Hex { .. } => match rims.get(&i).unwrap_or(&bare).number(self.orientation) {
                    (0, (dx, dy)) => writeln!(out, "<text class=\"x\" x=\"{}\" y=\"{}\">{text}</text>", x + dx, y + dy),
                    (turn, (dx, dy)) => writeln!(
                        out,
                        "<text class=\"x\" transform=\"translate({} {}) rotate({turn})\">{text}</text>",
                        x + dx,
                        y + dy
                    ),
                },
                Shape::Town { .. } | Shape::Area { .. } => {
                    writeln!(out, "<text class=\"l\" x=\"{x}\" y=\"{}\">{text}</text>", y + 84)
                }
            };
        }
        for (text, (x, y)) in self.labelled(&rims) {
            let _ = writeln!(out, "<text class=\"l\" x=\"{x}\" y=\"{y}\">{}</text>", plain(&text));
        }
    }

    /// Returns the names of places, each with the middle of its line.
    ///
    /// A name goes below its place, or around it where it covers no piece, no sign and no other name. If there is no
    /// such spot, it goes where it covers least.
    fn labelled(&self, rims: &BTreeMap<usize, Rim>) -> Vec<(String, Point)> {
        let around =
            |(x, y): Point, (left, top, right, foot): (i32, i32, i32, i32)| (x + left, y + top, x + right, y + foot);
        let mut taken: Vec<(i32, i32, i32, i32)> = Vec::new();
        for (&site, rim) in rims {
            let Some(at) = self.at(site) else { continue };
            if rim.units > 0 {
                taken.push(around(at, (-BLOCK, -BLOCK, BLOCK, BLOCK)));
            }
            taken.extend(match (rim.units, rim.leaders) {
                (_, 0) => None,
                (0, _) => Some(around(at, (-REACH, -26, REACH, 26))),
                _ if rim.led_below() => Some(around(at, (-REACH, 38, REACH, 54))),
                _ => Some(around(at, (-REACH, -54, REACH, -38))),
            });
        }
        for marker in &self.markers {
            taken.extend(self.at(marker.site).map(|at| around(at, (22, -18, 58, 18))));
        }
        for site in &self.sites {
            let at = self.place(&site.shape);
            if self.grounds.get(site.ground).is_some_and(|g| g.pattern.is_place()) {
                taken.push(around(at, (-36, -34, 36, 34)));
            }
            if !matches!(site.shape, Shape::Hex { .. }) {
                let half = Self::label_breadth(&site.label) / 2;
                taken.push(around(at, (-half, 60, half, 92)));
            }
        }
        let (low, high) = self.bounds();
        let mut out = Vec::new();
        for label in &self.labels {
            let Some((x, y)) = self.at(label.site) else { continue };
            let text = short(&label.text, 30);
            let half = Self::label_breadth(&text) / 2;
            let aside = half + BLOCK + 6;
            let spots = [
                (x, y + 74),
                (x, y - 48),
                (x + aside, y + 10),
                (x - aside, y + 10),
                (x + half, y + 70),
                (x - half, y + 70),
                (x + half, y - 46),
                (x - half, y - 46),
                (x, y + 100),
                (x, y - 74),
            ];
            let covered = |&(x, y): &Point| {
                let (l, t, r, b) = (x - half, y - 25, x + half, y + 8);
                let beyond = (low.0 - l).max(0) + (r - high.0).max(0) + (low.1 - t).max(0) + (b - high.1 - 30).max(0);
                let shared = |&(left, top, right, foot): &(i32, i32, i32, i32)| {
                    (r.min(right) - l.max(left)).max(0) * (b.min(foot) - t.max(top)).max(0)
                };
                beyond * 40 + taken.iter().map(shared).sum::<i32>()
            };
            let (x, y) = spots.into_iter().min_by_key(covered).unwrap_or((x, y));
            taken.push((x - half, y - 25, x + half, y + 8));
            out.push((text, (x, y)));
        }
        out
    }
    /// Returns the width of the name of a place, in its slanted face.
    fn label_breadth(text: &str) -> i32 {
        breadth(text) * 24 / 100
    }

    /// Writes the marks: tints, rings and past moves under the pieces; ways to go and attacks over them.
    fn highlighted(&self, ways: bool, out: &mut String) {
        let o = self.orientation;
        let path = |style| matches!(style, Emphasis::Path | Emphasis::Strike | Emphasis::Shot);
        for mark in self.highlights.iter().filter(|h| path(h.style) == ways) {
            let spots: Vec<Point> = mark.sites.iter().filter_map(|&s| self.at(s)).collect();
            let colour = mark.colour;
            let _ = writeln!(out, "<g><title>{}</title>", plain(&mark.word));
            match mark.style {
                Emphasis::Path => arrow(&spots, colour, out),
                Emphasis::Trail => trail(&spots, colour, out),
                Emphasis::Strike => strike(&spots, colour, out),
                Emphasis::Shot => shot(&spots, colour, out),
                Emphasis::Wash | Emphasis::Ring => {
                    let thousandths = if mark.style == Emphasis::Ring { 900 } else { 1000 };
                    let mut path = String::new();
                    for &at in &spots {
                        let ring: Vec<Point> = (0..6).map(|k| plus(at, part(corner(o, k), thousandths))).collect();
                        polygon(&ring, &mut path);
                    }
                    let _ = if mark.style == Emphasis::Ring {
                        writeln!(
                            out,
                            "<path d=\"{path}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"9\" stroke-linejoin=\"round\"/>"
                        )
                    } else {
                        writeln!(out, "<path d=\"{path}\" fill=\"{colour}\" fill-opacity=\".35\"/>")
                    };
                }
            }
            for &(site, side) in &mark.sides {
                if let Some(at) = self.at(site) {
                    let (a, b) = ends(o, side);
                    let ((x, y), (u, v)) = (plus(at, a), plus(at, b));
                    let _ = writeln!(
                        out,
                        "<path d=\"M{x} {y}L{u} {v}\" stroke=\"{colour}\" stroke-width=\"12\" stroke-linecap=\"round\"/>"
                    );
                }
            }
            out.push_str("</g>\n");
        }
    }

    /// Writes the text of marks in their hexes: in the middle, or above the pieces if there are some, each above the
    /// last.
    fn annotated(&self, out: &mut String) {
        let held: BTreeSet<usize> = self.counters.iter().map(|c| c.site).collect();
        let mut told: BTreeMap<usize, i32> = BTreeMap::new();
        for mark in &self.highlights {
            for (&site, words) in mark.sites.iter().zip(&mark.words) {
                let Some((x, y)) = self.at(site).filter(|_| !words.is_empty()) else {
                    continue;
                };
                let lines = told.entry(site).or_default();
                let (middle, most) = if held.contains(&site) { (y - 46, 15) } else { (y, 22) };
                let words = short(words, 34);
                let size = fitted(2 * ACROSS + 12, &words, most).max(11);
                let (wide, high) = (size * breadth(&words) / 100 + 8, size + 4);
                let foot = middle + high / 2 - *lines;
                *lines += high;
                let _ = writeln!(
                    out,
                    "<rect x=\"{}\" y=\"{}\" width=\"{wide}\" height=\"{high}\" rx=\"4\" fill=\"#fff6e3\" stroke=\"{}\" \
                     stroke-width=\"2\"/><text class=\"n\" x=\"{x}\" y=\"{}\" style=\"font-size:{size}px\">{}</text>",
                    x - wide / 2,
                    foot - high,
                    mark.colour,
                    foot - high / 4,
                    plain(&words)
                );
            }
        }
    }

    /// Writes counters, then leaders and markers over them.
    fn pieces(&self, data: bool, out: &mut String) {
        let leads = |c: &Counter| self.symbol(c) == Symbol::Leader;
        let mut stacks: BTreeMap<usize, (Vec<&Counter>, Vec<&Counter>)> = BTreeMap::new();
        for counter in &self.counters {
            let (units, leaders) = stacks.entry(counter.site).or_default();
            if leads(counter) {
                leaders.push(counter);
            } else {
                units.push(counter);
            }
        }
        for (site, (units, _)) in &stacks {
            let Some((x, y)) = self.at(*site) else {
                continue;
            };
            match units[..] {
                [] => {}
                [one] => self.counter(one, (x, y), data, out),
                _ if self.pile == Pile::Count => self.counted(units, (x, y), data, out),
                _ => self.listed(units, (x, y), data, out),
            }
        }
        // What lies under them, small at their corner.
        for (site, (units, _)) in &stacks {
            let ground = self.sites.get(*site).and_then(|s| self.grounds.get(s.ground));
            let sign = ground.map(|g| g.pattern).filter(|p| p.is_place() && !units.is_empty());
            if let (Some((x, y)), Some(id)) = (self.at(*site), sign.and_then(pattern_id)) {
                // Blocks of two armies leave room between them and below.
                let armies: BTreeSet<usize> = units.iter().map(|u| u.army).collect();
                let (x, y) = match self.orientation {
                    _ if self.pile == Pile::Count && armies.len() > 1 => (x + 27, y + 29),
                    Orientation::Pointy => (x - 41, y + 33),
                    Orientation::Flat => (x - 47, y),
                };
                let _ = writeln!(out, "<use href=\"#{id}\" transform=\"translate({x} {y}) scale(.34)\"/>");
            }
        }
        let rims = self.rims();
        for (site, (_, leaders)) in &stacks {
            if let (Some(at), Some(rim)) = (self.at(*site), rims.get(site)) {
                self.leaders(leaders, rim, at, data, out);
            }
        }
        for marker in &self.markers {
            let (Some((x, y)), Some(kind)) = (self.at(marker.site), self.marker_kinds.get(marker.kind)) else {
                continue;
            };
            // Small at the flank of those who stand there.
            let (x, small) = match kind.glyph {
                _ if !stacks.contains_key(&marker.site) => (x, ""),
                Glyph::Standard => (x + 40, " transform=\"scale(.5)\""),
                Glyph::Camp | Glyph::Disc => (x + 40, " transform=\"scale(.7)\""),
            };
            let _ = writeln!(
                out,
                "<g transform=\"translate({x} {y})\"><title>{}</title><use href=\"#{}\" fill=\"{}\"{small}/></g>",
                plain(&kind.word),
                glyph_id(kind.glyph),
                kind.colour
            );
        }
    }

    /// Writes pieces in one place as a block: a row for each with its arm and ratings, their strength, and each facing
    /// once.
    fn listed(&self, units: &[&Counter], (x, y): Point, data: bool, out: &mut String) {
        let n = units.len() as i32;
        let own = units.iter().all(|u| u.army == units[0].army);
        let told: Vec<i32> = units.iter().filter_map(|u| u.strength).collect();
        let foot = (own && told.len() == units.len()).then(|| format!("×{n} Σ{}", told.iter().sum::<i32>()));
        let high = 2 * BLOCK - if foot.is_some() { FOOT } else { 0 };
        under_block((x, y), out);
        for (i, unit) in units.iter().enumerate() {
            let (from, to) = (high * i as i32 / n, high * (i as i32 + 1) / n);
            self.row(unit, (x, y - BLOCK + from.midpoint(to)), to - from, data, out);
        }
        if let Some(sum) = foot {
            block_foot((x, y), &sum, out);
        }
        let faced: BTreeSet<Heading> = units.iter().filter_map(|u| u.facing).collect();
        for heading in faced {
            let _ = writeln!(out, "<use href=\"#{}\" x=\"{x}\" y=\"{y}\"/>", heading_id(heading));
        }
    }

    /// Writes a piece as a row of a block, around its middle.
    fn row(&self, unit: &Counter, at: Point, high: i32, data: bool, out: &mut String) {
        let look = self.look(unit);
        let (fill, _) = self.army(unit.army);
        self.open(unit, at, data, out);
        let plot = |inset: i32| {
            format!(
                "x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"4\"",
                inset - BODY,
                inset - high / 2,
                2 * (BODY - inset),
                (high - 2 * inset).max(1)
            )
        };
        let _ = match look {
            Look::Worn => write!(
                out,
                "<rect {0} fill=\"{fill}\"/><rect {0} fill=\"url(#worn)\"/><rect {1} fill=\"none\" stroke=\"#e0a431\" \
                 stroke-width=\"4\" stroke-dasharray=\"11 5\"/>",
                plot(0),
                plot(2)
            ),
            Look::Broken => write!(
                out,
                "<rect {} fill=\"#ddd5c4\" stroke=\"{fill}\" stroke-width=\"4\"/>{}",
                plot(2),
                cross(fill, (35, -high / 2 + 4))
            ),
            _ => write!(out, "<rect {} fill=\"{fill}\" stroke=\"#2b2622\" stroke-width=\"2\"/>", plot(0)),
        };
        let ink = self.ink(unit, look);
        if look == Look::Covered {
            let size = (high - 4).clamp(4, 22);
            let _ =
                write!(out, "<text class=\"r{ink}\" y=\"{}\" style=\"font-size:{size}px\">?</text>", size * 36 / 100);
        } else {
            if let Some(group) = unit.group.filter(|&g| g < self.groups.len()) {
                let _ =
                    write!(out, "<path d=\"M-35 {}h5v{}h-5z\" class=\"q{group}\"/>", 3 - high / 2, (high - 6).max(0));
            }
            let wide = self.small_symbol(unit, -28, high, out);
            let left = wide - 25;
            let room = BODY - 4 - left;
            let (name, ratings, note) = (short(&unit.text, 10), short(&unit.ratings, 10), short(&unit.note, 5));
            let brief = note.chars().count() < 3;
            let lines = match high {
                24.. if !brief => 3,
                19.. => 2,
                _ => 1,
            };
            let step = (high - 2) / lines;
            let size = step.min(13);
            let base = |line: i32| 1 - high / 2 + step * line + step / 2 + size * 36 / 100;
            let aside = if brief && lines == 2 && !note.is_empty() {
                let size = size.min(10);
                chip(&note, (BODY - 3, base(0)), size, out);
                breadth(&note) * size / 100 + 7
            } else {
                0
            };
            let told = [(&name, aside), (&ratings, 0), (&note, 0)];
            for (line, (text, aside)) in (0..lines).zip(told) {
                let _ = write!(
                    out,
                    "<text class=\"j{ink}\" x=\"{left}\" y=\"{}\" style=\"font-size:{}px\">{}</text>",
                    base(line),
                    fitted(room - aside, text, size),
                    plain(text)
                );
            }
        }
        for (i, badge) in self.badges(unit).enumerate() {
            // At the other end from the sign of a broken one.
            let (x, scale) = match look {
                Look::Broken => (13 * i as i32 - BODY - 5, ".6"),
                _ => (BODY + 2 - 17 * i as i32, ".8"),
            };
            let _ = write!(out, "<g transform=\"translate({x} 0) scale({scale})\">{}</g>", disc(badge));
        }
        out.push_str("</g>\n");
    }

    /// Writes pieces in one place by their arms: for each army a row for each kind with its number, and the total
    /// number.
    fn counted(&self, units: &[&Counter], (x, y): Point, data: bool, out: &mut String) {
        let mut armies: BTreeMap<usize, Vec<&Counter>> = BTreeMap::new();
        for unit in units {
            armies.entry(unit.army).or_default().push(unit);
        }
        let several = armies.len() > 1;
        for (i, (army, of)) in armies.iter().enumerate() {
            let (dx, dy) = match (several, i % 2) {
                (false, _) => (0, 0),
                (true, 0) => (-21, 15),
                (true, _) => (21, -15),
            };
            let scale = if several { "scale(.62)" } else { "scale(1)" };
            let Some((top, below)) = of.split_last() else { continue };
            let mut kinds: BTreeMap<usize, usize> = BTreeMap::new();
            for unit in of {
                *kinds.entry(unit.kind).or_default() += 1;
                self.open(unit, (x, y), data, out);
                out.push_str("</g>\n");
            }
            let _ = write!(out, "<g transform=\"translate({} {}) {scale}\">", x + dx, y + dy);
            under_block((0, 0), out);
            let (fill, _) = self.army(*army);
            let _ = write!(
                out,
                "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"6\" fill=\"{fill}\" stroke=\"#2b2622\" stroke-width=\"2\"/>",
                -BODY,
                -BLOCK,
                2 * BODY,
                2 * BLOCK
            );
            let ink = self.ink(top, Look::Fresh);
            let name = short(&top.text, 14);
            let _ = write!(
                out,
                "<text class=\"n{ink}\" y=\"{}\" style=\"font-size:{}px\">{}</text>",
                13 - BLOCK,
                fitted(2 * BODY - 4, &name, 14),
                plain(&name)
            );
            let (from, n) = (17 - BLOCK, kinds.len() as i32);
            let high = 2 * BLOCK - 17 - if below.is_empty() { 0 } else { FOOT };
            for (j, (kind, many)) in kinds.iter().enumerate() {
                let Some(one) = of.iter().find(|u| u.kind == *kind) else {
                    continue;
                };
                let (a, b) = (high * j as i32 / n, high * (j as i32 + 1) / n);
                let size = (b - a - 2).clamp(4, 20);
                let word = self.kinds.get(*kind).map_or("?", |k| &k.word);
                let _ = write!(
                    out,
                    "<g transform=\"translate(0 {})\"><title>{many} {}</title>",
                    from + a.midpoint(b),
                    plain(word)
                );
                let wide = self.small_symbol(one, -33, b - a, out);
                let _ = write!(
                    out,
                    "<text class=\"j{ink}\" x=\"{}\" y=\"{}\" style=\"font-size:{size}px\">×{many}</text></g>",
                    wide - 28,
                    size * 36 / 100
                );
            }
            if !below.is_empty() {
                block_foot((0, 0), &many(of.len(), "unit"), out);
            }
            out.push_str("</g>\n");
        }
    }

    /// Writes a type symbol in a row of this height, from `left`. Returns its width.
    fn small_symbol(&self, unit: &Counter, left: i32, high: i32, out: &mut String) -> i32 {
        let percent = ((high - 3) * 100 / 34).clamp(10, 44);
        let wide = 52 * percent / 100;
        let _ = write!(
            out,
            "<use href=\"#{}\" transform=\"translate({} 0) scale(.{percent:02})\"/>",
            symbol_id(self.symbol(unit)),
            left + wide / 2
        );
        wide
    }

    /// Returns the class of the text on a piece.
    fn ink(&self, unit: &Counter, look: Look) -> String {
        if look == Look::Broken || unit.army >= self.armies.len() {
            return String::new();
        }
        format!(" i{}", unit.army)
    }

    /// Writes a piece that is alone.
    fn counter(&self, counter: &Counter, at: Point, data: bool, out: &mut String) {
        let look = self.look(counter);
        let army = counter.army;
        self.open(counter, at, data, out);
        if army < self.armies.len() {
            let _ = write!(out, "<use href=\"#b{army}{}\"/>", look_word(look));
        } else {
            let _ = write!(out, "<rect x=\"-37\" y=\"-37\" width=\"74\" height=\"74\" rx=\"9\" fill=\"#777777\"/>");
        }
        if look == Look::Covered {
            let _ = write!(out, "<text class=\"r{}\" y=\"9\">?</text>", self.ink(counter, look));
        } else {
            self.writing(counter, look, out);
        }
        if let Some(heading) = counter.facing {
            let _ = write!(out, "<use href=\"#{}\"/>", heading_id(heading));
        }
        // Down the edge from which it does not face.
        let east = counter.facing.is_some_and(|h| target(self.orientation, h).0 > 0);
        // Below the sign of a condition, which stands at the upper corner in the east.
        let signed = !east && matches!(look, Look::Broken | Look::Hurt);
        let top = if signed { -6 } else { -26 };
        for (i, badge) in self.badges(counter).enumerate() {
            let at = (if east { -BODY - 2 } else { BODY + 2 }, 22 * i as i32 + top);
            let _ = write!(out, "<g transform=\"translate({} {})\">{}</g>", at.0, at.1, disc(badge));
        }
        out.push_str("</g>\n");
    }

    /// Writes the name at the top, the symbol, and the ratings below, with the note in a place of its own.
    fn writing(&self, counter: &Counter, look: Look, out: &mut String) {
        if let Some(group) = counter.group.filter(|&g| g < self.groups.len()) {
            let _ = write!(
                out,
                "<path d=\"M-33 -15h7v30h-7zM26 -15h7v30h-7z\" class=\"q{group}\" transform=\"translate(0 -2)\"/>"
            );
        }
        let ink = self.ink(counter, look);
        let (name, ratings, note) = (short(&counter.text, 14), short(&counter.ratings, 10), short(&counter.note, 5));
        // A long note has a line of its own, and the symbol makes room.
        let long = note.chars().count() > 2;
        let aside = if note.is_empty() || long {
            0
        } else {
            breadth(&note) * 14 / 100 + 7
        };
        let room = 2 * BODY - 6;
        let sized = |wide, text: &str, most, own| match fitted(wide, text, most) {
            fit if fit == own => String::new(),
            fit => format!(" style=\"font-size:{fit}px\""),
        };
        let (shape, base, most) = if long {
            ("transform=\"translate(0 -6) scale(.72)\"", 20, 17)
        } else {
            ("y=\"-2\"", 33, 22)
        };
        let _ = write!(
            out,
            "<use href=\"#{}\" {shape}/><text class=\"n{ink}\" y=\"-21\"{}>{}</text>\
             <text class=\"r{ink}\" x=\"{}\" y=\"{base}\"{}>{}</text>",
            symbol_id(self.symbol(counter)),
            sized(room, &name, 17, 17),
            plain(&name),
            -aside / 2,
            sized(room - aside, &ratings, most, 22),
            plain(&ratings)
        );
        if long {
            let half = 5_i32.midpoint(breadth(&note) * 12 / 100);
            chip(&note, (half, 34), 12, out);
        } else if !note.is_empty() {
            chip(&note, (BODY - 4, 31), 14, out);
        }
    }

    /// Writes the leaders in a hex: their stars and names in a line along the edge of the pieces with them, on the side
    /// where no other piece is; or one below the other if they are alone.
    fn leaders(&self, leaders: &[&Counter], rim: &Rim, (x, y): Point, data: bool, out: &mut String) {
        let n = leaders.len() as i32;
        if rim.units == 0 {
            let high = if n == 1 { 26 } else { (2 * REACH / n.max(1)).min(21) };
            for (i, leader) in leaders.iter().enumerate() {
                let down = high * (2 * i as i32 - (n - 1)) / 2;
                self.leader(leader, (x, y + down), (2 * REACH - 6, (high - 3).max(2)), data, out);
            }
            return;
        }
        let y = if rim.led_below() { y + 46 } else { y - 46 };
        let letters = |l: &Counter| l.text.chars().count().clamp(3, 12) as i32 + 2;
        let all: i32 = leaders.iter().map(|l| letters(l)).sum();
        let mut from = 0;
        let line = (all * 10).min(2 * REACH);
        for leader in leaders {
            let wide = line * letters(leader) / all;
            self.leader(leader, (x - line / 2 + from + wide / 2, y), (wide, 15), data, out);
            from += wide;
        }
    }

    /// Writes a leader: a star and a name, within this width and height.
    fn leader(&self, leader: &Counter, at: Point, (wide, high): Point, data: bool, out: &mut String) {
        let (fill, _) = self.army(leader.army);
        let name = short(&leader.text, 12);
        let look = self.look(leader);
        let hurt = if look == Look::Hurt { high * 2 / 3 } else { 0 };
        let room = wide - high - hurt - 3;
        let size = fitted(room, &name, high - 2);
        let wide = wide.min(high + hurt + 7 + size * breadth(&name) / 100);
        self.open(leader, at, data, out);
        let dashes = match look {
            Look::Worn => " stroke-dasharray=\"7 5\"",
            _ => "",
        };
        let _ = write!(
            out,
            "<rect x=\"{}\" y=\"{}\" width=\"{wide}\" height=\"{high}\" rx=\"{}\" fill=\"#f9f0d6\" stroke=\"{fill}\" stroke-width=\"2\"{dashes}/>\
             <use href=\"#s-lead\" transform=\"translate({} 0) scale(.{:02})\"/>\
             <text class=\"j\" x=\"{}\" y=\"{}\" style=\"font-size:{size}px\">{}</text>",
            -wide / 2,
            -high / 2,
            high / 2,
            (high - wide) / 2,
            (high - 1) * 100 / 36,
            high + hurt + 1 - wide / 2,
            size * 36 / 100,
            plain(&name)
        );
        if hurt > 0 {
            let _ = write!(
                out,
                "<g transform=\"translate({} 0) scale(.{:02})\">{DROP}</g>",
                high + hurt / 2 - wide / 2,
                high * 4
            );
        }
        out.push_str("</g>\n");
    }

    /// Returns the panels and the legend below the map, from this height, and where they end.
    fn margin(&self, wide: i32, from: i32) -> (String, i32) {
        let mut blocks: Vec<Block> = self.panels.iter().map(|p| self.panel(p)).collect();
        blocks.extend(self.legend());
        let mut out = String::new();
        // What is taken already: left edge, top, right edge and foot of each, with the room round it.
        let mut taken: Vec<(Point, Point)> = Vec::new();
        for block in blocks {
            let free = |x: i32, y: i32| {
                let (right, foot) = (x + block.wide, y + block.high);
                let apart = |&((l, t), (r, f)): &(Point, Point)| x >= r || l >= right + 50 || y >= f || t >= foot + 36;
                (x == RIM || right <= wide - RIM) && taken.iter().all(apart)
            };
            // The highest place that is free, and of these the leftmost.
            let tops = taken.iter().map(|b| b.1.1).chain([from]);
            let lefts = || taken.iter().map(|b| b.1.0).chain([RIM]);
            let spots = tops.flat_map(|y| lefts().map(move |x| (y, x)));
            let (y, x) = spots.filter(|&(y, x)| free(x, y)).min().unwrap_or((from, RIM));
            let _ = writeln!(out, "<g transform=\"translate({x} {y})\">{}</g>", block.body);
            taken.push(((x, y), (x + block.wide + 50, y + block.high + 36)));
        }
        let mut y = taken.iter().map(|b| b.1.1 - 28).max().unwrap_or(from + 8);
        for note in &self.notes {
            let mut lines = String::new();
            wrapped(note, (wide - 2 * RIM) as usize / 13, &mut lines);
            for line in lines.lines() {
                y += 34;
                let _ = writeln!(out, "<text class=\"z\" x=\"{RIM}\" y=\"{y}\">{}</text>", plain(line.trim_start()));
            }
        }
        (out, y)
    }

    fn panel(&self, panel: &casus_core::picture::Panel) -> Block {
        // The letters of a heading are a third wider than those of a line.
        let heading = panel.title.chars().count() * 4 / 3 + 1;
        let lines = panel.lines.iter().map(|l| l.text.chars().count());
        let letters = lines.chain([heading]).max().unwrap_or(0).clamp(24, 64);
        let wide = letters as i32 * 14 + 40;
        let fill = panel.army.map_or(Colour::hex(0x005a_4c3c), |a| self.army(a).0);
        let mut body = format!(
            "<path d=\"M0 12h{wide}\" stroke=\"{fill}\" stroke-width=\"8\"/><text class=\"h\" y=\"60\">{}</text>",
            plain(&short(&panel.title, letters * 3 / 4))
        );
        let mut y = 64;
        for line in &panel.lines {
            let mut rows = String::new();
            wrapped(&line.text, letters, &mut rows);
            for (i, row) in rows.lines().enumerate() {
                y += 38;
                let x = if i > 0 { 28 } else { 0 };
                let _ =
                    write!(body, "<text class=\"k\" x=\"{x}\" y=\"{y}\">{}</text>", plain(&short(row.trim(), letters)));
            }
            if let Some((value, of)) = line.gauge {
                y += 12;
                let share = if of == 0 {
                    0
                } else {
                    u64::from(value.min(of)) * wide as u64 / u64::from(of)
                };
                let _ = write!(
                    body,
                    "<rect y=\"{y}\" width=\"{wide}\" height=\"14\" rx=\"7\" fill=\"#ddd0b2\"/>\
                     <rect y=\"{y}\" width=\"{share}\" height=\"14\" rx=\"7\" fill=\"{fill}\"/>"
                );
                y += 18;
            }
        }
        Block {
            wide,
            high: y + 10,
            body,
        }
    }

    /// Returns the legend: what the drawing means.
    fn legend(&self) -> Vec<Block> {
        let mut blocks = vec![
            key("Pieces", &self.kinds_drawn()),
            key("State", &self.states_drawn()),
            key("Ground", &self.ground_drawn()),
            key("Marks", &self.marks_drawn()),
        ];
        for (i, army) in self.armies.iter().enumerate() {
            blocks.push(key(&army.word, &self.groups_drawn(i)));
        }
        blocks.retain(|b| b.wide > 0);
        blocks
    }
    fn kinds_drawn(&self) -> Vec<Drawn> {
        let used: BTreeSet<usize> = self.counters.iter().map(|c| c.kind).collect();
        let kinds = used.iter().filter_map(|&k| self.kinds.get(k));
        kinds
            .map(|k| {
                let drawing = format!("<use href=\"#{}\"/>", symbol_id(k.symbol));
                (drawing, k.word.clone())
            })
            .collect()
    }
    fn states_drawn(&self) -> Vec<Drawn> {
        let mut out: Vec<Drawn> = self.conditions.iter().map(|c| self.sample(c)).collect();
        if self.counters.iter().any(|c| c.facing.is_some()) {
            out.push(("<path class=\"d\" d=\"M0 13L-17 -7H17Z\"/>".to_owned(), "faces this way".to_owned()));
        }
        out
    }
    /// Returns a level in words. If there is only one, it is the ground without a look of its own.
    fn word_of_level(&self, level: i8) -> String {
        let open = self
            .grounds
            .iter()
            .find(|g| g.pattern == Pattern::Plain && g.fill.is_none());
        let lone = self.sites.windows(2).all(|two| two[0].level == two[1].level);
        match open.filter(|_| lone || self.levels.len() == 1) {
            Some(open) => open.word.clone(),
            None => format!("level {level}"),
        }
    }
    fn ground_drawn(&self) -> Vec<Drawn> {
        let mut out = Vec::new();
        let levels = self.levels.iter();
        let seen = levels.filter(|l| self.sites.iter().any(|s| s.level == l.level));
        for level in seen {
            let swatch = format!(
                "<rect x=\"-30\" y=\"-16\" width=\"60\" height=\"32\" rx=\"4\" fill=\"{}\" stroke=\"#7b5a30\" stroke-opacity=\".5\" stroke-width=\"2\"/>",
                level.fill
            );
            out.push((swatch, self.word_of_level(level.level)));
        }
        for (i, g) in self.grounds.iter().enumerate() {
            if !self.sites.iter().any(|s| s.ground == i) || (g.fill.is_none() && g.pattern == Pattern::Plain) {
                continue;
            }
            let fill = g.fill.map_or("none".to_owned(), |f| f.to_string());
            let mut swatch = format!("<rect x=\"-30\" y=\"-16\" width=\"60\" height=\"32\" rx=\"4\" fill=\"{fill}\"/>");
            if let Some(id) = pattern_id(g.pattern) {
                let _ = write!(swatch, "<use href=\"#{id}\" transform=\"scale(.55)\"/>");
            }
            out.push((swatch, g.word.clone()));
        }
        for (i, line) in self.lines.iter().enumerate() {
            if !self.edges.iter().any(|e| e.line == i) {
                continue;
            }
            let mut body = String::new();
            match line.stroke {
                Stroke::Canal => {
                    let _ = write!(
                        body,
                        "<path d=\"M-30 0h60\" stroke=\"#4a3c28\" stroke-width=\"19\"/>\
                         <path d=\"M-30 0h60\" stroke=\"{}\" stroke-width=\"13\"/>",
                        line.colour
                    );
                }
                Stroke::Stream | Stroke::River => {
                    let broad = if line.stroke == Stroke::River { 20 } else { 9 };
                    let _ = write!(
                        body,
                        "<path d=\"M-30 4Q-15 -12 0 0T30 -4\" fill=\"none\" stroke=\"{}\" stroke-width=\"{broad}\" stroke-linecap=\"round\"/>",
                        line.colour
                    );
                }
                Stroke::Border => {
                    let _ = write!(
                        body,
                        "<path d=\"M-30 0h60\" stroke=\"{}\" stroke-width=\"{}\" stroke-dasharray=\"{}\"/>",
                        line.colour, BORDER.0, BORDER.1
                    );
                }
                other => edge_body(other, line.colour, (30, 0), (-30, 0), &mut body),
            }
            out.push((body, line.word.clone()));
        }
        if !self.roads.is_empty() {
            out.push((
                "<path d=\"M-30 0h60\" stroke=\"#7c5431\" stroke-width=\"13\" stroke-linecap=\"round\"/>\
                 <path d=\"M-30 0h60\" stroke=\"#f0dfb8\" stroke-width=\"8\" stroke-linecap=\"round\"/>"
                    .to_owned(),
                "road".to_owned(),
            ));
        }
        out
    }
    fn marks_drawn(&self) -> Vec<Drawn> {
        let mut out = Vec::new();
        for (i, kind) in self.marker_kinds.iter().enumerate() {
            if self.markers.iter().any(|m| m.kind == i) {
                let drawing = format!(
                    "<use href=\"#{}\" fill=\"{}\" transform=\"scale(.6)\"/>",
                    glyph_id(kind.glyph),
                    kind.colour
                );
                out.push((drawing, kind.word.clone()));
            } else if self.counters.iter().any(|c| c.badges.contains(&i)) {
                out.push((disc(kind), kind.word.clone()));
            }
        }
        for mark in &self.highlights {
            let entry = (emphasis_drawn(mark.style, mark.colour), mark.word.clone());
            if !out.contains(&entry) {
                out.push(entry);
            }
        }
        out
    }
    fn groups_drawn(&self, army: usize) -> Vec<Drawn> {
        let used: BTreeSet<usize> = self.counters.iter().filter_map(|c| c.group).collect();
        let groups = self.groups.iter().enumerate();
        groups
            .filter(|(n, g)| g.army == army && used.contains(n))
            .map(|(n, g)| {
                let chip = format!(
                    "<rect x=\"-26\" y=\"-17\" width=\"52\" height=\"34\" rx=\"6\" class=\"a{army}\"/>\
                     <path d=\"M-19 -12h12v24h-12zM7 -12h12v24h-12z\" class=\"q{n}\"/>"
                );
                (chip, g.word.clone())
            })
            .collect()
    }
    fn sample(&self, condition: &Condition) -> Drawn {
        let body = if self.armies.is_empty() {
            String::new()
        } else {
            format!("<g transform=\"scale(.5)\"><use href=\"#b0{}\"/></g>", look_word(condition.look))
        };
        (body, condition.word.clone())
    }
}

/// Returns the sign of a piece that is out of the fight.
fn cross(fill: Colour, (x, y): Point) -> String {
    format!(
        "<circle cx=\"{x}\" cy=\"{y}\" r=\"9\" fill=\"#fff6e3\" stroke=\"{fill}\" stroke-width=\"3\"/>\
         <path d=\"M{} {}l8 8m0 -8l-8 8\" stroke=\"#1c1712\" stroke-width=\"3\"/>",
        x - 4,
        y - 4
    )
}

/// Writes a note in a box of its own, which ends at `x` and has its middle `size / 3` above `y`.
fn chip(note: &str, (x, y): Point, size: i32, out: &mut String) {
    let wide = size * breadth(note) / 100 + 5;
    let _ = write!(
        out,
        "<rect x=\"{}\" y=\"{}\" width=\"{wide}\" height=\"{}\" rx=\"3\" class=\"y\"/>\
         <text class=\"v\" x=\"{}\" y=\"{y}\" style=\"font-size:{size}px\">{}</text>",
        x - wide,
        y - size,
        size + 3,
        x - 2,
        plain(note)
    );
}

/// Writes the shadow of a block.
fn under_block((x, y): Point, out: &mut String) {
    let _ = write!(
        out,
        "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"6\" fill=\"#2b2014\" fill-opacity=\".35\"/>",
        x - BODY + 2,
        y - BLOCK + 3,
        2 * BODY,
        2 * BLOCK
    );
}

/// Writes the sum of a block in the middle of its foot, where no facing of its pieces covers it.
fn block_foot((x, y): Point, words: &str, out: &mut String) {
    let _ = writeln!(
        out,
        "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{FOOT}\" rx=\"4\" fill=\"#1c1712\"/>\
         <text class=\"n\" x=\"{x}\" y=\"{}\" style=\"font-size:12px;fill:#fff6e3\">{words}</text>",
        x - BODY,
        y + BLOCK - FOOT,
        2 * BODY,
        y + BLOCK - 3
    );
}

/// Returns a marker on a piece, around (0, 0): a disc with its character.
fn disc(kind: &MarkerKind) -> String {
    format!(
        "<circle r=\"11\" fill=\"{}\" stroke=\"#2b2622\" stroke-width=\"2\"/><text class=\"m\" y=\"5\">{}</text>",
        kind.colour,
        plain(kind.mark.encode_utf8(&mut [0; 4]))
    )
}

/// Returns a legend: rows of a drawing within 60 by 34 and its word, in columns of seven. Empty if there are no rows.
fn key(title: &str, rows: &[Drawn]) -> Block {
    const ROWS: usize = 7;
    if rows.is_empty() {
        return Block {
            wide: 0,
            high: 0,
            body: String::new(),
        };
    }
    let mut body = format!("<text class=\"h\" y=\"60\">{}</text>", plain(&short(title, 20)));
    let (mut wide, mut high) = (title.chars().count().min(20) as i32 * 20, 60);
    let mut x = 0;
    for column in rows.chunks(ROWS) {
        let letters = column.iter().map(|(_, w)| w.chars().count()).max();
        let letters = letters.unwrap_or(0).min(30);
        for (i, (drawing, word)) in column.iter().enumerate() {
            let y = 104 + 46 * i as i32;
            let _ = write!(
                body,
                "<g transform=\"translate({} {y})\">{drawing}</g><text class=\"k\" x=\"{}\" y=\"{}\">{}</text>",
                x + 30,
                x + 76,
                y + 9,
                plain(&short(word, letters))
            );
            high = high.max(y + 26);
        }
        x += 76 + letters as i32 * 14 + 40;
        wide = wide.max(x - 40);
    }
    Block { wide, high, body }
}

/// Writes a line along a hexside from `a` to `b`, clockwise around the hex whose centre is (0, 0).
fn edge_body(stroke: Stroke, colour: Colour, a: Point, b: Point, out: &mut String) {
    let along = (b.0 - a.0, b.1 - a.1);
    // Outward: a quarter turn against the clock from the clockwise way round.
    let outward = (along.1, -along.0);
    let on = |thousandths: i32, out_by: i32| {
        let p = plus(a, part(along, thousandths));
        plus(p, part(outward, out_by))
    };
    let _ = match stroke {
        Stroke::Stream | Stroke::Canal | Stroke::River | Stroke::Border => Ok(()),
        Stroke::Work => {
            let mut teeth = String::new();
            for n in 0..4 {
                let (p, q, r) = (on(40 + 240 * n, 0), on(140 + 240 * n, 240), on(240 + 240 * n, 0));
                polygon(&[p, q, r], &mut teeth);
            }
            write!(
                out,
                "<path d=\"M{} {}L{} {}\" stroke=\"{colour}\" stroke-width=\"9\" stroke-linecap=\"round\"/><path d=\"{teeth}\" fill=\"{colour}\"/>",
                a.0, a.1, b.0, b.1
            )
        }
        Stroke::Wall => write!(
            out,
            "<path d=\"M{0} {1}L{2} {3}\" stroke=\"#2b2622\" stroke-width=\"14\" stroke-linecap=\"round\"/>\
             <path d=\"M{0} {1}L{2} {3}\" stroke=\"{colour}\" stroke-width=\"9\" stroke-dasharray=\"9 4\"/>",
            a.0, a.1, b.0, b.1
        ),
        Stroke::Slope => {
            let mut lines = String::new();
            for n in 0..5 {
                let ((x, y), (u, v)) = (on(100 + 200 * n, 0), on(100 + 200 * n, 220));
                let _ = write!(lines, "M{x} {y}L{u} {v}");
            }
            write!(out, "<path d=\"{lines}\" stroke=\"{colour}\" stroke-width=\"4\"/>")
        }
        Stroke::Bridge => {
            let mut rails = String::new();
            for at in [280, 720] {
                let ((x, y), (u, v)) = (on(at, -300), on(at, 300));
                let ((xx, yy), (uu, vv)) = (on(at + (at - 500) / 2, -420), on(at + (at - 500) / 2, 420));
                let _ = write!(rails, "M{xx} {yy}L{x} {y}L{u} {v}L{uu} {vv}");
            }
            let ((x, y), (u, v)) = (on(500, -300), on(500, 300));
            write!(
                out,
                "<path d=\"M{x} {y}L{u} {v}\" stroke=\"#f0dfb8\" stroke-width=\"22\"/>\
                 <path d=\"{rails}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"5\" stroke-linejoin=\"round\"/>"
            )
        }
    };
}

/// Returns the drawing of a mark, within 60 by 34.
fn emphasis_drawn(style: Emphasis, colour: Colour) -> String {
    let mut line = String::new();
    let whole = match style {
        Emphasis::Wash | Emphasis::Ring => {
            return format!(
                "<rect x=\"-24\" y=\"-14\" width=\"48\" height=\"28\" rx=\"6\" fill=\"{colour}\" fill-opacity=\".25\" stroke=\"{colour}\" stroke-width=\"6\"/>"
            );
        }
        Emphasis::Path => {
            arrow(&[(-100, 0), (100, 0)], colour, &mut line);
            400
        }
        Emphasis::Trail => {
            trail(&[(-60, 0), (102, 0)], colour, &mut line);
            500
        }
        Emphasis::Strike => {
            strike(&[(-54, 0), (50, 0)], colour, &mut line);
            850
        }
        Emphasis::Shot => {
            shot(&[(-80, 0), (80, 0)], colour, &mut line);
            550
        }
    };
    format!("<g transform=\"scale(.{whole:03})\">{}</g>", line.trim_end())
}

/// Returns the point this far from one point towards another, but no further than the middle.
fn towards(from: Point, to: Point, by: i32) -> Point {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let far = dx.abs().max(dy.abs()).max(2 * by);
    (from.0 + dx * by / far, from.1 + dy * by / far)
}

/// Writes an arrow through points, from the edge of the first to the edge of the last.
fn arrow(points: &[Point], colour: Colour, out: &mut String) {
    let mut points = points.to_vec();
    let [first, second, ..] = points[..] else {
        return;
    };
    let [.., before, last] = points[..] else {
        return;
    };
    let tip = towards(last, before, 30);
    let base = towards(last, before, 52);
    let n = points.len();
    points[0] = towards(first, second, 30);
    points[n - 1] = base;
    let (path, head) = shaft_and_head(&points, tip, base);
    let _ = writeln!(
        out,
        "<path d=\"{path}\" fill=\"none\" stroke=\"#fff6e3\" stroke-width=\"17\"/>\
         <path d=\"{head}\" fill=\"{colour}\" stroke=\"#fff6e3\" stroke-width=\"8\"/>\
         <path d=\"{path}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"9\"/>\
         <path d=\"{head}\" fill=\"{colour}\"/>"
    );
}

/// Returns the paths of an arrow: its shaft through points, and its head from a base to its tip.
fn shaft_and_head(points: &[Point], tip: Point, base: Point) -> (String, String) {
    let (mut shaft, mut head) = (String::new(), String::new());
    straight(points, &mut shaft);
    let (ux, uy) = (tip.0 - base.0, tip.1 - base.1);
    polygon(&[tip, (base.0 - uy, base.1 + ux), (base.0 + uy, base.1 - ux)], &mut head);
    (shaft, head)
}

/// Writes a thin arrow through points, from the first to before the piece at the last.
fn trail(points: &[Point], colour: Colour, out: &mut String) {
    let [.., before, last] = points[..] else {
        return;
    };
    let (tip, base) = (towards(last, before, 42), towards(last, before, 58));
    let mut points = points.to_vec();
    points.pop();
    points.push(base);
    let (path, head) = shaft_and_head(&points, tip, base);
    let _ = writeln!(
        out,
        "<path d=\"{path}\" fill=\"none\" stroke=\"#fff6e3\" stroke-width=\"9\" stroke-opacity=\".8\"/>\
         <path d=\"{path}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"5\" stroke-dasharray=\"16 6\"/>\
         <path d=\"{head}\" fill=\"{colour}\" stroke=\"#fff6e3\" stroke-width=\"3\"/>"
    );
}

/// Returns the point this far from one point on the way to another.
fn along(from: Point, to: Point, by: i32) -> Point {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let far = (i64::from(dx).pow(2) + i64::from(dy).pow(2)).isqrt().max(1);
    let step = |d: i32| (i64::from(d) * i64::from(by) / far) as i32;
    (from.0 + step(dx), from.1 + step(dy))
}

/// Returns both points moved to the right of the way between them, so that the way back lies beside it.
fn beside(from: Point, to: Point, by: i32) -> (Point, Point) {
    let (x, y) = along((0, 0), (from.1 - to.1, to.0 - from.0), by);
    (plus(from, (x, y)), plus(to, (x, y)))
}

/// Writes a spearhead over the side through which an attack comes, with a shaft if it comes from further; or, in one
/// hex, crossed blades beside the pieces.
fn strike(points: &[Point], colour: Colour, out: &mut String) {
    let (from, to) = match *points {
        [] => return,
        [(x, y)] => {
            let _ = writeln!(
                out,
                "<g transform=\"translate({} {y})\"><circle r=\"17\" fill=\"#fff6e3\" stroke=\"{colour}\" stroke-width=\"5\"/>\
                 <path d=\"M-9 -9L9 9M9 -9L-9 9M-10 3L-3 10M10 3L3 10\" stroke=\"#1c1712\" stroke-width=\"4\" \
                 stroke-linecap=\"round\"/></g>",
                x - 40
            );
            return;
        }
        [from, .., to] => beside(from, to, 9),
    };
    let (tip, notch, base) = (along(to, from, 34), along(to, from, 62), along(to, from, 72));
    let far = (from.0 - to.0).abs().max((from.1 - to.1).abs()) > 2 * ACROSS + HALF;
    let (ux, uy) = part((tip.0 - base.0, tip.1 - base.1), 430);
    let mut head = String::new();
    polygon(&[tip, (base.0 - uy, base.1 + ux), notch, (base.0 + uy, base.1 - ux)], &mut head);
    if far {
        let start = along(from, to, 36);
        let _ = write!(
            out,
            "<path d=\"M{0} {1}L{2} {3}\" stroke=\"#1c1712\" stroke-width=\"15\"/>\
             <path d=\"M{0} {1}L{2} {3}\" stroke=\"{colour}\" stroke-width=\"9\"/>",
            start.0, start.1, notch.0, notch.1
        );
    }
    let _ = writeln!(
        out,
        "<path d=\"{head}\" fill=\"#1c1712\" stroke=\"#1c1712\" stroke-width=\"8\" stroke-linejoin=\"round\"/>\
         <path d=\"{head}\" fill=\"{colour}\" stroke=\"#ffd34d\" stroke-width=\"3\" stroke-linejoin=\"round\"/>"
    );
}

/// Writes a dotted line to a burst before the piece that is shot at.
fn shot(points: &[Point], colour: Colour, out: &mut String) {
    let [from, .., to] = *points else { return };
    let (from, to) = beside(from, to, 9);
    let ((x, y), (u, v)) = (along(from, to, 34), along(to, from, 36));
    let _ = writeln!(
        out,
        "<g fill=\"none\" stroke-linecap=\"round\"><path d=\"M{x} {y}L{u} {v}\" stroke=\"#fff6e3\" stroke-width=\"11\"/>\
         <path d=\"M{x} {y}L{u} {v}\" stroke=\"{colour}\" stroke-width=\"7\" stroke-dasharray=\"1 12\"/></g>\
         <path transform=\"translate({u} {v})\" d=\"{BURST}\" fill=\"#ffd34d\" stroke=\"#1c1712\" stroke-width=\"3\" \
         stroke-linejoin=\"round\"/>"
    );
}

fn heading_id(heading: Heading) -> String {
    match heading {
        Heading::Corner(k) => format!("k{}", k % 6),
        Heading::Side(dir) => format!("d{}", dir.index()),
    }
}

fn polygon(ring: &[Point], out: &mut String) {
    straight(ring, out);
    out.push('Z');
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Draw as _;
    use crate::sample::small;
    use casus_core::picture::{Army, Edge, Highlight, Label, Line, Marker, MarkerKind, Panel, PanelLine, Site};
    use roxmltree::{Document, Node};

    fn read(text: &str) -> Document<'_> {
        Document::parse(text).unwrap_or_else(|e| panic!("{e}\n{text}"))
    }
    /// Returns the groups that have a `title`, by it.
    fn groups<'a>(doc: &'a Document<'a>) -> Vec<(String, Node<'a, 'a>)> {
        doc.descendants()
            .filter(|n| n.has_tag_name("title"))
            .filter_map(|n| Some((n.text().unwrap_or("").to_owned(), n.parent()?)))
            .filter(|(_, g)| g.has_tag_name("g"))
            .collect()
    }
    fn shift(group: Node<'_, '_>) -> Point {
        let text = group.attribute("transform").unwrap();
        let inner = &text["translate(".len()..text.len() - 1];
        let (x, y) = inner.split_once(' ').unwrap();
        (x.parse().unwrap(), y.parse().unwrap())
    }

    #[test]
    fn every_heading_points_where_its_word_says() {
        for orientation in [Orientation::Pointy, Orientation::Flat] {
            let mut scene = small(orientation);
            scene.counters.truncate(1);
            let corners = (0..6).map(Heading::Corner);
            for heading in corners.chain(Dir::ALL.map(Heading::Side)) {
                scene.counters[0].facing = Some(heading);
                let svg = scene.svg();
                let doc = read(&svg);
                let id = heading_id(heading);
                let wedge = doc
                    .descendants()
                    .find(|n| n.attribute("id") == Some(id.as_str()))
                    .unwrap();
                let path = wedge.attribute("d").unwrap().trim_start_matches('M');
                let (tip, _) = path.split_once('L').unwrap();
                let (x, y) = tip.split_once(' ').unwrap();
                let (x, y): Point = (x.parse().unwrap(), y.parse().unwrap());
                let word = heading.word(orientation);
                assert_eq!(y > 0, word.contains('S'), "{word} {tip}");
                assert_eq!(y < 0, word.contains('N'), "{word} {tip}");
                assert_eq!(x > 0, word.contains('E'), "{word} {tip}");
                assert_eq!(x < 0, word.contains('W'), "{word} {tip}");
                let target = format!("#{id}");
                let uses = doc
                    .descendants()
                    .filter(|n| n.attribute("href") == Some(target.as_str()));
                assert_eq!(uses.count(), 1, "{word}");
            }
        }
    }

    #[test]
    fn hexes_tile_and_sides_meet() {
        for o in [Orientation::Pointy, Orientation::Flat] {
            for dir in Dir::ALL {
                let (dq, dr) = dir.vector();
                let beyond = hex_centre(o, i32::from(dq), i32::from(dr));
                let (a, b) = ends(o, dir);
                let (c, d) = ends(o, dir.opposite());
                assert_eq!((plus(beyond, d), plus(beyond, c)), (a, b));
            }
        }
        let cells = BTreeSet::from([(0, 0), (1, 0), (0, 1), (5, 5)]);
        let rings = loops(Orientation::Pointy, &cells);
        let mut sizes: Vec<usize> = rings.iter().map(Vec::len).collect();
        sizes.sort_unstable();
        assert_eq!(sizes, [6, 12], "three hexes round a corner, and one apart");
    }

    #[test]
    fn a_chain_takes_every_segment_once() {
        let segments = BTreeSet::from([
            ((0, 0), (1, 0)),
            ((1, 0), (2, 0)),
            ((2, 0), (3, 1)),
            ((2, 0), (3, -1)),
            ((9, 8), (9, 9)),
            ((8, 8), (9, 8)),
            ((8, 8), (9, 9)),
        ]);
        let lines = chains(&segments);
        let mut walked = BTreeSet::new();
        for line in &lines {
            for pair in line.windows(2) {
                let (a, b) = (pair[0], pair[1]);
                assert!(walked.insert((a.min(b), a.max(b))), "{lines:?}");
            }
        }
        assert_eq!(walked, segments);
        assert_eq!(lines.len(), 4, "a stem, two branches and a ring: {lines:?}");
    }

    #[test]
    fn any_words_are_text() {
        let nasty = "<a href='x'>&amp;\"\u{1}\u{ffff}]]>";
        let tame = "<a href='x'>&amp;\"\u{fffd}\u{fffd}]]>";
        let mut scene = small(Orientation::Pointy);
        scene.title = nasty.to_owned();
        scene.moment = nasty.to_owned();
        scene.sites[0].label = nasty.to_owned();
        scene.beyond = [(); 4].map(|()| nasty.to_owned());
        scene.counters[0].id = nasty.to_owned();
        scene.counters[0].text = nasty.to_owned();
        scene.counters[0].ratings = nasty.to_owned();
        scene.counters[0].note = nasty.to_owned();
        scene.armies[0].word = nasty.to_owned();
        scene.kinds[0].word = nasty.to_owned();
        scene.conditions[0].word = nasty.to_owned();
        scene.labels.push(Label {
            site: 1,
            text: nasty.to_owned(),
        });
        scene.notes.push(nasty.to_owned());
        scene.panels.push(Panel {
            title: nasty.to_owned(),
            army: None,
            lines: vec![nasty.to_owned().into()],
        });
        scene.highlights.push(Highlight {
            word: nasty.to_owned(),
            style: Emphasis::Wash,
            colour: Colour::hex(1),
            sites: vec![0],
            words: Vec::new(),
            sides: vec![(0, Dir::ALL[0])],
        });
        let svg = scene.svg();
        let doc = read(&svg);
        assert!(groups(&doc).iter().any(|(t, _)| t.starts_with(tame)), "{svg}");
        assert!(doc.descendants().all(|n| !n.has_tag_name("a")));
        assert!(is_picture(&svg) && !is_picture("<svg>") && !is_picture(""));
        assert!(!scene.text(&crate::Terminal::default()).contains('\u{1}'));
    }

    #[test]
    fn the_only_level_is_called_by_its_ground() {
        let mut scene = small(Orientation::Flat);
        assert!(scene.svg().contains(">level 0<"));
        scene.levels.truncate(1);
        let svg = scene.svg();
        assert!(svg.contains(">clear<") && !svg.contains("level 0"), "{svg}");
        let mut scene = small(Orientation::Flat);
        scene.sites.iter_mut().for_each(|s| s.level = 0);
        let svg = scene.svg();
        assert!(svg.contains(">clear<") && !svg.contains("level 0"), "one level is seen: {svg}");
    }

    #[test]
    fn a_stack_shows_every_piece() {
        let mut scene = small(Orientation::Flat);
        for n in 0..3 {
            let mut counter = scene.counters[0].clone();
            counter.id = format!("more {n}");
            scene.counters.push(counter);
        }
        let svg = scene.svg();
        let doc = read(&svg);
        let at: BTreeSet<Point> = groups(&doc)
            .iter()
            .filter(|(title, _)| title.contains("more") || title.starts_with("R-1"))
            .map(|(_, g)| shift(*g))
            .collect();
        assert_eq!(at.len(), 4);
        let seen = scene.text(&crate::Terminal::default());
        assert!(seen.contains('4'), "how many stand there: {seen}");
    }

    #[test]
    fn a_fan_shows_the_name_of_each_and_every_way_once() {
        let mut scene = small(Orientation::Flat);
        scene.pile = Pile::Fan;
        scene.marker_kinds.push(MarkerKind {
            word: "hidden in corn".to_owned(),
            glyph: Glyph::Disc,
            colour: Colour::hex(0x0012_3456),
            mark: 'Q',
        });
        scene.counters[0].badges = vec![0, 99];
        for n in 0..3 {
            let mut counter = scene.counters[0].clone();
            counter.id = format!("more {n}");
            counter.name.clone_from(&counter.id);
            counter.facing = Some(Heading::Side(Dir::ALL[n]));
            scene.counters.push(counter);
        }
        let svg = scene.svg();
        let doc = read(&svg);
        let mut rows: Vec<i32> = groups(&doc)
            .iter()
            .filter(|(title, _)| title.contains("more") || title.starts_with("R-1"))
            .map(|(_, g)| shift(*g).1)
            .collect();
        assert!(rows.is_sorted_by(|a, b| b - a > 10), "{rows:?}");
        rows.dedup();
        assert_eq!(rows.len(), 4);
        let wedges = |d: u8| svg.matches(&format!("href=\"#d{d}\"")).count();
        assert_eq!([0, 1, 2, 3].map(wedges), [1, 1, 1, 0], "two of the four face alike");
        assert_eq!(svg.matches(">Q</text>").count(), 5, "on each, and in the legend");
        let text = scene.text(&crate::Terminal::default());
        for words in [
            "In one place: 0101 R-1, more 0, 1 and 2.",
            "Q hidden in corn: R-1, more 0,",
        ] {
            assert!(text.contains(words), "{words}: {text}");
        }
        assert!(scene.describe(&scene.counters[0]).contains("hidden in corn"));
    }

    /// Returns the position and the size of a rectangle.
    fn rect(node: Node<'_, '_>) -> (Point, Point) {
        let n = |name| node.attribute(name).unwrap().parse::<i32>().unwrap();
        ((n("x"), n("y")), (n("width"), n("height")))
    }
    fn leader(scene: &mut Scene, name: &str, site: usize) {
        if scene.kinds.len() == 1 {
            let mut kind = scene.kinds[0].clone();
            kind.symbol = Symbol::Leader;
            scene.kinds.push(kind);
        }
        let mut leader = scene.counters[0].clone();
        leader.id = name.to_owned();
        (leader.name, leader.text) = (name.to_owned(), name.to_owned());
        (leader.kind, leader.facing, leader.site) = (1, None, site);
        scene.counters.push(leader);
    }

    #[test]
    fn a_leader_hides_no_piece_and_no_other_hex() {
        for o in [Orientation::Pointy, Orientation::Flat] {
            for facing in Dir::ALL {
                let mut scene = small(o);
                scene.counters[0].facing = Some(Heading::Side(facing));
                leader(&mut scene, "Constantinopolitan", 0);
                leader(&mut scene, "Zu", 0);
                leader(&mut scene, "Constantinople", 1);
                let svg = scene.svg();
                let doc = read(&svg);
                let plate = |id: &str| {
                    let all = groups(&doc);
                    let (_, g) = all.iter().find(|(t, _)| t.starts_with(&format!("{id}, "))).unwrap();
                    let (x, y) = shift(*g);
                    let ((dx, dy), (w, h)) = rect(g.children().find(|n| n.has_tag_name("rect")).unwrap());
                    (x + dx, y + dy, x + dx + w, y + dy + h)
                };
                for id in ["Constantinopolitan", "Zu"] {
                    let (l, t, r, b) = plate(id);
                    assert!(l >= -ACROSS && r <= ACROSS, "{id} {l} {r}");
                    assert!(b <= -BODY || t >= BODY, "{id} {t} {b}: the piece is free");
                    assert!(t >= -2 * HALF && b <= 2 * HALF, "{id} {t} {b}");
                }
                assert!(plate("Constantinopolitan").2 <= plate("Zu").0, "side by side");
                let (x, y) = Painter::new(&scene).at(1).unwrap();
                let (l, t, r, b) = plate("Constantinople");
                assert!(l >= x - ACROSS && r <= x + ACROSS && t > y - HALF && b < y + HALF, "{l} {r}");
            }
        }
    }

    #[test]
    fn a_name_covers_no_piece_no_sign_and_no_other_name() {
        for o in [Orientation::Pointy, Orientation::Flat] {
            let mut scene = small(o);
            for hex in 0..scene.sites.len() {
                scene.counters.push(scene.counters[0].clone());
                scene.counters.last_mut().unwrap().site = hex;
            }
            // Open ground about them.
            for (q, r) in [(-5, -5), (-5, 8), (8, -5), (8, 8)] {
                let mut site = scene.sites[0].clone();
                site.shape = Shape::Hex { q, r };
                scene.sites.push(site);
            }
            for site in [0, 1, 2, 3] {
                scene.labels.push(Label {
                    site,
                    text: ["Castle Krumlov", "Praha", "Tábor", "Wiener Neustadt"][site].to_owned(),
                });
            }
            let placed = Painter::new(&scene).labelled(&Painter::new(&scene).rims());
            let svg = scene.svg();
            let shape = |(text, (x, y)): &(String, Point)| {
                assert!(svg.contains(&format!("<text class=\"l\" x=\"{x}\" y=\"{y}\">{text}</text>")));
                let half = Painter::label_breadth(text) / 2;
                (x - half, y - 25, x + half, y + 8)
            };
            let mut taken: Vec<(i32, i32, i32, i32)> = Vec::new();
            for site in 0..4 {
                let (x, y) = Painter::new(&scene).at(site).unwrap();
                taken.push((x - BODY, y - BODY, x + BODY, y + BODY));
            }
            for name in &placed {
                let (l, t, r, b) = shape(name);
                for &(left, top, right, foot) in &taken {
                    assert!(r <= left || l >= right || b <= top || t >= foot, "{o:?} {placed:?}");
                }
                taken.push((l, t, r, b));
            }
            // Where nothing is in the way it stands below its place.
            let mut alone = small(o);
            alone.counters.clear();
            alone.sites.clone_from(&scene.sites);
            alone.labels = vec![scene.labels[0].clone()];
            assert_eq!(Painter::new(&alone).labelled(&Painter::new(&alone).rims())[0].1, (0, 74));
        }
    }

    #[test]
    fn what_lies_under_pieces_is_told_at_their_corner() {
        let mut scene = small(Orientation::Flat);
        let signs = |scene: &Scene| scene.svg().matches("href=\"#p-walls\" transform=\"translate(").count();
        assert_eq!(signs(&scene), 0);
        scene.sites[0].ground = 1;
        scene.sites[1].ground = 1;
        assert_eq!(signs(&scene), 1, "where nobody stands the sign itself is seen");
    }

    #[test]
    fn a_badge_hides_no_sign_of_a_condition() {
        let mut scene = small(Orientation::Flat);
        scene
            .marker_kinds
            .push(MarkerKind::new("alone", Glyph::Disc, 0x0012_3456, 'Q'));
        let broken = scene.conditions.iter().position(|c| c.look == Look::Broken);
        scene.counters[0].badges = vec![0];
        scene.counters[0].facing = None;
        scene.counters[0].condition = None;
        let at = |scene: &Scene, y: i32| {
            scene
                .svg()
                .contains(&format!("<g transform=\"translate({} {y})\">", BODY + 2))
        };
        assert!(at(&scene, -26) && !at(&scene, -6));
        scene.counters[0].condition = broken;
        assert!(at(&scene, -6) && !at(&scene, -26), "below the cross");
    }

    #[test]
    fn the_legend_tells_every_ground_that_is_seen() {
        let mut scene = small(Orientation::Flat);
        let vines = scene.grounds.len();
        scene.grounds.push(casus_core::picture::Ground {
            word: "vines".to_owned(),
            fill: Some(Colour::hex(0x0012_3456)),
            ..Default::default()
        });
        assert!(!scene.svg().contains(">vines<"));
        scene.sites[2].ground = vines;
        assert!(scene.svg().contains(">vines<"));
    }

    #[test]
    fn a_number_lies_within_its_hex_and_under_nothing() {
        for o in [Orientation::Pointy, Orientation::Flat] {
            let corners = (0..6).map(Heading::Corner);
            for heading in corners.chain(Dir::ALL.map(Heading::Side)) {
                for led in [false, true] {
                    let mut scene = small(o);
                    scene.counters[0].facing = Some(heading);
                    if led {
                        leader(&mut scene, "Zu", 0);
                    }
                    let rim = &Painter::new(&scene).rims()[&0];
                    let (turn, (x, y)) = rim.number(o);
                    // Four digits of 12 units in the broadest face, and their height.
                    let (wide, high) = (16, 9);
                    let lies = match turn {
                        0 => [(-wide, y - high), (wide, y - high), (-wide, y), (wide, y)],
                        -90 => [(x - high, -wide), (x - high, wide), (x, -wide), (x, wide)],
                        _ => [(x + high, -wide), (x + high, wide), (x, -wide), (x, wide)],
                    };
                    for (x, y) in lies {
                        let (x, y) = match o {
                            Orientation::Pointy => (x, y),
                            Orientation::Flat => (y, x),
                        };
                        assert!(x.abs() <= ACROSS && x.abs() * HALF + y.abs() * ACROSS <= 2 * HALF * ACROSS, "{x} {y}");
                        assert!(x.abs().max(y.abs()) >= BODY, "not under the piece");
                    }
                    let tip = target(o, heading);
                    let hit = turn == 0 && tip.1.signum() == y.signum() && tip.1.abs() >= 45;
                    assert!(!hit, "{heading:?} points at the number");
                }
            }
        }
    }

    #[test]
    fn a_stack_shows_arms_ratings_and_strength() {
        let mut scene = small(Orientation::Flat);
        for (n, strength) in [(1, 7), (2, 6)] {
            let mut counter = scene.counters[0].clone();
            counter.id = format!("R-{}", n + 1);
            counter.ratings = format!("{n}·11·5");
            counter.strength = Some(strength);
            scene.counters.push(counter);
        }
        scene.counters[0].strength = Some(8);
        let svg = scene.svg();
        assert!(svg.contains(">×3 Σ21</text>"), "{svg}");
        for word in ["+1/7", "1·11·5", "2·11·5"] {
            assert!(svg.contains(&format!(">{word}</text>")), "{word}: {svg}");
        }
        let pikes = |svg: &str| svg.matches("href=\"#s-pike\"").count();
        assert_eq!(pikes(&svg), 5, "three in the stack, one elsewhere, one in the legend");
        scene.counters[0].strength = None;
        assert!(!scene.svg().contains('Σ'), "no sum without every part");
        scene.pile = Pile::Count;
        let svg = scene.svg();
        assert!(svg.contains(">×3</text>") && svg.contains(">3 units</text>"), "{svg}");
    }

    #[test]
    fn a_note_has_a_place_of_its_own() {
        for note in ["4", "A +1"] {
            let mut scene = small(Orientation::Flat);
            scene.counters[0].ratings = "8·11·5".to_owned();
            scene.counters[0].note = note.to_owned();
            let svg = scene.svg();
            let doc = read(&svg);
            let all = groups(&doc);
            let (_, g) = all.iter().find(|(t, _)| t.starts_with("R-1")).unwrap();
            let boxed = g
                .children()
                .filter(|n| n.has_tag_name("rect"))
                .map(rect)
                .next_back()
                .expect("the note stands in a box");
            let ratings = g.children().find(|n| n.text() == Some("8·11·5")).unwrap();
            let x: i32 = ratings.attribute("x").unwrap().parse().unwrap();
            let foot: i32 = ratings.attribute("y").unwrap().parse().unwrap();
            let style = ratings.attribute("style").unwrap();
            let size: i32 = style["font-size:".len()..style.len() - 2].parse().unwrap();
            let right = x + breadth("8·11·5") * size / 200;
            assert!(right <= boxed.0.0 || foot <= boxed.0.1, "{note}: {right} {foot} {boxed:?}");
            assert!(size >= 12, "{note}: {size}");
        }
    }

    #[test]
    fn every_look_has_a_sign_of_its_own() {
        let scene = small(Orientation::Flat);
        let body = |look| {
            let mut out = String::new();
            Painter::new(&scene).body(0, look, &mut out);
            out.split_once('>').unwrap().1.to_owned()
        };
        let bodies: BTreeSet<String> = LOOKS.map(body).into();
        assert_eq!(bodies.len(), LOOKS.len());
        // Who is out of the fight shows his arm, and nothing is drawn over it.
        let svg = scene.svg();
        let doc = read(&svg);
        let all = groups(&doc);
        let (_, g) = all.iter().find(|(t, _)| t.starts_with("B-1")).unwrap();
        let drawn: Vec<Node<'_, '_>> = g.children().collect();
        let arm = drawn
            .iter()
            .position(|n| n.attribute("href") == Some("#s-pike"))
            .unwrap();
        assert!(drawn[arm..].iter().all(|n| !n.has_tag_name("path")));
    }

    #[test]
    fn a_long_line_of_a_panel_is_broken_and_not_cut() {
        let mut scene = small(Orientation::Pointy);
        let words: Vec<String> = (10..50).map(|n| format!("word{n}")).collect();
        scene.panels = vec![Panel::new("Losses", [words.join(" ")].into_iter())];
        let drawn = scene.svg();
        assert!(words.iter().all(|w| drawn.contains(w.as_str())));
    }

    #[test]
    fn the_margin_fills_what_a_tall_panel_leaves() {
        let mut scene = small(Orientation::Flat);
        let panel = |many: usize| Panel::new("Morale", (0..many).map(|n| n.to_string()));
        scene.panels = vec![panel(1), panel(30)];
        let (_, alone) = Painter::new(&scene).margin(1800, 0);
        scene.panels.extend([panel(1), panel(1), panel(1), panel(1)]);
        let (body, together) = Painter::new(&scene).margin(1800, 0);
        assert_eq!(alone, together, "{body}");
    }

    #[test]
    fn data_names_every_place_and_piece_when_asked_for() {
        let mut scene = small(Orientation::Flat);
        scene.lines.push(Line::new("ditch", Stroke::Work, 1, '^'));
        scene.edges.push(Edge {
            site: 0,
            side: Dir::ALL[0],
            line: 0,
        });
        leader(&mut scene, "Zu", 0);
        let mut second = scene.counters[0].clone();
        second.id = "R-2 <&>".to_owned();
        scene.counters.push(second);
        for pile in [Pile::Heap, Pile::Count] {
            scene.pile = pile;
            assert!(!scene.svg().contains(" data-"));
            let svg = scene.svg_with(&Drawing { data: true });
            let doc = read(&svg);
            let told = |name: &str| -> Vec<String> {
                let mut all: Vec<String> = doc
                    .descendants()
                    .filter(|n| n.attribute("id").is_some_and(|id| id.starts_with(name)))
                    .filter_map(|n| n.attribute(format!("data-{name}").as_str()))
                    .map(str::to_owned)
                    .collect();
                all.sort();
                all
            };
            assert_eq!(told("site"), ["0101", "0102", "0201", "0202"]);
            assert_eq!(told("edge"), ["ditch"]);
            assert_eq!(told("piece"), ["B-1", "R-1", "R-2 <&>", "Zu"]);
            let ids: Vec<&str> = doc.descendants().filter_map(|n| n.attribute("id")).collect();
            assert_eq!(ids.len(), ids.iter().collect::<BTreeSet<_>>().len(), "every id once");
            let first = doc
                .descendants()
                .find(|n| n.attribute("id") == Some("piece-0"))
                .unwrap();
            for (what, word) in [
                ("site", "0101"),
                ("army", "Red"),
                ("kind", "Pikes"),
                ("condition", "shaken"),
            ] {
                assert_eq!(first.attribute(format!("data-{what}").as_str()), Some(word));
            }
        }
    }

    /// Returns the paths of the group of a mark, each as its points.
    fn marked(svg: &str, word: &str) -> Vec<Vec<Point>> {
        let doc = read(svg);
        let all = groups(&doc);
        let (_, g) = all.iter().find(|(t, _)| t == word).expect(word);
        let paths = g.descendants().filter_map(|n| n.attribute("d"));
        let point = |p: &str| {
            let (x, y) = p.split_once(' ')?;
            Some((x.parse().ok()?, y.parse().ok()?))
        };
        paths
            .map(|d| d.split(['M', 'L', 'Z']).filter_map(point).collect())
            .collect()
    }
    fn mark(style: Emphasis, sites: &[usize], words: &[&str]) -> Highlight {
        Highlight {
            word: "mark".to_owned(),
            style,
            colour: Colour::hex(0x0012_3456),
            sites: sites.to_vec(),
            words: words.iter().map(|&w| w.to_owned()).collect(),
            sides: Vec::new(),
        }
    }

    #[test]
    fn a_fight_points_from_the_one_at_the_other() {
        for o in [Orientation::Pointy, Orientation::Flat] {
            for style in [Emphasis::Strike, Emphasis::Shot] {
                let mut ends = Vec::new();
                for way in [[0, 1], [1, 0]] {
                    let mut scene = small(o);
                    scene.highlights = vec![mark(style, &way, &[])];
                    let svg = scene.svg();
                    assert!(svg.find("R-1, Pikes") < svg.find("<g><title>mark"), "over the pieces");
                    let (from, to) =
                        (Painter::new(&scene).at(way[0]).unwrap(), Painter::new(&scene).at(way[1]).unwrap());
                    let paths = marked(&svg, "mark");
                    // The tip of the head, the end of the line.
                    let tip = match style {
                        Emphasis::Strike => paths[0][0],
                        _ => paths[0][1],
                    };
                    let far = |a: Point, b: Point| (a.0 - b.0).pow(2) + (a.1 - b.1).pow(2);
                    assert!(far(tip, to) < far(tip, from), "{o:?} {style:?} {tip:?}");
                    assert!(far(tip, to) > 30 * 30, "the piece can be read");
                    ends.push(tip);
                }
                assert_ne!(ends[0], ends[1]);
            }
            let mut scene = small(o);
            scene.highlights = vec![mark(Emphasis::Strike, &[3], &[])];
            let (x, y) = Painter::new(&scene).at(3).unwrap();
            assert!(
                scene
                    .svg()
                    .contains(&format!("<g transform=\"translate({} {y})\"><circle", x - 40))
            );
        }
    }

    #[test]
    fn what_a_mark_writes_stands_in_its_hex_and_beside_no_other() {
        let mut scene = small(Orientation::Flat);
        scene.highlights = vec![
            mark(Emphasis::Wash, &[0, 2, 99], &["<3 MP>", "4 MP", "nowhere"]),
            mark(Emphasis::Ring, &[0, 1], &["die +1"]),
        ];
        let svg = scene.svg();
        let doc = read(&svg);
        let at = |word: &str| {
            let n = doc
                .descendants()
                .find(|n| n.text() == Some(word) && n.attribute("class") == Some("n"))?;
            Some((n.attribute("x")?.parse::<i32>().ok()?, n.attribute("y")?.parse::<i32>().ok()?))
        };
        let ((x, first), (_, second)) = (at("<3 MP>").unwrap(), at("die +1").unwrap());
        assert_eq!(x, Painter::new(&scene).at(0).unwrap().0);
        assert!(first < -BODY && second <= first - 15, "each above the last, above the piece: {first} {second}");
        let (x, y) = at("4 MP").unwrap();
        let (cx, cy) = Painter::new(&scene).at(2).unwrap();
        assert!(x == cx && (y - cy).abs() < 15, "in the middle where nobody stands");
        assert_eq!(at("nowhere"), None);
        let text = scene.text(&crate::Terminal::default());
        assert!(text.contains("mark: 0101 (<3 MP>), 0201 (4 MP)"), "{text}");
    }

    #[test]
    fn a_heap_without_end_is_drawn() {
        let mut scene = small(Orientation::Flat);
        for _ in 0..200 {
            scene.counters.push(scene.counters[0].clone());
            leader(&mut scene, "Zu", 2);
        }
        for pile in [Pile::Heap, Pile::Fan, Pile::Count] {
            scene.pile = pile;
            let svg = scene.svg();
            read(&svg);
            for wrong in ["width=\"-", "height=\"-", "font-size:-"] {
                assert!(!svg.contains(wrong), "{wrong}");
            }
        }
    }

    #[test]
    fn towns_areas_and_every_style_are_drawn() {
        let mut scene = small(Orientation::Pointy);
        scene.sites.push(Site {
            label: "Tábor".to_owned(),
            shape: Shape::Town { x: 300, y: 400 },
            ground: 1,
            level: 0,
        });
        scene.sites.push(Site {
            label: "The hills".to_owned(),
            shape: Shape::Area {
                x: 500,
                y: 500,
                outline: vec![(400, 400), (600, 420), (560, 640)],
            },
            ground: 0,
            level: 0,
        });
        let (town, area) = (scene.sites.len() - 2, scene.sites.len() - 1);
        scene.roads.push((town, area));
        for (i, pattern) in [
            Pattern::Marsh,
            Pattern::Woods,
            Pattern::Houses,
            Pattern::Walls,
            Pattern::Fields,
            Pattern::Rough,
            Pattern::Water,
        ]
        .into_iter()
        .enumerate()
        {
            scene.grounds.push(casus_core::picture::Ground {
                word: format!("{pattern:?}"),
                fill: Some(Colour::hex(0x0012_3456)),
                pattern,
                mark: '%',
            });
            scene.sites[i % 3].ground = scene.grounds.len() - 1;
        }
        for stroke in [
            Stroke::Stream,
            Stroke::River,
            Stroke::Canal,
            Stroke::Work,
            Stroke::Wall,
            Stroke::Slope,
            Stroke::Bridge,
        ] {
            scene.lines.push(Line {
                word: format!("{stroke:?}"),
                stroke,
                colour: Colour::hex(0x0012_3456),
                mark: '|',
            });
            scene.edges.push(Edge {
                site: 0,
                side: Dir::wrapped(scene.lines.len() as u8),
                line: scene.lines.len() - 1,
            });
        }
        for glyph in [Glyph::Standard, Glyph::Camp, Glyph::Disc] {
            scene.marker_kinds.push(MarkerKind {
                word: format!("{glyph:?}"),
                glyph,
                colour: Colour::hex(0x0012_3456),
                mark: '!',
            });
            scene.markers.push(Marker {
                kind: scene.marker_kinds.len() - 1,
                site: town,
            });
        }
        for style in [
            Emphasis::Wash,
            Emphasis::Ring,
            Emphasis::Path,
            Emphasis::Trail,
            Emphasis::Strike,
            Emphasis::Shot,
        ] {
            scene.highlights.push(Highlight {
                word: format!("{style:?}"),
                style,
                colour: Colour::hex(0x0012_3456),
                sites: vec![0, 1, town],
                words: Vec::new(),
                sides: vec![(1, Dir::ALL[2])],
            });
        }
        scene.counters[0].site = area;
        scene.panels.push(Panel {
            title: "Losses".to_owned(),
            army: Some(0),
            lines: vec![PanelLine {
                text: "half".to_owned(),
                gauge: Some((3, 6)),
            }],
        });
        let svg = scene.svg();
        let doc = read(&svg);
        let ids: BTreeSet<&str> = doc.descendants().filter_map(|n| n.attribute("id")).collect();
        for node in doc.descendants() {
            if let Some(href) = node.attribute("href") {
                assert!(ids.contains(&href[1..]), "{href} is drawn, and not defined");
            }
        }
        let texts: BTreeSet<&str> = doc.descendants().filter_map(|n| n.text()).collect();
        for word in [
            "Tábor",
            "The hills",
            "River",
            "Slope",
            "Bridge",
            "Camp",
            "Ring",
            "Trail",
            "Strike",
            "Shot",
            "half",
        ] {
            assert!(texts.contains(word), "{word}: {svg}");
        }
        let numbers_only = svg
            .split(['"', ' '])
            .filter_map(|w| w.strip_prefix('M'))
            .all(|w| !w.contains('.'));
        assert!(numbers_only, "whole numbers only");
        let text = scene.text(&crate::Terminal::default());
        assert!(text.contains("Losses: half.") && text.contains("| River (hexside)"), "{text}");
    }

    #[test]
    fn places_that_are_not_there_are_left_out() {
        let mut scene = small(Orientation::Pointy);
        scene.counters[0].site = 99;
        scene.counters[1].army = 99;
        scene.counters[1].kind = 99;
        scene.counters[1].group = Some(99);
        scene.counters[1].condition = Some(99);
        scene.counters[1].facing = Some(Heading::Corner(200));
        scene.roads.push((0, 99));
        scene.edges.push(Edge {
            site: 99,
            side: Dir::ALL[0],
            line: 99,
        });
        scene.labels.push(Label {
            site: 99,
            text: "nowhere".to_owned(),
        });
        scene.markers.push(Marker { kind: 99, site: 0 });
        scene.sites[2].ground = 99;
        scene.highlights.push(Highlight {
            word: "gone".to_owned(),
            style: Emphasis::Path,
            colour: Colour::hex(1),
            sites: vec![99, 0],
            words: Vec::new(),
            sides: vec![(99, Dir::ALL[0])],
        });
        for (q, r) in [(i16::MAX, i16::MAX), (i16::MIN, i16::MIN)] {
            scene.sites.push(Site {
                label: String::new(),
                shape: Shape::Hex { q, r },
                ground: 0,
                level: i8::MIN,
            });
            scene.sites.push(Site {
                label: String::new(),
                shape: Shape::Town {
                    x: i32::from(q) * 60_000,
                    y: i32::from(r) * 60_000,
                },
                ground: 0,
                level: i8::MAX,
            });
        }
        let svg = scene.svg();
        let doc = read(&svg);
        assert!(!svg.contains("nowhere"));
        let drawn = groups(&doc);
        assert_eq!(drawn.iter().filter(|(t, _)| t.starts_with("B-1")).count(), 1);
        assert_eq!(drawn.iter().filter(|(t, _)| t.starts_with("R-1")).count(), 0);
        for terminal in [1, 20, 160, u16::MAX] {
            let columns = crate::Terminal {
                columns: terminal,
                colour: true,
                crop: false,
            };
            assert!(scene.text(&columns).len() > 10);
        }
        scene.sites.clear();
        read(&scene.svg());
        scene.armies = Vec::<Army>::new();
        read(&scene.svg());
    }
}
