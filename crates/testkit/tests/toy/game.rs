//! A toy game with every difficulty in small: two sides, hidden cards drawn from a cup, a reaction window of the other
//! side, throws, prohibitions and modifiers.

use casus_core::picture::{Army, Colour, Counter, Kind, Panel, Shape, Site, Symbol};
use casus_core::*;
use casus_guide::Guide;
use serde::{Deserialize, Serialize};

pub static BOOK: Casebook = Casebook::printed(
    "Duel at the Ford",
    &[
        entry("1.1", "Set-up", Standing::Setup),
        entry("1.2", "The story so far", Standing::Text),
        entry("2.1", "March", Standing::Rule),
        entry("2.2", "Cards", Standing::Rule),
        entry("2.3", "Passing", Standing::Rule),
        entry("3.1", "Attack", Standing::Rule),
        entry("3.2", "Reaction", Standing::Rule),
        entry("3.3", "Results", Standing::Rule),
        entry("4.1", "Victory", Standing::Rule),
    ],
    &[Ruling {
        id: "R1",
        cases: "3.2(1), 3.3",
        question: None,
        text: "A parry spends the card.",
        switch: None,
    }],
);
const fn entry(number: &'static str, title: &'static str, standing: Standing) -> Entry {
    Entry {
        number,
        title,
        standing,
        place: "tests/toy",
    }
}
const C21: Cite = BOOK.cite("2.1");
const C211: Cite = BOOK.cite("2.1(1)");
const C22: Cite = BOOK.cite("2.2");
const C23: Cite = BOOK.cite("2.3");
const C31: Cite = BOOK.cite("3.1");
const C32: Cite = BOOK.cite("3.2");
const C321: Cite = BOOK.ruled("3.2(1)", "R1");
const C33: Cite = BOOK.cite("3.3");
const C331: Cite = BOOK.cite("3.3(1)");
const C41: Cite = BOOK.cite("4.1");
const C11: Cite = BOOK.cite("1.1");

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[cfg_attr(
    feature = "schema",
    derive(casus_core::schemars::JsonSchema),
    schemars(crate = "casus_core::schemars")
)]
pub enum Side {
    Red,
    Blue,
}
use Side::{Blue, Red};
impl Sided for Side {
    const ALL: &'static [Self] = &[Red, Blue];
    fn word(self) -> &'static str {
        ["Red", "Blue"][self as usize]
    }
}
impl Side {
    fn foe(self) -> Self {
        [Blue, Red][self as usize]
    }
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(casus_core::schemars::JsonSchema),
    schemars(crate = "casus_core::schemars")
)]
#[serde(deny_unknown_fields)]
pub struct Camp {
    pub id: String,
    #[serde(default = "three")]
    pub strength: u8,
    #[serde(default)]
    pub at: u8,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub card: Option<u8>,
}
fn three() -> u8 {
    3
}
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(casus_core::schemars::JsonSchema),
    schemars(crate = "casus_core::schemars")
)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    pub camps: Vec<Camp>,
    /// Too large for a JSON number.
    #[serde(default)]
    pub big: String,
}
pub fn setup() -> Setup {
    let camp = |id: &str| Camp {
        id: id.to_owned(),
        strength: 3,
        at: 0,
        card: None,
    };
    Setup {
        camps: vec![camp("red"), camp("blue")],
        big: String::new(),
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Stage {
    Turn,
    Reaction,
}
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct State {
    strength: [u8; 2],
    at: [u8; 2],
    card: [Option<u8>; 2],
    shown: [bool; 2],
    cup: Vec<u8>,
    marched: u8,
    active: usize,
    passes: u8,
    stack: Vec<Stage>,
    laws: Laws,
}
impl State {
    fn laws(&self) -> &Laws {
        &self.laws
    }
}
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    March,
    Draw,
    Show,
    Attack,
    Pass,
    Stand,
    Parry,
}
pub const EVERY: [Action; 7] = [
    Action::March,
    Action::Draw,
    Action::Show,
    Action::Attack,
    Action::Pass,
    Action::Stand,
    Action::Parry,
];
const WORDS: [&str; 7] = ["march", "draw", "show", "attack", "pass", "stand", "parry"];

impl Spelt<State> for Action {
    fn spell(self, _: &State) -> String {
        WORDS[self as usize].to_owned()
    }
    fn parse(_: &State, text: &str) -> Result<Self, ParseFault> {
        match WORDS.iter().position(|w| *w == text) {
            Some(i) => Ok(EVERY[i]),
            None => Err(ParseFault {
                text: text.to_owned(),
                message: format!("one of: {}", WORDS.join(", ")),
            }),
        }
    }
    fn every(_: &State, out: &mut Vec<Self>) {
        out.extend(EVERY);
    }
    fn verb(self) -> &'static str {
        WORDS[self as usize]
    }
    fn parts(self, _: &State) -> Vec<Part> {
        Vec::new()
    }
}

impl Guide for Toy {}

#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(
    feature = "schema",
    derive(casus_core::schemars::JsonSchema),
    schemars(crate = "casus_core::schemars")
)]
#[serde(tag = "event", rename_all = "kebab-case")]
pub enum Event {
    Marched {
        cite: Cite,
        side: Side,
        to: u8,
    },
    Drew {
        cite: Cite,
        side: Side,
        card: Option<u8>,
    },
    Showed {
        cite: Cite,
        side: Side,
        card: u8,
    },
    Fought {
        cite: Cite,
        side: Side,
        ledger: Ledger,
        loss: u8,
    },
    Morale {
        cite: Cite,
        face: u8,
        broke: bool,
    },
    Turned {
        cite: Cite,
        side: Side,
    },
}
impl Cited for Event {
    fn cite(&self) -> Cite {
        match self {
            Self::Marched { cite, .. }
            | Self::Drew { cite, .. }
            | Self::Showed { cite, .. }
            | Self::Fought { cite, .. }
            | Self::Morale { cite, .. }
            | Self::Turned { cite, .. } => *cite,
        }
    }
}

#[derive(PartialEq, Debug, Serialize)]
#[cfg_attr(
    feature = "schema",
    derive(casus_core::schemars::JsonSchema),
    schemars(crate = "casus_core::schemars")
)]
pub struct View {
    camps: Vec<CampView>,
    cup: usize,
    mine: Option<u8>,
    huge: u64,
}
#[derive(PartialEq, Debug, Serialize)]
#[cfg_attr(
    feature = "schema",
    derive(casus_core::schemars::JsonSchema),
    schemars(crate = "casus_core::schemars")
)]
pub struct CampView {
    id: &'static str,
    strength: u8,
    at: u8,
    card: Option<&'static str>,
}

pub struct Asked<'a> {
    s: &'a State,
    pub action: Action,
    pub by: Side,
}
casus_core::questions!(Asked);
macro_rules! bar {
    ($c:expr, $why:expr, $f:expr) => {
        B::by($c, $why).when(|f| Place::Side(f.by as u8), $f)
    };
}
type B = Bar<Asked<'static>>;

pub static BARS: Bars<Asked> = Bars {
    name: "doing",
    list: &[
        bar!(C21, "the ford is as far as one may march", |f| f.action == Action::March
            && f.s.at[f.by as usize] >= 3),
        B::by(C211, "no more than two steps a turn").violated(|f| {
            (f.action == Action::March && f.s.marched >= 2)
                .then(|| Violation::over(Place::Side(f.by as u8), "steps", 3, 2))
        }),
        bar!(C22, "a hand holds one card", |f| f.action == Action::Draw && f.s.card[f.by as usize].is_some()),
        bar!(C22, "the cup is empty", |f| f.action == Action::Draw && f.s.cup.is_empty()),
        bar!(C22, "no card to show", |f| f.action == Action::Show && f.s.card[f.by as usize].is_none()),
        bar!(C22, "shown already", |f| f.action == Action::Show && f.s.shown[f.by as usize]),
        bar!(C31, "the foe is out of reach", |f| f.action == Action::Attack
            && f.s.at[0] + f.s.at[1] < casus_core::mutant!(1, 3, 1)),
        bar!(C321, "a parry takes a card", |f| f.action == Action::Parry && f.s.card[f.by as usize].is_none()),
    ],
};
pub struct Blow<'a> {
    s: &'a State,
    pub by: usize,
    parries: bool,
}
casus_core::questions!(Blow);
type M = Modifier<Blow<'static>>;

pub static MODS: Modifiers<Blow> = Modifiers {
    name: "fighting",
    list: &[
        M::by(C331, "the attacker stands at the ford")
            .adds(|f| Place::Side(f.by as u8), |f| (f.s.at[f.by] == 3).then_some(1)),
        M::by(C321, "parried").adds(
            |f| Place::Side(1 - f.by as u8),
            |f| f.parries.then_some(-i32::from(f.s.card[1 - f.by].unwrap_or(0))),
        ),
        M::by(C33, "attacker's card").shares(|f| {
            f.s.card[f.by].map(|c| Share {
                value: i32::from(c),
                from: Place::Nowhere,
            })
        }),
    ],
};

pub struct Toy;
impl Toy {
    fn decider(s: &State) -> Side {
        let active = Side::ALL[s.active];
        match s.stack.last() {
            Some(Stage::Reaction) => active.foe(),
            _ => active,
        }
    }
    fn kind(s: &State, action: Action) -> bool {
        let reacting = matches!(s.stack.last(), Some(Stage::Reaction));
        reacting == matches!(action, Action::Stand | Action::Parry)
    }
    fn over(s: &State) -> Option<(Outcome<Side>, Cite)> {
        if s.strength[0] == 0 {
            Some((Outcome::Win(Blue), C41))
        } else if s.strength[1] == 0 {
            Some((Outcome::Win(Red), C41))
        } else if s.passes >= 6 {
            Some((Outcome::Stalemate, Cite::library("nobody acts")))
        } else {
            None
        }
    }
    fn next(s: &mut State, log: &mut Log<Event>) {
        s.active = 1 - s.active;
        s.marched = 0;
        let side = Side::ALL[s.active];
        log.say(|| Event::Turned { cite: C23, side });
    }
}

impl Game for Toy {
    const NAME: &'static str = "toy";
    const CASEBOOK: &'static Casebook = &BOOK;
    const DECISIONS: &'static [&'static str] = &["turn", "reaction"];
    const DECLINES: &'static [(&'static str, &'static str)] = &[("reaction", "stand")];
    type Side = Side;
    type Setup = Setup;
    type State = State;
    type View = View;
    type Action = Action;
    type Event = Event;

    fn begin_under(setup: &Setup, laws: &Laws) -> Result<State, SetupFaults> {
        let mut faults = SetupFaults::default();
        if setup.camps.len() != 2 {
            faults.push("camps", "there are two camps", Some(C11));
            return Err(faults);
        }
        let mut cup = vec![0, 1, 1, 2];
        for (i, c) in setup.camps.iter().enumerate() {
            if c.strength == 0 || c.strength > 9 {
                faults.push(format!("camps[{i}].strength"), "from 1 to 9", Some(C11));
            }
            if c.at > 3 {
                faults.push(format!("camps[{i}].at"), "from 0 to 3", Some(C11));
            }
            if let Some(card) = c.card {
                match cup.iter().position(|&x| x == card) {
                    Some(p) => {
                        cup.remove(p);
                    }
                    None => faults.push(format!("camps[{i}].card"), "no such card left", None),
                }
            }
        }
        let c = &setup.camps;
        let state = State {
            strength: [c[0].strength, c[1].strength],
            at: [c[0].at, c[1].at],
            card: [c[0].card, c[1].card],
            shown: [false; 2],
            cup,
            marched: 0,
            active: 0,
            passes: 0,
            stack: vec![Stage::Turn],
            laws: laws.clone(),
        };
        faults.or(state)
    }
    fn laws(s: &State) -> &Laws {
        s.laws()
    }
    fn under(s: &State, laws: &Laws) -> State {
        State {
            laws: laws.clone(),
            ..s.clone()
        }
    }
    fn outcome(s: &State) -> Option<(Outcome<Side>, Cite)> {
        Self::over(s)
    }
    fn decision(s: &State) -> Option<Decision<Side>> {
        let side = Self::decider(s);
        let (cite, what) = match s.stack.last() {
            Some(Stage::Reaction) => (C32, "reaction"),
            _ => (C21, "turn"),
        };
        Some(Decision::new(side, cite, what, Place::Side(side as u8)))
    }
    fn judge(s: &State, action: Action, v: &mut Verdict) {
        if !Self::kind(s, action) {
            v.refuse(Refusal::new(Cite::library("order of play"), "no answer to this decision"));
            return;
        }
        let by = Self::decider(s);
        BARS.judge(&Asked { s, action, by }, v);
    }
    fn apply(s: &mut State, action: &Action, dice: &mut dyn Dice, log: &mut Log<Event>) {
        let side = Self::decider(s);
        let me = s.active;
        s.passes = if *action == Action::Pass { s.passes + 1 } else { 0 };
        match action {
            Action::March => {
                s.at[me] += 1;
                s.marched += 1;
                let to = s.at[me];
                log.say(|| Event::Marched { cite: C21, side, to });
            }
            Action::Draw => {
                let cup = s.cup.clone();
                let face = dice.throw(
                    Throw {
                        cite: C22,
                        die: Die::Draw(cup.len() as u8),
                        what: "card",
                    },
                    &|f| cup.get(usize::from(f)).map_or(0, |&c| u16::from(c)),
                );
                let card = s.cup.remove(usize::from(face).min(s.cup.len() - 1));
                s.card[me] = Some(card);
                s.shown[me] = false;
                log.say(|| Event::Drew {
                    cite: C22,
                    side,
                    card: Some(card),
                });
                Self::next(s, log);
            }
            Action::Show => {
                s.shown[me] = true;
                let card = s.card[me].unwrap_or(0);
                log.reveal();
                log.say(|| Event::Showed { cite: C22, side, card });
            }
            Action::Attack => s.stack.push(Stage::Reaction),
            Action::Pass => Self::next(s, log),
            Action::Stand | Action::Parry => {
                s.stack.pop();
                let parries = *action == Action::Parry;
                let facts = Blow { s, by: me, parries };
                let net = MODS.sum(&facts);
                let loss = |f: u8| -> u8 {
                    match i32::from(f) + net {
                        i32::MIN..=3 => 0,
                        4..=7 => 1,
                        _ => 2,
                    }
                };
                let face = dice.throw(
                    Throw {
                        cite: C33,
                        die: Die::D10,
                        what: "attack",
                    },
                    &|f| u16::from(loss(f)),
                );
                let ledger = MODS.ledger(i32::from(face), &facts);
                let lost = loss(face);
                log.say(|| Event::Fought {
                    cite: C33,
                    side: Side::ALL[me],
                    ledger,
                    loss: lost,
                });
                let foe = 1 - me;
                s.strength[foe] = s.strength[foe].saturating_sub(lost);
                if parries && let Some(c) = s.card[foe].take() {
                    s.cup.push(c);
                    s.cup.sort_unstable();
                    log.reveal();
                }
                if lost == 2 {
                    let face = dice.throw(
                        Throw {
                            cite: C331,
                            die: Die::D6,
                            what: "morale",
                        },
                        &|f| u16::from(f >= 5),
                    );
                    if face >= 5 {
                        s.at[foe] = 0;
                    }
                    log.say(|| Event::Morale {
                        cite: C331,
                        face,
                        broke: face >= 5,
                    });
                }
                Self::next(s, log);
            }
        }
    }
    fn audit(s: &State) -> Result<(), InvariantViolation> {
        let cards = s.cup.len() + s.card.iter().flatten().count();
        if cards != 4 {
            return Err(InvariantViolation(format!("{cards} cards")));
        }
        if s.at.iter().any(|&a| a > 3) {
            return Err(InvariantViolation("beyond the ford".to_owned()));
        }
        Ok(())
    }
    fn view(s: &State, viewer: Option<Side>) -> View {
        View {
            camps: (0..2)
                .map(|i| CampView {
                    id: ["red", "blue"][i],
                    strength: s.strength[i],
                    at: s.at[i],
                    card: s.card[i].map(|c| {
                        if s.shown[i] {
                            ["nought", "one", "two"][usize::from(c)]
                        } else {
                            "hidden"
                        }
                    }),
                })
                .collect(),
            cup: s.cup.len(),
            mine: viewer.and_then(|v| s.card[v as usize]),
            huge: u64::MAX,
        }
    }
    fn redact(_: &State, event: &Event, viewer: Option<Side>) -> Option<Event> {
        Some(match event {
            Event::Drew { cite, side, .. } if viewer != Some(*side) => Event::Drew {
                cite: *cite,
                side: *side,
                card: None,
            },
            other => other.clone(),
        })
    }
    fn sample_state(s: &State, viewer: Side, dice: &mut dyn Dice) -> State {
        let foe = viewer.foe() as usize;
        let mut s = s.clone();
        if s.shown[foe] {
            return s;
        }
        if let Some(card) = s.card[foe].take() {
            s.cup.push(card);
            // Else the place of the true card in the cup would tell which it was.
            s.cup.sort_unstable();
            let face = dice.throw(
                Throw {
                    cite: C22,
                    die: Die::Draw(s.cup.len() as u8),
                    what: "deal",
                },
                &u16::from,
            );
            s.card[foe] = Some(s.cup.remove(usize::from(face).min(s.cup.len() - 1)));
        }
        s
    }
    fn depth(s: &State) -> usize {
        s.stack.len()
    }
    fn rules_digest(_: &State) -> u64 {
        digest_bytes(b"toy 1")
    }
    fn gazetteer(s: &State) -> Gazetteer {
        let camps = ["red", "blue"].map(str::to_owned).to_vec();
        Gazetteer {
            units: camps,
            ..Gazetteer::new(Self::rules_digest(s), Side::ALL.iter().map(|s| s.word()))
        }
    }
    fn place(_: &State, place: Place) -> String {
        match place {
            Place::Side(n) => Side::ALL[usize::from(n)].word().to_owned(),
            other => format!("{other:?}"),
        }
    }
    fn describe(_: &State, event: &Event) -> String {
        match event {
            Event::Marched { side, to, .. } => format!("{} marches to {to}", side.word()),
            Event::Drew { side, .. } => format!("{} draws a card", side.word()),
            Event::Showed { side, card, .. } => format!("{} shows a {card}", side.word()),
            Event::Fought { ledger, loss, .. } => format!("{ledger}: {loss} lost"),
            Event::Morale { face, .. } => format!("morale {face}"),
            Event::Turned { side, .. } => format!("{} to act", side.word()),
        }
    }
    fn scene(s: &State, viewer: Option<Side>) -> Scene {
        let mut scene = Scene::of::<Self>(s, Orientation::Flat);
        // A road of eight hexes: each camp marches in from its own end.
        for q in 0..8i16 {
            scene.sites.push(Site {
                label: format!("0{q}"),
                shape: Shape::Hex { q, r: -(q / 2) },
                ground: 0,
                level: 0,
            });
        }
        scene.roads = (0..7).map(|q| (q, q + 1)).collect();
        scene.kinds.push(Kind {
            word: "camp".to_owned(),
            symbol: Symbol::Baggage,
            code: "Ca".to_owned(),
        });
        for (i, side) in Side::ALL.iter().enumerate() {
            scene.armies.push(Army {
                word: side.word().to_owned(),
                fill: Colour::hex([0x00aa_3333, 0x0033_55aa][i]),
                ink: Colour::hex(0x00ff_ffff),
            });
            let at = usize::from(s.at[i]);
            scene.counters.push(Counter {
                id: side.word().to_owned(),
                name: side.word().to_owned(),
                text: side.word().to_owned(),
                army: i,
                group: None,
                kind: 0,
                site: if i == 0 { at } else { 7 - at },
                facing: Some(SideFacing::ALL[[5, 2][i]].into()),
                condition: None,
                ratings: s.strength[i].to_string(),
                note: String::new(),
                strength: None,
                badges: Vec::new(),
            });
            let card = match s.card[i] {
                Some(card) if s.shown[i] || viewer == Some(*side) => format!("card {card}"),
                Some(_) => "a hidden card".to_owned(),
                None => "no card".to_owned(),
            };
            scene.panels.push(Panel {
                title: side.word().to_owned(),
                army: Some(i),
                lines: vec![card.into()],
            });
        }
        scene
    }
    fn lists() -> &'static [&'static dyn Listed] {
        static LISTS: [&dyn Listed; 2] = [&BARS, &MODS];
        &LISTS
    }
    fn weight(_: &State, action: &Action) -> u32 {
        if *action == Action::Pass { 1 } else { 8 }
    }
}
