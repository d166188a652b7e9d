//! How an attack could come to its roll, and with what modifiers, before it is declared.

use crate::action::Action;
use crate::components::UnitId;
use crate::game::Arquebus;
use crate::guide::names::{added, label};
use crate::rules::shock::striking::{Roll, roll_on};
use crate::state::position::State;
use crate::state::stage::{Phase, Stage};
use crate::story::result_words;
use casus_core::words::by_face;
use casus_core::{Cite, Die, Few, Game as _, HexId, Log, Scripted};

/// An attack at the die.
struct Prospect {
    /// The hexes that it could strike from with these modifiers.
    from: Vec<HexId>,
    roll: Roll,
}

/// The number of decisions that a Charge may take before its roll.
const DECISIONS: usize = 16;

/// The rolls of an attack if it were declared now, with no other attacks than required ones, and nothing in between. There is one
/// entry for each approach with different modifiers.
///
/// # Errors
/// Returns the reason why this cannot be computed.
fn prospects(s: &State, action: Action) -> Result<Vec<Prospect>, &'static str> {
    let (Action::Charge(attacker, hex) | Action::Shock(attacker, hex)) = action else {
        return Err("this is not an attack");
    };
    let mut found: Vec<Prospect> = Vec::new();
    let mut listed = Vec::new();
    let mut work = vec![(s.clone(), action, DECISIONS)];
    let mut stopped = "others must attack too, or no way in is left";
    while let Some((mut s, does, left)) = work.pop() {
        let mut dice = Scripted::new(&[]);
        Arquebus::apply(&mut s, &does, &mut dice, &mut Log::off());
        if dice.fault().is_some() {
            stopped = "another die is rolled before it";
            continue;
        }
        let Some(&stage) = s.stack.last().filter(|_| left > 0) else {
            continue;
        };
        if let Stage::Shock { step: Phase::Resolve } = stage {
            let Some(from) = s.hex(attacker) else { continue };
            let Some(roll) = roll_on(&s, attacker, hex) else {
                stopped = "no die is rolled for what is there";
                continue;
            };
            let same = |p: &&mut Prospect| p.roll.forecast.charge == roll.forecast.charge && p.roll.net == roll.net;
            match found.iter_mut().find(same) {
                Some(same) if same.from.contains(&from) => {}
                Some(same) => same.from.push(from),
                None => found.push(Prospect { from: vec![from], roll }),
            }
            continue;
        }
        listed.clear();
        Arquebus::actions(&s, &mut listed);
        let next = listed.iter().copied().filter(|&a| {
            matches!(
                (stage, a),
                (Stage::Declaring, Action::Declared)
                    | (Stage::Tracing(_), Action::Step(_) | Action::Face(_))
                    | (Stage::Escort { .. }, Action::Halt)
                    | (Stage::Shock { step: Phase::Place }, Action::Resolve(_))
                    | (Stage::Shock { .. } | Stage::Reaction { .. } | Stage::Shot(_), Action::Hold)
            )
        });
        work.extend(next.map(|a| (s.clone(), a, left - 1)));
    }
    if found.is_empty() {
        return Err(stopped);
    }
    found.sort_by_key(|p| (core::cmp::Reverse(p.roll.net.net()), p.from.first().copied()));
    Ok(found)
}

/// The modifier of an attack for the list: `"DRM +2"`, or `"DRM +1 to +3"` if it depends on the approach.
pub(super) fn words(s: &State, action: Action) -> String {
    let Ok(all) = prospects(s, action) else {
        return "DRM not yet known".to_owned();
    };
    let nets = || all.iter().map(|p| p.roll.net.net());
    match (nets().min(), nets().max()) {
        (Some(low), Some(high)) if low < high => format!("DRM {low:+} to {high:+}"),
        (Some(net), _) => format!("DRM {net:+}"),
        _ => String::new(),
    }
}

/// The rolls that an attack may lead to, as text; `case` is that of the approach.
pub(super) fn lines(s: &State, action: Action, case: Cite) -> Vec<String> {
    let all = match prospects(s, action) {
        Ok(all) => all,
        Err(why) => return vec![format!("Its DRM is not known yet: {why}.")],
    };
    let mut out = vec!["If declared alone, the defender stands and nothing happens in between:".to_owned()];
    for p in &all {
        if all.len() > 1 {
            let from: Vec<String> = p.from.iter().map(|&h| label(s, h)).collect();
            out.push(format!("Striking from {} ({case}):", from.join(" or ")));
        }
        out.extend(roll_lines(s, &p.roll));
    }
    out
}

fn roll_lines(s: &State, roll: &Roll) -> [String; 2] {
    let of = |face: u8| result_words(roll.result(&s.game_data.charts, i32::from(face)));
    [format!("{}.", added(s, &roll.net)), by_face(Die::D10, of)]
}

/// The rolls of an attack that is resolved, one for each hex.
pub(super) fn resolved(s: &State, unit: UnitId) -> Vec<String> {
    let on = s.combat().and_then(|f| f.striker(unit)).map(|k| k.on);
    let mut out = Vec::new();
    for hex in on.iter().flat_map(Few::iter) {
        if let Some(roll) = roll_on(s, unit, hex) {
            out.push(format!("On {}:", label(s, hex)));
            out.extend(roll_lines(s, &roll));
        }
    }
    out
}
