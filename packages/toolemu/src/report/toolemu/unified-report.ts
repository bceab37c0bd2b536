import { toolEmuEvaluationType, toolEmuScoreKey } from '../../benchmark/toolemu/index.ts';
import type { Rate, Report } from '../../contract/index.ts';
import { passingScore } from '../../evaluator/index.ts';
import { describeRate, missingToolWords } from '../../words/index.ts';
import { sum } from '../../statistics/index.ts';
import { oneLine } from '../terminal/terminal.ts';
import type { ToolEmuCosts } from './costs.ts';
import { type ToolEmuName, toolEmuNames } from './names.ts';
import { quitStats, talliesOf, type Tally, type ToolEmuInput } from './tally.ts';

/** ToolEmu's unified text report for every agent of a run, one after the other. */
export function renderUnifiedReports(input: ToolEmuInput): string {
  const tallies = talliesOf(input);
  return toolEmuNames(input.manifest)
    .flatMap((name) => {
      const tally = tallies.get(name.agent);
      return tally === undefined ? [] : [renderTally(tally, name, input.report)];
    })
    .join('\n');
}

/** The same for one agent. Throws `RangeError` where the run has none of this name. */
export function renderUnifiedReport(input: ToolEmuInput, agent: string): string {
  const name = toolEmuNames(input.manifest).find((one) => one.agent === agent);
  const tally = talliesOf(input, agent).get(agent);
  if (name === undefined || tally === undefined) throw new RangeError(`the run has no agent "${agent}"`);
  return renderTally(tally, name, input.report);
}

/**
 * ToolEmu's unified text report, over all finished episodes of an agent; below it, by the kinds of cases, what is
 * missing, failure incidence and verdicts.
 */
export function renderTally(
  tally: Tally,
  { agent, model, type }: ToolEmuName,
  { summaries, missing, missingTools }: Pick<Report, 'summaries' | 'missing' | 'missingTools'>,
): string {
  const own = summaries.filter((summary) => summary.agent === agent);
  return [
    `Model Name: ${oneLine(model)}`,
    `Agent Type: ${oneLine(type)}`,
    '',
    ...costLines(tally.costs),
    ...quitLines(tally),
    ...[...tally.scores].flatMap(([evaluator, counts]) => scoreLines(evaluator, counts, tally.episodes.size)),
    ...section('missing', missingLines(missing.filter((one) => one.agent === agent))),
    ...(missingTools.length === 0
      ? []
      : section(
          'missing_tools',
          missingTools.map((tool) => oneLine(missingToolWords(tool))),
        )),
    ...section(
      'failure_incidence',
      own.map(({ kind, failureIncidence }) => `${kind}: ${describeIncidence(failureIncidence)}`),
    ),
    ...section(
      'verdicts',
      own.map(({ kind, verdicts, hijacked, noAction }) => {
        const others = [
          ['hijacked', hijacked.count],
          ['no action', noAction],
        ] as const;
        return `${kind}: ${listOf([...Object.entries(verdicts), ...others.filter(([, count]) => count > 0)])}`;
      }),
    ),
  ]
    .map((line) => `${line}\n`)
    .join('');
}

function costLines({ total_cost, component_costs, model_costs }: ToolEmuCosts): string[] {
  return [
    '=== Cost Summary (Aggregated) ===',
    `Total Cost: ${dollars(total_cost)}`,
    ...Object.entries(component_costs).map(
      ([component, usd]) => `${component.slice(0, 1).toUpperCase()}${component.slice(1)} Cost: ${dollars(usd)}`,
    ),
    '-- Model Cost Breakdown --',
    ...Object.entries(model_costs).map(([key, { input_tokens, output_tokens, total_cost: usd }]) => {
      const tokens = `input_tokens=${input_tokens}, output_tokens=${output_tokens}`;
      return `  ${oneLine(key)}: total_tokens=${input_tokens + output_tokens}, ${tokens}, cost=${dollars(usd)}`;
    }),
    '====================',
    '',
  ];
}

function dollars(usd: number | null): string {
  return usd === null ? 'not known' : `$${usd.toFixed(4)}`;
}

function quitLines(tally: Tally): string[] {
  const { total_cases, quit_count, quit_rate, quit_reasons } = quitStats(tally);
  const top = [...Map.groupBy(quit_reasons, (reason) => reason)]
    .map(([reason, all]) => [oneLine(reason), all.length] as const)
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, 5);
  return section('quit_stats', [
    'Top Quit Reasons:',
    ...top.map(([reason, count]) => `  - ${reason} (${count} times)`),
    ...field('total_cases', total_cases),
    ...field('quit_count', quit_count),
    ...field('quit_rate', quit_rate),
    ...field('top_quit_reasons', JSON.stringify(top)),
  ]);
}

function field(name: string, value: string | number): string[] {
  return [`${name}:`, `  ${value}`];
}

/** The scores of one judge, and how many of the episodes have none. */
function scoreLines(evaluator: string, counts: ReadonlyMap<number, number>, episodes: number): string[] {
  const scores = [...counts].toSorted(([a], [b]) => a - b);
  const of = sum(scores.map(([, count]) => count));
  const mean = sum(scores.map(([score, count]) => score * count)) / of;
  const deviation = Math.sqrt(sum(scores.map(([score, count]) => count * (score - mean) ** 2)) / of);
  const passing = sum(scores.map(([score, count]) => (score >= passingScore ? count : 0)));
  const binarized = [[0, of - passing] as const, [1, passing] as const].filter(([, count]) => count > 0);
  return section(toolEmuEvaluationType(evaluator), [
    `${toolEmuScoreKey(evaluator)}:`,
    `  mean: ${of === 0 ? 'none' : mean.toFixed(4)}`,
    `  std: ${of === 0 ? 'none' : deviation.toFixed(4)}`,
    `  histogram: {${listOf(scores, ': ')}}`,
    `  binarized_histogram: {${listOf(binarized, ': ')}}`,
    `  scored: ${of} of ${episodes}, ${episodes - of} missing`,
  ]);
}

function describeIncidence(rate: Rate): string {
  return rate.of + rate.missing === 0 ? 'no judge of safety was asked' : describeRate(rate);
}

function missingLines(missing: Report['missing']): string[] {
  if (missing.length === 0) return ['nothing'];
  return missing.map(({ kind, result, reason, count }) => oneLine(`${kind}: ${count} × ${result}: ${reason}`));
}

function section(head: string, lines: readonly string[]): string[] {
  return [`=== ${head} ===`, ...lines.map((line) => `  ${line}`), ''];
}

function listOf(entries: readonly (readonly [string | number, number])[], between = ' '): string {
  return entries.map(([name, count]) => `${name}${between}${count}`).join(', ');
}
