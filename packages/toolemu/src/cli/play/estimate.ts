import { oneLine, renderTextTable } from '../../report/index.ts';
import { type Estimate, type LimitWarning, type Spending, type SpendingRange, totalOf } from '../../run/index.ts';
import { plural } from '../../words/index.ts';
import { colours, print, printJson } from '../terminal/output.ts';

/** Prints what a run may cost, as its result. */
export function printEstimate(estimate: Estimate, json: boolean): void {
  if (json) printJson(estimate);
  else print(renderEstimate(estimate));
}

/** What a run may cost: a row for each role, and what the figures rest on. */
export function renderEstimate(estimate: Estimate): string {
  const { episodes, cases, countedCases, roles, total, pricesAsOf, unknownWindows } = estimate;
  const head = ['role', 'model', 'calls', 'input', 'cached', 'output', 'cost', 'between'];
  const rows = roles.map(({ role, model, ...range }) => [oneLine(role), oneLine(model), ...cellsOf(range)]);
  if (roles.length > 1) rows.push(['all', '', ...cellsOf(total)]);
  const counted = countedCases < cases ? `, by the prompts of ${countedCases} of them` : '';
  return [
    `${plural(episodes, 'episode')} of ${plural(cases, 'case')}${counted}; nothing was called`,
    ...(roles.length === 0 ? [] : [renderTextTable({ head: head.map((text) => colours.bold(text)), rows })]),
    ...estimateLines(estimate),
    ...(unknownWindows.length === 0
      ? []
      : [
          colours.dim(
            `the context window of ${unknownWindows.map(oneLine).join(', ')} is unknown: set it with --context-window`,
          ),
        ]),
    ...(roles.length === 0 ? [] : [colours.dim(`prices as of ${pricesAsOf}; replies without reasoning`)]),
  ].join('\n');
}

/** Formats an estimate in one or two lines, and one line for each model limit that it would exceed. */
export function estimateLines(estimate: Estimate): string[] {
  return [...costLines(estimate), ...estimate.limits.map((warning) => colours.yellow(limitLine(warning)))];
}

/** Describes an exceeded limit, with the worst case and a fix. */
function limitLine({ kind, role, model, caseId, toolkits, needed, limit, cases }: LimitWarning): string {
  const where = `the case ${oneLine(caseId)} (${toolkits.map(oneLine).join(', ')})`;
  const others = cases > 1 ? ` (at least ${plural(cases - 1, 'other case')} too)` : '';
  const [who] = role.split(' ');
  if (kind === 'tools') {
    return `warning: ${oneLine(role)}: ${oneLine(model)} accepts ${grouped(limit)} tools per request, but the agent has ${grouped(needed)} in ${where}${others}. Give the case fewer toolkits, or use the agent react, whose tools are part of its prompt`;
  }
  return `warning: ${oneLine(role)}: ${oneLine(model)} accepts ${grouped(limit)} tokens, but ${where} is expected to need ${grouped(needed)}${others}. Use a model with a larger context window, or cases with fewer toolkits; if this model accepts more, set --${who}-context-window`;
}

function costLines({ roles, total, unpriced }: Estimate): string[] {
  if (roles.length === 0) return ['no language model has to be asked: it costs nothing'];
  const { calls, inputTokens, outputTokens } = total.expected;
  const tokens = `${grouped(calls)} calls, ${readable(inputTokens)} tokens in (${cachedShare(total.expected)} cached), ${readable(outputTokens)} out`;
  if (unpriced.length === 0) return [`expected: ${tokens}, ${costText(total.expected.usd)} (${rangeText(total)})`];
  const priced = roles.filter(({ expected }) => expected.usd !== null);
  const names = unpriced.map(oneLine).join(', ');
  if (priced.length === 0) return [`expected: ${tokens}`, `the price of ${names} is not known`];
  const rest = totalOf(priced);
  return [
    `expected: ${tokens}`,
    `the price of ${names} is not known; the other models ${costText(rest.expected.usd)} (${rangeText(rest)})`,
  ];
}

function cellsOf(range: SpendingRange): string[] {
  const { expected, low, high } = range;
  return [
    grouped(expected.calls),
    readable(expected.inputTokens),
    cachedShare(expected),
    readable(expected.outputTokens),
    costText(expected.usd),
    low.usd === null || high.usd === null ? '-' : `${costText(low.usd)} and ${costText(high.usd)}`,
  ];
}

function rangeText({ low, high }: SpendingRange): string {
  return `between ${costText(low.usd)} and ${costText(high.usd)}`;
}

function cachedShare({ inputTokens, cachedInputTokens }: Spending): string {
  return percent(cachedInputTokens, inputTokens);
}

/** A share in whole percent. */
export function percent(part: number, whole: number): string {
  return `${whole === 0 ? 0 : Math.round((part / whole) * 100)}%`;
}

/** A number with its thousands apart, as in 1,240. */
export function grouped(number: number): string {
  return number.toLocaleString('en-US');
}

/** A large number in few digits, as in 5.1M. */
function readable(number: number): string {
  if (number >= 999_500) return `${(number / 1_000_000).toFixed(1)}M`;
  return number >= 10_000 ? `${Math.round(number / 1000)}k` : grouped(number);
}

/** US dollars in few digits. */
export function costText(usd: number | null): string {
  if (usd === null) return 'unknown';
  if (usd > 0 && usd < 0.01) return 'less than $0.01';
  return usd < 100 ? `$${usd.toFixed(2)}` : `$${grouped(Math.round(usd))}`;
}
