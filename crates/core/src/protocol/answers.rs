//! What is answered: every answer is one of these types, from which its schema comes.

use crate::cases::case::{Cite, Entry, Ruling};
use crate::play::gazetteer::Gazetteer;
use crate::play::matches::Act;
use crate::play::odds::Unresolved;
use crate::protocol::error::told;
pub use crate::protocol::error::{ErrorKind, Reason, SessionError, Thing, ThingIs, ThrowInfo};
use crate::protocol::requests::Request;
use crate::render::scene::{Changes, Scene};
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;

told! {
    /// An action.
    pub struct ActionInfo {
        /// Its words, by which it is played.
        pub words: String,
        /// Its first word.
        pub verb: String,
        /// The pieces that it names, in the order of its words.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        pub pieces: Vec<Thing>,
        /// The hexes that it names, likewise.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        pub hexes: Vec<Thing>,
        /// The compass word of a facing or a hexside that it names.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub toward: Option<String>,
        /// Its other words.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        pub more: Vec<String>,
        /// What one wants to know before choosing it: `"SE, 1 MP"`, `"flank, die +4"`.
        #[serde(skip_serializing_if = "String::is_empty")]
        pub note: String,
        /// What it spends, where that is known before.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub cost: Option<CostInfo>,
    }

    /// What an action spends.
    pub struct CostInfo {
        /// How much.
        pub points: i32,
        /// Of what: `"MP"`.
        pub of: String,
    }

    /// Whose decision is open.
    pub struct Asked {
        /// Whose.
        pub side: String,
        /// Which kind: one of the game's decisions.
        pub what: String,
        /// The Case that gives it.
        pub cite: Cite,
        /// The Case's title.
        pub title: String,
        /// It as a question.
        pub question: String,
        /// What it is about.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub of: Option<Thing>,
        /// The activation or turn that it falls in.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub within: Option<Thing>,
    }

    /// How play ended.
    pub struct Ended {
        /// The winner's word, `draw`, `all-lose` or `stalemate`.
        pub over: String,
        /// The Case.
        pub cite: Cite,
        /// In words.
        pub words: String,
        /// What decided it, with the numbers of the throw if one did, and what each side has lost: a line each.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        pub because: Vec<String>,
    }

    /// An event.
    pub struct EventInfo {
        /// Its Case.
        pub cite: String,
        /// In words.
        pub words: String,
        /// As data, things by their names.
        #[cfg_attr(feature = "schema", schemars(extend("x-casus" = "event")))]
        pub event: Value,
        /// The same, things by their numbers.
        #[cfg_attr(feature = "schema", schemars(extend("x-casus" = "numbers")))]
        pub numbers: Value,
    }

    /// A line of the journal, as the viewer may know it.
    pub struct LineInfo {
        /// Its number, from 1.
        pub line: usize,
        /// Whose it is.
        pub by: String,
        /// The action, to whoever may know it.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub action: Option<String>,
        /// The faces that fell, to whoever may know them.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub faces: Option<Vec<u8>>,
        /// What was done beside the rules.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub act: Option<Act>,
        /// What came of it.
        pub events: Vec<EventInfo>,
    }

    /// A hex that could be reached.
    pub struct CourseInfo {
        /// The hex.
        pub to: Thing,
        /// What one wants to know of it: `"3 MP, enemy ZOC"`.
        pub note: String,
        /// The actions that lead there, in order.
        pub actions: Vec<String>,
        /// Who could act against the pieces before they are there, where they can afford no way past them.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        pub risks: Vec<String>,
        /// The facing of the first of the pieces at the end, where it has one.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub facing: Option<String>,
    }

    /// What a piece threatens, or what threatens it.
    pub struct ThreatInfo {
        /// What.
        pub words: String,
        /// The hexes or pieces that it is about.
        pub on: Vec<String>,
        /// The Case.
        pub cite: Cite,
    }

    /// An outcome by what the asker wanted to know.
    pub struct OutcomeInfo {
        /// By path.
        pub is: BTreeMap<String, Value>,
        /// An exact fraction.
        pub chance: String,
    }

    /// An outcome by what becomes of the pieces.
    pub struct BecomesInfo {
        /// A line for each piece to which something happens.
        pub becomes: Vec<String>,
        /// Who decides next, and what; or how play ends.
        pub next: String,
        /// An exact fraction.
        pub chance: String,
    }

    /// Odds by what becomes of the pieces.
    pub struct ForetoldInfo {
        /// How far they look, and by which answers.
        pub how: String,
        /// Each outcome, the likeliest first.
        pub outcomes: Vec<BecomesInfo>,
        /// The share that was not walked to its end, as a fraction.
        pub unresolved: String,
        /// Why not, in words; empty where all of it was.
        pub why: Vec<String>,
    }

    /// A ruling, as far as a player needs it.
    pub struct RulingInfo {
        /// Its name.
        pub id: String,
        /// What is played.
        pub text: String,
    }
}

/// Whose decision is open, or how play ended.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum TurnInfo {
    /// A decision is open.
    Asked(Asked),
    /// Play has ended.
    Ended(Ended),
}

/// Where the match stands, after a request that changed it.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct After {
    /// Whose decision is open.
    pub turn: TurnInfo,
    /// The length of the journal.
    pub journal: usize,
    /// Who has offered a draw.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub draw_offers: Vec<String>,
    /// Who asks to take something back, and to which length of the journal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub asks_undo: Option<AsksUndo>,
}

told! {
    /// A wish to take something back.
    pub struct AsksUndo {
        /// Whose.
        pub by: String,
        /// The length of the journal then.
        pub to: usize,
    }

    /// The answer to `map`.
    pub struct MapAnswer {
        /// The map.
        pub map: Gazetteer,
    }
    /// The answer to `actions`.
    pub struct ActionsAnswer {
        /// Whose they are.
        pub by: String,
        /// All of them, in the game's order.
        pub actions: Vec<ActionInfo>,
        /// By the name of each thing that they name: the places in the list of those that do.
        pub clicks: BTreeMap<String, Vec<usize>>,
        /// The length of the journal.
        pub journal: usize,
    }
    /// The answer to `check`.
    pub struct CheckAnswer {
        /// Whether it is allowed.
        pub legal: bool,
        /// If not, why.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        pub refusals: Vec<Reason>,
    }
    /// The answer to `why`.
    pub struct WhyAnswer {
        /// The action that was asked about; none if the open decision was.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub action: Option<ActionInfo>,
        /// Whether it is allowed.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub legal: Option<bool>,
        /// What it does, and what it costs or what its die is modified by: a line for each, with its Case. Of a decision: a line
        /// for each verb.
        pub sense: Vec<String>,
        /// If it is not allowed, why.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        pub refusals: Vec<Reason>,
        /// The action that lays down the piece in hand, if it would be allowed after that.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub after: Option<String>,
        /// The open decision, if play goes on.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub decision: Option<Asked>,
        /// How the decision's Case is read.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        pub rulings: Vec<RulingInfo>,
    }
    /// The answer to `reach`.
    pub struct ReachAnswer {
        /// The actions that take the pieces in hand first.
        pub first: Vec<String>,
        /// The hexes, nearest first.
        pub courses: Vec<CourseInfo>,
    }
    /// The answer to `threats`.
    pub struct ThreatsAnswer {
        /// The piece or hex.
        pub of: Thing,
        /// What it threatens, and what threatens it.
        pub threats: Vec<ThreatInfo>,
    }
    /// The answer to `piece`.
    pub struct PieceAnswer {
        /// The piece or hex.
        pub of: Thing,
        /// A line for each thing that may be known.
        pub lines: Vec<String>,
    }
    /// The answer to `odds` with `keys`.
    pub struct OddsAnswer {
        /// Each outcome.
        pub outcomes: Vec<OutcomeInfo>,
        /// The share that was not walked to its end, as a fraction.
        pub unresolved: String,
        /// Why not.
        pub why: Unresolved,
        /// Over how many different deals of what is hidden they were taken; 1: they are exact.
        pub deals: usize,
    }
    /// The answer to `odds` without `keys`.
    pub struct ForetoldAnswer {
        /// Up to the next decision, whoever's it is.
        pub near: ForetoldInfo,
        /// To the end of what the action begins, nothing else being declared; none where that is the same, or too much.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub far: Option<ForetoldInfo>,
        /// What is hidden from the asker was dealt by lot for this.
        pub dealt: bool,
    }
    /// The answer to `view`.
    pub struct ViewAnswer {
        /// What the viewer sees; to the referee every side's view under its word.
        #[cfg_attr(feature = "schema", schemars(extend("anyOf" = [
            { "x-casus": "view" },
            { "type": "object", "additionalProperties": { "x-casus": "view" } },
        ])))]
        pub view: Value,
    }
    /// The answer to `field`.
    pub struct FieldAnswer {
        /// The field as text; to the referee a spectator's.
        pub field: String,
    }
    /// The answer to `scene`.
    pub struct SceneAnswer {
        /// The number of the picture, for `since`.
        pub picture: u64,
        /// The picture as data, if it is not told by what has changed.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub scene: Option<Scene>,
        /// What has changed since the picture that the asker has.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub changes: Option<Changes>,
        /// What was asked to be marked.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub marks: Option<MarksInfo>,
    }
    /// What is marked in a picture, by names; what was not asked for is left out.
    pub struct MarksInfo {
        /// The own pieces that the open decision's actions begin with: to whoever decides, and to the referee.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub may_act: Option<Vec<String>>,
        /// The hexes and other pieces that those actions name.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub targets: Option<Vec<String>>,
        /// The ways of the last move.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub last: Option<Vec<WayInfo>>,
        /// The fights of the last line of the journal that told of any.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub fights: Option<Vec<FightInfo>>,
        /// The zones of control.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub zoc: Option<Vec<ZoneInfo>>,
        /// The hexes that are seen from the piece or hex of the request; empty where the game has no lines of sight.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub sight: Option<Vec<String>>,
        /// Where it could get to now: to whoever decides, and to the referee.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub reach: Option<Vec<ReachedInfo>>,
        /// Whom it could go for: by an action of the open decision, and else as things stand.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub odds: Option<Vec<GoalInfo>>,
    }
    /// Who has gone for whom.
    pub struct FightInfo {
        /// The pieces.
        pub by: Vec<String>,
        /// A piece, or a hex with all in it.
        pub at: String,
        /// From afar, and not hand to hand.
        pub shot: bool,
    }
    /// A hex that a piece could get to.
    pub struct ReachedInfo {
        /// The hex.
        pub to: String,
        /// What it would spend, and what one wants to know of it.
        pub note: String,
    }
    /// An enemy whom a piece could go for.
    pub struct GoalInfo {
        /// A piece, or a hex with all in it.
        pub at: String,
        /// How, and at what odds as far as they are known.
        pub words: String,
    }
    /// A part of a piece's way.
    pub struct WayInfo {
        /// The piece.
        pub piece: String,
        /// Where it was, if that is known.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub from: Option<String>,
        /// Where it is now, or what it does there.
        pub to: String,
    }
    /// The zone of control of a piece.
    pub struct ZoneInfo {
        /// The piece.
        pub piece: String,
        /// Its hexes.
        pub hexes: Vec<String>,
    }
    /// The answer to `svg`.
    pub struct SvgAnswer {
        /// The picture as text.
        pub svg: String,
    }
    /// The answer to `journal`.
    pub struct JournalAnswer {
        /// Its length.
        pub journal: usize,
        /// Its lines.
        pub lines: Vec<LineInfo>,
    }
    /// The answer to `case`.
    pub struct CaseAnswer {
        /// The Case.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub case: Option<Entry>,
        /// How it is read.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        pub rulings: Vec<Ruling>,
        /// The ruling, where one was asked for by its name.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub ruling: Option<Ruling>,
    }
    /// The answer to `cases`.
    pub struct CasesAnswer {
        /// The title of the rulebook.
        pub title: String,
        /// Every Case, in book order.
        pub cases: Vec<Entry>,
        /// The house rules, if there are any.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub house: Option<HouseInfo>,
    }
    /// A book of house rules.
    pub struct HouseInfo {
        /// Its title.
        pub title: String,
        /// Its rules.
        pub cases: Vec<Entry>,
    }
    /// The answer to `requests`.
    pub struct RequestsAnswer {
        /// The number of the protocol.
        pub protocol: u32,
        /// Every request.
        pub requests: Vec<Request>,
    }
    /// The answer to `advise`.
    pub struct AdviseAnswer {
        /// The agent.
        pub agent: String,
        /// What it would do.
        pub action: ActionInfo,
        /// What that does, with Cases.
        pub sense: Vec<String>,
        /// What it promises itself of it, in the game's points of worth; none where it does not weigh.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub expected_gain: Option<i32>,
        /// What it would do next, as long as no die falls and nobody else decides.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        pub then: Vec<String>,
    }
    /// What is answered where something is wrong.
    pub struct ErrorAnswer {
        /// What.
        pub error: SessionError,
    }
    /// The answer to `hello`.
    pub struct HelloAnswer {
        /// The number of the protocol.
        pub protocol: u32,
        /// The version of the library.
        pub library: String,
        /// The commit that it was built from, where the build was told it.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub commit: Option<String>,
        /// The games at hand.
        pub games: Vec<GameInfo>,
        /// Every request, beside those of tables.
        pub host: Vec<Request>,
        /// Every request of a table.
        pub requests: Vec<Request>,
    }
    /// A game at hand.
    pub struct GameInfo {
        /// Its short name.
        pub game: String,
        /// Its title.
        pub title: String,
        /// Its sides, in the order of their numbers.
        pub sides: Vec<String>,
        /// Whether nothing is hidden from anybody.
        pub open: bool,
        /// Its battles.
        pub battles: Vec<BattleInfo>,
        /// Optional rules, and rulings that may be read the other way.
        pub options: Vec<OptionInfo>,
        /// Its agents, the first where none is named.
        pub agents: Vec<AgentInfo>,
        /// The schema of its set-ups, where the build has it.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub setup_schema: Option<Value>,
    }
    /// A battle.
    pub struct BattleInfo {
        /// Its name.
        pub battle: String,
        /// What is fought, and when.
        pub title: String,
        /// Its scenarios.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        pub scenarios: Vec<ScenarioInfo>,
        /// The digest of the rules data that it is played by.
        pub rules: String,
    }
    /// A scenario.
    pub struct ScenarioInfo {
        /// Its name.
        pub scenario: String,
        /// What it is.
        pub title: String,
    }
    /// An option.
    pub struct OptionInfo {
        /// Its word.
        pub option: String,
        /// The Cases that it is about.
        pub cases: String,
        /// What the Case is called, or how the ruling reads it.
        pub text: String,
        /// With the option, if it is a ruling's other reading.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub other: Option<String>,
    }
    /// An agent.
    pub struct AgentInfo {
        /// Its name.
        pub agent: String,
        /// What it is.
        pub says: String,
    }
    /// The answer to `schema`.
    pub struct SchemaAnswer {
        /// The schema.
        pub schema: Value,
    }
    /// The answer to `open`, `reopen` and `close`.
    pub struct OpenAnswer {
        /// The table's number.
        pub session: u64,
        /// The game's short name.
        pub game: String,
    }
    /// The answer to `lay`.
    pub struct LayAnswer {
        /// The set-up, with every piece named: what `open` takes, or `lay` once more.
        #[cfg_attr(feature = "schema", schemars(extend("x-casus" = "setup")))]
        pub setup: Value,
        /// Every piece, and where it is laid.
        pub pieces: Vec<PostInfo>,
        /// What is wrong with it; then there is neither map nor picture.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        pub faults: Vec<FaultInfo>,
        /// The map.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub map: Option<Gazetteer>,
        /// The field as a picture's data, as the referee sees it.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub scene: Option<Scene>,
    }
    /// A piece of a set-up, and where it is laid.
    pub struct PostInfo {
        /// Its name.
        pub piece: String,
        /// Its hex, on the map.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub hex: Option<String>,
        /// Where it is off the map.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub at: Option<String>,
        /// The compass word that it faces.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub facing: Option<String>,
    }
    /// What is wrong with a set-up.
    pub struct FaultInfo {
        /// Where, as a path into the set-up.
        pub path: String,
        /// The piece that stands there.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub piece: Option<String>,
        /// What is wrong.
        pub message: String,
        /// The Case that speaks of it, if one does.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub cite: Option<Cite>,
    }
    /// The answer to `patch`.
    pub struct PatchAnswer {
        /// How many lines of the journal could be played.
        pub lines: usize,
        /// How many there are.
        pub of: usize,
        /// The digest of the rules data then and now, where they differ.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub rules: Option<[String; 2]>,
        /// Whether the position at the end is the one that the save speaks of.
        pub same: bool,
        /// The line that cannot be played.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub stopped: Option<StoppedInfo>,
        /// A save of what was played, by the rules of today.
        pub save: String,
    }
    /// A line of a journal that cannot be played.
    pub struct StoppedInfo {
        /// Its number, from 1.
        pub line: usize,
        /// It.
        pub words: String,
        /// Why not.
        pub message: String,
        /// The Case that forbids it first, if one does.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub cite: Option<String>,
    }
    /// The answer to `setup`.
    pub struct SetupAnswer {
        /// The set-up.
        #[cfg_attr(feature = "schema", schemars(extend("x-casus" = "setup")))]
        pub setup: Value,
    }
    /// The answer to `save`.
    pub struct SaveAnswer {
        /// The match as text.
        pub save: String,
    }
    /// The answer to `fork` and `drop`.
    pub struct ForkAnswer {
        /// The number of the copy.
        pub fork: u64,
    }
    /// The answer to a request that plays one line, or changes the match without playing.
    pub struct PlayedAnswer {
        /// What was played, a line for each action.
        pub played: Vec<LineInfo>,
        /// Why no more was played, where more might have been: `choice`, `over`, `limit`, `other` (another side's decision),
        /// `between` (something came between) or `error`.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub stopped: Option<String>,
        /// What could not be played.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub error: Option<SessionError>,
        /// How many lines were taken back.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub undone: Option<usize>,
        /// Where the match stands.
        #[serde(flatten)]
        pub after: After,
    }
}

/// Puts every answer into a schema.
#[cfg(feature = "schema")]
pub(crate) fn describe(generator: &mut schemars::SchemaGenerator) {
    macro_rules! each {
        ($($answer:ty),+ $(,)?) => {
            $(let _ = generator.subschema_for::<$answer>();)+
        };
    }
    each!(
        ActionsAnswer,
        AdviseAnswer,
        CaseAnswer,
        CasesAnswer,
        CheckAnswer,
        ErrorAnswer,
        FieldAnswer,
        ForetoldAnswer,
        ForkAnswer,
        HelloAnswer,
        JournalAnswer,
        LayAnswer,
        MapAnswer,
        OddsAnswer,
        OpenAnswer,
        PatchAnswer,
        PieceAnswer,
        PlayedAnswer,
        ReachAnswer,
        RequestsAnswer,
        SaveAnswer,
        SceneAnswer,
        SchemaAnswer,
        SetupAnswer,
        SvgAnswer,
        ThreatsAnswer,
        ViewAnswer,
        WhyAnswer,
        After,
    );
}
