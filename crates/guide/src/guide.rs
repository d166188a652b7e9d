//! The guide: what players want to know beside the rules.

use casus_core::cases::Cite;
use casus_core::decisions::Lexicon;
use casus_core::decisions::Turn;
use casus_core::geometry::HexId;
use casus_core::geometry::Place;
use casus_core::picture::Manner;
use casus_core::play::Game;

/// A few words beside an action in a list.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Note {
    /// What a player wants to know before choosing the action: `"NE, 2 MP"`. Empty if the action says it all.
    pub words: String,
    /// Other words that also mean the action: `"step NE"`. Empty if there are none.
    pub alias: String,
}

impl Note {
    /// Creates a note of words, without an alias.
    pub const fn said(words: String) -> Self {
        Self {
            words,
            alias: String::new(),
        }
    }
    /// Creates the note of a step: the compass word of its way, which is also an alias, and what more there is to say.
    /// The way may be empty; then there is no alias.
    pub fn toward(verb: &str, way: &str, more: Vec<String>) -> Self {
        let mut parts = vec![way.to_owned()];
        parts.extend(more);
        parts.retain(|p| !p.is_empty());
        Self {
            words: parts.join(", "),
            alias: if way.is_empty() {
                String::new()
            } else {
                format!("{verb} {way}")
            },
        }
    }
}

/// A part of a piece's move, reported by one event. The story (see [`Guide`]) tells the parts of one move in one line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Leg {
    /// The piece that moves.
    pub piece: Place,
    /// The name of the piece.
    pub name: String,
    /// Where the piece was, if that is known.
    pub from: Option<String>,
    /// Where the piece is now (`"1903"`), or what the piece does where it is (`"faces ENE"`).
    pub to: String,
    /// Whether the piece goes to another place.
    pub moves: bool,
    /// What the piece spends, and in what unit: `(3, "MP")`. `None` if it spends nothing.
    pub spends: Option<(i32, &'static str)>,
    /// The ledger of what the piece spends, with its Cases. Empty unless the ledger has more than one line.
    pub costs: String,
}

impl Leg {
    /// Creates the step of a piece to a hex, with the words of a state.
    pub fn step<S: Lexicon>(state: &S, piece: Place, to: HexId) -> Self {
        Self {
            piece,
            name: state.name_of(piece),
            from: None,
            to: state.word_of(to.place()),
            moves: true,
            spends: None,
            costs: String::new(),
        }
    }
}

/// An attack that an event reports.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Blow {
    /// The pieces that attack or fire, at least one.
    pub by: Vec<Place>,
    /// The target: a piece, or a hex with everything in it.
    pub at: Place,
    /// The manner of the attack.
    pub how: Manner,
}

/// A hex that the selected pieces could reach, and how.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Course<A> {
    /// The printed number of the hex.
    pub to: String,
    /// What the pieces would have spent there, and what a player wants to know about the hex: `"3 MP, enemy ZOC"`.
    pub note: String,
    /// The actions that lead there, in order.
    pub actions: Vec<A>,
    /// The enemies that could act against the pieces on the way. Empty if a path avoids them and the pieces can afford that
    /// path. Each text names a hex and what threatens in it, with its Case.
    pub risks: Vec<String>,
}

/// Returns the number of dangers in these threats: for each threat the number of hexes or pieces in [`Threat::on`], at
/// least 1.
pub fn weight(dangers: &[Threat]) -> u16 {
    dangers
        .iter()
        .map(|t| t.on.len().max(1) as u16)
        .fold(0, u16::saturating_add)
}

/// Returns what threatens on a way, in words: a text for each hex with a threat. `passed` has each hex of the way and
/// the threats there.
pub fn risks(passed: impl IntoIterator<Item = (String, Vec<Threat>)>) -> Vec<String> {
    let on = |t: &Threat| format!("{} {} ({})", t.words, t.on.join(", "), t.cite);
    let hex = |(hex, dangers): (String, Vec<Threat>)| {
        let all: Vec<String> = dangers.iter().map(on).collect();
        (!all.is_empty()).then(|| format!("in {hex} {}", all.join(" and ")))
    };
    passed.into_iter().filter_map(hex).collect()
}

/// How the selected piece is deselected.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InHand<A> {
    /// The action that deselects the piece.
    pub lay_down: A,
    /// Whether the piece can do nothing more, except turn where it is.
    pub idle: bool,
}

/// An enemy that a piece could attack.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Goal {
    /// The target: a piece, or a hex with everything in it.
    pub at: Place,
    /// How the piece could attack, and at what odds as far as they are known: `"fire, die +1"`.
    pub words: String,
}

/// One thing that a piece threatens, or that threatens it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Threat {
    /// The kind of threat: `"its zone of control"`.
    pub words: String,
    /// The hexes or pieces that it is about.
    pub on: Vec<String>,
    /// The Case of the threat.
    pub cite: Cite,
}

/// What a game can tell people beside its rules. Optional; no rule may depend on it. Whatever a game does not implement
/// is left out.
///
/// A function with a `viewer` tells nothing that is hidden from that viewer. `None` is a spectator.
///
/// The *story* is the match in words, as front ends print it: for each line of the journal a heading and the events
/// ([`Game::describe`]).
///
/// ```
/// use casus_core::Match;
/// use casus_guide::Guide;
///
/// // Lists the legal actions, each with the note of the guide.
/// # #[expect(dead_code, reason = "shown, not called")]
/// fn menu<G: Guide>(game: &Match<G>) -> Vec<String> {
///     let line = |action: &G::Action| format!("{} ({})", game.spell(action), G::note(game.state(), action).words);
///     game.actions().iter().map(line).collect()
/// }
/// ```
pub trait Guide: Game {
    /// Returns the open decision as a question: `"Who moves or fires next?"`.
    fn question(state: &Self::State) -> String {
        match Self::turn(state) {
            Turn::Decide { what, of, .. } => format!("{what} {}", Self::name_of(state, of)).trim_end().to_owned(),
            Turn::Over { .. } => String::new(),
        }
    }
    /// Returns the heading for the events that follow an answer without an event of its own: `"After the move"`. `None` for any
    /// other answer.
    ///
    /// Some answers only decline or end something (such as `halt`), and have no event of their own. If nothing follows, there is no
    /// heading. `what` is the word of the decision, as
    /// in [`Turn::Decide`](casus_core::Turn::Decide).
    fn aftermath(_what: &'static str, _action: &Self::Action) -> Option<&'static str> {
        None
    }
    /// Returns whether an event reports what the action itself does, and not a consequence of it.
    ///
    /// In each line of the journal, the story begins with the first event for which this is `true`, and puts it under the heading of
    /// the decision. The other events of the line follow. If there is no such event, the heading is that of
    /// [`Guide::aftermath`]. The default is `true` for every event, unless [`Guide::aftermath`] has a heading for the answer. `what` is the word of the decision, as in
    /// [`Turn::Decide`](casus_core::Turn::Decide).
    fn tells(what: &'static str, action: &Self::Action, _event: &Self::Event) -> bool {
        Self::aftermath(what, action).is_none()
    }
    /// Returns the heading and the Case under which the story tells this action, if they are not those of the decision.
    ///
    /// This is for a decision that offers two kinds of answers, such as to retreat and to counter-charge. `what` is the word of the decision, as in
    /// [`Turn::Decide`](casus_core::Turn::Decide).
    fn answers(_what: &'static str, _action: &Self::Action) -> Option<(&'static str, Cite)> {
        None
    }
    /// Returns a few words beside a listed action.
    fn note(_state: &Self::State, _action: &Self::Action) -> Note {
        Note::default()
    }
    /// Returns what an action does, and what it costs or how its die is modified: one line for each, with its Case.
    fn sense(_state: &Self::State, _action: &Self::Action) -> Vec<String> {
        Vec::new()
    }
    /// Returns who could act at once against a piece that comes to a hex: by Reaction Fire, or with a zone of control.
    ///
    /// For a game in which the enemy acts while others move. The ways of [`Guide::courses`] avoid such hexes if the pieces
    /// can afford that.
    fn dangers(_state: &Self::State, _piece: Place, _hex: Place) -> Vec<Threat> {
        Vec::new()
    }
    /// Returns where the selected pieces could go, nearest first. Empty if none is selected.
    fn courses(_state: &Self::State) -> Vec<Course<Self::Action>> {
        Vec::new()
    }
    /// Returns the action that selects a piece, legal now or not. `None` for a piece that is never selected.
    fn take(_state: &Self::State, _at: Place) -> Option<Self::Action> {
        None
    }
    /// Returns the action that adds a piece to the selected ones, legal now or not. `None` for a piece that only moves
    /// alone.
    fn join(_state: &Self::State, _at: Place) -> Option<Self::Action> {
        None
    }
    /// Returns the pieces in a hex that might move from it together, in the order in which to select them.
    fn stack(_state: &Self::State, _hex: Place) -> Vec<Place> {
        Vec::new()
    }
    /// Returns how the selected piece is deselected. `None` if no piece has to be deselected before another can be
    /// selected.
    fn in_hand(_state: &Self::State) -> Option<InHand<Self::Action>> {
        None
    }
    /// Returns the action that would follow `after` if nothing else were begun. It is used to work out what `after` leads
    /// to.
    ///
    /// After an attack is declared, for example, no other attack is declared, and the combat is fought. `None` when what
    /// `after` began is over.
    fn in_course(_state: &Self::State, _after: &Self::Action) -> Option<Self::Action> {
        None
    }
    /// Returns whether a player wants to be asked before this action even if it is the only legal one. An example is the
    /// die roll that a whole attack was prepared for.
    fn weighty(_action: &Self::Action) -> bool {
        false
    }
    /// Returns what became of the pieces between two states, as far as a viewer may know.
    ///
    /// The default compares the viewer's pictures. Odds are grouped by these words: two states with different words are two
    /// outcomes.
    fn became(before: &Self::State, after: &Self::State, _action: &Self::Action, viewer: Self::Side) -> Vec<String> {
        Self::scene(after, Some(viewer)).became(&Self::scene(before, Some(viewer)))
    }
    /// Returns what decided a game that has ended, and what each side has lost, a text for each. `_last` holds the
    /// events of the last line of the journal. Everybody may read these texts.
    fn reckoning(_state: &Self::State, _last: &[Self::Event]) -> Vec<String> {
        Vec::new()
    }
    /// Returns the number of the current turn, from 1, in a game with turns.
    fn turn_number(_state: &Self::State) -> Option<u32> {
        None
    }
    /// Returns what a legal action spends, and in what unit: `(3, "MP")`.
    ///
    /// `None` if the action spends nothing. Also `None` if the first [`Leg`] of the action's events has the cost, as
    /// [`Leg::spends`]: the caller takes the cost from there.
    fn spends(_state: &Self::State, _action: &Self::Action) -> Option<(i32, &'static str)> {
        None
    }
    /// Returns the part of a move that an event reports, if it reports one.
    fn leg(_state: &Self::State, _event: &Self::Event) -> Option<Leg> {
        None
    }
    /// Returns the attack that an event reports, if it reports one. An attack is reported by the event with its result,
    /// not by its declaration.
    fn blow(_state: &Self::State, _event: &Self::Event) -> Option<Blow> {
        None
    }
    /// Returns whether an event only says that play goes on: a phase or a turn begins. The story joins such events.
    fn passes(_event: &Self::Event) -> bool {
        false
    }
    /// Returns whether an event is about other pieces than the answer to the decision, and comes before the events of the
    /// answer: for example, that another piece is prevented from something.
    ///
    /// The story tells such events without a heading if they are the first of their line of the journal; the heading of the
    /// decision stands over the first event after them. [`Guide::tells`] must be `true` for such an event too, so that the story
    /// begins with it. If it were `false`, a later event would be told first, and this one after it.
    fn aside(_event: &Self::Event) -> bool {
        false
    }
    /// Returns everything that a viewer may know of a piece or a hex, one line for each thing.
    fn piece(_state: &Self::State, _viewer: Option<Self::Side>, _at: Place) -> Vec<String> {
        Vec::new()
    }
    /// Returns the compass word of the facing that a viewer sees a piece to have. `None` for a piece without facing, or
    /// off the map.
    ///
    /// Front ends ask this for every way that a piece could go. The default draws the whole picture for each answer, so a
    /// game should override this method.
    fn faces(state: &Self::State, viewer: Option<Self::Side>, at: Place) -> Option<&'static str> {
        let (name, scene) = (Self::place(state, at), Self::scene(state, viewer));
        let counter = scene.counters.iter().find(|c| c.id == name)?;
        Some(counter.facing?.word(scene.orientation))
    }
    /// Returns the hexes in the zone of control of a unit, in a game that has zones of control.
    fn zone(_state: &Self::State, _viewer: Option<Self::Side>, _at: Place) -> Vec<Place> {
        Vec::new()
    }
    /// Returns the hexes in sight of a hex, or of the hex of a piece, in the present state.
    ///
    /// `None` if the game has no lines of sight, or the viewer does not know where the piece is.
    fn sight(_state: &Self::State, _viewer: Option<Self::Side>, _at: Place) -> Option<Vec<Place>> {
        None
    }
    /// Returns the enemies that a piece could attack in the present state, whichever side's turn it is.
    fn goals(_state: &Self::State, _viewer: Option<Self::Side>, _at: Place) -> Vec<Goal> {
        Vec::new()
    }
    /// Returns what a unit threatens and what threatens it, in the present state.
    fn threats(_state: &Self::State, _viewer: Option<Self::Side>, _at: Place) -> Vec<Threat> {
        Vec::new()
    }
}
