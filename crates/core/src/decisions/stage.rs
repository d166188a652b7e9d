//! The engine loop: a stack of half-done procedures, and consequences "at once" settled between any two steps.

use crate::cases::case::Cite;
use crate::decisions::fault::SetupFaults;
use crate::decisions::log::Log;
use crate::dice::throw::{Dice, Scripted};

/// What a step of a procedure comes to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flow<S> {
    /// A decision is open: hand back to the caller.
    Ask,
    /// Do this first, then come back.
    Call(S),
    /// Go round again.
    Next,
    /// This procedure is finished.
    Done,
}

/// A game's side of the loop.
pub trait Procedures: Sized {
    /// A half-done procedure.
    type Stage;
    /// The stack, top last; to be read. Procedures begin by [`call`](Self::call) and end by [`pop`](Self::pop), in [`run`]
    /// too, so that a game may notice.
    fn stack(&mut self) -> &mut Vec<Self::Stage>;
    /// Puts a procedure on top.
    fn call(&mut self, stage: Self::Stage) {
        self.stack().push(stage);
    }
    /// Ends the top procedure.
    fn pop(&mut self) {
        self.stack().pop();
    }
    /// Rewrites the top procedure.
    fn set_top(&mut self, stage: Self::Stage) {
        if let Some(top) = self.stack().last_mut() {
            *top = stage;
        }
    }
    /// One step of the top stage. It re-reads the state: since it last ran, its unit may have moved, flipped or died.
    fn step(&mut self) -> Flow<Self::Stage>;
    /// What the rules say happens at once, whatever caused it. True if something changed.
    fn settle(&mut self) -> bool {
        false
    }
    /// Whether play has ended.
    fn over(&self) -> bool;
}

/// Runs until a decision is open or play has ended.
pub fn run<P: Procedures>(p: &mut P) {
    loop {
        while p.settle() {}
        if p.over() {
            return;
        }
        match p.step() {
            Flow::Ask => return,
            Flow::Call(s) => p.call(s),
            Flow::Next => {}
            Flow::Done => p.pop(),
        }
    }
}

/// Opens a position: `run` takes it to its first decision, without dice. That a die would be thrown before it is a fault
/// of the set-up's `start_at`; `cite` is the Case of the courses that it may open.
pub fn open<E>(cite: Cite, faults: &mut SetupFaults, run: impl FnOnce(&mut dyn Dice, &mut Log<E>)) {
    let mut dice = Scripted::new(&[]);
    run(&mut dice, &mut Log::off());
    if dice.fault().is_some() {
        let message = "nothing can be decided there before a die is thrown";
        faults.push("start_at", message, Some(cite));
    }
}
