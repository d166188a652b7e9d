//! Openings: when a decision is offered and to which side. Each decision has a list of what keeps it closed.
//!
//! The engine checks the list of a window, of `clock`, `seize`, `negate`, `counters` and `follow` before it opens the decision.
//! `why` checks the list of any action that is asked for out of its time. Whether a
//! side could use an open decision is a matter of the lists of its actions.

use crate::action::Action;
use crate::casebook::cite;
use crate::components::{SeizureCounter, Side};
use crate::rules::concepts::principal;
use crate::rules::results::repulse_decision;
use crate::rules::windows::closed;
use crate::state::activation::{Act, Attempt, Coming, Entry, Window};
use crate::state::combat::Answer;
use crate::state::effect::Repulse;
use crate::state::position::State;
use crate::state::shot::{Aim, Mode};
use crate::state::stage::{Bout, Course, Phase, Stage};
use casus_core::{Bar, Bars, HexId, Place, Verdict};

casus_continuity::facts! {
    /// The facts of an opening: the side that would be asked and, where the decision is about one, the hex.
    pub struct OpeningFacts<'a> of State; rules B = Bar {
        /// The side that would be asked.
        pub side: Side,
        /// The hex that an advance would enter.
        pub hex: Option<HexId>,
    }
}

impl<'a> OpeningFacts<'a> {
    pub(crate) const fn of(s: &'a State, side: Side) -> Self {
        Self { s, side, hex: None }
    }
    pub(crate) const fn at(s: &'a State, side: Side, hex: HexId) -> Self {
        let hex = Some(hex);
        Self { s, side, hex }
    }
    /// Whether a stage of this kind is on the stack.
    fn runs(&self, which: impl Fn(&Stage) -> bool) -> bool {
        self.s.stack.iter().any(which)
    }
    /// Whether a unit of the side retreats now.
    fn retreats(&self) -> bool {
        self.runs(|st| matches!(*st, Stage::Retreat { unit, .. } if self.s.side(unit) == self.side))
    }
    /// Whether several of its units have still to retreat, one after the other.
    fn says_who_retreats(&self) -> bool {
        let asks = |r: &Repulse| repulse_decision(self.s, r).is_some_and(|d| d.side == self.side);
        self.runs(|st| matches!(st, Stage::Repulse(r) if asks(r)))
    }
    fn lets_pass(&self, window: Window) -> bool {
        closed(self.s, self.side, window)
    }
    /// What the active side has activated, if the side in question is active.
    fn own_act(&self) -> Option<&Act> {
        let running = self.s.activation().filter(|a| a.side == self.side);
        running.map(|a| &a.act)
    }
    fn is_active(&self) -> bool {
        self.s.active() == Some(self.side)
    }
    /// Whether the other side's activation is in progress.
    fn stands_by(&self) -> bool {
        self.s.active() == Some(self.side.enemy())
    }
    /// Whether Phase B has begun, or is over.
    fn under_way(&self) -> bool {
        self.s.activation().is_some() && self.s.status_fixed()
    }

    /// The result of the enemy's last attempt at Continuity.
    fn enemys_attempt(&self) -> Option<Attempt> {
        let (side, fate) = self.s.attempt?;
        (side != self.side).then_some(fate)
    }
    /// The result of the side's own last attempt at Continuity.
    fn own_attempt(&self) -> Option<Attempt> {
        let (side, fate) = self.s.attempt?;
        (side == self.side).then_some(fate)
    }
    /// Whether the enemy has named something for Continuity and has not rolled for it yet.
    fn enemy_names(&self) -> bool {
        self.runs(|st| matches!(st, Stage::Seize { side, .. } if *side != self.side))
    }
    /// Whether the enemy's activation is Free, or is about to be.
    fn enemy_is_free(&self) -> bool {
        let running = self.stands_by() && self.s.activation().is_some_and(|a| a.free());
        running
            || self.runs(|st| matches!(st, Stage::Free { side } | Stage::Joining { side, .. } if *side != self.side))
    }

    /// Whether Seizure counters are being played, and it is the inactive side's turn.
    fn plays_second(&self) -> bool {
        let first = |st: &Stage| {
            matches!(
                st,
                Stage::Activation {
                    step: Course::Counters(true)
                }
            )
        };
        self.is_active() && self.runs(first) && self.others_play()
    }
    /// Whether Seizure counters are being played, and it is the active side's turn.
    fn has_played(&self) -> bool {
        let second = |st: &Stage| matches!(st, Stage::Activation { step: Course::Status });
        self.stands_by() && self.runs(second) && self.others_play()
    }
    fn others_play(&self) -> bool {
        self.runs(|st| matches!(st, Stage::Counters { side } if *side != self.side))
    }
    /// Whether the side cannot have a counter for this window, as far as the enemy knows.
    fn has_no_counter(&self) -> bool {
        let own = |u| self.s.side(u) == self.side && self.s.retired(u) && self.s.hex(u).is_some();
        !self.s.may_have(self.side, |c| match c {
            SeizureCounter::BattleCry => self.s.unit_ids().any(own),
            SeizureCounter::Unsteady => true,
            _ => false,
        })
    }

    /// The last entry of a unit in this activation, if it was an enemy unit.
    fn entry(&self) -> Option<Entry> {
        let entry = self.s.activation()?.entry?;
        (self.s.side(entry.unit) != self.side).then_some(entry)
    }
    /// Whether it entered in one of these ways.
    fn came(&self, by: &[Coming]) -> bool {
        self.entry().is_some_and(|e| by.contains(&e.how))
    }
    /// Whether it has left the hex again, or a result has ended its run.
    fn left_again(&self) -> bool {
        self.entry().is_some_and(|e| {
            let driven = |st: &Stage| matches!(st, Stage::Running(r) if r.unit == e.unit && r.over);
            self.s.hex(e.unit) != Some(e.hex) || self.runs(driven)
        })
    }
    /// Whether the time to answer it is past.
    fn entry_is_past(&self) -> bool {
        self.entry().is_some_and(|e| {
            !e.answered && !self.runs(|st| matches!(st, Stage::Reaction { at, hex } if (*at, *hex) == (e.unit, e.hex)))
        })
    }
    /// Whether Active Fire at units of the side is announced, and its dice are not rolled yet.
    fn under_fire(&self, until: &[Aim]) -> bool {
        self.runs(|st| {
            matches!(st, Stage::Shot(shot) if shot.mode == Mode::Active
                && self.s.side(shot.firer) != self.side && until.contains(&shot.aim))
        })
    }
    fn was_shot_at(&self) -> bool {
        let shot = self.s.activation().and_then(|a| a.shot);
        shot.is_some_and(|(firer, _)| self.s.side(firer) != self.side)
    }

    /// Whether the side attacks in the current Shock Phase.
    fn attacks(&self) -> bool {
        self.s.combat().is_some_and(|f| f.side == self.side)
    }
    /// Whether the side is attacked in it.
    fn is_attacked(&self) -> bool {
        self.s
            .combat()
            .is_some_and(|f| f.side != self.side && !f.strikers.is_empty())
    }
    /// Whether the Shock Phase has come to this step, and no further.
    fn shock_is_at(&self, wanted: Phase) -> bool {
        self.runs(|st| matches!(st, Stage::Shock { step } if *step == wanted))
    }
    fn declaring(&self) -> bool {
        self.runs(|st| matches!(st, Stage::Declaring | Stage::Tracing(_)))
    }
    fn fight_is_at(&self, wanted: Bout) -> bool {
        self.runs(|st| matches!(st, Stage::Attack { step } if *step == wanted))
    }
    fn fights(&self) -> bool {
        self.attacks() && self.s.combat().is_some_and(|f| f.attack.is_some())
    }
    fn breach_lies(&self) -> bool {
        let Some(combat) = self.s.combat() else { return false };
        let Some(attack) = &combat.attack else { return false };
        combat
            .targets
            .iter()
            .any(|m| m.breach && attack.on.iter().any(|&(h, _)| h == m.hex))
    }
    /// Whether the attack being resolved needs no roll, because only guns are attacked.
    fn no_die(&self) -> bool {
        let attack = self.s.combat().and_then(|f| f.attack.as_ref());
        attack.is_some_and(|f| f.on.iter().all(|&(h, _)| principal(self.s, h).is_none()))
    }
    /// Whether all units have left the hex before combat.
    fn left_before_combat(&self) -> bool {
        let target = self.hex.and_then(|h| self.s.combat()?.target(h));
        target.is_some_and(|m| m.withdrawn)
    }
    fn followed(&self) -> bool {
        let target = self.hex.and_then(|h| self.s.combat()?.target(h));
        target.is_some_and(|m| m.followed)
    }
}

fn side(f: &OpeningFacts) -> Place {
    Place::Side(f.side as u8)
}
fn hex(f: &OpeningFacts) -> Place {
    f.hex.map_or(Place::Nowhere, HexId::place)
}

/// The list `open-draw`: when Seizure counters are drawn (6.3).
pub static DRAW_OPENING: Bars<OpeningFacts> = Bars {
    name: "open-draw",
    list: &[
        B::by(cite!("6.3"), "each side draws its counters once, before play begins")
            .when(side, |f| !f.runs(|st| matches!(st, Stage::Draw { side } if *side == f.side)))
            .always(),
    ],
};

/// The list `open-activate`: when a side activates something without a die (6.1).
pub static FREE_OPENING: Bars<OpeningFacts> = Bars {
    name: "open-activate",
    list: &[B::by(cite!("6.1"), "the side has no Free Activation to begin")
        .when(side, |f| !f.runs(|st| matches!(st, Stage::Free { side } if *side == f.side)))
        .always()],
};

/// The list `open-join`: when further Battles join a Free Activation (6.1, ruling V-1).
pub static JOIN_OPENING: Bars<OpeningFacts> = Bars {
    name: "open-join",
    list: &[
        B::by(cite!("6.1", "V-1"), "Battles join when another has been activated freely, before it acts")
            .when(side, |f| !f.runs(|st| matches!(st, Stage::Joining { side, .. } if *side == f.side)))
            .always(),
    ],
};

/// The list `open-clock`: when the Time marker is moved (16.1).
pub static CLOCK_OPENING: Bars<OpeningFacts> = Bars {
    name: "open-clock",
    list: &[
        B::by(cite!("16.1"), "the battle is no Timed Engagement")
            .when(side, |f| f.s.timed().is_none())
            .always(),
        B::by(cite!("16.1"), "the side is the timed one")
            .when(side, |f| f.s.timed().is_some_and(|(timed, _)| timed == f.side)),
        B::by(cite!("16.1"), "the side has not just passed a Free Activation")
            .when(side, |f| {
                !f.runs(|st| matches!(st, Stage::Passed { side } | Stage::Clock { side } if *side == f.side))
            })
            .always(),
    ],
};

/// The list `open-continuity`: when something is named for Continuity (6.2).
pub static CONTINUITY_OPENING: Bars<OpeningFacts> = Bars {
    name: "open-continuity",
    list: &[B::by(cite!("6.2"), "the side has not just completed an activation")
        .when(side, |f| !f.runs(|st| matches!(st, Stage::Continuity { side } if *side == f.side)))
        .always()],
};

/// The list `open-pass`: when a side may pass (6.1, 6.2).
pub static PASS_OPENING: Bars<OpeningFacts> = Bars {
    name: "open-pass",
    list: &[B::by(cite!("6.1"), "the side is not choosing what to activate")
        .when(side, |f| {
            !f.runs(|st| matches!(st, Stage::Free { side } | Stage::Continuity { side } if *side == f.side))
        })
        .always()],
};

/// The list `open-seize`: when a side is offered a Seizure (6.3.1, 6.3.2).
pub static SEIZE_OPENING: Bars<OpeningFacts> = Bars {
    name: "open-seize",
    list: &[
        B::by(cite!("6.3.1"), "the enemy has named nothing for Continuity")
            .when(side, |f| !f.enemy_names())
            .always(),
        B::by(cite!("6.3.1"), "a Pass is no attempt at Continuity")
            .when(side, |f| f.enemys_attempt() == Some(Attempt::Passed)),
        B::by(cite!("6.3.1"), "the Continuation die has fallen")
            .when(side, |f| f.enemys_attempt() == Some(Attempt::Rolled)),
        B::by(cite!("6.3.1", "R-31b"), "one Opportunity may be played before an attempt, and has been").when(
            side,
            |f| {
                let tried =
                    matches!(f.enemys_attempt(), Some(Attempt::Seized | Attempt::SeizureFailed | Attempt::Negated));
                tried || f.runs(|st| matches!(st, Stage::Negate { side, .. } if *side != f.side))
            },
        ),
        B::by(cite!("6.3.1"), "the side can have no Seizure Opportunity")
            .when(side, |f| !f.s.may_have(f.side, |c| matches!(c, SeizureCounter::Opportunity(_)))),
        B::by(cite!("6.3.2"), "a Seizure is not Seized").when(side, |f| f.own_attempt() == Some(Attempt::Seized)),
        B::by(cite!("6.3.2"), "a Free Activation is not Seized").when(side, |f| f.enemy_is_free()),
    ],
};

/// The list `open-negate`: when a side is offered a Negation (6.3.2).
pub static NEGATE_OPENING: Bars<OpeningFacts> = Bars {
    name: "open-negate",
    list: &[
        B::by(cite!("6.3.2"), "no Seizure is being tried against the side")
            .when(side, |f| !f.runs(|st| matches!(st, Stage::Negate { side, .. } if *side == f.side)))
            .always(),
        B::by(cite!("6.3.2"), "the die of the Seizure has fallen")
            .when(side, |f| matches!(f.own_attempt(), Some(Attempt::Seized | Attempt::SeizureFailed))),
        B::by(cite!("6.3.2"), "the side can have no Negation")
            .when(side, |f| !f.s.may_have(f.side, |c| c == SeizureCounter::Negation)),
    ],
};

/// The list `open-replacement`: when replacement leaders arrive (5.5).
pub static REPLACE_OPENING: Bars<OpeningFacts> = Bars {
    name: "open-replacement",
    list: &[
        B::by(cite!("5.5"), "replacements arrive as an activation of their side begins")
            .when(side, |f| !f.runs(|st| matches!(st, Stage::Replace { side } if *side == f.side)))
            .always(),
    ],
};

/// The list `open-counters`: when a side can play Battle Cry or Unsteady Troops (6.3, rulings ).
pub static COUNTERS_OPENING: Bars<OpeningFacts> = Bars {
    name: "open-counters",
    list: &[
        B::by(cite!("6.3"), "they are played as a Move/Fire Phase begins, and no activation runs")
            .when(side, |f| f.s.activation().is_none())
            .always(),
        B::by(cite!("6.3"), "they are played before units move or fire").when(side, |f| f.under_way()),
        B::by(cite!("6.3", "R-32"), "the side that is not active plays first").when(side, |f| f.plays_second()),
        B::by(cite!("6.3", "R-32"), "the side has had its turn to play").when(side, |f| f.has_played()),
        B::by(cite!("6.3", "R-33"), "a Standard's activation has no Move/Fire Phase").when(side, |f| {
            f.s.activation()
                .is_some_and(|a| matches!(a.act, Act::Rally(_) | Act::Carry(_)))
        }),
        B::by(
            cite!("6.3"),
            "the side can have neither Unsteady Troops, nor Battle Cry and a Retired unit on the map",
        )
        .when(side, |f| f.has_no_counter()),
    ],
};

/// The list `open-move`: when pieces are selected (7.2).
pub static MOVE_OPENING: Bars<OpeningFacts> = Bars {
    name: "open-move",
    list: &[
        B::by(cite!("7.2"), "the side is not active").when(side, |f| !f.is_active()),
        B::by(cite!("7.2"), "the Move/Fire Phase is over")
            .when(side, |f| f.is_active() && f.under_way() && !f.runs(|st| matches!(st, Stage::Segment))),
    ],
};

/// Whether the piece that moves hex by hex is of this side.
fn in_hand(f: &OpeningFacts, st: &Stage) -> bool {
    match *st {
        Stage::Running(run) => f.s.side(run.unit) == f.side,
        Stage::Riding(leader) => f.s.leader_side(leader) == f.side,
        Stage::Carrying(standard) => f.s.game_data.roster[standard].side == f.side,
        Stage::Tracing(trace) => f.s.side(trace.unit) == f.side,
        Stage::Withdrawing { unit, .. } | Stage::Escort { unit, .. } => f.s.side(unit) == f.side,
        _ => false,
    }
}

fn runs(f: &OpeningFacts, st: &Stage) -> bool {
    matches!(*st, Stage::Running(run) if f.s.side(run.unit) == f.side)
}

/// The list `open-step`: when a piece continues to another hex, or a leader with it (7.2).
pub static STEP_OPENING: Bars<OpeningFacts> = Bars {
    name: "open-step",
    list: &[B::by(cite!("7.2"), "no piece of the side is selected")
        .when(side, |f| !f.runs(|st| in_hand(f, st)))
        .always()],
};

/// The list `open-face`: when a unit turns (8.0).
pub static FACE_OPENING: Bars<OpeningFacts> = Bars {
    name: "open-face",
    list: &[
        B::by(cite!("8.0"), "no unit of the side is selected, or has come to where it may turn")
            .when(side, |f| {
                let turns = |st: &Stage| matches!(*st, Stage::Reface { unit, .. } if f.s.side(unit) == f.side);
                !f.runs(|st| in_hand(f, st) || turns(st))
            })
            .always(),
    ],
};

/// The list `open-mount`: when mounted shot dismounts or remounts (7.4).
pub static MOUNT_OPENING: Bars<OpeningFacts> = Bars {
    name: "open-mount",
    list: &[B::by(cite!("7.4"), "no unit of the side is moving")
        .when(side, |f| !f.runs(|st| runs(f, st)))
        .always()],
};

/// The list `open-fire`: when a unit uses Active Fire (11.2).
pub static FIRE_OPENING: Bars<OpeningFacts> = Bars {
    name: "open-fire",
    list: &[
        B::by(cite!("11.2"), "only a selected unit uses Active Fire, and no unit of the side is selected")
            .when(side, |f| !f.runs(|st| runs(f, st)))
            .always(),
        B::by(cite!("11.2"), "Active Fire is for the Move/Fire Phase, which is over")
            .when(side, |f| f.is_active() && f.under_way() && !f.runs(|st| matches!(st, Stage::Segment))),
    ],
};

/// The list `open-leave-map`: when a unit leaves the map (3.0, ruling F-1).
pub static LEAVE_OPENING: Bars<OpeningFacts> = Bars {
    name: "open-leave-map",
    list: &[B::by(cite!("3.0", "F-1"), "no unit of the side is moving")
        .when(side, |f| !f.runs(|st| runs(f, st)))
        .always()],
};

/// The list `open-reaction-fire`: when a side is offered Reaction Fire (11.2, 13.9).
pub static REACTION_OPENING: Bars<OpeningFacts> = Bars {
    name: "open-reaction-fire",
    list: &[
        B::by(cite!("11.2"), "Reaction Fire is for the side that is not active").when(side, |f| f.is_active()),
        B::by(cite!("11.2"), "no enemy unit has come into a hex in this activation")
            .when(side, |f| f.entry().is_none())
            .always(),
        B::by(cite!("11.2"), "the instant of the entry is past")
            .when(side, |f| f.entry_is_past())
            .always(),
        B::by(cite!("11.2"), "one unit has fired at the target in that hex")
            .when(side, |f| f.entry().is_some_and(|e| e.answered)),
        B::by(cite!("11.2"), "the unit is not in the hex that it entered any more, or is driven from its way")
            .when(side, |f| f.left_again()),
        B::by(cite!("11.2"), "there is no Reaction Fire at a unit that retreats")
            .when(side, |f| f.came(&[Coming::Retreat])),
        B::by(cite!("11.2"), "there is no Reaction Fire at a unit that advances")
            .when(side, |f| f.came(&[Coming::Advance])),
        B::by(cite!("11.2"), "the side lets all such moments pass until the activation ends")
            .when(side, |f| f.lets_pass(Window::Reaction)),
        B::by(cite!("13.9"), "there is no Reaction Fire at a unit that Counter-Charges fire")
            .when(side, |f| f.came(&[Coming::CounterCharge])),
    ],
};

/// The list `open-return-fire`: when a side is offered Return Fire (11.2).
pub static RETURN_OPENING: Bars<OpeningFacts> = Bars {
    name: "open-return-fire",
    list: &[
        B::by(cite!("11.2"), "Return Fire is for the side that is not active").when(side, |f| f.is_active()),
        B::by(cite!("11.2"), "no enemy unit has fired at the side in its own run")
            .when(side, |f| !f.was_shot_at())
            .always(),
        B::by(
            cite!("11.2"),
            "Return Fire is resolved together with the fire that it answers, and that is resolved already",
        )
        .when(side, |f| f.was_shot_at() && !f.under_fire(&[Aim::Counter, Aim::Return]))
        .always(),
        B::by(cite!("11.2"), "the side lets all such moments pass until the activation ends")
            .when(side, |f| f.lets_pass(Window::Return)),
    ],
};

/// The list `open-counter-charge-fire`: when a side is offered a Counter-Charge against fire (13.1, 13.9).
pub static COUNTER_FIRE_OPENING: Bars<OpeningFacts> = Bars {
    name: "open-counter-charge-fire",
    list: &[
        B::by(cite!("13.1"), "only the side that is not active Counter-Charges").when(side, |f| f.is_active()),
        B::by(cite!("13.9"), "no enemy unit has fired at the side in its own run")
            .when(side, |f| !f.is_active() && !f.was_shot_at())
            .always(),
        B::by(cite!("13.9", "R-88"), "it is tried before the fire is returned and resolved, and that is past")
            .when(side, |f| f.was_shot_at() && !f.under_fire(&[Aim::Counter]))
            .always(),
        B::by(cite!("13.9"), "the side lets all such moments pass until the activation ends")
            .when(side, |f| f.lets_pass(Window::Fire)),
    ],
};

/// The list `open-declare`: when attacks are declared (4.0, 6.1, 12.1).
pub static DECLARE_OPENING: Bars<OpeningFacts> = Bars {
    name: "open-declare",
    list: &[
        B::by(cite!("6.1"), "in an Army Activation nobody attacks").when(side, |f| f.own_act() == Some(&Act::Army)),
        B::by(cite!("6.1"), "in a Standard's activation nobody attacks")
            .when(side, |f| matches!(f.own_act(), Some(Act::Rally(_) | Act::Carry(_)))),
        B::by(cite!("12.1"), "the side is not active").when(side, |f| !f.is_active()),
        B::by(cite!("12.1"), "attacks are declared when the Move/Fire Phase is over")
            .when(side, |f| f.is_active() && f.s.activation().is_some_and(|a| !a.shock)),
        B::by(cite!("12.1"), "all attacks of this Shock Phase are declared").when(side, |f| {
            let shock = f.s.activation().is_some_and(|a| a.shock);
            f.is_active() && shock && !f.declaring() && !f.shock_is_at(Phase::Declare)
        }),
    ],
};

/// The list `open-resolve`: when an attacker's attack is resolved, or its Charge placed (12.3).
pub static RESOLVE_OPENING: Bars<OpeningFacts> = Bars {
    name: "open-resolve",
    list: &[
        B::by(cite!("12.3"), "the side attacks nobody")
            .when(side, |f| !f.attacks())
            .always(),
        B::by(cite!("12.3"), "attacks are still being declared").when(side, |f| f.attacks() && f.declaring()),
    ],
};

/// The list `open-retreat-before-combat`: when a side is offered a Retreat Before Combat (12.2, 12.3).
pub static WITHDRAW_OPENING: Bars<OpeningFacts> = Bars {
    name: "open-retreat-before-combat",
    list: &[
        B::by(cite!("12.2"), "the side is attacked by nobody")
            .when(side, |f| !f.is_attacked())
            .always(),
        B::by(cite!("12.2"), "the side lets all such moments pass until the activation ends")
            .when(side, |f| f.lets_pass(Window::Retreat)),
        B::by(
            cite!("12.3(2d)"),
            "it comes when all attacks are declared and before Counter-Charges and dice: this is not the time",
        )
        .when(side, |f| f.is_attacked() && !f.shock_is_at(Phase::Withdraw))
        .always(),
    ],
};

/// The list `open-follow`: when attackers are offered a hex that a Retreat Before Combat has left (12.2).
pub static FOLLOW_OPENING: Bars<OpeningFacts> = Bars {
    name: "open-follow",
    list: &[
        B::by(cite!("12.2"), "the side attacks nobody")
            .when(side, |f| !f.attacks())
            .always(),
        B::by(cite!("12.2"), "who might enter the hex that was left has been asked").when(hex, |f| f.followed()),
    ],
};

/// The list `open-counter-charge-shock`: when a side is offered a Counter-Charge against Shock and Charge (12.3, 13.6,
/// 14.7).
pub static COUNTER_OPENING: Bars<OpeningFacts> = Bars {
    name: "open-counter-charge-shock",
    list: &[
        B::by(
            cite!("12.3(2e)"),
            "it comes after Retreats Before Combat and before the first attack is resolved: this is not the time",
        )
        .when(side, |f| f.is_attacked() && !f.shock_is_at(Phase::Counter))
        .always(),
        B::by(cite!("13.6"), "the side is attacked by nobody")
            .when(side, |f| !f.is_attacked())
            .always(),
        B::by(cite!("13.6"), "the side lets all such moments pass until the activation ends")
            .when(side, |f| f.lets_pass(Window::Shock)),
        B::by(cite!("13.9", "R-86"), "nobody Counter-Charges a Counter-Charge")
            .when(side, |f| f.is_attacked() && f.s.combat().is_some_and(|r| r.counter && r.round == 0)),
        B::by(cite!("14.7", "R-103"), "nobody Counter-Charges a Continued Attack")
            .when(side, |f| f.is_attacked() && f.s.combat().is_some_and(|r| r.round > 0)),
    ],
};

/// The list `open-breach`: when an attacker can play Into the Breach (6.3, ruling R-34).
pub static BREACH_OPENING: Bars<OpeningFacts> = Bars {
    name: "open-breach",
    list: &[
        B::by(cite!("6.3"), "no attack of the side is being resolved")
            .when(side, |f| !f.fights())
            .always(),
        B::by(cite!("6.3"), "it is played before the die falls")
            .when(side, |f| f.fights() && !f.fight_is_at(Bout::Breach))
            .always(),
        B::by(cite!("6.3"), "it lies on this attack already").when(side, |f| f.fights() && f.breach_lies()),
        B::by(cite!("6.3"), "the side can have no Into the Breach")
            .when(side, |f| !f.s.may_have(f.side, |c| c == SeizureCounter::Breach)),
        B::by(cite!("6.3"), "the side lets all such moments pass until the activation ends")
            .when(side, |f| f.lets_pass(Window::Breach)),
        B::by(cite!("6.3", "R-34"), "it is for the attacker alone").when(side, |f| f.is_attacked()),
        B::by(cite!("6.3", "R-34"), "no die falls in this attack").when(side, |f| f.fights() && f.no_die()),
    ],
};

/// The list `open-advance`: when attackers advance after combat (12.4).
pub static ADVANCE_OPENING: Bars<OpeningFacts> = Bars {
    name: "open-advance",
    list: &[
        B::by(cite!("12.4"), "the side attacks nobody")
            .when(side, |f| !f.attacks())
            .always(),
        B::by(
            cite!("12.4"),
            "attackers advance as their attack ends, into a hex that it has cleared: this is not the time",
        )
        .when(side, |f| f.attacks() && !f.fight_is_at(Bout::Advance))
        .always(),
    ],
};

/// The list `open-retreat`: when a unit retreats (14.3).
pub static RETREAT_OPENING: Bars<OpeningFacts> = Bars {
    name: "open-retreat",
    list: &[
        B::by(cite!("14.3"), "no unit of the side must retreat now")
            .when(side, |f| !f.retreats() && !f.says_who_retreats())
            .always(),
        B::by(cite!("14.3", "R-131"), "the unit that retreats next is chosen first")
            .when(side, |f| !f.retreats() && f.says_who_retreats())
            .always(),
    ],
};

/// The list `open-retire`: when a Retired unit is placed (14.4).
pub static RETIRE_OPENING: Bars<OpeningFacts> = Bars {
    name: "open-retire",
    list: &[B::by(cite!("14.4"), "no unit of the side Retires now")
        .when(side, |f| !f.runs(|st| matches!(*st, Stage::Retire { unit, .. } if f.s.side(unit) == f.side)))
        .always()],
};

/// The list `open-rejoin`: when a leader who has lost his unit joins another (5.4).
pub static REJOIN_OPENING: Bars<OpeningFacts> = Bars {
    name: "open-rejoin",
    list: &[
        B::by(cite!("5.4"), "no leader of the side has lost the unit that he was with")
            .when(side, |f| {
                !f.runs(|st| matches!(*st, Stage::Rejoin { leader, .. } if f.s.leader_side(leader) == f.side))
            })
            .always(),
    ],
};

/// The list `open-rally`: when units rally (4.0, 6.1, 15.1).
pub static RALLY_OPENING: Bars<OpeningFacts> = Bars {
    name: "open-rally",
    list: &[
        B::by(cite!("6.1"), "in an Army Activation nobody rallies").when(side, |f| f.own_act() == Some(&Act::Army)),
        B::by(cite!("15.1"), "the side is not active").when(side, |f| !f.is_active()),
        B::by(cite!("15.1"), "units rally in Phase D of their activation, after all attacks")
            .when(side, |f| !f.stands_by() && !f.runs(|st| matches!(st, Stage::Rallying)))
            .always(),
        B::by(cite!("15.2"), "a Standard that is activated to move rallies nobody")
            .when(side, |f| matches!(f.own_act(), Some(Act::Carry(_)))),
    ],
};

/// The list of what keeps the decision for an action closed; `None` for what may be done at any decision.
const fn opening_of(action: Action) -> Option<&'static Bars<OpeningFacts<'static>>> {
    Some(match action {
        Action::Draw => &DRAW_OPENING,
        Action::Activate(_)
        | Action::ActivateBoth(..)
        | Action::ActivateArmy
        | Action::RallyAt(_)
        | Action::Carry(_) => &FREE_OPENING,
        Action::Join(_) => &JOIN_OPENING,
        Action::Clock => &CLOCK_OPENING,
        Action::Name(_) | Action::NameArmy => &CONTINUITY_OPENING,
        Action::Pass => &PASS_OPENING,
        Action::Seize(..) | Action::LetRoll => &SEIZE_OPENING,
        Action::Negate => &NEGATE_OPENING,
        Action::Replace(..) => &REPLACE_OPENING,
        Action::BattleCry(_) | Action::Unsteady(_) => &COUNTERS_OPENING,
        Action::Take(_) | Action::TakeLeader(_) | Action::TakeStandard(_) | Action::EndMoves => &MOVE_OPENING,
        Action::Step(_) | Action::Enter(_) | Action::Escort(_) => &STEP_OPENING,
        Action::Face(_) => &FACE_OPENING,
        Action::Dismount | Action::Remount => &MOUNT_OPENING,
        Action::Fire(_) => &FIRE_OPENING,
        Action::LeaveMap => &LEAVE_OPENING,
        Action::React(_) => &REACTION_OPENING,
        Action::Return(_) => &RETURN_OPENING,
        Action::CounterCharge(_, Answer::Fire) => &COUNTER_FIRE_OPENING,
        Action::CounterCharge(..) => &COUNTER_OPENING,
        Action::Shock(..) | Action::Charge(..) | Action::Declared => &DECLARE_OPENING,
        Action::Resolve(_) => &RESOLVE_OPENING,
        Action::Withdraw(..) => &WITHDRAW_OPENING,
        Action::Breach(_) => &BREACH_OPENING,
        Action::Advance(..) => &ADVANCE_OPENING,
        Action::Retreat(_) | Action::Through(..) => &RETREAT_OPENING,
        Action::Retire(_) => &RETIRE_OPENING,
        Action::Rejoin(_) => &REJOIN_OPENING,
        Action::Rally(_) | Action::EndRally => &RALLY_OPENING,
        Action::Halt | Action::Hold | Action::HoldAll(_) | Action::Reopen(_) => return None,
    })
}

/// Judges what keeps the decision for an action closed to a side.
pub(crate) fn judge_opening(s: &State, by: Side, action: Action, v: &mut Verdict) {
    let facts = match action {
        Action::Advance(_, hex) => OpeningFacts::at(s, by, hex),
        _ => OpeningFacts::of(s, by),
    };
    if matches!(action, Action::Advance(..)) && facts.left_before_combat() {
        FOLLOW_OPENING.judge(&facts, v);
    } else if let Some(list) = opening_of(action) {
        list.judge(&facts, v);
    }
}
