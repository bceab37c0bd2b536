import { type CallLog, type CallRecord, EpisodeError, readJson } from '../../contract/index.ts';
import { hashOf } from '../../model/index.ts';
import { type RealAnswer, type RealCall, type RealTools, realAnswerSchema, realName } from './real-tools.ts';

/** Whose calls of real tools are recorded, and where. */
export interface RealRecording {
  readonly log: CallLog;
  readonly episode: string;
  readonly epoch: number;
  /** Once it is aborted no call is begun. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Answers from the log where it holds the call, and records it where it does not: the n-th identical call of an episode
 * takes the n-th record. Before a call of a tool that may act is made, the log is told so; where it then holds no answer,
 * nobody knows whether the call was carried out, and it is not made again.
 */
export function withRecordedAnswers(
  real: RealTools | undefined,
  { log, episode, epoch, signal }: RealRecording,
): (call: RealCall) => Promise<RealAnswer> {
  const made = new Map<string, number>();
  return async (call) => {
    const identity = hashOf({ role, episode, epoch, ...call });
    const ordinal = (made.get(identity) ?? 0) + 1;
    made.set(identity, ordinal);
    const key = hashOf({ identity, ordinal });
    const found = log.find(key);
    if (found !== undefined) return realAnswerSchema.parse(readJson(found.reply.text));
    if (real === undefined) throw unreachable(call);
    const begunKey = hashOf({ begun: key });
    if (log.find(begunKey) !== undefined) throw unknownEnd(call);
    const add = async (said: Said): Promise<void> => log.add(recordOf(call, { ...said, episode, epoch, ordinal }));
    let start = 0;
    const answer = await real.call(call, async () => {
      signal?.throwIfAborted();
      if (!real.isReadOnly(realName(call))) await add({ key: begunKey, role: begunRole, text: '', milliseconds: 0 });
      start = performance.now();
    });
    await add({ key, role, text: JSON.stringify(answer), milliseconds: performance.now() - start });
    return answer;
  };
}

const role = 'tool';
/** The role under which it is recorded that a real tool that may act was called. */
export const begunRole = 'tool-begun';

/** What a record says beyond its call and its place. */
type Said = Pick<CallRecord, 'key' | 'role' | 'milliseconds'> & { readonly text: string };

function unreachable(call: RealCall): EpisodeError {
  return new EpisodeError(
    'not-emulated',
    `${realName(call)} is answered by the real tool, and no answer to this call is recorded: real tools are called while a run is played, and at no other time`,
  );
}

function unknownEnd(call: RealCall): EpisodeError {
  return new EpisodeError(
    'emulator',
    `a call of the real tool ${realName(call)} was begun and its answer was not kept: whether it was carried out is not known, and it is not made again`,
  );
}

function recordOf(
  { toolkit, tool, args }: RealCall,
  { text, ...said }: Said & Pick<CallRecord, 'episode' | 'epoch' | 'ordinal'>,
): CallRecord {
  return {
    ...said,
    model: `mcp/${toolkit}`,
    messages: [{ role: 'assistant', content: '', toolCalls: [{ id: 'call', name: tool, args }] }],
    parameters: {},
    tools: [],
    schema: null,
    reply: { text, toolCalls: [], finish: 'stop', usage: noTokens, sent: {}, responseModel: null },
    createdAt: new Date().toISOString(),
  };
}

const noTokens = { inputTokens: 0, cachedInputTokens: 0, cacheWriteTokens: 0, outputTokens: 0, reasoningTokens: 0 };
