//! Completion scripts and manual pages, generated from the command-line definition.

use crate::Done;
use crate::args::Args;
use casus_terminal::{Console, DONE, Io as _, RunError};
use clap::CommandFactory as _;
use clap_complete::Shell;
use std::path::Path;

/// The command `casus completions`: prints the completion script of a shell.
pub(crate) fn completions(shell: Shell, console: &mut Console) -> u8 {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Args::command(), "casus", &mut script);
    console.say(&String::from_utf8_lossy(&script));
    DONE
}

/// The command `casus man`: writes `casus.1` and a page for each command.
pub(crate) fn pages(dir: &str) -> Done {
    std::fs::create_dir_all(Path::new(dir)).map_err(|e| RunError::file(dir, e))?;
    clap_mangen::generate_to(Args::command(), dir).map_err(|e| RunError::file(dir, e))?;
    Ok(DONE)
}
