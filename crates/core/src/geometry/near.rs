//! Names and texts that come from outside: what a misspelt name may mean, how an error quotes an unknown one, and how
//! many there are of something.

use strsim::{damerau_levenshtein, jaro_winkler, normalized_damerau_levenshtein};

/// The most names of a suggestion.
const MAX_SUGGESTIONS: usize = 3;
/// The most characters of a quoted name, and of a quoted line.
const MAX_QUOTED: usize = 60;
const MAX_LINE: usize = 400;

/// Returns the names nearest to a misspelt word, the nearest first, at most three. Empty if none is near.
pub fn near<'n>(word: &str, names: impl IntoIterator<Item = &'n str>) -> Vec<&'n str> {
    // A word as long as a page is no misspelt name, and would take long to compare.
    if word.is_empty() || word.chars().count() > MAX_QUOTED {
        return Vec::new();
    }
    let typed = word.to_lowercase();
    let mut found: Vec<(f64, &str)> = names
        .into_iter()
        .filter_map(|name| {
            let name_low = name.to_lowercase();
            let likeness = normalized_damerau_levenshtein(&typed, &name_low);
            let (long, short) = (name_low.chars().count(), typed.chars().count());
            // A slip in a short word changes a large part of it: `paiva` for `pavia`, `HC3` for `HC-3`.
            let slips = damerau_levenshtein(&typed, &name_low);
            let near = slips <= 1 + long / 5 && slips < short;
            let begun = short > 2 && name_low.starts_with(&typed);
            (near || begun).then(|| (likeness + jaro_winkler(&typed, &name_low) / 10.0, name))
        })
        .collect();
    found.sort_by(|a, b| b.0.total_cmp(&a.0));
    found.dedup_by(|a, b| a.1 == b.1);
    found.truncate(MAX_SUGGESTIONS);
    found.into_iter().map(|(_, name)| name).collect()
}

/// Returns a question with the names nearest to a misspelt word, to put behind an error: `; did you mean "pavia"?`.
/// Empty if none is near.
pub fn did_you_mean<'n>(word: &str, names: impl IntoIterator<Item = &'n str>) -> String {
    let quoted: Vec<String> = near(word, names).iter().map(|name| format!("{name:?}")).collect();
    match &quoted[..] {
        [] => String::new(),
        [first @ .., last] if !first.is_empty() => format!("; did you mean {} or {last}?", first.join(", ")),
        [one, ..] => format!("; did you mean {one}?"),
    }
}

/// A word that names nothing of its kind.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("unknown {what} {word:?}{}{}", expectation(expected), did_you_mean(word, near.iter().map(String::as_str)))]
pub struct UnknownWord {
    /// The kind of thing that the word should name: `"unit"`.
    pub what: &'static str,
    /// The word, as given.
    pub word: String,
    /// The words that are known: `"N, NE or SE"`; empty where there are too many to list.
    pub expected: String,
    /// The known words that it may be a slip for, the likeliest first.
    pub near: Vec<String>,
}

impl UnknownWord {
    /// Creates the error about a word that is none of these, and suggests those of them that are near it.
    pub fn among<'n>(what: &'static str, word: &str, known: impl IntoIterator<Item = &'n str>) -> Self {
        Self {
            what,
            word: word.to_owned(),
            expected: String::new(),
            near: near(word, known).into_iter().map(str::to_owned).collect(),
        }
    }
    /// Creates the error about a word with a text of what is expected, and without suggestions.
    pub fn expected(what: &'static str, word: &str, expected: impl Into<String>) -> Self {
        Self {
            what,
            word: word.to_owned(),
            expected: expected.into(),
            near: Vec::new(),
        }
    }
}

fn expectation(expected: &str) -> String {
    if expected.is_empty() {
        String::new()
    } else {
        format!("; expected {expected}")
    }
}

/// Returns a number with its noun: `"1 unit"`, `"2 units"`, `"2 matches"`.
pub fn many(n: usize, one: &str) -> String {
    let end = match n {
        1 => "",
        _ if ["ch", "sh", "s", "x"].iter().any(|end| one.ends_with(end)) => "es",
        _ => "s",
    };
    format!("{n} {one}{end}")
}

/// Returns whether a character would steer a terminal or change the direction of text.
pub fn steers(c: char) -> bool {
    let turns = matches!(c, '\u{200E}' | '\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2066}'..='\u{2069}' | '\u{FEFF}');
    turns || (c.is_control() && !matches!(c, '\n' | '\r' | '\t'))
}

/// Returns an error that quotes text from outside, made safe to print on a terminal.
///
/// Characters that would steer the terminal are escaped, and long quotes are cut short.
pub fn tame(message: &str) -> String {
    let mut out = String::with_capacity(message.len());
    for (i, line) in message.split('\n').enumerate() {
        if i > 0 {
            out.push('\n');
        }
        let (mut shown, mut rest) = (String::new(), line);
        // A quote ends at the next mark of its kind, or with the line.
        while let Some(at) = rest.find(['"', '`']) {
            let (plain, quoted) = rest.split_at(at);
            let mark = &quoted[..1];
            let (inside, after) = quoted[1..].split_once(mark).unwrap_or((&quoted[1..], ""));
            let end = if quoted.len() > 1 + inside.len() { mark } else { "" };
            for part in [&cut(plain, MAX_LINE), mark, &cut(inside, MAX_QUOTED), end] {
                shown.push_str(part);
            }
            rest = after;
        }
        shown.push_str(&cut(rest, MAX_LINE));
        out.push_str(&cut(&shown, 2 * MAX_LINE));
    }
    out
}

/// Returns a word that came from outside (a request, a file, a command line) as an error quotes it: on one line, cut short, with escapes for characters that would steer
/// the terminal.
pub fn brief(word: &str) -> String {
    cut(&word.replace(['\n', '\t'], " "), MAX_QUOTED)
}

/// Returns at most this many characters of a text, with escapes for those that would steer a terminal.
fn cut(text: &str, most: usize) -> String {
    let mut out = String::new();
    for (n, c) in text.chars().enumerate() {
        if n == most {
            out.push('…');
            break;
        }
        if steers(c) || c == '\r' {
            out.extend(c.escape_default());
        } else {
            out.push(c);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_is_known_and_a_stranger_is_not() {
        let battles = [
            "mohacs",
            "marignan",
            "cerignola",
            "fornovo",
            "ravenna",
            "pavia",
            "hussite_wars",
        ];
        for (typed, meant) in [
            ("mohac", "mohacs"),
            ("Paiva", "pavia"),
            ("cerignolla", "cerignola"),
            ("hussite", "hussite_wars"),
            ("marigan", "marignan"),
        ] {
            assert_eq!(near(typed, battles).first(), Some(&meant), "{typed}");
        }
        for typed in ["agincourt", "", "x", "chess", &"pavia".repeat(1000)] {
            assert!(near(typed, battles).is_empty(), "{typed}");
        }
        let pieces = ["HU-HC-1", "HU-HC-2", "OT-MC-12", "Tomori"];
        assert_eq!(near("HU-HC1", pieces).first(), Some(&"HU-HC-1"));
        assert_eq!(did_you_mean("Tomory", pieces), "; did you mean \"Tomori\"?");
        assert_eq!(did_you_mean("HU-HC-3", pieces), "; did you mean \"HU-HC-1\" or \"HU-HC-2\"?");
        assert_eq!(did_you_mean("Bayard", pieces), "");
    }

    #[test]
    fn a_quoted_word_is_brief() {
        assert_eq!(brief("mohacs"), "mohacs");
        let long = brief(&format!("a\n\u{1b}{}", "`x\n".repeat(2000)));
        assert!(long.starts_with("a \\u{1b}`x ") && long.ends_with('…') && long.chars().count() < 80, "{long}");
    }

    #[test]
    fn one_thing_is_told_in_the_singular() {
        let told: Vec<String> = [0, 1, 2]
            .iter()
            .flat_map(|&n| ["line", "match"].map(|one| many(n, one)))
            .collect();
        assert_eq!(told, ["0 lines", "0 matches", "1 line", "1 match", "2 lines", "2 matches"]);
    }

    #[test]
    fn what_is_quoted_is_short_and_steers_no_terminal() {
        for mark in ['"', '`'] {
            let hostile =
                format!("unknown unit {mark}\u{1b}]0;{}\u{7}\u{9b}2J\u{202e}{mark}; `list` them\r", "x".repeat(1000));
            let tamed = tame(&hostile);
            assert!(tamed.chars().count() < 200, "{tamed}");
            assert!(
                tamed.starts_with(&format!("unknown unit {mark}\\u{{1b}}]0;xxx"))
                    && tamed.ends_with(&format!("…{mark}; `list` them\\r")),
                "{tamed}"
            );
            assert!(!tamed.chars().any(steers), "{tamed}");
        }
        let long = "word ".repeat(1000);
        assert!(tame(&long).chars().count() <= MAX_LINE + 1);
        for kept in [
            "Mohács `1903`\n  and a second \"line\"",
            "Žižka: 5/6",
            "an open ` or \" mark",
        ] {
            assert_eq!(tame(kept), kept);
        }
    }
}
