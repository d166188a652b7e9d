//! Actions: the small decisions of the game, and their words.

use crate::components::{LeaderId, UnitId};
use crate::state::activation::Window;
use crate::state::position::State;
use casus_core::{HexId, Noun, VertexFacing};

casus_core::actions! {
    /// One small decision.
    pub enum Action of State {
        /// 14.1, 14.2: puts a unit of a group into one of its hexes.
        Place(unit: UnitId, hex: HexId) = "place",
        /// 14.1, 14.2: puts a leader into one of his hexes.
        PlaceLeader(leader: LeaderId, hex: HexId) = "place-leader",
        /// 14.1: puts the Banner near the King.
        PlaceBanner(hex: HexId) = "place-banner",
        /// 5.1: activates a command under a leader, without a die roll.
        Activate(leader: LeaderId) = "activate",
        /// 5.2: names a command for Continuity.
        Name(leader: LeaderId) = "name",
        /// 5.3: tries to Seize Continuity with a command.
        Seize(leader: LeaderId) = "seize",
        /// 5.3: lets the Continuity roll be made.
        LetRoll = "let-roll",
        /// 5.1.1: passes.
        Pass = "pass",
        /// 13.0.2: activates the Standard.
        Standard = "standard",
        /// 15.2.4: rolls for a contingent.
        Summon = "summon",
        /// 12.4.1: puts the replacement leader with a unit.
        Replace(leader: LeaderId, unit: UnitId) = "replace",
        /// 6.1: takes a unit in hand.
        Take(unit: UnitId) = "take",
        /// 6.1.1: takes a leader in hand.
        TakeLeader(leader: LeaderId) = "take-leader",
        /// 6.1.1, 9.2, 9.4.4: one hex.
        Step(hex: HexId) = "step",
        /// 15.1, 11.0.2: on to the map.
        Enter(hex: HexId) = "enter",
        /// 3.3.2: faces a vertex.
        Face(facing: VertexFacing) = "face",
        /// Done with the piece in hand, or keeps the facing it has.
        Halt = "halt",
        /// 4.1: ends the Move/Fire segment.
        EndMoves = "end-moves",
        /// 7.3.2: Phasing Fire.
        Fire(unit: UnitId) = "fire",
        /// 7.3.2: Reaction Fire by this unit.
        React(unit: UnitId) = "react",
        /// 7.3.2: Return Fire.
        Return = "return-fire",
        /// Lets the moment pass; for a unit that must retreat, spares the archers whom it might trample (10.2.1).
        Hold = "hold",
        /// Lets it pass, and all windows like it until the activation ends.
        HoldAll(window: Window) = "hold-all",
        /// Opens such windows again.
        Reopen(window: Window) = "reopen",
        /// 9.4: attempts a Counter-Charge with this unit against that one.
        CounterCharge(by: UnitId, on: UnitId) = "counter-charge",
        /// 8.2: Retreat Before Shock.
        Withdraw(unit: UnitId, hex: HexId) = "withdraw",
        /// 8.1: declares a Shock attack.
        Shock(by: UnitId, on: UnitId) = "shock",
        /// 9.2: declares a Charge.
        Charge(by: UnitId, on: UnitId) = "charge",
        /// 8.1: all attacks are declared.
        Declared = "declared",
        /// 8.3: resolves the combat of this attacker next.
        Resolve(unit: UnitId) = "resolve",
        /// 8.3.2: rolls against this defender.
        Strike(unit: UnitId) = "strike",
        /// 8.4, 8.2, 10.5: advances into a hex.
        Advance(unit: UnitId, hex: HexId) = "advance",
        /// 10.2: retreats to a hex.
        Retreat(hex: HexId) = "retreat",
        /// 10.2.1: retreats through an archer unit's hex to another.
        Trample(over: HexId, to: HexId) = "trample",
        /// 10.3: places the Retired unit.
        Retire(hex: HexId) = "retire",
        /// 12.4, 3.1.1: the leader goes to this unit.
        Rejoin(unit: UnitId) = "rejoin",
    }
}

impl Noun<State> for Window {
    const WHAT: &'static str = "a window";
    fn spell(self, _: &State) -> String {
        self.word().to_owned()
    }
    fn read(_: &State, word: &str) -> Result<Self, String> {
        let found = Self::ALL.into_iter().find(|w| w.word() == word);
        found.ok_or_else(|| format!("no window is called `{word}`"))
    }
    fn exists(self, _: &State) -> bool {
        true
    }
    fn all(_: &State) -> Vec<Self> {
        Self::ALL.into()
    }
}
