//! How the cost of listing and applying an action grows with map and pieces, each doubled twice.
//! `cargo bench -p casus-benches --bench growth [-- GAMES [ROUNDS]]`

mod common;

use casus_belli::arquebus::{self, Arquebus};
use casus_belli::core::Game;
use casus_belli::marignan::{self, Marignan};
use std::fmt::Write;

/// Two armies of Marignan, four hexes apart on an open map of their own: so many hexes of front, each with a pike and a
/// gendarme before it, and so many hexes of depth.
fn lines(front: usize, depth: usize) -> marignan::Setup {
    let (mut counters, mut units, mut edge) = (String::new(), String::new(), String::new());
    let swiss = depth / 2 - 2;
    for column in 1..=front {
        let pike = r#"side = "Swiss", arm = "pikemen", corps = "I", protection = "normal", front = { morale = 9, melee = 8, ma = 5 }, back = { morale = 7, melee = 5, ma = 5 }"#;
        let horse = r#"side = "French", arm = "cavalry", corps = "King", protection = "superior", front = { morale = 8, melee = 8, ma = 6 }, back = { morale = 6, melee = 4, ma = 6 }"#;
        for (army, row, card) in [("S", swiss, pike), ("F", swiss + 5, horse)] {
            let _ = write!(counters, "{{ id = \"{army}-{column}\", title = \"{army}\", {card} }}, ");
            let _ = write!(units, "{{ id = \"{army}-{column}\", hex = \"{column:02}{row:02}\" }}, ");
        }
        let _ = write!(edge, "{column:02}01 ");
    }
    let toml = format!(
        r#"
        doorway = "moves"
        counters = [{counters}]
        units = [{units}]
        posts = [{{ commander = "all", hex = "01{depth:02}" }}]
        columns = [{{ corps = "all", hexes = "{edge}" }}]
        free_entry = {{ hexes = "{edge}" }}
        [map.numbering]
        hexes = "flat"
        digits = "ccrr"
        rows = {{ first = 1, last = {depth}, grows = "south" }}
        columns = {{ first = 1, last = {front}, grows = "east" }}
        shift = {{ lines = "even", toward = "south" }}
        "#
    );
    toml::from_str(&toml).unwrap_or_else(|fault| panic!("{fault}"))
}

/// Two armies of Arquebus on such a map, each with a pike and a gendarme before it, under one leader.
fn hosts(front: usize, depth: usize) -> arquebus::Setup {
    let (mut counters, mut units) = (String::new(), String::new());
    let north = depth / 2 - 2;
    for column in 1..=front {
        for (army, row, battle, kind, facing) in [
            ("FR-X", north, "Nemours", "gendarmes", "S"),
            ("SP-X", north + 5, "Ravenstein", "landsknechts", "N"),
        ] {
            let id = format!("{army}-{column}");
            let _ = write!(counters, "{{ id = \"{id}\", battle = \"{battle}\", kind = \"{kind}\" }}, ");
            let _ = write!(units, "{{ id = \"{id}\", hex = \"{column:02}{row:02}\", facing = \"{facing}\" }}, ");
        }
    }
    let toml = format!(
        r#"
        doorway = "free"
        counters = [{counters}]
        units = [{units}]
        leaders = [{{ id = "Nemours", hex = "01{north:02}" }}, {{ id = "Ravenstein", hex = "01{south:02}" }}]
        standards = [{{ id = "FR-Standard", hex = "0101" }}, {{ id = "SP-Standard", hex = "01{depth:02}" }}]
        cards = [{{ id = "Nemours", range = 30 }}, {{ id = "Ravenstein", range = 30 }}]
        [map]
        blank = true
        [map.numbering]
        hexes = "pointy"
        digits = "ccrr"
        rows = {{ first = 1, last = {depth}, grows = "south" }}
        columns = {{ first = 1, last = {front}, grows = "east" }}
        shift = {{ lines = "even", toward = "east" }}
        "#,
        south = north + 5
    );
    toml::from_str(&toml).unwrap_or_else(|fault| panic!("{fault}"))
}

/// The cost of an action in battles of each size.
fn grow<G: Game>(name: &str, setup: impl Fn(usize, usize) -> G::Setup, games: u64, rounds: usize) {
    println!("{name}\n{:>8}{:>8}    actions    list  list ns apply ns  both ns", "hexes", "units");
    for (front, depth) in [(12, 14), (24, 14), (24, 28), (48, 28)] {
        let cost = common::play::<G>(name, &setup(front, depth), games, rounds).cost();
        println!("{:>8}{:>8}   {cost}", front * depth, 2 * front);
    }
}

fn main() {
    // `cargo bench` says so; without it this is a test that the bench still runs.
    let words: Vec<String> = std::env::args().skip(1).collect();
    let measured = words.iter().any(|a| a == "--bench");
    let mut numbers = words.iter().filter_map(|a| a.parse().ok());
    let games: u64 = numbers.next().unwrap_or(if measured { 10 } else { 1 });
    let rounds = numbers.next().unwrap_or(if measured { 5 } else { 1 }) as usize;
    grow::<Marignan>("marignan", lines, games, rounds);
    grow::<Arquebus>("arquebus", hosts, games, rounds);
}
