//! The stages at which an action is judged at any time.

/// Declares the type `At`, a stage at which an action is judged, and the type `Timing`, which has one. The game has its `Stage`,
/// `State` and `Action` in scope.
#[macro_export]
macro_rules! timed {
    () => {
        /// A stage at which an action is judged, in the present state or in the state of that time.
        #[derive(Debug)]
        pub struct At {
            stage: Stage,
            then: Option<Box<State>>,
        }

        impl At {
            const fn now(stage: Stage) -> Self {
                Self { stage, then: None }
            }
            fn then(stage: Stage, state: State) -> Self {
                let then = Some(Box::new(state));
                Self { stage, then }
            }
            fn state<'a>(&'a self, now: &'a State) -> &'a State {
                self.then.as_deref().unwrap_or(now)
            }
        }

        type Timing = $crate::casus_core::Timing<At, Action>;
    };
}

/// Writes those methods of [`Judge`](casus_core::Judge) that call the game's dispatch, inside the `impl` for the state. The game
/// has in scope its `Side`, `Action`, `At`, `Timing` and `Decision`, the functions `decision`, `judge_open` and `judge_at` of its
/// dispatch, and `in_hand` and `in_time`, which return the timing of an action in the procedure in progress and in time.
#[macro_export]
macro_rules! judged {
    () => {
        type Side = Side;
        type Action = Action;
        type Stage = At;

        fn open(&self) -> Option<Decision> {
            decision(self)
        }
        fn judge(&self, action: Action, verdict: &mut $crate::casus_core::Verdict) -> bool {
            judge_open(self, action, verdict)
        }
        fn timings(&self, by: Side, action: Action) -> Vec<Timing> {
            if !action.exists(self) {
                return Vec::new();
            }
            let moment = in_hand(self, by, action).or_else(|| in_time(self, by, action));
            moment.into_iter().collect()
        }
        fn judge_at(&self, at: &At, action: Action, verdict: &mut $crate::casus_core::Verdict) -> bool {
            judge_at(at.state(self), at.stage, action, verdict)
        }
    };
}
