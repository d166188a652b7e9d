//! Actions: the small decisions of the game, and their words.

use crate::components::{LeaderId, UnitId};
use crate::state::activation::Window;
use crate::state::position::State;
use casus_core::{HexId, Noun, NounFault, UnknownWord, VertexFacing, Window as _};

casus_core::actions! {
    /// One small decision.
    ///
    /// An action is a verb and what it is about, and is spelt so: `"take HU-RI-1"`, `"step 1903"`, `"charge HU-HC-3
    /// OT-RI-2"`. Names are those of the counters, hexes their printed numbers, facings the compass words of corners.
    /// [`Game::spell`](casus_core::Game::spell) and [`Game::parse`](casus_core::Game::parse) turn one into the other,
    /// [`Match::actions`](casus_core::Match::actions) lists all that may be done now, and
    /// [`Match::check`](casus_core::Match::check) says of any other by which Cases it may not.
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
        /// 14.1, 14.2: puts a unit of a group into one of its hexes.
        ///
        /// Asked at `place`, one piece after the other in the order of the tables, of the pieces that the tables leave
        /// to their owner's choice; the others stand already.
        Place(unit: UnitId, hex: HexId) = "place",
        /// 14.1, 14.2: puts a leader into one of his hexes.
        ///
        /// Asked at `place`, of each leader to whom more than one hex is open. Under a unit he is hidden from the enemy
        /// (3.5).
        PlaceLeader(leader: LeaderId, hex: HexId) = "place-leader",
        /// 14.1: puts the Banner near the King.
        ///
        /// Asked at `place`, last of the Hungarians' pieces: it stands near its leader, and Retired units gather about
        /// it (10.3(2)).
        PlaceBanner(hex: HexId) = "place-banner",
        /// 5.1: activates a command under a leader, without a die roll.
        ///
        /// Asked at `activate`, of the side that has the Free choice: when play opens, after a Pass, and after a die
        /// that failed. A leader of a command that has two says under whom it acts (12.2).
        Activate(leader: LeaderId) = "activate",
        /// 5.2: names a command for Continuity.
        ///
        /// Asked at `continuity`, when an activation is over. The other side may try to Seize before the die is thrown;
        /// the die succeeds at the leader's Activation Rating or less. The command that has just acted may not be named
        /// again, but for 14.3(4).
        Name(leader: LeaderId) = "name",
        /// 5.3: tries to Seize Continuity with a command.
        ///
        /// Asked at `seize`, of the side that has not named. Its die succeeds at the leader's Activation Rating or
        /// less; when it fails, who named has a Free choice.
        Seize(leader: LeaderId) = "seize",
        /// 5.3: lets the Continuity roll be made.
        ///
        /// Asked at `seize`: no attempt is made, and the Continuity die falls.
        LetRoll = "let-roll",
        /// 5.1.1: passes, and activates nothing.
        ///
        /// Asked at `activate` and `continuity`, in place of any activation. The enemy has a Free choice then; so many
        /// Passes in a row as the set-up says end the match (ruling A20).
        Pass = "pass",
        /// 13.0.2: activates the Standard.
        ///
        /// Asked at `activate`, in place of a command: every unit that may rallies, and nothing else happens (ruling
        /// A17).
        Standard = "standard",
        /// 15.2.4: rolls for a contingent.
        ///
        /// Asked of the Hungarians at `activate`, where the what-if contingents are an option in force (15.2). Who
        /// comes acts at once.
        Summon = "summon",
        /// 12.4.1: puts the replacement leader with a unit.
        ///
        /// Asked at `replacement`, before the owner's next activation of any kind after a leader was killed (ruling
        /// A12). Where he comes is hidden from the enemy (3.5).
        Replace(leader: LeaderId, unit: UnitId) = "replace",
        /// 6.1: selects a unit.
        ///
        /// Asked at `segment`, of units of the active command. The unit then steps, turns and fires until it halts;
        /// whoever is left for another unit has done (ruling A10).
        Take(unit: UnitId) = "take",
        /// 6.1.1: selects a leader.
        ///
        /// Asked at `segment`. A leader alone spends points of his own Movement Allowance and is stopped by no ZOC
        /// (ruling C13).
        TakeLeader(leader: LeaderId) = "take-leader",
        /// 6.1.1, 9.2, 9.4.4: one hex.
        ///
        /// Asked in a run, a ride, a Charge and a Counter-Charge, of a hex beside the piece. In a run it costs movement
        /// points, told line by line in [`What::Stepped`](crate::What); an enemy may fire before the next decision of
        /// the run.
        Step(hex: HexId) = "step",
        /// 15.1, 11.0.2: on to the map.
        ///
        /// Asked in the run or ride of a piece that waits off the map, of the entry hexes of its command.
        Enter(hex: HexId) = "enter",
        /// 3.3.2: faces a vertex.
        ///
        /// Asked in a run, where it is free outside enemy ZOCs, once in a Charge (by one vertex), before a
        /// Counter-Charge, and after some results.
        Face(facing: VertexFacing) = "face",
        /// Done with the selected piece, or keeps the facing it has.
        ///
        /// Ends a run or a ride, a Charge before its target, a wheel, or an advance that may be declined.
        Halt = "halt",
        /// 4.1: ends the Move/Fire segment.
        ///
        /// Asked at `segment`. Nothing moves or fires on its own account any more in this activation (ruling A11); the
        /// Shock segment begins.
        EndMoves = "end-moves",
        /// 7.3.2: Phasing Fire.
        ///
        /// Asked in a run, of an enemy unit in range, sight and arc of fire. The target may Counter-Charge (9.4.2) or
        /// return fire before the die falls.
        Fire(unit: UnitId) = "fire",
        /// 7.3.2: Reaction Fire by this unit.
        ///
        /// Asked at `reaction-fire`, of a missile unit into whose front an enemy unit has come. Nothing answers it
        /// (ruling D2).
        React(unit: UnitId) = "react",
        /// 7.3.2: Return Fire.
        ///
        /// Asked at `return-fire`, of archers who are shot at: they fire first announced, and both shots are resolved.
        Return = "return-fire",
        /// Lets the moment pass; for a unit that must retreat, spares the archers whom it might trample (10.2.1).
        ///
        /// Asked at every window: `reaction-fire`, `return-fire`, `counter-charge`, `before-shock`. The next occasion
        /// opens one again.
        Hold = "hold",
        /// Lets it pass, and all windows like it until the activation ends.
        ///
        /// The word is that of the window: `"hold-all reaction-fire"`. Windows in which nothing could be done do not
        /// open, whether closed or not.
        HoldAll(window: Window) = "hold-all",
        /// Opens such windows again.
        ///
        /// Asked at any open window, of those that the side has closed in this activation.
        Reopen(window: Window) = "reopen",
        /// 9.4: attempts a Counter-Charge with this unit against that one.
        ///
        /// Asked at `counter-charge`, of horse that is shot at, and at `before-shock`, of horse that is attacked. A die
        /// is thrown against the unit; when it passes the unit may turn and closes with the attacker.
        CounterCharge(by: UnitId, on: UnitId) = "counter-charge",
        /// 8.2: Retreat Before Shock.
        ///
        /// Asked at `before-shock`, of a mounted and Normal defender: one hex away from every attacker, out of enemy ZOCs.
        /// Before horse only Akincis may, who then roll to evade (8.2.1).
        Withdraw(unit: UnitId, hex: HexId) = "withdraw",
        /// 8.1: declares a Shock attack.
        ///
        /// Asked at `declare`, of a unit of the active command and an enemy unit in its front. All attacks are declared
        /// before the first is resolved.
        Shock(by: UnitId, on: UnitId) = "shock",
        /// 9.2: declares a Charge.
        ///
        /// Asked at `declare`, of mounted units that could ride to the target, in front of it, over ground that allows
        /// it.
        Charge(by: UnitId, on: UnitId) = "charge",
        /// 8.1: all attacks are declared.
        ///
        /// Asked at `declare`; refused while a unit that attacks leaves out an enemy unit that it must attack (3.2.5).
        Declared = "declared",
        /// 8.3: resolves the combat of this attacker next.
        ///
        /// Asked at `resolve`, `ride-next` and `continue-next`, wherever the attacker has more than one to choose from, and at
        /// `retreat-next`, where one result drives several of his units back (ruling E19).
        Resolve(unit: UnitId) = "resolve",
        /// 8.3.2: rolls against this defender.
        ///
        /// Asked at `strike`, of each defender that is still to be rolled for. What the roll would do beforehand:
        /// [`rules::shock::forecast`](crate::rules::shock::forecast).
        Strike(unit: UnitId) = "strike",
        /// 8.4, 8.2, 10.5: advances into a hex.
        ///
        /// Asked at `advance`, where somebody must, at `press-on` and `follow`, where he may.
        Advance(unit: UnitId, hex: HexId) = "advance",
        /// 10.2: retreats to a hex.
        ///
        /// Asked at `retreat`, of each hex that leads away from where the result was inflicted. A unit with none is
        /// Eliminated (10.2.2).
        Retreat(hex: HexId) = "retreat",
        /// 10.2.1: retreats through an archer unit's hex to another.
        ///
        /// Asked at `retreat`: the hex that is crossed, and the one beyond it, both away. Normal archers are Disordered by it,
        /// others Retired (ruling G2).
        Trample(over: HexId, to: HexId) = "trample",
        /// 10.3: places the Retired unit.
        ///
        /// Asked at `retire`, of the nearest vacant hexes to the Banner. Ottoman units go to their Box and are not
        /// asked about.
        Retire(hex: HexId) = "retire",
        /// 12.4, 3.1.1: the leader goes to this unit.
        ///
        /// Asked at `rejoin`, of the nearest units of his command, when his unit was lost (12.4) or an enemy entered
        /// his hex (3.1.1).
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
