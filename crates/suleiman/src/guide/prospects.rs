//! What can come of an attack.

use super::names::{added, label, top};
use crate::action::Action;
use crate::casebook::cite;
use crate::components::UnitId;
use crate::game::Suleiman;
use crate::rules::combat::{attackers_on, current};
use crate::rules::shock::striking::{Forecast, strike_ledger};
use crate::state::combat::Bout;
use crate::state::pieces::Condition;
use crate::state::position::State;
use crate::state::stage::Stage;
use crate::story::result_words;
use casus_core::words::by_face;
use casus_core::{Die, Game as _, HexId, Ledger, Log, Scripted};

/// One way in which an attack could come to its roll.
struct Prospect {
    /// The state at the roll.
    s: State,
    /// The hexes from which it could strike with these modifiers.
    from: Vec<HexId>,
    ledger: Ledger,
    /// Whether the Charge Table is used.
    charge: bool,
}

/// The modifiers of an attack's roll if it were declared now in addition to the declared attacks, with no other attack and
/// nothing in between. There is one entry for each approach with different modifiers. The flag says whether another approach
/// needs an extra roll.
///
/// # Errors
/// Returns the reason why this cannot be computed.
fn prospects(s: &State, action: Action) -> Result<(Vec<Prospect>, bool), &'static str> {
    let (Action::Charge(attacker, target) | Action::Shock(attacker, target)) = action else {
        return Err("this is not an attack");
    };
    let mut found: Vec<Prospect> = Vec::new();
    let mut listed = Vec::new();
    // A Charge of three hexes takes fewer decisions than this, and has fewer ways in.
    let mut work = vec![(s.clone(), action, 16)];
    let mut diced = false;
    while let Some((mut s, does, left)) = work.pop() {
        let mut dice = Scripted::new(&[]);
        Suleiman::apply(&mut s, &does, &mut dice, &mut Log::off());
        if dice.fault().is_some() {
            diced = true;
            continue;
        }
        let Some(stage) = top(&s).filter(|_| left > 0) else {
            continue;
        };
        if let Stage::Combat { step: Bout::Strike } = stage {
            // A Charge to which others leave no approach strikes nobody.
            let strikes = |c| attackers_on(&s, c, target).any(|k| k.unit == attacker);
            let (Some((ledger, charge)), Some(from)) = (strike_ledger(&s, target), s.hex(attacker)) else {
                continue;
            };
            if !current(&s).is_some_and(strikes) {
                continue;
            }
            match found.iter_mut().find(|p| p.charge == charge && p.ledger == ledger) {
                Some(same) if same.from.contains(&from) => {}
                Some(same) => same.from.push(from),
                None => found.push(Prospect {
                    s,
                    from: vec![from],
                    ledger,
                    charge,
                }),
            }
            continue;
        }
        listed.clear();
        Suleiman::actions(&s, &mut listed);
        // Tries every path of a Charge; it ends where it can.
        let ends = listed.contains(&Action::Halt);
        let next = listed.iter().copied().filter(|&a| match (stage, a) {
            (Stage::Declaring, Action::Declared)
            | (Stage::Approach(_), Action::Halt)
            | (Stage::Combat { step: Bout::React } | Stage::Reaction { .. } | Stage::Shot(_), Action::Hold)
            | (Stage::Combat { step: Bout::Approach }, Action::Resolve(_)) => true,
            (Stage::Resolving, Action::Resolve(u)) => u == attacker,
            (Stage::Approach(_), Action::Step(_) | Action::Face(_)) => !ends,
            _ => false,
        });
        work.extend(next.map(|a| (s.clone(), a, left - 1)));
    }
    if found.is_empty() {
        return Err(if diced {
            "another roll comes before it"
        } else {
            "no way in is left"
        });
    }
    found.sort_by_key(|p| (core::cmp::Reverse(p.ledger.net()), p.from.first().copied()));
    Ok((found, diced))
}

/// The die of an attack for the list: `"die +2"`, or `"die +1 to +3"` if it depends on the approach.
pub(super) fn prospect_words(s: &State, action: Action) -> String {
    let Ok((all, _)) = prospects(s, action) else {
        return "die not yet known".to_owned();
    };
    let nets = || all.iter().map(|p| p.ledger.net());
    match (nets().min(), nets().max()) {
        (Some(low), Some(high)) if low < high => format!("die {low:+} to {high:+}"),
        (Some(net), _) => format!("die {net:+}"),
        _ => String::new(),
    }
}

/// The rolls that an attack may lead to, as text.
pub(super) fn prospect_lines(s: &State, action: Action, target: UnitId, out: &mut Vec<String>) {
    let (all, diced) = match prospects(s, action) {
        Ok(found) => found,
        Err(why) => {
            out.push(format!("The modifiers are not known yet: {why}."));
            return;
        }
    };
    let beside = if crate::rules::shock::declaring::declared(s).is_empty() {
        "Declared alone"
    } else {
        "With what is declared so far"
    };
    out.push(format!("{beside}, if the defender stands and nothing else happens first:"));
    for p in &all {
        if all.len() > 1 {
            let from: Vec<String> = p.from.iter().map(|&h| label(s, h)).collect();
            out.push(format!("Striking from {} ({}):", from.join(" or "), cite!("9.2")));
        }
        strike_lines(&p.s, target, &p.ledger, p.charge, out);
    }
    if diced {
        out.push("By another way in, another roll comes first.".to_owned());
    }
}

pub(super) fn strike_lines(s: &State, target: UnitId, ledger: &Ledger, charge: bool, out: &mut Vec<String>) {
    let attackers: Vec<UnitId> =
        current(s).map_or_else(Vec::new, |c| attackers_on(s, c, target).map(|k| k.unit).collect());
    let named = match &attackers[..] {
        [one] => vec![*one, target],
        _ => vec![target],
    };
    out.push(format!("{}.", added(s, ledger, &named)));
    let forecast = Forecast {
        drm: ledger.net(),
        charge,
        disordered: s.unit(target).condition != Condition::Normal,
    };
    out.push(by_face(Die::D10, |face| result_words(forecast.result(s, i32::from(face)))));
}
