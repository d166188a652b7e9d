//! The Seizure Counters.

use crate::casebook::cite;
use casus_core::data::{Form, Value};
use casus_core::{Noun, NounFault, SetupFaults, UnknownWord};
use core::fmt;
use serde::{Deserialize, Serialize};

/// A Seizure counter (6.3).
///
/// Its word is `"opportunity-5"`, `"negation"`, `"battle-cry"`, `"unsteady"` or `"breach"`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum SeizureCounter {
    /// Seizure Opportunity (6.3.1): a roll of 0 up to this, at most 9, seizes.
    Opportunity(u8),
    /// Seizure Negation (6.3.2).
    Negation,
    /// Battle Cry: a Retired unit rallies.
    BattleCry,
    /// Unsteady Troops: an enemy unit is Disordered.
    Unsteady,
    /// Into the Breach: +1 to an attack on one unit.
    Breach,
}

casus_core::described!(SeizureCounter, { "type": "string", "format": "seizure counter" });

impl SeizureCounter {
    /// The possible counters, in the order of their numbers.
    pub const ALL: [Self; 14] = {
        let mut all = [Self::Negation; 14];
        let mut n = 0;
        while n < 10 {
            all[n as usize] = Self::Opportunity(n);
            n += 1;
        }
        all[11] = Self::BattleCry;
        all[12] = Self::Unsteady;
        all[13] = Self::Breach;
        all
    };
    /// Returns its name in sentences: `"Opportunity 5"`.
    pub fn title(self) -> String {
        match self {
            Self::Opportunity(top) => format!("Opportunity {top}"),
            Self::Negation => "Negation".to_owned(),
            Self::BattleCry => "Battle Cry".to_owned(),
            Self::Unsteady => "Unsteady Troops".to_owned(),
            Self::Breach => "Into the Breach".to_owned(),
        }
    }
    /// Returns its number: the index in [`ALL`](Self::ALL).
    pub const fn index(self) -> usize {
        match self {
            Self::Opportunity(top) => top as usize,
            Self::Negation => 10,
            Self::BattleCry => 11,
            Self::Unsteady => 12,
            Self::Breach => 13,
        }
    }
    /// Returns the counter with this word, in upper or lower case.
    pub fn named(word: &str) -> Option<Self> {
        let word = word.trim();
        Self::ALL
            .into_iter()
            .find(|c| word.eq_ignore_ascii_case(&c.to_string()))
    }
}

impl fmt::Display for SeizureCounter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Opportunity(top) => write!(f, "opportunity-{top}"),
            Self::Negation => f.pad("negation"),
            Self::BattleCry => f.pad("battle-cry"),
            Self::Unsteady => f.pad("unsteady"),
            Self::Breach => f.pad("breach"),
        }
    }
}

impl From<SeizureCounter> for String {
    fn from(counter: SeizureCounter) -> Self {
        counter.to_string()
    }
}

impl TryFrom<String> for SeizureCounter {
    type Error = UnknownWord;
    fn try_from(word: String) -> Result<Self, UnknownWord> {
        let known = "opportunity-0 to opportunity-9, negation, battle-cry, unsteady or breach";
        Self::named(&word).ok_or_else(|| UnknownWord::expected("Seizure counter", &word, known))
    }
}

impl<S> Noun<S> for SeizureCounter {
    const WHAT: &'static str = "a Seizure counter";
    fn spell(self, _: &S) -> String {
        self.to_string()
    }
    fn read(_: &S, word: &str) -> Result<Self, NounFault> {
        Ok(word.to_owned().try_into()?)
    }
    fn exists(self, _: &S) -> bool {
        true
    }
    fn all(_: &S) -> Vec<Self> {
        Self::ALL.into()
    }
}

/// A set of Seizure counters: a hand, or what is left in a cup.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct SeizureCounters(u16);

impl SeizureCounters {
    /// Returns whether a counter is in the set.
    pub const fn has(self, counter: SeizureCounter) -> bool {
        self.0 & 1 << counter.index() != 0
    }
    /// Adds a counter.
    pub const fn insert(&mut self, counter: SeizureCounter) {
        self.0 |= 1 << counter.index();
    }
    /// Removes a counter.
    pub const fn remove(&mut self, counter: SeizureCounter) {
        self.0 &= !(1 << counter.index());
    }
    /// Returns the number of counters, 0 to 14.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }
    /// Returns whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
    /// Returns the counters, in the order of their numbers.
    pub fn iter(self) -> impl Iterator<Item = SeizureCounter> {
        SeizureCounter::ALL.into_iter().filter(move |&c| self.has(c))
    }
}

impl FromIterator<SeizureCounter> for SeizureCounters {
    fn from_iter<I: IntoIterator<Item = SeizureCounter>>(counters: I) -> Self {
        let mut set = Self::default();
        counters.into_iter().for_each(|c| set.insert(c));
        set
    }
}

/// The words of the counters.
impl Value for SeizureCounters {
    type Given = Vec<String>;
    type Bounds = ();
    fn read(given: &Vec<String>, (): &(), _: &Form, path: &str, faults: &mut SetupFaults) -> Self {
        let mut set = Self::default();
        for (i, word) in given.iter().enumerate() {
            match SeizureCounter::try_from(word.clone()) {
                Ok(c) if set.has(c) => faults.push(format!("{path}[{i}]"), format!("{c} is given twice"), None),
                Ok(c) => set.insert(c),
                Err(unknown) => faults.push(format!("{path}[{i}]"), unknown.to_string(), Some(cite!("6.3"))),
            }
        }
        set
    }
    fn blank((): &()) -> Self {
        Self::default()
    }
    fn plain(&self) -> String {
        self.iter().map(|c| c.to_string()).collect::<Vec<_>>().join(", ")
    }
}
