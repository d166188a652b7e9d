"""A second opinion on Arquebus, written from the rulebook, its rulings, and the game's data files.

    python3 tests/oracles/arquebus.py --program target/release/casus --seconds 30

What play has done is kept from its events alone (who began where and next to whom, who fired at whom, who has attacked, ...);
the view is compared with that and not read for it.
"""

import sys
import tomllib
from functools import lru_cache
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from oracle import Oracle, run  # noqa: E402

DATA = Path(__file__).resolve().parents[2] / "crates" / "arquebus" / "data"
BATTLES = ["Fornovo", "Cerignola", "Ravenna", "Pavia"]
SIDES = ("France", "League")


def other(side):
    return "League" if side == "France" else "France"


# ---- Geometry. Pointy hexes, columns then rows, even rows half a hex further east. Sides clockwise from NE; vertices from N.

SIDE_WORDS = ["NE", "E", "SE", "SW", "W", "NW"]
VERTICES = ["N", "ENE", "ESE", "S", "WSW", "WNW"]
STEP = [(1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1)]
# From a hex's centre in the grid of thirds: the six corners, from N.
CORNER = [(0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1)]


def axial(hex_):
    c, r = int(hex_[:2]), int(hex_[2:])
    return c - (r - 1) // 2, r


def name_of(q, r):
    c = q + (r - 1) // 2
    if not 1 <= c <= 99 or not 1 <= r <= 99:
        return None
    return f"{c:02}{r:02}"


def distance(a, b):
    (qa, ra), (qb, rb) = axial(a), axial(b)
    dq, dr = qa - qb, ra - rb
    return max(abs(dq), abs(dr), abs(dq + dr))


def centre(q, r):
    return 2 * q + r, 3 * r


@lru_cache(None)
def sight_line(dq, dr):
    """What a line from (0, 0) to (dq, dr) meets: hexes entered, pairs of hexes along a side, sides crossed, corners passed.

    A side is a pair (hex, side index); of a corner the sides that end there come with the hand of the line they lie on, and the
    hexes there that the line does not enter with theirs.
    """
    bx, by = centre(dq, dr)
    n = max(abs(dq), abs(dr), abs(dq + dr))

    def hand(x, y):
        v = bx * y - by * x
        return (v > 0) - (v < 0)

    def within(x, y):
        # Strictly between the two centres, by projection.
        t = bx * x + by * y
        return 0 < t < bx * bx + by * by

    entered, along, crossed, corners = [], set(), set(), {}
    for q in range(-n, n + 1):
        for r in range(-n, n + 1):
            cx, cy = centre(q, r)
            points = [(cx + x, cy + y) for x, y in CORNER]
            hands = [hand(*p) for p in points]
            if not (min(hands) <= 0 <= max(hands)):
                continue
            # Is any of it between the centres? The hexes at distance beyond are cut off by distance to both ends.
            d0 = max(abs(q), abs(r), abs(q + r))
            d1 = max(abs(q - dq), abs(r - dr), abs(q - dq + r - dr))
            if d0 > n or d1 > n:
                continue
            ends = (q, r) in ((0, 0), (dq, dr))
            if min(hands) < 0 < max(hands):
                if not ends:
                    entered.append((q, r))
            for s in range(6):
                a, b = points[s], points[(s + 1) % 6]
                ha, hb = hands[s], hands[(s + 1) % 6]
                oq, orr = q + STEP[s][0], r + STEP[s][1]
                key = min(((q, r), s), ((oq, orr), (s + 3) % 6))
                if ha == 0 and hb == 0:
                    if within((a[0] + b[0]) / 2, (a[1] + b[1]) / 2):
                        along.add(key)
                elif ha * hb < 0:
                    # Where the line crosses the side, as a fraction of it.
                    fa = abs(bx * a[1] - by * a[0])
                    fb = abs(bx * b[1] - by * b[0])
                    x = (a[0] * fb + b[0] * fa) / (fa + fb)
                    y = (a[1] * fb + b[1] * fa) / (fa + fb)
                    if within(x, y):
                        crossed.add(key)
                for p, h_other in ((a, hb), (b, ha)):
                    if hand(*p) == 0 and within(*p) and h_other != 0:
                        corners.setdefault(p, set()).add((key, h_other))
    def beside(keys):
        """The hexes at a corner that the line does not enter, each with its hand."""
        there = set()
        for (h, s), _ in keys:
            there |= {h, (h[0] + STEP[s][0], h[1] + STEP[s][1])}
        there -= set(entered) | {(0, 0), (dq, dr)}
        return tuple((h, hand(*centre(*h))) for h in there)

    return tuple(entered), tuple(along), tuple(crossed), tuple((p, tuple(v), beside(v)) for p, v in corners.items())


@lru_cache(None)
def exits(dq, dr):
    """Which sides of the first hex the line to (dq, dr) leaves by: one, or the two at a corner."""
    bx, by = centre(dq, dr)
    signs = []
    for x, y in CORNER:
        v = bx * y - by * x
        signs.append((v > 0) - (v < 0))
    out = []
    for s in range(6):
        # Side s lies between corners s and s + 1, clockwise.
        a, b = CORNER[s], CORNER[(s + 1) % 6]
        mx, my = a[0] + b[0], a[1] + b[1]
        if bx * mx + by * my <= 0:
            continue
        if signs[s] * signs[(s + 1) % 6] < 0 or signs[s] == 0 or signs[(s + 1) % 6] == 0:
            out.append(s)
    return tuple(out)


FRONT, FLANK, REAR = "front", "flank", "rear"


def part(side, facing):
    """Which part of a unit that faces `facing` (a vertex's number) its side lies in."""
    k = (side - facing) % 6
    return FRONT if k in (0, 5) else FLANK if k in (1, 4) else REAR


# ---- Data.


def read(name):
    with open(DATA / f"{name}.toml", "rb") as file:
        return tomllib.load(file)


@lru_cache(None)
def charts():
    return read("charts")


@lru_cache(None)
def kinds():
    return {k["id"]: k for k in read("kinds")["kind"]}


def number(text):
    """A chart's number: None for NA or none."""
    if isinstance(text, int):
        return text
    return None if text in ("NA", "-") else int(text)


ROW = {".": "clear", "f": "cropfields", "v": "vineyards", "l": "light-woods", "w": "woods", "m": "marsh", "r": "rough",
       "t": "town", "b": "buildings", "c": "city", "~": "taro"}
WORKS = ("stream", "river", "ditch", "rampart", "trench", "wall", "breach", "torre")


class Field:
    """A battle's map: terrain and level of each hex, what lies on each side."""

    def __init__(self, battle, blank=False):
        data = read(f"{battle.lower()}-map")
        self.width = data["numbering"]["columns"]["last"]
        self.height = data["numbering"]["rows"]["last"]
        self.terrain, self.level = {}, {}
        for row in data["terrain"]["rows"]:
            r, *cells = row.split()
            for c, cell in enumerate(cells, 1):
                self.terrain[f"{c:02}{r}"] = "clear" if blank else ROW[cell]
        for row in data["levels"]["rows"]:
            r, *cells = row.split()
            for c, cell in enumerate(cells, 1):
                self.level[f"{c:02}{r}"] = 0 if blank else int(cell)
        # (hex, side) both ways -> {kind: the hex on the defended side}
        self.sides = {}
        if not blank:
            for kind in WORKS + ("bridge",):
                for piece in data.get(kind, []):
                    for group in piece["sides"].split(","):
                        hex_, *words = group.split()
                        for word in words:
                            self.put(hex_, SIDE_WORDS.index(word), kind, piece.get("inside", hex_))
        self.near_ = {}

    def put(self, hex_, side, kind, inside):
        there = self.beyond(hex_, side)
        self.sides.setdefault((hex_, side), {})[kind] = inside
        if there:
            self.sides.setdefault((there, (side + 3) % 6), {})[kind] = inside

    def on(self, hex_):
        return hex_ is not None and hex_ in self.terrain

    def beyond(self, hex_, side):
        q, r = axial(hex_)
        there = name_of(q + STEP[side][0], r + STEP[side][1])
        return there if self.on(there) else None

    def near(self, hex_):
        """The six neighbours by side; None off the map."""
        if hex_ not in self.near_:
            self.near_[hex_] = tuple(self.beyond(hex_, s) for s in range(6))
        return self.near_[hex_]

    def side(self, a, b):
        """Which side of `a` leads to `b`."""
        return self.near(a).index(b)

    def works(self, a, b):
        """What lies on the side between two neighbours: (kind, the hex inside)."""
        return self.sides.get((a, self.side(a, b)), {})


class Kit:
    """Who fights in a battle, from its file."""

    def __init__(self, battle):
        data = read(battle.lower())
        self.battle = battle
        self.scenario = data["scenario"]
        self.side_of_battle = {b["id"]: b["side"] for b in data["battle"]}
        self.standard_of_battle = {b["id"]: b.get("standard") for b in data["battle"]}
        self.standard_side = {s["id"]: s["side"] for s in data["standard"]}
        self.leaders = {l["id"]: l for l in data["leader"]}
        self.units = {}
        self.entries = data.get("entry", [])
        self.start = {}
        for group in data["group"]:
            stem, _, span = group["units"].rpartition("-")
            first, _, last = span.partition("..")
            hexes = group.get("hexes", "").split()
            for i, n in enumerate(range(int(first), int(last or first) + 1)):
                unit = f"{stem}-{n}"
                self.units[unit] = {"battle": group["battle"], "kind": kinds()[group["kind"]], "group": group}
                if hexes:
                    self.start[unit] = (hexes[i], group.get("facing", "N"), group.get("turned", False))


@lru_cache(None)
def kit_of(battle):
    return Kit(battle)


@lru_cache(None)
def field_of(battle, blank):
    return Field(battle, blank)


FOOT = {"AQ", "ART", "BW", "CB", "GW", "LB", "PK", "SP", "SK", "SB"}
MOUNTED = {"GE", "LC", "LC/A", "MAQ", "MCB", "MM", "STR"}
GUN_MISSILES = {"F", "S", "C", "H", "OG"}
COLUMN = {"MM": "MM", "STR": "STR", "LC": "LT", "LC/A": "LT", "GE": "LT", "MAQ": "LT", "MCB": "LT", "PK": "PK", "SB": "SB",
          "AQ": "SHOT", "CB": "SHOT", "LB": "SHOT", "SK": "SK", "SP": "SP", "GW": "GW"}
COLUMNS = ["MM", "STR", "LT", "PK", "SB", "SHOT", "SK", "SP", "GW"]


@lru_cache(None)
def table(name):
    """Rows of a results table or the matrix: (label, cells)."""
    return [[cell.strip() for cell in row.split("|")] for row in charts()[name]["rows"]]


@lru_cache(None)
def matrix():
    return {row[0]: dict(zip(COLUMNS, (int(cell) for cell in row[1:]))) for row in table("matrix")}


def cell(name, total, column):
    rows = table(name)
    for label, *cells in rows:
        if label.startswith("<="):
            if total <= int(label[2:]):
                return cells[column]
        elif label.startswith(">="):
            if total >= int(label[2:]):
                return cells[column]
        elif total == int(label):
            return cells[column]
    raise AssertionError((name, total))


# ---- A position.

ATTACKERS = set(matrix())
# May retreat before combat (12.2), and how far.
WITHDRAWS = {"AQ": 1, "CB": 1, "LB": 1, "SK": 3, **{arm: 3 for arm in MOUNTED}}
# Reacts as often as it is entered upon (11.2).
TIRELESS = {"GE", "LB", "LC/A"}
# Shoots on the move (11.2).
SHOOTS_RIDING = {"GE", "LC/A"}
# Foot that may be retreated through (14.3).
GIVES_WAY = {"AQ", "ART", "CB", "LB", "SP", "SK"}


class Unit:
    """One unit as it stands."""

    def __init__(self, id_, counter, side):
        self.id, self.side, self.battle, self.kind = id_, side, counter["battle"], counter["kind"]
        self.standard = None
        self.at, self.hex, self.facing, self.state = "absent", None, 0, "normal"
        self.turned = self.unloaded = False
        self.engaged, self.continued = set(), 0

    @property
    def base(self):
        return self.kind["arm"]

    @property
    def arm(self):
        """Its type as it stands: mounted shot on foot is foot shot (2.2, 7.4)."""
        if self.turned and self.base in ("MAQ", "MCB"):
            return self.base[1:]
        return self.base

    @property
    def mounted(self):
        return self.arm in MOUNTED

    @property
    def gun(self):
        return self.arm == "ART"

    @property
    def bad(self):
        """On its Disordered side, or treated so (14.4)."""
        return self.state != "normal"

    def face(self, state=None, turned=None):
        state = state or self.state
        turned = self.turned if turned is None else turned
        down = state != "normal" and not self.gun
        key = ("other_back" if down else "other") if turned else ("back" if down else "front")
        return self.kind[key]

    @property
    def sdr(self):
        return self.face().get("sdr", 0)

    @property
    def weapon(self):
        return self.kind.get("missile")

    def drm(self, unlimbering=False):
        """The Missile Fire DRM of the side that lies up; of the unlimbered side where that comes first (R-44)."""
        if not self.weapon:
            return None
        turned = True if unlimbering and self.gun else self.turned
        return self.face(turned=turned).get("drm")

    @property
    def archer(self):
        return self.arm in ("LB", "LC/A")

    def __repr__(self):
        return f"{self.id}@{self.hex or self.at}/{VERTICES[self.facing]}/{self.state}"


def may_stack(a, b):
    """Whether two units of a side may share a hex (10.0, R-47)."""
    for x, y in ((a, b), (b, a)):
        if x.arm == "SP" and not (y.gun and not y.turned):
            return True
        if x.arm in FOOT and x.arm not in ("PK", "ART") and y.gun and y.turned:
            return True
        if x.arm in FOOT and x.arm != "PK" and y.arm == "BW" and x.arm != "BW":
            return True
    return False


def may_stack_as(unit, mate, turned):
    """Whether they could share a hex if the first were dismounted, or mounted."""
    was, unit.turned = unit.turned, turned
    try:
        return may_stack(unit, mate)
    finally:
        unit.turned = was


def may_pass(mover, there):
    """Whether `mover` may move through the hex of the lone friendly unit `there` (10.0): None, or the points on top."""
    if mover.gun:
        return None
    if there.gun and there.turned:
        return 0
    if mover.arm in ("AQ", "CB", "LB", "SK") and not there.gun and there.arm not in ("PK", "SB"):
        return charts()["points"]["pass"]
    return None


class Position:
    """Where everything is, kept by the events; and what the rules say of it."""

    def __init__(self, battle, blank, options):
        self.kit, self.field, self.options = kit_of(battle), field_of(battle, blank), set(options)
        self.units = {}
        for id_, counter in self.kit.units.items():
            unit = Unit(id_, counter, self.kit.side_of_battle[counter["battle"]])
            unit.standard = self.kit.standard_of_battle[counter["battle"]]
            self.units[id_] = unit
        self.leaders = {}
        self.standards = {}
        self.at_ = None

    # Who is where.

    def index(self):
        if self.at_ is None:
            self.at_ = {}
            for unit in self.units.values():
                if unit.at == "map":
                    self.at_.setdefault(unit.hex, []).append(unit)
        return self.at_

    def stale(self):
        self.at_ = None

    def here(self, hex_, side=None):
        found = self.index().get(hex_, ())
        return [u for u in found if side is None or u.side == side]

    def foes(self, hex_, side):
        return [u for u in self.index().get(hex_, ()) if u.side != side]

    def foes_near(self, hex_, side):
        return [u for n in self.field.near(hex_) if n for u in self.foes(n, side)]

    def leaders_in(self, hex_, side=None):
        return [l for l in self.leaders.values() if l["at"] == "map" and l["hex"] == hex_ and side in (None, l["side"])]

    def rank(self, unit):
        return 1 if unit.mounted else 2 if unit.gun else 0

    # Ground.

    def row(self, kind):
        return charts()["terrain"][kind]

    def ground(self, hex_):
        return self.row(self.field.terrain[hex_])

    def works(self, a, b):
        """Rows of what lies on the side between, with the hex on the inside. A bridge takes water away."""
        found = self.field.works(a, b)
        return [(kind, self.row(kind), inside) for kind, inside in found.items()
                if kind != "bridge" and not ("bridge" in found and kind in ("stream", "river"))]

    def met(self, a, b):
        """The rows that a step over the side between meets; by R-120 the other way, not those that it crosses from within."""
        return [row for _, row, inside in self.works(a, b)
                if "R-120" not in self.options or row["both_ways"] or inside != a]

    def step_points(self, rank, a, b):
        """What the ground asks for a step from a to b: None where it is not allowed. 0 foot, 1 mounted, 2 guns, 3 leaders."""
        points = [number(self.ground(b)["mp"][rank])]
        if a is not None:
            points += [number(row["mp"][rank]) for row in self.met(a, b)]
            up = self.field.level[b] - self.field.level[a]
            if up > 0:
                points.append(up * number(self.row("slope")["mp"][rank]))
        return None if None in points else sum(points)

    def disorders(self, unit, a, b):
        """The codes that a step from a to b asks, each its own (C-7): "D" and "A"."""
        if unit.gun:
            return []
        group = 0 if unit.arm == "PK" else 1 if unit.mounted else 2 if unit.arm in ("AQ", "CB", "LB") else \
            3 if unit.arm == "SK" else 4
        rows = [self.ground(b)]
        if a is not None:
            rows = self.met(a, b) + rows
        return [row["disorder"][group] for row in rows if row["disorder"][group] != "-"]

    def attackable(self, unit, a, b):
        """Whether one in a may attack into b at all (12.3(2)B)."""
        r = 1 if unit.mounted else 0
        return None not in [number(row["shock"][r]) for row in
                            [self.ground(b)] + [row for _, row, _ in self.works(a, b)]]

    # Command (5.2).

    def ridable(self, a, b):
        """Whether a leader could go from a to b: by the ground alone."""
        return self.step_points(3, a, b) is not None

    def reach_of_command(self, leader):
        """The hexes to which his Command Range reaches."""
        start = leader["hex"]
        seen, edge = {start}, [start]
        for _ in range(leader["range"]):
            new = []
            for a in edge:
                for b in self.field.near(a):
                    if b and b not in seen and not self.foes(b, leader["side"]) and self.ridable(a, b):
                        seen.add(b)
                        new.append(b)
            edge = new
        return seen

    def commanded(self, side):
        """The units of a side that are in command, and those that are so without the chain."""
        near, chain = set(), set()
        for battle, whose in self.kit.side_of_battle.items():
            if whose != side:
                continue
            men = [u for u in self.units.values() if u.battle == battle and u.at == "map"]
            for leader in self.leaders.values():
                if leader["at"] == "map" and battle in leader["battles"]:
                    reach = self.reach_of_command(leader)
                    near |= {u.id for u in men if u.hex in reach}
            linked = {u.id for u in men if u.id in near}
            edge = [u for u in men if u.id in linked]
            while edge:
                a = edge.pop()
                for u in men:
                    # Units of one hex are as near as neighbours.
                    if u.id not in linked and distance(u.hex, a.hex) <= 1:
                        linked.add(u.id)
                        edge.append(u)
            chain |= linked
        return chain, near

    # Sight (11.4).

    def sight(self, a, b, unit, blocking=True):
        """Whether a line is clear from a to b for `unit`: "clear", "raining" (over units), or None."""
        n = distance(a, b)
        over = False
        if unit is not None and unit.archer:
            over = n == 2 or (n >= 3 and "R-59" in self.options)
        if self.line(a, b, True):
            return "clear"
        if over and self.line(a, b, False):
            return "raining" if n == 2 else "clear"
        return None

    def line(self, a, b, units):
        (qa, ra), (qb, rb) = axial(a), axial(b)
        entered, along, crossed, corners = sight_line(qb - qa, rb - ra)
        high = max(self.field.level[a], self.field.level[b])

        def shut(q, r):
            hex_ = name_of(q + qa, r + ra)
            if not self.field.on(hex_):
                return False
            if hex_ in (a, b):
                return False
            if self.ground(hex_)["blocks_sight"] or self.field.level[hex_] > high:
                return True
            return bool(units and self.here(hex_))

        def wall(key):
            (q, r), s = key
            hex_ = name_of(q + qa, r + ra)
            kinds_ = {}
            if self.field.on(hex_):
                kinds_ = self.field.sides.get((hex_, s), {})
            else:
                there = name_of(q + qa + STEP[s][0], r + ra + STEP[s][1])
                if self.field.on(there):
                    kinds_ = self.field.sides.get((there, (s + 3) % 6), {})
            return any(self.row(k)["blocks_sight"] for k in kinds_ if k != "bridge")

        if any(shut(*h) for h in entered):
            return False
        for key in along:
            (q, r), s = key
            if wall(key):
                return False
            if shut(q, r) and shut(q + STEP[s][0], r + STEP[s][1]):
                return False
        if any(wall(key) for key in crossed):
            return False
        for _, ends, beside in corners:
            # Blocked by what stands on both hands, a wall on one of them at least (R-60).
            walls = {hand for key, hand in ends if wall(key)}
            hands = walls | {hand for h, hand in beside if shut(*h)}
            if walls and len(hands - {0}) == 2:
                return False
        return True

    def arc(self, unit, target, hex_=None, facing=None, generous=False):
        """Through which part of `unit` the line to `target` goes. At a corner: front before flank, rear before flank; with
        `generous`, flank before rear (G-11)."""
        (qa, ra), (qb, rb) = axial(hex_ or unit.hex), axial(target)
        parts = {part(s, unit.facing if facing is None else facing) for s in exits(qb - qa, rb - ra)}
        if len(parts) == 1:
            return parts.pop()
        if FRONT in parts:
            return FRONT
        return FLANK if generous else REAR

    def fronts(self, hex_, facing):
        """The hexes in front of one who faces so."""
        near = self.field.near(hex_)
        return [n for n in (near[(facing - 1) % 6], near[facing]) if n]

    # Shots.

    def range_drm(self, weapon, n):
        row = charts()["ranges"]["rows"].get(weapon, [])
        return int(row[n - 1]) if 1 <= n <= len(row) else None

    def shot_drms(self, firer, target, over, a=None):
        """The modifiers of a shot at one unit: {label: value}, without those that are 0 but for the two always told."""
        d = charts()["fire_drms"]
        a = a or firer.hex
        n = distance(a, target.hex)
        lines = {"Missile Fire DRM": firer.drm(), "range": self.range_drm(firer.weapon, n)}
        if target.arm == "MM":
            if firer.weapon == "CB":
                lines["crossbows at Men-at-Arms"] = int(d["crossbow_at_men_at_arms"])
            elif firer.weapon in ("LB", "A", "J"):
                lines["bows or javelins at Men-at-Arms"] = int(d["bow_at_men_at_arms"])
        if over == "raining":
            lines["Raining Fire"] = int(d["raining"])
        if target.mounted and self.arc(target, a, generous=False) != FRONT:
            lines["horse, through its flank or rear"] = int(d["horse_from_aside"])
        if firer.gun and target.arm in ("PK", "SB"):
            lines["Artillery at Pikes or Sword and Buckler"] = int(d["guns_at_deep_files"])
        if target.arm in ("SK", "GE", "LC/A"):
            lines["open order"] = int(d["open_order"])
        cover = [number(self.ground(target.hex)["fire"]) or 0]
        near = self.field.near(target.hex)
        (qa, ra), (qb, rb) = axial(target.hex), axial(a)
        for s in exits(qb - qa, rb - ra):
            if near[s]:
                for _, row, inside in self.works(target.hex, near[s]):
                    if row["both_ways"] or inside == target.hex or "R-118" in self.options:
                        cover.append(number(row["fire"]) or 0)
        if target.arm == "GW":
            cover.append(int(d["wagon"]))
        if min(cover):
            lines["shelter"] = min(cover)
        if target.state == "retired" and "R-71" in self.options:
            lines["the target is Retired"] = int(charts()["shock_drms"]["retired"])
        return lines

    def fire_result(self, target, total):
        column = (2 if target.mounted else 0) + (1 if target.bad else 0)
        return cell("fire", total, column)

    # Moves (7.0, 10.0, 14.5).

    def room(self, unit, hex_):
        """What a hex offers a unit by its friends there: "stop", "pass" or None, and the points on top."""
        friends = [f for f in self.here(hex_, unit.side) if f is not unit]
        if not friends:
            return "stop", 0
        if len(friends) > 1:
            return None, 0
        friend = friends[0]
        through = may_pass(unit, friend)
        if may_stack(unit, friend):
            return "stop", 0
        if through is not None:
            return "pass", through
        return None, 0

    def shut_by_entry(self, hex_, side, frees):
        """Hexes through which enemy reinforcements still due enter (7.3, R-22)."""
        for entry in self.kit.entries:
            if self.kit.side_of_battle[entry["battle"]] != side and hex_ in entry["hexes"].split():
                if any(u.battle == entry["battle"] and u.at == "reserve" for u in self.units.values()):
                    return True
        return False


class Activation:
    """What has been done since the activation began."""

    def __init__(self, side, what, how):
        self.side, self.what, self.how = side, what, how
        self.army = what == "army"
        self.battles = set() if isinstance(what, str) else set(what)
        self.phase = None
        self.begun = {}
        self.cap = {}
        self.ooc = set()
        self.spent = {}
        self.left, self.stepped = set(), set()
        self.fired, self.reacted, self.countered = set(), set(), set()
        self.attacked, self.shifted, self.disordered = set(), set(), set()
        self.turned = {}
        self.turned_with = set()
        self.over = set()
        self.disengaged = set()
        self.close = {}
        self.shot_here = set()
        self.dismounted = set()
        self.remounted = set()
        self.closed = set()
        self.round = 0
        self.attacks = {}
        self.rode = {}
        self.gone_alone = set()
        self.placed = set()
        self.rallied, self.fought, self.charged = set(), set(), set()
        self.out = set()
        self.countered_shock = set()
        self.fresh = set()
        self.asked, self.asked_all, self.resolved = set(), False, set()
        self.passed = set()
        self.with_at_start = {}


class Moves(Position):
    """The rules of movement, asked about the activation `act`."""

    act = None

    def step_bars(self, unit, a, b, run):
        """Why a unit may not step from a to b: an empty list if it may. `run` has spent, moved (it has stepped), shot (it has fired
        where it stands), left (points)."""
        act, bars = self.act, []
        foes_a = self.foes_near(a, unit.side)
        foes_b = self.foes_near(b, unit.side)
        if self.foes(b, unit.side):
            bars.append("enemy unit there")
        if unit.gun and unit.turned:
            bars.append("anchored")
        if unit.gun and run["moved"] and [f for f in self.here(a, unit.side) if f is not unit]:
            bars.append("guns move through nobody")
        riding = unit.arm in SHOOTS_RIDING
        if unit.id in act.dismounted:
            bars.append("dismounted")
        if unit.id in act.fired and not riding:
            bars.append("fired")
        ooc = unit.id in act.ooc
        begun_near = act.begun[unit.id][1] if unit.id in act.begun else set()
        if not run["moved"]:
            if ooc and begun_near:
                bars.append("out of command next to an enemy")
            ids = {f.id for f in foes_b}
            if any(f.id in ids for f in foes_a):
                bars.append("straight to the same enemy")
        elif foes_a and not (riding and run["shot"]):
            bars.append("must stop")
        if ids := act.close.get(unit.id):
            if any(f.id in ids for f in foes_b):
                bars.append("shot at close quarters")
        if ooc and foes_b:
            bars.append("out of command next to an enemy")
        if ooc and (self.leaders_in(b, other(unit.side)) or any(
                self.kit.standard_side[s] != unit.side and h == b for s, h in self.standards.items())):
            bars.append("out of command into a leader or a Standard")
        if unit.engaged:
            if unit.state != "normal":
                bars.append("Disordered, does not Disengage")
            if ooc:
                bars.append("out of command, does not Disengage")
        if (unit.engaged or unit.id in act.disengaged) and foes_b:
            bars.append("Disengaging, next to an enemy")
        if any(f.engaged for f in self.here(b)):
            bars.append("Engaged unit there")
        if self.shut_by_entry(b, unit.side, None):
            bars.append("entry")
        if act.army:
            least = 4 if "R-23" in self.options else 5
            if any(distance(b, f.hex) < least for f in self.units.values() if f.at == "map" and f.side != unit.side):
                bars.append("army too near")
        cost = self.step_cost(unit, a, b)
        if cost is None:
            bars.append("ground")
        if unit.state == "retired":
            if run["moved"] or unit.id in act.left:
                bars.append("Retired, one hex")
            flag = self.standards.get(unit.standard)
            if flag is None or distance(b, flag) >= distance(a, flag) or distance(a, flag) <= 1:
                bars.append("Retired, toward the Standard")
        elif cost is not None and run["spent"] + cost > act.cap[unit.id]:
            bars.append("points")
        kind, _ = self.room(unit, b)
        if kind is None:
            bars.append("stack")
        elif kind == "pass" and not bars:
            # It must be able to go on: it may not stop there.
            after = {"spent": run["spent"] + cost, "moved": True, "shot": False}
            if foes_b or unit.state == "retired" or not any(
                    n and n != a and self.may_step(unit, b, n, after) for n in self.field.near(b)):
                bars.append("could not go on")
        return bars

    def may_step(self, unit, a, b, run):
        was = unit.engaged
        if run["moved"] and was:
            # Once gone it is Engaged no more.
            unit.engaged = set()
            self.act.disengaged.add(unit.id)
            try:
                return not self.step_bars(unit, a, b, run)
            finally:
                unit.engaged = was
                self.act.disengaged.discard(unit.id)
        return not self.step_bars(unit, a, b, run)

    def step_cost(self, unit, a, b):
        p = charts()["points"]
        cost = self.step_points(self.rank(unit), a, b)
        if cost is None:
            return None
        if unit.state == "retired":
            return p["retired"]
        if self.foes_near(a, unit.side):
            cost += p["leave"]
        if unit.engaged:
            cost += p["disengage"]
        return cost + self.room(unit, b)[1]

    # Fire (11.0).

    def may_shoot(self, firer, hex_, mode, run=None):
        """Whether a shot is allowed: "active", "return" or "reaction". Gives how the line is, or None."""
        act = self.act
        if not firer.weapon or firer.state == "retired" or firer.engaged or firer.at != "map":
            return None
        active = mode == "active"
        if firer.drm(unlimbering=active) is None:
            return None
        if firer.base in ("MAQ", "MCB") and not firer.turned and firer.unloaded:
            return None
        targets = self.foes(hex_, firer.side)
        if not targets or any(t.engaged for t in targets):
            return None
        n = distance(firer.hex, hex_)
        if self.range_drm(firer.weapon, n) is None:
            return None
        where = self.arc(firer, hex_)
        if mode == "reaction" or firer.gun:
            if where != FRONT:
                return None
        elif where == REAR:
            return None
        line = self.sight(firer.hex, hex_, firer)
        if line is None:
            return None
        if active:
            if act.army or firer.id in act.fired:
                return None
            if firer.id in act.dismounted and "R-43" in self.options:
                return None
            if firer.arm in SHOOTS_RIDING and self.foes_near(firer.hex, firer.side):
                if run["spent"] + charts()["points"]["fire"] > act.cap[firer.id]:
                    return None
            if self.room(firer, firer.hex)[0] == "pass":
                return None
            if firer.arm not in SHOOTS_RIDING:
                # Its move ends with the shot (11.2), and so must be able to end there.
                mates = [m for m in self.here(firer.hex, firer.side) if m is not firer]
                if self.room(firer, firer.hex)[0] != "stop" or any(m.facing != firer.facing for m in mates):
                    return None
        if mode == "return" and (firer.gun or firer.arm in ("PK", "SB")):
            return None
        if mode == "reaction":
            if n != 1:
                return None
            if firer.arm not in TIRELESS and firer.id in act.reacted:
                return None
        return line

    def reactors(self, mover, hex_):
        """Who may fire in reaction at a mover that has come to a hex (11.2)."""
        if [u for u in self.here(hex_, mover.side) if u is not mover]:
            return []
        return [f for n in self.field.near(hex_) if n for f in self.foes(n, mover.side)
                if self.may_shoot(f, hex_, "reaction")]

    # Declarations (12.1, 13.2).

    def duties(self, unit, only=None):
        """The enemy-occupied hexes in front of a unit that it can attack: partners only, if it is Engaged."""
        out = []
        for h in self.fronts(unit.hex, unit.facing):
            foes = self.foes(h, unit.side)
            if not foes or not self.attackable(unit, unit.hex, h):
                continue
            if unit.engaged and not any(f.id in unit.engaged for f in foes):
                continue
            out.append(h)
        return out

    def attackers(self):
        """Who may attack in this round of the Shock Phase (12.1, 14.7)."""
        act = self.act
        out = []
        for u in self.units.values():
            if u.at != "map" or u.side != act.side or u.arm not in ATTACKERS or u.state == "retired":
                continue
            if act.round == 0:
                if u.battle not in act.battles:
                    continue
            elif not u.continued:
                continue
            out.append(u)
        return out

    def charge_targets(self, unit):
        """The hexes that a unit may Charge, with the paths: {target: [(facing, path)]} (13.2, 13.3)."""
        act = self.act
        if act.round or unit.arm != "MM" or unit.state != "normal" or unit.id in act.ooc:
            return {}
        if act.begun[unit.id][1] or self.foes_near(unit.hex, unit.side):
            return {}
        if unit.engaged:
            return {}
        out = {}
        taken = {h for attack in act.attacks.values() for h in attack.get("path") or ()}
        for v in (unit.facing, (unit.facing + 1) % 6, (unit.facing - 1) % 6):
            if v != unit.facing and not self.may_turn_to_charge(unit):
                continue
            for first in self.fronts(unit.hex, v):
                if not self.open_to_charge(unit, unit.hex, first, taken):
                    continue
                paths = [[first]]
                if not self.foes_near(first, unit.side):
                    paths += [[first, second] for second in self.fronts(first, v)
                              if self.open_to_charge(unit, first, second, taken)]
                for path in paths:
                    end = path[-1]
                    for target in self.fronts(end, v):
                        if not self.foes(target, unit.side) or not self.ground_for_charge(unit, end, target, target=True):
                            continue
                        # One or two hexes between the Charging unit and its target.
                        if self.sight(unit.hex, target, None) is None:
                            continue
                        out.setdefault(target, []).append((v, tuple(path)))
        return out

    def may_turn_to_charge(self, unit):
        return True

    def ground_for_charge(self, unit, a, b, target=False):
        if not self.ground(b)["charge"]:
            return False
        works = self.field.works(a, b)
        for kind in works:
            if kind == "bridge" or "bridge" in works and kind in ("stream", "river") and "R-117" not in self.options:
                continue
            if not self.row(kind)["charge"]:
                return False
        return self.step_points(1, a, b) is not None

    def open_to_charge(self, unit, a, b, taken):
        return not self.here(b) and b not in taken and self.ground_for_charge(unit, a, b)

    def options_of(self, unit):
        """What a unit could declare: [(hexes, charge)]."""
        out = [((h,), False) for h in self.duties(unit)]
        out += [((h,), True) for h in self.charge_targets(unit)]
        return out

    def complete(self, declared, men, depth=0):
        """Whether the declarations, {unit id: (hexes, charge)}, can be added to until 12.1 is met. `men` are who may attack."""
        by_hex = {}
        for id_, (hexes, _) in declared.items():
            for h in hexes:
                by_hex.setdefault(h, []).append(id_)
        for id_, (hexes, _) in declared.items():
            if len(hexes) > 1 and any(len(by_hex[h]) > 1 for h in hexes):
                return False
        # Who must attack and has not, and what must be attacked and is not.
        for unit in men.values():
            if unit.id in declared:
                hexes, charge = declared[unit.id]
                if charge:
                    continue
                open_ = [h for h in self.duties(unit) if h not in by_hex]
                if open_:
                    return self.cover(declared, men, open_[0], by_hex, depth)
            elif (unit.engaged or unit.continued) and (mine := self.duties(unit)):
                return any(self.with_(declared, men, unit.id, (h,), depth) for h in mine)
        return True

    def cover(self, declared, men, hex_, by_hex, depth):
        for unit in men.values():
            if unit.id in declared:
                hexes, charge = declared[unit.id]
                if not charge and len(hexes) == 1 and hex_ in self.duties(unit) and len(by_hex[hexes[0]]) == 1:
                    if self.with_(declared, men, unit.id, hexes + (hex_,), depth):
                        return True
            else:
                for hexes, charge in self.options_of(unit):
                    if hex_ in hexes and self.with_(declared, men, unit.id, hexes, depth, charge):
                        return True
        return False

    def with_(self, declared, men, id_, hexes, depth, charge=False):
        if depth > 12:
            return True
        return self.complete({**declared, id_: (hexes, charge)}, men, depth + 1)

    # Retreat Before Combat (12.2).

    def withdraw_bars(self, unit, attackers, continued_counter=False):
        """Why a unit attacked by `attackers` may not retreat before combat, its hexes apart."""
        bars = []
        if unit.arm not in WITHDRAWS:
            bars.append("type")
        if unit.state != "normal":
            bars.append("Disordered")
        if unit.engaged:
            bars.append("Engaged")
        if any(a.mounted for a in attackers) and not (continued_counter and "R-66" not in self.options):
            bars.append("before foot only")
        return bars

    def withdraw_steps(self, unit, a, attackers, paths):
        """The hexes that one more step of a Retreat Before Combat may go to: each farther from every attacker."""
        out = []
        for b in self.field.near(a):
            if not b or self.here(b) or b in paths:
                continue
            if any(distance(b, f.hex) <= distance(a, f.hex) for f in attackers):
                continue
            if self.step_points(self.rank(unit), a, b) is None:
                continue
            if self.shut_by_entry(b, unit.side, None):
                continue
            out.append(b)
        return out

    # Counter-Charge (13.6 to 13.9).

    def turns_to_face(self, unit, hexes):
        """The facings, within a vertex of its own, from which all `hexes` are in front: [(turned, vertex)], its own first."""
        out = []
        for v in (unit.facing, (unit.facing + 1) % 6, (unit.facing - 1) % 6):
            if all(h in self.fronts(unit.hex, v) for h in hexes):
                out.append((v != unit.facing, v))
        return out

    def counter_bars(self, unit, against):
        """What keeps a unit from a Counter-Charge whatever it answers."""
        act, bars = self.act, []
        if unit.arm != "MM":
            bars.append("type")
        if unit.side == act.side:
            bars.append("side")
        if unit.state != "normal":
            bars.append("Disordered")
        if unit.id in act.countered:
            bars.append("tried")
        if len(self.here(unit.hex)) > 1:
            bars.append("stacked")
        hex0, foes0 = act.begun.get(unit.id, (None, set()))
        for f in self.foes_near(unit.hex, unit.side):
            if f.id in foes0 and act.begun[f.id][0] == f.hex and f.id not in act.left:
                bars.append("began next to it")
        return bars

    def counter_shock(self, unit, attackers, charge):
        """Whether it may Counter-Charge attackers of one kind: [(turned, vertex)]."""
        if self.counter_bars(unit, attackers):
            return []
        mine = [a for a in attackers]
        if any(self.arc(unit, a.hex, generous=True) == REAR for a in mine):
            return []
        for a in mine:
            if not self.ground_for_charge(unit, unit.hex, a.hex, target=True):
                return []
            if self.sight(unit.hex, a.hex, None) is None:
                return []
        return self.turns_to_face(unit, [a.hex for a in mine])

    # The die of a Shock or Charge (12.3).

    def main_defender(self, hex_, side):
        """The unit whose row of the matrix is used (10.3, R-70, C-3): None where no die falls."""
        men = self.here(hex_, side)
        if len(men) == 1:
            return men[0]
        main = [m for m in men if m.arm not in ("ART", "BW", "SP")]
        if main:
            return main[0]
        for arm in ("SP", "ART", "BW"):
            if any(m.arm == arm for m in men):
                same = [m for m in men if m.arm == arm]
                # Of two Sappers the more shaken, of two alike the easier to hit; by R-129 the other way the one harder to hit.
                drm = lambda m: m.sdr + (int(charts()["shock_drms"]["retired"]) if m.state == "retired" else 0)
                if "R-129" in self.options:
                    return min(same, key=drm)
                return max(same, key=lambda m: (["normal", "disordered", "retired"].index(m.state), drm(m)))
        return None

    def no_die(self, hex_, side):
        """"guns", "wagons", or None where a die falls (12.5, R-74, C-3)."""
        men = self.here(hex_, side)
        if all(m.arm == "BW" for m in men):
            return "wagons"
        if all(m.arm in ("ART", "BW") for m in men):
            return "guns"
        return None

    def angle(self, defender_hex, facing, attackers):
        parts = set()
        for a in attackers:
            k = (self.field.side(defender_hex, a.hex) - facing) % 6
            parts.add("F" if k in (0, 5) else "R" if k in (2, 3) else f"flank{k}")
        d = charts()["shock_drms"]
        if len(parts) > 1:
            return {"through two or more sides": int(d["sides"])}
        p = parts.pop()
        if p == "R":
            return {"through the rear": int(d["rear"])}
        if p != "F":
            return {"through the flank": int(d["flank"])}
        return {}

    def charisma(self, attackers):
        """The Charisma that counts (5.2, R-12): of the Overall Commander or of the unit's own Battle leader; the highest."""
        best = None
        for a in attackers:
            for l in self.leaders_in(a.hex, a.side):
                if a.battle in l["battles"] or (l["oc"] and not l["replacement"]):
                    c = l["charisma"]
                    best = c if best is None else max(best, c)
        return best

    def strike_lines(self, hex_, side, attackers, doubled, charging, moved, countered, continued, breach):
        """The ledger of a die against a hex (12.3): {label: value}."""
        d = charts()["shock_drms"]
        main = self.main_defender(hex_, side)
        lines = {"strength": len(attackers) - (2 if doubled else 1)}
        lines.update(self.angle(hex_, main.facing, attackers))
        ground = None
        seen = {}
        for a in attackers:
            r = 1 if a.mounted else 0
            rows = [("hex", self.ground(hex_))]
            # A bridge spares points, and no more.
            for kind, row, inside in [(k, self.row(k), i) for k, i in self.field.works(a.hex, hex_).items() if k != "bridge"]:
                if row["both_ways"] or inside == hex_:
                    rows.append((kind, row))
            for key, row in rows:
                v = number(row["shock"][r])
                seen.setdefault(key, set()).add(v)
            up = self.field.level[hex_] - self.field.level[a.hex]
            if up > 0:
                v = up * number(self.row("slope")["shock"][r])
                seen.setdefault("slope", set()).add(v)
            v = number(self.ground(a.hex)["attacker"])
            seen.setdefault("own", set()).add(v)
        # The worse of two that differ, or by R-119 the other way both.
        seen = {key: sum(vs) if "R-119" in self.options and key not in ("slope", "own") else min(vs) for key, vs in seen.items()}
        if seen["hex"]:
            lines["the defender's terrain"] = seen["hex"]
        works = sum(v for k, v in seen.items() if k not in ("hex", "slope", "own"))
        if works:
            lines["across the hexside"] = works
        if seen.get("slope"):
            lines["up a slope"] = seen["slope"]
        if seen["own"]:
            lines["an attacker's ground"] = seen["own"]
        lines["Shock Defense DRM"] = main.sdr
        c = self.charisma(attackers)
        if c is not None:
            lines["Charisma"] = c
        lines["Weapons System Matrix"] = max(matrix()[a.arm][COLUMN[main.arm]] for a in attackers)
        if any(a.state == "disordered" for a in attackers):
            lines["an attacker is Disordered"] = int(d["disordered"])
        if any(a.id in moved for a in attackers if a.id in charging):
            lines["a Charger has moved"] = int(d["moved"])
        if main.state == "retired":
            lines["the defender is Retired"] = int(d["retired"])
        elif "R-132" in self.options and any(m.state == "retired" for m in self.here(main.hex, main.side)):
            lines["a unit stacked with the defender is Retired"] = int(d["retired"])
        if continued:
            lines["Continued Attack"] = continued
        if countered:
            lines["it has Counter-Charged"] = int(d["counter_charged"])
        if breach:
            lines["Into the Breach"] = int(d["breach"])
        return lines

    def column_of(self, hex_, side):
        """0 Normal, 1 Disordered: any Disordered member of the hex (10.3); wagons suffer nothing and do not count."""
        return 1 if any(m.bad for m in self.here(hex_, side)) else 0

    # Retreats (14.3), Retirement (14.4).

    def retreat_hexes(self, unit, enemies, mates=()):
        """The hexes that a unit may retreat to. `enemies` are the hexes of those who inflicted it."""
        out = []
        for b in self.field.near(unit.hex):
            if b and self.retreat_bars(unit, unit.hex, b, enemies, mates) == []:
                out.append(b)
        return out

    def retreat_bars(self, unit, a, b, enemies, mates=(), friends=True):
        bars = []
        if any(distance(b, e) <= distance(a, e) for e in enemies):
            bars.append("farther")
        if self.foes(b, unit.side):
            bars.append("enemy")
        if self.step_points(self.rank(unit), a, b) is None:
            bars.append("ground")
        if self.shut_by_entry(b, unit.side, None):
            bars.append("entry")
        there = [f for f in self.here(b, unit.side) if f is not unit and f not in mates]
        if friends and there:
            if len(there) > 1 or not may_stack(unit, there[0]) or mates:
                bars.append("stack")
            if any(f.engaged for f in there):
                bars.append("Engaged")
        return bars

    def through_hexes(self, unit, enemies):
        """(hex of the friend, hex beyond): where a unit may retreat through a friend (14.3, R-92)."""
        out = []
        for b in self.field.near(unit.hex):
            if not b:
                continue
            there = self.here(b, unit.side)
            if len(there) != 1 or there[0].arm not in GIVES_WAY:
                continue
            if set(self.retreat_bars(unit, unit.hex, b, enemies, friends=False)):
                continue
            if not set(self.retreat_bars(unit, unit.hex, b, enemies)):
                continue
            for c in self.field.near(b):
                if c and c != unit.hex and not self.retreat_bars(unit, b, c, enemies):
                    out.append((b, c))
        return out

    def retire_hexes(self, unit, enemies):
        flag = self.standards.get(unit.standard)
        if flag is None or unit.hex == flag:
            return []
        rank = self.rank(unit)
        seen, edge = {unit.hex}, [unit.hex]
        while edge:
            a = edge.pop()
            for b in self.field.near(a):
                if b and b not in seen and not self.foes(b, unit.side) and self.step_points(rank, a, b) is not None:
                    seen.add(b)
                    edge.append(b)
        out = []
        for b in (flag, *self.field.near(flag)):
            if not b or b not in seen:
                continue
            if [u for u in self.here(b) if u is not unit]:
                continue
            if any(e in self.field.near(b) for e in enemies):
                continue
            out.append(b)
        return out

    # Points (3.0).

    def price(self, unit):
        return charts()["flight"][{"LC/A": "lca"}.get(unit.base, unit.base.lower())]

    def flight_points(self, side):
        f = charts()["flight"]
        total = 0
        for u in self.units.values():
            if u.side == side:
                if u.at == "lost":
                    # Mounted shot is counted as it stood when it fell.
                    total += self.price(u) if not u.turned or u.gun else f[u.arm.lower()]
                elif u.state == "retired" and u.at == "map":
                    total += f["retired"]
        for l in self.leaders.values():
            if l["side"] == side and l["lost"]:
                total += f["king"] if l["king"] else f["oc"] if l["was_oc"] else f["leader"]
        for s, lost in self.flags_lost.items():
            if lost and self.kit.standard_side[s] == side:
                total += f["standard"]
        return total


# ---- Set-ups.

SWITCHES = ["R-14", "R-23", "R-25", "R-31", "R-35", "R-43", "R-59", "R-66", "R-71", "R-73", "R-87", "R-92", "C-4", "15.1a",
            "15.1b", "15.2", "R-117", "R-118", "R-119", "R-120", "R-129", "R-132"]
STARTS = ["move-fire"] * 6 + ["shock"] * 3 + ["activation", "free", "continuity"]
RARE = ["longbows", "crossbows", "arquebuses", "skirmishers", "stradiots", "light-horse", "genitors", "mounted-archers",
        "mounted-arquebuses", "mounted-crossbows", "sappers", "gun-wagons", "baggage", "falconets", "sakers", "organ-guns",
        "pikes", "landsknechts", "swords", "gendarmes", "lances", "swiss-crossbows", "rodeleros-arquebuses"]
COUNTERS = ["opportunity-3", "opportunity-4", "opportunity-5", "opportunity-6", "negation", "battle-cry", "unsteady", "breach"]


def patch_of(setup):
    return {c["id"]: c["kind"] for c in setup.get("counters", [])}


def dense(lot):
    """A set-up that puts pieces close together."""
    battle = lot.choice(BATTLES)
    kit = kit_of(battle)
    blank = lot.random() < 0.5
    field = field_of(battle, blank)
    setup = {"base": battle, "map": {"blank": True}} if blank else {"base": battle}
    # Where: round a unit's place in the printed battle, by a stream or a work, or anywhere.
    place, walls = lot.random(), sorted({h for h, _ in field.sides if field.on(h)})
    if not blank and place < 0.4:
        hub = lot.choice([p[0] for p in kit.start.values()])
    elif walls and place < 0.85:
        hub = lot.choice(walls)
    else:
        hub = lot.choice(sorted(field.terrain))
    size = lot.randint(6, 22)
    radius = lot.choice([1, 2, 2, 3, 3, 4])
    cells = [h for h in field.terrain if distance(h, hub) <= radius]
    lot.shuffle(cells)
    mine = [u for u in kit.units if kit.side_of_battle[kit.units[u]["battle"]] == "France"]
    theirs = [u for u in kit.units if u not in set(mine)]
    # A few Battles of each side, so that those who are near each other belong together.
    chosen, active = [], {}
    for side, men in (("France", mine), ("League", theirs)):
        battles = sorted({kit.units[u]["battle"] for u in men})
        lot.shuffle(battles)
        battles = battles[: lot.choice([1, 1, 2, 3])]
        active[side] = battles
        pool = [u for u in men if kit.units[u]["battle"] in battles]
        lot.shuffle(pool)
        chosen.append(pool)
    patches = {}
    units, where, faces = [], {}, {}
    for hex_ in cells:
        if len(units) >= size:
            break
        pool = chosen[0] if lot.random() < 0.5 else chosen[1]
        if not pool:
            continue
        id_ = pool.pop()
        if lot.random() < 0.5:
            patches[id_] = lot.choice(RARE)
        units.append([id_, hex_])
    posts = []

    def post(id_, hex_, facing):
        kind = kinds()[patches[id_]] if id_ in patches else kit.units[id_]["kind"]
        one = {"id": id_, "hex": hex_, "facing": facing}
        arm = kind["arm"]
        x = lot.random()
        if arm != "ART" and x < 0.25:
            one["state"] = "disordered"
        elif x > 0.93:
            one["state"] = "retired"
        if arm == "ART":
            one["turned"] = one.get("state") != "retired" and lot.random() < 0.7
        elif arm in ("MAQ", "MCB"):
            one["turned"] = lot.random() < 0.4
            if not one["turned"] and lot.random() < 0.3:
                one["unloaded"] = True
        return one

    for id_, hex_ in units:
        posts.append(post(id_, hex_, lot.choice(VERTICES)))
        # A second one in the hex, now and then: refused where it may not stack, so asked of the model.
        if lot.random() < 0.25:
            side = kit.side_of_battle[kit.units[id_]["battle"]]
            pool = chosen[0] if side == "France" else chosen[1]
            if pool:
                mate = pool.pop()
                if lot.random() < 0.8:
                    patches[mate] = lot.choice(["sappers", "arquebuses", "crossbows", "sakers", "baggage", "skirmishers", "swords"])
                two = post(mate, hex_, posts[-1]["facing"])
                if stackable(kit, patches, posts[-1], two):
                    posts.append(two)
    setup["units"] = posts
    if patches:
        setup["counters"] = [{"id": k, "kind": v} for k, v in patches.items()]
    spots = [p["hex"] for p in posts]
    leaders = []
    for id_, leader in kit.leaders.items():
        side = leader["side"]
        own = [p["hex"] for p in posts if kit.side_of_battle[kit.units[p["id"]]["battle"]] == side]
        of_his = [p["hex"] for p in posts if kit.units[p["id"]]["battle"] in leader.get("battles", [])]
        if not own:
            continue
        if of_his and lot.random() < 0.85:
            leaders.append({"id": id_, "hex": lot.choice(of_his) if lot.random() < 0.7 else lot.choice(own)})
        elif leader.get("oc") and lot.random() < 0.7:
            leaders.append({"id": id_, "hex": lot.choice(own)})
    for leader in leaders:
        if lot.random() < 0.1:
            leader["replacement"] = True
    setup["leaders"] = leaders
    flags = []
    for id_, side in kit.standard_side.items():
        if lot.random() < 0.85:
            near = [h for h in field.terrain if distance(h, hub) <= radius + 2]
            taken = {f["hex"] for f in flags} | {
                p["hex"] for p in posts if kit.side_of_battle[kit.units[p["id"]]["battle"]] != side}
            free = [h for h in near if h not in taken]
            if free:
                flags.append({"id": id_, "hex": lot.choice(free)})
    setup["standards"] = flags
    # As play does it: all of one hex with all of another (R-98), wagons aside.
    pairs, bound = [], {}
    for p in posts:
        for q in posts:
            a, b = p["id"], q["id"]
            if a < b and distance(p["hex"], q["hex"]) == 1:
                hexes = frozenset((p["hex"], q["hex"]))
                if hexes not in bound:
                    bound[hexes] = lot.random() < 0.12
                if not bound[hexes] or any((kinds()[patches[x]] if x in patches else kit.units[x]["kind"])["arm"] == "BW" for x in (a, b)):
                    continue
                if kit.side_of_battle[kit.units[a]["battle"]] != kit.side_of_battle[kit.units[b]["battle"]]:
                    if "retired" not in (p.get("state"), q.get("state")):
                        pairs.append([a, b])
    if pairs:
        setup["engaged"] = pairs
    side = lot.choice(SIDES)
    setup["side"] = side
    setup["start_at"] = lot.choice(STARTS)
    if setup["start_at"] in ("activation", "move-fire", "shock"):
        here = sorted({kit.units[p["id"]]["battle"] for p in posts
                       if kit.side_of_battle[kit.units[p["id"]]["battle"]] == side})
        setup["active"] = [lot.choice(here)] if here else [lot.choice(active[side])]
        if setup["start_at"] != "shock" and lot.random() < 0.06:
            setup["active"] = ["army"]
        setup["how"] = lot.choice(["free", "free", "continuity", "seized"])
        if setup["active"] != ["army"]:
            # Battles tell whose they are.
            del setup["side"]
    elif setup["start_at"] == "continuity":
        here = sorted({kit.units[p["id"]]["battle"] for p in posts
                       if kit.side_of_battle[kit.units[p["id"]]["battle"]] == side})
        setup["last"] = lot.choice([[b] for b in here] + [["army"]]) if here else ["army"]
        setup["successes"] = lot.choice([0, 0, 1, 2])
        setup["alone"] = lot.choice([0, 0, 0, 1])
    setup["hands"] = {}
    for s in SIDES:
        held = [c for c in COUNTERS if lot.random() < 0.3]
        setup["hands"][s] = {"held": held}
    # Leaving the map, joining Battles and the guns of Ravenna are not modelled: they are switched off.
    setup["options"] = [o for o in SWITCHES if lot.random() < 0.25] + ["F-1", "V-1", "V-2"]
    setup["free_activations"] = {"France": lot.randint(0, 4), "League": lot.randint(0, 4)}
    if lot.random() < 0.5:
        setup["scenario"] = {"levels": {"France": lot.choice([5, 15, 30, 60]), "League": lot.choice([5, 15, 30, 60])}}
    return setup


def stackable(kit, patches, one, two):
    units = []
    for p in (one, two):
        counter = dict(kit.units[p["id"]])
        if p["id"] in patches:
            counter["kind"] = kinds()[patches[p["id"]]]
        unit = Unit(p["id"], counter, "")
        unit.turned = p.get("turned", False)
        units.append(unit)
    return may_stack(*units)


# ---- The oracle.

RESULTS = {"-": (), "D": ("D",), "Rt": ("Rt",), "Ret": ("Ret",), "E": ("E",), "D+Rt": ("D", "Rt"), "Eng": ("Eng",),
           "AD": ("D",), "AD+AR": ("D", "Rt"), "AD+Eng": ("D", "Eng")}
WINDOWS = {"reaction-fire": "reaction", "return-fire": "return", "counter-charge-fire": "fire", "into-the-breach": "breach"}


# Lines that the engine tells apart and this page does not: each counts under one label.
ONE_LABEL = {
    "Effectiveness": "Effectiveness of the Overall Commander",
    **{f"across a {water}": "across the hexside" for water in ("stream", "river", "ditch", "trench")},
    "over a rampart": "across the hexside",
    "through a wall": "across the hexside",
    "through a breach": "across the hexside",
    **{f"to meet {what}, Shock Defense DRM": "Shock Defense DRM" for what in ("a Charge", "Shock", "fire")},
    **{f"to meet {what}, the turn": "it must turn" for what in ("a Charge", "Shock", "fire")},
}


def lines_of(ledger):
    out = {}
    for line in ledger["lines"]:
        label = ONE_LABEL.get(line["label"], line["label"])
        out[label] = out.get(label, 0) + line["value"]
    return out


def without_naught(lines, keep=()):
    return {k: v for k, v in lines.items() if v or k in keep}


class Arquebus(Oracle, Moves):
    game = "arquebus"
    length = 300
    models = [
        "movement (7.2, 7.4, 7.6, 8.0, 10.0, 14.4, 14.5): every step with its points, turns, dismounting, halts, whom a leader may ride with",
        "Phase B: who may still be selected, when it may end; leaders and their steps alone",
        "command (5.2, 5.3), traced for both sides at the start of each activation",
        "fire (11.0): targets, arcs, lines of sight, Raining Fire; each modifier, sum and result; guns' dice",
        "who is offered Reaction Fire, Return Fire and Counter-Charge, and who is passed over (11.2, 13.6, 13.9)",
        "declarations of Shock and Charge with shared attacks, paths and the end of declaring (12.1, 13.2, 13.3)",
        "Retreat Before Combat (12.2): for whom it opens, first hexes; Counter-Charge against Charge and Shock with its die",
        "each modifier of a combat, its table, column, sum and result (12.3, 10.3, 12.5), Into the Breach",
        "what becomes of each unit (10.3, 12.5, 14.1 to 14.6), Engaged pairs, leaders' tests and dice",
        "retreats and ways through friends, Retirement, advances, Continued Attack markers (12.4, 14.3, 14.4, 14.7)",
        "Continuation, Seizure, choices of activation (6.1 to 6.3), counters, replacements, displaced leaders",
        "rallying (15.1), Flight Points and Loss Checks (3.0), which side has won",
        "the view of pieces after each action, against what the events told",
    ]
    leaves_out = [
        "leaving the map (F-1), Battles that join (V-1), guns in Free Activations (V-2); the other reading of R-116",
        "reinforcements: entry steps and costs (7.5), and lists of Battles while any are still to come",
        "Army Activation: who is activated (6.1); joint activation beyond its listing (6.3.1)",
        "facings after retreats and advances, who may ride with a Charge or an advance, second steps of a Retreat Before Combat",
        "who throws for bad ground and for Swiss Shock Reluctance (7.2, 12.3(2b), 16.2): the dice are looked at, not the occasions",
        "the attack of a Counter-Charge against fire beyond its die, results and advance: windows in it are not predicted",
        "carrying a Standard and its capture (15.2), wagons captured, the Time marker (16.1), stalemate",
        "printed battles from their beginning: positions are dense, on the printed fields or blank ones",
    ]

    @classmethod
    def opening(cls, lot):
        setup = dense(lot)
        lot.setup = setup
        return {"setup": setup}

    def __init__(self, table, lot):
        Oracle.__init__(self, table, lot)
        setup = table.ask("setup")["setup"]
        self.setup = lot.setup if hasattr(lot, "setup") else setup
        battle = self.setup["base"]
        Position.__init__(self, battle, bool(self.setup.get("map", {}).get("blank")), self.setup.get("options", []))
        for id_, kind in patch_of(self.setup).items():
            self.units[id_].kind = kinds()[kind]
        self.flags_lost = {}
        self.act = None
        self.hand = None
        self.run_ = None
        self.riders = {}
        self.shot = None
        self.successes, self.alone_ = self.setup.get("successes", 0), self.setup.get("alone", 0)
        self.due, self.risk = [], set()

    # From the view: how it began.

    def begin(self, map_answer, view):
        view = view["France"] if "France" in view else view
        scenario = self.setup.get("scenario", {})
        self.levels = {**self.kit.scenario["levels"], **scenario.get("levels", {})}
        for id_, v in view["units"].items():
            u = self.units[id_]
            u.at, u.hex = v["at"], v.get("hex")
            u.facing = VERTICES.index(v["facing"])
            u.state, u.turned, u.unloaded = v["state"], v["turned"], v["unloaded"]
            u.engaged, u.continued = set(v["engaged"]), v["continued"]
        for id_, v in view["leaders"].items():
            card = self.kit.leaders[id_]
            self.leaders[id_] = {
                "id": id_, "at": v["at"], "hex": v.get("hex"), "side": card["side"], "battles": list(card.get("battles", [])),
                "oc": card.get("oc", False) and not v["replacement"], "was_oc": card.get("oc", False),
                "king": card.get("king", False), "replacement": v["replacement"], "lost": v["replacement"] or v["at"] == "lost",
                "range": v["range"], "charisma": v["charisma"], "activation": v["activation"],
                "effectiveness": v["effectiveness"] or 0,
            }
        for id_, hex_ in view["standards"].items():
            self.standards[id_] = hex_
        self.stale()
        if self.setup["start_at"] in ("move-fire", "shock", "activation"):
            what = self.setup["active"]
            side = self.setup["side"] if what == ["army"] else self.kit.side_of_battle[what[0]]
            self.start(side, "army" if what == ["army"] else what, self.setup.get("how", "free"))
            self.freeze()
            if self.setup["start_at"] != "activation":
                self.act.phase = "shock" if self.setup["start_at"] == "shock" else "move-fire"
                if self.act.phase == "shock":
                    self.open_shock()

    def start(self, side, what, how):
        for u in self.units.values():
            u.continued = 0
        self.act = Activation(side, what, how)

    def freeze(self, late=False):
        """The start of Phase B: who is where and next to whom, and who is in command (5.2, 5.3, 7.2)."""
        act = self.act
        act.frozen = late
        act.begun = {}
        for u in self.units.values():
            if u.at == "map":
                act.begun[u.id] = (u.hex, {f.id for f in self.foes_near(u.hex, u.side)})
                if not late:
                    act.cap[u.id] = u.face().get("ma", 0)
        if not late:
            act.with_at_start = {l: v["hex"] for l, v in self.leaders.items() if v["at"] == "map"}
        chain, near = {}, {}
        for side in SIDES:
            chain[side], near[side] = self.commanded(side)
        act.near = near["France"] | near["League"]
        act.ooc = {u.id for u in self.units.values() if u.at == "map" and u.id not in chain[u.side]}

    def open_shock(self):
        self.act.begun_shock = {u.id: {f.id for f in self.foes_near(u.hex, u.side)} for u in self.units.values() if u.at == "map"}
        # A Counter-Charge against fire may have had rounds of its own (13.9).
        self.act.attacks, self.act.round, self.act.out, self.act.resolved = {}, 0, set(), set()
        self.act.asked, self.act.asked_all, self.act.passed = set(), False, set()

    # Events.

    def apply(self, e):
        what = e["what"]
        act = self.act
        u = self.units.get(e.get("unit")) if "unit" in e else None
        if what in ("activated", "army-activated", "standard-activated"):
            pass
        if what == "activated":
            self.start(e["side"], e["battles"], e["warrant"])
            self.freeze()
            act = self.act
            act.phase = "move-fire"
        elif what == "army-activated":
            self.start(e["side"], "army", e["warrant"])
            self.freeze()
            self.act.phase = "move-fire"
        elif what == "standard-activated":
            side = self.kit.standard_side[e["standard"]]
            self.start(side, e["standard"], "free")
            self.freeze()
            self.act.phase = "move-fire" if e["moves"] else "rally"
        elif what == "stepped":
            u.hex = e["to"]
            act.spent[u.id] = act.spent.get(u.id, 0) + e["cost"]["total"]
            act.left.add(u.id)
            act.stepped.add(u.id)
            act.shot_here.discard(u.id)
            self.with_leaders(u, e["from"])
        elif what == "entered":
            u.hex, u.at = e["hex"], "map"
            act.spent[u.id] = act.spent.get(u.id, 0) + e["cost"]["total"]
            act.left.add(u.id)
            act.begun.setdefault(u.id, (None, set()))
            act.cap.setdefault(u.id, u.face().get("ma", 0))
            self.with_leaders(u, None)
        elif what == "faced":
            u.facing = VERTICES.index(e["facing"])
            if act:
                act.turned[u.id] = act.turned.get(u.id, 0) + 1
        elif what == "became":
            was = u.state
            u.state = e["condition"]
            if was == "normal" and u.state != "normal" and act:
                act.disordered.add(u.id)
        elif what == "rallied":
            u.state = e["condition"]
        elif what == "retired":
            u.hex, u.state = e["hex"], "retired"
            for v in u.engaged:
                self.units[v].engaged.discard(u.id)
            u.engaged = set()
            if act.phase in (None, "move-fire") and u.id == self.hand:
                act.over.add(u.id)
            act.left.add(u.id) if e["hex"] != act.begun.get(u.id, (None,))[0] else None
            act.shifted.add(u.id)
        elif what == "eliminated":
            u.at, u.hex = "lost", None
            for v in list(u.engaged):
                self.units[v].engaged.discard(u.id)
            u.engaged = set()
            u.continued = 0
            u.lost_as = u.arm
        elif what == "wagon-captured":
            u.at, u.hex = "lost", None
        elif what in ("retreated", "withdrew", "advanced", "charged"):
            u.hex = e["to"]
            if act:
                if what == "retreated" and act.phase in (None, "move-fire") and u.id == self.hand:
                    # Driven back in its own move, by Reaction or Return Fire: it has stopped (R-121). One stacked with it has not.
                    act.over.add(u.id)
                if what == "advanced" and not self.fight:
                    act.out.add(u.id)
                if what != "charged":
                    act.shifted.add(u.id)
                else:
                    act.placed.add(u.id)
                    act.charged.add(u.id)
                act.left.add(u.id)
            self.with_leaders(u, e["from"], what)
        elif what == "unlimbered":
            u.turned = True
        elif what == "dismounted":
            u.turned, u.unloaded = True, False
            act.spent[u.id] = act.spent.get(u.id, 0) + e["cost"]
            act.dismounted.add(u.id)
        elif what == "remounted":
            u.turned = False
            act.spent[u.id] = act.spent.get(u.id, 0) + e["cost"]
            act.remounted.add(u.id)
        elif what == "engaged":
            a, d = self.units[e["attacker"]], self.units[e["defender"]]
            a.engaged.add(d.id)
            d.engaged.add(a.id)
        elif what == "freed" and e["by"] != "continued-attack":
            # It has gone from its partners: they may be bound to others of the same combat still.
            for d in u.engaged:
                self.units[d].engaged.discard(u.id)
            u.engaged = set()
        elif what == "freed":
            for men, foes in (self.fight or {}).get("lift", ()):
                if u.id in men | foes:
                    for a in men:
                        for d in foes & self.units[a].engaged:
                            self.units[a].engaged.discard(d)
                            self.units[d].engaged.discard(a)
                    if u.id in men:
                        for d in u.engaged:
                            self.units[d].engaged.discard(u.id)
                        u.engaged = set()
        elif what == "escorts":
            self.riders.setdefault(e["unit"], set()).add(e["leader"])
        elif what == "continues":
            u.continued = e["sum"]
            act.fresh.add(u.id)
        elif what == "disengaged":
            act.disengaged.add(u.id)
        elif what == "fired":
            firer = self.units[e["firer"]]
            if firer.base in ("MAQ", "MCB") and not firer.turned:
                firer.unloaded = True
        elif what == "fired-close":
            act.spent[u.id] = act.spent.get(u.id, 0) + charts()["points"]["fire"]
        elif what == "aimed":
            self.aimed(e)
        elif what == "rode":
            l = self.leaders[e["leader"]]
            l["hex"] = e["to"]
            act.spent[l["id"]] = act.spent.get(l["id"], 0) + e["cost"]
            act.gone_alone.add(l["id"])
        elif what == "carried":
            self.standards[e["standard"]] = e["to"]
        elif what in ("killed", "captured"):
            l = self.leaders[e["leader"]]
            self.risk.discard(e["leader"])
            l["at"], l["hex"] = "lost", None
            if not l["replacement"]:
                l["lost"] = True
        elif what == "left":
            l = self.leaders[e["leader"]]
            l["at"], l["hex"] = "gone", None
        elif what == "joined":
            l = self.leaders[e["leader"]]
            if e.get("unit"):
                l["hex"], l["at"] = self.units[e["unit"]].hex, self.units[e["unit"]].at
            else:
                l["hex"], l["at"] = None, "reserve"
        elif what == "replaced":
            l = self.leaders[e["leader"]]
            c = charts()["leaders"]
            l.update(at="map", hex=self.units[e["unit"]].hex, replacement=True, oc=False, 
                     range=c["range"], charisma=c["charisma"], activation=c["activation"], effectiveness=0)
            self.stale()
            self.freeze()
        elif what == "standard-captured":
            self.standards[e["standard"]] = None
            self.flags_lost[e["standard"]] = True
        elif what == "round":
            act.round = e["number"]
            act.attacks = {}
            act.out, act.countered_shock = set(), set()
            act.asked, act.asked_all, act.resolved = set(), False, set()
            act.passed = set()
            for x in self.units.values():
                if x.id not in act.fresh:
                    x.continued = 0
            act.fresh = set()
        elif what == "void":
            mine = act.attacks.get(e["attacker"], {"hexes": []})
            mine.setdefault("void", set()).add(e["hex"])
            if mine["void"] >= set(mine["hexes"]):
                act.out.add(e["attacker"])
        elif what == "declared":
            mine = act.attacks.setdefault(e["attacker"], {"hexes": [], "charge": e["charge"], "path": tuple(e.get("path") or ())})
            mine["hexes"].append(e["hex"])
            # Who has declared an attack has attacked, though it lapse (15.1a).
            act.fought.add(e["attacker"])
        elif what == "held":
            if e.get("window"):
                act and act.closed.add((e["side"], e["window"]))
        elif what == "reopened":
            act.closed = {c for c in act.closed if c[0] != e["side"]}
        self.stale()
        if what in ("stepped", "retreated", "withdrew", "advanced", "charged", "retired", "eliminated", "wagon-captured"):
            self.part_engaged()

    def part_engaged(self):
        """Who is no longer next to each other is no longer Engaged with each other (14.5)."""
        for u in self.units.values():
            if u.engaged:
                near = {v for v in u.engaged if self.units[v].at == "map" and u.at == "map"
                        and distance(self.units[v].hex, u.hex) == 1}
                for v in u.engaged - near:
                    self.units[v].engaged.discard(u.id)
                u.engaged = near

    def with_leaders(self, unit, from_, what=None):
        self.stale()
        for l in self.riders.get(unit.id, ()):
            self.leaders[l]["hex"], self.leaders[l]["at"] = unit.hex, "map"
            if self.act and what is None:
                self.act.gone_alone.add(l)
        if what in ("retreated", "withdrew") and from_ and all(self.must_leave(m) for m in self.here(from_, unit.side)):
            for l in self.leaders_in(from_, unit.side):
                l["hex"] = unit.hex
        if what in ("charged", "advanced"):
            self.riders.pop(unit.id, None)

    def must_leave(self, u):
        """A unit that the same result is about to take to its Standard, and that could not stay where it is (R-130, G-10)."""
        mine = self.fight and self.fight["effects"].get(u.id)
        return bool(mine) and "Ret" in mine["effects"] and "retired" not in mine["got"] \
            and u.hex not in self.retire_hexes(u, mine["hexes"])

    def aimed(self, e):
        act = self.act
        firer = self.units[e["firer"]]
        if e["mode"] == "active":
            act.fired.add(firer.id)
            act.shot_here.add(firer.id)
            if firer.arm in SHOOTS_RIDING:
                act.close.setdefault(firer.id, set()).update(f.id for f in self.foes_near(firer.hex, firer.side))
        elif e["mode"] == "reaction":
            act.reacted.add(firer.id)

    # The view against the events.

    def against_view(self, view, what):
        v = view["France"]
        if self.act and isinstance(self.act.what, list) and what in ("segment", "run"):
            shown = {i for i, w in v["units"].items() if w["out_of_command"] and w["side"] == self.act.side and w["at"] == "map"}
            mine = {i for i in self.act.ooc if self.units[i].side == self.act.side and self.units[i].at == "map"}
            mine = {i for i in mine if self.units[i].battle in self.act.battles}
            shown = {i for i in shown if self.units[i].battle in self.act.battles}
            self.same("out of command", sorted(shown), sorted(mine))
        for id_, shown in v["units"].items():
            u = self.units[id_]
            mine = (u.at, u.hex, VERTICES[u.facing], u.state, u.turned, u.unloaded, sorted(u.engaged))
            theirs = (shown["at"], shown.get("hex"), shown["facing"], shown["state"], shown["turned"], shown["unloaded"],
                      sorted(shown["engaged"]))
            if mine[0] == theirs[0] == "lost":
                continue
            self.same(f"view of {id_}", theirs, mine)
        for id_, shown in v["leaders"].items():
            l = self.leaders[id_]
            self.same(f"view of leader {id_}", (shown["at"] if shown["at"] == "map" else "off", shown.get("hex")),
                      (l["at"] if l["at"] == "map" else "off", l["hex"]))

    # Decisions.

    def at_decision(self, view, turn, actions):
        if turn["what"] == "segment":
            self.riders = {}
            if not self.act.frozen:
                self.freeze(late=True)
        if turn["what"] in ("segment", "declare", "resolve", "rally", "continuity", "activate") and self.fight:
            self.settle()
        if turn["what"] == "declare" and turn["side"] == self.act.side and self.act.phase != "shock":
            self.riders = {}
            self.act.phase = "shock"
            self.open_shock()
        self.seen = view
        self.against_view(view, turn["what"])
        self.listed = [a["words"] for a in actions]
        self.costs = {a["words"]: a["cost"]["points"] for a in actions if a.get("cost")}
        self.of = (turn.get("of") or {}).get("name")
        name = "list_" + turn["what"].replace("-", "_")
        mine = getattr(self, name, None)
        if mine:
            expected = mine(turn)
            if expected is not None:
                self.compare(turn["what"], self.listed, expected)

    def compare(self, what, listed, expected):
        listed, expected = set(listed), set(expected)
        for words in sorted(listed - expected):
            self.same(f"{what}: listed, and not allowed: {words}", True, False)
        for words in sorted(expected - listed):
            self.same(f"{what}: allowed, and not listed: {words}", False, True)
        self.checks += len(listed)

    def window(self, words, kind):
        return set(words) | {"hold", f"hold-all {kind}"}

    def after_action(self, before, turn, action, events, view, next_turn):
        words = action["words"].split()
        if words[0] in ("take", "take-leader", "take-standard"):
            self.hand = words[1]
            self.riders = {}
            self.began_facing = self.units[words[1]].facing if words[0] == "take" else None
            self.run_ = {"spent": 0, "moved": False, "shot": False, "turns": 0}
        self.words = words
        self.turn_ = turn
        self.note_charge(turn, words)
        if turn["what"] == "retreat-before-combat" and words[0] == "hold":
            self.act.passed.add(self.of)
        if words[0] == "breach":
            self.breach = words[1]
        if turn["what"] == "run" and words[0] == "halt" and self.acted(self.units[self.of]):
            self.act.over.add(self.of)
        if turn["what"] == "run" and words[0] == "face":
            self.act.turned_with |= {e["event"]["unit"] for e in events if e["event"]["what"] == "faced"} - {self.of}
        if turn["what"] == "ride" and words[0] == "halt" and self.of in self.act.gone_alone:
            self.act.over.add(self.of)
        for event in events:
            e = event["event"]
            check = getattr(self, "check_" + e["what"].replace("-", "_"), None)
            if check:
                check(e)
            self.apply(e)
        if turn["what"] == "run" and self.act and self.act.spent.get(self.of):
            # Who rides with a unit pays what it pays: he has moved once it has spent points (7.1, R-41).
            self.act.gone_alone |= self.riders.get(self.of, set())
        if next_turn.get("what") not in ("reaction-fire", "rejoin", "retreat", "retire", "face"):
            self.unanswered()

    def acted(self, u):
        act = self.act
        return bool(act.spent.get(u.id) or u.id in act.turned or u.id in act.fired or u.id in act.left)

    def mates(self, u):
        return [m for m in self.here(u.hex, u.side) if m is not u]

    def run_state(self, u):
        act = self.act
        return {"spent": act.spent.get(u.id, 0), "moved": u.id in act.stepped, "shot": u.id in act.shot_here}

    def list_run(self, turn):
        act, u = self.act, self.units[self.of]
        run = self.run_state(u)
        out = set()
        if u.at != "map":
            return None
        for b in self.field.near(u.hex):
            bars = self.step_bars(u, u.hex, b, run) if b else ["map"]
            if not bars:
                out.add(f"step {b}")
                cost = self.step_cost(u, u.hex, b)
                if f"step {b}" in self.costs:
                    self.same(f"cost of {u.id} to {b}", self.costs[f"step {b}"], cost)
        out |= {f"face {VERTICES[v]}" for v in self.turns(u, run)}
        for h in {t.hex for t in self.units.values() if t.at == "map" and t.side != u.side}:
            if self.may_shoot(u, h, "active", run):
                out.add(f"fire {h}")
        if self.may_halt(u, run):
            out.add("halt")
        for l in self.leaders_in(u.hex, u.side):
            if self.may_escort(l, u, run):
                out.add(f"escort {l['id']}")
        if self.may_mount(u, run, up=False):
            out.add("dismount")
        if self.may_mount(u, run, up=True):
            out.add("remount")
        return out

    def may_escort(self, l, u, run):
        act = self.act
        if l["id"] in self.riders.get(u.id, ()) or l["id"] in act.gone_alone:
            return False
        if run["moved"] or act.with_at_start.get(l["id"]) != u.hex:
            return False
        return u.battle in l["battles"] or l["oc"]

    def may_mount(self, u, run, up):
        act = self.act
        if u.id in act.dismounted or u.base not in ("MAQ", "MCB") or u.turned != up or u.state != "normal" or u.engaged:
            return False
        if self.foes_near(u.hex, u.side) or u.id in act.fired:
            return False
        if run["spent"] + charts()["points"]["dismount"] > act.cap[u.id]:
            return False
        if up and any(not may_stack_as(u, m, False) for m in self.mates(u)):
            return False
        near = act.near if "R-14" in self.options else None
        if near is not None and u.id not in near or near is None and u.id in act.ooc:
            return False
        return True

    def ahead(self, u, v):
        """How many hexes in front of one who faces so hold units that it is Engaged with."""
        return sum(1 for h in self.fronts(u.hex, v) if any(f.id in u.engaged for f in self.foes(h, u.side)))

    def turns(self, u, run):
        act = self.act
        if u.id in act.fired and u.arm not in SHOOTS_RIDING:
            return []
        others = [v for v in range(6) if v != u.facing]
        if u.engaged:
            ahead = [self.ahead(u, v) for v in range(6)]
            if ahead[self.began_facing]:
                return []
            near = [v for v in range(6) if (v - self.began_facing) % 6 in (1, 2, 4, 5)]
            best = max(ahead[v] for v in near)
            return [v for v in near if best and ahead[v] == best and v != u.facing]
        if any(m.engaged for m in self.mates(u)):
            m = next(m for m in self.mates(u) if m.engaged)
            if self.ahead(m, m.facing):
                return []
            near = [v for v in range(6) if (v - m.facing) % 6 in (1, 2, 4, 5)]
            best = max(self.ahead(m, v) for v in near)
            return [v for v in near if best and self.ahead(m, v) == best and (v - self.began_facing) % 6 in (0, 1, 5)]
        began = act.begun[u.id][0] == u.hex and act.begun[u.id][1]
        if not run["moved"] and (began or self.foes_near(u.hex, u.side)):
            if u.id in act.turned_with:
                return []
            return [v for v in others if (v - self.began_facing) % 6 in (0, 1, 5)]
        return others

    def may_halt(self, u, run):
        if self.room(u, u.hex)[0] != "stop":
            return False
        if any(m.facing != u.facing for m in self.mates(u)):
            return False
        if u.engaged and self.acted(u):
            # Taken and put back with nothing done, it is still to turn.
            fronts = any(f.id in u.engaged for h in self.fronts(u.hex, u.facing) for f in self.foes(h, u.side))
            if not fronts:
                return False
            if u.arm not in ATTACKERS and any(b and not self.step_bars(u, u.hex, b, run) for b in self.field.near(u.hex)):
                return False
        return True



    # Fire: its windows and its dice.

    def counter_path(self, unit, target):
        """Whether a Counter-Charge against fire has a way to its target (13.3, 13.9): the vertices that serve."""
        n = distance(unit.hex, target)
        most = unit.face()["ma"] + (1 if "R-87" in self.options else 0)
        if n > (1 if unit.id in self.act.ooc else most):
            return []
        if self.sight(unit.hex, target, None) is None:
            return []
        out = []
        for v in (unit.facing, (unit.facing + 1) % 6, (unit.facing - 1) % 6):
            edge = [unit.hex]
            for _ in range(n - 1):
                edge = [b for a in edge for b in self.fronts(a, v)
                        if self.open_to_charge(unit, a, b, ()) and (
                            distance(b, target) == 1 or not self.foes_near(b, unit.side))
                        and distance(b, target) < distance(a, target)]
            if any(target in self.fronts(a, v) and self.ground_for_charge(unit, a, target, target=True) for a in edge):
                out.append(v)
        return out

    def may_counter_fire(self, unit, firer):
        if self.counter_bars(unit, [firer]) or unit.engaged:
            return False
        if self.arc(unit, firer.hex, generous=True) == REAR:
            return False
        return bool(self.counter_path(unit, firer.hex))

    def check_aimed(self, e):
        if e["mode"] != "return":
            self.settle()
        if e["mode"] != "active":
            if e["mode"] == "return":
                self.shot["returned"].add(e["firer"])
            return
        firer = self.units[e["firer"]]
        targets = self.foes(e["hex"], firer.side)
        self.shot = {
            "firer": firer.id, "hex": e["hex"], "asked": set(), "returned": set(), "tried": set(),
            "counter": {t.id for t in targets if self.may_counter_fire(t, firer)},
            "return": {t.id for t in targets if self.may_shoot(t, firer.hex, "return")},
        }

    def unasked(self, window, key, gone=()):
        """Who should have been offered a window of the shot at hand, and has not been."""
        side = other(self.units[self.shot["firer"]].side)
        if (side, window) in self.act.closed or key in self.shot["asked"]:
            return []
        return sorted(self.shot[key] - set(gone))

    def list_counter_charge(self, turn):
        if turn["cite"].startswith("13.9"):
            self.shot["asked"].add("counter")
            return self.window({f"counter-charge {u} fire" for u in self.shot["counter"] - self.shot["tried"]},
                               "counter-charge-fire") | self.reopen(turn)
        return self.list_counter_shock(turn)

    def list_counter_shock(self, turn):
        return None

    def reopen(self, turn):
        return {w for w in self.listed if w.startswith("reopen ")}

    def list_return_fire(self, turn):
        self.same("Counter-Charge offered", [], self.unasked("fire", "counter"))
        self.shot["asked"].add("return")
        return self.window({f"return-fire {u}" for u in self.shot["return"] - self.shot["returned"] - self.shot["tried"]},
                           "return-fire") | self.reopen(turn)

    def list_reaction_fire(self, turn):
        mover = self.units[self.of]
        self.moved_to = None
        return self.window({f"react {f.id}" for f in self.reactors(mover, mover.hex)}, "reaction-fire") | self.reopen(turn)

    def check_stepped(self, e):
        self.moved_to = e["unit"]

    check_entered = check_stepped

    def check_charged(self, e):
        self.unanswered()
        if self.units[e["unit"]].side == self.act.side:
            self.moved_to = e["unit"]

    moved_to = None

    def unanswered(self):
        """Nobody who might have fired in reaction was passed over."""
        if self.moved_to:
            mover, self.moved_to = self.units[self.moved_to], None
            if mover.at == "map" and (other(mover.side), "reaction") not in self.act.closed:
                self.same("Reaction Fire offered", [], sorted(f.id for f in self.reactors(mover, mover.hex)))

    def check_fired(self, e):
        firer, target = self.units[e["firer"]], self.units[e["target"]]
        if self.shot and e["firer"] == self.shot["firer"] and "thrown" not in self.shot and firer.side == self.act.side:
            self.same("Counter-Charge offered", [], self.unasked("fire", "counter"))
            self.same("Return Fire offered", [], self.unasked("return", "return", self.shot["tried"]))
            self.shot["thrown"] = True
        line = self.sight(firer.hex, target.hex, firer)
        told = {"Missile Fire DRM", "range"}
        mine = without_naught(self.shot_drms(firer, target, line), told)
        theirs = without_naught(lines_of(e["ledger"]), told)
        self.same(f"shot of {firer.id} at {target.id}", theirs, mine)
        total = e["ledger"]["base"] + sum(mine.values())
        self.same("sum of a shot", e["ledger"]["total"], total)
        self.same(f"result of a shot at {target.id}", e["result"], self.fire_result(target, total))
        if not self.fight:
            self.fight = {"fire": True, "attackers": [], "effects": {}, "ca": False, "own": firer.side == self.act.side}
        self.effect(target, RESULTS[self.fire_result(target, total)], [firer.hex])
        if total >= charts()["throws"]["leader_fire"]:
            self.risk |= {l["id"] for l in self.leaders_in(target.hex, target.side)}

    def check_counter_charge(self, e):
        u = self.units[e["unit"]]
        t = charts()["throws"]
        need = {"fire": t["counter_fire"], "charge": t["counter_charge"], "shock": t["counter_shock"]}[e["against"]]
        lines = lines_of(e["test"]["ledger"])
        mine = {"Shock Defense DRM": u.sdr}
        if self.counter_turns(u, e["against"]):
            mine["it must turn"] = t["counter_turn"]
        self.same(f"Counter-Charge of {u.id}", without_naught(lines), without_naught(mine))
        self.same("need of a Counter-Charge", e["test"]["need"], need)
        passed = e["test"]["ledger"]["base"] + sum(mine.values()) <= need
        self.same("Counter-Charge succeeds", e["test"]["passed"], passed)
        self.act.countered.add(u.id)
        if e["against"] == "fire":
            self.shot["tried"].add(u.id)
            if passed:
                # It ends the movement of the firer, whoever he is (13.9).
                self.act.over.add(self.shot["firer"])
        elif e["against"] == "shock" and passed:
            self.act.countered_shock.add(u.id)

    def counter_turns(self, u, against):
        if against == "fire":
            return u.facing not in self.counter_path(u, self.units[self.shot["firer"]].hex)
        mine = [m.hex for m in self.attackers_of(u.hex) if self.act.attacks[m.id]["charge"] == (against == "charge")]
        return any(h not in self.fronts(u.hex, u.facing) for h in mine)

    # Declarations.

    def list_declare(self, turn):
        act = self.act
        if turn["side"] != act.side:
            return None
        men = {u.id: u for u in self.attackers()}
        declared = {i: (tuple(a["hexes"]), a["charge"]) for i, a in act.attacks.items()}
        out = set()
        for u in men.values():
            if u.id in declared:
                hexes, charge = declared[u.id]
                if charge or len(hexes) > 1:
                    continue
                tries = [(f"shock {u.id} {h}", hexes + (h,), False) for h in self.duties(u) if h not in hexes]
            else:
                tries = [(f"shock {u.id} {h}", (h,), False) for h in self.duties(u)]
                tries += [(f"charge {u.id} {h}", (h,), True) for h in self.charge_targets(u)]
            for words, hexes, charge in tries:
                plan = {**declared, u.id: (hexes, charge)}
                if self.complete(plan, men):
                    out.add(words)
        if self.finished(declared, men):
            out.add("declared")
        return out

    def finished(self, declared, men):
        struck = {h for hexes, _ in declared.values() for h in hexes}
        for u in men.values():
            if u.id in declared:
                if not declared[u.id][1] and any(h not in struck for h in self.duties(u)):
                    return False
            elif (u.engaged or u.continued) and any(True for h in self.duties(u)):
                return False
        return True

    def list_charge_path(self, turn):
        if self.turn_["what"] == "declare" and self.words[0] == "charge":
            self.charge = {"unit": self.words[1], "target": self.words[2], "turned": None, "path": ()}
        if not self.charge or self.charge["unit"] != self.of or self.units[self.of].side != self.act.side:
            return None
        u, c = self.units[self.of], self.charge
        ways = self.charge_targets(u)[c["target"]]
        v = u.facing if c["turned"] is None else c["turned"]
        k = len(c["path"])
        out = {f"step {path[k]}" for w, path in ways if w == v and path[:k] == c["path"]}
        if c["turned"] is None and not k:
            out |= {f"face {VERTICES[w]}" for w, _ in ways if w != v}
        return out

    charge = None

    def note_charge(self, turn, words):
        if turn["what"] == "charge-path" and self.charge:
            if words[0] == "face":
                self.charge["turned"] = VERTICES.index(words[1])
            else:
                self.charge["path"] += (words[1],)

    def list_place(self, turn):
        return {f"resolve {i}" for i, a in self.act.attacks.items() if a["charge"] and i not in self.placed_}

    @property
    def placed_(self):
        return self.act.placed

    # Combat: its die, its result, what becomes of everybody.

    fight = None

    def check_blunted(self, e):
        if e["unit"] in self.act.attacks:
            self.act.attacks[e["unit"]]["charge"] = False

    def check_fight_begins(self, e):
        self.settle()
        self.riders = {}  # who rode with a Charge has come; who advances is asked anew (7.2)
        men = [self.units[a] for a in e["attackers"]]
        hexes = list(dict.fromkeys(self.units[d].hex for d in e["defenders"]))
        self.fight = {"attackers": men, "hexes": hexes, "own": men[0].side == self.act.side, "where": {m.id: m.hex for m in men},
                      "struck": [], "effects": {}, "ca": False, "pairs": [], "engaged": set()}
        self.fight["charging"] = {m.id for m in men if self.act.attacks.get(m.id, {}).get("charge")} if self.fight["own"] else set()
        self.fight["all"] = self.act.attacks[men[0].id]["hexes"] if self.fight["own"] else hexes
        self.act.fought |= {m.id for m in men}
        if self.fight["own"]:
            self.act.resolved |= {m.id for m in men}
            expected = sorted(i for i, a in self.act.attacks.items() if any(h in hexes for h in a["hexes"]) and i not in self.act.out
                              and self.units[i].at == "map")
            self.same("who attacks", sorted(e["attackers"]), expected)

    def check_void(self, e):
        pass

    def check_struck(self, e):
        act, f = self.act, self.fight
        men = [self.units[a] for a in e["attackers"]]
        hex_, side = e["hex"], other(men[0].side)
        own = men[0].side == act.side
        if own:
            charging = {m.id for m in men if act.attacks.get(m.id, {}).get("charge")}
            continued = max((m.continued for m in men), default=0)
            moved = {m.id for m in men if act.spent.get(m.id)}
        else:
            continued = max((m.continued for m in men), default=0)
            charging = {m.id for m in men if m.state == "normal" and not continued}
            moved = set()
        charge = bool(charging) and 2 * len(charging) >= len(men)
        self.same(f"table against {hex_}", e["charge"], charge)
        main = self.main_defender(hex_, side)
        lines = self.strike_lines(hex_, side, men, len(f["hexes"]) > 1, charging, moved,
                                  main and main.id in act.countered_shock,
                                  continued * int(charts()["shock_drms"]["continued"]), self.breach == hex_)
        told = {"strength", "Shock Defense DRM", "Weapons System Matrix"}
        theirs = lines_of(e["ledger"])
        self.same(f"combat against {hex_}", without_naught(theirs, told), without_naught(lines, told))
        total = e["ledger"]["base"] + sum(lines.values())
        self.same("sum of a combat", e["ledger"]["total"], total)
        result = cell("charge" if charge else "shock", total, self.column_of(hex_, side))
        self.same(f"result against {hex_}", " ".join(e["result"].split()), " ".join(result.split()))
        left, _, right = result.partition("/")
        left, right = left.strip(), right.strip()
        ca = right.endswith("CA")
        right = right.replace("+ CA", "").strip()
        f["struck"].append(hex_)
        if ca:
            f["ca"] = True
            f.setdefault("lift", []).append(({m.id for m in men}, {m.id for m in self.here(hex_, side)}))
        self.suffer(men, hex_, side, RESULTS[left], RESULTS[right], ca)

    breach = None

    def check_undefended(self, e):
        f = self.fight
        hex_ = e["hex"]
        side = other(f["attackers"][0].side)
        kind = self.no_die(hex_, side)
        self.same(f"no die against {hex_}", True, kind is not None)
        f["struck"].append(hex_)
        if kind == "guns":
            act = self.act
            men = f["attackers"]
            charging = [m for m in men if act.attacks.get(m.id, {}).get("charge")] if f["own"] else \
                [m for m in men if m.state == "normal" and not m.continued]
            ca = bool(charging) and 2 * len(charging) >= len(men)
            f["ca"] = f["ca"] or ca
            for m in self.here(hex_, side):
                if m.gun:
                    self.effect(m, ("E",), [a.hex for a in men])
            self.risk_of(hex_, side, True)

    def suffer(self, men, hex_, side, attack, defend, ca):
        """Who suffers what (10.3, 12.5, 14.1)."""
        hexes = [m.hex for m in men]
        main = self.main_defender(hex_, side)
        hurt = False
        for m in self.here(hex_, side):
            if m.arm == "BW":
                continue
            if m.gun and m is not main:
                if "D" in defend or "E" in defend or "Rt" in defend and "R-73" not in self.options or \
                        "Ret" in defend and "R-73" not in self.options:
                    effects = ("E",)
                elif main.state == "retired" and {"Rt", "Ret"} & set(defend):
                    effects = ("E",)
                elif "Eng" in defend:
                    effects = ("Eng",)
                else:
                    effects = ()
            else:
                effects = defend
            if m.gun and m is not main:
                self.fight["effects"].setdefault(m.id, {"effects": set(), "hexes": []})["with"] = main.id
            hurt = hurt or bool({"D", "Ret", "E"} & set(effects)) or m.state == "retired" and "Rt" in effects
            self.effect(m, effects, hexes)
        self.risk_of(hex_, side, hurt)
        if "Eng" in attack:
            self.fight["pairs"] += [(a, m.id) for a in (a.id for a in men) for m in self.here(hex_, side)
                                    if m.arm != "BW" and m.state != "retired" and m.id not in self.units[a].engaged]
        for m in men:
            self.effect(m, attack, [hex_])
            # Whoever stands with an attacker has no part in it.
            self.risk_of(m.hex, m.side, "D" in attack)

    def risk_of(self, hex_, side, hurt):
        if hurt:
            self.risk |= {l["id"] for l in self.leaders_in(hex_, side)}

    def effect(self, unit, effects, hexes):
        mine = self.fight["effects"].setdefault(unit.id, {"effects": set(), "hexes": []})
        mine["effects"] |= set(effects)
        mine["was"] = unit.state
        mine["art"] = unit.gun
        mine["already"] = bool(unit.engaged)
        mine["gun"] = unit.gun and unit.turned
        if {"Rt", "Ret"} & set(effects):
            mine["hexes"] += hexes
        mine.setdefault("got", [])

    def settle(self):
        """A combat or a shot is over: everybody has had what was due, and nobody else anything."""
        f, self.fight = self.fight, None
        self.breach = None
        if not f:
            return
        if not f.get("fire"):
            self.settle_advance(f)
        self.same("leaders still to be tested", [], sorted(self.risk))
        self.risk = set()
        attackers = {m.id for m in f["attackers"]}
        for a, d in f.get("pairs", ()):
            mine = f["effects"][a]
            if f["ca"] or "Rt" in mine["effects"]:
                continue
            self.same(f"{a} and {d} are Engaged", True, (a, d) in f["engaged"])
        for id_, mine in f["effects"].items():
            effects, got, was = set(mine["effects"]), mine.get("got", []), mine.get("was")
            if f.get("fire") and mine["art"] and "D" in effects:
                # Guns are never Disordered: a die says whether they are lost (14.2).
                self.same(f"the guns of {id_}", got[:1], ["battered"])
                if mine.get("lost"):
                    self.same(f"what becomes of {id_}", got[-1:], ["eliminated"])
                    continue
                effects.discard("D")
                got = got[1:]
            if id_ in attackers and f["ca"]:
                effects -= {"Rt", "Eng"}
            effects.discard("Eng")
            if "E" in effects or was == "retired" and effects & {"Rt", "Ret"} or mine.get("gun") and effects & {"Rt", "Ret"}:
                self.same(f"what becomes of {id_}", got[-1:], ["eliminated"])
                continue
            if effects & {"Rt", "Ret"} and "eliminated" in got:
                # Its reasons are looked at when it happens.
                continue
            if mine.get("with") and got == ["eliminated"] and self.units[mine["with"]].at == "lost":
                # Guns fall with the unit that they stand with (12.5).
                continue
            want = []
            if "D" in effects:
                want.append("became" if was == "normal" else "unaffected")
            if "Rt" in effects:
                want.append("retreated")
            if "Ret" in effects:
                want.append("retired")
            got = [g for g in dict.fromkeys(got)]
            if was == "retired" and "D" in effects and not got:
                # A Retired unit is treated as Disordered: nothing more can befall it, told or not.
                want = []
            self.same(f"what becomes of {id_}", got, want)

    def got(self, unit, what):
        if self.fight and unit in self.fight["effects"]:
            self.fight["effects"][unit]["got"].append(what)
            return True
        return False

    def check_became(self, e):
        self.got(e["unit"], "became") if e["cite"].startswith("14.2") else None

    def check_unaffected(self, e):
        self.got(e["unit"], "unaffected")

    def check_retreated(self, e):
        if self.fight and e["unit"] in self.fight["effects"]:
            self.fight["pair"] = (e["from"], e["to"])
        self.got(e["unit"], "retreated")

    def check_retired(self, e):
        self.got(e["unit"], "retired")

    def check_battered(self, e):
        lost = e["test"]["ledger"]["base"] <= charts()["throws"]["guns"]
        self.same("the guns' die", e["test"]["passed"], not lost)
        if self.got(e["unit"], "battered"):
            self.fight["effects"][e["unit"]]["lost"] = lost

    def mates_in_retreat(self, u):
        f = self.fight
        return [m for m in self.mates(u) if m.id in f["effects"] and "Rt" in f["effects"][m.id]["effects"]
                and "retreated" not in f["effects"][m.id]["got"] and m.state != "retired" and not (m.gun and m.turned)
                and not (m.gun and self.main_defender(u.hex, u.side) is not m)]

    def ways_back(self, u):
        """(hexes, ways through a friend): where a unit that must retreat may go."""
        mine = self.fight["effects"][u.id]
        mates = [] if self.fight.get("fire") else self.mates_in_retreat(u)
        first = None if self.fight.get("fire") else self.fight.get("pair")
        hexes = self.retreat_hexes(u, mine["hexes"])
        if mates:
            both = [h for h in hexes if not [f for f in self.here(h, u.side)]
                    and not self.retreat_bars(mates[0], u.hex, h, self.fight["effects"][mates[0].id]["hexes"], friends=False)]
            hexes = both or hexes
        if first and first[0] == u.hex and first[1] in hexes:
            # The second of a stack goes where the first has gone, if it can, and so through nobody (R-92, read either way).
            return [first[1]], []
        through = self.through_hexes(u, mine["hexes"])
        return hexes, through

    def through_stackable(self, what):
        b = what.rsplit(": ", 1)[1].split()[1]
        u = self.units[self.of]
        return any(may_stack(u, f) for f in self.here(b, u.side))

    def list_retreat_next(self, turn):
        """Of the attackers that one result drives back, those who have still to go (R-131)."""
        if not self.fight:
            return None
        return {f"resolve {m.id}" for m in self.fight["attackers"] if not self.fight["effects"][m.id].get("got")}

    def list_retreat(self, turn):
        u = self.units[self.of]
        if not self.fight or u.id not in self.fight["effects"]:
            return None
        hexes, through = self.ways_back(u)
        out = {f"retreat {h}" for h in hexes}
        if not hexes or "R-92" in self.options:
            out |= {f"through {b} {c}" for b, c in through}
        if not hexes:
            out.add("hold")
        return out

    def check_eliminated(self, e):
        u = self.units[e["unit"]]
        mine = self.fight and self.fight["effects"].get(u.id)
        if mine and "E" not in mine["effects"] and not mine.get("lost") and mine["was"] != "retired" and not mine["gun"]:
            held = self.turn_["what"] == "retreat" and self.words[0] == "hold" and self.of == u.id
            if "Rt" in mine["effects"] and "retreated" not in mine["got"] and not held:
                hexes, through = self.ways_back(u)
                self.same(f"{u.id} cannot retreat", ([], []), (hexes, through))
            elif "Ret" in mine["effects"] and u.state != "retired":
                self.same(f"{u.id} cannot retire", [], self.retire_hexes(u, mine["hexes"]))
        self.got(e["unit"], "eliminated")

    def list_retire(self, turn):
        u = self.units[self.of]
        if not self.fight or u.id not in self.fight["effects"]:
            return None
        return {f"retire {h}" for h in self.retire_hexes(u, self.fight["effects"][u.id]["hexes"])}

    def check_engaged(self, e):
        if self.fight and "pairs" in self.fight:
            pair = (e["attacker"], e["defender"])
            self.same(f"{pair} Engaged", True, pair in self.fight["pairs"] and not self.fight["ca"]
                      and "Rt" not in self.fight["effects"][pair[0]]["effects"])
            self.fight["engaged"].add(pair)

    def check_leader_risk(self, e):
        t = charts()["throws"]
        l = self.leaders[e["leader"]]
        need = t["leader_hit"] if self.fight and self.fight.get("fire") else t["leader_struck"]
        stuck = self.fight and self.fight.get("fire") and any(
            self.fight["effects"].get(u.id, {}).get("effects", set()) & {"Rt"} for u in self.here(l["hex"], l["side"]))
        if e["leader"] in self.risk and not (stuck and e["test"]["need"] == t["leader_struck"]):
            self.risk.discard(e["leader"])
        else:
            # As in Shock, where a unit cannot retreat (14.3) or is retreated through (14.3).
            need = t["leader_struck"]
            stuck = [u for u in self.here(l["hex"], l["side"]) if self.fight and u.id in self.fight["effects"]
                     and "Rt" in self.fight["effects"][u.id]["effects"] and (self.ways_back(u)[0] == [] or u.gun and u.turned)]
            self.same(f"{l['id']} is tested", True, bool(stuck) or self.words[0] == "through")
        self.same("a leader's die", (e["test"]["need"], e["test"]["passed"]), (need, e["test"]["ledger"]["total"] < need))



    # Who advances (12.4), and who continues (14.7).

    def advancers(self, f):
        """{hex: units that must, or may, advance there}, and whether it is optional."""
        out = {}
        hexes = [h for h in f["hexes"] if h in f["struck"]]
        if len(f["attackers"]) == 1 and f["own"]:
            # What it attacked besides, and was vacated before combat (G-8).
            hexes += [h for h in f["all"] if h not in f["hexes"] and not self.here(h)
                      and any(not self.foes(x, f["attackers"][0].side) for x in f["struck"])]
        for h in hexes:
            if self.foes(h, f["attackers"][0].side) and any(
                    m.arm != "BW" for m in self.foes(h, f["attackers"][0].side)):
                continue
            able = [m for m in f["attackers"] if m.at == "map" and m.hex == f["where"][m.id] and m.state != "retired"
                    and self.may_advance(m, h, f)]
            if able:
                best = min(self.rank_of_advance(m, f) for m in able)
                out[h] = [m for m in able if self.rank_of_advance(m, f) == best]
        return out

    def may_advance(self, m, h, f, ground=True):
        if m.state == "disordered" and not f["ca"]:
            return False
        sdr = m.face("normal").get("sdr", 0) if "C-4" in self.options else m.sdr
        if sdr >= 2 and not (m.state == "disordered" and f["ca"] and "C-4" not in self.options):
            return False
        if ground and (self.step_points(self.rank(m), m.hex, h) is None or self.shut_by_entry(h, m.side, None)):
            return False
        return True

    def rank_of_advance(self, m, f):
        if f["charging"] and m.id in f["charging"]:
            return 1
        return 2 if m.mounted else 3 if m.state == "normal" else 4

    def list_advance(self, turn):
        f = self.fight
        if not f or f.get("fire"):
            return None
        out = set()
        for h, men in self.advancers(f).items():
            out |= {f"advance {m.id} {h}" for m in men}
        if out and all(self.foes(h, men[0].side) for h, men in self.advancers(f).items()):
            out.add("halt")
        return out

    def check_advanced(self, e):
        if self.fight:
            self.fight["advanced"] = e["unit"]

    def check_continues(self, e):
        f = self.fight
        self.same(f"{e['unit']} continues", True, bool(f and f["ca"]))
        self.same(f"sum of {e['unit']}", e["sum"], self.units[e["unit"]].continued + 1)
        if f:
            f["continued"] = e["unit"]

    def settle_advance(self, f):
        if f.get("advanced") or self.turn_["what"] == "advance" and self.words[0] == "halt":
            if f["ca"] and f.get("advanced"):
                self.same("who continues", f.get("continued"), f["advanced"])
            return
        if f.get("void"):
            return
        self.same("somebody advances", [], sorted(m.id for men in self.advancers(f).values() for m in men))

    # Retreat Before Combat and Counter-Charge (12.2, 13.6).

    def attackers_of(self, hex_):
        return [self.units[i] for i, a in self.act.attacks.items() if hex_ in a["hexes"] and i not in self.act.out
                and self.units[i].at == "map"]

    def withdrawals(self, hex_):
        """{unit id: first steps} of those who may retreat before combat from a hex."""
        men = self.attackers_of(hex_)
        out = {}
        if not men:
            return out
        taken = {h for a in self.act.attacks.values() if a["charge"] for h in a["path"]}
        # The Continued Attack of a Counter-Charge against fire is the other side's (13.9, R-66).
        side = men[0].side
        for u in self.here(hex_, other(side)):
            if self.withdraw_bars(u, men, side != self.act.side):
                continue
            steps = [b for b in self.withdraw_steps(u, u.hex, men, taken)]
            if steps:
                out[u.id] = steps
        return out

    def list_retreat_before_combat(self, turn):
        if not self.act.attacks or self.fight:
            return None
        # All are asked together: who goes first is the owner's choice.
        hexes = {h for a in self.act.attacks.values() for h in a["hexes"]} - self.act.passed
        self.act.asked |= {("withdraw", h) for h in hexes}
        return self.window({f"withdraw {u} {h}" for x in hexes for u, hs in self.withdrawals(x).items() for h in hs},
                           "retreat-before-combat") | self.reopen(turn)

    def counters_of(self, hex_):
        out = set()
        if self.act.round:
            return out
        men = self.attackers_of(hex_)
        for u in self.here(hex_, other(self.act.side)):
            for kind in ("charge", "shock"):
                mine = [m for m in men if self.act.attacks[m.id]["charge"] == (kind == "charge")]
                if mine and self.counter_shock(u, mine, kind == "charge"):
                    out.add(f"counter-charge {u.id} {kind}")
        return out

    def list_counter_shock(self, turn):
        self.missed("withdraw")
        # All are asked together: who tries first is the owner's choice.
        hexes = {h for a in self.act.attacks.values() for h in a["hexes"]}
        self.act.asked |= {("counter", h) for h in hexes}
        return self.window({c for h in hexes for c in self.counters_of(h)}, "counter-charge-shock") | self.reopen(turn)

    def missed(self, what):
        """No window of the Shock Phase was passed over that should have opened."""
        act = self.act
        for h in {h for a in act.attacks.values() for h in a["hexes"]}:
            side = other(next((m.side for m in self.attackers_of(h)), act.side))
            if (what, h) in act.asked or (side, {"withdraw": "retreat", "counter": "shock"}[what]) in act.closed:
                continue
            found = self.withdrawals(h) if what == "withdraw" else self.counters_of(h)
            self.same(f"{what} offered in {h}", [], sorted(found))

    def list_resolve(self, turn):
        act = self.act
        if self.fight:
            return None
        if not act.asked_all:
            act.asked_all = True
            self.missed("withdraw")
            self.missed("counter")
        if turn["side"] != act.side:
            return None
        return {f"resolve {i}" for i, a in act.attacks.items() if i not in act.out and i not in act.resolved
                and self.units[i].at == "map" and any(self.foes(h, act.side) for h in a["hexes"])}

    # Phase B as a whole, and the end of an activation.

    def list_segment(self, turn):
        act = self.act
        if not isinstance(act.what, list):
            return None
        out = set()
        for u in self.units.values():
            if u.side == act.side and u.battle in act.battles and u.at == "map" and u.id not in act.over \
                    and (u.id not in act.fired or u.arm in SHOOTS_RIDING):
                out.add(f"take {u.id}")
        for l in self.leaders.values():
            if l["side"] != act.side or l["at"] != "map" or l["id"] in act.gone_alone:
                continue
            if act.battles & set(l["battles"]) or l["was_oc"] and not l["battles"] and not l["replacement"] and act.how == "free":
                out.add(f"take-leader {l['id']}")
        if self.may_end():
            out.add("end-moves")
        if any(u.battle in act.battles and u.at == "reserve" for u in self.units.values()):
            return None
        return out

    def may_end(self):
        act = self.act
        for u in self.units.values():
            if u.side != act.side or u.at != "map":
                continue
            if any(m.facing != u.facing for m in self.mates(u)):
                return False
            if u.battle not in act.battles or u.id in act.over or not u.engaged:
                continue
            self.began_facing = u.facing
            run = self.run_state(u)
            if u.arm not in ATTACKERS:
                if any(b and not self.step_bars(u, u.hex, b, run) for b in self.field.near(u.hex)):
                    return False
            if not self.ahead(u, u.facing) and self.turns(u, run):
                return False
        return True

    def only_through_friends(self):
        act, some = self.act, False
        for u in self.units.values():
            if u.side == act.side and u.at == "map" and u.battle in act.battles and u.id not in act.over and u.engaged \
                    and u.arm not in ATTACKERS:
                run = self.run_state(u)
                ways = [b for b in self.field.near(u.hex) if b and not self.step_bars(u, u.hex, b, run)]
                if any(self.room(u, b)[0] != "pass" for b in ways):
                    return False
                some = some or bool(ways)
        return some

    def list_rally(self, turn):
        act = self.act
        out = {"end-rally"}
        for u in self.units.values():
            if u.side != act.side or u.at != "map" or u.id in act.rallied or self.foes_near(u.hex, u.side):
                continue
            if isinstance(act.what, list):
                if u.battle not in act.battles or u.state != "disordered" or u.engaged:
                    continue
                if act.spent.get(u.id) or u.id in act.fired | act.fought | act.shifted | act.disordered | act.charged:
                    continue
                if "15.1a" in self.options and u.id in act.ooc:
                    continue
            else:
                flag = self.standards.get(act.what)
                if u.state != "retired" or u.standard != act.what or flag is None or distance(u.hex, flag) > 1:
                    continue
            out.add(f"rally {u.id}")
        return out

    def check_rally_test(self, e):
        self.act.rallied.add(e["unit"])
        u = self.units[e["unit"]]
        base = e["test"]["ledger"]["base"]
        if u.state == "retired":
            need = charts()["throws"]["rally"]
        else:
            found = [l["activation"] for l in self.leaders.values() if l["at"] == "map" and u.battle in l["battles"]]
            # Without a leader there is no rating to meet.
            need = found[0] if found else 0
        self.same("a die of rallying", (e["test"]["need"], e["test"]["passed"]), (need, base <= need))

    def check_rallied(self, e):
        u = self.units[e["unit"]]
        want = "disordered" if u.state == "retired" and not u.gun else "normal"
        self.same("rallied to", e["condition"], want)
        if self.act:
            self.act.rallied.add(u.id)

    # Flight (3.0).

    def check_loss_check(self, e):
        side, points = e["side"], self.flight_points(e["side"])
        total = e["test"]["ledger"]["base"] + points
        self.same(f"Flight Points of {side}", sum(lines_of(e["test"]["ledger"]).values()), points)
        self.same("a Loss Check", (e["test"]["need"], e["test"]["passed"]), (self.levels[side], total <= self.levels[side]))
        self.lost_ = getattr(self, "lost_", set()) | ({side} if total > self.levels[side] else set())

    def check_loss_safe(self, e):
        points = self.flight_points(e["side"])
        self.same(f"Flight Points of {e['side']}", e["points"], points)
        self.same("a Loss Check that cannot fail", points + 9 <= self.levels[e["side"]], True)

    def check_ended(self, e):
        lost = getattr(self, "lost_", set())
        if e["cite"].startswith("3.0"):
            win = [s for s in SIDES if s not in lost]
            self.same("who has won", e["outcome"].get("win") if isinstance(e["outcome"], dict) else e["outcome"],
                      win[0] if len(win) == 1 else e["outcome"] if isinstance(e["outcome"], str) else None)

    # Continuity (6.2, 6.3).

    def check_named(self, e):
        self.named_ = e

    def check_continuation(self, e):
        side, battle = e["side"], e.get("battle")
        oc = next((l for l in self.leaders.values() if l["side"] == side and l["oc"] and l["at"] == "map"), None)
        lines = {}
        if battle:
            leader = next(l for l in self.leaders.values() if l["at"] == "map" and battle in l["battles"] and l["side"] == side)
            need = leader["activation"]
            if oc and oc is not leader and leader["hex"] in self.reach_of_command(oc):
                lines["Effectiveness of the Overall Commander"] = oc["effectiveness"]
        else:
            need = charts()["throws"]["army"]
            if oc:
                lines["Effectiveness of the Overall Commander"] = oc["effectiveness"]
        lines["continuing in a row"] = self.successes
        battles = {u.battle for u in self.units.values() if u.side == side and u.at == "map"}
        if len(battles) == 1:
            self.alone_ += 1
            if "R-25" in self.options:
                lines["attempts with one Battle only"] = self.alone_ - 1
            else:
                lines["attempts with one Battle only"] = self.alone_
        else:
            lines["attempts with one Battle only"] = max(0, self.alone_ - 1) if "R-25" in self.options else self.alone_
        self.same(f"Continuation of {battle}", without_naught(lines_of(e["test"]["ledger"])), without_naught(lines))
        passed = e["test"]["ledger"]["base"] + sum(lines.values()) <= need
        self.same("Continuation", (e["test"]["need"], e["test"]["passed"]), (need, passed))
        self.successes += 1
        if not passed:
            self.successes = self.alone_ = 0

    def check_reset(self, e):
        self.successes = self.alone_ = 0

    def check_passed(self, e):
        self.successes = self.alone_ = 0

    def check_free_activation(self, e):
        self.last = None

    def check_seizure(self, e):
        passed = e["test"]["ledger"]["base"] <= e["test"]["need"]
        self.same("a Seizure", (e["test"]["ledger"]["lines"], e["test"]["passed"]), ([], passed))
        self.same("the counter's range", e["test"]["need"], int(self.words[2].rsplit("-", 1)[1]) if self.words[0] == "seize"
                  else e["test"]["need"])
        self.successes = self.alone_ = 0

    def list_continuity(self, turn):
        side = turn["side"]
        out = {"pass"}
        mine = sorted({u.battle for u in self.units.values() if u.side == side and u.at == "map"})
        just = self.just
        for b in mine:
            if not any(l["at"] == "map" and b in l["battles"] for l in self.leaders.values()):
                continue
            if just and b in just and len(mine) > 1:
                continue
            out.add(f"name {b}")
        if just == ["army"] and any(l["side"] == side and l["oc"] and l["at"] == "map" for l in self.leaders.values()):
            out.add("name-army")
        if any(u.at == "reserve" for u in self.units.values()):
            return None
        return out

    @property
    def just(self):
        if self.act is None:
            return self.setup.get("last", [])
        return ["army"] if self.act.army else list(self.act.battles)

    def list_activate(self, turn):
        side = turn["side"]
        if any(u.at == "reserve" for u in self.units.values()):
            return None
        out = {"pass"}
        battles = {u.battle for u in self.units.values() if u.side == side and u.at == "map"}
        out |= {f"activate {b}" for b in battles}
        if "R-35" not in self.options:
            for pair in self.kit.scenario["joint"]:
                if all(b in battles for b in pair):
                    out.add("activate-both " + " ".join(pair))
        for s, hex_ in self.standards.items():
            if self.kit.standard_side[s] == side and hex_:
                out |= {f"rally-at {s}", f"carry {s}"}
        if any(l["side"] == side and l["oc"] and l["at"] == "map" for l in self.leaders.values()):
            out.add("activate-army")
        return out

    # Leaders alone (7.2), counters (6.3), displaced leaders (5.4), replacements (5.5).

    def list_ride(self, turn):
        act, l = self.act, self.leaders[self.of]
        out = {"halt"}
        for n in self.field.near(l["hex"]):
            if not n:
                continue
            cost = self.step_points(3, l["hex"], n)
            if cost is None or act.spent.get(l["id"], 0) + cost > charts()["leaders"]["ma"]:
                continue
            if self.foes(n, l["side"]) or self.leaders_in(n, other(l["side"])):
                continue
            if any(h == n and self.kit.standard_side[s] != l["side"] for s, h in self.standards.items()):
                continue
            if self.foes_near(n, l["side"]) and not self.here(n, l["side"]):
                continue
            if self.shut_by_entry(n, l["side"], None):
                continue
            if act.army:
                least = 4 if "R-23" in self.options else 5
                if any(distance(n, f.hex) < least for f in self.units.values() if f.at == "map" and f.side != l["side"]):
                    continue
            out.add(f"step {n}")
        return out

    def list_counters(self, turn):
        side = turn["side"]
        held = set(self.seen[side]["sides"][side]["held"])
        out = {"hold"}
        for u in self.units.values():
            if u.at != "map":
                continue
            if "battle-cry" in held and u.side == side and u.state == "retired":
                out.add(f"battle-cry {u.id}")
            if "unsteady" in held and u.side != side and (u.gun or u.state == "normal"):
                out.add(f"unsteady {u.id}")
        return out

    def list_seize(self, turn):
        side = turn["side"]
        held = [c for c in self.seen[side]["sides"][side]["held"] if c.startswith("opportunity")]
        out = {"let-roll"}
        for b in {u.battle for u in self.units.values() if u.side == side and u.at == "map"}:
            if any(l["at"] == "map" and b in l["battles"] for l in self.leaders.values()):
                out |= {f"seize {b} {c}" for c in held}
        if any(u.at == "reserve" for u in self.units.values()):
            return None
        return out

    def list_rejoin(self, turn):
        l = self.leaders[self.of]
        mine = [u for u in self.units.values() if u.at == "map" and u.side == l["side"] and u.battle in l["battles"]]
        if not mine and l["was_oc"]:
            mine = [u for u in self.units.values() if u.at == "map" and u.side == l["side"]]
        if any(u.at == "reserve" for u in self.units.values()) or not l["hex"]:
            return None
        least = min(distance(u.hex, l["hex"]) for u in mine)
        return {f"rejoin {u.id}" for u in mine if distance(u.hex, l["hex"]) == least}

    def list_replacement(self, turn):
        out = set()
        for l in self.leaders.values():
            if l["id"] == self.of and l["at"] == "lost" and l["battles"]:
                out |= {f"replace {l['id']} {u.id}" for u in self.units.values() if u.at == "map" and u.battle in l["battles"]}
        return out

    # Dense play: who may fight, fights.

    WEIGHTS = {"fire": 5, "shock": 6, "charge": 8, "react": 3, "return-fire": 3, "counter-charge": 4, "withdraw": 2, "take": 2,
               "step": 1, "face": 0.35, "halt": 0.7, "end-moves": 0.25, "declared": 0.5, "hold": 1, "hold-all": 0.1, "pass": 0.2,
               "rally-at": 0.4, "carry": 0.15, "activate": 2, "activate-army": 0.4, "name-army": 0.4, "escort": 2, "breach": 1,
               "dismount": 1.5, "remount": 1.5, "take-leader": 0.7, "reopen": 0.3}

    def choose(self, actions, turn):
        weights = []
        for a in actions:
            verb = a["words"].split()[0]
            w = self.WEIGHTS.get(verb, 1)
            if verb == "step" and "next to an enemy" in (a.get("note") or ""):
                w *= 4
            weights.append(w)
        return self.lot.choices(actions, weights)[0]

    # Bad ground (7.2, 12.3(2b)) and reluctant Swiss (16.2).

    def check_ground(self, e):
        u, t = self.units[e["unit"]], charts()["throws"]
        lines = {"Pikes and Men-at-Arms": t["terrain_prone"]} if u.arm in ("PK", "MM") else {}
        total = e["test"]["ledger"]["base"] + sum(lines.values())
        self.same(f"bad ground for {u.id}", lines_of(e["test"]["ledger"]), lines)
        self.same("a die of bad ground", (e["test"]["need"], e["test"]["passed"]), (t["terrain"] - 1, total < t["terrain"]))

    def check_reluctance(self, e):
        u, t = self.units[e["unit"]], charts()["throws"]
        lines = {}
        if u.state == "disordered":
            lines["Disordered"] = t["reluctant_disordered"]
        c = self.charisma([u])
        if c:
            lines["Charisma with it"] = -c
        total = e["test"]["ledger"]["base"] + sum(lines.values())
        self.same(f"reluctance of {u.id}", without_naught(lines_of(e["test"]["ledger"])), lines)
        self.same("a die of reluctance", (e["test"]["need"], e["test"]["passed"]), (t["reluctant"], total <= t["reluctant"]))
        self.same(f"{u.id} may be reluctant", True, u.arm == "PK" and u.battle in self.kit.scenario["reluctant"]
                  and not u.engaged and not self.act.round)


if __name__ == "__main__":
    run(Arquebus)

