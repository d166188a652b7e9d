//! What a box holds beside its rules: its battles, each ready to be played, and its charts; and the casualty table.

use crate::decisions::side::Sided;
use crate::geometry::board::{Board, HexId};
use crate::geometry::near::did_you_mean;
use crate::person::guide::Guide;
use crate::play::agent::{Agent, Random};
use crate::play::game::{Advice, Game};
use crate::play::matches::Match;
use crate::play::steady::Steady;
use crate::render::scene::Scene;
use core::fmt::Write as _;

/// A boxed game as it comes: its battles and its charts. For whoever offers games to people: programs, tables, pages.
pub trait BoxedGame: Guide + Advice {
    /// Its battles; never empty. The first is the one that the default set-up is.
    const BATTLES: &'static [Battle<Self>];
    /// Its battle of this name, in capitals or small letters.
    fn battle(name: &str) -> Option<&'static Battle<Self>> {
        Self::BATTLES.iter().find(|b| b.program.eq_ignore_ascii_case(name))
    }
    /// Its battle that a set-up is of.
    fn battle_of(_setup: &Self::Setup) -> Option<&'static Battle<Self>> {
        Self::BATTLES.first()
    }
    /// The player's aid sheets of a state's charts, and what in them and in its map and counters is reconstructed.
    fn charts(state: &Self::State) -> Charts;
    /// Whether pieces are still being placed by play.
    fn placing(_state: &Self::State) -> bool {
        false
    }
    /// Names every piece in a set-up, where it stands in this state, so that one may lay it elsewhere by hand. What the set-up
    /// says of a piece already stays. One that opens where pieces are placed by play opens where all have been placed.
    fn name_all(setup: &mut Self::Setup, state: &Self::State);
    /// Pieces of which a set-up says the hex alone, each with the key under which it does.
    const HEX_ALONE: &'static [(&'static str, &'static str)] = &[];
}

/// Adds an option to those of a set-up, once; whether there is one.
pub fn add_option<C: PartialEq>(options: &mut Vec<C>, option: Option<C>) -> bool {
    let known = option.is_some();
    options.extend(option.filter(|o| !options.contains(o)));
    known
}

/// How a set-up says where a piece is: by its hex, or by a word off the map.
pub fn post_of(board: &Board, hex: Option<HexId>, off: &str) -> (Option<String>, Option<String>) {
    match hex {
        Some(hex) => (Some(board.label(hex)), None),
        None => (None, Some(off.to_owned())),
    }
}

/// Names a piece of a list of posts, unless the list does already.
pub fn name_post<P>(posts: &mut Vec<P>, id: impl Fn(&P) -> &str, post: P) {
    if !posts.iter().any(|p| id(p).eq_ignore_ascii_case(id(&post))) {
        posts.push(post);
    }
}

/// The charts of a battle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Charts {
    /// Player's aid sheets: a title and a text each.
    pub sheets: Vec<(String, String)>,
    /// What is reconstructed, and why.
    pub reconstructed: Vec<(String, String)>,
}

/// What a game adds, so that its battle can be run.
pub struct Battle<G: Game> {
    /// The program's name, for its help.
    pub program: &'static str,
    /// What is fought, and when: `"Mohács, 29 August 1526"`.
    pub title: &'static str,
    /// The set-up without `--setup`.
    pub setup: fn() -> G::Setup,
    /// The scenarios of the box, each with its title; none if it has one battle.
    pub scenarios: &'static [(&'static str, &'static str)],
    /// Sets a set-up to a scenario of that list.
    pub scenario: fn(&mut G::Setup, &'static str),
    /// The words of its options: the Case of an optional rule, or a ruling that may be read the other way.
    pub options: &'static [&'static str],
    /// Adds an option to a set-up, named by its Case or ruling; `false` when there is none of that name.
    pub option: fn(&mut G::Setup, &str) -> bool,
    /// Who decides: one agent for each side in the order of [`Sided::ALL`](crate::Sided::ALL), or one for all. They are
    /// given a seed.
    pub agents: Agents<G>,
    /// Every piece and what became of it.
    pub muster: fn(&Match<G>) -> Casualties,
    /// So many actions are played at most.
    pub limit: usize,
}

impl<G: Game> Battle<G> {
    /// Lays a scenario and options on a set-up, each by its word, in capitals or small letters; an option by its other word too, if it
    /// has one.
    ///
    /// # Errors
    /// The first word that names nothing, with those that do. The set-up is then as far as it came.
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

/// What cannot be laid on a set-up: nothing is called so.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unlaid {
    /// A scenario.
    Scenario {
        /// What was said.
        word: String,
        /// The scenarios of the battle; none if it has no others.
        known: Vec<&'static str>,
    },
    /// An option.
    Option {
        /// What was said.
        word: String,
        /// The options of the battle.
        known: Vec<&'static str>,
    },
}

impl Unlaid {
    /// What was said.
    pub fn word(&self) -> &str {
        match self {
            Self::Scenario { word, .. } | Self::Option { word, .. } => word,
        }
    }
    /// What a program says of it, with the flag that the word stood behind.
    pub fn at_flag(&self) -> String {
        let flag = match self {
            Self::Scenario { .. } => "--scenario",
            Self::Option { .. } => "--option",
        };
        format!("`{flag} {}`: {self}", self.word())
    }
}

impl core::fmt::Display for Unlaid {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let (what, known, none) = match self {
            Self::Scenario { known, .. } => ("scenario", known, "this box has one battle"),
            Self::Option { known, .. } => ("option", known, "there are none"),
        };
        write!(f, "no such {what}; ")?;
        if known.is_empty() {
            return f.write_str(none);
        }
        write!(f, "there are: {}{}", known.join(", "), did_you_mean(self.word(), known.iter().copied()))
    }
}

impl core::error::Error for Unlaid {}

/// The agents of a battle, made from a seed.
pub type Agents<G> = fn(u64) -> Vec<Box<dyn Agent<G>>>;

/// A player of one kind for each side, each with a seed of its own: `agents: |seed| each(seed, Steady::new)`.
pub fn each<G: Game, A: Agent<G> + 'static>(seed: u64, player: impl Fn(u64) -> A) -> Vec<Box<dyn Agent<G>>> {
    let own = |i: u64| seed.wrapping_mul(2).wrapping_add(i);
    let seat = |i| Box::new(player(own(i))) as Box<dyn Agent<G>>;
    (0..).take(G::Side::ALL.len()).map(seat).collect()
}

impl<G: Game<Setup: Default>> Battle<G> {
    /// The battle of a box that has one, without options: its set-up is the default one, both sides play by lot, and what
    /// became of everybody is told by the picture.
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
    /// The same, of a game that gives [`Advice`]: both sides are steady agents.
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
    /// What the battle calls the side.
    pub side: String,
    /// What it belongs to: its command; [`NO_COMMAND`] where it alone has none. Empty in a game without commands.
    pub body: String,
    /// Its kind: its arm.
    pub kind: String,
    /// The place in [`Casualties::fates`].
    pub fate: usize,
}

/// What became of everybody: the matter of the casualty table.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Casualties {
    /// What may become of a piece: the columns.
    pub fates: Vec<String>,
    /// Every piece.
    pub pieces: Vec<Casualty>,
    /// A line for each leader lost; `None` in a game without leaders.
    pub leaders: Option<Vec<String>>,
}

impl Casualties {
    /// The lines of the story that tell of such events: who fell.
    pub fn told<G: Game>(game: &Match<G>, such: impl Fn(&G::Event) -> bool) -> Vec<String> {
        let events = (0..game.journal().len()).flat_map(|line| game.events(line));
        events.filter(|e| such(e)).map(|e| game.describe(e)).collect()
    }
    /// What pictures tell, of a game that has no leaders and whose every piece is on the map at the beginning: who stands in
    /// which condition, and who has left.
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
    /// The rows of the table: each side, its commands and its arms, with how many there were and what became of them.
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
