// Counters: a single one, several as a block of rows or as a number, and leaders along the edge.
import { s, drawing } from './dom.js';
import { target, wedge, headingWord } from './geometry.js';
import { SYMBOLS, DROP } from './symbols.js';

const BODY = 37;
const BLOCK = 39;
const FOOT = 14;
const REACH = 51;
const INK = '#2b2622';

const breadth = (text) => [...text].reduce((sum, c) => sum + ('·.,-/ Iijl'.includes(c) ? 40 : 'MWmw'.includes(c) ? 100
  : c !== c.toLowerCase() ? 77 : 69), 0);
const fitted = (wide, text, most) => Math.max(4, Math.min(most, Math.floor((wide * 100) / Math.max(1, breadth(text)))));
const short = (text, n) => ([...text].length <= n ? text : `${[...text].slice(0, n - 1).join('').trimEnd()}…`);
const box = (inset, half = BODY) => ({ x: inset - half, y: inset - half, width: 2 * (half - inset), height: 2 * (half - inset), rx: 9 });
const label = (x, y, size, fill, text, anchor = 'middle', weight = 'bold') => s('text', { x, y, 'font-size': size, fill, 'text-anchor': anchor, 'font-weight': weight }, text);

export const symbolOf = (scene, c) => scene.kinds[c.kind]?.symbol || 'other';
export const isLeader = (scene, c) => symbolOf(scene, c) === 'leader';
export const lookOf = (scene, c) => scene.conditions[c.condition]?.look || 'fresh';
const colours = (scene, c) => scene.armies[c.army] || { fill: '#777777', ink: '#ffffff' };
const inkOf = (scene, c, look) => (look === 'broken' ? INK : colours(scene, c).ink);

/** Describes a piece in words: its army, kind, command, facing and state. */
export function describe(scene, c) {
  const words = [scene.armies[c.army]?.word, scene.kinds[c.kind]?.word, scene.groups[c.group] ? `of ${scene.groups[c.group].word}` : null];
  const facing = headingWord(scene.orientation, c.facing);
  const state = scene.conditions[c.condition]?.word;
  return [words.filter(Boolean).join(' '), c.ratings, c.note, facing && `facing ${facing}`, state].filter(Boolean).join(', ');
}

function symbol(scene, c, transform) {
  const name = symbolOf(scene, c);
  const back = name === 'leader' ? s('circle', { r: 17, fill: '#f4ecd8', stroke: INK, 'stroke-width': 2 })
    : s('path', { d: 'M-26 -16h52v32h-52z', fill: '#f4ecd8', stroke: INK, 'stroke-width': 2 });
  return s('g', { transform, fill: 'none', stroke: INK, 'stroke-width': 3, 'stroke-linejoin': 'round' }, back, drawing(SYMBOLS[name]));
}
function smallSymbol(scene, c, left, high) {
  const scale = Math.min(0.44, Math.max(0.1, (high - 3) / 34));
  return [symbol(scene, c, `translate(${left + 26 * scale} 0) scale(${scale.toFixed(2)})`), 52 * scale];
}
function chip(text, x, y, size) {
  const wide = (size * breadth(text)) / 100 + 5;
  return [s('rect', { x: x - wide, y: y - size, width: wide, height: size + 3, rx: 3, fill: '#f4ecd8', stroke: INK, 'stroke-width': 1.5 }),
    label(x - 2.5, y, size, INK, text, 'end')];
}
const cross = (fill, x, y) => [s('circle', { cx: x, cy: y, r: 9, fill: '#fff6e3', stroke: fill, 'stroke-width': 3 }),
  s('path', { d: `M${x - 4} ${y - 4}l8 8m0 -8l-8 8`, stroke: '#1c1712', 'stroke-width': 3 })];
function badges(scene, c, at) {
  return (c.badges || []).map((b, i) => {
    const kind = scene.marker_kinds[b];
    const [x, y, scale] = at(i);
    return kind && s('g', { transform: `translate(${x} ${y}) scale(${scale})` }, s('title', {}, kind.word),
      s('circle', { r: 11, fill: kind.colour, stroke: INK, 'stroke-width': 2 }), label(0, 5, 15, INK, kind.mark));
  });
}

/** A piece as an SVG group, which can be found by the piece's id. */
function open(scene, c, x, y, ...children) {
  return s('g', { class: 'piece', transform: `translate(${x} ${y})`, dataset: { piece: c.id }, 'aria-label': `${c.name}: ${describe(scene, c)}` }, ...children);
}

function body(fill, look) {
  const shadow = s('rect', { ...box(0), transform: 'translate(2 3)', fill: '#2b2014', 'fill-opacity': 0.35 });
  const plain = s('rect', { ...box(0), fill, stroke: INK, 'stroke-width': 2 });
  if (look === 'worn') {
    return [shadow, s('rect', { ...box(0), fill }), s('rect', { ...box(2), fill: 'url(#worn)', stroke: '#e0a431', 'stroke-width': 6, 'stroke-dasharray': '14 6' })];
  }
  if (look === 'hurt') return [shadow, plain, s('g', { transform: 'translate(33 -33)' }, drawing(DROP))];
  if (look === 'broken') return [shadow, s('rect', { ...box(2), fill: '#ddd5c4', stroke: fill, 'stroke-width': 6 }), ...cross(fill, 35, -35)];
  if (look === 'covered') return [shadow, plain, s('rect', { ...box(9), fill: 'none', stroke: '#f4ecd8', 'stroke-width': 3 })];
  return [shadow, plain];
}
const rim = (props) => s('rect', { class: 'rim', fill: 'none', ...props });

function writing(scene, c, look) {
  const out = [];
  const group = scene.groups[c.group];
  if (group) out.push(s('path', { d: 'M-33 -17h7v30h-7zM26 -17h7v30h-7z', fill: group.colour }));
  const ink = inkOf(scene, c, look);
  const [name, ratings, note] = [short(c.text, 14), short(c.ratings, 10), short(c.note, 5)];
  const long = [...note].length > 2;
  const aside = !note || long ? 0 : (breadth(note) * 14) / 100 + 7;
  const room = 2 * BODY - 6;
  const [shape, base, most] = long ? ['translate(0 -6) scale(.72)', 20, 17] : ['translate(0 -2)', 33, 22];
  out.push(symbol(scene, c, shape), label(0, -21, fitted(room, name, 17), ink, name),
    label(-aside / 2, base, fitted(room - aside, ratings, most), ink, ratings));
  if (long) out.push(...chip(note, (5 + (breadth(note) * 12) / 100) / 2, 34, 12));
  else if (note) out.push(...chip(note, BODY - 4, 31, 14));
  return out;
}

/** A single counter, centred on (x, y). */
export function counter(scene, c, x = 0, y = 0) {
  const look = lookOf(scene, c);
  const east = (target(scene.orientation, c.facing)?.[0] ?? 0) > 0;
  return open(scene, c, x, y, body(colours(scene, c).fill, look),
    look === 'covered' ? label(0, 9, 22, inkOf(scene, c, look), '?') : writing(scene, c, look),
    c.facing && s('path', { class: 'wedge', d: wedge(scene.orientation, c.facing) }),
    badges(scene, c, (i) => [east ? -BODY - 2 : BODY + 2, 22 * i - 26, 1]), rim(box(-2, BODY)));
}

function row(scene, c, x, y, high) {
  const look = lookOf(scene, c);
  const { fill } = colours(scene, c);
  const plot = (inset) => ({ x: inset - BODY, y: inset - high / 2, width: 2 * (BODY - inset), height: Math.max(1, high - 2 * inset), rx: 4 });
  const out = [];
  if (look === 'worn') {
    out.push(s('rect', { ...plot(0), fill }), s('rect', { ...plot(0), fill: 'url(#worn)' }),
      s('rect', { ...plot(2), fill: 'none', stroke: '#e0a431', 'stroke-width': 4, 'stroke-dasharray': '11 5' }));
  } else if (look === 'broken') out.push(s('rect', { ...plot(2), fill: '#ddd5c4', stroke: fill, 'stroke-width': 4 }), ...cross(fill, 35, -high / 2 + 4));
  else out.push(s('rect', { ...plot(0), fill, stroke: INK, 'stroke-width': 2 }));
  const ink = inkOf(scene, c, look);
  if (look === 'covered') {
    const size = Math.min(22, Math.max(4, high - 4));
    out.push(label(0, size * 0.36, size, ink, '?'));
  } else {
    const group = scene.groups[c.group];
    if (group) out.push(s('path', { d: `M-35 ${3 - high / 2}h5v${Math.max(0, high - 6)}h-5z`, fill: group.colour }));
    const [sign, wide] = smallSymbol(scene, c, -28, high);
    out.push(sign);
    const left = wide - 25;
    const room = BODY - 4 - left;
    const [name, ratings, note] = [short(c.text, 10), short(c.ratings, 10), short(c.note, 5)];
    const brief = [...note].length < 3;
    const lines = high >= 24 && !brief ? 3 : high >= 19 ? 2 : 1;
    const step = (high - 2) / lines;
    const size = Math.min(step, 13);
    const base = (n) => 1 - high / 2 + step * n + step / 2 + size * 0.36;
    let aside = 0;
    if (brief && lines === 2 && note) {
      out.push(...chip(note, BODY - 3, base(0), Math.min(size, 10)));
      aside = (breadth(note) * Math.min(size, 10)) / 100 + 7;
    }
    [[name, aside], [ratings, 0], [note, 0]].slice(0, lines).forEach(([text, less], n) => {
      out.push(label(left, base(n), fitted(room - less, text, size), ink, text, 'start'));
    });
  }
  out.push(badges(scene, c, (i) => [BODY + 2 - 17 * i, 0, 0.8]));
  return open(scene, c, x, y, out, rim({ ...plot(-1) }));
}

const shade = (x, y) => s('rect', { x: x - BODY + 2, y: y - BLOCK + 3, width: 2 * BODY, height: 2 * BLOCK, rx: 6, fill: '#2b2014', 'fill-opacity': 0.35 });
const foot = (x, y, words) => [s('rect', { x: x - BODY, y: y + BLOCK - FOOT, width: 2 * BODY, height: FOOT, rx: 4, fill: '#1c1712' }),
  label(x, y + BLOCK - 3, 12, '#fff6e3', words)];

function block(scene, units) {
  const n = units.length;
  const own = units.every((u) => u.army === units[0].army);
  const told = units.map((u) => u.strength).filter((v) => v !== undefined && v !== null);
  const sum = own && told.length === n ? `×${n} Σ${told.reduce((a, b) => a + b, 0)}` : null;
  const high = 2 * BLOCK - (sum ? FOOT : 0);
  const headings = new Map(units.filter((u) => u.facing).map((u) => [JSON.stringify(u.facing), u.facing]));
  return [shade(0, 0), units.map((u, i) => {
    const [from, to] = [(high * i) / n, (high * (i + 1)) / n];
    return row(scene, u, 0, -BLOCK + (from + to) / 2, to - from);
  }), sum && foot(0, 0, sum), [...headings.values()].map((f) => s('path', { class: 'wedge', d: wedge(scene.orientation, f) }))];
}

function counted(scene, units) {
  const armies = new Map();
  for (const u of units) armies.set(u.army, [...(armies.get(u.army) || []), u]);
  const several = armies.size > 1;
  return [...armies.values()].map((of, i) => {
    const [dx, dy] = !several ? [0, 0] : i % 2 === 0 ? [-21, 15] : [21, -15];
    const top = of[of.length - 1];
    const kinds = new Map();
    for (const u of of) kinds.set(u.kind, [...(kinds.get(u.kind) || []), u]);
    const { fill, ink } = colours(scene, top);
    const name = short(top.text, 14);
    const high = 2 * BLOCK - 17 - (of.length > 1 ? FOOT : 0);
    const rows = [...kinds.values()].map((some, j) => {
      const [a, b] = [(high * j) / kinds.size, (high * (j + 1)) / kinds.size];
      const size = Math.min(20, Math.max(4, b - a - 2));
      const [sign, wide] = smallSymbol(scene, some[0], -33, b - a);
      return s('g', { transform: `translate(0 ${17 - BLOCK + (a + b) / 2})` }, s('title', {}, `${some.length} ${scene.kinds[some[0].kind]?.word}`),
        sign, label(wide - 28, size * 0.36, size, ink, `×${some.length}`, 'start'));
    });
    return s('g', { class: 'piece pile', transform: `translate(${dx} ${dy})${several ? ' scale(.62)' : ''}`, dataset: { piece: top.id, pile: of.map((u) => u.id).join(' ') } },
      shade(0, 0),
      s('rect', { x: -BODY, y: -BLOCK, width: 2 * BODY, height: 2 * BLOCK, rx: 6, fill, stroke: INK, 'stroke-width': 2 }),
      label(0, 13 - BLOCK, fitted(2 * BODY - 4, name, 14), ink, name), rows, of.length > 1 && foot(0, 0, `${of.length} units`),
      rim({ x: -BODY - 1, y: -BLOCK - 1, width: 2 * BODY + 2, height: 2 * BLOCK + 2, rx: 6 }));
  });
}

function leader(scene, c, x, y, room, high) {
  const { fill } = colours(scene, c);
  const name = short(c.text, 12);
  const look = lookOf(scene, c);
  const hurt = look === 'hurt' ? (high * 2) / 3 : 0;
  const size = fitted(room - high - hurt - 3, name, high - 2);
  const wide = Math.min(room, high + hurt + 7 + (size * breadth(name)) / 100);
  const plate = { x: -wide / 2, y: -high / 2, width: wide, height: high, rx: high / 2 };
  return open(scene, c, x, y, s('rect', { ...plate, fill: '#f9f0d6', stroke: fill, 'stroke-width': 2, 'stroke-dasharray': look === 'worn' ? '7 5' : null }),
    symbol(scene, c, `translate(${(high - wide) / 2} 0) scale(${((high - 1) / 36).toFixed(2)})`),
    label(high + hurt + 1 - wide / 2, size * 0.36, size, INK, name, 'start'),
    hurt && s('g', { transform: `translate(${high + hurt / 2 - wide / 2} 0) scale(${(high * 0.04).toFixed(2)})` }, drawing(DROP)), rim(plate));
}

/** Returns where the leaders and the tips of facings are, so that the hex's number and the leaders find free room. */
export function edges(scene, pieces) {
  const units = pieces.filter((c) => !isLeader(scene, c));
  const tips = units.map((u) => target(scene.orientation, u.facing)).filter(Boolean);
  const above = tips.some((t) => t[1] <= -45);
  const below = tips.some((t) => t[1] >= 45);
  return { led: units.length < pieces.length, ledBelow: above && !below, above, below, units };
}

/** All pieces of one place, centred on (0, 0). */
export function heap(scene, pieces) {
  const { units, ledBelow } = edges(scene, pieces);
  const leaders = pieces.filter((c) => isLeader(scene, c));
  const out = [];
  if (units.length === 1) out.push(counter(scene, units[0]));
  else if (units.length > 1) out.push(scene.pile === 'count' ? counted(scene, units) : block(scene, units));
  const n = leaders.length;
  if (n && !units.length) {
    const high = n === 1 ? 26 : Math.min(21, (2 * REACH) / n);
    leaders.forEach((l, i) => out.push(leader(scene, l, 0, (high * (2 * i - (n - 1))) / 2, 2 * REACH - 6, Math.max(2, high - 3))));
  } else if (n) {
    const letters = (l) => Math.min(12, Math.max(3, [...l.text].length)) + 2;
    const all = leaders.reduce((sum, l) => sum + letters(l), 0);
    const long = Math.min(2 * REACH, all * 10);
    let from = 0;
    for (const l of leaders) {
      const wide = (long * letters(l)) / all;
      out.push(leader(scene, l, -long / 2 + from + wide / 2, ledBelow ? 46 : -46, wide, 15));
      from += wide;
    }
  }
  return out.flat(3);
}

/** A picture of a single piece, for lists. */
export function portrait(scene, c) {
  const g = isLeader(scene, c) ? leader(scene, c, 0, 0, 88, 30) : counter(scene, c);
  return s('svg', { class: 'portrait', viewBox: isLeader(scene, c) ? '-46 -46 92 92' : '-62 -62 124 124', 'aria-hidden': 'true' }, g);
}
