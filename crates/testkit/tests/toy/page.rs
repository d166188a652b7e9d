//! What a game on a page is made of.
use casus_core::picture::{Condition, Counter, Look, Site};
use casus_core::{Board, HexId, Numbering, Orientation, Scene, SetupFaults};

use crate::game::{Toy, setup};

#[test]
fn terrain_comes_by_rows_and_nothing_is_set_where_one_is_wrong() {
    let mut board = Board::full(Numbering::plain(Orientation::Pointy, 2, 3));
    let code = |mark| "abc".find(mark).map(|code| code as u8);
    assert_eq!(board.set_rows(["abc cba"], code), Ok(()));
    let codes = |board: &Board| board.ids().map(|h| board.terrain(h)).collect::<Vec<_>>();
    assert_eq!(codes(&board), [0, 1, 2, 2, 1, 0]);
    assert_eq!(board.set_rows(["aaa", "aax"], code).unwrap_err().to_string(), "unknown terrain 'x'");
    assert_eq!(board.set_rows(["aaa", "aa"], code).unwrap_err().to_string(), "5 hexes, and the map has 6");
    assert_eq!(codes(&board), [0, 1, 2, 2, 1, 0]);
}

#[test]
fn faults_are_noted_with_their_place() {
    let mut faults = SetupFaults::default();
    faults.require(true, "a", "never said", None);
    assert_eq!(faults.note("b", Ok::<_, &str>(3), None), Some(3));
    faults.require(false, "c", "wanted", None);
    assert_eq!(faults.note::<u8>("d", Err("unread".to_owned()), None), None);
    assert_eq!(faults.to_string(), "c: wanted\nd: unread");
}

#[test]
fn pictures_tell_what_has_become_of_the_pieces() {
    let state = <Toy as casus_core::Game>::begin(&setup()).unwrap();
    let mut before = Scene::of::<Toy>(&state, Orientation::Flat);
    let site = |label: &str, q| Site {
        label: label.to_owned(),
        shape: casus_core::picture::Shape::Hex { q, r: 0 },
        ground: 0,
        level: 0,
    };
    before.sites = vec![site("0101", 0), site("0102", 1)];
    before.conditions = vec![Condition::new("routed", Look::Broken, '=')];
    before.counters = ["stays", "goes", "routs", "leaves"]
        .map(|id| Counter::new(id, crate::game::Side::Red, 0, HexId(0)))
        .into();
    let mut after = before.clone();
    after.counters.pop();
    after.counters[1].site = 1;
    after.counters[2].condition = Some(0);
    assert_eq!(after.became(&before), ["goes in 0102", "routs routed", "leaves leaves the field"]);
    assert_eq!(before.became(&before), [""; 0]);
}
