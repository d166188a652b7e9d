//! The files of the page, built into the program.

use casus_belli::draw::{Sign, Signs};
use serde_json::{Map, Value, json};
use std::sync::LazyLock;

/// A file of the page: its name, its media type and its content.
pub(crate) type File = (&'static str, &'static str, &'static [u8]);

const HTML: &str = "text/html; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const STYLE: &str = "text/css; charset=utf-8";
const PICTURE: &str = "image/svg+xml";
const PHOTO: &str = "image/webp";

macro_rules! files {
    ($($name:literal $kind:ident,)*) => {
        &[$(($name, $kind, include_bytes!(concat!("../../page/", $name))),)*]
    };
}

/// The HTML of the lobby and of a match.
pub(crate) const INDEX: File = ("index.html", HTML, TEXT.as_bytes());
/// [`INDEX`] as text.
pub(crate) const TEXT: &str = include_str!("../../page/index.html");

/// The files below `page/` that are not generated.
const WRITTEN: &[File] = files! {
    "dom.js" SCRIPT,
    "door.js" SCRIPT,
    "geometry.js" SCRIPT,
    "icon.svg" PICTURE,
    "lobby.js" SCRIPT,
    "main.js" SCRIPT,
    "map-cerignola.webp" PHOTO,
    "map-fornovo.webp" PHOTO,
    "map-hussite_wars.webp" PHOTO,
    "map-marignan.webp" PHOTO,
    "map-mohacs.webp" PHOTO,
    "map-pavia.webp" PHOTO,
    "map-ravenna.webp" PHOTO,
    "map.js" SCRIPT,
    "panel.js" SCRIPT,
    "pieces.js" SCRIPT,
    "replay.js" SCRIPT,
    "setup.js" SCRIPT,
    "style.css" STYLE,
    "table.js" SCRIPT,
    "theme.js" SCRIPT,
    "wasm-door.js" SCRIPT,
    "wasm-worker.js" SCRIPT,
    "words.js" SCRIPT,
};

/// A generated script with the terrain patterns, unit symbols and glyphs of the library's pictures.
static SYMBOLS: LazyLock<String> = LazyLock::new(|| {
    let signs = Signs::all();
    let by_word = |signs: &[Sign]| -> Value {
        let each = signs.iter().map(|s| (s.word.clone(), json!(s.svg)));
        each.collect::<Map<_, _>>().into()
    };
    format!(
        "// Made by `casus` from the drawings of the library: about (0, 0), where a hexside has 60 units.\n\
         export const PATTERNS = {};\nexport const PLACES = new Set({});\nexport const SYMBOLS = {};\n\
         export const GLYPHS = {};\nexport const DROP = {};\n",
        by_word(&signs.patterns),
        json!(signs.places),
        by_word(&signs.symbols),
        by_word(&signs.glyphs),
        json!(signs.hurt),
    )
});

/// Returns all files below `page/`.
pub(crate) fn files() -> impl Iterator<Item = File> {
    let made: File = ("symbols.js", SCRIPT, SYMBOLS.as_bytes());
    WRITTEN.iter().copied().chain([made])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every file in the folder is served, and every file that the page refers to exists.
    #[test]
    fn all_of_the_page_is_given() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/page");
        for file in std::fs::read_dir(folder).unwrap() {
            let file = file.unwrap();
            let name = file.file_name().to_string_lossy().into_owned();
            let given = name == INDEX.0 || files().any(|f| f.0 == name);
            assert!(given || file.file_type().unwrap().is_dir(), "{name}");
        }
        let named = |text: &str, before: &str| -> Vec<String> {
            let after = text.split(before).skip(1);
            after
                .filter_map(|t| t.split(['\'', '"']).next())
                .map(str::to_owned)
                .collect()
        };
        let there = |name: &String| files().any(|f| f.0 == name.as_str());
        assert!(named(TEXT, "=\"page/").iter().all(there), "{TEXT}");
        for file in files().filter(|f| f.1 == SCRIPT) {
            let wanted = named(std::str::from_utf8(file.2).unwrap(), "from './");
            assert!(wanted.iter().all(there), "{}: {wanted:?}", file.0);
        }
    }

    /// The page can draw every pattern, symbol and glyph that the opening scene of any battle names.
    #[test]
    fn all_that_scenes_name_is_drawn() {
        let text = SYMBOLS.as_str();
        let session = |name: &str| -> Map<String, Value> {
            let (_, after) = text.split_once(&format!("export const {name} = ")).unwrap();
            serde_json::from_str(after.split_once(";\n").unwrap().0).unwrap()
        };
        let [patterns, symbols, glyphs] = ["PATTERNS", "SYMBOLS", "GLYPHS"].map(session);
        let mut met = std::collections::BTreeSet::new();
        let mut host = casus_belli::host();
        let told: Value = serde_json::from_str(&host.ask(r#"{"do":"hello"}"#)).unwrap();
        let mut ask = |request: Value| -> Value { serde_json::from_str(&host.ask(&request.to_string())).unwrap() };
        for game in told["games"].as_array().unwrap() {
            for battle in game["battles"].as_array().unwrap() {
                let opened = ask(json!({"do": "open", "game": game["game"], "battle": battle["battle"], "seed": 1}));
                let scene = &ask(json!({"do": "scene", "viewer": "referee", "session": opened["session"]}))["scene"];
                for (list, key, drawn) in [
                    ("grounds", "pattern", &patterns),
                    ("kinds", "symbol", &symbols),
                    ("marker_kinds", "glyph", &glyphs),
                ] {
                    for named in scene[list].as_array().unwrap() {
                        let word = named[key].as_str().unwrap();
                        let svg = drawn.get(word).unwrap_or_else(|| panic!("{word} of {battle}"));
                        assert_eq!(svg.as_str().unwrap().is_empty(), word == "plain", "{word}");
                        met.insert(word.to_owned());
                    }
                }
                ask(json!({"do": "close", "session": opened["session"]}));
            }
        }
        for word in ["vines", "grove", "town", "toll", "pike", "leader", "standard"] {
            assert!(met.contains(word), "{word}: {met:?}");
        }
    }
}
