//! Module 5, Activation and Continuity; with Module 4, the Sequence of Play, that it carries out.

use crate::action::Action;
use crate::casebook::cite;
use crate::components::{CommandId, LeaderId, Side, UnitId};
use crate::engine::Engine;
use crate::event::{Test, What};
use crate::options::Choice;
use crate::state::{Activation, Condition, Course, Done, Stage, State, Warrant, Whereabouts};
use casus_core::{Bar, Bars, Flow, Ledger, Place, Procedures, Verdict};

/// The facts of a choice of command.
#[derive(Debug)]
pub struct ChoiceFacts<'a> {
    s: &'a State,
    side: Side,
    leader: LeaderId,
    command: CommandId,
    how: Warrant,
}
casus_core::questions!(ChoiceFacts);

/// Whether any unit of a command has ever been on the map.
fn has_come(s: &State, command: CommandId) -> bool {
    s.kit
        .units_of(command)
        .any(|u| !matches!(s.unit(u).at, Whereabouts::Reserve | Whereabouts::Absent))
}

fn anatolian(f: &ChoiceFacts<'_>) -> bool {
    f.s.kit.anatolia() == Some(f.command) && !has_come(f.s, f.command)
}

type B = Bar<ChoiceFacts<'static>>;

/// What forbids the choice of a command, in book order.
pub static CHOICE_BARS: Bars<ChoiceFacts> = Bars {
    name: "command",
    list: &[
        B::by(cite!("4.2", "A5"), "the command that has just gone may not go on").when(
            |f| f.leader.place(),
            |f| {
                let again = f.how == Warrant::Continuity && f.s.last[f.side as usize] == Some(f.command);
                let granted = f.side == Side::Hungary && f.s.same_again;
                again && !granted
            },
        ),
        B::by(cite!("4.3"), "that command is the enemy's")
            .when(|f| f.leader.place(), |f| f.s.kit.roster.leader_card(f.leader).side != f.side),
        B::by(cite!("5.3", "A18"), "the command has no unit on the map or able to enter").when(
            |f| f.leader.place(),
            |f| {
                let fit = f.s.kit.units_of(f.command).any(|u| {
                    let unit = f.s.unit(u);
                    matches!(unit.at, Whereabouts::Map(_) | Whereabouts::Reserve)
                        || (unit.at == Whereabouts::Box && unit.condition == Condition::Disordered)
                });
                let own = f.s.kit.roster.leader_card(f.leader).side == f.side;
                let leads = own && f.s.leader(f.leader).at.in_play();
                f.how == Warrant::Seized && leads && !fit
            },
        ),
        B::by(cite!("12.4"), "that leader is not on the field").when(
            |f| f.leader.place(),
            |f| {
                let to_come =
                    f.s.kit.roster.command_card(f.command).contingent.is_some() && !f.s.contingent_came(f.command);
                let gone = f.s.leader(f.leader).at == Whereabouts::Absent;
                gone && !to_come
            },
        ),
        B::by(cite!("12.4.1", "A12"), "the command has lost its leader and has no replacement yet").when(
            |f| f.leader.place(),
            |f| {
                let l = f.s.leader(f.leader);
                l.at == Whereabouts::Lost && l.pending
            },
        ),
        B::by(cite!("12.4.1"), "he is dead and is not replaced: his second has the command").when(
            |f| f.leader.place(),
            |f| {
                let l = f.s.leader(f.leader);
                l.at == Whereabouts::Lost && !l.pending
            },
        ),
        B::by(cite!("14.3(3)", "A7"), "the Ottomans may not Seize before their first Free activation is over").when(
            |_| Place::Side(Side::Ottoman as u8),
            |f| f.how == Warrant::Seized && f.side == Side::Ottoman && !f.s.seizure_open,
        ),
        B::by(cite!("15.1.1", "H6"), "all of the Center must enter before the Anatolian Wing")
            .when(|f| f.leader.place(), |f| anatolian(f) && crate::rules::movement::center_outstanding(f.s)),
        B::by(cite!("15.2.4"), "that contingent has not come").when(
            |f| f.leader.place(),
            |f| {
                let to_come =
                    f.s.kit.roster.command_card(f.command).contingent.is_some() && !f.s.contingent_came(f.command);
                to_come
            },
        ),
        B::by(cite!("15.1.2"), "the Anatolian Wing first enters in a Free activation only").when(
            |f| f.leader.place(),
            |f| {
                let free = f.how == Warrant::Free || (f.how == Warrant::Seized && f.s.opts(Choice::A2));
                anatolian(f) && !free
            },
        ),
    ],
};

fn judge_choice(s: &State, side: Side, leader: LeaderId, how: Warrant, v: &mut Verdict) {
    let command = s.kit.roster.leader_card(leader).command;
    CHOICE_BARS.judge(
        &ChoiceFacts {
            s,
            side,
            leader,
            command,
            how,
        },
        v,
    );
}

pub(crate) fn may_choose(s: &State, side: Side, leader: LeaderId, how: Warrant) -> bool {
    let mut v = Verdict::quick();
    judge_choice(s, side, leader, how, &mut v);
    !v.refused()
}

fn own_leaders(s: &State, side: Side) -> impl Iterator<Item = LeaderId> + '_ {
    s.leader_ids()
        .filter(move |&l| s.kit.roster.leader_card(l).side == side)
}

// ---- Free ----

pub(crate) fn free_candidates(s: &State, side: Side, out: &mut Vec<Action>) {
    out.push(Action::Pass);
    out.push(Action::Standard);
    if side == Side::Hungary {
        out.push(Action::Summon);
    }
    out.extend(own_leaders(s, side).map(Action::Activate));
}

pub(crate) fn judge_free(s: &State, side: Side, action: Action, v: &mut Verdict) -> bool {
    match action {
        Action::Pass => {}
        Action::Activate(l) => judge_choice(s, side, l, Warrant::Free, v),
        Action::Standard => crate::rules::standards::judge_standard(s, side, true, v),
        Action::Summon => crate::rules::reinforcements::judge_summon(s, side, true, v),
        _ => return false,
    }
    true
}

// ---- Continuity ----

pub(crate) fn continuity_candidates(s: &State, side: Side, out: &mut Vec<Action>) {
    out.push(Action::Pass);
    out.extend(own_leaders(s, side).map(Action::Name));
}

pub(crate) fn judge_continuity(s: &State, side: Side, action: Action, v: &mut Verdict) -> bool {
    match action {
        Action::Pass => {}
        Action::Name(l) => judge_choice(s, side, l, Warrant::Continuity, v),
        Action::Standard => crate::rules::standards::judge_standard(s, side, false, v),
        Action::Summon => crate::rules::reinforcements::judge_summon(s, side, false, v),
        _ => return false,
    }
    true
}

pub(crate) fn seize_candidates(s: &State, side: Side, out: &mut Vec<Action>) {
    out.push(Action::LetRoll);
    out.extend(own_leaders(s, side.enemy()).map(Action::Seize));
}

pub(crate) fn judge_seize(s: &State, side: Side, action: Action, v: &mut Verdict) -> bool {
    match action {
        Action::LetRoll => {}
        Action::Seize(l) => judge_choice(s, side.enemy(), l, Warrant::Seized, v),
        _ => return false,
    }
    true
}

/// How many faces of ten a leader's Activation Rating passes (2.2.8).
pub(crate) fn faces_passed(s: &State, leader: LeaderId) -> i32 {
    (s.activation_rating(leader) + 1).clamp(0, 10)
}

impl Engine<'_> {
    /// Gives a side its Free choice.
    pub(crate) fn grant_free(&mut self, side: Side) {
        self.set_top(Stage::Free { side });
        self.say(cite!("4.2(2)"), || What::FreeActivation { side });
    }

    fn pass(&mut self, side: Side) {
        self.s.passes = self.s.passes.saturating_add(1);
        self.say(cite!("5.1.1"), || What::Passed { side });
        if self.s.passes >= self.s.stalemate {
            self.end(casus_core::Outcome::Stalemate, crate::rules::victory::STALEMATE);
            return;
        }
        let idle = !own_leaders(self.s, side).any(|l| may_choose(self.s, side, l, Warrant::Free));
        self.grant_free(side.enemy());
        if idle {
            // 12.4.1: with nothing else to activate, the replacement arrives on the Pass.
            self.call(Stage::Replace { side });
        }
    }

    pub(crate) fn enact_free(&mut self, side: Side, action: Action) {
        match action {
            Action::Pass => self.pass(side),
            Action::Activate(l) => self.begin_activation(side, l, Warrant::Free),
            Action::Standard => self.raise_standard(side),
            Action::Summon => self.summon(side),
            _ => {}
        }
    }

    pub(crate) fn enact_continuity(&mut self, side: Side, action: Action) {
        match action {
            Action::Pass => self.pass(side),
            Action::Name(leader) => {
                self.disclose_rating(leader);
                let command = self.s.kit.roster.leader_card(leader).command;
                let again = self.s.last[side as usize] == Some(command);
                let case = if again { cite!("14.3(4)") } else { cite!("5.2.1") };
                self.say(case, || What::Named { side, leader });
                self.set_top(Stage::Seize { side, named: leader });
            }
            _ => {}
        }
    }

    /// 3.5, ruling H10: the leader whose rating is used is seen.
    fn disclose_rating(&mut self, leader: LeaderId) {
        if self.s.leader(leader).at.hex().is_some() {
            self.disclose(leader);
        }
    }

    pub(crate) fn seizing(&mut self, side: Side, named: LeaderId) -> Flow<Stage> {
        let enemy = side.enemy();
        if own_leaders(self.s, enemy).any(|l| may_choose(self.s, enemy, l, Warrant::Seized)) {
            return Flow::Ask;
        }
        self.roll_continuity(side, named);
        Flow::Next
    }

    fn rating_test(&mut self, case: casus_core::Cite, what: &'static str, leader: LeaderId) -> Test {
        let need = self.s.activation_rating(leader);
        let face = self.roll(case, what, &|f| u16::from(i32::from(f) <= need));
        Test {
            ledger: Ledger::new(face),
            need,
            passed: face <= need,
        }
    }

    fn roll_continuity(&mut self, side: Side, leader: LeaderId) {
        let test = self.rating_test(cite!("5.2.1"), "continuity", leader);
        let passed = test.passed;
        self.say(cite!("5.2.1"), || What::Continuity { leader, test });
        if passed {
            self.begin_activation(side, leader, Warrant::Continuity);
            return;
        }
        let command = self.s.kit.roster.leader_card(leader).command;
        if side == Side::Hungary && self.s.last[side as usize] == Some(command) {
            self.s.same_again = false;
        }
        self.grant_free(side.enemy());
    }

    pub(crate) fn enact_seize(&mut self, side: Side, named: LeaderId, action: Action) {
        match action {
            Action::Seize(leader) => {
                self.disclose_rating(leader);
                let test = self.rating_test(cite!("5.3.1"), "seizure", leader);
                let passed = test.passed;
                self.say(cite!("5.3.1"), || What::Seizure { leader, test });
                if passed {
                    self.begin_activation(side.enemy(), leader, Warrant::Seized);
                } else {
                    self.set_top(Stage::Free { side });
                    self.say(cite!("5.3.1(2)"), || What::FreeActivation { side });
                }
            }
            _ => self.roll_continuity(side, named),
        }
    }

    /// Opens an activation in place of the top stage.
    pub(crate) fn begin_activation(&mut self, side: Side, leader: LeaderId, warrant: Warrant) {
        let command = self.s.kit.roster.leader_card(leader).command;
        let free = warrant == Warrant::Free || (warrant == Warrant::Seized && self.s.opts(Choice::A2));
        self.s.passes = 0;
        if side == Side::Ottoman {
            self.s.ottomans_up = true;
        }
        self.s.open_activation(side, command, leader, warrant, free);
        self.set_top(Stage::Activation {
            step: Course::Replacements,
        });
        let case = match warrant {
            Warrant::Free => cite!("5.1.1"),
            Warrant::Continuity => cite!("5.2.1(1)"),
            Warrant::Seized => cite!("5.3.1(1)"),
        };
        self.say(case, || What::Activated {
            side,
            command,
            leader,
            warrant,
        });
    }

    pub(crate) fn course(&mut self, step: Course) -> Flow<Stage> {
        let Some(act) = self.s.activation() else {
            return Flow::Done;
        };
        let (side, command) = (act.side, act.command);
        let next = |e: &mut Self, step: Course| e.set_top(Stage::Activation { step });
        match step {
            Course::Replacements => {
                next(self, Course::Status);
                Flow::Call(Stage::Replace { side })
            }
            Course::Status => {
                self.fix_status(command);
                next(self, Course::MoveFire);
                Flow::Next
            }
            Course::MoveFire => {
                next(self, Course::Declare);
                Flow::Call(Stage::Segment)
            }
            Course::Declare => {
                if let Some(a) = self.act_mut() {
                    a.shock = true;
                }
                next(self, Course::Resolve);
                Flow::Call(Stage::Declaring)
            }
            Course::Resolve => {
                next(self, Course::Rally);
                Flow::Call(Stage::Resolving)
            }
            Course::Rally => {
                self.rally(command);
                next(self, Course::Close);
                Flow::Next
            }
            Course::Close => {
                self.close_activation();
                Flow::Next
            }
        }
    }

    /// A Free activation in which no command went, the Standard's or a contingent's empty roll, is over: nothing has just
    /// gone (ruling A5), no nerve is tested unless A17 is read the other way, and replacements arrive (12.4.1).
    pub(crate) fn close_without_command(&mut self, side: Side) {
        self.s.last[side as usize] = None;
        self.set_top(Stage::Continuity { side });
        if self.s.opts(Choice::A17) {
            self.flight(side);
        }
        self.call(Stage::Replace { side });
    }

    fn close_activation(&mut self) {
        let Some(act) = self.s.activation.take() else {
            return;
        };
        let side = act.side;
        self.s.last[side as usize] = Some(act.command);
        if side == Side::Ottoman && act.warrant == Warrant::Free {
            self.s.seizure_open = true;
        }
        self.set_top(Stage::Continuity { side });
        if act.free {
            self.flight(side);
        }
    }
}

impl State {
    /// Sets the activation that runs, and forgets what the last one did.
    pub(crate) fn open_activation(
        &mut self,
        side: Side,
        command: CommandId,
        under: LeaderId,
        warrant: Warrant,
        free: bool,
    ) {
        for u in &mut self.units {
            u.done = u.done.fresh();
            u.spent = 0;
            u.attacks = 0;
            if u.condition == Condition::Disordered {
                u.done.set(Done::BEGAN_DISORDERED);
            }
        }
        for l in &mut self.leaders {
            l.spent = 0;
            l.moved = false;
        }
        self.activation = Some(Box::new(Activation {
            side,
            command,
            under,
            warrant,
            free,
            shock: false,
            entered: Vec::new(),
            declared: Vec::new(),
            reacted: Vec::new(),
            waiting: Vec::new(),
            struck: Vec::new(),
            closed: [0; 2],
        }));
    }

    /// The units that the active command may use (5.1.1, 12.2).
    pub(crate) fn usable(&self, unit: UnitId) -> bool {
        self.activation().is_some_and(|a| {
            self.counter(unit).command == a.command
                && (!crate::rules::leaders::levy_only(self, a.under) || self.arm(unit) == crate::components::Arm::LevyInfantry)
        })
    }
}
