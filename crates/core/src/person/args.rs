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

/// The flags of a battle's program, as parsed.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Args {
    /// The seed of the dice and of the agents; 1 if `None`.
    pub seed: Option<u64>,
    /// The path of a set-up to read, TOML or JSON.
    pub setup: Option<String>,
    /// The scenario to play.
    pub scenario: Option<String>,
    /// The options to switch on, each by its Case or ruling.
    pub options: Vec<String>,
    /// The path of the save to write.
    pub save: Option<String>,
    /// The path of a save to verify and tell again.
    pub replay: Option<String>,
    /// The side that the person plays.
    pub play: Option<String>,
    /// The path of the save that the person continues.
    pub carry_on: Option<String>,
    /// The path of the picture to write.
    pub svg: Option<String>,
    /// The moment of the picture: after this many activations. The end if `None`.
    pub at: Option<usize>,
    /// The folder for a picture of each activation.
    pub frames: Option<String>,
    /// What to mark in pictures.
    pub marks: Vec<String>,
    /// The piece or hex that the marks are about.
    pub of: Option<String>,
    /// The number of turns to play, in a game with turns.
    pub turns: Option<u32>,
    /// Whether to print only the end.
    pub quiet: bool,
    /// Whether to print only the help.
    pub help: bool,
}

impl Args {
    /// Reads the flags: `--seed 7` or `--seed=7`.
    ///
    /// # Errors
    /// The first flag that is unknown, lacks its value, has an impossible value, is given twice, or does not go with
    /// another.
    pub fn parse(words: impl IntoIterator<Item = String>) -> Result<Self, String> {
        fn once(slot: &mut Option<String>, flag: &str, value: String) -> Result<(), String> {
            match slot.replace(value) {
                None => Ok(()),
                Some(_) => Err(format!("`{flag}` stands twice")),
            }
        }
        let mut args = Self::default();
        let mut words = words.into_iter();
        while let Some(arg) = words.next() {
            let (flag, inline) = match arg.split_once('=') {
                Some((flag, value)) if flag.starts_with("--") => (flag, Some(value.to_owned())),
                _ => (arg.as_str(), None),
            };
            if matches!(flag, "--quiet" | "--help" | "-q" | "-h") {
                if inline.is_some() {
                    return Err(format!("`{flag}` takes no value"));
                }
                if flag.ends_with('h') || flag == "--help" {
                    args.help = true;
                } else {
                    args.quiet = true;
                }
                continue;
            }
            if !FLAGS.contains(&flag) {
                let near = did_you_mean(flag, FLAGS.iter().copied().chain(["--quiet", "--help"]));
                return Err(format!("`{arg}` is no flag{near}"));
            }
            let value = inline.or_else(|| words.next().filter(|next| !next.starts_with("--")));
            let Some(value) = value.filter(|v| !v.is_empty()) else {
                return Err(format!("`{flag}` wants a value"));
            };
            match flag {
                "--seed" => match value.parse() {
                    Ok(_) if args.seed.is_some() => {
                        return Err("`--seed` stands twice".to_owned());
                    }
                    Ok(seed) => args.seed = Some(seed),
                    Err(_) => {
                        return Err(format!("`--seed {value}`: a seed is a whole number from 0 to {}", u64::MAX));
                    }
                },
                "--setup" => once(&mut args.setup, flag, value)?,
                "--scenario" => once(&mut args.scenario, flag, value)?,
                "--save" => once(&mut args.save, flag, value)?,
                "--replay" => once(&mut args.replay, flag, value)?,
                "--play" => once(&mut args.play, flag, value)?,
                "--continue" => once(&mut args.carry_on, flag, value)?,
                "--svg" => once(&mut args.svg, flag, value)?,
                "--of" => once(&mut args.of, flag, value)?,
                "--mark" if Mark::named(&value).is_some() => args.marks.push(value),
                "--mark" => {
                    let words = Mark::words().replace('`', "");
                    return Err(format!("`--mark {value}`: there are: {words}{}", Mark::near(&value)));
                }
                "--frames" => once(&mut args.frames, flag, value)?,
                "--at" => match value.parse() {
                    Ok(_) if args.at.is_some() => return Err("`--at` stands twice".to_owned()),
                    Ok(n) => args.at = Some(n),
                    Err(_) => {
                        return Err(format!("`--at {value}`: a whole number"));
                    }
                },
                "--turns" => match value.parse() {
                    Ok(_) if args.turns.is_some() => return Err("`--turns` stands twice".to_owned()),
                    Ok(n) if n > 0 => args.turns = Some(n),
                    _ => return Err(format!("`--turns {value}`: a whole number from 1")),
                },
                _ => args.options.push(value),
            }
        }
        let given = [
            (args.setup.is_some(), "--setup"),
            (args.scenario.is_some(), "--scenario"),
            (!args.options.is_empty(), "--option"),
            (args.seed.is_some(), "--seed"),
            (args.play.is_some(), "--play"),
            (args.carry_on.is_some(), "--continue"),
        ];
        if args.turns.is_some() && (args.play.is_some() || args.replay.is_some()) {
            return Err("`--turns` says how long the agents play: it goes ill with `--play` and `--replay`".to_owned());
        }
        let ill = |among: usize| given.iter().take(among).find(|(given, _)| *given);
        if args.replay.is_some()
            && let Some((_, flag)) = ill(given.len())
        {
            return Err(format!("`--replay` plays what was played: it goes ill with `{flag}`"));
        }
        if args.carry_on.is_some()
            && let Some((_, flag)) = ill(3)
        {
            return Err(format!("`--continue` goes on with what a save holds: it goes ill with `{flag}`"));
        }
        if args.carry_on.is_some() && args.play.is_none() {
            return Err("`--continue` wants `--play SIDE` beside it".to_owned());
        }
        if args.play.is_some() && args.quiet {
            return Err("`--play` goes ill with `--quiet`".to_owned());
        }
        if args.play.is_some() && (args.at.is_some() || args.frames.is_some()) {
            return Err("`--play` gives a picture of its end only: `--svg`".to_owned());
        }
        if args.at.is_some() && args.svg.is_none() {
            return Err("`--at` says of which moment `--svg` is: it wants `--svg`".to_owned());
        }
        let marked = !args.marks.is_empty();
        if marked && args.svg.is_none() && args.frames.is_none() {
            return Err("`--mark` marks pictures: it wants `--svg` or `--frames`".to_owned());
        }
        let of_one = |word: &&String| Mark::named(word).is_some_and(Mark::of_one);
        if let Some(word) = args.marks.iter().find(of_one).filter(|_| args.of.is_none()) {
            return Err(format!("`--mark {word}` is of one piece or hex: it wants `--of`"));
        }
        if args.of.is_some() && !marked {
            return Err("`--of` says of whom `--mark` is: it wants `--mark`".to_owned());
        }
        Ok(args)
    }
}
