//! What simulations count in battles of Suleiman the Magnificent.

use crate::action::Action;
use crate::charts::{CombatResult, Recoil};
use crate::components::UnitId;
use crate::components::{Missile, Side};
use crate::event::{Event, What};
use crate::game::Suleiman;
use crate::rules::shock::striking::forecast;
use crate::rules::victory;
use crate::setup::Setup;
use crate::state::combat::Going;
use crate::state::pieces::{Condition, Whereabouts};
use crate::state::position::State;
use casus_catalog::{ExactError, Study};
use casus_catalog::{Tally, percent};
use casus_core::{Budget, Cite, Game, Match, Odds, Outcome, Ratio, Seeded, Sided};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// State kept during one battle.
#[derive(Debug, Default)]
pub struct Witness {
    /// The kind of the last attack that a unit was in, by unit: the cause of its losses.
    blame: BTreeMap<u8, &'static str>,
    /// The Retired units: one point of each is counted already.
    retired: Vec<u8>,
    acted: Vec<String>,
    activations: usize,
    struck: bool,
}

impl Witness {
    /// Adds Flight Level Points to the cause of the unit's losses.
    fn charge(&self, unit: UnitId, points: usize, t: &mut Tally) {
        let by = self.blame.get(&unit.0).copied();
        t.add("causes", by.unwrap_or("other causes"), points);
    }
}

impl Study for Suleiman {
    type Witness = Witness;

    fn exact(setup: &Setup) -> Result<String, ExactError> {
        combats(setup)
    }

    fn see(w: &mut Witness, s: &State, event: &Event, t: &mut Tally) {
        let roster = &s.game_data().roster;
        match &event.what {
            What::Activated { command, .. } => {
                w.activations += 1;
                let word = roster.command_word(*command);
                if !w.acted.iter().any(|a| a == word) {
                    w.acted.push(word.to_owned());
                }
            }
            What::Fired {
                firer, target, result, ..
            } => {
                let gun = s.missile(*firer) == Missile::Gun;
                let by = if gun { "guns" } else { "bows and muskets" };
                w.blame.insert(target.0, by);
                t.add("results", format!("fire   {result}"), 1);
            }
            What::Struck {
                attackers,
                defender,
                charge,
                result,
                ..
            } => {
                let by = if *charge { "Charges" } else { "Shocks" };
                let table = if *charge { "charge" } else { "shock " };
                t.add("results", format!("{table} {result}"), 1);
                w.blame.insert(defender.0, by);
                for a in attackers {
                    w.blame.insert(a.0, "their own attacks");
                }
                if !w.struck && s.side(*defender) == Side::Ottoman {
                    w.struck = true;
                    let wing = roster.command_word(s.counter(*defender).command);
                    t.add("first struck", wing, 1);
                }
            }
            What::Eliminated { unit, .. } => {
                let paid = usize::from(w.retired.contains(&unit.0));
                let points = victory::points(s.arm(*unit)) as usize;
                w.charge(*unit, points.saturating_sub(paid), t);
            }
            What::Retired { unit, .. } if !w.retired.contains(&unit.0) => {
                w.retired.push(unit.0);
                w.charge(*unit, 1, t);
            }
            What::Became { unit, .. } => w.retired.retain(|&u| u != unit.0),
            _ => {}
        }
    }

    fn end(w: Witness, state: &State, end: Option<(Outcome<Side>, Cite)>, t: &mut Tally) {
        t.note("activations", w.activations);
        for word in w.acted {
            t.add("acted", word, 1);
        }
        let end = match end {
            Some((Outcome::Win(side), _)) => side.word(),
            Some((Outcome::AllLose, _)) => "both lost",
            Some((Outcome::Draw | Outcome::Stalemate, _)) => "stalemate",
            None => "unended",
        };
        t.add("ends", end, 1);
        for u in state.unit_ids() {
            let unit = state.unit(u);
            let key = format!("{} {}", state.side(u).word(), state.arm(u).short());
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
        t.shares(&mut out, "won by, or how it ended", "ends", n);
        t.spread(&mut out, "activations", "activations");
        t.spread(&mut out, "actions", "actions");
        t.shares(&mut out, "commands that acted", "acted", n);
        t.shares(&mut out, "the first Ottoman wing struck", "first struck", n);
        let points: usize = t.count("causes").values().sum();
        t.shares(&mut out, "Flight Level Points by cause", "causes", points);
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
        let s = Suleiman::begin(setup).expect("it has begun before");
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

// ---- named combats ----

/// A combat whose exact odds are printed.
struct Named {
    title: &'static str,
    /// The active leader.
    leader: &'static str,
    /// The units, as in the `units` of a set-up. The first attacks the second.
    units: &'static str,
    how: How,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum How {
    /// The combat roll of a Shock alone.
    Plain,
    /// The combat roll alone of a Charge that goes home.
    Home,
    /// The whole Charge: Reaction Fire on the way, Reluctance, and the defender's attempts before the shock.
    Whole,
}

const NAMED: [Named; 10] = [
    Named {
        title: "Heavy horse stands and fights janissaries",
        leader: "Tomori",
        units: r#"{ id = "HU-HC-1", hex = "2014", facing = "S" }, { id = "OT-RI-1", hex = "2114", facing = "N" }"#,
        how: How::Plain,
    },
    Named {
        title: "Heavy horse Charges janissaries and goes home",
        leader: "Tomori",
        units: r#"{ id = "HU-HC-1", hex = "2014", facing = "S" }, { id = "OT-RI-1", hex = "2114", facing = "N" }"#,
        how: How::Home,
    },
    Named {
        title: "The same with muskets and Reluctance",
        leader: "Tomori",
        units: r#"{ id = "HU-HC-1", hex = "1914", facing = "S" }, { id = "OT-RI-1", hex = "2114", facing = "N" }"#,
        how: How::Whole,
    },
    Named {
        title: "Heavy horse Charges levy",
        leader: "Tomori",
        units: r#"{ id = "HU-HC-1", hex = "1914", facing = "S" }, { id = "OT-LvI-4", hex = "2114", facing = "N" }"#,
        how: How::Whole,
    },
    Named {
        title: "Heavy horse Charges spahis caught in camp",
        leader: "Tomori",
        units: r#"{ id = "HU-HC-1", hex = "1914", facing = "S" }, { id = "OT-MC-5", hex = "2114", facing = "N", state = "disordered" }"#,
        how: How::Whole,
    },
    Named {
        title: "Heavy horse Charges steady spahis, who counter",
        leader: "Tomori",
        units: r#"{ id = "HU-HC-1", hex = "1914", facing = "S" }, { id = "OT-MC-5", hex = "2114", facing = "N" }"#,
        how: How::Whole,
    },
    Named {
        title: "The Porte's horse Charges Hungary's, which counters",
        leader: "Suleiman",
        units: r#"{ id = "OT-HC-1", hex = "2114", facing = "N" }, { id = "HU-HC-1", hex = "1914", facing = "S" }"#,
        how: How::Whole,
    },
    Named {
        title: "Spahis Charge hussars",
        leader: "Khosrev",
        units: r#"{ id = "OT-MC-5", hex = "2114", facing = "N" }, { id = "HU-LC-1", hex = "1914", facing = "S" }"#,
        how: How::Whole,
    },
    Named {
        title: "Janissaries cut up Disordered heavy horse",
        leader: "Suleiman",
        units: r#"{ id = "OT-RI-6", hex = "2114", facing = "N" }, { id = "HU-HC-1", hex = "2014", facing = "S", state = "disordered" }"#,
        how: How::Plain,
    },
    Named {
        title: "Levy storms pikes",
        leader: "Suleiman",
        units: r#"{ id = "OT-LvI-4", hex = "2114", facing = "N" }, { id = "HU-RI-1", hex = "2014", facing = "S" }"#,
        how: How::Plain,
    },
];

/// The result of a combat: whether the defender is hurt, has left its hex, is broken, and whether the attacker is hurt.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Fates {
    hurt: bool,
    cleared: bool,
    broken: bool,
    recoil: bool,
}

/// Chooses an action for either side: units fire and Counter-Charge if they may, and Chargers go on.
fn bold(listed: &[Action]) -> usize {
    let rank = |a: &Action| match a {
        Action::React(_) | Action::CounterCharge(..) | Action::Strike(_) => 0,
        Action::Step(_) | Action::Halt | Action::Advance(..) | Action::Retreat(_) => 1,
        _ => 2,
    };
    (0..listed.len()).min_by_key(|&i| rank(&listed[i])).unwrap_or(0)
}

fn weigh(named: &Named, setup: &Setup) -> Result<[f64; 4], ExactError> {
    let text = format!(
        "start_at = \"shock\"\nleader = \"{}\"\nmap = {{ blank = true }}\nunits = [{}]\nleaders = [{{ id = \"{0}\", hex = \"2010\" }}]",
        named.leader, named.units
    );
    let mut position: Setup = casus_core::formats::from_toml(&text)?;
    position.charts.clone_from(&setup.charts);
    position.counters.clone_from(&setup.counters);
    position.cards.clone_from(&setup.cards);
    position.options.clone_from(&setup.options);
    let game = Match::<Suleiman>::new(position)?;
    let on = |s: &State, n: usize| {
        let mut ids = named.units.split("id = \"").skip(1 + n);
        let word = ids.next().and_then(|t| t.split('"').next()).unwrap_or_default();
        s.game_data().roster.unit(word).expect("a counter of the game")
    };
    let s = game.state();
    let (attacker, defender) = (on(s, 0), on(s, 1));
    if named.how != How::Whole {
        let going = if named.how == How::Home {
            Going::Home
        } else {
            Going::Plain
        };
        let f = forecast(s, &[(attacker, going)], defender, 1).ok_or(ExactError::OffTheMap)?;
        let share = |test: &dyn Fn(CombatResult, Recoil) -> bool| {
            let hits = (0..10).filter(|&face| {
                let r = f.result(s, face);
                test(r.defender, r.attacker)
            });
            percent(hits.count(), 10)
        };
        return Ok([
            share(&|d, _| d != CombatResult::None),
            share(&|d, _| d.vacates()),
            share(&|d, _| d >= CombatResult::Retired),
            share(&|_, a| a != Recoil::None),
        ]);
    }
    let side = s.side(attacker);
    let (home, was) = (s.hex(defender), s.unit(defender).condition);
    let mut game = game;
    let mut dice = Seeded::new(1);
    for action in [Action::Charge(attacker, defender), Action::Declared] {
        game.play(side, action, &mut dice)?;
    }
    let fates = |s: &State| {
        let d = s.unit(defender);
        Fates {
            hurt: d.at.hex() != home || d.condition != was,
            cleared: d.at.hex() != home,
            broken: d.condition == Condition::Retired || d.at == Whereabouts::Lost,
            recoil: s.unit(attacker).condition != Condition::Normal,
        }
    };
    let mut policy = casus_core::PickPolicy(|_: &State, _: Side, list: &[Action]| bold(list));
    let query = game.odds(side, &Action::Resolve(attacker)).policy(&mut policy);
    let odds: Odds<Fates> = query.budget(Budget::runs(1_000_000)).outcomes(fates)?;
    if odds.unresolved != Ratio::ZERO {
        return Err(ExactError::Unresolved(odds.unresolved));
    }
    let share = |test: &dyn Fn(&Fates) -> bool| {
        let hits = odds.outcomes.iter().filter(|(k, _)| test(k));
        hits.fold(0.0, |sum, (_, r)| sum + r.approx() * 100.0)
    };
    Ok([
        share(&|f| f.hurt),
        share(&|f| f.cleared),
        share(&|f| f.broken),
        share(&|f| f.recoil),
    ])
}

fn combats(setup: &Setup) -> Result<String, ExactError> {
    let mut out =
        String::from("named combats, exactly                                 hurt  cleared  broken  attacker hurt\n");
    for named in &NAMED {
        let [hurt, cleared, broken, recoil] = weigh(named, setup).map_err(|e| ExactError::Combat {
            title: named.title,
            source: Box::new(e),
        })?;
        let _ = writeln!(out, "  {:<51} {hurt:>5.1} {cleared:>7.1} {broken:>7.1} {recoil:>9.1}", named.title);
    }
    Ok(out)
}
