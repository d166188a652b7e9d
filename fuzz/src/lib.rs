//! The common part of the targets. The first byte of an input chooses the game; the rest is the text.

use casus_belli::arquebus::Arquebus;
use casus_belli::blind_faith::BlindFaith;
use casus_belli::Guide;
use casus_belli::testkit::Described;
use casus_belli::marignan::Marignan;
use casus_belli::suleiman::Suleiman;

/// A test of a text, for any game.
pub trait Try {
    /// Runs the test.
    fn with<G: Guide + Described>(self, text: &str);
}

/// Runs the test with the game and the text of an input. Ignores an input that is not UTF-8.
pub fn at(data: &[u8], trial: impl Try) {
    let Some((game, text)) = data.split_first() else { return };
    let Ok(text) = std::str::from_utf8(text) else { return };
    match game % 4 {
        0 => trial.with::<Suleiman>(text),
        1 => trial.with::<Marignan>(text),
        2 => trial.with::<Arquebus>(text),
        _ => trial.with::<BlindFaith>(text),
    }
}
