import type { ReactNode } from 'react';
import type { EpisodeDetail, PlaygroundOptions, RunConfig } from 'toolemu/contract';
import { Link } from 'wouter';
import { ask, useAnswer } from '../../../api.ts';
import { Answer } from '../../../components/page/answer.tsx';
import { episodeHref } from '../../../components/addresses/addresses.ts';
import { Name } from '../../../components/text/name.tsx';
import { Page } from '../../../components/page/page.tsx';
import { useSearch } from '../../../components/addresses/search-parameters.ts';
import { visible } from '../../../components/text/text-block.tsx';
import { useBegin } from '../begin-session.ts';
import { keepOf, type PlayOnRequest } from './play-on.ts';
import { deadEnd } from './play-on-cast.ts';
import { PlayOnForm } from './play-on-form.tsx';

/** An episode of a run is played on from a step. */
export function PlayOnPage({ run, episode }: { readonly run: string; readonly episode: string }): ReactNode {
  const [parameters, change] = useSearch();
  const detail = useAnswer('GET /api/runs/{run}/episodes/{episode}', { params: { run, episode } });
  const overview = useAnswer('GET /api/runs/{run}', { params: { run } });
  const options = useAnswer('GET /api/playground/options');
  const keep = keepOf(parameters.get('step'), detail.data?.steps.length ?? 0);
  const world = useAnswer(
    'GET /api/runs/{run}/episodes/{episode}/world',
    { params: { run, episode }, query: { step: keep } },
    { enabled: detail.data !== undefined },
  );
  const begin = useBegin((body: PlayOnRequest) =>
    ask('POST /api/playground/runs/{run}', { params: { run }, body: { ...body, episode } }),
  );
  const formOf: FormOf = ({ steps, plan, case: value, toolkits }, config, chosen) => {
    const reason = deadEnd(value.toolkits, toolkits);
    if (reason !== null) return <DeadEnd reason={reason} />;
    return (
      <PlayOnForm
        before={{ agent: plan.agent, caseId: value.id, config, hasWorld: value.world !== undefined }}
        options={chosen}
        steps={steps}
        keep={keep}
        onKeep={(step) => change({ step: String(step) })}
        world={world}
        begin={begin}
      />
    );
  };
  return (
    <Page
      title="Play on from here"
      over={
        <>
          <Link href="/playground">Playground</Link>,{' '}
          <Link href={episodeHref(run, episode)}>
            <Name name={episode} />
          </Link>
        </>
      }
    >
      <Answer of={detail} what="the episode">
        {(value) => (
          <Answer of={overview} what="the run">
            {({ overview: { config } }) => (
              <Answer of={options} what="what can be chosen">
                {(chosen) => config !== null && formOf(value, config, chosen)}
              </Answer>
            )}
          </Answer>
        )}
      </Answer>
    </Page>
  );
}

type FormOf = (detail: EpisodeDetail, config: RunConfig, options: PlaygroundOptions) => ReactNode;

/** Nothing that can be chosen would go on: why, and what can be done instead. */
function DeadEnd({ reason }: { readonly reason: string }): ReactNode {
  return (
    <p className="note">
      {visible(reason)} <Link href="/playground?source=pasted">Play the case anew</Link>, with its toolkits.
    </p>
  );
}
