//! The games by their names, and what is done with any of them.

use crate::Done;
use crate::args::{Opening, Pictures, Play, Replay, Watch};
use crate::console::Console;
use casus_belli::core::catalogue::{Proof, nearest, print};
use casus_belli::core::geometry::{did_you_mean, many};
use casus_belli::core::person::{BoxedGame, Charts, DONE, Io, REFUSED, runner};
use casus_belli::core::play::game_of;
use casus_belli::core::protocol::SessionHost;
use casus_belli::core::{Game, LoadError, Match, Sided as _};
use casus_belli::machine::read_text;
use serde_json::{Value, json};

/// `each_game!(f(arguments))` is `f::<G>(arguments)` of each game in turn, until one gives something.
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
/// All that a function of a game finds, game by game, where [`each_game!`] stops at the first.
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

/// That no battle is called so.
pub(crate) fn no_battle(word: &str) -> String {
    let mut all = Vec::new();
    let _: Option<()> = each_game!(names(&mut all));
    let near = did_you_mean(word, all.iter().copied());
    format!("no battle is called `{word}`; there are: {}{near}", all.join(", "))
}

fn flags(opening: &Opening) -> Vec<String> {
    let mut flags = Vec::new();
    put(&mut flags, "--setup", opening.setup.as_ref());
    put(&mut flags, "--scenario", opening.scenario.as_ref());
    for option in &opening.options {
        put(&mut flags, "--option", Some(option));
    }
    flags
}

pub(crate) fn put(flags: &mut Vec<String>, flag: &str, value: Option<&String>) {
    flags.extend(value.map(|value| format!("{flag}={value}")));
}

fn drawn(flags: &mut Vec<String>, pictures: &Pictures) {
    put(flags, "--at", pictures.at.map(|n| n.to_string()).as_ref());
    put(flags, "--frames", pictures.frames.as_ref());
    if pictures.quiet {
        flags.push("--quiet".to_owned());
    }
}

fn run<G: BoxedGame>(battle: &str, flags: &[String], io: &mut dyn Io) -> Option<u8> {
    let battle = G::battle(battle)?;
    Some(runner::run(battle, flags.iter().cloned(), io))
}

fn first_side<G: BoxedGame>(battle: &str) -> Option<&'static str> {
    G::battle(battle)?;
    G::Side::ALL.first().map(|s| s.word())
}

/// Whether a battle of a game has this name.
pub(crate) fn is_battle(name: &str) -> bool {
    each_game!(first_side(name)).is_some()
}

/// A person plays a side.
pub(crate) fn play(play: &Play, console: &mut Console) -> Done {
    let battle = &play.opening.battle;
    let first: Option<&'static str> = each_game!(first_side(battle));
    let first = first.ok_or_else(|| no_battle(battle))?.to_owned();
    let mut flags = flags(&play.opening);
    put(&mut flags, "--seed", Some(&play.opening.seed.to_string()));
    put(&mut flags, "--play", Some(play.side.as_ref().unwrap_or(&first)));
    put(&mut flags, "--save", play.keeping.save.as_ref());
    put(&mut flags, "--svg", play.keeping.svg.as_ref());
    put(&mut flags, "--continue", play.carry_on.as_ref());
    self::battle(battle, &flags, console).ok_or_else(|| no_battle(battle))
}

/// Lets agents play both sides of a battle.
pub(crate) fn watch(watch: &Watch, console: &mut Console) -> Done {
    let battle = &watch.opening.battle;
    let mut flags = flags(&watch.opening);
    put(&mut flags, "--seed", Some(&watch.opening.seed.to_string()));
    put(&mut flags, "--save", watch.keeping.save.as_ref());
    put(&mut flags, "--svg", watch.keeping.svg.as_ref());
    put(&mut flags, "--turns", watch.turns.map(|n| n.to_string()).as_ref());
    drawn(&mut flags, &watch.pictures);
    self::battle(battle, &flags, console).ok_or_else(|| no_battle(battle))
}

/// The battle of this name runs as a program with these flags; nothing if there is none.
pub(crate) fn battle(name: &str, flags: &[String], io: &mut dyn Io) -> Option<u8> {
    each_game!(run(name, flags, io))
}

/// The battle that tells a save, whichever game it is of.
pub(crate) fn battle_of(path: &str, text: &str) -> Result<&'static str, String> {
    let game = game_of(text).map_err(|e| format!("{path}: {e}"))?;
    let battle: Option<Result<&'static str, LoadError>> = each_game!(of_game(&game, text));
    battle
        .ok_or_else(|| format!("{path}: a save of `{game}`, which this build has not"))?
        .map_err(|e| format!("{path}: {e}"))
}

/// The text of a file.
pub(crate) fn text_of(path: &str, console: &mut Console) -> Result<String, String> {
    match console.read(path) {
        Ok(Some(text)) => Ok(text),
        Ok(None) => Err(format!("{path}: there is no such file")),
        Err(e) => Err(format!("{path}: {e}")),
    }
}

/// The battle of a save, if it is of this game.
fn of_game<G: BoxedGame>(game: &str, text: &str) -> Option<Result<&'static str, LoadError>> {
    if G::NAME != game {
        return None;
    }
    match Match::<G>::read_save(text) {
        Ok(save) => G::battle_of(&save.setup).map(|b| Ok(b.program)),
        Err(e) => Some(Err(e)),
    }
}

/// Verifies a save and tells it.
pub(crate) fn replay(replay: &Replay, console: &mut Console) -> Done {
    let path = &replay.save;
    let text = text_of(path, console)?;
    let battle = battle_of(path, &text)?;
    let mut flags = Vec::new();
    put(&mut flags, "--replay", Some(path));
    put(&mut flags, "--svg", replay.svg.as_ref());
    drawn(&mut flags, &replay.pictures);
    self::battle(battle, &flags, console).ok_or_else(|| no_battle(battle))
}

/// Lists the games.
pub(crate) fn list(console: &mut Console) -> u8 {
    for entry in casus_belli::host().games() {
        let game = entry.info();
        console.say(&format!("{}: {} ({})\n", game.game, game.title, game.sides.join(" and ")));
        for battle in game.battles {
            console.say(&format!("  {:<14} {}\n", battle.battle, battle.title));
            for scenario in battle.scenarios {
                console.say(&format!("    --scenario {:<12} {}\n", scenario.scenario, scenario.title));
            }
        }
        for option in game.options {
            let says = option.other.unwrap_or(option.text);
            console.say(&format!("    --option {:<10} {says} ({})\n", option.option, option.cases));
        }
    }
    DONE
}

fn told<G: Game>(game: &str, files: Option<&[Proof<'_>]>, case: Option<&str>) -> Option<Result<String, String>> {
    let none = || {
        let word = case.unwrap_or_default();
        format!("`{word}` is neither a Case nor a ruling of {game}{}", nearest(G::CASEBOOK, word))
    };
    (G::NAME == game).then(|| print(G::CASEBOOK, files, case).ok_or_else(none))
}

/// The conformance files of a game, each with what it proves, in the source tree in which the program runs, if it runs in one.
fn files(game: &str) -> Option<Vec<(String, Vec<String>)>> {
    let here = std::env::current_dir().ok()?;
    let mut folders = here.ancestors().map(|up| up.join("tests/conformance").join(game));
    let mut files: Vec<(String, Vec<String>)> = std::fs::read_dir(folders.find(|f| f.is_dir())?)
        .ok()?
        .filter_map(|entry| {
            let path = entry.ok()?.path();
            let proved = runner::proves(&read_text(&path).ok()?);
            let name = path.file_name()?.to_str()?.to_owned();
            (path.extension()? == "toml" && !proved.is_empty()).then_some((name, proved))
        })
        .collect();
    files.sort();
    (!files.is_empty()).then_some(files)
}

/// That no game is called so.
pub(crate) fn no_game(game: &str) -> String {
    let near = did_you_mean(game, casus_belli::GAMES.iter().copied());
    format!("no game is called `{game}`; there are: {}{near}", casus_belli::GAMES.join(", "))
}

/// Tells a Case.
pub(crate) fn case(game: &str, case: Option<&str>, console: &mut Console) -> Done {
    let files = casus_belli::GAMES.contains(&game).then(|| files(game)).flatten();
    let proofs: Option<Vec<Proof<'_>>> = files
        .as_ref()
        .map(|files| files.iter().map(|(name, proved)| (&**name, &**proved)).collect());
    let found: Option<Result<String, String>> = each_game!(told(game, proofs.as_deref(), case));
    console.say(&found.ok_or_else(|| no_game(game))??);
    if proofs.is_none() {
        console
            .say(&format!("The proofs are not at hand here: they stand in tests/conformance/{game} of the source\n"));
    }
    Ok(DONE)
}

fn charted<G: BoxedGame>(battle: &str) -> Option<Result<Charts, String>> {
    let battle = G::battle(battle)?;
    let state = G::begin(&(battle.setup)()).map_err(|faults| faults.to_string());
    Some(state.map(|s| G::charts(&s)))
}

/// The charts of a battle.
pub(crate) fn charts(battle: &str, console: &mut Console) -> Done {
    let found: Option<Result<Charts, String>> = each_game!(charted(battle));
    let Charts { sheets, reconstructed } = found.ok_or_else(|| no_battle(battle))??;
    for (title, text) in sheets {
        let rule = "=".repeat(title.chars().count());
        console.say(&format!("{title}\n{rule}\n{text}\n"));
    }
    console.say("Reconstructed, and why\n======================\n");
    for (what, why) in reconstructed {
        console.say(&format!("{what}\n    {why}\n"));
    }
    Ok(DONE)
}

fn ask(host: &mut SessionHost, request: &Value) -> Result<Value, String> {
    let answer: Value = serde_json::from_str(&host.ask(&request.to_string())).map_err(|e| e.to_string())?;
    match answer["error"]["message"].as_str() {
        Some(message) => Err(message.to_owned()),
        None => Ok(answer),
    }
}

/// Plays a save by the rules of today.
pub(crate) fn migrate(path: &str, out: Option<&str>, console: &mut Console) -> Done {
    let text = text_of(path, console)?;
    let patched = ask(&mut casus_belli::host(), &json!({"do": "migrate", "save": text}));
    let patched = patched.map_err(|e| format!("{path}: {e}"))?;
    if let Some([then, now]) = patched["rules"].as_array().map(Vec::as_slice) {
        console.say(&format!("{path}: played by other rules data: then {then}, now {now}\n"));
    }
    let stopped = &patched["stopped"];
    let whole = stopped.is_null();
    let of = many(patched["of"].as_u64().unwrap_or(0) as usize, "line");
    console.say(&format!("{path}: {} of {of} can be played\n", patched["lines"]));
    if whole {
        let same = if patched["same"] == json!(true) {
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
            .write(out, patched["save"].as_str().unwrap_or_default())
            .map_err(|e| format!("{out}: {e}"))?;
        console.say(&format!("{out}: what could be played, as a save of today\n"));
    }
    Ok(if whole { DONE } else { REFUSED })
}
