//! The marks of a picture: who may act, what was done last, and what a piece sees, where it could go and what it could
//! attack.

use crate::asking::Asker;
use crate::guide::{Blow, Course, Goal, Guide, Leg};
use casus_core::decisions::Sided;
use casus_core::decisions::Turn;
use casus_core::decisions::{Part, Spelt as _};
use casus_core::geometry::Place;
use casus_core::geometry::did_you_mean;
use casus_core::picture::{Colour, Emphasis, Highlight, Scene};
use casus_core::play::Gazetteer;
use casus_core::play::Match;

/// A kind of mark.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mark {
    /// The pieces of the deciding side that may act now.
    MayAct,
    /// The pieces and hexes that an action may name now.
    Targets,
    /// The way of the piece that moved last.
    Last,
    /// The last attacks, as arrows.
    Fights,
    /// The zones of control of each side.
    Zoc,
    /// The hexes in sight of one piece or hex.
    Sight,
    /// The hexes that one piece could reach, with the cost of each.
    Reach,
    /// What one piece could attack, and with which modifiers.
    Odds,
}

impl Mark {
    /// Every kind of mark, with its word.
    pub const ALL: [(&'static str, Self); 8] = [
        ("may-act", Self::MayAct),
        ("targets", Self::Targets),
        ("last", Self::Last),
        ("fights", Self::Fights),
        ("zoc", Self::Zoc),
        ("sight", Self::Sight),
        ("reach", Self::Reach),
        ("odds", Self::Odds),
    ];
    /// Returns the mark with this word; `None` if there is none.
    pub fn named(word: &str) -> Option<Self> {
        Self::ALL.iter().find(|m| m.0 == word).map(|m| m.1)
    }
    /// Returns all the words.
    pub fn words() -> String {
        let words: Vec<String> = Self::ALL.iter().map(|m| format!("`{}`", m.0)).collect();
        words.join(", ")
    }
    /// Returns a question with the marks that a misspelt word may mean.
    pub fn near(word: &str) -> String {
        did_you_mean(word, Self::ALL.iter().map(|m| m.0))
    }
    /// Returns whether the mark is about one piece or hex, which must be named.
    pub const fn of_one(self) -> bool {
        matches!(self, Self::Sight | Self::Reach | Self::Odds)
    }
}

/// The viewer of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Eyes<S> {
    /// A viewer from whom nothing is hidden.
    All,
    /// A side, or a spectator (`None`).
    Of(Option<S>),
}

/// A match as a viewer sees it.
pub struct Looking<'m, G: Guide> {
    /// The match that is looked at.
    pub game: &'m Match<G>,
    /// The map of the match, and the names of its pieces.
    pub map: &'m Gazetteer,
    /// Who looks: a side, a spectator, or a viewer from whom nothing is hidden.
    pub viewer: Eyes<G::Side>,
}

impl<G: Guide> core::fmt::Debug for Looking<'_, G> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Looking")
            .field("viewer", &self.viewer)
            .finish_non_exhaustive()
    }
}

impl<G: Guide> Looking<'_, G> {
    fn seen(&self) -> Option<G::Side> {
        match self.viewer {
            Eyes::All => None,
            Eyes::Of(side) => side,
        }
    }
    /// Returns the side whose choices may be told: the one with the open decision, if it is the viewer or the viewer
    /// sees everything.
    fn decider(&self) -> Option<G::Side> {
        match self.game.turn() {
            Turn::Decide { side, .. } if self.viewer == Eyes::All || self.viewer == Eyes::Of(Some(side)) => Some(side),
            _ => None,
        }
    }
    fn told(&self, line: usize) -> Vec<G::Event> {
        match self.viewer {
            Eyes::All => self.game.events(line).to_vec(),
            Eyes::Of(side) => self.game.events_for(line, side),
        }
    }
    fn name(&self, at: Place) -> String {
        G::place(self.game.state(), at)
    }
    /// Returns the own pieces that actions begin with, and what else the actions name. Empty for a viewer who does not
    /// decide.
    pub fn named_by_actions(&self, scene: &Scene) -> (Vec<String>, Vec<String>) {
        let (mut own, mut other) = (Vec::new(), Vec::new());
        let Some(side) = self.decider() else {
            return (own, other);
        };
        let ours = |named: &str| scene.counters.iter().any(|c| c.id == named && c.army == side.index());
        for action in self.game.actions() {
            for (k, part) in action.parts(self.game.state()).into_iter().enumerate() {
                let Part::At(at) = part else { continue };
                let named = self.name(at);
                let list = if k == 0 && ours(&named) { &mut own } else { &mut other };
                if !list.contains(&named) {
                    list.push(named);
                }
            }
        }
        (own, other)
    }
    /// Returns the last move of a piece that the viewer was told of, as far as it is of one side and one piece.
    pub fn last_way(&self) -> Vec<Leg> {
        let mut way = Vec::new();
        let mut of = None;
        'lines: for i in (0..self.game.journal().len()).rev() {
            let by = self.game.journal().get(i).map(|r| r.by);
            for event in self.told(i).iter().rev() {
                let Some(leg) = G::leg(self.game.state(), event).filter(|leg| leg.moves) else {
                    continue;
                };
                if *of.get_or_insert((by, leg.piece)) != (by, leg.piece) {
                    break 'lines;
                }
                way.push(leg);
            }
        }
        way.reverse();
        way
    }
    /// Returns the attacks of the last line that told the viewer of any.
    pub fn fights(&self) -> Vec<Blow> {
        let blows = |i| -> Vec<Blow> {
            let told = self.told(i);
            told.iter().filter_map(|e| G::blow(self.game.state(), e)).collect()
        };
        let mut lines = (0..self.game.journal().len()).rev().map(blows);
        lines.find(|b| !b.is_empty()).unwrap_or_default()
    }
    /// Returns the zone of control of a piece.
    pub fn zone(&self, at: Place) -> Vec<String> {
        let zone = G::zone(self.game.state(), self.seen(), at);
        zone.into_iter().map(|h| self.name(h)).collect()
    }
    /// Returns the hexes in sight of a piece or a hex. Empty if the game has no lines of sight.
    pub fn sight(&self, of: Place) -> Vec<String> {
        let seen = G::sight(self.game.state(), self.seen(), of).unwrap_or_default();
        seen.into_iter().map(|h| self.name(h)).collect()
    }
    /// Returns where a piece could go now. Empty for a viewer who does not decide.
    pub fn reach(&self, of: Place) -> Vec<Course<G::Action>> {
        let courses = self.decider().and_then(|own| {
            let asker = Asker { game: self.game, own };
            asker.gathering(&[of]).ok()
        });
        courses.map_or(Vec::new(), |(_, courses)| courses)
    }
    /// Returns what a piece could attack: by an action of the open decision, with its verb and its note, or else in the
    /// present state.
    pub fn odds(&self, of: Place, scene: &Scene) -> Vec<(String, String)> {
        let state = self.game.state();
        let mut out: Vec<(String, String)> = Vec::new();
        if let Some(side) = self.decider() {
            let asked = matches!(self.game.turn(), Turn::Decide { of: at, .. } if at == of);
            let foe = |name: &str| {
                let at = scene.site_named(name);
                scene
                    .counters
                    .iter()
                    .any(|c| c.army != side.index() && (c.id == *name || Some(c.site) == at))
            };
            for action in self.game.actions() {
                let parts = action.parts(state);
                let named: Vec<Place> = parts
                    .iter()
                    .filter_map(|p| if let Part::At(at) = p { Some(*at) } else { None })
                    .collect();
                if !asked && named.first() != Some(&of) {
                    continue;
                }
                let Some(at) = named
                    .last()
                    .filter(|at| **at != of)
                    .map(|at| self.name(*at))
                    .filter(|n| foe(n))
                else {
                    continue;
                };
                let note = G::note(state, &action).words;
                let words = [action.verb().to_owned(), note];
                let words: Vec<&str> = words.iter().map(String::as_str).filter(|w| !w.is_empty()).collect();
                out.push((at, words.join(": ")));
            }
        }
        let listed: Vec<String> = out.iter().map(|(at, _)| at.clone()).collect();
        let goals = G::goals(state, self.seen(), of).into_iter();
        let goals = goals.map(|Goal { at, words }| (self.name(at), words));
        out.extend(goals.filter(|(at, _)| !listed.contains(at)));
        out
    }
    /// Returns the marks as a picture draws them. `of` is the piece or hex for the marks that need one
    /// ([`Mark::of_one`]).
    pub fn highlights(&self, marks: &[Mark], of: Option<Place>, scene: &Scene) -> Vec<Highlight> {
        let mut out = Vec::new();
        let plain = |word: String, style: Emphasis, colour: u32| Highlight {
            word,
            style,
            colour: Colour::hex(colour),
            sites: Vec::new(),
            words: Vec::new(),
            sides: Vec::new(),
        };
        let sites = |names: &[String]| -> Vec<usize> {
            let mut sites: Vec<usize> = names.iter().filter_map(|n| scene.site_named(n)).collect();
            sites.sort_unstable();
            sites.dedup();
            sites
        };
        let lettered = |list: Vec<(String, String)>, mut mark: Highlight| {
            for (name, words) in list {
                let Some(site) = scene.site_named(&name) else { continue };
                match mark.sites.iter().position(|&s| s == site) {
                    None => {
                        mark.sites.push(site);
                        mark.words.push(words);
                    }
                    Some(i) if !mark.words[i].contains(&words) => {
                        mark.words[i].push_str("; ");
                        mark.words[i].push_str(&words);
                    }
                    Some(_) => {}
                }
            }
            mark
        };
        let whose = of.map_or(String::new(), |at| G::name_of(self.game.state(), at));
        for mark in marks {
            match (mark, of) {
                (Mark::MayAct, _) => out.push(Highlight {
                    sites: sites(&self.named_by_actions(scene).0),
                    ..plain("may act".to_owned(), Emphasis::Ring, 0x002f_8f4e)
                }),
                (Mark::Targets, _) => out.push(Highlight {
                    sites: sites(&self.named_by_actions(scene).1),
                    ..plain("may be named".to_owned(), Emphasis::Ring, 0x003f_7fd0)
                }),
                (Mark::Last, _) => {
                    let mut way: Vec<usize> = Vec::new();
                    for leg in self.last_way() {
                        let ends = leg.from.iter().chain([&leg.to]);
                        for site in ends.filter_map(|name| scene.site_named(name)) {
                            if way.last() != Some(&site) {
                                way.push(site);
                            }
                        }
                    }
                    out.push(Highlight {
                        sites: way,
                        ..plain("the last way".to_owned(), Emphasis::Path, 0x006a_3fa0)
                    });
                }
                (Mark::Fights, _) => {
                    for blow in self.fights() {
                        let by: Vec<String> = blow.by.iter().map(|&p| self.name(p)).collect();
                        out.extend(Highlight::fight(scene, &by, &self.name(blow.at), blow.how));
                    }
                }
                (Mark::Zoc, _) => {
                    for (i, army) in scene.armies.iter().enumerate() {
                        let own = scene.counters.iter().filter(|c| c.army == i);
                        let places = own.filter_map(|c| self.map.place(&c.id));
                        let zone: Vec<String> = places.flat_map(|at| self.zone(at)).collect();
                        out.push(Highlight {
                            sites: sites(&zone),
                            colour: army.fill,
                            ..plain(format!("ZOC: {}", army.word), Emphasis::Wash, 0)
                        });
                    }
                }
                (Mark::Sight, Some(at)) => out.push(Highlight {
                    sites: sites(&self.sight(at)),
                    ..plain(format!("in sight of {whose}"), Emphasis::Wash, 0x003f_7fd0)
                }),
                (Mark::Reach, Some(at)) => {
                    let courses = self.reach(at).into_iter();
                    let costs = courses.map(|c| {
                        (
                            c.to,
                            c.note
                                .split(',')
                                .next()
                                .unwrap_or("")
                                .trim_end_matches(" spent")
                                .to_owned(),
                        )
                    });
                    let mark = plain(format!("{whose} could go"), Emphasis::Wash, 0x002f_8f4e);
                    out.push(lettered(costs.collect(), mark));
                }
                (Mark::Odds, Some(at)) => {
                    let mark = plain(format!("{whose} could attack"), Emphasis::Ring, 0x00c0_1818);
                    out.push(lettered(self.odds(at, scene), mark));
                }
                (Mark::Sight | Mark::Reach | Mark::Odds, None) => {}
            }
        }
        out.retain(|mark| !mark.sites.is_empty());
        out
    }
}
