//! Measures how the cost of listing and applying an action grows with the number of pieces, and with the size of the map where a
//! set-up can bring its own.
//!
//! `cargo bench -p casus-benches --bench growth [-- GAMES [ROUNDS]]`

mod common;

use casus_belli::arquebus::{self, Arquebus};
use casus_belli::core::Game;
use casus_belli::marignan::{self, Marignan};
use std::fmt::Write;

/// Returns a set-up of Marignan with two armies in lines on an open map of `front` by `depth` hexes.
///
/// Each column has a Swiss pike and a French gendarme five rows to the south.
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
        start_at = "moves"
        counters = [{counters}]
        units = [{units}]
        placements = [{{ commander = "all", hex = "01{depth:02}" }}]
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

/// Returns a set-up of Arquebus with two armies in lines on the blank map of Cerignola, each under one leader.
///
/// Each of `front` columns has a French gendarme and an enemy pike five rows to the south. The lines stand around row `depth / 2`.
fn hosts(front: usize, depth: usize) -> arquebus::Setup {
    let (mut counters, mut units) = (String::new(), String::new());
    let north = depth / 2 - 2;
    let south = north + 5;
    for column in 1..=front {
        for (army, row, battle, kind, facing) in [
            ("FR-X", north, "Nemours", "gendarmes", "S"),
            ("SP-X", south, "Ravenstein", "landsknechts", "N"),
        ] {
            let id = format!("{army}-{column}");
            let _ = write!(counters, "{{ id = \"{id}\", battle = \"{battle}\", kind = \"{kind}\" }}, ");
            let _ = write!(units, "{{ id = \"{id}\", hex = \"{column:02}{row:02}\", facing = \"{facing}\" }}, ");
        }
    }
    let toml = format!(
        r#"
        start_at = "free"
        counters = [{counters}]
        units = [{units}]
        leaders = [{{ id = "Nemours", hex = "01{north:02}" }}, {{ id = "Ravenstein", hex = "01{south:02}" }}]
        standards = [{{ id = "FR-Standard", hex = "0101" }}, {{ id = "SP-Standard", hex = "01{depth:02}" }}]
        cards = [{{ id = "Nemours", range = 30 }}, {{ id = "Ravenstein", range = 30 }}]
        map = {{ blank = true }}
        scenario = {{ levels = {{ France = {front}, League = {front} }} }}
        "#
    );
    toml::from_str(&toml).unwrap_or_else(|fault| panic!("{fault}"))
}

/// The amount of play to measure.
#[derive(Clone, Copy)]
struct Measure {
    games: u64,
    rounds: usize,
}

/// Prints the cost of an action in battles of each size, given as front and depth.
fn grow<G: Game>(name: &str, m: Measure, sizes: &[(usize, usize)], setup: impl Fn(usize, usize) -> G::Setup) {
    println!("{name}\n{:>8}{:>8}    actions    list  list ns apply ns  both ns", "hexes", "units");
    for &(front, depth) in sizes {
        let setup = setup(front, depth);
        let hexes = G::gazetteer(&G::begin(&setup).unwrap_or_else(|faults| panic!("{faults}")))
            .hexes
            .len();
        let cost = common::play::<G>(name, &setup, m.games, m.rounds).cost();
        println!("{hexes:>8}{:>8}   {cost}", 2 * front);
    }
}

fn main() {
    // `cargo bench` passes `--bench`. Without it this is a test that the benchmark still runs.
    let words: Vec<String> = std::env::args().skip(1).collect();
    let measured = words.iter().any(|a| a == "--bench");
    let mut numbers = words.iter().filter_map(|a| a.parse().ok());
    let games: u64 = numbers.next().unwrap_or(if measured { 10 } else { 1 });
    let rounds = numbers.next().unwrap_or(if measured { 5 } else { 1 }) as usize;
    let measure = Measure { games, rounds };
    grow::<Marignan>("marignan", measure, &[(12, 14), (24, 14), (24, 28), (48, 28)], lines);
    grow::<Arquebus>("arquebus", measure, &[(6, 26), (12, 26), (24, 26)], hosts);
}
