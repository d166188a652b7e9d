//! The properties of every game, in any play. A further game needs one line.
//!
//! `PROPTEST_CASES=2000 cargo test -p casus-tests properties` searches longer, and `PROPTEST_RNG_SEED=…` elsewhere.

suite! {
    suleiman: casus_belli::suleiman::Suleiman,
    marignan: casus_belli::marignan::Marignan,
    arquebus: casus_belli::arquebus::Arquebus,
    blind_faith: casus_belli::blind_faith::BlindFaith,
    bridge: crate::tutorial::game::Bridge,
}
