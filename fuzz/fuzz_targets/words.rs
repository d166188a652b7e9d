//! Reads each line as an action and plays it for the first side that may. The words of an action must parse to the same action.
#![no_main]

use casus_belli::Guide;
use casus_belli::testkit::Described;
use casus_belli::core::{Game, Match, Seeded, Sided};
use casus_fuzz::Try;
use libfuzzer_sys::fuzz_target;

struct Words;
impl Try for Words {
    fn with<G: Guide + Described>(self, text: &str) {
        let setup = serde_json::from_str::<G::Setup>("{}").expect("the printed battle");
        let mut game = Match::<G>::new(setup).expect("the printed battle");
        let mut dice = Seeded::new(7);
        for line in text.lines().take(20) {
            let Ok(action) = game.parse(line) else { continue };
            assert_eq!(game.parse(&game.spell(&action)).as_ref(), Ok(&action), "words come back");
            for &side in <G as Game>::Side::ALL {
                if game.check(side, &action).is_ok() {
                    game.play(side, action, &mut dice).expect("what is legal is played");
                    G::audit(game.state()).expect("what was played holds");
                    break;
                }
            }
        }
    }
}

fuzz_target!(|data: &[u8]| casus_fuzz::at(data, Words));
