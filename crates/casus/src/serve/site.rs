//! The command `casus site`: writes the page as static files. The library runs in the browser, as WebAssembly.

use crate::Done;
use crate::args::Site;
use crate::serve::ServeError;
use crate::serve::page::{TEXT, files};
use casus_terminal::{Console, DONE, Io as _, RunError};
use std::path::Path;

/// The element that says how the page reaches the library: by the server, and in a static site.
const SWITCH: [&str; 2] = [
    "<meta name=\"door\" content=\"server\">",
    "<meta name=\"door\" content=\"wasm\">",
];

/// Writes the static site.
pub(crate) fn site(order: &Site, console: &mut Console) -> Done {
    let said = |path: &Path, e| RunError::file(&path.display().to_string(), e);
    let engine = Path::new(&order.wasm);
    let wasm = std::fs::read(engine).map_err(|e| said(engine, e))?;
    if !wasm.starts_with(b"\0asm") {
        return Err(ServeError::NoWebAssembly(engine.display().to_string()).into());
    }
    let folder = Path::new(&order.dir);
    let pages = folder.join("page");
    std::fs::create_dir_all(&pages).map_err(|e| said(&pages, e))?;
    let write = |path: &Path, bytes: &[u8]| std::fs::write(path, bytes).map_err(|e| said(path, e));
    for (name, _, bytes) in files() {
        write(&pages.join(name), bytes)?;
    }
    write(&folder.join("index.html"), TEXT.replace(SWITCH[0], SWITCH[1]).as_bytes())?;
    write(&folder.join("casus.wasm"), &wasm)?;
    console.say(&format!("{}: serve this folder with any web server\n", folder.display()));
    Ok(DONE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_says_whether_it_uses_a_server() {
        assert_eq!(TEXT.matches(SWITCH[0]).count(), 1);
    }
}
