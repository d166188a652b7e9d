//! The approach of a Charger (9.2), with its Reluctance roll on the way (9.3).

use crate::action::Action;
use crate::casebook::cite;
use crate::components::{LeaderId, UnitId};
use crate::engine::Engine;
use crate::event::{Lapse, What};
use crate::rules::charge::nerve::{CLOSES, NerveFacts, RELUCTANCE_DRMS, foot_before};
use crate::rules::charge::path::{Leave, PATH_BARS, PathFacts, gets_there, strides};
use crate::rules::combat::met;
use crate::state::charge::Approach;
use crate::state::combat::{Going, Target};
use crate::state::pieces::Condition;
use crate::state::position::State;
use crate::state::stage::Stage;
use casus_core::cases::measures::VERTICES;
use casus_core::{Bar, Bars, Flow, HexId, Limit, Procedures, Verdict, VertexFacing, Violation};

casus_continuity::facts! {
    /// The facts of a Charger's step or turn.
    ///
    /// The step, the turn and the end of a Charge share them. The list `charge-path` decides whether the hex itself is closed.
    pub struct CloseFacts<'a> of State; rules B = Bar; places to, target = a.target {
        /// The Charge in progress.
        pub a: &'a Approach,
        /// The Charger's hex on its path.
        pub at: HexId,
        /// The hex of its target.
        pub target: HexId,
        /// The next hex; the Charger's own hex for a turn or an end.
        pub to: HexId,
        /// The vertex that it faces or would face.
        pub facing: VertexFacing,
    }
}

impl CloseFacts<'_> {
    fn in_contact(&self) -> bool {
        self.s.game_data.board.distance(self.at, self.target) <= 1
    }
    /// Whether the next hex is open to it.
    fn open(&self) -> bool {
        (self.ahead() || self.s.amended()) && strides(self.s, self.a.unit, self.at, self.to, self.target)
    }
    /// Whether it could reach its target from the next hex with this facing, with one rule ignored or none.
    fn comes(&self, leave: Leave) -> bool {
        gets_there(self.s, self.a.unit, self.to, self.facing, self.a.turned, self.target, leave)
    }
    /// Whether the next hex is open to it, but its target is out of reach from there, whichever rule is ignored.
    fn strays(&self) -> bool {
        let leaves = [Leave::Nothing, Leave::Water, Leave::Unseen];
        self.open() && !leaves.into_iter().any(|leave| self.comes(leave))
    }
    /// Whether the next hex is open to it, but this rule alone keeps it from its target from there.
    fn shut_by(&self, leave: Leave) -> bool {
        self.open() && !self.comes(Leave::Nothing) && self.comes(leave)
    }
    pub(crate) fn ahead(&self) -> bool {
        self.s.ahead(self.a.unit, self.at, self.to)
    }
}

/// The list `charge-step`: what forbids a Charger's step, besides what closes the hex. Checked for each hex of its
/// approach (9.2).
pub static CLOSE_BARS: Bars<CloseFacts> = Bars {
    name: "charge-step",
    list: &[
        B::by(cite!("9.2"), "the unit is in contact").when(target, |f| f.in_contact()),
        B::by(cite!("9.2"), "a Charge moves into the hexes in front").when(to, |f| !f.ahead()),
        B::by(cite!("9.1(3)", "F3"), "from there a trench or stream closes the way to its target")
            .when(to, |f| f.shut_by(Leave::Water))
            .always(),
        B::by(cite!("9.2", "F2"), "from there the unit could not come to face its target")
            .when(to, |f| f.strays())
            .always(),
        B::by(
            cite!("14.3(1)", "B10"),
            "from there its way leads within two hexes of an enemy that it does not see",
        )
        .when(to, |f| f.shut_by(Leave::Unseen))
        .always(),
    ],
};

/// The list `charge-turn`: what forbids a Charger's change of facing. Checked for each vertex during its approach (9.2).
pub static CHARGE_TURN_BARS: Bars<CloseFacts> = Bars {
    name: "charge-turn",
    list: &[
        B::by(cite!("9.2"), "a Charger changes facing once in its whole path")
            .when(|f| f.a.unit.place(), |f| f.a.turned),
        B::by(cite!("9.2"), "a Charger changes facing by one vertex").violated(|f| {
            let n = f.s.unit(f.a.unit).facing.turns(f.facing);
            (n != 1).then(|| Violation::not(f.a.unit.place(), VERTICES, n.into(), 1))
        }),
        // Water and unseen enemies never close a turn alone: the facing that keeps its path open leads to the same hexes.
        B::by(cite!("9.2", "F2"), "facing so the unit could not reach its target")
            .when(target, |f| !gets_there(f.s, f.a.unit, f.at, f.facing, true, f.target, Leave::Nothing))
            .always(),
    ],
};

/// The list `charge-end`: what keeps a Charge from ending in its present hex (9.2).
pub static CHARGE_END_BARS: Bars<CloseFacts> = Bars {
    name: "charge-end",
    list: &[B::by(cite!("9.2"), "a Charge ends facing its target, adjacent to it")
        .when(target, |f| !faces_target(f.s, f.a))
        .always()],
};

pub(crate) fn approach_candidates(s: &State, a: &Approach, out: &mut Vec<Action>) {
    let Some(at) = s.hex(a.unit) else { return };
    out.extend(s.game_data.board.neighbours(at).map(|(_, n)| Action::Step(n)));
    out.extend(VertexFacing::ALL.into_iter().map(Action::Face));
    out.push(Action::Halt);
}

fn faces_target(s: &State, a: &Approach) -> bool {
    s.hex(a.target).is_some_and(|h| s.in_front(a.unit, h))
}

pub(crate) fn judge_approach(s: &State, a: &Approach, action: Action, v: &mut Verdict) -> bool {
    let (Some(at), Some(target)) = (s.hex(a.unit), s.hex(a.target)) else {
        return false;
    };
    let facing = s.unit(a.unit).facing;
    let facts = |to: HexId, facing: VertexFacing| CloseFacts {
        s,
        a,
        at,
        target,
        to,
        facing,
    };
    match action {
        Action::Step(to) => {
            PATH_BARS.judge(
                &PathFacts {
                    s,
                    unit: a.unit,
                    at,
                    to,
                    target,
                    leave: Leave::Nothing,
                },
                v,
            );
            if !v.settled() {
                CLOSE_BARS.judge(&facts(to, facing), v);
            }
        }
        Action::Face(turn) => CHARGE_TURN_BARS.judge(&facts(at, turn), v),
        Action::Halt => CHARGE_END_BARS.judge(&facts(at, facing), v),
        _ => return false,
    }
    true
}

/// The infantry that makes a Charger roll for Reluctance when it steps into its front. It rolls once, and only while it is
/// still Charging (9.3, ruling F5).
pub(crate) fn tried_before(s: &State, a: &Approach, to: HexId) -> Option<UnitId> {
    if a.tested || !s.steady(a.unit) {
        return None;
    }
    foot_before(s, a.unit, to)
}

impl Engine<'_> {
    /// Starts the approach of a Charge, or makes it void if it may no longer set out.
    pub(crate) fn begin_approach(&mut self, unit: UnitId, target: UnitId, lapse: Option<Lapse>) -> Flow<Stage> {
        if let Some(why) = lapse {
            let attacker = unit;
            self.say(cite!("9.2", "E18"), || What::Void { attacker, target, why });
            self.drop_striker(unit);
            return Flow::Next;
        }
        Flow::Call(Stage::Approach(Approach {
            unit,
            target,
            turned: false,
            tested: false,
            blunted: false,
            over: false,
            driven: false,
            riders: self.riding_with(unit),
        }))
    }

    pub(crate) fn approaching(&mut self, a: Approach) -> Flow<Stage> {
        let fit = self.s.hex(a.unit).is_some() && self.s.unit(a.unit).condition != Condition::Retired && !a.driven;
        if fit && self.s.hex(a.target).is_some() && !a.over {
            return Flow::Ask;
        }
        self.pop();
        if fit && self.s.hex(a.target).is_some() {
            self.arrive(a);
        } else {
            // It was driven off on its way (ruling F6), or its target is gone (ruling E18).
            let why = if fit { Lapse::TargetGone } else { Lapse::DrivenOff };
            self.say(cite!("9.2", "E18"), || What::Void {
                attacker: a.unit,
                target: a.target,
                why,
            });
            self.drop_striker(a.unit);
        }
        Flow::Next
    }

    pub(crate) fn enact_approach(&mut self, a: Approach, action: Action) {
        match action {
            Action::Face(facing) => {
                self.s.unit_mut(a.unit).facing = facing;
                self.set_top(Stage::Approach(Approach { turned: true, ..a }));
                self.say(cite!("9.2"), || What::Faced { unit: a.unit, facing });
            }
            Action::Step(to) => {
                let Some(from) = self.s.hex(a.unit) else {
                    return;
                };
                let mut next = a;
                if let Some(before) = tried_before(self.s, &a, to) {
                    next.tested = true;
                    next.blunted = !self.reluctance(a.unit, before);
                }
                self.set_top(Stage::Approach(next));
                self.bring(a.unit, to);
                self.s.ride(a.riders, from, to);
                let with = self.named(self.rode(a.riders, to));
                self.say(cite!("9.2"), || What::Charged {
                    unit: a.unit,
                    from,
                    to,
                    with,
                });
                self.call_fire(a.unit, to);
            }
            _ => self.set_top(Stage::Approach(Approach { over: true, ..a })),
        }
    }

    /// 9.3: rolls for Reluctance; an adjusted 0 to 4 closes.
    fn reluctance(&mut self, unit: UnitId, before: UnitId) -> bool {
        let net = RELUCTANCE_DRMS.ledger(0, &NerveFacts::of(self.s, unit));
        let test = self.test(cite!("9.3"), "reluctance", net, Limit::AtMost(CLOSES));
        let passed = test.passed;
        self.say(cite!("9.3"), || What::Reluctance { unit, before, test });
        passed
    }

    /// Brings the Charger into contact: it strikes its target and every other enemy in front that nobody else attacks
    /// (ruling F7).
    fn arrive(&mut self, a: Approach) {
        let Some(hex) = self.s.hex(a.unit) else {
            return;
        };
        let steady = self.s.steady(a.unit);
        let home = !a.blunted && steady;
        let taken: Vec<UnitId> = self
            .s
            .activation()
            .map(|act| {
                act.declared
                    .iter()
                    .map(|d| d.target)
                    .chain(act.struck.iter().map(|x| x.unit))
                    .collect()
            })
            .unwrap_or_default();
        let front: Vec<(UnitId, HexId)> = met(self.s, a.unit, hex).collect();
        let (mut drawn, mut besides): (Vec<UnitId>, Vec<UnitId>) = (Vec::new(), Vec::new());
        let Some(c) = self.s.combats.last_mut() else {
            return;
        };
        for (e, h) in front {
            let others = c.links.iter().any(|&(x, d)| d == e && x != a.unit) || taken.contains(&e);
            if e == a.target || !others {
                if !c.links.contains(&(a.unit, e)) {
                    c.links.push((a.unit, e));
                    besides.push(e);
                }
                if c.target(e).is_none() {
                    c.targets.push(Target::new(e, h));
                    drawn.push(e);
                }
            }
        }
        c.links.sort_unstable();
        for target in besides {
            let attacker = a.unit;
            self.say(cite!("9.2", "F7"), || What::DrawnIn { attacker, target });
        }
        let seen: Vec<LeaderId> = drawn.iter().flat_map(|&u| self.leaders_with(u)).collect();
        for leader in seen {
            self.disclose(leader);
        }
        if let Some(k) = self.striker_mut(a.unit) {
            k.hex = hex;
            k.began_normal = steady;
            k.going = if home { Going::Home } else { Going::Plain };
        }
    }
}
