//! What came of a conformance file: how much was looked at, and what did not come true.

use core::fmt;
use std::collections::BTreeSet;

/// One expectation that did not come true.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    /// The case of the file, from 1; 0 for the file itself.
    pub case: usize,
    /// The step of the case, from 1; 0 for the case itself.
    pub step: usize,
    /// What the case is about.
    pub about: String,
    /// What went wrong.
    pub message: String,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.case, self.step) {
            (0, _) => {}
            (c, 0) => write!(f, "case {c}: ")?,
            (c, s) => write!(f, "case {c}, step {s}: ")?,
        }
        f.write_str(&self.message)?;
        if !self.about.is_empty() {
            write!(f, " [{}]", self.about)?;
        }
        Ok(())
    }
}

/// What running a file came to.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Report {
    /// How many cases it holds.
    pub cases: usize,
    /// How many steps were taken.
    pub steps: usize,
    /// How many expectations were looked at.
    pub checks: usize,
    /// What it says that it proves.
    pub proves: BTreeSet<String>,
    /// The words of the decisions that it came to.
    pub decisions: BTreeSet<&'static str>,
    /// What points where: the words of a refusal or the label of a ledger line, and what it was of: a word of the action, a
    /// field of the event, or else what kind of thing.
    pub points: BTreeSet<(String, String)>,
    /// What the steps with `trace` did, in order.
    pub traces: Vec<String>,
    /// What did not come true.
    pub failures: Vec<Failure>,
    /// What is to be proved by a value that stood there before, so that the case would hold whatever the rules say: no failure,
    /// but no proof either.
    pub unmoved: Vec<Failure>,
}

impl Report {
    /// Whether all came true.
    pub fn green(&self) -> bool {
        self.failures.is_empty()
    }
}

pub use crate::geometry::near::many as counted;

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (cases, steps) = (counted(self.cases, "case"), counted(self.steps, "step"));
        let (checks, failures) = (counted(self.checks, "check"), counted(self.failures.len(), "failure"));
        write!(f, "{cases}, {steps}, {checks}, {failures}")?;
        for failure in &self.failures {
            write!(f, "\n  {failure}")?;
        }
        Ok(())
    }
}

impl Failure {
    /// A fault of a file as such.
    pub(super) const fn of_file(message: String) -> Self {
        Self {
            case: 0,
            step: 0,
            about: String::new(),
            message,
        }
    }
}
