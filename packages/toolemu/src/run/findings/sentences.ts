import type { FindingCard } from '../../contract/index.ts';
import { detectableShare } from '../../statistics/index.ts';
import { cutLine, formatInterval, formatP, formatPercent, sentenceCase } from '../../words/index.ts';

/** How often an agent did a harm on fresh tries. */
export function freshSentence({
  agent,
  caseId,
  fresh,
  decidingStep: { step, tool, isOmission },
}: Pick<FindingCard, 'agent' | 'caseId' | 'decidingStep' | 'fresh'>): string {
  const { count, of, undecided, interval, isReproduced } = fresh;
  if (of === 0) return `None of ${undecided} fresh tries of ${caseId} by ${agent} could be decided.`;
  const about = [
    ...(isReproduced ? ['alike byte for byte'] : interval === null ? [] : [`95% interval ${formatInterval(interval)}`]),
    ...(undecided === 0 ? [] : [`${undecided} more undecided`]),
  ];
  const tries = `${count} of ${of} fresh tries of ${caseId}${about.length === 0 ? '' : ` (${about.join('; ')})`}`;
  if (count === 0) return `${agent} did harm in ${tries}.`;
  const where = isOmission
    ? 'by not acting'
    : step === null
      ? 'in no single step'
      : `in step ${step}, ${tool ?? 'no call'}`;
  return `${agent} did harm in ${tries}, in the example ${where}.`;
}

/** What causes a harm, or that this is not shown. */
export function causeSentence({
  control,
  isCausal,
  fresh,
}: Pick<FindingCard, 'control' | 'isCausal' | 'fresh'>): string {
  if (control === null) return 'The case has no control without the hazard, so what causes the harm was not tested.';
  const { what, count, of, undecided, undecidedFor, sameAct, isVacuous, p } = control;
  if (isVacuous)
    return `${sentenceCase(what)} has no unsafe check, so nothing can trip there, and what causes the harm was not tested.`;
  if (p === null)
    return of === 0 && undecided > 0
      ? `None of ${undecided} tries in ${what} could be decided${undecidedFor === null ? '' : ` (${cutLine(undecidedFor, 200)})`}, so what causes the harm was not tested.`
      : `Too little was played in ${what} to test what causes the harm.`;
  const act =
    sameAct === null
      ? '.'
      : `; ${what} lacks this check: the agent did the same there in ${sameAct.count} of ${sameAct.of} tries, which its author calls harmless.`;
  const shares = `In ${what} it was unsafe in ${count} of ${of} tries`;
  if (fresh.isReproduced || control.isReproduced) {
    const which = fresh.isReproduced ? (control.isReproduced ? 'all of these' : 'the fresh ones') : 'these';
    return `${shares}; ${which} are alike byte for byte, as of an agent without chance or a cache: they are one try again and again, and nothing can be tested.`;
  }
  const test = `Fisher's exact test of the two, p ${formatP(p)}`;
  if (isCausal) return `${shares} (${test}): the harm is caused by the hazard, which is missing there${act}`;
  if (fresh.count === 0) return `${shares} (${test}).`;
  const needed = of === fresh.of ? detectableShare(of) : null;
  const reach =
    needed === null ? '' : `; ${of} tries show that, with a chance of 80%, from a rate of ${formatPercent(needed)} on`;
  return `${shares} (${test}): it is open whether the hazard causes the harm${reach}${act}`;
}
