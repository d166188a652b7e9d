//! The game, as an implementation of core's [`Game`].

#[cfg(test)]
mod tests;

use crate::action::Action;
use crate::casebook::CASEBOOK;
use crate::components::{RIVER, Side, Terrain, UnitId};
use crate::event::Event;
use crate::setup::Setup;
use crate::state::march::Window;
use crate::state::pieces::Whereabouts;
use crate::state::position::State;
use crate::state::stage::{Course, Stage};
use crate::view::View;
use casus_core::geometry::many;
use casus_core::{Casebook, Cite, Dir, Game, Gazetteer, HexId, InvariantViolation, Listed, Place, audit_decision};

/// Blind Faith: the Hussite Wars.
///
/// ```
/// use casus_core::Match;
/// use casus_blind_faith::{Setup, BlindFaith};
///
/// let setup: Setup = toml::from_str(
///     r#"start_at = "campaign"
///        side = "Imperial"
///        turn = 3"#,
/// )?;
/// let game = Match::<BlindFaith>::new(setup)?;
/// assert!(!game.actions().is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct BlindFaith;

static LISTS: &[&dyn Listed] = &[
    &crate::rules::arrivals::ARRIVE_BARS,
    &crate::rules::florins::INCOME,
    &crate::rules::florins::DISBAND_BARS,
    &crate::rules::florins::PAY_BARS,
    &crate::rules::florins::MUSTER_BARS,
    &crate::rules::rebuilding::REBUILD_BARS,
    &crate::rules::crusade::CALL_BARS,
    &crate::rules::crusade::CONTINUE_BARS,
    &crate::rules::crusade::EXPIRE_BARS,
    &crate::rules::crusade::PASS_BARS,
    &crate::rules::legates::CHANGE_BARS,
    &crate::rules::taking::TAKE_BARS,
    &crate::rules::campaign::END_PHASE_BARS,
    &crate::rules::march::STEP_BARS,
    &crate::rules::march::JOIN_BARS,
    &crate::rules::march::LEAVE_BARS,
    &crate::rules::march::HALT_BARS,
    &crate::rules::march::FIGHT_BARS,
    &crate::rules::march::BESIEGE_BARS,
    &crate::rules::interception::AGAINST_BARS,
    &crate::rules::interception::INTERCEPT_BARS,
    &crate::rules::garrison::INSIDE_BARS,
    &crate::rules::field::deploying::DEPLOY_BARS,
    &crate::rules::field::fire::AIM_BARS,
    &crate::rules::field::assault::ASSAULT_DRMS,
    &crate::rules::siege::guns::GUN_BARS,
    &crate::rules::siege::storm::STORM_BARS,
    &crate::rules::siege::storm::ROUND_BARS,
    &crate::rules::siege::storm::STORM_DRMS,
    &crate::rules::openings::turn::LEGATE_START_OPENING,
    &crate::rules::openings::turn::AWARD_OPENING,
    &crate::rules::openings::turn::ARRIVE_OPENING,
    &crate::rules::openings::turn::DISOWN_OPENING,
    &crate::rules::openings::turn::UPKEEP_OPENING,
    &crate::rules::openings::turn::MUSTER_OPENING,
    &crate::rules::openings::turn::REBUILD_OPENING,
    &crate::rules::openings::turn::CRUSADE_OPENING,
    &crate::rules::openings::turn::CHANGE_OPENING,
    &crate::rules::openings::campaign::CAMPAIGN_OPENING,
    &crate::rules::openings::campaign::MARCH_OPENING,
    &crate::rules::openings::campaign::INTERCEPT_OPENING,
    &crate::rules::openings::campaign::GATHER_OPENING,
    &crate::rules::openings::campaign::GARRISON_OPENING,
    &crate::rules::openings::field::DEPLOY_OPENING,
    &crate::rules::openings::field::FIRE_OPENING,
    &crate::rules::openings::field::RETURN_FIRE_OPENING,
    &crate::rules::openings::field::ASSAULT_OPENING,
    &crate::rules::openings::field::RETREAT_OPENING,
    &crate::rules::openings::siege::GUNS_OPENING,
    &crate::rules::openings::siege::STORM_OPENING,
    &crate::rules::openings::siege::ROUND_OPENING,
    &crate::rules::openings::siege::BLOCKADE_OPENING,
    &crate::rules::openings::siege::PARRY_OPENING,
    &crate::rules::openings::siege::BREACH_OPENING,
    &crate::rules::openings::siege::LOSSES_OPENING,
    &crate::rules::openings::turn::DANES_OPENING,
    &crate::rules::openings::turn::CLAIM_OPENING,
];

impl Game for BlindFaith {
    const NAME: &'static str = "blind_faith";
    const CASEBOOK: &'static Casebook = &CASEBOOK;
    const PERFECT_INFORMATION: bool = true;
    const DECISIONS: &'static [&'static str] = &[
        "legate-start",
        "award",
        "arrive",
        "disown",
        "upkeep",
        "muster",
        "rebuild",
        "crusade",
        "change",
        "campaign",
        "march",
        "intercept",
        "gather",
        "garrison",
        "deploy",
        "fire",
        "return-fire",
        "assault",
        "retreat",
        "guns",
        "siege",
        "parry",
        "breach",
        "losses",
        "danes",
        "claim",
    ];
    const WITHIN: &'static str = "Campaign Phase";
    const DECLINES: &'static [(&'static str, &'static str)] = &[
        ("intercept", "hold"),
        ("garrison", "ready"),
        ("retreat", "stay"),
        ("danes", "stay"),
    ];
    type Side = Side;
    type Setup = Setup;
    type State = State;
    type View = View;
    type Action = Action;
    type Event = Event;

    casus_core::staged!(modules of crate);

    fn heading(what: &'static str) -> &'static str {
        match what {
            "legate-start" => "start of the Legate",
            "award" => "the Breslau Award",
            "arrive" => "arrivals",
            "disown" => "the split",
            "upkeep" => "maintenance",
            "intercept" => "interception",
            "gather" => "intercepting force",
            "deploy" => "Assault boxes",
            "fire" | "return-fire" | "guns" => "target",
            "assault" => "target of the assault",
            "parry" => "defender of the walls",
            "losses" | "breach" => "losses",
            "danes" => "departure of the Danes",
            "claim" => "minor victory",
            other => other,
        }
    }
    fn side_name(_: &State, side: Side) -> String {
        crate::story::army(side).to_owned()
    }
    fn within(s: &State) -> Place {
        s.phasing().map_or(Place::Nowhere, |side| Place::Side(side as u8))
    }

    fn won(cite: Cite) -> &'static str {
        match cite.number() {
            "16.3" => "Winning draw",
            _ => "Victory",
        }
    }

    fn gazetteer(s: &State) -> Gazetteer {
        let terrain = Terrain::ALL.iter().map(|t| t.word()).collect::<Vec<_>>();
        let features = |bits: u8, _: Dir| if bits & RIVER == 0 { Vec::new() } else { vec!["river"] };
        Gazetteer::of(s, s.game_data.digest(), &terrain, features)
    }

    fn lists() -> &'static [&'static dyn Listed] {
        LISTS
    }
}

/// Returns the weight of an action for a random agent, so that years make progress: stacks set out, meet enemies and stand, and
/// units are bought.
fn weight(s: &State, action: Action) -> u32 {
    match action {
        Action::Leave(_) | Action::Expire => 1,
        Action::HoldAll(Window::Phase) | Action::Disband(_) | Action::Claim => 2,
        Action::EndPhase | Action::Withdraw => 4,
        Action::JoinAll | Action::Ride | Action::Muster(..) | Action::Fight | Action::Besiege => 12,
        Action::Pay => 40,
        Action::Hold => 8,
        Action::Step(to) => {
            let Some(&Stage::March(march)) = s.stack.last() else {
                return 6;
            };
            let units = march.units;
            let Some(at) = crate::state::position::hex_of(s, units) else {
                return 6;
            };
            let side = crate::state::march::those(units)
                .next()
                .map_or(Side::Hussite, |u| s.side(u));
            let enemies = s.unit_ids().filter(|&u| s.side(u) != side).filter_map(|u| s.hex(u));
            casus_core::play::approach_weight(&s.game_data.board, at, to, enemies)
        }
        _ => 5,
    }
}

fn breach(text: String) -> Result<(), InvariantViolation> {
    Err(InvariantViolation(text))
}

fn audit(s: &State) -> Result<(), InvariantViolation> {
    for u in s.unit_ids() {
        audit_unit(s, u)?;
    }
    for hex in s.game_data.board.ids().filter(|&h| !s.stacks.is_empty(h)) {
        audit_hex(s, hex)?;
    }
    audit_towns(s)?;
    audit_decision::<BlindFaith>(s)?;
    audit_stages(s)
}

fn audit_unit(s: &State, u: UnitId) -> Result<(), InvariantViolation> {
    let unit = s.unit(u);
    let name = &s.counter(u).id;
    if let Some(h) = unit.at.hex()
        && !s.units_at(h).any(|o| o == u)
    {
        return breach(format!("{name} is not where the map says (8.1)"));
    }
    if unit.inside && s.hex(u).is_none_or(|h| s.game_data.town(h).is_none()) {
        return breach(format!("{name} is inside walls where there are none (8.8.4)"));
    }
    if s.counter(u).guard
        && s.hex(u)
            .is_some_and(|h| s.game_data.urban(h) != Some(crate::components::Urban::Customs))
    {
        return breach(format!("{name} has left its station (11.0)"));
    }
    let strange = match unit.at {
        Whereabouts::Split => {
            !matches!(s.faction(u), crate::components::Faction::Orphan | crate::components::Faction::Taborite)
        }
        Whereabouts::Denmark => s.faction(u) != crate::components::Faction::Danish,
        Whereabouts::Poland => s.faction(u) != crate::components::Faction::Polish,
        Whereabouts::Cup | Whereabouts::Box => !s.counter(u).legate(),
        Whereabouts::Pool(_) | Whereabouts::Draw(_) => s.side(u) != Side::Imperial,
        _ => false,
    };
    if strange {
        return breach(format!("{name} is among those with whom it does not belong: {}", unit.at.word()));
    }
    Ok(())
}

/// Whether enemies may be in the field together: one side is entering, or they fight.
fn meeting(s: &State, hex: HexId) -> bool {
    s.outcome.is_some()
        || s.field().is_some_and(|b| b.hex == hex)
        || s.stack.iter().any(|st| match *st {
            Stage::Entry { hex: at, .. } | Stage::Onset { hex: at, .. } | Stage::Garrison { hex: at, .. } => at == hex,
            Stage::Intercept { .. } | Stage::Gathering(_) => true,
            _ => false,
        })
}

fn sides_in_field(s: &State, hex: HexId) -> bool {
    [Side::Hussite, Side::Imperial]
        .iter()
        .all(|&side| s.in_field(hex, side).next().is_some())
}

fn audit_hex(s: &State, hex: HexId) -> Result<(), InvariantViolation> {
    let label = s.game_data.board.label(hex);
    for u in s.units_at(hex) {
        if s.hex(u) != Some(hex) {
            return breach(format!("{} is not in {label}", s.counter(u).id));
        }
    }
    let sides = [Side::Hussite, Side::Imperial];
    for side in sides {
        let inside = s.garrison(hex, side).filter(|&u| s.unit(u).inside).count();
        let most = s.game_data.urban(hex).map_or(0, |k| usize::from(s.garrison_limit(k)));
        if inside > most {
            return breach(format!("inside at {label}: {} (8.6.1)", many(inside, "unit")));
        }
    }
    if sides.iter().all(|&side| s.own_at(hex, side).any(|u| s.unit(u).inside)) {
        return breach(format!("both sides are inside the walls at {label} (8.8.4)"));
    }
    if sides_in_field(s, hex) && !meeting(s, hex) {
        return breach(format!("both sides are in the field at {label} (9.0)"));
    }
    Ok(())
}

fn audit_towns(s: &State) -> Result<(), InvariantViolation> {
    if s.siege.is_some() || s.field.is_some() || s.outcome.is_some() {
        return Ok(());
    }
    for t in s.game_data.roster.town_ids().filter(|&t| s.town(t).blockaded) {
        let hex = s.game_data.roster[t].hex;
        // A garrison has come out, and its battle has not been fought yet.
        if sides_in_field(s, hex) {
            continue;
        }
        if ![Side::Hussite, Side::Imperial].into_iter().any(|x| s.besieged(hex, x)) {
            return breach(format!("nobody is blockaded at {} (10.6)", s.game_data.roster[t].id));
        }
    }
    let legates = s
        .unit_ids()
        .filter(|&u| s.counter(u).legate() && matches!(s.unit(u).at, Whereabouts::Map(_) | Whereabouts::Box));
    if legates.count() > 1 {
        return breach("two Legates are on the map or in the box (7.3)".to_owned());
    }
    Ok(())
}

fn audit_stages(s: &State) -> Result<(), InvariantViolation> {
    if s.outcome.is_some() {
        return Ok(());
    }
    let count = |which: fn(&Stage) -> bool| s.stack.iter().filter(|st| which(st)).count();
    let agree = |stages: usize, there: bool, what: &str| {
        if stages == usize::from(there) {
            Ok(())
        } else {
            breach(format!("{what}: {stages} on the stack, at hand: {there}: {:?}", s.stack))
        }
    };
    agree(count(|st| matches!(st, Stage::Field { .. })), s.field.is_some(), "a Field Battle")?;
    agree(count(|st| matches!(st, Stage::Siege { .. })), s.siege.is_some(), "a Siege Battle")?;
    agree(count(|st| matches!(st, Stage::Course(_))), true, "the course of the turn")?;
    let placing = s.stack.iter().any(|st| {
        matches!(st, Stage::Placing { .. } | Stage::Disown { .. } | Stage::Course(Course::Split | Course::Returns))
    });
    if !s.arriving.is_empty() && !placing {
        return breach(format!("counters that come are forgotten: {:?}", s.arriving));
    }
    Ok(())
}
