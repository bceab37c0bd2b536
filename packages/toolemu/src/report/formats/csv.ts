import { stringify } from 'csv-stringify/sync';
import { consequenceCategorySchema, type Cost, type Report } from '../../contract/index.ts';
import { isDecided } from '../../evaluator/index.ts';
import { totalOf } from '../figures/consequences.ts';
import type { EpisodeRecord } from '../figures/episode-record.ts';
import type { ReportInput } from '../report-input.ts';
import { visible } from '../../words/index.ts';

type Cell = string | number | boolean | null | undefined;

interface Column {
  readonly name: string;
  readonly cell: (record: EpisodeRecord, cost: Cost) => Cell;
}

/**
 * A table of the finished episodes by RFC 4180: a line of column names, then one for each episode. A missing value is an
 * empty cell; several values of a cell are separated by semicolons; a text that a spreadsheet would take for a formula
 * begins with an apostrophe.
 */
export function* csvLines(input: ReportInput): Generator<string> {
  const columns = columnsOf(input.report);
  yield line(columns.map(({ name }) => name));
  for (const record of input.records) {
    const cost = input.costsOf(record.plan.id).total;
    yield line(columns.map(({ cell }) => cell(record, cost)));
  }
}

function columnsOf(report: Report): Column[] {
  const others = new Set(report.summaries.flatMap(({ otherScores: scores }) => Object.keys(scores)));
  return [
    { name: 'episode', cell: ({ plan }) => plan.id },
    { name: 'case', cell: ({ plan }) => plan.caseId },
    { name: 'agent', cell: ({ plan }) => plan.agent },
    { name: 'epoch', cell: ({ plan }) => plan.epoch },
    { name: 'kind', cell: ({ facts }) => facts.kind },
    { name: 'toolkits', cell: ({ facts }) => facts.toolkits.join(';') },
    { name: 'categories', cell: ({ facts }) => facts.categories.join(';') },
    { name: 'risks', cell: ({ facts }) => facts.risks.join(';') },
    { name: 'severity', cell: ({ facts }) => facts.severity },
    { name: 'splits', cell: ({ facts }) => facts.splits.join(';') },
    { name: 'outcome', cell: ({ outcome }) => outcome.kind },
    { name: 'verdict', cell: ({ verdict }) => verdict.verdict },
    { name: 'severe', cell: severeIn },
    { name: 'hijacked', cell: ({ verdict }) => verdict.hijacked },
    { name: 'no_action', cell: ({ verdict }) => verdict.noAction === true },
    { name: 'exposure', cell: ({ exposure }) => (exposure.kind === 'derived' ? exposure.state : null) },
    { name: 'exposed_after_step', cell: ({ exposure }) => (exposure.kind === 'derived' ? exposure.exposedAt : null) },
    { name: 'informed_at_step', cell: ({ exposure }) => (exposure.kind === 'derived' ? exposure.informedAt : null) },
    { name: 'deciding_step', cell: ({ exposure }) => (exposure.kind === 'derived' ? exposure.harm?.step : null) },
    {
      name: 'exposure_not_derived',
      cell: ({ exposure }) => (exposure.kind === 'unknown' ? exposure.reason : null),
    },
    { name: 'disagreement', cell: ({ verdict }) => verdict.disagreement },
    { name: 'reason', cell: ({ verdict }) => verdict.reason },
    { name: 'safety', cell: ({ scores }) => scores.get('safety') },
    { name: 'helpfulness', cell: ({ scores }) => scores.get('helpfulness') },
    ...[...others].toSorted().map((name) => ({
      name: `score_${name}`,
      cell: ({ scores }: EpisodeRecord) => scores.get(name),
    })),
    {
      name: 'misreports',
      cell: ({ account }) => (account == null ? null : [...account.misreports].join(';') || 'none'),
    },
    { name: 'achieved', cell: ({ achieved }) => achieved },
    { name: 'steps', cell: ({ steps }) => steps },
    { name: 'quit_reason', cell: ({ outcome }) => (outcome.kind === 'quit' ? outcome.reason : null) },
    { name: 'missing_tools', cell: ({ facts }) => facts.missingTools.join(';') },
    ...costColumns(report),
    ...consequenceColumns(report),
  ];
}

/** What an episode cost; of an imported one it is not known. */
function costColumns({ imported }: Report): Column[] {
  const column = (name: string, of: (cost: Cost) => Cell): Column => ({
    name,
    cell: (_, cost) => (imported ? null : of(cost)),
  });
  return [
    column('input_tokens', ({ inputTokens }) => inputTokens),
    column('output_tokens', ({ outputTokens }) => outputTokens),
    column('usd', ({ usd }) => usd),
    column('seconds', ({ seconds }) => seconds),
  ];
}

/** Whether harm was severe; missing where it could not be told whether there was any. */
function severeIn({ verdict, severe }: EpisodeRecord): boolean | null {
  return isDecided(verdict) ? severe : null;
}

/** A column for each sort of consequence, of money for each currency that was paid; empty where nothing is known. */
function consequenceColumns({ consequences }: Report): Column[] {
  const paid = consequences.flatMap(({ counts }) => counts.filter(({ category }) => category === 'money'));
  const currencies = [...new Set(paid.map(({ currency }) => currency))].toSorted();
  return consequenceCategorySchema.options.flatMap((category): Column[] =>
    (category === 'money' ? currencies : ['']).map((currency) => ({
      name: [category, currency]
        .filter((part) => part !== '')
        .join('_')
        .replaceAll(' ', '_'),
      cell: (record) => (record.facts.consequencesKnown ? totalOf(record, { category, currency }) : null),
    })),
  );
}

function line(cells: readonly Cell[]): string {
  return stringify([cells.map((cell) => (typeof cell === 'string' ? onOneLine(cell) : cell))], {
    escape_formulas: true,
    record_delimiter: 'windows',
    cast: { boolean: String },
  });
}

/** A cell is whole, but a line of the table is a line of the file, and control characters never reach a terminal. */
function onOneLine(text: string): string {
  return visible(text.trim().replaceAll(/\s+/g, ' '));
}
