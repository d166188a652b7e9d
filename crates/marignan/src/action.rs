//! Actions: the small decisions of the game, and their words.

use crate::components::{CommanderId, CorpsId, UnitId};
use crate::state::position::State;
use casus_core::{Dir, HexId, SideFacing};

casus_core::actions! {
    /// One small decision.
    ///
    /// An action is a verb and what it is about, and is spelt so: `"take I-Pike-1"`, `"step 1204"`, `"aim 1313"`. Names
    /// are those of the counters, hexes their printed numbers, facings and hexsides compass words.
    /// [`Game::spell`](casus_core::Game::spell) and [`Game::parse`](casus_core::Game::parse) turn one into the other,
    /// [`Match::actions`](casus_core::Match::actions) lists all that may be done now, and
    /// [`Match::check`](casus_core::Match::check) says of any other by which Cases it may not.
    ///
    /// ```
    /// use casus_core::Match;
    /// use casus_marignan::{Action, Marignan, Setup, Side};
    ///
    /// let game = Match::<Marignan>::new(Setup::default())?;
    /// let first = game.actions()[0];
    /// assert!(matches!(first, Action::Place(..)), "the French place their units first");
    /// assert_eq!(game.parse(&game.spell(&first))?, first);
    /// assert!(game.check(Side::French, &first).is_ok());
    /// assert!(game.check(Side::Swiss, &first).is_err(), "the decision is not theirs");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub enum Action of State {
        /// 14.1, 14.2: puts a unit into a hex.
        ///
        /// Asked at `place`, of each French unit in the order of the counters, within its commander's range (ruling
        /// R119); and at night, of the unit that has been picked up.
        Place(unit: UnitId, hex: HexId) = "place",
        /// 14.2: builds a fortification on a side of a hex.
        ///
        /// Asked at `build`, of the French, N, NE, NW or SW of a hex within a commander's range (ruling R96).
        Build(hex: HexId, side: Dir) = "build",
        /// 3.0, 3.1, 13.3: faces the selected units to a hexside.
        ///
        /// The selected pieces pay a point for a pivot, to whatever hexside; after an advance, a rally or a night placement
        /// it is free.
        Face(facing: SideFacing) = "face",
        /// 7.1: puts a new Swiss commander with a unit of his corps.
        ///
        /// Asked of the Swiss at `successor`, in the Reorganization Phase of the turn after the old one's death (ruling
        /// R27).
        Install(unit: UnitId) = "install",
        /// 7.1: gives a French corps to this commander.
        ///
        /// Asked of the French at `successor`: a commander may lead several corps, all with his own ratings (ruling
        /// R90).
        Appoint(commander: CommanderId) = "appoint",
        /// 7.2: the hero steadies this corps.
        ///
        /// Asked at `hero`, only where more than one corps fits (ruling R87).
        Inspire(corps: CorpsId) = "inspire",
        /// 2.1: this routed unit tries to rally next.
        ///
        /// Asked at `rally`, one unit after the other, of those that stand far enough from the enemy. Two dice are
        /// thrown against its morale; it stays disordered when it passes.
        Rally(unit: UnitId) = "rally",
        /// 10.1: this routed unit makes its rout movement next.
        ///
        /// Asked at `rout`, at the beginning of the Movement Phase, where there is an order to choose. Its hexes are
        /// asked for by [`Action::Step`] only where several are as good.
        Flee(unit: UnitId) = "flee",
        /// 9.0: selects a unit, to move it.
        ///
        /// Asked at `move`, and at `night-take`, where it picks the unit up. Who is selected moves hex by hex until he
        /// halts, and then moves no more in the phase.
        Take(unit: UnitId) = "take",
        /// 9.0: selects a commander.
        ///
        /// Asked at `move`. He moves at his own allowance, alone or with units (ruling R48).
        TakeCommander(commander: CommanderId) = "take-commander",
        /// 9.0: adds a unit of the hex to the selected pieces.
        ///
        /// Asked at `run`, before the first step or pivot: what stands in one hex may move together.
        Join(unit: UnitId) = "join",
        /// 9.0: adds a commander of the hex to the selected pieces.
        ///
        /// Asked at `run`, before the first step or pivot.
        JoinCommander(commander: CommanderId) = "join-commander",
        /// 9.0: leaves a selected unit behind where it is.
        ///
        /// Asked at `run`, as long as it may stay there.
        Leave(unit: UnitId) = "leave",
        /// 9.0: leaves a selected commander behind where he is.
        ///
        /// Asked at `run` and `go-on`.
        LeaveCommander(commander: CommanderId) = "leave-commander",
        /// 9.0, 10.1: one hex.
        ///
        /// Asked at `run`, of a hex in front, and at `rout-path`. Every selected unit pays, those for whom the points
        /// are short may make one hex that is all their move (9.0). Where an enemy's ZOC is entered tests of commitment
        /// follow.
        Step(hex: HexId) = "step",
        /// 9.2: those who passed go on into the ZOC without those who failed.
        ///
        /// Asked at `go-on`, when some of a stack have failed the test to enter a ZOC and stay behind.
        GoOn = "go-on",
        /// Lets the moment pass; 9.2: those who passed do not enter either.
        ///
        /// Asked at `go-on`, `charge` and `hedgehog`.
        Hold = "hold",
        /// 9.4: lets it pass, and all hedgehogs until the Movement Phase ends.
        ///
        /// Asked at `hedgehog`, of the passive side: it is not asked again before the Movement Phase ends, or before it
        /// says `reopen`.
        HoldAll = "hold-all",
        /// 9.4: wants to be asked about hedgehogs again.
        ///
        /// Open to the passive side at any decision of its own in the Movement Phase, once it has closed its windows.
        Reopen = "reopen",
        /// 9.3: this cavalry charges this hex.
        ///
        /// Asked at `charge`, of cavalry that has just come into contact by a road hex (rulings R66, R116). The Charge
        /// itself is fought in the Melee Phase.
        Charge(unit: UnitId, hex: HexId) = "charge",
        /// 9.4: forms the hedgehog, or tries to.
        ///
        /// Asked at `run`, of selected infantry that has not moved, which then has finished; and at `hedgehog`, of
        /// infantry that cavalry commits, which tests first.
        Form = "form",
        /// 9.4: this unit leaves the hedgehog.
        ///
        /// Asked at `hedgehogs`, at the end of one's own Movement Phase.
        Unform(unit: UnitId) = "unform",
        /// 9.0: done with the selected pieces.
        ///
        /// Asked at `run`; who has to enter the map does not halt before he has (ruling R106).
        Halt = "halt",
        /// This unit tests next.
        ///
        /// Asked wherever several units test for one reason: their owner chooses the order, since one's rout may bring
        /// tests to others.
        Test(unit: UnitId) = "test",
        /// 11.0: a General Retreat Order to a corps.
        ///
        /// Asked of the passive side at `retreat`. It costs two points of the corps' morale; each of its units may then
        /// go back one hex (ruling R78).
        Order(corps: CorpsId) = "order",
        /// 11.0, 14.2: this unit goes back to a hex.
        ///
        /// Asked at `retreat`, of single cavalry units and Swiss arquebusiers, who test first; at `retreat-order`, of
        /// the units of the corps; and at `fall-back` in the night.
        Retreat(unit: UnitId, hex: HexId) = "retreat",
        /// 12.0: announces a shot at a hex.
        ///
        /// Asked at `defensive-fire` and `offensive-fire`: which hex is fired at; who fires is named next. What a shot
        /// would do: [`rules::fire::forecast`](crate::rules::fire::forecast).
        Aim(hex: HexId) = "aim",
        /// 12.3: this unit takes part in the shot.
        ///
        /// Asked at `fire`, of each unit that may. Hexes that fire together are in one column of the table (12.3).
        Fire(unit: UnitId) = "fire",
        /// 12.4: the shot is fired.
        ///
        /// Asked at `fire`, as soon as somebody fires and nobody who fires is out of touch with the rest (ruling R56).
        Loose = "loose",
        /// 12.4, 13.2: this unit is lost.
        ///
        /// Asked at `lose`, of the owner, star by star, where there are more units than stars (ruling R59).
        Lose(unit: UnitId) = "lose",
        /// 13.0: declares a melee against a hex.
        ///
        /// Asked at `melee`; who attacks is named next. Whoever has an enemy in his ZOC must attack in the end (13.1).
        Assault(hex: HexId) = "assault",
        /// 13.2: this unit takes part in the melee.
        ///
        /// Asked at `attackers`. Those who are owed by no other hex must join (ruling R60).
        Attack(unit: UnitId) = "attack",
        /// 13.2: the melee is fought.
        ///
        /// Asked at `attackers`, when all who must have joined. What it would come to:
        /// [`rules::melee::forecast`](crate::rules::melee::forecast).
        Resolve = "resolve",
        /// 13.3: this unit advances into the hex.
        ///
        /// Asked at `advance`, of the attackers whose target hex is empty; `done` leaves it.
        Advance(unit: UnitId) = "advance",
        /// 12.5, 13.3: this commander goes along.
        ///
        /// Asked at `escort`, of each commander in a hex that a unit leaves by rout, retreat or advance; `done` leaves
        /// the others behind.
        Escort(commander: CommanderId) = "escort",
        /// 12.5: the commander goes to this unit.
        ///
        /// Asked at `rejoin`, of the nearest units of his side, when a commander is left alone among enemies (ruling
        /// R49).
        Rejoin(unit: UnitId) = "rejoin",
        /// Done with the phase, or with the matter in hand.
        ///
        /// Refused while something must be done first: a unit that can enter, an attack that is owed.
        Done = "done",
    }
}
