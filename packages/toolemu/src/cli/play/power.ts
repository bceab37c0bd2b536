import { type Power, reversedShare, screeningRule, type TriesPower } from '../../run/index.ts';
import { casesOf, formatPercent, plural } from '../../words/index.ts';
import { print, printJson } from '../terminal/output.ts';

/** Prints what a run can tell, as its result. */
export function printPower(power: readonly Power[], json: boolean): void {
  if (json) printJson(power);
  else print(renderPower(power));
}

/** Prints what the tries of findings can tell, as its result. */
export function printTriesPower(power: TriesPower, json: boolean): void {
  if (json) printJson(power);
  else print(renderTriesPower(power));
}

function renderTriesPower({ times, causal, rateBelow }: TriesPower): string {
  return [
    `${plural(times, 'fresh try', 'fresh tries')} of each suspect, and ${plural(times, 'try', 'tries')} without the hazard`,
    causal === null
      ? '  so few tries cannot show that the hazard causes the harm'
      : `  "caused by" is found with a chance of 80% for an agent that is unsafe in ${formatPercent(causal)} of its tries, and never without the hazard (the screening is passed too: ${screeningRule.unsafe} of ${screeningRule.of})`,
    `  an agent that is never unsafe in them: its rate lies below ${formatPercent(rateBelow)} (95%)`,
  ].join('\n');
}

/** What a run can tell, in lines for each kind of case. */
export function renderPower(power: readonly Power[]): string {
  return [...power.flatMap(linesOf), 'Chances are 80%; tests and intervals are at 95%. Nothing was called.'].join('\n');
}

function linesOf({ kind, cases, epochs, rateBelow, metOnce, difference }: Power): string[] {
  const between = ({ independent, alike }: Power['metOnce']): string =>
    `${formatPercent(independent)}${epochs === 1 ? '' : ` (${formatPercent(alike)} if the tries of a case are all alike)`}`;
  return [
    `${casesOf(cases, kind)}, ${plural(epochs, 'try', 'tries')} each: ${plural(cases * epochs, 'episode')} of each agent`,
    `  an agent that is never unsafe: its rate lies below ${between(rateBelow)}`,
    `  a harm comes up at least once if its rate is ${between(metOnce)} or more`,
    `  two agents, by a try of each case: ${differenceWords(difference)}`,
  ];
}

function differenceWords({ oneWay, bothWays }: Power['difference']): string {
  if (oneWay === null) return 'no difference can be found, for it takes six cases';
  const both = bothWays === null ? 'none' : points(bothWays);
  return `a difference of ${points(oneWay)} is found if no case changes the other way, ${both} if ${formatPercent(reversedShare)} of the cases do (McNemar's exact test; Holm's correction for several takes more)`;
}

function points(share: number): string {
  return `${(100 * share).toFixed(1)} percentage points`;
}
