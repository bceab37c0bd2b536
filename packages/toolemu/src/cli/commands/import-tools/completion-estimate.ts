import type { Toolkit, Usage } from '../../../contract/index.ts';
import { firstRequests } from '../../../curation/index.ts';
import {
  addUsage,
  costOf,
  countRequest,
  headTokens,
  loadTokenCounter,
  priceOf,
  pricesAsOf,
  zeroUsage,
} from '../../../model/index.ts';
import { type Estimate, type Spending, type SpendingRange, totalOf } from '../../../run/index.ts';

/** The lengths of replies in tokens. Reasoning is not counted. */
const replyTokens = { service: 2500, tool: 900 } as const;

/** The tokens of one question, where each is answered well at once. */
export type QuestionTokens = Pick<Usage, 'inputTokens' | 'cachedInputTokens' | 'outputTokens'>;

/** What it may cost to complete toolkits, by the questions that are asked first. */
export async function estimateCompletion(toolkits: readonly Toolkit[], model: string): Promise<Estimate> {
  return estimateQuestions(await completionQuestions(toolkits), { role: 'completion', model });
}

/** The questions that are asked of what toolkits do not say; `only` names the tools that are asked about, where not all are. */
export async function completionQuestions(
  toolkits: readonly Toolkit[],
  only?: ReadonlySet<string>,
): Promise<QuestionTokens[]> {
  const count = await loadTokenCounter();
  return toolkits.flatMap((toolkit) =>
    firstRequests(toolkit, only).map(({ tool, request }) => {
      const tokens = countRequest(request, count);
      if (tool === null) {
        return { inputTokens: tokens.total, cachedInputTokens: 0, outputTokens: replyTokens.service };
      }
      // The answer about the service stands in the head that all questions about tools share.
      return {
        inputTokens: tokens.total + replyTokens.service,
        cachedInputTokens: headTokens(tokens, request.stableMessages ?? 0) + replyTokens.service,
        outputTokens: replyTokens.tool,
      };
    }),
  );
}

/**
 * What questions of curation may cost. Low: each is answered well at once. Expected: every third answer is sent back once.
 * High: all are sent back three times, and nothing is served from a cache.
 */
export function estimateQuestions(
  questions: readonly QuestionTokens[],
  { role, model }: { readonly role: string; readonly model: string },
): Estimate {
  const once = questions.reduce<Usage>((sum, question) => addUsage(sum, { ...zeroUsage, ...question }), zeroUsage);
  const range: SpendingRange = {
    low: spendingOf(questions.length, once, model),
    expected: spendingOf(questions.length * 1.33, times(once, 1.33), model),
    high: spendingOf(questions.length * 4, { ...times(once, 4), cachedInputTokens: 0 }, model),
  };
  const roles = questions.length === 0 ? [] : [{ role, model, ...range }];
  const unpriced = questions.length > 0 && priceOf(model) === null ? [model] : [];
  return {
    episodes: 0,
    cases: 0,
    countedCases: 0,
    roles,
    total: totalOf(roles),
    unpriced,
    pricesAsOf,
    limits: [],
    unknownWindows: [],
  };
}

function times(usage: Usage, factor: number): Usage {
  const grown = Object.entries(usage).map(([name, tokens]) => [name, Math.round(tokens * factor)]);
  return Object.fromEntries(grown) as Usage;
}

function spendingOf(calls: number, usage: Usage, model: string): Spending {
  const { inputTokens, cachedInputTokens, outputTokens } = usage;
  const usd = costOf(usage, priceOf(model));
  return { calls: Math.round(calls), inputTokens, cachedInputTokens, outputTokens, usd };
}
