//! The HTTP endpoints: requests of the protocol, and server-sent events.

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

const MAX_REQUEST_BYTES: usize = 64 * 1024;
/// Longest body of `/api/matches` and `/api/host`. A new match may contain a save.
const MAX_NEW_MATCH_BYTES: usize = 4 * 1024 * 1024;
/// Matches and set-ups opened at the same time, for all addresses together.
const MAX_CONCURRENT_OPENINGS: usize = 4;

/// Custom set-ups that one address may have checked in a burst, and then per second.
const SETUP_BURST: u32 = 120;
const SETUPS_PER_SECOND: f64 = 4.0;

/// The state that every request handler shares.
pub(crate) struct Server {
    rooms: Arc<Lobby>,
    /// The values of `Host` that are accepted.
    hosts: Vec<String>,
    /// Requests, by key.
    asked: Rate<Hashed>,
    /// New matches, by address.
    ordered: Rate<IpAddr>,
    /// Custom set-ups checked, by address.
    laid: Rate<IpAddr>,
    /// Makes the matches and set-ups of one address open one at a time.
    opening: Singly<IpAddr>,
    openings: Arc<Semaphore>,
    /// Time for the head of a request to arrive, and again for its body.
    timeout: Duration,
    /// Computing time of one `reach`, `threats`, `odds`, `advise` or `let` request.
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
    /// Waits until this address may open a match or a set-up.
    async fn to_open(&self, from: IpAddr) -> Result<[OwnedSemaphorePermit; 2], Fault> {
        let mine = self.opening.of(from).acquire_owned().await.map_err(closing)?;
        let one = Arc::clone(&self.openings).acquire_owned().await.map_err(closing)?;
        Ok([mine, one])
    }
    /// Checks the `Host` and `Origin` headers.
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
        // The port counts: a page at another port of this machine is another origin.
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

/// Accepts connections and serves them, without end.
pub(crate) async fn run(listener: TcpListener, server: Arc<Server>) -> Infallible {
    let timeout = server.timeout;
    let app = router(server);
    loop {
        let Ok((stream, from)) = listener.accept().await else {
            // The client is gone already, or there are too many open connections.
            tokio::time::sleep(Duration::from_millis(100)).await;
            continue;
        };
        // Send events without delay.
        let _ = stream.set_nodelay(true);
        let app = app.clone();
        let service = service_fn(move |request| {
            let mut request: Request = hyper::Request::map(request, Body::new);
            request.extensions_mut().insert(ConnectInfo(from));
            app.clone().call(request)
        });
        let mut http = http1::Builder::new();
        http.timer(TokioTimer::new()).header_read_timeout(timeout);
        // An error only means that the client closed the connection.
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

/// Refuses requests for another host, or from a page of another origin.
async fn guarded(State(server): Shared, request: Request, next: Next) -> Response {
    match server.known(request.headers()) {
        Ok(()) => next.run(request).await,
        Err(fault) => fault.into_response(),
    }
}

/// Adds the security headers: the page loads nothing from other origins, is shown in no frame, and sends no referrer.
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

/// The body of a request. It must arrive within [`Server::timeout`].
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

/// Parses a body as a JSON object.
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

/// Runs blocking work on a thread of its own, so that it does not delay other requests.
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
    // An agent places what a set-up leaves open, so `lay` costs as much as a new match.
    let permits = if what == "lay" {
        server.laid.take(from.ip(), Instant::now()).map_err(|seconds| {
            Fault::new(Kind::TooMuch, "too many set-ups are laid from here at once").wait(seconds)
        })?;
        Some(server.to_open(from.ip()).await?)
    } else {
        None
    };
    let games = server.rooms.games.clone();
    let answer = apart(move || {
        let _permits = permits;
        Ok(games.host().ask(&Value::Object(request).to_string()))
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
    // Opening a save replays it, which may take long. An address that creates many matches delays only itself.
    let permits = server.to_open(from.ip()).await?;
    let rooms = Arc::clone(&server.rooms);
    let opened = apart(move || {
        let _permits = permits;
        rooms.open(&order)
    });
    opened.await.map(Json)
}

/// Returns the match and the seat of the key in the headers. Counts the request against the key's rate limit.
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
    // Restart agents that were thinking when the server stopped, or that gave up.
    if room.woken() {
        tokio::spawn(Arc::clone(&server.rooms).agents(Arc::clone(&room)));
    }
    Ok((room, seat))
}

/// Sets a flag when it is dropped. A client that closes the connection drops it, so the work for the client can stop.
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
    // Players may enter their own rolls only where no other person plays; otherwise the server rolls.
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

/// An open event stream. Its seat counts as present while this lives.
struct Listener {
    rooms: Arc<Lobby>,
    room: Arc<Room>,
    seat: usize,
    pulse: watch::Receiver<Pulse>,
    /// The length of the journal that the client knows, and its branch.
    known: Option<(usize, u64)>,
    /// The last state that was sent.
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
    /// Queues the events for all that has changed since the last call.
    async fn look(&mut self) -> Result<(), Fault> {
        let now = self.pulse.borrow_and_update().clone();
        let before = self.told.replace(now.clone());
        let come = before
            .as_ref()
            .is_none_or(|b| (b.journal, b.branch, b.tick) != (now.journal, now.branch, now.tick));
        if come {
            let (rooms, room, seat, known) = (Arc::clone(&self.rooms), Arc::clone(&self.room), self.seat, self.known);
            let (mut told, journal, branch) = apart(move || rooms.missed(&room, seat, known)).await?;
            // A new client gets the current turn. A client whose steps were undone gets `reset` and must ask again.
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
            // On an error the stream ends. The client reconnects and gets the missed events then.
            if self.look().await.is_err() {
                return None;
            }
        }
    }
}

/// Parses the `Last-Event-ID` header: `JOURNAL.BRANCH`.
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
    // A match between agents continues while it has an event stream.
    tokio::spawn(Arc::clone(&server.rooms).agents(room));
    let sse = Sse::new(streamed(listener)).keep_alive(KeepAlive::new().interval(Duration::from_secs(15)));
    Ok(([("x-accel-buffering", "no")], sse).into_response())
}

fn streamed(listener: Listener) -> impl Stream<Item = Result<Event, Infallible>> {
    unfold(listener, Listener::next)
}
