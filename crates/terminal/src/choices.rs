//! The choices of an open decision, numbered and in words, and which of them a person means.

use crate::narrator::wrap;
use casus_core::Place;
use casus_guide::{Guide, Note};
use core::fmt::Write as _;
use std::collections::BTreeMap;

/// One choice of a decision.
#[derive(Clone, Debug)]
pub(crate) struct Choice<A> {
    /// The action of the choice.
    pub(crate) action: A,
    /// The action in words.
    pub(crate) words: String,
    /// What a player wants to know before choosing it.
    pub(crate) note: Note,
    /// The names of the pieces whose ids are among the words, each with the index of its word.
    named: Vec<(usize, String)>,
}

/// The choices of one decision, in the order of their numbers, which begin at 1.
#[derive(Clone, Debug)]
pub(crate) struct Choices<A> {
    list: Vec<Choice<A>>,
    /// For each group of choices, its length and the number of first words that its choices share.
    groups: Vec<(usize, usize)>,
}

/// Which choices a person means.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Meant {
    /// This choice, by its index from 0.
    One(usize),
    /// Each of these choices fits the words.
    Many(Vec<usize>),
    /// No choice fits the words.
    Nothing,
}

/// Returns the first `many` words of an action.
fn lead(words: &str, many: usize) -> &str {
    let mut end = 0;
    for (i, word) in words.split(' ').enumerate() {
        if i == many {
            break;
        }
        end += word.len() + usize::from(i > 0);
    }
    &words[..end.min(words.len())]
}

/// Returns whether an id tells a name already: the same letters, but for accents, blanks and hyphens.
fn tells(id: &str, name: &str) -> bool {
    let letters = |text: &str| -> Vec<char> { text.chars().filter(|c| c.is_alphanumeric()).collect() };
    let (id, name) = (letters(id), letters(name.strip_prefix("the ").unwrap_or(name)));
    let like = |(a, b): (&char, &char)| !b.is_ascii() || a.eq_ignore_ascii_case(b);
    id.len() == name.len() && id.iter().zip(&name).all(like)
}

/// Returns whether a text has a name that is not part of a longer one.
fn has(text: &str, name: &str) -> bool {
    let ends = |i: usize| !text[i + name.len()..].starts_with(|c: char| c.is_alphanumeric());
    text.match_indices(name).any(|(i, _)| ends(i))
}

impl<A: Copy> Choices<A> {
    /// Creates the choices that a state offers. Those that begin alike are grouped. `ids` are those of all pieces.
    pub(crate) fn of<G: Guide<Action = A>>(state: &G::State, listed: &[A], ids: &[(String, Place)]) -> Self {
        let pieces = ids.iter().filter(|id| !matches!(id.1, Place::Hex(_)));
        let names: BTreeMap<&str, Place> = pieces.map(|(id, at)| (&**id, *at)).collect();
        let choice = |a: &A| {
            let (words, note) = (G::spell(state, a), G::note(state, a));
            let name = |(i, id): (usize, &str)| {
                let name = G::name_of(state, *names.get(id)?);
                (!tells(id, &name) && !has(&note.words, &name)).then_some((i, name))
            };
            let named = words.split(' ').enumerate().skip(1).filter_map(name).collect();
            Choice {
                action: *a,
                words,
                note,
                named,
            }
        };
        let mut left: Vec<Choice<A>> = listed.iter().map(choice).collect();
        let mut list = Vec::with_capacity(left.len());
        let mut groups = Vec::new();
        while !left.is_empty() {
            let verb = lead(&left[0].words, 1).to_owned();
            let same: Vec<&Choice<A>> = left.iter().filter(|c| lead(&c.words, 1) == verb).collect();
            // Two words in common where that still keeps many together: "charge HU-HC-3".
            let two = lead(&left[0].words, 2).to_owned();
            let longer = |c: &&Choice<A>| c.words.len() > lead(&c.words, 2).len();
            let again = |i: usize| lead(&same[i].words, 2) == lead(&same[i - 1].words, 2);
            let pairs = same.iter().all(longer) && (1..same.len()).any(again);
            let shared = if pairs { 2 } else { 1 };
            let start = if shared == 2 { two } else { verb };
            let (here, later): (Vec<_>, Vec<_>) = left.into_iter().partition(|c| lead(&c.words, shared) == start);
            groups.push((here.len(), shared));
            list.extend(here);
            left = later;
        }
        Self { list, groups }
    }
    pub(crate) const fn len(&self) -> usize {
        self.list.len()
    }
    pub(crate) fn get(&self, i: usize) -> Option<&Choice<A>> {
        self.list.get(i)
    }
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Choice<A>> {
        self.list.iter()
    }
    fn item(&self, i: usize, shared: usize) -> String {
        let Some(c) = self.list.get(i) else {
            return String::new();
        };
        let words = c.words[lead(&c.words, shared).len()..].trim_start();
        let mut out = format!("{} {words}", i + 1);
        let names = c.named.iter().filter(|n| n.0 >= shared).map(|n| &*n.1);
        let beside: Vec<&str> = names.chain([&*c.note.words]).filter(|w| !w.is_empty()).collect();
        if !beside.is_empty() {
            let _ = write!(out, " ({})", beside.join(", "));
        }
        out
    }
    /// Returns the words that the choices of a group share, with the name of the piece among them.
    fn heading(&self, start: usize, shared: usize) -> String {
        let Some(c) = self.list.get(start) else {
            return String::new();
        };
        let name = c.named.iter().find(|n| n.0 < shared);
        let name = name.map_or_else(String::new, |n| format!(" ({})", n.1));
        format!("  {}{name}: ", lead(&c.words, shared))
    }
    /// Returns the list in lines of this width. Choices that begin alike are listed under their common
    /// words, in columns if there are many.
    pub(crate) fn show(&self, width: usize) -> String {
        let mut out = String::new();
        let mut single: Vec<String> = Vec::new();
        let flush = |single: &mut Vec<String>, out: &mut String| {
            if !single.is_empty() {
                out.push_str(&wrap(width, "  ", &core::mem::take(single), "   ", "  "));
            }
        };
        let mut start = 0;
        for &(many, shared) in &self.groups {
            if many == 1 {
                single.push(self.item(start, 0));
            } else {
                flush(&mut single, &mut out);
                let items: Vec<String> = (start..start + many).map(|i| self.item(i, shared)).collect();
                out.push_str(&columns(width, &self.heading(start, shared), &items));
            }
            start += many;
        }
        flush(&mut single, &mut out);
        out
    }
    /// Returns which choice is meant.
    ///
    /// A text means a choice by its number, its words, words that only it begins with (`"take hc-3"`), its words
    /// without the first (`"1903"`), or the number of the hex that it ends with. A word that is a full name does not
    /// abbreviate another name. Upper and lower case are the same.
    pub(crate) fn meant(&self, text: &str, full: impl Fn(&str) -> bool) -> Meant {
        let text = text.trim();
        if let Ok(n) = text.parse::<usize>() {
            // A number of the list goes before a hex of the same digits; beyond the list it may be one.
            if (1..=self.list.len()).contains(&n) {
                return Meant::One(n - 1);
            }
        }
        let typed: Vec<Typed> = text
            .split_whitespace()
            .map(|word| Typed {
                full: full(word),
                word: word.to_lowercase(),
            })
            .collect();
        if typed.is_empty() {
            return Meant::Nothing;
        }
        let mut best = 0;
        let mut found: Vec<usize> = Vec::new();
        for (i, c) in self.list.iter().enumerate() {
            let fit = fit(&typed, &c.words).max(fit(&typed, &c.note.alias));
            if fit > best {
                best = fit;
                found.clear();
            }
            if fit == best && fit > 0 {
                found.push(i);
            }
        }
        match found[..] {
            [] => Meant::Nothing,
            [one] => Meant::One(one),
            _ => Meant::Many(found),
        }
    }
}

/// A word that a person typed.
struct Typed {
    word: String,
    /// Whether it is the full name of a piece or a hex, and so means nothing else.
    full: bool,
}

impl Typed {
    fn is(&self, word: &String) -> bool {
        self.word == *word
    }
    fn may_be(&self, word: &String) -> bool {
        self.is(word) || (!self.full && abbreviates(&self.word, word))
    }
}

/// Returns how well typed words fit those of an action: 0 not at all, more if more of it is typed.
fn fit(typed: &[Typed], words: &str) -> u8 {
    let words: Vec<String> = words.split_whitespace().map(str::to_lowercase).collect();
    let all = |like: fn(&Typed, &String) -> bool, words: &[String]| {
        typed.len() == words.len() && typed.iter().zip(words).all(|(t, w)| like(t, w))
    };
    let Some((last, rest)) = words.split_last() else {
        return 0;
    };
    let tail = &words[1..];
    // A bare hex is the choice that ends with it.
    let hex = matches!(typed, [t] if t.is(last) && t.word.chars().all(|c| c.is_ascii_digit()));
    if all(Typed::is, &words) {
        5
    } else if !tail.is_empty() && all(Typed::is, tail) {
        4
    } else if all(Typed::may_be, &words) {
        3
    } else if !tail.is_empty() && all(Typed::may_be, tail) {
        2
    } else {
        u8::from(hex && !rest.is_empty())
    }
}

/// Returns whether a typed word stands for another: its beginning, of at least two letters, or its end after a hyphen
/// (`"hc-3"` for `"hu-hc-3"`).
///
/// A number only stands for itself, so that a wrong one is not taken for a hex.
pub(crate) fn abbreviates(typed: &str, word: &str) -> bool {
    typed == word
        || (typed.chars().count() > 1
            && !typed.chars().all(|c| c.is_ascii_digit())
            && (word.starts_with(typed) || word.match_indices('-').any(|(i, _)| &word[i + 1..] == typed)))
}

/// Returns items in columns of equal width, under their first words.
fn columns(width: usize, head: &str, items: &[String]) -> String {
    let long = items.iter().map(|i| i.chars().count()).max().unwrap_or(0);
    let indent = "      ";
    let total: usize = items.iter().map(|i| i.chars().count() + 3).sum();
    if head.chars().count() + total <= width {
        return wrap(width, head, items, "   ", indent);
    }
    let per_line = (width.saturating_sub(indent.len()) / (long + 3)).max(1);
    let mut out = format!("{}\n", head.trim_end());
    for line in items.chunks(per_line) {
        let mut text = String::from(indent);
        for item in line {
            let _ = write!(text, "{item:<long$}   ");
        }
        let _ = writeln!(out, "{}", text.trim_end());
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{has, tells};

    #[test]
    fn a_name_is_added_only_where_nothing_tells_it() {
        for (id, name) in [
            ("Tabor-Wagon-1", "Tabor Wagon 1"),
            ("Alencon", "Alençon"),
            ("DelVasto", "Del Vasto"),
            ("Garrison", "the Garrison"),
        ] {
            assert!(tells(id, name), "{id}");
        }
        assert!(!tells("FR-MM-1", "Gendarmes 1") && !tells("Raab", "the Bishop of Raab"));
        assert!(has("Guns 3, Disordered", "Guns 3") && !has("Guns 31, Disordered", "Guns 3"));
    }
}
