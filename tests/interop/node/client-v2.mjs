// client-v2.mjs MODE STEPS SERVER…|URL: TypeScript SDK v2 (@modelcontextprotocol/client).
// MODE legacy (its default) starts with initialize, auto with server/discover in a process of its own;
// a version, such as 2026-07-28, is the only one it then takes.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { z } from 'zod';
import { args, capabilities, command, human, model, play, url } from './play.mjs';

const mode = process.argv[2];
// Its own patience with a deaf server is a minute.
const versionNegotiation = { mode: /^\d/.test(mode) ? { pin: mode } : mode, probe: { timeoutMs: 3000 } };
const client = new Client({ name: 'interop-ts-v2', version: '1' }, { capabilities, versionNegotiation });
client.setRequestHandler('elicitation/create', human);
client.setRequestHandler('sampling/createMessage', model);
const transport = url ? new StreamableHTTPClientTransport(url) : new StdioClientTransport({ command, args });
await play(client, transport, () => client.getNegotiatedProtocolVersion(), {
    ask: (client, method) => client.request({ method }, z.looseObject({})),
    watch: (client, call, options) => client.callTool(call, options)
});
