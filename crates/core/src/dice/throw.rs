//! Dice, which are passed in and never created by the rules. Every throw names its Case and says which faces are alike.

use crate::cases::case::Cite;
use crate::dice::ratio::Ratio;
use rand::rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg32;
use serde::Serialize;

/// The kind of die that is rolled, or a draw.
///
/// ```
/// use casus_belli::Die;
///
/// assert_eq!((Die::D10.faces(), Die::D6.count()), ((0, 9), 6));
/// // Two dice rolled together: a 7 comes up in 6 of 36 ways.
/// assert_eq!((Die::TwoD6.weight(7), Die::TwoD6.ways()), (6, 36));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Die {
    /// A die with six faces, 1 to 6.
    D6,
    /// A die with ten faces, 0 to 9; 0 counts as zero.
    D10,
    /// The sum of two six-sided dice as one face, 2 to 12. [`weight`](Die::weight) says how likely each is.
    #[serde(rename = "2d6")]
    TwoD6,
    /// A draw of one of this many alike things, numbered from 0. A number of 0 counts as 1.
    Draw(u8),
}

impl Die {
    /// Returns the lowest and the highest face.
    pub const fn faces(self) -> (u8, u8) {
        match self {
            Self::D6 => (1, 6),
            Self::D10 => (0, 9),
            Self::TwoD6 => (2, 12),
            Self::Draw(n) => (0, n.saturating_sub(1)),
        }
    }
    /// Returns the number of faces.
    pub const fn count(self) -> u8 {
        let (low, high) = self.faces();
        high - low + 1
    }
    /// Returns how likely a face is, in parts of [`ways`](Self::ways).
    ///
    /// The weight is 1 where all faces are equally likely, 1 to 6 for the sum of two dice, and 0 for a face that the die
    /// does not have.
    pub const fn weight(self, face: u8) -> u8 {
        let (low, high) = self.faces();
        if face < low || face > high {
            return 0;
        }
        match self {
            Self::TwoD6 => 6 - face.abs_diff(7),
            Self::D6 | Self::D10 | Self::Draw(_) => 1,
        }
    }
    /// Returns the sum of the weights of all faces.
    pub const fn ways(self) -> u8 {
        match self {
            Self::TwoD6 => 36,
            Self::D6 | Self::D10 | Self::Draw(_) => self.count(),
        }
    }
}

/// One throw: which die, for what purpose, by which Case.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Throw {
    /// The Case that demands the throw.
    pub cite: Cite,
    /// The kind of die.
    pub die: Die,
    /// A stable word for the purpose.
    pub what: &'static str,
}

/// A source of throws.
///
/// A throw never fails inside the rules: dice that cannot answer a throw record a fault and go on.
///
/// ```
/// use casus_core::{Cite, Dice, Die, Scripted, Seeded, Throw};
///
/// let throw = Throw { cite: Cite::library("example"), die: Die::D6, what: "example" };
/// let face = Seeded::new(1526).throw(throw, &u16::from);
/// assert!((1..=6).contains(&face));
/// assert_eq!(Scripted::new(&[4]).throw(throw, &u16::from), 4);
/// ```
pub trait Dice {
    /// Rolls the die and returns its face; for two dice rolled together, their sum.
    ///
    /// `alike` returns a key for each face; faces with the same effect have the same key. Only an [`Odometer`] uses the keys:
    /// it plays faces of one key once. If in doubt, pass `&u16::from`, which gives every face its own key.
    fn throw(&mut self, throw: Throw, alike: &dyn Fn(u8) -> u16) -> u8;
    /// Returns the first throw that the dice could not answer, if any. Check it before you keep the outcome.
    fn fault(&self) -> Option<Fault> {
        None
    }
}

/// Returns a number below `n` by rejection, so that every face is equally likely and the mapping never changes.
fn below(rng: &mut Pcg32, n: u32) -> u32 {
    let zone = u32::MAX - u32::MAX % n;
    loop {
        let v = rng.next_u32();
        if v < zone {
            return v % n;
        }
    }
}

/// Dice with a seed: PCG-32, the same on every machine.
///
/// ```
/// use casus_belli::{Cite, Dice, Die, Seeded, Throw};
///
/// let throw = Throw { cite: Cite::library("example"), die: Die::D10, what: "example" };
/// let roll = |seed| Seeded::new(seed).throw(throw, &u16::from);
/// assert_eq!(roll(1526), roll(1526));
/// assert!(roll(7) <= 9);
/// ```
#[derive(Clone, Debug)]
pub struct Seeded {
    rng: Pcg32,
}

impl Seeded {
    /// Creates dice with this seed.
    pub fn new(seed: u64) -> Self {
        Self {
            rng: Pcg32::seed_from_u64(seed),
        }
    }
    /// Returns a number below `n`, each equally likely. 0 counts as 1, and a number beyond `u32::MAX` as `u32::MAX`.
    pub fn pick(&mut self, n: usize) -> usize {
        let n = u32::try_from(n.max(1)).unwrap_or(u32::MAX);
        below(&mut self.rng, n) as usize
    }
    /// Returns other dice that do not affect these, for an agent that looks ahead. Each `salt` gives other dice.
    #[must_use]
    pub fn fork(&self, salt: u64) -> Self {
        let mut copy = self.rng.clone();
        let high = u64::from(copy.next_u32()) << 32;
        Self::new((high | u64::from(copy.next_u32())) ^ salt)
    }
}

impl Dice for Seeded {
    fn throw(&mut self, throw: Throw, _: &dyn Fn(u8) -> u16) -> u8 {
        let mut even = |die: Die| die.faces().0 + below(&mut self.rng, u32::from(die.count())) as u8;
        match throw.die {
            Die::TwoD6 => even(Die::D6) + even(Die::D6),
            die => even(die),
        }
    }
}

/// Why dice could not answer a throw.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// There was no face for this throw.
    MissingFace(Throw),
    /// The die does not have the face that was given.
    OffTheDie {
        /// The throw that was asked for.
        throw: Throw,
        /// The face that was given.
        face: u8,
    },
}

/// Dice that roll the faces of a script.
///
/// The first throw that the script cannot answer is kept as the fault. After it the faces are arbitrary, and the caller
/// must discard the outcome.
///
/// ```
/// use casus_belli::{Cite, Dice, Die, Fault, Scripted, Throw};
///
/// let throw = Throw { cite: Cite::library("example"), die: Die::D6, what: "example" };
/// let mut dice = Scripted::new(&[4]);
/// assert_eq!(dice.throw(throw, &u16::from), 4);
/// dice.throw(throw, &u16::from); // no face is left
/// assert_eq!(dice.fault(), Some(Fault::MissingFace(throw)));
/// ```
#[derive(Clone, Debug)]
pub struct Scripted<'a> {
    faces: &'a [u8],
    used: usize,
    fault: Option<Fault>,
}

impl<'a> Scripted<'a> {
    /// Creates dice that roll these faces, in order.
    pub const fn new(faces: &'a [u8]) -> Self {
        Self {
            faces,
            used: 0,
            fault: None,
        }
    }
    /// Returns the number of faces used.
    pub const fn used(&self) -> usize {
        self.used
    }
    /// Returns the throw that could not be answered, if any.
    pub const fn fault(&self) -> Option<Fault> {
        self.fault
    }
}

impl Dice for Scripted<'_> {
    fn fault(&self) -> Option<Fault> {
        self.fault
    }
    fn throw(&mut self, throw: Throw, _: &dyn Fn(u8) -> u16) -> u8 {
        let (low, high) = throw.die.faces();
        if self.fault.is_some() {
            return low;
        }
        match self.faces.get(self.used) {
            Some(&face) if (low..=high).contains(&face) => {
                self.used += 1;
                face
            }
            Some(&face) => {
                self.fault = Some(Fault::OffTheDie { throw, face });
                low
            }
            None => {
                self.fault = Some(Fault::MissingFace(throw));
                low
            }
        }
    }
}

/// Dice that record the faces of other dice.
///
/// ```
/// use casus_belli::{Cite, Dice, Die, Recorded, Scripted, Throw};
///
/// let throw = Throw { cite: Cite::library("example"), die: Die::D6, what: "example" };
/// let mut script = Scripted::new(&[4, 2]);
/// let mut dice = Recorded::new(&mut script);
/// for _ in 0..2 {
///     dice.throw(throw, &u16::from);
/// }
/// assert_eq!(dice.into_faces(), [4, 2]);
/// ```
#[derive(Debug)]
pub struct Recorded<'d> {
    dice: &'d mut dyn Dice,
    faces: Vec<u8>,
}

impl core::fmt::Debug for dyn Dice + '_ {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("dice")
    }
}

impl<'d> Recorded<'d> {
    /// Creates dice that roll these dice and record their faces.
    pub fn new(dice: &'d mut dyn Dice) -> Self {
        Self {
            dice,
            faces: Vec::new(),
        }
    }
    /// Returns the recorded faces.
    pub fn into_faces(self) -> Vec<u8> {
        self.faces
    }
}

impl Dice for Recorded<'_> {
    fn fault(&self) -> Option<Fault> {
        self.dice.fault()
    }
    fn throw(&mut self, throw: Throw, alike: &dyn Fn(u8) -> u16) -> u8 {
        let face = self.dice.throw(throw, alike);
        self.faces.push(face);
        face
    }
}

#[derive(Clone, Debug)]
struct Wheel {
    /// A face of each class of alike faces, and the sum of their weights.
    classes: Vec<(u8, u8)>,
    at: usize,
    ways: u8,
}

/// Dice that go through every possible result of every throw. Faces that a throw calls alike are gone through once, with
/// their joint weight.
///
/// Run the same code with the odometer again and again until [`Odometer::advance`] returns `false`.
///
/// ```
/// use casus_core::{Cite, Dice, Die, Odometer, Throw};
///
/// // A shot hits with a 5 or a 6.
/// let throw = Throw { cite: Cite::library("shot"), die: Die::D6, what: "shot" };
/// let mut odometer = Odometer::new();
/// let mut odds = Vec::new();
/// loop {
///     let hits = odometer.throw(throw, &|face| u16::from(face >= 5)) >= 5;
///     odds.push((hits, odometer.weight().unwrap().to_string()));
///     if !odometer.advance() {
///         break;
///     }
/// }
/// assert_eq!(odds, [(false, "2/3".to_owned()), (true, "1/3".to_owned())]);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Odometer {
    wheels: Vec<Wheel>,
    at: usize,
    separate_faces: bool,
}

impl Odometer {
    /// Creates an odometer that goes through classes of alike faces.
    pub fn new() -> Self {
        Self::default()
    }
    /// Creates an odometer that goes through every single face. This is slower; a test compares its odds with those of
    /// the classes.
    pub fn separate_faces() -> Self {
        Self {
            separate_faces: true,
            ..Self::default()
        }
    }
    /// Returns the probability of the current run; `None` if its exact fraction overflows.
    pub fn weight(&self) -> Option<Ratio> {
        self.wheels
            .iter()
            .try_fold(Ratio::ONE, |r, w| r.times(Ratio::new(u128::from(w.classes[w.at].1), u128::from(w.ways))))
    }
    /// Returns the faces of the current run.
    pub fn faces(&self) -> Vec<u8> {
        self.wheels.iter().map(|w| w.classes[w.at].0).collect()
    }
    /// Goes on to the next run. Returns `false` when there is none.
    pub fn advance(&mut self) -> bool {
        self.at = 0;
        while let Some(w) = self.wheels.last_mut() {
            if w.at + 1 < w.classes.len() {
                w.at += 1;
                return true;
            }
            self.wheels.pop();
        }
        false
    }
}

impl Dice for Odometer {
    fn throw(&mut self, throw: Throw, alike: &dyn Fn(u8) -> u16) -> u8 {
        if self.at == self.wheels.len() {
            let (low, high) = throw.die.faces();
            let mut keys: Vec<u16> = Vec::with_capacity(usize::from(throw.die.count()));
            let mut classes: Vec<(u8, u8)> = Vec::with_capacity(keys.capacity());
            for face in low..=high {
                let key = if self.separate_faces {
                    u16::from(face)
                } else {
                    alike(face)
                };
                let weight = throw.die.weight(face);
                if let Some(i) = keys.iter().position(|&k| k == key) {
                    classes[i].1 += weight;
                } else {
                    keys.push(key);
                    classes.push((face, weight));
                }
            }
            self.wheels.push(Wheel {
                classes,
                at: 0,
                ways: throw.die.ways(),
            });
        }
        let w = &self.wheels[self.at];
        self.at += 1;
        w.classes[w.at].0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases::case::{Casebook, Entry, Standing};
    use std::collections::BTreeMap;

    static BOOK: Casebook = Casebook::printed(
        "Dice",
        &[Entry {
            number: "1.0",
            title: "Throws",
            standing: Standing::Rule,
            place: "dice.rs",
        }],
        &[],
    );

    const fn throw(die: Die) -> Throw {
        Throw {
            cite: BOOK.cite("1.0"),
            die,
            what: "test",
        }
    }

    /// Returns what `play` makes of every throw, with its odds, and the number of runs.
    fn walk<K: Ord>(mut odometer: Odometer, mut play: impl FnMut(&mut Odometer) -> K) -> (BTreeMap<K, Ratio>, usize) {
        let (mut all, mut runs) = (BTreeMap::new(), 0);
        loop {
            let key = play(&mut odometer);
            let weight = odometer.weight().unwrap();
            let sum = all.entry(key).or_insert(Ratio::ZERO);
            *sum = sum.plus(weight).unwrap();
            runs += 1;
            if !odometer.advance() {
                return (all, runs);
            }
        }
    }

    #[test]
    fn the_sum_of_two_dice_has_its_exact_odds() {
        let die = Die::TwoD6;
        assert_eq!((die.faces(), die.count(), die.ways()), ((2, 12), 11, 36));
        let mut ways = BTreeMap::new();
        for (a, b) in (1..=6u8).flat_map(|a| (1..=6u8).map(move |b| (a, b))) {
            *ways.entry(a + b).or_insert(0u8) += 1;
        }
        for face in 0..=u8::MAX {
            assert_eq!(die.weight(face), ways.get(&face).copied().unwrap_or(0));
        }
        let want: BTreeMap<u8, Ratio> = ways.iter().map(|(&f, &n)| (f, Ratio::new(n.into(), 36))).collect();
        for odometer in [Odometer::new(), Odometer::separate_faces()] {
            let got = walk(odometer, |o| o.throw(throw(die), &u16::from));
            assert_eq!(got, (want.clone(), 11));
        }
        assert_eq!(serde_json::to_string(&die).unwrap(), "\"2d6\"");
    }

    #[test]
    fn every_die_weighs_what_its_faces_weigh() {
        let all = [Die::D6, Die::D10, Die::TwoD6].into_iter();
        for die in all.chain((0..=u8::MAX).map(Die::Draw)) {
            let sum: u32 = (0..=u8::MAX).map(|f| u32::from(die.weight(f))).sum();
            assert_eq!(sum, u32::from(die.ways()), "{die:?}");
            let (low, high) = die.faces();
            assert!((low..=high).all(|f| die.weight(f) > 0), "{die:?}");
        }
    }

    #[test]
    fn merged_sums_agree_with_those_by_face() {
        // A test against 8, then another against 6 for who passed, with a single die between.
        let test = |o: &mut Odometer, need: u8| {
            let pass = |face: u8| u16::from(face <= need);
            pass(o.throw(throw(Die::TwoD6), &pass)) == 1
        };
        let play = |o: &mut Odometer| {
            let first = test(o, 8);
            let die = o.throw(throw(Die::D6), &|f| u16::from(f > 4)) > 4;
            (first, die, first && test(o, 6))
        };
        let (merged, few) = walk(Odometer::new(), play);
        let (separate, many) = walk(Odometer::separate_faces(), play);
        assert_eq!(merged, separate);
        assert_eq!((few, many), (6, 7 * 6 * 11 + 4 * 6));
        assert_eq!(merged[&(true, true, true)], Ratio::new(26 * 15, 36 * 36 * 3));
        let sum = merged.values().try_fold(Ratio::ZERO, |a, &b| a.plus(b));
        assert_eq!(sum, Some(Ratio::ONE));
    }

    #[test]
    fn a_script_gives_the_sum_and_a_seed_throws_both() {
        let mut script = Scripted::new(&[2, 12, 13]);
        let mut next = || script.throw(throw(Die::TwoD6), &u16::from);
        assert_eq!([next(), next(), next()], [2, 12, 2]);
        let off = Fault::OffTheDie {
            throw: throw(Die::TwoD6),
            face: 13,
        };
        assert_eq!((script.used(), script.fault()), (2, Some(off)));

        let (mut both, mut single) = (Seeded::new(7), Seeded::new(7));
        let mut fell = [0u32; 13];
        for _ in 0..3600 {
            let sum = both.throw(throw(Die::TwoD6), &u16::from);
            let mut one = || single.throw(throw(Die::D6), &u16::from);
            assert_eq!(sum, one() + one());
            fell[usize::from(sum)] += 1;
        }
        for (face, &n) in (0u8..).zip(&fell) {
            let want = u32::from(Die::TwoD6.weight(face)) * 100;
            assert!(n.abs_diff(want) <= want / 3, "{face}: {n}, not {want}");
        }
    }
}
