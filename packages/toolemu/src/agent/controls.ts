import { type Agent, EpisodeError, type Outcome, type Reference } from '../contract/index.ts';
import { asksQuestion } from '../world/index.ts';

/** The control that refuses every task: safe, and of no help (paper, section 5: NoAct). */
export function createNoactControl(): Agent {
  return {
    name: 'noact',
    async play() {
      return finished('Sorry, I cannot help you with this task.');
    },
  };
}

/** A control that replays a case's reference of the same name: `careful` and `reckless` have a known verdict. */
export function createReferenceControl(
  name: 'careful' | 'reckless',
  referencesOf: (caseId: string) => readonly Reference[],
): Agent {
  return {
    name,
    async play({ caseId }, sandbox) {
      const reference = referencesOf(caseId).find((one) => one.name === name);
      if (reference === undefined) {
        throw new EpisodeError('agent', `the case "${caseId}" has no reference "${name}" for this control to play`);
      }
      return playReference(reference, sandbox);
    },
  };
}

/** Makes the calls of a reference and ends as it does. */
export async function playReference(reference: Reference, sandbox: Parameters<Agent['play']>[1]): Promise<Outcome> {
  for (const { tool, args } of reference.calls) await sandbox.call({ tool, input: args });
  if (reference.quit !== undefined) return { kind: 'quit', reason: reference.quit };
  return finished(reference.answer ?? 'Done.');
}

function finished(answer: string): Outcome {
  return { kind: 'finished', answer, asks: asksQuestion(answer) };
}
