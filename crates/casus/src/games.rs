//! Looks games and battles up by name, and implements the commands that work for any game.

use crate::args::{Play, Replay, Watch};
use crate::{Done, Failure};
use casus_belli::catalog::CatalogGame;
use casus_belli::core::LoadError;
use casus_belli::core::catalogue::Proof;
use casus_belli::core::geometry::many;
use casus_belli::core::play::game_of;
use casus_belli::protocol::SessionHost;
use casus_belli::protocol::answers::{GameInfo, OptionInfo};
use casus_terminal::commands::{self, CommandError, proves};
use casus_terminal::{Args, Console, DONE, Io, REFUSED, RunError};
use core::fmt::Write as _;
use serde_json::{Value, json};
use std::sync::Arc;

/// The games of the program.
#[derive(Clone)]
pub(crate) struct Games(Arc<[&'static dyn CatalogGame]>);

impl Games {
    pub(crate) fn new(games: impl IntoIterator<Item = &'static dyn CatalogGame>) -> Self {
        Self(games.into_iter().collect())
    }
    pub(crate) fn iter(&self) -> impl Iterator<Item = &'static dyn CatalogGame> {
        self.0.iter().copied()
    }
    /// Returns the short names of the games.
    pub(crate) fn names(&self) -> Vec<&'static str> {
        self.iter().map(CatalogGame::name).collect()
    }
    /// Returns a host that opens sessions of these games.
    pub(crate) fn host(&self) -> SessionHost {
        SessionHost::new(self.iter().map(CatalogGame::library).collect())
    }
    /// Returns the game of this name.
    ///
    /// # Errors
    /// The names that there are.
    pub(crate) fn game(&self, name: &str) -> Result<&'static dyn CatalogGame, CommandError> {
        let found = self.iter().find(|game| game.name() == name);
        found.ok_or_else(|| CommandError::UnknownGame {
            word: name.to_owned(),
            games: self.names(),
        })
    }
    /// Returns the printed name of a battle, with its game.
    ///
    /// # Errors
    /// The names of all battles.
    pub(crate) fn battle(&self, name: &str) -> Result<(&'static dyn CatalogGame, &'static str), CommandError> {
        let found = self.iter().find_map(|game| Some((game, game.battle(name)?)));
        found.ok_or_else(|| self.no_battle(name))
    }
    /// Returns the error for an unknown battle, with the names of all battles.
    pub(crate) fn no_battle(&self, word: &str) -> CommandError {
        CommandError::UnknownBattle {
            word: word.to_owned(),
            game: None,
            battles: self.iter().flat_map(CatalogGame::battles).collect(),
        }
    }
    /// Watches, replays or plays the battle of this name, as `args` say.
    pub(crate) fn play(&self, name: &str, args: &Args, io: &mut dyn Io) -> Done {
        let (game, battle) = self.battle(name)?;
        let done = game.play(battle, args, io).ok_or_else(|| self.no_battle(name))?;
        done.map_err(|source| Failure::Battle { battle, source })
    }
    /// Returns the name of a save's battle. The save may be of any game.
    pub(crate) fn battle_of(&self, path: &str, text: &str) -> Result<&'static str, SaveError> {
        let unread = |e| SaveError::Unread {
            path: path.to_owned(),
            source: Box::new(e),
        };
        let name = game_of(text).map_err(unread)?;
        let game = self.iter().find(|game| game.name() == name);
        let battle = game.map(|game| game.battle_of(text)).transpose().map_err(unread)?;
        battle.flatten().ok_or_else(|| SaveError::OtherGame {
            path: path.to_owned(),
            game: name,
        })
    }
}

/// The command `casus play`: you play a side at the terminal.
pub(crate) fn play(games: &Games, play: Play, console: &mut Console) -> Done {
    let (game, battle) = games.battle(&play.battle)?;
    let first = game.sides().first().copied().unwrap_or_default();
    let mut args = Args {
        play: Some(play.side.unwrap_or_else(|| first.to_owned())),
        carry_on: play.carry_on,
        opening: play.opening,
        keeping: play.keeping,
        ..Args::default()
    };
    args.pictures.marks = play.marks;
    games.play(battle, &args, console)
}

/// The command `casus watch`: agents play both sides.
pub(crate) fn watch(games: &Games, watch: Watch, console: &mut Console) -> Done {
    let args = Args {
        opening: watch.opening,
        keeping: watch.keeping,
        pictures: watch.pictures,
        turns: watch.turns,
        quiet: watch.quiet,
        ..Args::default()
    };
    games.play(&watch.battle, &args, console)
}

/// Why a save cannot be told or replayed. Each message begins with the path of its file.
#[derive(Debug, thiserror::Error)]
pub(crate) enum SaveError {
    /// No game reads it.
    #[error("{path}: {source}")]
    Unread { path: String, source: Box<LoadError> },
    /// It is of a game that the program was built without.
    #[error("{path}: a save of `{game}`, a game that this build does not contain")]
    OtherGame { path: String, game: String },
    /// The session host refuses to replay it, for this reason.
    #[error("{path}: {message}")]
    Refused { path: String, message: String },
    /// The answer of the session host is not JSON: a defect.
    #[error("{path}: {source}")]
    Answer { path: String, source: serde_json::Error },
}

pub(crate) fn text_of(path: &str, console: &mut Console) -> Result<String, RunError> {
    casus_terminal::text_of(path, console)
}

/// The command `casus replay`: verifies a save and prints its story.
pub(crate) fn replay(games: &Games, replay: Replay, console: &mut Console) -> Done {
    let text = text_of(&replay.file, console)?;
    let name = games.battle_of(&replay.file, &text)?;
    let args = Args {
        replay: Some(replay.file),
        keeping: replay.keeping,
        pictures: replay.pictures,
        quiet: replay.quiet,
        ..Args::default()
    };
    games.play(name, &args, console)
}

/// The command `casus games`: lists all games, or the game or battle of this name.
pub(crate) fn list(all: &Games, name: Option<&str>, console: &mut Console) -> Done {
    let mut games: Vec<GameInfo> = all.iter().map(|game| game.library().info()).collect();
    if let Some(name) = name {
        let called = |own: &str| own.eq_ignore_ascii_case(name);
        if games.iter().any(|game| called(&game.game)) {
            games.retain(|game| called(&game.game));
        } else {
            games.retain_mut(|game| {
                game.battles.retain(|battle| called(&battle.battle));
                !game.battles.is_empty()
            });
        }
        if games.is_empty() {
            return Err(all.no_battle(name).into());
        }
    }
    print(&games, console);
    Ok(DONE)
}

/// Prints games with their battles, scenarios, optional rules and rulings.
fn print(games: &[GameInfo], io: &mut dyn Io) {
    let mut out = String::new();
    for (i, game) in games.iter().enumerate() {
        if i > 0 {
            out.push('\n');
        }
        let _ = writeln!(out, "{}: {} ({})", game.game, game.title, game.sides.join(" and "));
        for battle in &game.battles {
            let _ = writeln!(out, "  {:<14} {}", battle.battle, battle.title);
            for scenario in &battle.scenarios {
                let _ = writeln!(out, "    --scenario {:<12} {}", scenario.scenario, scenario.title);
            }
        }
        let (rulings, rules): (Vec<&OptionInfo>, Vec<&OptionInfo>) =
            game.options.iter().partition(|o| o.other.is_some());
        if !rules.is_empty() {
            out.push_str("\n  Optional rules, off unless you name them:\n");
        }
        for rule in rules {
            let _ = writeln!(out, "    --option {:<10} {}", rule.option, rule.text);
        }
        if !rulings.is_empty() {
            out.push_str("\n  Rulings that you can read the other way:\n");
        }
        for ruling in rulings {
            let question = ruling.question.as_deref().unwrap_or_default();
            let _ = writeln!(out, "    {}  {question} ({})", ruling.option, ruling.cases);
            let width = "--option ".len() + ruling.option.chars().count();
            let _ = writeln!(out, "      {:<width$}  {}", "default", ruling.text);
            let _ = writeln!(out, "      --option {}  {}", ruling.option, ruling.other.as_deref().unwrap_or_default());
        }
    }
    io.page(&out);
}

/// Returns the conformance files of a game with the Cases that each proves.
///
/// The files are found only if the program runs inside a source tree; otherwise the result is `None`.
fn files(game: &str) -> Option<Vec<(String, Vec<String>)>> {
    let here = std::env::current_dir().ok()?;
    let mut folders = here.ancestors().map(|up| up.join("tests/conformance").join(game));
    let files = commands::conformance_files(&folders.find(|f| f.is_dir())?).ok()?;
    let files = files.into_iter().map(|(name, text)| (name, proves(&text)));
    let files: Vec<_> = files.filter(|(_, proved)| !proved.is_empty()).collect();
    (!files.is_empty()).then_some(files)
}

/// The command `casus rules`: prints a Case, a module, a ruling or a whole casebook.
pub(crate) fn case(games: &Games, game: &str, case: Option<&str>, console: &mut Console) -> Done {
    let found = games.game(game)?;
    let files = files(game);
    let proofs: Option<Vec<Proof<'_>>> = files
        .as_ref()
        .map(|files| files.iter().map(|(name, proved)| (&**name, &**proved)).collect());
    found.rules(case, proofs.as_deref(), console)?;
    Ok(DONE)
}

/// The command `casus charts`: prints the charts of a battle.
pub(crate) fn charts(games: &Games, battle: &str, console: &mut Console) -> Done {
    let (game, battle) = games.battle(battle)?;
    game.charts(battle, console)?;
    Ok(DONE)
}

fn migrated(games: &Games, path: &str, save: &str) -> Result<Value, SaveError> {
    let path = path.to_owned();
    let request = json!({"do": "migrate", "save": save}).to_string();
    let answer: Value = match serde_json::from_str(&games.host().ask(&request)) {
        Ok(answer) => answer,
        Err(source) => return Err(SaveError::Answer { path, source }),
    };
    match answer["error"]["message"].as_str() {
        Some(message) => Err(SaveError::Refused {
            path,
            message: message.to_owned(),
        }),
        None => Ok(answer),
    }
}

/// The command `casus migrate`: replays a save by the current rules, and reports where it stops.
pub(crate) fn migrate(games: &Games, path: &str, out: Option<&str>, console: &mut Console) -> Done {
    let text = text_of(path, console)?;
    let migrated = migrated(games, path, &text)?;
    if let Some([then, now]) = migrated["rules"].as_array().map(Vec::as_slice) {
        console.say(&format!("{path}: played by other rules data: then {then}, now {now}\n"));
    }
    let stopped = &migrated["stopped"];
    let whole = stopped.is_null();
    let of = many(migrated["total"].as_u64().unwrap_or(0) as usize, "line");
    console.say(&format!("{path}: {} of {of} can be played\n", migrated["played"]));
    if whole {
        let same = if migrated["same_position"] == json!(true) {
            "the same as"
        } else {
            "another than"
        };
        console.say(&format!("the position at the end is {same} the one that the save speaks of\n"));
    } else {
        let text = |key: &str| stopped[key].as_str().unwrap_or_default().to_owned();
        console.say(&format!("it stops at line {}, `{}`: {}\n", stopped["line"], text("words"), text("message")));
    }
    if let Some(out) = out {
        console
            .write(out, migrated["save"].as_str().unwrap_or_default())
            .map_err(|e| RunError::file(out, e))?;
        console.say(&format!("{out}: what could be played, as a save of today\n"));
    }
    Ok(if whole { DONE } else { REFUSED })
}
