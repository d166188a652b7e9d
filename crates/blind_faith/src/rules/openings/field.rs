//! The steps of a Field Battle, and the decisions in each (9.1).

use crate::casebook::cite;
use crate::options::Choice;
use crate::rules::field::display::standing;
use crate::rules::openings::facts::{O, OpeningFacts};
use crate::state::stage::Bout;
use casus_core::Bars;

impl OpeningFacts<'_> {
    fn no_field(&self) -> bool {
        self.s.field().is_none()
    }
    fn before(&self, step: Bout) -> bool {
        self.bout().is_some_and(|now| now < step)
    }
    fn after(&self, step: Bout) -> bool {
        self.bout().is_some_and(|now| now > step)
    }
    fn in_step(&self, step: Bout) -> bool {
        self.bout() == Some(step)
    }
    /// Returns the number of empty Assault boxes.
    fn empty_boxes(&self) -> usize {
        let boxes = self.s.field().map_or([None; 4], |b| b.boxes);
        boxes.iter().filter(|u| u.is_none()).count()
    }
    /// Whether no attacker can pay for another round (18.4, ruling R-108).
    fn exhausted(&self) -> bool {
        let s = self.s;
        s.opts(Choice::Rounds)
            && s.field()
                .is_some_and(|b| standing(s, b.attackers, b.hex).all(|u| s.left(u) == 0))
    }
}

/// The list `open-deploy`: when the attacker chooses which units take the Assault boxes (9.2).
pub static DEPLOY_OPENING: Bars<OpeningFacts> = Bars {
    name: "open-deploy",
    list: &[
        O::by(cite!("9.0"), "no Field Battle is fought")
            .holds(|f| f.no_field())
            .always(),
        O::by(cite!("9.1"), "the Assault boxes are filled when a round begins")
            .holds(|f| f.attacks() && f.after(Bout::Deploy))
            .always(),
        O::by(cite!("9.2"), "the attacker alone takes Assault boxes")
            .holds(|f| f.defends())
            .always(),
        O::by(cite!("9.2"), "no Assault box is empty")
            .holds(|f| f.attacks() && f.in_step(Bout::Deploy) && f.empty_boxes() == 0)
            .always(),
        O::by(cite!("9.2"), "nobody waits in Reserve")
            .holds(|f| f.attacks() && f.in_step(Bout::Deploy) && f.choices == 0)
            .always(),
        O::by(cite!("9.2"), "there are Assault boxes for all who wait")
            .holds(|f| f.in_step(Bout::Deploy) && f.choices > 0 && f.choices <= f.empty_boxes()),
    ],
};

/// What forbids naming the defender's targets in the field (9.3.1). Named `open-fire`.
pub static FIRE_OPENING: Bars<OpeningFacts> = Bars {
    name: "open-fire",
    list: &[
        O::by(cite!("9.0"), "no Field Battle is fought")
            .holds(|f| f.no_field())
            .always(),
        O::by(cite!("9.1"), "the Assault boxes are filled before anybody fires")
            .holds(|f| f.before(Bout::DefenderAims))
            .always(),
        O::by(cite!("9.3.1"), "the defenders' targets of this round are named")
            .holds(|f| f.after(Bout::DefenderAims))
            .always(),
        O::by(cite!("9.3.1"), "there is one target alone").holds(|f| f.in_step(Bout::DefenderAims) && f.choices == 1),
    ],
};

/// The list `open-return-fire`: when the attacker names the targets of return fire (9.3.2).
pub static RETURN_FIRE_OPENING: Bars<OpeningFacts> = Bars {
    name: "open-return-fire",
    list: &[
        O::by(cite!("9.3.2"), "the attackers in a Field Battle alone fire back")
            .holds(|f| !f.attacks())
            .always(),
        O::by(cite!("9.3.2"), "the attackers fire after the defenders")
            .holds(|f| f.before(Bout::AttackerAims))
            .always(),
        O::by(cite!("9.3.2"), "the targets of the attackers' fire in this round are named")
            .holds(|f| f.after(Bout::AttackerAims))
            .always(),
        O::by(cite!("9.3.2"), "there is one target alone").holds(|f| f.in_step(Bout::AttackerAims) && f.choices == 1),
    ],
};

/// The list `open-assault`: when the attacker names the units that are assaulted (9.4).
pub static ASSAULT_OPENING: Bars<OpeningFacts> = Bars {
    name: "open-assault",
    list: &[
        O::by(cite!("9.4"), "the attackers in a Field Battle alone assault")
            .holds(|f| !f.attacks())
            .always(),
        O::by(cite!("9.4"), "whoever survives the fire assaults")
            .holds(|f| f.before(Bout::AssaultAims))
            .always(),
        O::by(cite!("9.4"), "the assaults of this round are named")
            .holds(|f| f.after(Bout::AssaultAims))
            .always(),
        O::by(cite!("9.4"), "there is one defender alone").holds(|f| f.in_step(Bout::AssaultAims) && f.choices == 1),
    ],
};

/// What forbids choosing to leave a Field Battle or to stay (9.5, 9.6). Named `open-retreat`.
pub static RETREAT_OPENING: Bars<OpeningFacts> = Bars {
    name: "open-retreat",
    list: &[
        O::by(cite!("9.5"), "the attacker may retreat when a round ends")
            .holds(|f| f.attacks() && f.before(Bout::AttackerStays))
            .always(),
        O::by(cite!("9.5"), "the attacker has said that he stays")
            .holds(|f| f.attacks() && f.after(Bout::AttackerStays))
            .always(),
        O::by(cite!("9.6", "R-84"), "the defender may retreat when a round ends, after the attacker has stayed")
            .holds(|f| f.defends() && f.before(Bout::DefenderStays))
            .always(),
        O::by(cite!("9.6"), "nobody retreats where no Field Battle is fought")
            .holds(|f| f.no_field())
            .always(),
        O::by(cite!("10.1"), "a garrison does not retreat from a siege")
            .holds(|f| f.is_besieged())
            .always(),
        O::by(cite!("10.6"), "a besieger ends his siege by a Blockade")
            .holds(|f| f.besieges())
            .always(),
        O::by(cite!("18.4", "R-108"), "no attacker can pay for another round, and all leave the field")
            .holds(|f| f.attacks() && f.in_step(Bout::AttackerStays) && f.exhausted()),
    ],
};
