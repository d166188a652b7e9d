//! The data of a game: map, counters, charts and deployment, checked when they are loaded.
//!
//! The files in `data/` are embedded, so the library reads nothing at run time. [`standard`] returns the printed game. A
//! [`GameDataPatch`] changes parts of it, for users who own the printed charts or set up positions of their own. All faults
//! are reported at once, each with its path.

mod deployment;
mod map;
mod muster;
mod pieces;
mod sheets;
#[cfg(test)]
mod tests;

pub use deployment::{BannerPost, Deployment, Entry, Group, Post};
pub(crate) use muster::Traits;
pub use pieces::{CounterPatch, LeaderPatch};

use crate::casebook::cite;
use crate::charts::{Charts, ChartsPatch};
use crate::components::Roster;
use casus_core::data::MapFile;
pub(crate) use casus_core::data::MapPatch;
use casus_core::reading::toml_file;
use casus_core::{Board, HexId, Laws, Layer, SetupFaults, digest_bytes};
use deployment::{DeploymentFile, read_deployment};
use map::LEGEND_OF_THE_MAP;
use muster::Muster;
use pieces::{CountersFile, LeadersFile};

/// Everything that the rules read and that never changes in play.
///
/// All states of a match share it, so a state is small. [`standard`] returns the printed game. A set-up that changes a part
/// of it plays with game data of its own, which its saves describe.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameData {
    /// The map: hexes, hexsides and their terrain.
    pub board: Board,
    /// The playing pieces.
    pub roster: Roster,
    /// The charts and tables.
    pub charts: Charts,
    /// The set-up and the entries.
    pub deployment: Deployment,
    /// The layers of the map, with their sources.
    pub layers: Vec<Layer>,
    digest: u64,
    laws: Laws,
    muster: Muster,
    /// For each hex in turn, the hexes at most two away, nearest first.
    near: Box<[HexId]>,
    /// By hex: the start of its own part of that list; then the end of the last.
    near_from: Box<[u32]>,
}

casus_core::kit_files!(GameData {
    map: "../data/map.toml",
    counters: "../data/counters.toml",
    leaders: "../data/leaders.toml",
    charts: "../data/charts.toml",
    deployment: "../data/deployment.toml",
});

casus_core::patch! {
    /// Changes to the game data that a set-up may carry.
    ///
    /// A [`Setup`](crate::Setup) has the same four keys; there the leaders' key is `cards`.
    pub struct GameDataPatch {
        /// Changes to the map; its hexes and their numbers stay. Terrains are `"clear"`, `"swamp"` and `"village"`, hexsides
        /// `"stream"` and `"trench"`.
        pub map: Option<MapPatch>,
        /// Counters changed or added.
        pub counters: Vec<CounterPatch>,
        /// Leaders changed or added.
        pub leaders: Vec<LeaderPatch>,
        /// Charts in place of the library's.
        pub charts: Option<ChartsPatch>,
    }
}

impl GameData {
    /// Reads game data from the texts of its files.
    ///
    /// # Errors
    /// Returns every fault of every file, each with its path.
    pub fn load(files: &Files<'_>) -> Result<Self, SetupFaults> {
        let mut faults = SetupFaults::default();
        let f = &mut faults;
        let map = toml_file::<MapFile>(files.map, "map.toml", f).map(|file| file.read(&LEGEND_OF_THE_MAP, f));
        let counters = toml_file::<CountersFile>(files.counters, "counters.toml", f);
        let leaders = toml_file::<LeadersFile>(files.leaders, "leaders.toml", f);
        let roster = counters
            .zip(leaders)
            .map(|(counters, leaders)| Roster::of_files(&counters, &leaders, f));
        let charts = toml_file::<ChartsPatch>(files.charts, "charts.toml", f)
            .and_then(|file| Charts::build(None, &file, "charts", f));
        let deployment = toml_file::<DeploymentFile>(files.deployment, "deployment.toml", f);
        let (Some((board, layers)), Some(mut roster), Some(deployment)) = (map, roster, deployment) else {
            return Err(faults);
        };
        if roster.counters.is_empty() || roster.leaders.is_empty() || roster.commands.is_empty() {
            faults.push("counters", "there are no units, leaders or commands", None);
            return Err(faults);
        }
        let deployment = read_deployment(&deployment, &board, &mut roster, &mut faults);
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
            near: Box::default(),
            near_from: Box::default(),
        };
        game_data.seal();
        faults.or(game_data)
    }

    fn seal(&mut self) {
        self.digest = digest_bytes(self.canon().as_bytes());
        self.muster = Muster::of(&self.roster);
        let mut near = Vec::with_capacity(19 * self.board.len());
        let mut near_from = Vec::with_capacity(self.board.len() + 1);
        near_from.push(0);
        for hex in self.board.ids() {
            near.extend(self.board.disc(hex, 2));
            near_from.push(near.len() as u32);
        }
        (self.near, self.near_from) = (near.into(), near_from.into());
    }

    /// Returns this game data with a patch applied. Every fault of the patch is recorded, with a path that begins with `map`,
    /// `counters`, `leaders` or `charts`. Faulty parts stay as they were.
    ///
    /// The original does not change.
    #[must_use]
    pub fn patched(&self, patch: &GameDataPatch, faults: &mut SetupFaults) -> Self {
        let mut game_data = self.clone();
        if let Some(map) = &patch.map {
            if map.numbering.is_some() {
                faults.push("map.numbering", "the hexes and their numbers stay as printed", Some(cite!("2.1")));
            } else {
                LEGEND_OF_THE_MAP.change(map, &mut game_data.board, &mut game_data.layers, faults);
            }
        }
        game_data
            .roster
            .read_counters(&patch.counters, "counters", false, faults);
        game_data.roster.read_leaders(&patch.leaders, "leaders", false, faults);
        if let Some(charts) = &patch.charts
            && let Some(charts) = Charts::build(Some(&self.charts), charts, "charts", faults)
        {
            game_data.charts = charts;
        }
        game_data.seal();
        game_data
    }
}
