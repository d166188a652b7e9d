// A Door without a server: the engine runs in a worker of this page, agents and odds in another, and matches are kept by the browser.
// A match has one person here, who may play all sides; what the server refuses to seats is of no use against oneself, so that
// only what the page asks is looked after.
import { Refused } from './door.js';

const ENGINE = new URL('../casus.wasm', import.meta.url).href;
const WORKER = new URL('wasm-worker.js', import.meta.url).href;

/** What takes long, and is asked of the second engine. */
const LONG = new Set(['reach', 'threats', 'odds', 'advise']);
/** How long it is worked out at one request, in thousandths of a second: what was reached by then is told. */
const WITHIN = 5000;
const CHANGES = new Set(['play', 'go', 'let', 'forced', 'undo', 'ask-undo', 'grant-undo', 'resign', 'offer-draw', 'accept-draw', 'decline-draw']);
/** By which key a request says who asks. */
const ASKERS = { by: new Set(['actions', 'check', 'why', 'reach', 'odds', 'advise', ...CHANGES]), viewer: new Set(['threats', 'piece', 'view', 'field', 'scene', 'svg', 'journal', 'play', 'go', 'let', 'forced']) };

const seed = () => crypto.getRandomValues(new Uint32Array(1))[0];

/** An engine that begins anew when it has failed. */
class Engine {
  constructor() { this.asked = 0; this.waiting = new Map(); this.failed = () => {}; this.start(); }
  start() {
    this.worker = new Worker(WORKER);
    this.worker.onmessage = ({ data }) => {
      const { ok, no } = this.waiting.get(data.n) || {};
      this.waiting.delete(data.n);
      if (data.failed !== undefined) no?.(new Refused({ kind: 'defect', message: `the engine failed: ${data.failed}` }));
      else ok?.(JSON.parse(data.answer));
    };
    this.ready = this.send({ begin: ENGINE });
    this.session = null;
    this.laying = Promise.resolve();
  }
  /** Throws the engine away, with all that waits for it, and begins another; whoever plays on lays the last save out on it. */
  end(why) {
    this.worker.terminate();
    this.failed(why);
    for (const { no } of this.waiting.values()) no(new Refused({ kind: 'defect', message: why }));
    this.waiting.clear();
    this.start();
  }
  send(what) {
    const n = ++this.asked;
    return new Promise((ok, no) => {
      this.waiting.set(n, { ok, no });
      this.worker.postMessage({ n, ...what });
    });
  }
  /** Makes the next request fail as a panic does: so that what comes of one can be tried. */
  fail() { this.worker.postMessage({ fail: true }); }
  async ask(request) {
    await this.ready;
    try {
      const answer = await this.send({ request: JSON.stringify(request), within: LONG.has(request.do) || request.do === 'let' ? WITHIN : undefined });
      if (answer.error) throw new Refused(answer.error);
      return answer;
    } catch (e) {
      if (e.kind === 'defect') this.end(e.message);
      throw e;
    }
  }
}

let engines = null;
/** The two engines: of the session, and of who thinks. */
const both = () => (engines ||= { session: new Engine(), thinker: new Engine() });

/** Where the browser keeps matches. */
const store = () => new Promise((ok, no) => {
  const open = indexedDB.open('casus', 1);
  open.onupgradeneeded = () => open.result.createObjectStore('matches', { keyPath: 'id' });
  open.onsuccess = () => ok(open.result);
  open.onerror = () => no(open.error);
});
const kept = async (id) => {
  const db = await store();
  return new Promise((ok, no) => {
    const get = db.transaction('matches').objectStore('matches').get(id);
    get.onsuccess = () => ok(get.result);
    get.onerror = () => no(get.error);
  });
};
const keep = async (match) => {
  const db = await store();
  return new Promise((ok, no) => {
    const change = db.transaction('matches', 'readwrite');
    change.objectStore('matches').put(match);
    change.oncomplete = () => ok();
    change.onerror = () => no(change.error);
  });
};

/** Tells the other pages of this browser which match has been kept anew. */
const others = 'BroadcastChannel' in globalThis ? new BroadcastChannel('casus') : null;

export class WasmDoor {
  constructor(key = null) {
    this.key = key;
    this.match = null;
    this.tell = () => {};
    this.turn = Promise.resolve();
  }

  sit(key) { return new WasmDoor(key); }
  host(request) { return both().session.ask(request); }
  hello() { return this.host({ do: 'hello' }); }

  async create({ seats, save, name, ...order }) {
    const { session } = both();
    const opened = save ? await session.ask({ do: 'reopen', save, seed: seed() }) : await session.ask({ do: 'open', ...order, seed: seed() });
    const games = (await this.hello()).games;
    const game = games.find((g) => g.game === opened.game);
    const battle = game.battles.find((b) => !order.battle || b.battle === order.battle);
    const id = [...crypto.getRandomValues(new Uint8Array(8))].map((b) => b.toString(16).padStart(2, '0')).join('');
    const title = save ? game.title : battle.title;
    const match = {
      id,
      seats,
      branch: 0,
      about: { match: id, name: name || title, game: game.game, battle: save ? null : battle.battle, title, scenario: order.scenario ?? null, options: order.options ?? [], open: game.open, stopped: null },
      save: (await session.ask({ do: 'save', session: opened.session })).save,
    };
    await session.ask({ do: 'close', session: opened.session });
    await keep(match);
    const key = (n) => `here-${id}-${n}`;
    return { match: id, seats: seats.map((s, n) => ({ ...s, ...(s.who === 'person' ? { key: key(n) } : {}) })), watch: key('watch') };
  }

  /** The match of the key, laid out on an engine. */
  async #laid(engine) {
    const [, id, seat] = /^here-([0-9a-f]+)-(\w+)$/.exec(this.key || '') || [];
    this.match ||= id && await kept(id);
    if (!this.match) throw new Refused({ kind: 'no-key', message: 'this browser keeps no such match' }, 401);
    this.sides = this.match.seats[seat]?.sides ?? [];
    if (engine.session?.door !== this || engine.session.save !== this.match.save) {
      const before = engine.session?.number;
      engine.session = null;
      if (before) await engine.ask({ do: 'close', session: before });
      const { session } = await engine.ask({ do: 'reopen', save: this.match.save, seed: seed() });
      engine.session = { door: this, number: session, save: this.match.save };
    }
    return engine.session.number;
  }

  /** Asks the second engine; two that come at once lay the match out once. */
  async #thinks(request) {
    const { thinker } = both();
    const sent = thinker.laying.then(async () => {
      const session = await this.#laid(thinker);
      return { answer: thinker.ask({ ...request(), session }) };
    });
    thinker.laying = sent.catch(() => {});
    return (await sent).answer;
  }

  /** One after the other: each finds the session as the one before left it. */
  #next(work) {
    const done = this.turn.then(work, work);
    this.turn = done.catch(() => {});
    return done;
  }

  #as(request) {
    const own = this.sides.length === 1 ? this.sides[0] : this.sides.length ? undefined : 'spectator';
    const filled = { ...request };
    if (own && own !== 'spectator' && ASKERS.by.has(request.do)) filled.by ??= own;
    if (ASKERS.viewer.has(request.do)) filled.viewer ??= own ?? 'spectator';
    return filled;
  }

  /** Makes an engine, `session` or `thinker`, fail at its next request. */
  fail(which) { both()[which].fail(); }

  async ask(request) {
    const { session } = both();
    if (LONG.has(request.do)) return this.#thinks(() => this.#as(request));
    return this.#next(async () => {
      const number = await this.#laid(session);
      const answer = await session.ask({ ...this.#as(request), session: number });
      if (CHANGES.has(request.do)) await this.#changed(answer.undone > 0);
      return answer;
    });
  }

  async #keep() {
    await keep(this.match);
    others?.postMessage(this.match.id);
  }
  /** Another page of this browser has played on: its match is the match. */
  #heard(id) {
    if (id !== this.match?.id) return;
    this.#next(async () => {
      this.match = await kept(id);
      await this.#laid(both().session);
      await this.#told(true);
    });
  }

  async #changed(undone) {
    const { session } = both();
    const number = session.session.number;
    this.match.save = (await session.ask({ do: 'save', session: number })).save;
    if (undone) this.match.branch++;
    session.session.save = this.match.save;
    await this.#keep();
    await this.#told(undone);
    this.#agents();
  }

  async #told(undone) {
    const { session } = both();
    const number = session.session.number;
    const now = await session.ask({ do: 'turn', session: number });
    const own = this.sides.length === 1 ? this.sides[0] : 'spectator';
    if (undone || this.known === undefined || this.known > now.journal) {
      this.tell(this.known === undefined ? 'journal' : 'reset', now);
    } else {
      const { lines } = await session.ask({ do: 'journal', viewer: own, from: this.known, session: number });
      this.tell('journal', { ...now, lines });
    }
    this.known = now.journal;
  }

  /** Lets agents play while it is for them to decide, on the second engine, so that the page never waits. */
  async #agents() {
    if (this.thinking || this.stopped) return;
    this.thinking = true;
    try {
      for (;;) {
        const { session, thinker } = both();
        const now = await this.#next(async () => session.ask({ do: 'turn', session: await this.#laid(session) }));
        const asked = now.asks_undo;
        const agents = this.match.seats.filter((s) => s.who !== 'person');
        const seat = agents.find((s) => (asked ? !s.sides.includes(asked.by) : s.sides.includes(now.turn.side)));
        if (!seat || this.stopped) return;
        const side = seat.sides[0];
        if (asked) {
          await this.#next(async () => {
            const answer = await session.ask({ do: 'grant-undo', by: side, journal: now.journal, session: await this.#laid(session) });
            await this.#changed(answer.undone > 0);
          });
          continue;
        }
        this.tell('thinking', { side, agent: seat.who });
        const before = this.match.save;
        await this.#thinks(() => ({ do: 'let', by: side, viewer: side, agent: seat.who, seed: seed(), until: 'rest', journal: now.journal }));
        const number = thinker.session.number;
        const { save } = await thinker.ask({ do: 'save', session: number });
        // What came between goes first: then it is thought anew.
        await this.#next(async () => {
          if (this.match.save !== before) return;
          const to = await this.#laid(session);
          await session.ask({ do: 'load', save, journal: now.journal, session: to });
          thinker.session.save = save;
          this.match.save = save;
          session.session.save = save;
          await this.#keep();
          await this.#told(false);
        });
        this.tell('thinking', { side: null });
        await new Promise((ok) => setTimeout(ok, 300));
      }
    } catch (e) {
      const anew = this.failedAt !== this.match.save;
      this.failedAt = this.match.save;
      // It may have played half of it: the match is laid out again.
      const { thinker } = both();
      if (thinker.session) thinker.session.save = null;
      // Dice that fall otherwise may keep it from what it failed at: it thinks once more.
      if (anew) setTimeout(() => this.#agents(), 300);
      else {
        console.error(e);
        this.tell('failed', { why: e.message, agent: true });
      }
    } finally {
      this.thinking = false;
      this.tell('thinking', { side: null });
    }
  }

  async about() {
    await this.#laid(both().session);
    return { ...this.match.about, sides: this.sides, seats: this.match.seats.map((s) => ({ ...s, here: true })) };
  }

  listen(tell) {
    this.tell = tell;
    this.stopped = false;
    this.known = undefined;
    const heard = ({ data }) => this.#heard(data);
    others?.addEventListener('message', heard);
    tell('line', { ok: true, again: false });
    for (const engine of Object.values(both())) engine.failed = (why) => this.tell('failed', { why });
    this.#next(async () => { await this.#laid(both().session); await this.#told(false); }).then(() => this.#agents());
    return () => { this.stopped = true; this.tell = () => {}; others?.removeEventListener('message', heard); };
  }

  async save() { return (this.match ?? (await this.about(), this.match)).save; }
}
