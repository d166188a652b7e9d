#!/usr/bin/env python3
"""Plays every battle of every game in a browser as a person would: with clicks on the map, menus and buttons. It sends requests of
its own only to create the matches.

    python3 crates/casus/page/tests/play.py                          against http://127.0.0.1:8017/
    python3 crates/casus/page/tests/play.py --url URL --decisions 100 --shots FOLDER mohacs pavia
    python3 crates/casus/page/tests/play.py --to-the-end             every battle until somebody has won

It needs Chromium (or --browser PATH) and Python. It fails if the page reports an error, or if play does not advance.
"""

import argparse
import json
import os
import random
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from browser import Browser  # noqa: E402

# The visible things that can be clicked, as points with descriptions. Read from the page, not from the match.
SEEN = r"""
(() => {
  const seen = [];
  const size = [innerWidth, innerHeight];
  const add = (kind, el, words) => {
    const r = el.getBoundingClientRect();
    if (r.width < 2 || r.height < 2) return;
    const [x, y] = [r.x + r.width / 2, r.y + r.height / 2];
    if (x < 3 || y < 3 || x > size[0] - 3 || y > size[1] - 3) return;
    const top = document.elementFromPoint(x, y);
    if (!top || !(el === top || el.contains(top) || (top.closest && top.closest('.field') && el.closest('.field')))) return;
    seen.push({ kind, words, x, y });
  };
  const dialog = document.querySelector('dialog.small[open], dialog.order[open]');
  if (dialog) { for (const b of dialog.querySelectorAll('.facebutton, .verb.do')) add('face', b, b.textContent); return seen; }
  const pop = document.querySelector('.pop:not([hidden])');
  if (pop) {
    for (const b of pop.querySelectorAll('.act.do, .act.choose')) { b.scrollIntoView({ block: 'nearest' }); add('menu', b, b.textContent); }
    add('close', pop.querySelector('.x'), 'close');
  }
  for (const b of document.querySelectorAll('.askbar .do')) add('answer', b, b.dataset.words || b.textContent);
  for (const b of document.querySelectorAll('.askbar .verb:not(.do)')) if (b.querySelector('.count')) add('list', b, b.textContent);
  for (const el of document.querySelectorAll('.field .pick')) add('facing', el, el.dataset.face);
  for (const el of document.querySelectorAll('.field .reach')) add('reach', el, el.dataset.site);
  for (const el of document.querySelectorAll('.field .target')) add('target', el, el.dataset.site);
  for (const el of document.querySelectorAll('.field .piece.may')) add('piece', el, el.dataset.piece);
  for (const el of document.querySelectorAll('.field .piece.aim')) add('aim', el, el.dataset.piece);
  for (const el of document.querySelectorAll('.field .piece:not(.may):not(.aim)')) add('other', el, el.dataset.piece);
  return seen;
})()
"""
STATE = "(() => { const t = window.casusTable; return t && t.turn ? { J: t.J, mine: t.mine, busy: t.busy || !!t.syncing, what: t.turn.what, side: t.turn.side, over: t.turn.over || null, question: t.turn.question } : null })()"


class Sitting:
    """A player at one battle."""

    def __init__(self, page, base, lot, shots):
        self.page, self.base, self.lot, self.shots = page, base, lot, shots
        self.counts = {}
        self.seconds = []

    def count(self, what):
        self.counts[what] = self.counts.get(what, 0) + 1

    def state(self):
        return self.page.js(STATE)

    def settled(self, timeout=300):
        """Waits until the player decides and nothing is in progress, or play is over."""
        end = time.time() + timeout
        while True:
            now = self.state()
            if now and not now["busy"] and (now["mine"] or now["over"]):
                return now
            if time.time() > end:
                said = self.page.js("document.querySelector('.askbar').innerText")
                raise SystemExit(f"play stands still: {now}: {said!r}, {self.page.complaints()}")
            time.sleep(0.05)

    def shot(self, name):
        if self.shots:
            self.page.shot(os.path.join(self.shots, f"{name}.png"))

    def click(self, thing, **how):
        self.count(thing["kind"])
        self.page.click(thing["x"], thing["y"], **how)
        time.sleep(0.06)

    def one(self):
        """Clicks something. Returns whether that has changed the match."""
        before = self.settled()
        if before["over"]:
            return False
        began = time.time()
        for _ in range(14):
            seen = self.page.js(SEEN)
            kinds = {}
            for thing in seen:
                kinds.setdefault(thing["kind"], []).append(thing)
            menu = [k for k in ("menu", "face") if k in kinds]
            if menu and self.lot.random() < 0.9:
                thing = self.lot.choice(kinds[menu[0]])
            elif "close" in kinds:
                thing = kinds["close"][0]
            else:
                weights = {"reach": 7, "facing": 1, "target": 6, "aim": 6, "piece": 5, "answer": 2, "list": 1.5, "other": 0.15}
                some = [k for k in weights if k in kinds]
                if not some:
                    self.page.key("0")
                    time.sleep(0.2)
                    continue
                kind = self.lot.choices(some, [weights[k] for k in some])[0]
                thing = self.lot.choice(kinds[kind])
                if kind == "other":
                    self.count("why not asked")
            self.click(thing)
            for _ in range(100):
                now = self.state()
                if now and not now["busy"]:
                    break
                time.sleep(0.03)
            if now and (now["J"] != before["J"] or not now["mine"]):
                self.seconds.append(time.time() - began)
                return True
        # Fourteen clicks have changed nothing: use the list of actions.
        self.count("by the list")
        self.page.js("document.querySelector('#tab-lists').click()")
        time.sleep(0.2)
        self.page.js("(() => { const all = [...document.querySelectorAll('.pane.lists .act.do')]; const b = all[Math.floor(Math.random() * all.length)]; b && b.click(); })()")
        for _ in range(60):
            time.sleep(0.05)
            now = self.state()
            if now and now["J"] != before["J"]:
                return True
        return False

    def undo(self):
        before = self.settled()
        if before["over"]:
            return
        self.page.js("document.querySelector('.head button[title^=\"Undo\"]').click()")
        time.sleep(0.3)
        now = self.settled()
        self.count("undone" if now["J"] < before["J"] else "undo refused")
        self.page.js("document.querySelector('dialog.small[open]')?.close()")

    def let(self):
        """Lets an agent play the rest of the turn, by the menu."""
        if self.settled()["over"]:
            return
        self.page.js("document.querySelector('.pop:not([hidden]) > .x')?.click()")
        self.page.js("document.querySelector('.menu summary').click()")
        self.page.until("document.querySelector('.menu[open] .item')")
        self.page.js("[...document.querySelectorAll('.menu .item')].find((b) => b.textContent.startsWith('Play the rest')).click()")
        self.count("turns left to the agent")
        time.sleep(0.1)

    def ended(self):
        """Checks what the page shows at the end: the winner, the Case, and the replay."""
        page = self.page
        words = page.until("document.querySelector('.askbar .over .question')?.textContent")
        number = page.js("document.querySelector('.askbar .over .cite').textContent")
        page.js("document.querySelector('.askbar .over .cite').click()")
        page.until("document.querySelector('.sheet[open] .casebody h2')")
        title = page.js("document.querySelector('.sheet[open] .casebody h2').textContent")
        page.js("document.querySelector('.sheet[open] .x').click()")
        page.js("[...document.querySelectorAll('.askbar button')].find((b) => b.textContent === 'Replay').click()")
        page.until("document.querySelector('.replay:not([hidden]) .said b')")
        page.js("(() => { const s = document.querySelector('.replay input'); s.value = Math.floor(s.max / 2); s.dispatchEvent(new Event('input')); })()")
        page.until("document.querySelector('.replay .said').textContent.startsWith(document.querySelector('.replay input').value + ' of ')")
        page.js("document.querySelector('.replay > .verb').click()")
        page.until("document.querySelector('.replay').hidden")
        print(f"   the end: {words.strip()} | {number} {title}", flush=True)

    def odds(self):
        """Opens the odds of an offered action."""
        if self.page.js("(() => { const b = document.querySelector('.askbar .more, .pop .more'); b && b.click(); return !!b; })()"):
            time.sleep(0.8)
            if self.page.js("!!document.querySelector('.detail .odds')"):
                self.count("odds seen")


def battle(browser, base, told, name, args, lot):
    game = next(g for g in told["games"] if any(b["battle"] == name for b in g["battles"]))
    sides = game["sides"]
    own = sides[lot.randrange(len(sides))]
    scenario = next((b.get("scenarios") or [{}] for b in game["battles"] if b["battle"] == name))[-1].get("scenario")
    order = {"game": game["game"], "battle": name, "name": f"test {name}", "seats": [{"sides": [x], "who": "person" if x == own else "hasty"} for x in sides]}
    if scenario and lot.random() < 0.5:
        order["scenario"] = scenario
    if args.both:
        order["seats"] = [{"sides": sides, "who": "person"}]
    phone = args.phone
    page = browser.page(wide=390, high=844, phone=True) if phone else browser.page()
    # By the page's own door, which leads to a server or to the library in the page.
    page.go(f"{base}/")
    page.until("window.casusDoor", 60)
    made = page.js(f"casusDoor.create({json.dumps(order)})")
    key = next(s["key"] for s in made["seats"] if s.get("key"))
    sitting = Sitting(page, base, lot, args.shots)
    page.go(f"{base}/#{key}")
    page.until("window.casusTable && window.casusTable.scene", 60)
    done = 0
    complaints = []
    began = time.time()
    while args.to_the_end or done < args.decisions:
        if sitting.settled()["over"]:
            break
        if args.to_the_end and time.time() - began > 60 * args.minutes:
            complaints.append(f"no end after {args.minutes} minutes")
            break
        if args.to_the_end and done and done % 5 == 0:
            sitting.let()
            done += 1
            continue
        try:
            moved = sitting.one()
        except RuntimeError:
            sitting.shot(f"{name}-stuck")
            raise
        if moved:
            done += 1
        if done == args.decisions // 3:
            sitting.odds()
            sitting.shot(f"{name}-early")
        if done and done % 17 == 0:
            sitting.undo()
        if done == args.decisions // 2:
            page.ask("Page.reload")
            page.until("window.casusTable && window.casusTable.scene", 60)
            sitting.count("reload")
            done += 1
        complaints += page.complaints()
        if complaints and args.strict:
            break
    sitting.shot(f"{name}-late")
    complaints += page.complaints()
    if args.bad_line:
        complaints = [c for c in complaints if "net::ERR" not in c]
    over = bool(sitting.settled()["over"])
    if over:
        time.sleep(0.5)
        sitting.ended()
        sitting.shot(f"{name}-end")
        complaints += page.complaints()
    page.close()
    mean = sum(sitting.seconds) / max(1, len(sitting.seconds))
    print(f"{name} as {own}: {done} decisions, {mean:.2f} s each; " + ", ".join(f"{k} {v}" for k, v in sorted(sitting.counts.items())), flush=True)
    for c in complaints[:8]:
        print("   complaint:", c, flush=True)
    return not complaints and (over or not args.to_the_end and done >= args.decisions)


def lobby(browser, base, args):
    """Goes from the lobby to a match, opens a friend's link, returns by the list of matches, and opens a save."""
    page = browser.page()
    press = lambda what: page.js(f"document.querySelector({json.dumps(what)}).click()")  # noqa: E731
    page.go(f"{base}/")
    page.until("document.querySelector('.card')", 60)
    press("[data-battle=marignan]")
    page.until("document.querySelector('dialog.order[open] form')")
    press("dialog.order input[value=friend]")
    press("dialog.order [type=submit]")
    page.until("document.querySelectorAll('dialog.order .linkrow input').length === 2")
    if args.shots:
        page.shot(os.path.join(args.shots, "lobby-links.png"))
    link = page.js("document.querySelector('dialog.order .linkrow input').value")
    press("dialog.order .main")
    page.until("window.casusTable && window.casusTable.scene", 60)
    friend = browser.page()
    friend.go(link)
    friend.until("window.casusTable && window.casusTable.scene", 60)
    both = [p.js("window.casusTable.about.sides.join()") for p in (page, friend)]
    assert sorted(both) == ["French", "Swiss"], both
    page.until("document.querySelectorAll('.seat.here').length === 2")
    page.go(f"{base}/")
    page.until("document.querySelector('.goon a')", 60)
    press(".goon a")
    page.until("window.casusTable && window.casusTable.scene", 60)
    text = page.js("window.casusTable.door.save()")
    assert '"game": "marignan"' in text, text[:80]
    path = os.path.join(browser.profile.name, "match.save")
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    page.go(f"{base}/")
    page.until("document.querySelector('input[type=file]')", 60)
    found = page.ask("Runtime.evaluate", expression="document.querySelector('input[type=file]')")["result"]["objectId"]
    page.ask("DOM.setFileInputFiles", files=[path], objectId=found)
    page.until("document.querySelector('dialog.order[open] form')")
    press("dialog.order [type=submit]")
    page.until("window.casusTable && window.casusTable.scene && location.hash", 60)
    complaints = page.complaints() + friend.complaints()
    page.close()
    friend.close()
    print("lobby: a friend, the list and a save" + "".join(f"\n   complaint: {c}" for c in complaints), flush=True)
    return not complaints


def main():
    parser = argparse.ArgumentParser(description="Plays battles in a browser.")
    parser.add_argument("battles", nargs="*")
    parser.add_argument("--url", default="http://127.0.0.1:8017")
    parser.add_argument("--browser", default="chromium")
    parser.add_argument("--decisions", type=int, default=100)
    parser.add_argument("--to-the-end", action="store_true", help="play on until a battle is over, with some turns left to an agent")
    parser.add_argument("--minutes", type=float, default=20, help="how long a battle may take then")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--shots", default="")
    parser.add_argument("--phone", action="store_true")
    parser.add_argument("--both", action="store_true", help="both sides at one screen")
    parser.add_argument("--bad-line", action="store_true", help="answers that were lost are no complaint")
    parser.add_argument("--strict", action="store_true", help="stop a battle at the first complaint")
    args = parser.parse_args()
    base = args.url.rstrip("/")
    if args.shots:
        os.makedirs(args.shots, exist_ok=True)
    good = True
    with Browser(args.browser) as browser:
        page = browser.page()
        page.go(f"{base}/")
        page.until("window.casusDoor", 60)
        told = page.js("casusDoor.hello()")
        page.close()
        names = args.battles or [b["battle"] for g in told["games"] for b in g["battles"]]
        if not args.battles:
            good &= lobby(browser, base, args)
        for name in names:
            good &= battle(browser, base, told, name, args, random.Random(f"{args.seed} {name}"))
    print("all is well" if good else "not all is well")
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
