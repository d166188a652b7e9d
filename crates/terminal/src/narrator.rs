//! The story: what was done, by which Case, and what came of it, with the ledger of each throw.

use casus_core::words::names;
use casus_core::{Cite, Cited, Game, JournalAction, Match, Place, Sided, Turn};
use casus_guide::{Guide, Leg};
use core::fmt::Write as _;
use std::collections::BTreeSet;

/// The maximum width of a wrapped line, in characters: wider lines are hard to read.
const WIDTH: usize = 110;

/// Returns the width of wrapped lines on a screen of this many columns.
pub(crate) fn width_on(columns: u16) -> usize {
    usize::from(columns.max(20)).min(WIDTH)
}

/// Puts items on lines of a width, with each line but the first indented. Breaks only between items.
pub(crate) fn wrap(width: usize, first: &str, items: &[String], between: &str, indent: &str) -> String {
    let mut out = String::new();
    let mut line = first.to_owned();
    for (i, item) in items.iter().enumerate() {
        let last = i + 1 == items.len();
        let item = if last { item.clone() } else { format!("{item}{between}") };
        let long = item.trim_end().chars().count();
        let wide = line.chars().count() + long > width;
        // The first item goes below a long heading if it is whole there.
        let alone = items.len() == 1 || line.chars().count() < width / 2 || indent.len() + long > width;
        let bare = line.trim() == first.trim() && alone;
        if wide && !bare && !line.trim().is_empty() {
            let _ = writeln!(out, "{}", line.trim_end());
            indent.clone_into(&mut line);
        }
        line.push_str(&item);
    }
    let _ = writeln!(out, "{}", line.trim_end());
    out
}

/// Returns the indent of the rest of a broken line: the last of its columns, if it has such near its beginning;
/// otherwise a little more than its own.
fn hang(line: &[char], width: usize) -> usize {
    let lead = line.iter().take_while(|c| **c == ' ').count();
    let column = (lead + 2..=width / 2)
        .rev()
        .find(|&i| line[i] != ' ' && line[i - 1] == ' ' && line[i - 2] == ' ');
    column.filter(|&i| i > lead).unwrap_or(lead + 2).min(width / 2)
}

/// Returns a text with no line wider than a screen. A wider line is broken at blanks, or within a word that is too
/// long.
///
/// A width below 20 counts as 20. Lines with colours are left as they are.
pub fn narrow(text: &str, width: usize) -> String {
    let width = width.max(20);
    let mut out = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let end = line.len() - line.trim_end_matches('\n').len();
        let mut left: Vec<char> = line[..line.len() - end].chars().collect();
        if left.len() <= width || left.contains(&'\u{1b}') {
            out.push_str(line);
            continue;
        }
        let indent = hang(&left, width);
        let mut blanks = left.iter().take_while(|c| **c == ' ').count();
        while left.len() > width {
            let blank = (blanks + 1..=width).rev().find(|&i| left[i] == ' ');
            let rest = left.split_off(blank.unwrap_or(width));
            out.push_str(left.iter().collect::<String>().trim_end());
            out.push('\n');
            left = core::iter::repeat_n(' ', indent)
                .chain(rest.into_iter().skip_while(|c| *c == ' '))
                .collect();
            blanks = indent;
        }
        out.extend(left);
        out.push_str(&line[line.len() - end..]);
    }
    out
}

/// The decision that is being answered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Opening {
    /// The number of the side.
    side: usize,
    /// The word of the decision.
    decision: &'static str,
    /// The name of the decision in the story.
    what: &'static str,
    cite: Cite,
    within: Place,
}

impl Opening {
    /// Returns the open decision of a match; `None` when play has ended.
    pub(crate) fn of<G: Guide>(game: &Match<G>) -> Option<Self> {
        match game.turn() {
            Turn::Decide {
                side,
                cite,
                what,
                within,
                ..
            } => Some(Self {
                side: side.index(),
                decision: what,
                what: G::heading(what),
                cite,
                within,
            }),
            Turn::Over { .. } => None,
        }
    }
}

/// A part of a move, held back until the move is over.
#[derive(Clone, Debug)]
struct Held {
    leg: Leg,
    cite: Cite,
    /// The event alone, in the game's own words.
    told: String,
}

/// Tells a match as it is played: who decides by which Case, what came of it, and each throw with its ledger.
///
/// The steps of one piece are told in one line when its move is over, with every cost and every Case.
///
/// ```
/// use casus_terminal::Narrator;
/// use casus_core::{Match, PlayError, Seeded, Turn};
/// use casus_guide::Guide;
///
/// // Plays the first legal action of every decision, and prints the story.
/// # #[expect(dead_code, reason = "shown, not called")]
/// fn tell<G: Guide>(game: &mut Match<G>) -> Result<(), PlayError> {
///     let (mut narrator, mut dice) = (Narrator::new(), Seeded::new(1526));
///     while let Turn::Decide { side, .. } = game.turn() {
///         narrator.before(game);
///         let action = game.actions()[0];
///         game.play(side, action, &mut dice)?;
///         print!("{}", narrator.after(game));
///     }
///     print!("{}", narrator.rest());
///     Ok(())
/// }
/// ```
#[derive(Clone, Debug, Default)]
pub struct Narrator {
    within: Place,
    /// Whether an activation has begun or ended since the last line.
    gap: bool,
    open: Option<Opening>,
    titles: BTreeSet<&'static str>,
    /// The number of the side that listens; `None` is a referee, who is told everything.
    listener: Option<usize>,
    /// Whether the moves of a whole command are one paragraph.
    brief: bool,
    /// The columns of the screen; `None` if it is not known.
    columns: Option<u16>,
    head: String,
    /// The names of the sides.
    armies: Vec<String>,
    /// The names of the pieces.
    pieces: BTreeSet<String>,
    held_for: Option<Opening>,
    held: Vec<Held>,
    /// Whether a heading was a line of its own, so that what follows does not answer the decision.
    headed: bool,
}

impl Narrator {
    /// Creates a narrator that tells everything, for a referee.
    pub fn new() -> Self {
        Self::default()
    }
    /// Creates a narrator for one side, which leaves out what is hidden from it.
    #[must_use]
    pub fn to<S: Sided>(side: S) -> Self {
        Self {
            listener: Some(side.index()),
            ..Self::default()
        }
    }
    /// Returns the same narrator, which tells the moves of a whole command in one paragraph: for each piece from where
    /// to where.
    #[must_use]
    pub fn brief(self) -> Self {
        Self { brief: true, ..self }
    }
    /// Returns the same narrator for a screen of this many columns: paragraphs are no wider.
    ///
    /// Without this, and on a wider screen, they are up to 110 characters wide.
    #[must_use]
    pub fn columns(self, columns: u16) -> Self {
        Self {
            columns: Some(columns),
            ..self
        }
    }
    pub(crate) fn set_columns(&mut self, columns: u16) {
        self.columns = Some(columns);
    }
    fn width(&self) -> usize {
        width_on(self.columns.unwrap_or(u16::MAX))
    }
    /// Looks at the open decision. Call it before the decision is answered.
    pub fn before<G: Guide>(&mut self, game: &Match<G>) {
        self.opens(Opening::of(game));
    }
    pub(crate) fn opens(&mut self, opening: Option<Opening>) {
        if let Some(opening) = opening {
            self.gap |= core::mem::replace(&mut self.within, opening.within) != opening.within;
            self.open = Some(opening);
        }
    }
    /// Returns the story of the last line of the journal. Call it after the line was played.
    ///
    /// A part of a move may be held back for [`Narrator::rest`]. A choice after which nothing happens (a piece is
    /// selected, a segment ends) is not told; what follows shows it.
    pub fn after<G: Guide>(&mut self, game: &Match<G>) -> String {
        match game.journal().len().checked_sub(1) {
            Some(last) => self.line(game, last),
            None => String::new(),
        }
    }
    /// Returns the story of a line of the journal.
    pub(crate) fn line<G: Guide>(&mut self, game: &Match<G>, line: usize) -> String {
        let Some(record) = game.journal().get(line) else {
            return String::new();
        };
        self.armies = G::Side::ALL
            .iter()
            .map(|&side| G::side_name(game.state(), side))
            .collect();
        if self.pieces.is_empty() {
            self.pieces = every_piece::<G>(game.state());
        }
        if let JournalAction::Act(act) = record.action {
            let by = record.by.word();
            let mut out = self.rest();
            let _ = writeln!(out, "{by} (house: an act of the match): {act:?}");
            return out;
        }
        let listener = self.listener.and_then(|i| G::Side::ALL.get(i).copied()).map(Some);
        let mut events = match listener {
            None => game.events(line).to_vec(),
            Some(viewer) => game.events_for(line, viewer),
        };
        if events.is_empty() {
            return String::new();
        }
        let mut out = String::new();
        if core::mem::take(&mut self.gap) {
            out.push_str(&self.rest());
            out.push('\n');
        }
        self.headed = false;
        if let (JournalAction::Action { action, .. }, Some(open)) = (&record.action, &mut self.open) {
            if let Some((what, cite)) = G::answers(open.decision, action) {
                (open.what, open.cite) = (what, cite);
            }
            let own = events.iter().position(|e| G::tells(open.decision, action, e));
            match (own, G::aftermath(open.decision, action)) {
                // What comes of an action may happen before it is told: a leader is revealed as his unit attacks.
                (Some(own), _) => events[..=own].rotate_right(1),
                (None, Some(words)) => {
                    let cite = open.cite;
                    out.push_str(&self.rest());
                    let _ = writeln!(out, "{words} ({})", self.titled::<G>(cite));
                    self.headed = true;
                }
                (None, None) => {}
            }
        }
        let state = game.state();
        let mut held = 0;
        for event in &events {
            let Some(leg) = G::leg(state, event).filter(|_| !self.headed) else {
                break;
            };
            held += 1;
            let cite = Cited::cite(event);
            let told = G::describe(state, event);
            out.push_str(&self.hold::<G>(Held { leg, cite, told }));
        }
        if held == events.len() {
            return out;
        }
        out.push_str(&self.rest());
        let (aside, rest) = events[held..].split_at(if held == 0 { asides::<G>(&events) } else { 0 });
        self.tell_lines::<G>(&mut out, INDENT, in_passing::<G>(state, aside));
        let head = match rest.first() {
            Some(first) if held == 0 && !G::passes(first) => self.head::<G>(),
            _ => INDENT.to_owned(),
        };
        self.tell_lines::<G>(&mut out, &head, in_passing::<G>(state, rest));
        out
    }
    /// Adds lines under a heading, or below what was told before. Lines that only say that play goes on have no
    /// heading.
    fn tell_lines<G: Game>(&self, out: &mut String, head: &str, lines: Vec<Line>) {
        // The side stands in the heading already.
        let twice = self
            .open
            .and_then(|o| G::Side::ALL.get(o.side))
            .map(|s| format!("{}: ", s.word()));
        for (i, Line { words, passes }) in together(lines, &self.pieces).iter().enumerate() {
            let line = match &twice {
                Some(side) if i == 0 && head != INDENT => words.strip_prefix(&**side).unwrap_or(words),
                _ => words,
            };
            let head = match i {
                _ if *passes => "",
                0 => head,
                _ => INDENT,
            };
            let items: Vec<String> = line.split(PASSING).map(str::to_owned).collect();
            if self.brief {
                out.push_str(&wrap(self.width(), head, &items, "; ", "      "));
            } else {
                let _ = writeln!(out, "{head}{}", items.join("; "));
            }
        }
    }
    /// Returns the heading of what answers a decision; only an indent if it has already been told.
    fn head<G: Game>(&mut self) -> String {
        if self.headed {
            INDENT.to_owned()
        } else {
            self.heading::<G>()
        }
    }
    fn army(&self, side: usize) -> &str {
        self.armies.get(side).map_or("", |name| name)
    }
    /// Returns who decides by which Case.
    fn heading<G: Game>(&mut self) -> String {
        let Some(Opening { side, what, cite, .. }) = self.open else {
            return String::new();
        };
        let case = self.titled::<G>(cite);
        format!("{}, {what} ({case}): ", self.army(side))
    }
    /// Returns a Case as headings show it: with its title the first time, later its number alone.
    fn titled<G: Game>(&mut self, cite: Cite) -> String {
        let title = G::CASEBOOK
            .find(cite.number())
            .filter(|e| self.titles.insert(e.number))
            .map(|e| format!(", {}", e.title))
            .unwrap_or_default();
        format!("{cite}{title}")
    }
    /// Holds a part of a move back. Returns the story of the move before it if this is another move.
    fn hold<G: Game>(&mut self, next: Held) -> String {
        let joins = self.held.last().is_some_and(|last| {
            if self.brief {
                self.held_for.map(|o| o.side) == self.open.map(|o| o.side)
            } else {
                last.leg.piece == next.leg.piece && self.held_for == self.open
            }
        });
        let out = if joins { String::new() } else { self.rest() };
        if self.held.is_empty() {
            self.held_for = self.open;
            self.head = self.head::<G>();
        }
        self.held.push(next);
        out
    }
    /// Returns the story of what was held back. Call it when there is nothing more to tell for now.
    pub fn rest(&mut self) -> String {
        let held = core::mem::take(&mut self.held);
        let head = core::mem::take(&mut self.head);
        match &held[..] {
            [] => String::new(),
            [one] => format!("{head}{}\n", one.told),
            many if self.brief => match self.held_for {
                Some(o) => paragraph(self.width(), &format!("{}, {}", self.army(o.side), o.what), many),
                None => paragraph(self.width(), "", many),
            },
            many => format!("{head}{}\n", way(many)),
        }
    }
}

/// The separator in a line that tells several events which only say that play goes on.
const PASSING: char = '\u{1f}';

/// The indent of a line below another.
const INDENT: &str = "    ";

/// A line of the story, and whether it only says that play goes on.
struct Line {
    words: String,
    passes: bool,
}

/// Returns how many of these events, from the first on, concern others before the decision is answered:
/// [`Guide::aside`].
fn asides<G: Guide>(events: &[G::Event]) -> usize {
    events.iter().take_while(|e| G::aside(e)).count()
}

/// Returns events in words. Events that only say that play goes on share a line as long as they have the same Case.
fn in_passing<G: Guide>(state: &G::State, events: &[G::Event]) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    let mut last = None;
    for event in events {
        let told = G::describe(state, event);
        let passes = G::passes(event);
        let cite = passes.then(|| Cited::cite(event));
        match lines.last_mut() {
            Some(Line { words, .. }) if cite.is_some() && cite == last => {
                let case = cite.map_or(String::new(), |c| format!(" ({c})"));
                if let Some(short) = words.strip_suffix(&case) {
                    *words = short.to_owned();
                }
                words.push(PASSING);
                words.push_str(&told);
            }
            _ => lines.push(Line { words: told, passes }),
        }
        last = cite;
    }
    lines
}

/// Returns the names of all pieces in sentences.
fn every_piece<G: Game>(state: &G::State) -> BTreeSet<String> {
    let kinds: [fn(u16) -> Place; 4] = [Place::Unit, Place::Leader, Place::Command, Place::Standard];
    let of = |at: &fn(u16) -> Place| {
        (0..=u8::MAX.into())
            .map(*at)
            .take_while(|&at| G::place(state, at) != "?")
    };
    kinds.iter().flat_map(of).map(|at| G::name_of(state, at)).collect()
}

/// Joins lines that say the same of one piece after another: `"Sipahis 1 and 2 are out of command (12.2.1)"`.
fn together(lines: Vec<Line>, pieces: &BTreeSet<String>) -> Vec<Line> {
    /// What is said of pieces, whose names are `of`: none for a line of its own.
    struct Group {
        of: Vec<String>,
        /// The verb for several pieces.
        verb: &'static str,
        tail: String,
        line: Line,
    }
    let mut groups: Vec<Group> = Vec::new();
    for line in lines {
        // Only the name of a piece: what else comes before the verb is a line of its own.
        let split = |verb: &str| line.words.split_once(verb).filter(|(name, _)| pieces.contains(*name));
        let found = [(" is ", "are"), (" are ", "are"), (" cannot ", "cannot")]
            .into_iter()
            .find_map(|(verb, many)| Some((split(verb)?, many)));
        let (of, verb, tail) = match found {
            Some(((name, tail), verb)) => (Some(name.to_owned()), verb, tail.to_owned()),
            None => (None, "", String::new()),
        };
        match (of, groups.last_mut()) {
            (Some(name), Some(same)) if !same.of.is_empty() && (same.verb, &same.tail) == (verb, &tail) => {
                same.of.push(name);
            }
            (of, _) => groups.push(Group {
                of: of.into_iter().collect(),
                verb,
                tail,
                line,
            }),
        }
    }
    let told = groups.into_iter().map(|Group { of, verb, tail, line }| match &of[..] {
        [] | [_] => line,
        many => Line {
            words: format!("{} {verb} {tail}", names(many)),
            ..line
        },
    });
    told.collect()
}

/// Returns the parts of one move in one line: `"Knights 3: 1803 → 1903 → 2003, face ENE (3.3.2): 2 MP (6.1.1)"`.
fn way(held: &[Held]) -> String {
    let Some(first) = held.first() else {
        return String::new();
    };
    // The Case of most moves stands at the end; any other, where it tells.
    let moves = || held.iter().filter(|h| h.leg.moves);
    let like = |h: &Held| moves().filter(|o| o.cite == h.cite).count();
    let main = moves().max_by_key(|h| like(h)).unwrap_or(first).cite;
    let mut out = first.leg.name.clone();
    if let Some(from) = &first.leg.from {
        let _ = write!(out, ": {from}");
    }
    let mut total: Option<(i32, &str)> = None;
    let mut i = 0;
    while let Some(h) = held.get(i) {
        let s = &h.leg;
        let like = |o: &Held| o.leg.to == s.to && !s.moves && s.costs == o.leg.costs;
        let times = held[i..].iter().take_while(|o| like(o)).count().max(1);
        let join = match (s.moves, i) {
            (true, _) => " → ",
            (false, 0) => " ",
            (false, _) => ", ",
        };
        let _ = write!(out, "{join}{}{}", s.to, s.costs);
        if times > 1 {
            let _ = write!(out, " ×{times}");
        }
        if h.cite != main {
            let _ = write!(out, " ({})", h.cite);
        }
        for held in &held[i..i + times] {
            if let Some((n, unit)) = held.leg.spends {
                total = Some((total.map_or(0, |t| t.0) + n, unit));
            }
        }
        i += times;
    }
    if let Some((n, unit)) = total {
        let _ = write!(out, ": {n} {unit}");
    }
    let _ = write!(out, " ({main})");
    out
}

/// Returns the moves of many pieces in one paragraph, each from where to where.
fn paragraph(width: usize, whose: &str, held: &[Held]) -> String {
    let mut pieces: Vec<Place> = Vec::new();
    for h in held {
        if !pieces.contains(&h.leg.piece) {
            pieces.push(h.leg.piece);
        }
    }
    let mut cites: Vec<String> = Vec::new();
    for cite in held.iter().map(|h| h.cite.to_string()) {
        if !cites.contains(&cite) {
            cites.push(cite);
        }
    }
    let mut items = Vec::new();
    for piece in pieces {
        let own: Vec<&Held> = held.iter().filter(|h| h.leg.piece == piece).collect();
        let Some(first) = own.first() else { continue };
        let mut text = first.leg.name.clone();
        if let Some(from) = own.iter().find_map(|h| h.leg.from.as_ref()) {
            let _ = write!(text, ": {from}");
        }
        let end = own.iter().rfind(|h| h.leg.moves);
        let does = own.last().filter(|h| !h.leg.moves);
        if let Some(end) = end {
            let _ = write!(text, " → {}", end.leg.to);
        }
        if let Some(does) = does {
            let comma = if end.is_some() { "," } else { "" };
            let _ = write!(text, "{comma} {}", does.leg.to);
        }
        let spent = own.iter().filter_map(|h| h.leg.spends);
        if let Some((n, unit)) = spent.reduce(|a, b| (a.0 + b.0, a.1)) {
            let _ = write!(text, ", {n} {unit}");
        }
        items.push(text);
    }
    let head = format!("{whose} ({}): ", cites.join(", "));
    wrap(width, &head, &items, "; ", "    ")
}

#[cfg(test)]
mod tests {
    use super::{Line, narrow, together, wrap};
    use std::collections::BTreeSet;

    #[test]
    fn a_line_is_broken_under_its_last_column() {
        let help = "  why [CHOICE]       what the open decision is about\n";
        assert_eq!(narrow(help, 80), help);
        let below = format!("  why [CHOICE]       what the open decision\n{:21}is about\n", "");
        assert_eq!(narrow(help, 44), below);
        assert_eq!(narrow("  one two three four five six\n\nend", 20), "  one two three four\n    five six\n\nend");
        assert_eq!(narrow("abcdefghijklmnopqrstuvwxyz", 20), "abcdefghijklmnopqrst\n  uvwxyz");
        for width in 20..60 {
            let text = "      1 1803 (HU-LC-1)   2 1804 (HU-LC-2)   3 an-extraordinarily-long-name (2)";
            let told = narrow(text, width);
            assert!(told.lines().all(|l| l.chars().count() <= width), "{told}");
            let whole = |t: &str| t.split_whitespace().collect::<String>();
            assert_eq!(whole(&told), whole(text));
        }
    }

    #[test]
    fn items_are_broken_between_and_the_first_goes_below_a_long_heading() {
        let items = ["one two", "three four", "five six"].map(str::to_owned);
        let told = |head: &str| wrap(24, head, &items, "; ", "  ");
        assert_eq!(told("take: "), "take: one two;\n  three four; five six\n");
        assert_eq!(told("To the hex of them: "), "To the hex of them:\n  one two; three four;\n  five six\n");
        let whole = ["a word that is too long for any line".to_owned()];
        assert_eq!(
            wrap(24, "To the hex of them: ", &whole, "; ", "  "),
            "To the hex of them: a word that is too long for any line\n"
        );
        assert_eq!(wrap(200, "take: ", &items, "; ", "  "), "take: one two; three four; five six\n");
    }

    #[test]
    fn only_what_is_said_of_one_piece_after_another_is_put_together() {
        let line = |&l: &&str| Line {
            words: l.to_owned(),
            passes: false,
        };
        let told = |lines: &[&str]| -> Vec<String> {
            let pieces = ["A-1", "A-2", "A-3", "Knights 1", "Knights 2", "A"].map(str::to_owned);
            let told = together(lines.iter().map(line).collect(), &BTreeSet::from(pieces));
            told.into_iter().map(|l| l.words).collect()
        };
        assert_eq!(
            told(&["A-1 is lost (2.1)", "A-2 is lost (2.1)", "A-3 is lost (2.2)"]),
            ["A-1 and A-2 are lost (2.1)", "A-3 is lost (2.2)"]
        );
        assert_eq!(
            told(&[
                "Knights 1 are lost (2.1)",
                "Knights 2 are lost (2.1)",
                "A-3 is lost (2.1)",
                "all is lost (2.1)"
            ]),
            ["Knights 1, 2 and A-3 are lost (2.1)", "all is lost (2.1)"]
        );
        // An "is" further on is no name's: every throw keeps its line.
        let tests = [
            "A-1 tests: 9, -2 its corps is broken (8.3)",
            "A-2 tests: 8, -2 its corps is broken (8.3)",
        ];
        assert_eq!(told(&tests), tests);
        let dice = [
            "is A hit? die 4: he is unhurt (12.5)",
            "is B hit? die 2: he is unhurt (12.5)",
        ];
        assert_eq!(told(&dice), dice);
    }
}
