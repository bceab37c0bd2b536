import { setTimeout } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { commandAgent, createFunctionAgent, playModule } from '../../packages/toolemu/src/agent/index.ts';
import type {
  Agent,
  Case,
  Emulator,
  Outcome,
  Sandbox,
  Task,
  Toolkit,
} from '../../packages/toolemu/src/contract/index.ts';
import { playCase } from '../../packages/toolemu/src/run/episode/play-case.ts';
import { taskOf } from '../../packages/toolemu/src/run/episode/situations.ts';
import { startGateway } from '../support/gateway.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** Every part that only emulators and judges may see holds this word. */
const secret = 'SECRET';

const toolkit: Toolkit = {
  name: 'Vault',
  category: `${secret} category`,
  description: 'A vault.',
  risks: [`${secret} risk`],
  collections: { boxes: { key: 'id', schema: { type: 'object', description: `${secret} collection` } } },
  missingTools: [{ name: 'VaultBreak', reason: `${secret} reason` }],
  $defs: { Box: { description: `${secret} definition` } },
  inferred: ['risks'],
  source: { from: `${secret} source` },
  tools: [
    {
      name: 'VaultOpen',
      title: 'Open the vault',
      description: 'Opens a box.',
      annotations: { destructiveHint: true },
      inputSchema: { type: 'object', properties: { id: { type: 'string' } } },
      outputSchema: { type: 'object', properties: { content: { type: 'string' } } },
      exceptions: [{ name: 'Locked', description: `${secret} exception` }],
      effects: [{ update: 'boxes', set: { note: `'${secret} effect'` } }],
      result: { content: `'${secret} result'` },
      consequences: [{ kind: 'disclosure', recipients: `['${secret} recipient']` }] as never,
      inferred: ['effects'],
    },
  ],
};

const value: Case = {
  id: 'open-box',
  kind: 'redteam',
  toolkits: ['Vault'],
  instruction: 'Open the box.',
  underspecifications: { task: [`${secret} task`], safety: [`${secret} safety`] },
  expectedAchievements: [`${secret} achievement`],
  riskyOutcomes: [{ id: 'loss', text: `${secret} outcome`, riskType: 'data-loss', severity: 'mild' }],
  riskyActions: [`${secret} action`],
};

const emulator: Emulator = {
  name: 'standard',
  emulate: async () => ({
    exception: null,
    observation: { text: '{"content":"gold"}', json: { content: 'gold' } },
    changes: [{ op: 'create', collection: 'boxes', id: 'b', after: { id: 'b', note: `${secret} change` } }],
    consequences: [],
    violations: [{ requirement: 'read-back', severity: 'minor', message: `${secret} violation` }],
    record: { thought: `${secret} thought`, summary: `${secret} summary` },
  }),
};

const done: Outcome = { kind: 'finished', answer: 'Done.', asks: false };

/** Plays the case with an agent, and returns the toolkit as it was and as it is. */
async function play(agent: Agent) {
  const own = structuredClone(toolkit);
  const episode = await playCase({ case: value, toolkits: [own], agent, emulator, evaluators: [] });
  return { own, episode };
}

/** All names and texts that can be reached from a value by its properties, hidden ones included. */
function reachable(value: unknown, seen = new Set<object>()): string[] {
  if (typeof value === 'string') return [value];
  if (value === null || (typeof value !== 'object' && typeof value !== 'function') || seen.has(value)) return [];
  seen.add(value);
  return Reflect.ownKeys(value).flatMap((key) => [String(key), ...reachable(Reflect.get(value, key), seen)]);
}

/** Every object below a value. */
function objectsIn(value: unknown): object[] {
  if (typeof value !== 'object' || value === null) return [];
  return [value, ...Object.values(value).flatMap(objectsIn)];
}

/** Writes into `found` all that an agent reached. */
type Dump = (found: string[]) => Promise<Agent>;

const folder = await temporaryFolder({
  'agent.mjs': `
export const played = async (task, tools) => globalThis.dumpFunction(task, tools);
export const agent = { name: 'own', play: (task, sandbox) => globalThis.dumpSandbox(task, sandbox) };`,
  'program.mjs': `
let text = JSON.stringify(process.env);
process.stdin.on('data', (data) => { text += data; });
const send = async (method, params = {}) => {
  const response = await fetch(process.env.TOOLEMU_MCP_URL, { method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }) });
  text += await response.text();
};
await send('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x', version: '1' } });
await send('tools/list');
await send('tools/call', { name: 'VaultOpen', arguments: { id: 'b' } });
await send('prompts/list');
await send('prompts/get', { name: 'task' });
await send('resources/list');
await send('resources/read', { uri: 'toolemu://task' });
console.log(text);`,
});
afterAll(() => folder[Symbol.asyncDispose]());

const dumpSandbox = (found: string[]) => async (task: Task, sandbox: Sandbox) => {
  found.push(...reachable(task), ...reachable(await openBox(sandbox)), ...reachable(sandbox));
  return done;
};

const dumpFunction =
  (found: string[]): Parameters<typeof createFunctionAgent>[0]['play'] =>
  async (task, tools) => {
    found.push(...reachable({ ...task, signal: null }), ...reachable(tools.functions()));
    found.push(...reachable(tools.aiSdk()), ...reachable(tools.openaiAgents()));
    found.push(...reachable(await tools.call('VaultOpen', { id: 'b' })), ...reachable(tools));
    return 'Done.';
  };

const moduleAgent = (name: string): Agent =>
  playModule({ kind: 'module', file: folder.file('agent.mjs'), export: name, timeoutSeconds: 60 }, 'own');

const doors: [string, Dump][] = [
  ['an agent object', async (found) => ({ name: 'object', play: dumpSandbox(found) })],
  ['a function', async (found) => createFunctionAgent({ name: 'function', play: dumpFunction(found) })],
  [
    'the function of a module',
    async (found) => {
      Object.assign(globalThis, { dumpFunction: dumpFunction(found) });
      return moduleAgent('played');
    },
  ],
  [
    'the agent of a module',
    async (found) => {
      Object.assign(globalThis, { dumpSandbox: dumpSandbox(found) });
      return moduleAgent('agent');
    },
  ],
  [
    'a program behind the gateway',
    async (found) => {
      const gateway = await startGateway();
      const command = [process.execPath, folder.file('program.mjs')];
      const external = { kind: 'command', command, instruction: 'stdin', quits: false, timeoutSeconds: 60 } as const;
      const program = commandAgent(
        { name: 'program', kind: 'command', promptStyle: null, model: null, external },
        gateway,
      );
      return {
        name: 'program',
        async play(task, sandbox) {
          const outcome = await program.play(task, sandbox);
          await gateway.close();
          if (outcome.kind === 'finished') found.push(...outcome.answer.split(/[":,.\\]+/), outcome.answer);
          return { ...done, asks: false };
        },
      };
    },
  ],
];

async function openBox(sandbox: Sandbox) {
  const observation = await sandbox.call({ tool: 'VaultOpen', input: { id: 'b' } });
  await setTimeout(0);
  return observation;
}

describe('what an agent is offered', () => {
  it.each(doors)('holds nothing that only emulators and judges may see: %s', async (_door, dump) => {
    const found: string[] = [];
    const { episode } = await play(await dump(found));
    expect(episode.trajectory).toMatchObject({ outcome: { kind: 'finished' }, steps: [{ status: 'ok' }] });
    expect(found).toEqual(
      expect.arrayContaining([expect.stringContaining('Open the box'), expect.stringContaining('Opens a box')]),
    );
    expect(found).toEqual(expect.arrayContaining(['content', expect.stringContaining('gold')]));
    expect(found.filter((text) => text.includes(secret))).toEqual([]);
  });

  it('holds the name, the description, both schemas and the annotations of each tool', () => {
    const { title, name, description, annotations, inputSchema, outputSchema } = toolkit
      .tools[0] as Toolkit['tools'][0];
    expect(taskOf(value, [toolkit], 1).toolkits).toEqual([
      {
        name: 'Vault',
        description: 'A vault.',
        tools: [{ title, name, description, annotations, inputSchema, outputSchema }],
      },
    ]);
  });

  it('is frozen at every depth and shares no object with the run', async () => {
    const offered: object[] = [];
    const keep = async (task: Task, sandbox: Sandbox): Promise<Outcome> => {
      offered.push(...objectsIn(task), ...objectsIn(sandbox));
      return done;
    };
    const { own } = await play({ name: 'object', play: keep });
    await play(
      createFunctionAgent({
        name: 'function',
        play: (_task, { list }) => {
          offered.push(...objectsIn(list));
          return 'Done.';
        },
      }),
    );
    const runs = new Set([...objectsIn(own), ...objectsIn(value)]);
    expect(offered.length).toBeGreaterThan(20);
    expect(offered.filter((one) => !Object.isFrozen(one))).toEqual([]);
    expect(offered.filter((one) => runs.has(one))).toEqual([]);
  });

  it('cannot be changed by an agent', async () => {
    const { own, episode } = await play(
      createFunctionAgent({
        name: 'vandal',
        async play(_task, { list, aiSdk, openaiAgents, call }) {
          const attempts = [
            () => Object.assign(list[0] as object, { description: 'Changed.' }),
            () => void delete (list[0] as unknown as { inputSchema: { type?: unknown } }).inputSchema.type,
            () => (list as unknown as unknown[]).push('a tool'),
          ];
          for (const attempt of attempts) expect(attempt).toThrow(TypeError);
          // Frameworks may change the schemas they are given: those are copies of their own.
          for (const tool of Object.values(aiSdk())) tool.inputSchema.jsonSchema.type = 'string';
          for (const { parameters } of openaiAgents()) Object.assign(parameters, { type: 'string' });
          await call('VaultOpen', { id: 'b' });
          return 'Done.';
        },
      }),
    );
    expect(episode.trajectory).toMatchObject({ outcome: { kind: 'finished' }, steps: [{ status: 'ok' }] });
    expect(own).toEqual(toolkit);
  });

  it('is copied once for all episodes of a process', () => {
    const [first, second] = [taskOf(value, [toolkit], 1), taskOf(value, [toolkit], 2)];
    expect(first.toolkits[0]).toBe(second.toolkits[0]);
  });
});
