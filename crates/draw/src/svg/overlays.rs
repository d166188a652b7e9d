//! What is drawn over the map on request: highlights, ways, fights, notes.

use super::Painter;
use super::letters::{breadth, fitted, plain, short};
use super::pieces::BURST;
use super::plane::{ACROSS, HALF, Point, along, beside, corner, ends, part, plus, polygon, straight, towards};
use casus_core::picture::{Colour, Emphasis};
use core::fmt::Write as _;
use std::collections::{BTreeMap, BTreeSet};

/// The width of a border, and its dashes.
pub(super) const BORDER: (i32, &str) = (7, "20 9 5 9");

/// Returns the drawing of a mark, within 60 by 34.
pub(super) fn emphasis_drawn(style: Emphasis, colour: Colour) -> String {
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

/// Writes an arrow through points, from the edge of the first to the edge of the last.
pub(super) fn arrow(points: &[Point], colour: Colour, out: &mut String) {
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
pub(super) fn shaft_and_head(points: &[Point], tip: Point, base: Point) -> (String, String) {
    let (mut shaft, mut head) = (String::new(), String::new());
    straight(points, &mut shaft);
    let (ux, uy) = (tip.0 - base.0, tip.1 - base.1);
    polygon(&[tip, (base.0 - uy, base.1 + ux), (base.0 + uy, base.1 - ux)], &mut head);
    (shaft, head)
}

/// Writes a thin arrow through points, from the first to before the piece at the last.
pub(super) fn trail(points: &[Point], colour: Colour, out: &mut String) {
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

/// Writes a spearhead over the side through which an attack comes, with a shaft if it comes from further; or, in one
/// hex, crossed blades beside the pieces.
pub(super) fn strike(points: &[Point], colour: Colour, out: &mut String) {
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
pub(super) fn shot(points: &[Point], colour: Colour, out: &mut String) {
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

impl Painter<'_> {
    /// Writes the marks: tints, rings and past moves under the pieces; ways to go and attacks over them.
    pub(super) fn highlighted(&self, ways: bool, out: &mut String) {
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
    pub(super) fn annotated(&self, out: &mut String) {
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
}
