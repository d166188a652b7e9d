//! How a set-up is read: the units, the leaders, the fallen, the words of flags, and what does not fit together.

use super::{ACTING, LeaderPost, PLACED, Setup, StartAt, UnitPost};
use crate::casebook::cite;
use crate::components::{Arm, CommandId, LeaderId, Side, UnitId};
use crate::engine::Engine;
use crate::event::What;
use crate::state::pieces::{Condition, Done, Whereabouts};
use crate::state::position::State;
use crate::story::cannot;
use casus_core::geometry::did_you_mean;
use casus_core::reading::{Posted, chosen, each_only_at, only_at, posted, posted_once};
use casus_core::{Cite, Flow, HexId, Log, Noun, Scripted, SetupFaults, Sided, VertexFacing};

pub(super) struct Reader<'a> {
    pub(super) s: State,
    pub(super) faults: &'a mut SetupFaults,
}

impl Reader<'_> {
    fn fault(&mut self, path: impl Into<String>, message: impl Into<String>, cite: Option<Cite>) {
        self.faults.push(path, message, cite);
    }

    pub(super) fn hex(&mut self, path: &str, text: &str) -> Option<HexId> {
        match self.s.game_data.board.parse(text) {
            Ok(h) => Some(h),
            Err(e) => {
                self.fault(path, e.to_string(), Some(cite!("2.1")));
                None
            }
        }
    }

    pub(super) fn unit(&mut self, i: usize, post: &UnitPost, seen: &mut Vec<UnitId>) {
        let path = |field: &str| format!("units[{i}].{field}");
        let named = posted_once(&self.s, &post.id, seen, &path("id"), cite!("2.2"), self.faults);
        let Some(id): Option<UnitId> = named else {
            return;
        };
        let side = self.s.side(id);
        let places = [
            ("box", Whereabouts::Box),
            ("reserve", Whereabouts::Reserve),
            ("lost", Whereabouts::Lost),
            ("absent", Whereabouts::Absent),
        ];
        let found = posted(
            &self.s.game_data.board,
            (post.hex.as_deref(), post.at.as_deref()),
            &places,
            &format!("units[{i}]"),
            cite!("2.1"),
            self.faults,
        );
        let at = match found {
            None => return,
            Some(Posted::Hex(h)) => Whereabouts::Map(h),
            Some(Posted::At(Whereabouts::Box)) if side != Side::Ottoman => {
                self.fault(path("at"), "the Retired Box is the Ottomans'", Some(cite!("10.3(1)")));
                return;
            }
            Some(Posted::At(at)) => at,
            Some(Posted::Unsaid) => match self.s.unit(id).at {
                Whereabouts::Absent => {
                    self.fault(path("hex"), "a unit stands in a hex, or `at` says where it is", None);
                    return;
                }
                here => here,
            },
        };
        self.facing(id, post, &path("facing"));
        let mut condition = self.s.unit(id).condition;
        if let Some(word) = &post.state {
            match chosen(word, "state", &Condition::WORDS, &path("state"), None, self.faults) {
                Some(c) => condition = c,
                None => return,
            }
        }
        if condition == Condition::Disordered && self.s.counter(id).back.is_none() {
            self.fault(path("state"), "a unit without a reverse side cannot be Disordered", Some(cite!("2.2")));
            return;
        }
        if condition == Condition::Retired && self.s.arm(id) == Arm::Artillery {
            self.fault(path("state"), "no result makes artillery Retire", Some(cite!("7.5.4", "H8")));
        }
        if condition == Condition::Retired && side == Side::Ottoman && at != Whereabouts::Box {
            self.fault(path("state"), "a Retired Ottoman unit is in the Box", Some(cite!("10.3(1)")));
        }
        if condition == Condition::Retired && side == Side::Hungary && at == Whereabouts::Reserve {
            self.fault(path("state"), "a Retired Hungarian unit is on the map", Some(cite!("10.3(2)")));
        }
        if at == Whereabouts::Box && condition == Condition::Normal && post.state.is_none() {
            self.fault(
                path("state"),
                "say whether the unit in the Box is retired or disordered",
                Some(cite!("10.3(1)")),
            );
        }
        let camps = self.s.game_data.deployment.group_of(id).is_some_and(|g| g.disordered);
        if post.encamped && !camps {
            self.fault(path("encamped"), "only the Rumelian horse sets up camp", Some(cite!("14.3(2)")));
        }
        if post.encamped && condition != Condition::Disordered {
            self.fault(path("encamped"), "a unit setting up camp is Disordered", Some(cite!("14.3(2)")));
        }
        let u = self.s.unit_mut(id);
        u.condition = condition;
        if post.encamped {
            u.done.set(Done::ENCAMPED);
        }
        let command = self.s.game_data.roster.command_card(self.s.command(id));
        if at == Whereabouts::Reserve && command.entry.is_empty() {
            let message = format!("the command {} enters through no hex", command.id);
            self.fault(path("at"), message, Some(cite!("15.1")));
        }
        if let Whereabouts::Map(h) = at
            && let Some(other) = self.s.occupant(h)
            && other != id
        {
            let names = format!("{} and {} are both in {}", self.name(other), post.id, self.s.game_data.board.label(h));
            self.fault(path("hex"), names, Some(cite!("3.1.1")));
            return;
        }
        self.s.put(id, at);
    }

    pub(super) fn facing(&mut self, id: UnitId, post: &UnitPost, path: &str) {
        let o = self.s.game_data.board.orientation();
        if let Some(word) = &post.facing {
            match VertexFacing::named(word, o) {
                Some(f) => self.s.unit_mut(id).facing = f,
                None => self.fault(path, o.no_corner(word).to_string(), Some(cite!("3.3.1"))),
            }
        }
    }

    fn name(&self, id: UnitId) -> String {
        self.s.counter(id).id.clone()
    }

    pub(super) fn leader(&mut self, i: usize, post: &LeaderPost, seen: &mut Vec<LeaderId>) {
        let path = |field: &str| format!("leaders[{i}].{field}");
        let named = posted_once(&self.s, &post.id, seen, &path("id"), cite!("2.2.9"), self.faults);
        let Some(id): Option<LeaderId> = named else {
            return;
        };
        let side = self.s.game_data.roster.leader_card(id).side;
        let places = [
            ("reserve", Whereabouts::Reserve),
            ("lost", Whereabouts::Lost),
            ("absent", Whereabouts::Absent),
        ];
        let found = posted(
            &self.s.game_data.board,
            (post.hex.as_deref(), post.at.as_deref()),
            &places,
            &format!("leaders[{i}]"),
            cite!("2.1"),
            self.faults,
        );
        let at = match found {
            None => return,
            Some(Posted::Hex(h)) => Whereabouts::Map(h),
            Some(Posted::At(at)) => at,
            Some(Posted::Unsaid) if self.s.leader(id).at != Whereabouts::Absent => self.s.leader(id).at,
            Some(Posted::Unsaid) => {
                self.fault(path("hex"), "a leader has a hex, or `at` says where he is", None);
                return;
            }
        };
        if let Whereabouts::Map(h) = at
            && let Some(enemy) = self.s.enemy_at(h, side)
        {
            let message = format!("an enemy unit, {}, is in his hex", self.name(enemy));
            self.fault(path("hex"), message, Some(cite!("3.1.1")));
            return;
        }
        if self.s.game_data.roster.leader_card(id).reserve && at != Whereabouts::Absent {
            self.fault(path("id"), "he is in the counter mix, but in no battle", Some(cite!("14.1", "H1")));
        }
        let deputy = self
            .s
            .game_data
            .deputy_of(self.s.game_data.roster.leader_card(id).command);
        let l = self.s.leader_mut(id);
        l.at = at;
        l.known = post.known;
        l.replacement = post.replacement;
        l.pending = at == Whereabouts::Lost && (deputy.is_none() || deputy == Some(id));
    }
}

/// Adds a fault for each key that does not count with the set-up's `start_at`.
pub(super) fn misplaced(setup: &Setup, faults: &mut SetupFaults) {
    let start = setup.start_at;
    let keys: &[(&str, bool, &[StartAt])] = &[
        ("side", setup.side.is_some(), &PLACED[..2]),
        ("leader", setup.leader.is_some(), ACTING),
        ("how", setup.how.is_some(), ACTING),
        ("banner", setup.banner.is_some(), PLACED),
        ("banner_lost", setup.banner_lost, PLACED),
        ("last", !setup.last.is_empty(), PLACED),
        ("passes", setup.passes.is_some(), &PLACED[..2]),
        ("entered", !setup.entered.is_empty(), &[StartAt::Activation, StartAt::MoveFire]),
        ("fallen", !setup.fallen.is_empty(), PLACED),
    ];
    each_only_at(keys, start, faults);
    for (i, post) in setup.units.iter().enumerate() {
        only_at(format!("units[{i}].done"), !post.done.is_empty(), start, ACTING, faults);
    }
    if setup.banner.is_some() && setup.banner_lost {
        faults.push("banner_lost", "the Banner has a hex or is lost, not both", Some(cite!("13.0.4")));
    }
}

/// Counts the leaders killed, for the Flight Level (16.0.1): by side as the set-up says, otherwise those that are lost.
pub(super) fn count_fallen(r: &mut Reader<'_>, setup: &Setup) {
    for &side in Side::ALL {
        let mut lost = [0u8; 2];
        for l in r.s.leader_ids() {
            let card = r.s.game_data.roster.leader_card(l);
            if card.side == side && r.s.leader(l).at == Whereabouts::Lost {
                lost[usize::from(!card.monarch || r.s.leader(l).replacement)] += 1;
            }
        }
        let said = setup.fallen.get(&side).map(|f| [f.monarch, f.others]);
        r.s.fallen[side as usize] = said.unwrap_or(lost);
        for (n, field, case) in [(0, "monarch", cite!("16.0.1(1)")), (1, "others", cite!("16.0.1(2)"))] {
            if let Some(said) = said
                && said[n] < lost[n]
            {
                let path = format!("fallen.{}.{field}", side.word());
                r.fault(path, format!("{} of them lie lost: they count as killed", lost[n]), Some(case));
            }
        }
    }
}

pub(super) fn read_last(r: &mut Reader<'_>, setup: &Setup) {
    if setup.start_at == StartAt::SetUp {
        return;
    }
    for (&side, word) in &setup.last {
        match r.s.game_data.roster.command(word) {
            Some(c) if r.s.game_data.roster.command_card(c).side == side => {
                r.s.last[side as usize] = Some(c);
            }
            _ => {
                let roster = &r.s.game_data.roster;
                let commands = roster.commands.iter().filter(|c| c.side == side);
                let near = did_you_mean(word, commands.map(|c| c.id.as_str()));
                let message = format!("unknown command of that side {word:?}{near}");
                r.fault(format!("last.{}", side.word()), message, Some(cite!("4.3")));
            }
        }
    }
}

/// Checks the position as a whole.
pub(super) fn check_whole(r: &mut Reader<'_>) {
    let s = &r.s;
    let mut found: Vec<(String, String, Cite)> = Vec::new();
    if let Some(b) = s.banner
        && let Some(e) = s.enemy_at(b, Side::Hungary)
    {
        found.push(("banner".into(), format!("an Ottoman unit, {}, is in its hex", s.counter(e).id), cite!("13.0.4")));
    }
    for u in s.unit_ids() {
        let unit = s.unit(u);
        if s.banner.is_none() && s.side(u) == Side::Hungary && unit.condition == Condition::Retired && unit.at.in_play()
        {
            found.push((
                format!("units.{}.state", s.counter(u).id),
                "without a Banner no Hungarian unit is Retired".into(),
                cite!("13.0.4"),
            ));
        }
    }
    for l in s.leader_ids() {
        let card = s.game_data.roster.leader_card(l);
        if let Some(h) = s.leader(l).at.hex()
            && s.leader_ids()
                .any(|o| s.leader(o).at == Whereabouts::Map(h) && s.game_data.roster.leader_card(o).side != card.side)
        {
            found.push((format!("leaders.{}.hex", card.id), "an enemy leader is in his hex".into(), cite!("3.1.1")));
        }
        let units = s.game_data.units_of(card.command).any(|u| s.unit(u).at.in_play());
        if s.leader(l).at.in_play() && !units {
            found.push((format!("leaders.{}", card.id), "none of his units is in play".into(), cite!("12.4")));
        }
    }
    for (path, message, cite) in found {
        r.fault(path, message, Some(cite));
    }
}

pub(super) fn flag_words(s: &mut State, setup: &Setup, faults: &mut SetupFaults) {
    for (i, post) in setup.units.iter().enumerate() {
        let Some(id) = s.game_data.roster.unit(&post.id) else {
            continue;
        };
        for word in &post.done {
            let deeds = [
                ("moved", Done::MOVED),
                ("pivoted", Done::PIVOTED),
                ("fired", Done::FIRED),
            ];
            let path = format!("units[{i}].done");
            if let Some(deed) = chosen(word, "action", &deeds, &path, None, faults) {
                // No unit is selected at a start: a unit that has done something has ended its run (ruling A10).
                let u = s.unit_mut(id);
                u.done.set(deed);
                u.done.set(Done::RUN_OVER);
            }
        }
    }
}

pub(super) fn active(s: &State, setup: &Setup, faults: &mut SetupFaults) -> Option<(Side, CommandId, LeaderId)> {
    let Some(word) = &setup.leader else {
        faults.push("leader", "`start_at` needs the leader whose command is active", Some(cite!("5.1.1")));
        return None;
    };
    let leader: LeaderId = faults.note("leader", Noun::read(s, word), Some(cite!("2.2.9")))?;
    if !matches!(s.leader(leader).at, Whereabouts::Map(_) | Whereabouts::Reserve) {
        faults.push("leader", "that leader is not in play", Some(cite!("12.4.1")));
        return None;
    }
    let card = s.game_data.roster.leader_card(leader);
    Some((card.side, card.command, leader))
}

/// Adds faults if no attack can be declared, with the reason for each unit that has an enemy in front of it.
pub(super) fn check_declarations(s: &mut State, faults: &mut SetupFaults) {
    let (mut dice, mut log) = (Scripted::new(&[]), Log::new());
    let flow = Engine::new(s, &mut dice, &mut log).declaring();
    if flow == Flow::Ask {
        return;
    }
    let kept = log.take();
    if kept.is_empty() {
        let message = "no attack can be declared there: no unit of the command has an enemy before it";
        faults.push("start_at", message, Some(cite!("8.1")));
    }
    for event in &kept {
        let What::PassedOver {
            unit: Some(unit),
            chance,
            against,
            refusals,
            ..
        } = &event.what
        else {
            continue;
        };
        let who = s.game_data.roster.unit_word(*unit);
        // The author of the set-up knows its units by their ids.
        let why = cannot(*chance, against, |foe| s.game_data.roster.unit_word(foe).to_owned());
        faults.barred("start_at", &format!("no attack can be declared there: {who} {why}"), refusals);
    }
}
