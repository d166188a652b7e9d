"""Hexes of either kind, in exact arithmetic: neighbours, distance, fronts, arcs, and what a line crosses. Who can take which."""

from fractions import Fraction

COMPASS = ["N", "NE", "SE", "S", "SW", "NW"]
POINTY = ["NE", "E", "SE", "SW", "W", "NW"]
# One step in cube coordinates for each side, clockwise: of hexes with a flat side up, and with a point up.
FLAT_STEPS = [(0, 1, -1), (1, 0, -1), (1, -1, 0), (0, -1, 1), (-1, 0, 1), (-1, 1, 0)]
POINTY_STEPS = [(1, 0, -1), (1, -1, 0), (0, -1, 1), (-1, 0, 1), (-1, 1, 0), (0, 1, -1)]


def flat(names):
    """Hexes named column and row, flat side up; the even columns lie half a hex further south."""
    cubes = {}
    for name in names:
        x, row = int(name[:2]), int(name[2:])
        z = row - (x + 1) // 2
        cubes[name] = (x, -x - z, z)
    return Hexes(cubes, FLAT_STEPS)


def pointy(names):
    """Hexes named row and column, point up; columns grow westward, the odd rows lie half a hex further west."""
    cubes = {}
    for name in names:
        row, x = int(name[:2]), -int(name[2:])
        q = x - (row + 1) // 2
        cubes[name] = (q, -q - row, row)
    return Hexes(cubes, POINTY_STEPS)


class Hexes:
    """A field of hexes by their cube coordinates."""

    def __init__(self, cubes, steps):
        self.cube, self.steps = cubes, steps
        self.name = {c: n for n, c in cubes.items()}
        assert len(self.name) == len(self.cube)
        self.near = {n: [self.name.get(_plus(c, s)) for s in steps] for n, c in self.cube.items()}

    def neighbours(self, name):
        return [n for n in self.near[name] if n]

    def side(self, a, b):
        """The compass number of the side of `a` toward the adjacent `b`, or None."""
        return self.near[a].index(b) if b in self.near[a] else None

    def distance(self, a, b):
        return max(abs(p - q) for p, q in zip(self.cube[a], self.cube[b]))

    def front(self, name, facing):
        return [n for n in (self.near[name][(facing + d) % 6] for d in (-1, 0, 1)) if n]

    def rear(self, name, facing):
        return [n for n in (self.near[name][(facing + d) % 6] for d in (2, 3, 4)) if n]

    def in_wedge(self, a, facing, b):
        """Whether `b` lies in the wedge of 120 degrees through the centres of the two outer front hexes of `a`."""
        left, right = self.steps[(facing - 1) % 6], self.steps[(facing + 1) % 6]
        d = _minus(self.cube[b], self.cube[a])
        # d = p * left + q * right, by Cramer's rule on two of the coordinates.
        det = left[0] * right[1] - left[1] * right[0]
        p = Fraction(d[0] * right[1] - d[1] * right[0], det)
        q = Fraction(left[0] * d[1] - left[1] * d[0], det)
        return p >= 0 and q >= 0

    def crossed(self, a, b):
        """The hexes other than `a` and `b` that the line between their centres passes through or along an edge of."""
        return [n for n in self._box(a, b) if n not in (a, b) and self._span(a, b, n)]

    def enters_by(self, a, b):
        """The sides of `b` (compass numbers) in which the line from `a` comes in: two at a corner."""
        span = self._span(a, b, b)
        t = span[0]
        p, q = self.cube[a], self.cube[b]
        d = [Fraction(x - y) * (1 - t) for x, y in zip(p, q)]  # the point of entry, seen from b
        out = []
        for k, s in enumerate(self.steps):
            # The side lies where the difference of the two coordinates that s moves along is at its greatest, 1.
            i, j = s.index(1), s.index(-1)
            if d[i] - d[j] == 1:
                out.append(k)
        return out

    def _box(self, a, b):
        pa, pb = self.cube[a], self.cube[b]
        low = [min(x, y) - 1 for x, y in zip(pa, pb)]
        high = [max(x, y) + 1 for x, y in zip(pa, pb)]
        for x in range(low[0], high[0] + 1):
            for y in range(low[1], high[1] + 1):
                n = self.name.get((x, y, -x - y))
                if n:
                    yield n

    def _span(self, a, b, n):
        """The part of the line inside the closed hex `n`, as (t0, t1), or None where it has no length."""
        p, q, c = self.cube[a], self.cube[b], self.cube[n]
        start = [x - y for x, y in zip(p, c)]
        way = [y - x for x, y in zip(p, q)]
        t0, t1 = Fraction(0), Fraction(1)
        for i, j in ((0, 1), (1, 0), (1, 2), (2, 1), (2, 0), (0, 2)):
            base, slope = start[i] - start[j], way[i] - way[j]
            if slope == 0:
                if base > 1:
                    return None
            elif slope > 0:
                t1 = min(t1, Fraction(1 - base, slope))
            else:
                t0 = max(t0, Fraction(1 - base, slope))
        return (t0, t1) if t1 > t0 else None


def most_pairs(choices):
    """How many keys of `choices` can have one of their own choices each, none of them given twice."""
    taken = {}

    def seek(key, seen):
        for choice in choices[key]:
            if choice in seen:
                continue
            seen.add(choice)
            if choice not in taken or seek(taken[choice], seen):
                taken[choice] = key
                return True
        return False

    return sum(seek(key, set()) for key in choices)


def _plus(a, b):
    return tuple(x + y for x, y in zip(a, b))


def _minus(a, b):
    return tuple(x - y for x, y in zip(a, b))
