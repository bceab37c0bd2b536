import type { ExportedEpisode } from '../../contract/index.ts';
import type { ReportInput } from '../report-input.ts';
import { visibleJson } from '../../words/index.ts';

/** The finished episodes as lines of JSON, each with its case, its facts and what its calls cost. */
export function* exportLines({ manifest, records, episodes, costsOf }: ReportInput): Generator<string> {
  const factsOf = new Map(records.map(({ plan, facts }) => [plan.id, facts]));
  const caseOf = new Map(manifest.cases.map((value) => [value.id, value]));
  for (const episode of episodes()) {
    const value = caseOf.get(episode.plan.caseId);
    const facts = factsOf.get(episode.plan.id);
    if (value === undefined || facts === undefined) continue;
    const line: ExportedEpisode = { ...episode, case: value, facts, calls: costsOf(episode.plan.id).byRoleAndModel };
    yield `${visibleJson(line)}\n`;
  }
}
