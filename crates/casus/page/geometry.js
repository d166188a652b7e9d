// Geometry of hexes on the drawing: a hexside has 60 units, x grows to the east, y to the south. 52 : 60 is regular within 0.1 %.
export const ACROSS = 52;
export const HALF = 30;
export const DIRS = [[1, 0], [0, 1], [-1, 1], [-1, 0], [0, -1], [1, -1]];

const CORNERS = {
  pointy: [[ACROSS, HALF], [0, 2 * HALF], [-ACROSS, HALF], [-ACROSS, -HALF], [0, -2 * HALF], [ACROSS, -HALF]],
  flat: [[HALF, ACROSS], [-HALF, ACROSS], [-2 * HALF, 0], [-HALF, -ACROSS], [HALF, -ACROSS], [2 * HALF, 0]],
};
const SIDES = { pointy: ['E', 'SE', 'SW', 'W', 'NW', 'NE'], flat: ['SE', 'S', 'SW', 'NW', 'N', 'NE'] };
const VERTICES = { pointy: ['ESE', 'S', 'WSW', 'WNW', 'N', 'ENE'], flat: ['SSE', 'SSW', 'W', 'NNW', 'NNE', 'E'] };

export const corner = (o, k) => CORNERS[o][((k % 6) + 6) % 6];
/** The two ends of a side, clockwise. */
export const ends = (o, d) => [corner(o, d + 5), corner(o, d)];
export const centre = (o, q, r) => (o === 'pointy' ? [ACROSS * (2 * q + r), 3 * HALF * r] : [3 * HALF * q, ACROSS * (2 * r + q)]);
export const plus = (a, b) => [a[0] + b[0], a[1] + b[1]];
/** The distance between two points. */
export const far = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]);
export const middle = (a, b) => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
const times = (a, t) => [a[0] * t, a[1] * t];

/** The point that a heading of a scene points to, from the centre. */
export function target(o, heading) {
  if (!heading) return null;
  if ('corner' in heading) return corner(o, heading.corner);
  const [a, b] = ends(o, heading.side);
  return middle(a, b);
}
export function headingWord(o, heading) {
  if (!heading) return '';
  return 'corner' in heading ? VERTICES[o][heading.corner % 6] : SIDES[o][heading.side % 6];
}
/** The heading of a scene that a compass word names. */
export function heading(o, word) {
  const side = SIDES[o].indexOf(word);
  if (side >= 0) return { side };
  const vertex = VERTICES[o].indexOf(word);
  return vertex >= 0 ? { corner: vertex } : null;
}
/** The point that a compass word points to, from the centre. */
export function toward(o, word) {
  const side = SIDES[o].indexOf(word);
  if (side >= 0) return target(o, { side });
  const vertex = VERTICES[o].indexOf(word);
  return vertex >= 0 ? corner(o, vertex) : null;
}
/** All compass words of the same kind as this one (sides or corners), clockwise from the north. */
export function compass(o, word) {
  const of = SIDES[o].includes(word) ? SIDES[o] : VERTICES[o];
  const angle = (w) => { const [x, y] = toward(o, w); return (Math.atan2(x, -y) + 7) % (2 * Math.PI); };
  return [...of].sort((a, b) => angle(a) - angle(b));
}

/** The hex under a point. */
export function hexAt(o, x, y) {
  let q; let r;
  if (o === 'pointy') { r = y / (3 * HALF); q = (x / ACROSS - r) / 2; } else { q = x / (3 * HALF); r = (y / ACROSS - q) / 2; }
  const t = -q - r;
  let [rq, rr, rt] = [Math.round(q), Math.round(r), Math.round(t)];
  const [dq, dr, dt] = [Math.abs(rq - q), Math.abs(rr - r), Math.abs(rt - t)];
  if (dq > dr && dq > dt) rq = -rr - rt; else if (dr > dt) rr = -rq - rt;
  return [rq, rr];
}
export function distance([q, r], [u, v]) {
  return (Math.abs(q - u) + Math.abs(r - v) + Math.abs(q + r - u - v)) / 2;
}

const key = (p) => `${p[0]},${p[1]}`;
const cell = (q, r) => `${q},${r}`;

/** The closed outlines of a set of hexes. */
function loops(o, cells) {
  const next = new Map();
  for (const [q, r] of cells.values()) {
    const at = centre(o, q, r);
    for (let d = 0; d < 6; d++) {
      if (!cells.has(cell(q + DIRS[d][0], r + DIRS[d][1]))) {
        const [a, b] = ends(o, d);
        next.set(key(plus(at, a)), [plus(at, a), plus(at, b)]);
      }
    }
  }
  const out = [];
  while (next.size) {
    const [start, [first, second]] = next.entries().next().value;
    next.delete(start);
    const ring = [first];
    let at = second;
    while (key(at) !== start) {
      ring.push(at);
      const on = next.get(key(at));
      if (!on) break;
      next.delete(key(at));
      at = on[1];
    }
    out.push(ring);
  }
  return out;
}
const at = (p) => `${Math.round(p[0] * 10) / 10} ${Math.round(p[1] * 10) / 10}`;
export const polygon = (ring) => `M${ring.map(at).join('L')}Z`;
export const line = (points) => `M${points.map(at).join('L')}`;

/** The path of a set of hexes, [[q, r]], as a soft shape. At the map's edge it continues beyond the edge. */
export function blob(o, inside, all) {
  const grown = new Map(inside.map(([q, r]) => [cell(q, r), [q, r]]));
  for (const [q, r] of inside) {
    for (const [dq, dr] of DIRS) {
      const c = cell(q + dq, r + dr);
      if (!all.has(c)) grown.set(c, [q + dq, r + dr]);
    }
  }
  return loops(o, grown).map((ring) => {
    const n = ring.length;
    const mid = (i) => middle(ring[i % n], ring[(i + 1) % n]);
    const knot = (i) => middle(mid(i), mid(i + 1));
    let path = `M${at(knot(0))}`;
    for (let i = 1; i <= n; i++) path += `Q${at(mid(i))} ${at(knot(i))}`;
    return `${path}Z`;
  }).join('');
}
export const outline = (o, cells) => loops(o, new Map(cells.map(([q, r]) => [cell(q, r), [q, r]]))).map(polygon).join('');
export const cellSet = (cells) => new Set(cells.map(([q, r]) => cell(q, r)));

/** Joins segments to lines, each from one end or fork to the next. */
export function chains(segments) {
  const around = new Map();
  const point = new Map();
  const add = (a, b) => {
    point.set(key(a), a);
    if (!around.has(key(a))) around.set(key(a), new Set());
    around.get(key(a)).add(key(b));
  };
  for (const [a, b] of segments) if (key(a) !== key(b)) { add(a, b); add(b, a); }
  const knots = new Set([...around].filter(([, to]) => to.size !== 2).map(([p]) => p));
  const out = [];
  const run = (start) => {
    const walked = [point.get(start)];
    let here = start;
    while (around.get(here)?.size) {
      const to = around.get(here).values().next().value;
      around.get(here).delete(to);
      around.get(to)?.delete(here);
      walked.push(point.get(to));
      here = to;
      if (knots.has(here)) break;
    }
    out.push(walked);
  };
  for (const k of knots) while (around.get(k).size) run(k);
  for (const k of around.keys()) while (around.get(k).size) run(k);
  return out;
}
/** A line with rounded corners. */
export function flowing(points) {
  let path = `M${at(points[0])}`;
  let here = points[0];
  points.slice(1).forEach((p, i, rest) => {
    if (i === 0) path += `L${at(middle(here, p))}`;
    const to = rest[i + 1] ? middle(p, rest[i + 1]) : p;
    path += `Q${at(p)} ${at(to)}`;
    here = p;
  });
  return path;
}
const towards = (from, to, by) => {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const far = Math.max(Math.hypot(dx, dy), 2 * by);
  return [from[0] + (dx * by) / far, from[1] + (dy * by) / far];
};
/** An arrow through points: the path of its shaft and the path of its head. */
export function arrow(through, gap = 30, head = 24) {
  const points = [...through];
  const n = points.length;
  const tip = towards(points[n - 1], points[n - 2], gap);
  const base = towards(points[n - 1], points[n - 2], gap + head);
  points[0] = towards(points[0], points[1], gap);
  points[n - 1] = base;
  const [ux, uy] = [tip[0] - base[0], tip[1] - base[1]];
  return [line(points), polygon([tip, [base[0] - uy * 0.8, base[1] + ux * 0.8], [base[0] + uy * 0.8, base[1] - ux * 0.8]])];
}
/** The arrowhead that shows a facing. */
export function wedge(o, heading) {
  const [x, y] = times(target(o, heading), 0.96);
  const [base, half] = 'corner' in heading ? [0.72, 0.25] : [0.81, 0.33];
  const [bx, by, sx, sy] = [x * base, y * base, -y * half, x * half];
  return polygon([[x, y], [bx + sx, by + sy], [bx - sx, by - sy]]);
}
export { times };
