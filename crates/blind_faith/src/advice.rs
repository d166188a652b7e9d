//! What a state is worth, for agents.

use crate::action::Action;
use crate::components::{Kind, Side};
use crate::game::BlindFaith;
use crate::rules::victory::of_seven;
use crate::state::pieces::Whereabouts;
use crate::state::position::State;
use casus_core::{Advice, Counsel, Next, singly};

impl Advice for BlindFaith {
    type Plan = Action;
    fn plans(s: &State, out: &mut Vec<Counsel<Action>>) {
        singly::<Self>(s, out);
    }
    fn next(_: &State, plan: &mut Action) -> Next<Action> {
        Next::Last(*plan)
    }
    fn worth(s: &State, side: Side) -> i32 {
        let army = |side: Side| {
            let units = s.unit_ids().filter(|&u| s.side(u) == side);
            let forces: i32 = units
                .map(|u| {
                    let full = if s.kind(u) == Kind::Wagon { 4 } else { 2 };
                    match s.unit(u).at {
                        Whereabouts::Map(_) => 10 * full,
                        Whereabouts::Gone => 0,
                        _ => 5 * full,
                    }
                })
                .sum();
            forces + 60 * of_seven(s, side) as i32 + i32::from(s.purse(side))
        };
        army(side) - army(side.enemy())
    }
}
