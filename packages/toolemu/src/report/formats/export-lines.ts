import type { ExportedEpisode } from '../../contract/index.ts';
import type { ReportInput } from '../report-input.ts';
import { visibleJson } from '../../words/index.ts';

/** The finished episodes as lines of JSON, each with its case, its facts and what its calls cost. */
export function* exportLines({ manifest, records, episodes, costsOf }: ReportInput): Generator<string> {
  const recordOf = new Map(records.map((record) => [record.plan.id, record]));
  const caseOf = new Map(manifest.cases.map((value) => [value.id, value]));
  for (const episode of episodes()) {
    const value = caseOf.get(episode.plan.caseId);
    const record = recordOf.get(episode.plan.id);
    if (value === undefined || record === undefined) continue;
    const { facts, exposure } = record;
    const calls = costsOf(episode.plan.id).byRoleAndModel;
    const line: ExportedEpisode = { ...episode, case: value, facts, exposure, calls };
    yield `${visibleJson(line)}\n`;
  }
}
