//! The command line of a program of one battle, in groups that other programs use too.

use casus_core::cases::Standing;
use casus_core::{Game, Sided as _};
use casus_guide::{Battle, Mark};
use clap::builder::{NonEmptyStringValueParser, PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::error::ErrorKind;
use clap::{CommandFactory as _, FromArgMatches as _, Parser, ValueEnum};
use std::ffi::OsString;
use std::fmt::Write as _;

/// When to use colors.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ColorChoice {
    /// If the output is a terminal; `NO_COLOR`, `CLICOLOR=0` and `TERM=dumb` switch them off, `CLICOLOR_FORCE=1` on
    #[default]
    Auto,
    /// In files and pipes too
    Always,
    /// Never, also at a terminal
    Never,
}

/// How to write on the screen.
#[derive(clap::Args, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Screen {
    /// Width of the text map in characters [default: terminal width]
    #[arg(long, global = true, value_name = "N", value_parser = clap::value_parser!(u16).range(20..))]
    pub columns: Option<u16>,
    /// When to use colors
    #[arg(long, global = true, value_name = "WHEN", value_enum, default_value_t)]
    pub color: ColorChoice,
}

/// How a battle is set up.
#[derive(clap::Args, Clone, PartialEq, Eq, Debug, Default)]
pub struct Opening {
    /// Seed of the dice and of the computer players [default: 1]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = seed)]
    pub seed: Option<u64>,
    /// Custom set-up, TOML or JSON, in place of the printed one
    #[arg(long, value_name = "FILE", value_parser = NonEmptyStringValueParser::new())]
    pub setup: Option<String>,
    /// Scenario of the battle
    #[arg(long, value_name = "ID", value_parser = NonEmptyStringValueParser::new())]
    pub scenario: Option<String>,
    /// Optional rule by its Case, or a ruling to read the other way; may be repeated
    #[arg(long = "option", value_name = "CASE", value_parser = NonEmptyStringValueParser::new())]
    pub options: Vec<String>,
}

fn seed(word: &str) -> Result<u64, String> {
    word.parse()
        .map_err(|_| format!("expected a whole number from 0 to {}", u64::MAX))
}

/// The seed that a battle is played with: the given one, or 1.
pub const fn seed_or_first(seed: Option<u64>) -> u64 {
    match seed {
        Some(seed) => seed,
        None => 1,
    }
}

/// What is kept of a battle.
#[derive(clap::Args, Clone, PartialEq, Eq, Debug, Default)]
pub struct Keeping {
    /// Write a save; replaces an older save, but no other file
    #[arg(long, value_name = "FILE", value_parser = NonEmptyStringValueParser::new())]
    pub save: Option<String>,
    /// Draw the map at the end; replaces an older picture, but no other file
    #[arg(long, value_name = "FILE", value_parser = NonEmptyStringValueParser::new())]
    pub svg: Option<String>,
}

/// What pictures mark.
#[derive(clap::Args, Clone, PartialEq, Eq, Debug, Default)]
pub struct Marks {
    /// What to mark in pictures; may be repeated
    #[arg(long = "mark", value_name = "WHAT", value_parser = mark())]
    pub marks: Vec<Mark>,
    /// Piece or hex that the marks are of; required by `sight`, `reach` and `odds`
    #[arg(long, value_name = "PIECE", requires = "marks", value_parser = NonEmptyStringValueParser::new())]
    pub of: Option<String>,
}

/// The pictures of a battle, besides the one of its end.
#[derive(clap::Args, Clone, PartialEq, Eq, Debug, Default)]
pub struct Pictures {
    /// Draw `--svg` after this many activations instead of at the end; 0 is when the first has begun
    #[arg(long, value_name = "N", requires = "svg", allow_negative_numbers = true)]
    pub at: Option<usize>,
    /// Draw the map after every activation into a new or empty directory: `DIR/0000.svg` and on
    #[arg(long, value_name = "DIR", value_parser = NonEmptyStringValueParser::new())]
    pub frames: Option<String>,
    /// What the pictures highlight.
    #[command(flatten)]
    pub marks: Marks,
}

/// The command line of a program of one battle.
///
/// Without `--play` and `--replay` the computer plays both sides.
#[derive(Parser, Clone, PartialEq, Eq, Debug, Default)]
pub struct Args {
    /// Play this side at the terminal; "help" at the prompt lists its commands
    #[arg(long, value_name = "SIDE", conflicts_with_all = ["quiet", "at", "frames", "turns"], value_parser = NonEmptyStringValueParser::new())]
    pub play: Option<String>,
    /// Continue a save
    #[arg(long = "continue", value_name = "FILE", requires = "play", conflicts_with_all = ["setup", "scenario", "options"], value_parser = NonEmptyStringValueParser::new())]
    pub carry_on: Option<String>,
    /// Verify a save and tell its story
    #[arg(long, value_name = "FILE", conflicts_with_all = ["setup", "scenario", "options", "seed", "play", "carry_on", "turns"], value_parser = NonEmptyStringValueParser::new())]
    pub replay: Option<String>,
    /// How the battle is set up.
    #[command(flatten)]
    pub opening: Opening,
    /// What is kept of it.
    #[command(flatten)]
    pub keeping: Keeping,
    /// The pictures on the way.
    #[command(flatten)]
    pub pictures: Pictures,
    /// Stop after this many turns, in a game of turns
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..), allow_negative_numbers = true)]
    pub turns: Option<u32>,
    /// Print the result only
    #[arg(long, short)]
    pub quiet: bool,
    /// How to write on the screen.
    #[command(flatten)]
    pub screen: Screen,
}

/// What a mark shows, for the help.
const fn shows(mark: Mark) -> &'static str {
    match mark {
        Mark::MayAct => "own pieces that may act now",
        Mark::Targets => "pieces and hexes that an action may name now",
        Mark::Last => "the way of the piece that moved last",
        Mark::Fights => "the last attacks",
        Mark::Zoc => "zones of control",
        Mark::Sight => "what the piece or hex of --of sees",
        Mark::Reach => "where the piece of --of could go, with the cost",
        Mark::Odds => "what the piece of --of could attack",
    }
}

fn mark() -> impl TypedValueParser<Value = Mark> {
    let words = Mark::ALL.map(|(word, mark)| PossibleValue::new(word).help(shows(mark)));
    PossibleValuesParser::new(words).try_map(|word| Mark::named(&word).ok_or("no such mark"))
}

impl Args {
    /// Returns the command line of a battle's program, with its scenarios and options in the help.
    pub fn command_of<G: Game>(battle: &Battle<G>) -> clap::Command {
        let command = Self::command()
            .name(battle.program)
            .about(format!("Plays a battle of {} and tells it, each line with its Case", G::CASEBOOK.title))
            .long_about(None::<&str>)
            .no_binary_name(true)
            // The screen breaks its lines.
            .term_width(0)
            .after_help(epilogue(battle));
        if battle.scenarios.is_empty() {
            command.mut_arg("scenario", |arg| arg.hide(true))
        } else {
            command
        }
    }
    /// Reads the words of a command line, without the name of the program.
    ///
    /// # Errors
    /// What is wrong with it, or the help if it asks for that.
    pub fn read<G: Game>(
        battle: &Battle<G>,
        words: impl IntoIterator<Item = impl Into<OsString> + Clone>,
    ) -> Result<Self, clap::Error> {
        let mut command = Self::command_of(battle);
        let args = Self::from_arg_matches(&command.try_get_matches_from_mut(words)?)?;
        match args.pictures.marks.lack(&args) {
            None => Ok(args),
            Some(lack) => Err(command.error(ErrorKind::MissingRequiredArgument, lack)),
        }
    }
}

impl Marks {
    /// Returns what the marks of a command line lack: a picture that they are drawn in, or the piece that they are of.
    pub(crate) fn lack(&self, args: &Args) -> Option<String> {
        let drawn = args.keeping.svg.is_some() || args.pictures.frames.is_some();
        if !drawn && !self.marks.is_empty() {
            let pictures = if args.play.is_some() {
                "--svg"
            } else {
                "--svg or --frames"
            };
            return Some(format!("--mark needs a picture: add {pictures}"));
        }
        let of_one = |(_, mark): &&(&str, Mark)| mark.of_one() && self.marks.contains(mark);
        let one = Mark::ALL.iter().find(of_one).filter(|_| self.of.is_none());
        one.map(|(word, _)| format!("--mark {word} is of one piece or hex: add --of"))
    }
}

/// Returns the end of the help: scenarios, options, examples and exit codes.
fn epilogue<G: Game>(battle: &Battle<G>) -> String {
    let mut out = String::new();
    let list = |out: &mut String, head: &str, rows: &[(&str, String)]| {
        if rows.is_empty() {
            return;
        }
        let width = rows.iter().map(|(word, _)| word.chars().count()).max().unwrap_or(0);
        let _ = writeln!(out, "{head}:");
        for (word, says) in rows {
            let _ = writeln!(out, "  {word:<width$}  {says}");
        }
        out.push('\n');
    };
    let scenarios: Vec<(&str, String)> = battle
        .scenarios
        .iter()
        .map(|(id, title)| (*id, (*title).to_owned()))
        .collect();
    list(&mut out, "Scenarios", &scenarios);
    let book = G::CASEBOOK;
    let mut options: Vec<(&str, String)> = Vec::new();
    for entry in book.entries.iter().filter(|e| e.standing == Standing::Optional) {
        if (battle.option)(&mut (battle.setup)(), entry.number) {
            options.push((entry.number, entry.title.to_owned()));
        }
    }
    for ruling in book.rulings {
        if let Some(other) = ruling.switch {
            let question = ruling.question.unwrap_or_default();
            options.push((ruling.id, format!("{question} {other} ({})", ruling.cases)));
        }
    }
    list(&mut out, "Rules and rulings for --option", &options);
    let (program, side) = (battle.program, G::Side::ALL.first().map_or("SIDE", |s| s.word()));
    let _ = write!(
        out,
        "Examples (with cargo: `cargo run --example {program} -- --seed 7`):\n\
         \x20 {program} --seed 7 --save {program}.json\n\
         \x20 {program} --replay {program}.json --svg end.svg\n\
         \x20 {program} --play {side} --save mine.json\n\
         \x20 {program} --play {side} --continue mine.json\n\n\
         Exit codes:\n\
         \x20 0  done\n\
         \x20 1  the battle did not end\n\
         \x20 2  the command cannot be carried out"
    );
    out
}
