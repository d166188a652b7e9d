//! The map: the ground, what lies on hexsides, names.

use super::Painter;
use super::letters::{breadth, plain, short};
use super::overlays::BORDER;
use super::pieces::{BLOCK, REACH, Rim};
use super::plane::{
    Point, chains, corner, ends, flowing, hex_centre, loops, near, part, plus, polygon, soft, straight,
};
use crate::drawings::pattern_id;
use casus_core::geometry::Dir;
use casus_core::picture::{Colour, Shape, Stroke};
use core::fmt::Write as _;
use std::collections::{BTreeMap, BTreeSet};

/// Writes a line along a hexside from `a` to `b`, clockwise around the hex whose centre is (0, 0).
pub(super) fn edge_body(stroke: Stroke, colour: Colour, a: Point, b: Point, out: &mut String) {
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

impl Painter<'_> {
    /// Writes what lies beyond the edges of the map.
    pub(super) fn neighbourhood(&self, low: Point, high: Point, (left, top): Point, out: &mut String) {
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
    pub(super) fn blob(&self, inside: &BTreeSet<(i32, i32)>, all: &BTreeSet<(i32, i32)>) -> String {
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
    pub(super) fn land(&self, out: &mut String) {
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
    pub(super) fn spots(&self, out: &mut String) {
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
    pub(super) fn places(&self, out: &mut String) {
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

    /// Writes streams and rivers at the bottom, then roads, then bridges, works, walls and slopes.
    pub(super) fn waters_and_ways(&self, data: bool, out: &mut String) {
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

    /// Writes the numbers of hexes and the names of places.
    pub(super) fn words(&self, out: &mut String) {
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
    pub(super) fn labelled(&self, rims: &BTreeMap<usize, Rim>) -> Vec<(String, Point)> {
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
    pub(super) fn label_breadth(text: &str) -> i32 {
        breadth(text) * 24 / 100
    }
}
