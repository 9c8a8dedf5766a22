// client-v1.mjs MODE STEPS SERVER…: TypeScript SDK v1 (@modelcontextprotocol/sdk).
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { ResultSchema } from '@modelcontextprotocol/sdk/types.js';
import { args, command, play } from './play.mjs';

let revision;
class Transport extends StdioClientTransport {
    setProtocolVersion = (version) => (revision = version);
}
const client = new Client({ name: 'interop-ts-v1', version: '1' });
const ask = (client, method) => client.request({ method }, ResultSchema);
await play(client, new Transport({ command, args }), () => revision, ask);
