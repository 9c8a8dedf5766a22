// client-v1.mjs MODE STEPS SERVER…|URL: TypeScript SDK v1 (@modelcontextprotocol/sdk), handshake only.
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { CreateMessageRequestSchema, ElicitRequestSchema, ResultSchema } from '@modelcontextprotocol/sdk/types.js';
import { args, capabilities, command, human, model, play, url } from './play.mjs';

let revision;
class Stdio extends StdioClientTransport {
    setProtocolVersion = (version) => (revision = version);
}
const client = new Client({ name: 'interop-ts-v1', version: '1' }, { capabilities });
client.setRequestHandler(ElicitRequestSchema, human);
client.setRequestHandler(CreateMessageRequestSchema, model);
const transport = url ? new StreamableHTTPClientTransport(url) : new Stdio({ command, args });
await play(client, transport, () => revision ?? transport.protocolVersion, {
    ask: (client, method) => client.request({ method }, ResultSchema),
    watch: (client, call, options) => client.callTool(call, undefined, options)
});
