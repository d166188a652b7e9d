// The replay: the map as it was after each step of the journal, while play continues.
import { h, replace } from './dom.js';
import { linked } from './words.js';
import { lastWays } from './map.js';

const KEPT = 900;

export class Replay {
  constructor(table) {
    this.t = table;
    this.on = false;
    this.frames = new Map();
    this.told = null;
    this.slider = h('input', { type: 'range', min: 0, max: 0, value: 0, 'aria-label': 'Step' });
    this.slider.addEventListener('input', () => this.to(Number(this.slider.value)));
    this.words = h('p', { class: 'said' });
    this.playing = null;
    this.play = h('button', { title: 'Play', onclick: () => this.run() }, '▶');
    this.el = h('section', { class: 'replay', hidden: true, 'aria-label': 'Replay' },
      h('button', { title: 'Previous step', onclick: () => this.to(this.now - 1) }, '◀'), this.play, h('button', { title: 'Next step', onclick: () => this.to(this.now + 1) }, '▶︎|'), this.slider,
      h('button', { class: 'verb do', onclick: () => this.close() }, 'Live'), this.words);
  }

  /** Keeps a scene, for servers that cannot show earlier ones. */
  keep(J, scene, last) {
    this.frames.set(J, { counters: scene.counters, markers: scene.markers, highlights: scene.highlights, panels: scene.panels, moment: scene.moment, title: scene.title, last });
    if (this.frames.size > KEPT) this.frames.delete(this.frames.keys().next().value);
  }
  cut(J) { for (const j of this.frames.keys()) if (j > J) this.frames.delete(j); }

  open() {
    this.on = true;
    this.el.hidden = false;
    this.t.close();
    this.t.app.classList.add('playback');
    this.to(this.t.J);
  }
  close() {
    clearInterval(this.playing);
    this.playing = null;
    this.on = false;
    this.el.hidden = true;
    this.t.app.classList.remove('playback');
    this.t.panel.current(0);
    this.t.field.recast(this.t.scene);
    this.t.render();
  }
  run() {
    if (this.playing) { clearInterval(this.playing); this.playing = null; replace(this.play, '▶'); return; }
    if (this.now >= this.t.J) this.to(0);
    replace(this.play, '❚❚');
    this.playing = setInterval(() => {
      if (!this.on || this.now >= this.t.J) { clearInterval(this.playing); this.playing = null; replace(this.play, '▶'); } else if (!this.waiting) this.to(this.now + 1);
    }, 550);
  }

  async to(J) {
    this.now = Math.max(0, Math.min(this.t.J, J));
    const { t } = this;
    const want = this.now;
    this.waiting = true;
    let frame = this.frames.get(want);
    if (!frame && this.told !== false) {
      try {
        const answer = await t.door.ask({ do: 'scene', viewer: t.viewer, at: want, marks: t.tells('of') ? ['last', 'fights'] : ['last'] });
        this.told = true;
        frame = { ...answer.scene, last: answer.marks?.last, fights: answer.marks?.fights };
        this.frames.set(want, frame);
      } catch (e) { if (e.kind === 'unknown-key') this.told = false; }
    }
    this.waiting = false;
    if (!this.on || this.now !== want) return;
    if (!frame) {
      const seen = [...this.frames.keys()].sort((a, b) => a - b);
      const near = seen.filter((j) => j <= want).pop() ?? seen[0];
      frame = this.frames.get(near);
      this.gap = near !== want ? near : null;
    } else this.gap = null;
    this.frame = frame;
    if (frame) { t.field.marks = {}; t.field.recast({ ...t.scene, ...frame }); t.remark(); }
    this.render();
    t.panel.render();
  }

  marks() {
    return { ways: lastWays(this.frame?.last || [], this.t.field), fights: (this.frame?.fights || []).map((f) => [f.by, f.at, f.shot]) };
  }

  render() {
    if (!this.on) return;
    this.slider.max = this.t.J;
    this.slider.value = this.now;
    this.t.panel.current(this.now);
    const l = this.t.lines[this.now - 1];
    replace(this.words, h('b', {}, `${this.now} of ${this.t.J}. `), l ? [l.by, ': ', linked(l.events.map((e) => e.words).join(' ') || l.action || '')] : 'The beginning.',
      this.gap !== null && this.gap !== undefined ? h('span', { class: 'dim' }, ` The map shows step ${this.gap}: this page was closed for the steps after it.`) : null);
  }
}
