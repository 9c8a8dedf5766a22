// TypeScript SDK v2 (@modelcontextprotocol/server): a server with one tool, add.
import { McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';

const add = { description: 'Add two integers', inputSchema: z.object({ a: z.number().int(), b: z.number().int() }) };
serveStdio(() => {
    const server = new McpServer({ name: 'interop-ts-v2', version: '1' }, { capabilities: { tools: {} } });
    server.registerTool('add', add, async ({ a, b }) => ({ content: [{ type: 'text', text: String(a + b) }] }));
    return server;
});
