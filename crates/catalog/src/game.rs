//! What a program asks a game for.

use crate::simulation::{Prepared, SimulatedSetup, SimulationError, Study};
use casus_core::catalogue::Proof;
use casus_core::formats::from_json_value;
use casus_core::play::{SetupFileError, read_setup};
use casus_core::{Laws, LoadError, Match, SetupFaults, Sided as _};
use casus_guide::Battle;
use casus_protocol::{HostedGame, LibraryGame, advised_agents, library_game};
use casus_terminal::commands::{self, CommandError};
use casus_terminal::{Args, Io, RunError};
use casus_testkit::conformance::{Report, Setups, run_file_with};
use core::marker::PhantomData;
use serde_json::Value;

/// A whole game, as a program of many games sees it. [`catalog_game`] makes one from the type of a game.
///
/// A program asks every game in turn for its [`battle`](Self::battle) of a name, until one has it.
pub trait CatalogGame: Send + Sync {
    /// The game's short name, as saves store it.
    fn name(&self) -> &'static str;
    /// Returns the game as a [`SessionHost`](casus_protocol::SessionHost) takes it.
    fn library(&self) -> &'static dyn LibraryGame;
    /// Returns the names of the battles, as requests and commands give them.
    fn battles(&self) -> Vec<&'static str>;
    /// Returns the printed name of a battle. Upper and lower case are the same. `None` if the game has no such battle.
    fn battle(&self, name: &str) -> Option<&'static str>;
    /// Returns the number of actions after which a battle is stopped; `None` if the game has no such battle.
    fn limit(&self, battle: &str) -> Option<usize>;
    /// Returns the words of the sides, in their order.
    fn sides(&self) -> Vec<&'static str>;
    /// Watches, replays or lets a person play a battle, as the arguments say. Returns the exit code; `None` if the game has no such
    /// battle.
    fn play(&self, battle: &str, args: &Args, io: &mut dyn Io) -> Option<Result<u8, RunError>>;
    /// Prints a Case, a module, a ruling or the whole casebook. `files` are the conformance files with what each proves.
    ///
    /// # Errors
    /// That there is no such Case and no such ruling.
    fn rules(&self, case: Option<&str>, files: Option<&[Proof<'_>]>, io: &mut dyn Io) -> Result<(), CommandError>;
    /// Prints the charts of a battle.
    ///
    /// # Errors
    /// That there is no such battle.
    fn charts(&self, battle: &str, io: &mut dyn Io) -> Result<(), CommandError>;
    /// Returns the battle that a save is of; `None` if its set-up is of no battle of the game.
    ///
    /// # Errors
    /// That the text is not a save of this game.
    fn battle_of(&self, save: &str) -> Result<Option<&'static str>, LoadError>;
    /// Replays a save. Returns the number of its lines.
    ///
    /// # Errors
    /// That the text is not a save of this game, or a line of it is not legal.
    fn replay(&self, save: &str) -> Result<usize, LoadError>;
    /// Checks the text of a set-up. `path` is the path of its file, for messages.
    ///
    /// # Errors
    /// What is wrong with it.
    fn check_setup(&self, path: &str, text: &str) -> Result<(), UnopenedError>;
    /// Runs a conformance file with the printed rules.
    fn conformance(&self, text: &str, setups: &Setups) -> Report;
    /// Returns the names of the agents, the strongest first.
    fn agents(&self) -> Vec<&'static str>;
    /// Prepares a set-up for simulation: the printed one of a battle, or that of a file (its path and its text), with a scenario and
    /// options.
    ///
    /// # Errors
    /// That there is no such battle; what is wrong with the file, the scenario, an option or the set-up.
    fn simulated(
        &self,
        battle: &str,
        file: Option<(&str, &str)>,
        scenario: Option<&str>,
        options: &[String],
    ) -> Result<Box<dyn SimulatedSetup>, SimulationError>;
    /// Prepares a set-up that [`SimulatedSetup::setup`] wrote.
    ///
    /// # Errors
    /// That the value is not a set-up of this game, or has faults.
    fn simulated_from(&self, setup: Value) -> Result<Box<dyn SimulatedSetup>, SimulationError>;
}

/// Why a text is not a set-up that can be played.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum UnopenedError {
    /// It cannot be read. The message begins with the path of the file.
    #[error(transparent)]
    Unread(#[from] SetupFileError),
    /// It has faults.
    #[error(transparent)]
    Faults(#[from] SetupFaults),
}

struct Listed<G>(PhantomData<fn() -> G>);

/// Returns a game as a program of many games takes it.
pub fn catalog_game<G: Study + HostedGame>() -> &'static dyn CatalogGame {
    &Listed::<G>(PhantomData)
}

impl<G: Study + HostedGame> CatalogGame for Listed<G> {
    fn name(&self) -> &'static str {
        G::NAME
    }
    fn library(&self) -> &'static dyn LibraryGame {
        library_game::<G>()
    }
    fn battles(&self) -> Vec<&'static str> {
        G::BATTLES.iter().map(|b| b.program).collect()
    }
    fn battle(&self, name: &str) -> Option<&'static str> {
        G::battle(name).map(|b| b.program)
    }
    fn limit(&self, battle: &str) -> Option<usize> {
        G::battle(battle).map(|b| b.limit)
    }
    fn sides(&self) -> Vec<&'static str> {
        G::Side::ALL.iter().map(|side| side.word()).collect()
    }
    fn play(&self, battle: &str, args: &Args, io: &mut dyn Io) -> Option<Result<u8, RunError>> {
        Some(casus_terminal::play(G::battle(battle)?, args, io))
    }
    fn rules(&self, case: Option<&str>, files: Option<&[Proof<'_>]>, io: &mut dyn Io) -> Result<(), CommandError> {
        commands::rules::<G>(case, files, io)
    }
    fn charts(&self, battle: &str, io: &mut dyn Io) -> Result<(), CommandError> {
        commands::charts::<G>(Some(battle), io)
    }
    fn battle_of(&self, save: &str) -> Result<Option<&'static str>, LoadError> {
        let save = Match::<G>::read_save(save)?;
        Ok(G::battle_of(&save.setup).map(|b| b.program))
    }
    fn replay(&self, save: &str) -> Result<usize, LoadError> {
        Ok(Match::<G>::load(save)?.journal().len())
    }
    fn check_setup(&self, path: &str, text: &str) -> Result<(), UnopenedError> {
        Match::<G>::new(read_setup::<G>(path, text)?)?;
        Ok(())
    }
    fn conformance(&self, text: &str, setups: &Setups) -> Report {
        run_file_with::<G>(text, &Laws::PRINTED, setups)
    }
    fn agents(&self) -> Vec<&'static str> {
        advised_agents::<G>().iter().map(|agent| agent.name).collect()
    }
    fn simulated(
        &self,
        battle: &str,
        file: Option<(&str, &str)>,
        scenario: Option<&str>,
        options: &[String],
    ) -> Result<Box<dyn SimulatedSetup>, SimulationError> {
        let found = G::battle(battle).ok_or_else(|| SimulationError::UnknownBattle(battle.to_owned()))?;
        prepared(found, file, scenario, options)
    }
    fn simulated_from(&self, setup: Value) -> Result<Box<dyn SimulatedSetup>, SimulationError> {
        Ok(Box::new(Prepared::<G>::new(from_json_value(setup)?)?))
    }
}

fn prepared<G: Study>(
    battle: &Battle<G>,
    file: Option<(&str, &str)>,
    scenario: Option<&str>,
    options: &[String],
) -> Result<Box<dyn SimulatedSetup>, SimulationError> {
    let mut setup = match file {
        Some((path, text)) => read_setup::<G>(path, text)?,
        None => (battle.setup)(),
    };
    battle.lay(&mut setup, scenario, options.iter().map(String::as_str))?;
    Ok(Box::new(Prepared::<G>::new(setup)?))
}
