//! The armies: their troops, their ratings, and where they begin.

use super::*;
use crate::components::SeizureCounter;
use std::collections::{BTreeMap, BTreeSet};

#[test]
fn the_kits_load() {
    for base in Base::ALL {
        if let Err(faults) = GameData::load(base, &base.files()) {
            panic!("{base}: {faults}");
        }
        assert_eq!(standard(base).base, base);
    }
}

#[test]
fn armies_have_the_units_and_points_of_their_orders_of_battle() {
    for (base, units, leaders, standards, france, league) in [
        (Base::Fornovo, 82, 10, 2, 78, 123),
        (Base::Cerignola, 53, 11, 2, 79, 86),
        (Base::Ravenna, 105, 17, 2, 165, 144),
        (Base::Pavia, 119, 16, 4, 190, 204),
    ] {
        let game_data = standard(base);
        let r = &game_data.roster;
        assert_eq!((r.counters.len(), r.leaders.len(), r.standards.len()), (units, leaders, standards), "{base}");
        assert_eq!((points(game_data, Side::France), points(game_data, Side::League)), (france, league), "{base}");
        // Levels are below what an army has to lose, and above what one die could reach at the start (3.0).
        for side in Side::ALL {
            let level = u32::from(game_data.scenario.levels[side.index()]);
            assert!(level > 9 && level < points(game_data, *side), "{base}");
        }
    }
    let of = |base: Base, arm: Arm| standard(base).roster.counters.iter().filter(|c| c.arm == arm).count();
    assert_eq!((of(Base::Cerignola, Arm::Genitors), of(Base::Cerignola, Arm::Pikes)), (5, 12));
    assert_eq!((of(Base::Fornovo, Arm::Stradiots), of(Base::Fornovo, Arm::BaggageWagon)), (4, 5));
    assert_eq!((of(Base::Ravenna, Arm::GunWagon), of(Base::Ravenna, Arm::MountedArquebus)), (5, 3));
    assert_eq!((of(Base::Pavia, Arm::Sappers), of(Base::Pavia, Arm::Artillery)), (2, 11));
}

#[test]
fn scenarios_begin_as_told() {
    let [f, c, r, p] = Base::ALL.map(|base| &standard(base).scenario);
    let both = |s: &Scenario| (s.draws, s.levels);
    assert_eq!(both(f), ([2, 3], [35, 45]));
    assert_eq!(both(c), ([1, 2], [40, 30]));
    assert_eq!(both(r), ([3, 2], [42, 66]));
    assert_eq!(both(p), ([1, 3], [92, 52]));
    assert_eq!(c.levels[0], c.levels[1] + 10);
    assert_eq!(c.sources.of("draws"), &Source::Rulebook("6.3".to_owned()));
    assert_eq!([f, c, r, p].map(|s| s.first), [Side::League, Side::France, Side::France, Side::League]);
    assert_eq!(c.name(Side::League), "Spain");
    let game_data = standard(Base::Pavia);
    let battle = |id: &str| game_data.roster.battle(id).unwrap();
    let joined = [battle("Flourence"), battle("Montmorency")];
    assert_eq!(p.joined(joined[0]), Some(&joined[..]));
    assert_eq!((p.joined(battle("Francis")), &p.reluctant), (None, &vec![joined[1]]));
    assert!([f, c, r, p].iter().all(|s| s.timed.is_none()));
    let king = |base: Base| standard(base).roster.leaders.iter().filter(|l| l.king).count();
    assert_eq!(Base::ALL.map(king), [1, 0, 0, 1]);
}

#[test]
fn leaders_are_rated_as_the_rulebook_bounds_them() {
    let mut ratings: BTreeMap<u8, usize> = BTreeMap::new();
    for base in Base::ALL {
        let game_data = standard(base);
        for side in Side::ALL {
            assert!(game_data.oc(*side).is_some(), "{base}: each army has its commander");
        }
        for l in &game_data.roster.leaders {
            if let Some(n) = l.activation {
                assert!((1..=5).contains(&n), "{}", l.id);
                *ratings.entry(n).or_default() += 1;
            }
            assert_eq!(l.charisma == 4, l.id == "Gonzaga", "{}", l.id);
            assert_eq!(l.activation.is_none(), !l.leads(), "{}", l.id);
        }
    }
    let most = ratings
        .iter()
        .filter(|(n, _)| [2, 3].contains(*n))
        .map(|(_, n)| n)
        .sum::<usize>();
    assert!(3 * most > 2 * ratings.values().sum::<usize>());
    let game_data = standard(Base::Fornovo);
    let gonzaga = &game_data.roster[game_data.roster.leader("Gonzaga").unwrap()];
    assert_eq!((gonzaga.effectiveness, gonzaga.charisma, gonzaga.oc, gonzaga.leads()), (-2, 4, true, true));
    assert!(gonzaga.sources.of("charisma").is_printed() && !gonzaga.sources.of("range").is_printed());
    let game_data = standard(Base::Ravenna);
    let navarro = &game_data.roster[game_data.roster.leader("Navarro").unwrap()];
    let led: Vec<&str> = navarro
        .battles
        .iter()
        .map(|&b| game_data.roster.battle_word(b))
        .collect();
    assert_eq!(led, ["Navarro", "Wagons"]);
    for id in ["Foix", "Cardona"] {
        let oc = &game_data.roster[game_data.roster.leader(id).unwrap()];
        assert!(oc.oc && !oc.leads() && oc.activation.is_none());
    }
}

#[test]
fn battles_without_a_leader_are_those_told() {
    let leaderless = |base: Base| -> Vec<&'static str> {
        let game_data = standard(base);
        let all = game_data
            .roster
            .battle_ids()
            .filter(|&b| game_data.leader_of(b).is_none());
        all.map(|b| game_data.roster.battle_word(b)).collect()
    };
    assert_eq!(Base::ALL.map(leaderless), [vec!["Train", "Militia"], vec!["Guns"], vec![], vec!["Guns", "Train"]]);
}

#[test]
fn counters_are_what_the_rulebook_asks_for() {
    let game_data = standard(Base::Pavia);
    for k in &game_data.roster.kinds {
        let (front, back) = (k.faces.front, k.faces.back);
        assert_eq!(back.is_none(), k.arm == Arm::Artillery, "{}", k.id);
        if let Some(back) = back {
            assert!(back.ma < front.ma && (back.sdr > front.sdr || k.arm == Arm::BaggageWagon), "{}: 14.2", k.id);
            assert!(back.missile < front.missile || front.missile.is_none(), "{}: 14.2", k.id);
        }
        assert_eq!(front.missile.is_some(), k.missile != Missile::None && k.arm != Arm::Artillery, "{}", k.id);
        match (k.arm, k.other) {
            (Arm::Artillery, Some(other)) => assert_eq!((other.front.ma, front.missile), (0, None), "{}", k.id),
            (arm, Some(other)) => {
                // To remount takes three points (7.4).
                assert!(arm.dismounts() && other.front.ma >= game_data.charts.points.dismount, "{}", k.id);
            }
            (arm, None) => assert!(!arm.turns(), "{}", k.id),
        }
        assert!(k.arm != Arm::Pikes || front.sdr <= 0, "{}", k.id);
    }
    let sdr = |id: &str| kind(game_data, id).faces.front.sdr;
    assert!(sdr("gendarmes") < sdr("lances") && sdr("lances") >= -2, "13.6");
    assert!(sdr("swiss-arquebuses") < sdr("swiss-unpaid"), "2.4");
    // 12.4 bars attackers of +2 and more from advancing: this must apply to some kinds, and not to all.
    let barred = |k: &&crate::components::Kind| game_data.charts.may_attack(k.arm) && k.faces.front.sdr >= 2;
    let barred: Vec<&str> = game_data
        .roster
        .kinds
        .iter()
        .filter(barred)
        .map(|k| k.id.as_str())
        .collect();
    assert_eq!(barred, ["genitors"]);
    for (id, part, case) in [("crossbows", "drm", "11.3"), ("swiss-crossbows", "drm", "11.1")] {
        assert_eq!(kind(game_data, id).sources.of(part), &Source::Rulebook(case.to_owned()));
    }
}

#[test]
fn whoever_is_no_man_at_arms_at_cerignola_shoots_for_spain() {
    let game_data = standard(Base::Cerignola);
    let spain = game_data.roster.counters.iter().filter(|c| c.side == Side::League);
    for c in spain {
        assert_eq!(c.missile == Missile::None, c.arm == Arm::MenAtArms, "{}", c.id);
    }
}

#[test]
fn every_unit_begins_on_ground_that_it_may_enter_and_stacked_as_10_0_allows() {
    for base in Base::ALL {
        let game_data = standard(base);
        let posts = posts(game_data);
        let mut stacks: BTreeMap<HexId, Vec<(UnitId, Post)>> = BTreeMap::new();
        for &(u, post) in &posts {
            let c = &game_data.roster[u];
            let row = game_data.charts.terrain.at(&game_data.board, post.hex);
            assert!(row.mp[c.arm.gait()].is_some(), "{base}: {}", c.id);
            assert!(!post.turned || c.arm == Arm::Artillery, "{base}: {}", c.id);
            stacks.entry(post.hex).or_default().push((u, post));
        }
        for (hex, stack) in &stacks {
            let label = game_data.board.label_str(*hex);
            let &[(a, p), ref rest @ ..] = &stack[..] else { continue };
            let &[(b, q)] = rest else {
                assert!(rest.is_empty(), "{base} {label}: three units");
                continue;
            };
            let [a, b] = [a, b].map(|u| game_data.traits(u));
            assert_eq!((a.side, p.facing), (b.side, q.facing), "{base} {label}");
            let ([gun, post], foot) = match (a.arm, b.arm) {
                (Arm::Artillery, foot) => ([(a, p); 2], foot),
                (foot, _) => ([(b, q); 2], foot),
            };
            let foot = foot.foot() && !matches!(foot, Arm::Pikes | Arm::Artillery);
            assert!(gun.0.arm == Arm::Artillery && post.1.turned && foot, "{base} {label}: 10.0");
        }
        let held = |hex: HexId, side: Side| stacks.get(&hex).is_none_or(|s| game_data.traits(s[0].0).side == side);
        for &(l, hex) in &game_data.deployment.leaders {
            assert!(held(hex, game_data.roster[l].side), "{base}: {}", game_data.roster.leader_word(l));
        }
        let mut flags = BTreeSet::new();
        for &(s, hex) in &game_data.deployment.standards {
            let word = game_data.roster.standard_word(s);
            assert!(flags.insert(hex) && held(hex, game_data.roster[s].side), "{base}: {word}");
            let open = |(d, h): (Dir, HexId)| {
                !stacks.contains_key(&h) && [FOOT, MOUNTED].iter().all(|&g| game_data.step(hex, d, g).is_some())
            };
            assert_eq!(game_data.board.neighbours(hex).filter(|&n| open(n)).count(), 6, "{base}: {word}");
        }
    }
}

#[test]
fn armies_begin_apart_and_out_of_each_others_shot() {
    for base in Base::ALL {
        let game_data = standard(base);
        let posts = posts(game_data);
        let mut duel = Vec::new();
        for &(u, p) in &posts {
            let own = game_data.traits(u);
            for &(v, q) in posts.iter().filter(|&&(v, _)| game_data.traits(v).side != own.side) {
                let gap = game_data.board.distance(p.hex, q.hex);
                assert!(gap > 3, "{base}: an Army Activation is open to all (6.1)");
                if gap <= game_data.charts.ranges.reach(own.missile) {
                    duel.push((own, v, gap));
                }
            }
        }
        // Only guns are in range at the start, and they cannot hurt what they reach: the cannonades of these mornings.
        assert!(duel.iter().all(|(firer, ..)| firer.arm == Arm::Artillery), "{base}");
        if base == Base::Fornovo {
            for (firer, target, gap) in duel {
                let target = game_data.traits(target).arm;
                let range = game_data.charts.ranges.drm(firer.missile, gap).unwrap();
                let deep = matches!(target, Arm::Pikes | Arm::SwordAndBuckler);
                let drm = range
                    + if deep {
                        game_data.charts.fire_drms.guns_at_deep_files
                    } else {
                        0
                    };
                let column = crate::charts::fire_column(target.mounted(), false);
                assert_eq!(*game_data.charts.fire.get(9 + drm, column), crate::charts::CombatResult::None);
            }
        }
    }
}

#[test]
fn units_of_a_led_battle_begin_in_command() {
    for base in Base::ALL {
        let game_data = standard(base);
        let posts: BTreeMap<UnitId, HexId> = posts(game_data).into_iter().map(|(u, p)| (u, p.hex)).collect();
        let mut out = Vec::new();
        for battle in game_data.roster.battle_ids() {
            let Some(leader) = game_data.leader_of(battle) else {
                continue;
            };
            let Some(&(_, from)) = game_data.deployment.leaders.iter().find(|(l, _)| *l == leader) else {
                continue;
            };
            let range = u32::from(game_data.roster[leader].range);
            let units: Vec<(UnitId, HexId)> = game_data
                .units_of(battle)
                .iter()
                .filter_map(|u| Some((*u, *posts.get(u)?)))
                .collect();
            let mut led: Vec<(UnitId, HexId)> = Vec::new();
            loop {
                let linked = |h: HexId| {
                    game_data.board.distance(from, h) <= range
                        || led.iter().any(|&(_, l)| game_data.board.distance(l, h) <= 1)
                };
                let more: Vec<_> = units
                    .iter()
                    .filter(|u| !led.contains(u) && linked(u.1))
                    .copied()
                    .collect();
                if more.is_empty() {
                    break;
                }
                led.extend(more);
            }
            out.extend(
                units
                    .iter()
                    .filter(|u| !led.contains(u))
                    .map(|&(u, _)| game_data.roster.unit_word(u)),
            );
        }
        // Este's heavy guns begin unlimbered; they only need to fire (5.3).
        let want: &[&str] = if base == Base::Ravenna {
            &["FR-ART-1", "FR-ART-2"]
        } else {
            &[]
        };
        assert_eq!(out, want, "{base}");
    }
}

#[test]
fn what_comes_later_comes_through_open_hexes() {
    let groups = |base: Base| {
        standard(base)
            .deployment
            .reinforcements
            .iter()
            .map(|r| r.units.len())
            .collect::<Vec<_>>()
    };
    assert_eq!(Base::ALL.map(groups), [vec![], vec![2], vec![], vec![12]]);
    let late = &standard(Base::Cerignola).deployment.reinforcements[0];
    assert!(late.optional && late.from == 3 && late.leaders.is_empty());
    let game_data = standard(Base::Pavia);
    let sally = game_data
        .deployment
        .reinforcement(game_data.roster.battle("Garrison").unwrap())
        .unwrap();
    assert!(sally.free && !sally.optional && sally.from == 3);
    assert_eq!((sally.leaders.len(), sally.standards.len(), sally.hexes.len()), (1, 1, 3));
    for &hex in &sally.hexes {
        let row = game_data.charts.terrain.at(&game_data.board, hex);
        assert!(row.mp[MOUNTED].is_some() && row.mp[GUN].is_some());
        assert!(posts(game_data).iter().all(|(_, p)| p.hex != hex));
        // Each lies outside a gate of the city.
        let gate = |(d, h): (Dir, HexId)| {
            Hexside::Breach.is_at(&game_data.board, hex, d) && Terrain::at(&game_data.board, h) == Terrain::City
        };
        assert!(game_data.board.neighbours(hex).any(gate), "{}", game_data.board.label(hex));
    }
    // Two Standards a side, each unit with one, and no unit of the first army's waits for the second's.
    for c in &game_data.roster.counters {
        let garrison = c.battle == sally.battle;
        assert_eq!(c.standard == sally.standards[0], garrison, "{}", c.id);
    }
}

#[test]
fn nothing_reconstructed_passes_itself_off_as_printed() {
    for base in Base::ALL {
        let game_data = standard(base);
        let list = game_data.reconstructed();
        assert!(list.len() > 100 && list.iter().all(|(what, why)| !what.is_empty() && !why.is_empty()));
        for what in [
            "map: levels",
            "map: terrain",
            "charts: Fire Results Table",
            "charts: Shock Table",
            "charts: Charge Table",
            "charts: Weapons System Matrix",
            "charts: leaders (save ma)",
            "kinds: gendarmes, ratings",
            "kinds: crossbows, ratings (save drm)",
        ] {
            assert!(list.iter().any(|(w, _)| w == what), "{base}: {what}");
        }
        let posted = list
            .iter()
            .filter(|(w, _)| w.starts_with("set-up: the group of"))
            .count();
        assert_eq!(posted, game_data.deployment.groups.len());
        let sheets = game_data.sheets();
        assert_eq!(sheets.len(), 15);
        for (title, text) in &sheets {
            assert!(text.lines().all(|l| l.chars().count() <= 140), "{title}\n{text}");
        }
        let fire = &sheets.iter().find(|(t, _)| t == "Fire Results Table").unwrap().1;
        assert!(fire.contains("D+Rt*") && fire.contains("* reconstructed"), "{fire}");
        assert!(sheets[0].1.contains("CB      +2  ") && sheets[0].1.contains("-2*"), "{}", sheets[0].1);
    }
}

#[test]
fn hands_are_drawn_from_the_cup() {
    for base in Base::ALL {
        let game_data = standard(base);
        let cup = game_data.charts.seizure.counters;
        assert!(
            game_data
                .scenario
                .draws
                .iter()
                .all(|&n| (1..=4).contains(&n) && usize::from(n) <= cup.len())
        );
        assert!(cup.iter().all(|c| SeizureCounter::named(&c.to_string()) == Some(c)));
    }
}

#[test]
fn no_two_pieces_of_a_battle_have_one_name() {
    for base in Base::ALL {
        let r = &standard(base).roster;
        let mut names = BTreeSet::new();
        for u in r.units() {
            let (id, name) = (r.unit_word(u), r.unit_name(u));
            assert!(names.insert(name), "{base}: two units are {name}");
            assert!(name.rsplit(' ').next() == id.rsplit('-').next(), "{base}: {id} is {name}");
        }
        for t in r.standard_ids() {
            assert!(names.insert(r.standard_name(t)), "{base}: {}", r.standard_name(t));
        }
        let leaders: BTreeSet<&str> = r.leader_ids().map(|l| r.leader_name(l)).collect();
        let battles: BTreeSet<&str> = r.battle_ids().map(|b| r.battle_name(b)).collect();
        assert_eq!((leaders.len(), battles.len()), (r.leaders.len(), r.battles.len()), "{base}");
        // A name is spelled as in a book, and not as an id: "Del Vasto", "the Black Band".
        for name in leaders.iter().chain(&battles) {
            let run_together = |w: &[char]| w[0].is_lowercase() && w[1].is_uppercase();
            let letters: Vec<char> = name.chars().collect();
            assert!(!letters.windows(2).any(run_together), "{base}: {name}");
            assert!(!names.contains(name), "{base}: {name}");
        }
        // Troops that both armies have get the army's adjective.
        for name in &names {
            let troops = name.rsplit_once(' ').map_or(*name, |n| n.0);
            let sides: BTreeSet<Side> = r
                .units()
                .filter(|&u| r.unit_name(u).rsplit_once(' ').is_some_and(|n| n.0 == troops))
                .map(|u| r[u].side)
                .collect();
            assert!(sides.len() <= 1, "{base}: {troops} of both sides");
        }
    }
    let name = |base: Base, id: &str| {
        let r = &standard(base).roster;
        r.unit_name(r.unit(id).unwrap()).to_owned()
    };
    assert_eq!(name(Base::Cerignola, "FR-MM-3"), "Gendarmes 3");
    assert_eq!(name(Base::Cerignola, "FR-ART-1"), "French sakers 1");
    assert_eq!(name(Base::Cerignola, "SP-AQ-4"), "Spanish arquebusiers 4");
    assert_eq!(name(Base::Ravenna, "FR-MM-9"), "Ferrarese men-at-arms 9");
    assert_eq!(name(Base::Pavia, "FR-PK-6"), "Black Band landsknechts 6");
    assert_eq!(name(Base::Pavia, "IM-PK-6"), "Landsknechts 6");
    let r = &standard(Base::Pavia).roster;
    let places = ["Alencon", "Francis"].map(|id| r.piece_name(r.leader(id).unwrap().place()).unwrap());
    assert_eq!(places, ["Alençon", "Francis I"]);
    assert_eq!(r.standard_name(r.standard("IM-Standard-B").unwrap()), "the Imperial Standard B");
}
