//! Looks games and battles up by name, and implements the commands that work for any game.

use crate::args::{Play, Replay, Watch};
use crate::{Done, Failure};
use casus_belli::core::catalogue::Proof;
use casus_belli::core::geometry::many;
use casus_belli::core::play::game_of;
use casus_belli::core::{LoadError, Match, Sided as _};
use casus_belli::guide::BoxedGame;
use casus_belli::protocol::answers::{GameInfo, OptionInfo};
use casus_terminal::commands::{self, CommandError, proves};
use casus_terminal::{Args, Console, DONE, Io, REFUSED, RunError};
use core::fmt::Write as _;
use serde_json::{Value, json};

/// `each_game!(f(arguments))` calls `f::<G>(arguments)` for each game `G` in turn, until one returns `Some`.
macro_rules! each_game {
    ($f:ident $arguments:tt) => {
        casus_belli::games!(one_game [$f $arguments])
    };
}
macro_rules! one_game {
    ([$f:ident $arguments:tt] $($_:literal: $game:ty,)*) => {
        None$(.or_else(|| $f::<$game> $arguments))*
    };
}
/// Like [`each_game!`], but calls the function for all games and collects the results.
macro_rules! games_that {
    ($f:ident $arguments:tt) => {
        casus_belli::games!(all_games [$f $arguments])
    };
}
macro_rules! all_games {
    ([$f:ident $arguments:tt] $($_:literal: $game:ty,)*) => {
        [$($f::<$game> $arguments),*].into_iter().flatten().collect::<Vec<_>>()
    };
}
pub(crate) use {all_games, each_game, games_that, one_game};

fn names<G: BoxedGame>(all: &mut Vec<&'static str>) -> Option<()> {
    all.extend(G::BATTLES.iter().map(|b| b.program));
    None
}

/// Returns the error for an unknown battle, with the names of all battles.
pub(crate) fn no_battle(word: &str) -> CommandError {
    let mut battles = Vec::new();
    let _: Option<()> = each_game!(names(&mut battles));
    CommandError::UnknownBattle {
        word: word.to_owned(),
        game: None,
        battles,
    }
}

fn run<G: BoxedGame>(battle: &str, args: &Args, io: &mut dyn Io) -> Option<Result<u8, Failure>> {
    let battle = G::battle(battle)?;
    let done = casus_terminal::play(battle, args, io);
    Some(done.map_err(|source| Failure::Battle {
        battle: battle.program,
        source,
    }))
}

fn first_side<G: BoxedGame>(battle: &str) -> Option<&'static str> {
    G::battle(battle)?;
    G::Side::ALL.first().map(|s| s.word())
}

/// Returns whether any game has a battle of this name.
pub(crate) fn is_battle(name: &str) -> bool {
    each_game!(first_side(name)).is_some()
}

/// Watches, replays or plays the battle of this name, as `args` say.
pub(crate) fn battle(name: &str, args: &Args, io: &mut dyn Io) -> Done {
    let done: Option<Done> = each_game!(run(name, args, io));
    done.ok_or_else(|| no_battle(name))?
}

/// The command `casus play`: you play a side at the terminal.
pub(crate) fn play(play: Play, console: &mut Console) -> Done {
    let first: Option<&'static str> = each_game!(first_side(&play.battle));
    let first = first.ok_or_else(|| no_battle(&play.battle))?;
    let mut args = Args {
        play: Some(play.side.unwrap_or_else(|| first.to_owned())),
        carry_on: play.carry_on,
        opening: play.opening,
        keeping: play.keeping,
        ..Args::default()
    };
    args.pictures.marks = play.marks;
    battle(&play.battle, &args, console)
}

/// The command `casus watch`: agents play both sides.
pub(crate) fn watch(watch: Watch, console: &mut Console) -> Done {
    let args = Args {
        opening: watch.opening,
        keeping: watch.keeping,
        pictures: watch.pictures,
        turns: watch.turns,
        quiet: watch.quiet,
        ..Args::default()
    };
    battle(&watch.battle, &args, console)
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

/// Returns the name of a save's battle. The save may be of any game.
pub(crate) fn battle_of(path: &str, text: &str) -> Result<&'static str, SaveError> {
    let unread = |e| SaveError::Unread {
        path: path.to_owned(),
        source: Box::new(e),
    };
    let game = game_of(text).map_err(unread)?;
    let battle: Option<Result<&'static str, LoadError>> = each_game!(of_game(&game, text));
    let path = path.to_owned();
    battle.ok_or(SaveError::OtherGame { path, game })?.map_err(unread)
}

pub(crate) fn text_of(path: &str, console: &mut Console) -> Result<String, RunError> {
    casus_terminal::text_of(path, console)
}

/// Returns the name of a save's battle, or `None` if the save is of another game.
fn of_game<G: BoxedGame>(game: &str, text: &str) -> Option<Result<&'static str, LoadError>> {
    if G::NAME != game {
        return None;
    }
    match Match::<G>::read_save(text) {
        Ok(save) => G::battle_of(&save.setup).map(|b| Ok(b.program)),
        Err(e) => Some(Err(e)),
    }
}

/// The command `casus replay`: verifies a save and prints its story.
pub(crate) fn replay(replay: Replay, console: &mut Console) -> Done {
    let text = text_of(&replay.file, console)?;
    let name = battle_of(&replay.file, &text)?;
    let args = Args {
        replay: Some(replay.file),
        keeping: replay.keeping,
        pictures: replay.pictures,
        quiet: replay.quiet,
        ..Args::default()
    };
    battle(name, &args, console)
}

/// The command `casus games`: lists all games, or the game or battle of this name.
pub(crate) fn list(name: Option<&str>, console: &mut Console) -> Done {
    let mut games: Vec<GameInfo> = casus_belli::host().games().iter().map(|entry| entry.info()).collect();
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
            return Err(no_battle(name).into());
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

/// Returns the error for an unknown game, with the names of all games.
pub(crate) fn no_game(game: &str) -> CommandError {
    CommandError::UnknownGame {
        word: game.to_owned(),
        games: casus_belli::GAMES.to_vec(),
    }
}

fn ruled<G: BoxedGame>(
    game: &str,
    case: Option<&str>,
    files: Option<&[Proof<'_>]>,
    io: &mut dyn Io,
) -> Option<Result<(), CommandError>> {
    (G::NAME == game).then(|| commands::rules::<G>(case, files, io))
}

/// The command `casus rules`: prints a Case, a module, a ruling or a whole casebook.
pub(crate) fn case(game: &str, case: Option<&str>, console: &mut Console) -> Done {
    let files = casus_belli::GAMES.contains(&game).then(|| files(game)).flatten();
    let proofs: Option<Vec<Proof<'_>>> = files
        .as_ref()
        .map(|files| files.iter().map(|(name, proved)| (&**name, &**proved)).collect());
    let found: Option<Result<(), CommandError>> = each_game!(ruled(game, case, proofs.as_deref(), console));
    found.ok_or_else(|| no_game(game))??;
    Ok(DONE)
}

fn charted<G: BoxedGame>(battle: &str, io: &mut dyn Io) -> Option<Result<(), CommandError>> {
    G::battle(battle)?;
    Some(commands::charts::<G>(Some(battle), io))
}

/// The command `casus charts`: prints the charts of a battle.
pub(crate) fn charts(battle: &str, console: &mut Console) -> Done {
    let found: Option<Result<(), CommandError>> = each_game!(charted(battle, console));
    found.ok_or_else(|| no_battle(battle))??;
    Ok(DONE)
}

fn migrated(path: &str, save: &str) -> Result<Value, SaveError> {
    let path = path.to_owned();
    let request = json!({"do": "migrate", "save": save}).to_string();
    let answer: Value = match serde_json::from_str(&casus_belli::host().ask(&request)) {
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
pub(crate) fn migrate(path: &str, out: Option<&str>, console: &mut Console) -> Done {
    let text = text_of(path, console)?;
    let migrated = migrated(path, &text)?;
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
