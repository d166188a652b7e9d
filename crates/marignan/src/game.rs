//! The game, as an implementation of core's [`Game`].

use crate::action::Action;
use crate::casebook::CASEBOOK;
use crate::components::{
    BRIDGE, CANAL, Class, CommanderId, FORTIFICATION, GRAND_CANAL, RIVER, Side, TERRAIN_WORDS, UnitId, behind_bit,
};
use crate::event::Event;
use crate::rules::lists::LISTS;
use crate::setup::Setup;
use crate::state::pieces::{Condition, Whereabouts};
use crate::state::position::State;
use crate::state::run::Run;
use crate::state::stage::Stage;
use crate::state::turn::Phase;
use crate::view::View;
use casus_core::play::approach_weight;
use casus_core::{
    Casebook, Dir, Game, Gazetteer, HexId, InvariantViolation, Listed, PieceSet, Place, Sided, audit_decision,
};

/// The game Marignan 1515.
///
/// ```
/// use casus_core::Match;
/// use casus_marignan::{Setup, Marignan};
///
/// let setup: Setup = serde_json::from_str(
///     r#"{"start_at": "melee", "units": [{"id": "I-Pike-1", "hex": "1210"}, {"id": "Navarro-Gas-1", "hex": "1211"}]}"#,
/// )?;
/// let game = Match::<Marignan>::new(setup)?;
/// assert!(!game.actions().is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Marignan;

impl Game for Marignan {
    const NAME: &'static str = "marignan";
    const CASEBOOK: &'static Casebook = &CASEBOOK;
    const LABELS: &'static [&'static str] = &["melee strength"];
    const WITHIN: &'static str = "player turn";
    const PERFECT_INFORMATION: bool = true;
    const DECISIONS: &'static [&'static str] = &[
        "place",
        "build",
        "night-take",
        "face",
        "rally",
        "hero",
        "successor",
        "move",
        "run",
        "charge",
        "hedgehog",
        "retreat-order",
        "retreat",
        "fall-back",
        "go-on",
        "defensive-fire",
        "offensive-fire",
        "fire",
        "hedgehogs",
        "melee",
        "attackers",
        "lose",
        "test",
        "desorg",
        "advance",
        "escort",
        "rejoin",
        "rout",
        "rout-path",
    ];
    const DECLINES: &'static [(&'static str, &'static str)] = &[
        ("charge", "hold"),
        ("hedgehog", "hold"),
        ("hedgehogs", "done"),
        ("retreat", "done"),
        ("retreat-order", "done"),
        ("defensive-fire", "done"),
        ("offensive-fire", "done"),
        ("advance", "done"),
        ("escort", "done"),
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
            "place" => "set-up",
            "build" => "fortification",
            "night-take" => "night",
            "face" => "facing",
            "run" | "move" => "movement",
            "retreat-order" => "General Retreat Order",
            "rally" => "rallying",
            "charge" => "Charge",
            "attackers" => "choice of attackers",
            "test" => "test of morale",
            "desorg" => "next to be Disordered",
            "rejoin" => "commander without a unit",
            "fall-back" => "going back at night",
            "go-on" => "going on",
            "defensive-fire" => "defensive fire",
            "offensive-fire" => "offensive fire",
            "lose" => "loss",
            "rout-path" => "path of a rout",
            "escort" => "commanders that go along",
            other => other,
        }
    }
    /// Returns the side whose player turn it is; nothing while the armies set up and in the night between the days.
    fn within(s: &State) -> Place {
        match s.phase() {
            Some(_) => Place::Side(s.active().index() as u8),
            None => Place::Nowhere,
        }
    }

    fn gazetteer(s: &State) -> Gazetteer {
        let features = |bits: u8, dir: Dir| {
            let mut what = Vec::new();
            for (bit, word) in [
                (CANAL, "canal"),
                (RIVER, "river"),
                (GRAND_CANAL, "grand canal"),
                (BRIDGE, "bridge"),
            ] {
                if bits & bit != 0 {
                    what.push(word);
                }
            }
            if bits & FORTIFICATION != 0 {
                let inside = bits & behind_bit(dir) != 0;
                what.extend(["fortification", if inside { "inside" } else { "outside" }]);
            }
            what
        };
        Gazetteer::of(s, s.game_data.digest(), &TERRAIN_WORDS, features)
    }

    fn lists() -> &'static [&'static dyn Listed] {
        LISTS
    }
}

/// Returns the weight of an action for a random agent, so that battles make progress: it prefers to move toward the enemy, to
/// attack and fire, and to end phases.
fn weight(s: &State, action: Action) -> u32 {
    match action {
        Action::Face(_)
        | Action::Hold
        | Action::HoldAll
        | Action::Reopen
        | Action::Order(_)
        | Action::Retreat(..)
        | Action::Leave(_)
        | Action::LeaveCommander(_)
        | Action::TakeCommander(_) => 1,
        Action::Unform(_) => 2,
        Action::Halt => 5,
        Action::Take(_) | Action::Join(_) | Action::JoinCommander(_) | Action::Done => 8,
        Action::GoOn => 12,
        Action::Charge(..)
        | Action::Aim(_)
        | Action::Fire(_)
        | Action::Loose
        | Action::Assault(_)
        | Action::Attack(_)
        | Action::Resolve
        | Action::Advance(_)
        | Action::Rally(_) => 20,
        Action::Step(to) => match s.stack.last() {
            Some(Stage::Running(run)) => {
                let at = run
                    .units
                    .iter()
                    .find_map(|u| s.hex(UnitId(u)))
                    .or_else(|| run.commanders.iter().find_map(|c| s.commander(c).at.hex()));
                match at {
                    Some(at) => {
                        let enemies = s.on_map(run.side.enemy()).map(|(_, h)| h);
                        approach_weight(&s.game_data.board, at, to, enemies)
                    }
                    // A step onto the map.
                    None => 40,
                }
            }
            _ => 6,
        },
        _ => 4,
    }
}

type Sound = Result<(), InvariantViolation>;

fn require(holds: bool, what: impl FnOnce() -> String) -> Sound {
    if holds { Ok(()) } else { Err(InvariantViolation(what())) }
}
fn label(s: &State, h: HexId) -> String {
    s.game_data.board.label(h)
}
fn uw(s: &State, u: UnitId) -> &str {
    &s.counter(u).id
}

fn audit(s: &State) -> Result<(), InvariantViolation> {
    let checks = [audit_stacks, audit_units, audit_commanders, audit_corps, audit_stages];
    checks.into_iter().try_for_each(|check| check(s))?;
    audit_decision::<Marignan>(s)
}

/// Audits the stacks: they agree with the units, hold units of one side, and have one facing; under the printed laws they are
/// within the stacking limits.
fn audit_stacks(s: &State) -> Sound {
    for u in s.unit_ids() {
        if let Some(h) = s.hex(u) {
            require(s.units_at(h).any(|x| x == u), || format!("{} is not where the map says", uw(s, u)))?;
        }
    }
    let fleeing = s.stack.iter().any(|st| matches!(st, Stage::Flight(_)));
    for h in s.game_data.board.ids() {
        for u in s.units_at(h) {
            require(s.hex(u) == Some(h), || format!("{} is not in {}", uw(s, u), label(s, h)))?;
        }
        let Some(side) = s.held_by(h) else { continue };
        require(s.units_at(h).all(|u| s.side(u) == side), || format!("enemies share {} (5.0)", label(s, h)))?;
        require(fleeing || s.amended() || !s.overstacked(h), || {
            format!("{} holds too many ({})", label(s, h), crate::rules::stacking::case(side))
        })?;
        let mut facings = s
            .units_at(h)
            .filter(|&u| !s.routed(u) && !s.hedgehog(u))
            .map(|u| s.unit(u).facing);
        let first = facings.next();
        require(facings.all(|f| Some(f) == first), || format!("units in {} face different ways (3.0)", label(s, h)))?;
    }
    Ok(())
}

/// Audits the markers of units, except where a house rule may give them to other units.
fn audit_units(s: &State) -> Sound {
    for u in s.unit_ids() {
        let (unit, card) = (s.unit(u), s.counter(u));
        let order = unit.condition == Condition::Order;
        let map = unit.at.hex().is_some();
        let say = |what: &str| format!("{} {what}", card.id);
        if s.hedgehog(u) {
            let may = order || s.amended();
            require(map && may && card.class() == Class::Infantry && !card.swiss_arquebusiers(), || {
                say("is in hedgehog and cannot be (9.4)")
            })?;
        }
        if unit.charge.is_some() {
            let may = order && card.class() == Class::Cavalry || s.amended();
            require(map && may, || say("charges and cannot (1.1, 9.3)"))?;
        }
        require(!unit.replaced || card.replacement, || say("is a replacement and has none (1.1)"))?;
        require(!(map && s.routed(u) && card.swiss_pikemen()), || {
            say("is routed, and Swiss pikemen never are (8.1)")
        })?;
        require(!(map && s.routed(u) && card.class() == Class::Artillery), || {
            say("is routed, and artillery never is (10.0)")
        })?;
        require(!s.out_of_command(u) || (card.corps.is_some() && unit.at != Whereabouts::Reserve), || {
            say("is out of command, and has no corps on the map (6.1)")
        })?;
    }
    Ok(())
}

/// Audits the commanders: they are with friendly units, and steady only corps that they may.
fn audit_commanders(s: &State) -> Sound {
    let going = s
        .stack
        .iter()
        .any(|st| matches!(st, Stage::Rejoin(_) | Stage::Escort(_) | Stage::Hero(_)));
    for c in s.commander_ids() {
        let (now, card) = (s.commander(c), &s.game_data.roster[c]);
        if let Some(h) = now.at.hex() {
            require(going || !s.has_unit(h, card.side.enemy()), || {
                format!("{} is among enemies in {} (12.5)", card.id, label(s, h))
            })?;
        }
        let Some(corps) = now.steadies else { continue };
        let name = &s.game_data.roster[corps].id;
        require((card.hero || s.amended()) && s.corps(corps).morale == 0, || {
            format!("{} steadies the corps {name}, which needs no hero or has none (7.2)", card.id)
        })?;
        require(crate::rules::commanders::steadies(s, c, corps), || {
            format!("{} steadies the corps {name} no longer (7.2)", card.id)
        })?;
        require(
            s.commander_ids()
                .all(|x| x == c || s.commander(x).steadies != Some(corps)),
            || format!("two heroes steady the corps {name} (7.2)"),
        )?;
    }
    Ok(())
}

/// Audits the morale of the armies, and the leaders of their corps.
fn audit_corps(s: &State) -> Sound {
    for k in s.corps_ids() {
        let (now, card) = (s.corps(k), &s.game_data.roster[k]);
        require(card.morale.is_some() || now.morale == 0, || {
            format!("the corps {} has a morale of its own (8.1)", card.id)
        })?;
        require(now.leader.is_none() || now.vacant == 0, || {
            format!("the corps {} has a commander and is vacant (7.1)", card.id)
        })?;
        if let Some(c) = now.leader {
            require(
                s.led_side(c) == card.side && matches!(s.commander(c).at, Whereabouts::Map(_) | Whereabouts::Reserve),
                || format!("the corps {} is led by one who cannot (7.1)", card.id),
            )?;
        }
    }
    if s.outcome.is_none() {
        require(s.swiss_morale > 0, || "the Swiss army has no morale left, and play goes on (8.1)".to_owned())?;
        let lose = usize::from(s.game_data.deployment.armies.french_corps_to_lose);
        // A hero may still steady one of them (ruling R86).
        let chooses = matches!(s.stack.last(), Some(Stage::Hero(_)));
        require(chooses || s.demoralized_corps() < lose, || {
            "as many corps are demoralized as lose the battle, and play goes on (8.2)".to_owned()
        })?;
    }
    Ok(())
}

/// Audits the stack of procedures, and the selected pieces.
fn audit_stages(s: &State) -> Sound {
    require(s.course().is_some(), || "the course of the battle is not at the bottom".to_owned())?;
    let above = s.stack.iter().skip(1);
    require(!above.clone().any(|st| matches!(st, Stage::Course(_))), || {
        "the course of the battle stands twice".to_owned()
    })?;
    let mut runs = above.filter_map(|st| match st {
        Stage::Running(run) => Some(run),
        _ => None,
    });
    let run = runs.next();
    require(runs.next().is_none(), || "two parties are selected (9.0)".to_owned())?;
    if let Some(run) = run {
        audit_run(s, run)?;
    }
    for stage in &s.stack {
        if let Stage::Tests(tests) = stage {
            audit_own(s, tests.side, tests.left, "test morale (0.2)")?;
        }
    }
    let moving = s.phase() == Some(Phase::Movement);
    require(!s.braced || moving, || "hedgehogs are closed outside the Movement Phase (9.4)".to_owned())?;
    let fighting = s.phase() == Some(Phase::Melee);
    require(s.assaulted.is_empty() || fighting, || {
        "hexes are attacked outside the Melee Phase (13.1)".to_owned()
    })
}

fn audit_own(s: &State, side: Side, units: PieceSet, what: &str) -> Sound {
    let own = |u: u8| usize::from(u) < s.units.len() && s.side(UnitId(u)) == side;
    require(units.iter().all(own), || format!("units of the other side {what}"))
}

/// Audits that the selected pieces are together and can move.
fn audit_run(s: &State, run: &Run) -> Sound {
    audit_own(s, run.side, run.units, "are selected (9.0)")?;
    let units = run.units.iter().map(|u| s.unit(UnitId(u)).at);
    let commanders = run.commanders.iter().map(|c| s.commander(c).at);
    let mut at = units.chain(commanders);
    let first = at.next();
    require(at.all(|x| Some(x) == first), || "the selected pieces are apart (9.0)".to_owned())?;
    require(run.commanders.iter().all(|c: CommanderId| s.led_side(c) == run.side), || {
        "an enemy commander is selected (9.0)".to_owned()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::setup::tests::position;
    use casus_core::{Agent as _, Log, Random, Seat, Seeded, Turn};
    use casus_guide::Guide as _;

    /// Plays at random, and calls everything that a front end uses.
    fn wander(s: &mut State, seed: u64, many: usize) -> usize {
        let (mut dice, mut agent) = (Seeded::new(seed), Random::new(seed + 1));
        for n in 0..many {
            if let Err(breach) = Marignan::audit(s) {
                panic!("seed {seed}, action {n}: {breach}");
            }
            let Turn::Decide { side, .. } = Marignan::turn(s) else {
                return n;
            };
            let mut listed = Vec::new();
            Marignan::actions(s, &mut listed);
            let action = listed[agent.choose(Seat::<Marignan>::new(s, side, &listed))];
            assert_eq!(Marignan::check(s, side, &action), Ok(()));
            let spelt = Marignan::spell(s, &action);
            assert_eq!(Marignan::parse(s, &spelt), Ok(action), "{spelt}");
            assert!(!Marignan::question(s).is_empty(), "{:?}", s.stack.last());
            Marignan::note(s, &action);
            Marignan::sense(s, &action);
            let mut log = Log::new();
            Marignan::apply(s, &action, &mut dice, &mut log);
            for event in log.events() {
                let told = Marignan::describe(s, event);
                assert!(told.contains(" (") && !told.contains("  "), "{told}");
                Marignan::leg(s, event);
            }
        }
        many
    }

    #[test]
    fn play_by_chance_breaks_nothing() {
        for seed in 0..6 {
            let mut s = position(r#"{"base": "marignan"}"#);
            assert!(wander(&mut s, 10 * seed, 1500) > 1000);
        }
    }

    #[test]
    fn what_is_drawn_and_seen_is_what_stands() {
        let mut s = position(r#"{"base": "marignan"}"#);
        for seed in 0..4 {
            wander(&mut s, seed, 200);
            let scene = Marignan::scene(&s, None);
            let units = Side::ALL.iter().map(|&x| s.on_map(x).count()).sum::<usize>();
            let riders = s.commander_ids().filter(|&c| s.commander(c).at.hex().is_some());
            assert_eq!(scene.counters.len(), units + riders.count());
            let view = Marignan::view(&s, None);
            for counter in &scene.counters {
                let label = Some(scene.sites[counter.site].label.clone());
                let seen = view.units.get(&counter.id).map(|u| u.hex.clone());
                let rides = view.commanders.get(&counter.id).map(|c| c.hex.clone());
                assert_eq!(seen.or(rides), Some(label), "{}", counter.id);
            }
            assert!(scene.counters.iter().any(|c| c.id == s.counter(UnitId(0)).id));
            for id in 0..s.units.len() {
                let at = Place::Unit(id as u16);
                assert!(!Marignan::piece(&s, None, at).is_empty());
                Marignan::threats(&s, None, at);
            }
        }
    }
}
