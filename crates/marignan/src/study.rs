//! What simulations count in battles of Marignan 1515.

use crate::components::UnitId;
use crate::components::{Class, Side};
use crate::event::{Event, What};
use crate::game::Marignan;
use crate::setup::Setup;
use crate::state::pieces::Whereabouts;
use crate::state::position::State;
use crate::state::stage::Why;
use casus_catalog::Study;
use casus_catalog::{Tally, percent};
use casus_core::{Cite, Outcome, Sided};
use std::fmt::Write as _;

/// State kept during one battle.
#[derive(Debug, Default)]
pub struct Witness {
    /// The last event that can cost morale: the cause of later losses.
    cause: &'static str,
    /// The game turn in which the Swiss first stepped beside a gun.
    guns: Option<u8>,
    /// The last game turn in which units entered the map.
    entered: Option<u8>,
    /// The game turn of the first melee.
    melee: Option<u8>,
    charges: usize,
    hedgehogs: usize,
    orders: usize,
    steadied: usize,
}

impl Study for Marignan {
    type Witness = Witness;

    fn see(w: &mut Witness, s: &State, event: &Event, t: &mut Tally) {
        match &event.what {
            What::Fired { result, .. } => {
                w.cause = "fire";
                t.add("results", format!("fire  {result}"), 1);
            }
            What::Fought { result, .. } => {
                w.cause = "melee";
                w.melee.get_or_insert(s.turn());
                t.add("results", format!("melee {result}"), 1);
            }
            What::Tested { why, passed, .. } => {
                match why {
                    Why::Commitment(_) => w.cause = "commitment",
                    Why::Panic => w.cause = "rout through",
                    _ => {}
                }
                let end = if *passed { "passed" } else { "failed" };
                t.add("tests", format!("{} {end}", why.word()), 1);
            }
            What::Ordered { .. } => {
                w.cause = "retreat orders";
                w.orders += 1;
            }
            What::NightFalls => t.add("night", "fell", 1),
            What::Killed { .. } => w.cause = "deaths of commanders",
            What::PhaseBegins { .. } => w.cause = "flight at leisure",
            What::Morale { corps, change, .. } if *change < 0 => {
                let side = if corps.is_some() { "French" } else { "Swiss" };
                let n = usize::try_from(-change).unwrap_or(0);
                t.add("points", format!("{side} by {}", w.cause), n);
            }
            What::Demoralized { corps } => {
                t.add("demoralized", s.game_data().roster[*corps].id.clone(), 1);
            }
            What::Charges { .. } => w.charges += 1,
            What::Hedgehog { .. } => w.hedgehogs += 1,
            What::Steadied { .. } => w.steadied += 1,
            What::Captured { hex } => {
                let name = s.game_data().board.name(*hex).unwrap_or("a place").to_owned();
                t.add("taken", name, 1);
            }
            What::Breached => t.add("taken", "the fortifications", 1),
            What::Stepped { units, from, to, .. } => {
                let swiss = units.iter().any(|&u| s.side(u) == Side::Swiss);
                if swiss && w.guns.is_none() {
                    let gun = |u: UnitId| s.class(u) == Class::Artillery;
                    let beside = s.adjacent_enemies(*to, Side::Swiss).any(gun);
                    if beside {
                        w.guns = Some(s.turn());
                    }
                }
                if from.is_none() {
                    w.entered = Some(s.turn());
                }
            }
            _ => {}
        }
    }

    fn end(w: Witness, s: &State, end: Option<(Outcome<Side>, Cite)>, t: &mut Tally) {
        let end = match end {
            Some((Outcome::Win(side), cite)) => {
                t.add("winners", side.word(), 1);
                format!("{} ({})", side.word(), cite.text())
            }
            Some((Outcome::Draw, cite)) => {
                t.add("winners", "draw", 1);
                format!("draw ({})", cite.text())
            }
            _ => "unended".to_owned(),
        };
        t.add("ends", end, 1);
        t.note("turns", s.turn().into());
        for (kind, turn) in [("guns", w.guns), ("entered", w.entered), ("melee", w.melee)] {
            match turn {
                Some(turn) => t.note(kind, turn.into()),
                None => t.add("never", kind, 1),
            }
        }
        if let Some(turn) = w.guns {
            t.add("guns by turn", format!("turn {turn:>2}"), 1);
        }
        t.note("charges", w.charges);
        t.note("hedgehogs", w.hedgehogs);
        t.note("orders", w.orders);
        t.note("steadied", w.steadied);
        t.note("Swiss morale", s.swiss_morale().into());
        t.note("demoralized corps", s.demoralized_corps());
        for u in s.unit_ids() {
            let c = s.counter(u);
            let key = format!("{} {}", c.side.word(), c.title);
            match s.unit(u).at {
                Whereabouts::Absent => continue,
                Whereabouts::Lost | Whereabouts::Fled => t.add("lost", key.as_str(), 1),
                Whereabouts::Map(_) | Whereabouts::Reserve => {}
            }
            if s.unit(u).replaced {
                t.add("replaced", key.as_str(), 1);
            }
            t.add("began", key, 1);
        }
    }

    fn report(t: &Tally, setup: &Setup) -> String {
        let mut out = String::new();
        let n = t.games();
        t.shares(&mut out, "won by", "winners", n);
        t.shares(&mut out, "how it ended", "ends", n);
        if !t.count("night").is_empty() {
            t.shares(&mut out, "the night between the days", "night", n);
        }
        t.spread(&mut out, "game turns", "turns");
        t.spread(&mut out, "actions", "actions");
        t.spread(&mut out, "first melee, turn", "melee");
        t.spread(&mut out, "beside a gun, turn", "guns");
        t.shares(&mut out, "Swiss first beside a gun in", "guns by turn", n);
        t.spread(&mut out, "all on the map, turn", "entered");
        t.shares(&mut out, "never", "never", n);
        for (title, kind) in [
            ("Charges", "charges"),
            ("hedgehogs", "hedgehogs"),
            ("retreat orders", "orders"),
            ("corps steadied", "steadied"),
            ("Swiss morale left", "Swiss morale"),
            ("demoralized corps left", "demoralized corps"),
        ] {
            t.spread(&mut out, title, kind);
        }
        t.shares(&mut out, "demoralized in the battle", "demoralized", n);
        t.shares(&mut out, "taken by the Swiss", "taken", n);
        let points = t.count("points");
        for side in ["Swiss", "French"] {
            let of = |key: &str| key.starts_with(side);
            let whole: usize = points.iter().filter(|(k, _)| of(k)).map(|(_, n)| n).sum();
            let _ = writeln!(out, "morale lost, {side}");
            for (key, k) in points.iter().filter(|(k, _)| of(k)) {
                let _ = writeln!(out, "  {key:<28} {:>5.1} %", percent(*k, whole));
            }
        }
        let _ = writeln!(out, "tests, in a battle");
        for (key, k) in &t.count("tests") {
            let _ = writeln!(out, "  {key:<28} {:>6.1}", percent(*k, n) / 100.0);
        }
        let _ = writeln!(out, "of those that began            lost   replaced");
        for (key, whole) in &t.count("began") {
            let of = |kind: &str| percent(t.count(kind).get(key).copied().unwrap_or(0), *whole);
            let _ = writeln!(out, "  {key:<28} {:>5.1} % {:>5.1} %", of("lost"), of("replaced"));
        }
        let _ = writeln!(out, "results of each table (0: never)");
        let game_data = <Self as casus_core::Game>::begin(setup).expect("it has begun before");
        let charts = &game_data.game_data().charts;
        let mut cells: Vec<String> = Vec::new();
        for row in 1..=6 {
            let fire = &charts.fire.table;
            let melee = &charts.melee.table;
            cells.extend((0..fire.columns().len()).map(|c| format!("fire  {}", fire.get(row, c))));
            cells.extend((0..melee.columns().len()).map(|c| format!("melee {}", melee.get(row, c))));
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
