//! The command `casus rpc`: reads JSON requests from standard input and writes the answers, one a line. See docs/protocol.md.

use crate::games::Games;
use crate::{Done, Failure};
use casus_terminal::DONE;
use std::io::{BufRead as _, Write as _, stdin, stdout};

/// Answers requests until the input ends or the output is closed.
pub(crate) fn serve(games: &Games) -> Done {
    let mut host = games.host();
    let (mut input, mut output) = (stdin().lock(), stdout().lock());
    let mut line = Vec::new();
    loop {
        line.clear();
        match input.read_until(b'\n', &mut line) {
            Ok(0) => return Ok(DONE),
            Ok(_) => {}
            Err(e) => return Err(Failure::Requests(e)),
        }
        if line.iter().all(u8::is_ascii_whitespace) {
            continue;
        }
        let answer = host.ask(&String::from_utf8_lossy(&line));
        // The reader has closed the pipe.
        if writeln!(output, "{answer}").and_then(|()| output.flush()).is_err() {
            return Ok(DONE);
        }
    }
}
