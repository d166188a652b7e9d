//! The flags of a battle's program.

use crate::geometry::near::did_you_mean;
use crate::person::marks::Mark;

/// The flags that take a value.
const FLAGS: [&str; 14] = [
    "--seed",
    "--setup",
    "--scenario",
    "--option",
    "--save",
    "--replay",
    "--play",
    "--continue",
    "--svg",
    "--at",
    "--frames",
    "--mark",
    "--of",
    "--turns",
];

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
    /// What is marked in pictures.
    pub marks: Vec<String>,
    /// The piece or hex that marks are of.
    pub of: Option<String>,
    /// Of a game of turns only so many are played.
    pub turns: Option<u32>,
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
            if !FLAGS.contains(&flag) {
                let near = did_you_mean(flag, FLAGS.iter().copied().chain(["--quiet", "--help"]));
                return Err(format!("`{arg}` is no flag{near}"));
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
                "--of" => once(&mut orders.of, flag, value)?,
                "--mark" if Mark::named(&value).is_some() => orders.marks.push(value),
                "--mark" => {
                    let words = Mark::words().replace('`', "");
                    return Err(format!("`--mark {value}`: there are: {words}{}", Mark::near(&value)));
                }
                "--frames" => once(&mut orders.frames, flag, value)?,
                "--at" => match value.parse() {
                    Ok(_) if orders.at.is_some() => return Err("`--at` stands twice".to_owned()),
                    Ok(n) => orders.at = Some(n),
                    Err(_) => {
                        return Err(format!("`--at {value}`: a whole number"));
                    }
                },
                "--turns" => match value.parse() {
                    Ok(_) if orders.turns.is_some() => return Err("`--turns` stands twice".to_owned()),
                    Ok(n) if n > 0 => orders.turns = Some(n),
                    _ => return Err(format!("`--turns {value}`: a whole number from 1")),
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
        if orders.turns.is_some() && (orders.play.is_some() || orders.replay.is_some()) {
            return Err("`--turns` says how long the agents play: it goes ill with `--play` and `--replay`".to_owned());
        }
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
        let marked = !orders.marks.is_empty();
        if marked && orders.svg.is_none() && orders.frames.is_none() {
            return Err("`--mark` marks pictures: it wants `--svg` or `--frames`".to_owned());
        }
        let of_one = |word: &&String| Mark::named(word).is_some_and(Mark::of_one);
        if let Some(word) = orders.marks.iter().find(of_one).filter(|_| orders.of.is_none()) {
            return Err(format!("`--mark {word}` is of one piece or hex: it wants `--of`"));
        }
        if orders.of.is_some() && !marked {
            return Err("`--of` says of whom `--mark` is: it wants `--mark`".to_owned());
        }
        Ok(orders)
    }
}
