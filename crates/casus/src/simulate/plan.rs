//! What is simulated: a manifest, whose hash names the run, and its units.

use casus_belli::core::geometry::many;
use casus_belli::core::{digest_bytes, hex_digits};
use casus_terminal::read_text;
use serde::{Deserialize, Serialize};
use std::io::Write as _;
use std::path::{Path, PathBuf};

use crate::simulate::tally::Tally;

/// The word that stands in every manifest, with the version of its form.
pub(crate) const FORMAT: &str = "casus-belli simulation 1";

/// Everything that the results hang on. It is never changed: another run has another name.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Manifest {
    /// The format of the file: [`FORMAT`].
    pub(crate) format: String,
    /// The version of the library.
    pub(crate) library: String,
    /// The commit that it was built from, where the build was told it.
    pub(crate) commit: Option<String>,
    pub(crate) game: String,
    pub(crate) battle: String,
    /// The agent of each side.
    pub(crate) agents: Vec<String>,
    /// Each agent has the seed of the other's chair.
    pub(crate) swap: bool,
    pub(crate) variants: Vec<Variant>,
    /// The first seed, and how many there are; the same for all variants.
    pub(crate) from: u64,
    pub(crate) games: u64,
    /// How many seeds a unit has.
    pub(crate) block: u64,
    /// So many actions are played at most.
    pub(crate) limit: usize,
}

/// A set-up that is played.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Variant {
    pub(crate) name: String,
    /// The digest of its rules data.
    pub(crate) rules: String,
    pub(crate) setup: serde_json::Value,
}

/// A piece of work: a block of seeds of a variant.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Unit {
    pub(crate) variant: usize,
    pub(crate) block: u64,
}

/// What came of a unit.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Done {
    /// The name of the run.
    pub(crate) run: String,
    pub(crate) variant: usize,
    pub(crate) block: u64,
    /// A letter for each seed: the number of the side that won, `d` a draw, `x` all lose, `s` a stalemate, `-` unended.
    pub(crate) ends: String,
    /// Of the last position of each battle.
    pub(crate) digest: String,
    pub(crate) tally: Tally,
}

impl Manifest {
    /// The name of the run.
    pub(crate) fn name(&self) -> String {
        hex_digits(digest_bytes(serde_json::to_string(self).unwrap_or_default().as_bytes()))
    }
    /// All units, in order.
    pub(crate) fn units(&self) -> Vec<Unit> {
        let blocks = self.games.div_ceil(self.block);
        let of = |variant| (0..blocks).map(move |block| Unit { variant, block });
        (0..self.variants.len()).flat_map(of).collect()
    }
    /// The seeds of a unit.
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

/// Where the results of a run are.
pub(crate) struct Store(PathBuf);

impl Store {
    /// The folder of a run under another; its manifest is written, or is the one that is there.
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
    /// A folder that holds a run, with its manifest.
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
    /// Whether a unit is done.
    pub(crate) fn has(&self, unit: Unit) -> bool {
        self.0.join(Self::path(unit)).exists()
    }
    /// Writes a file beside its place and renames it there, so that nobody sees half of it.
    fn publish(&self, name: &str, text: &str) -> Result<(), StoreError> {
        let path = self.0.join(name);
        let said = |e| StoreError::io(&path, e);
        let mut part = tempfile::Builder::new();
        part.prefix("part-").suffix(".tmp");
        // As any file of this user's: others may read what a run left.
        let folder = path.parent().unwrap_or(&self.0);
        let mut beside = part.make_in(folder, |p| std::fs::File::create_new(p)).map_err(said)?;
        beside.write_all(text.as_bytes()).map_err(said)?;
        beside.persist(&path).map_err(|e| said(e.error))?;
        Ok(())
    }
    /// Keeps what came of a unit.
    pub(crate) fn keep(&self, unit: Unit, done: &Done) -> Result<(), StoreError> {
        self.publish(&Self::path(unit), &serde_json::to_string(done).unwrap_or_default())
    }
    /// What came of a unit, if it is done.
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
