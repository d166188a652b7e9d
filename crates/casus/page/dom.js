// Small helpers: elements without innerHTML, so that no name in a match can ever be markup.
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

/** An element of HTML. */
export const h = (tag, props, ...children) => fill(document.createElement(tag), props, children);
/** An element of SVG. */
export const s = (tag, props, ...children) => fill(document.createElementNS(SVG, tag), props, children);
export const $ = (selector, root = document) => root.querySelector(selector);

export function replace(el, ...children) {
  el.replaceChildren(...children.flat(4).filter((c) => c !== undefined && c !== null && c !== false)
    .map((c) => (c instanceof Node ? c : document.createTextNode(String(c)))));
  return el;
}

/** Constant drawings of ours, as text. */
export function drawing(text) {
  const doc = new DOMParser().parseFromString(`<svg xmlns="${SVG}">${text}</svg>`, 'image/svg+xml');
  return [...doc.documentElement.childNodes].map((n) => document.importNode(n, true));
}

export const wait = (ms) => new Promise((done) => setTimeout(done, ms));

/** What is remembered on this device. Private windows may refuse: then nothing is. */
export const store = {
  get(key, otherwise) {
    try { return JSON.parse(localStorage.getItem(`casus.${key}`)) ?? otherwise; } catch { return otherwise; }
  },
  set(key, value) {
    try { localStorage.setItem(`casus.${key}`, JSON.stringify(value)); } catch { /* not remembered */ }
  },
};

const toasts = () => $('#toasts');
/** A short word that goes away by itself. */
export function toast(...content) {
  const el = h('div', { class: 'toast', role: 'status' }, ...content);
  toasts().append(el);
  setTimeout(() => el.classList.add('going'), 5200);
  setTimeout(() => el.remove(), 5700);
  return el;
}
/** The same where something failed: it is read out at once, and looks it. */
export function alarm(...content) {
  const el = toast(...content);
  el.classList.add('bad');
  el.setAttribute('role', 'alert');
  return el;
}
