//! Tests of the pictures.

use super::letters::breadth;
use super::pieces::BODY;
use super::plane::{ACROSS, HALF, chains, ends};
use super::*;
use crate::Draw as _;
use crate::sample::small;
use casus_core::geometry::{Dir, Orientation};
use casus_core::picture::{
    Army, Edge, Emphasis, Highlight, Label, Line, Marker, MarkerKind, Panel, PanelLine, Pile, Site, Stroke,
};
use roxmltree::{Document, Node};

fn read(text: &str) -> Document<'_> {
    Document::parse(text).unwrap_or_else(|e| panic!("{e}\n{text}"))
}
/// Returns the groups that have a `title`, by it.
fn groups<'a>(doc: &'a Document<'a>) -> Vec<(String, Node<'a, 'a>)> {
    doc.descendants()
        .filter(|n| n.has_tag_name("title"))
        .filter_map(|n| Some((n.text().unwrap_or("").to_owned(), n.parent()?)))
        .filter(|(_, g)| g.has_tag_name("g"))
        .collect()
}
fn shift(group: Node<'_, '_>) -> Point {
    let text = group.attribute("transform").unwrap();
    let inner = &text["translate(".len()..text.len() - 1];
    let (x, y) = inner.split_once(' ').unwrap();
    (x.parse().unwrap(), y.parse().unwrap())
}

#[test]
fn every_heading_points_where_its_word_says() {
    for orientation in [Orientation::Pointy, Orientation::Flat] {
        let mut scene = small(orientation);
        scene.counters.truncate(1);
        let corners = (0..6).map(Heading::Corner);
        for heading in corners.chain(Dir::ALL.map(Heading::Side)) {
            scene.counters[0].facing = Some(heading);
            let svg = scene.svg();
            let doc = read(&svg);
            let id = heading_id(heading);
            let wedge = doc
                .descendants()
                .find(|n| n.attribute("id") == Some(id.as_str()))
                .unwrap();
            let path = wedge.attribute("d").unwrap().trim_start_matches('M');
            let (tip, _) = path.split_once('L').unwrap();
            let (x, y) = tip.split_once(' ').unwrap();
            let (x, y): Point = (x.parse().unwrap(), y.parse().unwrap());
            let word = heading.word(orientation);
            assert_eq!(y > 0, word.contains('S'), "{word} {tip}");
            assert_eq!(y < 0, word.contains('N'), "{word} {tip}");
            assert_eq!(x > 0, word.contains('E'), "{word} {tip}");
            assert_eq!(x < 0, word.contains('W'), "{word} {tip}");
            let target = format!("#{id}");
            let uses = doc
                .descendants()
                .filter(|n| n.attribute("href") == Some(target.as_str()));
            assert_eq!(uses.count(), 1, "{word}");
        }
    }
}

#[test]
fn hexes_tile_and_sides_meet() {
    for o in [Orientation::Pointy, Orientation::Flat] {
        for dir in Dir::ALL {
            let (dq, dr) = dir.vector();
            let beyond = hex_centre(o, i32::from(dq), i32::from(dr));
            let (a, b) = ends(o, dir);
            let (c, d) = ends(o, dir.opposite());
            assert_eq!((plus(beyond, d), plus(beyond, c)), (a, b));
        }
    }
    let cells = BTreeSet::from([(0, 0), (1, 0), (0, 1), (5, 5)]);
    let rings = loops(Orientation::Pointy, &cells);
    let mut sizes: Vec<usize> = rings.iter().map(Vec::len).collect();
    sizes.sort_unstable();
    assert_eq!(sizes, [6, 12], "three hexes round a corner, and one apart");
}

#[test]
fn a_chain_takes_every_segment_once() {
    let segments = BTreeSet::from([
        ((0, 0), (1, 0)),
        ((1, 0), (2, 0)),
        ((2, 0), (3, 1)),
        ((2, 0), (3, -1)),
        ((9, 8), (9, 9)),
        ((8, 8), (9, 8)),
        ((8, 8), (9, 9)),
    ]);
    let lines = chains(&segments);
    let mut walked = BTreeSet::new();
    for line in &lines {
        for pair in line.windows(2) {
            let (a, b) = (pair[0], pair[1]);
            assert!(walked.insert((a.min(b), a.max(b))), "{lines:?}");
        }
    }
    assert_eq!(walked, segments);
    assert_eq!(lines.len(), 4, "a stem, two branches and a ring: {lines:?}");
}

#[test]
fn any_words_are_text() {
    let nasty = "<a href='x'>&amp;\"\u{1}\u{ffff}]]>";
    let tame = "<a href='x'>&amp;\"\u{fffd}\u{fffd}]]>";
    let mut scene = small(Orientation::Pointy);
    scene.title = nasty.to_owned();
    scene.moment = nasty.to_owned();
    scene.sites[0].label = nasty.to_owned();
    scene.beyond = [(); 4].map(|()| nasty.to_owned());
    scene.counters[0].id = nasty.to_owned();
    scene.counters[0].text = nasty.to_owned();
    scene.counters[0].ratings = nasty.to_owned();
    scene.counters[0].note = nasty.to_owned();
    scene.armies[0].word = nasty.to_owned();
    scene.kinds[0].word = nasty.to_owned();
    scene.conditions[0].word = nasty.to_owned();
    scene.labels.push(Label {
        site: 1,
        text: nasty.to_owned(),
    });
    scene.notes.push(nasty.to_owned());
    scene.panels.push(Panel {
        title: nasty.to_owned(),
        army: None,
        lines: vec![nasty.to_owned().into()],
    });
    scene.highlights.push(Highlight {
        word: nasty.to_owned(),
        style: Emphasis::Wash,
        colour: Colour::hex(1),
        sites: vec![0],
        words: Vec::new(),
        sides: vec![(0, Dir::ALL[0])],
    });
    let svg = scene.svg();
    let doc = read(&svg);
    assert!(groups(&doc).iter().any(|(t, _)| t.starts_with(tame)), "{svg}");
    assert!(doc.descendants().all(|n| !n.has_tag_name("a")));
    assert!(is_picture(&svg) && !is_picture("<svg>") && !is_picture(""));
    assert!(!scene.text(&crate::Terminal::default()).contains('\u{1}'));
}

#[test]
fn the_only_level_is_called_by_its_ground() {
    let mut scene = small(Orientation::Flat);
    assert!(scene.svg().contains(">level 0<"));
    scene.levels.truncate(1);
    let svg = scene.svg();
    assert!(svg.contains(">clear<") && !svg.contains("level 0"), "{svg}");
    let mut scene = small(Orientation::Flat);
    scene.sites.iter_mut().for_each(|s| s.level = 0);
    let svg = scene.svg();
    assert!(svg.contains(">clear<") && !svg.contains("level 0"), "one level is seen: {svg}");
}

#[test]
fn a_stack_shows_every_piece() {
    let mut scene = small(Orientation::Flat);
    for n in 0..3 {
        let mut counter = scene.counters[0].clone();
        counter.id = format!("more {n}");
        scene.counters.push(counter);
    }
    let svg = scene.svg();
    let doc = read(&svg);
    let at: BTreeSet<Point> = groups(&doc)
        .iter()
        .filter(|(title, _)| title.contains("more") || title.starts_with("R-1"))
        .map(|(_, g)| shift(*g))
        .collect();
    assert_eq!(at.len(), 4);
    let seen = scene.text(&crate::Terminal::default());
    assert!(seen.contains('4'), "how many stand there: {seen}");
}

#[test]
fn a_fan_shows_the_name_of_each_and_every_way_once() {
    let mut scene = small(Orientation::Flat);
    scene.pile = Pile::Fan;
    scene.marker_kinds.push(MarkerKind {
        word: "hidden in corn".to_owned(),
        glyph: Glyph::Disc,
        colour: Colour::hex(0x0012_3456),
        mark: 'Q',
    });
    scene.counters[0].badges = vec![0, 99];
    for n in 0..3 {
        let mut counter = scene.counters[0].clone();
        counter.id = format!("more {n}");
        counter.name.clone_from(&counter.id);
        counter.facing = Some(Heading::Side(Dir::ALL[n]));
        scene.counters.push(counter);
    }
    let svg = scene.svg();
    let doc = read(&svg);
    let mut rows: Vec<i32> = groups(&doc)
        .iter()
        .filter(|(title, _)| title.contains("more") || title.starts_with("R-1"))
        .map(|(_, g)| shift(*g).1)
        .collect();
    assert!(rows.is_sorted_by(|a, b| b - a > 10), "{rows:?}");
    rows.dedup();
    assert_eq!(rows.len(), 4);
    let wedges = |d: u8| svg.matches(&format!("href=\"#d{d}\"")).count();
    assert_eq!([0, 1, 2, 3].map(wedges), [1, 1, 1, 0], "two of the four face alike");
    assert_eq!(svg.matches(">Q</text>").count(), 5, "on each, and in the legend");
    let text = scene.text(&crate::Terminal::default());
    for words in [
        "In one place: 0101 R-1, more 0, 1 and 2.",
        "Q hidden in corn: R-1, more 0,",
    ] {
        assert!(text.contains(words), "{words}: {text}");
    }
    assert!(scene.describe(&scene.counters[0]).contains("hidden in corn"));
}

/// Returns the position and the size of a rectangle.
fn rect(node: Node<'_, '_>) -> (Point, Point) {
    let n = |name| node.attribute(name).unwrap().parse::<i32>().unwrap();
    ((n("x"), n("y")), (n("width"), n("height")))
}
fn leader(scene: &mut Scene, name: &str, site: usize) {
    if scene.kinds.len() == 1 {
        let mut kind = scene.kinds[0].clone();
        kind.symbol = Symbol::Leader;
        scene.kinds.push(kind);
    }
    let mut leader = scene.counters[0].clone();
    leader.id = name.to_owned();
    (leader.name, leader.text) = (name.to_owned(), name.to_owned());
    (leader.kind, leader.facing, leader.site) = (1, None, site);
    scene.counters.push(leader);
}

#[test]
fn a_leader_hides_no_piece_and_no_other_hex() {
    for o in [Orientation::Pointy, Orientation::Flat] {
        for facing in Dir::ALL {
            let mut scene = small(o);
            scene.counters[0].facing = Some(Heading::Side(facing));
            leader(&mut scene, "Constantinopolitan", 0);
            leader(&mut scene, "Zu", 0);
            leader(&mut scene, "Constantinople", 1);
            let svg = scene.svg();
            let doc = read(&svg);
            let plate = |id: &str| {
                let all = groups(&doc);
                let (_, g) = all.iter().find(|(t, _)| t.starts_with(&format!("{id}, "))).unwrap();
                let (x, y) = shift(*g);
                let ((dx, dy), (w, h)) = rect(g.children().find(|n| n.has_tag_name("rect")).unwrap());
                (x + dx, y + dy, x + dx + w, y + dy + h)
            };
            for id in ["Constantinopolitan", "Zu"] {
                let (l, t, r, b) = plate(id);
                assert!(l >= -ACROSS && r <= ACROSS, "{id} {l} {r}");
                assert!(b <= -BODY || t >= BODY, "{id} {t} {b}: the piece is free");
                assert!(t >= -2 * HALF && b <= 2 * HALF, "{id} {t} {b}");
            }
            assert!(plate("Constantinopolitan").2 <= plate("Zu").0, "side by side");
            let (x, y) = Painter::new(&scene).at(1).unwrap();
            let (l, t, r, b) = plate("Constantinople");
            assert!(l >= x - ACROSS && r <= x + ACROSS && t > y - HALF && b < y + HALF, "{l} {r}");
        }
    }
}

#[test]
fn a_name_covers_no_piece_no_sign_and_no_other_name() {
    for o in [Orientation::Pointy, Orientation::Flat] {
        let mut scene = small(o);
        for hex in 0..scene.sites.len() {
            scene.counters.push(scene.counters[0].clone());
            scene.counters.last_mut().unwrap().site = hex;
        }
        // Open ground about them.
        for (q, r) in [(-5, -5), (-5, 8), (8, -5), (8, 8)] {
            let mut site = scene.sites[0].clone();
            site.shape = Shape::Hex { q, r };
            scene.sites.push(site);
        }
        for site in [0, 1, 2, 3] {
            scene.labels.push(Label {
                site,
                text: ["Castle Krumlov", "Praha", "Tábor", "Wiener Neustadt"][site].to_owned(),
            });
        }
        let placed = Painter::new(&scene).labelled(&Painter::new(&scene).rims());
        let svg = scene.svg();
        let shape = |(text, (x, y)): &(String, Point)| {
            assert!(svg.contains(&format!("<text class=\"l\" x=\"{x}\" y=\"{y}\">{text}</text>")));
            let half = Painter::label_breadth(text) / 2;
            (x - half, y - 25, x + half, y + 8)
        };
        let mut taken: Vec<(i32, i32, i32, i32)> = Vec::new();
        for site in 0..4 {
            let (x, y) = Painter::new(&scene).at(site).unwrap();
            taken.push((x - BODY, y - BODY, x + BODY, y + BODY));
        }
        for name in &placed {
            let (l, t, r, b) = shape(name);
            for &(left, top, right, foot) in &taken {
                assert!(r <= left || l >= right || b <= top || t >= foot, "{o:?} {placed:?}");
            }
            taken.push((l, t, r, b));
        }
        // Where nothing is in the way it stands below its place.
        let mut alone = small(o);
        alone.counters.clear();
        alone.sites.clone_from(&scene.sites);
        alone.labels = vec![scene.labels[0].clone()];
        assert_eq!(Painter::new(&alone).labelled(&Painter::new(&alone).rims())[0].1, (0, 74));
    }
}

#[test]
fn what_lies_under_pieces_is_told_at_their_corner() {
    let mut scene = small(Orientation::Flat);
    let signs = |scene: &Scene| scene.svg().matches("href=\"#p-walls\" transform=\"translate(").count();
    assert_eq!(signs(&scene), 0);
    scene.sites[0].ground = 1;
    scene.sites[1].ground = 1;
    assert_eq!(signs(&scene), 1, "where nobody stands the sign itself is seen");
}

#[test]
fn a_badge_hides_no_sign_of_a_condition() {
    let mut scene = small(Orientation::Flat);
    scene
        .marker_kinds
        .push(MarkerKind::new("alone", Glyph::Disc, 0x0012_3456, 'Q'));
    let broken = scene.conditions.iter().position(|c| c.look == Look::Broken);
    scene.counters[0].badges = vec![0];
    scene.counters[0].facing = None;
    scene.counters[0].condition = None;
    let at = |scene: &Scene, y: i32| {
        scene
            .svg()
            .contains(&format!("<g transform=\"translate({} {y})\">", BODY + 2))
    };
    assert!(at(&scene, -26) && !at(&scene, -6));
    scene.counters[0].condition = broken;
    assert!(at(&scene, -6) && !at(&scene, -26), "below the cross");
}

#[test]
fn the_legend_tells_every_ground_that_is_seen() {
    let mut scene = small(Orientation::Flat);
    let vines = scene.grounds.len();
    scene.grounds.push(casus_core::picture::Ground {
        word: "vines".to_owned(),
        fill: Some(Colour::hex(0x0012_3456)),
        ..Default::default()
    });
    assert!(!scene.svg().contains(">vines<"));
    scene.sites[2].ground = vines;
    assert!(scene.svg().contains(">vines<"));
}

#[test]
fn a_number_lies_within_its_hex_and_under_nothing() {
    for o in [Orientation::Pointy, Orientation::Flat] {
        let corners = (0..6).map(Heading::Corner);
        for heading in corners.chain(Dir::ALL.map(Heading::Side)) {
            for led in [false, true] {
                let mut scene = small(o);
                scene.counters[0].facing = Some(heading);
                if led {
                    leader(&mut scene, "Zu", 0);
                }
                let rim = &Painter::new(&scene).rims()[&0];
                let (turn, (x, y)) = rim.number(o);
                // Four digits of 12 units in the broadest face, and their height.
                let (wide, high) = (16, 9);
                let lies = match turn {
                    0 => [(-wide, y - high), (wide, y - high), (-wide, y), (wide, y)],
                    -90 => [(x - high, -wide), (x - high, wide), (x, -wide), (x, wide)],
                    _ => [(x + high, -wide), (x + high, wide), (x, -wide), (x, wide)],
                };
                for (x, y) in lies {
                    let (x, y) = match o {
                        Orientation::Pointy => (x, y),
                        Orientation::Flat => (y, x),
                    };
                    assert!(x.abs() <= ACROSS && x.abs() * HALF + y.abs() * ACROSS <= 2 * HALF * ACROSS, "{x} {y}");
                    assert!(x.abs().max(y.abs()) >= BODY, "not under the piece");
                }
                let tip = target(o, heading);
                let hit = turn == 0 && tip.1.signum() == y.signum() && tip.1.abs() >= 45;
                assert!(!hit, "{heading:?} points at the number");
            }
        }
    }
}

#[test]
fn a_stack_shows_arms_ratings_and_strength() {
    let mut scene = small(Orientation::Flat);
    for (n, strength) in [(1, 7), (2, 6)] {
        let mut counter = scene.counters[0].clone();
        counter.id = format!("R-{}", n + 1);
        counter.ratings = format!("{n}·11·5");
        counter.strength = Some(strength);
        scene.counters.push(counter);
    }
    scene.counters[0].strength = Some(8);
    let svg = scene.svg();
    assert!(svg.contains(">×3 Σ21</text>"), "{svg}");
    for word in ["+1/7", "1·11·5", "2·11·5"] {
        assert!(svg.contains(&format!(">{word}</text>")), "{word}: {svg}");
    }
    let pikes = |svg: &str| svg.matches("href=\"#s-pike\"").count();
    assert_eq!(pikes(&svg), 5, "three in the stack, one elsewhere, one in the legend");
    scene.counters[0].strength = None;
    assert!(!scene.svg().contains('Σ'), "no sum without every part");
    scene.pile = Pile::Count;
    let svg = scene.svg();
    assert!(svg.contains(">×3</text>") && svg.contains(">3 units</text>"), "{svg}");
}

#[test]
fn a_note_has_a_place_of_its_own() {
    for note in ["4", "A +1"] {
        let mut scene = small(Orientation::Flat);
        scene.counters[0].ratings = "8·11·5".to_owned();
        scene.counters[0].note = note.to_owned();
        let svg = scene.svg();
        let doc = read(&svg);
        let all = groups(&doc);
        let (_, g) = all.iter().find(|(t, _)| t.starts_with("R-1")).unwrap();
        let boxed = g
            .children()
            .filter(|n| n.has_tag_name("rect"))
            .map(rect)
            .next_back()
            .expect("the note stands in a box");
        let ratings = g.children().find(|n| n.text() == Some("8·11·5")).unwrap();
        let x: i32 = ratings.attribute("x").unwrap().parse().unwrap();
        let foot: i32 = ratings.attribute("y").unwrap().parse().unwrap();
        let style = ratings.attribute("style").unwrap();
        let size: i32 = style["font-size:".len()..style.len() - 2].parse().unwrap();
        let right = x + breadth("8·11·5") * size / 200;
        assert!(right <= boxed.0.0 || foot <= boxed.0.1, "{note}: {right} {foot} {boxed:?}");
        assert!(size >= 12, "{note}: {size}");
    }
}

#[test]
fn every_look_has_a_sign_of_its_own() {
    let scene = small(Orientation::Flat);
    let body = |look| {
        let mut out = String::new();
        Painter::new(&scene).body(0, look, &mut out);
        out.split_once('>').unwrap().1.to_owned()
    };
    let bodies: BTreeSet<String> = LOOKS.map(body).into();
    assert_eq!(bodies.len(), LOOKS.len());
    // Who is out of the fight shows his arm, and nothing is drawn over it.
    let svg = scene.svg();
    let doc = read(&svg);
    let all = groups(&doc);
    let (_, g) = all.iter().find(|(t, _)| t.starts_with("B-1")).unwrap();
    let drawn: Vec<Node<'_, '_>> = g.children().collect();
    let arm = drawn
        .iter()
        .position(|n| n.attribute("href") == Some("#s-pike"))
        .unwrap();
    assert!(drawn[arm..].iter().all(|n| !n.has_tag_name("path")));
}

#[test]
fn a_long_line_of_a_panel_is_broken_and_not_cut() {
    let mut scene = small(Orientation::Pointy);
    let words: Vec<String> = (10..50).map(|n| format!("word{n}")).collect();
    scene.panels = vec![Panel::new("Losses", [words.join(" ")].into_iter())];
    let drawn = scene.svg();
    assert!(words.iter().all(|w| drawn.contains(w.as_str())));
}

#[test]
fn the_margin_fills_what_a_tall_panel_leaves() {
    let mut scene = small(Orientation::Flat);
    let panel = |many: usize| Panel::new("Morale", (0..many).map(|n| n.to_string()));
    scene.panels = vec![panel(1), panel(30)];
    let (_, alone) = Painter::new(&scene).margin(1800, 0);
    scene.panels.extend([panel(1), panel(1), panel(1), panel(1)]);
    let (body, together) = Painter::new(&scene).margin(1800, 0);
    assert_eq!(alone, together, "{body}");
}

#[test]
fn data_names_every_place_and_piece_when_asked_for() {
    let mut scene = small(Orientation::Flat);
    scene.lines.push(Line::new("ditch", Stroke::Work, 1, '^'));
    scene.edges.push(Edge {
        site: 0,
        side: Dir::ALL[0],
        line: 0,
    });
    leader(&mut scene, "Zu", 0);
    let mut second = scene.counters[0].clone();
    second.id = "R-2 <&>".to_owned();
    scene.counters.push(second);
    for pile in [Pile::Heap, Pile::Count] {
        scene.pile = pile;
        assert!(!scene.svg().contains(" data-"));
        let svg = scene.svg_with(&Drawing { data: true });
        let doc = read(&svg);
        let told = |name: &str| -> Vec<String> {
            let mut all: Vec<String> = doc
                .descendants()
                .filter(|n| n.attribute("id").is_some_and(|id| id.starts_with(name)))
                .filter_map(|n| n.attribute(format!("data-{name}").as_str()))
                .map(str::to_owned)
                .collect();
            all.sort();
            all
        };
        assert_eq!(told("site"), ["0101", "0102", "0201", "0202"]);
        assert_eq!(told("edge"), ["ditch"]);
        assert_eq!(told("piece"), ["B-1", "R-1", "R-2 <&>", "Zu"]);
        let ids: Vec<&str> = doc.descendants().filter_map(|n| n.attribute("id")).collect();
        assert_eq!(ids.len(), ids.iter().collect::<BTreeSet<_>>().len(), "every id once");
        let first = doc
            .descendants()
            .find(|n| n.attribute("id") == Some("piece-0"))
            .unwrap();
        for (what, word) in [
            ("site", "0101"),
            ("army", "Red"),
            ("kind", "Pikes"),
            ("condition", "shaken"),
        ] {
            assert_eq!(first.attribute(format!("data-{what}").as_str()), Some(word));
        }
    }
}

/// Returns the paths of the group of a mark, each as its points.
fn marked(svg: &str, word: &str) -> Vec<Vec<Point>> {
    let doc = read(svg);
    let all = groups(&doc);
    let (_, g) = all.iter().find(|(t, _)| t == word).expect(word);
    let paths = g.descendants().filter_map(|n| n.attribute("d"));
    let point = |p: &str| {
        let (x, y) = p.split_once(' ')?;
        Some((x.parse().ok()?, y.parse().ok()?))
    };
    paths
        .map(|d| d.split(['M', 'L', 'Z']).filter_map(point).collect())
        .collect()
}
fn mark(style: Emphasis, sites: &[usize], words: &[&str]) -> Highlight {
    Highlight {
        word: "mark".to_owned(),
        style,
        colour: Colour::hex(0x0012_3456),
        sites: sites.to_vec(),
        words: words.iter().map(|&w| w.to_owned()).collect(),
        sides: Vec::new(),
    }
}

#[test]
fn a_fight_points_from_the_one_at_the_other() {
    for o in [Orientation::Pointy, Orientation::Flat] {
        for style in [Emphasis::Strike, Emphasis::Shot] {
            let mut ends = Vec::new();
            for way in [[0, 1], [1, 0]] {
                let mut scene = small(o);
                scene.highlights = vec![mark(style, &way, &[])];
                let svg = scene.svg();
                assert!(svg.find("R-1, Pikes") < svg.find("<g><title>mark"), "over the pieces");
                let (from, to) = (Painter::new(&scene).at(way[0]).unwrap(), Painter::new(&scene).at(way[1]).unwrap());
                let paths = marked(&svg, "mark");
                // The tip of the head, the end of the line.
                let tip = match style {
                    Emphasis::Strike => paths[0][0],
                    _ => paths[0][1],
                };
                let far = |a: Point, b: Point| (a.0 - b.0).pow(2) + (a.1 - b.1).pow(2);
                assert!(far(tip, to) < far(tip, from), "{o:?} {style:?} {tip:?}");
                assert!(far(tip, to) > 30 * 30, "the piece can be read");
                ends.push(tip);
            }
            assert_ne!(ends[0], ends[1]);
        }
        let mut scene = small(o);
        scene.highlights = vec![mark(Emphasis::Strike, &[3], &[])];
        let (x, y) = Painter::new(&scene).at(3).unwrap();
        assert!(
            scene
                .svg()
                .contains(&format!("<g transform=\"translate({} {y})\"><circle", x - 40))
        );
    }
}

#[test]
fn what_a_mark_writes_stands_in_its_hex_and_beside_no_other() {
    let mut scene = small(Orientation::Flat);
    scene.highlights = vec![
        mark(Emphasis::Wash, &[0, 2, 99], &["<3 MP>", "4 MP", "nowhere"]),
        mark(Emphasis::Ring, &[0, 1], &["die +1"]),
    ];
    let svg = scene.svg();
    let doc = read(&svg);
    let at = |word: &str| {
        let n = doc
            .descendants()
            .find(|n| n.text() == Some(word) && n.attribute("class") == Some("n"))?;
        Some((n.attribute("x")?.parse::<i32>().ok()?, n.attribute("y")?.parse::<i32>().ok()?))
    };
    let ((x, first), (_, second)) = (at("<3 MP>").unwrap(), at("die +1").unwrap());
    assert_eq!(x, Painter::new(&scene).at(0).unwrap().0);
    assert!(first < -BODY && second <= first - 15, "each above the last, above the piece: {first} {second}");
    let (x, y) = at("4 MP").unwrap();
    let (cx, cy) = Painter::new(&scene).at(2).unwrap();
    assert!(x == cx && (y - cy).abs() < 15, "in the middle where nobody stands");
    assert_eq!(at("nowhere"), None);
    let text = scene.text(&crate::Terminal::default());
    assert!(text.contains("mark: 0101 (<3 MP>), 0201 (4 MP)"), "{text}");
}

#[test]
fn a_heap_without_end_is_drawn() {
    let mut scene = small(Orientation::Flat);
    for _ in 0..200 {
        scene.counters.push(scene.counters[0].clone());
        leader(&mut scene, "Zu", 2);
    }
    for pile in [Pile::Heap, Pile::Fan, Pile::Count] {
        scene.pile = pile;
        let svg = scene.svg();
        read(&svg);
        for wrong in ["width=\"-", "height=\"-", "font-size:-"] {
            assert!(!svg.contains(wrong), "{wrong}");
        }
    }
}

#[test]
fn towns_areas_and_every_style_are_drawn() {
    let mut scene = small(Orientation::Pointy);
    scene.sites.push(Site {
        label: "Tábor".to_owned(),
        shape: Shape::Town { x: 300, y: 400 },
        ground: 1,
        level: 0,
    });
    scene.sites.push(Site {
        label: "The hills".to_owned(),
        shape: Shape::Area {
            x: 500,
            y: 500,
            outline: vec![(400, 400), (600, 420), (560, 640)],
        },
        ground: 0,
        level: 0,
    });
    let (town, area) = (scene.sites.len() - 2, scene.sites.len() - 1);
    scene.roads.push((town, area));
    for (i, pattern) in [
        Pattern::Marsh,
        Pattern::Woods,
        Pattern::Houses,
        Pattern::Walls,
        Pattern::Fields,
        Pattern::Rough,
        Pattern::Water,
    ]
    .into_iter()
    .enumerate()
    {
        scene.grounds.push(casus_core::picture::Ground {
            word: format!("{pattern:?}"),
            fill: Some(Colour::hex(0x0012_3456)),
            pattern,
            mark: '%',
        });
        scene.sites[i % 3].ground = scene.grounds.len() - 1;
    }
    for stroke in [
        Stroke::Stream,
        Stroke::River,
        Stroke::Canal,
        Stroke::Work,
        Stroke::Wall,
        Stroke::Slope,
        Stroke::Bridge,
    ] {
        scene.lines.push(Line {
            word: format!("{stroke:?}"),
            stroke,
            colour: Colour::hex(0x0012_3456),
            mark: '|',
        });
        scene.edges.push(Edge {
            site: 0,
            side: Dir::wrapped(scene.lines.len() as u8),
            line: scene.lines.len() - 1,
        });
    }
    for glyph in [Glyph::Standard, Glyph::Camp, Glyph::Disc] {
        scene.marker_kinds.push(MarkerKind {
            word: format!("{glyph:?}"),
            glyph,
            colour: Colour::hex(0x0012_3456),
            mark: '!',
        });
        scene.markers.push(Marker {
            kind: scene.marker_kinds.len() - 1,
            site: town,
        });
    }
    for style in [
        Emphasis::Wash,
        Emphasis::Ring,
        Emphasis::Path,
        Emphasis::Trail,
        Emphasis::Strike,
        Emphasis::Shot,
    ] {
        scene.highlights.push(Highlight {
            word: format!("{style:?}"),
            style,
            colour: Colour::hex(0x0012_3456),
            sites: vec![0, 1, town],
            words: Vec::new(),
            sides: vec![(1, Dir::ALL[2])],
        });
    }
    scene.counters[0].site = area;
    scene.panels.push(Panel {
        title: "Losses".to_owned(),
        army: Some(0),
        lines: vec![PanelLine {
            text: "half".to_owned(),
            gauge: Some((3, 6)),
        }],
    });
    let svg = scene.svg();
    let doc = read(&svg);
    let ids: BTreeSet<&str> = doc.descendants().filter_map(|n| n.attribute("id")).collect();
    for node in doc.descendants() {
        if let Some(href) = node.attribute("href") {
            assert!(ids.contains(&href[1..]), "{href} is drawn, and not defined");
        }
    }
    let texts: BTreeSet<&str> = doc.descendants().filter_map(|n| n.text()).collect();
    for word in [
        "Tábor",
        "The hills",
        "River",
        "Slope",
        "Bridge",
        "Camp",
        "Ring",
        "Trail",
        "Strike",
        "Shot",
        "half",
    ] {
        assert!(texts.contains(word), "{word}: {svg}");
    }
    let numbers_only = svg
        .split(['"', ' '])
        .filter_map(|w| w.strip_prefix('M'))
        .all(|w| !w.contains('.'));
    assert!(numbers_only, "whole numbers only");
    let text = scene.text(&crate::Terminal::default());
    assert!(text.contains("Losses: half.") && text.contains("| River (hexside)"), "{text}");
}

#[test]
fn places_that_are_not_there_are_left_out() {
    let mut scene = small(Orientation::Pointy);
    scene.counters[0].site = 99;
    scene.counters[1].army = 99;
    scene.counters[1].kind = 99;
    scene.counters[1].group = Some(99);
    scene.counters[1].condition = Some(99);
    scene.counters[1].facing = Some(Heading::Corner(200));
    scene.roads.push((0, 99));
    scene.edges.push(Edge {
        site: 99,
        side: Dir::ALL[0],
        line: 99,
    });
    scene.labels.push(Label {
        site: 99,
        text: "nowhere".to_owned(),
    });
    scene.markers.push(Marker { kind: 99, site: 0 });
    scene.sites[2].ground = 99;
    scene.highlights.push(Highlight {
        word: "gone".to_owned(),
        style: Emphasis::Path,
        colour: Colour::hex(1),
        sites: vec![99, 0],
        words: Vec::new(),
        sides: vec![(99, Dir::ALL[0])],
    });
    for (q, r) in [(i16::MAX, i16::MAX), (i16::MIN, i16::MIN)] {
        scene.sites.push(Site {
            label: String::new(),
            shape: Shape::Hex { q, r },
            ground: 0,
            level: i8::MIN,
        });
        scene.sites.push(Site {
            label: String::new(),
            shape: Shape::Town {
                x: i32::from(q) * 60_000,
                y: i32::from(r) * 60_000,
            },
            ground: 0,
            level: i8::MAX,
        });
    }
    let svg = scene.svg();
    let doc = read(&svg);
    assert!(!svg.contains("nowhere"));
    let drawn = groups(&doc);
    assert_eq!(drawn.iter().filter(|(t, _)| t.starts_with("B-1")).count(), 1);
    assert_eq!(drawn.iter().filter(|(t, _)| t.starts_with("R-1")).count(), 0);
    for terminal in [1, 20, 160, u16::MAX] {
        let columns = crate::Terminal {
            columns: terminal,
            colour: true,
            crop: false,
        };
        assert!(scene.text(&columns).len() > 10);
    }
    scene.sites.clear();
    read(&scene.svg());
    scene.armies = Vec::<Army>::new();
    read(&scene.svg());
}
