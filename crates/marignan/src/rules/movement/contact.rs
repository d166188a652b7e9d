//! 9.2: one step or pivot with its consequences: tests of units that enter a ZOC, tests of committed units, Charges and
//! hedgehogs.

use crate::action::Action;
use crate::casebook::cite;
use crate::components::{Class, CommanderId, UnitId};
use crate::engine::{Decision, Engine};
use crate::event::{Chance, Kept, Question, What};
use crate::options::Choice;
use crate::rules::movement::charge::{CHARGE_BARS, charge_facts, charges};
use crate::rules::movement::costs::{ride_due, ride_ledger, step_due, step_ledger};
use crate::rules::movement::hedgehog::{FORM_BARS, FormFacts, formers, mounted, newcomers};
use crate::rules::movement::step::entry_facing;
use crate::rules::movement::taking::judge_leave_commander;
use crate::rules::openings::{BRACE_OPENING, CHARGE_OPENING, OpeningFacts};
use crate::state::pieces::{Marks, Whereabouts};
use crate::state::position::State;
use crate::state::run::{Contact, ContactAt, Entry, Run};
use crate::state::stage::{Stage, Tests, Why};
use casus_core::{Cite, Flow, HexId, Ledger, PieceSet, Procedures, Verdict};

/// Returns the enemy units in the ZOC of the selected pieces.
pub(crate) fn faced(s: &State, run: &Run) -> PieceSet {
    let mut all: PieceSet = PieceSet::EMPTY;
    for unit in run.units.iter().map(UnitId) {
        let Some(h) = s.hex(unit) else { continue };
        for (dir, u) in s.stacks.beside(&s.game_data.board, h, run.side.enemy()) {
            if s.fronts(unit, dir) {
                all.insert(u);
            }
        }
    }
    all
}

/// Returns those of `faced` that the move has not yet committed, and that were not in the ZOC from the start (rulings R35 and
/// R115).
fn newly(run: &Run, faced: PieceSet) -> PieceSet {
    faced.without(run.met).without(run.faced)
}

/// Returns the units of `fresh`, newly committed, that test (9.2).
fn testing(s: &State, run: &Run, fresh: PieceSet) -> PieceSet {
    let cavalry = mounted(s, run);
    let tests = |&u: &u8| {
        let unit = UnitId(u);
        let spared = cavalry && s.all_round(unit)
            || s.opts(Choice::R38) && s.routed(unit)
            || s.opts(Choice::R35) && s.unit(unit).marks.has(Marks::COMMITTED);
        !spared
    };
    fresh.iter().filter(tests).collect()
}

/// Returns the enemy units that a step of all selected pieces into a hex would commit and that would test (9.2), unless one of
/// them forms a hedgehog first.
pub(crate) fn committed(s: &State, run: &Run, from: Option<HexId>, to: HexId) -> PieceSet {
    let mut after = s.clone();
    let facing = s.stack_facing(to, run.units);
    for u in run.units.iter().map(UnitId) {
        after.put(u, Whereabouts::Map(to));
        let unit = after.unit_mut(u);
        if from.is_none() {
            unit.facing = entry_facing(run.side);
        }
        if let Some(facing) = facing {
            unit.facing = facing;
        }
    }
    testing(s, run, newly(run, faced(&after, run)))
}

/// Whether a committed unit may try the hedgehog before it tests (9.4).
pub(crate) fn braces(s: &State, run: &Run, unit: UnitId) -> bool {
    let Some(hex) = s.hex(unit) else { return false };
    BRACE_OPENING.permit(&OpeningFacts::of(s, run.side.enemy()))
        && newcomers(s, hex).contains(unit.0)
        && FORM_BARS.permit(&brace_facts(s, run, Some(hex)))
}

/// Returns the next enemy hex whose owner is asked about a hedgehog.
fn next_brace(s: &State, run: &Run, contact: &Contact) -> Option<HexId> {
    if !BRACE_OPENING.permit(&OpeningFacts::of(s, run.side.enemy())) {
        return None;
    }
    let mut hexes = contact.fresh.iter().filter_map(|u| s.hex(UnitId(u)));
    hexes.find(|&h| !contact.asked.contains(h) && FORM_BARS.permit(&brace_facts(s, run, Some(h))))
}

/// The facts of a hedgehog in a hex that the selected enemies commit.
const fn brace_facts<'a>(s: &'a State, run: &'a Run, hex: Option<HexId>) -> FormFacts<'a> {
    FormFacts {
        s,
        hex,
        side: run.side.enemy(),
        run,
    }
}

/// Judges a Charge of a selected unit at a hex.
pub(crate) fn judge_charge(s: &State, run: &Run, unit: UnitId, hex: HexId, v: &mut Verdict) {
    CHARGE_BARS.judge(&charge_facts(s, run, unit, hex), v);
}

/// Judges a hedgehog in a hex that the selected enemies commit.
pub(crate) fn judge_brace(s: &State, run: &Run, hex: Option<HexId>, v: &mut Verdict) {
    FORM_BARS.judge(&brace_facts(s, run, hex), v);
}

pub(crate) fn decision(s: &State, contact: &Contact) -> Option<Decision> {
    let run = s.run()?;
    match contact.at {
        ContactAt::Choice => Some(Decision::new(run.side, cite!("9.2", "R36"), "go-on", contact.to.place())),
        ContactAt::Charges => Some(Decision::new(run.side, cite!("9.3"), "charge", contact.to.place())),
        ContactAt::Braces => {
            let hex = next_brace(s, run, contact)?;
            Some(Decision::new(run.side.enemy(), cite!("9.4"), "hedgehog", hex.place()))
        }
        _ => None,
    }
}

pub(crate) fn candidates(s: &State, contact: &Contact, out: &mut Vec<Action>) {
    let Some(run) = s.run() else { return };
    match contact.at {
        ContactAt::Choice => {
            out.extend([Action::GoOn, Action::Hold]);
            out.extend(run.commanders.iter().map(Action::LeaveCommander));
        }
        ContactAt::Charges => {
            charges(s, run, out);
            out.push(Action::Hold);
        }
        ContactAt::Braces => out.extend([Action::Form, Action::Hold, Action::HoldAll]),
        _ => {}
    }
}

pub(crate) fn judge(s: &State, contact: &Contact, action: Action, v: &mut Verdict) -> bool {
    let Some(run) = s.run() else { return false };
    match (contact.at, action) {
        (ContactAt::Choice, Action::GoOn | Action::Hold)
        | (ContactAt::Charges, Action::Hold)
        | (ContactAt::Braces, Action::Hold | Action::HoldAll) => true,
        (ContactAt::Choice, Action::LeaveCommander(c)) => {
            judge_leave_commander(s, run, c, true, v);
            true
        }
        (ContactAt::Charges, Action::Charge(unit, hex)) => {
            judge_charge(s, run, unit, hex, v);
            true
        }
        (ContactAt::Braces, Action::Form) => {
            judge_brace(s, run, next_brace(s, run, contact), v);
            true
        }
        _ => false,
    }
}

/// Returns the hexes of these units, once each, in order.
pub(crate) fn hexes_of(s: &State, units: PieceSet) -> Vec<HexId> {
    let mut hexes: Vec<HexId> = units.iter().filter_map(|u| s.hex(UnitId(u))).collect();
    hexes.sort_unstable();
    hexes.dedup();
    hexes
}

/// Returns the selected cavalry that commits enemies in `hex`, if only rules keep it from charging them.
fn reined_in(s: &State, run: &Run, hex: HexId) -> Vec<Kept> {
    let cavalry = run.units.iter().map(UnitId).filter(|&u| s.class(u) == Class::Cavalry);
    let faces = cavalry.filter(|&u| s.zoc(u).any(|h| h == hex));
    faces
        .filter_map(|u| Kept::by(u, |v| judge_charge(s, run, u, hex, v)))
        .collect()
}

/// Returns the infantry of a hex that only rules keep from a hedgehog. It omits Swiss arquebusiers if other units of the hex
/// can form it: the reasons of those others do not concern arquebusiers (9.4).
fn unbraced(s: &State, run: &Run, hex: HexId) -> Vec<Kept> {
    let others = formers(s, hex).next().is_some();
    let would = |u: UnitId| !(s.hedgehog(u) || others && s.skirmishes(u));
    let foot = s.units_at(hex).filter(|&u| s.class(u) == Class::Infantry && would(u));
    foot.filter_map(|u| Kept::by(u, |v| judge_brace(s, run, Some(hex), v)))
        .collect()
}

impl Engine<'_> {
    pub(crate) fn contact(&mut self, contact: Contact) -> Flow<Stage> {
        let Some(run) = self.s.run().copied() else {
            return Flow::Done;
        };
        let mut next = contact;
        match contact.at {
            ContactAt::Tests => {
                let before = run.units;
                if contact.zoc {
                    for unit in before.iter().map(UnitId) {
                        if !self.s.counter(unit).swiss_pikemen() {
                            let passed = self.test(unit, Why::Entry);
                            self.follow(unit, Why::Entry, passed);
                        }
                    }
                }
                let after = self.s.run().map_or(PieceSet::EMPTY, |r| r.units);
                next.at = if before == after {
                    ContactAt::Enter
                } else if after.is_empty() && (run.commanders.is_empty() || !self.s.has_unit(contact.to, run.side)) {
                    // Nobody goes on, and commanders do not go on alone (ruling R48).
                    return Flow::Done;
                } else {
                    ContactAt::Choice
                };
            }
            ContactAt::Choice | ContactAt::Charges if self.choices(&run, &contact) => {
                return Flow::Ask;
            }
            ContactAt::Choice => next.at = ContactAt::Enter,
            ContactAt::Enter => {
                self.enter(&run, &contact);
                next.at = ContactAt::Charges;
            }
            ContactAt::Charges => {
                next.at = ContactAt::Braces;
                self.set_top(Stage::Contact(next));
                self.no_charge(&run);
                self.commit();
                return Flow::Next;
            }
            ContactAt::Braces => {
                if next_brace(self.s, &run, &contact).is_some() {
                    return Flow::Ask;
                }
                self.no_hedgehog(&run, &contact);
                next.at = ContactAt::Commitments;
            }
            ContactAt::Commitments => {
                next.at = ContactAt::End;
                self.set_top(Stage::Contact(next));
                self.commitments(&run, &contact);
                return Flow::Next;
            }
            ContactAt::End => {
                if contact.zoc {
                    self.stop(run.units);
                }
                return Flow::Done;
            }
        }
        self.set_top(Stage::Contact(next));
        Flow::Next
    }

    /// Records why newly committed units are not charged. Records nothing if a selected unit has declared a Charge.
    fn no_charge(&mut self, run: &Run) {
        let asked = |s: &State| run.units.iter().any(|u| s.unit(UnitId(u)).charge.is_some());
        if !self.log.is_on() || asked(self.s) {
            return;
        }
        let fresh = newly(run, faced(self.s, run));
        for hex in hexes_of(self.s, fresh) {
            self.pass_over(Chance::Charge(hex), |s| reined_in(s, run, hex));
        }
    }

    /// Records why the owner of units committed by cavalry is not asked about a hedgehog.
    fn no_hedgehog(&mut self, run: &Run, contact: &Contact) {
        if !self.log.is_on() || self.s.braced || !mounted(self.s, run) {
            return;
        }
        for hex in hexes_of(self.s, contact.fresh) {
            if !contact.asked.contains(hex) {
                self.pass_over(Chance::Hedgehog(hex), |s| unbraced(s, run, hex));
            }
        }
    }

    /// Stops units in the ZOC that they have entered (9.2). Commanders with them may go on (ruling R48).
    fn stop(&mut self, units: PieceSet) {
        for unit in units.iter().map(UnitId) {
            let marks = &mut self.s.unit_mut(unit).marks;
            marks.set(Marks::MOVED);
            marks.set(Marks::STOPPED);
        }
        if let Some(run) = self.run_mut() {
            run.units = PieceSet::EMPTY;
        }
    }

    fn choices(&self, run: &Run, contact: &Contact) -> bool {
        match contact.at {
            ContactAt::Choice => true,
            ContactAt::Charges => {
                let mut list = Vec::new();
                charges(self.s, run, &mut list);
                !list.is_empty() && CHARGE_OPENING.permit(&OpeningFacts::of(self.s, run.side))
            }
            _ => false,
        }
    }
}

/// Pieces that pay the same cost for a step.
struct Fare {
    units: Vec<UnitId>,
    commanders: Vec<CommanderId>,
    cost: Ledger,
}

/// Returns the group that pays this cost, and creates it if there is none.
fn fare(fares: &mut Vec<Fare>, cost: Ledger) -> &mut Fare {
    let found = fares.iter().position(|f| f.cost.total == cost.total);
    let at = found.unwrap_or(fares.len());
    if found.is_none() {
        fares.push(Fare {
            units: Vec::new(),
            commanders: Vec::new(),
            cost,
        });
    }
    &mut fares[at]
}

impl Engine<'_> {
    /// Returns the cost of a step for each of the selected pieces, grouped by cost.
    fn fares(&self, run: &Run, from: Option<HexId>, to: HexId) -> Vec<Fare> {
        let mut fares: Vec<Fare> = Vec::new();
        for unit in run.units.iter().map(UnitId) {
            let cost = step_ledger(self.s, unit, from, to, run.units);
            fare(&mut fares, cost).units.push(unit);
        }
        for commander in run.commanders.iter() {
            let cost = ride_ledger(self.s, from, to);
            fare(&mut fares, cost).commanders.push(commander);
        }
        fares
    }

    /// Moves the selected pieces into the hex. They pay for it and take the facing of units there; the terrain may disorder them
    /// (9.0, 9.1, 3.0).
    fn enter(&mut self, run: &Run, contact: &Contact) {
        let (from, to) = (contact.from, contact.to);
        let units = || run.units.iter().map(UnitId);
        let fares = if self.log.is_on() {
            self.fares(run, from, to)
        } else {
            Vec::new()
        };
        self.move_on(run.units);
        let facing = self.s.stack_facing(to, run.units);
        // All units of a class pay the same.
        let mut prices = [None; 3];
        for u in units() {
            let price = &mut prices[self.s.class(u) as usize];
            price.get_or_insert_with(|| step_due(self.s, u, from, to, run.units));
        }
        let ride = if run.commanders.is_empty() {
            0
        } else {
            ride_due(self.s, from, to)
        };
        let case: Cite = if from.is_none() { cite!("14.1") } else { cite!("9.0") };
        for fare in fares {
            let successors = self.successors(fare.commanders.iter().copied());
            self.say(case, || What::Stepped {
                units: fare.units,
                successors,
                commanders: fare.commanders,
                from,
                to,
                cost: fare.cost,
            });
        }
        for u in units() {
            let price = prices[self.s.class(u) as usize].unwrap_or(0);
            self.s.put(u, Whereabouts::Map(to));
            let unit = self.s.unit_mut(u);
            unit.spent = unit.spent.saturating_add(u8::try_from(price).unwrap_or(u8::MAX));
            if from.is_none() {
                unit.marks.set(Marks::ENTERED);
                unit.facing = entry_facing(run.side);
            }
            if let Some(facing) = facing {
                unit.facing = facing;
            }
        }
        for c in run.commanders.iter() {
            let commander = self.s.commander_mut(c);
            commander.at = Whereabouts::Map(to);
            commander.spent = commander.spent.saturating_add(u8::try_from(ride).unwrap_or(u8::MAX));
        }
        // Set this whether or not an event is logged.
        self.changed = true;
        if let Some(run) = self.run_mut() {
            run.begun = true;
        }
        for u in units() {
            self.rough(u, from, to);
        }
    }

    /// Records in the top contact the enemy units that are newly in the ZOC of the selected pieces (rulings R35 and R115).
    pub(crate) fn commit(&mut self) {
        let Some(run) = self.s.run().copied() else {
            return;
        };
        let seen = faced(self.s, &run);
        let fresh = newly(&run, seen);
        let Some(Stage::Contact(contact)) = self.s.stack.last_mut() else {
            return;
        };
        contact.fresh = fresh;
        let pivot = contact.from == Some(contact.to);
        let to = contact.to;
        let road = !pivot && self.s.on_road(to);
        if let Some(run) = self.run_mut() {
            run.met = run.met.union(fresh);
            if road {
                run.by_road = run.by_road.union(fresh);
            }
            if !pivot {
                run.faced = run.faced.iter().filter(|&u| seen.contains(u)).collect();
            }
        }
        // No Charge follows a pivot, whichever units it commits (ruling R116).
        let run = if pivot {
            self.s.run().copied().unwrap_or(run)
        } else {
            run
        };
        self.s.entry = Some(Entry {
            run,
            fresh,
            asked: false,
        });
    }

    /// 9.2: makes the committed units test, in the order their owner chooses.
    fn commitments(&mut self, run: &Run, contact: &Contact) {
        let left = testing(self.s, run, contact.fresh);
        if !left.is_empty() {
            self.call(Stage::Tests(Tests {
                side: run.side.enemy(),
                why: Why::Commitment(contact.to),
                left,
            }));
        }
    }

    pub(crate) fn enact_contact(&mut self, mut contact: Contact, action: Action) {
        let Some(run) = self.s.run().copied() else {
            return;
        };
        let enemy = run.side.enemy();
        match (contact.at, action) {
            (ContactAt::Choice, Action::Hold) => {
                let hex = contact.to;
                self.say(cite!("9.2", "R36"), || What::CalledOff { hex });
                for unit in run.units.iter().map(UnitId) {
                    self.s.unit_mut(unit).marks.clear(Marks::PASSED);
                }
                self.pop();
                return;
            }
            (ContactAt::Choice, Action::LeaveCommander(c)) => {
                self.leave_commander(&run, c);
                return;
            }
            (ContactAt::Choice, _) => contact.at = ContactAt::Enter,
            (ContactAt::Charges, Action::Charge(unit, hex)) => {
                self.s.unit_mut(unit).charge = Some(hex);
                self.say(cite!("9.3"), || What::Charges { unit, hex });
            }
            (ContactAt::Charges, _) => {
                let more = run.units.iter().any(|u| self.s.unit(UnitId(u)).charge.is_some());
                self.decline(cite!("9.3"), run.side, Question::Charge, more);
                contact.at = ContactAt::Braces;
                self.set_top(Stage::Contact(contact));
                self.commit();
                return;
            }
            (ContactAt::Braces, _) => {
                let Some(hex) = next_brace(self.s, &run, &contact) else {
                    return;
                };
                contact.asked.push(hex);
                // A later question covers only the hexes that were not asked about.
                let here = self.s.stack_at(hex);
                if let Some(entry) = &mut self.s.entry {
                    entry.fresh = entry.fresh.without(here);
                    entry.asked = true;
                }
                self.set_top(Stage::Contact(contact));
                match action {
                    Action::Form => self.brace(hex),
                    Action::HoldAll => {
                        self.s.braced = true;
                        self.say(cite!("9.4"), || What::Held {
                            side: enemy,
                            hex,
                            all: true,
                        });
                    }
                    _ => self.say(cite!("9.4"), || What::Held {
                        side: enemy,
                        hex,
                        all: false,
                    }),
                }
                return;
            }
            _ => {}
        }
        self.set_top(Stage::Contact(contact));
    }
}
