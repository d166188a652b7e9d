//! Module 6, Activation and Continuity: what a side may choose (6.1, 6.2, 6.4), the Continuation roll, and the beginning
//! and end of an activation.

use crate::casebook::cite;
use crate::components::{BattleId, LeaderId, Side, StandardId, UnitId};
use crate::engine::Engine;
use crate::event::What;
use crate::options::Choice;
use crate::rules::command::{near_oc, within_range};
use crate::rules::reinforcements::{comes_freely, due, to_come};
use crate::state::activation::{Act, Attempt, Named, Streak, Warrant};
use crate::state::pieces::Done;
use crate::state::position::State;
use crate::state::stage::{Course, Stage};
use casus_core::{Bar, Bars, Few, Ledger, Limit, Modifier, Modifiers, Place, Procedures, Verdict};

casus_continuity::facts! {
    /// The facts of a choice of Battle.
    ///
    /// The Battle may be of either side.
    pub struct ChoiceFacts<'a> of State; rules B = Bar; places battle {
        /// The side that chooses.
        pub side: Side,
        /// The Battle that would act.
        pub battle: BattleId,
        /// How it would be activated.
        pub how: Warrant,
    }
}

impl ChoiceFacts<'_> {
    fn again(&self) -> bool {
        let just = matches!(&self.s.last, Some(Act::Battles(list)) if list.contains(self.battle));
        self.how == Warrant::Continuity && just && !self.s.only_battle(self.side)
    }
    fn on_map(&self) -> bool {
        self.s.on_map(self.battle).next().is_some()
    }
    /// Whether the Battle began with a leader who is not on the map now.
    fn bereft(&self) -> bool {
        self.s.game_data.leader_of(self.battle).is_some() && self.s.leader_of(self.battle).is_none()
    }
    /// Whether all of it is still off the map.
    fn to_come(&self) -> bool {
        !self.on_map() && to_come(self.s, self.battle)
    }
    fn leaderless(&self) -> bool {
        self.s.game_data.leader_of(self.battle).is_none()
    }
}

/// The list `command`: what forbids the choice of a Battle, in book order. Checked when a side activates one freely, names
/// one for Continuity, or tries to Seize with one; [`ChoiceFacts::how`] says which (6.1 to 6.4).
pub static CHOICE_BARS: Bars<ChoiceFacts> = Bars {
    name: "command",
    list: &[
        B::by(cite!("5.0"), "it is a Battle of the enemy's")
            .when(battle, |f| f.s.game_data.roster[f.battle].side != f.side)
            .always(),
        B::by(cite!("6.1"), "no unit of it is in play").when(battle, |f| f.s.in_play(f.battle).next().is_none()),
        B::by(cite!("6.2"), "the Battle that has just gone may not go on").when(battle, |f| f.again()),
        B::by(cite!("6.2", "R-27"), "its leader is not on the map")
            .when(battle, |f| f.how == Warrant::Continuity && f.bereft()),
        B::by(cite!("6.3.1"), "its leader is not on the map").when(battle, |f| f.how == Warrant::Seized && f.bereft()),
        B::by(cite!("6.4"), "a Leaderless Battle is activated in a Free Activation only")
            .when(battle, |f| f.how != Warrant::Free && f.leaderless()),
        B::by(cite!("7.5"), "it is still to come, and not due yet")
            .when(battle, |f| f.to_come() && !due(f.s, f.battle)),
        B::by(cite!("7.5"), "it enters in a Free Activation")
            .when(battle, |f| f.to_come() && f.how != Warrant::Free && comes_freely(f.s, f.battle)),
    ],
};

pub(crate) fn judge_choice(s: &State, side: Side, battle: BattleId, how: Warrant, v: &mut Verdict) {
    CHOICE_BARS.judge(&ChoiceFacts { s, side, battle, how }, v);
}

pub(crate) fn may_choose(s: &State, side: Side, battle: BattleId, how: Warrant) -> bool {
    CHOICE_BARS.permit(&ChoiceFacts { s, side, battle, how })
}

casus_continuity::facts! {
    /// The facts of activating two Battles together.
    pub struct TogetherFacts<'a> of State; rules TogetherBar = Bar {
        /// One of the two Battles.
        pub first: BattleId,
        /// The other of the two Battles.
        pub second: BattleId,
    }
}

/// The pairs of Battles that the scenario joins, each in its order (6.3.1, ruling R-35).
pub(crate) fn joined(s: &State) -> impl Iterator<Item = (BattleId, BattleId)> + '_ {
    let pairs = |group: &'_ [BattleId]| {
        let later = |i: usize| group[i + 1..].iter().map(move |&b| (group[i], b)).collect::<Vec<_>>();
        (0..group.len()).flat_map(later).collect::<Vec<_>>()
    };
    s.game_data.scenario.joint.iter().flat_map(move |group| pairs(group))
}

/// The list `together`: what forbids activating two Battles together, besides what forbids activating either (6.3.1, ruling
///
pub static TOGETHER_BARS: Bars<TogetherFacts> = Bars {
    name: "together",
    list: &[
        TogetherBar::by(cite!("6.1"), "they are one Battle")
            .when(|f| f.first.place(), |f| f.first == f.second)
            .always(),
        TogetherBar::by(cite!("6.1", "R-35"), "one Battle is activated at a time").when(
            |f| f.second.place(),
            |f| f.s.opts(Choice::R35) || !joined(f.s).any(|pair| pair == (f.first, f.second)),
        ),
    ],
};

casus_continuity::facts! {
    /// The facts of an Army Activation.
    pub struct ArmyFacts<'a> of State; rules ArmyBar = Bar {
        /// The side that chooses.
        pub side: Side,
        /// How it would be activated.
        pub how: Warrant,
    }
}

fn army(f: &ArmyFacts) -> Place {
    Place::Side(f.side as u8)
}

/// The list `army`: what forbids an Army Activation (4.0, 6.1, 6.2).
pub static ARMY_BARS: Bars<ArmyFacts> = Bars {
    name: "army",
    list: &[
        ArmyBar::by(cite!("6.1"), "its Overall Commander is not on the map").when(army, |f| f.s.oc(f.side).is_none()),
        ArmyBar::by(cite!("6.2", "R-30"), "an Army Activation continues an Army Activation only")
            .when(army, |f| f.how == Warrant::Continuity && f.s.last != Some(Act::Army)),
    ],
};

casus_continuity::facts! {
    /// The facts of a Standard's activation.
    pub struct StandardFacts<'a> of State; rules StandardBar = Bar; places standard {
        /// The Standard that would act.
        pub standard: StandardId,
        /// Whether it is a Free Activation (2.4).
        pub free: bool,
    }
}

/// The list `standard`: what forbids a Standard's activation (6.1, 15.2).
pub static STANDARD_BARS: Bars<StandardFacts> = Bars {
    name: "standard",
    list: &[
        StandardBar::by(cite!("6.1"), "a Standard is activated in a Free Activation only").when(standard, |f| !f.free),
        StandardBar::by(cite!("15.2"), "the piece is not on the map")
            .when(standard, |f| f.s.standard(f.standard).at.hex().is_none())
            .always(),
    ],
};

casus_continuity::facts! {
    /// The facts of a Continuation roll.
    pub struct ContinuationFacts<'a> of State; rules M = Modifier {
        /// The side that rolls.
        pub side: Side,
        /// What the side has named.
        pub named: Named,
    }
}

impl ContinuationFacts<'_> {
    /// The Overall Commander who helps: always for the army, otherwise for a leader in his range, except himself.
    fn helper(&self) -> Option<LeaderId> {
        let oc = self.s.oc(self.side)?;
        match self.named {
            Named::Army => Some(oc),
            Named::Battle(battle) => {
                let leader = self.s.leader_of(battle)?;
                (leader != oc && near_oc(self.s, leader)).then_some(oc)
            }
        }
    }
}

/// The list `continuation-drm`: the modifiers of a Continuation roll (6.2).
pub static CONTINUATION_DRMS: Modifiers<ContinuationFacts> = Modifiers {
    name: "continuation-drm",
    list: &[
        M::by(cite!("6.2"), "Effectiveness").shares(|f| {
            let oc = f.helper()?;
            casus_core::give(true, i32::from(f.s.game_data.roster[oc].effectiveness), oc.place())
        }),
        M::by(cite!("6.2"), "continuing in a row").adds(
            |f| Place::Side(f.side as u8),
            |f| (f.s.streak.successes > 0).then(|| i32::from(f.s.streak.successes)),
        ),
        M::by(cite!("6.2", "R-25"), "attempts with one Battle only").adds(
            |f| Place::Side(f.side as u8),
            |f| {
                let first = u8::from(f.s.opts(Choice::R25));
                let attempts = f.s.streak.alone.saturating_sub(first);
                (attempts > 0).then(|| i32::from(attempts))
            },
        ),
    ],
};

/// Counts the attempt of a side that has only one Battle (6.2).
pub(crate) fn attempted(s: &mut State, side: Side) {
    if s.only_battle(side) {
        s.streak.alone = s.streak.alone.saturating_add(1);
    }
}

/// A Continuation roll with its attempt counted: the modifiers over a base of 0, and the highest roll that succeeds (6.2).
pub(crate) fn continuation(s: &State, side: Side, named: Named) -> (Ledger, i32) {
    let net = CONTINUATION_DRMS.ledger(0, &ContinuationFacts { s, side, named });
    let need = match named {
        Named::Army => i32::from(s.game_data.charts.throws.army),
        Named::Battle(battle) => {
            let leader = s.leader_of(battle);
            leader.and_then(|l| s.activation_rating(l)).unwrap_or(0)
        }
    };
    (net, need)
}

/// The Battles of a side.
pub(crate) fn own_battles(s: &State, side: Side) -> impl Iterator<Item = BattleId> + '_ {
    s.game_data.roster.battles_of(side)
}

/// The distance within which an enemy unit keeps a piece from being activated with the army (6.1, ruling R-23).
const NEAR: u32 = 3;

/// The units and leaders that an Army Activation activates (6.1, rulings, G-12, G-13). Command status is
/// already fixed.
fn marching(s: &State, side: Side, free: bool) -> (Vec<UnitId>, Vec<LeaderId>) {
    let far = |hex| s.enemy_within(hex, side, NEAR).is_none();
    let (mut units, mut leaders) = (Vec::new(), Vec::new());
    for leader in s.leader_ids().filter(|&l| s.leader_side(l) == side) {
        let Some(hex) = s.leader(leader).at.hex() else { continue };
        let pure = s.is_oc(leader) && !s.game_data.roster[leader].leads();
        if pure {
            if free && far(hex) {
                leaders.push(leader);
            }
            continue;
        }
        if !s.is_oc(leader) && !near_oc(s, leader) {
            continue;
        }
        if far(hex) {
            leaders.push(leader);
        }
        for &battle in &s.game_data.roster[leader].battles {
            units.extend(s.on_map(battle).filter(|&u| within_range(s, u)));
        }
    }
    units.retain(|&u| s.hex(u).is_some_and(far));
    (units, leaders)
}

impl Engine<'_> {
    /// Gives a side its Free choice.
    pub(crate) fn grant_free(&mut self, side: Side) {
        self.s.streak = Streak::default();
        self.set_top(Stage::Free { side });
        self.say(cite!("4.0"), || What::FreeActivation { side });
    }

    /// 6.2: makes the Continuation roll.
    pub(crate) fn roll_continuation(&mut self, side: Side, named: Named) {
        attempted(self.s, side);
        let (net, need) = continuation(self.s, side, named);
        let battle = match named {
            Named::Army => None,
            Named::Battle(battle) => Some(battle),
        };
        if self.s.attempt.is_none() {
            self.s.attempt = Some((side, Attempt::Rolled));
        }
        let test = self.test(cite!("6.2"), "continuation", net, Limit::AtMost(need));
        let passed = test.passed;
        self.say(cite!("6.2"), || What::Continuation { side, battle, test });
        if passed {
            self.s.streak.successes = self.s.streak.successes.saturating_add(1);
            let act = match named {
                Named::Army => Act::Army,
                Named::Battle(battle) => Act::Battles(Few::one(battle)),
            };
            self.begin_activation(side, act, Warrant::Continuity);
        } else {
            self.grant_free(side.enemy());
        }
    }

    /// Opens an activation, which replaces the top stage.
    pub(crate) fn begin_activation(&mut self, side: Side, act: Act, warrant: Warrant) {
        self.s.passes = 0;
        self.s.open_activation(side, act, warrant);
        self.set_top(Stage::Activation {
            step: Course::Replacements,
        });
        let case = match warrant {
            Warrant::Free => cite!("6.1"),
            Warrant::Continuity => cite!("6.2"),
            Warrant::Seized => cite!("6.3.1"),
        };
        let number = self.s.activations;
        let of_standard = |standard, moves| What::StandardActivated {
            standard,
            moves,
            number,
        };
        self.say(case, || match act {
            Act::Battles(list) => What::Activated {
                side,
                battles: list.iter().collect(),
                warrant,
                number,
            },
            Act::Army => What::ArmyActivated { side, warrant, number },
            Act::Rally(standard) => of_standard(standard, false),
            Act::Carry(standard) => of_standard(standard, true),
        });
    }

    /// 6.1, 7.2: marks the pieces that are activated and may move, once command status is fixed.
    pub(crate) fn call_up(&mut self) {
        let Some(a) = self.s.activation() else { return };
        let (side, act, free) = (a.side, a.act, a.free());
        let mut leaders: Vec<LeaderId> = Vec::new();
        let mut units: Vec<UnitId> = Vec::new();
        match act {
            Act::Battles(list) => {
                for battle in list.iter() {
                    units.extend(self.s.in_play(battle));
                    leaders.extend(self.s.leader_ids().filter(|&l| self.s.leads(l, battle)));
                }
            }
            Act::Army => {
                (units, leaders) = marching(self.s, side, free);
                let names = units.clone();
                if !names.is_empty() {
                    self.say(cite!("6.1"), || What::Marching { units: names });
                }
            }
            Act::Rally(_) | Act::Carry(_) => {}
        }
        if free && act != Act::Army {
            // A pure Overall Commander moves in any Free Activation (7.2, ruling R-13b).
            let pure = self.s.oc(side).filter(|&oc| !self.s.game_data.roster[oc].leads());
            leaders.extend(pure);
        }
        for u in units {
            self.s.unit_mut(u).done.set(Done::ACTIVE);
        }
        for l in leaders {
            let l = self.s.leader_mut(l);
            l.active = l.at.in_play();
        }
        self.tell_out_of_command(side);
    }

    /// 4.0: ends the activation. After a Free one both armies make a Loss Check (3.0).
    pub(crate) fn close_activation(&mut self) {
        let Some(a) = self.s.activation.take() else { return };
        self.s.last = Some(a.act);
        let side = a.side;
        self.set_top(Stage::Continuity { side });
        if a.warrant == Warrant::Free {
            self.loss_checks(side);
        }
    }
}
