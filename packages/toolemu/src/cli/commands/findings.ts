import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import path from 'node:path';
import { type Command, Option } from '@commander-js/extra-typings';
import { loadBenchmark } from '../../benchmark/index.ts';
import type { Case, Findings } from '../../contract/index.ts';
import { isDecided } from '../../evaluator/index.ts';
import { findingsSarif, findingTest, renderFindings, renderFindingsMarkdown } from '../../report/index.ts';
import {
  confirmationHead,
  type ConfirmationHead,
  confirmationTimes,
  decidedFamilies,
  estimateRun,
  type Families,
  findingsOf,
  type FindingsOptions,
  isConfirmation,
  modelsIn,
  noFindings,
  openEpisodes,
  powerOfTries,
  type Screened,
  screeningHead,
  screeningRule,
} from '../../run/index.ts';
import { plansOf, RunFile } from '../../store/index.ts';
import { plural, shellWord, undecidedWords } from '../../words/index.ts';
import { readOwnFamilies } from '../config/own-families.ts';
import { configOption, noConfigOption } from '../options/config-option.ts';
import { engineOptions } from '../options/engine-options.ts';
import { examples } from '../options/help.ts';
import { type OptionsOf, withOptions } from '../options/option-group.ts';
import { positiveInteger } from '../options/parsers.ts';
import { allowCommandOption } from '../options/trust-options.ts';
import { confirmSpending, modelsOf } from '../play/confirm.ts';
import { printEstimate } from '../play/estimate.ts';
import { printTriesPower } from '../play/power.ts';
import { checkModels } from '../play/model-access.ts';
import { play } from '../play/play.ts';
import { UsageError } from '../terminal/failure.ts';
import { colours, note, print, printJson, self } from '../terminal/output.ts';
import { agreeOnCommands, commandsOf } from '../trust/commands.ts';
import { readBaseline, writeBaseline } from './findings/baseline.ts';

export function register(command: Command): void {
  findingsOptions(command)
    .addHelpText(
      'after',
      examples(
        'toolemu findings runs/my.toolemu',
        'toolemu findings runs/my.toolemu --estimate',
        'toolemu findings runs/my-findings/confirmed.toolemu --format md',
        "toolemu findings runs/my.toolemu --yes --baseline findings.json --fail-on 'new-findings>0'",
        'toolemu findings runs/my-findings/confirmed.toolemu --as-test test/findings',
      ),
    )
    .action(findings);
}

function findingsOptions(command: Command) {
  return withOptions(
    command
      .argument('<run>', 'a run file, or the confirmed.toolemu of earlier findings')
      .option('--case <id>', 'Only this case')
      .option('--agent <name>', 'Only this agent')
      .option('--times <n>', 'Fresh tries of each suspect, and of its control', positiveInteger, confirmationTimes)
      .option('--out <folder>', 'Folder for the tries (default: <run>-findings beside the run)')
      .addOption(new Option('--format <name>', 'Format of the cards').choices(['text', 'md', 'sarif']).default('text'))
      .option('--json', 'Print the cards as JSON')
      .option('--baseline <file>', 'Tell new, known, accepted and gone findings by this file')
      .option('--write-baseline <file>', 'Write the confirmed findings to a baseline file')
      .addOption(
        new Option('--fail-on <condition>', 'Exit with 3 if it holds').choices(['findings>0', 'new-findings>0']),
      )
      .option('--as-test <folder>', 'Write a vitest regression test for each confirmed finding')
      .addOption(configOption())
      .addOption(noConfigOption())
      .addOption(allowCommandOption())
      .option('--estimate', 'Print the expected cost of the tries and stop')
      .option('--power', 'Print which unsafe rate so many tries can show to be caused by the hazard, and stop')
      .option('--yes', 'Skip the confirmation before models are called'),
    engineOptions,
  );
}

type FindingsFlags = OptionsOf<typeof findingsOptions>;

/** `toolemu findings`: tries what was unsafe in a run again, and prints a card for each finding. */
export async function findings(run: string, flags: FindingsFlags): Promise<void> {
  if (flags.power === true) {
    printTriesPower(powerOfTries(flags.times), flags.json === true);
    return;
  }
  const baseline = flags.baseline === undefined ? undefined : readBaseline(flags.baseline);
  const written = flags.writeBaseline;
  const before = written !== undefined && existsSync(written) ? readBaseline(written) : undefined;
  const options = { baseline, only: choiceOf(flags), program: self };
  const tried: Tried | null = holdsTries(run, flags) ? { confirmed: run } : await confirm(run, flags);
  if (tried === null) return;
  const found =
    tried.confirmed === null ? nothingConfirmed(run, tried, options) : await findingsIn(tried.confirmed, options);
  if (flags.json === true) printJson(found);
  else if (flags.format === 'sarif') printJson(findingsSarif(found));
  else print(flags.format === 'md' ? renderFindingsMarkdown(found) : renderFindings(found, colours));
  if (flags.asTest !== undefined && tried.confirmed !== null) writeTests(flags.asTest, found);
  if (written !== undefined) writeBaseline(written, found, [baseline, before]);
  sayUndecided(found, tried.confirmed);
  if (flags.failOn !== undefined && doesFail(flags.failOn, found)) process.exitCode = 3;
}

function choiceOf(flags: Pick<FindingsFlags, 'case' | 'agent'>): { caseId?: string; agent?: string } {
  return {
    ...(flags.case === undefined ? {} : { caseId: flags.case }),
    ...(flags.agent === undefined ? {} : { agent: flags.agent }),
  };
}

/** Whether a file holds fresh tries. Throws {@link UsageError} where another number of them is asked for. */
function holdsTries(run: string, { times }: FindingsFlags): boolean {
  using file = RunFile.read(run);
  if (!isConfirmation(file)) return false;
  const held = file.manifest.confirmation?.times ?? times;
  if (times !== confirmationTimes && times !== held)
    throw new UsageError(
      `${run} holds ${plural(held, 'fresh try', 'fresh tries')} of each suspect, not ${times}: try its run again with another --out`,
    );
  return true;
}

/** The file of the tries that count; null where no suspect came to them, with what came of the suspects. */
type Tried = { readonly confirmed: string } | ({ readonly confirmed: null } & Pick<Screened, 'dropped' | 'undecided'>);

async function findingsIn(confirmed: string, options: FindingsOptions): Promise<Findings> {
  using file = RunFile.read(confirmed);
  return await findingsOf(file, options);
}

function nothingConfirmed(
  run: string,
  { dropped, undecided }: Pick<Screened, 'dropped' | 'undecided'>,
  options: Pick<FindingsOptions, 'baseline' | 'only'>,
): Findings {
  using file = RunFile.read(run);
  const { cases } = file.manifest;
  return noFindings({ run, selectedFrom: run, dropped, undecided, cases, decided: decidedFamilies(file), ...options });
}

/** What could not be decided is not safe: it says so, and how to go on, and the exit code is 1. */
function sayUndecided({ undecided }: Findings, confirmed: string | null): void {
  for (const one of undecided) note(`undecided: ${undecidedWords(one)}`);
  if (undecided.length === 0) return;
  process.exitCode = 1;
  note(
    `nothing can be told of ${plural(undecided.length, 'suspect')}. The same command retries tries that broke off; \`toolemu evaluate ${shellWord(confirmed ?? 'SCREENING')} --missing\` asks judges again that could not be read`,
  );
}

/** Plays what is still to be played of both stages. Null where it was stopped, or nothing was to be played. */
async function confirm(run: string, flags: FindingsFlags): Promise<Tried | null> {
  const families = await readOwnFamilies(flags.config);
  const folder = flags.out ?? path.join(path.dirname(run), `${path.parse(run).name}-findings`);
  const [screening, confirmed] = ['screening', 'confirmed'].map((name) => path.join(folder, `${name}.toolemu`)) as [
    string,
    string,
  ];
  const head = headOf(run, { flags, screening, twins: await builtinTwins() });
  if (head === null) {
    sayNothingUnsafe(run, flags);
    return { confirmed: null, dropped: [], undecided: [] };
  }
  if (flags.estimate === true) {
    printEstimate(await estimateRun({ ...head, plans: plansOf(head), families }), flags.json === true);
    note(`this is the screening; each suspect that passes it takes ${2 * flags.times} more tries, with its control`);
    return null;
  }
  if (!(await playStage({ head, target: screening, run, flags, families, what: screeningWords(head, run) })))
    return null;
  const { head: next, dropped, undecided } = confirmationOf(screening, flags.times);
  for (const { caseId, agent, screening: tries } of dropped)
    note(`dropped in screening: ${caseId}, ${agent}, unsafe in ${tries?.count ?? 0} of ${tries?.of ?? 0}`);
  if (next === null) {
    note(`nothing was unsafe in ${screeningRule.unsafe} of ${screeningRule.of} fresh tries: no finding is confirmed`);
    return { confirmed: null, dropped, undecided };
  }
  const what = `${plural(plansOf(next).length, 'episode')}: ${plural(next.confirmation.suspects.length, 'suspect')} with ${plural(flags.times, 'fresh try', 'fresh tries')} each, and controls`;
  return (await playStage({ head: next, target: confirmed, run, flags, families, what })) ? { confirmed } : null;
}

/** The head of the screening: of all suspects, where the file of these is there already; else of those that are chosen. */
function headOf(
  run: string,
  { flags, screening, twins }: { flags: FindingsFlags; screening: string; twins: readonly Case[] },
): ConfirmationHead | null {
  using file = RunFile.read(run);
  const chosen = screeningHead(file, choiceOf(flags), twins);
  if (chosen === null || !existsSync(screening)) return chosen;
  const all = screeningHead(file, {}, twins);
  return all !== null && holdsThese(all, screening) ? all : chosen;
}

/** That nothing was unsafe says little where nothing was decided: then the exit code is 1. */
function sayNothingUnsafe(run: string, flags: FindingsFlags): void {
  using file = RunFile.read(run);
  const rows = [...file.rows()].filter(
    ({ plan }) =>
      (flags.case === undefined || plan.caseId === flags.case) &&
      (flags.agent === undefined || plan.agent === flags.agent),
  );
  const decided = rows.filter(({ verdict }) => verdict !== null && isDecided(verdict)).length;
  const planned = Math.max(
    rows.length,
    flags.case === undefined && flags.agent === undefined ? plansOf(file.manifest).length : 0,
  );
  if (decided === 0) {
    note(
      `no episode of ${run} that was chosen has a verdict, so nothing can be confirmed, and nothing is known to be safe`,
    );
    process.exitCode = 1;
    return;
  }
  note(
    `no episode of ${run} that was chosen is unsafe: there is nothing to confirm${decided < planned ? `; ${planned - decided} of ${planned} have no verdict` : ''}`,
  );
}

function confirmationOf(screening: string, times: number): Screened {
  using file = RunFile.read(screening);
  return confirmationHead(file, { times });
}

function screeningWords(head: ConfirmationHead, run: string): string {
  const { suspects, times } = head.confirmation;
  return `${plural(plansOf(head).length, 'episode')}: screening of ${plural(suspects.length, 'suspect')} of ${run}, ${plural(times, 'try', 'tries')} each`;
}

/** Plays a stage, or what is left of it. False where nobody agreed, or it was stopped before its end. */
async function playStage({
  head,
  target,
  run,
  flags,
  families,
  what,
}: {
  head: ConfirmationHead;
  target: string;
  run: string;
  flags: FindingsFlags;
  families: Families | undefined;
  what: string;
}): Promise<boolean> {
  await agreeOnCommands(commandsOf(head.config.agents), { file: run, allow: flags.allowCommand });
  const file = openStage(head, target);
  const { config } = file.manifest;
  try {
    await checkModels(modelsIn(config), flags);
    const estimate = () => estimateRun({ ...file.manifest, plans: plansOf(file.manifest), families });
    if (!(await confirmSpending({ what, ...modelsOf(config), estimate, yes: flags.yes === true }))) {
      file.close();
      return false;
    }
  } catch (error) {
    file.close();
    throw error;
  }
  const isPlayed = head.confirmation.stage === 'confirmation' && openEpisodes(file).open.length === 0;
  if (isPlayed)
    note(`${target} holds all of its tries: nothing is played. If the agent has changed, name another folder by --out`);
  const { stopped, done, planned } = await play(file, flags, {}, { families, retry: 'agent' });
  if (stopped === null) return true;
  process.exitCode = 1;
  note(`${done} of ${planned} tries are done. Continue with the same command`);
  return false;
}

/** The file of a stage: a new one, or the one that an earlier command began for the same suspects. */
function openStage(head: ConfirmationHead, target: string): RunFile {
  if (!existsSync(target)) return RunFile.create(target, head);
  if (!holdsThese(head, target))
    throw new UsageError(
      `${target} holds tries of other suspects, cases, agents or settings, or another number of them. Name another folder by --out, or move the file away`,
    );
  return RunFile.resume(target);
}

/**
 * Whether a file was begun for the same suspects, with the same cases, toolkits, agents and settings. It is only read: who
 * is refused finds it as it was.
 */
function holdsThese(head: ConfirmationHead, target: string): boolean {
  using known = RunFile.read(target);
  const { config, hashes, confirmation } = known.manifest;
  if (confirmation === undefined) return false;
  return isDeepStrictEqual(contentOf({ config, hashes, confirmation }), contentOf(head));
}

/** What tries depend on: not by which path the run was named. */
function contentOf({
  config,
  hashes,
  confirmation: { run: _run, ...confirmation },
}: Pick<ConfirmationHead, 'config' | 'hashes' | 'confirmation'>): unknown {
  return JSON.parse(JSON.stringify({ config, hashes, confirmation }));
}

async function builtinTwins(): Promise<Case[]> {
  const { cases } = await loadBenchmark({});
  return cases.filter(({ kind }) => kind === 'twin');
}

function writeTests(folder: string, { run, cards }: Findings): void {
  mkdirSync(folder, { recursive: true });
  using file = RunFile.read(run);
  const { manifest } = file;
  for (const card of cards.filter(({ isConfirmed }) => isConfirmed)) {
    if (card.check === null) {
      note(
        `no regression test of ${card.fingerprint}: only a judge saw the harm, and a test decides by the checks of the case. Add a check for it`,
      );
      continue;
    }
    const value = manifest.cases.find(({ id }) => id === card.caseId);
    if (value === undefined) continue;
    const toolkits = manifest.toolkits.filter(({ name }) => value.toolkits.includes(name));
    for (const [name, text] of Object.entries(findingTest(card, { case: value, toolkits })))
      writeFileSync(path.join(folder, name), text);
    note(
      `${path.join(folder, `${card.fingerprint}.test.ts`)}: give it your agent in ${shellWord(path.join(folder, 'agent.ts'))}`,
    );
  }
}

function doesFail(condition: 'findings>0' | 'new-findings>0', { cards }: Findings): boolean {
  const confirmed = cards.filter(({ isConfirmed }) => isConfirmed);
  const open =
    condition === 'findings>0'
      ? confirmed.filter(({ state }) => state !== 'accepted')
      : confirmed.filter(({ state }) => state === null || state === 'new');
  for (const card of open) note(`--fail-on ${condition}: ${card.title} (${card.fingerprint})`);
  return open.length > 0;
}
