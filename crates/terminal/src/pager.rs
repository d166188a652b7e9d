//! A pager for what is longer than the screen.

use std::io::{IsTerminal as _, Write as _, stdin, stdout};
use std::process::{Child, Command, Stdio};
#[cfg(unix)]
use std::sync::{Arc, LazyLock, atomic::AtomicBool, atomic::Ordering};

/// The pager without `PAGER`, if the machine has it.
#[cfg(unix)]
const USUAL: &str = "command -v less >/dev/null 2>&1 || exit 127; exec less";
#[cfg(not(unix))]
const USUAL: &str = "less";

/// Whether Ctrl-C ends the program, as it does unless a pager is on the screen.
#[cfg(unix)]
static ENDS: LazyLock<Arc<AtomicBool>> = LazyLock::new(|| {
    let ends = Arc::new(AtomicBool::new(true));
    let _ = signal_hook::flag::register_conditional_default(signal_hook::consts::SIGINT, Arc::clone(&ends));
    ends
});

/// Returns the command of the pager: that of `PAGER`, or the usual one; `None` if `PAGER` asks for none or the terminal
/// cannot move its cursor.
fn command() -> Option<String> {
    if std::env::var("TERM").is_ok_and(|term| term == "dumb") {
        return None;
    }
    let command = std::env::var("PAGER").unwrap_or_else(|_| USUAL.to_owned());
    let command = command.trim();
    (!command.is_empty() && command != "cat").then(|| command.to_owned())
}

/// Returns the number of lines of a terminal of this many columns that a text takes.
fn height(text: &str, columns: usize) -> usize {
    text.lines()
        .map(|line| line.chars().count().max(1).div_ceil(columns.max(1)))
        .sum()
}

/// Returns whether a text is longer than the screen of the person who reads it.
pub(crate) fn overflows(text: &str) -> bool {
    if !stdout().is_terminal() || !stdin().is_terminal() {
        return false;
    }
    terminal_size::terminal_size().is_some_and(|(columns, rows)| height(text, columns.0.into()) >= usize::from(rows.0))
}

fn spawn(command: &str) -> std::io::Result<Child> {
    #[cfg(unix)]
    let mut pager = {
        // As a shell reads it: `PAGER="less -S"`.
        let mut shell = Command::new("sh");
        shell.args(["-c", command]);
        shell
    };
    #[cfg(not(unix))]
    let mut pager = Command::new(command);
    if std::env::var_os("LESS").is_none() {
        // Ends at once if the text fits, shows colors, and leaves the text on the screen.
        pager.env("LESS", "FRX");
    }
    if std::env::var_os("LV").is_none() {
        pager.env("LV", "-c");
    }
    pager.stdin(Stdio::piped()).spawn()
}

/// Shows a text in the pager. Returns whether there was one.
pub(crate) fn show(text: &str) -> bool {
    let Some(command) = command() else { return false };
    #[cfg(unix)]
    ENDS.store(false, Ordering::SeqCst);
    let shown = spawn(&command).and_then(|mut pager| {
        if let Some(mut input) = pager.stdin.take() {
            // Who leaves the pager early reads no more.
            let _ = input.write_all(text.as_bytes());
        }
        pager.wait()
    });
    #[cfg(unix)]
    ENDS.store(true, Ordering::SeqCst);
    // 126 and 127 are the shell's: there is no such command.
    shown.is_ok_and(|status| !matches!(status.code(), Some(126 | 127)))
}

#[cfg(test)]
mod tests {
    use super::height;

    #[test]
    fn a_long_line_takes_several() {
        assert_eq!(height("a\n\nb\n", 80), 3);
        assert_eq!(height(&"x".repeat(161), 80), 3);
        assert_eq!(height("", 80), 0);
        assert_eq!(height("abc", 0), 3);
    }
}
