"""An old server that does not answer methods it does not know, such as server/discover."""

from server import Server, Silence


class Silent(Server):
    def unknown(self, method):
        raise Silence


Silent().serve()
