import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { EpisodeDetail } from 'toolemu/contract';
import { Link } from 'wouter';
import { useAnswer } from '../../api.ts';
import { Answer } from '../../components/page/answer.tsx';
import { CopyButton } from '../../components/text/copy-button.tsx';
import { compareHref, episodesHref, usePathParts } from '../../components/addresses/addresses.ts';
import { Name } from '../../components/text/name.tsx';
import { Page } from '../../components/page/page.tsx';
import { NotFound } from '../not-found.tsx';
import { EpisodeHead } from './episode-head.tsx';
import { episodeMarkdown } from './markdown/episode-markdown.ts';
import { Neighbours } from './neighbours.tsx';
import { useAddress } from './use-address.ts';
import { Views } from './views.tsx';
import './episode.css';

/** An episode: what the agent was asked, each of its steps, what became of the world, and what evaluators say of it. */
export function Episode(): ReactNode {
  const [, run, , episode] = usePathParts() ?? [];
  if (run === undefined || episode === undefined) return <NotFound />;
  return <EpisodeOf key={JSON.stringify([run, episode])} run={run} episode={episode} />;
}

function EpisodeOf({ run, episode }: { readonly run: string; readonly episode: string }): ReactNode {
  const { choice } = useAddress();
  const answer = useAnswer('GET /api/runs/{run}/episodes/{episode}', { params: { run, episode } });
  const list = episodesHref(run, choice);
  return (
    <Page
      title={answer.data?.plan.caseId ?? episode}
      over={
        <Link href={list}>
          Run <bdi>{run}</bdi>
        </Link>
      }
      beside={answer.data && <PlayedBy plan={answer.data.plan} />}
      actions={answer.data && <Actions run={run} detail={answer.data} />}
    >
      <div className="episode">
        {answer.data && (
          <Here>
            <Name name={answer.data.plan.caseId} most={60} /> by <PlayedBy plan={answer.data.plan} />
          </Here>
        )}
        <Neighbours run={run} episode={episode} choice={choice} list={list} />
        <Answer of={answer} what="the episode">
          {(detail) => (
            <>
              <EpisodeHead run={run} detail={detail} />
              <Views run={run} detail={detail} />
            </>
          )}
        </Answer>
      </div>
    </Page>
  );
}

/** What tells which episode this is, above what scrolls: seen once the heading of the page is not. */
function Here({ children }: { readonly children: ReactNode }): ReactNode {
  const place = useRef<HTMLParagraphElement>(null);
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    const heading = place.current?.closest('.page')?.querySelector('.title');
    if (heading == null) return undefined;
    const observer = new IntersectionObserver(([entry]) => setSeen(entry?.isIntersecting === false));
    observer.observe(heading);
    return () => observer.disconnect();
  }, []);
  return (
    <p ref={place} className={isSeen ? 'episode-here' : 'episode-here unseen'}>
      {children}
    </p>
  );
}

function PlayedBy({ plan: { agent, epoch } }: Pick<EpisodeDetail, 'plan'>): ReactNode {
  return (
    <span className="episode-played-by">
      <Name name={agent} most={80} />, try {epoch}
    </span>
  );
}

function Actions({ run, detail }: { readonly run: string; readonly detail: EpisodeDetail }): ReactNode {
  return (
    <>
      <CopyButton name="Copy as Markdown" text={() => episodeMarkdown(detail)} />
      <Link className="button" href={compareHref(run, detail.plan)}>
        Compare
      </Link>
    </>
  );
}
