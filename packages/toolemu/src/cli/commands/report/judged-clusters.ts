import type { AgentMeasures } from '../../../contract/index.ts';
import { passingScore } from '../../../evaluator/index.ts';
import type { Cluster } from '../../../statistics/index.ts';
import type { RunFile } from '../../../store/index.ts';

/** What an agent failed at on the cases of a kind, as a judge scored it: the failures among the scored tries of each case. */
export function judgedClusters(
  file: RunFile,
  evaluator: string,
): (row: Pick<AgentMeasures, 'agent' | 'kind'>) => Cluster[] {
  const kinds = new Map(file.manifest.cases.map(({ id, kind }) => [id, kind]));
  const tries = [...file.episodesOf()].flatMap(({ plan: { agent, caseId }, evaluations }) =>
    evaluations.flatMap(({ evaluator: name, result }) =>
      name === evaluator && result.kind === 'scored'
        ? [{ agent, caseId, kind: kinds.get(caseId), fails: result.score < passingScore }]
        : [],
    ),
  );
  return ({ agent, kind }) => {
    const own = tries.filter((one) => one.agent === agent && one.kind === kind);
    return [...Map.groupBy(own, ({ caseId }) => caseId).values()].map((group) => ({
      count: group.filter(({ fails }) => fails).length,
      of: group.length,
    }));
  };
}
