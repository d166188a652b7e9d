//! Conditions of decisions: when a side is asked to decide, and which Case prevents it. The engine judges these lists before it
//! asks, and reports the same reasons to a player who asks why not.

use crate::casebook::cite;
use crate::components::Side;
use crate::options::Choice;
use crate::state::combat::{BoutAt, Mode, ShotAt};
use crate::state::position::State;
use crate::state::run::{ContactAt, Entry};
use crate::state::stage::Stage;
use crate::state::turn::{Course, Night, Phase};
use casus_core::{Bar, Bars, Laws, Place, Question};

/// The facts of an opening: whether a side is asked for a decision.
///
/// They concern the side that would be asked.
#[derive(Debug)]
pub struct OpeningFacts<'a> {
    /// The current position.
    pub s: &'a State,
    /// The side that would be asked.
    pub side: Side,
    /// The piece that would act, if the question is about one, or else the side. Violations are reported there.
    pub actor: Place,
}

impl Question for OpeningFacts<'static> {
    type Facts<'a> = OpeningFacts<'a>;
    #[inline]
    fn laws<'a>(facts: &'a OpeningFacts<'_>) -> &'a Laws {
        facts.s.laws()
    }
    fn place(facts: &OpeningFacts<'_>) -> Place {
        facts.actor
    }
}

type B = Bar<OpeningFacts<'static>>;

impl<'a> OpeningFacts<'a> {
    /// Creates the facts of a side.
    pub const fn of(s: &'a State, side: Side) -> Self {
        Self {
            s,
            side,
            actor: Place::Side(side as u8),
        }
    }
    fn active(&self) -> bool {
        self.side == self.s.active
    }
    fn swiss(&self) -> bool {
        self.side == Side::Swiss
    }
    /// Whether this part of a player turn is in progress: of the side's own turn, or of the enemy's turn for the parts in
    /// which the passive side acts.
    fn part(&self, course: Course) -> bool {
        let passive = matches!(course, Course::Retreats | Course::DefensiveFire);
        self.s.course() == Some(course) && passive != self.active()
    }
    fn deploying(&self) -> bool {
        matches!(self.s.course(), Some(Course::Deploy(_)))
    }
    fn night(&self) -> Option<Night> {
        match self.s.course()? {
            Course::Night(night) => Some(night),
            _ => None,
        }
    }
    /// Whether the battle lasts one day.
    fn one_day(&self) -> bool {
        self.s.game_data.deployment.scenarios[usize::from(self.s.scenario)].days < 2
    }
    /// Whether the Swiss part of the night is in progress; the French part comes first.
    fn swiss_night(&self) -> bool {
        matches!(
            self.night(),
            Some(Night::Recovery(Side::Swiss) | Night::Placing { side: Side::Swiss, .. } | Night::Morning)
        )
    }
    fn placing(&self) -> bool {
        matches!(self.night(), Some(Night::Placing { side, .. }) if side == self.side)
    }
    fn waits(&self, stage: impl Fn(&Stage) -> bool) -> bool {
        self.s.stack.iter().any(stage)
    }
    /// Whether units or commanders of the side are selected.
    fn in_hand(&self) -> bool {
        self.s.run().is_some_and(|run| run.side == self.side)
    }
    fn flees(&self) -> bool {
        self.waits(|stage| matches!(stage, Stage::Flight(flight) if self.s.side(flight.unit) == self.side))
    }
    fn turns(&self) -> bool {
        self.waits(|stage| matches!(stage, Stage::Turning { side, .. } if *side == self.side))
    }
    /// Whether a step or pivot is at this stage.
    fn at(&self, at: ContactAt) -> bool {
        self.waits(|stage| matches!(stage, Stage::Contact(contact) if contact.at == at))
    }
    /// Returns the last step or pivot of the current Movement Phase, if it was made by the side (`ours`) or by the enemy.
    fn entry(&self, ours: bool) -> Option<Entry> {
        self.s.entry.filter(|e| (e.run.side == self.side) == ours)
    }
    /// Whether the enemy moves and has committed units of the side by the last step or pivot.
    fn committed(&self) -> bool {
        self.at(ContactAt::Braces) || self.entry(false).is_some_and(|e| e.asked || !e.fresh.is_empty())
    }
    fn moving(&self) -> bool {
        self.s.phase() == Some(Phase::Movement) && self.active()
    }
    /// Whether a corps of the side has lost its commander and has no successor.
    fn vacant(&self) -> bool {
        let mut all = self.s.corps_ids();
        all.any(|c| self.s.game_data.corps_side(c) == self.side && self.s.corps(c).vacant > 0)
    }
    /// Whether all those corps have lost their commander in this turn.
    fn too_soon(&self) -> bool {
        let theirs = |c| self.s.game_data.corps_side(c) == self.side && self.s.corps(c).vacant > 0;
        let mut all = self.s.corps_ids().filter(|&c| theirs(c));
        self.vacant() && !self.s.opts(Choice::R27) && all.all(|c| self.s.corps(c).vacant >= self.s.turn)
    }
    /// Whether a fire phase of the side is in progress.
    fn fires(&self) -> bool {
        Mode::of(self.s).is_some_and(|mode| mode.side(self.s) == self.side)
    }
    fn drafting(&self) -> bool {
        self.waits(|stage| matches!(stage, Stage::Shot(shot) if shot.at == ShotAt::Drafting && shot.side == self.side))
    }
    /// Returns the stage of the melee in progress.
    fn bout(&self) -> Option<BoutAt> {
        self.s.stack.iter().rev().find_map(|stage| match stage {
            Stage::Bout(bout) => Some(bout.at),
            _ => None,
        })
    }
    fn victor(&self) -> bool {
        matches!(self.bout(), Some(BoutAt::Advance | BoutAt::Facing | BoutAt::Over))
    }
}

/// What forbids placing a unit, at the set-up or at night. Named `open-place`.
pub static PLACE_OPENING: Bars<OpeningFacts> = Bars {
    name: "open-place",
    list: &[
        B::by(cite!("14.1"), "units are set up before the first turn")
            .holds(|f| f.s.phase().is_some() && f.one_day())
            .always(),
        B::by(cite!("14.1"), "the Swiss are not set up: they enter the map")
            .holds(|f| f.deploying() && f.swiss())
            .always(),
        B::by(cite!("14.2"), "units are placed anew in the night between the days alone")
            .holds(|f| f.s.phase().is_some() && !f.one_day())
            .always(),
        B::by(cite!("14.2"), "the French reorganize first, and the Swiss after them")
            .holds(|f| f.night().is_some() && f.swiss() != f.swiss_night())
            .always(),
        B::by(cite!("14.2", "R95"), "it is none of the steps in which its units are placed")
            .holds(|f| f.night().is_some() && f.swiss() == f.swiss_night() && !f.placing())
            .always(),
    ],
};

/// What forbids the French retreat from the enemy at night. Named `open-fall-back`.
pub static FALL_BACK_OPENING: Bars<OpeningFacts> = Bars {
    name: "open-fall-back",
    list: &[
        B::by(cite!("14.2"), "only the French go back")
            .holds(|f| f.night().is_some() && f.swiss())
            .always(),
        B::by(cite!("14.2", "R95"), "they go back in the first step of the night, which is over")
            .holds(|f| f.night().is_some_and(|n| n != Night::FallBack) && !f.swiss())
            .always(),
    ],
};

/// What forbids building fortifications. Named `open-build`.
pub static BUILD_OPENING: Bars<OpeningFacts> = Bars {
    name: "open-build",
    list: &[
        B::by(cite!("14.2"), "only the French build")
            .holds(|f| f.swiss())
            .always(),
        B::by(cite!("14.2"), "fortifications are built in the night between the days alone")
            .holds(|f| f.night().is_none())
            .always(),
        B::by(cite!("14.2", "R95"), "the French build when all their units have been placed, before the Swiss are")
            .holds(|f| f.night().is_some_and(|n| n != Night::Works))
            .always(),
    ],
};

/// What forbids installing a new commander. Named `open-successor`.
pub static SUCCESSOR_OPENING: Bars<OpeningFacts> = Bars {
    name: "open-successor",
    list: &[
        B::by(cite!("7.1"), "every corps of the side has had its commander or his successor")
            .holds(|f| !f.vacant())
            .always(),
        B::by(cite!("7.1"), "a successor comes at the beginning of its own Reorganization Phase")
            .holds(|f| f.vacant() && !f.part(Course::Successors))
            .always(),
        B::by(cite!("7.1", "R27"), "he comes in the turn after the death")
            .holds(|f| f.too_soon())
            .always(),
    ],
};

/// What forbids rallying units. Named `open-rally`.
pub static RALLY_OPENING: Bars<OpeningFacts> = Bars {
    name: "open-rally",
    list: &[B::by(cite!("2.1"), "units rally in their own Reorganization Phase")
        .holds(|f| !f.part(Course::Rallies))
        .always()],
};

/// What forbids rout movement at the start of the Movement Phase. Named `open-rout`.
pub static ROUT_OPENING: Bars<OpeningFacts> = Bars {
    name: "open-rout",
    list: &[
        B::by(cite!("10.1"), "routed units run when they rout, and at the start of their own Movement Phase")
            .holds(|f| !f.part(Course::Routs))
            .always(),
    ],
};

/// What forbids selecting units and commanders. Named `open-move`.
pub static MOVE_OPENING: Bars<OpeningFacts> = Bars {
    name: "open-move",
    list: &[
        B::by(cite!("2.1"), "units and commanders move in their own Movement Phase")
            .holds(|f| !f.moving())
            .always(),
        B::by(cite!("2.1"), "the routed units of the side run before others move")
            .holds(|f| f.part(Course::Routs))
            .always(),
        B::by(cite!("2.1"), "movement is over, and hedgehogs come off")
            .holds(|f| f.part(Course::Hedgehogs))
            .always(),
    ],
};

/// What forbids moving pieces on. Named `open-run`.
pub static RUN_OPENING: Bars<OpeningFacts> = Bars {
    name: "open-run",
    list: &[B::by(cite!("9.0"), "nobody of the side is selected or runs")
        .holds(|f| !f.in_hand() && !f.flees())
        .always()],
};

/// What forbids facing units. Named `open-face`.
pub static FACE_OPENING: Bars<OpeningFacts> = Bars {
    name: "open-face",
    list: &[B::by(
        cite!("3.1"),
        "units pivot while selected, in their own Movement Phase, or are faced when they advance, rally or are placed",
    )
    .holds(|f| !f.in_hand() && !f.turns())
    .always()],
};

/// What forbids going on without the units of a stack that failed their test. Named `open-go-on`.
pub static GO_ON_OPENING: Bars<OpeningFacts> = Bars {
    name: "open-go-on",
    list: &[
        B::by(cite!("9.2", "R36"), "no stack of the side is parted by a test to enter a ZOC")
            .holds(|f| !(f.in_hand() && f.at(ContactAt::Choice)))
            .always(),
    ],
};

/// What forbids declaring a Charge. Judged at each step of the selected pieces. Named `open-charge`.
pub static CHARGE_OPENING: Bars<OpeningFacts> = Bars {
    name: "open-charge",
    list: &[
        B::by(cite!("9.3"), "cavalry charges in its own Movement Phase")
            .holds(|f| !f.moving())
            .always(),
        B::by(cite!("9.3"), "nobody has moved into contact")
            .holds(|f| f.moving() && !f.at(ContactAt::Charges) && f.entry(true).is_none_or(|e| e.fresh.is_empty()))
            .always(),
        B::by(cite!("9.3"), "a Charge is declared as the enemy is committed, and the moment is over")
            .holds(|f| f.moving() && !f.at(ContactAt::Charges) && f.entry(true).is_some_and(|e| !e.fresh.is_empty()))
            .always(),
    ],
};

/// What forbids forming a hedgehog against cavalry. Judged whenever the enemy has committed units by a step or pivot. Named
/// `open-hedgehog`.
pub static BRACE_OPENING: Bars<OpeningFacts> = Bars {
    name: "open-hedgehog",
    list: &[
        B::by(cite!("9.4"), "the side lets all hedgehogs pass until the Movement Phase ends")
            .holds(|f| !f.active() && f.s.braced),
        B::by(cite!("9.4"), "no enemy moves and has committed infantry of the side")
            .holds(|f| !f.active() && !f.committed())
            .always(),
        B::by(cite!("9.4"), "it is formed as the enemy commits it, and the moment is over")
            .holds(|f| !f.active() && f.committed() && !f.at(ContactAt::Braces))
            .always(),
        B::by(
            cite!("9.4"),
            "in its own player turn infantry forms it while selected, in the Movement Phase, and does not move",
        )
        .holds(|f| f.active() && !f.in_hand())
        .always(),
    ],
};

/// What forbids reopening the decisions about hedgehogs. Named `open-reopen`.
pub static REOPEN_OPENING: Bars<OpeningFacts> = Bars {
    name: "open-reopen",
    list: &[B::by(cite!("9.4"), "the side does not let all hedgehogs pass")
        .holds(|f| f.active() || !f.s.braced)
        .always()],
};

/// What forbids leaving hedgehogs. Named `open-unform`.
pub static UNFORM_OPENING: Bars<OpeningFacts> = Bars {
    name: "open-unform",
    list: &[
        B::by(cite!("9.4"), "hedgehogs come off at the end of their own side's Movement Phase")
            .holds(|f| !f.part(Course::Hedgehogs))
            .always(),
    ],
};

/// What forbids Retreat Movement. Named `open-retreat`.
pub static RETREAT_OPENING: Bars<OpeningFacts> = Bars {
    name: "open-retreat",
    list: &[
        B::by(cite!("11.0"), "only the passive side retreats, in the Retreat Phase")
            .holds(|f| !f.part(Course::Retreats))
            .always(),
    ],
};

/// What forbids fire. Named `open-fire`.
pub static FIRE_OPENING: Bars<OpeningFacts> = Bars {
    name: "open-fire",
    list: &[B::by(
        cite!("12.0"),
        "the passive side has Defensive Fire, the active side Offensive Fire, and neither other fire",
    )
    .holds(|f| !f.fires())
    .always()],
};

/// What forbids firing an announced shot. Named `open-loose`.
pub static LOOSE_OPENING: Bars<OpeningFacts> = Bars {
    name: "open-loose",
    list: &[B::by(cite!("12.4"), "the side has announced no shot")
        .holds(|f| !f.drafting())
        .always()],
};

/// What forbids declaring and fighting melees. Named `open-melee`.
pub static MELEE_OPENING: Bars<OpeningFacts> = Bars {
    name: "open-melee",
    list: &[B::by(cite!("13.0"), "only the active side attacks, in the Melee Phase")
        .holds(|f| !f.part(Course::Melees))
        .always()],
};

/// What forbids fighting a declared melee. Named `open-resolve`.
pub static RESOLVE_OPENING: Bars<OpeningFacts> = Bars {
    name: "open-resolve",
    list: &[B::by(cite!("13.2"), "the side has declared no melee")
        .holds(|f| !f.active() || f.bout() != Some(BoutAt::Draft))
        .always()],
};

/// What forbids advances. Judged after each melee. Named `open-advance`.
pub static ADVANCE_OPENING: Bars<OpeningFacts> = Bars {
    name: "open-advance",
    list: &[
        B::by(cite!("13.3"), "only those who attack advance, in the Melee Phase")
            .holds(|f| !f.part(Course::Melees))
            .always(),
        B::by(cite!("13.3"), "no melee has been fought in the phase")
            .holds(|f| f.part(Course::Melees) && f.bout().is_none() && f.s.fought.is_none())
            .always(),
        B::by(cite!("13.3"), "the melee has not been decided")
            .holds(|f| f.part(Course::Melees) && f.bout().is_some() && !f.victor())
            .always(),
        B::by(cite!("13.3"), "it is decided at once, and the melee is over")
            .holds(|f| f.part(Course::Melees) && f.bout().is_none() && f.s.fought.is_some())
            .always(),
    ],
};

/// What forbids choosing the corps that a hero steadies. Named `open-hero`.
pub static HERO_OPENING: Bars<OpeningFacts> = Bars {
    name: "open-hero",
    list: &[
        B::by(cite!("7.2", "R87"), "no hero of the side has to choose between corps")
            .holds(|f| !f.waits(|stage| matches!(stage, Stage::Hero(c) if f.s.led_side(*c) == f.side)))
            .always(),
    ],
};

/// What forbids choosing the unit that tests next. Named `open-test`.
pub static TEST_OPENING: Bars<OpeningFacts> = Bars {
    name: "open-test",
    list: &[B::by(cite!("0.2"), "no units of the side have to test")
        .holds(|f| !f.waits(|stage| matches!(stage, Stage::Tests(tests) if tests.side == f.side)))
        .always()],
};

/// What forbids naming the unit that is lost. Named `open-lose`.
pub static LOSE_OPENING: Bars<OpeningFacts> = Bars {
    name: "open-lose",
    list: &[
        B::by(cite!("12.4"), "no shot has hit units of the side with a star")
            .holds(|f| !loses(f))
            .always(),
        B::by(cite!("13.2"), "no melee has cost the side a star")
            .holds(|f| !loses(f))
            .always(),
    ],
};

fn loses(f: &OpeningFacts<'_>) -> bool {
    f.waits(|stage| matches!(stage, Stage::Losses(losses) if losses.side == f.side))
}

/// What forbids commanders accompanying a unit that leaves their hex. Named `open-escort`.
pub static ESCORT_OPENING: Bars<OpeningFacts> = Bars {
    name: "open-escort",
    list: &[
        B::by(cite!("12.5", "R48"), "no unit leaves the hex of a commander of the side")
            .holds(|f| !f.waits(|stage| matches!(stage, Stage::Escort(escort) if escort.side == f.side)))
            .always(),
    ],
};

/// What forbids a commander joining another unit. Named `open-rejoin`.
pub static REJOIN_OPENING: Bars<OpeningFacts> = Bars {
    name: "open-rejoin",
    list: &[
        B::by(cite!("12.5", "R49"), "no commander of the side is alone among enemies")
            .holds(|f| !f.waits(|stage| matches!(stage, Stage::Rejoin(c) if f.s.led_side(*c) == f.side)))
            .always(),
    ],
};
