#!/usr/bin/env python3
"""A second opinion on the rules of Marignan 1515, from its rulebook and rulings alone (see oracle.py)."""

import copy
import sys
import tomllib
from math import ceil
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from hexes import COMPASS, flat, most_pairs  # noqa: E402
from oracle import Oracle, run  # noqa: E402

ROOT = Path(__file__).resolve().parents[2]
DATA = ROOT / "crates/marignan/data"


def data(name):
    return tomllib.loads((DATA / f"{name}.toml").read_text())


COUNTERS, COMMANDERS, CHARTS, SCENARIOS, MAP = (
    data(n) for n in ("counters", "commanders", "charts", "scenarios", "map")
)
HORSE, GUN = "cavalry", "artillery"
CLASSES = {HORSE: 1, GUN: 2}
PROTECTION = {"feeble": 0, "normal": 1, "superior": 2}
SWITCHES = "R08 R27 R35 R38 R46 R49 R51 R57 R62 R66 R78 R84 R90 R92 R95 R96 R101 R108".split()
NAMES = [f"{c:02}{r:02}" for c in range(1, 25) for r in range(1, 29)]
FIELD = flat(NAMES)
FIELD_FACE = {n: k for k, n in enumerate(COMPASS)}
WATER = ("canal", "river", "grand_canal")


def other(side):
    return "French" if side == "Swiss" else "Swiss"


def points(value):
    return None if value == "NA" else int(value)


class Ground:
    """The map: terrain, levels, what lies on hexsides, roads."""

    def __init__(self):
        self.terrain = dict.fromkeys(NAMES, "clear")
        self.level = dict.fromkeys(NAMES, 0)
        self.water = {}  # (hex, side) from both sides: kind
        self.bridge = set()
        self.fort = set()  # (sheltered hex, side)
        self.road = set()  # pairs
        self.names = {}

    @classmethod
    def printed(cls):
        g = cls()
        words = {".": "clear", "d": "dense", "v": "village", "f": "farm"}
        for key, into, read in (("levels", g.level, int), ("terrain", g.terrain, words.get)):
            for row in MAP[key]["rows"]:
                head, cells = row[:2], row[2:].replace(" ", "")
                for c, cell in enumerate(cells, 1):
                    into[f"{c:02}{head}"] = read(cell)
        for kind in WATER:
            for feature in MAP.get(kind, []):
                for h, s in cls.sides(feature["sides"]):
                    g.put_water(h, s, kind)
        for feature in MAP["bridge"]:
            for h, s in cls.sides(feature["sides"]):
                g.put_bridge(h, s)
        for feature in MAP["fortification"]:
            g.fort |= set(cls.sides(feature["sides"]))
        for feature in MAP["road"]:
            g.put_road(feature["path"].split())
        g.names = {n["hex"]: n["name"] for n in MAP["name"]}
        return g

    @staticmethod
    def sides(text):
        for group in text.split(","):
            words = group.split()
            for side in words[1:]:
                yield words[0], FIELD_FACE[side]

    def put_water(self, h, s, kind):
        self.water[h, s] = kind
        b = FIELD.near[h][s]
        if b:
            self.water[b, (s + 3) % 6] = kind

    def put_bridge(self, h, s):
        self.bridge.add((h, s))
        b = FIELD.near[h][s]
        if b:
            self.bridge.add((b, (s + 3) % 6))

    def put_road(self, path):
        self.road |= {frozenset(p) for p in zip(path, path[1:])}

    def is_road(self, h):
        return any(h in pair for pair in self.road)


class Unit:
    """One counter, and what it has done."""

    def __init__(self, counter, name):
        self.name, self.side, self.arm = name, counter["side"], counter["arm"]
        self.corps = counter.get("corps")
        self.protection = counter["protection"]
        self.front, self.back = counter["front"], counter["back"]
        self.has_replacement = counter.get("replacement", False)
        self.title = counter["title"]
        self.hex = self.facing = self.charge = None
        self.state, self.at, self.replaced, self.hedgehog, self.ooc = "order", "absent", False, False, False
        self.fresh()

    def fresh(self):
        """What a phase remembers."""
        self.spent, self.done, self.stopped, self.fired, self.attacked = 0, False, False, False, False
        self.fled = False
        self.tried = self.retreated = self.failed = False
        self.began_ma = None

    def face(self):
        return self.front if self.state == "order" else self.back

    @property
    def pike(self):
        return self.side == "Swiss" and self.arm == "pikemen"

    @property
    def swiss_arq(self):
        return self.side == "Swiss" and self.arm == "arquebusiers"

    @property
    def free(self):
        """Needs no command (6.1)."""
        return self.corps is None

    @property
    def horse(self):
        return self.arm == HORSE

    @property
    def gun(self):
        return self.arm == GUN

    @property
    def foot(self):
        return not self.horse and not self.gun

    @property
    def kind(self):
        return CLASSES.get(self.arm, 0)

    @property
    def ma(self):
        return self.face()["ma"]

    @property
    def melee(self):
        value = self.face().get("melee", 0)
        return value // 2 if self.replaced else value

    @property
    def fire(self):
        return self.face().get("fire", 0)

    @property
    def morale(self):
        return self.face()["morale"] - (1 if self.replaced else 0)


def all_counters():
    for counter in COUNTERS["counter"]:
        stem, _, numbers = counter["id"].rpartition("-")
        if ".." in numbers:
            first, last = map(int, numbers.split(".."))
            for k in range(first, last + 1):
                yield f"{stem}-{k}", counter
        else:
            yield counter["id"], counter


class Captain:
    def __init__(self, card):
        self.name, self.side, self.own = card["id"], card["side"], card["corps"]
        self.front, self.back = card["front"], card["back"]
        self.hero, self.king = card.get("hero", False), card.get("king", False)
        self.constable = card.get("constable", False)
        self.hex, self.at, self.injured = None, "absent", False
        self.leads = set()
        self.steadies = None
        self.spent, self.done = 0, False

    def face(self):
        return self.back if self.injured else self.front


class Position:
    """Where everything stands, and the plain questions of the rulebook."""

    def __init__(self, ground, options):
        self.ground, self.options = ground, set(options)
        self.units = {name: Unit(counter, name) for name, counter in all_counters()}
        self.captains = {card["id"]: Captain(card) for card in COMMANDERS["commander"]}
        self.morale = {c["id"]: c["morale"] for c in COUNTERS["corps"] if c["side"] == "French"}
        self.swiss = SCENARIOS["armies"]["swiss_morale"]
        self.demoralized = set()  # French corps whose marker is at 0, heroes aside
        self.leader = {c["id"]: None for c in COUNTERS["corps"]}
        self.vacant = {}
        self.works = set()
        self.night = False

    def __contains__(self, switch):
        return switch in self.options

    # --- who stands where

    def on_map(self, side=None):
        return [u for u in self.units.values() if u.at == "map" and (side is None or u.side == side)]

    def here(self, h, side=None):
        return [u for u in self.units.values() if u.at == "map" and u.hex == h and (side is None or u.side == side)]

    def captains_here(self, h, side=None):
        return [
            c for c in self.captains.values() if c.at == "map" and c.hex == h and (side is None or c.side == side)
        ]

    def enemy_near(self, h, side):
        """Whether a unit hostile to `side` is adjacent to `h`."""
        return any(self.here(n, other(side)) for n in FIELD.neighbours(h))

    # --- 3, 4

    def front(self, u):
        """The hexes in front of a unit: none of a routed one, all of a hedgehog."""
        if u.state == "routed" or u.at != "map":
            return []
        if self.all_round(u):
            return FIELD.neighbours(u.hex)
        return FIELD.front(u.hex, u.facing)

    def all_round(self, u):
        if u.hedgehog:
            return True
        # R51, read the other way: arquebusiers are as the hedgehog beside them.
        return "R51" in self and u.swiss_arq and u.state != "routed" and any(
            v.hedgehog for v in self.here(u.hex, u.side)
        )

    def zoc_owners(self, h, side):
        """The units hostile to `side` whose ZOC covers `h`."""
        return [u for n in FIELD.neighbours(h) for u in self.here(n, other(side)) if h in self.front(u)]

    def in_zoc(self, h, side):
        return bool(self.zoc_owners(h, side))

    def comes_from_behind(self, u, h):
        """Whether `h` is in the rear of `u` (3.0)."""
        if u.state == "routed":
            return True
        return h not in self.front(u)

    # --- 5

    def may_stack(self, units, side):
        if not units:
            return True
        n = len(units)
        if side == "Swiss":
            horse = sum(u.horse for u in units)
            arq = sum(u.swiss_arq for u in units)
            if horse:
                return n == 1
            if arq:
                return arq == 1 and n <= 2
            return n <= 3
        horse, guns = sum(u.horse for u in units), sum(u.gun for u in units)
        foot = n - horse - guns
        if horse:
            return horse == n and n <= 2
        return guns <= 1 and foot <= 2

    # --- 8

    def weak(self, corps):
        """Demoralized, and no hero steadies it."""
        return corps in self.demoralized and not any(c.steadies == corps for c in self.captains.values())

    def tests_at(self, u):
        return u.morale - (2 if self.weak(u.corps) else 0)

    # --- 6

    def range_of(self, c, night=None):
        night = self.night if night is None else night
        return max(0, c.face()["range"] + (SCENARIOS["armies"]["night_range"] if night else 0))

    def chain(self, u, c, limit):
        """Whether a chain of at most `limit` hexes joins unit and commander."""
        if c.at != "map":
            return False
        seen, edge = {u.hex}, [u.hex]
        if u.hex == c.hex:
            return True
        for _ in range(limit):
            nxt = []
            for a in edge:
                for b in FIELD.neighbours(a):
                    if b in seen or self.here(b, other(u.side)):
                        continue
                    if self.in_zoc(b, u.side) and not self.here(b, u.side):
                        continue
                    if b == c.hex:
                        return True
                    seen.add(b)
                    nxt.append(b)
            edge = nxt
        return False

    def reached(self, c, limit):
        """All hexes from which a chain of at most `limit` hexes leads to a commander."""
        foes = self.on_map(other(c.side))
        held = {v.hex for v in foes}
        zoc = {h for v in foes for h in self.front(v)} - {v.hex for v in self.on_map(c.side)}
        out, edge = {c.hex}, [c.hex]
        for _ in range(limit):
            edge = [b for a in edge if a not in held | zoc for b in FIELD.neighbours(a) if b not in out and b not in held]
            edge = sorted(set(edge))
            out |= set(edge)
        return out

    def out_of_command(self, u):
        if u.free or u.at != "map":
            return False
        leader = self.leader[u.corps]
        return leader is None or not self.chain(u, self.captains[leader], self.range_of(self.captains[leader]))

    # --- the ground

    def features(self, a, b):
        """What a step from `a` to `b` meets on the hexside: water (bridge aside), a bridge, a work."""
        s = FIELD.side(a, b)
        water = self.ground.water.get((a, s))
        bridge = (a, s) in self.ground.bridge
        fort = self.has_fort(b, (s + 3) % 6) or self.has_fort(a, s)
        return (None if bridge else water), bridge and bool(water), fort

    def has_fort(self, h, s):
        """Whether a fortification on side `s` of `h` shelters `h`."""
        return (h, s) in self.ground.fort or (h, s) in self.works

    def cost(self, a, b, kind, friends):
        """Points for a step, None if closed (9.0, R104)."""
        t = CHARTS["terrain"]
        road = frozenset((a, b)) in self.ground.road
        water, bridge, fort = self.features(a, b)
        parts = [int(t["road"]["mp"]) if road else points(t[self.ground.terrain[b]]["mp"][kind])]
        if water:
            parts.append(points(t[water]["mp"][kind]))
        if bridge:
            parts.append(points(t["bridge"]["mp"][kind]))
        if fort:
            parts.append(points(t["fortification"]["mp"][kind]))
        up = self.ground.level[b] - self.ground.level[a]
        if up > 0:
            parts.append(points(t["slope"]["up"][kind]) * up)
        elif up < 0:
            parts.append(points(t["slope"]["down"][kind]) * -up)
        if friends:
            parts.append(1)
        return None if None in parts else sum(parts)

    def roughness(self, a, b):
        """`none`, `test` or `automatic` for a step from `a` to `b`."""
        t = CHARTS["terrain"]
        road = frozenset((a, b)) in self.ground.road
        water, bridge, fort = self.features(a, b)
        kinds = ["none" if road else t[self.ground.terrain[b]]["disorder"]]
        if water:
            kinds.append(t[water]["disorder"])
        if bridge:
            kinds.append(t["bridge"]["disorder"])
        if fort:
            kinds.append(t["fortification"]["disorder"])
        return "automatic" if "automatic" in kinds else "test" if "test" in kinds else "none"

    def water_roughness(self, a, b):
        """The same for an attack from `a` on `b`: courses of water alone (9.1)."""
        water, _, _ = self.features(a, b)
        return CHARTS["terrain"][water]["disorder"] if water else "none"

    # --- 7.2

    def may_steady(self, c, corps):
        if not c.hero or c.at != "map" or corps not in self.demoralized:
            return False
        if not any(u.corps == corps and u.state != "routed" for u in self.here(c.hex, c.side)):
            return False
        if not c.king and not all(u.horse for u in self.units.values() if u.corps == corps):
            return False
        return self.enemy_near(c.hex, c.side)

    def fire_total(self, party, h):
        """The modifiers of a shot (12.4)."""
        foes = self.here(h, other(party[0].side))
        hexes = {u.hex for u in party}
        total = 0
        if len(hexes) == 1:
            bonus = []
            for u in party:
                leader = self.leader.get(u.corps)
                c = self.captains.get(leader)
                at = c is not None and c.at == "map" and c.hex == u.hex
                bonus.append(c.face().get("fire", 0) if at else 0)
            total += min(bonus)
        levels = [PROTECTION[u.protection] for u in foes]
        if "R57" in self:
            levels = [max(levels)]
        if set(levels) == {0}:
            total += int(CHARTS["fire_modifiers"]["feeble"])
        if set(levels) == {2}:
            total += int(CHARTS["fire_modifiers"]["superior"])
        if all(u.swiss_arq for u in foes):
            total += int(CHARTS["fire_modifiers"]["arquebusiers"])
        total += int(CHARTS["terrain"][self.ground.terrain[h]]["fire"])
        if any(self.has_fort(h, s) for a in hexes for s in FIELD.enters_by(a, h)):
            total += int(CHARTS["terrain"]["fortification"]["fire"])
        if any(self.weak(v.corps) for a in hexes for v in self.here(a, party[0].side)):
            total += int(CHARTS["fire_modifiers"]["demoralized"])
        return total

    def melee_total(self, party, h):
        """The modifiers of a melee, for the attackers (13.2)."""
        side = party[0].side
        foes = self.here(h, other(side))
        m = {k: int(v) for k, v in CHARTS["melee_modifiers"].items() if k not in ("source", "parts")}
        total = 0

        def better(mine, theirs, value):
            return value if min(mine) > max(theirs) else -value if min(theirs) > max(mine) else 0

        total += better([self.tests_at(u) for u in party], [self.tests_at(u) for u in foes], m["morale"])
        total += better([PROTECTION[u.protection] for u in party], [PROTECTION[u.protection] for u in foes], m["protection"])
        hexes = {u.hex for u in party}
        if side == "French":
            if any(self.weak(v.corps) for a in hexes for v in self.here(a, side)):
                total -= m["demoralized"]
        elif any(self.weak(v.corps) for v in foes):
            total += m["demoralized"]
        covered = any(v.hedgehog for v in foes) and all(v.hedgehog or v.swiss_arq for v in foes)
        if any(u.charge == h for u in party) and not covered:
            total += m["charge"]
        mine = [c.face().get("melee", 0) for a in hexes for c in self.captains_here(a, side)]
        theirs = [c.face().get("melee", 0) for c in self.captains_here(h, other(side))]
        if not (any(mine) and any(theirs)):
            total += max(mine, default=0) - max(theirs, default=0)
        if any(v.hedgehog for v in foes) and any(u.foot for u in party):
            total += m["hedgehog"]
        if any(u.hedgehog for u in party) and any(v.foot for v in foes):
            total -= m["hedgehog"]

        def behind(u, v):
            if v.state == "routed":
                return True
            if self.all_round(v) or (v.swiss_arq and any(w.hedgehog for w in foes)):
                return False
            return u.hex not in self.front(v)

        every = "R62" in self
        routed = [v.state == "routed" for v in foes]
        rear = [behind(u, v) for u in party for v in foes]
        if (all if every else any)(routed):
            total += m["routed"]
        elif (all if every else any)(rear):
            total += m["rear"]
        t = CHARTS["terrain"]
        total += int(t[self.ground.terrain[h]]["melee"])
        kinds = set()
        for a in hexes:
            water, bridge, _ = self.features(a, h)
            if water:
                kinds.add(water)
            if bridge:
                kinds.add("bridge")
            if self.has_fort(h, FIELD.side(h, a)):
                kinds.add("fortification")
        total += sum(int(t[k]["melee"]) for k in kinds)
        levels = [self.ground.level[a] - self.ground.level[h] for a in hexes]
        if any(d < 0 for d in levels):
            total -= int(t["slope"]["melee"])
        elif all(d > 0 for d in levels):
            total += int(t["slope"]["melee"])
        return total

    # --- 12

    def sees(self, a, b):
        if FIELD.distance(a, b) <= 1:
            return True
        la, lb = self.ground.level[a], self.ground.level[b]
        top = max(la, lb)
        for h in FIELD.crossed(a, b):
            ground = self.ground.terrain[h]
            level = self.ground.level[h]
            covered = CHARTS["terrain"][ground]["blocks_sight"]
            if (covered or self.here(h) or level > 0) and level >= top:
                return False
            if la != lb and ground in ("farm", "village"):
                low = a if la < lb else b
                if h in FIELD.neighbours(low):
                    return False
        return True

    def fire_strength(self, u, h):
        """What a unit shoots with at a hex: 0 if it cannot for want of strength or range."""
        distance = FIELD.distance(u.hex, h)
        if not u.fire or distance < 1:
            return 0
        if u.gun:
            return max(0, u.fire - 2 * (distance - 1)) if distance <= 4 else 0
        return u.fire if distance == 1 else 1 if distance == 2 else 0

    def may_shoot_bare(self, u, h, defensive):
        """Everything of 12 but the priority of 12.3."""
        if u.state == "routed" or u.hedgehog or u.fired or u.at != "map":
            return False
        if "R51" in self and self.all_round(u):
            return False
        if not self.here(h, other(u.side)) or not self.fire_strength(u, h):
            return False
        if not FIELD.in_wedge(u.hex, u.facing, h) or not self.sees(u.hex, h):
            return False
        if u.ooc:
            return defensive and h in self.front(u)
        return True

    def may_shoot(self, u, h, defensive):
        if not self.may_shoot_bare(u, h, defensive):
            return False
        owners = {o.hex for o in self.zoc_owners(u.hex, u.side)}
        first = {o for o in owners if self.may_shoot_bare(u, o, defensive)}
        return not first or h in first

    def fire_column(self, strength):
        return column_of(CHARTS["fire"]["columns"], strength)


def column_of(columns, strength):
    for k, c in enumerate(columns):
        if c.endswith("+") and strength >= int(c[:-1]):
            return k
        low, _, high = c.partition("-")
        if not c.endswith("+") and int(low) <= strength <= int(high or low):
            return k
    raise ValueError(strength)


def odds_column(attack, defence):
    """The column of whole odds, rounded for the defender (R63)."""
    columns = CHARTS["melee"]["columns"]
    if defence == 0:
        return len(columns) - 1
    value = attack // defence if attack >= defence else -ceil(defence / attack)
    values = [int(a) if b == "1" else -int(b) for a, b in (c.split("/") for c in columns)]
    value = max(values[0], min(values[-1], value))
    return values.index(value)


def shifted(total):
    """Columns and what goes to the die (R58)."""
    whole = abs(total) // 2 * (1 if total > 0 else -1)
    return whole, total - 2 * whole


def cell(table, column, die):
    column = max(0, min(len(table["columns"]) - 1, column))
    die = max(1, min(6, die))
    for row in table["rows"]:
        cells = [c.strip() for c in row.split("|")]
        if int(cells[0]) == die:
            return cells[1 + column]


def reading(text):
    """(stars, test): test is None, an int modifier, or `D`."""
    text = text.strip()
    stars = text.count("*")
    rest = text.replace("*", "")
    if rest in ("", "-"):
        return stars, 0 if stars else None
    if rest == "D":
        return stars, "D"
    return stars, int(rest[1:] or 0)


def merged(events):
    """One step is told in one event for each price: taken together again."""
    out = []
    for e in events:
        last = out[-1] if out else None
        if last and e["what"] == last["what"] == "stepped" and (e["from"], e["to"]) == (last["from"], last["to"]):
            last["units"], last["commanders"] = last["units"] + e["units"], last["commanders"] + e["commanders"]
            last["prices"].append((e["units"], e["commanders"], e["cost"]["total"]))
            continue
        e = dict(e)
        if e["what"] == "stepped":
            e["prices"] = [(e["units"], e["commanders"], e["cost"]["total"])]
        out.append(e)
    return out


class Marignan(Oracle):
    game = "marignan"
    length = 250
    models = [
        "movement: who may be taken and joined, each step with stacking, ZOC, command, one-hex exception and price, pivots, leaving",
        "tests of commitment of both parties (who, when, at what), Charges (who may declare, whom, when the window opens)",
        "hedgehogs: windows, who tries, who forms, coming off; terrain tests and disorder in every kind of move",
        "command: chains, ranges by day and night, markers; recovery, rallies, successors' lists",
        "retreats single and by order, their hexes; escorts; commanders cut off",
        "fire: aims, pools, priority, arcs, lines of sight, strengths, modifiers, table, stars, tests",
        "melee: what is owed (matching), attackers, strengths, odds, modifiers, table, stars, tests, advances",
        "rout: ways, prices, prolonging, panic, elimination, leaving the map; commanders' risks",
        "morale of corps and army from every event, demoralization, heroes, places, fortifications, what ends a battle",
        "the night: going back, who is taken up, where to, works; the French set-up's hexes",
        "all 18 switches are drawn at random and read both ways",
    ]
    leaves_out = [
        "the entry of the Swiss (14.1): while any unit waits off the map, the lists of movement are not compared",
        "which player turn a successor is due in, and on which unit a Swiss one is placed",
        "the points and recoveries of the night itself, which are taken over from the view",
        "the facing asked for after advances and rallies is taken as told",
        "refusals' words and Cases, odds, stories",
    ]

    def view(self):
        return self.session.ask("view", viewer="spectator")["view"]  # nothing is hidden in this game

    # --- the openings

    @classmethod
    def opening(cls, lot):
        options = [s for s in SWITCHES if lot.random() < 0.25] if lot.random() < 0.6 else []
        scenario = lot.choice(["first-day", "two-days"])
        if lot.random() < 0.04:
            return {"scenario": scenario, "options": options}
        return {"setup": random_setup(lot, scenario, options)}

    def begin(self, map_answer, view):
        setup = self.session.ask("setup")["setup"]
        ground = ground_of(setup.get("map", {}))
        self.p = Position(ground, setup.get("options", []))
        self.two_days = setup.get("scenario") == "two-days"
        self.phase = None
        self.hand = None
        self.shot = None
        self.attack = None
        self.fresh()
        self.owed = []  # who still has to test, the innermost list last
        self.flights, self.stars, self.risks, self.tries, self.windows = {}, [], set(), {}, []
        self.hit = None
        self.asked = {}
        self.between = view.get("phase") is None and setup.get("start_at") == "night"
        self.fallen, self.settled, self.second = set(), set(), {}
        self.advance, self.escorting, self.escorts, self.ran = None, None, set(), set()
        # The hexes of the four places count on any map (8.1).
        wanted = set(SCENARIOS["places"]["names"])
        self.places = {h: n for h, n in Ground.printed().names.items() if n in wanted}
        self.late = setup.get("start_at") == "moves" or self.session.turn["what"] == "move"
        self.read_places(view)
        for post in setup.get("units", []):
            for word in post.get("done", []):
                u = self.p.units[post["id"]]
                setattr(u, {"moved": "done", "fired": "fired", "attacked": "attacked", "retreated": "retreated"}[word], True)
        for post in setup.get("commanders", []):
            self.p.captains[post["id"]].done = post.get("moved", False)
        self.assaulted = set(setup.get("assaulted", []))
        self.posted = {
            u["id"]: FIELD_FACE[u["facing"]] if "facing" in u else None for u in setup.get("units", [])
        }
        self.read(view, memory=True)
        if self.phase == 3:
            self.flights = {
                u.name: {"left": u.back["ma"], "first": True}
                for u in self.p.on_map(self.active) if u.state == "routed"
            }

    def read_places(self, view):
        self.taken = {h for h in self.places if self.places[h] in view["taken"] or h in view["taken"]}
        self.breached = view["breached"]

    def read(self, view, memory=False):
        """Takes over where everything stands."""
        p = self.p
        self.turn, self.active, p.night = view["turn"], view["active"], view["night"]
        phase = view.get("phase")
        if memory:
            self.phase = phase["number"] if phase else None
        for name, seen in view["units"].items():
            u = p.units[name]
            before = u.facing
            for key, value in self.seen_unit(seen).items():
                setattr(u, key, value)
            if u.facing is None and u.state != "routed":
                # Front on all sides: the facing that it had is its own again when that ends (R121).
                u.facing = before if before is not None else self.posted.get(name)
            if memory:
                u.ooc = "out-of-command" in seen.get("marks", [])
                u.hedgehog = "hedgehog" in seen.get("marks", []) or (seen["all_round"] and not u.swiss_arq)
                if u.hedgehog:
                    u.facing = self.posted.get(name)
        for name, seen in view["commanders"].items():
            c = p.captains[name]
            c.at, c.hex, c.injured = seen["at"], seen.get("hex"), seen["injured"]
            c.steadies = seen.get("steadies")
        for name, seen in view["corps"].items():
            p.leader[name] = seen.get("leader")
            if seen["side"] == "French":
                p.morale[name] = seen["morale"]
        p.demoralized = {c for c, m in p.morale.items() if m == 0}
        p.swiss = view["swiss_morale"]
        # One built at night stands on one side of its hex; read the other way, on all four (R96).
        p.works = {
            (w["hex"], k)
            for w in view["works"]
            for k in ((0, 1, 4, 5) if "R96" in p else (FIELD_FACE[w["side"]],))
        }

    @staticmethod
    def seen_unit(seen):
        facing = seen.get("facing")
        return {
            "at": seen["at"],
            "hex": seen.get("hex"),
            "state": seen["state"],
            "facing": FIELD_FACE[facing] if facing else None,
            "replaced": seen.get("replaced", False),
            "charge": seen.get("charge"),
        }

    IDLE = {"done", "halt", "hold", "hold-all", "join-commander", "leave", "leave-commander", "order"}

    def choose(self, actions, turn):
        busy = [a for a in actions if a["words"].split()[0] not in self.IDLE]
        if turn["what"] == "move" and self.lot.random() < 0.8:
            units = [a for a in busy if a["words"].startswith("take ")]
            busy = units or busy
        if turn["what"] == "run" and self.lot.random() < 0.5:
            near = [
                a for a in busy
                if a["words"].startswith("step ")
                and self.p.enemy_near(a["words"].split()[1], self.active)
            ]
            busy = near or busy
        if turn["what"] == "move" and not [a for a in actions if a["words"].startswith("take ")]:
            busy = []
        return self.lot.choice(busy) if busy and self.lot.random() < 0.85 else self.lot.choice(actions)

    # --- who decides what: the lists

    def at_decision(self, view, turn, actions):
        what = turn["what"]
        self.asked = turn
        if self.apart(turn) and what not in ("fall-back", "night-take", "place", "build"):
            return
        self.compare(view)
        if what not in self.WITHIN and not self.apart(turn):
            self.invariants()
        ask = getattr(self, "list_" + what.replace("-", "_"), None)
        if ask is None:
            return
        expected = ask()
        if expected is None:
            return
        listed = {a["words"] for a in actions} - {"reopen"}
        for words in sorted(listed - expected):
            self.same(f"{what}: listed, and not legal: {words}", "listed", "illegal")
        for words in sorted(expected - listed):
            self.same(f"{what}: legal, and not listed: {words}", "unlisted", "legal")
        self.checks += len(listed | expected)

    def compare(self, view):
        """Where everything stands, as the engine and as the events have it."""
        p = self.p
        for name, seen in view["units"].items():
            u = p.units[name]
            mine = {k: getattr(u, k) for k in ("at", "hex", "state", "facing", "replaced", "charge")}
            theirs = self.seen_unit(seen)
            if theirs["at"] != "map":
                mine, theirs = {"at": mine["at"]}, {"at": theirs["at"]}
            elif u.state == "routed" or p.all_round(u) or u.facing is None:
                mine.pop("facing"), theirs.pop("facing")
            self.same(f"{name} stands", theirs, mine)
            if u.at == "map":
                self.same(f"{name} out of command", "out-of-command" in seen.get("marks", []), u.ooc)
                face = {"melee": u.melee, "fire": u.fire, "morale": u.morale, "tests_at": p.tests_at(u), "ma": u.ma}
                self.same(f"{name} ratings", {k: seen[k] for k in face}, face)
        for name, seen in view["commanders"].items():
            c = p.captains[name]
            theirs = (seen["at"], seen.get("hex"), seen["injured"], seen.get("steadies"))
            self.same(f"{name} stands", theirs, (c.at, c.hex, c.injured, c.steadies))
        for name, seen in view["corps"].items():
            self.same(f"{name} is led by", seen.get("leader"), p.leader[name])
            if seen["side"] == "French":
                self.same(f"{name} morale", seen["morale"], p.morale[name])
                self.same(f"{name} demoralized", seen["demoralized"], p.weak(name))
        self.same("Swiss morale", view["swiss_morale"], p.swiss)
        if self.found:
            self.read(view)

    # 9: movement

    def takeable(self, u):
        return (
            u.at == "map"
            and u.side == self.active
            and u.state != "routed"
            and not u.hedgehog
            and not u.done
            and not u.stopped
        )

    def takeable_captain(self, c):
        return c.at == "map" and c.side == self.active and not c.done

    def waiting(self):
        return any(u.at == "reserve" for u in self.p.units.values())

    def list_move(self):
        if self.waiting():
            return None
        p = self.p
        out = {"done"}
        out |= {f"take {u.name}" for u in p.units.values() if self.takeable(u)}
        out |= {f"take-commander {c.name}" for c in p.captains.values() if self.takeable_captain(c)}
        return out

    def allowance(self, u):
        if u.began_ma is not None and "R46" not in self.p:
            return u.began_ma
        return u.ma

    def may_step(self, u, b):
        """Whether the selected unit may step into `b`, stacking aside (9.0)."""
        p = self.p
        a = u.hex
        if u.stopped or u.done or u.hedgehog or u.state == "routed":
            return False
        if b not in FIELD.front(u.hex, u.facing) or p.here(b, other(u.side)):
            return False
        hand = self.hand["units"]
        friends = [v for v in p.here(b, u.side) if v not in hand]
        cost = p.cost(a, b, u.kind, bool(friends))
        if cost is None:
            return False
        left = self.allowance(u) - u.spent
        if cost > left and not (u.spent == 0 and u.ma > 0 and not self.hand["begun"]):
            return False
        owners = p.zoc_owners(a, u.side)
        if owners:
            if not ((u.horse or u.swiss_arq) and all(o.foot for o in owners)):
                return False
            if p.in_zoc(b, u.side):
                return False
        if p.in_zoc(b, u.side) and p.weak(u.corps):
            return False
        if u.ooc:
            leader = p.leader[u.corps]
            if leader is None or p.captains[leader].at != "map":
                return False
            goal = p.captains[leader].hex
            if FIELD.distance(b, goal) >= FIELD.distance(a, goal):
                return False
            if p.enemy_near(b, u.side):
                return False
        return True

    def may_ride(self, c, b):
        p = self.p
        if c.done or p.here(b, other(c.side)):
            return False
        cost = p.cost(c.hex, b, 1, False)
        if cost is None or cost > c.face()["ma"] - c.spent:
            return False
        if p.in_zoc(b, c.side) and not p.here(b, c.side) and not any(
            not u.stopped for u in self.hand["units"]
        ):
            return False
        return True

    def list_run(self):
        if self.waiting():
            return None
        p, hand = self.p, self.hand
        units, captains = hand["units"], hand["captains"]
        where = (units or captains)[0].hex
        out = {"halt"}
        mobile = [u for u in units if not u.stopped]
        if not hand["begun"]:
            out |= {f"join {u.name}" for u in p.here(where, self.active) if u not in units and self.takeable(u)}
            out |= {
                f"join-commander {c.name}"
                for c in p.captains_here(where, self.active)
                if c not in captains and self.takeable_captain(c)
            }
        elif len(mobile) + len(captains) > 1:
            out |= {f"leave {u.name}" for u in mobile}
            out |= {f"leave-commander {c.name}" for c in captains}
        for b in FIELD.neighbours(where):
            if not all(self.may_step(u, b) for u in mobile) or not all(self.may_ride(c, b) for c in captains):
                continue
            if not mobile and not captains:
                continue
            stay = [v for v in p.here(b, self.active) if v not in mobile]
            if mobile and not p.may_stack(stay + mobile, self.active):
                continue
            out.add(f"step {b}")
        if units and self.may_pivot():
            out |= {f"face {n}" for k, n in enumerate(COMPASS) if k != units[0].facing}
        if units and self.may_form():
            out.add("form")
        return out

    def may_pivot(self):
        p, units = self.p, self.hand["units"]
        where = units[0].hex
        if any(u.stopped or u.done for u in units):
            return False
        if any(
            v not in units and v.state != "routed" and not v.hedgehog for v in p.here(where, self.active)
        ):
            return False
        return all(self.allowance(u) - u.spent >= 1 for u in units)

    def may_form(self):
        """Own hedgehog (9.4): all the infantry of the hex, in order and unmoved."""
        p, units = self.p, self.hand["units"]
        foot = [u for u in units if u.foot and not u.swiss_arq and not u.hedgehog]
        if not foot:
            return False
        here = [v for v in p.here(foot[0].hex, self.active) if v.foot and not v.swiss_arq and not v.hedgehog]
        if any(v not in units for v in here) or any(v.state != "order" for v in here):
            return False
        if "R101" in p and any(v.gun for v in p.here(foot[0].hex, self.active)):
            return False
        return not self.hand["begun"] and all(u.spent == 0 and not u.stopped and not u.failed for u in foot)

    # 9.4, at the end of one's own movement

    def list_hedgehogs(self):
        p = self.p
        return {"done"} | {
            f"unform {u.name}" for u in p.on_map(self.active) if u.hedgehog
        }

    # 11: retreats

    def may_retreat_to(self, u, b):
        p = self.p
        if p.here(b, other(u.side)) or p.in_zoc(b, u.side):
            return False
        if p.cost(u.hex, b, u.kind, False) is None:
            return False
        return p.may_stack(p.here(b, u.side) + [u], u.side)

    def retreats_of(self, u):
        if u.facing is None:
            return []
        return [b for b in FIELD.rear(u.hex, u.facing) if self.may_retreat_to(u, b)]

    def list_retreat(self):
        p = self.p
        side = other(self.active)
        out = {"done"}
        for u in p.on_map(side):
            if not (u.horse or u.swiss_arq) or u.state == "routed" or u.hedgehog or p.all_round(u):
                continue
            if u.tried or u.retreated:
                continue
            if any(o.horse for o in p.zoc_owners(u.hex, side)):
                continue
            out |= {f"retreat {u.name} {b}" for b in self.retreats_of(u)}
        for corps in p.leader:
            if (corps in p.morale) != (side == "French") or corps in self.ordered:
                continue
            if not any(u.corps == corps for u in p.on_map(side)):
                continue
            if "R78" in p:
                leader = p.leader[corps]
                if leader is None or not any(
                    u.corps == corps and u.state != "routed" and not u.hedgehog and not u.retreated and self.retreats_of(u)
                    for u in p.on_map(side)
                ):
                    continue
            out.add(f"order {corps}")
        return out

    # 12: fire

    def shooters(self):
        return self.active if self.phase == 7 else other(self.active)

    def list_fire_phase(self):
        p = self.p
        defensive = self.phase == 5
        side = self.shooters()
        out = {"done"}
        for h in {v.hex for v in p.on_map(other(side))}:
            if any(p.may_shoot(u, h, defensive) for u in p.on_map(side)):
                out.add(f"aim {h}")
        return out

    list_defensive_fire = list_offensive_fire = list_fire_phase

    def list_fire(self):
        p = self.p
        defensive = self.phase == 5
        target, firers = self.shot["hex"], self.shot["units"]
        fit = [u for u in p.on_map(self.shooters()) if p.may_shoot(u, target, defensive)]

        def paired(u, pool):
            return any(v is not u and FIELD.distance(u.hex, v.hex) <= 1 for v in pool)

        out = set()
        for u in fit:
            if u in firers:
                continue
            party = firers + [u]
            if len(party) == 1 or all(paired(v, fit) for v in party):
                out.add(f"fire {u.name}")
        if firers and (len(firers) == 1 or all(paired(u, firers) for u in firers)):
            out.add("loose")
        return out

    # 13: melee

    def may_assault(self, u, h):
        p = self.p
        return (
            u.side == self.active
            and u.at == "map"
            and u.state != "routed"
            and u.melee > 0
            and not u.attacked
            and h not in self.assaulted
            and h in p.front(u)
            and bool(p.here(h, other(u.side)))
        )

    def goals(self, u):
        return {h for h in FIELD.neighbours(u.hex) if self.may_assault(u, h)}

    def melee_goals(self):
        goals = {u: self.goals(u) for u in self.p.on_map(self.active)}
        return {u: g for u, g in goals.items() if g}

    def attack_ok(self, h, party, goals):
        """Whether `party` on `h` keeps 13.1: nobody idle who has no other foe, and all others attacked as far as may be."""
        if not party:
            return False
        if any(h in g and len(g) == 1 and u not in party for u, g in goals.items()):
            return False
        best = most_pairs(goals)
        left = {u: g - {h} for u, g in goals.items() if u not in party and g - {h}}
        return most_pairs(left) >= best - 1

    def list_melee(self):
        goals = self.melee_goals()
        hexes = set().union(*goals.values()) if goals else set()
        out = {f"assault {h}" for h in hexes}
        return out if goals else {"done"}

    def list_attackers(self):
        goals = self.melee_goals()
        h, party = self.attack["hex"], self.attack["units"]
        must = {u for u, g in goals.items() if g == {h}}
        out = set()
        for u, g in goals.items():
            if h in g and u not in party and self.attack_ok(h, set(party) | {u} | must, goals):
                out.add(f"attack {u.name}")
        if self.attack_ok(h, set(party), goals):
            out.add("resolve")
        return out

    # --- 10.1: rout

    def home(self, side):
        """The three ways home: straight, and the two beside it."""
        return (3, 2, 4) if side == "French" else (0, 1, 5)

    def flight(self, u, left, first):
        """Where a routing unit goes next: a set of hexes, `off`, `stop`, or `none` where it is due and shut in."""
        p = self.p
        straight, *beside = self.home(u.side)
        if "R108" in p and FIELD.near[u.hex][straight] is None:
            return {"off"}, 0
        open_, shut = {}, []
        for k in (straight, *beside):
            b = FIELD.near[u.hex][k]
            if b is None:
                if k == straight:
                    open_["off"] = 1
                continue
            friends = p.here(b, u.side)
            cost = p.cost(u.hex, b, u.kind, bool(friends))
            if cost is None:
                continue
            if p.here(b, other(u.side)) or (p.in_zoc(b, u.side) and not friends):
                shut.append(cost)
            else:
                open_[b] = cost
        if open_:
            least = min(open_.values())
            if least > left and not first:
                return "stop", None
            ways = [b for b, c in open_.items() if c == least]
            name = FIELD.near[u.hex][straight] or "off"
            return ({name} if name in ways else set(ways)), least
        if shut and (min(shut) <= left or first):
            return "none", None
        if first and not shut:
            return "none", None
        return "stop", None

    def list_rout(self):
        return {f"flee {u.name}" for u in self.p.on_map(self.active) if u.state == "routed" and not u.fled}

    def list_test(self):
        return {f"test {u}" for u in self.owed[-1]["units"]} if self.owed else None

    # --- windows and what else is asked

    def of(self):
        return self.asked.get("of", {}).get("name")

    def list_hedgehog(self):
        self.same("a hedgehog is offered to", self.of() in self.windows, True)
        return {"form", "hold", "hold-all"}

    def list_charge(self):
        return {f"charge {u.name} {h}" for u, h in self.charges()} | {"hold"}

    def charges(self):
        """Who of the selected pieces may declare a Charge, and on whom (9.3, R66, R116)."""
        p, hand = self.p, self.hand
        if not hand or not hand.get("fresh"):
            return []
        out = []
        t = CHARTS["terrain"]
        for u in hand["units"]:
            if not u.horse or u.state != "order" or u.charge or not p.ground.is_road(u.hex):
                continue
            if "R66" in p and u.name not in hand["passed"]:
                continue
            for h in p.front(u):
                foes = p.here(h, other(u.side))
                if not foes or not any(v.name in hand["road"] for v in foes):
                    continue
                water, bridge, fort = p.features(u.hex, h)
                if water or bridge or fort or not t[p.ground.terrain[h]]["charge"]:
                    continue
                out.append((u, h))
        return out

    def advancers(self):
        p = self.p
        if not self.advance:
            return []
        h, party, gone = self.advance["hex"], self.advance["party"], self.advance["gone"]
        if p.here(h, other(self.active)):
            return []
        out = []
        for u in party:
            if u.at != "map" or u.state == "routed" or u.hedgehog or u in gone or h not in FIELD.neighbours(u.hex):
                continue
            if p.cost(u.hex, h, u.kind, False) is None:
                continue
            if p.weak(u.corps) and p.in_zoc(h, u.side):
                continue
            if not p.may_stack(p.here(h, u.side) + [u], u.side):
                continue
            out.append(u)
        return out

    def list_advance(self):
        return {f"advance {u.name}" for u in self.advancers()} | {"done"}

    def list_lose(self):
        return {f"lose {n}" for s in self.stars[:1] for n in s["units"]}

    def may_rally(self, u):
        p = self.p
        far = all(FIELD.distance(u.hex, v.hex) >= 4 for v in p.on_map(other(u.side)))
        return u.state == "routed" and far and not p.weak(u.corps) and not u.tried

    def list_rally(self):
        return {f"rally {u.name}" for u in self.p.on_map(self.active) if self.may_rally(u)}

    def list_escort(self):
        p = self.p
        u = p.units[self.of()]
        if self.escorting != u.name:
            self.escorting, self.escorts = u.name, set()
        return {f"escort {c.name}" for c in p.captains_here(u.hex, u.side) if c.name not in self.escorts} | {"done"}

    def do_escort(self, name):
        self.escorts.add(name)

    def list_rejoin(self):
        c = self.p.captains[self.of()]
        out = {f"rejoin {n}" for n in self.refuges(c)}
        if "R49" in self.p and not self.p.here(c.hex, other(c.side)):
            out.add("done")
        return out

    def list_retreat_order(self):
        p = self.p
        out = set()
        for u in p.on_map(other(self.active)):
            if u.corps == self.of() and u.state != "routed" and not u.hedgehog and not u.retreated:
                out |= {f"retreat {u.name} {b}" for b in self.retreats_of(u)}
        return out

    def list_rout_path(self):
        u = self.p.units[self.of()]
        flight = self.flights.get(u.name)
        if not flight:
            return None
        crowded = not self.p.may_stack(self.p.here(u.hex, u.side), u.side) and not flight["first"]
        ways, _ = self.flight(u, flight["left"], flight["first"] or crowded)
        return {f"step {b}" for b in ways} if isinstance(ways, set) else set()

    def list_successor(self):
        p = self.p
        if self.active == "French":
            return {f"appoint {c.name}" for c in p.captains.values() if c.side == "French" and c.at == "map"}
        return None

    def list_hero(self):
        p = self.p
        c = p.captains[self.of()]
        steadied = {x.steadies for x in p.captains.values() if x is not c}
        return {f"inspire {k}" for k in p.demoralized if p.may_steady(c, k) and k not in steadied}

    def invariants(self):
        """What must hold whenever a side decides freely."""
        p = self.p
        self.same("the Swiss army is not at 0 (8.1)", p.swiss > 0, True)
        self.same("fewer than five corps are demoralized (8.2)", sum(p.weak(c) for c in p.morale) < 5, True)
        self.same("demoralized corps", p.demoralized, {c for c, m in p.morale.items() if m == 0})
        self.same("Francois lives (7.1)", p.captains["Francois"].at != "lost", True)
        for c in p.captains.values():
            if c.at != "map":
                continue
            if c.hero:
                fit = {k for k in p.demoralized if p.may_steady(c, k)}
                fit -= {x.steadies for x in p.captains.values() if x is not c}
                self.same(f"{c.name} steadies one of {sorted(fit)} (7.2)", c.steadies in fit if fit else not c.steadies, True)
            foes = p.here(c.hex, other(c.side))
            alone = not p.here(c.hex, c.side)
            if p.on_map(c.side):
                self.same(f"{c.name} is not among enemies (12.5)", bool(foes), False)
                if "R49" not in p:
                    self.same(f"{c.name} is not alone in an enemy ZOC (R49)", alone and p.in_zoc(c.hex, c.side), False)
        for u in p.on_map():
            self.same(f"{u.name} is not with enemies", bool(p.here(u.hex, other(u.side))), False)
            if u.side == "Swiss" and u.state != "routed" and u.hex in self.places:
                self.same(f"{self.places[u.hex]} is taken (8.1)", u.hex in self.taken, True)
            if u.charge:
                self.same(f"{u.name}, which charges, is in order", u.state, "order")
        for h in {u.hex for u in p.on_map()}:
            if not p.may_stack(p.here(h), p.here(h)[0].side):
                self.same(f"the stack in {h} is permitted (5)", False, True)
        if self.phase == 3 and self.asked["what"] == "move":
            for u in p.on_map(self.active):
                if u.state == "routed" and u.back["ma"] and not self.late:
                    self.same(f"{u.name} has run (10.1)", u.fled or u.name in self.ran, True)

    def walls(self):
        """Hexes next to the printed fortifications: on both sides, or the sheltered one alone (R84)."""
        out = set()
        for h, s in self.p.ground.fort:
            out.add(h)
            b = FIELD.near[h][s]
            if b and "R84" not in self.p:
                out.add(b)
        return out

    # --- 14: the set-up and the night

    def list_fall_back(self):
        p = self.p
        out = set()
        for u in p.on_map("French"):
            if u.name in self.fallen or not p.enemy_near(u.hex, "French"):
                continue
            for k in (2, 3, 4):
                b = FIELD.near[u.hex][k]
                if b and self.may_retreat_to(u, b):
                    out.add(f"retreat {u.name} {b}")
        return out

    def night_ranges(self):
        return "R95" in self.p

    def berths(self, u):
        """Where a unit may be placed in the night, or at the set-up."""
        p = self.p
        leader = p.leader.get(u.corps)
        c = p.captains.get(leader)
        if c is None or c.at != "map":
            return set()
        reach = p.range_of(c, self.night_ranges() if self.between else False)
        at, u.at = u.at, "away"
        out = {
            h for h in p.reached(c, reach)
            if not p.enemy_near(h, u.side) and p.may_stack(p.here(h, u.side) + [u], u.side)
        }
        u.at = at
        return out

    def list_place(self):
        u = self.p.units[self.of()]
        return {f"place {u.name} {h}" for h in self.berths(u)}

    def list_night_take(self):
        p = self.p
        side = self.asked["side"]
        able = [
            u for u in p.on_map(side)
            if u.corps and u.name not in self.settled and not p.enemy_near(u.hex, side) and self.berths(u)
        ]
        lost = [u for u in able if u.ooc]
        first = lost if lost and not self.second.get(side) else [u for u in able if not u.ooc]
        return {f"take {u.name}" for u in first} | {"done"}

    def list_build(self):
        p = self.p
        out = set()
        captains = [c for c in p.captains.values() if c.side == "French" and c.at == "map"]
        reached = set().union(*(p.reached(c, p.range_of(c, self.night_ranges())) for c in captains))
        for h in reached:
            if p.here(h, "Swiss") or p.enemy_near(h, "French"):
                continue
            bare = [k for k in (0, 1, 4, 5) if not p.has_fort(h, k)]
            # Read the other way it stands on all four sides, and is of use while one of them is bare.
            for k in bare[:1] and [0] if "R96" in p else bare:
                out.add(f"build {h} {COMPASS[k]}")
        return out | {"done"}

    # --- what comes of an action

    PHASES = {
        "command": 1, "reorganization": 2, "movement": 3, "retreat": 4, "defensive-fire": 5, "offensive-fire": 7, "melee": 8,
    }
    # Decisions that may come before a list of tests is done with.
    WITHIN = {"test", "rout-path", "escort", "face", "rejoin", "lose", "hero", "desorg", "hedgehog", "charge", "go-on", "rout"}

    def after_action(self, before, turn, action, events, view, next_turn):
        self.words = action["words"].split()
        self.what = turn["what"]
        p = self.p
        self.shadow, self.shadow_swiss = dict(p.morale), p.swiss
        self.due = None
        self.asked = turn
        self.done = " ".join(self.words)
        verb, rest = self.words[0], self.words[1:]
        getattr(self, "do_" + verb.replace("-", "_"), lambda *a: None)(*rest)
        if self.by_night(turn, next_turn, events):
            # What the night and the set-up change is taken over; their lists are compared.
            self.read(view, memory=True)
            self.read_places(view)
            self.owed = []
            return
        for e in merged([event["event"] for event in events]):
            getattr(self, "on_" + e["what"].replace("-", "_"), lambda e: None)(e)
        if next_turn.get("over"):
            return
        self.nothing_due()
        if next_turn.get("what") == "move" and self.hand:
            if verb == "form":
                self.hand["captains"] = []
                self.hand["units"] = [u for u in self.hand["units"] if u.hedgehog]
            self.do_halt()
        for corps in p.morale:
            self.same(f"morale of {corps} after {self.done}", p.morale[corps], self.shadow[corps])
        self.same(f"Swiss morale after {self.done}", p.swiss, self.shadow_swiss)
        if next_turn["what"] not in self.WITHIN:
            self.same(f"a hedgehog that is not offered after {self.done}", [], self.windows)
            self.windows = []
            chances = [f"{u.name} {h}" for u, h in self.charges()]
            self.same(f"a Charge that is not offered after {self.done}", [], chances)
            if next_turn["what"] != "advance":
                left = [u.name for u in self.advancers()]
                self.same(f"an advance that is not offered after {self.done}", [], left)
                self.advance = None
            self.stars, self.risks = [], set()
            self.same(f"tests that are owed after {self.done}", [], [o for o in self.owed if o["units"]])
            self.owed = []

    def apart(self, turn):
        if turn.get("over"):
            return False
        return turn["what"] in ("fall-back", "night-take", "place", "build") or "14." in turn["cite"]

    def by_night(self, turn, next_turn, events):
        told = {e["event"]["what"] for e in events}
        if "night-falls" in told:
            self.between, self.fallen, self.settled, self.second = True, set(), set(), {}
        apart = self.between or self.apart(next_turn) or self.apart(turn)
        if self.what == "fall-back" and self.words[0] == "retreat":
            self.fallen.add(self.words[1])
        if self.what == "night-take":
            if self.words[0] == "done":
                self.second[turn["side"]] = True
            else:
                self.settled.add(self.words[1])
        if self.between and "turn" in told:
            self.between = False
            self.fresh()
            self.phase = 3
        return apart

    def nothing_due(self):
        if self.due:
            self.same(f"what becomes of {self.due[0]} after {self.done}", "nothing", self.due[1])
            self.due = None

    def came(self, name, what):
        """Something became of a unit: was it what a test had to bring?"""
        if self.due and self.due[0] == name:
            self.same(f"what becomes of {name} after {self.done}", what, self.due[1])
            self.due = None
            return True
        for owed in reversed(self.owed):
            if owed["kind"] in ("desorg", "auto") and name in owed["units"]:
                u = self.p.units[name]
                owed["units"].remove(name)
                want = "disordered" if owed["kind"] == "auto" else self.ladder(u)
                self.same(f"what becomes of {name} by Desorg after {self.done}", what, want)
                if owed["kind"] == "desorg" and u.side == "Swiss":
                    self.swing_swiss(-1)
                return True
        return False

    def ladder(self, u):
        if u.state == "order":
            return "disordered"
        if u.state == "disordered":
            return "stands" if u.pike else "eliminated" if u.gun else "routed"
        return "eliminated"

    def swing(self, corps, n):
        self.shadow[corps] = min(99, max(0, self.shadow[corps] + n))

    def swing_swiss(self, n):
        self.shadow_swiss = min(99, max(0, self.shadow_swiss + n))

    def costs(self, u, n):
        if u.side == "Swiss":
            self.swing_swiss(n)
        else:
            self.swing(u.corps, n)

    def owe(self, kind, units, **more):
        if units:
            self.owed.append({"kind": kind, "units": list(units), **more})

    def quit(self, name, kinds=None):
        """A unit owes no more tests (of these kinds)."""
        for owed in self.owed:
            if name in owed["units"] and (kinds is None or owed["kind"] in kinds):
                owed["units"].remove(name)
        self.owed = [o for o in self.owed if o["units"]]

    # actions that leave no event of their own

    def do_take(self, name):
        if self.what == "move":
            self.hand = self.new_hand([self.p.units[name]], [])

    def do_take_commander(self, name):
        self.hand = self.new_hand([], [self.p.captains[name]])

    def new_hand(self, units, captains):
        for u in units:
            u.began_ma = u.ma
        return {
            "units": units, "captains": captains, "begun": False, "had": None, "committed": set(), "road": set(),
            "passed": set(),
        }

    def do_join(self, name):
        u = self.p.units[name]
        u.began_ma = u.ma
        self.hand["units"].append(u)

    def do_join_commander(self, name):
        self.hand["captains"].append(self.p.captains[name])

    def do_leave(self, name):
        u = self.p.units[name]
        self.hand["units"].remove(u)
        u.done = True

    def do_leave_commander(self, name):
        c = self.p.captains[name]
        self.hand["captains"].remove(c)
        if self.hand["begun"]:
            c.done = True

    def do_halt(self, *_):
        for x in self.hand["units"] + self.hand["captains"]:
            x.done = True
        self.hand = None

    def do_aim(self, h):
        self.shot = {"hex": h, "units": []}

    def do_fire(self, name):
        self.shot["units"].append(self.p.units[name])

    def do_assault(self, h):
        self.attack = {"hex": h, "units": []}

    def do_attack(self, name):
        self.attack["units"].append(self.p.units[name])

    def do_step(self, *rest):
        """A step into an enemy ZOC is tested for by all but Swiss pikemen (9.2)."""
        if self.what != "run":
            return
        self.begin_run()
        b = rest[-1]
        p = self.p
        self.hand["target"] = b
        if p.in_zoc(b, self.active):
            self.owe("entry", [u.name for u in self.hand["units"] if not u.pike and not u.stopped])

    def begin_run(self):
        if self.hand["had"] is None:
            self.hand["had"] = {v.name for v in self.faced()}

    def faced(self):
        """The enemy units in the ZOC of the selected pieces."""
        p = self.p
        fronts = {h for u in self.hand["units"] for h in p.front(u)}
        return [v for h in fronts for v in p.here(h, other(self.active))]

    # events

    def on_turn(self, e):
        if not self.breached:
            self.same("the fortifications are held at the end of the player turn (8.1)", self.lost_walls(), False)
        self.turn, self.active, self.p.night = e["turn"], e["side"], e["night"]

    def on_phase_begins(self, e):
        p = self.p
        ended = self.phase
        if ended == 1:
            for u in p.on_map(self.active):
                self.same(f"{u.name} out of command at the end of the Command Phase", u.ooc, p.out_of_command(u))
        if ended == 2:
            for u in p.on_map(self.active):
                self.same(f"{u.name} has not been asked to rally (2.1)", False, self.may_rally(u))
            for name in self.recovering:
                self.same(f"{name} returns to order (2.1)", p.units[name].state, "order")
        if ended == 8:
            for u in p.units.values():
                self.same(f"{u.name}'s Charge ends with the Melee Phase", u.charge, None)
        self.phase = self.PHASES[e["phase"]]
        side = other(self.active) if self.phase in (4, 5) else self.active
        self.same(f"whose phase {e['phase']} is", e["side"], side)
        if ended is not None:
            self.same("the next phase", self.phase, {1: 2, 2: 3, 3: 4, 4: 5, 5: 7, 7: 8, 8: 1}[ended])
        for u in p.units.values():
            u.fresh()
        for c in p.captains.values():
            c.spent, c.done = 0, False
        self.fresh()
        if self.phase == 3:
            self.flights = {
                u.name: {"left": u.back["ma"], "first": True} for u in p.on_map(self.active) if u.state == "routed"
            }
        if self.phase == 2:
            self.recovering = [
                u.name for u in p.on_map(self.active)
                if u.state == "disordered" and not p.enemy_near(u.hex, u.side) and not p.weak(u.corps)
            ]

    def fresh(self):
        self.assaulted, self.ordered, self.braced, self.tested_once = set(), set(), False, set()
        self.hand = self.shot = self.attack = None
        self.recovering = []
        self.ran = set()
        self.late = False
        self.advance = None

    def on_morale(self, e):
        p = self.p
        if e["corps"] is None:
            p.swiss = e["to"]
        else:
            p.morale[e["corps"]] = e["to"]

    def on_demoralized(self, e):
        self.same(f"{e['corps']} is demoralized", self.p.morale[e["corps"]], 0)
        self.p.demoralized.add(e["corps"])

    def on_restored(self, e):
        self.same(f"{e['corps']} is restored", self.p.morale[e["corps"]] > 0, True)
        self.p.demoralized.discard(e["corps"])

    def on_steadied(self, e):
        c = self.p.captains[e["commander"]]
        self.same(f"{c.name} may steady {e['corps']} (7.2)", True, self.p.may_steady(c, e["corps"]))
        c.steadies = e["corps"]

    def on_unsteadied(self, e):
        c = self.p.captains[e["commander"]]
        self.same(f"{c.name} may not steady {e['corps']} any more (7.2)", False, self.p.may_steady(c, e["corps"]))
        c.steadies = None

    def on_out_of_command(self, e):
        u = self.p.units[e["unit"]]
        u.ooc = True
        leader = self.p.leader[u.corps]
        self.same(f"{u.name} leaderless", e["leaderless"], leader is None)

    def on_in_command(self, e):
        self.p.units[e["unit"]].ooc = False

    def on_tested(self, e):
        self.nothing_due()
        p = self.p
        u, why = p.units[e["unit"]], e["why"]
        kind, arg = next(iter(why.items())) if isinstance(why, dict) else (why, None)
        modifier = 0
        if kind == "commitment":
            modifier = -2 if p.comes_from_behind(u, arg) else 0
        elif kind in ("fire", "melee"):
            modifier = -arg
        want = p.tests_at(u) + modifier
        self.same(f"{u.name} {kind}: morale after {self.done}", e["morale"]["total"], want)
        self.same(f"{u.name} {kind}: passes after {self.done}", e["passed"], e["dice"] <= want)
        if kind in ("entry", "commitment", "fire", "melee", "panic", "terrain", "hedgehog"):
            owed = [o for o in self.owed if o["kind"] == kind and u.name in o["units"]]
            self.same(f"{u.name} owes a test of {kind} after {self.done}", True, bool(owed))
            if owed:
                if kind in ("fire", "melee"):
                    self.same(f"{u.name} tests at", arg, -owed[-1]["modifier"])
                if kind == "commitment":
                    self.tested_once.add(u.name)
                    self.same(f"{u.name} is committed from", arg, owed[-1]["hex"])
                owed[-1]["units"].remove(u.name)
                self.owed = [o for o in self.owed if o["units"]]
        if kind == "entry":
            if e["passed"]:
                self.hand["passed"].add(u.name)
            else:
                u.stopped = u.failed = True
                self.hand["units"].remove(u)
        if kind == "retreat" and not e["passed"]:
            u.tried = True
        if kind == "rally":
            self.same(f"{u.name} may rally (2.1)", self.may_rally(u), True)
            u.tried = True
        if kind == "hedgehog":
            self.tries[u.name] = e["passed"]
            return
        if e["passed"]:
            return
        if kind in ("fire", "melee") and u.side == "Swiss":
            self.swing_swiss(-1)
        if kind == "terrain":
            self.due = (u.name, "disordered")
        elif kind in ("commitment", "fire", "melee", "panic"):
            self.due = (u.name, self.ladder(u))

    def on_became(self, e):
        p, u = self.p, self.p.units[e["unit"]]
        condition = e["condition"]
        if condition in ("disordered", "routed") and not (u.state == "routed" and condition == "disordered"):
            self.same(f"{u.name} becomes {condition} for a reason after {self.done}", self.came(u.name, condition), True)
        if condition == "routed":
            self.costs(u, -1)
            u.facing = None
            u.fled = True
            self.flights[u.name] = {"left": u.back["ma"], "first": True}
        if u.state == "routed" and condition == "disordered":
            if u.side == "French":
                self.costs(u, 1)
            # It takes up the facing of those beside it; alone it is faced by its owner (R103).
            mates = [v for v in p.here(u.hex, u.side) if v.state != "routed" and not v.hedgehog]
            u.facing = mates[0].facing if mates else None
        if condition == "order" and self.phase == 2:
            self.same(f"{u.name} may return to order", u.name in self.recovering, True)
        u.state = condition
        if condition != "order":
            u.hedgehog = False
        if "R46" not in p:
            pass

    def on_stands(self, e):
        u = self.p.units[e["unit"]]
        self.same(f"{u.name} stands for a reason after {self.done}", self.came(u.name, "stands"), True)
        self.swing_swiss(-1)

    def on_charge_lapsed(self, e):
        self.p.units[e["unit"]].charge = None

    def on_charges(self, e):
        self.p.units[e["unit"]].charge = e["hex"]

    def on_hedgehog(self, e):
        u = self.p.units[e["unit"]]
        u.hedgehog, u.facing_before = True, u.facing
        self.quit(u.name, ("commitment",))
        # R51, read the other way: the arquebusiers beside it test no more than it does.
        for v in self.p.here(u.hex, u.side):
            if v.swiss_arq and self.p.all_round(v):
                self.quit(v.name, ("commitment",))
        if self.what == "run":
            u.done = True

    def on_unformed(self, e):
        u = self.p.units[e["unit"]]
        u.hedgehog = False
        mates = [v for v in self.p.here(u.hex, u.side) if v is not u and v.state != "routed" and not v.hedgehog]
        if mates:
            u.facing = mates[0].facing

    def take_off(self, u, at):
        u.at, u.hex, u.charge, u.hedgehog, u.ooc = at, None, None, False, False
        self.flights.pop(u.name, None)
        self.quit(u.name)

    def on_eliminated(self, e):
        u = self.p.units[e["unit"]]
        if not self.star(u) and not self.came(u.name, "eliminated"):
            flight = self.flights.get(u.name)
            ok = False
            if flight is not None:
                crowded = not self.p.may_stack(self.p.here(u.hex, u.side), u.side) and not flight["first"]
                way = self.flight(u, flight["left"], flight["first"] or crowded)[0]
                ok = way == "none" or (crowded and way == "stop")
            self.same(f"{u.name} is eliminated for a reason after {self.done}", True, ok)
        self.costs(u, -2)
        self.take_off(u, "lost")

    def on_left_map(self, e):
        u = self.p.units[e["unit"]]
        flight = self.flights.get(u.name)
        if flight:
            crowded = not self.p.may_stack(self.p.here(u.hex, u.side), u.side) and not flight["first"]
            ways, _ = self.flight(u, flight["left"], flight["first"] or crowded)
            self.same(f"{u.name} may leave the map", True, ways != "stop" and ways is not None and "off" in ways)
        self.costs(u, -2)
        self.take_off(u, "fled")

    def star(self, u):
        """Whether a star takes this unit."""
        for s in self.stars:
            if u.name in s["units"] and s["left"] > 0:
                s["left"] -= 1
                s["units"].remove(u.name)
                self.risks.add(u.hex)
                return True
        return False

    def on_replaced(self, e):
        u = self.p.units[e["unit"]]
        self.same(f"{u.name} has a replacement for it", True, u.has_replacement and not u.replaced)
        self.same(f"{u.name} is replaced for a star", True, self.star(u))
        u.replaced = True

    def arrive(self, u, b):
        """A unit comes into a hex and takes up the facing there (3)."""
        u.hex = b
        mates = [
            v for v in self.p.here(b, u.side)
            if v is not u and v.state != "routed" and not v.hedgehog and v.facing is not None
        ]
        if mates and u.state != "routed":
            u.facing = mates[0].facing

    def rough(self, units, a, b, kind="step"):
        """Terrain tests of units that come from `a` into `b`, or attack over the side between (9.1)."""
        p = self.p
        rough = p.water_roughness(a, b) if kind == "attack" else p.roughness(a, b)
        fit = [u.name for u in units if u.state == "order" and not u.swiss_arq]
        if rough == "automatic":
            self.owe("auto", fit)
        elif rough == "test":
            self.owe("terrain", fit)

    def on_stepped(self, e):
        p, hand = self.p, self.hand
        a, b = e["from"], e["to"]
        if a is None:
            return self.enter(e)
        units = [p.units[n] for n in e["units"]]
        captains = [p.captains[n] for n in e["commanders"]]
        mobile = [u.name for u in hand["units"] if not u.stopped]
        self.same(f"who steps, {self.done}", sorted(e["units"]), sorted(mobile))
        hand["begun"], hand["fresh"] = True, True
        stay = [v for v in p.here(b, self.active) if v not in units]
        for names, riders, price in e["prices"]:
            for n in names:
                self.same(f"the price of {a} to {b} for {n}", price, p.cost(a, b, p.units[n].kind, bool(stay)))
            if not names:
                for n in riders:
                    self.same(f"the price of {a} to {b} for {n}", price, p.cost(a, b, 1, False))
        in_zoc = p.in_zoc(b, self.active)
        for u in units:
            cost = p.cost(a, b, u.kind, bool(stay))
            u.spent += cost
            u.hex = None
        for u in units:
            self.arrive(u, b)
            if in_zoc:
                u.stopped = True
            u.charge = None
        for c in captains:
            c.hex = b
            c.spent += p.cost(a, b, 1, False) or 0
        for x in [x for x in hand["units"] + hand["captains"] if x not in units and x not in captains]:
            x.done = True
        hand["units"] = units
        hand["captains"] = captains
        self.rough(units, a, b)
        now = {v.name for v in self.faced()}
        hand["had"] &= now
        self.commit(now - hand["had"] - hand["committed"], b, step=True)

    def enter(self, e):
        """Units come onto the map (14.1): their way in is not modelled, what it brings is."""
        p = self.p
        for n in e["units"]:
            u = p.units[n]
            u.at, u.hex, u.facing = "map", e["to"], 3
            self.arrive(u, e["to"])
        for n in e["commanders"]:
            p.captains[n].at, p.captains[n].hex = "map", e["to"]

    def on_faced(self, e):
        p = self.p
        facing = FIELD_FACE[e["facing"]]
        units = [u for u in p.here(e["hex"]) if u.state != "routed" and not u.hedgehog]
        for u in units:
            u.facing = facing
            if "cost" in e and e["cost"]:
                u.spent += 1
                u.charge = None
        if self.what == "run" and self.hand:
            self.begin_run_pivot()
            now = {v.name for v in self.faced()}
            self.commit(now - self.hand["had"] - self.hand["committed"], e["hex"], step=False)

    def begin_run_pivot(self):
        self.hand["begun"], self.hand["fresh"] = True, False

    def do_hold(self, *_):
        if self.what == "charge":
            self.hand["fresh"] = False
        if self.what == "hedgehog":
            self.windows = [w for w in self.windows if w != self.of()]

    def do_hold_all(self, *_):
        self.windows = []

    def do_face(self, *rest):
        if self.what == "run":
            self.begin_run()

    def commit(self, names, h, step):
        """Enemy units newly in the ZOC of the selected pieces (9.2, 9.4)."""
        p, hand = self.p, self.hand
        hand["committed"] |= names
        if step and p.ground.is_road(h):
            hand["road"] |= names
        horse = any(u.horse for u in hand["units"])
        owing = []
        for n in sorted(names):
            v = p.units[n]
            if v.state == "routed" and "R38" in p:
                continue
            if "R35" in p and n in self.tested_once:
                continue
            if horse and p.all_round(v):
                continue
            owing.append(n)
        self.owe("commitment", owing, hex=h)
        # Infantry committed by cavalry may try the hedgehog first.
        self.windows = []
        if horse:
            for x in sorted({p.units[n].hex for n in names}):
                foot = [v for v in p.here(x) if v.foot and not v.swiss_arq and not v.hedgehog]
                if not foot or any(v.state != "order" for v in foot):
                    continue
                if not any(v.name in names for v in foot):
                    continue
                if "R101" in p and any(v.gun for v in p.here(x)):
                    continue
                if not self.braced:
                    self.windows.append(x)

    def on_held(self, e):
        if e["all"]:
            self.braced = True

    def on_reopened(self, e):
        self.braced = False

    def do_form(self, *rest):
        self.tries = {}
        if self.what == "hedgehog":
            x = self.of()
            if x in self.windows:
                self.windows.remove(x)
                foot = [v.name for v in self.p.here(x) if v.foot and not v.swiss_arq and not v.hedgehog]
                self.owe("hedgehog", foot)

    def on_called_off(self, e):
        pass

    def on_assaulted(self, e):
        self.assaulted.add(e["hex"])
        p = self.p
        party = [p.units[n] for n in e["attackers"]]
        self.same("who attacks", sorted(e["attackers"]), sorted(u.name for u in self.attack["units"]))
        for u in party:
            u.attacked = True
            self.rough([u], u.hex, e["hex"], "attack")

    def reading_of(self, table, start, total, e, what):
        shift, leftover = shifted(total)
        column = max(0, min(len(table["columns"]) - 1, start + shift))
        self.same(f"{what}: column", e["reading"]["column"], table["columns"][column])
        self.same(f"{what}: first column", e["reading"]["from"], table["columns"][start])
        self.same(f"{what}: modifiers", e["reading"]["modifiers"]["total"], total)
        die = max(1, min(6, e["reading"]["die"] + leftover))
        text = cell(table, column, die)
        self.same(f"{what}: result", e["result"].replace(" ", ""), text.replace(" ", ""))
        return text

    def suffer(self, kind, text, units):
        stars, test = reading(text)
        if stars:
            self.stars.append({"units": [u.name for u in units], "left": min(stars, len(units))})
        if test == "D":
            self.owe("desorg", [u.name for u in units])
        elif test is not None:
            self.owe(kind, [u.name for u in units], modifier=test)

    def on_fired(self, e):
        p = self.p
        h = e["hex"]
        party = [p.units[n] for n in e["firers"]]
        self.same("who fires", sorted(e["firers"]), sorted(u.name for u in self.shot["units"]))
        strength = sum(p.fire_strength(u, h) for u in party)
        self.same(f"strength of {self.done} at {h}", e["strength"]["total"], strength)
        for u in party:
            u.fired = True
        text = self.reading_of(
            CHARTS["fire"], p.fire_column(strength), p.fire_total(party, h), e, f"shot at {h} by {e['firers']}"
        )
        self.suffer("fire", text, p.here(h, other(party[0].side)))

    def on_fought(self, e):
        p = self.p
        h = e["hex"]
        party = [p.units[n] for n in e["attackers"]]
        foes = p.here(h, other(self.active))
        self.same("the defenders", sorted(e["defenders"]), sorted(u.name for u in foes))
        attack, defence = sum(u.melee for u in party), sum(u.melee for u in foes)
        self.same(f"strengths at {h}", [e["attack"]["total"], e["defence"]["total"]], [attack, defence])
        text = self.reading_of(
            CHARTS["melee"], odds_column(attack, defence), p.melee_total(party, h), e, f"melee for {h} by {e['attackers']}"
        )
        mine, theirs = text.split("/")
        self.suffer("melee", mine, party)
        self.suffer("melee", theirs, foes)
        self.stars.reverse()  # the defender's stars come first, and so do his tests (R68)
        self.advance = {"hex": h, "party": party, "gone": []}

    def on_risk(self, e):
        p = self.p
        c = p.captains[e["commander"]]
        self.same(f"{c.name} is in a hex that stars have struck", True, c.hex in self.risks)
        bonus = 0 if p.here(c.hex, c.side) else 2
        self.same(f"{c.name}'s risk", e["ledger"]["total"] - e["ledger"]["base"], bonus)
        self.same(f"{c.name} is hit", e["hit"], e["ledger"]["base"] + bonus >= 6)
        self.hit = (c.name, "killed" if c.injured else "injured") if e["hit"] else None

    def on_injured(self, e):
        self.same("who is injured", self.hit, (e["commander"], "injured"))
        self.p.captains[e["commander"]].injured = True

    def on_killed(self, e):
        p = self.p
        c = p.captains[e["commander"]]
        c.at, c.hex = "lost", None
        led = [k for k, v in p.leader.items() if v == c.name]
        if c.side == "Swiss":
            self.swing_swiss(-2)
        elif not c.king:
            for corps in led:
                if "R90" not in p or corps == c.own:
                    self.swing(corps, -2)
            if c.constable:
                for corps in p.morale:
                    self.swing(corps, -1)
        for corps in led:
            p.leader[corps] = None
            p.vacant[corps] = self.turn

    def on_joined(self, e):
        c = self.p.captains[e["commander"]]
        p = self.p
        if e["unit"] not in self.refuges(c):
            self.same(f"{c.name} goes to the nearest", e["unit"], sorted(self.refuges(c)))
        c.hex = e["hex"]

    def refuges(self, c):
        """The nearest friendly units, routed ones only if there are no others (R49)."""
        pool = [u for u in self.p.on_map(c.side) if u.hex != c.hex]
        pool = [u for u in pool if u.state != "routed"] or pool
        least = min((FIELD.distance(u.hex, c.hex) for u in pool), default=None)
        return {u.name for u in pool if FIELD.distance(u.hex, c.hex) == least}


    def on_succeeded(self, e):
        p = self.p
        c = p.captains[e["commander"]]
        p.leader[e["corps"]] = c.name
        if e.get("unit"):
            u = p.units[e["unit"]]
            c.at, c.hex, c.injured = "map", u.hex, False

    def on_retreated(self, e):
        u = self.p.units[e["unit"]]
        self.same(f"{u.name} may go back to {e['to']}", True, e["to"] in self.retreats_of(u))
        self.escorting = None
        u.retreated = True
        u.charge = None
        self.arrive(u, e["to"])
        for n in e.get("commanders", []):
            self.p.captains[n].hex = e["to"]
        self.rough([u], e["from"], e["to"])

    def on_ordered(self, e):
        self.ordered.add(e["corps"])
        if e["corps"] in self.p.morale:
            self.swing(e["corps"], -2)
        else:
            self.swing_swiss(-2)

    def on_captured(self, e):
        self.swing_swiss(2)
        h = e["hex"]
        held = any(u.state != "routed" for u in self.p.here(h, "Swiss"))
        self.same(f"{h} is taken by the Swiss (8.1)", True, h in self.places and h not in self.taken and held)
        self.taken.add(h)

    def on_breached(self, e):
        self.swing_swiss(2)
        self.same("the fortifications are lost (8.1)", True, self.lost_walls() and not self.breached)
        self.breached = True

    def lost_walls(self):
        walls = self.walls()
        return bool(walls) and not any(u.hex in walls for u in self.p.on_map("French"))

    def do_done(self, *_):
        if self.what == "advance":
            self.advance = None

    def on_advanced(self, e):
        u = self.p.units[e["unit"]]
        self.same(f"{u.name} may advance to {e['to']}", u in self.advancers(), True)
        self.escorting = None
        if self.advance:
            self.advance["gone"].append(u)
        self.arrive(u, e["to"])
        for n in e.get("commanders", []):
            self.p.captains[n].hex = e["to"]
        self.rough([u], e["from"], e["to"])

    def do_flee(self, name):
        u = self.p.units[name]
        u.fled = True
        self.flights[name] = {"left": u.back["ma"], "first": True}

    def on_fled(self, e):
        p, u = self.p, self.p.units[e["unit"]]
        flight = self.flights.get(u.name, {"left": u.back["ma"], "first": True})
        crowded = not p.may_stack(p.here(u.hex, u.side), u.side) and not flight["first"]
        ways, least = self.flight(u, flight["left"], flight["first"] or crowded)
        ok = ways not in ("stop", "none") and e["to"] in ways
        self.same(f"{u.name} runs to {e['to']}, {self.done}", True, ok)
        if ok:
            self.same(f"{u.name} pays for {e['to']}", e["cost"]["total"], least)
        if flight["first"]:
            self.ran.add(u.name)
            if self.escorting != u.name:
                self.same(f"commanders with {u.name} are asked", [], [c.name for c in p.captains_here(u.hex, u.side)])
            self.escorting = None
        flight["left"] -= e["cost"]["total"]
        flight["first"] = False
        self.flights[u.name] = flight
        self.quit(u.name, ("commitment",))
        u.hex = e["to"]
        for n in e.get("commanders", []):
            p.captains[n].hex = e["to"]
        self.owe("panic", [v.name for v in p.here(u.hex, u.side) if v is not u])

    def on_placed(self, e):
        u = self.p.units[e["unit"]]
        u.at, u.hex = "map", e["hex"]
        if self.what == "place" and u.side == "French":
            u.facing = 0
        self.arrive(u, e["hex"])


def random_setup(lot, scenario, options):
    blank = lot.random() < 0.6
    centre = lot.choice(["1212", "1214", "1512", "1614", "1715", "1316", "1122"]) if not blank else lot.choice(
        ["1212", "0708", "1220", "1103", "1226"]
    )
    near = [n for n in NAMES if FIELD.distance(n, centre) <= lot.choice([2, 3, 4])]
    setup = {"scenario": scenario, "options": options}
    if blank:
        setup["map"] = random_ground(lot, near)
    start_at = lot.choice(
        ["command", "reorganization", "movement"] + ["moves"] * 5 + ["retreat", "defensive-fire", "offensive-fire"]
        + ["melee"] * 2
    )
    active = lot.choice(["Swiss", "French"])
    setup.update(start_at=start_at, active=active, turn=lot.choice([2, 3, 5, 9, 10]))
    taken = {}
    units = []
    pools = {"Swiss": [], "French": []}
    for name, counter in all_counters():
        pools[counter["side"]].append(Unit(counter, name))
    for side in ("Swiss", "French"):
        pool = pools[side]
        lot.shuffle(pool)
        if side == "Swiss":
            pool.sort(key=lambda u: 0 if u.pike else lot.choice([-1, 1]))
            pool = pool[: lot.randint(4, 14)]
            lot.shuffle(pool)
        else:
            pool = pool[: lot.randint(4, 16)]
        probe = Position(Ground(), [])
        for u in pool:
            for _ in range(6):
                h = lot.choice(near)
                others = taken.get(h, [])
                if others and others[0].side != side:
                    continue
                if not probe.may_stack(others + [u], side):
                    continue
                taken.setdefault(h, []).append(u)
                break
    for h, stack in taken.items():
        facing = lot.choice(COMPASS)
        for u in stack:
            post = {"id": u.name, "hex": h}
            state = lot.choice(["order"] * 5 + ["disordered"] * 2 + ["routed"])
            if (u.pike or u.gun) and state == "routed":
                state = "disordered"
            if state != "order":
                post["state"] = state
            if state != "routed":
                post["facing"] = facing
            if u.has_replacement and lot.random() < 0.2:
                post["replaced"] = True
            if lot.random() < 0.15 and u.corps:
                post["out_of_command"] = True
            units.append(post)
        foot = [u for u in stack if u.foot and not u.swiss_arq]
        posts = [p for p in units if p["hex"] == h and p["id"] in [u.name for u in foot]]
        if posts and lot.random() < 0.2 and all("state" not in p for p in posts):
            for p in posts:
                p["hedgehog"] = True
    word = {
        "moves": "moved", "retreat": "retreated", "defensive-fire": "fired", "offensive-fire": "fired", "melee": "attacked",
    }.get(start_at)
    if word and lot.random() < 0.4:
        acting = active if start_at in ("moves", "offensive-fire", "melee") else other(active)
        sides = {u.name: u.side for s in taken.values() for u in s}
        for post in units:
            if sides[post["id"]] == acting and post.get("state") != "routed" and lot.random() < 0.2:
                if not (post.get("hedgehog") and word in ("fired", "retreated")):
                    post["done"] = [word]
    if lot.random() < 0.07:
        for post in units:
            post.pop("done", None)
        setup.update(scenario="two-days", start_at="night")
        setup.pop("active"), setup.pop("turn")
    setup["units"] = units
    captains = []
    corps = {u.corps for s in taken.values() for u in s if u.corps}
    for card in COMMANDERS["commander"]:
        if lot.random() < 0.7 and taken:
            own = [h for h, s in taken.items() if s[0].side == card["side"] and any(u.corps == card["corps"] for u in s)]
            side = [h for h, s in taken.items() if s[0].side == card["side"]]
            where = lot.choice(own) if own and lot.random() < 0.7 else lot.choice(side) if side else None
            if where:
                post = {"id": card["id"], "hex": where}
                if lot.random() < 0.15:
                    post["injured"] = True
                captains.append(post)
                continue
        captains.append({"id": card["id"], "at": "absent"})
    setup["commanders"] = captains
    morale = {}
    low = lot.sample(sorted(c["id"] for c in COUNTERS["corps"] if c["side"] == "French"), 5)
    for k, c in enumerate(low):
        if lot.random() < 0.5:
            morale[c] = {"morale": lot.choice([0, 1, 2, 3]) if k < 3 else lot.choice([1, 2, 3])}
    setup["corps"] = morale
    setup["swiss_morale"] = lot.choice([6, 15, 30, 40])
    return setup


def ground_of(patch):
    """The ground of a set-up: ours, or a blank one, with what is laid over it."""
    ground = Ground() if patch.get("blank") else Ground.printed()
    for entry in patch.get("hexes", []):
        if "terrain" in entry:
            ground.terrain[entry["hex"]] = entry["terrain"]
        if "level" in entry:
            ground.level[entry["hex"]] = entry["level"]
    for entry in patch.get("hexsides", []):
        h, s, kind = entry["hex"], FIELD_FACE[entry["side"]], entry["kind"].replace("-", "_")
        if kind in WATER:
            ground.put_water(h, s, kind)
        elif kind == "bridge":
            ground.put_bridge(h, s)
        else:
            inside = entry.get("inside", h)
            ground.fort.add((h, s) if inside == h else (FIELD.near[h][s], (s + 3) % 6))
    for path in patch.get("roads", []):
        ground.put_road(path)
    return ground


def random_ground(lot, near):
    ground = {"blank": True}
    if lot.random() < 0.25:
        return ground
    hexes = []
    for h in near:
        if lot.random() < 0.35:
            patch = {"hex": h}
            if lot.random() < 0.7:
                patch["terrain"] = lot.choice(["dense", "dense", "village", "farm"])
            if lot.random() < 0.5:
                patch["level"] = lot.choice([1, 1, 2])
            if len(patch) > 1:
                hexes.append(patch)
    ground["hexes"] = hexes
    sides = []
    used = set()
    for _ in range(lot.randint(0, 10)):
        h, s = lot.choice(near), lot.randrange(6)
        b = FIELD.near[h][s]
        if not b or frozenset((h, b)) in used:
            continue
        used.add(frozenset((h, b)))
        kind = lot.choice(["canal", "canal", "river", "grand_canal", "fortification", "fortification"])
        entry = {"hex": h, "side": COMPASS[s], "kind": kind}
        sides.append(entry)
        if kind not in ("fortification",) and lot.random() < 0.2:
            sides.append({**entry, "kind": "bridge"})
    ground["hexsides"] = sides
    roads = []
    for _ in range(lot.randint(0, 3)):
        path = [lot.choice(near)]
        for _ in range(lot.randint(2, 6)):
            step = lot.choice(FIELD.neighbours(path[-1]))
            if step in path:
                break
            path.append(step)
        if len(path) > 1:
            roads.append(path)
    ground["roads"] = roads
    return ground


if __name__ == "__main__":
    run(Marignan)
