//! The data of the game: map, counters, commanders, charts and scenarios, checked when they are loaded.
//!
//! The files in `data/` are embedded, so the library reads no files at run time. [`standard`] returns the printed game.
//! Loading reports every fault it can find, each with its place.

mod deployment;
mod map;
mod muster;
mod pieces;
mod sheets;
#[cfg(test)]
mod tests;

pub use deployment::{
    Armies, ArmiesPatch, Clock, ClockPatch, Column, ColumnPatch, Deployment, HexesPatch, Post, PostPatch, Scenario,
};
pub(crate) use map::PLAIN;
pub use pieces::{CommanderFacePatch, CommanderPatch, CorpsPatch, CounterPatch, FacePatch};

use crate::casebook::cite;
use crate::charts::{Charts, ChartsPatch};
use crate::components::{MOST_PLACES, Roster, Side};
pub(crate) use casus_core::data::MapPatch;
use casus_core::data::{MapFile, regroup};
use casus_core::reading::toml_file;
use casus_core::{Board, Laws, Layer, SetupFaults, digest_bytes, reading};
use deployment::{Posts, ScenariosFile, at_most, clock_faults, deployment_faults, read_scenarios};
use map::{MAP, upright};
use muster::Muster;
use pieces::{CommandersFile, CountersFile, commander_faults};

/// All data that the rules read and that play does not change.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameData {
    /// The map: hexes, hexsides and their terrain.
    pub board: Board,
    /// The pieces of the game.
    pub roster: Roster,
    /// The charts and tables.
    pub charts: Charts,
    /// The scenarios with their set-up and entries.
    pub deployment: Deployment,
    /// The layers of the map, with their sources.
    pub layers: Vec<Layer>,
    digest: u64,
    laws: Laws,
    muster: Muster,
}

casus_core::kit_files!(GameData {
    map: "../data/map.toml",
    counters: "../data/counters.toml",
    commanders: "../data/commanders.toml",
    charts: "../data/charts.toml",
    scenarios: "../data/scenarios.toml",
});

casus_core::patch! {
    /// Changes of a set-up to the game's data.
    pub struct GameDataPatch {
        /// Changes to the map, or a map of your own. Terrains are `"clear"`, `"dense"`, `"village"` and `"farm"`; hexside kinds
        /// are `"canal"`, `"river"`, `"grand_canal"`, `"bridge"` and `"fortification"`.
        pub map: Option<MapPatch>,
        /// Corps to change or to add.
        pub corps: Vec<CorpsPatch>,
        /// Counters to change or to add.
        pub counters: Vec<CounterPatch>,
        /// Commanders to change or to add.
        pub commanders: Vec<CommanderPatch>,
        /// Charts to replace.
        pub charts: Option<ChartsPatch>,
        /// Other hours of the turns (14.1, 14.2).
        pub clock: Option<ClockPatch>,
        /// Other values of the armies.
        pub armies: Option<ArmiesPatch>,
        /// The places for which the Swiss score points (8.1), in place of all printed ones.
        pub places: Option<HexesPatch>,
        /// The posts of French commanders, in place of their printed ones.
        pub placements: Vec<PostPatch>,
        /// The entries of Swiss corps, in place of their printed ones.
        pub columns: Vec<ColumnPatch>,
        /// The hexes where Swiss units without a corps enter.
        pub free_entry: Option<HexesPatch>,
    }
}

impl GameData {
    /// Loads game data from the texts of its files.
    ///
    /// # Errors
    /// Returns every fault of every file, each with its place.
    pub fn load(files: &Files<'_>) -> Result<Self, SetupFaults> {
        let mut faults = SetupFaults::default();
        let f = &mut faults;
        let map = toml_file::<MapFile>(files.map, "map.toml", f).map(|file| file.read(&MAP, f));
        let counters = toml_file::<CountersFile>(files.counters, "counters.toml", f);
        let commanders = toml_file::<CommandersFile>(files.commanders, "commanders.toml", f);
        let charts = toml_file::<ChartsPatch>(files.charts, "charts.toml", f)
            .and_then(|file| Charts::build(None, &file, "charts", f));
        let scenarios = toml_file::<ScenariosFile>(files.scenarios, "scenarios.toml", f);
        let (Some((board, layers)), Some(counters), Some(commanders), Some(scenarios)) =
            (map, counters, commanders, scenarios)
        else {
            return Err(faults);
        };
        let mut roster = Roster {
            counters: Vec::new(),
            commanders: Vec::new(),
            corps: Vec::new(),
        };
        let pieces = (&counters.corps[..], &counters.counter[..], &commanders.commander[..]);
        let paths = ["counters.corps", "counters.counter", "commanders.commander"];
        roster.read(pieces, paths, true, f);
        let path = |i: usize| format!("commanders.commander[{i}]");
        commander_faults(&roster.commanders, &roster.corps, &path, "commanders", f);
        upright(&board, &mut faults);
        let deployment = read_scenarios(&scenarios, &board, &roster, &mut faults);
        let Some(charts) = charts else {
            return Err(faults);
        };
        let mut game_data = Self {
            board,
            roster,
            charts,
            deployment,
            layers,
            digest: 0,
            laws: Laws::PRINTED,
            muster: Muster::default(),
        };
        game_data.seal();
        faults.or(game_data)
    }

    fn seal(&mut self) {
        self.digest = digest_bytes(self.canon().as_bytes());
        self.muster = Muster::of(&self.roster, &self.board);
    }

    /// Returns this game data with a patch applied. It reports every fault of the patch; the path of a fault begins with the
    /// name of a field of [`GameDataPatch`]. If there is a fault, it changes nothing.
    #[must_use]
    pub fn patched(&self, patch: &GameDataPatch, faults: &mut SetupFaults) -> Self {
        let before = faults.0.len();
        let mut game_data = self.clone();
        if let Some(map) = &patch.map {
            game_data.patch_map(map, faults);
        }
        let pieces = (&patch.corps[..], &patch.counters[..], &patch.commanders[..]);
        game_data
            .roster
            .read(pieces, ["corps", "counters", "commanders"], false, faults);
        if let Some(p) = &patch.charts
            && let Some(charts) = Charts::build(Some(&self.charts), p, "charts", faults)
        {
            game_data.charts = charts;
        }
        game_data.patch_deployment(patch, faults);
        if faults.0.len() == before {
            let path = |i: usize| {
                let id = &game_data.roster.commanders[i].id;
                let found = patch.commanders.iter().position(|p| p.id.eq_ignore_ascii_case(id));
                found.map_or_else(|| "commanders".to_owned(), |i| format!("commanders[{i}]"))
            };
            let (commanders, corps) = (&game_data.roster.commanders, &game_data.roster.corps);
            commander_faults(commanders, corps, &path, "commanders", faults);
            let paths = ["placements", "columns", "free_entry"];
            deployment_faults(&game_data.roster, &game_data.deployment, paths, faults);
        }
        if faults.0.len() > before {
            return self.clone();
        }
        game_data.seal();
        game_data
    }

    fn patch_map(&mut self, patch: &MapPatch, faults: &mut SetupFaults) {
        MAP.change(patch, &mut self.board, &mut self.layers, faults);
        if patch.numbering.is_some() {
            upright(&self.board, faults);
            // The deployment is read again on the changed pieces and map.
            let d = &mut self.deployment;
            d.places.clear();
            d.places_source = reading::own();
            d.placements.clear();
            d.columns.clear();
            d.free_entry.clear();
        }
    }

    fn patch_deployment(&mut self, patch: &GameDataPatch, faults: &mut SetupFaults) {
        let (board, roster, d) = (&self.board, &self.roster, &mut self.deployment);
        regroup(&mut d.clock, patch.clock.as_ref(), "clock", faults);
        clock_faults(&d.clock, "clock", faults);
        regroup(&mut d.armies, patch.armies.as_ref(), "armies", faults);
        let list = |path| Posts {
            board,
            roster,
            path,
            file: false,
        };
        if let Some(p) = &patch.places {
            (d.places, d.places_source) = list("places").hexes(p, cite!("8.1"), faults);
            at_most(d.places.len(), MOST_PLACES, "places", "places.hexes", faults);
        }
        if let Some(p) = &patch.free_entry {
            (d.free_entry, d.free_entry_source) = list("free_entry").hexes(p, cite!("14.1"), faults);
        }
        // A commander who has changed to the Swiss side is no longer placed.
        d.placements.retain(|p| roster[p.commander].side == Side::French);
        list("placements").placements(&mut d.placements, &patch.placements, faults);
        list("columns").columns(&mut d.columns, &patch.columns, faults);
    }
}
