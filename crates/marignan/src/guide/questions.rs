//! The question at each decision.

use super::names::{at_hand, facing_word, kn, label, left, names, party, top, upper};
use crate::action::Action;
use crate::components::UnitId;
use crate::dispatch::decision;
use crate::game::Marignan;
use crate::rules::scenarios::deployment::deployed;
use crate::state::pieces::Whereabouts;
use crate::state::position::State;
use crate::state::stage::{Stage, Why};
use crate::state::turn::{Course as Timing, Night};
use crate::story::{hour, why};
use casus_core::words::{choices, many};
use casus_core::{Game as _, Lexicon, Place};

pub(super) fn question(s: &State) -> String {
    let Some(open) = decision(s) else {
        return String::new();
    };
    let about = s.name_of(open.of);
    let mut listed = Vec::new();
    Marignan::actions(s, &mut listed);
    let offers = |like: fn(&Action) -> bool| listed.iter().any(like);
    match top(s) {
        Some(Stage::Course(course)) => course_question(s, *course, open.of),
        Some(Stage::Turning { .. }) => format!("Units in {about}: choose their facing."),
        Some(Stage::Hero(_)) => format!("{}: choose the demoralized corps that he steadies.", upper(&about)),
        Some(Stage::Running(run)) => {
            let at = at_hand(s, run).map_or("off the map".to_owned(), |h| label(s, h));
            let facing = run
                .units
                .iter()
                .map(UnitId)
                .find(|&u| s.hex(u).is_some() && !s.routed(u))
                .map_or(String::new(), |u| format!(", facing {}", facing_word(s, u)));
            let out = run.units.iter().map(UnitId).all(|u| s.hex(u).is_none());
            let way = if out && at_hand(s, run).is_none() {
                "enter the map"
            } else {
                "move"
            };
            let does = choices(&[
                (way, offers(|a| matches!(a, Action::Step(_)))),
                ("turn", offers(|a| matches!(a, Action::Face(_)))),
                ("select more pieces", offers(|a| matches!(a, Action::Join(_) | Action::JoinCommander(_)))),
                ("form a hedgehog", offers(|a| *a == Action::Form)),
                ("done", offers(|a| *a == Action::Halt)),
            ]);
            format!("{} ({at}{facing}): {} MP left. {does}", upper(&party(s, run)), left(s, run))
        }
        Some(Stage::Contact(contact)) => match open.what {
            "go-on" => format!("Some failed their test. Do the others go on to {}?", label(s, contact.to)),
            "charge" => "Charge the enemy: with which cavalry, and which hex? Or do not charge.".to_owned(),
            _ => {
                let (who, s_of) = match s.run() {
                    Some(run) if run.units.is_empty() && run.commanders.iter().count() == 1 => (party(s, run), "s"),
                    Some(run) => (party(s, run), ""),
                    None => (String::new(), ""),
                };
                let at = label(s, contact.to);
                format!("{} enter{s_of} {at}. Form the hedgehog in {about}?", upper(&who))
            }
        },
        Some(Stage::Tests(tests)) if matches!(tests.why, Why::Desorg(_)) => "Desorg: choose the next unit.".to_owned(),
        Some(Stage::Tests(tests)) => {
            let left = names(s, tests.left.iter().map(UnitId));
            format!("{left} {}: which of them next?", why(s, tests.why))
        }
        Some(Stage::Flight(_)) => format!("{about} run: to which hex?"),
        Some(Stage::Order { corps }) => {
            format!("{} retreats: which unit next, and where to?", upper(kn(s, *corps)))
        }
        Some(Stage::Escort(_)) => format!("Choose the commanders that go along with {about}."),
        Some(Stage::Shot(_)) => {
            let does = choices(&[
                ("choose units", offers(|a| matches!(a, Action::Fire(_)))),
                ("roll", offers(|a| *a == Action::Loose)),
            ]);
            format!("Fire at {about}. {does}")
        }
        Some(Stage::Bout(_)) if open.what == "advance" => {
            format!("{about} is vacant. Advance after melee: which unit, or none?")
        }
        Some(Stage::Bout(_)) => {
            let does = choices(&[
                ("choose units", offers(|a| matches!(a, Action::Attack(_)))),
                ("roll", offers(|a| *a == Action::Resolve)),
            ]);
            format!("Attack on {about}. {does}")
        }
        Some(Stage::Losses(losses)) => {
            format!("A loss among {}: choose the unit.", names(s, losses.among.iter().map(UnitId)))
        }
        Some(Stage::Rejoin(_)) => format!("{} joins which unit?", upper(&about)),
        Some(Stage::Risk { .. }) | None => String::new(),
    }
}

fn course_question(s: &State, course: Timing, of: Place) -> String {
    let about = s.name_of(of);
    let mut listed = Vec::new();
    Marignan::actions(s, &mut listed);
    let done = if listed.contains(&Action::Done) {
        ", or done"
    } else {
        ""
    };
    match course {
        Timing::Deploy(n) => {
            let more = deployed(&s.game_data).skip(usize::from(n) + 1).count();
            format!("Place {about}. {} more to place.", many(more, "piece"))
        }
        Timing::Successors => format!("{}: choose its new commander.", upper(&about)),
        Timing::Rallies => format!("Rally: choose a routed unit{done}."),
        Timing::Routs => "Rout: choose the next routed unit that runs.".to_owned(),
        Timing::Moves => {
            let waits = s
                .unit_ids()
                .filter(|&u| s.side(u) == s.active && s.unit(u).at == Whereabouts::Reserve);
            let waits = waits.count();
            let more = match waits {
                0 => String::new(),
                n => format!(" {} still to enter.", many(n, "unit")),
            };
            format!("Turn {}, {}: select a piece to move{done}.{more}", s.turn, hour(s, s.turn))
        }
        Timing::Hedgehogs => format!("Hedgehogs: choose units that leave them{done}."),
        Timing::Retreats => format!("Retreat before the enemy: choose a unit and its hex{done}."),
        Timing::DefensiveFire | Timing::OffensiveFire => format!("Fire: choose a target hex{done}."),
        Timing::Melees => format!("Melee: choose a hex to attack{done}."),
        Timing::Night(Night::FallBack) => {
            format!("Night: choose a unit that goes back from the enemy, and its hex{done}.")
        }
        Timing::Night(Night::Works) => {
            let most = usize::from(s.game_data.deployment.armies.fortifications);
            let left = most.saturating_sub(crate::rules::scenarios::works::built(s));
            format!("Night: build a fortification{done}. {left} left.")
        }
        Timing::Night(_) => match of {
            Place::Nowhere => format!("Night: choose a unit to place again{done}."),
            _ => format!("Night: place {about} again."),
        },
        Timing::Command | Timing::Recovery | Timing::Close => String::new(),
    }
}
