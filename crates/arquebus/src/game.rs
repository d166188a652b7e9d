//! The implementation of the core's `Game`.

#[cfg(test)]
mod tests;

use crate::action::Action;
use crate::casebook::CASEBOOK;
use crate::components::{Arm, Hexside, LeaderId, Side, Terrain, UnitId};
use crate::event::{Event, What};
use crate::rules::seizing::redrawn;
use crate::rules::stacking::fit_together;
use crate::setup::Setup;
use crate::state::activation::Act;
use crate::state::pieces::{Condition, Whereabouts};
use crate::state::position::State;
use crate::state::stage::Stage;
use crate::view::View;
use casus_core::{Casebook, Dice, Dir, Game, Gazetteer, HexId, InvariantViolation, Listed, Place, audit_decision};

/// Arquebus: battles of the Italian Wars.
///
/// ```
/// use casus_core::Match;
/// use casus_arquebus::{Setup, Arquebus};
///
/// let setup: Setup = toml::from_str(
///     r#"base = "Pavia""#,
/// )?;
/// let game = Match::<Arquebus>::new(setup)?;
/// assert!(!game.actions().is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Arquebus;

static LISTS: &[&dyn Listed] = &[
    &crate::rules::activation::CHOICE_BARS,
    &crate::rules::activation::TOGETHER_BARS,
    &crate::rules::activation::ARMY_BARS,
    &crate::rules::activation::STANDARD_BARS,
    &crate::rules::joining::JOIN_BARS,
    &crate::rules::activation::CONTINUATION_DRMS,
    &crate::rules::seizing::PLAY_BARS,
    &crate::rules::leaders::REPLACE_BARS,
    &crate::rules::leaders::REJOIN_BARS,
    &crate::rules::movement::taking::TAKE_BARS,
    &crate::rules::movement::taking::TAKE_LEADER_BARS,
    &crate::rules::movement::step::STEP_BARS,
    &crate::rules::movement::step::ENTRY_BARS,
    &crate::rules::movement::costs::STEP_COSTS,
    &crate::rules::movement::leaving::EXIT_BARS,
    &crate::rules::movement::leaving::EXIT_COSTS,
    &crate::rules::movement::facing::TURN_BARS,
    &crate::rules::movement::facing::HALT_BARS,
    &crate::rules::movement::mounting::MOUNT_BARS,
    &crate::rules::movement::escort::ESCORT_BARS,
    &crate::rules::movement::duties::END_BARS,
    &crate::rules::movement::alone::RIDE_BARS,
    &crate::rules::movement::alone::CARRY_BARS,
    &crate::rules::movement::alone::RIDE_COSTS,
    &crate::rules::ground::GROUND_DRMS,
    &crate::rules::fire::shot::SHOT_BARS,
    &crate::rules::fire::shot::SHOT_DRMS,
    &crate::rules::shock::declaring::ATTACK_BARS,
    &crate::rules::shock::declaring::SHOCK_BARS,
    &crate::rules::shock::charging::CHARGE_BARS,
    &crate::rules::shock::duty::DUTY_BARS,
    &crate::rules::shock::withdrawing::WITHDRAW_BARS,
    &crate::rules::shock::striking::SHOCK_DRMS,
    &crate::rules::shock::advancing::ADVANCE_BARS,
    &crate::rules::shock::advancing::ORDER_BARS,
    &crate::rules::shock::advancing::FOLLOW_BARS,
    &crate::rules::charge::path::PATH_BARS,
    &crate::rules::charge::tracing::TRACE_BARS,
    &crate::rules::charge::tracing::TRACE_TURN_BARS,
    &crate::rules::charge::counter::COUNTER_BARS,
    &crate::rules::charge::counter::COUNTER_DRMS,
    &crate::rules::special::RELUCTANCE_DRMS,
    &crate::rules::results::REFACE_BARS,
    &crate::rules::retreat::RETREAT_BARS,
    &crate::rules::retreat::THROUGH_BARS,
    &crate::rules::retreat::STAND_BARS,
    &crate::rules::retreat::RETIRE_BARS,
    &crate::rules::rally::RALLY_BARS,
    &crate::rules::victory::FLIGHT_POINTS,
    &crate::rules::openings::DRAW_OPENING,
    &crate::rules::openings::FREE_OPENING,
    &crate::rules::openings::JOIN_OPENING,
    &crate::rules::openings::CLOCK_OPENING,
    &crate::rules::openings::CONTINUITY_OPENING,
    &crate::rules::openings::PASS_OPENING,
    &crate::rules::openings::SEIZE_OPENING,
    &crate::rules::openings::NEGATE_OPENING,
    &crate::rules::openings::REPLACE_OPENING,
    &crate::rules::openings::COUNTERS_OPENING,
    &crate::rules::openings::MOVE_OPENING,
    &crate::rules::openings::STEP_OPENING,
    &crate::rules::openings::FACE_OPENING,
    &crate::rules::openings::MOUNT_OPENING,
    &crate::rules::openings::FIRE_OPENING,
    &crate::rules::openings::LEAVE_OPENING,
    &crate::rules::openings::REACTION_OPENING,
    &crate::rules::openings::RETURN_OPENING,
    &crate::rules::openings::COUNTER_FIRE_OPENING,
    &crate::rules::openings::DECLARE_OPENING,
    &crate::rules::openings::RESOLVE_OPENING,
    &crate::rules::openings::WITHDRAW_OPENING,
    &crate::rules::openings::FOLLOW_OPENING,
    &crate::rules::openings::COUNTER_OPENING,
    &crate::rules::openings::BREACH_OPENING,
    &crate::rules::openings::ADVANCE_OPENING,
    &crate::rules::openings::RETREAT_OPENING,
    &crate::rules::openings::RETIRE_OPENING,
    &crate::rules::openings::REJOIN_OPENING,
    &crate::rules::openings::RALLY_OPENING,
];

impl Game for Arquebus {
    const NAME: &'static str = "arquebus";
    const CASEBOOK: &'static Casebook = &CASEBOOK;
    const DECISIONS: &'static [&'static str] = &[
        "draw",
        "activate",
        "join",
        "clock",
        "continuity",
        "seize",
        "negate",
        "replacement",
        "counters",
        "segment",
        "run",
        "ride",
        "carry",
        "reaction-fire",
        "return-fire",
        "counter-charge",
        "declare",
        "charge-path",
        "place",
        "resolve",
        "retreat-before-combat",
        "withdraw",
        "follow",
        "breach",
        "advance",
        "continue",
        "escort",
        "retreat-next",
        "retreat",
        "face",
        "retire",
        "rejoin",
        "rally",
    ];
    const DECLINES: &'static [(&'static str, &'static str)] = &[
        ("clock", "halt"),
        ("seize", "let-roll"),
        ("negate", "hold"),
        ("counters", "hold"),
        ("reaction-fire", "hold"),
        ("return-fire", "hold"),
        ("counter-charge", "hold"),
        ("retreat-before-combat", "hold"),
        ("withdraw", "halt"),
        ("follow", "halt"),
        ("breach", "hold"),
        ("escort", "halt"),
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
            "draw" => "draw of Seizure counters",
            "activate" => "activation",
            "join" => "joining Battle",
            "counters" => "Seizure counters before movement",
            "declare" => "declaration",
            "run" => "move",
            "ride" => "leader's move",
            "carry" => "Standard's move",
            "seize" => "seizure",
            "negate" => "negation",
            "clock" => "the Time marker",
            "segment" => "move and fire",
            "reaction-fire" => "Reaction Fire",
            "return-fire" => "Return Fire",
            "counter-charge" => "Counter-Charge",
            "charge-path" => "path of the Charge",
            "place" => "next Charge",
            "resolve" => "next combat",
            "retreat-before-combat" | "withdraw" => "retreat before combat",
            "follow" => "advance",
            "breach" => "Into the Breach",
            "continue" => "Continued Attack",
            "escort" => "leader with the unit",
            "retreat-next" => "next result",
            "face" => "facing",
            "retire" => "Retired unit",
            "rejoin" => "leader without a unit",
            "rally" => "rallying",
            other => other,
        }
    }
    fn side_name(s: &State, side: Side) -> String {
        let name = s.game_data.scenario.name(side);
        name.strip_prefix("the ").unwrap_or(name).to_owned()
    }
    fn within(s: &State) -> Place {
        let Some(activation) = s.activation() else {
            return Place::Nowhere;
        };
        match activation.act {
            Act::Battles(list) => list
                .iter()
                .next()
                .map_or(Place::Nowhere, super::components::BattleId::place),
            Act::Army => Place::Side(activation.side as u8),
            Act::Rally(standard) | Act::Carry(standard) => standard.place(),
        }
    }

    fn redact(_: &State, event: &Event, viewer: Option<Side>) -> Option<Event> {
        let mut e = event.clone();
        if let What::Drew { side, counters, .. } = &mut e.what
            && viewer != Some(*side)
        {
            *counters = None;
        }
        Some(e)
    }

    fn sample_state(s: &State, viewer: Side, dice: &mut dyn Dice) -> State {
        let mut next = s.clone();
        let enemy = viewer.enemy();
        next.hands[enemy as usize].held = redrawn(s, enemy, dice);
        next
    }

    fn gazetteer(s: &State) -> Gazetteer {
        let terrain = Terrain::ALL.map(Terrain::word);
        let features = |bits: u8, dir: Dir| {
            let mut what: Vec<&str> = Hexside::in_features(bits).map(Hexside::word).collect();
            if let Some(inside) = Hexside::side_of(bits, dir) {
                what.push(if inside { "inside" } else { "outside" });
            }
            what
        };
        Gazetteer::of(s, s.game_data.digest(), &terrain, features)
    }

    fn lists() -> &'static [&'static dyn Listed] {
        LISTS
    }
}

/// The weights of a random player, so that battles make progress: it prefers acting to passing, approaches the enemy, and
/// lets segments end.
fn weight(s: &State, action: Action) -> u32 {
    match action {
        Action::Pass | Action::Face(_) | Action::Reopen(_) | Action::Carry(_) => 1,
        Action::TakeStandard(_)
        | Action::TakeLeader(_)
        | Action::HoldAll(_)
        | Action::RallyAt(_)
        | Action::EndRally => 2,
        Action::Halt => 5,
        Action::Take(_) => 8,
        Action::EndMoves | Action::Shock(..) => 12,
        Action::Activate(_)
        | Action::ActivateBoth(..)
        | Action::Join(_)
        | Action::Name(_)
        | Action::Fire(_)
        | Action::React(_)
        | Action::Return(_)
        | Action::Charge(..) => 20,
        Action::Step(to) => match s.stack.last() {
            Some(Stage::Running(run)) => {
                let at = s.hex(run.unit).unwrap_or(to);
                let side = s.side(run.unit);
                let enemies = s.unit_ids().filter(|&u| s.side(u) != side).filter_map(|u| s.hex(u));
                casus_core::play::approach_weight(&s.game_data.board, at, to, enemies)
            }
            _ => 6,
        },
        _ => 4,
    }
}

fn audit(s: &State) -> Result<(), InvariantViolation> {
    for u in s.unit_ids() {
        audit_unit(s, u)?;
    }
    for hex in s.game_data.board.ids() {
        audit_hex(s, hex)?;
    }
    for l in s.leader_ids() {
        audit_leader(s, l)?;
    }
    audit_engaged(s)?;
    audit_decision::<Arquebus>(s)?;
    audit_stages(s)
}

fn breach(text: String) -> Result<(), InvariantViolation> {
    Err(InvariantViolation(text))
}

fn audit_unit(s: &State, u: UnitId) -> Result<(), InvariantViolation> {
    let unit = s.unit(u);
    let name = &s.counter(u).id;
    if let Some(h) = unit.at.hex()
        && !s.units_at(h).any(|o| o == u)
    {
        return breach(format!("{name} is not where the map says (10.0)"));
    }
    if unit.condition == Condition::Disordered && s.counter(u).arm == Arm::Artillery {
        return breach(format!("{name} is Artillery and Disordered (14.2)"));
    }
    if unit.condition == Condition::Retired {
        if s.engaged(u) {
            return breach(format!("{name} is Retired and Engaged (14.4)"));
        }
        if s.unlimbered(u) {
            return breach(format!("{name} is unlimbered and Retired (14.4)"));
        }
    }
    if unit.unloaded && (unit.turned || !s.counter(u).arm.dismounts()) {
        return breach(format!("{name} wants reloading and is not mounted shot (11.5)"));
    }
    Ok(())
}

/// Whether the selected unit is in a hex where it may not stop.
fn passing(s: &State, u: UnitId) -> bool {
    let runs = |st: &Stage| matches!(st, Stage::Running(run) if run.unit == u && run.passing);
    s.stack.iter().any(runs)
}

fn audit_hex(s: &State, hex: HexId) -> Result<(), InvariantViolation> {
    let here: Vec<UnitId> = s.units_at(hex).collect();
    let label = s.game_data.board.label(hex);
    for &u in &here {
        if s.hex(u) != Some(hex) {
            return breach(format!("{} is not in {label}", s.counter(u).id));
        }
        if s.side(u) != s.side(here[0]) {
            return breach(format!("both sides are in {label} (10.0)"));
        }
    }
    let staying: Vec<UnitId> = here.iter().copied().filter(|&u| !passing(s, u)).collect();
    match staying[..] {
        [] | [_] => Ok(()),
        [a, b] if fit_together(s, a, b) => Ok(()),
        _ => {
            let names: Vec<&str> = here.iter().map(|&u| &*s.counter(u).id).collect();
            breach(format!("{} are together in {label} (10.0)", names.join(", ")))
        }
    }
}

fn audit_leader(s: &State, l: LeaderId) -> Result<(), InvariantViolation> {
    let leader = s.leader(l);
    let name = &s.game_data.roster[l].id;
    let Some(hex) = leader.at.hex() else {
        return Ok(());
    };
    if leader.pending {
        return breach(format!("{name} is on the map and to be replaced (5.5)"));
    }
    let leaving = |st: &Stage| match *st {
        Stage::Rejoin { leader, .. } => leader == l,
        Stage::Displace { hex: at, .. } => at == hex,
        _ => false,
    };
    if s.enemy_in(hex, s.leader_side(l)) && !s.stack.iter().any(leaving) && s.outcome.is_none() {
        return breach(format!("{name} shares a hex with an enemy unit (7.2)"));
    }
    Ok(())
}

fn audit_engaged(s: &State) -> Result<(), InvariantViolation> {
    for pair in s.engaged.windows(2) {
        if pair[0] >= pair[1] {
            return breach(format!("the Engaged are out of order: {pair:?}"));
        }
    }
    for &(a, b) in &s.engaged {
        let names = format!("{} and {}", s.counter(a).id, s.counter(b).id);
        if a >= b || s.side(a) == s.side(b) {
            return breach(format!("{names} are no pair of enemies (14.5)"));
        }
        let next = s
            .hex(a)
            .zip(s.hex(b))
            .is_some_and(|(x, y)| s.game_data.board.distance(x, y) == 1);
        if !next && s.outcome.is_none() {
            return breach(format!("{names} are Engaged and not adjacent (14.5)"));
        }
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
    agree(count(|st| matches!(st, Stage::Activation { .. })), s.activation.is_some(), "an activation")?;
    let frays = count(|st| matches!(st, Stage::Shock { .. }));
    agree(frays, s.combat.is_some(), "a Shock Phase")?;
    let fights = count(|st| matches!(st, Stage::Attack { .. }));
    agree(fights, s.combat().is_some_and(|f| f.attack.is_some()), "an attack")?;
    for stage in &s.stack {
        if let Stage::Running(run) = stage {
            if run.spent != s.unit(run.unit).spent {
                return breach(format!("{} has spent what its run does not know (7.1)", s.counter(run.unit).id));
            }
            let waits = run.stepped || s.hex(run.unit).is_some() || s.unit(run.unit).at == Whereabouts::Reserve;
            if !waits && !run.over {
                return breach(format!("{} runs and is not there (7.2)", s.counter(run.unit).id));
            }
        }
    }
    for side in [Side::France, Side::League] {
        let hand = s.hand(side);
        if hand.held.iter().any(|c| hand.played.has(c)) {
            return breach(format!("{side:?} holds what it has played (6.3)"));
        }
    }
    Ok(())
}
