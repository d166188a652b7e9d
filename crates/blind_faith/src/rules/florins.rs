//! Module 6, HRE Muster: income, maintenance, muster.

use crate::action::Action;
use crate::casebook::cite;
use crate::charts::Happening;
use crate::components::{Faction, Kind, Land, Side, TownId, UnitId, Urban};
use crate::engine::Engine;
use crate::event::{Arrival, Item, What};
use crate::rules::arrivals::room;
use crate::rules::danes::{bars_danes, coast, edge};
use crate::rules::openings::facts::OpeningFacts;
use crate::rules::openings::turn::ARRIVE_OPENING;
use crate::rules::stacking::fits;
use crate::state::pieces::Whereabouts;
use crate::state::position::State;
use crate::state::stage::Course;
use crate::state::turn::Danes;
use casus_core::cases::measures::FLORINS;
use casus_core::{Bar, Bars, HexId, Ledger, Modifier, Modifiers, Place, Verdict, Violation};

/// The facts of the Imperial income.
#[derive(Debug)]
pub struct IncomeFacts<'a> {
    /// The current position.
    pub s: &'a State,
}

casus_core::questions!(IncomeFacts);
type M = Modifier<IncomeFacts<'static>>;

impl IncomeFacts<'_> {
    /// Whether a place pays: it is not occupied by Hussites, pillaged or blockaded (6.1).
    fn pays(&self, town: TownId) -> bool {
        let state = self.s.town(town);
        !state.pillaged && !state.blockaded && !self.s.occupies(Side::Hussite, town)
    }
    fn loyal(&self, n: usize) -> bool {
        self.s.game_data.names().loyal[n].is_some_and(|t| self.pays(t))
    }
    /// Returns the payment of all customs stations that pay.
    fn stations(&self) -> i32 {
        let towns = self.s.game_data.roster.town_ids();
        let customs = towns.filter(|&t| self.s.game_data.roster[t].kind == Urban::Customs && self.pays(t));
        customs.count() as i32 * i32::from(self.s.game_data.charts.florins.station)
    }
    fn from(&self, n: usize) -> Place {
        self.s.game_data.names().loyal[n].map_or(Place::Nowhere, |t| self.s.game_data.roster[t].hex.place())
    }
}

/// The payments of places, added to the dice of Imperial Finance (6.1.1, 6.1.2). Named `income`.
pub static INCOME: Modifiers<IncomeFacts> = Modifiers {
    name: "income",
    list: &[
        M::by(cite!("6.1.1"), "customs stations").adds(
            |_| Place::Side(Side::Imperial as u8),
            |f| {
                let turks = f.s.event == Happening::Turks;
                Some(f.stations()).filter(|&n| n > 0 && !turks)
            },
        ),
        M::by(cite!("6.1.2"), "Pilsen")
            .adds(|f| f.from(0), |f| f.loyal(0).then(|| f.s.game_data.charts.florins.pilsen.into())),
        M::by(cite!("6.1.2"), "Kuttenberg")
            .adds(|f| f.from(1), |f| f.loyal(1).then(|| f.s.game_data.charts.florins.kuttenberg.into())),
        M::by(cite!("6.1.3"), "silver of Kuttenberg").adds(
            |f| f.from(1),
            |f| {
                let silver = f.s.event == Happening::Silver && f.loyal(1);
                silver.then(|| f.s.game_data.charts.florins.kuttenberg.into())
            },
        ),
        M::by(cite!("6.1.2"), "Budweis")
            .adds(|f| f.from(2), |f| f.loyal(2).then(|| f.s.game_data.charts.florins.budweis.into())),
    ],
};

/// Whether a unit needs maintenance (6.2): it is Imperial, on the map, and has a price; Danes need none (6.3.1).
pub(crate) fn owes(s: &State, unit: UnitId) -> bool {
    let counter = s.counter(unit);
    let danish = counter.faction == Faction::Danish;
    s.hex(unit).is_some() && counter.side == Side::Imperial && !danish && upkeep(s, unit) > 0
}

/// Returns the cost to maintain a unit (6.2).
fn upkeep(s: &State, unit: UnitId) -> u16 {
    u16::from(s.game_data.charts.florins.of(s.kind(unit)).1)
}

/// Returns the cost to maintain all units on the map.
pub(crate) fn upkeep_of_all(s: &State) -> u16 {
    s.unit_ids().filter(|&u| owes(s, u)).map(|u| upkeep(s, u)).sum()
}

/// Returns the maintenance of all units on the map by type.
fn upkeep_items(s: &State) -> Vec<Item> {
    let of = |&kind: &Kind| {
        let owing = |&u: &UnitId| s.kind(u) == kind && owes(s, u);
        let count = s.unit_ids().filter(owing).count() as u16;
        let each = u16::from(s.game_data.charts.florins.of(kind).1);
        (count > 0).then_some(Item { kind, count, each })
    };
    Kind::ALL.iter().filter_map(of).collect()
}

/// The facts of disbanding a unit.
#[derive(Debug)]
pub struct DisbandFacts<'a> {
    /// The current position.
    pub s: &'a State,
    /// The unit to be disbanded.
    pub unit: UnitId,
}

/// The facts of maintaining all units.
#[derive(Debug)]
pub struct PayFacts<'a> {
    /// The current position.
    pub s: &'a State,
}

/// The facts of mustering a unit.
#[derive(Debug)]
pub struct MusterFacts<'a> {
    /// The current position.
    pub s: &'a State,
    /// The unit that would be mustered.
    pub unit: UnitId,
    /// The hex where it would appear.
    pub hex: HexId,
}

casus_core::questions!(DisbandFacts, PayFacts, MusterFacts);
type D = Bar<DisbandFacts<'static>>;
type P = Bar<PayFacts<'static>>;
type B = Bar<MusterFacts<'static>>;

/// The list `disband`: what forbids disbanding a unit (6.2).
pub static DISBAND_BARS: Bars<DisbandFacts> = Bars {
    name: "disband",
    list: &[
        D::by(cite!("6.3.1"), "Danes cost nothing")
            .when(|f| f.unit.place(), |f| f.s.faction(f.unit) == Faction::Danish),
        D::by(cite!("6.2", "R-31"), "the unit takes no maintenance")
            .when(|f| f.unit.place(), |f| f.s.faction(f.unit) != Faction::Danish && !owes(f.s, f.unit)),
    ],
};

/// The list `pay`: what forbids paying for all units that are left (6.2).
pub static PAY_BARS: Bars<PayFacts> = Bars {
    name: "pay",
    list: &[P::by(cite!("6.2"), "there are not Florins enough").violated(|f| {
        let (need, have) = (upkeep_of_all(f.s), f.s.purse(Side::Imperial));
        (need > have).then(|| Violation::lacks(Place::Side(Side::Imperial as u8), FLORINS, need.into(), have.into()))
    })],
};

impl MusterFacts<'_> {
    fn danish(&self) -> bool {
        self.s.faction(self.unit) == Faction::Danish
    }
    fn gone(&self) -> bool {
        self.s.unit(self.unit).at == Whereabouts::Gone
    }
    fn town(&self) -> Option<TownId> {
        self.s.game_data.town(self.hex)
    }
    /// Whether the hex is neither a town or city in a home land of the unit's faction, nor the place that 17.3 names for it.
    fn strange(&self) -> bool {
        if self.danish() {
            return !coast(self.s).any(|hex| hex == self.hex);
        }
        let s = self.s;
        if let Some(site) = s.counter(self.unit).site {
            return site != self.hex;
        }
        let lodges = |t: TownId| matches!(s.game_data.roster[t].kind, Urban::Town | Urban::City);
        let home = s.faction(self.unit).home(s.game_data.land(self.hex));
        !(home && self.town().is_some_and(lodges))
    }
    /// Whether the faction has a land where it is mustered; Germans and French are never mustered for Florins.
    fn has_home(&self) -> bool {
        let faction = self.s.faction(self.unit);
        Land::ALL.iter().any(|&land| faction.home(land))
    }
    fn price(&self) -> u16 {
        u16::from(self.s.game_data.charts.florins.of(self.s.kind(self.unit)).0)
    }
}

fn site(f: &MusterFacts) -> Place {
    f.hex.place()
}
fn recruit(f: &MusterFacts) -> Place {
    f.unit.place()
}

/// The list `muster`: what forbids mustering a unit in a hex (6.2, 6.3.4, 17.3).
pub static MUSTER_BARS: Bars<MusterFacts> = Bars {
    name: "muster",
    list: &[
        B::by(cite!("6.2"), "the unit is not among those who may be mustered")
            .when(recruit, |f| !matches!(f.s.unit(f.unit).at, Whereabouts::Pool(_)))
            .always(),
        B::by(cite!("6.3.5"), "Danes who were eliminated never return")
            .when(recruit, |f| f.gone() && f.danish() && f.s.danes != Danes::Gone),
        B::by(cite!("6.3.6"), "the Danes have gone home, and never return")
            .when(recruit, |f| f.gone() && f.danish() && f.s.danes == Danes::Gone),
        B::by(cite!("10.9"), "the unit is out of the game").when(recruit, |f| f.gone() && !f.danish()),
        B::by(cite!("10.9"), "the unit is routed, and may be mustered from the next turn on")
            .when(recruit, |f| f.s.unit(f.unit).at == Whereabouts::Routed),
        B::by(cite!("6.2", "R-06"), "who was disbanded this turn is not mustered in it")
            .when(recruit, |f| matches!(f.s.unit(f.unit).at, Whereabouts::Pool(turn) if turn > f.s.turn)),
        B::by(cite!("6.2", "R-33"), "the unit is mustered in a town or city of its land")
            .when(site, |f| f.has_home() && f.s.counter(f.unit).site.is_none() && f.strange()),
        B::by(cite!("17.3"), "it is mustered at one place alone")
            .when(site, |f| !f.danish() && f.s.counter(f.unit).site.is_some() && f.strange()),
        B::by(cite!("6.3.4"), "Danes are mustered at 0101 to 0701").when(site, |f| f.danish() && f.strange()),
        B::by(cite!("6.3.4", "R-37"), "Hussites are there")
            .when(site, |f| f.danish() && f.s.holds(f.hex, Side::Hussite)),
        B::by(cite!("6.3.3", "R-37"), "Danes share no hex with others")
            .when(site, |f| f.danish() && bars_danes(f.s, f.hex)),
        B::by(cite!("3.2"), "the place is under Blockade")
            .when(site, |f| f.town().is_some_and(|t| f.s.town(t).blockaded)),
        B::by(cite!("6.2"), "the place is pillaged").when(site, |f| f.town().is_some_and(|t| f.s.town(t).pillaged)),
        B::by(cite!("6.2"), "Hussites occupy the place")
            .when(site, |f| f.town().is_some_and(|t| f.s.occupies(Side::Hussite, t))),
        B::by(cite!("4.1", "R-11"), "the land is closed").when(site, |f| f.s.closed_to(f.hex, f.s.faction(f.unit))),
        B::by(cite!("8.6.4", "R-33"), "another faction is there, and no Legate")
            .when(site, |f| !f.danish() && !fits(f.s, f.unit, f.hex)),
        B::by(cite!("8.6.1", "G-10"), "the garrison is full, and enemies are before the walls")
            .when(site, |f| (f.town().is_some() || !f.danish()) && room(f.s, Side::Imperial, f.hex) == 0),
        B::by(cite!("6.2"), "there are not Florins enough").violated(|f| {
            let (need, have) = (f.price(), f.s.purse(Side::Imperial));
            (need > have).then(|| Violation::lacks(f.unit.place(), FLORINS, need.into(), have.into()))
        }),
    ],
};

pub(crate) fn upkeep_candidates(s: &State, out: &mut Vec<Action>) {
    let all = s.unit_ids().filter(|&u| s.amended() || owes(s, u));
    out.extend(all.map(Action::Disband));
    out.push(Action::Pay);
}

pub(crate) fn judge_upkeep(s: &State, action: Action, v: &mut Verdict) -> bool {
    match action {
        Action::Disband(unit) => DISBAND_BARS.judge(&DisbandFacts { s, unit }, v),
        Action::Pay => PAY_BARS.judge(&PayFacts { s }, v),
        _ => return false,
    }
    true
}

pub(crate) fn muster_candidates(s: &State, out: &mut Vec<Action>) {
    let pool = s.unit_ids().filter(|&u| matches!(s.unit(u).at, Whereabouts::Pool(_)));
    for unit in pool {
        if s.amended() {
            out.extend(s.game_data.board.ids().map(|hex| Action::Muster(unit, hex)));
            continue;
        }
        match s.counter(unit).site {
            Some(site) => out.push(Action::Muster(unit, site)),
            None if s.faction(unit) == Faction::Danish => {
                out.extend(edge(s).into_iter().map(|hex| Action::Muster(unit, hex)));
            }
            None => out.extend(s.game_data.roster.towns.iter().map(|t| Action::Muster(unit, t.hex))),
        }
    }
    out.push(Action::Done);
}

pub(crate) fn judge_muster(s: &State, action: Action, v: &mut Verdict) -> bool {
    match action {
        Action::Muster(unit, hex) => {
            MUSTER_BARS.judge(&MusterFacts { s, unit, hex }, v);
            // For a unit that arrives in another way, report how and when.
            let told = matches!(s.unit(unit).at, Whereabouts::Pool(_) | Whereabouts::Routed | Whereabouts::Gone);
            if !told {
                ARRIVE_OPENING.judge(&OpeningFacts::of(s, s.side(unit)).unit(unit), v);
            }
        }
        Action::Done => {}
        _ => return false,
    }
    true
}

impl Engine<'_> {
    /// 6.1: collects the payments of places, and Imperial Finance.
    pub(crate) fn income(&mut self) {
        const _: casus_core::Cite = cite!("6.0");
        let plain = self.s.game_data.charts.florins.finance;
        let dice = match self.s.event {
            Happening::DietRefuses => 0,
            Happening::Tax => plain + 1,
            Happening::Indulgences => plain + 2,
            _ => plain,
        };
        let dice = self.several(cite!("6.1.3"), "imperial finance", dice);
        let event = self.s.event;
        let sum: u8 = dice.iter().sum();
        let florins = if event == Happening::PrincesQuarrel {
            sum / 2
        } else {
            sum
        };
        self.say(cite!("6.1.3"), || What::Finance { dice, event, florins });
        let ledger: Ledger = INCOME.ledger(florins.into(), &IncomeFacts { s: self.s });
        let mined = (IncomeFacts { s: self.s }).loyal(1);
        if event == Happening::Silver && !mined {
            self.say(cite!("6.1.3"), || What::NoSilver);
        }
        let side = Side::Imperial;
        self.s.purses[side as usize] += ledger.total.max(0) as u16;
        let purse = self.s.purse(side);
        self.say(cite!("6.1"), || What::Income { side, ledger, purse });
        self.go_to(Course::Upkeep);
    }

    pub(crate) fn enact_upkeep(&mut self, action: Action) {
        if let Action::Disband(unit) = action {
            return self.disband(unit);
        }
        let florins = upkeep_of_all(self.s);
        let items = upkeep_items(self.s);
        self.pay(cite!("6.2"), Side::Imperial, florins, items);
        self.go_to(Course::Muster);
    }

    /// 6.2, rulings: disbands a unit. From the next turn on it may be mustered or drawn again; Winchester joins the
    /// waiting Legates.
    fn disband(&mut self, unit: UnitId) {
        let later = self.s.turn + 1;
        let counter = self.s.counter(unit);
        let to = match counter.faction {
            _ if counter.legate() => Whereabouts::Cup,
            Faction::German => Whereabouts::Draw(later),
            _ => Whereabouts::Pool(later),
        };
        self.take_off(unit, to, cite!("6.2"));
        if to == Whereabouts::Cup {
            self.without_legate();
        }
    }

    pub(crate) fn enact_muster(&mut self, action: Action) {
        let Action::Muster(unit, hex) = action else {
            return self.go_to(Course::Draw);
        };
        let florins = u16::from(self.s.game_data.charts.florins.of(self.s.kind(unit)).0);
        self.pay(cite!("6.2"), Side::Imperial, florins, Vec::new());
        self.land(unit, hex, Arrival::Mustered, cite!("6.2"));
    }
}
