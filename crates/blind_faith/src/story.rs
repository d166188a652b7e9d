//! Events in words.

use crate::charts::{Clash, Happening};
use crate::components::{Side, TownId, UnitId};
use crate::event::{Arrival, Event, Item, Question, Release, What};
use crate::state::position::State;
use casus_core::words::sentence;
use casus_core::{Cite, HexId, Ledger, Lexicon as _, Outcome};

/// Returns the name of a side on its own.
pub(crate) const fn army(x: Side) -> &'static str {
    match x {
        Side::Hussite => "Hussites",
        Side::Imperial => "Imperials",
    }
}

/// Returns the name of a side in a sentence.
pub(crate) const fn side(x: Side) -> &'static str {
    match x {
        Side::Hussite => "the Hussites",
        Side::Imperial => "the Imperials",
    }
}

/// Returns an event in words, with its Case.
pub(crate) fn describe(s: &State, event: &Event) -> String {
    format!("{} ({})", sentence(&words(s, event)), event.cite)
}

/// Returns a ledger in words. Each line names its source, except pieces that were named already.
fn sum(s: &State, base: &str, l: &Ledger, named: &[UnitId]) -> String {
    casus_core::words::sum(base, l, |at| {
        if named.iter().any(|u| u.place() == at) {
            String::new()
        } else {
            s.name_of(at)
        }
    })
}

/// Returns the name of a counter in sentences.
pub(crate) fn name(s: &State, id: UnitId) -> &str {
    s.game_data.roster.unit_name(id)
}

pub(crate) fn names(s: &State, list: &[UnitId]) -> String {
    row(list.iter().map(|&u| name(s, u)))
}

/// Returns names as a list in words: `"Wagon 1, Wagon 2 and Jan Hvězda"`.
pub(crate) fn row<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let mut all: Vec<&str> = names.collect();
    let last = all.pop().unwrap_or_default();
    if all.is_empty() {
        return last.to_owned();
    }
    format!("{} and {last}", all.join(", "))
}

/// Returns a stack whose units were all named already: its leader, and the number of others.
fn led(s: &State, list: &[UnitId]) -> String {
    match list {
        [first, others @ ..] if others.len() > 3 => format!("{} and {} others", name(s, *first), others.len()),
        _ => names(s, list),
    }
}

/// The words in the name of a counter that make it plural.
const MANY: [&str; 4] = ["Hussars", "Knights", "Hospitallers", "Miners"];

/// Returns the verb in the number of its subject: `"marches"`, `"march"`.
pub(crate) fn verb<'a>(s: &State, units: &[UnitId], of_one: &'a str, of_many: &'a str) -> &'a str {
    let many = |u: UnitId| {
        s.game_data().roster[u]
            .title
            .split(' ')
            .any(|word| MANY.contains(&word))
    };
    match units {
        [one] if !many(*one) => of_one,
        _ => of_many,
    }
}

/// Returns a sum of money: `"1 Florin"`, `"2 Florins"`.
pub(crate) fn florins(n: impl Into<usize>) -> String {
    casus_core::words::many(n.into(), "Florin")
}

/// Returns a hex in words: its place and its number.
pub(crate) fn spot(s: &State, hex: HexId) -> String {
    let label = s.game_data().board.label(hex);
    match s.game_data().board.name(hex) {
        Some(name) => format!("{name} {label}"),
        None => label,
    }
}

const fn happening(event: Happening) -> &'static str {
    match event {
        Happening::None => "nothing happens",
        Happening::Turks => "Turks in Hungary: the customs stations pay nothing",
        Happening::DietRefuses => "the Diet refuses its money",
        Happening::Poland => "Poles and Lithuanians come to the Hussites' aid",
        Happening::PopeDies => "the Pope dies",
        Happening::PrincesQuarrel => "the princes quarrel, and pay half",
        Happening::Silver => "silver of Kuttenberg: the town pays twice, if it pays at all",
        Happening::Tax => "a tax against the Hussites is voted",
        Happening::Danes => "Danes come to the Empire's aid",
        Happening::Indulgences => "indulgences bring money",
    }
}

/// Returns why an event of a turn is void, by its Case.
fn nothing(cite: Cite) -> &'static str {
    match cite.number() {
        "13.2" => "nothing happens, the Pope has died already",
        "4.1" => "nothing happens, no Danes come since the Award",
        "6.3.7" => "nothing happens, the Danes have come already",
        "6.3" => "nothing happens, no Danes come under a crusade",
        "6.3.2" => "nothing happens, the Danes find no way in",
        "5.2.3" => "nothing happens, no Poles or Lithuanians are left to come",
        "4.2" if cite.ruling() == "R-12" => "nothing happens, by the Award for Poland",
        _ => happening(Happening::None),
    }
}

/// Returns what a side does not do, or does no more.
fn declines(s: &State, question: Question, more: bool) -> String {
    let h = |hex| spot(s, hex);
    match (question, more) {
        (Question::Inside(hex), false) => format!("send nobody inside the walls of {}", h(hex)),
        (Question::Inside(hex), true) => format!("send nobody else inside the walls of {}", h(hex)),
        (Question::Retreat(hex), _) => format!("stay in the field at {}", h(hex)),
        (Question::Danes, _) => "keep the Danes".to_owned(),
    }
}

/// Returns Florins with their purpose: `"18 Florins [Lay Knights 12 × 1, Wagons 3 × 2]"`.
fn price(paid: u16, items: &[Item]) -> String {
    let of = |i: &Item| format!("{} {} × {}", i.kind.title(), i.count, i.each);
    let of: Vec<String> = items.iter().map(of).collect();
    match &of[..] {
        [] => florins(paid),
        of => format!("{} [{}]", florins(paid), of.join(", ")),
    }
}

/// Returns the number of units that a Legate draws, and the reason for a smaller number: `"1 comes, no more are left"`.
fn come(sum: u8, count: u8, left: u8, room: u8) -> String {
    let come = match count {
        0 => "nobody comes".to_owned(),
        1 => "1 comes".to_owned(),
        n => format!("{n} come"),
    };
    match count < sum {
        true if room < left => format!("{come}, there is room for no more"),
        true => format!("{come}, no more are left"),
        false => come,
    }
}

/// Returns what happens to units that leave the Routed Units box, in the singular and the plural.
const fn release(to: Release) -> (&'static str, &'static str) {
    match to {
        Release::Returns => ("returns in the next turn", "return in the next turn"),
        Release::Muster => {
            ("may be mustered again from the next turn on", "may be mustered again from the next turn on")
        }
        Release::Draw => (
            "may answer a Legate's call again from the next turn on",
            "may answer a Legate's call again from the next turn on",
        ),
        Release::Cup => ("goes back among the Legates who wait", "go back among the Legates who wait"),
    }
}

/// Returns what happens to counters that are removed under this Case, in the singular and the plural.
fn leaving(cite: Cite) -> (&'static str, &'static str) {
    match cite.number() {
        "6.2" => ("is disbanded", "are disbanded"),
        "5.2.1" => ("is disowned", "are disowned"),
        "6.3.6" => ("goes home", "go home"),
        _ => ("goes for good", "go for good"),
    }
}

/// Returns the dice of a sum: `"3 + 4"`.
fn faces(dice: &[u8]) -> String {
    dice.iter().map(u8::to_string).collect::<Vec<_>>().join(" + ")
}

/// Returns the dice of Imperial Finance, with the effect of the turn's event.
fn finance(dice: &[u8], event: Happening, brought: u8) -> String {
    let of = faces(dice);
    let sum: u8 = dice.iter().sum();
    match event {
        Happening::DietRefuses => "Imperial Finance: the Diet refuses, no roll".to_owned(),
        Happening::PrincesQuarrel => format!("Imperial Finance: rolled {of} = {sum}; half of it, {brought}"),
        Happening::Tax => format!("Imperial Finance, one more die by the tax: rolled {of} = {sum}"),
        Happening::Indulgences => format!("Imperial Finance, two more dice by indulgences: rolled {of} = {sum}"),
        _ => format!("Imperial Finance: rolled {of} = {sum}"),
    }
}

/// Returns why a unit is eliminated, by its Case.
fn why_eliminated(cite: Cite) -> &'static str {
    match cite.number() {
        "7.3.2" | "12.1" => "left alone with enemies",
        "9.3.3" => "by fire",
        "9.4.2" => "by an assault",
        "10.3.2" => "by fire from the walls",
        "10.4.2" => "with the garrison, by a breach of the guns",
        "10.5.2" => "in the storm of the walls",
        "10.6.1" => "by the Blockade",
        "18.2" => "by a breach",
        _ => "by the rules",
    }
}

const fn arrival(by: Arrival) -> (&'static str, &'static str) {
    match by {
        Arrival::Track => ("joins", "join"),
        Arrival::Split => ("comes with the split", "come with the split"),
        Arrival::Returned => ("is back", "are back"),
        Arrival::Intervention => ("comes", "come"),
        Arrival::Mustered => ("is mustered", "are mustered"),
        Arrival::Drawn => ("answers the Legate's call", "answer the Legate's call"),
        Arrival::Legate => ("lands", "land"),
        Arrival::Succession => ("takes up the crown's cause", "take up the crown's cause"),
    }
}

fn words(s: &State, event: &Event) -> String {
    let game_data = s.game_data();
    let u = |id: UnitId| name(s, id);
    let t = |id: TownId| spot(s, game_data.roster[id].hex);
    let h = |hex: HexId| spot(s, hex);
    let names = |list: &[UnitId]| names(s, list);
    let verb = |units: &[UnitId], of_one, of_many| verb(s, units, of_one, of_many);
    let does = |unit: UnitId, of_one, of_many| format!("{} {}", u(unit), verb(&[unit], of_one, of_many));
    match &event.what {
        What::Event {
            dice,
            sum,
            event: Happening::None,
        } => format!("event of the year: rolled {} = {sum}: {}", faces(dice), nothing(event.cite)),
        What::Turn { turn } => format!("Turn {turn}, {}", 1419 + u16::from(*turn)),
        What::Awarded { poland: true } => "the Emperor decides for Poland and Lithuania".to_owned(),
        What::Awarded { poland: false } => "the Emperor decides for the Teutonic Order".to_owned(),
        What::Event { dice, sum, event } => {
            format!("event of the year: rolled {} = {sum}: {}", faces(dice), happening(*event))
        }
        What::PopeDied => "Martin V is dead; Eugenius IV is Pope".to_owned(),
        What::Left { unit } => {
            let (of_one, of_many) = leaving(event.cite);
            does(*unit, of_one, of_many)
        }
        What::Attrition { unit, die, from } => {
            format!("attrition of {} under Blockade: rolled {die}, eliminated on {from} or more", u(*unit))
        }
        What::Arrived { unit, hex, by } => {
            let (of_one, of_many) = arrival(*by);
            format!("{} at {}", does(*unit, of_one, of_many), h(*hex))
        }
        What::Waits { unit } => does(*unit, "has nowhere to come, and waits", "have nowhere to come, and wait"),
        What::Lost { units } => format!("{} {} nowhere to come: lost", names(units), verb(units, "has", "have")),
        What::Split { die, count } => {
            let part = if *count == 1 { "parts" } else { "part" };
            format!("the Taborites split: rolled {die}, {count} {part} from them")
        }
        What::Finance {
            dice,
            event,
            florins: brought,
        } => finance(dice, *event, *brought),
        What::Income { side: x, ledger, purse } => {
            let income = sum(s, "Imperial Finance", ledger, &[]);
            format!("income of {}: {income}; {} in all", side(*x), florins(*purse))
        }
        What::Paid {
            side: x,
            florins: paid,
            items,
            purse,
        } => format!("{} pay {}, and have {} left", side(*x), price(*paid, items), purse),
        What::NoSilver => "no silver comes in: Kuttenberg pays nothing".to_owned(),
        What::Draws {
            legate,
            dice,
            sum,
            count,
            left,
            room,
        } => {
            let of = match &dice[..] {
                [one] => format!("rolled {one}"),
                many => format!("rolled {} = {sum}", faces(many)),
            };
            format!("{} calls for crusaders: {of}; {}", u(*legate), come(*sum, *count, *left, *room))
        }
        What::Rebuilt { town } => format!("{} is rebuilt", t(*town)),
        What::CrusadeGoesOn => "the crusade goes on".to_owned(),
        What::CrusadeExpires { later: true } => "the crusade ends with the turn".to_owned(),
        What::CrusadeExpires { later: false } => "the crusade is over".to_owned(),
        What::Called { die, need, passed } => {
            let end = if *passed {
                "the Pope calls a crusade"
            } else {
                "no crusade"
            };
            format!("roll for a crusade: rolled {die}, needed {need} or less: {end}")
        }
        What::Changing { die, need, passed } => {
            let end = if *passed {
                "another Legate is sent"
            } else {
                "the Legate stays"
            };
            format!("roll for another Legate: rolled {die}, needed {need} or less: {end}")
        }
        What::LegateDrawn {
            legate,
            for_whom: Some(old),
        } => format!("{} takes the place of {}", u(*legate), u(*old)),
        What::LegateDrawn { legate, for_whom: None } => format!("{} is the Legate", u(*legate)),
        What::LegateBoxed { legate } => format!("{} goes home", u(*legate)),
        What::Campaign { side: x, turn } => format!("the campaign of {}, {}", side(*x), 1419 + u16::from(*turn)),
        What::Marched {
            units,
            from,
            to,
            points,
        } => {
            format!("{} {} from {} to {}: {points} MP", names(units), verb(units, "marches", "march"), h(*from), h(*to))
        }
        What::Halted { units } => format!("{} {}", led(s, units), verb(units, "halts", "halt")),
        What::Intercepted {
            units,
            from,
            to,
            points,
        } => {
            format!(
                "{} {} from {} against the enemy at {}: {points} MP",
                names(units),
                verb(units, "marches", "march"),
                h(*from),
                h(*to)
            )
        }
        What::Held { side: x, window } => {
            format!("{} do not intercept for the rest of the {}", side(*x), window.title())
        }
        What::WentInside { units, hex } => {
            format!("{} {} inside the walls of {}", names(units), verb(units, "goes", "go"), h(*hex))
        }
        What::FieldBattle {
            hex,
            attackers,
            defenders,
        } => {
            format!("battle at {}: {} against {}", h(*hex), names(attackers), names(defenders))
        }
        What::RoundPaid { units } => format!("{} {} a point for the round", names(units), verb(units, "pays", "pay")),
        What::Deployed { units } => format!("in the line: {}", names(units)),
        What::Fired {
            firer,
            target,
            die,
            result,
        } => {
            let end = result.told();
            format!("{} at {}: rolled {die}: {end}", does(*firer, "fires", "fire"), u(*target))
        }
        What::Assaulted {
            attacker,
            defender,
            ledger,
            result,
            gone,
        } => {
            let (whom, end) = match (gone, result) {
                (false, _) => (u(*defender).to_owned(), result.told()),
                (true, Clash::DefenderEliminated) => {
                    (format!("{}, already gone", u(*defender)), "nobody is left to be eliminated")
                }
                (true, Clash::AttackerRouted) => (
                    format!("{}, already gone", u(*defender)),
                    "the die is rolled all the same, the attacker is routed",
                ),
            };
            let attacks = does(*attacker, "assaults", "assault");
            format!("{attacks} {whom}: {}: {end}", sum(s, "rolled", ledger, &[*attacker, *defender]))
        }
        What::Retreated { side: x } => format!("{} leave the field", side(*x)),
        What::FieldEnded { hex, winner: Some(x) } => format!("{} have the field at {}", side(*x), h(*hex)),
        What::FieldEnded { hex, winner: None } => format!("nobody is left at {}", h(*hex)),
        What::SiegeBattle {
            hex,
            besiegers,
            garrison,
        } => {
            format!("siege of {}: {} before it, {} within", h(*hex), names(besiegers), names(garrison))
        }
        What::GarrisonFired {
            firer,
            target,
            die,
            result,
        } => {
            let end = result.told();
            format!("{} from the walls at {}: rolled {die}: {end}", does(*firer, "fires", "fire"), u(*target))
        }
        What::Battered { firer, die, result } => {
            let end = result.told();
            format!("{} at the walls: rolled {die}: {end}", does(*firer, "fires", "fire"))
        }
        What::Stormed {
            attacker,
            against,
            ledger,
            result,
        } => {
            let end = result.told();
            let storms = does(*attacker, "storms", "storm");
            format!("{storms} against {}: {}: {end}", u(*against), sum(s, "rolled", ledger, &[*attacker, *against]))
        }
        What::Blockaded { town } => format!("{} is blockaded", t(*town)),
        What::Relieved { town } => format!("{} is relieved", t(*town)),
        What::Captured { town, side: x } => format!("{} take {}", side(*x), t(*town)),
        What::Pillaged {
            town,
            side: x,
            dice,
            florins: loot,
            purse,
        } => {
            let of = faces(dice);
            format!("{} is pillaged: rolled {of}, {}; {} have {purse}", t(*town), florins(*loot), side(*x))
        }
        What::Atrocity { side: x, until } => {
            format!("atrocity: {} have its marker until {}", side(*x), 1419 + u16::from(*until))
        }
        What::Routed { unit } => does(*unit, "is routed", "are routed"),
        What::Eliminated { unit } => {
            let fate = does(*unit, "is eliminated", "are eliminated");
            format!("{fate}: {}", why_eliminated(event.cite))
        }
        What::Released { units, to } => {
            let (of_one, of_many) = release(*to);
            format!("{} {}", names(units), verb(units, of_one, of_many))
        }
        What::Declined {
            side: x,
            question,
            more,
        } => format!("{} {}", side(*x), declines(s, *question, *more)),
        What::Waived { side: x } => format!("{} decline the minor victory", side(*x)),
        What::WarGoesOn { side: x } if event.cite.ruling() == "R-105" => {
            format!("{} have a minor victory, but so has the enemy: neither counts", side(*x))
        }
        What::WarGoesOn { side: x } => format!("{} meet the conditions of a victory, but the war goes on", side(*x)),
        What::Ended { outcome, major } => match outcome {
            Outcome::Win(x) if *major => format!("{} win: a major victory", side(*x)),
            Outcome::Win(x) if event.cite.number() == "16.3" => {
                let count = crate::rules::victory::of_seven(s, *x);
                format!("{} have a winning draw: {count} of the seven places", side(*x))
            }
            Outcome::Win(x) => format!("{} win: a minor victory", side(*x)),
            _ => "nobody wins".to_owned(),
        },
    }
}
