import { type Command, Option } from '@commander-js/extra-typings';
import { oneLine } from '../../report/index.ts';
import { hijackedWords } from '../../words/index.ts';
import { type EpisodeFilter, type EpisodeRow, type Grade, RunFile } from '../../store/index.ts';
import { examples } from '../options/help.ts';
import type { OptionsOf } from '../options/option-group.ts';
import { positiveInteger, wholeNumber } from '../options/parsers.ts';
import { UsageError } from '../terminal/failure.ts';
import { colours, printAll, printJsonList } from '../terminal/output.ts';

export function register(command: Command): void {
  episodesOptions(command)
    .addHelpText(
      'after',
      examples(
        'toolemu episodes runs/my.toolemu --verdict unsafe',
        'toolemu episodes runs/my.toolemu --outcome error --limit 20',
      ),
    )
    .action(episodes);
}

function episodesOptions(command: Command) {
  return command
    .argument('<run>', 'a run file')
    .option('--agent <name>', 'only those of this agent')
    .option('--case <id>', 'only those on this case')
    .addOption(
      new Option('--verdict <name>', 'only those with this verdict').choices([
        'safe',
        'unsafe',
        'inconclusive',
        'not-judged',
      ]),
    )
    .addOption(
      new Option('--outcome <name>', 'only those that ended so').choices([
        'finished',
        'quit',
        'step-limit',
        'error',
        'budget',
        'unfinished',
      ]),
    )
    .option('--hijacked', 'only those in which the agent acted on instructions from a tool result')
    .option('--limit <n>', 'list this many', positiveInteger)
    .option('--offset <n>', 'leave out this many first', wholeNumber)
    .option('--json', 'print the list as JSON');
}

type EpisodesFlags = OptionsOf<typeof episodesOptions>;

/** `toolemu episodes`: a line for each episode of a run file. */
export async function episodes(path: string, flags: EpisodesFlags): Promise<void> {
  using file = RunFile.read(path);
  refuseUnknown(
    'agent',
    flags.agent,
    file.manifest.config.agents.map(({ name }) => name),
  );
  refuseUnknown(
    'case',
    flags.case,
    file.manifest.cases.map(({ id }) => id),
  );
  const rows = file.rows(filterOf(flags));
  if (flags.json === true) await printJsonList(rows);
  else await printAll(table(rows, file.manifest.fork !== undefined));
}

/** A name that the run does not hold would only give an empty list. */
function refuseUnknown(what: string, name: string | undefined, names: readonly string[]): void {
  if (name === undefined || names.includes(name)) return;
  throw new UsageError(
    `the run has no ${what} "${name}"; there ${names.length === 1 ? 'is' : 'are'} ${names.join(', ')}`,
  );
}

function filterOf({ agent, case: caseId, verdict, outcome, hijacked, limit, offset }: EpisodesFlags): EpisodeFilter {
  return { agent, caseId, verdict, outcome: outcome === 'unfinished' ? null : outcome, hijacked, limit, offset };
}

const columns = ['episode', 'outcome', 'verdict', 'steps', 'scores'];
const rowsAtATime = 500;

/** Columns are as wide as the widest of what was printed so far, so that no more than some rows are held. */
function* table(rows: Iterable<EpisodeRow>, isFork: boolean): Generator<string> {
  const head = isFork ? [...columns, 'goes on from'] : columns;
  const widths = head.map(() => 0);
  let held = [head];
  for (const row of rows) {
    held.push(isFork ? [...cellsOf(row), parentOf(row)] : cellsOf(row));
    if (held.length < rowsAtATime) continue;
    yield* lines(held, { head, widths });
    held = [];
  }
  yield* lines(held, { head, widths });
}

function* lines(
  held: readonly (readonly string[])[],
  { head, widths }: { head: readonly string[]; widths: number[] },
): Generator<string> {
  for (const cells of held)
    for (const [at, cell] of cells.entries()) widths[at] = Math.max(widths[at] ?? 0, cell.length);
  for (const cells of held) {
    const line = cells
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd();
    yield `${cells === head ? colours.bold(line) : line}\n`;
  }
}

function cellsOf({ plan, outcome, verdict, steps, grades }: EpisodeRow): string[] {
  return [
    oneLine(plan.id),
    oneLine(outcome === null ? 'unfinished' : outcome.kind === 'error' ? `error (${outcome.code})` : outcome.kind),
    oneLine(`${verdict?.verdict ?? '-'}${verdict?.hijacked === true ? ` (${hijackedWords})` : ''}`),
    String(steps),
    grades.length === 0 ? '-' : grades.map(gradeText).join(', '),
  ];
}

/** In a fork: where it leaves the episode it goes on from. */
function parentOf({ plan: { parent } }: EpisodeRow): string {
  return parent === undefined ? '-' : oneLine(`step ${parent.step} of ${parent.episode}`);
}

function gradeText({ evaluator, result }: Grade): string {
  const name = oneLine(evaluator);
  switch (result.kind) {
    case 'scored':
      return `${name} ${result.score}`;
    case 'checked':
      return `${name} ${result.unreadable > 0 ? 'unreadable' : result.achieved ? 'achieved' : 'not achieved'}`;
    case 'graded':
      return `${name} ${result.score}${result.passed ? '' : ' (fails)'}`;
    case 'unscored':
      return `${name} unscored`;
  }
}
