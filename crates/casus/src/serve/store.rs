//! The database of matches: one `SQLite` file.
//!
//! One thread writes it; reading does not wait for that thread. A change is on disk before anybody is told of it.

use crate::serve::error::{Fault, Kind};
use crate::serve::seats::{Hashed, Seat, Who};
use casus_belli::core::geometry::many;
use rusqlite::{Connection, OptionalExtension as _, TransactionBehavior, params};
use sha2::{Digest as _, Sha256};
use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// Version of the database. A newer one is refused. Version 1 had other names in its set-ups and saves, and is upgraded.
const SCHEMA_VERSION: i64 = 2;

const SCHEMA: &str = "
create table if not exists matches (
    id text primary key,
    about text not null,
    opening text not null,
    state text not null,
    journal integer not null,
    branch integer not null,
    asks text
) strict;
create table if not exists lines (
    match text not null references matches (id) on delete cascade,
    n integer not null,
    line text not null,
    sum blob,
    primary key (match, n)
) strict, without rowid;
create table if not exists seats (
    match text not null references matches (id) on delete cascade,
    n integer not null,
    key blob unique,
    sides text not null,
    who text not null,
    request text,
    answer text,
    primary key (match, n)
) strict, without rowid;
";

/// A match as it is stored.
#[derive(Clone, Debug)]
pub(crate) struct Written {
    pub(crate) id: String,
    /// The description of the match (`About`), as JSON.
    pub(crate) about: String,
    /// The save at the start of the match, with an empty journal.
    pub(crate) opening: String,
    /// The digest of the position.
    pub(crate) state: String,
    /// The number of undos so far.
    pub(crate) branch: u64,
    /// The open undo request, as JSON: who asks, and back to which length of the journal.
    pub(crate) asks: Option<String>,
    pub(crate) seats: Vec<WrittenSeat>,
    /// The steps of the journal, each as JSON, up to the first damaged one.
    pub(crate) lines: Vec<String>,
    /// The first damage to the journal, if there is any.
    pub(crate) damage: Option<Damage>,
}

/// Damage to a journal: it differs from what was written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Damage {
    /// The first wrong step, counted from 1.
    pub(crate) line: usize,
    /// What is wrong.
    pub(crate) message: String,
}

impl std::fmt::Display for Damage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "this match is damaged: {}", self.message)
    }
}

impl Written {
    /// Returns the stored state of the match.
    pub(crate) fn stands(&self) -> Stands {
        Stands {
            journal: self.lines.len(),
            branch: self.branch,
            asks: self.asks.clone(),
        }
    }
    /// Returns the last request of each seat that changed the match, with its answer.
    pub(crate) fn last(&self) -> BTreeMap<usize, (String, String)> {
        let seats = self.seats.iter().enumerate();
        seats.filter_map(|(n, s)| Some((n, s.last.clone()?))).collect()
    }
}

#[derive(Clone, Debug)]
pub(crate) struct WrittenSeat {
    pub(crate) seat: Seat,
    pub(crate) key: Option<Hashed>,
    /// The last request of this seat that changed the match, and its answer.
    pub(crate) last: Option<(String, String)>,
}

/// The state of a match in the database, as the writer of a change knows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Stands {
    pub(crate) journal: usize,
    pub(crate) branch: u64,
    pub(crate) asks: Option<String>,
}

/// A change to a match.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    pub(crate) id: String,
    /// The state before the change. If the database differs, another server has changed the match and this change fails.
    pub(crate) from: Stands,
    /// The number of steps that stay. All later ones are deleted.
    pub(crate) kept: usize,
    /// The steps that are added after them.
    pub(crate) lines: Vec<String>,
    pub(crate) state: String,
    pub(crate) branch: u64,
    pub(crate) asks: Option<String>,
    /// The seat that made the request, the request and its answer. `None` if an agent of the server acted.
    pub(crate) last: Option<(usize, String, String)>,
}

/// A match in the list of all matches.
pub(crate) struct Listed {
    pub(crate) id: String,
    /// The description of the match (`About`), as JSON.
    pub(crate) about: String,
    /// The number of steps in its journal.
    pub(crate) journal: usize,
}

enum Job {
    Open(Box<Written>, Sender<rusqlite::Result<()>>),
    /// Replaces a match by its migrated form.
    Replace(Box<Written>, Stands, Sender<rusqlite::Result<()>>),
    Step(Box<Step>, Sender<rusqlite::Result<()>>),
    Forget(String, Sender<rusqlite::Result<()>>),
    /// Closes the file. If true, first moves all into the one file and marks it as closed.
    Close(bool, Sender<rusqlite::Result<()>>),
}

/// The channel to the writing thread, and a connection for reading.
pub(crate) struct Store {
    way: Sender<Job>,
    /// `None` after closing.
    reads: Mutex<Option<Connection>>,
    /// Set if matches may be missing: the last writer did not close the file, and its write-ahead log is not there.
    pub(crate) torn: Option<OpenError>,
}

fn unkept(e: &impl std::fmt::Display) -> Fault {
    Fault::new(Kind::Busy, format!("the database refused it, and nothing was changed: {e}")).wait(1)
}

/// Creates the file if it is missing. Only its owner can read it, because it contains hashed keys and hidden information.
fn made(path: &Path) -> std::io::Result<()> {
    let mut options = OpenOptions::new();
    options.create(true).append(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path).map(drop)
}

/// How long a connection waits for another process that has locked the database.
const BUSY_TIMEOUT: Duration = Duration::from_secs(5);

/// Why a database cannot be opened.
#[derive(Debug, thiserror::Error)]
pub(crate) enum OpenError {
    #[error("{}: {error}", .file.display())]
    Io { file: PathBuf, error: std::io::Error },
    #[error("{}: {error}", .file.display())]
    Database { file: PathBuf, error: rusqlite::Error },
    #[error("{}: no such file; `--file` names the file of matches", .0.display())]
    Missing(PathBuf),
    #[error("{}: schema version {version}, written by a later version of this program; this one reads {SCHEMA_VERSION}", .file.display())]
    TooNew { file: PathBuf, version: i64 },
    #[error("{}: a database of another program: it contains no matches", .0.display())]
    Foreign(PathBuf),
    /// `log` is the write-ahead log beside the file. It belongs to another file.
    #[error("{}: not a file of matches: it is empty{}", .file.display(), stray(.log.as_deref()))]
    Empty { file: PathBuf, log: Option<PathBuf> },
    #[error(
        "{}: the server that wrote this file did not close it, and {} is not beside it: matches and steps may be missing. \
         Copy both files, or stop the server before you copy",
        .file.display(),
        .log.display()
    )]
    Torn { file: PathBuf, log: PathBuf },
}

fn stray(log: Option<&Path>) -> String {
    log.map_or_else(String::new, |log| format!(", and {} does not belong to it", log.display()))
}

/// The state of a database file before it is opened.
struct Look {
    /// Whether the last writer did not close it. The newest changes are then in the write-ahead log.
    unclosed: bool,
    /// The path of the write-ahead log.
    beside: PathBuf,
}

impl Look {
    fn at(path: &Path) -> Self {
        let mut head = [0; 19];
        let read = File::open(path).and_then(|mut file| file.read_exact(&mut head));
        let mut beside = path.as_os_str().to_owned();
        beside.push("-wal");
        Self {
            // The file format write version: 2 while there is a write-ahead log.
            unclosed: read.is_ok() && head.starts_with(b"SQLite format 3\0") && head[18] == 2,
            beside: beside.into(),
        }
    }
    fn torn(&self, path: &Path) -> Option<OpenError> {
        (self.unclosed && !self.beside.exists()).then(|| OpenError::Torn {
            file: path.to_owned(),
            log: self.beside.clone(),
        })
    }
}

impl Store {
    /// Opens a database, and creates it if it is missing.
    pub(crate) fn open(path: &Path) -> Result<Self, OpenError> {
        let look = Look::at(path);
        made(path).map_err(|error| OpenError::Io {
            file: path.to_owned(),
            error,
        })?;
        Self::opened_as(path, &look, false)
    }
    /// Opens an existing database.
    pub(crate) fn existing(path: &Path) -> Result<Self, OpenError> {
        if !path.exists() {
            return Err(OpenError::Missing(path.to_owned()));
        }
        Self::opened_as(path, &Look::at(path), true)
    }
    fn opened_as(path: &Path, look: &Look, existing: bool) -> Result<Self, OpenError> {
        let said = |error: rusqlite::Error| OpenError::Database {
            file: path.to_owned(),
            error,
        };
        let connected = || {
            let db = Connection::open(path)?;
            db.busy_timeout(BUSY_TIMEOUT)?;
            Ok(db)
        };
        let torn = look.torn(path);
        let mut db = connected().map_err(said)?;
        let one = |query: &str| db.query_row(query, [], |row| row.get::<_, i64>(0)).map_err(said);
        let (form, tables) = (one("pragma user_version")?, one("select count(*) from sqlite_master")?);
        if form > SCHEMA_VERSION {
            return Err(OpenError::TooNew {
                file: path.to_owned(),
                version: form,
            });
        }
        if form == 0 && tables > 0 {
            return Err(OpenError::Foreign(path.to_owned()));
        }
        if form == 0 && existing {
            return Err(torn.unwrap_or_else(|| OpenError::Empty {
                file: path.to_owned(),
                log: look.unclosed.then(|| look.beside.clone()),
            }));
        }
        db.execute_batch("pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on;")
            .and_then(|()| db.execute_batch(SCHEMA))
            .and_then(|()| summed(&db))
            .and_then(|()| {
                if form == SCHEMA_VERSION {
                    Ok(())
                } else {
                    upgrade(&mut db)
                }
            })
            .map_err(said)?;
        let reads = connected().map_err(said)?;
        let (way, jobs) = channel();
        std::thread::Builder::new()
            .name("store".to_owned())
            .spawn(move || work(db, &jobs))
            .map_err(|error| OpenError::Io {
                file: path.to_owned(),
                error,
            })?;
        Ok(Self {
            way,
            reads: Mutex::new(Some(reads)),
            torn,
        })
    }
    /// Closes the database. `tidy` first moves all into the one file and marks it as closed. Later requests fail.
    pub(crate) fn close(&self, tidy: bool) -> Result<(), Fault> {
        drop(self.reads.lock().unwrap_or_else(PoisonError::into_inner).take());
        self.ask(|way| Job::Close(tidy, way))
    }
    fn ask(&self, job: impl FnOnce(Sender<rusqlite::Result<()>>) -> Job) -> Result<(), Fault> {
        let (way, answer) = channel();
        self.way.send(job(way)).map_err(|_| unkept(&"the store is closed"))?;
        let answer = answer.recv().map_err(|_| unkept(&"the store is closed"))?;
        answer.map_err(|e| match e {
            rusqlite::Error::StatementChangedRows(0) => unkept(&"another server changed this match: ask again"),
            e => unkept(&e),
        })
    }
    /// Reads from the database in one transaction, without waiting for the writing thread.
    fn look<T>(&self, reading: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> Result<T, Fault> {
        let reads = self.reads.lock().unwrap_or_else(PoisonError::into_inner);
        let db = reads
            .as_ref()
            .ok_or_else(|| Fault::new(Kind::Busy, "the server is shutting down"))?;
        // A transaction makes all reads see the same state.
        let all = db.unchecked_transaction().and_then(|all| reading(&all));
        all.map_err(|e| Fault::new(Kind::Busy, format!("the database could not be read: {e}")).wait(1))
    }
    /// Stores a new match.
    pub(crate) fn opened(&self, written: Written) -> Result<(), Fault> {
        self.ask(|way| Job::Open(Box::new(written), way))
    }
    /// Replaces a match by its migrated form, if the database still has it in the state `from`.
    pub(crate) fn migrated(&self, written: Written, from: Stands) -> Result<(), Fault> {
        self.ask(|way| Job::Replace(Box::new(written), from, way))
    }
    /// Stores a change. It is on disk when this returns.
    pub(crate) fn done(&self, step: Step) -> Result<(), Fault> {
        self.ask(|way| Job::Step(Box::new(step), way))
    }
    /// Reads a match. Returns `None` if there is none with this id.
    pub(crate) fn read(&self, id: &str) -> Result<Option<Written>, Fault> {
        self.look(|db| read(db, id))
    }
    /// Returns the match id and the seat of a key.
    pub(crate) fn seat(&self, key: Hashed) -> Result<Option<(String, usize)>, Fault> {
        self.look(|db| seat(db, &key))
    }
    /// Deletes a match with its journal and seats.
    pub(crate) fn forget(&self, id: &str) -> Result<(), Fault> {
        self.ask(|way| Job::Forget(id.to_owned(), way))
    }
    /// Returns the number of stored matches.
    pub(crate) fn count(&self) -> Result<u64, Fault> {
        self.look(|db| db.query_row("select count(*) from matches", [], |row| row.get(0)))
    }
    /// Lists all matches.
    pub(crate) fn list(&self) -> Result<Vec<Listed>, Fault> {
        self.look(list)
    }
}

/// Runs the writing thread: does the jobs in order. All jobs that wait are written in one transaction, up to 201.
fn work(mut db: Connection, jobs: &Receiver<Job>) {
    while let Ok(first) = jobs.recv() {
        let mut waiting = vec![first];
        waiting.extend(jobs.try_iter().take(200));
        let mut told: Vec<Box<dyn FnOnce(rusqlite::Result<()>)>> = Vec::new();
        let mut closing = None;
        let written = (|| {
            let mut all = db.transaction_with_behavior(TransactionBehavior::Immediate)?;
            for job in waiting.drain(..) {
                // Jobs after `Close` are dropped: their senders get an error.
                if closing.is_some() {
                    continue;
                }
                // A savepoint for each job: a job that fails does not undo the others.
                let point = all.savepoint()?;
                let changes = |way: Sender<rusqlite::Result<()>>, result: rusqlite::Result<()>| {
                    Box::new(move |end: rusqlite::Result<()>| drop(way.send(end.and(result))))
                        as Box<dyn FnOnce(rusqlite::Result<()>)>
                };
                match job {
                    Job::Open(written, way) => told.push(changes(way, keep(point, |db| insert(db, &written)))),
                    Job::Replace(written, from, way) => told.push(changes(
                        way,
                        keep(point, |db| {
                            outdated(db, &written.id, &from)?;
                            gone(db, &written.id)?;
                            insert(db, &written)
                        }),
                    )),
                    Job::Step(step, way) => told.push(changes(way, keep(point, |db| stride(db, &step)))),
                    Job::Forget(id, way) => told.push(changes(way, keep(point, |db| gone(db, &id)))),
                    Job::Close(tidy, way) => closing = Some((tidy, way)),
                }
            }
            all.commit()
        })();
        let failed = written.err().map(|e| e.to_string());
        for tell in told {
            tell(failed.as_ref().map_or(Ok(()), |e| {
                Err(rusqlite::Error::SqliteFailure(rusqlite::ffi::Error::new(1), Some(e.clone())))
            }));
        }
        if let Some((tidy, way)) = closing {
            let closed = if tidy { one_file(&db) } else { Ok(()) };
            drop(db);
            drop(way.send(closed));
            return;
        }
    }
}

/// Moves all into the one file and removes the log, unless another process has the file open. The last process does it then.
fn one_file(db: &Connection) -> rusqlite::Result<()> {
    db.query_row("pragma wal_checkpoint(truncate)", [], |_| Ok(()))?;
    db.busy_timeout(Duration::ZERO)?;
    match db.query_row("pragma journal_mode = delete", [], |_| Ok(())) {
        Err(e) if e.sqlite_error_code() == Some(rusqlite::ErrorCode::DatabaseBusy) => Ok(()),
        done => done,
    }
}

/// Adds the column for checksums to a database that lacks it.
fn summed(db: &Connection) -> rusqlite::Result<()> {
    let there = db
        .prepare("select 1 from pragma_table_info('lines') where name = 'sum'")?
        .exists([])?;
    if there {
        return Ok(());
    }
    match db.execute_batch("alter table lines add column sum blob") {
        // Another server has added it in the meantime.
        Err(e) if e.to_string().contains("duplicate column") => Ok(()),
        done => done,
    }
}

/// Upgrades a database to [`SCHEMA_VERSION`], completely or not at all.
fn upgrade(db: &mut Connection) -> rusqlite::Result<()> {
    let all = db.transaction_with_behavior(TransactionBehavior::Immediate)?;
    // Another server may have upgraded it in the meantime.
    let form: i64 = all.query_row("pragma user_version", [], |row| row.get(0))?;
    if form == 1 {
        let openings = all
            .prepare("select id, opening from matches")?
            .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?
            .collect::<rusqlite::Result<Vec<(String, String)>>>()?;
        for (id, opening) in openings {
            if let Some(now) = renamed(&opening) {
                all.execute("update matches set opening = ? where id = ?", params![now, id])?;
                resum(&all, &id, &opening, &now)?;
            }
        }
    }
    if form < SCHEMA_VERSION {
        all.pragma_update(None, "user_version", SCHEMA_VERSION)?;
    }
    all.commit()
}

/// Recomputes the checksums of a match after a change of its opening. An altered step keeps its old sum, so it is still detected.
fn resum(db: &Connection, id: &str, from: &str, to: &str) -> rusqlite::Result<()> {
    let lines = db
        .prepare("select n, line, sum from lines where match = ? order by n")?
        .query_map([id], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?
        .collect::<rusqlite::Result<Vec<(i64, String, Option<Sum>)>>>()?;
    let (mut old, mut new) = (first_sum(from), first_sum(to));
    for (n, line, kept) in lines {
        (old, new) = (sum(&old, &line), sum(&new, &line));
        if kept.as_ref() == Some(&old) {
            db.execute("update lines set sum = ? where match = ? and n = ?", params![new, id, n])?;
        }
    }
    Ok(())
}

/// Renames the keys of version 1 in a save, as `scripts/rename-0.1` does. Returns `None` if it is not a JSON object.
fn renamed(save: &str) -> Option<String> {
    const KEYS: [(&str, &str); 3] = [
        ("doorway", "start_at"),
        ("frees", "free_activations"),
        ("posts", "placements"),
    ];
    let mut save: serde_json::Map<String, serde_json::Value> = serde_json::from_str(save).ok()?;
    if let Some(library) = save.remove("engine") {
        save.insert("library".to_owned(), library);
    }
    if let Some(setup) = save.get_mut("setup").and_then(serde_json::Value::as_object_mut) {
        for (old, new) in KEYS {
            if let Some(value) = setup.remove(old) {
                setup.insert(new.to_owned(), value);
            }
        }
    }
    serde_json::to_string(&save).ok()
}

/// The checksum of a step and all before it. A change to any of them changes it.
type Sum = Vec<u8>;

fn sum(before: &[u8], line: &str) -> Sum {
    let mut all = Sha256::new();
    all.update(before);
    all.update(line.as_bytes());
    all.finalize()[..16].to_vec()
}

/// Returns the sum before the first step: that of the opening.
fn first_sum(opening: &str) -> Sum {
    sum(&[], opening)
}

/// Returns the sum of the steps before step `n`.
fn sum_before(db: &Connection, id: &str, n: usize) -> rusqlite::Result<Sum> {
    let last: Option<Sum> = match n.checked_sub(1) {
        Some(last) => db
            .prepare_cached("select sum from lines where match = ? and n = ?")?
            .query_row(params![id, last], |row| row.get(0))?,
        None => None,
    };
    if let Some(last) = last {
        return Ok(last);
    }
    let opening: String = db
        .prepare_cached("select opening from matches where id = ?")?
        .query_row([id], |row| row.get(0))?;
    let mut now = first_sum(&opening);
    let mut lines = db.prepare_cached("select line from lines where match = ? and n < ? order by n")?;
    for line in lines.query_map(params![id, n], |row| row.get::<_, String>(0))? {
        now = sum(&now, &line?);
    }
    Ok(now)
}

fn keep(
    mut point: rusqlite::Savepoint<'_>,
    doing: impl FnOnce(&Connection) -> rusqlite::Result<()>,
) -> rusqlite::Result<()> {
    match doing(&point) {
        Ok(()) => point.commit(),
        Err(e) => {
            point.rollback()?;
            Err(e)
        }
    }
}

fn text<T: serde::Serialize>(value: &T) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

fn insert(db: &Connection, w: &Written) -> rusqlite::Result<()> {
    db.prepare_cached(
        "insert into matches (id, about, opening, state, journal, branch, asks) values (?, ?, ?, ?, ?, ?, ?)",
    )?
    .execute(params![w.id, w.about, w.opening, w.state, w.lines.len(), w.branch, w.asks])?;
    append(db, &w.id, 0, &w.lines)?;
    let mut seats = db.prepare_cached(
        "insert into seats (match, n, key, sides, who, request, answer) values (?, ?, ?, ?, ?, ?, ?)",
    )?;
    for (n, s) in w.seats.iter().enumerate() {
        let (request, answer) = s.last.clone().unzip();
        let (sides, who) = (text(&s.seat.sides), text(&s.seat.who));
        seats.execute(params![w.id, n, s.key, sides, who, request, answer])?;
    }
    Ok(())
}

fn gone(db: &Connection, id: &str) -> rusqlite::Result<()> {
    db.execute("delete from matches where id = ?", [id]).map(drop)
}

fn append(db: &Connection, id: &str, from: usize, lines: &[String]) -> rusqlite::Result<()> {
    if lines.is_empty() {
        return Ok(());
    }
    let mut now = sum_before(db, id, from)?;
    let mut row = db.prepare_cached("insert into lines (match, n, line, sum) values (?, ?, ?, ?)")?;
    for (i, line) in lines.iter().enumerate() {
        now = sum(&now, line);
        row.execute(params![id, from + i, line, now])?;
    }
    Ok(())
}

/// Fails if the match in the database is not in the state `from`: another server has changed it.
fn outdated(db: &Connection, id: &str, from: &Stands) -> rusqlite::Result<()> {
    let same = db
        .prepare_cached("select 1 from matches where id = ? and journal = ? and branch = ? and asks is ?")?
        .exists(params![id, from.journal, from.branch, from.asks])?;
    if same {
        Ok(())
    } else {
        Err(rusqlite::Error::StatementChangedRows(0))
    }
}

fn stride(db: &Connection, step: &Step) -> rusqlite::Result<()> {
    outdated(db, &step.id, &step.from)?;
    let journal = step.kept + step.lines.len();
    db.prepare_cached("update matches set state = ?, journal = ?, branch = ?, asks = ? where id = ?")?
        .execute(params![step.state, journal, step.branch, step.asks, step.id])?;
    if step.kept < step.from.journal {
        db.prepare_cached("delete from lines where match = ? and n >= ?")?
            .execute(params![step.id, step.kept])?;
    }
    append(db, &step.id, step.kept, &step.lines)?;
    // After a change, an equal request without an `id` no longer counts as a repeat.
    db.prepare_cached(
        "update seats set request = null, answer = null where match = ? and json_extract(request, '$.id') is null",
    )?
    .execute([&step.id])?;
    if let Some((n, request, answer)) = &step.last {
        db.prepare_cached("update seats set request = ?, answer = ? where match = ? and n = ?")?
            .execute(params![request, answer, step.id, n])?;
    }
    Ok(())
}

fn unreadable(e: serde_json::Error) -> rusqlite::Error {
    rusqlite::Error::FromSqlConversionFailure(0, rusqlite::types::Type::Text, Box::new(e))
}

fn read(db: &Connection, id: &str) -> rusqlite::Result<Option<Written>> {
    let found = db
        .prepare_cached("select about, opening, state, branch, asks, journal from matches where id = ?")?
        .query_row([id], |row| {
            let journal: usize = row.get(5)?;
            let written = Written {
                id: id.to_owned(),
                about: row.get(0)?,
                opening: row.get(1)?,
                state: row.get(2)?,
                branch: row.get(3)?,
                asks: row.get(4)?,
                seats: Vec::new(),
                lines: Vec::new(),
                damage: None,
            };
            Ok((written, journal))
        })
        .optional()?;
    let Some((mut written, journal)) = found else {
        return Ok(None);
    };
    let lines: Vec<(usize, String, Option<Sum>)> = db
        .prepare_cached("select n, line, sum from lines where match = ? order by n")?
        .query_map([id], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?
        .collect::<rusqlite::Result<_>>()?;
    (written.lines, written.damage) = unchanged(&written.opening, journal, lines);
    let mut seats =
        db.prepare_cached("select key, sides, who, request, answer from seats where match = ? order by n")?;
    let rows = seats.query_map([id], |row| {
        let (sides, who): (String, String) = (row.get(1)?, row.get(2)?);
        let request: Option<String> = row.get(3)?;
        Ok(WrittenSeat {
            key: row.get(0)?,
            seat: Seat {
                sides: serde_json::from_str(&sides).map_err(unreadable)?,
                who: serde_json::from_str::<Who>(&who).map_err(unreadable)?,
            },
            last: request.zip(row.get(4)?),
        })
    })?;
    written.seats = rows.collect::<rusqlite::Result<_>>()?;
    Ok(Some(written))
}

/// Returns the steps up to the first damaged one, and the damage.
fn unchanged(opening: &str, journal: usize, lines: Vec<(usize, String, Option<Sum>)>) -> (Vec<String>, Option<Damage>) {
    let mut good = Vec::new();
    let mut now = first_sum(opening);
    let damage = |line: usize, message: String| Some(Damage { line, message });
    for (n, line, written) in lines {
        let next = good.len();
        if n >= journal {
            let message = format!("the journal has {}, but the file has more", many(journal, "step"));
            return (good, damage(journal + 1, message));
        }
        if n != next {
            return (good, damage(next + 1, missing(next + 1, n)));
        }
        now = sum(&now, &line);
        if written.is_some_and(|written| written != now) {
            let or = if next == 0 { "the set-up or " } else { "" };
            let message = format!("{or}step {} of the journal was changed in the file", next + 1);
            return (good, damage(next + 1, message));
        }
        good.push(line);
    }
    if good.len() < journal {
        let from = good.len() + 1;
        return (good, damage(from, missing(from, journal)));
    }
    (good, None)
}

fn missing(from: usize, to: usize) -> String {
    if from == to {
        format!("step {from} of the journal is missing from the file")
    } else {
        format!("steps {from} to {to} of the journal are missing from the file")
    }
}

fn seat(db: &Connection, key: &Hashed) -> rusqlite::Result<Option<(String, usize)>> {
    db.prepare_cached("select match, n from seats where key = ?")?
        .query_row([key], |row| Ok((row.get(0)?, row.get(1)?)))
        .optional()
}

fn list(db: &Connection) -> rusqlite::Result<Vec<Listed>> {
    db.prepare_cached("select id, about, journal from matches order by id")?
        .query_map([], |row| {
            Ok(Listed {
                id: row.get(0)?,
                about: row.get(1)?,
                journal: row.get(2)?,
            })
        })?
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Instant;

    /// A database of version 1 gets the current names, and a second upgrade changes nothing.
    #[test]
    fn an_old_database_is_upgraded() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("matches.sqlite");
        Store::open(&file).unwrap().close(true).unwrap();
        let old = r#"{"format":"casus-belli save 1","game":"arquebus","engine":"0.1.0","rules":"0","state":"0",
            "setup":{"doorway":"free","frees":{"France":2},"units":[{"id":"FR-PK-1","hex":"1010"}]},"journal":[]}"#;
        let new = r#"{"format":"casus-belli save 1","game":"arquebus","library":"0.1.0","rules":"0","state":"0",
            "setup":{"start_at":"free","free_activations":{"France":2},"units":[{"id":"FR-PK-1","hex":"1010"}]},"journal":[]}"#;
        let json = |text: &str| serde_json::from_str::<serde_json::Value>(text).unwrap();
        let db = Connection::open(&file).unwrap();
        let insert = "insert into matches values ('a', '{}', ?, '0', 0, 0, null)";
        db.execute(insert, [old]).unwrap();
        let (mut before, lines) = (first_sum(old), ["one", "two", "altered"]);
        for (n, line) in (0_i64..).zip(lines) {
            before = sum(&before, line);
            let kept = if line == "altered" {
                sum(&before, "")
            } else {
                before.clone()
            };
            db.execute("insert into lines values ('a', ?, ?, ?)", params![n, line, kept])
                .unwrap();
        }
        db.pragma_update(None, "user_version", 1).unwrap();
        for _ in 0..2 {
            Store::open(&file).unwrap().close(true).unwrap();
            let opening: String = db
                .query_row("select opening from matches", [], |row| row.get(0))
                .unwrap();
            assert_eq!(json(&opening), json(new));
            let kept = db
                .prepare("select n, line, sum from lines order by n")
                .unwrap()
                .query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))
                .unwrap()
                .collect::<rusqlite::Result<_>>()
                .unwrap();
            let (whole, damage) = unchanged(&opening, 3, kept);
            assert_eq!(whole, ["one", "two"]);
            assert!(damage.is_some());
            let version: i64 = db.query_row("pragma user_version", [], |row| row.get(0)).unwrap();
            assert_eq!(version, SCHEMA_VERSION);
        }
    }

    /// Reading does not wait for a write in progress.
    #[test]
    fn reading_does_not_wait() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("matches.sqlite");
        let store = Store::open(&file).unwrap();
        let other = Connection::open(&file).unwrap();
        other.execute_batch("begin immediate").unwrap();
        std::thread::scope(|scope| {
            let writing = scope.spawn(|| store.forget("nothing"));
            std::thread::sleep(Duration::from_millis(200));
            let begun = Instant::now();
            assert_eq!(store.count().unwrap(), 0);
            assert!(store.read("nothing").unwrap().is_none());
            assert!(store.seat([0; 32]).unwrap().is_none());
            assert!(store.list().unwrap().is_empty());
            assert!(begun.elapsed() < Duration::from_secs(1), "{:?}", begun.elapsed());
            assert!(!writing.is_finished());
            other.execute_batch("rollback").unwrap();
            assert!(writing.join().unwrap().is_ok());
        });
    }
}
