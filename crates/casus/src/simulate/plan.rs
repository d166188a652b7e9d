//! The plan of a simulation: a manifest, whose hash is the name of the run, and its units.

use casus_belli::catalog::Tally;
use casus_belli::core::geometry::many;
use casus_belli::core::{digest_bytes, hex_digits};
use casus_terminal::read_text;
use serde::{Deserialize, Serialize};
use std::io::Write as _;
use std::path::{Path, PathBuf};

/// The `format` value of every manifest, with its version.
pub(crate) const FORMAT: &str = "casus-belli simulation 1";

/// All inputs of a run. It never changes: a different run has a different name.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Manifest {
    /// The format of the file. This version writes and reads [`FORMAT`].
    pub(crate) format: String,
    /// Version of the library.
    pub(crate) library: String,
    /// The commit of the build, from `CASUS_COMMIT` at build time.
    pub(crate) commit: Option<String>,
    pub(crate) game: String,
    pub(crate) battle: String,
    /// The names of the agents, in the order of the sides.
    pub(crate) agents: Vec<String>,
    /// Whether the two agents swap their seeds.
    pub(crate) swap: bool,
    pub(crate) variants: Vec<Variant>,
    /// The first seed; the same for all variants.
    pub(crate) from: u64,
    pub(crate) games: u64,
    /// The number of seeds in a unit.
    pub(crate) block: u64,
    /// Number of actions after which a battle is stopped.
    pub(crate) limit: usize,
}

/// A set-up to play.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Variant {
    pub(crate) name: String,
    /// Digest of its rules data.
    pub(crate) rules: String,
    pub(crate) setup: serde_json::Value,
}

/// A unit of work: a block of seeds of a variant.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Unit {
    pub(crate) variant: usize,
    pub(crate) block: u64,
}

/// The result of a unit.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Done {
    /// The name of the run.
    pub(crate) run: String,
    pub(crate) variant: usize,
    pub(crate) block: u64,
    /// A letter for each seed: the number of the side that won, `d` draw, `x` all lose, `s` stalemate, `-` no end.
    pub(crate) ends: String,
    /// Digest of the last positions of all its battles.
    pub(crate) digest: String,
    pub(crate) tally: Tally,
}

impl Manifest {
    /// Returns the name of the run: the hash of the manifest.
    pub(crate) fn name(&self) -> String {
        hex_digits(digest_bytes(serde_json::to_string(self).unwrap_or_default().as_bytes()))
    }
    /// Returns all units, ordered by variant and block.
    pub(crate) fn units(&self) -> Vec<Unit> {
        let blocks = self.games.div_ceil(self.block);
        let of = |variant| (0..blocks).map(move |block| Unit { variant, block });
        (0..self.variants.len()).flat_map(of).collect()
    }
    /// Returns the seeds of a unit.
    pub(crate) fn seeds(&self, unit: Unit) -> std::ops::Range<u64> {
        let start = self.from + unit.block * self.block;
        start..(start + self.block).min(self.from + self.games)
    }
}

/// Why the results of a run cannot be read or written. Each message begins with the path of the file.
#[derive(Debug, thiserror::Error)]
pub(crate) enum StoreError {
    #[error("{}: {source}", path.display())]
    Io { path: PathBuf, source: std::io::Error },
    #[error("{}: {source}", path.display())]
    Json { path: PathBuf, source: serde_json::Error },
    #[error("{}: another run has this name", .0.display())]
    OtherManifest(PathBuf),
    #[error("{}: in the form `{format}`; this reads `{FORMAT}`", path.display())]
    Format { path: PathBuf, format: String },
    #[error("{}: of another run or unit", .0.display())]
    OtherUnit(PathBuf),
    #[error("{}: not of {}", path.display(), many(*battles, "battle"))]
    Battles { path: PathBuf, battles: usize },
}

impl StoreError {
    fn io(path: &Path, source: std::io::Error) -> Self {
        let path = path.to_owned();
        Self::Io { path, source }
    }
}

/// Reads the text of a file as JSON.
fn json<T: serde::de::DeserializeOwned>(path: &Path, text: &str) -> Result<T, StoreError> {
    serde_json::from_str(text).map_err(|source| StoreError::Json {
        path: path.to_owned(),
        source,
    })
}

/// The folder with the results of a run.
pub(crate) struct Store(PathBuf);

impl Store {
    /// Opens the folder of a run below `under`. Creates it with its manifest, or checks the manifest that is there.
    pub(crate) fn open(under: &Path, manifest: &Manifest) -> Result<Self, StoreError> {
        let folder = under.join(manifest.name());
        let store = Self(folder);
        let path = store.0.join("manifest.json");
        let said = |e| StoreError::io(&path, e);
        if path.exists() {
            let there: Manifest = json(&path, &read_text(&path).map_err(said)?)?;
            if there != *manifest {
                return Err(StoreError::OtherManifest(path));
            }
            return Ok(store);
        }
        std::fs::create_dir_all(store.0.join("units")).map_err(said)?;
        store.publish("manifest.json", &serde_json::to_string_pretty(manifest).unwrap_or_default())?;
        Ok(store)
    }
    /// Opens the folder of an existing run and reads its manifest.
    pub(crate) fn read(folder: &Path) -> Result<(Self, Manifest), StoreError> {
        let path = folder.join("manifest.json");
        let text = read_text(&path).map_err(|e| StoreError::io(&path, e))?;
        let manifest: Manifest = json(&path, &text)?;
        if manifest.format != FORMAT {
            let format = manifest.format;
            return Err(StoreError::Format { path, format });
        }
        Ok((Self(folder.to_owned()), manifest))
    }
    fn path(unit: Unit) -> String {
        format!("units/{}-{:06}.json", unit.variant, unit.block)
    }
    /// Returns whether the folder has the result of a unit.
    pub(crate) fn has(&self, unit: Unit) -> bool {
        self.0.join(Self::path(unit)).exists()
    }
    /// Writes a temporary file and renames it, so that no reader sees a part of it.
    fn publish(&self, name: &str, text: &str) -> Result<(), StoreError> {
        let path = self.0.join(name);
        let said = |e| StoreError::io(&path, e);
        let mut part = tempfile::Builder::new();
        part.prefix("part-").suffix(".tmp");
        // With the user's normal permissions; a temporary file would be private.
        let folder = path.parent().unwrap_or(&self.0);
        let mut beside = part.make_in(folder, |p| std::fs::File::create_new(p)).map_err(said)?;
        beside.write_all(text.as_bytes()).map_err(said)?;
        beside.persist(&path).map_err(|e| said(e.error))?;
        Ok(())
    }
    /// Writes the result of a unit.
    pub(crate) fn keep(&self, unit: Unit, done: &Done) -> Result<(), StoreError> {
        self.publish(&Self::path(unit), &serde_json::to_string(done).unwrap_or_default())
    }
    /// Reads the result of a unit. Returns `None` if there is none, and an error if it is of another run or unit.
    pub(crate) fn done(&self, unit: Unit, manifest: &Manifest) -> Result<Option<Done>, StoreError> {
        let path = self.0.join(Self::path(unit));
        let text = match read_text(&path) {
            Ok(text) => text,
            Err(e) if e.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(e) => return Err(StoreError::io(&path, e)),
        };
        let done: Done = json(&path, &text)?;
        let seeds = manifest.seeds(unit);
        let all = usize::try_from(seeds.end - seeds.start).unwrap_or(0);
        if done.run != manifest.name() || (done.variant, done.block) != (unit.variant, unit.block) {
            return Err(StoreError::OtherUnit(path));
        }
        if done.ends.len() != all || done.tally.games() != all {
            return Err(StoreError::Battles { path, battles: all });
        }
        Ok(Some(done))
    }
}
