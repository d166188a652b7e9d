//! The questions at the prompt: why, odds, threats.

use super::{FEW, MAX_SEARCH_STATES, OUTCOMES, Repl};
use crate::choices::Choices;
use crate::narrator::wrap;
use casus_core::{Budget, Odds, Place, PlayError, Ratio, Refusals, Turn, catalogue};
use casus_guide::Guide;
use casus_guide::asking::{Becomes, Far, title};
use core::fmt::Write as _;

impl<G: Guide> Repl<'_, G> {
    pub(super) fn threat(&self, words: &str, on: &[String], cite: &str) -> String {
        if on.is_empty() {
            return format!("{words} ({cite})");
        }
        wrap(self.width(), &format!("{words} ({cite}): "), on, ", ", "    ")
    }
    pub(super) fn why_decision(&self, choices: &Choices<G::Action>) -> String {
        let Turn::Decide { side, cite, .. } = self.game.turn() else {
            return String::new();
        };
        let state = self.game.state();
        let mut out = format!("{}: {} ({cite})\n", G::side_name(state, side), G::question(state));
        let _ = writeln!(out, "  {}: {}.", cite.number(), title::<G>(self.game.state(), cite));
        for ruling in catalogue::rulings_of(G::CASEBOOK, cite.number()) {
            let words: Vec<String> = ruling.text.split(' ').map(str::to_owned).collect();
            out.push_str(&wrap(self.width(), &format!("  As read by {}: ", ruling.id), &words, " ", "    "));
        }
        let mut verbs: Vec<&str> = Vec::new();
        for c in choices.iter() {
            let verb = c.words.split(' ').next().unwrap_or_default();
            if verbs.contains(&verb) {
                continue;
            }
            verbs.push(verb);
            if let Some(first) = G::sense(state, &c.action).first() {
                let _ = writeln!(out, "  {verb}: {first}");
            }
        }
        out
    }
    pub(super) fn why(&self, action: &G::Action) -> String {
        if let Err(e) = self.game.check(self.own, action) {
            return self.refused(action, &e);
        }
        let mut out = format!("{}: allowed; no rule forbids it.\n", self.game.spell(action));
        if let Turn::Decide { cite, .. } = self.game.turn() {
            let title = title::<G>(self.game.state(), cite);
            let _ = writeln!(out, "  It answers the decision of {cite}, {title}.");
        }
        for line in G::sense(self.game.state(), action) {
            let _ = writeln!(out, "  {line}");
        }
        out
    }
    pub(super) fn refused(&self, action: &G::Action, why: &PlayError) -> String {
        let words = self.game.spell(action);
        let Some(refusals) = why.refusals() else {
            return format!("{words}: {why}.\n");
        };
        let mut out = format!("{words}: not allowed.\n");
        for r in refusals {
            let one = self.game.explain(&Refusals::one(*r));
            let _ = writeln!(out, "  {one}; {}", title::<G>(self.game.state(), r.cite));
        }
        // What stands in the way may be no more than the selected piece.
        if let Some(down) = self.asker().in_the_way(action) {
            let down = self.game.spell(&down);
            let _ = writeln!(out, "  After `{down}` it would be allowed.");
        }
        out
    }
    /// Returns the odds of an action, as far as the person may know them.
    pub(super) fn odds(&self, action: &G::Action) -> String {
        if let Err(e) = self.game.check(self.own, action) {
            return self.refused(action, &e);
        }
        let mut out = format!("{}:\n", self.game.spell(action));
        let seen = match self.asker().foresee(action, Budget::runs(MAX_SEARCH_STATES)) {
            Ok(seen) => seen,
            Err(refusals) => return format!("{out}  {refusals}\n"),
        };
        let thrown = seen.thrown();
        if thrown {
            out.push_str("Up to the next decision, whoever's it is:\n");
            out.push_str(&self.outcomes(&seen.near));
        }
        match &seen.far {
            Far::Told { how, alone, odds } => {
                let alone = if *alone {
                    "nothing else being declared after it, "
                } else {
                    ""
                };
                let _ = write!(out, "To its end, {alone}{how}:\n{}", self.outcomes(odds));
            }
            Far::TooMany => {
                let words = self.game.spell(action);
                let _ = writeln!(
                    out,
                    "What follows has too many ways for {MAX_SEARCH_STATES} walks; `why {words}` has what is known of its die."
                );
            }
            Far::Nothing => {
                if let ([((became, next), _)], false) = (&seen.near.outcomes[..], thrown) {
                    let all = became.iter().map(String::as_str).chain([&**next]);
                    let all = all.collect::<Vec<_>>().join("; ");
                    let _ = writeln!(out, "Nothing hangs on a die before the next decision: {all}");
                }
            }
        }
        if seen.dealt {
            out.push_str("What is hidden from you was dealt by lot for this.\n");
        }
        out
    }
    /// Returns odds for the screen: the results of each piece, and the most likely outcomes as a whole.
    fn outcomes(&self, odds: &Told) -> String {
        let fates = self.fates(odds);
        if fates.len() < 2 && odds.outcomes.len() <= OUTCOMES {
            return jointly(odds, OUTCOMES);
        }
        let mut out = String::new();
        for (name, list) in fates {
            let told: Vec<String> = list
                .iter()
                .map(|(fate, share)| format!("{fate} {:.1} %", share * 100.0))
                .collect();
            let head = if name.is_empty() {
                "  ".to_owned()
            } else {
                format!("  {name}: ")
            };
            out.push_str(&wrap(self.width(), &head, &told, ", ", "      "));
        }
        let few = if odds.outcomes.len() <= FEW + 1 { FEW + 1 } else { FEW };
        out.push_str("  Together:\n");
        out.push_str(&jointly(odds, few));
        out
    }
    /// Returns the results of each piece, with their probabilities, the most likely first. What concerns no piece has
    /// an empty name.
    fn fates<'o>(&self, odds: &'o Told) -> Vec<(&'o str, Vec<(String, f64)>)> {
        let state = self.game.state();
        let pieces = self.names.iter().filter(|n| !matches!(n.1, Place::Hex(_)));
        let pieces: Vec<String> = pieces.map(|n| G::name_of(state, n.1)).collect();
        // The longest name that the words begin with.
        let split = |words: &'o String| {
            let ends = |name: &String| words.strip_prefix(&**name).is_some_and(|rest| rest.starts_with(' '));
            let name = pieces.iter().filter(|name| ends(name)).map(String::len).max()?;
            Some((&words[..name], &words[name + 1..]))
        };
        let mut all: Vec<(&str, Vec<(String, f64)>)> = Vec::new();
        for ((became, _), share) in &odds.outcomes {
            let mut here: Vec<(&str, String)> = Vec::new();
            for words in became {
                let (name, fate) = split(words).unwrap_or(("", words));
                match here.iter_mut().find(|h| h.0 == name && !name.is_empty()) {
                    Some((_, all)) => {
                        all.push_str(" and ");
                        all.push_str(fate);
                    }
                    None => here.push((name, fate.to_owned())),
                }
            }
            for (name, fate) in here {
                let at = all.iter().position(|a| a.0 == name).unwrap_or_else(|| {
                    all.push((name, Vec::new()));
                    all.len() - 1
                });
                let list = &mut all[at].1;
                match list.iter_mut().find(|f| f.0 == fate) {
                    Some(known) => known.1 += share.approx(),
                    None => list.push((fate, share.approx())),
                }
            }
        }
        let resolved = 1.0 - odds.unresolved.approx();
        for (name, list) in &mut all {
            list.sort_by(|a, b| b.1.total_cmp(&a.1));
            let rest = resolved - list.iter().map(|f| f.1).sum::<f64>();
            if !name.is_empty() && rest > 0.0005 {
                list.push(("unchanged".to_owned(), rest));
            }
        }
        all
    }
}

/// The odds of what becomes of the pieces and of who decides next.
pub(super) type Told = Odds<Becomes>;

/// Returns whole outcomes, the most likely first, up to `many` one by one.
fn jointly(odds: &Told, many: usize) -> String {
    let mut list: Vec<&((Vec<String>, String), Ratio)> = odds.outcomes.iter().collect();
    list.sort_by(|a, b| b.1.approx().total_cmp(&a.1.approx()));
    let same = list.windows(2).all(|w| w[0].0.1 == w[1].0.1);
    let percent = |r: Ratio| format!("{:>5.1} %", r.approx() * 100.0);
    let mut out = String::new();
    for ((became, next), share) in list.iter().take(many) {
        let mut words: Vec<&str> = became.iter().map(String::as_str).collect();
        if !same {
            words.push(next);
        } else if words.is_empty() {
            words.push("no piece changes");
        }
        let words = words.join("; ");
        let _ = writeln!(out, "  {}  {share}  {words}", percent(*share));
    }
    let others = list.iter().skip(many).map(|o| o.1);
    if let Some(sum) = others.reduce(|a, b| a.plus(b).unwrap_or(a)) {
        let rest = match list.len() - many {
            1 => "1 other, less likely".to_owned(),
            n => format!("{n} others, each less likely"),
        };
        let _ = writeln!(out, "  {}  {rest}", percent(sum));
    }
    if odds.unresolved != Ratio::ZERO {
        let why = if odds.why.budget {
            "not walked to its end"
        } else {
            "too fine a fraction"
        };
        let _ = writeln!(out, "  {}  {why}", percent(odds.unresolved));
    }
    out
}
