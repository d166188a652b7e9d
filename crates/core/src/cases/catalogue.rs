//! The casebook as a list for people: every Case, where it is in the code, which tests prove it, and which rulings read
//! it.
//!
//! A *conformance file* is a test of the rules as a file: a position, actions, and what must result. A file *proves* the
//! Cases and rulings that it tests.

use crate::cases::case::{Casebook, Entry, Ruling, Standing};
use crate::geometry::near::{did_you_mean, many};
use core::fmt::Write as _;

/// The name of a conformance file (a test), and the Cases and rulings that it tests.
pub type Proof<'a> = (&'a str, &'a [String]);

/// One Case, with the files that test it and the rulings that read it.
#[derive(Clone, Debug)]
pub struct Row<'a> {
    /// The Case: its number, title and standing.
    pub entry: &'static Entry,
    /// The names of the conformance files that test the Case or a clause of it.
    pub proved_by: Vec<&'a str>,
    /// The rulings that read the Case.
    pub rulings: Vec<&'static Ruling>,
}

impl Row<'_> {
    /// Returns whether no conformance file tests the Case. Always `false` for a [`Standing::Text`], which needs no test.
    pub fn unproved(&self) -> bool {
        self.entry.standing != Standing::Text && self.proved_by.is_empty()
    }
}

fn bare(case: &str) -> &str {
    case.split('(').next().unwrap_or(case)
}

/// Returns the rulings that read a Case or a clause of it.
pub fn rulings_of<'n>(book: &Casebook, number: &'n str) -> impl Iterator<Item = &'static Ruling> + use<'n> {
    book.rulings.iter().filter(move |r| {
        r.cases
            .split(|c: char| c == ',' || c == ';' || c.is_whitespace())
            .any(|word| bare(word) == number)
    })
}

/// Returns every Case in book order, with its proofs and its rulings.
pub fn rows<'a>(book: &Casebook, proofs: &[Proof<'a>]) -> Vec<Row<'a>> {
    book.entries
        .iter()
        .map(|entry| Row {
            entry,
            proved_by: proofs
                .iter()
                .filter(|(_, proves)| proves.iter().any(|p| bare(p) == entry.number))
                .map(|&(file, _)| file)
                .collect(),
            rulings: rulings_of(book, entry.number).collect(),
        })
        .collect()
}

/// Returns the rulings that no conformance file tests.
pub fn unproved_rulings(book: &Casebook, proofs: &[Proof<'_>]) -> Vec<&'static Ruling> {
    book.rulings
        .iter()
        .filter(|r| !proofs.iter().any(|(_, proves)| proves.iter().any(|p| p == r.id)))
        .collect()
}

/// Returns a question to put behind an error: the Cases and rulings that a misspelt word may mean. Empty if none is
/// near.
pub fn nearest(book: &Casebook, word: &str) -> String {
    let numbers = book.entries.iter().map(|e| e.number);
    did_you_mean(word, numbers.chain(book.rulings.iter().map(|r| r.id)))
}

/// Returns a casebook as text for people. The example program `casebook` and the command `casus rules` print this text.
///
/// Without `only`, the text has the whole book. `only` names a Case (the text then has its rulings in full), a module
/// (`"7"` or `"7.4"`: the text has all its Cases), or a ruling. Returns `None` if `only` names nothing. Without `files`,
/// the text mentions no proofs, and only a Case that `only` names has its line of the source.
pub fn print(book: &Casebook, files: Option<&[Proof<'_>]>, only: Option<&str>) -> Option<String> {
    let mut out = String::new();
    let proofs = files.unwrap_or_default();
    let all = rows(book, proofs);
    let told = files.is_some();
    let Some(name) = only else {
        let _ = writeln!(out, "{}", book.title);
        for row in &all {
            line(&mut out, book, row, told, told);
        }
        let _ = write!(out, "{}, {}", many(all.len(), "Case"), many(book.rulings.len(), "ruling"));
        if told {
            let unproved = all.iter().filter(|r| r.unproved()).count();
            let _ = write!(out, "; {} without a proof", many(unproved, "Case"));
        }
        out.push('\n');
        return Some(out);
    };
    if let Some(ruling) = book.ruling(name) {
        tell(&mut out, ruling);
        for (file, proves) in proofs {
            if proves.iter().any(|p| p == name) {
                let _ = writeln!(out, "  proved by {file}");
            }
        }
        return Some(out);
    }
    let name = bare(name);
    let exact = all.iter().find(|r| r.entry.number == name);
    if let Some(row) = exact {
        line(&mut out, book, row, told, true);
        for file in &row.proved_by {
            let _ = writeln!(out, "  proved by {file}");
        }
        for ruling in &row.rulings {
            tell(&mut out, ruling);
        }
    }
    for row in &all {
        let below = row.entry.number.strip_prefix(name).is_some_and(|r| r.starts_with('.'));
        if below {
            line(&mut out, book, row, told, told);
        }
    }
    (!out.is_empty()).then_some(out)
}

/// Returns the rulings as a page of the documentation.
pub fn rulings_page(book: &Casebook) -> String {
    let mut out = String::from(
        "Where the rulebook leaves a gap or contradicts itself, one of these rulings is played. Those with another\n\
         reading are switches: name them in the `options` of a set-up to play it.\n\n",
    );
    for r in book.rulings {
        let _ = writeln!(out, "- **{}** ({}): {}", r.id, r.cases, r.text);
        if let Some(other) = r.switch {
            let _ = writeln!(out, "  *Switch:* {other}");
        }
    }
    out
}

/// Returns what is wrong with a casebook; empty if nothing is.
///
/// The faults are:
///
/// - a Case or a ruling that is given twice;
/// - an empty title of a Case, an empty text or other reading of a ruling;
/// - a Case that is no [`Standing::Text`], and that the source does not cite, or not in the file that its entry names; of a
///   casebook without places ([`Casebook::with_places`]): one whose entry names no file;
/// - a [`Standing::Text`] whose place does not begin with `words only: `, or another standing whose place does;
/// - a ruling whose question does not end with `?`;
/// - a ruling that reads a Case which does not exist.
pub fn faults(book: &Casebook) -> Vec<String> {
    let mut out = Vec::new();
    let mut bad = |yes: bool, who: &str, what: &str| {
        if yes {
            out.push(format!("{who}: {what}"));
        }
    };
    for (i, e) in book.entries.iter().enumerate() {
        let twice = book.entries[..i].iter().any(|o| o.number == e.number);
        bad(twice, e.number, "is given twice");
        bad(e.title.is_empty(), e.number, "has no title");
        let text = e.standing == Standing::Text;
        let placed = book.source(e).is_some() || !book.has_places() && !e.place.is_empty();
        bad(!text && !placed && e.place.is_empty(), e.number, "has no place");
        bad(!text && !placed && !e.place.is_empty(), e.number, &format!("is not cited in {}", e.place));
        let words = e.place.starts_with("words only: ");
        bad(words != text, e.number, "standing and place disagree");
    }
    for (i, r) in book.rulings.iter().enumerate() {
        let twice = book.rulings[..i].iter().any(|o| o.id == r.id);
        bad(twice, r.id, "is given twice");
        bad(r.text.is_empty(), r.id, "says nothing");
        bad(r.switch == Some(""), r.id, "has an empty other reading");
        let asks = r.question.is_none_or(|question| question.ends_with('?'));
        bad(!asks, r.id, "asks no question");
        for case in r.cases.split(", ") {
            let unknown = book.find(case).is_none();
            bad(unknown, r.id, &format!("there is no Case {case}"));
        }
    }
    out
}

/// Declares the tests that every casebook must pass.
///
/// - Its page `RULINGS.md`, beside the game's `Cargo.toml`, is up to date. `CASUS_BLESS=1` writes it.
/// - Nothing is wrong with the casebook ([`faults`]).
/// - The line of the source that the casebook tells for a Case has a `cite!` of this Case.
/// - The rulings with a switch are exactly those that you name, in book order. Name them in one text, separated by
///   spaces: `casebook_tests!(CASEBOOK, switches: "A1 D7")`.
#[macro_export]
macro_rules! casebook_tests {
    ($book:expr, switches: $switches:literal) => {
        #[test]
        fn the_page_of_rulings_is_up_to_date() {
            let path = concat!(env!("CARGO_MANIFEST_DIR"), "/RULINGS.md");
            let page = $crate::catalogue::rulings_page(&$book);
            if std::env::var_os("CASUS_BLESS").is_some() {
                std::fs::write(path, &page).expect("the page can be written");
            }
            let written = std::fs::read_to_string(path).unwrap_or_default();
            assert_eq!(written, page, "run the tests once with CASUS_BLESS=1");
        }

        #[test]
        fn every_case_stands_once_and_the_rulings_read_existing_cases() {
            assert_eq!($crate::catalogue::faults(&$book), [""; 0]);
        }

        #[test]
        fn the_line_of_a_case_cites_it() {
            let home = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
            for entry in $book.entries {
                let Some(at) = $book.source(entry) else { continue };
                let mut paths = home.ancestors().map(|folder| folder.join(at.file));
                let path = paths.find(|path| path.exists()).expect(at.file);
                let text = std::fs::read_to_string(path).expect(at.file);
                // A citation may go on over the next lines.
                let lines = text.lines().skip(at.line as usize - 1).take(3);
                let code: String = lines
                    .flat_map(|line| line.chars())
                    .filter(|c| !c.is_whitespace())
                    .collect();
                let cited = [
                    format!("cite!(\"{}\"", entry.number),
                    format!("cite!(\"{}(", entry.number),
                ];
                assert!(cited.iter().any(|cite| code.contains(cite)), "{} at {at}", entry.number);
            }
        }

        #[test]
        fn these_rulings_are_the_set_ups_to_choose() {
            let switches = $book.rulings.iter().filter(|r| r.switch.is_some());
            let ids: Vec<_> = switches.map(|r| r.id).collect();
            assert_eq!(ids.join(" "), $switches);
        }
    };
}

fn line(out: &mut String, book: &Casebook, row: &Row<'_>, told: bool, placed: bool) {
    let e = row.entry;
    let standing = match e.standing {
        Standing::Rule => "rule",
        Standing::Setup => "set-up",
        Standing::Optional => "optional",
        Standing::Reconstructed => "reconstructed",
        Standing::Text => "text",
    };
    let _ = write!(out, "{:<8} {standing:<8} {}", e.number, e.title);
    match book.source(e) {
        Some(at) if placed => {
            let _ = write!(out, "  [{at}]");
        }
        // Why a Case needs no code is for everybody.
        None if (placed || e.standing == Standing::Text) && !e.place.is_empty() => {
            let _ = write!(out, "  [{}]", e.place);
        }
        _ => {}
    }
    if told && row.unproved() {
        out.push_str("  no proof");
    } else if !row.proved_by.is_empty() {
        let _ = write!(out, "  {}", many(row.proved_by.len(), "proof"));
    }
    if !row.rulings.is_empty() {
        let ids: Vec<_> = row.rulings.iter().map(|r| r.id).collect();
        let _ = write!(out, "  read by {}", ids.join(", "));
    }
    out.push('\n');
}

fn tell(out: &mut String, ruling: &Ruling) {
    let question = ruling.question.map_or(String::new(), |question| format!("{question} "));
    let _ = writeln!(out, "  {} ({}): {question}{}", ruling.id, ruling.cases, ruling.text);
    if let Some(switch) = ruling.switch {
        let _ = writeln!(out, "    otherwise: {switch}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases::case::{cited, entry, ruling, switch};
    use Standing::{Rule, Text};

    #[test]
    fn faults_of_a_casebook_are_all_told() {
        const ENTRIES: &[Entry] = &[
            entry("1.0", "Introduction", Text, "words only: a greeting"),
            entry("1.1", "", Rule, "duel.rs"),
            entry("1.1", "Twice", Text, "duel.rs"),
            entry("1.2", "Nowhere", Rule, ""),
        ];
        const RULINGS: &[Ruling] = &[
            ruling("A1", "1.1, 1.1(2)", "Wet powder does not fire."),
            switch("A1", "1.3", "", "", ""),
        ];
        let book = Casebook::printed("Duel at the Ford", ENTRIES, RULINGS);
        assert_eq!(
            faults(&book),
            [
                "1.1: has no title",
                "1.1: is given twice",
                "1.1: standing and place disagree",
                "1.2: has no place",
                "A1: is given twice",
                "A1: says nothing",
                "A1: has an empty other reading",
                "A1: asks no question",
                "A1: there is no Case 1.3",
            ]
        );
    }

    #[test]
    fn a_case_that_binds_is_cited_in_the_file_that_its_entry_names() {
        const ENTRIES: &[Entry] = &[
            entry("1.0", "Introduction", Text, "words only: a greeting"),
            cited("1.1", "Attack", Rule),
            cited("1.2", "Parry", Rule),
            entry("1.3", "Feint", Rule, "rules/duel.rs"),
            entry("1.4", "Retreat", Rule, "duel.rs"),
        ];
        let book = Casebook::printed("Duel at the Ford", ENTRIES, &[]).with_places(&[
            ("1.0", "src/setup.rs", 3),
            ("1.1", "src/rules/duel.rs", 7),
            ("1.1", "src/setup.rs", 9),
            ("1.3", "src/setup.rs", 4),
            ("1.3", "src/rules/duel.rs", 12),
            ("1.4", "src/rules/no_duel.rs", 12),
        ]);
        assert_eq!(faults(&book), ["1.2: has no place", "1.4: is not cited in duel.rs"]);
        let place = |i: usize| book.source(&ENTRIES[i]).map(|at| at.to_string());
        assert_eq!(place(0), None);
        assert_eq!(place(1).as_deref(), Some("src/rules/duel.rs:7"));
        assert_eq!(place(3).as_deref(), Some("src/rules/duel.rs:12"));
    }

    #[test]
    fn a_case_that_is_named_alone_tells_its_line() {
        const ENTRIES: &[Entry] = &[cited("1", "Duels", Rule), cited("1.1", "Attack", Rule)];
        let book = Casebook::printed("Duel at the Ford", ENTRIES, &[])
            .with_places(&[("1", "src/duel.rs", 2), ("1.1", "src/duel.rs", 7)]);
        let text = print(&book, None, Some("1")).unwrap();
        assert_eq!(text, "1        rule     Duels  [src/duel.rs:2]\n1.1      rule     Attack\n");
        let text = print(&book, Some(&[]), None).unwrap();
        assert!(text.contains("Attack  [src/duel.rs:7]  no proof"), "{text}");
    }
}
