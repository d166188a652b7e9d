//! A whole battle as a program: flags, set-up files, agents, the story, the casualty table, pictures, saves and replays.
//!
//! Any [`Game`] is played so; what a game adds is a [`Battle`], and what the machine adds is an [`Outside`] (files and a
//! place to write on), since this crate does no input or output of its own. [`run`] is the whole program.

use crate::agent::{Agent, Seat, ask};
use crate::case::Standing;
use crate::dice::Seeded;
use crate::frames::Pictures;
use crate::game::{Game, SetupFaults, Sided, Turn};
use crate::guide::Guide;
use crate::json::{nameless_in, nameless_words, plain};
use crate::play::{Deed, Match};
use crate::save::game_of;
pub use crate::scene::ending;
use crate::sitting::Sitting;
pub use crate::teller::Teller;
use core::fmt::Write as _;

/// All went well.
pub const DONE: u8 = 0;
/// The battle did not come to its end: the limit was reached, or the engine has a defect.
pub const UNENDED: u8 = 1;
/// What was asked cannot be done: a bad flag, an unknown option, a file that cannot be read or written.
pub const REFUSED: u8 = 2;

/// Files, and a place to write on.
pub trait Outside {
    /// The text of a file; `None` when there is no such file.
    ///
    /// # Errors
    /// Why it cannot be read.
    fn read(&mut self, path: &str) -> Result<Option<String>, String>;
    /// Writes a file whole, or leaves what is there alone.
    ///
    /// # Errors
    /// Why it cannot be written.
    fn write(&mut self, path: &str, text: &str) -> Result<(), String>;
    /// Whether a file could be written there, before anything is: its folder is there and may be written in.
    ///
    /// # Errors
    /// Why it cannot.
    fn writable(&mut self, path: &str) -> Result<(), String>;
    /// Makes a folder for pictures; one that is there and empty will do.
    ///
    /// # Errors
    /// Why it cannot be made, or that something is in it. Who has no folders refuses all.
    fn folder(&mut self, path: &str) -> Result<(), String> {
        let _ = path;
        Err("no folder can be made here".to_owned())
    }
    /// Tells something.
    fn say(&mut self, text: &str);
    /// Complains.
    fn warn(&mut self, text: &str);
    /// Asks the person at the terminal for a line, after a prompt; `None` when no more lines will come. Where nobody
    /// sits, as here, none ever come.
    fn ask(&mut self, _prompt: &str) -> Option<String> {
        None
    }
}

/// What a game adds, so that its battle can be run.
pub struct Battle<G: Game> {
    /// The program's name, for its help.
    pub program: &'static str,
    /// The set-up without `--setup`.
    pub setup: fn() -> G::Setup,
    /// The scenarios of the box, each with its title; none if it has one battle.
    pub scenarios: &'static [(&'static str, &'static str)],
    /// Sets a set-up to a scenario of that list.
    pub scenario: fn(&mut G::Setup, &'static str),
    /// Adds an option to a set-up, named by its Case or ruling; `false` when there is none of that name.
    pub option: fn(&mut G::Setup, &str) -> bool,
    /// Who decides: one agent for each side in the order of [`Sided::ALL`], or one for all. They are given a seed.
    pub agents: Agents<G>,
    /// Every piece and what became of it.
    pub muster: fn(&Match<G>) -> Muster,
    /// So many actions are played at most.
    pub limit: usize,
}

/// The agents of a battle, made from a seed.
pub type Agents<G> = fn(u64) -> Vec<Box<dyn Agent<G>>>;

impl<G: Game> core::fmt::Debug for Battle<G> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Battle")
            .field("program", &self.program)
            .field("limit", &self.limit)
            .finish_non_exhaustive()
    }
}

/// One piece and what became of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mustered {
    /// The side's word.
    pub side: &'static str,
    /// What it belongs to: its command.
    pub body: String,
    /// Its kind: its arm.
    pub kind: String,
    /// The place in [`Muster::fates`].
    pub fate: usize,
}

/// What became of everybody: the matter of the casualty table.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Muster {
    /// What may become of a piece: the columns.
    pub fates: &'static [&'static str],
    /// Every piece.
    pub pieces: Vec<Mustered>,
    /// A line for each leader lost.
    pub leaders: Vec<String>,
}

impl Muster {
    /// The rows of the table: each side, its commands and its arms, with how many there were and what became of them.
    fn rows(&self) -> Vec<Vec<String>> {
        let mut rows = Vec::new();
        let mut head = vec![String::new(), "began".to_owned()];
        head.extend(self.fates.iter().map(|&f| f.to_owned()));
        rows.push(head);
        let mut sides: Vec<&str> = Vec::new();
        for piece in &self.pieces {
            if !sides.contains(&piece.side) {
                sides.push(piece.side);
            }
        }
        for side in sides {
            let of_side: Vec<&Mustered> = self.pieces.iter().filter(|p| p.side == side).collect();
            rows.push(self.row(side.to_owned(), &of_side));
            let names: [fn(&Mustered) -> &str; 2] = [|p| &p.body, |p| &p.kind];
            for (i, name) in names.into_iter().enumerate() {
                let mut seen: Vec<&str> = Vec::new();
                for piece in &of_side {
                    if !seen.contains(&name(piece)) {
                        seen.push(name(piece));
                    }
                }
                let label = ["command", "arm"][i];
                for word in seen {
                    let these: Vec<&Mustered> = of_side.iter().copied().filter(|p| name(p) == word).collect();
                    rows.push(self.row(format!("  {label} {word}"), &these));
                }
            }
        }
        rows
    }
    fn row(&self, name: String, pieces: &[&Mustered]) -> Vec<String> {
        let mut row = vec![name, pieces.len().to_string()];
        for fate in 0..self.fates.len() {
            let n = pieces.iter().filter(|p| p.fate == fate).count();
            row.push(if n == 0 { "-".to_owned() } else { n.to_string() });
        }
        row
    }
}

impl core::fmt::Display for Muster {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let rows = self.rows();
        let columns = rows.first().map_or(0, Vec::len);
        let width = |c: usize| rows.iter().filter_map(|r| r.get(c)).map(|t| t.chars().count()).max();
        let widths: Vec<usize> = (0..columns).map(|c| width(c).unwrap_or(0)).collect();
        for row in &rows {
            for (c, (cell, &w)) in row.iter().zip(&widths).enumerate() {
                if c == 0 {
                    write!(f, "{cell:<w$}")?;
                } else {
                    write!(f, "  {cell:>w$}")?;
                }
            }
            f.write_char('\n')?;
        }
        if self.leaders.is_empty() {
            return f.write_str("No leader was lost.\n");
        }
        f.write_str("Leaders lost:\n")?;
        for line in &self.leaders {
            writeln!(f, "  {line}")?;
        }
        Ok(())
    }
}

/// What the flags ask for.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Orders {
    /// The seed of the dice and of the agents; 1 if not said.
    pub seed: Option<u64>,
    /// A set-up to read, TOML or JSON.
    pub setup: Option<String>,
    /// The scenario.
    pub scenario: Option<String>,
    /// Options to switch on, each by its Case or ruling.
    pub options: Vec<String>,
    /// Where to write a save.
    pub save: Option<String>,
    /// A save to verify and tell again.
    pub replay: Option<String>,
    /// A side that a person plays.
    pub play: Option<String>,
    /// A save that the person plays on.
    pub carry_on: Option<String>,
    /// Where to write a picture.
    pub svg: Option<String>,
    /// Of which moment: after so many activations; without it, of the end.
    pub at: Option<usize>,
    /// The folder for a picture of each activation.
    pub frames: Option<String>,
    /// Only the end is told.
    pub quiet: bool,
    /// Only the help is told.
    pub help: bool,
}

impl Orders {
    /// Reads the flags: `--seed 7` or `--seed=7`.
    ///
    /// # Errors
    /// What is wrong with the first that is no flag, lacks its value, has one that it cannot have, stands twice, or
    /// goes ill with another.
    pub fn parse(args: impl IntoIterator<Item = String>) -> Result<Self, String> {
        fn once(slot: &mut Option<String>, flag: &str, value: String) -> Result<(), String> {
            match slot.replace(value) {
                None => Ok(()),
                Some(_) => Err(format!("`{flag}` stands twice")),
            }
        }
        let mut orders = Self::default();
        let mut args = args.into_iter();
        while let Some(arg) = args.next() {
            let (flag, inline) = match arg.split_once('=') {
                Some((flag, value)) if flag.starts_with("--") => (flag, Some(value.to_owned())),
                _ => (arg.as_str(), None),
            };
            if matches!(flag, "--quiet" | "--help" | "-q" | "-h") {
                if inline.is_some() {
                    return Err(format!("`{flag}` takes no value"));
                }
                if flag.ends_with('h') || flag == "--help" {
                    orders.help = true;
                } else {
                    orders.quiet = true;
                }
                continue;
            }
            if !matches!(
                flag,
                "--seed"
                    | "--setup"
                    | "--scenario"
                    | "--option"
                    | "--save"
                    | "--replay"
                    | "--play"
                    | "--continue"
                    | "--svg"
                    | "--at"
                    | "--frames"
            ) {
                return Err(format!("`{arg}` is no flag"));
            }
            let value = inline.or_else(|| args.next().filter(|next| !next.starts_with("--")));
            let Some(value) = value.filter(|v| !v.is_empty()) else {
                return Err(format!("`{flag}` wants a value"));
            };
            match flag {
                "--seed" => match value.parse() {
                    Ok(_) if orders.seed.is_some() => {
                        return Err("`--seed` stands twice".to_owned());
                    }
                    Ok(seed) => orders.seed = Some(seed),
                    Err(_) => {
                        return Err(format!("`--seed {value}`: a seed is a whole number from 0 to {}", u64::MAX));
                    }
                },
                "--setup" => once(&mut orders.setup, flag, value)?,
                "--scenario" => once(&mut orders.scenario, flag, value)?,
                "--save" => once(&mut orders.save, flag, value)?,
                "--replay" => once(&mut orders.replay, flag, value)?,
                "--play" => once(&mut orders.play, flag, value)?,
                "--continue" => once(&mut orders.carry_on, flag, value)?,
                "--svg" => once(&mut orders.svg, flag, value)?,
                "--frames" => once(&mut orders.frames, flag, value)?,
                "--at" => match value.parse() {
                    Ok(_) if orders.at.is_some() => return Err("`--at` stands twice".to_owned()),
                    Ok(n) => orders.at = Some(n),
                    Err(_) => {
                        return Err(format!("`--at {value}`: a whole number"));
                    }
                },
                _ => orders.options.push(value),
            }
        }
        let given = [
            (orders.setup.is_some(), "--setup"),
            (orders.scenario.is_some(), "--scenario"),
            (!orders.options.is_empty(), "--option"),
            (orders.seed.is_some(), "--seed"),
            (orders.play.is_some(), "--play"),
            (orders.carry_on.is_some(), "--continue"),
        ];
        let ill = |among: usize| given.iter().take(among).find(|(given, _)| *given);
        if orders.replay.is_some()
            && let Some((_, flag)) = ill(given.len())
        {
            return Err(format!("`--replay` plays what was played: it goes ill with `{flag}`"));
        }
        if orders.carry_on.is_some()
            && let Some((_, flag)) = ill(3)
        {
            return Err(format!("`--continue` goes on with what a save holds: it goes ill with `{flag}`"));
        }
        if orders.carry_on.is_some() && orders.play.is_none() {
            return Err("`--continue` wants `--play SIDE` beside it".to_owned());
        }
        if orders.play.is_some() && orders.quiet {
            return Err("`--play` goes ill with `--quiet`".to_owned());
        }
        if orders.play.is_some() && (orders.at.is_some() || orders.frames.is_some()) {
            return Err("`--play` gives a picture of its end only: `--svg`".to_owned());
        }
        if orders.at.is_some() && orders.svg.is_none() {
            return Err("`--at` says of which moment `--svg` is: it wants `--svg`".to_owned());
        }
        Ok(orders)
    }
}

/// The help of a battle's program, with every option of its rulebook.
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
         \x20 --quiet        only the end\n\nOptions:\n",
        battle.program,
        book.title,
        scenario,
        within = G::WITHIN,
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

/// Reads a set-up from TOML or JSON. A path that ends in `.json` or `.toml` says which; else a `{` begins JSON.
///
/// # Errors
/// What is wrong and where, under the file's name: line and column.
pub fn read_setup<G: Game>(path: &str, text: &str) -> Result<G::Setup, String> {
    let ends = |end: &str| path.to_ascii_lowercase().ends_with(end);
    let json = ends(".json") || (!ends(".toml") && text.trim_start().starts_with('{'));
    let (setup, whole): (G::Setup, _) = if json {
        let e = |e: serde_json::Error| format!("{path}: {}", plain(&e.to_string()));
        (serde_json::from_str(text).map_err(e)?, serde_json::from_str(text).map_err(e)?)
    } else {
        let e = |e: toml::de::Error| format!("{path}: {}", plain(e.to_string().trim_end()));
        (toml::from_str(text).map_err(e)?, toml::from_str(text).map_err(e)?)
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

/// How a battle's program ends early: its exit code, and a complaint.
pub(crate) type Stop = (u8, String);

/// Runs a battle's program: reads the flags, plays or replays, tells, saves. Returns the exit code: [`DONE`],
/// [`UNENDED`] or [`REFUSED`].
pub fn run<G: Guide>(battle: &Battle<G>, args: impl IntoIterator<Item = String>, outside: &mut dyn Outside) -> u8 {
    let orders = match Orders::parse(args) {
        Ok(orders) => orders,
        Err(message) => {
            let program = battle.program;
            outside.warn(&format!("{program}: {message}; `--help` lists the flags\n"));
            return REFUSED;
        }
    };
    if orders.help {
        outside.say(&help(battle));
        return DONE;
    }
    match carry_out(battle, &orders, outside) {
        Ok(()) => DONE,
        Err((code, message)) => {
            outside.warn(&format!("{}: {message}\n", battle.program));
            code
        }
    }
}

fn carry_out<G: Guide>(battle: &Battle<G>, orders: &Orders, outside: &mut dyn Outside) -> Result<(), Stop> {
    if let Some(path) = &orders.save {
        spare(path, outside)?;
    }
    let mut pictures = Pictures::new(orders, outside)?;
    let (game, left) = match (&orders.replay, &orders.play) {
        (Some(path), _) => (replay(path, orders.quiet, &mut pictures, outside)?, false),
        (None, Some(side)) => sit(battle, orders, side, outside)?,
        (None, None) => (fight(battle, orders, &mut pictures, outside)?, false),
    };
    if !left {
        outside.say(&close(battle, &game));
    }
    if let Some(path) = &orders.save {
        outside
            .write(path, &game.save())
            .map_err(|e| (REFUSED, format!("{path}: {e}")))?;
        if left {
            outside.say(&format!("Saved: `--play SIDE --continue {path}` goes on with it.\n"));
        }
    }
    let own = orders.play.as_deref().and_then(G::Side::named);
    pictures.end(&game, own, outside)?;
    if game.ended() || left {
        Ok(())
    } else {
        let n = game.journal().len();
        Err((UNENDED, format!("after {n} actions the battle has not ended")))
    }
}

/// Refuses, before a battle is fought, to write where nothing can be written or over what is none of ours: `what` names it.
pub(crate) fn spare_file(
    path: &str,
    what: &str,
    ours: impl Fn(&str) -> bool,
    outside: &mut dyn Outside,
) -> Result<(), Stop> {
    let refused = |e: String| (REFUSED, format!("{path}: {e}"));
    outside.writable(path).map_err(refused)?;
    match outside.read(path).map_err(refused)? {
        Some(text) if !text.is_empty() && !ours(&text) => {
            Err(refused(format!("there is such a file, and it is no {what}: it is left alone")))
        }
        _ => Ok(()),
    }
}

/// The same for a save.
pub(crate) fn spare(path: &str, outside: &mut dyn Outside) -> Result<(), Stop> {
    spare_file(path, "save", |text| game_of(text).is_ok(), outside)
}

fn text_of(path: &str, outside: &mut dyn Outside) -> Result<String, Stop> {
    match outside.read(path) {
        Ok(Some(text)) => Ok(text),
        Ok(None) => Err((REFUSED, format!("{path}: there is no such file"))),
        Err(e) => Err((REFUSED, format!("{path}: {e}"))),
    }
}

fn fight<G: Guide>(
    battle: &Battle<G>,
    orders: &Orders,
    pictures: &mut Pictures<'_>,
    outside: &mut dyn Outside,
) -> Result<Match<G>, Stop> {
    let mut game = begin(battle, orders, outside)?;
    let seed = orders.seed.unwrap_or(1);
    let mut dice = Seeded::new(seed);
    let mut agents = (battle.agents)(seed);
    let mut agents: Vec<&mut dyn Agent<G>> = agents.iter_mut().map(|a| &mut **a as _).collect();
    let mut teller = Teller::new();
    if !orders.quiet {
        outside.say(&format!("{}, seed {seed}\n", G::CASEBOOK.title));
    }
    while let Turn::Decide { side, .. } = game.turn() {
        if game.journal().len() >= battle.limit {
            break;
        }
        let listed = game.actions();
        let Some(action) = ask(&mut agents, Seat::new(game.state(), side, &listed)) else {
            return Err((UNENDED, format!("a defect: nothing answers {:?}", game.turn())));
        };
        teller.before(&game);
        pictures.before(&game, outside)?;
        if let Err(e) = game.play(side, action, &mut dice) {
            let words = game.spell(&action);
            return Err((UNENDED, format!("a defect: `{words}` is listed, yet: {e}")));
        }
        if !orders.quiet {
            outside.say(&teller.after(&game));
        }
    }
    outside.say(&teller.rest());
    Ok(game)
}

/// A person plays a side. Also whether the person left before the end.
fn sit<G: Guide>(
    battle: &Battle<G>,
    orders: &Orders,
    side: &str,
    outside: &mut dyn Outside,
) -> Result<(Match<G>, bool), Stop> {
    let Some(own) = G::Side::named(side) else {
        let sides: Vec<&str> = G::Side::ALL.iter().map(|s| s.word()).collect();
        let sides = sides.join(", ");
        return Err((REFUSED, format!("`--play {side}`: no such side; there are: {sides}")));
    };
    let seed = orders.seed.unwrap_or(1);
    let file = orders.save.as_ref().or(orders.carry_on.as_ref());
    let sitting = match &orders.carry_on {
        Some(path) => {
            let text = text_of(path, outside)?;
            Sitting::load(battle, &text, own, seed).map_err(|e| (REFUSED, format!("{path}: {e}")))?
        }
        None => Sitting::new(battle, begin(battle, orders, outside)?, own, seed),
    };
    let mut sitting = sitting.file(file.map(String::as_str)).kept(orders.save.is_some());
    let left = sitting.run(outside).map_err(|e| (UNENDED, e))?;
    Ok((sitting.into_game(), left))
}

fn begin<G: Game>(battle: &Battle<G>, orders: &Orders, outside: &mut dyn Outside) -> Result<Match<G>, Stop> {
    let mut setup = match &orders.setup {
        Some(path) => {
            let text = text_of(path, outside)?;
            read_setup::<G>(path, &text).map_err(|e| (REFUSED, e))?
        }
        None => (battle.setup)(),
    };
    if let Some(word) = &orders.scenario {
        let found = battle.scenarios.iter().find(|(id, _)| id.eq_ignore_ascii_case(word));
        let Some(&(id, _)) = found else {
            let known: Vec<&str> = battle.scenarios.iter().map(|s| s.0).collect();
            let known = if known.is_empty() {
                "this box has one battle".to_owned()
            } else {
                format!("there are: {}", known.join(", "))
            };
            let message = format!("`--scenario {word}`: no such scenario; {known}");
            return Err((REFUSED, message));
        };
        (battle.scenario)(&mut setup, id);
    }
    for word in &orders.options {
        if !(battle.option)(&mut setup, word) {
            let message = format!("`--option {word}`: no such option; `--help` lists them");
            return Err((REFUSED, message));
        }
    }
    let name = orders.setup.as_deref().unwrap_or("set-up");
    Match::<G>::new(setup).map_err(|f| (REFUSED, faulty(name, &f)))
}

fn replay<G: Guide>(
    path: &str,
    quiet: bool,
    pictures: &mut Pictures<'_>,
    outside: &mut dyn Outside,
) -> Result<Match<G>, Stop> {
    let text = text_of(path, outside)?;
    let game = Match::<G>::load(&text).map_err(|e| (REFUSED, format!("{path}: {e}")))?;
    let save = game.to_save();
    let say = |text: &str, outside: &mut dyn Outside| {
        if !quiet {
            outside.say(text);
        }
    };
    if !quiet || pictures.on_the_way() {
        let lines = save.journal.len();
        let head = format!("{}, {path}: {lines} lines, each legal, to the state {}\n", G::CASEBOOK.title, save.state);
        say(&head, outside);
        let mut again = Match::<G>::new(save.setup).map_err(|f| (REFUSED, faulty(path, &f)))?;
        let mut teller = Teller::new();
        for line in &save.journal {
            teller.before(&again);
            pictures.before(&again, outside)?;
            if let Err(e) = again.replay(line) {
                return Err((UNENDED, format!("{path}: a defect: `{line}`: {e}")));
            }
            say(&teller.after(&again), outside);
        }
        say(&teller.rest(), outside);
    }
    Ok(game)
}

/// The end of a battle: who won, what it cost, and the field.
fn close<G: Game>(battle: &Battle<G>, game: &Match<G>) -> String {
    let mut throws = 0;
    for record in game.journal() {
        if let Deed::Action { faces, .. } = &record.deed {
            throws += faces.len();
        }
    }
    let mut out = String::from("\n");
    let _ = match game.outcome() {
        Some((outcome, cite)) => write!(out, "{}", ending(outcome, cite)),
        None => write!(out, "Play has not ended"),
    };
    let _ = writeln!(
        out,
        ", after {} actions and {throws} throws.\n\n{}\n{}",
        game.journal().len(),
        (battle.muster)(game),
        G::field(game.state(), None)
    );
    out
}

/// What a conformance file says that it proves; nothing when it is not TOML.
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

/// Whether a text names a Case (or a Case of a module, `"7"`): `7.4` is named by `7.4.2(1)`, and not by `17.4`.
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
