#!/usr/bin/env python3
"""A client for `casus rpc`, in one file. It needs only the standard library. The protocol: docs/protocol.md.

    python3 clients/casus.py                            plays a battle of every game
    python3 clients/casus.py --seed 7 mohacs            plays one battle, with other dice
    python3 clients/casus.py --program PATH cerignola   runs this `casus`

As a module:

    with Host() as host:
        session = host.open("marignan")
        actions = session.ask("actions", by=session.turn["side"])["actions"]
        session.change("play", by=session.turn["side"], action=actions[0]["words"], viewer="spectator")
"""

import argparse
import json
import random
import subprocess
import sys

PROTOCOL = 1


class Refused(Exception):
    """An error answer: its `kind`, the Case (`cite`, or None), and the whole `error`."""

    def __init__(self, error):
        super().__init__(error["message"])
        self.error, self.kind, self.cite = error, error["kind"], error.get("cite")


class Host:
    """A running `casus rpc`. `told` is its answer to `hello`."""

    def __init__(self, program="casus"):
        self.pipe = subprocess.Popen(
            [program, "rpc"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
        )
        self.asked = 0
        self.told = self.ask("hello")
        if self.told["protocol"] != PROTOCOL:
            raise SystemExit(f"protocol {self.told['protocol']}: this client speaks {PROTOCOL}")

    def ask(self, do, **keys):
        """Sends a request and returns its answer. Keys that are None are left out. Raises Refused for an error."""
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
        """Opens a session with a new match of `game`. Keys: battle, scenario, options, setup, seed."""
        return Session(self, self.ask("open", game=game, **keys)["session"])

    def reopen(self, save, **keys):
        """Opens a session from a save. Key: seed."""
        return Session(self, self.ask("reopen", save=save, **keys)["session"])

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.pipe.stdin.close()
        self.pipe.wait()


class Session:
    """A match. Keeps the open decision (`turn`) and the length of the journal, which requests that change the match need."""

    def __init__(self, host, number):
        self.host, self.number = host, number
        self.seen(host.ask("turn", session=number))

    def seen(self, answer):
        """Keeps the length of the journal and the open decision from an answer, and returns the answer."""
        self.journal, self.turn = answer["journal"], answer["turn"]
        return answer

    def ask(self, do, **keys):
        """Sends a request that does not change the match."""
        return self.host.ask(do, session=self.number, **keys)

    def change(self, do, **keys):
        """Sends a request that changes the match (marked * in docs/protocol.md)."""
        return self.seen(self.ask(do, journal=self.journal, **keys))

    def over(self):
        """Returns the winner's name, or `draw`, `all-lose` or `stalemate`; None while play continues."""
        return self.turn.get("over")


def battle(host, game, name, seed, viewer="spectator"):
    """Plays a battle to its end, and checks that its save leads to the same end.

    In every third of the first 60 activations, it chooses listed actions at random, as a player who clicks would. An agent
    plays the rest.
    """
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
    parser.add_argument("battles", nargs="*", help="the battles to play (default: one of each game)")
    parser.add_argument("--program", default="casus", help="path of the program `casus`")
    parser.add_argument("--seed", type=int, default=1, help="seed of the dice and the choices")
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
