//! Actions: the small decisions of the game, and their words.

use crate::components::{CommanderId, CorpsId, UnitId};
use crate::state::position::State;
use casus_core::{Dir, HexId, SideFacing};

casus_core::actions! {
    /// One small decision.
    pub enum Action of State {
        /// 14.1, 14.2: puts a unit into a hex.
        Place(unit: UnitId, hex: HexId) = "place",
        /// 14.2: builds a fortification on a side of a hex.
        Build(hex: HexId, side: Dir) = "build",
        /// 3.0, 3.1, 13.3: faces the units in hand to a hexside.
        Face(facing: SideFacing) = "face",
        /// 7.1: puts a new Swiss commander with a unit of his corps.
        Install(unit: UnitId) = "install",
        /// 7.1: gives a French corps to this commander.
        Appoint(commander: CommanderId) = "appoint",
        /// 7.2: the hero steadies this corps.
        Inspire(corps: CorpsId) = "inspire",
        /// 2.1: this routed unit tries to rally next.
        Rally(unit: UnitId) = "rally",
        /// 10.1: this routed unit makes its rout movement next.
        Flee(unit: UnitId) = "flee",
        /// 9.0: takes a unit in hand, to move it.
        Take(unit: UnitId) = "take",
        /// 9.0: takes a commander in hand.
        TakeCommander(commander: CommanderId) = "take-commander",
        /// 9.0: adds a unit of the hex to those in hand.
        Join(unit: UnitId) = "join",
        /// 9.0: adds a commander of the hex to those in hand.
        JoinCommander(commander: CommanderId) = "join-commander",
        /// 9.0: leaves a unit in hand behind where it is.
        Leave(unit: UnitId) = "leave",
        /// 9.0: leaves a commander in hand behind where he is.
        LeaveCommander(commander: CommanderId) = "leave-commander",
        /// 9.0, 10.1: one hex.
        Step(hex: HexId) = "step",
        /// 9.2: those who passed go on into the ZOC without those who failed.
        GoOn = "go-on",
        /// Lets the moment pass; 9.2: those who passed do not enter either.
        Hold = "hold",
        /// 9.4: lets it pass, and all hedgehogs until the Movement Phase ends.
        HoldAll = "hold-all",
        /// 9.4: wants to be asked about hedgehogs again.
        Reopen = "reopen",
        /// 9.3: this cavalry charges this hex.
        Charge(unit: UnitId, hex: HexId) = "charge",
        /// 9.4: forms the hedgehog, or tries to.
        Form = "form",
        /// 9.4: this unit leaves the hedgehog.
        Unform(unit: UnitId) = "unform",
        /// 9.0: done with those in hand.
        Halt = "halt",
        /// This unit tests next.
        Test(unit: UnitId) = "test",
        /// 11.0: a General Retreat Order to a corps.
        Order(corps: CorpsId) = "order",
        /// 11.0, 14.2: this unit goes back to a hex.
        Retreat(unit: UnitId, hex: HexId) = "retreat",
        /// 12.0: announces a shot at a hex.
        Aim(hex: HexId) = "aim",
        /// 12.3: this unit takes part in the shot.
        Fire(unit: UnitId) = "fire",
        /// 12.4: the shot is fired.
        Loose = "loose",
        /// 12.4, 13.2: this unit is lost.
        Lose(unit: UnitId) = "lose",
        /// 13.0: declares a melee against a hex.
        Assault(hex: HexId) = "assault",
        /// 13.2: this unit takes part in the melee.
        Attack(unit: UnitId) = "attack",
        /// 13.2: the melee is fought.
        Resolve = "resolve",
        /// 13.3: this unit advances into the hex.
        Advance(unit: UnitId) = "advance",
        /// 12.5, 13.3: this commander goes along.
        Escort(commander: CommanderId) = "escort",
        /// 12.5: the commander goes to this unit.
        Rejoin(unit: UnitId) = "rejoin",
        /// Done with the phase, or with the matter in hand.
        Done = "done",
    }
}
