//! The guide page of a game, held against the game: every key of its set-ups, every verb of its actions, and a table of its
//! lists of rules that is made from the sources of the rules.

use casus_core::{Game, Listed, Spelt};
use std::path::Path;
use std::{env, fs, io};

/// What stands about the table in a guide.
const MARKS: (&str, &str) = ("<!-- lists -->\n", "<!-- end of lists -->");

/// A list of rules as the sources declare it.
struct List {
    /// `"SHOT_BARS"`.
    item: String,
    /// The page of `rules` that shows it: `"fire"`.
    page: String,
    /// Its name: `"fire"`.
    name: String,
    /// Its facts: `"ShotFacts"`.
    facts: String,
    /// What its documentation says.
    words: String,
}

/// Holds `GUIDE.md` against the game. With `CASUS_BLESS` its table of lists is written first.
pub(crate) fn check<G: Game>(root: &Path, state: &G::State) {
    let path = root.join("GUIDE.md");
    let mut guide = fs::read_to_string(&path).expect("the guide can be read");
    let (before, rest) = guide.split_once(MARKS.0).expect("the guide has a place for the lists");
    let (written, after) = rest.split_once(MARKS.1).expect("the place for the lists has an end");
    let made = table::<G>(&root.join("src/rules")).expect("the rules can be read");
    if env::var_os("CASUS_BLESS").is_some() {
        guide = [before, MARKS.0, &made, MARKS.1, after].concat();
        fs::write(&path, &guide).expect("the guide can be written");
    } else {
        assert_eq!(written, made, "run the tests once with CASUS_BLESS=1");
    }
    let unsaid = |word: &&String| !guide.contains(&format!("`{word}`"));
    assert_eq!(keys::<G>().iter().filter(unsaid).collect::<Vec<_>>(), [""; 0], "keys of a set-up");
    assert_eq!(verbs::<G>(state).iter().filter(unsaid).collect::<Vec<_>>(), [""; 0], "verbs of actions");
}

/// The keys that a set-up knows: those that the fault of a strange one names.
fn keys<G: Game>() -> Vec<String> {
    let strange = serde_json::from_str::<G::Setup>(r#"{"?": 1}"#).expect_err("no set-up has such a key");
    let strange = strange.to_string();
    let told = strange.split_once("expected").map_or("", |(_, keys)| keys);
    told.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

/// The verbs of the actions.
fn verbs<G: Game>(state: &G::State) -> Vec<String> {
    let mut all = Vec::new();
    G::Action::every(state, &mut all);
    let mut verbs: Vec<String> = all
        .iter()
        .map(|a| G::spell(state, a).split(' ').next().unwrap_or_default().to_owned())
        .collect();
    verbs.sort();
    verbs.dedup();
    verbs
}

/// A link from the page of the crate to what stands in its `rules`.
fn link(path: &str) -> String {
    format!("[`{path}`](rules::{path})")
}

/// A row for each list of the game, in its own order.
fn table<G: Game>(rules: &Path) -> io::Result<String> {
    let mut declared = Vec::new();
    read(rules, "", &mut declared)?;
    let mut out =
        String::from("| In `rules` | Name | Facts | What it says, and when it is asked |\n|---|---|---|---|\n");
    for list in G::lists() {
        let found = declared.iter().find(|d| d.name == list.name());
        let List {
            item,
            page,
            name,
            facts,
            words,
        } = found.expect("every list is declared in the rules");
        let (item, facts) = (format!("{page}::{item}"), format!("{page}::{facts}"));
        let row = [link(&item), format!("`{name}`"), link(&facts), words.clone()];
        out.extend(["| ", &row.join(" | "), " |\n"]);
    }
    out.push_str(&unrepealed::<G>());
    Ok(out)
}

/// What no house rule repeals, by list.
fn unrepealed<G: Game>() -> String {
    let stay = |list: &&dyn Listed| {
        let entries = list.entries().into_iter().enumerate();
        let words = entries.filter(|&(i, _)| list.always(i)).map(|(_, (_, words))| words);
        words.collect::<Vec<_>>().join("; ")
    };
    let lists = G::lists().iter().map(|list| (list.name(), stay(list)));
    let lists = lists.filter(|(_, words)| !words.is_empty());
    let said: Vec<String> = lists.map(|(name, words)| format!("- `{name}`: {words}\n")).collect();
    if said.is_empty() {
        return String::new();
    }
    format!("\nThese entries say what the action is, and no house rule repeals them:\n\n{}", said.concat())
}

/// The lists that a folder declares, and those in it; `page` is the module of `rules` that shows them.
fn read(folder: &Path, page: &str, out: &mut Vec<List>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let page = if page.is_empty() { stem.as_str() } else { page };
        if path.is_dir() {
            read(&path, page, out)?;
            continue;
        }
        let text = fs::read_to_string(&path)?;
        let mut doc: Vec<&str> = Vec::new();
        let mut lines = text.lines();
        while let Some(line) = lines.next() {
            if let Some(words) = line.strip_prefix("///") {
                doc.push(words.trim());
                continue;
            }
            if let Some((item, of)) = line.strip_prefix("pub static ").and_then(|l| l.split_once(": "))
                && let Some(facts) = of.strip_prefix("Bars<").or_else(|| of.strip_prefix("Modifiers<"))
            {
                let name = lines.next().and_then(|l| l.split('"').nth(1)).unwrap_or_default();
                out.push(List {
                    item: item.to_owned(),
                    page: page.to_owned(),
                    name: name.to_owned(),
                    facts: facts.split('>').next().unwrap_or_default().to_owned(),
                    words: words(&doc.join(" "), name),
                });
            }
            if !line.starts_with("#[") {
                doc.clear();
            }
        }
    }
    Ok(())
}

/// The documentation of a list without its name, which has a column of its own, and without links.
fn words(doc: &str, name: &str) -> String {
    let own = [format!("The list `{name}`: "), format!(" Named `{name}`.")];
    let plain = own.iter().fold(doc.to_owned(), |text, own| text.replace(own, ""));
    let mut out = String::new();
    for (i, part) in plain.split("[`").enumerate() {
        match part.split_once("`]").filter(|_| i > 0) {
            Some((item, rest)) => {
                let target = rest.starts_with('(').then(|| rest.split_once(')')).flatten();
                out.extend(["`", item, "`", target.map_or(rest, |(_, rest)| rest)]);
            }
            None => out.push_str(part),
        }
    }
    let mut letters = out.chars();
    letters
        .next()
        .map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
