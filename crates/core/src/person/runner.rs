//! A whole battle as a program: flags, set-up files, agents, the story, the casualty table, pictures, saves and
//! replays.
//!
//! It works for any [`Game`]. A game adds a [`Battle`], and the machine adds an [`Io`] for files and output, because
//! this crate does none of its own. [`run`] is the whole program.

use crate::cases::case::Standing;
use crate::decisions::fault::SetupFaults;
use crate::decisions::side::Sided;
use crate::decisions::turn::Turn;
use crate::dice::throw::Seeded;
use crate::geometry::near::{did_you_mean, many, tame};
use crate::person::args::Args;
use crate::person::asking::reckoning;
use crate::person::battle::Battle;
use crate::person::frames::Pictures;
use crate::person::guide::Guide;
use crate::person::io::{DONE, Io, REFUSED, Stop, UNENDED, spare};
use crate::person::marks::Mark;
use crate::person::narrator::{Narrator, narrow};
use crate::person::repl::Repl;
use crate::play::agent::{Agent, Seat, ask};
use crate::play::game::Game;
use crate::play::json::{nameless_in, nameless_words, plain, steering, steering_words, strict, without_mark};
use crate::play::matches::{JournalAction, Match};
use crate::play::moment::describe_outcome;
use crate::render::text::Terminal;
use core::fmt::Write as _;
use serde_json::{Map, Value};

/// Returns the help of a battle's program, with every option of its rulebook.
pub fn help<G: Game>(battle: &Battle<G>) -> String {
    let book = G::CASEBOOK;
    let scenario = if battle.scenarios.is_empty() {
        String::new()
    } else {
        let list = battle.scenarios.iter();
        let list: Vec<String> = list.map(|(id, title)| format!("{id} ({title})")).collect();
        format!("  --scenario ID  which battle: {}\n", list.join(", "))
    };
    let mut out = format!(
        "{}: plays a battle of {} and tells it, each line with its Case.\n\n\
         \x20 --play SIDE    you play this side, at the terminal; `help` there tells how\n\
         \x20 --continue FILE  goes on with a save; beside --play\n\
         \x20 --seed N       the seed of the dice and of the agents; 1 if not said\n\
         \x20 --setup FILE   a set-up, TOML or JSON, instead of the printed one\n\
         {}\x20 --option CASE  switches an option on; may stand several times\n\
         \x20 --save FILE    writes a save; no file but an older save is written over\n\
         \x20 --replay FILE  verifies a save and tells its story again\n\
         \x20 --svg FILE     draws the field at the end; no file but an older picture is written over\n\
         \x20 --at N         with --svg: after N {within}s instead; 0 when the first has begun\n\
         \x20 --frames DIR   draws the field after every {within}: DIR/0000.svg and on; DIR is new or empty\n\
         \x20 --mark WHAT    in pictures; may stand several times: {marks}\n\
         \x20 --of PIECE     whose sight, reach and odds are marked, or of which hex\n\
         \x20 --turns N      in a game of turns: plays so many and ends\n\
         \x20 --quiet        only the end\n\nOptions:\n",
        battle.program,
        book.title,
        scenario,
        within = G::WITHIN,
        marks = Mark::words().replace('`', ""),
    );
    let mut options: Vec<(&str, String)> = Vec::new();
    for entry in book.entries.iter().filter(|e| e.standing == Standing::Optional) {
        if (battle.option)(&mut (battle.setup)(), entry.number) {
            options.push((entry.number, entry.title.to_owned()));
        }
    }
    for ruling in book.rulings {
        if let Some(other) = ruling.switch {
            options.push((ruling.id, format!("{other} ({})", ruling.cases)));
        }
    }
    let width = options.iter().map(|(word, _)| word.len()).max();
    let width = width.unwrap_or(0);
    for (word, says) in options {
        let _ = writeln!(out, "  {word:<width$}  {says}");
    }
    out
}

fn is_json(path: &str, text: &str) -> bool {
    let ends = |end: &str| path.to_ascii_lowercase().ends_with(end);
    ends(".json") || (!ends(".toml") && text.trim_start().starts_with('{'))
}

fn not_json(path: &str, e: &serde_json::Error) -> String {
    format!("{path}: {}", plain(&e.to_string()))
}

fn not_toml(path: &str, e: &toml::de::Error) -> String {
    format!("{path}: {}", plain(e.to_string().trim_end()))
}

/// Reads the text of a set-up of any game. TOML and JSON are told apart as in [`read_setup`].
///
/// # Errors
/// What is wrong, under the name of the file: another format, an empty text, a key given twice, or text that would
/// steer a terminal.
pub fn read_text(path: &str, text: &str) -> Result<Value, String> {
    let text = without_mark(text);
    let whole: Value = if is_json(path, text) {
        if text.trim().is_empty() {
            return Err(format!("{path}: the file is empty: a set-up in JSON is an object; `{{}}` is the printed one"));
        }
        strict(text).map_err(|e| not_json(path, &e))?
    } else {
        toml::from_str(text).map_err(|e| not_toml(path, &e))?
    };
    if !is_json(path, text) && whole.as_object().is_some_and(Map::is_empty) {
        return Err(format!("{path}: the file has no key: without a set-up the printed one is played"));
    }
    match steering(&whole) {
        Some((at, found)) => Err(format!("{path}: {}", steering_words(&at, found))),
        None => Ok(whole),
    }
}

/// Reads a set-up from TOML or JSON.
///
/// A path that ends in `.json` or `.toml` says which it is. Otherwise a text that begins with `{` is JSON.
///
/// # Errors
/// What is wrong and where, under the name of the file, with line and column.
pub fn read_setup<G: Game>(path: &str, text: &str) -> Result<G::Setup, String> {
    let whole = read_text(path, text)?;
    let text = without_mark(text);
    let setup: G::Setup = if is_json(path, text) {
        serde_json::from_str(text).map_err(|e| not_json(path, &e))?
    } else {
        toml::from_str(text).map_err(|e| not_toml(path, &e))?
    };
    match nameless_in(&whole, &setup) {
        None => Ok(setup),
        Some(at) => Err(format!("{path}: {}", nameless_words(&at))),
    }
}

fn faulty(name: &str, faults: &SetupFaults) -> String {
    let lines: Vec<String> = faults.0.iter().map(|f| format!("{name}: {f}")).collect();
    lines.join("\n")
}

/// Runs a battle's program: reads the flags, plays or replays, tells, saves. Returns the exit code: [`DONE`],
/// [`UNENDED`] or [`REFUSED`].
pub fn run<G: Guide>(battle: &Battle<G>, args: impl IntoIterator<Item = String>, io: &mut dyn Io) -> u8 {
    let args = match Args::parse(args) {
        Ok(args) => args,
        Err(message) => {
            let program = battle.program;
            let message = message.replace("`--play", &format!("`{}", io.flag("--play")));
            io.warn(&format!("{program}: {}; `--help` lists the flags\n", tame(&message)));
            return REFUSED;
        }
    };
    if args.help {
        io.say(&help(battle));
        return DONE;
    }
    match carry_out(battle, &args, io) {
        Ok(()) => DONE,
        Err((code, message)) => {
            io.warn(&format!("{}: {}\n", battle.program, tame(&message)));
            code
        }
    }
}

fn carry_out<G: Guide>(battle: &Battle<G>, args: &Args, io: &mut dyn Io) -> Result<(), Stop> {
    if let Some(path) = &args.save {
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
    if let Some(path) = &args.save {
        io.write(path, &game.save())
            .map_err(|e| (REFUSED, format!("{path}: {e}")))?;
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
        Ok(())
    } else {
        let n = game.journal().len();
        Err((UNENDED, format!("after {} the battle has not ended", many(n, "action"))))
    }
}

fn text_of(path: &str, io: &mut dyn Io) -> Result<String, Stop> {
    match io.read(path) {
        Ok(Some(text)) => Ok(text),
        Ok(None) => Err((REFUSED, format!("{path}: there is no such file"))),
        Err(e) => Err((REFUSED, format!("{path}: {e}"))),
    }
}

fn fight<G: Guide>(
    battle: &Battle<G>,
    args: &Args,
    pictures: &mut Pictures<'_, G>,
    io: &mut dyn Io,
) -> Result<Match<G>, Stop> {
    let mut game = begin(battle, args, io)?;
    let seed = args.seed.unwrap_or(1);
    let mut dice = Seeded::new(seed);
    let mut agents = (battle.agents)(seed);
    let mut agents: Vec<&mut dyn Agent<G>> = agents.iter_mut().map(|a| &mut **a as _).collect();
    let mut narrator = Narrator::new();
    let last = match (args.turns, G::turn_number(game.state())) {
        (None, _) => u32::MAX,
        (Some(n), Some(first)) => first.saturating_add(n - 1),
        (Some(_), None) => return Err((REFUSED, "`--turns`: this game has no turns".to_owned())),
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
            return Err((UNENDED, format!("a defect: nothing answers {:?}", game.turn())));
        };
        narrator.before(&game);
        pictures.before(&game, io)?;
        if let Err(e) = game.play(side, action, &mut dice) {
            let words = game.spell(&action);
            return Err((UNENDED, format!("a defect: `{words}` is listed, yet: {e}")));
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
) -> Result<(Match<G>, bool, Option<String>), Stop> {
    let Some(own) = G::Side::named(side) else {
        let sides: Vec<&str> = G::Side::ALL.iter().map(|s| s.word()).collect();
        let near = did_you_mean(side, sides.iter().copied());
        let flag = io.flag("--play");
        return Err((REFUSED, format!("`{flag} {side}`: no such side; there are: {}{near}", sides.join(", "))));
    };
    let seed = args.seed.unwrap_or(1);
    let file = args.save.as_ref().or(args.carry_on.as_ref());
    let repl = match &args.carry_on {
        Some(path) => {
            let text = text_of(path, io)?;
            Repl::load(battle, &text, own, seed).map_err(|e| (REFUSED, format!("{path}: {e}")))?
        }
        None => Repl::new(battle, begin(battle, args, io)?, own, seed),
    };
    let mut repl = repl.file(file.map(String::as_str)).kept(args.save.is_some());
    let left = repl.run(io).map_err(|e| (UNENDED, e))?;
    let autosave = repl.spent_autosave();
    Ok((repl.into_game(), left, autosave))
}

fn begin<G: Game>(battle: &Battle<G>, args: &Args, io: &mut dyn Io) -> Result<Match<G>, Stop> {
    let mut setup = match &args.setup {
        Some(path) => {
            let text = text_of(path, io)?;
            read_setup::<G>(path, &text).map_err(|e| (REFUSED, e))?
        }
        None => (battle.setup)(),
    };
    let options = args.options.iter().map(String::as_str);
    battle
        .lay(&mut setup, args.scenario.as_deref(), options)
        .map_err(|e| (REFUSED, e.at_flag()))?;
    let name = args.setup.as_deref().unwrap_or("set-up");
    Match::<G>::new(setup).map_err(|f| (REFUSED, faulty(name, &f)))
}

fn replay<G: Guide>(
    path: &str,
    quiet: bool,
    pictures: &mut Pictures<'_, G>,
    io: &mut dyn Io,
) -> Result<Match<G>, Stop> {
    let text = text_of(path, io)?;
    let game = Match::<G>::load(&text).map_err(|e| (REFUSED, format!("{path}: {e}")))?;
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
        let mut again = Match::<G>::new(save.setup).map_err(|f| (REFUSED, faulty(path, &f)))?;
        let mut narrator = Narrator::new();
        for line in &save.journal {
            narrator.before(&again);
            pictures.before(&again, io)?;
            if let Err(e) = again.replay(line) {
                return Err((UNENDED, format!("{path}: a defect: `{line}`: {e}")));
            }
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

/// Returns what a conformance file says that it proves; empty if it is not TOML.
pub fn proves(text: &str) -> Vec<String> {
    let Ok(file) = text.parse::<toml::Table>() else {
        return Vec::new();
    };
    let cases = file.get("case").and_then(toml::Value::as_array);
    let tables = cases.into_iter().flatten().filter_map(toml::Value::as_table);
    let mut out: Vec<String> = core::iter::once(&file)
        .chain(tables)
        .filter_map(|t| t.get("proves").and_then(toml::Value::as_array))
        .flatten()
        .filter_map(|v| v.as_str().map(str::to_owned))
        .collect();
    out.sort();
    out.dedup();
    out
}

/// Returns whether a text names a Case, or a Case of a module (`"7"`). `7.4` is named by `7.4.2(1)`, and not by `17.4`.
pub fn names(text: &str, case: &str) -> bool {
    text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '.' || c == '-'))
        .map(|word| word.trim_matches('.'))
        .any(|word| {
            word.contains('.')
                && word
                    .strip_prefix(case)
                    .is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        })
}
