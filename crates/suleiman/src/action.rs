//! Actions: the small decisions of the game, and their words.

use crate::components::{LeaderId, UnitId};
use crate::state::activation::Window;
use crate::state::position::State;
use casus_core::{HexId, Noun, NounFault, UnknownWord, VertexFacing, Window as _};

casus_core::actions! {
    /// One decision of a player.
    ///
    /// An action is a verb with its arguments, and is spelled so: `"take HU-RI-1"`, `"step 1903"`, `"charge HU-HC-3
    /// OT-RI-2"`. Names are those of the counters, hexes are their printed numbers, facings are the compass words of corners.
    /// [`Game::spell`](casus_core::Game::spell) and [`Game::parse`](casus_core::Game::parse) convert between the two.
    /// [`Match::actions`](casus_core::Match::actions) lists the legal actions.
    /// [`Match::check`](casus_core::Match::check) names the Cases that forbid any other.
    ///
    /// ```
    /// use casus_core::Match;
    /// use casus_suleiman::{Action, Setup, Side, Suleiman};
    ///
    /// let game = Match::<Suleiman>::new(Setup::default())?;
    /// let action = game.parse("place-leader Perenyi 1803")?;
    /// assert!(matches!(action, Action::PlaceLeader(..)));
    /// assert_eq!(game.spell(&action), "place-leader Perenyi 1803");
    /// assert!(game.check(Side::Hungary, &action).is_ok());
    /// assert!(game.parse("place-leader Perenyi").unwrap_err().to_string().contains("a hex"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub enum Action of State {
        /// 14.1, 14.2: places a unit of a group in one of its hexes.
        ///
        /// Asked at `place`, one piece after the other in the order of the tables. It is asked only for pieces that the tables
        /// leave to their owner; the others are placed already.
        Place(unit: UnitId, hex: HexId) = "place",
        /// 14.1, 14.2: places a leader in one of his hexes.
        ///
        /// Asked at `place`, for each leader with more than one hex open to him. With a unit he is hidden from the enemy (3.5).
        PlaceLeader(leader: LeaderId, hex: HexId) = "place-leader",
        /// 14.1: places the Banner near the King.
        ///
        /// Asked at `place`, as the last of the Hungarian pieces. The Banner stands near its leader, and Retired units gather
        /// around it (10.3(2)).
        PlaceBanner(hex: HexId) = "place-banner",
        /// 5.1: activates a command under a leader, without a die roll.
        ///
        /// Asked at `activate`, for the side with the Free choice: when play opens, after a Pass, and after a failed roll. For a
        /// command with two leaders, the leader says under whom it acts (12.2).
        Activate(leader: LeaderId) = "activate",
        /// 5.2: names a command for Continuity.
        ///
        /// Asked at `continuity`, when an activation is over. The other side may try to Seize before the die is rolled. The roll
        /// succeeds at the leader's Activation Rating or less. The command that has just acted may not be named again, except by
        /// 14.3(4).
        Name(leader: LeaderId) = "name",
        /// 5.3: tries to Seize Continuity with a command.
        ///
        /// Asked at `seize`, for the side that has not named a command. The roll succeeds at the leader's Activation Rating or
        /// less. If it fails, the side that named a command has a Free choice.
        Seize(leader: LeaderId) = "seize",
        /// 5.3: lets the Continuity roll be made.
        ///
        /// Asked at `seize`: no attempt is made, and the Continuity die is rolled.
        LetRoll = "let-roll",
        /// 5.1.1: passes, and activates nothing.
        ///
        /// Asked at `activate` and `continuity`, in place of any activation. The enemy then has a Free choice. The number of
        /// Passes in a row that the set-up gives ends the match (ruling A20).
        Pass = "pass",
        /// 13.0.2: activates the Standard.
        ///
        /// Asked at `activate`, in place of a command: every unit that may rally does, and nothing else happens (ruling A17).
        Standard = "standard",
        /// 15.2.4: rolls for a contingent.
        ///
        /// Asked at `activate`, for the Hungarians, when the option of the what-if contingents is in force (15.2). A contingent
        /// that arrives acts at once.
        Summon = "summon",
        /// 12.4.1: places the replacement leader with a unit.
        ///
        /// Asked at `replacement`, before the owner's next activation of any kind after a leader was killed (ruling A12). His
        /// place is hidden from the enemy (3.5).
        Replace(leader: LeaderId, unit: UnitId) = "replace",
        /// 6.1: selects a unit.
        ///
        /// Asked at `segment`, for units of the active command. The unit then steps, turns and fires until it halts. When another
        /// unit is selected, its run is over (ruling A10).
        Take(unit: UnitId) = "take",
        /// 6.1.1: selects a leader.
        ///
        /// Asked at `segment`. A leader who moves alone spends points of his own Movement Allowance, and no ZOC stops him (ruling
        /// C13).
        TakeLeader(leader: LeaderId) = "take-leader",
        /// 6.1.1, 9.2, 9.4.4: moves one hex.
        ///
        /// Asked in a run, a leader's move, a Charge and a Counter-Charge, for an adjacent hex. In a run it costs movement points,
        /// which [`What::Stepped`](crate::What) lists line by line. An enemy may fire before the next decision of the run.
        Step(hex: HexId) = "step",
        /// 15.1, 11.0.2: enters the map.
        ///
        /// Asked in the run or move of a piece that waits off the map, for the entry hexes of its command.
        Enter(hex: HexId) = "enter",
        /// 3.3.2: faces a vertex.
        ///
        /// Asked in a run, where it is free outside enemy ZOCs; once in a Charge, by one vertex; before a Counter-Charge; and after
        /// some results.
        Face(facing: VertexFacing) = "face",
        /// Ends the move of the selected piece, or keeps its facing.
        ///
        /// It ends a run or a leader's move, a Charge before its target, the turn before a Counter-Charge, or an optional advance.
        Halt = "halt",
        /// 4.1: ends the Move/Fire segment.
        ///
        /// Asked at `segment`. Nothing moves or uses Phasing Fire any more in this activation (ruling A11). The Shock segment
        /// begins.
        EndMoves = "end-moves",
        /// 7.3.2: Phasing Fire.
        ///
        /// Asked in a run, for an enemy unit in range, sight and arc of fire. The target may Counter-Charge (9.4.2) or return fire
        /// before the die is rolled.
        Fire(unit: UnitId) = "fire",
        /// 7.3.2: Reaction Fire by this unit.
        ///
        /// Asked at `reaction-fire`, for a missile unit whose front an enemy unit has entered. Nothing answers it (ruling D2).
        React(unit: UnitId) = "react",
        /// 7.3.2: Return Fire.
        ///
        /// Asked at `return-fire`, for archers that are shot at. They announce their shot first, and both shots are resolved.
        Return = "return-fire",
        /// Declines. For a unit that must retreat, spares the archers that it might trample (10.2.1).
        ///
        /// Asked at every window: `reaction-fire`, `return-fire`, `counter-charge`, `before-shock`. The next occasion opens a
        /// window again.
        Hold = "hold",
        /// Declines, and closes all windows of this kind until the activation ends.
        ///
        /// The word is that of the window: `"hold-all reaction-fire"`. A window in which nothing could be done does not open
        /// anyway.
        HoldAll(window: Window) = "hold-all",
        /// Reopens windows of a kind.
        ///
        /// Asked at any open window, for the kinds that the side has closed in this activation.
        Reopen(window: Window) = "reopen",
        /// 9.4: attempts a Counter-Charge with one unit against another.
        ///
        /// Asked at `counter-charge`, for horse that is shot at, and at `before-shock`, for horse that is attacked. A die is rolled
        /// for the unit. If it passes, the unit may turn, and closes with the attacker.
        CounterCharge(by: UnitId, on: UnitId) = "counter-charge",
        /// 8.2: Retreat Before Shock.
        ///
        /// Asked at `before-shock`, for a mounted Normal defender: one hex away from every attacker, out of enemy ZOCs. Against
        /// horse only Akincis may, and they then roll to evade (8.2.1).
        Withdraw(unit: UnitId, hex: HexId) = "withdraw",
        /// 8.1: declares a Shock attack.
        ///
        /// Asked at `declare`, for a unit of the active command and an enemy unit in its front. All attacks are declared before
        /// the first is resolved.
        Shock(by: UnitId, on: UnitId) = "shock",
        /// 9.2: declares a Charge.
        ///
        /// Asked at `declare`, for mounted units with a path to the target, in front of it, over ground that allows a Charge.
        Charge(by: UnitId, on: UnitId) = "charge",
        /// 8.1: ends the declarations.
        ///
        /// Asked at `declare`. It is refused while an attacking unit leaves out an enemy unit that it must attack (3.2.5).
        Declared = "declared",
        /// 8.3: resolves the combat of this attacker next.
        ///
        /// Asked at `resolve`, `ride-next` and `continue-next`, where the attacker has a choice, and at `retreat-next`, where one
        /// result drives several of the attacker's units back (ruling E19).
        Resolve(unit: UnitId) = "resolve",
        /// 8.3.2: rolls against this defender.
        ///
        /// Asked at `strike`, for each defender that has still to be rolled for. For a forecast, see
        /// [`rules::shock::forecast`](crate::rules::shock::forecast).
        Strike(unit: UnitId) = "strike",
        /// 8.4, 8.2, 10.5: advances into a hex.
        ///
        /// Asked at `advance`, where a unit must, and at `press-on` and `follow`, where it may.
        Advance(unit: UnitId, hex: HexId) = "advance",
        /// 10.2: retreats to a hex.
        ///
        /// Asked at `retreat`, for each hex that leads away from where the result was inflicted. A unit without such a hex is
        /// Eliminated (10.2.2).
        Retreat(hex: HexId) = "retreat",
        /// 10.2.1: retreats through an archer unit's hex to another.
        ///
        /// Asked at `retreat`: the hex that is crossed, and the hex beyond it, both leading away. Normal archers are Disordered by
        /// it, others Retired (ruling G2).
        Trample(over: HexId, to: HexId) = "trample",
        /// 10.3: places the Retired unit.
        ///
        /// Asked at `retire`, for the vacant hexes nearest to the Banner. Ottoman units go to their Box without a decision.
        Retire(hex: HexId) = "retire",
        /// 12.4, 3.1.1: the leader joins this unit.
        ///
        /// Asked at `rejoin`, for the nearest units of his command, when his unit was lost (12.4) or an enemy entered his hex
        /// (3.1.1).
        Rejoin(unit: UnitId) = "rejoin",
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
