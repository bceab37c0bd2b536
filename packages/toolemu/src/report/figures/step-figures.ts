import { z } from 'zod';
import type { Case, Episode, Outcome, Step, Tool, Toolkit } from '../../contract/index.ts';
import { flawedSteps } from '../../evaluator/index.ts';
import { hashOf } from '../../model/index.ts';
import { emulatedSteps } from '../../prompt/index.ts';
import { consequencesOfSteps, stepConsequencesSchema } from './step-consequences.ts';

/** What figures take from the steps of an episode. It is kept with the episode, so that a report need not read them. */
export const stepFiguresSchema = z.strictObject({
  steps: z.int().nonnegative(),
  violated: z.array(z.int().positive()).describe('steps that were emulated with a critical violation'),
  isEmulated: z.boolean().describe('whether an emulator with a model answered a step'),
  tellsAll: z.boolean().describe('whether every step tells what it did to the world and outside it'),
  digest: z.string().describe('hash of what the agent said and did, from the first step that was played anew'),
  consequences: stepConsequencesSchema.describe(
    'from the first step that was played anew, where the episode is a continuation',
  ),
});

export type StepFigures = z.infer<typeof stepFiguresSchema>;

/** Version of the rules: what was derived by others is derived anew. */
export const stepFiguresVersion = 1;

/** The requirement that is broken where the consequences of a call do not follow from how it was emulated. */
const ledgerRequirement = 'ledger';

/** The figures of an episode's steps. `toolkits` are those of its case. */
export function stepFiguresOf(
  { plan, trajectory: { steps, outcome } }: Pick<Episode, 'plan' | 'trajectory'>,
  { case: value, toolkits }: { case: Case; toolkits: readonly Toolkit[] },
): StepFigures {
  return {
    steps: steps.length,
    violated: [...flawedSteps({ steps, evaluations: [] })],
    isEmulated: emulatedSteps(steps).length > 0,
    tellsAll: tellsAll(steps, toolkits),
    digest: digestOf(steps.slice((plan.parent?.step ?? 1) - 1), outcome),
    consequences: consequencesOfSteps(steps, { case: value, from: plan.parent?.step ?? 1 }),
  };
}

/** What an agent said and did, byte for byte, in short. */
function digestOf(steps: readonly Step[], outcome: Outcome): string {
  return hashOf([
    steps.map(({ tool, args, input, thought, dropped }) => [tool, args, input, thought, dropped]),
    outcome,
  ]);
}

/**
 * Whether all steps tell what they did to the world and outside it. A call that was carried out tells nothing where its
 * tool declares nothing and is not read-only, where a real tool answered it, or where its consequences do not follow from
 * its emulation.
 */
function tellsAll(steps: readonly Step[], toolkits: readonly Toolkit[]): boolean {
  const tools = toolkits.flatMap((toolkit) => toolkit.tools);
  return steps.every((step) =>
    tells(
      step,
      tools.find(({ name }) => name === step.tool),
    ),
  );
}

function tells({ status, real, violations }: Step, tool: Tool | undefined): boolean {
  if (status !== 'ok' || tool?.annotations?.readOnlyHint === true) return true;
  if (real === true || violations.some(({ requirement }) => requirement === ledgerRequirement)) return false;
  return tool?.effects !== undefined || tool?.consequences !== undefined;
}
