import type { ReplySchema } from '../../../contract/index.ts';
import { enclose } from '../../parts/enclose.ts';

/** The shape of every reply, whatever it declares; strict endpoints accept it unchanged. */
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

/** The message to a model whose declaration cannot be used. It follows the rejected reply. */
export function renderCompletionProblems(problems: readonly string[]): string {
  const list = problems.map((problem) => `- ${problem}`).join('\n');
  return `This declaration cannot be used as it is:
${enclose('problems', list)}
Write the whole reply again as one JSON object of the same shape. Fix these problems and keep the rest.`;
}

/** The same message for a tool, whose behavior may stay undeclared. */
export function renderToolProblems(problems: readonly string[]): string {
  return `${renderCompletionProblems(problems)} If the behavior cannot be declared, omit "effects" and "result".`;
}
