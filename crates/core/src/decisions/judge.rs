//! "Why not?" at any time: an action is judged at the open decision, or at the points of play at which the action would
//! be asked for.

use crate::cases::case::Cite;
use crate::cases::refusal::{Refusal, Refusals, Verdict};
use crate::decisions::side::Sided;
use crate::decisions::turn::{Decision, ended};

/// A point of play at which an action would be asked for, built from the present state: for example the window after the
/// last shot, or the move that a unit could make if it were selected. `M` is [`Judge::Stage`], `A` is [`Judge::Action`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Timing<M, A> {
    /// The stage at which the action would be judged.
    pub at: M,
    /// The action of the open decision that leads to this point of play, if a single action does, with words that say so.
    pub opens: Option<(A, &'static str)>,
}

impl<M, A> Timing<M, A> {
    /// Creates a timing to which no action of the open decision leads directly.
    pub const fn later(at: M) -> Self {
        Self { at, opens: None }
    }
    /// Creates a timing that this action opens, if it is legal. `words` say so:
    /// `"another decision is open: take the unit first"`.
    pub const fn after(at: M, action: A, words: &'static str) -> Self {
        Self {
            at,
            opens: Some((action, words)),
        }
    }
}

/// A timing at which an action belongs, and everything that forbids it there.
pub type Judged<M, A> = (Timing<M, A>, Verdict);

/// What a game knows of its actions, so that [`Judge::check`] can say at any time why an action is not legal.
pub trait Judge {
    /// The sides of the game.
    type Side: Sided;
    /// The answer to one decision.
    type Action: Copy;
    /// A decision at which an action can be judged: the open one, or another. It need not be the type of
    /// [`Procedures::Stage`](crate::decisions::Procedures::Stage).
    type Stage;
    /// Returns the open decision; `None` when play has ended.
    fn open(&self) -> Option<Decision<Self::Side>>;
    /// Refuses an action that names something that does not exist, and an action that an enemy piece would carry
    /// out (an enemy piece as the target is allowed). Returns `None` for any other action.
    ///
    /// The refusal of an enemy piece's action says nothing else, because more could leak hidden facts.
    fn foreign(&self, by: Self::Side, action: Self::Action) -> Option<Refusal>;
    /// Judges an action at the open decision. Returns `false` if it does not belong there.
    fn judge(&self, action: Self::Action, verdict: &mut Verdict) -> bool;
    /// Returns the timings at which this side might be asked for the action, as far as it can know them.
    ///
    /// A timing at which the action does not belong after all is ignored: see [`Judge::judged_timings`].
    fn timings(&self, by: Self::Side, action: Self::Action) -> Vec<Timing<Self::Stage, Self::Action>>;
    /// Judges an action at a stage, by the lists of rules that [`Judge::judge`] uses. Returns `false` if it does not
    /// belong there.
    fn judge_at(&self, stage: &Self::Stage, action: Self::Action, verdict: &mut Verdict) -> bool;
    /// Adds to the verdict why this side is not asked now for the decision that would offer the action. Such a decision
    /// may be a [window](crate::Window): a chance that a side gets during another procedure.
    ///
    /// Use the lists of rules by which your game opens the decision, so that the answer agrees with play. The default
    /// adds nothing, for a game without such lists.
    fn opening(&self, _by: Self::Side, _action: Self::Action, _verdict: &mut Verdict) {}
    /// Returns the Case that says why an action of the side `by` does not belong to the open decision. The decision may
    /// be that of `by` or that of the other side.
    ///
    /// The default is the Case of the decision. Override this method where another Case says why.
    fn out_of_place(&self, open: Decision<Self::Side>, _by: Self::Side, _action: Self::Action) -> Cite {
        open.cite
    }

    /// Judges an action of the side that has the open decision. An action that does not belong to the decision is
    /// refused under the Case that [`Judge::out_of_place`] returns.
    fn judge_now(&self, action: Self::Action, verdict: &mut Verdict) {
        if !self.judge(action, verdict)
            && let Some(open) = self.open()
        {
            verdict.refuse(open.misplaced(self.out_of_place(open, open.side, action)));
        }
    }

    /// Returns the timings at which this side might be asked for the action and at which it belongs, each with
    /// everything that forbids it there.
    fn judged_timings(&self, by: Self::Side, action: Self::Action) -> Vec<Judged<Self::Stage, Self::Action>> {
        let judged = self.timings(by, action).into_iter().filter_map(|timing| {
            let mut verdict = Verdict::full();
            let belongs = self.judge_at(&timing.at, action, &mut verdict);
            belongs.then_some((timing, verdict))
        });
        judged.collect()
    }

    /// Checks whether a side may play an action now.
    ///
    /// If the action belongs to this side's open decision, the refusals are what forbids the action there. Otherwise
    /// the first refusal says that the action does not belong to the open decision. If a single legal action leads to
    /// the right decision, the first refusal says which. Then follow, in book order:
    ///
    /// - why the side is not asked now for the decision that would offer the action ([`Judge::opening`]);
    /// - everything that forbids the action at its [timings](Judge::timings). This is left out if nothing forbids the
    ///   action at one of them.
    ///
    /// There is only one refusal after the end of play, and for an action that [`Judge::foreign`] refuses.
    ///
    /// # Errors
    /// Everything that forbids the action.
    fn check(&self, by: Self::Side, action: Self::Action) -> Result<(), Refusals> {
        let Some(open) = self.open() else {
            return Err(ended());
        };
        if let Some(foreign) = self.foreign(by, action) {
            return Err(Refusals::one(foreign));
        }
        let ours = open.side == by;
        if ours {
            let mut verdict = Verdict::full();
            if self.judge(action, &mut verdict) {
                return verdict.finish();
            }
        }
        let timings = self.judged_timings(by, action);
        let cite = self.out_of_place(open, by, action);
        let now = if ours {
            let misplaced = open.misplaced(cite);
            let because = timings.iter().find_map(|(m, _)| self.first_step(m));
            Refusal {
                because: because.unwrap_or(misplaced.because),
                ..misplaced
            }
        } else {
            Refusal {
                cite,
                ..open.not_yours()
            }
        };
        let mut shut = Verdict::full();
        self.opening(by, action, &mut shut);
        // A timing at which nothing forbids it leaves the sequence and the opening alone to say why not.
        let then = timings.into_iter().map(|(_, verdict)| verdict.finish().err());
        let then: Option<Vec<Refusals>> = then.collect();
        let why = shut.finish().err().into_iter().chain(then.unwrap_or_default());
        Err(Refusals::untimely(now, why.collect()))
    }

    /// Removes from `actions`, from the index `start` on, each action that [`Judge::foreign`] refuses to the deciding
    /// side.
    ///
    /// Under the printed rules the lists of rules already forbid these actions. House rules may repeal entries of the
    /// lists. A side still never acts with an enemy piece.
    fn keep_own(&self, actions: &mut Vec<Self::Action>, start: usize) {
        let Some(open) = self.open() else { return };
        let mut at = 0;
        actions.retain(|&action| {
            at += 1;
            at <= start || self.foreign(open.side, action).is_none()
        });
    }

    /// Returns the words that say how a timing is opened, if the action that opens it is legal at the open decision.
    fn first_step(&self, timing: &Timing<Self::Stage, Self::Action>) -> Option<&'static str> {
        let (action, words) = timing.opens?;
        let mut verdict = Verdict::quick();
        (self.judge(action, &mut verdict) && !verdict.refused()).then_some(words)
    }
}

#[cfg(test)]
#[expect(unreachable_pub, reason = "`sides!` declares what a library shows")]
mod tests {
    use super::*;
    use crate::cases::case::{Casebook, Standing, entry};
    use crate::geometry::place::Place;

    crate::sides! {
        /// A side of the duel.
        pub enum Camp {
            /// The side that begins.
            Red,
            /// The side that answers.
            Blue,
        }
    }

    static BOOK: Casebook = Casebook::printed(
        "Duel at the Ford",
        &[
            entry("2.1", "March", Standing::Rule, "judge.rs"),
            entry("3.1", "Attack", Standing::Rule, "judge.rs"),
            entry("3.2", "Parry", Standing::Rule, "judge.rs"),
        ],
        &[],
    );

    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    enum Move {
        March,
        Draw,
        Strike,
        Parry(Camp),
    }
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    enum At {
        Turn,
        Armed,
        Struck,
    }
    /// A duel with Red's turn open. A side whose sword is drawn may strike, and the other may parry.
    struct Duel {
        rusty: bool,
        near: bool,
        wounded: bool,
        over: bool,
    }
    const FAIR: Duel = Duel {
        rusty: false,
        near: true,
        wounded: false,
        over: false,
    };

    impl Judge for Duel {
        type Side = Camp;
        type Action = Move;
        type Stage = At;
        fn open(&self) -> Option<Decision<Camp>> {
            (!self.over).then(|| Decision::new(Camp::Red, BOOK.cite("2.1"), "turn", Place::Nowhere))
        }
        fn foreign(&self, by: Camp, action: Move) -> Option<Refusal> {
            let Move::Parry(whose) = action else { return None };
            (whose != by).then(|| Refusal::new(BOOK.cite("3.2"), "that is the enemy's shield"))
        }
        fn judge(&self, action: Move, v: &mut Verdict) -> bool {
            self.judge_at(&At::Turn, action, v)
        }
        fn timings(&self, _: Camp, action: Move) -> Vec<Timing<At, Move>> {
            match action {
                Move::Strike => vec![Timing::after(
                    At::Armed,
                    Move::Draw,
                    "another decision is open: draw first",
                )],
                Move::Parry(_) => vec![Timing::later(At::Struck)],
                _ => Vec::new(),
            }
        }
        fn opening(&self, _: Camp, action: Move, v: &mut Verdict) {
            if matches!(action, Move::Parry(_)) && !self.near {
                v.refuse(Refusal::new(BOOK.cite("3.2"), "no foe strikes at him"));
            }
        }
        fn judge_at(&self, at: &At, action: Move, v: &mut Verdict) -> bool {
            let mut bar = |holds: bool, case: &'static str, why: &'static str| {
                if holds {
                    v.refuse(Refusal::new(BOOK.cite(case), why));
                }
            };
            match (at, action) {
                (At::Turn, Move::March) => {}
                (At::Turn, Move::Draw) => bar(self.rusty, "2.1", "the sword sticks"),
                (At::Armed, Move::Strike) => bar(!self.near, "3.1", "the foe is out of reach"),
                (At::Struck, Move::Parry(_)) => bar(self.wounded, "3.2", "the arm is lame"),
                _ => return false,
            }
            true
        }
    }

    fn told(duel: &Duel, by: Camp, deed: Move) -> String {
        duel.check(by, deed)
            .map_or_else(|why| why.to_string(), |()| "yes".to_owned())
    }

    #[test]
    fn what_belongs_to_the_open_decision_is_judged_there() {
        assert_eq!(told(&FAIR, Camp::Red, Move::March), "yes");
        assert_eq!(told(&Duel { rusty: true, ..FAIR }, Camp::Red, Move::Draw), "the sword sticks (2.1)");
        assert_eq!(
            told(&Duel { over: true, ..FAIR }, Camp::Red, Move::March),
            "play has ended (library: play has ended)"
        );
        assert_eq!(told(&FAIR, Camp::Blue, Move::March), "the decision is the other side's (2.1)");
    }

    #[test]
    fn what_would_open_the_decision_is_told_only_while_it_is_legal() {
        assert_eq!(told(&FAIR, Camp::Red, Move::Strike), "another decision is open: draw first (2.1)");
        let rusty = Duel { rusty: true, ..FAIR };
        assert_eq!(told(&rusty, Camp::Red, Move::Strike), "another decision is open (2.1)");
        assert_eq!(told(&FAIR, Camp::Blue, Move::Strike), "the decision is the other side's (2.1)");
    }

    #[test]
    fn then_comes_what_would_forbid_it_at_its_moment() {
        let far = Duel { near: false, ..FAIR };
        assert_eq!(
            told(&far, Camp::Red, Move::Strike),
            "another decision is open: draw first (2.1); the foe is out of reach (3.1)"
        );
        let lame = Duel { wounded: true, ..FAIR };
        let parry = Move::Parry(Camp::Blue);
        assert_eq!(
            told(&lame, Camp::Red.enemy(), parry),
            "the decision is the other side's (2.1); the arm is lame (3.2)"
        );
        assert_eq!(told(&FAIR, Camp::Blue, parry), "the decision is the other side's (2.1)");
    }

    #[test]
    fn what_keeps_a_window_shut_stands_with_what_forbids_its_use() {
        let parry = Move::Parry(Camp::Blue);
        let far = Duel { near: false, ..FAIR };
        assert_eq!(
            told(&far, Camp::Blue, parry),
            "the decision is the other side's (2.1); no foe strikes at him (3.2)"
        );
        let both = Duel { wounded: true, ..far };
        assert_eq!(
            told(&both, Camp::Blue, parry),
            "the decision is the other side's (2.1); no foe strikes at him (3.2); the arm is lame (3.2)"
        );
    }

    #[test]
    fn of_an_enemys_piece_nothing_else_is_told() {
        let lame = Duel { wounded: true, ..FAIR };
        for duel in [&FAIR, &lame] {
            assert_eq!(told(duel, Camp::Red, Move::Parry(Camp::Blue)), "that is the enemy's shield (3.2)");
        }
    }
}
