//! Loads any text as a save. A state that is loaded must pass the game's audit, and must be the same after saving and loading.
#![no_main]

use casus_belli::core::Match;
use casus_belli::Guide;
use casus_belli::testkit::Described;
use casus_fuzz::Try;
use libfuzzer_sys::fuzz_target;

struct Save;
impl Try for Save {
    fn with<G: Guide + Described>(self, text: &str) {
        if let Ok(game) = Match::<G>::load(text) {
            G::audit(game.state()).expect("a save that is read holds");
            assert_eq!(Match::<G>::load(&game.save()).expect("it is read again").state(), game.state());
        }
    }
}

fuzz_target!(|data: &[u8]| casus_fuzz::at(data, Save));
