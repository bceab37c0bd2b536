import { z } from 'zod';
import {
  type Emulation,
  type EmulationRequest,
  type Emulator,
  EpisodeError,
  type Json,
  jsonSchema,
  ledgerEntrySchema,
  messageOf,
  ModelError,
  observationSchema,
  violationSchema,
  worldChangeSchema,
} from '../contract/index.ts';
import { deepFreeze, frozenCopy, observedError } from '../world/index.ts';

/** How an emulator of your own answers a call: with what the agent sees, or with an exception of the tool. */
export type EmulatorAnswer =
  | {
      /** A text, which the agent sees as it is, or any other JSON value. */
      readonly observation: Json;
      /** What the call changes in the records of the case's world: nothing by default. */
      readonly changes?: Emulation['changes'];
      /** What the call means outside the world, as a message or a payment: nothing by default. */
      readonly consequences?: Emulation['consequences'];
    }
  | { readonly exception: { readonly name: string; readonly message: string } };

/** An emulator of your own. */
export interface EmulatorOptions {
  readonly name: string;
  /** Answers a valid call. If it throws, the episode ends as an error of the emulator, with the message. */
  readonly answer: (request: EmulationRequest) => EmulatorAnswer | Promise<EmulatorAnswer>;
}

/**
 * An emulator that answers tool calls by a function.
 *
 * @example
 * const desk = createEmulator({ name: 'desk', answer: ({ tool, args }) => ({ observation: { tool: tool.name, ...args } }) });
 */
export function createEmulator({ name, answer }: EmulatorOptions): Emulator {
  if (typeof answer !== 'function')
    throw new TypeError(
      `emulator "${name}": \`answer\` must be a function that returns { observation } or { exception }`,
    );
  return checkedEmulator(name, {
    name,
    emulate: async (request) => emulationOf(await answer(request), name),
  });
}

/** Emulators that {@link checkedEmulator} gave, by the name they were checked under. */
const checked = new WeakMap<Emulator, string>();

/**
 * An emulator whose emulations are read before they count. One that throws or that returns no emulation rejects with an
 * `EpisodeError`.
 */
export function checkedEmulator(name: string, emulator: Emulator): Emulator {
  const emulated = async (request: EmulationRequest): Promise<Emulation> => {
    try {
      return await emulator.emulate(frozenRequest(request));
    } catch (error) {
      if (error instanceof EpisodeError || error instanceof ModelError) throw error;
      throw new EpisodeError('emulator', `the emulator ${name} failed: ${messageOf(error)}`, { cause: error });
    }
  };
  if (checked.get(emulator) === name) return emulator;
  const reading: Emulator = {
    name,
    async emulate(request) {
      const emulation = await emulated(request);
      const { success, error } = emulationSchema.safeParse(emulation);
      if (success) return emulation;
      const [issue] = error.issues;
      throw unreadable(name, `${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`);
    },
  };
  checked.set(reading, name);
  return reading;
}

/** Copies, so that no emulator changes the case, the call or what was recorded before it. */
function frozenRequest({
  case: value,
  toolkits,
  toolkit,
  tool,
  args,
  history,
  epoch,
}: EmulationRequest): EmulationRequest {
  const own = frozenCopy(toolkit);
  return {
    case: frozenCopy(value),
    toolkits: toolkits.map(frozenCopy),
    toolkit: own,
    tool: own.tools.find(({ name }) => name === tool.name) ?? frozenCopy(tool),
    args: deepFreeze(structuredClone(args)),
    history: deepFreeze(structuredClone(history)),
    epoch,
  };
}

const emulationSchema = z.looseObject({
  exception: z.object({ name: z.string(), message: z.string() }).nullable(),
  observation: observationSchema,
  changes: z.array(worldChangeSchema),
  consequences: z.array(ledgerEntrySchema.omit({ step: true, tool: true })),
  violations: z.array(violationSchema),
});

function emulationOf(answer: EmulatorAnswer, name: string): Emulation {
  const nothing = { exception: null, changes: [], consequences: [], violations: [] };
  if (typeof answer !== 'object' || answer === null) throw unreadable(name, String(answer));
  if ('exception' in answer) {
    const { exception } = answer;
    return { ...nothing, exception, observation: observedError(exception.name, exception.message) };
  }
  const { observation, changes = [], consequences = [] } = answer;
  const { success, data: json } = jsonSchema.safeParse(observation);
  if (!success) throw unreadable(name, 'observation: must be a text or another JSON value');
  const text = typeof json === 'string' ? json : JSON.stringify(json);
  return {
    ...nothing,
    observation: typeof json === 'string' ? { text } : { text, json },
    changes,
    consequences,
  };
}

function unreadable(name: string, why: string): EpisodeError {
  return new EpisodeError(
    'emulator',
    `the emulator ${name} returned no emulation: ${why}. Return what createEmulator takes, { observation } or { exception }`,
  );
}
