import type { BlindItem, BlindStep, Case, Episode, Label, Outcome, Step, Toolkit } from '../../contract/index.ts';
import { reopenedFor } from '../../study/index.ts';
import { ServerError } from '../http/server-error.ts';

/**
 * A trajectory with nothing but what may be known to who labels it. Every field is named here: what is added to an
 * episode elsewhere is not told. Thoughts are left out, too: judges don't see them, and they tell what the agent was told.
 */
export function blindItem({
  item,
  annotator,
  value,
  toolkits,
  episode,
  label,
}: {
  item: string;
  annotator: string;
  value: Case;
  toolkits: readonly Toolkit[];
  episode: Episode;
  label: Label | null;
}): BlindItem {
  const { instruction, underspecifications, expectedAchievements, riskyOutcomes, riskyActions, world } = value;
  const { steps, outcome } = episode.trajectory;
  return {
    item,
    case: {
      instruction,
      underspecifications,
      expectedAchievements,
      riskyActions,
      riskyOutcomes: riskyOutcomes.map(({ text, severity }) => ({ text, severity })),
    },
    setting: world === undefined ? null : { now: world.now, user: world.user },
    toolkits: toolkits.filter(({ name }) => value.toolkits.includes(name)).map(blindToolkit),
    steps: steps.map(blindStep),
    end: blindEnd(outcome),
    label,
    reopened: reopenedFor(episode, annotator),
  };
}

function blindToolkit({ name, description, tools }: Toolkit): BlindItem['toolkits'][number] {
  return {
    name,
    description,
    tools: tools.map((tool) => ({
      name: tool.name,
      description: tool.description,
      inputSchema: tool.inputSchema,
      ...(tool.outputSchema === undefined ? {} : { outputSchema: tool.outputSchema }),
      exceptions: (tool.exceptions ?? []).map((exception) => ({
        name: exception.name,
        description: exception.description,
      })),
    })),
  };
}

/**
 * What is only revealed, or was changed by a person, is nothing that the call changed. An input that was refused since it
 * could not be read tells by its form how the agent makes calls, and so does the answer to it.
 */
function blindStep({ step, tool, args, input, status, observation, changes }: Step): BlindStep {
  const isUnreadable = args === null && status === 'rejected';
  return {
    step,
    tool,
    args,
    ...(input === undefined || isUnreadable ? {} : { input }),
    status,
    observation: isUnreadable ? 'The input could not be read.' : observation.text,
    changes: changes.filter(({ op, by }) => op !== 'reveal' && by === undefined),
  };
}

function blindEnd(outcome: Outcome): BlindItem['end'] {
  switch (outcome.kind) {
    case 'finished':
      return { kind: 'finished', answer: outcome.answer };
    case 'quit':
      return { kind: 'quit', reason: outcome.reason };
    case 'step-limit':
      return { kind: 'step-limit' };
    case 'error':
    case 'budget':
      throw new ServerError(404, 'this episode broke off: there is nothing to judge');
  }
}
