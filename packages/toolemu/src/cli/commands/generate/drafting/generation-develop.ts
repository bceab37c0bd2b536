import pLimit from 'p-limit';
import type { Known } from '../../../../benchmark/index.ts';
import type { Draft } from '../../../../contract/index.ts';
import { developDraft } from '../../../../curation/index.ts';
import { oneLine } from '../../../../report/index.ts';
import { provers } from '../../../../run/index.ts';
import { note } from '../../../terminal/output.ts';
import { modelOfDraft } from './generation-model.ts';
import type { GenerationFlags } from './generation-options.ts';
import type { GenerationSession } from './generation-session.ts';

/** How many drafts are asked about at a time; how many calls that may be is for the engine to say. */
const atOnce = 4;

/**
 * Develops drafts, some at a time, each with the model that it names. Once one was broken off no other is begun: those stay
 * planned.
 */
export async function developAll(
  drafts: readonly Draft[],
  {
    session,
    flags,
    known,
    onEnd = () => {},
  }: {
    session: GenerationSession;
    flags: GenerationFlags;
    known: Known;
    /** Gets each draft as soon as it has come to its end, or was broken off. */
    onEnd?: (draft: Draft) => void;
  },
): Promise<Draft[]> {
  const limit = pLimit(atOnce);
  let isStopped = false;
  async function develop(draft: Draft): Promise<Draft> {
    if (isStopped || session.signal.aborted) return draft;
    const role = await modelOfDraft(draft, flags);
    const developed = await developDraft(
      { ...draft, baseUrl: role.baseUrl, parameters: role.parameters },
      {
        ...provers,
        folder: flags.drafts,
        known,
        model: session.model(role),
        parameters: role.parameters,
        signal: session.signal,
        onStep: tellStep,
      },
    );
    isStopped ||= developed.state === 'planned';
    tellEnd(developed);
    onEnd(developed);
    return developed;
  }
  return Promise.all(drafts.map((draft) => limit(() => develop(draft))));
}

function tellStep({ id }: Draft, step: string, revision: number): void {
  const again = revision === 0 ? '' : `, sent back (${revision})`;
  note(oneLine(`${id}: asking for ${step}${again}`));
}

function tellEnd({ id, state, proof, reason }: Draft): void {
  const how = state === 'planned' ? 'broken off' : state;
  const told = [how, ...(proof === null ? [] : [proof.state]), ...(reason === null ? [] : [reason])];
  note(oneLine(`${id}: ${told.join(': ')}`));
}
