"""An old server that does as it should: an unknown method is refused with -32601. Older than the others."""

from server import Server


class Refuses(Server):
    versions = ("2024-11-05", "2025-03-26", "2025-06-18")


Refuses().serve()
