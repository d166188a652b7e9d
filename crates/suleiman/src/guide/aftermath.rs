//! What an action brought about: the change of the position, the sum of a phase, and how events are drawn.

use super::names::{facing_word, label, ln, top, un, upper};
use crate::action::Action;
use crate::components::{Side, UnitId};
use crate::event::{Event, What};
use crate::state::pieces::{Condition, Whereabouts};
use crate::state::position::State;
use crate::state::stage::Stage;
use crate::story::{acts, army};
use crate::view::sees_leader;
use casus_core::picture::Manner;
use casus_core::words::{costs, exceeds, losses, moved};
use casus_core::{HexId, Ledger, Place, Sided};
use casus_guide::{Blow, Leg};

pub(super) fn became(before: &State, after: &State, action: Action, viewer: Side) -> Vec<String> {
    let mut out = Vec::new();
    let named = |h: HexId| {
        matches!(action, Action::Step(x) | Action::Enter(x) | Action::Retreat(x)
            | Action::Advance(_, x) | Action::Withdraw(_, x) | Action::Retire(x)
            | Action::Place(_, x) if x == h)
    };
    for u in before.unit_ids() {
        let (a, b) = (before.unit(u), after.unit(u));
        let name = un(before, u);
        if a.at != b.at && b.at == Whereabouts::Lost {
            out.push(format!("{name} Eliminated"));
            continue;
        }
        if a.condition != b.condition {
            out.push(format!("{name} {}", b.condition.title()));
        }
        if b.condition == Condition::Retired && a.condition != b.condition {
            continue;
        }
        let (from, to) = (a.at.hex(), b.at.hex());
        out.extend(moved(&before.game_data.board, name, from, to, named));
    }
    for l in before.leader_ids() {
        let (a, b) = (before.leader(l), after.leader(l));
        let lost = a.at != b.at && matches!(b.at, Whereabouts::Lost | Whereabouts::Absent);
        if lost && sees_leader(before, l, Some(viewer)) {
            out.push(format!("{} lost", ln(before, l)));
        }
    }
    if before.banner.is_some() && after.banner.is_none() {
        out.push("the Banner is lost".to_owned());
    }
    out.extend(comes_to_act(before, after));
    out
}

/// The reason for the end of the battle, and its losses.
pub(super) fn reckoning(s: &State, last: &[Event]) -> Vec<String> {
    let mut out = Vec::new();
    for event in last {
        if let What::Flight { side, test } = &event.what {
            let does = if test.passed {
                acts(*side, "holds", "hold")
            } else {
                acts(*side, "flees", "flee")
            };
            out.push(format!("{}: {} ({})", upper(&does), exceeds(test), event.cite));
        }
    }
    for &side in Side::ALL {
        let own = || s.pieces().filter(move |(.., traits)| traits.side == side);
        let retired = own().filter(|(_, u, _)| u.condition == Condition::Retired && u.at.in_play());
        let counts = [
            (own().filter(|(_, u, _)| u.at == Whereabouts::Lost).count(), "unit", "Eliminated"),
            (retired.count(), "unit", "Retired"),
            (s.fallen[side as usize].into_iter().map(usize::from).sum(), "leader", "lost"),
        ];
        let (points, level) = (s.flight_points(side), s.flight_level(side));
        out.push(format!("{}; {points} of {level} Flight Points", losses(&upper(army(side)), &counts)));
    }
    out
}

/// The side that acts next, where a Continuity or Seizure roll decides it.
fn comes_to_act(before: &State, after: &State) -> Option<String> {
    if !matches!(top(before)?, Stage::Continuity { .. } | Stage::Seize { .. }) {
        return None;
    }
    match (after.activation(), top(after)?) {
        (Some(act), _) => Some(format!("{} acts", crate::story::named(after, after.who(act.under)))),
        (None, Stage::Free { side }) => Some(acts(side, "gets a free activation", "get a free activation")),
        (None, _) => None,
    }
}

pub(super) fn leg(s: &State, event: &Event) -> Option<Leg> {
    let unit = |u: UnitId| (u.place(), un(s, u).to_owned());
    let mp = |cost: &Ledger| (Some((cost.total, "MP")), costs(cost));
    let free = || (None, String::new());
    let ((piece, name), from, to, moves, (spends, costs)) = match &event.what {
        What::Stepped {
            unit: u,
            from,
            to,
            cost,
        } => (unit(*u), Some(label(s, *from)), label(s, *to), true, mp(cost)),
        What::Entered { unit: u, hex, cost } => (unit(*u), None, label(s, *hex), true, mp(cost)),
        What::Placed { unit: u, hex } => (unit(*u), None, format!("in {}", label(s, *hex)), false, free()),
        What::Faced { unit: u, facing } => (unit(*u), None, format!("face {}", facing_word(s, *facing)), false, free()),
        What::LeaderPlaced { leader, hex, .. } => {
            let who = (Place::Leader(u16::from(leader.0)), ln(s, *leader).to_owned());
            let to = hex.map_or("hidden".to_owned(), |h| format!("in {}", label(s, h)));
            (who, None, to, false, free())
        }
        What::Rode {
            who, from, to, cost, ..
        } => {
            let who = (who.leader.place(), who.words(ln(s, who.leader)));
            match to {
                Some(h) => {
                    let spends = cost.map(|points| (points, "MP"));
                    (who, from.map(|h| label(s, h)), label(s, *h), true, (spends, String::new()))
                }
                None => (who, None, "moves, hidden".to_owned(), false, free()),
            }
        }
        _ => return None,
    };
    Some(Leg {
        piece,
        name,
        from,
        to,
        moves,
        spends,
        costs,
    })
}

pub(super) fn blow(event: &Event) -> Option<Blow> {
    let (by, at, how) = match &event.what {
        What::Fired { firer, target, .. } => (vec![firer.place()], target, Manner::Shot),
        What::Struck {
            attackers, defender, ..
        } => (attackers.iter().map(|u| u.place()).collect(), defender, Manner::Struck),
        _ => return None,
    };
    let at = at.place();
    Some(Blow { by, at, how })
}

/// Whether an event reports what the action itself does.
pub(super) const fn tells(action: Action, event: &What) -> bool {
    match action {
        Action::Place(..) => matches!(event, What::Placed { .. }),
        Action::PlaceLeader(..) => matches!(event, What::LeaderPlaced { .. }),
        Action::PlaceBanner(_) => matches!(event, What::BannerPlaced { .. }),
        Action::Activate(_) => matches!(event, What::Activated { .. }),
        Action::Name(_) => matches!(event, What::Named { .. }),
        Action::Seize(_) => matches!(event, What::Seizure { .. }),
        Action::Pass => matches!(event, What::Passed { .. }),
        Action::Standard => matches!(event, What::StandardRaised { .. }),
        Action::Summon => matches!(event, What::Summons { .. }),
        Action::Replace(..) => matches!(event, What::Replaced { .. }),
        Action::Step(_) | Action::Enter(_) => {
            matches!(event, What::Stepped { .. } | What::Entered { .. } | What::Rode { .. } | What::Charged { .. })
        }
        Action::Face(_) => matches!(event, What::Faced { .. } | What::Declined { .. }),
        Action::LetRoll | Action::Halt => matches!(event, What::Declined { .. }),
        Action::Fire(_) => matches!(event, What::Aimed { .. } | What::FiredInZoc { .. }),
        Action::React(_) | Action::Return => matches!(event, What::Aimed { .. }),
        Action::Hold | Action::HoldAll(_) => matches!(event, What::Held { .. }),
        Action::Reopen(_) => matches!(event, What::Reopened { .. }),
        Action::CounterCharge(..) => matches!(event, What::CounterCharge { .. }),
        Action::Withdraw(..) => matches!(event, What::Withdrew { .. }),
        Action::Shock(..) | Action::Charge(..) => matches!(event, What::Declared { .. }),
        Action::Resolve(_) => matches!(
            event,
            What::CombatBegins { .. } | What::Void { .. } | What::Continues { .. } | What::ContinuedLapsed { .. }
        ),
        Action::Strike(_) => matches!(event, What::Struck { .. }),
        Action::Advance(..) => matches!(event, What::Advanced { .. }),
        Action::Retreat(_) => matches!(event, What::Retreated { .. }),
        Action::Trample(..) => matches!(event, What::Retreated { .. } | What::Trampled { .. }),
        Action::Retire(_) => matches!(event, What::Retired { .. }),
        Action::Rejoin(_) => matches!(event, What::Joined { .. }),
        Action::Take(_) | Action::TakeLeader(_) | Action::EndMoves | Action::Declared => false,
    }
}
