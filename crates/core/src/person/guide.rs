//! The guide: what a person at the table wants to be told beside the rules.

use crate::cases::case::Cite;
use crate::geometry::board::HexId;
use crate::geometry::place::Place;
use crate::pictures::scene::Manner;
use crate::play::game::Game;
use crate::turns::turn::Turn;
use crate::turns::verbs::Lexicon;

/// A few words beside an action in a list.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Note {
    /// What one wants to know before choosing it: `"ENE, 2 MP"`. Empty when the action says all.
    pub words: String,
    /// Other words by which it may be asked for: `"step ENE"`. Empty when there are none.
    pub alias: String,
}

impl Note {
    /// Words alone.
    pub const fn said(words: String) -> Self {
        Self {
            words,
            alias: String::new(),
        }
    }
    /// Beside a step: the compass word of its way, by which it may be asked for too, and what more there is to say. The
    /// way may be empty.
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

/// A part of a piece's way, told by one event: the story tells the parts of one way in one line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Leg {
    /// Who.
    pub piece: Place,
    /// Its word.
    pub name: String,
    /// Where it was, if that is known.
    pub from: Option<String>,
    /// Where it is now (`"1903"`), or what it does there (`"faces ENE"`).
    pub to: String,
    /// It goes to another place.
    pub moves: bool,
    /// What it spends, and in what.
    pub spends: Option<(i32, &'static str)>,
    /// The ledger of what it spends, where that has more than one line; with its Cases.
    pub costs: String,
}

impl Leg {
    /// A step of a piece to a hex, by the words of a state.
    pub fn step<S: Lexicon>(state: &S, piece: Place, to: HexId) -> Self {
        Self {
            piece,
            name: state.word_of(piece),
            from: None,
            to: state.word_of(to.place()),
            moves: true,
            spends: None,
            costs: String::new(),
        }
    }
}

/// A fight that an event tells: who has gone for whom.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Blow {
    /// Who.
    pub by: Vec<Place>,
    /// Whom: a piece, or a hex with all in it.
    pub at: Place,
    /// How.
    pub how: Manner,
}

/// A hex that the piece in hand could get to, and how.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Course<A> {
    /// The hex, as printed.
    pub to: String,
    /// What it would have spent there, and what one wants to know of it: `"3 MP, enemy ZOC"`.
    pub note: String,
    /// The actions that lead there, in order.
    pub actions: Vec<A>,
    /// Who could act against the piece before it is there, where it can afford no way past them: a hex and what threatens in it,
    /// with its Case.
    pub risks: Vec<String>,
}

/// How many enemies could act against a piece, each as often as it could.
pub fn weight(dangers: &[Threat]) -> u16 {
    dangers
        .iter()
        .map(|t| t.on.len().max(1) as u16)
        .fold(0, u16::saturating_add)
}

/// What threatens on a way, hex by hex, in words.
pub fn risks(passed: impl IntoIterator<Item = (String, Vec<Threat>)>) -> Vec<String> {
    let on = |t: &Threat| format!("{} {} ({})", t.words, t.on.join(", "), t.cite);
    let hex = |(hex, dangers): (String, Vec<Threat>)| {
        let all: Vec<String> = dangers.iter().map(on).collect();
        (!all.is_empty()).then(|| format!("in {hex} {}", all.join(" and ")))
    };
    passed.into_iter().filter_map(hex).collect()
}

/// How the piece in hand is laid down.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InHand<A> {
    /// The action that lays it down.
    pub lay_down: A,
    /// All that it could still do is to turn where it stands, or nothing.
    pub idle: bool,
}

/// An enemy whom a piece could go for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Goal {
    /// A piece, or a hex with all in it.
    pub at: Place,
    /// How, and at what odds as far as they are known: `"fire, die +1"`.
    pub words: String,
}

/// One thing that a piece threatens, or that threatens it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Threat {
    /// What: `"its zone of control"`.
    pub words: String,
    /// The hexes or pieces that it is about.
    pub on: Vec<String>,
    /// The Case.
    pub cite: Cite,
}

/// Optional beside [`Game`], for people; no rule may depend on it. What a game does not say is left out.
///
/// Whatever takes a viewer tells nothing that is hidden from him.
pub trait Guide: Game {
    /// The open decision as a question: `"Who moves or fires next?"`.
    fn question(state: &Self::State) -> String {
        match Self::turn(state) {
            Turn::Decide { what, of, .. } => format!("{what} {}", Self::place(state, of)).trim_end().to_owned(),
            Turn::Over { .. } => String::new(),
        }
    }
    /// What the story calls a decision; the word of the decision, where that says enough.
    fn heading(what: &'static str) -> &'static str {
        what
    }
    /// The story's heading over what follows an answer that no event tells, one that declines what was asked, or ends it: `"After the move"`.
    /// Where nothing follows, nothing is told.
    fn aftermath(_what: &'static str, _action: &Self::Action) -> Option<&'static str> {
        None
    }
    /// Whether an event tells what the action itself does, and is no consequence of it. The heading of the decision stands before the first
    /// that does. Without one, [`Guide::aftermath`] has the heading.
    fn tells(what: &'static str, action: &Self::Action, _event: &Self::Event) -> bool {
        Self::aftermath(what, action).is_none()
    }
    /// What the story calls the decision that an action answers, with its Case, where one question asks for two things.
    fn answers(_what: &'static str, _action: &Self::Action) -> Option<(&'static str, Cite)> {
        None
    }
    /// A few words beside a listed action.
    fn note(_state: &Self::State, _action: &Self::Action) -> Note {
        Note::default()
    }
    /// What an action does, and what it costs or what its die is modified by: a line for each, with its Case.
    fn sense(_state: &Self::State, _action: &Self::Action) -> Vec<String> {
        Vec::new()
    }
    /// Who could act at once against a piece that comes to a hex, in a game in which the enemy acts while others move: Reaction
    /// Fire, a zone of control. A way goes past such hexes where the piece can afford that: [`Guide::courses`].
    fn dangers(_state: &Self::State, _piece: Place, _hex: Place) -> Vec<Threat> {
        Vec::new()
    }
    /// Where the piece in hand could get to, nearest first; nothing when no piece is in hand.
    fn courses(_state: &Self::State) -> Vec<Course<Self::Action>> {
        Vec::new()
    }
    /// The action that takes a piece in hand, whether it is allowed now or not; none for what is never taken in hand.
    fn take(_state: &Self::State, _at: Place) -> Option<Self::Action> {
        None
    }
    /// What adds a piece to those in hand, whether it is allowed now or not; none for what moves by itself alone.
    fn join(_state: &Self::State, _at: Place) -> Option<Self::Action> {
        None
    }
    /// Who stands in a hex and might move from it as one, the first to be taken in hand first.
    fn stack(_state: &Self::State, _hex: Place) -> Vec<Place> {
        Vec::new()
    }
    /// The piece in hand, if one is; it must be laid down before another is taken.
    fn in_hand(_state: &Self::State) -> Option<InHand<Self::Action>> {
        None
    }
    /// What is done as a matter of course at a decision that follows an action, when that action alone is to be
    /// weighed: after an attack is declared no other is, and its combat is fought. Nothing where that is over.
    fn in_course(_state: &Self::State, _after: &Self::Action) -> Option<Self::Action> {
        None
    }
    /// Whether an action is one before which a player wants to be asked though he has no other: the throw that a whole
    /// attack was made ready for.
    fn weighty(_action: &Self::Action) -> bool {
        false
    }
    /// What has become of the pieces from one state to another, as far as a viewer may know: what his picture shows, if the
    /// game does not say it better. Odds are told by these words: what differs in them is another outcome.
    fn became(before: &Self::State, after: &Self::State, _action: &Self::Action, viewer: Self::Side) -> Vec<String> {
        Self::scene(after, Some(viewer)).became(&Self::scene(before, Some(viewer)))
    }
    /// What decided a play that has ended, by the events of its last line, and what each side has lost: a line each. Everybody may
    /// know it.
    fn reckoning(_state: &Self::State, _last: &[Self::Event]) -> Vec<String> {
        Vec::new()
    }
    /// The turn that is played, from 1 on, in a game of turns.
    fn turn_number(_state: &Self::State) -> Option<u32> {
        None
    }
    /// What a legal action spends, and of what: `(3, "MP")`. None where the first move that it tells has it, which is asked then, or
    /// where it spends nothing.
    fn spends(_state: &Self::State, _action: &Self::Action) -> Option<(i32, &'static str)> {
        None
    }
    /// The part of a way that an event tells, if it tells one.
    fn leg(_state: &Self::State, _event: &Self::Event) -> Option<Leg> {
        None
    }
    /// The fight that an event tells, if it tells one: with what fell, and not when it is declared.
    fn blow(_state: &Self::State, _event: &Self::Event) -> Option<Blow> {
        None
    }
    /// Whether an event says no more than that the course of play goes on: a phase begins, a turn. The story tells such
    /// events one after another.
    fn passes(_event: &Self::Event) -> bool {
        false
    }
    /// Whether an event is never the answer to a decision, but befalls others before that: who is kept from something. Where a line of
    /// the story would begin with it, it stands without the heading of the decision.
    fn aside(_event: &Self::Event) -> bool {
        false
    }
    /// All that a viewer may know of a piece or a hex, a line for each thing.
    fn piece(_state: &Self::State, _viewer: Option<Self::Side>, _at: Place) -> Vec<String> {
        Vec::new()
    }
    /// The compass word of the facing that a viewer sees a piece to have; none for what faces nowhere, or is not on the map. Front ends
    /// ask it for every way that a piece could go: a game says it without drawing.
    fn faces(state: &Self::State, viewer: Option<Self::Side>, at: Place) -> Option<&'static str> {
        let (name, scene) = (Self::place(state, at), Self::scene(state, viewer));
        let counter = scene.counters.iter().find(|c| c.id == name)?;
        Some(counter.facing?.word(scene.orientation))
    }
    /// The hexes of a unit's zone of control, in a game that has such.
    fn zone(_state: &Self::State, _viewer: Option<Self::Side>, _at: Place) -> Vec<Place> {
        Vec::new()
    }
    /// The hexes that are seen from a hex, or from where a piece stands, as things stand; none where the game has no lines of
    /// sight, or the viewer does not know where the piece is.
    fn sight(_state: &Self::State, _viewer: Option<Self::Side>, _at: Place) -> Option<Vec<Place>> {
        None
    }
    /// Whom a piece could go for as things stand, whoever's turn it is.
    fn goals(_state: &Self::State, _viewer: Option<Self::Side>, _at: Place) -> Vec<Goal> {
        Vec::new()
    }
    /// What a unit threatens and what threatens it, as things stand.
    fn threats(_state: &Self::State, _viewer: Option<Self::Side>, _at: Place) -> Vec<Threat> {
        Vec::new()
    }
}
