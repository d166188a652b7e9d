//! The attackers' assault (9.4): each attacker names a defender, then each rolls.

use crate::action::Action;
use crate::casebook::cite;
use crate::charts::{Clash, Field as Column, WAGON_COLUMN};
use crate::components::{Kind, Terrain, UnitId};
use crate::engine::Engine;
use crate::event::What;
use crate::rules::field::display::standing;
use crate::rules::openings::facts::OpeningFacts;
use crate::rules::openings::field::ASSAULT_OPENING;
use crate::state::position::State;
use crate::state::stage::{Bout, Stage};
use casus_core::{Flow, Modifier, Modifiers, Procedures, Refusal, Verdict};

/// The facts of an assault in the field.
#[derive(Debug)]
pub struct AssaultFacts<'a> {
    /// The current position.
    pub s: &'a State,
    /// The unit that would assault.
    pub attacker: UnitId,
    /// The unit that it would assault.
    pub defender: UnitId,
}

casus_core::questions!(AssaultFacts);
type M = Modifier<AssaultFacts<'static>>;

/// Modifiers of an assault in the field (9.4.1). Named `assault-drm`.
pub static ASSAULT_DRMS: Modifiers<AssaultFacts> = Modifiers {
    name: "assault-drm",
    list: &[
        M::by(cite!("9.4.1"), "attacking Combat Prowess")
            .adds(|f| f.attacker.place(), |f| Some(i32::from(f.s.counter(f.attacker).attack)).filter(|&n| n > 0)),
        M::by(cite!("9.4.1"), "defending Combat Prowess")
            .adds(|f| f.defender.place(), |f| Some(-i32::from(f.s.counter(f.defender).defence)).filter(|&n| n < 0)),
    ],
};

/// Returns the column of an assault: that of wagons, of urban terrain, or of the hex's terrain (9.4).
pub(crate) fn column(s: &State, defender: UnitId) -> usize {
    let Some(b) = s.field() else { return 0 };
    if s.kind(defender) == Kind::Wagon {
        return WAGON_COLUMN;
    }
    let ground = s
        .game_data()
        .charts
        .ground(Terrain::at(&s.game_data().board, b.hex))
        .assault;
    let urban = s.game_data().town(b.hex).is_some() && ground == Column::Clear;
    if urban {
        Column::Broken as usize
    } else {
        ground as usize
    }
}

/// Returns the attacker that names a defender next.
pub(crate) fn next_assault(s: &State) -> Option<UnitId> {
    let b = s.field()?;
    let boxed = b.boxes.iter().flatten().copied();
    boxed
        .filter(|&u| s.hex(u) == Some(b.hex))
        .find(|u| !b.aims.iter().any(|(attacker, _)| attacker == u))
}

fn defenders(s: &State) -> Vec<UnitId> {
    s.field()
        .map_or(Vec::new(), |b| standing(s, b.defenders, b.hex).collect())
}

pub(crate) fn assault_candidates(s: &State, out: &mut Vec<Action>) {
    out.extend(defenders(s).into_iter().map(Action::Aim));
}

pub(crate) fn judge_assault(s: &State, action: Action, v: &mut Verdict) -> bool {
    let Action::Aim(target) = action else { return false };
    if !defenders(s).contains(&target) {
        v.refuse(Refusal::new(cite!("9.4"), "the unit is not in the Defender box").about(target.place()));
    }
    true
}

impl Engine<'_> {
    /// 9.4: asks for targets, all before any die; skips this if a side has no unit left.
    pub(crate) fn naming_assaults(&mut self) -> Flow<Stage> {
        let open = defenders(self.s);
        let Some(attacker) = next_assault(self.s).filter(|_| !open.is_empty()) else {
            self.set_top(Stage::Field { step: Bout::Assault });
            return Flow::Next;
        };
        let facts = OpeningFacts::of(self.s, self.s.side(attacker)).choices(open.len());
        match open.first() {
            Some(&first) if !ASSAULT_OPENING.permit(&facts) => {
                self.aim(attacker, first);
                Flow::Next
            }
            _ => Flow::Ask,
        }
    }

    pub(crate) fn enact_assault_aim(&mut self, action: Action) {
        if let (Action::Aim(target), Some(attacker)) = (action, next_assault(self.s)) {
            self.aim(attacker, target);
        }
    }

    /// 9.4.2: rolls one die for each assault and applies the results one after the other. A die is rolled even if the target is
    /// gone (ruling R-82).
    pub(crate) fn assaults_fall(&mut self) {
        self.set_top(Stage::Field {
            step: Bout::AttackerStays,
        });
        let aims = self
            .field_mut()
            .map(|f| core::mem::take(&mut f.aims))
            .unwrap_or_default();
        for (attacker, defender) in aims {
            let column = column(self.s, defender);
            let net = ASSAULT_DRMS.ledger(
                0,
                &AssaultFacts {
                    s: self.s,
                    attacker,
                    defender,
                },
            );
            let drm = net.total;
            let game_data = self.s.game_data.clone();
            let table = &game_data.charts.assault;
            let die =
                self.roll(cite!("9.4"), "assault", &|f| *table.get((i32::from(f) + drm).clamp(1, 6), column) as u16);
            let mut ledger = net.over(die.into());
            let row = ledger.clamp(1, 6);
            let result = *table.get(row, column);
            let gone = self.s.hex(defender).is_none();
            let cite = if gone { cite!("9.4", "R-82") } else { cite!("9.4.2") };
            self.say(cite, || What::Assaulted {
                attacker,
                defender,
                ledger,
                result,
                gone,
            });
            match result {
                Clash::AttackerRouted => self.rout(attacker, cite!("9.4.2")),
                Clash::DefenderEliminated => {
                    if !gone {
                        self.eliminate(defender, cite!("9.4.2"));
                    }
                }
            }
            if self.s.outcome.is_some() {
                return;
            }
        }
    }
}
