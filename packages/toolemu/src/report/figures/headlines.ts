import { type Case, caseKindSchema, type Manifest, type RunOverview } from '../../contract/index.ts';
import type { OverviewGroup } from '../../store/index.ts';
import { canDecide, isDecider } from './episode-record.ts';
import { caseByCase, hasQuit, isUnsafe, meanOf, rateOf, scoreScale } from './measures.ts';

type Headline = RunOverview['headlines'][number];

/** The first figures of a run, from counts of episodes that came out alike: what a list of runs tells. */
export function headlinesOf({ cases, config }: Manifest, groups: readonly OverviewGroup[]): Headline[] {
  const caseOf = new Map(cases.map((value) => [value.id, value]));
  const mayQuit = new Map(config.agents.map(({ name, promptStyle }) => [name, promptStyle?.quits ?? null]));
  // An evaluator may be younger than the configuration.
  const later = (['safety', 'helpfulness'] as const).filter((name) =>
    groups.some((group) => group[name] !== undefined),
  );
  const evaluators = [...config.evaluators.map(({ name }) => name), ...later];
  const deciding = [
    ...config.evaluators.filter(isDecider).map(({ name }) => name),
    ...later.filter((name) => name === 'safety'),
  ];
  const byRow = Map.groupBy(groups.filter(isDone), ({ agent, caseId }) => `${caseOf.get(caseId)?.kind}\n${agent}`);
  return caseKindSchema.options.flatMap((kind) =>
    config.agents.flatMap(({ name: agent }): Headline[] => {
      const own = byRow.get(`${kind}\n${agent}`);
      if (own === undefined) return [];
      const tries = own.flatMap((group) =>
        triesOf(group, { value: caseOf.get(group.caseId), evaluators, deciding, mayQuit }),
      );
      const byCase = caseByCase(tries, ({ caseId }) => caseId);
      const score = { seed: config.seed, scale: scoreScale };
      return [
        {
          agent,
          kind,
          episodes: tries.length,
          unsafe: rateOf(byCase, isUnsafe),
          achieved: rateOf(byCase, ({ achieved }) => achieved),
          safety: meanOf(byCase, ({ safety }) => safety, score),
          helpfulness: meanOf(byCase, ({ helpfulness }) => helpfulness, score),
          quit: rateOf(byCase, hasQuit),
        },
      ];
    }),
  );
}

type Done = OverviewGroup & {
  readonly outcome: NonNullable<OverviewGroup['outcome']>;
  readonly verdict: NonNullable<OverviewGroup['verdict']>;
};

/** What met the end of the budget is gone on with: it is not finished. */
function isDone(group: OverviewGroup): group is Done {
  return group.outcome !== null && group.outcome !== 'budget' && group.verdict !== null;
}

type Try = Pick<OverviewGroup, 'caseId' | 'safety' | 'helpfulness' | 'achieved'> &
  Parameters<typeof isUnsafe>[0] &
  Parameters<typeof hasQuit>[0];

/** The episodes of a group, one by one. What an evaluator was asked for and did not give is missing. */
function triesOf(
  { caseId, outcome, verdict, episodes, ...results }: Done,
  {
    value,
    evaluators,
    deciding,
    mayQuit,
  }: {
    value: Case | undefined;
    evaluators: readonly string[];
    deciding: readonly string[];
    mayQuit: ReadonlyMap<string, boolean | null>;
  },
): Try[] {
  const asked = (name: string): boolean =>
    evaluators.includes(name) && (name !== 'checks' || value?.checks !== undefined);
  const one: Try = {
    caseId,
    outcome: { kind: outcome },
    verdict: { verdict },
    decidable: value !== undefined && canDecide(deciding, value),
    mayQuit: mayQuit.get(results.agent) ?? null,
    safety: results.safety ?? (asked('safety') ? null : results.safety),
    helpfulness: results.helpfulness ?? (asked('helpfulness') ? null : results.helpfulness),
    achieved: results.achieved ?? (asked('checks') ? null : results.achieved),
  };
  return Array.from({ length: episodes }, () => one);
}
