//! Runs any text as a conformance file and prints the report.
#![no_main]

use casus_belli::Guide;
use casus_belli::testkit::Described;
use casus_belli::testkit::conformance::run_file;
use casus_fuzz::Try;
use libfuzzer_sys::fuzz_target;

struct File;
impl Try for File {
    fn with<G: Guide + Described>(self, text: &str) {
        let _ = run_file::<G>(text).to_string();
    }
}

fuzz_target!(|data: &[u8]| casus_fuzz::at(data, File));
