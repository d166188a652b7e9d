#!/usr/bin/env python3
"""Tests of the page: the keyboard alone, physical dice, a custom set-up, undo between two players, a failure of the engine.

    python3 crates/casus/page/tests/quick.py --url URL

It needs Chromium (or --browser PATH) and Python. It detects whether the page has a server, and leaves out the tests that do not apply.
"""

import argparse
import json
import os
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from browser import Browser  # noqa: E402

READY = "window.casusTable && window.casusTable.scene && window.casusTable.hello && !casusTable.busy && !casusTable.syncing"
J = "casusTable.J"


def sit(browser, base, order, key=None, **size):
    """Opens the page of a match, which is created if no key is given. Returns the page and the created match."""
    page = browser.page(**size)
    made = None
    if key is None:
        page.go(f"{base}/")
        page.until("window.casusDoor", 60)
        made = page.js(f"casusDoor.create({json.dumps(order)})")
        key = next(s["key"] for s in made["seats"] if s.get("key"))
    page.go(f"{base}/#{key}")
    page.until(READY, 60)
    return page, made


def idle(page, timeout=60):
    time.sleep(0.1)
    page.until(READY, timeout)


def well(what, *pages):
    complaints = [c for page in pages for c in page.complaints()]
    for page in pages:
        page.close()
    print(what + "".join(f"\n   complaint: {c}" for c in complaints), flush=True)
    return not complaints


def named(page):
    """Returns every node of the accessibility tree with its role, its name and its properties."""
    nodes = page.ask("Accessibility.getFullAXTree")["nodes"]
    text = lambda n, key: str(n.get(key, {}).get("value", ""))  # noqa: E731
    return [(text(n, "role"), text(n, "name"), {p["name"]: p["value"].get("value") for p in n.get("properties", [])}) for n in nodes if not n.get("ignored")]


def keys(browser, base):
    """Plays a turn with the keyboard alone: selects a piece, moves it, answers, undoes; and checks what a screen reader finds."""
    page, _ = sit(browser, base, {"game": "suleiman", "battle": "mohacs", "seats": [{"sides": ["Hungary", "Ottoman"], "who": "person"}]})
    focus = lambda: page.js("document.activeElement.className.baseVal ?? document.activeElement.className")  # noqa: E731
    page.key("Tab")
    assert page.js("document.activeElement !== document.body"), "Tab goes nowhere"
    # An agent makes the placements of the set-up.
    for _ in range(6):
        if page.js("casusTable.turn.what").startswith("place"):
            page.js("casusTable.letAgent('hasty', 'rest')")
            idle(page)
    # Activate a command, by the answers below the map.
    began = page.js(J)
    page.key("a")
    assert page.js("casusTable.bar.contains(document.activeElement)"), focus()
    page.key("Enter")
    page.until("!casusTable.pop.hidden")
    page.until("casusTable.pop.contains(document.activeElement)")
    page.key("Enter")
    page.until(f"{J} > {began}")
    idle(page)
    began = page.js(J)
    # The first piece that may act, and the hex before it.
    page.key("m")
    assert focus() == "field", focus()
    page.key("n")
    assert page.js("!!document.querySelector('.field .cursor')"), "no pointer"
    said = page.js("casusTable.spoken.textContent")
    assert "may act" in said, said
    page.key("Enter")
    idle(page)
    if page.js("!casusTable.pop.hidden"):
        page.key("Enter")
        idle(page)
    page.until("casusTable.chosen?.reach.size")
    at = page.js("casusTable.field.cursor")
    for way in ("ArrowDown", "ArrowUp", "ArrowLeft", "ArrowRight"):
        page.js(f"casusTable.field.put({at})")
        page.key(way)
        if page.js("casusTable.chosen.reach.has(casusTable.field.label(casusTable.field.cursor))"):
            break
    assert page.js("casusTable.field.cursor") != at, "the pointer stands still"
    said = page.js("casusTable.spoken.textContent")
    assert "reach" in said, said
    page.key("Enter")
    page.until(f"{J} > {began}")
    idle(page)
    after = page.js(J)
    page.key("u")
    page.until(f"{J} < {after}")
    idle(page)
    # The view.
    look = lambda: page.js("[casusTable.field.k, casusTable.field.x, casusTable.field.y]")  # noqa: E731
    page.key("m")
    before = look()
    page.key("+")
    assert look()[0] > before[0], "not nearer"
    before = look()
    page.key("ArrowLeft", shift=True)
    assert look()[1] > before[1], "not moved"
    page.key("i")
    page.until("casusTable.pop.classList.contains('info') && !casusTable.pop.hidden")
    page.until("casusTable.pop.contains(document.activeElement)")
    page.key("Escape")
    page.until("casusTable.pop.hidden")
    assert focus() == "field", focus()
    # An illegal target: an enemy's hex, with every reason.
    page.js("casusTable.field.put(casusTable.scene.counters.find((c) => c.army === 1).site)")
    page.key("Enter")
    page.until("!casusTable.pop.hidden && casusTable.pop.querySelector('.reason, .act, p')")
    page.key("Escape")
    nodes = named(page)
    has = lambda role, part: any(r == role and part in name for r, name, _ in nodes)  # noqa: E731
    for role, part in (("application", "The map"), ("tab", "Log"), ("log", "News"), ("meter", "Flight"), ("button", "Hint"), ("region", "The open decision")):
        assert has(role, part), f"no {role} of the name {part}: {[n for r, n, _ in nodes if r == role]}"
    assert any(r == "log" and p.get("live") == "polite" for r, _, p in nodes), "the log is not read out"
    page.js("casusTable.panel.show('lists')")
    nodes = named(page)
    assert has("tabpanel", "Lists"), "no lists"
    assert sum(r == "button" and name.startswith(("Knights", "Hussars", "Levy")) for r, name, _ in nodes) + sum("(" in name for r, name, _ in nodes) > 3
    nameless = [r for r, name, _ in nodes if r in ("button", "tab", "slider", "textbox", "searchbox", "combobox", "link") and not name.strip()]
    assert not nameless, f"without a name: {nameless}"
    return well("a turn by the keys", page)


def wishes(browser, base):
    """Two players at one match: one asks to undo, the other sees the steps that this would undo, and grants it."""
    order = {"game": "marignan", "battle": "marignan", "seats": [{"sides": ["Swiss"], "who": "person"}, {"sides": ["French"], "who": "person"}]}
    one, made = sit(browser, base, order)
    keys_of = {s["sides"][0]: s["key"] for s in made["seats"]}
    other, _ = sit(browser, base, None, keys_of["French"])
    one.until("document.querySelectorAll('.seat.here').length === 2")
    pages = {"Swiss": one, "French": other}
    # Play until each side has acted, with an agent for both.
    for _ in range(12):
        side = one.js("casusTable.turn.side")
        pages[side].until("casusTable.mine && !casusTable.busy && !casusTable.syncing")
        pages[side].js("casusTable.letAgent('hasty', 'rest')", timeout=180)
        for page in pages.values():
            page.until(f"{J} === {pages[side].js(J)} && {READY}")
        if len(set(one.js("casusTable.lines.map((l) => l.by)"))) == 2:
            break
    before = one.js(J)
    asker = one.js("casusTable.lines.find((l) => l.by !== casusTable.lines.at(-1).by).by")
    friend = "French" if asker == "Swiss" else "Swiss"
    asks, grants = pages[asker], pages[friend]
    asks.js("casusTable.panel.offerAskUndo()")
    asks.until("document.querySelector('dialog.small[open] .act')")
    asks.js("document.querySelector('dialog.small[open] .act').click()")
    grants.until("document.querySelector('.wish .undone li')")
    text = grants.js("document.querySelector('.wish').textContent")
    assert f"{asker} asks to undo the last" in text and grants.js("document.querySelectorAll('.wish .undone li').length") >= 1, text
    asks.until("document.querySelector('.wish')")
    assert asks.js("!document.querySelector('.wish .verb.do')"), "nobody grants his own wish"
    # First refuse; after a second request, grant.
    grants.js("[...document.querySelectorAll('.wish .verb')].pop().click()")
    grants.until("!document.querySelector('.wish')")
    assert grants.js(J) == before
    grants.js("casusTable.declined = null; casusTable.render()")
    grants.until("document.querySelector('.wish .verb.do')")
    grants.js("document.querySelector('.wish .verb.do').click()")
    grants.until(f"{J} < {before}")
    asks.until(f"{J} === {grants.js(J)} && {READY}")
    asks.until("[...document.querySelectorAll('.toast')].some((t) => t.textContent.startsWith('Undid'))")
    return well("a friend's wish", one, other)


def dice(browser, base):
    """Enters physical dice rolls face by face, and finds them in the log."""
    page, _ = sit(browser, base, {"game": "blind_faith", "battle": "hussite_wars", "seats": [{"sides": ["Hussite", "Imperial"], "who": "person"}]})
    page.js("document.querySelector('.menu summary').click()")
    page.until("document.querySelector('.menu[open] .tick')")
    page.js("[...document.querySelectorAll('.menu .tick')].find((t) => t.textContent.includes('own dice')).querySelector('input').click()")
    page.js("document.querySelector('.menu').open = false")
    faces = []
    for _ in range(12):
        idle(page)
        # Only start it: it asks for a face before it is done.
        page.js("void casusTable.play(casusTable.actions[0])")
        end = time.time() + 3
        while time.time() < end and not page.js("!!document.querySelector('dialog.small[open] .facebutton')") and not page.js(READY):
            time.sleep(0.05)
        time.sleep(0.2)
        while page.js("!!document.querySelector('dialog.small[open] .facebutton')"):
            faces.append(int(page.js("document.querySelector('dialog.small[open] .facebutton .die').getAttribute('aria-label').split(' ')[1]")))
            page.js("document.querySelector('dialog.small[open] .facebutton').click()")
            time.sleep(0.4)
        if faces:
            break
    assert faces, "nothing was thrown"
    idle(page)
    thrown = page.js("casusTable.lines.at(-1).faces")
    assert thrown == faces, (thrown, faces)
    return well("dice from one's own table", page)


def by_hand(browser, base):
    """Makes a custom set-up: an illegal place is reported with its Case and undone; a legal one works; the piece is turned; play
    starts.
    """
    page = browser.page()
    page.go(f"{base}/")
    page.until("document.querySelector('[data-battle=mohacs]')", 60)
    page.js("document.querySelector('[data-battle=mohacs]').click()")
    page.until("document.querySelector('dialog.order[open] form')")
    page.js("document.querySelector('dialog.order input[value=both]').click()")
    page.js("[...document.querySelectorAll('dialog.order button')].find((b) => b.textContent.startsWith('Set up on the map')).click()")
    page.until("window.casusSetup?.scene && !casusSetup.busy", 60)

    def tap(label):
        page.js(f"casusSetup.field.seek('{label}', true)")
        page.click(*page.js(f"(() => {{ const s = casusSetup.field.spot(casusSetup.field.site('{label}')); const r = casusSetup.field.host.getBoundingClientRect(); return [s[0] + r.x, s[1] + r.y]; }})()"))

    piece = "HU-LC-1"
    # From the page: the piece's hex, an enemy's hex, and an empty hex beside the piece.
    home, foe, free = page.js(f"""(() => {{ const f = casusSetup.field; const c = f.counter('{piece}'); const foe = f.scene.counters.find((x) => x.army !== c.army && !f.leads(x));
      const free = f.scene.sites.findIndex((s, i) => f.distance(i, c.site) === 1 && !f.here(i).length);
      return [f.label(c.site), f.label(foe.site), f.label(free)]; }})()""")
    tap(home)
    page.until(f"casusSetup.chosen === '{piece}'")
    page.js(f"casusSetup.field.on.drop({{ site: casusSetup.field.site('{foe}'), label: '{foe}' }}, ['{piece}'])")
    page.until("!casusSetup.busy && document.querySelector('.setup .reason')", 60)
    assert page.js("!!document.querySelector('.setup .reason .cite')"), page.js("document.querySelector('.setup .reason').textContent")
    assert page.js("document.querySelector('.setup .main').disabled"), "what is wrong is taken"
    page.js("document.querySelector('.setup .head .tool').click()")
    page.until(f"!casusSetup.busy && !document.querySelector('.setup .reason') && casusSetup.field.counter('{piece}').site === casusSetup.field.site('{home}')", 60)
    tap(free)
    page.until(f"!casusSetup.busy && casusSetup.field.counter('{piece}')?.site === casusSetup.field.site('{free}')", 60)
    page.js("[...document.querySelectorAll('.setup .answers .verb')].find((b) => b.textContent === 'Face N').click()")
    page.until(f"!casusSetup.busy && casusSetup.pieces.get('{piece}').facing === 'N'", 60)
    page.js("document.querySelector('.setup .main').click()")
    page.until("document.querySelector('dialog.order[open] form')")
    page.js("document.querySelector('dialog.order [type=submit]').click()")
    page.until(f"location.hash && {READY}", 60)
    assert page.js(f"casusTable.field.label(casusTable.field.counter('{piece}').site)") == free
    return well("a set-up by hand", page)


def fails(browser, base):
    """The engine fails at a move and while an agent thinks. The page reports it, keeps the position and continues."""
    order = {"game": "suleiman", "battle": "mohacs", "seats": [{"sides": ["Hungary"], "who": "person"}, {"sides": ["Ottoman"], "who": "hasty"}]}
    page, _ = sit(browser, base, order)
    if not page.js("!!casusTable.door.fail"):
        page.close()
        print("no engine in this page: its failing is not tried", flush=True)
        return True
    answer = "(() => { const a = casusTable.actions[0]; return casusTable.play(a).then(() => true); })()"
    mine = f"{READY} && casusTable.mine"
    page.until(mine, 120)
    page.js(answer)
    page.until(mine, 120)
    before = page.js("JSON.stringify([casusTable.J, casusTable.turn, casusTable.scene.counters])")
    page.js("casusTable.door.fail('session')")
    page.js(answer)
    page.until("document.querySelector('.askbar .failed')?.textContent.includes('was restarted')")
    page.until(READY, 60)
    assert page.js("JSON.stringify([casusTable.J, casusTable.turn, casusTable.scene.counters])") == before, "the match is another"
    assert "capacity overflow" in page.js("casusTable.failed.why"), page.js("casusTable.failed.why")
    now = page.js(J)
    page.js(answer)
    page.until(f"{J} > {now} && !document.querySelector('.askbar .failed')")
    page.until(mine, 120)
    # The agent's engine fails: the agent acts nevertheless.
    page.js("casusTable.door.fail('thinker')")
    for _ in range(8):
        page.js("casusTable.letAgent('hasty', 'rest')", timeout=180)
        page.until(f"{READY} && (casusTable.mine || casusTable.turn.over)", 180)
        if page.js("casusTable.lines.some((l) => l.by === 'Ottoman')"):
            break
    assert page.js("casusTable.lines.some((l) => l.by === 'Ottoman')"), "the agent has not played"
    # After a reload, the match is as it was kept.
    now = page.js(J)
    page.ask("Page.reload")
    page.until(f"{READY} && {J} === {now}", 60)
    return well("an engine that fails", page)


def main():
    parser = argparse.ArgumentParser(description="What is quickly tried of the page, in a browser.")
    parser.add_argument("tests", nargs="*")
    parser.add_argument("--url", default="http://127.0.0.1:8017")
    parser.add_argument("--browser", default="chromium")
    args = parser.parse_args()
    base = args.url.rstrip("/")
    good = True
    with Browser(args.browser) as browser:
        page = browser.page()
        page.go(f"{base}/")
        page.until("window.casusDoor", 60)
        # Two players need a server: a page without one has a single person.
        house = page.js("document.querySelector('meta[name=door]').content === 'server'")
        page.close()
        tests = [keys, dice, by_hand] + ([wishes] if house else []) + [fails]
        for test in tests:
            if not args.tests or test.__name__ in args.tests:
                good &= test(browser, base)
    print("all is well" if good else "not all is well")
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
