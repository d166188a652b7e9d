//! Properties of the picture of any state: every piece is drawn once, in its hex, and nothing hidden is drawn. The README's
//! picture is what its command produces.

use crate::tutorial;
use casus_belli::arquebus::{self, Arquebus};
use casus_belli::blind_faith::BlindFaith;
use casus_belli::core::picture::{Counter, Highlight, Shape};
use casus_belli::core::{Agent, Game, Log, Match, Orientation, Place, Random, Scene, Seat, Seeded, Sided, Turn};
use casus_belli::marignan::{self, Marignan};
use casus_belli::suleiman::battles::MOHACS as BATTLE;
use casus_belli::suleiman::{Setup, Side, Suleiman};
use casus_belli::testkit::strategies::Trial;
use casus_belli::{Draw as _, Guide, Terminal};
use casus_terminal::{DONE, Io, run};
use roxmltree::Document;
use std::collections::BTreeMap;
use tutorial::FIELD;
use tutorial::game::{Bridge, Order, Unit};

/// A piece as a view shows it on the map: its name, its hex, and the word of its facing if it has one.
type Piece = (String, String, Option<&'static str>);

/// The pieces on the map in a view.
trait Seen: Trial + Guide {
    fn pieces(view: &Self::View) -> Vec<Piece>;
}

impl Seen for Suleiman {
    fn pieces(view: &Self::View) -> Vec<Piece> {
        let units = view.units.iter();
        let units = units.filter_map(|(id, u)| Some((id.clone(), u.hex.clone()?, Some(u.facing))));
        let leaders = view.leaders.iter();
        let leaders = leaders.filter_map(|(id, l)| Some((id.clone(), l.hex.clone()?, None)));
        units.chain(leaders).collect()
    }
}

impl Seen for Marignan {
    fn pieces(view: &Self::View) -> Vec<Piece> {
        let units = view.units.iter();
        let units = units.filter_map(|(id, u)| Some((id.clone(), u.hex.clone()?, u.facing)));
        let men = view.commanders.iter();
        let men = men.filter_map(|(id, c)| Some((id.clone(), c.hex.clone()?, None)));
        units.chain(men).collect()
    }
}

impl Seen for Arquebus {
    fn pieces(view: &Self::View) -> Vec<Piece> {
        let units = view.units.iter();
        let units = units.filter_map(|(id, u)| Some((id.clone(), u.hex.clone()?, Some(u.facing))));
        let leaders = view.leaders.iter();
        let leaders = leaders.filter_map(|(id, l)| Some((id.clone(), l.hex.clone()?, None)));
        units.chain(leaders).collect()
    }
}

impl Seen for BlindFaith {
    fn pieces(view: &Self::View) -> Vec<Piece> {
        let units = view.units.iter();
        units
            .filter_map(|(id, u)| Some((id.clone(), u.hex.clone()?, None)))
            .collect()
    }
}

impl Seen for Bridge {
    fn pieces(view: &Self::View) -> Vec<Piece> {
        let units = view.units.iter().filter(|u| u.order != Order::Lost);
        let word = |u: &Unit| Some(u.facing.word(Orientation::Pointy));
        units.map(|u| (u.id.clone(), FIELD.label(u.hex), word(u))).collect()
    }
}

/// Visits states of random play, at intervals of this many actions.
fn states<G: Game>(setup: &G::Setup, seed: u64, apart: usize, look: impl Fn(&G::State)) {
    let mut state = G::begin(setup).unwrap();
    let (mut dice, mut agent) = (Seeded::new(seed), Random::new(!seed));
    let mut listed = Vec::new();
    for n in 0.. {
        if n % apart == 0 {
            look(&state);
        }
        let Turn::Decide { side, .. } = G::turn(&state) else {
            look(&state);
            return;
        };
        listed.clear();
        G::actions(&state, &mut listed);
        let seat = Seat::new(&state, side, &listed);
        let i = Agent::<G>::choose(&mut agent, seat) % listed.len();
        G::apply(&mut state, &listed[i], &mut dice, &mut Log::off());
    }
}

/// The number of times that each piece is drawn, by name.
fn drawn(svg: &str) -> BTreeMap<String, usize> {
    let doc = Document::parse(svg).unwrap();
    let mut seen = BTreeMap::new();
    for title in doc.descendants().filter(|n| n.has_tag_name("title")) {
        let piece = title.parent().is_some_and(|p| p.has_tag_name("g"));
        if let Some((id, _)) = title.text().filter(|_| piece).and_then(|t| t.split_once(", ")) {
            *seen.entry(id.to_owned()).or_default() += 1;
        }
    }
    seen
}

/// The guide and the picture show the same facing for every piece, and none for pieces without one.
fn faced<G: Seen>(state: &G::State, viewer: Option<G::Side>, scene: &Scene) {
    let word = |c: &Counter| Some(c.facing?.word(scene.orientation));
    let drawn: BTreeMap<&str, _> = scene.counters.iter().map(|c| (&*c.id, word(c))).collect();
    let places = [
        (Place::Unit as fn(u16) -> Place, 200),
        (Place::Leader, 30),
        (Place::Hex, 9),
    ];
    for at in places.into_iter().flat_map(|(place, many)| (0..many).map(place)) {
        let name = G::place(state, at);
        let facing = drawn.get(&*name).copied().flatten();
        assert_eq!(G::faces(state, viewer, at), facing, "{name}");
    }
}

/// Every piece is drawn once, in its hex and with its facing, and nothing else is.
fn drawn_once<G: Seen>() {
    for (seed, (_, opening)) in (0..4).zip(G::openings().iter().cycle()) {
        states::<G>(opening, seed, 211, |state| {
            let viewers = G::Side::ALL.iter().map(|&side| Some(side));
            for viewer in viewers.chain([None]) {
                let pieces = G::pieces(&G::view(state, viewer));
                let scene = G::scene(state, viewer);
                // The page finds a side's army by its index.
                let armies: Vec<&str> = scene.armies.iter().map(|a| &*a.word).collect();
                let sides: Vec<String> = G::Side::ALL.iter().map(|&side| G::side_name(state, side)).collect();
                assert_eq!(armies, sides);
                let names: BTreeMap<&str, &str> = scene.counters.iter().map(|c| (&*c.id, &*c.name)).collect();
                let name = |id: &str| names.get(id).copied().unwrap_or(id).to_owned();
                let seen: BTreeMap<String, usize> = pieces.iter().map(|p| (name(&p.0), 1)).collect();
                assert_eq!(drawn(&scene.svg()), seen);
                faced::<G>(state, viewer, &scene);
                let text = scene.text(&Terminal::default());
                assert!(text.lines().all(|l| l.chars().count() <= 160), "{text}");
                for (id, hex, faces) in pieces {
                    let counter = scene.counters.iter().find(|c| c.id == id).unwrap();
                    assert_eq!(scene.sites[counter.site].label, hex);
                    let facing = counter.facing.map(|f| f.word(scene.orientation));
                    assert_eq!(facing, faces);
                }
            }
        });
    }
}

#[test]
fn suleiman_draws_every_piece_on_the_map_once_and_no_other() {
    drawn_once::<Suleiman>();
}

#[test]
fn marignan_draws_every_piece_on_the_map_once_and_no_other() {
    drawn_once::<Marignan>();
}

#[test]
fn arquebus_draws_every_piece_on_the_map_once_and_no_other() {
    drawn_once::<Arquebus>();
}

#[test]
fn blind_faith_draws_every_piece_on_the_map_once_and_no_other() {
    drawn_once::<BlindFaith>();
}

#[test]
fn the_tutorial_draws_every_piece_on_the_map_once_and_no_other() {
    drawn_once::<Bridge>();
}

#[test]
fn a_hidden_leader_is_in_his_own_side_s_picture_only() {
    let mut game = Match::<Suleiman>::new(Setup::default()).unwrap();
    game.play_words(Side::Hungary, "place-leader Perenyi 1803", &mut Seeded::new(1))
        .unwrap();
    let shows = |scene: &Scene| drawn(&scene.svg()).contains_key("Perenyi");
    assert!(shows(&game.scene(Some(Side::Hungary))));
    assert!(!shows(&game.scene(Some(Side::Ottoman))));
    assert!(!shows(&game.scene(None)));
    assert!(shows(&Scene::whole::<Suleiman>(game.state())));
    let told = |viewer| game.scene(viewer).text(&Terminal::default()).contains("Perenyi 1803");
    assert!(told(Some(Side::Hungary)) && !told(Some(Side::Ottoman)) && !told(None));
}

/// Every fight in random play is an arrow from the attacker to its target.
fn fights_are_drawn<G: Trial + Guide>(shoots: bool) {
    let mut found = BTreeMap::new();
    for (seed, (_, opening)) in (0..6).zip(G::openings().iter().cycle()) {
        let mut state = G::begin(opening).unwrap();
        let (mut dice, mut agent) = (Seeded::new(seed), Random::new(!seed));
        let mut listed = Vec::new();
        while let Turn::Decide { side, .. } = G::turn(&state) {
            listed.clear();
            G::actions(&state, &mut listed);
            let i = Agent::<G>::choose(&mut agent, Seat::new(&state, side, &listed)) % listed.len();
            let (before, mut log) = (state.clone(), Log::new());
            G::apply(&mut state, &listed[i], &mut dice, &mut log);
            for blow in log.take().iter().filter_map(|event| G::blow(&before, event)) {
                let scene = Scene::whole::<G>(&before);
                let by: Vec<String> = blow.by.iter().map(|&p| G::place(&before, p)).collect();
                let at = G::place(&before, blow.at);
                let arrows = Highlight::fight(&scene, &by, &at, blow.how);
                assert!(!arrows.is_empty(), "{by:?} {at}");
                for arrow in arrows {
                    assert_eq!(arrow.sites.last().copied(), scene.site_named(&at));
                    *found.entry(format!("{:?}", arrow.style)).or_insert(0) += 1;
                }
            }
        }
    }
    let some = |style: &str| found.get(style).is_some_and(|&n| n > 10);
    assert!(some("Strike") && (some("Shot") || !shoots), "{found:?}");
}

#[test]
fn the_fights_of_suleiman_are_drawn() {
    fights_are_drawn::<Suleiman>(true);
}

#[test]
fn the_fights_of_marignan_are_drawn() {
    fights_are_drawn::<Marignan>(true);
}

#[test]
fn the_fights_of_arquebus_are_drawn() {
    fights_are_drawn::<Arquebus>(true);
}

#[test]
fn the_fights_of_blind_faith_are_drawn() {
    fights_are_drawn::<BlindFaith>(false);
}

/// The place of a hex on the map, eastward and southward in sixths of a hex, by its number.
fn lies(scene: &Scene, label: &str) -> (i16, i16) {
    let site = scene.sites.iter().find(|s| s.label == label).unwrap();
    let Shape::Hex { q, r } = site.shape else {
        panic!("{label} is no hex");
    };
    match scene.orientation {
        Orientation::Pointy => (6 * q + 3 * r, 6 * r),
        Orientation::Flat => (6 * q, 3 * q + 6 * r),
    }
}

/// How far south the pieces of a side are.
fn south<G: Game>(scene: &Scene, side: G::Side) -> Vec<i16> {
    let here = scene.counters.iter().filter(|c| c.army == side.index());
    here.map(|c| lies(scene, &scene.sites[c.site].label).1).collect()
}

#[test]
fn the_map_of_mohacs_lies_as_printed() {
    let game = Match::<Suleiman>::new(Setup::default()).unwrap();
    let scene = game.scene(None);
    let at = |label: &str| lies(&scene, label);
    assert!(at("1803").0 > at("1825").0, "columns grow to the west");
    assert!(at("1014").1 < at("3414").1, "rows grow to the south");
    let side = |side| south::<Suleiman>(&scene, side);
    assert!(
        side(Side::Hungary).iter().max() < side(Side::Ottoman).iter().min(),
        "the Hungarians stand in the north"
    );
    let text = game.scene(None).text(&Terminal::default());
    let row = text.lines().find(|l| l.starts_with("18 ")).unwrap();
    assert!(row.contains("↓LC ↓LC ↓AR ↓AR ↓RM"), "{row}");
}

#[test]
fn the_map_of_marignan_lies_as_the_rulebook_names_it() {
    let setup = marignan::Setup {
        start_at: marignan::StartAt::Command,
        base: Some(marignan::Base::Marignan),
        ..marignan::Setup::default()
    };
    let game = Match::<Marignan>::new(setup).unwrap();
    let scene = game.scene(None);
    let at = |label: &str| lies(&scene, label);
    assert!(at("0114").0 < at("2414").0, "columns grow to the east");
    assert!(at("1201").1 < at("1228").1, "rows grow to the south");
    let french = south::<Marignan>(&scene, marignan::Side::French);
    assert!(french.iter().all(|&y| y > at("1208").1), "the French stand in the south");
    assert!(south::<Marignan>(&scene, marignan::Side::Swiss).is_empty());
}

#[test]
fn the_fields_of_arquebus_lie_with_the_north_on_top() {
    use arquebus::{Base, Side};
    for base in Base::ALL {
        let setup = arquebus::Setup {
            base,
            ..arquebus::Setup::default()
        };
        let scene = Match::<Arquebus>::new(setup).unwrap().scene(None);
        let at = |label: &str| lies(&scene, label);
        assert!(at("0110").0 < at("2410").0 && at("0101").1 < at("0126").1, "{base}");
        let side = |side| south::<Arquebus>(&scene, side);
        assert!(side(Side::France).len() > 10 && side(Side::League).len() > 10, "{base}");
        if base == Base::Cerignola {
            let (north, south) = (side(Side::League), side(Side::France));
            assert!(north.iter().max() < south.iter().min(), "the Spaniards stand on the hill");
        }
    }
}

/// Files in memory.
#[derive(Default)]
struct FakeTerminal(BTreeMap<String, String>, String);

impl Io for FakeTerminal {
    fn read(&mut self, path: &str) -> std::io::Result<Option<String>> {
        Ok(self.0.get(path).cloned())
    }
    fn write(&mut self, path: &str, text: &str) -> std::io::Result<()> {
        self.0.insert(path.to_owned(), text.to_owned());
        Ok(())
    }
    fn writable(&mut self, _: &str) -> std::io::Result<()> {
        Ok(())
    }
    fn say(&mut self, _: &str) {}
    fn warn(&mut self, text: &str) {
        self.1.push_str(text);
    }
}

#[test]
fn the_picture_of_the_readme_is_what_its_command_makes() {
    let readme = include_str!("../README.md");
    let (command, flags) = readme
        .lines()
        .filter_map(|l| Some((l, l.split_once("--example mohacs -- ")?.1)))
        .find(|(_, flags)| flags.contains("--svg docs/mohacs.svg"))
        .expect("the README says how its picture is made");
    let mut terminal = FakeTerminal::default();
    let words: Vec<String> = flags.split_whitespace().map(str::to_owned).collect();
    assert_eq!(run(&BATTLE, words, &mut terminal), DONE, "{}", terminal.1);
    assert!(
        terminal.0["docs/mohacs.svg"] == include_str!("../docs/mohacs.svg"),
        "docs/mohacs.svg is out of date: run `{command}`, and look at it"
    );
}

#[test]
fn marks_are_drawn_on_request() {
    let marked = |flags: &[&str]| {
        let mut terminal = FakeTerminal::default();
        let all = ["--quiet", "--at", "3", "--svg", "x.svg"].iter().chain(flags);
        let code = run(&BATTLE, all.map(|&f| f.to_owned()), &mut terminal);
        (code, terminal.0.remove("x.svg").unwrap_or_default(), terminal.1)
    };
    let (_, plain, _) = marked(&[]);
    let words = ["ZOC: Hungary", "in sight of Knights 1"];
    for word in words {
        assert!(!plain.contains(word));
    }
    let (code, svg, wrong) = marked(&["--mark", "zoc", "--mark", "sight", "--of", "HU-HC-1"]);
    assert_eq!(code, DONE, "{wrong}");
    for word in words {
        assert!(svg.contains(&format!("<title>{word}</title>")), "{word}");
    }
    for (flags, why) in [
        (&["--mark", "fog"][..], "[possible values: may-act"),
        (&["--mark", "sight"], "add --of"),
        (&["--of", "HU-HC-1"], "--mark <WHAT>"),
        (&["--mark", "sight", "--of", "nobody"], "no such piece"),
    ] {
        let (code, svg, wrong) = marked(flags);
        assert!(code != DONE && svg.is_empty() && wrong.contains(why), "{flags:?}: {wrong}");
    }
}

#[test]
fn who_leaves_a_battle_takes_the_picture_of_his_own_side() {
    // No line is typed. The Ottoman player leaves at the first choice, when the Hungarian leaders are placed, hidden (3.5).
    let mut terminal = FakeTerminal::default();
    let flags = ["--play", "Ottoman", "--svg", "x.svg"].map(str::to_owned);
    assert_eq!(run(&BATTLE, flags, &mut terminal), DONE, "{}", terminal.1);
    let picture = drawn(&terminal.0["x.svg"]);
    assert!(picture.contains_key("Knights 1"), "{picture:?}");
    for hidden in ["Perenyi", "Bathyani", "Tomori"] {
        assert!(!picture.contains_key(hidden), "{hidden}");
    }
}
