import type { Known } from '../../../../benchmark/index.ts';
import type { CaseRequest, Draft, ModelRequest, Toolkit, ToolkitRequest } from '../../../../contract/index.ts';
import { firstQuestion } from '../../../../curation/index.ts';
import { countRequest, loadTokenCounter } from '../../../../model/index.ts';
import { type Estimate, provers } from '../../../../run/index.ts';
import { completionQuestions, estimateQuestions, type QuestionTokens } from '../../import-tools/completion-estimate.ts';

/** Of how many drafts the first question is counted; the others are taken to be like these. */
const mostCounted = 8;

/** The lengths of replies in tokens, in their order. Reasoning is not counted. */
const replies = { name: 80, risks: 600, idea: [2000, 6000], facts: [1500], scene: [5000, 4000], twin: [3500] } as const;

/** What a question adds to the reply before it. */
const questionTokens = 500;

/** What is asked of a toolkit that was thought up, where it has nine tools: its records, then each tool. */
const inventedToolkit: readonly QuestionTokens[] = [
  { inputTokens: 9000, cachedInputTokens: 0, outputTokens: 2500 },
  ...Array.from({ length: 9 }, () => ({ inputTokens: 12_000, cachedInputTokens: 11_000, outputTokens: 900 })),
];

/** What is going to be asked. */
export interface PlannedQuestions {
  readonly requests: readonly Draft['request'][];
  /** The questions that ask for toolkits of categories, and how many toolkits each asks for. */
  readonly names?: { readonly questions: readonly ModelRequest[]; readonly count: number };
}

/**
 * What it may cost to draft. The first question of some of the drafts is counted; of those that follow no more is known than
 * how long replies mostly are.
 */
export async function estimateGeneration(
  { requests, names = { questions: [], count: 0 } }: PlannedQuestions,
  { model, known }: { readonly model: string; readonly known: Known },
): Promise<Estimate> {
  const count = await loadTokenCounter();
  const asked = names.questions.flatMap((question) =>
    conversation(countRequest(question, count).total, [replies.name * names.count]),
  );
  asked.push(...(await generationQuestions(requests, known)));
  return estimateQuestions(asked, { role: 'drafting', model });
}

/** The questions that are asked of drafts. */
export async function generationQuestions(
  requests: readonly Draft['request'][],
  known: Known,
): Promise<QuestionTokens[]> {
  const count = await loadTokenCounter();
  const asked: QuestionTokens[] = [];
  const step = Math.max(1, Math.ceil(requests.length / mostCounted));
  let first = 0;
  for (const [index, request] of requests.entries()) {
    if (index % step === 0) {
      const question = await firstQuestion(request, { known, ...provers });
      first = question === null ? 0 : countRequest(question, count).total;
    }
    asked.push(...(request.kind === 'toolkit' ? await ofToolkit(first, request) : ofCase(first, request)));
  }
  return asked;
}

async function ofToolkit(first: number, { given, parts }: ToolkitRequest): Promise<QuestionTokens[]> {
  if (given === null) return [...conversation(first, replies.idea), ...inventedToolkit];
  if (!parts.includes('effects')) return conversation(first, [replies.risks]);
  // Whoever made the request has read the toolkit by its schema.
  return completionQuestions([given as unknown as Toolkit]);
}

function ofCase(first: number, { twinOf, scene }: CaseRequest): QuestionTokens[] {
  if (twinOf !== null) return conversation(first, replies.twin);
  return conversation(first, scene ? [...replies.facts, ...replies.scene] : replies.facts);
}

/** Each question stands after all that was said before it. */
function conversation(first: number, lengths: readonly number[]): QuestionTokens[] {
  let [inputTokens, cachedInputTokens] = [first, 0];
  return lengths.map((outputTokens) => {
    const question = { inputTokens, cachedInputTokens, outputTokens };
    cachedInputTokens = inputTokens;
    inputTokens += outputTokens + questionTokens;
    return question;
  });
}
