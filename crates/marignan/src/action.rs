//! Actions: the single decisions of the game, and how they are written.

use crate::components::{CommanderId, CorpsId, UnitId};
use crate::state::position::State;
use casus_core::{Dir, HexId, SideFacing};

casus_core::actions! {
    /// One action: the smallest decision.
    ///
    /// An action is written as a verb and its objects: `"take I-Pike-1"`, `"step 1204"`, `"aim 1313"`. Names are the ids of
    /// counters, hexes are printed numbers, facings and hexsides are compass words. [`Game::spell`](casus_core::Game::spell)
    /// and [`Game::parse`](casus_core::Game::parse) convert between the two forms.
    /// [`Match::actions`](casus_core::Match::actions) lists all legal actions, and [`Match::check`](casus_core::Match::check)
    /// returns the Cases that forbid any other.
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
        /// 14.1, 14.2: places a unit in a hex.
        ///
        /// Open at `place`: for each French unit in the order of the counters, within its commander's range (ruling R119); and
        /// at night, for the unit that has been picked up.
        Place(unit: UnitId, hex: HexId) = "place",
        /// 14.2: builds a fortification on a side of a hex.
        ///
        /// Open to the French at `build`: N, NE, NW or SW of a hex in a commander's range (ruling R96).
        Build(hex: HexId, side: Dir) = "build",
        /// 3.0, 3.1, 13.3: faces the selected units to a hexside.
        ///
        /// Each of the selected pieces pays a point for a pivot to any hexside. After an advance, a rally or a night placement
        /// facing is free.
        Face(facing: SideFacing) = "face",
        /// 7.1: places a new Swiss commander with a unit of his corps.
        ///
        /// Open to the Swiss at `successor`, in the Reorganization Phase of the turn after the death of the old commander
        /// (ruling R27).
        Install(unit: UnitId) = "install",
        /// 7.1: gives a French corps to this commander.
        ///
        /// Open to the French at `successor`. A commander may lead several corps, all with his own ratings (ruling R90).
        Appoint(commander: CommanderId) = "appoint",
        /// 7.2: makes the hero steady this corps.
        ///
        /// Open at `hero`, only if more than one corps fits (ruling R87).
        Inspire(corps: CorpsId) = "inspire",
        /// 2.1: makes this routed unit try to rally next.
        ///
        /// Open at `rally`, one unit after the other, for those far enough from the enemy. Two dice are rolled against its
        /// morale; if it passes, it becomes disordered.
        Rally(unit: UnitId) = "rally",
        /// 10.1: makes this routed unit rout next.
        ///
        /// Open at `rout`, at the beginning of the Movement Phase, if there is an order to choose. [`Action::Step`] chooses its
        /// hexes if several are equally cheap.
        Flee(unit: UnitId) = "flee",
        /// 9.0: selects a unit to move it.
        ///
        /// Open at `move`, and at `night-take`, where it picks the unit up. Selected pieces move hex by hex until they halt;
        /// then they cannot move again in the phase.
        Take(unit: UnitId) = "take",
        /// 9.0: selects a commander.
        ///
        /// Open at `move`. He moves with his own allowance, alone or with units (ruling R48).
        TakeCommander(commander: CommanderId) = "take-commander",
        /// 9.0: adds a unit of the hex to the selected pieces.
        ///
        /// Open at `run`, before the first step or pivot. Pieces in one hex may move together.
        Join(unit: UnitId) = "join",
        /// 9.0: adds a commander of the hex to the selected pieces.
        ///
        /// Open at `run`, before the first step or pivot.
        JoinCommander(commander: CommanderId) = "join-commander",
        /// 9.0: leaves a selected unit behind where it is.
        ///
        /// Open at `run`, after the first step or pivot.
        Leave(unit: UnitId) = "leave",
        /// 9.0: leaves a selected commander behind where he is.
        ///
        /// Open at `run` and `go-on`.
        LeaveCommander(commander: CommanderId) = "leave-commander",
        /// 9.0, 10.1: moves one hex.
        ///
        /// Open at `run`, for a hex in front, and at `rout-path`. Every selected unit pays. A unit with too few points may make
        /// one step if that is its whole move (9.0). Tests of commitment follow if the step enters an enemy ZOC.
        Step(hex: HexId) = "step",
        /// 9.2: lets the units that passed enter the ZOC without those that failed.
        ///
        /// Open at `go-on`, when some units of a stack have failed the test to enter a ZOC and stay behind.
        GoOn = "go-on",
        /// Declines; 9.2: the units that passed do not enter either.
        ///
        /// Open at `go-on`, `charge` and `hedgehog`.
        Hold = "hold",
        /// 9.4: declines this hedgehog, and all others until the Movement Phase ends.
        ///
        /// Open to the passive side at `hedgehog`. It is not asked again before the Movement Phase ends or it plays `reopen`.
        HoldAll = "hold-all",
        /// 9.4: reopens the decisions about hedgehogs.
        ///
        /// Open to the passive side at any decision of its own in the Movement Phase, after `hold-all`.
        Reopen = "reopen",
        /// 9.3: declares that this cavalry charges this hex.
        ///
        /// Open at `charge`, for cavalry that has just come into contact by a road hex (rulings R66, R116). The Charge is
        /// fought in the Melee Phase.
        Charge(unit: UnitId, hex: HexId) = "charge",
        /// 9.4: forms a hedgehog, or tries to.
        ///
        /// Open at `run`, for selected infantry that has not moved; this ends its move. Open at `hedgehog`, for infantry that
        /// cavalry commits, which must pass a test.
        Form = "form",
        /// 9.4: makes this unit leave its hedgehog.
        ///
        /// Open at `hedgehogs`, at the end of its own side's Movement Phase.
        Unform(unit: UnitId) = "unform",
        /// 9.0: ends the move of the selected pieces.
        ///
        /// Open at `run`. A unit that can enter the map must do so before it halts (ruling R106).
        Halt = "halt",
        /// Makes this unit test next.
        ///
        /// Open whenever several units test for one reason. Their owner chooses the order, since the rout of one unit may cause
        /// tests of others.
        Test(unit: UnitId) = "test",
        /// 11.0: gives a corps a General Retreat Order.
        ///
        /// Open to the passive side at `retreat`. It costs two points of morale, of the French corps or of the Swiss army. Each
        /// unit of the corps may then retreat one hex (ruling R78).
        Order(corps: CorpsId) = "order",
        /// 11.0, 14.2: makes this unit retreat to a hex.
        ///
        /// Open at `retreat`, for single cavalry units and Swiss arquebusiers, which test first; at `retreat-order`, for units
        /// of the corps; and at `fall-back`, at night.
        Retreat(unit: UnitId, hex: HexId) = "retreat",
        /// 12.0: announces a shot at a hex.
        ///
        /// Open at `defensive-fire` and `offensive-fire`. It chooses the target hex; the firers are named next.
        /// [`rules::fire::forecast`](crate::rules::fire::forecast) forecasts a shot.
        Aim(hex: HexId) = "aim",
        /// 12.3: adds this unit to the shot.
        ///
        /// Open at `fire`, for each unit that may fire. The strengths of all firers count together (12.3).
        Fire(unit: UnitId) = "fire",
        /// 12.4: fires the shot.
        ///
        /// Open at `fire`, when a unit fires and each of several firers has another one adjacent or stacked (ruling R56).
        Loose = "loose",
        /// 12.4, 13.2: names this unit as lost.
        ///
        /// Open to its owner at `lose`, star by star, if there are more units than stars (ruling R59).
        Lose(unit: UnitId) = "lose",
        /// 13.0: declares a melee against a hex.
        ///
        /// Open at `melee`; the attackers are named next. A unit with an enemy in its ZOC must attack before the phase ends
        /// (13.1).
        Assault(hex: HexId) = "assault",
        /// 13.2: adds this unit to the melee.
        ///
        /// Open at `attackers`. A unit that can attack no other hex must join (ruling R60).
        Attack(unit: UnitId) = "attack",
        /// 13.2: fights the melee.
        ///
        /// Open at `attackers`, when all units that must join have joined.
        /// [`rules::melee::forecast`](crate::rules::melee::forecast) forecasts a melee.
        Resolve = "resolve",
        /// 13.3: advances this unit into the hex.
        ///
        /// Open at `advance`, for attackers if the attacked hex is empty; `done` declines.
        Advance(unit: UnitId) = "advance",
        /// 12.5, 13.3: makes this commander accompany the unit.
        ///
        /// Open at `escort`, for each commander in a hex that a unit leaves by rout, retreat or advance; `done` leaves the
        /// others behind.
        Escort(commander: CommanderId) = "escort",
        /// 12.5: makes the commander join this unit.
        ///
        /// Open at `rejoin`, for the nearest units of his side, when a commander is alone among enemies (ruling R49).
        Rejoin(unit: UnitId) = "rejoin",
        /// Ends the phase, or declines the open question.
        ///
        /// Refused while something must be done first: a unit can enter, or must attack.
        Done = "done",
    }
}
