//! The steps of a Siege Battle, and the decisions in each (10.1).

use crate::casebook::cite;
use crate::options::Choice;
use crate::rules::openings::facts::{O, OpeningFacts};
use crate::state::stage::Push;
use casus_core::Bars;

impl OpeningFacts<'_> {
    fn no_siege(&self) -> bool {
        self.s.siege().is_none()
    }
    /// Whether the guns of the round have still to fire.
    fn guns_first(&self) -> bool {
        matches!(self.push(), Some(Push::GarrisonAims | Push::GarrisonFires | Push::GunsFire))
    }
    /// Whether the storm of one unit, or the losses of a breach, must be resolved first.
    fn storming(&self) -> bool {
        matches!(self.push(), Some(Push::Parry(_) | Push::Breach | Push::Losses(_)))
    }
    /// Whether the garrison has artillery (10.3).
    fn has_guns(&self) -> bool {
        let s = self.s;
        s.siege()
            .is_some_and(|b| s.garrison(b.hex, b.besieger.enemy()).any(|u| s.counter(u).artillery))
    }
    fn parries(&self) -> bool {
        matches!(self.push(), Some(Push::Parry(_)))
    }
    fn breached(&self) -> bool {
        self.push() == Some(Push::Breach)
    }
    fn taken(&self) -> bool {
        matches!(self.push(), Some(Push::Losses(_)))
    }
}

/// What forbids naming targets of the garrison's guns (10.3.1). Named `open-guns`.
pub static GUNS_OPENING: Bars<OpeningFacts> = Bars {
    name: "open-guns",
    list: &[
        O::by(cite!("10.0"), "no Siege Battle is fought")
            .holds(|f| f.no_siege())
            .always(),
        O::by(cite!("10.3"), "the garrison has no artillery")
            .holds(|f| f.is_besieged() && !f.has_guns())
            .always(),
        O::by(cite!("10.3.1"), "there is one target alone")
            .holds(|f| f.push() == Some(Push::GarrisonAims) && f.choices == 1),
        O::by(cite!("10.3.1"), "the garrison's guns have fired in this round")
            .holds(|f| f.is_besieged() && f.has_guns() && f.push() != Some(Push::GarrisonAims))
            .always(),
        O::by(cite!("10.4.1"), "the besieger's guns fire at the walls, and at nobody")
            .holds(|f| f.besieges())
            .always(),
    ],
};

/// What forbids assaulting the walls (10.5). Named `open-storm`.
pub static STORM_OPENING: Bars<OpeningFacts> = Bars {
    name: "open-storm",
    list: &[
        O::by(cite!("10.0"), "no Siege Battle is fought")
            .holds(|f| f.no_siege())
            .always(),
        O::by(cite!("10.1"), "the guns of both sides are first")
            .holds(|f| f.besieges() && f.guns_first())
            .always(),
        O::by(cite!("10.5"), "walls are assaulted in a Siege Battle, by the besieger")
            .holds(|f| f.no_siege() || f.is_besieged())
            .always(),
        O::by(cite!("10.5.1"), "the unit that storms is first, and what comes of it")
            .holds(|f| f.besieges() && f.storming())
            .always(),
    ],
};

/// What forbids another round of a siege (10.1). Named `open-round`.
pub static ROUND_OPENING: Bars<OpeningFacts> = Bars {
    name: "open-round",
    list: &[
        O::by(cite!("10.0"), "no Siege Battle is fought")
            .holds(|f| f.no_siege())
            .always(),
        O::by(cite!("10.1"), "a round is one of a Siege Battle, and the besieger's to repeat")
            .holds(|f| f.no_siege() || f.is_besieged())
            .always(),
        O::by(cite!("10.1"), "the guns of both sides are first")
            .holds(|f| f.besieges() && f.guns_first())
            .always(),
        O::by(cite!("10.5.1"), "the unit that storms is first, and what comes of it")
            .holds(|f| f.besieges() && f.storming())
            .always(),
    ],
};

/// What forbids declaring a Blockade (10.6). Named `open-blockade`.
pub static BLOCKADE_OPENING: Bars<OpeningFacts> = Bars {
    name: "open-blockade",
    list: &[
        O::by(cite!("10.0"), "no Siege Battle is fought")
            .holds(|f| f.no_siege())
            .always(),
        O::by(cite!("10.1", "R-90"), "the guns of both sides are first")
            .holds(|f| f.besieges() && f.guns_first())
            .always(),
        O::by(cite!("10.5.1"), "the unit that storms is first, and what comes of it")
            .holds(|f| f.besieges() && f.storming())
            .always(),
        O::by(cite!("10.6"), "a Blockade is declared in a Siege Battle, by the besieger")
            .holds(|f| f.no_siege() || f.is_besieged())
            .always(),
    ],
};

/// What forbids choosing the unit of the garrison that defends against a storm (10.5.1). Named `open-parry`.
pub static PARRY_OPENING: Bars<OpeningFacts> = Bars {
    name: "open-parry",
    list: &[
        O::by(cite!("10.5.1"), "nobody storms walls that the side holds")
            .holds(|f| !(f.is_besieged() && f.parries()))
            .always(),
        O::by(cite!("10.5.1"), "all of the garrison have the same number")
            .holds(|f| f.is_besieged() && f.parries() && f.choices < 2),
    ],
};

/// The list `open-breach`: when the garrison chooses which units a breach takes (18.2).
pub static BREACH_OPENING: Bars<OpeningFacts> = Bars {
    name: "open-breach",
    list: &[
        O::by(cite!("10.5.2"), "a breach takes all of the garrison, and the side chooses nobody")
            .holds(|f| !f.s.opts(Choice::LongSieges))
            .always(),
        O::by(cite!("18.2"), "no walls are breached that the side holds")
            .holds(|f| !(f.is_besieged() && f.breached()))
            .always(),
        O::by(cite!("18.2"), "the garrison has one unit alone")
            .holds(|f| f.is_besieged() && f.breached() && f.choices == 1),
    ],
};

/// The list `open-losses`: when the captor chooses which units a storm has cost (10.5.2).
pub static LOSSES_OPENING: Bars<OpeningFacts> = Bars {
    name: "open-losses",
    list: &[
        O::by(cite!("10.5.2"), "the side has taken no place by storm")
            .holds(|f| !(f.besieges() && f.taken()))
            .always(),
        O::by(cite!("10.5.2"), "there is one unit alone that can be lost")
            .holds(|f| f.besieges() && f.taken() && f.choices == 1),
    ],
};
