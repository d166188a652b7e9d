//! Runs the conformance files of every game, and checks that some file proves every Case with something to do.

use crate::folder;
use casus_belli::arquebus::Arquebus;
use casus_belli::blind_faith::BlindFaith;
use casus_belli::core::{Dir, Gazetteer, Hex, Match, Orientation, SideFacing, Standing, VertexFacing};
use casus_belli::marignan::Marignan;
use casus_belli::suleiman::Suleiman;
use casus_belli::testkit::conformance::Report;
use casus_belli::testkit::{Described, Vocabulary};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::PathBuf;

/// The results of a game's files, each run once for all tests.
type Reports = Vec<(String, Report)>;

fn all_come_true<G: Described>(reports: &Reports) {
    let (mut failed, mut cases, mut checks) = (Vec::new(), 0, 0);
    for (name, report) in reports {
        cases += report.cases;
        checks += report.checks;
        failed.extend(
            report
                .failures
                .iter()
                .map(|f| format!("tests/conformance/{}/{name}: {f}", G::NAME)),
        );
    }
    println!("{}: {} files, {cases} cases, {checks} checks, {} failures", G::NAME, reports.len(), failed.len());
    assert!(failed.is_empty(), "{} failures:\n{}", failed.len(), failed.join("\n"));
}

/// The plain Case number of what a file says it proves.
fn bare(proof: &str) -> &str {
    proof.split('(').next().unwrap_or(proof)
}

fn every_case_is_proved<G: Described>(reports: &Reports) {
    let mut proved = BTreeSet::new();
    let mut unknown = Vec::new();
    for (name, report) in reports {
        for proof in &report.proves {
            let known = G::CASEBOOK.find(proof).is_some() || G::CASEBOOK.ruling(proof).is_some();
            if !known {
                unknown.push(format!("{name}: `{proof}` is neither a Case nor a ruling"));
            }
            proved.insert(proof.as_str());
        }
    }
    let cases: Vec<String> = G::CASEBOOK
        .entries
        .iter()
        .filter(|e| e.standing != Standing::Text)
        .filter(|e| !proved.iter().any(|p| bare(p) == e.number))
        .map(|e| format!("{} {}", e.number, e.title))
        .collect();
    let rulings: Vec<&str> = G::CASEBOOK
        .rulings
        .iter()
        .filter(|r| !proved.contains(r.id))
        .map(|r| r.id)
        .collect();
    if !rulings.is_empty() {
        println!("{}: rulings that no file names: {}", G::NAME, rulings.join(" "));
    }
    assert!(unknown.is_empty(), "{}", unknown.join("\n"));
    assert!(cases.is_empty(), "{}: {} Cases that no file proves:\n{}", G::NAME, cases.len(), cases.join("\n"));
}

/// A case that is proved by a value has a value that play has produced, or a twin beside it.
fn values_are_brought_about<G: Described>(reports: &Reports) {
    let unmoved = reports
        .iter()
        .flat_map(|(name, report)| report.unmoved.iter().map(move |unmoved| format!("{name}: {unmoved}")));
    let unmoved: Vec<String> = unmoved.collect();
    assert!(unmoved.is_empty(), "{}: {}:\n{}", G::NAME, unmoved.len(), unmoved.join("\n"));
}

/// Some file reaches every word for a decision.
fn every_decision_is_met<G: Described>(reports: &Reports) {
    let met: BTreeSet<&str> = reports
        .iter()
        .flat_map(|(_, report)| &report.decisions)
        .copied()
        .collect();
    let all: BTreeSet<&str> = G::DECISIONS.iter().copied().collect();
    assert_eq!(met, all);
}

/// A facing of a piece, and the directions before it.
type Front = (&'static str, Vec<Dir>);

/// The geometry of the hexes, with a picture of the middle of the map.
fn geometry(words: &Gazetteer, fronts: &[Front]) -> String {
    let at = |q: i16, r: i16| {
        words
            .hexes
            .iter()
            .find(|h| (h.q, h.r) == (q, r))
            .map(|h| h.label.as_str())
    };
    let (q, r, around) = words
        .hexes
        .iter()
        .skip(words.hexes.len() / 2)
        .find_map(|h| {
            let around: Option<Vec<&str>> = Dir::ALL
                .iter()
                .map(|dir| {
                    let next = Hex { q: h.q, r: h.r }.neighbour(*dir);
                    at(next.q, next.r)
                })
                .collect();
            Some((h.q, h.r, around?))
        })
        .expect("a hex in the middle of the map");
    let middle = at(q, r).expect("it has a number");
    let way = words.orientation.expect("a map");
    let of = |word: &str| around[way.dir_named(word).expect("a direction").index()];
    let picture = match way {
        Orientation::Pointy => format!(
            "```text\n   {}  {}\n{}  {middle}  {}\n   {}  {}\n```",
            of("NW"),
            of("NE"),
            of("W"),
            of("E"),
            of("SW"),
            of("SE")
        ),
        Orientation::Flat => format!(
            "```text\n      {}\n{}        {}\n      {middle}\n{}        {}\n      {}\n```",
            of("N"),
            of("NW"),
            of("NE"),
            of("SW"),
            of("SE"),
            of("S")
        ),
    };
    let mut out = format!(
        "## How the hexes lie\n\nAbout {middle} lie\n\n{picture}\n\n| A piece in {middle} that faces | has before it |\n|---|---|\n"
    );
    for (facing, dirs) in fronts {
        let hexes: Vec<&str> = dirs.iter().map(|dir| around[dir.index()]).collect();
        let _ = writeln!(out, "| `{facing}` | {} |", hexes.join(", "));
    }
    let labels: BTreeSet<&str> = words.hexes.iter().map(|h| h.label.as_str()).collect();
    let ends = (labels.first().expect("a hex"), labels.last().expect("a hex"));
    let place = |q: i16, r: i16| match way {
        Orientation::Pointy => (2 * i32::from(q) + i32::from(r), i32::from(r)),
        Orientation::Flat => (i32::from(q), 2 * i32::from(r) + i32::from(q)),
    };
    let places: Vec<((i32, i32), &str)> = words
        .hexes
        .iter()
        .map(|h| (place(h.q, h.r), h.label.as_str()))
        .collect();
    let corner = |east: i32, south: i32| {
        let most = places.iter().max_by_key(|((x, y), _)| east * x + south * y);
        most.expect("a hex").1
    };
    let _ = writeln!(
        out,
        "\nThe numbers run from {} to {}; in the north-west lies {}, in the north-east {}, in the south-west {}, in the south-east {}.",
        ends.0,
        ends.1,
        corner(-1, -1),
        corner(1, -1),
        corner(-1, 1),
        corner(1, 1)
    );
    out
}

/// The page of a game's words is made from its types and lists. With `CASUS_BLESS` it is written.
fn the_words_stand_on_their_page<G: Described>(fronts: &[Front], reports: &Reports)
where
    G::Setup: Default,
{
    let game = Match::<G>::new(G::Setup::default()).expect("the printed battle");
    let words = G::gazetteer(game.state());
    let made = format!(
        "# The words of {}\n\nWhat a conformance file may ask for, made from the types and the lists of the game. [The format](../README.md) says how.\n\n{}\n## Words\n\n{}\n{}",
        G::CASEBOOK.title,
        geometry(&words, fronts),
        Vocabulary::of::<G>().page(),
        folder::pointers(reports)
    );
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("conformance")
        .join(G::NAME)
        .join("WORDS.md");
    if std::env::var_os("CASUS_BLESS").is_some() {
        std::fs::write(&path, &made).expect("the page can be written");
    }
    let written = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(written == made, "{}: run this test once with CASUS_BLESS=1", path.display());
}

/// The facings toward the sides of a hex, each with the three hexes before it.
fn sides(way: Orientation) -> Vec<Front> {
    SideFacing::ALL.map(|f| (f.word(way), f.front().to_vec())).to_vec()
}
/// The facings toward the corners of a hex, each with the two hexes before it.
fn corners(way: Orientation) -> Vec<Front> {
    VertexFacing::ALL.map(|f| (f.word(way), f.front().to_vec())).to_vec()
}

macro_rules! games {
    ($($name:ident: $game:ty, $fronts:expr);* $(;)?) => {$(
        mod $name {
            fn reports() -> &'static super::Reports {
                static REPORTS: std::sync::OnceLock<super::Reports> = std::sync::OnceLock::new();
                REPORTS.get_or_init(|| {
                    super::folder::reports::<$game>(concat!(env!("CARGO_MANIFEST_DIR"), "/conformance")).collect()
                })
            }

            #[test]
            fn all_come_true() {
                super::all_come_true::<$game>(reports());
            }
            #[test]
            fn values_are_brought_about() {
                super::values_are_brought_about::<$game>(reports());
            }
            #[test]
            fn every_decision_is_met() {
                super::every_decision_is_met::<$game>(reports());
            }
            #[test]
            fn the_words_stand_on_their_page() {
                super::the_words_stand_on_their_page::<$game>(&$fronts, reports());
            }
            #[test]
            fn every_case_is_proved() {
                super::every_case_is_proved::<$game>(reports());
            }
        }
    )*};
}

games! {
    suleiman: super::Suleiman, super::corners(super::Orientation::Pointy);
    marignan: super::Marignan, super::sides(super::Orientation::Flat);
    arquebus: super::Arquebus, super::corners(super::Orientation::Pointy);
    blind_faith: super::BlindFaith, Vec::<super::Front>::new();
    bridge: crate::tutorial::game::Bridge, super::sides(super::Orientation::Flat);
}
