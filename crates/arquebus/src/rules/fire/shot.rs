//! A shot (11.1 to 11.4): which units may fire at which hex, and the modifiers of the die.

use crate::action::Action;
use crate::casebook::cite;
use crate::charts::{CombatResult, FireDrms, OPEN_ORDER, TerrainRow, fire_column};
use crate::components::{Arm, Hexside, Missile, Side, UnitId};
use crate::options::Choice;
use crate::rules::concepts::shoots_on_the_move;
use crate::rules::fire::sight::{Sight, friend_engaged, sight};
use crate::rules::movement::facing::askew;
use crate::state::activation::Act;
use crate::state::pieces::{Condition, Done};
use crate::state::position::State;
use crate::state::run::Run;
use crate::state::shot::Mode;
use casus_core::cases::measures::{MP, RANGE};
use casus_core::{
    Aspect, Bar, Bars, Bearing, Dir, Few, HexId, Ledger, Modifier, Modifiers, Refusal, Verdict, Violation, bearing,
};

casus_continuity::facts! {
    /// The facts of a shot at a hex.
    ///
    /// What the line of fire passes is computed before any entry is checked.
    pub struct ShotFacts<'a> of State; rules B = Bar; places firer, to {
        /// The unit that would fire.
        pub firer: UnitId,
        /// The side of that unit.
        pub side: Side,
        /// Whether it is Active, Return or Reaction Fire.
        pub mode: Mode,
        /// The firer's hex.
        pub from: HexId,
        /// The hex that it fires at.
        pub to: HexId,
        /// The range in hexes, the target's hex included (11.1).
        pub range: u32,
        /// What is in the line of sight.
        pub sight: Sight,
        /// Whether it is fired over units, at two hexes (11.4).
        pub raining: bool,
        /// The run during which it is fired, if any.
        pub run: Option<Run>,
    }
}

/// The Missile Fire DRM of the face with which a unit would fire. Activated guns unlimber first (11.1, ruling R-44).
fn own_drm(s: &State, unit: UnitId, mode: Mode) -> Option<i32> {
    let u = s.unit(unit);
    let gun = s.counter(unit).arm == Arm::Artillery;
    let turned = u.turned || (gun && mode == Mode::Active);
    let ratings = s.counter(unit).ratings(turned, u.condition != Condition::Normal);
    ratings.missile.map(i32::from)
}

/// The range of a unit in hexes; 0 for one that does not fire.
pub(crate) fn reach(s: &State, unit: UnitId) -> u32 {
    s.game_data.charts.ranges.reach(s.missile(unit))
}

impl ShotFacts<'_> {
    fn missile(&self) -> Missile {
        self.s.missile(self.firer)
    }
    fn gun(&self) -> bool {
        self.s.counter(self.firer).arm == Arm::Artillery
    }
    fn done(&self, deed: Done) -> bool {
        self.s.unit(self.firer).done.has(deed)
    }
    fn armed(&self) -> bool {
        own_drm(self.s, self.firer, self.mode).is_some() && self.missile() != Missile::None
    }
    fn nobody(&self) -> bool {
        !self.s.enemy_in(self.to, self.side)
    }
    /// Whether the shot would leave through a side of its hex that it does not fire through (11.1).
    fn outside_arc(&self) -> bool {
        let facing = self.s.unit(self.firer).facing;
        let out = self.s.aspect_towards(self.from, facing, self.to);
        self.armed()
            && out.is_some_and(|aspect| match aspect {
                Aspect::Front => false,
                Aspect::Flank => self.gun(),
                Aspect::Rear => true,
            })
    }
    /// The missing points for fire next to an enemy (11.2).
    fn wants_point(&self) -> Option<Violation> {
        let run = self.run.filter(|_| close_fire(self.s, self.firer))?;
        let need = i32::from(self.s.game_data.charts.points.fire);
        let have = i32::from(run.allowance) - i32::from(run.spent);
        (have < need).then(|| Violation::lacks(self.firer.place(), MP, need, have))
    }
    /// The unit stacked with it, if that has another facing and the shot ends the firer's Phase. A unit that may continue after
    /// its fire can still turn (10.1, 11.2).
    fn askew(&self) -> Option<UnitId> {
        let run = self.run.filter(|_| !shoots_on_the_move(self.s, self.firer))?;
        askew(self.s, &run)
    }
    /// Whether it may react any number of times (11.2).
    fn ready(&self) -> bool {
        matches!(self.s.arm(self.firer), Arm::Genitors | Arm::Longbow | Arm::LightArchers)
    }
    fn closed_files(&self) -> bool {
        matches!(self.s.arm(self.firer), Arm::Pikes | Arm::SwordAndBuckler)
    }
    fn engaged_there(&self) -> Option<UnitId> {
        self.s.units_at(self.to).find(|&u| self.s.engaged(u))
    }
    fn shot_in_the_back(&self) -> bool {
        self.s.aspect_from(self.firer, self.to) == Some(Aspect::Rear)
    }
}

/// Whether horse that fires on the move would fire next to an enemy unit, which costs points (11.2).
pub(crate) fn close_fire(s: &State, unit: UnitId) -> bool {
    let near = s.hex(unit).is_some_and(|h| s.near_enemy(h, s.side(unit)));
    shoots_on_the_move(s, unit) && near
}

/// The list `shot`: what forbids a shot, in book order. Checked for Active, Return and Reaction Fire;
/// [`ShotFacts::mode`] says which (11.2).
pub static SHOT_BARS: Bars<ShotFacts> = Bars {
    name: "shot",
    list: &[
        B::by(cite!("4.0"), "in an Army Activation nobody fires")
            .when(firer, |f| f.mode == Mode::Active && f.s.activation().is_some_and(|a| a.act == Act::Army)),
        B::by(cite!("7.4", "R-43"), "the unit has dismounted, and does not fire")
            .when(firer, |f| f.s.opts(Choice::R43) && f.run.is_some_and(|r| r.dismounted)),
        B::by(cite!("10.0", "R-127"), "the unit is passing through a friendly unit's hex")
            .when(firer, |f| f.run.is_some_and(|r| r.passing)),
        B::by(cite!("10.1"), "the unit faces another way than the unit that it is stacked with")
            .violated(|f| f.askew().map(|u| Violation::at(u.place()))),
        B::by(cite!("11.1"), "the unit is no missile unit, or has no Missile Fire DRM on the face that lies up")
            .when(firer, |f| !f.armed())
            .always(),
        B::by(cite!("11.1"), "no enemy unit is there")
            .when(to, |f| f.nobody())
            .always(),
        B::by(cite!("11.1"), "the target is out of range").violated(|f| {
            let max = reach(f.s, f.firer);
            (f.armed() && f.range > max).then(|| Violation::over(f.to.place(), RANGE, f.range as i32, max as i32))
        }),
        B::by(cite!("11.1", "R-51"), "the target is outside the unit's arc of fire").when(to, |f| f.outside_arc()),
        B::by(cite!("11.2"), "the unit has fired in this activation")
            .when(firer, |f| f.mode == Mode::Active && f.done(Done::FIRED)),
        B::by(cite!("11.2"), "firing next to an enemy unit costs more points than are left")
            .violated(|f| f.wants_point()),
        B::by(cite!("11.2", "V-2"), "the guns of the unit's Battle fire in Free Activations only").when(firer, |f| {
            let (s, battle) = (f.s, f.s.battle(f.firer));
            let named = f.gun() && s.game_data.scenario.free_guns.contains(&battle) && !s.opts(Choice::FreeGuns);
            f.mode == Mode::Active && named && s.activation().is_some_and(|a| !a.free())
        }),
        B::by(cite!("11.2"), "Artillery does not return fire").when(firer, |f| f.mode == Mode::Return && f.gun()),
        B::by(cite!("11.2"), "Pikes, Swords and Bucklers do not return fire")
            .when(firer, |f| f.mode == Mode::Return && f.closed_files()),
        B::by(cite!("11.2", "G-11"), "the unit is fired at through its rear")
            .when(firer, |f| f.mode == Mode::Return && f.shot_in_the_back()),
        B::by(cite!("11.2"), "the unit has not come into the firer's frontal hexes")
            .when(firer, |f| f.mode == Mode::Reaction && !f.s.in_front(f.firer, f.to)),
        B::by(cite!("11.2"), "another enemy unit is in the hex already")
            .when(to, |f| f.mode == Mode::Reaction && f.s.units_at(f.to).count() > 1),
        B::by(cite!("11.2"), "the unit has one Reaction Fire in an activation")
            .when(firer, |f| f.mode == Mode::Reaction && !f.ready() && f.done(Done::REACTED)),
        B::by(cite!("11.4"), "blocking terrain is in the line of sight").when(to, |f| f.sight.ground),
        B::by(cite!("11.4"), "a wall is in the line of sight").when(to, |f| f.sight.wall),
        B::by(cite!("11.4", "G-3"), "a wall runs along the line of sight").when(to, |f| f.sight.skirts),
        B::by(cite!("11.4", "R-61"), "higher ground is in the line of sight").when(to, |f| f.sight.height),
        B::by(cite!("11.4", "R-58"), "a unit is in the line of sight").when(to, |f| f.sight.units),
        B::by(cite!("11.4"), "a friendly unit in the way is Engaged with the target").violated(|f| {
            let friend = friend_engaged(f.s, f.firer, f.from, f.to).filter(|_| f.raining)?;
            Some(Violation::at(friend.place()))
        }),
        B::by(cite!("11.5"), "the unit has fired mounted, and must dismount to reload")
            .when(firer, |f| f.s.unit(f.firer).unloaded),
        B::by(cite!("14.4"), "a Retired unit does not fire").when(firer, |f| f.s.retired(f.firer)),
        B::by(cite!("14.5"), "an Engaged unit does not fire").when(firer, |f| f.s.engaged(f.firer)),
        B::by(cite!("14.5", "R-63"), "an Engaged unit is in the target hex")
            .violated(|f| f.engaged_there().map(|u| Violation::at(u.place()))),
    ],
};

casus_continuity::facts! {
    /// The facts of a shot's effect on one unit of its target hex.
    pub struct AimFacts<'a> of State; rules M = Modifier; places shooter = shot.firer, target, target_hex = shot.to {
        /// The shot at the hex.
        pub shot: &'a ShotFacts<'a>,
        /// The unit that would suffer it.
        pub target: UnitId,
    }
}

impl AimFacts<'_> {
    fn drms(&self) -> &FireDrms {
        &self.s.game_data.charts.fire_drms
    }
    fn at(&self, arms: &[Arm]) -> bool {
        arms.contains(&self.s.arm(self.target))
    }
    fn aside(&self) -> bool {
        let aspect = self.s.aspect_from(self.target, self.shot.from);
        self.s.arm(self.target).mounted() && matches!(aspect, Some(Aspect::Flank | Aspect::Rear))
    }
    /// The modifier of the target's shelter: the best for it of its hex, the hexsides that the shot crosses, and its own wagons.
    fn shelter(&self) -> Option<i32> {
        let (board, chart) = (&self.s.game_data.board, &self.s.game_data.charts.terrain);
        let to = self.shot.to;
        let ways = incoming(self.s, self.shot.from, to);
        let sides = ways.filter_map(|dir| board.neighbour(to, dir).map(|out| (out, dir.opposite())));
        let either = self.s.opts(Choice::R118);
        let hinders =
            move |out: HexId, dir: Dir, row: &TerrainRow| either || row.both_ways || !Hexside::inside(board, out, dir);
        let along = |(out, dir)| {
            chart
                .along(board, out, dir)
                .filter(move |(_, row)| hinders(out, dir, row))
        };
        let rows = sides.flat_map(along).map(|(_, row)| row.fire);
        let wagon = self.at(&[Arm::GunWagon]).then_some(self.drms().wagon);
        let best = rows.chain([chart.at(board, to).fire]).chain(wagon).min();
        best.filter(|&drm| drm != 0)
    }
}

/// The hexsides through which a straight line from another hex enters: one, or two where it enters through a vertex.
fn incoming(s: &State, from: HexId, to: HexId) -> impl Iterator<Item = Dir> {
    let board = &s.game_data.board;
    let line = bearing(board.hex(to), board.hex(from));
    let pair = match line {
        Some(Bearing::Side(d)) => [Some(d), None],
        Some(corner @ Bearing::Corner(_)) => {
            let (a, b) = corner.sides();
            [Some(a), Some(b)]
        }
        None => [None, None],
    };
    pair.into_iter().flatten()
}

/// The list `shot-drm`: the modifiers of a shot, for each unit of its target hex. They are the ledger of each roll on the Fire
/// Results Table (11.3).
pub static SHOT_DRMS: Modifiers<AimFacts> = Modifiers {
    name: "shot-drm",
    list: &[
        M::by(cite!("11.1"), "Missile Fire DRM").adds(shooter, |f| own_drm(f.s, f.shot.firer, f.shot.mode)),
        M::by(cite!("11.3"), "range")
            .adds(shooter, |f| f.s.game_data.charts.ranges.drm(f.shot.missile(), f.shot.range)),
        M::by(cite!("11.3"), "crossbows at Men-at-Arms").adds(target, |f| {
            let bolts = f.shot.missile() == Missile::Crossbow && f.at(&[Arm::MenAtArms]);
            bolts.then_some(f.drms().crossbow_at_men_at_arms)
        }),
        M::by(cite!("11.3"), "bows or javelins at Men-at-Arms").adds(target, |f| {
            let arrows = matches!(f.shot.missile(), Missile::Longbow | Missile::Bow | Missile::Javelin);
            (arrows && f.at(&[Arm::MenAtArms])).then_some(f.drms().bow_at_men_at_arms)
        }),
        M::by(cite!("11.3"), "horse, through its flank or rear")
            .adds(target, |f| f.aside().then_some(f.drms().horse_from_aside)),
        M::by(cite!("11.3"), "Artillery at Pikes or Sword and Buckler").adds(target, |f| {
            let deep = f.shot.gun() && f.at(&[Arm::Pikes, Arm::SwordAndBuckler]);
            deep.then_some(f.drms().guns_at_deep_files)
        }),
        M::by(cite!("11.3"), "open order").adds(target, |f| {
            let loose = f.at(&OPEN_ORDER);
            loose.then_some(f.drms().open_order)
        }),
        M::by(cite!("11.3", "R-118"), "shelter").adds(target_hex, |f| f.shelter()),
        M::by(cite!("11.4"), "Raining Fire").adds(target_hex, |f| f.shot.raining.then_some(f.drms().raining)),
        M::by(cite!("14.4", "R-71"), "the target is Retired").adds(target, |f| {
            (f.s.opts(Choice::R71) && f.s.retired(f.target)).then_some(f.s.game_data.charts.shock_drms.retired)
        }),
    ],
};

/// Whether units in the way block the line of sight of a weapon at a range (11.4, rulings ).
fn units_block(s: &State, missile: Missile, range: u32) -> bool {
    let lofted = matches!(missile, Missile::Longbow | Missile::Bow);
    !lofted || (range > 2 && !s.opts(Choice::R59))
}

pub(crate) fn facts(s: &State, firer: UnitId, to: HexId, mode: Mode, run: Option<Run>) -> Option<ShotFacts<'_>> {
    let from = s.hex(firer)?;
    let range = s.game_data.board.distance(from, to);
    let missile = s.missile(firer);
    let seen = range <= reach(s, firer).max(1) || s.amended();
    let blocked = units_block(s, missile, range);
    let plain = if seen {
        sight(s, from, to, true)
    } else {
        Sight::default()
    };
    let sight = match blocked {
        true => plain,
        false if seen => sight(s, from, to, false),
        false => Sight::default(),
    };
    Some(ShotFacts {
        s,
        firer,
        side: s.side(firer),
        mode,
        from,
        to,
        range,
        sight,
        raining: range == 2 && plain.units && !sight.units,
        run,
    })
}

fn judge_facts(facts: Option<ShotFacts<'_>>, to: HexId, v: &mut Verdict) {
    match facts {
        Some(f) => SHOT_BARS.judge(&f, v),
        None => v.refuse(Refusal::new(cite!("11.1"), "the piece is not on the map").about(to.place())),
    }
}

pub(crate) fn judge_shot(s: &State, firer: UnitId, to: HexId, mode: Mode, v: &mut Verdict) {
    judge_facts(facts(s, firer, to, mode, None), to, v);
}

pub(crate) fn may_shoot(s: &State, firer: UnitId, to: HexId, mode: Mode) -> bool {
    facts(s, firer, to, mode, None).is_some_and(|f| SHOT_BARS.permit(&f))
}

pub(crate) fn judge_active(s: &State, run: &Run, to: HexId, v: &mut Verdict) {
    judge_facts(facts(s, run.unit, to, Mode::Active, Some(*run)), to, v);
}

/// The hexes with enemy units that a unit might fire at: those in range, or all under house rules.
pub(crate) fn target_hexes(s: &State, firer: UnitId) -> Vec<HexId> {
    let Some(at) = s.hex(firer) else { return Vec::new() };
    let (side, board) = (s.side(firer), &s.game_data.board);
    let far = if s.amended() { u32::MAX } else { reach(s, firer) };
    if far == 0 || (s.unit(firer).done.has(Done::FIRED) && !s.amended()) {
        return Vec::new();
    }
    let enemies = s.unit_ids().filter(|&u| s.side(u) != side).filter_map(|u| s.hex(u));
    let mut hexes: Vec<HexId> = enemies.filter(|&h| board.distance(at, h) <= far).collect();
    hexes.sort_unstable();
    hexes.dedup();
    hexes
}

/// The hexes at which a unit could fire if an enemy unit were there, each with its range: in range, arc and sight (11.1, 11.4).
pub(crate) fn field_of_fire(s: &State, firer: UnitId) -> Vec<(u32, HexId)> {
    let Some(at) = s.hex(firer) else { return Vec::new() };
    let around = s.game_data.board.hexes_within(at, reach(s, firer)).into_iter().skip(1);
    let open = |&to: &HexId| {
        let f = facts(s, firer, to, Mode::Active, None);
        f.is_some_and(|f| f.armed() && !f.outside_arc() && f.sight.clear())
    };
    around
        .filter(open)
        .map(|h| (s.game_data.board.distance(at, h), h))
        .collect()
}

/// Appends the Active shots of a unit during its run.
pub(crate) fn list_active(s: &State, run: &Run, out: &mut Vec<Action>) {
    for hex in target_hexes(s, run.unit) {
        if facts(s, run.unit, hex, Mode::Active, Some(*run)).is_some_and(|f| SHOT_BARS.permit(&f)) {
            out.push(Action::Fire(hex));
        }
    }
}

/// The result of the Fire Results Table for a target (11.3).
pub(crate) fn fate_of(s: &State, target: UnitId, total: i32) -> CombatResult {
    let table = &s.game_data.charts.fire;
    let disordered = s.unit(target).condition != Condition::Normal;
    let column = fire_column(s.arm(target).mounted(), disordered);
    *table.get(total.clamp(table.low(), table.high()), column)
}

/// The modifiers of a shot against one unit over a base of 0.
pub(crate) fn shot_ledger(shot: &ShotFacts<'_>, target: UnitId) -> Ledger {
    SHOT_DRMS.ledger(
        0,
        &AimFacts {
            s: shot.s,
            shot,
            target,
        },
    )
}

/// The forecast of a shot: each unit of its target hex, with the modifiers of the die against it. `None` when a rule forbids
/// the shot.
pub(crate) fn forecast(
    s: &State,
    firer: UnitId,
    to: HexId,
    mode: Mode,
    run: Option<Run>,
) -> Option<Few<(UnitId, i32), 2>> {
    let shot = facts(s, firer, to, mode, run)?;
    if !SHOT_BARS.permit(&shot) {
        return None;
    }
    let shot = &shot;
    let mut all = Few::new();
    for target in s.units_at(to) {
        all.push((target, SHOT_DRMS.sum(&AimFacts { s, shot, target })));
    }
    Some(all)
}
