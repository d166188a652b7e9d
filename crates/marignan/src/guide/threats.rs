//! What threatens a unit in a hex, and where it wants to go.

use super::names::{facing_word, held, label, un, unit_note};
use crate::casebook::cite;
use crate::charts::Disorder;
use crate::components::UnitId;
use crate::rules::fire::aim::could_fire;
use crate::rules::melee::bout::{once_over, over_water};
use crate::rules::melee::odds::forecast;
use crate::state::combat::Mode;
use crate::state::position::State;
use casus_core::{Cite, HexId, PieceSet};
use casus_guide::{Goal, Threat};
use std::borrow::Cow;
use std::collections::BTreeSet;

/// Returns the enemies that a unit threatens, and those that threaten it.
pub(super) fn threats(s: &State, u: UnitId) -> Vec<Threat> {
    let Some(at) = s.hex(u) else {
        return Vec::new();
    };
    let enemy = s.side(u).enemy();
    let hexes = |list: &mut dyn Iterator<Item = HexId>| -> Vec<String> {
        list.map(|h| [label(s, h), held(s, h)].join(" ").trim_end().to_owned())
            .collect()
    };
    let units = |list: &mut dyn Iterator<Item = UnitId>| -> Vec<String> {
        list.map(|e| format!("{} {}", un(s, e), unit_note(s, e))).collect()
    };
    // In its own next fire phase, whichever that is.
    let fires = |unit: UnitId, to: HexId| {
        let mode = if s.side(unit) == s.active {
            Mode::Offensive
        } else {
            Mode::Defensive
        };
        could_fire(s, unit, to, mode).is_ok()
    };
    let enemies: Vec<(UnitId, HexId)> = s.on_map(enemy).collect();
    let targets: BTreeSet<HexId> = enemies.iter().map(|x| x.1).collect();
    let all = [
        ("Their ZOC", hexes(&mut s.zoc(u)), cite!("4.0")),
        ("They are in the ZOC of", units(&mut s.controllers(at, enemy)), cite!("4.0")),
        (
            "Of these they turn their back to",
            units(
                &mut s
                    .controllers(at, enemy)
                    .filter(|&e| s.hex(e).is_some_and(|from| s.behind(u, from))),
            ),
            cite!("3.3"),
        ),
        ("They could fire at", hexes(&mut targets.into_iter().filter(|&to| fires(u, to))), cite!("12.0")),
        (
            "They could be fired at by",
            units(&mut enemies.iter().filter(|x| fires(x.0, at)).map(|x| x.0)),
            cite!("12.0"),
        ),
    ];
    let facing = if s.all_round(u) || s.routed(u) {
        String::new()
    } else {
        format!(", facing {}", facing_word(s, u))
    };
    let mut out = vec![Threat {
        words: format!("{} in {}{facing}", un(s, u), label(s, at)),
        on: Vec::new(),
        cite: cite!("3.0"),
    }];
    let rest =
        all.into_iter()
            .filter(|(_, on, _)| !on.is_empty())
            .map(|(words, on, cite): (&str, Vec<String>, Cite)| Threat {
                words: words.to_owned(),
                on,
                cite,
            });
    out.extend(rest);
    out
}

/// Returns the state that determines the odds of a unit's attack, if it passes its tests (9.1).
fn sure(s: &State, u: UnitId, hex: HexId) -> Cow<'_, State> {
    match over_water(s, u, hex) {
        Disorder::Automatic => Cow::Owned(once_over(s, PieceSet::one(u.0))),
        Disorder::None | Disorder::Test => Cow::Borrowed(s),
    }
}

/// Returns the hexes that a unit could fire at or has in its ZOC, with the forecast if it acts alone.
pub(super) fn goals(s: &State, u: UnitId) -> Vec<Goal> {
    let alone: PieceSet = core::iter::once(u.0).collect();
    let mode = if s.side(u) == s.active {
        Mode::Offensive
    } else {
        Mode::Defensive
    };
    let held: BTreeSet<HexId> = s.on_map(s.side(u).enemy()).map(|x| x.1).collect();
    let mut out = Vec::new();
    for hex in held {
        let mut goal = |words: String| out.push(Goal { at: hex.place(), words });
        if could_fire(s, u, hex, mode).is_ok()
            && let Some(f) = crate::rules::fire::odds::forecast(s, hex, alone)
        {
            goal(format!("fire, column {}", f.column));
        }
        if s.zoc(u).any(|h| h == hex)
            && let Some(f) = forecast(&sure(s, u, hex), hex, alone)
        {
            goal(format!("attack alone, {}", f.column));
        }
    }
    out
}
