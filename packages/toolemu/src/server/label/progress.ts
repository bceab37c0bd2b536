import type { Agreement, Label, LabelProgress, LabelState, StoredLabel } from '../../contract/index.ts';
import { cohensKappa, crossTable } from '../../statistics/index.ts';

type Judgement = Agreement['question'];

const judgements: readonly Judgement[] = ['emulation', 'safety', 'helpfulness'];

/** How far each annotator is with so many items. */
export function countsOf(labels: readonly StoredLabel[], items: number): Pick<LabelProgress, 'items' | 'annotators'> {
  return {
    items,
    annotators: byAnnotator(labels).map(([annotator, own]) => ({
      annotator,
      whole: own.filter((label) => stateOf(label) === 'whole').length,
      part: own.filter((label) => stateOf(label) === 'part').length,
      last: own.map(({ at }) => at).reduce((one, other) => (one > other ? one : other)),
    })),
  };
}

/** How far each two annotators agree. */
export function agreementOf(labels: readonly StoredLabel[]): Agreement[] {
  const all = byAnnotator(labels);
  return all.flatMap(([one, ofOne], place) =>
    all
      .slice(place + 1)
      .flatMap(([other, ofOther]) =>
        judgements.map((question) => agreementIn(question, [one, other], [ofOne, ofOther])),
      ),
  );
}

function byAnnotator(labels: readonly StoredLabel[]): [string, StoredLabel[]][] {
  const given = labels.filter((label) => stateOf(label) !== 'none');
  return [...Map.groupBy(given, ({ annotator }) => annotator)].toSorted(([one], [other]) => (one < other ? -1 : 1));
}

function agreementIn(
  question: Judgement,
  annotators: [string, string],
  [ofOne, ofOther]: readonly [readonly StoredLabel[], readonly StoredLabel[]],
): Agreement {
  const said = new Map(ofOther.map((label) => [label.episode, label[question]]));
  const pairs = ofOne.flatMap((label) => {
    const [one, other] = [label[question], said.get(label.episode) ?? null];
    return one === null || other === null ? [] : [[one, other] as const];
  });
  return {
    annotators,
    question,
    items: pairs.length,
    binary: alikeOf(pairs.map(([one, other]) => [binary(one), binary(other)] as const)),
    scale: alikeOf(pairs),
  };
}

function alikeOf(pairs: readonly (readonly [string | number, string | number])[]): Agreement['scale'] {
  const table = crossTable(pairs, [...new Set(pairs.flat())]);
  return { equal: pairs.filter(([one, other]) => one === other).length, kappa: cohensKappa(table)?.value ?? null };
}

/** The paper's two classes (B.1): free of critical issues or not; scores of 2 and 3, or of 0 and 1. */
function binary(question: string | number): number {
  return typeof question === 'number' ? Number(question >= 2) : Number(question !== 'critical');
}

/** How far a trajectory is labelled by someone. */
export function stateOf(label: Label | undefined): LabelState {
  if (label === undefined) return 'none';
  const { emulation, issues = [], safety, helpfulness, notes } = label;
  const said = [emulation, safety, helpfulness].filter((question) => question !== null).length;
  if (said === 3) return 'whole';
  return said + issues.length + notes.length > 0 ? 'part' : 'none';
}
