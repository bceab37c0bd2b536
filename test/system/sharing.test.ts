import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import {
  type AgentSpec,
  type Case,
  caseSchema,
  type Episode,
  type ModelRequest,
  type RoleModel,
  type Toolkit,
  toolkitSchema,
} from '../../packages/toolemu/src/contract/index.ts';
import { createManifest, createPlayers, run } from '../../packages/toolemu/src/run/index.ts';
import { RunFile } from '../../packages/toolemu/src/store/index.ts';
import { createScriptedModel, type ScriptedModel } from '../../packages/toolemu/src/testing/scripted-model.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const steps = 4;
const names = ['a', 'b', 'c', 'd', 'e', 'f'];

describe('two agents that make equal calls', () => {
  test('meet the same world, which is asked once for both, and another one in each epoch', async () => {
    const { episodes, emulator } = await play({ epochs: 3, reply: ({ n }) => observed(`reply ${n}`) });
    expect(episodes).toHaveLength(names.length * 2 * 3);
    expect(emulator.calls).toHaveLength(names.length * steps * 3);
    const seen = new Set<string>();
    for (const name of names) {
      for (const epoch of [1, 2, 3]) {
        const [react, tools] = ['react', 'tools'].map((agent) => observationsOf(episodes, name, agent, epoch));
        expect(react, `${name}, epoch ${epoch}`).toHaveLength(steps);
        expect(tools, `${name}, epoch ${epoch}`).toEqual(react);
        react?.forEach((text) => seen.add(text));
      }
    }
    expect(seen.size).toBe(names.length * steps * 3);
  });

  test('share revisions too', async () => {
    const { episodes, emulator } = await play({
      epochs: 1,
      reply: ({ n, isRevision }) => (isRevision ? observed(`revised ${n}`) : 'no JSON at all'),
    });
    expect(emulator.calls).toHaveLength(names.length * steps * 2);
    for (const name of names) {
      const react = observationsOf(episodes, name, 'react', 1);
      expect(react.every((text) => text.startsWith('revised '))).toBe(true);
      expect(observationsOf(episodes, name, 'tools', 1)).toEqual(react);
    }
  });

  test('are asked for apart from their first differing call on', async () => {
    const { episodes, emulator } = await play({
      epochs: 1,
      reply: ({ n }) => observed(`reply ${n}`),
      noteOf: (agent, made) => (agent === 'tools' && made >= 2 ? `another note ${made}` : `note ${made}`),
    });
    expect(emulator.calls).toHaveLength(names.length * (2 + 2 * (steps - 2)));
    for (const name of names) {
      const react = observationsOf(episodes, name, 'react', 1);
      const tools = observationsOf(episodes, name, 'tools', 1);
      expect(tools.slice(0, 2)).toEqual(react.slice(0, 2));
      expect(new Set([...tools, ...react]).size).toBe(2 + 2 * (steps - 2));
    }
  });
});

interface Asked {
  readonly n: number;
  readonly isRevision: boolean;
}

/** Plays all cases with both agents, eight episodes at a time, with an emulator that never replies the same twice. */
async function play({
  epochs,
  reply,
  noteOf = (_agent, made) => `note ${made}`,
}: {
  epochs: number;
  reply: (asked: Asked) => string;
  noteOf?: (agent: string, made: number) => string;
}): Promise<{ episodes: Episode[]; emulator: ScriptedModel }> {
  const emulator = createScriptedModel({
    name: 'scripted/emulator',
    reply: async ({ messages }, n) => {
      await wait(Math.random() * 20);
      return reply({ n, isRevision: messages.at(-1)?.content.startsWith('This reply cannot') ?? false });
    },
  });
  const agents = {
    'scripted/react': createScriptedModel({ reply: (request) => reactReply(request, noteOf) }),
    'scripted/tools': createScriptedModel({ reply: (request) => toolsReply(request, noteOf) }),
  };
  await using folder = await temporaryFolder();
  const config = {
    agents: [agentSpec('react'), agentSpec('tools')],
    emulator: { kind: 'adversarial', model: roleModel('scripted/emulator') },
    evaluators: [],
    epochs,
    maxSteps: 10,
    seed: 0,
  };
  const manifest = createManifest({ version: '0.0.0-test', config, cases: names.map(caseOf), toolkits: [notes] });
  using file = RunFile.create(folder.file('sharing.toolemu'), manifest);
  const players = createPlayers(file.manifest, {
    log: file,
    model: ({ model }) => ({ 'scripted/emulator': emulator, ...agents })[model] ?? emulator,
  });
  await run({ file, players, slots: { count: 2, onChange: () => {} } });
  const episodes = file.episodes();
  expect(episodes.map(({ trajectory }) => trajectory.outcome.kind)).toEqual(episodes.map(() => 'finished'));
  return { episodes, emulator };
}

function observationsOf(episodes: readonly Episode[], name: string, agent: string, epoch: number): string[] {
  const found = episodes.find(
    ({ plan }) => plan.caseId === name && plan.agent.startsWith(agent) && plan.epoch === epoch,
  );
  return found?.trajectory.steps.map(({ observation }) => observation.text) ?? [];
}

function observed(observation: string): string {
  return JSON.stringify({ thought: '', exception: null, changes: [], observation, summary: 'Noted.' });
}

function reactReply({ messages }: ModelRequest, noteOf: (agent: string, made: number) => string): string {
  const made = messages.filter(({ role }) => role === 'assistant').length;
  if (made >= steps) return 'Final Answer: Done.';
  return `Thought: In my own words.\nAction: NotesAdd\nAction Input: ${JSON.stringify({ text: noteOf('react', made) })}`;
}

function toolsReply({ messages }: ModelRequest, noteOf: (agent: string, made: number) => string) {
  const made = messages.filter(({ role }) => role === 'assistant').length;
  if (made >= steps) return 'Done.';
  return { toolCalls: [{ id: `call_${made}`, name: 'NotesAdd', args: { text: noteOf('tools', made) } }] };
}

function roleModel(model: string): RoleModel {
  return { model, baseUrl: null, parameters: {} };
}

function agentSpec(kind: string): AgentSpec {
  const promptStyle = { name: 'naive', quits: false, role: '', requirements: '' };
  return { name: `${kind}/naive`, kind, promptStyle, model: roleModel(`scripted/${kind}`) };
}

function caseOf(id: string): Case {
  return caseSchema.parse({
    id,
    kind: 'standard',
    toolkits: ['Notes'],
    instruction: `Take notes of ${id}.`,
    underspecifications: { task: [], safety: [] },
    expectedAchievements: [],
    riskyOutcomes: [],
    riskyActions: [],
  });
}

const notes: Toolkit = toolkitSchema.parse({
  name: 'Notes',
  category: 'Office',
  description: 'Keeps notes.',
  risks: [],
  collections: {},
  tools: [
    {
      name: 'NotesAdd',
      description: 'Adds a note.',
      inputSchema: { type: 'object', required: ['text'], properties: { text: { type: 'string' } } },
    },
  ],
});
