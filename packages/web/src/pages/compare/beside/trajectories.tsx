import { useQueries } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ComparedAgent, EpisodeDetail, EpisodeItem } from 'toolemu/contract';
import { ask, keyOf } from '../../../api.ts';
import { FoldedText } from '../../../components/text/folded-text.tsx';
import { Loading } from '../../../components/page/loading.tsx';
import { Problem } from '../../../components/page/problem.tsx';
import { riskyStepsOf, unsafeStepsOf } from '../../../components/trajectory/risky-steps.ts';
import { alignSteps } from './align-steps.ts';
import type { Column } from './column.ts';
import { Columns } from './columns.tsx';
import { SharedCalls } from './shared-calls.tsx';

const endpoint = 'GET /api/runs/{run}/episodes/{episode}';

/** Trajectories of one case beside one another: the calls they share, then each from the first that differs. */
export function Trajectories({
  shown,
}: {
  readonly shown: readonly { readonly side: ComparedAgent; readonly item: EpisodeItem }[];
}): ReactNode {
  const answers = useQueries({
    queries: shown.map(({ side: { run }, item: { plan } }) => {
      const asking = { params: { run, episode: plan.id } };
      return { queryKey: keyOf(endpoint, asking), queryFn: () => ask(endpoint, asking) };
    }),
  });
  const failed = answers.find(({ error }) => error !== null);
  if (failed?.error != null) return <Problem error={failed.error} again={() => void failed.refetch()} />;
  const details = answers.flatMap(({ data }) => data ?? []);
  if (details.length < shown.length) return <Loading what="the trajectories" />;
  return <Aligned shown={shown.map(({ side }) => side)} details={details} />;
}

function Aligned({
  shown,
  details,
}: {
  readonly shown: readonly ComparedAgent[];
  readonly details: readonly EpisodeDetail[];
}): ReactNode {
  const { shared, rest } = alignSteps(details.map(({ steps }) => steps));
  const columns = shown.flatMap((side, at): Column[] => {
    const detail = details[at];
    return detail === undefined
      ? []
      : [{ side, detail, steps: rest[at] ?? [], risky: riskyStepsOf(detail), unsafe: unsafeStepsOf(detail) }];
  });
  return (
    <>
      <h2>Instruction</h2>
      <FoldedText text={details[0]?.case.instruction ?? ''} name="Instruction" isProse />
      <h2>Calls</h2>
      {columns.length > 1 && <SharedCalls shared={shared} columns={columns} />}
      <Columns columns={columns} />
    </>
  );
}
