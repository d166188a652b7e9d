//! The machine that a program runs on: its files and its screen.

use crate::args::{ColorChoice, Screen};
use crate::io::Io;
use crate::narrator::narrow;
use casus_core::geometry::steers;
use casus_draw::Terminal;
use std::borrow::Cow;
use std::io::{BufRead as _, Error, ErrorKind, IsTerminal as _, Write as _, stderr, stdin, stdout};
use std::path::{Path, PathBuf};

/// The machine: its files, standard input, output and error.
#[derive(Clone, Copy, Debug, Default)]
pub struct Machine {
    screen: Screen,
}

/// The folder that a file stands in.
fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}

/// The permissions of a file that is new, before the mask of whoever makes it.
#[cfg(unix)]
fn for_new() -> std::fs::Permissions {
    std::os::unix::fs::PermissionsExt::from_mode(0o666)
}

/// Writes a file whole, or leaves what is there as it is, whatever happens on the way: into a new file beside it, which takes its
/// place once all of it is on the disk.
///
/// # Errors
/// Why it cannot be written.
pub fn replace(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    // A link goes on leading to the file that it leads to.
    let path: &PathBuf = &std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let there = match std::fs::metadata(path) {
        // A pipe or a device holds nothing that could be lost.
        Ok(there) if !there.is_file() => return std::fs::write(path, bytes),
        Ok(there) => Some(there.permissions()),
        Err(_) => None,
    };
    let folder = folder_of(path);
    let mut fresh = tempfile::Builder::new();
    fresh.prefix(".casus-");
    #[cfg(unix)]
    fresh.permissions(for_new());
    let mut fresh = fresh.tempfile_in(folder)?;
    fresh.write_all(bytes)?;
    if let Some(permissions) = there {
        fresh.as_file().set_permissions(permissions)?;
    }
    fresh.as_file().sync_all()?;
    fresh.persist(path).map_err(|e| e.error)?;
    // The new name is on the disk only when its folder is.
    #[cfg(unix)]
    std::fs::File::open(folder)?.sync_all()?;
    Ok(())
}

/// Reads a file as text.
///
/// # Errors
/// Why it cannot be read; of a file that is no UTF-8, in words that say what to do.
pub fn read_text(path: &Path) -> std::io::Result<String> {
    let wrong = |message: &str| Error::new(ErrorKind::InvalidData, message);
    String::from_utf8(std::fs::read(path)?).map_err(|e| match e.as_bytes() {
        [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..] => wrong("is UTF-16: save it as UTF-8"),
        _ => wrong("is no UTF-8 text: save it as UTF-8"),
    })
}

/// A text for a terminal: what would steer it is spelled out, but for the colours of the program's own pictures.
fn shown(text: &str, coloured: bool) -> Cow<'_, str> {
    if !text.contains(steers) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let colour = rest.strip_prefix("\u{1b}[").and_then(|after| {
            let end = after.find(|c: char| !c.is_ascii_digit() && c != ';')?;
            after[end..].starts_with('m').then_some(2 + end + 1)
        });
        if let Some(length) = colour.filter(|_| coloured) {
            out.push_str(&rest[..length]);
            rest = &rest[length..];
        } else {
            if steers(c) {
                out.extend(c.escape_default());
            } else {
                out.push(c);
            }
            rest = &rest[c.len_utf8()..];
        }
    }
    Cow::Owned(out)
}

/// How wide the terminal is that standard output or standard error is shown on; nothing where there is none.
fn width(looked_at: bool) -> Option<u16> {
    let said = || std::env::var("COLUMNS").ok().and_then(|c| c.parse().ok());
    let measured = terminal_size::terminal_size().map(|(width, _)| width.0);
    looked_at.then(|| measured.filter(|w| *w > 0).or_else(said)).flatten()
}

/// Whether colours are wanted: `NO_COLOR`, `CLICOLOR` and `CLICOLOR_FORCE` say so, else the terminal.
fn coloured() -> bool {
    if anstyle_query::no_color() {
        return false;
    }
    match anstyle_query::clicolor() {
        _ if anstyle_query::clicolor_force() => true,
        Some(false) => false,
        _ => stdout().is_terminal() && anstyle_query::term_supports_color(),
    }
}

impl Machine {
    /// Returns a text as a terminal of this machine shows it.
    #[cfg(feature = "console")]
    pub(crate) fn visible(text: &str) -> String {
        Self::put(text, true)
    }
    /// Tells something on a terminal, or into a file or a program, where no line is broken and colours are what they are.
    fn put(text: &str, looked_at: bool) -> String {
        let text = shown(text, true);
        match width(looked_at) {
            Some(columns) => narrow(&text, columns.into()),
            None => text.into_owned(),
        }
    }
}

impl Machine {
    /// Creates a machine that writes like this on its screen.
    pub const fn new(screen: Screen) -> Self {
        Self { screen }
    }
}

impl Io for Machine {
    fn set_screen(&mut self, screen: Screen) {
        self.screen = screen;
    }
    fn read(&mut self, path: &str) -> std::io::Result<Option<String>> {
        match read_text(Path::new(path)) {
            Ok(text) => Ok(Some(text)),
            Err(e) if e.kind() == ErrorKind::NotFound => Ok(None),
            Err(e) => Err(e),
        }
    }
    fn write(&mut self, path: &str, text: &str) -> std::io::Result<()> {
        replace(Path::new(path), text.as_bytes())
    }
    fn writable(&mut self, path: &str) -> std::io::Result<()> {
        let path = Path::new(path);
        let folder = folder_of(path);
        match std::fs::metadata(folder) {
            Ok(m) if !m.is_dir() => Err(Error::other(format!("{} is no folder", folder.display()))),
            Ok(m) if m.permissions().readonly() => {
                Err(Error::other(format!("the folder {} cannot be written in", folder.display())))
            }
            Ok(_) if path.is_dir() => Err(Error::other("is a folder")),
            Ok(_) if std::fs::metadata(path).is_ok_and(|m| m.permissions().readonly()) => {
                Err(Error::other("the file cannot be written over"))
            }
            Ok(_) => Ok(()),
            Err(e) => Err(Error::other(format!("the folder {}: {e}", folder.display()))),
        }
    }
    fn folder(&mut self, path: &str) -> std::io::Result<()> {
        std::fs::create_dir_all(path)?;
        let mut inside = std::fs::read_dir(path)?;
        match inside.next() {
            None => Ok(()),
            Some(_) => Err(Error::other("the folder is not empty: it is left alone")),
        }
    }
    fn say(&mut self, text: &str) {
        // Who listens no more (`… | head`) is told no more; that is no fault.
        let _ = stdout().write_all(Self::put(text, stdout().is_terminal()).as_bytes());
    }
    fn warn(&mut self, text: &str) {
        let _ = stderr().write_all(Self::put(text, stderr().is_terminal()).as_bytes());
    }
    fn ask(&mut self, prompt: &str) -> Option<String> {
        self.say(prompt);
        let _ = stdout().flush();
        let mut line = Vec::new();
        match stdin().lock().read_until(b'\n', &mut line) {
            Ok(1..) => Some(String::from_utf8_lossy(&line).into_owned()),
            Ok(0) | Err(_) => None,
        }
    }
    fn terminal(&self) -> Terminal {
        let usual = Terminal::default();
        let said = || std::env::var("COLUMNS").ok().and_then(|c| c.parse().ok());
        Terminal {
            columns: self
                .screen
                .columns
                .or_else(|| width(stdout().is_terminal()))
                .or_else(said)
                .map_or(usual.columns, |w| w.max(20)),
            colour: match self.screen.color {
                ColorChoice::Always => true,
                ColorChoice::Never => false,
                ColorChoice::Auto => coloured(),
            },
            ..usual
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_written_whole_and_nothing_beside_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.save");
        // What somebody else keeps under this name is his.
        std::fs::write(folder.path().join("a.save.new"), "mine").unwrap();
        for text in ["one", "two"] {
            replace(&path, text.as_bytes()).unwrap();
            assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
        }
        assert_eq!(std::fs::read_to_string(folder.path().join("a.save.new")).unwrap(), "mine");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 2, "nothing is left beside");
        assert!(replace(&folder.path().join("nowhere/a"), b"x").is_err());
    }

    #[cfg(unix)]
    #[test]
    fn a_link_and_the_permissions_stay() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = tempfile::tempdir().unwrap();
        let (path, link) = (folder.path().join("a"), folder.path().join("b"));
        replace(&path, b"one").unwrap();
        let mode = |p: &Path| std::fs::metadata(p).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode(&path) & 0o600, 0o600);
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o640)).unwrap();
        std::os::unix::fs::symlink(&path, &link).unwrap();
        replace(&link, b"two").unwrap();
        assert!(std::fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!((std::fs::read(&path).unwrap(), mode(&path)), (b"two".to_vec(), 0o640));
    }

    #[test]
    fn only_colours_of_our_own_reach_the_terminal() {
        assert_eq!(shown("a\u{1b}[38;2;1;2;3mb\u{1b}[0m\n", true), "a\u{1b}[38;2;1;2;3mb\u{1b}[0m\n");
        assert_eq!(shown("a\u{1b}[2Jb\u{1b}]0;x\u{7}\u{9b}1m", true), "a\\u{1b}[2Jb\\u{1b}]0;x\\u{7}\\u{9b}1m");
        assert_eq!(shown("a\u{1b}[31mb", false), "a\\u{1b}[31mb");
        assert_eq!(shown("Mohács\t1526\n", false), "Mohács\t1526\n");
    }
}
