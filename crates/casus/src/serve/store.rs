//! What is kept: one `SQLite` file, which one thread writes. What is told to anyone stands there first.

use crate::serve::error::{Fault, Kind};
use crate::serve::seats::{Hashed, Seat, Who};
use rusqlite::{Connection, OptionalExtension as _, TransactionBehavior, params};
use std::path::Path;
use std::sync::mpsc::{Receiver, Sender, channel};

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

#[derive(Clone, Debug)]
pub(crate) struct WrittenSeat {
    pub(crate) seat: Seat,
    pub(crate) key: Option<Hashed>,
    /// The last request of this seat that changed the match, and its answer.
    pub(crate) last: Option<(String, String)>,
}

/// What a request has changed.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    pub(crate) id: String,
    /// The length of the journal that stands in the file.
    pub(crate) from: usize,
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
    Replace(Box<Written>, Sender<rusqlite::Result<()>>),
    Step(Box<Step>, Sender<rusqlite::Result<()>>),
    Read(String, Sender<rusqlite::Result<Option<Written>>>),
    Seat(Hashed, Sender<rusqlite::Result<Option<(String, usize)>>>),
    Forget(String, Sender<rusqlite::Result<()>>),
    Count(Sender<rusqlite::Result<u64>>),
    List(Sender<rusqlite::Result<Vec<(String, String, usize)>>>),
}

/// The way to the thread that writes.
#[derive(Clone)]
pub(crate) struct Store(Sender<Job>);

fn unkept(e: &impl std::fmt::Display) -> Fault {
    Fault::new(Kind::Busy, format!("it could not be kept, and was not done: {e}")).wait(1)
}

impl Store {
    /// Opens the file, which is made if there is none, or one in memory.
    pub(crate) fn open(path: Option<&Path>) -> Result<Self, String> {
        let said = |e: rusqlite::Error| match path {
            Some(path) => format!("{}: {e}", path.display()),
            None => e.to_string(),
        };
        let db = match path {
            Some(path) => Connection::open(path),
            None => Connection::open_in_memory(),
        };
        let db = db.map_err(said)?;
        let form: i64 = db
            .query_row("pragma user_version", [], |row| row.get(0))
            .map_err(said)?;
        if form > FORM {
            return Err(said(rusqlite::Error::InvalidQuery)
                + &format!(": kept in form {form} by a later version; this one reads {FORM}"));
        }
        db.execute_batch(
            "pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on; pragma busy_timeout = 5000;",
        )
        .and_then(|()| db.execute_batch(TABLES))
        .and_then(|()| db.pragma_update(None, "user_version", FORM))
        .map_err(said)?;
        let (way, jobs) = channel();
        std::thread::Builder::new()
            .name("store".to_owned())
            .spawn(move || work(db, &jobs))
            .map_err(|e| e.to_string())?;
        Ok(Self(way))
    }
    fn ask<T>(&self, job: impl FnOnce(Sender<rusqlite::Result<T>>) -> Job) -> Result<T, Fault> {
        let (way, answer) = channel();
        self.0.send(job(way)).map_err(|_| unkept(&"the store is closed"))?;
        let answer = answer.recv().map_err(|_| unkept(&"the store is closed"))?;
        answer.map_err(|e| unkept(&e))
    }
    /// Writes a new match down.
    pub(crate) fn opened(&self, written: Written) -> Result<(), Fault> {
        self.ask(|way| Job::Open(Box::new(written), way))
    }
    /// Writes down what a match became by the rules of today.
    pub(crate) fn patched(&self, written: Written) -> Result<(), Fault> {
        self.ask(|way| Job::Replace(Box::new(written), way))
    }
    /// Writes down what was done. When this returns, it stands there.
    pub(crate) fn done(&self, step: Step) -> Result<(), Fault> {
        self.ask(|way| Job::Step(Box::new(step), way))
    }
    /// A match, if there is one of this name.
    pub(crate) fn read(&self, id: &str) -> Result<Option<Written>, Fault> {
        self.ask(|way| Job::Read(id.to_owned(), way))
    }
    /// The match and the seat that a key opens.
    pub(crate) fn seat(&self, key: Hashed) -> Result<Option<(String, usize)>, Fault> {
        self.ask(|way| Job::Seat(key, way))
    }
    /// Forgets a match, with all of it.
    pub(crate) fn forget(&self, id: &str) -> Result<(), Fault> {
        self.ask(|way| Job::Forget(id.to_owned(), way))
    }
    /// How many matches there are.
    pub(crate) fn count(&self) -> Result<u64, Fault> {
        self.ask(Job::Count)
    }
    /// All matches: their names, what is told of them, and the lengths of their journals.
    pub(crate) fn list(&self) -> Result<Vec<(String, String, usize)>, Fault> {
        self.ask(Job::List)
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
                    Job::Replace(written, way) => told.push(changes(
                        way,
                        keep(point, |db| {
                            gone(db, &written.id)?;
                            insert(db, &written)
                        }),
                    )),
                    Job::Step(step, way) => told.push(changes(way, keep(point, |db| stride(db, &step)))),
                    Job::Forget(id, way) => told.push(changes(way, keep(point, |db| gone(db, &id)))),
                    Job::Read(id, way) => drop(way.send(read(&point, &id))),
                    Job::Seat(key, way) => drop(way.send(seat(&point, &key))),
                    Job::Count(way) => {
                        drop(way.send(point.query_row("select count(*) from matches", [], |row| row.get(0))));
                    }
                    Job::List(way) => drop(way.send(list(&point))),
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

fn stride(db: &Connection, step: &Step) -> rusqlite::Result<()> {
    let journal = step.kept + step.lines.len();
    let found = db
        .prepare_cached("update matches set state = ?, journal = ?, branch = ?, asks = ? where id = ? and journal = ?")?
        .execute(params![step.state, journal, step.branch, step.asks, step.id, step.from])?;
    if found != 1 {
        return Err(rusqlite::Error::StatementChangedRows(found));
    }
    if step.kept < step.from {
        db.prepare_cached("delete from lines where match = ? and n >= ?")?
            .execute(params![step.id, step.kept])?;
    }
    append(db, &step.id, step.kept, &step.lines)?;
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
