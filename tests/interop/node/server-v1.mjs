// TypeScript SDK v1 (@modelcontextprotocol/sdk): a server with two tools, a resource and a prompt.
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { z } from 'zod';

const server = new McpServer({ name: 'interop-ts-v1', version: '1' });
const said = (text) => ({ content: [{ type: 'text', text }] });

const add = { description: 'Add two integers', inputSchema: { a: z.number().int(), b: z.number().int() } };
server.registerTool('add', add, async ({ a, b }) => said(String(a + b)));

const requestedSchema = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] };
server.registerTool('greet', { description: 'Ask for a name and greet' }, async () => {
    const { action, content } = await server.server.elicitInput({ message: 'Your name?', requestedSchema });
    return said(action === 'accept' ? `Hello, ${content.name}!` : 'declined');
});

server.registerResource('one', 'note://one', {}, async (uri) => ({ contents: [{ uri: uri.href, text: 'one' }] }));
server.registerPrompt('hello', { argsSchema: { name: z.string() } }, ({ name }) => ({
    messages: [{ role: 'user', content: { type: 'text', text: `Say hello to ${name}.` } }]
}));
await server.connect(new StdioServerTransport());
