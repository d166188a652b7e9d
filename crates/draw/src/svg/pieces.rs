//! The pieces: counters, lists of them where many stand, leaders, markers.

use super::Painter;
use super::letters::{breadth, fitted, look_word, plain, short};
use super::plane::{Point, heading_id, target};
use crate::drawings::{DROP, glyph_id, pattern_id, symbol_id};
use casus_core::geometry::Orientation;
use casus_core::geometry::many;
use casus_core::picture::{Colour, Counter, Glyph, Heading, Look, MarkerKind, Pile, Symbol};
use core::fmt::Write as _;
use std::collections::{BTreeMap, BTreeSet};

/// Half the side of a counter.
pub(super) const BODY: i32 = 37;

/// Half the height of a block, which shows several pieces in one place.
pub(super) const BLOCK: i32 = 39;

/// The height of the foot of a block, with the sum.
pub(super) const FOOT: i32 = 14;

/// How far the hex of a piece goes on around it, for names and numbers.
pub(super) const REACH: i32 = 51;

/// A burst around (0, 0).
pub(super) const BURST: &str = "M0 -13L4 -6L12 -7L7 0L12 7L4 6L0 13L-4 6L-12 7L-7 0L-12 -7L-4 -6Z";

/// What is in a hex, and whether it leaves room for the number of the hex.
#[derive(Default)]
pub(super) struct Rim {
    pub(super) tips: BTreeSet<Point>,
    pub(super) units: usize,
    pub(super) leaders: usize,
}

impl Rim {
    pub(super) fn above(&self) -> bool {
        self.tips.iter().any(|t| t.1 <= -45)
    }
    pub(super) fn below(&self) -> bool {
        self.tips.iter().any(|t| t.1 >= 45)
    }
    /// Returns whether the names of leaders are below the pieces.
    pub(super) fn led_below(&self) -> bool {
        self.above() && !self.below()
    }
    pub(super) fn led(&self, below: bool) -> bool {
        self.units > 0 && self.leaders > 0 && self.led_below() == below
    }
    /// Returns the rotation of the number and the start of its line, seen from the centre: above, or else below, or
    /// else at the side.
    pub(super) fn number(&self, orientation: Orientation) -> (i32, Point) {
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

/// Returns the sign of a piece that is out of the fight.
pub(super) fn cross(fill: Colour, (x, y): Point) -> String {
    format!(
        "<circle cx=\"{x}\" cy=\"{y}\" r=\"9\" fill=\"#fff6e3\" stroke=\"{fill}\" stroke-width=\"3\"/>\
         <path d=\"M{} {}l8 8m0 -8l-8 8\" stroke=\"#1c1712\" stroke-width=\"3\"/>",
        x - 4,
        y - 4
    )
}

/// Writes a note in a box of its own, which ends at `x` and has its middle `size / 3` above `y`.
pub(super) fn chip(note: &str, (x, y): Point, size: i32, out: &mut String) {
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
pub(super) fn under_block((x, y): Point, out: &mut String) {
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
pub(super) fn block_foot((x, y): Point, words: &str, out: &mut String) {
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
pub(super) fn disc(kind: &MarkerKind) -> String {
    format!(
        "<circle r=\"11\" fill=\"{}\" stroke=\"#2b2622\" stroke-width=\"2\"/><text class=\"m\" y=\"5\">{}</text>",
        kind.colour,
        plain(kind.mark.encode_utf8(&mut [0; 4]))
    )
}

impl Painter<'_> {
    /// Writes a counter without its text.
    pub(super) fn body(&self, army: usize, look: Look, out: &mut String) {
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

    /// Writes the beginning of a piece's group.
    pub(super) fn open(&self, piece: &Counter, (x, y): Point, data: bool, out: &mut String) {
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

    pub(super) fn rims(&self) -> BTreeMap<usize, Rim> {
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

    /// Writes counters, then leaders and markers over them.
    pub(super) fn pieces(&self, data: bool, out: &mut String) {
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
    pub(super) fn listed(&self, units: &[&Counter], (x, y): Point, data: bool, out: &mut String) {
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
    pub(super) fn row(&self, unit: &Counter, at: Point, high: i32, data: bool, out: &mut String) {
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
    pub(super) fn counted(&self, units: &[&Counter], (x, y): Point, data: bool, out: &mut String) {
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
    pub(super) fn small_symbol(&self, unit: &Counter, left: i32, high: i32, out: &mut String) -> i32 {
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
    pub(super) fn ink(&self, unit: &Counter, look: Look) -> String {
        if look == Look::Broken || unit.army >= self.armies.len() {
            return String::new();
        }
        format!(" i{}", unit.army)
    }

    /// Writes a piece that is alone.
    pub(super) fn counter(&self, counter: &Counter, at: Point, data: bool, out: &mut String) {
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
    pub(super) fn writing(&self, counter: &Counter, look: Look, out: &mut String) {
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
    pub(super) fn leaders(&self, leaders: &[&Counter], rim: &Rim, (x, y): Point, data: bool, out: &mut String) {
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
    pub(super) fn leader(&self, leader: &Counter, at: Point, (wide, high): Point, data: bool, out: &mut String) {
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
}
