import type { RoleModel, RunConfig } from '../../contract/index.ts';
import { otherAddressOf, priceOf, pricesAsOf } from '../../model/index.ts';
import { type Estimate, judgeModels } from '../../run/index.ts';
import { askToGoOn } from '../terminal/ask.ts';
import { note } from '../terminal/output.ts';
import { estimateLines } from './estimate.ts';

/** A model that is about to be called, and as what. */
export interface CalledModel {
  readonly role: string;
  readonly model: string;
  readonly baseUrl?: string | null;
}

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
  models: readonly CalledModel[];
  remarks: readonly string[];
  estimate: () => Promise<Estimate>;
  yes: boolean;
}): Promise<boolean> {
  if (models.length === 0) return true;
  note(what);
  for (const { role, ...model } of models)
    note(`  ${role}: ${model.model} (${priceText(model.model)})${whereTo(model)}`);
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
  models: CalledModel[];
  remarks: string[];
} {
  const models = [
    ...agents.flatMap(({ name, model }) => (model === null ? [] : [{ role: `agent ${name}`, ...calledOf(model) }])),
    ...(emulator.model === null ? [] : [{ role: `emulator ${emulator.kind}`, ...calledOf(emulator.model) }]),
    ...evaluators.flatMap((evaluator) =>
      judgeModels(evaluator).map((model) => ({ role: `evaluator ${evaluator.name}`, ...calledOf(model) })),
    ),
    ...(user?.kind === 'simulated' ? [{ role: 'user', ...calledOf(user.model) }] : []),
  ];
  const own = agents.filter(
    ({ model }) => model !== null && evaluators.flatMap(judgeModels).some((judge) => judge.model === model.model),
  );
  const remarks = own.map(
    ({ name }) => `${name} is its own judge: the evaluators use the same model. Name another by --evaluator-model`,
  );
  return { models, remarks };
}

/** A model as it is named before it is called. */
export function calledOf({ model, baseUrl }: RoleModel): Pick<CalledModel, 'model' | 'baseUrl'> {
  return { model, baseUrl };
}

function whereTo({ model, baseUrl = null }: Pick<CalledModel, 'model' | 'baseUrl'>): string {
  const address = otherAddressOf({ model, baseUrl }, process.env);
  return address === null ? '' : `: requests go to ${address}`;
}

function priceText(model: string): string {
  const price = priceOf(model);
  if (price === null) return 'its price is not known';
  return `${price.input} USD in, ${price.output} USD out per million tokens, as of ${pricesAsOf}`;
}
