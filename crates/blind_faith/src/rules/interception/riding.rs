//! Who gathers for an interception, and the ride to the battle.

use super::approach::Approach;
use super::{judge_interceptor, leaves_mix, list_interceptions, of_the_march, parted};
use crate::action::Action;
use crate::casebook::cite;
use crate::components::{Faction, Kind, Side, UnitId};
use crate::engine::Engine;
use crate::event::What;
use crate::options::Choice;
use crate::rules::garrison::asks_garrison;
use crate::state::march::{Gathering, those};
use crate::state::pieces::{Done, Whereabouts};
use crate::state::position::{State, hex_of};
use crate::state::stage::{Entry, Stage};
use casus_core::{HexId, Hold, PieceSet, Place, Procedures, Verdict};

/// Returns the other units that may ride with those that have gathered.
fn companions(s: &State, g: Gathering) -> Vec<UnitId> {
    let mut out = Vec::new();
    list_interceptions(s, Stage::Gathering(g), &mut out);
    out.into_iter()
        .filter_map(|a| match a {
            Action::Join(unit) => Some(unit).filter(|u| !g.units.contains(u.0)),
            _ => None,
        })
        .collect()
}

pub(crate) fn gather_candidates(s: &State, g: Gathering, out: &mut Vec<Action>) {
    let Some(hex) = hex_of(s, g.units) else { return };
    let side = those(g.units).next().map_or(Side::Hussite, |u| s.side(u));
    out.extend(s.own_at(hex, side).map(Action::Join));
    out.extend([Action::JoinAll, Action::Ride]);
}

pub(crate) fn judge_gather(s: &State, g: Gathering, action: Action, v: &mut Verdict) -> bool {
    match action {
        Action::Join(unit) => judge_interceptor(s, g.target, g.units, unit, v),
        Action::JoinAll => {
            if companions(s, g).is_empty() {
                v.refuse(casus_core::Refusal::new(cite!("8.8"), "nobody else there may ride with them"));
            }
        }
        Action::Ride => {
            if parted(s, g.target, g.units) {
                v.refuse(casus_core::Refusal {
                    at: g.target.place(),
                    ..casus_core::Refusal::new(
                        cite!("8.6.4", "R-50"),
                        "the Legate must ride with them to friends of another faction",
                    )
                });
            }
            if leaves_mix(s, g.target, g.units) {
                v.refuse(casus_core::Refusal {
                    at: hex_of(s, g.units).map_or(Place::Nowhere, HexId::place),
                    ..casus_core::Refusal::new(
                        cite!("8.6.4", "R-50"),
                        "those whom the Legate leaves would be of factions that may not stack",
                    )
                });
            }
        }
        _ => return false,
    }
    true
}

impl Engine<'_> {
    pub(crate) fn enact_intercept(&mut self, target: Option<HexId>, action: Action) {
        let Some(side) = self.s.phasing().map(Side::enemy) else {
            return;
        };
        match (action, target) {
            (Action::Intercept(unit), Some(target)) => {
                let units = PieceSet::one(unit.0);
                self.set_top(Stage::Gathering(Gathering { units, target }));
            }
            (Action::Against(hex), _) => {
                self.changed = true;
                self.set_top(Stage::Intercept { target: Some(hex) });
            }
            (Action::HoldAll(window), _) => {
                self.pop();
                self.s.closed.hold(side, Hold::All(window));
                self.say(cite!("8.8", "R-63"), || What::Held { side, window });
            }
            _ => {
                self.pop();
                self.changed = true;
            }
        }
    }

    pub(crate) fn enact_gather(&mut self, g: Gathering, action: Action) {
        match action {
            Action::Join(unit) => {
                let mut g = g;
                g.units.insert(unit.0);
                self.set_top(Stage::Gathering(g));
                self.changed = true;
            }
            Action::JoinAll => {
                let mut g = g;
                // One after the other: a unit that joins may exclude another (rulings ).
                while let Some(&unit) = companions(self.s, g).first() {
                    g.units.insert(unit.0);
                }
                self.set_top(Stage::Gathering(g));
                self.changed = true;
            }
            _ => self.ride(g),
        }
    }

    /// 8.8.1: moves the interceptors into the enemy's hex. They join friends in the field, or else attack alone.
    fn ride(&mut self, g: Gathering) {
        let Some(from) = hex_of(self.s, g.units) else { return };
        let side = those(g.units).next().map_or(Side::Hussite, |u| self.s.side(u));
        let to = g.target;
        let polish = those(g.units).all(|u| self.s.faction(u) == Faction::Polish);
        let points = if from == to {
            0
        } else {
            Approach::to(self.s, to, side).cost(polish, from).unwrap_or(0)
        };
        let friends = self.s.in_field(to, side).next().is_some();
        for u in those(g.units) {
            if from != to {
                self.s.put(u, Whereabouts::Map(to));
            }
            let unit = self.s.unit_mut(u);
            unit.inside = false;
            unit.spent = unit.spent.saturating_add(points);
            unit.done.set(Done::INTERCEPTED);
        }
        let mut all = g.units;
        if from == to {
            // All of a sallying garrison comes out (ruling R-66).
            let garrison: PieceSet = self.s.garrison(to, side).map(|u| u.0).collect();
            self.come_out(garrison);
            for u in those(garrison) {
                if !(self.s.opts(Choice::R120) && self.s.kind(u) == Kind::Foot) {
                    self.s.unit_mut(u).done.set(Done::INTERCEPTED);
                    all.insert(u.0);
                }
            }
        }
        let units: Vec<UnitId> = those(all).collect();
        self.say(cite!("8.8.1"), || What::Intercepted {
            units,
            from,
            to,
            points,
        });
        let moving = of_the_march(self.s, to);
        let again = self.s.opts(Choice::R64);
        for st in &mut self.s.stack {
            // By the other reading of R-64 others may intercept before the siege: at once, or after friends and interceptors are
            // beaten.
            if let Stage::Entry { hex, step } = st
                && *hex == to
                && again
            {
                *step = if friends { Entry::Joined } else { Entry::Window };
            }
            if let Stage::March(march) = st {
                march.met |= moving;
                // Other units may intercept after this, before the stack goes on (8.8).
                march.stepped = true;
            }
        }
        // Other units may intercept forces at rest after this (8.8).
        self.s.quiet = false;
        if friends {
            self.pop();
        } else {
            let sally = from == to;
            self.set_top(Stage::Onset {
                hex: to,
                asked: false,
                sally,
            });
        }
    }

    /// 8.8.1, ruling R-67: enemies at rest in a place may go inside; then the interceptors attack those in the field.
    pub(crate) fn onset(&mut self, hex: HexId, (asked, sally): (bool, bool)) -> casus_core::Flow<Stage> {
        let Some(side) = self.s.phasing() else {
            return casus_core::Flow::Done;
        };
        if !asked {
            let opens = asks_garrison(self.s, hex, side);
            self.set_top(Stage::Onset {
                hex,
                asked: true,
                sally,
            });
            if opens {
                return casus_core::Flow::Call(Stage::Garrison { hex, side });
            }
            return casus_core::Flow::Next;
        }
        self.pop();
        if self.s.in_field(hex, side).next().is_some() {
            let attackers: PieceSet = self.s.in_field(hex, side.enemy()).map(|u| u.0).collect();
            self.open_field(hex, attackers);
        }
        casus_core::Flow::Next
    }
}
