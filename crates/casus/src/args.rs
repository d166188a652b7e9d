//! What is typed behind `casus`.

use clap::{Parser, Subcommand, ValueEnum};

/// Historical hex wargames: play, watch, replay, check, and answer programs.
#[derive(Parser, Debug)]
#[command(name = "casus", version, about, propagate_version = true)]
pub(crate) struct Args {
    /// The width of the text map, in characters; as wide as the terminal if not said
    #[arg(long, global = true, value_parser = clap::value_parser!(u16).range(20..))]
    pub(crate) columns: Option<u16>,
    /// Colours
    #[arg(long, global = true, value_enum, default_value_t = Colour::Auto)]
    pub(crate) colour: Colour,
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Colour {
    /// Where somebody looks at a terminal
    Auto,
    Always,
    Never,
}

#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// Lists the games, with their battles, scenarios and options
    Games,
    /// You play a side at the terminal; `help` there tells how
    Play(Play),
    /// Agents play a battle, and it is told, each line with its Case
    Watch(Watch),
    /// Verifies a save and tells its story again
    Replay(Replay),
    /// Draws a battle: SVG, PNG, or one HTML file that plays its pictures
    Render(Render),
    /// Plays battles by the thousand on all cores, and tells what came of them with intervals
    Simulate(Simulate),
    /// Opens a house in the browser: battles alone, against an agent, or against a friend
    Serve(Serve),
    /// Writes the page as a folder for any web server, with the engine in it: bindings/web says how that is built
    Site(Site),
    /// Tells a Case with its rulings, a module, a ruling, or the whole casebook
    Case {
        /// The game, as `casus games` names it
        game: String,
        /// A Case (`7.4.2`), a module (`7`) or a ruling (`D7`)
        case: Option<String>,
    },
    /// The charts of a battle, and what in them is reconstructed
    Charts {
        /// The battle
        battle: String,
    },
    /// Checks saves, set-ups and conformance files, and says what is wrong where
    Check {
        #[arg(required = true)]
        files: Vec<String>,
        /// The game of set-ups and conformance files; found out if not said
        #[arg(long)]
        game: Option<String>,
    },
    /// Plays a save of older rules or charts by those of today, and says at which line and by which Case it stops
    Patch {
        save: String,
        /// Where to write what could be played, as a save of today
        #[arg(long)]
        out: Option<String>,
    },
    /// Answers requests in JSON, one a line, until there are no more
    Referee,
}

/// How a battle is set up.
#[derive(clap::Args, Debug)]
pub(crate) struct Opening {
    /// The battle, as `casus games` names it
    pub(crate) battle: String,
    /// The seed of the dice and of the agents
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// A set-up of one's own, TOML or JSON
    #[arg(long, value_name = "FILE")]
    pub(crate) setup: Option<String>,
    /// A scenario of the battle
    #[arg(long)]
    pub(crate) scenario: Option<String>,
    /// An optional rule by its Case, or a ruling to be read the other way; may stand several times
    #[arg(long = "option", value_name = "CASE")]
    pub(crate) options: Vec<String>,
}

/// What is kept of a battle.
#[derive(clap::Args, Debug)]
pub(crate) struct Keeping {
    /// Writes a save
    #[arg(long, value_name = "FILE")]
    pub(crate) save: Option<String>,
    /// Draws the field at the end
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<String>,
}

#[derive(clap::Args, Debug)]
pub(crate) struct Play {
    #[command(flatten)]
    pub(crate) opening: Opening,
    /// The side that you play; the first if not said
    #[arg(long)]
    pub(crate) side: Option<String>,
    #[command(flatten)]
    pub(crate) keeping: Keeping,
    /// Goes on with a save
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
    /// In a game of turns: plays so many and ends
    #[arg(long)]
    pub(crate) turns: Option<u32>,
}

#[derive(clap::Args, Debug)]
pub(crate) struct Pictures {
    /// With --svg: not of the end, but after so many activations
    #[arg(long, value_name = "N", requires = "svg")]
    pub(crate) at: Option<usize>,
    /// Draws the field after every activation into a new folder
    #[arg(long, value_name = "DIR")]
    pub(crate) frames: Option<String>,
    /// Only the end is told
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

#[derive(clap::Args, Debug)]
pub(crate) struct Replay {
    /// The save
    pub(crate) save: String,
    /// Draws the field at the end
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<String>,
    #[command(flatten)]
    pub(crate) pictures: Pictures,
}

#[derive(clap::Args, Debug)]
pub(crate) struct Render {
    /// A battle, which agents play; or a save
    pub(crate) what: String,
    /// Where to: a name that ends in `.svg`, `.png` or `.html`
    pub(crate) out: String,
    /// The picture after so many activations; of the end if not said. A page has all of them
    #[arg(long, value_name = "N")]
    pub(crate) at: Option<usize>,
    /// The width of a PNG in pixels
    #[arg(long, default_value_t = 1600, value_parser = width)]
    pub(crate) width: u16,
    /// The seed of a battle
    #[arg(long)]
    pub(crate) seed: Option<u64>,
    /// The scenario of a battle
    #[arg(long)]
    pub(crate) scenario: Option<String>,
    /// In a game of turns: so many
    #[arg(long)]
    pub(crate) turns: Option<u32>,
    /// What is marked: `may-act`, `targets`, `last`, `fights`, `zoc`, or of one piece `sight`, `reach`, `odds`; may stand several times
    #[arg(long = "mark", value_name = "WHAT")]
    pub(crate) marks: Vec<String>,
    /// The piece or hex that marks are of
    #[arg(long, value_name = "PIECE", requires = "marks")]
    pub(crate) of: Option<String>,
}

#[derive(clap::Args, Debug)]
pub(crate) struct Simulate {
    /// The battle, as `casus games` names it
    #[arg(default_value = "", required_unless_present = "merge")]
    pub(crate) battle: String,
    /// How many seeds are played, of each variant the same
    #[arg(long, default_value_t = 400, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    pub(crate) games: u64,
    /// The first seed
    #[arg(long, default_value_t = 1)]
    pub(crate) from: u64,
    /// A set-up of one's own, TOML or JSON, instead of the printed one
    #[arg(long, value_name = "FILE")]
    pub(crate) setup: Option<String>,
    /// Another set-up beside it, compared with it seed by seed; may stand several times
    #[arg(long = "variant", value_name = "NAME=FILE")]
    pub(crate) variants: Vec<String>,
    /// A scenario of the battle
    #[arg(long)]
    pub(crate) scenario: Option<String>,
    /// An optional rule by its Case, or a ruling to be read the other way; may stand several times
    #[arg(long = "option", value_name = "CASE")]
    pub(crate) options: Vec<String>,
    /// The agent of each side: `steady`, `hasty` or `random`
    #[arg(long, value_delimiter = ',', value_name = "A,B")]
    pub(crate) agents: Vec<String>,
    /// Gives each agent the seed of the other's chair
    #[arg(long)]
    pub(crate) swap: bool,
    /// The folder of results: what is there is not played again
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<String>,
    /// How many seeds a unit of work has
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub(crate) block: u64,
    /// Only the K-th of N shares of the units
    #[arg(long, value_name = "K/N", requires = "out")]
    pub(crate) shard: Option<String>,
    /// How many threads play; one for each core if not said
    #[arg(long, value_name = "N", value_parser = threads)]
    pub(crate) jobs: Option<usize>,
    /// Plays so many of the units that are there again, and compares
    #[arg(long, default_value_t = 0, value_name = "N", requires = "out")]
    pub(crate) sample: usize,
    /// Plays nothing, and adds up the units in these folders, each of one run
    #[arg(long, num_args = 1.., value_name = "DIR", conflicts_with_all = ["out", "shard", "sample", "variants", "setup"])]
    pub(crate) merge: Vec<String>,
}

/// Pixels across a picture: a map may be as high as it is wide, and is held in memory whole.
fn width(word: &str) -> Result<u16, String> {
    match word.parse() {
        Ok(n) if (100..=8000).contains(&n) => Ok(n),
        _ => Err("a picture is 100 to 8000 pixels wide".to_owned()),
    }
}

fn threads(word: &str) -> Result<usize, String> {
    match word.parse() {
        Ok(n) if (1..=1024).contains(&n) => Ok(n),
        _ => Err("a whole number from 1 to 1024".to_owned()),
    }
}

#[derive(clap::Args, Debug)]
pub(crate) struct Serve {
    /// The port; 0 takes a free one
    #[arg(long, default_value_t = 7420)]
    pub(crate) port: u16,
    /// The address that it listens at: this machine's own, so that nobody else comes in, unless another is said
    #[arg(long, default_value = "127.0.0.1", value_name = "ADDRESS")]
    pub(crate) bind: String,
    /// A name that it answers as beside this machine's own, such as that of a proxy before it; may stand several times
    #[arg(long = "host", value_name = "NAME")]
    pub(crate) hosts: Vec<String>,
    /// Where matches are kept; a place of this user's own if not said
    #[arg(long, value_name = "FILE")]
    pub(crate) file: Option<String>,
    /// So many matches are kept at most
    #[arg(long, default_value_t = 10_000, value_name = "N")]
    pub(crate) matches: u64,
    /// So many matches may be ordered from one address in a minute
    #[arg(long, default_value_t = 60, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) orders: u32,
    /// So many agents and odds are worked out at once; one for each core if not said
    #[arg(long, value_name = "N", value_parser = threads)]
    pub(crate) jobs: Option<usize>,
    /// An agent's turn takes so many thousandths of a second at least, while somebody looks on
    #[arg(long, default_value_t = 700, value_name = "MS")]
    pub(crate) pace: u64,
    /// The head of a request may take so many seconds to come, and so its body
    #[arg(long, default_value_t = 30, value_name = "S", value_parser = clap::value_parser!(u64).range(1..=3600))]
    pub(crate) patience: u64,
    /// Odds, advice and an agent's play at one request are worked out for at most so many seconds
    #[arg(long, default_value_t = 5, value_name = "S", value_parser = clap::value_parser!(u64).range(1..=3600))]
    pub(crate) budget: u64,
    /// Lists the matches that are kept, and ends
    #[arg(long)]
    pub(crate) list: bool,
    /// Writes a match as a save, and ends
    #[arg(long, value_name = "MATCH")]
    pub(crate) export: Option<String>,
    /// Forgets a match, and ends: no house may be open on the file
    #[arg(long, value_name = "MATCH")]
    pub(crate) forget: Option<String>,
}

#[derive(clap::Args, Debug)]
pub(crate) struct Site {
    /// The folder, which is made if there is none
    pub(crate) dir: String,
    /// The engine, as WebAssembly
    #[arg(long, value_name = "FILE")]
    pub(crate) wasm: String,
}
