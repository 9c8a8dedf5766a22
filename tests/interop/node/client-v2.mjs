// client-v2.mjs MODE STEPS SERVER…: TypeScript SDK v2 (@modelcontextprotocol/client).
// MODE legacy (its default) starts with initialize, auto with server/discover in a process of its own.
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { z } from 'zod';
import { args, command, play } from './play.mjs';

const versionNegotiation = { mode: process.argv[2] };
const client = new Client({ name: 'interop-ts-v2', version: '1' }, { versionNegotiation });
const ask = (client, method) => client.request({ method }, z.looseObject({}));
await play(client, new StdioClientTransport({ command, args }), () => client.getNegotiatedProtocolVersion(), ask);
