// Small helpers. Elements are made without innerHTML, so that a name in a match can never be markup.
const SVG = 'http://www.w3.org/2000/svg';

function fill(el, props, children) {
  for (const [key, value] of Object.entries(props || {})) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith('on')) el.addEventListener(key.slice(2), value);
    else if (key === 'class') el.setAttribute('class', value);
    else if (key === 'dataset') Object.assign(el.dataset, value);
    else if (key in el && typeof value !== 'string' && !(el instanceof SVGElement)) el[key] = value;
    else el.setAttribute(key, value === true ? '' : value);
  }
  for (const child of children.flat(4)) {
    if (child === undefined || child === null || child === false) continue;
    el.append(child instanceof Node ? child : document.createTextNode(String(child)));
  }
  return el;
}

/** Creates an HTML element. */
export const h = (tag, props, ...children) => fill(document.createElement(tag), props, children);
/** Creates an SVG element. */
export const s = (tag, props, ...children) => fill(document.createElementNS(SVG, tag), props, children);
export const $ = (selector, root = document) => root.querySelector(selector);

export function replace(el, ...children) {
  el.replaceChildren(...children.flat(4).filter((c) => c !== undefined && c !== null && c !== false)
    .map((c) => (c instanceof Node ? c : document.createTextNode(String(c)))));
  return el;
}

/** Parses the text of one of our own constant drawings. */
export function drawing(text) {
  const doc = new DOMParser().parseFromString(`<svg xmlns="${SVG}">${text}</svg>`, 'image/svg+xml');
  return [...doc.documentElement.childNodes].map((n) => document.importNode(n, true));
}

export const wait = (ms) => new Promise((done) => setTimeout(done, ms));

/** Values kept in the browser's local storage. If a private window refuses it, nothing is kept. */
export const store = {
  get(key, otherwise) {
    try { return JSON.parse(localStorage.getItem(`casus.${key}`)) ?? otherwise; } catch { return otherwise; }
  },
  set(key, value) {
    try { localStorage.setItem(`casus.${key}`, JSON.stringify(value)); } catch { /* not remembered */ }
  },
};

const toasts = () => $('#toasts');
/** Shows a short message that disappears by itself. */
export function toast(...content) {
  const el = h('div', { class: 'toast', role: 'status' }, ...content);
  toasts().append(el);
  setTimeout(() => el.classList.add('going'), 5200);
  setTimeout(() => el.remove(), 5700);
  return el;
}
/** Shows a message about a failure. A screen reader reads it at once. */
export function alarm(...content) {
  const el = toast(...content);
  el.classList.add('bad');
  el.setAttribute('role', 'alert');
  return el;
}
