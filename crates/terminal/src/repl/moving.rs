//! Movement to a hex or a piece by its name.

use super::{Heard, Repl, Stuck, tell};
use crate::choices::abbreviates;
use crate::io::Io;
use crate::narrator::wrap;
use casus_core::{Place, PlayError};
use casus_guide::asking::{Asker, Obstacle, Taking};
use casus_guide::{Course, Guide};

impl<G: Guide> Repl<'_, G> {
    /// Moves a piece along a course until something interrupts it, or lists the courses. Pieces that are named are
    /// selected first, if a way leads there.
    pub(super) fn go(&mut self, text: &str, io: &mut dyn Io) -> Result<Heard, Stuck> {
        let mut who: Vec<&str> = text.split_whitespace().collect();
        let to = match who[..] {
            // Without a selected piece, the pieces that stand there.
            [only] => self
                .hex(only)
                .filter(|&at| {
                    let state = self.game.state();
                    G::in_hand(state).is_some() || G::stack(state, at).is_empty()
                })
                .map(|_| only),
            [.., last] => (!self.is_piece(last)).then_some(last),
            [] => None,
        };
        if to.is_some() {
            who.pop();
        }
        let taken = match who[..] {
            [] => Ok((Vec::new(), G::courses(self.game.state()))),
            _ => self.gathering(&who),
        };
        let (first, courses) = match taken {
            Ok(taken) => taken,
            Err(says) => {
                tell(io, &says);
                return Ok(Heard::Told);
            }
        };
        let Some(hex) = to else {
            tell(io, &reach(self.width(), &courses));
            return Ok(Heard::Told);
        };
        let Some(course) = courses.into_iter().find(|c| c.to == hex) else {
            let mut go = vec!["go"];
            go.extend(who.iter().map(|w| &**w));
            let go = go.join(" ");
            let why = self.no_way(hex);
            tell(io, &format!("No way leads to {hex} now: {why}. `{go}` lists the hexes in reach.\n"));
            return Ok(Heard::Told);
        };
        if !course.risks.is_empty() {
            let says = format!("Every way there that can be paid for passes the enemy: {}.\n", course.risks.join("; "));
            tell(io, &says);
        }
        let hand = G::in_hand(self.game.state()).map(|h| h.lay_down);
        if let Some(down) = first.first().copied().filter(|d| hand == Some(*d)) {
            let words = self.game.spell(&down);
            tell(io, &format!("(`{words}` first: nothing else was left to it.)\n"));
        }
        for action in first {
            self.choose(action, io)?;
        }
        let whose = self.game.turn();
        for action in course.actions {
            if self.game.turn() != whose || self.game.check(self.own, &action).is_err() {
                tell(io, &self.narrator.rest());
                tell(io, "Something comes between.\n");
                break;
            }
            self.choose(action, io)?;
        }
        Ok(Heard::Played)
    }
    /// Returns why the selected pieces cannot go to a hex.
    fn no_way(&self, hex: &str) -> String {
        if G::in_hand(self.game.state()).is_none() {
            return "no piece is selected that could go there".to_owned();
        }
        let step = self.game.parse(&format!("step {hex}")).ok();
        match step.map(|step| self.game.check(self.own, &step)) {
            Some(Err(PlayError::Refused(why))) => self.game.explain(&why),
            _ => "every way is barred, or costs more than is left".to_owned(),
        }
    }
    fn hex(&self, word: &str) -> Option<Place> {
        let named = self.named(word).ok().map(|n| n.1);
        named.filter(|at| matches!(at, Place::Hex(_)))
    }
    /// Returns whether a word may name a piece.
    fn is_piece(&self, word: &str) -> bool {
        let typed = word.to_lowercase();
        let mut pieces = self.names.iter().filter(|n| !matches!(n.1, Place::Hex(_)));
        pieces.any(|n| abbreviates(&typed, &n.0.to_lowercase()))
    }
    pub(super) fn asker(&self) -> Asker<'_, G> {
        Asker {
            game: &self.game,
            own: self.own,
        }
    }
    /// Returns the actions that select pieces together, and where they could go then; or why they cannot be selected. A
    /// hex stands for every piece in it that can go.
    fn gathering(&self, who: &[&str]) -> Result<Taking<G::Action>, String> {
        let mut places = Vec::new();
        let mut state = Some(self.game.state().clone());
        for (i, &name) in who.iter().enumerate() {
            // What a word means may hang on who is selected by then.
            let at = match (self.named(name), &state) {
                (Ok((_, at @ Place::Hex(_))), _) => at,
                (_, Some(now)) if i > 0 => self.named_among(name, |at| self.asker().may_join(now, at))?.1,
                _ => self.named_among(name, |at| self.asker().may_take(at))?.1,
            };
            places.push(at);
            let (first, _) = self.asker().gathering(&places).map_err(|o| self.obstacle(&o))?;
            let mut then = Some(self.game.state().clone());
            for action in &first {
                then = then.and_then(|s| self.asker().after(&s, action));
            }
            state = then;
        }
        self.asker().gathering(&places).map_err(|o| self.obstacle(&o))
    }
    /// Returns in words why pieces cannot be selected.
    fn obstacle(&self, obstacle: &Obstacle<G::Action>) -> String {
        let word = |at: Place| G::name_of(self.game.state(), at);
        match obstacle {
            Obstacle::Untakable(at) => format!("{} cannot be selected.\n", word(*at)),
            Obstacle::Alone(at) => format!("{} does not move with others.\n", word(*at)),
            Obstacle::Barred(action, why) => self.refused(action, &PlayError::Refused(why.clone())),
        }
    }
    /// Returns what a word names. If it fits several, returns the only one of them that is allowed.
    fn named_among(&self, name: &str, allowed: impl Fn(Place) -> bool) -> Result<(&str, Place), String> {
        self.named(name).or_else(|says| {
            let typed = name.to_lowercase();
            let fits = |n: &&(String, Place)| abbreviates(&typed, &n.0.to_lowercase());
            let mut fits = self.names.iter().filter(fits).filter(|n| allowed(n.1));
            match (fits.next(), fits.next()) {
                (Some((word, at)), None) => Ok((&**word, *at)),
                _ => Err(says),
            }
        })
    }
}

/// Returns where a piece could go, grouped by cost.
fn reach<A>(width: usize, courses: &[Course<A>]) -> String {
    let mut notes: Vec<&str> = Vec::new();
    for course in courses {
        if !notes.contains(&&*course.note) {
            notes.push(&course.note);
        }
    }
    if notes.is_empty() {
        return "No piece is selected that can go anywhere now.\n".to_owned();
    }
    let mut out = "In reach:\n".to_owned();
    for note in notes {
        let of = courses.iter().filter(|c| c.note == note);
        let hexes: Vec<String> = of.map(|c| c.to.clone()).collect();
        out.push_str(&wrap(width, &format!("  {note}: "), &hexes, " ", "      "));
    }
    out
}
