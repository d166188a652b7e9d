//! What stands beside the map: the legend and the panels.

use super::Painter;
use super::letters::{look_word, plain, short};
use super::map::edge_body;
use super::overlays::{BORDER, emphasis_drawn};
use super::pieces::disc;
use super::plane::{Point, RIM};
use crate::drawings::{glyph_id, pattern_id, symbol_id};
use crate::text::wrapped;
use casus_core::picture::{Colour, Condition, Pattern, Stroke};
use core::fmt::Write as _;
use std::collections::BTreeSet;

/// A block of the margin: its size, and its drawing from (0, 0).
pub(super) struct Block {
    pub(super) wide: i32,
    pub(super) high: i32,
    pub(super) body: String,
}

/// A line of the legend: a drawing around (0, 0), and its word.
pub(super) type Drawn = (String, String);

/// Returns a legend: rows of a drawing within 60 by 34 and its word, in columns of seven. Empty if there are no rows.
pub(super) fn key(title: &str, rows: &[Drawn]) -> Block {
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

impl Painter<'_> {
    /// Returns the panels and the legend below the map, from this height, and where they end.
    pub(super) fn margin(&self, wide: i32, from: i32) -> (String, i32) {
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

    pub(super) fn panel(&self, panel: &casus_core::picture::Panel) -> Block {
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
    pub(super) fn legend(&self) -> Vec<Block> {
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

    pub(super) fn kinds_drawn(&self) -> Vec<Drawn> {
        let used: BTreeSet<usize> = self.counters.iter().map(|c| c.kind).collect();
        let kinds = used.iter().filter_map(|&k| self.kinds.get(k));
        kinds
            .map(|k| {
                let drawing = format!("<use href=\"#{}\"/>", symbol_id(k.symbol));
                (drawing, k.word.clone())
            })
            .collect()
    }

    pub(super) fn states_drawn(&self) -> Vec<Drawn> {
        let mut out: Vec<Drawn> = self.conditions.iter().map(|c| self.sample(c)).collect();
        if self.counters.iter().any(|c| c.facing.is_some()) {
            out.push(("<path class=\"d\" d=\"M0 13L-17 -7H17Z\"/>".to_owned(), "faces this way".to_owned()));
        }
        out
    }

    /// Returns a level in words. If there is only one, it is the ground without a look of its own.
    pub(super) fn word_of_level(&self, level: i8) -> String {
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

    pub(super) fn ground_drawn(&self) -> Vec<Drawn> {
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

    pub(super) fn marks_drawn(&self) -> Vec<Drawn> {
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

    pub(super) fn groups_drawn(&self, army: usize) -> Vec<Drawn> {
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

    pub(super) fn sample(&self, condition: &Condition) -> Drawn {
        let body = if self.armies.is_empty() {
            String::new()
        } else {
            format!("<g transform=\"scale(.5)\"><use href=\"#b0{}\"/></g>", look_word(condition.look))
        };
        (body, condition.word.clone())
    }
}
