//! What holds of every game, whatever is played. A further game is added by one line.
//!
//! `PROPTEST_CASES=2000 cargo test -p casus-tests --test properties` looks longer, `PROPTEST_RNG_SEED=…` elsewhere.

mod common;
mod tutorial;

suite! {
    suleiman: casus_belli::suleiman::Suleiman,
    marignan: casus_belli::marignan::Marignan,
    arquebus: casus_belli::arquebus::Arquebus,
    blind_faith: casus_belli::blind_faith::BlindFaith,
    bridge: crate::tutorial::game::Bridge,
}
