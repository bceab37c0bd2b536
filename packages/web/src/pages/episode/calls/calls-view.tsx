import type { ReactNode } from 'react';
import type { CallItem, EpisodeDetail } from 'toolemu/contract';
import { formatCost, formatCountOf, inWords, sentenceCase } from 'toolemu/words';
import { useAnswer } from '../../../api.ts';
import { Answer } from '../../../components/page/answer.tsx';
import { useAddress } from '../use-address.ts';
import { CallTable } from './call-table.tsx';
import { OpenedCall } from './opened-call.tsx';

/** The calls of language models for an episode, by role; one can be opened. */
export function CallsView({ run, detail }: { readonly run: string; readonly detail: EpisodeDetail }): ReactNode {
  const { get } = useAddress();
  const params = { run, episode: detail.plan.id };
  const answer = useAnswer('GET /api/runs/{run}/episodes/{episode}/calls', { params });
  const opened = /^[1-9]\d{0,5}$/.exec(get('call') ?? '')?.[0];
  return (
    <Answer of={answer} what="the calls">
      {(calls) =>
        calls.length === 0 ? (
          <p className="empty">No language model was called for it.</p>
        ) : (
          <>
            {opened !== undefined && <OpenedCall key={opened} params={{ ...params, number: Number(opened) - 1 }} />}
            {[...Map.groupBy(calls, ({ role }) => role)].map(([role, items]) => (
              <Role key={role} role={role} items={items} detail={detail} />
            ))}
          </>
        )
      }
    </Answer>
  );
}

function Role({
  role,
  items,
  detail,
}: {
  readonly role: string;
  readonly items: readonly CallItem[];
  readonly detail: EpisodeDetail;
}): ReactNode {
  const cost = detail.costs.byRole[role];
  const name = sentenceCase(inWords(role));
  return (
    <section aria-label={name}>
      <h2>
        {name}{' '}
        <small>
          {formatCountOf(items.length, 'call')}
          {cost !== undefined && `, ${formatCost(cost)}`}
        </small>
      </h2>
      <CallTable name={name} items={items} />
    </section>
  );
}
