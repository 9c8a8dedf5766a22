// Plays the steps asked for through one SDK's client and prints what came back, a JSON line a step.
// Both TypeScript clients share this. Each SDK has its own way to send a method of any name, `ask`, and to call
// a tool and look on, `watch`.
const say = (it) => console.log(JSON.stringify(it));
const text = (blocks) => blocks.map((block) => block.text ?? block.resource.text).join('\n');

// What is listed on all pages.
const every = async (name, ask) => {
    for (let found = [], cursor; ; ) {
        const page = await ask(cursor === undefined ? undefined : { cursor });
        found.push(...page[name]);
        if ((cursor = page.nextCursor) === undefined) return found;
    }
};

const step = {
    list: async (client) => ({ tools: (await every('tools', (it) => client.listTools(it))).map(({ name }) => name) }),
    call: async (client, sdk, name, args) => {
        const { content, isError } = await client.callTool({ name, arguments: args });
        return { text: text(content), isError: isError ?? false };
    },
    resources: async (client) => ({
        resources: (await every('resources', (it) => client.listResources(it))).map(({ uri }) => uri)
    }),
    read: async (client, sdk, uri) => ({ text: text((await client.readResource({ uri })).contents) }),
    prompts: async (client) => ({
        prompts: (await every('prompts', (it) => client.listPrompts(it))).map(({ name }) => name)
    }),
    prompt: async (client, sdk, name, args) => {
        const { messages } = await client.getPrompt({ name, arguments: args });
        return { text: text(messages.map(({ content }) => content)) };
    },
    // complete PROMPT ARGUMENT VALUE
    complete: async (client, sdk, prompt, name, value) => {
        const ref = { type: 'ref/prompt', name: prompt };
        return { values: (await client.complete({ ref, argument: { name, value } })).completion.values };
    },
    // progress TOOL ARGUMENTS: how far it was, of how much, each time the server said so, and what came in the end
    progress: async (client, { watch }, name, args) => {
        const progress = [];
        const onprogress = (it) => progress.push([it.progress, it.total]);
        const { content } = await watch(client, { name, arguments: args }, { onprogress });
        return { progress, text: text(content) };
    },
    ask: async (client, { ask }, method) => ({ result: await ask(client, method) }),
    ping: async (client) => ({ result: await client.ping() }),
    wait: () => new Promise((resolve) => setTimeout(resolve, 60_000))
};

// What the human and the model behind the client say to a server that asks.
export const capabilities = { elicitation: { form: {} }, sampling: {} };
const answer = { string: 'Mona', boolean: true };
export const human = async ({ params }) => ({
    action: 'accept',
    content: Object.fromEntries(
        Object.entries(params.requestedSchema.properties).map(([name, { type }]) => [name, answer[type]])
    )
});
export const model = async () => ({ model: 'interop', role: 'assistant', content: { type: 'text', text: 'Paris' } });

export async function play(client, transport, revision, sdk) {
    await client.connect(transport);
    const { name, version } = client.getServerVersion() ?? {};
    say({ server: `${name} ${version}`, revision: revision() });
    for (const [verb, ...words] of JSON.parse(process.argv[3])) {
        say(await step[verb](client, sdk, ...words).catch((error) => ({ error: error.code ?? String(error) })));
    }
    const start = Date.now();
    await transport.terminateSession?.();
    await client.close();
    say({ closed: Date.now() - start });
}

export const [command, ...args] = process.argv.slice(4);
// Where the server is, if it is over HTTP.
export const url = command.startsWith('http://') ? new URL(command) : undefined;
