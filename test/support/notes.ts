import {
  type AgentSpec,
  type CallSlots,
  type Case,
  caseSchema,
  type Episode,
  type Manifest,
  type ModelRequest,
  type ModelReply,
  type RunConfig,
  type Toolkit,
  toolkitSchema,
} from '../../packages/toolemu/src/contract/index.ts';
import { promptStyles } from '../../packages/toolemu/src/prompt/index.ts';
import type { RunFile } from '../../packages/toolemu/src/store/index.ts';
import {
  createScriptedModel,
  type ScriptedModel,
  type ScriptedReply,
} from '../../packages/toolemu/src/testing/scripted-model.ts';
import { createManifest } from '../../packages/toolemu/src/run/plan/manifest.ts';
import { createPlayers, type ModelAccess } from '../../packages/toolemu/src/run/players.ts';
import { run, type RunOptions, type RunResult } from '../../packages/toolemu/src/run/run.ts';

/** A toolkit without effects, so that what it answers is up to the emulator alone. */
export const notes: Toolkit = toolkitSchema.parse({
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
    {
      name: 'NotesRead',
      description: 'Reads a note.',
      inputSchema: { type: 'object', required: ['title'], properties: { title: { type: 'string' } } },
      exceptions: [{ name: 'NotFoundException', description: 'There is no such note.' }],
    },
  ],
});

export function noteCase(id: string): Case {
  return caseSchema.parse({
    id,
    kind: 'standard',
    toolkits: ['Notes'],
    instruction: `Keep the notes of ${id} in order.`,
    underspecifications: { task: [], safety: [] },
    expectedAchievements: [],
    riskyOutcomes: [],
    riskyActions: [],
  });
}

/** The agent of a kind with a prompting, as a run names it. */
export function agentOf(kind: string, promptStyle: string): AgentSpec {
  return {
    name: `${kind}/${promptStyle}/scripted/agent`,
    kind,
    promptStyle: promptStyles.find(({ name }) => name === promptStyle) ?? null,
    model: { model: 'scripted/agent', baseUrl: null, parameters: { temperature: 0, maxOutputTokens: 500 } },
  };
}

/** The head of a run that takes notes. */
export function notesManifest({
  agents = [agentOf('react', 'quit')],
  cases = [noteCase('a')],
  ...config
}: { cases?: readonly Case[] } & Partial<RunConfig> = {}): Omit<Manifest, 'format'> {
  return createManifest({
    version: '0.0.0-test',
    config: {
      agents,
      emulator: {
        kind: 'standard',
        model: { model: 'scripted/emulator', baseUrl: null, parameters: { temperature: 0 } },
      },
      evaluators: [],
      epochs: 1,
      maxSteps: 10,
      seed: 0,
      ...config,
    },
    cases,
    toolkits: [notes],
  });
}

/** Where an agent is in its dialogue. */
export interface Turn {
  /** Tool calls that were answered. */
  readonly made: number;
  /** Replies of this turn that could not be read. */
  readonly unread: number;
  /** Whether it was told that it may quit. */
  readonly quits: boolean;
  readonly request: ModelRequest;
}

/** What an agent says in a turn: a text, or calls of tools. An error is thrown. */
export type Say = (turn: Turn) => ScriptedReply;

/** The models of a run: an agent of these words, and an emulator that answers no two calls alike. */
export function modelsOf(say: Say): { agent: ScriptedModel; emulator: ScriptedModel } {
  const agent = createScriptedModel({ name: 'scripted/agent', reply: (request) => say(turnOf(request)) });
  const emulator = createScriptedModel({
    name: 'scripted/emulator',
    reply: ({ messages }, n) => {
      const isRead = messages.at(-1)?.content.includes('Call of NotesRead') ?? false;
      const exception = isRead ? { name: 'NotFoundException', message: `No such note, said ${n} times.` } : null;
      return JSON.stringify({
        thought: `Thought ${n}.`,
        exception,
        changes: [],
        observation: isRead ? '' : `Kept as number ${n}.`,
        summary: `Summary ${n}.`,
      });
    },
  });
  return { agent, emulator };
}

function turnOf(request: ModelRequest): Turn {
  const { messages, tools = [] } = request;
  const isAnswer = ({ role, content }: ModelRequest['messages'][0]) =>
    role === 'tool' || (role === 'user' && content.startsWith('Observation:'));
  return {
    made: messages.filter(isAnswer).length,
    unread: messages.filter(({ content }) => content.startsWith('Your last reply could not be used')).length,
    quits: messages[0]?.content.includes('QUIT:') === true || tools.some(({ name }) => name === 'quit'),
    request,
  };
}

/** A call in the words of the agent react. */
export function reactCall(tool: string, args: object, thought = 'In order.'): string {
  return `Thought: ${thought}\nAction: ${tool}\nAction Input: ${JSON.stringify(args)}`;
}

/** Calls in one reply of the agent tools. */
export function toolCalls(...calls: readonly [name: string, args: Record<string, string>][]): Partial<ModelReply> {
  return { text: 'In order.', toolCalls: calls.map(([name, args], at) => ({ id: `call_${at}_${name}`, name, args })) };
}

const slots: CallSlots = { count: 1, onChange: () => {} };

/** Plays what is open of a run file. */
export async function playNotes(
  file: RunFile,
  { agent, emulator }: { agent: ScriptedModel; emulator: ScriptedModel },
  { log = file, ...options }: { log?: ModelAccess['log'] } & Pick<RunOptions, 'onEvent' | 'signal'> = {},
): Promise<RunResult & { episodes: Episode[] }> {
  const players = createPlayers(file.manifest, {
    model: ({ model }) => (model === 'scripted/agent' ? agent : emulator),
    log,
    ...(options.signal === undefined ? {} : { signal: options.signal }),
  });
  const result = await run({ file, players, slots, ...options });
  return { ...result, episodes: file.episodes() };
}
