//! The optional rules and the rulings that a set-up may choose.

casus_core::switches! {
    /// A switch of a set-up.
    ///
    /// A set-up names it by its word: `"options": ["9.3.1-opt", "A2"]`. A named optional Case is in force. A named ruling has
    /// its other reading, which the casebook gives under *Switch*. [`State::opts`](crate::State::opts) returns whether a switch
    /// is on.
    ///
    /// ```
    /// use casus_core::Match;
    /// use casus_suleiman::{Choice, Setup, Suleiman};
    ///
    /// let setup = Setup { options: vec![Choice::Contingents], ..Setup::default() };
    /// let game = Match::<Suleiman>::new(setup)?;
    /// assert!(game.state().opts(Choice::Contingents) && !game.state().opts(Choice::A2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub enum Choice in Options(u32) {
        /// 9.3.1 (errata): a Charge stays a Charge through its Continued Attacks.
        PlayBalance = "9.3.1-opt" | "9.3.1",
        /// 9.4 (errata): Hungarian Light Cavalry may Counter-Charge missile fire.
        LightCounterCharge = "9.4-opt" | "9.4",
        /// 15.2: the Hungarian contingents that never came.
        Contingents = "15.2",
        /// 4.2(2): a Seized activation is Free.
        A2 = "A2",
        /// 16.0.1: a flight check follows a Standard, and a 15.2.4 roll that brings no contingent.
        A17 = "A17",
        /// 7.2: a line on a vertex or hexside is read against the shooter.
        B5 = "B5",
        /// 14.3(1): the bar on approaching unseen enemies ends with the first Ottoman activation.
        B10 = "B10",
        /// 6.1.1: leaders may not enter an enemy ZOC without a friendly unit.
        C13 = "C13",
        /// 12.1: units off the map are out of command.
        C15 = "C15",
        /// 7.4.2: a shot through the rear of horse counts as one through its flank.
        D7 = "D7",
        /// 7.5.4: guns may be fired at, to no effect.
        D11 = "D11",
        /// 8.4: no Disordered unit advances.
        E13 = "E13",
        /// 9.1: a unit in an enemy ZOC may Charge.
        F1 = "F1",
        /// 9.1(2): only one unit may Charge a target.
        F4 = "F4",
        /// 9.4.5: a Counter-Charger may turn by any number of vertices.
        F9 = "F9",
        /// 9.4.4(2): a Counter-Charger stops next to any enemy.
        F11 = "F11",
        /// 9.4.4: attackers caught by a Counter-Charge still make their attack on it.
        F15 = "F15",
        /// 12.4(2): a second Disorder spares the leader his roll.
        G1 = "G1",
        /// 14.1: the first Hungarian leader to be replaced is replaced by Giorgi Szapolyai.
        H1 = "H1",
    }
}
