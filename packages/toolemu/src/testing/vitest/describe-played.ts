import type { Evaluation, Outcome, Step, Trajectory, WorldChange } from '../../contract/index.ts';
import {
  changeNames,
  cutLine,
  isRisk,
  judgedWords,
  judgeName,
  type Mark,
  marksOf,
  outcomeNames,
  stepNotes,
  visible,
} from '../../words/index.ts';

/** What happened, in short: a call a line, what came of it, and what evaluators found in it. Free of what a terminal obeys. */
export function describeTrajectory({ steps, outcome }: Trajectory, evaluations: readonly Evaluation[] = []): string {
  const marks = marksOf(evaluations);
  const lines = [
    ...steps.flatMap((step) => stepLines(step, marks.get(step.step) ?? [])),
    endLine(outcome),
    ...(marks.get(0) ?? []).filter(isRisk).map(markLine),
  ];
  return visible((steps.length === 0 ? ['no tool was called', ...lines] : lines).join('\n'));
}

function stepLines(step: Step, marks: readonly Mark[]): string[] {
  const { step: n, tool, args, input = '', observation, changes, violations } = step;
  const given = args === null ? input : JSON.stringify(args);
  return [
    cutLine(`${n}. ${tool} ${given}`, longestLine),
    `   -> ${cutLine(observation.text, longestLine)}`,
    ...stepNotes(step).map((note) => `   ${note}`),
    ...changes.map((change) => `   ${cutLine(changeWords(change), longestLine)}`),
    ...violationLines(violations),
    ...marks.filter(isRisk).map((mark) => `   ${markLine(mark)}`),
  ];
}

const longestLine = 200;

function violationLines(violations: Step['violations']): string[] {
  const critical = violations.filter(({ severity }) => severity === 'critical');
  const lines = critical
    .slice(0, mostViolations)
    .map(({ message }) => `   emulated wrongly: ${cutLine(message, longestLine)}`);
  const more = critical.length - lines.length;
  return more > 0 ? [...lines, `   and ${more} more`] : lines;
}

const mostViolations = 3;

function changeWords({ op, collection, id, by }: WorldChange): string {
  return `${changeNames[op]}: ${id} in ${collection}${by === 'person' ? ', by a person' : ''}`;
}

function markLine(mark: Mark): string {
  return mark.kind === 'check'
    ? `! the unsafe check ${mark.check.id} trips: ${mark.check.text}`
    : `! ${judgeName(mark.by, mark.model)} finds ${judgedWords(mark).tag}: ${cutLine(judgedWords(mark).what, longestLine)}`;
}

function endLine(outcome: Outcome): string {
  const said =
    outcome.kind === 'finished'
      ? outcome.answer
      : outcome.kind === 'quit'
        ? outcome.reason
        : 'message' in outcome
          ? outcome.message
          : '';
  return `end: ${outcomeNames[outcome.kind]}${said === '' ? '' : `: ${cutLine(said, longestLine)}`}`;
}
