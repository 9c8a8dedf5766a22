"""A web page as a client: a browser without a window opens it, and what it was told stands in its text."""

import functools
import html
import json
import re
import shutil
import threading
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import quote

import over_http
import processes
from pairs import BUILD, HERE, NOTE
from report import Check, differs

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
BROWSER = next(filter(None, map(shutil.which, BROWSERS)), None)
PROFILE = BUILD / "page"
# A name that leads to this machine is still the name of another site: it is its origin that counts.
SITE = "page.example"
TOOLS = ["search", "add_note"]  # the first page
CALLED = {"text": NOTE, "progress": [1, 2]}
ALLOWED = {
    "session": "string",
    "initialized": 202,
    "tools": TOOLS,
    "call": CALLED,
    "unknown": -32601,
    "goodbye": 204,
    "statelessTools": TOOLS,
    "statelessCall": CALLED,
    "error": None,
}
BLOCKED = {"session": None, "tools": None, "error": "TypeError: Failed to fetch"}


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_) -> None:
        pass


@contextmanager
def site():
    """The page, at a port of this machine."""
    with ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=HERE / "page")) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield server.server_address[1]
        finally:
            server.shutdown()


def opened(page: str, url: str) -> object:
    """What the page says in the end."""
    shutil.rmtree(PROFILE, ignore_errors=True)
    quiet = ["--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run"]
    alone = ["--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={PROFILE}"]
    there = [f"--host-resolver-rules=MAP {SITE} 127.0.0.1", "--virtual-time-budget=15000", "--dump-dom"]
    code, out, err = processes.run([BROWSER, *alone, *quiet, *there, f"{page}#{quote(url, safe='')}"])
    said = re.search(r'<pre id="said">(.*?)</pre>', out, re.S)
    try:
        return json.loads(html.unescape(said[1]))
    except (TypeError, ValueError):
        return f"exit {code}: {(out or err)[-500:]}"


def play() -> list[Check]:
    """A page of this machine may ask; a page of another site only where its origin is allowed."""
    checks = []
    with site() as port:
        stranger = f"http://{SITE}:{port}"
        for title, origin, words, expected in (
            ("a page of this machine", f"http://127.0.0.1:{port}", (), ALLOWED),
            ("of another site, allowed", stranger, ("--allow-origin", stranger), ALLOWED),
            ("of another site, not allowed", stranger, (), BLOCKED),
        ):
            with over_http.served("library", *words) as serving:
                checks.append((title, differs(expected, opened(f"{origin}/index.html", serving.url))))
                checks += [(f"{title}: {what}", fault) for what, fault in over_http.ended(serving)]
    return checks
