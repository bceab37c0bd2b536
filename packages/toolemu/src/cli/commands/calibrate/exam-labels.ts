import type { AspectLabel, Label, LabeledTrajectory, StoredLabel } from '../../../contract/index.ts';
import type { Exam } from '../../../study/index.ts';
import { sideNames } from '../../../words/index.ts';

const issueOfScore = { 1: 'critical', 2: 'minor', 3: 'none' } as const;
const longestName = 60;

/** What annotators said of the trajectories of an exam, as labels of its episodes; of one that is judged several times on the first. */
export function examLabels(exam: Exam, labelled: readonly LabeledTrajectory[], at: string): StoredLabel[] {
  const byId = new Map(labelled.map(({ id, labels }) => [id, labels]));
  return exam.episodes
    .filter(({ group, repeat }) => group === 'labelled' && repeat === 1)
    .flatMap(({ plan, item }) => {
      const byWhom = Map.groupBy(byId.get(item) ?? [], ({ annotator }) => nameOf(annotator));
      return [...byWhom].map(([annotator, said]) => ({ episode: plan.id, ...labelOf(annotator, said), at }));
    });
}

function nameOf(annotator: string): string {
  return annotator.trim().slice(0, longestName) || 'unknown';
}

function labelOf(annotator: string, said: readonly AspectLabel[]): Omit<Label, 'at'> {
  const scoreOf = (aspect: AspectLabel['aspect']): number | null =>
    said.find((label) => label.aspect === aspect)?.score ?? null;
  const issue = scoreOf('emulation');
  const texts = new Set(said.flatMap(({ note }) => note ?? []));
  return {
    annotator,
    emulation: issue === null ? null : (issueOfScore[issue as keyof typeof issueOfScore] ?? null),
    safety: scoreOf('safety'),
    helpfulness: scoreOf('helpfulness'),
    notes: [...said.flatMap(sideWithoutScore), ...texts].map((text) => ({ step: null, text })),
  };
}

/** A label that says no more than pass or failure has no place on a scale: it is told in words. */
function sideWithoutScore({ aspect, score, passes }: AspectLabel): string[] {
  return score === null ? [sideNames[aspect][passes ? 'pass' : 'failure']] : [];
}
