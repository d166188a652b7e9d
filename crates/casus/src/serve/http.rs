//! The HTTP endpoints, with requests in the protocol and server-sent events.

use crate::args::Serve;
use crate::serve::error::{Fault, Kind};
use crate::serve::limits::{Rate, Singly};
use crate::serve::page::{File, INDEX, files};
use crate::serve::rooms::{Lobby, Order, Pulse, Room, who_word};
use crate::serve::seats::{Hashed, hashed};
use axum::body::{Body, Bytes};
use axum::extract::rejection::PathRejection;
use axum::extract::{ConnectInfo, DefaultBodyLimit, FromRequest, Path, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::{Next, from_fn, from_fn_with_state};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use futures_util::stream::{Stream, unfold};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use serde_json::{Map, Value, json};
use std::collections::VecDeque;
use std::convert::Infallible;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tokio::net::TcpListener;
use tokio::sync::{AcquireError, OwnedSemaphorePermit, Semaphore, watch};
use tower_service::Service as _;

/// The longest request of a seat, and the longest order of a match, which may bring a save.
const MAX_REQUEST_BYTES: usize = 64 * 1024;
const MAX_NEW_MATCH_BYTES: usize = 4 * 1024 * 1024;
/// So many matches are opened at once, whoever orders them.
const MAX_CONCURRENT_OPENINGS: usize = 4;

/// So many set-ups one address may lay at once, and so many a second in the long run.
const SETUP_BURST: u32 = 120;
const SETUPS_PER_SECOND: f64 = 4.0;

/// The state that every request handler shares.
pub(crate) struct Server {
    rooms: Arc<Lobby>,
    /// The hosts that it answers as.
    hosts: Vec<String>,
    asked: Rate<Hashed>,
    ordered: Rate<IpAddr>,
    laid: Rate<IpAddr>,
    /// From one address a match is opened after the other.
    opening: Singly<IpAddr>,
    openings: Arc<Semaphore>,
    /// So long the head of a request may take to come, and its body.
    timeout: Duration,
    /// So long what is slow is worked out at one request.
    budget: Duration,
}

impl Server {
    pub(crate) fn new(rooms: Arc<Lobby>, at: SocketAddr, order: &Serve) -> Self {
        let mut all: Vec<String> = order.hosts.iter().map(|h| h.to_ascii_lowercase()).collect();
        for name in ["localhost", "127.0.0.1", "[::1]"] {
            all.push(format!("{name}:{}", at.port()));
            all.push(name.to_owned());
        }
        all.push(at.to_string());
        Self {
            rooms,
            hosts: all,
            asked: Rate::new(2000, 200.0),
            ordered: Rate::new(order.new_matches_per_minute, f64::from(order.new_matches_per_minute) / 60.0),
            laid: Rate::new(SETUP_BURST, SETUPS_PER_SECOND),
            opening: Singly::new(),
            openings: Arc::new(Semaphore::new(MAX_CONCURRENT_OPENINGS)),
            timeout: Duration::from_secs(order.timeout),
            budget: Duration::from_secs(order.budget),
        }
    }
}

impl Server {
    /// Waits for one's turn to open something.
    async fn to_open(&self, from: IpAddr) -> Result<[OwnedSemaphorePermit; 2], Fault> {
        let mine = self.opening.of(from).acquire_owned().await.map_err(closing)?;
        let one = Arc::clone(&self.openings).acquire_owned().await.map_err(closing)?;
        Ok([mine, one])
    }
    fn known(&self, headers: &HeaderMap) -> Result<(), Fault> {
        let word = |name: HeaderName| headers.get(name).map(|v| v.to_str().unwrap_or_default());
        let known = |host: &str| self.hosts.iter().any(|h| h.eq_ignore_ascii_case(host));
        let host = word(header::HOST).unwrap_or_default();
        if !known(host) {
            let message = format!("unknown host {host:?}: add it with `--host {host}`");
            return Err(Fault::new(Kind::Foreign, message));
        }
        let Some(origin) = word(header::ORIGIN) else {
            return Ok(());
        };
        let from = origin
            .strip_prefix("http://")
            .or_else(|| origin.strip_prefix("https://"));
        // Another page of this machine, at another port, is another's too.
        if from.is_some_and(|from| from.eq_ignore_ascii_case(host)) {
            return Ok(());
        }
        Err(Fault::new(
            Kind::Foreign,
            format!("requests from pages of {origin:?} are refused: this server answers its own page only"),
        ))
    }
}

type Shared = State<Arc<Server>>;

/// Answers whoever comes.
pub(crate) async fn run(listener: TcpListener, server: Arc<Server>) -> Infallible {
    let timeout = server.timeout;
    let app = router(server);
    loop {
        let Ok((stream, from)) = listener.accept().await else {
            // Whoever knocked is gone already, or too many are here.
            tokio::time::sleep(Duration::from_millis(100)).await;
            continue;
        };
        // What is told goes out at once.
        let _ = stream.set_nodelay(true);
        let app = app.clone();
        let service = service_fn(move |request| {
            let mut request: Request = hyper::Request::map(request, Body::new);
            request.extensions_mut().insert(ConnectInfo(from));
            app.clone().call(request)
        });
        let mut http = http1::Builder::new();
        http.timer(TokioTimer::new()).header_read_timeout(timeout);
        // Whoever breaks the line off has ended it.
        tokio::spawn(async move { drop(http.serve_connection(TokioIo::new(stream), service).await) });
    }
}

fn router(server: Arc<Server>) -> Router {
    Router::new()
        .route("/", get(index))
        .route("/play", get(index))
        .route("/page/{name}", get(file))
        .route("/api/host", post(host).layer(DefaultBodyLimit::max(MAX_NEW_MATCH_BYTES)))
        .route("/api/matches", post(matches).layer(DefaultBodyLimit::max(MAX_NEW_MATCH_BYTES)))
        .route("/api/ask", post(ask))
        .route("/api/about", get(about))
        .route("/api/save", get(save))
        .route("/api/events", get(events))
        .fallback(nothing)
        .method_not_allowed_fallback(otherwise)
        .layer(DefaultBodyLimit::max(MAX_REQUEST_BYTES))
        .layer(from_fn_with_state(Arc::clone(&server), guarded))
        .layer(from_fn(sealed))
        .with_state(server)
}

/// Nobody asks through another's page, or under a name that is not the server's.
async fn guarded(State(server): Shared, request: Request, next: Next) -> Response {
    match server.known(request.headers()) {
        Ok(()) => next.run(request).await,
        Err(fault) => fault.into_response(),
    }
}

/// What every answer says of itself: nothing comes from elsewhere, nothing is shown elsewhere, nothing is told on.
async fn sealed(request: Request, next: Next) -> Response {
    let mut answer = next.run(request).await;
    let headers = answer.headers_mut();
    for (name, value) in [
        (
            header::CONTENT_SECURITY_POLICY,
            "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; \
             connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        ),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers
        .entry(header::CACHE_CONTROL)
        .or_insert(HeaderValue::from_static("no-store"));
    answer
}

fn given((_, kind, bytes): File) -> Response {
    let headers = [(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, "no-cache")];
    (headers, bytes).into_response()
}

async fn index() -> Response {
    given(INDEX)
}

async fn file(name: Result<Path<String>, PathRejection>) -> Response {
    let Ok(Path(name)) = name else {
        return nowhere().into_response();
    };
    let found = files().find(|(known, _, _)| *known == name);
    found.map_or_else(|| nowhere().into_response(), given)
}

fn nowhere() -> Fault {
    Fault::new(Kind::NotFound, "not found")
}

async fn nothing() -> Fault {
    nowhere()
}

async fn otherwise() -> Fault {
    Fault::new(Kind::Method, "wrong method: use `GET` to read, `POST` to ask")
}

/// What was sent, as long as it came in time.
struct Sent(Bytes);

impl FromRequest<Arc<Server>> for Sent {
    type Rejection = Fault;
    async fn from_request(request: Request, server: &Arc<Server>) -> Result<Self, Fault> {
        let Ok(read) = tokio::time::timeout(server.timeout, Bytes::from_request(request, server)).await else {
            let message = format!("the request did not arrive within {} s", server.timeout.as_secs());
            return Err(Fault::new(Kind::Late, message));
        };
        read.map(Self).map_err(|e| {
            let kind = match e.status() {
                StatusCode::PAYLOAD_TOO_LARGE => Kind::TooLarge,
                _ => Kind::Malformed,
            };
            Fault::new(kind, e.body_text())
        })
    }
}

/// What is asked, as an object.
fn object(body: &[u8]) -> Result<Map<String, Value>, Fault> {
    match serde_json::from_slice(body) {
        Ok(Value::Object(map)) => Ok(map),
        Ok(_) => Err(Fault::new(Kind::Malformed, "expected one JSON object")),
        Err(e) => Err(Fault::new(Kind::Malformed, format!("not JSON: {e}"))),
    }
}

fn closing(_: AcquireError) -> Fault {
    Fault::new(Kind::Busy, "the server is shutting down")
}

/// Does what takes its time, where nobody else waits for it.
async fn apart<T: Send + 'static>(work: impl FnOnce() -> Result<T, Fault> + Send + 'static) -> Result<T, Fault> {
    tokio::task::spawn_blocking(work)
        .await
        .unwrap_or_else(|_| Err(Fault::new(Kind::Busy, "the server failed on this request")))
}

async fn host(
    State(server): Shared,
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    Sent(body): Sent,
) -> Result<Response, Fault> {
    let request = object(&body)?;
    let what = request.get("do").and_then(Value::as_str).unwrap_or_default();
    if !["hello", "schema", "lay"].contains(&what) {
        let message = format!("request {what:?} is not served here; requests: hello, schema, lay");
        return Err(Fault::new(Kind::NotAllowed, message).at("do"));
    }
    // An agent places what a set-up leaves open: it is work like the opening of a match.
    let permits = if what == "lay" {
        server.laid.take(from.ip(), Instant::now()).map_err(|seconds| {
            Fault::new(Kind::TooMuch, "too many set-ups are laid from here at once").wait(seconds)
        })?;
        Some(server.to_open(from.ip()).await?)
    } else {
        None
    };
    let answer = apart(move || {
        let _permits = permits;
        Ok(casus_belli::host().ask(&Value::Object(request).to_string()))
    })
    .await?;
    Ok(([(header::CONTENT_TYPE, "application/json")], answer).into_response())
}

async fn matches(
    State(server): Shared,
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    Sent(body): Sent,
) -> Result<Json<Value>, Fault> {
    server
        .ordered
        .take(from.ip(), Instant::now())
        .map_err(|seconds| Fault::new(Kind::TooMuch, "too many new matches from this address").wait(seconds))?;
    let order = Value::Object(object(&body)?);
    let order: Order = serde_json::from_value(order).map_err(|e| Fault::new(Kind::Malformed, e.to_string()))?;
    // A save is played through, which may take long: whoever orders many waits for himself.
    let permits = server.to_open(from.ip()).await?;
    let rooms = Arc::clone(&server.rooms);
    let opened = apart(move || {
        let _permits = permits;
        rooms.open(&order)
    });
    opened.await.map(Json)
}

/// The seat that a key opens.
async fn seated(server: &Arc<Server>, headers: &HeaderMap) -> Result<(Arc<Room>, usize), Fault> {
    let key = headers
        .get(header::AUTHORIZATION)
        .and_then(|v| v.to_str().ok())
        .and_then(|v| v.strip_prefix("Bearer "))
        .ok_or_else(|| Fault::new(Kind::NoKey, "no key: send the key of a seat as `Authorization: Bearer KEY`"))?;
    let key = hashed(key);
    server
        .asked
        .take(key, Instant::now())
        .map_err(|seconds| Fault::new(Kind::TooMuch, "too many requests at once").wait(seconds))?;
    let rooms = Arc::clone(&server.rooms);
    let (room, seat) = apart(move || {
        let (id, seat) = rooms
            .store
            .seat(key)?
            .ok_or_else(|| Fault::new(Kind::NoKey, "no seat has this key"))?;
        Ok((rooms.room(&id)?, seat))
    })
    .await?;
    // Agents that were thinking when the server was closed go on.
    if room.woken() {
        tokio::spawn(Arc::clone(&server.rooms).agents(Arc::clone(&room)));
    }
    Ok((room, seat))
}

/// Somebody who waits for an answer: when he breaks the line off, this ends, and whoever works for him can tell.
struct Waits(Arc<AtomicBool>);

impl Waits {
    fn new() -> Self {
        Self(Arc::default())
    }
    fn gone(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.0)
    }
}

impl Drop for Waits {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

async fn ask(State(server): Shared, headers: HeaderMap, Sent(body): Sent) -> Result<Json<Value>, Fault> {
    let (room, seat) = seated(&server, &headers).await?;
    let keys = object(&body)?;
    let place = room.at_work(seat).await?;
    let Some(asked) = room.seats[seat].may(keys.clone())? else {
        let rooms = Arc::clone(&server.rooms);
        return apart(move || rooms.unknown(&room, &Value::Object(keys)))
            .await
            .map(Json);
    };
    // One's own dice are one's own alone: between two who play against each other the server throws.
    if asked.keys.get("faces").is_some_and(|f| !f.is_null()) && !room.alone(seat) {
        let message = "another person plays against you: the server rolls the dice for both";
        return Err(Fault::new(Kind::NotAllowed, message).at("faces"));
    }
    let queue = asked.queue();
    let waits = Waits::new();
    let turn = match queue {
        Some(queue) => Some(server.rooms.turn(&room, seat, queue).await?),
        None => None,
    };
    let (rooms, at) = (Arc::clone(&server.rooms), Arc::clone(&room));
    let (gone, until) = (waits.gone(), Instant::now() + server.budget);
    let told = apart(move || {
        let _permits = (place, turn);
        let stop = || queue.is_some() && (gone.load(Ordering::Relaxed) || Instant::now() >= until);
        rooms.ask(&at, seat, &asked, &stop)
    })
    .await?;
    if told.changed {
        tokio::spawn(Arc::clone(&server.rooms).agents(room));
    }
    Ok(Json(told.answer))
}

fn seats_told(room: &Room, pulse: &Pulse) -> Value {
    let players = room.seats.iter().zip(&pulse.here).filter(|(s, _)| !s.sides.is_empty());
    players
        .map(|(s, here)| {
            let agent = !matches!(who_word(&s.who), "person");
            json!({"sides": s.sides, "who": who_word(&s.who), "here": agent || *here > 0})
        })
        .collect()
}

async fn about(State(server): Shared, headers: HeaderMap) -> Result<Json<Value>, Fault> {
    let (room, seat) = seated(&server, &headers).await?;
    let pulse = room.pulse.borrow().clone();
    let mut told = serde_json::to_value(&room.about).unwrap_or_default();
    told["match"] = room.id.as_str().into();
    told["sides"] = room.seats[seat].sides.clone().into();
    told["seats"] = seats_told(&room, &pulse);
    told["journal"] = pulse.journal.into();
    told["own_dice"] = room.alone(seat).into();
    Ok(Json(told))
}

async fn save(State(server): Shared, headers: HeaderMap) -> Result<Response, Fault> {
    let (room, seat) = seated(&server, &headers).await?;
    let rooms = Arc::clone(&server.rooms);
    let text = apart(move || rooms.save(&room, seat)).await?;
    let headers = [
        (header::CONTENT_TYPE, "application/json"),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"battle.save.json\""),
    ];
    Ok((headers, text).into_response())
}

/// Whoever listens: he is there as long as this lives.
struct Listener {
    rooms: Arc<Lobby>,
    room: Arc<Room>,
    seat: usize,
    pulse: watch::Receiver<Pulse>,
    /// How far he knows the journal, and in which branch.
    known: Option<(usize, u64)>,
    /// What he was told last.
    told: Option<Pulse>,
    waiting: VecDeque<Event>,
}

impl Drop for Listener {
    fn drop(&mut self) {
        let seat = self.seat;
        self.room
            .pulse
            .send_modify(|p| p.here[seat] = p.here[seat].saturating_sub(1));
    }
}

impl Listener {
    /// What there is to tell since the last time.
    async fn look(&mut self) -> Result<(), Fault> {
        let now = self.pulse.borrow_and_update().clone();
        let before = self.told.replace(now.clone());
        let come = before
            .as_ref()
            .is_none_or(|b| (b.journal, b.branch, b.tick) != (now.journal, now.branch, now.tick));
        if come {
            let (rooms, room, seat, known) = (Arc::clone(&self.rooms), Arc::clone(&self.room), self.seat, self.known);
            let (mut told, journal, branch) = apart(move || rooms.missed(&room, seat, known)).await?;
            // Who has nothing yet is told how things stand; who has what is no more, to ask anew.
            let lost = self.known.is_some() && told.get("lines").is_none();
            told["journal"] = journal.into();
            self.known = Some((journal, branch));
            let event = Event::default()
                .event(if lost { "reset" } else { "journal" })
                .id(format!("{journal}.{branch}"))
                .data(told.to_string());
            self.waiting.push_back(event);
        }
        if before.as_ref().is_none_or(|b| b.here != now.here) {
            let told = json!({"seats": seats_told(&self.room, &now)});
            self.waiting
                .push_back(Event::default().event("seats").data(told.to_string()));
        }
        if before
            .as_ref()
            .map_or(now.thinking.is_some(), |b| b.thinking != now.thinking)
        {
            let told = match &now.thinking {
                Some((side, agent)) => json!({"side": side, "agent": agent}),
                None => json!({"side": null}),
            };
            self.waiting
                .push_back(Event::default().event("thinking").data(told.to_string()));
        }
        Ok(())
    }
    async fn next(mut self) -> Option<(Result<Event, Infallible>, Self)> {
        loop {
            if let Some(event) = self.waiting.pop_front() {
                return Some((Ok(event), self));
            }
            if self.told.is_some() && self.pulse.changed().await.is_err() {
                return None;
            }
            // What cannot be told now is told when he comes again: the line ends.
            if self.look().await.is_err() {
                return None;
            }
        }
    }
}

/// `J.B`, as the last event was called.
fn last_event(headers: &HeaderMap) -> Option<(usize, u64)> {
    let (journal, branch) = headers.get("last-event-id")?.to_str().ok()?.split_once('.')?;
    Some((journal.parse().ok()?, branch.parse().ok()?))
}

async fn events(State(server): Shared, headers: HeaderMap) -> Result<Response, Fault> {
    let (room, seat) = seated(&server, &headers).await?;
    room.came(seat)?;
    let pulse = room.pulse.subscribe();
    let listener = Listener {
        rooms: Arc::clone(&server.rooms),
        room: Arc::clone(&room),
        seat,
        pulse,
        known: last_event(&headers),
        told: None,
        waiting: VecDeque::new(),
    };
    // Agents alone go on while somebody looks on.
    tokio::spawn(Arc::clone(&server.rooms).agents(room));
    let sse = Sse::new(streamed(listener)).keep_alive(KeepAlive::new().interval(Duration::from_secs(15)));
    Ok(([("x-accel-buffering", "no")], sse).into_response())
}

fn streamed(listener: Listener) -> impl Stream<Item = Result<Event, Infallible>> {
    unfold(listener, Listener::next)
}
