//! `casus`: all games of the library in one program.

fn main() -> std::process::ExitCode {
    casus_belli_cli::run(casus_belli::catalog_games())
}
