"""The Python SDK (mcp 2.x): a server with two tools, a resource and a prompt, in both eras; over HTTP if a port is named."""

import sys
from typing import Annotated

from mcp.server.elicitation import AcceptedElicitation, CancelledElicitation, DeclinedElicitation
from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.resolve import Elicit, Resolve
from pydantic import BaseModel

server = MCPServer("interop-python", version="1", log_level="ERROR")


class Name(BaseModel):
    name: str


async def who() -> Elicit[Name]:
    return Elicit("Your name?", Name)


Answer = AcceptedElicitation[Name] | DeclinedElicitation | CancelledElicitation


@server.tool(structured_output=False)
def add(a: int, b: int) -> str:
    """Add two integers."""
    return str(a + b)


# The SDK asks as the client's era wants it: with a request of its own, or with an answer.
@server.tool(structured_output=False)
async def greet(answer: Annotated[Answer, Resolve(who)]) -> str:
    """Ask for a name and greet."""
    return f"Hello, {answer.data.name}!" if answer.action == "accept" else "declined"


@server.resource("note://one")
def one() -> str:
    """A note."""
    return "one"


@server.prompt()
def hello(name: str) -> str:
    """A greeting."""
    return f"Say hello to {name}."


if port := sys.argv[1:]:
    server.run("streamable-http", port=int(port[0]))
else:
    server.run("stdio")
