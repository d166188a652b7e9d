//! A position as read from a set-up. All faults are reported at once, each with its path.

use super::{HandPost, LeaderPost, PLACES, Setup, StandardPost, StartAt, UnitPost, counters};
use crate::casebook::cite;
use crate::components::{Arm, BattleId, LeaderId, Side, StandardId, UnitId};
use crate::engine::Engine;
use crate::options::Choice;
use crate::rules::activation::{ARMY_BARS, ArmyFacts, judge_choice};
use crate::rules::stacking::fit_together;
use crate::state::activation::{Act, Hand, Streak, Warrant};
use crate::state::pieces::{Condition, Done, Whereabouts};
use crate::state::position::State;
use crate::state::stage::{Course, Stage};
use casus_core::geometry::did_you_mean;
use casus_core::reading::{Posted, chosen, posted, posted_once, ranged};
use casus_core::{Cite, Few, HexId, Log, Noun, Scripted, SetupFaults, Sided, Verdict, VertexFacing, run};

/// The battle's reinforcements that take part, in their order.
pub(super) fn coming(s: &State, setup: &Setup, faults: &mut SetupFaults) -> Vec<bool> {
    let all = &s.game_data.deployment.reinforcements;
    let mut with: Vec<bool> = all.iter().map(|r| !r.optional).collect();
    for (i, word) in setup.with.iter().enumerate() {
        let battle = s.game_data.roster.battle(word);
        let found = all.iter().position(|r| Some(r.battle) == battle && r.optional);
        if let Some(at) = found {
            with[at] = true;
        } else {
            let open = all
                .iter()
                .filter(|r| r.optional)
                .map(|r| s.game_data.roster.battle_word(r.battle));
            let near = did_you_mean(word, open);
            let message = format!("unknown Battle whose coming the battle leaves open {word:?}{near}");
            faults.push(format!("with[{i}]"), message, Some(cite!("7.5")));
        }
    }
    with
}

struct Reader<'a> {
    s: State,
    faults: &'a mut SetupFaults,
}

/// The position of a set-up, over the pieces that are placed already.
pub(super) fn position(s: State, setup: &Setup, faults: &mut SetupFaults) -> State {
    let mut r = Reader { s, faults };
    // Units named by the set-up leave their place in the deployment first, so that they may change places.
    for post in setup.units.iter().filter(|p| p.hex.is_some()) {
        if let Some(u) = r.s.game_data.roster.unit(&post.id) {
            r.s.put(u, Whereabouts::Absent);
        }
    }
    let mut seen = Vec::new();
    for (i, post) in setup.units.iter().enumerate() {
        r.unit(i, post, &mut seen);
    }
    let mut seen = Vec::new();
    for (i, post) in setup.leaders.iter().enumerate() {
        r.leader(i, post, &mut seen);
    }
    let mut seen = Vec::new();
    for (i, post) in setup.standards.iter().enumerate() {
        r.standard(i, post, &mut seen);
    }
    for (&side, hand) in &setup.hands {
        r.hand(side, hand);
    }
    for (i, pair) in setup.engaged.iter().enumerate() {
        r.engage(i, pair);
    }
    r.tracks(setup);
    r.whole();
    r.s
}

impl Reader<'_> {
    fn fault(&mut self, path: impl Into<String>, message: impl Into<String>, cite: Option<Cite>) {
        self.faults.push(path, message, cite);
    }
    fn label(&self, hex: HexId) -> String {
        self.s.game_data.board.label(hex)
    }
    fn name(&self, id: UnitId) -> String {
        self.s.game_data.roster.unit_word(id).to_owned()
    }

    /// The place where a post puts its piece; `here` is its present place.
    fn place(
        &mut self,
        fields: (&Option<String>, &Option<String>),
        here: Whereabouts,
        path: &str,
    ) -> Option<Whereabouts> {
        let fields = (fields.0.as_deref(), fields.1.as_deref());
        match posted(&self.s.game_data.board, fields, &PLACES, path, cite!("2.1"), self.faults)? {
            Posted::Hex(hex) => Some(Whereabouts::Map(hex)),
            Posted::At(at) => Some(at),
            Posted::Unsaid if here == Whereabouts::Absent => {
                self.fault(format!("{path}.hex"), "it stands in a hex, or `at` says where it is", None);
                None
            }
            Posted::Unsaid => Some(here),
        }
    }

    fn unit(&mut self, i: usize, post: &UnitPost, seen: &mut Vec<UnitId>) {
        let path = |field: &str| format!("units[{i}].{field}");
        let named = posted_once(&self.s, &post.id, seen, &path("id"), cite!("2.2"), self.faults);
        let Some(id): Option<UnitId> = named else { return };
        let here = self.s.unit(id).at;
        let Some(at) = self.place((&post.hex, &post.at), here, &format!("units[{i}]")) else {
            return;
        };
        let o = self.s.game_data.board.orientation();
        if let Some(word) = &post.facing {
            match VertexFacing::named(word, o) {
                Some(facing) => self.s.unit_mut(id).facing = facing,
                None => self.fault(path("facing"), o.no_corner(word).to_string(), Some(cite!("8.0"))),
            }
        }
        let mut condition = self.s.unit(id).condition;
        if let Some(word) = &post.state {
            match chosen(word, "state", &Condition::WORDS, &path("state"), None, self.faults) {
                Some(c) => condition = c,
                None => return,
            }
        }
        let arm = self.s.counter(id).arm;
        let turned = post.turned.unwrap_or(self.s.unit(id).turned);
        if turned && !arm.turns() {
            let message = "only mounted shot dismounts, and only guns unlimber";
            self.fault(path("turned"), message, Some(cite!("7.4")));
        }
        if condition == Condition::Disordered && arm == Arm::Artillery {
            self.fault(path("state"), "Artillery is never Disordered", Some(cite!("14.2")));
        }
        if condition == Condition::Retired && arm == Arm::Artillery && turned {
            self.fault(path("state"), "unlimbered guns do not Retire", Some(cite!("14.4", "C-8")));
        }
        if condition == Condition::Retired && at == Whereabouts::Reserve {
            self.fault(path("state"), "a Retired unit is on the map", Some(cite!("14.4")));
        }
        if post.unloaded && (turned || !arm.dismounts()) {
            self.fault(path("unloaded"), "only mounted shot in the saddle wants reloading", Some(cite!("11.5")));
        }
        let battle = self.s.battle(id);
        if at == Whereabouts::Reserve && self.s.game_data.deployment.reinforcement(battle).is_none() {
            let message = format!("the Battle {} enters through no hex", self.s.game_data.roster.battle_word(battle));
            self.fault(path("at"), message, Some(cite!("7.5")));
        }
        let unit = self.s.unit_mut(id);
        unit.condition = condition;
        unit.turned = turned;
        unit.unloaded = post.unloaded;
        if let Whereabouts::Map(hex) = at
            && let Some(message) = self.crowd(id, hex)
        {
            self.fault(path("hex"), message, Some(cite!("10.0")));
            return;
        }
        self.s.put(id, at);
    }

    /// The reason why a unit may not share a hex with the units there.
    fn crowd(&self, id: UnitId, hex: HexId) -> Option<String> {
        let others: Vec<UnitId> = self.s.units_at(hex).filter(|&u| u != id).collect();
        let (name, label) = (self.name(id), self.label(hex));
        match others[..] {
            [] => None,
            [one] if self.s.side(one) == self.s.side(id) && fit_together(&self.s, id, one) => None,
            [one] => Some(format!("{} and {name} may not both be in {label}", self.name(one))),
            _ => Some(format!("{name} would be the third unit in {label}")),
        }
    }

    fn leader(&mut self, i: usize, post: &LeaderPost, seen: &mut Vec<LeaderId>) {
        let path = |field: &str| format!("leaders[{i}].{field}");
        let named = posted_once(&self.s, &post.id, seen, &path("id"), cite!("2.2"), self.faults);
        let Some(id): Option<LeaderId> = named else { return };
        let here = self.s.leader(id).at;
        let Some(at) = self.place((&post.hex, &post.at), here, &format!("leaders[{i}]")) else {
            return;
        };
        let card = &self.s.game_data.roster[id];
        let replaced = card.leads() && !card.unreplaced;
        if post.replacement && !replaced {
            self.fault(path("replacement"), "nobody replaces him", Some(cite!("5.5", "C-6")));
        }
        let l = self.s.leader_mut(id);
        l.at = at;
        l.replacement = post.replacement;
        l.fallen = post.replacement || at == Whereabouts::Lost;
        l.pending = at == Whereabouts::Lost && replaced;
    }

    fn standard(&mut self, i: usize, post: &StandardPost, seen: &mut Vec<StandardId>) {
        let path = |field: &str| format!("standards[{i}].{field}");
        let named = posted_once(&self.s, &post.id, seen, &path("id"), cite!("2.4"), self.faults);
        let Some(id): Option<StandardId> = named else { return };
        let here = self.s.standard(id).at;
        let at = self.place((&post.hex, &post.at), here, &format!("standards[{i}]"));
        if at == Some(Whereabouts::Away) {
            self.fault(path("at"), "a Standard does not leave the map", Some(cite!("7.2", "F-1")));
        } else if let Some(at) = at {
            self.s.standard_mut(id).at = at;
        }
    }

    fn hand(&mut self, side: Side, post: &HandPost) {
        let path = format!("hands.{}", side.word());
        let held = counters(&post.held, &format!("{path}.held"), self.faults);
        let played = counters(&post.played, &format!("{path}.played"), self.faults);
        let cup = self.s.game_data.charts.seizure.counters;
        for (field, set) in [("held", held), ("played", played)] {
            for c in set.iter().filter(|&c| !cup.has(c)) {
                self.fault(format!("{path}.{field}"), format!("{c} is not in the cup"), Some(cite!("6.3")));
            }
        }
        for c in held.iter().filter(|&c| played.has(c)) {
            let message = format!("{c} has been played and is held no more");
            self.fault(format!("{path}.held"), message, Some(cite!("6.3")));
        }
        self.s.hands[side.index()] = Hand { held, played };
    }

    fn engage(&mut self, i: usize, pair: &[String; 2]) {
        let mut units = Vec::new();
        for (k, name) in pair.iter().enumerate() {
            match UnitId::read(&self.s, name) {
                Ok(u) => units.push(u),
                Err(fault) => self.fault(format!("engaged[{i}][{k}]"), fault.to_string(), Some(cite!("2.2"))),
            }
        }
        let &[a, b] = &units[..] else { return };
        let path = format!("engaged[{i}]");
        let case = Some(cite!("14.5"));
        if self.s.side(a) == self.s.side(b) {
            self.fault(path, "they are of one side", case);
            return;
        }
        if self.s.retired(a) || self.s.retired(b) {
            self.fault(path, "a Retired unit is not Engaged", case);
            return;
        }
        let near = self.s.hex(a).zip(self.s.hex(b));
        if near.is_none_or(|(x, y)| self.s.game_data.board.distance(x, y) != 1) {
            self.fault(path, "they are not next to each other", case);
            return;
        }
        let pair = (a.min(b), a.max(b));
        match self.s.engaged.binary_search(&pair) {
            Ok(_) => self.fault(path, "that pair is given twice", case),
            Err(at) => self.s.engaged.insert(at, pair),
        }
    }

    /// Reads the counts that are not on the map.
    fn tracks(&mut self, setup: &Setup) {
        self.s.streak = Streak {
            successes: setup.successes.unwrap_or(0),
            alone: setup.alone.unwrap_or(0),
        };
        for (&side, &n) in &setup.free_activations {
            self.s.free_activations[side.index()] = n;
        }
        if let Some(clock) = setup.clock {
            let Some(timed) = self.s.game_data.scenario.timed else {
                self.fault("clock", "it is no Timed Engagement", Some(cite!("16.1")));
                return;
            };
            let most = i64::from(timed.track) - 1;
            self.s.clock = ranged(clock.into(), (0, most), "clock", cite!("16.1"), self.faults) as u8;
        }
    }

    /// Checks the position as a whole.
    fn whole(&mut self) {
        let s = &self.s;
        let word = |u: UnitId| s.game_data.roster.unit_word(u);
        let mut found: Vec<(String, String, Cite)> = Vec::new();
        for u in s.unit_ids() {
            let mut beside = s.beside(u).filter(|&v| v > u && s.unit(v).facing != s.unit(u).facing);
            if let Some(v) = beside.next() {
                let message = format!("{} is stacked with it and faces another way", word(v));
                found.push((format!("units.{}.facing", word(u)), message, cite!("10.1")));
            }
        }
        for l in s.leader_ids() {
            let card = &s.game_data.roster[l];
            if let Some(hex) = s.leader(l).at.hex() {
                let path = format!("leaders.{}.hex", card.id);
                if let Some(enemy) = s.enemy_at(hex, card.side) {
                    let message = format!("an enemy unit, {}, is in his hex", word(enemy));
                    found.push((path.clone(), message, cite!("7.2")));
                }
                if s.leaders_at(hex).any(|o| s.leader_side(o) != card.side) {
                    found.push((path, "an enemy leader is in his hex".to_owned(), cite!("7.2")));
                }
            }
            let led = |b: &BattleId| s.in_play(*b).next().is_some();
            if s.leader(l).at.in_play() && !s.is_oc(l) && !card.battles.iter().any(led) {
                let message = "none of his units is in play".to_owned();
                found.push((format!("leaders.{}", card.id), message, cite!("5.0")));
            }
        }
        for t in s.standard_ids() {
            let card = &s.game_data.roster[t];
            let Some(hex) = s.standard(t).at.hex() else { continue };
            let path = format!("standards.{}.hex", card.id);
            let taken = !s.opts(Choice::Capture);
            if let Some(enemy) = s.enemy_at(hex, card.side).filter(|_| taken) {
                found.push((path.clone(), format!("an enemy unit, {}, is in its hex", word(enemy)), cite!("15.2")));
            }
            if s.standard_ids().any(|o| o != t && s.standard(o).at.hex() == Some(hex)) {
                found.push((path, "another Standard is in its hex".to_owned(), cite!("10.0", "C-10")));
            }
        }
        for (path, message, case) in found {
            self.fault(path, message, Some(case));
        }
    }
}

/// The activation that a list of words names: Battles, `"army"`, or a Standard where one is `allowed`.
fn act(s: &State, words: &[String], allowed: bool, path: &str, faults: &mut SetupFaults) -> Option<Act> {
    match words {
        [] => return None,
        [one] if one == "army" => return Some(Act::Army),
        [one] => {
            if let Some(standard) = s.game_data.roster.standard(one).filter(|_| allowed) {
                return Some(Act::Rally(standard));
            }
        }
        _ => {}
    }
    let mut battles: Few<BattleId, 4> = Few::new();
    for (i, word) in words.iter().enumerate() {
        match Noun::read(s, word) {
            Ok(b) if battles.contains(b) => {
                faults.push(format!("{path}[{i}]"), "one Battle is named twice", Some(cite!("6.1", "V-1")));
            }
            Ok(b) => battles.push(b),
            Err(fault) => faults.push(format!("{path}[{i}]"), fault.to_string(), Some(cite!("5.0"))),
        }
    }
    let first = battles.iter().next()?;
    let joined = s.game_data.scenario.joined(first).filter(|_| !s.opts(Choice::R35));
    if battles.len() > 1 && !battles.iter().all(|b| joined.is_some_and(|group| group.contains(&b))) {
        let side = s.game_data.roster[first].side;
        match s.joining(side) {
            None => faults.push(path, "one Battle is activated at a time", Some(cite!("6.1", "R-35"))),
            Some(_) if battles.iter().any(|b| s.game_data.roster[b].side != side) => {
                faults.push(path, "they are not of one side", Some(cite!("6.1", "V-1")));
            }
            Some(most) if words.len() > usize::from(most) => {
                let message = format!("at most {most} Battles act together");
                faults.push(path, message, Some(cite!("6.1", "V-1")));
            }
            Some(_) => {}
        }
    }
    Some(Act::Battles(battles))
}

/// The side whose activation it is.
fn acting(s: &State, setup: &Setup, act: Act) -> Side {
    match act {
        Act::Battles(list) => list
            .iter()
            .next()
            .map_or(s.game_data.scenario.first, |b| s.game_data.roster[b].side),
        Act::Rally(t) | Act::Carry(t) => s.game_data.roster[t].side,
        Act::Army => setup.side.unwrap_or(s.game_data.scenario.first),
    }
}

fn deeds(s: &mut State, setup: &Setup, faults: &mut SetupFaults) {
    for (i, post) in setup.units.iter().enumerate() {
        let Some(id) = s.game_data.roster.unit(&post.id) else {
            continue;
        };
        for word in &post.done {
            let known = [
                ("moved", Done::MOVED.and(Done::RUN_OVER)),
                ("turned", Done::TURNED.and(Done::RUN_OVER)),
                ("fired", Done::FIRED.and(Done::RUN_OVER)),
                ("reacted", Done::REACTED),
                ("counter-charged", Done::COUNTERED),
                ("attacked", Done::ATTACKED),
                ("shifted", Done::SHIFTED),
            ];
            if let Some(deed) = chosen(word, "action", &known, &format!("units[{i}].done"), None, faults) {
                s.unit_mut(id).done.set(deed);
            }
        }
    }
}

/// Records why such an activation cannot come about.
fn unlikely(s: &State, side: Side, act: Act, how: Warrant, faults: &mut SetupFaults) {
    let mut verdict = Verdict::full();
    match act {
        Act::Battles(list) => {
            list.iter().for_each(|b| judge_choice(s, side, b, how, &mut verdict));
            if list.len() > 1 && how != Warrant::Free && s.joining(side).is_some() {
                let why = "Battles join one another in a Free Activation only";
                faults.push("how", format!("no such activation comes about: {why}"), Some(cite!("6.1", "V-1")));
            }
        }
        Act::Army => ARMY_BARS.judge(&ArmyFacts { s, side, how }, &mut verdict),
        Act::Rally(_) | Act::Carry(_) => {}
    }
    for why in &verdict.finish().err().unwrap_or_default() {
        faults.push("how", format!("no such activation comes about: {}", why.because), Some(why.cite));
    }
}

/// Starts a set-up, and plays to its first decision.
pub(super) fn open(mut s: State, setup: &Setup, faults: &mut SetupFaults) -> State {
    let side = setup.side.unwrap_or(s.game_data.scenario.first);
    s.last = act(&s, &setup.last, true, "last", faults);
    match setup.start_at {
        StartAt::Start => {
            s.stack.push(Stage::Free {
                side: s.game_data.scenario.first,
            });
            for &side in [Side::League, Side::France]
                .iter()
                .filter(|side| !setup.hands.contains_key(side))
            {
                s.stack.push(Stage::Draw { side });
            }
        }
        StartAt::Free => s.stack.push(Stage::Free { side }),
        StartAt::Continuity => s.stack.push(Stage::Continuity { side }),
        StartAt::Activation | StartAt::MoveFire | StartAt::Shock => activation(&mut s, setup, faults),
    }
    let chose = s.activation().map_or(side, |a| a.side);
    if let Some(last) = s
        .last
        .filter(|&last| acting(&s, setup, last) != chose && last != Act::Army)
    {
        let word = acting(&s, setup, last).word();
        faults.push("last", format!("that is of {word}, and the choice is not"), Some(cite!("6.2")));
    }
    if !faults.0.is_empty() {
        return s;
    }
    casus_core::open(cite!("4.0"), faults, |dice, log| {
        run(&mut Engine::new(&mut s, dice, log));
    });
    if setup.start_at == StartAt::Shock && faults.0.is_empty() && s.stack.last() != Some(&Stage::Declaring) {
        faults.push("start_at", "no attack can be declared there", Some(cite!("12.1")));
    }
    s
}

fn activation(s: &mut State, setup: &Setup, faults: &mut SetupFaults) {
    let Some(act) = act(s, &setup.active, false, "active", faults) else {
        if setup.active.is_empty() {
            faults.push("active", "`start_at` needs what is active", Some(cite!("6.1")));
        }
        return;
    };
    let side = acting(s, setup, act);
    let how = setup.how.unwrap_or_default();
    unlikely(s, side, act, how, faults);
    if setup.start_at == StartAt::Shock && act == Act::Army {
        faults.push("start_at", "an Army Activation has no Shock Phase", Some(cite!("6.1", "R-10")));
    }
    s.open_activation(side, act, how);
    let step = match setup.start_at {
        StartAt::Activation => Course::Replacements,
        StartAt::MoveFire => Course::MoveFire,
        _ => Course::Shock,
    };
    s.stack.push(Stage::Activation { step });
    if setup.start_at != StartAt::Activation {
        let (mut dice, mut log) = (Scripted::new(&[]), Log::off());
        let mut engine = Engine::new(s, &mut dice, &mut log);
        engine.fix_status();
        engine.call_up();
    }
    deeds(s, setup, faults);
}
