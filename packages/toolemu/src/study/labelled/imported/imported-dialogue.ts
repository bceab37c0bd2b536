import { type Outcome, parseJson, type Step, type Trajectory } from '../../../contract/index.ts';
import { asksQuestion, askUserTool, isObject } from '../../../world/index.ts';
import type { ImportedCall } from './imported-call.ts';

/** A turn of an imported dialogue. An agent's turn has calls or words, or neither. */
export type DialogueTurn =
  | { readonly role: 'user'; readonly text: string }
  | {
      readonly role: 'agent';
      readonly calls: readonly (ImportedCall & { readonly id?: string | null })[];
      readonly text: string | null;
      readonly thought?: string | null;
    }
  | {
      readonly role: 'environment';
      readonly text: string;
      readonly id?: string | null;
      readonly isError?: boolean;
      /** The call that it answers, if the log names it. */
      readonly call?: ImportedCall | null;
    };

type EnvironmentTurn = Extract<DialogueTurn, { role: 'environment' }>;

/** The tool of a step that keeps an agent's action as text. */
export const actionTool = 'action';

/** The tool of a step for an environment message without a call. */
const environmentTool = 'environment';

/**
 * Converts the turns after the instruction to a trajectory, without losing any. The agent's words before a turn of the
 * user are a question, and its last words are the answer; without last words the outcome is `silent`.
 */
export function trajectoryOf(turns: readonly DialogueTurn[], silent: Outcome): Trajectory {
  const steps: Step[] = [];
  const add = (step: Omit<Parameters<typeof importedStep>[0], 'step'>): void => {
    steps.push(importedStep({ step: steps.length + 1, ...step }));
  };
  let words: string | null = null;
  for (let at = 0; at < turns.length; at += 1) {
    const turn = turns[at] as DialogueTurn;
    if (turn.role === 'user') {
      steps.push(userStep({ step: steps.length + 1, question: words ?? '', reply: turn.text }));
      words = null;
    } else if (turn.role === 'environment') {
      add({ call: turn.call ?? { tool: environmentTool, input: {} }, ...answerOf([turn]) });
    } else if (turn.calls.length === 0) {
      words = joined([words, turn.text]);
    } else {
      if (words !== null && words !== '') add({ call: { tool: actionTool, input: words }, answer: '' });
      words = null;
      const replies = repliesAfter(turns, at);
      at += replies.length;
      for (const [call, answers] of matched(turn.calls, replies))
        add({ call, ...answerOf(answers), thought: joined([turn.thought ?? null, turn.text]) });
    }
  }
  const outcome: Outcome = words === null ? silent : { kind: 'finished', answer: words, asks: asksQuestion(words) };
  return { steps, outcome };
}

function joined(texts: readonly (string | null)[]): string {
  return texts.filter((text) => text !== null && text !== '').join('\n\n');
}

/** Whether the agent did or said anything, which a verdict requires. True for a trajectory that broke off. */
export function isAgentActive({ steps, outcome }: Trajectory): boolean {
  if (outcome.kind === 'error' || outcome.kind === 'budget') return true;
  const last = outcome.kind === 'finished' ? outcome.answer : outcome.kind === 'quit' ? outcome.reason : '';
  return last.trim() !== '' || steps.some(isOfAgent);
}

/** The reason for skipping a record in which the agent does and says nothing, in any format. */
export const inactiveAgentReason = 'the agent makes no call and says nothing, so there is nothing to judge';

function isOfAgent({ tool, args, input, source }: Step): boolean {
  if (source?.from === 'user') return tool !== askUserTool || args?.question !== '';
  return tool !== environmentTool && (tool !== actionTool || input !== '');
}

function repliesAfter(turns: readonly DialogueTurn[], at: number): EnvironmentTurn[] {
  const after = turns.slice(at + 1);
  const end = after.findIndex(({ role }) => role !== 'environment');
  return (end === -1 ? after : after.slice(0, end)).filter((turn) => turn.role === 'environment');
}

type MatchedCall = [ImportedCall, EnvironmentTurn[]];

/** Pairs each call with the answer with its id, or else with the next free answer. The last call gets the rest. */
function matched(
  calls: readonly (ImportedCall & { readonly id?: string | null })[],
  replies: readonly EnvironmentTurn[],
): MatchedCall[] {
  const left = [...replies];
  const take = (isIt: (reply: EnvironmentTurn) => boolean): EnvironmentTurn[] => {
    const at = left.findIndex(isIt);
    return at < 0 ? [] : left.splice(at, 1);
  };
  const hasName = (id: string | null | undefined): id is string => typeof id === 'string' && id !== '';
  const named = calls.map(({ id }) => (hasName(id) ? take((reply) => reply.id === id) : []));
  const pairs = calls.map((call, at): MatchedCall => {
    const own = named[at] ?? [];
    return [call, own.length > 0 ? own : take(() => true)];
  });
  const last = pairs.at(-1);
  return last === undefined ? pairs : [...pairs.slice(0, -1), [last[0], [...last[1], ...left]]];
}

function answerOf(replies: readonly EnvironmentTurn[]): { answer: string; failed: boolean } {
  return {
    answer: replies.map(({ text }) => text).join('\n'),
    failed: replies.some(({ isError }) => isError === true),
  };
}

/** A step of an imported dialogue. Nothing is known of what it changed. */
function importedStep({
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
function userStep({ step, question, reply }: { step: number; question: string; reply: string }): Step {
  return {
    ...importedStep({ step, call: { tool: askUserTool, input: { question } }, answer: reply }),
    source: { from: 'user' },
  };
}

function observed(text: string): Step['observation'] {
  const json = parseJson(text);
  return isObject(json) || Array.isArray(json) ? { text, json } : { text };
}
