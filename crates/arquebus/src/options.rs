//! The rulings that a set-up may read the other way.

casus_core::switches! {
    /// One switch of a set-up.
    ///
    /// In a set-up it stands by its word, and there it may be looked up: `"options": ["R-23", "15.1a"]`. A ruling that is
    /// named is read the other way, as the casebook has it under *Switch*.
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
        /// 12.2: nobody retreats before a combat with a mounted attacker, a counter-charger's too.
        R66 = "R-66",
        /// 14.4: the +2 against a Retired unit serves fire too.
        R71 = "R-71",
        /// 12.5: guns stay when the unit with them Retreats or Retires.
        R73 = "R-73",
        /// 13.9: a counter-charge against fire has the Movement Allowance in hexes between.
        R87 = "R-87",
        /// 14.3: a unit may retreat through a friend though another hex is open.
        R92 = "R-92",
        /// 12.4: the Normal face says which Shock Defense DRM bars an advance.
        C4 = "C-4" | "12.4",
        /// 7.5: who enters where another unit has just entered pays the point of 10.0 for passing it.
        R116 = "R-116",
        /// 13.3(5g): no Charge crosses a river, under a bridge either.
        R117 = "R-117",
        /// 11.3: a work that a shot crosses shelters its target from either side.
        R118 = "R-118",
        /// 12.3(2)B: of foot and horse that attack over the same ground both modifiers count.
        R119 = "R-119",
        /// 7.2: works that do not hinder both ways cost and disorder only those who come from outside.
        R120 = "R-120",
        /// 10.3: of two Sappers the one that is harder to hit gives the Shock Defense DRM.
        R129 = "R-129",
        /// 12.3(7): a Retired unit adds its +2 whichever unit of the stack defends.
        R132 = "R-132",
        /// 15.1: who rallies from Disorder must be in command too.
        Rally = "15.1a",
        /// 15.1: rallying takes a die.
        RallyDice = "15.1b",
        /// 15.2: a Standard cannot be captured.
        Capture = "15.2",
        /// 3.0: nobody leaves the map for points.
        Exit = "F-1",
        /// 6.1: no Battle joins another's Free Activation.
        Joining = "V-1",
        /// 11.2: guns that fire in Free Activations only fire in every activation of their Battle.
        FreeGuns = "V-2",
        /// 3.0: the Flight Levels are those inferred from a public account.
        Levels = "L-1",
    }
}
