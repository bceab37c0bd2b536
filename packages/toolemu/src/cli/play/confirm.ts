import type { RunConfig } from '../../contract/index.ts';
import { priceOf, pricesAsOf } from '../../model/index.ts';
import { type Estimate, judgeModels } from '../../run/index.ts';
import { askToGoOn } from '../terminal/ask.ts';
import { note } from '../terminal/output.ts';
import { estimateLines } from './estimate.ts';

/**
 * Says which models a run will call and what that may cost, and asks before it does. Without a terminal `--yes` must have
 * been given.
 */
export async function confirmSpending({
  what,
  models,
  remarks,
  estimate,
  yes,
}: {
  what: string;
  models: readonly { role: string; model: string }[];
  remarks: readonly string[];
  estimate: () => Promise<Estimate>;
  yes: boolean;
}): Promise<boolean> {
  if (models.length === 0) return true;
  note(what);
  for (const { role, model } of models) note(`  ${role}: ${model} (${priceText(model)})`);
  for (const remark of remarks) note(`  ${remark}`);
  for (const line of estimateLines(await estimate())) note(`  ${line}`);
  if (yes) return true;
  return askToGoOn({
    question: 'Go on?',
    initialValue: true,
    without: 'this calls language models, which may cost money: say --yes to go on without being asked',
  });
}

/** The models of a configuration by role, and what a reader should know of them. */
export function modelsOf({ agents, emulator, evaluators, user }: RunConfig): {
  models: { role: string; model: string }[];
  remarks: string[];
} {
  const models = [
    ...agents.flatMap(({ name, model }) => (model === null ? [] : [{ role: `agent ${name}`, model: model.model }])),
    ...(emulator.model === null ? [] : [{ role: `emulator ${emulator.kind}`, model: emulator.model.model }]),
    ...evaluators.flatMap((evaluator) =>
      judgeModels(evaluator).map(({ model }) => ({ role: `evaluator ${evaluator.name}`, model })),
    ),
    ...(user?.kind === 'simulated' ? [{ role: 'user', model: user.model.model }] : []),
  ];
  const own = agents.filter(
    ({ model }) => model !== null && evaluators.flatMap(judgeModels).some((judge) => judge.model === model.model),
  );
  const remarks = own.map(
    ({ name }) => `${name} is its own judge: the evaluators use the same model. Name another by --evaluator-model`,
  );
  return { models, remarks };
}

function priceText(model: string): string {
  const price = priceOf(model);
  if (price === null) return 'its price is not known';
  return `${price.input} USD in, ${price.output} USD out per million tokens, as of ${pricesAsOf}`;
}
