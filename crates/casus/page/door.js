// A Door is the page's connection to the library. Each kind of door has these methods:
//
//   host(request)           sends a request to the session host
//   hello()                 returns the games, battles and agents
//   create(order)           creates a match: {match, seats: [{sides, who, key?}], watch}
//   sit(key)                returns a door for one seat
//   about()                 returns the description of the match and its seats
//   ask(request)            sends a request of the protocol; throws Refused with the protocol's error
//   listen(tell)            calls tell(event, data) for journal, reset, thinking, seats, line; returns a function that stops it
//   save()                  returns the save of the match
//
// `line` is an event of the page itself, about the connection: {ok, again, gone}. `ok`: it works; `again`: it was lost before;
// `gone`: the server refuses the key, so the page stops trying.
import { wait } from './dom.js';

/** An error of the protocol. */
export class Refused extends Error {
  constructor(error, status = 200) {
    super(error.message || error.kind);
    this.error = error;
    this.kind = error.kind;
    this.status = status;
  }
}

/** No answer came, even after repeated requests. */
export class Lost extends Error {}

const LONGEST = 20_000;
const pause = (n) => Math.min(LONGEST, 400 * 2 ** n) * (0.6 + Math.random() * 0.8);

export class ServerDoor {
  constructor(base = '', key = null) {
    this.base = base;
    this.key = key;
    this.lineIs = true;
    this.tell = () => {};
  }

  sit(key) { return new ServerDoor(this.base, key); }

  /** Sends a request and returns the answer. Repeats it unchanged if no answer comes; the server does not do a repeat twice. */
  async #send(method, path, body, tries = 6) {
    const text = body === undefined ? undefined : JSON.stringify(body);
    for (let n = 0; ; n++) {
      let answer;
      try {
        answer = await fetch(this.base + path, {
          method,
          body: text,
          headers: {
            ...(text === undefined ? {} : { 'Content-Type': 'application/json' }),
            ...(this.key ? { Authorization: `Bearer ${this.key}` } : {}),
          },
          cache: 'no-store',
          signal: AbortSignal.timeout(180_000),
        });
        // A 429 without Retry-After is a refusal like any other: waiting does not help.
        const later = answer.status === 429 && answer.headers.has('Retry-After');
        if (!later && answer.status < 502) {
          const kind = answer.headers.get('Content-Type') || '';
          // A save is returned as text, unchanged.
          const read = kind.includes('json') && !(answer.ok && path === '/api/save') ? await answer.json() : await answer.text();
          this.#line(true);
          if (read && read.error) throw new Refused(read.error, answer.status);
          if (!answer.ok) throw new Refused({ kind: 'malformed', message: `the server answers ${answer.status}` }, answer.status);
          return read;
        }
      } catch (e) {
        if (e instanceof Refused) throw e;
      }
      if (n + 1 >= tries) throw new Lost('no answer from the server');
      const after = Number(answer?.headers.get('Retry-After'));
      if (!answer) this.#line(false);
      await wait(after > 0 ? Math.min(after * 1000, LONGEST) : pause(n));
    }
  }

  #line(ok) {
    if (this.lineIs !== ok) { this.lineIs = ok; this.tell('line', { ok }); }
  }

  host(request) { return this.#send('POST', '/api/host', request); }
  hello() { return this.host({ do: 'hello' }); }
  /** Sent only once: a repeat would create a second match. */
  create({ battle, ...order }) { return this.#send('POST', '/api/matches', order.save ? order : { battle, ...order }, 1); }
  about() { return this.#send('GET', '/api/about'); }
  save() { return this.#send('GET', '/api/save'); }
  ask(request) { return this.#send('POST', '/api/ask', request); }

  listen(tell) {
    this.tell = tell;
    const stop = new AbortController();
    this.#follow(tell, stop.signal);
    return () => stop.abort();
  }

  async #follow(tell, signal) {
    let last = null;
    let n = 0;
    while (!signal.aborted) {
      const quiet = new AbortController();
      // The server sends a comment every 15 s. After two missed ones, the connection counts as dead.
      let timer = setTimeout(() => quiet.abort(), 40_000);
      try {
        const answer = await fetch(`${this.base}/api/events`, {
          headers: { Authorization: `Bearer ${this.key}`, Accept: 'text/event-stream', ...(last ? { 'Last-Event-ID': last } : {}) },
          cache: 'no-store',
          signal: AbortSignal.any ? AbortSignal.any([signal, quiet.signal]) : quiet.signal,
        });
        if (answer.status === 401 || answer.status === 403 || answer.status === 404) {
          tell('line', { ok: false, gone: true });
          return;
        }
        if (!answer.ok) throw new Error(String(answer.status));
        const again = n > 0 || last !== null;
        n = 0;
        this.lineIs = true;
        tell('line', { ok: true, again });
        const reader = answer.body.getReader();
        const words = new TextDecoder();
        let text = '';
        for (;;) {
          const { done, value } = await reader.read();
          if (done) break;
          clearTimeout(timer);
          timer = setTimeout(() => quiet.abort(), 40_000);
          text += words.decode(value, { stream: true });
          const parts = text.split(/\r?\n\r?\n/);
          text = parts.pop();
          for (const part of parts) {
            const event = { data: [] };
            for (const row of part.split(/\r?\n/)) {
              const at = row.indexOf(':');
              if (at <= 0) continue;
              const [key, value] = [row.slice(0, at), row.slice(at + 1).replace(/^ /, '')];
              if (key === 'data') event.data.push(value);
              else event[key] = value;
            }
            if (event.id) last = event.id;
            if (event.event && event.data.length) tell(event.event, JSON.parse(event.data.join('\n')));
          }
        }
      } catch { /* below */ } finally { clearTimeout(timer); }
      if (signal.aborted) return;
      tell('line', { ok: false });
      this.lineIs = false;
      await wait(pause(n++));
    }
  }
}
