//! Metamorphic properties: they compare play from a position with play from a changed position.
//!
//! You need not know the right outcome to test it in this way:
//!
//! | Property | Holds if |
//! |---|---|
//! | [`alike_when_moved`] | a position that is turned, mirrored or moved on open ground has the turned, mirrored or moved outcome |
//! | [`alike_when_exchanged`] | two equal pieces that change places change nothing but their names |
//! | [`declarations_commute`] | declarations are legal in either order, and give the same result |
//! | [`laid_as_played`] | a state written as a set-up at its starting point (`start_at`) opens the same decision as in play |
//!
//! Each property asks a [`Match`] through words and views alone, so it needs no code for a single game. A game describes
//! itself by [`Metamorphic`]. With the defaults of that trait, the last three properties check nothing.
//!
//! The properties hold under house rules too, so you can test your own house rules:
//! ```
//! # #![expect(dead_code, reason = "shown, not called")]
//! use casus_core::Laws;
//! use casus_testkit::metamorphic::{Metamorphic, Motion, alike_when_moved, alike_when_exchanged};
//! use casus_testkit::strategies::playthroughs;
//! use proptest::prelude::*;
//!
//! fn fair<G: Metamorphic>(house: &Laws) {
//!     proptest!(|(setup in G::open_positions(), game in playthroughs(20), by in Motion::any::<G>())| {
//!         alike_when_moved::<G>(&setup, house, &game, by)?;
//!         alike_when_exchanged::<G>(&setup, house, &game)?;
//!     });
//! }
//! ```

use crate::strategies::{Playthrough, Trial, leaning, spread};
use casus_core::cases::Laws;
use casus_core::decisions::Sided;
use casus_core::decisions::Spelt;
use casus_core::decisions::Turn;
use casus_core::dice::Seeded;
use casus_core::geometry::{Dir, Hex, Symmetry};
use casus_core::geometry::{SideFacing, VertexFacing};
use casus_core::play::Game;
use casus_core::play::Gazetteer;
use casus_core::play::Match;
use casus_core::play::ScriptedAgent;
use casus_core::play::json;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::TestCaseError;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// What a game says of itself for the metamorphic properties.
pub trait Metamorphic: Trial {
    /// The most hexes that an open position is moved along each axis of the grid.
    const SHIFT: i16 = 2;
    /// The distance from [`Metamorphic::middle`] within which the ground of an open position is open, in hexes.
    const REACH: i16 = i16::MAX;
    /// Returns the printed number of the hex in the middle of the open positions. `None` is the middle of the map.
    fn middle(_state: &Self::State) -> Option<&'static str> {
        None
    }
    /// The decisions at which declarations are made, each with the verbs of the declarations that commute. Such a
    /// declaration rolls no dice, and the order of several decides nothing.
    const DECLARATIONS: &'static [(&'static str, &'static [&'static str])] = &[];
    /// Returns whether two units, given by their ids, have the same counter except for the id.
    fn equal(_state: &Self::State, _one: &str, _other: &str) -> bool {
        false
    }
    /// Returns a set-up that begins at this state of a match that began with `setup`.
    ///
    /// `None` if the state is not at a starting point of the game (`start_at` in a set-up), or if a set-up cannot express
    /// everything that counts there.
    fn laid(_setup: &Self::Setup, _state: &Self::State) -> Option<Self::Setup> {
        None
    }
}

/// A motion of the grid: a symmetry about the middle of the open position ([`Metamorphic::middle`]), then a shift along
/// the two axes of the grid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Motion {
    /// The rotation or reflection.
    pub by: Symmetry,
    /// The shift along the axes of columns and rows, in hexes.
    pub shift: (i16, i16),
}

impl Motion {
    /// Returns the motions under which the rules of a game stay the same on open ground: [`Trial::SYMMETRIES`] with shifts
    /// of at most [`Metamorphic::SHIFT`].
    pub fn any<G: Metamorphic>() -> impl Strategy<Value = Self> {
        let along = || -G::SHIFT..=G::SHIFT;
        (select(G::SYMMETRIES), (along(), along())).prop_map(|(by, shift)| Self { by, shift })
    }
}

/// A renaming of words: how a position is described after it is moved, or after pieces have changed names.
struct Renaming {
    words: BTreeMap<String, String>,
    /// The words without an image: hexes that are too far out to be compared.
    lost: BTreeSet<String>,
    /// Whether pieces have changed names, and so have other numbers.
    names: bool,
}

/// The keys whose words are not a hex or a facing although they may look like one: `"11 April 1512"`, a type `"S"`.
const CODES: [&str; 4] = ["title", "missile", "arm", "kind"];
/// The key in a view for the number of a piece among those of its game.
const NUMBER: &str = "number";

impl Renaming {
    /// Creates the renaming of hexes, hexsides and facings by a motion. Hexes near the edge of the map have no image.
    fn moving(map: &Gazetteer, (middle, open): (Option<&str>, i16), by: Motion) -> Self {
        let at: BTreeMap<(i16, i16), &str> = map.hexes.iter().map(|h| ((h.q, h.r), h.label.as_str())).collect();
        let count = map.hexes.len().max(1) as i64;
        let mean = |of: fn(&casus_core::play::HexEntry) -> i16| {
            (map.hexes.iter().map(|h| i64::from(of(h))).sum::<i64>() / count) as i16
        };
        let named = map.hexes.iter().find(|h| Some(h.label.as_str()) == middle);
        let middle = named.map_or_else(
            || Hex {
                q: mean(|h| h.q),
                r: mean(|h| h.r),
            },
            |h| Hex { q: h.q, r: h.r },
        );
        // As far as the map reaches in every direction, less the motion and a margin for what comes from beyond the edge.
        let reach = |n: i16| {
            Dir::ALL
                .iter()
                .all(|&d| at.contains_key(&(middle.along(d, n).q, middle.along(d, n).r)))
        };
        let edge = (0..64).take_while(|&n| reach(n)).last().unwrap_or(0).min(open);
        let margin = u32::from((edge - by.shift.0.abs() - by.shift.1.abs() - 2).max(0).unsigned_abs());
        let (mut words, mut lost) = (BTreeMap::new(), BTreeSet::new());
        for h in &map.hexes {
            let hex = Hex { q: h.q, r: h.r };
            let to = by.by.apply_about(middle, hex);
            let to = (to.q + by.shift.0, to.r + by.shift.1);
            match at.get(&to).filter(|_| middle.distance(hex) <= margin) {
                Some(image) => {
                    words.insert(h.label.clone(), (*image).to_owned());
                }
                None => {
                    lost.insert(h.label.clone());
                }
            }
        }
        if let Some(o) = map.orientation {
            for dir in Dir::ALL {
                words.insert(o.dir_word(dir).to_owned(), o.dir_word(by.by.apply_dir(dir)).to_owned());
            }
            for f in VertexFacing::ALL {
                words.insert(f.word(o).to_owned(), by.by.apply_vertex_facing(f).word(o).to_owned());
            }
            for f in SideFacing::ALL {
                words.insert(f.word(o).to_owned(), by.by.apply_side_facing(f).word(o).to_owned());
            }
        }
        Self {
            words,
            lost,
            names: false,
        }
    }
    /// Creates the renaming that exchanges two names.
    fn exchanging(one: &str, other: &str) -> Self {
        let both = [(one, other), (other, one)];
        Self {
            words: both.map(|(a, b)| (a.to_owned(), b.to_owned())).into(),
            lost: BTreeSet::new(),
            names: true,
        }
    }
    /// Renames a text word by word; `None` if a word has no image.
    fn text(&self, text: &str) -> Option<String> {
        let image = |word: &str| {
            if self.lost.contains(word) {
                return None;
            }
            Some(self.words.get(word).map_or_else(|| word.to_owned(), Clone::clone))
        };
        let words: Option<Vec<String>> = text.split(' ').map(image).collect();
        words.map(|words| words.join(" "))
    }
    /// Renames the words in a value, in an order that names do not change; `None` if a word has no image.
    fn value(&self, value: &Value) -> Option<Value> {
        Some(match value {
            Value::String(text) => Value::String(self.text(text)?),
            Value::Array(list) => {
                let mut list: Vec<Value> = list.iter().map(|one| self.value(one)).collect::<Option<_>>()?;
                list.sort_by_cached_key(Value::to_string);
                Value::Array(list)
            }
            Value::Object(map) => {
                let told = map
                    .iter()
                    .filter(|(key, _)| !(CODES.contains(&key.as_str()) || self.names && *key == NUMBER));
                let pairs = told.map(|(key, one)| Some((self.text(key)?, self.value(one)?)));
                Value::Object(pairs.collect::<Option<_>>()?)
            }
            other => other.clone(),
        })
    }
    /// Returns the set-up of the changed position, with its lists in their order.
    fn setup<G: Game>(&self, setup: &G::Setup) -> Option<G::Setup> {
        fn walk(of: &Renaming, value: &Value) -> Option<Value> {
            Some(match value {
                Value::Array(list) => Value::Array(list.iter().map(|one| walk(of, one)).collect::<Option<_>>()?),
                Value::Object(map) => {
                    let pairs = map.iter().map(|(key, one)| {
                        let code = CODES.contains(&key.as_str());
                        Some((of.text(key)?, if code { one.clone() } else { walk(of, one)? }))
                    });
                    Value::Object(pairs.collect::<Option<_>>()?)
                }
                Value::String(text) => Value::String(of.text(text)?),
                other => other.clone(),
            })
        }
        casus_core::formats::from_json_value(walk(self, &serde_json::to_value(setup).ok()?)?).ok()
    }
}

fn fail<T>(message: String) -> Result<T, TestCaseError> {
    Err(TestCaseError::fail(message))
}

/// Returns what a viewer sees, in an order that names do not change.
fn seen<G: Game>(game: &Match<G>, viewer: Option<G::Side>, by: &Renaming) -> Option<Value> {
    by.value(&json::value_of(&game.view(viewer)))
}
fn plain(names: bool) -> Renaming {
    Renaming {
        words: BTreeMap::new(),
        lost: BTreeSet::new(),
        names,
    }
}

/// Returns the first path at which two values differ, with both values.
fn difference(here: &Value, there: &Value, path: &str) -> Option<String> {
    match (here, there) {
        (Value::Object(a), Value::Object(b)) => {
            let keys: BTreeSet<&String> = a.keys().chain(b.keys()).collect();
            keys.into_iter().find_map(|key| {
                let (x, y) = (a.get(key).unwrap_or(&Value::Null), b.get(key).unwrap_or(&Value::Null));
                difference(x, y, &format!("{path}.{key}"))
            })
        }
        _ => (here != there).then(|| format!("{path}: {here} or {there}")),
    }
}

/// Returns the Cases and phrases by which an action is refused.
fn reasons<G: Game>(game: &Match<G>, by: G::Side, action: &G::Action) -> Vec<(String, &'static str)> {
    match G::check(game.state(), by, action) {
        Ok(()) => Vec::new(),
        Err(refusals) => refusals.iter().map(|r| (r.cite.to_string(), r.because)).collect(),
    }
}

/// Two matches that are the same under other names, until they differ.
struct Pair<'r, G: Game> {
    here: Match<G>,
    there: Match<G>,
    by: &'r Renaming,
    /// Whether the same was done in another order.
    reordered: bool,
    what: String,
}

/// How far a pair has been compared.
enum Compared<S> {
    /// They are the same, and this side decides.
    Same(S),
    /// They are the same, and play has ended.
    Over,
    /// They cannot be compared any further.
    Done,
}

impl<G: Trial> Pair<'_, G> {
    fn told(&self, why: &str) -> TestCaseError {
        let lines: Vec<String> = self.here.to_save().journal.iter().map(ToString::to_string).collect();
        TestCaseError::fail(format!("{}: {why}; played: {}", self.what, lines.join("; ")))
    }
    /// Compares what is asked and listed; and for some possible actions, that they are refused for the same reasons.
    fn same_decision(&self, thoughts: Option<u64>) -> Result<Compared<G::Side>, TestCaseError> {
        let (a, b) = (self.here.turn(), self.there.turn());
        let side = match (&a, &b) {
            (Turn::Over { outcome: x, .. }, Turn::Over { outcome: y, .. }) if x == y => return Ok(Compared::Over),
            (
                Turn::Decide {
                    side, cite, what, of, ..
                },
                Turn::Decide {
                    side: side2,
                    cite: cite2,
                    what: what2,
                    of: of2,
                    ..
                },
            ) => {
                if (side, cite, what) != (side2, cite2, what2) {
                    return Err(self.told(&format!("{a:?} is asked, or {b:?}")));
                }
                let of = G::place(self.here.state(), *of);
                let of2 = G::place(self.there.state(), *of2);
                // Who is asked first of several follows the order of the names: from there on both go their own ways.
                if self.by.text(&of).is_none_or(|of| of != of2) {
                    return Ok(Compared::Done);
                }
                *side
            }
            _ => return Err(self.told(&format!("{a:?} here, {b:?} there"))),
        };
        let mut images = BTreeSet::new();
        for action in self.here.actions() {
            match self.by.text(&self.here.spell(&action)) {
                Some(words) => images.insert(words),
                None => return Ok(Compared::Done),
            };
        }
        let others: BTreeSet<String> = self.there.actions().iter().map(|a| self.there.spell(a)).collect();
        if let Some(words) = images.symmetric_difference(&others).next() {
            let one = if others.contains(words) { "there" } else { "here" };
            let why = self.there.parse(words).map(|action| self.there.check(side, &action));
            return Err(self.told(&format!("`{words}` is listed {one} alone ({why:?})")));
        }
        let asked = thoughts.map(|from| spread(G::thinkable(self.here.state()), 60, from));
        for action in asked.into_iter().flatten() {
            let words = self.here.spell(&action);
            let image = self.by.text(&words).and_then(|words| self.there.parse(&words).ok());
            let Some(image) = image else { continue };
            let x: BTreeSet<_> = reasons(&self.here, side, &action).into_iter().collect();
            let y: BTreeSet<_> = reasons(&self.there, side, &image).into_iter().collect();
            if x != y {
                return Err(self.told(&format!("`{words}` is refused for {x:?}, or for {y:?}")));
            }
        }
        Ok(Compared::Same(side))
    }
    /// Compares what every viewer sees. Returns the difference, if any.
    fn same_views(&self) -> Option<String> {
        let viewers = G::Side::ALL.iter().map(|side| Some(*side)).chain([None]);
        for viewer in viewers {
            let (here, there) = (seen(&self.here, viewer, self.by), seen(&self.there, viewer, &plain(self.by.names)));
            // What is too far out is not compared.
            let (Some(here), Some(there)) = (here, there) else {
                return None;
            };
            if let Some(apart) = difference(&here, &there, "view") {
                return Some(apart);
            }
        }
        None
    }
    /// Plays both with the same faces, as long as they can be compared.
    ///
    /// Where more than one die is rolled at once, pieces roll in the order of their names. If `names` have changed, a
    /// difference then ends the comparison.
    fn follow(&mut self, game: &Playthrough) -> Result<(), TestCaseError> {
        let names = self.by.names || self.reordered;
        let mut picks = ScriptedAgent::new(&game.picks);
        let mut dice = Seeded::new(game.seed);
        let mut several = false;
        loop {
            let compared = match self.same_decision(Some(game.seed)) {
                Err(_) if several => return Ok(()),
                compared => compared?,
            };
            if matches!(compared, Compared::Done) {
                return Ok(());
            }
            if let Some(apart) = self.same_views() {
                return if several { Ok(()) } else { Err(self.told(&apart)) };
            }
            let Compared::Same(side) = compared else {
                return Ok(());
            };
            if picks.spent() {
                return Ok(());
            }
            let listed = self.here.actions();
            let action = listed[leaning::<G>(self.here.state(), &listed, &mut picks)];
            let words = self.here.spell(&action);
            let Some(image) = self.by.text(&words).and_then(|words| self.there.parse(&words).ok()) else {
                return Ok(());
            };
            // House rules may leave nothing to do.
            let Ok(played) = self.here.play(side, action, &mut dice) else {
                return Ok(());
            };
            several = names && played.faces.len() > 1;
            match self.there.play_faces(side, image, &played.faces) {
                Err(_) if several => return Ok(()),
                Err(e) => return Err(self.told(&format!("with {:?} there: {e}", played.faces))),
                Ok(_) => {}
            }
        }
    }
}

fn pair<'r, G: Game>(
    setup: &G::Setup,
    laws: &Laws,
    by: &'r Renaming,
    what: String,
) -> Result<Option<Pair<'r, G>>, TestCaseError> {
    let Ok(here) = Match::<G>::under(setup.clone(), laws) else {
        return Ok(None);
    };
    let Some(other) = by.setup::<G>(setup) else {
        return Ok(None);
    };
    match Match::<G>::under(other, laws) {
        Ok(there) => Ok(Some(Pair {
            here,
            there,
            by,
            reordered: false,
            what,
        })),
        Err(faults) => fail(format!("{what}: the position is sound, and its image is not: {faults}")),
    }
}

/// Checks that an open position ([`Trial::open_positions`]) that is moved has the same play, moved.
///
/// Before the first action of the play-through and after each, both matches open the same decision, list the same
/// actions, refuse the same actions for the same reasons, and show every viewer the same. The comparison ends when a hex
/// without an image comes into play.
///
/// # Errors
/// The first difference between the two matches.
pub fn alike_when_moved<G: Metamorphic>(
    setup: &G::Setup,
    laws: &Laws,
    game: &Playthrough,
    by: Motion,
) -> Result<(), TestCaseError> {
    let Ok(here) = Match::<G>::under(setup.clone(), laws) else {
        return Ok(());
    };
    let renaming = Renaming::moving(&here.gazetteer(), (G::middle(here.state()), G::REACH), by);
    match pair::<G>(setup, laws, &renaming, format!("{by:?}"))? {
        Some(mut pair) => pair.follow(game),
        None => Ok(()),
    }
}

/// Checks that two equal pieces that change places change nothing but their names.
///
/// The seed of the play-through chooses the two pieces, among those that are [equal](Metamorphic::equal). If no two pieces
/// of the set-up are equal, nothing is checked.
///
/// # Errors
/// The first difference between the two matches.
pub fn alike_when_exchanged<G: Metamorphic>(
    setup: &G::Setup,
    laws: &Laws,
    game: &Playthrough,
) -> Result<(), TestCaseError> {
    let Ok(here) = Match::<G>::under(setup.clone(), laws) else {
        return Ok(());
    };
    let text = serde_json::to_string(setup).unwrap_or_default();
    let names = here.gazetteer().units;
    let there: Vec<&String> = names
        .iter()
        .filter(|name| text.contains(&format!("\"{name}\"")))
        .collect();
    let mut equals = Vec::new();
    for (i, one) in there.iter().enumerate() {
        let others = there[i + 1..].iter();
        equals.extend(
            others
                .filter(|other| G::equal(here.state(), one, other))
                .map(|other| (*one, *other)),
        );
    }
    if equals.is_empty() {
        return Ok(());
    }
    let (one, other) = equals[(game.seed % equals.len() as u64) as usize];
    let renaming = Renaming::exchanging(one, other);
    match pair::<G>(setup, laws, &renaming, format!("{one} for {other}"))? {
        Some(mut pair) => pair.follow(game),
        None => Ok(()),
    }
}

/// Makes a declaration, and what must be said at once to finish it, such as the path of a Charge. Takes the first
/// listed action for that.
fn declared<G: Metamorphic>(game: &Match<G>, side: G::Side, words: &str, at: &str) -> Option<(Match<G>, Vec<String>)> {
    let mut then = game.clone();
    let mut said = vec![words.to_owned()];
    let mut action = then.parse(words).ok()?;
    for _ in 0..20 {
        then.play_faces(side, action, &[]).ok()?;
        match then.turn() {
            Turn::Decide { side: by, what, .. } if by == side && what == at => return Some((then, said)),
            Turn::Decide { side: by, .. } if by == side => {
                action = *then.actions().first()?;
                said.push(then.spell(&action));
            }
            _ => return None,
        }
    }
    None
}

/// Says the same words again at another state.
fn said_again<G: Game>(game: &Match<G>, side: G::Side, said: &[String]) -> Result<Match<G>, String> {
    let mut then = game.clone();
    for words in said {
        let action = then.parse(words).map_err(|e| e.to_string())?;
        then.play_faces(side, action, &[])
            .map_err(|e| format!("`{words}`: {e}"))?;
    }
    Ok(then)
}

/// Checks that the order of declarations ([`Metamorphic::DECLARATIONS`]) does not matter.
///
/// Wherever two declarations can be made one after the other, they can be made in the other order too. Both orders then
/// have the same play and the same views. At each decision, at most six first and six second declarations are tried.
///
/// # Errors
/// The two declarations, and what differs.
pub fn declarations_commute<G: Metamorphic>(
    setup: &G::Setup,
    laws: &Laws,
    game: &Playthrough,
) -> Result<(), TestCaseError> {
    let Ok(mut at) = Match::<G>::under(setup.clone(), laws) else {
        return Ok(());
    };
    let mut picks = ScriptedAgent::new(&game.picks);
    let mut dice = Seeded::new(game.seed);
    while let Turn::Decide { side, what, .. } = at.turn() {
        if let Some((_, verbs)) = G::DECLARATIONS.iter().find(|(decision, _)| *decision == what) {
            both_orders(&at, side, what, verbs, game)?;
        }
        let listed = at.actions();
        if picks.spent() || listed.is_empty() {
            break;
        }
        let action = listed[leaning::<G>(at.state(), &listed, &mut picks)];
        if at.play(side, action, &mut dice).is_err() {
            break;
        }
    }
    Ok(())
}

fn both_orders<G: Metamorphic>(
    at: &Match<G>,
    side: G::Side,
    what: &str,
    verbs: &[&str],
    game: &Playthrough,
) -> Result<(), TestCaseError> {
    let declares = |action: &G::Action| verbs.contains(&action.verb());
    let of = |game: &Match<G>| -> Vec<String> {
        game.actions()
            .iter()
            .filter(|a| declares(a))
            .map(|a| game.spell(a))
            .collect()
    };
    let told = |one: &str, other: &str, why: &str| {
        let lines: Vec<String> = at.to_save().journal.iter().map(ToString::to_string).collect();
        TestCaseError::fail(format!("`{one}` and then `{other}`: {why}; played: {}", lines.join("; ")))
    };
    for one in spread(of(at), 6, game.seed) {
        let Some((after, first)) = declared::<G>(at, side, &one, what) else {
            continue;
        };
        for other in spread(of(&after), 6, game.seed >> 8) {
            let Some((here, second)) = declared::<G>(&after, side, &other, what) else {
                continue;
            };
            let there = said_again(at, side, &second)
                .map_err(|e| told(&one, &other, &format!("legal, yet not the other way round: {e}")))?;
            let there = said_again(&there, side, &first)
                .map_err(|e| told(&one, &other, &format!("legal, yet not the other way round: {e}")))?;
            let renaming = plain(false);
            let what = format!("`{one}`, `{other}`");
            let mut pair = Pair {
                here,
                there,
                by: &renaming,
                reordered: true,
                what,
            };
            let picks = game.picks.iter().rev().take(12).copied().collect();
            pair.follow(&Playthrough { picks, seed: game.seed })?;
        }
    }
    Ok(())
}

/// Checks that a state at a starting point, written as a set-up ([`Metamorphic::laid`]), opens the same decision as in
/// play, with the same list of actions.
///
/// Refusals are not compared: they may depend on earlier play, which a set-up does not express.
///
/// # Errors
/// The faults of the set-up, or what differs.
pub fn laid_as_played<G: Metamorphic>(setup: &G::Setup, laws: &Laws, game: &Playthrough) -> Result<(), TestCaseError> {
    let Ok(mut at) = Match::<G>::under(setup.clone(), laws) else {
        return Ok(());
    };
    let mut picks = ScriptedAgent::new(&game.picks);
    let mut dice = Seeded::new(game.seed);
    let renaming = plain(false);
    loop {
        let Turn::Decide { side, .. } = at.turn() else {
            return Ok(());
        };
        if let Some(laid) = G::laid(setup, at.state()) {
            let words = serde_json::to_string(&laid).unwrap_or_default();
            let what = format!("laid as {words}");
            let there = match Match::<G>::under(laid, laws) {
                Ok(there) => there,
                Err(faults) => {
                    let lines: Vec<String> = at.to_save().journal.iter().map(ToString::to_string).collect();
                    return fail(format!("{what}: {faults}; played: {}", lines.join("; ")));
                }
            };
            let pair = Pair {
                here: at.clone(),
                there,
                by: &renaming,
                reordered: false,
                what,
            };
            pair.same_decision(None)?;
        }
        let listed = at.actions();
        if picks.spent() || listed.is_empty() {
            return Ok(());
        }
        let action = listed[leaning::<G>(at.state(), &listed, &mut picks)];
        if at.play(side, action, &mut dice).is_err() {
            return Ok(());
        }
    }
}
