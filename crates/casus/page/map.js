// The map: drawn once from a scene, then updated by the changes of later scenes; zooming, panning and pointing.
import { s, drawing } from './dom.js';
import * as geo from './geometry.js';
import { heap, edges, describe, isLeader } from './pieces.js';
import { PATTERNS, PLACES, GLYPHS } from './symbols.js';

const PAPER = '#efe6cf';
const NEAREST = 3;

/** Applies changes to a scene: returns the new scene, the sites that changed, and the moves as [id, from, to]. */
export function applied(before, changes) {
  const scene = { ...before };
  const sites = new Set();
  const moves = [];
  const at = new Map(before.counters.map((c) => [c.id, c]));
  for (const id of changes.gone || []) { sites.add(at.get(id)?.site); at.delete(id); }
  for (const { id, to } of changes.moved || []) {
    const c = at.get(id);
    if (!c) continue;
    sites.add(c.site).add(to);
    moves.push([id, c.site, to]);
    at.set(id, { ...c, site: to });
  }
  for (const { id, facing } of changes.turned || []) {
    const c = at.get(id);
    if (c) { at.set(id, { ...c, facing }); sites.add(c.site); }
  }
  for (const c of changes.changed || []) { sites.add(at.get(c.id)?.site).add(c.site); at.set(c.id, c); }
  for (const c of changes.came || []) { at.set(c.id, c); sites.add(c.site); }
  sites.delete(undefined);
  scene.counters = changes.order ? changes.order.map((id) => at.get(id)).filter(Boolean) : [...at.values()];
  for (const key of ['highlights', 'markers', 'moment', 'panels', 'title']) {
    if (changes[key] !== undefined && changes[key] !== null) scene[key] = changes[key];
  }
  return { scene, sites: [...sites], moves };
}

/**
 * The map of a match. It calls `on`: tap, hold, hover, drop, face and cursor report what the user does, `next` returns the sites
 * that the keys go through.
 */
export class Field {
  constructor(host, on) {
    this.host = host;
    this.on = on;
    this.k = 1; this.x = 0; this.y = 0;
    this.scene = null;
    this.marks = {};
    this.layers = {};
    this.svg = s('svg', { class: 'field', tabindex: 0, role: 'application', 'aria-label': 'The map. Arrow keys go from hex to hex, N to the next choice, Enter clicks, I describes the hex; Shift with arrows scrolls, plus and minus zoom. Everything that you can click is in the lists too.' });
    // The ground is an SVG of its own, so that the browser does not draw it again when pieces move.
    this.ground = s('svg', { class: 'ground', 'aria-hidden': 'true' });
    host.append(this.ground, this.svg);
    this.#listen();
    new ResizeObserver(() => { if (this.scene && !this.moved) this.fit(); }).observe(host);
  }

  // ---- drawing

  draw(scene, fresh = true) {
    this.scene = scene;
    this.o = scene.orientation;
    this.at = scene.sites.map((site) => {
      const { hex, town, area } = site.shape;
      return hex ? geo.centre(this.o, hex.q, hex.r) : [(town || area).x, (town || area).y];
    });
    this.byCell = new Map();
    this.byLabel = new Map();
    scene.sites.forEach((site, i) => {
      if (site.shape.hex) this.byCell.set(`${site.shape.hex.q},${site.shape.hex.r}`, i);
      this.byLabel.set(site.label, i);
    });
    const world = s('g', { class: 'world' });
    const below = s('g', { class: 'world' });
    const layer = (on) => (name) => { const g = s('g', { class: name }); this.layers[name] = g; on.append(g); };
    ['land', 'ways', 'dusk'].forEach(layer(below));
    ['numbers', 'names', 'under', 'tints', 'places', 'heaps', 'signs', 'over', 'costs', 'picks', 'cursor'].forEach(layer(world));
    this.ground.replaceChildren(this.#definitions(), below);
    this.svg.replaceChildren(world);
    this.world = world;
    this.below = below;
    this.#land();
    this.#waysAndWaters();
    this.#names();
    this.#moving();
    if (fresh) { this.moved = false; this.fit(); } else this.#place();
    this.mark(this.marks);
    this.#cursor();
  }

  #definitions() {
    const defs = s('defs', {});
    defs.append(...drawing("<pattern id='worn' width='12' height='12' patternUnits='userSpaceOnUse' patternTransform='rotate(45)'>"
      + "<rect width='5' height='12' fill='#140c06' fill-opacity='.42'/></pattern>"));
    for (const pattern of new Set(this.scene.grounds.map((g) => g.pattern))) {
      if (PATTERNS[pattern]) defs.append(s('g', { id: `p-${pattern}` }, drawing(PATTERNS[pattern])));
    }
    return defs;
  }

  #cells(test) {
    return this.scene.sites.filter((site) => site.shape.hex && test(site)).map((site) => [site.shape.hex.q, site.shape.hex.r]);
  }

  #land() {
    const { scene, o } = this;
    const all = this.#cells(() => true);
    const set = geo.cellSet(all);
    const g = this.layers.land;
    const border = geo.outline(o, all);
    const xs = this.at.map((p) => p[0]); const ys = this.at.map((p) => p[1]);
    this.box = [Math.min(...xs) - 70, Math.min(...ys) - 70, Math.max(...xs) + 70, Math.max(...ys) + 70];
    const base = scene.levels[0]?.fill || PAPER;
    const clipped = s('g', { 'clip-path': 'url(#edge-of-map)' });
    this.ground.querySelector('defs').append(s('clipPath', { id: 'edge-of-map' }, s('path', { d: border })));
    g.append(s('path', { d: border, class: 'sheetcard' }), clipped);
    clipped.append(s('path', { d: border, fill: base }));
    scene.levels.slice(1).forEach((level) => {
      const cells = this.#cells((site) => site.level >= level.level);
      if (!cells.length) return;
      // Each level looks like a sheet of card upon the last, lit from the north-west.
      const d = geo.blob(o, cells, set);
      clipped.append(s('path', { d, transform: 'translate(9 12)', fill: '#4a3214', 'fill-opacity': 0.28 }),
        s('path', { d, transform: 'translate(-4 -5)', fill: '#fffaf0', 'fill-opacity': 0.5 }),
        s('path', { d, fill: level.fill, stroke: '#7b5a30', 'stroke-opacity': 0.5, 'stroke-width': 2 }));
    });
    scene.grounds.forEach((ground, i) => {
      if (!ground.fill) return;
      const cells = this.#cells((site) => site.ground === i);
      if (cells.length) clipped.append(s('path', { d: geo.blob(o, cells, set), fill: ground.fill }));
    });
    scene.sites.forEach((site, i) => {
      const [x, y] = this.at[i];
      const ground = scene.grounds[site.ground];
      const { town, area } = site.shape;
      if (town) g.append(s('circle', { cx: x, cy: y, r: 52, fill: ground?.fill || PAPER, stroke: '#5a4c3c', 'stroke-width': 4 }));
      if (area) g.append(s('path', { d: geo.polygon(area.outline), fill: ground?.fill || PAPER, stroke: '#5a4c3c', 'stroke-width': 4 }));
      if (ground && PATTERNS[ground.pattern]) g.append(s('use', { href: `#p-${ground.pattern}`, x, y }));
    });
    let grid = '';
    for (const [q, r] of all) {
      const at = geo.centre(o, q, r);
      for (let d = 0; d < 6; d++) {
        if (d < 3 || !set.has(`${q + geo.DIRS[d][0]},${r + geo.DIRS[d][1]}`)) {
          const [a, b] = geo.ends(o, d);
          const from = geo.plus(at, a);
          grid += `M${from[0]} ${from[1]}l${b[0] - a[0]} ${b[1] - a[1]}`;
        }
      }
    }
    g.append(s('path', { d: grid, class: 'grid' }));
    const [l, t, r, b] = this.box;
    const spots = [[(l + r) / 2, t + 20, 0], [r - 10, (t + b) / 2, 90], [(l + r) / 2, b + 10, 0], [l + 10, (t + b) / 2, -90]];
    scene.beyond.forEach((text, i) => {
      const [x, y, turn] = spots[i];
      if (text) g.append(s('text', { class: 'beyond', transform: `translate(${x} ${y}) rotate(${turn})` }, text));
    });
    g.append(s('g', { transform: `translate(${r - 40} ${t - 10})`, class: 'north' }, s('path', { d: 'M0 -62L15 22 0 8 -15 22Z' }), s('text', { y: 52 }, 'N')));
    this.layers.dusk.append(s('path', { d: border }));
  }

  #waysAndWaters() {
    const { scene, o, at } = this;
    const g = this.layers.ways;
    const soft = { fill: 'none', 'stroke-linecap': 'round', 'stroke-linejoin': 'round' };
    scene.lines.forEach((line, i) => {
      const broad = { stream: 9, canal: 15, river: 26, border: 7 }[line.stroke];
      if (!broad) return;
      const segments = scene.edges.filter((e) => e.line === i).map((e) => geo.ends(o, e.side).map((p) => geo.plus(at[e.site], p)));
      const stiff = line.stroke === 'canal' || line.stroke === 'border';
      const d = geo.chains(segments).map(stiff ? geo.line : geo.flowing).join('');
      if (!d) return;
      if (line.stroke === 'border') {
        g.append(s('path', { d, ...soft, 'stroke-linecap': 'butt', stroke: line.colour, 'stroke-width': broad, 'stroke-opacity': 0.75, 'stroke-dasharray': '20 9 5 9' }));
      } else {
        const bank = line.stroke === 'canal' ? { stroke: '#4a3c28' } : { stroke: '#fbf6e8', 'stroke-opacity': 0.7 };
        g.append(s('path', { d, ...soft, ...bank, 'stroke-width': broad + 6 }), s('path', { d, ...soft, stroke: line.colour, 'stroke-width': broad }));
      }
    });
    const road = geo.chains(scene.roads.filter(([a, b]) => at[a] && at[b]).map(([a, b]) => [at[a], at[b]])).map(geo.flowing).join('');
    if (road) g.append(s('path', { d: road, ...soft, stroke: '#7c5431', 'stroke-width': 13 }), s('path', { d: road, ...soft, stroke: '#f0dfb8', 'stroke-width': 8 }));
    for (const edge of scene.edges) {
      const line = scene.lines[edge.line];
      const drawn = line && at[edge.site] && this.#edge(line, ...geo.ends(o, edge.side));
      if (drawn) g.append(s('g', { transform: `translate(${at[edge.site].join(' ')})` }, s('title', {}, line.word), drawn));
    }
  }

  #edge(line, a, b) {
    const along = [b[0] - a[0], b[1] - a[1]];
    const outward = [along[1], -along[0]];
    const on = (t, by) => [a[0] + along[0] * t + outward[0] * by, a[1] + along[1] * t + outward[1] * by];
    const whole = geo.line([a, b]);
    if (line.stroke === 'work') {
      const teeth = [0, 1, 2, 3].map((n) => geo.polygon([on(0.04 + 0.24 * n, 0), on(0.14 + 0.24 * n, 0.24), on(0.24 + 0.24 * n, 0)])).join('');
      return [s('path', { d: whole, stroke: line.colour, 'stroke-width': 9, 'stroke-linecap': 'round' }), s('path', { d: teeth, fill: line.colour })];
    }
    if (line.stroke === 'wall') {
      return [s('path', { d: whole, stroke: '#2b2622', 'stroke-width': 14, 'stroke-linecap': 'round' }),
        s('path', { d: whole, stroke: line.colour, 'stroke-width': 9, 'stroke-dasharray': '9 4' })];
    }
    if (line.stroke === 'slope') {
      return [s('path', { d: [0, 1, 2, 3, 4].map((n) => geo.line([on(0.1 + 0.2 * n, 0), on(0.1 + 0.2 * n, 0.22)])).join(''), stroke: line.colour, 'stroke-width': 4 })];
    }
    if (line.stroke === 'bridge') {
      const rails = [0.28, 0.72].map((t) => geo.line([on(t + (t - 0.5) / 2, -0.42), on(t, -0.3), on(t, 0.3), on(t + (t - 0.5) / 2, 0.42)])).join('');
      return [s('path', { d: geo.line([on(0.5, -0.3), on(0.5, 0.3)]), stroke: '#f0dfb8', 'stroke-width': 22 }),
        s('path', { d: rails, fill: 'none', stroke: line.colour, 'stroke-width': 5, 'stroke-linejoin': 'round' })];
    }
    return null;
  }

  #names() {
    for (const { site, text } of this.scene.labels) {
      if (this.at[site]) this.layers.names.append(s('text', { class: 'place', x: this.at[site][0], y: this.at[site][1] + 74 }, text));
    }
  }

  /** Draws all that changes: pieces, markers, the numbers around them, highlights. With `sites`, only there. */
  #moving(sites = null) {
    const { scene } = this;
    if (!sites || !this.standing) {
      this.standing = new Map();
      this.heaps = new Map();
      for (const name of ['heaps', 'numbers', 'places']) this.layers[name].replaceChildren();
      this.numbers = new Map();
    }
    const standing = new Map();
    for (const c of scene.counters) {
      if (!standing.has(c.site)) standing.set(c.site, []);
      standing.get(c.site).push(c);
    }
    const touched = sites || scene.sites.map((_, i) => i);
    this.standing = standing;
    for (const i of touched) {
      this.heaps.get(i)?.remove();
      this.heaps.delete(i);
      const here = standing.get(i);
      if (here && this.at[i]) {
        const g = s('g', { class: 'heap', transform: `translate(${this.at[i].join(' ')})` }, heap(scene, here));
        this.heaps.set(i, g);
        this.layers.heaps.append(g);
      }
      this.#number(i, here || []);
    }
    this.layers.signs.replaceChildren(...scene.markers.filter((m) => this.at[m.site] && scene.marker_kinds[m.kind]).map((m) => {
      const kind = scene.marker_kinds[m.kind];
      const taken = standing.has(m.site);
      const [x, y] = this.at[m.site];
      const scale = !taken ? 1 : kind.glyph === 'standard' ? 0.5 : 0.7;
      return s('g', { class: 'marker', transform: `translate(${x + (taken ? 40 : 0)} ${y}) scale(${scale})`, fill: kind.colour }, s('title', {}, kind.word), drawing(GLYPHS[kind.glyph]));
    }));
    // Terrain that pieces cover is drawn small at their corner.
    for (const [i, here] of standing) {
      const pattern = scene.grounds[scene.sites[i]?.ground]?.pattern;
      if (!PLACES.has(pattern) || !here.some((c) => !isLeader(scene, c))) continue;
      const [x, y] = geo.plus(this.at[i], this.o === 'pointy' ? [-41, 33] : [-47, 0]);
      this.layers.signs.append(s('use', { class: 'lies', href: `#p-${pattern}`, transform: `translate(${x} ${y}) scale(.34)` }));
    }
    this.#highlights();
  }

  #number(i, here) {
    const site = this.scene.sites[i];
    this.numbers.get(i)?.remove();
    const [x, y] = this.at[i];
    let text;
    if (!site.shape.hex) text = s('text', { class: 'place', x, y: y + 84 }, site.label);
    else {
      const { led, ledBelow, above, below, units } = edges(this.scene, here);
      const over = led && units.length > 0;
      const [up, down] = this.o === 'pointy' ? [-38, 48] : [-40, 50];
      if (!above && !(over && !ledBelow)) text = s('text', { x, y: y + up }, site.label);
      else if (!below && !(over && ledBelow)) text = s('text', { x, y: y + down }, site.label);
      else text = s('text', { transform: `translate(${x - 40} ${y}) rotate(-90)` }, site.label);
    }
    this.numbers.set(i, text);
    this.layers.numbers.append(text);
  }

  #hexPath(site, size = 1) {
    const at = this.at[site];
    return geo.polygon([0, 1, 2, 3, 4, 5].map((k) => geo.plus(at, geo.times(geo.corner(this.o, k), size))));
  }

  #arrow(points, colour, thin = false) {
    if (points.length < 2) return null;
    // Zoomed out, an arrow is drawn broader to stay visible.
    const f = Math.min(3, Math.max(1, 0.55 / this.k));
    const [shaft, head] = geo.arrow(points, thin ? 22 : 30, (thin ? 18 : 24) * f);
    const w = (thin ? 5 : 9) * f;
    return s('g', { fill: 'none', 'stroke-linejoin': 'round', class: 'arrow' },
      s('path', { d: shaft, stroke: '#fff6e3', 'stroke-width': w + 6 * f, 'stroke-opacity': 0.8 }), s('path', { d: head, fill: colour, stroke: '#fff6e3', 'stroke-width': 6 * f }),
      s('path', { d: shaft, stroke: colour, 'stroke-width': w, 'stroke-dasharray': thin ? `${16 * f} ${5 * f}` : null }), s('path', { d: head, fill: colour }));
  }

  #highlights() {
    const under = []; const over = [];
    for (const mark of this.scene.highlights) {
      const spots = mark.sites.filter((i) => this.at[i]);
      const g = s('g', {}, s('title', {}, mark.word));
      if (mark.style === 'path' || mark.style === 'trail') {
        const a = this.#arrow(spots.map((i) => this.at[i]), mark.colour, mark.style === 'trail');
        if (a) g.append(a);
      } else {
        const d = spots.map((i) => this.#hexPath(i, mark.style === 'ring' ? 0.9 : 1)).join('');
        g.append(mark.style === 'ring' ? s('path', { d, fill: 'none', stroke: mark.colour, 'stroke-width': 9, 'stroke-linejoin': 'round' })
          : s('path', { d, fill: mark.colour, 'fill-opacity': 0.35 }));
      }
      for (const [site, side] of mark.sides) {
        if (this.at[site]) g.append(s('path', { d: geo.line(geo.ends(this.o, side).map((p) => geo.plus(this.at[site], p))), stroke: mark.colour, 'stroke-width': 12, 'stroke-linecap': 'round' }));
      }
      (mark.style === 'path' ? over : under).push(g);
    }
    this.layers.under.replaceChildren(...under);
    this.shown = over;
  }

  /** Shows the result of `applied`: the changes that a `scene` request with `since` has returned. */
  change({ scene, sites, moves }) {
    this.scene = scene;
    this.#moving(sites);
    this.mark(this.marks);
    this.#glide(moves);
  }

  /** Shows a scene of another moment on the same map. */
  recast(scene) {
    this.scene = scene;
    this.#moving();
    this.mark(this.marks);
  }

  #glide(moves) {
    const now = performance.now();
    const soon = now - (this.glided || 0) < 500;
    this.glided = now;
    if (soon || moves.length > 12 || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    for (const [id, from, to] of moves) {
      const el = this.pieceEl(id);
      if (!el || !this.at[from] || !this.at[to]) continue;
      const [dx, dy] = [this.at[from][0] - this.at[to][0], this.at[from][1] - this.at[to][1]];
      const own = el.getAttribute('transform') || '';
      const [, x, y] = own.match(/translate\(([-\d.]+) ([-\d.]+)\)/) || [0, 0, 0];
      el.animate?.([{ transform: `translate(${+x + dx}px, ${+y + dy}px)` }, { transform: `translate(${x}px, ${y}px)` }], { duration: 280, easing: 'ease-out' });
    }
  }

  // ---- marks

  pieceEl(id) {
    return this.layers.heaps?.querySelector(`[data-piece="${CSS.escape(id)}"]`)
      || this.layers.heaps?.querySelector(`[data-pile~="${CSS.escape(id)}"]`);
  }
  counter(id) { return this.scene?.counters.find((c) => c.id === id); }
  site(label) { return this.byLabel?.get(label); }
  label(site) { return this.scene.sites[site]?.label; }
  here(site) { return this.standing?.get(site) || []; }
  distance(a, b) {
    const [x, y] = [a, b].map((i) => this.scene.sites[i]?.shape.hex);
    return x && y ? geo.distance([x.q, x.r], [y.q, y.r]) : Infinity;
  }

  /**
   * Marks pieces and hexes. may: pieces that may act; chosen: selected pieces; targets: hexes and pieces that actions name;
   * reach: Map of label to cost; ways: [[labels], colour]; at: hexes to point at; faces: {site, of: [[word, key]]}; zoc: labels.
   */
  mark(marks) {
    this.marks = marks;
    if (!this.scene) return;
    for (const el of this.layers.heaps.querySelectorAll('.may, .chosen, .aim')) el.classList.remove('may', 'chosen', 'aim');
    const lit = (ids, name) => { for (const id of ids || []) this.pieceEl(id)?.classList.add(name); };
    lit(marks.may, 'may'); lit(marks.chosen, 'chosen');
    const tints = []; const over = [...(this.shown || [])]; const costs = []; const picks = []; const places = [];
    const zoc = (marks.zoc || []).map((l) => this.site(l)).filter((i) => i !== undefined);
    if (zoc.length) tints.push(s('path', { class: 'zoc', d: zoc.map((i) => this.#hexPath(i, 0.97)).join('') }));
    for (const [label, cost] of marks.reach || []) {
      const i = this.site(label);
      if (i === undefined) continue;
      places.push(s('path', { class: 'reach', d: this.#hexPath(i, 0.95), dataset: { site: label } }));
      const taken = this.standing.has(i);
      if (cost !== '') costs.push(s('text', { class: 'cost', x: this.at[i][0] + (taken ? 30 : 0), y: this.at[i][1] + (taken ? 46 : 9) }, cost));
    }
    for (const name of marks.targets || []) {
      const i = this.site(name);
      if (i !== undefined) {
        if (!(marks.reach && marks.reach.has(name))) places.push(s('path', { class: 'target', d: this.#hexPath(i, 0.9), dataset: { site: name } }));
      } else this.pieceEl(name)?.classList.add('aim');
    }
    for (const label of marks.at || []) {
      const i = this.site(label);
      if (i !== undefined) over.push(s('path', { class: 'pointed', d: this.#hexPath(i, 0.86) }));
    }
    for (const [name, words] of marks.goals || []) {
      const i = this.site(name) ?? this.counter(name)?.site;
      if (i === undefined) continue;
      over.push(s('path', { class: 'goal', d: this.#hexPath(i, 0.92) }));
      costs.push(s('text', { class: 'goalword', x: this.at[i][0], y: this.at[i][1] + 4 }, words));
    }
    for (const [by, name, shot] of marks.fights || []) {
      const to = this.at[this.site(name) ?? this.counter(name)?.site];
      for (const id of by) {
        const from = this.at[this.counter(id)?.site];
        const a = from && to && from !== to && this.#arrow([from, to], shot ? '#7a3aa0' : '#b3261e', shot);
        if (a) over.push(a);
      }
    }
    for (const [labels, colour, thin] of marks.ways || []) {
      const points = labels.map((l) => this.site(l)).filter((i) => i !== undefined).map((i) => this.at[i]);
      const a = this.#arrow(points.filter((p, n) => n === 0 || p !== points[n - 1]), colour, thin);
      if (a) over.push(a);
    }
    if (marks.faces && this.at[marks.faces.site]) {
      const at = this.at[marks.faces.site];
      for (const [word, key] of marks.faces.of) {
        const to = geo.toward(this.o, word);
        if (!to) continue;
        const far = geo.times(to, 1.62 * (60 / Math.hypot(...to)));
        const turn = (Math.atan2(to[1], to[0]) * 180) / Math.PI;
        picks.push(s('g', { class: 'pick', transform: `translate(${at[0] + far[0]} ${at[1] + far[1]}) rotate(${turn})`, dataset: { face: word, key } },
          s('title', {}, `face ${word}`), s('circle', { r: 27 }), s('path', { d: 'M19 0L-12 -13L-5 0L-12 13Z' })));
      }
    }
    this.layers.tints.replaceChildren(...tints);
    this.layers.places.replaceChildren(...places);
    this.layers.over.replaceChildren(...over);
    this.layers.costs.replaceChildren(...costs);
    this.layers.picks.replaceChildren(...picks);
  }

  // ---- the view: zoom and position

  #place() {
    const to = `translate(${this.x.toFixed(1)} ${this.y.toFixed(1)}) scale(${this.k.toFixed(4)})`;
    this.world.setAttribute('transform', to);
    this.below.setAttribute('transform', to);
    this.host.classList.toggle('far', this.k < 0.5);
    this.host.classList.toggle('afar', this.k < 0.3);
    this.on.look?.();
  }
  #size() { const r = this.host.getBoundingClientRect(); return [r.width || 800, r.height || 600]; }
  get least() {
    const [w, h] = this.#size();
    const [l, t, r, b] = this.box;
    return Math.min(w / (r - l + 60), h / (b - t + 60)) * 0.85;
  }

  /** Shows a box of the drawing. */
  show([l, t, r, b], most = 1.2) {
    const [w, h] = this.#size();
    const [top, foot] = this.on.margins?.() || [0, 0];
    this.k = Math.min(most, w / (r - l), (h - top - foot) / (b - t));
    this.x = w / 2 - (this.k * (l + r)) / 2;
    this.y = top + (h - top - foot) / 2 - (this.k * (t + b)) / 2;
    this.#place();
  }
  /** Shows the whole map, or only the area with pieces if the whole map would be too small to read. */
  fit(whole = false) {
    if (!this.scene) return;
    const [w] = this.#size();
    const points = this.scene.counters.map((c) => this.at[c.site]).filter(Boolean);
    const [l, t, r, b] = this.box;
    this.show([l, t - 40, r, b + 30]);
    if (!whole && this.k < (w < 600 ? 0.42 : 0.36) && points.length > 1) {
      const xs = points.map((p) => p[0]); const ys = points.map((p) => p[1]);
      this.show([Math.min(...xs) - 130, Math.min(...ys) - 130, Math.max(...xs) + 130, Math.max(...ys) + 130], 0.8);
      if (this.k < 0.3 && w < 600) this.zoom(0.34 / this.k);
    }
  }
  zoom(by, at) {
    const [w, h] = this.#size();
    const [cx, cy] = at || [w / 2, h / 2];
    const k = Math.min(NEAREST, Math.max(this.least, this.k * by));
    this.x = cx - ((cx - this.x) * k) / this.k;
    this.y = cy - ((cy - this.y) * k) / this.k;
    this.k = k;
    this.moved = true;
    this.led = false;
    this.#place();
  }
  pan(dx, dy) {
    this.x += dx;
    this.y += dy;
    const [w, h] = this.#size();
    this.#keep(w * 0.45, h * 0.45);
    this.moved = true;
    this.led = false;
    this.#place();
  }
  /** Keeps the map in sight. `across` and `down` are the pixels of the host that may lie beyond the map's edge. */
  #keep(across, down) {
    const [w, h] = this.#size();
    const [top, foot] = this.on.margins?.() || [0, 0];
    const [l, t, r, b] = this.box.map((v) => v * this.k);
    const within = (at, low, high, from, to, slack) => (high - low > to - from ? Math.min(from + slack - low, Math.max(to - slack - high, at))
      : Math.min(to + slack - high, Math.max(from - slack - low, at)));
    this.x = within(this.x, l, r, 0, w, across);
    this.y = within(this.y, t, b, top, h - foot, down);
  }
  /** Moves the map so that a hex is in sight. With `nearer`, zooms in if the hex is too small to see. */
  seek(label, nearer = false) {
    const i = typeof label === 'number' ? label : this.site(label);
    // The map does not move while the user drags it.
    if (i === undefined || !this.at[i] || this.down.size) return;
    if (nearer && this.k < 0.55) this.k = 0.7;
    const [w, h] = this.#size();
    const [top, foot] = this.on.margins?.() || [0, 0];
    const [px, py] = this.spot(i);
    if (nearer || px < 70 || py < top + 60 || px > w - 70 || py > h - foot - 60) {
      this.x = w / 2 - this.k * this.at[i][0];
      this.y = top + (h - top - foot) / 2 - this.k * this.at[i][1];
      this.#keep(30, 30);
      this.moved = true;
      this.led = true;
      this.#place();
    }
  }
  /** Call it when the bar over the foot of the map changes its size. Corrects the view, unless the user has moved the map. */
  settle() {
    if (!this.led || this.down.size || !this.scene) return;
    this.#keep(30, 30);
    this.#place();
  }
  sees(site) {
    const [w, h] = this.#size();
    const [top, foot] = this.on.margins?.() || [0, 0];
    const [x, y] = this.spot(site);
    return x > 20 && x < w - 20 && y > top + 20 && y < h - foot - 20;
  }
  showSites(sites) {
    if (this.down.size) return;
    const xs = sites.map((i) => this.at[i][0]); const ys = sites.map((i) => this.at[i][1]);
    this.show([Math.min(...xs) - 170, Math.min(...ys) - 170, Math.max(...xs) + 170, Math.max(...ys) + 170], this.host.clientWidth < 600 ? 0.55 : 0.85);
    this.#keep(30, 30);
    this.#place();
    this.moved = true;
    this.led = true;
  }
  /** The position of a hex within the host, in pixels. */
  spot(site) { return [this.x + this.k * this.at[site][0], this.y + this.k * this.at[site][1]]; }

  // ---- pointing

  #under(e) {
    const r = this.host.getBoundingClientRect();
    const [px, py] = [e.clientX - r.left, e.clientY - r.top];
    const [x, y] = [(px - this.x) / this.k, (py - this.y) / this.k];
    let site = this.byCell?.get(geo.hexAt(this.o, x, y).join(','));
    if (site === undefined && this.at) {
      this.at.forEach((p, i) => { if (!this.scene.sites[i].shape.hex && Math.hypot(p[0] - x, p[1] - y) < 60) site = i; });
    }
    const el = document.elementFromPoint(e.clientX, e.clientY);
    const piece = el?.closest?.('.heaps [data-piece]');
    const pick = el?.closest?.('[data-face]');
    // A row of a heap is a target only if it is high enough for a finger or a mouse.
    const thin = piece && this.standing.get(site)?.length > 1 && piece.getBoundingClientRect().height < (e.pointerType === 'touch' ? 26 : 13);
    return { site, label: site === undefined ? null : this.label(site), piece: !piece || piece.dataset.pile || thin ? null : piece.dataset.piece,
      pick: pick?.dataset.key ?? null, px, py, shift: e.shiftKey || e.ctrlKey || e.metaKey };
  }

  #listen() {
    const { svg } = this;
    const down = new Map();
    this.down = down;
    let drag = null; let pinch = null; let held = 0;
    const end = () => { clearTimeout(held); drag?.ghost?.remove(); drag = null; };
    svg.addEventListener('pointerdown', (e) => {
      if (!this.scene || e.button > 1) return;
      svg.setPointerCapture(e.pointerId);
      down.set(e.pointerId, e);
      if (down.size === 2) {
        end();
        const [a, b] = [...down.values()];
        pinch = Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
        return;
      }
      const at = this.#under(e);
      drag = { from: at, x: e.clientX, y: e.clientY, far: false, carries: null };
      held = setTimeout(() => { if (drag && !drag.far) { this.on.hold?.(at); drag = null; } }, 550);
    });
    svg.addEventListener('pointermove', (e) => {
      const before = down.get(e.pointerId);
      if (before) down.set(e.pointerId, e);
      if (down.size === 2 && pinch) {
        const [a, b] = [...down.values()];
        const r = this.host.getBoundingClientRect();
        const now = Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
        this.zoom(now / pinch, [(a.clientX + b.clientX) / 2 - r.left, (a.clientY + b.clientY) / 2 - r.top]);
        this.pan((e.clientX - before.clientX) / 2, (e.clientY - before.clientY) / 2);
        pinch = now;
        return;
      }
      if (!drag) { if (e.pointerType === 'mouse' && !before) this.on.hover?.(this.#under(e)); return; }
      if (!drag.far && Math.hypot(e.clientX - drag.x, e.clientY - drag.y) > (e.pointerType === 'mouse' ? 5 : 9)) {
        drag.far = true;
        clearTimeout(held);
        const ids = e.pointerType === 'touch' && !drag.from.piece ? null : this.on.lift?.(drag.from);
        if (ids) {
          drag.carries = ids;
          const first = this.pieceEl(ids[0]);
          drag.ghost = s('g', { class: 'ghost' }, first?.cloneNode(true));
          drag.ghost.firstChild?.setAttribute('transform', '');
          this.world.append(drag.ghost);
        }
        svg.classList.add(ids ? 'carrying' : 'panning');
      }
      if (!drag.far) return;
      if (drag.carries) {
        const at = this.#under(e);
        drag.ghost.setAttribute('transform', `translate(${(at.px - this.x) / this.k} ${(at.py - this.y) / this.k})`);
        this.on.over?.(at, drag.carries);
      } else if (before) this.pan(e.clientX - before.clientX, e.clientY - before.clientY);
    });
    const up = (e) => {
      const was = drag;
      down.delete(e.pointerId);
      if (down.size < 2) pinch = null;
      svg.classList.remove('carrying', 'panning');
      end();
      if (!was || e.type === 'pointercancel') { this.on.over?.(null); return; }
      const at = this.#under(e);
      if (was.carries) this.on.drop?.(at, was.carries);
      else if (!was.far) {
        if (was.from.pick !== null) this.on.face?.(was.from.pick);
        else this.on.tap?.({ ...was.from, button: e.button });
      }
    };
    svg.addEventListener('pointerup', up);
    svg.addEventListener('pointercancel', up);
    svg.addEventListener('pointerleave', () => this.on.hover?.(null));
    svg.addEventListener('contextmenu', (e) => { e.preventDefault(); clearTimeout(held); drag = null; this.on.hold?.(this.#under(e)); });
    svg.addEventListener('wheel', (e) => {
      e.preventDefault();
      const r = this.host.getBoundingClientRect();
      const step = e.deltaMode === 1 ? e.deltaY * 16 : e.deltaY;
      this.zoom(Math.exp(-step * (e.ctrlKey ? 0.01 : 0.0016)), [e.clientX - r.left, e.clientY - r.top]);
    }, { passive: false });
    svg.addEventListener('keydown', (e) => {
      const to = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[e.key];
      if (e.altKey || e.ctrlKey || e.metaKey || !this.scene) return;
      if (to && e.shiftKey) this.pan(-80 * to[0], -80 * to[1]);
      else if (to) this.step(to);
      else if (e.key === 'n' || e.key === 'N') this.next(e.key === 'n' ? 1 : -1);
      else if ((e.key === 'Enter' || e.key === ' ') && this.cursor !== undefined) this.on.tap?.(this.#pointed());
      else if (e.key === 'i' && this.cursor !== undefined) this.on.hold?.(this.#pointed());
      else if (e.key === '+' || e.key === '=') this.zoom(1.25);
      else if (e.key === '-') this.zoom(0.8);
      else if (e.key === '0') { this.moved = false; this.fit(true); } else return;
      e.preventDefault();
    });
  }

  // ---- pointing with the keyboard

  #cursor() {
    const { cursor } = this;
    if (cursor !== undefined && !this.at[cursor]) this.cursor = undefined;
    this.layers.cursor.replaceChildren(...(this.cursor === undefined ? [] : [s('path', { class: 'cursor', d: this.#hexPath(cursor, 0.98) })]));
  }
  #pointed() {
    const [px, py] = this.spot(this.cursor);
    return { site: this.cursor, label: this.label(this.cursor), piece: null, pick: null, px, py };
  }
  /** Moves the keyboard cursor to a site. */
  put(site, line = this.at[site]) {
    this.cursor = site;
    // Steps keep to this line, so that they follow a zigzag row of hexes and do not leave it.
    this.cursorLine = line;
    this.#cursor();
    this.seek(site);
    this.on.cursor?.(this.#pointed());
  }
  /** Moves the keyboard cursor one place in a direction. */
  step([dx, dy]) {
    if (this.cursor === undefined) {
      const [w, h] = this.#size();
      const middle = [(w / 2 - this.x) / this.k, (h / 2 - this.y) / this.k];
      const asked = (this.on.next?.() || []).filter((i) => this.sees(i));
      const near = (sites) => sites.reduce((best, i) => (best === undefined || geo.far(this.at[i], middle) < geo.far(this.at[best], middle) ? i : best), undefined);
      this.put(asked.length ? near(asked) : near(this.at.map((_, i) => i)));
      return;
    }
    const from = this.at[this.cursor];
    const line = dx ? [from[0], this.cursorLine[1]] : [this.cursorLine[0], from[1]];
    let best; let least = Infinity;
    this.at.forEach((p, i) => {
      const along = (p[0] - from[0]) * dx + (p[1] - from[1]) * dy;
      const across = Math.abs(dx ? p[1] - line[1] : p[0] - line[0]);
      if (along > 10 && across < 2 * along && along + 1.2 * across < least) { least = along + 1.2 * across; best = i; }
    });
    if (best !== undefined) this.put(best, dx ? [this.at[best][0], line[1]] : [line[0], this.at[best][1]]);
  }
  /** Moves the keyboard cursor to the next place of the open decision, or to the previous one. */
  next(by) {
    const sites = (this.on.next?.() || []).sort((a, b) => this.at[a][0] - this.at[b][0] || this.at[a][1] - this.at[b][1]);
    if (!sites.length) return;
    const now = sites.indexOf(this.cursor);
    this.put(sites[now < 0 ? 0 : (now + by + sites.length) % sites.length]);
  }

  /** Describes a hex in words. */
  words(site) {
    const place = this.scene.sites[site];
    const ground = this.scene.grounds[place.ground]?.word;
    const named = this.scene.labels.filter((l) => l.site === site).map((l) => l.text);
    return [place.label, ...named, ground, this.scene.levels.length > 1 ? `level ${place.level}` : null].filter(Boolean).join(', ');
  }
  describe(c) { return describe(this.scene, c); }
  leads(c) { return isLeader(this.scene, c); }
}

/** The paths of the last moves, as hex labels. A place may have words around its label. */
export function lastWays(last, field) {
  const ways = new Map();
  const label = (text) => { if (!text) return null; if (field.site(text) !== undefined) return text; const m = text.match(/\d{4}(?!.*\d{4})/); return m && field.site(m[0]) !== undefined ? m[0] : null; };
  for (const { piece, from, to } of last) {
    const [a, b] = [label(from), label(to)];
    const way = ways.get(piece) || [];
    if (!way.length && a) way.push(a);
    if (b) way.push(b);
    ways.set(piece, way);
  }
  return [...ways.values()].filter((w) => w.length > 1).map((w) => [w, '#5a4632', true]);
}
