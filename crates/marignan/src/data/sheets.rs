//! The data as text: the player aid sheets, the sources of the values, and the text that the digest is made of.

use super::GameData;
use crate::components::{Bonus, CommanderCard, CommanderFace, Counter, Face};
use casus_core::data::{Form, Group as _};
use casus_core::sheet::{LEGEND, aligned, plain_board, plain_hexes, reconstructed, runs};
use casus_core::{HexId, Sided, Source};
use core::fmt::Write as _;

/// Returns the id of a piece whose name does not matter, for [`runs`].
fn nameless(counter: &mut Counter) -> &mut String {
    counter.name.clear();
    &mut counter.id
}

impl GameData {
    /// Returns all data that the rules read as one text, which is the same on every machine.
    pub(super) fn canon(&self) -> String {
        let mut t = String::new();
        let board = &self.board;
        let _ = writeln!(t, "{:?}", board.numbering());
        plain_board(board, &mut t);
        let face = |f: &Face| format!("{}/{}/{}/{}", f.morale, f.melee, f.ma, f.fire);
        for c in &self.roster.counters {
            let _ = writeln!(
                t,
                "{} {} {} {:?} {} {} {} {}",
                c.id,
                c.side.word(),
                c.arm.word(),
                c.corps.map(|c| c.0),
                c.protection.word(),
                face(&c.front),
                face(&c.back),
                c.replacement
            );
        }
        for c in &self.roster.commanders {
            let face = |f: &CommanderFace| format!("{}/{}/{:?}", f.range, f.ma, f.bonus);
            let _ = writeln!(
                t,
                "{} {} {} {} {} {}{}{}",
                c.id,
                c.side.word(),
                c.corps.0,
                face(&c.front),
                face(&c.back),
                u8::from(c.hero),
                u8::from(c.king),
                u8::from(c.constable)
            );
        }
        for c in &self.roster.corps {
            let _ = writeln!(t, "{} {} {:?}", c.id, c.side.word(), c.morale);
        }
        self.charts.canon(&mut t);
        let d = &self.deployment;
        let places = |hexes: &[HexId]| plain_hexes(board, hexes);
        let _ = writeln!(t, "{} {}", d.clock.plain(&Form::WHOLE), d.armies.plain(&Form::WHOLE));
        let _ = writeln!(t, "{} {}", places(&d.places), places(&d.free_entry));
        for p in &d.placements {
            let _ = writeln!(t, "{} {}", p.commander.0, board.label_str(p.hex));
        }
        for c in &d.columns {
            let _ = writeln!(t, "{} {} {}", c.corps.0, places(&c.hexes), c.reduction);
        }
        for s in &d.scenarios {
            let _ = writeln!(t, "{} {} {}", s.id, s.days, s.draw);
        }
        t
    }
    /// Returns all reconstructed values with the reason for each, so that none passes for a printed one.
    pub fn reconstructed(&self) -> Vec<(String, String)> {
        reconstructed(&self.layers, |note| self.tell_sources(note))
    }
    fn tell_sources(&self, mut note: &mut dyn FnMut(String, &Source)) {
        self.charts.provenance(&mut note);
        for c in &self.roster.corps {
            c.sources.tell(&format!("corps: {}", c.id), &mut note);
        }
        for (name, c) in runs(&self.roster.counters, nameless) {
            c.sources
                .tell(&format!("counters: {name}, number and ratings"), &mut note);
        }
        for c in &self.roster.commanders {
            c.sources.tell(&format!("commanders: {}, ratings", c.id), &mut note);
        }
        let d = &self.deployment;
        d.clock.sources.tell("scenarios: hours", &mut note);
        d.armies.sources.tell("scenarios: armies", &mut note);
        note("scenarios: places".to_owned(), &d.places_source);
        for p in &d.placements {
            let id = &self.roster[p.commander].id;
            note(format!("set-up: {id}"), &p.source);
        }
        for c in &d.columns {
            let id = &self.roster[c.corps].id;
            note(format!("entry: corps {id}"), &c.source);
        }
        note("entry: units without corps".to_owned(), &d.free_entry_source);
        for s in &d.scenarios {
            note(format!("scenarios: {}", s.id), &s.source);
        }
    }
    /// Returns the player aid sheets, each with a title and a text. `*` marks reconstructed cells, `+` those of the set-up.
    pub fn sheets(&self) -> Vec<(String, String)> {
        let mut out = self.charts.sheets();
        let head = ["Units", "Who", "Corps", "Protection", "In order", "Disordered", ""];
        let counters = runs(&self.roster.counters, nameless).into_iter();
        let rows = counters.map(|(name, c)| self.counter_row(name, c)).collect();
        let counters = aligned(&head, rows)
            + "\nFaces are morale / melee / movement, and fire. Replaced: morale 1 less, melee halved (1.1).\n"
            + LEGEND;
        out.push(("Counters".to_owned(), counters));
        let rows = self.roster.commanders.iter().map(|c| self.commander_row(c));
        let head = ["Commander", "Corps", "Unhurt", "Injured", ""];
        let commanders = aligned(&head, rows.collect()) + "\nFaces are command range / movement, and bonus.\n" + LEGEND;
        out.push(("Commanders".to_owned(), commanders));
        let rows = self.roster.corps.iter().map(|c| {
            let post = self.deployment.placements.iter();
            let post = post.filter(|p| self.roster[self.roster[p.commander].corps].id == c.id);
            vec![
                format!("{}{}", c.id, c.sources.source.mark()),
                format!("{}{}", c.title, c.sources.mark("title")),
                c.morale
                    .map_or("-".to_owned(), |n| format!("{n}{}", c.sources.mark("morale"))),
                post.map(|p| self.board.label(p.hex)).collect(),
            ]
        });
        let armies = &self.deployment.armies;
        let corps = aligned(&["Corps", "What it was", "Morale", "Begins"], rows.collect())
            + &format!("\nThe Swiss army: {}; its corps enter in this order.\n", armies.shown("swiss_morale"))
            + LEGEND;
        out.push(("Corps".to_owned(), corps));
        out
    }
    fn counter_row(&self, name: String, c: &Counter) -> Vec<String> {
        let of = |part: &str| c.sources.mark(part);
        let face = |f: &Face, of: &dyn Fn(&str) -> &'static str| {
            let fire = if f.fire > 0 {
                format!(", {}{}", f.fire, of("fire"))
            } else {
                String::new()
            };
            format!("{}{} / {}{} / {}{}{fire}", f.morale, of("morale"), f.melee, of("melee"), f.ma, of("ma"))
        };
        // A source of the rulebook covers the face in order, unless the part names the other face.
        let back = |part: &str| match part {
            "melee" if c.sources.parts.contains_key("back_melee") => of("back_melee"),
            _ => of("back"),
        };
        vec![
            name,
            c.title.clone(),
            c.corps.map_or("-".to_owned(), |id| self.roster[id].id.clone()),
            format!("{}{}", c.protection.word(), of("protection")),
            face(&c.front, &of),
            face(&c.back, &back),
            if c.replacement {
                format!("replaced{}", of("replacement"))
            } else {
                String::new()
            },
        ]
    }
    fn commander_row(&self, c: &CommanderCard) -> Vec<String> {
        let of = |part: &str| c.sources.mark(part);
        let face = |f: &CommanderFace, r: &str, m: &str, b: &str| {
            let bonus = match f.bonus {
                Bonus::None => String::new(),
                Bonus::Melee(n) => format!(", melee +{n}{b}"),
                Bonus::Fire(n) => format!(", fire +{n}{b}"),
            };
            format!("{}{r} / {}{m}{bonus}", f.range, f.ma)
        };
        let hero = if c.hero { "hero" } else { "" };
        vec![
            c.id.clone(),
            self.roster[c.corps].id.clone(),
            face(&c.front, of("range"), of("ma"), of("bonus")),
            face(&c.back, of("back"), of("back"), of("back")),
            hero.to_owned(),
        ]
    }
}
