//! Finds the citations in Rust source.

use std::path::Path;

/// One citation. Sorts by Case, then the likeliest place of the rule first.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Found {
    /// The Case without its clause: `"7.4.2"`.
    pub(crate) case: String,
    /// 0 for the likeliest place of the rule.
    pub(crate) rank: u8,
    /// The file, with `/` between folders.
    pub(crate) file: String,
    /// The line of `cite!`, from 1.
    pub(crate) line: u32,
}

/// Files that tell or advise, and so are the place of a rule only if nothing else is.
const TELLERS: [&str; 4] = ["guide", "story", "advice", "strategies"];

/// Adds the citations in all Rust files of a folder and the folders in it.
///
/// # Errors
/// The folder or file that cannot be read, and why.
pub(crate) fn folder(path: &Path, name: &Path, found: &mut Vec<Found>) -> Result<(), String> {
    let wrong = |e: std::io::Error| format!("{}: {e}", path.display());
    for entry in std::fs::read_dir(path).map_err(wrong)? {
        let path = entry.map_err(wrong)?.path();
        let Some(last) = path.file_name() else { continue };
        let name = name.join(last);
        if last == "tests" || last == "tests.rs" {
            continue;
        }
        if path.is_dir() {
            folder(&path, &name, found)?;
        } else if path.extension().is_some_and(|e| e == "rs") {
            let text = std::fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
            file(&text, &name, found);
        }
    }
    Ok(())
}

/// Adds the citations in one file.
fn file(text: &str, name: &Path, found: &mut Vec<Found>) {
    let parts: Vec<&str> = name.iter().filter_map(|part| part.to_str()).collect();
    let is = |word: &str| {
        parts
            .iter()
            .any(|part| part.strip_suffix(".rs").unwrap_or(part) == word)
    };
    let name = parts.join("/");
    let rules = is("rules") && !is("openings");
    for (case, line, form) in cites(text) {
        let rank = match form {
            Form::Mark => 0,
            Form::Listed if rules => 1,
            _ if rules => 2,
            _ if TELLERS.into_iter().any(is) => 4,
            _ => 3,
        };
        found.push(Found {
            case,
            rank,
            file: name.clone(),
            line,
        });
    }
}

/// How the source cites a Case.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Form {
    /// In a constant without a name, which marks the code of the Case: `const _: Cite = cite!("7.4.2");`.
    Mark,
    /// In an entry of a rule list: `Bar::by(cite!("7.4.2"), …)`.
    Listed,
    /// In any other place, such as a message.
    Told,
}

/// Returns the citations in a source text, with their lines.
fn cites(text: &str) -> Vec<(String, u32, Form)> {
    let tokens = without_tests(&tokens(text));
    let mut out = Vec::new();
    for (i, window) in tokens.windows(4).enumerate() {
        let [
            (Token::Word("cite"), line),
            (Token::Sign('!'), _),
            (Token::Sign('('), _),
            (Token::Text(text), _),
        ] = window
        else {
            continue;
        };
        let case = text.split('(').next().unwrap_or_default();
        let before = || tokens[..i].iter().rev().map(|(token, _)| *token);
        let statement = before().take_while(|token| !matches!(token, Token::Sign(';' | '{' | '}')));
        let statement: Vec<Token<'_>> = statement.collect();
        let form = if statement.ends_with(&[Token::Word("_"), Token::Word("const")]) {
            Form::Mark
        } else if before()
            .take(4)
            .eq([Token::Sign('('), Token::Word("by"), Token::Sign(':'), Token::Sign(':')])
        {
            Form::Listed
        } else {
            Form::Told
        };
        out.push((case.to_owned(), *line, form));
    }
    out
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Token<'a> {
    Word(&'a str),
    /// A string literal without its quotes; escapes as written.
    Text(&'a str),
    Sign(char),
}

/// Splits a source text into tokens with their lines. Comments are left out.
fn tokens(text: &str) -> Vec<(Token<'_>, u32)> {
    let mut out = Vec::new();
    let (mut at, mut line) = (0, 1);
    while let Some(c) = text[at..].chars().next() {
        let rest = &text[at..];
        let (len, token) = if rest.starts_with("//") {
            (rest.find('\n').unwrap_or(rest.len()), None)
        } else if rest.starts_with("/*") {
            (comment(rest), None)
        } else if c == '"' {
            let len = string(rest);
            (len, Some(Token::Text(rest[1..len].trim_end_matches('"'))))
        } else if let Some((open, hashes)) = raw(rest) {
            let close = format!("\"{}", &"#".repeat(hashes));
            let inner = rest[open..].find(&close).unwrap_or(rest.len() - open);
            let len = (open + inner + close.len()).min(rest.len());
            (len, Some(Token::Text(&rest[open..open + inner])))
        } else if c == '_' || c.is_alphanumeric() {
            let len = rest
                .find(|c: char| c != '_' && !c.is_alphanumeric())
                .unwrap_or(rest.len());
            (len, Some(Token::Word(&rest[..len])))
        } else if c == '\'' {
            (character(rest), Some(Token::Sign(c)))
        } else {
            (c.len_utf8(), (!c.is_whitespace()).then_some(Token::Sign(c)))
        };
        out.extend(token.map(|token| (token, line)));
        line += rest[..len].matches('\n').count() as u32;
        at += len;
    }
    out
}

/// Returns the length of a block comment, with those in it.
fn comment(text: &str) -> usize {
    let (mut at, mut depth) = (0, 0);
    while at < text.len() {
        let rest = &text[at..];
        if rest.starts_with("/*") {
            (at, depth) = (at + 2, depth + 1);
        } else if rest.starts_with("*/") {
            (at, depth) = (at + 2, depth - 1);
        } else {
            at += rest.chars().next().map_or(1, char::len_utf8);
        }
        if depth == 0 {
            break;
        }
    }
    at
}

/// Returns the length of a string literal, with both quotes.
fn string(text: &str) -> usize {
    let mut escaped = false;
    for (i, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return i + 1,
            _ => {}
        }
    }
    text.len()
}

/// Returns where the text of a raw string literal begins, and its number of `#`.
fn raw(text: &str) -> Option<(usize, usize)> {
    let open = ["br", "cr", "r"].into_iter().find(|open| text.starts_with(open))?;
    let hashes = text[open.len()..].bytes().take_while(|b| *b == b'#').count();
    let quote = open.len() + hashes;
    text[quote..].starts_with('"').then_some((quote + 1, hashes))
}

/// Returns the length of a character literal, or of the quote alone of a lifetime.
fn character(text: &str) -> usize {
    let mut chars = text.char_indices().skip(1);
    match chars.next() {
        // The first character after the backslash may itself be a quote.
        Some((_, '\\')) => text.get(3..).and_then(|t| t.find('\'')).map_or(1, |i| i + 4),
        Some(_) => match chars.next() {
            Some((i, '\'')) => i + 1,
            _ => 1,
        },
        None => 1,
    }
}

/// Leaves out the items that are compiled for tests alone.
fn without_tests<'a>(tokens: &[(Token<'a>, u32)]) -> Vec<(Token<'a>, u32)> {
    let mut out = Vec::with_capacity(tokens.len());
    let mut at = 0;
    while at < tokens.len() {
        match attribute(&tokens[at..]) {
            Some((len, true)) => at += len + item(&tokens[at + len..]),
            Some((len, false)) => {
                out.extend_from_slice(&tokens[at..at + len]);
                at += len;
            }
            None => {
                out.push(tokens[at]);
                at += 1;
            }
        }
    }
    out
}

/// Returns the number of tokens of the attribute that begins here, and whether it is for tests alone.
fn attribute(tokens: &[(Token<'_>, u32)]) -> Option<(usize, bool)> {
    let [(Token::Sign('#'), _), (Token::Sign('['), _), ..] = tokens else {
        return None;
    };
    let len = 1 + block(&tokens[1..]);
    let words: Vec<Token<'_>> = tokens[2..len].iter().map(|(token, _)| *token).collect();
    let has = |word| words.contains(&Token::Word(word));
    let tests = match words.first() {
        Some(Token::Word("test")) => true,
        Some(Token::Word("cfg")) => has("test") && !has("not") && !has("any"),
        _ => false,
    };
    Some((len, tests))
}

/// Returns the number of tokens of the item that begins here: to its `;` or the end of its braces.
fn item(tokens: &[(Token<'_>, u32)]) -> usize {
    let mut at = 0;
    while at < tokens.len() {
        match tokens[at].0 {
            Token::Sign(';') => return at + 1,
            Token::Sign('{') => return at + block(&tokens[at..]),
            Token::Sign('(' | '[') => at += block(&tokens[at..]),
            _ => at += 1,
        }
    }
    at
}

/// Returns the number of tokens of the brackets that open here, with all in them.
fn block(tokens: &[(Token<'_>, u32)]) -> usize {
    let mut depth = 0_u32;
    for (i, (token, _)) in tokens.iter().enumerate() {
        match token {
            Token::Sign('(' | '[' | '{') => depth += 1,
            Token::Sign(')' | ']' | '}') => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            return i + 1;
        }
    }
    tokens.len()
}

#[cfg(test)]
mod tests {
    use super::{Found, cites, file};
    use std::path::Path;

    fn found(text: &str) -> Vec<(String, u32)> {
        cites(text).into_iter().map(|(case, line, _)| (case, line)).collect()
    }

    fn at(case: &str, line: u32) -> (String, u32) {
        (case.to_owned(), line)
    }

    #[test]
    fn a_citation_is_found_without_its_clause_and_ruling() {
        assert_eq!(found("\nlet c = cite!(\"7.4.2(1)A\", \"D7\");"), [at("7.4.2", 2)]);
    }

    #[test]
    fn several_stand_on_a_line() {
        let text = "if a { cite!(\"1.1\") } else { cite!(\"1.2\") }\ncite!(\"1.3\")";
        assert_eq!(found(text), [at("1.1", 1), at("1.2", 1), at("1.3", 2)]);
    }

    #[test]
    fn one_over_several_lines_stands_where_it_begins() {
        let text = "\nsay(\n    cite!(\n        // why\n        \"14.7\", /* so */\n        \"G-5\",\n    ),\n)";
        assert_eq!(found(text), [at("14.7", 3)]);
    }

    #[test]
    fn comments_hold_none() {
        let text =
            "// cite!(\"1.1\")\n/// `cite!(\"1.2\")`\n/* cite!(\"1.3\") /* in */ cite!(\"1.4\") */ cite!(\"1.5\")";
        assert_eq!(found(text), [at("1.5", 3)]);
    }

    #[test]
    fn text_that_looks_like_one_is_none() {
        let text = r###"
            let a = "cite!(\"1.1\")\\"; let b = r#"cite!("1.2") " "#; let c = br##"cite!("1.3")"##;
            let d = "two
                lines // and no comment"; let e = '"'; let f = '\''; let g: &'static str = cite!("1.4");
            excite!("1.5"); cite("1.6"); cite!(case); cited!("1.7");
        "###;
        assert_eq!(found(text), [at("1.4", 4)]);
    }

    #[test]
    fn what_is_for_tests_alone_holds_none() {
        let text = "
            #[cfg(test)] #[allow(dead_code)] mod tests { fn a() { cite!(\"1.1\") } }
            #[cfg(test)] mod tests;
            #[cfg(all(test, feature = \"x\"))] fn b(c: [u8; 2]) { cite!(\"1.2\") }
            #[test] fn c() { cite!(\"1.3\") }
            #[cfg(not(test))] fn d() { cite!(\"1.4\") }
            #[cfg(any(test, feature = \"x\"))] fn e() { cite!(\"1.5\") }
            fn f() { cite!(\"1.6\") }";
        assert_eq!(found(text), [at("1.4", 6), at("1.5", 7), at("1.6", 8)]);
    }

    #[test]
    fn unclosed_text_ends_with_the_file() {
        for text in [
            "\"cite!(",
            "r#\"cite!(",
            "/* cite!(",
            "'",
            "'\\",
            "#[cfg(test)] mod a {",
            "#[",
            "cite!(\"1.1",
        ] {
            assert!(found(text).len() <= 1, "{text}");
        }
    }

    #[test]
    fn the_place_of_the_rule_comes_first() {
        let mut all = Vec::new();
        let mut add = |name: &str, text: &str| file(text, Path::new(name), &mut all);
        add("src/guide.rs", "B::by(cite!(\"7.1\"), \"advice\")");
        add("src/charts.rs", "cite!(\"7.1\")");
        add("src/view.rs", "fn f() {\nconst _: Cite = cite!(\"7.1\");\nconst A: Cite = cite!(\"7.1\"); }");
        add("src/rules/openings/field.rs", "O::by(cite!(\"7.1\"), \"timing\")");
        add("src/rules/fire.rs", "say(cite!(\"7.1\"));\nB::by(cite!(\"7.1\"), \"too far\")");
        add("src/rules/charge.rs", "say(cite!(\"7.1\"));");
        all.sort();
        let order: Vec<(u8, &str, u32)> = all
            .iter()
            .map(|Found { rank, file, line, .. }| (*rank, &**file, *line))
            .collect();
        assert_eq!(
            order,
            [
                (0, "src/view.rs", 2),
                (1, "src/rules/fire.rs", 2),
                (2, "src/rules/charge.rs", 1),
                (2, "src/rules/fire.rs", 1),
                (3, "src/charts.rs", 1),
                (3, "src/rules/openings/field.rs", 1),
                (3, "src/view.rs", 3),
                (4, "src/guide.rs", 1),
            ]
        );
    }
}
