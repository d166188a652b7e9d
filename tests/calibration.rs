//! What the rulebooks fix of the reconstructed charts, and the targets that were used to set the rest by play. `casus simulate`
//! measures what depends on hundreds of battles; see docs/calibration.md.

mod suleiman {
    use casus_belli::core::Game;
    use casus_belli::suleiman::Going;
    use casus_belli::suleiman::rules::shock::forecast;
    use casus_belli::suleiman::{Arm, Missile, Setup, ShockResult, Side, State, Suleiman, standard};
    use casus_belli::suleiman::{CombatResult, Recoil, Weapon};
    use std::collections::BTreeSet;

    /// A state with the printed battle's charts, and one unit in front of another in the open.
    fn duel(attacker: &str, defender: &str) -> State {
        let text = format!(
            r#"start_at = "move-fire"
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
        let unit = |id| s.game_data().roster.unit(id).expect("a unit");
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
            assert!(c.arm != Arm::Artillery || c.missile == Missile::Gun, "{}", c.id);
        }
        let bali = roster.leader_card(roster.leader("Bali").expect("Bali"));
        assert!((1..=5).contains(&bali.activation), "5.3.1");
    }

    #[test]
    fn who_is_better_in_the_text_is_better_on_the_counter() {
        let roster = &standard().roster;
        let sdr = |id: &str| roster.counter(roster.unit(id).expect("a unit")).front.sdr;
        // 2.2.2: Hungarian heavy horse is better than the Porte's, which is better than the spahis; the Porte's foot is
        // better than the rest.
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
            assert!(ours < charts.range_drm(Weapon::OttomanGun, range), "{range}");
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
                    // A retreat and a Disorder each suffer less than both together.
                    let rank = |f: CombatResult| {
                        if f == CombatResult::Retreat {
                            CombatResult::Disordered
                        } else {
                            f
                        }
                    };
                    assert!(rank(low.defender) <= rank(high.defender), "{low} above {high}");
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
        assert_eq!(seen.len(), CombatResult::ALL.len(), "{seen:?}");
        assert!(recoils.contains(&Recoil::None) && recoils.contains(&Recoil::DisorderedRetreat));
        assert!(goes_on);
    }

    #[test]
    fn the_example_of_8_3_2_can_happen() {
        // One heavy horse Charges two light: it may win a Continued Attack against one and be Disordered by the other.
        let hussars = results("OT-HC-1", Going::Home, "HU-LC-1", 2);
        assert!(hussars.iter().any(|r| r.attacker.disorders()), "{hussars:?}");
    }

    #[test]
    fn guns_make_noise_at_long_range() {
        // 7.5: at four hexes even the best of them cannot hurt foot.
        let charts = &standard().charts;
        let drm = charts.range_drm(Weapon::OttomanGun, 4).expect("in range");
        let foot = (0..10).all(|face| {
            let row = (face + drm).clamp(charts.fire.low(), charts.fire.high());
            *charts.fire.get(row, 0) == CombatResult::None
        });
        assert!(foot);
        assert_eq!(Weapon::of(Side::Ottoman, Missile::Gun), Some(Weapon::OttomanGun));
    }
}

mod marignan {
    use casus_belli::core::{Agent, Game, Outcome, PieceSet, Seeded, Sided, Steady, playout_with};
    use casus_belli::marignan::rules::{fire, melee};
    use casus_belli::marignan::{
        Arm, Bonus, Class, Marignan, MeleeResult, Protection, Setup, Side, State, Toll, UnitId, Whereabouts,
        fire_strength, standard,
    };
    use std::collections::BTreeSet;

    fn unit(id: &str) -> UnitId {
        standard().roster.unit(id).expect("a unit")
    }

    fn toll(text: &str) -> Toll {
        Toll::named(text).expect("a result")
    }

    fn position(text: &str) -> State {
        let setup: Setup = toml::from_str(text).expect("a set-up");
        Marignan::begin(&setup).expect("a sound set-up")
    }

    #[test]
    fn the_columns_that_12_and_13_name_are_neighbours_as_told() {
        let charts = &standard().charts;
        let fire = charts.fire.table.columns();
        assert_eq!(fire[0], "1", "12.4: the weakest");
        let at = charts.fire.table.column("6-7").expect("12.4");
        assert_eq!(fire[at + 1], "8-9", "12.4");
        assert_eq!(charts.fire.starts()[at], 6);
        let melee = &charts.melee.table;
        let at = |name| melee.column(name).expect("13.2");
        assert_eq!(at("2/1") + 2, at("4/1"), "13.2, 13.3");
        assert!(at("1/2") < at("2/1"), "13.2");
        for odds in ["3/2", "5/2", "2/3"] {
            assert_eq!(melee.column(odds), None, "13.2");
        }
        for table in [charts.fire.table.row(0), charts.melee.table.row(0)] {
            assert_eq!(table, 1, "one die");
        }
        for table in [charts.fire.table.row(99), charts.melee.table.row(99)] {
            assert_eq!(table, 6, "one die");
        }
    }

    #[test]
    fn the_cells_of_the_examples_are_as_told() {
        let charts = &standard().charts;
        let fire = &charts.fire.table;
        let at = fire.column("6-7").expect("a column");
        assert_eq!(*fire.get(4, at), toll("T"), "12.4");
        let melee = &charts.melee.table;
        let at = melee.column("4/1").expect("a column");
        let cell = MeleeResult::named("- / *T-3").expect("a result");
        assert_eq!(*melee.get(3, at), cell, "13.3");
    }

    /// The example of 12.4 with the present charts and counters.
    #[test]
    fn the_example_of_fire_comes_out() {
        let s = position(
            r#"start_at = "defensive-fire"
map = { blank = true, hexes = [{ hex = "1210", terrain = "dense" }] }
places = { hexes = "0128" }
units = [
  { id = "Arq-1", hex = "1210", facing = "N" },
  { id = "Genouillac-Art-1", hex = "1212", facing = "N" },
  { id = "Navarro-Gas-1", hex = "1112", facing = "N" },
  { id = "Navarro-Gas-2", hex = "1112" },
]"#,
        );
        let firers = ["Genouillac-Art-1", "Navarro-Gas-1", "Navarro-Gas-2"];
        let firers: PieceSet = firers.into_iter().map(|id| unit(id).0).collect();
        let target = s.hex(unit("Arq-1")).expect("on the map");
        let shot = fire::forecast(&s, target, firers).expect("a shot");
        assert_eq!(shot.strength.total, 8);
        assert_eq!((shot.from.as_str(), shot.column.as_str()), ("8-9", "6-7"));
        assert_eq!(shot.result(4), toll("T"));
    }

    /// The example of 13.3 with the present charts and counters.
    #[test]
    fn the_example_of_melee_comes_out() {
        let s = position(
            r#"start_at = "melee"
active = "French"
map = { blank = true, roads = [["1412", "1411", "1410"]] }
places = { hexes = "0128" }
units = [
  { id = "Bayard-Gen-1", hex = "1411", facing = "N", charge = "1410" },
  { id = "I-Pike-1", hex = "1410", facing = "S", state = "disordered" },
]
commanders = [{ id = "Bayard", hex = "1411" }]"#,
        );
        let target = s.hex(unit("I-Pike-1")).expect("on the map");
        let attackers = PieceSet::one(unit("Bayard-Gen-1").0);
        let fight = melee::forecast(&s, target, attackers).expect("a melee");
        assert_eq!((fight.attack.total, fight.defence.total), (8, 4));
        assert_eq!((fight.from.as_str(), fight.column.as_str()), ("2/1", "4/1"));
        assert_eq!(fight.modifiers.total, 5);
        assert_eq!(fight.result(2).to_string(), "- / *T-3");
    }

    #[test]
    fn every_result_of_12_4_is_on_the_fire_table() {
        let table = &standard().charts.fire.table;
        let columns = table.columns().len();
        let seen: BTreeSet<String> = (1..=6)
            .flat_map(|row| (0..columns).map(move |c| table.get(row, c).to_string()))
            .collect();
        let all = ["-", "T", "T-1", "T-2", "T-3", "T-4", "D", "*", "**", "***", "****"];
        assert_eq!(seen, all.map(str::to_owned).into());
    }

    #[test]
    fn a_higher_die_and_a_higher_column_are_never_worse_for_who_throws() {
        let charts = &standard().charts;
        let (fire, melee) = (&charts.fire.table, &charts.melee.table);
        let fired = |row, c| fire.get(row, c).severity();
        let fought = |row, c| {
            let cell = melee.get(row, c);
            (-cell.attacker.severity(), cell.defender.severity())
        };
        for row in 1..=6 {
            for c in 0..fire.columns().len() {
                assert!(row == 1 || fired(row - 1, c) <= fired(row, c), "{row} {c}");
                assert!(c == 0 || fired(row, c - 1) <= fired(row, c), "{row} {c}");
            }
            for c in 0..melee.columns().len() {
                let (a, d) = fought(row, c);
                let lower = [
                    (row > 1).then(|| fought(row - 1, c)),
                    (c > 0).then(|| fought(row, c - 1)),
                ];
                for (lower_a, lower_d) in lower.into_iter().flatten() {
                    assert!(lower_a <= a && lower_d <= d, "{row} {c}");
                }
            }
        }
    }

    #[test]
    fn the_modifiers_are_as_printed() {
        let charts = &standard().charts;
        let f = &charts.fire_modifiers;
        let got = [f.feeble, f.superior, f.arquebusiers, f.demoralized];
        assert_eq!(got, [1, -1, -1, -2], "12.4, 8.3");
        let t = &charts.terrain;
        let got = [
            t.hexes[0].fire,
            t.hexes[1].fire,
            t.hexes[2].fire,
            t.hexes[3].fire,
            t.fortification.fire,
        ];
        assert_eq!(got, [0, -1, -2, -4, -2], "12.4");
        let m = &charts.melee_modifiers;
        let got = [
            m.morale,
            m.protection,
            m.demoralized,
            m.charge,
            m.hedgehog,
            m.rear,
            m.routed,
        ];
        assert_eq!(got, [1, 1, 2, 2, 1, 2, 4], "13.2");
        assert!(t.slope.melee > 0, "13.2: the upper side profits");
        let charged: Vec<bool> = t.hexes.iter().map(|row| row.charge).collect();
        assert!(!charged[2] && !charged[3], "9.3: no village, no farm");
        for side in [&t.canal, &t.river, &t.grand_canal, &t.bridge, &t.fortification] {
            assert!(!side.charge, "9.3");
        }
        let blocks: Vec<bool> = t.hexes.iter().map(|row| row.blocks_sight).collect();
        assert_eq!(blocks, [false, true, true, true], "12.2");
    }

    #[test]
    fn the_ranges_are_as_printed() {
        let guns = |range| fire_strength(Class::Artillery, 8, range);
        let got = [1, 2, 3, 4, 5].map(guns);
        assert_eq!(got, [Some(8), Some(6), Some(4), Some(2), None], "12.1");
        let shot = |range| fire_strength(Class::Infantry, 4, range);
        assert_eq!([1, 2, 3].map(shot), [Some(4), Some(1), None], "12.1");
    }

    #[test]
    fn the_counters_are_as_the_rules_and_examples_have_them() {
        let roster = &standard().roster;
        let pike = &roster[unit("I-Pike-1")];
        assert_eq!(pike.back.melee, 4, "13.3");
        assert_eq!(pike.protection, Protection::Normal, "13.3");
        let bayard = roster.corps("Bayard").expect("14.1");
        let mut gendarmes = 0;
        for u in roster.units_of(bayard) {
            let c = &roster[u];
            assert_eq!(c.class(), Class::Cavalry, "7.2");
            gendarmes += 1;
            assert_eq!(c.front.melee, 8, "13.3");
            assert_eq!(c.protection, Protection::Superior, "13.3");
            assert!(c.front.morale > pike.back.morale, "13.3");
        }
        assert!(gendarmes >= 2, "13.3");
        for c in &roster.counters {
            match c.arm {
                Arm::Artillery => assert_eq!(c.front.fire, 8, "12.4: {}", c.id),
                Arm::Arquebusiers if c.side == Side::French => {
                    assert_eq!(c.front.fire, 4, "12.4: {}", c.id);
                }
                Arm::Arquebusiers => {
                    assert!(c.front.fire > 0 && c.corps.is_none(), "6.1: {}", c.id);
                }
                Arm::Cavalry if c.side == Side::Swiss => {
                    assert!(c.corps.is_none(), "6.1: {}", c.id);
                }
                _ => assert_eq!(c.front.fire, 0, "12.0: {}", c.id),
            }
            assert!(c.back.morale < c.front.morale && c.back.melee <= c.front.melee, "{}", c.id);
        }
    }

    #[test]
    fn swiss_pikes_have_their_replacements() {
        let roster = &standard().roster;
        let mut weak = Vec::new();
        for c in roster.counters.iter().filter(|c| c.swiss_pikemen()) {
            let corps = roster[c.corps.expect("pikes have a corps")].id.as_str();
            if !c.replacement {
                assert_eq!(c.front.melee, 6, "1.1: {}", c.id);
                weak.push(corps);
                continue;
            }
            assert_ne!(c.front.melee, 6, "1.1: {}", c.id);
            for disordered in [false, true] {
                let full = c.face(disordered, false);
                let half = c.face(disordered, true);
                assert_eq!(half.melee * 2, full.melee, "1.1: {}", c.id);
                assert_eq!(half.morale + 1, full.morale, "1.1: {}", c.id);
                assert_eq!(half.ma, full.ma, "1.1: {}", c.id);
            }
        }
        let many = |id| weak.iter().filter(|&&c| c == id).count();
        assert_eq!([many("I"), many("II"), many("III")], [0, 3, 9], "1.1");
        for c in &roster.counters {
            assert!(!c.replacement || c.swiss_pikemen(), "1.1: {}", c.id);
        }
    }

    #[test]
    fn the_commanders_have_their_bonuses() {
        let roster = &standard().roster;
        let card = |id: &str| &roster[roster.commander(id).expect("a commander")];
        assert_eq!(card("Bayard").front.bonus, Bonus::Melee(1), "13.3");
        for id in ["Genouillac", "Navarro"] {
            assert_eq!(card(id).front.bonus, Bonus::Fire(1), "1.2");
        }
        let heroes: Vec<&str> = roster
            .commanders
            .iter()
            .filter(|c| c.hero)
            .map(|c| c.id.as_str())
            .collect();
        assert_eq!(heroes, ["Francois", "Bayard"], "7.2");
        for c in &roster.commanders {
            let fires = matches!(c.front.bonus, Bonus::Fire(_));
            assert_eq!(fires, ["Genouillac", "Navarro"].contains(&c.id.as_str()), "1.2");
            let (front, back) = (c.front, c.back);
            assert!(back.range <= front.range && back.ma <= front.ma, "1.2: {}", c.id);
            assert!((back.range, back.ma) != (front.range, front.ma), "1.2: {}", c.id);
        }
    }

    #[test]
    fn the_armies_and_the_clock_are_as_printed() {
        let game_data = standard();
        let french = game_data.roster.corps.iter().filter(|c| c.side == Side::French);
        let morale: Vec<u8> = french.map(|c| c.morale.expect("8.2")).collect();
        assert_eq!((morale.len(), morale.iter().map(|&m| u32::from(m)).sum()), (10, 56));
        let d = &game_data.deployment;
        assert_eq!(d.armies.swiss_morale, 40, "8.1");
        assert_eq!(d.armies.french_corps_to_lose, 5, "8.2");
        assert_eq!(d.armies.night_range, -1, "14.1");
        assert_eq!(d.clock.night_turns, 3, "14.1");
        assert_eq!(d.clock.second_day_turns, 8, "14.2");
        assert_eq!(d.placements.len(), 10, "14.1");
        assert_eq!(d.places.len(), 4, "8.1");
    }

    /// The properties that twelve battles of the first day must have.
    #[test]
    fn the_first_day_is_open_and_the_swiss_come_to_the_guns() {
        const SEEDS: u64 = 12;
        let (mut won, mut reached) = ([0; 2], 0);
        for seed in 1..=SEEDS {
            let mut s = Marignan::begin(&Setup::default()).expect("the printed set-up is sound");
            let (mut a, mut b) = (Steady::new(seed), Steady::new(seed + SEEDS));
            let mut chairs: [&mut dyn Agent<Marignan>; 2] = [&mut a, &mut b];
            let (mut late, mut guns) = (false, false);
            let play = playout_with::<Marignan>(&mut s, &mut chairs, &mut Seeded::new(seed), 100_000, |s, _| {
                let waits = |u: UnitId| s.side(u) == Side::Swiss && s.unit(u).at == Whereabouts::Reserve;
                late |= s.turn() > 4 && s.unit_ids().any(waits);
                guns |= s
                    .on_map(Side::French)
                    .any(|(u, hex)| s.class(u) == Class::Artillery && s.beside_enemy(hex, Side::French));
            });
            assert!(!late, "seed {seed}: Swiss still off the map after turn 4");
            reached += u64::from(guns);
            match play.outcome.expect("an end").0 {
                Outcome::Win(side) => won[side.index()] += 1,
                Outcome::Draw => {}
                other => panic!("seed {seed}: {other:?}"),
            }
        }
        assert!(won.iter().all(|&n| n < SEEDS), "{won:?}");
        assert!(reached * 4 >= SEEDS * 3, "{reached} of {SEEDS}");
    }
}

mod arquebus {
    use casus_belli::arquebus::rules::shock::forecast;
    use casus_belli::arquebus::{
        Arquebus, Base, CombatResult, Hexside, Missile, Setup, Side, State, Striker, UnitId, What, standard,
    };
    use casus_belli::core::{Agent, Cite, Few, Game, HexId, Outcome, Seeded, Steady, playout_with};
    use std::collections::BTreeSet;

    /// French horse in front of a hex of Cerignola's ditch that one unit holds.
    fn before_the_ditch(defender: &str) -> (State, UnitId, HexId, HexId) {
        let text = format!(
            r#"start_at = "activation"
active = ["Nemours"]
units = [{{ id = "FR-MM-1", hex = "1211", facing = "N", state = "disordered" }}, {{ id = "{defender}", hex = "1110", facing = "S" }}]
leaders = [{{ id = "Nemours", hex = "1119" }}]"#
        );
        let setup: Setup = toml::from_str(&text).expect("a set-up");
        let s = Arquebus::begin(&setup).expect("a sound set-up");
        let unit = |id: &str| s.game_data().roster.unit(id).expect("a unit");
        let (horse, foot) = (unit("FR-MM-1"), unit(defender));
        let (from, to) = (s.hex(horse).expect("on the map"), s.hex(foot).expect("on the map"));
        (s, horse, from, to)
    }

    #[test]
    fn men_at_arms_do_not_take_the_ditch_of_cerignola() {
        for defender in ["SP-PK-1", "SP-SB-1", "SP-SB-2", "SP-AQ-1"] {
            let (s, unit, from, hex) = before_the_ditch(defender);
            let board = &s.game_data().board;
            let dir = board.direction(from, hex).expect("next to it");
            assert!(Hexside::Ditch.is_at(board, from, dir) && Hexside::Rampart.is_at(board, from, dir));
            // The ditch has Disordered them (12.3(2b)), and no unit Charges across it (13.3(5g)).
            let striker = Striker {
                unit,
                on: Few::one(hex),
                from,
                charge: false,
                path: Few::new(),
                waiting: false,
                out: false,
            };
            let f = forecast(&s, &[striker], hex, false).expect("a die falls");
            let clears = (0..10).filter(|&face| f.result(&s.game_data().charts, face).defender.vacates());
            assert!(clears.count() * 10 < 20, "{defender}");
        }
    }

    /// The results of Section 14 that have occurred.
    #[derive(Default)]
    struct Seen(BTreeSet<&'static str>);

    impl Seen {
        fn fate(&mut self, fate: CombatResult) {
            for (word, is) in [
                ("Disordered (14.2)", fate.disorders()),
                ("Retreat (14.3)", fate.retreats()),
                ("Retired (14.4)", fate == CombatResult::Retired),
                ("Engaged (14.5)", fate.engages()),
                ("Eliminated (14.6)", fate == CombatResult::Eliminated),
            ] {
                if is {
                    self.0.insert(word);
                }
            }
        }
    }

    /// Plays a battle between steady agents. Returns its activations, its Charges, and how it ended.
    fn fought(base: Base, seed: u64, seen: &mut Seen) -> (usize, usize, Option<(Outcome<Side>, Cite)>) {
        let setup = Setup {
            base,
            ..Setup::default()
        };
        let mut s = Arquebus::begin(&setup).expect("the battle is sound");
        let (mut a, mut b) = (Steady::new(seed * 2), Steady::new(seed * 2 + 1));
        let mut chairs: [&mut dyn Agent<Arquebus>; 2] = [&mut a, &mut b];
        let (mut activations, mut charges) = (0, 0);
        let play = playout_with::<Arquebus>(&mut s, &mut chairs, &mut Seeded::new(seed), 20_000, |s, events| {
            for event in events {
                match &event.what {
                    What::Activated { .. } | What::ArmyActivated { .. } | What::StandardActivated { .. } => {
                        activations += 1;
                    }
                    What::Declared {
                        hex,
                        charge: true,
                        path,
                        ..
                    } => {
                        charges += 1;
                        let board = &s.game_data().board;
                        let last = path.last().expect("a Charge has a path");
                        let dir = board.direction(*last, *hex).expect("next to it");
                        assert!(!Hexside::Ditch.is_at(board, *last, dir), "{base} {seed}");
                    }
                    What::Fired { result, .. } => seen.fate(*result),
                    What::Struck { result, .. } => {
                        seen.fate(result.defender);
                        if result.continued {
                            seen.0.insert("Continued Attack (14.7)");
                        }
                    }
                    _ => {}
                }
            }
        });
        (activations, charges, play.outcome)
    }

    #[test]
    fn battles_are_fought_to_a_flight_with_every_result_and_no_charge_over_the_ditch() {
        let mut seen = Seen::default();
        for base in Base::ALL {
            let mut rode = 0;
            for seed in 1..=2 {
                let (activations, charges, end) = fought(base, seed, &mut seen);
                rode += charges;
                let (outcome, case) = end.unwrap_or_else(|| panic!("{base} {seed}: no end"));
                assert!(matches!(outcome, Outcome::Win(_) | Outcome::Draw), "{base} {seed}: {outcome:?}");
                assert_eq!(case.text(), "3.0", "{base} {seed}");
                assert!((12..=250).contains(&activations), "{base} {seed}: {activations}");
            }
            assert!(rode > 0, "{base}");
        }
        assert_eq!(seen.0.len(), 6, "{:?}", seen.0);
    }

    #[test]
    fn arquebuses_hit_as_crossbows_do_as_far_as_they_carry() {
        let charts = &standard(Base::Pavia).charts;
        let drm = |m, range| charts.ranges.drm(m, range);
        assert_eq!(drm(Missile::Arquebus, 1), drm(Missile::Crossbow, 1));
        assert!(drm(Missile::Arquebus, 2) >= drm(Missile::Crossbow, 2));
        assert_eq!(drm(Missile::Arquebus, 3), None);
        assert!(drm(Missile::Crossbow, 3).is_some());
    }
}

mod blind_faith {
    use casus_belli::blind_faith::{
        Action, Battering, BlindFaith, Clash, Happening, Kind, Salvo, Setup, Shot, Side, Storm, Urban, WAGON_COLUMN,
        standard,
    };
    use casus_belli::core::{Match, Seeded, Turn};

    /// The number of the six faces for which this is true.
    fn faces(is: impl Fn(i32) -> bool) -> usize {
        (1..=6).filter(|&face| is(face)).count()
    }
    /// The number of the 216 rolls of three dice with a sum.
    fn ways(sum: i32) -> usize {
        let dice = || 1..=6;
        dice()
            .flat_map(|a| dice().flat_map(move |b| dice().map(move |c| a + b + c)))
            .filter(|&n| n == sum)
            .count()
    }
    /// The number of the 216 rolls that bring an event.
    fn chance(of: Happening) -> usize {
        let events = &standard().charts.events;
        (3..=18).filter(|&sum| *events.get(sum, 0) == of).map(ways).sum()
    }

    #[test]
    fn the_poles_come_on_six_and_seven_and_every_event_has_its_row() {
        let events = &standard().charts.events;
        let polish: Vec<i32> = (3..=18)
            .filter(|&sum| *events.get(sum, 0) == Happening::Poland)
            .collect();
        assert_eq!(polish, [6, 7]);
        for event in Happening::ALL {
            assert!(chance(event) > 0, "{event:?}");
        }
        // Martin V died in the twelfth year, and the Danes came once in sixteen years.
        assert!((14..=30).contains(&chance(Happening::PopeDies)));
        assert!((8..=30).contains(&chance(Happening::Danes)));
    }

    #[test]
    fn the_worse_the_ground_the_higher_the_assault_and_wagons_highest() {
        let assault = &standard().charts.assault;
        let falls = |column| faces(|face| *assault.get(face, column) == Clash::DefenderEliminated);
        let columns: Vec<usize> = (0..=WAGON_COLUMN).map(falls).collect();
        assert!(columns.is_sorted_by(|a, b| a >= b), "{columns:?}");
        assert!(columns[0] > columns[1] && columns[0] > columns[WAGON_COLUMN]);
        for column in 0..=WAGON_COLUMN {
            let first = (1..=6)
                .find(|&face| *assault.get(face, column) == Clash::DefenderEliminated)
                .unwrap_or(7);
            assert_eq!(falls(column), (7 - first) as usize, "one threshold");
        }
        // A knight without prowess loses four of five assaults on wagons.
        assert!(columns[WAGON_COLUMN] * 5 <= 6);
    }

    #[test]
    fn fire_falls_on_foot_and_hussars_first() {
        let fire = &standard().charts.fire;
        let hit = |kind: Kind| faces(|face| *fire.get(face, kind.column().unwrap()) != Shot::None);
        for kind in [Kind::LayKnight, Kind::ChurchKnight, Kind::Wagon] {
            assert!(hit(Kind::Foot) > hit(kind) && hit(Kind::Hussar) > hit(kind), "{kind:?}");
        }
    }

    #[test]
    fn the_stronger_the_walls_the_worse_for_him_who_is_before_them() {
        let charts = &standard().charts;
        let walls = [Urban::Town, Urban::City, Urban::Fortress];
        let storms = walls.map(|w| faces(|face| *charts.storm.get(face, w as usize) == Storm::Breached));
        let dead = walls.map(|w| faces(|face| *charts.storm.get(face, w as usize) == Storm::Eliminated));
        let attrition = walls.map(|w| charts.walls(w).attrition);
        assert!(storms.is_sorted_by(|a, b| a >= b) && storms[0] > storms[2], "{storms:?}");
        assert!(dead.is_sorted() && dead[0] < dead[2], "{dead:?}");
        assert_eq!(attrition, [4, 5, 6]);
        // Guns breach a town more often than any other place; no gun of these wars breached a city.
        let guns = walls.map(|w| faces(|face| *charts.siege_guns.get(face, w as usize) == Battering::Breached));
        assert!(guns[0] > guns[2] && guns[2] > 0 && guns[1] == 0, "{guns:?}");
        // A garrison's guns rout guns, and kill other units (10.3.2).
        assert_eq!(faces(|face| *charts.garrison_guns.get(face, 3) == Salvo::Eliminated), 0);
        assert!(faces(|face| *charts.garrison_guns.get(face, 3) == Salvo::Routed) > 0);
        // 15.2.
        assert_eq!(walls.map(|w| charts.walls(w).rebuild), [1, 2, 4]);
    }

    /// Whether four plain knights beat two wagons and two foot, in a fight to the end.
    fn knights_win(seed: u64) -> bool {
        let setup: Setup = serde_json::from_value(serde_json::json!({
            "start_at": "campaign", "side": "Imperial", "crusade": "on", "bare": true, "map": {"blank": true},
            "counters": [
                {"id": "Ulrich-Rosenberg", "attack": 0, "defence": 0}, {"id": "Hanus-Kolowrat", "attack": 0, "defence": 0},
                {"id": "Peter-Sternberg", "attack": 0, "defence": 0}, {"id": "Nicholas-Divucek", "attack": 0, "defence": 0},
            ],
            "units": [
                {"id": "Ulrich-Rosenberg", "hex": "1917"}, {"id": "Hanus-Kolowrat", "hex": "1917"},
                {"id": "Peter-Sternberg", "hex": "1917"}, {"id": "Nicholas-Divucek", "hex": "1917"},
                {"id": "Tabor-Wagon-1", "hex": "1918"}, {"id": "Tabor-Wagon-2", "hex": "1918"},
                {"id": "Tabor-Levy-1", "hex": "1918"}, {"id": "Tabor-Levy-2", "hex": "1918"},
            ],
        }))
        .expect("a set-up");
        let mut game = Match::<BlindFaith>::new(setup).expect("a sound set-up");
        let mut dice = Seeded::new(seed);
        let mut words = ["take Ulrich-Rosenberg", "join-all", "step 1918"].into_iter();
        while let Turn::Decide { side, what, .. } = game.turn() {
            let listed = game.actions();
            let action = match what {
                "intercept" => game.parse("hold-all phase").expect("a window"),
                "retreat" => Action::Stay,
                "campaign" | "march" => match words.next() {
                    Some(words) => game.parse(words).expect("an action"),
                    None => break,
                },
                // Fire and assaults go against foot first, against wagons last.
                _ => *listed
                    .iter()
                    .min_by_key(|a| matches!(a, Action::Aim(u) if game.state().kind(*u) == Kind::Wagon))
                    .expect("a choice"),
            };
            game.play(side, action, &mut dice).expect("a legal action");
        }
        let hex = game.state().game_data().board.parse("1918").expect("a hex");
        game.state().holds(hex, Side::Imperial)
    }

    #[test]
    fn knights_lose_two_battles_of_three_against_a_stack_half_of_wagons() {
        let won = (0..600).filter(|&seed| knights_win(seed)).count();
        assert!((1..=200).contains(&won), "{won} of 600");
    }
}
