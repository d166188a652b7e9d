//! A person at the terminal, who plays one side against the agents of a [`Battle`].
//!
//! Each decision of the person is shown with its Case and its choices. The person types a choice (its number or its
//! words), or a command: why, odds, undo, map, threats and so on. What the others do is told as far as the person's
//! side may know it. The program plays nothing for the person, except where there is no choice.

mod asking;
mod moving;
mod saving;

use crate::choices::{Choices, Meant, abbreviates};
use crate::io::Io;
use crate::narrator::{Narrator, Opening, narrow, width_on, wrap};
use casus_core::geometry::{did_you_mean, many, tame};
use casus_core::play::ask;
use casus_core::{Agent, Game, JournalAction, JournalLine, Match, Place, PlayError, Seat, Seeded, Sided, Turn};
use casus_draw::Draw as _;
use casus_guide::Battle;
use casus_guide::Guide;
use casus_guide::asking::title;
use core::fmt::Write as _;

/// The maximum number of runs for the odds of an action.
const MAX_SEARCH_STATES: usize = 30_000;
/// The maximum number of outcomes that are shown one by one.
const OUTCOMES: usize = 14;
/// The maximum number of outcomes where the results of each piece are shown first.
const FEW: usize = 4;
/// The default number of lines of `story`.
const LINES: usize = 20;

/// The commands: the word, its short forms, what it takes, and what it does. No compass letter is a short form.
const COMMANDS: &[(&str, &[&str], &str, &str)] = &[
    ("list", &["?", "l"], "", "the choices again"),
    (
        "why",
        &[],
        "[CHOICE]",
        "what the open decision is about; why a choice is allowed or not, and what it costs",
    ),
    ("odds", &["o"], "CHOICE", "what may come of a choice, in exact fractions"),
    ("undo", &["u"], "", "back to your last choice, if no die has fallen since"),
    (
        "go",
        &["g"],
        "[WHO] [HEX]",
        "moves the selected pieces there, by the cheapest way past enemy fronts and fire if they can afford one, else by the cheapest; WHO is a piece, several that move as one, or the hex of all of \
         them; without a hex to go to: the hexes in reach",
    ),
    ("map", &["m"], "", "the field"),
    ("unit", &["i"], "[NAME]", "a unit, a leader, a command or a hex: ratings, state, place"),
    ("threats", &["t"], "[UNIT]", "what a unit threatens, and what threatens it"),
    ("story", &[], "[N]", "the last lines of the story"),
    (
        "rest",
        &["r"],
        "",
        "the agent of your side plays the rest of this {within}, or of this matter where it is not yours",
    ),
    ("save", &[], "[FILE]", "writes a save"),
    ("help", &["h"], "", "this list"),
    ("quit", &["q", "exit"], "", "leaves"),
];

/// Why a battle cannot go on.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Stuck {
    /// An open decision has no legal action: a defect of the game.
    #[error("a defect: nothing answers {turn}")]
    Unanswered {
        /// The decision that is open.
        turn: String,
    },
    /// A listed action is refused: a defect of the game.
    #[error("a defect: `{action}` is listed, yet: {why}")]
    Refused {
        /// The action in words.
        action: String,
        /// Why it is refused.
        why: String,
    },
    /// The battle reached the limit of its actions.
    #[error("after {} the battle has not ended", many(*limit, "action"))]
    Limit {
        /// The maximum number of actions.
        limit: usize,
    },
}

impl Stuck {
    pub(crate) fn unanswered<G: Game>(game: &Match<G>) -> Self {
        Self::Unanswered {
            turn: format!("{:?}", game.turn()),
        }
    }
    pub(crate) fn refused<G: Game>(game: &Match<G>, action: &G::Action, why: &PlayError) -> Self {
        Self::Refused {
            action: game.spell(action),
            why: why.to_string(),
        }
    }
}

/// The result of a line that a person typed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Heard {
    /// The line was answered; the match is unchanged.
    Told,
    /// The match has changed.
    Played,
    /// The person leaves.
    Left,
}

/// A position of a match, to tell whether a file has all of it.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Mark {
    lines: usize,
    state: u64,
}

impl Mark {
    fn of<G: Game>(game: &Match<G>) -> Self {
        Self {
            lines: game.journal().len(),
            state: game.state_digest(),
        }
    }
}

/// A match that a person plays at the terminal.
pub struct Repl<'b, G: Guide> {
    battle: &'b Battle<G>,
    game: Match<G>,
    own: G::Side,
    agents: Vec<Box<dyn Agent<G>>>,
    /// The same agents again, for the decisions that the person leaves to the agent of their own side.
    aides: Vec<Box<dyn Agent<G>>>,
    seed: u64,
    dice: Seeded,
    /// The decision that each line of the journal answered.
    openings: Vec<Option<Opening>>,
    narrator: Narrator,
    /// The columns of the screen, as it was at the last question.
    columns: u16,
    file: Option<String>,
    /// The position that a file has.
    saved: Mark,
    kept: bool,
    /// The file for automatic saves, if the machine has one, and the position that it has.
    autosave: Option<(String, Mark)>,
    /// Every name with its place: units, leaders, commands, Standards, hexes.
    names: Vec<(String, Place)>,
}

impl<G: Guide> core::fmt::Debug for Repl<'_, G> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Repl")
            .field("own", &self.own)
            .field("game", &self.game)
            .finish_non_exhaustive()
    }
}

impl<'b, G: Guide> Repl<'b, G> {
    /// Creates a game in which a person takes a side in a match. The battle's agents, created from the seed, play the
    /// others.
    pub fn new(battle: &'b Battle<G>, game: Match<G>, own: G::Side, seed: u64) -> Self {
        let gazetteer = game.gazetteer();
        let numbered = |names: Vec<String>, place: fn(u16) -> Place| {
            let number = move |(i, name)| (name, place(u16::try_from(i).unwrap_or(u16::MAX)));
            names.into_iter().enumerate().map(number)
        };
        let hexes = gazetteer.hexes.into_iter().map(|h| h.label).collect();
        let mut names: Vec<(String, Place)> = Vec::new();
        names.extend(numbered(gazetteer.units, Place::Unit));
        names.extend(numbered(gazetteer.leaders, Place::Leader));
        names.extend(numbered(gazetteer.commands, Place::Command));
        names.extend(numbered(gazetteer.standards, Place::Standard));
        names.extend(numbered(hexes, Place::Hex));
        // A match that is gone on with has other dice than one that begins.
        let later = (game.journal().len() as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        Self {
            battle,
            own,
            agents: (battle.agents)(seed),
            aides: (battle.agents)(seed),
            seed,
            dice: Seeded::new(seed ^ later),
            openings: vec![None; game.journal().len()],
            narrator: Narrator::to(own).brief(),
            columns: u16::MAX,
            file: None,
            saved: Mark::of(&game),
            kept: false,
            autosave: None,
            names,
            game,
        }
    }
    /// Returns the match as it is.
    pub const fn game(&self) -> &Match<G> {
        &self.game
    }
    /// Returns the match as it is.
    pub fn into_game(self) -> Match<G> {
        self.game
    }
    /// Plays until play ends, the person leaves, or the input ends. Returns whether the person left before the end.
    ///
    /// # Errors
    /// A bug in the game (a decision without a legal action, or a listed action that is refused), or the limit of the
    /// battle.
    pub fn run(&mut self, io: &mut dyn Io) -> Result<bool, Stuck> {
        self.look(io);
        let title = G::CASEBOOK.title;
        let own = G::side_name(self.game.state(), self.own);
        tell(
            io,
            &format!("{title}. You play {own}. A choice is its number or its words; `help` lists the commands.\n"),
        );
        if !self.game.journal().is_empty() {
            tell(io, &self.story(LINES));
        }
        // What has not changed needs no second file.
        self.autosave = io
            .autosave(self.battle.program)
            .map(|path| (path, Mark::of(&self.game)));
        loop {
            self.advance(io)?;
            if self.game.ended() {
                return Ok(false);
            }
            self.keep(io);
            tell(io, &self.shown(self.columns));
            loop {
                if io.completes() {
                    io.offer(self.words());
                }
                let Some(line) = io.ask("> ") else {
                    tell(io, "\nThe input has ended.\n");
                    let loss = self.loss(io);
                    tell(io, &loss);
                    return Ok(true);
                };
                match self.hear(&line, io)? {
                    Heard::Told => {}
                    Heard::Played => break,
                    Heard::Left => return Ok(true),
                }
            }
        }
    }
    /// Looks how wide the screen is.
    fn look(&mut self, io: &dyn Io) {
        self.columns = io.terminal().columns;
        self.narrator.set_columns(self.columns);
    }
    fn width(&self) -> usize {
        width_on(self.columns)
    }
    /// Plays up to the person's next decision with a choice, and tells what happens.
    ///
    /// # Errors
    /// As [`Repl::run`].
    pub fn advance(&mut self, io: &mut dyn Io) -> Result<(), Stuck> {
        self.look(io);
        while let Turn::Decide { side, .. } = self.game.turn() {
            let listed = self.game.actions();
            if side != self.own {
                self.agent_plays(side, &listed, io)?;
                continue;
            }
            let [only] = listed[..] else { break };
            if G::weighty(&only) {
                break;
            }
            let words = self.game.spell(&only);
            self.play(side, only, io)?;
            tell(io, &self.narrator.rest());
            tell(io, &format!("(No choice but `{words}`: done.)\n"));
        }
        tell(io, &self.narrator.rest());
        Ok(())
    }
    fn agent_plays(&mut self, side: G::Side, listed: &[G::Action], io: &mut dyn Io) -> Result<(), Stuck> {
        let agents = if side == self.own {
            &mut self.aides
        } else {
            &mut self.agents
        };
        let mut agents: Vec<&mut dyn Agent<G>> = agents.iter_mut().map(|a| &mut **a as _).collect();
        let Some(action) = ask(&mut agents, Seat::new(self.game.state(), side, listed)) else {
            return Err(Stuck::unanswered(&self.game));
        };
        self.play(side, action, io)
    }
    /// Plays what the person chose. Discards the plans of an agent for the side.
    fn choose(&mut self, action: G::Action, io: &mut dyn Io) -> Result<(), Stuck> {
        self.play(self.own, action, io)?;
        self.aides = (self.battle.agents)(self.seed);
        Ok(())
    }
    fn play(&mut self, side: G::Side, action: G::Action, io: &mut dyn Io) -> Result<(), Stuck> {
        if self.game.journal().len() >= self.battle.limit {
            return Err(Stuck::Limit {
                limit: self.battle.limit,
            });
        }
        let opening = Opening::of(&self.game);
        self.narrator.opens(opening);
        if let Err(e) = self.game.play(side, action, &mut self.dice) {
            return Err(Stuck::refused(&self.game, &action, &e));
        }
        self.openings.push(opening);
        tell(io, &self.narrator.after(&self.game));
        Ok(())
    }

    /// Returns the open decision and its choices, for the screen.
    pub fn decision(&self) -> String {
        self.shown(u16::MAX)
    }
    /// Returns them for a screen of this many columns.
    fn shown(&self, columns: u16) -> String {
        let Turn::Decide { side, cite, .. } = self.game.turn() else {
            return String::new();
        };
        let question = G::question(self.game.state());
        format!(
            "\n{}: {question} ({cite}, {})\n{}",
            G::side_name(self.game.state(), side),
            title::<G>(self.game.state(), cite),
            self.choices().show(width_on(columns))
        )
    }
    /// Returns what may be typed now: the choices, the commands, and every name.
    fn words(&self) -> Vec<String> {
        let choices = self.choices();
        let choices = choices.iter().map(|c| c.words.clone());
        let commands = COMMANDS.iter().map(|c| c.0.to_owned());
        choices
            .chain(commands)
            .chain(self.names.iter().map(|(name, _)| name.clone()))
            .collect()
    }
    fn choices(&self) -> Choices<G::Action> {
        Choices::of::<G>(self.game.state(), &self.game.actions(), &self.names)
    }

    /// Answers a line that the person typed at an open decision of their side.
    ///
    /// The line may have several choices with `;` between them. The first part that is not a choice ends it.
    ///
    /// # Errors
    /// As [`Repl::run`].
    pub fn hear(&mut self, line: &str, io: &mut dyn Io) -> Result<Heard, Stuck> {
        self.look(io);
        let mut heard = Heard::Told;
        let mut parts = line.split(';').map(str::trim).peekable();
        while let Some(part) = parts.next() {
            match self.hear_one(part, io)? {
                Heard::Left => return Ok(Heard::Left),
                Heard::Told => break,
                Heard::Played => heard = Heard::Played,
            }
            if parts.peek().is_some() {
                self.advance(io)?;
                if self.game.ended() {
                    break;
                }
            }
        }
        Ok(heard)
    }
    fn hear_one(&mut self, line: &str, io: &mut dyn Io) -> Result<Heard, Stuck> {
        let choices = self.choices();
        let exact = choices.iter().find(|c| c.words.eq_ignore_ascii_case(line));
        if let Some(action) = exact.map(|c| c.action) {
            self.choose(action, io)?;
            return Ok(Heard::Played);
        }
        let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        if line.is_empty() {
            tell(io, "`?` lists the choices, `help` the commands.\n");
            return Ok(Heard::Told);
        }
        let says = match command(first) {
            Some("list") => self.shown(self.columns),
            Some("why") if rest.is_empty() => self.why_decision(&choices),
            Some("why") => match self.mean(&choices, rest) {
                Ok(action) => self.why(&action),
                Err(says) => says,
            },
            Some("odds") => match self.mean(&choices, rest) {
                Ok(action) => self.odds(&action),
                Err(says) => says,
            },
            Some("undo") => {
                let (says, heard) = match self.undo() {
                    Ok(says) => (says, Heard::Played),
                    Err(says) => (says, Heard::Told),
                };
                tell(io, &says);
                return Ok(heard);
            }
            Some("go") => return self.go(rest, io),
            Some("map") => self.game.scene(Some(self.own)).text(&io.terminal()),
            Some("unit") => self.of_piece(rest, |at| G::piece(self.game.state(), Some(self.own), at)),
            Some("threats") => self.of_piece(rest, |at| {
                G::threats(self.game.state(), Some(self.own), at)
                    .into_iter()
                    .map(|t| self.threat(&t.words, &t.on, &t.cite.to_string()))
                    .collect()
            }),
            Some("story") => match rest.parse() {
                Ok(n) => self.story(n),
                Err(_) if rest.is_empty() => self.story(LINES),
                Err(_) => format!("`{rest}` is no number of lines.\n"),
            },
            Some("rest") => {
                self.leave_rest(io)?;
                return Ok(Heard::Played);
            }
            Some("save") => self.save(rest, io),
            Some("help") => help(self.width(), G::WITHIN),
            Some("quit") => {
                let loss = self.loss(io);
                tell(io, &loss);
                return Ok(Heard::Left);
            }
            _ => match self.mean(&choices, line) {
                Ok(action) => match self.game.check(self.own, &action) {
                    Ok(()) => {
                        self.choose(action, io)?;
                        return Ok(Heard::Played);
                    }
                    Err(e) => self.refused(&action, &e),
                },
                Err(says) => says,
            },
        };
        io.page(&narrow(&says, self.columns.into()));
        Ok(Heard::Told)
    }

    /// Returns the action that words mean: a choice, or any action of the game, with names in full or abbreviated as
    /// far as they are clear.
    fn mean(&self, choices: &Choices<G::Action>, text: &str) -> Result<G::Action, String> {
        let many = choices.len();
        match choices.meant(text, |word| self.full(word)) {
            Meant::One(i) => {
                if let Some(c) = choices.get(i) {
                    return Ok(c.action);
                }
            }
            Meant::Many(of) => {
                let which: Vec<String> = of
                    .iter()
                    .filter_map(|&i| choices.get(i).map(|c| format!("{} {}", i + 1, c.words)))
                    .collect();
                return Err(wrap(self.width(), "Which? ", &which, ", ", "  "));
            }
            Meant::Nothing => {}
        }
        if text.is_empty() {
            return Err("Of which choice? Say its number or its words.\n".to_owned());
        }
        if text.parse::<u64>().is_ok() {
            return Err(format!("The choices are numbered from 1 to {many}; `?` lists them.\n"));
        }
        if let Ok((name, _)) = self.named(text) {
            return Err(format!("No choice is about {name} now; `?` lists them.\n"));
        }
        let mut words = text.split_whitespace();
        let mut full = words.next().unwrap_or_default().to_lowercase();
        for word in words {
            full.push(' ');
            match self.named(word) {
                Ok((name, _)) => full.push_str(name),
                Err(_) => full.push_str(word),
            }
        }
        self.game.parse(&full).map_err(|fault| {
            let mut says = format!("`{text}` is no choice and no command: {}", fault.message);
            if !says.ends_with('?') && text.split_whitespace().count() == 1 {
                says.push_str(&did_you_mean(text, COMMANDS.iter().map(|c| c.0)));
            }
            sentence(&tame(&says)) + " `?` lists the choices, `help` the commands.\n"
        })
    }
    /// Returns whether a word is a full name.
    fn full(&self, word: &str) -> bool {
        self.names.iter().any(|n| n.0.eq_ignore_ascii_case(word))
    }
    /// Returns the only name and place that a word means.
    fn named(&self, word: &str) -> Result<(&str, Place), String> {
        if let Some((name, at)) = self.names.iter().find(|n| n.0.eq_ignore_ascii_case(word)) {
            return Ok((name, *at));
        }
        // A name of the story means its piece too.
        let called = |at: Place| G::name_of(self.game.state(), at).to_lowercase() == word.to_lowercase();
        if let Some((name, at)) = self.names.iter().find(|n| called(n.1)) {
            return Ok((name, *at));
        }
        let typed = word.to_lowercase();
        let fits: Vec<&(String, Place)> = self
            .names
            .iter()
            .filter(|n| abbreviates(&typed, &n.0.to_lowercase()))
            .collect();
        // Who is not in the battle is meant only by the full name.
        let there = |at: Place| !G::piece(self.game.state(), Some(self.own), at).is_empty();
        let present: Vec<&(String, Place)> = fits.iter().copied().filter(|n| there(n.1)).collect();
        let fits = if present.is_empty() { fits } else { present };
        match fits[..] {
            [] => {
                let near = did_you_mean(word, self.names.iter().map(|n| &*n.0));
                Err(sentence(&format!("Nothing is called `{word}`{near}")) + "\n")
            }
            [(name, at)] => Ok((name, *at)),
            _ => {
                let names: Vec<String> = fits.iter().map(|n| n.0.clone()).collect();
                Err(wrap(self.width(), &format!("Which `{word}`? "), &names, ", ", "  "))
            }
        }
    }
    /// Returns what `say` says of a named piece or hex, or of the one that the open decision is about.
    fn of_piece(&self, name: &str, say: impl Fn(Place) -> Vec<String>) -> String {
        let at = if name.is_empty() {
            match self.game.turn() {
                Turn::Decide { of, .. } if of != Place::Nowhere => Ok(of),
                _ => Err("Of whom? Name a unit, a leader, a command or a hex.\n".to_owned()),
            }
        } else {
            self.named(name).map(|n| n.1)
        };
        let at = match at {
            Ok(at) => at,
            Err(says) => return says,
        };
        let lines = say(at);
        if lines.is_empty() {
            let word = G::name_of(self.game.state(), at);
            return format!("Nothing is to be said of {word}.\n");
        }
        let mut out = String::new();
        for line in lines {
            let _ = writeln!(out, "{}", line.trim_end());
        }
        out
    }

    /// Takes back what was played since the person's last choice, and that choice. Says what it was, or why it cannot
    /// be taken back.
    fn undo(&mut self) -> Result<String, String> {
        let mut back = self.game.clone();
        loop {
            let record = back.undo().map_err(|why| format!("Not to be undone: {why}.\n"))?;
            let own = matches!(back.turn(), Turn::Decide { side, .. } if side == self.own);
            if own && back.actions().len() > 1 {
                let words = spoken(&record);
                self.openings.truncate(back.journal().len());
                self.game = back;
                // What the agents had planned is not to be relied on any more.
                self.agents = (self.battle.agents)(self.seed);
                self.aides = (self.battle.agents)(self.seed);
                self.narrator = Narrator::to(self.own).brief().columns(self.columns);
                return Ok(format!("Taken back: `{words}`, and what came of it.\n"));
            }
        }
    }

    /// Returns the last lines of the story, as far as the person may know it.
    fn story(&self, lines: usize) -> String {
        let mut narrator = Narrator::to(self.own);
        let mut text = String::new();
        for line in 0..self.game.journal().len() {
            narrator.opens(self.openings.get(line).copied().flatten());
            text.push_str(&narrator.line(&self.game, line));
        }
        text.push_str(&narrator.rest());
        let all: Vec<&str> = text.lines().collect();
        let mut out = String::new();
        for line in &all[all.len().saturating_sub(lines)..] {
            let _ = writeln!(out, "{line}");
        }
        if out.is_empty() {
            out.push_str("Nothing has happened yet.\n");
        }
        out
    }

    /// Lets the agent of the person's side play on. In an activation, or in a turn of the person's own, it plays to the
    /// end of it; otherwise as long as decisions of one kind or of one Case are open.
    fn leave_rest(&mut self, io: &mut dyn Io) -> Result<(), Stuck> {
        let Turn::Decide { what, cite, within, .. } = self.game.turn() else {
            return Ok(());
        };
        let whole = match within {
            Place::Nowhere => false,
            Place::Side(i) => usize::from(i) == self.own.index(),
            _ => true,
        };
        let same = move |turn: Turn<G::Side>| {
            matches!(turn, Turn::Decide { what: w, cite: c, within: i, .. }
                if i == within && (whole || w == what || c.number() == cite.number()))
        };
        while same(self.game.turn()) {
            let Turn::Decide { side, .. } = self.game.turn() else {
                break;
            };
            let listed = self.game.actions();
            self.agent_plays(side, &listed, io)?;
        }
        Ok(())
    }
}

/// Writes text with no line wider than the screen.
fn tell(io: &mut dyn Io, text: &str) {
    let columns = io.terminal().columns;
    io.say(&narrow(text, columns.into()));
}

/// Returns the text with a full stop, unless it is a question.
fn sentence(text: &str) -> String {
    let end = if text.ends_with('?') { "" } else { "." };
    format!("{text}{end}")
}

fn command(word: &str) -> Option<&'static str> {
    let word = word.to_lowercase();
    let named = |c: &&(&'static str, &[&str], &str, &str)| c.0 == word || c.1.contains(&&*word);
    let begins = |c: &&(&'static str, &[&str], &str, &str)| word.chars().count() > 2 && c.0.starts_with(&word);
    let exact = COMMANDS.iter().find(named);
    exact.or_else(|| COMMANDS.iter().find(begins)).map(|c| c.0)
}

fn help(width: usize, within: &str) -> String {
    let mut out = String::from(
        "Type the number or the words of a choice; names may be shortened as far as they are clear. Or a command:\n",
    );
    for (name, short, takes, does) in COMMANDS {
        let short = short.join(", ");
        let word = format!("{name} {takes}");
        let does = does.replace("{within}", within);
        let words: Vec<String> = does.split(' ').map(str::to_owned).collect();
        let head = format!("  {word:<16} {short:<8} ");
        out.push_str(&wrap(width, &head, &words, " ", &" ".repeat(head.len())));
    }
    out
}

/// Returns in words what was done.
fn spoken<S, A>(record: &JournalLine<S, A>) -> &str {
    match &record.action {
        JournalAction::Action { words, .. } => words,
        JournalAction::Act(_) => "an act of the match",
    }
}
