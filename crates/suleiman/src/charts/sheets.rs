//! The charts as text: the player aid sheets, the sources of the values, and the text that the digest is made of.

use super::{Charts, FireDrms, HEX, HEXSIDE, Line, SLOPE, TerrainRow};
use crate::components::{Arm, GUN, TERRAIN_WORDS};
use casus_core::data::{Form, Group};
use casus_core::sheet::{LEGEND, aligned, costs, plain_rows, table_sheet};
use casus_core::{Provenance, ResultTable, Source};
use core::fmt;
use core::fmt::Write as _;

impl Charts {
    /// Everything that the rules read of the charts, as text.
    pub(crate) fn canon(&self, t: &mut String) {
        for (w, row) in &self.ranges {
            let _ = writeln!(t, "{} {row:?}", w.word());
        }
        let mut table = |low: i32, rows: Vec<String>| {
            for (n, row) in (low..).zip(rows) {
                let _ = writeln!(t, "{n} {row}");
            }
        };
        table(self.fire.low(), plain_rows(&self.fire));
        table(self.shock.low(), plain_rows(&self.shock));
        table(self.charge.low(), plain_rows(&self.charge));
        let _ = writeln!(t, "{:?} {}", self.matrix.cells, self.fire_drms.plain(&Form::WHOLE));
        let e = &self.terrain;
        for row in &e.hexes {
            let _ = writeln!(t, "{}", row.plain(&HEX));
        }
        let _ = writeln!(t, "{} {}", e.road_mp, e.slope.plain(&SLOPE));
        for row in [&e.stream, &e.trench] {
            let _ = writeln!(t, "{}", row.plain(&HEXSIDE));
        }
    }
    /// Reports the source of each part.
    pub(crate) fn provenance(&self, note: &mut impl FnMut(String, &Source)) {
        let mut group = |what: &str, sources: &Provenance| {
            sources.tell(&format!("charts: {what}"), note);
        };
        group("Fire Range Chart", &self.range_sources);
        group("Fire modifiers", &self.fire_drms.sources);
        for (name, source) in [
            ("Fire Table", self.fire.source()),
            ("Weapon System Matrix", &self.matrix.source),
            ("Shock Table", self.shock.source()),
            ("Charge Table", self.charge.source()),
        ] {
            group(name, &Provenance::whole(source.clone()));
        }
        let e = &self.terrain;
        for (word, row) in TERRAIN_WORDS.iter().zip(&e.hexes) {
            let mut sources = row.sources.clone();
            if *word == "village" {
                sources
                    .parts
                    .insert("fire".to_owned(), self.fire_drms.sources.of("village").clone());
            }
            group(&format!("terrain, {word}"), &sources);
        }
        group("terrain, road", &Provenance::whole(e.road_source.clone()));
        group("terrain, slope", &e.slope.sources);
        group("terrain, stream", &e.stream.sources);
        let mut trench = e.trench.sources.clone();
        trench
            .parts
            .insert("fire".to_owned(), self.fire_drms.sources.of("trench").clone());
        group("terrain, trench", &trench);
    }
    /// Returns every chart as a player's aid sheet.
    pub(crate) fn sheets(&self) -> Vec<(String, String)> {
        let reach = self.ranges.values().map(Vec::len).max().unwrap_or(0);
        let mut head = vec!["Weapon".to_owned()];
        head.extend((1..=reach).map(|n| n.to_string()));
        let head: Vec<&str> = head.iter().map(String::as_str).collect();
        let mut lines = Vec::new();
        for (weapon, row) in &self.ranges {
            let word = weapon.word();
            let mut line = vec![format!(
                "{word}, range {}{}",
                row.len(),
                self.range_sources.mark(&format!("{word} range"))
            )];
            for n in 1..=reach {
                line.push(
                    row.get(n - 1).map_or("-".to_owned(), |d| {
                        format!("{d:+}{}", self.range_sources.mark(&format!("{word} {n}")))
                    }),
                );
            }
            lines.push(line);
        }
        let ranges = aligned(&head, lines) + "\n" + LEGEND;

        let fire_drms = aligned(&["DRM", "When", "Case"], self.fire_drms.lines(FireDrms::WHEN))
            + "\nAnd the range's, from the Fire Range Chart (7.4.1).\n"
            + LEGEND;

        let m = self.matrix.source.mark();
        let mut head = vec!["Attacker"];
        head.extend(Line::ALL.map(Line::short));
        let lines = Arm::ALL
            .into_iter()
            .filter(|a| self.matrix.attacks(*a))
            .map(|a| {
                let mut line = vec![a.short().to_owned()];
                line.extend(Line::ALL.map(|l| self.matrix.get(a, l).map_or("-".to_owned(), |n| format!("{n:+}{m}"))));
                line
            })
            .collect();
        let types = Arm::ALL.map(|arm| format!("{} {}", arm.short(), arm.title()));
        let types: Vec<String> = types.chunks(4).map(|line| line.join("; ")).collect();
        let matrix = aligned(&head, lines)
            + &format!("\n{}.", types.join(";\n"))
            + "\nArI is Archer Infantry. A type without a row may not fight shock; LC may not Charge (19.0).\n"
            + LEGEND;

        vec![
            ("Fire Range Chart".to_owned(), ranges),
            ("Fire Modifiers".to_owned(), fire_drms),
            ("Fire Table".to_owned(), sheet(&self.fire, "die + DRM")),
            ("Weapon System Matrix".to_owned(), matrix),
            ("Shock Table".to_owned(), sheet(&self.shock, "die + DRM")),
            ("Charge Table".to_owned(), sheet(&self.charge, "die + DRM")),
            ("Shock and Charge Modifiers".to_owned(), SHOCK_SUMMARY.to_owned()),
            ("Dice in Brief".to_owned(), DICE.to_owned()),
            ("Terrain Effects Chart".to_owned(), self.terrain_sheet()),
        ]
    }
    fn terrain_sheet(&self) -> String {
        let t = &self.terrain;
        let own = |text: &str| text.to_owned();
        let line = |name: &str, row: &TerrainRow, plus: &str, rest: [String; 4]| -> Vec<String> {
            let mark = |gait| row.sources.mark(if gait == GUN { "guns" } else { "mp" });
            let cells = core::iter::once(own(name)).chain(costs(&row.mp, plus, mark));
            cells.chain(rest).collect()
        };
        let none = || own("+0");
        let mut lines = Vec::new();
        for (name, row) in TERRAIN_WORDS.iter().zip(&t.hexes) {
            let fire = if *name == "village" {
                self.fire_drms.shown("village")
            } else {
                none() + row.sources.mark("fire")
            };
            lines.push(line(name, row, "", [row.shown("shock"), fire, row.shown("charge"), row.shown("blocks_sight")]));
        }
        let mut road = vec![own("road")];
        road.extend(vec![format!("{}{}", t.road_mp, t.road_source.mark()); 3]);
        road.extend(["-", "-", "-", "-"].map(own));
        lines.push(road);
        lines.push(line(
            "level up",
            &t.slope,
            "+",
            [t.slope.shown("shock"), own("-"), own("yes"), own("if above both")],
        ));
        let mut down = vec![own("level down")];
        down.extend(costs(&t.slope.down, "+", |_| t.slope.sources.mark("down")));
        down.extend(["-", "-", "yes", "-"].map(own));
        lines.push(down);
        for (name, row, fire) in [
            ("stream side", &t.stream, none() + t.stream.sources.mark("fire")),
            ("trench side", &t.trench, self.fire_drms.shown("trench")),
        ] {
            lines.push(line(name, row, "+", [row.shown("shock"), fire, row.shown("charge"), own("no")]));
        }
        aligned(
            &[
                "Terrain",
                "Leg",
                "Mounted",
                "Guns",
                "Shock",
                "Fire",
                "Charge",
                "Blocks sight",
            ],
            lines,
        ) + "\nNA: not, save by road. A trench counts from outside only. Shock and fire are for the defender's hex or side.\n"
            + LEGEND
    }
}

fn sheet<T: fmt::Display>(table: &ResultTable<T>, rows: &str) -> String {
    table_sheet(table, rows)
        + "\nRt Retreat, D Disordered, Ret Retire, E Eliminated; AD, AR the attacker's; CA Continued Attack.\n"
        + LEGEND
}

const SHOCK_SUMMARY: &str = "\
DRM      When                                                                Case
+/-n     attackers on the defender less the units that they attack in all    8.3.1(1)
+2       in through a flank                                                  8.3.1(2)A
+3       in through the rear                                                 8.3.1(2)A
+4       from two or more of front, flank and rear, in place of the others   8.3.1(2)A
chart    terrain, see the Terrain Effects Chart                              8.3.1(2)B
-1       every attacker stands lower                                         19.0
SDR      the defender's Shock Defense Rating                                 8.3.1(3)
+2       a successful Charge or Counter-Charge by HC or MC                   8.3.1(4)
+1       Hungarian HC that Charges with the leader of its own Command        8.3.1(5)
chart    the best line of the Weapon System Matrix                           8.3.1(6)
-2       an attacker is Disordered                                           8.3.1(7)
+2       the defender is Retired                                             8.3.1(8)
-1       for each earlier attack in this activation                          10.5
";

const DICE: &str = "\
Die                                   Result                                         Case
Activation, Continuity, Seizure       up to the leader's Activation Rating: success  5.2.1, 5.3.1
Charge Reluctance (MC +1)             0-4 goes home, 5-9 is blunted                  9.3
Counter-charge (+ own SDR, +1 flank)  0-3 success, 4-9 failure                       9.4.3
Akincis before shock (+ own SDR)      up to 5 unharmed, from 6 Disordered            8.2.1
Leader, fire total of 9 or more       a second die of 8 or 9 kills                   12.4(1)
Leader, shock                         die less Activation Rating of 3 or more kills  12.4(2)
Flight                                die and points above the level: the army flees 16.0
Contingents                           6-7 Slavonia, 8 the mixed, 9 Transylvania      15.2.4
";
