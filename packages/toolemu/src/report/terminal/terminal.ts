import type {
  Case,
  Cost,
  Costs,
  Episode,
  Evaluation,
  Exposure,
  LedgerEntry,
  SharedWorlds,
  Step,
  Trajectory,
  WorldChange,
} from '../../contract/index.ts';
import {
  editedWords,
  exposureSentence,
  editsOf,
  formatSpent,
  claimsIn,
  claimWords,
  gradeOf,
  hijackedMeaning,
  hijackedWords,
  requirementName,
  riskWords,
  stepNotes,
  visible,
  wrongAnswers,
} from '../../words/index.ts';
import { renderTextTable } from './text-table.ts';

/** The colours a renderer uses; all may be the identity. */
export interface Palette {
  bold: (text: string) => string;
  dim: (text: string) => string;
  red: (text: string) => string;
  green: (text: string) => string;
  yellow: (text: string) => string;
  cyan: (text: string) => string;
}

/** What the calls of a run cost: a row for each role and model, and one for all. */
export function renderCosts({ byRoleAndModel, total }: Costs, palette: Palette): string {
  const heads = ['role', 'model', 'calls', 'reused', 'retries', 'input', 'cached', 'output', 'cost'];
  return renderTextTable({
    head: heads.map((head) => palette.bold(head)),
    rows: [
      ...byRoleAndModel.map(({ role, model, ...cost }) => [oneLine(role), oneLine(model), ...costCells(cost)]),
      ['all', '', ...costCells(total)],
    ],
  });
}

function costCells(cost: Cost): string[] {
  const { calls, reused, retries, inputTokens, cachedInputTokens, outputTokens } = cost;
  return [...[calls, reused, retries, inputTokens, cachedInputTokens, outputTokens].map(String), formatSpent(cost)];
}

/** A line on how far two agents met the same world. */
export function renderSharedWorlds({ agents, compared, same, toTheEnd, medianCalls }: SharedWorlds): string {
  const [one, other] = agents.map(oneLine);
  if (compared === 0) return `same world: ${one} and ${other} have finished no case in common yet`;
  const calls = medianCalls === 1 ? '1 call' : `${medianCalls} calls`;
  return `same world: ${one} and ${other} met it in ${same} of ${compared} episodes, for a median of ${calls}; in ${toTheEnd} to the end`;
}

/** What `renderEpisode` shows beside the episode itself. */
export interface EpisodeView {
  /** The case that was played; its instruction and the texts of its checks are shown. */
  readonly case?: Case | undefined;
  /** What its calls cost; left out where there were none. */
  readonly cost?: Cost | undefined;
  /** How near it came to the harm of its case. */
  readonly exposure?: Exposure | undefined;
  /** Whether texts are shown whole, with what agent and emulator thought; else they are cut to a line. */
  readonly full?: boolean;
}

/** An episode as a reader follows it: each call with its observation, world changes and ledger, then what was found. */
export function renderEpisode(
  episode: Episode,
  palette: Palette,
  { case: value, cost, exposure, full = false }: EpisodeView = {},
): string {
  const { plan, trajectory, evaluations, verdict } = episode;
  const write = full ? onOneLine : oneLine;
  const lines = [
    `${palette.bold(oneLine(`${plan.caseId}, agent ${plan.agent}, epoch ${plan.epoch}`))} ${palette.dim(oneLine(plan.id))}`,
    ...(value === undefined ? [] : [`${palette.dim('the user:')} ${write(value.instruction)}`]),
    ...[editedWords(trajectory.steps) ?? []].flat().map((words) => palette.yellow(words)),
    ...trajectory.steps.flatMap((step) => renderStep(step, palette, { write, full })),
    renderOutcome(trajectory.outcome, write),
    `${palette.bold('verdict')} ${colourOf(verdict.verdict, palette)(verdict.verdict)}: ${write(verdict.reason)}${verdict.disagreement ? palette.yellow(' (the judge and the checks disagree)') : ''}${verdict.hijacked === true ? palette.red(` (${hijackedWords}: ${hijackedMeaning})`) : ''}`,
    ...(exposure === undefined ? [] : [`${palette.bold('exposure')} ${write(exposureSentence(exposure))}`]),
    ...evaluations.flatMap((evaluation) =>
      renderEvaluation(evaluation, value, palette, write).map((line) => `  ${line}`),
    ),
    ...(cost === undefined || cost.calls + cost.reused === 0 ? [] : [`${palette.dim('cost')} ${renderCost(cost)}`]),
  ];
  return lines.join('\n');
}

function renderCost(cost: Cost): string {
  const { calls, reused, retries, inputTokens, cachedInputTokens, outputTokens } = cost;
  const counts = [
    calls === 1 ? '1 call' : `${calls} calls`,
    ...(retries > 0 ? [retries === 1 ? '1 retry' : `${retries} retries`] : []),
    ...(reused > 0 ? [`${reused} reused`] : []),
    `${inputTokens} tokens in (${cachedInputTokens} from a cache)`,
    `${outputTokens} out`,
  ];
  return `${formatSpent(cost)}: ${counts.join(', ')}`;
}

type Write = (text: string) => string;

function renderEvaluation(
  { evaluator: name, model, result }: Evaluation,
  value: Case | undefined,
  palette: Palette,
  write: Write,
): string[] {
  const by = oneLine(model === null ? name : `${name} by ${model}`);
  switch (result.kind) {
    case 'checked': {
      const texts = new Map(value?.checks?.achieved.map(({ id, text }) => [id, text]));
      return [
        ...result.tripped.map(
          ({ id, step, text }) => `${by}: ${palette.red(oneLine(id))} at step ${step}: ${write(text)}`,
        ),
        ...result.unachieved.map(
          (id) => `${by}: not achieved: ${oneLine(id)}${texts.has(id) ? `: ${write(texts.get(id) ?? '')}` : ''}`,
        ),
        ...result.unreadable.map((reason) => `${by}: ${palette.yellow('unreadable')}: ${write(reason)}`),
        ...(result.achieved && result.unreadable.length === 0 ? [`${by}: all achieved`] : []),
      ];
    }
    case 'scored':
      return [
        `${by}: ${result.score} (${oneLine(result.label)}) ${write(result.summary)}`,
        ...panelLines(result.panel),
        ...result.findings.map(
          (finding) =>
            `  ${finding.step === null ? '' : `step ${finding.step}: `}${write(finding.what)} (${riskWords(finding)})`,
        ),
        ...wrongAnswers(result).map(
          ({ step, label, why }) => `  step ${step}: ${label} issue of the emulation: ${write(why)}`,
        ),
      ];
    case 'graded':
      return [
        `${by}: ${result.passed ? '' : palette.red('fails')}${result.passed ? '' : ': '}${oneLine(gradeOf(result))}${result.summary === '' ? '' : `: ${write(result.summary)}`}`,
        ...result.findings.map(({ step, what }) => `  ${step === null ? '' : `step ${step}: `}${write(what)}`),
        ...claimsIn(result).map((claim) => `  ${palette.dim('claim')} ${write(claimWords(claim))}`),
      ];
    case 'unscored':
      return [`${by}: unscored: ${write(result.reason)}`];
  }
}

/** What each judge of a panel gave. */
function panelLines(panel: Extract<Evaluation['result'], { kind: 'scored' }>['panel'] = []): string[] {
  return panel.length === 0
    ? []
    : [`  each judge: ${panel.map(({ model, score }) => oneLine(`${model} ${score ?? 'unreadable'}`)).join(', ')}`];
}

function renderStep(of: Step, palette: Palette, { write, full }: { write: Write; full: boolean }): string[] {
  const { step, tool, args, input, status, observation, changes, consequences, violations, thought, emulator } = of;
  const thoughts = (who: string, text: string | undefined): string[] =>
    full && text !== undefined && text !== '' ? [`   ${palette.dim(`${who} thought:`)} ${write(text)}`] : [];
  const observed = write(observation.text);
  const edits = editsOf(of);
  return [
    `${palette.cyan(`${step}. ${oneLine(tool)}`)} ${write(args === null ? (input ?? '') : JSON.stringify(args))}`,
    ...thoughts('the agent', thought),
    ...thoughts('the emulator', emulator?.thought),
    `   ${palette.dim('→')} ${status === 'ok' ? observed : palette.yellow(observed)}`,
    ...(of.fault === undefined && of.real === undefined && of.by === undefined && edits === null
      ? []
      : [`   ${palette.yellow(stepNotes(of).join('; '))}`]),
    ...(edits?.observation === undefined ? [] : [`   ${palette.dim('before the edit')} ${write(edits.observation)}`]),
    ...changes.map((change) => `   ${palette.dim('world ')} ${renderChange(change, write)}`),
    ...consequences.map((entry) => `   ${palette.dim('ledger')} ${renderEntry(entry, write)}`),
    ...violations.map(
      ({ requirement, severity, message }) =>
        `   ${palette.yellow(`${severity} violation`)} ${oneLine(requirementName(requirement))}: ${write(message)}`,
    ),
  ];
}

function renderChange(change: WorldChange, write: Write): string {
  const what = oneLine(`${change.op} ${change.collection} ${change.id}`);
  if (change.op === 'create' || change.op === 'reveal') return `${what} ${write(JSON.stringify(change.after))}`;
  if (change.op === 'delete') return change.before === null ? what : `${what} ${write(JSON.stringify(change.before))}`;
  const before = change.before ?? {};
  const keys = [...new Set([...Object.keys(before), ...Object.keys(change.after)])];
  const differs = keys
    .filter((key) => JSON.stringify(before[key]) !== JSON.stringify(change.after[key]))
    .map((key) => `${key}: ${JSON.stringify(before[key]) ?? 'none'} → ${JSON.stringify(change.after[key]) ?? 'none'}`);
  return `${what} ${write(differs.join(', '))}`;
}

function renderEntry({ kind, to, what, amount, currency, undo }: LedgerEntry, write: Write): string {
  const parts = [
    kind,
    to.length > 0 ? `to ${to.join(', ')}` : '',
    amount !== 0 ? `${amount} ${currency}`.trim() : '',
    what.length > 0 ? what.map((text) => JSON.stringify(text)).join(', ') : '',
    undo ? '' : '(cannot be undone)',
  ];
  return write(parts.filter((part) => part !== '').join(' '));
}

function renderOutcome(outcome: Trajectory['outcome'], write: Write): string {
  switch (outcome.kind) {
    case 'finished':
      return `finished: ${write(outcome.answer)}`;
    case 'quit':
      return `quit: ${write(outcome.reason)}`;
    case 'step-limit':
      return 'stopped at the limit of steps';
    case 'error':
      return `broke off (${outcome.code}): ${write(outcome.message)}`;
    case 'budget':
      return `stopped by the budget: ${write(outcome.message)}`;
  }
}

function colourOf(verdict: Episode['verdict']['verdict'], palette: Palette): (text: string) => string {
  return { safe: palette.green, unsafe: palette.red, inconclusive: palette.yellow, 'not-judged': palette.dim }[verdict];
}

const longest = 240;

/** Text of agents, tools and models on one line of a terminal, cut, with hidden characters replaced. */
export function oneLine(text: string): string {
  const line = onOneLine(text);
  return line.length > longest ? `${line.slice(0, longest).replace(/[\uD800-\uDBFF]$/, '')}…` : line;
}

export function onOneLine(text: string): string {
  return visible(text.replaceAll(/\s+/g, ' '));
}
