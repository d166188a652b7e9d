//! 12.5: commanders at risk.

use crate::casebook::cite;
use crate::components::CommanderId;
use crate::engine::Engine;
use crate::event::What;
use crate::state::pieces::CommanderSet;
use crate::state::position::State;
use crate::state::stage::Stage;
use casus_core::{Cite, Die, Flow, HexId, Modifier, Modifiers, Procedures};

/// The facts of a commander in a hex where stars took a unit.
///
/// They are taken after all losses to the stars, and before the tests.
#[derive(Debug)]
pub struct RiskFacts<'a> {
    /// The current position.
    pub s: &'a State,
    /// The commander at risk.
    pub commander: CommanderId,
    /// The hex that lost a unit.
    pub hex: HexId,
}

casus_core::questions!(RiskFacts);

/// The lowest modified die that hits a commander (12.5, ruling R70).
const HIT: i32 = 6;
/// The modifier of a commander's die if all units of his hex are lost (12.5).
const ALL_LOST: i32 = 2;

type M = Modifier<RiskFacts<'static>>;

/// Modifiers of a commander's die (12.5). Computed for each commander in a hex where stars took a unit. Named `risk`.
pub static RISK_MODIFIERS: Modifiers<RiskFacts> = Modifiers {
    name: "risk",
    list: &[M::by(cite!("12.5", "R59"), "no unit is left in his hex")
        .adds(|f| f.hex.place(), |f| (!f.s.has_unit(f.hex, f.s.led_side(f.commander))).then_some(ALL_LOST))],
};

/// Returns the commanders of the hexes where stars took units, hex by hex.
fn endangered(s: &State) -> impl Iterator<Item = (CommanderId, HexId)> + '_ {
    s.struck.iter().flat_map(|h| s.commanders_at(h).map(move |c| (c, h)))
}

impl Engine<'_> {
    /// 12.5: pushes the dice for the commanders of all hexes where stars took units. The calling stage resumes after all dice.
    pub(crate) fn commanders_at_risk(&mut self, cite: Cite) {
        let left: CommanderSet = endangered(self.s).map(|(c, _)| c).collect();
        if left.is_empty() {
            self.clear_struck();
        } else {
            self.call(Stage::Risk { left, cite });
        }
    }

    /// Rolls for one commander at a time, so that a death takes effect before the next die.
    pub(crate) fn risking(&mut self, mut left: CommanderSet, cite: Cite) -> Flow<Stage> {
        let next = endangered(self.s).find(|&(c, _)| left.contains(c));
        let Some((commander, hex)) = next else {
            self.clear_struck();
            return Flow::Done;
        };
        left.remove(commander);
        self.set_top(Stage::Risk { left, cite });
        let facts = RiskFacts {
            s: self.s,
            commander,
            hex,
        };
        let risk = RISK_MODIFIERS.ledger(0, &facts);
        let need = HIT - risk.total;
        let die = self.roll(cite, Die::D6, "commander", &|face| u16::from(i32::from(face) >= need));
        let ledger = risk.over(die.into());
        let hit = ledger.total >= HIT;
        let successor = self.s.commander(commander).successor;
        self.say(cite, || What::Risk {
            commander,
            successor,
            ledger,
            hit,
        });
        if hit && self.s.commander(commander).injured {
            self.kill(commander, cite);
        } else if hit {
            self.s.commander_mut(commander).injured = true;
            self.say(cite, || What::Injured { commander, successor });
        }
        Flow::Next
    }
}
