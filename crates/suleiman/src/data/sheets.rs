//! The data as text: the player aid sheets, the sources of the values, and the text that the digest is made of.

use super::GameData;
use crate::components::{Arm, Counter};
use casus_core::data::{Form, Group as _};
use casus_core::sheet::{LEGEND, aligned, plain_board, plain_hexes, reconstructed, runs};
use casus_core::{HexId, Sided, Source};
use core::fmt::Write as _;

impl GameData {
    /// Everything that the rules read, as one text that is the same on every machine.
    pub(super) fn canon(&self) -> String {
        let mut t = String::new();
        let board = &self.board;
        plain_board(board, &mut t);
        let roster = &self.roster;
        let places = |hexes: &[HexId]| plain_hexes(board, hexes);
        for c in &roster.counters {
            let back = c.back.map(|b| (b.sdr, b.ma));
            let _ = writeln!(
                t,
                "{} {:?} {} {} {} {}/{} {back:?} {}",
                c.id,
                c.side,
                c.arm.short(),
                c.missile.short(),
                c.command.0,
                c.front.sdr,
                c.front.ma,
                c.emplaced,
            );
        }
        for l in &roster.leaders {
            let _ = writeln!(
                t,
                "{} {:?} {} {}/{}/{} {}{}{}",
                l.id,
                l.side,
                l.command.0,
                l.activation,
                l.range,
                l.ma,
                u8::from(l.monarch),
                u8::from(l.deputy),
                u8::from(l.reserve),
            );
        }
        for c in &roster.commands {
            let k = c.contingent.map(|k| (k.low, k.high, k.flight));
            let _ = writeln!(t, "{} {:?} {} {k:?}", c.id, c.side, places(&c.entry));
        }
        let _ = writeln!(t, "{}", roster.replacement.plain(&Form::WHOLE).replace(' ', "/"));
        self.charts.canon(&mut t);
        let d = &self.deployment;
        for g in &d.groups {
            let units: Vec<u8> = g.units.iter().map(|u| u.0).collect();
            let _ = write!(t, "{} {units:?} {} {} {}", g.command.0, places(&g.hexes), g.disordered, g.facing.index());
            for p in &g.leaders {
                let _ = write!(t, " {} {}", p.leader.0, places(&p.hexes));
            }
            t.push('\n');
        }
        for e in &d.entries {
            let units: Vec<u8> = e.units.iter().map(|u| u.0).collect();
            let leaders: Vec<u8> = e.leaders.iter().map(|l| l.0).collect();
            let _ = writeln!(t, "{} {units:?} {leaders:?} {}", e.command.0, places(&e.hexes));
        }
        let _ = writeln!(t, "{} {} {}", d.banner.of.0, places(&d.banner.hexes), places(&d.rally_entry));
        t
    }
    /// Returns everything that is reconstructed, so that none of it passes for printed.
    ///
    /// Each entry has the place of the value and the reason for it, in the order of the files.
    pub fn reconstructed(&self) -> Vec<(String, String)> {
        reconstructed(&self.layers, |note| self.tell_sources(note))
    }
    fn tell_sources(&self, mut note: &mut dyn FnMut(String, &Source)) {
        self.charts.provenance(&mut note);
        let of_one_source =
            |a: &Counter, b: &Counter| (&a.sources, a.arm, a.side, a.command) == (&b.sources, b.arm, b.side, b.command);
        for run in self.roster.counters.chunk_by(of_one_source) {
            let (c, last) = (&run[0], &run[run.len() - 1]);
            let name = if run.len() == 1 {
                c.id.clone()
            } else {
                format!("{} to {}", c.id, last.id)
            };
            note(format!("counters: {name}, ratings{}", c.sources.exempt()), &c.sources.source);
            for (part, source) in &c.sources.parts {
                note(format!("counters: {name}, {part}"), source);
            }
        }
        for l in &self.roster.leaders {
            l.sources.tell(&format!("leaders: {}, ratings", l.id), &mut note);
        }
        self.roster
            .replacement
            .sources
            .tell("leaders: replacements, ratings", &mut note);
        for c in &self.roster.commands {
            c.sources.tell(&format!("commands: {}", c.id), &mut note);
        }
        let d = &self.deployment;
        for g in &d.groups {
            let first = g.units.first().map_or("", |u| self.roster.unit_word(*u));
            note(format!("set-up: the group of {first}"), &g.source);
        }
        for e in &d.entries {
            note(format!("entry: {}", self.roster.command_word(e.command)), &e.source);
        }
        note("set-up: the Banner".to_owned(), &d.banner.source);
        note("entry: rallied Ottomans".to_owned(), &d.rally_source);
    }
    /// Returns the player's aid sheets: a title and a text each. Reconstructed cells have a `*`, the set-up's own a `+`.
    ///
    /// `cargo run --example charts -- suleiman` prints them.
    pub fn sheets(&self) -> Vec<(String, String)> {
        let mut out = self.charts.sheets();
        let mut counters =
            aligned(&["Units", "Type", "Missile", "Command", "Normal", "Disordered"], self.counter_rows());
        counters += "\nFaces are Shock Defense Rating / Movement Allowance; + helps the attacker.\n";
        out.push(("Counters".to_owned(), counters + LEGEND));
        let mut rows: Vec<Vec<String>> = Vec::new();
        for l in &self.roster.leaders {
            let note = if l.reserve {
                "not deployed"
            } else if l.deputy {
                "second in command"
            } else if l.monarch {
                "monarch"
            } else {
                ""
            };
            rows.push(vec![
                l.id.clone(),
                l.side.word().to_owned(),
                self.roster.command_word(l.command).to_owned(),
                format!("{}{}", l.activation, l.sources.mark("activation")),
                format!("{}{}", l.range, l.sources.mark("range")),
                format!("{}{}", l.ma, l.sources.mark("ma")),
                note.to_owned(),
            ]);
        }
        let mut row = vec!["a replacement".to_owned(), String::new(), String::new()];
        row.extend(self.roster.replacement.told().into_iter().map(|value| value.shown));
        rows.push(row);
        let head = ["Leader", "Side", "Command", "AR", "CR", "MA", ""];
        out.push(("Leaders".to_owned(), aligned(&head, rows) + "\n" + LEGEND));
        out
    }
    fn counter_rows(&self) -> Vec<Vec<String>> {
        let mut rows = Vec::new();
        for (name, c) in runs(&self.roster.counters, |c| {
            c.name.clear();
            &mut c.id
        }) {
            let of = |part: &str| c.sources.mark(part);
            let whole = of("back");
            let sdr = |n: i8, mark: &str| {
                if c.arm == Arm::Artillery {
                    "-".to_owned()
                } else {
                    format!("{n:+}{mark}")
                }
            };
            let emplaced = if c.emplaced { " emplaced" } else { "" };
            rows.push(vec![
                name,
                c.arm.short().to_owned(),
                format!("{}{}", c.missile.short(), of("missile")),
                self.roster.command_word(c.command).to_owned(),
                format!("{} / {}{}{emplaced}", sdr(c.front.sdr, of("sdr")), c.front.ma, of("ma")),
                c.back
                    .map_or("none".to_owned(), |b| format!("{} / {}{whole}", sdr(b.sdr, whole), b.ma)),
            ]);
        }
        rows
    }
}
