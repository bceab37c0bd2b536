import Table from 'cli-table3';
import type { Episode, LedgerEntry, Step, Trajectory, WorldChange } from '../contract/index.ts';
import type { AgentSummary, Cost, Mean, Rate } from './summarize.ts';

/** The colours a renderer uses; all may be the identity. */
export interface Palette {
  bold: (text: string) => string;
  dim: (text: string) => string;
  red: (text: string) => string;
  green: (text: string) => string;
  yellow: (text: string) => string;
  cyan: (text: string) => string;
}

/** The table at the end of a run: a row for each agent and kind of case. Columns that say nothing are left out. */
export function renderSummary(summaries: readonly AgentSummary[], palette: Palette): string {
  const columns: {
    head: string;
    cell: (summary: AgentSummary) => string;
    needed: (summary: AgentSummary) => boolean;
  }[] = [
    { head: 'agent', cell: ({ agent }) => oneLine(agent), needed: () => true },
    { head: 'cases', cell: ({ kind }) => kind, needed: () => true },
    { head: 'n', cell: ({ episodes }) => String(episodes), needed: () => true },
    { head: 'safe', cell: ({ verdicts }) => palette.green(String(verdicts.safe)), needed: isJudged },
    {
      head: 'unsafe',
      cell: ({ verdicts }) => (verdicts.unsafe > 0 ? palette.red(String(verdicts.unsafe)) : '0'),
      needed: isJudged,
    },
    {
      head: 'inconclusive',
      cell: ({ verdicts }) => String(verdicts.inconclusive),
      needed: ({ verdicts }) => verdicts.inconclusive > 0,
    },
    { head: 'unsafe rate', cell: ({ unsafe }) => formatRate(unsafe), needed: isJudged },
    {
      head: 'achieved',
      cell: ({ achieved }) => formatRate(achieved),
      needed: ({ achieved }) => achieved.high !== null,
    },
    { head: 'safety', cell: ({ safety }) => formatMean(safety), needed: ({ safety }) => safety.of > 0 },
    {
      head: 'failures',
      cell: ({ failureIncidence }) => formatRate(failureIncidence),
      needed: ({ safety }) => safety.of > 0,
    },
    {
      head: 'helpfulness',
      cell: ({ helpfulness }) => formatMean(helpfulness),
      needed: ({ helpfulness }) => helpfulness.of > 0,
    },
    { head: 'quit', cell: ({ quitRate }) => formatRate(quitRate), needed: ({ quitRate }) => quitRate.high !== 0 },
    { head: 'errors', cell: ({ errors }) => palette.yellow(String(errors)), needed: ({ errors }) => errors > 0 },
    { head: 'cost', cell: ({ cost }) => formatCost(cost), needed: ({ cost }) => cost.calls > 0 },
  ];
  const shown = columns.filter(({ needed }) => summaries.some(needed));
  const table = new Table({
    head: shown.map(({ head }) => palette.bold(head)),
    style: { head: [], border: [], compact: true },
  });
  for (const summary of summaries) table.push(shown.map(({ cell }) => cell(summary)));
  return table.toString();
}

function isJudged({ verdicts }: AgentSummary): boolean {
  return verdicts.safe + verdicts.unsafe + verdicts.inconclusive > 0;
}

/** A share in percent, with its bounds where undecided episodes leave some. */
export function formatRate({ value, low, high }: Rate): string {
  const percent = (share: number | null): string =>
    share === null ? '-' : `${(share * 100).toFixed(share > 0 && share < 1 ? 1 : 0)}%`;
  return low === high ? percent(value) : `${percent(value)} [${percent(low)}, ${percent(high)}]`;
}

/** Dollars where the prices are known, tokens where they are not. */
function formatCost({ calls, usd, inputTokens, outputTokens }: Cost): string {
  if (calls === 0) return '-';
  return usd === null ? `price unknown, ${inputTokens + outputTokens} tokens` : `$${usd.toFixed(usd < 1 ? 4 : 2)}`;
}

function formatMean({ value }: Mean): string {
  return value === null ? '-' : value.toFixed(3);
}

/** An episode as a reader follows it: each call with its observation, world changes and ledger, then what was found. */
export function renderEpisode({ plan, trajectory, evaluations, verdict }: Episode, palette: Palette): string {
  const lines = [
    palette.bold(oneLine(`${plan.caseId}, agent ${plan.agent}, epoch ${plan.epoch}`)),
    ...trajectory.steps.flatMap((step) => renderStep(step, palette)),
    renderOutcome(trajectory.outcome),
    `${palette.bold('verdict')} ${colourOf(verdict.verdict, palette)(verdict.verdict)}: ${oneLine(verdict.reason)}`,
  ];
  for (const { evaluator: name, result } of evaluations) {
    const evaluator = oneLine(name);
    if (result.kind === 'checked') {
      for (const { id, step, text } of result.tripped)
        lines.push(`  ${evaluator}: ${palette.red(oneLine(id))} at step ${step}: ${oneLine(text)}`);
      lines.push(
        `  ${evaluator}: ${result.achieved ? 'all achieved' : `not achieved: ${oneLine(result.unachieved.join(', '))}`}`,
      );
    } else if (result.kind === 'scored') {
      lines.push(`  ${evaluator}: ${result.score} (${oneLine(result.label)}) ${oneLine(result.summary)}`);
      for (const { step, what } of result.findings)
        lines.push(`    ${step === null ? '' : `step ${step}: `}${oneLine(what)}`);
    } else lines.push(`  ${evaluator}: unscored: ${oneLine(result.reason)}`);
  }
  return lines.join('\n');
}

function renderStep(
  { step, tool, args, input, status, observation, changes, consequences, violations }: Step,
  palette: Palette,
): string[] {
  const call = `${palette.cyan(`${step}. ${oneLine(tool)}`)} ${oneLine(args === null ? (input ?? '') : JSON.stringify(args))}`;
  return [
    call,
    `   ${palette.dim('→')} ${status === 'ok' ? oneLine(observation.text) : palette.yellow(oneLine(observation.text))}`,
    ...changes.map((change) => `   ${palette.dim('world ')} ${renderChange(change)}`),
    ...consequences.map((entry) => `   ${palette.dim('ledger')} ${renderEntry(entry)}`),
    ...violations.map(({ severity, message }) => `   ${palette.yellow(`${severity} violation`)} ${oneLine(message)}`),
  ];
}

function renderChange(change: WorldChange): string {
  const what = oneLine(`${change.op} ${change.collection} ${change.id}`);
  if (change.op === 'create' || change.op === 'reveal') return `${what} ${oneLine(JSON.stringify(change.after))}`;
  if (change.op === 'delete')
    return change.before === null ? what : `${what} ${oneLine(JSON.stringify(change.before))}`;
  const before = change.before ?? {};
  const keys = [...new Set([...Object.keys(before), ...Object.keys(change.after)])];
  const differs = keys
    .filter((key) => JSON.stringify(before[key]) !== JSON.stringify(change.after[key]))
    .map((key) => `${key}: ${JSON.stringify(before[key]) ?? 'none'} → ${JSON.stringify(change.after[key]) ?? 'none'}`);
  return `${what} ${oneLine(differs.join(', '))}`;
}

function renderEntry({ kind, to, what, amount, currency, undo }: LedgerEntry): string {
  const parts = [
    kind,
    to.length > 0 ? `to ${to.join(', ')}` : '',
    amount !== 0 ? `${amount} ${currency}`.trim() : '',
    what.length > 0 ? what.map((text) => JSON.stringify(text)).join(', ') : '',
    undo ? '' : '(cannot be undone)',
  ];
  return oneLine(parts.filter((part) => part !== '').join(' '));
}

function renderOutcome(outcome: Trajectory['outcome']): string {
  switch (outcome.kind) {
    case 'finished':
      return `finished: ${oneLine(outcome.answer)}`;
    case 'quit':
      return `quit: ${oneLine(outcome.reason)}`;
    case 'step-limit':
      return 'stopped at the limit of steps';
    case 'error':
      return `broke off (${outcome.code}): ${oneLine(outcome.message)}`;
    case 'budget':
      return `stopped by the budget: ${oneLine(outcome.message)}`;
  }
}

function colourOf(verdict: Episode['verdict']['verdict'], palette: Palette): (text: string) => string {
  return { safe: palette.green, unsafe: palette.red, inconclusive: palette.yellow, 'not-judged': palette.dim }[verdict];
}

const longest = 240;

/** Text of agents, tools and models on one line of a terminal: control characters shown, not obeyed, and cut. */
export function oneLine(text: string): string {
  const visible = text.replaceAll(/\s+/g, ' ').replaceAll(/[\p{Cc}\p{Bidi_Control}]/gu, '�');
  return visible.length > longest ? `${visible.slice(0, longest)}…` : visible;
}
