"""client.py MODE STEPS SERVER…: the Python SDK (mcp 2.x).

MODE auto (its default) asks server/discover first and falls back to initialize; legacy starts there.
Plays the steps and prints what came back, a JSON line a step.
"""

import asyncio
import json
import sys
import time
from typing import Any

from mcp import Client, MCPError, StdioServerParameters
from mcp_types import Request, Result


def say(**it: Any) -> None:
    print(json.dumps(it, ensure_ascii=False), flush=True)


async def step(client: Client, verb: str, *words: Any) -> dict[str, Any]:
    if verb == "list":
        return {"tools": [tool.name for tool in (await client.list_tools()).tools]}
    if verb == "call":
        result = await client.call_tool(words[0], words[1])
        text = "\n".join(block.text for block in result.content)
        return {"text": text, "isError": bool(result.is_error)}
    if verb == "ask":
        request = Request[None, str](method=words[0], params=None)
        result = await client.session.send_request(request, Result)
        return {"result": result.model_dump(exclude_unset=True)}
    if verb == "ping":
        return {"result": (await client.send_ping()).model_dump(exclude_unset=True)}
    await asyncio.sleep(60)
    return {}


async def main(mode: str, steps: str, command: str, *args: str) -> None:
    server = StdioServerParameters(command=command, args=list(args))
    async with Client(server, mode=mode) as client:
        info = client.server_info
        say(server=f"{info.name} {info.version}", revision=client.protocol_version)
        for words in json.loads(steps):
            try:
                say(**await step(client, *words))
            except MCPError as error:
                say(error=error.code)
        start = time.monotonic()
    say(closed=round((time.monotonic() - start) * 1000))


asyncio.run(main(*sys.argv[1:]))
