//! What a side may ask of a match beside the rules: which actions select pieces, and what an action may lead to.
//!
//! Front ends for people use it: the terminal, and sessions.

use crate::guide::{Course, Guide};
use casus_core::cases::Refusals;
use casus_core::cases::{Book, Cite};
use casus_core::decisions::Log;
use casus_core::decisions::Turn;
use casus_core::dice::Ratio;
use casus_core::dice::{Scripted, Seeded};
use casus_core::geometry::Place;
use casus_core::play::Game;
use casus_core::play::Match;
use casus_core::play::describe_outcome;
use casus_core::play::{Budget, Odds, OddsQuery, PickPolicy, Policy, UniformPolicy};

/// The share that may stay unresolved when both sides choose at random. Beyond it, they choose by weight.
const LOW_RISK: f64 = 0.02;
/// The share that may stay unresolved in odds that are shown.
const HIGH_RISK: f64 = 0.25;

/// Returns the title of a Case, of the rulebook or of the house rules in force.
pub fn title<G: Game>(state: &G::State, cite: Cite) -> &'static str {
    let book = match cite.book() {
        Book::Printed => Some(G::CASEBOOK),
        Book::House(_) => G::laws(state).book(),
        Book::Library => None,
    };
    book.and_then(|b| b.find(cite.number()))
        .map_or("a rule of the library itself", |e| e.title)
}

/// Returns the part of play that the open decision falls in.
pub(crate) fn within<G: Game>(state: &G::State) -> Place {
    match G::turn(state) {
        Turn::Decide { within, .. } => within,
        Turn::Over { .. } => Place::Nowhere,
    }
}

/// Returns who decides next, and what; or how play ended.
pub(crate) fn next<G: Guide>(state: &G::State) -> String {
    match G::turn(state) {
        Turn::Decide { side, .. } => format!("{}: {}", G::side_name(state, side), G::question(state)),
        Turn::Over { outcome, cite } => describe_outcome::<G>(state, outcome, cite),
    }
}

/// Returns what decided a match that has ended, and what each side has lost.
pub fn reckoning<G: Guide>(game: &Match<G>) -> Vec<String> {
    if !game.ended() {
        return Vec::new();
    }
    let last = game.journal().len().checked_sub(1);
    G::reckoning(game.state(), last.map_or(&[][..], |line| game.events(line)))
}

/// What becomes of the pieces, and who decides next.
pub type Becomes = (Vec<String>, String);

/// Returns the same odds, with no two outcomes in the same words.
///
/// Outcomes that leave the pieces alike but go on differently also say how they go on. So does one of several outcomes
/// that leaves all pieces as they are: a unit that still has to retreat has not moved yet.
pub fn told_apart(odds: &Odds<Becomes>) -> Odds<Becomes> {
    let mut told = odds.clone();
    let several = odds.outcomes.len() > 1 || odds.unresolved != Ratio::ZERO;
    for (((becomes, next), _), i) in told.outcomes.iter_mut().zip(0..) {
        let alike = |(n, ((other, _), _)): (usize, &(Becomes, Ratio))| n != i && other == becomes;
        let again = odds.outcomes.iter().enumerate().any(alike);
        let bare = several && becomes.is_empty();
        if bare {
            becomes.push("nothing at once".to_owned());
        }
        if bare || again {
            becomes.push(format!("then {next}"));
        }
    }
    told
}

/// What an action may lead to.
#[derive(Clone, Debug)]
pub struct Foresight {
    /// The odds up to the next decision, whichever side's it is.
    pub near: Odds<Becomes>,
    /// The odds to the end of what the action begins, such as a whole attack.
    pub far: Far,
    /// Whether these odds may depend on hidden information. If so, that information was filled in at random.
    pub dealt: bool,
}

impl Foresight {
    /// Returns whether more than one thing can happen before the next decision, because a die is rolled.
    pub fn thrown(&self) -> bool {
        self.near.outcomes.len() > 1 || self.near.unresolved != Ratio::ZERO
    }
}

/// What an action may lead to after the decisions that it opens are answered.
#[derive(Clone, Debug)]
pub enum Far {
    /// There is nothing to add to [`Foresight::near`]: the action is complete at the next decision, or has only one outcome at
    /// its end.
    Nothing,
    /// The odds that were found.
    Told {
        /// How the decisions on the way are answered.
        how: &'static str,
        /// Whether the odds assume that the side declares nothing more after this action.
        alone: bool,
        /// The odds to the end of the action.
        odds: Odds<Becomes>,
    },
    /// There are too many possibilities.
    TooMany,
}

/// Why pieces cannot be selected.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Obstacle<A> {
    /// The piece is never selected.
    Untakable(Place),
    /// The piece does not move with others.
    Alone(Place),
    /// The action that would select the piece is not allowed.
    Barred(A, Refusals),
}

/// The actions that select a piece, and the state after them, if no die is rolled.
pub(crate) type Taken<G> = (Vec<<G as Game>::Action>, Option<<G as Game>::State>);

/// The actions that select pieces, and where the pieces could go then.
pub type Taking<A> = (Vec<A>, Vec<Course<A>>);

/// A side that asks about its match.
pub struct Asker<'m, G: Guide> {
    /// The match that is asked about.
    pub game: &'m Match<G>,
    /// The side that asks.
    pub own: G::Side,
}

impl<G: Guide> core::fmt::Debug for Asker<'_, G> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Asker").field("own", &self.own).finish_non_exhaustive()
    }
}

impl<G: Guide> Clone for Asker<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<G: Guide> Copy for Asker<'_, G> {}

impl<G: Guide> Asker<'_, G> {
    /// Returns the state after an action of this side; `None` if it is illegal or a die would be rolled.
    pub fn after(self, state: &G::State, action: &G::Action) -> Option<G::State> {
        G::check(state, self.own, action).ok()?;
        let mut next = state.clone();
        let mut dice = Scripted::new(&[]);
        G::apply(&mut next, action, &mut dice, &mut Log::off());
        dice.fault().is_none().then_some(next)
    }
    /// Returns what an action of this side would spend in a state, and in what unit, if it is legal.
    ///
    /// The first move that the action reports counts as its own: no later die roll changes what it spends.
    pub fn spends_at(self, state: &G::State, action: &G::Action) -> Option<(i32, &'static str)> {
        G::check(state, self.own, action).ok()?;
        if let Some(spent) = G::spends(state, action) {
            return Some(spent);
        }
        let mut next = state.clone();
        let (mut dice, mut log) = (Scripted::new(&[]), Log::new());
        G::apply(&mut next, action, &mut dice, &mut log);
        log.take().iter().find_map(|event| G::leg(&next, event))?.spends
    }
    fn can(self, state: &G::State, at: Place) -> Option<G::Action> {
        let take = G::take(state, at)?;
        G::check(state, self.own, &take).ok().map(|()| take)
    }
    /// Returns the action that deselects the selected piece, whether the piece is idle, and the state then.
    fn laid_down(self) -> Option<(G::Action, bool, G::State)> {
        let state = self.game.state();
        let hand = G::in_hand(state)?;
        let then = self.after(state, &hand.lay_down)?;
        Some((hand.lay_down, hand.idle, then))
    }
    /// Returns whether a piece could be selected, now or when the selected one is deselected.
    pub fn may_take(self, at: Place) -> bool {
        let down = || {
            self.laid_down()
                .is_some_and(|(_, _, then)| self.can(&then, at).is_some())
        };
        self.can(self.game.state(), at).is_some() || down()
    }
    /// Returns whether a piece could be added to the selected ones in a state.
    pub fn may_join(self, state: &G::State, at: Place) -> bool {
        let join = G::join(state, at);
        join.is_some_and(|a| G::check(state, self.own, &a).is_ok())
    }
    /// Returns the actions that select a piece. A selected piece that can do nothing more is deselected for it.
    pub(crate) fn take(self, at: Place) -> Result<Taken<G>, Obstacle<G::Action>> {
        let state = self.game.state();
        let turn = self.game.turn();
        if matches!(turn, Turn::Decide { of, .. } if of == at) && G::in_hand(state).is_some() {
            return Ok((Vec::new(), Some(state.clone())));
        }
        let take = G::take(state, at).ok_or(Obstacle::Untakable(at))?;
        let (mut first, from) = match self.laid_down() {
            Some((down, true, then)) if self.can(&then, at).is_some() => (vec![down], then),
            _ => (Vec::new(), state.clone()),
        };
        let next = match G::check(&from, self.own, &take) {
            Ok(()) => self.after(&from, &take),
            Err(why) => return Err(Obstacle::Barred(take, why)),
        };
        first.push(take);
        Ok((first, next))
    }
    /// Returns the action that adds a piece to the selected ones in a state.
    pub(crate) fn join(self, state: &G::State, at: Place) -> Result<G::Action, Obstacle<G::Action>> {
        let join = G::join(state, at).ok_or(Obstacle::Alone(at))?;
        match G::check(state, self.own, &join) {
            Ok(()) => Ok(join),
            Err(why) => Err(Obstacle::Barred(join, why)),
        }
    }
    /// Selects every piece of a stack that can go, after the actions so far. Returns the state then, if a piece is
    /// selected.
    fn gather(
        self,
        stack: &[Place],
        state: &G::State,
        first: &mut Vec<G::Action>,
        mut begun: bool,
    ) -> Option<G::State> {
        let mut next = state.clone();
        for &at in stack {
            let join = if begun { G::join(&next, at) } else { None };
            if let Some(then) = join.and_then(|a| self.after(&next, &a)) {
                first.extend(join);
                next = then;
            } else if !begun && let Ok((take, Some(then))) = self.take(at) {
                first.extend(take);
                next = then;
                begun = true;
            }
        }
        begun.then_some(next)
    }
    /// Returns the actions that select pieces together, and the state then unless a die is rolled for it.
    ///
    /// A hex stands for every piece in it that can go. With no piece named, those that are selected already count.
    ///
    /// # Errors
    /// What keeps the pieces from being selected together.
    pub fn taking(self, who: &[Place]) -> Result<Taken<G>, Obstacle<G::Action>> {
        let mut first = Vec::new();
        let mut state = Some(self.game.state().clone());
        for (i, &at) in who.iter().enumerate() {
            let Some(now) = state else { break };
            let stack = match at {
                Place::Hex(_) => G::stack(&now, at),
                _ => Vec::new(),
            };
            state = match self.gather(&stack, &now, &mut first, i > 0) {
                Some(then) if !stack.is_empty() => Some(then),
                _ if i == 0 => {
                    let (take, then) = self.take(at)?;
                    first.extend(take);
                    then
                }
                _ => {
                    let join = self.join(&now, at)?;
                    first.push(join);
                    self.after(&now, &join)
                }
            };
        }
        Ok((first, state))
    }
    /// Returns the actions that select these pieces, and where the pieces could go then.
    ///
    /// # Errors
    /// The first piece that cannot be selected, and why.
    pub fn gathering(self, who: &[Place]) -> Result<Taking<G::Action>, Obstacle<G::Action>> {
        let (first, state) = self.taking(who)?;
        Ok((first, state.map_or(Vec::new(), |s| G::courses(&s))))
    }
    /// Returns the action that deselects the selected piece, if `action` would be legal after it.
    pub fn in_the_way(self, action: &G::Action) -> Option<G::Action> {
        let (down, _, then) = self.laid_down()?;
        G::check(&then, self.own, action).is_ok().then_some(down)
    }

    /// Returns what an action may lead to, as far as the side may know it and the budget allows.
    ///
    /// # Errors
    /// Why the action is illegal.
    pub fn foresee(self, action: &G::Action, budget: Budget<'_>) -> Result<Foresight, Refusals> {
        let real = self.game.state();
        let seed = self.game.journal().len() as u64;
        let deal = |n: u64| G::sample_state(real, self.own, &mut Seeded::new(seed + n));
        // Two deals that differ tell that something is hidden, and nothing of what.
        let from = deal(0);
        let hidden = (1..4).any(|n| deal(n << 32) != from);
        let (depth, start) = (G::depth(&from), within::<G>(&from));
        let key = |s: &G::State| (G::became(&from, s, action, self.own), next::<G>(s));
        let course = |s: &G::State| within::<G>(s) == start && G::in_course(s, action).is_some();
        let over =
            |s: &G::State| within::<G>(s) != start || (G::depth(s) <= depth && G::in_course(s, action).is_none());
        let (mut open, mut alone) = (false, false);
        let see = |s: &G::State| {
            open |= !over(s);
            alone |= course(s);
            key(s)
        };
        let near = OddsQuery::<G>::new(&from, self.own, action)
            .to_next_decision()
            .budget(budget)
            .outcomes(see)?;
        let far = if open {
            self.far(&from, action, (budget, alone), over, key)
        } else {
            Far::Nothing
        };
        let mut seen = Foresight {
            near,
            far,
            dealt: false,
        };
        seen.dealt = hidden && (seen.thrown() || !matches!(seen.far, Far::Nothing));
        Ok(seen)
    }

    /// Returns what the action may lead to through the decisions that it opens.
    fn far(
        self,
        from: &G::State,
        action: &G::Action,
        (budget, alone): (Budget<'_>, bool),
        over: impl Fn(&G::State) -> bool,
        key: impl Fn(&G::State) -> Becomes,
    ) -> Far {
        let mut leaning = PickPolicy(|s: &G::State, _: G::Side, listed: &[G::Action]| {
            let weight = |i: &usize| (G::weight(s, &listed[*i]), core::cmp::Reverse(*i));
            (0..listed.len()).max_by_key(weight).unwrap_or(0)
        });
        let answers: [(&'static str, &mut dyn Policy<G>, f64); 2] = [
            ("if both sides draw lots at every choice on the way", &mut UniformPolicy, LOW_RISK),
            ("both sides choosing as a hasty player would", &mut leaning, HIGH_RISK),
        ];
        for (how, policy, open) in answers {
            let mut policy = InCourse { after: *action, policy };
            let query = OddsQuery::new(from, self.own, action).policy(&mut policy).until(&over);
            let walked = query.budget(budget).outcomes(&key);
            if let Ok(odds) = walked
                && (odds.unresolved.approx() <= open || odds.why.stopped)
            {
                // Stopped on the way, it tells how far it had come.
                if odds.outcomes.len() > 1 || odds.why.stopped {
                    return Far::Told { how, alone, odds };
                }
                return Far::Nothing;
            }
        }
        Far::TooMany
    }
}

/// A policy that answers a decision as a matter of course where there is such an answer, and otherwise as another
/// policy.
struct InCourse<'p, G: Guide> {
    after: G::Action,
    policy: &'p mut dyn Policy<G>,
}

impl<G: Guide> Policy<G> for InCourse<'_, G> {
    fn answer(&mut self, state: &G::State, side: G::Side, listed: &[G::Action], shares: &mut Vec<(usize, Ratio)>) {
        let course = G::in_course(state, &self.after);
        match course.and_then(|c| listed.iter().position(|a| *a == c)) {
            Some(i) => shares.push((i, Ratio::ONE)),
            None => self.policy.answer(state, side, listed, shares),
        }
    }
}
