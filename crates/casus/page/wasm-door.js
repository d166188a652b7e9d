// A Door without a server. One worker of the page runs the library for the match, another for agents and odds. The browser keeps
// the matches. A match has one person here, who may play all sides. The limits that the server sets to a seat make no sense then,
// so only the requests of the page are handled.
import { Refused } from './door.js';

const ENGINE = new URL('../casus.wasm', import.meta.url).href;
const WORKER = new URL('wasm-worker.js', import.meta.url).href;

/** Requests that take long. The second engine answers them. */
const LONG = new Set(['reach', 'threats', 'odds', 'advise']);
/** Computing time of one such request in milliseconds. The answer is what was reached by then. */
const WITHIN = 5000;
const CHANGES = new Set(['play', 'go', 'let', 'forced', 'undo', 'ask-undo', 'grant-undo', 'resign', 'offer-draw', 'accept-draw', 'decline-draw']);
/** The requests that name the asking side, by the key for it. */
const ASKERS = { by: new Set(['actions', 'check', 'why', 'reach', 'odds', 'advise', ...CHANGES]), viewer: new Set(['threats', 'piece', 'view', 'field', 'scene', 'svg', 'journal', 'play', 'go', 'let', 'forced']) };

const seed = () => crypto.getRandomValues(new Uint32Array(1))[0];

/** The library in a worker, which starts again after a failure. */
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
  /** Replaces a failed worker. Requests in progress fail; the next request loads the last save. */
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
  /** Makes the next request panic, for tests. */
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
/** The two engines: `session` for the match, `thinker` for agents and odds. */
const both = () => (engines ||= { session: new Engine(), thinker: new Engine() });

/** Opens the browser's database of matches. */
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

/** Tells the other pages of this browser which match has changed. */
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

  /** Loads the match of the key into an engine, unless it is there. Returns its session. */
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

  /** Sends a request to the second engine. Two requests at once load the match only once. */
  async #thinks(request) {
    const { thinker } = both();
    const sent = thinker.laying.then(async () => {
      const session = await this.#laid(thinker);
      return { answer: thinker.ask({ ...request(), session }) };
    });
    thinker.laying = sent.catch(() => {});
    return (await sent).answer;
  }

  /** Runs one piece of work after the other, so that each finds the session as the last one left it. */
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
  /** Another page of this browser has changed the match: loads it. */
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

  /** Lets agents play while the decisions are theirs. They run on the second engine, so that the page never waits. */
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
        // If the match has changed meanwhile, the agent's actions are dropped and it thinks again.
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
      // It may have played a part of its turn: load the match again before the next request.
      const { thinker } = both();
      if (thinker.session) thinker.session.save = null;
      // Try once more: with another seed it may not fail again.
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
