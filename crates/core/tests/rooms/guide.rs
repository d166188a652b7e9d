//! The guide page of a game, held against the game: every key of its set-ups, every verb of its actions, a table of its
//! pieces and where they begin, a table of its lists of rules that is made from the sources of the rules, and where the
//! names that it links lead.

use casus_core::{Game, Listed, Match, Place, Seeded, Sided, Spelt, Turn};
use casus_guide::BoxedGame;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// What stands about the table in a guide.
const LISTS: (&str, &str) = ("<!-- lists -->\n", "<!-- end of lists -->");
/// What stands about the tables of its pieces.
const PIECES: (&str, &str) = ("<!-- pieces -->\n", "<!-- end of pieces -->");
/// What stands about the definitions of its links for GitHub.
const LINKS: (&str, &str) =
    ("<!-- links on GitHub; `src/guide-links.txt` has those of rustdoc -->\n", "<!-- end of links -->");
/// The definitions of its links for rustdoc. The crate includes them before the guide: the first definition counts.
const RUSTDOC_LINKS: &str = "src/guide-links.txt";

/// A list of rules as the sources declare it.
struct List {
    /// The name of the list: `"SHOT_BARS"`.
    item: String,
    /// The page of `rules` that shows it: `"fire"`.
    page: String,
    /// The file that declares it.
    file: PathBuf,
    /// Its name: `"fire"`.
    name: String,
    /// Its facts: `"ShotFacts"`.
    facts: String,
    /// What its documentation says.
    words: String,
}

/// Holds `GUIDE.md` against the game. With `CASUS_BLESS` what is made of the sources is written first.
pub(crate) fn check<G: BoxedGame>(root: &Path, state: &G::State) {
    let mut declared = Vec::new();
    read(&root.join("src/rules"), "", &mut declared).expect("the rules can be read");
    let path = root.join("GUIDE.md");
    let written = fs::read_to_string(&path).expect("the guide can be read");
    let guide = between(&written, LISTS, &table::<G>(&declared));
    let guide = between(&guide, PIECES, &pieces::<G>());
    let (github, rustdoc) = links(root, &guide, &declared);
    let guide = between(&guide, LINKS, &github);
    for (path, made) in [(path, &guide), (root.join(RUSTDOC_LINKS), &rustdoc)] {
        if env::var_os("CASUS_BLESS").is_some() {
            fs::write(&path, made).expect("the guide can be written");
        }
        let written = fs::read_to_string(&path).unwrap_or_default();
        assert_eq!(&written, made, "run the tests once with CASUS_BLESS=1");
    }
    let unsaid = |word: &&String| !guide.contains(&format!("`{word}`"));
    assert_eq!(keys::<G>().iter().filter(unsaid).collect::<Vec<_>>(), [""; 0], "keys of a set-up");
    assert_eq!(verbs::<G>(state).iter().filter(unsaid).collect::<Vec<_>>(), [""; 0], "verbs of actions");
}

/// A page with `made` between two marks.
fn between(page: &str, marks: (&str, &str), made: &str) -> String {
    let (before, rest) = page
        .split_once(marks.0)
        .expect("the guide has a place for what is made");
    let (_, after) = rest.split_once(marks.1).expect("the place has an end");
    [before, marks.0, made, marks.1, after].concat()
}

/// Where the names that a guide links lead: on GitHub to the file that declares them, in rustdoc to their page.
fn links(root: &Path, guide: &str, declared: &[List]) -> (String, String) {
    let (mut github, mut rustdoc) = (String::new(), String::new());
    for name in linked(guide) {
        let item = name
            .split("::")
            .find(|part| part.starts_with(|c: char| c.is_ascii_uppercase()));
        let item = item.expect("a linked name is that of a type or a list");
        let (in_crate, at) = match name.split_once("::").filter(|_| !name.starts_with(item)) {
            Some((page, _)) => {
                let lists = || declared.iter().filter(|d| d.page == page && d.facts == item);
                let at = declaring(root, &format!("src/rules/{page}"), item);
                (true, ("rules::", at.or_else(|| Some(lists().next()?.file.clone()))))
            }
            None => match declaring(root, "src", item) {
                Some(file) => (true, ("", Some(file))),
                None => (false, ("", declaring(root, "../core/src", item))),
            },
        };
        let (module, Some(file)) = at else {
            panic!("no public item {name}, which the guide links");
        };
        let file = file
            .strip_prefix(root)
            .unwrap_or(&file)
            .to_string_lossy()
            .replace('\\', "/");
        github.extend(["[`", &name, "`]: ", &file, "\n"]);
        let root = if in_crate { "crate" } else { "casus_core" };
        rustdoc.extend(["[`", &name, "`]: ", root, "::", module, &name, "\n"]);
    }
    (github, rustdoc)
}

/// The names in code and brackets of a page, outside its programs, that are no link by themselves.
fn linked(page: &str) -> BTreeSet<String> {
    let prose = page.split("```").step_by(2);
    let names = prose.flat_map(|text| text.split("[`").skip(1).filter_map(|rest| rest.split_once("`]")));
    names
        .filter(|(_, after)| !after.starts_with([':', '(']))
        .map(|(name, _)| name.to_owned())
        .collect()
}

/// The file of a module, or in its folder, that declares a public item.
fn declaring(root: &Path, module: &str, item: &str) -> Option<PathBuf> {
    let declares = |path: &Path| {
        let text = fs::read_to_string(path).unwrap_or_default();
        let declared = |line: &str| -> Option<bool> {
            let mut words = line.trim_start().strip_prefix("pub ")?.split([' ', '<', '(', ':', ';']);
            let kind = ["struct", "enum", "trait", "static", "const", "type"].contains(&words.next()?);
            Some(kind && words.next()? == item)
        };
        text.lines().any(|line| declared(line) == Some(true))
    };
    let file = root.join(format!("{module}.rs"));
    if declares(&file) {
        return Some(file);
    }
    let mut inside: Vec<PathBuf> = fs::read_dir(root.join(module))
        .ok()?
        .flatten()
        .map(|e| e.path())
        .collect();
    inside.sort();
    inside.into_iter().find_map(|path| {
        if path.is_dir() {
            let folder = path.strip_prefix(root).ok()?.to_string_lossy().into_owned();
            return declaring(root, &folder, item);
        }
        declares(&path).then_some(path)
    })
}

/// The pieces of one kind in one command: the number that orders each, its id with its name, and where it begins.
type Row = (Vec<String>, Vec<(u64, String, String)>);

/// For each battle a table of its pieces and where they begin, as their own side sees them. Battles with the same table
/// have it once.
fn pieces<G: BoxedGame>() -> String {
    let mut tables: Vec<(Vec<&str>, String)> = Vec::new();
    for battle in G::BATTLES {
        let game = Match::<G>::new((battle.setup)()).expect("the battle as printed");
        let table = begins(game);
        match tables.iter_mut().find(|(_, same)| *same == table) {
            Some((titles, _)) => titles.push(battle.title),
            None => tables.push((vec![battle.title], table)),
        }
    }
    let titled = |(titles, table): (Vec<&str>, String)| format!("\n### {}\n\n{table}", titles.join("; "));
    tables.into_iter().map(titled).collect::<String>() + "\n"
}

/// The table of one battle.
fn begins<G: BoxedGame>(mut game: Match<G>) -> String {
    let state = game.state().clone();
    let views = |game: &Match<G>| -> Vec<Value> {
        let view = |&side: &G::Side| serde_json::to_value(game.view(Some(side))).expect("a view is JSON");
        G::Side::ALL.iter().map(view).collect()
    };
    let before = views(&game);
    let mut dice = Seeded::new(1);
    while G::placing(game.state())
        && let Turn::Decide { side, .. } = game.turn()
    {
        let first = game.actions()[0];
        game.play(side, first, &mut dice).expect("a listed action");
    }
    let after = views(&game);
    let mut rows: BTreeMap<usize, Vec<Row>> = BTreeMap::new();
    let mut group = None;
    for list in ["units", "leaders", "commanders", "standards"] {
        for (i, side) in G::Side::ALL.iter().enumerate() {
            let all = before[i][list].as_object().into_iter().flatten();
            for (number, (id, piece)) in all.enumerate() {
                let word = |key: &str| piece[key].as_str();
                // A Standard is its hex alone; its id tells whose it is.
                let own = word("side").map_or(i == 0, |own| own == side.word());
                if !own {
                    continue;
                }
                let of = ["command", "corps", "battle", "faction"]
                    .into_iter()
                    .find(|key| word(key).is_some());
                group = group.or(of);
                let kind = match list {
                    "leaders" => "leader",
                    "commanders" => "commander",
                    "standards" => "Standard",
                    _ => word("arm").or_else(|| word("kind")).unwrap_or_default(),
                };
                let army = match list {
                    "standards" => "both".to_owned(),
                    _ => G::side_name(&state, *side),
                };
                let of = of.and_then(word).map_or_else(String::new, |of| format!("`{of}`"));
                let key = vec![army, of, kind.to_owned()];
                let number = piece["number"].as_u64().unwrap_or(number as u64);
                let name = match list {
                    "units" => name::<G>(&state, Place::Unit(number as u16), id),
                    _ => None,
                };
                let name = name.or_else(|| word("title").or_else(|| word("name")).map(str::to_owned));
                let placed = &after[i][list][id];
                let hex = piece.as_str().or_else(|| word("hex")).map(str::to_owned);
                let later = || match piece["turn"].as_u64().filter(|&turn| turn > 1) {
                    Some(turn) => format!("`{}` of turn {turn}", word("at").unwrap_or("reserve")),
                    None => format!("`{}`", word("at").unwrap_or("reserve")),
                };
                let begins = hex.unwrap_or_else(|| match placed["hex"].as_str() {
                    Some(_) => "*placed*".to_owned(),
                    None => later(),
                });
                let named = name.map_or_else(|| format!("`{id}`"), |name| format!("`{id}` {name}"));
                let told = (number, named, begins);
                let rows = rows.entry(i).or_default();
                match rows.iter_mut().find(|(same, _)| *same == key) {
                    Some((_, pieces)) => pieces.push(told),
                    None => rows.push((key, vec![told])),
                }
            }
        }
    }
    let group = group.unwrap_or("group");
    let mut out =
        format!("| Side | {}{} | Kind | Pieces |\n|---|---|---|---|\n", group[..1].to_uppercase(), &group[1..]);
    for (key, mut pieces) in rows.into_values().flatten() {
        pieces.sort();
        // Pieces that all begin off the map in the same way have that once.
        let same =
            |at: &str| !at.starts_with(|c: char| c.is_ascii_digit()) && pieces.iter().all(|(.., other)| other == at);
        let shared = pieces
            .first()
            .map(|(.., at)| at.clone())
            .filter(|at| pieces.len() > 1 && same(at));
        let told = |(_, named, at): &(u64, String, String)| match shared {
            Some(_) => named.clone(),
            None => format!("{named} ({at})"),
        };
        let mut list = pieces.iter().map(told).collect::<Vec<_>>().join("; ");
        if let Some(at) = &shared {
            list.extend([" (all ", at, ")"]);
        }
        out.extend(["| ", &key.join(" | "), " | ", &list, " |\n"]);
    }
    out
}

/// The name of a piece in sentences, if it is not its id.
fn name<G: Game>(state: &G::State, at: Place, id: &str) -> Option<String> {
    Some(G::name_of(state, at)).filter(|name| name != id)
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

/// A row for each list of the game, in its own order.
fn table<G: Game>(declared: &[List]) -> String {
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
            ..
        } = found.expect("every list is declared in the rules");
        let row = [
            format!("[`{page}::{item}`]"),
            format!("`{name}`"),
            format!("[`{page}::{facts}`]"),
            words.clone(),
        ];
        out.extend(["| ", &row.join(" | "), " |\n"]);
    }
    out.push_str(&unrepealed::<G>());
    out
}

/// What no house rule repeals, by list.
fn unrepealed<G: Game>() -> String {
    let stay = |list: &&dyn Listed| {
        let entries = list.entries().into_iter().enumerate();
        let mut all: Vec<&str> = Vec::new();
        for (_, (_, words)) in entries.filter(|&(i, _)| list.always(i)) {
            if !all.contains(&words) {
                all.push(words);
            }
        }
        all.join("; ")
    };
    let lists = G::lists().iter().map(|list| (list.name(), stay(list)));
    let lists = lists.filter(|(_, words)| !words.is_empty());
    let said: Vec<String> = lists.map(|(name, words)| format!("- `{name}`: {words}\n")).collect();
    if said.is_empty() {
        return String::new();
    }
    format!(
        "\nA house rule can also repeal a printed entry. `Laws::repeal` takes the list, and the words of the entry as a refusal or a ledger shows them, or its Case. The entries below cannot be repealed, because without them the action would have no meaning. Each line has the name of a list and the words of its entries, separated by semicolons:\n\n{}",
        said.concat()
    )
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
                    file: path.clone(),
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
