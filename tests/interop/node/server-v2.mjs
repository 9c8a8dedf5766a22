// TypeScript SDK v2 (@modelcontextprotocol/server): the server of server-v1.mjs, in both eras; over HTTP if a port is named.
import { McpServer, createMcpHandler, inputRequired } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { serve } from '@hono/node-server';
import { z } from 'zod';

const said = (text) => ({ content: [{ type: 'text', text }] });
const add = { description: 'Add two integers', inputSchema: z.object({ a: z.number().int(), b: z.number().int() }) };
const hello = { argsSchema: z.object({ name: z.string() }) };
const who = inputRequired.elicit({ message: 'Your name?', requestedSchema: z.object({ name: z.string() }) });
const made = () => {
    const server = new McpServer({ name: 'interop-ts-v2', version: '1' });
    server.registerTool('add', add, async ({ a, b }) => said(String(a + b)));
    // Where the session began with a handshake, the SDK makes a request of its own out of the question.
    server.registerTool('greet', { description: 'Ask for a name and greet' }, async (context) => {
        const answer = context.mcpReq.inputResponses?.who;
        if (!answer) return inputRequired({ inputRequests: { who } });
        return said(answer.action === 'accept' ? `Hello, ${answer.content.name}!` : 'declined');
    });
    server.registerResource('one', 'note://one', {}, async (uri) => ({ contents: [{ uri: uri.href, text: 'one' }] }));
    server.registerPrompt('hello', hello, ({ name }) => ({
        messages: [{ role: 'user', content: { type: 'text', text: `Say hello to ${name}.` } }]
    }));
    return server;
};
const port = process.argv[2];
if (port) serve({ fetch: createMcpHandler(made).fetch, hostname: '127.0.0.1', port });
else serveStdio(made);
