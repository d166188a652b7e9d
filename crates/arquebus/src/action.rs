//! Actions: the small decisions of the game, and their words.

use crate::components::{BattleId, LeaderId, SeizureCounter, StandardId, UnitId};
use crate::state::activation::Window;
use crate::state::combat::Answer;
use crate::state::position::State;
use casus_core::{HexId, Noun, NounFault, UnknownWord, VertexFacing, Window as _};

casus_core::actions! {
    /// One decision of a player.
    ///
    /// An action is a verb with its arguments, and is spelled so: `"take SP-PK-1"`, `"step 1203"`, `"charge FR-MM-3 1108"`.
    /// Names are those of the counters, hexes are their printed numbers, facings are the compass words of corners.
    /// [`Game::spell`](casus_core::Game::spell) and [`Game::parse`](casus_core::Game::parse) convert between the two.
    /// [`Match::actions`](casus_core::Match::actions) lists the legal actions.
    /// [`Match::check`](casus_core::Match::check) names the Cases that forbid any other.
    pub enum Action of State {
        /// 6.3: draws the side's Seizure counters at random.
        ///
        /// Asked at `draw`, once for each side before play begins. The enemy does not see which counters are drawn.
        Draw = "draw",
        /// 6.1: activates a Battle, without a die roll.
        ///
        /// Asked at `activate`, for the side with the Free choice: when play opens, after a Pass, and after a failed roll.
        Activate(battle: BattleId) = "activate",
        /// 6.3.1: activates two Battles that the scenario joins (ruling R-35).
        ///
        /// Asked at `activate`.
        ActivateBoth(first: BattleId, second: BattleId) = "activate-both",
        /// 6.1: lets one more Battle join those that are activated, if a roll succeeds (ruling V-1).
        ///
        /// Asked at `join`.
        Join(battle: BattleId) = "join",
        /// 6.1: activates the army: leaders and units in command and far from the enemy move.
        ///
        /// Asked at `activate`.
        ActivateArmy = "activate-army",
        /// 6.1, 15.1: activates a Standard, near which Retired units rally.
        ///
        /// Asked at `activate`.
        RallyAt(standard: StandardId) = "rally-at",
        /// 6.1, 15.2: activates a Standard, which moves.
        ///
        /// Asked at `activate`.
        Carry(standard: StandardId) = "carry",
        /// 6.2: names a Battle for Continuity.
        ///
        /// Asked at `continuity`, when an activation is over. The other side may try to Seize before the die is rolled.
        Name(battle: BattleId) = "name",
        /// 6.2: names the army for Continuity.
        ///
        /// Asked at `continuity`, after an Army Activation.
        NameArmy = "name-army",
        /// 6.1: passes, and activates nothing.
        ///
        /// Asked at `activate` and `continuity`. The enemy then has a Free choice. The number of Passes in a row that the set-up
        /// gives ends the match (ruling C-2).
        Pass = "pass",
        /// 16.1: moves the Time marker one space.
        ///
        /// Asked at `clock`, for the side that has passed a Free Activation and is not the timed one.
        Clock = "clock",
        /// 6.3.1: plays a Seizure Opportunity for a Battle.
        ///
        /// Asked at `seize`, for the side that has not named anything. The roll succeeds within the counter's range.
        Seize(battle: BattleId, counter: SeizureCounter) = "seize",
        /// 6.3.1: lets the Continuation roll be made.
        ///
        /// Asked at `seize`.
        LetRoll = "let-roll",
        /// 6.3.2: negates the Seizure.
        ///
        /// Asked at `negate`, for the side that has named something, before the die is rolled.
        Negate = "negate",
        /// 5.5: places the replacement leader with a unit.
        ///
        /// Asked at `replacement`, between Phases A and B of the owner's activation.
        Replace(leader: LeaderId, unit: UnitId) = "replace",
        /// 6.3: plays Battle Cry: a Retired unit of the side rallies.
        ///
        /// Asked at `counters`, before units move or fire.
        BattleCry(unit: UnitId) = "battle-cry",
        /// 6.3: plays Unsteady Troops: an enemy unit is Disordered, Artillery Eliminated.
        ///
        /// Asked at `counters`, before units move or fire.
        Unsteady(unit: UnitId) = "unsteady",
        /// 7.2: selects a unit.
        ///
        /// Asked at `segment`, for activated units. The unit then steps, turns and fires until it halts.
        Take(unit: UnitId) = "take",
        /// 7.2: selects a leader, who moves alone.
        ///
        /// Asked at `segment`.
        TakeLeader(leader: LeaderId) = "take-leader",
        /// 15.2: selects the activated Standard.
        ///
        /// Asked at `segment`.
        TakeStandard(standard: StandardId) = "take-standard",
        /// 7.2: the leader goes with the selected unit, or with one that Charges or advances.
        ///
        /// Asked in a run before the first hex, and at `escort`.
        Escort(leader: LeaderId) = "escort",
        /// 7.2, 12.2, 13.2: moves one hex.
        ///
        /// Asked in a run, for a selected leader or Standard, for the path of a Charge, and for the further hexes of a Retreat
        /// Before Combat.
        Step(hex: HexId) = "step",
        /// 7.5: enters the map.
        ///
        /// Asked in the run or move of a piece that waits off the map, for the entry hexes of its Battle.
        Enter(hex: HexId) = "enter",
        /// 3.0: leaves the map for good (ruling F-1).
        ///
        /// Asked in a run, for a unit in a hex of the edge over which its side leaves.
        LeaveMap = "leave-map",
        /// 8.0: faces a vertex.
        ///
        /// Asked in a run, before a Charge, and after some results.
        Face(facing: VertexFacing) = "face",
        /// 7.4: the selected unit dismounts.
        ///
        /// Asked in a run, for Mounted Arquebus and Crossbow.
        Dismount = "dismount",
        /// 7.4: the selected unit remounts.
        ///
        /// Asked in a run, for dismounted Arquebus and Crossbow.
        Remount = "remount",
        /// 11.2: Active Fire at a hex.
        ///
        /// Asked in a run, for a hex with enemy units in range, sight and arc of fire.
        Fire(hex: HexId) = "fire",
        /// Ends the move of the selected piece, or declines what is optional: an escort, an advance, a retreat that may stop, the
        /// Time marker.
        Halt = "halt",
        /// 4.0: ends Phase B.
        ///
        /// Asked at `segment`. Reinforcements that can enter must have entered (7.5), and Engaged units must have done
        /// their duty (14.5).
        EndMoves = "end-moves",
        /// 11.2: Reaction Fire by this unit.
        ///
        /// Asked at `reaction-fire`, for a missile unit whose front an enemy unit has entered.
        React(unit: UnitId) = "react",
        /// 11.2: Return Fire by this unit.
        ///
        /// Asked at `return-fire`, for missile units that are fired at.
        Return(unit: UnitId) = "return-fire",
        /// Declines. For a unit that must retreat, spares the friendly unit that it might retreat through (14.3).
        ///
        /// Asked at every window.
        Hold = "hold",
        /// Declines, and closes all windows of this kind until the activation ends.
        ///
        /// The word is that of the window: `"hold-all reaction-fire"`.
        HoldAll(window: Window) = "hold-all",
        /// Reopens windows of a kind.
        ///
        /// Asked at any open window, for the kinds that the side has closed in this activation.
        Reopen(window: Window) = "reopen",
        /// 13.6: attempts a Counter-Charge with this unit, against Charge, Shock or fire.
        ///
        /// Asked at `counter-charge`.
        CounterCharge(unit: UnitId, against: Answer) = "counter-charge",
        /// 12.1: declares a Shock attack on a hex.
        ///
        /// Asked at `declare`, for an activated unit and a hex with enemy units in its front.
        Shock(unit: UnitId, hex: HexId) = "shock",
        /// 13.2: declares a Charge against a hex; its path is laid out next.
        ///
        /// Asked at `declare`, for Men-at-Arms.
        Charge(unit: UnitId, hex: HexId) = "charge",
        /// 12.1: ends the declarations.
        ///
        /// Asked at `declare`. It is refused while an attack that must be made is missing.
        Declared = "declared",
        /// 12.3: resolves the attack of this attacker next, or places this Charger next.
        ///
        /// Asked at `place` and `resolve`, and at `retreat-next`, where one result drives several of its side's units back
        /// (ruling R-131).
        Resolve(unit: UnitId) = "resolve",
        /// 12.2: Retreat Before Combat, the first hex of it.
        ///
        /// Asked at `retreat-before-combat`.
        Withdraw(unit: UnitId, hex: HexId) = "withdraw",
        /// 6.3: plays Into the Breach on the attack on a hex.
        ///
        /// Asked at `breach`, before the die.
        Breach(hex: HexId) = "breach",
        /// 12.4, 12.2: advances into a hex.
        ///
        /// Asked at `advance`, where a unit must, and at `follow`, where it may.
        Advance(unit: UnitId, hex: HexId) = "advance",
        /// 14.3: retreats to a hex.
        ///
        /// Asked at `retreat`.
        Retreat(hex: HexId) = "retreat",
        /// 14.3: retreats through a friendly unit's hex to another.
        ///
        /// Asked at `retreat`: the hex that is passed, and the one beyond it.
        Through(over: HexId, to: HexId) = "through",
        /// 14.4: places the Retired unit.
        ///
        /// Asked at `retire`, for the hex of its Standard and those around it.
        Retire(hex: HexId) = "retire",
        /// 5.4: the leader joins this unit.
        ///
        /// Asked at `rejoin`.
        Rejoin(unit: UnitId) = "rejoin",
        /// 15.1: the unit rallies.
        ///
        /// Asked at `rally`.
        Rally(unit: UnitId) = "rally",
        /// 4.0: ends rallying.
        ///
        /// Asked at `rally`.
        EndRally = "end-rally",
    }
}

impl Noun<State> for Window {
    const WHAT: &'static str = "a window";
    fn spell(self, _: &State) -> String {
        self.word().to_owned()
    }
    fn read(_: &State, word: &str) -> Result<Self, NounFault> {
        let found = Self::ALL.iter().copied().find(|w| w.word() == word);
        found.ok_or_else(|| UnknownWord::among("window", word, Self::ALL.iter().map(|w| w.word())).into())
    }
    fn exists(self, _: &State) -> bool {
        true
    }
    fn all(_: &State) -> Vec<Self> {
        Self::ALL.into()
    }
}

impl Noun<State> for Answer {
    const WHAT: &'static str = "`charge`, `shock` or `fire`";
    fn spell(self, _: &State) -> String {
        self.word().to_owned()
    }
    fn read(_: &State, word: &str) -> Result<Self, NounFault> {
        let found = Self::ALL.into_iter().find(|a| a.word() == word);
        found.ok_or_else(|| NounFault::Game(format!("nobody Counter-Charges `{word}`: charge, shock or fire")))
    }
    fn exists(self, _: &State) -> bool {
        true
    }
    fn all(_: &State) -> Vec<Self> {
        Self::ALL.into()
    }
}
