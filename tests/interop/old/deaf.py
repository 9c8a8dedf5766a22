"""An old server that does not answer what it does not know in _meta: whoever names a version there hears nothing."""

from server import Server, Silence, stateless


class Deaf(Server):
    def before(self, method, params):
        if stateless(params):
            raise Silence


Deaf().serve()
