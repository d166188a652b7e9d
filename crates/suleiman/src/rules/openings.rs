//! Openings: when a side is asked for a decision, and what keeps that decision closed, with the Case. The engine checks
//! these lists before it opens a window. A question why a decision is closed gets the same answer.

use crate::casebook::cite;
use crate::components::{LeaderId, Side, UnitId};
use crate::rules::deployment::pieces;
use crate::rules::windows::closed;
use crate::state::activation::{Activation, Window};
use crate::state::combat::{Bout, Combat};
use crate::state::pieces::Done;
use crate::state::position::State;
use crate::state::shot::{Aim, Shot};
use crate::state::stage::Stage;
use casus_core::{Bar, Bars, HexId, Laws, Place, Question};

/// The facts of an opening.
///
/// They describe the side that would be asked and, if the decision is of one unit, that unit.
#[derive(Debug)]
pub struct OpeningFacts<'a> {
    /// The state of play.
    pub s: &'a State,
    /// The side that would be asked.
    pub side: Side,
    /// The unit that would act, if the decision is of one unit.
    pub unit: Option<UnitId>,
}

impl Question for OpeningFacts<'static> {
    type Facts<'a> = OpeningFacts<'a>;
    #[inline]
    fn laws<'a>(facts: &'a OpeningFacts<'_>) -> &'a Laws {
        facts.s.laws()
    }
    fn place(facts: &OpeningFacts<'_>) -> Place {
        facts.unit.map_or(Place::Side(facts.side as u8), UnitId::place)
    }
}

type B = Bar<OpeningFacts<'static>>;

/// The side that chooses a command, and the stage of its choice.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Turn {
    /// The armies are being set up.
    SetUp,
    /// This side has a Free choice (5.1).
    Free(Side),
    /// This side has acted, and may continue (5.2).
    Acted(Side),
    /// This side has named a command and has not rolled for it yet (5.3).
    Named(Side),
    /// A command of this side is active (4.1).
    Active(Side),
}

impl<'a> OpeningFacts<'a> {
    /// The facts of a side.
    pub const fn of(s: &'a State, side: Side) -> Self {
        Self { s, side, unit: None }
    }
    /// The facts of one unit of a side.
    pub(crate) const fn by(s: &'a State, side: Side, unit: UnitId) -> Self {
        Self {
            unit: Some(unit),
            ..Self::of(s, side)
        }
    }
    fn turn(&self) -> Option<Turn> {
        Some(match *self.s.stack.first()? {
            Stage::Free { side } => Turn::Free(side),
            Stage::Continuity { side } => Turn::Acted(side),
            Stage::Seize { side, .. } => Turn::Named(side),
            Stage::Activation { .. } => Turn::Active(self.s.activation()?.side),
            _ => Turn::SetUp,
        })
    }
    fn is(&self, turn: Turn) -> bool {
        self.turn() == Some(turn)
    }
    /// Whether it is the enemy's turn to choose, and the enemy has not failed or passed yet.
    fn enemy_goes_on(&self) -> bool {
        let enemy = self.side.enemy();
        [Turn::Acted(enemy), Turn::Named(enemy), Turn::Active(enemy)]
            .into_iter()
            .any(|t| self.is(t))
    }
    /// The side whose pieces are placed now.
    fn placing(&self) -> Option<Side> {
        match self.s.stack.first()? {
            Stage::Deploy { next } => pieces(&self.s.game_data).get(usize::from(*next)).map(|p| p.0),
            _ => None,
        }
    }
    /// The activation of one of the side's commands, if one is active.
    fn own(&self) -> Option<&'a Activation> {
        self.s.activation().filter(|a| a.side == self.side)
    }
    /// Whether a stage of this kind is on the stack.
    fn waits(&self, stage: impl Fn(&Stage) -> bool) -> bool {
        self.s.stack.iter().any(stage)
    }
    /// Whether a piece of the side is moving.
    fn in_hand(&self) -> bool {
        self.waits(|stage| match *stage {
            Stage::Running(run) => self.s.side(run.unit) == self.side,
            Stage::Riding(leader) => self.s.game_data.roster.leader_card(leader).side == self.side,
            Stage::Approach(a) => self.s.side(a.unit) == self.side,
            Stage::Counter(c) => self.s.side(c.unit) == self.side,
            _ => false,
        })
    }
    /// The last enemy unit that has entered a hex by a step of movement or of a Charge, with the hex.
    fn entry(&self) -> Option<(UnitId, HexId)> {
        let entry = self.s.activation()?.entry;
        entry.filter(|&(at, _)| self.s.side(at) != self.side)
    }
    /// Whether fire has driven that unit from the hex.
    fn gone(&self) -> bool {
        self.entry()
            .is_some_and(|(at, hex)| self.s.hex(at) != Some(hex) || driven(self.s, at))
    }
    /// Whether the Reaction Fire to that entry is over.
    fn entry_over(&self) -> bool {
        self.entry()
            .is_some_and(|e| !self.waits(|stage| matches!(*stage, Stage::Reaction { at, hex, .. } if (at, hex) == e)))
    }
    /// The last shot of the enemy's Phasing Fire at a unit of the side.
    fn shot(&self) -> Option<(UnitId, UnitId)> {
        let shot = self.s.activation()?.shot;
        shot.filter(|&(_, target)| self.s.side(target) == self.side)
    }
    /// Whether the last Reaction Fire was at a unit of the side.
    fn answered(&self) -> bool {
        let answer = self.s.activation().and_then(|a| a.answer);
        answer.is_some_and(|(_, target)| self.s.side(target) == self.side)
    }
    /// The step that this shot has reached, if its dice are not rolled yet.
    fn aim(&self) -> Option<Aim> {
        let (firer, target) = self.shot()?;
        let same = |shot: &Shot| (shot.firer, shot.target) == (firer, target);
        self.s.stack.iter().rev().find_map(|stage| match stage {
            Stage::Shot(shot) if same(shot) => Some(shot.aim),
            _ => None,
        })
    }
    /// Whether that shot was at the unit in question, or at any unit if there is none.
    fn shot_at(&self) -> bool {
        self.shot()
            .is_some_and(|(_, target)| self.unit.is_none_or(|u| u == target))
    }
    fn shot_over(&self) -> bool {
        self.shot_at() && !matches!(self.aim(), Some(Aim::Counter | Aim::Return))
    }
    fn used(&self, used: impl Fn(&Activation) -> bool) -> bool {
        self.shot_at() && self.s.activation().is_some_and(used)
    }
    /// The last combat with such an attacker, and the step that it has reached.
    pub(crate) fn combat(&self, attackers: impl Fn(Side) -> bool) -> Option<(&'a Combat, Bout)> {
        let bouts = self.s.stack.iter().filter_map(|stage| match stage {
            Stage::Combat { step } => Some(*step),
            _ => None,
        });
        self.s
            .combats
            .iter()
            .zip(bouts)
            .filter(|(c, _)| attackers(c.side))
            .last()
    }
    /// The step that the side's own attack has reached.
    fn attack(&self) -> Option<Bout> {
        self.combat(|side| side == self.side).map(|(_, step)| step)
    }
    /// The step that the attack on the side has reached.
    fn defence(&self) -> Option<Bout> {
        self.combat(|side| side != self.side).map(|(_, step)| step)
    }
    /// Whether an attack on the side is declared, and its combat has not begun.
    fn threatened(&self) -> bool {
        let declared = self.s.activation().into_iter().flat_map(|a| &a.declared);
        let of = |u: UnitId| self.unit.map_or(self.s.side(u) == self.side, |unit| unit == u);
        declared.into_iter().any(|d| of(d.target))
    }
    /// Whether an attack on the unit is declared or in progress.
    pub(crate) fn attacked(&self) -> bool {
        let fought = self.combat(|side| side != self.side);
        self.threatened() || fought.is_some_and(|(c, _)| self.unit.is_some_and(|u| c.target(u).is_some()))
    }
    /// Whether it will be attacked, and not all its attackers are in contact.
    fn before_contact(&self) -> bool {
        match self.defence() {
            Some(Bout::Approach) => true,
            Some(_) => false,
            None => self.threatened(),
        }
    }
    /// The Counter-Charger of the side that may turn.
    fn turner(&self) -> Option<UnitId> {
        self.s.stack.iter().rev().find_map(|stage| match *stage {
            Stage::Wheel { unit } if self.s.side(unit) == self.side => Some(unit),
            _ => None,
        })
    }
    /// Whether a Counter-Charge of the side is on its way.
    fn counter_charges(&self) -> bool {
        self.waits(|stage| matches!(*stage, Stage::Counter(c) if self.s.side(c.unit) == self.side))
    }
    /// Whether a result, an advance or a placement lets a unit of the side choose its facing.
    pub(crate) fn refaces(&self) -> bool {
        self.waits(|stage| matches!(*stage, Stage::Reface { unit, .. } if self.s.side(unit) == self.side))
    }
    /// Whether a result is driving a unit of the side back.
    fn retreats(&self) -> bool {
        self.waits(|stage| matches!(*stage, Stage::Retreat { unit, .. } if self.s.side(unit) == self.side))
    }
    /// Whether a result that drives attackers of the side back has still to be applied to some of them (ruling E19).
    fn repulsed(&self) -> bool {
        self.waits(|stage| match stage {
            Stage::Repulse(r) => r.fate.retreats() && r.left.iter().any(|u| self.s.side(u) == self.side),
            _ => false,
        })
    }
    /// Whether the side decides now which unit advances, and one must (8.4, 10.5).
    pub(crate) fn owes_advance(&self) -> bool {
        let owed = Stage::Combat { step: Bout::Advance };
        let pressed = Stage::Combat { step: Bout::Press };
        let now = self.s.stack.last();
        self.attack().is_some() && (now == Some(&owed) || now == Some(&pressed))
    }
    fn shuts(&self, window: Window) -> bool {
        closed(self.s, self.side, window)
    }
    fn hungarian(&self) -> bool {
        self.side == Side::Hungary
    }
}

/// Whether a result has ended the run of a unit.
pub(crate) fn driven(s: &State, unit: UnitId) -> bool {
    s.stack.iter().any(|stage| match stage {
        Stage::Running(r) => r.unit == unit && r.over,
        Stage::Approach(a) => a.unit == unit && a.driven,
        _ => false,
    })
}

/// The reason when a side has declined all windows of a kind.
const CLOSED: &str = "the side lets all such moments pass until the activation ends";

/// The list `open-place`: when a side sets up (14.1, 14.2).
pub static PLACE_OPENING: Bars<OpeningFacts> = Bars {
    name: "open-place",
    list: &[
        B::by(cite!("14.1"), "the Hungarian army has been set up")
            .holds(|f| f.hungarian() && f.placing() != Some(f.side))
            .always(),
        B::by(cite!("14.2", "H3"), "Hungary sets up first")
            .holds(|f| !f.hungarian() && f.placing() == Some(Side::Hungary))
            .always(),
        B::by(cite!("14.2"), "the Ottoman army has been set up")
            .holds(|f| !f.hungarian() && f.placing().is_none())
            .always(),
    ],
};

/// The list `open-activate`: when a side has a Free choice, and may pass instead (4.2, 5.1).
pub static FREE_OPENING: Bars<OpeningFacts> = Bars {
    name: "open-activate",
    list: &[
        B::by(cite!("4.1"), "the side's own command has not finished")
            .holds(|f| f.is(Turn::Active(f.side)))
            .always(),
        B::by(cite!("4.2(2)"), "the Free choice is the enemy's")
            .holds(|f| f.is(Turn::Free(f.side.enemy())))
            .always(),
        B::by(cite!("4.2(2)", "A1"), "the enemy's Continuity die has not failed, nor has he passed")
            .holds(|f| f.enemy_goes_on())
            .always(),
        B::by(cite!("5.2.1"), "after an activation the side names a command and throws for it")
            .holds(|f| f.is(Turn::Acted(f.side)))
            .always(),
        B::by(cite!("5.3.1(2)"), "no Seizure of the enemy has failed against its die")
            .holds(|f| f.is(Turn::Named(f.side)))
            .always(),
        B::by(cite!("14.3"), "the battle has not begun")
            .holds(|f| f.is(Turn::SetUp))
            .always(),
    ],
};

/// The list `open-standard`: when a side may activate its Standard (13.0.2).
pub static RAISE_OPENING: Bars<OpeningFacts> = Bars {
    name: "open-standard",
    list: &[
        B::by(cite!("13.0.2"), "a Standard is activated as a Free activation, when the side has one")
            .holds(|f| !f.is(Turn::Free(f.side)))
            .always(),
    ],
};

/// The list `open-summon`: when a side may roll for a contingent (15.2.4).
pub static SUMMON_OPENING: Bars<OpeningFacts> = Bars {
    name: "open-summon",
    list: &[
        B::by(cite!("15.2.4"), "a contingent is rolled for as a Free activation, when the side has one")
            .holds(|f| !f.is(Turn::Free(f.side)))
            .always(),
    ],
};

/// The list `open-continuity`: when a side names a command for Continuity (4.2, 5.2).
pub static NAME_OPENING: Bars<OpeningFacts> = Bars {
    name: "open-continuity",
    list: &[
        B::by(cite!("4.2"), "the side's command has not finished")
            .holds(|f| f.is(Turn::Active(f.side)))
            .always(),
        B::by(cite!("5.1.1", "A1"), "the side has a Free choice, for which no die is rolled")
            .holds(|f| f.is(Turn::Free(f.side)))
            .always(),
        B::by(cite!("5.2"), "only the side whose command has just finished tries to go on")
            .holds(|f| f.enemy_goes_on() || f.is(Turn::Free(f.side.enemy())) || f.is(Turn::SetUp))
            .always(),
        B::by(cite!("5.2.1"), "the side has named a command, and its die is to fall")
            .holds(|f| f.is(Turn::Named(f.side)))
            .always(),
    ],
};

/// The list `open-seize`: when a side may try to Seize Continuity (5.3).
pub static SEIZE_OPENING: Bars<OpeningFacts> = Bars {
    name: "open-seize",
    list: &[
        B::by(cite!("5.3"), "the enemy's command is active: its Continuity die has been rolled, or it needed none")
            .holds(|f| f.is(Turn::Active(f.side.enemy())))
            .always(),
        B::by(cite!("5.3", "A4"), "the enemy has passed, and a Pass throws no die that could be forestalled")
            .holds(|f| f.is(Turn::Free(f.side)) && f.s.passes > 0)
            .always(),
        B::by(
            cite!("5.3", "A18"),
            "the side has tried to Seize against that Continuity die, and may try once against each",
        )
        .holds(|f| f.is(Turn::Free(f.side.enemy())) && f.s.failed_seizure)
        .always(),
        B::by(cite!("5.3"), "the enemy chooses freely, without a die")
            .holds(|f| f.is(Turn::Free(f.side.enemy())) && !f.s.failed_seizure)
            .always(),
        B::by(cite!("5.3.1"), "the enemy has named no command for a Continuity die")
            .holds(|f| f.is(Turn::Acted(f.side.enemy())) || f.is(Turn::SetUp))
            .always(),
        B::by(cite!("5.3.1"), "it is the enemy's Continuity that is Seized, not one's own")
            .holds(|f| {
                let own = [Turn::Acted(f.side), Turn::Named(f.side), Turn::Active(f.side)];
                own.into_iter().any(|t| f.is(t)) || f.is(Turn::Free(f.side)) && f.s.passes == 0
            })
            .always(),
    ],
};

/// The first leader of the side who can be replaced.
pub(crate) fn next_replacement(s: &State, side: Side) -> Option<LeaderId> {
    s.leader_ids().find(|&l| {
        s.game_data.roster.leader_card(l).side == side
            && s.leader(l).pending
            && s.game_data
                .units_of(s.game_data.roster.leader_card(l).command)
                .any(|u| s.hex(u).is_some())
    })
}

/// Whether a leader of a side is waiting for his replacement.
fn pending(s: &State, side: Side) -> bool {
    s.leader_ids()
        .any(|l| s.game_data.roster.leader_card(l).side == side && s.leader(l).pending)
}

/// The list `open-replacement`: when a replacement leader arrives. Checked before the command of each activation acts (12.4.1).
pub static REPLACE_OPENING: Bars<OpeningFacts> = Bars {
    name: "open-replacement",
    list: &[
        B::by(cite!("12.4.1"), "no leader of the side waits to be replaced")
            .holds(|f| !pending(f.s, f.side))
            .always(),
        B::by(cite!("12.4.1", "A12"), "he arrives in his side's next activation, when its command has been chosen")
            .holds(|f| {
                pending(f.s, f.side) && !f.waits(|stage| matches!(*stage, Stage::Replace { side } if side == f.side))
            })
            .always(),
        B::by(cite!("12.4.1", "G11"), "his command has no unit on the map: he comes on with it")
            .holds(|f| pending(f.s, f.side) && next_replacement(f.s, f.side).is_none())
            .always(),
    ],
};

/// The list `open-segment`: when units and leaders are selected (4.1, 6.1).
pub static SEGMENT_OPENING: Bars<OpeningFacts> = Bars {
    name: "open-segment",
    list: &[
        B::by(cite!("4.1", "A11"), "the Move/Fire segment is over")
            .holds(|f| f.own().is_some_and(|a| a.shock))
            .always(),
        B::by(cite!("5.1.1"), "no command of the side is active")
            .holds(|f| f.own().is_none())
            .always(),
    ],
};

/// The list `open-run`: when a piece continues from hex to hex (6.1).
pub static RUN_OPENING: Bars<OpeningFacts> = Bars {
    name: "open-run",
    list: &[
        B::by(cite!("4.1", "A11"), "the Move/Fire segment is over, and nobody rides in a Charge")
            .holds(|f| f.own().is_some_and(|a| a.shock) && !f.in_hand())
            .always(),
        B::by(cite!("5.1.1"), "no command of the side is active, and nobody rides in a Counter-Charge")
            .holds(|f| f.own().is_none() && !f.in_hand())
            .always(),
        B::by(cite!("6.1", "A10"), "no piece is selected")
            .holds(|f| f.own().is_some_and(|a| !a.shock) && !f.in_hand())
            .always(),
    ],
};

/// The list `open-face`: when a unit changes its facing (3.3.2, 9.4.5).
pub static FACE_OPENING: Bars<OpeningFacts> = Bars {
    name: "open-face",
    list: &[B::by(
        cite!("3.3.2"),
        "a unit turns in its own run, or where a Charge, a Counter-Charge or a result grants it",
    )
    .holds(|f| !f.in_hand() && f.turner().is_none() && !f.refaces())
    .always()],
};

/// The list `open-fire`: when a unit has Phasing Fire (7.3.2).
pub static FIRE_OPENING: Bars<OpeningFacts> = Bars {
    name: "open-fire",
    list: &[
        B::by(cite!("7.3.2(A)(1)"), "Phasing Fire is for the Move/Fire segment of the active command")
            .holds(|f| f.own().is_none_or(|a| a.shock))
            .always(),
    ],
};

/// The list `open-reaction-fire`: when a side is offered Reaction Fire. Checked whenever an enemy unit has entered a hex
/// (7.3.2).
pub static REACTION_OPENING: Bars<OpeningFacts> = Bars {
    name: "open-reaction-fire",
    list: &[
        B::by(cite!("7.3.2"), CLOSED).holds(|f| f.shuts(Window::Reaction)),
        B::by(
            cite!("7.3.2(A)(3)", "D3"),
            "no enemy unit has come to a hex by a step of its movement or of a Charge",
        )
        .holds(|f| f.entry().is_none())
        .always(),
        B::by(cite!("7.3.2(A)(3)", "D4"), "the unit that came has been driven from the hex").holds(|f| f.gone()),
        B::by(cite!("7.3.2(B)(2)", "D4"), "Reaction Fire comes at once, and the moment is over")
            .holds(|f| f.entry_over()),
    ],
};

/// The list `open-return-fire`: when a side is offered Return Fire. Checked whenever a unit is fired at in Phasing Fire
/// (7.3.2).
pub static RETURN_OPENING: Bars<OpeningFacts> = Bars {
    name: "open-return-fire",
    list: &[
        B::by(cite!("7.3.2(A)(2)"), "nobody has fired at its side")
            .holds(|f| f.shot().is_none() && !f.answered())
            .always(),
        B::by(cite!("7.3.2(A)(2)"), CLOSED).holds(|f| f.shuts(Window::Return)),
        B::by(cite!("7.3.2(A)(2)", "D1"), "it has returned that fire").holds(|f| f.used(|a| a.used.returned)),
        B::by(cite!("7.3.2(A)(2)", "D5"), "the dice of that fire have fallen, and both fall together")
            .holds(|f| f.shot_over()),
    ],
};

/// The list `open-counter-charge`: when a side is offered a Counter-Charge against fire. Checked whenever a unit is fired at
/// (9.4.2).
pub static COUNTER_OPENING: Bars<OpeningFacts> = Bars {
    name: "open-counter-charge",
    list: &[
        B::by(cite!("9.4", "F9"), "only the side that is not active Counter-Charges").holds(|f| f.own().is_some()),
        B::by(cite!("9.4.2"), "the unit is neither fired at nor attacked")
            .holds(|f| f.own().is_none() && !f.shot_at())
            .always(),
        B::by(cite!("9.4.2"), CLOSED).holds(|f| f.shuts(Window::Fire)),
        B::by(cite!("9.4.2", "F8"), "the attempt comes before Return Fire and the dice of the fire")
            .holds(|f| f.shot_at() && f.aim() != Some(Aim::Counter)),
        B::by(cite!("9.4.7", "F16"), "there is one attempt against a fire").holds(|f| f.used(|a| a.used.countered)),
    ],
};

/// The list `open-before-shock`: when the defender chooses before the dice of a combat (8.2, 9.4.2).
pub static AVOID_OPENING: Bars<OpeningFacts> = Bars {
    name: "open-before-shock",
    list: &[
        B::by(cite!("8.2"), CLOSED).holds(|f| f.shuts(Window::Shock)),
        B::by(cite!("8.2"), "no combat is fought in which the unit is attacked")
            .holds(|f| f.defence().is_none() && !f.threatened())
            .always(),
        B::by(cite!("8.2"), "the choices before the shock come when all who attack the unit are in contact")
            .holds(|f| f.before_contact())
            .always(),
        B::by(cite!("8.3.2", "E17b"), "the choices before the shock are over, and the dice fall")
            .holds(|f| f.defence().is_some_and(|step| step > Bout::React))
            .always(),
        B::by(cite!("9.4.2", "F8"), "the unit's combat has not begun, with all who attack it in contact")
            .holds(|f| f.before_contact())
            .always(),
    ],
};

/// The list `open-wheel`: when a unit turns before its Counter-Charge. Checked whenever an attempt has passed (9.4.5).
pub static WHEEL_OPENING: Bars<OpeningFacts> = Bars {
    name: "open-wheel",
    list: &[
        B::by(cite!("9.4.5"), "no Counter-Charge of the side is to set out")
            .holds(|f| f.turner().is_none() && !f.counter_charges())
            .always(),
        B::by(cite!("9.4.5"), "a Counter-Charge that has set out turns no more")
            .holds(|f| f.turner().is_none() && f.counter_charges())
            .always(),
        B::by(cite!("9.4.5", "F9"), "the unit has turned in this activation already")
            .holds(|f| f.turner().is_some_and(|unit| f.s.unit(unit).done.has(Done::TURNED))),
    ],
};

/// The list `open-declare`: when attacks are declared (8.1).
pub static DECLARE_OPENING: Bars<OpeningFacts> = Bars {
    name: "open-declare",
    list: &[
        B::by(cite!("4.1"), "movement and fire are not over")
            .holds(|f| f.own().is_some_and(|a| !a.shock))
            .always(),
        B::by(cite!("8.1"), "no command of the side is active")
            .holds(|f| f.own().is_none())
            .always(),
        B::by(cite!("8.1", "E1"), "all attacks are declared before one is resolved")
            .holds(|f| f.own().is_some_and(|a| a.shock) && !f.waits(|stage| *stage == Stage::Declaring))
            .always(),
    ],
};

/// The list `open-resolve`: when the attacker whose combat comes next is chosen (8.3).
pub static RESOLVE_OPENING: Bars<OpeningFacts> = Bars {
    name: "open-resolve",
    list: &[
        B::by(cite!("8.1", "E1"), "the attacks are not all declared")
            .holds(|f| f.own().is_some() && !f.waits(|stage| *stage == Stage::Resolving))
            .always(),
        B::by(cite!("8.3"), "the side attacks nobody")
            .holds(|f| f.own().is_none() && f.attack().is_none())
            .always(),
        B::by(cite!("8.3", "E17b"), "the combat at hand is fought out first")
            .holds(|f| f.attack().is_some())
            .always(),
    ],
};

/// The list `open-strike`: when the dice of a combat are rolled (8.3.2).
pub static STRIKE_OPENING: Bars<OpeningFacts> = Bars {
    name: "open-strike",
    list: &[
        B::by(cite!("8.3"), "the side attacks in no combat")
            .holds(|f| f.attack().is_none())
            .always(),
        B::by(cite!("8.3", "E17b"), "the choices before the shock come first")
            .holds(|f| f.attack().is_some_and(|step| step < Bout::Strike))
            .always(),
        B::by(cite!("8.3.2"), "the dice of that combat have fallen")
            .holds(|f| f.attack().is_some_and(|step| step > Bout::Strike))
            .always(),
    ],
};

/// The list `open-advance`: when attackers advance (8.2, 8.4, 10.5).
pub static ADVANCE_OPENING: Bars<OpeningFacts> = Bars {
    name: "open-advance",
    list: &[
        B::by(cite!("8.2", "E12"), "an advance after a Retreat Before Shock ends its combat, and none is at hand")
            .holds(|f| f.attack().is_none())
            .always(),
        B::by(cite!("8.4"), "an advance follows the dice of its combat, and none is at hand")
            .holds(|f| f.attack().is_none())
            .always(),
        B::by(cite!("8.4", "E17b"), "the dice of the combat have not all fallen")
            .holds(|f| f.attack().is_some_and(|step| step < Bout::Advance))
            .always(),
        B::by(cite!("8.4", "E17b"), "the advances of that combat are over")
            .holds(|f| f.attack().is_some_and(|step| step > Bout::Follow))
            .always(),
    ],
};

/// The list `open-stay`: what forbids attackers to stay (`halt`). Checked where an advance is owed (8.4, 10.5).
pub static STAY_OPENING: Bars<OpeningFacts> = Bars {
    name: "open-stay",
    list: &[
        B::by(cite!("8.4", "E12"), "an advance into a hex that a result has vacated is owed")
            .holds(|f| f.owes_advance() && f.attack() == Some(Bout::Advance))
            .always(),
        B::by(cite!("10.5", "G6"), "who has won a Continued Attack and has an open hex in front advances")
            .holds(|f| f.owes_advance() && f.attack() == Some(Bout::Press))
            .always(),
    ],
};

/// The list `open-retreat`: when a unit retreats (10.2).
pub static RETREAT_OPENING: Bars<OpeningFacts> = Bars {
    name: "open-retreat",
    list: &[
        B::by(cite!("10.2"), "no result drives a unit of the side back")
            .holds(|f| !f.retreats() && !f.repulsed())
            .always(),
        B::by(cite!("10.2", "E19"), "the unit that retreats next is chosen first")
            .holds(|f| !f.retreats() && f.repulsed())
            .always(),
    ],
};

/// The list `open-trample`: when a unit retreats through friendly archers (10.2.1).
pub static TRAMPLE_OPENING: Bars<OpeningFacts> = Bars {
    name: "open-trample",
    list: &[
        B::by(cite!("10.2.1"), "only a unit whose retreat is blocked goes through archers")
            .holds(|f| !f.retreats())
            .always(),
    ],
};

/// The list `open-retire`: when a Retired unit is placed by its Banner (10.3).
pub static RETIRE_OPENING: Bars<OpeningFacts> = Bars {
    name: "open-retire",
    list: &[
        B::by(cite!("10.3(1)"), "Ottoman units that are Retired go to their Box")
            .holds(|f| !f.hungarian())
            .always(),
        B::by(cite!("10.3(2)"), "no result Retires one of its units now")
            .holds(|f| f.hungarian() && !f.waits(|stage| matches!(stage, Stage::Retire { .. })))
            .always(),
    ],
};

/// The list `open-rejoin`: when a leader joins another unit (3.1.1, 12.4).
pub static REJOIN_OPENING: Bars<OpeningFacts> = Bars {
    name: "open-rejoin",
    list: &[
        B::by(cite!("3.1.1", "C10"), "no enemy unit has come into the hex of a leader of the side")
            .holds(|f| !rejoins(f))
            .always(),
        B::by(cite!("12.4"), "no leader of the side has lost his unit")
            .holds(|f| !rejoins(f))
            .always(),
    ],
};

/// Whether a leader of the side has to join another unit.
fn rejoins(f: &OpeningFacts<'_>) -> bool {
    f.waits(|stage| matches!(*stage, Stage::Rejoin { leader, .. } if f.s.game_data.roster.leader_card(leader).side == f.side))
}
