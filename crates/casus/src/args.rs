//! The command line of `casus`.

use clap::{Parser, Subcommand, ValueEnum};

const EXAMPLES: &str = "\
Examples:
  casus games                                   list the games and their battles
  casus play mohacs --side Hungary              play a side against the computer
  casus watch marignan --seed 7                 watch a battle, each line with its Case
  casus serve                                   play in the browser
  casus rules suleiman 7.4.2                    read a Case with its rulings

Exit codes:
  0  done
  1  the battle did not end
  2  the command cannot be carried out, or a file does not check";

const PLAY_EXAMPLES: &str = "\
Examples:
  casus play mohacs
  casus play pavia --side France --save pavia.json
  casus play pavia --side France --continue pavia.json

Type \"help\" at the prompt for its commands.";

const WATCH_EXAMPLES: &str = "\
Examples:
  casus watch cerignola --seed 3
  casus watch ravenna --quiet --svg ravenna.svg
  casus watch hussite_wars --turns 5 --option 18.4";

const RENDER_EXAMPLES: &str = "\
Examples:
  casus render mohacs mohacs.png --seed 3 --at 20
  casus render match.json replay.html
  casus render pavia reach.svg --mark reach --of FR-MM-1";

const SIMULATE_EXAMPLES: &str = "\
Examples:
  casus simulate mohacs --games 2000
  casus simulate mohacs --variant late=late.toml --agents steady,hasty
  casus simulate pavia --games 100000 --out results --shard 1/4
  casus simulate --merge results-1 results-2";

const SERVE_EXAMPLES: &str = "\
Examples:
  casus serve
  casus serve --port 8080 --bind 0.0.0.0 --host games.example.org
  casus serve --list
  casus serve --export MATCH > match.json";

const CHECK_EXAMPLES: &str = "\
Examples:
  casus check battle.toml
  casus check --game arquebus tests/*.toml";

/// Play, watch, replay and simulate historical hex wargames.
///
/// Every refusal, modifier and die roll names the rule that caused it.
#[derive(Parser, Debug)]
#[command(name = "casus", version, about, propagate_version = true, after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Width of the text map in characters [default: terminal width]
    #[arg(long, global = true, value_parser = clap::value_parser!(u16).range(20..))]
    pub(crate) columns: Option<u16>,
    /// When to use colors
    #[arg(long, global = true, value_enum, default_value_t = Color::Auto)]
    pub(crate) color: Color,
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Color {
    /// When the output is a terminal
    Auto,
    Always,
    Never,
}

#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// List the games with their battles, scenarios and options
    Games,
    /// Play a side at the terminal
    #[command(after_help = PLAY_EXAMPLES)]
    Play(Play),
    /// Watch the computer play both sides
    #[command(after_help = WATCH_EXAMPLES)]
    Watch(Watch),
    /// Verify a save and tell its story
    Replay(Replay),
    /// Draw a battle as SVG, PNG or an HTML page with a replay
    #[command(after_help = RENDER_EXAMPLES)]
    Render(Render),
    /// Play thousands of battles on all cores and report the results with confidence intervals
    #[command(after_help = SIMULATE_EXAMPLES)]
    Simulate(Simulate),
    /// Serve the games in the browser: solo, against the computer, or against a friend
    #[command(after_help = SERVE_EXAMPLES)]
    Serve(Serve),
    /// Write the page as a static site that needs no server (see bindings/web)
    Site(Site),
    /// Print a Case with its rulings, a module, a ruling, or a whole casebook
    Rules {
        /// Game, as listed by `casus games`
        game: String,
        /// Case (`7.4.2`), module (`7`) or ruling (`D7`) [default: all]
        case: Option<String>,
    },
    /// Print the charts of a battle and mark what is reconstructed
    Charts {
        /// Battle, as listed by `casus games`
        battle: String,
    },
    /// Check saves, set-ups and conformance files
    #[command(after_help = CHECK_EXAMPLES)]
    Check {
        #[arg(required = true)]
        files: Vec<String>,
        /// Game of the set-ups and conformance files [default: detected]
        #[arg(long)]
        game: Option<String>,
    },
    /// Replay an old save by the rules of this version and report where it stops, with the Case
    Migrate {
        save: String,
        /// Write the part that could be played as a new save
        #[arg(long)]
        out: Option<String>,
    },
    /// Answer JSON requests from standard input, one a line
    Rpc,
    /// Print a completion script for a shell
    Completions {
        /// Shell to complete words for
        shell: clap_complete::Shell,
    },
    /// Write the manual pages into a directory
    Man {
        /// Directory to write the pages into
        dir: String,
    },
}

/// How a battle is set up.
#[derive(clap::Args, Debug)]
pub(crate) struct Opening {
    /// Battle, as listed by `casus games`
    pub(crate) battle: String,
    /// Seed of the dice and of the computer players
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Custom set-up, TOML or JSON
    #[arg(long, value_name = "FILE")]
    pub(crate) setup: Option<String>,
    /// Scenario of the battle
    #[arg(long)]
    pub(crate) scenario: Option<String>,
    /// Optional rule by its Case, or a ruling to read the other way; may be repeated
    #[arg(long = "option", value_name = "CASE")]
    pub(crate) options: Vec<String>,
}

/// What is kept of a battle.
#[derive(clap::Args, Debug)]
pub(crate) struct Keeping {
    /// Write a save
    #[arg(long, value_name = "FILE")]
    pub(crate) save: Option<String>,
    /// Draw the map at the end
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<String>,
}

#[derive(clap::Args, Debug)]
pub(crate) struct Play {
    #[command(flatten)]
    pub(crate) opening: Opening,
    /// Side that you play [default: the first]
    #[arg(long)]
    pub(crate) side: Option<String>,
    #[command(flatten)]
    pub(crate) keeping: Keeping,
    /// Continue a save
    #[arg(long = "continue", value_name = "FILE", conflicts_with_all = ["setup", "scenario", "options"])]
    pub(crate) carry_on: Option<String>,
}

#[derive(clap::Args, Debug)]
pub(crate) struct Watch {
    #[command(flatten)]
    pub(crate) opening: Opening,
    #[command(flatten)]
    pub(crate) keeping: Keeping,
    #[command(flatten)]
    pub(crate) pictures: Pictures,
    /// Stop after this many turns, in a game of turns
    #[arg(long)]
    pub(crate) turns: Option<u32>,
}

#[derive(clap::Args, Debug)]
pub(crate) struct Pictures {
    /// Draw the map after this many activations instead of at the end
    #[arg(long, value_name = "N", requires = "svg")]
    pub(crate) at: Option<usize>,
    /// Draw the map after every activation into a new directory
    #[arg(long, value_name = "DIR")]
    pub(crate) frames: Option<String>,
    /// Print the result only
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

#[derive(clap::Args, Debug)]
pub(crate) struct Replay {
    /// Save to be replayed
    pub(crate) save: String,
    /// Draw the map at the end
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<String>,
    #[command(flatten)]
    pub(crate) pictures: Pictures,
}

#[derive(clap::Args, Debug)]
pub(crate) struct Render {
    /// Battle, played by the computer, or a save
    pub(crate) what: String,
    /// Output file; its name ends in `.svg`, `.png` or `.html`
    pub(crate) out: String,
    /// Draw the map after this many activations [default: the end]; an HTML page has all of them
    #[arg(long, value_name = "N")]
    pub(crate) at: Option<usize>,
    /// Width of a PNG in pixels, 100 to 8000
    #[arg(long, default_value_t = 1600, value_parser = width)]
    pub(crate) width: u16,
    /// Seed of the dice and of the computer players
    #[arg(long)]
    pub(crate) seed: Option<u64>,
    /// Scenario of the battle
    #[arg(long)]
    pub(crate) scenario: Option<String>,
    /// Stop after this many turns, in a game of turns
    #[arg(long)]
    pub(crate) turns: Option<u32>,
    /// What to mark: `may-act`, `targets`, `last`, `fights` or `zoc`; of one piece `sight`, `reach` or `odds`; may be repeated
    #[arg(long = "mark", value_name = "WHAT")]
    pub(crate) marks: Vec<String>,
    /// Piece or hex that the marks are of
    #[arg(long, value_name = "PIECE", requires = "marks")]
    pub(crate) of: Option<String>,
}

#[derive(clap::Args, Debug)]
pub(crate) struct Simulate {
    /// Battle, as listed by `casus games`
    #[arg(default_value = "", required_unless_present = "merge")]
    pub(crate) battle: String,
    /// Number of seeds; every variant plays the same ones
    #[arg(long, default_value_t = 400, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    pub(crate) games: u64,
    /// Seed of the first battle
    #[arg(long, default_value_t = 1)]
    pub(crate) from: u64,
    /// Custom set-up, TOML or JSON, in place of the printed one
    #[arg(long, value_name = "FILE")]
    pub(crate) setup: Option<String>,
    /// Another set-up to compare seed by seed; may be repeated
    #[arg(long = "variant", value_name = "NAME=FILE")]
    pub(crate) variants: Vec<String>,
    /// Scenario of the battle
    #[arg(long)]
    pub(crate) scenario: Option<String>,
    /// Optional rule by its Case, or a ruling to read the other way; may be repeated
    #[arg(long = "option", value_name = "CASE")]
    pub(crate) options: Vec<String>,
    /// Agent of each side: `steady`, `hasty` or `random`
    #[arg(long, value_delimiter = ',', value_name = "A,B")]
    pub(crate) agents: Vec<String>,
    /// Swap the seeds of the two agents
    #[arg(long)]
    pub(crate) swap: bool,
    /// Directory of results; what it already holds is not played again
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<String>,
    /// Number of seeds in a unit of work
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub(crate) block: u64,
    /// Play share K of N of the units only
    #[arg(long, value_name = "K/N", requires = "out")]
    pub(crate) shard: Option<String>,
    /// Number of threads, 1 to 1024 [default: number of cores]
    #[arg(long, value_name = "N", value_parser = threads)]
    pub(crate) jobs: Option<usize>,
    /// Play this many of the finished units again and compare the results
    #[arg(long, default_value_t = 0, value_name = "N", requires = "out")]
    pub(crate) sample: usize,
    /// Add up the units in these directories, all of one run, and play nothing
    #[arg(long, num_args = 1.., value_name = "DIR", conflicts_with_all = ["out", "shard", "sample", "variants", "setup"])]
    pub(crate) merge: Vec<String>,
}

/// A map may be as high as it is wide, and is held in memory whole.
fn width(word: &str) -> Result<u16, String> {
    match word.parse() {
        Ok(n) if (100..=8000).contains(&n) => Ok(n),
        _ => Err("a picture is 100 to 8000 pixels wide".to_owned()),
    }
}

fn threads(word: &str) -> Result<usize, String> {
    match word.parse() {
        Ok(n) if (1..=1024).contains(&n) => Ok(n),
        _ => Err("expected a whole number from 1 to 1024".to_owned()),
    }
}

#[derive(clap::Args, Debug)]
pub(crate) struct Serve {
    /// Port; 0 takes a free one
    #[arg(long, default_value_t = 7420)]
    pub(crate) port: u16,
    /// Address to listen on; the default admits this machine only
    #[arg(long, default_value = "127.0.0.1", value_name = "ADDRESS")]
    pub(crate) bind: String,
    /// Host name to answer to besides this machine's own, such as a proxy's; may be repeated
    #[arg(long = "host", value_name = "NAME")]
    pub(crate) hosts: Vec<String>,
    /// Database of the matches [default: in the user's data directory]
    #[arg(long, value_name = "FILE")]
    pub(crate) file: Option<String>,
    /// Number of matches kept at most
    #[arg(long, default_value_t = 10_000, value_name = "N")]
    pub(crate) matches: u64,
    /// New matches per minute and address
    #[arg(long, default_value_t = 60, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) new_matches_per_minute: u32,
    /// Agents and odds worked out at the same time, 1 to 1024 [default: number of cores]
    #[arg(long, value_name = "N", value_parser = threads)]
    pub(crate) jobs: Option<usize>,
    /// Shortest time of an agent's turn in milliseconds while somebody watches
    #[arg(long, default_value_t = 700, value_name = "MS")]
    pub(crate) pace: u64,
    /// Time for the head of a request to arrive, and again for its body, in seconds
    #[arg(long, default_value_t = 30, value_name = "S", value_parser = clap::value_parser!(u64).range(1..=3600))]
    pub(crate) timeout: u64,
    /// Computing time for odds, advice or an agent's actions per request, in seconds
    #[arg(long, default_value_t = 5, value_name = "S", value_parser = clap::value_parser!(u64).range(1..=3600))]
    pub(crate) budget: u64,
    /// List the matches and exit
    #[arg(long)]
    pub(crate) list: bool,
    /// Print a match as a save and exit
    #[arg(long, value_name = "MATCH")]
    pub(crate) export: Option<String>,
    /// Delete a match and exit; no server may have the database open
    #[arg(long, value_name = "MATCH")]
    pub(crate) forget: Option<String>,
}

#[derive(clap::Args, Debug)]
pub(crate) struct Site {
    /// Directory; created if missing
    pub(crate) dir: String,
    /// Library, as WebAssembly
    #[arg(long, value_name = "FILE")]
    pub(crate) wasm: String,
}
