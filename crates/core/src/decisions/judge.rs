//! Why, at any time: an action is judged at the open decision, or at the moments at which it would be asked for.

use crate::cases::case::Cite;
use crate::cases::refusal::{Refusal, Refusals, Verdict};
use crate::decisions::side::Sided;
use crate::decisions::turn::{Decision, ended};

/// A moment at which an action would be asked for, built from what stands: the window of the last shot, the run that a
/// unit would make if it were taken in hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Timing<M, A> {
    /// The stage at which it would be judged.
    pub at: M,
    /// The action of the open decision that leads there, where a single one does, and the words that say so.
    pub opens: Option<(A, &'static str)>,
}

impl<M, A> Timing<M, A> {
    /// A moment that nothing at the open decision leads to at once.
    pub const fn later(at: M) -> Self {
        Self { at, opens: None }
    }
    /// A moment that this action opens, if it is legal; `words` say so: `"another decision is open: take the unit first"`.
    pub const fn after(at: M, action: A, words: &'static str) -> Self {
        Self {
            at,
            opens: Some((action, words)),
        }
    }
}

/// A moment at which an action belongs, and all that forbids it there.
pub type Judged<M, A> = (Timing<M, A>, Verdict);

/// What a game's course of play knows of its actions, so that whoever asks hears why not at any time.
pub trait Judge {
    /// A side.
    type Side: Sided;
    /// One small decision.
    type Action: Copy;
    /// A stage at which actions are judged, whether it stands or not.
    type Stage;
    /// The open decision; nothing when play has ended.
    fn open(&self) -> Option<Decision<Self::Side>>;
    /// That the action is one of an enemy's piece. It is all that is said of it: more could tell what is hidden.
    fn foreign(&self, by: Self::Side, action: Self::Action) -> Option<Refusal>;
    /// Judges an action at the open decision. False when it does not belong there.
    fn judge(&self, action: Self::Action, verdict: &mut Verdict) -> bool;
    /// The moments at which this side might be asked for the action, as far as it can know them. One at which the action
    /// does not belong after all counts for nothing: see [`Judge::moments_of`].
    fn timings(&self, by: Self::Side, action: Self::Action) -> Vec<Timing<Self::Stage, Self::Action>>;
    /// Judges an action at a stage, by the same lists. False when it does not belong there.
    fn judge_at(&self, stage: &Self::Stage, action: Self::Action, verdict: &mut Verdict) -> bool;
    /// What keeps shut the window in which this side would be asked for the action: the list of its opening, the same that the
    /// engine asks before it opens the window. An action that is asked for in its side's own turn has none.
    fn opening(&self, _by: Self::Side, _action: Self::Action, _verdict: &mut Verdict) {}
    /// The Case by which an action of this side has no place at the open decision, its own or the other's: the decision's,
    /// unless the game has a better one.
    fn out_of_place(&self, open: Decision<Self::Side>, _by: Self::Side, _action: Self::Action) -> Cite {
        open.cite
    }

    /// Judges an action of the side that has the open decision. What does not belong there is refused by the sequence of play.
    fn judge_now(&self, action: Self::Action, verdict: &mut Verdict) {
        if !self.judge(action, verdict)
            && let Some(open) = self.open()
        {
            verdict.refuse(open.misplaced(self.out_of_place(open, open.side, action)));
        }
    }

    /// Of the moments at which this side might be asked for the action, those at which it belongs, each with all that forbids
    /// it there.
    fn moments_of(&self, by: Self::Side, action: Self::Action) -> Vec<Judged<Self::Stage, Self::Action>> {
        let judged = self.timings(by, action).into_iter().filter_map(|moment| {
            let mut verdict = Verdict::full();
            let belongs = self.judge_at(&moment.at, action, &mut verdict);
            belongs.then_some((moment, verdict))
        });
        judged.collect()
    }

    /// Whether a side may do this now. The sequence of play is answered first, with what would open the decision where one
    /// action does; then what keeps its window shut; then what forbids the action at every moment at which it would be asked for.
    ///
    /// # Errors
    /// All that forbids it.
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
        let moments = self.moments_of(by, action);
        let cite = self.out_of_place(open, by, action);
        let now = if ours {
            let misplaced = open.misplaced(cite);
            let because = moments.iter().find_map(|(m, _)| self.first_step(m));
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
        // A moment at which nothing forbids it leaves the sequence and the opening alone to say why not.
        let then = moments.into_iter().map(|(_, verdict)| verdict.finish().err());
        let then: Option<Vec<Refusals>> = then.collect();
        let why = shut.finish().err().into_iter().chain(then.unwrap_or_default());
        Err(Refusals::untimely(now, why.collect()))
    }

    /// Keeps of the actions from `start` on those of the deciding side's own pieces. By the printed laws the lists see to that;
    /// under house rules that repeal what they say of it, an enemy's piece is not yours all the same.
    fn keep_own(&self, actions: &mut Vec<Self::Action>, start: usize) {
        let Some(open) = self.open() else { return };
        let mut at = 0;
        actions.retain(|&action| {
            at += 1;
            at <= start || self.foreign(open.side, action).is_none()
        });
    }

    /// The words for how a moment is opened, if the action that opens it is legal at the open decision.
    fn first_step(&self, moment: &Timing<Self::Stage, Self::Action>) -> Option<&'static str> {
        let (action, words) = moment.opens?;
        let mut verdict = Verdict::quick();
        (self.judge(action, &mut verdict) && !verdict.refused()).then_some(words)
    }
}

#[cfg(test)]
#[allow(unreachable_pub)]
mod tests {
    use super::*;
    use crate::cases::case::{Casebook, Standing, entry};
    use crate::geometry::place::Place;

    crate::sides! {
        /// A side of the duel.
        pub enum Camp {
            /// Who begins.
            Red,
            /// Who answers.
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
    /// Red's turn is open; whoever has drawn his sword may strike, and the other may parry.
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
