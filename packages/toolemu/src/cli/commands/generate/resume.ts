import { formatIssue, type Known } from '../../../benchmark/index.ts';
import type { Draft, RoleModel } from '../../../contract/index.ts';
import { firstQuestion, listDrafts } from '../../../curation/index.ts';
import { oneLine } from '../../../report/index.ts';
import { provers } from '../../../run/index.ts';
import { plural } from '../../../words/index.ts';
import { tellAll } from '../../play/load-told.ts';
import { UsageError } from '../../terminal/failure.ts';
import { note } from '../../terminal/output.ts';
import { printPrompt } from '../prompt/print-prompt.ts';
import { confirmGeneration } from './drafting/generation-confirm.ts';
import { developAll } from './drafting/generation-develop.ts';
import { estimateGeneration } from './drafting/generation-estimate.ts';
import { loadGenerationLibrary } from './drafting/generation-library.ts';
import { modelOfDraft } from './drafting/generation-model.ts';
import type { GenerationFlags } from './drafting/generation-options.ts';
import { openSession } from './drafting/generation-session.ts';
import { tellDrafts } from './drafting/generation-summary.ts';

/** `toolemu generate --resume`: goes on with planned drafts. Exit code 1 as of the commands that planned them. */
export async function generateResume(ids: readonly string[], flags: GenerationFlags): Promise<void> {
  const { known } = await loadGenerationLibrary(flags);
  const planned = plannedDrafts(ids, flags.drafts);
  const drafts = planned.filter((draft) => isKnown(draft, known));
  if (drafts.length < planned.length) process.exitCode = 1;
  const [first] = drafts;
  if (first === undefined) {
    if (planned.length === 0) note(`no draft in ${flags.drafts} is planned: there is nothing to go on with`);
    return;
  }
  if (flags.promptOnly === true) {
    return printPrompt(await firstQuestion(first.request, { known, ...provers }), flags.json === true);
  }
  const roles: RoleModel[] = [];
  for (const draft of drafts) roles.push(await modelOfDraft(draft, flags));
  const isConfirmed = await confirmGeneration(
    `${plural(drafts.length, 'draft')} to go on with; what was answered is not paid for again`,
    {
      roles,
      flags,
      estimate: () =>
        estimateGeneration({ requests: drafts.map(({ request }) => request) }, { model: roles[0]?.model ?? '', known }),
    },
  );
  if (!isConfirmed) return;
  using session = openSession(flags);
  tellDrafts(await developAll(drafts, { session, flags, known }), { flags, session });
}

function plannedDrafts(ids: readonly string[], folder: string): Draft[] {
  const { drafts, issues } = listDrafts(folder);
  tellAll(issues.map((issue) => `left out: ${formatIssue(issue)}`));
  const planned = drafts.filter(({ state }) => state === 'planned');
  if (ids.length === 0) return planned;
  return ids.flatMap((id) => {
    const named = planned.filter((draft) => draft.id === id || `${draft.request.kind}/${draft.id}` === id);
    if (named.length > 0) return named;
    const other = drafts.find((draft) => draft.id === id);
    throw new UsageError(
      other === undefined
        ? `there is no draft "${id}" in ${folder}`
        : `${id} is ${other.state}: there is nothing to go on with`,
    );
  });
}

/** Whether the toolkits and the case that a draft needs are there; says which are not. */
function isKnown({ id, request }: Draft, { toolkits, cases }: Known): boolean {
  if (request.kind === 'toolkit') return true;
  const missing = [...request.primary, ...request.auxiliary].find((name) => toolkits.every((one) => one.name !== name));
  if (missing !== undefined) {
    note(oneLine(`${id} stays as it is: it needs the toolkit ${missing}: name its file by --toolkits`));
    return false;
  }
  if (request.twinOf === null || cases.some((one) => one.id === request.twinOf)) return true;
  note(oneLine(`${id} stays as it is: it is a twin of ${request.twinOf}: name the file of that case by --cases`));
  return false;
}
