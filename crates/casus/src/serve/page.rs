//! The page, as it stands in the program.

/// A file of the page: its name, its kind, and what is in it.
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

/// What the lobby and the table begin with.
pub(crate) const INDEX: File = ("index.html", HTML, TEXT.as_bytes());
/// The same as text.
pub(crate) const TEXT: &str = include_str!("../../page/index.html");

/// All that stands under `page/`.
pub(crate) const FILES: &[File] = files! {
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
    "symbols.js" SCRIPT,
    "table.js" SCRIPT,
    "theme.js" SCRIPT,
    "wasm-door.js" SCRIPT,
    "wasm-worker.js" SCRIPT,
    "words.js" SCRIPT,
};

#[cfg(test)]
mod tests {
    use super::*;

    /// A file that is added to the page is given too, and what the page asks for is there.
    #[test]
    fn all_of_the_page_is_given() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/page");
        for file in std::fs::read_dir(folder).unwrap() {
            let file = file.unwrap();
            let name = file.file_name().to_string_lossy().into_owned();
            let given = name == INDEX.0 || FILES.iter().any(|f| f.0 == name);
            assert!(given || file.file_type().unwrap().is_dir(), "{name}");
        }
        let named = |text: &str, before: &str| -> Vec<String> {
            let after = text.split(before).skip(1);
            after
                .filter_map(|t| t.split(['\'', '"']).next())
                .map(str::to_owned)
                .collect()
        };
        let there = |name: &String| FILES.iter().any(|f| f.0 == name.as_str());
        assert!(named(TEXT, "=\"page/").iter().all(there), "{TEXT}");
        for file in FILES.iter().filter(|f| f.1 == SCRIPT) {
            let wanted = named(std::str::from_utf8(file.2).unwrap(), "from './");
            assert!(wanted.iter().all(there), "{}: {wanted:?}", file.0);
        }
    }
}
