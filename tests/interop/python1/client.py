"""client.py MODE STEPS SERVER…|URL: the Python SDK of before (mcp 1.x), handshake only.

Plays the steps and prints what came back, a JSON line a step.
"""

import asyncio
import json
import sys
import time
from typing import Any

from mcp import ClientSession, McpError, StdioServerParameters, stdio_client, types
from mcp.client.streamable_http import streamablehttp_client


def say(**it: Any) -> None:
    print(json.dumps(it, ensure_ascii=False), flush=True)


async def human(_: Any, asked: types.ElicitRequestParams) -> types.ElicitResult:
    answer = {"string": "Mona", "boolean": True}
    fields = asked.requestedSchema["properties"].items()
    return types.ElicitResult(action="accept", content={name: answer[it["type"]] for name, it in fields})


def text(blocks: list) -> str:
    """The texts of some blocks, one a line; a resource within has its own."""
    return "\n".join(getattr(block, "resource", block).text for block in blocks)


async def model(*_: Any) -> types.CreateMessageResult:
    return types.CreateMessageResult(role="assistant", model="interop", content=types.TextContent(type="text", text="Paris"))


async def every(ask: Any, name: str) -> list[Any]:
    """What is listed on all pages."""
    found, cursor = [], None
    while True:
        page = await ask(cursor=cursor)
        found += getattr(page, name)
        cursor = page.nextCursor
        if cursor is None:
            return found


async def step(client: ClientSession, verb: str, *words: Any) -> dict[str, Any]:
    if verb == "list":
        return {"tools": [tool.name for tool in await every(client.list_tools, "tools")]}
    if verb == "call":
        result = await client.call_tool(words[0], words[1])
        return {"text": text(result.content), "isError": bool(result.isError)}
    if verb == "progress":
        progress = []

        async def told(done: float, total: float | None, _: str | None) -> None:
            progress.append([done, total])

        result = await client.call_tool(words[0], words[1], progress_callback=told)
        return {"progress": progress, "text": text(result.content)}
    if verb == "resources":
        return {"resources": [str(it.uri) for it in await every(client.list_resources, "resources")]}
    if verb == "read":
        return {"text": text((await client.read_resource(words[0])).contents)}
    if verb == "prompts":
        return {"prompts": [it.name for it in await every(client.list_prompts, "prompts")]}
    if verb == "prompt":
        return {"text": text([it.content for it in (await client.get_prompt(*words)).messages])}
    if verb == "complete":
        ref = types.PromptReference(type="ref/prompt", name=words[0])
        result = await client.complete(ref, {"name": words[1], "value": words[2]})
        return {"values": result.completion.values}
    if verb == "ask":
        request = types.Request[None, str](method=words[0], params=None)
        result = await client.send_request(request, types.EmptyResult)
        return {"result": result.model_dump(exclude_unset=True)}
    if verb == "ping":
        return {"result": (await client.send_ping()).model_dump(exclude_unset=True)}
    await asyncio.sleep(60)
    return {}


async def main(_mode: str, steps: str, command: str, *args: str) -> None:
    over_http = command.startswith("http://")
    stdio = StdioServerParameters(command=command, args=list(args))
    async with streamablehttp_client(command) if over_http else stdio_client(stdio) as (reads, writes, *_):
        async with ClientSession(reads, writes, elicitation_callback=human, sampling_callback=model) as client:
            hello = await client.initialize()
            info = hello.serverInfo
            say(server=f"{info.name} {info.version}", revision=hello.protocolVersion)
            for words in json.loads(steps):
                try:
                    say(**await step(client, *words))
                except McpError as error:
                    say(error=error.error.code)
            start = time.monotonic()
    say(closed=round((time.monotonic() - start) * 1000))


asyncio.run(main(*sys.argv[1:]))
