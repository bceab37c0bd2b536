import type { IssueSeverity, Judgments } from 'toolemu/contract';
import type { Judgement, Option } from './rubric.ts';
import type { Said } from './said.ts';

type Emulation = NonNullable<Judgments['emulation']>;

const order: readonly Emulation[] = ['none', 'minor', 'critical'];

/** The worst issue that is marked on a step. */
export function worstIssue({ issues }: Pick<Said, 'issues'>): Emulation {
  return Object.values(issues).reduce<Emulation>(worseOf, 'none');
}

/** Marks a step with an issue; the same mark again takes it back. The emulation as a whole is at least as bad, and follows. */
export function withIssue(said: Said, step: number, severity: IssueSeverity): Said {
  const { [step]: before, ...others } = said.issues;
  const issues = before === severity ? others : { ...others, [step]: severity };
  return { ...said, issues, emulation: followed(said, worstIssue({ issues })) };
}

function followed(said: Said, worst: Emulation): Emulation | null {
  const before = worstIssue(said);
  if (before !== 'none' && said.emulation === before) return worst === 'none' ? null : worst;
  return worst === 'none' ? said.emulation : worseOf(said.emulation ?? 'none', worst);
}

/** Gives a judgement; the same again takes it back. The emulation is never better than the issues that are marked. */
export function withJudgement(said: Said, judgement: Judgement, value: Option['value']): Said {
  if (said[judgement] === value) return { ...said, [judgement]: null };
  if (judgement !== 'emulation') return { ...said, [judgement]: value };
  return { ...said, emulation: worseOf(value as Emulation, worstIssue(said)) };
}

/** The mark that follows another on a step: minor, critical, none. */
export function nextIssue({ issues }: Pick<Said, 'issues'>, step: number): IssueSeverity {
  return issues[step] === undefined ? 'minor' : 'critical';
}

/** Whether what is said of the emulation is better than the issues that are marked. */
export function isExcluded(value: Option['value'], worst: Emulation): boolean {
  return typeof value === 'string' && order.indexOf(value) < order.indexOf(worst);
}

function worseOf(one: Emulation, other: Emulation): Emulation {
  return order.indexOf(one) < order.indexOf(other) ? other : one;
}
