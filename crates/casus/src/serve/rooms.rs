//! The matches of the server. Each has a session, which its seats ask, and event streams, which report its changes.

use crate::games::Games;
use crate::serve::error::{Fault, Kind};
use crate::serve::seats::{Asked, Queue, Seat, Who, hashed, random, secret};
use crate::serve::store::{Stands, Step, Store, Written, WrittenSeat};
use casus_belli::Session;
use casus_belli::core::geometry::{did_you_mean, many};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};

#[cfg(test)]
mod hidden;

/// Matches in memory above which idle ones are dropped: those without a request in progress or an event stream.
const MAX_IDLE_MATCHES: usize = 200;
/// Requests of one seat that may be in progress at the same time.
const MAX_REQUESTS_IN_PROGRESS: usize = 16;
/// Requests of one seat in progress among `reach` and `threats`, and again among `odds`, `advise` and `let`. Further ones wait.
const MAX_SLOW_REQUESTS: usize = 1;
/// Undo requests, and again draw offers, that a side may make between two of its own moves.
const MAX_REQUESTS_PER_MOVE: u32 = 4;
/// Consecutive failures after which the agents of a match stop. The next request of a seat starts them again.
const MAX_AGENT_RETRIES: u32 = 5;
/// Open event streams of one seat.
const MAX_PLAYER_STREAMS: usize = 20;
/// Open event streams of the spectators of one match.
const MAX_SPECTATOR_STREAMS: usize = 200;

/// The request for a new match.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct Order {
    pub(crate) game: Option<String>,
    battle: Option<String>,
    scenario: Option<String>,
    #[serde(default)]
    options: Vec<String>,
    setup: Option<Map<String, Value>>,
    save: Option<String>,
    name: Option<String>,
    seats: Vec<OrderedSeat>,
}

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
struct OrderedSeat {
    sides: Vec<String>,
    who: String,
}

/// The description of a match, as `/api/about` returns it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct About {
    pub(crate) name: String,
    pub(crate) game: String,
    pub(crate) battle: Option<String>,
    pub(crate) title: String,
    pub(crate) scenario: Option<String>,
    pub(crate) options: Vec<String>,
    /// Digest of the rules data.
    pub(crate) rules: String,
    /// Whether the game hides nothing.
    pub(crate) open: bool,
    /// The step at which the current rules stop, and why; or the step at which the database is damaged. `None` if all is well.
    pub(crate) stopped: Option<Value>,
}

/// The state of a match that event streams watch.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Pulse {
    pub(crate) journal: usize,
    pub(crate) branch: u64,
    /// The side and the name of the agent that is computing, if one is.
    pub(crate) thinking: Option<(String, String)>,
    /// The number of open event streams, by seat.
    pub(crate) here: Vec<usize>,
    /// Counts all changes, also those that leave the journal alone, such as an undo request.
    pub(crate) tick: u64,
}

struct Inner {
    /// `None` after a failed write: the next request reads the match from the database.
    session: Option<Box<dyn Session>>,
    /// The number of stored steps.
    journal: usize,
    branch: u64,
    asks: Option<String>,
    /// The last request of each seat that changed the match, with its answer.
    last: BTreeMap<usize, (String, String)>,
    /// The number of undo requests and draw offers of each side since its last move.
    pestered: BTreeMap<(String, &'static str), u32>,
    used: Instant,
}

impl Inner {
    /// Returns the state that the match should have in the database.
    fn stands(&self) -> Stands {
        Stands {
            journal: self.journal,
            branch: self.branch,
            asks: self.asks.clone(),
        }
    }
}

/// A match in memory.
pub(crate) struct Room {
    pub(crate) id: String,
    pub(crate) about: About,
    pub(crate) seats: Vec<Seat>,
    pub(crate) pulse: watch::Sender<Pulse>,
    /// Limits on the requests in progress, by seat: all requests, those of [`Queue::Brief`], and those of the other queues.
    work: Vec<Arc<Semaphore>>,
    brief: Vec<Arc<Semaphore>>,
    long: Vec<Arc<Semaphore>>,
    /// Whether agents may have to play although nothing has started them: after loading, and after too many failures.
    asleep: AtomicBool,
    inner: Mutex<Inner>,
}

impl Room {
    /// Returns whether a seat has all sides.
    fn all(&self, seat: usize) -> bool {
        let sides: usize = self.seats.iter().map(|s| s.sides.len()).sum();
        self.seats[seat].sides.len() == sides
    }
    /// Returns whether a seat plays and no other person does. Its player may then enter their own dice rolls.
    pub(crate) fn alone(&self, seat: usize) -> bool {
        let mut others = self.seats.iter().enumerate().filter(|(n, _)| *n != seat);
        !self.seats[seat].sides.is_empty() && others.all(|(_, s)| s.who != Who::Person)
    }
    /// Admits a request of a seat. If too many are in progress, a player's request fails. A spectator's waits, because spectators
    /// share a key.
    pub(crate) async fn at_work(&self, seat: usize) -> Result<OwnedSemaphorePermit, Fault> {
        let places = Arc::clone(&self.work[seat]);
        if self.seats[seat].sides.is_empty() {
            let closing = |_| Fault::new(Kind::Busy, "the server is shutting down");
            return places.acquire_owned().await.map_err(closing);
        }
        let message =
            format!("this seat has {MAX_REQUESTS_IN_PROGRESS} requests in progress: wait for an answer first");
        places
            .try_acquire_owned()
            .map_err(|_| Fault::new(Kind::TooMuch, message).wait(1))
    }
    /// Counts a new event stream, or refuses it if the seat has too many.
    pub(crate) fn came(&self, seat: usize) -> Result<(), Fault> {
        let watches = self.seats[seat].sides.is_empty();
        let most = if watches {
            MAX_SPECTATOR_STREAMS
        } else {
            MAX_PLAYER_STREAMS
        };
        let came = self.pulse.send_if_modified(|p| {
            let room = p.here[seat] < most;
            p.here[seat] += usize::from(room);
            room
        });
        if came {
            return Ok(());
        }
        Err(Fault::new(Kind::TooMuch, format!("at most {most} event streams can be open here at once")).wait(10))
    }
    /// Returns whether agents must be started, and clears the flag.
    pub(crate) fn woken(&self) -> bool {
        self.asleep.swap(false, Ordering::Relaxed)
    }
}

fn unpoisoned<T>(lock: &Mutex<T>) -> MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}

fn object(text: &str) -> Map<String, Value> {
    match serde_json::from_str(text) {
        Ok(Value::Object(map)) => map,
        _ => Map::new(),
    }
}

/// Sends a request to a session and parses the answer.
fn ask(session: &mut dyn Session, request: &Value) -> Value {
    ask_until(session, request, &|| false)
}
fn ask_until(session: &mut dyn Session, request: &Value, stop: &dyn Fn() -> bool) -> Value {
    serde_json::from_str(&session.ask_until(&request.to_string(), stop)).unwrap_or(Value::Null)
}

/// A new session with its description.
type Opened = (Box<dyn Session>, About);

/// All matches of a server.
pub(crate) struct Lobby {
    pub(crate) games: Games,
    pub(crate) store: Store,
    held: Mutex<BTreeMap<String, Arc<Room>>>,
    /// Limits on the work in progress in the whole server: agents and `let` requests, slow requests, brief requests. Each has
    /// `--jobs` places.
    thinkers: Arc<Semaphore>,
    slow: Arc<Semaphore>,
    brief: Arc<Semaphore>,
    /// The number of matches that may be stored.
    matches: u64,
    /// Shortest time of an agent's turn while the match has an event stream.
    pace: Duration,
}

/// The result of a request.
pub(crate) struct Told {
    pub(crate) answer: Value,
    /// Whether the match has changed.
    pub(crate) changed: bool,
}

impl Lobby {
    pub(crate) fn new(games: Games, store: Store, thinkers: usize, matches: u64, pace: Duration) -> Self {
        Self {
            games,
            store,
            held: Mutex::default(),
            thinkers: Arc::new(Semaphore::new(thinkers)),
            slow: Arc::new(Semaphore::new(thinkers)),
            brief: Arc::new(Semaphore::new(thinkers)),
            matches,
            pace,
        }
    }

    /// Waits in a queue: first in that of the seat, then in that of the server.
    pub(crate) async fn turn(
        &self,
        room: &Room,
        seat: usize,
        queue: Queue,
    ) -> Result<[OwnedSemaphorePermit; 2], Fault> {
        let (own, all) = match queue {
            Queue::Brief => (&room.brief[seat], &self.brief),
            Queue::Slow => (&room.long[seat], &self.slow),
            Queue::Play => (&room.long[seat], &self.thinkers),
        };
        let closing = |_| Fault::new(Kind::Busy, "the server is shutting down");
        let own = Arc::clone(own).acquire_owned().await.map_err(closing)?;
        let one = Arc::clone(all).acquire_owned().await.map_err(closing)?;
        Ok([own, one])
    }

    /// Creates a match. Returns its id and the keys of its seats, which are stored only as hashes.
    pub(crate) fn open(&self, order: &Order) -> Result<Value, Fault> {
        if order.save.is_some() {
            let beside = [
                ("battle", order.battle.is_some()),
                ("scenario", order.scenario.is_some()),
                ("options", !order.options.is_empty()),
                ("setup", order.setup.is_some()),
            ];
            if let Some((key, _)) = beside.into_iter().find(|(_, is)| *is) {
                let message = format!("`save` already says what is played: leave out `{key}`");
                return Err(Fault::new(Kind::NotOpened, message).at(key));
            }
        }
        if self.store.count()? >= self.matches {
            let message = format!("this server keeps at most {}", many(self.matches as usize, "match"));
            return Err(Fault::new(Kind::TooMuch, message));
        }
        let (mut session, about) = match &order.save {
            Some(save) => reopened(&self.games, save, order.name.as_deref())?,
            None => opened(&self.games, order)?,
        };
        let seats = self.seated(session.game(), order)?;
        let id = secret()?[..16].to_owned();
        let mut written = Vec::new();
        let mut told = Vec::new();
        let mut watching = String::new();
        for seat in seats {
            let key = match seat.who {
                Who::Agent(_) => None,
                _ => Some(secret()?),
            };
            let who = who_word(&seat.who);
            match (&seat.who, &key) {
                (Who::Watch, Some(key)) => watching.clone_from(key),
                (_, Some(key)) => told.push(json!({"sides": seat.sides, "who": who, "key": key})),
                (_, None) => told.push(json!({"sides": seat.sides, "who": who})),
            }
            written.push(WrittenSeat {
                key: key.as_deref().map(hashed),
                seat,
                last: None,
            });
        }
        let kept = session.kept(0);
        self.store.opened(Written {
            id: id.clone(),
            about: serde_json::to_string(&about).unwrap_or_default(),
            opening: bare(&saved(session.as_mut())),
            state: kept.state,
            branch: 0,
            asks: None,
            seats: written,
            lines: kept.lines,
            damage: None,
        })?;
        Ok(json!({"match": id, "seats": told, "watch": watching}))
    }

    /// Returns the seats of a new match: each side has one, and the last seat is that of the spectators.
    fn seated(&self, game: &str, order: &Order) -> Result<Vec<Seat>, Fault> {
        let told = told_of(&self.games, game);
        let sides: Vec<&str> = words(&told["sides"]).collect();
        let agents: Vec<&str> = words_of(&told["agents"], "agent").collect();
        let mut free: BTreeSet<&str> = sides.iter().copied().collect();
        let mut seats = Vec::new();
        let wrong = |message: String| Fault::new(Kind::NotOpened, message).at("seats");
        for seat in &order.seats {
            if seat.sides.is_empty() {
                return Err(wrong("a seat needs at least one side".to_owned()));
            }
            for side in &seat.sides {
                if !free.remove(side.as_str()) {
                    let near = did_you_mean(side, sides.iter().copied().filter(|s| *s != side));
                    let message =
                        format!("unknown side {side:?}, or it has a seat already; sides: {}{near}", sides.join(", "));
                    return Err(wrong(message));
                }
            }
            let who = match seat.who.as_str() {
                "person" => Who::Person,
                agent if agents.contains(&agent) => Who::Agent(agent.to_owned()),
                other => {
                    let near = did_you_mean(other, agents.iter().copied().chain(["person"]));
                    let message = format!("unknown player {other:?}; players: person, {}{near}", agents.join(", "));
                    return Err(wrong(message));
                }
            };
            if matches!(who, Who::Agent(_)) && seat.sides.len() > 1 {
                return Err(wrong("a seat of an agent has exactly one side".to_owned()));
            }
            seats.push(Seat {
                sides: seat.sides.clone(),
                who,
            });
        }
        if let Some(side) = free.first() {
            return Err(wrong(format!("no seat has the side {side:?}")));
        }
        seats.push(Seat {
            sides: Vec::new(),
            who: Who::Watch,
        });
        Ok(seats)
    }

    /// Returns a match from memory, or loads it from the database.
    pub(crate) fn room(&self, id: &str) -> Result<Arc<Room>, Fault> {
        if let Some(room) = unpoisoned(&self.held).get(id) {
            return Ok(Arc::clone(room));
        }
        let written = self
            .store
            .read(id)?
            .ok_or_else(|| Fault::new(Kind::NotFound, format!("unknown match {id:?}")))?;
        let room = self.taken_up(&written)?;
        let mut held = unpoisoned(&self.held);
        // Another request may have loaded it in the meantime. All share one session.
        let room = Arc::clone(held.entry(id.to_owned()).or_insert_with(|| Arc::new(room)));
        if held.len() > MAX_IDLE_MATCHES {
            let idle = |room: &Arc<Room>| Arc::strong_count(room) == 1 && room.pulse.receiver_count() == 0;
            let mut old: Vec<(Instant, String)> = held
                .iter()
                .filter(|(_, room)| idle(room))
                .map(|(id, room)| (unpoisoned(&room.inner).used, id.clone()))
                .collect();
            old.sort();
            for (_, id) in old.into_iter().take(held.len() - MAX_IDLE_MATCHES) {
                held.remove(&id);
            }
        }
        Ok(room)
    }

    /// Loads a match. If the current rules reject it, they replay it up to the step at which they stop.
    fn taken_up(&self, written: &Written) -> Result<Room, Fault> {
        let mut about: About = serde_json::from_str(&written.about)
            .map_err(|e| Fault::new(Kind::Busy, format!("the match cannot be read: {e}")))?;
        let (session, journal) = match (&written.damage, table_of(&self.games, written)) {
            (Some(damage), _) => {
                let message = format!("{damage}, and is shown as far as it is whole");
                let (session, _) =
                    migrate(&self.games, &whole(written)).map_err(|_| Fault::new(Kind::Kept, damage.to_string()))?;
                about.stopped = Some(json!({"line": damage.line, "words": "", "message": message, "damaged": true}));
                let journal = session.kept(usize::MAX).journal;
                (session, journal)
            }
            (None, Ok(session)) => (session, written.lines.len()),
            (None, Err(loading)) => {
                let (mut session, migrated) = migrate(&self.games, &whole(written)).map_err(|_| loading)?;
                let kept = session.kept(0);
                about.stopped = Some(migrated["stopped"].clone()).filter(|s| !s.is_null());
                if about.stopped.is_none() {
                    if let Some(now) = migrated["rules"].get(1).and_then(Value::as_str) {
                        now.clone_into(&mut about.rules);
                    }
                    let now = Written {
                        about: serde_json::to_string(&about).unwrap_or_default(),
                        opening: bare(&saved(session.as_mut())),
                        state: kept.state,
                        lines: kept.lines,
                        ..written.clone()
                    };
                    self.store.migrated(now, written.stands())?;
                }
                (session, kept.journal)
            }
        };
        let inner = Inner {
            session: Some(session),
            journal,
            branch: written.branch,
            asks: written.asks.clone(),
            last: written.last(),
            pestered: BTreeMap::new(),
            used: Instant::now(),
        };
        Ok(Room {
            id: written.id.clone(),
            about,
            seats: written.seats.iter().map(|s| s.seat.clone()).collect(),
            pulse: watch::Sender::new(Pulse {
                journal,
                branch: written.branch,
                here: vec![0; written.seats.len()],
                ..Pulse::default()
            }),
            work: places(MAX_REQUESTS_IN_PROGRESS, written),
            brief: places(MAX_SLOW_REQUESTS, written),
            long: places(MAX_SLOW_REQUESTS, written),
            asleep: AtomicBool::new(true),
            inner: Mutex::new(inner),
        })
    }

    /// Returns the session of a match. Reads it from the database again after a failed write.
    fn session<'i>(&self, room: &Room, inner: &'i mut Inner) -> Result<&'i mut Box<dyn Session>, Fault> {
        if inner.session.is_none() {
            let written = self.store.read(&room.id)?;
            let written = written.ok_or_else(|| Fault::new(Kind::NotFound, "the match was deleted"))?;
            if let Some(damage) = &written.damage {
                return Err(Fault::new(Kind::Kept, format!("{damage}: it is kept as it stands")));
            }
            inner.session = Some(table_of(&self.games, &written)?);
            inner.journal = written.lines.len();
            inner.branch = written.branch;
            inner.last = written.last();
            inner.asks = written.asks;
            // Another server may have changed the match: notify the event streams.
            room.pulse.send_modify(|p| {
                (p.journal, p.branch) = (inner.journal, inner.branch);
                p.tick += 1;
            });
        }
        let Some(session) = &mut inner.session else {
            return Err(Fault::new(Kind::Busy, "the match is not loaded: ask again"));
        };
        Ok(session)
    }

    /// Answers a request of a seat. Blocks meanwhile, and ends early once `stop` returns true.
    pub(crate) fn ask(&self, room: &Room, seat: usize, asked: &Asked, stop: &dyn Fn() -> bool) -> Result<Told, Fault> {
        let request = Value::Object(asked.keys.clone());
        let mut inner = unpoisoned(&room.inner);
        inner.used = Instant::now();
        if !asked.request.changes {
            let session = self.session(room, &mut inner)?;
            let answer = if asked.long() {
                let mut copy = session.copy();
                drop(inner);
                ask_until(copy.as_mut(), &request, stop)
            } else {
                ask(session.as_mut(), &request)
            };
            return Ok(Told { answer, changed: false });
        }
        if let Some(stopped) = &room.about.stopped {
            let at = stopped["line"].as_u64().unwrap_or(0);
            let why = stopped["message"].as_str().unwrap_or_default();
            let message = if stopped["damaged"] == true {
                format!("{why}: the match is kept as it is, and cannot be continued")
            } else {
                format!("the current rules cannot play step {at} of this match ({why}): it is kept as it was")
            };
            return Err(Fault::new(Kind::Kept, message));
        }
        let text = request.to_string();
        if let Some((before, answer)) = inner.last.get(&seat)
            && *before == text
        {
            return Ok(Told {
                answer: serde_json::from_str(answer).unwrap_or(Value::Null),
                changed: false,
            });
        }
        let session = self.session(room, &mut inner)?;
        // When play has ended, every seat may see the save and with it all hidden information.
        if asked.takes_back() && !room.about.open && !room.all(seat) && over(session.as_mut()) {
            let message = "play has ended and hidden facts are shown: undo is no longer possible";
            return Err(Fault::new(Kind::NotAllowed, message).at("do"));
        }
        let by = asked.keys.get("by").and_then(Value::as_str).unwrap_or_default();
        let wish = (by.to_owned(), asked.request.name);
        if asked.pesters()
            && !room.alone(seat)
            && inner.pestered.get(&wish).is_some_and(|n| *n >= MAX_REQUESTS_PER_MOVE)
        {
            let message = format!("at most {MAX_REQUESTS_PER_MOVE} requests between two moves of your own");
            return Err(Fault::new(Kind::TooMuch, message).at("do"));
        }
        let answer = ask_until(self.session(room, &mut inner)?.as_mut(), &request, stop);
        if answer.get("error").is_some() {
            return Ok(Told { answer, changed: false });
        }
        let answer_text = answer.to_string();
        self.keep(room, &mut inner, &answer, Some((seat, text, answer_text)))?;
        if asked.pesters() {
            *inner.pestered.entry(wish).or_default() += 1;
        } else if asked.moves() {
            inner.pestered.retain(|(side, _), _| *side != wish.0);
        }
        Ok(Told { answer, changed: true })
    }

    /// Stores a change and then notifies the event streams.
    fn keep(
        &self,
        room: &Room,
        inner: &mut Inner,
        answer: &Value,
        last: Option<(usize, String, String)>,
    ) -> Result<(), Fault> {
        let from = inner.stands();
        let before = inner.journal;
        let Some(session) = &inner.session else {
            return Ok(());
        };
        let undone = answer.get("undone").is_some_and(|n| n.as_u64().unwrap_or(0) > 0);
        let now = session.kept(usize::MAX).journal;
        let kept = if undone { now } else { before };
        let lines = session.kept(kept);
        let branch = inner.branch + u64::from(undone);
        let asks = answer.get("asks_undo").filter(|a| !a.is_null()).map(Value::to_string);
        let step = Step {
            id: room.id.clone(),
            from,
            kept,
            lines: lines.lines,
            state: lines.state,
            branch,
            asks: asks.clone(),
            last: last.clone(),
        };
        if let Err(fault) = self.store.done(step) {
            // A change that is not stored has not happened: drop the session that contains it.
            inner.session = None;
            return Err(fault);
        }
        (inner.journal, inner.branch, inner.asks) = (now, branch, asks);
        // Without an `id`, an equal request counts as a repeat only until the next change.
        inner
            .last
            .retain(|_, (request, _)| !object(request).get("id").unwrap_or(&Value::Null).is_null());
        if let Some((seat, request, answer)) = last {
            inner.last.insert(seat, (request, answer));
        }
        room.pulse.send_modify(|p| {
            (p.journal, p.branch) = (inner.journal, inner.branch);
            p.tick += 1;
        });
        Ok(())
    }

    /// Returns the current turn, and the steps since `since`, a length of the journal and its branch.
    ///
    /// The steps are left out if `since` is `None`, of another branch, or longer than the journal. The other two values are the
    /// present length and branch.
    pub(crate) fn missed(
        &self,
        room: &Room,
        seat: usize,
        since: Option<(usize, u64)>,
    ) -> Result<(Value, usize, u64), Fault> {
        let mut inner = unpoisoned(&room.inner);
        self.session(room, &mut inner)?;
        let (journal, branch) = (inner.journal, inner.branch);
        let session = self.session(room, &mut inner)?;
        let mut told = ask(session.as_mut(), &json!({"do": "turn"}));
        if let Some((from, of)) = since
            && of == branch
            && from <= journal
        {
            let viewer = match &room.seats[seat].sides[..] {
                [side] => side.as_str(),
                _ => "spectator",
            };
            let lines = ask(session.as_mut(), &json!({"do": "journal", "viewer": viewer, "from": from}));
            told["lines"] = lines["lines"].clone();
        }
        Ok((told, journal, branch))
    }

    /// Returns the save of a match, if the seat may have it.
    pub(crate) fn save(&self, room: &Room, seat: usize) -> Result<String, Fault> {
        let mut inner = unpoisoned(&room.inner);
        let session = self.session(room, &mut inner)?;
        if room.about.open || over(session.as_mut()) || room.all(seat) {
            return Ok(saved(session.as_mut()));
        }
        Err(Fault::new(Kind::NotAllowed, "a save contains hidden facts: it is available once play has ended"))
    }

    /// Returns the session's answer to a request that is not in the protocol.
    pub(crate) fn unknown(&self, room: &Room, request: &Value) -> Result<Value, Fault> {
        let mut inner = unpoisoned(&room.inner);
        Ok(ask(self.session(room, &mut inner)?.as_mut(), request))
    }

    /// Returns the save of a match, up to the first damaged step, and a message about the damage, if there is any.
    pub(crate) fn export(&self, id: &str) -> Result<(String, Option<String>), Fault> {
        let written = self.store.read(id)?;
        let written = written.ok_or_else(|| Fault::new(Kind::NotFound, format!("unknown match {id:?}")))?;
        let damage = written.damage.as_ref().map(ToString::to_string);
        Ok((whole(&written) + "\n", damage))
    }

    /// Returns the side and the agent that must act now.
    fn next_agent(&self, room: &Room) -> Option<(String, String)> {
        if room.about.stopped.is_some() {
            return None;
        }
        let mut inner = unpoisoned(&room.inner);
        self.session(room, &mut inner).ok()?;
        let asks = inner.asks.clone();
        let session = self.session(room, &mut inner).ok()?;
        let side = if let Some(asks) = asks {
            // An agent grants every undo request.
            let by = object(&asks)["by"].as_str().unwrap_or_default().to_owned();
            let agents = room.seats.iter().filter(|s| matches!(s.who, Who::Agent(_)));
            agents.flat_map(|s| &s.sides).find(|side| **side != by)?.clone()
        } else {
            ask(session.as_mut(), &json!({"do": "turn"}))["turn"]["side"]
                .as_str()?
                .to_owned()
        };
        let seat = room.seats.iter().find(|seat| seat.sides.contains(&side))?;
        match &seat.who {
            Who::Agent(agent) => Some((side, agent.clone())),
            _ => None,
        }
    }

    /// Lets the agents of a match play while the decisions are theirs. A match without human players continues only while it has an
    /// event stream.
    pub(crate) async fn agents(self: Arc<Self>, room: Arc<Room>) {
        let alone = !room.seats.iter().any(|s| s.who == Who::Person);
        let mut failed = 0;
        while failed < MAX_AGENT_RETRIES {
            if alone && room.pulse.receiver_count() == 0 {
                return;
            }
            let (rooms, at) = (Arc::clone(&self), Arc::clone(&room));
            let Ok(Some((side, agent))) = tokio::task::spawn_blocking(move || rooms.next_agent(&at)).await else {
                return;
            };
            // Only one task plays a match: a second one ends here.
            let mut first = false;
            room.pulse.send_if_modified(|p| {
                first = p.thinking.is_none();
                if first {
                    p.thinking = Some((side.clone(), agent.clone()));
                }
                first
            });
            if !first {
                return;
            }
            let begun = Instant::now();
            let Ok(permit) = Arc::clone(&self.thinkers).acquire_owned().await else {
                return;
            };
            let (rooms, at) = (Arc::clone(&self), Arc::clone(&room));
            let played = tokio::task::spawn_blocking(move || {
                let _permit = permit;
                rooms.think(&at, &side, &agent)
            })
            .await;
            room.pulse.send_modify(|p| p.thinking = None);
            if matches!(played, Ok(Ok(()))) {
                failed = 0;
            } else {
                failed += 1;
                tokio::time::sleep(Duration::from_secs(1)).await;
            }
            if room.pulse.receiver_count() > 0 {
                tokio::time::sleep(self.pace.saturating_sub(begun.elapsed())).await;
            }
        }
        // The next request starts them again.
        room.asleep.store(true, Ordering::Relaxed);
    }

    /// Lets an agent play the rest of its activation or turn, or grant an undo request.
    ///
    /// It acts on a copy, which replaces the session unless the match has changed meanwhile.
    fn think(&self, room: &Room, side: &str, agent: &str) -> Result<(), Fault> {
        let (mut copy, journal, branch, asks) = {
            let mut inner = unpoisoned(&room.inner);
            let copy = self.session(room, &mut inner)?.copy();
            (copy, inner.journal, inner.branch, inner.asks.clone())
        };
        let answer = if let Some(asks) = &asks {
            let to = object(asks).remove("to");
            ask(copy.as_mut(), &json!({"do": "grant-undo", "by": side, "to": to, "journal": journal}))
        } else {
            let seed = random()?;
            let order = json!({
                "do": "let", "by": side, "viewer": side, "agent": agent, "seed": seed, "until": "rest", "journal": journal,
            });
            ask(copy.as_mut(), &order)
        };
        if let Some(message) = answer["error"]["message"].as_str() {
            return Err(Fault::new(Kind::Busy, message));
        }
        let mut inner = unpoisoned(&room.inner);
        if (inner.journal, inner.branch, &inner.asks) != (journal, branch, &asks) {
            return Ok(());
        }
        inner.session = Some(copy);
        self.keep(room, &mut inner, &answer, None)
    }
}

/// Returns the word for a player: `person`, `watch`, or the name of the agent.
pub(crate) fn who_word(who: &Who) -> &str {
    match who {
        Who::Person => "person",
        Who::Agent(agent) => agent,
        Who::Watch => "watch",
    }
}

/// Returns a semaphore with `each` places for each seat.
fn places(each: usize, written: &Written) -> Vec<Arc<Semaphore>> {
    let one = |_: &WrittenSeat| Arc::new(Semaphore::new(each));
    written.seats.iter().map(one).collect()
}

/// Returns whether play has ended.
fn over(session: &mut dyn Session) -> bool {
    ask(session, &json!({"do": "turn"}))["turn"].get("over").is_some()
}

fn saved(session: &mut dyn Session) -> String {
    let answer = ask(session, &json!({"do": "save"}));
    answer["save"].as_str().unwrap_or_default().to_owned()
}

/// Returns a save with an empty journal.
fn bare(save: &str) -> String {
    let mut map = object(save);
    map.insert("journal".to_owned(), json!([]));
    Value::Object(map).to_string()
}

/// Returns the save of a stored match.
fn whole(written: &Written) -> String {
    let mut map = object(&written.opening);
    let line = |line: &String| serde_json::from_str::<Value>(line).unwrap_or(Value::Null);
    map.insert("journal".to_owned(), written.lines.iter().map(line).collect());
    map.insert("state".to_owned(), written.state.as_str().into());
    Value::Object(map).to_string()
}

/// Opens a session by a request to a new host, and takes it out of the host.
fn from_host(games: &Games, request: &Value) -> Result<Box<dyn Session>, Fault> {
    let mut host = games.host();
    let answer: Value = serde_json::from_str(&host.ask(&request.to_string())).unwrap_or(Value::Null);
    let opened = answer["session"].as_u64().and_then(|n| host.take_out(n));
    opened.ok_or_else(|| {
        let message = answer["error"]["message"].as_str().unwrap_or("it cannot be opened");
        Fault::new(Kind::NotOpened, message)
    })
}

fn table_of(games: &Games, written: &Written) -> Result<Box<dyn Session>, Fault> {
    let mut session = from_host(games, &json!({"do": "reopen", "save": whole(written), "seed": random()?}))?;
    if let Some(asks) = &written.asks {
        let asks = object(asks);
        let journal = written.lines.len();
        ask(
            session.as_mut(),
            &json!({"do": "ask-undo", "by": asks.get("by"), "to": asks.get("to"), "journal": journal}),
        );
    }
    Ok(session)
}

/// Replays a save by the current rules, as far as they go. Returns the session and the answer of the `migrate` request.
fn migrate(games: &Games, save: &str) -> Result<(Box<dyn Session>, Value), Fault> {
    let mut host = games.host();
    let answer: Value =
        serde_json::from_str(&host.ask(&json!({"do": "migrate", "save": save}).to_string())).unwrap_or(Value::Null);
    let Some(migrated) = answer["save"].as_str() else {
        let message = answer["error"]["message"].as_str().unwrap_or("it cannot be migrated");
        return Err(Fault::new(Kind::NotOpened, message));
    };
    let session = from_host(games, &json!({"do": "reopen", "save": migrated, "seed": random()?}))?;
    Ok((session, answer))
}

fn opened(games: &Games, order: &Order) -> Result<Opened, Fault> {
    let game = order.game.as_deref().unwrap_or_default();
    let told = told_of(games, game);
    let seed = random()?;
    let mut session = from_host(
        games,
        &json!({
            "do": "open", "game": game, "battle": order.battle, "scenario": order.scenario,
            "options": order.options, "setup": order.setup, "seed": seed,
        }),
    )?;
    let battles = told["battles"].as_array().cloned().unwrap_or_default();
    let battle = battles
        .iter()
        .find(|b| order.battle.as_deref().is_none_or(|word| b["battle"] == word));
    let title = battle.and_then(|b| b["title"].as_str()).unwrap_or(game).to_owned();
    let about = About {
        name: name(order.name.as_deref(), &title),
        game: game.to_owned(),
        battle: battle.and_then(|b| b["battle"].as_str()).map(str::to_owned),
        title,
        scenario: order.scenario.clone(),
        options: order.options.clone(),
        rules: rules(&saved(session.as_mut())),
        open: told["open"].as_bool().unwrap_or(false),
        stopped: None,
    };
    Ok((session, about))
}

fn reopened(games: &Games, save: &str, said: Option<&str>) -> Result<Opened, Fault> {
    let mut session = from_host(games, &json!({"do": "reopen", "save": save, "seed": random()?}))?;
    let told = told_of(games, session.game());
    let title = told["title"].as_str().unwrap_or_default().to_owned();
    let about = About {
        name: name(said, &title),
        game: session.game().to_owned(),
        battle: None,
        title,
        scenario: None,
        options: Vec::new(),
        rules: rules(&saved(session.as_mut())),
        open: told["open"].as_bool().unwrap_or(false),
        stopped: None,
    };
    Ok((session, about))
}

fn name(said: Option<&str>, title: &str) -> String {
    let said: String = said.unwrap_or_default().chars().filter(|c| !unseen(*c)).collect();
    let said = match said.trim() {
        "" => title,
        said => said,
    };
    said.chars().take(80).collect()
}

/// Returns whether a character is invisible and changes how others look: controls, and the format characters (Cf), line
/// separators and paragraph separators of Unicode 16.
fn unseen(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{ad}' | '\u{600}'..='\u{605}' | '\u{61c}' | '\u{6dd}' | '\u{70f}' | '\u{890}'..='\u{891}' | '\u{8e2}'
            | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2064}'
            | '\u{2066}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{110bd}' | '\u{110cd}'
            | '\u{13430}'..='\u{1343f}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0001}'
            | '\u{e0020}'..='\u{e007f}')
}

fn rules(save: &str) -> String {
    object(save)["rules"].as_str().unwrap_or_default().to_owned()
}

/// Returns the host's description of a game.
fn told_of(games: &Games, game: &str) -> Value {
    let told = games.game(game).map(|game| game.library().info());
    told.ok()
        .and_then(|told| serde_json::to_value(told).ok())
        .unwrap_or(Value::Null)
}

/// Returns the strings of a list.
fn words(list: &Value) -> impl Iterator<Item = &str> {
    list.as_array().into_iter().flatten().filter_map(Value::as_str)
}

/// Returns the strings that the objects of a list have under a key.
fn words_of<'v>(list: &'v Value, key: &'v str) -> impl Iterator<Item = &'v str> {
    list.as_array()
        .into_iter()
        .flatten()
        .filter_map(move |v| v[key].as_str())
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::FutureExt as _;

    /// A player's request above the limit fails; a spectator's waits.
    #[test]
    fn a_seat_has_so_much_at_work() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&folder.path().join("matches.sqlite")).unwrap();
        let rooms = Lobby::new(Games::new(casus_belli::catalog_games()), store, 1, 10, Duration::ZERO);
        let order = json!({"game": "marignan", "seats": [{"sides": ["Swiss"], "who": "person"}, {"sides": ["French"], "who": "person"}]});
        let opened = rooms.open(&serde_json::from_value(order).unwrap()).unwrap();
        let room = rooms.room(opened["match"].as_str().unwrap()).unwrap();
        let asked = |seat: usize| room.at_work(seat).now_or_never();
        let mine: Vec<_> = (0..MAX_REQUESTS_IN_PROGRESS)
            .map(|_| asked(0).unwrap().unwrap())
            .collect();
        let fault = asked(0).unwrap().unwrap_err();
        assert_eq!((fault.kind, fault.after), (Kind::TooMuch, Some(1)));
        assert!(asked(1).unwrap().is_ok(), "another's are his own");
        drop(mine);
        assert!(asked(0).unwrap().is_ok());
        let looking: Vec<_> = (0..MAX_REQUESTS_IN_PROGRESS)
            .map(|_| asked(2).unwrap().unwrap())
            .collect();
        assert!(asked(2).is_none(), "he waits");
        drop(looking);
        assert!(asked(2).unwrap().is_ok());
    }
}
