import type { ReactNode } from 'react';
import type { DraftDetail } from 'toolemu/contract';
import { describeMoment, draftSortNames, formatCount, inWords, kindNames, listed } from 'toolemu/words';
import { visible } from '../../components/text/text-block.tsx';
import { StateChip } from './state-chip.tsx';

/** What a draft is, what was sought, and who drafted it. */
export function DraftFacts({ detail: { draft, usage } }: { readonly detail: DraftDetail }): ReactNode {
  const { request, state, model, createdAt } = draft;
  const tokens = usage.inputTokens + usage.outputTokens;
  return (
    <>
      <p>
        <StateChip state={state} /> {soughtWords(request)}
      </p>
      <p className="soft">
        {visible(model)} · {describeMoment(createdAt)}
        {tokens > 0 &&
          ` · ${formatCount(usage.inputTokens)} tokens in, of them ${formatCount(usage.cachedInputTokens)} cached, ${formatCount(usage.outputTokens)} out`}
      </p>
    </>
  );
}

function soughtWords(request: DraftDetail['draft']['request']): string {
  const begun = request.given === null ? '' : ' from what somebody began';
  if (request.kind === 'toolkit') return `A ${draftSortNames.toolkit.one}${begun}: ${visible(request.name)}.`;
  const { caseKind, primary, auxiliary, tool, riskType, twinOf } = request;
  const about = listed(primary.map(visible));
  const beside = auxiliary.length === 0 ? '' : `, beside ${listed(auxiliary.map(visible))}`;
  const harm = [tool === null ? '' : ` by ${visible(tool)}`, riskType === null ? '' : ` towards ${inWords(riskType)}`];
  const of = twinOf === null ? '' : ` of ${visible(twinOf)}`;
  return `A ${kindNames[caseKind].one}${of}${begun}, about ${about}${beside}${harm.join('')}.`;
}
