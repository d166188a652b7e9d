//! The types of units and of missiles.

use crate::casebook::cite;

casus_core::words! {
    /// The types of combat unit (2.2, 2.5). Its word is the printed abbreviation.
    ///
    /// A unit's type decides what it may do, whatever missiles it carries: pikes with arquebuses are pikes.
    pub enum Arm, short, "type of unit" {
        /// Men-at-Arms, heavy lancers on horse.
        MenAtArms = "MM",
        /// Stradiotti, light cavalry from the Balkans.
        Stradiots = "STR",
        /// Light Cavalry of no other type.
        LightCavalry = "LC",
        /// Light Cavalry with composite bows.
        LightArchers = "LC/A",
        /// Genitors, light horse with javelins.
        Genitors = "GE",
        /// Mounted Arquebus; on foot it is [`Arm::Arquebus`].
        MountedArquebus = "MAQ",
        /// Mounted Crossbow; on foot it is [`Arm::Crossbow`].
        MountedCrossbow = "MCB",
        /// Pikes on foot.
        Pikes = "PK",
        /// Sword and Buckler.
        SwordAndBuckler = "SB",
        /// Arquebus on foot.
        Arquebus = "AQ",
        /// Crossbow on foot.
        Crossbow = "CB",
        /// Longbows on foot.
        Longbow = "LB",
        /// Skirmishers on foot.
        Skirmishers = "SK",
        /// Sappers on foot.
        Sappers = "SP",
        /// Artillery of any size.
        Artillery = "ART",
        /// Guns on wagons.
        GunWagon = "GW",
        /// Wagons with an army's baggage.
        BaggageWagon = "BW",
    }
}

/// Index of foot units in a row of movement costs.
pub const FOOT: usize = 0;

/// Index of mounted units in a row of movement costs.
pub const MOUNTED: usize = 1;

/// Index of artillery in a row of movement costs.
pub const GUN: usize = 2;

/// Index of leaders and Standards, which move alone, in a row of movement costs.
pub const LEADER: usize = 3;

casus_core::words! {
    /// How a unit keeps its order on bad ground (7.2): a column of the Disorder codes of the Terrain Chart.
    pub enum Tread, word, "column of Disorder codes" {
        /// Foot with pikes.
        Pikes = "pikes",
        /// Units that count as mounted.
        Mounted = "mounted",
        /// Foot with arquebus, crossbow or longbow.
        Shot = "shot",
        /// Foot of type Skirmishers.
        Skirmishers = "skirmishers",
        /// Any other type but artillery.
        Others = "others",
    }
}

impl Arm {
    /// Returns the type in full.
    pub const fn title(self) -> &'static str {
        match self {
            Self::MenAtArms => "Men-at-Arms",
            Self::Stradiots => "Stradiotti",
            Self::LightCavalry => "Light Cavalry",
            Self::LightArchers => "Light Cavalry Archers",
            Self::Genitors => "Genitors",
            Self::MountedArquebus => "Mounted Arquebus",
            Self::MountedCrossbow => "Mounted Crossbow",
            Self::Pikes => "Pikes",
            Self::SwordAndBuckler => "Sword and Buckler",
            Self::Arquebus => "Arquebus",
            Self::Crossbow => "Crossbow",
            Self::Longbow => "Longbow",
            Self::Skirmishers => "Skirmishers",
            Self::Sappers => "Sappers",
            Self::Artillery => "Artillery",
            Self::GunWagon => "Gun Wagon",
            Self::BaggageWagon => "Baggage Wagon",
        }
    }
    /// Returns whether it is a mounted type (2.4).
    pub const fn mounted(self) -> bool {
        const _: casus_core::Cite = cite!("2.4");
        matches!(
            self,
            Self::MenAtArms
                | Self::Stradiots
                | Self::LightCavalry
                | Self::LightArchers
                | Self::Genitors
                | Self::MountedArquebus
                | Self::MountedCrossbow
        )
    }
    /// Returns whether it is a foot type (2.4): every type that is not mounted, guns and wagons included.
    pub const fn foot(self) -> bool {
        !self.mounted()
    }
    /// Returns its index in a row of movement costs: [`FOOT`], [`MOUNTED`] or [`GUN`].
    pub const fn gait(self) -> usize {
        match self {
            Self::Artillery => GUN,
            _ if self.mounted() => MOUNTED,
            _ => FOOT,
        }
    }
    /// Returns its column of Disorder codes on the Terrain Chart; `None` for Artillery, which is never Disordered (14.2).
    pub const fn tread(self) -> Option<Tread> {
        match self {
            Self::Artillery => None,
            Self::Pikes => Some(Tread::Pikes),
            Self::Arquebus | Self::Crossbow | Self::Longbow => Some(Tread::Shot),
            Self::Skirmishers => Some(Tread::Skirmishers),
            _ if self.mounted() => Some(Tread::Mounted),
            _ => Some(Tread::Others),
        }
    }
    /// Returns its type on the other pair of faces: types that dismount are foot there (7.4), all others stay as they are.
    #[must_use]
    pub const fn turned(self) -> Self {
        match self {
            Self::MountedArquebus => Self::Arquebus,
            Self::MountedCrossbow => Self::Crossbow,
            other => other,
        }
    }
    /// Returns whether it may dismount (7.4).
    pub const fn dismounts(self) -> bool {
        matches!(self, Self::MountedArquebus | Self::MountedCrossbow)
    }
    /// Returns whether it has a second pair of faces: on foot (7.4) or unlimbered (7.6).
    pub const fn turns(self) -> bool {
        self.dismounts() || matches!(self, Self::Artillery)
    }
}

casus_core::words! {
    /// The missile type (2.2). Its word is the printed letters. It decides the row of the Fire/Range DRM Chart.
    #[derive(Default)]
    pub enum Missile, short, "missile type" {
        /// No missiles: the unit does not fire.
        #[default]
        None = "-",
        /// Crossbows, `CB` on the counter.
        Crossbow = "CB",
        /// Arquebuses, `AQ` on the counter.
        Arquebus = "AQ",
        /// Longbows, `LB` on the counter.
        Longbow = "LB",
        /// Composite bows, `A` on the counter.
        Bow = "A",
        /// Javelins, `J` on the counter.
        Javelin = "J",
        /// Falconets, `F` on the counter.
        Falconet = "F",
        /// Sakers, `S` on the counter.
        Saker = "S",
        /// Culverins, `C` on the counter.
        Culverin = "C",
        /// Heavy Cannon, `H` on the counter.
        HeavyCannon = "H",
        /// Organ Guns, `OG` on the counter.
        OrganGun = "OG",
    }
}

impl Missile {
    /// Returns whether it is a kind of artillery.
    pub const fn gun(self) -> bool {
        matches!(self, Self::Falconet | Self::Saker | Self::Culverin | Self::HeavyCannon | Self::OrganGun)
    }
}
