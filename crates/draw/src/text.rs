//! A [`Scene`] as text for a terminal.

use casus_core::geometry::{Dir, Orientation};
use casus_core::picture::{Colour, Counter, Emphasis, Heading, Pile, Scene, Shape, Stroke, Symbol};
use casus_core::words::names;
use core::fmt::Write as _;
use std::collections::{BTreeMap, BTreeSet};

/// How a scene is written on a terminal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Terminal {
    /// The maximum length of a line, in characters; at least 20.
    ///
    /// A wider map is cut to the area with pieces. If that is still too wide, it is cut to the area around the open
    /// decision.
    pub columns: u16,
    /// Whether to use colours, by ANSI escapes of 24 bits.
    pub colour: bool,
    /// Whether to show only the area with pieces, even if the whole map has room.
    pub crop: bool,
}

impl Default for Terminal {
    /// Returns 160 columns, no colours, the whole map.
    fn default() -> Self {
        Self {
            columns: 160,
            colour: false,
            crop: false,
        }
    }
}

/// The width of a hex, in characters.
const CELL: i64 = 4;
/// The characters before the map for the numbers of rows, and the same number behind it.
const EDGE: usize = 5;
/// The character beside a stack that a digit cannot count.
const MORE: char = '+';
/// The maximum number of lines of a map.
const LINES: i64 = 500;

/// The text colour and the background colour of a character.
type Paint = (Option<Colour>, Option<Colour>);

/// Replaces control characters, so that none reaches the terminal.
fn tame(c: char) -> char {
    if c.is_control() { '?' } else { c }
}

/// Characters by line and column.
#[derive(Clone, Default)]
struct Sheet(BTreeMap<i64, BTreeMap<i64, (char, Paint)>>);

impl Sheet {
    fn put(&mut self, (column, line): (i64, i64), mark: char, paint: Paint) {
        let mark = tame(mark);
        self.0.entry(line).or_default().insert(column, (mark, paint));
    }
    fn words(&mut self, (column, line): (i64, i64), text: &str, paint: Paint) {
        for (i, c) in (0..).zip(text.chars()) {
            self.put((column + i, line), c, paint);
        }
    }
    /// Clears a cell of the map.
    fn clear(&mut self, (column, line): (i64, i64)) {
        for line in [line, line + 1] {
            if let Some(marks) = self.0.get_mut(&line) {
                marks.retain(|c, _| !(column..column + CELL).contains(c));
            }
        }
    }
    fn line(&self, line: i64, from: i64, to: i64, colour: bool) -> String {
        let mut out = String::new();
        let Some(marks) = self.0.get(&line) else {
            return out;
        };
        let mut at = from;
        let mut paint: Paint = (None, None);
        for (&column, &(mark, wanted)) in marks.range(from..to) {
            if colour && paint != (None, None) && paint != wanted {
                out.push_str("\x1b[0m");
                paint = (None, None);
            }
            while at < column {
                out.push(' ');
                at += 1;
            }
            if colour && wanted != paint {
                for (code, shade) in [(38, wanted.0), (48, wanted.1)] {
                    if let Some(Colour(r, g, b)) = shade {
                        let _ = write!(out, "\x1b[{code};2;{r};{g};{b}m");
                    }
                }
                paint = wanted;
            }
            out.push(mark);
            at += 1;
        }
        if paint != (None, None) {
            out.push_str("\x1b[0m");
        }
        out
    }
}

/// Returns what labels have in common: their beginning, or else their end.
fn common<'a>(labels: &[&'a str]) -> &'a str {
    let [first, rest @ ..] = labels else {
        return "";
    };
    if rest.is_empty() {
        return "";
    }
    let alike = |back: bool| {
        let chars = |s: &str| -> Vec<char> {
            if back {
                s.chars().rev().collect()
            } else {
                s.chars().collect()
            }
        };
        let one = chars(first);
        rest.iter()
            .map(|s| chars(s).iter().zip(&one).take_while(|(a, b)| a == b).count())
            .min()
            .unwrap_or(0)
    };
    let (before, behind) = (alike(false), alike(true));
    let cut = |n: usize| first.char_indices().nth(n).map_or(first.len(), |(i, _)| i);
    let many = first.chars().count();
    if before > 0 && before < many {
        &first[..cut(before)]
    } else if behind > 0 && behind < many {
        &first[cut(many - behind)..]
    } else {
        ""
    }
}

/// Returns a label without the common part.
fn rest<'a>(label: &'a str, common: &str) -> &'a str {
    label
        .strip_prefix(common)
        .or_else(|| label.strip_suffix(common))
        .unwrap_or(label)
}

/// Returns an arrow that points this way.
const fn arrow(orientation: Orientation, heading: Heading) -> char {
    let word = heading.word(orientation).as_bytes();
    let (mut east, mut south) = (0, 0);
    let mut i = 0;
    while i < word.len() {
        match word[i] {
            b'E' => east = 1,
            b'W' => east = -1,
            b'S' => south = 1,
            _ => south = -1,
        }
        i += 1;
    }
    match (east, south) {
        (0, -1) => '↑',
        (1, -1) => '↗',
        (1, 0) => '→',
        (1, 1) => '↘',
        (0, 1) => '↓',
        (-1, 1) => '↙',
        (-1, 0) => '←',
        _ => '↖',
    }
}

/// Breaks a text at blanks into lines of this width. Every line after the first is indented.
pub(crate) fn wrapped(text: &str, columns: usize, out: &mut String) {
    let mut length = 0;
    for word in text.split_whitespace() {
        let letters = word.chars().count();
        if length > 0 && length + 1 + letters > columns {
            out.push_str("\n  ");
            length = 2;
        } else if length > 0 {
            out.push(' ');
            length += 1;
        }
        out.extend(word.chars().map(tame));
        length += letters;
    }
    out.push('\n');
}

/// Writes a scene as text.
pub(crate) struct Writer<'a>(&'a Scene);

impl core::ops::Deref for Writer<'_> {
    type Target = Scene;
    fn deref(&self) -> &Scene {
        self.0
    }
}

impl<'a> Writer<'a> {
    pub(crate) const fn new(scene: &'a Scene) -> Self {
        Self(scene)
    }
    /// Returns the upper left character of a place.
    fn spot(&self, shape: &Shape) -> (i64, i64) {
        match (shape, self.orientation) {
            (Shape::Hex { q, r }, o) => {
                let (q, r) = (i64::from(*q), i64::from(*r));
                match o {
                    Orientation::Pointy => (2 * (2 * q + r), 2 * r),
                    Orientation::Flat => (CELL * q, 2 * r + q),
                }
            }
            (Shape::Town { x, y } | Shape::Area { x, y, .. }, o) => {
                let (x, y) = (i64::from(*x), i64::from(*y));
                match o {
                    Orientation::Pointy => (x.div_euclid(26), y.div_euclid(45)),
                    Orientation::Flat => ((x * CELL).div_euclid(90), y.div_euclid(52)),
                }
            }
        }
    }
    fn spot_of(&self, site: usize) -> Option<(i64, i64)> {
        self.sites.get(site).map(|s| self.spot(&s.shape))
    }
    fn leads(&self, counter: &Counter) -> bool {
        self.kinds.get(counter.kind).is_some_and(|k| k.symbol == Symbol::Leader)
    }
    /// Returns the two letters of a kind, in the case of its side.
    fn code(&self, counter: &Counter) -> String {
        let code = self.kinds.get(counter.kind).map_or("??", |k| k.code.as_str());
        let code = match counter.army {
            0 => code.to_uppercase(),
            1 => code.to_lowercase(),
            _ => code.to_owned(),
        };
        format!("{code:<2}").chars().take(2).collect()
    }
    fn paint(&self, counter: &Counter) -> Paint {
        self.armies
            .get(counter.army)
            .map_or((None, None), |a| (Some(a.ink), Some(a.fill)))
    }

    pub(crate) fn text(&self, terminal: &Terminal) -> String {
        let columns = usize::from(terminal.columns.max(20));
        let mut sheet = Sheet::default();
        self.ground_marks(&mut sheet);
        self.edge_marks(&mut sheet);
        self.piece_marks(&mut sheet);
        let mut out = String::new();
        wrapped(&format!("{}. {}", self.title, self.moment), columns, &mut out);
        if !self.sites.is_empty() {
            out.push('\n');
            self.print(&sheet, terminal, columns, &mut out);
        }
        for line in self.key() {
            wrapped(&line, columns, &mut out);
        }
        out
    }

    fn ground_marks(&self, sheet: &mut Sheet) {
        let dim = Colour::hex(0x0080_8080);
        let roads: BTreeSet<usize> = self.roads.iter().flat_map(|&(a, b)| [a, b]).collect();
        for (i, site) in self.sites.iter().enumerate() {
            let (c, l) = self.spot(&site.shape);
            let ground = self.grounds.get(site.ground).filter(|g| g.mark != ' ');
            let mark = ground.map_or_else(|| self.level_mark(site.level), |g| g.mark);
            let ink = ground.and_then(|g| g.fill).unwrap_or(dim);
            sheet.put((c + 1, l + 1), mark, (Some(ink), None));
            if roads.contains(&i) {
                sheet.put((c + 2, l + 1), ':', (None, None));
            }
        }
    }
    /// Returns a dot for the lowest level, and a digit for the others.
    fn level_mark(&self, level: i8) -> char {
        if self.levels.first().is_none_or(|l| l.level >= level) {
            '.'
        } else {
            char::from_digit(u32::from(level.unsigned_abs()) % 36, 36).unwrap_or('?')
        }
    }
    fn edge_marks(&self, sheet: &mut Sheet) {
        for edge in &self.edges {
            let (Some((c, l)), Some(line)) = (self.spot_of(edge.site), self.lines.get(edge.line)) else {
                continue;
            };
            if line.stroke == Stroke::Bridge {
                continue;
            }
            // The line below a hex is the upper line of the next.
            let at: &[(i64, i64)] = match (self.orientation, edge.side.index()) {
                (Orientation::Pointy, 0) => &[(4, 1)],
                (Orientation::Pointy, 3) | (Orientation::Flat, 2) => &[(0, 1)],
                (Orientation::Pointy, 1) => &[(2, 2), (3, 2)],
                (Orientation::Pointy, 2) => &[(0, 2), (1, 2)],
                (Orientation::Pointy, 4) => &[(0, 0), (1, 0)],
                (Orientation::Pointy, _) => &[(2, 0), (3, 0)],
                (Orientation::Flat, 0) => &[(3, 1)],
                (Orientation::Flat, 1) => &[(1, 2), (2, 2)],
                (Orientation::Flat, 3) => &[(0, 0)],
                (Orientation::Flat, 4) => &[(1, 0), (2, 0)],
                (Orientation::Flat, _) => &[(3, 0)],
            };
            for (dc, dl) in at {
                sheet.put((c + dc, l + dl), line.mark, (Some(line.colour), None));
            }
        }
    }
    fn piece_marks(&self, sheet: &mut Sheet) {
        let mut heaps: BTreeMap<usize, (Vec<&Counter>, Vec<&Counter>)> = BTreeMap::new();
        for counter in &self.counters {
            let (units, leaders) = heaps.entry(counter.site).or_default();
            if self.leads(counter) {
                leaders.push(counter);
            } else {
                units.push(counter);
            }
        }
        for (site, (units, leaders)) in &heaps {
            let Some((c, l)) = self.spot_of(*site) else {
                continue;
            };
            if let Some(top) = units.last().or(leaders.last()) {
                let facing = top.facing.map_or(' ', |h| arrow(self.orientation, h));
                let mark = self.condition(top).map_or(' ', |c| c.mark);
                let paint = self.paint(top);
                sheet.put((c, l + 1), facing, paint);
                sheet.words((c + 1, l + 1), &self.code(top), paint);
                sheet.put((c + 3, l + 1), mark, paint);
                if let Some(badge) = self.badges(top).next() {
                    sheet.put((c + 2, l), badge.mark, (Some(badge.colour), None));
                }
            }
            if units.len() > 1 {
                let many = char::from_digit(units.len() as u32, 10).unwrap_or(MORE);
                sheet.put((c + 3, l), many, (None, None));
            }
            if let Some(leader) = leaders.last().filter(|_| !units.is_empty()) {
                sheet.put((c + 1, l), '*', self.paint(leader));
            }
        }
        for marker in &self.markers {
            if let (Some((c, l)), Some(kind)) = (self.spot_of(marker.site), self.marker_kinds.get(marker.kind)) {
                sheet.put((c + 2, l), kind.mark, (Some(kind.colour), None));
            }
        }
    }

    /// Writes the visible part of the sheet, with the numbers of rows and columns.
    fn print(&self, sheet: &Sheet, terminal: &Terminal, columns: usize, out: &mut String) {
        let room = (columns - 2 * EDGE) as i64;
        let all: Vec<(i64, i64)> = self.sites.iter().map(|s| self.spot(&s.shape)).collect();
        let span = |spots: &[(i64, i64)], slack: i64| {
            let low = |f: fn(&(i64, i64)) -> i64| spots.iter().map(f).min().unwrap_or(0);
            let high = |f: fn(&(i64, i64)) -> i64| spots.iter().map(f).max().unwrap_or(0);
            let (c0, c1) = (low(|p| p.0) - CELL * slack, high(|p| p.0) + CELL * (1 + slack));
            let (l0, l1) = (low(|p| p.1) - 2 * slack, high(|p| p.1) + 2 * (1 + slack));
            (c0, c1, l0, l1)
        };
        let whole = span(&all, 0);
        let (mut c0, mut c1, mut l0, mut l1) = whole;
        if terminal.crop || c1 - c0 > room {
            let held: Vec<(i64, i64)> = self.counters.iter().filter_map(|c| self.spot_of(c.site)).collect();
            if !held.is_empty() {
                let part = span(&held, 2);
                (c0, c1) = (c0.max(part.0), c1.min(part.1));
                (l0, l1) = (l0.max(part.2), l1.min(part.3));
            }
        }
        if c1 - c0 > room {
            // About what is decided on; else about the middle of the pieces.
            let rings = self.highlights.iter().filter(|h| h.style == Emphasis::Ring);
            let spots = rings.flat_map(|h| &h.sites).filter_map(|&s| self.spot_of(s));
            let middle = spots.map(|p| p.0 + CELL / 2).next().unwrap_or(c0.midpoint(c1));
            let most = c1 - c0 - room;
            let aside = (middle - room / 2 - c0).clamp(0, most);
            // From the beginning of a hex, or to the end of the last.
            c0 += if aside < most { aside / CELL * CELL } else { most };
        }
        (c1, l1) = (c1.min(c0 + room), l1.min(l0 + LINES));
        let seen: Vec<(&str, (i64, i64))> = self
            .sites
            .iter()
            .filter(|s| matches!(s.shape, Shape::Hex { .. }))
            .map(|s| (s.label.as_str(), self.spot(&s.shape)))
            .filter(|(_, (c, l))| *c >= c0 && *c + CELL <= c1 && *l >= l0 && *l < l1)
            .collect();
        // A hex with room for its half alone is left out: half a counter reads as another.
        let mut sheet = sheet.clone();
        for &(c, l) in &all {
            if (c < c0 && c + CELL > c0) || (c < c1 && c + CELL > c1) {
                sheet.clear((c, l));
            }
        }
        let mut rows: BTreeMap<i64, Vec<(i64, &str)>> = BTreeMap::new();
        let mut files: BTreeMap<i64, Vec<&str>> = BTreeMap::new();
        for &(label, (c, l)) in &seen {
            rows.entry(l).or_default().push((c, label));
            files.entry(c).or_default().push(label);
        }
        let mut head = Sheet::default();
        let mut tags: BTreeMap<i64, String> = BTreeMap::new();
        match self.orientation {
            Orientation::Pointy => {
                for (l, row) in &rows {
                    let labels: Vec<&str> = row.iter().map(|x| x.1).collect();
                    let shared = common(&labels);
                    tags.insert(l + 1, shared.to_owned());
                    for (n, end) in [(0, rows.first_key_value()), (1, rows.last_key_value())] {
                        if end.is_some_and(|(first, _)| first == l) {
                            for (c, label) in row {
                                head.words((c + 1, n), rest(label, shared), (None, None));
                            }
                        }
                    }
                }
            }
            Orientation::Flat => {
                let first = files.first_key_value().map(|(c, _)| *c);
                for (c, labels) in &files {
                    let shared = common(labels);
                    head.words((c + 1, 0), shared, (None, None));
                    head.words((c + 1, 1), shared, (None, None));
                    if first == Some(*c) {
                        for (label, (_, l)) in seen.iter().filter(|(_, p)| p.0 == *c) {
                            tags.insert(l + 1, rest(label, shared).to_owned());
                        }
                    }
                }
            }
        }
        let mut push = |tag: &str, line: &str, letters: usize, both: bool| {
            let tag: String = tag.chars().take(EDGE - 1).map(tame).collect();
            let mut text = format!("{tag:<EDGE$}{line}");
            if both && !tag.is_empty() {
                let gap = ((c1 - c0) as usize).saturating_sub(letters) + 1;
                text.push_str(&" ".repeat(gap));
                text.push_str(&tag);
            }
            out.push_str(text.trim_end());
            out.push('\n');
        };
        push("", &head.line(0, c0, c1, false), 0, false);
        for l in l0..=l1 {
            let line = sheet.line(l, c0, c1, terminal.colour);
            let plain = sheet.line(l, c0, c1, false).chars().count();
            if l == l1 && plain == 0 {
                break;
            }
            push(tags.get(&l).map_or("", |t| t), &line, plain, true);
        }
        push("", &head.line(1, c0, c1, false), 0, false);
        if (c0, c1, l0, l1) != whole {
            let there = |c: &&Counter| {
                let spot = self.spot_of(c.site);
                spot.is_some_and(|(c, l)| c >= c0 && c + CELL <= c1 && l >= l0 && l < l1)
            };
            let beyond = self.counters.len() - self.counters.iter().filter(there).count();
            let _ = match beyond {
                0 => writeln!(out, "(a part of the field)"),
                1 => writeln!(out, "(a part of the field; 1 piece stands beyond it)"),
                n => writeln!(out, "(a part of the field; {n} pieces stand beyond it)"),
            };
        }
        out.push('\n');
    }

    /// Returns which pieces are stacked, from bottom to top.
    fn stacks(&self) -> Option<String> {
        let mut by_site: BTreeMap<usize, Vec<&str>> = BTreeMap::new();
        for counter in self.counters.iter().filter(|c| !self.leads(c)) {
            by_site.entry(counter.site).or_default().push(&counter.name);
        }
        let told: Vec<String> = by_site
            .into_iter()
            .filter(|(_, all)| all.len() > 1)
            .filter_map(|(site, all)| Some(format!("{} {}", self.sites.get(site)?.label, names(&all))))
            .collect();
        (!told.is_empty()).then(|| format!("In one place: {}.", told.join("; ")))
    }

    /// Returns the legend: what the characters mean, where the leaders are, and the panels.
    fn key(&self) -> Vec<String> {
        let mut out = Vec::new();
        let hand = ["capitals", "small letters"];
        let sides: Vec<String> = self
            .armies
            .iter()
            .enumerate()
            .map(|(i, a)| match hand.get(i) {
                Some(hand) => format!("{} {hand}", a.word),
                None => a.word.clone(),
            })
            .collect();
        if !sides.is_empty() {
            out.push(format!("Sides: {}.", sides.join(", ")));
        }
        let used: BTreeSet<usize> = self.counters.iter().map(|c| c.kind).collect();
        let mut pieces: Vec<String> = used
            .iter()
            .filter_map(|&k| self.kinds.get(k))
            .map(|k| format!("{} {}", k.code, k.word))
            .collect();
        if self.counters.iter().any(|c| c.facing.is_some()) {
            pieces.push("the arrow is the way it faces".to_owned());
        }
        let mut heights: BTreeMap<usize, usize> = BTreeMap::new();
        for counter in self.counters.iter().filter(|c| !self.leads(c)) {
            *heights.entry(counter.site).or_default() += 1;
        }
        if heights.values().any(|&n| n > 1) {
            pieces.push("a digit over it is how many stand together".to_owned());
        }
        if heights.values().any(|&n| n > 9) {
            pieces.push(format!("{MORE} more than 9"));
        }
        for condition in self.conditions.iter().filter(|c| c.mark != ' ') {
            pieces.push(format!("{} {}", condition.mark, condition.word));
        }
        if !pieces.is_empty() {
            out.push(format!("Pieces: {}.", pieces.join("; ")));
        }
        let mut ground: Vec<String> = Vec::new();
        for level in &self.levels {
            if self.sites.iter().any(|s| s.level == level.level) && self.levels.len() > 1 {
                ground.push(format!("{} level {}", self.level_mark(level.level), level.level));
            }
        }
        for (i, g) in self.grounds.iter().enumerate() {
            if g.mark != ' ' && self.sites.iter().any(|s| s.ground == i) {
                ground.push(format!("{} {}", g.mark, g.word));
            }
        }
        if !self.roads.is_empty() {
            ground.push(": road".to_owned());
        }
        for (i, line) in self.lines.iter().enumerate() {
            if line.stroke != Stroke::Bridge && self.edges.iter().any(|e| e.line == i) {
                ground.push(format!("{} {} (hexside)", line.mark, line.word));
            }
        }
        if !ground.is_empty() {
            out.push(format!("Ground: {}.", ground.join("; ")));
        }
        let label = |site: usize| self.sites.get(site).map_or("?", |s| s.label.as_str());
        for (i, army) in self.armies.iter().enumerate() {
            let leaders: Vec<String> = self
                .counters
                .iter()
                .filter(|c| c.army == i && self.leads(c))
                .map(|c| {
                    let state = self.condition(c).map(|x| format!(" ({})", x.word));
                    format!("{} {}{}", c.name, label(c.site), state.unwrap_or_default())
                })
                .collect();
            if !leaders.is_empty() {
                out.push(format!("* Leaders, {}: {}.", army.word, leaders.join(", ")));
            }
        }
        for (i, kind) in self.marker_kinds.iter().enumerate() {
            let at: Vec<&str> = self
                .markers
                .iter()
                .filter(|m| m.kind == i)
                .map(|m| label(m.site))
                .collect();
            let on = self.counters.iter().filter(|c| c.badges.contains(&i));
            let at: Vec<&str> = at.into_iter().chain(on.map(|c| c.name.as_str())).collect();
            if !at.is_empty() {
                out.push(format!("{} {}: {}.", kind.mark, kind.word, at.join(", ")));
            }
        }
        if self.pile != Pile::Heap {
            out.extend(self.stacks());
        }
        let names: Vec<String> = self
            .labels
            .iter()
            .map(|name| format!("{} {}", name.text, label(name.site)))
            .collect();
        if !names.is_empty() {
            out.push(format!("Names: {}.", names.join(", ")));
        }
        for mark in &self.highlights {
            let by = if matches!(mark.style, Emphasis::Path | Emphasis::Trail | Emphasis::Strike | Emphasis::Shot) {
                " to "
            } else {
                ", "
            };
            let words = mark
                .words
                .iter()
                .map(|w| format!(" ({w})"))
                .chain(core::iter::repeat(String::new()));
            let hexes = mark.sites.iter().zip(words);
            let mut at: Vec<String> = hexes.map(|(&s, words)| format!("{}{words}", label(s))).collect();
            let side = |(s, d): &(usize, Dir)| format!("{} {}", label(*s), self.orientation.dir_word(*d));
            at.extend(mark.sides.iter().map(side));
            out.push(format!("{}: {}.", mark.word, at.join(by)));
        }
        for panel in &self.panels {
            let lines: Vec<&str> = panel.lines.iter().map(|l| l.text.as_str()).collect();
            out.push(format!("{}: {}.", panel.title, lines.join("; ")));
        }
        out.extend(self.notes.iter().cloned());
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Draw as _;
    use crate::sample::small;
    use casus_core::geometry::HexId;
    use casus_core::picture::Highlight;

    #[test]
    fn units_stand_with_facing_and_state() {
        let text = small(Orientation::Flat).text(&Terminal::default());
        for part in ["↓PK-", "↑pk=", "Pk Pikes", "- shaken", "= routed", "Red capitals"] {
            assert!(text.contains(part), "{part}: {text}");
        }
        let line = |mark: &str| text.lines().position(|l| l.contains(mark)).unwrap();
        // The second hex of the second column lies three half hexes below the first of the first.
        assert_eq!(line("↑pk="), line("↓PK-") + 3);
        let column = |mark: &str| {
            let line = text.lines().find(|l| l.contains(mark)).unwrap();
            line[..line.find(mark).unwrap()].chars().count()
        };
        assert_eq!(column("↑pk="), column("↓PK-") + 4);
    }

    #[test]
    fn how_many_stand_together_is_told_and_explained() {
        let mut scene = small(Orientation::Flat);
        scene.counters.truncate(1);
        let alone = scene.text(&Terminal::default());
        assert!(!alone.contains("stand together"), "{alone}");
        for (more, mark, words) in [(1, '2', "a digit over it"), (9, MORE, "+ more than 9")] {
            let mut scene = scene.clone();
            for i in 0..more {
                let mut counter = scene.counters[0].clone();
                counter.id = format!("R-{i}");
                scene.counters.push(counter);
            }
            let text = scene.text(&Terminal::default());
            let map: String = text.lines().take_while(|l| !l.starts_with("Sides")).collect();
            assert!(map.contains(mark) && text.contains(words), "{text}");
        }
    }

    #[test]
    fn colours_are_extra() {
        let scene = small(Orientation::Pointy);
        let plain = scene.text(&Terminal::default());
        assert!(!plain.contains('\x1b'));
        let colour = scene.text(&Terminal {
            colour: true,
            ..Terminal::default()
        });
        let mut bare = String::new();
        for part in colour.split('\x1b') {
            let rest = part.strip_prefix('[').and_then(|p| p.split_once('m'));
            bare.push_str(rest.map_or(part, |(_, text)| text));
        }
        assert_ne!(colour, plain);
        assert_eq!(bare, plain);
    }

    #[test]
    fn a_wide_map_is_cut_to_where_the_pieces_are() {
        let mut scene = small(Orientation::Pointy);
        for q in 2..90 {
            let mut site = scene.sites[0].clone();
            site.shape = Shape::Hex { q, r: 0 };
            site.label = format!("01{q:02}");
            scene.sites.push(site);
        }
        let text = scene.text(&Terminal::default());
        assert!(text.lines().all(|l| l.chars().count() <= 160), "{text}");
        assert!(text.contains("(a part of the field)") && text.contains("PK-"), "{text}");
        let whole = scene.text(&Terminal {
            columns: 400,
            ..Terminal::default()
        });
        assert!(!whole.contains("(a part of the field)"));
        let cut = scene.text(&Terminal {
            columns: 400,
            crop: true,
            ..Terminal::default()
        });
        assert!(cut.contains("(a part of the field)"));
    }

    #[test]
    fn a_narrow_terminal_shows_what_is_about_the_decision() {
        let mut scene = small(Orientation::Pointy);
        for q in 2..60 {
            let mut site = scene.sites[0].clone();
            site.shape = Shape::Hex { q, r: 0 };
            site.label = format!("01{:02}", q + 1);
            scene.sites.push(site);
            let mut counter = scene.counters[0].clone();
            counter.id = format!("R-{q}");
            counter.site = scene.sites.len() - 1;
            scene.counters.push(counter);
        }
        let narrow = Terminal {
            columns: 80,
            ..Terminal::default()
        };
        for (site, label) in [(4, "03"), (30, "29"), (61, "60")] {
            let hex = HexId(site as u16);
            scene.highlights = vec![Highlight::decided(hex)];
            let text = scene.text(&narrow);
            assert!(text.lines().all(|l| l.chars().count() <= 80), "{text}");
            let columns = text.lines().nth(2).unwrap();
            let shown: Vec<&str> = columns.split_whitespace().collect();
            assert!(shown.contains(&label), "{label}: {text}");
            assert!(shown.len() >= 16, "{text}");
            assert!(text.contains("pieces stand beyond it"), "{text}");
        }
    }

    #[test]
    fn a_counter_at_the_edge_of_a_narrow_terminal_is_whole_or_not_there() {
        let mut scene = small(Orientation::Pointy);
        for q in 2..60 {
            for r in 0..2 {
                let mut site = scene.sites[0].clone();
                site.shape = Shape::Hex { q, r };
                site.label = format!("{:02}{:02}", r + 1, q + 1);
                scene.sites.push(site);
                let mut counter = scene.counters[0].clone();
                counter.id = format!("R-{q}-{r}");
                counter.site = scene.sites.len() - 1;
                scene.counters.push(counter);
            }
        }
        scene.highlights = vec![Highlight::decided(HexId(60))];
        let words = |columns| {
            let text = scene.text(&Terminal {
                columns,
                ..Terminal::default()
            });
            let map: Vec<String> = text.lines().skip(2).take(6).map(str::to_owned).collect();
            map
        };
        for columns in 60..90 {
            for line in words(columns).iter().filter(|line| line.contains('↘')) {
                let mut counters = line.split('↘');
                let before = counters.next().unwrap();
                assert!(!before.contains(['P', 'K', '-']), "{columns}: {line}");
                assert!(counters.all(|c| c.starts_with("PK-")), "{columns}: {line}");
            }
        }
    }

    #[test]
    fn what_labels_share_is_the_row() {
        assert_eq!(common(&["1803", "1804", "1899"]), "18");
        assert_eq!(common(&["0318", "0418", "9918"]), "18");
        assert_eq!(common(&["1803"]), "");
        assert_eq!(common(&["ab", "cd"]), "");
        assert_eq!((rest("1803", "18"), rest("0318", "18")), ("03", "03"));
    }
}
