//! What the rulebook fixes of the reconstructed charts, and what was aimed at when they were set by play. What depends on
//! hundreds of battles is measured by `cargo run --release --example calibrate -- suleiman`; see CALIBRATION.md.

use casus_belli::core::Game;
use casus_belli::suleiman::charts::{Fate, Recoil, Weapon};
use casus_belli::suleiman::shock::{Going, forecast};
use casus_belli::suleiman::{Arm, Missile, Setup, ShockResult, Side, State, Suleiman, standard};
use std::collections::BTreeSet;

/// The printed battle's charts, and one unit before another in the open.
fn duel(attacker: &str, defender: &str) -> State {
    let text = format!(
        r#"doorway = "shock"
leader = "Tomori"
map = {{ blank = true }}
units = [{{ id = "{attacker}", hex = "2014", facing = "S" }}, {{ id = "{defender}", hex = "2114", facing = "N" }}, {{ id = "HU-HC-9", hex = "1010" }}]
leaders = [{{ id = "Tomori", hex = "1010" }}]"#
    );
    let setup: Setup = toml::from_str(&text).expect("a set-up");
    Suleiman::begin(&setup).expect("a sound set-up")
}

/// The results of the ten faces.
fn results(attacker: &str, going: Going, defender: &str, faced: usize) -> Vec<ShockResult> {
    let s = duel(attacker, defender);
    let unit = |id| s.kit().roster.unit(id).expect("a unit");
    let f = forecast(&s, &[(unit(attacker), going)], unit(defender), faced).expect("on the map");
    (0..10).map(|face| f.result(&s, face)).collect()
}

fn clears(attacker: &str, going: Going, defender: &str) -> usize {
    let list = results(attacker, going, defender, 1);
    list.iter().filter(|r| r.defender.vacates()).count() * 10
}

const STEADY_FOOT: [&str; 2] = ["OT-RI-1", "OT-RI-6"];

#[test]
fn heavy_horse_at_a_stand_does_not_clear_steady_foot() {
    for foot in STEADY_FOOT {
        assert!(clears("HU-HC-1", Going::Plain, foot) < 15, "{foot}");
    }
    assert!(clears("OT-HC-1", Going::Plain, "HU-RI-1") < 15);
}

#[test]
fn a_charge_gone_home_may_break_foot_and_often_does_not() {
    // The janissaries of the front line, and Hungary's mercenaries.
    for (horse, foot) in [("HU-HC-1", "OT-RI-1"), ("OT-HC-1", "HU-RI-1")] {
        let percent = clears(horse, Going::Home, foot);
        assert!((15..=40).contains(&percent), "{foot}: {percent}");
    }
}

#[test]
fn levy_does_not_stand_a_charge() {
    assert!(clears("HU-HC-1", Going::Home, "OT-LvI-4") > 80);
    assert!(clears("OT-HC-1", Going::Home, "HU-LvI-1") > 80);
}

#[test]
fn what_the_rulebook_prints_is_as_printed() {
    let charts = &standard().charts;
    assert_eq!(charts.range_drm(Weapon::Bow, 1), Some(1), "7.4.1");
    assert_eq!(charts.range(Weapon::Musket), 1, "2.2.7");
    assert_eq!(charts.fire_drms.flank_of_mounted, 1, "7.4.2");
    assert_eq!(charts.terrain.slope.shock, -1, "19.0");
    let roster = &standard().roster;
    for c in &roster.counters {
        if c.arm == Arm::LevyInfantry {
            assert_eq!(c.front.sdr, 3, "{}: 8.3.1(3)", c.id);
        }
        assert!(
            c.arm != Arm::Artillery || c.missile == Missile::Gun,
            "{}",
            c.id
        );
    }
    let bali = roster.leader_card(roster.leader("Bali").expect("Bali"));
    assert!((1..=5).contains(&bali.activation), "5.3.1");
}

#[test]
fn who_is_better_in_the_text_is_better_on_the_counter() {
    let roster = &standard().roster;
    let sdr = |id: &str| roster.counter(roster.unit(id).expect("a unit")).front.sdr;
    // 2.2.2: the Hungarian heavy horse before the Porte's, that before the spahis; the Porte's foot before the rest.
    assert!(sdr("HU-HC-1") < sdr("OT-HC-1") && sdr("OT-HC-1") <= sdr("OT-MC-5"));
    assert!(sdr("OT-RI-6") < sdr("OT-RI-1"));
    for c in &roster.counters {
        if let Some(back) = c.back {
            assert!(back.sdr >= c.front.sdr && back.ma <= c.front.ma, "{}", c.id);
        }
    }
    // 7.5: the Hungarian guns are worse than others at every range.
    let charts = &standard().charts;
    for range in 1..=charts.range(Weapon::HungarianGun) {
        let ours = charts.range_drm(Weapon::HungarianGun, range);
        assert!(
            ours < charts.range_drm(Weapon::OttomanGun, range),
            "{range}"
        );
    }
}

#[test]
fn every_result_of_module_10_is_on_the_tables_and_a_higher_die_is_never_worse_for_who_throws_it() {
    let charts = &standard().charts;
    let mut seen = BTreeSet::new();
    let mut recoils = BTreeSet::new();
    let mut goes_on = false;
    for table in [&charts.shock, &charts.charge] {
        for column in 0..2 {
            let cells: Vec<_> = table.rows().map(|r| *table.get(r, column)).collect();
            for pair in cells.windows(2) {
                let (low, high) = (pair[0], pair[1]);
                assert!(low.attacker >= high.attacker, "{low} above {high}");
                assert!(!low.continued || high.continued, "{low} above {high}");
                // Driven off and Disordered are two ways to suffer less than both.
                let rank = |f: Fate| {
                    if f == Fate::Retreat {
                        Fate::Disordered
                    } else {
                        f
                    }
                };
                assert!(
                    rank(low.defender) <= rank(high.defender),
                    "{low} above {high}"
                );
            }
            for cell in cells {
                seen.insert(cell.defender);
                recoils.insert(cell.attacker);
                goes_on |= cell.continued;
                assert!(!(cell.continued && cell.attacker.disorders()), "{cell}");
            }
        }
    }
    for row in charts.fire.rows() {
        for column in 0..4 {
            seen.insert(*charts.fire.get(row, column));
        }
    }
    assert_eq!(seen.len(), Fate::ALL.len(), "{seen:?}");
    assert!(recoils.contains(&Recoil::None) && recoils.contains(&Recoil::DisorderedRetreat));
    assert!(goes_on);
}

#[test]
fn the_example_of_8_3_2_can_happen() {
    // One heavy horse Charges two light: it may win a Continued Attack on the one and be Disordered by the other.
    let hussars = results("OT-HC-1", Going::Home, "HU-LC-1", 2);
    assert!(
        hussars.iter().any(|r| r.attacker.disorders()),
        "{hussars:?}"
    );
}

#[test]
fn guns_make_noise_at_long_range() {
    // 7.5: at four hexes the best of them can do nothing to foot.
    let charts = &standard().charts;
    let drm = charts.range_drm(Weapon::OttomanGun, 4).expect("in range");
    let foot = (0..10).all(|face| {
        let row = (face + drm).clamp(charts.fire.low(), charts.fire.high());
        *charts.fire.get(row, 0) == Fate::None
    });
    assert!(foot);
    assert_eq!(
        Weapon::of(Side::Ottoman, Missile::Gun),
        Some(Weapon::OttomanGun)
    );
}
