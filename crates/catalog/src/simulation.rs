//! Battles between agents, and what is counted in them.

use crate::tally::Tally;
use casus_core::geometry::did_you_mean;
use casus_core::play::SetupFileError;
use casus_core::{
    Agent, Cite, Outcome, ParseFault, PlayError, Ratio, Refusals, Seeded, SetupFaults, Sided as _, digest, playout_with,
};
use casus_guide::{BoxedGame, Unlaid};
use casus_protocol::{AgentEntry, advised_agents};
use serde_json::Value;

/// The statistics of a game's battles, and their report.
///
/// A game that counts nothing of its own leaves all methods out; its report then has who won, and how long the battles were.
pub trait Study: BoxedGame {
    /// State kept during one battle; `()` if there is none.
    type Witness: Default + Send;
    /// Reports what needs no battle: exact odds of named combats.
    ///
    /// # Errors
    /// Odds that cannot be computed.
    fn exact(_setup: &Self::Setup) -> Result<String, ExactError> {
        Ok(String::new())
    }
    /// Counts an event. `state` is that after the action that caused it.
    fn see(_witness: &mut Self::Witness, _state: &Self::State, _event: &Self::Event, _tally: &mut Tally) {}
    /// Counts the end of a battle. `end` is `None` if the battle was stopped before it.
    fn end(_witness: Self::Witness, _state: &Self::State, end: Option<(Outcome<Self::Side>, Cite)>, tally: &mut Tally) {
        tally.end(end);
    }
    /// Returns the report of a tally.
    fn report(tally: &Tally, _setup: &Self::Setup) -> String {
        let mut out = String::new();
        tally.shares(&mut out, "ends", "ends", tally.games());
        tally.spread(&mut out, "actions", "actions");
        out
    }
}

/// Who plays simulated battles, and for how long.
#[derive(Clone, Copy, Debug)]
pub struct Seats<'a> {
    /// The names of the agents, in the order of the sides.
    pub agents: &'a [String],
    /// Whether the two agents swap their seeds.
    pub swap: bool,
    /// The number of actions after which a battle is stopped.
    pub limit: usize,
}

/// The result of a simulated battle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BattleEnd {
    /// The number of the side that won, `d` for a draw, `x` if all lose, `s` for a stalemate, `-` if the battle was stopped.
    pub letter: char,
    /// The digest of the last position.
    pub digest: u64,
    /// What was counted.
    pub tally: Tally,
}

/// A set-up whose battles can be simulated.
pub trait SimulatedSetup: Send + Sync {
    /// The digest of the rules data.
    fn rules(&self) -> u64;
    /// Returns the set-up as JSON.
    ///
    /// # Errors
    /// That the set-up cannot be written.
    fn setup(&self) -> Result<Value, SimulationError>;
    /// Plays a battle to its end. The same seed gives the same battle.
    ///
    /// # Errors
    /// That an agent is unknown, or a decision has no answer: a defect of the game.
    fn battle(&self, seats: Seats<'_>, seed: u64) -> Result<BattleEnd, SimulationError>;
    /// Returns the report of a tally, with the exact odds of the set-up.
    ///
    /// # Errors
    /// Odds that cannot be computed.
    fn report(&self, tally: &Tally) -> Result<String, SimulationError>;
}

/// Why a simulation cannot be carried out.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SimulationError {
    /// No agent has this name.
    #[error("unknown agent `{name}`; agents: {}{}", known.join(", "), did_you_mean(name, known.iter().copied()))]
    UnknownAgent {
        /// The name, as given.
        name: String,
        /// The names that there are.
        known: Vec<&'static str>,
    },
    /// The game has no battle of this name.
    #[error("unknown battle `{0}`")]
    UnknownBattle(String),
    /// The file of a set-up cannot be read. The message begins with its path.
    #[error(transparent)]
    SetupFile(#[from] SetupFileError),
    /// A scenario or an option does not exist.
    #[error(transparent)]
    Unlaid(#[from] Unlaid),
    /// A set-up has faults.
    #[error(transparent)]
    Faults(#[from] SetupFaults),
    /// A set-up cannot be written as JSON or read from it.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
    /// A battle comes to a decision that has no answer.
    #[error("a defect: seed {seed} comes to a decision that nothing answers")]
    DeadEnd {
        /// The seed of the battle.
        seed: u64,
    },
    /// Exact odds cannot be computed.
    #[error(transparent)]
    Exact(#[from] ExactError),
}

/// Why exact odds cannot be computed by the charts and counters of a set-up.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ExactError {
    /// The position cannot be read from TOML: a defect of the study.
    #[error(transparent)]
    Toml(#[from] toml::de::Error),
    /// The position cannot be read from JSON: a defect of the study.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
    /// The set-up lacks the pieces of the position, or forbids it.
    #[error(transparent)]
    Setup(#[from] SetupFaults),
    /// The words of an action are not understood.
    #[error(transparent)]
    Words(#[from] ParseFault),
    /// An action cannot be played.
    #[error(transparent)]
    Play(#[from] PlayError),
    /// An action is forbidden.
    #[error(transparent)]
    Refused(#[from] Refusals),
    /// A unit of the combat is not on the map.
    #[error("not on the map")]
    OffTheMap,
    /// The computation stopped before the odds were complete.
    #[error("{0} of the odds are unresolved")]
    Unresolved(Ratio),
    /// The combat did not begin.
    #[error("the attack on the wagons is not begun")]
    NotBegun,
    /// One of several named combats.
    #[error("{title}: {source}")]
    Combat {
        /// The title of the combat, as the report has it.
        title: &'static str,
        /// What is wrong with it.
        source: Box<Self>,
    },
}

/// Returns the agent of this name.
fn agent<G: Study>(name: &str) -> Result<AgentEntry<G>, SimulationError> {
    let mut all = advised_agents::<G>();
    let known: Vec<&'static str> = all.iter().map(|a| a.name).collect();
    let Some(place) = known.iter().position(|known| *known == name) else {
        let name = name.to_owned();
        return Err(SimulationError::UnknownAgent { name, known });
    };
    Ok(all.swap_remove(place))
}

/// A set-up without faults.
pub(crate) struct Prepared<G: Study> {
    setup: G::Setup,
    rules: u64,
}

impl<G: Study> Prepared<G> {
    pub(crate) fn new(setup: G::Setup) -> Result<Self, SetupFaults> {
        let rules = G::rules_digest(&G::begin(&setup)?);
        Ok(Self { setup, rules })
    }
}

impl<G: Study> SimulatedSetup for Prepared<G> {
    fn rules(&self) -> u64 {
        self.rules
    }
    fn setup(&self) -> Result<Value, SimulationError> {
        Ok(serde_json::to_value(&self.setup)?)
    }
    fn battle(&self, seats: Seats<'_>, seed: u64) -> Result<BattleEnd, SimulationError> {
        let mut state = G::begin(&self.setup)?;
        let own = |i: usize| seed.wrapping_mul(2).wrapping_add(i as u64 ^ u64::from(seats.swap));
        let mut chairs: Vec<Box<dyn Agent<G>>> = Vec::new();
        for (i, name) in seats.agents.iter().enumerate() {
            chairs.push((agent::<G>(name)?.make)(own(i)));
        }
        let mut chairs: Vec<&mut dyn Agent<G>> = chairs.iter_mut().map(|c| &mut **c as _).collect();
        let (mut witness, mut tally) = (G::Witness::default(), Tally::one());
        let mut dice = Seeded::new(seed);
        let play = playout_with::<G>(&mut state, &mut chairs, &mut dice, seats.limit, |s, events| {
            for event in events {
                G::see(&mut witness, s, event, &mut tally);
            }
        });
        if play.dead_end() {
            return Err(SimulationError::DeadEnd { seed });
        }
        tally.note("actions", play.actions);
        let letter = match play.outcome {
            Some((Outcome::Win(side), _)) => char::from_digit(side.index() as u32, 10).unwrap_or('?'),
            Some((Outcome::Draw, _)) => 'd',
            Some((Outcome::AllLose, _)) => 'x',
            Some((Outcome::Stalemate, _)) => 's',
            None => '-',
        };
        G::end(witness, &state, play.outcome, &mut tally);
        let digest = digest(&state);
        Ok(BattleEnd { letter, digest, tally })
    }
    fn report(&self, tally: &Tally) -> Result<String, SimulationError> {
        Ok(G::report(tally, &self.setup) + &G::exact(&self.setup)?)
    }
}
