//! The pieces of a battle as read from files and patches: kinds, units, leaders, Battles, Standards.

use crate::casebook::cite;
use crate::components::{
    ACTIVATION, Arm, BattleCard, BattleId, Counter, Faces, Kind, LeaderCard, MODIFIER, Missile, RANGE, Ratings, Roster,
    Side, StandardCard, StandardId,
};
use casus_core::cells::Cell;
use casus_core::data::Within;
use casus_core::reading::{self, PieceReader, Pieces, known, listed};
use casus_core::{Cite, SetupFaults, Sided};

casus_core::patch! {
    /// A face of a counter, or changes to it.
    pub struct FacePatch {
        /// Shock Defense DRM, -9 to 9; 0 for guns and Baggage Wagons.
        pub sdr: Option<i64>,
        /// Movement Allowance, 0 to 20.
        pub ma: Option<i64>,
        /// Missile Fire DRM, -9 to 9, or `"-"` for none.
        pub drm: Option<Cell>,
    }
}

casus_core::piece_patch! {
    /// A kind of troops to change, or to add if no kind has this name. Every unit of the kind without ratings of its own
    /// changes with it.
    pub struct KindPatch of Kind {
        /// The name of its units, in the plural: `"Gendarmes"`. A new kind without it has the name of its type.
        pub name: Option<String>,
        /// The type of its units: `"MM"`.
        pub arm: Option<String>,
        /// `"-"`, `"CB"`, `"AQ"`, `"LB"`, `"A"`, `"J"`, `"F"`, `"S"`, `"C"`, `"H"` or `"OG"`.
        pub missile: Option<String>,
        /// The Normal face.
        pub front: FacePatch,
        /// The Disordered face.
        pub back: FacePatch,
        /// The Normal face on foot, or the unlimbered one.
        pub other: FacePatch,
        /// The Disordered face on foot.
        pub other_back: FacePatch,
    }
}

casus_core::piece_patch! {
    /// A unit to change, or to add if no unit has this name. One that is added gives its Battle and its kind.
    pub struct CounterPatch of Counter {
        /// The name of its Battle.
        pub battle: Option<String>,
        /// The name of its Standard. Default: that of its Battle.
        pub standard: Option<String>,
        /// The name of its troops in sentences, before the number of its id. Default: the name of its kind.
        pub name: Option<String>,
        /// The name of its kind, which gives all values that are absent here.
        pub kind: Option<String>,
        /// Its missile type.
        pub missile: Option<String>,
        /// The Normal face.
        pub front: FacePatch,
        /// The Disordered face.
        pub back: FacePatch,
        /// The Normal face on foot, or the unlimbered one.
        pub other: FacePatch,
        /// The Disordered face on foot.
        pub other_back: FacePatch,
    }
}

casus_core::piece_patch! {
    /// A leader to change, or to add if no leader has this name.
    pub struct LeaderPatch of LeaderCard {
        /// His full name and office.
        pub name: Option<String>,
        /// His name in sentences. Default: his id.
        pub called: Option<String>,
        /// `"France"` or `"League"`.
        pub side: Option<String>,
        /// The names of his Battles; none for a pure Overall Commander.
        pub battles: Option<Vec<String>>,
        /// Whether he is an Overall Commander.
        pub oc: Option<bool>,
        /// Whether he is a King (3.0).
        pub king: Option<bool>,
        /// Activation Rating, 0 to 9.
        pub activation: Option<i64>,
        /// Command Range, 0 to 30.
        pub range: Option<i64>,
        /// Charisma, -9 to 9.
        pub charisma: Option<i64>,
        /// Effectiveness, -9 to 9.
        pub effectiveness: Option<i64>,
        /// Whether he is never replaced.
        pub unreplaced: Option<bool>,
    }
}

casus_core::piece_patch! {
    pub(super) struct BattleFile of BattleCard {
        pub(super) side: Option<String>,
        pub(super) called: Option<String>,
        pub(super) title: String,
        pub(super) standard: String,
    }
}

casus_core::piece_patch! {
    pub(super) struct StandardFile of StandardCard {
        pub(super) side: Option<String>,
    }
}

const MA: Within = (0, 20, cite!("2.2"));
const MOST_UNITS: usize = 250;

fn side(word: &str, path: &str, faults: &mut SetupFaults) -> Option<Side> {
    reading::side(word, path, cite!("2.4"), faults)
}

fn arm(word: &str, path: &str, faults: &mut SetupFaults) -> Option<Arm> {
    let words = Arm::ALL.map(Arm::short);
    known(Arm::named(word), word, "type of unit", &words, path, cite!("2.2"), faults)
}

/// The Battle of this name.
pub(super) fn battle(battles: &[BattleCard], word: &str, path: &str, faults: &mut SetupFaults) -> Option<BattleId> {
    let names = battles.iter().map(|b| b.id.as_str());
    let found = listed(names, word, "Battle", path, Some(cite!("5.0")), faults);
    found.map(|i| BattleId(i as u8))
}

/// The Standard of this name.
fn standard(list: &[StandardCard], word: &str, path: &str, faults: &mut SetupFaults) -> Option<StandardId> {
    let names = list.iter().map(|s| s.id.as_str());
    let found = listed(names, word, "Standard", path, Some(cite!("2.4")), faults);
    found.map(|i| StandardId(i as u8))
}

/// Records a fault if a piece is not of the side of what it belongs to.
fn of_one_side(own: Side, other: Side, field: &str, what: &str, case: Cite, r: &mut PieceReader<'_>) {
    if own != other {
        let message = format!("{what} is of {}, not of {}", other.word(), own.word());
        r.fault(field, message, Some(case));
    }
}

/// A name for sentences, if it is given.
fn called(r: &mut PieceReader<'_>, field: &str, given: Option<&String>) -> Option<String> {
    let given = given?;
    if given.trim().is_empty() {
        r.fault(field, "is empty", Some(cite!("2.2")));
    }
    Some(given.clone())
}

/// The faces of a counter in a patch.
struct Dress<'a> {
    missile: Option<&'a String>,
    front: &'a FacePatch,
    back: &'a FacePatch,
    other: &'a FacePatch,
    other_back: &'a FacePatch,
}

/// The missile type and the faces of a counter.
#[derive(Clone, PartialEq, Eq)]
struct Shown {
    missile: Missile,
    faces: Faces,
    other: Option<Faces>,
}

impl Shown {
    fn of_kind(kind: &Kind) -> Self {
        Self {
            missile: kind.missile,
            faces: kind.faces,
            other: kind.other,
        }
    }
    fn of(counter: &Counter) -> Self {
        Self {
            missile: counter.missile,
            faces: counter.faces,
            other: counter.other,
        }
    }
}

/// A face of a patch over the previous one; `None` where there is none.
fn face(r: &mut PieceReader<'_>, field: &str, p: &FacePatch, old: Option<Ratings>, unrated: bool) -> Option<Ratings> {
    if *p == FacePatch::default() {
        return old;
    }
    let at = |part: &str| format!("{field}.{part}");
    let sdr = r.number(&at("sdr"), p.sdr, old.map(|f| f.sdr).or(unrated.then_some(0)), MODIFIER);
    let ma = r.number(&at("ma"), p.ma, old.map(|f| f.ma), MA);
    let missile = match &p.drm {
        None => old.and_then(|f| f.missile),
        Some(cell) if cell.text() == "-" => None,
        Some(cell) => {
            let at = r.at(&at("drm"));
            Some(cell.modifier(&at, r.faults) as i8)
        }
    };
    Some(Ratings {
        sdr: sdr?,
        ma: ma?,
        missile,
    })
}

impl Dress<'_> {
    /// The missile type and faces of a counter of a type, over the previous ones.
    fn over(&self, r: &mut PieceReader<'_>, arm: Arm, old: Option<&Shown>) -> Option<Shown> {
        let gun = arm == Arm::Artillery;
        let unrated = gun || arm == Arm::BaggageWagon;
        let missile =
            r.choice("missile", self.missile, Some(old.map_or(Missile::None, |o| o.missile)), cite!("2.2"))?;
        if gun != missile.gun() {
            let message =
                format!("{} with missile type `{missile}`: guns are Artillery's and all that it has", arm.title());
            r.fault("missile", message, Some(cite!("2.2")));
        }
        let front = face(r, "front", self.front, old.map(|o| o.faces.front), unrated);
        let back = face(r, "back", self.back, old.and_then(|o| o.faces.back), unrated);
        let other = face(r, "other", self.other, old.and_then(|o| o.other).map(|o| o.front), unrated);
        let other_back = face(r, "other_back", self.other_back, old.and_then(|o| o.other?.back), unrated);
        if old.is_none() && *self.front == FacePatch::default() {
            r.fault("front", "is missing", Some(cite!("2.2")));
        }
        for (field, face, wanted) in [
            ("back", back, !gun),
            ("other", other, arm.turns()),
            ("other_back", other_back, arm.dismounts()),
        ] {
            match (face, wanted) {
                (None, true) if r.sound() => r.fault(field, "is missing", Some(cite!("2.2"))),
                (Some(_), false) => {
                    let message = format!("{} has no such face", arm.title());
                    r.fault(field, message, Some(cite!("2.2")));
                }
                _ => {}
            }
        }
        Some(Shown {
            missile,
            faces: Faces { front: front?, back },
            other: other.map(|front| Faces {
                front,
                back: other_back,
            }),
        })
    }
    /// The parts that have sources of their own, each with whether it is given.
    fn parts(&self) -> [(&'static str, bool); 6] {
        let blank = FacePatch::default();
        [
            ("sdr", self.front.sdr.is_some()),
            ("ma", self.front.ma.is_some()),
            ("drm", self.front.drm.is_some()),
            ("missile", self.missile.is_some()),
            ("back", *self.back != blank),
            ("other", *self.other != blank || *self.other_back != blank),
        ]
    }
}

fn read_kind(r: &mut PieceReader<'_>, p: &KindPatch, old: Option<&Kind>) -> Option<Kind> {
    let arm = r.word("arm", p.arm.as_ref(), old.map(|k| k.arm), arm)?;
    let dress = Dress {
        missile: p.missile.as_ref(),
        front: &p.front,
        back: &p.back,
        other: &p.other,
        other_back: &p.other_back,
    };
    let shown = dress.over(r, arm, old.map(Shown::of_kind).as_ref());
    r.parts(&dress.parts());
    let sources = r.provenance(p, old.map(|k| &k.sources));
    let shown = shown?;
    let name = called(r, "name", p.name.as_ref()).or_else(|| old.map(|k| k.name.clone()));
    Some(Kind {
        id: old.map_or(&p.id, |k| &k.id).clone(),
        name: name.unwrap_or_else(|| arm.title().to_owned()),
        arm,
        missile: shown.missile,
        faces: shown.faces,
        other: shown.other,
        sources,
    })
}

/// The Battles, kinds and Standards that a unit may belong to.
struct Lists<'a> {
    battles: &'a [BattleCard],
    standards: &'a [StandardCard],
    kinds: &'a [Kind],
}

fn read_counter(
    r: &mut PieceReader<'_>,
    p: &CounterPatch,
    all: &[Counter],
    old: Option<&Counter>,
    lists: &Lists<'_>,
) -> Option<Counter> {
    r.room(all.len(), MOST_UNITS);
    let own = |word: &str, at: &str, f: &mut SetupFaults| battle(lists.battles, word, at, f);
    let battle = r.word("battle", p.battle.as_ref(), old.map(|c| c.battle), own);
    let kind = match &p.kind {
        None if old.is_none() => {
            r.fault("kind", "is missing: a new unit states it", Some(cite!("2.5")));
            return None;
        }
        None => None,
        Some(word) => {
            let names = lists.kinds.iter().map(|k| k.id.as_str());
            let at = r.at("kind");
            Some(&lists.kinds[listed(names, word, "kind of troops", &at, Some(cite!("2.5")), r.faults)?])
        }
    };
    let (arm, was, sources, id) = match (kind, old) {
        (Some(k), _) => (k.arm, Shown::of_kind(k), &k.sources, &k.id),
        (None, Some(c)) => (c.arm, Shown::of(c), &c.sources, &c.kind),
        (None, None) => return None,
    };
    let dress = Dress {
        missile: p.missile.as_ref(),
        front: &p.front,
        back: &p.back,
        other: &p.other,
        other_back: &p.other_back,
    };
    let shown = dress.over(r, arm, Some(&was));
    let parts = dress.parts();
    r.parts(&parts);
    let changed = parts.iter().any(|(_, given)| *given);
    let sources = if changed {
        r.provenance(p, Some(sources))
    } else {
        sources.clone()
    };
    let (battle, shown) = (battle?, shown?);
    let card = &lists.battles[battle.index()];
    let follows = old.map_or(card.standard, |c| if c.battle == battle { c.standard } else { card.standard });
    let flag = |word: &str, at: &str, f: &mut SetupFaults| standard(lists.standards, word, at, f);
    let standard = r.word("standard", p.standard.as_ref(), Some(follows), flag)?;
    let flown = &lists.standards[standard.index()];
    of_one_side(card.side, flown.side, "standard", &flown.id, cite!("2.4"), r);
    if let Some(old) = old {
        of_one_side(old.side, card.side, "battle", &card.id, cite!("5.0"), r);
    }
    let name = called(r, "name", p.name.as_ref()).or_else(|| old.and_then(|c| c.name.clone()));
    Some(Counter {
        id: old.map_or(&p.id, |c| &c.id).clone(),
        side: card.side,
        battle,
        standard,
        kind: id.clone(),
        name,
        arm,
        missile: shown.missile,
        faces: shown.faces,
        other: shown.other,
        sources,
    })
}

fn read_leader(
    r: &mut PieceReader<'_>,
    p: &LeaderPatch,
    all: &[LeaderCard],
    old: Option<&LeaderCard>,
    battles: &[BattleCard],
) -> Option<LeaderCard> {
    r.room(all.len(), MOST_UNITS);
    let side = r.word("side", p.side.as_ref(), old.map(|l| l.side), side);
    let led = match (&p.battles, old) {
        (Some(words), _) => {
            let read = words.iter().enumerate();
            read.filter_map(|(i, w)| battle(battles, w, &r.at(&format!("battles[{i}]")), r.faults))
                .collect()
        }
        (None, Some(l)) => l.battles.clone(),
        (None, None) => {
            r.fault("battles", "is missing: a new leader states them", Some(cite!("5.1")));
            Vec::new()
        }
    };
    let activation = r
        .given("activation", p.activation, ACTIVATION)
        .or(old.and_then(|l| l.activation));
    let range = r.number("range", p.range, old.map(|l| l.range), RANGE);
    let charisma = r.number("charisma", p.charisma, old.map(|l| l.charisma), MODIFIER);
    let effectiveness = r.number("effectiveness", p.effectiveness, Some(old.map_or(0, |l| l.effectiveness)), MODIFIER);
    let oc = p.oc.unwrap_or(old.is_some_and(|l| l.oc));
    if led.is_empty() && !oc {
        r.fault("battles", "only an Overall Commander leads no Battle", Some(cite!("5.1")));
    }
    if activation.is_some() == led.is_empty() {
        let message = "an Activation Rating is what a leader of a Battle has, and only he";
        r.fault("activation", message, Some(cite!("5.1")));
    }
    if effectiveness != Some(0) && !oc {
        r.fault("effectiveness", "only an Overall Commander has Effectiveness", Some(cite!("5.2")));
    }
    for &b in &led {
        let card = &battles[b.index()];
        of_one_side(side.unwrap_or(card.side), card.side, "battles", &card.id, cite!("5.0"), r);
    }
    r.parts(&[
        ("activation", p.activation.is_some()),
        ("range", p.range.is_some()),
        ("charisma", p.charisma.is_some()),
        ("effectiveness", p.effectiveness.is_some()),
        ("name", p.name.is_some()),
        ("king", p.king.is_some()),
    ]);
    let sources = r.provenance(p, old.map(|l| &l.sources));
    let called = called(r, "called", p.called.as_ref()).or_else(|| old.and_then(|l| l.called.clone()));
    Some(LeaderCard {
        id: old.map_or(&p.id, |l| &l.id).clone(),
        name: p.name.as_ref().or(old.map(|l| &l.name)).unwrap_or(&p.id).clone(),
        called,
        side: side?,
        battles: led,
        oc,
        king: p.king.unwrap_or(old.is_some_and(|l| l.king)),
        activation,
        range: range?,
        charisma: charisma?,
        effectiveness: effectiveness?,
        unreplaced: p.unreplaced.unwrap_or(old.is_some_and(|l| l.unreplaced)),
        sources,
    })
}

/// Records leaders who lead one Battle, or one army, together. Only those that the patches at `path` change are reported, after
/// all are read, so that leaders may change places in any order.
fn rivals(
    leaders: &[LeaderCard],
    battles: &[BattleCard],
    patches: &[LeaderPatch],
    path: &str,
    faults: &mut SetupFaults,
) {
    let patch_of = |l: &LeaderCard| patches.iter().position(|p| p.id.eq_ignore_ascii_case(&l.id));
    for (i, p) in patches.iter().enumerate() {
        let Some(own) = leaders.iter().find(|l| l.id.eq_ignore_ascii_case(&p.id)) else {
            continue;
        };
        // Of two changed leaders, the later one is reported.
        let others = || {
            leaders
                .iter()
                .filter(|l| l.id != own.id && patch_of(l).is_none_or(|k| k < i))
        };
        for b in &own.battles {
            if let Some(other) = others().find(|l| l.battles.contains(b)) {
                let message = format!("{} is led by {}", battles[b.index()].id, other.id);
                faults.push(format!("{path}[{i}].battles"), message, Some(cite!("5.1")));
            }
        }
        if let Some(rival) = others().find(|l| own.oc && l.oc && l.side == own.side) {
            let message = format!("{} commands the army", rival.id);
            faults.push(format!("{path}[{i}].oc"), message, Some(cite!("5.1")));
        }
    }
}

fn read_standard(r: &mut PieceReader<'_>, p: &StandardFile) -> Option<StandardCard> {
    let sources = r.provenance(p, None);
    Some(StandardCard {
        id: p.id.clone(),
        side: r.word("side", p.side.as_ref(), None, side)?,
        sources,
    })
}

fn read_battle(r: &mut PieceReader<'_>, p: &BattleFile, standards: &[StandardCard]) -> Option<BattleCard> {
    r.parts(&[("title", false)]);
    let sources = r.provenance(p, None);
    let side = r.word("side", p.side.as_ref(), None, side)?;
    let at = r.at("standard");
    let standard = standard(standards, &p.standard, &at, r.faults)?;
    let flown = &standards[standard.index()];
    of_one_side(side, flown.side, "standard", &flown.id, cite!("2.4"), r);
    Some(BattleCard {
        id: p.id.clone(),
        side,
        title: p.title.clone(),
        called: p.called.clone(),
        standard,
        sources,
    })
}

/// The pieces of a battle's files.
pub(super) struct ForcesFile<'a> {
    pub(super) names: &'a str,
    pub(super) kinds: &'a [KindPatch],
    pub(super) standards: &'a [StandardFile],
    pub(super) battles: &'a [BattleFile],
    pub(super) counters: &'a [CounterPatch],
    pub(super) leaders: &'a [LeaderPatch],
}

const fn pieces<'p>(what: &'static str, path: &'p str, file: bool) -> Pieces<'p> {
    Pieces { what, path, file }
}

impl Roster {
    pub(super) fn of_file(file: &ForcesFile<'_>, faults: &mut SetupFaults) -> Self {
        let mut roster = Self::empty(reading::source(Some(file.names), true, "kinds.names", faults));
        pieces("Standard", "standard", true)
            .read(&mut roster.standards, file.standards, faults, |r, p, _, _| read_standard(r, p));
        let standards = &roster.standards;
        pieces("Battle", "battle", true)
            .read(&mut roster.battles, file.battles, faults, |r, p, _, _| read_battle(r, p, standards));
        roster.read_kinds(file.kinds, "kinds.kind", true, faults);
        roster.read_counters(file.counters, "group", true, faults);
        roster.read_leaders(file.leaders, "leader", true, faults);
        roster
    }
    /// Reads patches of kinds over the existing ones, or a file. Units follow their kinds.
    pub(super) fn read_kinds(&mut self, patches: &[KindPatch], path: &str, file: bool, faults: &mut SetupFaults) {
        let before = self.kinds.clone();
        pieces("kind", path, file).read(&mut self.kinds, patches, faults, |r, p, _, old| read_kind(r, p, old));
        for (was, is) in before.iter().zip(&self.kinds).filter(|(was, is)| was != is) {
            let plain = |c: &&mut Counter| c.kind == was.id && Shown::of(c) == Shown::of_kind(was);
            for c in self.counters.iter_mut().filter(plain) {
                c.arm = is.arm;
                (c.missile, c.faces, c.other) = (is.missile, is.faces, is.other);
                c.sources = is.sources.clone();
            }
        }
    }
    /// Reads patches of counters over the existing ones, or a file.
    pub(super) fn read_counters(&mut self, patches: &[CounterPatch], path: &str, file: bool, faults: &mut SetupFaults) {
        let lists = Lists {
            battles: &self.battles,
            standards: &self.standards,
            kinds: &self.kinds,
        };
        pieces("unit", path, file)
            .read(&mut self.counters, patches, faults, |r, p, all, old| read_counter(r, p, all, old, &lists));
    }
    /// Reads patches of leaders over the existing ones, or a file.
    pub(super) fn read_leaders(&mut self, patches: &[LeaderPatch], path: &str, file: bool, faults: &mut SetupFaults) {
        let battles = &self.battles;
        pieces("leader", path, file)
            .read(&mut self.leaders, patches, faults, |r, p, all, old| read_leader(r, p, all, old, battles));
        rivals(&self.leaders, battles, patches, path, faults);
    }
}
