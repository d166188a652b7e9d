//! Dispatch: what each stage asks, and the rules that carry out the answer. Only this module knows every rule.

use crate::action::Action;
use crate::casebook::cite;
use crate::components::{Side, UnitId};
use crate::engine::{Decision, Engine};
use crate::event::Question;
use crate::rules::field::{assault, deploying, fire};
use crate::rules::openings::campaign::{
    CAMPAIGN_OPENING, GARRISON_OPENING, GATHER_OPENING, INTERCEPT_OPENING, MARCH_OPENING,
};
use crate::rules::openings::facts::OpeningFacts;
use crate::rules::openings::field::{
    ASSAULT_OPENING, DEPLOY_OPENING, FIRE_OPENING, RETREAT_OPENING, RETURN_FIRE_OPENING,
};
use crate::rules::openings::siege::{
    BLOCKADE_OPENING, BREACH_OPENING, GUNS_OPENING, LOSSES_OPENING, PARRY_OPENING, ROUND_OPENING, STORM_OPENING,
};
use crate::rules::openings::turn::{
    ARRIVE_OPENING, AWARD_OPENING, CHANGE_OPENING, CLAIM_OPENING, CRUSADE_OPENING, DANES_OPENING, DISOWN_OPENING,
    LEGATE_START_OPENING, MUSTER_OPENING, REBUILD_OPENING, UPKEEP_OPENING,
};
use crate::rules::siege::{guns, storm};
use crate::rules::{
    arrivals, campaign, crusade, events, florins, garrison, interception, legates, march, rebuilding, sequence,
};
use crate::state::position::{State, hex_of};
use crate::state::stage::{Ask, Bout, Course, Push, Stage};
use casus_core::{Bars, Cite, Flow, HexId, Judge as _, Place, Procedures, Refusal, Verdict, retain_legal};

impl Procedures for Engine<'_> {
    type Stage = Stage;
    fn stack(&mut self) -> &mut Vec<Stage> {
        &mut self.s.stack
    }
    fn pop(&mut self) {
        self.changed = true;
        self.s.stack.pop();
    }
    fn step(&mut self) -> Flow<Stage> {
        let Some(&top) = self.s.stack.last() else {
            return Flow::Ask;
        };
        match top {
            Stage::Course(course) => self.take_course(course),
            Stage::Placing { .. } => self.placing(),
            Stage::March(march) => self.marching(march),
            Stage::Entry { hex, step } => self.entering(hex, step),
            Stage::Disown { .. } | Stage::Intercept { .. } | Stage::Gathering(_) | Stage::Garrison { .. } => Flow::Ask,
            Stage::Onset { hex, asked, sally } => self.onset(hex, (asked, sally)),
            Stage::Field { step } => self.fight(step),
            Stage::Siege { step } => self.besiege(step),
        }
    }
    fn settle(&mut self) -> bool {
        if !core::mem::take(&mut self.changed) {
            return false;
        }
        // Blockades before walls: when the besieger has the hex alone, only the marker shows who was inside.
        let unsettled = self.s.outcome.is_none()
            && (self.settle_legates() || self.settle_blockades() || self.settle_walls() || self.settle_victory());
        self.changed |= unsettled;
        unsettled
    }
    fn over(&self) -> bool {
        self.s.outcome.is_some()
    }
}

/// Returns the open decision, unless play has ended.
pub(crate) fn decision(s: &State) -> Option<Decision> {
    if s.outcome.is_some() {
        return None;
    }
    decision_at(s, *s.stack.last()?)
}

/// Returns the decision of a stage, if it has one.
pub(crate) fn decision_at(s: &State, stage: Stage) -> Option<Decision> {
    let ask = |side: Side, cite: Cite, what: &'static str, of: Place| Some(Decision::new(side, cite, what, of));
    let phasing = s.phasing();
    match stage {
        Stage::Course(course) => sequence::course_decision(s, course),
        Stage::Disown { .. } => ask(Side::Hussite, cite!("5.2.1"), "disown", Place::Nowhere),
        Stage::Placing { side } => {
            let unit = arrivals::next_arrival(s)?;
            ask(side, arrivals::cite_of(s, unit), "arrive", unit.place())
        }
        Stage::March(march) => {
            let hex = hex_of(s, march.units)?;
            ask(phasing?, cite!("8.1"), "march", hex.place())
        }
        Stage::Intercept { target } => {
            let of = target.map_or(Place::Nowhere, casus_core::HexId::place);
            ask(phasing?.enemy(), cite!("8.8"), "intercept", of)
        }
        Stage::Gathering(g) => ask(phasing?.enemy(), cite!("8.8"), "gather", g.target.place()),
        Stage::Garrison { hex, side } => ask(side, cite!("8.8.4"), "garrison", hex.place()),
        Stage::Field { step } => {
            let attacker = s.field()?.attacker;
            let of = |unit: Option<UnitId>| unit.map_or(Place::Nowhere, UnitId::place);
            match step {
                Bout::Deploy => ask(attacker, cite!("9.2"), "deploy", Place::Nowhere),
                Bout::DefenderAims => ask(attacker.enemy(), cite!("9.3.1"), "fire", of(fire::next_firer(s, false))),
                Bout::AttackerAims => ask(attacker, cite!("9.3.2"), "return-fire", of(fire::next_firer(s, true))),
                Bout::AssaultAims => ask(attacker, cite!("9.4"), "assault", of(assault::next_assault(s))),
                Bout::AttackerStays => ask(attacker, cite!("9.5"), "retreat", Place::Nowhere),
                Bout::DefenderStays => ask(attacker.enemy(), cite!("9.6"), "retreat", Place::Nowhere),
                Bout::DefenderFire | Bout::AttackerFire | Bout::Assault | Bout::End => None,
            }
        }
        Stage::Siege { step } => {
            let side = storm::asked(s, step)?;
            match step {
                Push::GarrisonAims => {
                    let gun = guns::next_gun(s).map_or(Place::Nowhere, UnitId::place);
                    ask(side, cite!("10.3.1"), "guns", gun)
                }
                Push::Choose => ask(side, cite!("10.5"), "siege", Place::Nowhere),
                Push::Parry(unit) => ask(side, cite!("10.5.1"), "parry", unit.place()),
                Push::Breach => ask(side, cite!("18.2"), "breach", Place::Nowhere),
                Push::Losses(_) => ask(side, cite!("10.5.2"), "losses", Place::Nowhere),
                Push::GarrisonFires | Push::GunsFire => None,
            }
        }
        Stage::Entry { .. } | Stage::Onset { .. } => None,
    }
}

/// Appends the legal actions: the candidates that pass judgement.
pub(crate) fn list(s: &State, out: &mut Vec<Action>) {
    let Some(&top) = s.stack.last() else { return };
    if !s.amended() && interception::list_interceptions(s, top, out) {
        return;
    }
    let start = out.len();
    candidates(s, out);
    retain_legal(out, start, |action, v| {
        if !judge_at(s, top, action, v) {
            s.judge_now(action, v);
        }
    });
}

fn course_candidates(s: &State, course: Course, out: &mut Vec<Action>) {
    let Some(ask) = course.asks() else { return };
    match ask {
        Ask::LegateStart => out.extend([Action::LegateIn, Action::LegateOut]),
        Ask::Award => out.extend([Action::SupportOrder, Action::SupportPoland]),
        Ask::Arrive => arrivals::arrive_candidates(s, out),
        Ask::Upkeep => florins::upkeep_candidates(s, out),
        Ask::Muster => florins::muster_candidates(s, out),
        Ask::Rebuild(_) => rebuilding::rebuild_candidates(s, out),
        Ask::Declare => crusade::crusade_candidates(out),
        Ask::Change => out.extend([Action::Change, Action::Pass]),
        Ask::Campaign(side) => campaign::campaign_candidates(s, side, out),
        Ask::Leave => out.extend([Action::Withdraw, Action::Stay]),
        Ask::Claim(_) => out.extend([Action::Claim, Action::Waive]),
    }
}

/// Appends the candidate actions, a superset of the legal ones.
pub(crate) fn candidates(s: &State, out: &mut Vec<Action>) {
    let Some(&top) = s.stack.last() else { return };
    match top {
        Stage::Course(course) => course_candidates(s, course, out),
        Stage::Disown { .. } => arrivals::disown_candidates(s, out),
        Stage::Placing { .. } => arrivals::arrive_candidates(s, out),
        Stage::March(march) => march::march_candidates(s, march, out),
        Stage::Intercept { target } => interception::intercept_candidates(s, target, out),
        Stage::Gathering(g) => interception::gather_candidates(s, g, out),
        Stage::Garrison { hex, side } => garrison::garrison_candidates(s, hex, side, out),
        Stage::Field { step } => match step {
            Bout::Deploy => deploying::deploy_candidates(s, out),
            Bout::DefenderAims => fire::aim_candidates(s, false, out),
            Bout::AttackerAims => fire::aim_candidates(s, true, out),
            Bout::AssaultAims => assault::assault_candidates(s, out),
            Bout::AttackerStays | Bout::DefenderStays => out.extend([Action::Retreat, Action::Stay]),
            Bout::DefenderFire | Bout::AttackerFire | Bout::Assault | Bout::End => {}
        },
        Stage::Siege { step } => match step {
            Push::GarrisonAims => guns::gun_candidates(s, out),
            Push::Choose => storm::siege_candidates(s, out),
            Push::Parry(_) => storm::parry_candidates(s, out),
            Push::Breach | Push::Losses(_) => storm::lose_candidates(s, step, out),
            Push::GarrisonFires | Push::GunsFire => {}
        },
        Stage::Entry { .. } | Stage::Onset { .. } => {}
    }
}

/// Judges an action at the open decision. Returns `false` if it does not belong there.
pub(crate) fn judge_open(s: &State, action: Action, v: &mut Verdict) -> bool {
    if !action.exists(s) {
        v.refuse(Refusal::unknown(cite!("2.2")));
        return true;
    }
    s.stack.last().is_some_and(|&top| judge_at(s, top, action, v))
}

fn judge_course(s: &State, course: Course, action: Action, v: &mut Verdict) -> bool {
    let Some(ask) = course.asks() else { return false };
    match ask {
        Ask::LegateStart => matches!(action, Action::LegateIn | Action::LegateOut),
        Ask::Award => events::judge_award(action),
        Ask::Arrive => arrivals::judge_arrive(s, action, v),
        Ask::Upkeep => florins::judge_upkeep(s, action, v),
        Ask::Muster => florins::judge_muster(s, action, v),
        Ask::Rebuild(side) => rebuilding::judge_rebuild(s, side, action, v),
        Ask::Declare => crusade::judge_crusade(s, action, v),
        Ask::Change => legates::judge_change(s, action, v),
        Ask::Campaign(side) => campaign::judge_campaign(s, side, action, v),
        Ask::Leave => matches!(action, Action::Withdraw | Action::Stay),
        Ask::Claim(_) => matches!(action, Action::Claim | Action::Waive),
    }
}

/// Judges an action with existing pieces at a stage. Returns `false` if it does not belong there.
pub(crate) fn judge_at(s: &State, stage: Stage, action: Action, v: &mut Verdict) -> bool {
    const _: Cite = cite!("2.7");
    match stage {
        Stage::Course(course) => judge_course(s, course, action, v),
        Stage::Disown { .. } => arrivals::judge_disown(s, action, v),
        Stage::Placing { .. } => arrivals::judge_arrive(s, action, v),
        Stage::March(march) => march::judge_march(s, march, action, v),
        Stage::Intercept { target } => interception::judge_intercept(s, target, action, v),
        Stage::Gathering(g) => interception::judge_gather(s, g, action, v),
        Stage::Garrison { hex, side } => garrison::judge_garrison(s, hex, side, action, v),
        Stage::Field { step } => match step {
            Bout::Deploy => deploying::judge_deploy(s, action, v),
            Bout::DefenderAims => fire::judge_aim(s, false, action, v),
            Bout::AttackerAims => fire::judge_aim(s, true, action, v),
            Bout::AssaultAims => assault::judge_assault(s, action, v),
            Bout::AttackerStays | Bout::DefenderStays => matches!(action, Action::Retreat | Action::Stay),
            Bout::DefenderFire | Bout::AttackerFire | Bout::Assault | Bout::End => false,
        },
        Stage::Siege { step } => match step {
            Push::GarrisonAims => guns::judge_gun(s, action, v),
            Push::Choose => storm::judge_siege(s, action, v),
            Push::Parry(_) => storm::judge_parry(s, action, v),
            Push::Breach | Push::Losses(_) => storm::judge_lose(s, step, action, v),
            Push::GarrisonFires | Push::GunsFire => false,
        },
        Stage::Entry { .. } | Stage::Onset { .. } => false,
    }
}

/// Returns the lists of the decisions at which a side may be asked for an action. At its decision, at least one permits it.
pub(crate) fn openings(s: &State, by: Side, action: Action) -> Vec<&'static Bars<OpeningFacts<'static>>> {
    let attacks = s.field().map(|b| b.attacker == by);
    let besieges = s.siege().map(|b| b.besieger == by);
    match action {
        Action::LegateIn | Action::LegateOut => vec![&LEGATE_START_OPENING],
        Action::SupportOrder | Action::SupportPoland => vec![&AWARD_OPENING],
        Action::Place(..) => vec![&ARRIVE_OPENING],
        Action::Disown(_) => vec![&DISOWN_OPENING],
        Action::Disband(_) | Action::Pay => vec![&UPKEEP_OPENING],
        Action::Muster(..) => vec![&MUSTER_OPENING],
        Action::Rebuild(_) => vec![&REBUILD_OPENING],
        Action::Done if by == Side::Hussite => vec![&REBUILD_OPENING],
        Action::Done => vec![&MUSTER_OPENING, &REBUILD_OPENING],
        Action::Call | Action::Continue | Action::Expire => vec![&CRUSADE_OPENING],
        Action::Change => vec![&CHANGE_OPENING],
        Action::Pass => vec![&CRUSADE_OPENING, &CHANGE_OPENING],
        Action::Take(_) | Action::EndPhase => vec![&CAMPAIGN_OPENING],
        Action::Join(_) | Action::JoinAll if s.phasing() == Some(by.enemy()) => vec![&GATHER_OPENING],
        Action::Step(_)
        | Action::Join(_)
        | Action::JoinAll
        | Action::Leave(_)
        | Action::Fight
        | Action::Besiege
        | Action::Halt => vec![&MARCH_OPENING],
        Action::Against(_) | Action::Intercept(_) | Action::Hold | Action::HoldAll(_) => vec![&INTERCEPT_OPENING],
        Action::Ride => vec![&GATHER_OPENING],
        Action::Inside(_) | Action::Ready => vec![&GARRISON_OPENING],
        Action::Deploy(_) => vec![&DEPLOY_OPENING],
        Action::Aim(_) => match (attacks, besieges) {
            (Some(true), _) => vec![&RETURN_FIRE_OPENING, &ASSAULT_OPENING],
            (Some(false), _) => vec![&FIRE_OPENING],
            (None, Some(_)) => vec![&GUNS_OPENING],
            (None, None) => vec![&FIRE_OPENING, &RETURN_FIRE_OPENING, &ASSAULT_OPENING, &GUNS_OPENING],
        },
        Action::Retreat => vec![&RETREAT_OPENING],
        Action::Stay if attacks.is_some() || by == Side::Hussite => vec![&RETREAT_OPENING],
        Action::Stay => vec![&DANES_OPENING, &RETREAT_OPENING],
        Action::Storm(_) => vec![&STORM_OPENING],
        Action::Round => vec![&ROUND_OPENING],
        Action::Blockade => vec![&BLOCKADE_OPENING],
        Action::Parry(_) => vec![&PARRY_OPENING],
        Action::Lose(_) => match besieges {
            Some(true) => vec![&LOSSES_OPENING],
            Some(false) => vec![&BREACH_OPENING],
            None => vec![&LOSSES_OPENING, &BREACH_OPENING],
        },
        Action::Withdraw => vec![&DANES_OPENING],
        Action::Claim | Action::Waive => vec![&CLAIM_OPENING],
    }
}

/// Returns the facts of the opening when a side asks for an action.
pub(crate) fn opening_facts(s: &State, by: Side, action: Action) -> OpeningFacts<'_> {
    let facts = OpeningFacts::of(s, by);
    match action {
        Action::Place(unit, _) | Action::Leave(unit) => facts.unit(unit),
        Action::Intercept(unit) => facts.unit(unit).hex(target(s)),
        Action::Against(_) | Action::Hold | Action::HoldAll(_) => facts.hex(target(s)),
        Action::Inside(unit) => facts.hex(s.hex(unit)),
        Action::Ready => facts.hex(beset(s)),
        _ => facts,
    }
}

/// Returns the hex of the stack on the march.
pub(crate) fn target(s: &State) -> Option<HexId> {
    hex_of(s, interception::on_the_march(s)?.units)
}

/// Returns the hex of an attacked side that may decide which units go inside the walls.
fn beset(s: &State) -> Option<HexId> {
    s.stack.iter().rev().find_map(|st| match *st {
        Stage::Garrison { hex, .. } | Stage::Entry { hex, .. } | Stage::Onset { hex, .. } => Some(hex),
        _ => None,
    })
}

/// Judges the prohibitions of the decisions at which a side would be asked for an action.
pub(crate) fn judge_opening(s: &State, by: Side, action: Action, v: &mut Verdict) {
    let facts = opening_facts(s, by, action);
    for list in openings(s, by, action) {
        list.judge(&facts, v);
    }
    if let Action::Intercept(unit) = action
        && s.phasing() == Some(by.enemy())
        && target(s).is_none()
    {
        interception::judge_anywhere(s, unit, v);
    }
}

/// Plays a legal action at the stage that asked for it.
pub(crate) fn enact(e: &mut Engine<'_>, action: Action) {
    let Some(&top) = e.s.stack.last() else { return };
    match top {
        Stage::Course(course) => enact_course(e, course, action),
        Stage::Disown { left, count } => e.enact_disown((left, count), action),
        Stage::Placing { .. } => e.enact_arrive(action),
        Stage::March(march) => e.enact_march(march, action),
        Stage::Intercept { target } => e.enact_intercept(target, action),
        Stage::Gathering(g) => e.enact_gather(g, action),
        Stage::Garrison { hex, side } => e.enact_garrison(hex, side, action),
        Stage::Field { step } => match step {
            Bout::Deploy => e.enact_deploy(action),
            Bout::DefenderAims => e.enact_aim(false, action),
            Bout::AttackerAims => e.enact_aim(true, action),
            Bout::AssaultAims => e.enact_assault_aim(action),
            Bout::AttackerStays | Bout::DefenderStays => e.enact_stay(step, action),
            Bout::DefenderFire | Bout::AttackerFire | Bout::Assault | Bout::End => {}
        },
        Stage::Siege { step } => match step {
            Push::GarrisonAims => e.enact_gun(action),
            Push::Choose => e.enact_siege(action),
            Push::Parry(attacker) => e.enact_parry(attacker, action),
            Push::Breach | Push::Losses(_) => e.enact_lose(step, action),
            Push::GarrisonFires | Push::GunsFire => {}
        },
        Stage::Entry { .. } | Stage::Onset { .. } => {}
    }
}

fn enact_course(e: &mut Engine<'_>, course: Course, action: Action) {
    let Some(ask) = course.asks() else { return };
    match ask {
        Ask::LegateStart => e.enact_legate_start(action),
        Ask::Award => e.enact_award(action),
        Ask::Arrive => e.enact_arrive(action),
        Ask::Upkeep => e.enact_upkeep(action),
        Ask::Muster => e.enact_muster(action),
        Ask::Rebuild(side) => e.enact_rebuild(side, action),
        Ask::Declare => e.enact_crusade(action),
        Ask::Change => e.enact_change(action),
        Ask::Campaign(side) => e.enact_campaign(side, action),
        Ask::Leave => {
            if action == Action::Withdraw {
                e.danes_leave();
            } else {
                e.decline(cite!("6.3.6"), Side::Imperial, Question::Danes, false);
            }
            e.go_to(Course::End);
        }
        Ask::Claim(side) => e.enact_claim(side, action),
    }
}
