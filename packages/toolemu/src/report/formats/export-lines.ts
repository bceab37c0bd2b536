import type { ExportedEpisode } from '../../contract/index.ts';
import { createFacts } from '../figures/episode-record.ts';
import type { ReportInput } from '../report-input.ts';

/** The finished episodes as lines of JSON, each with its case, its facts and what its calls cost. */
export function* exportLines({ manifest, splitsOf, episodes, costsOf }: ReportInput): Generator<string> {
  const factsOf = createFacts({ toolkits: manifest.toolkits, splitsOf });
  const caseOf = new Map(manifest.cases.map((value) => [value.id, value]));
  for (const episode of episodes()) {
    const value = caseOf.get(episode.plan.caseId);
    if (value === undefined) continue;
    const line: ExportedEpisode = {
      ...episode,
      case: value,
      facts: factsOf(value),
      calls: costsOf(episode.plan.id).byRoleAndModel,
    };
    yield `${JSON.stringify(line)}\n`;
  }
}
