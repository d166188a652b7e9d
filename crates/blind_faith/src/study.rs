//! What simulations count in campaigns of Blind Faith.

use crate::components::{Kind, Side, TownId, UnitId};
use crate::event::{Event, What};
use crate::game::BlindFaith;
use crate::setup::Setup;
use crate::state::position::State;
use casus_catalog::{ExactError, Study};
use casus_catalog::{Tally, percent, share};
use casus_core::{Agent, Cite, HexId, Match, Outcome, Seat, Seeded, Sided, Steady, Turn};
use serde_json::json;
use std::fmt::Write as _;

/// State kept during one campaign.
#[derive(Debug, Default)]
pub struct Witness {
    /// The Field Battle in progress, if it is one of knights against wagons.
    battle: Option<Watched>,
    /// Whether Prague has been besieged.
    prague: bool,
    fallen: bool,
    /// The garrison of Prague in its last Siege Battle of this turn. `None` if there was none.
    walls: Option<String>,
    battles: usize,
    sieges: usize,
    rides: usize,
    crusades: usize,
    /// The last year whose purse is recorded.
    year: u16,
}

/// A Field Battle for which [`knights_on_wagons`] is true.
#[derive(Debug)]
struct Watched {
    hex: HexId,
    attacker: Side,
}

fn town(s: &State, id: TownId) -> String {
    s.game_data().roster[id].id.clone()
}

/// Returns whether all attackers are mounted and none is artillery, and at least half of the defenders are wagons.
fn knights_on_wagons(s: &State, attackers: &[UnitId], defenders: &[UnitId]) -> bool {
    let wagons = |list: &[UnitId]| list.iter().filter(|&&u| s.kind(u) == Kind::Wagon).count();
    let knights = attackers
        .iter()
        .all(|&u| s.kind(u).mounted() && !s.counter(u).artillery);
    knights && wagons(defenders) > 0 && wagons(defenders) * 2 >= defenders.len()
}

/// The number of times that each attack on wagons is played.
const ATTACKS: u64 = 2000;

/// Returns a match at the start of a Field Battle, with the charts, counters and options of a set-up.
///
/// `size` German knights without Combat Prowess attack as many Taborites in open country. Half of these are wagons, half are foot.
fn attack_on_wagons(setup: &Setup, size: usize) -> Result<Match<BlindFaith>, ExactError> {
    const KNIGHTS: [&str; 8] = [
        "Palatinate",
        "Bavaria-Munich",
        "Bavaria-Landshut",
        "Brunswick",
        "Hesse",
        "Mainz",
        "Trier",
        "Cologne",
    ];
    const WAGONS: [&str; 4] = ["Wagon-1", "Tabor-Wagon-1", "Tabor-Wagon-2", "Tabor-Wagon-3"];
    const FOOT: [&str; 4] = ["Tabor-Levy-1", "Tabor-Levy-2", "Klatovy-Levy", "Pisek-Levy"];
    let (from, to) = ("1917", "1918");
    let half = size / 2;
    let knights = KNIGHTS[..size].iter().map(|id| json!({"id": id, "hex": from}));
    let wagons = WAGONS[..half]
        .iter()
        .chain(&FOOT[..half])
        .map(|id| json!({"id": id, "hex": to}));
    let position = json!({
        "start_at": "campaign", "side": "Imperial", "bare": true, "map": {"blank": true},
        "units": knights.chain(wagons).collect::<Vec<_>>(),
    });
    let mut position: Setup = casus_core::formats::from_json_value(position)?;
    position.charts.clone_from(&setup.charts);
    position.counters.clone_from(&setup.counters);
    position.options.clone_from(&setup.options);
    let mut game = Match::<BlindFaith>::new(position)?;
    let mut words = [
        format!("take {}", KNIGHTS[0]),
        "join-all".to_owned(),
        format!("step {to}"),
    ]
    .into_iter();
    while game.state().field().is_none() {
        let Turn::Decide { side, what, .. } = game.turn() else {
            return Err(ExactError::NotBegun);
        };
        let words = if what == "intercept" {
            "hold-all phase".to_owned()
        } else {
            words.next().unwrap_or_default()
        };
        let action = game.parse(&words)?;
        game.play(side, action, &mut Seeded::new(0))?;
    }
    Ok(game)
}

/// Lets steady agents fight the open Field Battle to its end. Returns the winner, if there is one.
fn fight_out(mut game: Match<BlindFaith>, seed: u64) -> Option<Side> {
    let mut agents = [0, 1].map(Steady::<BlindFaith>::new);
    let mut dice = Seeded::new(seed);
    while let Turn::Decide { side, .. } = game.turn() {
        let list = game.actions();
        let choice = agents[side.index()].choose(Seat::new(game.state(), side, &list));
        let played = game.play(side, list[choice], &mut dice).ok()?;
        let ends = played.events.iter().find_map(|e| match &e.what {
            What::FieldEnded { winner, .. } => Some(*winner),
            _ => None,
        });
        if let Some(winner) = ends {
            return winner;
        }
    }
    None
}

impl Study for BlindFaith {
    type Witness = Witness;

    fn exact(setup: &Setup) -> Result<String, ExactError> {
        let mut out =
            format!("plain knights attack as many, half of them wagons and half foot: the knights win, of {ATTACKS}\n");
        for size in [4, 6, 8] {
            let begun = attack_on_wagons(setup, size)?;
            let mut won = [0; 2];
            for seed in 1..=ATTACKS {
                if let Some(winner) = fight_out(begun.clone(), seed) {
                    won[winner.index()] += 1;
                }
            }
            let knights = share(won[Side::Imperial.index()], ATTACKS as usize);
            let _ = writeln!(out, "  {size} against {size:<18} {knights}");
        }
        Ok(out)
    }

    fn see(w: &mut Witness, s: &State, event: &Event, t: &mut Tally) {
        match &event.what {
            What::FieldBattle {
                hex,
                attackers,
                defenders,
            } => {
                w.battles += 1;
                let attacker = attackers.first().map_or(Side::Imperial, |&u| s.side(u));
                w.battle = knights_on_wagons(s, attackers, defenders).then_some(Watched { hex: *hex, attacker });
            }
            What::FieldEnded { hex, winner } => {
                if let Some(b) = w.battle.take().filter(|b| b.hex == *hex) {
                    let end = if *winner == Some(b.attacker) { "won" } else { "not won" };
                    t.add("knights against wagons", end, 1);
                }
            }
            What::Assaulted {
                attacker,
                defender,
                result,
                ..
            } => {
                let knight = s.kind(*attacker).mounted() && s.counter(*attacker).attack == 0;
                if knight && s.kind(*defender) == Kind::Wagon {
                    t.add("plain knights assault a wagon", format!("{result:?}"), 1);
                }
            }
            What::SiegeBattle { hex, garrison, .. } => {
                w.sieges += 1;
                let at = s.game_data().town(*hex).map_or_else(String::new, |id| town(s, id));
                if at == "Prague" {
                    w.prague = true;
                    let best = garrison.iter().map(|&u| s.counter(u).defence).max().unwrap_or(0);
                    w.walls = Some(format!("assault, {} inside, defence {best}", garrison.len()));
                }
            }
            What::Captured { town: id, side } => {
                if town(s, *id) == "Prague" && *side == Side::Imperial {
                    t.add("how Prague fell", w.walls.take().unwrap_or_else(|| "Blockade".to_owned()), 1);
                }
                t.add("places taken by siege", format!("{} by {}", town(s, *id), side.word()), 1);
            }
            What::Intercepted { .. } => w.rides += 1,
            What::Turn { .. } => {
                w.walls = None;
                let roster = &s.game_data().roster;
                w.fallen |= roster
                    .town_ids()
                    .any(|t| roster[t].id == "Prague" && s.occupies(Side::Imperial, t));
            }
            What::Campaign {
                side: Side::Imperial, ..
            } if w.year != s.year() => {
                w.year = s.year();
                t.add("purses", format!("{} {:>4}", s.year(), s.purse(Side::Imperial)), 1);
                w.crusades += usize::from(s.crusade().is_on());
            }
            _ => {}
        }
    }

    fn end(w: Witness, s: &State, end: Option<(Outcome<Side>, Cite)>, t: &mut Tally) {
        let end = match end {
            Some((Outcome::Win(side), cite)) => {
                t.add("winners", side.word(), 1);
                format!("{} ({})", side.word(), cite)
            }
            Some((Outcome::Draw, cite)) => {
                t.add("winners", "draw", 1);
                format!("draw ({cite})")
            }
            _ => "unended".to_owned(),
        };
        t.add("ends", end, 1);
        t.note("turns", s.turn().into());
        t.add("later than 1430", if s.year() > 1430 { "yes" } else { "no" }, 1);
        t.add("Prague besieged", if w.prague { "yes" } else { "no" }, 1);
        t.add("Prague fallen", if w.fallen { "yes" } else { "no" }, 1);
        t.note("battles", w.battles);
        t.note("sieges", w.sieges);
        t.note("rides", w.rides);
        t.note("crusade years", w.crusades);
    }

    fn report(t: &Tally, _: &Setup) -> String {
        let games = t.games();
        let mut out = String::new();
        t.shares(&mut out, "won by", "winners", games);
        t.shares(&mut out, "how it ended", "ends", games);
        t.shares(&mut out, "later than 1430", "later than 1430", games);
        t.spread(&mut out, "turns", "turns");
        t.spread(&mut out, "actions", "actions");
        t.spread(&mut out, "years with a crusade", "crusade years");
        t.spread(&mut out, "Field Battles", "battles");
        t.spread(&mut out, "Siege Battles", "sieges");
        t.spread(&mut out, "Interceptions", "rides");
        t.shares(&mut out, "Prague besieged", "Prague besieged", games);
        t.shares(&mut out, "Prague Imperial at the end of a year", "Prague fallen", games);
        t.shares(&mut out, "how Prague fell, in a hundred campaigns", "how Prague fell", games);
        for title in ["plain knights assault a wagon", "knights against wagons"] {
            let all: usize = t.count(title).values().sum();
            t.shares(&mut out, &format!("{title}, of {all}"), title, all);
        }
        let _ = writeln!(out, "the Empire's purse when it sets out, median and 95th of 100");
        for year in 1420..=1444u16 {
            let mut purses: Vec<u16> = Vec::new();
            for (key, n) in t.count("purses") {
                let mut words = key.split_whitespace();
                if words.next() == Some(&year.to_string()) {
                    let purse = words.next().and_then(|p| p.parse().ok()).unwrap_or(0);
                    purses.extend(core::iter::repeat_n(purse, n));
                }
            }
            purses.sort_unstable();
            if let Some(last) = purses.len().checked_sub(1) {
                let _ = writeln!(out, "  {year}  {:>3} {:>3}", purses[last / 2], purses[last * 95 / 100]);
            }
        }
        let taken = t.count("places taken by siege");
        let _ = writeln!(out, "places taken by siege, in a hundred campaigns");
        for (key, n) in taken {
            if percent(n, games) >= 10.0 {
                let _ = writeln!(out, "  {key:<28} {:>5.0}", percent(n, games));
            }
        }
        out
    }
}
