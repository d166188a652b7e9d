//! Events in words.

use casus_core::words::sentence;
use casus_core::{Cite, Ledger, Lexicon, Place, Test};

/// Returns the die and its modifiers in words. A modifier names the piece that it comes from, unless the sentence has `named` it.
pub fn sum(state: &impl Lexicon, ledger: &Ledger, named: &[Place]) -> String {
    casus_core::words::sum("rolled", ledger, |at| {
        if named.contains(&at) {
            String::new()
        } else {
            state.name_of(at)
        }
    })
}

/// Returns a roll that succeeds by its limit or less in words: `"rolled 5, needed 6 or less"`.
pub fn rolled(state: &impl Lexicon, test: &Test, named: &[Place]) -> String {
    format!("{}, needed {} or less", sum(state, &test.ledger, named), test.need)
}

/// Returns an event as a sentence, with its Case unless the words name the Cases themselves.
pub fn told(words: &str, cite: Cite, names_cases: bool) -> String {
    let told = sentence(words);
    if names_cases { told } else { format!("{told} ({cite})") }
}
