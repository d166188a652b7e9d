//! The steps of a turn, and the decisions in each (3.0).

use crate::casebook::cite;
use crate::components::{Faction, Side};
use crate::options::Choice;
use crate::rules::danes::danes_on_map;
use crate::rules::openings::facts::{O, OpeningFacts, whom};
use crate::rules::victory::{has_minor, rivalled};
use crate::state::pieces::Whereabouts;
use crate::state::stage::{Course, Stage};
use crate::state::turn::{Crusade, Danes, Split};
use casus_core::{Bars, Violation};

/// What forbids choosing where the Legate begins (17.2). Named `open-legate-start`.
pub static LEGATE_START_OPENING: Bars<OpeningFacts> = Bars {
    name: "open-legate-start",
    list: &[
        O::by(cite!("17.2"), "the Imperial player chooses where the Legate begins")
            .holds(|f| f.hussite())
            .always(),
        O::by(cite!("17.2"), "the Legate's place is chosen before the first turn alone")
            .holds(|f| f.course() != Some(Course::LegateStart))
            .always(),
    ],
};

/// What forbids giving the Breslau Award (4.1). Named `open-award`.
pub static AWARD_OPENING: Bars<OpeningFacts> = Bars {
    name: "open-award",
    list: &[
        O::by(cite!("4.1"), "the Imperial player gives the Award")
            .holds(|f| f.hussite())
            .always(),
        O::by(cite!("4.1"), "the Award is given once, when Turn 1 begins")
            .holds(|f| f.course() != Some(Course::Award))
            .always(),
    ],
};

impl OpeningFacts<'_> {
    fn at(&self) -> Option<Whereabouts> {
        self.unit.map(|u| self.s.unit(u).at)
    }
    fn faction(&self) -> Option<Faction> {
        self.unit.map(|u| self.s.faction(u))
    }
    fn danish(&self) -> bool {
        self.faction() == Some(Faction::Danish)
    }
    fn prokop(&self) -> bool {
        self.unit.is_some() && self.s.game_data().names().prokop == self.unit
    }
    fn elizabeth(&self) -> bool {
        self.unit.is_some() && self.s.game_data().names().elizabeth == self.unit
    }
    /// Whether the unit is out of the game since the Award.
    fn awarded(&self) -> bool {
        let out = matches!(self.faction(), Some(Faction::Polish | Faction::Saxon | Faction::Danish));
        self.s.poland
            && out
            && matches!(self.at(), Some(Whereabouts::Gone | Whereabouts::Poland | Whereabouts::Denmark))
    }
    /// Whether the unit is to be placed now: it has just arrived, or its turn on the track has come.
    fn comes(&self) -> bool {
        let s = self.s;
        self.unit.is_some_and(|u| {
            let due = match (self.course(), s.unit(u).at) {
                (Some(Course::Track), Whereabouts::Track(turn))
                | (Some(Course::Returns), Whereabouts::Returns(turn)) => turn == s.turn,
                _ => false,
            };
            due || s.arriving.contains(u.0)
        })
    }
    /// Whether the unit is in such a location and is not to be placed now.
    fn among(&self, these: impl Fn(Whereabouts) -> bool) -> bool {
        self.at().is_some_and(these) && !self.comes()
    }
    /// Whether the unit arrived but found no open place.
    fn waits(&self) -> bool {
        self.unit.is_some_and(|u| self.s.waiting.contains(u.0)) && !self.comes()
    }
    /// Whether the unit is an Orphan, or Prokop, who has not been called.
    fn called_by_the_split(&self, prokop: bool, split: impl Fn(Split) -> bool) -> bool {
        self.among(|at| at == Whereabouts::Split) && !self.waits() && self.prokop() == prokop && split(self.s.split)
    }
    /// Whether the unit was routed and returns later in this Muster.
    fn back_soon(&self) -> bool {
        let due = |at| matches!(at, Whereabouts::Returns(turn) if turn == self.s.turn());
        self.among(due) && self.between(Course::Prepare, Course::Split)
    }
    fn back_later(at: Whereabouts) -> bool {
        matches!(at, Whereabouts::Routed | Whereabouts::Returns(_))
    }
}

/// The list `open-arrive`: when a counter arrives that its owner places in a hex (5.1b, 5.2, 5.3, 6.3.2, 12.1).
pub static ARRIVE_OPENING: Bars<OpeningFacts> = Bars {
    name: "open-arrive",
    list: &[
        O::by(cite!("3.2"), "the unit is on the map, and does not come again")
            .when(whom, |f| f.among(|at| at.hex().is_some()))
            .always(),
        O::by(cite!("4.1", "R-11"), "the unit is out of the game since the Award")
            .when(whom, |f| f.awarded())
            .always(),
        O::by(cite!("5.1b"), "the unit comes in the Muster Phase of its turn")
            .violated(|f| {
                let turn = match f.at() {
                    Some(Whereabouts::Track(turn)) if !f.comes() => turn,
                    _ => return None,
                };
                let now = f.s.turn();
                Some(if turn > now {
                    Violation::under(whom(f), "turn", now.into(), turn.into())
                } else {
                    Violation::at(whom(f))
                })
            })
            .always(),
        O::by(cite!("5.2.1"), "Orphans come when Žižka is gone, and he is not")
            .when(whom, |f| f.called_by_the_split(false, |split| split == Split::Whole))
            .always(),
        O::by(cite!("5.2.1", "R-26"), "Orphans come in the Muster Phase of the turn after Žižka's death")
            .when(whom, |f| f.called_by_the_split(false, |split| matches!(split, Split::Due(_))))
            .always(),
        O::by(cite!("5.2.1", "R-27"), "the die of the split did not call the unit")
            .when(whom, |f| f.called_by_the_split(false, |split| split == Split::Made))
            .always(),
        O::by(cite!("5.2.1", "R-22"), "no place was open to the unit, and it waits for the next Muster Phase")
            .when(whom, |f| f.waits() && f.hussite() && !f.prokop())
            .always(),
        O::by(cite!("5.2.2"), "Prokop comes when Žižka is gone, and he is not")
            .when(whom, |f| f.called_by_the_split(true, |split| split == Split::Whole))
            .always(),
        O::by(cite!("5.2.2", "R-26"), "Prokop comes in the Muster Phase of the turn after Žižka's death")
            .when(whom, |f| f.called_by_the_split(true, |split| split != Split::Whole))
            .always(),
        O::by(cite!("5.2.2", "R-29"), "no place was open to Prokop, and he waits for the next Muster Phase")
            .when(whom, |f| f.waits() && f.prokop())
            .always(),
        O::by(cite!("5.2.3"), "Poles and Lithuanians come to Krakow, when an event calls them")
            .when(whom, |f| !f.s.poland && f.among(|at| at == Whereabouts::Poland))
            .always(),
        O::by(cite!("5.3"), "a routed Hussite returns in the Muster Phase of the next turn")
            .when(whom, |f| f.hussite() && f.among(OpeningFacts::back_later) && !f.back_soon())
            .always(),
        O::by(cite!("5.3", "R-20"), "reinforcements and Orphans are placed before the routed return")
            .when(whom, |f| f.hussite() && f.back_soon())
            .always(),
        O::by(cite!("6.2"), "the unit is mustered for Florins")
            .when(whom, |f| !f.danish() && f.among(|at| matches!(at, Whereabouts::Pool(_))))
            .always(),
        O::by(cite!("6.3.2"), "no event has brought the Danes, and none does while a crusade is on")
            .when(whom, |f| f.among(|at| at == Whereabouts::Denmark) && f.s.danes == Danes::Awaited)
            .always(),
        O::by(cite!("6.3.4"), "Danes who were routed are mustered for Florins")
            .when(whom, |f| f.danish() && f.among(|at| matches!(at, Whereabouts::Pool(_))))
            .always(),
        O::by(cite!("6.3.5"), "Danes who were eliminated never return")
            .when(whom, |f| f.danish() && f.among(|at| at == Whereabouts::Gone) && f.s.danes != Danes::Gone)
            .always(),
        O::by(cite!("6.3.6"), "the Danes have gone home, and never return")
            .when(whom, |f| {
                let gone = f.among(|at| matches!(at, Whereabouts::Gone | Whereabouts::Denmark));
                f.danish() && gone && f.s.danes == Danes::Gone && !f.s.poland
            })
            .always(),
        O::by(cite!("7.3"), "the Legate in his box lands when a crusade is called")
            .when(whom, |f| f.among(|at| at == Whereabouts::Box))
            .always(),
        O::by(cite!("7.3.1"), "a Legate who waits is drawn")
            .when(whom, |f| f.among(|at| at == Whereabouts::Cup))
            .always(),
        O::by(cite!("7.3.3"), "the unit is drawn by a Legate's dice")
            .when(whom, |f| f.among(|at| matches!(at, Whereabouts::Draw(_))))
            .always(),
        O::by(cite!("10.9"), "the unit is routed, and out of play until the turn ends")
            .when(whom, |f| f.among(|at| at == Whereabouts::Routed))
            .always(),
        O::by(cite!("10.9"), "the unit is out of the game")
            .when(whom, |f| f.among(|at| at == Whereabouts::Gone) && !f.danish() && !f.awarded())
            .always(),
        O::by(cite!("12.1"), "the unit comes when Albert is gone, and he is not")
            .when(whom, |f| f.among(|at| at == Whereabouts::Succession) && !f.s.succeeded)
            .always(),
        O::by(cite!("12.1", "R-102"), "Elizabeth, routed, returns in the Muster Phase of the next turn")
            .when(whom, |f| f.elizabeth() && f.among(OpeningFacts::back_later))
            .always(),
        O::by(cite!("12.1", "R-102"), "no place was open to the unit, and it waits for the next Muster Phase")
            .when(whom, |f| f.waits() && f.imperial())
            .always(),
    ],
};

/// What forbids removing Taborites for good (5.2.1). Named `open-disown`.
pub static DISOWN_OPENING: Bars<OpeningFacts> = Bars {
    name: "open-disown",
    list: &[
        O::by(cite!("5.2.1"), "Taborites go when Žižka is gone, and he is not")
            .holds(|f| f.s.split == Split::Whole)
            .always(),
        O::by(cite!("5.2.1", "R-26"), "Taborites go in the Muster Phase of the turn after Žižka's death")
            .holds(|f| matches!(f.s.split, Split::Due(_)))
            .always(),
        O::by(cite!("5.2.1", "R-27"), "as many have gone as the die said")
            .holds(|f| f.s.split == Split::Made && !f.runs(|st| matches!(st, Stage::Disown { .. })))
            .always(),
    ],
};

/// What forbids maintaining and disbanding units (6.2). Named `open-upkeep`.
pub static UPKEEP_OPENING: Bars<OpeningFacts> = Bars {
    name: "open-upkeep",
    list: &[
        O::by(cite!("3.2"), "units are maintained and disbanded in the Muster Phase")
            .holds(|f| f.imperial() && !f.mustering())
            .always(),
        O::by(cite!("6.2"), "Hussites are neither paid nor disbanded")
            .holds(|f| f.hussite())
            .always(),
        O::by(cite!("6.2", "R-20"), "the Hussites' muster and the income come before maintenance")
            .holds(|f| f.imperial() && f.between(Course::Prepare, Course::Income))
            .always(),
        O::by(cite!("6.2", "R-20"), "units are paid once in a turn, and its time is past")
            .holds(|f| f.imperial() && f.between(Course::Muster, Course::Next))
            .always(),
    ],
};

/// What forbids mustering for Florins (6.2). Named `open-muster`.
pub static MUSTER_OPENING: Bars<OpeningFacts> = Bars {
    name: "open-muster",
    list: &[
        O::by(cite!("3.2"), "units are mustered in the Muster Phase")
            .holds(|f| f.imperial() && !f.mustering())
            .always(),
        O::by(cite!("6.1.4", "R-35"), "Hussite Florins rebuild, and buy nothing else")
            .holds(|f| f.hussite())
            .always(),
        O::by(cite!("6.2", "R-20"), "income and maintenance come before the muster")
            .holds(|f| f.imperial() && f.between(Course::Prepare, Course::Upkeep))
            .always(),
        O::by(cite!("6.2", "R-20"), "units are mustered once in a turn, and its time is past")
            .holds(|f| f.imperial() && f.between(Course::Draw, Course::Next))
            .always(),
    ],
};

/// What forbids rebuilding (15.0). Named `open-rebuild`.
pub static REBUILD_OPENING: Bars<OpeningFacts> = Bars {
    name: "open-rebuild",
    list: &[
        O::by(cite!("3.2", "R-20"), "income, maintenance and muster come before rebuilding")
            .holds(|f| f.between(Course::Prepare, Course::Draw))
            .always(),
        O::by(cite!("3.2", "R-20"), "the Hussites rebuild before the Empire")
            .holds(|f| f.imperial() && f.course() == Some(Course::Rebuild(Side::Hussite)))
            .always(),
        O::by(cite!("15.0"), "places are rebuilt in the Muster Phase")
            .holds(|f| !f.mustering())
            .always(),
        O::by(cite!("15.0", "R-20"), "the side has rebuilt in this turn")
            .holds(|f| f.hussite() && f.course() == Some(Course::Rebuild(Side::Imperial)))
            .always(),
    ],
};

impl OpeningFacts<'_> {
    /// Whether the crusade ends with the turn because its Legate is dead (ruling R-46).
    fn orphaned(&self) -> bool {
        self.s.crusade() == Crusade::Ending && self.s.legate().is_none()
    }
}

/// The list `open-crusade`: when the Empire decides about a crusade (3.3, 7.5).
pub static CRUSADE_OPENING: Bars<OpeningFacts> = Bars {
    name: "open-crusade",
    list: &[
        O::by(cite!("3.3"), "a crusade is declared in the Papal Crusade Phase")
            .holds(|f| f.imperial() && !f.preaching())
            .always(),
        O::by(cite!("7.0"), "the Imperial player decides on crusades")
            .holds(|f| f.hussite())
            .always(),
        O::by(cite!("7.3.2", "R-46"), "the crusade ends with the turn, and nothing is declared of it")
            .holds(|f| f.imperial() && f.orphaned()),
        O::by(cite!("7.5", "R-43"), "the crusade has been let expire, and ends with the turn")
            .holds(|f| f.imperial() && f.s.crusade() == Crusade::Ending && !f.orphaned()),
        O::by(cite!("7.5"), "on Turn 1 a crusade is on, and nothing is declared")
            .holds(|f| f.imperial() && f.s.turn() == 1),
        O::by(cite!("7.5"), "the Legates draw in the Muster Phase, before a crusade is declared")
            .holds(|f| f.imperial() && f.between(Course::Event, Course::Summon))
            .always(),
        O::by(cite!("7.5", "R-43b"), "one declaration may be made in a turn, and its time is past")
            .holds(|f| {
                let asked = f.s.turn() > 1 && !f.orphaned();
                f.imperial() && asked && f.between(Course::Change, Course::Next)
            })
            .always(),
    ],
};

/// What forbids trying for another Legate (7.3.1). Named `open-change`.
pub static CHANGE_OPENING: Bars<OpeningFacts> = Bars {
    name: "open-change",
    list: &[
        O::by(cite!("7.3.1"), "the Imperial player changes Legates")
            .holds(|f| f.hussite())
            .always(),
        O::by(cite!("7.3.1", "R-45"), "a Legate is changed in the Papal Crusade Phase, after the declaration")
            .holds(|f| f.imperial() && f.between(Course::LegateStart, Course::Declare))
            .always(),
        O::by(cite!("7.3.1", "R-45"), "one change may be tried in a turn, and its time is past")
            .holds(|f| f.imperial() && f.between(Course::Campaign(Side::Imperial), Course::Next))
            .always(),
    ],
};

/// What forbids sending the Danes home (6.3.6). Named `open-danes`.
pub static DANES_OPENING: Bars<OpeningFacts> = Bars {
    name: "open-danes",
    list: &[
        O::by(cite!("4.1", "R-11"), "the Danes do not come, since the Award")
            .holds(|f| f.imperial() && f.s.poland)
            .always(),
        O::by(cite!("6.3.2"), "the Danes have not come")
            .holds(|f| f.imperial() && f.s.danes == Danes::Awaited)
            .always(),
        O::by(cite!("6.3.6"), "the Imperial player sends the Danes home")
            .holds(|f| f.hussite())
            .always(),
        O::by(cite!("6.3.6", "R-08"), "the Danes go home in the End Phase alone")
            .holds(|f| f.imperial() && f.course() != Some(Course::Leave))
            .always(),
        O::by(cite!("6.3.6"), "the Danes are gone")
            .holds(|f| f.imperial() && f.s.danes == Danes::Gone && !f.s.poland)
            .always(),
        O::by(cite!("6.3.6", "R-37"), "no Dane is on the map")
            .holds(|f| f.imperial() && f.s.danes == Danes::Come && !danes_on_map(f.s)),
    ],
};

impl OpeningFacts<'_> {
    fn waived(&self) -> bool {
        self.s.waived[self.side as usize]
    }
    fn rivalled(&self) -> bool {
        rivalled(self.s, self.side)
    }
    fn claims(&self) -> bool {
        self.course() == Some(Course::Claim(self.side))
    }
}

/// What forbids claiming or waiving a minor victory (16.1, 16.2). Named `open-claim`.
pub static CLAIM_OPENING: Bars<OpeningFacts> = Bars {
    name: "open-claim",
    list: &[
        O::by(cite!("16.1"), "a minor victory is judged when the turn ends")
            .holds(|f| f.imperial() && !f.claims())
            .always(),
        O::by(cite!("16.1"), "the Empire occupies less than three of Prague, Žatec, Tábor and Mt. Oreb")
            .holds(|f| f.imperial() && !has_minor(f.s, f.side)),
        O::by(cite!("16.1", "R-104"), "the Empire has waived its minor victory, for the rest of the game")
            .holds(|f| f.imperial() && f.waived()),
        O::by(cite!("16.1", "R-105"), "both have a minor victory, and so neither has")
            .holds(|f| f.imperial() && f.rivalled()),
        O::by(cite!("16.2"), "a minor victory is judged when the turn ends")
            .holds(|f| f.hussite() && !f.claims())
            .always(),
        O::by(cite!("16.2"), "the Hussites do not occupy Budweis, Pilsen and Kuttenberg")
            .holds(|f| f.hussite() && !has_minor(f.s, f.side)),
        O::by(cite!("16.2", "R-104"), "the Hussites have waived their minor victory, for the rest of the game")
            .holds(|f| f.hussite() && f.waived()),
        O::by(cite!("16.2", "R-105"), "both have a minor victory, and so neither has")
            .holds(|f| f.hussite() && f.rivalled()),
        O::by(cite!("18.3"), "in the long war nobody has a minor victory").holds(|f| f.s.opts(Choice::LongWar)),
    ],
};
