//! The commands, counters and leaders as read from files and patches.

use crate::casebook::cite;
use crate::components::{
    ACTIVATION, Arm, CommandCard, CommandId, Counter, LEADER_MA, LeaderCard, Missile, RANGE, Ratings, Replacement,
    ReplacementPatch, Roster, Side,
};
use casus_core::data::{Form, Group as _, Within};
use casus_core::reading::{PieceReader, Pieces, known, listed, name_twice};
use casus_core::words::numbered;
use casus_core::{Cite, SetupFaults, Sided, reading};

casus_core::patch! {
    pub(super) struct CountersFile {
        command: Vec<CommandFile>,
        counter: Vec<CounterPatch>,
    }
    pub(super) struct LeadersFile {
        replacement: ReplacementPatch,
        leader: Vec<LeaderPatch>,
    }
}

casus_core::piece_patch! {
    struct CommandFile of CommandCard {
        side: Option<String>,
        title: String,
    }
}

casus_core::piece_patch! {
    /// A counter to change, or to add if no counter has this name. One that is added gives all its values.
    pub struct CounterPatch of Counter {
        /// The name of its kind in sentences, to which the number of its id is added: `"Knights"`.
        pub name: Option<String>,
        /// `"Hungary"` or `"Ottoman"`.
        pub side: Option<String>,
        /// Its type: `"HC"`.
        pub arm: Option<String>,
        /// `"-"`, `"A"`, `"M"` or `"gun"`.
        pub missile: Option<String>,
        /// The name of its command.
        pub command: Option<String>,
        /// Shock Defense Rating, -9 to 9.
        pub sdr: Option<i64>,
        /// Movement Allowance, 0 to 20.
        pub ma: Option<i64>,
        /// Shock Defense Rating of the Disordered face.
        pub back_sdr: Option<i64>,
        /// Movement Allowance of the Disordered face.
        pub back_ma: Option<i64>,
        /// Whether it has no Disordered face.
        pub no_back: bool,
        /// Whether it is artillery that cannot move.
        pub emplaced: Option<bool>,
    }
}

casus_core::piece_patch! {
    /// A leader to change, or to add if no leader has this name.
    pub struct LeaderPatch of LeaderCard {
        /// His name in sentences. Default: his id.
        pub short_name: Option<String>,
        /// His full name and office.
        pub name: Option<String>,
        /// `"Hungary"` or `"Ottoman"`.
        pub side: Option<String>,
        /// The name of his command.
        pub command: Option<String>,
        /// Activation Rating, 0 to 9.
        pub activation: Option<i64>,
        /// Command Range, 0 to 30.
        pub range: Option<i64>,
        /// Movement Allowance, 0 to 20.
        pub ma: Option<i64>,
        /// Whether he is the King or the Sultan.
        pub monarch: Option<bool>,
        /// Whether he is the second leader of his command.
        pub deputy: Option<bool>,
        /// Whether he is in the counter mix only.
        pub reserve: Option<bool>,
    }
}

const SDR: Within = (-9, 9, cite!("2.2.5"));

const MA: Within = (0, 20, cite!("2.2.6"));

const MOST_UNITS: usize = 250;

pub(super) fn side(word: &str, path: &str, faults: &mut SetupFaults) -> Option<Side> {
    reading::side(word, path, cite!("2.2.1"), faults)
}

pub(super) fn arm(word: &str, path: &str, faults: &mut SetupFaults) -> Option<Arm> {
    let words = Arm::ALL.map(Arm::short);
    known(Arm::named(word), word, "type of unit", &words, path, cite!("2.2.2"), faults)
}

pub(super) fn command(commands: &[CommandCard], word: &str, path: &str, faults: &mut SetupFaults) -> Option<CommandId> {
    let names = commands.iter().map(|c| c.id.as_str());
    let found = listed(names, word, "command", path, Some(cite!("2.2.4")), faults);
    found.map(|i| CommandId(i as u8))
}

/// The contradictions on a counter.
fn counter_faults(c: &Counter, commands: &[CommandCard], r: &mut PieceReader<'_>) {
    let gun = c.arm == Arm::Artillery;
    if gun != (c.missile == Missile::Gun) {
        let (arm, missile) = (c.arm.title(), c.missile.short());
        let message = format!("{arm} with missile type `{missile}`: guns are Artillery's and Artillery's only");
        r.fault("missile", message, Some(cite!("2.2.3")));
    }
    if gun && c.back.is_some() {
        let message = "Artillery has no Disordered face: its reverse is Eliminated";
        r.fault("back_sdr", message, Some(cite!("2.2")));
    }
    if c.emplaced && !gun {
        r.fault("emplaced", "only Artillery is emplaced", Some(cite!("7.5.2")));
    }
    of_its_side(c.side, c.command, "unit", commands, cite!("2.2.4"), r);
}

/// Checks that a piece belongs to the side of its command.
fn of_its_side(
    side: Side,
    command: CommandId,
    what: &str,
    commands: &[CommandCard],
    case: Cite,
    r: &mut PieceReader<'_>,
) {
    let card = &commands[command.index()];
    if card.side != side {
        let message = format!("command {} is of {}, the {what} of {}", card.id, card.side.word(), side.word());
        r.fault("command", message, Some(case));
    }
}

fn read_command(r: &mut PieceReader<'_>, p: &CommandFile) -> Option<CommandCard> {
    r.parts(&[("title", false)]);
    let sources = r.provenance(p, None);
    Some(CommandCard {
        id: p.id.clone(),
        side: r.word("side", p.side.as_ref(), None, side)?,
        title: p.title.clone(),
        entry: Vec::new(),
        contingent: None,
        sources,
    })
}

/// The Disordered face of a patch, over the previous one.
pub(super) fn back(r: &mut PieceReader<'_>, p: &CounterPatch, old: Option<&Counter>, gun: bool) -> Option<Ratings> {
    let sdr = r.given("back_sdr", p.back_sdr, SDR);
    let ma = r.given("back_ma", p.back_ma, MA);
    if p.no_back {
        if p.back_sdr.or(p.back_ma).is_some() {
            let message = "no_back and ratings of a Disordered face exclude each other";
            r.fault("no_back", message, Some(cite!("2.2")));
        }
        return None;
    }
    let was = old.and_then(|c| c.back);
    match (sdr.or(was.map(|b| b.sdr)), ma.or(was.map(|b| b.ma))) {
        (Some(sdr), Some(ma)) => return Some(Ratings { sdr, ma }),
        (Some(_), None) => r.fault("back_ma", "is missing", Some(MA.2)),
        (None, Some(_)) => r.fault("back_sdr", "is missing", Some(SDR.2)),
        (None, None) if old.is_none() && !gun => {
            r.fault("back_sdr", "a new unit states its Disordered face, or no_back", Some(cite!("2.2")));
        }
        (None, None) => {}
    }
    None
}

fn read_counter(
    r: &mut PieceReader<'_>,
    p: &CounterPatch,
    all: &[Counter],
    o: Option<&Counter>,
    commands: &[CommandCard],
    file: bool,
) -> Option<Counter> {
    r.room(all.len(), MOST_UNITS);
    if file && p.name.is_none() {
        r.fault("name", "is missing", None);
    }
    let side = r.word("side", p.side.as_ref(), o.map(|c| c.side), side);
    let arm = r.word("arm", p.arm.as_ref(), o.map(|c| c.arm), arm);
    let command = r.word("command", p.command.as_ref(), o.map(|c| c.command), |w, at, f| command(commands, w, at, f));
    let gun = arm == Some(Arm::Artillery);
    let plain = if gun { Missile::Gun } else { Missile::None };
    let missile = r.choice("missile", p.missile.as_ref(), Some(o.map_or(plain, |c| c.missile)), cite!("2.2.3"));
    let front = o.map(|c| c.front);
    let sdr = r.number("sdr", p.sdr, front.map(|f| f.sdr).or(gun.then_some(0)), SDR);
    let ma = r.number("ma", p.ma, front.map(|f| f.ma), MA);
    let back = back(r, p, o, gun);
    r.parts(&[
        ("sdr", p.sdr.is_some()),
        ("ma", p.ma.is_some()),
        ("missile", p.missile.is_some()),
        ("back", p.back_sdr.or(p.back_ma).is_some()),
    ]);
    let sources = r.provenance(p, o.map(|c| &c.sources));
    let counter = Counter {
        id: o.map_or(&p.id, |c| &c.id).clone(),
        name: match (&p.name, o) {
            // A run of counters is one piece until its ids are separated.
            (Some(kind), _) if file => kind.clone(),
            (None, Some(old)) => old.name.clone(),
            (name, _) => numbered(name.as_deref(), &p.id),
        },
        side: side?,
        arm: arm?,
        missile: missile.unwrap_or(plain),
        command: command?,
        front: Ratings { sdr: sdr?, ma: ma? },
        back,
        emplaced: p.emplaced.unwrap_or(o.is_some_and(|c| c.emplaced)),
        sources,
    };
    counter_faults(&counter, commands, r);
    Some(counter)
}

fn read_leader(
    r: &mut PieceReader<'_>,
    p: &LeaderPatch,
    all: &[LeaderCard],
    o: Option<&LeaderCard>,
    commands: &[CommandCard],
) -> Option<LeaderCard> {
    r.room(all.len(), MOST_UNITS);
    let side = r.word("side", p.side.as_ref(), o.map(|l| l.side), side);
    let command = r.word("command", p.command.as_ref(), o.map(|l| l.command), |w, at, f| command(commands, w, at, f));
    let activation = r.number("activation", p.activation, o.map(|l| l.activation), ACTIVATION);
    let range = r.number("range", p.range, o.map(|l| l.range), RANGE);
    let ma = r.number("ma", p.ma, o.map(|l| l.ma), LEADER_MA);
    r.parts(&[
        ("activation", p.activation.is_some()),
        ("range", p.range.is_some()),
        ("ma", p.ma.is_some()),
        ("name", p.name.is_some()),
        ("monarch", p.monarch.is_some()),
        ("deputy", p.deputy.is_some()),
        ("reserve", p.reserve.is_some()),
    ]);
    let sources = r.provenance(p, o.map(|l| &l.sources));
    let card = LeaderCard {
        id: o.map_or(&p.id, |l| &l.id).clone(),
        short_name: p
            .short_name
            .as_ref()
            .or(o.map(|l| &l.short_name))
            .unwrap_or(&p.id)
            .clone(),
        name: p.name.as_ref().or(o.map(|l| &l.name)).unwrap_or(&p.id).clone(),
        side: side?,
        command: command?,
        activation: activation?,
        range: range?,
        ma: ma?,
        monarch: p.monarch.unwrap_or(o.is_some_and(|l| l.monarch)),
        deputy: p.deputy.unwrap_or(o.is_some_and(|l| l.deputy)),
        reserve: p.reserve.unwrap_or(o.is_some_and(|l| l.reserve)),
        sources,
    };
    of_its_side(card.side, card.command, "leader", commands, cite!("4.3"), r);
    Some(card)
}

impl Roster {
    /// Reads patches of counters over the existing ones, or the game's `file`.
    pub(super) fn read_counters(&mut self, patches: &[CounterPatch], path: &str, file: bool, faults: &mut SetupFaults) {
        let units = Pieces {
            what: "unit",
            path,
            file,
        };
        let commands = &self.commands;
        units.read(&mut self.counters, patches, faults, |r, p, all, old| read_counter(r, p, all, old, commands, file));
        if file {
            for c in &mut self.counters {
                c.name = numbered(Some(&c.name), &c.id);
            }
        }
        name_twice(self.counters.iter().map(|c| (&*c.id, &*c.name)), path, faults);
    }
    /// Reads patches of leaders over the existing ones, or the game's `file`.
    pub(super) fn read_leaders(&mut self, patches: &[LeaderPatch], path: &str, file: bool, faults: &mut SetupFaults) {
        let leaders = Pieces {
            what: "leader",
            path,
            file,
        };
        let commands = &self.commands;
        leaders.read(&mut self.leaders, patches, faults, |r, p, all, old| read_leader(r, p, all, old, commands));
        name_twice(self.leaders.iter().map(|l| (&*l.id, &*l.short_name)), path, faults);
    }
    /// The pieces of a game's files.
    pub(super) fn of_files(counters: &CountersFile, leaders: &LeadersFile, faults: &mut SetupFaults) -> Self {
        let mut commands = Vec::new();
        let list = Pieces {
            what: "command",
            path: "counters.command",
            file: true,
        };
        list.read(&mut commands, &counters.command, faults, |r, p, _, _| read_command(r, p));
        let at = "leaders.replacement";
        let mut roster = Self {
            counters: Vec::new(),
            leaders: Vec::new(),
            commands,
            replacement: Replacement::read(None, &leaders.replacement, &Form::WHOLE, at, faults),
        };
        roster.read_counters(&counters.counter, "counters.counter", true, faults);
        roster.read_leaders(&leaders.leader, "leaders.leader", true, faults);
        roster
    }
}
