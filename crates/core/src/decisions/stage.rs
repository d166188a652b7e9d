//! The engine loop: a stack of unfinished procedures. Consequences that happen at once are settled between any two
//! steps.

use crate::cases::case::Cite;
use crate::decisions::fault::SetupFaults;
use crate::decisions::log::Log;
use crate::dice::throw::{Dice, Scripted};

/// The result of one step of a procedure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flow<S> {
    /// A decision is open: return to the caller.
    Ask,
    /// Run this procedure first, then continue this one.
    Call(S),
    /// Continue with another step.
    Next,
    /// This procedure is finished.
    Done,
}

/// The game's part of the engine loop [`run`]: a stack of procedures, and how to run one step of the top procedure.
pub trait Procedures: Sized {
    /// An unfinished procedure, as plain data on the stack.
    type Stage;
    /// Returns the stack, with the top last. Only read it.
    ///
    /// Procedures begin with [`call`](Self::call) and end with [`pop`](Self::pop). [`run`] uses these two methods too, so
    /// a game that overrides them sees every procedure begin and end.
    fn stack(&mut self) -> &mut Vec<Self::Stage>;
    /// Puts a procedure on top.
    fn call(&mut self, stage: Self::Stage) {
        self.stack().push(stage);
    }
    /// Ends the top procedure.
    fn pop(&mut self) {
        self.stack().pop();
    }
    /// Replaces the top procedure.
    fn set_top(&mut self, stage: Self::Stage) {
        if let Some(top) = self.stack().last_mut() {
            *top = stage;
        }
    }
    /// Runs one step of the top procedure.
    ///
    /// The step must read the state again: since the last step of the procedure, its unit may have moved, flipped or been
    /// Eliminated.
    fn step(&mut self) -> Flow<Self::Stage>;
    /// Carries out the rules that apply at once, such as one by which a leader without units leaves the map. Returns
    /// whether something changed.
    ///
    /// [`run`] calls this before each step, again and again until it returns `false`. The default does nothing.
    fn settle(&mut self) -> bool {
        false
    }
    /// Returns whether play has ended.
    fn over(&self) -> bool;
}

/// Runs the procedures on the stack until a decision is open or play has ended.
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

/// Takes a new position to its first decision. The argument `run` is your closure that plays on to that decision (usually by
/// the function [`run`]). It is called with dice that have no faces, and a log that is off.
///
/// A die roll before the first decision is a fault at the path `start_at`, because a set-up may not begin with one. `start_at` is the key of a
/// set-up that says at what point play begins. `cite` is the Case that says at which points play may begin.
pub fn open<E>(cite: Cite, faults: &mut SetupFaults, run: impl FnOnce(&mut dyn Dice, &mut Log<E>)) {
    let mut dice = Scripted::new(&[]);
    run(&mut dice, &mut Log::off());
    if dice.fault().is_some() {
        let message = "a die roll would come before the first decision";
        faults.push("start_at", message, Some(cite));
    }
}
