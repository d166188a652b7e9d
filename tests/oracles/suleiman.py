#!/usr/bin/env python3
"""A second opinion on the rules of Suleiman the Magnificent, from its rulebook and rulings alone (see oracle.py)."""

import sys
import tomllib
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from hexes import POINTY, most_pairs, pointy  # noqa: E402
from oracle import Oracle, run  # noqa: E402

DATA = Path(__file__).resolve().parents[2] / "crates/suleiman/data"


def data(name):
    return tomllib.loads((DATA / f"{name}.toml").read_text())


COUNTERS, LEADERS, CHARTS, DEPLOYMENT, MAP = (data(n) for n in ("counters", "leaders", "charts", "deployment", "map"))
NAMES = [f"{r:02}{c:02}" for r in range(10, 35) for c in range(37)]
FIELD = pointy(NAMES)
VERTICES = ["N", "ENE", "ESE", "S", "WSW", "WNW"]
SIDES = {n: k for k, n in enumerate(POINTY)}
SWITCHES = "9.3.1-opt 9.4-opt 15.2 A2 A17 B5 B10 C13 C15 D7 D11 E13 F1 F4 F9 F11 F15 G1 H1".split()
MEN_AT_ARMS = ("HC", "MC")
MOUNTED = ("HC", "MC", "LC", "AK")


def other(side):
    return "Ottoman" if side == "Hungary" else "Hungary"


class Ground:
    def __init__(self):
        self.terrain, self.level = dict.fromkeys(NAMES, "clear"), dict.fromkeys(NAMES, 1)
        self.stream, self.trench, self.road = set(), set(), set()  # stream from both sides; trench (inside hex, side)

    @classmethod
    def printed(cls):
        g = cls()
        words = {".": "clear", "s": "swamp", "v": "village"}
        for key, into, read in (("levels", g.level, int), ("terrain", g.terrain, words.get)):
            for row in MAP[key]["rows"]:
                row = row.strip()
                head, cells = row[:2], row[2:].replace(" ", "")
                for k, cell in enumerate(cells):
                    into[f"{head}{36 - k:02}"] = read(cell)
        for feature in MAP.get("stream", []):
            for h, s in cls.sides(feature["sides"]):
                g.put_stream(h, s)
        for feature in MAP.get("trench", []):
            g.trench |= set(cls.sides(feature["sides"]))
        for feature in MAP.get("road", []):
            g.put_road(feature["path"].split())
        return g

    @staticmethod
    def sides(text):
        for group in text.split(","):
            words = group.split()
            for side in words[1:]:
                yield words[0], SIDES[side]

    def put_stream(self, h, s):
        self.stream.add((h, s))
        b = FIELD.near[h][s]
        if b:
            self.stream.add((b, (s + 3) % 6))

    def put_road(self, path):
        self.road |= {frozenset(p) for p in zip(path, path[1:])}


def all_counters():
    for counter in COUNTERS["counter"]:
        stem, _, numbers = counter["id"].rpartition("-")
        first, _, last = numbers.partition("..")
        for k in range(int(first), int(last or first) + 1):
            yield f"{stem}-{k}", counter


class Unit:
    def __init__(self, counter, name):
        self.name, self.side, self.arm = name, counter["side"], counter["arm"]
        self.command, self.missile = counter["command"], counter.get("missile", "-")
        self.emplaced = counter.get("emplaced", False)
        self.card = counter
        self.hex = self.facing = None
        self.state, self.at, self.encamped = "normal", "absent", False
        self.fresh()

    def fresh(self):
        """What an activation remembers."""
        self.spent, self.moved, self.turned, self.fired, self.over = 0, False, False, False, False
        self.ooc, self.began, self.left, self.stopped, self.turn_from = False, False, set(), False, None
        self.answered, self.musket_spent, self.wheeled, self.fought, self.entered = set(), False, False, False, False
        self.held_ma = None
        self.first_adjacent, self.turned_in_zoc = False, False
        self.free_turn, self.attacks, self.riders = False, 0, None
        self.idle_since = self.came_into = False
        self.charge_turned = self.tested = self.blunted = self.has_struck = self.was_struck = False

    @property
    def gun(self):
        return self.arm == "Art"

    @property
    def mounted(self):
        return self.arm in MOUNTED

    @property
    def bow(self):
        return self.missile == "A"

    @property
    def musket(self):
        return self.missile == "M"

    @property
    def sdr(self):
        return self.card.get("sdr", 0) if self.state == "normal" else self.card.get("back_sdr", 0)

    @property
    def ma(self):
        if self.state == "retired":
            return 1
        return self.card["ma"] if self.state == "normal" else self.card["back_ma"]

    @property
    def kind(self):
        return 2 if self.gun else 1 if self.mounted else 0


class Leader:
    def __init__(self, card):
        self.name, self.side, self.command = card["id"], card["side"], card["command"]
        self.card = card
        self.monarch, self.deputy = card.get("monarch", False), card.get("deputy", False)
        self.hex, self.at, self.replacement, self.stand_in = None, "absent", False, False
        self.spent, self.over = 0, False

    def rating(self, what):
        if self.stand_in:
            return next(c for c in LEADERS["leader"] if c["id"] == "GSzapolyai")[what]
        return LEADERS["replacement"][what] if self.replacement else self.card[what]


class Position:
    def __init__(self, ground, options):
        self.ground, self.options = ground, set(options)
        self.units = {n: Unit(c, n) for n, c in all_counters()}
        self.leaders = {c["id"]: Leader(c) for c in LEADERS["leader"]}
        self.banner = None
        self.active, self.command = None, None

    def __contains__(self, switch):
        return switch in self.options

    def at(self, h):
        for u in self.units.values():
            if u.at == "map" and u.hex == h:
                return u
        return None

    def on_map(self, side=None):
        return [u for u in self.units.values() if u.at == "map" and (side is None or u.side == side)]

    def leaders_at(self, h, side=None):
        return [x for x in self.leaders.values() if x.at == "map" and x.hex == h and side in (None, x.side)]

    # --- 3: facing and ZOC

    @staticmethod
    def pair(u):
        """The two sides in front of a unit."""
        return [(u.facing - 1) % 6, u.facing]

    def front(self, u):
        return [b for b in (FIELD.near[u.hex][k] for k in self.pair(u)) if b]

    @staticmethod
    def aspect(u, side):
        """`front`, `flank` or `rear` of a unit, by one of its sides."""
        k = (side - u.facing) % 6
        return "front" if k in (0, 5) else "flank" if k in (1, 4) else "rear"

    def closed_side(self, h, s):
        """A stream, or a trench from either side."""
        b = FIELD.near[h][s]
        return (h, s) in self.ground.stream or self.trench(h, s)

    def trench(self, h, s):
        b = FIELD.near[h][s]
        return (h, s) in self.ground.trench or (b and (b, (s + 3) % 6) in self.ground.trench)

    def zoc(self, u):
        """The hexes that a unit's ZOC covers (3.2.1, 3.2.3)."""
        if u.at != "map" or u.state != "normal" or u.arm in ("LvI", "Art"):
            return []
        out = []
        for k in self.pair(u):
            b = FIELD.near[u.hex][k]
            if b and (u.missile in ("A", "M") or not self.closed_side(u.hex, k)):
                out.append(b)
        return out

    def zoc_owners(self, h, side):
        out = []
        for b in FIELD.neighbours(h):
            v = self.at(b)
            if v and v.side != side and h in self.zoc(v):
                out.append(v)
        return out

    def enemy_near(self, h, side):
        return any((v := self.at(b)) and v.side != side for b in FIELD.neighbours(h))

    # --- 6: the ground

    def cost(self, a, b, kind):
        t = CHARTS["terrain"]
        road = frozenset((a, b)) in self.ground.road
        s = FIELD.near[a].index(b)

        def points(row):
            value = row["mp"][kind]
            return None if value == "NA" else int(value)

        parts = [int(t["road"]["mp"]) if road else points(t[self.ground.terrain[b]])]
        # A road takes the place of the ground and of what lies on the hexside; a slope stays.
        if (a, s) in self.ground.stream and not road:
            parts.append(points(t["stream"]))
        if self.trench(a, s) and not road:
            parts.append(points(t["trench"]))
        rise = self.ground.level[b] - self.ground.level[a]
        if rise > 0:
            parts.append(int(t["slope"]["mp"][kind]) * rise)
        elif rise < 0:
            parts.append(int(t["slope"]["down"][kind]) * -rise)
        return None if None in parts else sum(parts)

    # --- 7: sight

    def sees(self, a, b, gun=False):
        """Line of sight (7.2.1): along a hexside it is blocked only by both hexes (B5), or read the other way by either."""
        if FIELD.distance(a, b) <= 1:
            return True
        top = max(self.ground.level[a], self.ground.level[b])

        def blocks(h):
            return (
                self.ground.terrain[h] == "village"
                or self.ground.level[h] > top
                or (gun and self.at(h) is not None)
            )

        inner, pairs = [], []
        crossed = FIELD.crossed(a, b)
        for h in crossed:
            span = FIELD._span(a, b, h)
            mates = [x for x in crossed if x != h and FIELD._span(a, b, x) == span]
            if mates:
                pairs.append((h, mates[0]))
            else:
                inner.append(h)
        if any(blocks(h) for h in inner):
            return False
        for h, m in pairs:
            both = blocks(h) and blocks(m)
            either = blocks(h) or blocks(m)
            if either if "B5" in self else both:
                return False
        # A line along the edge of the map has only one hex beside it.
        return True

    def range_row(self, u):
        if u.gun:
            return CHARTS["ranges"]["hungarian-gun" if u.side == "Hungary" else "ottoman-gun"]
        return CHARTS["ranges"]["bow" if u.bow else "musket"]

    def may_shoot(self, u, v, mode):
        """Whether a unit may fire at another, its record in the activation aside (7.2, 7.3)."""
        if u.at != "map" or v.at != "map" or u.side == v.side or u.missile == "-" or u.state == "retired":
            return False
        distance = FIELD.distance(u.hex, v.hex)
        if not 1 <= distance <= len(self.range_row(u)):
            return False
        aspects = {self.aspect(u, s) for s in FIELD.enters_by(v.hex, u.hex)}
        good = {"front"} if (not u.bow or mode == "reaction") else {"front", "flank"}
        if not (aspects <= good if "B5" in self else aspects & good):
            return False
        return self.sees(u.hex, v.hex, u.gun)

    def struck_in(self, u, v):
        """The aspect of `v` that a shot by `u` strikes: nearer to its front where a vertex leaves it open (B5)."""
        order = ["front", "flank", "rear"]
        aspects = sorted({self.aspect(v, s) for s in FIELD.enters_by(u.hex, v.hex)}, key=order.index)
        if "B5" in self and aspects == ["flank", "rear"]:
            return "rear"  # read against the shooter, as the front is where front and flank are in doubt
        return aspects[0]

    def fire_total(self, u, v):
        d = {k: int(x) for k, x in CHARTS["fire_drms"].items() if k not in ("source", "parts")}
        total = int(self.range_row(u)[FIELD.distance(u.hex, v.hex) - 1])
        struck = self.struck_in(u, v)
        if v.mounted and (struck == "flank" or (struck == "rear" and "D7" in self)):
            total += d["flank_of_mounted"]
        if u.state == "disordered":
            total += d["firer_disordered"]
        if u.bow and v.arm == "HC" and struck == "front":
            total += d["bow_at_heavy_cavalry"]
        if self.ground.terrain[v.hex] == "village":
            total += d["village"]
        if any((v.hex, s) in self.ground.trench for s in FIELD.enters_by(u.hex, v.hex)):
            total += d["trench"]
        return total

    # --- 12: command

    def in_range(self, leader):
        """The hexes that a leader's Command Range reaches (12.1)."""
        side = leader.side
        foes = self.on_map(other(side))
        held = {v.hex for v in foes}
        mine = {v.hex for v in self.on_map(side)}
        zoc = {h for v in foes for h in self.zoc(v)} - mine
        out, edge = {leader.hex}, {leader.hex}
        for _ in range(leader.rating("range")):
            edge = {b for a in edge if a == leader.hex or a not in zoc for b in FIELD.neighbours(a)} - out - held - zoc
            out |= edge
        return out


def table_row(rows, total):
    for row in rows:
        cells = [c.strip() for c in row.split("|")]
        label = cells[0]
        if label.startswith("<=") and total <= int(label[2:]):
            return cells[1:]
        if label.startswith(">=") and total >= int(label[2:]):
            return cells[1:]
        if not label.startswith(("<", ">")) and total == int(label):
            return cells[1:]
    raise ValueError(total)


class Suleiman(Oracle):
    game = "suleiman"
    length = 250
    models = [
        "command: range and chain, the two leaders of the Center, who is out of command and what he may not do",
        "movement: each step with its price, ZOC, leaving and hit-and-run, friendly guns passed, Retired units, 14.3(1); turns",
        "fire: targets, arcs, sight, range; modifiers, table; who may react, return or counter-charge, with the activation's memory",
        "declarations of Shock and Charge, the duty before `declared`, a Charge's ways, turns and end, Reluctance",
        "before shock: who may retreat where, or Counter-Charge whom; the windows that open and those that do not",
        "blows: who attacks whom, Strength Advantage, every modifier, both tables; what the results owe, and that it comes",
        "retreats and trampling, and who of several goes next; advances, so that every hex is filled; earlier attacks; counter-charges inside combats",
        "Continuity and Seizure: who may be named, each die; rallies at the end of an activation",
        "flight: whose nerve is tested after which activation, points and levels; contingents' dice",
        "all switches and optional Cases are drawn at random",
    ]
    leaves_out = [
        "who may enter from off the map, and where; commands with units off the map in the lists of choice; Standards and their rally",
        "fire at guns, which hangs on what the firer knows of leaders (D11); what is hidden from whom (3.5)",
        "leaders' rides, where a leader rejoins",
        "which way a Counter-Charger goes, and who presses on or follows; the facing asked for after a result",
        "the set-up's places; odds, stories, refusals' words",
    ]

    def view(self):
        """Both sides' views as one: each side sees its own leaders."""
        views = self.session.ask("view", viewer="referee")["view"]
        one = views["Hungary"]
        for name, leader in views["Ottoman"]["leaders"].items():
            if leader["side"] == "Ottoman":
                one["leaders"][name] = leader
        return one

    IDLE = {"hold", "halt", "pass", "let-roll", "declared", "end-moves", "take-leader", "standard", "summon"}

    def choose(self, actions, turn):
        """Dense play: shots, attacks and steps toward the enemy before all else."""
        lot, what = self.lot, turn["what"]

        def of(*verbs):
            return [a for a in actions if a["words"].split()[0] in verbs]

        actions = [a for a in actions if not a["words"].startswith(("hold-all", "reopen"))] if lot.random() < 0.98 else actions
        if what == "run":
            if (shots := of("fire")) and lot.random() < 0.6:
                return lot.choice(shots)
            steps = of("step", "enter")
            near = [a for a in steps if self.p.enemy_near(a["words"].split()[1], turn["side"])]
            if near and lot.random() < 0.6:
                return lot.choice(near)
            if steps and lot.random() < 0.6:
                return lot.choice(steps)
            if (faces := of("face")) and lot.random() < 0.35:
                return lot.choice(faces)
            return lot.choice(of("halt") or actions)
        if what == "segment" and (units := of("take")) and lot.random() < 0.93:
            return lot.choice(units)
        busy = [a for a in actions if a["words"].split()[0] not in self.IDLE]
        return lot.choice(busy) if busy and lot.random() < (0.75 if what == "reaction-fire" else 0.9) else lot.choice(actions)

    @classmethod
    def opening(cls, lot):
        options = [s for s in SWITCHES if lot.random() < 0.25] if lot.random() < 0.6 else []
        if lot.random() < 0.05:
            return {"options": options}
        return {"setup": random_setup(lot, options)}

    def begin(self, map_answer, view):
        setup = self.session.ask("setup")["setup"]
        patch = setup.get("map", {})
        ground = Ground() if patch.get("blank") else Ground.printed()
        for entry in patch.get("hexes", []):
            ground.terrain[entry["hex"]] = entry.get("terrain", ground.terrain[entry["hex"]])
            ground.level[entry["hex"]] = entry.get("level", ground.level[entry["hex"]])
        for entry in patch.get("hexsides", []):
            h, s = entry["hex"], SIDES[entry["side"]]
            if entry["kind"] == "stream":
                ground.put_stream(h, s)
            else:
                ground.trench.add((h, s) if entry.get("inside", h) == h else (FIELD.near[h][s], (s + 3) % 6))
        for path in patch.get("roads", []):
            ground.put_road(path)
        self.p = Position(ground, setup.get("options", []))
        self.hand = self.rider = None
        self.held = set()
        self.ottomans_up = setup.get("ottomans_up", setup.get("start_at", "set-up") != "set-up")
        self.shot = None
        self.asked = {}
        self.window = []
        self.combat = None
        self.segment = None
        self.read(view)
        self.late_ooc, self.checked, self.came, self.raised = set(), [], set(), {}
        self.blow, self.shooters, self.declared, self.struck_by, self.next_back = None, [], {}, {}, None
        self.fallen = {"Hungary": 0, "Ottoman": 0}
        for side in self.fallen:
            self.fallen[side] = sum(
                (3 if p.monarch else 2) for p in self.p.leaders.values()
                if p.side == side and view["leaders"].get(p.name, {}).get("at") == "lost"
            )
        self.szapolyai = False
        self.outer = []
        self.owed, self.running, self.rallied, self.shot_from = [], None, [], {}
        act = view.get("activation")
        if act:
            self.running = (act["side"], act["how"])
        self.last = dict(setup.get("last", {}))
        if act:
            self.last[act["side"]] = act["command"]
        self.same_again = setup.get("same_again", setup.get("start_at", "set-up") == "set-up")
        self.fresh_activation = False
        self.how = (view.get("activation") or {}).get("how")
        posts = {q["id"]: q for q in setup.get("units", [])}
        for u in self.p.units.values():
            rumelian = u.command == "Rumelia" and u.arm == "MC"
            u.encamped = posts[u.name].get("encamped", False) if u.name in posts else rumelian and not posts
        self.start_activation(view)

    def read(self, view):
        p = self.p
        for name, seen in view["units"].items():
            u = p.units[name]
            u.at, u.hex, u.state = seen["at"], seen.get("hex"), seen["state"]
            u.facing = VERTICES.index(seen["facing"]) if seen.get("facing") else None
        for name, seen in view["leaders"].items():
            x = p.leaders[name]
            x.at, x.hex, x.replacement = seen["at"], seen.get("hex"), seen["replacement"]
        p.banner = view.get("banner")

    def start_activation(self, view):
        """The record of an activation begins (12.1): who is in command, who begins where."""
        p = self.p
        act = view.get("activation")
        for u in p.units.values():
            u.fresh()
            u.ooc = "C15" in p and u.at != "map"
        for x in p.leaders.values():
            x.spent, x.over, x.rode = 0, False, False
        self.held = set()
        self.hand = self.rider = None
        self.declared, self.blow, self.shooters = {}, None, []
        if not act:
            p.active = p.command = None
            return
        p.active, p.command = act["side"], act["command"]
        self.leader = p.leaders[act["leader"]]
        self.segment = act["segment"]
        mine = [u for u in p.on_map(p.active) if u.command == p.command]
        inside = set()
        chief, deputy = self.leader, None
        if p.command == "Center" and p.leaders["Suleiman"].at in ("map", "reserve"):
            chief, deputy = p.leaders["Suleiman"], p.leaders["Achmed"]
        for x, lent in ((chief, False), (deputy, True)):
            if x is not None and x.at == "map":
                reach = p.in_range(x)
                inside |= {u.name for u in mine if u.hex in reach and (not lent or u.arm == "LvI")}
        grown = True
        while grown:
            grown = False
            for u in mine:
                if u.name not in inside and any(
                    (v := p.at(b)) and v.name in inside for b in FIELD.neighbours(u.hex)
                ):
                    inside.add(u.name)
                    grown = True
        for u in mine:
            u.ooc = u.name not in inside
            u.began = bool(p.zoc_owners(u.hex, u.side))
            u.first_adjacent = p.enemy_near(u.hex, u.side)
            u.turn_from = u.facing
            u.start_hex = u.hex
            u.held_ma = u.ma
            u.idle_since = u.state == "disordered"
        for u in self.mine():
            seen = view["units"][u.name]["out_of_command"]
            self.same(f"{u.name} is out of command (12.1)", seen, u.ooc)

    # --- the lists

    def at_decision(self, view, turn, actions):
        self.asked = turn
        self.resume(turn)
        self.compare(view)
        ask = getattr(self, "list_" + turn["what"].replace("-", "_"), None)
        expected = ask() if ask else None
        if expected is None:
            return
        listed = {a["words"] for a in actions}
        listed = {w for w in listed if not w.startswith(("reopen", "hold-all")) and not self.beyond(w)}
        expected = {w for w in expected if not self.beyond(w)}
        for words in sorted(listed - expected):
            self.same(f"{turn['what']}: listed, and not legal: {words}", "listed", "illegal")
        for words in sorted(expected - listed):
            self.same(f"{turn['what']}: legal, and not listed: {words}", "unlisted", "legal")
        self.checks += len(listed | expected)

    def beyond(self, words):
        """What is not modelled: who enters from off the map."""
        w = words.split()
        if w[0] in ("enter", "standard", "summon"):
            return True
        if w[0] in ("activate", "name", "seize") and self.murky(w[1]):
            return True
        # Whether guns may be fired at hangs on what is known of leaders (D11).
        if w[0] == "fire" and self.p.units[w[1]].gun:
            return True
        if w[0] == "take" and (u := self.p.units[w[1]]).over and any(v.gun for v in self.targets(u)):
            return True
        if w[0] == "take" and self.p.units[w[1]].at != "map":
            return True
        if w[0] == "take-leader" and self.p.leaders[w[1]].at != "map":
            return True
        return False

    def compare(self, view):
        p = self.p
        for name, seen in view["units"].items():
            u = p.units[name]
            theirs = (seen["at"], seen.get("hex"), seen["state"] if seen["at"] == "map" else None)
            mine = (u.at, u.hex if u.at == "map" else None, u.state if u.at == "map" else None)
            self.same(f"{name} stands", theirs, mine)
            if u.at == "map" and self.asked["what"] != "face":
                self.same(f"{name} faces", seen["facing"], VERTICES[u.facing] if u.facing is not None else None)
        for name, seen in view["leaders"].items():
            x = p.leaders[name]
            self.same(f"{name} stands", (seen["at"], seen.get("hex")), (x.at, x.hex if x.at == "map" else None))
        self.same("the Banner", view.get("banner"), p.banner)
        if self.found:
            self.read(view)

    def mine(self):
        p = self.p
        for u in p.units.values():
            if u.side == p.active and u.command == p.command and u.at == "map":
                if self.levy_only() and u.arm != "LvI":
                    continue
                yield u

    def levy_only(self):
        """Under Achmed while the Sultan is in play (A13)."""
        return self.leader.deputy and self.p.leaders["Suleiman"].at in ("map", "reserve")

    def list_segment(self):
        p = self.p
        out = {"end-moves"}
        for u in self.mine():
            if u.over and not (u.missile != "-" and not u.fired and self.targets(u)):
                continue
            out.add(f"take {u.name}")
        for x in p.leaders.values():
            if x.at == "map" and x.side == p.active and x.command == p.command and not x.over:
                if self.levy_only() and x is not self.leader:
                    continue
                out.add(f"take-leader {x.name}")
        return out

    def left(self, u):
        # What it has is fixed for the run (C17), and no longer.
        return (u.ma if u.over else u.held_ma) - u.spent

    def may_step(self, u, b, a=None, spent=None, gone=None):
        p = self.p
        a = a or u.hex
        spent = u.spent if spent is None else spent
        left_of = u.left if gone is None else gone
        if u.emplaced or u.encamped or u.over or (u.gun and u.fired):
            return False
        if u.fired and not u.mounted:
            return False
        if u.moved is False and u.gun and u.fired:
            return False
        there = next((v for v in p.on_map() if v.hex == b and v is not u), None)
        if there and not (there.side == u.side and there.gun):
            return False
        if u.state == "retired":
            # One hex in an activation, nearer to the Banner, whatever it costs (10.3).
            if spent or not p.banner or FIELD.distance(b, p.banner) >= FIELD.distance(a, p.banner):
                return False
            cost = p.cost(a, b, u.kind)
            if cost is None:
                return False
            cost = 1
        else:
            cost = p.cost(a, b, u.kind)
            if cost is None:
                return False
        owners = p.zoc_owners(a, u.side)
        zoc = p.zoc_owners(b, u.side)
        extra = 0
        moved = u.moved or a != u.hex
        if owners:
            if u.ooc:
                return False
            if a != u.hex or u.came_into:
                # It has come into this ZOC in this run: only mounted archers go on, to a hex free of ZOC (C6).
                if not (u.mounted and u.missile != "-") or zoc:
                    return False
                extra = 1
            else:
                extra = 1 if any(v.mounted for v in owners) else 0
        if any(v.name in left_of or v in owners for v in zoc):
            return False
        if u.ooc:
            if u.first_adjacent and not moved:
                return False
            if p.enemy_near(b, u.side):
                return False
        if u.state != "retired" and cost + extra > u.held_ma - spent:
            return False
        if u.state == "retired":
            extra = 0
        if not self.may_near(u.side, a, b):
            return False
        if there:
            # Past a friendly gun, where it may not stop (C7): it must be able to go on.
            if u.state == "retired":
                return False
            if zoc and not (u.mounted and u.missile != "-"):
                return False
            keep = u.moved
            u.moved = True
            on = any(
                self.may_step(u, c, b, spent + cost + extra, left_of | {v.name for v in owners})
                for c in FIELD.neighbours(b) if c != a or True
            )
            u.moved = keep
            if not on:
                return False
        return True

    def may_near(self, side, a, b):
        """14.3(1): no Hungarian moves within two hexes of an enemy that he does not see."""
        p = self.p
        if side != "Hungary" or ("B10" in p and self.ottomans_up):
            return True
        return all(p.sees(a, v.hex) for v in p.on_map("Ottoman") if FIELD.distance(b, v.hex) <= 2)

    def targets(self, u):
        """Whom a unit may fire at in its own activation (7.3)."""
        p = self.p
        if u.fired or u.missile == "-" or u.state == "retired" or (u.gun and u.moved):
            return []
        if u.mounted and p.zoc_owners(u.hex, u.side) and self.left(u) < 1:
            return []
        if any(v.hex == u.hex and v is not u for v in p.on_map()):
            return []
        return [v for v in p.on_map(other(u.side)) if p.may_shoot(u, v, "phasing")]

    def worth(self, v):
        """Artillery is fired at only for a leader's sake (D11): what the firer knows of hidden leaders is not modelled."""
        return not v.gun

    def list_run(self):
        p, u = self.p, self.hand
        if u.at != "map":
            return None
        out = set()
        there = [v for v in p.on_map() if v.hex == u.hex and v is not u]
        if not there:
            out.add("halt")
            out |= {f"fire {v.name}" for v in self.targets(u)}
        for b in FIELD.neighbours(u.hex):
            if self.may_step(u, b):
                out.add(f"step {b}")
        out |= {f"face {VERTICES[k]}" for k in self.turns(u)}
        return out

    def turns(self, u):
        p = self.p
        if p.zoc_owners(u.hex, u.side):
            if u.free_turn:
                return [k for k in range(6) if k != u.facing]
            if u.turned_in_zoc:
                return []
            return [k for k in ((u.turn_from + 1) % 6, (u.turn_from - 1) % 6) if k != u.facing]
        return [k for k in range(6) if k != u.facing]

    def list_reaction_fire(self):
        if self.p.units[self.asked["of"]["name"]].gun:
            return None
        return {f"react {n}" for n in self.window} | {"hold"}

    # --- 8, 9: declarations

    ROWS = {row.split("|")[0].strip(): [int(c) for c in row.split("|")[1:]] for row in CHARTS["matrix"]["rows"]}
    COLUMNS = ["HC", "MC", "LC", "AK", "RI", "LvI", "bow"]

    def foes_in_front(self, u):
        p = self.p
        return [v for b in p.front(u) if (v := p.at(b)) and v.side != u.side]

    def may_attack(self, u):
        # Archer Infantry has a column of the matrix and no row (D10, E15).
        return u.arm in self.ROWS and not (u.bow and not u.mounted) and u.state != "retired" and u.at == "map"

    def list_declare(self):
        p = self.p
        out = set()
        pairs = self.declared
        charged = {t for (a, t), c in pairs.items() if c}
        struck = {t for (a, t), c in pairs.items() if not c}
        for u in self.mine():
            if not self.may_attack(u):
                continue
            charging = any(a == u.name and c for (a, t), c in pairs.items())
            shocking = any(a == u.name and not c for (a, t), c in pairs.items())
            if not charging:
                for v in self.foes_in_front(u):
                    if (u.name, v.name) not in pairs and v.name not in charged:
                        out.add(f"shock {u.name} {v.name}")
            if not charging and not shocking:
                for v in p.on_map(other(u.side)):
                    if v.name not in struck and self.may_charge(u, v):
                        if "F4" in p and v.name in charged:
                            continue
                        out.add(f"charge {u.name} {v.name}")
        if self.duty_done():
            out.add("declared")
        return out

    def duty_done(self):
        pairs = self.declared
        attacked = {t for (a, t) in pairs}
        for u in self.mine():
            if any(a == u.name and not c for (a, t), c in pairs.items()):
                if any(v.name not in attacked for v in self.foes_in_front(u)):
                    return False
        return True

    def may_charge(self, u, v):
        p = self.p
        if u.arm not in MEN_AT_ARMS or u.state != "normal" or u.ooc or u.encamped:
            return False
        if p.zoc_owners(u.hex, u.side) and "F1" not in p:
            return False
        if FIELD.distance(u.hex, v.hex) not in (2, 3) or p.ground.terrain[v.hex] == "village":
            return False
        return self.can_close(u, v, u.hex, u.facing, False)

    def charge_steps(self, u, v, h, facing):
        p = self.p
        for k in ((facing - 1) % 6, facing):
            b = FIELD.near[h][k]
            if not b or FIELD.distance(b, v.hex) >= FIELD.distance(h, v.hex) or b == v.hex:
                continue
            there = next((w for w in p.on_map() if w.hex == b and w is not u), None)
            if there and not (there.gun and there.side == u.side and FIELD.distance(b, v.hex) > 1):
                continue
            if p.closed_side(h, k) or p.cost(h, b, u.kind) is None:
                continue
            if not self.may_near(u.side, h, b):
                continue
            yield b

    def can_close(self, u, v, h, facing, turned):
        p = self.p
        if FIELD.distance(h, v.hex) == 1:
            k = FIELD.near[h].index(v.hex)
            if p.closed_side(h, k):
                return False
            if k in ((facing - 1) % 6, facing):
                return True
        elif any(self.can_close(u, v, b, facing, turned) for b in self.charge_steps(u, v, h, facing)):
            return True
        if not turned:
            return any(self.can_close(u, v, h, (facing + d) % 6, True) for d in (1, -1))
        return False

    def list_charge(self):
        p = self.p
        u = p.units[self.asked["of"]["name"]]
        v = next((p.units[t] for (a, t), c in self.declared.items() if a == u.name and c), None)
        if v is None or v.at != "map":
            return None
        out = set()
        for b in self.charge_steps(u, v, u.hex, u.facing):
            if self.can_close(u, v, b, u.facing, u.charge_turned):
                out.add(f"step {b}")
        if not u.charge_turned:
            for d in (1, -1):
                if self.can_close(u, v, u.hex, (u.facing + d) % 6, True):
                    out.add(f"face {VERTICES[(u.facing + d) % 6]}")
        if FIELD.distance(u.hex, v.hex) == 1 and v in self.foes_in_front(u):
            out.add("halt")
        return out

    def on_declared(self, e):
        self.declared[e["attacker"], e["target"]] = e["charge"]
        u, v = self.p.units[e["attacker"]], self.p.units[e["target"]]
        u.fought = True

    def on_reluctance(self, e):
        u, v = self.p.units[e["unit"]], self.p.units[e["before"]]
        self.same(f"{u.name} is reluctant before regular foot", v.arm, "RI")
        self.same(f"{u.name} is tested once", u.tested, False)
        bonus = e["test"]["ledger"]["total"] - e["test"]["ledger"]["base"]
        self.same(f"{u.name}'s Reluctance", bonus, 1 if u.arm == "MC" else 0)
        u.tested = True
        u.blunted = e["test"]["ledger"]["total"] > 4
        self.same(f"{u.name} charges home", e["test"]["passed"], not u.blunted)

    # --- 8.3: the blows

    def on_combat_begins(self, e):
        p = self.p
        outer = self.combat
        self.combat = {
            "attackers": list(e["attackers"]), "defenders": list(e["defenders"]), "gone": [], "rolled": [], "failed": [],
            "tried": False, "counter": False, "vacated": {}, "advanced": [], "shaken": [], "driven": [],
            "hit": set(), "asked": False, "arrived": [],
        }
        active = {p.units[a].side for a in e["attackers"]} == {p.active}
        self.combat["counter"] = not active
        self.combat["lost"], self.combat["negated"] = set(), set()
        # A Continued Attack of the Counter-Charger follows his combat: that which set it off still waits.
        follows = outer and outer["counter"] and not active
        self.combat["before"] = outer["before"] | outer["hit"] if follows else set()
        if outer and not active and not follows:
            self.outer.append(outer)
        self.combat["kind"] = {"8.3": "declared", "10.5": "continued"}.get(e["cite"], "counter")
        for a in e["attackers"]:
            p.units[a].attacks += 1
        self.strength = None

    def resume(self, turn):
        """After a counter-charge the combat that set it off goes on (F15)."""
        if self.combat and self.combat["counter"] and self.outer:
            mine = turn["side"] == self.p.active
            if turn["what"] == "before-shock" and not mine or mine and turn["what"] in ("strike", "advance", "resolve", "follow", "press-on", "charge", "continue-next"):
                self.go_back()

    def go_back(self):
        done, self.combat = self.combat, self.outer.pop()
        if "F15" not in self.p:
            self.combat["lost"] |= {(t, a) for a, t in done["hit"] | done["before"]}
        self.strength = None

    def shock_total(self, party, v, e):
        """The modifiers of a blow (8.3.1), Strength Advantage and earlier attacks as told."""
        p = self.p
        lines = {l["label"]: l["value"] for l in e["ledger"]["lines"]}
        told = lines.get("Strength Advantage", 0) + lines.get("earlier attacks", 0)
        t = CHARTS["terrain"]
        aspects = {p.aspect(v, FIELD.near[v.hex].index(u.hex)) for u in party}
        angle = 4 if len(aspects) > 1 else {"front": 0, "flank": 2, "rear": 3}[aspects.pop()]
        total = told + angle + v.sdr
        if p.ground.terrain[v.hex] == "village":
            total += int(t["village"]["shock"])
        sides = [FIELD.near[v.hex].index(u.hex) for u in party]
        # A stream or trench counts where every attacker comes across it.
        if all((v.hex, s) in p.ground.stream for s in sides):
            total += int(t["stream"]["shock"])
        if all((v.hex, s) in p.ground.trench for s in sides):
            total += int(t["trench"]["shock"])
        if all(p.ground.level[u.hex] < p.ground.level[v.hex] for u in party):
            total += int(t["slope"]["shock"])
        column = "bow" if v.bow and v.arm in ("RI", "LvI") else v.arm
        total += max(self.ROWS[u.arm][self.COLUMNS.index(column)] for u in party)
        if e["charge"]:
            total += 2 if lines.get("Charge") else 0
        total += lines.get("Hungarian Heavy Cavalry Charging with its leader", 0)
        if any(u.state == "disordered" for u in party):
            total -= 2
        if v.state == "retired":
            total += 2
        return total

    def on_struck(self, e):
        p = self.p
        party, v = [p.units[n] for n in e["attackers"]], p.units[e["defender"]]
        total = self.shock_total(party, v, e)
        self.same(f"{e['attackers']} on {v.name}: modifiers", e["ledger"]["total"] - e["ledger"]["base"], total)
        now = self.pairs
        self.same(f"who attacks {v.name}", sorted(e["attackers"]), sorted(a for a, t in now if t == v.name))
        if self.strength is None:
            fit = {(a, t) for a, t in now if not p.units[t].gun}
            self.strength = {}
            for d in {t for _, t in fit}:
                by = {a for a, t in fit if t == d}
                self.strength[d] = len(by) - len({t for a, t in fit if a in by})
        told = next((l["value"] for l in e["ledger"]["lines"] if l["label"] == "Strength Advantage"), None)
        self.same(f"Strength Advantage against {v.name}", told, self.strength.get(v.name))
        rows = CHARTS["charge" if e["charge"] else "shock"]["rows"]
        text = table_row(rows, e["ledger"]["total"])[0 if v.state == "normal" else 1]
        self.same(f"{e['attackers']} on {v.name}: result", e["result"].replace(" ", ""), text.replace(" ", ""))
        for u in party:
            self.same(f"{u.name} has {v.name} before it", v.hex in p.front(u), True)
            self.same(f"{u.name} may attack", self.may_attack(u), True)
        lines = {l["label"]: l["value"] for l in e["ledger"]["lines"]}
        if lines.get("Charge"):
            good = any(
                u.arm in MEN_AT_ARMS + ("LC",) and (u.state == "normal" or u.has_struck) and not u.blunted for u in party
            )
            self.same(f"{e['attackers']} charge {v.name}", good, True)
        if len(party) == 1 and self.combat["kind"] == "declared":
            u = party[0]
            s = FIELD.near[u.hex].index(v.hex)
            want = (
                any(a == u.name and c for (a, t), c in self.declared.items())
                and not u.blunted and (u.state == "normal" or u.has_struck)
                and (u.name, v.name) not in self.combat["negated"]
                and not p.closed_side(u.hex, s) and p.ground.terrain[v.hex] != "village"
            )
            self.same(f"{u.name} has the bonus of a Charge against {v.name}", bool(lines.get("Charge")), want)
        leader = any(
            u.side == "Hungary" and u.arm == "HC" and (u.state == "normal" or u.has_struck) and not u.blunted
            and any(x.command == u.command for x in p.leaders_at(u.hex, "Hungary"))
            for u in party
        )
        if lines.get("Hungarian Heavy Cavalry Charging with its leader"):
            self.same(f"{e['attackers']} have a leader with Charging horse", leader and e["charge"], True)
        mine, _, theirs = text.partition("/")
        self.owe(v, theirs.replace("CA", ""))
        for u in party:
            self.owe(u, mine.replace("AD", "D").replace("AR", "Rt"))
        for u in party:
            # One who comes on Disordered fights a plain Shock, with its other dice too (F6, E7).
            u.blunted = u.blunted or (u.state == "disordered" and not u.has_struck)
            u.has_struck = True
        v.was_struck = True
        self.combat["rolled"].append(v.name)
        self.combat["hit"] |= {(a, v.name) for a in e["attackers"]}
        if len(party) == 1:
            before = 1 - party[0].attacks if self.combat["kind"] == "continued" else 0
            self.same(f"{party[0].name}'s earlier attacks", lines.get("earlier attacks", 0), before)
        self.blow = {"attackers": e["attackers"], "defender": v.name, "from": v.hex}
        self.next_back = None

    # --- 10: retreats

    def list_retreat(self):
        p = self.p
        u = p.units[self.asked["of"]["name"]]
        foes = [self.shot_from.get(u.name)] if self.blow is None else None
        if foes is None:
            if u.name in self.blow["attackers"]:
                foes = [p.units[self.blow["defender"]].hex or self.blow["from"]]
            else:
                # The units that inflict the result (10.2), not all of the combat.
                foes = [p.units[n].hex for n in self.blow["attackers"] if p.units[n].at == "map"]
        if any(f is None for f in foes):
            return None

        def away(a, b):
            return all(FIELD.distance(b, f) > FIELD.distance(a, f) for f in foes)

        plain = [
            b for b in FIELD.neighbours(u.hex)
            if away(u.hex, b) and not p.at(b) and p.cost(u.hex, b, u.kind) is not None
        ]
        if plain:
            return {f"retreat {b}" for b in plain}
        out = set()
        for b in FIELD.neighbours(u.hex):
            w = p.at(b)
            if not w or w.side != u.side or not w.bow or not away(u.hex, b) or p.cost(u.hex, b, u.kind) is None:
                continue
            for c in FIELD.neighbours(b):
                if not p.at(c) and c != u.hex and away(u.hex, c) and away(b, c) and p.cost(b, c, u.kind) is not None:
                    out.add(f"trample {b} {c}")
        return out | {"hold"}

    # --- 16: flight

    def points(self, side):
        p = self.p
        n = 0
        for u in p.units.values():
            if u.side != side or u.gun:
                continue
            if u.at == "lost":
                n += 3 if u.arm in MEN_AT_ARMS else 2
            elif u.state == "retired" and u.at in ("map", "box"):
                n += 1
        return n + self.fallen[side]

    LEVELS = {"Hungary": 45, "Ottoman": 65}

    def on_flight_safe(self, e):
        self.same(f"{e['side']} points", e["points"], self.points(e["side"]))
        self.same(f"{e['side']} level", e["level"], self.LEVELS[e["side"]] + self.raised.get(e["side"], 0))
        self.same(f"{e['side']} cannot break", e["points"] + 9 <= e["level"], True)
        self.checked.append(e["side"])

    def on_flight(self, e):
        total = e["test"]["ledger"]["total"] - e["test"]["ledger"]["base"]
        self.same(f"{e['side']} points", total, self.points(e["side"]))
        self.checked.append(e["side"])

    def on_summons(self, e):
        self.last.pop("Hungary", None)
        came = {6: "Slavonia", 7: "Slavonia", 8: "Mixed", 9: "Transylvania"}.get(e["face"])
        if came in self.came:
            came = None
        self.same("which contingent comes (15.2.4)", e["came"], came)
        if came:
            self.came.add(came)
            for x in [*self.p.units.values(), *self.p.leaders.values()]:
                if x.command == came and x.at == "absent":
                    x.at = "reserve"
            self.raised["Hungary"] = self.raised.get("Hungary", 0) + {"Slavonia": 5, "Mixed": 7, "Transylvania": 10}[came]

    def on_continuity(self, e):
        self.die(e, e["leader"])
        x = self.p.leaders[e["leader"]]
        if x.side == "Hungary" and x.command == self.last.get("Hungary") and not e["test"]["passed"]:
            self.same_again = False

    def on_seizure(self, e):
        self.die(e, e["leader"])

    def die(self, e, name):
        x = self.p.leaders[name]
        self.same(f"{name}'s rating", e["test"]["need"], x.rating("activation"))
        self.same(f"{name}'s die", e["test"]["passed"], e["test"]["ledger"]["total"] <= x.rating("activation"))

    def on_leader_risk(self, e):
        x = self.p.leaders[e["leader"]]
        ledger = e["test"]["ledger"]
        if self.blow is not None:
            self.same(f"{x.name}'s risk", ledger["total"] - ledger["base"], -x.rating("activation"))
            self.same(f"{x.name} falls", e["test"]["passed"], ledger["total"] < 3)

    def on_counter_charge(self, e):
        p = self.p
        u, v = p.units[e["unit"]], p.units[e["against"]]
        ledger = e["test"]["ledger"]
        if self.segment == "shock" and self.combat:
            self.combat["tried"] = True
            if not e["test"]["passed"]:
                self.combat["failed"].append(u.name)
            elif v.arm in MEN_AT_ARMS:
                self.combat["negated"].add((v.name, u.name))
        if FIELD.distance(u.hex, v.hex) == 1:
            struck = p.aspect(u, FIELD.near[u.hex].index(v.hex))
        else:
            struck = p.struck_in(v, u)
        if self.segment == "shock" and self.combat:
            # Being attacked through the flank, by whomever (9.4.3(2)).
            party = [p.units[a] for a, t in self.pairs if t == u.name]
            if any(p.aspect(u, FIELD.near[u.hex].index(a.hex)) == "flank" for a in party):
                struck = "flank"
        self.same(f"{u.name}'s Counter-Charge", ledger["total"] - ledger["base"], u.sdr + (1 if struck == "flank" else 0))
        self.same(f"{u.name} counter-charges", e["test"]["passed"], ledger["total"] <= 3)

    def on_counter_lapsed(self, e):
        # One that comes to nothing leaves its unit where a failed one does (E9).
        if self.segment == "shock" and self.combat:
            self.combat["failed"].append(e["unit"])

    def on_evaded(self, e):
        u = self.p.units[e["unit"]]
        ledger = e["test"]["ledger"]
        self.same(f"{u.name} evades", ledger["total"] - ledger["base"], u.card.get("sdr", 0))
        self.same(f"{u.name} comes off", e["test"]["passed"], ledger["total"] <= 5)

    # --- 9.4, 7.3.2: what may answer a shot

    def may_counter(self, u, v):
        """Counter-Charge against fire by `v` (9.4.1, 9.4.2)."""
        p = self.p
        if u.side == p.active or u.state != "normal":
            return False
        if not (u.arm in MEN_AT_ARMS or ("9.4-opt" in p and u.arm == "LC" and u.side == "Hungary")):
            return False
        if any(o is not v for o in p.zoc_owners(u.hex, u.side)):
            return False
        sides = {p.aspect(u, s) for s in FIELD.enters_by(v.hex, u.hex)}
        return sides != {"rear"}

    def on_trampled(self, e):
        pass

    # --- windows

    def list_counter_charge(self):
        u = self.p.units[self.asked["of"]["name"]]
        firer = self.shot["firer"]
        self.same(f"{u.name} may Counter-Charge {firer.name} (9.4.1)", self.may_counter(u, firer), True)
        return {f"counter-charge {u.name} {firer.name}", "hold"}

    def list_return_fire(self):
        return {"return-fire", "hold"}

    def may_return(self, v, u):
        """Return Fire by `v` at `u` (7.3.2(A)(2)): archers, against bows and muskets, within range and arc."""
        return u.missile in ("A", "M") and v.bow and self.p.may_shoot(v, u, "return")

    @property
    def pairs(self):
        """Who attacks whom in this combat as things stand."""
        p = self.p
        out, besides = set(), set()
        # Who comes first takes what else he meets; who comes later need not (F7).
        arrived = self.combat["arrived"]
        for a in arrived + [a for a in self.combat["attackers"] if a not in arrived]:
            u = p.units[a]
            if u.at != "map" or a in self.combat["driven"]:
                continue
            before = [v.name for v in self.foes_in_front(u)]
            mine = {t: c for (x, t), c in self.declared.items() if x == a}
            if self.combat["kind"] != "declared":
                out |= {(a, t) for t in before}
            elif any(mine.values()):
                target = next(iter(mine))
                if target in before:
                    out.add((a, target))
                # Others where the Charge ends, unless somebody else takes them, or has (F7).
                if target in before or target in self.combat["rolled"] + self.combat["gone"]:
                    taken = {t for (x, t) in self.declared if x != a} - {
                        t for (x, t) in self.declared if x != a and self.p.units[x].at != "map"
                    }
                    for t in before:
                        if t != target and t not in taken | besides and (not p.units[t].was_struck or t in self.combat["rolled"]):
                            out.add((a, t))
                            besides.add(t)
            else:
                out |= {(a, t) for t in mine if t in before}
        return out - self.combat["lost"]

    def list_before_shock(self):
        p = self.p
        out = {"hold"}
        for n in sorted({t for _, t in self.pairs}):
            v = p.units[n]
            if v.at != "map" or n in self.combat["gone"]:
                continue
            party = [p.units[a] for a, t in self.pairs if t == n]
            party = [a for a in party if a.at == "map"]
            if not party:
                continue
            out |= {f"withdraw {n} {b}" for b in self.withdrawals(v, party)}
            if self.combat["tried"] or self.combat["counter"]:
                continue
            out |= {f"counter-charge {n} {a.name}" for a in party if self.may_counter_attack(v, a, party)}
        return out

    def withdrawals(self, v, party):
        """Retreat Before Shock (8.2, 8.2.1)."""
        p = self.p
        if v.state != "normal" or not v.mounted or v.name in self.combat["failed"]:
            return []
        foot = all(not a.mounted for a in party)
        horse = all(a.mounted for a in party)
        if not foot and not (v.arm == "AK" and horse):
            return []
        out = []
        for b in FIELD.neighbours(v.hex):
            if p.at(b) or p.leaders_at(b, other(v.side)) or p.zoc_owners(b, v.side):
                continue
            if p.cost(v.hex, b, v.kind) is None:
                continue
            # Away from those who attack it, not from all of the combat (B6).
            if all(FIELD.distance(b, a.hex) > FIELD.distance(v.hex, a.hex) for a in party):
                out.append(b)
        return out

    def may_counter_attack(self, v, a, party):
        p = self.p
        if v.side == p.active or v.arm not in MEN_AT_ARMS or v.state != "normal" or v.name in self.combat["failed"]:
            return False
        if any(o not in party for o in p.zoc_owners(v.hex, v.side)):
            return False
        return p.aspect(v, FIELD.near[v.hex].index(a.hex)) != "rear"

    def list_retire(self):
        """As near to the Banner as can be (10.3(2), B7)."""
        p = self.p
        u = p.units[self.asked["of"]["name"]]
        if not p.banner:
            return None
        free = [h for h in NAMES if p.at(h) in (None, u)]
        least = min(FIELD.distance(h, p.banner) for h in free)
        return {f"retire {h}" for h in free if FIELD.distance(h, p.banner) == least}

    def list_wheel(self):
        u = self.p.units[self.asked["of"]["name"]]
        turns = range(6) if "F9" in self.p else [(u.facing + 1) % 6, (u.facing - 1) % 6]
        if u.wheeled:
            turns = []  # once in an enemy activation (9.4.5)
        if self.segment == "shock" and self.combat:
            party = [self.p.units[a] for a, t in self.pairs if t == u.name]
            if any(self.p.aspect(u, FIELD.near[u.hex].index(a.hex)) == "rear" for a in party):
                turns = []  # nor where it is attacked from the rear
        return {f"face {VERTICES[k]}" for k in turns if k != u.facing} | {"halt"}

    def list_replacement(self):
        p = self.p
        x = p.leaders[self.asked["of"]["name"]]
        return {f"replace {x.name} {u.name}" for u in p.on_map(x.side) if u.command == x.command}

    # --- choosing a command

    def list_strike(self):
        out = set()
        for n in sorted({t for _, t in self.pairs}):
            v = self.p.units[n]
            if v.at != "map" or v.gun or n in self.combat["gone"] or n in self.combat["rolled"]:
                continue
            out.add(f"strike {n}")
        return out

    def before(self, u, v):
        return v.hex in self.p.front(u)

    def list_advance(self):
        p = self.p
        can = {}
        for n, h in self.combat["vacated"].items():
            if p.at(h):
                continue
            for a in self.combat["attackers"]:
                u = p.units[a]
                if (a, n) not in self.combat["hit"] or u.at != "map" or a in self.combat["advanced"]:
                    continue
                if a in self.combat["shaken"] or a in self.combat["driven"] or ("E13" in p and u.state == "disordered"):
                    continue
                can.setdefault(h, set()).add(a)
        # Each hex is to be taken, as far as there are units for it (8.4).
        best = most_pairs(can)
        out = set()
        for h, units in can.items():
            for a in units:
                rest = {g: w - {a} for g, w in can.items() if g != h}
                if most_pairs(rest) == best - 1:
                    out.add(f"advance {a} {h}")
        return out

    # --- what comes of an action

    def after_action(self, before, turn, action, events, view, next_turn):
        self.asked = turn
        self.words = action["words"].split()
        self.done = " ".join(self.words)
        p = self.p
        if self.setting_up(turn, next_turn):
            self.read(view)
            self.start_activation(view)
            return
        verb, rest = self.words[0], self.words[1:]
        getattr(self, "do_" + verb.replace("-", "_"), lambda *a: None)(*rest)
        for event in events:
            e = event["event"]
            getattr(self, "on_" + e["what"].replace("-", "_"), lambda e: None)(e)
        self.afterwards(next_turn)
        if self.fresh_activation and next_turn.get("what") != "replacement":
            self.fresh_activation = False
            self.read(view)
            self.start_activation(view)

    WITHIN = {"retreat", "retreat-next", "face", "retire", "rejoin", "counter-charge", "return-fire", "wheel", "counter-charge-move"}

    def afterwards(self, next_turn):
        p = self.p
        what = next_turn.get("what")
        if next_turn.get("over"):
            return
        if what not in self.WITHIN:
            self.same(f"what results owe after {self.done}", [], self.owed)
            self.owed = []
        verb = self.words[0]
        if verb == "step" and self.window and "reaction-fire" not in self.held:
            if self.asked["what"] in ("run", "charge") and what != "rejoin":
                self.same(f"Reaction Fire is offered to {self.window}", what, "reaction-fire")
        if verb == "fire" and self.shot:
            u, v = self.shot["firer"], self.shot["target"]
            # As things stood when the fire was named: its result may have taken the target off since.
            if self.shot["countered"] and "counter-charge-fire" not in self.held:
                self.same(f"{v.name} may Counter-Charge {u.name}", what, "counter-charge")
            elif self.shot["returned"] and "return-fire" not in self.held:
                self.same(f"{v.name} may return the fire of {u.name}", what, "return-fire")
        if what == "strike" and self.combat and not self.combat["asked"] and not self.combat["rolled"]:
            if "before-shock" not in self.held:
                self.same("a window before shock that is not offered", set(), self.list_before_shock() - {"hold"})
        if what == "before-shock" and self.combat:
            self.combat["asked"] = True
        if what in ("continuity", "activate") and self.running:
            side, how = self.running
            free = how == "free" or (how == "seized" and "A2" in p)
            want = [side, other(side)] if free else []
            self.same(f"whose nerve is tested after an activation by {how}", self.checked, want)
            self.running, self.checked = None, []
            self.rested()

    def rested(self):
        """Disordered units that did nothing rally at the end of their activation (11.0.1)."""
        p = self.p
        for u in p.units.values():
            if u.side != p.active or u.command != p.command or u.at != "map":
                continue
            idle = u.idle_since and not (u.moved or u.turned or u.fired or u.fought or u.has_struck or u.was_struck)
            able = idle and not p.enemy_near(u.hex, u.side)
            if self.levy_only() and u.arm != "LvI":
                able = False
            if u.name in self.rallied:
                self.same(f"{u.name} may rally (11.0.1)", able, True)
            elif able:
                self.same(f"{u.name} rallies (11.0.1)", u.state, "normal")
        self.rallied = []

    def do_hold_all(self, window=None):
        self.held.add(window)

    def do_reopen(self, window=None, *_):
        self.held.discard(window)

    def do_resolve(self, name):
        if self.asked["what"] == "resolve":
            self.combat, self.outer = None, []
        elif self.asked["what"] == "retreat-next":
            self.next_back = name

    def do_fire(self, *_):
        self.combat, self.outer = None, []

    def do_react(self, name):
        if name in self.window:
            self.window.remove(name)

    # --- 4, 5: who goes

    def choices(self, side):
        """Leaders under whom a command could be named, whose units are all on the map (5.1.1, A18)."""
        p = self.p
        out = set()
        for x in p.leaders.values():
            if x.side != side or x.at not in ("map", "reserve"):
                continue
            units = [u for u in p.units.values() if u.command == x.command and u.at == "map"]
            if units:
                out.add(x.name)
        return out

    def murky(self, name):
        """A command with units off the map: who of them could enter is not modelled."""
        x = self.p.leaders[name]
        return any(u.command == x.command and u.at in ("reserve", "box") for u in self.p.units.values())

    def list_activate(self):
        side = self.asked["side"]
        return {f"activate {n}" for n in self.choices(side) if not self.murky(n)} | {"pass"}

    def list_continuity(self):
        p = self.p
        side = self.asked["side"]
        last = self.last.get(side)
        again = side == "Hungary" and self.same_again
        out = {
            f"name {n}" for n in self.choices(side)
            if not self.murky(n) and (p.leaders[n].command != last or again)
        }
        return out | {"pass"}

    def list_seize(self):
        return {f"seize {n}" for n in self.choices(self.asked["side"]) if not self.murky(n)} | {"let-roll"}

    def do_name(self, name):
        self.named = name

    def setting_up(self, turn, next_turn):
        return turn["what"] == "place" or next_turn.get("what") == "place"

    def do_take(self, name):
        u = self.p.units[name]
        if self.hand and self.hand is not u:
            self.end_run()
        self.hand = u
        if not u.moved:
            u.held_ma = u.ma  # fixed as the run begins (C17)

    def end_run(self):
        """Who has done something has had his run (A10)."""
        u = self.hand
        if u.moved or u.turned or u.fired:
            u.over = True
        if u.free_turn:
            u.free_turn, u.turn_from, u.turned_in_zoc = False, u.facing, False
        self.hand = None

    def do_halt(self, *_):
        if self.asked["what"] == "charge" and self.combat:
            self.combat["arrived"].append(self.asked["of"]["name"])
        if self.asked["what"] == "run" and self.hand:
            self.end_run()
        if self.asked["what"] == "ride" and self.rider:
            self.rider.over = self.rider.rode
            self.rider = None

    def do_take_leader(self, name):
        self.rider = self.p.leaders[name]

    def do_end_moves(self):
        self.segment = "shock"
        self.hand = None

    def on_activated(self, e):
        self.fresh_activation = True
        self.running, self.checked = (e["side"], e["warrant"]), []
        self.last[e["side"]] = e["command"]
        if e["side"] == "Ottoman":
            self.ottomans_up = True

    def on_standard_raised(self, e):
        self.last.pop(e["side"], None)
        if e["side"] == "Ottoman":
            self.ottomans_up = True

    def on_stepped(self, e):
        p, u = self.p, self.p.units[e["unit"]]
        a, b = e["from"], e["to"]
        owners = p.zoc_owners(a, u.side)
        want = 1 if u.state == "retired" else p.cost(a, b, u.kind)
        if owners and u.state != "retired":
            if u.came_into:
                want += 1
            elif any(v.mounted for v in owners):
                want += 1
        self.same(f"the price of {a} to {b} for {u.name}", e["cost"]["total"], want)
        u.spent += e["cost"]["total"]
        u.moved = True
        u.left |= {v.name for v in owners}
        # Who moves out of a ZOC may turn by any number of vertices as he does (3.3.2).
        u.free_turn = bool(owners)
        u.hex = b
        u.turned_in_zoc = False
        u.turn_from = u.facing
        # A ZOC that comes over it later is none that it entered.
        u.came_into = bool(p.zoc_owners(b, u.side))
        self.came_before(u)

    def came_before(self, u):
        """Reaction Fire (7.3.2): who has the mover in a front hex."""
        p = self.p
        self.window = []
        for v in p.on_map(other(u.side)):
            if v.missile not in ("A", "M") or v.state == "retired" or u.hex not in p.front(v):
                continue
            if u.gun:
                continue
            if (v.bow and u.name in v.answered) or (v.musket and v.musket_spent):
                continue
            self.window.append(v.name)

    def on_entered(self, e):
        u = self.p.units[e["unit"]]
        u.at, u.hex = "map", e["hex"]
        u.spent += e["cost"]["total"]
        u.moved = True
        u.facing = VERTICES.index(DEPLOYMENT["facing"][u.side])
        u.turn_from = u.facing
        self.came_before(u)

    def on_faced(self, e):
        p, u = self.p, self.p.units[e["unit"]]
        if self.asked["what"] == "run" and p.zoc_owners(u.hex, u.side):
            u.turned_in_zoc = True
        u.facing = VERTICES.index(e["facing"])
        u.turned = u.turned or self.asked["what"] == "run"
        u.wheeled = u.wheeled or self.asked["what"] == "wheel"
        if not p.zoc_owners(u.hex, u.side) or self.asked["what"] != "run":
            u.free_turn = u.free_turn and self.asked["what"] == "run"
            u.turn_from, u.turned_in_zoc = u.facing, False
        if self.asked["what"] == "charge":
            u.charge_turned = True

    def on_void(self, e):
        """That attack is void (E18): its attacker is none of the combat."""
        self.declared.pop((e["attacker"], e["target"]), None)
        if self.combat and not any(a == e["attacker"] for a, t in self.declared):
            self.combat["attackers"] = [a for a in self.combat["attackers"] if a != e["attacker"]]

    def on_rode(self, e):
        x = self.p.leaders[e["leader"]]
        x.hex = e["to"]
        x.at, x.rode = "map", True

    def on_leader_placed(self, e):
        x = self.p.leaders[e["leader"]]
        x.at, x.hex = "map", e["hex"]

    def on_fired_in_zoc(self, e):
        self.p.units[e["unit"]].spent += 1

    def on_aimed(self, e):
        u, v = self.p.units[e["firer"]], self.p.units[e["target"]]
        mode = e["mode"]
        self.blow = None
        if mode == "phasing":
            countered, returned = self.may_counter(v, u), self.may_return(v, u)
            self.shot = {"firer": u, "target": v, "countered": countered, "returned": returned}
        self.same(f"{u.name} may fire at {v.name} ({mode})", self.p.may_shoot(u, v, mode), True)
        if mode == "phasing":
            self.same(f"{u.name} has not fired", u.fired, False)
            u.fired = True
        if mode == "reaction":
            u.answered.add(v.name)
            u.musket_spent = True

    def owe(self, u, text, rear=""):
        """What a result brings to a unit: D, Rt, Ret or E; with AD and AR, to an attacker."""
        for word in text.replace("+", " ").split():
            if word in ("D", "Rt", "Ret", "E"):
                self.owed.append((u.name, word))

    def driven_back(self):
        """The attackers whom one result still makes retreat (8.3.2, E19)."""
        attackers = self.blow["attackers"] if self.blow else ()
        return [n for n, word in self.owed if word == "Rt" and n in attackers]

    def in_turn(self, name):
        """E19: where it makes several retreat, each suffers all of it when their owner has said that he is next."""
        still = self.driven_back()
        if name in still and len(still) > 1:
            self.same(f"whose turn it is to suffer what {still} do", self.next_back, name)

    def list_retreat_next(self):
        still = self.driven_back()
        self.same("several attackers have to retreat", len(still) > 1, True)
        self.same("who says which of them is next", self.asked["side"], self.p.units[still[0]].side if still else None)
        return {f"resolve {n}" for n in still}

    def settled(self, name, word=None):
        self.owed = [o for o in self.owed if o[0] != name or (word and o[1] != word)]

    def on_unaffected(self, e):
        self.in_turn(e["unit"])
        self.same(f"{e['unit']} was Disordered already", (e["unit"], "D") in self.owed, True)
        self.settled(e["unit"], "D")

    def on_fired(self, e):
        p = self.p
        u, v = p.units[e["firer"]], p.units[e["target"]]
        if u.at != "map" or v.at != "map":
            return
        self.blow = None
        self.shot_from[v.name] = u.hex
        self.same(f"{u.name} on {v.name}: modifiers", e["ledger"]["total"] - e["ledger"]["base"], p.fire_total(u, v))
        column = (2 if v.mounted else 0) + (0 if v.state == "normal" else 1)
        text = table_row(CHARTS["fire"]["rows"], e["ledger"]["total"])[column]
        if not v.gun:
            self.owe(v, text)
            self.same(f"{u.name} on {v.name}: result", e["result"].replace(" ", ""), text.replace(" ", ""))

    def on_became(self, e):
        u = self.p.units[e["unit"]]
        blow = self.blow and u.name in self.blow["attackers"]
        if self.combat and blow and u.name in self.combat["attackers"] and e["condition"] == "disordered":
            self.combat["shaken"].append(u.name)
        if e["condition"] == "disordered":
            self.in_turn(u.name)
            reason = (u.name, "D") in self.owed or u.bow
            self.same(f"{u.name} is Disordered for a reason after {self.done}", reason, True)
            self.same(f"{u.name} was Normal", u.state, "normal")
            self.settled(u.name, "D")
        u.state = e["condition"]

    def on_rallied(self, e):
        u = self.p.units[e["unit"]]
        u.encamped = False
        if e["condition"] == "normal":
            self.rallied.append(u.name)
        u.state = e["condition"]

    def on_eliminated(self, e):
        u = self.p.units[e["unit"]]
        self.in_turn(u.name)
        self.settled(u.name)
        if u.gun and self.outer and u.name in self.outer[-1]["defenders"] and u.name not in self.combat["defenders"]:
            self.go_back()
        self.left_hex(u.name, u.hex)
        u.at, u.hex = "lost", None

    def on_retired(self, e):
        u = self.p.units[e["unit"]]
        if u is self.hand:
            u.over = True
        reason = (u.name, "Ret") in self.owed or u.bow
        self.same(f"{u.name} Retires for a reason after {self.done}", reason, True)
        self.settled(u.name)
        self.left_hex(u.name, u.hex)
        u.state = "retired"
        if e.get("hex"):
            u.hex = e["hex"]
        else:
            u.at, u.hex = "box", None

    def carried(self, u, a, b):
        for x in self.p.leaders_at(a, u.side):
            x.hex = b
        u.hex = b

    def on_retreated(self, e):
        if self.p.units[e["unit"]] is self.hand:
            self.hand.over = True  # one that is driven off does not go on (D4)
        self.in_turn(e["unit"])
        if (e["unit"], "Rt") not in self.owed:
            self.same(f"{e['unit']} retreats for a reason after {self.done}", True, False)
        self.settled(e["unit"], "Rt")
        self.carried(self.p.units[e["unit"]], e["from"], e["to"])
        self.left_hex(e["unit"], e["from"])

    def left_hex(self, name, h):
        """A unit of the combat has gone from its hex by a result (8.4)."""
        if not self.combat:
            return
        defender = {self.p.units[name].side} != {self.p.units[a].side for a in self.combat["attackers"]}
        if defender:
            self.combat["hit"] |= {(a, t) for a, t in self.pairs if t == name and self.p.units[t].gun}
            self.combat["vacated"][name] = h
            self.combat["gone"].append(name)
        elif name in self.combat["attackers"]:
            self.combat["driven"].append(name)

    def on_withdrew(self, e):
        self.carried(self.p.units[e["unit"]], e["from"], e["to"])
        if self.combat:
            self.combat["gone"].append(e["unit"])

    def on_advanced(self, e):
        self.carried(self.p.units[e["unit"]], e["from"], e["to"])
        if self.combat:
            self.combat["advanced"].append(e["unit"])

    def on_charged(self, e):
        p, u = self.p, self.p.units[e["unit"]]
        # Who stood with it when it set out goes along; who is passed on the way stays (F25).
        if u.riders is None:
            u.riders = {x.name for x in p.leaders_at(e["from"], u.side)}
        for n in u.riders:
            p.leaders[n].hex = e["to"]
        u.hex = e["to"]
        told = set(e.get("leaders") or [])
        self.same(f"leaders who charge with {u.name}", sorted(told - u.riders), [])
        charge = u.side == p.active
        if u.hex in {b for v in p.on_map(other(u.side)) if v.arm == "RI" for b in p.front(v)} and charge:
            # Who is Disordered on the way Charges no more: there is nothing to be reluctant of (9.1(1), F6).
            self.same(f"{u.name} has been tested for Reluctance", u.tested or u.state == "disordered", True)
        if charge:
            self.came_before(u)

    def on_killed(self, e):
        x = self.p.leaders[e["leader"]]
        x.at, x.hex = "lost", None
        self.fallen[x.side] += 3 if x.monarch and not x.replacement else 2

    on_captured = on_killed

    def on_fled(self, e):
        x = self.p.leaders[e["leader"]]
        x.at, x.hex = "absent", None

    def on_joined(self, e):
        x = self.p.leaders[e["leader"]]
        if e["unit"] is None:
            x.at, x.hex = "reserve", None
            return
        x.hex = self.p.units[e["unit"]].hex

    def on_replaced(self, e):
        x = self.p.leaders[e["leader"]]
        # H1, read the other way: the first Hungarian to be replaced is replaced by G. Szapolyai.
        first = not any(y.stand_in for y in self.p.leaders.values()) and not self.szapolyai
        x.stand_in = "H1" in self.p and x.side == "Hungary" and first
        self.szapolyai = self.szapolyai or x.stand_in
        if e["unit"] is None:
            x.at, x.hex, x.replacement = "reserve", None, True
            return
        x.at, x.hex, x.replacement = "map", self.p.units[e["unit"]].hex, True

    def on_out_of_command(self, e):
        u = self.p.units[e["unit"]]
        if u.at != "map":
            self.late_ooc.add(u.name)

    def on_banner_lost(self, e):
        self.p.banner = None

    def on_held(self, e):
        pass


def random_setup(lot, options):
    blank = lot.random() < 0.6
    centre = lot.choice(["1815", "2318", "2214", "2725", "2020"]) if not blank else lot.choice(["2218", "2110", "1530"])
    near = [n for n in NAMES if FIELD.distance(n, centre) <= lot.choice([2, 3, 3, 4])]
    setup = {"options": options}
    if blank:
        setup["map"] = random_ground(lot, near)
    picks = {"Hungary": [], "Ottoman": []}
    commands = {}
    for name, counter in all_counters():
        if counter["command"] in ("Transylvania", "Slavonia", "Mixed"):
            continue
        commands.setdefault((counter["side"], counter["command"]), []).append((name, counter))
    for side in picks:
        mine = [k for k in commands if k[0] == side]
        for key in lot.sample(mine, lot.randint(1, min(3, len(mine)))):
            pool = commands[key][:]
            lot.shuffle(pool)
            kinds = {}
            for name, counter in pool:
                kinds.setdefault(counter["arm"] + counter.get("missile", ""), []).append((name, counter))
            for kind in kinds.values():
                picks[side] += kind[: lot.randint(0, 4)]
    units, taken = [], {}
    for side in picks:
        for name, counter in picks[side]:
            free = [h for h in near if h not in taken]
            if not free:
                break
            h = lot.choice(free)
            taken[h] = (name, counter)
            post = {"id": name, "hex": h, "facing": lot.choice(VERTICES)}
            state = lot.choice(["normal"] * 6 + ["disordered"] * 2 + (["retired"] if side == "Hungary" else []))
            if counter["arm"] == "Art":
                state = "normal"
            if state != "normal":
                post["state"] = state
            units.append(post)
    setup["units"] = units
    if any(u.get("state") == "retired" for u in units) or lot.random() < 0.5:
        setup["banner"] = lot.choice([h for h, (n, c) in taken.items() if c["side"] == "Hungary"] or near)
    leaders = []
    have = {}
    for h, (name, counter) in taken.items():
        have.setdefault(counter["command"], []).append(h)
    for card in LEADERS["leader"]:
        if card.get("reserve"):
            continue
        if card["command"] in have and lot.random() < 0.9:
            leaders.append({"id": card["id"], "hex": lot.choice(have[card["command"]])})
        else:
            leaders.append({"id": card["id"], "at": "absent"})
    setup["leaders"] = leaders
    active = [p for p in leaders if "hex" in p]
    start_at = lot.choice(["move-fire"] * 6 + ["shock"] * 4 + ["activation", "free", "continuity"])
    setup["start_at"] = start_at
    card = {c["id"]: c for c in LEADERS["leader"]}
    if start_at in ("move-fire", "shock", "activation") and active:
        setup["leader"] = lot.choice(active)["id"]
        setup["how"] = lot.choice(["free", "continuity", "seized"])
    else:
        setup["side"] = lot.choice(["Hungary", "Ottoman"])
        setup["start_at"] = lot.choice(["free", "continuity"])
    return setup


def random_ground(lot, near):
    ground = {"blank": True}
    if lot.random() < 0.25:
        return ground
    ground["hexes"] = []
    for h in near:
        if lot.random() < 0.35:
            patch = {"hex": h}
            if lot.random() < 0.6:
                patch["terrain"] = lot.choice(["swamp", "village"])
            if lot.random() < 0.6:
                patch["level"] = lot.choice([2, 2, 3])
            if len(patch) > 1:
                ground["hexes"].append(patch)
    ground["hexsides"], used = [], set()
    for _ in range(lot.randint(0, 10)):
        h, s = lot.choice(near), lot.randrange(6)
        b = FIELD.near[h][s]
        if not b or frozenset((h, b)) in used:
            continue
        used.add(frozenset((h, b)))
        ground["hexsides"].append({"hex": h, "side": POINTY[s], "kind": lot.choice(["stream", "trench"])})
    ground["roads"] = []
    for _ in range(lot.randint(0, 2)):
        path = [lot.choice(near)]
        for _ in range(lot.randint(2, 6)):
            step = lot.choice(FIELD.neighbours(path[-1]))
            if step in path:
                break
            path.append(step)
        if len(path) > 1:
            ground["roads"].append(path)
    return ground


if __name__ == "__main__":
    run(Suleiman)
