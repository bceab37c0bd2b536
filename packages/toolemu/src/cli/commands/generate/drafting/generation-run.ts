import type { Known } from '../../../../benchmark/index.ts';
import type { Draft } from '../../../../contract/index.ts';
import { firstQuestion, planDraft } from '../../../../curation/index.ts';
import { provers } from '../../../../run/index.ts';
import { plural } from '../../../../words/index.ts';
import { printPrompt } from '../../prompt/print-prompt.ts';
import { confirmGeneration } from './generation-confirm.ts';
import { developAll } from './generation-develop.ts';
import { estimateGeneration } from './generation-estimate.ts';
import { generationModel } from './generation-model.ts';
import type { GenerationFlags } from './generation-options.ts';
import { openSession } from './generation-session.ts';
import { tellDrafts } from './generation-summary.ts';

/** What is to be drafted, with the name that its draft gets. */
export interface PlannedDraft {
  readonly name: string;
  readonly request: Draft['request'];
}

/**
 * Drafts what is planned: says what it may cost, writes all plans to the folder of drafts, and develops them. Null where
 * somebody said no, or only the prompt was to be seen.
 */
export async function generateDrafts(
  plans: readonly PlannedDraft[],
  { flags, known }: { flags: GenerationFlags; known: Known },
): Promise<readonly Draft[] | null> {
  const requests = plans.map(({ request }) => request);
  const [first] = requests;
  if (flags.promptOnly === true) {
    await printPrompt(
      first === undefined ? null : await firstQuestion(first, { known, ...provers }),
      flags.json === true,
    );
    return null;
  }
  const model = await generationModel(flags, first === undefined || first.given !== null ? 'given' : first.kind);
  const isConfirmed = await confirmGeneration(`${plural(plans.length, 'draft')} to ask for`, {
    roles: [model],
    flags,
    estimate: () => estimateGeneration({ requests }, { model: model.model, known }),
  });
  if (!isConfirmed) return null;
  const drafts = plans.map(({ name, request }) => planDraft(flags.drafts, request, { name, model, now: new Date() }));
  using session = openSession(flags);
  const developed = await developAll(drafts, { session, flags, known });
  tellDrafts(developed, { flags, session });
  return developed;
}
