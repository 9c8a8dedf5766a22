"""A server of the stateless revision 2026-07-28 alone: it has no initialize, and says what it has instead."""

from server import META, Refused, Server, stateless, work

SUPPORTED = ["2026-07-28"]
CACHE = {"ttlMs": 0, "cacheScope": "public"}


class Modern(Server):
    def answer(self, method, params):
        if not stateless(params):
            if method == "initialize":
                raise Refused(-32601, "No initialize: this server is stateless", {"supported": SUPPORTED})
            raise Refused(-32602, f"params._meta must name {META}protocolVersion", {"supported": SUPPORTED})
        asked = params["_meta"][META + "protocolVersion"]
        if asked not in SUPPORTED:
            data = {"supported": SUPPORTED, "requested": asked}
            raise Refused(-32022, "Unsupported protocol version", data)
        if not isinstance(params["_meta"].get(META + "clientCapabilities"), dict):
            raise Refused(-32602, f"params._meta must have {META}clientCapabilities")
        who = {"_meta": {META + "serverInfo": {"name": "modern", "version": "1"}}}
        if method == "server/discover":
            return {"resultType": "complete", "supportedVersions": SUPPORTED, "capabilities": {"tools": {}}, **CACHE, **who}
        result = work(method, params) or self.unknown(method)
        return {"resultType": "complete", **result, **(CACHE if method == "tools/list" else {}), **who}


Modern().serve()
