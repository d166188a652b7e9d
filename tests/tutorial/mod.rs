//! The game of the tutorial, and what the tests of every game need to know of it.
#![allow(dead_code, missing_docs, unreachable_pub, reason = "no test uses all of it")]

#[path = "../../examples/tutorial/main.rs"]
pub mod program;

pub use program::game;

use casus_belli::core::{Board, Game as _, HexId, Numbering, Orientation, SideFacing, Symmetry};
use casus_belli::testkit::metamorphic::Metamorphic;
use casus_belli::testkit::strategies::{Mirror, Trial, phrases, requests};
use game::{Action, Arm, Bridge, Order, Setup, Side, State, Unit, UnitId};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use std::sync::LazyLock;

/// The center of the map, about which open positions are mirrored.
const CENTRE: &str = "0506";
/// The greatest distance from it at which an action is compared with its mirror image, in hexes: a mirrored hex is still on
/// the map.
const MARGIN: u32 = 4;

/// The map without anything on it.
pub static FIELD: LazyLock<Board> = LazyLock::new(|| Board::full(Numbering::plain(Orientation::Pointy, 9, 11)));

/// Units anywhere within this many hexes of the center, no two of them in one hex.
fn units(radius: u32) -> impl Strategy<Value = Vec<Unit>> {
    let middle = FIELD.parse(CENTRE).expect("the middle is on the field");
    let hexes = FIELD.hexes_within(middle, radius);
    let args = [
        Order::Steady,
        Order::Steady,
        Order::Disordered,
        Order::Routed,
        Order::Lost,
    ];
    let arms = [Arm::Pikes, Arm::Crossbows, Arm::Horse];
    let unit = (
        select(arms.to_vec()),
        select(hexes),
        select(&SideFacing::ALL[..]),
        select(args.to_vec()),
        any::<bool>(),
    );
    vec(unit, 2..9).prop_map(|all| {
        let mut units: Vec<Unit> = Vec::new();
        for (i, (arm, hex, facing, order, done)) in all.into_iter().enumerate() {
            if units.iter().all(|u| u.hex != hex) {
                let (id, side) = (format!("U-{i}"), [Side::Venice, Side::Empire][i % 2]);
                units.push(Unit {
                    id,
                    side,
                    arm,
                    hex,
                    facing,
                    order,
                    done,
                });
            }
        }
        units
    })
}

fn setups(field: Vec<String>, radius: u32) -> impl Strategy<Value = Setup> {
    let side = || select(&[Side::Venice, Side::Empire][..]);
    (1..=8u8, side(), side(), units(radius)).prop_map(move |(turn, active, holder, units)| Setup {
        turn,
        active,
        holder,
        field: field.clone(),
        units,
    })
}

fn meadow() -> Vec<String> {
    vec![".".repeat(11); 9]
}

impl Trial for Bridge {
    fn openings() -> Vec<(&'static str, Setup)> {
        vec![("ponterosso", Setup::default())]
    }
    fn positions() -> BoxedStrategy<Setup> {
        let sound = |setup: &Setup| Bridge::begin(setup).is_ok();
        let printed = setups(Setup::default().field, 5).prop_map(move |mut setup| {
            // Removes units from hexes where they cannot be.
            setup.units = std::mem::take(&mut setup.units)
                .into_iter()
                .fold(Vec::new(), |mut units, unit| {
                    units.push(unit);
                    setup.units.clone_from(&units);
                    if !sound(&setup) {
                        units.pop();
                    }
                    units
                });
            setup
        });
        prop_oneof![1 => Just(Setup::default()), 3 => setups(meadow(), 3), 3 => printed].boxed()
    }
    fn open_positions() -> BoxedStrategy<Setup> {
        setups(meadow(), 2).boxed()
    }
    fn any_actions() -> BoxedStrategy<Vec<Action>> {
        let unit = || (0..12u8).prop_map(UnitId);
        let hex = || (0..120u16).prop_map(HexId);
        let action = prop_oneof![
            unit().prop_map(Action::Take),
            unit().prop_map(Action::Attack),
            unit().prop_map(Action::React),
            hex().prop_map(Action::Step),
            hex().prop_map(Action::Retreat),
            select(&SideFacing::ALL[..]).prop_map(Action::Face),
            select(&[Action::EndTurn, Action::Pass, Action::PassAll][..]),
        ];
        vec(action, 0..40).boxed()
    }
    fn requests() -> BoxedStrategy<Vec<String>> {
        requests::<Bridge>(&[
            "end-turn",
            "take E-Horse",
            "step 9999",
            "attack",
            "4.2",
            "units.E-Horse.order",
        ])
        .boxed()
    }
    fn words() -> BoxedStrategy<String> {
        phrases::<Bridge>(Action::WORDS.iter().map(|w| (*w).to_owned()).collect(), &["N", "NE", "Empire"]).boxed()
    }
    fn image(setup: &Setup, by: Symmetry) -> Setup {
        let mut image = setup.clone();
        if let Some(mirror) = Mirror::about(&FIELD, CENTRE, by) {
            for unit in &mut image.units {
                unit.hex = mirror.hex(unit.hex, u32::MAX).unwrap_or(unit.hex);
                unit.facing = by.apply_side_facing(unit.facing);
            }
        }
        image
    }
    fn image_of(_: &State, action: &Action, by: Symmetry) -> Option<Action> {
        let mirror = Mirror::about(&FIELD, CENTRE, by)?;
        Some(match *action {
            Action::Step(hex) => Action::Step(mirror.hex(hex, MARGIN)?),
            Action::Retreat(hex) => Action::Retreat(mirror.hex(hex, MARGIN)?),
            Action::Face(facing) => Action::Face(by.apply_side_facing(facing)),
            other => other,
        })
    }
}

impl Metamorphic for Bridge {
    // The map is small.
    const SHIFT: i16 = 1;
    fn middle(_: &State) -> Option<&'static str> {
        Some(CENTRE)
    }
}
