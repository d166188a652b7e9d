//! Property tests for any game: strategies for play-throughs, and properties that hold for every game.
//!
//! A [`Playthrough`] is a list of numbers and a seed for the dice. Each number chooses one of the listed actions. A
//! play-through shrinks well: if you drop or lower a number, the others still play a legal game.
//!
//! ```
//! # #![expect(dead_code, reason = "shown, not called")]
//! use casus_core::Game;
//! use casus_testkit::strategies::{playthroughs, props};
//! use proptest::prelude::*;
//!
//! fn sound<G: Game>(setup: &G::Setup) {
//!     proptest!(|(game in playthroughs(300))| {
//!         props::audit_holds::<G>(setup, &game)?;
//!     });
//! }
//! ```

use casus_core::cases::Casebook;
use casus_core::cases::Laws;
use casus_core::cases::Refusals;
use casus_core::data::{HexPatch, HexsidePatch};
use casus_core::decisions::SetupFaults;
use casus_core::decisions::Sided;
use casus_core::decisions::Spelt;
use casus_core::decisions::Turn;
use casus_core::dice::Seeded;
use casus_core::geometry::{Board, HexId};
use casus_core::geometry::{Dir, Symmetry};
use casus_core::play::Game;
use casus_core::play::ScriptedAgent;
use casus_core::play::{Match, PlayError};
use casus_guide::Guide;
use casus_protocol::REQUESTS;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::TestCaseError;

/// A play-through: which actions are played, and how the dice roll.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Playthrough {
    /// A number for each action. It chooses one of the actions that are listed then; any number chooses one.
    ///
    /// A number is taken modulo the sum of the weights ([`Game::weight`], limited to 1 to 256) of the listed actions, and
    /// counts along the list: an action of weight 3 is chosen by three of the remainders.
    pub picks: Vec<u16>,
    /// The seed of the dice.
    pub seed: u64,
}

/// Returns play-throughs of up to this many actions.
pub fn playthroughs(actions: usize) -> impl Strategy<Value = Playthrough> {
    (vec(any::<u16>(), 0..=actions), any::<u64>()).prop_map(|(picks, seed)| Playthrough { picks, seed })
}

/// One change to a text, for files altered at any byte.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Alteration {
    /// Changes one byte to another.
    Byte(usize, u8),
    /// Removes everything from this index on.
    Cut(usize),
    /// Removes the byte at this index.
    Lose(usize),
    /// Adds a byte at this index.
    Add(usize, u8),
}

impl Alteration {
    /// Returns the altered text. Positions are taken modulo the length of the text. Bytes that are no longer UTF-8 are
    /// replaced by U+FFFD.
    pub fn of(&self, text: &str) -> String {
        let mut bytes = text.as_bytes().to_vec();
        let len = bytes.len().max(1);
        match *self {
            Self::Byte(at, b) => {
                if let Some(old) = bytes.get_mut(at % len) {
                    *old = b;
                }
            }
            Self::Cut(at) => bytes.truncate(at % len),
            Self::Lose(at) => {
                if !bytes.is_empty() {
                    bytes.remove(at % len);
                }
            }
            Self::Add(at, b) => bytes.insert((at % len).min(bytes.len()), b),
        }
        String::from_utf8_lossy(&bytes).into_owned()
    }
}

/// Returns alterations of any text.
pub fn alterations() -> impl Strategy<Value = Alteration> {
    // Likely bytes first: a digit for a digit makes a file that still parses.
    let byte = prop_oneof![b'0'..=b'9', b' '..=b'~', any::<u8>()];
    (any::<usize>(), byte, 0..8u8).prop_map(|(at, b, kind)| match kind {
        0 => Alteration::Cut(at),
        1 => Alteration::Lose(at),
        2 => Alteration::Add(at, b),
        _ => Alteration::Byte(at, b),
    })
}

/// Returns the next choice of a list, weighted by [`Game::weight`], so that play goes somewhere. A pick of 0 is the
/// first.
pub(super) fn leaning<G: Game>(state: &G::State, listed: &[G::Action], picks: &mut ScriptedAgent<'_>) -> usize {
    let weight = |a: &G::Action| G::weight(state, a).clamp(1, 1 << 8) as usize;
    let mut at = picks.pick(listed.iter().map(weight).sum());
    listed
        .iter()
        .position(|a| {
            let w = weight(a);
            let here = at < w;
            at = at.saturating_sub(w);
            here
        })
        .unwrap_or(0)
}

/// Plays a play-through, and calls `look` before the first action and after each.
///
/// # Errors
/// A rejection if the set-up has faults. A failure if `look` returns one, if nothing is listed while play goes on, or if
/// a listed action cannot be played.
pub fn follow<G: Game>(
    setup: &G::Setup,
    game: &Playthrough,
    look: impl FnMut(&Match<G>) -> Result<(), TestCaseError>,
) -> Result<Match<G>, TestCaseError> {
    follow_under(setup, &Laws::PRINTED, game, look)
}

/// Plays a play-through under house rules, and calls `look` before the first action and after each.
///
/// The play-through ends before an action after which the house rules would leave nothing to do.
///
/// # Errors
/// As [`follow`]. Faults of the laws are a rejection too.
pub fn follow_under<G: Game>(
    setup: &G::Setup,
    laws: &Laws,
    game: &Playthrough,
    mut look: impl FnMut(&Match<G>) -> Result<(), TestCaseError>,
) -> Result<Match<G>, TestCaseError> {
    let mut at =
        Match::<G>::under(setup.clone(), laws).map_err(|e: SetupFaults| TestCaseError::reject(e.to_string()))?;
    let mut picks = ScriptedAgent::new(&game.picks);
    let mut dice = Seeded::new(game.seed);
    look(&at)?;
    while let Turn::Decide { side, .. } = at.turn() {
        let listed = at.actions();
        prop_assert!(!listed.is_empty(), "nothing is listed at {:?}", at.turn());
        if picks.spent() {
            break;
        }
        let action = listed[leaning::<G>(at.state(), &listed, &mut picks)];
        match at.play(side, action, &mut dice) {
            Ok(_) => look(&at)?,
            Err(PlayError::NoChoice(_)) => break,
            Err(e) => return Err(TestCaseError::fail(format!("`{}` is listed, yet: {e}", at.spell(&action)))),
        }
    }
    Ok(at)
}

/// What a game gives to the property tests that every game must pass: positions, candidate actions, the symmetries of
/// its rules and the switches of its set-ups.
///
/// A test that is generic over `G: Trial` can then run for the game. The macro [`trial!`](crate::trial) writes most of an
/// `impl`.
pub trait Trial: Guide {
    /// The rotations and reflections of the grid under which the rules stay the same on open ground. The default is all of
    /// them. A game in which an army has its own edge of the map has fewer.
    const SYMMETRIES: &'static [Symmetry] = &Symmetry::ALL;
    /// Returns the printed battles or scenarios, each as its name and set-up; never empty.
    fn openings() -> Vec<(&'static str, Self::Setup)>;
    /// Returns positions of every kind. Each begins at any starting point of the game (`start_at` in a set-up).
    fn positions() -> BoxedStrategy<Self::Setup>;
    /// Returns positions on open ground, far enough from the edges of the map that their images under
    /// [`Trial::SYMMETRIES`] are positions too.
    fn open_positions() -> BoxedStrategy<Self::Setup>;
    /// Returns lists of actions of every kind, also with pieces and hexes that do not exist.
    fn any_actions() -> BoxedStrategy<Vec<Self::Action>>;
    /// Returns lists of requests to a [`Session`](casus_protocol::Session), well and badly formed.
    fn requests() -> BoxedStrategy<Vec<String>>;
    /// Returns words that may or may not be an action: real verbs with real and invented names.
    fn words() -> BoxedStrategy<String>;
    /// Returns the actions that a player might think of in a state: all kinds, for pieces and hexes of the state. The list
    /// is long, and contains every listed action.
    fn thinkable(state: &Self::State) -> Vec<Self::Action> {
        let mut every = Vec::new();
        Self::Action::every(state, &mut every);
        every
    }
    /// Returns the image of an open position under a symmetry.
    fn image(setup: &Self::Setup, by: Symmetry) -> Self::Setup;
    /// Returns the image of an action under a symmetry. `None` if the action has no image, or if the edge of the map is too
    /// near for a comparison.
    fn image_of(state: &Self::State, action: &Self::Action, by: Symmetry) -> Option<Self::Action>;
    /// Returns the opportunity that a side missed, if this event reports one.
    ///
    /// The default is for a game whose events report no missed opportunities.
    fn passed_over(_state: &Self::State, _event: &Self::Event) -> Option<PassedOver<Self>> {
        None
    }
    /// Returns `true` for an event after which a missed opportunity ([`Trial::passed_over`]) is still refused for the same
    /// reasons, because the event changes no fact of them.
    fn only_says(_event: &Self::Event) -> bool {
        false
    }
    /// Returns a reason if both of these are true, and otherwise `None`:
    ///
    /// - The action is refused only because now is not the time for it.
    /// - As far as the game knows now, the side will not be asked for the action at any later time.
    ///
    /// The reason says in words why no such time is known.
    fn untimed(_state: &Self::State, _by: Self::Side, _action: &Self::Action) -> Option<&'static str> {
        None
    }
    /// Returns the reasons, in words, why the decision that offers an action is not open now. `None` if there is no
    /// such reason.
    ///
    /// The reasons are those of the list of [`Bars`](casus_core::Bars) by which the game opens the decision. Return `None` too if
    /// another decision, which the game opens without such a list, can offer the same action.
    fn shut(_state: &Self::State, _by: Self::Side, _action: &Self::Action) -> Option<String> {
        None
    }
    /// Returns the number of switches in the set-ups of the game. A *switch* is an optional rule, or a ruling that can be
    /// read the other way. Switches are numbered from 0.
    ///
    /// A game without switches keeps the defaults of this function and of the four after it.
    fn switches() -> usize {
        0
    }
    /// Returns the set-up without what a switch would change in the first position, such as works that the switch puts on other
    /// hexsides. The matches with the switch on and off then begin alike.
    fn comparable(setup: &Self::Setup, _switch: usize) -> Self::Setup {
        setup.clone()
    }
    /// Returns the set-up with a switch on, and with it off.
    fn switched(setup: &Self::Setup, _switch: usize) -> [Self::Setup; 2] {
        [setup.clone(), setup.clone()]
    }
    /// Returns the same state with a switch turned: off if it is on, on if it is off.
    fn flipped(state: &Self::State, _switch: usize) -> Self::State {
        state.clone()
    }
    /// Returns whether a citation names the Case or the ruling of a switch.
    fn speaks_of(_switch: usize, _cite: &str) -> bool {
        false
    }
}

/// Writes most functions of an `impl` of [`Trial`](crate::strategies::Trial). Use it inside the `impl`, as
/// `trial!(modules of crate)`: `crate` is where the macro looks for your modules.
///
/// | Your crate has | Called as |
/// |---|---|
/// | module `strategies` | `positions()`, `open_positions()`: strategies of set-ups; `actions()`: a strategy of one action; `requests()`: of a list of requests; `words()`: of a text; `thinkable(&state)`, `image(&setup, by)`, `image_of(&state, action, by)`, `speaks_of(choice, cite)` |
/// | module `timing` | `untimed(&state, by, action)` |
/// | module `options` | the enum `Choice` of [`switches!`](casus_core::switches) |
/// | the set-up | a field `options`, a list of `Choice` |
/// | the state | a field `options`, the set that [`switches!`](casus_core::switches) declares |
///
/// The crate must depend on `proptest`. You still write `openings`. Write `passed_over`, `only_says`, `shut`,
/// `comparable` and `SYMMETRIES` where their defaults do not suit the game.
#[macro_export]
macro_rules! trial {
    (modules of $root:tt) => {
        fn positions() -> proptest::strategy::BoxedStrategy<Self::Setup> {
            proptest::strategy::Strategy::boxed($root::strategies::positions())
        }
        fn open_positions() -> proptest::strategy::BoxedStrategy<Self::Setup> {
            proptest::strategy::Strategy::boxed($root::strategies::open_positions())
        }
        fn any_actions() -> proptest::strategy::BoxedStrategy<Vec<Self::Action>> {
            proptest::strategy::Strategy::boxed(proptest::collection::vec($root::strategies::actions(), 0..40))
        }
        fn requests() -> proptest::strategy::BoxedStrategy<Vec<String>> {
            proptest::strategy::Strategy::boxed($root::strategies::requests())
        }
        fn words() -> proptest::strategy::BoxedStrategy<String> {
            proptest::strategy::Strategy::boxed($root::strategies::words())
        }
        fn thinkable(state: &Self::State) -> Vec<Self::Action> {
            $root::strategies::thinkable(state)
        }
        fn image(setup: &Self::Setup, by: $crate::casus_core::Symmetry) -> Self::Setup {
            $root::strategies::image(setup, by)
        }
        fn image_of(
            state: &Self::State,
            action: &Self::Action,
            by: $crate::casus_core::Symmetry,
        ) -> Option<Self::Action> {
            $root::strategies::image_of(state, *action, by)
        }
        fn untimed(state: &Self::State, by: Self::Side, action: &Self::Action) -> Option<&'static str> {
            $root::timing::untimed(state, by, *action)
        }
        fn switches() -> usize {
            $root::options::Choice::ALL.len()
        }
        fn switched(setup: &Self::Setup, switch: usize) -> [Self::Setup; 2] {
            let choice = $root::options::Choice::nth(switch);
            $crate::strategies::switched(&setup.options, choice).map(|options| {
                let mut setup = setup.clone();
                setup.options = options;
                setup
            })
        }
        fn flipped(state: &Self::State, switch: usize) -> Self::State {
            let mut state = state.clone();
            state.options = state.options.flipped($root::options::Choice::nth(switch));
            state
        }
        fn speaks_of(switch: usize, cite: &str) -> bool {
            $root::strategies::speaks_of($root::options::Choice::nth(switch), cite)
        }
    };
}

/// An opportunity that a side missed, because the rules forbid every action that would use it.
#[derive(Clone, Debug)]
pub struct PassedOver<G: Game> {
    /// The side that missed the opportunity.
    pub by: G::Side,
    /// The actions that would have used the opportunity. Each is refused. Together their refusals contain all of
    /// `refusals`.
    pub actions: Vec<G::Action>,
    /// The reasons why the side missed the opportunity.
    pub refusals: Refusals,
}

// ---- what games make their strategies of ----

/// Returns whether a citation names the Case or the ruling of a switch, or a Case that the ruling interprets.
///
/// `word` is the word of the switch: the name of a ruling, or the Case of an optional rule. The Case of an optional rule
/// stands for the Cases below it too.
pub fn speaks_of(book: &Casebook, word: &str, cite: &str) -> bool {
    let (case, ruling) = match cite.split_once(" [") {
        Some((case, rest)) => (case, rest.trim_end_matches(']')),
        None => (cite, ""),
    };
    let bare = |text: &str| text.split('(').next().unwrap_or(text).trim().to_owned();
    let number = bare(case);
    // An optional rule `4.2-opt` changes 4.2, of which 4.2.1 is a part.
    let whole = word.strip_suffix("-opt").unwrap_or(word);
    ruling == word
        || number == word
        || number
            .strip_prefix(whole)
            .is_some_and(|r| r.is_empty() || r.starts_with('.'))
        || book
            .ruling(word)
            .is_some_and(|r| r.cases.split(',').any(|c| bare(c) == number))
}

/// Returns two lists of choices: these with `choice`, and these without `choice`.
pub fn switched<C: Copy + PartialEq>(choices: &[C], choice: C) -> [Vec<C>; 2] {
    let off: Vec<C> = choices.iter().copied().filter(|&c| c != choice).collect();
    let mut on = off.clone();
    on.push(choice);
    [on, off]
}

/// Returns at most `most` items of a list, at equal distances. `from` shifts them; with 0, the first item of the list is
/// one of them.
pub fn spread<T>(list: Vec<T>, most: usize, from: u64) -> Vec<T> {
    let step = list.len().div_ceil(most.max(1)).max(1);
    let first = (from % step as u64) as usize;
    list.into_iter().skip(first).step_by(step).collect()
}

/// An object on the ground, for [`strew`]: an index in a list of hexes, an index in a list of [`Scatter`]s, and a number
/// from 0 to 5.
///
/// The indices are taken modulo the lengths of the lists. The last number is the side of the hex, or for
/// [`Scatter::Levels`] the level.
pub type Strewn = (u8, u8, u8);

/// Returns lists of objects, anywhere. Each list has fewer than `below` objects; `below` is at least 1.
pub fn strewn(below: usize) -> impl Strategy<Value = Vec<Strewn>> {
    vec((any::<u8>(), any::<u8>(), 0..6u8), 0..below)
}

/// A sort of object on the ground.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scatter {
    /// A terrain, by its word.
    Terrain(&'static str),
    /// A level from 0 to below this number.
    Levels(u8),
    /// A feature of this kind along a hexside. A work, such as a trench, protects the hex of the object.
    Side(&'static str),
    /// A feature of the first kind along a hexside, with one of the second kind on it: a bridge over a river.
    Over(&'static str, &'static str),
}

/// Puts objects on hexes, each of one of the sorts in the list. Returns the changes to hexes and the changes to
/// hexsides.
pub fn strew(
    board: &Board,
    hexes: &[HexId],
    strewn: &[Strewn],
    sorts: &[Scatter],
) -> (Vec<HexPatch>, Vec<HexsidePatch>) {
    let (mut grounds, mut sides) = (Vec::new(), Vec::new());
    for &(spot, what, dir) in strewn {
        let (Some(&hex), Some(&sort)) =
            (hexes.get(usize::from(spot) % hexes.len().max(1)), sorts.get(usize::from(what) % sorts.len().max(1)))
        else {
            continue;
        };
        let ground = |terrain: Option<&str>, level| HexPatch {
            hex: board.label(hex),
            terrain: terrain.map(str::to_owned),
            level,
        };
        let side = |kind: &str| HexsidePatch {
            hex: board.label(hex),
            side: board.orientation().dir_word(Dir::wrapped(dir)).to_owned(),
            kind: kind.to_owned(),
            inside: None,
        };
        match sort {
            Scatter::Terrain(word) => grounds.push(ground(Some(word), None)),
            Scatter::Levels(n) => grounds.push(ground(None, Some(i64::from(dir % n.max(1))))),
            Scatter::Side(kind) => sides.push(side(kind)),
            Scatter::Over(under, kind) => sides.extend([side(under), side(kind)]),
        }
    }
    (grounds, sides)
}

/// A symmetry about a hex of a board. A hex whose image would be off the board has no image.
#[derive(Clone, Copy, Debug)]
pub struct Mirror<'a> {
    board: &'a Board,
    centre: HexId,
    by: Symmetry,
}

impl<'a> Mirror<'a> {
    /// Creates the symmetry `by` about the hex with this printed number. `None` if the board has no such hex.
    pub fn about(board: &'a Board, centre: &str, by: Symmetry) -> Option<Self> {
        let centre = board.parse(centre).ok()?;
        Some(Self { board, centre, by })
    }
    /// Returns the symmetry of the grid.
    pub const fn by(&self) -> Symmetry {
        self.by
    }
    /// Returns the image of a hex that is at most `margin` hexes from the centre. Returns `None` for any other hex.
    pub fn hex(&self, hex: HexId, margin: u32) -> Option<HexId> {
        let here = self.board.contains(hex) && self.board.distance(self.centre, hex) <= margin;
        if !here {
            return None;
        }
        let image = |h| self.by.apply_about(self.board.hex(self.centre), h);
        self.board.id(image(self.board.hex(hex)))
    }
    /// Replaces the printed number of a hex by that of its image. The number of a hex without an image stays.
    pub fn label(&self, word: &mut String) {
        let hex = self.board.parse(word).ok();
        if let Some(to) = hex.and_then(|h| self.hex(h, u32::MAX)) {
            *word = self.board.label(to);
        }
    }
    /// Replaces the word of a direction or a hexside by that of its image.
    pub fn side(&self, word: &mut String) {
        let o = self.board.orientation();
        if let Some(dir) = o.dir_named(word) {
            o.dir_word(self.by.apply_dir(dir)).clone_into(word);
        }
    }
    /// Replaces changes to a map by their images.
    pub fn map(&self, hexes: &mut [HexPatch], hexsides: &mut [HexsidePatch], roads: &mut [Vec<String>]) {
        for patch in hexes {
            self.label(&mut patch.hex);
        }
        for patch in hexsides {
            self.label(&mut patch.hex);
            patch.inside.iter_mut().for_each(|h| self.label(h));
            self.side(&mut patch.side);
        }
        roads.iter_mut().flatten().for_each(|h| self.label(h));
    }
}

/// Returns lists of requests to a session of a game, well and badly formed.
///
/// `words` are values to use in them: actions, names and Cases of the game, and keys of its view.
pub fn requests<G: Game>(words: &'static [&'static str]) -> impl Strategy<Value = Vec<String>> {
    let kinds: Vec<&str> = REQUESTS.iter().map(|r| r.name).chain(["castle"]).collect();
    let mut names: Vec<&str> = REQUESTS.iter().flat_map(|r| r.keys).map(|k| k.name).collect();
    names.extend(["in", "id", "colour"]);
    names.sort_unstable();
    names.dedup();
    let own = G::Side::ALL.iter().map(|s| s.word());
    let all: Vec<&str> = own
        .chain(["Venice", "spectator", "referee", "next", ""])
        .chain(words.iter().copied())
        .collect();
    let word = move || select(all.clone());
    let value = prop_oneof![
        4 => word().prop_map(serde_json::Value::from),
        3 => (0..12u64).prop_map(serde_json::Value::from),
        1 => any::<i64>().prop_map(serde_json::Value::from),
        1 => any::<Vec<u8>>().prop_map(serde_json::Value::from),
        1 => word().prop_map(|w| serde_json::json!([w])),
        1 => Just(serde_json::Value::Null),
        1 => word().prop_map(|w| serde_json::json!({ w: w })),
    ];
    let request = (select(kinds), vec((select(names), value), 0..5)).prop_map(|(kind, keys)| {
        let mut request = serde_json::json!({ "do": kind, "runs": 50 });
        for (key, value) in keys {
            if key != "runs" {
                request[key] = value;
            }
        }
        if kind != "odds" {
            request.as_object_mut().map(|o| o.remove("runs"));
        }
        request.to_string()
    });
    vec(prop_oneof![6 => request, 1 => any::<String>()], 0..12)
}

/// Returns words that may or may not be an action of a game: a verb and up to three names.
///
/// Most verbs are of `verbs`. Most names are of pieces and hexes of the default set-up, or of `others`.
pub fn phrases<G: Game<Setup: Default>>(verbs: Vec<String>, others: &[&str]) -> impl Strategy<Value = String> {
    let state = G::begin(&G::Setup::default()).unwrap_or_else(|faults| panic!("{faults}"));
    let said = G::gazetteer(&state);
    let mut names: Vec<String> = [others, &["0", "99999", "-"]]
        .concat()
        .iter()
        .map(|w| (*w).to_owned())
        .collect();
    names.extend(said.hexes.into_iter().map(|hex| hex.label));
    names.extend([said.units, said.leaders, said.commands, said.standards].concat());
    let verb = prop_oneof![8 => select(verbs), 1 => any::<String>()];
    let name = prop_oneof![8 => select(names), 1 => any::<String>()];
    (verb, vec(name, 0..4)).prop_map(|(verb, names)| format!("{verb} {}", names.join(" ")))
}

/// Properties that hold for every game. Each fails with what it found.
///
/// Most take a set-up and a play-through, and reject a set-up with faults. A *moment* is a state of the play-through:
/// before the first action, and after each. *List* is [`Game::actions`], and *check* is [`Game::check`].
pub mod props {
    use super::{Alteration, PassedOver, Playthrough, Trial, follow, leaning, spread};
    use crate::sound::{agree, hidden, words};
    use casus_core::decisions::Sided;
    use casus_core::decisions::Turn;
    use casus_core::dice::Ratio;
    use casus_core::dice::Seeded;
    use casus_core::geometry::Symmetry;
    use casus_core::play::Budget;
    use casus_core::play::Match;
    use casus_core::play::ScriptedAgent;
    use casus_core::play::digest;
    use casus_core::play::json;
    use casus_core::play::{Advice, Game};
    use casus_guide::Guide;
    use casus_protocol::Session;
    use casus_protocol::{MatchSession, advised_agents};
    use proptest::prelude::*;
    use proptest::test_runner::TestCaseError;
    use serde_json::json;

    fn fail<T, E: core::fmt::Display>(found: Result<T, E>) -> Result<T, TestCaseError> {
        found.map_err(|e| TestCaseError::fail(e.to_string()))
    }

    /// Checks that the game's own audit holds at every moment.
    ///
    /// # Errors
    /// The invariant that does not hold.
    pub fn audit_holds<G: Game>(setup: &G::Setup, game: &Playthrough) -> Result<(), TestCaseError> {
        follow::<G>(setup, game, |at| fail(G::audit(at.state()))).map(drop)
    }

    /// Checks that list and check agree at every moment, for the listed actions and these candidates.
    ///
    /// - A listed action is legal for the deciding side, and refused to every other side.
    /// - An action that is not listed is refused to all sides.
    /// - A refusal is never empty, and no action is listed twice.
    /// - After the end nothing is legal.
    ///
    /// # Errors
    /// The action on which list and check differ.
    pub fn actions_and_check_agree<G: Game>(
        setup: &G::Setup,
        game: &Playthrough,
        candidates: &[G::Action],
    ) -> Result<(), TestCaseError> {
        follow::<G>(setup, game, |at| fail(agree::<G>(at.state(), candidates))).map(drop)
    }

    /// Checks at every moment that [`Trial::shut`] gives no reason for any listed action.
    ///
    /// # Errors
    /// The action, and the reason that [`Trial::shut`] gives.
    pub fn what_is_listed_is_open<G: Trial>(setup: &G::Setup, game: &Playthrough) -> Result<(), TestCaseError> {
        let open = |at: &Match<G>| {
            let Turn::Decide { side, what, .. } = at.turn() else {
                return Ok(());
            };
            for action in at.actions() {
                if let Some(why) = G::shut(at.state(), side, &action) {
                    let words = at.spell(&action);
                    return fail(Err(format!("at `{what}` `{words}` is listed, and its window is shut: {why}")));
                }
            }
            Ok(())
        };
        follow::<G>(setup, game, open).map(drop)
    }

    /// Checks where the play-through ends that an action that cannot be played leaves the match unchanged.
    ///
    /// The listed actions and the candidates are tried for every side, without any die roll.
    ///
    /// # Errors
    /// The difference that an action made.
    pub fn refused_leaves_alone<G: Game>(
        setup: &G::Setup,
        game: &Playthrough,
        candidates: &[G::Action],
    ) -> Result<(), TestCaseError> {
        let mut at = follow::<G>(setup, game, |_| Ok(()))?;
        let before = at.clone();
        let listed = at.actions();
        for action in candidates.iter().chain(&listed) {
            for &side in G::Side::ALL {
                if at.play_faces(side, *action, &[]).is_err() {
                    prop_assert_eq!(at.state(), before.state());
                    prop_assert_eq!(at.journal(), before.journal());
                } else {
                    at = before.clone();
                }
            }
        }
        Ok(())
    }

    /// Checks where the play-through ends that the save loads to an equal match: state, journal, events, and what may be
    /// undone.
    ///
    /// # Errors
    /// The difference.
    pub fn saves_load<G: Game>(setup: &G::Setup, game: &Playthrough) -> Result<(), TestCaseError> {
        let at = follow::<G>(setup, game, |_| Ok(()))?;
        let text = at.save();
        let loaded = fail(Match::<G>::load(&text).map_err(|e| e.to_string()))?;
        prop_assert_eq!(at.state(), loaded.state());
        prop_assert_eq!(at.journal(), loaded.journal());
        prop_assert_eq!(at.setup(), loaded.setup());
        prop_assert_eq!(at.can_undo(), loaded.can_undo());
        prop_assert_eq!(at.turn(), loaded.turn());
        for line in 0..at.journal().len() {
            prop_assert_eq!(at.events(line), loaded.events(line));
        }
        prop_assert_eq!(text, loaded.save());
        Ok(())
    }

    /// Checks where the play-through ends that the save, once altered, is refused or loads to the same state. Loading must
    /// not panic.
    ///
    /// # Errors
    /// A save that loads to another state.
    pub fn altered_saves_are_refused<G: Game>(
        setup: &G::Setup,
        game: &Playthrough,
        alteration: &Alteration,
    ) -> Result<(), TestCaseError> {
        let at = follow::<G>(setup, game, |_| Ok(()))?;
        let altered = alteration.of(&at.save());
        match Match::<G>::load(&altered) {
            Ok(loaded) => prop_assert_eq!(at.state(), loaded.state(), "{}", altered),
            Err(e) => prop_assert!(!e.to_string().is_empty()),
        }
        Ok(())
    }

    /// Checks that a set-up, as JSON with these alterations, is refused or begins at a sound state. Takes no play-through.
    ///
    /// In a sound state, list and check agree and the game's own audit holds.
    ///
    /// # Errors
    /// What is not sound.
    pub fn altered_setups_are_sound<G: Game>(
        setup: &G::Setup,
        alterations: &[Alteration],
    ) -> Result<(), TestCaseError> {
        let mut text = fail(serde_json::to_string(setup).map_err(|e| e.to_string()))?;
        for alteration in alterations {
            text = alteration.of(&text);
        }
        if let Ok(table) = MatchSession::<G>::from_json(&text, 0) {
            fail(agree::<G>(table.game().state(), &[]))?;
            fail(G::audit(table.game().state()).map_err(|e| e.to_string()))?;
        }
        Ok(())
    }

    /// Checks undo where the play-through ends: lines are undone as far as possible, and then played again.
    ///
    /// Each undo must give the earlier state, and playing the lines again must give an equal match.
    ///
    /// # Errors
    /// The difference.
    pub fn undo_is_exact<G: Game>(setup: &G::Setup, game: &Playthrough) -> Result<(), TestCaseError> {
        let mut digests = Vec::new();
        let mut at = follow::<G>(setup, game, |m| {
            digests.push(digest(m.state()));
            Ok(())
        })?;
        let end = at.clone();
        let mut undone = Vec::new();
        while let Ok(record) = at.undo() {
            prop_assert_eq!(digest(at.state()), digests[at.journal().len()]);
            undone.push(record);
        }
        while let Some(record) = undone.pop() {
            let casus_core::play::JournalAction::Action { action, faces, .. } = &record.action else {
                continue;
            };
            let played = at.play_faces(record.by, *action, faces);
            prop_assert!(played.is_ok());
        }
        prop_assert_eq!(at.state(), end.state());
        prop_assert_eq!(at.journal(), end.journal());
        Ok(())
    }

    /// Checks at every moment that no side can tell the state from a sample of the state
    /// ([`sound::hidden`](crate::sound::hidden)), for the listed actions and these candidates.
    ///
    /// # Errors
    /// What gives hidden information away.
    pub fn hidden_stays_hidden<G: Game>(
        setup: &G::Setup,
        game: &Playthrough,
        candidates: &[G::Action],
    ) -> Result<(), TestCaseError> {
        follow::<G>(setup, game, |at| fail(hidden::<G>(at, candidates, game.seed))).map(drop)
    }

    /// Checks what [`hidden_stays_hidden`] checks, with at most `most` actions of [`Trial::thinkable`] as the candidates at
    /// each moment.
    ///
    /// # Errors
    /// What gives hidden information away.
    pub fn thoughts_tell_nothing<G: Trial>(
        setup: &G::Setup,
        game: &Playthrough,
        most: usize,
    ) -> Result<(), TestCaseError> {
        follow::<G>(setup, game, |at| {
            let turn = game.seed.wrapping_add(at.journal().len() as u64);
            let thoughts = spread(G::thinkable(at.state()), most, turn);
            fail(hidden::<G>(at, &thoughts, game.seed))
        })
        .map(drop)
    }

    /// Checks that a side that missed an opportunity is refused for the reasons that the event gave.
    ///
    /// When an event of the last line reports a missed opportunity ([`Trial::passed_over`]), the side at once asks about
    /// each action that it missed. Each must be refused, and the refusals must contain all reasons in the event. An event
    /// is not checked if a later event of the line may have changed the facts ([`Trial::only_says`]).
    ///
    /// Calls `met` with the verb of each action that was asked about.
    ///
    /// # Errors
    /// The action that is legal, or the reason that no refusal has.
    pub fn what_shut_it_is_told<G: Trial>(
        setup: &G::Setup,
        game: &Playthrough,
        mut met: impl FnMut(String),
    ) -> Result<(), TestCaseError> {
        follow::<G>(setup, game, |at| {
            let Some(last) = at.journal().len().checked_sub(1) else {
                return Ok(());
            };
            // From the end back to the first event that changes something.
            for event in at.events(last).iter().rev() {
                let Some(PassedOver { by, actions, refusals }) = G::passed_over(at.state(), event) else {
                    if G::only_says(event) {
                        continue;
                    }
                    break;
                };
                let mut answers = Vec::new();
                for action in &actions {
                    match G::check(at.state(), by, action) {
                        Ok(()) => {
                            return Err(TestCaseError::fail(format!("`{}` is legal after all", at.spell(action))));
                        }
                        Err(why) => answers.extend(why.iter().map(|r| (r.cite, r.because))),
                    }
                    met(verb::<G>(at.state(), action));
                }
                for kept in &refusals {
                    prop_assert!(
                        answers.contains(&(kept.cite, kept.because)),
                        "{:?} was kept by `{kept}`, and hears {answers:?}",
                        actions.iter().map(|a| at.spell(a)).collect::<Vec<_>>()
                    );
                }
            }
            Ok(())
        })
        .map(drop)
    }

    fn verb<G: Game>(state: &G::State, action: &G::Action) -> String {
        let words = G::spell(state, action);
        words.split(' ').next().unwrap_or_default().to_owned()
    }

    /// Checks that every action for which [`Trial::untimed`] has a reason is refused for exactly one reason.
    ///
    /// Tries at most `most` actions of [`Trial::thinkable`] at each moment, for every side. Calls `met` with the reason of
    /// [`Trial::untimed`], the verb of the action, and the kind of the open decision.
    ///
    /// # Errors
    /// The action that is legal, or refused for several reasons.
    pub fn by_the_sequence_alone<G: Trial>(
        setup: &G::Setup,
        game: &Playthrough,
        most: usize,
        mut met: impl FnMut(&'static str, String, &'static str),
    ) -> Result<(), TestCaseError> {
        follow::<G>(setup, game, |at| {
            let Turn::Decide { what, .. } = at.turn() else {
                return Ok(());
            };
            let turn = game.seed.wrapping_add(at.journal().len() as u64);
            for action in spread(G::thinkable(at.state()), most, turn) {
                for &by in G::Side::ALL {
                    if let Some(reason) = G::untimed(at.state(), by, &action) {
                        let told = G::check(at.state(), by, &action).err().map_or(0, |why| why.len());
                        prop_assert_eq!(told, 1, "`{}` is not refused by the sequence alone", at.spell(&action));
                        met(reason, verb::<G>(at.state(), &action), what);
                    }
                }
            }
            Ok(())
        })
        .map(drop)
    }

    /// Checks at every moment that every listed action can be read back from its words.
    ///
    /// # Errors
    /// The action that cannot be read back.
    pub fn words_come_back<G: Game>(setup: &G::Setup, game: &Playthrough) -> Result<(), TestCaseError> {
        follow::<G>(setup, game, |at| fail(words::<G>(at.state(), &at.actions()))).map(drop)
    }

    /// Checks where the play-through ends that any words can be read as an action, or refused, without a panic.
    ///
    /// # Errors
    /// The action that was read, if it cannot be read back from its own words.
    pub fn any_words_are_read<G: Game>(setup: &G::Setup, game: &Playthrough, text: &str) -> Result<(), TestCaseError> {
        let at = follow::<G>(setup, game, |_| Ok(()))?;
        if let Ok(action) = at.parse(text) {
            for &side in G::Side::ALL {
                let _ = at.check(side, &action);
            }
            fail(words::<G>(at.state(), &[action]))?;
        }
        Ok(())
    }

    /// Checks the odds of every listed action where the play-through ends. They must sum to one, and be the same with
    /// every face played separately ([`Budget::separate_faces`]).
    ///
    /// Each question has a budget of `runs` runs. Odds with an unresolved share are not compared.
    ///
    /// # Errors
    /// The action whose odds differ. One of its throws says that two faces have the same result, and they have not.
    pub fn odds_agree<G: Game>(setup: &G::Setup, game: &Playthrough, runs: usize) -> Result<(), TestCaseError> {
        let at = follow::<G>(setup, game, |_| Ok(()))?;
        let Turn::Decide { side, .. } = at.turn() else {
            return Ok(());
        };
        let merged = Budget::runs(runs);
        for action in at.actions() {
            let walk = |budget: Budget| {
                let ask = || at.odds(side, &action).budget(budget);
                let next = ask().to_next_decision().outcomes(digest);
                let on = ask().outcomes(digest);
                [next, on].map(|o| fail(o.map_err(|e| e.to_string())))
            };
            for (merged, raw) in walk(merged).into_iter().zip(walk(merged.separate_faces())) {
                let (merged, raw) = (merged?, raw?);
                let mut sum = Some(merged.unresolved);
                for (_, r) in &merged.outcomes {
                    sum = sum.and_then(|s| s.plus(*r));
                }
                // Fractions may grow past their range; only then can they not be summed.
                prop_assert!(sum.is_none_or(|s| s == Ratio::ONE), "{:?}", sum);
                if merged.unresolved == Ratio::ZERO && raw.unresolved == Ratio::ZERO {
                    prop_assert!(
                        merged.agrees(&raw),
                        "`{}`: {:?} by class, {:?} by face",
                        at.spell(&action),
                        merged.outcomes,
                        raw.outcomes
                    );
                }
            }
        }
        Ok(())
    }

    /// Checks that a session answers any text with a JSON object, and that the game's own audit holds after each.
    ///
    /// The session is over the match where the play-through ends.
    ///
    /// # Errors
    /// The answer that is not a JSON object or reports a bug in the library, or the invariant that does not hold.
    pub fn session_answers<G: Guide>(
        setup: &G::Setup,
        game: &Playthrough,
        requests: &[String],
    ) -> Result<(), TestCaseError> {
        let at = follow::<G>(setup, game, |_| Ok(()))?;
        let mut table = MatchSession::over(at, game.seed);
        for request in requests {
            let answer = table.ask(request);
            let value: Result<serde_json::Value, _> = serde_json::from_str(&answer);
            prop_assert!(value.as_ref().is_ok_and(serde_json::Value::is_object), "{request} -> {answer}");
            prop_assert!(!answer.contains("\"defect\""), "{request} -> {answer}");
            fail(G::audit(table.game().state()).map_err(|e| e.to_string()))?;
        }
        Ok(())
    }

    /// Checks that a session gives a side the same answers in two states that the side cannot tell apart.
    ///
    /// One state is where the play-through ends, and the other is a sample of that state. The side asks as itself only. Odds
    /// and advice must be the same too: they use random samples, which depend only on what the side sees and on a seed.
    ///
    /// # Errors
    /// The request whose answers differ.
    pub fn session_hides<G: Guide + Advice>(
        setup: &G::Setup,
        game: &Playthrough,
        seed: u64,
    ) -> Result<(), TestCaseError> {
        let at = follow::<G>(setup, game, |_| Ok(()))?;
        let map = at.gazetteer();
        let pieces = [&map.units, &map.leaders, &map.commands, &map.standards].map(|list| list.iter());
        let pieces: Vec<&String> = pieces.into_iter().flatten().collect();
        for &side in G::Side::ALL {
            let who = side.word();
            let other = G::sample_state(at.state(), side, &mut Seeded::new(seed));
            let world = |game: Match<G>| MatchSession::over(game, 1).with_agents(advised_agents());
            let mut tables = [world(at.clone()), world(at.imagined(other))];
            let mut requests = vec![
                json!({"do": "turn"}),
                json!({"do": "map"}),
                json!({"do": "actions", "by": who}),
                json!({"do": "why", "by": who}),
                json!({"do": "reach", "by": who}),
                json!({"do": "view", "viewer": who}),
                json!({"do": "field", "viewer": who}),
                json!({"do": "svg", "viewer": who}),
                json!({"do": "journal", "viewer": who}),
                json!({"do": "scene", "viewer": who, "marks": ["may-act", "targets", "last", "zoc"]}),
            ];
            let skip = usize::try_from(seed % 5).unwrap_or(0);
            for name in pieces.iter().skip(skip).step_by(5) {
                for what in ["threats", "piece"] {
                    requests.push(json!({"do": what, "viewer": who, "of": name}));
                }
                requests.push(json!({"do": "reach", "by": who, "who": [name]}));
            }
            for hex in map.hexes.iter().skip(skip).step_by(37) {
                requests.push(json!({"do": "piece", "viewer": who, "of": hex.label}));
            }
            let mut listed = Vec::new();
            G::actions(at.state(), &mut listed);
            for action in listed.iter().step_by(1 + listed.len() / 8) {
                let words = at.spell(action);
                requests.push(json!({"do": "why", "by": who, "action": words}));
                requests.push(json!({"do": "check", "by": who, "action": words}));
            }
            let view = json::value_of(&at.view(Some(side)));
            let keys: Vec<&String> = view.as_object().into_iter().flat_map(|view| view.keys()).collect();
            for action in listed.iter().skip(skip).step_by(1 + listed.len() / 3) {
                let words = at.spell(action);
                requests.push(json!({"do": "odds", "by": who, "action": words, "runs": 200}));
                requests.push(json!({"do": "odds", "by": who, "action": words, "keys": keys, "runs": 200}));
            }
            for agent in advised_agents::<G>() {
                requests.push(json!({"do": "advise", "by": who, "agent": agent.name}));
                requests.push(json!({"do": "advise", "by": who, "agent": agent.name, "seed": seed % 1000}));
            }
            // In a scratch copy nothing is hidden, and nothing in it tells what is.
            requests.push(json!({"do": "fork", "viewer": who, "seed": seed % 1000}));
            requests.push(json!({"do": "fork", "viewer": "spectator", "in": 1}));
            let decides = match at.turn() {
                Turn::Decide { side, .. } => side.word(),
                Turn::Over { .. } => who,
            };
            let play = json!({"do": "let", "by": decides, "viewer": "referee", "agent": "random", "until": "rest", "journal": 0, "in": 1});
            for moment in 0..2 {
                for copy in 1..=2 {
                    for viewer in G::Side::ALL.iter().map(|s| s.word()).chain(["spectator", "referee"]) {
                        for what in ["view", "field", "scene", "journal"] {
                            requests.push(json!({"do": what, "viewer": viewer, "in": copy}));
                        }
                        requests.push(json!({"do": "scene", "viewer": viewer, "at": 0, "in": copy}));
                        requests.push(json!({"do": "scene", "viewer": viewer, "since": 1, "in": copy}));
                        for what in ["actions", "why"] {
                            requests.push(json!({"do": what, "by": viewer, "in": copy}));
                        }
                    }
                    for what in ["turn", "save", "setup"] {
                        requests.push(json!({"do": what, "in": copy}));
                    }
                }
                if moment == 0 {
                    requests.push(play.clone());
                }
            }
            requests.push(json!({"do": "undo", "by": "referee", "journal": 0, "in": 2}));
            for request in requests {
                let request = request.to_string();
                let [here, there] = tables.each_mut().map(|t| t.ask(&request));
                prop_assert_eq!(here, there, "{} is told by {}", who, request);
            }
        }
        Ok(())
    }

    /// Returns why an action is refused, as far as a mirror keeps it: the Cases and the phrases.
    fn reasons<G: Game>(state: &G::State, by: G::Side, action: &G::Action) -> Vec<(String, &'static str)> {
        match G::check(state, by, action) {
            Ok(()) => Vec::new(),
            Err(refusals) => refusals.iter().map(|r| (r.cite.to_string(), r.because)).collect(),
        }
    }

    /// Checks that an open position ([`Trial::open_positions`]) and its image under a symmetry have the same play with the
    /// same faces.
    ///
    /// At every moment, the actions listed in one are the images of those listed in the other. An action and its image are
    /// refused for the same reasons. The comparison ends when a listed action has no image.
    ///
    /// # Errors
    /// The action on which they differ, or the faults of a set-up.
    pub fn mirrored_alike<G: Trial>(setup: &G::Setup, game: &Playthrough, by: Symmetry) -> Result<(), TestCaseError> {
        let begin = |s: &G::Setup| Match::<G>::new(s.clone()).map_err(|e| TestCaseError::fail(e.to_string()));
        let mut here = begin(setup)?;
        let mut there = begin(&G::image(setup, by))?;
        let mut picks = ScriptedAgent::new(&game.picks);
        let mut dice = Seeded::new(game.seed);
        loop {
            let (a, b) = (here.turn(), there.turn());
            match (&a, &b) {
                (Turn::Over { outcome: x, .. }, Turn::Over { outcome: y, .. }) => {
                    prop_assert_eq!(x, y);
                    return Ok(());
                }
                (
                    Turn::Decide { side, cite, what, .. },
                    Turn::Decide {
                        side: side2,
                        cite: cite2,
                        what: what2,
                        ..
                    },
                ) => {
                    prop_assert_eq!((side, cite, what), (side2, cite2, what2), "image {:?}", by);
                }
                _ => return Err(TestCaseError::fail(format!("{a:?} or {b:?} under {by:?}"))),
            }
            let Turn::Decide { side, .. } = a else {
                return Ok(());
            };
            let listed = here.actions();
            let mut images = Vec::with_capacity(listed.len());
            for action in &listed {
                match G::image_of(here.state(), action, by) {
                    Some(image) => images.push(image),
                    None => return Ok(()),
                }
            }
            let other = there.actions();
            for (action, image) in listed.iter().zip(&images) {
                prop_assert!(
                    other.contains(image),
                    "`{}` is listed, its image `{}` under {:?} is not: {:?}, journal {:?}",
                    here.spell(action),
                    there.spell(image),
                    by,
                    there.check(side, image),
                    here.to_save().journal
                );
            }
            prop_assert_eq!(
                images.len(),
                other.len(),
                "under {:?} the image lists more: {:?} or {:?}, journal {:?}",
                by,
                listed.iter().map(|x| here.spell(x)).collect::<Vec<_>>(),
                other.iter().map(|x| there.spell(x)).collect::<Vec<_>>(),
                here.to_save().journal
            );
            for action in spread(G::thinkable(here.state()), 150, game.seed) {
                if let Some(image) = G::image_of(here.state(), &action, by) {
                    prop_assert_eq!(
                        reasons::<G>(here.state(), side, &action),
                        reasons::<G>(there.state(), side, &image),
                        "`{}` and its image `{}` under {:?}, journal {:?}",
                        here.spell(&action),
                        there.spell(&image),
                        by,
                        here.to_save().journal
                    );
                }
            }
            if picks.spent() {
                return Ok(());
            }
            let i = leaning::<G>(here.state(), &listed, &mut picks);
            let played = here
                .play(side, listed[i], &mut dice)
                .map_err(|e| TestCaseError::fail(e.to_string()))?;
            there.play_faces(side, images[i], &played.faces).map_err(|e| {
                TestCaseError::fail(format!(
                    "the image of `{}` {:?} under {by:?}: {e}, journal {:?}",
                    here.spell(&listed[i]),
                    played.faces,
                    here.to_save().journal
                ))
            })?;
        }
    }

    /// Adds every citation in an event.
    fn citations(value: &serde_json::Value, out: &mut Vec<String>) {
        match value {
            serde_json::Value::Object(map) => {
                for (key, value) in map {
                    match value {
                        serde_json::Value::String(text) if key == "cite" => out.push(text.clone()),
                        other => citations(other, out),
                    }
                }
            }
            serde_json::Value::Array(list) => list.iter().for_each(|v| citations(v, out)),
            _ => {}
        }
    }

    /// Checks that whatever a switch changes cites the Case or the ruling of the switch ([`Trial::speaks_of`]).
    ///
    /// The match with the switch on and the match with the switch off are played with the same faces until they differ:
    /// in the open decision, in the refusals of an action, or in the events. An action that both refuse for a reason that
    /// they share is not compared. A set-up that has faults with the switch on or off is not checked.
    ///
    /// # Errors
    /// The difference that does not cite the switch.
    pub fn differences_cite<G: Trial>(
        setup: &G::Setup,
        game: &Playthrough,
        switch: usize,
    ) -> Result<(), TestCaseError> {
        let [on, off] = G::switched(&G::comparable(setup, switch), switch);
        let (Ok(mut on), Ok(mut off)) = (Match::<G>::new(on), Match::<G>::new(off)) else {
            return Ok(());
        };
        let ours = |cite: &str| G::speaks_of(switch, cite);
        // A decision that is open on one side only says why by its own citation, or by that of an action that is listed
        // there and would be refused with the switch the other way.
        let says = |at: &Match<G>| match at.turn() {
            Turn::Over { cite, .. } => ours(&cite.to_string()),
            Turn::Decide { cite, side, .. } => {
                let other = G::flipped(at.state(), switch);
                ours(&cite.to_string())
                    || at
                        .actions()
                        .iter()
                        .any(|action| reasons::<G>(&other, side, action).iter().any(|r| ours(&r.0)))
            }
        };
        let alike = |on: &Match<G>, off: &Match<G>| {
            let alike = G::flipped(on.state(), switch);
            let same = |&viewer: &G::Side| G::view(&alike, Some(viewer)) == G::view(off.state(), Some(viewer));
            G::Side::ALL.iter().all(same)
        };
        // What a set-up does before the first decision is told to nobody.
        if !alike(&on, &off) {
            return Ok(());
        }
        let mut picks = ScriptedAgent::new(&game.picks);
        let mut dice = Seeded::new(game.seed);
        loop {
            let (a, b) = (on.turn(), off.turn());
            if a != b {
                prop_assert!(
                    says(&on) || says(&off),
                    "another decision without a word of it: {:?} or {:?}, journal {:?}",
                    a,
                    b,
                    on.to_save().journal
                );
                return Ok(());
            }
            let Turn::Decide { side, .. } = a else {
                return Ok(());
            };
            let listed = on.actions();
            let thinkable = spread(G::thinkable(on.state()), 300, game.seed);
            for action in off.actions().iter().chain(&listed).chain(&thinkable) {
                let (x, y) = (reasons::<G>(on.state(), side, action), reasons::<G>(off.state(), side, action));
                let apart: Vec<_> = x
                    .iter()
                    .filter(|r| !y.contains(r))
                    .chain(y.iter().filter(|r| !x.contains(r)))
                    .filter(|r| !ours(&r.0))
                    .collect();
                let Some((cite, because)) = apart.first() else {
                    continue;
                };
                // What no switch would make legal is not at stake.
                if x.iter().any(|r| y.contains(r)) {
                    continue;
                }
                // What is refused only because nothing could come of it is explained by what comes of it.
                let comes_of_it = [(&on, &x), (&off, &y)].iter().any(|(at, refused)| {
                    let mut at = Match::<G>::clone(at);
                    refused.is_empty() && at.play(side, *action, &mut dice.clone()).is_ok() && says(&at)
                });
                prop_assert!(
                    comes_of_it,
                    "`{}`: {} ({}) on one side of the switch only, journal {:?}",
                    on.spell(action),
                    because,
                    cite,
                    on.to_save().journal
                );
            }
            if picks.spent() {
                return Ok(());
            }
            let common: Vec<G::Action> = listed.into_iter().filter(|x| off.check(side, x).is_ok()).collect();
            if common.is_empty() {
                return Ok(());
            }
            let action = common[leaning::<G>(on.state(), &common, &mut picks)];
            let words = on.spell(&action);
            let mut copy = dice.clone();
            let events = [on.play(side, action, &mut dice), off.play(side, action, &mut copy)];
            let [Ok(x), Ok(y)] = events else {
                return Err(TestCaseError::fail(format!("`{words}` was not played")));
            };
            let most = x.events.len().max(y.events.len());
            if let Some(i) = (0..most).find(|&i| x.events.get(i) != y.events.get(i)) {
                let mut cites = Vec::new();
                for event in [x.events.get(i), y.events.get(i)].into_iter().flatten() {
                    if let Ok(value) = serde_json::to_value(event) {
                        citations(&value, &mut cites);
                    }
                }
                // Where one stops to ask and the other goes on, the decision itself may say why.
                let asks = (x.events.len() == i && says(&on)) || (y.events.len() == i && says(&off));
                prop_assert!(
                    asks || cites.iter().any(|c| ours(c)),
                    "`{}` came out otherwise without a word of it: {:?} or {:?}, journal {:?}",
                    words,
                    x.events.get(i),
                    y.events.get(i),
                    on.to_save().journal
                );
                return Ok(());
            }
            // By one and the same reading both must have come to the same.
            prop_assert!(
                on.turn() != off.turn() || alike(&on, &off),
                "`{}` leads elsewhere without a word of it, journal {:?}",
                words,
                on.to_save().journal
            );
        }
    }

    /// Checks that [`Trial::thinkable`] contains every listed action, and that list and check agree for all of its actions.
    ///
    /// Checks one moment in `every`, because there are many such actions.
    ///
    /// # Errors
    /// The action on which they differ.
    pub fn thinkable_agree<G: Trial>(setup: &G::Setup, game: &Playthrough, every: usize) -> Result<(), TestCaseError> {
        follow::<G>(setup, game, |at| {
            if at.journal().len() % every.max(1) != 0 {
                return Ok(());
            }
            let all = G::thinkable(at.state());
            for action in at.actions() {
                prop_assert!(all.contains(&action), "`{}`", at.spell(&action));
            }
            fail(agree::<G>(at.state(), &all))
        })
        .map(drop)
    }
}
