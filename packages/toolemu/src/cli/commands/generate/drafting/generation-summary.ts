import type { Draft } from '../../../../contract/index.ts';
import { draftFile } from '../../../../curation/index.ts';
import { oneLine, renderTextTable } from '../../../../report/index.ts';
import { draftProofWords, draftStateNames, plural, shellWord } from '../../../../words/index.ts';
import { colours, note, print, printJson, self } from '../../../terminal/output.ts';
import type { GenerationFlags } from './generation-options.ts';
import type { GenerationSession } from './generation-session.ts';

/** How many notes of a draft are printed; `--json` has all. */
const notesShown = 3;

/**
 * Tells what became of drafts, what it cost, and what to do next. Sets exit code 1 where nothing usable came, or where a
 * draft was broken off.
 */
export function tellDrafts(
  drafts: readonly Draft[],
  { flags, session }: { flags: GenerationFlags; session: GenerationSession },
): void {
  for (const line of session.summary()) note(line);
  const isBroken = drafts.some(({ state }) => state === 'planned');
  const isUsable = drafts.some(({ state }) => state === 'ready');
  if (isBroken || !isUsable) process.exitCode = 1;
  if (flags.json === true) {
    printJson({ drafts: drafts.map((draft) => resultOf(draft, flags.drafts)) });
  } else {
    if (drafts.length > 0) print(tableOf(drafts));
    for (const line of drafts.flatMap(remarksOn)) print(line);
    if (isUsable) print(`Next: ${self} review${draftsOption(flags)}`);
  }
  if (isBroken) note(`what is unfinished goes on, and nothing is paid for twice: ${resumeGeneration(flags)}`);
}

/** Why a draft is as it is, and what was left out on the way. */
function remarksOn({ id, reason, notes }: Draft): string[] {
  const told = [...(reason === null ? [] : [reason]), ...notes.slice(0, notesShown)];
  const more = notes.length - notesShown;
  return [...told, ...(more > 0 ? [`and ${plural(more, 'note')} more`] : [])].map((text) => oneLine(`${id}: ${text}`));
}

/** The command that goes on with what was broken off. */
function resumeGeneration(flags: GenerationFlags): string {
  const { toolkits = [], cases = [] } = flags;
  return [
    `${self} generate --resume${draftsOption(flags)}`,
    ...(toolkits.length === 0 ? [] : ['--toolkits', ...toolkits.map(shellWord)]),
    ...(cases.length === 0 ? [] : ['--cases', ...cases.map(shellWord)]),
  ].join(' ');
}

function draftsOption({ drafts }: GenerationFlags): string {
  return drafts === 'drafts' ? '' : ` --drafts ${shellWord(drafts)}`;
}

function resultOf({ id, state, request, value, proof, notes, reason }: Draft, folder: string): unknown {
  return { id, kind: request.kind, state, file: draftFile(folder, request.kind, id), value, proof, notes, reason };
}

function tableOf(drafts: readonly Draft[]): string {
  const heads = ['draft', 'sort', 'state', 'proof'];
  const rows = drafts.map((draft) => {
    const { id, request, state, proof } = draft;
    return [oneLine(id), request.kind, draftStateNames[state].short, proof === null ? '-' : draftProofWords(draft)];
  });
  const table = renderTextTable({ head: heads.map((head) => colours.bold(head)), rows });
  return `${table}\n${plural(drafts.length, 'draft')}`;
}
