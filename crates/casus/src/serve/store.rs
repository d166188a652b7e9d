//! What is kept: one `SQLite` file, which one thread writes, and which is read beside it. What is told to anyone stands there first.

use crate::serve::error::{Fault, Kind};
use crate::serve::seats::{Hashed, Seat, Who};
use rusqlite::{Connection, OptionalExtension as _, TransactionBehavior, params};
use std::collections::BTreeMap;
use std::fs::OpenOptions;
use std::path::Path;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// The form of the file. A newer one is not opened.
const FORM: i64 = 1;

const TABLES: &str = "
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

/// A match as it is written down.
#[derive(Clone, Debug)]
pub(crate) struct Written {
    pub(crate) id: String,
    /// What is told of it, as JSON.
    pub(crate) about: String,
    /// The save that it began as, with no lines in its journal.
    pub(crate) opening: String,
    /// The digest of the position.
    pub(crate) state: String,
    /// How often something was taken back.
    pub(crate) branch: u64,
    /// Who asks to take something back, and to where, as JSON.
    pub(crate) asks: Option<String>,
    pub(crate) seats: Vec<WrittenSeat>,
    /// The lines of its journal, each as JSON.
    pub(crate) lines: Vec<String>,
}

impl Written {
    /// How it stands there.
    pub(crate) fn stands(&self) -> Stands {
        Stands {
            journal: self.lines.len(),
            branch: self.branch,
            asks: self.asks.clone(),
        }
    }
    /// The last requests of the seats that changed it, with their answers.
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

/// How a match stands in the file, as far as whoever changes it knows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Stands {
    pub(crate) journal: usize,
    pub(crate) branch: u64,
    pub(crate) asks: Option<String>,
}

/// What a request has changed.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    pub(crate) id: String,
    /// What it was changed from: if that does not stand in the file, another house was quicker.
    pub(crate) from: Stands,
    /// The lines from here on go, and these come.
    pub(crate) kept: usize,
    pub(crate) lines: Vec<String>,
    pub(crate) state: String,
    pub(crate) branch: u64,
    pub(crate) asks: Option<String>,
    /// Whose request it was, with the request and its answer.
    pub(crate) last: Option<(usize, String, String)>,
}

enum Job {
    Open(Box<Written>, Sender<rusqlite::Result<()>>),
    /// In place of a match that stands there: what it became by the rules of today.
    Replace(Box<Written>, Stands, Sender<rusqlite::Result<()>>),
    Step(Box<Step>, Sender<rusqlite::Result<()>>),
    Forget(String, Sender<rusqlite::Result<()>>),
}

/// The way to the thread that writes, and what reads beside it.
pub(crate) struct Store {
    way: Sender<Job>,
    reads: Mutex<Connection>,
}

fn unkept(e: &impl std::fmt::Display) -> Fault {
    Fault::new(Kind::Busy, format!("it could not be kept, and was not done: {e}")).wait(1)
}

/// Makes the file where there is none: its owner's alone, for seats' hashed keys and what is hidden stand in it.
fn made(path: &Path) -> std::io::Result<()> {
    let mut options = OpenOptions::new();
    options.create(true).append(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path).map(drop)
}

/// How long whoever writes waits for another process that does.
const PATIENCE: Duration = Duration::from_secs(5);

impl Store {
    /// Opens the file, which is made if there is none.
    pub(crate) fn open(path: &Path) -> Result<Self, String> {
        let said = |e: rusqlite::Error| format!("{}: {e}", path.display());
        made(path).map_err(|e| format!("{}: {e}", path.display()))?;
        let connected = || {
            let db = Connection::open(path)?;
            db.busy_timeout(PATIENCE)?;
            Ok(db)
        };
        let db = connected().map_err(said)?;
        let form: i64 = db
            .query_row("pragma user_version", [], |row| row.get(0))
            .map_err(said)?;
        if form > FORM {
            return Err(said(rusqlite::Error::InvalidQuery)
                + &format!(": kept in form {form} by a later version; this one reads {FORM}"));
        }
        db.execute_batch("pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on;")
            .and_then(|()| db.execute_batch(TABLES))
            .and_then(|()| db.pragma_update(None, "user_version", FORM))
            .map_err(said)?;
        let reads = connected().map_err(said)?;
        let (way, jobs) = channel();
        std::thread::Builder::new()
            .name("store".to_owned())
            .spawn(move || work(db, &jobs))
            .map_err(|e| e.to_string())?;
        Ok(Self {
            way,
            reads: Mutex::new(reads),
        })
    }
    fn ask(&self, job: impl FnOnce(Sender<rusqlite::Result<()>>) -> Job) -> Result<(), Fault> {
        let (way, answer) = channel();
        self.way.send(job(way)).map_err(|_| unkept(&"the store is closed"))?;
        let answer = answer.recv().map_err(|_| unkept(&"the store is closed"))?;
        answer.map_err(|e| match e {
            rusqlite::Error::StatementChangedRows(0) => unkept(&"another house plays this match; ask anew"),
            e => unkept(&e),
        })
    }
    /// Reads what stands in the file, without waiting for what is being written.
    fn look<T>(&self, reading: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> Result<T, Fault> {
        let db = self.reads.lock().unwrap_or_else(PoisonError::into_inner);
        // All that is read at once is of one moment.
        let all = db.unchecked_transaction().and_then(|all| reading(&all));
        all.map_err(|e| Fault::new(Kind::Busy, format!("it could not be read: {e}")).wait(1))
    }
    /// Writes a new match down.
    pub(crate) fn opened(&self, written: Written) -> Result<(), Fault> {
        self.ask(|way| Job::Open(Box::new(written), way))
    }
    /// Writes down what a match became by the rules of today, if it still stands there as it did before.
    pub(crate) fn patched(&self, written: Written, from: Stands) -> Result<(), Fault> {
        self.ask(|way| Job::Replace(Box::new(written), from, way))
    }
    /// Writes down what was done. When this returns, it stands there.
    pub(crate) fn done(&self, step: Step) -> Result<(), Fault> {
        self.ask(|way| Job::Step(Box::new(step), way))
    }
    /// A match, if there is one of this name.
    pub(crate) fn read(&self, id: &str) -> Result<Option<Written>, Fault> {
        self.look(|db| read(db, id))
    }
    /// The match and the seat that a key opens.
    pub(crate) fn seat(&self, key: Hashed) -> Result<Option<(String, usize)>, Fault> {
        self.look(|db| seat(db, &key))
    }
    /// Forgets a match, with all of it.
    pub(crate) fn forget(&self, id: &str) -> Result<(), Fault> {
        self.ask(|way| Job::Forget(id.to_owned(), way))
    }
    /// How many matches there are.
    pub(crate) fn count(&self) -> Result<u64, Fault> {
        self.look(|db| db.query_row("select count(*) from matches", [], |row| row.get(0)))
    }
    /// All matches: their names, what is told of them, and the lengths of their journals.
    pub(crate) fn list(&self) -> Result<Vec<(String, String, usize)>, Fault> {
        self.look(list)
    }
}

/// Does what is asked, one after the other; what waits is written in one go.
fn work(mut db: Connection, jobs: &Receiver<Job>) {
    while let Ok(first) = jobs.recv() {
        let mut waiting = vec![first];
        waiting.extend(jobs.try_iter().take(200));
        let mut told: Vec<Box<dyn FnOnce(rusqlite::Result<()>)>> = Vec::new();
        let written = (|| {
            let mut all = db.transaction_with_behavior(TransactionBehavior::Immediate)?;
            for job in waiting.drain(..) {
                // What one asks and cannot be done undoes nothing of the others.
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
    }
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
    let mut row = db.prepare_cached("insert into lines (match, n, line) values (?, ?, ?)")?;
    for (i, line) in lines.iter().enumerate() {
        row.execute(params![id, from + i, line])?;
    }
    Ok(())
}

/// That a match stands in the file as whoever changes it knows it: another house may have been quicker.
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
    // What others asked without an `id` is no repeat any more if it comes again.
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
        .prepare_cached("select about, opening, state, branch, asks from matches where id = ?")?
        .query_row([id], |row| {
            Ok(Written {
                id: id.to_owned(),
                about: row.get(0)?,
                opening: row.get(1)?,
                state: row.get(2)?,
                branch: row.get(3)?,
                asks: row.get(4)?,
                seats: Vec::new(),
                lines: Vec::new(),
            })
        })
        .optional()?;
    let Some(mut written) = found else {
        return Ok(None);
    };
    written.lines = db
        .prepare_cached("select line from lines where match = ? order by n")?
        .query_map([id], |row| row.get(0))?
        .collect::<rusqlite::Result<_>>()?;
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

fn seat(db: &Connection, key: &Hashed) -> rusqlite::Result<Option<(String, usize)>> {
    db.prepare_cached("select match, n from seats where key = ?")?
        .query_row([key], |row| Ok((row.get(0)?, row.get(1)?)))
        .optional()
}

fn list(db: &Connection) -> rusqlite::Result<Vec<(String, String, usize)>> {
    db.prepare_cached("select id, about, journal from matches order by id")?
        .query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Instant;

    /// Whoever reads does not wait for what is being written.
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
