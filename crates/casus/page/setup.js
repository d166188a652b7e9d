// A custom set-up: you drag pieces, or click them and then their place, and turn them. The server reports faults with their Cases.
import { h, replace, toast } from './dom.js';
import { Field } from './map.js';
import { compass, heading, headingWord } from './geometry.js';
import { portrait } from './pieces.js';
import { linked, cite } from './words.js';

/** Whether the server has the request `lay`, which checks a set-up. */
export const layable = (hello) => (hello.host || []).some((r) => r.do === 'lay');

export class Setup {
  /** `order` names the battle. `done` gets the set-up; `left` is called if the user cancels. */
  constructor(app, door, order, title, { done, left }) {
    Object.assign(this, { app, door, order, title, done, left });
    this.chosen = null;
    this.before = [];
    this.pieces = new Map();
    /** The last known counter of every piece. */
    this.known = new Map();
  }

  async open(setup) {
    const host = h('div', { class: 'host' });
    this.says = h('p', { class: 'question', role: 'status' });
    this.answers = h('div', { class: 'answers' });
    this.list = h('div', { class: 'pane' });
    this.go = h('button', { class: 'main', onclick: () => this.#take() }, 'Use this set-up');
    this.back = h('button', { class: 'tool', title: 'Undo the last change', onclick: () => this.#undo() }, '↶', h('span', {}, ' Undo'));
    this.field = new Field(host, {
      tap: (at) => this.#tap(at),
      hold: (at) => this.#tap(at),
      lift: (at) => this.#lift(at),
      drop: (at, who) => this.#put(who[0], at),
      face: (key) => this.#post({ piece: this.chosen, facing: key }),
      next: () => [...new Set(this.scene.counters.map((c) => c.site))],
      margins: () => [8, 90],
    });
    const zoom = h('div', { class: 'zoom' }, h('button', { title: 'Zoom in (+)', onclick: () => this.field.zoom(1.3) }, '+'), h('button', { title: 'Zoom out (−)', onclick: () => this.field.zoom(1 / 1.3) }, '−'),
      h('button', { title: 'Whole map (0)', onclick: () => { this.field.moved = false; this.field.fit(true); } }, '⤢'));
    const stage = h('div', { class: 'stage' }, host, zoom, h('section', { class: 'askbar', 'aria-label': 'The set-up' }, this.says, this.answers));
    const head = h('header', { class: 'head' }, h('div', { class: 'title' }, h('h1', {}, this.title), h('div', { class: 'sub' }, 'Custom set-up')), this.back,
      h('button', { class: 'verb', onclick: () => this.#lay({}, true) }, 'Reset'), this.go, h('button', { class: 'verb', onclick: () => this.left() }, 'Cancel'));
    this.el = h('div', { class: 'table setup' }, head, stage, h('aside', { class: 'side', 'aria-label': 'Faults and pieces' }, this.list));
    replace(this.app, this.el);
    await this.#lay({}, true);
    if (setup) await this.#lay({ setup });
  }

  /** Sends a change to the server, and shows the set-up that it returns. */
  async #lay(more, anew = false) {
    if (this.busy) return;
    this.busy = true;
    this.el.classList.add('busy');
    try {
      // A set-up contains its scenario and options already.
      const { scenario, options, ...battle } = this.order;
      const lay = (said) => this.door.host({ do: 'lay', ...battle, ...(said.setup ? {} : { scenario, options }), ...said });
      let answer = await lay({ ...(anew ? {} : { setup: this.setup }), ...more });
      // A piece from beside the map gets the facing of most of its army.
      const lost = more.pieces && (answer.faults || []).find((f) => f.piece === more.pieces[0].piece && /facing/.test(`${f.path} ${f.message}`));
      const usual = lost && this.#usual(lost.piece);
      if (usual && !more.pieces[0].facing) answer = await lay({ setup: answer.setup, pieces: [{ piece: lost.piece, facing: usual }] });
      if (this.setup !== undefined && more.setup === undefined) this.before.push(this.setup);
      this.#show(answer);
    } catch (e) { toast(e.message); } finally { this.busy = false; this.el.classList.remove('busy'); this.#say(); }
  }
  #show({ setup, scene, faults, pieces }) {
    this.setup = setup;
    this.faults = faults || [];
    this.pieces = new Map((pieces || []).map((p) => [p.piece, p]));
    const first = !this.scene;
    this.scene = scene || this.#moved();
    for (const c of this.scene.counters) this.known.set(c.id, c);
    if (first) this.field.draw(this.scene); else this.field.recast(this.scene);
    this.#say();
  }
  /** A set-up with faults has no scene: returns the last one, with the pieces at their new places. */
  #moved() {
    const { orientation, sites } = this.scene;
    const counters = [...this.pieces.values()].map((p) => {
      const [c, site] = [this.known.get(p.piece), sites.findIndex((x) => x.label === p.hex)];
      return c && site >= 0 ? { ...c, site, facing: (p.facing && heading(orientation, p.facing)) || c.facing } : null;
    });
    const laid = new Set(this.pieces.keys());
    return { ...this.scene, counters: [...this.scene.counters.filter((c) => !laid.has(c.id)), ...counters.filter(Boolean)] };
  }
  /** The most frequent facing in a piece's army. */
  #usual(piece) {
    const own = this.known.get(piece)?.army;
    const words = this.scene.counters.filter((c) => c.facing && (own === undefined || c.army === own)).map((c) => headingWord(this.scene.orientation, c.facing));
    return words.sort((a, b) => words.filter((w) => w === b).length - words.filter((w) => w === a).length)[0];
  }
  async #undo() {
    const setup = this.before.pop();
    if (setup === undefined || this.busy) return;
    this.setup = undefined;
    await this.#lay({ setup });
  }
  #post(post) { return this.#lay({ pieces: [post] }); }

  #lift(at) {
    const here = at.site === undefined ? [] : this.field.here(at.site);
    const id = at.piece || (here.some((c) => c.id === this.chosen) ? this.chosen : here.at(-1)?.id);
    if (!id) return null;
    this.#choose(id);
    return [id];
  }
  #put(id, at) {
    if (!at || at.site === undefined || this.field.counter(id)?.site === at.site) { this.#say(); return; }
    this.#post({ piece: id, hex: at.label });
  }
  #tap(at) {
    if (at.site === undefined) { this.#choose(null); return; }
    const here = this.field.here(at.site);
    if (this.chosen && (!at.piece || !here.length) && this.field.counter(this.chosen)?.site !== at.site) { this.#put(this.chosen, at); return; }
    // Repeated clicks go through the pieces of a heap.
    const now = here.findIndex((c) => c.id === this.chosen);
    this.#choose(at.piece && at.piece !== this.chosen ? at.piece : here.length ? here[(now + 1) % here.length].id : null);
  }
  #choose(id) { this.chosen = id; this.#say(); }

  #say() {
    if (!this.scene) return;
    const c = this.chosen && this.field.counter(this.chosen);
    const word = c?.facing && headingWord(this.scene.orientation, c.facing);
    const words = word ? compass(this.scene.orientation, word) : [];
    this.field.mark({ chosen: c ? [c.id] : [], faces: c && words.length ? { site: c.site, of: words.filter((w) => w !== word).map((w) => [w, w]) } : null });
    replace(this.says, this.chosen ? [h('b', {}, this.chosen), c ? ` in ${this.field.label(c.site)}${word ? `, facing ${word}` : ''}: click its hex, or drag it there.` : `, ${this.#where(this.chosen)}: click its hex.`] : 'Click a piece, then its hex; or drag it there.');
    replace(this.answers, words.map((w) => h('button', { class: 'verb', disabled: w === word, onclick: () => this.#post({ piece: c.id, facing: w }) }, `Face ${w}`)),
      c ? this.#beside().map((word) => h('button', { class: 'verb', onclick: () => this.#post({ piece: c.id, at: word }) }, `Off the map: ${word}`)) : null);
    this.go.disabled = this.faults.length > 0;
    this.back.disabled = !this.before.length;
    replace(this.list, h('h2', {}, this.faults.length ? `Faults: ${this.faults.length}` : 'No faults'),
      h('ul', { class: 'reasons', role: 'status' }, this.faults.map((f) => this.#fault(f))),
      this.scene.armies.map((army, i) => this.#listed(army.word, [...this.pieces.keys()].filter((id) => this.field.counter(id)?.army === i))),
      this.#listed('Off the map', [...this.pieces.keys()].filter((id) => !this.field.counter(id))));
  }
  /** The game's words for places beside the map: the default one, and those where a piece is. */
  #beside() {
    const out = this.order.game === 'blind_faith' ? 'gone' : 'absent';
    return [...new Set([out, ...[...this.pieces.values()].map((p) => p.at).filter((at) => at && !/\d/.test(at))])].slice(0, 4);
  }
  #where(id) {
    const p = this.pieces.get(id);
    return p?.hex ? `in ${p.hex}` : p?.at || 'beside the map';
  }
  #listed(title, ids) {
    if (!ids.length) return null;
    const box = h('details', {}, h('summary', {}, `${title} (${ids.length})`));
    box.open = this.opened?.has(title) || false;
    box.addEventListener('toggle', () => { this.opened ??= new Set(); if (box.open) this.opened.add(title); else this.opened.delete(title); });
    box.append(h('ul', { class: 'pieces' }, ids.map((id) => {
      const c = this.field.counter(id);
      return h('li', {}, h('button', { onclick: () => { if (c) this.field.seek(c.site, true); this.#choose(id); } }, c && portrait(this.scene, c), h('b', {}, id), ` ${this.#where(id)}`));
    })));
    return box;
  }
  #fault(f) {
    const text = typeof f === 'string' ? f : f.words || f.message || f.fault || JSON.stringify(f);
    const named = text.match(/\b\d{4}\b/)?.[0];
    return h('li', { class: 'reason' }, h('span', { class: 'because' }, linked(text)), ' ', f.cite && !text.includes(f.cite) ? cite(f.cite) : null,
      f.piece ? h('button', { class: 'where', onclick: () => { const c = this.field.counter(f.piece); if (c) this.field.seek(c.site, true); this.#choose(f.piece); } }, f.piece) : null,
      named && this.field.site(named) !== undefined ? h('button', { class: 'where', onclick: () => this.field.seek(named) }, named) : null, f.path ? h('span', { class: 'by dim' }, f.path) : null);
  }

  #take() {
    if (!this.faults.length) this.done(this.setup);
  }
}
