//! Words that the stories and guides of all games use.

use crate::cases::ledger::{Ledger, Line};
use crate::cases::refusal::Refusals;
use crate::dice::test::Test;
use crate::dice::throw::Die;
use crate::geometry::board::{Board, HexId};
use crate::geometry::place::Place;
use core::fmt::Write as _;
use std::collections::BTreeMap;

/// Returns a list of names in words: `"Knights 1, 2 and Hussars 4"`. Names that differ only in their number share the
/// words before the number.
pub fn names<T: AsRef<str>>(list: &[T]) -> String {
    let stem = |name: &str| {
        let (stem, number) = name.rsplit_once(' ')?;
        (!number.is_empty() && number.bytes().all(|b| b.is_ascii_digit())).then(|| stem.to_owned())
    };
    let mut groups: Vec<(Option<String>, Vec<&str>)> = Vec::new();
    for name in list.iter().map(AsRef::as_ref) {
        let stem = stem(name);
        match groups.iter_mut().find(|g| stem.is_some() && g.0 == stem) {
            Some(group) => group.1.extend(name.rsplit(' ').next()),
            None => groups.push((stem, vec![name])),
        }
    }
    let mut all: Vec<&str> = groups.into_iter().flat_map(|g| g.1).collect();
    let last = all.pop().unwrap_or_default();
    if all.is_empty() {
        last.to_owned()
    } else {
        format!("{} and {last}", all.join(", "))
    }
}

/// Returns the name of a unit in sentences: `"Knights 9"` for the kind `"Knights"` and the id `"HU-HC-9"`.
///
/// The name is the kind, with the number at the end of the id if the id has one. Without a kind, the name is the id.
pub fn numbered(kind: Option<&str>, id: &str) -> String {
    let number = id.rsplit('-').next().filter(|n| n.bytes().all(|b| b.is_ascii_digit()));
    match (kind, number) {
        (Some(kind), Some(number)) if !number.is_empty() => format!("{kind} {number}"),
        (Some(kind), _) => kind.to_owned(),
        (None, _) => id.to_owned(),
    }
}

/// Returns the lines of a ledger: `"+1 commander (Navarro; 7.3)"`, with the piece that each comes from, if any.
///
/// `place` returns the name of a piece, or an empty text for a piece that the sentence has named already:
/// `"+2 Charge (9.4)"`. Lines with the same value, label and Case are joined if they come from pieces:
/// `"+8 each melee strength (Pikemen 1 and 2; 13.2)"`.
pub fn lines(ledger: &Ledger, place: impl Fn(Place) -> String) -> Vec<String> {
    let piece = |l: &Line| matches!(l.from, Place::Unit(_) | Place::Leader(_));
    let mut groups: Vec<(&Line, Vec<String>)> = Vec::new();
    for line in &ledger.lines {
        let like =
            |l: &Line| piece(l) && piece(line) && (l.value, l.label, l.cite) == (line.value, line.label, line.cite);
        match groups.iter_mut().find(|g| like(g.0)) {
            Some(group) => group.1.push(place(line.from)),
            None if piece(line) => groups.push((line, vec![place(line.from)])),
            None => groups.push((line, Vec::new())),
        }
    }
    let told = groups.into_iter().map(|(l, of)| {
        let each = if of.len() > 1 { " each" } else { "" };
        let of: Vec<String> = of.into_iter().filter(|name| !name.is_empty()).collect();
        let of = match &of[..] {
            [] => String::new(),
            of => format!("{}; ", names(of)),
        };
        format!("{:+}{each} {} ({of}{})", l.value, l.label, l.cite)
    });
    told.collect()
}

/// Returns a ledger as a sum: `"rolled 4, +1 commander (Navarro; 7.3) = 5"`. `base` is the word before the base: here
/// `"rolled"`.
pub fn sum(base: &str, ledger: &Ledger, place: impl Fn(Place) -> String) -> String {
    let mut out = format!("{base} {}", ledger.base);
    for line in lines(ledger, place) {
        out.push_str(", ");
        out.push_str(&line);
    }
    if !ledger.lines.is_empty() {
        let _ = write!(out, " = {}", ledger.total);
    }
    out
}

/// Returns the lines of a cost that are not 0: `" [2 dense (9.0), 1 friends (9.0)]"`. Empty if there are fewer than two.
pub fn costs(ledger: &Ledger) -> String {
    let lines: Vec<&Line> = ledger.lines.iter().filter(|x| x.value != 0).collect();
    if lines.len() < 2 {
        return String::new();
    }
    let parts: Vec<String> = lines
        .iter()
        .map(|x| format!("{} {} ({})", x.value, x.label, x.cite))
        .collect();
    format!(" [{}]", parts.join(", "))
}

/// Returns the result of each face of a die: `"By the face of the die: 0 to 5 no effect, 6 to 9 Retreat."`. Neighbouring faces
/// with the same result are joined.
pub fn by_face(die: Die, of: impl Fn(u8) -> String) -> String {
    let (low, high) = die.faces();
    let mut groups: Vec<(u8, u8, String)> = Vec::new();
    for face in low..=high {
        let words = of(face);
        match groups.last_mut() {
            Some(g) if g.2 == words => g.1 = face,
            _ => groups.push((face, face, words)),
        }
    }
    let told = groups.into_iter().map(|(a, b, words)| {
        if a == b {
            format!("{a} {words}")
        } else {
            format!("{a} to {b} {words}")
        }
    });
    let told: Vec<String> = told.collect();
    format!("By the face of the die: {}.", told.join(", "))
}

/// Returns how the position of a piece has changed, or `None` if it has not.
///
/// `named` returns whether the action names a hex. It decides whether the new hex is in the words:
///
/// | The piece | Words |
/// |---|---|
/// | is now in a hex that the action names | `"X in 0504"` |
/// | left a hex, and is not in a hex that the action names | `"X out of 0503"` |
/// | came onto the map, into a hex that the action does not name | `"X on the map"` |
pub fn moved(
    board: &Board,
    name: &str,
    from: Option<HexId>,
    to: Option<HexId>,
    named: impl Fn(HexId) -> bool,
) -> Option<String> {
    match (from, to) {
        (_, Some(h)) if from != to && named(h) => Some(format!("{name} in {}", board.label(h))),
        (Some(h), _) if from != to => Some(format!("{name} out of {}", board.label(h))),
        (None, Some(_)) => Some(format!("{name} on the map")),
        _ => None,
    }
}

pub use crate::geometry::near::many;

/// Returns words as the beginning of a sentence, with a capital letter: `"The Empire passes"`.
pub fn sentence(words: &str) -> String {
    let mut letters = words.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
}

/// Returns in words how far a hex is from something. `away` is the distance in hexes, `what` names the thing: `"next to the
/// Banner"` for 1.
pub fn beside(away: u8, what: &str) -> String {
    match away {
        0 => format!("in the hex of {what}"),
        1 => format!("next to {what}"),
        n => format!("{n} hexes from {what}"),
    }
}

/// Returns what can be chosen, as a sentence: `"Move, turn, or done."`. Leaves out what is not offered; empty if nothing
/// is.
pub fn choices(of: &[(&str, bool)]) -> String {
    let offered: Vec<&str> = of.iter().filter(|c| c.1).map(|c| c.0).collect();
    match &offered[..] {
        [] => String::new(),
        [one] => format!("{}.", sentence(one)),
        [first @ .., last] => format!("{}, or {last}.", sentence(&first.join(", "))),
    }
}

/// Returns the possessive of a name: `"Gonzaga's"`, `"Bernieules'"`.
pub fn genitive(name: &str) -> String {
    let end = if name.ends_with('s') { "'" } else { "'s" };
    format!("{name}{end}")
}

/// Returns why each of these hexes is barred: `"1013, 1113: a unit is in the hex (14.4); 1014: no way leads there (14.4)"`.
/// Hexes that are barred for the same reasons are joined.
pub fn barred<'a>(board: &Board, hexes: impl IntoIterator<Item = (HexId, &'a Refusals)>) -> String {
    let mut groups: Vec<(Vec<String>, String)> = Vec::new();
    for (hex, refusals) in hexes {
        let why: Vec<String> = refusals.iter().map(ToString::to_string).collect();
        let (hex, why) = (board.label(hex), why.join(" and "));
        match groups.iter_mut().find(|g| g.1 == why) {
            Some(group) => group.0.push(hex),
            None => groups.push((vec![hex], why)),
        }
    }
    let told = groups
        .into_iter()
        .map(|(hexes, why)| format!("{}: {why}", hexes.join(", ")));
    told.collect::<Vec<_>>().join("; ")
}

/// Returns the result of a test by [`Limit::AtMost`](crate::Limit) in words: `"57 + 9 = 66 exceeds 65"` for modifiers of 57, a die roll of 9 and a limit
/// of 65.
///
/// If the test is passed, the words are `is at most` in place of `exceeds`.
pub fn exceeds(test: &Test) -> String {
    let word = if test.passed { "is at most" } else { "exceeds" };
    let ledger = &test.ledger;
    format!("{} + {} = {} {word} {}", ledger.net(), ledger.base, ledger.total, test.need)
}

/// Returns what a side has lost: `"the Hungarians: 12 units Eliminated, 1 leader lost"`.
///
/// Each entry of `counts` is a number, a noun in the singular, and what happened: `(12, "unit", "Eliminated")`. Entries with
/// the number 0 are left out.
pub fn losses(who: &str, counts: &[(usize, &str, &str)]) -> String {
    let told = counts.iter().filter(|(n, ..)| *n > 0);
    let told: Vec<String> = told.map(|(n, one, fate)| format!("{} {fate}", many(*n, one))).collect();
    if told.is_empty() {
        return format!("{who}: no losses");
    }
    format!("{who}: {}", told.join(", "))
}

/// Returns how many things there are of each sort, in the order of the sorts: `"9 LC, 2 RI"`; `"none"` if there are none.
///
/// `sorts` gives, for each thing, the number of its sort. `word` returns the word of a sort.
pub fn tally<'a>(sorts: impl Iterator<Item = usize>, word: impl Fn(usize) -> &'a str) -> String {
    tallied(sorts, |sort, n| format!("{n} {}", word(sort)))
}

/// Like [`tally`], but `told` writes each entry from its sort and its number.
pub fn tallied(sorts: impl Iterator<Item = usize>, told: impl Fn(usize, usize) -> String) -> String {
    let mut many: BTreeMap<usize, usize> = BTreeMap::new();
    for sort in sorts {
        *many.entry(sort).or_default() += 1;
    }
    if many.is_empty() {
        return "none".to_owned();
    }
    let told: Vec<String> = many.into_iter().map(|(sort, n)| told(sort, n)).collect();
    told.join(", ")
}

#[cfg(test)]
mod tests {
    use super::{names, numbered};

    #[test]
    fn only_what_is_offered_is_named() {
        use super::choices;
        let told = |m, t, d| choices(&[("move", m), ("turn", t), ("done", d)]);
        assert_eq!(told(true, true, true), "Move, turn, or done.");
        assert_eq!(told(true, false, true), "Move, or done.");
        assert_eq!(told(false, false, true), "Done.");
        assert_eq!(told(false, false, false), "");
    }

    #[test]
    fn a_unit_is_called_by_its_kind_and_its_number() {
        assert_eq!(numbered(Some("Knights"), "HU-HC-9"), "Knights 9");
        assert_eq!(numbered(Some("The Old Guard"), "Guard"), "The Old Guard");
        assert_eq!(numbered(None, "HU-HC-9"), "HU-HC-9");
    }

    #[test]
    fn names_in_a_row_share_their_words() {
        assert_eq!(names::<&str>(&[]), "");
        assert_eq!(names(&["Tomori"]), "Tomori");
        assert_eq!(names(&["Knights 1", "Knights 2"]), "Knights 1 and 2");
        assert_eq!(names(&["Knights 1", "Hussars 4", "Knights 12"]), "Knights 1, 12 and Hussars 4");
        assert_eq!(names(&["Corps A", "Corps B"]), "Corps A and Corps B");
    }
}
