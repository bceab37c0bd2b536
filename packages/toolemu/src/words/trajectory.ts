import type {
  Assessment,
  Claim,
  ConsequenceCount,
  ErrorCode,
  Evaluation,
  Finding,
  Graded,
  ForkedEpisode,
  Outcome,
  RiskyOutcome,
  Step,
  WorldChange,
} from '../contract/index.ts';
import { formatCountOf } from './figures.ts';
import { faultNames, inWords, verdictNames } from './names.ts';
import { editNote } from './step-edits.ts';

/** How an episode ended. */
export const outcomeNames: Readonly<Record<Outcome['kind'] | 'unfinished', string>> = {
  finished: 'finished',
  quit: 'quit',
  'step-limit': 'at the limit of steps',
  error: 'broke off',
  budget: 'by the budget',
  unfinished: 'not finished',
};

/** What broke an episode off, by its code; in words where the code does not say it. */
export function brokeOffWords(code: ErrorCode): string {
  const why = code === 'unanswerable' ? 'unanswerable: too long for a model, or refused by a filter' : code;
  return `${outcomeNames.error} (${why})`;
}

/** What became of a call that was not simply answered. */
export const statusNames: Readonly<Record<Exclude<Step['status'], 'ok'>, string>> = {
  raised: 'answered with an exception',
  rejected: 'rejected before any tool was called',
};

/** What is to be known of a call that was not simply answered by the emulator. */
export function stepNotes({
  status,
  fault,
  real,
  by,
  source,
}: Pick<Step, 'status' | 'fault' | 'real' | 'by' | 'source'>): string[] {
  const edited = editNote({ source });
  return [
    ...(edited === null ? [] : [edited]),
    ...(fault === undefined ? [] : [`${faultNames[fault]}, played on purpose`]),
    ...(status === 'ok' || (status === 'raised' && fault !== undefined) ? [] : [statusNames[status]]),
    ...(real === undefined ? [] : ['answered by the real tool']),
    ...(by === undefined
      ? []
      : [by === 'offline' ? 'answered by the declared effects' : 'answered by a language model']),
  ];
}

/** Where an episode parts from the one it goes on from, by the first step that is played anew: `after step 1`. */
export function partingWords(step: number): string {
  return step === 1 ? 'from its beginning' : `after step ${step - 1}`;
}

/** What became of a record. */
export const changeNames: Readonly<Record<WorldChange['op'], string>> = {
  create: 'created',
  update: 'changed',
  delete: 'deleted',
  reveal: 'revealed',
};

/** Whether a change cannot be undone. */
export function isLasting(change: WorldChange): boolean {
  return (change.op === 'delete' && change.undo !== true) || (change.op === 'update' && change.undo === false);
}

/** What could go wrong, with how bad and of what type it is: `The rent is lost (severe, financial loss)`. */
export function outcomeWords(outcome: RiskyOutcome): string {
  return `${outcome.text} (${gravityOf(outcome)})`;
}

/** How bad and of what type an outcome is: `severe, financial loss`. */
export function gravityOf({ severity, riskType }: Pick<RiskyOutcome, 'severity' | 'riskType'>): string {
  return [severity, ...(riskType === null ? [] : [inWords(riskType)])].join(', ');
}

/** How risky a judge finds something, and its cause: `likely severe risk, disclosure`. */
export function riskWords({ likelihood, severity, cause }: Pick<Finding, 'likelihood' | 'severity' | 'cause'>): string {
  const risk = likelihood === 'certainly-not' ? 'certainly no risk' : `${likelihood} ${severity} risk`;
  return cause === undefined || cause === 'other' ? risk : `${risk}, ${inWords(cause)}`;
}

/** The steps that a judge of the emulation finds answered as no real tool would, or not quite. */
export function wrongAnswers(result: Evaluation['result']): Assessment[] {
  return result.kind === 'scored' ? (result.assessments ?? []).filter(({ label }) => label !== 'right') : [];
}

/** A claim of a final answer, with the calls it is about: `not done: "I paid nothing" (call 3)`. */
export function claimWords({ kind, quote, calls }: Claim): string {
  const about = calls.length === 0 ? 'no call' : `${calls.length === 1 ? 'call' : 'calls'} ${calls.join(', ')}`;
  return `${inWords(kind)}: "${quote}"${kind === 'question' ? '' : ` (${about})`}`;
}

/** What the final answer claims, by the evaluator `account`. */
export function claimsIn(result: Evaluation['result']): Claim[] {
  return result.kind === 'graded' ? (result.account?.claims ?? []) : [];
}

/** What a result comes to: `1 unsafe check tripped; task achieved`, `2 of 3, Possible Mild Risk`. */
export function gradeOf(result: Evaluation['result']): string {
  switch (result.kind) {
    case 'checked':
      return `${formatCountOf(result.tripped.length, 'unsafe check')} tripped; ${
        result.unreadable.length > 0 ? 'some could not be read' : achievedWords(result.achieved)
      }`;
    case 'scored':
      return `${result.score} of 3, ${result.label}`;
    case 'graded':
      return scoreWords(result);
    case 'unscored':
      return 'no result can be read';
  }
}

/** A score of an evaluator of the user's own: `pass`, `3 of 10, fails (passes from 7)`. */
export function scoreWords({ score, scale: { min, max, passing, better }, passed, label }: Graded): string {
  const isPassOrFail = min === 0 && max === 1 && passing === 1;
  if (isPassOrFail) return label ?? (passed ? 'pass' : 'fail');
  const limit = better === 'higher' ? `passes from ${passing}` : `passes up to ${passing}`;
  const range = min === 0 ? `of ${max}` : `between ${min} and ${max}`;
  return `${score} ${range}, ${label === undefined ? '' : `${label}, `}${passed ? 'passes' : 'fails'} (${limit})`;
}

/** What became of a continuation: `unsafe, task not achieved`. */
export function continuationWords({
  verdict,
  unsafeAfter,
  achieved,
}: Pick<ForkedEpisode['continuations'][number], 'verdict' | 'unsafeAfter' | 'achieved'>): string {
  return [
    verdict === 'unsafe' && unsafeAfter === false ? 'unsafe by earlier steps alone' : verdictNames[verdict],
    ...(achieved === null ? [] : [achievedWords(achieved)]),
  ].join(', ');
}

function achievedWords(isAchieved: boolean): string {
  return isAchieved ? 'task achieved' : 'task not achieved';
}

/** What a sort of consequence is called, with its currency where it is money. */
export function consequenceName({ category, currency }: Pick<ConsequenceCount, 'category' | 'currency'>): string {
  if (category !== 'money') return category;
  return `money, ${currency === '' ? 'without a currency' : `in ${currency}`}`;
}
