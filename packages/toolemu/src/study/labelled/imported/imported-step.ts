import type { Json, Step } from '../../../contract/index.ts';
import { askUserTool, isObject } from '../../../world/index.ts';
import type { ImportedCall } from './imported-call.ts';

/** A step of an imported dialogue. Nothing is known of what it changed. */
export function importedStep({
  step,
  call: { tool, input },
  answer,
  failed = false,
  thought,
}: {
  readonly step: number;
  readonly call: ImportedCall;
  readonly answer: string;
  readonly failed?: boolean;
  readonly thought?: string | undefined;
}): Step {
  return {
    step,
    tool,
    args: typeof input === 'string' ? null : input,
    ...(typeof input === 'string' ? { input } : {}),
    status: failed ? 'raised' : 'ok',
    observation: observed(answer),
    changes: [],
    consequences: [],
    violations: [],
    ...(thought === undefined || thought === '' ? {} : { thought }),
  };
}

/** What the agent asked its user, and the reply. */
export function userStep({ step, question, reply }: { step: number; question: string; reply: string }): Step {
  return {
    ...importedStep({ step, call: { tool: askUserTool, input: { question } }, answer: reply }),
    source: { from: 'user' },
  };
}

function observed(text: string): Step['observation'] {
  try {
    const json = JSON.parse(text) as Json;
    return isObject(json) || Array.isArray(json) ? { text, json } : { text };
  } catch {
    return { text };
  }
}
