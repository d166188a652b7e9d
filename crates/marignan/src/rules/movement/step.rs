//! 9.0: a step of the selected pieces; with the parts of 3.1, 4.1, 5.0, 6.2, 8.3 and 14.1 that concern it.

use crate::casebook::cite;
use crate::components::{Class, CommanderId, Side, UnitId};
use crate::options::Choice;
use crate::rules::movement::costs::{ride_cost, ride_due, step_cost, step_due};
use crate::rules::scenarios::entry::{entry_hexes, entry_reduction};
use crate::state::pieces::{Condition, Marks, Whereabouts};
use crate::state::position::State;
use crate::state::run::Run;
use casus_core::cases::measures::MP;
use casus_core::{Bar, Bars, Dir, HexId, PieceSet, Place, SideFacing, Verdict, Violation};

/// Returns the location of the selected pieces.
pub(crate) fn place_of(s: &State, run: &Run) -> Whereabouts {
    let unit = run.units.first().map(|u| s.unit(UnitId(u)).at);
    let commander = || run.commanders.iter().next().map(|c| s.commander(c).at);
    unit.or_else(commander).unwrap_or(Whereabouts::Absent)
}

/// Returns a run of one unit, before its first step.
pub(crate) fn start(s: &State, unit: UnitId) -> Run {
    let nobody = crate::state::pieces::CommanderSet::default();
    Run::new(s.side(unit), PieceSet::one(unit.0), nobody)
}

/// The facts of a unit's step.
///
/// They concern one unit of the selected pieces. A stack may step if nothing forbids the step to any of them. The hex may be
/// any hex of the map: one of the prohibitions requires it to be adjacent.
#[derive(Debug)]
pub struct StepFacts<'a> {
    /// The current position.
    pub s: &'a State,
    /// The selected pieces.
    pub run: &'a Run,
    /// The selected unit.
    pub unit: UnitId,
    /// The side of the unit.
    pub side: Side,
    /// The hex that it leaves; `None` from off the map.
    pub from: Option<HexId>,
    /// The facing of the unit.
    pub facing: SideFacing,
    /// The hex to enter.
    pub to: HexId,
    /// The direction, if the hexes are adjacent.
    pub dir: Option<Dir>,
    /// The cost in movement points; `None` if terrain closes the step, or the hexes are not adjacent.
    pub cost: Option<u32>,
    /// The movement points that the unit has spent in this phase.
    pub spent: u8,
    /// The movement points that the unit has left.
    pub left: i32,
    /// Whether the unit starts in an enemy ZOC.
    pub from_zoc: bool,
    /// Whether the hex has no room for all selected pieces beside the friendly units in it.
    pub crowded: bool,
}

casus_core::questions!(StepFacts);

impl StepFacts<'_> {
    fn adjacent(&self) -> bool {
        self.from.is_none() || self.dir.is_some()
    }
    fn enemy(&self) -> Side {
        self.side.enemy()
    }
    /// Whether the hex to enter is in an enemy ZOC.
    pub fn to_zoc(&self) -> bool {
        self.s.in_zoc(self.to, self.enemy())
    }
    /// Whether the unit is of this side, and the hex has no room for the selected pieces.
    fn full(&self, side: Side) -> bool {
        self.side == side && self.crowded
    }
    /// Whether the unit may leave the enemy ZOCs of its hex. Cavalry, and Swiss arquebusiers, may leave if only infantry
    /// exerts them (4.1, ruling R39).
    fn slips_away(&self, from: HexId) -> bool {
        let mut by = self.s.controllers(from, self.enemy());
        self.s.light(self.unit) && by.all(|e| self.s.class(e) == Class::Infantry)
    }
    /// Whether the unit is out of command, on the map.
    fn strays(&self) -> bool {
        self.s.out_of_command(self.unit) && self.from.is_some()
    }
    /// The hex of the commander toward whom a unit out of command moves (6.2, ruling R26).
    fn commander(&self) -> Option<HexId> {
        let leader = self.s.corps(self.s.corps_of(self.unit)?).leader?;
        self.s.commander(leader).at.hex()
    }
    /// The violation if the unit is out of command and the step does not bring it closer to its commander, or it has none on the
    /// map.
    fn no_closer(&self) -> Option<Violation> {
        let from = self.from.filter(|_| self.strays())?;
        let Some(commander) = self.commander() else {
            return Some(Violation::at(self.unit.place()));
        };
        let far = |h| self.s.game_data.board.distance(h, commander) as i32;
        let (now, then) = (far(from), far(self.to));
        (then >= now).then(|| Violation::over(self.unit.place(), "distance from its commander", then, now - 1))
    }
    /// An enemy unit adjacent to the hex, if the unit is out of command.
    fn meets(&self) -> Option<UnitId> {
        let strays = self.strays();
        let mut enemies = self.s.adjacent_enemies(self.to, self.side);
        strays.then(|| enemies.next()).flatten()
    }
    /// The cost of the step, if the terrain is open or house rules are in force.
    fn due(&self) -> Option<u32> {
        let due = || step_due(self.s, self.unit, self.from, self.to, self.run.units);
        self.cost.or_else(|| self.s.amended().then(due))
    }
    /// The violation if the unit's movement points are too few for the step.
    fn too_dear(&self) -> Option<Violation> {
        let need = i32::try_from(self.due()?).unwrap_or(i32::MAX);
        let dear = beyond(need, self.spent, self.left, || self.s.allowance(self.unit));
        dear.then(|| Violation::lacks(self.unit.place(), MP, need.max(1), self.left))
    }
    /// Whether the unit is already on the map, or enters it at an entry hex of its column.
    fn enters(&self) -> bool {
        self.from.is_some() || entry_hexes(self.s, self.s.corps_of(self.unit)).contains(&self.to)
    }
}

/// Whether movement points are too few for a cost. They are enough for any cost if it is the unit's only move. After such a
/// move they are too few for any further one, at any cost (ruling R45).
pub(crate) fn beyond(need: i32, spent: u8, left: i32, allowance: impl FnOnce() -> i32) -> bool {
    let only = spent == 0 && left > 0;
    let made = || left == 0 && i32::from(spent) > allowance();
    need > left && !only || made()
}

type B = Bar<StepFacts<'static>>;

fn unit(f: &StepFacts) -> Place {
    f.unit.place()
}

fn to(f: &StepFacts) -> Place {
    f.to.place()
}

/// What forbids a unit's step, in book order. Judged for each selected unit and each hex. Named `step`.
pub static STEP_BARS: Bars<StepFacts> = Bars {
    name: "step",
    list: &[
        B::by(cite!("3.1"), "it is none of its front hexes").when(unit, |f| f.dir.is_some_and(|d| !f.facing.fronts(d))),
        B::by(cite!("4.1"), "the unit may not leave the enemy ZOC")
            .when(unit, |f| f.from_zoc && f.from.is_some_and(|h| !f.slips_away(h))),
        B::by(cite!("4.1"), "the unit may not go from one enemy ZOC to another").when(to, |f| f.from_zoc && f.to_zoc()),
        B::by(cite!("5.1"), "the Swiss may not stack so").when(to, |f| f.full(Side::Swiss)),
        B::by(cite!("5.2"), "the French may not stack so").when(to, |f| f.full(Side::French)),
        B::by(cite!("6.2"), "out of command, the unit moves only closer to its commander").violated(|f| f.no_closer()),
        B::by(cite!("6.2"), "out of command, the unit does not move next to an enemy unit")
            .violated(|f| f.meets().map(|e| Violation::at(e.place()))),
        B::by(cite!("8.3"), "units of a demoralized corps do not enter an enemy ZOC")
            .when(unit, |f| f.s.shaken(f.unit) && f.to_zoc()),
        B::by(cite!("9.0"), "the hex is not adjacent")
            .when(to, |f| !f.adjacent())
            .always(),
        B::by(cite!("9.0"), "an enemy unit is there")
            .when(to, |f| f.s.has_unit(f.to, f.enemy()))
            .always(),
        B::by(cite!("9.0"), "the terrain is closed to the unit").when(unit, |f| f.adjacent() && f.cost.is_none()),
        B::by(cite!("9.0", "R45"), "the movement points do not reach, and it is not the only move")
            .violated(|f| f.too_dear().filter(|_| f.adjacent())),
        B::by(cite!("14.1"), "the unit does not enter the map there").when(to, |f| !f.enters()),
    ],
};

/// The facts of a commander's step.
///
/// They concern one commander of the selected pieces, alone or with units.
#[derive(Debug)]
pub struct RideFacts<'a> {
    /// The current position.
    pub s: &'a State,
    /// The selected pieces.
    pub run: &'a Run,
    /// The selected commander.
    pub commander: CommanderId,
    /// The side of the commander.
    pub side: Side,
    /// The hex that he leaves; `None` from off the map.
    pub from: Option<HexId>,
    /// The hex to enter.
    pub to: HexId,
    /// Whether the hexes are adjacent, or he comes from off the map.
    pub adjacent: bool,
    /// The cost in movement points; `None` if terrain closes the step, or the hexes are not adjacent.
    pub cost: Option<u32>,
    /// The movement points that he has left.
    pub left: i32,
}

casus_core::questions!(RideFacts);

type R = Bar<RideFacts<'static>>;

fn rider(f: &RideFacts) -> Place {
    f.commander.place()
}

fn there(f: &RideFacts) -> Place {
    f.to.place()
}

impl RideFacts<'_> {
    /// Whether no unit moves with him, and no unit of his side is in the hex to enter.
    fn alone(&self) -> bool {
        self.run.units.is_empty() && !self.s.has_unit(self.to, self.side)
    }
    /// The cost of the step, if the terrain is open or house rules are in force.
    fn due(&self) -> Option<u32> {
        let due = || ride_due(self.s, self.from, self.to);
        self.cost.or_else(|| self.s.amended().then(due))
    }
    /// The violation if his movement points are too few for the step.
    fn too_dear(&self) -> Option<Violation> {
        let need = i32::try_from(self.due()?).unwrap_or(i32::MAX);
        (need > self.left).then(|| Violation::lacks(self.commander.place(), MP, need, self.left))
    }
    /// Whether he is already on the map, or enters it at an entry hex of his column.
    fn enters(&self) -> bool {
        let corps = self.s.game_data.roster[self.commander].corps;
        self.from.is_some() || entry_hexes(self.s, Some(corps)).contains(&self.to)
    }
}

/// What forbids a commander's step, in book order. Judged for each selected commander and each hex. Named `ride`.
pub static RIDE_BARS: Bars<RideFacts> = Bars {
    name: "ride",
    list: &[
        R::by(cite!("4.0", "R48"), "he enters an enemy ZOC only with a friendly unit, or where one is")
            .when(there, |f| f.alone() && f.s.in_zoc(f.to, f.side.enemy())),
        R::by(cite!("9.0"), "the hex is not adjacent")
            .when(there, |f| !f.adjacent)
            .always(),
        R::by(cite!("9.0"), "an enemy unit is there")
            .when(there, |f| f.s.has_unit(f.to, f.side.enemy()))
            .always(),
        R::by(cite!("9.0"), "the ground is closed to him").when(rider, |f| f.adjacent && f.cost.is_none()),
        R::by(cite!("9.0", "R48"), "his movement points do not reach")
            .violated(|f| f.too_dear().filter(|_| f.adjacent)),
        R::by(cite!("14.1"), "he does not enter the map there").when(there, |f| !f.enters()),
    ],
};

impl State {
    /// Returns a unit's movement allowance in this move, in movement points: that of the face with which it began (ruling R46),
    /// reduced in the turn in which its column enters (14.1).
    pub fn allowance(&self, unit: UnitId) -> i32 {
        let u = self.unit(unit);
        let began = !self.opts(Choice::R46) && u.marks.has(Marks::BEGAN_IN_ORDER);
        let disordered = u.condition != Condition::Order && !began;
        let ma = i32::from(self.counter(unit).face(disordered, u.replaced).ma);
        (ma - i32::from(entry_reduction(self, unit))).max(0)
    }
    /// Returns the movement points that a unit has left in this phase.
    pub fn points_left(&self, unit: UnitId) -> i32 {
        (self.allowance(unit) - i32::from(self.unit(unit).spent)).max(0)
    }
}

/// The hex, facing and spent movement points of the selected pieces, now or at a later point of their path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Pose {
    pub(crate) at: Option<HexId>,
    pub(crate) facing: SideFacing,
    /// Movement points that the path costs units of each class, in addition to those already spent.
    pub(crate) paid: [u8; 3],
    /// Movement points that the commanders have spent.
    pub(crate) ridden: u8,
}

impl Pose {
    pub(crate) fn of(s: &State, run: &Run) -> Self {
        let first = run.units.first().map(UnitId);
        let ridden = run.commanders.iter().map(|c| s.commander(c).spent);
        Self {
            at: place_of(s, run).hex(),
            facing: first.map_or(SideFacing::ALL[0], |u| s.unit(u).facing),
            paid: [0; 3],
            ridden: ridden.max().unwrap_or(0),
        }
    }
    /// Returns the movement points that a selected unit has spent.
    pub(crate) fn spent(&self, s: &State, unit: UnitId) -> u8 {
        s.unit(unit).spent.saturating_add(self.paid[s.class(unit) as usize])
    }
    /// Returns the movement points that a selected unit has left.
    pub(crate) fn left(&self, s: &State, unit: UnitId) -> i32 {
        (s.allowance(unit) - i32::from(self.spent(s, unit))).max(0)
    }
    /// Returns the hexes of possible steps, a superset of the legal ones; the lists judge them. Under the printed laws it omits
    /// hexes that are not in front of units, and hexes where their column does not enter.
    pub(crate) fn nexts<'a>(&self, s: &'a State, run: &Run) -> impl Iterator<Item = HexId> + use<'a> {
        let board = &s.game_data.board;
        let (facing, around) = (self.facing, s.amended() || run.units.is_empty());
        let beside = self.at.into_iter().flat_map(|at| board.neighbours(at));
        let ahead = beside.filter(move |&(d, _)| around || facing.fronts(d));
        let entered: Vec<HexId> = match self.at {
            Some(_) => Vec::new(),
            None if s.amended() => board.ids().collect(),
            None => entries(s, run),
        };
        ahead.map(|(_, to)| to).chain(entered)
    }
}

/// The cost of a step for the selected pieces, in movement points; `None` if terrain closes it, or the hexes are not adjacent.
#[derive(Clone, Copy)]
pub(crate) struct Fares {
    /// The cost for a unit of each class; `None` for a class of which no unit is selected.
    pub(crate) units: [Option<u32>; 3],
    /// The cost for each commander; `None` if no commander is selected.
    pub(crate) commanders: Option<u32>,
}

impl Fares {
    /// A step that no piece can pay for.
    pub(crate) const NONE: Self = Self {
        units: [None; 3],
        commanders: None,
    };
    /// Returns the costs of a step between adjacent hexes, or from off the map.
    fn of(s: &State, run: &Run, from: Option<HexId>, to: HexId) -> Self {
        let mut fares = Self::NONE;
        let mut asked = [false; 3];
        for unit in run.units.iter().map(UnitId) {
            let class = s.class(unit) as usize;
            if !core::mem::replace(&mut asked[class], true) {
                fares.units[class] = step_cost(s, unit, from, to, run.units);
            }
        }
        if !run.commanders.is_empty() {
            fares.commanders = ride_cost(s, from, to);
        }
        fares
    }
}

/// A step independent of the spent movement points: its start, the facing, whether it starts in an enemy ZOC, and its costs.
pub(crate) struct Going {
    pub(crate) from: Option<HexId>,
    pub(crate) facing: SideFacing,
    pub(crate) from_zoc: bool,
    pub(crate) to: HexId,
    pub(crate) dir: Option<Dir>,
    pub(crate) fares: Fares,
    /// Whether the hex has no room for the selected pieces.
    pub(crate) crowded: bool,
}

impl Going {
    pub(crate) fn of(s: &State, run: &Run, pose: &Pose, from_zoc: bool, to: HexId) -> Self {
        let dir = pose.at.and_then(|from| s.game_data.board.direction(from, to));
        let fares = if pose.at.is_none() || dir.is_some() {
            Fares::of(s, run, pose.at, to)
        } else {
            Fares::NONE
        };
        Self {
            from: pose.at,
            facing: pose.facing,
            from_zoc,
            to,
            dir,
            fares,
            crowded: !run.units.is_empty() && !s.room(to, run.side, run.units),
        }
    }
    /// Judges the step for every selected piece, with the movement points that each has spent and has left.
    #[inline]
    fn judge(
        &self,
        s: &State,
        run: &Run,
        points: impl Fn(UnitId) -> (u8, i32),
        left: impl Fn(CommanderId) -> i32,
        v: &mut Verdict,
    ) {
        for unit in run.units.iter().map(UnitId) {
            let (spent, left) = points(unit);
            let facts = StepFacts {
                s,
                run,
                unit,
                side: run.side,
                from: self.from,
                facing: self.facing,
                to: self.to,
                dir: self.dir,
                cost: self.fares.units[s.class(unit) as usize],
                spent,
                left,
                from_zoc: self.from_zoc,
                crowded: self.crowded,
            };
            STEP_BARS.judge(&facts, v);
            if v.settled() {
                return;
            }
        }
        for commander in run.commanders.iter() {
            let facts = RideFacts {
                s,
                run,
                commander,
                side: run.side,
                from: self.from,
                to: self.to,
                adjacent: self.from.is_none() || self.dir.is_some(),
                cost: self.fares.commanders,
                left: left(commander),
            };
            RIDE_BARS.judge(&facts, v);
            if v.settled() {
                return;
            }
        }
    }
    /// Whether nothing forbids the step to any selected piece if movement points are unlimited.
    pub(crate) fn open(&self, s: &State, run: &Run) -> bool {
        let mut v = Verdict::quick();
        self.judge(s, run, |_| (0, i32::MAX), |_| i32::MAX, &mut v);
        !v.refused()
    }
}

/// Judges a step from a pose for every selected piece.
pub(crate) fn judge_pose(s: &State, run: &Run, pose: &Pose, from_zoc: bool, to: HexId, v: &mut Verdict) {
    let ma = |c| i32::from(s.commander_face(c).ma);
    Going::of(s, run, pose, from_zoc, to).judge(
        s,
        run,
        |u| (pose.spent(s, u), pose.left(s, u)),
        |c| (ma(c) - i32::from(pose.ridden)).max(0),
        v,
    );
}

/// Returns the current pose of the selected pieces, and whether it is in an enemy ZOC.
pub(crate) fn standing(s: &State, run: &Run) -> (Pose, bool) {
    let pose = Pose::of(s, run);
    let from_zoc = pose.at.is_some_and(|f| s.in_zoc(f, run.side.enemy()));
    (pose, from_zoc)
}

/// Judges a step of the selected pieces from their current pose.
pub(crate) fn judge_step(s: &State, run: &Run, to: HexId, v: &mut Verdict) {
    let (pose, from_zoc) = standing(s, run);
    judge_pose(s, run, &pose, from_zoc, to, v);
}

pub(crate) fn may_step(s: &State, run: &Run, to: HexId) -> bool {
    let mut v = Verdict::quick();
    judge_step(s, run, to, &mut v);
    !v.refused()
}

/// Returns the hexes where the selected pieces may enter the map (14.1).
pub(crate) fn entries(s: &State, run: &Run) -> Vec<HexId> {
    let units = run.units.iter().map(|u| s.corps_of(UnitId(u)));
    let commanders = run.commanders.iter().map(|c| Some(s.game_data.roster[c].corps));
    let mut entries: Vec<HexId> = Vec::new();
    for corps in units.chain(commanders) {
        for &h in entry_hexes(s, corps) {
            if !entries.contains(&h) {
                entries.push(h);
            }
        }
    }
    entries
}

/// Returns the facing of a unit that enters: away from its own map edge (ruling R106).
pub(crate) const fn entry_facing(side: Side) -> SideFacing {
    SideFacing::toward(side.enemy().homeward()[0])
}

#[cfg(test)]
mod tests {
    use crate::rules::movement::costs::STEP_COSTS;
    use crate::setup::tests::setup;
    use crate::{Marignan, Side};
    use casus_core::cases::entry;
    use casus_core::{Casebook, Laws, Match, PlayError, Scripted, Standing, cite_in};

    static SHORT_CUTS: Casebook =
        Casebook::house("Short cuts", &[entry("1.1", "A way that costs nothing", Standing::Rule, "step.rs")]);

    /// With a house rule that makes a hex free, only ruling R45 forbids a step after the one for which the points were too
    /// few.
    #[test]
    fn nothing_follows_the_one_step_for_which_the_points_were_short() {
        let free = STEP_COSTS
            .entry(cite_in!(SHORT_CUTS, "1.1"), "the short cut")
            .adds(|f| f.to.place(), |f| (f.s.game_data.board.label(f.to) == "1209").then_some(-9));
        let laws = Laws::of(&SHORT_CUTS).modify(&STEP_COSTS, free);
        let goes_on = |allowance: u8| {
            let setup = setup(&format!(
                r#"{{"start_at":"moves","active":"French","map":{{"blank":true,"hexes":[{{"hex":"1210","terrain":"dense"}}]}},
                    "charts":{{"terrain":{{"dense":{{"mp":["2","2","2"],"disorder":"none"}}}}}},
                    "counters":[{{"id":"Bourbon-Lan-1","front":{{"ma":{allowance}}}}}],
                    "units":[{{"id":"Bourbon-Lan-1","hex":"1211","facing":"N"}}]}}"#
            ));
            let mut game = Match::<Marignan>::under(setup, &laws).unwrap_or_else(|e| panic!("{e}"));
            for words in ["take Bourbon-Lan-1", "step 1210"] {
                game.play_words(Side::French, words, &mut Scripted::new(&[]))
                    .unwrap_or_else(|e| panic!("{words}: {e}"));
            }
            let step = game.parse("step 1209").unwrap();
            match game.check(Side::French, &step) {
                Ok(()) => None,
                Err(PlayError::Refused(why)) => Some(game.explain(&why)),
                Err(e) => panic!("{e}"),
            }
        };
        assert_eq!(goes_on(2), None, "its points are spent to the last, and the hex costs none");
        let why = goes_on(1).expect("it has made its one move");
        assert!(why.contains("R45"), "{why}");
    }
}
