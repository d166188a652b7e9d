#!/usr/bin/env python3
"""Draws the small pictures of the battles in the lobby, from the page itself. Run it when a map has changed.

    python3 crates/casus/page/tests/pictures.py [--url URL]
"""

import argparse
import json
import os
import sys
import time
import urllib.request

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
from browser import Browser  # noqa: E402


def post(url, body, key=None):
    request = urllib.request.Request(url, data=json.dumps(body).encode(), headers={"Content-Type": "application/json", **({"Authorization": f"Bearer {key}"} if key else {})})
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("battles", nargs="*")
    parser.add_argument("--url", default="http://127.0.0.1:8017")
    parser.add_argument("--browser", default="chromium")
    args = parser.parse_args()
    base = args.url.rstrip("/")
    told = post(f"{base}/api/host", {"do": "hello"})
    with Browser(args.browser) as browser:
        for game in told["games"]:
            for battle in game["battles"]:
                name = battle["battle"]
                if args.battles and name not in args.battles:
                    continue
                made = post(f"{base}/api/matches", {"game": game["game"], "battle": name, "seats": [{"sides": game["sides"], "who": "person"}]})
                key = made["seats"][0]["key"]
                # An agent places what players place by hand.
                for _ in range(4):
                    now = post(f"{base}/api/ask", {"do": "turn"}, key)
                    if not now["turn"]["what"].startswith(("place", "set-up", "legate")) and (name != "marignan" or now["turn"]["what"] != "move" or now["journal"] > 150):
                        break
                    post(f"{base}/api/ask", {"do": "let", "by": now["turn"]["side"], "viewer": now["turn"]["side"], "agent": "hasty", "until": "rest", "journal": now["journal"]}, key)
                page = browser.page(wide=560, high=350)
                page.go(f"{base}/play#{key}")
                page.until("window.casusTable && window.casusTable.scene", 60)
                page.js("""(() => {
                  const t = window.casusTable;
                  for (const el of document.querySelectorAll('.head, .side, .askbar, .zoom, .pop, .tip, #toasts')) el.style.display = 'none';
                  document.querySelector('.table').style.gridTemplate = '1fr / 1fr';
                  t.field.on.margins = () => [0, 0];
                  t.show = { last: false, zoc: false };
                  t.remark();
                  t.field.mark({});
                })()""")
                time.sleep(0.3)
                page.js("""(() => {
                  const f = window.casusTable.field;
                  const at = f.scene.counters.map((c) => f.at[c.site]);
                  const [xs, ys] = [at.map((p) => p[0]), at.map((p) => p[1])];
                  // Where both armies stand thickest, so near that the pieces can be told.
                  const wide = Math.min(Math.max(...xs) - Math.min(...xs) + 160, 1700), high = wide * 350 / 560;
                  let best = -1, x = 0, y = 0;
                  for (const p of at) for (const q of at) {
                    const [u, v] = [(p[0] + q[0]) / 2, (p[1] + q[1]) / 2];
                    const n = [0, 0];
                    at.forEach((s, i) => { if (Math.abs(s[0] - u) < wide / 2 - 40 && Math.abs(s[1] - v) < high / 2 - 40) n[f.scene.counters[i].army]++; });
                    const worth = Math.min(...n) * 4 + n[0] + n[1];
                    if (worth > best) { best = worth; x = u; y = v; }
                  }
                  f.show([x - wide / 2, y - high / 2, x + wide / 2, y + high / 2], 2);
                  f.mark({});
                })()""")
                time.sleep(0.3)
                page.shot(os.path.join(HERE, "..", f"map-{name}.webp"))
                page.close()
                print(name, os.path.getsize(os.path.join(HERE, "..", f"map-{name}.webp")))


if __name__ == "__main__":
    main()
