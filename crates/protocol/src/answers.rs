//! The types of all answers. The JSON Schema of the protocol is made from them.
//!
//! Many keys are left out of the JSON if they would be empty or absent; the schema says which keys are always there. Read a
//! missing list as an empty list, and a missing text as an empty text.

use crate::error::told;
pub use crate::error::{ErrorKind, Reason, SessionError, Thing, ThingIs, ThrowInfo};
use crate::requests::Request;
use casus_core::cases::{CaseInfo, Cite, Ruling};
use casus_core::picture::{Changes, Scene};
use casus_core::play::Gazetteer;
use casus_core::play::MatchAct;
use casus_core::play::Unresolved;
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;

told! {
    /// An action of the game.
    pub struct ActionInfo {
        /// The action in words, as `play` takes it: `fire OT-MC-1`.
        pub words: String,
        /// The first word of the action, which is its kind.
        pub verb: String,
        /// The pieces that it names, in the order of its words.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        pub pieces: Vec<Thing>,
        /// The hexes that it names, in the order of its words.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        pub hexes: Vec<Thing>,
        /// The facing or hexside that it names, as a compass word.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub toward: Option<String>,
        /// All other words, in their order.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        pub more: Vec<String>,
        /// What a player wants to know before choosing it: `"SE, 1 MP"`, `"flank, die +4"`. Empty if there is nothing to add, or
        /// while another side decides.
        #[serde(skip_serializing_if = "String::is_empty")]
        pub note: String,
        /// What the action costs. Absent if the cost is not known before play, or while another side decides.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub cost: Option<CostInfo>,
    }

    /// The cost of an action.
    pub struct CostInfo {
        /// The number of points.
        pub points: i32,
        /// The kind of points: `"MP"`.
        pub of: String,
    }

    /// An open decision.
    pub struct Asked {
        /// The side that decides.
        pub side: String,
        /// The kind of decision: one of the game's words for its decisions.
        pub what: String,
        /// The Case that gives the decision.
        pub cite: Cite,
        /// The title of that Case.
        pub title: String,
        /// The decision as a question to the player.
        pub question: String,
        /// The piece, hex or side that the decision is about; absent if it is about none.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub of: Option<Thing>,
        /// The activation or player turn in which the decision falls: its command or its side. Absent if the decision
        /// falls in none.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub within: Option<Thing>,
    }

    /// The end of play.
    pub struct Ended {
        /// The name of the side that won, or `draw`, `all-lose` or `stalemate`.
        pub over: String,
        /// The Case by which play ended.
        pub cite: Cite,
        /// The result in words.
        pub words: String,
        /// What decided the outcome, with the numbers of the roll if there was one, and what each side lost; one line each.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        pub because: Vec<String>,
    }

    /// An event, as data and in words.
    pub struct EventInfo {
        /// The Case that caused it.
        pub cite: String,
        /// The event in words.
        pub words: String,
        /// The event as data, with pieces and hexes by their names.
        #[cfg_attr(feature = "schema", schemars(extend("x-casus" = "event")))]
        pub event: Value,
        /// The same data, with pieces and hexes by their numbers in the answer to `map`.
        #[cfg_attr(feature = "schema", schemars(extend("x-casus" = "numbers")))]
        pub numbers: Value,
    }

    /// A line of the journal, without what is hidden from the viewer.
    pub struct LineInfo {
        /// The number of the line, from 1.
        pub line: usize,
        /// The side that acted.
        pub by: String,
        /// The action in words; absent if it is hidden from the viewer, or if the line is an act.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub action: Option<String>,
        /// The result of each roll, in order: for one die its face, for `2d6` the sum. Absent if they are hidden from the viewer, or
        /// if the line is an act.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub faces: Option<Vec<u8>>,
        /// An act outside the rules, such as a resignation or an offer of a draw, in place of an action.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub act: Option<MatchAct>,
        /// The events that followed, as the viewer sees them.
        pub events: Vec<EventInfo>,
    }

    /// A hex that pieces can reach, and how.
    pub struct CourseInfo {
        /// The hex that they can reach.
        pub to: Thing,
        /// What a player wants to know of the way there: `"3 MP, enemy ZOC"`.
        pub note: String,
        /// The actions that lead there, in order.
        pub actions: Vec<String>,
        /// The enemies that could act against the pieces on the way. Empty if there is a path that avoids them and the pieces can
        /// afford it.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        pub risks: Vec<String>,
        /// The facing of the pieces at the end, as a compass word; absent if they have none, or different ones.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub facing: Option<String>,
    }

    /// A threat of a piece, or to it.
    pub struct ThreatInfo {
        /// The threat in words.
        pub words: String,
        /// The hexes or pieces that it concerns, by name.
        pub on: Vec<String>,
        /// The Case of the threat.
        pub cite: Cite,
    }

    /// A possible outcome, described by values of the view.
    pub struct OutcomeInfo {
        /// The value at each path of the request; `null` if the view does not have the path in this outcome.
        pub is: BTreeMap<String, Value>,
        /// The chance as an exact fraction.
        pub chance: String,
    }

    /// A possible outcome, described by what happens to the pieces.
    pub struct BecomesInfo {
        /// A line for each piece to which something happens.
        pub becomes: Vec<String>,
        /// The side that decides next, and what about; or how play ends.
        pub next: String,
        /// The chance as an exact fraction.
        pub chance: String,
    }

    /// The possible outcomes of an action, described by what happens to the pieces.
    pub struct ForetoldInfo {
        /// How far the outcomes go, and how the decisions on the way are answered.
        pub how: String,
        /// The outcomes, most likely first.
        pub outcomes: Vec<BecomesInfo>,
        /// The share that was not computed to its end, as a fraction.
        pub unresolved: String,
        /// Why a share is unresolved, in words; empty if none is.
        pub why: Vec<String>,
    }

    /// A ruling: its name, and what is played.
    pub struct RulingInfo {
        /// The name of the ruling.
        pub id: String,
        /// The reading that is played.
        pub text: String,
    }
}

/// The open decision, or the end of play.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum TurnInfo {
    /// A decision is open.
    Asked(Asked),
    /// Play has ended.
    Ended(Ended),
}

/// The state of the match: the answer to `turn`, and part of each answer to a request that changes the match.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct After {
    /// The open decision, or the end of play.
    pub turn: TurnInfo,
    /// The length of the journal.
    pub journal: usize,
    /// The sides that offer a draw.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub draw_offers: Vec<String>,
    /// The open undo request; absent if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub asks_undo: Option<AsksUndo>,
}

told! {
    /// An undo request of a side.
    pub struct AsksUndo {
        /// The side that asks.
        pub by: String,
        /// The length of the journal to return to.
        pub to: usize,
    }

    /// The answer to `map`.
    pub struct MapAnswer {
        /// The map, with the lists that numbers point into.
        pub map: Gazetteer,
    }
    /// The answer to `actions`.
    pub struct ActionsAnswer {
        /// The side that decides.
        pub by: String,
        /// All legal actions, in the order of the game.
        pub actions: Vec<ActionInfo>,
        /// For each piece and hex, by its name: which actions name it, as positions in `actions`, from 0.
        pub clicks: BTreeMap<String, Vec<usize>>,
        /// The length of the journal.
        pub journal: usize,
    }
    /// The answer to `check`.
    pub struct CheckAnswer {
        /// Whether the action is legal.
        pub legal: bool,
        /// Every reason against it; empty if it is legal.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        pub refusals: Vec<Reason>,
    }
    /// The answer to `why`.
    pub struct WhyAnswer {
        /// The action of the request; absent if the request names none.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub action: Option<ActionInfo>,
        /// Whether the action is legal; absent if the request names none.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub legal: Option<bool>,
        /// What the action does, and what it costs or what modifies its die roll: one line each, with its Case. If the request names no
        /// action, there is one line for each verb of the open decision, only for the side that decides.
        pub sense: Vec<String>,
        /// Every reason against the action; empty if it is legal.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        pub refusals: Vec<Reason>,
        /// The action that deselects the selected piece, if the action of the request would be legal after it.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub after: Option<String>,
        /// The open decision; absent once play has ended.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub decision: Option<Asked>,
        /// The rulings on the Case of the decision.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        pub rulings: Vec<RulingInfo>,
    }
    /// The answer to `reach`.
    pub struct ReachAnswer {
        /// The actions that select the pieces, to be played first.
        pub first: Vec<String>,
        /// The hexes in reach, nearest first.
        pub courses: Vec<CourseInfo>,
    }
    /// The answer to `threats`.
    pub struct ThreatsAnswer {
        /// The piece or hex of the request.
        pub of: Thing,
        /// What the piece or hex threatens, and what threatens it.
        pub threats: Vec<ThreatInfo>,
    }
    /// The answer to `piece`.
    pub struct PieceAnswer {
        /// The piece or hex of the request.
        pub of: Thing,
        /// A line for each fact that the viewer may know.
        pub lines: Vec<String>,
    }
    /// The answer to `odds` with `keys`.
    pub struct OddsAnswer {
        /// The possible outcomes, each with its chance.
        pub outcomes: Vec<OutcomeInfo>,
        /// The share that was not computed to its end, as a fraction.
        pub unresolved: String,
        /// Why a share is unresolved.
        pub why: Unresolved,
        /// The number of different positions that came of drawing hidden information 16 times. The chances are the average over all
        /// 16 draws. The number is 1 if every draw gave the same position, as in a game that hides nothing.
        pub deals: usize,
    }
    /// The answer to `odds` without `keys`.
    pub struct ForetoldAnswer {
        /// The outcomes up to the next decision of either side.
        pub near: ForetoldInfo,
        /// The outcomes at the end of what the action begins. Its `how` says how decisions are answered, and whether
        /// other declarations are left out. Absent if the action is complete at the next decision, or has only one
        /// outcome at its end. If the `runs` of the request are too
        /// few, this part has no outcomes and an `unresolved` share of 1.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub far: Option<ForetoldInfo>,
        /// Whether the outcomes may depend on hidden information. If so, that information was drawn at random.
        pub dealt: bool,
    }
    /// The answer to `view`.
    pub struct ViewAnswer {
        /// The position as the viewer sees it. For the referee, the views of all sides, each under the name of its side.
        #[cfg_attr(feature = "schema", schemars(extend("anyOf" = [
            { "x-casus": "view" },
            { "type": "object", "additionalProperties": { "x-casus": "view" } },
        ])))]
        pub view: Value,
    }
    /// The answer to `field`.
    pub struct FieldAnswer {
        /// The position as text; for the referee, as a spectator sees it.
        pub field: String,
    }
    /// The answer to `scene`.
    pub struct SceneAnswer {
        /// The number of this picture, for `since`.
        pub picture: u64,
        /// The whole picture as data; absent if `changes` is there.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub scene: Option<Scene>,
        /// The changes since the picture that the request names; absent if `scene` is there.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub changes: Option<Changes>,
        /// The marks that the request asks for.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub marks: Option<MarksInfo>,
    }
    /// The marks of a picture, by names. A mark that the request does not ask for is absent.
    pub struct MarksInfo {
        /// The pieces with which the actions of the open decision begin; only for the side that decides, and for the referee.
        #[serde(rename = "may-act", skip_serializing_if = "Option::is_none")]
        pub may_act: Option<Vec<String>>,
        /// The hexes and other pieces that those actions name; only for the side that decides, and for the referee.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub targets: Option<Vec<String>>,
        /// The paths of the last move.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub last: Option<Vec<WayInfo>>,
        /// The fights in the last line of the journal that has any.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub fights: Option<Vec<FightInfo>>,
        /// The zones of control.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub zoc: Option<Vec<ZoneInfo>>,
        /// The hexes in sight of the piece or hex of the request. Empty if the game has no lines of sight.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub sight: Option<Vec<String>>,
        /// The hexes that the piece of the request, or the pieces in the hex of the request, can reach now; only for
        /// the side that decides, and for the referee.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub reach: Option<Vec<ReachedInfo>>,
        /// The enemies that the piece of the request can attack or fire at. The side that decides, and the referee, get one
        /// entry for each action of the open decision that attacks an enemy, with the verb and the note of the action as its
        /// words. All other entries have the words of [`Guide::goals`](casus_guide::Guide::goals).
        #[serde(skip_serializing_if = "Option::is_none")]
        pub odds: Option<Vec<GoalInfo>>,
    }
    /// An attack or a shot that was made.
    pub struct FightInfo {
        /// The pieces that attacked or fired.
        pub by: Vec<String>,
        /// The piece that was attacked or fired at, or a hex with all pieces in it.
        pub at: String,
        /// Whether it was fire, not close combat.
        pub shot: bool,
    }
    /// A hex that a piece can reach.
    pub struct ReachedInfo {
        /// The printed number of the hex.
        pub to: String,
        /// The cost, and what else a player wants to know of it.
        pub note: String,
    }
    /// An enemy that a piece can attack or fire at.
    pub struct GoalInfo {
        /// The enemy piece, or a hex with all pieces in it.
        pub at: String,
        /// The kind of attack, and the odds as far as they are known.
        pub words: String,
    }
    /// A part of a piece's path.
    pub struct WayInfo {
        /// The id of the piece.
        pub piece: String,
        /// The place that it left; absent if that is not known.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub from: Option<String>,
        /// The place where it is now, or what it does there.
        pub to: String,
    }
    /// The zone of control of a piece.
    pub struct ZoneInfo {
        /// The id of the piece.
        pub piece: String,
        /// The hexes of its zone of control.
        pub hexes: Vec<String>,
    }
    /// The answer to `svg`.
    pub struct SvgAnswer {
        /// The picture as SVG text.
        pub svg: String,
    }
    /// The answer to `journal`.
    pub struct JournalAnswer {
        /// The length of the journal.
        pub journal: usize,
        /// The lines from the requested one on.
        pub lines: Vec<LineInfo>,
    }
    /// The answer to `case`.
    pub struct CaseAnswer {
        /// The Case; absent if the request names a ruling.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub case: Option<CaseInfo>,
        /// The rulings on the Case.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        pub rulings: Vec<Ruling>,
        /// The ruling, if the request names one.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub ruling: Option<Ruling>,
    }
    /// The answer to `cases`.
    pub struct CasesAnswer {
        /// The title of the rulebook.
        pub title: String,
        /// All Cases, in the order of the rulebook.
        pub cases: Vec<CaseInfo>,
        /// The house rules of the match; absent if it has none.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub house: Option<HouseInfo>,
    }
    /// A book of house rules.
    pub struct HouseInfo {
        /// The title of the book.
        pub title: String,
        /// The Cases of its rules.
        pub cases: Vec<CaseInfo>,
    }
    /// The answer to `requests`.
    pub struct RequestsAnswer {
        /// The version of the protocol.
        pub protocol: u32,
        /// All requests of a session.
        pub requests: Vec<Request>,
    }
    /// The answer to `advise`.
    pub struct AdviseAnswer {
        /// The name of the agent.
        pub agent: String,
        /// The action that the agent would choose.
        pub action: ActionInfo,
        /// What that action does, in lines with their Cases.
        pub sense: Vec<String>,
        /// The gain that the agent expects, in the points by which the game evaluates positions. Absent if the agent does not evaluate.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub expected_gain: Option<i32>,
        /// The actions with which the agent would continue its plan, at most 30. The list ends where the plan is complete, a die
        /// is rolled or another side decides. Absent if nothing follows, or the agent does not plan.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        pub then: Vec<String>,
    }
    /// The answer when a request fails.
    pub struct ErrorAnswer {
        /// Why the request failed.
        pub error: SessionError,
    }
    /// The answer to `hello`.
    pub struct HelloAnswer {
        /// The version of the protocol.
        pub protocol: u32,
        /// The version of the library.
        pub library: String,
        /// The commit from which the library was built; absent if the build was not given it.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub commit: Option<String>,
        /// The games that the host serves.
        pub games: Vec<GameInfo>,
        /// All requests that the host answers itself.
        pub host: Vec<Request>,
        /// All requests of a session.
        pub requests: Vec<Request>,
    }
    /// A game of the host.
    pub struct GameInfo {
        /// The short name of the game, which requests use.
        pub game: String,
        /// The title of the game.
        pub title: String,
        /// The names of its sides, in the order of their numbers.
        pub sides: Vec<String>,
        /// Whether the game hides nothing from anybody.
        pub open: bool,
        /// Its battles; the first is the default.
        pub battles: Vec<BattleInfo>,
        /// Optional rules, and rulings for which you can choose the other reading.
        pub options: Vec<OptionInfo>,
        /// Its agents; the first is the default.
        pub agents: Vec<AgentInfo>,
        /// The JSON Schema of its set-ups; absent if the build has no schemas.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub setup_schema: Option<Value>,
    }
    /// A battle of a game.
    pub struct BattleInfo {
        /// The name of the battle, which requests use.
        pub battle: String,
        /// The battle and its date.
        pub title: String,
        /// Its scenarios; empty if it has none.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        pub scenarios: Vec<ScenarioInfo>,
        /// The digest of the rules data with which it is played.
        pub rules: String,
    }
    /// A scenario of a battle.
    pub struct ScenarioInfo {
        /// The name of the scenario, which requests use.
        pub scenario: String,
        /// The title of the scenario.
        pub title: String,
    }
    /// An optional rule, or a ruling with another reading.
    pub struct OptionInfo {
        /// The name of the option, which requests use: the Case of an optional rule, or the name of a ruling.
        pub option: String,
        /// The Cases that it is about.
        pub cases: String,
        /// The question that the ruling answers; absent if it is an optional rule.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub question: Option<String>,
        /// The title of the Case, or what is played by the ruling without the option.
        pub text: String,
        /// What is played with the option; absent if it is an optional rule.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub other: Option<String>,
    }
    /// An agent, which can play a side.
    pub struct AgentInfo {
        /// The name of the agent.
        pub agent: String,
        /// How the agent plays, in words.
        pub says: String,
    }
    /// The answer to `schema`.
    pub struct SchemaAnswer {
        /// The JSON Schema of the requests and answers.
        pub schema: Value,
    }
    /// The answer to `open`, `reopen` and `close`.
    pub struct OpenAnswer {
        /// The number of the session.
        pub session: u64,
        /// The short name of its game.
        pub game: String,
    }
    /// The answer to `lay`.
    pub struct LayAnswer {
        /// The set-up, for `open` or for another `lay`: with every piece named, or, if the set-up of the request has faults, only with
        /// the pieces that it names itself.
        #[cfg_attr(feature = "schema", schemars(extend("x-casus" = "setup")))]
        pub setup: Value,
        /// Every piece that `setup` names, and its place.
        pub pieces: Vec<PostInfo>,
        /// The faults of the set-up. If there are any, `map` and `scene` are absent.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        pub faults: Vec<FaultInfo>,
        /// The map of the set-up.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub map: Option<Gazetteer>,
        /// The picture as data, as the referee sees it.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub scene: Option<Scene>,
    }
    /// A piece of a set-up and its place.
    pub struct PostInfo {
        /// The id of the piece.
        pub piece: String,
        /// Its hex, if it is on the map.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub hex: Option<String>,
        /// Its place off the map, in the game's own words.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub at: Option<String>,
        /// Its facing, as a compass word.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub facing: Option<String>,
    }
    /// A fault of a set-up.
    pub struct FaultInfo {
        /// The path into the set-up: `units[3].hex`.
        pub path: String,
        /// The piece at that path; absent if it belongs to none.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub piece: Option<String>,
        /// What is wrong at that path, in words.
        pub message: String,
        /// The Case that forbids it; absent if no Case does.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub cite: Option<Cite>,
    }
    /// The answer to `migrate`.
    pub struct MigrateAnswer {
        /// The number of lines of the journal that were played.
        pub played: usize,
        /// The number of lines that the journal of the save has.
        pub total: usize,
        /// The digest of the rules data that the save names, and the one that its set-up gives now. Absent if they are the same.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub rules: Option<[String; 2]>,
        /// Whether the position at the end is the one that the save names.
        pub same_position: bool,
        /// The first line that cannot be played; absent if all can.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub stopped: Option<StoppedInfo>,
        /// A save of what was played, with the current rules.
        pub save: String,
    }
    /// A line of a journal that cannot be played.
    pub struct StoppedInfo {
        /// The number of the line, from 1.
        pub line: usize,
        /// The line in words.
        pub words: String,
        /// Why it cannot be played.
        pub message: String,
        /// The first Case that forbids it; absent if no Case does.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub cite: Option<String>,
    }
    /// The answer to `setup`.
    pub struct SetupAnswer {
        /// The set-up of the match.
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
    /// The answer to a request that changes the match.
    pub struct PlayedAnswer {
        /// The lines of the actions that were played; empty if the request plays none.
        pub played: Vec<LineInfo>,
        /// Why a request that can play several lines ended: `choice`, `other`, `over`, `between`, `limit` or `error`. See
        /// [`Session`](crate::Session). Absent if the request did all that it was asked to do.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub stopped: Option<String>,
        /// Why an action could not be played, if `stopped` is `error`.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub error: Option<SessionError>,
        /// The number of lines that were undone; absent if the request undoes none.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub undone: Option<usize>,
        /// The state of the match after the request. In JSON, the keys of [`After`] stand beside the others, without a
        /// key `after`.
        #[serde(flatten)]
        pub after: After,
    }
}

/// Adds every type of answer to a schema.
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
        MigrateAnswer,
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
