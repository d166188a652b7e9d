//! Property tests of this game: strategies for positions, actions and requests, and their mirror images.
//!
//! [`casus_testkit::strategies::playthroughs`] generates play-throughs that shrink;
//! [`casus_testkit::strategies::props`] has the properties that must hold for them.
//! ```
//! use casus_testkit::strategies::{playthroughs, props};
//! use casus_marignan::{Marignan, strategies};
//! use proptest::prelude::*;
//!
//! let few = ProptestConfig::with_cases(4);
//! proptest!(few, |(setup in strategies::positions(), game in playthroughs(20))| {
//!     props::audit_holds::<Marignan>(&setup, &game)?;
//! });
//! ```

mod actions;
mod images;
mod positions;

pub use actions::{actions, thinkable};
pub use images::{image, image_of};
pub use positions::{CENTRE, Ground, fights, open_positions, positions};

use crate::action::Action;
use crate::casebook::CASEBOOK;
use crate::components::{Counter, Side};
use crate::event::{Chance, Event, What};
use crate::game::Marignan;
use crate::options::Choice;
use crate::setup::Setup;
use crate::state::position::State;
use actions::{Of, kinds};
use casus_core::{Judge, Symmetry, Verdict};
use casus_testkit::metamorphic::Metamorphic;
use casus_testkit::strategies as core;
use casus_testkit::strategies::{PassedOver, Trial, phrases};
use images::laid;
use positions::SYMMETRIES;
use proptest::prelude::*;

/// Returns whether a written citation is of an option's ruling, or of a Case that the ruling interprets.
///
/// ```
/// use casus_marignan::{Choice, strategies};
///
/// assert!(strategies::speaks_of(Choice::R27, "6.2 [R27]"));
/// assert!(strategies::speaks_of(Choice::R27, "7.1"));
/// assert!(!strategies::speaks_of(Choice::R27, "8.1"));
/// ```
pub fn speaks_of(choice: Choice, cite: &str) -> bool {
    core::speaks_of(&CASEBOOK, choice.word(), cite)
}

impl Trial for Marignan {
    const SYMMETRIES: &'static [Symmetry] = SYMMETRIES;
    casus_testkit::trial!(modules of crate);
    fn openings() -> Vec<(&'static str, Setup)> {
        ["first-day", "two-days"]
            .map(|scenario| {
                let setup = Setup {
                    scenario: Some(scenario.to_owned()),
                    ..Setup::default()
                };
                (scenario, setup)
            })
            .into()
    }
    fn passed_over(state: &State, event: &Event) -> Option<PassedOver<Self>> {
        let (unit, chance, refusals) = match &event.what {
            What::PassedOver { unit, chance, refusals } => (*unit, chance, refusals.clone()),
            What::NoHex { unit, chance, barred } => {
                let mut all = casus_core::Verdict::full();
                for reason in barred.iter().flat_map(|shut| shut.refusals.iter()) {
                    all.refuse(*reason);
                }
                (*unit, chance, all.finish().err()?)
            }
            _ => return None,
        };
        let around = |h| state.game_data().board.neighbours(h).map(|(_, n)| n);
        let back = || {
            let hexes = state.hex(unit).into_iter().flat_map(around);
            hexes.map(|h| Action::Retreat(unit, h)).collect()
        };
        // Actions of a part of play that is over are not possible any more.
        let actions = match *chance {
            Chance::Rally => vec![Action::Rally(unit)],
            Chance::Succession => vec![Action::Install(unit)],
            Chance::Charge(hex) => vec![Action::Charge(unit, hex)],
            Chance::Hedgehog(_) => vec![Action::Form],
            Chance::Order => back(),
            Chance::Melee => vec![Action::Attack(unit)],
            Chance::Advance(_) if state.fought.is_some() => vec![Action::Advance(unit)],
            Chance::FallBack if state.phase().is_none() => back(),
            Chance::Placing if state.phase().is_none() => vec![Action::Take(unit)],
            Chance::Advance(_) | Chance::FallBack | Chance::Placing | Chance::Recovery | Chance::Rout => return None,
        };
        Some(PassedOver {
            by: state.side(unit),
            actions,
            refusals,
        })
    }
    fn only_says(event: &Event) -> bool {
        matches!(
            event.what,
            What::Turn { .. }
                | What::PhaseBegins { .. }
                | What::NightStep { .. }
                | What::Declined { .. }
                | What::InCommand { .. }
                | What::OutOfCommand { .. }
        )
    }
    fn comparable(setup: &Setup, switch: usize) -> Setup {
        let mut setup = setup.clone();
        // Works on other sides of a hex from the start make another position, not only another reading of a ruling.
        if Choice::nth(switch) == Choice::R96 {
            setup.works.clear();
        }
        setup
    }
    fn shut(state: &State, by: Side, action: &Action) -> Option<String> {
        let mut verdict = Verdict::full();
        state.opening(by, *action, &mut verdict);
        verdict.finish().err().map(|why| why.to_string())
    }
}

impl Metamorphic for Marignan {
    const DECLARATIONS: &'static [(&'static str, &'static [&'static str])] =
        &[("fire", &["fire"]), ("attackers", &["attack"])];
    fn middle(_: &State) -> Option<&'static str> {
        Some(CENTRE)
    }
    fn equal(state: &State, one: &str, other: &str) -> bool {
        let roster = &state.game_data().roster;
        let (Some(one), Some(other)) = (roster.unit(one), roster.unit(other)) else {
            return false;
        };
        let like = |c: &Counter| Counter {
            id: String::new(),
            sources: roster[one].sources.clone(),
            ..c.clone()
        };
        like(&roster[one]) == like(&roster[other])
    }
    fn laid(setup: &Setup, state: &State) -> Option<Setup> {
        laid(setup, state)
    }
}

/// Generates requests to a session, well and badly formed.
///
/// ```
/// use casus_testkit::strategies::{Playthrough, props};
/// use casus_marignan::{Marignan, Setup, strategies};
/// use proptest::prelude::*;
///
/// let start = Playthrough { picks: vec![], seed: 1 };
/// proptest!(ProptestConfig::with_cases(4), |(requests in strategies::requests())| {
///     props::session_answers::<Marignan>(&Setup::default(), &start, &requests)?;
/// });
/// ```
pub fn requests() -> impl Strategy<Value = Vec<String>> {
    core::requests::<Marignan>(&[
        "swiss",
        "done",
        "hold",
        "halt",
        "take I-Pike-1",
        "place King-Gen-1 1022",
        "step 9999",
        "fire",
        "12.4",
        "R27",
        "units.I-Pike-1.state",
    ])
}

/// Generates words that may or may not be an action: real verbs with real and made-up names.
///
/// ```
/// use casus_core::Game;
/// use casus_marignan::{Marignan, Setup, strategies};
/// use proptest::prelude::*;
///
/// let state = Marignan::begin(&Setup::default()).unwrap();
/// proptest!(ProptestConfig::with_cases(16), |(words in strategies::words())| {
///     let _ = Marignan::parse(&state, &words);
/// });
/// ```
pub fn words() -> impl Strategy<Value = String> {
    let verbs = kinds(&Of::default()).map(|a| a.word().to_owned());
    phrases::<Marignan>(verbs.into(), &["N", "SSE", "W"])
}
