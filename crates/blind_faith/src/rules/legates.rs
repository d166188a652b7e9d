//! Papal Legates (7.3): landing, drawing units, and change.

use crate::action::Action;
use crate::casebook::cite;
use crate::components::{Faction, Side, UnitId};
use crate::engine::Engine;
use crate::event::{Arrival, What};
use crate::options::Choice;
use crate::rules::arrivals::room;
use crate::rules::openings::facts::OpeningFacts;
use crate::rules::openings::turn::CHANGE_OPENING;
use crate::rules::stacking::fits;
use crate::state::march::those;
use crate::state::pieces::Whereabouts;
use crate::state::position::State;
use crate::state::stage::Course;
use crate::state::turn::{Crusade, Pope};
use casus_core::{Bar, Bars, Cite, HexId, Place, Verdict};

/// Returns the waiting Legates (7.3.1).
pub(crate) fn waiting(s: &State) -> Vec<UnitId> {
    let cup = |u: &UnitId| s.counter(*u).legate() && s.unit(*u).at == Whereabouts::Cup;
    s.unit_ids().filter(cup).collect()
}

/// Whether any Legate is left in the game (7.0).
pub(crate) fn any_left(s: &State) -> bool {
    s.unit_ids()
        .any(|u| s.counter(u).legate() && s.unit(u).at != Whereabouts::Gone)
}

/// Returns where a Legate lands: the first place in order that is not occupied by Hussites, pillaged, closed, held by Danes, or,
/// for a Legate who fights, full (7.3, 6.3.3, 8.6.1, rulings ).
pub(crate) fn landing(s: &State, legate: UnitId) -> Option<HexId> {
    let lodges = |hex: HexId| fits(s, legate, hex) && (!s.fights(legate) || room(s, Side::Imperial, hex) > 0);
    let chain = s.game_data.names().landings.into_iter().flatten();
    let open = |&t: &_| !s.town(t).pillaged && !s.occupies(Side::Hussite, t);
    chain
        .filter(open)
        .map(|t| s.game_data.roster[t].hex)
        .find(|&h| !s.closed_to(h, Faction::Papal) && lodges(h))
}

/// Returns the highest die with which the Pope calls a crusade or changes a Legate (7.2, 7.3.1).
pub(crate) fn popes_limit(s: &State) -> u8 {
    match s.pope() {
        Pope::Martin => s.game_data.charts.popes.martin,
        Pope::Eugenius => s.game_data.charts.popes.eugenius,
    }
}

/// The facts of an Imperial decision in the Papal Crusade Phase: a declaration (7.5), or a change of Legate (7.3.1).
#[derive(Debug)]
pub struct CrusadeFacts<'a> {
    /// The current position.
    pub s: &'a State,
}

casus_core::questions!(CrusadeFacts);
type B = Bar<CrusadeFacts<'static>>;

pub(crate) fn empire(_: &CrusadeFacts) -> Place {
    Place::Side(Side::Imperial as u8)
}

/// The list `change`: what forbids trying for another Legate (7.3.1).
pub static CHANGE_BARS: Bars<CrusadeFacts> = Bars {
    name: "change",
    list: &[
        B::by(cite!("7.3.1", "G-11"), "there is no Legate to be changed").when(empire, |f| f.s.legate().is_none()),
        B::by(cite!("7.3.1", "R-45"), "no Legate waits").when(empire, |f| waiting(f.s).is_empty()),
    ],
};

pub(crate) fn judge_change(s: &State, action: Action, v: &mut Verdict) -> bool {
    match action {
        Action::Change => CHANGE_BARS.judge(&CrusadeFacts { s }, v),
        Action::Pass => {}
        _ => return false,
    }
    true
}

pub(crate) fn may_change(s: &State) -> bool {
    CHANGE_OPENING.permit(&OpeningFacts::of(s, Side::Imperial)) && CHANGE_BARS.permit(&CrusadeFacts { s })
}

impl Engine<'_> {
    /// Draws one of the waiting Legates (7.3.1, 7.3.2).
    fn draw_legate(&mut self) -> Option<UnitId> {
        let cup = waiting(self.s);
        if cup.is_empty() {
            return None;
        }
        let drawn = self.draw(cite!("7.3.1"), "legate", cup.len());
        cup.get(drawn).copied()
    }

    /// 7.3.2, rulings: draws a Legate in place of one who died, and lands one during a crusade.
    pub(crate) fn summon_legate(&mut self) {
        if self.s.legate().is_none()
            && self.s.crusade() == Crusade::Off
            && let Some(legate) = self.draw_legate()
        {
            self.s.put(legate, Whereabouts::Box);
            let for_whom = None;
            self.say(cite!("7.3.2", "R-46"), || What::LegateDrawn { legate, for_whom });
        }
        if self.s.crusade().is_on() {
            self.land_legate();
        }
        self.go_to(Course::Declare);
    }

    /// 7.3: lands the Legate from his box in the first open place.
    pub(crate) fn land_legate(&mut self) {
        let boxed = self.s.legate().filter(|&l| self.s.unit(l).at == Whereabouts::Box);
        if let Some(legate) = boxed
            && let Some(hex) = landing(self.s, legate)
        {
            self.land(legate, hex, Arrival::Legate, cite!("7.3"));
        }
    }

    /// 7.3: returns a Legate on the map to his box.
    pub(crate) fn box_legate(&mut self) {
        let legates: Vec<UnitId> = self
            .s
            .unit_ids()
            .filter(|&u| self.s.counter(u).legate() && self.s.hex(u).is_some())
            .collect();
        for legate in legates {
            self.s.put(legate, Whereabouts::Box);
            self.say(cite!("7.3"), || What::LegateBoxed { legate });
        }
    }

    /// 7.3.1: rolls for a change of Legate, and replaces him.
    pub(crate) fn enact_change(&mut self, action: Action) {
        if action == Action::Change {
            self.try_change();
        }
        self.go_to(Course::Campaign(Side::Imperial));
    }

    fn try_change(&mut self) {
        let need = popes_limit(self.s);
        let die = self.roll(cite!("7.3.1"), "change of legate", &|f| u16::from(f <= need));
        let passed = die <= need;
        self.say(cite!("7.3.1"), || What::Changing { die, need, passed });
        if !passed {
            return;
        }
        let (Some(old), Some(new)) = (self.s.legate(), self.draw_legate()) else {
            return;
        };
        let at = self.s.unit(old).at;
        self.s.put(old, Whereabouts::Cup);
        let besieged = at
            .hex()
            .filter(|&hex| self.s.fights(new) && self.s.in_field(hex, Side::Hussite).next().is_some());
        match besieged {
            // A fighting Legate goes inside the walls with the garrison, or waits in the box for room (8.6.1).
            Some(hex) if room(self.s, Side::Imperial, hex) == 0 => self.s.put(new, Whereabouts::Box),
            _ => self.s.put(new, at),
        }
        if besieged.is_some() && self.s.hex(new).is_some() {
            self.s.unit_mut(new).inside = true;
        }
        self.say(cite!("7.3.1"), || What::LegateDrawn {
            legate: new,
            for_whom: Some(old),
        });
    }

    /// 7.3.3: draws as many Germans as the Legate's dice show, at random, to his hex (ruling R-34). `cite` is the Case of the draw.
    pub(crate) fn legate_draws(&mut self, cite: Cite) {
        let Some(legate) = self.s.legate() else { return };
        let Some(at) = self.s.hex(legate) else { return };
        let Some(hex) = self.german_site(at) else { return };
        let dice = self.s.counter(legate).dice.unwrap_or(0);
        let dice = self.several(cite, "legate", dice);
        let sum: u8 = dice.iter().sum();
        let turn = self.s.turn;
        let pool: Vec<UnitId> = self
            .s
            .unit_ids()
            .filter(|&u| matches!(self.s.unit(u).at, Whereabouts::Draw(from) if from <= turn))
            .collect();
        let room = room(self.s, Side::Imperial, hex);
        let count = usize::from(sum).min(pool.len()).min(room) as u8;
        let (left, room) = (pool.len().min(255) as u8, room.min(255) as u8);
        self.say(cite, || What::Draws {
            legate,
            dice,
            sum,
            count,
            left,
            room,
        });
        let mut pool = pool;
        for _ in 0..count {
            let drawn = self.draw(cite!("7.3.3"), "german", pool.len());
            let unit = pool.remove(drawn.min(pool.len() - 1));
            self.land(unit, hex, Arrival::Drawn, cite!("7.3.3"));
        }
    }

    /// Returns where Germans appear; `None` if the place is pillaged or blockaded, or Hussites hold it (rulings ).
    fn german_site(&self, at: HexId) -> Option<HexId> {
        let s = &*self.s;
        let shut = |h: HexId| {
            s.game_data
                .town(h)
                .is_some_and(|t| s.town(t).pillaged || s.town(t).blockaded || s.occupies(Side::Hussite, t))
        };
        if s.opts(Choice::R34) {
            let two = s.game_data.names().landings.into_iter().take(2).flatten();
            // Only Germans are there, or the Legate is among them (8.6.4).
            let among = |h: HexId| s.own_at(h, Side::Imperial).all(|u| s.faction(u) == Faction::German);
            return two
                .map(|t| s.game_data.roster[t].hex)
                .find(|&h| !shut(h) && (h == at || among(h)));
        }
        let with_besiegers = s.opts(Choice::R119) && s.besieged(at, Side::Hussite);
        (with_besiegers || !shut(at)).then_some(at)
    }

    /// 7.3.2, ruling R-46: applies the loss of the Legate; the crusade lasts to the end of the turn.
    pub(crate) fn without_legate(&mut self) {
        if self.s.crusade() == Crusade::On {
            self.s.crusade = Crusade::Ending;
            self.say(cite!("7.3.2", "R-46"), || What::CrusadeExpires { later: true });
        }
    }
}

impl Engine<'_> {
    /// 17.2: starts the Legate in his box, or outside Breslau.
    pub(crate) fn enact_legate_start(&mut self, action: Action) {
        let breslau = self.s.game_data.names().breslau.map(|t| self.s.game_data.roster[t].hex);
        if let (Action::LegateOut, Some(legate), Some(hex)) = (action, self.s.legate(), breslau) {
            self.land(legate, hex, Arrival::Legate, cite!("17.2"));
        }
        self.go_to(Course::Award);
    }

    /// 7.3.2, 12.1: eliminates a Legate who does not fight, or Elizabeth, if alone in a hex with Hussites. Walls protect neither.
    pub(crate) fn settle_legates(&mut self) -> bool {
        if self.s.field.is_some() || self.s.siege.is_some() {
            return false;
        }
        let alone = those(self.s.game_data.helpless()).find(|&u| left_alone(self.s, u));
        alone.is_some_and(|unit| self.lose_alone(unit))
    }

    /// Does the same in one hex at once, before everything is settled: they are eliminated before the enemy takes the place.
    pub(crate) fn bereave(&mut self, hex: HexId) -> bool {
        let here = |&u: &UnitId| self.s.hex(u) == Some(hex) && left_alone(self.s, u);
        let alone: Vec<UnitId> = those(self.s.game_data.helpless()).filter(here).collect();
        for &unit in &alone {
            if self.s.outcome.is_none() {
                self.lose_alone(unit);
            }
        }
        !alone.is_empty()
    }

    fn lose_alone(&mut self, unit: UnitId) -> bool {
        let case = if self.s.counter(unit).legate() {
            cite!("7.3.2")
        } else {
            cite!("12.1", "R-102")
        };
        self.eliminate(unit, case);
        true
    }
}

/// Whether a counter that does not fight is alone in a hex with Hussites (7.3.2, rulings ). A counter that is to be
/// placed elsewhere after Albert's elimination (12.1) counts as placed.
fn left_alone(s: &State, unit: UnitId) -> bool {
    let with_hussites = |hex| s.holds(hex, Side::Hussite) && !s.holds(hex, Side::Imperial);
    !s.arriving.contains(unit.0) && s.hex(unit).is_some_and(with_hussites)
}
