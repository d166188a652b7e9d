//! How the counters and the towns of a set-up are read.

use super::{Prepared, TownPost, UnitPost};
use crate::casebook::cite;
use crate::components::{Side, TownId, UnitId};
use crate::state::pieces::{Done, Whereabouts};
use crate::state::position::{LAST_TURN, State};
use crate::state::turn::{Split, TownState};
use casus_core::SetupFaults;
use casus_core::geometry::{did_you_mean, many};
use casus_core::reading::{one_of, posted_once, ranged};
use std::sync::Arc;

/// Returns the location off the map for a word, which may have a turn after it.
fn place_of(word: &str, turn: u8) -> Option<Whereabouts> {
    let (head, tail) = word.trim().split_once(' ').unwrap_or((word.trim(), ""));
    let number = if tail.is_empty() {
        Some(turn)
    } else {
        tail.parse::<u8>().ok()
    };
    let timed = number.filter(|n| (1..=LAST_TURN + 1).contains(n));
    match head {
        "track" => timed.map(Whereabouts::Track),
        "returns" => timed.map(Whereabouts::Returns),
        "pool" => timed.map(Whereabouts::Pool),
        "draw" => timed.map(Whereabouts::Draw),
        _ if !tail.is_empty() => None,
        "routed" => Some(Whereabouts::Routed),
        "split" => Some(Whereabouts::Split),
        "poland" => Some(Whereabouts::Poland),
        "denmark" => Some(Whereabouts::Denmark),
        "succession" => Some(Whereabouts::Succession),
        "legate" => Some(Whereabouts::Box),
        "cup" => Some(Whereabouts::Cup),
        "gone" => Some(Whereabouts::Gone),
        _ => None,
    }
}

const PLACES: [&str; 12] = [
    "routed",
    "track",
    "returns",
    "pool",
    "draw",
    "split",
    "poland",
    "denmark",
    "succession",
    "legate",
    "cup",
    "gone",
];

pub(super) struct Reader<'a> {
    pub(super) s: State,
    /// The places for which the set-up says which side has prepared them.
    pub(super) prepared: Vec<TownId>,
    pub(super) faults: &'a mut SetupFaults,
}

impl Reader<'_> {
    pub(super) fn fault(
        &mut self,
        path: impl Into<String>,
        message: impl Into<String>,
        cite: Option<casus_core::Cite>,
    ) {
        self.faults.push(path, message, cite);
    }

    pub(super) fn unit(&mut self, i: usize, post: &UnitPost, seen: &mut Vec<UnitId>) {
        let path = |field: &str| format!("units[{i}].{field}");
        let named = posted_once(&self.s, &post.id, seen, &path("id"), cite!("2.4"), self.faults);
        let Some(id): Option<UnitId> = named else { return };
        let at = match (&post.hex, &post.at) {
            (Some(_), Some(_)) => return self.fault(path("at"), "either `hex` or `at`, not both", None),
            (Some(word), None) => {
                let board = &self.s.game_data.board;
                match casus_core::reading::hex(board, word, &path("hex"), cite!("2.1"), self.faults) {
                    Some(hex) => Whereabouts::Map(hex),
                    None => return,
                }
            }
            (None, Some(word)) => {
                let Some(at) = place_of(word, self.s.turn) else {
                    let near = did_you_mean(word.split(' ').next().unwrap_or(word), PLACES);
                    let message = format!(
                        "unknown place off the map {word:?}; expected {}, with a turn where there are several{near}",
                        one_of(&PLACES)
                    );
                    return self.fault(path("at"), message, Some(cite!("17.0")));
                };
                at
            }
            (None, None) => {
                let at = self.s.unit(id).at;
                if at == Whereabouts::Gone {
                    return self.fault(path("hex"), "it stands in a hex, or `at` says where it is", None);
                }
                at
            }
        };
        let counter = self.s.counter(id);
        let (guard, faction) = (counter.guard, counter.faction);
        self.s.put(id, at);
        if guard
            && at
                .hex()
                .is_some_and(|h| self.s.game_data.urban(h) != Some(crate::components::Urban::Customs))
        {
            self.fault(path("hex"), "a customs guard is at a customs station", Some(cite!("11.0")));
        }
        if let Some(hex) = at.hex()
            && self.s.closed_to(hex, faction)
        {
            let awarded = self.s.poland && self.s.game_data.land(hex).closes();
            let case = if awarded { cite!("4.1") } else { cite!("14.0") };
            self.fault(path("hex"), "that land is closed to it", Some(case));
        }
        if post.inside && at.hex().is_none_or(|h| self.s.game_data.town(h).is_none()) {
            self.fault(path("inside"), "there are no walls", Some(cite!("8.8.4")));
        }
        if let Some(town) = at.hex().filter(|_| post.inside).and_then(|h| self.s.game_data.town(h)) {
            if self.s.town(town).pillaged {
                self.fault(path("inside"), "the place is pillaged", Some(cite!("10.7.2")));
            }
            if self.s.game_data.roster[town].kind == crate::components::Urban::Customs && !guard {
                self.fault(path("inside"), "only customs guards garrison a station", Some(cite!("8.8.4")));
            }
        }
        self.s.unit_mut(id).inside = post.inside;
        let most = self.s.allowance(id);
        if let Some(spent) = post.spent {
            let spent = ranged(spent.into(), (0, most.into()), &path("spent"), cite!("8.2"), self.faults);
            self.s.unit_mut(id).spent = spent as u8;
        }
        for (k, word) in post.done.iter().enumerate() {
            let flag = match word.as_str() {
                "moved" => Done::MOVED,
                "intercepted" => Done::INTERCEPTED,
                "halted" => Done::HALTED,
                "excused" => Done::EXCUSED,
                _ => {
                    let near = did_you_mean(word, ["moved", "intercepted", "halted", "excused"]);
                    let message =
                        format!("`{word}` is nothing that a unit does: moved, intercepted, halted or excused{near}");
                    self.fault(format!("units[{i}].done[{k}]"), message, None);
                    continue;
                }
            };
            self.s.unit_mut(id).done.set(flag);
        }
        self.waits(id, post.waiting, &path("waiting"));
    }

    /// Makes a counter wait: Orphans, Prokop and the heirs wait to be placed, others arrive by the turn track.
    fn waits(&mut self, id: UnitId, waiting: bool, path: &str) {
        if !waiting {
            return;
        }
        if matches!(self.s.unit(id).at, Whereabouts::Split | Whereabouts::Succession) {
            self.s.waiting.insert(id.0);
        } else {
            self.fault(path, "only who is at `split` or `succession` waits to be placed", Some(cite!("5.2.1")));
        }
    }

    /// Reads `"whole"`, `"due"` or `"made"`; a number after `due` is the turn in which Žižka fell.
    pub(super) fn split(&mut self, given: Option<&String>) {
        let Some(word) = given else { return };
        let since = word.strip_prefix("due ").map(|n| n.trim().parse::<u8>());
        if let Some(since) = since {
            match since.ok().filter(|n| (1..=self.s.turn).contains(n)) {
                Some(since) => self.s.split = Split::Due(since),
                None => self.fault("split", "`due` takes a turn from 1 to the present one", Some(cite!("5.2.1"))),
            }
            return;
        }
        let words = [("whole", Split::Whole), ("due", Split::Due(0)), ("made", Split::Made)];
        if let Some(split) = self.word("split", Some(word), &words) {
            self.s.split = split;
        }
    }

    pub(super) fn town(&mut self, i: usize, post: &TownPost, seen: &mut Vec<TownId>) {
        let path = |field: &str| format!("towns[{i}].{field}");
        let named = posted_once(&self.s, &post.id, seen, &path("id"), cite!("2.2"), self.faults);
        let Some(id): Option<TownId> = named else { return };
        *self.s.town_mut(id) = TownState {
            pillaged: post.pillaged,
            blockaded: post.blockaded,
            control: post.control,
            prepared: post.prepared.and_then(Prepared::side),
        };
        if post.prepared.is_some() {
            self.prepared.push(id);
        }
    }

    pub(super) fn word<T: Copy>(&mut self, key: &str, given: Option<&String>, words: &[(&str, T)]) -> Option<T> {
        let word = given?;
        casus_core::reading::chosen(word, "word for it", words, key, None, self.faults)
    }

    /// Checks the position as a whole.
    pub(super) fn whole(&mut self) {
        for id in self.s.unit_ids() {
            let unit = *self.s.unit(id);
            let Some(hex) = unit.at.hex() else { continue };
            if unit.inside && !self.s.holds(hex, self.s.side(id).enemy()) {
                let name = self.s.game_data.roster.unit_word(id).to_owned();
                self.fault("units", format!("{name} is inside walls, and no enemy is there"), Some(cite!("8.6")));
            }
        }
        let game_data = Arc::clone(&self.s.game_data);
        for hex in game_data.board.ids() {
            let label = game_data.board.label(hex);
            for side in [Side::Hussite, Side::Imperial] {
                let inside = self.s.garrison(hex, side).count();
                let most = game_data
                    .urban(hex)
                    .map_or(0, |k| usize::from(self.s.garrison_limit(k)));
                if inside > most {
                    let message = format!("inside at {label}: {}, and {most} may be", many(inside, "unit"));
                    self.fault("units", message, Some(cite!("8.6.1")));
                }
            }
            let field = |side| self.s.in_field(hex, side).next().is_some();
            if field(Side::Hussite) && field(Side::Imperial) {
                let message = format!("both sides are in the field at {label}");
                self.fault("units", message, Some(cite!("9.0")));
            }
        }
        for town in game_data.roster.town_ids() {
            if !self.s.town(town).blockaded {
                continue;
            }
            let hex = game_data.roster[town].hex;
            let owner = [Side::Hussite, Side::Imperial]
                .into_iter()
                .find(|&side| self.s.besieged(hex, side));
            self.s.town_mut(town).control = owner;
            if owner.is_none() {
                let message =
                    format!("{} is blockaded, and no garrison is under siege there", game_data.roster[town].id);
                self.fault("towns", message, Some(cite!("10.6")));
            }
        }
        let out = self.s.legate();
        let legates = self.s.unit_ids().filter(|&u| {
            self.s.counter(u).legate() && matches!(self.s.unit(u).at, Whereabouts::Map(_) | Whereabouts::Box)
        });
        if legates.count() > 1 && out.is_some() {
            self.fault("units", "more than one Legate is on the map or in the box", Some(cite!("7.3")));
        }
    }
}
