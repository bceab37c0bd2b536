import { ModelError, type ModelRequest } from '../../contract/index.ts';
import { costOf, priceOf } from '../catalog/prices.ts';
import type { Price } from '../catalog/price-table.ts';
import type { CallableModel } from './model-call.ts';

/** What a provider writes around a message. */
const aroundMessage = 16;

/** What a run may cost, in US dollars, with the calls in flight. */
export interface Budget {
  /** Has each call reserve what it may cost before it is made. Throws for a model whose price is not known. */
  on(model: CallableModel): CallableModel;
}

interface Waiting {
  readonly usd: number;
  readonly grant: () => void;
  readonly refuse: (reason: unknown) => void;
  readonly model: string;
}

/**
 * A budget that is kept with calls in flight: each reserves the most its input can come to and the longest output its role
 * allows, and waits while others hold what it needs. What a provider charges for requests that failed is not
 * known and not counted, except for unusable replies. Where it does not fit even when nothing is in flight the budget is
 * spent, and every later call is refused with a `ModelError` of kind `budget`.
 */
export function createBudget({
  most,
  spent: before = 0,
  stop,
}: {
  readonly most: number;
  readonly spent?: number;
  /** Once it is aborted nothing is granted any more. */
  readonly stop?: AbortSignal | undefined;
}): Budget & {
  /** Cost so far, from the tokens that endpoints reported, or from an estimate if they report none. */
  readonly spent: number;
} {
  let spent = before;
  let reserved = 0;
  let isSpent = false;
  /** Number of calls with an estimated cost. */
  let estimated = 0;
  const waiting: Waiting[] = [];

  function settle(): void {
    for (let next = waiting[0]; next !== undefined; next = waiting[0]) {
      if (!isSpent && spent + reserved + next.usd <= most) {
        reserved += next.usd;
        waiting.shift();
        next.grant();
      } else if (isSpent || reserved === 0) {
        isSpent = true;
        waiting.shift();
        next.refuse(budgetRefusal({ model: next.model, most, spent, usd: next.usd, estimated }));
      } else return;
    }
  }

  stop?.addEventListener(
    'abort',
    () => {
      for (const { refuse } of waiting.splice(0)) refuse(stop.reason);
    },
    { once: true },
  );

  async function reserve(usd: number, model: string): ReturnType<Funds['reserve']> {
    stop?.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    waiting.push({ usd, model, grant: resolve, refuse: reject });
    settle();
    await promise;
    return (cost, isEstimated) => release(usd, cost, isEstimated);
  }

  function release(usd: number, cost: number, isEstimated: boolean): void {
    if (isEstimated) estimated += 1;
    reserved -= usd;
    // Sums of fractions leave a rest that is not quite zero.
    if (reserved < 1e-9) reserved = 0;
    spent += cost;
    settle();
  }

  return {
    get spent() {
      return spent;
    },
    on: (model) => withinFunds(model, { reserve }),
  };
}

/** What calls may cost, wherever it is kept. Amounts are in US dollars. */
export interface Funds {
  /**
   * Waits until the amount is reserved for a call, and returns a function that releases it with the actual cost and
   * whether that is an estimate. Throws the error of {@link budgetRefusal} if the budget does not allow the call.
   */
  reserve(usd: number, model: string): Promise<(cost: number, isEstimated: boolean) => void | Promise<void>>;
}

/**
 * Has each call of a model set aside the most that it may cost before it is sent, so that calls which wait for a place hold
 * nothing. Throws for a model of unknown price.
 */
export function withinFunds(model: CallableModel, funds: Funds): CallableModel {
  const price = priceOf(model.name);
  if (price === null) throw new RangeError(`the price of ${model.name} is not known, so no budget can be kept for it`);
  return {
    name: model.name,
    async generate(request) {
      const usd = greatestCost(mostTokens(request), request.parameters.maxOutputTokens ?? longestOutput, price);
      let release: Awaited<ReturnType<Funds['reserve']>> | undefined;
      const begin = async (): Promise<void> => {
        await request.begin?.();
        release ??= await funds.reserve(usd, model.name);
      };
      let cost = 0;
      let isEstimated = false;
      try {
        const reply = await model.generate({ ...request, begin });
        cost = costOf(reply.usage, price) ?? 0;
        isEstimated = reply.usageEstimated === true;
        return reply;
      } catch (error) {
        // An unusable reply costs as much as any other.
        if (error instanceof ModelError && error.usage !== null) cost = costOf(error.usage, price) ?? 0;
        throw error;
      } finally {
        await release?.(cost, isEstimated);
      }
    },
  };
}

/** Where a role sets no greatest length, in tokens. */
const longestOutput = 128_000;

function greatestCost(inputTokens: number, outputTokens: number, price: Price): number {
  const input = Math.max(price.input, price.cacheWrite ?? 0);
  return (inputTokens * input + outputTokens * price.output) / 1_000_000;
}

/** What a call is refused with that the budget does not allow. */
export function budgetRefusal({
  model,
  most,
  spent,
  usd,
  estimated = 0,
}: {
  model: string;
  most: number;
  spent: number;
  usd: number;
  /** Number of calls with an estimated cost. */
  estimated?: number;
}): ModelError {
  const how =
    estimated === 0
      ? ''
      : ` (estimated for ${estimated} ${estimated === 1 ? 'call' : 'calls'}: the endpoint reports no token usage)`;
  const amounts = `$${spent.toFixed(2)} of $${most.toFixed(2)} are spent${how}, and the next call may cost up to $${usd.toFixed(2)}`;
  return new ModelError(`${model}: the budget does not allow the call (${amounts}). Go on with a greater one`, {
    kind: 'budget',
    model,
  });
}

/** The most tokens a request's input can come to: no token is shorter than a byte. For what is likely there is `countTokens`. */
export function mostTokens({ messages, tools, schema }: ModelRequest): number {
  return (
    messages.reduce(
      (sum, message) => sum + bytesOf(message.content) + bytesOf(callsOf(message)) + aroundMessage,
      aroundMessage,
    ) +
    (tools === undefined ? 0 : bytesOf(JSON.stringify(tools))) +
    (schema === undefined ? 0 : bytesOf(JSON.stringify(schema.schema)))
  );
}

function bytesOf(text: string): number {
  return Buffer.byteLength(text);
}

function callsOf(message: ModelRequest['messages'][number]): string {
  return message.role === 'assistant' && message.toolCalls !== undefined ? JSON.stringify(message.toolCalls) : '';
}
