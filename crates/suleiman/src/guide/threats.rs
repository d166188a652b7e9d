//! What threatens a unit, and what it could do.

use super::names::{facing_word, hex_of, hexes, label, un};
use crate::casebook::cite;
use crate::components::{CommandId, Missile, Side, UnitId};
use crate::state::pieces::Done;
use crate::state::position::State;
use crate::state::shot::Mode;
use crate::view::sees_leader;
use casus_core::{Cite, HexId, Refusals, Verdict};
use casus_guide::{Goal, Threat};

/// Checks whether an action is allowed, apart from whose activation it is. Returns everything else that forbids it.
fn but_for_the_turn(judge: impl FnOnce(&mut Verdict)) -> Result<(), Refusals> {
    let mut v = Verdict::full();
    judge(&mut v);
    let refusals = match v.finish() {
        Ok(()) => return Ok(()),
        Err(refusals) => refusals,
    };
    let mut rest = Verdict::full();
    for r in &refusals {
        // Compares the whole citation: a clause of the Case is something else.
        if !matches!(r.cite.text(), "5.1.1" | "12.2") {
            rest.refuse(*r);
        }
    }
    rest.finish()
}

fn may_fire(s: &State, firer: UnitId, target: UnitId) -> Result<(), Refusals> {
    but_for_the_turn(|v| crate::rules::fire::judge_as_it_stands(s, firer, target, Mode::Phasing, v))
}

fn may_attack(s: &State, attacker: UnitId, target: UnitId, charge: bool) -> bool {
    but_for_the_turn(|v| crate::rules::shock::declaring::judge_attack(s, attacker, target, charge, v)).is_ok()
}

/// The targets that a unit could fire at, attack or Charge in the present position.
pub(super) fn goals(now: &State, viewer: Option<Side>, u: UnitId) -> Vec<Goal> {
    let (s, unsure) = rested(now, viewer);
    let enemies = s.unit_ids().filter(|&e| s.side(e) != s.side(u) && s.hex(e).is_some());
    let mut out = Vec::new();
    for e in enemies {
        let mut goal = |words: String| out.push(Goal { at: e.place(), words });
        if may_fire(&s, u, e).is_ok() {
            let net = crate::rules::fire::shot_ledger(&s, u, e, Mode::Phasing).map_or(0, |l| l.net());
            goal(format!("fire, die {net:+}"));
        }
        if may_attack(&s, u, e, false) {
            goal("attack".to_owned());
        }
        if may_attack(&s, u, e, true) {
            let led = if unsure.contains(&u) { ", if in command" } else { "" };
            goal(format!("charge{led}"));
        }
    }
    out
}

/// The state in which what units did in past activations no longer binds them, and the units of which the viewer does not
/// know whether they are in command.
fn rested(now: &State, viewer: Option<Side>) -> (State, Vec<UnitId>) {
    let mut next = now.clone();
    let active = now.activation().map(|a| a.command);
    // Command status is only computed if the viewer knows the leaders of the command; otherwise its units count as in command.
    let knows = |c: CommandId| {
        let mut all = now.leader_ids();
        all.all(|l| now.game_data.roster.leader_card(l).command != c || sees_leader(now, l, viewer))
    };
    let mut unsure: Vec<UnitId> = Vec::new();
    for c in now.game_data.roster.command_ids().filter(|&c| Some(c) != active) {
        let led = knows(c).then(|| crate::rules::leaders::in_command(now, c));
        for unit in now.game_data.units_of(c) {
            let mut done = now.unit(unit).done.fresh().and(now.beginning(unit));
            if led.as_ref().is_none_or(|led| led.contains(&unit)) {
                done.set(Done::IN_COMMAND);
            }
            next.unit_mut(unit).done = done;
            if led.is_none() {
                unsure.push(unit);
            }
        }
    }
    (next, unsure)
}

/// The threats by a unit and to it. The place of a leader is used only if the viewer knows it.
pub(super) fn threats(now: &State, viewer: Option<Side>, u: UnitId) -> Vec<Threat> {
    let Some(at) = now.hex(u) else {
        return Vec::new();
    };
    let (next, unsure) = rested(now, viewer);
    let command_word = |x: UnitId| {
        if unsure.contains(&x) { ", if in command" } else { "" }
    };
    let s = &next;
    let mut out = Vec::new();
    let mut say = |words: String, on: Vec<String>, cite: Cite| out.push(Threat { words, on, cite });
    let name = un(s, u);
    let enemies: Vec<UnitId> = s
        .unit_ids()
        .filter(|&e| s.side(e) != s.side(u) && s.hex(e).is_some())
        .collect();
    say(
        format!("{name} in {}, facing {}, have in front", label(s, at), facing_word(s, s.unit(u).facing)),
        hexes(s, s.frontal(u)),
        cite!("3.3"),
    );
    let zoc: Vec<HexId> = s.frontal(u).filter(|&h| s.controls(u, h)).collect();
    if zoc.is_empty() {
        let why = if s.has_zoc(u) { cite!("3.2.3") } else { cite!("3.2.1") };
        say("They project no ZOC".to_owned(), Vec::new(), why);
    } else {
        say("Their ZOC".to_owned(), hexes(s, zoc.into_iter()), cite!("3.2"));
    }
    if s.missile(u) != Missile::None {
        let arc = crate::rules::fire::field_of_fire(s, u);
        let mut range = 1;
        while arc.iter().any(|a| a.0 >= range) {
            let ring: Vec<HexId> = arc.iter().filter(|a| a.0 == range).map(|a| a.1).collect();
            let drm = crate::rules::fire::range_modifier(s, u, range).unwrap_or(0);
            if !ring.is_empty() {
                say(format!("Their fire at range {range}, die {drm:+}"), hexes(s, ring.into_iter()), cite!("7.4.1"));
            }
            range += 1;
        }
        let in_arc = |e: &UnitId| s.hex(*e).is_some_and(|h| arc.iter().any(|a| a.1 == h));
        let mut can = Vec::new();
        for &e in enemies.iter().filter(|e| in_arc(e)) {
            let net = crate::rules::fire::shot_ledger(s, u, e, Mode::Phasing).map_or(0, |l| l.net());
            match may_fire(s, u, e) {
                Ok(()) => can.push(format!("{} die {net:+}", un(s, e))),
                Err(why) => say(format!("They may not fire at {} now: {why}", un(s, e)), Vec::new(), cite!("7.3")),
            }
        }
        if !can.is_empty() {
            say("They could fire at".to_owned(), can, cite!("7.3"));
        }
    }
    let on = |charge: bool| -> Vec<String> {
        enemies
            .iter()
            .filter(|&&e| may_attack(s, u, e, charge))
            .map(|&e| {
                let unsure = if charge { command_word(u) } else { "" };
                format!("{} {}{unsure}", un(s, e), hex_of(s, e))
            })
            .collect()
    };
    let by = |charge: bool| -> Vec<String> {
        enemies
            .iter()
            .filter(|&&e| may_attack(s, e, u, charge))
            .map(|&e| {
                let unsure = if charge { command_word(e) } else { "" };
                format!("{} {}{unsure}", un(s, e), hex_of(s, e))
            })
            .collect()
    };
    let fire_by: Vec<String> = enemies
        .iter()
        .filter(|&&e| may_fire(s, e, u).is_ok())
        .map(|&e| {
            let net = crate::rules::fire::shot_ledger(s, e, u, Mode::Phasing).map_or(0, |l| l.net());
            format!("{} {} die {net:+}", un(s, e), hex_of(s, e))
        })
        .collect();
    let zoc_by: Vec<String> = s
        .controllers(at, s.side(u).enemy())
        .map(|e| un(s, e).to_owned())
        .collect();
    for (words, list, cite) in [
        ("They could attack", on(false), cite!("8.1")),
        ("They could charge", on(true), cite!("9.2")),
        ("They are in the ZOC of", zoc_by, cite!("3.2")),
        ("They could be fired at by", fire_by, cite!("7.3")),
        ("They could be attacked by", by(false), cite!("8.1")),
        ("They could be charged by", by(true), cite!("9.2")),
    ] {
        if !list.is_empty() {
            say(words.to_owned(), list, cite);
        }
    }
    out
}
