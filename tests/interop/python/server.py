"""The Python SDK (mcp 2.x): a server with one tool, add."""

from mcp.server.mcpserver import MCPServer

server = MCPServer("interop-python", version="1", log_level="ERROR")


@server.tool(structured_output=False)
def add(a: int, b: int) -> str:
    """Add two integers."""
    return str(a + b)


server.run("stdio")
