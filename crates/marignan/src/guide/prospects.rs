//! What an action brought about: the change of the position, the sum of a phase, and how events are drawn.

use super::names::{at_hand, cn, kn, label, party, un, upper};
use crate::action::Action;
use crate::components::{CommanderId, Side, UnitId};
use crate::event::{Event, What};
use crate::state::pieces::Whereabouts;
use crate::state::position::State;
use crate::state::run::Run;
use crate::story::condition;
use casus_core::picture::Manner;
use casus_core::words::{costs, losses, moved};
use casus_core::{HexId, Place, Sided};
use casus_guide::{Blow, Leg};

pub(super) fn became(before: &State, after: &State, action: Action) -> Vec<String> {
    let mut out = Vec::new();
    let named = |h: HexId| matches!(action, Action::Step(x) | Action::Place(_, x) | Action::Retreat(_, x) if x == h);
    for u in before.unit_ids() {
        let (a, b) = (before.unit(u), after.unit(u));
        let name = un(before, u);
        match b.at {
            Whereabouts::Lost if a.at != b.at => {
                out.push(format!("{name} eliminated"));
                continue;
            }
            Whereabouts::Fled if a.at != b.at => {
                out.push(format!("{name} flee from the map"));
                continue;
            }
            _ => {}
        }
        if a.condition != b.condition {
            out.push(format!("{name} {}", condition(b.condition)));
        }
        if !a.replaced && b.replaced {
            out.push(format!("{name} lose half their men"));
        }
        if !before.hedgehog(u) && after.hedgehog(u) {
            out.push(format!("{name} in hedgehog"));
        }
        let (from, to) = (a.at.hex(), b.at.hex());
        out.extend(moved(&before.game_data.board, name, from, to, named));
    }
    for c in before.commander_ids() {
        let (a, b) = (before.commander(c), after.commander(c));
        if a.at != b.at && b.at == Whereabouts::Lost {
            out.push(format!("{} killed", cn(before, c)));
        } else if !a.injured && b.injured {
            out.push(format!("{} injured", cn(before, c)));
        }
    }
    let fell = |was: u8, is: u8| i32::from(is) - i32::from(was);
    let army = fell(before.swiss_morale, after.swiss_morale);
    if army != 0 {
        out.push(format!("Swiss morale {army:+}"));
    }
    for k in before.corps_ids() {
        let corps = fell(before.corps(k).morale, after.corps(k).morale);
        if corps != 0 {
            out.push(format!("morale of {} {corps:+}", kn(before, k)));
        }
        if !before.demoralized(k) && after.demoralized(k) {
            out.push(format!("{} demoralized", kn(before, k)));
        }
    }
    out
}

/// Returns what decided the battle, and the losses.
pub(super) fn reckoning(s: &State, last: &[Event]) -> Vec<String> {
    let mut out = Vec::new();
    for event in last {
        let decides = match event.what {
            What::Morale { change, .. } => change != 0,
            What::Unsteadied { .. } => true,
            _ => false,
        };
        if decides {
            out.push(crate::story::describe(s, event));
        }
    }
    for &side in Side::ALL {
        let own = || s.unit_ids().filter(|&u| s.side(u) == side);
        let at = |at: Whereabouts| own().filter(|&u| s.unit(u).at == at).count();
        let commanders = || s.commander_ids().filter(|&c| s.game_data.roster[c].side == side);
        // A commander who was injured and then killed counts as killed.
        let injured = || commanders().filter(|&c| s.commander(c).injured && s.commander(c).at != Whereabouts::Lost);
        let counts = [
            (at(Whereabouts::Lost), "unit", "eliminated"),
            (at(Whereabouts::Fled), "unit", "fled"),
            (own().filter(|&u| s.hex(u).is_some() && s.routed(u)).count(), "unit", "routed"),
            (commanders().filter(|&c| s.commander(c).at == Whereabouts::Lost).count(), "commander", "killed"),
            (injured().count(), "commander", "injured"),
        ];
        let hurt: Vec<&str> = injured().map(|c| cn(s, c)).collect();
        let hurt = if hurt.is_empty() {
            String::new()
        } else {
            format!(" ({})", hurt.join(", "))
        };
        let lost = format!("{}{hurt}", losses(&upper(crate::story::side(side)), &counts));
        out.push(match side {
            Side::Swiss => format!("{lost}; morale {}", s.swiss_morale),
            Side::French => {
                let corps = || s.corps_ids().filter(|&k| s.game_data.corps_side(k) == side);
                let names: Vec<&str> = corps().filter(|&k| s.demoralized(k)).map(|k| kn(s, k)).collect();
                let (all, most) = (corps().count(), s.game_data.deployment.armies.french_corps_to_lose);
                let whose = if names.is_empty() {
                    String::new()
                } else {
                    format!(" ({})", names.join(", "))
                };
                format!("{lost}; {} of {all} corps demoralized{whose}, and {most} lose the battle", names.len())
            }
        });
    }
    out
}

pub(super) fn leg(s: &State, event: &Event) -> Option<Leg> {
    let lead = |units: &[UnitId], commanders: &[CommanderId]| match (units, commanders) {
        ([u, ..], _) => Some(u.place()),
        ([], [c, ..]) => Some(c.place()),
        _ => None,
    };
    let party = |units: &[UnitId], commanders: &[CommanderId]| {
        party(
            s,
            &Run {
                begun: true,
                ..Run::new(s.active, units.iter().map(|u| u.0).collect(), commanders.iter().copied().collect())
            },
        )
    };
    let (piece, name, from, to, moves, cost) = match &event.what {
        What::Stepped {
            units,
            commanders,
            successors: _,
            from,
            to,
            cost,
        } => (
            lead(units, commanders)?,
            party(units, commanders),
            from.map(|h| label(s, h)),
            label(s, *to),
            true,
            Some(cost),
        ),
        What::Faced { hex, facing, cost } => {
            let word = facing.word(s.game_data.board.orientation());
            let (piece, name) = match s.run() {
                Some(run) if at_hand(s, run) == Some(*hex) => {
                    let units: Vec<UnitId> = run.units.iter().map(UnitId).collect();
                    let commanders: Vec<CommanderId> = run.commanders.iter().collect();
                    (lead(&units, &commanders)?, party(&units, &commanders))
                }
                // While an army sets up, name the unit that came into the hex.
                None if s.phase().is_none() => {
                    let unit = s.units_at(*hex).next()?;
                    (unit.place(), un(s, unit).to_owned())
                }
                _ => return None,
            };
            let faces = if matches!(piece, Place::Unit(_)) {
                "face"
            } else {
                "faces"
            };
            (piece, name, None, format!("{faces} {word}"), false, cost.as_ref())
        }
        What::Placed { unit, hex } => (unit.place(), un(s, *unit).to_owned(), None, label(s, *hex), true, None),
        _ => return None,
    };
    Some(Leg {
        piece,
        name,
        from,
        to,
        moves,
        spends: cost.map(|c| (c.total, "MP")),
        costs: cost.map(costs).unwrap_or_default(),
    })
}

pub(super) fn blow(event: &Event) -> Option<Blow> {
    let (by, hex, how) = match &event.what {
        What::Fired { firers, hex, .. } => (firers, hex, Manner::Shot),
        What::Fought { attackers, hex, .. } => (attackers, hex, Manner::Struck),
        _ => return None,
    };
    Some(Blow {
        by: by.iter().map(|u| u.place()).collect(),
        at: hex.place(),
        how,
    })
}
