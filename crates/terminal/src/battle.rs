//! A battle from its set-up to its end: the flags, the agents, the story, the casualty table, pictures, saves and
//! replays.
//!
//! It works for any game. [`run`] is the whole program.

use crate::args::{Args, seed_or_first};
use crate::frames::Pictures;
use crate::io::{DONE, Io, REFUSED, UNENDED, spare};
use crate::machine::Machine;
use crate::narrator::{Narrator, narrow};
use crate::repl::{Repl, Stuck};
use casus_core::geometry::{did_you_mean, many, tame};
use casus_core::play::{SetupFileError, ask, describe_outcome, read_setup};
use casus_core::{Agent, Game, JournalAction, LineFault, LoadError, Match, Seat, Seeded, SetupFaults, Sided, Turn};
use casus_draw::Draw as _;
use casus_draw::Terminal;
use casus_guide::Guide;
use casus_guide::asking::reckoning;
use casus_guide::{Battle, Unlaid};
use core::fmt::Write as _;
use std::ffi::OsString;
use std::process::ExitCode;

/// Why a battle was not watched, replayed or played to its end.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RunError {
    /// A file that should be read does not exist.
    #[error("{path}: no such file")]
    NoFile {
        /// The path, as given.
        path: String,
    },
    /// A file cannot be read or written.
    #[error("{path}: {source}")]
    File {
        /// The path, as given.
        path: String,
        /// Why it could not be read or written.
        source: std::io::Error,
    },
    /// A file that would be written over is not one of ours.
    #[error("{path}: there is such a file, and it is no {what}: it is left alone")]
    NotOurs {
        /// The path, as given.
        path: String,
        /// The kind of file that would be written.
        what: &'static str,
    },
    /// The save and the picture name the same file.
    #[error("{path}: --save and --svg name the same file")]
    SameFile {
        /// The path, as given.
        path: String,
    },
    /// A file is not a set-up of the game.
    #[error(transparent)]
    SetupFile(#[from] SetupFileError),
    /// A set-up has faults.
    #[error("{}", faulty(name, faults))]
    Setup {
        /// The path of the set-up, or `set-up` for the printed one.
        name: String,
        /// What is wrong with the set-up.
        faults: SetupFaults,
    },
    /// A scenario or an option does not exist.
    #[error(transparent)]
    Unlaid(#[from] Unlaid),
    /// A save cannot be loaded.
    #[error("{path}: {source}")]
    Save {
        /// The path, as given.
        path: String,
        /// Why the save cannot be loaded.
        source: Box<LoadError>,
    },
    /// No side has this name.
    #[error("unknown side \"{word}\"; sides: {}{}", sides.join(", "), did_you_mean(word, sides.iter().map(String::as_str)))]
    UnknownSide {
        /// The name, as given.
        word: String,
        /// The sides of the game.
        sides: Vec<String>,
    },
    /// No piece and no hex has this name.
    #[error("`--of {word}`: there is no such piece or hex{near}")]
    UnknownPlace {
        /// The name, as given.
        word: String,
        /// A question with names that it may mean; empty if there are none.
        near: String,
    },
    /// Marks without a picture, or without the piece that they are of.
    #[error("{0}")]
    Marks(String),
    /// The moment of the picture never came.
    #[error(
        "`--at {at}`: {} with picture {last}: nothing is drawn",
        if *ended { "the battle ends" } else { "what was played ends" }
    )]
    NoMoment {
        /// The number of the picture that was asked for.
        at: usize,
        /// The number of the last picture.
        last: usize,
        /// Whether the battle has ended.
        ended: bool,
    },
    /// A number of turns was given for a game without turns.
    #[error("`--turns`: this game has no turns")]
    NoTurns,
    /// The battle reached the limit of its actions.
    #[error("after {} the battle has not ended", many(*actions, "action"))]
    Unended {
        /// The number of actions that were played.
        actions: usize,
    },
    /// The battle cannot go on.
    #[error(transparent)]
    Stuck(#[from] Stuck),
    /// A line of a save that loads is refused when it is replayed: a defect of the game.
    #[error("{path}: a defect: `{line}`: {source}")]
    Replay {
        /// The path of the save.
        path: String,
        /// The step of the journal, as written.
        line: String,
        /// Why it is refused.
        source: Box<LineFault>,
    },
}

impl RunError {
    /// Returns the exit code of a program that ends with this error: [`UNENDED`] or [`REFUSED`].
    pub const fn exit_code(&self) -> u8 {
        match self {
            Self::Unended { .. } | Self::Stuck(_) | Self::Replay { .. } => UNENDED,
            _ => REFUSED,
        }
    }
    /// Creates the error about a file that cannot be read or written.
    pub fn file(path: &str, source: std::io::Error) -> Self {
        Self::File {
            path: path.to_owned(),
            source,
        }
    }
}

fn faulty(name: &str, faults: &SetupFaults) -> String {
    let lines: Vec<String> = faults.0.iter().map(|f| format!("{name}: {f}")).collect();
    lines.join("\n")
}

/// Runs a battle's program on this machine, with the command line of the process.
pub fn main<G: Guide>(battle: &Battle<G>) -> ExitCode {
    ExitCode::from(run(battle, std::env::args_os().skip(1), &mut Machine::default()))
}

/// Runs a battle's program: reads the command line, then [`play`]s. Prints what is wrong. Returns the exit code:
/// [`DONE`], [`UNENDED`] or [`REFUSED`].
pub fn run<G: Guide>(
    battle: &Battle<G>,
    words: impl IntoIterator<Item = impl Into<OsString> + Clone>,
    io: &mut dyn Io,
) -> u8 {
    match Args::read(battle, words) {
        Ok(args) => {
            io.set_screen(args.screen);
            play(battle, &args, io).unwrap_or_else(|e| {
                io.warn(&format!("{}: {}\n", battle.program, tame(&e.to_string())));
                e.exit_code()
            })
        }
        Err(error) if error.use_stderr() => {
            io.warn(&tame(&error.render().to_string()));
            REFUSED
        }
        Err(help) => {
            io.say(&help.render().to_string());
            DONE
        }
    }
}

/// Watches, replays or lets a person play a battle, as the arguments say. Returns [`DONE`].
///
/// # Errors
/// Why it was not carried out, or did not end.
pub fn play<G: Guide>(battle: &Battle<G>, args: &Args, io: &mut dyn Io) -> Result<u8, RunError> {
    if let Some(path) = &args.keeping.save {
        spare(path, io)?;
    }
    let mut pictures = Pictures::new(args, io)?;
    let (game, left, autosave) = match (&args.replay, &args.play) {
        (Some(path), _) => (replay(path, args.quiet, &mut pictures, io)?, false, None),
        (None, Some(side)) => sit(battle, args, side, io)?,
        (None, None) => (fight(battle, args, &mut pictures, io)?, false, None),
    };
    let short = args.turns.is_some() && game.journal().len() < battle.limit;
    if !left {
        let terminal = io.terminal();
        io.say(&narrow(&close(battle, &game, &terminal), terminal.columns.into()));
    }
    if let Some(path) = &args.keeping.save {
        io.write(path, &game.save()).map_err(|e| RunError::file(path, e))?;
        if left && let Some(side) = &args.play {
            let resume = io.resume(battle.program, side, path);
            io.say(&format!("Saved: `{resume}` goes on with it.\n"));
        }
    }
    if let Some(path) = autosave {
        io.unneeded(&path);
    }
    let own = args.play.as_deref().and_then(G::Side::named);
    pictures.end(&game, own, io)?;
    // A save whose every line is legal has been told whole, wherever it stops.
    if game.ended() || left || short || args.replay.is_some() {
        Ok(DONE)
    } else {
        let actions = game.journal().len();
        Err(RunError::Unended { actions })
    }
}

/// Reads a file that must exist.
///
/// # Errors
/// That it does not exist, or why it cannot be read.
pub fn text_of(path: &str, io: &mut dyn Io) -> Result<String, RunError> {
    match io.read(path) {
        Ok(Some(text)) => Ok(text),
        Ok(None) => Err(RunError::NoFile { path: path.to_owned() }),
        Err(e) => Err(RunError::file(path, e)),
    }
}

fn fight<G: Guide>(
    battle: &Battle<G>,
    args: &Args,
    pictures: &mut Pictures<'_, G>,
    io: &mut dyn Io,
) -> Result<Match<G>, RunError> {
    let mut game = begin(battle, args, io)?;
    let seed = seed_or_first(args.opening.seed);
    let mut dice = Seeded::new(seed);
    let mut agents = (battle.agents)(seed);
    let mut agents: Vec<&mut dyn Agent<G>> = agents.iter_mut().map(|a| &mut **a as _).collect();
    let mut narrator = Narrator::new();
    let last = match (args.turns, G::turn_number(game.state())) {
        (None, _) => u32::MAX,
        (Some(n), Some(first)) => first.saturating_add(n - 1),
        (Some(_), None) => return Err(RunError::NoTurns),
    };
    if !args.quiet {
        io.say(&format!("{}, seed {seed}\n", G::CASEBOOK.title));
    }
    while let Turn::Decide { side, .. } = game.turn() {
        let late = G::turn_number(game.state()).is_some_and(|turn| turn > last);
        if late || game.journal().len() >= battle.limit {
            break;
        }
        let listed = game.actions();
        let Some(action) = ask(&mut agents, Seat::new(game.state(), side, &listed)) else {
            return Err(Stuck::unanswered(&game).into());
        };
        narrator.before(&game);
        pictures.before(&game, io)?;
        if let Err(e) = game.play(side, action, &mut dice) {
            return Err(Stuck::refused(&game, &action, &e).into());
        }
        if !args.quiet {
            io.say(&narrator.after(&game));
        }
    }
    io.say(&narrator.rest());
    Ok(game)
}

/// Lets a person play a side.
///
/// Also returns whether the person left before the end, and the path of the automatic save, if it is not needed once
/// the battle is saved.
fn sit<G: Guide>(
    battle: &Battle<G>,
    args: &Args,
    side: &str,
    io: &mut dyn Io,
) -> Result<(Match<G>, bool, Option<String>), RunError> {
    let own = side_of(battle, side)?;
    let seed = seed_or_first(args.opening.seed);
    let file = args.keeping.save.as_ref().or(args.carry_on.as_ref());
    let repl = match &args.carry_on {
        Some(path) => {
            let text = text_of(path, io)?;
            Repl::load(battle, &text, own, seed).map_err(|e| unloaded(path, e))?
        }
        None => Repl::new(battle, begin(battle, args, io)?, own, seed),
    };
    let mut repl = repl.file(file.map(String::as_str)).kept(args.keeping.save.is_some());
    let left = repl.run(io)?;
    let autosave = repl.spent_autosave();
    Ok((repl.into_game(), left, autosave))
}

/// The side with this word or this name in the battle: `League` or `Spain`.
fn side_of<G: Guide>(battle: &Battle<G>, word: &str) -> Result<G::Side, RunError> {
    if let Some(side) = G::Side::named(word) {
        return Ok(side);
    }
    let game = Match::<G>::new((battle.setup)()).map_err(|faults| faulted("set-up", faults))?;
    let name = |side: &G::Side| G::side_name(game.state(), *side);
    let found = G::Side::ALL.iter().find(|side| name(side).eq_ignore_ascii_case(word));
    found.copied().ok_or_else(|| RunError::UnknownSide {
        word: word.to_owned(),
        sides: G::Side::ALL.iter().map(name).collect(),
    })
}

fn unloaded(path: &str, source: LoadError) -> RunError {
    RunError::Save {
        path: path.to_owned(),
        source: Box::new(source),
    }
}

fn faulted(name: &str, faults: SetupFaults) -> RunError {
    RunError::Setup {
        name: name.to_owned(),
        faults,
    }
}

fn begin<G: Game>(battle: &Battle<G>, args: &Args, io: &mut dyn Io) -> Result<Match<G>, RunError> {
    let opening = &args.opening;
    let mut setup = match &opening.setup {
        Some(path) => {
            let text = text_of(path, io)?;
            read_setup::<G>(path, &text)?
        }
        None => (battle.setup)(),
    };
    let options = opening.options.iter().map(String::as_str);
    battle.lay(&mut setup, opening.scenario.as_deref(), options)?;
    let name = opening.setup.as_deref().unwrap_or("set-up");
    Match::<G>::new(setup).map_err(|faults| faulted(name, faults))
}

fn replay<G: Guide>(
    path: &str,
    quiet: bool,
    pictures: &mut Pictures<'_, G>,
    io: &mut dyn Io,
) -> Result<Match<G>, RunError> {
    let text = text_of(path, io)?;
    let game = Match::<G>::load(&text).map_err(|e| unloaded(path, e))?;
    let save = game.to_save();
    let say = |text: &str, io: &mut dyn Io| {
        if !quiet {
            io.say(text);
        }
    };
    if !quiet || pictures.on_the_way() {
        let lines = many(save.journal.len(), "line");
        let head = format!("{}, {path}: {lines}, each legal, to the state {}\n", G::CASEBOOK.title, save.state);
        say(&head, io);
        let mut again = Match::<G>::new(save.setup).map_err(|faults| faulted(path, faults))?;
        let mut narrator = Narrator::new();
        for line in &save.journal {
            narrator.before(&again);
            pictures.before(&again, io)?;
            again.replay(line).map_err(|source| RunError::Replay {
                path: path.to_owned(),
                line: line.to_string(),
                source: Box::new(source),
            })?;
            say(&narrator.after(&again), io);
        }
        say(&narrator.rest(), io);
    }
    Ok(game)
}

/// Returns the end of a battle: who won, what it cost, and the map.
fn close<G: Guide>(battle: &Battle<G>, game: &Match<G>, terminal: &Terminal) -> String {
    let mut throws = 0;
    for record in game.journal() {
        if let JournalAction::Action { faces, .. } = &record.action {
            throws += faces.len();
        }
    }
    let mut out = String::from("\n");
    let _ = match game.outcome() {
        Some((outcome, cite)) => write!(out, "{}", describe_outcome::<G>(game.state(), outcome, cite)),
        None => write!(out, "Play has not ended"),
    };
    let (actions, throws) = (many(game.journal().len(), "action"), many(throws, "throw"));
    let _ = writeln!(out, ", after {actions} and {throws}.");
    for line in reckoning(game) {
        let _ = writeln!(out, "{line}");
    }
    let _ = writeln!(out, "\n{}\n{}", (battle.muster)(game), game.scene(None).text(terminal));
    out
}
