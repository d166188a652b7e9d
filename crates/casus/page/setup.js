// A set-up by hand: pieces are dragged, or clicked and put down, and turned; the hall says what is wrong with it, by its Cases.
import { h, replace, toast } from './dom.js';
import { Field } from './map.js';
import { compass, headingWord } from './geometry.js';
import { portrait } from './pieces.js';
import { linked, cite } from './words.js';

/** Whether the hall can lay a set-up out. */
export const layable = (hello) => (hello.hall || []).some((r) => r.do === 'lay');

export class Setup {
  /** `order` says which battle; `done` takes the set-up, `left` is called without one. */
  constructor(app, door, order, title, { done, left }) {
    Object.assign(this, { app, door, order, title, done, left });
    this.chosen = null;
    this.before = [];
  }

  async open(setup) {
    const host = h('div', { class: 'host' });
    this.says = h('p', { class: 'question', role: 'status' });
    this.answers = h('div', { class: 'answers' });
    this.list = h('div', { class: 'pane' });
    this.go = h('button', { class: 'main', onclick: () => this.#take() }, 'Take it');
    this.back = h('button', { class: 'tool', title: 'Take the last back', onclick: () => this.#undo() }, '↶', h('span', {}, ' Undo'));
    this.field = new Field(host, {
      tap: (at) => this.#tap(at),
      hold: (at) => this.#tap(at),
      lift: (at) => this.#lift(at),
      drop: (at, who) => this.#put(who[0], at),
      face: (key) => this.#post({ piece: this.chosen, facing: key }),
      next: () => [...new Set(this.scene.counters.map((c) => c.site))],
      margins: () => [8, 90],
    });
    const zoom = h('div', { class: 'zoom' }, h('button', { title: 'Nearer (+)', onclick: () => this.field.zoom(1.3) }, '+'), h('button', { title: 'Farther (−)', onclick: () => this.field.zoom(1 / 1.3) }, '−'),
      h('button', { title: 'The whole map (0)', onclick: () => { this.field.moved = false; this.field.fit(true); } }, '⤢'));
    const stage = h('div', { class: 'stage' }, host, zoom, h('section', { class: 'askbar', 'aria-label': 'The set-up' }, this.says, this.answers));
    const head = h('header', { class: 'head' }, h('div', { class: 'title' }, h('h1', {}, this.title), h('div', { class: 'sub' }, 'Set up by hand')), this.back,
      h('button', { class: 'verb', onclick: () => this.#lay({}, true) }, 'As printed'), this.go, h('button', { class: 'verb', onclick: () => this.left() }, 'Leave it'));
    this.el = h('div', { class: 'table setup' }, head, stage, h('aside', { class: 'side', 'aria-label': 'Faults and pieces' }, this.list));
    replace(this.app, this.el);
    await this.#lay(setup ? { setup } : {}, true);
  }

  /** Asks the hall for the set-up with what is changed in it. */
  async #lay(more, anew = false) {
    if (this.busy) return;
    this.busy = true;
    this.el.classList.add('busy');
    try {
      const answer = await this.door.hall({ do: 'lay', ...this.order, ...(anew ? {} : { setup: this.setup }), ...more });
      if (this.setup !== undefined) this.before.push(this.setup);
      this.#show(answer);
    } catch (e) { toast(e.message); } finally { this.busy = false; this.el.classList.remove('busy'); this.#say(); }
  }
  #show({ setup, scene, faults }) {
    this.setup = setup;
    this.faults = faults || [];
    if (scene) {
      const first = !this.scene;
      this.scene = scene;
      if (first) this.field.draw(scene); else this.field.recast(scene);
    }
    this.#say();
  }
  async #undo() {
    const setup = this.before.pop();
    if (setup === undefined || this.busy) return;
    this.setup = undefined;
    await this.#lay({ setup });
  }
  #post(post) { return this.#lay({ posts: [post] }); }

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
    if (this.chosen && !(at.piece && at.piece !== this.chosen) && this.field.counter(this.chosen)?.site !== at.site) { this.#put(this.chosen, at); return; }
    // A heap is gone through click by click.
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
    replace(this.says, c ? [h('b', {}, c.id), ` in ${this.field.label(c.site)}${word ? `, facing ${word}` : ''}: click the hex where it is to stand, or drag it.`] : 'Click a piece, then the hex where it is to stand; or drag it there.');
    replace(this.answers, words.map((w) => h('button', { class: 'verb', disabled: w === word, onclick: () => this.#post({ piece: c.id, facing: w }) }, `Face ${w}`)));
    this.go.disabled = this.faults.length > 0;
    this.back.disabled = !this.before.length;
    replace(this.list, h('h2', {}, this.faults.length ? `What is wrong: ${this.faults.length}` : 'Nothing is wrong with it'),
      h('ul', { class: 'reasons', role: 'status' }, this.faults.map((f) => this.#fault(f))),
      h('h3', {}, 'Pieces'), this.scene.armies.map((army, i) => h('details', {}, h('summary', {}, army.word), h('ul', { class: 'pieces' }, this.scene.counters.filter((x) => x.army === i)
        .map((x) => h('li', {}, h('button', { onclick: () => { this.field.seek(x.site, true); this.#choose(x.id); } }, portrait(this.scene, x), h('b', {}, x.id), ` in ${this.field.label(x.site)}`)))))));
  }
  #fault(f) {
    const text = typeof f === 'string' ? f : f.words || f.message || f.fault || JSON.stringify(f);
    const named = text.match(/\b\d{4}\b/)?.[0];
    return h('li', { class: 'reason' }, h('span', { class: 'because' }, linked(text)), ' ', f.cite && !text.includes(f.cite) ? cite(f.cite) : null,
      named && this.field.site(named) !== undefined ? h('button', { class: 'where', onclick: () => this.field.seek(named) }, named) : null, f.path ? h('span', { class: 'by dim' }, f.path) : null);
  }

  #take() {
    if (!this.faults.length) this.done(this.setup);
  }
}
