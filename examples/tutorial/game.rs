//! *The Bridge at Ponterosso*: a small game, whole, on one page. The place and the fight are invented; the soldiers are
//! those of Italy in 1510. It goes as a rulebook does: the book, the components, the rules, the course of play, the words.

use casus_core::prelude::*;
use casus_guide::{Guide, Leg};
use serde::{Deserialize, Serialize};

// ---- the book ----
casus_core::casebook!("The Bridge at Ponterosso", CASEBOOK, cite, $);
const ENTRIES: &[Entry] = &[
    entry("1.1", "The field", Standing::Setup, "GROUND"),
    entry("1.2", "The units", Standing::Setup, "ARMS"),
    entry("1.3", "One unit in a hex", Standing::Rule, "ENTRY"),
    entry("2.1", "Eight turns, the Empire first", Standing::Rule, "Engine::end_turn"),
    entry("2.2", "Each unit once in a player turn", Standing::Rule, "TAKE"),
    entry("3.1", "Movement", Standing::Rule, "STEP"),
    entry("3.2", "Facing", Standing::Rule, "State::fronts"),
    entry("3.3", "Zones of control", Standing::Rule, "STEP"),
    entry("4.1", "Who may attack whom", Standing::Rule, "ATTACK"),
    entry("4.2", "What an attack does", Standing::Rule, "DRMS"),
    entry("4.3", "Reaction fire", Standing::Rule, "REACT"),
    entry("5.1", "Disorder", Standing::Rule, "Engine::become_by"),
    entry("5.2", "Rout", Standing::Rule, "RETREAT"),
    entry("5.3", "Rally", Standing::Rule, "Engine::end_turn"),
    entry("6.1", "An army breaks", Standing::Rule, "Engine::settle"),
    entry("6.2", "Who holds the bridge", Standing::Rule, "Engine::go"),
];
const RULINGS: &[Ruling] = &[];

// ---- 1: the components ----
casus_core::sides! {
    /// Who fights: the rearguard of the Republic, south of the river, and the Emperor's van from the north.
    pub enum Side {
        Venice,
        Empire,
    }
}
casus_core::pieces! {
    Found of Setup {
        Unit = UnitId of units: Unit, unit, unit_ids, "unit";
    }
}
casus_core::printed!(printed: Numbering::plain(Orientation::Pointy, 9, 11));
casus_core::lexicon!(State: Side, cite!("1.1"), cite!("3.2"));

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Arm {
    Pikes,
    Crossbows,
    Horse,
}
/// 1.2: by arm: its word, sign and symbol; movement points, reach in hexes, what it adds to an attack.
const ARMS: [(&str, &str, Symbol, i32, i32, i32); 3] = [
    ("pikes", "Pk", Symbol::Pike, 3, 1, 2),
    ("crossbows", "Xb", Symbol::MissileInfantry, 3, 3, 0),
    ("horse", "Hs", Symbol::HeavyCavalry, 5, 1, 3),
];
/// 5.1: each is a step worse than the one before it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Order {
    #[default]
    Steady,
    Disordered,
    Routed,
    Lost,
}
use Order::{Disordered, Lost, Routed, Steady};
const ORDERS: [Order; 4] = [Steady, Disordered, Routed, Lost];
/// 1.1, 3.1: its character, its word, its look; what foot and horse pay to enter it.
type Terrain = (char, &'static str, Pattern, u32, [Option<i32>; 2]);
const GROUND: [Terrain; 5] = [
    ('.', "meadow", Pattern::Plain, 0x00e4_e2bd, [Some(1), Some(1)]),
    ('w', "wood", Pattern::Woods, 0x00b9_c99a, [Some(2), None]),
    ('~', "river", Pattern::Water, 0x0093_b8cf, [None, None]),
    ('=', "bridge", Pattern::Plain, 0x00d8_c7a6, [Some(1), Some(1)]),
    ('f', "ford", Pattern::Marsh, 0x00b7_cfd6, [Some(3), Some(3)]),
];
const WOOD: u8 = 1;
const BRIDGE: u8 = 3;

const BATTLE: &str = r#"
turn = 1
active = "Empire"
holder = "Venice"
field = [
    "..w.....w.. ........... .w.........", # 0101 to 0311
    ".......w... ~~~~~=~~~f~ ...........",
    ".w.....w... ........... ...w.......",
]
units = [
    { id = "V-Bows-1", side = "Venice", arm = "crossbows", hex = "0605", facing = "NE" },
    { id = "V-Bows-2", side = "Venice", arm = "crossbows", hex = "0609", facing = "NE" },
    { id = "V-Pike", side = "Venice", arm = "pikes", hex = "0606", facing = "NW" },
    { id = "V-Horse", side = "Venice", arm = "horse", hex = "0707", facing = "NW" },
    { id = "E-Bows-1", side = "Empire", arm = "crossbows", hex = "0204", facing = "SE" },
    { id = "E-Bows-2", side = "Empire", arm = "crossbows", hex = "0207", facing = "SW" },
    { id = "E-Pike-1", side = "Empire", arm = "pikes", hex = "0205", facing = "SE" },
    { id = "E-Pike-2", side = "Empire", arm = "pikes", hex = "0206", facing = "SW" },
    { id = "E-Horse", side = "Empire", arm = "horse", hex = "0209", facing = "SE" },
]
"#;
/// Any position between two activations; and, since nothing is hidden, what everybody sees of one.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    pub turn: u8,
    pub active: Side,
    /// 6.2: who was last on the bridge.
    pub holder: Side,
    pub field: Vec<String>,
    pub units: Vec<Unit>,
}
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Unit {
    pub id: String,
    pub side: Side,
    pub arm: Arm,
    #[serde(with = "printed::hex")]
    #[schemars(with = "String")]
    pub hex: HexId,
    #[serde(with = "printed::side_facing")]
    #[schemars(with = "String")]
    pub facing: SideFacing,
    #[serde(default)]
    pub order: Order,
    /// 2.2, 4.3: it has been called on, or has shot, in this player turn.
    #[serde(default)]
    pub done: bool,
}
impl Default for Setup {
    fn default() -> Self {
        toml::from_str(BATTLE).expect("the battle above is a set-up")
    }
}
/// What is half done: a unit moves, with points left; one that has moved may be shot at; one that routs has hexes to run.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Stage {
    Turn,
    Move(UnitId, i32),
    Reaction(UnitId),
    Retreat(UnitId, HexId, i32),
}
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct State {
    game_data: std::sync::Arc<GameData>,
    laws: Laws,
    now: Setup,
    /// 4.3: no more reactions until the player turn ends.
    quiet: bool,
    stack: Vec<Stage>,
    outcome: Option<(Outcome<Side>, Cite)>,
}
/// What the states of a match share: the map, and the units as they began.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct GameData {
    board: Board,
    roster: Setup,
}

impl State {
    fn laws(&self) -> &Laws {
        &self.laws
    }
    /// The units of a side that are on the field.
    fn army(&self, side: Side) -> impl Iterator<Item = UnitId> + '_ {
        let here = move |&u: &UnitId| self.now[u].side == side && self.now[u].order != Lost;
        self.now.unit_ids().filter(here)
    }
    fn enemies(&self, u: UnitId) -> impl Iterator<Item = UnitId> + '_ {
        self.army(self.now[u].side.enemy())
    }
    fn at(&self, hex: HexId) -> Option<UnitId> {
        let here = |&u: &UnitId| self.now[u].hex == hex && self.now[u].order != Lost;
        self.now.unit_ids().find(here)
    }
    fn is(&self, u: UnitId, ground: u8) -> bool {
        self.game_data.board.terrain(self.now[u].hex) == ground
    }
    fn gap(&self, u: UnitId, hex: HexId) -> i32 {
        self.game_data.board.distance(self.now[u].hex, hex) as i32
    }
    /// 3.1: what a unit pays to enter a hex; nothing where it cannot.
    fn pays(&self, u: UnitId, hex: HexId) -> Option<i32> {
        GROUND[usize::from(self.game_data.board.terrain(hex))].4[usize::from(self.now[u].arm == Arm::Horse)]
    }
    /// 3.2: whether a hex lies before a unit, near or far.
    fn fronts(&self, u: UnitId, hex: HexId) -> bool {
        let [from, to] = [self.now[u].hex, hex].map(|h| self.game_data.board.hex(h));
        self.now[u].facing.in_arc(from, to)
    }
    /// 3.3: whether a hex is next to and before an enemy of a unit that is not routed.
    fn held(&self, u: UnitId, hex: HexId) -> bool {
        self.enemies(u)
            .any(|e| self.now[e].order < Routed && self.gap(e, hex) == 1 && self.fronts(e, hex))
    }
    /// 4.3: whether some enemy may shoot at a unit that has come before it.
    fn in_danger(&self, on: UnitId) -> bool {
        let shot = |by| Attack { s: self, by, on };
        let shoots = |by| ATTACK.permit(&shot(by)) && REACT.permit(&shot(by));
        !self.quiet && self.enemies(on).any(shoots)
    }
}

// ---- 2 to 5: the rules ----
casus_core::facts! { State:
    /// A unit that would be called on.
    Call { unit: UnitId } at unit;
    /// A unit that would enter a hex.
    Step { unit: UnitId, to: HexId, left: i32 } at to;
    /// A unit that would attack another.
    Attack { by: UnitId, on: UnitId } at on;
}

static TAKE: Bars<Call> = Bars::of(
    "take",
    &[
        Bar::by(cite!("2.2"), "it is of the other army").holds(|f| f.s.now[f.unit].side != f.s.now.active),
        Bar::by(cite!("2.2"), "it has been called on already").holds(|f| f.s.now[f.unit].done),
        Bar::by(cite!("5.1"), "it is not in good order").holds(|f| f.s.now[f.unit].order != Steady),
    ],
);
static ENTRY: Bars<Step> = Bars::of(
    "entry",
    &[
        Bar::by(cite!("1.3"), "there is a unit in it").holds(|f| f.s.at(f.to).is_some()),
        Bar::by(cite!("3.1"), "it is not next to it").holds(|f| f.s.gap(f.unit, f.to) != 1),
        Bar::by(cite!("3.1"), "there is no way in").holds(|f| f.s.pays(f.unit, f.to).is_none()),
    ],
);
static STEP: Bars<Step> = Bars::of(
    "step",
    &[
        Bar::by(cite!("3.1"), "it has too few movement points left").holds(|f| f.s.pays(f.unit, f.to) > Some(f.left)),
        Bar::by(cite!("3.3"), "it has come into a zone of control").holds(|f| f.held() && f.has_moved()),
        Bar::by(cite!("3.3"), "from one zone of control into another").holds(|f| f.held() && f.s.held(f.unit, f.to)),
    ],
);
static RETREAT: Bars<Step> = Bars::of(
    "retreat",
    &[
        Bar::by(cite!("5.2"), "it would be no farther from the enemy").holds(|f| !f.flees()),
        Bar::by(cite!("5.2"), "an enemy has a zone of control there").holds(|f| f.s.held(f.unit, f.to)),
    ],
);
impl Step<'_> {
    fn has_moved(&self) -> bool {
        self.left < ARMS[self.s.now[self.unit].arm as usize].3
    }
    fn held(&self) -> bool {
        self.s.held(self.unit, self.s.now[self.unit].hex)
    }
    fn flees(&self) -> bool {
        let away = |from| self.s.game_data.board.distance(from, self.to) as i32 > self.s.gap(self.unit, from);
        matches!(self.s.stack.last(), Some(&Stage::Retreat(_, from, _)) if away(from))
    }
}
static ATTACK: Bars<Attack> = Bars::of(
    "attack",
    &[
        Bar::by(cite!("5.2"), "it is lost").holds(|f| f.s.now[f.on].order == Lost),
        Bar::by(cite!("4.1"), "it is of its own army").holds(|f| f.s.now[f.by].side == f.s.now[f.on].side),
        Bar::by(cite!("4.1"), "it is out of reach").holds(|f| f.gap() > ARMS[f.s.now[f.by].arm as usize].4),
        Bar::by(cite!("4.1"), "it is not before its front").holds(|f| !f.s.fronts(f.by, f.s.now[f.on].hex)),
        Bar::by(cite!("4.1"), "a wood is in the way").holds(|f| !f.sees()),
    ],
);
static REACT: Bars<Attack> = Bars::of(
    "react",
    &[
        Bar::by(cite!("4.3"), "only crossbows react").holds(|f| f.s.now[f.by].arm != Arm::Crossbows),
        Bar::by(cite!("4.3"), "it has shot in this player turn").holds(|f| f.s.now[f.by].done),
        Bar::by(cite!("5.1"), "it is not in good order").holds(|f| f.s.now[f.by].order != Steady),
        Bar::by(cite!("4.3"), "the enemy is not next to it").holds(|f| f.gap() > 1),
    ],
);
type M = Modifier<Attack<'static>>;
static DRMS: Modifiers<Attack> = Modifiers::of(
    "attack-drms",
    &[
        M::by(cite!("4.2"), "arm").adds(|f| f.by.place(), |f| Some(ARMS[f.s.now[f.by].arm as usize].5)),
        M::by(cite!("4.2"), "range").gives(|f| (f.gap() > 1).then_some(1 - f.gap())),
        M::by(cite!("4.2"), "in a wood").gives(|f| f.s.is(f.on, WOOD).then_some(-2)),
        M::by(cite!("4.2"), "crowded on the bridge").gives(|f| f.s.is(f.on, BRIDGE).then_some(1)),
        M::by(cite!("4.2"), "pikes stand firm").gives(|f| (f.s.now[f.on].arm == Arm::Pikes && f.faced()).then_some(-2)),
        M::by(cite!("4.2"), "from flank or rear").gives(|f| (!f.faced()).then_some(2)),
        M::by(cite!("4.3"), "haste").adds(|f| f.by.place(), |f| (f.s.now[f.by].side != f.s.now.active).then_some(-1)),
    ],
);
impl Attack<'_> {
    fn gap(&self) -> i32 {
        self.s.gap(self.by, self.s.now[self.on].hex)
    }
    fn sees(&self) -> bool {
        let (board, [from, to]) = (&self.s.game_data.board, [self.by, self.on].map(|u| self.s.now[u].hex));
        board.visible(from, to, |h| board.terrain(h) == WOOD, Along::Both)
    }
    fn faced(&self) -> bool {
        self.s.fronts(self.on, self.s.now[self.by].hex)
    }
}
/// 4.2: by how many steps an attack of this total worsens the order of its target: one from 6, two from 9.
fn steps(total: i32) -> usize {
    [6, 9].iter().filter(|&&least| total >= least).count()
}

// ---- the course of play ----
casus_core::actions! {
    /// 2.2, 2.1: calls on a unit, ends the player turn. 3.1, 4.1, 3.2: enters a hex; attacks, or faces a hexside, and is done.
    /// 4.3: this unit shoots; nobody does, now or in this player turn. 5.2: runs to a hex.
    pub enum Action of State {
        Take(unit: UnitId) = "take",
        EndTurn = "end-turn",
        Step(hex: HexId) = "step",
        Attack(unit: UnitId) = "attack",
        Face(facing: SideFacing) = "face",
        React(unit: UnitId) = "react",
        Pass = "pass",
        PassAll = "pass-all",
        Retreat(hex: HexId) = "retreat",
    }
}

#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(tag = "event", rename_all = "kebab-case")]
pub enum What {
    Turned { turn: u8, side: Side },
    Moved { unit: UnitId, to: HexId },
    Faced { unit: UnitId, facing: SideFacing },
    Attacked { by: UnitId, on: UnitId, sum: Ledger },
    Became { unit: UnitId, order: Order },
    Took { side: Side },
}
type Event = casus_core::decisions::Event<What>;

struct Engine<'a> {
    s: &'a mut State,
    dice: &'a mut dyn Dice,
    log: &'a mut Log<Event>,
}

impl Procedures for Engine<'_> {
    type Stage = Stage;
    fn stack(&mut self) -> &mut Vec<Stage> {
        &mut self.s.stack
    }
    fn over(&self) -> bool {
        self.s.outcome.is_some()
    }
    fn step(&mut self) -> Flow<Stage> {
        let s = &*self.s;
        let done = match s.stack.last() {
            Some(&Stage::Move(unit, _)) => s.now[unit].order != Steady,
            Some(&Stage::Reaction(on)) => s.now[on].order != Steady || !s.in_danger(on),
            Some(&Stage::Retreat(unit, _, left)) => left == 0 || self.cornered(unit),
            Some(Stage::Turn) | None => false,
        };
        if done { Flow::Done } else { Flow::Ask }
    }
    fn settle(&mut self) -> bool {
        let s = &mut *self.s;
        for side in Side::ALL.iter().rev() {
            let army = s.now.units.iter().filter(|u| u.side == *side);
            if 2 * army.clone().filter(|u| u.order >= Routed).count() > army.count() {
                s.outcome = Some((Outcome::Win(side.enemy()), cite!("6.1")));
            }
        }
        false
    }
}

impl Engine<'_> {
    fn enact(&mut self, action: Action) {
        match (self.s.stack.last().copied(), action) {
            (_, Action::Take(unit)) => {
                self.s.now[unit].done = true;
                self.call(Stage::Move(unit, ARMS[self.s.now[unit].arm as usize].3));
            }
            (_, Action::EndTurn) => self.end_turn(),
            (Some(Stage::Move(unit, left)), Action::Step(to)) => {
                self.set_top(Stage::Move(unit, left - self.s.pays(unit, to).unwrap_or(0)));
                self.go(cite!("3.1"), unit, to);
                self.call(Stage::Reaction(unit));
            }
            (Some(Stage::Move(by, _)), Action::Attack(on)) => {
                self.pop();
                self.attack(cite!("4.2"), by, on);
            }
            (Some(Stage::Move(unit, _)), Action::Face(facing)) => {
                self.pop();
                self.s.now[unit].facing = facing;
                self.log.record(cite!("3.2"), What::Faced { unit, facing });
            }
            (Some(Stage::Reaction(on)), Action::React(by)) => self.attack(cite!("4.3"), by, on),
            (Some(Stage::Retreat(unit, from, left)), Action::Retreat(to)) => {
                self.set_top(Stage::Retreat(unit, from, left - 1));
                self.go(cite!("5.2"), unit, to);
            }
            _ => {
                self.s.quiet |= action == Action::PassAll;
                self.pop();
            }
        }
    }
    /// 2.1, 5.3: whoever was not called on, and is in no zone of control, is in better order by a step.
    fn end_turn(&mut self) {
        let side = self.s.now.active;
        let idle = |u: &UnitId| !self.s.now[*u].done && !self.s.held(*u, self.s.now[*u].hex);
        for u in self.s.army(side).filter(idle).collect::<Vec<_>>() {
            self.become_by(cite!("5.3"), u, -1);
        }
        let now = &mut self.s.now;
        now.units.iter_mut().for_each(|u| u.done = false);
        (now.active, self.s.quiet) = (side.enemy(), false);
        now.turn += u8::from(side == Side::Venice);
        let (turn, side, holder) = (now.turn, now.active, now.holder);
        if turn > 8 {
            self.s.outcome = Some((Outcome::Win(holder), cite!("6.2")));
        } else {
            self.log.record(cite!("2.1"), What::Turned { turn, side });
        }
    }
    /// 3.2: whoever goes to a hex faces the way that he goes.
    fn go(&mut self, cite: Cite, unit: UnitId, to: HexId) {
        let dir = self.s.game_data.board.direction(self.s.now[unit].hex, to);
        self.s.now[unit].facing = dir.map_or(self.s.now[unit].facing, SideFacing::toward);
        self.s.now[unit].hex = to;
        self.log.record(cite, What::Moved { unit, to });
        let side = self.s.now[unit].side;
        if self.s.is(unit, BRIDGE) && self.s.now[unit].order < Routed && side != self.s.now.holder {
            self.s.now.holder = side;
            self.log.record(cite!("6.2"), What::Took { side });
        }
    }
    fn attack(&mut self, cite: Cite, by: UnitId, on: UnitId) {
        let drms = DRMS.ledger(0, &Attack { s: self.s, by, on });
        let (die, what) = (Die::D10, "attack");
        let alike = |face| steps(drms.total + i32::from(face)) as u16;
        let face = self.dice.throw(Throw { cite, die, what }, &alike);
        let sum = drms.over(i32::from(face));
        let worse = steps(sum.total) as i32;
        self.s.now[by].done = true;
        self.log.record(cite, What::Attacked { by, on, sum });
        self.become_by(cite!("5.1"), on, worse);
        if worse > 0 && self.s.now[on].order == Routed {
            self.call(Stage::Retreat(on, self.s.now[by].hex, 2));
        }
    }
    /// 5.1: by so many steps worse, or better.
    fn become_by(&mut self, cite: Cite, unit: UnitId, steps: i32) {
        let was = self.s.now[unit].order;
        let order = ORDERS[(was as i32 + steps).clamp(0, 3) as usize];
        if order != was {
            self.s.now[unit].order = order;
            self.log.record(cite, What::Became { unit, order });
        }
    }
    /// 5.2: whoever cannot run is lost.
    fn cornered(&mut self, unit: UnitId) -> bool {
        let mut ways = Vec::new();
        Bridge::actions(self.s, &mut ways);
        if ways.is_empty() {
            self.become_by(cite!("5.2"), unit, 1);
        }
        ways.is_empty()
    }
}

#[derive(Clone, Copy, Debug)]
pub struct Bridge;

impl Game for Bridge {
    const NAME: &'static str = "bridge";
    const CASEBOOK: &'static Casebook = &CASEBOOK;
    const WITHIN: &'static str = "player turn";
    const DECISIONS: &'static [&'static str] = &["turn", "move", "reaction", "retreat"];
    type Side = Side;
    type Setup = Setup;
    type State = State;
    type View = Setup;
    type Action = Action;
    type Event = Event;

    fn begin_under(setup: &Setup, laws: &Laws) -> Result<State, SetupFaults> {
        let mut faults = SetupFaults::default();
        let mut board = printed::board().clone();
        let code = |mark| GROUND.iter().position(|ground| ground.0 == mark).map(|code| code as u8);
        faults.note("field", board.set_rows(setup.field.iter().map(|row| &**row), code), Some(cite!("1.1")));
        faults.require((1..=8).contains(&setup.turn), "turn", "there are eight turns", Some(cite!("2.1")));
        faults.require(setup.units.len() <= 100, "units", "at most a hundred units", Some(cite!("1.2")));
        let roster = setup.clone();
        let mut s = State {
            game_data: GameData { board, roster }.into(),
            laws: laws.clone(),
            now: setup.clone(),
            quiet: false,
            stack: vec![Stage::Turn],
            outcome: None,
        };
        for (u, unit) in setup.unit_ids().zip(&setup.units) {
            let at = |field| format!("units[{}].{field}", u.0);
            faults.require(setup.unit(&unit.id) == Some(u), at("id"), "another has that name", Some(cite!("1.2")));
            let alone = unit.order == Lost || s.at(unit.hex) == Some(u);
            faults.require(alone, at("hex"), "another unit is there", Some(cite!("1.3")));
            faults.require(s.pays(u, unit.hex).is_some(), at("hex"), "it cannot be there", Some(cite!("3.1")));
        }
        open(cite!("2.2"), &mut faults, |dice, log| run(&mut Engine { s: &mut s, dice, log }));
        faults.or(s)
    }
    casus_core::staged!(laws);
    fn decision(s: &State) -> Option<Decision<Side>> {
        Some(match *s.stack.last()? {
            Stage::Turn => Decision::new(s.now.active, cite!("2.2"), "turn", Place::Nowhere),
            Stage::Move(unit, _) => Decision::new(s.now.active, cite!("2.2"), "move", unit.place()),
            Stage::Reaction(on) => Decision::new(s.now[on].side.enemy(), cite!("4.3"), "reaction", on.place()),
            Stage::Retreat(unit, ..) => Decision::new(s.now[unit].side, cite!("5.2"), "retreat", unit.place()),
        })
    }
    fn within(s: &State) -> Place {
        Place::Side(s.now.active as u8)
    }
    fn judge(s: &State, action: Action, v: &mut Verdict) {
        let (Some(decision), true, Some(&stage)) = (Self::decision(s), action.exists(s), s.stack.last()) else {
            return v.refuse(Refusal::unknown(cite!("1.2")));
        };
        match (stage, action) {
            (Stage::Turn, Action::Take(unit)) => TAKE.judge(&Call { s, unit }, v),
            (Stage::Move(unit, left), Action::Step(to)) => {
                Bars::judge_all(&[&ENTRY, &STEP], &Step { s, unit, to, left }, v);
            }
            (Stage::Move(by, _), Action::Attack(on)) => ATTACK.judge(&Attack { s, by, on }, v),
            (Stage::Reaction(on), Action::React(by)) => Bars::judge_all(&[&ATTACK, &REACT], &Attack { s, by, on }, v),
            (Stage::Retreat(unit, _, left), Action::Retreat(to)) => {
                Bars::judge_all(&[&ENTRY, &RETREAT], &Step { s, unit, to, left }, v);
            }
            (Stage::Turn, Action::EndTurn)
            | (Stage::Move(..), Action::Face(_))
            | (Stage::Reaction(_), Action::Pass | Action::PassAll) => {}
            _ => v.refuse(decision.misplaced(decision.cite)),
        }
    }
    fn apply(s: &mut State, action: &Action, dice: &mut dyn Dice, log: &mut Log<Event>) {
        let mut e = Engine { s, dice, log };
        e.enact(*action);
        run(&mut e);
    }
    fn view(s: &State, _: Option<Side>) -> Setup {
        s.now.clone()
    }
    fn gazetteer(s: &State) -> Gazetteer {
        Gazetteer::of(s, Self::rules_digest(s), &GROUND.map(|ground| ground.1), |_, _| Vec::new())
    }
    fn describe(s: &State, event: &Event) -> String {
        let (at, name) = (|p| s.word_of(p), |u: UnitId| s.word_of(u.place()));
        let told = match &event.what {
            What::Turned { turn, side } => format!("{}'s turn {turn}", side.word()),
            What::Moved { unit, to } => format!("{} to {}", name(*unit), at(to.place())),
            What::Faced { unit, facing } => format!("{} faces {}", name(*unit), facing.word(Orientation::Pointy)),
            What::Attacked { by, on, sum } => format!("{} at {}: {}", name(*by), name(*on), words::sum("die", sum, at)),
            What::Became { unit, order } => format!("{} is {order:?}", name(*unit)),
            What::Took { side } => format!("the bridge is {}'s", side.word()),
        };
        format!("{told} ({})", event.cite)
    }
    fn scene(s: &State, _: Option<Side>) -> Scene {
        let mut scene = Scene::of::<Self>(s, Orientation::Pointy);
        scene.grounds = GROUND.map(|g| Ground::new(g.1, Some(g.3), g.2, g.0)).into();
        scene.armies.push(Army::new(Side::Venice, 0x0096_2d3a, 0x00ff_f6e3));
        scene.armies.push(Army::new(Side::Empire, 0x00e2_b93b, 0x0020_1a16));
        scene.kinds = ARMS.map(|arm| Kind::new(arm.0, arm.2, arm.1)).into();
        scene.conditions.push(Condition::new("Disordered", Look::Worn, '-'));
        scene.conditions.push(Condition::new("Routed", Look::Broken, '='));
        scene = scene.with_board(&s.game_data.board, |_, _, _| ());
        for u in Side::ALL.iter().flat_map(|&side| s.army(side)) {
            let unit = &s.now[u];
            let mut counter = Counter::new(&unit.id, unit.side, unit.arm as usize, unit.hex);
            counter.facing = Some(unit.facing.into());
            counter.condition = (unit.order as usize).checked_sub(1);
            scene.counters.push(counter);
        }
        let line = format!("turn {}; the bridge is {}'s", s.now.turn.min(8), s.now.holder.word());
        scene.panels.push(Panel::new("The battle", [line]));
        scene
    }
    fn lists() -> &'static [&'static dyn Listed] {
        static LISTS: [&dyn Listed; 7] = [&TAKE, &ENTRY, &STEP, &RETREAT, &ATTACK, &REACT, &DRMS];
        &LISTS
    }
    fn weight(s: &State, action: &Action) -> u32 {
        match (s.stack.last(), action) {
            (Some(Stage::Move(unit, _)), Action::Step(to)) => {
                approach_weight(&s.game_data.board, s.now[*unit].hex, *to, s.enemies(*unit).map(|e| s.now[e].hex))
            }
            (_, Action::Attack(_) | Action::React(_)) => 60,
            (_, Action::Take(_)) => 20,
            _ => 1,
        }
    }
}

impl Advice for Bridge {
    type Plan = Action;
    fn plans(s: &State, out: &mut Vec<ScoredPlan<Action>>) {
        single_action_plans::<Self>(s, out);
        // Who rallies by the end of his turn does so later as well.
        let ends = out.iter_mut().filter(|c| c.plan == Action::EndTurn);
        ends.for_each(|c| c.expected_gain = 1);
    }
    fn next(_: &State, plan: &mut Action) -> Next<Action> {
        Next::Last(*plan)
    }
    /// The bridge, good order, to be near the one, and to attack better than one is attacked.
    fn evaluate(s: &State, side: Side) -> i32 {
        let bridge = s
            .game_data
            .board
            .ids()
            .find(|&h| s.game_data.board.terrain(h) == BRIDGE);
        let unit = |u: UnitId| {
            let shot = |by| Attack { s, by, on: u };
            let shots = s.enemies(u).map(shot).filter(|a| ATTACK.permit(a));
            let risk: i32 = shots.map(|a| DRMS.ledger(0, &a).total + 4).sum();
            90 - 40 * s.now[u].order as i32 - 3 * risk - 3 * bridge.map_or(0, |h| s.gap(u, h))
        };
        let army = |side| s.army(side).map(unit).sum::<i32>() + 50 * i32::from(s.now.holder == side);
        army(side) - army(side.enemy())
    }
}

impl Guide for Bridge {
    fn leg(s: &State, event: &Event) -> Option<Leg> {
        let What::Moved { unit, to } = event.what else {
            return None;
        };
        Some(Leg::step(s, unit.place(), to))
    }
}
