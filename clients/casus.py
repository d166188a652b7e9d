#!/usr/bin/env python3
"""A client of the protocol of `casus rpc` (docs/protocol.md), in the standard library alone.

    python3 clients/casus.py                      plays a battle of every game
    python3 clients/casus.py --program PATH cerignola
    python3 clients/casus.py --seed 7 mohacs

As a module: `with Host() as host: session = host.open("marignan"); session.ask("actions", by="Swiss")`.
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


class Host:
    """A running `casus rpc`."""

    def __init__(self, program="casus"):
        self.pipe = subprocess.Popen(
            [program, "rpc"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
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
            raise SystemExit("casus has ended")
        answer = json.loads(line)
        assert answer.get("id") == self.asked, answer
        if "error" in answer:
            raise Refused(answer["error"])
        return answer

    def open(self, game, **keys):
        return Session(self, self.ask("open", game=game, **keys)["session"])

    def reopen(self, save, **keys):
        return Session(self, self.ask("reopen", save=save, **keys)["session"])

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.pipe.stdin.close()
        self.pipe.wait()


class Session:
    """One match. It remembers how long the journal is, which every request that changes the match must say."""

    def __init__(self, host, number):
        self.host, self.number = host, number
        self.seen(host.ask("turn", session=number))

    def seen(self, answer):
        self.journal, self.turn = answer["journal"], answer["turn"]
        return answer

    def ask(self, do, **keys):
        return self.host.ask(do, session=self.number, **keys)

    def change(self, do, **keys):
        return self.seen(self.ask(do, journal=self.journal, **keys))

    def over(self):
        return self.turn.get("over")


def battle(host, game, name, seed, viewer="spectator"):
    """The first side plays by lot at every third activation, as one who clicks would; the rest is an agent's."""
    lot = random.Random(seed)
    session = host.open(game, battle=name, seed=seed)
    lines = clicks = requests = 0
    while not session.over():
        by = session.turn["side"]
        clicking = requests % 3 == 0 and requests < 60
        requests += 1
        if clicking:
            within = session.turn.get("within")
            for _ in range(40):
                if session.over() or session.turn["side"] != by or session.turn.get("within") != within:
                    break
                actions = session.ask("actions", by=by)["actions"]
                action = lot.choice(actions)["words"]
                session.change("play", by=by, action=action, viewer=viewer)
                clicks += 1
        else:
            answer = session.change("let", by=by, agent="hasty", until="rest", viewer=viewer)
            lines += len(answer["played"])
    save = session.ask("save")["save"]
    again = host.reopen(save)
    assert again.turn == session.turn and again.journal == session.journal, "a save leads to the same end"
    end = session.turn
    print(f"{name}: {end['words']} {session.journal} lines, {clicks} of them clicked, {requests} requests")
    for number in (session.number, again.number):
        host.ask("close", session=number)


def main():
    parser = argparse.ArgumentParser(description="Plays battles through the protocol.")
    parser.add_argument("battles", nargs="*", help="which; one of each game if not said")
    parser.add_argument("--program", default="casus", help="the program `casus`")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    with Host(args.program) as host:
        known = {b["battle"]: g["game"] for g in host.told["games"] for b in g["battles"]}
        wanted = args.battles or [g["battles"][0]["battle"] for g in host.told["games"]]
        for name in wanted:
            if name not in known:
                sys.exit(f"no battle is called `{name}`; there are: {', '.join(known)}")
            battle(host, known[name], name, args.seed)


if __name__ == "__main__":
    main()
