//! The rulings for which a set-up may choose the other reading. The casebook explains each.

casus_core::switches! {
    /// One switch of a set-up: the other reading of a ruling.
    ///
    /// A set-up lists the names of its switches: `"options": ["R27", "R96"]`. The casebook explains both readings of each,
    /// under *Switch*. [`State::opts`](crate::State::opts) tells whether one is chosen.
    ///
    /// ```
    /// use casus_core::Match;
    /// use casus_marignan::{Choice, Marignan, Setup};
    ///
    /// let setup = Setup { options: vec![Choice::R96], ..Setup::default() };
    /// let game = Match::<Marignan>::new(setup)?;
    /// assert!(game.state().opts(Choice::R96) && !game.state().opts(Choice::R27));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub enum Choice in Options(u32) {
        /// 8.3, 14.2: units of demoralized corps recover at night as others do.
        R08 = "R08",
        /// 7.1: a successor comes in his side's next player turn.
        R27 = "R27",
        /// 9.2: a passive unit tests commitment only once in a phase.
        R35 = "R35",
        /// 9.2: routed units do not test commitment.
        R38 = "R38",
        /// 9.1: a unit disordered during its move continues with its new allowance.
        R46 = "R46",
        /// 12.5: a commander left alone joins the nearest friendly unit only if his owner chooses so.
        R49 = "R49",
        /// 9.4: arquebusiers stacked with a hedgehog are treated like it.
        R51 = "R51",
        /// 12.4: the best protected unit in the hex decides the protection.
        R57 = "R57",
        /// 13.2: rear and rout count only if they apply to all units.
        R62 = "R62",
        /// 9.3: only cavalry that has passed a test of commitment charges.
        R66 = "R66",
        /// 11.0: a General Retreat Order needs a commander and a unit that can retreat.
        R78 = "R78",
        /// 8.1: only the defended side of the fortifications counts.
        R84 = "R84",
        /// 7.1: when a successor dies, only his first corps loses points.
        R90 = "R90",
        /// 14.1: the reductions of entry apply after the first turn too.
        R92 = "R92",
        /// 14.2: placing at night uses the command ranges of the night.
        R95 = "R95",
        /// 14.2: a fortification built at night covers all four sides.
        R96 = "R96",
        /// 9.4: artillery in the hex prevents the hedgehog.
        R101 = "R101",
        /// 10.1: a routed unit leaves the map when it reaches the last row.
        R108 = "R108",
    }
}
