//! Options: the optional rules of Module 18, and rulings for which a set-up may choose the other reading.

// No optional rule is in force unless a set-up names it.
const _: casus_core::Cite = crate::casebook::cite!("18.0");

casus_core::switches! {
    /// One switch of a set-up: an optional Case, or the other reading of a ruling.
    ///
    /// A set-up lists the words of its switches: `"options": ["18.3", "R-43"]`. The casebook explains both readings of a ruling
    /// under *Switch*.
    pub enum Choice in Options(u32) {
        /// 18.1: a crusade ends with every turn.
        Politics = "18.1",
        /// 18.2: a breach takes one defender.
        LongSieges = "18.2",
        /// 18.3: there are no minor victories.
        LongWar = "18.3",
        /// 18.4: a round of battle costs a Movement Point.
        Rounds = "18.4",
        /// 18.5: hussars cannot fire at wagons behind four other units.
        Tenacity = "18.5",
        /// 17.3: Orphans enter at two places only.
        R28 = "R-28",
        /// 17.3: Germans appear at Nuremberg or Erfurt.
        R34 = "R-34",
        /// 7.3.3: Legates draw in the Papal Crusade Phase.
        R42 = "R-42",
        /// 7.5: a crusade that expires ends with the turn.
        R43 = "R-43",
        /// 8.6.4: the stack at Breslau must part although the Legate is with it.
        R49 = "R-49",
        /// 3.5: Imperial wagons may not intercept.
        R62 = "R-62",
        /// 8.8: a moving stack may be intercepted by several stacks, one after the other.
        R64 = "R-64",
        /// 12.1: Elizabeth enters with Jiskra.
        R100 = "R-100",
        /// 16.0: both minor victories at once end the war in a draw.
        R105 = "R-105",
        /// 8.8: a Legate or Elizabeth without a combat unit may be intercepted.
        R118 = "R-118",
        /// 7.3.3: Germans come to a Legate who is with besiegers.
        R119 = "R-119",
        /// 8.8: the foot of a garrison that sallies in the enemy's Phase does not count as having intercepted.
        R120 = "R-120",
        /// 10.1: without artillery no further round follows an assault.
        R121 = "R-121",
        /// 10.6.2: a place whose garrison routs in a sally is not pillaged.
        R122 = "R-122",
        /// 10.6.2: a place whose garrison is disbanded or removed is not pillaged.
        R123 = "R-123",
    }
}
