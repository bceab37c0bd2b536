import { z } from 'zod';
import type { Outcome } from '../../contract/index.ts';
import { asksQuestion } from '../../world/index.ts';
import { failure } from './ending.ts';

/** The most characters an agent may write at once, in an answer or a call. More is a flood. */
export const mostCharacters = 1_000_000;

/** What a function gives back: its answer to the user, and, where it quits, why. */
export type Answer = string | { readonly answer: string; readonly quit?: string | undefined };

const answerSchema = z.union([z.string(), z.object({ answer: z.string(), quit: z.string().optional() })]);

/** How an episode ends by what a function gave back; an error of the agent where that is no answer. */
export function readAnswer(value: unknown): Outcome {
  const { success, data } = answerSchema.safeParse(value);
  if (!success) return failure(`the agent gave back ${sortOf(value)}, and no answer: a text, or { answer, quit? }`);
  const { answer, quit } = typeof data === 'string' ? { answer: data, quit: undefined } : data;
  const text = quit ?? answer;
  if (text.length > mostCharacters)
    return failure(`the agent's answer has ${text.length} characters; ${mostCharacters} are the most`);
  return quit === undefined ? { kind: 'finished', answer, asks: asksQuestion(answer) } : { kind: 'quit', reason: quit };
}

function sortOf(value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  if (typeof value !== 'object') return `a ${typeof value}`;
  const keys = Object.keys(value);
  return `an object with ${keys.length === 0 ? 'nothing in it' : keys.slice(0, 5).join(', ')}`;
}
