import { hashOf } from './canonical-json.ts';
import { type CallLog, definedOnly, type PendingCall, ModelError, type ModelReply } from '../../contract/index.ts';
import type { CallableModel, ModelCall } from '../calls/model-call.ts';

/** The calls under way, by key: whoever asks for the same one waits for it. */
type Flights = Map<string, Promise<ModelReply>>;

/** Whose calls are recorded, and where. One wrapper serves one role in one episode. */
export interface RecordingOptions {
  readonly log: CallLog;
  readonly role: string;
  readonly epoch: number;
  readonly episode: string;
  /** Whether an identical request of another episode in the same epoch is the same call. */
  readonly shareAcrossEpisodes: boolean;
  /** Address of an endpoint that is not the provider's own: another one's answers are others. */
  readonly baseUrl?: string | null;
  readonly flights: Flights;
  readonly now?: () => number;
}

/**
 * Answers from the log where it holds the call, and records it where it does not. The n-th identical
 * request of an episode takes the n-th record; a call that failed leaves none and does not count. Of concurrent equal
 * calls one is made and the others wait for it; they share its reply, and what the model failed with.
 */
export function withRecording(model: CallableModel, options: RecordingOptions): CallableModel {
  const { log, flights, now = () => performance.now() } = options;
  const ordinals = createOrdinals();

  async function record(request: ModelCall, call: CallOf): Promise<ModelReply> {
    const start = now();
    const expected = toExpected({ model: model.name, request, call, options });
    let isExpected = false;
    let isKept = false;
    const begin = async (): Promise<void> => {
      await request.begin?.();
      if (!isExpected) log.expect?.(expected);
      isExpected = true;
    };
    const keep = async (reply: ModelReply): Promise<void> => {
      isKept = true;
      const milliseconds = Math.max(0, now() - start);
      await log.add({ ...expected, reply, milliseconds, createdAt: new Date().toISOString() });
    };
    const reply = await model.generate({ ...request, begin, keep });
    // A model whose calls wait for no place leaves it to its caller.
    if (!isKept) await keep(reply);
    return reply;
  }

  async function fly(request: ModelCall, call: CallOf): Promise<ModelReply> {
    const flight = record(request, call);
    flights.set(call.key, flight);
    try {
      return await flight;
    } finally {
      flights.delete(call.key);
    }
  }

  async function answer(request: ModelCall, call: CallOf): Promise<ModelReply> {
    for (;;) {
      const found = log.find(call.key);
      if (found !== undefined) {
        return found.reply;
      }
      const flight = flights.get(call.key);
      if (flight === undefined) {
        return fly(request, call);
      }
      const reply = await replyOf(flight, request.signal);
      if (reply !== undefined) {
        return reply;
      }
    }
  }

  return {
    name: model.name,
    async generate(request) {
      request.signal?.throwIfAborted();
      const identity = identityOf(model.name, request, options);
      const ordinal = ordinals.take(identity);
      try {
        return await answer(request, { key: hashOf({ identity, ordinal }), ordinal });
      } catch (error) {
        ordinals.release(identity, ordinal);
        throw error;
      }
    },
  };
}

interface CallOf {
  readonly key: string;
  readonly ordinal: number;
}

/** What makes two requests the same one, hashed. */
function identityOf(model: string, request: ModelCall, options: RecordingOptions): string {
  const { role, epoch, episode, shareAcrossEpisodes } = options;
  return hashOf({
    role,
    epoch,
    episode: shareAcrossEpisodes ? null : episode,
    model,
    ...(options.baseUrl === undefined || options.baseUrl === null ? {} : { baseUrl: options.baseUrl }),
    messages: request.messages,
    parameters: request.parameters,
    tools: request.tools ?? [],
    schema: request.schema ?? null,
  });
}

/** Numbers for identical requests, from 1: the smallest that is free. */
function createOrdinals() {
  const taken = new Map<string, Set<number>>();
  return {
    take(identity: string): number {
      const used = taken.get(identity) ?? new Set<number>();
      taken.set(identity, used);
      let ordinal = 1;
      while (used.has(ordinal)) {
        ordinal += 1;
      }
      used.add(ordinal);
      return ordinal;
    },
    release(identity: string, ordinal: number): void {
      taken.get(identity)?.delete(ordinal);
    },
  };
}

/** The reply of another's call, or undefined where whoever made it gave up; what the model failed with is thrown to all. Waiting ends when the caller gives up. */
async function replyOf(flight: Promise<ModelReply>, signal: AbortSignal | undefined): Promise<ModelReply | undefined> {
  const landed = flight.catch((error: unknown) => {
    if (error instanceof ModelError) throw error;
    return undefined;
  });
  if (signal === undefined) {
    return landed;
  }
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const giveUp = () => reject(signal.reason);
  signal.addEventListener('abort', giveUp, { once: true });
  try {
    signal.throwIfAborted();
    return await Promise.race([landed, aborted]);
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
}

function toExpected({
  model,
  request,
  call,
  options,
}: {
  readonly model: string;
  readonly request: ModelCall;
  readonly call: CallOf;
  readonly options: RecordingOptions;
}): PendingCall {
  const { messages, parameters, tools = [], schema } = request;
  return {
    key: call.key,
    episode: options.episode,
    role: options.role,
    model,
    epoch: options.epoch,
    ordinal: call.ordinal,
    messages: [...messages],
    parameters: definedOnly(parameters),
    tools: [...tools],
    schema: schema === undefined ? null : { name: schema.name, schema: schema.schema },
  };
}

/** Flights that the wrappers of one run share. */
export function createFlights(): Flights {
  return new Map();
}
