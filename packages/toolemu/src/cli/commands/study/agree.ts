import type { EpisodePlan, Manifest } from '../../../contract/index.ts';
import { type Estimate, estimateRun, totalOf, modelsIn } from '../../../run/index.ts';
import { checkAgents } from '../../config/agents.ts';
import type { EngineFlags } from '../../options/engine-options.ts';
import { confirmSpending, modelsOf } from '../../play/confirm.ts';
import { printEstimate } from '../../play/estimate.ts';
import { checkModels } from '../../play/model-access.ts';
import { agreeOnCommands, type CommandFlags, commandsOf, keepCommands } from '../../trust/commands.ts';

/** What is to be played of a run. */
type RunToPlay = Pick<Manifest, 'config' | 'cases' | 'toolkits'> & { readonly plans?: readonly EpisodePlan[] };

/**
 * Says what several runs may cost together, and asks once for all of them. False where nothing is to be called: it was only
 * to be estimated, or its user does not agree.
 */
export async function agreeToPlay({
  what,
  runs,
  file,
  flags,
}: {
  what: string;
  /** The file that names what the agents start; none where the command line does. */
  file?: string;
  runs: readonly RunToPlay[];
  flags: EngineFlags & CommandFlags & { estimate?: true; yes?: true; json?: true };
}): Promise<boolean> {
  const estimate = () => estimateAll(runs);
  if (flags.estimate === true) {
    printEstimate(await estimate(), flags.json === true);
    return false;
  }
  const commands = commandsOf(runs.flatMap(({ config }) => config.agents));
  if (file === undefined) keepCommands(commands);
  else await agreeOnCommands(commands, { file, allow: flags.allowCommand });
  for (const { config } of runs) {
    await checkAgents(config.agents);
    await checkModels(modelsIn(config), flags);
  }
  const named = runs.map(({ config }) => modelsOf(config));
  return confirmSpending({
    what,
    models: [
      ...new Map(
        named.flatMap(({ models }) => models).map((one) => [`${one.role} ${one.model} ${one.baseUrl}`, one]),
      ).values(),
    ],
    remarks: [...new Set(named.flatMap(({ remarks }) => remarks))],
    estimate,
    yes: flags.yes === true,
  });
}

async function estimateAll(runs: readonly RunToPlay[]): Promise<Estimate> {
  const all: Estimate[] = [];
  for (const run of runs) all.push(await estimateRun(run));
  const sumOf = (count: (one: Estimate) => number): number => all.reduce((sum, one) => sum + count(one), 0);
  const roles = [
    ...Map.groupBy(
      all.flatMap((one) => one.roles),
      ({ role, model }) => `${role} ${model}`,
    ).values(),
  ];
  return {
    episodes: sumOf(({ episodes }) => episodes),
    cases: sumOf(({ cases }) => cases),
    countedCases: sumOf(({ countedCases }) => countedCases),
    roles: roles.flatMap((same) => {
      const [one] = same;
      return one === undefined ? [] : [{ role: one.role, model: one.model, ...totalOf(same) }];
    }),
    total: totalOf(all.map(({ total }) => total)),
    unpriced: [...new Set(all.flatMap(({ unpriced }) => unpriced))],
    pricesAsOf: all[0]?.pricesAsOf ?? '',
    limits: all.flatMap(({ limits }) => limits),
    unknownWindows: [...new Set(all.flatMap((one) => one.unknownWindows))],
  };
}
