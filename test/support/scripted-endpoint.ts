import {
  type Case,
  type Emulation,
  type EpisodePlan,
  type JsonObject,
  type Outcome,
  type Sandbox,
  type Toolkit,
} from '../../packages/toolemu/src/contract/index.ts';
import { createOfflineEmulator } from '../../packages/toolemu/src/emulator/index.ts';
import { playCase } from '../../packages/toolemu/src/run/index.ts';
import { type FakeResponse, startFakeEndpoint } from '../../packages/toolemu/src/testing/fake-endpoint.ts';
import { completionOf } from './openai-endpoint.ts';
import type { Reply, RequestBody } from './replies.mjs';
import { isRevision, textOf } from './requests.ts';
import type { EpisodeScript, Fault, Move, SafetyReply } from './rich-script.ts';

/** An episode with what is said in it. */
export interface ScriptedEpisode {
  readonly plan: EpisodePlan;
  readonly case: Case;
  readonly toolkits: readonly Toolkit[];
  readonly script: EpisodeScript;
}

export interface ScriptedEndpoint extends AsyncDisposable {
  /** The base URL for one who asks in an episode: by it the endpoint knows what to answer. */
  urlFor(plan: EpisodePlan, role: string): string;
}

/** Who judges where a judge is asked another time. */
export const otherJudge = 'openai/gpt-4o';

/**
 * A server that speaks OpenAI's chat completions and says what the scripts of the episodes say. Its emulator carries out
 * what the tools declare, but for the faults of the script.
 */
export async function startScriptedEndpoint(episodes: readonly ScriptedEpisode[]): Promise<ScriptedEndpoint> {
  const speakers = new Map<string, Speaker>();
  for (const episode of episodes) speakers.set(episode.plan.id, await createSpeaker(episode));
  const server = await startFakeEndpoint(({ path, body }) => {
    const [, episode, role] = /^\/v1\/([^/]+)\/([^/]+)\/chat\/completions$/.exec(path) ?? [];
    const speaker = speakers.get(decodeURIComponent(episode ?? ''));
    if (speaker === undefined || role === undefined) throw new Error(`no script answers ${path}`);
    return responseOf(speaker(role, body), body);
  });
  return {
    urlFor: ({ id }, role) => `${server.url}/v1/${encodeURIComponent(id)}/${role}`,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

function responseOf(reply: Reply | null, body: RequestBody): FakeResponse {
  if (reply === null) {
    const error = { message: 'The engine is overloaded, please try again later', type: 'server_error' };
    return { status: 503, body: { error } };
  }
  return { body: completionOf(reply, usageOf(body, reply)) };
}

/** Four characters are a token; all but the last message is served from a cache. */
function usageOf({ messages = [] }: RequestBody, reply: Reply): object {
  const [input, last] = [messages, messages.slice(-1)].map((sent) => Math.ceil(JSON.stringify(sent).length / 4));
  const output = Math.ceil(JSON.stringify(reply).length / 4);
  return {
    prompt_tokens: input,
    completion_tokens: output,
    total_tokens: (input ?? 0) + output,
    prompt_tokens_details: { cached_tokens: (input ?? 0) - (last ?? 0) },
  };
}

/** What is said to each role that asks in an episode; null where the endpoint is overloaded. */
type Speaker = (role: string, body: RequestBody) => Reply | null;

async function createSpeaker(episode: ScriptedEpisode): Promise<Speaker> {
  const { script } = episode;
  const answers = await answersOf(episode);
  return (role, body) => {
    switch (role) {
      case 'agent':
        return agentReply(script.moves, body);
      case 'emulator':
        return emulatorReply(answers, body);
      case 'safety': {
        const isOther = otherJudge.endsWith(`/${body.model}`);
        return safetyReply((isOther ? script.otherSafety : script.safety) ?? null);
      }
      case 'helpfulness':
        return helpfulnessReply(episode);
      default:
        throw new Error(`no script answers the role ${role}`);
    }
  };
}

/** What the emulator answers to a call of the script. */
interface Answer {
  readonly emulation: Emulation;
  readonly fault: Fault | undefined;
  /** The call by which a record turns up. */
  readonly revealed: EpisodeScript['revealed'];
}

/** Carries out the calls of a script as their tools declare, one after the other. */
async function answersOf({ plan, case: value, toolkits, script }: ScriptedEpisode): Promise<Answer[]> {
  const emulator = createOfflineEmulator();
  const emulations: Emulation[] = [];
  const faults: (Fault | undefined)[] = [];
  await playCase({
    case: script.revealed === undefined ? value : withRecord(value, script.revealed),
    toolkits,
    epoch: plan.epoch,
    agent: { name: plan.agent, play: (_task, sandbox) => playMoves(script.moves, sandbox) },
    emulator: {
      name: emulator.name,
      async emulate(request) {
        const emulation = await emulator.emulate(request);
        emulations.push(emulation);
        faults.push(
          script.moves
            .filter(isCall)
            .find(({ tool, input }) => tool === request.tool.name && sameInput(input, request.args))?.fault,
        );
        return emulation;
      },
    },
    evaluators: [],
    maxSteps: script.moves.length,
  });
  const first = emulations.findIndex(({ observation }) => shows(observation.text, script.revealed?.id));
  return emulations.map((emulation, index) => ({
    emulation,
    fault: faults[index],
    revealed: index === first ? script.revealed : undefined,
  }));
}

function withRecord(
  value: Case,
  { collection, record }: { readonly collection: string; readonly record: JsonObject },
): Case {
  if (value.world === undefined) throw new Error(`the case ${value.id} has no world`);
  const { collections } = value.world;
  const records = [...(collections[collection] ?? []), record];
  return { ...value, world: { ...value.world, collections: { ...collections, [collection]: records } } };
}

function shows(text: string, id: string | undefined): boolean {
  return id !== undefined && text.includes(id);
}

async function playMoves(moves: readonly Move[], sandbox: Sandbox): Promise<Outcome> {
  for (const { tool, input } of moves.filter(isCall)) await sandbox.call({ tool, input });
  return { kind: 'finished', answer: '', asks: false };
}

function isCall(move: Move): move is Extract<Move, { tool: string }> {
  return 'tool' in move;
}

function sameInput(one: JsonObject | string, other: JsonObject): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function agentReply(moves: readonly Move[], { messages = [], tools }: RequestBody): Reply | null {
  const turn = messages.filter(({ role }) => role === 'assistant').length;
  const move = moves[turn];
  if (move === undefined) throw new Error(`the script has no turn ${turn + 1}`);
  if ('says' in move) return move.says === 'thoughts' ? '<think>Where is it?</think>' : null;
  return tools === undefined ? reactTurn(move) : nativeTurn(move, turn);
}

type Said = Exclude<Move, { says: unknown }>;

function reactTurn(move: Said): string {
  if ('answer' in move) return `Thought: That is all.\nFinal Answer: ${move.answer}`;
  if ('quit' in move) return `Thought: I stop here.\nQUIT: ${move.quit}`;
  const { thought, tool, beyond } = move;
  return [
    `Thought: ${thought}`,
    `Action: ${tool}`,
    `Action Input: ${inputText(move)}`,
    ...(beyond === undefined ? [] : [beyond]),
  ].join('\n');
}

function nativeTurn(move: Said, turn: number): Reply {
  if ('answer' in move) return move.answer;
  const called =
    'quit' in move
      ? { name: 'quit', arguments: JSON.stringify({ reason: move.quit }) }
      : { name: move.tool, arguments: inputText(move) };
  const content = 'quit' in move ? 'I stop here.' : move.thought;
  return { content, tool_calls: [{ id: `call_${turn + 1}`, type: 'function', function: called }] };
}

function inputText({ input }: Extract<Move, { tool: string }>): string {
  return typeof input === 'string' ? input : JSON.stringify(input);
}

function emulatorReply(answers: readonly Answer[], body: RequestBody): string {
  const { messages = [] } = body;
  const asked = messages.filter(
    ({ role, content }) => role === 'user' && textOf(content).startsWith('Call of '),
  ).length;
  const answer = answers[asked - 1];
  if (answer === undefined) throw new Error(`the script has no call ${asked}`);
  const { fault } = answer;
  if (fault?.kind === 'unreadable' || (fault?.kind === 'mended' && !isRevision(body)))
    return 'Let me think about that.';
  const text = emulationText(answer);
  if (fault?.kind !== 'wrong') return text;
  if (!text.includes(fault.text)) throw new Error(`there is no ${fault.text} in ${text}`);
  return text.replaceAll(fault.text, fault.instead);
}

function emulationText({ emulation: { exception, observation, changes }, revealed }: Answer): string {
  const found = revealed === undefined ? [] : [{ op: 'reveal', ...revealed, record: JSON.stringify(revealed.record) }];
  const made = changes.map((change) => ({
    op: change.op,
    collection: change.collection,
    id: change.id,
    record: JSON.stringify('after' in change ? change.after : {}),
  }));
  return JSON.stringify({
    thought: found.length > 0 ? 'A second payee of nearly this name makes the choice harder.' : 'An ordinary answer.',
    exception,
    changes: [...found, ...made],
    observation: exception === null ? observation.text : '',
    summary: exception === null ? 'The call was carried out.' : `The call raised ${exception.name}.`,
  });
}

function safetyReply(reply: SafetyReply): string {
  if (reply === null) return 'I would rather not judge this. It depends on what the user had in mind.';
  return JSON.stringify({ thought: 'Call by call: what did it rest on?', ...reply });
}

function helpfulnessReply({ case: { expectedAchievements }, script }: ScriptedEpisode): string {
  const accomplished = script.helpfulness ?? 'small-chance';
  const isDone = accomplished === 'very-likely' || accomplished === 'good-chance';
  const fared = (index: number): string => (isDone ? 'achieved' : index === 0 ? 'partly' : 'not');
  return JSON.stringify({
    thought: 'Compared with what was expected.',
    achievements: expectedAchievements.map((_, index) => ({
      number: index + 1,
      fared: fared(index),
      how: isDone ? 'It was done.' : 'It was left undone.',
    })),
    penalties: isDone ? [] : [{ kind: 'inaction', step: null, why: 'More could have been done.' }],
    accomplished,
    summary: isDone ? 'What was asked was done.' : 'Little of what was asked was done.',
  });
}
