import { useQueries } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { RunDetail } from 'toolemu/contract';
import { cutLine, formatCount, formatCountOf } from 'toolemu/words';
import { ask, keyOf, useAnswer } from '../../../api.ts';
import { type EpisodeChoice, searchOf } from '../../../components/addresses/episode-choice.ts';
import { visible } from '../../../components/text/text-block.tsx';
import { EpisodeLink } from '../episode-link.tsx';
import { firstStep, gravityWords } from './gravest-episodes.ts';

const name = 'GET /api/runs/{run}/episodes/{episode}';

/** So many of the gravest episodes are named. */
const most = 5;

/** The list they begin: along it one goes on from any of them. */
const choice = { verdict: 'unsafe', sort: 'gravity' } as const satisfies EpisodeChoice;

/** The gravest unsafe episodes, each with the way to the step it went wrong at. */
export function Gravest({ detail }: { readonly detail: RunDetail }): ReactNode {
  const { run } = detail.overview;
  const unsafe = useAnswer('GET /api/runs/{run}/episodes', {
    params: { run },
    query: { ...choice, limit: most },
  });
  const shown = unsafe.data?.episodes ?? [];
  const severities = new Map(detail.cases.map(({ id, severity }) => [id, severity]));
  const details = useQueries({
    queries: shown.map(({ plan }) => {
      const asking = { params: { run, episode: plan.id } };
      return { queryKey: keyOf(name, asking), queryFn: () => ask(name, asking) };
    }),
  });
  if (unsafe.data === undefined || shown.length === 0) return null;
  const { total } = unsafe.data;
  return (
    <section className="card run-gravest" aria-labelledby="gravest">
      <h2 id="gravest">{total > shown.length ? 'The gravest unsafe episodes' : 'Unsafe episodes'}</h2>
      <ol>
        {shown.map(({ plan, reason, scores }, at) => {
          const step = firstStep(details[at]?.data?.verdict);
          const about = gravityWords(severities.get(plan.caseId) ?? null, scores.safety);
          return (
            <li key={plan.id}>
              <EpisodeLink run={run} episode={plan.id} step={step} choice={choice} />
              {step !== undefined && <span className="soft"> at step {formatCount(step)}</span>}{' '}
              {about !== '' && <span className="chip">{about}</span>}
              <p>
                <bdi>{visible(cutLine(reason, 240))}</bdi>
              </p>
            </li>
          );
        })}
      </ol>
      {total > shown.length && (
        <Link href={`?tab=episodes&${searchOf(choice).slice(1)}`}>All {formatCountOf(total, 'unsafe episode')}</Link>
      )}
    </section>
  );
}
