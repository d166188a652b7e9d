//! Module 5, Activation and Continuity: which command a side may choose (4.2, 5.1, 5.3, 14.3, 15.1), and an activation
//! from its beginning to its end.

use crate::casebook::cite;
use crate::components::{CommandId, LeaderId, Side};
use crate::engine::Engine;
use crate::event::What;
use crate::options::Choice;
use crate::state::activation::Warrant;
use crate::state::pieces::{Condition, Whereabouts};
use crate::state::position::State;
use crate::state::stage::{Course, Stage};
use casus_core::{Bar, Bars, Cite, Ledger, Limit, Place, Procedures, Test, Verdict};

casus_continuity::facts! {
    /// The facts of a choice of command.
    ///
    /// The leader may be of either side. Only a Seizure asks whether the command has anything to do.
    pub struct ChoiceFacts<'a> of State; rules B = Bar; places leader {
        /// The side that chooses.
        pub side: Side,
        /// The leader under whom the command would act.
        pub leader: LeaderId,
        /// The command that would act.
        pub command: CommandId,
        /// How it would be activated.
        pub how: Warrant,
    }
}

impl ChoiceFacts<'_> {
    /// Whether the side activated this command last and names it again for a Continuity roll without permission (14.3(4)).
    fn again(&self) -> bool {
        let again = self.how == Warrant::Continuity && self.s.last[self.side as usize] == Some(self.command);
        again && !(self.side == Side::Hungary && self.s.same_again)
    }
    /// Whether any unit of the command could act.
    fn fit(&self) -> bool {
        self.s.game_data.units_of(self.command).any(|u| {
            let unit = self.s.unit(u);
            matches!(unit.at, Whereabouts::Map(_) | Whereabouts::Reserve)
                || (unit.at == Whereabouts::Box && unit.condition == Condition::Disordered)
        })
    }
    /// Whether the command is a contingent that has not arrived yet (15.2.4).
    fn to_come(&self) -> bool {
        let card = self.s.game_data.roster.command_card(self.command);
        card.contingent.is_some() && !self.s.contingent_came(self.command)
    }
    /// Whether the leader is dead. `pending`: a replacement is still to come.
    fn dead(&self, pending: bool) -> bool {
        let l = self.s.leader(self.leader);
        l.at == Whereabouts::Lost && l.pending == pending
    }
    /// Whether the command is the Anatolian Wing and none of its units has been on the map yet.
    fn anatolian(&self) -> bool {
        let game_data = &self.s.game_data;
        let come = |u| !matches!(self.s.unit(u).at, Whereabouts::Reserve | Whereabouts::Absent);
        game_data.anatolia() == Some(self.command) && !game_data.units_of(self.command).any(come)
    }
    fn without_die(&self) -> bool {
        self.how == Warrant::Free || (self.how == Warrant::Seized && self.s.opts(Choice::A2))
    }
}

fn ottomans(_: &ChoiceFacts) -> Place {
    Place::Side(Side::Ottoman as u8)
}

/// The list `command`: what forbids the choice of a command, in book order. Checked when a side activates one freely,
/// names one for Continuity, or tries to Seize with one (5.1 to 5.3); [`ChoiceFacts::how`] says which.
pub static CHOICE_BARS: Bars<ChoiceFacts> = Bars {
    name: "command",
    list: &[
        B::by(cite!("4.2", "A5"), "the command that has just gone may not go on").when(leader, |f| f.again()),
        B::by(cite!("5.3", "A18"), "the command has no unit on the map or able to enter")
            .when(leader, |f| f.how == Warrant::Seized && f.s.leader(f.leader).at.in_play() && !f.fit()),
        B::by(cite!("12.4"), "that leader is not on the field")
            .when(leader, |f| f.s.leader(f.leader).at == Whereabouts::Absent && !f.to_come()),
        B::by(cite!("12.4.1", "A12"), "the command has lost its leader and has no replacement yet")
            .when(leader, |f| f.dead(true)),
        B::by(cite!("12.4.1"), "he is dead and is not replaced: his second has the command")
            .when(leader, |f| f.dead(false)),
        B::by(cite!("14.3(3)", "A7"), "the Ottomans may not Seize before their first Free activation is over")
            .when(ottomans, |f| f.how == Warrant::Seized && f.side == Side::Ottoman && !f.s.seizure_open),
        B::by(cite!("15.1.1", "H6"), "all of the Center must enter before the Anatolian Wing")
            .when(leader, |f| f.anatolian() && f.s.center_outstanding()),
        B::by(cite!("15.2.4"), "that contingent has not come").when(leader, |f| f.to_come()),
        B::by(cite!("15.1.2"), "the Anatolian Wing first enters in a Free activation only")
            .when(leader, |f| f.anatolian() && !f.without_die()),
    ],
};

pub(crate) fn judge_choice(s: &State, side: Side, leader: LeaderId, how: Warrant, v: &mut Verdict) {
    let command = s.game_data.roster.leader_card(leader).command;
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

pub(crate) fn own_leaders(s: &State, side: Side) -> impl Iterator<Item = LeaderId> + '_ {
    s.leader_ids()
        .filter(move |&l| s.game_data.roster.leader_card(l).side == side)
}

impl Engine<'_> {
    /// Gives a side its Free choice.
    pub(crate) fn grant_free(&mut self, side: Side) {
        self.set_top(Stage::Free { side });
        self.say(cite!("4.2(2)"), || What::FreeActivation { side });
    }

    /// 3.5, ruling H10: a leader is revealed when his rating is used.
    pub(crate) fn disclose_rating(&mut self, leader: LeaderId) {
        if self.s.leader(leader).at.hex().is_some() {
            self.disclose(leader);
        }
    }

    pub(crate) fn rating_test(&mut self, case: Cite, what: &'static str, leader: LeaderId) -> Test {
        let need = self.s.activation_rating(leader);
        self.test(case, what, Ledger::new(0), Limit::AtMost(need))
    }

    /// Opens an activation, which replaces the top stage.
    pub(crate) fn begin_activation(&mut self, side: Side, leader: LeaderId, warrant: Warrant) {
        const _: Cite = cite!("5.1");
        let command = self.s.game_data.roster.leader_card(leader).command;
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
        let (number, who) = (self.s.activations, self.s.who(leader));
        self.say(case, || What::Activated {
            side,
            command,
            who,
            warrant,
            number,
        });
    }

    /// Ends a Free activation in which no command acted: the Standard's, or a contingent's failed roll. The side has no last
    /// command (ruling A5). No flight check follows unless A17 is read the other way. Replacements arrive (12.4.1).
    pub(crate) fn close_without_command(&mut self, side: Side) {
        self.s.last[side as usize] = None;
        self.set_top(Stage::Continuity { side });
        if self.s.opts(Choice::A17) {
            self.flight(side);
        }
        self.call(Stage::Replace { side });
    }

    pub(crate) fn close_activation(&mut self) {
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
