import type { ReactNode } from 'react';
import type { Judgments, LabelProgress, LabelingView } from 'toolemu/contract';
import { describeMoment, formatCountOf } from 'toolemu/words';
import { Link } from 'wouter';
import { pathOf, useAnswer } from '../../../api.ts';
import { runHref } from '../../../components/addresses/addresses.ts';
import { Answer } from '../../../components/page/answer.tsx';
import { Page } from '../../../components/page/page.tsx';
import { FigureTable } from '../../../components/tables/figure-table.tsx';
import { Name } from '../../../components/text/name.tsx';
import { LabelViews, LabelWays } from '../label-ways.tsx';
import type { Who } from '../places.ts';
import { LabelBar } from '../runs/run-table.tsx';
import type { Saver } from '../saving/saver.ts';
import { SavingLine } from '../saving/saving-line.tsx';
import { AgreementTable } from './agreement-table.tsx';

/** How far all annotators are, and, once all is labelled, how far they agree and which run it was. */
export function AgreementPage({
  run,
  labelling,
  who,
  saver,
}: {
  readonly run: string;
  readonly labelling: LabelingView;
  readonly who: Who;
  readonly saver: Saver<Judgments>;
}): ReactNode {
  const progress = useAnswer('GET /api/label/{run}/agreement', {
    params: { run },
    query: { annotator: who.annotator },
  });
  return (
    <Page title="Progress and agreement" over={<LabelWays run={labelling} who={who} isPart />}>
      <LabelViews run={run} who={who} here="agreement" />
      <SavingLine saver={saver} />
      <Answer of={progress} what="the progress">
        {(found) => (
          <>
            <h2>Progress</h2>
            <ProgressTable progress={found} />
            <h2>Agreement</h2>
            {found.agreement === null ? (
              <StillToLabel labelling={labelling} />
            ) : (
              <AgreementTable agreement={found.agreement} />
            )}
            {found.name !== null && <WhatItWas name={found.name} />}
          </>
        )}
      </Answer>
    </Page>
  );
}

function StillToLabel({ labelling: { items } }: { readonly labelling: LabelingView }): ReactNode {
  const left = items.filter(({ state }) => state !== 'whole').length;
  return (
    <p>
      {left > 0 && `You have ${formatCountOf(left, 'trajectory', 'trajectories')} left. `}
      How far annotators agree, which run this is, and the labels as a file are told once you have labelled all of it.
    </p>
  );
}

/** Which run was labelled; nothing is blind any more. */
function WhatItWas({ name }: { readonly name: string }): ReactNode {
  return (
    <>
      <h2>What you labelled</h2>
      <p>
        The run{' '}
        <Link href={runHref(name)}>
          <Name name={name} />
        </Link>
        . The file names the episode, and with it the agent, of each label.
      </p>
      <a className="button" href={pathOf('/api/runs/{run}/labels.jsonl', { run: name })} download>
        Labels as a file
      </a>
    </>
  );
}

function ProgressTable({ progress: { annotators, items } }: { readonly progress: LabelProgress }): ReactNode {
  if (annotators.length === 0) return <p className="empty">Nobody has labelled anything yet.</p>;
  return (
    <FigureTable
      label="Labels by annotator"
      columns={[{ name: 'Annotator' }, { name: 'Labelled' }, { name: 'Last label' }]}
      rows={annotators.map(({ annotator, whole, part, last }) => [
        <bdi key="name">{annotator}</bdi>,
        <LabelBar key="bar" what={`Labelled by ${annotator}`} items={items} whole={whole} part={part} />,
        describeMoment(last),
      ])}
    />
  );
}
