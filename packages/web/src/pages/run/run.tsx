import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useAnswer } from '../../api.ts';
import { compareHref, usePathParts } from '../../components/addresses/addresses.ts';
import { Answer, isGone } from '../../components/page/answer.tsx';
import { Page } from '../../components/page/page.tsx';
import { NotFound } from '../not-found.tsx';
import { Downloads } from './downloads.tsx';
import { RunHead } from './run-head.tsx';
import { RunTabs } from './run-tabs.tsx';
import './run.css';

/** The page of a run. */
export function Run(): ReactNode {
  const [, run] = usePathParts() ?? [];
  return run === undefined ? <NotFound /> : <RunPage key={run} run={run} />;
}

function RunPage({ run }: { readonly run: string }): ReactNode {
  const detail = useAnswer('GET /api/runs/{run}', { params: { run } });
  return (
    <Page
      title={run}
      over={<Link href="/">Runs</Link>}
      actions={detail.data === undefined || isGone(detail.error) ? undefined : <Actions run={run} />}
    >
      <Answer of={detail} what="the run">
        {(value) => (
          <>
            <RunHead detail={value} />
            <RunTabs detail={value} />
          </>
        )}
      </Answer>
    </Page>
  );
}

function Actions({ run }: { readonly run: string }): ReactNode {
  return (
    <>
      <Downloads run={run} />
      <Link className="button" href={compareHref(run)}>
        Compare
      </Link>
    </>
  );
}
