//! What simulations count in battles of Arquebus.

use crate::components::{Arm, Hexside, LeaderId, Side, UnitId};
use crate::event::{Event, What};
use crate::game::Arquebus;
use crate::setup::Setup;
use crate::state::pieces::{Condition, Whereabouts};
use crate::state::position::State;
use casus_catalog::Study;
use casus_catalog::{Tally, percent};
use casus_core::{Cite, Game as _, HexId, Outcome, Sided};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// State kept during one battle.
#[derive(Debug, Default)]
pub struct Witness {
    /// The kind of the last attack that a unit was in, by unit: the cause of its losses.
    blame: BTreeMap<u8, &'static str>,
    /// The Retired units: one Flight Point of each is counted already.
    retired: Vec<u8>,
    acted: Vec<String>,
    activations: usize,
    /// Attacks declared across a ditch at units behind it.
    over_ditch: Vec<(UnitId, HexId)>,
    struck: bool,
    shocks: usize,
    charges: usize,
    counters: usize,
    shots: usize,
}

impl Witness {
    /// Adds Flight Points to the cause of the unit's losses.
    fn charge(&self, unit: UnitId, points: usize, t: &mut Tally) {
        let by = self.blame.get(&unit.0).copied();
        t.add("causes", by.unwrap_or("other causes"), points);
    }
    /// Notes the Battles that act.
    fn act(&mut self, words: impl Iterator<Item = String>) {
        for word in words {
            if !self.acted.contains(&word) {
                self.acted.push(word);
            }
        }
    }
}

/// Counts what happened to leaders and Standards, and what costs no unit anything.
fn deeds(s: &State, what: &What, t: &mut Tally) {
    match what {
        What::Killed { who } | What::Captured { who } => {
            t.add("causes", "leaders", leader_points(s, who.leader));
            t.add("leaders", s.game_data().roster.leader_word(who.leader), 1);
        }
        What::StandardCaptured { .. } => t.add("deeds", "Standards captured", 1),
        What::Withdrew { .. } => t.add("deeds", "hexes of Retreat Before Combat", 1),
        What::Continues { .. } => t.add("deeds", "Continued Attacks", 1),
        What::Engaged { .. } => t.add("deeds", "pairs Engaged", 1),
        What::Disengaged { .. } => t.add("deeds", "Disengaged", 1),
        What::Seizure { test, .. } => {
            t.add("deeds", if test.passed { "Seizures won" } else { "Seizures failed" }, 1);
        }
        What::Passed { side } => t.add("deeds", format!("Passes, {}", side.word()), 1),
        What::Dismounted { .. } => t.add("deeds", "dismounted", 1),
        What::Reluctance { test, .. } => {
            t.add(
                "deeds",
                if test.passed {
                    "Swiss willing"
                } else {
                    "Swiss unwilling"
                },
                1,
            );
        }
        _ => {}
    }
}

/// Returns whether a ditch lies between two adjacent hexes, with `to` behind it.
fn ditch(s: &State, from: HexId, to: HexId) -> bool {
    let board = &s.game_data().board;
    board
        .direction(from, to)
        .is_some_and(|d| Hexside::Ditch.is_at(board, from, d) && Hexside::inside(board, to, d.opposite()))
}

fn leader_points(s: &State, leader: LeaderId) -> usize {
    let (card, f) = (&s.game_data().roster[leader], &s.game_data().charts.flight);
    usize::from(match (card.king, card.oc) {
        (true, _) => f.king,
        (_, true) => f.oc,
        _ => f.leader,
    })
}

impl Study for Arquebus {
    type Witness = Witness;

    fn see(w: &mut Witness, s: &State, event: &Event, t: &mut Tally) {
        let roster = &s.game_data().roster;
        match &event.what {
            What::Activated { side, battles, .. } => {
                w.activations += 1;
                w.act(
                    battles
                        .iter()
                        .map(|b| format!("{} {}", side.word(), roster.battle_word(*b))),
                );
            }
            What::ArmyActivated { .. } | What::StandardActivated { .. } => w.activations += 1,
            What::Declared {
                attacker,
                hex,
                charge,
                path,
            } => {
                let from = path.last().copied().or(s.hex(*attacker));
                if from.is_some_and(|f| ditch(s, f, *hex)) {
                    w.over_ditch.push((*attacker, *hex));
                    if *charge {
                        t.add("charges over a ditch", "declared", 1);
                    }
                }
            }
            What::Charged { .. } => w.charges += 1,
            What::CounterCharge { against, test, .. } => {
                w.counters += 1;
                let end = if test.passed { "won" } else { "failed" };
                t.add("counters", format!("against {} {end}", against.word()), 1);
            }
            What::Fired {
                firer, target, result, ..
            } => {
                w.shots += 1;
                let by = if s.missile(*firer).gun() {
                    "guns"
                } else {
                    "shot and bows"
                };
                if s.arm(*target) != Arm::BaggageWagon {
                    w.blame.insert(target.0, by);
                }
                t.add("results", format!("fire   {result}"), 1);
            }
            What::Struck {
                attackers,
                defender,
                hex,
                charge,
                result,
                ..
            } => {
                w.shocks += 1;
                let by = if *charge { "Charges" } else { "Shocks" };
                let table = if *charge { "charge" } else { "shock " };
                t.add("results", format!("{table} {result}"), 1);
                w.blame.insert(defender.0, by);
                for a in attackers {
                    w.blame.insert(a.0, "their own attacks");
                }
                let storms = |a: &UnitId| s.arm(*a) == Arm::MenAtArms && w.over_ditch.contains(&(*a, *hex));
                if attackers.iter().all(storms) {
                    let end = if result.defender.vacates() { "cleared" } else { "held" };
                    t.add("storms", end, 1);
                }
                if !w.struck {
                    w.struck = true;
                    t.add("first struck", roster.battle_word(s.battle(*defender)), 1);
                }
            }
            What::Undefended { units, .. } => {
                for u in units {
                    w.blame.insert(u.0, "Shocks");
                }
            }
            What::Eliminated { unit, .. } => {
                let paid = usize::from(w.retired.contains(&unit.0));
                let points = usize::from(s.game_data().charts.flight.of(s.counter(*unit).arm));
                w.charge(*unit, points.saturating_sub(paid), t);
            }
            What::Retired { unit, .. } if !w.retired.contains(&unit.0) => {
                w.retired.push(unit.0);
                w.charge(*unit, 1, t);
            }
            What::Rallied { unit, condition } => {
                w.retired.retain(|&u| u != unit.0);
                let from = if *condition == Condition::Normal {
                    "Disorder"
                } else {
                    "Retirement"
                };
                t.add("deeds", format!("rallied from {from}"), 1);
            }
            other => deeds(s, other, t),
        }
    }

    fn end(w: Witness, state: &State, end: Option<(Outcome<Side>, Cite)>, t: &mut Tally) {
        t.note("activations", w.activations);
        t.note("shocks", w.shocks);
        t.note("charges", w.charges);
        t.note("counters", w.counters);
        t.note("shots", w.shots);
        for word in w.acted {
            t.add("acted", word, 1);
        }
        let end = match end {
            Some((Outcome::Win(side), cite)) if cite.text() == "3.0" => side.word().to_owned(),
            Some((Outcome::Win(side), cite)) => format!("{} ({})", side.word(), cite.text()),
            Some((Outcome::Draw | Outcome::AllLose, _)) => "draw".to_owned(),
            Some((Outcome::Stalemate, _)) => "stalemate".to_owned(),
            None => "unended".to_owned(),
        };
        t.add("ends", end, 1);
        for (kind, side) in [("points 0", Side::France), ("points 1", Side::League)] {
            t.note(kind, usize::try_from(state.flight_points(side)).unwrap_or(0));
        }
        for u in state.unit_ids() {
            let unit = state.unit(u);
            let key = format!("{} {}", state.side(u).word(), state.counter(u).arm.short());
            match (unit.at, unit.condition) {
                (Whereabouts::Absent, _) => continue,
                (Whereabouts::Lost, _) => t.add("lost", key.as_str(), 1),
                (_, Condition::Retired) => t.add("retired", key.as_str(), 1),
                (_, Condition::Disordered) => t.add("disordered", key.as_str(), 1),
                (_, Condition::Normal) => {}
            }
            t.add("began", key, 1);
        }
    }

    fn report(t: &Tally, setup: &Setup) -> String {
        let mut out = String::new();
        let n = t.games();
        let s = Self::begin(setup).expect("it has begun before");
        let _ = writeln!(out, "{}", s.game_data().scenario.title);
        t.shares(&mut out, "won by, or how it ended", "ends", n);
        t.spread(&mut out, "activations", "activations");
        t.spread(&mut out, "actions", "actions");
        t.spread(&mut out, "shots", "shots");
        t.spread(&mut out, "dice of Shock", "shocks");
        t.spread(&mut out, "Charges", "charges");
        t.spread(&mut out, "Counter-Charges tried", "counters");
        t.spread(&mut out, "Flight Points, France", "points 0");
        t.spread(&mut out, "Flight Points, League", "points 1");
        t.shares(&mut out, "Battles that acted", "acted", n);
        t.shares(&mut out, "the first Battle struck", "first struck", n);
        let points: usize = t.count("causes").values().sum();
        t.shares(&mut out, "Flight Points by cause", "causes", points);
        t.shares(&mut out, "leaders killed or captured", "leaders", n);
        let _ = writeln!(out, "in a battle, on the average");
        for kind in ["deeds", "counters"] {
            for (key, k) in &t.count(kind) {
                let _ = writeln!(out, "  {key:<32} {:>6.1}", percent(*k, n) / 100.0);
            }
        }
        let storms = t.count("storms");
        let all: usize = storms.values().sum();
        if all > 0 {
            let cleared = storms.get("cleared").copied().unwrap_or(0);
            let _ = writeln!(
                out,
                "Men-at-Arms by themselves over a ditch: {all} attacks, {:.1} % cleared the hex; Charges over one: {}",
                percent(cleared, all),
                t.count("charges over a ditch").values().sum::<usize>()
            );
        }
        let _ = writeln!(out, "of those that began or came   lost   Retired   Disordered at the end");
        for (key, whole) in &t.count("began") {
            let of = |kind: &str| percent(t.count(kind).get(key).copied().unwrap_or(0), *whole);
            let _ = writeln!(
                out,
                "  {key:<24} {:>5.1} % {:>7.1} % {:>10.1} %",
                of("lost"),
                of("retired"),
                of("disordered")
            );
        }
        let _ = writeln!(out, "results of each table (0: never)");
        let charts = &s.game_data().charts;
        let mut cells: Vec<String> = Vec::new();
        for (table, word) in [(&charts.shock, "shock "), (&charts.charge, "charge")] {
            for row in table.rows() {
                cells.extend((0..2).map(|c| format!("{word} {}", table.get(row, c))));
            }
        }
        for row in charts.fire.rows() {
            cells.extend((0..4).map(|c| format!("fire   {}", charts.fire.get(row, c))));
        }
        cells.sort();
        cells.dedup();
        for cell in cells {
            let k = t.count("results").get(&cell).copied().unwrap_or(0);
            let _ = writeln!(out, "  {cell:<24} {k:>6}");
        }
        out
    }
}
