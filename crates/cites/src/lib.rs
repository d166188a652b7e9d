//! Finds where the source of a game cites each Case of its rulebook.
//!
//! A game cites a Case with its macro `cite!("7.4.2")`. [`places!`] reads the source of the game when the game is
//! compiled and lists these places. So a casebook can tell the file and line of a rule, and no list can be out of date:
//! a change of the source compiles the game anew.
//!
//! It has no dependencies, because every game waits for it.

mod scan;

use proc_macro::{Span, TokenStream};
use scan::Found;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// Lists the places where the source of this crate cites a Case.
///
/// It expands to a `&'static [(&'static str, &'static str, u32)]`: a Case without its clause, a file and a line. The
/// Cases are sorted as text. The places of one Case stand in this order:
///
/// 1. a mark, which is a constant without a name: `const _: Cite = cite!("7.4.2");`. Code whose Case no list and no
///    message cites is marked so;
/// 2. an entry of a rule list in `rules`, such as `Bar::by(cite!("7.4.2"), …)`;
/// 3. any other line in `rules`;
/// 4. any other file, and `openings`, which only explains why a decision is not open;
/// 5. what tells or advises: `guide`, `story`, `advice`, `strategies`.
///
/// Call it in a file of the folder `src` itself: the macro reads this folder and all folders in it. It leaves out
/// comments, text, items under `#[cfg(test)]`, and files that are named `tests.rs` or lie in a folder `tests`. A file is
/// named as `crates/suleiman/src/rules/fire.rs`, from the workspace of the crate; a crate of a registry has no
/// workspace, and its files are named as `casus-suleiman-0.1.0/src/rules/fire.rs`.
#[proc_macro]
pub fn places(input: TokenStream) -> TokenStream {
    if let Some(token) = input.into_iter().next() {
        return error(&format!("places!() takes no arguments, but has {token}"));
    }
    let (folder, name) = source();
    match read(&folder, &name) {
        Ok(table) => table
            .parse()
            .unwrap_or_else(|_| error("the table of places is no Rust")),
        Err(e) => error(&e),
    }
}

fn error(what: &str) -> TokenStream {
    format!("compile_error!({what:?})").parse().unwrap_or_default()
}

/// Returns the folder of the source, and its name in the table.
fn source() -> (PathBuf, PathBuf) {
    let manifest = PathBuf::from(std::env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let caller = Span::call_site().local_file();
    let folder = match caller.as_deref().and_then(Path::parent) {
        Some(folder) => folder.to_owned(),
        None => manifest.join("src"),
    };
    // Compiled as a member of a workspace, a file is named from the workspace. Otherwise its path is one of this machine.
    let name = match manifest.parent() {
        Some(above) => folder.strip_prefix(above).unwrap_or(&folder),
        None => &folder,
    };
    let name = name.to_owned();
    (folder, name)
}

fn read(folder: &Path, name: &Path) -> Result<String, String> {
    let mut found = Vec::new();
    scan::folder(folder, name, &mut found)?;
    found.sort();
    let mut table = String::from("&[");
    for Found { case, file, line, .. } in found {
        let _ = write!(table, "({case:?}, {file:?}, {line}),");
    }
    table.push(']');
    Ok(table)
}
