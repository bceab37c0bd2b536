import type { Json, JsonObject } from '../../contract/index.ts';
import { isObject } from '../../world/index.ts';
import type { CallResult, Dialect, ModelTurn } from './dialect.ts';
import type { ProxyTools } from './proxy-tools.ts';
import type { UpstreamResponse } from './upstream.ts';

/** How far a request of the agent has come. */
export interface Progress {
  /** The next request to the model. */
  request: JsonObject;
  /** What was added to the history since the agent's request. */
  readonly added: JsonObject[];
  usage: Json | undefined;
  reply: JsonObject | null;
}

export interface ConverseOptions {
  readonly dialect: Dialect;
  readonly tools: ProxyTools;
  /** The agent's request, as it sent it. */
  readonly asked: JsonObject;
  readonly send: (request: JsonObject) => Promise<UpstreamResponse>;
  readonly carryOut: (turn: ModelTurn, call: ModelTurn['calls'][number]) => Promise<string>;
  /** Why the agent has quit; null if it has not. */
  readonly quitReason: () => string | null;
  /** Is told each reply of the model. */
  readonly onTurn: (turn: ModelTurn) => void;
}

/** A response of the model's endpoint that is not a reply. */
export class UnusableReply extends Error {
  override readonly name = 'UnusableReply';
  readonly response: UpstreamResponse;

  constructor(response: UpstreamResponse) {
    super(`the model's endpoint responded with ${response.status}`);
    this.response = response;
  }
}

/**
 * Asks the model, carries out its calls of emulated tools and asks again, until it replies without such a call or with a
 * call that the agent must carry out itself. Keeps its progress, so that a request that broke off can be continued.
 */
export async function converse(progress: Progress, options: ConverseOptions): Promise<JsonObject> {
  const { dialect, tools, asked, send, carryOut, quitReason, onTurn } = options;
  while (progress.reply === null) {
    const response = await send(progress.request);
    const turn = response.status === 200 ? dialect.readTurn(response.body) : null;
    if (turn === null) throw new UnusableReply(response);
    onTurn(turn);
    progress.usage = sumOf(progress.usage, turn.body.usage);
    const results: CallResult[] = [];
    const emulated = turn.calls.filter(({ name }) => tools.isEmulated(name));
    for (const call of emulated) {
      results.push({ call, text: await carryOut(turn, call) });
      if (quitReason() !== null) break;
    }
    const quit = quitReason();
    // Calls beside a quit are dropped: the agent must not carry them out either.
    if (quit !== null) {
      const dropped = turn.calls.filter((call) => !results.some((result) => result.call === call));
      results.push(...dropped.map((call) => ({ call, text: 'not carried out' })));
    }
    if (quit === null && results.length > 0 && emulated.length === turn.calls.length) {
      const added = dialect.historyOf(asked, turn, results);
      progress.added.push(...added);
      progress.request = dialect.continued(progress.request, added);
      continue;
    }
    const turns = { before: progress.added, turn, results };
    const reply = dialect.replyOf(turns, quit ?? '');
    dialect.remember(asked, reply, turns);
    progress.reply = { ...reply, ...(progress.usage === undefined ? {} : { usage: progress.usage }) };
  }
  return progress.reply;
}

/** Two token usages, added number by number. */
function sumOf(one: Json | undefined, other: Json | undefined): Json | undefined {
  if (typeof one === 'number' && typeof other === 'number') return one + other;
  if (!isObject(one) || !isObject(other)) return other ?? one;
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return Object.fromEntries([...names].map((name) => [name, sumOf(one[name], other[name]) ?? null]));
}
