//! Actions: the small decisions of the game, and their words.

use crate::components::{LeaderId, UnitId};
use crate::state::{State, Window};
use casus_core::ParseFault;
use casus_core::board::HexId;
use casus_core::facing::VertexFacing;

/// One small decision.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Action {
    /// 14.1, 14.2: puts a unit of a group into one of its hexes.
    Place(UnitId, HexId),
    /// 14.1, 14.2: puts a leader into one of his hexes.
    PlaceLeader(LeaderId, HexId),
    /// 14.1: puts the Banner near the King.
    PlaceBanner(HexId),
    /// 5.1: activates a command under a leader, without a die roll.
    Activate(LeaderId),
    /// 5.2: names a command for Continuity.
    Name(LeaderId),
    /// 5.3: tries to Seize Continuity with a command.
    Seize(LeaderId),
    /// 5.3: lets the Continuity roll be made.
    LetRoll,
    /// 5.1.1: passes.
    Pass,
    /// 13.0.2: activates the Standard.
    Standard,
    /// 15.2.4: rolls for a contingent.
    Summon,
    /// 12.4.1: puts the replacement leader with a unit.
    Replace(LeaderId, UnitId),
    /// 6.1: takes a unit in hand.
    Take(UnitId),
    /// 6.1.1: takes a leader in hand.
    TakeLeader(LeaderId),
    /// 6.1.1, 9.2, 9.4.4: one hex.
    Step(HexId),
    /// 15.1, 11.0.2: on to the map.
    Enter(HexId),
    /// 3.3.2: faces a vertex.
    Face(VertexFacing),
    /// Done with the piece in hand, or keeps the facing it has.
    Halt,
    /// 4.1: ends the Move/Fire segment.
    EndMoves,
    /// 7.3.2: Phasing Fire.
    Fire(UnitId),
    /// 7.3.2: Reaction Fire by this unit.
    React(UnitId),
    /// 7.3.2: Return Fire.
    Return,
    /// Lets the moment pass.
    Hold,
    /// Lets it pass, and all windows like it until the activation ends.
    HoldAll(Window),
    /// Opens such windows again.
    Reopen(Window),
    /// 9.4: attempts a Counter-Charge with this unit against that one.
    CounterCharge(UnitId, UnitId),
    /// 8.2: Retreat Before Shock.
    Withdraw(UnitId, HexId),
    /// 8.1: declares a Shock attack.
    Shock(UnitId, UnitId),
    /// 9.2: declares a Charge.
    Charge(UnitId, UnitId),
    /// 8.1: all attacks are declared.
    Declared,
    /// 8.3: resolves the combat of this attacker next.
    Resolve(UnitId),
    /// 8.3.2: rolls against this defender.
    Strike(UnitId),
    /// 8.4, 8.2, 10.5: advances into a hex.
    Advance(UnitId, HexId),
    /// 10.2: retreats to a hex.
    Retreat(HexId),
    /// 10.2.1: retreats through an archer unit's hex to another.
    Trample(HexId, HexId),
    /// 10.3: places the Retired unit.
    Retire(HexId),
    /// 12.4, 3.1.1: the leader goes to this unit.
    Rejoin(UnitId),
}

impl Action {
    /// The first word of its spelling.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Place(..) => "place",
            Self::PlaceLeader(..) => "place-leader",
            Self::PlaceBanner(_) => "place-banner",
            Self::Activate(_) => "activate",
            Self::Name(_) => "name",
            Self::Seize(_) => "seize",
            Self::LetRoll => "let-roll",
            Self::Pass => "pass",
            Self::Standard => "standard",
            Self::Summon => "summon",
            Self::Replace(..) => "replace",
            Self::Take(_) => "take",
            Self::TakeLeader(_) => "take-leader",
            Self::Step(_) => "step",
            Self::Enter(_) => "enter",
            Self::Face(_) => "face",
            Self::Halt => "halt",
            Self::EndMoves => "end-moves",
            Self::Fire(_) => "fire",
            Self::React(_) => "react",
            Self::Return => "return-fire",
            Self::Hold => "hold",
            Self::HoldAll(_) => "hold-all",
            Self::Reopen(_) => "reopen",
            Self::CounterCharge(..) => "counter-charge",
            Self::Withdraw(..) => "withdraw",
            Self::Shock(..) => "shock",
            Self::Charge(..) => "charge",
            Self::Declared => "declared",
            Self::Resolve(_) => "resolve",
            Self::Strike(_) => "strike",
            Self::Advance(..) => "advance",
            Self::Retreat(_) => "retreat",
            Self::Trample(..) => "trample",
            Self::Retire(_) => "retire",
            Self::Rejoin(_) => "rejoin",
        }
    }
}

/// The action as words: `"charge HU-HC-3 OT-MC-1"`.
pub fn spell(s: &State, action: Action) -> String {
    let unit = |u: UnitId| {
        s.kit
            .roster
            .counters
            .get(usize::from(u.0))
            .map_or("?", |c| &c.id)
    };
    let leader = |l: LeaderId| {
        s.kit
            .roster
            .leaders
            .get(usize::from(l.0))
            .map_or("?", |c| &c.id)
    };
    let hex = |h: HexId| {
        if s.kit.board.contains(h) {
            s.kit.board.label(h)
        } else {
            "?".to_owned()
        }
    };
    let word = action.word();
    match action {
        Action::Place(u, h) | Action::Withdraw(u, h) | Action::Advance(u, h) => {
            format!("{word} {} {}", unit(u), hex(h))
        }
        Action::PlaceLeader(l, h) => format!("{word} {} {}", leader(l), hex(h)),
        Action::PlaceBanner(h)
        | Action::Step(h)
        | Action::Enter(h)
        | Action::Retreat(h)
        | Action::Retire(h) => format!("{word} {}", hex(h)),
        Action::Activate(l) | Action::Name(l) | Action::Seize(l) | Action::TakeLeader(l) => {
            format!("{word} {}", leader(l))
        }
        Action::Replace(l, u) => format!("{word} {} {}", leader(l), unit(u)),
        Action::Take(u)
        | Action::Fire(u)
        | Action::React(u)
        | Action::Resolve(u)
        | Action::Strike(u)
        | Action::Rejoin(u) => format!("{word} {}", unit(u)),
        Action::Face(f) => format!("{word} {}", f.word(s.kit.board.orientation())),
        Action::HoldAll(w) | Action::Reopen(w) => format!("{word} {}", w.word()),
        Action::CounterCharge(a, b) | Action::Shock(a, b) | Action::Charge(a, b) => {
            format!("{word} {} {}", unit(a), unit(b))
        }
        Action::Trample(a, b) => format!("{word} {} {}", hex(a), hex(b)),
        Action::LetRoll
        | Action::Pass
        | Action::Standard
        | Action::Summon
        | Action::Halt
        | Action::EndMoves
        | Action::Return
        | Action::Hold
        | Action::Declared => word.to_owned(),
    }
}

/// The inverse of [`spell`].
///
/// # Errors
/// When the words are no action: an unknown verb, a name that no piece bears, a hex that is not on the map (2.1).
pub fn parse(s: &State, text: &str) -> Result<Action, ParseFault> {
    let fault = |message: String| ParseFault {
        text: text.to_owned(),
        message,
    };
    let words: Vec<&str> = text.split_whitespace().collect();
    let Some((&verb, rest)) = words.split_first() else {
        return Err(fault("an action begins with a verb".to_owned()));
    };
    let get = |i: usize, what: &str| {
        rest.get(i)
            .copied()
            .ok_or_else(|| fault(format!("`{verb}` wants {what}")))
    };
    let unit = |i: usize| {
        let w = get(i, "a unit")?;
        s.kit
            .roster
            .unit(w)
            .ok_or_else(|| fault(format!("no unit is called `{w}`")))
    };
    let leader = |i: usize| {
        let w = get(i, "a leader")?;
        s.kit
            .roster
            .leader(w)
            .ok_or_else(|| fault(format!("no leader is called `{w}`")))
    };
    let hex = |i: usize| {
        let w = get(i, "a hex")?;
        s.kit
            .board
            .parse(w)
            .map_err(|e| fault(format!("{e} (2.1)")))
    };
    let facing = |i: usize| {
        let w = get(i, "a facing")?;
        VertexFacing::named(w, s.kit.board.orientation()).ok_or_else(|| {
            fault(format!(
                "`{w}` is no vertex: N, ENE, ESE, S, WSW, WNW (3.3.1)"
            ))
        })
    };
    let window = |i: usize| {
        let w = get(i, "a window")?;
        Window::ALL
            .into_iter()
            .find(|x| x.word() == w)
            .ok_or_else(|| fault(format!("no window is called `{w}`")))
    };
    let (action, used) = match verb {
        "place" => (Action::Place(unit(0)?, hex(1)?), 2),
        "place-leader" => (Action::PlaceLeader(leader(0)?, hex(1)?), 2),
        "place-banner" => (Action::PlaceBanner(hex(0)?), 1),
        "activate" => (Action::Activate(leader(0)?), 1),
        "name" => (Action::Name(leader(0)?), 1),
        "seize" => (Action::Seize(leader(0)?), 1),
        "let-roll" => (Action::LetRoll, 0),
        "pass" => (Action::Pass, 0),
        "standard" => (Action::Standard, 0),
        "summon" => (Action::Summon, 0),
        "replace" => (Action::Replace(leader(0)?, unit(1)?), 2),
        "take" => (Action::Take(unit(0)?), 1),
        "take-leader" => (Action::TakeLeader(leader(0)?), 1),
        "step" => (Action::Step(hex(0)?), 1),
        "enter" => (Action::Enter(hex(0)?), 1),
        "face" => (Action::Face(facing(0)?), 1),
        "halt" => (Action::Halt, 0),
        "end-moves" => (Action::EndMoves, 0),
        "fire" => (Action::Fire(unit(0)?), 1),
        "react" => (Action::React(unit(0)?), 1),
        "return-fire" => (Action::Return, 0),
        "hold" => (Action::Hold, 0),
        "hold-all" => (Action::HoldAll(window(0)?), 1),
        "reopen" => (Action::Reopen(window(0)?), 1),
        "counter-charge" => (Action::CounterCharge(unit(0)?, unit(1)?), 2),
        "withdraw" => (Action::Withdraw(unit(0)?, hex(1)?), 2),
        "shock" => (Action::Shock(unit(0)?, unit(1)?), 2),
        "charge" => (Action::Charge(unit(0)?, unit(1)?), 2),
        "declared" => (Action::Declared, 0),
        "resolve" => (Action::Resolve(unit(0)?), 1),
        "strike" => (Action::Strike(unit(0)?), 1),
        "advance" => (Action::Advance(unit(0)?, hex(1)?), 2),
        "retreat" => (Action::Retreat(hex(0)?), 1),
        "trample" => (Action::Trample(hex(0)?, hex(1)?), 2),
        "retire" => (Action::Retire(hex(0)?), 1),
        "rejoin" => (Action::Rejoin(unit(0)?), 1),
        _ => return Err(fault(format!("no action is called `{verb}`"))),
    };
    if rest.len() > used {
        return Err(fault(format!("`{}` is too much", rest[used])));
    }
    Ok(action)
}
