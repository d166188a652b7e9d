//! Actions: the small decisions of the game, and their words.

use crate::components::UnitId;
use crate::state::march::Window;
use crate::state::position::State;
use casus_core::{HexId, Noun, NounFault, UnknownWord, Window as _};

casus_core::actions! {
    /// One small decision.
    ///
    /// An action is a verb and what it is about, and is spelt so: `"take Zizka"`, `"step 1514"`, `"muster Boso-Vitzhum 1109"`. Names are
    /// those of the counters, hexes their printed numbers.
    pub enum Action of State {
        /// 17.2: the Legate begins in the Papal Legate box.
        ///
        /// Asked at `legate-start`, before anything else.
        LegateIn = "legate-in",
        /// 17.2: the Legate begins outside Breslau.
        ///
        /// Asked at `legate-start`.
        LegateOut = "legate-out",
        /// 4.1: the Empire supports the Teutonic Order.
        ///
        /// Asked at `award`, on Turn 1.
        SupportOrder = "support-order",
        /// 4.1: the Empire supports Poland and Lithuania.
        ///
        /// Asked at `award`, on Turn 1. Poles, Saxons and their lands are out of the game.
        SupportPoland = "support-poland",
        /// 5.1b, 5.2, 5.3, 6.3.2, 12.1: puts a counter that comes into a hex.
        ///
        /// Asked at `arrive`, of one counter after the other.
        Place(unit: UnitId, hex: HexId) = "place",
        /// 5.2.1: a Taborite goes, for good.
        ///
        /// Asked at `disown`, as often as the die said.
        Disown(unit: UnitId) = "disown",
        /// 6.2: a unit is not maintained.
        ///
        /// Asked at `upkeep`. It may be mustered again from the next turn on.
        Disband(unit: UnitId) = "disband",
        /// 6.2: all who are left are maintained.
        ///
        /// Asked at `upkeep`.
        Pay = "pay",
        /// 6.2, 6.3.4: musters a unit in a hex.
        ///
        /// Asked at `muster`.
        Muster(unit: UnitId, hex: HexId) = "muster",
        /// 15.2: rebuilds the place in a hex.
        ///
        /// Asked at `rebuild`.
        Rebuild(hex: HexId) = "rebuild",
        /// 6.2, 15.0: nothing more is bought.
        ///
        /// Asked at `muster` and `rebuild`.
        Done = "done",
        /// 7.5: the crusade goes on.
        ///
        /// Asked at `crusade`, while one is on.
        Continue = "continue",
        /// 7.5: the crusade is let expire.
        ///
        /// Asked at `crusade`, while one is on.
        Expire = "expire",
        /// 7.2: a die for a new crusade.
        ///
        /// Asked at `crusade`, while none is on.
        Call = "call",
        /// 7.3.1: a die for another Legate.
        ///
        /// Asked at `change`.
        Change = "change",
        /// 7.0, 7.3.1: no call; no change.
        ///
        /// Asked at `crusade` and `change`.
        Pass = "pass",
        /// 8.1: selects a unit, the first of a stack.
        ///
        /// Asked at `campaign`.
        Take(unit: UnitId) = "take",
        /// 8.1, 8.8: a unit of the hex joins the stack.
        ///
        /// Asked at `march` and `gather`.
        Join(unit: UnitId) = "join",
        /// 8.1: every unit of the hex that may joins the stack.
        ///
        /// Asked at `march` and `gather`.
        JoinAll = "join-all",
        /// 8.1: a unit leaves the stack and stays where it is.
        ///
        /// Asked at `march`. Once the stack has set out, whoever is left has ended his move.
        Leave(unit: UnitId) = "leave",
        /// 8.3: the stack enters an adjacent hex.
        ///
        /// Asked at `march`.
        Step(hex: HexId) = "step",
        /// 9.0, 8.8.2: the stack attacks the enemies in the field in its hex.
        ///
        /// Asked at `march`; a garrison that does so comes out. Friends of those whom it attacks may come to them first (8.7).
        Fight = "fight",
        /// 10.0: the stack besieges the garrison in its hex.
        ///
        /// Asked at `march`.
        Besiege = "besiege",
        /// 8.1: the stack has ended its move.
        ///
        /// Asked at `march`.
        Halt = "halt",
        /// 3.4, 3.5: nobody moves any more.
        ///
        /// Asked at `campaign`.
        EndPhase = "end-phase",
        /// 8.8: chooses the enemy force that is to be intercepted.
        ///
        /// Asked at `intercept`, between the moves of two stacks and in a march.
        Against(hex: HexId) = "against",
        /// 8.8: a unit sets out to intercept, the first of its stack.
        ///
        /// Asked at `intercept`.
        Intercept(unit: UnitId) = "intercept",
        /// 8.8.1: the stack that has gathered rides at the enemy.
        ///
        /// Asked at `gather`.
        Ride = "ride",
        /// 8.8: no interception now.
        ///
        /// Asked at `intercept`.
        Hold = "hold",
        /// 8.8: no interception for the rest of the march, or of the Phase.
        ///
        /// Asked at `intercept`.
        HoldAll(window: Window) = "hold-all",
        /// 8.8.4: a unit goes inside the walls.
        ///
        /// Asked at `garrison`.
        Inside(unit: UnitId) = "inside",
        /// 8.8.4: the others stay in the field.
        ///
        /// Asked at `garrison`.
        Ready = "ready",
        /// 9.2: a unit takes an empty Assault box.
        ///
        /// Asked at `deploy`.
        Deploy(unit: UnitId) = "deploy",
        /// 9.3.1, 9.3.2, 9.4, 10.3.1: the unit that is asked aims at this one.
        ///
        /// Asked at `fire`, `return-fire`, `assault` and `guns`, of one unit after the other. No die falls before all have named.
        Aim(unit: UnitId) = "aim",
        /// 9.5, 9.6: the side leaves the field.
        ///
        /// Asked at `retreat`.
        Retreat = "retreat",
        /// 6.3.6, 9.5, 9.6: the side stays.
        ///
        /// Asked at `retreat` and `danes`.
        Stay = "stay",
        /// 10.5.1: a unit assaults the walls.
        ///
        /// Asked at `siege`.
        Storm(unit: UnitId) = "storm",
        /// 10.5.1: the garrison subtracts the number of this unit.
        ///
        /// Asked at `parry`.
        Parry(unit: UnitId) = "parry",
        /// 10.1: another round.
        ///
        /// Asked at `siege`.
        Round = "round",
        /// 10.6: a Blockade.
        ///
        /// Asked at `siege`.
        Blockade = "blockade",
        /// 10.5.2, 18.2: a unit is lost.
        ///
        /// Asked at `losses` and `breach`.
        Lose(unit: UnitId) = "lose",
        /// 6.3.6: the Danes go home.
        ///
        /// Asked at `danes`.
        Withdraw = "withdraw",
        /// 16.1, 16.2: the minor victory is taken.
        ///
        /// Asked at `claim`.
        Claim = "claim",
        /// 16.1, 16.2: the minor victory is waived, for the rest of the game.
        ///
        /// Asked at `claim`.
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
