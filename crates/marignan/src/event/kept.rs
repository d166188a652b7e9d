//! What rules keep from a unit, for the events that say so.

use super::Shut;
use crate::components::UnitId;
use casus_core::{HexId, Refusals, Verdict};

/// A unit that rules keep from an action, with the reasons.
pub(crate) struct Kept {
    pub(crate) unit: UnitId,
    pub(crate) refusals: Refusals,
}

impl Kept {
    /// Returns the unit, if `judge` refuses it.
    pub(crate) fn by(unit: UnitId, judge: impl FnOnce(&mut Verdict)) -> Option<Self> {
        let mut verdict = Verdict::full();
        judge(&mut verdict);
        let refusals = verdict.finish().err()?;
        Some(Self { unit, refusals })
    }
}

/// Returns the reasons that close each of these hexes to a unit, if all of them are closed; otherwise nothing.
pub(crate) fn shut(hexes: impl IntoIterator<Item = HexId>, judge: impl Fn(HexId, &mut Verdict)) -> Vec<Shut> {
    let barred = |hex| {
        let mut verdict = Verdict::full();
        judge(hex, &mut verdict);
        let refusals = verdict.finish().err()?;
        Some(Shut { hex, refusals })
    };
    hexes
        .into_iter()
        .map(barred)
        .collect::<Option<Vec<Shut>>>()
        .unwrap_or_default()
}
