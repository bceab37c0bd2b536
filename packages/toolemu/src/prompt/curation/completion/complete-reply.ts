import type { ReplySchema } from '../../../contract/index.ts';
import { enclose } from '../../parts/enclose.ts';

/** The one shape of a reply, whatever is to be declared; strict endpoints take it as it is. */
export const completionReplySchema: ReplySchema = {
  name: 'completion',
  schema: {
    type: 'object',
    additionalProperties: false,
    required: ['thought', 'declaration', 'summary'],
    properties: {
      thought: { type: 'string' },
      declaration: { type: 'string' },
      summary: { type: 'string' },
    },
  },
};

/** What is said to a model whose declaration cannot be used. The rejected reply stands before it. */
export function renderCompletionProblems(problems: readonly string[]): string {
  const list = problems.map((problem) => `- ${problem}`).join('\n');
  return `This declaration cannot be used as it is:
${enclose('problems', list)}
Write the whole reply again, as one JSON object of the same shape, with these points mended and the rest kept.`;
}

/** The same of what a tool does, which may be left undeclared. */
export function renderToolProblems(problems: readonly string[]): string {
  return `${renderCompletionProblems(problems)} Where it cannot be declared, leave "effects" and "result" out.`;
}
