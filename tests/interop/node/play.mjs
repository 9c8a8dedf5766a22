// Plays the steps asked for through one SDK's client and prints what came back, a JSON line a step.
// Both TypeScript clients share this; `ask` sends a method of any name, each SDK in its own way.
const say = (it) => console.log(JSON.stringify(it));
const text = (blocks) => blocks.map((block) => block.text).join('\n');

const step = {
    list: async (client) => ({ tools: (await client.listTools()).tools.map((tool) => tool.name) }),
    call: async (client, ask, name, args) => {
        const { content, isError } = await client.callTool({ name, arguments: args });
        return { text: text(content), isError: isError ?? false };
    },
    resources: async (client) => ({ resources: (await client.listResources()).resources.map(({ uri }) => uri) }),
    read: async (client, ask, uri) => ({ text: text((await client.readResource({ uri })).contents) }),
    prompts: async (client) => ({ prompts: (await client.listPrompts()).prompts.map(({ name }) => name) }),
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
export const human = async () => ({ action: 'accept', content: { name: 'Mona' } });
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
