//! Opens a match with any text as a set-up. A state that is opened must pass the game's audit.
#![no_main]

use casus_belli::core::Match;
use casus_belli::Guide;
use casus_belli::testkit::Described;
use casus_fuzz::Try;
use libfuzzer_sys::fuzz_target;

struct Opening;
impl Try for Opening {
    fn with<G: Guide + Described>(self, text: &str) {
        let Ok(setup) = serde_json::from_str::<G::Setup>(text) else { return };
        if let Ok(game) = Match::<G>::new(setup) {
            G::audit(game.state()).expect("what is opened holds");
        }
    }
}

fuzz_target!(|data: &[u8]| casus_fuzz::at(data, Opening));
