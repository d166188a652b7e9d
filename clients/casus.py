#!/usr/bin/env python3
"""A client of the protocol of `casus referee` (docs/protocol.md), in the standard library alone.

    python3 clients/casus.py                      plays a battle of every game
    python3 clients/casus.py --program PATH cerignola
    python3 clients/casus.py --seed 7 mohacs

As a module: `with Hall() as hall: table = hall.open("marignan"); table.ask("actions", by="Swiss")`.
"""

import argparse
import json
import random
import subprocess
import sys

PROTOCOL = 1


class Refused(Exception):
    """What could not be done: `kind`, the Case (`cite`), and all of the answer (`error`)."""

    def __init__(self, error):
        super().__init__(error["message"])
        self.error, self.kind, self.cite = error, error["kind"], error.get("cite")


class Hall:
    """A running `casus referee`."""

    def __init__(self, program="casus"):
        self.pipe = subprocess.Popen(
            [program, "referee"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
        )
        self.asked = 0
        self.told = self.ask("hello")
        if self.told["protocol"] != PROTOCOL:
            raise SystemExit(f"protocol {self.told['protocol']}: this client speaks {PROTOCOL}")

    def ask(self, do, **keys):
        """One request, one answer. A key that is `None` is left out."""
        self.asked += 1
        request = {key: value for key, value in keys.items() if value is not None}
        self.pipe.stdin.write(json.dumps({"do": do, "id": self.asked, **request}) + "\n")
        self.pipe.stdin.flush()
        line = self.pipe.stdout.readline()
        if not line:
            raise SystemExit("the referee has gone")
        answer = json.loads(line)
        assert answer.get("id") == self.asked, answer
        if "error" in answer:
            raise Refused(answer["error"])
        return answer

    def open(self, game, **keys):
        return Table(self, self.ask("open", game=game, **keys)["table"])

    def reopen(self, save, **keys):
        return Table(self, self.ask("reopen", save=save, **keys)["table"])

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.pipe.stdin.close()
        self.pipe.wait()


class Table:
    """One match. It remembers how long the journal is, which every request that changes the match must say."""

    def __init__(self, hall, number):
        self.hall, self.number = hall, number
        self.seen(hall.ask("turn", table=number))

    def seen(self, answer):
        self.journal, self.turn = answer["journal"], answer["turn"]
        return answer

    def ask(self, do, **keys):
        return self.hall.ask(do, table=self.number, **keys)

    def change(self, do, **keys):
        return self.seen(self.ask(do, journal=self.journal, **keys))

    def over(self):
        return self.turn.get("over")


def battle(hall, game, name, seed, viewer="spectator"):
    """The first side plays by lot at every third activation, as one who clicks would; the rest is an agent's."""
    lot = random.Random(seed)
    table = hall.open(game, battle=name, seed=seed)
    lines = clicks = requests = 0
    while not table.over():
        by = table.turn["side"]
        clicking = requests % 3 == 0 and requests < 60
        requests += 1
        if clicking:
            within = table.turn.get("within")
            for _ in range(40):
                if table.over() or table.turn["side"] != by or table.turn.get("within") != within:
                    break
                actions = table.ask("actions", by=by)["actions"]
                action = lot.choice(actions)["words"]
                table.change("play", by=by, action=action, viewer=viewer)
                clicks += 1
        else:
            answer = table.change("let", by=by, agent="hasty", until="rest", viewer=viewer)
            lines += len(answer["played"])
    save = table.ask("save")["save"]
    again = hall.reopen(save)
    assert again.turn == table.turn and again.journal == table.journal, "a save leads to the same end"
    end = table.turn
    print(f"{name}: {end['words']} {table.journal} lines, {clicks} of them clicked, {requests} requests")
    for number in (table.number, again.number):
        hall.ask("close", table=number)


def main():
    parser = argparse.ArgumentParser(description="Plays battles through the protocol.")
    parser.add_argument("battles", nargs="*", help="which; one of each game if not said")
    parser.add_argument("--program", default="casus", help="the program `casus`")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    with Hall(args.program) as hall:
        known = {b["battle"]: g["game"] for g in hall.told["games"] for b in g["battles"]}
        wanted = args.battles or [g["battles"][0]["battle"] for g in hall.told["games"]]
        for name in wanted:
            if name not in known:
                sys.exit(f"no battle is called `{name}`; there are: {', '.join(known)}")
            battle(hall, known[name], name, args.seed)


if __name__ == "__main__":
    main()
