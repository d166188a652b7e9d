"""Drives a browser by the DevTools protocol over a pipe. It needs only the standard library."""

import base64
import json
import os
import subprocess
import tempfile
import threading
import time
import queue

FLAGS = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", "--disable-extensions",
         "--disable-background-networking", "--mute-audio", "--hide-scrollbars", "--force-color-profile=srgb", "--remote-debugging-pipe"]

ALARMS = """
addEventListener('DOMContentLoaded', () => new MutationObserver((all) => {
  for (const { addedNodes } of all) for (const el of addedNodes) if (el.classList?.contains('bad')) console.error(`the page says: ${el.innerText}`);
}).observe(document.querySelector('#toasts') || document.body, { childList: true }));
"""


class Browser:
    def __init__(self, program="chromium"):
        self.profile = tempfile.TemporaryDirectory(prefix="casus-browser-", ignore_cleanup_errors=True)
        out_read, out_write = os.pipe()
        in_read, in_write = os.pipe()

        def fds():
            # Chromium reads from 3 and writes to 4. Our descriptors may have these numbers already.
            a, b = os.dup(in_read), os.dup(out_write)
            os.dup2(a, 3)
            os.dup2(b, 4)

        self.process = subprocess.Popen([program, *FLAGS, f"--user-data-dir={self.profile.name}", "about:blank"],
                                        preexec_fn=fds, close_fds=False, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(in_read)
        os.close(out_write)
        self.write = in_write
        self.read = os.fdopen(out_read, "rb", 1 << 20)
        self.number = 0
        self.answers = {}
        self.events = queue.Queue()
        self.came = threading.Condition()
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self):
        rest = b""
        while True:
            some = self.read.read1(1 << 20)
            if not some:
                return
            *whole, rest = (rest + some).split(b"\0")
            for text in whole:
                message = json.loads(text)
                if "id" in message:
                    with self.came:
                        self.answers[message["id"]] = message
                        self.came.notify_all()
                else:
                    self.events.put(message)

    def ask(self, method, session=None, timeout=60, **params):
        self.number += 1
        number = self.number
        message = {"id": number, "method": method, "params": params}
        if session:
            message["sessionId"] = session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self.write, data):]
        end = time.time() + timeout
        with self.came:
            while number not in self.answers:
                if not self.came.wait(max(0.01, end - time.time())) and time.time() > end:
                    raise TimeoutError(method)
            answer = self.answers.pop(number)
        if "error" in answer:
            raise RuntimeError(f"{method}: {answer['error']}")
        return answer["result"]

    def page(self, **size):
        return Page(self, **size)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        try:
            self.ask("Browser.close", timeout=5)
        except (TimeoutError, RuntimeError, OSError):
            self.process.terminate()
        self.process.wait(20)
        self.profile.cleanup()


class Page:
    def __init__(self, browser, wide=1400, high=900, phone=False, dark=False):
        self.browser = browser
        context = browser.ask("Target.createBrowserContext")["browserContextId"]
        target = browser.ask("Target.createTarget", url="about:blank", browserContextId=context)["targetId"]
        self.target = target
        self.session = browser.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        self.phone = phone
        self.ask("Page.enable")
        self.ask("Runtime.enable")
        self.ask("Log.enable")
        self.ask("Emulation.setDeviceMetricsOverride", width=wide, height=high, deviceScaleFactor=2 if phone else 1, mobile=phone)
        if phone:
            self.ask("Emulation.setTouchEmulationEnabled", enabled=True)
        # Error messages of the page count as console errors.
        self.ask("Page.addScriptToEvaluateOnNewDocument", source=ALARMS)
        self.dark(dark)

    def dark(self, on):
        self.ask("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark" if on else "light"}])

    def ask(self, method, timeout=60, **params):
        return self.browser.ask(method, self.session, timeout, **params)

    def go(self, url):
        self.ask("Page.navigate", url=url)

    def js(self, text, timeout=60):
        """Returns the value of an expression on the page. Waits for a promise."""
        answer = self.ask("Runtime.evaluate", expression=text, awaitPromise=True, returnByValue=True, timeout=timeout)
        if "exceptionDetails" in answer:
            raise RuntimeError(answer["exceptionDetails"].get("exception", {}).get("description", str(answer["exceptionDetails"])))
        return answer["result"].get("value")

    def until(self, text, timeout=40, every=0.08):
        """Waits until an expression is true."""
        end = time.time() + timeout
        while True:
            value = self.js(f"(() => {{ const found = ({text}); return found instanceof Node ? true : found; }})()")
            if value:
                return value
            if time.time() > end:
                raise TimeoutError(f"never so: {text}")
            time.sleep(every)

    def click(self, x, y, button="left", shift=False):
        if self.phone and button == "left":
            self.ask("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y}])
            self.ask("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])
            return
        keys = 8 if shift else 0
        self.ask("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)
        for kind in ("mousePressed", "mouseReleased"):
            self.ask("Input.dispatchMouseEvent", type=kind, x=x, y=y, button=button, clickCount=1, modifiers=keys)

    def drag(self, a, b, steps=8):
        self.ask("Input.dispatchMouseEvent", type="mouseMoved", x=a[0], y=a[1])
        self.ask("Input.dispatchMouseEvent", type="mousePressed", x=a[0], y=a[1], button="left", clickCount=1)
        for i in range(1, steps + 1):
            self.ask("Input.dispatchMouseEvent", type="mouseMoved", x=a[0] + (b[0] - a[0]) * i / steps, y=a[1] + (b[1] - a[1]) * i / steps, button="left", buttons=1)
            time.sleep(0.02)
        self.ask("Input.dispatchMouseEvent", type="mouseReleased", x=b[0], y=b[1], button="left", clickCount=1)

    def key(self, key, shift=False):
        held = 8 if shift else 0
        # A key presses a button only with its key code and its text.
        more = {"Enter": (13, "\r"), "Tab": (9, ""), "Escape": (27, "")}.get(key, (0, key if len(key) == 1 else ""))
        self.ask("Input.dispatchKeyEvent", type="keyDown", key=key, text=more[1], windowsVirtualKeyCode=more[0], modifiers=held)
        self.ask("Input.dispatchKeyEvent", type="keyUp", key=key, windowsVirtualKeyCode=more[0], modifiers=held)

    def shot(self, path):
        data = self.ask("Page.captureScreenshot", format="webp" if path.endswith("webp") else "png", **({"quality": 82} if path.endswith("webp") else {}))["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))

    def complaints(self):
        """Returns the errors and exceptions of the page since the last call."""
        out = []
        while True:
            try:
                event = self.browser.events.get_nowait()
            except queue.Empty:
                return out
            if event.get("sessionId") != self.session:
                continue
            if event["method"] == "Runtime.exceptionThrown":
                details = event["params"]["exceptionDetails"]
                out.append(details.get("exception", {}).get("description") or details["text"])
            elif event["method"] == "Runtime.consoleAPICalled" and event["params"]["type"] == "error":
                out.append(" ".join(str(a.get("value", a.get("description"))) for a in event["params"]["args"]))
            elif event["method"] == "Log.entryAdded" and event["params"]["entry"]["level"] == "error":
                out.append(event["params"]["entry"]["text"] + " " + event["params"]["entry"].get("url", ""))

    def close(self):
        self.browser.ask("Target.closeTarget", targetId=self.target)
