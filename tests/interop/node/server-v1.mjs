// TypeScript SDK v1 (@modelcontextprotocol/sdk): a server with one tool, add.
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { z } from 'zod';

const server = new McpServer({ name: 'interop-ts-v1', version: '1' });
const add = { description: 'Add two integers', inputSchema: { a: z.number().int(), b: z.number().int() } };
server.registerTool('add', add, async ({ a, b }) => ({ content: [{ type: 'text', text: String(a + b) }] }));
await server.connect(new StdioServerTransport());
