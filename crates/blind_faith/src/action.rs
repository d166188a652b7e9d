//! Actions: the single decisions of the game, and how they are written.

use crate::components::UnitId;
use crate::state::march::Window;
use crate::state::position::State;
use casus_core::{HexId, Noun, NounFault, UnknownWord, Window as _};

casus_core::actions! {
    /// One action: the smallest decision.
    ///
    /// An action is written as a verb and its objects: `"take Zizka"`, `"step 1514"`, `"muster Boso-Vitzhum 1109"`. Names are the
    /// ids of counters, hexes are printed numbers.
    pub enum Action of State {
        /// 17.2: the Legate begins in the Papal Legate box.
        ///
        /// Open at `legate-start`, the first decision of the game.
        LegateIn = "legate-in",
        /// 17.2: the Legate begins outside Breslau.
        ///
        /// Open at `legate-start`.
        LegateOut = "legate-out",
        /// 4.1: the Empire supports the Teutonic Order.
        ///
        /// Open at `award`, on Turn 1.
        SupportOrder = "support-order",
        /// 4.1: the Empire supports Poland and Lithuania.
        ///
        /// Open at `award`, on Turn 1. Poles, Saxons and their lands leave the game, and the Danes do not come.
        SupportPoland = "support-poland",
        /// 5.1b, 5.2, 5.3, 6.3.2, 12.1: places an arriving counter in a hex.
        ///
        /// Open at `arrive`, for one counter after the other.
        Place(unit: UnitId, hex: HexId) = "place",
        /// 5.2.1: removes a Taborite for good.
        ///
        /// Open at `disown`, as many times as the die shows.
        Disown(unit: UnitId) = "disown",
        /// 6.2: disbands a unit instead of maintaining it.
        ///
        /// Open at `upkeep`. The unit may be mustered again from the next turn on.
        Disband(unit: UnitId) = "disband",
        /// 6.2: maintains all units that are left.
        ///
        /// Open at `upkeep`.
        Pay = "pay",
        /// 6.2, 6.3.4: musters a unit in a hex.
        ///
        /// Open at `muster`.
        Muster(unit: UnitId, hex: HexId) = "muster",
        /// 15.2: rebuilds the place in a hex.
        ///
        /// Open at `rebuild`.
        Rebuild(hex: HexId) = "rebuild",
        /// 6.2, 15.0: ends mustering or rebuilding.
        ///
        /// Open at `muster` and `rebuild`.
        Done = "done",
        /// 7.5: continues the crusade.
        ///
        /// Open at `crusade`, while one is in effect.
        Continue = "continue",
        /// 7.5: lets the crusade expire.
        ///
        /// Open at `crusade`, while one is in effect.
        Expire = "expire",
        /// 7.2: rolls for a new crusade.
        ///
        /// Open at `crusade`, while none is in effect.
        Call = "call",
        /// 7.3.1: rolls for another Legate.
        ///
        /// Open at `change`.
        Change = "change",
        /// 7.0, 7.3.1: calls no crusade, or does not change the Legate.
        ///
        /// Open at `crusade` and `change`.
        Pass = "pass",
        /// 8.1: selects a unit, the first of a stack.
        ///
        /// Open at `campaign`.
        Take(unit: UnitId) = "take",
        /// 8.1, 8.8: adds a unit of the hex to the stack.
        ///
        /// Open at `march` and `gather`.
        Join(unit: UnitId) = "join",
        /// 8.1: adds every unit of the hex that may join to the stack.
        ///
        /// Open at `march` and `gather`.
        JoinAll = "join-all",
        /// 8.1: leaves a unit of the stack behind where it is.
        ///
        /// Open at `march`. After the stack has moved, this ends the unit's move.
        Leave(unit: UnitId) = "leave",
        /// 8.3: moves the stack into an adjacent hex.
        ///
        /// Open at `march`.
        Step(hex: HexId) = "step",
        /// 9.0, 8.8.2: attacks the enemies in the field in the stack's hex.
        ///
        /// Open at `march`; a garrison comes out to do so. Friends of the attacked units may intercept first (8.7).
        Fight = "fight",
        /// 10.0: besieges the garrison in the stack's hex.
        ///
        /// Open at `march`.
        Besiege = "besiege",
        /// 8.1: ends the move of the stack.
        ///
        /// Open at `march`.
        Halt = "halt",
        /// 3.4, 3.5: ends the Campaign Phase.
        ///
        /// Open at `campaign`.
        EndPhase = "end-phase",
        /// 8.8: chooses the enemy force to intercept.
        ///
        /// Open at `intercept`, between the moves of two stacks and during a march.
        Against(hex: HexId) = "against",
        /// 8.8: sets out to intercept with a unit, the first of its stack.
        ///
        /// Open at `intercept`.
        Intercept(unit: UnitId) = "intercept",
        /// 8.8.1: makes the gathered stack intercept.
        ///
        /// Open at `gather`.
        Ride = "ride",
        /// 8.8: declines this interception.
        ///
        /// Open at `intercept`.
        Hold = "hold",
        /// 8.8: declines all interceptions for the rest of the march, or of the Phase.
        ///
        /// Open at `intercept`.
        HoldAll(window: Window) = "hold-all",
        /// 8.8.4: sends a unit inside the walls.
        ///
        /// Open at `garrison`.
        Inside(unit: UnitId) = "inside",
        /// 8.8.4: keeps the remaining units in the field.
        ///
        /// Open at `garrison`.
        Ready = "ready",
        /// 9.2: places a unit in an empty Assault box.
        ///
        /// Open at `deploy`.
        Deploy(unit: UnitId) = "deploy",
        /// 9.3.1, 9.3.2, 9.4, 10.3.1: names this unit as the target of the unit that is asked.
        ///
        /// Open at `fire`, `return-fire`, `assault` and `guns`, for one unit after the other. Dice are rolled when all have named.
        Aim(unit: UnitId) = "aim",
        /// 9.5, 9.6: leaves the field with the side's units.
        ///
        /// Open at `retreat`.
        Retreat = "retreat",
        /// 6.3.6, 9.5, 9.6: stays in the field, or keeps the Danes.
        ///
        /// Open at `retreat` and `danes`.
        Stay = "stay",
        /// 10.5.1: assaults the walls with a unit.
        ///
        /// Open at `siege`.
        Storm(unit: UnitId) = "storm",
        /// 10.5.1: names the unit of the garrison whose Combat Prowess is subtracted.
        ///
        /// Open at `parry`.
        Parry(unit: UnitId) = "parry",
        /// 10.1: starts another round.
        ///
        /// Open at `siege`.
        Round = "round",
        /// 10.6: declares a Blockade.
        ///
        /// Open at `siege`.
        Blockade = "blockade",
        /// 10.5.2, 18.2: names a unit as lost.
        ///
        /// Open at `losses` and `breach`.
        Lose(unit: UnitId) = "lose",
        /// 6.3.6: sends the Danes home.
        ///
        /// Open at `danes`.
        Withdraw = "withdraw",
        /// 16.1, 16.2: claims the minor victory.
        ///
        /// Open at `claim`.
        Claim = "claim",
        /// 16.1, 16.2: waives the minor victory for the rest of the game.
        ///
        /// Open at `claim`.
        Waive = "waive",
    }
}

impl<S> Noun<S> for Window {
    const WHAT: &'static str = "a window";
    fn spell(self, _: &S) -> String {
        self.word().to_owned()
    }
    fn read(_: &S, word: &str) -> Result<Self, NounFault> {
        let found = Self::ALL.iter().copied().find(|w| w.word() == word);
        found.ok_or_else(|| UnknownWord::among("window", word, Self::ALL.iter().map(|w| w.word())).into())
    }
    fn exists(self, _: &S) -> bool {
        true
    }
    fn all(_: &S) -> Vec<Self> {
        Self::ALL.into()
    }
}
