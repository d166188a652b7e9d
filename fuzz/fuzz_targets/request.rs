//! Sends each line to a session as a request. Every answer must be JSON.
#![no_main]

use casus_belli::Guide;
use casus_belli::testkit::Described;
use casus_belli::{MatchSession, Session};
use casus_fuzz::Try;
use libfuzzer_sys::fuzz_target;

struct Requests;
impl Try for Requests {
    fn with<G: Guide + Described>(self, text: &str) {
        let mut table = MatchSession::<G>::from_json("{}", 1).expect("the printed battle");
        for line in text.lines().take(20) {
            let answer = table.ask(line);
            serde_json::from_str::<serde_json::Value>(&answer).expect("an answer is JSON");
        }
    }
}

fuzz_target!(|data: &[u8]| casus_fuzz::at(data, Requests));
