// Plays the steps asked for through one SDK's client and prints what came back, a JSON line a step.
// Both TypeScript clients share this; `ask` sends a method of any name, each SDK in its own way.
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
    call: async (client, ask, name, args) => {
        const { content, isError } = await client.callTool({ name, arguments: args });
        return { text: text(content), isError: isError ?? false };
    },
    resources: async (client) => ({
        resources: (await every('resources', (it) => client.listResources(it))).map(({ uri }) => uri)
    }),
    read: async (client, ask, uri) => ({ text: text((await client.readResource({ uri })).contents) }),
    prompts: async (client) => ({
        prompts: (await every('prompts', (it) => client.listPrompts(it))).map(({ name }) => name)
    }),
    prompt: async (client, ask, name, args) => {
        const { messages } = await client.getPrompt({ name, arguments: args });
        return { text: text(messages.map(({ content }) => content)) };
    },
    // complete PROMPT ARGUMENT VALUE
    complete: async (client, ask, prompt, name, value) => {
        const ref = { type: 'ref/prompt', name: prompt };
        return { values: (await client.complete({ ref, argument: { name, value } })).completion.values };
    },
    ask: async (client, ask, method) => ({ result: await ask(client, method) }),
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

export async function play(client, transport, revision, ask) {
    await client.connect(transport);
    const { name, version } = client.getServerVersion() ?? {};
    say({ server: `${name} ${version}`, revision: revision() });
    for (const [verb, ...words] of JSON.parse(process.argv[3])) {
        say(await step[verb](client, ask, ...words).catch((error) => ({ error: error.code ?? String(error) })));
    }
    const start = Date.now();
    await client.close();
    say({ closed: Date.now() - start });
}

export const [command, ...args] = process.argv.slice(4);
