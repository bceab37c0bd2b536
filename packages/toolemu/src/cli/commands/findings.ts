import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Command } from '@commander-js/extra-typings';
import type { Findings } from '../../contract/index.ts';
import { findingsSarif, findingTest, renderFindings, renderFindingsMarkdown } from '../../report/index.ts';
import {
  confirmationTimes,
  decidedFamilies,
  findingsOf,
  type FindingsOptions,
  isConfirmation,
  noFindings,
  powerOfTries,
} from '../../run/index.ts';
import { RunFile } from '../../store/index.ts';
import { plural, shellWord, undecidedWords } from '../../words/index.ts';
import { examples } from '../options/help.ts';
import { printTriesPower } from '../play/power.ts';
import { UsageError } from '../terminal/failure.ts';
import { colours, note, print, printJson, self } from '../terminal/output.ts';
import { readBaseline, writeBaseline } from './findings/baseline.ts';
import { choiceOf, confirm, type Tried } from './findings/confirm.ts';
import { type FindingsFlags, findingsOptions } from './findings/options.ts';

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
  const tried: Tried | null = holdsTries(run, flags)
    ? { confirmed: run, screening: path.join(path.dirname(run), 'screening.toolemu') }
    : await confirm(run, flags);
  if (tried === null) return;
  const found =
    tried.confirmed === null ? nothingConfirmed(run, tried, options) : await findingsIn(tried.confirmed, options);
  if (flags.json === true) printJson(found);
  else if (flags.format === 'sarif') printJson(findingsSarif(found));
  else print(flags.format === 'md' ? renderFindingsMarkdown(found) : renderFindings(found, colours));
  if (flags.asTest !== undefined && tried.confirmed !== null) writeTests(flags.asTest, found);
  if (written !== undefined) writeBaseline(written, found, [baseline, before]);
  sayUndecided(found, tried);
  if (flags.failOn !== undefined && doesFail(flags.failOn, found)) process.exitCode = 3;
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

async function findingsIn(confirmed: string, options: FindingsOptions): Promise<Findings> {
  using file = RunFile.read(confirmed);
  return await findingsOf(file, options);
}

function nothingConfirmed(
  run: string,
  { screened: { dropped, undecided } = { dropped: [], undecided: [] } }: Tried,
  options: Pick<FindingsOptions, 'baseline' | 'only'>,
): Findings {
  using file = RunFile.read(run);
  const { cases } = file.manifest;
  return noFindings({ run, selectedFrom: run, dropped, undecided, cases, decided: decidedFamilies(file), ...options });
}

/** What could not be decided is not safe: it says so, and how to go on, and the exit code is 1. */
function sayUndecided({ undecided }: Findings, { confirmed, screening }: Tried): void {
  if (undecided.length === 0) return;
  process.exitCode = 1;
  for (const one of undecided) note(`undecided: ${undecidedWords(one)}`);
  const files = new Set(undecided.map(({ stage }) => (stage === 'fresh' ? confirmed : screening) ?? screening));
  for (const file of files)
    note(
      `the same command retries tries that broke off; to ask judges again that could not be read: toolemu evaluate ${shellWord(file)} --missing`,
    );
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
