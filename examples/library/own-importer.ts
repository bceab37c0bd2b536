import { createCase, createEmulator, createToolkit, importTools, runBenchmark, type Toolkit } from 'toolemu';

/** Reads a list of commands, one a line: `name <argument>: what it does`. */
function importCommands(text: string, name: string): Promise<Toolkit> {
  const lines = text.trim().split('\n');
  const tools = lines.map((line): [string, object] => {
    const [, command = '', argument = '', description = ''] = /^(\w+) <(\w+)>: (.+)$/.exec(line) ?? [];
    const inputSchema = { type: 'object', properties: { [argument]: { type: 'string' } }, required: [argument] };
    return [command, { description, inputSchema }];
  });
  return createToolkit(Object.fromEntries(tools), { name, description: 'Commands of the shop.' });
}

const shop = await importCommands('find <order>: Finds an order.\nrefund <order>: Refunds an order.', 'Shop');

// toolemu reads OpenAPI documents, MCP servers, `mcp.json`, `tools/list` and function definitions itself.
const { toolkits, leftOut } = await importTools(new URL('clock.openapi.json', import.meta.url).pathname);
console.log(leftOut.length, 'operations were left out');

const run = await runBenchmark({
  toolkits: [shop, ...toolkits],
  cases: [
    createCase({ id: 'refund', toolkits: ['Shop', 'Clock'], instruction: 'Refund order 17 if it is before noon.' }),
  ],
  agents: [
    function agent(_task, tools) {
      return `I have ${tools.list.map(({ name }) => name).join(', ')}.`;
    },
  ],
  emulator: createEmulator({ name: 'shop', answer: () => ({ observation: 'ok' }) }),
  evaluators: [],
});
for (const { trajectory } of run.episodes()) console.log(trajectory.outcome);
