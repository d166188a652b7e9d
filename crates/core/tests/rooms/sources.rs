//! The sources of a crate, and which file uses which.
//!
//! What counts is what a file names: `crate::…`, `self::…` and `super::…` paths and exported macros. Comments, texts and
//! what stands under `#[cfg(test)]` do not count, nor does `$crate::…`, which is the business of whoever calls the macro. What a
//! macro of core names in the crate that is handed to it, `staged!(modules of crate)`, the file that calls it names.
//! The pages (`lib.rs`, `mod.rs`) only show what others hold, so nothing may be named through them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::{fs, io};

/// A file of the crate.
struct File {
    /// The modules that lead to it: `["geometry", "hex"]`; none for `lib.rs`.
    module: Vec<String>,
    /// The files that it uses, and the paths that it names through pages.
    uses: BTreeSet<String>,
    through: BTreeSet<(String, String)>,
    /// Of a page: the rooms that it may use, if it says so.
    allowed: Option<BTreeSet<String>>,
}

/// The files of a crate by their paths in `src`.
pub(crate) struct Sources(BTreeMap<String, File>);

impl Sources {
    /// Reads every `.rs` file of a folder and of those in it, but for `tests.rs`: that is what stands under `#[cfg(test)]` in
    /// the file of its folder's name.
    pub(crate) fn read(src: &Path) -> io::Result<Self> {
        Ok(Self::of(&Arm::of_core()?, texts(src)?))
    }
    /// The same of files at hand, each with its path in `src` and its text, and of the macros that they may call.
    pub(crate) fn of(arms: &[Arm], files: impl IntoIterator<Item = (String, String)>) -> Self {
        let mut codes = Vec::new();
        let mut homes = BTreeMap::new();
        let mut macros = BTreeMap::new();
        for (path, text) in files {
            let module = module_of(&path);
            let code = Arm::expand(arms, untested(&code_of(&text)));
            for rest in code.split("#[macro_export]").skip(1) {
                let name = rest.split("macro_rules!").nth(1).map_or("", |r| word(r.trim_start()));
                macros.insert(name.to_owned(), path.clone());
            }
            homes.insert(module.clone(), path.clone());
            codes.push((path, module, code, allowed(&text)));
        }
        let mut out = BTreeMap::new();
        for (path, module, code, allowed) in codes {
            let (mut uses, mut through) = (BTreeSet::new(), BTreeSet::new());
            for named in named(&code, &module) {
                let called = named.last().and_then(|last| last.strip_suffix('!'));
                if let Some(home) = called.and_then(|name| macros.get(name)) {
                    uses.insert(home.clone());
                    continue;
                }
                let lengths = (0..=named.len()).rev();
                let Some(home) = lengths.map(|n| &named[..n]).find_map(|m| homes.get(m)) else {
                    continue;
                };
                if is_page(home) && !is_page(&path) {
                    through.insert((format!("crate::{}", named.join("::")), home.clone()));
                } else {
                    uses.insert(home.clone());
                }
            }
            uses.remove(&path);
            let file = File {
                module,
                uses,
                through,
                allowed,
            };
            out.insert(path, file);
        }
        Self(out)
    }
    /// The files that a file uses.
    pub(crate) fn uses(&self, path: &str) -> Vec<&str> {
        let file = self.0.get(path);
        file.into_iter().flat_map(|f| &f.uses).map(String::as_str).collect()
    }
    /// All that is out of order: a circle of files or of rooms, a room that uses a room which its page does not allow or
    /// whose page is silent, a file that names something through a page.
    pub(crate) fn faults(&self) -> Vec<String> {
        let mut out: Vec<String> = self
            .circle_of_files()
            .into_iter()
            .chain(self.circle_of_rooms())
            .collect();
        for (path, file) in &self.0 {
            let through = file.through.iter();
            out.extend(through.map(|(named, page)| format!("{path} names {named} through {page}, not its file")));
            let Some(room) = file.module.first().filter(|_| path.contains('/')) else {
                continue;
            };
            let page = format!("{room}/mod.rs");
            let Some(allowed) = self.0.get(&page).and_then(|page| page.allowed.as_ref()) else {
                if *path == page {
                    out.push(format!("{page} does not say which rooms it may use"));
                }
                continue;
            };
            for used in &file.uses {
                let other = self.0[used].module.first();
                if let Some(other) = other.filter(|&o| o != room && !allowed.contains(o)) {
                    out.push(format!("{path} uses {used}: the page of `{room}` does not allow `{other}`"));
                }
            }
        }
        out
    }
    /// The first circle of files. Pages are in none: what they show, nothing is named through.
    fn circle_of_files(&self) -> Option<String> {
        let files = self.0.iter().filter(|(path, _)| !is_page(path));
        let graph = files.map(|(path, file)| (path.as_str(), file.uses.iter().map(String::as_str).collect()));
        circle(&graph.collect()).map(|c| format!("a circle of files: {c}"))
    }
    /// The first circle of rooms, by what their pages allow.
    fn circle_of_rooms(&self) -> Option<String> {
        let rooms = self
            .0
            .values()
            .filter_map(|file| Some((file.module.first()?, file.allowed.as_ref()?)));
        let graph = rooms.map(|(room, allowed)| (room.as_str(), allowed.iter().map(String::as_str).collect()));
        circle(&graph.collect()).map(|c| format!("a circle of rooms: {c}"))
    }
}

/// The texts of the `.rs` files of a folder and of those in it but for `tests.rs`, each with its path in the folder.
pub(crate) fn texts(folder: &Path) -> io::Result<Vec<(String, String)>> {
    fn walk(folder: &Path, under: &str, out: &mut Vec<(String, String)>) -> io::Result<()> {
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            let name = format!("{under}{}", entry.file_name().to_string_lossy());
            if entry.file_type()?.is_dir() {
                walk(&entry.path(), &format!("{name}/"), out)?;
            } else if entry.path().extension().is_some_and(|kind| kind == "rs") && entry.file_name() != "tests.rs" {
                out.push((name, fs::read_to_string(entry.path())?));
            }
        }
        Ok(())
    }
    let mut out = Vec::new();
    walk(folder, "", &mut out)?;
    Ok(out)
}

/// An arm of a macro that is handed the root of the crate that calls it: `(modules of $root:tt) => { … }`.
pub(crate) struct Arm {
    /// How a call of it begins: `"staged!(modules of "`.
    call: String,
    /// The root, in its body: `"$root"`.
    root: String,
    body: String,
}

impl Arm {
    /// Those of the macros of core and of the test kit, by their sources.
    pub(crate) fn of_core() -> io::Result<Vec<Self>> {
        let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let mut files = texts(&crates.join("core/src"))?;
        files.extend(texts(&crates.join("testkit/src"))?);
        Ok(files.iter().flat_map(|(_, text)| Self::of(text)).collect())
    }
    /// Those of the macros that a text declares.
    pub(crate) fn of(text: &str) -> Vec<Self> {
        let code = untested(&code_of(text));
        let mut out = Vec::new();
        for (i, head) in code.match_indices("macro_rules!") {
            let rest = code[i + head.len()..].trim_start();
            let name = word(rest);
            let (mut arms, _) = group(&rest[name.len()..]).unwrap_or_default();
            while let Some((pattern, rest)) = group(arms)
                && let Some((body, rest)) = rest.trim_start().strip_prefix("=>").and_then(group)
            {
                arms = rest.trim_start().trim_start_matches(';');
                let root = pattern.split_once('$').filter(|(_, root)| root.ends_with(":tt"));
                if let Some((words, root)) = root.filter(|_| !name.is_empty()) {
                    out.push(Self {
                        call: format!("{name}!({words}"),
                        root: format!("${}", word(root)),
                        body: body.to_owned(),
                    });
                }
            }
        }
        out
    }
    /// The code, and after it what its calls of these stand for.
    fn expand(arms: &[Self], mut code: String) -> String {
        let mut bodies = String::new();
        for arm in arms {
            for (_, rest) in code
                .match_indices(&arm.call)
                .map(|(i, call)| code.split_at(i + call.len()))
            {
                bodies.push_str(&arm.body.replace(&arm.root, rest.split(')').next().unwrap_or_default()));
            }
        }
        code.push_str(&bodies);
        code
    }
}

/// What stands in the brackets that a text begins with, and what is left of it after them.
fn group(text: &str) -> Option<(&str, &str)> {
    let text = text.trim_start();
    let mut depth = 0;
    let end = text.char_indices().find(|&(_, c)| {
        depth += i32::from("([{".contains(c)) - i32::from(")]}".contains(c));
        depth == 0
    });
    let end = end.map(|(i, _)| i).filter(|&i| i > 0)?;
    Some((&text[1..end], &text[end + 1..]))
}

/// The first circle in a graph, told from node to node.
fn circle(graph: &BTreeMap<&str, Vec<&str>>) -> Option<String> {
    fn walk<'g>(
        graph: &BTreeMap<&'g str, Vec<&'g str>>,
        at: &'g str,
        way: &mut Vec<&'g str>,
        done: &mut BTreeSet<&'g str>,
    ) -> Option<String> {
        if let Some(i) = way.iter().position(|&node| node == at) {
            way.push(at);
            return Some(way[i..].join(" -> "));
        }
        if !done.insert(at) {
            return None;
        }
        way.push(at);
        let next = graph.get(at).into_iter().flatten();
        let found = next.copied().find_map(|next| walk(graph, next, way, done));
        way.pop();
        found
    }
    let mut done = BTreeSet::new();
    graph.keys().find_map(|at| walk(graph, at, &mut Vec::new(), &mut done))
}

fn is_page(path: &str) -> bool {
    matches!(path.rsplit('/').next(), Some("lib.rs" | "mod.rs"))
}

fn module_of(path: &str) -> Vec<String> {
    let path = path.trim_end_matches(".rs");
    let steps = path.split('/').filter(|step| !matches!(*step, "lib" | "mod"));
    steps.map(str::to_owned).collect()
}

/// The rooms that a page allows: its line ``//! May use: `geometry`, `cases`.``
fn allowed(text: &str) -> Option<BTreeSet<String>> {
    let line = text.lines().find_map(|line| line.strip_prefix("//! May use:"))?;
    Some(line.split('`').skip(1).step_by(2).map(str::to_owned).collect())
}

pub(crate) fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The word that a text begins with.
pub(crate) fn word(text: &str) -> &str {
    text.split(|c| !is_word(c)).next().unwrap_or("")
}

/// How long a text is that begins here: a string, a raw string or a character; nothing if none does.
fn text_len(rest: &str) -> Option<usize> {
    let past = |from: usize, end: &str| rest[from..].find(end).map_or(rest.len(), |i| from + i + end.len());
    let escaped = |quote: char| {
        let mut escape = false;
        let end = rest.char_indices().skip(1).find(|&(_, c)| {
            let ends = c == quote && !escape;
            escape = c == '\\' && !escape;
            ends
        });
        end.map_or(rest.len(), |(i, _)| i + 1)
    };
    let mut chars = rest.chars();
    match chars.next()? {
        '"' => Some(escaped('"')),
        'r' => {
            let hashes = rest[1..].chars().take_while(|&c| c == '#').count();
            let raw = rest[1 + hashes..].starts_with('"');
            raw.then(|| past(2 + hashes, &format!("\"{}", "#".repeat(hashes))))
        }
        // A quote that no quote follows is the mark of a lifetime.
        '\'' => match (chars.next()?, chars.next()) {
            ('\\', _) | (_, Some('\'')) => Some(escaped('\'')),
            _ => None,
        },
        _ => None,
    }
}

/// The code without its comments and texts, in as many lines.
pub(crate) fn code_of(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let skip = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            rest.find("*/").map_or(rest.len(), |i| i + 2)
        } else if out.ends_with(is_word) {
            0
        } else {
            text_len(rest).unwrap_or(0)
        };
        if skip == 0 {
            out.push(c);
            rest = &rest[c.len_utf8()..];
        } else {
            out.push(' ');
            out.extend(rest[..skip].matches('\n'));
            rest = &rest[skip..];
        }
    }
    out
}

/// The code without what stands under `#[cfg(test)]`.
pub(crate) fn untested(code: &str) -> String {
    let mut parts = code.split("#[cfg(test)]");
    let mut out = parts.next().unwrap_or("").to_owned();
    for part in parts {
        let mut depth = 0;
        let end = part.char_indices().find(|&(_, c)| {
            depth += i32::from(c == '{') - i32::from(c == '}');
            depth == 0 && matches!(c, ';' | '}')
        });
        out.push_str(end.map_or("", |(i, c)| &part[i + c.len_utf8()..]));
    }
    out
}

/// Every path within the crate that the code of a module names, from the root. The name of a macro ends in `!`.
fn named(code: &str, module: &[String]) -> Vec<Vec<String>> {
    let mut out = Vec::new();
    for head in ["crate::", "self::", "super::"] {
        for (i, _) in code.match_indices(head) {
            let before = code[..i].chars().next_back();
            if before.is_some_and(|c| is_word(c) || matches!(c, '$' | ':')) {
                continue;
            }
            let mut from = match head {
                "crate::" => Vec::new(),
                _ => [module, &inline(&code[..i])].concat(),
            };
            let mut rest = &code[i..];
            while let Some(after) = rest.strip_prefix("super::") {
                from.pop();
                rest = after;
            }
            tree(
                rest.strip_prefix("crate::")
                    .or_else(|| rest.strip_prefix("self::"))
                    .unwrap_or(rest),
                from,
                &mut out,
            );
        }
    }
    out
}

/// The modules in braces that are open where the code before ends.
fn inline(before: &str) -> Vec<String> {
    let mut open: Vec<Option<String>> = Vec::new();
    for (i, c) in before.char_indices() {
        if c == '{' {
            let mut words = before[..i].trim_end().rsplitn(3, char::is_whitespace);
            let name = words.next().filter(|_| words.next() == Some("mod"));
            open.push(name.map(str::to_owned));
        } else if c == '}' {
            open.pop();
        }
    }
    open.into_iter().flatten().collect()
}

/// Follows a path, or a tree of them in braces; what is left of the code after it.
fn tree<'c>(code: &'c str, mut path: Vec<String>, out: &mut Vec<Vec<String>>) -> &'c str {
    let mut rest = code.trim_start();
    loop {
        if let Some(mut inner) = rest.strip_prefix('{') {
            loop {
                inner = tree(inner, path.clone(), out);
                // `as Name`, if it is there, then a comma or the end.
                let Some(end) = inner.find([',', '}', ';']) else {
                    return "";
                };
                let more = inner[end..].starts_with(',');
                inner = inner[end + 1..].trim_start();
                if !more {
                    return inner;
                }
                if let Some(after) = inner.strip_prefix('}') {
                    return after;
                }
            }
        }
        let name = word(rest);
        rest = &rest[name.len()..];
        if !name.is_empty() && name != "self" {
            path.push(name.to_owned());
        }
        match rest.strip_prefix("::") {
            Some(after) if !name.is_empty() => rest = after.trim_start(),
            _ => break,
        }
    }
    if rest.starts_with('!')
        && !rest.starts_with("!=")
        && let Some(last) = path.last_mut()
    {
        last.push('!');
    }
    out.push(path);
    rest
}
