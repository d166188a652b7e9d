//! The engine: a state, dice and a log.

/// Declares the engine of a game: a state, dice and a log, which every procedure of the rules uses.
///
/// The game has in scope its `State`, `Side`, `Event`, `What` and `Activation`. `die` cites the Case of the die. `also` lists further fields, each with its
/// type, its value at the beginning of play, and its value when play resumes.
#[macro_export]
macro_rules! engine {
    (die $die:expr; also { $($(#[$doc:meta])* $field:ident: $type:ty = $new:expr, $resumed:expr;)* }) => {
        pub(crate) struct Engine<'a> {
            pub(crate) s: &'a mut State,
            pub(crate) dice: &'a mut dyn $crate::casus_core::Dice,
            pub(crate) log: &'a mut $crate::casus_core::Log<Event>,
            /// Dirty flag: set by events and by procedures that end; starting a procedure does not set it.
            pub(crate) changed: bool,
            $($(#[$doc])* pub(crate) $field: $type,)*
        }

        /// The open decision.
        pub(crate) type Decision = $crate::casus_core::Decision<Side>;

        impl<'a> Engine<'a> {
            pub(crate) fn new(
                s: &'a mut State,
                dice: &'a mut dyn $crate::casus_core::Dice,
                log: &'a mut $crate::casus_core::Log<Event>,
            ) -> Self {
                Self { s, dice, log, changed: true, $($field: $new,)* }
            }

            /// Creates an engine for a state in which everything has been settled, as at every open decision.
            pub(crate) fn resume(
                s: &'a mut State,
                dice: &'a mut dyn $crate::casus_core::Dice,
                log: &'a mut $crate::casus_core::Log<Event>,
            ) -> Self {
                Self { s, dice, log, changed: false, $($field: $resumed,)* }
            }

            /// Records an event. Everything that the rules settle at once changes with an event.
            pub(crate) fn say(&mut self, cite: $crate::casus_core::Cite, what: impl FnOnce() -> What) {
                self.changed = true;
                self.log.say(|| Event { cite, what: what() });
            }

            /// Rolls the ten-sided die with these modifiers against a limit.
            pub(crate) fn test(
                &mut self,
                cite: $crate::casus_core::Cite,
                what: &'static str,
                net: $crate::casus_core::Ledger,
                limit: $crate::casus_core::Limit,
            ) -> $crate::casus_core::Test {
                const _: $crate::casus_core::Cite = $die;
                let die = $crate::casus_core::Die::D10;
                $crate::casus_core::Test::throw(self.dice, $crate::casus_core::Throw { cite, die, what }, net, limit)
            }

            pub(crate) fn act_mut(&mut self) -> Option<&mut Activation> {
                self.s.activation.as_deref_mut()
            }
        }
    };
}

/// Writes those methods of the engine's procedures that only concern the state's stack and its outcome, inside the `impl` of
/// [`Procedures`](casus_core::Procedures). The game has its `Stage` in scope.
#[macro_export]
macro_rules! stacked {
    () => {
        type Stage = Stage;
        fn stack(&mut self) -> &mut Vec<Stage> {
            &mut self.s.stack
        }
        fn pop(&mut self) {
            self.changed = true;
            self.s.stack.pop();
        }
        fn over(&self) -> bool {
            self.s.outcome.is_some()
        }
    };
}
