//! The maps: their features, and the effects on units that cross them.

use super::*;
use casus_core::{Stride, reach};
use std::collections::BTreeMap;

/// The number of hexsides of each kind; each hexside counts once.
fn sides(game_data: &GameData) -> BTreeMap<&'static str, usize> {
    let mut out = BTreeMap::new();
    for hex in game_data.board.ids() {
        for (d, next) in game_data.board.neighbours(hex).filter(|(_, next)| *next > hex) {
            for side in Hexside::all_at(&game_data.board, hex, d) {
                assert!(side.is_at(&game_data.board, next, d.opposite()));
                *out.entry(side.word()).or_default() += 1;
            }
        }
    }
    out
}
fn terrains(game_data: &GameData) -> BTreeMap<&'static str, usize> {
    let mut out = BTreeMap::new();
    for hex in game_data.board.ids() {
        *out.entry(Terrain::at(&game_data.board, hex).word()).or_default() += 1;
    }
    out
}
/// The points of the cheapest path for a gait that avoids works and the other hexsides named.
fn way(game_data: &GameData, gait: usize, from: HexId, to: HexId, shun: &[Hexside]) -> Option<u16> {
    let step = |at, d, _, _| {
        let shunned = Hexside::all_at(&game_data.board, at, d).any(|s| shun.contains(&s));
        game_data
            .step(at, d, gait)
            .filter(|_| !shunned)
            .map(|n| Stride::on(n.into()))
    };
    reach(&game_data.board, from, 999, step).cost(to)
}

#[test]
fn fields_hold_what_was_drawn() {
    for (base, hexes, ground, edges) in [
        (
            Base::Cerignola,
            624,
            &[
                ("clear", 525),
                ("vineyards", 75),
                ("cropfields", 14),
                ("rough", 5),
                ("town", 4),
                ("buildings", 1),
            ][..],
            &[("ditch", 37), ("rampart", 31)][..],
        ),
        (
            Base::Fornovo,
            1232,
            &[
                ("clear", 972),
                ("taro", 92),
                ("rough", 77),
                ("woods", 33),
                ("light-woods", 19),
                ("cropfields", 17),
                ("marsh", 8),
                ("vineyards", 8),
                ("buildings", 6),
            ],
            &[("river", 73), ("stream", 40), ("ditch", 22)],
        ),
        (
            Base::Ravenna,
            1360,
            &[
                ("clear", 1195),
                ("cropfields", 59),
                ("marsh", 35),
                ("city", 28),
                ("woods", 22),
                ("vineyards", 21),
            ],
            &[("river", 67), ("bridge", 1), ("trench", 39)],
        ),
        (
            Base::Pavia,
            2080,
            &[
                ("clear", 1746),
                ("woods", 83),
                ("light-woods", 73),
                ("city", 66),
                ("vineyards", 53),
                ("cropfields", 40),
                ("marsh", 10),
                ("buildings", 7),
                ("town", 2),
            ],
            &[
                ("wall", 262),
                ("stream", 91),
                ("trench", 77),
                ("breach", 16),
                ("bridge", 3),
                ("torre", 2),
            ],
        ),
    ] {
        let game_data = standard(base);
        assert_eq!(game_data.board.len(), hexes, "{base}");
        assert_eq!(terrains(game_data), ground.iter().copied().collect(), "{base}");
        assert_eq!(sides(game_data), edges.iter().copied().collect(), "{base}");
        for hex in game_data.board.ids() {
            for (_, next) in game_data.board.neighbours(hex) {
                assert!(
                    (game_data.board.elevation(hex) - game_data.board.elevation(next)).abs() <= 1,
                    "{base}: a cliff"
                );
            }
        }
    }
}

#[test]
fn a_step_costs_what_its_parts_cost() {
    for base in Base::ALL {
        let game_data = standard(base);
        let t = &game_data.charts.terrain;
        for hex in game_data.board.ids() {
            for d in Dir::ALL {
                for gait in 0..4 {
                    let parts = || {
                        let next = game_data.board.neighbour(hex, d)?;
                        let side: Option<u8> = t.to_cross(&game_data.board, hex, d).map(|(_, row)| row.mp[gait]).sum();
                        let up = game_data.board.elevation(next) > game_data.board.elevation(hex);
                        let climb = if up { t.slope.mp[gait]? } else { 0 };
                        Some(t.at(&game_data.board, next).mp[gait]? + side? + climb)
                    };
                    assert_eq!(game_data.step(hex, d, gait), parts(), "{base} {} {d:?}", game_data.board.label(hex));
                }
            }
        }
    }
}

#[test]
fn every_arm_can_reach_the_enemys_standard() {
    for base in Base::ALL {
        let game_data = standard(base);
        for (u, post) in posts(game_data) {
            let own = game_data.traits(u);
            // Guns cross no river, and wagons only a ford.
            if matches!(own.arm, Arm::Artillery | Arm::BaggageWagon | Arm::GunWagon) {
                continue;
            }
            for &(s, flag) in game_data
                .deployment
                .standards
                .iter()
                .filter(|(s, _)| game_data.roster[*s].side != own.side)
            {
                let points = way(game_data, own.arm.gait(), post.hex, flag, &[]);
                assert!(
                    points.is_some(),
                    "{base}: {} to {}",
                    game_data.roster.unit_word(u),
                    game_data.roster.standard_word(s)
                );
            }
        }
    }
}

#[test]
fn ditch_and_rampart_cover_the_spanish_front() {
    let game_data = standard(Base::Cerignola);
    let b = &game_data.board;
    let front: Vec<HexId> = (6..=17).map(|c| at(game_data, &format!("{c:02}10"))).collect();
    let mut foot = 0;
    for (u, post) in posts(game_data) {
        if game_data.traits(u).side != Side::League || game_data.traits(u).arm.mounted() {
            continue;
        }
        assert!(front.contains(&post.hex));
        foot += 1;
        for d in post.facing.front() {
            let works: Vec<Hexside> = Hexside::all_at(b, post.hex, d).collect();
            assert_eq!(works, [Hexside::Ditch, Hexside::Rampart]);
            assert!(Hexside::inside(b, post.hex, d));
            let out = b.neighbour(post.hex, d).unwrap();
            // No slope and no vine on the front, or the account of the battle would not hold.
            assert_eq!((b.elevation(out), Terrain::at(b, out)), (b.elevation(post.hex), Terrain::Clear));
            // Foot crosses for three points and two dice, horse not at all; both may attack, horse at a price.
            let back = d.opposite();
            assert_eq!((game_data.step(out, back, FOOT), game_data.step(out, back, MOUNTED)), (Some(3), None));
            let dice = game_data.charts.terrain.to_cross(b, out, back);
            let dice =
                dice.filter(|(_, row)| row.disorder.of(crate::components::Tread::Pikes) == crate::charts::Risk::Die);
            assert_eq!(dice.count(), 2);
            let sum = |mounted| -> Option<i32> {
                game_data
                    .charts
                    .terrain
                    .to_attack(b, out, back)
                    .map(|(_, row)| row.shock.of(mounted))
                    .sum()
            };
            assert_eq!((sum(false), sum(true)), (Some(-2), Some(-4)));
            assert!(
                game_data
                    .charts
                    .terrain
                    .to_attack(b, out, back)
                    .all(|(_, row)| !row.charge)
            );
            // From inside, the rampart hinders no unit.
            let own: Vec<Hexside> = game_data
                .charts
                .terrain
                .to_attack(b, post.hex, d)
                .map(|(s, _)| s)
                .collect();
            assert_eq!(own, [Hexside::Ditch]);
        }
    }
    assert_eq!(foot, 15);
    // The way round to the rear of the foot is at least twice as long as the way to the ditch.
    let works = [Hexside::Ditch, Hexside::Rampart];
    for (unit, gait) in [
        ("FR-MM-7", MOUNTED),
        ("FR-PK-1", FOOT),
        ("FR-PK-6", FOOT),
        ("FR-LC-1", MOUNTED),
    ] {
        let from = game_data
            .deployment
            .post(game_data.roster.unit(unit).unwrap())
            .unwrap()
            .hex;
        let near = |row: &str, shun: &[Hexside]| {
            let ends =
                (6..=17).filter_map(|c| way(game_data, gait, from, at(game_data, &format!("{c:02}{row}")), shun));
            ends.min().unwrap()
        };
        assert!(near("09", &works) >= 2 * near("11", &works), "{unit}");
    }
}

#[test]
fn no_charge_comes_over_the_spanish_works() {
    let game_data = standard(Base::Cerignola);
    let b = &game_data.board;
    let enclosed = |hex: HexId| {
        // A hex from which no path without works leads to the plain in fewer points than around a flank.
        way(game_data, MOUNTED, at(game_data, "1115"), hex, &[Hexside::Ditch, Hexside::Rampart]).is_none_or(|n| n > 12)
    };
    for column in 7..=16 {
        let hex = at(game_data, &format!("{column:02}10"));
        for (d, next) in b.neighbours(hex) {
            let open = game_data
                .charts
                .terrain
                .to_attack(b, next, d.opposite())
                .all(|(_, row)| row.charge);
            assert!(!open || enclosed(next), "{} from {}", b.label(hex), b.label(next));
        }
    }
}

#[test]
fn the_taro_runs_from_edge_to_edge_between_the_armies() {
    let game_data = standard(Base::Fornovo);
    let b = &game_data.board;
    let bed = |h: HexId| Terrain::at(b, h) == Terrain::Taro;
    let width = |c: u8| {
        (1..=28)
            .filter(|r| bed(at(game_data, &format!("{c:02}{r:02}"))))
            .count()
    };
    assert!((1..=44).all(|c| (2..=3).contains(&width(c))));
    // Without the bed, no unit gets from one bank to the other.
    let dry = reach(b, at(game_data, "0101"), 9999, |_, _, to, _| (!bed(to)).then_some(Stride::on(1)));
    for (u, post) in posts(game_data) {
        let left = dry.cost(post.hex).is_some();
        assert_eq!(left, game_data.traits(u).side == Side::France, "{}", game_data.roster.unit_word(u));
    }
    // At the fords the deep thread is broken: seven points from plain to plain, and none for guns.
    for (from, to) in [("1013", "1018"), ("3213", "3218")] {
        let (from, to) = (at(game_data, from), at(game_data, to));
        assert!(way(game_data, FOOT, from, to, &[Hexside::River]).is_some_and(|n| n <= 8));
        assert_eq!(way(game_data, GUN, from, to, &[]), None);
    }
    // The appointed crossing has the thread, and a step over it costs five: more than Italian pikes have.
    let (from, to) = (at(game_data, "1713"), at(game_data, "1718"));
    let deep = Dir::ALL.into_iter().flat_map(|d| b.ids().map(move |h| (h, d)));
    let deep: Vec<u8> = deep
        .filter(|&(h, d)| Hexside::River.is_at(b, h, d))
        .filter_map(|(h, d)| game_data.step(h, d, FOOT))
        .collect();
    assert!(deep.iter().all(|&n| n == 5) && kind(game_data, "pikes").faces.front.ma < 5);
    assert!(way(game_data, MOUNTED, from, to, &[]).is_some());
}

#[test]
fn the_trench_of_ravenna_is_open_at_the_river_and_at_its_end() {
    let game_data = standard(Base::Ravenna);
    let b = &game_data.board;
    let trench = |n: &str, d: &str| Hexside::Trench.is_at(b, at(game_data, n), dir(game_data, d));
    for c in 9..=27 {
        let hex = format!("{c:02}22");
        assert!(trench(&hex, "NW") && trench(&hex, "NE"), "{hex}");
        assert!(Hexside::inside(b, at(game_data, &hex), dir(game_data, "NE")));
    }
    for hex in ["0722", "0822"] {
        assert!(!trench(hex, "NE"), "{hex}");
    }
    // The League's guns and wagons stand behind it, and no gun of theirs stands where a Charge could attack it alone.
    let stands = posts(game_data);
    for (u, post) in stands.iter().filter(|(u, _)| game_data.traits(*u).side == Side::League) {
        if game_data.traits(*u).arm == Arm::Artillery {
            assert!(stands.iter().any(|(v, q)| v != u && q.hex == post.hex), "{}", game_data.roster.unit_word(*u));
        }
    }
    // Guns cross the Ronco only by the bridge; horse and foot may ford it.
    let (left, right) = (at(game_data, "0806"), at(game_data, "0906"));
    let d = b.direction(left, right).unwrap();
    assert_eq!([FOOT, MOUNTED, GUN].map(|g| game_data.step(left, d, g)), [Some(1); 3]);
    assert_eq!(way(game_data, GUN, left, right, &[Hexside::Bridge]), None);
    assert!(way(game_data, MOUNTED, left, right, &[Hexside::Bridge]).is_some());
    let attack: Vec<Hexside> = game_data.charts.terrain.to_attack(b, left, d).map(|(s, _)| s).collect();
    assert_eq!(attack, [Hexside::River], "an attack over the bridge is one over the river");
}

#[test]
fn the_park_of_pavia_is_shut_but_for_its_breaches_and_gates() {
    let game_data = standard(Base::Pavia);
    let b = &game_data.board;
    let mirabello = at(game_data, "2815");
    let shut = reach(b, mirabello, 9999, |h, d, _, _| {
        let barred = Hexside::all_at(b, h, d).any(|s| matches!(s, Hexside::Wall | Hexside::Breach | Hexside::Torre));
        (!barred).then_some(Stride::on(1))
    });
    let inside = |h: HexId| shut.cost(h).is_some();
    assert_eq!(b.ids().filter(|&h| inside(h)).count(), 865);
    let breach = |h: HexId| Dir::ALL.into_iter().filter(move |&d| Hexside::Breach.is_at(b, h, d));
    let open: Vec<(HexId, Dir)> = b
        .ids()
        .filter(|&h| inside(h))
        .flat_map(|h| breach(h).map(move |d| (h, d)))
        .collect();
    assert_eq!(open.len(), 13);
    for (h, d) in open {
        let next = b.neighbour(h, d).unwrap();
        for gait in 0..4 {
            assert!(game_data.step(h, d, gait).is_some() && game_data.step(next, d.opposite(), gait).is_some());
        }
    }
    // The Torre del Gallo: two hexsides that no unit crosses and that block sight (11.4), one on each side of its gate.
    let torre: Vec<HexId> = b
        .ids()
        .filter(|&h| Dir::ALL.into_iter().any(|d| Hexside::Torre.is_at(b, h, d)))
        .collect();
    let gate = at(game_data, "4321");
    assert_eq!(torre.len(), 3);
    assert!(torre.contains(&gate) && breach(gate).count() == 1);
    for d in Dir::ALL.into_iter().filter(|&d| Hexside::Torre.is_at(b, gate, d)) {
        assert_eq!([0, 1, 2, 3].map(|g| game_data.step(gate, d, g)), [None; 4]);
    }
    // The King's army and the Imperial army begin in the park; the siege lines and the train begin outside.
    for (u, post) in posts(game_data) {
        let battle = game_data.roster.battle_word(game_data.traits(u).battle);
        let out = ["Montmorency", "Bussy", "Alencon", "Train"].contains(&battle);
        assert_eq!(inside(post.hex), !out, "{}", game_data.roster.unit_word(u));
    }
    // An open path joins Flourence and Montmorency, who are activated together.
    let [a, z] = ["Flourence", "Montmorency"].map(|l| {
        let leader = game_data.roster.leader(l).unwrap();
        game_data
            .deployment
            .leaders
            .iter()
            .find(|(x, _)| *x == leader)
            .unwrap()
            .1
    });
    assert!(way(game_data, FOOT, a, z, &[]).is_some());
}
