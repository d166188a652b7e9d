// The page of a match: its state, its requests, and the meaning of a click. The panel beside the map is in panel.js.
import { h, alarm, replace, store, toast, wait } from './dom.js';
import { Lost } from './door.js';
import { Field, applied, lastWays } from './map.js';
import { compass, headingWord } from './geometry.js';
import { portrait } from './pieces.js';
import { cases, cite, linked, named, noted, odds, reason, spoken, titles, verbWords, withId } from './words.js';
import { Panel } from './panel.js';
import { Replay } from './replay.js';
import { remember } from './lobby.js';

/** Verbs that a click plays at once, since they rarely need a die roll. All others open a menu first. */
const AT_ONCE = new Set(['place', 'place-leader', 'place-banner', 'step', 'enter', 'face', 'take', 'take-leader', 'take-commander', 'take-standard',
  'join', 'join-commander', 'leave', 'leave-commander', 'retreat', 'retire', 'rejoin', 'advance', 'escort', 'through', 'trample', 'aim', 'install', 'replace']);
/** Verbs that select a piece. */
const TAKES = /^take(-|$)/;
/** Actions that an illegal click may have meant: h is the clicked hex, p the clicked piece, s the selected piece. */
const MEANT = {
  suleiman: { own: ['take p', 'take-leader p'], hex: ['step h'], enemy: ['fire p', 'shock s p', 'charge s p'] },
  marignan: { own: ['take p', 'take-commander p'], hex: ['step h'], enemy: ['aim h', 'assault h', 'charge s h'] },
  arquebus: { own: ['take p', 'take-leader p', 'take-standard p'], hex: ['step h'], enemy: ['fire h', 'shock s h', 'charge s h'] },
  blind_faith: { own: ['take p'], hex: ['step h'], enemy: ['step h', 'against h'] },
};
const VAGUE = /^another decision is open$|^the decision is the other side's$/;
const SAID = {
  choice: '', over: '', other: '', limit: 'More to play: go on.',
  between: 'Interrupted: the rest was not played.', error: 'The rest could not be played.',
};

export class Table {
  constructor(app, door, key) {
    this.app = app;
    this.key = key;
    this.door = door.sit(key);
    this.J = 0;
    this.turn = null;
    this.lines = [];
    this.actions = [];
    this.clicks = {};
    this.chosen = null;
    this.busy = false;
    this.hostDoor = door;
    this.memo = new Map();
    this.hidden = false;
    this.ownDice = store.get('dice', false);
    this.show = { zoc: false, forced: false, last: true, follow: true, ...store.get('show', {}) };
    this.thinking = null;
  }

  /** Whether the server lists the possible targets of a piece with their odds. Older servers do not. */
  get tellsGoals() { return this.tells('of'); }
  tells(key, of = 'scene') { return !!this.hello?.requests?.find((r) => r.do === of)?.keys.some((k) => k.name === key); }
  get mine() { return !this.following && !!this.turn && !this.turn.over && this.about.sides.includes(this.turn.side); }
  /** Whether the player enters their own dice rolls: only if no other person plays; otherwise the server rolls. */
  get throws() { return this.ownDice && this.mayThrow; }
  get mayThrow() { return !this.watches && this.about.seats.every((seat) => seat.who !== 'person' || seat.sides.every((x) => this.about.sides.includes(x))); }
  get watches() { return this.about.sides.length === 0; }
  /** The side for which the page acts and sees: the side that decides, if it is one of the player's own. */
  get by() { return this.mine ? this.turn.side : this.about.sides.length === 1 ? this.about.sides[0] : this.seenAs || this.about.sides[0]; }
  get viewer() { return this.watches ? 'spectator' : this.by; }
  /** The army of a side, by the side's word in requests. */
  army(side) { const i = this.sides?.indexOf(side) ?? -1; return this.scene?.armies[i] || this.scene?.armies.find((a) => a.word === side); }
  /** The name of a side in sentences. */
  side(word) { return this.army(word)?.word || word; }
  armyIndex(side) { return this.scene?.armies.findIndex((a) => a.word === side); }
  sideOf(c) { return this.scene.armies[c.army]?.word; }

  async start() {
    this.about = await this.door.about();
    if (this.gone) return;
    document.title = `${this.about.title} – Casus Belli`;
    remember({ key: this.key, title: this.about.title, name: this.about.name, sides: this.about.sides, battle: this.about.battle, seats: this.about.seats.map((x) => [x.sides, x.who]) });
    if (this.about.stopped) toast('This match has stopped: ', String(this.about.stopped.message || this.about.stopped));
    this.#layout();
    cases.open = (number) => this.panel.openCase(number);
    this.hostDoor.hello().then((hello) => {
      this.hello = hello;
      this.told = hello.games.find((g) => g.game === this.about.game);
      this.panel.told();
    }).catch(() => {});
    this.door.ask({ do: 'map' }).then(({ map }) => { Object.assign(titles, map.titles); this.sides = map.sides; this.render(); }).catch(() => {});
    this.door.ask({ do: 'cases' }).then((all) => {
      this.cases = all;
      cases.known = new Set([...all.cases, ...(all.house?.cases || [])].map((c) => c.number));
      this.panel.log();
      this.render();
    }).catch(() => {});
    await this.sync();
    this.stop = this.door.listen((event, data) => this.#heard(event, data));
  }

  leave() { this.stop?.(); this.gone = true; removeEventListener('keydown', this.keys); }

  #layout() {
    const stage = h('div', { class: 'stage' });
    this.host = h('div', { class: 'host' });
    this.pop = h('div', { class: 'pop', hidden: true, role: 'dialog', 'aria-label': 'Choose an action' });
    this.bar = h('section', { class: 'askbar', 'aria-label': 'The open decision', 'aria-live': 'polite' });
    this.tip = h('div', { class: 'tip', hidden: true });
    this.ticker = h('div', { class: 'ticker', 'aria-hidden': 'true' });
    this.spoken = h('div', { class: 'unseen', role: 'status', 'aria-live': 'polite' });
    const zoom = h('div', { class: 'zoom' },
      h('button', { title: 'Zoom in (+)', onclick: () => this.field.zoom(1.3) }, '+'),
      h('button', { title: 'Zoom out (−)', onclick: () => this.field.zoom(1 / 1.3) }, '−'),
      h('button', { title: 'Whole map (0)', onclick: () => { this.field.moved = false; this.field.fit(true); } }, '⤢'));
    stage.append(this.host, this.ticker, zoom, this.tip, this.bar, this.pop, this.spoken);
    this.field = new Field(this.host, {
      tap: (at) => this.tap(at),
      hold: (at) => this.info(at),
      hover: (at) => this.hover(at),
      lift: (at) => this.lift(at),
      over: (at, ids) => this.over(at, ids),
      drop: (at, ids) => this.drop(at, ids),
      cursor: (at) => this.cursor(at),
      next: () => this.#about(),
      face: (key) => { const a = this.actions[Number(key)]; if (a) this.play(a); },
      look: () => this.#closeFar(),
      margins: () => [8, innerWidth > 900 ? this.bar.offsetHeight + 16 : this.bar.offsetHeight + 8],
    });
    this.panel = new Panel(this);
    this.replay = new Replay(this);
    replace(this.app, h('div', { class: 'table' }, this.panel.head, stage, this.panel.side));
    stage.append(this.replay.el);
    this.keys = (e) => this.#key(e);
    addEventListener('keydown', this.keys);
    // Whether the player uses the keyboard. A popup then takes the focus.
    this.keyed = false;
    this.app.addEventListener('keydown', () => { this.keyed = true; }, true);
    this.app.addEventListener('pointerdown', () => { this.keyed = false; }, true);
  }

  #key(e) {
    if (e.target.closest?.('input, textarea, select')) return;
    if (e.key === 'Escape') {
      if (!this.pop.hidden) this.close();
      else if (this.panel.sheet.open) this.panel.sheet.close();
      else if (this.chosen && !this.chosen.inHand) this.choose(null);
    } else if ((e.key === 'u' || e.key === 'z') && !e.altKey) {
      if (e.key === 'z' && !(e.ctrlKey || e.metaKey)) return;
      if (e.key === 'u' && (e.ctrlKey || e.metaKey)) return;
      e.preventDefault();
      this.undo();
    } else if (e.altKey || e.ctrlKey || e.metaKey) { /* the browser's */ } else if (e.key === '?') this.hint();
    else if (e.key === 'm') this.field.svg.focus();
    else if (e.key === 'a') this.bar.querySelector('.answers button')?.focus();
  }

  // ---- synchronization

  #heard(event, data) {
    if (this.gone) return;
    if (event === 'journal') {
      this.thinking = null;
      // Undo requests and draw offers come with this event too, with a journal of the same length.
      this.soon();
    } else if (event === 'reset') this.sync({ anew: true });
    else if (event === 'thinking') { this.thinking = data.side ? data : null; this.panel.who(); if (this.scene) this.#ask(); }
    else if (event === 'failed') this.#failed(data);
    else if (event === 'seats') { this.about.seats = data.seats || data; this.panel.who(); }
    else if (event === 'line') this.#line(data);
  }

  /** Reports that the engine has failed and was started again with the kept match. */
  #failed({ why, agent }) {
    this.failed = { J: this.J, why, agent };
    this.picture = null;
    if (this.scene) this.#ask();
    setTimeout(() => this.sync(), 100);
  }

  #line({ ok, gone }) {
    this.panel.line(ok, gone);
    // Fetch what happened while there was no connection.
    if (ok) this.sync();
  }

  /** Synchronizes after a short delay: an agent's steps come faster than anybody can see them. */
  soon() {
    if (this.soonTimer) return;
    const since = performance.now() - (this.synced || 0);
    this.soonTimer = setTimeout(() => { this.soonTimer = 0; this.sync(); }, this.mine ? 0 : Math.max(0, 260 - since));
  }

  /** Synchronizes with the match. Calls in the meantime cause one more round. */
  sync(how = {}) {
    if (this.syncing) { this.again = { ...this.again, ...how }; return this.syncing; }
    this.syncing = (async () => {
      try {
        for (let round = 0; round < 20; round++) {
          this.again = null;
          const stood = await this.#round(how);
          how = this.again || {};
          if (stood && !this.again) break;
        }
      } catch (e) {
        if (!(e instanceof Lost) && !this.failed) { console.error(e); alarm(e.message); }
      } finally { this.syncing = null; this.synced = performance.now(); }
    })();
    return this.syncing;
  }

  async #round({ anew }) {
    const after = await this.door.ask({ do: 'turn' });
    const before = { J: this.J, turn: this.turn && JSON.stringify(this.turn) };
    // Steps are gone: say so, unless this page itself has undone them.
    if (after.journal < this.J && !this.busy) toast(`Undid ${this.J - after.journal} ${this.J - after.journal === 1 ? 'step' : 'steps'}.`);
    if (anew || after.journal < this.J) { this.lines = []; this.memo.clear(); this.replay.cut(after.journal); }
    this.after = after;
    this.turn = after.turn;
    this.J = after.journal;
    if (this.failed && this.failed.J < this.J) this.failed = null;
    const moved = this.J !== before.J || JSON.stringify(this.turn) !== before.turn;
    if (moved) this.memo.clear();
    if (this.mine) this.seenAs = this.turn.side;
    const viewer = this.viewer;
    if (before.turn && !anew && this.linesOf === viewer && this.picture?.viewer === viewer) await this.#follow(before.J, viewer);
    const jobs = [
      this.door.ask({ do: 'scene', viewer, since: this.picture?.viewer === viewer ? this.picture.number : undefined, marks: ['may-act', 'targets', 'last', 'zoc', ...(this.tellsGoals ? ['fights'] : [])] }),
      this.lines.length < this.J || this.linesOf !== viewer ? this.door.ask({ do: 'journal', viewer, from: this.linesOf === viewer ? this.lines.length : 0 }) : null,
      this.mine ? this.door.ask({ do: 'actions', by: this.by }).catch((e) => { if (e.kind === 'not-deciding' || e.kind === 'over') return null; throw e; }) : null,
    ];
    const [scene, journal, actions] = await Promise.all(jobs);
    if (this.gone) return true;
    let stood = true;
    if (journal) {
      this.lines = this.linesOf === viewer ? this.lines.concat(journal.lines.filter((l) => l.line > this.lines.length)) : journal.lines;
      this.linesOf = viewer;
      if (journal.journal !== this.J) stood = false;
    }
    if (actions && actions.journal !== this.J) stood = false;
    this.#picture(scene, viewer);
    this.actions = actions?.actions || [];
    this.clicks = actions?.clicks || {};
    this.told ||= this.hello?.games.find((g) => g.game === this.about.game);
    if (moved || !before.turn) {
      this.close();
      this.tip.hidden = true;
      const held = this.chosen;
      this.chosen = null;
      if (this.mine) await this.#inHand(held);
    }
    if (stood && this.J !== before.J) {
      this.panel.news(this.lines.slice(before.J), before.J);
      if (before.turn && this.J > before.J) this.panel.tick(this.lines.slice(before.J), this.ticker);
    }
    this.#since(before.J);
    this.render();
    if (stood && moved && this.mine) this.#turnToMe(before);
    if (stood && moved) this.forced();
    if (stood && moved && this.turn.over) { this.field.moved = false; this.field.fit(); }
    return stood;
  }

  /** Shows several steps of others one by one, for a few seconds at most. Any click ends it. */
  async #follow(from, viewer) {
    const to = this.J;
    if (!this.show.follow || this.replay.on || document.hidden || to - from < 3 || !this.tells('at')) return;
    const journal = await this.door.ask({ do: 'journal', viewer, from });
    const news = journal.lines.filter((l) => l.line <= to && l.events.length && !this.about.sides.includes(l.by));
    if (news.length < 2) return;
    const most = 26;
    const stops = news.filter((l, i) => news.length <= most || l.faces?.length || i % Math.ceil(news.length / most) === 0).slice(0, 40);
    this.following = true;
    this.chosen = null;
    this.close();
    this.tip.hidden = true;
    replace(this.bar, h('div', { class: 'ask' }, h('p', { class: 'question dim' }, `${news[0].by} has played ${to - from} steps.`), h('button', { class: 'verb', onclick: () => { this.following = false; } }, 'Skip')));
    this.barKey = null;
    this.app.classList.add('following');
    this.field.mark({});
    try {
      for (const l of stops) {
        if (!this.following || this.gone || this.again?.anew) break;
        const began = performance.now();
        const answer = await this.door.ask({ do: 'scene', viewer, at: l.line, since: this.picture.number, marks: ['last', 'fights'] });
        if (this.gone || this.replay.on) break;
        this.picture = { number: answer.picture, viewer };
        if (answer.changes) {
          const step = applied(this.scene, answer.changes);
          this.scene = step.scene;
          this.field.change(step);
        } else if (answer.scene) { this.scene = answer.scene; this.field.recast(this.scene); }
        this.replay.keep(l.line, this.scene, answer.marks?.last);
        this.panel.tick([l], this.ticker);
        // The map follows the action until the player moves it.
        const where = answer.marks?.last?.at(-1) && this.field.site(answer.marks.last.at(-1).to);
        if (where !== undefined && where !== null && (l === stops[0] || this.field.led)) this.field.seek(where);
        this.field.mark({ ways: lastWays(answer.marks?.last || [], this.field), fights: (answer.marks?.fights || []).map((f) => [f.by, f.at, f.shot]) });
        await wait(Math.max(30, Math.min(260, 5200 / stops.length) - (performance.now() - began)));
      }
    } catch (e) { if (!e.kind) throw e; } finally { this.following = false; this.app.classList.remove('following'); }
  }

  /** Remembers the positions at the player's last own step, to show the moves of the others since then. */
  #since(J) {
    const own = (l) => this.about.sides.includes(l.by);
    const others = this.lines.slice(J).some((l) => !own(l));
    const now = () => new Map(this.scene.counters.map((c) => [c.id, this.field.label(c.site)]));
    if (this.lines.slice(J).some(own) || !this.stood) { this.stood = now(); this.moves = []; }
    if (!others && this.moves?.length) return;
    const ways = new Map();
    for (const c of this.scene.counters) {
      const [from, to] = [this.stood.get(c.id), this.field.label(c.site)];
      if (from && from !== to && !this.about.sides.includes(this.sideOf(c))) ways.set(`${from} ${to}`, [[from, to], this.scene.armies[c.army]?.fill || '#5a4632', true]);
    }
    this.moves = [...ways.values()].slice(0, 40);
  }

  #picture(answer, viewer) {
    this.marksTold = answer.marks || {};
    if (answer.scene) {
      const again = this.scene && this.scene.sites.length === answer.scene.sites.length;
      this.scene = answer.scene;
      if (!this.replay.on) { if (again) this.field.recast(this.scene); else this.field.draw(this.scene); }
    } else if (answer.changes) {
      const step = applied(this.scene, answer.changes);
      this.scene = step.scene;
      if (!this.replay.on) this.field.change(step);
    }
    this.picture = { number: answer.picture, viewer };
    this.replay.keep(this.J, this.scene, this.marksTold.last);
  }

  /** Takes the selected pieces from the open decision, and asks where they can go. */
  async #inHand(before) {
    const of = this.turn.of;
    const runs = this.actions.some((a) => a.verb === 'step' || a.verb === 'halt' || a.verb === 'enter');
    if (!runs) {
      // Selected pieces stay selected while they can still be taken.
      if (before && before.who.every((id) => (this.clicks[id] || []).some((i) => TAKES.test(this.actions[i].verb)))) await this.choose(before.who, true);
      return;
    }
    const who = of && (of.is === 'unit' || of.is === 'leader' || of.is === 'standard') ? [of.name] : [];
    try {
      const reach = await this.door.ask({ do: 'reach', by: this.by });
      this.chosen = this.#chosen(who, reach, true);
    } catch (e) {
      if (e instanceof Lost) throw e;
      this.chosen = { who, reach: new Map(), first: [], inHand: true };
    }
  }

  #chosen(who, answer, inHand = false) {
    const reach = new Map();
    for (const c of answer.courses) if (!reach.has(c.to.name)) reach.set(c.to.name, c);
    return { who, reach, first: answer.first, inHand, facing: null };
  }

  #turnToMe(before) {
    const was = before.turn ? JSON.parse(before.turn) : null;
    const of = this.turn.of;
    const reaction = was && was.side !== this.turn.side;
    this.inSight();
    if (reaction) {
      document.title = `● Your decision – ${this.about.title}`;
      setTimeout(() => { document.title = `${this.about.title} – Casus Belli`; }, document.hidden ? 30000 : 1500);
    }
  }

  /** The sites on the map that the open decision is about. */
  #about() {
    const of = this.turn.of ? [this.turn.of.name] : [];
    const may = this.marksTold['may-act'] || [];
    const names = may.length ? may : [...(this.marksTold.targets || []), ...of];
    return [...new Set([...names, ...of].map((name) => this.field.site(name) ?? this.field.counter(name)?.site).filter((x) => x !== undefined))];
  }
  /** Moves the map if the sites of the open decision are not in sight: all of up to six, or at least one of more. */
  inSight(force = false) {
    if (this.replay.on) return;
    const sites = this.#about();
    const seen = (x) => this.field.sees(x);
    if (sites.length && (force || !(sites.length <= 6 ? sites.every(seen) : sites.some(seen)))) {
      if (sites.length === 1 && !force) this.field.seek(sites[0]);
      else this.field.showSites(sites);
    }
  }

  // ---- actions

  /** Sends a request that changes the match, and handles all its errors. */
  async change(request, quiet = false) {
    if (this.busy || this.replay.on) return null;
    this.busy = true;
    this.app.classList.add('busy');
    const J = this.J;
    try {
      const answer = await this.door.ask({ by: this.by, ...(['undo', 'ask-undo', 'grant-undo', 'resign', 'offer-draw', 'accept-draw', 'decline-draw'].includes(request.do) ? {} : { viewer: this.viewer }), ...request, journal: J });
      if (answer.error) { this.#refused(answer.error); } else if (SAID[answer.stopped]) toast(SAID[answer.stopped]);
      return answer;
    } catch (e) {
      if (e instanceof Lost) alarm('The server does not answer. Nothing is lost: your action is played once or not at all.');
      else if (e.kind === 'stale') {
        await this.sync();
        const between = this.lines.slice(J).flatMap((l) => l.events.map((x) => x.words));
        toast(h('b', {}, 'Your opponent acted first. '), between.slice(0, 3).join(' ') || 'The match has changed: look again.');
      } else if (e.kind === 'wanted' || e.kind === 'off-the-die' || e.kind === 'unused-faces') throw e;
      else if (!quiet) this.#refused(e.error);
      return null;
    } finally {
      this.busy = false;
      this.app.classList.remove('busy');
      await this.sync();
    }
  }

  /** Plays an action. If the player enters their own dice rolls, asks for each face that is needed. */
  async play(action, from = null) {
    this.close();
    const words = action.words || action;
    if (!this.throws) return this.change({ do: 'play', action: words });
    const faces = [];
    for (;;) {
      try {
        return await this.change({ do: 'play', action: words, faces });
      } catch (e) {
        if (e.kind !== 'wanted' && e.kind !== 'off-the-die') { this.#refused(e.error); return null; }
        if (e.kind === 'off-the-die') faces.pop();
        const face = await this.panel.askFace(e.error.throw || { what: 'the throw', low: 0, high: 9, die: '', cite: e.error.cite || '' }, faces);
        if (face === null) return null;
        faces.push(face);
      }
    }
  }

  async go(who, to, facing = null) {
    this.close();
    const course = this.chosen?.reach.get(to);
    if (this.throws && course) {
      for (const words of [...this.chosen.first, ...course.actions]) {
        const answer = await this.play(words);
        if (!answer || answer.turn?.side !== this.by) return answer;
      }
      return null;
    }
    // Selected pieces need no names in the request, and some of those that they carry cannot be named.
    const step = this.actions.find((a) => a.verb === 'step' && a.hexes?.[0]?.name === to);
    if (this.chosen?.inHand && step && !facing) return this.change({ do: 'play', action: step.words });
    return this.change({ do: 'go', who: who?.length && !this.chosen?.inHand ? who : undefined, to, facing: facing || undefined });
  }

  undo() {
    if (!this.J || this.watches) return null;
    return this.change({ do: 'undo' }, true).then(async (answer) => {
      if (answer || this.turn.over) return answer;
      try { await this.door.ask({ do: 'undo', by: this.by, journal: this.J }); await this.sync({ anew: true }); } catch (e) {
        if (e.kind === 'needs-consent' || e.kind === 'no-undo') this.panel.offerAskUndo(e.error);
        else if (e.error) this.#refused(e.error);
      }
      return null;
    });
  }

  async hint(agent) {
    if (!this.mine) return;
    this.panel.hint('asking');
    try {
      this.panel.hint(await this.door.ask({ do: 'advise', by: this.by, agent }));
    } catch (e) { this.panel.hint(null); if (e.error) this.#refused(e.error); }
  }
  /** Plays the only legal action, if the player has switched this on. */
  forced() {
    if (!this.show.forced || !this.mine || this.actions.length !== 1 || this.replay.on) return;
    const { J } = this;
    setTimeout(() => { if (this.J === J && this.mine && !this.busy) this.change({ do: 'forced' }, true); }, 60);
  }
  letAgent(agent, until) { this.close(); return this.change({ do: 'let', agent, until }); }

  #refused(error) {
    if (!error) return;
    if (error.kind === 'defect') {
      if (!this.failed) alarm(h('b', {}, 'The engine failed here. '), error.message, ' The match is unchanged: play on, and please report it.');
      return;
    }
    this.popup(null, [h('h3', { class: 'no' }, 'Not allowed'), h('ul', { class: 'reasons' }, (error.refusals || []).map((r) => reason(r, (at) => this.point(at)))),
      !error.refusals?.length && h('p', {}, linked(error.message), error.cite && !error.message.includes(error.cite) && cite(error.cite))]);
  }

  /** Asks for the possible targets of the selected piece, with their odds. */
  async goals() {
    const { chosen } = this;
    const of = chosen?.who[0];
    if (!of || !this.tellsGoals || chosen.goals) return;
    chosen.goals = [];
    try {
      const told = await this.remembered(`goals ${of}`, () => this.door.ask({ do: 'scene', viewer: this.viewer, since: this.picture.number, marks: ['odds'], of }));
      chosen.goals = told.marks?.odds || [];
      if (this.chosen === chosen && chosen.goals.length) { this.#mark(); this.panel.render(); }
    } catch { /* not told */ }
  }

  // ---- questions before an action; answers are kept until the match changes

  remembered(key, ask) {
    if (!this.memo.has(key)) {
      const asked = ask().catch((e) => { this.memo.delete(key); throw e; });
      this.memo.set(key, asked);
    }
    return this.memo.get(key);
  }
  why(words, who) { return this.remembered(`why ${words || ''}${who ? ` ${who}` : ''}`, () => this.door.ask({ do: 'why', by: this.by, action: words, who })); }
  odds(words) { return this.remembered(`odds ${words}`, () => this.door.ask({ do: 'odds', by: this.by, action: words })); }

  // ---- selecting

  async choose(who, quiet = false) {
    if (!who || !who.length) { this.chosen = null; if (this.mine) await this.#inHand(null); this.render(); return true; }
    try {
      const answer = await this.remembered(`reach ${who.join()}`, () => this.door.ask({ do: 'reach', by: this.by, who }));
      this.chosen = this.#chosen(who, answer);
      this.render();
      return true;
    } catch (e) {
      if (!quiet) throw e;
      return false;
    }
  }

  counters(site) { return this.field.here(site); }
  isOwn(c) { return this.about.sides.includes(this.sideOf(c)) && (!this.mine || this.sideOf(c) === this.by); }

  /** Handles a click on the map or on a row of a list. */
  async tap(at) {
    this.tip.hidden = true;
    clearTimeout(this.hoverTimer);
    if (this.following) { this.following = false; return; }
    if (this.busy) return;
    if (at.site === undefined || this.replay.on) { this.close(); return; }
    if (!this.pop.hidden && !at.list) { const same = this.popSite === at.site; this.close(); if (same && !at.piece) return; }
    if (!this.mine) { this.info(at); return; }
    const here = this.counters(at.site);
    const label = at.label;
    const picked = at.piece ? here.filter((c) => c.id === at.piece) : here;
    if (at.shift && at.piece && this.chosen && !this.chosen.inHand && picked[0] && this.isOwn(picked[0])) {
      const who = this.chosen.who.includes(at.piece) ? this.chosen.who.filter((x) => x !== at.piece) : [...this.chosen.who, at.piece];
      try { await this.choose(who); } catch (e) { this.#refused(e.error); }
      return;
    }
    const move = this.chosen?.reach.get(label);
    const own = picked.filter((c) => this.isOwn(c));
    const found = new Set([...(this.clicks[label] || []), ...picked.flatMap((c) => this.clicks[c.id] || [])]);
    const all = [...found].sort((a, b) => a - b).map((i) => this.actions[i]);
    const takes = all.filter((a) => TAKES.test(a.verb));
    let acts = all.filter((a) => !TAKES.test(a.verb) && !(move && a.verb === 'step'));
    if (this.chosen?.who.length) {
      // If several pieces could do it, the selected one is meant.
      const his = acts.filter((a) => (a.pieces || []).length > 1 && this.chosen.who.includes(a.pieces[0].name));
      if (his.length) acts = acts.filter((a) => (a.pieces || []).length < 2 || his.includes(a));
    }
    if (move && !acts.length && !takes.length) { await this.go(this.chosen.who, label, this.chosen.facing); return; }
    if (!move && acts.length === 1 && !takes.length && AT_ONCE.has(acts[0].verb)) { await this.play(acts[0]); return; }
    if (!move && !acts.length && takes.length === 1 && (at.piece || own.length === 1)) { await this.choose([takes[0].pieces[0].name]); if (innerWidth > 900) this.panel.show('now'); return; }
    if (move || acts.length || takes.length) { this.menu(at, { move, acts, takes }); return; }
    // No listed action: the click may mean another piece, or an action that names its command.
    if (own.length) {
      const commands = [...new Set(own.map((c) => this.scene.groups[c.group]?.word).filter(Boolean))];
      const named = this.actions.filter((a) => (a.pieces || []).some((p) => commands.includes(p.name)));
      if (named.length) { this.menu(at, { acts: named, note: `Of its command ${commands.join(', ')}:` }); return; }
      if (own.length > 1 && !at.piece && this.chosen?.inHand) { this.menu(at, { stack: own }); return; }
      try {
        await this.choose([own[own.length - 1].id]);
        return;
      } catch (e) {
        if (e instanceof Lost) throw e;
        if (e.error?.refusals?.length) { this.whyNot(at, [[`${own[own.length - 1].name} cannot be selected`, e.error.refusals]]); return; }
      }
    }
    await this.meant(at, picked);
  }

  /** Explains why a click means no legal action. */
  async meant(at, picked) {
    // A piece that is selected only in the page is taken in the match first. Otherwise every reason would be that it is not taken.
    const who = this.tells('who', 'why') && this.chosen && !this.chosen.inHand && this.chosen.who.length ? this.chosen.who : undefined;
    if (!who && this.chosen && !this.chosen.inHand && this.chosen.who.length && !picked.some((c) => this.isOwn(c)) && this.chosen.first.length) {
      for (const words of this.chosen.first) {
        const answer = await this.change({ do: 'play', action: words });
        if (!answer) return;
      }
      if (this.mine) {
        const found = [...(this.clicks[at.label] || []), ...picked.flatMap((c) => this.clicks[c.id] || [])];
        if (found.length) { await this.tap(at); return; }
      }
    }
    this.popup(at, [h('h3', { class: 'no' }, 'Why not?'), h('p', { class: 'dim' }, 'Looking it up in the rules…')], 'why');
    const game = MEANT[this.about.game] || { own: ['take p'], hex: ['step h'], enemy: [] };
    const chosen = this.chosen?.who[0] || (['unit', 'leader'].includes(this.turn.of?.is) ? this.turn.of.name : null);
    const foes = picked.filter((c) => !this.isOwn(c));
    const own = picked.filter((c) => this.isOwn(c));
    const forms = new Set();
    for (const a of this.actions) {
      // Each verb of the decision, applied to this place.
      const words = [a.verb, ...(a.pieces || []).map(() => 'p'), ...(a.hexes || []).map(() => 'h')];
      // A step into an enemy's hex exists only in Blind Faith.
      if (a.verb === 'step' && foes.length && this.about.game !== 'blind_faith') continue;
      if (words.length === 2 && !TAKES.test(a.verb)) forms.add(words.join(' '));
      else if (words.length === 3 && (a.pieces || []).length) forms.add([a.verb, 's', words[2]].join(' '));
    }
    const bars = this.chosen && !own.length && !foes.length ? await this.bars(at) : null;
    if (bars) { this.whyNot(at, bars); return; }
    const usual = own.length ? game.own : foes.length ? game.enemy : game.hex;
    const wanted = [];
    for (const form of [...usual, ...forms]) {
      for (const c of own.length ? own.slice(-1) : foes.length ? foes.slice(-1) : [null]) {
        if (/ p/.test(form) && !c) continue;
        if (/ s/.test(form) && !chosen) continue;
        wanted.push(form.split(' ').map((w, i) => (i === 0 ? w : w === 'p' ? c.id : w === 's' ? chosen : at.label)).join(' '));
      }
    }
    const told = await Promise.all([...new Set(wanted)].slice(0, 7).map((words) => this.why(words, who).then((a) => [words, a]).catch(() => null)));
    let groups = told.filter((x) => x && x[1].legal === false && x[1].refusals?.length).map(([words, a]) => [words, a.refusals, a]);
    const keen = groups.filter(([, r]) => !r.every((x) => VAGUE.test(x.because)));
    if (keen.length) groups = keen.slice(0, 4).map(([words, r, a]) => [words, r.some((x) => !VAGUE.test(x.because)) ? r.filter((x) => !VAGUE.test(x.because)) : r, a]);
    else groups = groups.slice(0, 1);
    const apt = groups.filter(([, r]) => !r.every((x) => /its own alone$/.test(x.because)));
    if (apt.length) groups = apt;
    this.whyNot(at, groups.map(([words, refusals, a]) => [spoken({ words }), refusals, a]));
  }

  /** Explains why the selected piece cannot reach a hex two or more away: what forbids the first steps towards it. */
  async bars(at) {
    const from = this.field.counter(this.chosen.who[0])?.site;
    const far = from === undefined ? 0 : this.field.distance(from, at.site);
    if (far < 2 || far === Infinity || !this.chosen.inHand) return null;
    const towards = this.scene.sites.map((_, i) => i).filter((i) => this.field.distance(from, i) === 1 && this.field.distance(i, at.site) < far).map((i) => this.field.label(i));
    const shut = towards.filter((label) => !this.chosen.reach.has(label));
    const told = await Promise.all(shut.slice(0, 3).map((label) => this.why(`step ${label}`).then((a) => [label, a]).catch(() => null)));
    const groups = told.filter((x) => x && x[1].legal === false && x[1].refusals?.length).map(([label, a]) => [`On the way, ${label}`, a.refusals, a]);
    if (!groups.length && !this.chosen.reach.size) return null;
    groups.beyond = shut.length < towards.length || !groups.length;
    return groups;
  }

  whyNot(at, groups) {
    const far = this.chosen?.reach.size && at.site !== undefined && !this.counters(at.site).length ? this.nearest(at.site) : null;
    this.point(...groups.flatMap(([, refusals]) => refusals.map((r) => r.at).filter(Boolean)));
    const later = (this.chosen?.goals || []).filter((g) => g.at === at.label || this.counters(at.site).some((c) => c.id === g.at));
    this.popup(at, [
      h('h3', { class: 'no' }, later.length ? 'Why not now?' : 'Why not?'),
      later.length ? h('p', { class: 'later' }, `Later in the turn, ${named(this.chosen.who[0])} could: `, h('b', {}, later.map((g) => g.words).join('; ')), '.') : null,
      groups.beyond ? h('p', {}, `${this.chosen.who.map(named).join(', ') || 'The piece'} cannot reach ${at.label} with the points it has left.`) : null,
      groups.length || groups.beyond ? null : h('p', {}, `No open choice concerns ${this.field.words(at.site)}.`),
      groups.map(([what, refusals, a]) => h('section', { class: 'whynot' }, h('h4', {}, what), h('ul', { class: 'reasons' }, refusals.map((r) => reason(r, (x) => this.point(x)))),
        a?.after && h('p', { class: 'dim' }, `It would be allowed after `, h('button', { class: 'link', onclick: () => this.play(a.after) }, spoken({ words: a.after })), '.'))),
      far && h('p', { class: 'dim' }, `Nearest hexes in reach: `, h('button', { class: 'link', onclick: () => this.go(this.chosen.who, far.to.name) }, far.to.name), ` (${far.note}).`),
      h('p', { class: 'dim asked' }, 'Open decision: ', this.turn.question, ' ', cite(this.turn.cite)),
    ], 'why');
  }

  nearest(site) {
    let best = null; let least = Infinity;
    for (const [label, course] of this.chosen.reach) {
      const d = this.field.distance(site, this.field.site(label));
      if (d < least) { least = d; best = course; }
    }
    return best;
  }

  /** Highlights pieces and hexes on the map. */
  point(...things) {
    const labels = things.map((t) => (typeof t === 'string' ? t : t?.name)).filter(Boolean).map((name) => {
      if (this.field.site(name) !== undefined) return name;
      const c = this.field.counter(name);
      return c ? this.field.label(c.site) : name.split(/[ ,()]+/).find((word) => this.field.site(word) !== undefined) || null;
    }).filter(Boolean);
    this.pointed = labels;
    if (labels.length === 1) this.field.seek(labels[0]);
    this.#mark();
  }

  /** Shows a menu if a click can mean several actions. */
  menu(at, { move, acts = [], takes = [], stack = [], note }) {
    const rows = [];
    const here = this.counters(at.site);
    if (move) {
      rows.push(this.moveRow(at.label, move));
    }
    if (takes.length > 1) {
      rows.push(h('button', { class: 'act choose', onclick: () => { this.close(); this.choose(takes.map((a) => a.pieces[0].name)).catch((e) => this.#refused(e.error)); } }, h('span', { class: 'words' }, `All ${takes.length} together`), h('span', { class: 'note' }, 'shift-click adds one by one')));
    }
    for (const a of takes.length > 12 ? takes.slice(0, 12) : takes) {
      const c = this.field.counter(a.pieces[0].name);
      rows.push(h('button', { class: 'act choose', dataset: { words: a.words }, onclick: () => { this.close(); this.choose([a.pieces[0].name]).catch((e) => this.#refused(e.error)); } },
        c && portrait(this.scene, c), h('span', { class: 'words' }, withId(a.pieces[0].name)), h('span', { class: 'note' }, noted(a))));
    }
    for (const c of stack) {
      rows.push(h('button', { class: 'act choose', onclick: () => { this.close(); this.choose([c.id]).catch((e) => this.whyNot(at, [[`${c.name} cannot be selected`, e.error?.refusals || []]])); } },
        portrait(this.scene, c), h('span', { class: 'words' }, withId(c.id)), h('span', { class: 'note' }, '')));
    }
    rows.push(...acts.slice(0, 24).map((a) => this.row(a)));
    this.popup(at, [h('h3', {}, this.field.words(at.site)), note && h('p', { class: 'dim' }, note),
      here.length > 1 && !takes.length && h('p', { class: 'dim small' }, here.map((c) => c.name).join(', ')), h('div', { class: 'acts' }, rows)]);
    if (acts.length === 1 && !move && !takes.length) this.detail(acts[0], this.pop.querySelector('.detail'));
  }

  moveRow(label, course) {
    return h('button', { class: 'act do', onclick: () => this.go(this.chosen.who, label, this.chosen.facing) }, h('span', { class: 'words' }, `Move to ${label}`), h('span', { class: 'note' }, course.note));
  }

  /** An action as a button, with its effect and its odds. */
  row(action, { open = false } = {}) {
    const detail = h('div', { class: 'detail', hidden: true });
    const seek = () => { if (!this.replay.on) this.point(...[...(action.pieces || []), ...(action.hexes || [])].slice(-2)); };
    const button = h('button', { class: 'act do', dataset: { words: action.words }, onclick: () => this.play(action), onfocus: seek },
      h('span', { class: 'words' }, spoken(action)), h('span', { class: 'note' }, noted(action)), action.cost && !(action.note || '').includes(`${action.cost.points} ${action.cost.of}`) ? h('span', { class: 'cost' }, `${action.cost.points} ${action.cost.of}`) : null);
    const more = h('button', { class: 'more', title: 'Effects and odds', 'aria-label': `About ${action.words}`, onclick: () => { if (detail.hidden) this.detail(action, detail); else detail.hidden = true; } }, '?');
    let timer = 0;
    button.addEventListener('pointerenter', (e) => { if (e.pointerType === 'mouse') timer = setTimeout(() => this.detail(action, detail), 350); });
    button.addEventListener('pointerleave', () => clearTimeout(timer));
    const el = h('div', { class: 'row' }, button, more, detail);
    if (open) this.detail(action, detail, true);
    return el;
  }

  async detail(action, el, brief = false) {
    if (!el) return;
    el.hidden = false;
    if (el.childNodes.length) return;
    replace(el, h('p', { class: 'dim' }, 'Looking it up…'));
    try {
      const why = await this.why(action.words);
      const sense = h('ul', { class: 'sense' }, why.sense.map((line) => h('li', {}, linked(line))));
      replace(el, sense, h('p', { class: 'dim small' }, 'Odds…'));
      const told = AT_ONCE.has(action.verb) && action.verb !== 'retreat' ? [] : odds(await this.odds(action.words), brief);
      // The bar has little room, so the odds come first there.
      replace(el, brief ? [told, sense] : [sense, told]);
      if (brief) this.inSight();
    } catch (e) { replace(el, h('p', { class: 'dim' }, e.message)); }
    this.#placePop();
  }

  // ---- popups

  popup(at, content, kind = '') {
    // Keep the focus of a keyboard user, to return to it when the popup closes.
    if (this.pop.hidden) this.popFrom = document.activeElement;
    replace(this.pop, h('button', { class: 'x', 'aria-label': 'Close', onclick: () => this.close() }, '×'), content);
    this.pop.className = `pop ${kind}`;
    this.pop.hidden = false;
    this.popSite = at?.site;
    this.popScroll = 0;
    this.#placePop();
    if (this.keyed) (this.pop.querySelector('.act') || this.pop.querySelector('.x')).focus();
  }
  #placePop() {
    const { pop } = this;
    if (pop.hidden) return;
    const stage = pop.parentElement.getBoundingClientRect();
    pop.style.left = ''; pop.style.top = '';
    pop.classList.toggle('loose', this.popSite === undefined);
    if (this.popSite === undefined || innerWidth <= 900) return;
    const [x, y] = this.field.spot(this.popSite);
    const gap = 64 * this.field.k + 10;
    const [w, hh] = [pop.offsetWidth, pop.offsetHeight];
    // Keep clear of the site of the popup and, if there is room, of the selected piece.
    const foot = hh + this.bar.offsetHeight + 24 < stage.height ? this.bar.offsetHeight + 16 : 0;
    const within = ([left, top]) => [Math.max(8, Math.min(stage.width - w - 8, left)), Math.max(8, Math.min(stage.height - hh - 8 - foot, top))];
    const spots = [this.popSite, this.field.counter(this.chosen?.who[0])?.site].filter((i) => i !== undefined).map((i) => this.field.spot(i));
    const hidden = ([left, top]) => spots.reduce((sum, [u, v], i) => sum + (u > left - 20 && u < left + w + 20 && v > top - 20 && v < top + hh + 20 ? 2 - i : 0), 0);
    const places = [[x + gap, y - 60], [x - gap - w, y - 60], [x - w / 2, y + gap], [x - w / 2, y - gap - hh]].map(within);
    const [left, top] = places.reduce((best, place) => (hidden(place) < hidden(best) ? place : best));
    pop.style.left = `${left}px`;
    pop.style.top = `${top}px`;
  }
  #closeFar() { if (!this.pop.hidden && this.popSite !== undefined) this.#placePop(); }
  close() {
    const had = this.pop.contains(document.activeElement);
    this.pop.hidden = true;
    if (had) (this.popFrom?.isConnected && this.popFrom !== document.body ? this.popFrom : this.bar.querySelector('.answers button'))?.focus();
    if (this.pointed) { this.pointed = null; this.#mark(); }
  }

  /** Shows all that the player may know about a piece or a hex. */
  async info(at) {
    if (!at || at.site === undefined) { this.close(); return; }
    const of = at.piece || at.label;
    try {
      const answer = await this.door.ask({ do: 'piece', viewer: this.viewer, of });
      const here = at.piece ? this.counters(at.site).filter((c) => c.id === at.piece) : this.counters(at.site);
      const body = h('div', { class: 'info' }, answer.lines.map((line) => h('p', { class: line.startsWith(' ') ? 'sub' : 'top' }, linked(line.trim()))));
      const threats = h('div', {});
      const parts = [h('h3', {}, this.field.words(at.site)), h('div', { class: 'portraits' }, here.map((c) => h('button', { class: 'face', title: `${c.name} (${c.id})`, onclick: () => this.info({ ...at, piece: c.id }) }, portrait(this.scene, c)))), body, threats];
      if (this.mine && here.some((c) => this.isOwn(c)) && this.chosen && !this.chosen.inHand) {
        parts.push(h('p', { class: 'small' }, h('button', { class: 'link', onclick: () => { this.close(); this.choose(here.map((c) => c.id)).catch((e) => this.#refused(e.error)); } }, 'take all here together')));
      }
      const course = this.chosen?.reach.get(at.label);
      if (this.mine && course) parts.push(this.facings(at.label, course));
      if (!this.mine && !this.turn.over && !this.watches) parts.push(h('p', { class: 'dim asked' }, `${this.side(this.turn.side)} to decide: ${this.turn.question} `, cite(this.turn.cite)));
      this.popup(at, parts, 'info');
      if (here.length && here.length < 5) {
        const told = await this.door.ask({ do: 'threats', viewer: this.viewer, of: here[here.length - 1].id });
        if (told.threats.length) {
          replace(threats, h('h4', {}, 'Threats'), h('ul', { class: 'threats' }, told.threats.map((t) => h('li', {}, h('button', { class: 'link', onclick: () => this.point(...t.on) }, t.words.trim()), ` ${t.on.slice(0, 8).join(', ')} `, cite(t.cite)))));
          this.#placePop();
        }
      }
    } catch (e) { if (e.error) this.#refused(e.error); }
  }

  /** Buttons for the facing at the end of a move. */
  facings(label, course) {
    const word = course.facing || headingWord(this.scene.orientation, this.field.counter(this.chosen.who[0])?.facing);
    if (!word) return null;
    return h('div', { class: 'facings' }, h('span', { class: 'dim' }, 'Arrive facing '), compass(this.scene.orientation, word).map((w) => h('button', { onclick: () => this.go(this.chosen.who, label, w) }, w)));
  }

  // ---- hovering and dragging

  hover(at) {
    clearTimeout(this.hoverTimer);
    if (!at || at.site === undefined || !this.scene) { this.tip.hidden = true; this.over(null); return; }
    if (this.hoverSite !== at.site) this.tip.hidden = true;
    this.hoverSite = at.site;
    const course = this.mine && this.chosen?.reach.get(at.label);
    if ((course || null) !== (this.way || null)) { this.way = course || null; this.#mark(); }
    this.hoverTimer = setTimeout(() => {
      if (this.pop.hidden || this.popSite !== at.site) this.#tell(at, course);
    }, 420);
  }
  /** Shows a tip about the hex under the pointer. */
  #tell(at, course) {
    const here = this.counters(at.site);
    replace(this.tip, h('b', {}, this.field.words(at.site)), here.map((c) => h('div', {}, h('b', {}, c.name), ` ${this.field.describe(c)}`)), course && h('div', { class: 'reachnote' }, `reach: ${course.note}`),
      (this.chosen?.goals || []).filter((g) => g.at === at.label || here.some((c) => c.id === g.at)).map((g) => h('div', { class: 'goalnote' }, g.words)));
    this.tip.hidden = false;
    const [w, hh] = [this.tip.offsetWidth, this.tip.offsetHeight];
    const stage = this.tip.parentElement.getBoundingClientRect();
    this.tip.style.left = `${Math.max(6, Math.min(stage.width - w - 6, at.px + 18))}px`;
    this.tip.style.top = `${at.py + 22 + hh > stage.height ? at.py - hh - 14 : at.py + 22}px`;
  }

  /** Shows a tip about the hex under the keyboard cursor, and says it to screen readers. */
  cursor(at) {
    const course = this.mine && !this.replay.on && this.chosen?.reach.get(at.label);
    if ((course || null) !== (this.way || null)) { this.way = course || null; this.#mark(); }
    this.#tell(at, course);
    const names = new Set(this.marksTold['may-act'] || []);
    const may = this.counters(at.site).filter((c) => names.has(c.id)).map((c) => c.id);
    replace(this.spoken, this.tip.innerText.replace(/\n+/g, '; '), may.length && this.mine ? `; may act: ${may.map(named).join(', ')}` : '', this.chosen?.who.length ? `; chosen: ${this.chosen.who.map(named).join(', ')}` : '');
  }

  lift(at) {
    if (!this.mine || this.busy || this.replay.on || at.site === undefined) return null;
    const here = this.counters(at.site).filter((c) => this.isOwn(c));
    const may = (id) => this.chosen?.who.includes(id) || (this.clicks[id] || []).some((i) => TAKES.test(this.actions[i].verb));
    const held = this.chosen?.who.length && here.some((c) => this.chosen.who.includes(c.id)) ? this.chosen.who : null;
    const who = held || (at.piece && may(at.piece) ? [at.piece] : here.length === 1 && may(here[0].id) ? [here[0].id] : null);
    if (!who) return null;
    this.tip.hidden = true;
    if (!held) this.lifting = this.choose(who, true); else this.lifting = Promise.resolve(true);
    return who;
  }
  over(at) {
    const course = at && this.chosen?.reach.get(at.label);
    if ((course || null) !== (this.way || null)) { this.way = course || null; this.#mark(); }
  }
  async drop(at) {
    clearTimeout(this.hoverTimer);
    await this.lifting;
    this.way = null;
    if (!at || at.site === undefined || !this.chosen) { this.#mark(); return; }
    const home = this.chosen.who.some((id) => this.field.counter(id)?.site === at.site);
    if (home) { this.#mark(); return; }
    if (this.chosen.reach.get(at.label)) { await this.go(this.chosen.who, at.label, this.chosen.facing); return; }
    await this.tap({ ...at, list: true });
  }

  // ---- rendering

  render() {
    if (!this.scene || this.following) return;
    this.#mark();
    if (this.mine) this.goals();
    this.#ask();
    this.panel.render();
    this.replay.render();
  }

  #mark() {
    if (!this.field.scene) return;
    if (this.replay.on) { this.field.mark(this.replay.marks()); return; }
    const { chosen } = this;
    const marks = {};
    if (this.mine) {
      marks.may = this.marksTold['may-act'] || [];
      const hexes = (this.marksTold.targets || []);
      marks.targets = chosen?.inHand && chosen.reach.size ? hexes.filter((x) => !chosen.reach.has(x)) : chosen ? hexes.filter((x) => this.field.site(x) === undefined) : hexes;
      if (chosen) {
        marks.chosen = chosen.who;
        marks.reach = new Map([...chosen.reach].map(([label, c]) => [label, (c.note.match(/^(\d+|½|\d+½) ?MP/) || c.note.match(/\d+/) || [''])[0].replace(/\D+$/, '')]));
        marks.goals = (chosen.goals || []).map((g) => [g.at, g.words.match(/die [-+−]?\d+/)?.[0] || g.words.split(/[:,;]/)[0].slice(0, 14)]);
        if (this.way) {
          const from = this.field.counter(chosen.who[0]);
          const steps = this.way.actions.filter((w) => w.startsWith('step ')).map((w) => w.slice(5));
          marks.ways = [[[...(from ? [this.field.label(from.site)] : []), ...steps], '#c8862a', true]];
        }
      }
      const faces = this.actions.map((a, i) => [a, i]).filter(([a]) => a.verb === 'face' && a.toward);
      if (faces.length) {
        const of = this.turn.of;
        const site = of ? (of.is === 'hex' ? this.field.site(of.name) : this.field.counter(of.name)?.site) : undefined;
        if (site !== undefined) marks.faces = { site, of: faces.map(([a, i]) => [a.toward, String(i)]) };
      }
    }
    if (this.show.last && !this.way) {
      const told = this.chosen?.inHand ? [] : this.moves || [];
      marks.ways = [...(marks.ways || []), ...(told.length ? told : lastWays(this.marksTold.last || [], this.field))];
    }
    marks.fights = this.show.last ? (this.marksTold.fights || []).map((f) => [f.by, f.at, f.shot]) : [];
    if (this.show.zoc) {
      const foes = (this.marksTold.zoc || []).filter((z) => { const c = this.field.counter(z.piece); return c && !this.about.sides.includes(this.sideOf(c)); });
      marks.zoc = [...new Set(foes.flatMap((z) => z.hexes))];
    }
    if (this.hinted?.J === this.J) {
      const from = this.field.counter(this.hinted.who);
      marks.ways = [[[...(from ? [this.field.label(from.site)] : []), ...this.hinted.hexes], '#2e7d4f'], ...(marks.ways || [])];
    }
    marks.at = this.pointed || [];
    this.field.mark(marks);
  }
  remark() { this.#mark(); }

  /** Draws the bar under the map: the side that decides, the decision, its Case, and the answers. */
  #ask() {
    if (this.following) return;
    const { turn, bar } = this;
    // Do not draw the same bar again: it would lose its opened details, and screen readers would read it again.
    const key = JSON.stringify([turn, this.mine, this.actions.map((a) => a.words), this.chosen && [this.chosen.who, this.chosen.reach.size, this.chosen.first], this.thinking, this.failed, this.declined, this.after, this.scene.armies.length, !this.cases]);
    if (key === this.barKey) return;
    this.barKey = key;
    const had = bar.contains(document.activeElement);
    this.#answers(chipOf(this));
    this.field.settle();
    if (had && !bar.contains(document.activeElement)) bar.querySelector('.answers button')?.focus();
  }

  #answers(chip) {
    const { turn, bar } = this;
    if (turn.over) {
      const won = this.army(turn.over);
      replace(bar, h('div', { class: 'ask over' }, won ? chip(turn.over) : null, h('p', { class: 'question' }, linked(turn.words), !turn.words.includes(turn.cite) && cite(turn.cite))),
        h('p', { class: 'dim small' }, this.panel.standing(this.scene).map(({ army, text }) => `${army.word}: ${text}.`).join(' ')),
        h('div', { class: 'answers' }, h('button', { class: 'verb', onclick: () => this.replay.open() }, 'Replay'), h('button', { class: 'verb', onclick: () => this.panel.save() }, 'Save'), h('a', { class: 'button', href: './' }, 'Another battle')));
      return;
    }
    const head = h('div', { class: 'ask' }, chip(turn.side),
      h('p', { class: 'question' }, this.mine ? '' : this.thinking?.side === turn.side ? h('span', { class: 'thinking' }, `${this.thinking.agent} is thinking. `) : h('span', { class: 'dim' }, 'decides: '),
        capital(turn.question), ' ', cite(turn.cite, `${turn.cite} ${turn.title}`), ' ', h('button', { class: 'link small', onclick: () => this.panel.explain() }, 'why this?'), ' ',
        this.mine && this.#about().length ? h('button', { class: 'link small', onclick: () => this.inSight(true) }, 'where?') : null));
    const offers = this.panel.offers();
    if (!this.mine) { replace(bar, head, offers); return; }
    const plain = this.actions.filter((a) => !(a.pieces || []).length && !(a.hexes || []).length && !(a.verb === 'face' && a.toward));
    const rest = this.actions.filter((a) => !plain.includes(a));
    const verbs = new Map();
    for (const a of rest) verbs.set(a.verb, [...(verbs.get(a.verb) || []), a]);
    const answers = h('div', { class: 'answers' });
    const few = this.actions.length <= 7 && rest.some((a) => !AT_ONCE.has(a.verb));
    const reaction = few && rest.length;
    if (reaction) answers.classList.add('rows');
    if (reaction) answers.append(...this.actions.map((a) => this.row(a, { open: this.actions.length <= 2 && rest.length === 1 && innerHeight > 700 })));
    else {
      for (const [verb, of] of verbs) {
        if (verb === 'step' && this.chosen?.inHand) continue;
        answers.append(of.length === 1 ? this.small(of[0])
          : h('button', { class: 'verb', onclick: () => this.list(verb, of) }, `${verbWords(verb)}…`, h('span', { class: 'count' }, of.length)));
      }
      answers.append(...plain.map((a) => this.small(a)));
    }
    if (this.chosen && !this.chosen.inHand) {
      answers.append(h('span', { class: 'chosenbar' }, `${this.chosen.who.map(named).join(', ')} chosen: `,
        this.chosen.reach.size ? `${this.chosen.reach.size} hexes in reach ` : 'nowhere to go ',
        this.chosen.first.length ? h('button', { class: 'verb', dataset: { words: this.chosen.first.join(';') }, onclick: async () => { for (const w of [...this.chosen?.first || []]) if (!await this.change({ do: 'play', action: w })) break; } }, 'Select') : null,
        h('button', { class: 'verb', onclick: () => this.choose(null) }, 'Deselect')));
    }
    if (['place', 'place-leader', 'place-banner', 'set-up'].includes(turn.what) || turn.what === 'face' && this.lines.every((l) => /place|face/.test(l.action || 'place'))) {
      answers.append(h('button', { class: 'verb', onclick: () => this.letAgent(undefined, 'rest') }, 'Place the rest for me'));
    }
    replace(bar, head, offers, answers);
  }

  small(action) {
    const el = h('button', { class: 'verb do', dataset: { words: action.words }, title: action.note || '', onclick: () => this.play(action) }, spoken(action), noted(action) && h('span', { class: 'note' }, noted(action)));
    return el;
  }
  list(verb, of) {
    this.popup(null, [h('h3', {}, `${verbWords(verb)}: ${of.length} ways`), h('div', { class: 'acts' }, of.map((a) => this.row(a)))], 'list');
  }
}

const chipOf = (table) => (side) => {
  const army = table.army(side);
  const el = h('span', { class: 'sidechip' }, table.side(side));
  if (army) { el.style.background = army.fill; el.style.color = army.ink; }
  return el;
};
const capital = (text) => text[0].toUpperCase() + text.slice(1);
