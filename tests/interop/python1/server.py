"""The Python SDK of before (mcp 1.x): a server with two tools, a resource and a prompt; over HTTP if a port is named."""

import sys

from mcp.server.fastmcp import Context, FastMCP
from pydantic import BaseModel

server = FastMCP("interop-python1", log_level="ERROR")


class Name(BaseModel):
    name: str


@server.tool(structured_output=False)
def add(a: int, b: int) -> str:
    """Add two integers."""
    return str(a + b)


@server.tool(structured_output=False)
async def greet(context: Context) -> str:
    """Ask for a name and greet."""
    answer = await context.elicit("Your name?", Name)
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
    server.settings.port = int(port[0])
    server.run("streamable-http")
else:
    server.run("stdio")
