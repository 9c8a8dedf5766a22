// client-v1.mjs MODE STEPS SERVER…: TypeScript SDK v1 (@modelcontextprotocol/sdk), handshake only.
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { CreateMessageRequestSchema, ElicitRequestSchema, ResultSchema } from '@modelcontextprotocol/sdk/types.js';
import { args, capabilities, command, human, model, play } from './play.mjs';

let revision;
class Transport extends StdioClientTransport {
    setProtocolVersion = (version) => (revision = version);
}
const client = new Client({ name: 'interop-ts-v1', version: '1' }, { capabilities });
client.setRequestHandler(ElicitRequestSchema, human);
client.setRequestHandler(CreateMessageRequestSchema, model);
const ask = (client, method) => client.request({ method }, ResultSchema);
await play(client, new Transport({ command, args }), () => revision, ask);
