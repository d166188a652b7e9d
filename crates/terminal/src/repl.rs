//! A person at the terminal, who plays one side against the agents of a [`Battle`].
//!
//! Each decision of the person is shown with its Case and its choices. The person types a choice (its number or its
//! words), or a command: why, odds, undo, map, threats and so on. What the others do is told as far as the person's
//! side may know it. The program plays nothing for the person, except where there is no choice.

use crate::choices::{Choices, Meant, abbreviates};
use crate::io::{Io, spare};
use crate::narrator::{Narrator, Opening, narrow, width_on, wrap};
use casus_core::geometry::{did_you_mean, many, tame};
use casus_core::play::ask;
use casus_core::{
    Agent, Budget, Game, JournalAction, JournalLine, LoadError, Match, Odds, Place, PlayError, Ratio, Refusals, Seat,
    Seeded, Sided, Turn, catalogue,
};
use casus_draw::Draw as _;
use casus_guide::Battle;
use casus_guide::asking::{Asker, Becomes, Far, Obstacle, Taking, title};
use casus_guide::{Course, Guide};
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
    /// Creates a game that continues a save.
    ///
    /// # Errors
    /// As [`Match::load`].
    pub fn load(battle: &'b Battle<G>, save: &str, own: G::Side, seed: u64) -> Result<Self, LoadError> {
        let game = Match::<G>::load(save)?;
        // The same lines once more, to know which decision each answered.
        let saved = game.to_save();
        let mut openings = Vec::new();
        if let Ok(mut again) = Match::<G>::new(saved.setup) {
            for line in &saved.journal {
                openings.push(Opening::of(&again));
                if again.replay(line).is_err() {
                    break;
                }
            }
        }
        let mut repl = Self::new(battle, game, own, seed);
        repl.openings = openings;
        Ok(repl)
    }
    /// Sets the file that `save` writes without a name.
    #[must_use]
    pub fn file(mut self, path: Option<&str>) -> Self {
        self.file = path.map(str::to_owned);
        self
    }
    /// Sets whether the caller saves the battle in the end. If so, a person who leaves loses nothing.
    #[must_use]
    pub const fn kept(mut self, kept: bool) -> Self {
        self.kept = kept;
        self
    }
    /// Returns what a person who leaves now loses, or where it is kept.
    fn loss(&self, io: &dyn Io) -> String {
        let now = Mark::of(&self.game);
        if self.kept || now == self.saved {
            return String::new();
        }
        match &self.autosave {
            Some((path, kept)) if *kept == now => {
                let resume = io.resume(self.battle.program, self.own.word(), path);
                format!("What was played since is kept: `{resume}` goes on with it.\n")
            }
            _ => "What was played since is not saved; `save [FILE]` would have kept it.\n".to_owned(),
        }
    }
    /// Writes the match to the file for automatic saves.
    fn keep(&mut self, io: &mut dyn Io) {
        let now = Mark::of(&self.game);
        let Some((path, kept)) = self.autosave.as_mut().filter(|(_, kept)| *kept != now) else {
            return;
        };
        match io.write(path, &self.game.save()) {
            Ok(()) => *kept = now,
            Err(why) => {
                let says = format!("What is played is not kept as it goes: {path}: {why}.\n");
                self.autosave = None;
                tell(io, &says);
            }
        }
    }
    /// Returns the file for automatic saves if it is no longer needed; `None` if it must stay.
    pub(crate) fn spent_autosave(&self) -> Option<String> {
        let saved = self.kept || self.game.ended() || Mark::of(&self.game) == self.saved;
        self.autosave.as_ref().filter(|_| saved).map(|(path, _)| path.clone())
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

    fn threat(&self, words: &str, on: &[String], cite: &str) -> String {
        if on.is_empty() {
            return format!("{words} ({cite})");
        }
        wrap(self.width(), &format!("{words} ({cite}): "), on, ", ", "    ")
    }

    fn why_decision(&self, choices: &Choices<G::Action>) -> String {
        let Turn::Decide { side, cite, .. } = self.game.turn() else {
            return String::new();
        };
        let state = self.game.state();
        let mut out = format!("{}: {} ({cite})\n", G::side_name(state, side), G::question(state));
        let _ = writeln!(out, "  {}: {}.", cite.number(), title::<G>(self.game.state(), cite));
        for ruling in catalogue::rulings_of(G::CASEBOOK, cite.number()) {
            let words: Vec<String> = ruling.text.split(' ').map(str::to_owned).collect();
            out.push_str(&wrap(self.width(), &format!("  As read by {}: ", ruling.id), &words, " ", "    "));
        }
        let mut verbs: Vec<&str> = Vec::new();
        for c in choices.iter() {
            let verb = c.words.split(' ').next().unwrap_or_default();
            if verbs.contains(&verb) {
                continue;
            }
            verbs.push(verb);
            if let Some(first) = G::sense(state, &c.action).first() {
                let _ = writeln!(out, "  {verb}: {first}");
            }
        }
        out
    }
    fn why(&self, action: &G::Action) -> String {
        if let Err(e) = self.game.check(self.own, action) {
            return self.refused(action, &e);
        }
        let mut out = format!("{}: allowed; no rule forbids it.\n", self.game.spell(action));
        if let Turn::Decide { cite, .. } = self.game.turn() {
            let title = title::<G>(self.game.state(), cite);
            let _ = writeln!(out, "  It answers the decision of {cite}, {title}.");
        }
        for line in G::sense(self.game.state(), action) {
            let _ = writeln!(out, "  {line}");
        }
        out
    }
    fn refused(&self, action: &G::Action, why: &PlayError) -> String {
        let words = self.game.spell(action);
        let Some(refusals) = why.refusals() else {
            return format!("{words}: {why}.\n");
        };
        let mut out = format!("{words}: not allowed.\n");
        for r in refusals {
            let one = self.game.explain(&Refusals::one(*r));
            let _ = writeln!(out, "  {one}; {}", title::<G>(self.game.state(), r.cite));
        }
        // What stands in the way may be no more than the selected piece.
        if let Some(down) = self.asker().in_the_way(action) {
            let down = self.game.spell(&down);
            let _ = writeln!(out, "  After `{down}` it would be allowed.");
        }
        out
    }

    /// Returns the odds of an action, as far as the person may know them.
    fn odds(&self, action: &G::Action) -> String {
        if let Err(e) = self.game.check(self.own, action) {
            return self.refused(action, &e);
        }
        let mut out = format!("{}:\n", self.game.spell(action));
        let seen = match self.asker().foresee(action, Budget::runs(MAX_SEARCH_STATES)) {
            Ok(seen) => seen,
            Err(refusals) => return format!("{out}  {refusals}\n"),
        };
        let thrown = seen.thrown();
        if thrown {
            out.push_str("Up to the next decision, whoever's it is:\n");
            out.push_str(&self.outcomes(&seen.near));
        }
        match &seen.far {
            Far::Told { how, alone, odds } => {
                let alone = if *alone {
                    "nothing else being declared after it, "
                } else {
                    ""
                };
                let _ = write!(out, "To its end, {alone}{how}:\n{}", self.outcomes(odds));
            }
            Far::TooMany => {
                let words = self.game.spell(action);
                let _ = writeln!(
                    out,
                    "What follows has too many ways for {MAX_SEARCH_STATES} walks; `why {words}` has what is known of its die."
                );
            }
            Far::Nothing => {
                if let ([((became, next), _)], false) = (&seen.near.outcomes[..], thrown) {
                    let all = became.iter().map(String::as_str).chain([&**next]);
                    let all = all.collect::<Vec<_>>().join("; ");
                    let _ = writeln!(out, "Nothing hangs on a die before the next decision: {all}");
                }
            }
        }
        if seen.dealt {
            out.push_str("What is hidden from you was dealt by lot for this.\n");
        }
        out
    }

    /// Moves a piece along a course until something interrupts it, or lists the courses. Pieces that are named are
    /// selected first, if a way leads there.
    fn go(&mut self, text: &str, io: &mut dyn Io) -> Result<Heard, Stuck> {
        let mut who: Vec<&str> = text.split_whitespace().collect();
        let to = match who[..] {
            // Without a selected piece, whoever stands there.
            [only] => self
                .hex(only)
                .filter(|&at| {
                    let state = self.game.state();
                    G::in_hand(state).is_some() || G::stack(state, at).is_empty()
                })
                .map(|_| only),
            [.., last] => (!self.is_piece(last)).then_some(last),
            [] => None,
        };
        if to.is_some() {
            who.pop();
        }
        let taken = match who[..] {
            [] => Ok((Vec::new(), G::courses(self.game.state()))),
            _ => self.gathering(&who),
        };
        let (first, courses) = match taken {
            Ok(taken) => taken,
            Err(says) => {
                tell(io, &says);
                return Ok(Heard::Told);
            }
        };
        let Some(hex) = to else {
            tell(io, &reach(self.width(), &courses));
            return Ok(Heard::Told);
        };
        let Some(course) = courses.into_iter().find(|c| c.to == hex) else {
            let mut go = vec!["go"];
            go.extend(who.iter().map(|w| &**w));
            let go = go.join(" ");
            let why = self.no_way(hex);
            tell(io, &format!("No way leads to {hex} now: {why}. `{go}` lists the hexes in reach.\n"));
            return Ok(Heard::Told);
        };
        if !course.risks.is_empty() {
            let says = format!("Every way there that can be paid for passes the enemy: {}.\n", course.risks.join("; "));
            tell(io, &says);
        }
        let hand = G::in_hand(self.game.state()).map(|h| h.lay_down);
        if let Some(down) = first.first().copied().filter(|d| hand == Some(*d)) {
            let words = self.game.spell(&down);
            tell(io, &format!("(`{words}` first: nothing else was left to it.)\n"));
        }
        for action in first {
            self.choose(action, io)?;
        }
        let whose = self.game.turn();
        for action in course.actions {
            if self.game.turn() != whose || self.game.check(self.own, &action).is_err() {
                tell(io, &self.narrator.rest());
                tell(io, "Something comes between.\n");
                break;
            }
            self.choose(action, io)?;
        }
        Ok(Heard::Played)
    }
    /// Returns why the selected pieces cannot go to a hex.
    fn no_way(&self, hex: &str) -> String {
        if G::in_hand(self.game.state()).is_none() {
            return "no piece is selected that could go there".to_owned();
        }
        let step = self.game.parse(&format!("step {hex}")).ok();
        match step.map(|step| self.game.check(self.own, &step)) {
            Some(Err(PlayError::Refused(why))) => self.game.explain(&why),
            _ => "every way is barred, or costs more than is left".to_owned(),
        }
    }
    fn hex(&self, word: &str) -> Option<Place> {
        let named = self.named(word).ok().map(|n| n.1);
        named.filter(|at| matches!(at, Place::Hex(_)))
    }
    /// Returns whether a word may name a piece.
    fn is_piece(&self, word: &str) -> bool {
        let typed = word.to_lowercase();
        let mut pieces = self.names.iter().filter(|n| !matches!(n.1, Place::Hex(_)));
        pieces.any(|n| abbreviates(&typed, &n.0.to_lowercase()))
    }
    fn asker(&self) -> Asker<'_, G> {
        Asker {
            game: &self.game,
            own: self.own,
        }
    }
    /// Returns the actions that select pieces together, and where they could go then; or why they cannot be selected. A
    /// hex stands for every piece in it that can go.
    fn gathering(&self, who: &[&str]) -> Result<Taking<G::Action>, String> {
        let mut places = Vec::new();
        let mut state = Some(self.game.state().clone());
        for (i, &name) in who.iter().enumerate() {
            // What a word means may hang on who is selected by then.
            let at = match (self.named(name), &state) {
                (Ok((_, at @ Place::Hex(_))), _) => at,
                (_, Some(now)) if i > 0 => self.named_among(name, |at| self.asker().may_join(now, at))?.1,
                _ => self.named_among(name, |at| self.asker().may_take(at))?.1,
            };
            places.push(at);
            let (first, _) = self.asker().gathering(&places).map_err(|o| self.obstacle(&o))?;
            let mut then = Some(self.game.state().clone());
            for action in &first {
                then = then.and_then(|s| self.asker().after(&s, action));
            }
            state = then;
        }
        self.asker().gathering(&places).map_err(|o| self.obstacle(&o))
    }
    /// Returns in words why pieces cannot be selected.
    fn obstacle(&self, obstacle: &Obstacle<G::Action>) -> String {
        let word = |at: Place| G::name_of(self.game.state(), at);
        match obstacle {
            Obstacle::Untakable(at) => format!("{} cannot be selected.\n", word(*at)),
            Obstacle::Alone(at) => format!("{} does not move with others.\n", word(*at)),
            Obstacle::Barred(action, why) => self.refused(action, &PlayError::Refused(why.clone())),
        }
    }
    /// Returns what a word names. If it fits several, returns the only one of them that is allowed.
    fn named_among(&self, name: &str, allowed: impl Fn(Place) -> bool) -> Result<(&str, Place), String> {
        self.named(name).or_else(|says| {
            let typed = name.to_lowercase();
            let fits = |n: &&(String, Place)| abbreviates(&typed, &n.0.to_lowercase());
            let mut fits = self.names.iter().filter(fits).filter(|n| allowed(n.1));
            match (fits.next(), fits.next()) {
                (Some((word, at)), None) => Ok((&**word, *at)),
                _ => Err(says),
            }
        })
    }

    /// Returns odds for the screen: the results of each piece, and the most likely outcomes as a whole.
    fn outcomes(&self, odds: &Told) -> String {
        let fates = self.fates(odds);
        if fates.len() < 2 && odds.outcomes.len() <= OUTCOMES {
            return jointly(odds, OUTCOMES);
        }
        let mut out = String::new();
        for (name, list) in fates {
            let told: Vec<String> = list
                .iter()
                .map(|(fate, share)| format!("{fate} {:.1} %", share * 100.0))
                .collect();
            let head = if name.is_empty() {
                "  ".to_owned()
            } else {
                format!("  {name}: ")
            };
            out.push_str(&wrap(self.width(), &head, &told, ", ", "      "));
        }
        let few = if odds.outcomes.len() <= FEW + 1 { FEW + 1 } else { FEW };
        out.push_str("  Together:\n");
        out.push_str(&jointly(odds, few));
        out
    }
    /// Returns the results of each piece, with their probabilities, the most likely first. What concerns no piece has
    /// an empty name.
    fn fates<'o>(&self, odds: &'o Told) -> Vec<(&'o str, Vec<(String, f64)>)> {
        let state = self.game.state();
        let pieces = self.names.iter().filter(|n| !matches!(n.1, Place::Hex(_)));
        let pieces: Vec<String> = pieces.map(|n| G::name_of(state, n.1)).collect();
        // The longest name that the words begin with.
        let split = |words: &'o String| {
            let ends = |name: &String| words.strip_prefix(&**name).is_some_and(|rest| rest.starts_with(' '));
            let name = pieces.iter().filter(|name| ends(name)).map(String::len).max()?;
            Some((&words[..name], &words[name + 1..]))
        };
        let mut all: Vec<(&str, Vec<(String, f64)>)> = Vec::new();
        for ((became, _), share) in &odds.outcomes {
            let mut here: Vec<(&str, String)> = Vec::new();
            for words in became {
                let (name, fate) = split(words).unwrap_or(("", words));
                match here.iter_mut().find(|h| h.0 == name && !name.is_empty()) {
                    Some((_, all)) => {
                        all.push_str(" and ");
                        all.push_str(fate);
                    }
                    None => here.push((name, fate.to_owned())),
                }
            }
            for (name, fate) in here {
                let at = all.iter().position(|a| a.0 == name).unwrap_or_else(|| {
                    all.push((name, Vec::new()));
                    all.len() - 1
                });
                let list = &mut all[at].1;
                match list.iter_mut().find(|f| f.0 == fate) {
                    Some(known) => known.1 += share.approx(),
                    None => list.push((fate, share.approx())),
                }
            }
        }
        let resolved = 1.0 - odds.unresolved.approx();
        for (name, list) in &mut all {
            list.sort_by(|a, b| b.1.total_cmp(&a.1));
            let rest = resolved - list.iter().map(|f| f.1).sum::<f64>();
            if !name.is_empty() && rest > 0.0005 {
                list.push(("unchanged".to_owned(), rest));
            }
        }
        all
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

    fn save(&mut self, name: &str, io: &mut dyn Io) -> String {
        let path = match (name, &self.file) {
            ("", Some(path)) => path.clone(),
            ("", None) => format!("{}.save", self.battle.program),
            (name, _) => name.to_owned(),
        };
        if let Err(why) = spare(&path, io) {
            return format!("Not saved: {why}.\n");
        }
        match io.write(&path, &self.game.save()) {
            Ok(()) => {
                let resume = io.resume(self.battle.program, self.own.word(), &path);
                self.file = Some(path);
                self.saved = Mark::of(&self.game);
                format!("Saved: `{resume}` goes on with it.\n")
            }
            Err(why) => format!("Not saved: {path}: {why}.\n"),
        }
    }
}

/// The odds of what becomes of the pieces and of who decides next.
type Told = Odds<Becomes>;

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

/// Returns where a piece could go, grouped by cost.
fn reach<A>(width: usize, courses: &[Course<A>]) -> String {
    let mut notes: Vec<&str> = Vec::new();
    for course in courses {
        if !notes.contains(&&*course.note) {
            notes.push(&course.note);
        }
    }
    if notes.is_empty() {
        return "No piece is selected that can go anywhere now.\n".to_owned();
    }
    let mut out = "In reach:\n".to_owned();
    for note in notes {
        let of = courses.iter().filter(|c| c.note == note);
        let hexes: Vec<String> = of.map(|c| c.to.clone()).collect();
        out.push_str(&wrap(width, &format!("  {note}: "), &hexes, " ", "      "));
    }
    out
}

/// Returns whole outcomes, the most likely first, up to `many` one by one.
fn jointly(odds: &Told, many: usize) -> String {
    let mut list: Vec<&((Vec<String>, String), Ratio)> = odds.outcomes.iter().collect();
    list.sort_by(|a, b| b.1.approx().total_cmp(&a.1.approx()));
    let same = list.windows(2).all(|w| w[0].0.1 == w[1].0.1);
    let percent = |r: Ratio| format!("{:>5.1} %", r.approx() * 100.0);
    let mut out = String::new();
    for ((became, next), share) in list.iter().take(many) {
        let mut words: Vec<&str> = became.iter().map(String::as_str).collect();
        if !same {
            words.push(next);
        } else if words.is_empty() {
            words.push("no piece changes");
        }
        let words = words.join("; ");
        let _ = writeln!(out, "  {}  {share}  {words}", percent(*share));
    }
    let others = list.iter().skip(many).map(|o| o.1);
    if let Some(sum) = others.reduce(|a, b| a.plus(b).unwrap_or(a)) {
        let rest = match list.len() - many {
            1 => "1 other, less likely".to_owned(),
            n => format!("{n} others, each less likely"),
        };
        let _ = writeln!(out, "  {}  {rest}", percent(sum));
    }
    if odds.unresolved != Ratio::ZERO {
        let why = if odds.why.budget {
            "not walked to its end"
        } else {
            "too fine a fraction"
        };
        let _ = writeln!(out, "  {}  {why}", percent(odds.unresolved));
    }
    out
}
