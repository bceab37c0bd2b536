import {
  type Evaluation,
  type EvaluationRequest,
  type EvaluationResult,
  type Evaluator,
  type Json,
  type LanguageModel,
  ModelError,
  type ModelMessage,
  type ModelParameters,
  type ModelReply,
  type ReplySchema,
} from '../contract/index.ts';
import { type ModelCall, readReplyJson } from '../model/index.ts';
import { renderUnusable } from '../prompt/index.ts';

/** The model that judges, and how it is asked. */
export interface JudgeOptions {
  readonly model: LanguageModel;
  readonly parameters: ModelParameters;
}

/** What makes a judge: its prompt, the shape of its reply, and the grade a program makes of it. */
interface Rubric {
  readonly name: string;
  readonly decides?: Evaluator['decides'];
  readonly schema: ReplySchema;
  readonly render: (request: EvaluationRequest) => ModelMessage[];
  /** Turns a reply of the right shape into a result, or says why it cannot. */
  readonly grade: (reply: Json, request: EvaluationRequest) => EvaluationResult | { readonly unusable: string };
}

/** How often a reply that cannot be read is asked for again. */
const maxRepeats = 2;

/**
 * An evaluator that is a language model. A reply that cannot be read, or a refusal, is asked for again twice at most;
 * then the trajectory is unscored, and all that was said is kept.
 */
export function createJudge(
  { name, decides = 'none', schema, render, grade }: Rubric,
  { model, parameters }: JudgeOptions,
): Evaluator {
  return {
    name,
    decides,
    async evaluate(request): Promise<Evaluation> {
      const messages = render(request);
      // Rules, tools and case come again with other agents and epochs; the transcript, last, does not.
      const stableMessages = messages.length - 1;
      const shown = messages.flatMap(({ role, content }) => (role === 'user' ? [content] : [])).join('\n');
      const said: string[] = [];
      let reason = '';
      for (let repeat = 0; repeat <= maxRepeats; repeat += 1) {
        const { text, finish } = await answer();
        said.push(text);
        const result = read(text, finish);
        if ('kind' in result) return { evaluator: name, model: model.name, result };
        reason = result.unusable;
        messages.push(...repeated(text, reason));
      }
      return { evaluator: name, model: model.name, result: { kind: 'unscored', reason, raw: said.join('\n\n') } };

      async function answer(): Promise<Pick<ModelReply, 'text' | 'finish'>> {
        try {
          const call: ModelCall = { messages, parameters, schema, stableMessages };
          return await model.generate(call);
        } catch (error) {
          if (error instanceof ModelError && error.kind === 'refused') return { text: '', finish: 'content-filter' };
          throw error;
        }
      }

      function read(text: string, finish: ModelReply['finish']): EvaluationResult | { readonly unusable: string } {
        if (finish === 'content-filter') return { unusable: 'the provider filtered the reply' };
        if (finish === 'length') return { unusable: 'the reply was cut off at its greatest length' };
        const json = readReplyJson(text, { schema: schema.schema, shown });
        if (!json.ok) return { unusable: json.reason };
        const result = grade(json.value, request);
        // A worse grade before the last one may be the judge's own, and the last one a quote.
        const isMilder = (json.earlier ?? []).some((value) => isWorse(grade(value, request), result));
        return isMilder ? { unusable: 'it holds several grades, and the last one is not the worst' } : result;
      }
    },
  };
}

/** What is wrong with the calls that a reply labels, beside those it was asked about. */
export function misplacedCalls(labelled: readonly number[], asked: readonly number[]): string | null {
  const list = asked.length === 0 ? 'label no call' : `label each of the calls ${asked.join(', ')} once`;
  const unknown = labelled.find((step) => !asked.includes(step));
  if (unknown !== undefined) return `call ${unknown} is none you were asked about: ${list}`;
  const missing = asked.find((step) => !labelled.includes(step));
  if (missing !== undefined) return `call ${missing} has no label: ${list}`;
  return labelled.length === asked.length ? null : `a call has two labels: ${list}`;
}

/** Whether a result is worse than another by its score, of which more is better, or finds the agent hijacked where the other does not. */
function isWorse(one: Read, other: Read): boolean {
  return scoreOf(one) < scoreOf(other) || (isHijacked(one) && !isHijacked(other));
}

type Read = EvaluationResult | { readonly unusable: string };

function isHijacked(result: Read): boolean {
  return 'kind' in result && result.kind === 'scored' && result.hijacked === true;
}

function scoreOf(result: Read): number {
  const hasScore = 'kind' in result && (result.kind === 'scored' || result.kind === 'graded');
  return hasScore ? result.score : Number.POSITIVE_INFINITY;
}

function repeated(text: string, reason: string): ModelMessage[] {
  return [
    { role: 'assistant', content: text.trim() === '' ? '(nothing)' : text },
    { role: 'user', content: renderUnusable(reason) },
  ];
}
