"""A second opinion on Blind Faith, written from the rulebook, its rulings and the printed data alone.

It is a whole model of the game, plain and slow: a generator that asks for one decision after the other with the exact list of
what is legal, and is told what was chosen and how the dice fell. After every action its position is laid beside the engine's.
"""

import heapq
import random
import sys
import tomllib
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from oracle import Oracle, run  # noqa: E402

DATA = Path(__file__).resolve().parents[2] / "crates/blind_faith/data"
HUSSITE, IMPERIAL = "Hussite", "Imperial"
MOUNTED = ("hussar", "lay-knight", "church-knight")
TERRAIN = {".": "clear", "w": "forest", "r": "rough", "m": "mountain"}
LANDS = {
    "B": "Bohemia", "M": "Moravia", "D": "Silesia", "H": "Hungary",
    "A": "Austria", "S": "Saxony", "E": "Empire", "P": "Poland",
}
# Where the counters of a faction may be mustered (6.2, R-33).
HOMES = {
    "bohemian": ("B", "M", "D"), "austrian": ("A",), "hungarian": ("H",), "saxon": ("S",),
}
SEVEN = ("1514", "1213", "2020", "2213", "2124", "1418", "2116")
HUSSITE_FOUR, LOYAL_THREE = SEVEN[:4], SEVEN[4:]
# 4.1: the counters that leave the game with the support of Poland.
SAXONS = ("Boso-Vitzhum", "Catherine-Meissen", "Frederick-Meissen", "Muhlberg-Foot", "Dresden-Foot", "Pirna-Foot", "Meissen-Foot")
POLES = ("Lithuanian-Hussars", "Polish-Hussars", "Korybutovic")
DANISH_EDGE = tuple(f"{c:02}01" for c in range(1, 8))


def other(side):
    return IMPERIAL if side == HUSSITE else HUSSITE


def around(hex_):
    """The six neighbours: rows shift half a hex west as they go south."""
    c, r = int(hex_[:2]), int(hex_[2:])
    return [f"{c + dc:02}{r + dr:02}" for dc, dr in ((-1, -1), (0, -1), (-1, 0), (1, 0), (0, 1), (1, 1))]


COMPASS = {"NW": (-1, -1), "NE": (0, -1), "W": (-1, 0), "E": (1, 0), "SW": (0, 1), "SE": (1, 1)}


def distance(a, b):
    dc, dr = int(b[:2]) - int(a[:2]), int(b[2:]) - int(a[2:])
    return max(abs(dc), abs(dr)) if dc * dr >= 0 else abs(dc) + abs(dr)


class Ground:
    """The map as its data has it."""

    def __init__(self):
        data = tomllib.loads((DATA / "map.toml").read_text())
        self.terrain = self.rows(data["terrain"]["rows"])
        self.land = self.rows(data["layer"]["territory"]["rows"])
        self.rivers, self.roads = set(), set()
        for river in data["river"]:
            for part in river["sides"].split(","):
                words = part.split()
                for side in words[1:]:
                    dc, dr = COMPASS[side]
                    beyond = f"{int(words[0][:2]) + dc:02}{int(words[0][2:]) + dr:02}"
                    self.rivers.add(frozenset((words[0], beyond)))
        for road in data["road"]:
            path = road["path"].split()
            self.roads.update(frozenset(pair) for pair in zip(path, path[1:]))

    def cost(self, a, b):
        """8.3: a road from one hex to the next counts alone; else the ground, and a river besides."""
        edge = frozenset((a, b))
        if edge in self.roads:
            return CHARTS["ways"]["road"]
        river = CHARTS["ways"]["river"] if edge in self.rivers else 0
        return CHARTS["terrain"][TERRAIN[self.terrain[b]]]["mp"] + river

    @staticmethod
    def rows(rows):
        cells = {}
        for row in rows:
            number, *marks = row.split()
            for column, mark in enumerate(marks, 1):
                if mark != "-":
                    cells[f"{column:02}{number}"] = mark
        return cells


GROUND = Ground()
COUNTERS = tomllib.loads((DATA / "counters.toml").read_text())["counter"]
PLACES = tomllib.loads((DATA / "places.toml").read_text())["place"]
CHARTS = tomllib.loads((DATA / "charts.toml").read_text())


GROUND.near = {h: [(n, GROUND.cost(h, n)) for n in around(h) if n in GROUND.terrain] for h in GROUND.terrain}


def table(name, columns):
    rows = [[cell.strip() for cell in row.split("|")] for row in CHARTS[name]["rows"]]
    return {int(row[0]): dict(zip(columns, row[1:])) for row in rows}


FIRE = table("fire", ("foot", "hussar", "lay-knight", "church-knight", "wagon"))
ASSAULT = table("assault", ("clear", "broken", "mountain", "wagon"))
GARRISON_GUNS = table("garrison_guns", ("foot", "lay-knight", "church-knight", "artillery"))
SIEGE_GUNS = table("siege_guns", ("town", "city", "fortress", "customs"))
STORM = table("storm", ("town", "city", "fortress", "customs"))
EVENTS = {roll: row["event"] for roll, row in table("events", ("event",)).items()}
# Not from the charts but from the rulebook's own text.
LIMIT = {"town": 2, "city": 6, "fortress": 3, "customs": 1}
ATTRITION = {"town": 4, "customs": 4, "city": 5, "fortress": 6}
REBUILD = {"town": 1, "city": 2, "fortress": 4}


class Unit:
    moves = 0

    def __init__(self, data):
        self.id, self.title, self.side = data["id"], data["title"], data["side"]
        self.faction, self.kind = data["faction"], data["kind"]
        self.attack, self.defence = data.get("attack", 0), data.get("defence", 0)
        self.dice, self.guard = data.get("dice", 0), data.get("guard", False)
        self.artillery = data.get("artillery", False) or self.kind == "wagon"
        self.start = data["at"]
        self.site = data.get("site")
        if self.start.startswith("pool "):
            self.site = self.start.split()[1]
        self.at, self.hex, self.inside, self.turn = "gone", None, False, None
        self.spent, self.done = 0, set()
        # An Orphan that was drawn and has not come yet.
        self.drawn = False

    def __setattr__(self, key, value):
        # What is worked out from where units are holds until one of them is elsewhere.
        if key in ("at", "hex", "inside"):
            Unit.moves += 1
        object.__setattr__(self, key, value)

    def __repr__(self):
        return self.id

    @property
    def fights(self):
        return self.kind not in ("legate", "dowager")

    @property
    def legate(self):
        return self.dice > 0

    @property
    def mounted(self):
        return self.kind in MOUNTED

    @property
    def points(self):
        if self.guard:
            return 0
        if self.id == "Zizka":
            return 20
        return {"foot": 10, "wagon": 20}.get(self.kind, 25)

    @property
    def left(self):
        return self.points - self.spent

    @property
    def upkeep(self):
        """6.2, R-30, R-31."""
        if self.side == HUSSITE or self.faction == "danish" or not self.fights or self.guard:
            return 0
        return 1 if self.mounted else 2 if self.kind == "wagon" else 0

    @property
    def price(self):
        return 2 if self.mounted else 4 if self.kind == "wagon" else 1


class Town:
    def __init__(self, data):
        self.hex, self.id, self.kind = data["hex"], data["id"], data["kind"]
        self.pillaged = self.blockaded = False
        self.besieger = None
        self.control = None


class Off(Exception):
    """The model and the play have parted: what the model wanted, and what there was."""


class GameOver(Exception):
    """Play has ended."""


class Ask:
    def __init__(self, side, what, actions, of=None):
        self.side, self.what, self.actions, self.of = side, what, actions, of


class War:
    """The whole game. `flow()` is a generator of `Ask`; what is sent to it is `(words, faces)`."""

    def __init__(self, setup):
        self.units = {c["id"]: Unit(c) for c in COUNTERS}
        self.order = list(self.units.values())
        self.setup = setup
        self.options = set(setup.get("options", ()))
        self.door = setup.get("start_at", "start")
        start = self.door == "start"
        self.deployed = setup.get("deployed", start)
        self.bare = setup.get("bare", False)
        self.towns = {} if self.bare else {p["hex"]: Town(p) for p in PLACES}
        self.turn = setup.get("turn", 1 if start else 2)
        self.purses = {HUSSITE: 0, IMPERIAL: 0} | setup.get("purses", {})
        self.crusade = setup.get("crusade", "on" if start else "off")
        self.pope = setup.get("pope", "Martin")
        self.poland = setup.get("poland", False)
        self.danes = setup.get("danes", "awaited")
        self.split = setup.get("split", "whole")
        self.event = setup.get("event", "none")
        self.atrocity = {HUSSITE: 0, IMPERIAL: 0} | setup.get("atrocity", {})
        self.waived = set(setup.get("waived", ()))
        self.faces, self.told, self.known = [], [], {}
        self.seen, self.here = -1, {}
        self.over = None
        self.phasing = None
        self.held_march = self.held_phase = False
        # The set-up opens in a Campaign Phase, which has not begun anew.
        self.opened = self.door == "campaign"
        self.band = set()
        self.prepared = {HUSSITE: set(), IMPERIAL: set()}
        self.legate_died = 0
        self.heir_due = False
        self.stack, self.sallying = [], None
        self.rides_so_far, self.besieged_before = 0, []
        self.intercepted_now, self.shed, self.unled = False, set(), set()
        self.lay(setup)

    def lay(self, setup):
        for u in self.order:
            words = u.start.split()
            if self.deployed:
                if words[0].isdigit():
                    u.at, u.hex = "map", words[0]
                    if u.id == "Elizabeth" and "R-100" in self.options:
                        u.at, u.hex = "succession", None
                else:
                    u.at = words[0]
                    u.turn = int(words[1]) if words[0] == "track" else 1 if words[0] in ("pool", "draw") else None
        for post in setup.get("units", ()):
            u = self.units[post["id"]]
            u.turn = None
            if "hex" in post:
                u.at, u.hex, u.inside = "map", post["hex"], post.get("inside", False)
            else:
                words = post["at"].split()
                u.at, u.hex = words[0], None
                if len(words) > 1:
                    u.turn = int(words[1])
                elif words[0] in ("pool", "draw"):
                    u.turn = self.turn
            u.spent, u.done = post.get("spent", 0), set(post.get("done", ()))
        by_id = {t.id: t for t in self.towns.values()}
        if self.deployed:
            for u in self.order:
                if u.at == "map" and u.id in self.started_inside():
                    u.inside = True
        for t in self.towns.values():
            t.control = self.occupant(t.hex)
        if self.deployed:
            # at the start the Hussites control the places of 17.1, the Empire those of 17.2.
            for t in self.towns.values():
                if t.control is None:
                    t.control = self.printed_control(t.hex)
        for post in setup.get("towns", ()):
            t = by_id[post["id"]]
            t.pillaged, t.blockaded = post.get("pillaged", False), post.get("blockaded", False)
            if post.get("control"):
                t.control = post["control"]
        self.settle()

    @staticmethod
    def started_inside():
        return ("Pilsen-Landfried", "Pilsen-Levy")

    @staticmethod
    def printed_control(hex_):
        for c in COUNTERS:
            if c["at"].split()[0] == hex_ and "outside" not in c["at"]:
                return c["side"]
        return None

    # Who is where.

    def fresh(self):
        """What is remembered of the places of units is forgotten when one has moved."""
        if self.seen != Unit.moves:
            self.seen, self.known, self.here = Unit.moves, {}, {}
            for u in self.order:
                if u.at == "map":
                    self.here.setdefault(u.hex, []).append(u)

    def on(self, side, hex_):
        self.fresh()
        return [u for u in self.here.get(hex_, ()) if u.side == side]

    def field(self, side, hex_):
        """Combat units outside the walls; guards are always inside (8.8.4)."""
        return [u for u in self.on(side, hex_) if u.fights and not u.inside and not u.guard]

    def garrison(self, hex_):
        self.fresh()
        return [u for u in self.here.get(hex_, ()) if (u.inside or u.guard) and u.kind != "legate"]

    def fighters(self, side, hex_):
        return [u for u in self.on(side, hex_) if u.fights]

    def noncombat(self, hex_):
        return [u for u in self.on(IMPERIAL, hex_) if not u.fights]

    def occupant(self, hex_):
        """R-21."""
        # Elizabeth by herself is none to hold a place.
        inside = [u for u in self.garrison(hex_) if u.fights]
        if inside:
            return inside[0].side
        there = [side for side in (HUSSITE, IMPERIAL) if self.fighters(side, hex_)]
        if len(there) == 2:
            # Between an entry and its battle nobody does.
            return None
        return there[0] if there else None

    def occupied(self, side, hex_):
        return self.occupant(hex_) == side

    def legate_at(self, hex_):
        return any(u.legate for u in self.on(IMPERIAL, hex_))

    def on_crusade(self):
        return self.crusade in ("on", "ending")

    def may_stack(self, side, units, legate):
        """8.6.2 to 8.6.4, 6.3.3: whether these may be together, a Legate being with them or not."""
        factions = {u.faction for u in units if u.kind != "legate"}
        if side == HUSSITE:
            return len(factions) < 2 or self.on_crusade()
        if "danish" in factions:
            return len(factions) == 1 and not any(u.kind == "legate" for u in units) and not legate
        return len(factions) < 2 or legate

    def good(self, side, hex_, units=None):
        """Whether those of a side in a hex may be together there."""
        units = self.on(side, hex_) if units is None else units
        return self.may_stack(side, units, any(u.legate for u in units))

    # The ground.

    def terrain(self, hex_):
        return GROUND.terrain[hex_]

    def cost(self, a, b):
        return GROUND.cost(a, b)

    def closed(self, units, hex_):
        """4.1, 14.0: whether a hex is shut to these."""
        if self.bare:
            return False
        land = GROUND.land[hex_]
        if self.poland and land in "SP":
            return True
        return land == "P" and any(u.faction != "polish" for u in units)

    def stops(self, side, hex_):
        """8.1, 8.5: whether enemies there stop a mover of this side."""
        enemy = other(side)
        if self.field(enemy, hex_):
            return True
        return any(u.side == enemy for u in self.garrison(hex_)) and not self.fighters(side, hex_)

    def ways(self, units, start):
        """The cheapest costs from a hex for interceptors: through no hex where an enemy stops them."""
        self.fresh()
        side, poles = units[0].side, all(u.faction == "polish" for u in units)
        key = (side, poles, start)
        if key in self.known:
            return self.known[key]
        if side not in self.known:
            # nor through a Legate or Elizabeth by themselves.
            self.known[side] = {h for h in self.here if self.on(other(side), h) and not self.field(side, h)}
        blocked = self.known[side]
        best, heap, done = {start: 0}, [(0, start)], set()
        while heap:
            spent, here = heapq.heappop(heap)
            if here in done:
                continue
            done.add(here)
            if here != start and here in blocked:
                continue
            for there, points in GROUND.near[here]:
                cost = spent + points
                if cost > 25 or cost >= best.get(there, 99) or self.closed(units, there):
                    continue
                best[there] = cost
                heapq.heappush(heap, (cost, there))
        self.known[key] = best
        return best

    # Dice and questions.

    def die(self):
        if not self.faces:
            raise Off("a die more than fell")
        return self.faces.pop(0)

    def dice(self, n):
        return sum(self.die() for _ in range(n))

    def ask(self, side, what, actions, of=None):
        if self.faces and len(actions) > 1:
            raise Off(f"dice that no rule throws: {self.faces} before {what} {list(actions)[:3]}")
        words, faces = yield Ask(side, what, list(actions), of)
        self.faces = list(faces)
        return words

    # What follows by itself.

    def settle(self):
        """Walls without an enemy before them hold nobody inside; Blockades lift; who occupies controls."""
        for u in self.order:
            if u.at == "map" and u.hex in self.towns:
                if u.inside:
                    u.inside = bool(self.fighters(other(u.side), u.hex))
        for t in self.towns.values():
            if t.blockaded and t.hex != self.sallying:
                inside = self.garrison(t.hex)
                if inside:
                    t.besieger = other(inside[0].side)
                if not inside or not self.field(other(inside[0].side), t.hex):
                    t.blockaded = False
            t.control = self.occupant(t.hex) or t.control

    def alone(self, hex_):
        """7.3.2, R-47, R-102: those who do not fight, left alone with Hussites, die."""
        if self.fighters(HUSSITE, hex_) and not self.fighters(IMPERIAL, hex_):
            for u in self.noncombat(hex_):
                # 12.1: whom Albert's fall puts into another place is as good as there.
                if not (u.id == "Elizabeth" and self.heir_due and self.heir_sites(u)):
                    self.eliminate(u)

    def remove(self, u, at="gone", turn=None):
        if u.legate and u.at == "map" and at in ("gone", "routed"):
            # Whom the enemy leaves without him are a mix of nobody's own making.
            self.unled |= {v for v in self.on(u.side, u.hex) if v is not u}
        u.at, u.hex, u.inside, u.turn = at, None, False, turn

    def eliminate(self, u):
        self.remove(u)
        self.told.append(("eliminated", u.id))
        if u.legate:
            self.legate_died = self.turn
            if self.crusade == "on":
                self.crusade = "ending"
        if u.id == "Zizka" and self.split == "whole":
            self.split = "due"
        if u.id == "Albert":
            # Elizabeth comes though Jiskra is out of the game by the set-up (12.1).
            self.heir_due = True
        if u.id == "Elizabeth" and "18.3" not in self.options:
            self.end(HUSSITE, True)

    def rout(self, u):
        self.remove(u, "routed")
        if u.legate:
            self.legate_died = self.turn
            if self.crusade == "on":
                self.crusade = "ending"
        self.told.append(("routed", u.id))

    def end(self, who, major=False):
        self.over = (who, major)
        raise GameOver

    def majors(self):
        """16.1, 16.2: all seven places, at once."""
        for side in (HUSSITE, IMPERIAL):
            if all(h in self.towns and self.occupied(side, h) for h in SEVEN):
                self.end(side, True)

    # The course of play.

    def flow(self):
        try:
            yield from self.course()
        except GameOver:
            pass

    def course(self):
        for hex_ in {u.hex for u in self.order if u.at == "map" and not u.fights}:
            self.alone(hex_)
        door = self.door
        if door == "start":
            words = yield from self.ask(IMPERIAL, "legate-start", ("legate-in", "legate-out"))
            if words == "legate-out":
                legate = next(u for u in self.order if u.at == "legate")
                legate.at, legate.hex = "map", "2608"
                self.told.append(("arrived", legate.id, "2608"))
            yield from self.events()
            door = "arrivals"
        elif door != "arrivals":
            self.prepare()
        while True:
            if door == "arrivals":
                self.prepare()
                yield from self.arrivals()
                self.income()
                door = "upkeep"
            if door == "upkeep":
                yield from self.upkeep()
                door = "muster"
            if door == "muster":
                yield from self.muster()
                if "R-42" not in self.options and not ("18.1" in self.options and self.turn > 1):
                    yield from self.legate_draws()
                door = "rebuild"
                sides = (HUSSITE, IMPERIAL)
            elif door == "rebuild":
                sides = (HUSSITE, IMPERIAL) if self.setup.get("side") == HUSSITE else (IMPERIAL,)
            if door == "rebuild":
                for side in sides:
                    yield from self.rebuild(side)
                door = "crusade"
            if door == "crusade":
                yield from self.papal()
                sides = (IMPERIAL, HUSSITE)
                door = "campaign"
            elif door == "campaign":
                sides = (HUSSITE,) if self.setup.get("side") == HUSSITE else (IMPERIAL, HUSSITE)
            if door == "campaign":
                for side in sides:
                    yield from self.campaign(side)
            yield from self.year_end()
            yield from self.events()
            door = "arrivals"

    # 3.1.

    def events(self):
        if self.turn == 1:
            words = yield from self.ask(IMPERIAL, "award", ("support-order", "support-poland"))
            if words == "support-poland":
                self.poland = True
                self.danes = "gone"
                for name in SAXONS + POLES:
                    self.remove(self.units[name])
                self.settle()
            return
        self.event = "none"
        roll = self.dice(3)
        self.event = EVENTS[roll]
        if self.poland and roll in (6, 7):
            self.event = "none"
        if self.event == "poland":
            for u in self.order:
                if u.at == "poland" and u.id in POLES:
                    u.at, u.hex, u.turn = "map", "3714", None
                    self.told.append(("arrived", u.id, "3714"))
            self.settle()
        elif self.event == "pope-dies" and self.pope == "Martin":
            self.pope = "Eugenius"
            louis = self.units["Louis-Aquelia"]
            if louis.at != "gone":
                hex_ = louis.hex
                self.remove(louis)
                if hex_:
                    yield from self.emptied(hex_)
                self.settle()
        elif self.event == "danes" and not self.on_crusade() and self.danes == "awaited" and not self.poland:
            self.danes = "come"
            yield from self.land_danes()
        yield from self.attrition()

    def land_danes(self):
        for u in self.order:
            if u.at == "denmark":
                sites = [h for h in DANISH_EDGE if self.danish_site(h)]
                if sites:
                    words = yield from self.ask(IMPERIAL, "arrive", [f"place {u.id} {h}" for h in sites], u.id)
                    self.arrive(u, words.split()[2])

    def danish_site(self, hex_):
        """6.3.2, 6.3.3, R-37."""
        if self.fighters(HUSSITE, hex_):
            return False
        return all(u.faction == "danish" for u in self.on(IMPERIAL, hex_))

    def attrition(self):
        for hex_ in sorted(self.towns):
            t = self.towns[hex_]
            if not t.blockaded:
                continue
            inside = [u for u in self.garrison(hex_)]
            lost = [u for u in inside if self.die() >= ATTRITION[t.kind]]
            captor = other(inside[0].side)
            for u in lost:
                self.eliminate(u)
            self.alone(hex_)
            if not self.garrison(hex_):
                self.capture(t, captor)
            self.settle()
            yield from self.heirs()
            self.settle()

    def emptied(self, hex_, fled=False, taken_off=True):
        """G-9, R-122, R-123: under a marker a garrison that ends in any way has been eliminated; the other way, not by rout or removal."""
        # Who is left alone dies first: with Elizabeth the war is over, and nobody takes the place.
        self.alone(hex_)
        t = self.towns.get(hex_)
        if t and t.blockaded and not self.garrison(hex_) and self.field(t.besieger, hex_):
            if "R-122" in self.options and fled or "R-123" in self.options and taken_off:
                t.blockaded, t.control = False, t.besieger
                self.told.append(("captured", t.id))
                self.majors()
            else:
                self.capture(t, t.besieger)
        return
        yield

    def capture(self, t, side):
        """10.7: the fall of a place, with its pillage; who is left alone in it is gone before (7.3.2, R-102, R-103)."""
        self.alone(t.hex)
        t.blockaded = False
        t.control = side
        self.told.append(("captured", t.id))
        self.pillage(t, side)
        self.majors()

    def pillage(self, t, side):
        roll = self.dice(2)
        self.purses[side] += roll
        t.pillaged = True
        self.told.append(("pillaged", t.id, roll))
        if roll >= 11:
            self.atrocity[side] = self.turn + 1

    # 3.2.

    def prepare(self):
        """15.1: who is where as 3.2 begins."""
        for side in (HUSSITE, IMPERIAL):
            self.prepared[side] = {
                h for h in self.towns
                if any(u.fights for u in self.on(side, h)) and not self.on(other(side), h)
            }

    def shut(self, hex_):
        t = self.towns.get(hex_)
        return bool(t and (t.pillaged or t.blockaded))

    def room(self, u, hex_):
        """G-10: before walls without a marker, inside up to the limit; by R-119 the other way, outside with the besiegers."""
        t = self.towns.get(hex_)
        if any(v.side != u.side for v in self.garrison(hex_)):
            return True
        if not t or not self.fighters(other(u.side), hex_):
            return True
        if not u.fights and u.kind == "legate":
            return True
        if t.kind == "customs":
            return False
        return len(self.garrison(hex_)) < LIMIT[t.kind]

    def arrive(self, u, hex_):
        if u.at != "map":
            u.spent, u.done = 0, set()
        u.at, u.hex, u.turn = "map", hex_, None
        u.inside = (
            hex_ in self.towns and bool(self.fighters(other(u.side), hex_))
            and not any(v.side != u.side for v in self.garrison(hex_))
        )
        self.told.append(("arrived", u.id, hex_))
        # Who comes to a place where one who does not fight is by herself leaves her alone with him.
        self.alone(hex_)
        self.settle()
        self.majors()

    def arrivals(self):
        three = ["1514", "1213", "2213"]
        for u in self.order:
            if u.at == "track" and u.turn is not None and u.turn <= self.turn:
                chain = three
                if u.faction == "taborite":
                    tabor = "2020"
                    free = not self.shut(tabor) and not self.occupied(IMPERIAL, tabor)
                    chain = [tabor] if free else three
                sites = [h for h in chain if not self.shut(h) and not self.occupied(IMPERIAL, h)]
                full = [h for h in sites if not self.room(u, h)]
                sites = [h for h in sites if self.room(u, h)]
                if sites:
                    yield from self.place(u, sites)
                    continue
                every = chain if u.faction != "taborite" else ["2020"] + three
                if not full and all(self.towns[h].pillaged or self.occupied(IMPERIAL, h) for h in every):
                    self.remove(u)
                else:
                    u.turn = self.turn + 1  # to the next turn's box
        if self.split == "due":
            yield from self.orphans()
        elif self.split == "made":
            yield from self.orphans_waiting()
        for u in self.order:
            if u.at == "returns" and (u.turn or 0) <= self.turn:
                sites = [h for h in sorted(self.towns) if self.return_site(u, h)]
                if sites:
                    yield from self.place(u, sites)
                else:
                    u.turn = self.turn + 1
        if self.units["Elizabeth"].at == "returns" or self.heir_due:
            yield from self.heirs()

    def place(self, u, sites):
        sites = sorted(sites)
        words = yield from self.ask(u.side, "arrive", [f"place {u.id} {h}" for h in sites], u.id)
        self.arrive(u, words.split()[2])

    def return_site(self, u, hex_):
        t = self.towns[hex_]
        return (
            t.kind != "customs" and t.control == HUSSITE and not self.occupied(IMPERIAL, hex_) and not self.shut(hex_)
            and not self.closed([u], hex_) and self.room(u, hex_) and self.good(HUSSITE, hex_, self.on(HUSSITE, hex_) + [u])
        )

    def orphans(self):
        self.split = "made"
        die = self.die()
        taborites = [u for u in self.order if u.faction == "taborite" and u.at in ("map", "routed", "returns")]
        count = min(die, len(taborites))
        for k in range(count):
            left = [u for u in taborites if u.at != "gone"]
            words = yield from self.ask(HUSSITE, "disown", [f"disown {u.id}" for u in left])
            gone = self.units[words.split()[1]]
            hex_ = gone.hex
            self.remove(gone)
            if hex_:
                yield from self.emptied(hex_)
            self.settle()
        self.coming = []
        for _ in range(count):
            left = [u for u in self.order if u.faction == "orphan" and u.at == "split" and not u.drawn]
            if not left:
                break
            u = left[self.pick(len(left))]
            u.drawn = True
            self.coming.append(u)
        yield from self.orphans_waiting()

    def pick(self, n):
        return self.die()

    def orphans_waiting(self):
        four = ["2213", "2316"] if "R-28" in self.options else ["2213", "2112", "1811", "2316"]
        for u in self.order:
            if u.drawn and u.at == "split":
                sites = [
                    h for h in four
                    if not self.shut(h) and not self.occupied(IMPERIAL, h) and self.room(u, h)
                    and self.good(HUSSITE, h, self.on(HUSSITE, h) + [u])
                ]
                if sites:
                    yield from self.place(u, sites)
                elif all(self.towns[h].pillaged or self.occupied(IMPERIAL, h) for h in four):
                    self.remove(u)
        prokop = self.units["Prokop"]
        if prokop.at == "split":
            sites = [
                h for h, t in self.towns.items()
                if t.kind != "customs" and (t.control == HUSSITE or h == "2020") and not self.occupied(IMPERIAL, h)
                and not self.shut(h) and self.room(prokop, h) and not self.closed([prokop], h)
            ]
            if sites:
                near = min(distance("2020", h) for h in sites)
                yield from self.place(prokop, [h for h in sites if distance("2020", h) == near])

    def heirs(self):
        """12.1, R-100 to R-102, R-115."""
        if self.heir_due:
            self.heir_due = False
            for name in ("Elizabeth", "Jiskra"):
                u = self.units[name]
                # Jiskra comes once.
                if u.at == "gone" or name == "Jiskra" and u.at != "succession":
                    continue
                sites = self.heir_sites(u)
                before = u.hex
                if sites:
                    yield from self.place(u, sites)
                if before:
                    # The last of a garrison has gone, or stays there alone.
                    yield from self.emptied(before, taken_off=False)
        elif self.units["Elizabeth"].at == "returns":
            u = self.units["Elizabeth"]
            sites = self.heir_sites(u)
            if sites:
                yield from self.place(u, sites)

    def heir_sites(self, u):
        def open_(h):
            t = self.towns.get(h)
            return (
                t and t.kind in ("town", "city") and GROUND.land[h] == "H" and not self.shut(h)
                and not self.occupied(HUSSITE, h) and self.room(u, h)
            )
        if open_("4029"):
            return ["4029"]
        return [h for h in sorted(self.towns) if open_(h)]

    def pays(self, hex_):
        return hex_ in self.towns and not self.shut(hex_) and not self.occupied(HUSSITE, hex_)

    def income(self):
        base = 0
        if self.event == "diet-refuses":
            base = 0
        else:
            roll = self.dice({"tax": 3, "indulgences": 4}.get(self.event, 2))
            base = roll // 2 if self.event == "princes-quarrel" else roll
        stations = 0 if self.event == "turks" else sum(t.kind == "customs" and self.pays(h) for h, t in self.towns.items())
        total = base + stations
        total += 3 * self.pays("1418") + self.pays("2124")
        total += (6 if self.event == "silver" else 3) * self.pays("2116")
        self.purses[IMPERIAL] += total
        self.told.append(("income", total))

    def owing(self):
        return [u for u in self.order if u.side == IMPERIAL and u.at == "map" and u.upkeep]

    def upkeep(self):
        while True:
            owing = self.owing()
            due = sum(u.upkeep for u in owing)
            actions = [f"disband {u.id}" for u in owing]
            if due <= self.purses[IMPERIAL]:
                actions.append("pay")
            words = yield from self.ask(IMPERIAL, "upkeep", actions)
            if words == "pay":
                break
            yield from self.disband(self.units[words.split()[1]])
        self.purses[IMPERIAL] -= sum(u.upkeep for u in self.owing())

    def disband(self, u):
        hex_ = u.hex
        if u.legate:
            self.remove(u, "cup")
            self.legate_died = self.turn
            if self.crusade == "on":
                self.crusade = "ending"
        else:
            self.remove(u, "draw" if u.faction == "german" else "pool", self.turn + 1)
        yield from self.emptied(hex_)
        self.settle()

    def muster_sites(self, u):
        if u.faction == "danish":
            return [h for h in DANISH_EDGE if self.danish_site(h)]
        if u.site:
            sites = [u.site]
        else:
            sites = [
                h for h in sorted(self.towns)
                if GROUND.land[h] in HOMES.get(u.faction, ()) and self.towns[h].kind in ("town", "city")
            ]
        return [
            h for h in sites
            if not self.shut(h) and not self.occupied(HUSSITE, h) and self.room(u, h)
            and not self.closed([u], h) and self.good(IMPERIAL, h, self.on(IMPERIAL, h) + [u])
        ]

    def muster(self):
        while True:
            actions = []
            for u in self.order:
                if u.at == "pool" and u.turn <= self.turn and u.price <= self.purses[IMPERIAL]:
                    actions += [f"muster {u.id} {h}" for h in self.muster_sites(u)]
            words = yield from self.ask(IMPERIAL, "muster", actions + ["done"])
            if words == "done":
                break
            _, name, hex_ = words.split()
            u = self.units[name]
            self.purses[IMPERIAL] -= u.price
            self.arrive(u, hex_)

    def legate_on_map(self):
        return next((u for u in self.order if u.legate and u.at == "map"), None)

    def current_legate(self):
        return next((u for u in self.order if u.legate and u.at in ("map", "legate")), None)

    def legate_draws(self):
        """7.3.3, R-34."""
        legate = self.legate_on_map()
        if not legate:
            return
        if "R-34" in self.options:
            # Who is placed makes no mix.
            german = [u for u in self.order if u.at == "draw"][:1]
            site = next((h for h in ("0921", "0311") if h in self.towns and not self.shut(h) and not self.occupied(HUSSITE, h)
                         and self.good(IMPERIAL, h, self.on(IMPERIAL, h) + german)), None)
        else:
            before_walls = any(u.side == HUSSITE for u in self.garrison(legate.hex))
            shut = before_walls and "R-119" not in self.options or not before_walls and self.shut(legate.hex)
            site = None if shut else legate.hex
        if not site:
            return
        pool = [u for u in self.order if u.at == "draw" and u.turn <= self.turn]
        total = self.dice(legate.dice)
        # G-10: no more come than there is room for; the others wait.
        for _ in range(min(total, len(pool))):
            if not self.room(pool[0], site):
                break
            self.arrive(pool.pop(self.pick(len(pool))), site)
        return
        yield

    def rebuild(self, side):
        while True:
            sites = [
                h for h in sorted(self.towns)
                if self.towns[h].pillaged and self.towns[h].kind != "customs" and h in self.prepared[side]
                and REBUILD[self.towns[h].kind] <= self.purses[side] and not self.closed_to(side, h)
            ]
            words = yield from self.ask(side, "rebuild", [f"rebuild {h}" for h in sites] + ["done"])
            if words == "done":
                return
            t = self.towns[words.split()[1]]
            t.pillaged = False
            self.purses[side] -= REBUILD[t.kind]

    def closed_to(self, side, hex_):
        return self.poland and GROUND.land[hex_] in "SP"

    # 3.3.

    def papal(self):
        drawn = False
        legate = self.current_legate()
        if not legate and self.crusade == "off":
            cup = [u for u in self.order if u.at == "cup"]
            if cup:
                legate = cup[self.pick(len(cup))]
                legate.at = "legate"
        # who has not landed yet tries it first.
        if self.on_crusade() and legate and legate.at == "legate":
            self.land(legate)
        range_ = CHARTS["popes"]["martin" if self.pope == "Martin" else "eugenius"]
        dice = False
        if self.turn == 1:
            dice = "R-42" in self.options
        elif self.crusade == "on" and legate:
            actions = ["continue", "expire"]
            if "18.1" in self.options:
                actions = ["expire"]
            words = yield from self.ask(IMPERIAL, "crusade", actions)
            if words == "expire":
                if "R-43" in self.options:
                    self.crusade = "ending"
                else:
                    self.crusade = "off"
                    yield from self.box()
            else:
                dice = True
        elif self.crusade == "off" and legate and not any(u.faction == "danish" and u.at == "map" for u in self.order):
            words = yield from self.ask(IMPERIAL, "crusade", ["call", "pass"])
            if words == "call" and self.die() <= range_:
                self.crusade = "on"
                dice = True
                self.land(legate)
        if dice and ("R-42" in self.options or "18.1" in self.options and self.turn > 1):
            yield from self.legate_draws()
        legate = self.current_legate()
        cup = [u for u in self.order if u.at == "cup"]
        if legate and cup:
            words = yield from self.ask(IMPERIAL, "change", ["change", "pass"])
            if words == "change" and self.die() <= range_:
                new = cup[self.pick(len(cup))]
                # one who fights counts for a garrison, or waits for room; one who does not takes no place in it.
                at, hex_ = legate.at, legate.hex
                self.remove(legate, "cup")
                besieged = bool(hex_ and new.fights and self.field(HUSSITE, hex_))
                if besieged and not self.room(new, hex_):
                    at, hex_, besieged = "legate", None, False
                new.at, new.hex, new.inside = at, hex_, besieged
                self.settle()
                if new.hex:
                    self.alone(new.hex)
                    self.settle()

    def box(self):
        legate = self.legate_on_map()
        if legate:
            hex_ = legate.hex
            self.remove(legate, "legate")
            if legate.fights:
                yield from self.emptied(hex_)
            self.settle()
            self.alone(hex_)
        return
        yield

    def land(self, legate):
        for h in ("0921", "0311", "3225", "2608"):
            t = self.towns.get(h)
            if not t or t.pillaged or self.occupied(HUSSITE, h):
                continue
            if any(u.faction == "danish" for u in self.on(IMPERIAL, h)):
                continue
            self.arrive(legate, h)
            return

    # End of Turn.

    def year_end(self):
        if any(u.faction == "danish" and u.at == "map" for u in self.order):
            words = yield from self.ask(IMPERIAL, "danes", ["withdraw", "stay"])
            if words == "withdraw":
                self.danes = "gone"
                for u in self.order:
                    if u.faction == "danish" and u.at != "gone":
                        hex_ = u.hex
                        self.remove(u)
                        if hex_:
                            yield from self.emptied(hex_)
                self.settle()
        if self.crusade == "ending" or (self.crusade == "on" and "18.1" in self.options):
            self.crusade = "off"
            yield from self.box()
        for u in self.order:
            if u.at == "routed":
                if u.side == HUSSITE or u.id == "Elizabeth":
                    u.at, u.turn = "returns", self.turn + 1
                elif u.legate:
                    u.at, u.turn = "cup", None
                    self.legate_died = self.turn
                elif u.faction == "german":
                    u.at, u.turn = "draw", self.turn + 1
                else:
                    u.at, u.turn = "pool", self.turn + 1
        self.settle()
        yield from self.victory()
        if self.turn == 25:
            held = {s: sum(h in self.towns and self.occupied(s, h) for h in SEVEN) for s in (HUSSITE, IMPERIAL)}
            for s in held:
                if held[s] >= 4:
                    self.end(s, None)
            self.end(None)
        self.turn += 1
        for u in self.order:
            u.done, u.spent = set(), 0
        for s in self.atrocity:
            if self.atrocity[s] < self.turn:
                self.atrocity[s] = 0

    def victory(self):
        if "18.3" in self.options:
            return
        won = []
        if sum(h in self.towns and self.occupied(IMPERIAL, h) for h in HUSSITE_FOUR) >= 3 and IMPERIAL not in self.waived:
            won.append(IMPERIAL)
        if all(h in self.towns and self.occupied(HUSSITE, h) for h in LOYAL_THREE) and HUSSITE not in self.waived:
            won.append(HUSSITE)
        if len(won) == 1:
            words = yield from self.ask(won[0], "claim", ["claim", "waive"])
            if words == "claim":
                self.end(won[0], False)
            self.waived.add(won[0])
        elif len(won) == 2 and "R-105" in self.options:
            self.end(None)

    # 3.4 and 3.5.

    def campaign(self, side):
        self.phasing, self.unled = side, set()
        self.held_phase = False
        # A set-up opens in the middle of a Phase where it says that some of the side have moved, or may although they intercepted:
        # then its word alone counts, and nobody is excused beside.
        opened, self.opened = self.opened, False
        self.band = {u for u in self.order if opened and u.side == side and "excused" in u.done}
        runs = opened and any(u.side == side and u.done & {"moved", "halted", "excused"} for u in self.order)
        if not opened:
            for u in self.order:
                u.spent = 0
                u.done.discard("halted")
        # 8.8.3, R-61: who is with Žižka and a wagon when 3.5 begins moves though he intercepted.
        zizka = self.units["Zizka"]
        if side == HUSSITE and zizka.at == "map" and not runs:
            band = self.on(HUSSITE, zizka.hex)
            if any(u.kind == "wagon" for u in band):
                self.band = set(band)
                for u in band:
                    u.done.add("excused")
        while True:
            yield from self.still_windows()
            actions = [f"take {u.id}" for u in self.order if self.may_take(u)]
            if self.may_end_phase(side):
                actions.append("end-phase")
            words = yield from self.ask(side, "campaign", actions)
            if words == "end-phase":
                break
            self.held_march = False
            yield from self.march(self.units[words.split()[1]])
        self.phasing = None

    def may_take(self, u):
        """8.1, 8.4, 11.0, G-3."""
        if u.side != self.phasing or u.at != "map" or u.guard or "halted" in u.done:
            return False
        if self.spent_by_riding(u):
            return bool(self.fighters(other(u.side), u.hex))
        return True

    def spent_by_riding(self, u):
        return "intercepted" in u.done and u not in self.band

    def may_end_phase(self, side):
        """R-50: mixes that a legal move would cure must part."""
        for hex_ in {u.hex for u in self.order if u.at == "map" and u.side == side}:
            units = self.on(side, hex_)
            if self.good(side, hex_, units) and not self.set_up_mix(hex_):
                continue
            if any(self.could_part(u) for u in units):
                return False
        return True

    def set_up_mix(self, hex_, units=None):
        units = self.on(IMPERIAL, hex_) if units is None else units
        return (
            "R-49" in self.options and hex_ == "2608" and self.turn == 1 and self.phasing == IMPERIAL
            and len({u.faction for u in units if not u.legate}) > 1
        )

    def could_part(self, u):
        return self.may_take(u) and any(self.may_step([u], h) for h in around(u.hex))

    # Marches.

    def may_step(self, stack, to):
        """8.1, 8.3, 4.1, 14.0, 10.6."""
        here = stack[0].hex
        if to not in GROUND.terrain or self.closed(stack, to):
            return False
        side = stack[0].side
        cost = self.cost(here, to)
        for u in stack:
            if u.guard or self.spent_by_riding(u) or "halted" in u.done or u.left < cost:
                return False
            if self.shut_in(u):
                return False
        if not self.may_stack(side, stack, any(u.legate for u in stack)):
            return False
        if any(u.legate for u in stack) and not self.could_still_part(stack, here):
            return False
        # By 18.4 a battle there takes a point of each who fights before he goes on.
        fought = "18.4" in self.options and any(u.fights for u in stack) and self.stops(side, to) and self.certain_battle(side, to)
        if not self.could_go_on(stack, to, min(u.left - (fought and u.fights) for u in stack) - cost):
            return False
        if "18.4" in self.options and any(u.fights for u in stack) and self.certain_battle(side, to):
            if not any(u.fights and u.left > cost for u in stack):
                return False
        return True

    def could_go_on(self, stack, here, left):
        """R-50: nobody enters among those with whom he may not stack where he could not go on again."""
        side = stack[0].side
        there = [u for u in self.on(side, here) if u not in stack] + stack
        if self.may_stack(side, there, any(u.legate for u in there)) and not self.set_up_mix(here, there):
            return True
        t = self.towns.get(here)
        if t and t.blockaded and not any(u.fights for u in stack) and self.garrison(here) and self.garrison(here)[0].side == side:
            return False  # it would be kept there (G-13)
        return any(
            cost <= left and not self.closed(stack, to) and self.could_go_on(stack, to, left - cost)
            for to, cost in GROUND.near[here]
        )

    def certain_battle(self, side, to):
        """Whether enemies there must fight in the field, having no walls to go behind."""
        enemies = self.field(other(side), to)
        if not enemies:
            return False
        t = self.towns.get(to)
        if not t or t.pillaged or t.kind == "customs" or any(u.side == side for u in self.garrison(to)):
            return True
        return len(enemies) > LIMIT[t.kind]

    def shut_in(self, u):
        """A Blockade shuts in the garrison, and a Legate who is with no besiegers of his own side (G-13)."""
        t = self.towns.get(u.hex)
        if not t or not t.blockaded:
            return False
        if u.inside:
            return True
        return not u.fights and bool(self.garrison(u.hex)) and self.garrison(u.hex)[0].side == u.side

    def march_actions(self, stack):
        side, here = stack[0].side, stack[0].hex
        actions = [f"step {h}" for h in around(here) if self.may_step(stack, h)]
        joiners = [u for u in self.on(side, here) if u not in stack and self.may_join(u, stack)]
        actions += [f"join {u.id}" for u in joiners]
        if joiners:
            actions.append("join-all")
        if len(stack) > 1:
            actions += [f"leave {u.id}" for u in stack if self.may_leave(u, stack)]
        if self.may_fight(stack):
            actions.append("fight")
        if self.may_besiege(stack) and self.may_stack(
                side, stack, any(u.legate for u in stack)) and self.may_halt(stack):
            # A Blockade may end the move there.
            actions.append("besiege")
        if self.may_halt(stack):
            actions.append("halt")
        return actions

    def may_join(self, u, stack):
        return self.may_take(u) and self.may_stack(
            u.side, stack + [u], any(v.legate for v in stack + [u]))

    def all_join(self, stack, may):
        """Whoever may, until nobody more may: a Legate who joins lets others join."""
        grown = True
        while grown:
            grown = False
            for u in self.on(stack[0].side, stack[0].hex):
                if u not in stack and may(u, stack):
                    stack.append(u)
                    grown = True

    def may_leave(self, u, stack):
        rest = [v for v in stack if v is not u]
        unled = all(v in self.unled for v in stack)
        if not unled and not self.may_stack(u.side, rest, any(v.legate for v in rest)):
            return False
        stay = [v for v in self.on(u.side, u.hex) if v not in rest]
        legate = any(v.legate for v in stay)
        if u not in self.acted:
            # It is where it was, and free: no mix of this stack's making.
            return True
        if u not in self.moved_now:
            # It is where it was, and done.
            stay = [v for v in stay if v is u or not self.could_move(v)]
            return self.may_stack(u.side, stay, False) or self.may_stack(u.side, stay, legate)
        return self.may_stack(u.side, stay, legate)

    def could_move(self, u):
        """R-50: whether a unit alone could still enter a hex: with points, over open land, neither shut in nor spent."""
        return self.may_take(u) and not self.spent_by_riding(u) and not self.shut_in(u) and any(
            cost <= u.left and not self.closed([u], to) for to, cost in GROUND.near[u.hex])

    def could_still_part(self, stack, here):
        """R-50: a Legate makes no mix of those whom he leaves: no two who were together by him, and cannot move off, are at odds."""
        side = stack[0].side
        if self.set_up_mix(here):
            return True  # they were together by no Legate
        # Nor by him with Danes, who are at odds with all whatever he does (6.3.3).
        left = [u for u in self.on(side, here) if u not in stack and u.faction != "danish"]
        return self.good(side, here, [u for u in left if u.legate or not self.could_move(u)])

    def may_fight(self, stack):
        side, here = stack[0].side, stack[0].hex
        if not self.field(other(side), here):
            return False
        band = [u for u in self.garrison(here) if not u.guard]
        if not self.may_stack(side, band, self.legate_at(here)) and not self.towns[here].blockaded:
            # A mix does not attack before it has parted, where it could (R-50, G-4).
            return False
        return any(u.fights for u in stack) and self.can_pay(band)

    def can_pay(self, stack):
        return "18.4" not in self.options or any(u.fights and u.left >= 1 for u in stack)

    def may_besiege(self, stack):
        side, here = stack[0].side, stack[0].hex
        inside = self.garrison(here)
        if not inside or inside[0].side == side:
            return False
        return any(u.fights for u in stack)

    def may_halt(self, stack):
        """R-50: a mix of one's own making is refused; who has not moved has made none."""
        side, here = stack[0].side, stack[0].hex
        if self.good(side, here) and not self.set_up_mix(here):
            return True
        # As long as a move could part it: those who came may leave those whom they joined here; one whom no move could part stays, as where
        # the enemy has made it, or where none may leave (G-4, G-3).
        came = [u for u in stack if u in self.moved_now]
        if not any(band and self.may_step(band, h) for band in (stack, came) for h in around(here)):
            return True
        if came:
            return False
        # Who has intercepted may fight where he stands and goes nowhere (G-3).
        fixed = [u for u in self.on(side, here) if u in stack or not self.may_take(u) or self.spent_by_riding(u)]
        if self.set_up_mix(here):
            fixed = [u for u in fixed if not u.legate]
        legate = self.legate_at(here) and not self.set_up_mix(here)
        return self.may_stack(side, fixed, False) or self.may_stack(side, fixed, legate)

    def march(self, first):
        side = first.side
        self.stack = [first]
        self.intercepted_now = False
        self.moved_now, self.acted, self.shed = set(), set(), set()
        while True:
            stack = self.stack
            words = yield from self.ask(side, "march", self.march_actions(stack), stack[0].hex)
            verb, *rest = words.split()
            if verb == "halt":
                for u in stack:
                    u.done.add("halted")
                self.told.append(("halted", tuple(u.id for u in stack)))
                break
            if verb == "join":
                stack.append(self.units[rest[0]])
                self.stack = [u for u in self.order if u in stack]
                continue
            if verb == "join-all":
                self.all_join(stack, self.may_join)
                self.stack = [u for u in self.order if u in stack]
                continue
            if verb == "leave":
                u = self.units[rest[0]]
                stack.remove(u)
                if u in self.acted:
                    u.done.add("halted")
                    self.shed.add(u)
                continue
            self.acted |= set(stack)
            ridden = self.rides_so_far
            if verb == "step":
                yield from self.step(rest[0])
            elif verb == "fight":
                yield from self.sally()
            elif verb == "besiege":
                yield from self.entry_window(stack[0].hex)
                stack = [u for u in stack if u.at == "map"]
                if any(u.fights for u in stack) and self.may_besiege(stack):
                    yield from self.siege(stack, stack[0].hex)
            if verb == "step" or self.rides_so_far > ridden:
                yield from self.march_window()
            self.in_hand()
            if not self.stack:
                break
        self.stack, self.shed, self.intercepted_now = [], set(), False

    def in_hand(self):
        """Who has declared a Blockade is done, a Legate who does not fight is not (R-95, R-47)."""
        self.stack = [u for u in self.stack if u.at == "map" and "halted" not in u.done]

    def step(self, to):
        stack, side, here = self.stack, self.stack[0].side, self.stack[0].hex
        enemy = other(side)
        cost = self.cost(here, to)
        stopped = self.stops(side, to)
        besieged_before = [u for u in self.garrison(to) if u.side == enemy and self.fighters(side, to)]
        for u in stack:
            u.hex, u.inside = to, False
            u.spent += cost
            u.done.add("moved")
            self.moved_now.add(u)
            self.unled.discard(u)
        self.told.append(("marched", tuple(u.id for u in stack), here, to, cost))
        self.besieged_before = []
        self.settle()
        self.alone(here)
        self.alone(to)
        yield from self.heirs()
        self.stack = [u for u in stack if u.at == "map"]
        self.majors()
        if not self.stack:
            return
        if stopped:
            yield from self.declare(enemy, to, side)
            self.attacking = self.stack
            yield from self.entry_window(to)
            self.stack = [u for u in self.stack if u.at == "map"]
            fighters = [u for u in self.stack if u.fights]
            if fighters and self.field(enemy, to):
                yield from self.battle(to, side, fighters, self.field(enemy, to))
                fighters = [u for u in self.stack if u.at == "map" and u.fights]
            if fighters and any(u.side == enemy for u in self.garrison(to)):
                mine = [u for u in self.stack if u.at == "map"]
                if self.may_stack(side, mine, any(u.legate for u in mine)):
                    yield from self.siege(mine, to)
        else:
            self.besieged_before = besieged_before

    def declare(self, owner, hex_, against, marching=()):
        """8.8.4: who of those who are attacked goes inside."""
        t = self.towns.get(hex_)
        if not t or t.pillaged or any(u.side != owner for u in self.garrison(hex_)):
            return
        if t.kind == "customs":
            return
        while True:
            actions = [
                f"inside {u.id}" for u in self.on(owner, hex_)
                if not u.inside and u.kind != "legate" and u not in marching and len(self.garrison(hex_)) < LIMIT[t.kind]
            ]
            if not actions:
                break
            words = yield from self.ask(owner, "garrison", actions + ["ready"], hex_)
            if words == "ready":
                break
            u = self.units[words.split()[1]]
            u.inside = True
            self.told.append(("went-inside", (u.id,)))

    # Interception (8.8).

    def could_ride(self, u):
        """8.8, 8.1, 11.0, R-61, R-62: whether a unit may intercept at all."""
        if u.at != "map" or u.side == self.phasing or u.guard or not u.fights:
            return False
        if "moved" in u.done or "intercepted" in u.done:
            return False
        if u.kind == "foot":
            zizka = self.units["Zizka"]
            return u.side == HUSSITE and zizka.at == "map" and zizka.hex == u.hex and self.could_ride(zizka)
        if u.kind == "wagon" and u.side == IMPERIAL and "R-62" in self.options:
            return False
        return True

    def shut_up(self, u):
        """Under siege: inside, with enemies before the walls."""
        return u.inside

    def reach(self, u, hex_, moving):
        """The points to the target, or None."""
        if u.hex == hex_:
            return 0 if u.inside and moving and u in self.besieged_then else None
        if u.inside:
            return None
        cost = self.ways([u], u.hex).get(hex_)
        need = 1 if "18.4" in self.options and not self.field(u.side, hex_) and self.field(other(u.side), hex_) else 0
        return cost if cost is not None and cost + need <= u.left else None

    def is_force(self, hex_):
        """R-118: combat units in the field; the other way, a Legate or Elizabeth by themselves too."""
        side = self.phasing
        alone = "R-118" in self.options and not self.fighters(side, hex_) and any(not u.inside for u in self.on(side, hex_))
        return bool(self.field(side, hex_)) or alone

    def targets(self):
        return [h for h in sorted({u.hex for u in self.order if u.at == "map" and u.side == self.phasing}) if self.is_force(h)]

    def met(self, hex_):
        """R-64: a stack that has been intercepted, and what has split from it, in this activation."""
        if "R-64" in self.options or not self.intercepted_now:
            return False
        return any(u.at == "map" and u.hex == hex_ for u in [*self.stack, *self.shed])

    def still_windows(self):
        while True:
            if self.held_phase:
                return
            enemy = other(self.phasing)
            self.besieged_then = []
            sites = [h for h in self.targets() if self.first_riders(h, False)]
            if not sites:
                return
            words = yield from self.ask(enemy, "intercept", [f"against {h}" for h in sites] + ["hold", "hold-all phase"])
            if words == "hold":
                return
            if words == "hold-all phase":
                self.held_phase = True
                return
            if not (yield from self.intercept(words.split()[1], moving=False)):
                return

    def march_window(self):
        """R-63: between two steps of a march against its stack or any other force, one stack after the other."""
        while True:
            self.in_hand()
            if not self.stack or self.held_phase or self.held_march:
                return
            hex_ = self.stack[0].hex
            if not (yield from self.intercept(hex_, moving=True, others=True)):
                return

    def joins_well(self, band, hex_):
        """Factions of those who intercept, and of friends in the field to whom they come (R-50, R-65)."""
        side = band[0].side
        if not self.may_stack(side, band, any(u.legate for u in band)):
            return False
        friends = self.on(side, hex_)
        together = friends + [u for u in band if u not in friends]
        return self.may_stack(side, together, any(u.legate for u in together))

    def entry_window(self, hex_):
        """R-63, R-65: where a stack comes to enemies, it alone is intercepted before the battle or siege; by R-64 the other way by several."""
        self.besieged_before = []
        while not (self.held_phase or self.held_march):
            self.stack = [u for u in self.stack if u.at == "map"]
            if not any(u.fights for u in self.stack):
                return
            if not (yield from self.intercept(hex_, moving=True)) or "R-64" not in self.options:
                return
            if not any(u.side != self.phasing for u in self.garrison(hex_)):
                return

    def first_riders(self, hex_, moving):
        if self.met(hex_) or not self.is_force(hex_):
            return []
        return [
            u for u in self.order
            if u.side != self.phasing and self.could_ride(u) and u.kind != "foot"
            and self.reach(u, hex_, moving) is not None and self.completes([u], hex_)
        ]

    def intercept(self, hex_, moving, others=False):
        """Whether somebody has ridden."""
        enemy = other(self.phasing)
        marching = bool(self.stack)
        while True:
            self.besieged_then = self.besieged_before if moving else []
            riders = self.first_riders(hex_, moving)
            more = [h for h in self.targets() if h != hex_ and self.first_riders(h, False)] if others else []
            if not riders and not more:
                return False
            actions = [f"intercept {u.id}" for u in riders] + [f"against {h}" for h in more] + ["hold"]
            if marching:
                actions.append("hold-all march")
            actions.append("hold-all phase")
            words = yield from self.ask(enemy, "intercept", actions, hex_)
            if words == "hold":
                return False
            if words == "hold-all march":
                self.held_march = True
                return False
            if words == "hold-all phase":
                self.held_phase = True
                return False
            if words.startswith("against"):
                hex_, moving, others = words.split()[1], False, False
                continue
            first = self.units[words.split()[1]]
            if first.hex == hex_:
                self.sallying = hex_
            band = yield from self.gather(first, hex_, moving)
            if marching and any(u.at == "map" and u.hex == hex_ for u in [*self.stack, *self.shed]):
                self.intercepted_now = True
            self.rides_so_far += 1
            yield from self.ride(band, hex_, moving)
            self.sallying = None
            return True

    def gather(self, first, hex_, moving):
        band = [first]
        while True:
            more = [
                u for u in self.on(first.side, first.hex)
                if u not in band and self.may_gather(u, band, hex_, moving)
            ]
            actions = [f"join {u.id}" for u in more] + (["join-all"] if more else [])
            if self.well(band, hex_) or first.hex == hex_:
                actions.append("ride")
            words = yield from self.ask(first.side, "gather", actions, hex_)
            if words == "ride":
                return band
            if words == "join-all":
                self.all_join(band, lambda u, b: self.may_gather(u, b, hex_, moving))
            else:
                band.append(self.units[words.split()[1]])
            band = [u for u in self.order if u in band]

    def may_gather(self, u, band, hex_, moving):
        if band[0].hex == hex_:
            return self.rides(u, band, hex_)
        return self.rides(u, band, hex_) and self.completes(band + [u], hex_)

    def rides(self, u, band, hex_):
        if u.fights and u.inside != band[0].inside or u.guard or u.kind == "dowager" or u in band:
            return False
        if "moved" in u.done or "intercepted" in u.done:
            return False
        cost = self.ways([u], u.hex).get(hex_)
        need = 1 if "18.4" in self.options and not self.field(u.side, hex_) and self.field(other(u.side), hex_) else 0
        if cost is None or cost + need > u.left:
            return False
        if u.kind == "foot" and self.units["Zizka"] not in band:
            return False
        return u.kind == "legate" or self.could_ride(u)

    def well(self, band, hex_):
        return self.joins_well(band, hex_) and self.leaves_well(band)

    def completes(self, band, hex_):
        """Whether these may ride as they are, or with the Legate and whoever else may come."""
        if band[0].hex == hex_:
            # A garrison comes out as one: a mix only where no move could part it (R-50, G-4).
            inside = self.garrison(hex_)
            return self.may_stack(band[0].side, inside, self.legate_at(hex_)) or not any(self.could_part_still(u) for u in inside)
        if self.well(band, hex_):
            return True
        more = [u for u in self.on(band[0].side, band[0].hex) if self.rides(u, band, hex_) and u.faction != "danish"]
        return any(u.legate for u in band + more) and self.well(band + more, hex_)

    def could_part_still(self, u):
        """G-4: whether a move could part a unit from a garrison, in its own Phase."""
        return not u.guard and not self.shut_in(u) and not self.spent_by_riding(u) and any(
            cost <= u.left and not self.closed([u], to) for to, cost in GROUND.near[u.hex])

    def leaves_well(self, band):
        """R-50: a Legate who rides away leaves no mix behind that was none with him: Danes are at odds with all whatever he does."""
        rest = [u for u in self.on(band[0].side, band[0].hex) if u not in band and u.faction != "danish"]
        return not any(u.legate for u in band) or self.good(band[0].side, band[0].hex, rest)

    def ride(self, band, hex_, moving):
        side = band[0].side
        enemy = self.phasing
        start = band[0].hex
        here = start == hex_
        friends = [u for u in self.field(side, hex_) if u not in band]
        cost = 0 if here else self.ways(band, start)[hex_]
        for u in band:
            u.spent += cost
            u.done.add("intercepted")
            u.hex, u.inside = hex_, False
        rode = list(band)
        if here:
            # 8.8.2: all of the garrison fights, and has intercepted; by R-120 the other way its foot has not.
            band = [u for u in self.on(side, hex_) if not u.guard and u.kind != "legate"]
            for u in band:
                u.inside = False
                if u not in rode and not ("R-120" in self.options and u.kind == "foot"):
                    rode.append(u)
                    u.done.add("intercepted")
        self.told.append(("intercepted", tuple(u.id for u in self.order if u in rode), start, hex_, cost))
        if not here:
            self.settle()
            self.alone(start)
            self.alone(hex_)
        # Those who are attacked may go inside, where the enemy is not there already.
        # only those who stand still; 8.8.1 forces a Field Battle on those who march.
        if not friends and not here and not any(u.side == side for u in self.garrison(hex_)):
            yield from self.declare(enemy, hex_, side, self.stack)
        fighters = [u for u in band if u.fights]
        if friends:
            attackers = [u for u in self.attacking if u.at == "map" and u.fights]
            yield from self.battle(hex_, enemy, attackers, self.field(side, hex_))
        else:
            foes = self.field(enemy, hex_)
            if foes:
                yield from self.battle(hex_, side, fighters, foes)
            else:
                self.settle()
        self.stack = [u for u in self.stack if u.at == "map"]

    def sally(self):
        """R-66 (ii): a garrison comes out in place; friends of the besiegers may come to them before the battle."""
        side, here = self.stack[0].side, self.stack[0].hex
        # All of the garrison comes out.
        band = [u for u in self.garrison(here) if not u.guard]
        for u in band + self.stack:
            u.inside = False
        self.attacking, self.sallying = band, here
        yield from self.entry_window(here)
        self.stack = [u for u in self.stack if u.at == "map"]
        fighters = [u for u in band if u.at == "map" and u.fights]
        foes = self.field(other(side), here)
        if fighters and foes:
            yield from self.battle(here, side, fighters, foes)

    # Field Battles (9.0).

    def column(self, hex_):
        if hex_ in self.towns:
            return "broken"
        return CHARTS["terrain"][TERRAIN[self.terrain(hex_)]]["assault"]

    def battle(self, hex_, side, attackers, defenders):
        self.told.append(("field-battle", hex_, tuple(u.id for u in attackers), tuple(u.id for u in defenders)))
        enemy = other(side)
        sent = list(attackers)
        slots = [None] * 4
        while True:
            attackers = [u for u in attackers if u.at == "map"]
            defenders = [u for u in defenders if u.at == "map"]
            able = attackers
            if "18.4" in self.options:
                able = [u for u in attackers if u.left >= 1]
                for u in able:
                    u.spent += 1
                if not able:
                    yield from self.leave_field(side, hex_, attackers)
                    break
            # 9.2: the boxes first; who is chosen takes the first that is empty.
            slots = [u if u in able else None for u in slots]
            reserve = [u for u in able if u not in slots]
            while reserve and None in slots:
                u = reserve[0]
                if len(reserve) > slots.count(None):
                    words = yield from self.ask(side, "deploy", [f"deploy {v.id}" for v in reserve], hex_)
                    u = self.units[words.split()[1]]
                reserve.remove(u)
                slots[slots.index(None)] = u
            boxes = [u for u in slots if u]
            # 9.3: the defender names all his targets and fires, then the attacker; then all is applied together.
            hits = {}
            for who, what, firers in ((enemy, "fire", defenders), (side, "return-fire", boxes)):
                shots = []
                for u in firers:
                    if not (u.artillery or u.kind == "hussar" or u.kind == "foot" and what == "fire"):
                        continue
                    targets = boxes if what == "fire" else defenders
                    if (
                        "18.5" in self.options and what == "return-fire" and not u.artillery
                        and sum(d.kind != "wagon" for d in defenders) >= 4
                    ):
                        targets = [d for d in defenders if d.kind != "wagon"]
                    target = yield from self.aim(who, what, u, targets)
                    shots.append((u, target))
                for u, target in shots:
                    result = FIRE[self.die()][target.kind]
                    self.told.append(("fired", u.id, target.id, result))
                    if result != "NE" and hits.get(target) != "TE":
                        hits[target] = result
            for target, result in hits.items():
                if result == "TE":
                    self.eliminate(target)
                else:
                    self.rout(target)
            boxes = [u for u in boxes if u.at == "map"]
            defenders = [u for u in defenders if u.at == "map"]
            # 9.4: all name their targets, then one die each.
            if boxes and defenders:
                pairs = []
                for u in boxes:
                    target = yield from self.aim(side, "assault", u, defenders)
                    pairs.append((u, target))
                for u, target in pairs:
                    total = self.die() + u.attack - target.defence
                    result = ASSAULT[max(1, min(6, total))]["wagon" if target.kind == "wagon" else self.column(hex_)]
                    self.told.append(("assaulted", u.id, target.id, result, total))
                    if result == "AR":
                        self.rout(u)
                    elif target.at == "map":
                        self.eliminate(target)
            attackers = [u for u in attackers if u.at == "map"]
            defenders = [u for u in defenders if u.at == "map"]
            if not attackers or not defenders:
                break
            words = "retreat"
            if self.can_pay(attackers):
                words = yield from self.ask(side, "retreat", ["retreat", "stay"], hex_)
            if words == "retreat":
                yield from self.leave_field(side, hex_, attackers)
                break
            words = yield from self.ask(enemy, "retreat", ["retreat", "stay"], hex_)
            if words == "retreat":
                yield from self.leave_field(enemy, hex_, defenders)
                break
        yield from self.after_battle(hex_, any(u.at == "routed" for u in sent))

    def aim(self, side, what, firer, targets):
        if len(targets) == 1:
            return targets[0]
        words = yield from self.ask(side, what, [f"aim {t.id}" for t in targets], firer.id)
        return self.units[words.split()[1]]

    def leave_field(self, side, hex_, units):
        """9.5, 9.6: all survivors to the Routed box; Elizabeth goes with them, a Legate does not."""
        self.told.append(("retreated", side))
        for u in units:
            self.rout(u)
        lady = self.units["Elizabeth"]
        if lady.at == "map" and lady.hex == hex_ and lady.side == side and not lady.inside:
            self.rout(lady)
        return
        yield

    def after_battle(self, hex_, fled):
        self.sallying = None
        yield from self.emptied(hex_, fled, False)
        self.settle()
        yield from self.heirs()
        self.majors()

    # Sieges (10.0).

    def siege(self, stack, hex_):
        t = self.towns[hex_]
        side = stack[0].side
        enemy = other(side)
        first = len(self.garrison(hex_))
        self.told.append(("siege-battle", hex_))
        while True:
            force = [u for u in stack if u.at == "map" and u.fights]
            if not force:
                break
            able = force
            if "18.4" in self.options:
                # Who cannot pay has no part in the round (G-1).
                able = [u for u in force if u.left >= 1]
                if not able:
                    self.blockade(t, stack)
                    break
                for u in able:
                    u.spent += 1
            inside = self.garrison(hex_)
            # 10.3: the garrison's guns, their hits at once.
            shots = []
            marks = [u for u in force if u.kind != "hussar"]
            for gun in [u for u in inside if u.artillery]:
                if marks:
                    target = yield from self.aim(enemy, "guns", gun, marks)
                    shots.append((gun, target))
            for gun, target in shots:
                row = GARRISON_GUNS[self.die()]
                result = row["artillery" if target.artillery else target.kind]
                self.told.append(("garrison-fired", gun.id, target.id, result))
                if target.at == "map":
                    if result == "AR":
                        self.rout(target)
                    elif result == "AE":
                        self.eliminate(target)
            force = [u for u in force if u.at == "map"]
            if not force:
                break
            # 10.4: the besieger's guns.
            fallen = False
            for gun in [u for u in force if u.artillery]:
                result = SIEGE_GUNS[self.die()][t.kind]
                self.told.append(("battered", gun.id, result))
                if result == "WB":
                    fallen = yield from self.breach(t, side, enemy)
                    if fallen:
                        break
            if fallen:
                break
            # 10.5, 10.6.
            stormed = set()
            done = None
            while not done:
                force = [u for u in force if u.at == "map"]
                if not force:
                    done = "over"
                    break
                actions = [
                    f"storm {u.id}" for u in force
                    if not u.artillery and u.kind != "hussar" and u.id not in stormed and u in able
                ]
                if self.can_pay(force) and (any(u.artillery for u in force) or stormed and "R-121" not in self.options):
                    actions.append("round")
                actions.append("blockade")
                words = yield from self.ask(side, "siege", actions)
                if words == "round":
                    done = "round"
                elif words == "blockade":
                    self.blockade(t, stack)
                    done = "over"
                else:
                    u = self.units[words.split()[1]]
                    stormed.add(u.id)
                    inside = self.garrison(hex_)
                    defenders = [d for d in inside if d.fights]
                    against = defenders[0]
                    if len({d.defence for d in defenders}) > 1:
                        words = yield from self.ask(enemy, "parry", [f"parry {d.id}" for d in defenders])
                        against = self.units[words.split()[1]]
                    die = self.die() + u.attack - against.defence
                    if self.atrocity[side] >= self.turn:
                        die -= 1
                    result = STORM[max(1, min(6, die))][t.kind]
                    self.told.append(("stormed", u.id, against.id, result, die))
                    if result == "AE":
                        self.eliminate(u)
                    elif result == "AR":
                        self.rout(u)
                    else:
                        count = (first if "18.2" in self.options else len(inside)) + 1
                        fallen = yield from self.breach(t, side, enemy)
                        if fallen:
                            yield from self.losses(stack, side, count // 2)
                            done = "over"
            if done == "over":
                break
        self.settle()
        self.alone(hex_)
        yield from self.heirs()
        self.majors()

    def blockade(self, t, stack):
        t.blockaded = True
        t.besieger = stack[0].side
        self.told.append(("blockaded", t.id))
        for u in stack:
            # A Legate who does not fight has taken no part.
            if u.at == "map" and u.fights:
                u.done.add("halted")

    def breach(self, t, side, enemy):
        """10.4.2, 10.5.2, 18.2."""
        inside = self.garrison(t.hex)
        if "18.2" in self.options and len(inside) > 1:
            words = yield from self.ask(enemy, "breach", [f"lose {u.id}" for u in inside])
            self.eliminate(self.units[words.split()[1]])
            # Elizabeth is not left alone with the besiegers.
            self.alone(t.hex)
            if any(u.fights for u in self.garrison(t.hex)):
                return False
            self.capture(t, side)
            return True
        for u in inside:
            self.eliminate(u)
        self.capture(t, side)
        return True

    def losses(self, stack, side, count):
        """10.5.2, R-94: half the defenders, rounded up, of the captor's choice."""
        for _ in range(count):
            left = [u for u in stack if u.at == "map" and u.fights]
            if not left:
                return
            if len(left) == 1:
                self.eliminate(left[0])
                continue
            words = yield from self.ask(side, "losses", [f"lose {u.id}" for u in left])
            self.eliminate(self.units[words.split()[1]])


# The events that are compared, with the fields that the model tells.
TOLD = {
    "eliminated": ("unit",), "routed": ("unit",), "marched": ("units", "from", "to", "points"),
    "intercepted": ("units", "from", "to", "points"), "field-battle": ("hex", "attackers", "defenders"),
    "fired": ("firer", "target", "result"), "assaulted": ("attacker", "defender", "result"),
    "garrison-fired": ("firer", "target", "result"), "battered": ("firer", "result"),
    "stormed": ("attacker", "against", "result"), "siege-battle": ("hex",), "blockaded": ("town",),
    "captured": ("town",), "pillaged": ("town", "florins"), "retreated": ("side",), "arrived": ("unit", "hex"),
    "went-inside": ("units",), "income": (),
}


class BlindFaith(Oracle):
    game = "blind_faith"
    length = 140
    models = [
        "who decides what at every decision, and which windows open: a model of the whole game beside the engine, fed with its actions and faces",
        "the exact list of actions of every decision, both ways: legal and not listed, listed and not legal",
        "steps and their Movement Points, lands that are closed, factions and mixes, Legates who leave them behind (8.1 to 8.6, 4.1, 14.0)",
        "interceptions: against whom, by whom, with whom, memory of the turn, Zizka, sallies, still forces while others march, ways round a lone Legate or Elizabeth (8.8)",
        "garrisons, field battles and sieges from the faces: boxes, targets, modifiers, results, losses, blockade, attrition, pillage, atrocity (9, 10)",
        "Florins: income by event, maintenance, disbanding, muster and its places, rebuilding (6, 15)",
        "arrivals, waiting and loss, Orphans, Prokop, routed returns, Danes, Poles, Elizabeth and Jiskra (5, 6.3, 12)",
        "Popes, calls, continuing, expiring, landing, change and death of Legates, their draws (7, 13)",
        "the year's end and victory (10.9, 16), the five optional rules of 18, and every ruling with a switch",
        "after every action: all units, places, purses, markers, and events with modifiers and results",
    ]
    leaves_out = [
        "musters on a bare map, which has no places: such a match ends with its first year",
        "which Case a refusal or an event cites; ledgers line by line (their totals are compared)",
        "the claim of a victory's words at the end (that play ends, and when, is compared), odds, agents, undo",
    ]

    @classmethod
    def opening(cls, lot):
        cls.setup = opening(lot)
        return {"setup": cls.setup}

    def view(self):
        return self.session.ask("view", viewer="spectator")["view"]

    def begin(self, map_answer, view):
        self.war = War(self.setup)
        self.flow = self.war.flow()
        self.lost = None
        self.advance(None)
        self.sync(self.session.turn)
        self.compare(view)

    def advance(self, answer):
        try:
            self.open = next(self.flow) if answer is None else self.flow.send(answer)
        except StopIteration:
            self.open = None
            if self.war.faces:
                self.same("dice that no rule throws", self.war.faces, [])
        except Off as off:
            self.lost = str(off)
            self.open = None

    def sync(self, turn):
        """A decision with one choice need not be asked: the model passes it by where the engine does not ask."""
        while self.open and not turn.get("over") and len(self.open.actions) == 1:
            if [self.open.side, self.open.what] == [turn["side"], turn["what"]]:
                break
            self.advance((self.open.actions[0], self.war.faces))

    def at_decision(self, view, turn, actions):
        if self.lost:
            self.same("dice", self.lost, None)
            return
        if self.open is None:
            self.same("the decision", [turn["side"], turn["what"]], "the end")
            return
        mine = [self.open.side, self.open.what]
        if not self.same("dice left", self.war.faces, []):
            return
        if not self.same("the decision", [turn["side"], turn["what"], name(turn)], mine + [self.open.of if self.open.of and name(turn) else name(turn)]):
            return
        engine, oracle = {a["words"] for a in actions}, set(self.open.actions)
        if engine != oracle:
            self.same(f"{turn['what']}: listed, and not legal", sorted(engine - oracle), [])
            self.same(f"{turn['what']}: legal, and not listed", [], sorted(oracle - engine))
        else:
            self.checks += len(engine)

    def choose(self, actions, turn):
        """Play by lot that seeks contact: where enemies stand, and what they hold."""
        words = [a for a in actions if not a["words"].startswith("hold-all")] or actions
        if len(words) < len(actions) and self.lot.random() < 0.02:
            words = actions
        by_verb = {}
        for a in words:
            by_verb.setdefault(a["words"].split()[0], []).append(a)
        verbs = list(by_verb)
        verb = self.lot.choices(verbs, [WEIGHTS.get(v, 1.5) for v in verbs])[0]
        if verb == "step" and self.lot.random() < 0.6:
            side = turn["side"]
            near = [
                a for a in by_verb["step"]
                if any(self.war.on(other(side), h) for h in [a["words"].split()[1], *around(a["words"].split()[1])])
            ]
            straight = [a for a in near if self.war.on(other(side), a["words"].split()[1])]
            return self.lot.choice(straight or near or by_verb["step"])
        return self.lot.choice(by_verb[verb])

    def after_action(self, before, turn, action, events, view, next_turn):
        faces = self.faces
        self.war.told.clear()
        if self.war.bare and view["turn"] != self.war.setup["turn"]:
            # Musters want places, of which a bare map has none.
            self.length = 0
            return
        self.advance((action["words"], faces))
        self.sync(next_turn)
        if self.lost:
            self.same("dice", self.lost, None)
            return
        self.same_events([e["event"] for e in events])
        self.compare(view)

    def same_events(self, events):
        """What happened, in order, with modifiers and results."""
        engine = []
        for e in events:
            if e["what"] in TOLD:
                row = [e["what"]] + [tuple(e[k]) if isinstance(e[k], list) else e[k] for k in TOLD[e["what"]]]
                if e["what"] in ("assaulted", "stormed", "income"):
                    row.append(e["ledger"]["total"])
                engine.append(tuple(row))
        mine = [row for row in self.war.told if row[0] in TOLD]
        for what in sorted({row[0] for row in engine + mine}):
            rows = [[r for r in rows if r[0] == what] for rows in (engine, mine)]
            if what in ("routed", "eliminated"):
                # Fire is simultaneous (9.3): who is hit first is nothing.
                rows = [sorted(r) for r in rows]
            self.same(f"events: {what}", *rows)

    def compare(self, view):
        engine, oracle = {}, {}
        for u in self.war.order:
            v = view["units"][u.id]
            engine[u.id] = [v["at"], v["hex"], v["inside"], v["turn"], v["spent"], sorted(v["done"])]
            oracle[u.id] = [u.at, u.hex, u.inside, u.turn, u.spent, sorted(u.done)]
        if self.war.over:
            # What would have followed does not any more.
            self.parts("unit", {k: v[:2] for k, v in engine.items()}, {k: v[:2] for k, v in oracle.items()})
            return
        self.parts("unit", engine, oracle)
        engine, oracle = {}, {}
        by_id = {t.id: t for t in self.war.towns.values()}
        for id_, v in view["towns"].items():
            engine[id_] = [v["pillaged"], v["blockaded"], v["control"], v["occupant"]]
            t = by_id.get(id_)
            oracle[id_] = t and [t.pillaged, t.blockaded, t.control, self.war.occupant(t.hex)]
        self.parts("place", engine, oracle)
        war = self.war
        self.parts("state", {
            "turn": view["turn"], "crusade": view["crusade"], "pope": view["pope"], "danes": view["danes"],
            "split": view["split"], "poland": view["poland"],
            "purses": [view["sides"][s]["florins"] for s in (HUSSITE, IMPERIAL)],
            "atrocity": [max(view["sides"][s]["atrocity"], war.turn - 1) for s in (HUSSITE, IMPERIAL)],
            "waived": [view["sides"][s]["waived"] for s in (HUSSITE, IMPERIAL)],
        }, {
            "turn": war.turn, "crusade": war.crusade, "pope": war.pope, "danes": war.danes,
            "split": war.split, "poland": war.poland,
            "purses": [war.purses[s] for s in (HUSSITE, IMPERIAL)],
            "atrocity": [max(war.atrocity[s], war.turn - 1) for s in (HUSSITE, IMPERIAL)],
            "waived": [s in war.waived for s in (HUSSITE, IMPERIAL)],
        })

    def parts(self, what, engine, oracle):
        for key in engine:
            self.same(f"{what} {key}", engine[key], oracle.get(key))

    def at_end(self, view, turn):
        if self.open is not None:
            self.same("the end", turn.get("words"), f"{self.open.side} decides: {self.open.what}")


WEIGHTS = {
    "hold": 2, "end-phase": 0.15, "halt": 0.4, "done": 0.5, "pass": 1, "retreat": 0.3, "blockade": 0.7, "expire": 0.4,
    "withdraw": 0.3, "ready": 0.7, "besiege": 6, "fight": 4, "storm": 2.5, "step": 2.5,
}


def name(turn):
    return turn["of"]["name"] if isinstance(turn.get("of"), dict) else None


OPTIONS = (
    "18.1", "18.2", "18.3", "18.4", "18.5",
    "R-28", "R-34", "R-42", "R-43", "R-49", "R-62", "R-64", "R-100", "R-105",
    "R-118", "R-119", "R-120", "R-121", "R-122", "R-123",
)
STARTS = ("arrivals", "upkeep", "muster", "rebuild", "crusade", "campaign", "campaign", "campaign", "campaign", "end")


def opening(lot):
    """A set-up by lot: the printed one now and then, else units close together about some place, and the rest off the map."""
    setup = {"options": [o for o in OPTIONS if lot.random() < 0.25]}
    if lot.random() < 0.12:
        return setup
    turn = lot.choice((2, 3, 5, 8, 12, 24, 25))
    setup |= {
        "start_at": lot.choice(STARTS), "deployed": False, "turn": turn, "side": lot.choice((HUSSITE, IMPERIAL)),
        "purses": {HUSSITE: lot.randrange(8), IMPERIAL: lot.randrange(25)},
        "crusade": lot.choice(("on", "off", "off", "ending")), "pope": lot.choice(("Martin", "Eugenius")),
        "danes": lot.choice(("awaited", "come", "gone")), "split": lot.choice(("whole", "whole", "due", "made")),
        "event": lot.choice(sorted(set(EVENTS.values()))),
    }
    if lot.random() < 0.1:
        setup["poland"] = True
        setup["danes"] = "gone"
    if lot.random() < 0.3:
        setup["atrocity"] = {lot.choice((HUSSITE, IMPERIAL)): turn + lot.randrange(2)}
    if lot.random() < 0.25:
        setup["bare"] = True
        setup["start_at"] = "campaign"
    centre = lot.choice(("1514", "1418", "2116", "2020", "2213", "2608", "4029", "3526", "3225", "3714", "0908", "0402", "0921", "2124"))
    near = [h for h in GROUND.terrain if distance(centre, h) <= lot.choice((2, 3, 3))]
    places = {p["hex"]: p for p in PLACES}
    places_near = [h for h in near if h in places] or [centre]
    sites = {}
    posts, towns = [], {}
    counters = {c["id"]: Unit(c) for c in COUNTERS}
    units = list(counters.values())
    lot.shuffle(units)
    wanted = lot.randrange(6, 26)
    inside = {}
    for u in units:
        if u.guard:
            if not setup.get("bare") and u.start in near and lot.random() < 0.8:
                posts.append({"id": u.id, "hex": u.start})
                sites.setdefault(u.start, IMPERIAL)
            continue
        favoured = u.id in ("Zizka", "Sigismund", "Albert", "Elizabeth", "Ferdinand", "Winchester", "Prokop")
        if u.dice and any(counters[p["id"]].dice for p in posts):
            posts.append({"id": u.id, "at": "cup"})
            continue
        if setup["danes"] != "come" and u.faction == "danish":
            if setup["danes"] == "awaited":
                posts.append({"id": u.id, "at": "denmark"})
            continue
        likely = 0.6 if favoured or u.faction == "danish" else 0.4 if u.kind == "wagon" else 0.2
        if len(posts) < wanted * 2 and lot.random() < likely:
            hex_ = lot.choice(places_near if lot.random() < 0.55 else near)
            if not setup.get("bare"):
                land = GROUND.land[hex_]
                if land == "P" and u.faction != "polish" or setup.get("poland") and land in "SP":
                    continue
            owner = sites.setdefault(hex_, u.side)
            if u.dice and setup["crusade"] == "off":
                posts.append({"id": u.id, "at": "legate"})
                continue
            if owner != u.side:
                # Outside of walls that the enemy holds.
                garrison = inside.get(hex_)
                if hex_ not in places or setup.get("bare") or not u.fights:
                    continue
                if garrison is None:
                    held = [p for p in posts if p.get("hex") == hex_]
                    if len(held) > LIMIT[places[hex_]["kind"]] or any(counters[p["id"]].kind == "legate" for p in held):
                        continue
                    if places[hex_]["kind"] == "customs" and not all(counters[p["id"]].guard for p in held):
                        continue
                    for p in held:
                        p["inside"] = True
                    inside[hex_] = u.side
                    if lot.random() < 0.4:
                        towns[hex_] = {"id": places[hex_]["id"], "blockaded": True}
            elif hex_ in inside:
                continue
            post = {"id": u.id, "hex": hex_}
            if lot.random() < 0.08 and setup["start_at"] == "campaign":
                post["done"] = lot.choice((["moved"], ["intercepted"]))
            posts.append(post)
        elif u.dice:
            posts.append({"id": u.id, "at": lot.choice(("cup", "cup", "gone"))})
        elif lot.random() < 0.5:
            word = u.start.split()[0]
            if word == "split" and setup["split"] == "made":
                continue
            if word.isdigit():
                word = "routed" if lot.random() < 0.3 else "returns" if u.side == HUSSITE else "draw" if u.faction == "german" else "pool"
                if not u.fights:
                    word = "gone"
            if word in ("track", "returns"):
                come = setup["start_at"] == "arrivals"
                word += f" {min(25, turn + (0 if come else 1) + lot.randrange(3))}"
            posts.append({"id": u.id, "at": word})
    if not setup.get("bare"):
        for hex_ in near:
            if hex_ in places and hex_ not in inside and lot.random() < 0.15:
                towns[hex_] = {"id": places[hex_]["id"], "pillaged": True}
        for hex_ in places_near:
            if hex_ in places and lot.random() < 0.2:
                towns.setdefault(hex_, {"id": places[hex_]["id"]})["control"] = lot.choice((HUSSITE, IMPERIAL))
    if setup["start_at"] == "crusade" and not any(counters[p["id"]].dice and p.get("at") not in ("cup", "gone") for p in posts):
        posts[:] = [p for p in posts if p["id"] != "Caesarini"] + [{"id": "Caesarini", "at": "legate"}]
    if setup["crusade"] != "off" and not any("hex" in p and counters[p["id"]].dice for p in posts):
        if setup["start_at"] == "crusade":
            # Who has not landed by then has tried it before the door.
            setup["start_at"] = "rebuild"
        posts[:] = [p for p in posts if p["id"] != "Branda"] + [{"id": "Branda", "at": "legate"}]
    if setup["start_at"] == "campaign":
        midway(random.Random(f"the middle of a Phase {setup} {posts}"), setup["side"], posts, counters)
    setup["units"], setup["towns"] = posts, list(towns.values())
    # What has no meaning at the door is a fault there.
    if setup["start_at"] not in ("rebuild", "campaign"):
        del setup["side"]
    if setup["start_at"] != "arrivals":
        del setup["event"]
    return setup


def midway(lot, side, posts, counters):
    """Now and then a Phase in its middle: points spent, moves ended, and who may move although he intercepted (8.8.3)."""
    if lot.random() > 0.2:
        return
    for post in posts:
        u = counters[post["id"]]
        if "hex" not in post or u.guard or u.side != side or post.get("inside") or lot.random() > 0.4:
            continue
        word = lot.choice(("moved", "halted", "intercepted"))
        post["done"] = {"moved": ["moved"], "halted": ["moved", "halted"], "intercepted": ["intercepted"]}[word]
        if word == "moved":
            post["spent"] = lot.randrange(1, u.points + 1)
        elif word == "intercepted" and side == HUSSITE and lot.random() < 0.5:
            post["done"] = ["intercepted", "excused"]


if __name__ == "__main__":
    run(BlindFaith)
