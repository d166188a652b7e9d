//! The rulings for which a set-up may choose the other reading.

casus_core::switches! {
    /// A switch of a set-up.
    ///
    /// A set-up names it by its word: `"options": ["R-23", "15.1a"]`. A named ruling has its other reading, which the casebook
    /// gives under *Switch*.
    pub enum Choice in Options(u32) {
        /// 6.1, 7.4: the chain of command does not count as Command Range for Army Activation and dismounting.
        R14 = "R-14",
        /// 6.1: in an Army Activation hexes four away from the enemy may be entered.
        R23 = "R-23",
        /// 6.2: the penalty of an army of one Battle begins with its second attempt.
        R25 = "R-25",
        /// 6.3.2: a negated Seizure resets the penalties.
        R31 = "R-31",
        /// 6.3.1: no two Battles are activated together.
        R35 = "R-35",
        /// 7.4: a unit that dismounts does not fire in that activation.
        R43 = "R-43",
        /// 11.4: units never block the sight of archers at three hexes and more.
        R59 = "R-59",
        /// 12.2: no unit retreats before a combat with a mounted attacker, not even a Counter-Charger.
        R66 = "R-66",
        /// 14.4: the +2 against a Retired unit applies to fire too.
        R71 = "R-71",
        /// 12.5: guns stay when the unit with them Retreats or Retires.
        R73 = "R-73",
        /// 13.9: a Counter-Charge against fire may cross as many hexes as its Movement Allowance.
        R87 = "R-87",
        /// 14.3: a unit may retreat through a friendly unit though another hex is open.
        R92 = "R-92",
        /// 12.4: the Normal face decides which Shock Defense DRM bars an advance.
        C4 = "C-4" | "12.4",
        /// 7.5: a unit that enters where another has just entered pays the point of 10.0 to pass it.
        R116 = "R-116",
        /// 13.3(5g): no Charge crosses a river, not even under a bridge.
        R117 = "R-117",
        /// 11.3: a work that a shot crosses shelters its target from either side.
        R118 = "R-118",
        /// 12.3(2)B: if foot and horse attack over the same ground, both modifiers count.
        R119 = "R-119",
        /// 7.2: works that do not hinder both ways cost points and Disorder only for units that come from outside.
        R120 = "R-120",
        /// 10.3: of two Sappers the one that is harder to hit gives the Shock Defense DRM.
        R129 = "R-129",
        /// 12.3(7): a Retired unit adds its +2 whichever unit of the stack defends.
        R132 = "R-132",
        /// 15.1: a unit that rallies from Disorder must be in command too.
        Rally = "15.1a",
        /// 15.1: rallying needs a roll.
        RallyDice = "15.1b",
        /// 15.2: a Standard cannot be captured.
        Capture = "15.2",
        /// 3.0: no unit leaves the map for points.
        Exit = "F-1",
        /// 6.1: no Battle joins the Free Activation of another.
        Joining = "V-1",
        /// 11.2: guns that fire in Free Activations only fire in every activation of their Battle.
        FreeGuns = "V-2",
        /// 3.0: the Flight Levels are those inferred from a public account.
        Levels = "L-1",
    }
}
