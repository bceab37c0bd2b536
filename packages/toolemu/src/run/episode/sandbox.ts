import {
  type AskUser,
  type Case,
  type Emulator,
  EpisodeEnded,
  EpisodeError,
  type JsonObject,
  messageOf,
  type Observation,
  type Outcome,
  type Sandbox,
  type Step,
  type Tool,
  type ToolCall,
  type Toolkit,
  isObject,
  isTooDeep,
  JsonTooDeep,
  maxJsonDepth,
  readJson,
  sizeOfJson,
} from '../../contract/index.ts';
import { withoutCredentials, withoutSecrets, withoutSecretsIn } from '../../platform/index.ts';
import { askUserTool, type SchemaVerdict, observedError, offeredToolkits, validate } from '../../world/index.ts';
import { isUserReply } from '../fork/continuations.ts';
import { outcomeOfError } from './outcome-of-error.ts';

export interface SandboxOptions {
  readonly case: Case;
  readonly toolkits: readonly Toolkit[];
  readonly emulator: Emulator;
  readonly epoch: number;
  /** Calls of the agent, valid or not, before the episode ends as `step-limit`. */
  readonly maxSteps: number;
  readonly signal?: AbortSignal;
  /** Replies to the agent's questions; without it a question ends the episode. */
  readonly user?: AskUser;
  readonly onStep?: (step: Step) => void;
}

/** A sandbox that records. `ended` is set once the episode is over, whatever the agent makes of it. */
export interface RecordingSandbox extends Sandbox {
  readonly steps: readonly Step[];
  readonly ended: Outcome | null;
  /** Ends the episode once the calls made before are carried out; later ones are refused. Gives the outcome that counts. */
  end(outcome: Outcome): Promise<Outcome>;
}

/** Size of the steps of an episode, in characters of JSON. Run files hold larger ones for damaged. */
export const maxEpisodeSize = 64_000_000;

/**
 * The emulated tools of one episode. A call is validated by program first, without coercion: an unknown tool or
 * invalid input is answered without the emulator. Calls are carried out one at a time, in order.
 */
export function createSandbox(options: SandboxOptions): RecordingSandbox {
  const { toolkits, maxSteps, signal, user, onStep } = options;
  const tools = toolkits.flatMap((toolkit) => toolkit.tools);
  const offered = Object.freeze(offeredToolkits(toolkits).flatMap((toolkit) => toolkit.tools));
  const steps: Step[] = [];
  let size = 0;
  let ended: Outcome | null = null;
  let last: Promise<unknown> = Promise.resolve();

  const end = (outcome: Outcome): EpisodeEnded => {
    ended ??= withoutSecretsInOutcome(outcome);
    return new EpisodeEnded(ended);
  };
  const refuseAtEnd = (): void => {
    if (ended !== null) throw new EpisodeEnded(ended);
    if (signal?.aborted === true) throw end({ kind: 'error', code: 'interrupted', message: 'the run was interrupted' });
  };
  const keep = async (take: () => Promise<Step | null>): Promise<Step | null> => {
    try {
      const taken = await take();
      if (taken === null) return null;
      const step = withoutSecretsIn(taken);
      size += sizeOfJson(step, maxEpisodeSize);
      if (size > maxEpisodeSize)
        throw new EpisodeError('toolkit', `the steps of the episode are larger than ${maxEpisodeSize / 1e6} MB`);
      steps.push(step);
      onStep?.(step);
      return step;
    } catch (error) {
      throw end(outcomeOfError(error, 'internal', signal));
    }
  };
  const carryOut = async (call: ToolCall, issuedAfter: number): Promise<Observation> => {
    refuseAtEnd();
    if (steps.length >= maxSteps) throw end({ kind: 'step-limit' });
    const step = (await keep(() => takeStep(call, { steps, issuedAfter, tools, options }))) as Step;
    return structuredClone(step.observation);
  };
  const putToUser = async (question: string, ask: AskUser): Promise<string | null> => {
    refuseAtEnd();
    if (steps.length >= maxSteps) return null;
    const step = await keep(() => stepOfReply(question, steps.length + 1, ask));
    return step?.observation.text ?? null;
  };
  const inTurn = <T>(act: () => Promise<T>): Promise<T> => {
    const turn = last.then(act);
    last = turn.catch(() => {});
    return turn;
  };
  return {
    tools: offered,
    steps,
    get ended() {
      return ended;
    },
    call: (toolCall) => {
      const issuedAfter = steps.length;
      return inTurn(() => carryOut(withoutSecretsIn(toolCall), issuedAfter));
    },
    ...(user === undefined
      ? {}
      : { ask: (question: string) => inTurn(() => putToUser(withoutSecrets(question), user)) }),
    async end(outcome) {
      const turn = last.then(() => end(outcome).outcome);
      last = turn;
      return turn;
    },
  };
}

/** An agent may quote its own environment, and errors quote what they come from. */
function withoutSecretsInOutcome(outcome: Outcome): Outcome {
  if (outcome.kind !== 'error') return withoutSecretsIn(outcome);
  return { ...outcome, message: withoutCredentials(outcome.message) };
}

/** What an agent gets of a sandbox: tools and calls. Recorded steps would tell what emulators thought and what calls changed. */
export function offeredSandbox(sandbox: RecordingSandbox): Sandbox {
  const ask = sandbox.ask?.bind(sandbox);
  return Object.freeze({
    tools: sandbox.tools,
    call: (toolCall) => sandbox.call(toolCall),
    ...(ask === undefined ? {} : { ask }),
  } satisfies Sandbox);
}

async function takeStep(
  call: ToolCall,
  {
    steps,
    issuedAfter,
    tools,
    options: { case: of, toolkits, emulator, epoch },
  }: {
    steps: readonly Step[];
    /** Steps that were answered when the call was issued. */
    issuedAfter: number;
    tools: readonly Tool[];
    options: SandboxOptions;
  },
): Promise<Step> {
  const read = readCall(call, tools);
  const base = {
    step: steps.length + 1,
    tool: call.tool,
    args: read.args,
    ...(read.args === null && typeof call.input === 'string' ? { input: call.input } : {}),
    ...(call.thought === undefined ? {} : { thought: call.thought }),
    ...(call.dropped === undefined ? {} : { dropped: call.dropped }),
    ...(issuedAfter === steps.length ? {} : { issuedAfter }),
  };
  if (!read.ok) {
    const observation = observedError('InvalidRequestException', read.reason);
    return { ...base, status: 'rejected', observation, changes: [], consequences: [], violations: [] };
  }
  const { tool, args } = read;
  const toolkit = toolkits.find((one) => one.tools.includes(tool)) as Toolkit;
  const request = { case: of, toolkits, toolkit, tool, args, history: steps.filter((one) => !isUserReply(one)), epoch };
  // A copy: an emulator may answer two episodes with the same object.
  const emulation = structuredClone(await emulator.emulate(request));
  const raised = emulation.exception !== null;
  return {
    ...base,
    status: raised ? 'raised' : 'ok',
    observation: emulation.observation,
    changes: raised ? [] : [...emulation.changes],
    consequences: raised ? [] : emulation.consequences.map((due) => ({ ...due, step: base.step, tool: tool.name })),
    violations: [...emulation.violations],
    ...(emulation.record === undefined ? {} : { emulator: emulation.record }),
    ...(emulation.source === undefined ? {} : { source: emulation.source }),
    ...(emulation.fault === undefined ? {} : { fault: emulation.fault }),
    ...(emulation.real === undefined ? {} : { real: emulation.real }),
    ...(emulation.by === undefined ? {} : { by: emulation.by }),
  };
}

/** A question of the agent's and the user's reply: a step of no tool, that emulators are not told of. */
async function stepOfReply(question: string, step: number, ask: AskUser): Promise<Step | null> {
  const reply = await ask(question);
  if (reply === null) return null;
  return {
    step,
    tool: askUserTool,
    args: { question },
    status: 'ok',
    observation: { text: reply.text },
    changes: [],
    consequences: [],
    violations: [],
    source: { ...reply.source, from: 'user' },
  };
}

type ReadCall =
  | { readonly ok: true; readonly tool: Tool; readonly args: JsonObject }
  | { readonly ok: false; readonly args: JsonObject | null; readonly reason: string };

function readCall({ tool: name, input }: ToolCall, tools: readonly Tool[]): ReadCall {
  const args = argsIn(input);
  if (args === 'too deep') return { ok: false, args: null, reason: tooDeep };
  const tool = tools.find((one) => one.name === name);
  if (tool === undefined) {
    const names = tools.map((one) => one.name).join(', ');
    return { ok: false, args, reason: `there is no tool named ${JSON.stringify(name)}. The tools are ${names}.` };
  }
  if (args === null)
    return {
      ok: false,
      args,
      reason: 'the input is not a JSON object. Write one JSON object with the arguments of the tool.',
    };
  const verdict = validateInput(tool, args);
  if (verdict.ok) return { ok: true, tool, args };
  return { ok: false, args, reason: `the input does not fit ${name}. ${verdict.errors.join('; ')}.` };
}

function validateInput({ name, inputSchema }: Tool, args: JsonObject): SchemaVerdict {
  try {
    return validate(inputSchema, args);
  } catch (error) {
    throw new EpisodeError('toolkit', `the inputSchema of ${name} is broken: ${messageOf(error)}`, { cause: error });
  }
}

const tooDeep = `the input is nested more than ${maxJsonDepth} levels deep. Write it with fewer objects and lists inside each other.`;

/** The arguments in the input of a call; null where it is no JSON object. */
function argsIn(input: ToolCall['input']): JsonObject | null | 'too deep' {
  if (typeof input !== 'string') return isTooDeep(input) ? 'too deep' : structuredClone(input);
  try {
    const value = readJson(input);
    return isObject(value) ? value : null;
  } catch (error) {
    return error instanceof JsonTooDeep ? 'too deep' : null;
  }
}
