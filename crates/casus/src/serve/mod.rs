//! The command `casus serve`: an HTTP server with the page and the protocol behind it.

mod error;
mod http;
mod limits;
mod page;
mod rooms;
mod seats;
mod site;
mod store;

use crate::args::Serve;
use crate::games::Games;
use crate::{Done, Failure};
use casus_belli::core::geometry::many;
use casus_terminal::{Console, DONE, Io as _, REFUSED, RunError};
use error::Fault;
use http::Server;
use rooms::Lobby;
pub(crate) use site::site;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use store::{OpenError, Store};

/// Why a server or a site cannot be started, or a file of matches be used.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ServeError {
    #[error("this system has no folder for application data: name a file with `--file`")]
    NoFolder,
    #[error(transparent)]
    Open(#[from] OpenError),
    /// A request to the file of matches that was not done.
    #[error(transparent)]
    Fault(#[from] Fault),
    /// The system gives the program no threads, or no signals.
    #[error(transparent)]
    System(std::io::Error),
    #[error("{address}:{port}: {source}")]
    Address {
        address: String,
        port: u16,
        source: std::io::Error,
    },
    #[error("{0}: no WebAssembly")]
    NoWebAssembly(String),
}

/// Returns the path of the database: `--file`, or a file in the user's data directory.
fn file(order: &Serve) -> Result<PathBuf, Failure> {
    if let Some(file) = &order.file {
        return Ok(PathBuf::from(file));
    }
    let folder = dirs::data_local_dir().ok_or(ServeError::NoFolder)?.join("casus");
    std::fs::create_dir_all(&folder).map_err(|e| RunError::file(&folder.display().to_string(), e))?;
    Ok(folder.join("matches.sqlite"))
}

/// The signals that stop the server: SIGINT, SIGTERM, and SIGHUP unless it is ignored.
#[cfg(unix)]
struct Ends {
    asked: [tokio::signal::unix::Signal; 2],
    hangup: Option<tokio::signal::unix::Signal>,
}

#[cfg(unix)]
impl Ends {
    fn new() -> std::io::Result<Self> {
        use tokio::signal::unix::{SignalKind, signal};
        let hangup = (!hangup_is_ignored()).then(|| signal(SignalKind::hangup()));
        Ok(Self {
            asked: [signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?],
            hangup: hangup.transpose()?,
        })
    }
    async fn come(mut self) {
        let [interrupt, terminate] = &mut self.asked;
        let hung_up = async {
            match &mut self.hangup {
                Some(hangup) => hangup.recv().await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
            _ = hung_up => {}
        }
    }
}

/// Returns whether SIGHUP is ignored, as `nohup` arranges. The server then outlives its terminal.
#[cfg(unix)]
fn hangup_is_ignored() -> bool {
    // Without this file, as on macOS, the result is false.
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_some_and(|mask| mask & 1 == 1)
}

#[cfg(not(unix))]
struct Ends;

#[cfg(not(unix))]
impl Ends {
    #[expect(clippy::unnecessary_wraps, reason = "elsewhere it may fail")]
    fn new() -> std::io::Result<Self> {
        Ok(Self)
    }
    async fn come(self) {
        let _ = tokio::signal::ctrl_c().await;
    }
}

/// The option `--list`: lists the matches and reports damage.
fn list(store: &Store, file: &Path, console: &mut Console) -> Done {
    let mut well = store.torn.is_none();
    let all = store.list().map_err(ServeError::Fault)?;
    for listed in &all {
        let what = match serde_json::from_str::<rooms::About>(&listed.about) {
            Ok(about) => format!("{}: {}", about.game, about.name),
            Err(e) => {
                well = false;
                format!("not readable: {e}")
            }
        };
        console.say(&format!("{}  {:>11}  {what}\n", listed.id, many(listed.journal, "step")));
        let written = store.read(&listed.id).map_err(ServeError::Fault)?;
        if let Some(damage) = written.and_then(|written| written.damage) {
            well = false;
            console.warn(&format!("{}: {damage}\n", listed.id));
        }
    }
    if all.is_empty() {
        console.say(&format!("no matches in {}\n", file.display()));
    }
    Ok(if well { DONE } else { REFUSED })
}

/// Runs `--list`, `--export` or `--forget` on an existing database, without a server.
fn owned(games: &Games, order: &Serve, file: &Path, console: &mut Console) -> Done {
    let store = Store::existing(file).map_err(ServeError::Open)?;
    if let Some(torn) = &store.torn {
        console.warn(&format!("{torn}\n"));
    }
    let rooms = Lobby::new(games.clone(), store, 1, order.matches, Duration::ZERO);
    let done = looked_after(order, &rooms, file, console);
    // Do not mark a torn database as closed: the next run must report it again.
    let closed = rooms.store.close(rooms.store.torn.is_none()).map_err(ServeError::Fault);
    let code = done?;
    closed?;
    Ok(code)
}

fn looked_after(order: &Serve, rooms: &Lobby, file: &Path, console: &mut Console) -> Done {
    if order.list {
        return list(&rooms.store, file, console);
    }
    if let Some(id) = &order.export {
        let (save, damage) = rooms.export(id).map_err(ServeError::Fault)?;
        console.say(&save);
        let Some(damage) = damage else { return Ok(DONE) };
        console.warn(&format!("{damage}: the save contains the undamaged steps; `casus migrate` replays it\n"));
        return Ok(REFUSED);
    }
    let id = order.forget.as_deref().unwrap_or_default();
    rooms.export(id).map_err(ServeError::Fault)?;
    rooms.store.forget(id).map_err(ServeError::Fault)?;
    Ok(DONE)
}

/// Serves until a signal stops it.
pub(crate) fn serve(games: &Games, order: &Serve, console: &mut Console) -> Done {
    let file = file(order)?;
    if order.list || order.export.is_some() || order.forget.is_some() {
        return owned(games, order, &file, console);
    }
    let store = Store::open(&file).map_err(ServeError::Open)?;
    if let Some(torn) = &store.torn {
        console.warn(&format!("{torn}\n"));
    }
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let thinkers = order.jobs.unwrap_or(cores);
    let rooms = Arc::new(Lobby::new(games.clone(), store, thinkers, order.matches, Duration::from_millis(order.pace)));
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(ServeError::System)?;
    let served: Result<(), ServeError> = runtime.block_on(async {
        let said = |source| ServeError::Address {
            address: order.bind.clone(),
            port: order.port,
            source,
        };
        // Install the handlers before the address is printed: a program that reads it may stop the server at once.
        let ends = Ends::new().map_err(ServeError::System)?;
        let listener = tokio::net::TcpListener::bind((order.bind.as_str(), order.port))
            .await
            .map_err(said)?;
        let at = listener.local_addr().map_err(said)?;
        console.say(&format!("matches file: {}\nopen http://{at}/ in a browser\n", file.display()));
        let server = Arc::new(Server::new(Arc::clone(&rooms), at, order));
        tokio::select! {
            never = http::run(listener, server) => match never {},
            () = ends.come() => {}
        }
        Ok(())
    });
    // All that was answered is in the database. Work in progress is dropped, since nobody would get its answer.
    let closed = rooms.store.close(true).map_err(ServeError::Fault);
    runtime.shutdown_background();
    served.and(closed)?;
    Ok(DONE)
}
