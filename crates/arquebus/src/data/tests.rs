use super::*;

#[test]
fn the_standard_kits_load() {
    for base in Base::ALL {
        if let Err(faults) = Kit::load(base, &base.files()) {
            panic!("{base}: {faults}");
        }
    }
}
