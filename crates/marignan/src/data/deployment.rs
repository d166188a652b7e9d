//! When the turns are, where the armies begin, and the scenarios.

use crate::casebook::cite;
use crate::components::{CommanderId, CorpsId, MOST_MORALE, MOST_PLACES, Roster, Side};
use casus_core::data::{Form, Group as _};
use casus_core::reading::{hex, hexes, listed, new_name, ranged, source, spread};
use casus_core::{Board, Cite, HexId, SetupFaults, Sided, Source, reading};

casus_core::group! {
    /// The hours of the battle (14.1, 14.2, ruling R29).
    pub struct Clock, ClockPatch {
        /// The hour at which the first turn begins; it must be before the night. There are two turns an hour by day.
        first_hour: u8 = (0, 22, cite!("14.1")),
        /// The hour at which the night turns begin, 1 to 23; there is one turn an hour.
        night_hour: u8 = (1, 23, cite!("14.1")),
        /// The number of night turns, 0 to 12.
        night_turns: u8 = (0, 12, cite!("14.1")),
        /// The number of turns of the second day, 0 to 48.
        second_day_turns: u8 = (0, 48, cite!("14.2")),
    }
}

casus_core::group! {
    /// Values of the armies as a whole.
    pub struct Armies, ArmiesPatch {
        /// The morale of the Swiss army at the start, 1 to 99 (14.1).
        swiss_morale: u8 = (1, MOST_MORALE.into(), cite!("14.1")),
        /// The number of corps demoralized at the same time that loses the French the battle (8.2); 1 to 10.
        french_corps_to_lose: u8 = (1, 10, cite!("8.2")),
        /// The change of every command range by night, -9 to 0 (14.1).
        night_range: i8 = (-9, 0, cite!("14.1")),
        /// The number of fortifications that the French build at night, 0 to 20 (14.2).
        fortifications: u8 = (0, 20, cite!("14.2")),
    }
}

impl Clock {
    /// Returns the number of turns of the first day, by day and by night.
    pub const fn first_day(&self) -> u8 {
        2 * (self.night_hour - self.first_hour) + self.night_turns
    }
    /// Returns the number of turns of a battle of this many days.
    pub const fn turns(&self, days: u8) -> u8 {
        let second = if days > 1 { self.second_day_turns } else { 0 };
        self.first_day() + second
    }
    /// Returns whether a turn, counted from 1, is a night turn.
    pub const fn is_night(&self, turn: u8) -> bool {
        turn <= self.first_day() && turn > self.first_day() - self.night_turns
    }
    /// Returns when a turn of the first day, counted from 1, begins, in minutes after midnight; `None` on the second day, for
    /// which the rules give no hours.
    pub fn minutes(&self, turn: u8) -> Option<u16> {
        let day = 2 * (self.night_hour - self.first_hour);
        let gone = u16::from(turn.checked_sub(1)?);
        if turn > self.first_day() {
            return None;
        }
        let (half, whole) = (gone.min(day.into()), gone.saturating_sub(day.into()));
        Some(u16::from(self.first_hour) * 60 + half * 30 + whole * 60)
    }
}

/// The post of a French commander at the start (14.1); the units of his corps are placed in his command range.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Post {
    /// The commander who is placed.
    pub commander: CommanderId,
    /// The hex in which he begins.
    pub hex: HexId,
    /// The source of this post.
    pub source: Source,
}

/// A Swiss corps that enters (14.1).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Column {
    /// The corps that enters.
    pub corps: CorpsId,
    /// The hexes through which it enters.
    pub hexes: Vec<HexId>,
    /// The reduction of its allowance in the turn of its entry, 0 to 9.
    pub reduction: u8,
    /// The source of these values.
    pub source: Source,
}

/// A scenario (14.0).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Scenario {
    /// Its stable name, such as `"first-day"`.
    pub id: String,
    /// Its title, for display.
    pub title: String,
    /// The number of its days, 1 or 2.
    pub days: u8,
    /// Whether it is a draw if no side has won at its end; otherwise the French win.
    pub draw: bool,
    /// The source of these values.
    pub source: Source,
}

/// The posts, the entries, and the scenarios. Both scenarios have one deployment (14.2).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Deployment {
    /// The hours of the turns.
    pub clock: Clock,
    /// The values of the armies as a whole.
    pub armies: Armies,
    /// The hexes of the places for which the Swiss score points (8.1).
    pub places: Vec<HexId>,
    /// The source of the places.
    pub places_source: Source,
    /// The posts of the French commanders.
    pub placements: Vec<Post>,
    /// The Swiss corps, in the order of their entry.
    pub columns: Vec<Column>,
    /// The hexes where Swiss units without a corps enter.
    pub free_entry: Vec<HexId>,
    /// The source of these hexes.
    pub free_entry_source: Source,
    /// The scenarios, in the order of the rulebook.
    pub scenarios: Vec<Scenario>,
}

impl Deployment {
    /// Returns the scenario with this name, ignoring case.
    pub fn scenario(&self, id: &str) -> Option<&Scenario> {
        self.scenarios.iter().find(|s| s.id.eq_ignore_ascii_case(id))
    }
}

casus_core::patch! {
    pub(super) struct ScenariosFile {
        clock: ClockPatch,
        armies: ArmiesPatch,
        places: PlacesFile,
        post: Vec<PostPatch>,
        column: Vec<ColumnPatch>,
        free_entry: HexesPatch,
        scenario: Vec<ScenarioFile>,
    }
    struct PlacesFile {
        names: Vec<String>,
        source: Option<String>,
    }
    struct ScenarioFile {
        id: String,
        title: String,
        days: i64,
        draw: bool,
        source: Option<String>,
    }
}

casus_core::patch! {
    /// Hexes that replace those of the data.
    pub struct HexesPatch {
        /// The hexes, such as `"0101-2401"`.
        pub hexes: String,
        /// The source of the hexes; default: the set-up.
        pub source: Option<String>,
    }
}

casus_core::patch! {
    /// Posts of French commanders at the start.
    pub struct PostPatch {
        /// The commander, or several, such as `"Bourbon Bayard"`; `"all"` for every French one.
        pub commander: String,
        /// The hex in which they begin.
        pub hex: String,
        /// The source of the post; default: the set-up.
        pub source: Option<String>,
    }
}

casus_core::patch! {
    /// Entries of Swiss corps.
    pub struct ColumnPatch {
        /// The corps, or several in the order of their entry; `"all"` for every Swiss one.
        pub corps: String,
        /// The hexes through which they enter; default: unchanged.
        pub hexes: Option<String>,
        /// The reduction of the allowance in the turn of entry, 0 to 9; default: unchanged, or 0 for a new corps.
        pub reduction: Option<i64>,
        /// The source of the entry; default: the set-up.
        pub source: Option<String>,
    }
}

const REDUCTION: (i64, i64) = (0, 9);

/// The word for all pieces that a patch can name.
pub(super) const ALL: &str = "all";

pub(super) fn at_most(have: usize, most: usize, what: &str, path: &str, faults: &mut SetupFaults) {
    if have > most {
        faults.push(path, format!("{have} {what}; at most {most}"), None);
    }
}

/// Reports a day that does not begin before its night.
pub(super) fn clock_faults(clock: &Clock, path: &str, faults: &mut SetupFaults) {
    if clock.first_hour >= clock.night_hour {
        let message = format!("{} is out of range: before {}, when it is night", clock.first_hour, clock.night_hour);
        faults.push(format!("{path}.first_hour"), message, Some(cite!("14.1")));
    }
}

/// Reports French corps that are not placed and Swiss corps that do not enter, each at its own path.
pub(super) fn deployment_faults(
    roster: &Roster,
    deployment: &Deployment,
    [post, column, entry]: [&str; 3],
    faults: &mut SetupFaults,
) {
    let Deployment {
        placements,
        columns,
        free_entry,
        ..
    } = deployment;
    let case = Some(cite!("14.1"));
    for id in roster.corps_ids() {
        let card = &roster[id];
        let posted = placements.iter().any(|p| roster[p.commander].corps == id);
        let enters = columns.iter().any(|c| c.corps == id);
        let (path, faulty) = match card.side {
            Side::French => (post, !posted || enters),
            Side::Swiss => (column, !enters || posted),
        };
        if faulty {
            let message = format!(
                "{} corps {}: the French ones are placed, with their commanders, and the Swiss ones enter",
                card.side.word(),
                card.id
            );
            faults.push(path, message, case);
        }
    }
    for c in columns {
        if c.hexes.is_empty() {
            let message = format!("corps {} has no hex to enter by", roster[c.corps].id);
            faults.push(column, message, case);
        }
    }
    if free_entry.is_empty() {
        let message = "the units without corps have no hex to enter by";
        faults.push(entry, message, case);
    }
}

pub(super) fn read_scenarios(
    file: &ScenariosFile,
    board: &Board,
    roster: &Roster,
    faults: &mut SetupFaults,
) -> Deployment {
    let f = faults;
    let mut places = Vec::new();
    for (i, name) in file.places.names.iter().enumerate() {
        let found = board.ids().find(|&h| board.name(h) == Some(name));
        if found.is_none() {
            let message = format!("unknown hex {name:?}");
            f.push(format!("scenarios.places.names[{i}]"), message, Some(cite!("8.1")));
        }
        places.extend(found);
    }
    at_most(places.len(), MOST_PLACES, "places", "scenarios.places.names", f);
    let mut scenarios: Vec<Scenario> = Vec::new();
    for (i, s) in file.scenario.iter().enumerate() {
        let path = format!("scenarios.scenario[{i}]");
        let taken = scenarios.iter().map(|o| o.id.as_str());
        new_name(&s.id, "scenario", taken, &format!("{path}.id"), f);
        let at = format!("{path}.days");
        scenarios.push(Scenario {
            id: s.id.clone(),
            title: s.title.clone(),
            days: ranged(s.days, (1, 2), &at, cite!("14.0"), f) as u8,
            draw: s.draw,
            source: source(s.source.as_deref(), true, &path, f),
        });
    }
    let mut deployment = Deployment {
        clock: Clock::read(None, &file.clock, &Form::WHOLE, "scenarios.clock", f),
        armies: Armies::read(None, &file.armies, &Form::WHOLE, "scenarios.armies", f),
        places,
        places_source: source(file.places.source.as_deref(), true, "scenarios.places", f),
        placements: Vec::new(),
        columns: Vec::new(),
        free_entry: Vec::new(),
        free_entry_source: reading::own(),
        scenarios,
    };
    clock_faults(&deployment.clock, "scenarios.clock", f);
    let list = |path| Posts {
        board,
        roster,
        path,
        file: true,
    };
    list("scenarios.post").placements(&mut deployment.placements, &file.post, f);
    list("scenarios.column").columns(&mut deployment.columns, &file.column, f);
    let (hexes, source) = list("scenarios.free_entry").hexes(&file.free_entry, cite!("14.1"), f);
    (deployment.free_entry, deployment.free_entry_source) = (hexes, source);
    deployment_faults(roster, &deployment, ["scenarios"; 3], f);
    deployment
}

/// The lists of posts and columns that are read: those of the game's file, or of a set-up that changes it.
#[derive(Clone, Copy)]
pub(super) struct Posts<'a> {
    pub(super) board: &'a Board,
    pub(super) roster: &'a Roster,
    pub(super) path: &'a str,
    pub(super) file: bool,
}

impl Posts<'_> {
    /// Reads replacement hexes, and their source.
    pub(super) fn hexes(&self, p: &HexesPatch, case: Cite, faults: &mut SetupFaults) -> (Vec<HexId>, Source) {
        let hexes = hexes(self.board, &p.hexes, &format!("{}.hexes", self.path), case, faults);
        (hexes, source(p.source.as_deref(), self.file, self.path, faults))
    }
    /// Reads posts of French commanders over the existing ones.
    pub(super) fn placements(&self, placements: &mut Vec<Post>, patches: &[PostPatch], faults: &mut SetupFaults) {
        let case = cite!("14.1");
        let mut posted: Vec<CommanderId> = Vec::new();
        for (i, p) in patches.iter().enumerate() {
            let path = format!("{}[{i}]", self.path);
            let hex = hex(self.board, &p.hex, &format!("{path}.hex"), case, faults);
            let source = source(p.source.as_deref(), self.file, &path, faults);
            let names = self.roster.commanders.iter().map(|c| (c.id.as_str(), c.side));
            let at = format!("{path}.commander");
            for k in of_side(names, Side::French, &p.commander, "commander", &at, faults) {
                let commander = CommanderId(k as u8);
                if posted.contains(&commander) {
                    let message = format!("{} is placed twice", self.roster[commander].id);
                    faults.push(&at, message, Some(case));
                }
                posted.push(commander);
                let Some(hex) = hex else { continue };
                let post = Post {
                    commander,
                    hex,
                    source: source.clone(),
                };
                match placements.iter_mut().find(|o| o.commander == commander) {
                    Some(old) => *old = post,
                    None => placements.push(post),
                }
            }
        }
    }
    /// Reads entries of Swiss corps over the existing ones.
    pub(super) fn columns(&self, columns: &mut Vec<Column>, patches: &[ColumnPatch], faults: &mut SetupFaults) {
        let case = cite!("14.1");
        let mut entered: Vec<CorpsId> = Vec::new();
        for (i, p) in patches.iter().enumerate() {
            let path = format!("{}[{i}]", self.path);
            let at = format!("{path}.hexes");
            let through = p.hexes.as_ref().map(|text| hexes(self.board, text, &at, case, faults));
            let at = format!("{path}.reduction");
            let less = p.reduction.map(|n| ranged(n, REDUCTION, &at, case, faults) as u8);
            let source = source(p.source.as_deref(), self.file, &path, faults);
            let names = self.roster.corps.iter().map(|c| (c.id.as_str(), c.side));
            let at = format!("{path}.corps");
            for k in of_side(names, Side::Swiss, &p.corps, "corps", &at, faults) {
                let corps = CorpsId(k as u8);
                if entered.contains(&corps) {
                    let message = format!("{} enters twice", self.roster[corps].id);
                    faults.push(&at, message, Some(case));
                }
                entered.push(corps);
                let old = columns.iter().position(|c| c.corps == corps);
                let o = old.map(|k| &columns[k]);
                let column = Column {
                    corps,
                    hexes: through.as_ref().or(o.map(|c| &c.hexes)).cloned().unwrap_or_default(),
                    reduction: less.or(o.map(|c| c.reduction)).unwrap_or(0),
                    source: source.clone(),
                };
                match old {
                    Some(k) => columns[k] = column,
                    None => columns.push(column),
                }
            }
        }
    }
}

/// Returns the indexes of the listed items of this side that a text names; `"all"` names all of the side.
fn of_side<'n>(
    names: impl Iterator<Item = (&'n str, Side)>,
    side: Side,
    text: &str,
    what: &str,
    path: &str,
    faults: &mut SetupFaults,
) -> Vec<usize> {
    let names: Vec<(&str, Side)> = names.collect();
    if text.trim().eq_ignore_ascii_case(ALL) {
        let of_it = |(i, (_, s)): (usize, &(&str, Side))| (*s == side).then_some(i);
        return names.iter().enumerate().filter_map(of_it).collect();
    }
    let case = Some(cite!("14.1"));
    let words: Vec<String> = spread(text, path, faults);
    if words.is_empty() {
        faults.push(path, format!("no {what} is named"), case);
    }
    let mut out = Vec::new();
    for word in words {
        let all = names.iter().map(|(n, _)| *n);
        let Some(i) = listed(all, &word, what, path, case, faults) else {
            continue;
        };
        if names[i].1 == side {
            out.push(i);
        } else {
            let message = format!("{word} is not {}", side.word());
            faults.push(path, message, case);
        }
    }
    out
}
