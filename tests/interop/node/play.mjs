// Plays the steps asked for through one SDK's client and prints what came back, a JSON line a step.
// Both TypeScript clients share this; `ask` sends a method of any name, each SDK in its own way.
const say = (it) => console.log(JSON.stringify(it));

const step = {
    list: async (client) => ({ tools: (await client.listTools()).tools.map((tool) => tool.name) }),
    call: async (client, ask, name, args) => {
        const { content, isError } = await client.callTool({ name, arguments: args });
        return { text: content.map((block) => block.text).join('\n'), isError: isError ?? false };
    },
    ask: async (client, ask, method) => ({ result: await ask(client, method) }),
    ping: async (client) => ({ result: await client.ping() }),
    wait: () => new Promise((resolve) => setTimeout(resolve, 60_000))
};

export async function play(client, transport, revision, ask) {
    await client.connect(transport);
    const { name, version } = client.getServerVersion();
    say({ server: `${name} ${version}`, revision: revision() });
    for (const [verb, ...words] of JSON.parse(process.argv[3])) {
        say(await step[verb](client, ask, ...words).catch((error) => ({ error: error.code ?? String(error) })));
    }
    const start = Date.now();
    await client.close();
    say({ closed: Date.now() - start });
}

export const [command, ...args] = process.argv.slice(4);
