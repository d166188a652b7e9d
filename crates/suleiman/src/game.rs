//! The implementation of the core's `Game`.

use crate::action::Action;
use crate::casebook::CASEBOOK;
use crate::components::{LeaderId, STREAM, Side, TERRAIN_WORDS, TRENCH, UnitId, inside_bit};
use crate::event::{Event, What};
use crate::setup::Setup;
use crate::state::pieces::{Condition, Whereabouts};
use crate::state::position::State;
use crate::state::stage::Stage;
use crate::view::View;
use casus_core::{
    Casebook, Dice, Die, Dir, Game, Gazetteer, HexId, InvariantViolation, Listed, Place, Throw, audit_decision,
};

/// Suleiman the Magnificent.
///
/// ```
/// use casus_core::Match;
/// use casus_suleiman::{Setup, Suleiman};
///
/// let setup: Setup = toml::from_str(
///     r#"start_at = "move-fire"
///        leader = "Hannibal"
///        units = [{ id = "HU-RI-1", hex = "2014" }, { id = "OT-MC-1", hex = "2012" }]
///        leaders = [{ id = "Hannibal", hex = "2014" }]"#,
/// )?;
/// let game = Match::<Suleiman>::new(setup)?;
/// assert!(!game.actions().is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Suleiman;

static LISTS: &[&dyn Listed] = &[
    &crate::rules::openings::PLACE_OPENING,
    &crate::rules::deployment::PLACE_BARS,
    &crate::rules::openings::FREE_OPENING,
    &crate::rules::openings::NAME_OPENING,
    &crate::rules::openings::SEIZE_OPENING,
    &crate::rules::activation::CHOICE_BARS,
    &crate::rules::openings::RAISE_OPENING,
    &crate::rules::standards::STANDARD_BARS,
    &crate::rules::openings::SUMMON_OPENING,
    &crate::rules::reinforcements::SUMMON_BARS,
    &crate::rules::openings::REPLACE_OPENING,
    &crate::rules::leaders::REPLACE_BARS,
    &crate::rules::openings::SEGMENT_OPENING,
    &crate::rules::movement::taking::TAKE_BARS,
    &crate::rules::movement::taking::TAKE_LEADER_BARS,
    &crate::rules::openings::RUN_OPENING,
    &crate::rules::movement::step::STEP_BARS,
    &crate::rules::movement::step::ENTRY_BARS,
    &crate::rules::movement::costs::STEP_COSTS,
    &crate::rules::openings::FACE_OPENING,
    &crate::rules::movement::facing::TURN_BARS,
    &crate::rules::movement::facing::HALT_BARS,
    &crate::rules::movement::riding::RIDE_BARS,
    &crate::rules::ground::GROUND_COSTS,
    &crate::rules::openings::FIRE_OPENING,
    &crate::rules::openings::REACTION_OPENING,
    &crate::rules::openings::RETURN_OPENING,
    &crate::rules::fire::SHOT_BARS,
    &crate::rules::fire::SHOT_DRMS,
    &crate::rules::openings::DECLARE_OPENING,
    &crate::rules::shock::declaring::ATTACK_BARS,
    &crate::rules::shock::declaring::SHOCK_BARS,
    &crate::rules::shock::declaring::CHARGE_BARS,
    &crate::rules::shock::declaring::DUTY_BARS,
    &crate::rules::openings::RESOLVE_OPENING,
    &crate::rules::openings::AVOID_OPENING,
    &crate::rules::shock::reacting::WITHDRAW_BARS,
    &crate::rules::openings::STRIKE_OPENING,
    &crate::rules::shock::striking::SHOCK_DRMS,
    &crate::rules::openings::ADVANCE_OPENING,
    &crate::rules::shock::advancing::ADVANCE_BARS,
    &crate::rules::openings::STAY_OPENING,
    &crate::rules::charge::path::PATH_BARS,
    &crate::rules::charge::approach::CLOSE_BARS,
    &crate::rules::charge::approach::CHARGE_TURN_BARS,
    &crate::rules::charge::approach::CHARGE_END_BARS,
    &crate::rules::charge::counter::FORWARD_BARS,
    &crate::rules::charge::nerve::RELUCTANCE_DRMS,
    &crate::rules::charge::nerve::EVADE_DRMS,
    &crate::rules::charge::nerve::COUNTER_DRMS,
    &crate::rules::openings::COUNTER_OPENING,
    &crate::rules::charge::counter::COUNTER_BARS,
    &crate::rules::openings::WHEEL_OPENING,
    &crate::rules::charge::counter::WHEEL_BARS,
    &crate::rules::openings::RETREAT_OPENING,
    &crate::rules::results::RETREAT_BARS,
    &crate::rules::openings::TRAMPLE_OPENING,
    &crate::rules::results::TRAMPLE_BARS,
    &crate::rules::results::STAND_BARS,
    &crate::rules::openings::RETIRE_OPENING,
    &crate::rules::results::RETIRE_BARS,
    &crate::rules::rally::RALLY_BARS,
    &crate::rules::openings::REJOIN_OPENING,
    &crate::rules::leaders::REJOIN_BARS,
    &crate::rules::leaders::RISK_DRMS,
    &crate::rules::victory::FLIGHT_POINTS,
];

impl Game for Suleiman {
    const NAME: &'static str = "suleiman";
    const CASEBOOK: &'static Casebook = &CASEBOOK;
    const DECISIONS: &'static [&'static str] = &[
        "place",
        "activate",
        "continuity",
        "seize",
        "replacement",
        "segment",
        "run",
        "ride",
        "reaction-fire",
        "return-fire",
        "counter-charge",
        "declare",
        "resolve",
        "charge",
        "counter-charge-move",
        "wheel",
        "ride-next",
        "continue-next",
        "before-shock",
        "strike",
        "advance",
        "press-on",
        "follow",
        "retreat-next",
        "retreat",
        "face",
        "retire",
        "rejoin",
    ];
    const DECLINES: &'static [(&'static str, &'static str)] = &[
        ("seize", "let-roll"),
        ("reaction-fire", "hold"),
        ("return-fire", "hold"),
        ("counter-charge", "hold"),
        ("before-shock", "hold"),
        ("wheel", "halt"),
        ("follow", "halt"),
    ];
    type Side = Side;
    type Setup = Setup;
    type State = State;
    type View = View;
    type Action = Action;
    type Event = Event;

    fn heading(what: &'static str) -> &'static str {
        match what {
            "activate" => "activation",
            "seize" => "seizure",
            "segment" | "run" => "movement",
            "ride" => "leader movement",
            "place" => "set-up",
            "reaction-fire" => "Reaction Fire",
            "return-fire" => "Return Fire",
            "counter-charge" | "counter-charge-move" => "Counter-Charge",
            "wheel" => "turn before the Counter-Charge",
            "declare" => "declaration",
            "resolve" => "combat",
            "charge" => "Charge",
            "before-shock" => "reaction to the attack",
            "strike" => "roll",
            "press-on" => "pressing on",
            "continue-next" => "next to continue",
            "ride-next" => "next to charge",
            "retreat-next" => "next to retreat",
            "face" => "facing",
            "retire" => "Retired unit",
            "rejoin" => "leader without a unit",
            other => other,
        }
    }
    fn side_name(_: &State, side: Side) -> String {
        crate::story::side_name(side).to_owned()
    }
    casus_core::staged!(modules of crate);

    fn within(s: &State) -> Place {
        s.activation().map_or(Place::Nowhere, |a| a.command.place())
    }

    fn redact(s: &State, event: &Event, viewer: Option<Side>) -> Option<Event> {
        let mut e = event.clone();
        let own = |l: LeaderId| viewer == Some(s.game_data.roster.leader_card(l).side);
        match &mut e.what {
            What::Rode {
                who,
                from,
                to,
                cost,
                hidden: true,
            } if !own(who.leader) => (*from, *to, *cost) = (None, None, None),
            What::LeaderPlaced {
                leader,
                hex,
                hidden: true,
            } if !own(*leader) => *hex = None,
            What::Replaced {
                leader,
                unit,
                hex,
                hidden: true,
                ..
            } if !own(*leader) => (*unit, *hex) = (None, None),
            _ => {}
        }
        Some(e)
    }

    fn sample_state(s: &State, viewer: Side, dice: &mut dyn Dice) -> State {
        let mut next = s.clone();
        let enemy = viewer.enemy();
        let open: Vec<HexId> = s
            .unit_ids()
            .filter(|&u| s.side(u) == enemy)
            .filter_map(|u| s.hex(u).filter(|&h| s.occupant(h) == Some(u)))
            .collect();
        if open.is_empty() {
            return next;
        }
        for l in s.leader_ids() {
            let leader = s.leader(l);
            if s.game_data.roster.leader_card(l).side == enemy && !leader.known && leader.at.hex().is_some() {
                let throw = Throw {
                    cite: crate::casebook::cite!("3.5"),
                    die: Die::Draw(open.len().min(255) as u8),
                    what: "hidden leader",
                };
                let i = usize::from(dice.throw(throw, &u16::from));
                next.leader_mut(l).at = Whereabouts::Map(open[i.min(open.len() - 1)]);
            }
        }
        next
    }

    fn gazetteer(s: &State) -> Gazetteer {
        let features = |bits: u8, dir: Dir| {
            let mut what = Vec::new();
            if bits & STREAM != 0 {
                what.push("stream");
            }
            if bits & TRENCH != 0 {
                let inside = bits & inside_bit(dir) != 0;
                what.extend(["trench", if inside { "inside" } else { "outside" }]);
            }
            what
        };
        Gazetteer::of(s, s.game_data.digest(), &TERRAIN_WORDS, features)
    }

    fn lists() -> &'static [&'static dyn Listed] {
        LISTS
    }
}

/// The weights of a random player, so that battles make progress: it prefers acting to passing, approaches the enemy, and
/// lets segments end.
fn weight(s: &State, action: Action) -> u32 {
    match action {
        Action::Pass | Action::Face(_) | Action::Reopen(_) => 1,
        Action::Standard | Action::TakeLeader(_) | Action::HoldAll(_) => 2,
        Action::Halt => 5,
        Action::Take(_) => 8,
        Action::EndMoves | Action::Shock(..) => 12,
        Action::Summon
        | Action::Activate(_)
        | Action::Name(_)
        | Action::Fire(_)
        | Action::React(_)
        | Action::Return
        | Action::Charge(..) => 20,
        Action::Step(to) => match s.stack.last() {
            Some(Stage::Running(run)) => {
                let at = s.hex(run.unit).unwrap_or(to);
                let side = s.side(run.unit);
                let enemies = s
                    .pieces()
                    .filter(|(_, _, traits)| traits.side != side)
                    .filter_map(|(_, unit, _)| unit.at.hex());
                casus_core::play::approach_weight(&s.game_data.board, at, to, enemies)
            }
            _ => 6,
        },
        _ => 4,
    }
}

fn audit(s: &State) -> Result<(), InvariantViolation> {
    let name = |u: UnitId| s.counter(u).id.as_str();
    let breach = |text: String| Err(InvariantViolation(text));
    let passing = s.stack.iter().find_map(|st| match st {
        Stage::Running(r) if r.passing => Some(r.unit),
        Stage::Approach(a) => Some(a.unit),
        Stage::Counter(c) => Some(c.unit),
        _ => None,
    });
    for u in s.unit_ids() {
        let unit = s.unit(u);
        if let Some(h) = unit.at.hex() {
            match s.occupant(h) {
                Some(o) if o == u => {}
                Some(o) if passing == Some(u) && s.side(o) == s.side(u) => {}
                _ => return breach(format!("{} is not where the map says (3.1.1)", name(u))),
            }
        }
        if unit.condition == Condition::Disordered && s.counter(u).back.is_none() {
            return breach(format!("{} has no reverse and is Disordered (2.2)", name(u)));
        }
        if unit.condition == Condition::Retired && unit.at.hex().is_some() {
            if s.side(u) == Side::Ottoman {
                return breach(format!("{} is Retired and on the map (10.3(1))", name(u)));
            }
            if s.banner.is_none() {
                return breach(format!("{} is Retired without a Banner (13.0.4)", name(u)));
            }
        }
        if unit.at == Whereabouts::Box && s.side(u) == Side::Hungary {
            return breach(format!("{} is in the Ottoman Box (13.0.3)", name(u)));
        }
    }
    for h in s.game_data.board.ids() {
        if let Some(u) = s.occupant(h)
            && s.hex(u) != Some(h)
        {
            return breach(format!("{} is not in {}", name(u), s.game_data.board.label(h)));
        }
    }
    for i in 0..s.leaders.len() {
        let l = LeaderId(i as u8);
        let card = s.game_data.roster.leader_card(l);
        if let Some(h) = s.leader(l).at.hex() {
            let leaving = s
                .stack
                .iter()
                .any(|st| matches!(st, Stage::Rejoin { leader, .. } if *leader == l));
            if s.enemy_at(h, card.side).is_some() && !leaving {
                return breach(format!("{} shares a hex with an enemy unit (3.1.1)", card.id));
            }
        }
    }
    audit_decision::<Suleiman>(s)?;
    let acting = s.stack.iter().any(|st| matches!(st, Stage::Activation { .. }));
    if acting != s.activation.is_some() && s.outcome.is_none() {
        return breach("an activation without its course, or a course without it (5.1)".to_owned());
    }
    if s.banner.is_some() && s.banner_lost {
        return breach("the Banner is lost and stands (13.0.4)".to_owned());
    }
    for stage in &s.stack {
        if let Stage::Running(run) = stage
            && run.spent != s.unit(run.unit).spent
        {
            return breach(format!("{} has spent what its run does not know (2.2.6)", name(run.unit)));
        }
    }
    let combats = s.stack.iter().filter(|st| matches!(st, Stage::Combat { .. })).count();
    if combats != s.combats.len() {
        return breach(format!("{combats} combats on the stack, {} at hand", s.combats.len()));
    }
    Ok(())
}
