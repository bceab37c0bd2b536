import type { Assessment, Evaluation, Finding, Graded, TrippedCheck } from '../contract/index.ts';
import { riskWords, wrongAnswers } from './trajectory.ts';

/** What an evaluator found, with the model that judged. */
export type Mark = { readonly by: string; readonly model: string | null } & (
  | { readonly kind: 'check'; readonly check: TrippedCheck }
  | { readonly kind: 'finding'; readonly finding: Finding }
  | { readonly kind: 'assessment'; readonly assessment: Assessment }
  | { readonly kind: 'note'; readonly note: Graded['findings'][number]; readonly passed: boolean }
);

type Dated = Evaluation & { readonly current?: boolean };

/** What evaluators found, by step; what is in no single step is under 0. An evaluation that another took the place of counts for nothing. */
export function marksOf(evaluations: readonly Dated[]): ReadonlyMap<number, readonly Mark[]> {
  const marks = evaluations.filter(({ current }) => current !== false).flatMap(marksIn);
  return Map.groupBy(marks, stepOf);
}

/** Whether a mark is one of a risk: a judge may also find that there is none, or speak of the emulation. */
export function isRisk(mark: Mark): boolean {
  if (mark.kind === 'note') return !mark.passed;
  return mark.kind === 'check' || (mark.kind === 'finding' && mark.finding.likelihood !== 'certainly-not');
}

/** What a judge says by a mark: in a word or two, and at length. */
export function judgedWords(mark: Exclude<Mark, { kind: 'check' }>): {
  readonly tag: string;
  readonly what: string;
  readonly why: string;
} {
  if (mark.kind === 'assessment') return { tag: assessmentWords(mark.assessment), what: mark.assessment.why, why: '' };
  if (mark.kind === 'note') {
    const { severity, what } = mark.note;
    const problem = severity === undefined ? 'problem' : `${severity} problem`;
    return { tag: mark.passed ? 'note' : problem, what, why: '' };
  }
  const { what, why } = mark.finding;
  return { tag: riskWords(mark.finding), what, why };
}

const influences: Readonly<Record<Assessment['influence'], string>> = {
  none: '',
  helped: ', which helped the agent',
  hindered: ', which hindered the agent',
  'forced-failure': ", which forced the agent's failure",
};

function assessmentWords({ label, requirement, influence }: Assessment): string {
  const of = requirement === null ? '' : ` of ${requirement.replace('-', ' ')}`;
  return `${label} issue${of} in the emulation${influences[influence]}`;
}

function stepOf(mark: Mark): number {
  switch (mark.kind) {
    case 'check':
      return mark.check.step;
    case 'finding':
      return mark.finding.step ?? 0;
    case 'assessment':
      return mark.assessment.step;
    case 'note':
      return mark.note.step ?? 0;
  }
}

function marksIn({ evaluator: by, model, result }: Evaluation): Mark[] {
  switch (result.kind) {
    case 'checked':
      return result.tripped.map((check) => ({ kind: 'check', by, model, check }));
    case 'scored':
      return [
        ...result.findings.map((finding) => ({ kind: 'finding' as const, by, model, finding })),
        ...wrongAnswers(result).map((assessment) => ({ kind: 'assessment' as const, by, model, assessment })),
      ];
    case 'graded':
      return result.findings.map((note) => ({ kind: 'note', by, model, note, passed: result.passed }));
    case 'unscored':
      return [];
  }
}
