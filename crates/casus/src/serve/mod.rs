//! A house for matches: a page in the browser, and the protocol behind it.

mod error;
mod http;
mod limits;
mod page;
mod rooms;
mod seats;
mod site;
mod store;

use crate::Done;
use crate::args::Serve;
use crate::console::Console;
use casus_belli::core::person::{DONE, Outside as _};
use http::House;
use rooms::Rooms;
pub(crate) use site::site;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use store::Store;

/// Where matches are kept if nothing else is said.
fn file(order: &Serve) -> Result<PathBuf, String> {
    if let Some(file) = &order.file {
        return Ok(PathBuf::from(file));
    }
    let folder = dirs::data_local_dir().ok_or("this system has no place for data of programs: `--file` says where")?;
    let folder = folder.join("casus");
    std::fs::create_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    Ok(folder.join("matches.sqlite"))
}

/// Serves until it is told to stop.
pub(crate) fn serve(order: &Serve, console: &mut Console) -> Done {
    let file = file(order)?;
    let store = Store::open(&file)?;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let thinkers = order.jobs.unwrap_or(cores);
    let rooms = Arc::new(Rooms::new(store, thinkers, order.matches, Duration::from_millis(order.pace)));
    if order.list {
        for (id, about, journal) in rooms.store.list().map_err(|f| f.message)? {
            let about: rooms::About = serde_json::from_str(&about).map_err(|e| e.to_string())?;
            console.say(&format!("{id}  {journal:>5} lines  {}: {}\n", about.game, about.name));
        }
        return Ok(DONE);
    }
    if let Some(id) = &order.export {
        console.say(&rooms.export(id).map_err(|f| f.message)?);
        return Ok(DONE);
    }
    if let Some(id) = &order.forget {
        rooms.export(id).map_err(|f| f.message)?;
        rooms.store.forget(id).map_err(|f| f.message)?;
        return Ok(DONE);
    }
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(|e| e.to_string())?;
    runtime.block_on(async {
        let said = |e: std::io::Error| format!("{}:{}: {e}", order.bind, order.port);
        let listener = tokio::net::TcpListener::bind((order.bind.as_str(), order.port))
            .await
            .map_err(said)?;
        let at = listener.local_addr().map_err(said)?;
        console.say(&format!("matches are kept in {}\nsit down at http://{at}/\n", file.display()));
        let house = Arc::new(House::new(rooms, at, order));
        tokio::select! {
            never = http::run(listener, house) => match never {},
            _ = tokio::signal::ctrl_c() => {}
        }
        // What was told stands in the file: nothing is left to be done.
        Ok(DONE)
    })
}
