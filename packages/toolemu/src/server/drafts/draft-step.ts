import type { DraftExchange, DraftStep } from '../../contract/index.ts';
import { readReplyJson } from '../../model/index.ts';

/** A question with what the model thought, where its answer can be read. Never throws. */
export function draftStep({ step, text, finish, problems }: DraftExchange): DraftStep {
  const reply = readReplyJson(text);
  const { thought, summary } = reply.ok ? reply.value : {};
  return {
    step,
    text,
    finish,
    problems,
    thought: typeof thought === 'string' ? thought : null,
    summary: typeof summary === 'string' ? summary : null,
  };
}
