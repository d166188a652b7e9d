// The panel beside the map: the header, the decision and its reasons, the log, the armies, the lists, the Cases of the rulebook.
import { h, $, replace, store, toast } from './dom.js';
import { portrait } from './pieces.js';
import { cite, linked, ledger, ledgers, die, named, spoken, verbWords, isCase, cases } from './words.js';
import { theme, themeName } from './theme.js';

const TABS = { now: 'Now', log: 'Log', armies: 'Armies', lists: 'Lists', rules: 'Rules' };
const SIDES_OF_DIE = { suleiman: 10, arquebus: 10, marignan: 6, blind_faith: 6 };
const AT_FIRST = 120;

/** Removes the decision from the words for the moment: the bar below the map shows it. */
const moment = (text) => text.replace(/^[^:;.]+ to decide: [^;]*(; |$)/, '').replace(/\. [^:;.]+ to decide:.*$/, '.');

/** Adds the gauge to a line that has it only in words: the demoralized corps, and the number that loses the battle. */
const measured = (line) => (!line.gauge && /^Demoralized: \d+ corps; \d+ lose/.test(line.text) ? { ...line, gauge: line.text.match(/\d+/g).map(Number) } : line);

export class Panel {
  constructor(table) {
    this.t = table;
    this.tab = store.get('tab', 'log');
    if (!TABS[this.tab]) this.tab = 'log';
    this.shown = AT_FIRST;
    this.filter = '';
    this.head = h('header', { class: 'head' });
    this.tabs = h('div', { class: 'tabs', role: 'tablist' }, Object.entries(TABS).map(([key, word]) => h('button', { role: 'tab', id: `tab-${key}`, 'aria-controls': `pane-${key}`, onclick: () => this.toggle(key) }, word)));
    this.tabs.addEventListener('keydown', (e) => {
      const by = { ArrowRight: 1, ArrowLeft: -1 }[e.key];
      const all = [...this.tabs.children];
      if (by) { all[(all.indexOf(e.target) + by + all.length) % all.length].focus(); e.preventDefault(); }
    });
    this.panes = Object.fromEntries(Object.keys(TABS).map((key) => [key, h('div', { class: `pane ${key}`, role: 'tabpanel', id: `pane-${key}`, 'aria-labelledby': `tab-${key}` })]));
    this.lines = h('ol', { class: 'lines', role: 'log', 'aria-label': 'Log', 'aria-live': 'off' });
    // For screen readers, whichever tab is open.
    this.heard = h('div', { class: 'unseen', role: 'log', 'aria-label': 'News', 'aria-live': 'polite', 'aria-relevant': 'additions' });
    this.earlier = h('button', { class: 'link', hidden: true, onclick: () => { this.shown += 300; this.log(); } }, 'earlier steps');
    this.panes.log.append(this.earlier, this.lines);
    this.sheet = h('dialog', { class: 'sheet', 'aria-label': 'A Case of the rulebook' });
    this.ask = h('dialog', { class: 'small', 'aria-label': 'A question' });
    this.side = h('aside', { class: 'side' }, this.tabs, Object.values(this.panes), this.heard, this.sheet, this.ask);
    this.#head();
    this.show(this.tab, false);
    if (innerWidth <= 900) this.side.classList.add('down');
  }

  // ---- the header

  #head() {
    const { t } = this;
    this.moment = h('span', { class: 'moment' });
    this.track = h('span', { class: 'track' });
    this.seats = h('span', { class: 'seats' });
    this.bars = h('span', { class: 'bars' });
    this.sign = h('span', { class: 'sign', role: 'status' });
    this.undoButton = h('button', { class: 'tool', title: 'Undo (u)', onclick: () => t.undo() }, '↶', h('span', {}, ' Undo'));
    this.hintButton = h('button', { class: 'tool', title: 'What would the computer do? (?)', onclick: () => t.hint() }, '☀', h('span', {}, ' Hint'));
    this.menu = h('details', { class: 'menu' }, h('summary', { class: 'tool', 'aria-label': 'Menu' }, '☰'), this.menuBox = h('div', { class: 'menubox' }));
    this.menu.addEventListener('toggle', () => { if (this.menu.open) this.#menu(); });
    document.addEventListener('pointerdown', (e) => { if (this.menu.open && !this.menu.contains(e.target)) this.menu.open = false; });
    replace(this.head, h('a', { class: 'tool home', href: './', title: 'Lobby' }, '⌂'),
      h('div', { class: 'title' }, h('h1', {}, t.about.title), h('div', { class: 'sub' }, this.track, this.moment)),
      this.bars, this.seats, this.sign, this.undoButton, this.hintButton, this.menu);
    this.who();
  }

  #menu() {
    const { t } = this;
    const close = (f) => () => { this.menu.open = false; f(); };
    const tick = (on, text, f) => h('label', { class: 'tick' }, h('input', { type: 'checkbox', checked: on, onchange: f }), text);
    const agents = (t.told?.agents || []).map((a) => a.agent);
    const agent = h('select', { 'aria-label': 'Computer level' }, agents.map((a) => h('option', { value: a, selected: a === t.agent }, a)));
    agent.addEventListener('change', () => { t.agent = agent.value; });
    const item = (text, f, title, off) => h('button', { class: 'item', onclick: close(f), title, disabled: off }, text);
    replace(this.menuBox,
      t.mine && agents.length ? h('section', {}, h('h4', {}, 'Computer for your side'), agent,
        item('What would it do?', () => t.hint(t.agent)), item('Play this decision', () => t.letAgent(t.agent, 'decision')), item('Play the rest of the turn', () => t.letAgent(t.agent, 'rest'))) : null,
      h('section', {}, h('h4', {}, 'On the map'),
        tick(t.show.last, 'Last moves as arrows', () => this.#shows('last')), tick(t.show.follow, 'Replay other sides’ moves step by step', () => this.#shows('follow')), tick(t.show.forced, 'Play forced decisions automatically', () => { this.#shows('forced'); t.forced(); }), tick(t.show.zoc, "The enemy's zones of control", () => this.#shows('zoc')),
        !t.mayThrow ? null : tick(t.ownDice, 'I roll my own dice', () => { t.ownDice = !t.ownDice; store.set('dice', t.ownDice); t.render(); })),
      h('section', {}, item('Replay', () => t.replay.open()), item('Save to a file', () => this.save()), item('Spectator link', () => this.#watch()),
        t.watches || t.turn?.over ? null : [item('Ask to undo more', () => this.offerAskUndo()), item('Offer a draw', () => t.change({ do: 'offer-draw' })), item('Resign', () => this.#resign())]),
      h('section', {}, item(`Light: ${themeName()}`, () => { theme(true); }), item('Controls', () => this.#help()), item('Reconstructed data', () => this.openNotes())));
  }
  #shows(what) { this.t.show = { ...this.t.show, [what]: !this.t.show[what] }; store.set('show', this.t.show); this.t.remark(); }

  who() {
    const { t } = this;
    replace(this.seats, t.about.seats.map((seat) => {
      const el = h('span', { class: `seat ${seat.here ? 'here' : 'away'}`, title: `${seat.sides.map((x) => t.side(x)).join(', ')}: ${seat.who}${seat.here ? '' : ', not here'}` },
        h('i', { class: 'dot' }), seat.sides.map((x) => t.side(x)).join(' & '), h('small', {}, seat.who === 'person' ? (seat.sides.every((x) => t.about.sides.includes(x)) ? 'you' : seat.here ? 'here' : 'away') : t.thinking && seat.sides.includes(t.thinking.side) ? 'thinking…' : seat.who));
      const army = t.army?.(seat.sides[0]);
      if (army) el.firstChild.style.background = army.fill;
      return el;
    }));
  }

  line(ok, gone) {
    this.sign.className = `sign ${ok ? 'ok' : 'bad'}`;
    replace(this.sign, ok ? '' : gone ? 'This match is closed.' : 'No connection to the server; trying again…');
  }

  told() { this.render(); }

  // ---- tabs

  show(key, open = true) {
    this.tab = key;
    store.set('tab', key);
    for (const [k, pane] of Object.entries(this.panes)) {
      pane.hidden = k !== key;
      const tab = $(`#tab-${k}`, this.tabs);
      tab.setAttribute('aria-selected', String(k === key));
    }
    if (open) this.side.classList.remove('down');
    if (this.t.scene) this.render();
    if (key === 'log') this.lines.lastElementChild?.scrollIntoView({ block: 'end' });
  }
  toggle(key) {
    if (innerWidth <= 900 && this.tab === key && !this.side.classList.contains('down')) this.side.classList.add('down');
    else this.show(key);
  }

  render() {
    const { t } = this;
    if (!t.scene) return;
    replace(this.moment, t.replay.on ? `Replay: step ${t.replay.now} of ${t.J}` : moment(t.scene.moment));
    this.#track();
    this.#bars();
    this.undoButton.disabled = t.watches || !t.J || t.replay.on;
    this.hintButton.disabled = !t.mine || t.replay.on;
    if (!t.replay.on) this.who();
    if (this.tab === 'now') this.#now();
    if (this.tab === 'armies') this.#armies();
    if (this.tab === 'lists') this.#lists();
    if (this.tab === 'rules') this.#rules();
  }

  /** The turn track, a row of boxes, in games that count turns. */
  async #track() {
    const { t } = this;
    if (!['marignan', 'blind_faith'].includes(t.about.game)) return;
    const scene = t.replay.on ? t.field.scene : t.scene;
    const turn = Number(scene.moment.match(/^Turn (\d+)/)?.[1] ?? scene.title.match(/: (\d{4})$/)?.[1]);
    if (!turn) return;
    if (!this.last) {
      this.last = -1;
      t.door.ask({ do: 'view', viewer: t.viewer }).then(({ view }) => { this.last = view.last_turn || view.last_year || 0; this.#track(); }).catch(() => {});
    }
    const [from, to] = turn > 1000 ? [1420, 1444] : [1, this.last > 0 ? this.last : turn];
    if (this.tracked === `${turn}/${to}`) return;
    this.tracked = `${turn}/${to}`;
    replace(this.track, Array.from({ length: Math.max(1, to - from + 1) }, (_, i) => h('i', { class: from + i < turn ? 'gone' : from + i === turn ? 'now' : '', title: turn > 1000 ? String(from + i) : `Turn ${from + i}` }, to - from < 14 || from + i === turn ? from + i : '')));
    this.track.setAttribute('aria-label', `Turn ${turn} of ${from} to ${to}`);
  }

  /** The first gauge of each army. The tab Armies has the others. */
  standing(scene) {
    return scene.armies.map((army, i) => {
      const lines = scene.panels.filter((p) => p.army === i).flatMap((p) => p.lines);
      const line = lines.map(measured).find((l) => l.gauge);
      const purse = lines.find((l) => /^Florins: /.test(l.text))?.text.match(/\d+/)?.[0];
      return line && { army, purse, ...line };
    }).filter(Boolean);
  }

  /** Draws the first gauge of each army in the header. */
  #bars() {
    const { t } = this;
    const bars = this.standing(t.replay.on ? t.field.scene : t.scene);
    const key = JSON.stringify(bars.map((b) => [b.text, b.gauge, b.purse]));
    if (this.barred === key) return;
    this.barred = key;
    replace(this.bars, bars.map(({ army, text, purse, gauge: [have, of] }) => {
      const fill = h('i', {});
      fill.style.inlineSize = `${of ? Math.min(100, (100 * have) / of) : 0}%`;
      fill.style.background = army.fill;
      return h('button', { class: 'bar', title: `${army.word}: ${text}`, onclick: () => this.show('armies') }, h('span', { class: 'meter', role: 'meter', 'aria-valuenow': have, 'aria-valuemin': 0, 'aria-valuemax': of, 'aria-label': `${army.word}: ${text}` }, fill),
        h('small', {}, `${army.word} `, h('b', {}, `${have}/${of}`), ` ${text.match(/^\w+/)[0].toLowerCase()}`, purse && [' · ', h('b', {}, purse), ' florins']));
    }));
  }

  // ---- now

  explain() { this.show('now'); this.explained = true; this.#now(); this.panes.now.scrollTop = 0; }

  async #now() {
    const { t } = this;
    const pane = this.panes.now;
    const { turn } = t;
    const parts = [];
    if (turn.over) {
      replace(pane, h('h2', {}, 'Play is over'), h('p', {}, linked(turn.words), turn.words.includes(turn.cite) ? null : [' ', cite(turn.cite)]), (turn.because || []).map((line) => h('p', {}, linked(line[0].toUpperCase() + line.slice(1)))), this.standing(t.scene).map(({ army, text }) => h('p', {}, h('b', {}, army.word), `: ${text}`)));
      return;
    }
    parts.push(h('h2', {}, turn.title, ' ', cite(turn.cite)), h('p', {}, h('b', {}, t.side(turn.side)), t.mine ? ' (you): ' : ': ', turn.question));
    if (turn.within) parts.push(h('p', { class: 'dim small' }, `Within the ${turn.within.is === 'side' ? 'turn' : 'activation'} of ${named(turn.within.name)}.`));
    if (this.hinted) parts.push(this.hinted);
    if (t.chosen?.who.length) parts.push(this.#chosen());
    const reasons = h('div', { class: 'reasonsbox' }, h('p', { class: 'dim' }, '…'));
    parts.push(h('section', {}, h('h3', {}, 'What is legal now, and why nothing else is'), reasons));
    replace(pane, parts);
    try {
      const why = await t.remembered('why ', () => t.door.ask(t.watches ? { do: 'why', by: turn.side } : { do: 'why', by: t.by }));
      const sense = why.sense.length ? why.sense : await this.#senses();
      replace(reasons, h('ul', { class: 'sense' }, sense.map((line) => h('li', {}, linked(line)))),
        why.rulings?.length ? h('details', {}, h('summary', {}, `How ${turn.cite} is read: ${why.rulings.length === 1 ? 'a ruling' : `${why.rulings.length} rulings`}`), h('ul', { class: 'sense' }, why.rulings.map((r) => h('li', {}, cite(r.id), ' ', r.text)))) : null,
        t.mine ? h('p', { class: 'dim small' }, 'Click anything else on the map to see which Cases forbid it.') : null);
    } catch (e) { replace(reasons, h('p', { class: 'dim' }, e.message)); }
  }

  /** What the first action of each verb does, for decisions without an explanation of their own. */
  async #senses() {
    const { t } = this;
    if (!t.mine) return [];
    const verbs = new Map(t.actions.map((a) => [a.verb, a]).reverse());
    const told = await Promise.all([...verbs].slice(0, 8).map(([verb, a]) => t.why(a.words).then((w) => (w.sense.length ? `${verb}: ${w.sense[0]}` : null)).catch(() => null)));
    return told.filter(Boolean);
  }

  #chosen() {
    const { t } = this;
    const who = t.chosen.who.map((id) => t.field.counter(id)).filter(Boolean);
    const lines = h('div', { class: 'info' });
    t.remembered(`piece ${t.chosen.who[0]}`, () => t.door.ask({ do: 'piece', viewer: t.viewer, of: t.chosen.who[0] }))
      .then((a) => replace(lines, a.lines.map((line) => h('p', { class: line.startsWith(' ') ? 'sub' : 'top' }, linked(line.trim()))))).catch(() => {});
    const facing = [...t.chosen.reach.values()][0]?.facing;
    const goals = t.chosen.goals || [];
    return h('section', { class: 'chosencard' }, h('div', { class: 'portraits' }, who.map((c) => portrait(t.scene, c))), h('h3', {}, t.chosen.inHand ? 'Selected' : 'Chosen'), lines,
      goals.length ? [h('h4', {}, 'Possible targets'), h('ul', { class: 'threats' }, goals.map((g) => h('li', {}, h('button', { class: 'link', onclick: () => t.point(g.at) }, named(g.at)), ' ', linked(g.words))))] : null,
      t.chosen.reach.size ? h('p', { class: 'dim' }, `${t.chosen.reach.size} hexes in reach.${facing ? ' Hold or right-click one to choose the facing there.' : ''}`) : h('p', { class: 'dim' }, 'It cannot move now.'));
  }

  hint(answer) {
    const { t } = this;
    if (!answer) { this.hinted = null; this.render(); return; }
    this.show('now');
    if (answer === 'asking') { this.hinted = h('section', { class: 'hint' }, h('p', { class: 'dim' }, 'The computer is thinking…')); this.#now(); return; }
    const { action } = answer;
    const of = [...(action.pieces || []), ...(action.hexes || [])];
    const who = action.pieces?.[0]?.name || (t.turn.of?.is === 'unit' ? t.turn.of.name : null);
    const steps = [action.words, ...(answer.then || [])];
    const end = steps.findIndex((w, i) => i > 0 && !/^(step|face|take)/.test(w));
    t.hinted = { J: t.J, who, hexes: steps.slice(0, end < 0 ? undefined : end).filter((w) => /^(step|enter) /.test(w)).map((w) => w.split(' ')[1]) };
    this.hinted = h('section', { class: 'hint' }, h('h3', {}, `Suggestion (${answer.agent}): `, h('b', {}, spoken(action))),
      action.note && h('p', { class: 'dim' }, action.note), h('ul', { class: 'sense' }, answer.sense.map((line) => h('li', {}, linked(line)))),
      answer.expected_gain !== undefined && answer.expected_gain !== null ? h('p', {}, `Expected gain: ${answer.expected_gain > 0 ? '+' : ''}${answer.expected_gain} points.`) : null,
      answer.then?.length ? h('details', {}, h('summary', {}, `then ${answer.then.length} more, if nothing intervenes`), h('p', {}, answer.then.join(', '))) : null,
      h('p', { class: 'answers' }, h('button', { class: 'verb do', onclick: () => { this.hint(null); t.play(action); } }, 'Play it'),
        h('button', { class: 'verb', onclick: () => { this.hint(null); t.letAgent(answer.agent, 'rest'); } }, 'Play the rest of the turn'),
        h('button', { class: 'verb', onclick: () => { t.hinted = null; this.hint(null); t.render(); } }, 'Dismiss')));
    this.hintedAt = t.J;
    t.point(...of.slice(-1));
    t.render();
  }

  // ---- the log

  news(lines, from) {
    if (this.hintedAt !== this.t.J) this.hinted = null;
    const told = lines.filter((l) => l.events.length).slice(-12);
    this.heard.append(...told.map((l) => h('p', {}, `${this.t.side(l.by)}: ${l.events.map((e) => e.words).join(' ')}`)));
    while (this.heard.children.length > 24) this.heard.firstElementChild.remove();
    const last = Number(this.lines.lastElementChild?.dataset.line || 0);
    if (from !== last || from > this.t.lines.length) { this.log(); return; }
    const pane = this.panes.log;
    const atEnd = pane.scrollHeight - pane.scrollTop - pane.clientHeight < 90;
    this.lines.append(...lines.map((l) => this.#line(l)));
    while (this.lines.children.length > Math.max(this.shown, AT_FIRST) + 100) this.lines.firstElementChild.remove();
    this.earlier.hidden = Number(this.lines.firstElementChild?.dataset.line || 1) <= 1;
    if (atEnd) pane.scrollTop = pane.scrollHeight;
  }

  /** Marks the step of the log that the replay shows. */
  current(line) {
    this.lines.querySelector('.current')?.classList.remove('current');
    const el = line && this.lines.querySelector(`[data-line="${line}"]`);
    if (el) { el.classList.add('current'); el.scrollIntoView({ block: 'nearest' }); }
  }

  /** Shows the latest news over the map, for players who do not have the log open. */
  tick(lines, el) {
    const sides = SIDES_OF_DIE[this.t.about.game] || 10;
    const news = (l, event) => !this.t.about.sides.includes(l.by) || l.faces?.length || /\b(?:die|rolled) \d/.test(event.words);
    const said = lines.flatMap((l) => l.events.filter((event) => news(l, event)).map((event) => [l, event])).slice(-3);
    if (!said.length) return;
    replace(el, said.map(([l, event]) => {
      const found = ledgers(event.event).find(([, x]) => x.base >= 0 && x.base <= 12 && /\b(?:die|rolled) \d/.test(event.words));
      const dice = found ? [found[1].base] : [];
      // Of a roll only the result; the log has the arithmetic.
      const brief = event.words.replace(/^([^:]*?)[:?] (?:die|rolled) \d+, .* = (.*)$/, '$1: $2');
      const row = h('p', {}, dice.map((f) => die(f, sides)), brief);
      const army = this.t.army(l.by);
      if (army) row.style.borderColor = army.fill;
      return row;
    }));
    el.classList.remove('fading');
    void el.offsetWidth;
    el.classList.add('fading');
  }

  log() {
    const { t } = this;
    const lines = t.lines.slice(-this.shown);
    replace(this.lines, lines.map((l) => this.#line(l)));
    this.earlier.hidden = lines.length >= t.lines.length;
    if (this.shown === AT_FIRST) this.panes.log.scrollTop = this.panes.log.scrollHeight;
  }

  #line(l) {
    const { t } = this;
    const side = h('span', { class: 'bydot', title: this.t.side(l.by) });
    const army = t.army(l.by);
    if (army) side.style.background = army.fill;
    const sides = SIDES_OF_DIE[t.about.game] || 10;
    const thrown = l.faces?.length ? l.faces : null;
    // The sum of two dice comes as one face. The words of the event tell it from a single die.
    const sum = (f) => l.events.some((event) => new RegExp(`\\bdice ${f}\\b|\\brolled ${f} on two dice\\b`).test(event.words));
    // The event of a step names the hex already, so its action is left out.
    const step = /^step /.test(l.action || '') && l.events.length === 1 && !thrown;
    const el = h('li', { class: `line${l.events.length || thrown ? '' : ' brief'}${step ? ' step' : ''}`, dataset: { line: String(l.line) } }, side,
      h('div', {}, h('span', { class: 'did' }, h('span', { class: 'no' }, l.line), l.act ? h('b', {}, verbWords(l.act)) : step ? null : l.action || (l.events.length ? null : h('i', { class: 'dim' }, 'a hidden action')),
        thrown ? h('span', { class: 'dice' }, thrown.map((f) => die(f, sides, sum(f)))) : null),
      l.events.map((event) => {
        const found = ledgers(event.event);
        const face = thrown ? null : found.find(([, x]) => x.base >= 0 && x.base <= 12 && /\b(?:die|rolled) \d/.test(event.words));
        const words = h('span', { class: 'words' }, face ? die(face[1].base, sides) : null, linked(event.words), isCase(event.cite) && !event.words.includes(event.cite) ? [' ', cite(event.cite)] : null);
        const sums = found.filter(([, x]) => x.lines.length);
        if (!sums.length) return h('p', { class: 'event' }, words);
        const box = h('details', { class: 'event' }, h('summary', {}, words));
        box.addEventListener('toggle', () => { if (box.open && box.children.length === 1) box.append(...sums.map(([, x]) => ledger(x, /\b(?:die|rolled)\b/.test(event.words)))); });
        return box;
      })));
    el.addEventListener('pointerenter', () => { if (!t.replay.on) t.point(...this.#named(l)); });
    el.addEventListener('pointerleave', () => { if (t.pointed && t.pop.hidden) t.point(); });
    return el;
  }
  #named(l) {
    const words = new Set(`${l.action || ''} ${l.events.map((e) => e.words).join(' ')}`.split(/[\s,;:()]+/));
    return [...words].filter((w) => /^\d{4}$/.test(w)).slice(0, 6);
  }

  // ---- armies and lists

  #armies() {
    const { t } = this;
    const scene = t.replay.on ? t.field.scene : t.scene;
    const pane = this.panes.armies;
    replace(pane, scene.panels.map((panel) => {
      const army = scene.armies[panel.army];
      const title = h('h3', {}, panel.title);
      if (army) title.style.borderColor = army.fill;
      return h('section', { class: 'army' }, title, panel.lines.map(measured).map((line) => {
        if (!line.gauge) return h('p', {}, line.text);
        const [have, of] = line.gauge;
        const fill = h('i', {});
        fill.style.inlineSize = `${of ? Math.min(100, (100 * have) / of) : 0}%`;
        if (army) fill.style.background = army.fill;
        return h('div', { class: 'gauge', role: 'meter', 'aria-valuenow': have, 'aria-valuemax': of, 'aria-label': line.text }, h('span', {}, line.text), h('div', { class: 'meter' }, fill));
      }));
    }), this.#key(scene));
  }

  #key(scene) {
    const kinds = [...new Set(scene.counters.map((c) => c.kind))];
    const some = kinds.map((k) => scene.counters.find((c) => c.kind === k));
    return h('details', { class: 'key' }, h('summary', {}, 'What the pieces mean'), h('div', { class: 'kinds' }, some.map((c) => h('span', {}, portrait(scene, { ...c, condition: null, facing: null, badges: [] }), scene.kinds[c.kind].word))),
      h('p', { class: 'small' }, scene.conditions.map((c) => c.word).join(', ')), scene.notes.map((n) => h('p', { class: 'dim small' }, n)));
  }

  #lists() {
    const { t } = this;
    const pane = this.panes.lists;
    const key = JSON.stringify([t.J, t.mine, t.actions.length, t.chosen?.who, t.chosen?.reach.size]);
    if (key === this.listed && pane.firstChild) return;
    this.listed = key;
    const keep = pane.querySelector('input')?.value ?? '';
    const focused = document.activeElement === pane.querySelector('input');
    const search = h('input', { type: 'search', placeholder: 'A piece, a hex, a verb…', 'aria-label': 'Search the lists', value: keep });
    const body = h('div', {});
    const fill = () => {
      const want = search.value.trim().toLowerCase();
      const hit = (text) => !want || text.toLowerCase().includes(want);
      const verbs = new Map();
      for (const a of t.actions) if (hit(`${a.words} ${a.note || ''}`)) verbs.set(a.verb, [...(verbs.get(a.verb) || []), a]);
      const reach = t.chosen ? [...t.chosen.reach].filter(([label]) => hit(label)) : [];
      const pieces = t.scene.counters.filter((c) => hit(`${c.id} ${c.name} ${t.field.label(c.site)} ${t.field.describe(c)}`));
      replace(body,
        h('h3', {}, t.mine ? `Legal actions: ${t.actions.length}` : 'No decision is yours now'),
        [...verbs].map(([verb, of]) => h('details', { open: of.length <= 6 || !!want }, h('summary', {}, `${verbWords(verb)} (${of.length})`), h('div', { class: 'acts' }, of.map((a) => t.row(a))))),
        t.chosen?.reach.size ? h('details', { open: !!want }, h('summary', {}, `${t.chosen.who.map(named).join(', ') || 'Selected'}: go to (${reach.length})`), h('div', { class: 'acts' }, reach.map(([label, c]) => t.moveRow(label, c)))) : null,
        h('h3', {}, 'Pieces on the map'),
        t.scene.armies.map((army, i) => {
          const of = pieces.filter((c) => c.army === i);
          return h('details', { open: !!want }, h('summary', {}, `${army.word} (${of.length})`), h('ul', { class: 'pieces' }, of.map((c) => h('li', {}, h('button', { onclick: () => this.#to(c) }, h('b', {}, c.name), ' ', h('small', { class: 'id' }, c.id), ` in ${t.field.label(c.site)}: ${t.field.describe(c)}`)))));
        }));
    };
    search.addEventListener('input', fill);
    fill();
    replace(pane, search, body);
    if (focused) search.focus();
  }
  #to(c) {
    const { t } = this;
    t.field.seek(c.site, true);
    t.tap({ site: c.site, label: t.field.label(c.site), piece: c.id, list: true });
  }

  // ---- Cases

  async openCase(number) {
    const { t } = this;
    const body = h('div', { class: 'casebody' }, h('p', { class: 'dim' }, '…'));
    replace(this.sheet, h('button', { class: 'x', 'aria-label': 'Close', onclick: () => this.sheet.close() }, '×'), body);
    if (!this.sheet.open) this.sheet.show();
    try {
      const found = await t.door.ask({ do: 'case', number });
      const c = found.case;
      const rulings = [...(found.ruling ? [found.ruling] : []), ...(found.rulings || [])];
      const standing = { reconstructed: 'Reconstructed: the rulebook does not print this. The casebook gives the reason.', optional: 'An optional rule.', text: 'A text without a rule of its own.', setup: 'Part of the set-up.' }[c?.standing];
      replace(body, c ? [h('p', { class: 'casenumber' }, `Case ${number}`), h('h2', {}, c.title), standing && h('p', { class: `standing ${c.standing}` }, standing)] : h('h2', {}, `Ruling ${number}`),
        rulings.length ? [h('h3', {}, c ? 'Rulings' : 'As played'), h('ul', { class: 'rulings' }, rulings.map((r) => h('li', {}, h('b', {}, r.id), ' ', r.text,
          r.switch && h('p', { class: 'other' }, 'The other reading, which you can choose for a match: ', r.switch), r.cases && h('p', { class: 'dim small' }, 'On ', r.cases.split(/, /).map((n, i) => [i ? ', ' : '', cite(n)])))))]
          : h('p', { class: 'dim' }, 'Played as printed, without a ruling.'),
        h('p', { class: 'dim small' }, 'Read the text in the rulebook of the game; it is copyrighted and not printed here.'),
        c?.place && /[/.]/.test(c.place) ? h('p', { class: 'dim small' }, `Code: ${c.place}`) : null,
        this.#met(number));
    } catch (e) { replace(body, h('h2', {}, `Case ${number}`), h('p', {}, e.message)); }
  }

  /** The steps of the match in which this Case has been cited. */
  #met(number) {
    const { t } = this;
    const lines = t.lines.filter((l) => l.events.some((e) => e.cite === number || e.words.includes(`(${number})`)));
    if (!lines.length) return null;
    return h('details', {}, h('summary', {}, `Cited ${lines.length === 1 ? 'once' : `${lines.length} times`} in this match`), h('ol', { class: 'lines' }, lines.slice(-12).map((l) => this.#line(l))));
  }

  #rules() {
    const { t } = this;
    const pane = this.panes.rules;
    if (!t.cases || pane.dataset.done === String(t.cases.cases.length)) return;
    pane.dataset.done = String(t.cases.cases.length);
    const search = h('input', { type: 'search', placeholder: 'Number or a word of the title', 'aria-label': 'Search the Cases' });
    const list = h('ul', { class: 'caselist' });
    const all = [...t.cases.cases, ...(t.cases.house?.cases || [])];
    const fill = () => {
      const want = search.value.trim().toLowerCase();
      replace(list, all.filter((c) => !want || `${c.number} ${c.title}`.toLowerCase().includes(want)).map((c) => h('li', {}, cite(c.number), ' ', c.title, c.standing === 'reconstructed' ? h('span', { class: 'tag' }, 'reconstructed') : null)));
    };
    search.addEventListener('input', fill);
    fill();
    const options = t.about.options || [];
    replace(pane, h('h2', {}, t.cases.title), options.length ? h('p', {}, 'In this match otherwise: ', options.map((o, i) => [i ? ', ' : '', cite(o)])) : null, search, list);
  }

  openNotes() {
    const { t } = this;
    const some = (t.cases?.cases || []).filter((c) => c.standing === 'reconstructed');
    replace(this.sheet, h('button', { class: 'x', 'aria-label': 'Close', onclick: () => this.sheet.close() }, '×'), h('div', { class: 'casebody' }, h('h2', {}, 'What is reconstructed'),
      t.scene.notes.map((n) => h('p', {}, n)), some.length ? [h('p', {}, 'Cases that the rulebook does not print:'), h('ul', {}, some.map((c) => h('li', {}, cite(c.number), ' ', c.title)))] : null,
      h('p', { class: 'dim small' }, `Rules data ${t.about.rules}`)));
    if (!this.sheet.open) this.sheet.show();
  }

  // ---- undo requests, draw offers, resigning, saving

  /** The open undo request and draw offers, for the bar below the map. */
  offers() {
    const { t } = this;
    const { asks_undo: asks, draw_offers: draws } = t.after || {};
    const out = [];
    if (t.failed) {
      out.push(h('div', { class: 'offer failed', role: 'alert' }, h('b', {}, t.failed.agent ? 'The computer player failed repeatedly here. ' : 'The rules engine failed and was restarted. '),
        `The match is saved at step ${t.J}: nothing is lost. `, t.failed.agent ? 'Undo a step and play on differently, or save the match and report it. ' : 'Play on. ',
        h('details', {}, h('summary', {}, 'Details'), h('p', { class: 'small' }, t.failed.why)), h('button', { class: 'verb', onclick: () => { t.failed = null; t.render(); } }, 'OK')));
    }
    if (asks && !t.watches) {
      const own = t.about.sides.includes(asks.by);
      const alone = own && t.about.sides.length === 1;
      const wish = JSON.stringify([asks, t.J]);
      if (t.declined !== wish) out.push(this.#wish(asks, own, alone, wish));
    }
    if (draws?.length && !t.watches) {
      const own = draws.every((d) => t.about.sides.includes(d));
      out.push(h('div', { class: 'offer' }, own ? 'You offer a draw. ' : `${draws.map((x) => t.side(x)).join(', ')} offers a draw. `,
        !own || t.about.sides.length > 1 ? [h('button', { class: 'verb do', onclick: () => t.change({ do: 'accept-draw', by: this.#other(draws[0]) }) }, 'Accept'), h('button', { class: 'verb', onclick: () => t.change({ do: 'decline-draw', by: this.#other(draws[0]) }) }, 'Decline')]
          : h('button', { class: 'verb', onclick: () => t.change({ do: 'decline-draw' }) }, 'Withdraw it')));
    }
    return out;
  }
  /** An undo request, with all steps that it would undo. */
  #wish(asks, own, alone, wish) {
    const { t } = this;
    const gone = t.lines.slice(asks.to);
    const to = t.tells('to', 'grant-undo') ? { to: asks.to } : {};
    return h('div', { class: 'offer wish' }, h('div', {}, h('b', {}, own ? 'You ask' : `${t.side(asks.by)} asks`), ` to undo ${gone.length === 1 ? 'the last step' : `the last ${gone.length} steps`}${alone ? '; playing on declines it.' : '.'}`),
      h('details', { open: gone.length <= 4 }, h('summary', {}, 'Steps to undo'), h('ol', { class: 'undone', start: asks.to + 1 }, gone.slice(0, 40).map((l) => h('li', {}, h('b', {}, l.by), ` ${l.action || 'a hidden action'}`,
        l.events.length ? h('span', { class: 'dim' }, `: ${l.events.map((e) => e.words).join(' ')}`) : null))), gone.length > 40 ? h('p', { class: 'dim' }, `and ${gone.length - 40} more`) : null),
      alone ? null : [h('button', { class: 'verb do', onclick: () => t.change({ do: 'grant-undo', by: this.#other(asks.by), ...to }) }, 'Allow it'),
        h('button', { class: 'verb', onclick: () => { t.declined = wish; t.render(); } }, 'No, play on')]);
  }
  #other(side) { return this.t.about.sides.find((x) => x !== side) || this.t.by; }

  offerAskUndo(error) {
    const { t } = this;
    if (!t.J) return;
    const own = t.lines.filter((l) => t.about.sides.includes(l.by) && !l.act).slice(-7).reverse();
    const others = t.about.seats.filter((seat) => !seat.sides.every((x) => t.about.sides.includes(x)));
    const agents = others.every((seat) => seat.who !== 'person');
    this.#question('Undo', [error ? h('p', {}, 'You cannot undo that alone: a die was rolled, something hidden was revealed, or the step was not yours.') : null,
      h('p', {}, agents ? 'The computer agrees to every undo. Go back to before:' : 'Ask your opponent to go back to before:'),
      h('div', { class: 'acts' }, own.map((l) => h('button', { class: 'act', onclick: () => { this.ask.close(); t.change({ do: 'ask-undo', to: l.line - 1 }); } }, h('span', { class: 'words' }, l.action), h('span', { class: 'note' }, `line ${l.line}, ${t.J - l.line + 1} to undo`))))]);
  }
  #resign() {
    this.#question('Resign?', [h('p', {}, `${this.t.side(this.t.by)} resigns, and the battle is over.`), h('p', { class: 'answers' }, h('button', { class: 'verb do', onclick: () => { this.ask.close(); this.t.change({ do: 'resign' }); } }, 'Give up'), h('button', { class: 'verb', onclick: () => this.ask.close() }, 'Fight on'))]);
  }
  #watch() {
    const link = new URL(`./#${this.t.about.watch}`, document.baseURI).href;
    this.#question('Spectator link', [h('p', {}, 'Anyone who has it sees what spectators may see, and cannot play.'), h('input', { value: link, readOnly: true, onfocus: (e) => e.target.select() }),
      h('p', { class: 'answers' }, h('button', { class: 'verb', onclick: () => navigator.clipboard?.writeText(link).then(() => toast('Copied.')) }, 'Copy'))]);
  }
  #help() {
    this.#question('Controls', [h('ul', { class: 'sense' }, [
      'Click a highlighted piece to select it: the hexes in reach light up with their cost. Click one to move there, or drag the piece.',
      'Shift-click adds a piece to the selection, where the game lets pieces move together.',
      'Click an enemy or a marked hex to see the possible actions, with odds behind the question mark. No die is rolled before you confirm.',
      'Click anything else to see why it is not legal, with every Case.',
      'Hold or right-click a hex to see what is known of it, what threatens it, and the facings to arrive with.',
      'On the map: arrows go from hex to hex, n to the next choice, Enter clicks, i describes the hex; Shift with arrows scrolls, + and − zoom, 0 shows the whole map.',
      'm: map; a: choices; u: undo; ?: ask the computer; Escape: close.',
      '“Lists” has every action, without the map.',
    ].map((x) => h('li', {}, x)))]);
  }
  #question(title, content) {
    replace(this.ask, h('button', { class: 'x', 'aria-label': 'Close', onclick: () => this.ask.close() }, '×'), h('h2', {}, title), content);
    if (!this.ask.open) this.ask.showModal();
  }

  /** Asks the player for the face of a physical die. Returns null if they cancel. */
  askFace(wanted, faces) {
    return new Promise((done) => {
      let told = null;
      const n = wanted.high - wanted.low + 1;
      const sides = wanted.die === '2d6' ? 0 : n === 6 ? 6 : 10;
      const faceButton = (f) => h('button', { class: 'facebutton', onclick: () => { told = f; this.ask.close(); } }, sides ? die(f, sides) : f);
      this.#question('Your dice', [h('p', {}, `Roll ${typeof wanted.die === 'string' ? wanted.die : 'a die'} for `, h('b', {}, wanted.what), ' ', cite(wanted.cite), '. What did you roll?'),
        faces.length ? h('p', { class: 'dim' }, `So far: ${faces.join(', ')}`) : null, h('div', { class: 'facebuttons' }, Array.from({ length: Math.min(n, 40) }, (_, i) => faceButton(wanted.low + i)))]);
      this.ask.addEventListener('close', () => done(told), { once: true });
    });
  }

  async save() {
    const { t } = this;
    try {
      const text = await t.door.save();
      const link = h('a', { href: URL.createObjectURL(new Blob([typeof text === 'string' ? text : JSON.stringify(text)], { type: 'text/plain' })), download: `${t.about.battle}-${t.J}.save` });
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
    } catch (e) { toast(e.message); }
  }
}
