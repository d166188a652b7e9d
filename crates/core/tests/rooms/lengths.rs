//! How long the files and functions of all crates are. Tests do not count.

use crate::sources::{code_of, is_word, texts, untested, word};
use std::collections::BTreeSet;
use std::path::Path;
use std::{fs, io};

const MOST_LINES_OF_A_FILE: usize = 700;
const MOST_LINES_OF_A_FUNCTION: usize = 100;

/// The files that are still longer. Each that becomes short enough must leave the list.
const LONG_FILES: &[&str] = &[
    "arquebus/src/event.rs",
    "arquebus/src/strategies.rs",
    "casus/src/serve/rooms.rs",
    "casus/src/serve/store.rs",
    "core/src/cases/rule.rs",
    "core/src/data/reading.rs",
    "core/src/play/matches.rs",
    "protocol/src/answers.rs",
    "protocol/src/match_session.rs",
    "core/src/picture/scene.rs",
    "testkit/src/running.rs",
    "testkit/src/strategies.rs",
    "suleiman/src/event.rs",
    "suleiman/src/strategies.rs",
];

/// The functions that are still longer, each after its file.
const LONG_FUNCTIONS: &[&str] = &[
    "arquebus/src/story.rs: words",
    "arquebus/src/strategies.rs: positions_on",
    "blind_faith/src/story.rs: words",
    "core/src/cases/case.rs: cite",
    "guide/src/marks.rs: highlights",
    "draw/src/text.rs: key",
    "draw/src/text.rs: print",
    "testkit/src/strategies.rs: differences_cite",
    "marignan/src/story.rs: words",
    "suleiman/src/story.rs: words",
];

/// The source files of all crates without their tests, each with its path in `crates`.
fn sources() -> io::Result<Vec<(String, String)>> {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut out = Vec::new();
    for entry in fs::read_dir(crates)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        for (path, text) in texts(&entry.path().join("src"))? {
            if !path.contains("tests/") {
                out.push((format!("{name}/src/{path}"), untested(&code_of(&text))));
            }
        }
    }
    Ok(out)
}

/// The functions of a piece of code, each with the number of its lines.
fn functions(code: &str) -> Vec<(&str, usize)> {
    let mut out = Vec::new();
    for (i, _) in code.match_indices("fn ") {
        let rest = &code[i + 3..];
        let name = word(rest);
        if name.is_empty() || code[..i].ends_with(is_word) {
            continue;
        }
        let (mut round, mut braces) = (0, 0);
        let end = rest.char_indices().find(|&(_, c)| {
            round += i32::from("([".contains(c)) - i32::from(")]".contains(c));
            braces += i32::from(c == '{') - i32::from(c == '}');
            round == 0 && braces == 0 && matches!(c, ';' | '}')
        });
        let body = &rest[..end.map_or(rest.len(), |(i, _)| i)];
        out.push((name, body.matches('\n').count() + 1));
    }
    out
}

/// What is longer than it may be and not in the list, and what is in the list and is not.
fn differences(long: &[(String, usize)], list: &[&str]) -> Vec<String> {
    let names: BTreeSet<&str> = long.iter().map(|(name, _)| name.as_str()).collect();
    let mut out: Vec<String> = long
        .iter()
        .filter(|(name, _)| !list.contains(&name.as_str()))
        .map(|(name, lines)| format!("{name} has {lines} lines"))
        .collect();
    let short = list.iter().filter(|name| !names.contains(*name));
    out.extend(short.map(|name| format!("{name} is not too long, or not there: take it from the list")));
    out.sort();
    out
}

#[test]
fn no_source_file_is_longer_than_700_lines_without_its_tests() {
    let long: Vec<(String, usize)> = sources()
        .unwrap()
        .into_iter()
        .map(|(path, code)| (path, code.lines().count()))
        .filter(|&(_, lines)| lines > MOST_LINES_OF_A_FILE)
        .collect();
    assert_eq!(differences(&long, LONG_FILES).join("\n"), "");
}

#[test]
fn no_function_is_longer_than_100_lines() {
    let mut long = Vec::new();
    for (path, code) in sources().unwrap() {
        let too_long = functions(&code)
            .into_iter()
            .filter(|&(_, lines)| lines > MOST_LINES_OF_A_FUNCTION);
        long.extend(too_long.map(|(name, lines)| (format!("{path}: {name}"), lines)));
    }
    assert_eq!(differences(&long, LONG_FUNCTIONS).join("\n"), "");
}

#[test]
fn lines_are_counted_without_tests_and_functions_with_all_of_theirs() {
    let text = "/// Doc.\nfn short() -> [u8; 2] {\n    [1, 2]\n}\n\nfn long(\n    a: u8,\n) {\n    /* { */\n    let s = \"{\n\";\n}\n\
        #[cfg(test)]\nmod tests {\n    fn f() {}\n}\ntrait A {\n    fn only();\n}\n";
    let code = untested(&code_of(text));
    assert_eq!(functions(&code), [("short", 3), ("long", 7), ("only", 1)]);
    assert_eq!(code.lines().count(), 16);
    let long = [("a.rs".to_owned(), 701), ("b.rs".to_owned(), 900)];
    assert_eq!(
        differences(&long, &["b.rs", "c.rs"]),
        [
            "a.rs has 701 lines",
            "c.rs is not too long, or not there: take it from the list"
        ]
    );
}
