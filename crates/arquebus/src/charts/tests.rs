use super::*;
use crate::components::{Hexside, SeizureCounter, Terrain, Tread};
use crate::data::{Base, standard};

fn charts() -> &'static Charts {
    &standard(Base::Cerignola).charts
}
fn printed(source: &Source, case: &str) {
    assert!(matches!(source, Source::Rulebook(at) if at == case), "{source} {case}");
}

#[test]
fn tables_rise_with_the_die_for_both_parties() {
    let c = charts();
    for column in 0..4 {
        c.fire.monotone(column, |f| *f as i32).unwrap();
    }
    for table in [&c.shock, &c.charge] {
        for column in 0..2 {
            table.monotone(column, |r| r.defender as i32).unwrap();
            table.monotone(column, |r| -(r.attacker as i32)).unwrap();
            table.monotone(column, |r| i32::from(r.continued)).unwrap();
        }
    }
    for row in c.fire.rows() {
        let of = |mounted, disordered| *c.fire.get(row, fire_column(mounted, disordered));
        assert!(of(false, false) <= of(true, false), "{row}");
        for mounted in [false, true] {
            // Disorder has no effect on a Disordered defender, which retreats instead.
            assert!(of(mounted, false) <= of(mounted, true) || of(mounted, true) == CombatResult::Retreat, "{row}");
        }
    }
    for weapon in c.ranges.rows.values() {
        assert!(weapon.windows(2).all(|w| w[0] >= w[1]));
    }
}

#[test]
fn a_charge_hurts_more_than_shock_and_a_disordered_defender_no_less() {
    let c = charts();
    for row in -3..=12 {
        for column in [false, true].map(shock_column) {
            let (shock, charge) = (c.shock.get(row, column), c.charge.get(row, column));
            assert!(charge.defender >= shock.defender && charge.continued >= shock.continued, "{row}");
        }
        for table in [&c.shock, &c.charge] {
            let (normal, disordered) = (table.get(row, 0), table.get(row, 1));
            assert!(
                disordered.defender as i32 >= normal.defender as i32 || disordered.defender == CombatResult::Retreat,
                "{row}"
            );
            assert!(disordered.attacker <= normal.attacker, "{row}");
        }
    }
}

#[test]
fn every_result_of_14_1_occurs_and_only_victors_continue() {
    let c = charts();
    let fired: Vec<CombatResult> = c
        .fire
        .rows()
        .flat_map(|n| (0..4).map(move |k| *c.fire.get(n, k)))
        .collect();
    for fate in [
        CombatResult::None,
        CombatResult::Disordered,
        CombatResult::Retreat,
        CombatResult::Retired,
        CombatResult::Eliminated,
    ] {
        assert!(fired.contains(&fate), "{fate} by fire");
    }
    for table in [&c.shock, &c.charge] {
        let all: Vec<_> = table.rows().flat_map(|n| [table.get(n, 0), table.get(n, 1)]).collect();
        for fate in [
            CombatResult::Disordered,
            CombatResult::Retreat,
            CombatResult::Retired,
            CombatResult::Engaged,
            CombatResult::Eliminated,
        ] {
            let has = |f: CombatResult| match fate {
                CombatResult::Disordered => f.disorders(),
                CombatResult::Retreat => f.retreats(),
                CombatResult::Engaged => f.engages(),
                fate => f == fate,
            };
            assert!(all.iter().any(|r| has(r.defender)), "{fate}");
        }
        assert!(all.iter().any(|r| r.attacker.disorders()) && all.iter().any(|r| r.attacker.retreats()));
        assert!(all.iter().any(|r| r.continued));
        for r in all {
            assert!(!r.continued || (r.attacker == Recoil::None && r.defender.vacates()), "{r}");
            // If one side is Engaged, so is the other.
            assert_eq!(r.attacker.engages(), r.defender.engages(), "{r}");
        }
    }
}

#[test]
fn what_the_rulebook_prints_is_so_and_says_so() {
    let c = charts();
    assert_eq!(c.ranges.drm(Missile::Crossbow, 1), Some(2));
    printed(c.ranges.sources.of("CB 1"), "11.3");
    for gun in Missile::ALL.into_iter().filter(|m| m.gun()) {
        assert!(c.ranges.reach(gun) > 4, "{gun}: 11.1");
    }
    for bow in [Missile::Longbow, Missile::Bow] {
        assert!(c.ranges.reach(bow) >= 2, "{bow}: 11.4");
    }
    assert_eq!(c.ranges.reach(Missile::Javelin), 1);
    let d = &c.fire_drms;
    assert_eq!((d.crossbow_at_men_at_arms, d.raining), (-1, -1));
    printed(d.sources.of("crossbow_at_men_at_arms"), "11.3");
    printed(d.sources.of("raining"), "11.4");
    let d = &c.shock_drms;
    assert_eq!((d.flank, d.rear, d.sides, d.retired), (2, 3, 4, 2));
    assert_eq!((d.disordered, d.moved, d.continued, d.counter_charged, d.breach), (-2, -1, -1, -2, 1));
    printed(&d.sources.source, "12.3");
    printed(d.sources.of("counter_charged"), "13.8");
    let t = &c.throws;
    assert_eq!((t.army, t.leader_fire, t.leader_hit, t.leader_struck, t.guns), (2, 9, 8, 7, 4));
    assert_eq!((t.counter_charge, t.counter_shock, t.counter_fire, t.counter_turn), (4, 5, 5, 1));
    printed(t.sources.of("counter_fire"), "13.9");
    let p = &c.points;
    assert_eq!((p.leave, p.disengage, p.pass, p.dismount, p.fire, p.retired), (1, 1, 1, 3, 1, 1));
    assert!(p.sources.source.is_printed());
    assert_eq!(c.leaders.ma, 5);
    printed(c.leaders.sources.of("ma"), "7.2");
    for source in [c.fire.source(), c.shock.source(), c.charge.source(), &c.matrix.source] {
        assert!(!source.is_printed());
    }
}

#[test]
fn flight_points_are_those_of_3_0() {
    let f = &charts().flight;
    assert_eq!((f.king, f.oc, f.leader, f.retired), (10, 5, 2, 1));
    for (points, arms) in [
        (5, &[Arm::Pikes, Arm::SwordAndBuckler][..]),
        (3, &[Arm::MenAtArms, Arm::MountedArquebus, Arm::Arquebus]),
        (
            2,
            &[
                Arm::Crossbow,
                Arm::Genitors,
                Arm::LightArchers,
                Arm::MountedCrossbow,
                Arm::Stradiots,
            ],
        ),
        (1, &[Arm::Artillery, Arm::GunWagon, Arm::LightCavalry, Arm::Longbow]),
        (0, &[Arm::Skirmishers, Arm::Sappers, Arm::BaggageWagon]),
    ] {
        for &arm in arms {
            assert_eq!(f.of(arm), points, "{arm}");
        }
    }
    printed(&f.sources.source, "3.0");
    assert!(!f.sources.of("bw").is_printed());
}

#[test]
fn some_types_only_defend_and_pikes_are_proof_to_horse() {
    let c = charts();
    let attack: Vec<Arm> = Arm::ALL.into_iter().filter(|&a| c.may_attack(a)).collect();
    // The samples of the rulebook, and others that such troops are known to have attacked.
    for arm in [Arm::Pikes, Arm::SwordAndBuckler, Arm::MenAtArms, Arm::Stradiots] {
        assert!(attack.contains(&arm), "{arm}");
    }
    for arm in [
        Arm::Arquebus,
        Arm::Crossbow,
        Arm::Longbow,
        Arm::Skirmishers,
        Arm::Sappers,
        Arm::Artillery,
        Arm::GunWagon,
    ] {
        assert!(!attack.contains(&arm), "{arm}");
    }
    for arm in attack {
        for line in Arm::ALL {
            assert_eq!(c.weapons(arm, line).is_some(), Line::of(line).is_some(), "{arm} {line}");
        }
        assert!(!arm.mounted() || c.weapons(arm, Arm::Pikes) < c.weapons(arm, Arm::Arquebus), "{arm}");
    }
    assert_eq!(c.weapons(Arm::Arquebus, Arm::Pikes), None);
}

#[test]
fn terrain_blocks_sight_and_bars_charges_as_11_4_and_13_3_say() {
    use Terrain::{Buildings, City, Clear, Cropfields, LightWoods, Marsh, Rough, Taro, Town, Vineyards, Woods};
    let t = &charts().terrain;
    for terrain in Terrain::ALL {
        let row = t.hex(terrain);
        let blocks = [Woods, LightWoods, Vineyards, Town, City, Buildings].contains(&terrain);
        assert_eq!(row.blocks_sight, blocks, "{terrain}");
        printed(row.sources.of("sight"), "11.4");
        let barred = [
            Woods, LightWoods, Marsh, Rough, Buildings, Cropfields, Vineyards, Taro, Town, City,
        ];
        assert_eq!(row.charge, !barred.contains(&terrain), "{terrain}");
        assert!(row.sources.of("charge").is_printed(), "{terrain}");
    }
    assert_eq!(t.hex(Clear).mp, [Some(1); 4]);
    assert_eq!(t.hex(City).mp[crate::MOUNTED], None);
    for side in Hexside::ALL {
        let Some(row) = t.side(side) else {
            assert_eq!(side, Hexside::Bridge);
            continue;
        };
        assert_eq!(row.blocks_sight, matches!(side, Hexside::Wall | Hexside::Torre), "{side}");
        // 13.3(5g): a water side that costs more than one point or needs a roll bars Charges; works always do.
        let easy = row.mp[crate::MOUNTED].is_some_and(|n| n <= 1) && row.disorder.of(Tread::Mounted) == Risk::None;
        let open = matches!(side, Hexside::Stream | Hexside::Breach) && easy;
        assert_eq!(row.charge, open, "{side}");
    }
    for side in [Hexside::Wall, Hexside::Torre] {
        let row = t.side(side).unwrap();
        assert_eq!((row.mp, row.shock.of(true), row.shock.of(false)), ([None; 4], None, None));
    }
    let rampart = t.side(Hexside::Rampart).unwrap();
    assert_eq!((rampart.mp[crate::MOUNTED], rampart.shock.of(true)), (None, Some(-2)));
}

#[test]
fn the_cup_holds_eight_counters() {
    let cup = charts().seizure.counters;
    let opportunity = |c: &SeizureCounter| matches!(c, SeizureCounter::Opportunity(_));
    assert_eq!((cup.len(), cup.iter().filter(opportunity).count()), (8, 4));
    assert!(cup.has(SeizureCounter::Opportunity(5)));
}

#[test]
fn a_net_of_minus_five_is_as_told_of_cerignola() {
    // Swiss, Disordered by the ditch, against landsknechts behind ditch and rampart: only a 9 hurts, and an 8 holds.
    let game_data = standard(Base::Cerignola);
    let c = &game_data.charts;
    let terrain: i32 = [Hexside::Ditch, Hexside::Rampart]
        .iter()
        .filter_map(|s| c.terrain.side(*s)?.shock.of(false))
        .sum();
    let sdr = |kind: &str| {
        game_data
            .roster
            .kinds
            .iter()
            .find(|k| k.id == kind)
            .map(|k| i32::from(k.faces.front.sdr))
    };
    let matrix = c.weapons(Arm::Pikes, Arm::Pikes).unwrap();
    let net = c.shock_drms.disordered + terrain + sdr("landsknechts").unwrap() + matrix;
    assert_eq!((terrain, net), (-2, -5));
    let result = |die: i32| *c.shock.get(die + net, shock_column(false));
    assert!(result(9).defender.vacates() && result(9).attacker == Recoil::None);
    assert!(result(8).attacker.engages() && !result(8).attacker.disorders());
    assert!((0..8).all(|die| result(die).defender <= CombatResult::Engaged && result(die).attacker != Recoil::None));
}

#[test]
fn the_examples_of_the_rulebook_come_out() {
    let game_data = standard(Base::Fornovo);
    let c = &game_data.charts;
    let kind = |id: &str| game_data.roster.kinds.iter().find(|k| k.id == id).unwrap();
    // 11.3: a crossbow next to Men-at-Arms, +2, 0 and -1.
    let bow = kind("crossbows").faces.front.missile.unwrap();
    assert_eq!(
        c.ranges.drm(Missile::Crossbow, 1).unwrap() + i32::from(bow) + c.fire_drms.crossbow_at_men_at_arms,
        1
    );
    assert_eq!(kind("swiss-crossbows").faces.front.missile, Some(-2));
    // 13.6: Spanish Men-at-Arms fail on an 8.
    assert!(8 + i32::from(kind("lances").faces.front.sdr) > i32::from(c.throws.counter_fire));
    // 12.3: one unit of Men-at-Arms that attacks two of pikes may continue against the first, Disordered and struck in
    // the flank, and be Disordered at the second.
    let horse = c.weapons(Arm::MenAtArms, Arm::Pikes).unwrap() - 1;
    let back = i32::from(kind("pikes").faces.back.unwrap().sdr);
    assert!(
        c.shock
            .get(9 + horse + back + c.shock_drms.flank, shock_column(true))
            .continued
    );
    assert!(c.shock.get(1 + horse, shock_column(false)).attacker.disorders());
}

#[test]
fn results_are_read_as_printed() {
    for table in [&charts().shock, &charts().charge] {
        for row in table.rows() {
            for column in 0..2 {
                let r = *table.get(row, column);
                assert_eq!(ShockResult::named(&r.to_string()), Some(r));
            }
        }
    }
    assert_eq!(ShockResult::named("AD+Eng/Eng").map(|r| r.attacker), Some(Recoil::DisorderedEngaged));
    for bad in ["", "/", "AD", "AD / X", "- / D + CB", "D / AD"] {
        assert_eq!(ShockResult::named(bad), None, "{bad}");
    }
}

#[test]
fn the_data_name_the_types_in_open_order() {
    let told = format!("{:?}", charts().fire_drms.sources);
    let named: Vec<&str> = OPEN_ORDER.iter().map(|arm| arm.short()).collect();
    assert!(told.contains(&format!("skirmish with missiles (2.5): {}.", named.join(", "))), "{told}");
}
