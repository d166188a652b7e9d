//! Points of the paper, and lines through them.

use casus_core::geometry::{Dir, Orientation};
use casus_core::picture::Heading;
use core::fmt::Write as _;
use std::collections::{BTreeMap, BTreeSet};

/// A point on the sheet. A hexside has 60 units, and y grows downwards.
pub(super) type Point = (i32, i32);

/// Half the distance across the flats of a hex. 52 : 60 is within a thousandth of a regular hex.
pub(super) const ACROSS: i32 = 52;

/// Half a hexside.
pub(super) const HALF: i32 = 30;

/// The farthest that a label or piece can be, whatever its coordinates.
pub(super) const FAR: i32 = 1_000_000;

pub(super) const fn corner(orientation: Orientation, k: u8) -> Point {
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
pub(super) const fn ends(orientation: Orientation, dir: Dir) -> (Point, Point) {
    let d = dir.index() as u8;
    (corner(orientation, d + 5), corner(orientation, d))
}

pub(super) fn plus(a: Point, b: Point) -> Point {
    (a.0 + b.0, a.1 + b.1)
}

pub(super) fn halfway(a: Point, b: Point) -> Point {
    ((a.0 + b.0).div_euclid(2), (a.1 + b.1).div_euclid(2))
}

/// Returns this many thousandths of a vector.
pub(super) fn part(a: Point, thousandths: i32) -> Point {
    (a.0 * thousandths / 1000, a.1 * thousandths / 1000)
}

pub(super) fn hex_centre(orientation: Orientation, q: i32, r: i32) -> Point {
    match orientation {
        Orientation::Pointy => (ACROSS * (2 * q + r), 3 * HALF * r),
        Orientation::Flat => (3 * HALF * q, ACROSS * (2 * r + q)),
    }
}

pub(super) fn near(p: Point) -> Point {
    (p.0.clamp(-FAR, FAR), p.1.clamp(-FAR, FAR))
}

/// Returns the point that a heading points to, seen from the centre.
pub(super) fn target(orientation: Orientation, heading: Heading) -> Point {
    match heading {
        Heading::Corner(k) => corner(orientation, k),
        Heading::Side(dir) => {
            let (a, b) = ends(orientation, dir);
            halfway(a, b)
        }
    }
}

/// Returns the loops around a set of hexes, each as its corners in order.
pub(super) fn loops(orientation: Orientation, cells: &BTreeSet<(i32, i32)>) -> Vec<Vec<Point>> {
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
pub(super) fn soft(ring: &[Point], out: &mut String) {
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
pub(super) fn chains(segments: &BTreeSet<(Point, Point)>) -> Vec<Vec<Point>> {
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
pub(super) fn flowing(line: &[Point], out: &mut String) {
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
pub(super) fn straight(line: &[Point], out: &mut String) {
    for (i, (x, y)) in line.iter().enumerate() {
        let _ = write!(out, "{}{x} {y}", if i == 0 { 'M' } else { 'L' });
    }
}

pub(super) fn polygon(ring: &[Point], out: &mut String) {
    straight(ring, out);
    out.push('Z');
}

/// Returns the point this far from one point towards another, but no further than the middle.
pub(super) fn towards(from: Point, to: Point, by: i32) -> Point {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let far = dx.abs().max(dy.abs()).max(2 * by);
    (from.0 + dx * by / far, from.1 + dy * by / far)
}

/// Returns the point this far from one point on the way to another.
pub(super) fn along(from: Point, to: Point, by: i32) -> Point {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let far = (i64::from(dx).pow(2) + i64::from(dy).pow(2)).isqrt().max(1);
    let step = |d: i32| (i64::from(d) * i64::from(by) / far) as i32;
    (from.0 + step(dx), from.1 + step(dy))
}

/// Returns both points moved to the right of the way between them, so that the way back lies beside it.
pub(super) fn beside(from: Point, to: Point, by: i32) -> (Point, Point) {
    let (x, y) = along((0, 0), (from.1 - to.1, to.0 - from.0), by);
    (plus(from, (x, y)), plus(to, (x, y)))
}

pub(super) fn heading_id(heading: Heading) -> String {
    match heading {
        Heading::Corner(k) => format!("k{}", k % 6),
        Heading::Side(dir) => format!("d{}", dir.index()),
    }
}

/// The paper around the map.
pub(super) const RIM: i32 = 90;
