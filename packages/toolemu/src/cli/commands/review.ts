import { existsSync } from 'node:fs';
import path from 'node:path';
import { readTextFile } from '../../platform/index.ts';
import { type Command, InvalidArgumentError, Option } from '@commander-js/extra-typings';
import type { Draft, DraftState, Json } from '../../contract/index.ts';
import { acceptDraft, editDraft, rejectDraft, reopenDraft, revertDraft, ReviewError } from '../../curation/index.ts';
import { provers } from '../../run/index.ts';
import { draftProofWords, draftStateNames, plural, shellWord } from '../../words/index.ts';
import { isObject } from '../../world/index.ts';
import { examples } from '../options/help.ts';
import type { OptionsOf } from '../options/option-group.ts';
import { usualFolder } from './scan/scan-options.ts';
import { UsageError } from '../terminal/failure.ts';
import { note, print, printJson, self } from '../terminal/output.ts';
import { terminalDesk } from './review/review-desk.ts';
import { hasTerminal } from '../terminal/ask.ts';
import { findNamed, knownBeside, readDrafts, type ReviewFolders } from './review/review-folder.ts';
import { draftRow, listLines } from './review/review-list.ts';
import { readEdited } from './review/review-read.ts';
import { reviewDrafts, settledLine, type Tally } from './review/review-session.ts';
import { draftLines, issueLines, proofLines, reasoningLines } from './review/review-text.ts';

export function register(command: Command): void {
  reviewOptions(command)
    .addHelpText(
      'after',
      examples(
        'toolemu review',
        'toolemu review --list --state ready',
        'toolemu review mail-old-contract --full',
        'toolemu review mail-old-contract --edit mine.json',
        'toolemu review mail-old-contract --accept',
        "toolemu review toolkit/Parking --reject 'too like Travel'",
      ),
    )
    .action(review);
}

function reviewOptions(command: Command) {
  return command
    .argument('[draft]', 'id of a draft, or case/ID, toolkit/ID; without one, all that are ready, one by one')
    .option('--drafts <folder>', 'folder of the drafts', 'drafts')
    .option(
      '--into <folder>',
      'folder in whose toolkits and cases accepted ones are kept (default: that of the drafts)',
    )
    .option('--toolkits <paths...>', 'files or folders of more toolkits that drafts refer to')
    .option('--cases <paths...>', 'files or folders of more cases that drafts refer to')
    .option('--list', 'list the drafts; without a terminal this is what happens anyway')
    .addOption(new Option('--state <name>', 'list only the drafts of this state').argParser(draftState))
    .option('--full', 'print the draft with the records of its world and what the model thought')
    .addOption(new Option('--accept', 'accept the draft').conflicts(['edit', 'reject', 'reopen']))
    .option('--lm-only', 'with --accept: without its checks and references, as a case for language models alone')
    .addOption(
      new Option(
        '--edit <file>',
        'put the JSON of this file in its place (a toolkit, a case, or what --json printed), and prove that',
      ).conflicts(['accept', 'reject', 'reopen']),
    )
    .addOption(new Option('--reject <reason>', 'reject the draft').conflicts(['accept', 'edit', 'reopen']))
    .addOption(
      new Option('--reopen', 'review anew what was dropped or rejected').conflicts(['accept', 'edit', 'reject']),
    )
    .addOption(new Option('--revert', 'put back what the model left').conflicts(['accept', 'edit', 'reject', 'reopen']))
    .option('--json', 'print the draft, or the list, as JSON');
}

/** A state by the name that lists give it, or that files have. */
function draftState(text: string): DraftState {
  const names = Object.entries(draftStateNames) as [DraftState, { short: string }][];
  const found = names.find(([name, { short }]) => name === text || short === text);
  if (found !== undefined) return found[0];
  throw new InvalidArgumentError(`it must be one of ${names.map(([, { short }]) => short).join(', ')}.`);
}

type ReviewFlags = OptionsOf<typeof reviewOptions>;

/**
 * `toolemu review`: drafts one by one in a terminal; with a draft and an option one of them. Exit code 1 where it was
 * refused, where what was edited is not sound, and where drafts that are listed could not be read.
 */
export async function review(name: string | undefined, flags: ReviewFlags): Promise<void> {
  const { drafts, into = path.dirname(drafts), toolkits = [], cases = [] } = flags;
  const folders = { drafts, into, beside: [...toolkits, ...cases] };
  const settle = settlementOf(flags);
  if (name === undefined) {
    if (settle !== null || flags.full === true)
      throw new UsageError('name the draft that is meant; `toolemu review --list` lists them');
    if (isList(flags)) list(flags);
    else await reviewReady(folders);
    return;
  }
  if (flags.list === true || flags.state !== undefined) throw new UsageError('--list and --state take no draft');
  const draft = findNamed(name, drafts);
  if (settle !== null) await settled(draft, settle, folders, flags);
  else if (flags.json === true) printJson(draft);
  else if (flags.full === true || !hasTerminal()) show(draft, flags);
  else tellTally(await inTerminal([draft], folders), folders);
}

type Settle = (draft: Draft, folders: ReviewFolders) => Promise<Draft> | Draft;

/** What the options ask to be done; null where nothing. */
function settlementOf({ accept, lmOnly, edit, reject, reopen, revert }: ReviewFlags): Settle | null {
  if (lmOnly === true && accept !== true) throw new UsageError('--lm-only is said with --accept');
  if (accept === true) {
    return async (draft, folders) => {
      const { drafts: folder, into } = folders;
      return acceptDraft(draft, {
        ...provers,
        folder,
        into,
        known: await knownBeside(folders),
        lmOnly: lmOnly === true,
        now: new Date(),
      });
    };
  }
  if (edit !== undefined) {
    return async (draft, folders) => {
      const value = readEdit(edit);
      return editDraft(draft, value, { ...provers, folder: folders.drafts, known: await knownBeside(folders) });
    };
  }
  if (revert === true) {
    return async (draft, folders) =>
      revertDraft(draft, { ...provers, folder: folders.drafts, known: await knownBeside(folders) });
  }
  if (reject !== undefined) return (draft, { drafts }) => rejectDraft(draft, reject, drafts);
  return reopen === true ? (draft, { drafts }) => reopenDraft(draft, drafts) : null;
}

function readEdit(file: string): Parameters<typeof editDraft>[1] {
  const remedy = 'mend it, and give it again';
  let text: string;
  try {
    text = readTextFile(file);
  } catch (error) {
    throw new UsageError(`${file}: cannot be read: ${(error as Error).message}; check the path`);
  }
  const read = readEdited(text);
  if (!read.ok) throw new UsageError(`${file}: not JSON: ${read.reason}; ${remedy}`);
  const value = draftedIn(read.value);
  if (isObject(value) && ['tools', 'instruction', 'twinOf'].some((name) => Object.hasOwn(value, name))) return value;
  throw new UsageError(
    `${file}: neither a toolkit nor a case, so the draft stays as it was: a toolkit has "tools", a case "instruction", a twin "twinOf"`,
  );
}

/** What was drafted, of a whole draft as `--json` prints it. */
function draftedIn(value: Json): Json {
  if (!isObject(value) || !Object.hasOwn(value, 'exchanges')) return value;
  return value.attempt ?? value.value ?? null;
}

async function settled(draft: Draft, settle: Settle, folders: ReviewFolders, { json }: ReviewFlags): Promise<void> {
  let now: Draft;
  try {
    now = await settle(draft, folders);
  } catch (error) {
    if (!(error instanceof ReviewError)) throw error;
    process.exitCode = 1;
    if (json === true) printJson({ refused: error.message, issues: error.issues });
    else for (const line of [error.message, ...issueLines(error.issues)]) note(line);
    return;
  }
  const isUnsound = now.state === 'ready' && now.proof?.state === 'unsound';
  if (isUnsound) process.exitCode = 1;
  if (json === true) {
    printJson(now);
    return;
  }
  print(settledLine(now));
  if (now.state === 'rejected') return;
  print(draftProofWords(now));
  for (const line of proofLines(now)) print(line);
  if (now.accepted !== null)
    print(`Next: ${self} check ${checked(now.accepted.file, folders).map(shellWord).join(' ')}`);
}

/** An accepted file with the toolkits it may refer to. */
function checked(file: string, { into }: ReviewFolders): string[] {
  const toolkits = path.join(into, 'toolkits');
  return existsSync(toolkits) && path.dirname(file) !== toolkits ? [toolkits, file] : [file];
}

function show(draft: Draft, { full }: ReviewFlags): void {
  for (const line of draftLines(draft, { records: full === true })) print(line);
  if (full === true) for (const line of reasoningLines(draft)) print(line);
}

function isList({ list: isAsked, state, json }: ReviewFlags): boolean {
  return isAsked === true || state !== undefined || json === true || !hasTerminal();
}

function list({ drafts: folder, state, json }: ReviewFlags): void {
  const { drafts, unread } = readDrafts(folder);
  if (unread > 0) process.exitCode = 1;
  const rows = drafts.filter((draft) => state === undefined || draft.state === state).map(draftRow);
  if (json === true) {
    printJson(rows);
    return;
  }
  for (const line of listLines(rows)) print(line);
  if (rows.length > 0) return;
  const what = state === undefined ? 'no draft' : `no draft that is ${draftStateNames[state].short}`;
  const ofScan = path.join(usualFolder, 'drafts');
  const elsewhere =
    folder !== ofScan && existsSync(ofScan) ? `; those of a scan: ${self} review --drafts ${ofScan}` : '';
  note(`there is ${what} in ${folder}; \`${self} generate\` makes drafts${elsewhere}`);
}

async function reviewReady(folders: ReviewFolders): Promise<void> {
  const ready = readDrafts(folders.drafts).drafts.filter(({ state }) => state === 'ready');
  if (ready.length === 0) {
    note(`nothing in ${folders.drafts} waits to be reviewed; \`${self} review --list\` lists all drafts`);
    return;
  }
  tellTally(await inTerminal(ready, folders), folders);
}

function inTerminal(queue: readonly Draft[], folders: ReviewFolders): Promise<Tally> {
  const { drafts, into } = folders;
  return reviewDrafts(queue, {
    desk: terminalDesk,
    drafts,
    into,
    known: () => knownBeside(folders),
    now: () => new Date(),
  });
}

function tellTally({ accepted, rejected }: Tally, { drafts, into }: ReviewFolders): void {
  const left = readDrafts(drafts).drafts.filter(({ state }) => state === 'ready').length;
  print(`${accepted} accepted, ${rejected} rejected; ${plural(left, 'draft')} still to review`);
  if (accepted > 0) note(`they are in the folders toolkits and cases of ${into}: check them there, and play them`);
}
