//! Module 7, the Commanders: deaths, successors and heroic value; and their displacement (12.5, rulings R48 and R49).

use crate::action::Action;
use crate::casebook::cite;
use crate::components::{CommanderId, CorpsId, Side, UnitId};
use crate::engine::{Decision, Engine};
use crate::event::{Kept, Question, Unsteady, What};
use crate::options::Choice;
use crate::state::pieces::{CommanderSet, Plight, Whereabouts};
use crate::state::position::State;
use crate::state::run::{Escort, Then};
use crate::state::stage::Stage;
use casus_core::{Bar, Bars, Cite, Flow, HexId, Outcome, PieceSet, Place, Procedures, Verdict, Violation};

/// The facts of a succession.
///
/// For a French corps `commander` is given, for a Swiss corps `unit`. The other of the two is `None`.
#[derive(Debug)]
pub struct SuccessionFacts<'a> {
    /// The current position.
    pub s: &'a State,
    /// The corps without a commander.
    pub corps: CorpsId,
    /// The French commander who would take over the corps.
    pub commander: Option<CommanderId>,
    /// The unit with which the new Swiss commander would be placed.
    pub unit: Option<UnitId>,
}

casus_core::questions!(SuccessionFacts);

type S = Bar<SuccessionFacts<'static>>;

impl SuccessionFacts<'_> {
    /// The violation if the French commander cannot take over the corps.
    fn dead(&self) -> Option<Violation> {
        let c = self.commander?;
        let alive = matches!(self.s.commander(c).at, Whereabouts::Map(_) | Whereabouts::Reserve);
        Violation::when(!alive || self.s.led_side(c) != self.s.game_data.corps_side(self.corps), c.place())
    }
    /// The violation if the new Swiss commander cannot be placed with the unit.
    fn unfit(&self) -> Option<Violation> {
        let u = self.unit?;
        let fits = self.s.corps_of(u) == Some(self.corps) && !self.s.routed(u);
        Violation::when(!fits, u.place())
    }
}

/// What forbids a succession. Judged for each commander, or each unit of a Swiss corps, at the beginning of the
/// Reorganization Phase. Named `succession`.
pub static SUCCESSION_BARS: Bars<SuccessionFacts> = Bars {
    name: "succession",
    list: &[
        S::by(cite!("7.1"), "the new French commander is one of the surviving ones")
            .violated(|f| f.dead())
            .always(),
        S::by(cite!("7.1", "R89"), "the new Swiss commander is placed with a unit on the map")
            .violated(|f| f.unit.and_then(|u| Violation::when(f.s.hex(u).is_none(), u.place())))
            .always(),
        S::by(cite!("7.1", "R89"), "the new Swiss commander is placed with a unit of his corps that is not routed")
            .violated(|f| f.unfit()),
    ],
};

/// Returns the first corps of a side that may have a new commander now (7.1, rulings R27 and R89).
pub(crate) fn vacancy(s: &State, side: Side) -> Option<CorpsId> {
    s.corps_ids().find(|&c| {
        let corps = s.corps(c);
        s.game_data.corps_side(c) == side
            && corps.leader.is_none()
            && corps.vacant > 0
            && (corps.vacant < s.turn || s.opts(Choice::R27))
            && successors(s, c).next().is_some()
    })
}

/// Returns the units of Swiss corps without a commander, if only rules prevent a new one.
pub(crate) fn unled(s: &State) -> Vec<Kept> {
    let due = |c: CorpsId| {
        let corps = s.corps(c);
        corps.leader.is_none() && corps.vacant > 0 && (corps.vacant < s.turn || s.opts(Choice::R27))
    };
    let units = s.on_map(s.active).map(|(u, _)| u);
    let theirs = units.filter_map(|u| Some((u, s.corps_of(u).filter(|&c| due(c))?)));
    theirs
        .filter(|_| s.active == Side::Swiss)
        .filter_map(|(unit, corps)| {
            Kept::by(unit, |v| {
                judge_successor(s, corps, Action::Install(unit), v);
            })
        })
        .collect()
}

/// Returns the actions by which a corps receives its commander.
fn successors(s: &State, corps: CorpsId) -> impl Iterator<Item = Action> + '_ {
    let swiss = s.game_data.corps_side(corps) == Side::Swiss;
    let units = s.unit_ids().filter(move |_| swiss).map(Action::Install);
    let men = s.commander_ids().filter(move |_| !swiss).map(Action::Appoint);
    units.chain(men).filter(move |&a| {
        let mut v = Verdict::quick();
        judge_successor(s, corps, a, &mut v) && !v.refused()
    })
}

pub(crate) fn successor_decision(s: &State) -> Option<Decision> {
    let corps = vacancy(s, s.active)?;
    Some(Decision::new(s.active, cite!("7.1"), "successor", corps.place()))
}

pub(crate) fn successor_candidates(s: &State, out: &mut Vec<Action>) {
    if let Some(corps) = vacancy(s, s.active) {
        out.extend(successors(s, corps));
    }
}

pub(crate) fn judge_successor(s: &State, corps: CorpsId, action: Action, v: &mut Verdict) -> bool {
    let swiss = s.game_data.corps_side(corps) == Side::Swiss;
    let (commander, unit) = match action {
        Action::Appoint(c) if !swiss => (Some(c), None),
        Action::Install(u) if swiss => (None, Some(u)),
        _ => return false,
    };
    SUCCESSION_BARS.judge(
        &SuccessionFacts {
            s,
            corps,
            commander,
            unit,
        },
        v,
    );
    true
}

/// The facts of heroic value.
///
/// They cover any commander and any corps: one of the prohibitions requires heroic value.
#[derive(Debug)]
pub struct HeroFacts<'a> {
    /// The current position.
    pub s: &'a State,
    /// The commander who would steady the corps.
    pub hero: CommanderId,
    /// The corps that he would steady.
    pub corps: CorpsId,
}

casus_core::questions!(HeroFacts);

type H = Bar<HeroFacts<'static>>;

fn hero(f: &HeroFacts) -> Place {
    f.hero.place()
}

fn corps(f: &HeroFacts) -> Place {
    f.corps.place()
}

impl HeroFacts<'_> {
    /// Whether the corps belongs to his army and is demoralized apart from his heroic value. A Swiss corps has no morale of
    /// its own to lose (8.1).
    fn low(&self) -> bool {
        let side = self.s.game_data.corps_side(self.corps);
        let others = || self.s.commander_ids().filter(|&c| c != self.hero);
        side == Side::French
            && side == self.s.led_side(self.hero)
            && self.s.corps(self.corps).morale == 0
            && !others().any(|c| self.s.commander(c).steadies == Some(self.corps))
    }
    /// Whether he is in a hex for which `there` is true.
    fn stands(&self, there: impl Fn(HexId) -> bool) -> bool {
        self.s.commander(self.hero).at.hex().is_some_and(there)
    }
    /// The reason why he no longer steadies the corps.
    fn unsteady(&self) -> Unsteady {
        let side = self.s.led_side(self.hero);
        if !self.low() {
            Unsteady::Restored
        } else if !self.stands(|h| self.with_corps(h)) {
            Unsteady::Apart
        } else if !self.stands(|h| self.s.beside_enemy(h, side)) {
            Unsteady::Alone
        } else {
            Unsteady::House
        }
    }
    /// Whether a unit of the corps that is not routed is in a hex.
    fn with_corps(&self, hex: HexId) -> bool {
        let mut units = self.s.units_at(hex);
        units.any(|u| self.s.corps_of(u) == Some(self.corps) && !self.s.routed(u))
    }
}

/// What forbids steadying a corps by heroic value (7.2, rulings R86 to R88). Judged for each commander on the map and
/// each corps, after every change. Named `hero`.
pub static HERO_BARS: Bars<HeroFacts> = Bars {
    name: "hero",
    list: &[
        H::by(cite!("7.2"), "he has no heroic value").when(hero, |f| !f.s.game_data.roster[f.hero].hero),
        H::by(cite!("7.2"), "it is no corps of his army, or it is not demoralized")
            .when(corps, |f| !f.low())
            .always(),
        H::by(cite!("7.2", "R88"), "it is no cavalry corps, and only the King steadies any corps")
            .when(corps, |f| !f.s.game_data.roster[f.hero].king && !f.s.game_data.cavalry_corps(f.corps)),
        H::by(cite!("7.2", "R87"), "he is not stacked with a unit of the corps that is not routed")
            .when(hero, |f| !f.stands(|h| f.with_corps(h))),
        H::by(cite!("7.2"), "no enemy unit is adjacent to him")
            .when(hero, |f| !f.stands(|h| f.s.beside_enemy(h, f.s.led_side(f.hero)))),
    ],
};

pub(crate) fn steadies(s: &State, hero: CommanderId, corps: CorpsId) -> bool {
    HERO_BARS.permit(&HeroFacts { s, hero, corps })
}

pub(crate) fn judge_hero(s: &State, hero: CommanderId, action: Action, v: &mut Verdict) -> bool {
    let Action::Inspire(corps) = action else {
        return false;
    };
    HERO_BARS.judge(&HeroFacts { s, hero, corps }, v);
    true
}

/// Returns the Case that asks commanders whether they accompany a unit, and the unit.
const fn escort_case(escort: &Escort) -> (Cite, UnitId) {
    match escort.then {
        Then::Rout { unit } => (cite!("12.5", "R48"), unit),
        Then::Retreat { unit, .. } => (cite!("11.0", "R48"), unit),
        Then::Advance { unit, .. } => (cite!("13.3", "R71"), unit),
    }
}

pub(crate) fn escort_decision(_: &State, escort: &Escort) -> Decision {
    let (cite, unit) = escort_case(escort);
    Decision::new(escort.side, cite, "escort", unit.place())
}

pub(crate) fn escort_candidates(_: &State, escort: &Escort, out: &mut Vec<Action>) {
    out.extend(escort.left.iter().map(Action::Escort));
    out.push(Action::Done);
}

pub(crate) fn judge_escort(_: &State, escort: &Escort, action: Action, _: &mut Verdict) -> bool {
    match action {
        Action::Escort(c) => escort.left.contains(c),
        Action::Done => true,
        _ => false,
    }
}

/// The facts of a refuge.
///
/// They cover any unit of the roster. In play only the nearest units are offered.
#[derive(Debug)]
pub struct RejoinFacts<'a> {
    /// The current position.
    pub s: &'a State,
    /// The commander without friendly units.
    pub commander: CommanderId,
    /// The unit that he would join.
    pub unit: UnitId,
}

casus_core::questions!(RejoinFacts);

type R = Bar<RejoinFacts<'static>>;

impl RejoinFacts<'_> {
    fn friendly(&self) -> bool {
        self.s.side(self.unit) == self.s.led_side(self.commander) && self.s.hex(self.unit).is_some()
    }
}

fn refuge(f: &RejoinFacts) -> Place {
    f.unit.place()
}

/// What forbids a refuge. Judged for each friendly unit when a commander is alone among enemies. Named `rejoin`.
pub static REJOIN_BARS: Bars<RejoinFacts> = Bars {
    name: "rejoin",
    list: &[
        R::by(cite!("12.5"), "he goes to a friendly unit on the map")
            .when(refuge, |f| !f.friendly())
            .always(),
        R::by(cite!("12.5", "R49"), "he goes to the nearest friendly unit, a routed one only if there is no other")
            .when(refuge, |f| f.friendly() && !refuges(f.s, f.commander).contains(&f.unit)),
    ],
};

/// Returns the friendly units nearest to a commander who is alone among enemies (12.5, ruling R49); routed ones only if there
/// are no others.
pub(crate) fn refuges(s: &State, commander: CommanderId) -> Vec<UnitId> {
    let Some(from) = s.commander(commander).at.hex() else {
        return Vec::new();
    };
    let side = s.led_side(commander);
    let far = |u: UnitId, h: HexId| (s.routed(u), s.game_data.board.distance(from, h));
    let least = s.on_map(side).map(|(u, h)| far(u, h)).min();
    s.on_map(side)
        .filter(|&(u, h)| Some(far(u, h)) == least)
        .map(|(u, _)| u)
        .collect()
}

pub(crate) fn rejoin_candidates(s: &State, commander: CommanderId, out: &mut Vec<Action>) {
    if s.amended() {
        // House rules may repeal that the unit must be the nearest (12.5).
        let side = s.led_side(commander);
        out.extend(s.on_map(side).map(|(u, _)| Action::Rejoin(u)));
    } else {
        out.extend(refuges(s, commander).into_iter().map(Action::Rejoin));
    }
    if may_stay(s, commander) {
        out.push(Action::Done);
    }
}

pub(crate) fn judge_rejoin(s: &State, commander: CommanderId, action: Action, v: &mut Verdict) -> bool {
    let Action::Rejoin(unit) = action else {
        return action == Action::Done && may_stay(s, commander);
    };
    let facts = RejoinFacts { s, commander, unit };
    REJOIN_BARS.judge(&facts, v);
    true
}

impl State {
    /// Returns the danger of a commander by the friendly and enemy units near him (12.5).
    pub(crate) fn plight(&self, commander: CommanderId) -> Plight {
        let side = self.led_side(commander);
        match self.commander(commander).at.hex() {
            Some(h) if self.has_unit(h, side) => Plight::Attended,
            Some(h) if self.in_zoc(h, side.enemy()) => Plight::Beset,
            Some(_) => Plight::Alone,
            None => Plight::Attended,
        }
    }
}

/// Whether a commander may stay without a friendly unit: the other reading of ruling R49 is chosen, and no enemy unit is in
/// his hex.
fn may_stay(s: &State, commander: CommanderId) -> bool {
    let enemy = s.led_side(commander).enemy();
    s.opts(Choice::R49) && !s.commander(commander).at.hex().is_some_and(|h| s.has_unit(h, enemy))
}

/// Whether a commander's plight has worsened in a player turn, and not by his own move (other reading of ruling R49).
fn worse_off(s: &State, commander: CommanderId) -> bool {
    let worse = s.plight(commander) > s.commander(commander).plight;
    worse && s.phase().is_some() && !s.run().is_some_and(|run| run.commanders.contains(commander))
}

/// Returns the commanders on the map without a unit of their side in their hex. No other commander is displaced.
fn lonely(s: &State) -> impl Iterator<Item = CommanderId> + '_ {
    let all = s
        .commander_ids()
        .zip(s.commanders.iter().zip(s.game_data.commander_sides()));
    all.filter(|&(_, (commander, side))| commander.at.hex().is_some_and(|h| !s.has_unit(h, side)))
        .map(|(c, _)| c)
}

/// Whether a commander is displaced, or his owner is asked about it: an enemy unit is in his hex, or no friendly unit is in
/// it and it is in an enemy ZOC (ruling R49). By the other reading of R49, with no unit in his hex, his plight must have
/// worsened instead. In a hex without units, a commander with no unit of his side on the map stays (ruling R107).
fn displaced(s: &State, commander: CommanderId) -> bool {
    let Some(hex) = s.commander(commander).at.hex() else {
        return false;
    };
    let side = s.led_side(commander);
    let friends = || s.on_map(side).next().is_some();
    match s.held_by(hex) {
        // A commander with friendly units stays.
        Some(holder) => holder != side,
        None if s.opts(Choice::R49) => worse_off(s, commander) && friends(),
        None => s.in_zoc(hex, side.enemy()) && friends(),
    }
}

/// The change of morale by a commander's death (8.1, 8.2).
const DEATH: i32 = -2;
/// The change of morale of every French corps by the death of the Constable of Bourbon (8.2).
const CONSTABLE: i32 = -1;

impl Engine<'_> {
    /// Asks the commanders of a hex whether they accompany a unit. When all have answered, `then` follows.
    pub(crate) fn escort(&mut self, hex: HexId, side: Side, then: Then) {
        let left: CommanderSet = self
            .s
            .commanders_at(hex)
            .filter(|&c| self.s.led_side(c) == side)
            .collect();
        self.call(Stage::Escort(Escort {
            side,
            hex,
            left,
            gone: CommanderSet::default(),
            then,
        }));
    }

    pub(crate) fn enact_escort(&mut self, mut escort: Escort, action: Action) {
        if let Action::Escort(c) = action {
            escort.left.remove(c);
            escort.gone.insert(c);
        } else {
            escort.left = CommanderSet::default();
            let (side, question) = (escort.side, Question::Escort(escort.hex));
            self.decline(escort_case(&escort).0, side, question, !escort.gone.is_empty());
        }
        self.set_top(Stage::Escort(escort));
    }

    /// Moves commanders to a hex.
    pub(crate) fn bring(&mut self, along: CommanderSet, to: HexId) {
        for c in along.iter() {
            self.s.commander_mut(c).at = Whereabouts::Map(to);
        }
    }

    /// Kills a commander (7.1, 8.1, 8.2, 12.5).
    pub(crate) fn kill(&mut self, commander: CommanderId, cite: Cite) {
        let successor = self.s.commander(commander).successor;
        self.say(cite, || What::Killed { commander, successor });
        let turn = self.s.turn;
        let c = self.s.commander_mut(commander);
        c.at = Whereabouts::Lost;
        let steadied = c.steadies.take();
        if let Some(corps) = steadied {
            let why = Unsteady::Killed;
            self.say(cite!("7.2", "R87"), || What::Unsteadied { commander, corps, why });
        }
        if let Some(run) = self.run_mut() {
            run.commanders.remove(commander);
        }
        let card = self.s.game_data.roster[commander].clone();
        if card.king {
            self.end(Outcome::Win(Side::Swiss), cite!("7.1", "R24"));
        }
        let led: Vec<CorpsId> = self
            .s
            .corps_ids()
            .filter(|&c| self.s.corps(c).leader == Some(commander))
            .collect();
        for &corps in &led {
            let c = self.s.corps_mut(corps);
            c.leader = None;
            c.vacant = turn;
        }
        match card.side {
            Side::Swiss => self.change_morale(None, DEATH, cite!("8.1")),
            Side::French => {
                for &corps in &led {
                    if corps == card.corps {
                        self.change_morale(Some(corps), DEATH, cite!("8.2"));
                    } else if !self.s.opts(Choice::R90) {
                        self.change_morale(Some(corps), DEATH, cite!("8.2", "R90"));
                    }
                }
                if card.constable {
                    let all: Vec<CorpsId> = self
                        .s
                        .corps_ids()
                        .filter(|&c| self.s.game_data.corps_side(c) == Side::French)
                        .collect();
                    for corps in all {
                        self.change_morale(Some(corps), CONSTABLE, cite!("8.2"));
                    }
                }
            }
        }
    }

    /// 7.1: installs a new commander, at the beginning of the Reorganization Phase.
    pub(crate) fn enact_successor(&mut self, action: Action) {
        let Some(corps) = vacancy(self.s, self.s.active) else {
            return;
        };
        let (commander, unit) = match action {
            Action::Install(unit) => {
                let Some(c) = self.s.game_data.roster.commander_of(corps) else {
                    return;
                };
                let at = self.s.unit(unit).at;
                let new = self.s.commander_mut(c);
                new.at = at;
                new.injured = false;
                new.successor = true;
                (c, Some(unit))
            }
            Action::Appoint(c) => (c, None),
            _ => return,
        };
        let c = self.s.corps_mut(corps);
        c.leader = Some(commander);
        c.vacant = 0;
        let hex = unit.and_then(|u| self.s.hex(u));
        self.say(cite!("7.1"), || What::Succeeded {
            corps,
            commander,
            unit,
            hex,
        });
    }

    /// 7.2: starts and ends the effects of heroic value as their conditions change.
    pub(crate) fn settle_heroes(&mut self) -> bool {
        if self.s.hero_pending() {
            return false;
        }
        // The ids of the corps that a commander might steady.
        let french = |c: &CorpsId| self.s.game_data.corps_side(*c) == Side::French;
        let low = self.s.corps_ids().filter(|&c| self.s.corps(c).morale == 0);
        let low: PieceSet = low.filter(french).map(|c| c.0).collect();
        let steadied = self.s.commanders.iter().any(|c| c.steadies.is_some());
        if !steadied && low.is_empty() {
            return false;
        }
        for hero in self.s.commander_ids() {
            // Most commanders have no heroic value. House rules may repeal that condition, so under house rules all are judged.
            if !self.s.game_data.hero(hero) && !self.s.amended() {
                continue;
            }
            if let Some(corps) = self.s.commander(hero).steadies {
                if !steadies(self.s, hero, corps) {
                    let why = HeroFacts { s: self.s, hero, corps }.unsteady();
                    self.s.commander_mut(hero).steadies = None;
                    self.say(cite!("7.2", "R87"), || What::Unsteadied {
                        commander: hero,
                        corps,
                        why,
                    });
                    return true;
                }
                continue;
            }
            let Some(hex) = self.s.commander(hero).at.hex() else {
                continue;
            };
            // This condition is the same for all corps, so test it once.
            let alone = || !self.s.beside_enemy(hex, self.s.led_side(hero));
            if !self.s.amended() && alone() {
                continue;
            }
            let mut fit = low.iter().map(CorpsId).filter(|&c| steadies(self.s, hero, c));
            match (fit.next(), fit.next()) {
                (Some(corps), None) => {
                    drop(fit);
                    self.steady(hero, corps);
                    return true;
                }
                (Some(_), Some(_)) => {
                    drop(fit);
                    self.call(Stage::Hero(hero));
                    return true;
                }
                _ => {}
            }
        }
        false
    }

    fn steady(&mut self, commander: CommanderId, corps: CorpsId) {
        self.s.commander_mut(commander).steadies = Some(corps);
        self.say(cite!("7.2"), || What::Steadied { commander, corps });
    }

    pub(crate) fn inspiring(&self, hero: CommanderId) -> Flow<Stage> {
        if self.s.commander(hero).steadies.is_some() {
            Flow::Done
        } else {
            Flow::Ask
        }
    }

    pub(crate) fn enact_hero(&mut self, hero: CommanderId, action: Action) {
        if let Action::Inspire(corps) = action {
            self.pop();
            self.steady(hero, corps);
        }
    }

    /// Ruling R49: a commander alone among enemies joins the nearest friendly unit. By the other reading he may stay, if his
    /// owner wishes. It does not apply while commanders in the hexes that lost units are at risk (12.5), or while a decision
    /// about a commander is open.
    pub(crate) fn settle_commanders(&mut self) -> bool {
        let busy = !self.s.struck.is_empty()
            || matches!(self.s.stack.last(), Some(Stage::Rejoin(_) | Stage::Escort(_) | Stage::Hero(_)));
        if busy {
            return false;
        }
        if self.s.opts(Choice::R49) {
            self.note_plights();
        }
        let Some(commander) = lonely(self.s).find(|&c| displaced(self.s, c)) else {
            return false;
        };
        let units = refuges(self.s, commander);
        let Some(&first) = units.first() else {
            self.kill(commander, cite!("12.5", "R107"));
            return true;
        };
        // Units in the same hex are one refuge.
        if !may_stay(self.s, commander) && units.iter().all(|&u| self.s.hex(u) == self.s.hex(first)) {
            self.rejoin(commander, first);
        } else {
            self.call(Stage::Rejoin(commander));
        }
        true
    }

    /// Records every plight that has not worsened, or that a commander's own move caused. The owner is not asked about these.
    fn note_plights(&mut self) {
        for commander in self.s.commander_ids() {
            if !worse_off(self.s, commander) {
                self.leave_in_plight(commander);
            }
        }
    }

    fn leave_in_plight(&mut self, commander: CommanderId) {
        let plight = self.s.plight(commander);
        self.s.commander_mut(commander).plight = plight;
    }

    fn rejoin(&mut self, commander: CommanderId, unit: UnitId) {
        let (Some(hex), Some(from)) = (self.s.hex(unit), self.s.commander(commander).at.hex()) else {
            return;
        };
        let man = self.s.commander_mut(commander);
        man.at = Whereabouts::Map(hex);
        let successor = man.successor;
        if let Some(run) = self.run_mut() {
            run.commanders.remove(commander);
        }
        self.say(cite!("12.5", "R49"), || What::Joined {
            commander,
            successor,
            unit,
            from,
            hex,
        });
    }

    pub(crate) fn rejoining(&self, commander: CommanderId) -> Flow<Stage> {
        if displaced(self.s, commander) {
            Flow::Ask
        } else {
            Flow::Done
        }
    }

    pub(crate) fn enact_rejoin(&mut self, commander: CommanderId, action: Action) {
        self.pop();
        if let Action::Rejoin(unit) = action {
            self.rejoin(commander, unit);
        } else {
            self.leave_in_plight(commander);
            let side = self.s.led_side(commander);
            self.decline(cite!("12.5", "R49"), side, Question::Rejoin(commander), false);
        }
    }
}
