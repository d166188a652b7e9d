//! The battles of a game, each ready to be played, with its charts and the casualty table.

use crate::guide::Guide;
use casus_core::decisions::Sided;
use casus_core::geometry::{Board, HexId};
use casus_core::geometry::{brief, did_you_mean};
use casus_core::picture::Scene;
use casus_core::play::Match;
use casus_core::play::Steady;
use casus_core::play::{Advice, Game};
use casus_core::play::{Agent, Random};
use casus_core::sheet::Charts;
use core::fmt::Write as _;

/// A complete game with its battles and its charts, for programs and servers that offer games to people.
pub trait BoxedGame: Guide + Advice {
    /// The battles of the game; never empty. The first is that of the default set-up.
    const BATTLES: &'static [Battle<Self>];
    /// Returns the battle with this name ([`Battle::program`]). Upper and lower case are the same.
    fn battle(name: &str) -> Option<&'static Battle<Self>> {
        Self::BATTLES.iter().find(|b| b.program.eq_ignore_ascii_case(name))
    }
    /// Returns the battle that a set-up is of. The default is the first battle; a game with several must override this.
    fn battle_of(_setup: &Self::Setup) -> Option<&'static Battle<Self>> {
        Self::BATTLES.first()
    }
    /// Returns the player aid sheets of a state's charts, and what in them and in its map and counters is
    /// reconstructed.
    fn charts(state: &Self::State) -> Charts;
    /// Returns whether pieces are still being placed by play.
    fn placing(_state: &Self::State) -> bool {
        false
    }
    /// Names every piece in a set-up, with its position in this state, so that the player can move it by hand.
    ///
    /// What the set-up already says of a piece stays. If the set-up begins before the pieces are placed, it is changed to
    /// begin after that.
    fn name_all(setup: &mut Self::Setup, state: &Self::State);
    /// The pieces that are in no list of a set-up. Each has a key of its own in the set-up, whose value is the printed
    /// number of its hex. An item is the name of the piece and the key: `("Banner", "banner")`.
    const HEX_ALONE: &'static [(&'static str, &'static str)] = &[];
}

/// Adds an option to those of a set-up, unless it is there already. Returns whether `option` is `Some`.
pub fn add_option<C: PartialEq>(options: &mut Vec<C>, option: Option<C>) -> bool {
    let known = option.is_some();
    options.extend(option.filter(|o| !options.contains(o)));
    known
}

/// Returns how a set-up says where a piece is: by its hex, or by a word for a place off the map.
pub fn post_of(board: &Board, hex: Option<HexId>, off: &str) -> (Option<String>, Option<String>) {
    match hex {
        Some(hex) => (Some(board.label(hex)), None),
        None => (None, Some(off.to_owned())),
    }
}

/// Adds a piece to a list of placements, unless the list already has it.
pub fn name_post<P>(posts: &mut Vec<P>, id: impl Fn(&P) -> &str, post: P) {
    if !posts.iter().any(|p| id(p).eq_ignore_ascii_case(id(&post))) {
        posts.push(post);
    }
}

/// What a game adds so that its battle can be run.
pub struct Battle<G: Game> {
    /// The name of the battle, in requests and commands.
    pub program: &'static str,
    /// The battle and its date: `"Mohács, 29 August 1526"`.
    pub title: &'static str,
    /// Returns the set-up of the battle, which is played unless a player gives another.
    pub setup: fn() -> G::Setup,
    /// The scenarios, each with its word and its title; empty if the battle has no scenarios to choose from.
    pub scenarios: &'static [(&'static str, &'static str)],
    /// Changes a set-up to a scenario of [`scenarios`](Self::scenarios), by its word.
    pub scenario: fn(&mut G::Setup, &'static str),
    /// The words of the options: the Case of an optional rule, or a ruling that can be read the other way.
    pub options: &'static [&'static str],
    /// Adds an option to a set-up by its Case or ruling. Returns `false` if there is none with this name.
    pub option: fn(&mut G::Setup, &str) -> bool,
    /// Creates the agents from a seed: one for each side in the order of [`Sided::ALL`](casus_core::Sided::ALL), or one for
    /// all.
    pub agents: Agents<G>,
    /// Returns every piece with what became of it.
    pub muster: fn(&Match<G>) -> Casualties,
    /// The maximum number of actions, after which play stops.
    pub limit: usize,
}

impl<G: Game> Battle<G> {
    /// Applies a scenario and options to a set-up, each by its word. Upper and lower case are the same. An option can
    /// also be named by another word that [`switches!`](casus_core::switches!) gives it after `|`: `4.2` for `4.2-opt`.
    ///
    /// # Errors
    /// The first word that names nothing, with the words that exist. The set-up then has the changes up to that word.
    pub fn lay<'w>(
        &self,
        setup: &mut G::Setup,
        scenario: Option<&str>,
        options: impl IntoIterator<Item = &'w str>,
    ) -> Result<(), Unlaid> {
        if let Some(word) = scenario {
            let mut known = self.scenarios.iter().map(|(id, _)| *id);
            let Some(id) = known.find(|id| id.eq_ignore_ascii_case(word)) else {
                return Err(Unlaid::Scenario {
                    word: word.to_owned(),
                    known: self.scenarios.iter().map(|(id, _)| *id).collect(),
                });
            };
            (self.scenario)(setup, id);
        }
        for word in options {
            let known = self.options.iter().copied().find(|o| o.eq_ignore_ascii_case(word));
            if !(self.option)(setup, known.unwrap_or(word)) {
                return Err(Unlaid::Option {
                    word: word.to_owned(),
                    known: self.options.to_vec(),
                });
            }
        }
        Ok(())
    }
}

/// A word that cannot be applied to a set-up because it names nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unlaid {
    /// The word of a scenario.
    Scenario {
        /// The word as given.
        word: String,
        /// The scenarios of the battle; empty if it has only one.
        known: Vec<&'static str>,
    },
    /// The word of an option.
    Option {
        /// The word as given.
        word: String,
        /// The options of the battle.
        known: Vec<&'static str>,
    },
}

impl Unlaid {
    /// Returns the word as given.
    pub fn word(&self) -> &str {
        match self {
            Self::Scenario { word, .. } | Self::Option { word, .. } => word,
        }
    }
}

impl core::fmt::Display for Unlaid {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let (what, known) = match self {
            Self::Scenario { known, .. } => ("scenario", known),
            Self::Option { known, .. } => ("option", known),
        };
        let word = self.word();
        write!(f, "unknown {what} \"{}\"; ", brief(word))?;
        if known.is_empty() {
            return write!(f, "this battle has no {what}s");
        }
        write!(f, "{what}s: {}{}", known.join(", "), did_you_mean(word, known.iter().copied()))
    }
}

impl core::error::Error for Unlaid {}

/// A function that creates the agents of a battle from a seed.
pub type Agents<G> = fn(u64) -> Vec<Box<dyn Agent<G>>>;

/// Creates an agent of one kind for each side, each with a seed of its own: `agents: |seed| each(seed, Steady::new)`.
pub fn each<G: Game, A: Agent<G> + 'static>(seed: u64, player: impl Fn(u64) -> A) -> Vec<Box<dyn Agent<G>>> {
    let own = |i: u64| seed.wrapping_mul(2).wrapping_add(i);
    let seat = |i| Box::new(player(own(i))) as Box<dyn Agent<G>>;
    (0..).take(G::Side::ALL.len()).map(seat).collect()
}

impl<G: Game<Setup: Default>> Battle<G> {
    /// Creates the only battle of a game, without options.
    ///
    /// Its set-up is the default one, both sides play at random, and the casualty table is that of
    /// [`Casualties::seen`].
    pub const fn of(program: &'static str) -> Self {
        Self {
            program,
            title: G::CASEBOOK.title,
            setup: <G::Setup as Default>::default,
            scenarios: &[],
            options: &[],
            scenario: |_, _| {},
            option: |_, _| false,
            agents: |seed| each(seed, Random::new),
            muster: Casualties::seen,
            limit: 100_000,
        }
    }
}

impl<G: Advice<Setup: Default>> Battle<G> {
    /// Creates the same battle for a game with [`Advice`]: both sides are [`Steady`] agents.
    pub const fn advised(program: &'static str) -> Self {
        Self {
            agents: |seed| each(seed, Steady::new),
            ..Self::of(program)
        }
    }
}

impl<G: Game> core::fmt::Debug for Battle<G> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Battle")
            .field("program", &self.program)
            .field("limit", &self.limit)
            .finish_non_exhaustive()
    }
}

/// The command of a piece that has none, in a game whose pieces have commands.
pub const NO_COMMAND: &str = "none";

/// One piece and what became of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Casualty {
    /// The name of the side in this battle.
    pub side: String,
    /// The command of the piece, or [`NO_COMMAND`]. Empty in a game without commands.
    pub body: String,
    /// The kind of the piece, its arm: cavalry, guns.
    pub kind: String,
    /// The index in [`Casualties::fates`].
    pub fate: usize,
}

/// What became of every piece: the content of the casualty table.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Casualties {
    /// What may become of a piece: the columns of the table.
    pub fates: Vec<String>,
    /// Every piece with what became of it.
    pub pieces: Vec<Casualty>,
    /// A line for each leader lost; `None` in a game without leaders.
    pub leaders: Option<Vec<String>>,
}

impl Casualties {
    /// Returns every event of the match for which `such` returns `true`, in words. Use it for the loss of leaders.
    pub fn told<G: Game>(game: &Match<G>, such: impl Fn(&G::Event) -> bool) -> Vec<String> {
        let events = (0..game.journal().len()).flat_map(|line| game.events(line));
        events.filter(|e| such(e)).map(|e| game.describe(e)).collect()
    }
    /// Creates the table from pictures: which piece is in which condition, and which has left.
    ///
    /// For a game that has no leaders and whose every piece is on the map at the beginning.
    pub fn seen<G: Game>(game: &Match<G>) -> Self {
        let now = Scene::whole::<G>(game.state());
        let Ok(opening) = G::begin_under(game.setup(), G::laws(game.state())) else {
            return Self::default();
        };
        let began = Scene::whole::<G>(&opening);
        let mut fates = vec!["lost".to_owned(), "in order".to_owned()];
        fates.extend(now.conditions.iter().map(|c| c.word.clone()));
        let pieces = began.counters.iter().filter_map(|was| {
            let found = now.counters.iter().find(|c| c.id == was.id);
            Some(Casualty {
                side: G::side_name(game.state(), *G::Side::ALL.get(was.army)?),
                body: was
                    .group
                    .and_then(|g| began.groups.get(g))
                    .map_or_else(String::new, |g| g.word.clone()),
                kind: began.kinds.get(was.kind)?.word.clone(),
                fate: found.map_or(0, |c| 1 + c.condition.map_or(0, |c| 1 + c)),
            })
        });
        Self {
            pieces: pieces.collect(),
            fates,
            leaders: None,
        }
    }
    /// Returns the rows of the table: each side, its commands and its arms, with their numbers and what became of them.
    fn rows(&self) -> Vec<Vec<String>> {
        let mut rows = Vec::new();
        let mut head = vec![String::new(), "began".to_owned()];
        head.extend(self.fates.iter().cloned());
        rows.push(head);
        let mut sides: Vec<&str> = Vec::new();
        for piece in &self.pieces {
            if !sides.contains(&piece.side.as_str()) {
                sides.push(&piece.side);
            }
        }
        for side in sides {
            let of_side: Vec<&Casualty> = self.pieces.iter().filter(|p| p.side == side).collect();
            rows.push(self.row(side.to_owned(), &of_side));
            let names: [fn(&Casualty) -> &str; 2] = [|p| &p.body, |p| &p.kind];
            for (i, name) in names.into_iter().enumerate() {
                let mut seen: Vec<&str> = Vec::new();
                for piece in &of_side {
                    if !name(piece).is_empty() && !seen.contains(&name(piece)) {
                        seen.push(name(piece));
                    }
                }
                let label = ["command", "arm"][i];
                for word in seen {
                    let these: Vec<&Casualty> = of_side.iter().copied().filter(|p| name(p) == word).collect();
                    let name = match word {
                        NO_COMMAND => format!("  no {label}"),
                        _ => format!("  {label} {word}"),
                    };
                    rows.push(self.row(name, &these));
                }
            }
        }
        rows
    }
    fn row(&self, name: String, pieces: &[&Casualty]) -> Vec<String> {
        let mut row = vec![name, pieces.len().to_string()];
        for fate in 0..self.fates.len() {
            let n = pieces.iter().filter(|p| p.fate == fate).count();
            row.push(if n == 0 { "-".to_owned() } else { n.to_string() });
        }
        row
    }
}

impl core::fmt::Display for Casualties {
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
        let Some(lost) = &self.leaders else {
            return Ok(());
        };
        if lost.is_empty() {
            return f.write_str("No leader was lost.\n");
        }
        f.write_str("Leaders lost:\n")?;
        lost.iter().try_for_each(|line| writeln!(f, "  {line}"))
    }
}
