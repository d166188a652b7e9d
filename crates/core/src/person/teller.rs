//! The story: what was done, by which Case, and what came of it, each throw with its ledger.

use crate::cases::case::Cite;
use crate::geometry::place::Place;
use crate::person::guide::{Guide, Leg};
use crate::play::game::Game;
use crate::play::matches::{Deed, Match};
use crate::turns::side::Sided;
use crate::turns::turn::Turn;
use core::fmt::Write as _;
use std::collections::BTreeSet;

/// So wide is a line that is wrapped.
pub(crate) const WIDTH: usize = 110;

/// Puts items on lines no wider than [`WIDTH`], each line but the first indented.
pub(crate) fn wrap(first: &str, items: &[String], between: &str, indent: &str) -> String {
    wrap_at(WIDTH, first, items, between, indent)
}

/// The same on lines of a width.
pub(crate) fn wrap_at(width: usize, first: &str, items: &[String], between: &str, indent: &str) -> String {
    let mut out = String::new();
    let mut line = first.to_owned();
    for (i, item) in items.iter().enumerate() {
        let last = i + 1 == items.len();
        let item = if last { item.clone() } else { format!("{item}{between}") };
        let wide = line.chars().count() + item.trim_end().chars().count() > width;
        if wide && line.trim() != first.trim() && !line.trim().is_empty() {
            let _ = writeln!(out, "{}", line.trim_end());
            indent.clone_into(&mut line);
        }
        line.push_str(&item);
    }
    let _ = writeln!(out, "{}", line.trim_end());
    out
}

/// Where the words of a line go on below: under the last of its columns, if it has such near its beginning, else set in.
fn hang(line: &[char], width: usize) -> usize {
    let lead = line.iter().take_while(|c| **c == ' ').count();
    let column = (lead + 2..=width / 2)
        .rev()
        .find(|&i| line[i] != ' ' && line[i - 1] == ' ' && line[i - 2] == ' ');
    column.filter(|&i| i > lead).unwrap_or(lead + 2).min(width / 2)
}

/// A text with no line wider than a screen: what is wider is broken at blanks, or within a word that has no room. Lines with
/// colours are left as they are.
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
    /// What the story calls it.
    what: &'static str,
    cite: Cite,
    within: Place,
}

impl Opening {
    /// The open decision of a match; none when play has ended.
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

/// A part of a way, held back until the way is over.
#[derive(Clone, Debug)]
struct Held {
    leg: Leg,
    cite: Cite,
    /// The event by itself, in the game's own words.
    told: String,
}

/// Tells a match as it goes: who decides by which Case, what came of it, and each throw with its ledger. The steps of
/// one piece are told in one line when its way is over, with every cost and every Case.
#[derive(Clone, Debug, Default)]
pub struct Teller {
    within: Place,
    /// An activation has begun or ended since the last line.
    gap: bool,
    open: Option<Opening>,
    titles: BTreeSet<&'static str>,
    /// The number of the side that listens; none is the referee, who is told all.
    listener: Option<usize>,
    /// The moves of a whole command in one paragraph, from where to where.
    brief: bool,
    head: String,
    /// What the sides are called.
    armies: Vec<String>,
    held_for: Option<Opening>,
    held: Vec<Held>,
    /// A heading over what follows has been told, as a line by itself: nothing of it is an answer to the decision.
    headed: bool,
}

impl Teller {
    /// A teller who has told nothing yet, and tells all: the referee's.
    pub fn new() -> Self {
        Self::default()
    }
    /// A teller for one side, who leaves out what is hidden from it.
    #[must_use]
    pub fn to<S: Sided>(side: S) -> Self {
        Self {
            listener: Some(side.index()),
            ..Self::default()
        }
    }
    /// The same, who tells the moves of a whole command in one paragraph: for each piece from where to where.
    #[must_use]
    pub fn brief(self) -> Self {
        Self { brief: true, ..self }
    }
    /// Looks at the decision that is open, before it is answered.
    pub fn before<G: Guide>(&mut self, game: &Match<G>) {
        self.opens(Opening::of(game));
    }
    pub(crate) fn opens(&mut self, opening: Option<Opening>) {
        if let Some(opening) = opening {
            self.gap |= core::mem::replace(&mut self.within, opening.within) != opening.within;
            self.open = Some(opening);
        }
    }
    /// Tells the last line of the journal, after it was played; what is held back of it, [`Teller::rest`] tells. A
    /// choice after which nothing happens (a piece taken in hand, a segment ended) is not told: what follows tells it.
    pub fn after<G: Guide>(&mut self, game: &Match<G>) -> String {
        match game.journal().len().checked_sub(1) {
            Some(last) => self.line(game, last),
            None => String::new(),
        }
    }
    /// Tells a line of the journal.
    pub(crate) fn line<G: Guide>(&mut self, game: &Match<G>, line: usize) -> String {
        let Some(record) = game.journal().get(line) else {
            return String::new();
        };
        self.armies = G::Side::ALL
            .iter()
            .map(|&side| G::side_name(game.state(), side))
            .collect();
        if let Deed::Act(act) = record.deed {
            let by = record.by.word();
            let mut out = self.rest();
            let _ = writeln!(out, "{by} (house: an act of the match): {act:?}");
            return out;
        }
        let listener = self.listener.and_then(|i| G::Side::ALL.get(i).copied()).map(Some);
        let mut events = match listener {
            None => game.events(line).to_vec(),
            Some(viewer) => game.told(line, viewer),
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
        if let (Deed::Action { action, .. }, Some(open)) = (&record.deed, &mut self.open) {
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
            let cite = crate::turns::log::Cited::cite(event);
            let told = G::tell(state, event);
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
    /// Lines under a heading, or below what was told before. Those that say only that play goes on belong to nobody.
    fn tell_lines<G: Game>(&self, out: &mut String, head: &str, lines: Vec<Line>) {
        // The side stands in the heading already.
        let twice = self
            .open
            .and_then(|o| G::Side::ALL.get(o.side))
            .map(|s| format!("{}: ", s.word()));
        for (i, Line { words, passes }) in together(lines).iter().enumerate() {
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
                out.push_str(&wrap(head, &items, "; ", "      "));
            } else {
                let _ = writeln!(out, "{head}{}", items.join("; "));
            }
        }
    }
    /// The heading of what answers a decision; nothing where it has been told already.
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
    /// Who decides by which Case.
    fn heading<G: Game>(&mut self) -> String {
        let Some(Opening { side, what, cite, .. }) = self.open else {
            return String::new();
        };
        let case = self.titled::<G>(cite);
        format!("{}, {what} ({case}): ", self.army(side))
    }
    /// A Case as a heading has it: with its title where it first stands in one; later its number will do.
    fn titled<G: Game>(&mut self, cite: Cite) -> String {
        let title = G::CASEBOOK
            .find(cite.number())
            .filter(|e| self.titles.insert(e.number))
            .map(|e| format!(", {}", e.title))
            .unwrap_or_default();
        format!("{cite}{title}")
    }
    /// Holds a part of a way back, and tells the way before it if this is another.
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
    /// Tells what was held back. To be called when nothing more is to be told for now.
    pub fn rest(&mut self) -> String {
        let held = core::mem::take(&mut self.held);
        let head = core::mem::take(&mut self.head);
        match &held[..] {
            [] => String::new(),
            [one] => format!("{head}{}\n", one.told),
            many if self.brief => match self.held_for {
                Some(o) => paragraph(&format!("{}, {}", self.army(o.side), o.what), many),
                None => paragraph("", many),
            },
            many => format!("{head}{}\n", way(many)),
        }
    }
}

/// Between the parts of a line that tells several events which say only that play goes on.
const PASSING: char = '\u{1f}';

/// Before a line that stands under another.
const INDENT: &str = "    ";

/// A line of the story, and whether it says only that play goes on.
struct Line {
    words: String,
    passes: bool,
}

/// How many of these events, from the first on, befall others before the decision is answered: [`Guide::aside`].
fn asides<G: Guide>(events: &[G::Event]) -> usize {
    events.iter().take_while(|e| G::aside(e)).count()
}

/// Events in words. Those that say only that play goes on are told in one line as far as they have one Case.
fn in_passing<G: Guide>(state: &G::State, events: &[G::Event]) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    let mut last = None;
    for event in events {
        let told = G::tell(state, event);
        let passes = G::passes(event);
        let cite = passes.then(|| crate::turns::log::Cited::cite(event));
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

/// Lines that say the same of one piece after another, told as one: `"OT-MC-1, OT-MC-2 are out of command (12.2.1)"`.
fn together(lines: Vec<Line>) -> Vec<Line> {
    let mut groups: Vec<(Vec<String>, Line)> = Vec::new();
    for line in lines {
        // Only the name of a piece: what else comes before an "is" is a line of its own.
        let named = line.words.split_once(" is ").filter(|(name, _)| !name.contains(' '));
        let Some((name, tail)) = named else {
            groups.push((Vec::new(), line));
            continue;
        };
        match groups.last_mut() {
            Some((names, same)) if !names.is_empty() && same.words == tail => names.push(name.to_owned()),
            _ => {
                let words = tail.to_owned();
                groups.push((vec![name.to_owned()], Line { words, ..line }));
            }
        }
    }
    let told = groups.into_iter().map(|(names, line)| match &names[..] {
        [] => line,
        [one] => Line {
            words: format!("{one} is {}", line.words),
            ..line
        },
        many => Line {
            words: format!("{} are {}", many.join(", "), line.words),
            ..line
        },
    });
    told.collect()
}

/// The parts of one way in one line: `"HU-HC-3 1803 → 1903 → 2003, faces ENE (3.3.2): 2 MP (6.1.1)"`.
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
        let _ = write!(out, " {from}");
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

/// The moves of many pieces in one paragraph, each from where to where.
fn paragraph(whose: &str, held: &[Held]) -> String {
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
            let _ = write!(text, " {from}");
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
    wrap(&head, &items, "; ", "    ")
}

#[cfg(test)]
mod tests {
    use super::{Line, narrow, together};

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
    fn only_what_is_said_of_one_piece_after_another_is_put_together() {
        let line = |&l: &&str| Line {
            words: l.to_owned(),
            passes: false,
        };
        let told = |lines: &[&str]| -> Vec<String> {
            let told = together(lines.iter().map(line).collect());
            told.into_iter().map(|l| l.words).collect()
        };
        assert_eq!(
            told(&["A-1 is lost (2.1)", "A-2 is lost (2.1)", "A-3 is lost (2.2)"]),
            ["A-1, A-2 are lost (2.1)", "A-3 is lost (2.2)"]
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
