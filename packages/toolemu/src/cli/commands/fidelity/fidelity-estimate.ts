import { type CallLog, EpisodeError, type RoleModel } from '../../../contract/index.ts';
import {
  captureRequest,
  countRequest,
  headTokens,
  loadTokenCounter,
  priceOf,
  pricesAsOf,
} from '../../../model/index.ts';
import type { EmulatorKind } from '../../../prompt/index.ts';
import { excessesOf, unknownWindowsOf, worstOfEach } from '../../../run/estimate/context-limits.ts';
import {
  addCalls,
  type CallTokens,
  createSentHeads,
  requestsOf,
  tokensOfRequests,
} from '../../../run/estimate/dialogue-tokens.ts';
import type { Estimate } from '../../../run/index.ts';
import { replyTokens } from '../../../run/estimate/measure-case.ts';
import { createSpendings, mapRange, type SpendingRange, totalOf } from '../../../run/estimate/spending.ts';
import { createAskedEmulators, type TrueCall } from '../../../study/index.ts';

/** How many calls have their prompts counted, about. */
const mostCounted = 200;

/** The share of replies that are sent back, once each but for the last. */
const sentBack: Readonly<Record<keyof SpendingRange, (most: number) => number>> = {
  low: () => 0,
  expected: (most) => Math.min(most, 1 / 3),
  high: (most) => most,
};

/**
 * What asking an emulator about calls may cost; nothing is called, and what the log holds is not asked again. Low: no reply
 * is sent back. Expected: every third, once. High: all, as often as they may be, and nothing is served from a cache.
 */
export async function estimateFidelity(
  calls: readonly TrueCall[],
  {
    kind,
    model,
    revisions,
    log,
  }: {
    readonly kind: EmulatorKind;
    readonly model: RoleModel;
    readonly revisions: number;
    readonly log: Pick<CallLog, 'find'>;
  },
): Promise<Estimate> {
  const count = await loadTokenCounter();
  const open = ofSomeCases(calls);
  const sent = createSentHeads();
  const spendings = createSpendings();
  const excesses: ReturnType<typeof excessesOf> = [];
  for (const call of open) {
    const request = await captureRequest(async (captured) => {
      // A recording is found by the model's name.
      const named = { ...captured, name: model.model };
      const kept = { find: (key: string) => log.find(key), add: () => {} };
      const emulatorsOf = createAskedEmulators({ kind, of: model, model: named, log: kept, revisions: 0 });
      await emulatorsOf(call).first.emulate(call.request).catch(ofUnreadable);
    });
    if (request === null) continue;
    const tokens = countRequest(request, count);
    const head = headTokens(tokens, request.stableMessages ?? 0);
    const asked = { head, total: tokens.total, cachedAtFirst: sent.send(model.model, request, tokens) };
    const role = `emulator ${kind}`;
    const prompt = { role, model, tokens: tokens.total, reply: replyTokens.emulator, tools: 0 };
    excesses.push(...excessesOf(prompt, call.request.case));
    spendings.add({
      role,
      model,
      calls: mapRange((of) => callsOf(asked, { model, again: sentBack[of](revisions), isCached: of !== 'high' })),
    });
  }
  const roles = spendings.roles(calls.length / Math.max(1, open.length));
  const { size } = new Set(calls.map(({ request }) => request.case.id));
  const unpriced = roles.some(({ expected }) => expected.usd === null) ? [model.model] : [];
  return {
    episodes: calls.length,
    cases: size,
    countedCases: size,
    roles,
    total: totalOf(roles),
    unpriced,
    pricesAsOf,
    limits: worstOfEach(excesses),
    unknownWindows: unknownWindowsOf([model]),
  };
}

/** The calls of cases at even distances, and all of these: later ones of a case find the earlier ones in a cache. */
function ofSomeCases(calls: readonly TrueCall[]): TrueCall[] {
  const step = Math.ceil(calls.length / mostCounted);
  const byCase = Map.groupBy(calls, ({ request }) => request.case.id);
  return [...byCase.values()].filter((_, index) => index % step === 0).flat();
}

/** What was recorded and cannot be read is not asked again. */
function ofUnreadable(error: unknown): void {
  if (!(error instanceof EpisodeError)) throw error;
}

/** What stands in a request beyond the reply that is sent back, in tokens. */
const violationTokens = 100;

function callsOf(
  { head, total, cachedAtFirst }: { head: number; total: number; cachedAtFirst: number },
  { model: { model, parameters }, again, isCached }: { model: RoleModel; again: number; isCached: boolean },
): CallTokens {
  const price = priceOf(model);
  const reads = isCached && price?.cachedInput !== undefined;
  const reply = Math.min(replyTokens.emulator, parameters.maxOutputTokens ?? Number.POSITIVE_INFINITY);
  const how = { reply, caching: { reads, writes: reads && price?.cacheWrite !== undefined } };
  const grown = reply + violationTokens;
  return addCalls(
    tokensOfRequests({
      dialogue: { head, headGrowth: 0, tail: total - head, tailGrowth: 0 },
      requests: [1],
      cachedAtFirst,
      ...how,
    }),
    tokensOfRequests({
      dialogue: { head: total, headGrowth: grown, tail: grown, tailGrowth: 0 },
      requests: requestsOf(again),
      cachedAtFirst: total,
      ...how,
    }),
  );
}
