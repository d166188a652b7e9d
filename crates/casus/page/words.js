// Formatting: Cases as links, fractions as percentages, die faces, odds, refusals, ledgers.
import { h, s } from './dom.js';

const CASE = /\[([A-Z]+-?\d+[a-z]?)\]|(\d+(?:\.\d+)+(?:-opt)?(?:\(\d*[a-z]*\))*[A-Za-z]?(?![\w.]*\w))/g;

/** The known Cases, and the function that opens one. The page sets both. */
export const cases = { known: new Set(), open: () => {} };
const base = (number) => number.replace(/\(.*$/, '').replace(/[A-Za-z]$/, '');
export const isCase = (number) => cases.known.has(number) || cases.known.has(base(number));

/** A button that opens a Case. */
export const cite = (number, text = number) => h('button', { type: 'button', class: 'cite', title: `Case ${number}: open`, onclick: (e) => { e.stopPropagation(); cases.open(number); } }, text);

/** A text with a link for every Case in it. */
export function linked(text) {
  const out = [];
  let from = 0;
  for (const m of String(text).matchAll(CASE)) {
    const number = m[1] || m[2];
    if (m[2] && !isCase(number)) continue;
    const open = text.lastIndexOf('(', m.index);
    if (m[2] && (open < 0 || text.indexOf(')', open) < open)) continue;
    const to = m.index + m[0].length;
    // Keep a parenthesis and its Case on one line.
    if (text[m.index - 1] === '(' && m.index - 1 >= from && /[),]/.test(text[to] || '')) {
      out.push(text.slice(from, m.index - 1), h('span', { class: 'together' }, '(', cite(number, m[0]), text[to]));
      from = to + 1;
    } else {
      out.push(text.slice(from, m.index), cite(number, m[0]));
      from = to;
    }
  }
  out.push(text.slice(from));
  return out;
}

export const share = (fraction) => { const [a, b] = String(fraction).split('/').map(Number); return b ? a / b : a; };
export function percent(x) {
  if (x <= 0) return '0%';
  if (x >= 1) return '100%';
  const p = x * 100;
  return p < 1 ? '<1%' : p > 99 ? '>99%' : `${p < 10 ? p.toFixed(1) : Math.round(p)}%`;
}
/** Labels of buttons for verbs that games share. Any other verb is its own label. */
const LABELS = {
  take: 'Select', 'take-leader': 'Select leader', 'take-standard': 'Select Standard', halt: 'Done', 'end-moves': 'End movement', hold: 'Decline', 'hold-all': 'Decline all',
  name: 'Roll for continuity with', 'let-roll': 'Do not seize', strike: 'Roll against',
};
export const verbWords = (verb) => { const w = verb.replaceAll('-', ' '); return LABELS[verb] || w[0].toUpperCase() + w.slice(1); };
/** The names of pieces, by id. The page fills it from the match. */
export const titles = {};
export const named = (id) => titles[id] || id;
/** The name of a piece, with its id beside it in small type. */
export const withId = (id) => (titles[id] ? [titles[id], ' ', h('small', { class: 'id' }, id)] : id);
/** The note of an action, without the name of its piece, which is shown beside it. */
export const noted = (action) => { const [id] = (action.pieces || []).map((p) => named(p.name)); return id && action.note?.startsWith(id) ? action.note.slice(id.length).replace(/^, /, '') : action.note || ''; };
export const spoken = (action) => { const [verb, ...rest] = action.words.split(' '); return [verbWords(verb), ...rest.map(named)].join(' '); };

const PIPS = { 1: [4], 2: [0, 8], 3: [0, 4, 8], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8] };
/** The face of a die: pips for a six-sided die, a number for a ten-sided die and for the sum of two six-sided dice. */
export function die(face, sides, sum = false) {
  const six = sides === 6 && !sum && PIPS[face];
  return s('svg', { class: `die ${six ? 'six' : 'ten'}`, viewBox: '0 0 30 30', role: 'img', 'aria-label': `die ${face}` }, s('title', {}, sides === 6 && !six ? `rolled ${face}` : `rolled ${face}`),
    sides === 6 ? s('rect', { x: 2, y: 2, width: 26, height: 26, rx: 6 }) : s('path', { d: 'M15 1L29 12 24 22 15 29 6 22 1 12Z' }),
    six ? PIPS[face].map((n) => s('circle', { cx: 8 + 7 * (n % 3), cy: 8 + 7 * Math.floor(n / 3), r: 2.6 })) : s('text', { x: 15, y: 20 }, face));
}

const signed = (n) => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : '±0');
const place = (from) => (from && typeof from === 'object' ? Object.values(from).flat().join(' ') : '');

/** All ledgers in an event's data, each with its key. */
export function ledgers(data, under = '') {
  if (!data || typeof data !== 'object') return [];
  if (Array.isArray(data)) return data.flatMap((x) => ledgers(x, under));
  if (Array.isArray(data.lines) && 'base' in data && 'total' in data) return [[under, data]];
  return Object.entries(data).flatMap(([key, value]) => ledgers(value, key));
}
/** A ledger as a table. */
export function ledger(of, face) {
  return h('table', { class: 'ledger' }, h('tbody', {},
    h('tr', {}, h('td', { class: 'num' }, of.base), h('td', {}, face ? 'the die' : 'to begin with'), h('td', {})),
    of.lines.map((l) => h('tr', {}, h('td', { class: 'num' }, signed(l.value)), h('td', {}, l.label, place(l.from) && h('span', { class: 'dim' }, ` · ${named(place(l.from))}`)), h('td', {}, cite(l.cite)))),
    h('tr', { class: 'sum' }, h('td', { class: 'num' }, of.total), h('td', {}, of.clamped !== undefined && of.clamped !== null ? `read as ${of.clamped}` : 'in all',
      of.shift ? `: ${signed(of.shift.columns)} columns, ${signed(of.shift.die)} on the die` : ''), h('td', {}))));
}

/** The value that a rule measured, and the bound that it sets. */
function measured({ of, have, bound }) {
  if (bound.needs !== undefined) return `needs ${bound.needs} ${of}, has ${have}`;
  const [kind, limit] = Object.entries(bound)[0];
  return `${of} ${have}, ${kind.replace('_', ' ')} ${limit}`;
}

/** A refusal as a list item: the reason, the measured value, the place and the Case. */
export function reason(r, point) {
  const need = r.measure ? h('span', { class: 'need' }, measured(r.measure)) : null;
  const where = r.at && r.at.name ? h('button', { type: 'button', class: 'where', onclick: () => point?.(r.at) }, named(r.at.name)) : null;
  return h('li', { class: 'reason' }, h('span', { class: 'because' }, r.because[0].toUpperCase() + r.because.slice(1)), ' ', need, where,
    h('span', { class: 'by' }, cite(r.cite), h('span', { class: 'dim' }, ` ${r.title}`)));
}

/** The chance of each single effect, summed over all outcomes. */
function single(outcomes) {
  const sum = new Map();
  for (const o of outcomes) for (const line of new Set(o.becomes)) sum.set(line, (sum.get(line) || 0) + share(o.chance));
  return [...sum].sort((a, b) => b[1] - a[1]);
}
const bar = (x, text, title) => {
  const fill = h('span', { class: 'fill' });
  fill.style.inlineSize = `${Math.max(1, x * 100)}%`;
  return h('li', { class: 'odd', title }, h('span', { class: 'pc' }, percent(x)), h('span', { class: 'meter' }, fill), h('span', { class: 'what' }, text));
};
function foretold(of, title) {
  const many = of.outcomes.length;
  const rest = share(of.unresolved);
  const whole = many <= 6;
  const rows = whole ? of.outcomes.map((o) => bar(share(o.chance), o.becomes.join('; '), `${o.chance}; then ${o.next}`))
    : single(of.outcomes).slice(0, 12).map(([line, x]) => bar(x, line));
  return h('div', { class: 'foretold' }, h('p', { class: 'how' }, `${title}: ${of.how}`, whole ? '' : `; ${many} outcomes, piece by piece`),
    h('ul', { class: 'odds' }, rows, rest > 0 && bar(rest, `not complete${of.why.length ? `: ${of.why.join(', ')}` : ''}`)));
}
/** The answer to `odds` as elements: the chances at once and at the end, or the certain result if there is no chance. */
export function odds(answer, brief = false) {
  const { near, far } = answer;
  const hinges = (of) => of && (of.outcomes.length > 1 || share(of.unresolved) > 0);
  const parts = [];
  if (hinges(near)) parts.push(foretold(near, 'At once'));
  if (hinges(far) && !(brief && parts.length)) parts.push(foretold(far, 'In the end'));
  if (!parts.length && near.outcomes[0]?.becomes.length) parts.push(h('p', { class: 'how' }, `For certain: ${near.outcomes[0].becomes.join('; ')}`));
  if (parts.length && answer.dealt) parts.push(h('p', { class: 'dim small' }, 'Hidden pieces were drawn at random for this.'));
  return parts;
}
