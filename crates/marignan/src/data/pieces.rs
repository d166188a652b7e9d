//! The counters, commanders and corps as read from files and patches.

use crate::casebook::cite;
use crate::components::{
    Bonus, Class, CommanderCard, CommanderFace, CorpsCard, CorpsId, Counter, Face, MOST_COMMANDERS, MOST_CORPS,
    MOST_UNITS, Roster, Side,
};
use casus_core::data::Within;
use casus_core::reading::{PieceReader, Pieces, listed, name_twice};
use casus_core::words::numbered;
use casus_core::{SetupFaults, Sided, reading};

casus_core::patch! {
    pub(super) struct CountersFile {
        pub(super) corps: Vec<CorpsPatch>,
        pub(super) counter: Vec<CounterPatch>,
    }
    pub(super) struct CommandersFile {
        pub(super) commander: Vec<CommanderPatch>,
    }
}

casus_core::piece_patch! {
    /// A corps to change, or to add if there is none with that name. A corps that you add needs all values. Every corps has
    /// a commander, and is either placed or enters.
    pub struct CorpsPatch of CorpsCard {
        /// Its name in sentences, such as `"La Palice's corps"`; default: `"corps"` and its id.
        pub name: Option<String>,
        /// `"Swiss"` or `"French"`; it never changes.
        pub side: Option<String>,
        /// What the corps is.
        pub title: Option<String>,
        /// Its morale at the start, 1 to 40; French corps only.
        pub morale: Option<i64>,
    }
}

casus_core::patch! {
    /// Ratings of one face of a counter.
    pub struct FacePatch {
        /// Morale, 2 to 12.
        pub morale: Option<i64>,
        /// Melee strength, 0 to 20.
        pub melee: Option<i64>,
        /// Movement allowance, 0 to 20.
        pub ma: Option<i64>,
        /// Fire strength, 0 to 20; default: 0 for a new counter.
        pub fire: Option<i64>,
    }
}

casus_core::piece_patch! {
    /// A counter to change, or to add if there is none with that name. A counter that you add needs all values.
    pub struct CounterPatch of Counter {
        /// The name of its kind in sentences, such as `"Bourbon's gendarmes"`; the number of its id is added.
        pub name: Option<String>,
        /// `"Swiss"` or `"French"`.
        pub side: Option<String>,
        /// What the unit is; default: its name.
        pub title: Option<String>,
        /// Its icon: `"pikemen"`.
        pub arm: Option<String>,
        /// The name of its corps; default: `"-"` for none, as for a new counter.
        pub corps: Option<String>,
        /// `"feeble"`, `"normal"` or `"superior"`.
        pub protection: Option<String>,
        /// The face in order.
        pub front: FacePatch,
        /// The face in disorder.
        pub back: FacePatch,
        /// Whether a replacement takes its place after its first loss.
        pub replacement: Option<bool>,
    }
}

casus_core::patch! {
    /// The ratings of one face of a commander.
    pub struct CommanderFacePatch {
        /// Command range, 0 to 20.
        pub range: Option<i64>,
        /// Movement allowance, 0 to 20.
        pub ma: Option<i64>,
        /// Melee bonus, 0 to 3, in place of any bonus.
        pub melee: Option<i64>,
        /// Fire bonus, 0 to 3, in place of any bonus.
        pub fire: Option<i64>,
    }
}

casus_core::piece_patch! {
    /// A commander to change, or to add if there is none with that name. A commander whom you add needs all values.
    pub struct CommanderPatch of CommanderCard {
        /// His name in sentences; default: his id.
        pub short_name: Option<String>,
        /// His name and title; default: his name in the data.
        pub name: Option<String>,
        /// `"Swiss"` or `"French"`.
        pub side: Option<String>,
        /// The name of the corps that he leads.
        pub corps: Option<String>,
        /// His ratings while he is not injured.
        pub front: CommanderFacePatch,
        /// His ratings once he is injured (12.5).
        pub back: CommanderFacePatch,
        /// Whether he has heroic value (7.2).
        pub hero: Option<bool>,
        /// Whether his death loses the battle (7.1); French only.
        pub king: Option<bool>,
        /// Whether his death costs every French corps a point of morale (8.2); French only.
        pub constable: Option<bool>,
    }
}

const MORALE: Within = (2, 12, cite!("1.1"));

const STRENGTH: Within = (0, 20, cite!("1.1"));

const MA: Within = (0, 20, cite!("1.1"));

const RANGE: Within = (0, 20, cite!("1.2"));

const COMMANDER_MA: Within = (0, 20, cite!("1.2"));

/// The range of a bonus; 0 means no bonus.
const BONUS: Within = (0, 3, cite!("1.2"));

const CORPS_MORALE: Within = (1, 40, cite!("14.1"));

/// The word for no corps, in a patch.
const NO_CORPS: &str = "-";

pub(super) fn side(word: &str, path: &str, faults: &mut SetupFaults) -> Option<Side> {
    reading::side(word, path, cite!("2.0"), faults)
}

pub(super) fn corps(list: &[CorpsCard], word: &str, path: &str, faults: &mut SetupFaults) -> Option<CorpsId> {
    let names = list.iter().map(|c| c.id.as_str());
    let found = listed(names, word, "corps", path, Some(cite!("6.0")), faults);
    found.map(|i| CorpsId(i as u8))
}

/// Reports values of a counter that do not fit together.
fn counter_faults(c: &Counter, list: &[CorpsCard], r: &mut PieceReader<'_>) {
    if let Some(card) = c
        .corps
        .map(|corps| &list[corps.index()])
        .filter(|card| card.side != c.side)
    {
        let message = format!("corps {} is {}, the unit {}", card.id, card.side.word(), c.side.word());
        r.fault("corps", message, Some(cite!("6.0")));
    }
    let free = c.swiss_arquebusiers() || (c.side == Side::Swiss && c.class() == Class::Cavalry);
    if free == c.corps.is_some() {
        let message = "Swiss arquebusiers and cavalry have no corps, all others have one";
        r.fault("corps", message, Some(cite!("6.1", "R10")));
    }
    if c.replacement && !c.swiss_pikemen() {
        r.fault("replacement", "only Swiss pikemen have a replacement", Some(cite!("1.1")));
    }
    let even = c.front.melee.is_multiple_of(2) && c.back.melee.is_multiple_of(2);
    if c.replacement && !even {
        let message = "a replacement halves the melee strength, so it is even";
        r.fault("replacement", message, Some(cite!("1.1")));
    }
    if c.front.fire == 0 && c.back.fire > 0 {
        r.fault("back.fire", "a unit that fires in disorder only", Some(cite!("1.1")));
    }
}

fn read_corps(r: &mut PieceReader<'_>, p: &CorpsPatch, all: &[CorpsCard], o: Option<&CorpsCard>) -> Option<CorpsCard> {
    let side = r.word("side", p.side.as_ref(), o.map(|c| c.side), side);
    let morale = r.given("morale", p.morale, CORPS_MORALE).or(o.and_then(|c| c.morale));
    r.parts(&[("morale", p.morale.is_some()), ("title", p.title.is_some())]);
    let sources = r.provenance(p, o.map(|c| &c.sources));
    let side = side?;
    if let Some(card) = o.filter(|c| c.side != side) {
        let message = format!("{} is {}, and stays so", card.id, card.side.word());
        r.fault("side", message, Some(cite!("6.0")));
    }
    r.room(all.iter().filter(|c| c.side == side).count(), MOST_CORPS);
    if (side == Side::French) != morale.is_some() {
        let message = "each French corps has a morale, and no Swiss one";
        r.fault("morale", message, Some(cite!("8.1")));
    }
    Some(CorpsCard {
        id: o.map_or(&p.id, |c| &c.id).clone(),
        name: p
            .name
            .as_ref()
            .or(o.map(|c| &c.name))
            .cloned()
            .unwrap_or_else(|| format!("corps {}", p.id)),
        side,
        title: p.title.as_ref().or(o.map(|c| &c.title)).unwrap_or(&p.id).clone(),
        morale,
        sources,
    })
}

fn read_face(r: &mut PieceReader<'_>, name: &str, p: &FacePatch, o: Option<Face>) -> Option<Face> {
    let at = |what: &str| format!("{name}.{what}");
    let morale = r.number(&at("morale"), p.morale, o.map(|f| f.morale), MORALE);
    let melee = r.number(&at("melee"), p.melee, o.map(|f| f.melee), STRENGTH);
    let ma = r.number(&at("ma"), p.ma, o.map(|f| f.ma), MA);
    let fire = r.number(&at("fire"), p.fire, Some(o.map_or(0, |f| f.fire)), STRENGTH);
    Some(Face {
        morale: morale?,
        melee: melee?,
        ma: ma?,
        fire: fire?,
    })
}

fn read_counter(
    r: &mut PieceReader<'_>,
    p: &CounterPatch,
    all: &[Counter],
    o: Option<&Counter>,
    list: &[CorpsCard],
    file: bool,
) -> Option<Counter> {
    r.room(all.len(), MOST_UNITS);
    if file && p.name.is_none() {
        r.fault("name", "is missing", None);
    }
    let side = r.word("side", p.side.as_ref(), o.map(|c| c.side), side);
    let arm = r.choice("arm", p.arm.as_ref(), o.map(|c| c.arm), cite!("1.1"));
    let corps = r.word("corps", p.corps.as_ref(), Some(o.and_then(|c| c.corps)), |word, at, f| {
        if word.trim() == NO_CORPS {
            Some(None)
        } else {
            corps(list, word, at, f).map(Some)
        }
    });
    let protection = r.choice("protection", p.protection.as_ref(), o.map(|c| c.protection), cite!("1.1"));
    let front = read_face(r, "front", &p.front, o.map(|c| c.front));
    let back = read_face(r, "back", &p.back, o.map(|c| c.back));
    r.parts(&[
        ("morale", p.front.morale.is_some()),
        ("melee", p.front.melee.is_some()),
        ("ma", p.front.ma.is_some()),
        ("fire", p.front.fire.is_some()),
        ("back", p.back != FacePatch::default()),
        ("back_melee", p.back.melee.is_some()),
        ("protection", p.protection.is_some()),
        ("replacement", p.replacement.is_some()),
    ]);
    let sources = r.provenance(p, o.map(|c| &c.sources));
    let counter = Counter {
        id: o.map_or(&p.id, |c| &c.id).clone(),
        name: match (&p.name, o) {
            // In a file, a run is one piece until its ids are expanded.
            (Some(kind), _) if file => kind.clone(),
            (None, Some(old)) => old.name.clone(),
            (name, _) => numbered(name.as_deref(), &p.id),
        },
        side: side?,
        title: p.title.as_ref().or(o.map(|c| &c.title)).unwrap_or(&p.id).clone(),
        arm: arm?,
        corps: corps?,
        protection: protection?,
        front: front?,
        back: back?,
        replacement: p.replacement.unwrap_or(o.is_some_and(|c| c.replacement)),
        sources,
    };
    counter_faults(&counter, list, r);
    Some(counter)
}

fn read_commander_face(
    r: &mut PieceReader<'_>,
    name: &str,
    p: &CommanderFacePatch,
    o: Option<CommanderFace>,
) -> Option<CommanderFace> {
    let at = |what: &str| format!("{name}.{what}");
    let range = r.number(&at("range"), p.range, o.map(|f| f.range), RANGE);
    let ma = r.number(&at("ma"), p.ma, o.map(|f| f.ma), COMMANDER_MA);
    let melee: Option<u8> = r.given(&at("melee"), p.melee, BONUS);
    let fire: Option<u8> = r.given(&at("fire"), p.fire, BONUS);
    let bonus = match (melee, fire) {
        (None, None) => o.map_or(Bonus::None, |f| f.bonus),
        (Some(0) | None, Some(0) | None) => Bonus::None,
        (Some(n), Some(0) | None) => Bonus::Melee(n),
        (Some(0) | None, Some(n)) => Bonus::Fire(n),
        (Some(_), Some(_)) => {
            r.fault(&at("fire"), "a commander has one bonus at most", Some(BONUS.2));
            Bonus::None
        }
    };
    Some(CommanderFace {
        range: range?,
        ma: ma?,
        bonus,
    })
}

fn read_commander(
    r: &mut PieceReader<'_>,
    p: &CommanderPatch,
    all: &[CommanderCard],
    o: Option<&CommanderCard>,
    list: &[CorpsCard],
) -> Option<CommanderCard> {
    r.room(all.len(), MOST_COMMANDERS);
    let side = r.word("side", p.side.as_ref(), o.map(|c| c.side), side);
    let corps = r.word("corps", p.corps.as_ref(), o.map(|c| c.corps), |word, at, f| corps(list, word, at, f));
    let front = read_commander_face(r, "front", &p.front, o.map(|c| c.front));
    let back = read_commander_face(r, "back", &p.back, o.map(|c| c.back));
    r.parts(&[
        ("range", p.front.range.is_some()),
        ("ma", p.front.ma.is_some()),
        ("bonus", p.front.melee.or(p.front.fire).is_some()),
        ("back", p.back != CommanderFacePatch::default()),
        ("name", p.name.is_some()),
        ("hero", p.hero.is_some()),
        ("king", p.king.is_some()),
        ("constable", p.constable.is_some()),
    ]);
    let sources = r.provenance(p, o.map(|c| &c.sources));
    Some(CommanderCard {
        id: o.map_or(&p.id, |c| &c.id).clone(),
        short_name: p
            .short_name
            .as_ref()
            .or(o.map(|c| &c.short_name))
            .unwrap_or(&p.id)
            .clone(),
        name: p.name.as_ref().or(o.map(|c| &c.name)).unwrap_or(&p.id).clone(),
        side: side?,
        corps: corps?,
        front: front?,
        back: back?,
        hero: p.hero.unwrap_or(o.is_some_and(|c| c.hero)),
        king: p.king.unwrap_or(o.is_some_and(|c| c.king)),
        constable: p.constable.unwrap_or(o.is_some_and(|c| c.constable)),
        sources,
    })
}

impl Roster {
    /// Reads patches of pieces over the existing ones, or the game's `file`. `paths` are those of corps, counters and
    /// commanders.
    pub(super) fn read(
        &mut self,
        (corps, counters, commanders): (&[CorpsPatch], &[CounterPatch], &[CommanderPatch]),
        paths: [&str; 3],
        file: bool,
        faults: &mut SetupFaults,
    ) {
        let pieces = |what, path| Pieces { what, path, file };
        let [corps_path, counters_path, commanders_path] = paths;
        pieces("corps", corps_path).read(&mut self.corps, corps, faults, read_corps);
        let list = &self.corps;
        let units = pieces("unit", counters_path);
        units.read(&mut self.counters, counters, faults, |r, p, all, old| read_counter(r, p, all, old, list, file));
        if file {
            for c in &mut self.counters {
                c.name = numbered(Some(&c.name), &c.id);
            }
        }
        let leaders = pieces("commander", commanders_path);
        leaders.read(&mut self.commanders, commanders, faults, |r, p, all, old| read_commander(r, p, all, old, list));
        let units = self.counters.iter().map(|c| (&*c.id, &*c.name));
        name_twice(units, counters_path, faults);
        let men = self.commanders.iter().map(|c| (&*c.id, &*c.short_name));
        name_twice(men, commanders_path, faults);
    }
}

/// Reports commanders who do not fit their corps, at the `path` of each, and corps without one, at `whole`.
pub(super) fn commander_faults(
    commanders: &[CommanderCard],
    list: &[CorpsCard],
    path: &dyn Fn(usize) -> String,
    whole: &str,
    faults: &mut SetupFaults,
) {
    for (i, c) in commanders.iter().enumerate() {
        let card = &list[c.corps.index()];
        let at = |field: &str| format!("{}.{field}", path(i));
        if card.side != c.side {
            let message = format!("corps {} is {}", card.id, card.side.word());
            faults.push(at("corps"), message, Some(cite!("6.0")));
        }
        if commanders[..i].iter().any(|o| o.corps == c.corps) {
            let message = format!("corps {} has a commander already", card.id);
            faults.push(at("corps"), message, Some(cite!("6.0")));
        }
        for (so, field, case) in [(c.king, "king", cite!("7.1")), (c.constable, "constable", cite!("8.2"))] {
            if so && c.side != Side::French {
                let message = format!("only a French commander is {field}");
                faults.push(at(field), message, Some(case));
            }
        }
    }
    for (i, card) in list.iter().enumerate() {
        if commanders.iter().all(|c| c.corps.index() != i) {
            let message = format!("corps {} has no commander", card.id);
            faults.push(whole, message, Some(cite!("6.0")));
        }
    }
}
