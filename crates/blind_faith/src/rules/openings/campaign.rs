//! The Campaign Phases: when a side moves, intercepts, and sends units inside the walls (3.4, 3.5, 8.0).

use crate::casebook::cite;
use crate::rules::openings::facts::{O, OpeningFacts, whom};
use crate::state::march::Window;
use crate::state::stage::{Course, Entry, Stage};
use casus_core::{Bars, PieceSet};

impl OpeningFacts<'_> {
    /// Whether a stack of the phasing side has come to enemies, and fights or besieges them.
    fn blows(&self) -> bool {
        let its = self.s.field().is_some_and(|b| Some(b.attacker) == self.s.phasing());
        its || self.runs(|st| matches!(st, Stage::Entry { .. } | Stage::Siege { .. }))
    }
    /// Whether an interception, or its combat, is in progress.
    fn interrupted(&self) -> bool {
        let fought = self.s.phasing().is_some() && self.s.field().is_some_and(|b| Some(b.attacker) != self.s.phasing());
        fought || self.runs(|st| matches!(st, Stage::Gathering(_) | Stage::Onset { .. }))
    }
}

// The entries that `open-campaign` and `open-march` share.
const IMPERIAL_PHASE: O = O::by(cite!("3.4"), "Imperial units move in their own Campaign Phase")
    .holds(|f| f.imperial() && !f.campaigning())
    .always();
const HUSSITE_PHASE: O = O::by(cite!("3.5"), "Hussite units move in their own Campaign Phase")
    .holds(|f| f.hussite() && !f.campaigning())
    .always();
const INTERRUPTED: O = O::by(cite!("8.8"), "play is interrupted by an interception")
    .holds(|f| f.campaigning() && f.interrupted())
    .always();

/// What forbids selecting units and ending a Campaign Phase (3.4, 3.5). Named `open-campaign`.
pub static CAMPAIGN_OPENING: Bars<OpeningFacts> = Bars {
    name: "open-campaign",
    list: &[
        IMPERIAL_PHASE,
        HUSSITE_PHASE,
        O::by(cite!("8.1"), "a stack is selected, and ends its move first")
            .holds(|f| f.campaigning() && f.march().is_some())
            .always(),
        O::by(cite!("8.7"), "the battle or siege that a stack has come to is first")
            .holds(|f| f.campaigning() && f.blows())
            .always(),
        INTERRUPTED,
    ],
};

/// What forbids going on with the selected stack (8.1). Named `open-march`.
pub static MARCH_OPENING: Bars<OpeningFacts> = Bars {
    name: "open-march",
    list: &[
        IMPERIAL_PHASE,
        HUSSITE_PHASE,
        O::by(cite!("8.1"), "no stack is selected: a unit is selected first")
            .holds(|f| f.campaigning() && f.march().is_none())
            .always(),
        O::by(cite!("8.7"), "the battle or siege that the stack has come to is first")
            .holds(|f| f.campaigning() && f.blows())
            .always(),
        INTERRUPTED,
        O::by(cite!("8.8.3"), "a stack that rides with Žižka stays together, and drops nobody")
            .when(whom, |f| f.rides_with_zizka())
            .always(),
    ],
};

impl OpeningFacts<'_> {
    /// Whether the unit has gathered to intercept together with Žižka.
    fn rides_with_zizka(&self) -> bool {
        let both = |units: PieceSet| {
            [self.unit, self.s.game_data().names().zizka]
                .iter()
                .all(|u| u.is_some_and(|u| units.contains(u.0)))
        };
        self.watches() && self.runs(|st| matches!(st, Stage::Gathering(g) if both(g.units)))
    }
    /// Whether it is the enemy's Campaign Phase, in which the side intercepts.
    fn watches(&self) -> bool {
        self.s.phasing() == Some(self.side.enemy())
    }
    /// Whether it is a moment of interceptions: after a step of a march, between the moves of two stacks, or when a stack has come
    /// to enemies.
    fn in_its_moment(&self) -> bool {
        match self.s.stack.last() {
            Some(Stage::March(march)) => march.stepped,
            Some(Stage::Course(Course::Campaign(_))) => !self.s.quiet,
            Some(Stage::Entry { step, .. }) => *step == Entry::Window,
            _ => true,
        }
    }
    fn gathers(&self) -> bool {
        self.runs(|st| matches!(st, Stage::Gathering(_)))
    }
}

/// What forbids intercepting and declining to intercept (8.8). Named `open-intercept`.
pub static INTERCEPT_OPENING: Bars<OpeningFacts> = Bars {
    name: "open-intercept",
    list: &[
        O::by(cite!("8.8"), "interceptions are made in a Campaign Phase")
            .holds(|f| f.s.phasing().is_none())
            .always(),
        O::by(cite!("8.8", "R-63"), "the side whose Phase it is never intercepts")
            .holds(|f| f.campaigning())
            .always(),
        O::by(cite!("8.8"), "no force is chosen yet against which the unit would ride")
            .holds(|f| f.unit.is_some() && f.runs(|st| matches!(st, Stage::Intercept { target: None })))
            .always(),
        O::by(cite!("8.8", "R-63"), "all forces are let pass for the rest of the march").holds(|f| {
            let marching = f.hex.is_some() && f.march().is_some();
            f.watches() && marching && f.s.closed.has(f.side, Window::March)
        }),
        O::by(cite!("8.8", "R-63"), "all forces are let pass for the rest of the Phase")
            .holds(|f| f.watches() && f.s.closed.has(f.side, Window::Phase)),
        O::by(cite!("8.8", "R-63"), "its moments are after a step of a march and between the moves of two stacks")
            .holds(|f| f.watches() && !f.in_its_moment())
            .always(),
        O::by(cite!("8.8", "R-63"), "nobody comes between the rounds of a battle or a siege")
            .holds(|f| f.watches() && (f.defends() || f.s.siege().is_some()))
            .always(),
        O::by(cite!("8.8"), "an interception is fought out before another begins")
            .holds(|f| f.watches() && f.attacks())
            .always(),
        O::by(cite!("8.8.1"), "a stack gathers already, and one alone intercepts at a time")
            .holds(|f| f.watches() && f.gathers())
            .always(),
        O::by(cite!("8.8.4", "R-65"), "the units that go inside the walls are chosen first")
            .holds(|f| f.watches() && f.runs(|st| matches!(st, Stage::Garrison { .. })))
            .always(),
    ],
};

/// What forbids gathering units to intercept (8.8). Named `open-gather`.
pub static GATHER_OPENING: Bars<OpeningFacts> = Bars {
    name: "open-gather",
    list: &[
        O::by(cite!("8.8"), "interceptions are made in a Campaign Phase")
            .holds(|f| f.s.phasing().is_none())
            .always(),
        O::by(cite!("8.8", "R-63"), "the side whose Phase it is never intercepts")
            .holds(|f| f.campaigning())
            .always(),
        O::by(cite!("8.8"), "nobody gathers to intercept")
            .holds(|f| f.watches() && !f.gathers())
            .always(),
    ],
};

impl OpeningFacts<'_> {
    /// Whether units of the side in the hex are attacked, and the side has not yet decided which go inside.
    fn is_beset(&self) -> bool {
        let Some(here) = self.hex else { return false };
        let (watches, campaigns) = (self.watches(), self.campaigning());
        self.runs(|st| match *st {
            Stage::Garrison { hex, side } => hex == here && side == self.side,
            Stage::Entry { hex, step } => hex == here && watches && step == Entry::Garrison,
            Stage::Onset { hex, asked, .. } => hex == here && campaigns && !asked,
            _ => false,
        })
    }
    /// Whether units of the side in the hex are attacked, and the side has decided which go inside.
    fn has_answered(&self) -> bool {
        let Some(here) = self.hex else { return false };
        let fights = self.defends() && self.s.field().is_some_and(|b| b.hex == here);
        let holds = self.is_besieged() && self.s.siege().is_some_and(|b| b.hex == here);
        let comes = |st: &Stage| matches!(*st, Stage::Entry { hex, .. } if hex == here);
        fights || holds || (self.watches() && !self.is_beset() && self.runs(comes))
    }
    /// Whether the side attacks in the field in the hex.
    fn attacks_there(&self) -> bool {
        self.attacks() && self.s.field().map(|b| b.hex) == self.hex
    }
}

/// The list `open-garrison`: when a side says which units go inside the walls (8.8.4).
pub static GARRISON_OPENING: Bars<OpeningFacts> = Bars {
    name: "open-garrison",
    list: &[
        O::by(cite!("8.8.2", "R-66"), "against a garrison that sallies all fight")
            .holds(|f| f.campaigning() && f.runs(|st| matches!(st, Stage::Onset { sally: true, .. }))),
        O::by(cite!("8.8.4"), "nobody of the side is attacked there")
            .holds(|f| !f.is_beset() && !f.has_answered() && !f.attacks_there())
            .always(),
        O::by(cite!("8.8.4"), "who goes inside is said before anybody fights, and has been")
            .holds(|f| f.has_answered())
            .always(),
        O::by(cite!("8.8.4"), "those who come out to attack do not go inside")
            .holds(|f| f.attacks_there())
            .always(),
    ],
};
