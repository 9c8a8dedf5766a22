"""An old server that gives up on any request before initialize: a line on stderr, exit code 1."""

import sys

from server import Server


class Exits(Server):
    def before(self, method, params):
        if method not in ("initialize", "ping") and not self.initialized:
            sys.exit(f"{method} before initialize")


Exits().serve()
