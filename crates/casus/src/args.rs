//! The command line of `casus`.

use casus_terminal::{Keeping, Marks, Opening, Pictures, Screen};
use clap::builder::NonEmptyStringValueParser;
use clap::{Parser, Subcommand};

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
  2  the command cannot be carried out, or a file does not check

Environment:
  NO_COLOR, CLICOLOR, CLICOLOR_FORCE, TERM=dumb  colors, unless --color says otherwise
  PAGER          shows texts that are longer than the terminal [default: less]; empty: no pager
  CASUS_HISTORY  file of the lines typed at the prompt [default: in the user's state directory]; empty: none";

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

const GAMES_EXAMPLES: &str = "\
Examples:
  casus games
  casus games pavia
  casus games arquebus";

const REPLAY_EXAMPLES: &str = "\
Examples:
  casus replay mine.json
  casus replay mine.json --quiet --frames pictures";

const RULES_EXAMPLES: &str = "\
Examples:
  casus case suleiman 7.4.2
  casus rules arquebus R-14
  casus rules marignan | less";

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
    #[command(flatten)]
    pub(crate) screen: Screen,
    /// Print long texts at once, without a pager
    #[arg(long, global = true)]
    pub(crate) no_pager: bool,
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// List the games with their battles, scenarios, optional rules and rulings
    #[command(after_help = GAMES_EXAMPLES)]
    Games {
        /// Game or battle to show alone
        name: Option<String>,
    },
    /// Play a side at the terminal
    #[command(after_help = PLAY_EXAMPLES)]
    Play(Play),
    /// Watch the computer play both sides
    #[command(after_help = WATCH_EXAMPLES)]
    Watch(Watch),
    /// Verify a save and tell its story
    #[command(after_help = REPLAY_EXAMPLES)]
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
    #[command(after_help = "Example:\n  casus site public --wasm casus_web.wasm")]
    Site(Site),
    /// Print a Case with its rulings and its line of the source, a module, a ruling, or a whole casebook
    #[command(visible_alias = "case", after_help = RULES_EXAMPLES)]
    Rules {
        /// Game, as listed by `casus games`
        game: String,
        /// Case (`7.4.2`), module (`7`) or ruling (`D7`) [default: all]
        case: Option<String>,
    },
    /// Print the charts of a battle and mark what is reconstructed
    #[command(after_help = "Example:\n  casus charts pavia")]
    Charts {
        /// Battle, as listed by `casus games`
        battle: String,
    },
    /// Check saves, set-ups and conformance files
    #[command(after_help = CHECK_EXAMPLES)]
    Check {
        /// Saves, set-ups or conformance files
        #[arg(required = true)]
        files: Vec<String>,
        /// Game of the set-ups and conformance files [default: detected]
        #[arg(long)]
        game: Option<String>,
    },
    /// Replay an old save by the rules of this version and report where it stops, with the Case
    #[command(after_help = "Example:\n  casus migrate old.json --out new.json")]
    Migrate {
        /// The save of an earlier version
        save: String,
        /// Write the part that could be played as a new save
        #[arg(long, value_name = "FILE")]
        out: Option<String>,
    },
    /// Answer JSON requests from standard input, one a line
    #[command(after_help = "Example:\n  echo '{\"do\": \"hello\"}' | casus rpc")]
    Rpc,
    /// Print a completion script for a shell
    #[command(after_help = "Example:\n  casus completions bash > ~/.local/share/bash-completion/completions/casus")]
    Completions {
        /// Shell to complete words for
        shell: clap_complete::Shell,
    },
    /// Write the manual pages into a directory
    #[command(after_help = "Example:\n  casus man ~/.local/share/man/man1")]
    Man {
        /// Directory to write the pages into
        dir: String,
    },
}

#[derive(clap::Args, Debug)]
pub(crate) struct Play {
    /// Battle, as listed by `casus games`
    pub(crate) battle: String,
    #[command(flatten)]
    pub(crate) opening: Opening,
    /// Side that you play [default: the first]
    #[arg(long, value_parser = NonEmptyStringValueParser::new())]
    pub(crate) side: Option<String>,
    #[command(flatten)]
    pub(crate) keeping: Keeping,
    #[command(flatten)]
    pub(crate) marks: Marks,
    /// Continue a save
    #[arg(long = "continue", value_name = "FILE", conflicts_with_all = ["setup", "scenario", "options"])]
    pub(crate) carry_on: Option<String>,
}

#[derive(clap::Args, Debug)]
pub(crate) struct Watch {
    /// Battle, as listed by `casus games`
    pub(crate) battle: String,
    #[command(flatten)]
    pub(crate) opening: Opening,
    #[command(flatten)]
    pub(crate) keeping: Keeping,
    #[command(flatten)]
    pub(crate) pictures: Pictures,
    /// Stop after this many turns, in a game of turns
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) turns: Option<u32>,
    /// Print the result only
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

#[derive(clap::Args, Debug)]
pub(crate) struct Replay {
    /// The save to replay
    #[arg(value_name = "SAVE")]
    pub(crate) file: String,
    #[command(flatten)]
    pub(crate) keeping: Keeping,
    #[command(flatten)]
    pub(crate) pictures: Pictures,
    /// Print the result only
    #[arg(long, short)]
    pub(crate) quiet: bool,
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
    #[arg(long, value_name = "N", default_value_t = 1600, value_parser = width)]
    pub(crate) width: u16,
    /// Seed of the dice and of the computer players [default: 1]
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
    /// Scenario of the battle
    #[arg(long, value_name = "ID")]
    pub(crate) scenario: Option<String>,
    /// Stop after this many turns, in a game of turns
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) turns: Option<u32>,
    #[command(flatten)]
    pub(crate) marks: Marks,
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

/// Parses the width of a picture. It is limited because a map may be as high as it is wide, and the whole picture is in memory.
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
