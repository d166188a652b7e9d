//! The open decision as a question.

use crate::action::Action;
use crate::components::UnitId;
use crate::game::BlindFaith;
use crate::guide::names::{unit, units};
use crate::rules::field::{assault, fire};
use crate::rules::florins::upkeep_of_all;
use crate::rules::interception::chooses;
use crate::rules::siege::guns;
use crate::rules::{arrivals, legates};
use crate::state::march::those;
use crate::state::position::State;
use crate::state::position::hex_of;
use crate::state::stage::{Ask, Bout, Course, Push, Stage};
use crate::story::{florins, name, side, spot, verb};
use casus_core::Game as _;
use casus_core::words::{choices, many, sentence};

pub(super) fn question(s: &State) -> String {
    sentence(&asked(s))
}

fn asked(s: &State) -> String {
    let Some(&stage) = s.stack.last() else {
        return String::new();
    };
    match stage {
        Stage::Course(course) => of_course(s, course),
        Stage::Disown { left, count } => {
            format!("{left} of {} must still leave the Taborites: which?", many(count.into(), "unit"))
        }
        Stage::Placing { .. } => arriving(s),
        Stage::March(march) => {
            let at = hex_of(s, march.units).map_or(String::new(), |h| spot(s, h));
            let left = those(march.units).map(|u| s.left(u)).min().unwrap_or(0);
            let mut listed = Vec::new();
            BlindFaith::actions(s, &mut listed);
            let offers = |like: fn(&Action) -> bool| listed.iter().any(like);
            let does = choices(&[
                ("march", offers(|a| matches!(a, Action::Step(_)))),
                ("attack", offers(|a| *a == Action::Fight)),
                ("besiege", offers(|a| *a == Action::Besiege)),
                ("select more units", offers(|a| matches!(a, Action::Join(_) | Action::JoinAll))),
                ("leave units", offers(|a| matches!(a, Action::Leave(_)))),
                ("halt", offers(|a| *a == Action::Halt)),
            ]);
            format!("{} at {at}, {left} MP left. {does}", units(s, those(march.units)))
        }
        Stage::Intercept {
            target: target @ Some(hex),
        } => {
            let outside = |x| s.own_at(hex, x).filter(|&u| !s.within(u));
            let enemies = s.phasing().map_or(String::new(), |x| units(s, outside(x)));
            let mut listed = Vec::new();
            BlindFaith::actions(s, &mut listed);
            if !listed.iter().any(|a| matches!(a, Action::Intercept(_))) {
                return format!("{enemies} at {}: do you intercept another force?", spot(s, hex));
            }
            let or = if chooses(s, target) {
                ", or do you intercept another force"
            } else {
                ""
            };
            format!("{enemies} at {}: who intercepts{or}?", spot(s, hex))
        }
        Stage::Intercept { target: None } => "intercept an enemy force before another moves?".to_owned(),
        Stage::Gathering(g) => {
            let all: Vec<UnitId> = those(g.units).collect();
            let verb = verb(s, &all, "intercepts", "intercept");
            format!("{} {verb} at {}: who else?", units(s, those(g.units)), spot(s, g.target))
        }
        Stage::Garrison { hex, side: x } => {
            let open = units(s, s.in_field(hex, x));
            format!("the enemy is before {}. Who goes inside the walls: {open}?", spot(s, hex))
        }
        Stage::Field { step } => field(s, step),
        Stage::Siege { step } => siege(s, step),
        Stage::Entry { .. } | Stage::Onset { .. } => String::new(),
    }
}

fn arriving(s: &State) -> String {
    arrivals::next_arrival(s).map_or(String::new(), |u| format!("place {}.", name(s, u)))
}

fn of_course(s: &State, course: Course) -> String {
    let Some(ask) = course.asks() else {
        return String::new();
    };
    match ask {
        Ask::LegateStart => "where does the Legate begin: in the Legate box, or outside Breslau?".to_owned(),
        Ask::Award => "whom does the Emperor support: the Teutonic Order, or Poland and Lithuania?".to_owned(),
        Ask::Arrive => arriving(s),
        Ask::Upkeep => {
            let (owed, purse) = (upkeep_of_all(s), s.purse(crate::components::Side::Imperial));
            let mut listed = Vec::new();
            BlindFaith::actions(s, &mut listed);
            let does = choices(&[
                ("disband a unit", listed.iter().any(|a| matches!(a, Action::Disband(_)))),
                ("pay", listed.contains(&Action::Pay)),
            ]);
            format!("maintenance costs {} of {purse}. {does}", florins(owed))
        }
        Ask::Muster => {
            format!("{} to spend: which unit do you muster?", florins(s.purse(crate::components::Side::Imperial)))
        }
        Ask::Rebuild(x) => format!("{} to spend: which place do you rebuild?", florins(s.purse(x))),
        Ask::Declare if s.crusade().is_on() => "continue the crusade, or let it expire?".to_owned(),
        Ask::Declare => format!("ask for a crusade? It needs a roll of {} or less.", legates::popes_limit(s)),
        Ask::Change => format!("ask for another Legate? It needs a roll of {} or less.", legates::popes_limit(s)),
        Ask::Campaign(x) => format!("campaign of {}: who moves next?", side(x)),
        Ask::Leave => "do the Danes go home?".to_owned(),
        Ask::Claim(x) => format!("{}: claim the minor victory and end the game?", side(x)),
    }
}

fn field(s: &State, step: Bout) -> String {
    let aims = |u: Option<crate::components::UnitId>, verb: &str| {
        u.map_or(String::new(), |u| format!("{}: {verb} whom?", unit(s, u)))
    };
    match step {
        Bout::Deploy => "who takes an Assault box?".to_owned(),
        Bout::DefenderAims => aims(fire::next_firer(s, false), "fire at"),
        Bout::AttackerAims => aims(fire::next_firer(s, true), "fire at"),
        Bout::AssaultAims => aims(assault::next_assault(s), "assault"),
        Bout::AttackerStays | Bout::DefenderStays => {
            let Some(b) = s.field() else { return String::new() };
            let standing = |x| units(s, s.in_field(b.hex, x));
            let (a, d) = (standing(b.attacker), standing(b.attacker.enemy()));
            let who = if step == Bout::AttackerStays {
                b.attacker
            } else {
                b.attacker.enemy()
            };
            format!("round {}: {a} against {d}. Do {} leave the field?", b.round + 1, side(who))
        }
        Bout::DefenderFire | Bout::AttackerFire | Bout::Assault | Bout::End => String::new(),
    }
}

fn siege(s: &State, step: Push) -> String {
    let Some(b) = s.siege() else { return String::new() };
    let within = units(s, s.garrison(b.hex, b.besieger.enemy()));
    match step {
        Push::GarrisonAims => {
            guns::next_gun(s).map_or(String::new(), |u| format!("{}: fire at whom from the walls?", unit(s, u)))
        }
        Push::Choose => {
            format!("round {} before {}, {within} inside: who storms?", b.round + 1, spot(s, b.hex))
        }
        Push::Parry(u) => format!("{} against the walls: whose number do you subtract?", unit(s, u)),
        Push::Breach => format!("the walls are breached. Who is lost: {within}?"),
        Push::Losses(left) => format!("the storm costs {}: which?", many(left.into(), "more unit")),
        Push::GarrisonFires | Push::GunsFire => String::new(),
    }
}
