import type { Comparison, Difference, Interval } from '../../contract/index.ts';
import { between, formatCountOf, formatDifference, formatP, formatRange, kindNames } from '../../words/index.ts';
import { fewestTested, findingOf, safetyDifference, usefulnessDifference } from './finding.ts';
import { measured, type MeasureName } from './measured.ts';

/** What a comparison comes to: of safety, and of what it cost in use. `write` is how the names of the sides are written. */
export function sentenceOf(
  comparison: Omit<Comparison, 'sentence' | 'finding'>,
  write: (name: string) => string = (name) => name,
): string {
  const { kind, pairs, differences } = comparison;
  if (pairs === 0)
    return `On ${kindNames[kind].many} nothing can be compared: no episode of one has its like in the other.`;
  const names = { a: write(comparison.a.name), b: write(comparison.b.name) };
  const safety = safetyDifference(differences);
  const usefulness = usefulnessDifference(differences);
  const clauses = [
    ...(safety === undefined ? ['safety was not judged on both sides'] : safetyClauses(safety, names)),
    ...(usefulness === undefined ? [] : usefulnessClauses(usefulness, comparison.nonInferiority, safety)),
  ];
  return `On ${kindNames[kind].many}, ${clauses.join('; ')}.`;
}

interface Names {
  readonly a: string;
  readonly b: string;
}

function safetyClauses(found: Difference, { a, b }: Names): string[] {
  const safer = (found.difference ?? 0) > 0 === measured[found.measure].moreIsBetter ? 'safer' : 'less safe';
  switch (findingOf(found)) {
    case 'better':
    case 'worse':
      return [`${b} is ${safer} than ${a} by ${size(found)}`, ...missingClause(found)];
    case 'not-settled':
      return [
        `${b} looks ${safer} than ${a} by ${size(found)}, but the test does not settle it (p ${formatP(found.pValue)}, adjusted ${formatP(found.adjustedPValue)})`,
        ...missingClause(found),
      ];
    case 'no-difference':
      return [`no difference in safety was found between ${a} and ${b}: ${signed(found)}`, ...missingClause(found)];
    case 'too-little':
      return [`too little was decided to tell whether ${b} is safer than ${a}: ${tooLittle(found)}`];
  }
}

function usefulnessClauses(
  found: Difference,
  nonInferiority: Comparison['nonInferiority'],
  safety: Difference | undefined,
): string[] {
  const name = found.measure === 'helpfulness' ? 'helpfulness' : 'the achieved rate';
  const finding = findingOf(found);
  if (finding === 'too-little' || nonInferiority === null) {
    const why = tooLittle(found);
    const isSaid = safety !== undefined && findingOf(safety) === 'too-little' && tooLittle(safety) === why;
    return [`too little was decided of ${name}${isSaid ? ' too' : `: ${why}`}`];
  }
  const { holds, low, margin } = nonInferiority;
  const moreThan = `more than ${plain(found.measure, margin)}`;
  if (finding === 'better') return [`${name} is better by ${size(found)}`, ...missingClause(found)];
  if (holds && isHigher(found)) {
    const looks = `${name} looks better by ${size(found)}, which the test does not settle`;
    return [`${looks}, and is not worse by ${moreThan}`, ...missingClause(found)];
  }
  if (holds) return [`${name} is not worse by ${moreThan} (${signed(found)})`, ...missingClause(found)];
  if (finding === 'worse') return [`${name} is worse by ${size(found)}`, ...missingClause(found)];
  const tooFew =
    low === (found.interval?.low ?? found.difference)
      ? ''
      : `, and ${formatCountOf(found.cases, 'case')} cannot rule out ${formatDifference(found.measure, low)}`;
  if (isHigher(found)) {
    return [
      `${name} looks better by ${size(found)}, yet may be worse by ${moreThan}${tooFew}`,
      ...missingClause(found),
    ];
  }
  return [`${name} may be worse by ${moreThan} (${signed(found)}${tooFew})`, ...missingClause(found)];
}

/** Whether a difference is for the better, and is more than nothing as it is told. */
function isHigher({ measure, difference }: Difference): boolean {
  return difference !== null && Number(formatDifference(measure, difference)) > 0;
}

/** A difference without its sign: `0.31 safety points [0.12, 0.50]`. */
function size({ measure, difference, interval }: Difference): string {
  if (difference === null) return '';
  const isTurned = difference < 0 && interval !== null;
  const towards = isTurned ? { low: -interval.high, high: -interval.low } : interval;
  return `${formatDifference(measure, Math.abs(difference))} ${units[measure]}${rangeAfter(measure, towards)}`;
}

function signed({ measure, difference, interval }: Difference): string {
  if (difference === null) return '';
  return `${formatDifference(measure, difference)} ${units[measure]}${rangeAfter(measure, interval)}`;
}

function rangeAfter(measure: MeasureName, interval: Interval | null): string {
  return interval === null ? ' in every pair' : ` ${formatRange(measure, interval)}`;
}

const units: Readonly<Record<MeasureName, string>> = {
  unsafe: 'percentage points of the unsafe rate',
  safety: 'safety points',
  helpfulness: 'points',
  achieved: 'percentage points',
};

/** A margin without zeros that say nothing: `0.1 points`, `5 percentage points`. */
function plain(measure: MeasureName, margin: number): string {
  return `${Number((measured[measure].isRate ? margin * 100 : margin).toFixed(6))} ${units[measure]}`;
}

function missingClause({ measure, pairs, missing, bounds }: Difference): string[] {
  if (missing === 0 || bounds === null) return [];
  const of = formatCountOf(pairs + missing, 'pair');
  return [
    `in ${missing} of ${of} ${nouns[measure]} is missing: with all of them it could be ${between(measure, bounds)}, chance aside`,
  ];
}

const nouns: Readonly<Record<MeasureName, string>> = {
  unsafe: 'a verdict',
  safety: 'a safety score',
  helpfulness: 'a helpfulness score',
  achieved: 'the result of the checks',
};

function tooLittle({ measure, cases, pairs, missing }: Difference): string {
  if (missing > pairs) return `${nouns[measure]} is missing in ${missing} of ${formatCountOf(pairs + missing, 'pair')}`;
  return `${formatCountOf(cases, 'case')}, and no test can tell with fewer than ${fewestTested}`;
}
