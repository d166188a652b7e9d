use super::*;
use crate::components::GUN;
use crate::data::standard;

#[test]
fn tables_rise_with_the_die_for_both_parties() {
    let c = &standard().charts;
    for column in 0..4 {
        c.fire.monotone(column, |f| *f as i32).unwrap();
    }
    for table in [&c.shock, &c.charge] {
        for column in 0..2 {
            table.monotone(column, |r| r.defender as i32).unwrap();
            table.monotone(column, |r| -(r.attacker as i32)).unwrap();
            table.monotone(column, |r| i32::from(r.continued)).unwrap();
        }
        // A Disordered defender never does better than a Normal one, and the attacker then never does worse.
        for row in table.rows() {
            let (normal, disordered) = (table.get(row, shock_column(false)), table.get(row, shock_column(true)));
            assert!(disordered.attacker <= normal.attacker, "{row}");
            assert!(row < 4 || disordered.defender != CombatResult::None, "{row}");
        }
    }
    for row in c.fire.rows() {
        assert!(c.fire.get(row, fire_column(false, false)) <= c.fire.get(row, fire_column(true, false)));
    }
}

#[test]
fn nobody_continues_disordered_or_against_a_defender_who_stands() {
    let c = &standard().charts;
    for table in [&c.shock, &c.charge] {
        for row in table.rows() {
            for column in [false, true].map(shock_column) {
                let r = table.get(row, column);
                assert!(!r.continued || (r.attacker == Recoil::None && r.defender.vacates()));
            }
        }
    }
}

#[test]
fn every_result_of_module_10_occurs() {
    let c = &standard().charts;
    for fate in CombatResult::ALL {
        let fired = c.fire.rows().any(|n| (0..4).any(|k| *c.fire.get(n, k) == fate));
        assert!(fired, "{fate} by fire");
        let shocked = [&c.shock, &c.charge]
            .into_iter()
            .any(|t| t.rows().any(|n| (0..2).any(|k| t.get(n, k).defender == fate)));
        assert!(shocked, "{fate} by shock");
    }
    for table in [&c.shock, &c.charge] {
        let all: Vec<_> = table.rows().flat_map(|n| [table.get(n, 0), table.get(n, 1)]).collect();
        assert!(all.iter().any(|r| r.continued));
        assert!(all.iter().any(|r| r.attacker.disorders()));
        assert!(all.iter().any(|r| r.attacker.retreats()));
    }
}

#[test]
fn what_the_rulebook_prints_is_so_and_says_so() {
    let c = &standard().charts;
    let rulebook = |s: &Source, case: &str| {
        assert!(matches!(s, Source::Rulebook(at) if at.starts_with(case)), "{s}");
    };
    assert_eq!(c.range_drm(Weapon::Bow, 1), Some(1));
    rulebook(c.range_sources.of("bow 1"), "7.4.1");
    assert_eq!(c.range(Weapon::Musket), 1);
    rulebook(c.range_sources.of("musket range"), "2.2.7");
    assert!(c.range(Weapon::Bow) > 1 && c.range(Weapon::OttomanGun) > 1);
    assert_eq!(c.fire_drms.flank_of_mounted, 1);
    rulebook(c.fire_drms.sources.of("flank_of_mounted"), "7.4.2");
    let t = &c.terrain;
    assert_eq!(t.hex(0).mp, [Some(1); 3]);
    assert_eq!(t.slope.shock, -1);
    rulebook(t.slope.sources.of("shock"), "19.0");
    assert!(t.blocks_sight(2) && !t.blocks_sight(0) && !t.blocks_sight(1));
    for row in [&t.hexes[1], &t.hexes[2]] {
        assert_eq!(row.mp[GUN], None);
        rulebook(row.sources.of("guns"), "7.5.2");
    }
    assert_eq!(t.stream.mp[GUN], None);
    assert!(!t.stream.charge && !t.trench.charge && !t.hexes[2].charge && t.hexes[1].charge);
    assert!(!c.fire.source().is_printed() && !c.shock.source().is_printed());
    assert!(!c.charge.source().is_printed() && !c.matrix.source.is_printed());
    // 8.3.2's example: a high roll continues against the first LC, a low one Disorders the attacker against the second; the
    // modifiers are +2 in both.
    assert!(c.charge.get(7 + 2, shock_column(false)).continued);
    assert!(c.charge.get(1 + 2, shock_column(false)).attacker.disorders());
    // Archer Infantry has a column and no row.
    assert!(c.matrix.get(Arm::HeavyCavalry, Line::ArcherInfantry).is_some());
    assert!(!c.matrix.attacks(Arm::Artillery) && c.matrix.attacks(Arm::LightCavalry));
}

#[test]
fn results_are_read_as_printed() {
    for table in [&standard().charts.shock, &standard().charts.charge] {
        for row in table.rows() {
            for column in 0..2 {
                let r = *table.get(row, column);
                assert_eq!(ShockResult::named(&r.to_string()), Some(r));
            }
        }
    }
    for fate in CombatResult::ALL {
        assert_eq!(CombatResult::named(fate.printed()), Some(fate));
    }
    assert_eq!(
        ShockResult::named("- / Ret+CA"),
        Some(ShockResult {
            attacker: Recoil::None,
            defender: CombatResult::Retired,
            continued: true
        })
    );
    for bad in ["", "/", "AD", "AD / X", "- / D + CB", "D / AD"] {
        assert_eq!(ShockResult::named(bad), None, "{bad}");
    }
}
