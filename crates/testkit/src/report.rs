//! The result of a conformance file: how much was checked, and what failed.

use core::fmt;
use std::collections::BTreeSet;

/// One expectation that failed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    /// The number of the case in the file, from 1; 0 for the file itself.
    pub case: usize,
    /// The number of the step in the case, from 1; 0 for the case itself.
    pub step: usize,
    /// The `about` of the case; empty if it has none.
    pub about: String,
    /// What was expected and what was found.
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

/// The result of running a file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Report {
    /// The number of cases in the file.
    pub cases: usize,
    /// The number of steps that were run.
    pub steps: usize,
    /// The number of expectations that were checked.
    pub checks: usize,
    /// The Cases and rulings that the file says it proves.
    pub proves: BTreeSet<String>,
    /// The words of the decisions that were open in the file ([`Decision::what`](casus_core::Decision::what)).
    pub decisions: BTreeSet<&'static str>,
    /// The phrases of refusals and the labels of ledger lines that the file met.
    ///
    /// Each is paired with a text that says where its place (the piece, hex or side that it is about) comes from, not which place
    /// it is. For a refusal, that is the position of the place in the words of the action (`"the first that is named"`). For a
    /// ledger line, it is the field of the event that has the place (`` "`by`" ``). If there is none, the text is the kind of the
    /// place.
    pub points: BTreeSet<(String, String)>,
    /// What each step with `trace` did, in order.
    pub traces: Vec<String>,
    /// The expectations that failed.
    pub failures: Vec<Failure>,
    /// Names that a case claims to prove by a value (`proved_by = "value"`), although the value was the same before its play.
    ///
    /// Such a case would hold whatever the rules say. This is a warning, no failure. A name is not listed if another case of the file cites it, or shows another value for it.
    pub unmoved: Vec<Failure>,
}

impl Report {
    /// Returns whether no expectation failed.
    pub fn green(&self) -> bool {
        self.failures.is_empty()
    }
}

pub use casus_core::geometry::many as counted;

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
    /// Creates a failure of the file itself.
    pub(super) const fn of_file(message: String) -> Self {
        Self {
            case: 0,
            step: 0,
            about: String::new(),
            message,
        }
    }
}
