//! The state of play: a value.

use crate::casebook::cite;
use crate::components::{Arm, CommandId, Counter, LeaderId, Missile, Ratings, Side, UnitId};
use crate::data::{Kit, Traits};
use crate::options::{Choice, Options};
use casus_core::{Board, Cite, Few, HexId, Laws, Lexicon, Outcome, Place, VertexFacing};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Where a counter is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Whereabouts {
    /// On the map.
    Map(HexId),
    /// In the Ottoman Retired Box (10.3, 13.0.3).
    Box,
    /// Still to enter the map (15.1, 15.2).
    Reserve,
    /// Eliminated, killed or captured.
    Lost,
    /// Not in this battle, or gone from the field without loss (12.4).
    Absent,
}

impl Whereabouts {
    /// The hex, if it is on the map.
    #[inline]
    pub const fn hex(self) -> Option<HexId> {
        match self {
            Self::Map(h) => Some(h),
            _ => None,
        }
    }
    /// In the game still, on the map or to come.
    pub const fn in_play(self) -> bool {
        matches!(self, Self::Map(_) | Self::Box | Self::Reserve)
    }
}

/// The condition of a combat unit (10.1, 10.3).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Condition {
    /// Front side up.
    Normal,
    /// Reverse side up.
    Disordered,
    /// Under a Retired marker, or Retired in the Box.
    Retired,
}

casus_core::flags! {
    /// What a combat unit has done in the activation that runs.
    pub struct Done(u16) {
        /// Started the activation in command (12.1).
        IN_COMMAND = 0,
        /// Its movement is over (6.1).
        RUN_OVER = 1,
        /// Spent movement points (7.5.2, 11.0.1).
        MOVED = 2,
        /// Changed facing (11.0.1).
        PIVOTED = 3,
        /// Has fired its Phasing Fire (7.3.2).
        FIRED = 4,
        /// Has made its attack (8.1).
        ATTACKED = 5,
        /// A musket unit that has used its Reaction Fire (7.3.2 B).
        REACTED = 6,
        /// Turned for a Counter-Charge (9.4.5).
        TURNED = 7,
        /// Turned once in an enemy ZOC (3.3.2).
        ZOC_TURN = 8,
        /// Was Disordered when the activation began (11.0.1).
        BEGAN_DISORDERED = 10,
        /// Still setting up camp (14.3(2)); lasts until it is Rallied.
        ENCAMPED = 9,
    }
}

impl Done {
    /// Forgets the activation; what lasts longer stays.
    #[must_use]
    pub const fn fresh(self) -> Self {
        Self(self.0 & Self::ENCAMPED.0)
    }
}

/// A combat unit in play.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Unit {
    /// Where it is.
    pub at: Whereabouts,
    /// The vertex that it faces.
    pub facing: VertexFacing,
    /// Its condition.
    pub condition: Condition,
    /// What it has done in this activation.
    pub done: Done,
    /// Movement points spent in this activation.
    pub spent: u8,
    /// Attacks made in this activation (10.5).
    pub attacks: u8,
}

/// A leader in play.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Leader {
    /// Where he is.
    pub at: Whereabouts,
    /// Whether the enemy knows where he is (3.5).
    pub known: bool,
    /// A replacement leader stands for the one named (12.4.1).
    pub replacement: bool,
    /// Giorgi Szapolyai's ratings stand for the replacement (ruling H1).
    pub szapolyai: bool,
    /// Killed, and to be replaced at the owner's next activation (12.4.1).
    pub pending: bool,
    /// Movement points spent in this activation.
    pub spent: u8,
    /// His movement is over.
    pub moved: bool,
}

/// How an activation came about (5.1, 5.2, 5.3).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Warrant {
    /// No die roll of one's own.
    #[default]
    Free,
    /// A Continuity roll.
    Continuity,
    /// A Seizure.
    Seized,
}

/// The activation that runs.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Activation {
    /// Whose.
    pub side: Side,
    /// The command.
    pub command: CommandId,
    /// The leader under whom it acts.
    pub under: LeaderId,
    /// How it came about.
    pub warrant: Warrant,
    /// A Free activation, for the Cases that ask (16.0.1, 15.1.2).
    pub free: bool,
    /// In the Shock segment already.
    pub shock: bool,
    /// Units that have entered, by entry hex (15.1).
    pub entered: Vec<(HexId, u8)>,
    /// Declared attacks that are not resolved yet.
    pub declared: Vec<Declared>,
    /// Archers that have used Reaction Fire, and on whom (7.3.2 A).
    pub reacted: Vec<(UnitId, UnitId)>,
    /// Counter-Charges that wait for a mounted archer to end its run (7.3.1).
    pub waiting: Vec<(UnitId, HexId)>,
    /// Enemy units whose declared combat has been opened (9.1(2)).
    pub struck: Vec<UnitId>,
    /// Windows that each side has closed until the activation ends.
    pub closed: [u8; 2],
}

/// A declared attack: one attacker on one target (8.1, 9.2).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Declared {
    /// Who attacks.
    pub attacker: UnitId,
    /// Whom.
    pub target: UnitId,
    /// As a Charge.
    pub charge: bool,
    /// Where the attacker stood when it was declared: it is void if he has left it (ruling E18).
    pub from: HexId,
    /// Where the target stood when it was declared.
    pub on: HexId,
}

/// A reaction window of the side that is not active.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
#[repr(u8)]
pub enum Window {
    /// Reaction Fire (7.3.2).
    Reaction,
    /// Return Fire (7.3.2).
    Return,
    /// Counter-Charge against fire (9.4.2).
    Fire,
    /// Retreat Before Shock and Counter-Charge against Shock (8.2, 9.4.2).
    Shock,
}

impl Window {
    /// Every window.
    pub const ALL: [Self; 4] = [Self::Reaction, Self::Return, Self::Fire, Self::Shock];
    /// Its word.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Reaction => "reaction-fire",
            Self::Return => "return-fire",
            Self::Fire => "counter-charge-fire",
            Self::Shock => "before-shock",
        }
    }
    pub(crate) const fn bit(self) -> u8 {
        1 << self as u8
    }
}

/// A unit's movement while it runs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Run {
    /// Who moves.
    pub unit: UnitId,
    /// Movement points at its disposal, fixed when the run begins.
    pub allowance: u8,
    /// Has entered an enemy ZOC in this run (3.2.4(1)).
    pub entered_zoc: bool,
    /// May still turn freely here, having left a ZOC (3.3.2).
    pub free_turn: bool,
    /// Enemy units whose ZOC it left in this activation (3.2.4(2)).
    pub left: Few<UnitId, 12>,
    /// Standing on a friendly gun's hex in passing (3.1.1).
    pub passing: bool,
    /// Halted, or driven from where it was.
    pub over: bool,
    /// Movement points spent.
    pub spent: u8,
}

/// A half-done procedure. Each is in the module of its rules.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Stage {
    /// 14.1, 14.2: placing.
    Deploy {
        /// The next piece in the order of placing.
        next: u8,
    },
    /// 5.1: a Free choice.
    Free {
        /// Whose.
        side: Side,
    },
    /// 5.2: Continuity, or a Pass.
    Continuity {
        /// Whose.
        side: Side,
    },
    /// 5.3: the other side may Seize.
    Seize {
        /// Who named a command.
        side: Side,
        /// Its leader.
        named: LeaderId,
    },
    /// The course of one activation.
    Activation {
        /// Where in it.
        step: Course,
    },
    /// 12.4.1: a replacement leader arrives.
    Replace {
        /// Whose.
        side: Side,
    },
    /// 6.1: choosing who moves or fires next.
    Segment,
    /// A unit moves and fires.
    Running(Run),
    /// A leader moves.
    Riding(LeaderId),
    /// 7.3.2: Reaction Fire at a unit that has come in front.
    Reaction {
        /// At whom.
        at: UnitId,
        /// The hex that it entered.
        hex: HexId,
    },
    /// A shot, from its announcement to its results.
    Shot(crate::rules::fire::Shot),
    /// 8.1: declaring attacks.
    Declaring,
    /// 8.3: choosing which combat comes next.
    Resolving,
    /// A combat; its facts are the last of the state's combats.
    Combat {
        /// Where in it.
        step: crate::rules::shock::Bout,
    },
    /// 9.2: a Charger on its way.
    Approach(crate::rules::charge::Approach),
    /// 9.4.4: a Counter-Charger on its way.
    Counter(crate::rules::charge::Counter),
    /// 9.4.5: a Counter-Charger may turn first.
    Wheel {
        /// Who.
        unit: UnitId,
    },
    /// A result being applied to a unit.
    Effect(crate::rules::results::Effect),
    /// 10.5: a Continued Attack waits for its turn.
    Continuing {
        /// Who.
        unit: UnitId,
        /// Whose.
        side: Side,
        /// Still Charging (9.3.1-opt).
        home: bool,
        /// The hex that it advanced to.
        hex: HexId,
    },
    /// 10.2: choosing where to retreat.
    Retreat {
        /// Who.
        unit: UnitId,
        /// From where the result was inflicted.
        from: Few<HexId, 8>,
        /// Its leaders have not been tested for this result (12.4(2)).
        risk: bool,
    },
    /// Choosing a facing after a retreat, an advance or a placement.
    Reface {
        /// Who.
        unit: UnitId,
        /// The Case that grants it.
        why: crate::rules::results::Refacing,
    },
    /// 10.3: placing a Retired Hungarian by the Banner.
    Retire {
        /// Who.
        unit: UnitId,
    },
    /// 12.4: a leader without his unit goes to the nearest of his command.
    Rejoin {
        /// Who.
        leader: LeaderId,
        /// From where.
        from: HexId,
    },
}

/// Where in an activation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Course {
    /// Replacement leaders arrive (12.4.1).
    Replacements,
    /// Command status is fixed (12.1).
    Status,
    /// Move/Fire (6.1).
    MoveFire,
    /// Shock is declared (8.1).
    Declare,
    /// Shock is resolved (8.3).
    Resolve,
    /// Disordered units rally (11.0.1).
    Rally,
    /// Flight (16.0.1), then Continuity.
    Close,
}

/// A state of play.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct State {
    pub(crate) kit: Arc<Kit>,
    pub(crate) options: Options,
    pub(crate) units: Vec<Unit>,
    pub(crate) leaders: Vec<Leader>,
    pub(crate) occupants: Vec<u8>,
    pub(crate) banner: Option<HexId>,
    pub(crate) banner_lost: bool,
    pub(crate) stack: Vec<Stage>,
    pub(crate) activation: Option<Box<Activation>>,
    pub(crate) combats: Vec<crate::rules::shock::Combat>,
    /// The command of each side's last activation, for 4.2.
    pub(crate) last: [Option<CommandId>; 2],
    /// 14.3(4): the Hungarians may continue with the same command.
    pub(crate) same_again: bool,
    /// 14.3(3): the Ottomans have had their first Free activation.
    pub(crate) seizure_open: bool,
    /// 15.2.4: the Ottomans have been activated.
    pub(crate) ottomans_up: bool,
    pub(crate) passes: u8,
    pub(crate) stalemate: u8,
    /// Leaders killed: monarchs and others, by side (16.0.1).
    pub(crate) fallen: [[u8; 2]; 2],
    /// Ruling H1: Giorgi Szapolyai has replaced somebody.
    pub(crate) szapolyai_came: bool,
    pub(crate) outcome: Option<(Outcome<Side>, Cite)>,
}

/// The empty hex.
pub(crate) const NOBODY: u8 = u8::MAX;

impl Lexicon for State {
    type Side = Side;
    const HEXES: Cite = cite!("2.1");
    const FACINGS: Cite = cite!("3.3.1");
    fn board(&self) -> &Board {
        &self.kit.board
    }
    fn piece(&self, at: Place) -> Option<&str> {
        self.kit.roster.name(at)
    }
}

impl State {
    /// The map, the counters and the charts that it plays by.
    pub fn kit(&self) -> &Arc<Kit> {
        &self.kit
    }
    /// The laws in force: what is printed, or that and house rules.
    #[inline]
    pub fn laws(&self) -> &Laws {
        self.kit.laws()
    }
    /// The options in force.
    pub const fn options(&self) -> Options {
        self.options
    }
    /// Whether an option is in force.
    #[inline]
    pub const fn opts(&self, choice: Choice) -> bool {
        self.options.has(choice)
    }
    /// A unit.
    #[inline]
    pub fn unit(&self, id: UnitId) -> &Unit {
        &self.units[usize::from(id.0)]
    }
    #[inline]
    pub(crate) fn unit_mut(&mut self, id: UnitId) -> &mut Unit {
        &mut self.units[usize::from(id.0)]
    }
    /// A unit's counter.
    #[inline]
    pub fn counter(&self, id: UnitId) -> &Counter {
        self.kit.roster.counter(id)
    }
    /// Every unit of the roster.
    pub fn unit_ids(&self) -> impl Iterator<Item = UnitId> + use<> {
        (0..self.units.len() as u8).map(UnitId)
    }
    /// Every unit with what its counter says most of, in order.
    pub(crate) fn pieces(&self) -> impl Iterator<Item = (UnitId, &Unit, Traits)> {
        let all = self.units.iter().zip(self.kit.all_traits());
        (0u8..).zip(all).map(|(id, (unit, &traits))| (UnitId(id), unit, traits))
    }
    /// Every leader of the roster.
    pub fn leader_ids(&self) -> impl Iterator<Item = LeaderId> + use<> {
        (0..self.leaders.len() as u8).map(LeaderId)
    }
    /// A leader.
    pub fn leader(&self, id: LeaderId) -> &Leader {
        &self.leaders[usize::from(id.0)]
    }
    pub(crate) fn leader_mut(&mut self, id: LeaderId) -> &mut Leader {
        &mut self.leaders[usize::from(id.0)]
    }
    /// The Hungarian Banner's hex while it stands (13.0.4).
    pub const fn banner(&self) -> Option<HexId> {
        self.banner
    }
    /// The activation that runs, if any.
    pub fn activation(&self) -> Option<&Activation> {
        self.activation.as_deref()
    }
    /// The combat unit in a hex.
    #[inline]
    pub fn occupant(&self, hex: HexId) -> Option<UnitId> {
        let u = self.occupants[usize::from(hex.0)];
        (u != NOBODY).then_some(UnitId(u))
    }
    /// A unit's side.
    #[inline]
    pub fn side(&self, id: UnitId) -> Side {
        self.kit.traits(id).side
    }
    /// A unit's command (2.2.4).
    #[inline]
    pub fn command(&self, id: UnitId) -> CommandId {
        self.kit.traits(id).command
    }
    /// A unit's arm (2.2.2).
    #[inline]
    pub fn arm(&self, id: UnitId) -> Arm {
        self.kit.traits(id).arm
    }
    /// A unit's missile type (2.2.3).
    #[inline]
    pub fn missile(&self, id: UnitId) -> Missile {
        self.kit.traits(id).missile
    }
    /// The ratings of the side of the counter that is up (2.2.5, 2.2.6, 10.1). A Retired unit is rated as Disordered.
    pub fn ratings(&self, id: UnitId) -> Ratings {
        let c = self.counter(id);
        match self.unit(id).condition {
            Condition::Normal => c.front,
            _ => c.back.unwrap_or(c.front),
        }
    }
    /// The hex of a unit on the map.
    #[inline]
    pub fn hex(&self, id: UnitId) -> Option<HexId> {
        self.unit(id).at.hex()
    }
    /// Whether a unit is on the map and Normal.
    pub fn steady(&self, id: UnitId) -> bool {
        let u = self.unit(id);
        u.condition == Condition::Normal && u.at.hex().is_some()
    }
    /// The enemy unit in a hex, seen from a side.
    #[inline]
    pub fn enemy_at(&self, hex: HexId, of: Side) -> Option<UnitId> {
        self.occupant(hex).filter(|&u| self.side(u) != of)
    }
    /// The leaders in a hex.
    pub fn leaders_at(&self, hex: HexId) -> impl Iterator<Item = LeaderId> + '_ {
        self.leader_ids()
            .filter(move |&l| self.leader(l).at == Whereabouts::Map(hex))
    }
    /// The single setter of a unit's place: keeps the map of occupants.
    pub(crate) fn put(&mut self, id: UnitId, at: Whereabouts) {
        if let Some(h) = self.hex(id)
            && self.occupant(h) == Some(id)
        {
            self.occupants[usize::from(h.0)] = NOBODY;
        }
        self.unit_mut(id).at = at;
        if let Whereabouts::Map(h) = at
            && self.occupants[usize::from(h.0)] == NOBODY
        {
            self.occupants[usize::from(h.0)] = id.0;
        }
    }
    /// Moves a unit with the leaders who are stacked with it.
    pub(crate) fn put_with_leaders(&mut self, id: UnitId, to: HexId) {
        if let Some(from) = self.hex(id)
            && self.occupant(from) == Some(id)
        {
            for l in 0..self.leaders.len() {
                if self.leaders[l].at == Whereabouts::Map(from) && self.kit.roster.leaders[l].side == self.side(id) {
                    self.leaders[l].at = Whereabouts::Map(to);
                }
            }
        }
        self.put(id, Whereabouts::Map(to));
    }
    /// The ratings that hold for a leader: his own, his replacement's (12.4.1), or Giorgi Szapolyai's (ruling H1).
    fn led_by(&self, id: LeaderId) -> (i8, u8, u8) {
        let roster = &self.kit.roster;
        let card = |l: LeaderId| {
            let c = roster.leader_card(l);
            (c.activation, c.range, c.ma)
        };
        let leader = self.leader(id);
        let szapolyai = leader.szapolyai.then(|| roster.leader("GSzapolyai"));
        match szapolyai.flatten() {
            Some(g) => card(g),
            None if leader.replacement => {
                let r = &roster.replacement;
                (r.activation, r.range, r.ma)
            }
            None => card(id),
        }
    }
    /// A leader's Activation Rating (2.2.8).
    pub fn activation_rating(&self, id: LeaderId) -> i32 {
        i32::from(self.led_by(id).0)
    }
    /// A leader's Command Range in hexes (2.2.7, second printing).
    pub fn command_range(&self, id: LeaderId) -> u32 {
        u32::from(self.led_by(id).1)
    }
    /// A leader's Movement Allowance in movement points (ruling C13).
    pub fn leader_allowance(&self, id: LeaderId) -> u8 {
        self.led_by(id).2
    }
}
