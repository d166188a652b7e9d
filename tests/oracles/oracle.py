"""What the second opinions of all games share: dense random play over the protocol, and what they find.

An oracle is written from a rulebook and its rulings alone. It reads the view of a position, the list of actions, and the events
of each action, and says where it would have it otherwise. It never reads the rule code.

A game's oracle is a subclass of `Oracle`; `run(MyOracle)` is its command line:

    python3 tests/oracles/suleiman.py --program target/release/casus --seconds 30
    python3 tests/oracles/suleiman.py --seed 1234 --games 1 --verbose    plays one position again
"""

import argparse
import json
import multiprocessing
import random
import subprocess
import sys
import time
import traceback
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "clients"))
from casus import Host, Refused  # noqa: E402


class Oracle:
    """A second opinion on one match. `self.session` asks the engine; `self.lot` is the generator of this match."""

    game = ""
    # What it checks, and what it cannot model: printed by `--about`, and told in TESTING.md.
    models: list[str] = []
    leaves_out: list[str] = []
    # Faults of the engine that it goes on past until they are mended: (why, predicate of what is compared, as narrow as may be).
    known: list[tuple] = []
    # How many actions a match has at most.
    length = 400

    def __init__(self, session, lot):
        self.session, self.lot = session, lot
        self.found = []
        self.checks = 0

    @classmethod
    def opening(cls, lot):
        """The keys of the request `open` for one match: `battle`, `scenario`, `options`, `setup`."""
        raise NotImplementedError

    def begin(self, map_answer, view):
        """The match has begun."""

    def choose(self, actions, turn):
        """Which of the listed actions is played: dense play picks fights. By lot if not overridden."""
        return self.lot.choice(actions)

    def at_decision(self, view, turn, actions):
        """Compares the open decision and its list with what the rulebook says. `actions` are the full entries."""

    def after_action(self, before, turn, action, events, view, next_turn):
        """Compares what came of an action. `events` are the `event`s by names, with `cite` and `words`."""

    def at_end(self, view, turn):
        """Compares how it ended."""

    def same(self, what, engine, oracle):
        """One comparison. A difference is kept with its place."""
        self.checks += 1
        if engine != oracle and not any(when(self, what, engine, oracle) for _, when in self.known):
            self.found.append({"what": what, "engine": engine, "oracle": oracle})
            return False
        return True

    def view(self):
        return self.session.ask("view", viewer="referee")["view"]


def play(oracle_class, host, seed, verbose=False, stop_at_first=True, deadline=None):
    """One match. Gives the decisions met, the comparisons made, and the differences found."""
    lot = random.Random(f"{oracle_class.game} {seed}")
    keys = oracle_class.opening(lot)
    try:
        session = host.open(oracle_class.game, seed=seed, **keys)
    except Refused as refused:
        if verbose:
            print(f"seed {seed}: no match: {refused}")
        return {"seed": seed, "decisions": 0, "checks": 0, "found": [], "refused": str(refused)}
    oracle = oracle_class(session, lot)
    decisions = 0
    view = oracle.view()
    oracle.begin(session.ask("map"), view)
    found = []

    def keep(where):
        for difference in oracle.found:
            found.append({"seed": seed, "journal": session.journal, "at": where, **difference})
            if verbose:
                print(json.dumps(found[-1], ensure_ascii=False))
        oracle.found.clear()

    while not session.over() and decisions < oracle.length:
        if deadline and time.monotonic() > deadline:
            break
        turn = session.turn
        actions = session.ask("actions", by=turn["side"])["actions"]
        decisions += 1
        oracle.at_decision(view, turn, actions)
        keep("decision " + turn["what"])
        if found and stop_at_first:
            break
        action = oracle.choose(actions, turn)
        answer = session.change("play", by=turn["side"], action=action["words"], viewer="referee")
        events = [event for line in answer["played"] for event in line["events"]]
        oracle.faces = [face for line in answer["played"] for face in line["faces"]]
        before, view = view, oracle.view()
        if verbose:
            print(f"{session.journal:4} {turn['side']:10} {action['words']}  {oracle.faces or ''}")
            for event in events:
                print(f"{'':18}{event['words']}")
        oracle.after_action(before, turn, action, events, view, session.turn)
        keep(action["words"])
        if found and stop_at_first:
            break
    if session.over():
        oracle.at_end(view, session.turn)
        keep("the end")
    host.ask("close", session=session.number)
    return {"seed": seed, "decisions": decisions, "checks": oracle.checks, "found": found}


def worker(oracle_class, program, seeds, deadline, results):
    with Host(program) as host:
        for seed in seeds:
            if deadline and time.monotonic() > deadline:
                break
            try:
                result = play(oracle_class, host, seed, deadline=deadline)
            except Exception:
                # The model broke off: a finding with its seed, and the matches before it are not lost.
                found = [{"seed": seed, "what": "the model broke off", "at": traceback.format_exc(limit=-3)}]
                result = {"seed": seed, "decisions": 0, "checks": 0, "found": found}
            results.put(result)
    results.put(None)


def run(oracle_class):
    parser = argparse.ArgumentParser(description=f"A second opinion on the rules of {oracle_class.game}.")
    parser.add_argument("--program", default="casus", help="the program `casus`")
    parser.add_argument("--seconds", type=float, help="how long; without it, --games says how much")
    parser.add_argument("--games", type=int, default=20, help="how many matches, where no time is given")
    parser.add_argument("--seed", type=int, default=1, help="the first seed; each match has the next")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--verbose", action="store_true", help="tells every action of the match with --seed")
    parser.add_argument("--about", action="store_true", help="tells what is modelled and what is not")
    args = parser.parse_args()
    if args.about:
        print("models:", *oracle_class.models, sep="\n  ")
        print("leaves out:", *oracle_class.leaves_out, sep="\n  ")
        return
    if args.verbose:
        with Host(args.program) as host:
            result = play(oracle_class, host, args.seed, verbose=True)
        sys.exit(1 if result["found"] else 0)
    deadline = time.monotonic() + args.seconds if args.seconds else None
    last = args.seed + (args.games if not args.seconds else 10_000_000)
    results = multiprocessing.Queue()
    workers = [
        multiprocessing.Process(
            target=worker,
            args=(oracle_class, args.program, range(args.seed + k, last, args.workers), deadline, results),
        )
        for k in range(args.workers)
    ]
    for process in workers:
        process.start()
    left, games, decisions, checks, refused, found = len(workers), 0, 0, 0, 0, []
    last_refused = ""
    while left:
        try:
            result = results.get(timeout=5)
        except Exception:
            # A worker that died without a word is a failure, never a silent success.
            if not any(process.is_alive() for process in workers):
                sys.exit("a worker ended without its result")
            continue
        if result is None:
            left -= 1
            continue
        games += 1
        refused += "refused" in result
        last_refused = result.get("refused", last_refused)
        decisions += result["decisions"]
        checks += result["checks"]
        found += result["found"]
    for process in workers:
        process.join()
        if process.exitcode:
            sys.exit(f"a worker ended with {process.exitcode}")
    for difference in found[:40]:
        print(json.dumps(difference, ensure_ascii=False))
    print(
        f"{oracle_class.game}: {games} matches ({refused} set-ups refused), {decisions} decisions, "
        f"{checks} comparisons, {len(found)} differences"
    )
    if not decisions or not checks:
        sys.exit("nothing was compared")
    # Lots that the game will not open prove nothing: most must be played.
    if refused > 0.4 * games:
        sys.exit(f"{refused} of {games} set-ups were refused; the last: {last_refused}")
    sys.exit(1 if found else 0)
